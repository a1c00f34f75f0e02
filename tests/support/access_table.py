"""The table of who may do what, tests/data/access.csv, and the requests that each cell of it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from typing import Any
from urllib.parse import parse_qsl

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.oracles import table
from tests.support.school import WORDS
from tests.support.two_classes import ANN, BEN, COLE, DALE, VINE, Somebody
from tutor.web.api.addresses import PREFIX

ROWS = table("access.csv")
NOT_KEYS = {"class name", "name", "drill's answer"}
"""Words that go along with a thing, and do not name one: they are not mixed with the asker's own."""
CONSTANTS = {"passphrase": WORDS}
WORD = re.compile(r"\{([^}]+)\}")


Row = Mapping[str, str]


@dataclass(frozen=True)
class Try:
    """One request: who asks, and what stands in the address and the form."""

    asker: str
    row: Row
    words: Mapping[str, str]
    files: Mapping[str, bytes]

    @property
    def address(self) -> str:
        values = dict(pair.split("=", 1) for pair in self.filled(self.row["values"]))
        rule = self.row["address"]
        for converter, name in re.findall(r"<(?:([^<>]+):)?([a-z_]+)>", rule):
            rule = rule.replace(f"<{converter}:{name}>" if converter else f"<{name}>", values.pop(name))
        assert not values, f"no such parts of the address: {values}"
        return rule

    @property
    def sent(self) -> Sequence[tuple[str, str]]:
        return [(name, self.worded(value)) for name, value in parse_qsl(self.row["sent"], keep_blank_values=True)]

    def filled(self, text: str) -> Iterator[str]:
        """The pairs of `name=value` in a cell, in which words may have blanks."""
        for pair in re.findall(r"\w+=(?:\{[^}]*\}|[^{}]*?(?:\{[^}]*\}[^{}]*?)*)(?=\s+\w+=|$)", text):
            yield self.worded(pair)

    def worded(self, text: str) -> str:
        return WORD.sub(lambda found: found[0] if "@" in found[1] else self.words[found[1]], text)

    def ask(self, client: FlaskClient, token: str | None, **more: str) -> TestResponse:
        if self.row["method"] == "GET":
            return client.get(self.address, query_string=list(self.sent), buffered=True)
        if self.row["address"].startswith(PREFIX):
            return client.post(self.address, json=dict(self.sent))
        data: dict[str, Any] = {**more} if token is None else {**more, "csrf_token": token}
        for name, value in self.sent:
            data[name] = value
            if "@" in value:
                word = value[1:-1]
                ending = {"homework": ".love-all.json", "result": ".love-all-result.json", "lesson": ".md"}
                data[name] = (BytesIO(self.files[word]), f"sent{ending[word.partition('@')[2]]}")
        return client.post(self.address, data=data, buffered=True)


def words_of(row: Row) -> set[str]:
    """The words of a row that name somebody's things, without those that are always the asker's own."""
    said = WORD.findall(f"{row['values']} {row['sent']}")
    return {word for word in said if not word.startswith("my ") and word not in CONSTANTS}


def owns(who: Somebody, words: set[str]) -> bool:
    return all((word[1:] in who.files) if word.startswith("@") else (word in who.owns) for word in words)


def tries(people: Mapping[str, Somebody], row: Row, column: str) -> list[Try]:
    """All that one cell of the table is about; nothing where the case cannot arise."""
    vine, ann, words = people[VINE], people[ANN], words_of(row)
    owners = [who for who in (ann, vine) if owns(who, words)]
    match column:
        case "visitor":
            return [tried(people, "", owner, row) for owner in owners]
        case "learner":
            return [tried(people, ANN, owners[0], row)]
        case "teacher" | "alone":
            return [tried(people, VINE, owners[-1], row)]
        case "learners_teacher":
            both = words and len(owners) == 2
            return list(mixtures(people, VINE, ann, row)) if both else []
        case "other_learner" if words:
            return [one for asker in (BEN, COLE) for owner in owners for one in mixtures(people, asker, owner, row)]
        case "other_teacher" if words:
            return [one for owner in owners for one in mixtures(people, DALE, owner, row)]
    return []


def tried(people: Mapping[str, Somebody], asker: str, owner: Somebody, row: Row, mine: set[str] | None = None) -> Try:
    """A request with an owner's things, but for those words that are to be the asker's own."""
    me = people.get(asker, owner)
    words, files = dict(CONSTANTS), {}
    for word in WORD.findall(f"{row['values']} {row['sent']}"):
        bare, is_mine = word.removeprefix("my "), word.startswith("my ") or word in (mine or ())
        whose = me if is_mine and owns(me, {bare}) else owner if owns(owner, {bare}) else people[VINE]
        if bare.startswith("@"):
            files[word] = whose.files[bare[1:]]
        elif bare not in CONSTANTS:
            words[word] = whose.owns[bare]
    return Try(asker, row, words, files)


def mixtures(people: Mapping[str, Somebody], asker: str, owner: Somebody, row: Row) -> Iterator[Try]:
    """Another's things alone, and together with the asker's own in every way that has at least one of another's."""
    keys = sorted(word for word in words_of(row) if word not in NOT_KEYS and owns(people[asker], {word}))
    for choice in product((False, True), repeat=len(keys)):
        mine = {key for key, is_mine in zip(keys, choice, strict=True) if is_mine}
        if mine < words_of(row) - NOT_KEYS or not keys:
            yield tried(people, asker, owner, row, mine)

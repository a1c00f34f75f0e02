"""A hand from a PBN file as a deal in our YAML, for teachers to use (`hands/deal.schema.json`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tutor.auction import Declaration
from tutor.authors import current
from tutor.citations import SOURCES
from tutor.codes import code as code_of
from tutor.errors import Fault, FaultyContent, Unknown
from tutor.exchange.deal_yaml import implied_calls, in_letters, lawful_calls, plain, write_deal
from tutor.exchange.pbn import tags
from tutor.exchange.pbn.document import PbnGame
from tutor.exchange.pbn.reader import GameRecord
from tutor.exchange.pbn.sections import table
from tutor.library.rulebook import Rulebook
from tutor.seats import Seat

DEFAULT_CODE = "bridge-english-1901"
_IMPLIED = "The file has the contract, and no calls that this game allows. These are the shortest that come to it."
_RANGE = re.compile(r"(\d{1,5})-(\d{1,5})")


@dataclass(frozen=True, slots=True)
class DealConverter:
    """How hands are imported: the rules that they illustrate, and the code of laws.

    A hand that this tutor wrote has both. Any other cites the passage of its first rule.
    """

    rulebook: Rulebook
    illustrates: tuple[str, ...] = ()
    code: str = ""

    def yaml(self, game: PbnGame, reading: GameRecord, file: str) -> str:
        """A content file. Raises `FaultyContent` for a game that is not a whole deal, `Unknown` for an unknown name."""
        if reading.deal is None:
            what = f"game {reading.number} does not have four hands of thirteen cards"
            raise FaultyContent(
                [
                    *reading.faults,
                    Fault(file, reading.line, 1, what, "Import whole deals only, or complete the tag Deal"),
                ]
            )
        rules = self.illustrates or self._own_rules(game)
        if not rules:
            what = f"game {reading.number} names no rule that it illustrates"
            raise FaultyContent([Fault(file, reading.line, 1, what, "Name a rule with --illustrates")])
        code = code_of(self.code or reading.values.get(tags.CODE) or DEFAULT_CODE).key
        calling = reading.calling
        calls = [] if calling is None else lawful_calls(calling.dealer, tuple(calling), code)
        implied = [] if calls else implied_calls(reading.deal, _declared(reading), code)
        data: dict[str, Any] = {
            "kind": "deal",
            "title": plain(reading.title) or "A deal",
            **self._cited(reading, rules),
            "illustrates": list(rules),
            "code": code,
            "dealer": reading.deal.dealer.label,
            **_score(reading),
            "hands": {seat.label: in_letters(reading.deal.hands[seat]) for seat in Seat.SOUTH.round()},
            "calls": calls or implied,
            "calls_implied": _IMPLIED if implied else None,
            **({"result": {"AB": reading.result.ns, "YZ": reading.result.ew}} if reading.result else {}),
            "says": [],
            "confidence": reading.values.get(tags.CONFIDENCE) or "high",
        }
        remarks = [f"# From {plain(file)}, game {reading.number}.", *_remarks(reading, told=bool(calls))]
        return write_deal(data, remarks)

    def _own_rules(self, game: PbnGame) -> tuple[str, ...]:
        section = game.section(tags.ILLUSTRATES)
        if section is None:
            return ()
        return tuple(row.get(tags.RULE, "") for row in table(section, section.value).dicts())

    def _cited(self, reading: GameRecord, rules: tuple[str, ...]) -> dict[str, Any]:
        """The passage that the hand names, or that of the first rule. Raises `Unknown`."""
        source = current(reading.values.get(tags.SOURCE, ""))
        pages, lines = (_RANGE.fullmatch(reading.values.get(name, "")) for name in (tags.PAGES, tags.LINES))
        if source in SOURCES and pages and lines and not self.illustrates:
            return {
                "source": source,
                **{key: [int(one[1]), int(one[2])] for key, one in (("pages", pages), ("lines", lines))},
            }
        rule = self.rulebook.find(rules[0])
        if rule is None or rule.citation.lines is None or rule.citation.page is None:
            raise Unknown("rule that can be cited", rules[0], (one.id for one in self.rulebook.told()))
        page = rule.citation.page
        return {
            "brought_from": plain(reading.values.get("Event", "")) or "a PBN file",
            "source": rule.citation.source,
            "pages": [page, page],
            "lines": list(rule.citation.lines),
        }


def _declared(reading: GameRecord) -> Declaration | None:
    """The contract of a game, with who plays it; None where either is missing."""
    if reading.declaration is None or reading.declarer is None:
        return None
    return replace(reading.declaration, by=reading.declarer)


def _score(reading: GameRecord) -> dict[str, Any]:
    told = {"AB": reading.values.get(tags.SCORE_AB), "YZ": reading.values.get(tags.SCORE_YZ)}
    if None in told.values():
        return {}
    points = {side: [int(one) for one in (text or "").split() if one.isdecimal()] for side, text in told.items()}
    return {"score": {side: "lost" if not p else p[0] if len(p) == 1 else p[:2] for side, p in points.items()}}


def _remarks(reading: GameRecord, *, told: bool) -> Iterable[str]:
    """Information from the file that does not fit in a deal, as YAML comments."""
    if reading.declaration and not told:
        by = f" by {reading.declarer.label}" if reading.declarer else ""
        yield f"# It was played in {reading.declaration}{by}."
    if reading.calling and not told:
        yield f"# The calls were: {'; '.join(map(str, reading.calling))}."
    for played in range(0, len(reading.played), 4):
        yield f"# {reading.played[played].trick}: {', '.join(map(str, reading.played[played : played + 4]))}"

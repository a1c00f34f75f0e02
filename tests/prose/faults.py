"""What is not plain English: phrases of another age, sentences too long, users who are all men.

Every pattern looks at one sentence of a passage, save those of whole passages.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import accumulate
from pathlib import Path

import yaml
from proselint.checks import __register__
from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

from tests.prose.inventory import Passage, ProseKind, words_of

LONGEST = 35
"""No sentence has more words than this."""
LONG = 25
"""Sentences of more words than this are counted, and few."""
SEMICOLONS = 1
"""A passage has no more semicolons than this."""

_AUTHOR = re.compile(
    r"\b(?:Hellespont|Foster|Hoffmann|Elwell|Cælebs|author|Bulwer|Deschapelles|Cavendish|Dalton|Pole|Clay|Mathews|Hoyle)\b"
)
_HE = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b")

PHRASES: Mapping[str, re.Pattern[str]] = {
    "headless who": re.compile(r"^(?:[^.?!]*; )?Who(?:ever)?\b[^?]{8,}[^?]$"),
    "headless what": re.compile(r"^What\b(?! (?:if|about|next|now)\b)[^?]{12,}\.$"),
    "headless which": re.compile(r"^Which\b[^?]{12,}\.$"),
    "the own": re.compile(r"\b[Tt]he own\b"),
    "one for a person": re.compile(
        r"\b[Oo]ne (?:may|can|must|should|plays|leads|wants|knows|sees|does|types|looks|thinks|reads|hopes|would)\b"
        r"|\b(?:by|to|for|from) oneself\b|\bone[’']s (?:own|hand|partner|cards|self)\b"
    ),
    "calque": re.compile(
        r"\b(?:is|are|was|were|be|been|being) (?:told|reckoned)\b"
        r"|\bkept of you\b|\b(?:is|are|was|be) wanting\b|\bas good as\b"
        r"|\bis its\b\.|\bare theirs\b\.|\bput to (?:him|her|them|a test)\b|\bis treated of\b"
        r"|\bas (?:it|he|one) stands\b"
        r"|\b[Nn]one is so\b|\bso (?:he|she|it) hears\b|\bof it(?:s)? own accord\b|\b(?:lets|let) itself\b"
        r"|\bsave (?:that|for|by|where|when|in|of)\b"
    ),
    "antique": re.compile(
        r"\b(?:whereby|wherein|whereof|whereat|thereof|thereby|therein|thereto|thereupon|whereupon|hither|thither|whither|whence"
        r"|thence|hence|nought|naught|withal|yonder|forthwith|hitherto|heretofore|albeit|lest|whilst|amongst|betwixt|ere|oft"
        r"|verily|methinks|mayhap|perchance|unto|erstwhile|aforesaid|hereafter|henceforth|alas)\b",
        re.IGNORECASE,
    ),
    "old label": re.compile(
        r"\bTake it along|\bWhat is kept|\bNone is so|\bWhose are these|\bLook again|^Set it\b|\bBegin another"
        r"|\bHow they do\b"
        r"|^Tell me\b|\bTake them in\b|\bWhat they miss most|\bWho needs attention|\bTo the first page"
        r"|\bPack of four colours"
        r"|\bNone yet\b|\bWrite your own\b|\bTold, and not carried out"
    ),
    "knave": re.compile(r"\b[Kk]naves?\b"),
    "term": re.compile(r"\b[Rr]e-doubl|\b[Aa]dversar(?:y|ies)\b"),
    "our machine": re.compile(r"\btried in order\b|\bcarried out\b|\bread by the scan|\bthe scanner\b"),
    "number and noun": re.compile(
        r"\b1 (?:points|tricks|cards|deals|lessons|questions|attempts)\b"
        r"|(?<!-)\b[Oo]ne (?:decisions|tricks|cards|points)\b"
    ),
    "two stops": re.compile(r"[a-z]\.\.(?!\.)|[,;:]\."),
    "American spelling": re.compile(
        r"\b(?:color|honor|favor|favorite|behavior|neighbor|center|defense|offense|judgment|analyze|gray|practicing"
        r"|labor|rumor|catalog|traveled|canceled|learnt by)(?:s|ed|ing|able)?\b"
    ),
}
"""By the name of a fault, what betrays it in a sentence."""

_LEARNERS_READ = frozenset(ProseKind) - {ProseKind.DOCSTRING, ProseKind.COMMENT}
_WHERE: Mapping[str, frozenset[ProseKind]] = {
    "our machine": frozenset({ProseKind.PAGE, ProseKind.MESSAGE, ProseKind.LESSON}),
    "headless what": _LEARNERS_READ,  # a docstring may say what a function returns: “What an answer is worth.”
    "headless which": _LEARNERS_READ,
    "term": _LEARNERS_READ,
}
"""Faults that are faults only in some kinds of prose."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault by its name, where it stands, and the words."""

    name: str
    passage: Passage
    words: str

    def __str__(self) -> str:
        return f"{self.passage.path}:{self.passage.line}: {self.name}: {self.words[:160]}"


@dataclass(frozen=True, slots=True)
class Exemption:
    """A fault that is meant: where, which, the words in which it stands, and why."""

    path: str
    fault: str
    words: str
    because: str

    def covers(self, fault: Fault) -> bool:
        return (
            fnmatch(fault.passage.path, self.path)
            and self.fault in (fault.name, "*")
            and self.words in fault.passage.text
        )


def exemptions(path: Path) -> tuple[Exemption, ...]:
    """The exemptions that a file lists."""
    return tuple(Exemption(**each) for each in yaml.safe_load(path.read_text(encoding="utf-8")))


def faults(passages: Iterable[Passage]) -> Iterator[Fault]:
    """What our own patterns find in each passage."""
    for passage in passages:
        for sentence in passage.sentences:
            for name, pattern in PHRASES.items():
                if name == "term" and passage.path.startswith(_LAWS):
                    continue
                if passage.kind in _WHERE.get(name, {passage.kind}) and pattern.search(sentence):
                    yield Fault(name, passage, sentence)
            if len(words_of(sentence)) > LONGEST:
                yield Fault("long sentence", passage, sentence)
        if passage.text.count(";") > SEMICOLONS:
            yield Fault("semicolons", passage, passage.text)
        if is_gendered(passage):
            yield Fault("he for anybody", passage, next(s for s in passage.sentences if _HE.search(s)))


_OF_PROSELINT = (
    "cliches", "hedging", "industrial_language", "malapropisms", "mondegreens", "needless_variants", "nonwords",
    "oxymorons", "redundancy", "skunked_terms", "spelling", "terms",
)  # fmt: skip
"""The checks of proselint that find faults here; others take the terms of the game for clichés or archaisms."""


def faults_by_proselint(passages: Sequence[Passage]) -> Iterator[Fault]:
    """What proselint finds in the passages, all of them read as one text."""
    starts = list(accumulate((len(passage.text) + 2 for passage in passages), initial=0))
    text = "\n\n".join(passage.text for passage in passages) + "\n"
    CheckRegistry().register_many(check for check in __register__ if check.path.startswith(_OF_PROSELINT))
    checks = {name: name in _OF_PROSELINT for name in DEFAULT["checks"]}
    for found in LintFile(Path("all"), content=text).lint({**DEFAULT, "checks": checks}):
        start, end = found.check_result.span
        number = bisect_right(starts, start) - 1
        said = passages[number].text[max(0, start - starts[number] - 40) : end - starts[number] + 40]
        yield Fault(f"proselint, {found.check_result.check_path}", passages[number], said)


_LAWS = ("lessons/laws/", "lessons/glossary.yaml", "tutor/codes/")
"""Laws call opponents adversaries, and so do we where we tell what they lay down."""


def is_gendered(passage: Passage) -> bool:
    """Whether a passage says *he* of somebody who may be a woman: of anyone but an author."""
    return bool(_HE.search(passage.text)) and not _AUTHOR.search(passage.text)

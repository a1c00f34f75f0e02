"""The deals that are not games: their list, each deal, the endings, the single hands, and the audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from flask import Blueprint, render_template, request, url_for

from tutor.analysis import double_dummy
from tutor.analysis.claims import ClaimVerdict
from tutor.analysis.odds import Agreement, spoken
from tutor.citations import SOURCES, Source
from tutor.library.audit import AuditedClaim, Auditor, judged
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Provenance
from tutor.library.odds import OddsFile
from tutor.library.themes import EntryKind
from tutor.web.classroom.authored_content import deal_of, group_of, problem_of
from tutor.web.classroom.secrecy import check_deal, check_ending, tells_of_work
from tutor.web.filters import listing
from tutor.web.formatting import score_words
from tutor.web.services import services

blueprint = Blueprint("deals", __name__)


@blueprint.get("/deals/")
def index() -> str:
    """Every deal, ending and group of hands, or those that the filters let through."""
    library = services().library
    found = listing(EntryKind.DEAL, EntryKind.ENDING, EntryKind.HANDS, endpoint="deals.index")
    games = sum(entry.kind is EntryKind.GAME and found.wanted.takes(entry) for entry in library.entries)
    return render_template("explore/deals.html", listing=found, library=library, Kind=EntryKind, games=games)


@blueprint.get("/deals/<deal_id>")
def deal(deal_id: str) -> str:
    """A deal: the four hands at once, and the calls and the author’s remarks when the reader asks."""
    found = deal_of(deal_id)
    check_deal(found.deal)
    return deal_page(found)


def deal_page(found: ExampleDeal, **more: object) -> str:
    """The page of a deal, in the library or not."""
    library = services().library
    ids = [None, *library.deals, None]
    place = ids.index(found.id) if found.id in library.deals else 0
    before, after = (ids[place - 1], ids[place + 1]) if place else (None, None)
    return render_template(
        "explore/deal.html",
        score_words=score_words,
        deal=found,
        audited=_audited(found),
        table=double_dummy.tricks_by_denomination(found.deal),
        before=library.deals[before] if before else None,
        after=library.deals[after] if after else None,
        rulebook=library.rulebook,
        Verdict=ClaimVerdict,
        **more,
    )


def _audited(found: ExampleDeal | Problem) -> Sequence[AuditedClaim]:
    """The author’s claims, judged. Those of the library are judged only once."""
    if found.id in services().library.deals or found.id in services().library.problems:
        return services().auditor.of(found.id)
    return _judged(found)


@lru_cache(64)  # judging is slow, and a page is requested again
def _judged(found: ExampleDeal | Problem) -> tuple[AuditedClaim, ...]:
    return judged(found.id, found.title, found.subject, found.claims)


@blueprint.get("/endings/<problem_id>")
def ending(problem_id: str) -> str:
    """An ending: first the question, then what the author says."""
    found = problem_of(problem_id)
    check_ending(found)
    return ending_page(found)


def ending_page(problem: Problem, **more: object) -> str:
    """The page of an ending, in the library or not."""
    return render_template(
        "learn/ending.html",
        problem=problem,
        audited=_audited(problem),
        Provenance=Provenance,
        Verdict=ClaimVerdict,
        **more,
    )


@blueprint.get("/hands/<group_id>")
def hands(group_id: str) -> str:
    """The single hands of one theme."""
    return hands_page(group_of(group_id))


def hands_page(group: HandsGroup, **more: object) -> str:
    """The page of a group of hands, in the library or not."""
    return render_template("explore/hands.html", group=group, auditor=_auditor(group), **more)


def _auditor(group: HandsGroup) -> Auditor | _OfOne:
    """The judge of the claims about the hands of a group."""
    return services().auditor if group.id in services().library.groups else _OfOne(group)


@dataclass(frozen=True, slots=True)
class _OfOne:
    """Judges the claims of a group of hands that is not in the library."""

    group: HandsGroup

    def of(self, where: str) -> tuple[AuditedClaim, ...]:
        """The claims about one of its hands, judged."""
        hand = next(hand for hand in self.group.hands if hand.id == where)
        return judged(where, hand.title, hand.subject, hand.claims)


@dataclass(frozen=True, eq=False)
class Audit:
    """The claims to show, by place, and their numbers by author and verdict. It is equal only to itself."""

    author: str
    verdict: str
    shown: Mapping[str, Sequence[AuditedClaim]]
    counts: Mapping[tuple[str, ClaimVerdict], int]

    @property
    def number(self) -> int:
        return sum(map(len, self.shown.values()))

    @property
    def sources(self) -> list[Source]:
        """The authors of claims, in the order of their books."""
        return [source for key, source in SOURCES.items() if any(key == author for author, _ in self.counts)]


@blueprint.get("/audit")
def audit() -> str:
    """The audit: every claim, or those of one author or with one verdict."""
    author, verdict = request.args.get("author", ""), request.args.get("verdict", ClaimVerdict.FAILS.value)
    known = author in ("", *SOURCES) and verdict in ("", *(known.value for known in ClaimVerdict))
    found = _audit(services().auditor, *((author, verdict) if known else ("none", "none")))
    found = replace(found, shown={where: claims for where, claims in found.shown.items() if not tells_of_work(where)})
    return render_template("explore/audit.html", audit=found, Verdict=ClaimVerdict, address=_address)


@lru_cache(maxsize=64)  # more than there are authors and verdicts
def _audit(auditor: Auditor, author: str, verdict: str) -> Audit:
    shown: dict[str, list[AuditedClaim]] = {}
    counts: Counter[tuple[str, ClaimVerdict]] = Counter()
    for audited in auditor.all():
        counts[audited.source, audited.judgement.verdict] += 1
        if author in ("", audited.source) and verdict in ("", audited.judgement.verdict.value):
            shown.setdefault(audited.where, []).append(audited)
    return Audit(author, verdict, shown, counts)


def _address(where: str) -> str:
    """The page of a game, a deal, an ending or a hand, or else of the odds."""
    library = services().library
    if where in library.games:
        return url_for("games.deal", game_id=where)
    if where in library.deals:
        return url_for("deals.deal", deal_id=where)
    if where in library.problems:
        return url_for("deals.ending", problem_id=where)
    if where in library.odds:
        return url_for("deals.odds")
    group = next(group for group in library.groups.values() if any(hand.id == where for hand in group.hands))
    return url_for("deals.hands", group_id=group.id, _anchor=where)


@blueprint.get("/odds")
def odds() -> str:
    """The authors’ odds, each beside the exact chance."""
    files = [(file, _agreements(file)) for file in services().library.odds.values()]
    return render_template("explore/odds.html", files=files, SOURCES=SOURCES, spoken=spoken)


@cache
def _agreements(file: OddsFile) -> tuple[tuple[Agreement, int], ...]:
    """The number of odds of a file by their agreement with the truth, without the zeros."""
    counts = Counter(odds.agreement for odds in file.odds)
    return tuple((agreement, counts[agreement]) for agreement in Agreement if counts[agreement])

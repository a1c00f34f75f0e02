"""Matches in and out of the study: what is written down, and the rubber that it stands for."""

from __future__ import annotations

from tutor.codes import CODES, code
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.study.store import KeptMatch, Study
from tutor.tables.match import Match, Strictness


def begin(study: Study, match: Match) -> int:
    """Keeps a match that begins, and gives its number."""
    return study.begin_match(_kept(match))


def keep(study: Study, key: int, match: Match) -> None:
    """Keeps how far a match has come."""
    study.keep_match(key, _kept(match))


def find(study: Study, key: int) -> Match | None:
    """The match of a number; None where there is none, or where it was played under a code that is no more."""
    kept = study.match(key)
    if kept is None or kept.code not in CODES:
        return None
    given = tuple(Deal.parse(line[2:], Seat.parse(line[0])) for line in kept.given)
    return Match(code(kept.code), kept.seed, Seat.parse(kept.player), Strictness(kept.strictness), given, kept.records)


def _kept(match: Match) -> KeptMatch:
    given = tuple(f"{deal.dealer.letter} {deal}" for deal in match.given)
    return KeptMatch(match.code.key, match.seed, match.player.letter, match.strictness.value, given, match.records)

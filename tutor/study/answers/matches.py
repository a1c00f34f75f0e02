"""Matches in and out of the study: what is written down, and the rubber that it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.codes import CODES, code
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.study.answers.store import Answer, SavedMatch, Study
from tutor.tables.match import Match, Strictness


def begin(study: Study, match: Match, assignment: int | None = None, attempt: int | None = None) -> int:
    """Keeps a match that begins, for an attempt at an assignment where it is played for one, and gives its number."""
    return study.begin_match(replace(_kept(match), assignment=assignment, attempt=attempt))


def keep(study: Study, key: int, match: Match, was: Match, answers: Sequence[tuple[Answer, str]] = ()) -> None:
    """Keeps how far a match has come, with what is answered by that, where it stands as it `was`.

    Raises `PlayedOn` where it does not, and `AnsweredBefore`; nothing is kept then.
    """
    study.keep_match(key, _kept(match), _kept(was), answers)


def find(study: Study, key: int) -> Match | None:
    """The match of a number; None where there is none, or where it was played under a code that is no more."""
    kept = study.match(key)
    if kept is None or kept.code not in CODES:
        return None
    given = tuple(deal_of(line) for line in kept.given)
    return Match(code(kept.code), kept.seed, Seat.parse(kept.player), Strictness(kept.strictness), given, kept.records)


def line_of(deal: Deal) -> str:
    """A deal as it is written down: who dealt, and the hands."""
    return f"{deal.dealer.letter} {deal}"


def deal_of(line: str) -> Deal:
    """The deal that was written down so. Raises `Malformed`, `NotAPack`."""
    return Deal.parse(line[2:], Seat.parse(line[:1]))


def _kept(match: Match) -> SavedMatch:
    given = tuple(line_of(deal) for deal in match.given)
    return SavedMatch(match.code.key, match.seed, match.player.letter, match.strictness.value, given, match.records)

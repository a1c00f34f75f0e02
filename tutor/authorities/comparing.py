"""The masters compared: one view, every authority that has something to say on it, and the fact on which they part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from tutor.authorities.authority import Authority
from tutor.authorities.boundary import NearMiss, Neighbourhood
from tutor.authorities.rules import Advice, Answer, Question, Silent
from tutor.view import View


@dataclass(frozen=True, slots=True)
class Parting:
    """Two authorities who would do different things: what each goes by, and what each has against the other’s answer.

    `against` holds, for each of the two, the author’s rules that could have led to the other’s answer, the nearest
    first.
    """

    authorities: tuple[str, str]
    because: tuple[str, str]
    against: tuple[tuple[NearMiss, ...], tuple[NearMiss, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What each authority says on a view, in the order of their books, and where two of them part."""

    question: Question
    voices: tuple[tuple[str, Advice], ...]
    silent: tuple[Silent, ...]
    partings: tuple[Parting, ...]

    @property
    def is_agreed(self) -> bool:
        return not self.partings


def compare(authorities: Iterable[Authority], view: View, question: Question) -> Comparison:
    """What the authorities say on a view; they part where no answer of one is acceptable to the other."""
    heard = [(author, author.advise(view, question, widely=True)) for author in authorities]
    speaking = [(author, advice) for author, advice in heard if isinstance(advice, Advice)]
    return Comparison(
        question,
        tuple((author.key, advice) for author, advice in speaking),
        tuple(advice for _, advice in heard if isinstance(advice, Silent)),
        tuple(_partings(speaking, view, question)),
    )


def _partings(speaking: list[tuple[Authority, Advice]], view: View, question: Question) -> Iterator[Parting]:
    near = {author.key: Neighbourhood(author, view, question, within=NEAR) for author, _ in speaking}
    for (one, his), (other, others) in combinations(speaking, 2):
        if not _accepts(his, others.answers) and not _accepts(others, his.answers):
            yield Parting(
                (one.key, other.key),
                (his.because, others.because),
                (_against(near[one.key], others), _against(near[other.key], his)),
            )


NEAR = 48
"""How many of the smallest exchanges of a card are looked at for what keeps an author from another’s answer."""


def _accepts(advice: Advice, answers: tuple[Answer, ...]) -> bool:
    return any(answer in (*advice.answers, *advice.acceptable) for answer in answers)


def _against(near: Neighbourhood, advice: Advice) -> tuple[NearMiss, ...]:
    misses = dict.fromkeys(miss for answer in advice.answers for miss in near.against(answer) if not miss.fits)
    return tuple(miss for miss in misses if near.advice and miss.fact != near.advice.because)

"""Which rules of an author the decisions of several deals followed, and which they broke."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tutor.authorities.rules import Advice
from tutor.tables.review import ReviewedDecision


@dataclass(frozen=True, slots=True)
class RuleTally:
    """How often a rule decided, how often it was followed, and the deals in which it was not.

    `advice` is an example of it: the first that was not followed, or else the first.
    """

    advice: Advice
    followed: int
    broken_in: tuple[int, ...]

    @property
    def broken(self) -> int:
        """How often it was not followed."""
        return len(self.broken_in)

    @property
    def decided(self) -> int:
        """How often it decided."""
        return self.followed + self.broken


def tallies(decisions: Mapping[int, Iterable[ReviewedDecision]]) -> tuple[RuleTally, ...]:
    """The rules that decided in deals, by their numbers: those broken most often first."""
    followed: dict[str, int] = {}
    broken: dict[str, list[int]] = {}
    examples: dict[str, Advice] = {}
    for number, reviewed in decisions.items():
        for one in reviewed:
            if not isinstance(one.advice, Advice):
                continue
            rule = one.advice.rule.id
            if one.is_advised:
                followed[rule] = followed.get(rule, 0) + 1
                examples.setdefault(rule, one.advice)
            else:
                if rule not in broken:
                    examples[rule] = one.advice
                broken.setdefault(rule, []).append(number)
    found = [RuleTally(advice, followed.get(rule, 0), tuple(broken.get(rule, ()))) for rule, advice in examples.items()]
    return tuple(sorted(found, key=lambda one: (-one.broken, -one.decided, one.advice.rule.id)))

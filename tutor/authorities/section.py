"""The rules of a part of a book, written in the order in which they are tried, so that the code reads like the book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from tutor.authorities.rules import Answer, Finding, Guard, Rule, Why
from tutor.citations import Citation

F = TypeVar("F")


def row_of(words: str) -> str:
    """The name of the row that a table calls so: in such names, to which games refer, the word for the jack is an older
    one.
    """
    return words.replace("jack", "knave")


class Section(Sequence[Rule[F]], Generic[F]):
    """Rules that stand together in a book, to which each is added by a decorator on its condition.

    `source` is the key of the book. `given` is what every rule of the section wants: it is asked once for all of them.
    `advises` are the answers of each rule that does not name its own, where they are the same on every view.

        lead = Section[Opening](KEY)

        @lead.rule("abc-lead-trump-plain", "Without such a suit, lead an ace.", page=140, lines=(7002, 7004), row="ace")
        def ace(opening: Opening) -> Finding:
            suits = opening.having(lambda holding: Rank.ACE in holding)
            if not suits:
                return no("there is no ace in a plain suit")
            return yes(lambda: f"an ace in {opening.names(suits)}", *opening.cards(Rank.ACE, suits))
    """

    def __init__(self, source: str, *, given: Guard[F] | None = None, advises: tuple[Answer, ...] = ()) -> None:
        self.source = source
        self.given = given
        self.advises = advises
        self._rules: list[Rule[F]] = []

    def rule(
        self,
        rule_id: str,
        says: str,
        *,
        lines: tuple[int, int],
        page: int | None = None,
        row: str = "",
        advises: tuple[Answer, ...] = (),
        why: str | None = None,
        why_page: int | None = None,
        why_lines: tuple[int, int] | None = None,
    ) -> Callable[[Callable[[F], Finding]], Rule[F]]:
        """Makes a rule of its condition and adds it, as the next that is tried.

        `page` and `lines` are where it stands. `why` is its explanation, or `NO_REASON`; of several rules of one id
        the first has it. It stands where the rule does, unless `why_lines` name other lines, there or on `why_page`.
        """

        def add(test: Callable[[F], Finding]) -> Rule[F]:
            citation = Citation(self.source, page, lines)
            there = Citation(self.source, why_page or page, why_lines) if why_lines else citation
            explanation = None if why is None else Why(why, there)
            rule = Rule(rule_id, says, citation, test, row_of(row), advises or self.advises, explanation, self.given)
            self._rules.append(rule)
            return rule

        return add

    def add(self, *rules: Rule[F]) -> None:
        """Adds rules that are made elsewhere, as the next that are tried."""
        self._rules += rules

    @overload
    def __getitem__(self, place: int) -> Rule[F]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Rule[F]]: ...
    def __getitem__(self, place: int | slice) -> Rule[F] | Sequence[Rule[F]]:
        return self._rules[place]

    def __len__(self) -> int:
        return len(self._rules)

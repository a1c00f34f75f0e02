"""What a code of laws answers to an offence: a ruling, or silence with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from tutor.citations import SOURCES
from tutor.codes.laws import LawRef
from tutor.codes.offences.acts import QUESTIONS, Act, Offence, OffenceQuestion, Role, When
from tutor.codes.offences.effects import Effect, Stands, Then, What
from tutor.codes.offences.games import ANY, GameFeatures


class Chooser(Enum):
    """The player who may choose among the effects."""

    NOBODY = "nobody: the law decides"
    DECLARER = "the dealer or declarer, who plays both hands"
    DEALER = "the dealer"
    DEALING_SIDE = "the dealer or the dealer’s partner"
    EITHER_ADVERSARY = "either adversary of the offender"
    ADVERSARIES = "the adversaries of the offender"
    ELDEST = "the eldest hand"
    LEFT = "the adversary on the offender’s left"
    MAKER = "the maker of the trump"
    LAST_DOUBLER = "the adversary who doubled last"
    FOLLOWERS = "the players who followed"
    PLAYERS = "the players"
    OTHERS = "the players against the offender"

    __hash__ = object.__hash__


class Counsel(Enum):
    """Whether partners may speak of the choice."""

    UNSAID = ""
    ALONE = "without consulting their partner"
    TOGETHER = "after consulting their partner"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class PenaltyChoice:
    """A choice: effects that come together."""

    effects: tuple[Effect, ...]

    @property
    def words(self) -> str:
        return "; ".join(effect.words for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a code says to an offence.

    `choices` are what `chooser` may exact, one of them. `always` follows whichever is chosen, or if there is nothing to
    choose. `note` says what the text leaves open, or adds.
    """

    offence: Offence
    laws: tuple[LawRef, ...]
    chooser: Chooser
    choices: tuple[PenaltyChoice, ...]
    always: tuple[Effect, ...]
    counsel: Counsel = Counsel.UNSAID
    note: str = ""

    @property
    def decides(self) -> tuple[object, ...]:
        """All in which two codes can differ: who may choose, how, and what follows; neither numbers nor wording."""
        return self.chooser, self.counsel, frozenset(self.choices), frozenset(self.always)

    def effects(self) -> Iterator[Effect]:
        """Every effect that can follow."""
        for choice in self.choices:
            yield from choice.effects
        yield from self.always


@dataclass(frozen=True, slots=True)
class Silence:
    """A code has no law for an offence, for a reason; it may be that it cannot arise in the game at all."""

    offence: Offence
    why: str
    arises: bool = True

    @property
    def decides(self) -> tuple[object, ...]:
        """See `Ruling`: all silences are alike."""
        return ()


Answer = Ruling | Silence


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a code’s table: the offences that it answers, by act, doers and circumstances, and the answer.

    `laws` are named by topic, so that a revision with other numbers keeps the row. A row without laws is silent, for
    the reason in `note`. Empty `by` and `when` stand for all that can be asked of the act.
    """

    act: Act
    laws: tuple[str, ...]
    by: tuple[Role, ...] = ()
    when: tuple[When, ...] = ()
    chooser: Chooser = Chooser.NOBODY
    choices: tuple[tuple[Effect, ...], ...] = ()
    always: tuple[Effect, ...] = ()
    counsel: Counsel = Counsel.UNSAID
    note: str = ""

    def offences(self) -> Iterator[Offence]:
        question = QUESTIONS[self.act]
        return OffenceQuestion(self.act, self.by or question.by, self.when or question.when).offences()

    def answer(self, offence: Offence, laws: Mapping[str, LawRef]) -> Answer:
        if not self.laws:
            return Silence(offence, self.note)
        choices = tuple(map(PenaltyChoice, self.choices))
        cited = tuple(dict.fromkeys(laws[topic] for topic in self.laws))
        return Ruling(offence, cited, self.chooser, choices, self.always, self.counsel, self.note)


def silent(act: Act, why: str, by: tuple[Role, ...] = (), when: tuple[When, ...] = ()) -> Row:
    """A row that says why a code has no law."""
    return Row(act, (), by, when, note=why)


NEW_DEAL_OR_NOT: tuple[tuple[Effect, ...], ...] = ((Then.NEW_DEAL,), (Stands(What.DEAL),))
NEW_DEAL_UNCALLED: tuple[tuple[Effect, ...], ...] = ((Then.NEW_DEAL,), (Stands(What.DEAL), Then.CANNOT_BE_CALLED))
"""The choice of a new deal, and the same where the deal that stands leaves an exposed card that cannot be called."""


@dataclass(frozen=True, slots=True, eq=False)
class Offences:
    """All that a code of laws says of offences: its laws by topic, and an answer to each offence.

    A game that another code governs is a `variant` of that code, with a title and key of its own: it `follows` the
    body of laws of that key. `game` says what there is in it for a law to apply to.
    """

    key: str
    title: str
    source: str
    laws: Mapping[str, LawRef]
    rows: Mapping[Offence, Row]
    game: GameFeatures = ANY
    follows: str = ""

    @classmethod
    def begin(
        cls, key: str, title: str, source: str, laws: Mapping[str, str], rows: Iterable[Row], game: GameFeatures
    ) -> Offences:
        """The table of a code that revises none; its laws are numbers by topic."""
        empty = cls(key, title, source, MappingProxyType({}), MappingProxyType({}), game)
        return empty.revised(key, title, source, laws, rows)

    def revised(
        self,
        key: str,
        title: str,
        source: str,
        laws: Mapping[str, str],
        rows: Iterable[Row],
        game: GameFeatures | None = None,
    ) -> Offences:
        """The table of a revision: all its laws, since their numbers are others, and the rows that differ."""
        refs = MappingProxyType({topic: LawRef(key, number) for topic, number in laws.items()})
        return Offences(key, title, source, refs, self._with(rows), game or self.game)

    def variant(
        self,
        key: str,
        title: str,
        game: GameFeatures,
        rows: Iterable[Row] = (),
        laws: Mapping[str, LawRef] = MappingProxyType({}),
    ) -> Offences:
        """The table of a game that these laws govern but for some rows, and for rules of its own by topic.

        Laws that nothing in the game comes under are left out of it.
        """
        every = {**self.laws, **laws}
        table = Offences(key, title, self.source, every, self._with(rows), game, self.follows or self.key)
        rulings = (answer for answer in map(table.answer, table.rows) if isinstance(answer, Ruling))
        used = {law for ruling in rulings for law in ruling.laws}
        return replace(table, laws=MappingProxyType({topic: law for topic, law in every.items() if law in used}))

    def _with(self, rows: Iterable[Row]) -> Mapping[Offence, Row]:
        changed = {offence: row for row in rows for offence in row.offences()}
        return MappingProxyType({**self.rows, **changed})

    @property
    def author(self) -> str:
        return SOURCES[self.source].author

    def answer(self, offence: Offence) -> Answer:
        """The ruling, or the silence with its reason. Raises `KeyError` for what no question covers."""
        row = self.rows[offence]
        without = self.game.without(offence)
        if without:
            return Silence(offence, row.note if not row.laws and not self.follows else without, arises=False)
        answer = row.answer(offence, self.laws)
        return self._fitted(answer) if isinstance(answer, Ruling) else answer

    def _fitted(self, ruling: Ruling) -> Answer:
        """A ruling without what cannot follow in the game; silence where nothing is left of it."""
        offence, game = ruling.offence, self.game

        def kept(effects: Iterable[Effect]) -> tuple[Effect, ...]:
            return tuple(effect for effect in effects if game.can_follow(effect, offence))

        choices = tuple(PenaltyChoice(kept(one.effects)) for one in ruling.choices if kept(one.effects))
        always = kept(ruling.always)
        if not choices and not always:
            return Silence(offence, "The penalty falls on a partner, and the offender has none.")
        has_counsel = not game.chooses_alone(offence)
        fitted = replace(
            ruling, choices=choices, always=always, counsel=ruling.counsel if has_counsel else Counsel.UNSAID
        )
        if not choices and ruling.choices:
            fitted = replace(fitted, chooser=Chooser.NOBODY)
        if game.is_each_for_himself and fitted.chooser in (Chooser.EITHER_ADVERSARY, Chooser.ADVERSARIES):
            fitted = replace(fitted, chooser=Chooser.OTHERS)
        if fitted.chooser is Chooser.DEALING_SIDE and Role.DEALER in game.alone:
            fitted = replace(fitted, chooser=Chooser.DEALER)
        return fitted

    def cases(self, question: OffenceQuestion) -> tuple[Case, ...]:
        """What is ruled on a question, case by case: on what arises of it in this game, or that nothing does."""
        answers = self.answers(question)
        arising = tuple(one for one in answers if isinstance(one, Ruling) or one.arises)
        return cases(arising or answers, self.game)

    def answers(self, question: OffenceQuestion) -> tuple[Answer, ...]:
        """The answers to every offence that a question covers."""
        return tuple(self.answer(offence) for offence in question.offences())

    def answers_to(self, case: Case) -> tuple[Answer, ...]:
        """The answers to what another code answers as one case."""
        offence = case.answer.offence
        return self.answers(OffenceQuestion(offence.act, case.by, (offence.when,) if offence.when else ()))

    def agrees(self, case: Case) -> bool:
        """Whether all is ruled here as in a case of another code, whatever the numbers and the words of the laws."""
        return all(answer.decides == case.answer.decides for answer in self.answers_to(case))

    def cases_of(self, case: Case) -> tuple[Case, ...]:
        """What is ruled here on a case of another code."""
        return cases(self.answers_to(case), self.game)


@dataclass(frozen=True, slots=True)
class Case:
    """The same answer to several doers of the same thing: who they are, and the answer to the first of them."""

    by: tuple[Role, ...]
    answer: Answer
    game: GameFeatures = field(default=ANY, compare=False)

    @property
    def words(self) -> str:
        """The offence as a sentence without its full stop."""
        return self.game.told(self.answer.offence, self.by)


def cases(answers: Iterable[Answer], game: GameFeatures = ANY) -> tuple[Case, ...]:
    """Answers in the words of a game: circumstances in order, doers together where nothing tells them apart."""
    groups: dict[object, list[Answer]] = {}
    for answer in answers:
        told = answer.why if isinstance(answer, Silence) else (answer.decides, answer.laws, answer.note)
        groups.setdefault((answer.offence.act, answer.offence.when, told), []).append(answer)
    gathered = (
        Case(tuple(one.offence.by for one in group if one.offence.by), group[0], game) for group in groups.values()
    )
    return tuple(sorted(gathered, key=_place_in_question))


def _place_in_question(case: Case) -> int:
    offence = case.answer.offence
    return QUESTIONS[offence.act].when.index(offence.when) if offence.when else 0

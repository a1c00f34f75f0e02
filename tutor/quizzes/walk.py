"""A position that changes step by step, while the same rule of an author still decides it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tutor.auction import Calling
from tutor.authorities.authority import Authority
from tutor.authorities.boundary import Change
from tutor.authorities.fitting import why_impossible
from tutor.authorities.rules import Advice, Answer
from tutor.cards import PACK, Card, Hand, Rank, Suit
from tutor.codes import Code
from tutor.library.positions import PositionQuestion
from tutor.quizzes.author_exercise import code_of, offered
from tutor.quizzes.natural import oddness
from tutor.quizzes.sense import at_a_glance
from tutor.quizzes.varying import exchanged, turned_about
from tutor.seats import BySeat
from tutor.tables.layouts import unlikely_calls
from tutor.view import View

TRIES_PER_STEP = 2
NEAR_TRIES = 30
"""How many exchanges are tried for one that changes the advice."""
INSIDE_TRIES = 5
"""How many exchanges must leave the rule deciding where it decides well inside its bounds."""
NEXT_CARDS = 3
"""Among how many cards of a suit next to one it is exchanged."""
MOVES_INSIDE = 2
"""How often a position near the boundary is changed when one well inside is needed."""
ENDING = 5
"""The most cards a hand has when few cards are still unseen."""
ASIDE = 2
"""How many ranks a card that is unlikely to change anything is put back."""
CHANCE = 4
"""How many ranks chance may put a card back."""


@dataclass(slots=True)
class _Step:
    """A view on which the rule decides. `boundary` is an exchange that was found to make another rule decide."""

    view: View
    advice: Advice
    boundary: Change | None = None
    is_plain: bool | None = None


class Walk:
    """A position that changes step by step, while a rule still decides it.

    With `is_plain`, it ends where only the best answers are acceptable. Raises `ValueError` for a position on
    which the author is silent.
    """

    def __init__(
        self, rule_id: str, author: Authority, position: PositionQuestion, random: Random, *, is_plain: bool
    ) -> None:
        self.rule_id, self.author, self.question = rule_id, author, position.question
        self.random, self.is_plain = random, is_plain
        advice = author.advise(position.view, position.question)
        if not isinstance(advice, Advice):
            raise ValueError(f"{author.key} is silent where {rule_id} should decide: {advice}")
        self._code = code_of(author, position.view)
        self._only_allows = advice.rule.id != rule_id
        self._unlikely = self._unlikely_calls(position.view)
        self._odd = oddness(position.view)
        self._path = [_Step(position.view, advice)]

    @property
    def view(self) -> View:
        """The position as it now is."""
        return self._here.view

    @property
    def _here(self) -> _Step:
        return self._path[-1]

    # ---- going ---------------------------------------------------------------------------------------------------

    def go(self, steps: int) -> None:
        """Takes so many steps, or fewer if it must. The first exchanges the suits."""
        turned = self._turned()
        if are_lawful(turned.calling, self._code):
            self._take(turned)
        for _ in range(TRIES_PER_STEP * steps):
            steps -= self._go_one()
            if not steps:
                break
        self._go_back()

    def near(self) -> Change | None:
        """A small exchange of one card after which another rule decides and the advice changes.

        If none is found here, it goes back to the last step that had one. None if there was no such step.
        """
        for out, into in self._small_exchanges() if self._here.boundary is None else ():
            self._exchange(out, into, is_kept=False)
            if self._here.boundary is not None:
                break
        met = [place for place, step in enumerate(self._path) if step.boundary is not None]
        if met:
            del self._path[met[-1] + 1 :]
        self._go_back()
        return self._here.boundary

    def inside(self) -> Change | None:
        """None where the rule still decides after several exchanges; otherwise the exchange that changes the advice."""
        for _ in range(MOVES_INSIDE):
            if self._is_inside():
                return None
            self._go_one()
            self._go_back()
        self._is_inside()
        return self._here.boundary

    def _is_inside(self) -> bool:
        """Whether several exchanges leave the advice unchanged. The first that does not is noted."""
        for _ in range(INSIDE_TRIES):
            if self._here.boundary is None:
                self._any_exchange(is_kept=False)
        return self._here.boundary is None

    def _go_back(self) -> None:
        """Goes back to a step where nothing else is acceptable, if that is required. The first step is one."""
        while self.is_plain and len(self._path) > 1 and not self._here_is_plain():
            self._path.pop()

    def _here_is_plain(self) -> bool:
        if self._here.is_plain is None:
            self._here.is_plain = self._is_plain()
        return self._here.is_plain

    def _is_plain(self) -> bool:
        advice = self.author.advise(self.view, self.question, widely=True)
        return isinstance(advice, Advice) and not advice.acceptable

    # ---- a step --------------------------------------------------------------------------------------------------

    def _go_one(self) -> bool:
        """One step by chance; whether it was kept."""
        chance = self.random.random()
        played = [act.card for act in self.view.played() if act.card.rank < Rank.TEN]
        if played and chance < 0.15:
            old = self.random.choice(played)
            rest = [card for card in self._loose() if card.suit is old.suit and card.rank < Rank.TEN]
            return bool(rest) and self._take(exchanged(self.view, old, self.random.choice(rest)))
        if len(self.view.hand) <= ENDING and chance < 0.5:
            return self._take_from_the_played()
        if self.view.exposed and chance < 0.4:
            _, hand = self.random.choice(self.view.exposed)
            rest = [*self._unseen(), *self._held()]
            if hand and rest:
                return self._take(exchanged(self.view, self.random.choice(list(hand)), self.random.choice(rest)))
        if chance < 0.7:
            return self._near_exchange()
        return self._any_exchange(is_kept=True)

    def _take_from_the_played(self) -> bool:
        """Exchanges a card held for a played one of its suit, because an ending has few other cards to vary."""
        held = self._held()
        if not held:
            return False
        old = self.random.choice(held)
        gone = [act.card for act in self.view.played() if act.card.suit is old.suit]
        return bool(gone) and self._take(exchanged(self.view, old, self.random.choice(gone)))

    def _turned(self) -> View:
        suits = self.random.sample(list(Suit), len(Suit))
        return turned_about(self.view, dict(zip(Suit, suits, strict=True)))

    def _take(self, view: View) -> bool:
        """Goes to a view if the rule decides there and the question is fair."""
        advice = self._advice(view)
        if advice is None or not self._bears(advice, view) or not self._is_fair(advice, view):
            return False
        self._path.append(_Step(view, advice))
        return True

    def _exchange(self, out: Card, into: Card, *, is_kept: bool) -> bool:
        """Exchanges a card held for an unseen one, either to go there or only to note what changes."""
        view = exchanged(self.view, out, into)
        advice = self._advice(view)
        if advice is None:
            return False
        if self._bears(advice, view):
            if is_kept and self._is_fair(advice, view):
                self._path.append(_Step(view, advice))
                return True
        elif self._is_telling(advice, view):
            self._here.boundary = Change(out, into, view, advice)
        return False

    def _is_telling(self, advice: Advice, view: View) -> bool:
        """Whether a view gives different advice that can be explained."""
        is_other = advice.answers != self._here.advice.answers and not advice.is_undecided
        return is_other and at_a_glance(view, self.question, advice) is None

    def _near_exchange(self) -> bool:
        """An exchange for one of the next cards of the suit, up or down."""
        out = self.random.choice(self._held())
        of_suit = [card for card in self._unseen() if card.suit is out.suit]
        of_suit.sort(key=lambda card: abs(card.rank.height - out.rank.height))
        return bool(of_suit) and self._exchange(out, self.random.choice(of_suit[:NEXT_CARDS]), is_kept=True)

    def _any_exchange(self, *, is_kept: bool) -> bool:
        held, unseen = self._held(), self._unseen()
        if not held or not unseen:
            return False
        return self._exchange(self.random.choice(held), self.random.choice(unseen), is_kept=is_kept)

    def _advice(self, view: View) -> Advice | None:
        if why_impossible(view):
            return None
        advice = self.author.advise(view, self.question)
        return advice if isinstance(advice, Advice) else None

    def _bears(self, advice: Advice, view: View) -> bool:
        """Whether the rule decides. For a rule that never decides, whether it allows something."""
        if not self._only_allows:
            return advice.rule.id == self.rule_id and not advice.is_undecided
        return any(rule.id == self.rule_id for rule in self.author.allowing(view, self.question))

    def _is_fair(self, advice: Advice, view: View) -> bool:
        """Whether there is a choice, from natural hands that would have made these calls."""
        answers = offered(view, self.question, self._code)
        if not is_a_choice(advice, answers) or at_a_glance(view, self.question, advice):
            return False
        return oddness(view) <= self._odd and self._unlikely_calls(view) <= self._unlikely

    def _unlikely_calls(self, view: View) -> int:
        if not view.calling.said:
            return 0
        seen = view.seen
        hands = BySeat.each(lambda seat: seen.get(seat, Hand()))
        return unlikely_calls(view, self._code, hands, of=tuple(seen))

    # ---- exchanges -----------------------------------------------------------------------------------------------

    def _held(self) -> list[Card]:
        """The cards of the seat that decides and of the hand that it plays, except a turned-up card."""
        shown = [card for _, card in self.view.shown]
        trick = self.view.trick
        seats = dict.fromkeys([self.view.seat, *([trick.to_play] if trick and not self.question.is_of_calls else [])])
        return [card for seat in seats for card in self.view.seen.get(seat, Hand()) if card not in shown]

    def _unseen(self) -> list[Card]:
        """The cards of the pack that the seat has not seen."""
        seen = [*(card for hand in self.view.seen.values() for card in hand), *(card for _, card in self.view.shown)]
        known = {*seen, *(act.card for act in self.view.played())}
        return [card for card in PACK if card not in known]

    def _loose(self) -> list[Card]:
        return [*self._unseen(), *self._held()]

    def _small_exchanges(self) -> list[tuple[Card, Card]]:
        """Some exchanges of a card in sight for one that is not, the smallest first: in a suit, then for another suit.

        Chance changes the order a little, so that the same exchange is not always found. Cards that are unlikely to
        change anything come later: cards of suits not advised or not held, and low cards where the question is a call.
        """
        unseen, advised = self._unseen(), self._suits_advised()
        within: list[tuple[float, Card, Card]] = []
        across: list[tuple[float, Card, Card]] = []
        for place, cards in enumerate((self._held(), self._in_sight())):
            for out in cards:
                is_idle = out.rank < Rank.TEN if self.question.is_of_calls else out.suit not in advised
                aside = ASIDE * (place + is_idle) + CHANCE * self.random.random()
                for into in unseen:
                    apart = abs(out.rank.height - into.rank.height)
                    if out.suit is into.suit:
                        within.append((apart + aside + self.random.random(), out, into))
                    elif not place:
                        across.append((out.rank.height + into.rank.height / 4 + aside, out, into))
        for exchanges in (within, across):
            exchanges.sort(key=lambda one: one[0])
        few = len(across[: NEAR_TRIES // 3])
        return [(out, into) for _, out, into in (*within[: NEAR_TRIES - few], *across[:few])]

    def _in_sight(self) -> list[Card]:
        """The cards of the trick, and of hands that lie open and are not to play."""
        trick = self.view.trick
        hands = [hand for seat, hand in self.view.exposed if trick is None or seat is not trick.to_play]
        return [*(trick.cards if trick else ()), *(card for hand in hands for card in hand)]

    def _suits_advised(self) -> tuple[Suit, ...]:
        return tuple(answer.suit for answer in self._here.advice.answers if isinstance(answer, Card))


def are_lawful(calling: Calling, code: Code) -> bool:
    """Whether all the calls are lawful: after suits are exchanged, a bid may be too low."""
    before = (replace(calling, said=calling.said[:number]) for number in range(len(calling)))
    return not any(code.refusal(made, said.seat, said.call) for made, said in zip(before, calling, strict=True))


def is_a_choice(advice: Advice, answers: tuple[Answer, ...]) -> bool:
    """Whether everything advised can be chosen, and something else too."""
    return all(answer in answers for answer in advice.answers) and len(advice.answers) < len(answers)

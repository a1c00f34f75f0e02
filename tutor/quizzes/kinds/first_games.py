"""First games: play one card to a trick. They are for people who have never held a card, and need no reading first.

They use deals of whist. The answers follow from the rules of play alone, so no author is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from types import MappingProxyType

from tutor.analysis.natural import ordered
from tutor.auction import Calling
from tutor.cards import Card, Rank, Suit
from tutor.deal import Deal
from tutor.play import Play
from tutor.quizzes.exercise import (
    AnswerForm,
    Choice,
    Exercise,
    ExerciseVerdict,
    Grade,
    GradedChoice,
    Level,
    MultipleChoice,
    seeded,
    shuffled,
)
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.wording import sentence
from tutor.seats import Seat
from tutor.view import View

TAKE, FOLLOW, TRUMP, OUT = "skill-take-the-trick", "skill-follow-suit", "skill-trump-it", "skill-highest-out"
NAMES: Mapping[str, str] = MappingProxyType(
    {TAKE: "Take the trick", FOLLOW: "Follow suit", TRUMP: "Trump it", OUT: "What is still out?"}
)
"""The names of the games, in the best order to play them."""
PLAYS: Mapping[str, str] = MappingProxyType(
    {
        "term-trick": TAKE,
        "term-lead": TAKE,
        "term-follow-suit": FOLLOW,
        "term-trumps": TRUMP,
        "term-ruff": TRUMP,
    }
)
"""The game that practises what a term means. Learners meet these terms, and miss them, by playing cards."""


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What a card is worth, and why."""

    grade: Grade
    because: str


@dataclass(frozen=True)
class CardExercise(Exercise):
    """A card to be played to a trick; `worth` has every card of the hand."""

    item_id: str
    prompt_text: str
    seen: View
    worth: Mapping[Card, CardWorth]
    rule: str

    @property
    def item(self) -> str:
        return self.item_id

    @property
    def prompt(self) -> str:
        return self.prompt_text

    @property
    def facts(self) -> tuple[str, ...]:
        return (_trumps(self.seen.trumps),)

    @property
    def view(self) -> View:
        return self.seen

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CARD

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(_choice(card) for card in self.seen.hand)

    @property
    def hints(self) -> tuple[str, str, str]:
        assert self.seen.trick is not None, "somebody has led"  # noqa: S101
        suit = self.seen.trick.suit_led
        led = suit.plural if suit else ""
        return f"Look at your {led}.", self.rule, f"{self._best[0].label}."

    @property
    def answer(self) -> str:
        return self._best[0].key

    @property
    def _best(self) -> tuple[Choice, ...]:
        return tuple(_choice(card) for card, worth in self.worth.items() if worth.grade is Grade.BEST)

    def _mark(self, given: Choice) -> ExerciseVerdict:
        worth, best = self.worth[Card.parse(given.key)], self.worth[Card.parse(self.answer)]
        slip = "" if worth.grade is Grade.BEST else worth.because
        return ExerciseVerdict(given, worth.grade, worth.because, self._best, self.rule, right=best.because, slip=slip)


def _choice(card: Card) -> Choice:
    return Choice(str(card), sentence(card.name), card)


def _trumps(trumps: Suit | None) -> str:
    return f"{trumps.plural.capitalize()} are trumps." if trumps else "There are no trumps."


class FirstGames:
    """The maker of these questions."""

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        return MappingProxyType({item: Item(item, ItemKind.FIRST, name) for item, name in NAMES.items()})

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """See `ExerciseMaker`. The deals are random, and played naturally up to somebody’s turn."""
        random = seeded(item, number, level)
        asked = _ASKED[item]
        plays = _plays(random, asked.trumps)
        return next(found for play in plays if (found := asked.of(play, random)) is not None)


add_maker("first games", lambda _: FirstGames())


def _plays(random: Random, has_trumps: Callable[[Random], bool]) -> Iterator[Play]:
    """Random deals in the middle of play, each at a different card."""
    while True:
        deal = Deal.shuffled(random, Seat.SOUTH)
        play = Play.of(deal, random.choice(tuple(Suit)) if has_trumps(random) else None)
        for _ in range(random.randrange(1, 28)):
            play = play.after(ordered(play, None)[0])
        yield play


def _view(play: Play) -> View:
    return View.of(play.to_play, Calling(play.to_play.right), play)


def _of_this_trick(play: Play) -> View:
    """The view of this trick alone; earlier tricks do not matter here."""
    return replace(_view(play), tricks=())


# ---- take the trick ----------------------------------------------------------------------------------------------


def _take(play: Play, random: Random) -> Exercise | None:
    """The last card to a trick that the others are winning, with cards of the suit that win and cards that do not."""
    del random
    hand, led = play.hands[play.to_play], play.trick.suit_led
    if len(play.trick.cards) != 3 or led is None or not hand[led] or _is_ours(play):
        return None
    winning = _winning_card(play)
    wins = [card for card in play.lawful() if _would_win(play, card)]
    if not wins or len(wins) == len(play.lawful()):
        return None
    cheapest = min(wins, key=_height)
    worth = {card: _worth_of_taking(play, card, winning, cheapest) for card in hand}
    rule = "The highest card of the suit led wins. Take it as cheaply as you can."
    return CardExercise(TAKE, "You play last. Take the trick.", _of_this_trick(play), MappingProxyType(worth), rule)


def _worth_of_taking(play: Play, card: Card, winning: Card, cheapest: Card) -> CardWorth:
    illegal = _cannot_be_played(play, card)
    if illegal:
        return illegal
    if not _would_win(play, card):
        return CardWorth(Grade.NOT_ADVISED, f"the {winning.name} beats it")
    if card is cheapest:
        return CardWorth(Grade.BEST, f"it beats the {winning.name}, and no lower card of yours does")
    return CardWorth(Grade.ACCEPTABLE, f"it wins, but the {cheapest.rank.word} is enough")


# ---- follow suit -------------------------------------------------------------------------------------------------


def _follow(play: Play, random: Random) -> Exercise | None:
    """Any card that may be played, for somebody who has cards of the suit led and of others."""
    del random
    hand, led = play.hands[play.to_play], play.trick.suit_led
    if led is None or len(hand) < 5 or not hand[led] or len(hand[led]) == len(hand):
        return None
    follows = CardWorth(Grade.BEST, f"{led.plural} were led, and you have {led.plural}")
    worth = {card: _cannot_be_played(play, card) or follows for card in hand}
    rule = "If you have a card of the suit led, play one. If you have none, play any card."
    prompt = "Which card may you play? Choose one."
    return CardExercise(FOLLOW, prompt, _of_this_trick(play), MappingProxyType(worth), rule)


def _cannot_be_played(play: Play, card: Card) -> CardWorth | None:
    led = play.trick.suit_led
    if card in play.lawful() or led is None:
        return None
    return CardWorth(Grade.NOT_ADVISED, f"{led.plural} were led, and you have {led.plural}: play one of them")


# ---- trump it ----------------------------------------------------------------------------------------------------


def _trump(play: Play, random: Random) -> Exercise | None:
    """A trick that the others are winning, for somebody with trumps and no card of the suit led."""
    del random
    hand, led, trumps = play.hands[play.to_play], play.trick.suit_led, play.trumps
    if trumps is None or led in (None, trumps) or len(play.trick.cards) != 3 or _is_ours(play):
        return None
    if led is None or hand[led] or not hand[trumps] or len(hand[trumps]) == len(hand):
        return None
    wins = [card for card in hand if _would_win(play, card)]
    if not wins:
        return None
    winning, cheapest = _winning_card(play), min(wins, key=_height)
    worth = {card: _worth_of_trumping(play, card, winning, cheapest) for card in hand}
    rule = "Any trump beats every card of another suit. Between two trumps the higher wins."
    prompt = f"You have no {led.plural}. Take the trick."
    return CardExercise(TRUMP, prompt, _of_this_trick(play), MappingProxyType(worth), rule)


def _worth_of_trumping(play: Play, card: Card, winning: Card, cheapest: Card) -> CardWorth:
    if card.suit is not play.trumps:
        return CardWorth(Grade.NOT_ADVISED, f"only a trump can beat the {winning.name}")
    if not _would_win(play, card):
        return CardWorth(Grade.NOT_ADVISED, f"the {winning.name} is a higher trump")
    if card is cheapest:
        return CardWorth(Grade.BEST, f"it beats the {winning.name}, and no lower card of yours does")
    return CardWorth(Grade.ACCEPTABLE, f"it wins, but the {cheapest.rank.word} is enough")


# ---- what is still out -------------------------------------------------------------------------------------------


def _out(play: Play, random: Random) -> Exercise | None:
    """The highest card of a suit that is neither gone nor in the player’s own hand, after a few tricks."""
    if play.trick.cards or not 2 <= len(play.tricks) <= 5:
        return None
    hand = play.hands[play.to_play]
    gone = {played.card for played in play.played()}
    suits = [suit for suit in Suit if hand[suit] and sum(card.suit is suit for card in gone) > 2]
    if not suits:
        return None
    suit = random.choice(suits)
    held = {card for card in hand if card.suit is suit}
    cards = [Card(suit, rank) for rank in sorted(Rank, reverse=True)]
    out = [card for card in cards if card not in gone and card not in held]
    if len(out) < 2 or out[0].rank is Rank.ACE:
        return None
    higher_gone = [card for card in cards if card in gone and card.rank > out[1].rank]
    options = [_option(out[0], f"every {suit.singular} above it is gone or in your hand", Grade.BEST)]
    options.append(_option(out[1], f"the {out[0].rank.word} is out too, and higher"))
    options += [_option(card, f"the {card.rank.word} is gone") for card in higher_gone[:1]]
    options += [_option(card, f"you have the {card.rank.word} yourself") for card in sorted(held, key=_height)[-1:]]
    return MultipleChoice(
        item=OUT,
        prompt=f"Which is the highest {suit.singular} that the others still have?",
        facts=(_trumps(play.trumps),),
        view=_view(play),
        options=shuffled(random, tuple(options)),
        look=f"Look at the {suit.plural} that are gone, from the ace down.",
        rule="Begin with the ace and go down. Leave out what is gone and what you hold.",
    )


def _option(card: Card, because: str, grade: Grade = Grade.NOT_ADVISED) -> GradedChoice:
    return GradedChoice(str(card), sentence(card.name), because, grade)


# ---- the trick ---------------------------------------------------------------------------------------------------


def _is_ours(play: Play) -> bool:
    return play.trick.winner(play.trumps).side is play.to_play.side


def _winning_card(play: Play) -> Card:
    card = play.trick.card_of(play.trick.winner(play.trumps))
    assert card is not None, "a trick that has begun has a winner"  # noqa: S101
    return card


def _would_win(play: Play, card: Card) -> bool:
    return card in play.lawful() and play.after(card).tricks[-1].winner(play.trumps) is play.to_play


def _height(card: Card) -> int:
    return card.rank.height


@dataclass(frozen=True, slots=True)
class _Asked:
    """A game: what it asks on a play, if it can, and whether there are trumps."""

    of: Callable[[Play, Random], Exercise | None]
    trumps: Callable[[Random], bool]


_ASKED: Mapping[str, _Asked] = MappingProxyType(
    {
        TAKE: _Asked(_take, lambda _: False),
        FOLLOW: _Asked(_follow, lambda random: random.random() < 0.5),
        TRUMP: _Asked(_trump, lambda _: True),
        OUT: _Asked(_out, lambda _: False),
    }
)

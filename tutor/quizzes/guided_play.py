"""A guided deal under way: the learner’s cards, and how the others answer them.

The others follow the line of the lesson as long as the learner does. After any other card they see all four hands and
play their best. So a mistake costs the most it can, and the same cards always bring the same replies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from tutor.analysis.double_dummy import tricks_by_card
from tutor.analysis.natural import ordered
from tutor.authorities import authority
from tutor.authorities.rules import Advice
from tutor.cards import Card, Suit
from tutor.errors import Illegal, Malformed
from tutor.library.guided_deals import ANY_OTHER, GuidedDeal, Moment
from tutor.play import Play
from tutor.quizzes.exercise import Grade
from tutor.seats import Seat
from tutor.wording import figured

_Standing = tuple[Seat, tuple[tuple[Seat, Suit, int], ...], tuple[tuple[Suit, int], ...]]


@dataclass(frozen=True, slots=True)
class DealAnswer:
    """What the learner did: their cards in order, and the moments missed before the card was taken back.

    It is written `SA H4 -2`: two cards, and a miss at the second moment.
    """

    cards: tuple[Card, ...] = ()
    missed: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, text: str) -> DealAnswer:
        """The answer of a text. Raises `Malformed`."""
        words = text.split()
        misses = [word[1:] for word in words if word.startswith("-")]
        if len(words) > MOST_WORDS or not all(miss.isascii() and miss.isdecimal() for miss in misses):
            raise Malformed("play", text[:80], "it is not a list of cards", "Play the deal on its page")
        cards = tuple(Card.parse(word) for word in words if not word.startswith("-"))
        return cls(cards, frozenset(map(int, misses)))

    def __str__(self) -> str:
        return " ".join([*map(str, self.cards), *(f"-{miss}" for miss in sorted(self.missed))])


MOST_WORDS = 40
"""More than the cards of two hands and the moments of a deal together."""


@dataclass(frozen=True, slots=True)
class MomentVerdict:
    """What a card was worth at a moment; `number` is that of the moment, from 1."""

    number: int
    moment: Moment
    card: Card
    grade: Grade
    best: tuple[Card, ...]

    @property
    def slip(self) -> str:
        """What the lesson says of the card, where it is wrong."""
        wrong = self.moment.wrong
        return "" if self.grade.is_right else wrong.get(str(self.card), wrong.get(ANY_OTHER, ""))


@dataclass(frozen=True)
class GuidedPlay:
    """A guided deal after some cards of the learner, and the answers of the others up to the learner’s next turn."""

    deal: GuidedDeal
    play: Play
    cards: tuple[Card, ...] = ()

    @classmethod
    def begun(cls, deal: GuidedDeal) -> GuidedPlay:
        """The deal at the learner’s first turn."""
        return cls(deal, _answered(deal, deal.start, is_begun=False))

    @classmethod
    def after_all(cls, deal: GuidedDeal, cards: Sequence[Card]) -> GuidedPlay:
        """The deal after these cards of the learner. Raises `Illegal` for one that may not be played."""
        guided = cls.begun(deal)
        for card in cards:
            guided = guided.after(card)
        return guided

    def after(self, card: Card) -> GuidedPlay:
        """The deal after one more card. Raises `Illegal` for one that may not be played."""
        refusal = self.play.refusal(card)
        if refusal:
            raise Illegal(refusal)
        return GuidedPlay(self.deal, _answered(self.deal, self.play.after(card), is_begun=True), (*self.cards, card))

    @property
    def is_over(self) -> bool:
        return self.deal.is_over(self.play)

    @property
    def won(self) -> int:
        """The tricks of the learner’s side since it began."""
        side = self.deal.you.side
        return self.play.won[side] - self.deal.start.won[side]

    @property
    def result(self) -> str:
        """How many tricks the learner’s side won, in words: `1 of 2 tricks`."""
        return f"{self.won} of {figured(self.deal.tricks_to_play, 'trick')}"

    @property
    def lost(self) -> int:
        """The tricks of the others since then."""
        return len(self.play.tricks) - len(self.deal.start.tricks) - self.won

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached; where there is none, it always is."""
        return self.deal.goal is None or self.won >= self.deal.goal

    @property
    def moment(self) -> tuple[int, Moment] | None:
        """The moment that has come, with its number, now that the learner is to play."""
        return None if self.is_over else moment_at(self.deal, self.play)

    def judge(self, card: Card) -> MomentVerdict | None:
        """What a card would be worth now; None where the lesson does not ask."""
        found = self.moment
        return judged(self.deal, self.play, *found, card) if found and found[1].is_asked else None

    @cached_property
    def verdicts(self) -> tuple[MomentVerdict, ...]:
        """What the learner’s cards were worth, at the moments that came."""
        return tuple(verdict for before, card in self.steps() if (verdict := before.judge(card)))

    def steps(self) -> Iterator[tuple[GuidedPlay, Card]]:
        """The deal before each of the learner’s cards, and the card."""
        guided = GuidedPlay.begun(self.deal)
        for card in self.cards:
            yield guided, card
            guided = guided.after(card)


# ---- the line of the lesson --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def line_of(deal: GuidedDeal) -> tuple[Play, ...]:
    """The plays of a deal as the lesson advises, from its start to its end, a card apart."""
    plays = [deal.start]
    if deal.main_line:
        for card in deal.main_line:
            plays.append(plays[-1].after(card))
        return tuple(plays)
    while not deal.is_over(plays[-1]):
        play = plays[-1]
        found = next((one for one in deal.moments_of(play) if one[1].is_asked), None)
        best = _best(deal, play, found[1]) if found else ()
        plays.append(play.after(best[0] if best else strongest(deal, play)))
    return tuple(plays)


def advised(deal: GuidedDeal) -> GuidedPlay:
    """The deal played to its end as the lesson advises."""
    guided = GuidedPlay.begun(deal)
    while not guided.is_over:
        guided = guided.after(_of_line(deal, guided.play) or strongest(deal, guided.play))
    return guided


def _standing(play: Play) -> _Standing:
    """The state of a play, whatever has gone: each card by its place among the cards of its suit still in play."""
    places = _places(play)
    hands = tuple((seat, *places[card]) for seat in Seat for card in play.hands[seat])
    return play.to_play, hands, tuple(places[card] for card in play.trick.cards)


def _places(play: Play) -> dict[Card, tuple[Suit, int]]:
    held = [card for seat in Seat for card in play.hands[seat]] + list(play.trick.cards)
    return {
        card: (suit, place)
        for suit in Suit
        for place, card in enumerate(sorted((card for card in held if card.suit is suit), key=_height))
    }


def _height(card: Card) -> int:
    return card.rank.height


def line_at(deal: GuidedDeal, play: Play) -> Play | None:
    """The play of the line with the same state as this play, if any. Equal cards make no difference."""
    plays = line_of(deal)
    number = len(tuple(play.played())) - len(tuple(deal.start.played()))
    if not number < len(plays):
        return None
    there = plays[number]
    return there if there == play or _standing(there) == _standing(play) else None


def _of_line(deal: GuidedDeal, play: Play) -> Card | None:
    """The card that the line plays here; None off the line, and at its end."""
    there = line_at(deal, play)
    number = len(tuple(play.played())) - len(tuple(deal.start.played()))
    if there is None or number + 1 >= len(line_of(deal)):
        return None
    card = [played.card for played in line_of(deal)[number + 1].played()][-1]
    return _same_place(there, play, card)


def _same_place(there: Play, here: Play, card: Card) -> Card:
    """The card here that has the same place as a card there."""
    if there == here:
        return card
    place = _places(there)[card]
    return next(mine for mine, where in _places(here).items() if where == place)


def _answered(deal: GuidedDeal, play: Play, *, is_begun: bool) -> Play:
    """The play once the others have answered. The last trick is played automatically, unless the lesson asks."""
    while not deal.is_over(play):
        is_yours = play.to_play in deal.controlled
        is_forced = is_begun and len(play.hands[play.to_play]) == 1 and not any(deal.moments_of(play))
        if is_yours and not is_forced:
            break
        play = play.after(_of_line(deal, play) or strongest(deal, play))
    return play


def strongest(deal: GuidedDeal, play: Play) -> Card:
    """The most natural of the cards that bring a seat’s side the most with all hands in sight."""
    natural = ordered(play, deal.dummy)
    if len(natural) == 1:
        return natural[0]
    brings = tricks_by_card(play)
    most = max(brings.values())
    best = [card for card in natural if brings.get(card) == most]
    followed = [card for card in best if card.suit is play.trick.suit_led]
    if followed and not any(_wins(play, card) for card in followed):
        return min(followed, key=_height)
    return best[0]


def _wins(play: Play, card: Card) -> bool:
    """Whether a card would be winning the trick once it is played."""
    return replace(play.trick, cards=(*play.trick.cards, card)).winner(play.trumps) is play.to_play


# ---- moments -----------------------------------------------------------------------------------------------------


def moment_at(deal: GuidedDeal, play: Play) -> tuple[int, Moment] | None:
    """The moment that comes where the learner is to play, with its number from 1.

    Off the line of the lesson, only an author’s rules can say what is right. What the lesson wrote may no longer hold.
    """
    on_line = line_at(deal, play) is not None
    for number, moment in deal.moments_of(play):
        if on_line or (moment.authority and _best(deal, play, moment)):
            return number, moment
    return None


def judged(deal: GuidedDeal, play: Play, number: int, moment: Moment, card: Card) -> MomentVerdict:
    """What a card is worth at a moment."""
    best = _best(deal, play, moment)
    return MomentVerdict(number, moment, card, _grade(deal, play, moment, card, best), best)


def _grade(deal: GuidedDeal, play: Play, moment: Moment, card: Card, best: Sequence[Card]) -> Grade:
    if card in best:
        return Grade.BEST
    if moment.authority:
        advice = advice_at(deal, play, moment)
        return Grade.ACCEPTABLE if advice and card in advice.acceptable else Grade.NOT_ADVISED
    there = line_at(deal, play) or play
    if card in [_same_place(there, play, one) for one in moment.also]:
        return Grade.ACCEPTABLE
    is_equal = moment.matters != "convention" and any(_are_equal(play, card, one) for one in best)
    return Grade.BEST if is_equal else Grade.NOT_ADVISED


def advice_at(deal: GuidedDeal, play: Play, moment: Moment) -> Advice | None:
    """What the author of a moment advises on what the learner can see; None where the author is silent."""
    if moment.authority is None or moment.question is None:
        return None
    advice = authority(moment.authority).advise(deal.view(play), moment.question, widely=True)
    return advice if isinstance(advice, Advice) else None


def _best(deal: GuidedDeal, play: Play, moment: Moment) -> tuple[Card, ...]:
    """The best cards of a moment for the hands as they are now."""
    if moment.authority:
        advice = advice_at(deal, play, moment)
        return tuple(card for card in advice.answers if isinstance(card, Card)) if advice else ()
    if not deal.main_line:
        return moment.best
    there = line_at(deal, play)
    return tuple(_same_place(there, play, card) for card in moment.best) if there else ()


def _are_equal(play: Play, one: Card, other: Card) -> bool:
    """Whether two cards of the hand to play are worth the same: no other hand has a card between them."""
    if one.suit is not other.suit:
        return False
    low, high = sorted((one.rank.height, other.rank.height))
    out = [card for seat in Seat if seat is not play.to_play for card in play.hands[seat]] + list(play.trick.cards)
    return not any(card.suit is one.suit and low < card.rank.height < high for card in out)

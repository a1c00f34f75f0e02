"""Foster’s play of the declarer’s two hands (pp. 142–148).

With trumps the first question is whether to draw them at once; four reasons against it are given (p. 144), without an
order: those that a lead can serve at once stand first. Without trumps the suit to play for is chosen first, once for
all, so it is measured by the cards dealt; it is given up when it is not established and the hand that is long in it
cannot be reached (so B gives up the diamonds on p. 127).

From a hand that is short in a suit he plays the high cards first (“always”, p. 148). Read as: a card that is as good
as another of the two hands, or the best left, from the ten upwards; a lone queen opposite the ace is led to no gain.
“Small cards” opposite ace, knave, ten are cards below the ten. A suit is “feared” when only one card of it in the two
hands is sure of its trick.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.book import cite
from tutor.authorities.foster.combinations import honours
from tutor.authorities.foster.reading_of_play import CROSS_RUFF, HIGH, LONG
from tutor.authorities.foster.table import names
from tutor.authorities.foster.two_hands import TwoHands, why_not_two_hands
from tutor.authorities.rules import Finding, Question, Rule, applies, distinct, fails
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View


@dataclass(frozen=True)
class Managing(TwoHands):
    """The declarer, about to lead or to play from one of his hands."""

    def as_good(self, card: Card) -> tuple[Card, ...]:
        """The cards of the hand that may be led as well: those touching it, or if it is the lowest every small one."""
        if card.rank > Rank.NINE:
            return self.equals(card)
        if card.rank is not self.hand[card.suit].lowest:
            return (card,)
        return tuple(other for other in self.hand.only(card.suit) if other.rank <= Rank.NINE)

    # ---- the suit to play for --------------------------------------------------------------------------------

    @cached_property
    def _promise(self) -> dict[Suit, tuple[int, int]]:
        """For each suit as dealt: the cards in both hands, and those in the hand with more."""
        both = ((suit, len(self.dealt[suit]), len(self.other_dealt[suit])) for suit in Suit)
        return {suit: (mine + others, max(mine, others)) for suit, mine, others in both}

    @cached_property
    def to_play_for(self) -> tuple[Suit, ...]:
        """The suits of most promise without trumps that the hand on lead has a card of and that can be brought in."""
        suits = self.could_play_for
        if not suits:
            return ()
        most = max(self._promise[suit] for suit in suits)
        equal = [suit for suit in suits if self._promise[suit] == most]
        shown = max(self._shown(suit) for suit in equal)
        return tuple(suit for suit in equal if self._shown(suit) == shown)

    def _shown(self, suit: Suit) -> tuple[int, int]:
        """How much of a suit is shown on the table: dummy’s cards of it, and its honours."""
        dummys = (self.dealt if self.seat is self.dummy_seat else self.other_dealt)[suit]
        return len(dummys), len(honours(dummys))

    def is_dead(self, suit: Suit) -> bool:
        """Whether the hand on lead alone has cards of an unestablished suit, and could not be put in again."""
        return not (self.other[suit] or self.is_established(suit) or self.has_entry(self.hand, (suit,)))

    @cached_property
    def long_suit(self) -> tuple[Suit, Hand] | None:
        """The suit of five or more in one hand that is not established, with that hand; the longest, if only one."""
        found = [
            (suit, hand)
            for hand, dealt in ((self.hand, self.dealt), (self.other, self.other_dealt))
            for suit in Suit
            if suit is not self.suit_led and len(dealt[suit]) >= LONG and hand[suit] and not self.is_established(suit)
        ]
        most = max((len(hand[suit]) for suit, hand in found), default=0)
        longest = [(suit, hand) for suit, hand in found if len(hand[suit]) == most]
        return longest[0] if len(longest) == 1 else None

    # ---- trumps ----------------------------------------------------------------------------------------------

    @cached_property
    def has_trumps_to_draw(self) -> bool:
        return self.trumps is not None and bool(self.against(self.trumps))

    def trumps_of(self, hand: Hand) -> Holding:
        return hand[self.trumps] if self.trumps else Holding()

    @cached_property
    def others_voids(self) -> tuple[Suit, ...]:
        """The plain suits on lead here of which the other hand has none."""
        return tuple(suit for suit in self.plain_suits if not self.other[suit])

    def losers(self, hand: Hand) -> tuple[Card, ...]:
        """The cards of a hand, trumps apart, that the adversaries can beat."""
        return tuple(card for card in hand if card.suit is not self.trumps and not self.is_sure(card))

    @cached_property
    def trumps_against(self) -> str:
        """How many trumps the adversaries have, in words."""
        number = len(self.against(self.trumps)) if self.trumps else 0
        return f"the adversaries have {counted(number, 'trump')}"

    # ---- the suits that may be played now --------------------------------------------------------------------

    @cached_property
    def has_begun(self) -> bool:
        """Whether the declarer has led trumps; without them, whether either of his hands has led the suit chosen."""
        led = {card.suit for card in self.led_by(self.seat, self.partner)}
        return bool(led & ({self.trumps} if self.trumps else set(self.to_play_for)))

    @cached_property
    def could_play_for(self) -> tuple[Suit, ...]:
        """The suits that might be chosen without trumps."""
        return tuple(suit for suit in Suit if self.hand[suit] and not self.is_dead(suit))

    @property
    def has_chosen_a_suit(self) -> bool:
        """Whether one suit or more was chosen among others to be played for (p. 144)."""
        return self.trumps is None and len(self.could_play_for) > len(self.to_play_for)

    def promise_of(self, suits: Sequence[Suit]) -> str:
        """What suits as promising as each other have to show, in words."""
        total, longer = self._promise[suits[0]]
        each = " each" if len(suits) > 1 else ""
        cards = f"{counted(total, 'card')}{each}"
        return f"{names(suits)}: {cards} were dealt to both hands, {in_words(longer)} of them to one"

    @cached_property
    def suits_now(self) -> tuple[Suit, ...]:
        """Trumps while there are any to draw; else the suits to play for, or any plain suit once trumps are drawn."""
        if self.trumps is None:
            return self.to_play_for
        if self.has_trumps_to_draw:
            return (self.trumps,) if self.hand[self.trumps] else ()
        return self.plain_suits

    def is_shorter_here(self, suit: Suit) -> bool:
        return len(self.hand[suit]) < len(self.other[suit])

    def can_unblock(self, hand: Hand, suit: Suit) -> bool:
        """Whether the best card of a hand is high, and as good as another of the two hands."""
        if not hand[suit]:
            return False
        top = Card(suit, hand[suit].highest)
        return top.rank >= HIGH and self.touches(top)

    def top_of_others(self, suit: Suit) -> Card:
        return Card(suit, self.other[suit].highest)


# ---- leading: the single suit ------------------------------------------------------------------------------------


def _first_of(because: str, test: Callable[[Managing, Suit], Card | None]) -> Callable[[Managing], Finding]:
    """A rule on each of the suits that may be played now: the card to lead from those that pass, in words why not."""

    def find(hands: Managing) -> Finding:
        found = [(suit, card) for suit in hands.suits_now if (card := test(hands, suit))]
        if not found:
            return fails(f"not so in {names(hands.suits_now)}" if hands.suits_now else "there is no suit to play for")
        chosen = f"; {hands.promise_of(hands.to_play_for)} (p. 144)" if hands.has_chosen_a_suit else ""
        return applies(f"{names(suit for suit, _ in found)}: {because}{chosen}", *(card for _, card in found))

    return find


def _nine_before_knave(hands: Managing, suit: Suit) -> Card | None:
    mine, others = hands.hand[suit], hands.other[suit]
    is_so = mine.headed_by("J9") and others.headed_by("AQT") and len(mine) < len(others)
    return Card(suit, Rank.NINE) if is_so and Rank.KING in hands.against(suit) else None


def _towards_ace_knave_ten(hands: Managing, suit: Suit) -> Card | None:
    mine, others = hands.hand[suit], hands.other[suit]
    both_out = Rank.KING in hands.against(suit) and Rank.QUEEN in hands.against(suit)
    first = others.headed_by("AJT") and both_out
    second = others.headed_by("AJ") and Rank.TEN not in others and Rank.TEN in _gone(hands, suit)
    return hands.bottom(suit) if mine.ranks and mine.highest < HIGH and (first or second) else None


def _gone(hands: Managing, suit: Suit) -> set[Rank]:
    return {card.rank for card in hands.gone if card.suit is suit}


def _force_the_other_honour(hands: Managing) -> Finding:
    suits = [
        suit
        for suit in hands.suits_now
        if hands.hand[suit].headed_by("JT")
        and Rank.ACE in _gone(hands, suit)
        and len({Rank.KING, Rank.QUEEN} & set(hands.against(suit))) == 1
        and not {Rank.KING, Rank.QUEEN} & set(hands.other[suit])
    ]
    if not suits:
        return fails("there is no knave, ten left to drive out the last of king and queen")
    cards = [Card(suit, rank) for suit in suits for rank in (Rank.KNAVE, Rank.TEN)]
    return applies(f"one of king and queen of {names(suits)} is gone with the ace", *cards)


def _is_to_be_ducked(hands: Managing, suit: Suit, long: Hand, short: Hand) -> bool:
    """Whether a suit headed by ace and king must give up its first round to be brought in.

    The short hand keeps a card to lead the next time that it gets in. With the queen as well nothing need be given
    up, for three rounds are usually enough to clear the suit.
    """
    return (
        hands.trumps is None
        and len(long[suit]) >= LONG
        and long[suit].headed_by("AK")
        and Rank.QUEEN not in long[suit]
        and len(long[suit]) > len(short[suit]) > 1
        and short[suit].highest < HIGH
        and not hands.is_established(suit)
        and not hands.has_entry(long, (suit,))
    )


def _lead_to_duck(hands: Managing, suit: Suit) -> Card | None:
    from_short = _is_to_be_ducked(hands, suit, hands.other, hands.hand)
    from_long = _is_to_be_ducked(hands, suit, hands.hand, hands.other)
    return hands.bottom(suit) if from_short or from_long else None


def _duck_the_first_round(hands: Managing) -> Finding:
    """The trick that is ducked, whoever has led it and in whatever place the hand plays to it.

    The cards that the hand may lay down are all small, but for ace and king of the long hand.
    """
    suit = hands.suit_led
    if suit is None or hands.rounds(suit) != 1:
        return fails("it is not the first round of a suit")
    mine, theirs = hands.hand, hands.other.plus(*_laid_to_the_trick(hands))
    is_long = _is_to_be_ducked(hands, suit, mine, theirs)
    if not is_long and not _is_to_be_ducked(hands, suit, theirs, mine):
        return fails("it is not a long suit with ace and king, whose hand has no other entry")
    if hands.place == 4 and hands.winners and hands.winners[0].rank < Rank.KING:
        return fails(f"the {hands.winners[0].name} wins the trick without ace or king")
    where = "here" if is_long else "in the other hand"
    return applies(f"the long {suit.plural} {where} have no entry elsewhere: ace and king are held up", hands.lowest)


def _laid_to_the_trick(hands: Managing) -> tuple[Card, ...]:
    """The card that the other hand has played to this trick."""
    card = hands.trick.card_of(hands.partner)
    return (card,) if card else ()


def _high_from_short(hands: Managing, suit: Suit) -> Card | None:
    return hands.top(suit) if hands.is_shorter_here(suit) and hands.can_unblock(hands.hand, suit) else None


def _small_from_long(hands: Managing, suit: Suit) -> Card | None:
    shorter_there = len(hands.other[suit]) < len(hands.hand[suit])
    return hands.bottom(suit) if shorter_there and hands.can_unblock(hands.other, suit) else None


_play_high = _first_of("the shorter hand leads its high card", _high_from_short)
_play_small = _first_of("the high card is in the shorter hand", _small_from_long)


def _towards_a_finesse(hands: Managing, suit: Suit) -> Card | None:
    return hands.bottom(suit) if hands.finessing_card(hands.other, suit) else None


def _put_the_weak_hand_in(hands: Managing) -> Finding:
    strong = [suit for suit in hands.suits_now if hands.other[suit] and hands.finessing_card(hands.hand, suit)]
    if not strong:
        return fails("there is no finesse to be led up to here from the other hand")
    entries = [
        suit
        for suit in hands.plain_suits
        if suit not in strong and hands.sure(hands.other, suit) and not hands.is_sure(hands.bottom(suit))
    ]
    if not entries:
        return fails("the other hand cannot be put in with a sure card of another suit")
    because = f"{names(strong)} are to be led from the other hand, which {names(entries)} put in"
    return applies(because, *map(hands.bottom, entries))


def _play_for_the_best_suit(hands: Managing) -> Finding:
    if hands.trumps is not None:
        return fails("there are trumps")
    suits = hands.to_play_for
    if not suits:
        return fails("there is no suit that can be brought in")
    return applies(hands.promise_of(suits), *(card for suit in suits for card in hands.hand.only(suit)))


def _make_up_your_mind(hands: Managing) -> Finding:
    """The suit is chosen on getting into the lead (p. 144), where a high card is in the way in several.

    Which card of it is led, the rule of the shorter hand says, which by itself would serve in any of them.
    """
    if hands.trumps is not None:
        return fails("there are trumps")
    if hands.has_begun:
        return fails("the suit to play for has been chosen")
    card = _by_the_shorter_hand(hands)
    others = [suit for suit in hands.could_play_for if suit not in hands.to_play_for]
    if not card.applies or not any(_high_from_short(hands, suit) or _small_from_long(hands, suit) for suit in others):
        return fails("there are not two suits with a high card of the shorter hand in the way")
    return applies(card.because, *card.answers)


def _begin_to_draw(hands: Managing) -> Finding:
    """That trumps are drawn is settled first (p. 144); which of them, the rule of the shorter hand says."""
    if not hands.has_trumps_to_draw or hands.has_begun:
        return fails("there are no trumps to draw, or the drawing has begun")
    card = _by_the_shorter_hand(hands)
    if not card.applies:
        return fails("the shorter hand has no high trump to be got out of the way")
    return applies(f"{hands.trumps_against}; {card.because}", *card.answers)


def _by_the_shorter_hand(hands: Managing) -> Finding:
    high = _play_high(hands)
    return high if high.applies else _play_small(hands)


# ---- leading: trumps or not --------------------------------------------------------------------------------------


def _cross_ruff(hands: Managing) -> Finding:
    if not hands.has_trumps_to_draw:
        return fails("there are no trumps to draw")
    mine, theirs = hands.trumps_of(hands.hand), hands.trumps_of(hands.other)
    voids_here = [suit for suit in Suit if suit is not hands.trumps and not hands.hand[suit] and hands.other[suit]]
    if min(len(mine), len(theirs)) < CROSS_RUFF or not voids_here or not hands.others_voids:
        return fails("the two hands cannot each trump a suit of the other’s")
    because = f"the other hand trumps {names(hands.others_voids)}, this one {names(voids_here)}"
    return applies(because, *map(hands.bottom, hands.others_voids))


def _throw_losers_first(hands: Managing) -> Finding:
    if not hands.has_trumps_to_draw:
        return fails("there are no trumps to draw")
    suits = [suit for suit in hands.others_voids if hands.is_sure(hands.top(suit)) and not hands.is_ruffed(suit)]
    if not suits or not hands.losers(hands.other):
        return fails("there is no winning card here on which the other hand could throw a loser")
    return applies(f"on {names(suits)} the other hand can throw a losing card", *map(hands.top, suits))


def _let_dummy_trump_small(hands: Managing) -> Finding:
    if not hands.has_trumps_to_draw or hands.partner is not hands.dummy_seat:
        return fails("it is not the declarer’s own hand that leads, with trumps to draw")
    theirs = hands.trumps_of(hands.other)
    losing = [suit for suit in hands.others_voids if hands.bottom(suit) in hands.losers(hands.hand)]
    if not theirs or len(theirs) > len(hands.trumps_of(hands.hand)) or not losing:
        return fails("dummy has no little trump for a losing card")
    return applies(f"dummy can make a little trump on {names(losing)}", *map(hands.bottom, losing))


def _lead_is_in_the_wrong_hand(hands: Managing) -> Finding:
    if not hands.has_trumps_to_draw or hands.trumps is None:
        return fails("there are no trumps to draw")
    if not hands.finessing_card(hands.hand, hands.trumps) or not hands.other[hands.trumps]:
        return fails("there is no finesse in trumps to be led up to here")
    return _put_the_weak_hand_in(hands)


def _draw(hands: Managing) -> Finding:
    if hands.trumps is None or not hands.has_trumps_to_draw:
        return fails("the adversaries have no trumps")
    if not hands.hand[hands.trumps]:
        return fails("there is no trump in this hand to lead")
    return applies(hands.trumps_against, *hands.hand.only(hands.trumps))


def _do_not_draw(row: str, says: str, find: Callable[[Managing], Finding]) -> Rule[Managing]:
    return Rule("fos-decl-dont-draw", says, cite(144, 4931, 4942), find, row)


FINESSE = (
    "fos-decl-golden",
    "Lead from the weak hand to the strong, so as to win extra tricks by finessing.",
    cite(145, 4963, 4976),
)

LEADS: Sequence[Rule[Managing]] = (
    _do_not_draw(
        "throw losers",
        "Lead winning cards of a plain suit before trumps, if the other hand has none and can throw losing cards.",
        _throw_losers_first,
    ),
    _do_not_draw(
        "cross-ruff",
        "Do not lead trumps if more tricks come of making those of the two hands separately by a cross-ruff.",
        _cross_ruff,
    ),
    _do_not_draw("dummy ruffs", "Let dummy make a little trump before trumps are led.", _let_dummy_trump_small),
    _do_not_draw(
        "wrong hand",
        "Lead a plain suit to put the other hand in, if this is the wrong one to lead trumps from.",
        _lead_is_in_the_wrong_hand,
    ),
    Rule(
        "fos-decl-hand-p146",
        "With knave, nine and a small card opposite ace, queen, ten lead the nine first.",
        cite(146, 5008, 5019),
        _first_of("the nine can be passed, and the knave led next", _nine_before_knave),
        "nine first",
    ),
    Rule(
        "fos-decl-ajt",
        "Opposite ace, knave, ten lead small from the weak hand, twice if need be.",
        cite(146, 5021, 5033),
        _first_of("small cards here, and ace, knave, ten there", _towards_ace_knave_ten),
        "lead from the weak hand",
    ),
    Rule(
        "fos-decl-ajt",
        "When one of king and queen has fallen to the ace force out the other with the knave or the ten.",
        cite(147, 5033, 5035),
        _force_the_other_honour,
        "force out the other",
    ),
    Rule(
        "fos-decl-duck",
        "Lead small and duck the first round of a long suit whose hand has no other card of re-entry.",
        cite(147, 5053, 5070),
        _first_of("the long hand, with ace and king, has no entry elsewhere", _lead_to_duck),
        "lead",
    ),
    Rule(
        "fos-decl-trumps",
        "With a declared trump settle first whether to draw the adverse trumps, and begin with the card that blocks "
        "nothing.",
        cite(144, 4926, 4929),
        _begin_to_draw,
        "begin",
    ),
    Rule(
        "fos-decl-nt-choose",
        "Without trumps make up your mind at once which suit to play for: the one of most cards in both hands.",
        cite(144, 4944, 4961),
        _make_up_your_mind,
        "begin",
    ),
    Rule(
        "fos-decl-unblock",
        "Play the high cards from the hand that is shorter in the suit.",
        cite(148, 5078, 5087),
        _play_high,
        "lead high from short",
    ),
    Rule(
        "fos-decl-unblock",
        "Play small from the hand that is longer in the suit, to the high cards of the shorter.",
        cite(148, 5083, 5087),
        _play_small,
        "lead small from long",
    ),
    Rule(*FINESSE, _first_of("the other hand can finesse", _towards_a_finesse), "weak to strong"),
    Rule(
        "fos-decl-golden",
        "Put the weaker hand in on another suit, to lead to the strong one.",
        cite(145, 4987, 4993),
        _put_the_weak_hand_in,
        "put the weak hand in",
    ),
    Rule(
        "fos-decl-trumps",
        "With a declared trump settle first whether to draw the adverse trumps; draw them if nothing else comes first.",
        cite(144, 4926, 4929),
        _draw,
    ),
    Rule(
        "fos-decl-nt-choose",
        "Without trumps play for the suit of most cards in both hands; of equals for one with more in one hand, then "
        "for the one that lies on the table.",
        cite(144, 4944, 4961),
        _play_for_the_best_suit,
    ),
)


def _as_good(rule: Rule[Managing]) -> Rule[Managing]:
    """The rule with the cards that are as good as the one it names: of touching cards each, and of small ones any."""

    def find(hands: Managing) -> Finding:
        finding = rule.find(hands)
        answers = (card for answer in finding.answers if isinstance(answer, Card) for card in hands.as_good(answer))
        return finding.advising(distinct(answers))

    return replace(rule, test=find)


MANAGING = Chapter(Question.MANAGE, tuple(map(_as_good, LEADS)), Managing, silent_on=why_not_two_hands)


# ---- following to the adversaries’ lead --------------------------------------------------------------------------


def _is_adverse_lead(hands: Managing) -> bool:
    return hands.trick.leader.side is not hands.seat.side


_FEARED = 6
"""A suit “opened against him” that the dealer “is afraid of” (p. 148): the most that he was dealt of it, so that the
adversaries have more."""


def _hold_up(hands: Managing) -> Finding:
    suit = hands.suit_led
    if suit is None or hands.trumps is not None or not _is_adverse_lead(hands):
        return fails("it is not the adversaries’ lead at no trumps")
    if hands.suits_opened_by(hands.seat, hands.partner).count(suit):
        return fails(f"{suit.plural} were opened by the declarer")
    if len(hands.dealt[suit]) + len(hands.other_dealt[suit]) > _FEARED:
        return fails(f"there is nothing to fear from {suit.plural}, of which the adversaries have fewer")
    mine = hands.sure(hands.hand, suit)
    if hands.sure_tricks(suit) != 1 or not mine or not hands.against(suit):
        return fails(f"there is not one winning {suit.singular} only, in this hand")
    out = [seat for seat in hands.adversaries if hands.has_shown_void(seat, suit)]
    if out or len(hands.holding) < 2:
        return fails("an adversary is out of the suit, or the winning card is alone")
    return applies(
        f"the {mine[0].word} is the only winning {suit.singular}, and both may still have some", hands.lowest
    )


def _cover_to_put_the_lead_on_the_right(hands: Managing) -> Finding:
    suit, led = hands.suit_led, hands.led
    if suit is None or led is None or hands.trumps is not None:
        return fails("there are trumps")
    if not hands.other[suit] or hands.top_of_others(suit).rank > led.rank:
        return fails("the fourth hand can beat the card led, or has none of the suit")
    if not hands.winners:
        return fails("the card led cannot be covered here")
    return applies(f"the fourth hand cannot beat the {led.name}, and it can be covered here", hands.winners[0])


def _queen_and_one_opposite_the_ace(hands: Managing) -> Finding:
    suit, led = hands.suit_led, hands.led
    if suit is None or led is None or not _is(hands, Rank.QUEEN) or Rank.ACE not in hands.other[suit]:
        return fails("it is not queen and one small opposite the ace")
    if Rank.TEN in hands.other[suit]:
        return applies("the ten is with the ace, which makes two tricks whatever third hand plays", hands.lowest)
    if Rank.KING not in hands.against(suit) or led.rank > Rank.QUEEN:
        return fails("the king is not with the adversaries, or has been led")
    return applies("the queen with one small, opposite the ace without the ten", hands.top(suit))


def _knave_and_one_opposite_the_king(hands: Managing) -> Finding:
    suit, led = hands.suit_led, hands.led
    if suit is None or led is None or not _is(hands, Rank.KNAVE) or Rank.KING not in hands.other[suit]:
        return fails("it is not knave and one small opposite the king")
    if {Rank.QUEEN, Rank.ACE} - set(hands.against(suit)) or led.rank >= HIGH:
        return fails("the lead cannot be a low card from ace, queen")
    low = (hands.lowest,) if Rank.TEN in hands.other[suit] else ()
    return Finding(
        "the knave with one small, opposite the king, and ace, queen may be led from", (hands.top(suit),), low
    )


def _is(hands: Managing, rank: Rank) -> bool:
    """Whether the suit led is held in two cards, of which this is the higher, and the other has some to follow."""
    suit = hands.suit_led
    return suit is not None and len(hands.holding) == 2 and hands.holding.highest is rank and len(hands.other[suit]) > 1


def _no_high_card_before_its_neighbour(hands: Managing) -> Finding:
    suit = hands.suit_led
    if suit is None or not hands.other[suit]:
        return fails("the fourth hand has none of the suit")
    high = [card for card in hands.winners if card.rank >= HIGH]
    next_to = [card for card in high if any(abs(card.rank.height - rank.height) == 1 for rank in hands.other[suit])]
    if not high or high != next_to or hands.lowest in high:
        return fails("no high card here has its neighbour in the fourth hand")
    return applies(f"next to the {high[0].name} there is another in the fourth hand", hands.lowest)


def _win_in_the_other_hand(hands: Managing) -> Finding:
    suit, big = hands.suit_led, hands.long_suit
    if suit is None or big is None or hands.trumps is not None or not _is_adverse_lead(hands):
        return fails("there is no long suit to be brought in at no trumps")
    both = {Rank.ACE, Rank.KING}
    mine, others = both & set(hands.holding), both & set(hands.other[suit])
    if hands.place == 4 and hands.partner_wins and hands.trick.cards:
        others |= both & {card.rank for card in hands.trick.cards if card is hands.trick.card_of(hands.partner)}
    if len(mine) != 1 or len(others) != 1:
        return fails(f"ace and king of {suit.plural} are not in different hands")
    long, hand = big
    if hands.total(suit) >= hands.total(long):
        return fails(f"the {long.plural} are no bigger than the {suit.plural} themselves")
    if hand is hands.hand:
        if hands.place == 4 and not hands.partner_wins:
            return fails("the trick can no longer be won in the other hand")
        return applies(f"the long {long.plural} are in this hand, which keeps its {min(mine).word}", hands.lowest)
    card = Card(suit, next(iter(mine)))
    if card not in hands.winners:
        return fails("the trick cannot be won here")
    return applies(f"the long {long.plural} are in the other hand, which keeps its {next(iter(others)).word}", card)


HOLD_UP: Rule[Managing] = Rule(
    "fos-decl-holdup",
    "Hold up the only winning card of a suit that you fear until one adversary is out of it.",
    cite(148, 5072, 5076),
    _hold_up,
)
RE_ENTRY: Rule[Managing] = Rule(
    "fos-decl-reentry",
    "With the ace in one hand and the king in the other win in the hand that has not the long suit.",
    cite(147, 5037, 5051),
    _win_in_the_other_hand,
)

DUCK: Rule[Managing] = Rule(
    "fos-decl-duck",
    "Duck the first round of a long suit whose hand has no other card of re-entry.",
    cite(147, 5053, 5070),
    _duck_the_first_round,
    "duck",
)

DECLARERS_SECOND_HAND: Sequence[Rule[Managing]] = (
    DUCK,
    RE_ENTRY,
    HOLD_UP,
    Rule(
        "fos-second-nt-cover",
        "Without trumps, if the fourth hand cannot beat the card led, cover it, to put the lead on the right.",
        cite(143, 4908, 4919),
        _cover_to_put_the_lead_on_the_right,
    ),
    Rule(
        "fos-second-declarer-queen",
        "Put up the queen from queen and one small opposite the ace, but not if the ten is with the ace.",
        cite(143, 4894, 4902),
        _queen_and_one_opposite_the_ace,
        "queen",
    ),
    Rule(
        "fos-second-declarer-queen",
        "Put up the knave from knave and one small opposite the king, if ace, queen may be led from.",
        cite(143, 4902, 4906),
        _knave_and_one_opposite_the_king,
        "knave",
    ),
    Rule(
        "fos-second-declarer-sequence",
        "Do not play a high card second hand when the fourth has one in sequence with it.",
        cite(142, 4882, 4892),
        _no_high_card_before_its_neighbour,
    ),
)


def _silent_on_adverse_leads(view: View) -> str | None:
    why = why_not_two_hands(view)
    return why or (None if _is_adverse_lead(Managing(view)) else "it is not to the adversaries’ lead")


DECLARERS_SECOND = Chapter(Question.SECOND, DECLARERS_SECOND_HAND, Managing, silent_on=_silent_on_adverse_leads)
DECLARERS_FOURTH = Chapter(Question.FOURTH, (DUCK, RE_ENTRY, HOLD_UP), Managing, silent_on=_silent_on_adverse_leads)


# ---- third hand, to the lead of his own other hand ---------------------------------------------------------------


def _under_the_nine(hands: Managing) -> Finding:
    suit, led = hands.suit_led, hands.led
    if suit is None or led is None or not hands.partner_wins or not hands.holding.headed_by("AQT"):
        return fails("no nine, not covered, has been led to ace, queen, ten")
    if led.rank is not Rank.NINE or hands.other[suit].ranks[:1] != (Rank.KNAVE,):
        return fails("it is not the nine, with the knave behind, that was led")
    return applies("the nine is not covered, and the knave is to be led next", hands.lowest)


def _ten_under_the_knave(hands: Managing) -> Finding:
    led = hands.led
    if led is None or led.rank is not Rank.KNAVE or not hands.partner_wins or hands.suit_led is None:
        return fails("no knave that is not covered was led")
    held = hands.holding.headed_by("AQT") and Rank.NINE in _gone(hands, hands.suit_led)
    if not held:
        return fails("it is not ace, queen, ten, the nine having been played")
    return applies("the ten goes under the knave, to be out of the way", Card(led.suit, Rank.TEN))


def _ace_on_a_high_card(hands: Managing) -> Finding:
    suit = hands.suit_led
    if suit is None or not hands.holding.headed_by("AJ") or hands.winning is None:
        return fails("it is not ace, knave, ten")
    if not (Rank.TEN in hands.holding or Rank.TEN in _gone(hands, suit)):
        return fails("it is not ace, knave, ten")
    if hands.partner_wins or hands.winning.rank not in (Rank.KING, Rank.QUEEN):
        return fails("second hand has played no king or queen")
    return applies(f"second hand has played the {hands.winning.name}", Card(suit, Rank.ACE))


def _finesse_with_ace_knave_ten(hands: Managing) -> Finding:
    suit = hands.suit_led
    if suit is None or not hands.holding.headed_by("AJ") or not {Rank.KING, Rank.QUEEN} & set(hands.against(suit)):
        return fails("it is not ace, knave with king or queen against them")
    low = Rank.TEN if Rank.TEN in hands.holding else Rank.KNAVE
    card = Card(suit, low)
    if low is Rank.KNAVE and Rank.TEN not in _gone(hands, suit):
        return fails("it is not ace, knave, ten")
    if card not in hands.winners:
        return fails(f"the {card.name} would not win")
    round_ = "first" if low is Rank.TEN else "second"
    return applies(f"second hand has played neither king nor queen to the {round_} lead", card)


def _finesse(hands: Managing) -> Finding:
    suit = hands.suit_led
    card = hands.finessing_card(hands.hand, suit) if suit else None
    if card is None or suit is None:
        return fails("there is no card here with which to finesse")
    if hands.partner_wins and hands.led and hands.led.rank >= HIGH and hands.are_next(hands.led, card):
        return applies(f"the {hands.led.name} is led, as good as the {card.name}, and not covered", hands.lowest)
    if card not in hands.winners:
        return fails(f"the {card.name} would not win")
    against = Card(suit, hands.against(suit).highest)
    return applies(f"the {card.name} wins if the {against.name} is on the right", card)


def _high_from_the_shorter(hands: Managing) -> Finding:
    suit = hands.suit_led
    if suit is None or len(hands.holding) > len(hands.other[suit]) or not hands.can_unblock(hands.hand, suit):
        return fails("there is no high card to be got out of the way of a longer hand")
    top = hands.top(suit)
    if top not in hands.winners or (hands.partner_wins and hands.led and hands.are_next(hands.led, top)):
        return fails(f"the {top.name} is not wanted to win")
    return applies(f"the other hand is longer, and the {top.name} might block it", top)


DECLARERS_THIRD_HAND: Sequence[Rule[Managing]] = (
    DUCK,
    Rule(
        "fos-decl-hand-p146",
        "Play small from ace, queen, ten under the nine, if it is not covered.",
        cite(146, 5015, 5017),
        _under_the_nine,
        "under the nine",
    ),
    Rule(
        "fos-decl-hand-p146",
        "Play the ten under the knave that is led after the nine.",
        cite(146, 5017, 5019),
        _ten_under_the_knave,
        "under the knave",
    ),
    Rule(
        "fos-decl-ajt",
        "With ace, knave, ten take a king or queen of second hand’s with the ace.",
        cite(147, 5033, 5035),
        _ace_on_a_high_card,
        "ace on a high card",
    ),
    Rule(
        "fos-decl-ajt",
        "With ace, knave, ten finesse the ten first, and the knave on the second round.",
        cite(146, 5024, 5033),
        _finesse_with_ace_knave_ten,
        "finesse",
    ),
    Rule(
        "fos-decl-finesse",
        "Finesse: try to win with a card that is neither your best nor in sequence with it.",
        cite(145, 4978, 4985),
        _finesse,
    ),
    Rule(
        "fos-decl-unblock",
        "Play the high cards from the hand that is shorter in the suit.",
        cite(148, 5078, 5087),
        _high_from_the_shorter,
        "play high from short",
    ),
)


def _silent_on_own_leads(view: View) -> str | None:
    why = why_not_two_hands(view)
    return why or ("it is not to the lead of the other hand" if _is_adverse_lead(Managing(view)) else None)


DECLARERS_THIRD = Chapter(Question.THIRD, DECLARERS_THIRD_HAND, Managing, silent_on=_silent_on_own_leads)


# ---- dummy’s little trump ----------------------------------------------------------------------------------------


def _make_a_little_trump(hands: Managing) -> Finding:
    if hands.seat is not hands.dummy_seat or _is_adverse_lead(hands) or hands.led is None:
        return fails("it is not dummy who is led to by the declarer")
    winning = [card for card in hands.winners if card.suit is hands.trumps]
    if not winning or (hands.partner_wins and hands.is_sure(hands.led)):
        return fails("no trump of dummy’s is wanted to win")
    return applies(f"the {hands.led.name} may lose, and a little trump makes a trick", winning[0])


DECLARERS_TRUMPING = Chapter(
    Question.TRUMP,
    (
        _do_not_draw(
            "make a little trump", "Let dummy make a little trump before trumps are led.", _make_a_little_trump
        ),
    ),
    Managing,
    silent_on=why_not_two_hands,
)

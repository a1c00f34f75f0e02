"""A deal: the pack in four hands, and who dealt it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from random import Random

from tutor.cards import PACK, Card, Hand, Holding, Suit
from tutor.errors import Defect, Malformed, NotAPack
from tutor.seats import BySeat, Seat
from tutor.wording import figured

PBN_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True, slots=True)
class Deal:
    """The whole pack, thirteen cards to each seat. `turn_up` is the card turned at whist.

    Raises `NotAPack`, with every defect, when the hands are anything else.
    """

    hands: BySeat[Hand]
    dealer: Seat
    turn_up: Card | None = None

    def __post_init__(self) -> None:
        faulty = defects(self.hands)
        if faulty:
            text = " ".join(pbn_hand(hand) for hand in self.hands)
            raise NotAPack(text, faulty, "A deal is 52 cards, 13 to a hand, each once")
        if self.turn_up is not None and self.turn_up not in self.hands[self.dealer]:
            why = f"the dealer does not hold the {self.turn_up.name}"
            raise NotAPack(str(self.turn_up), [Defect("turn-up", why)], "The turn-up is the dealer’s last card")

    @classmethod
    def shuffled(cls, random: Random, dealer: Seat, *, turns_up: bool = False) -> Deal:
        """A deal by `random`. The same state of it gives the same deal everywhere.

        With `turns_up` the dealer’s last card is turned, as at whist.
        """
        pack = list(PACK)
        random.shuffle(pack)
        dealt = BySeat(*(pack[start : start + 13] for start in range(0, 52, 13)))
        return cls(dealt.map(Hand.of), dealer, dealt[dealer][-1] if turns_up else None)

    @classmethod
    def parse(cls, text: str, dealer: Seat | None = None, turn_up: Card | None = None) -> Deal:
        """The deal written as in PBN: `S:AKJ762.765.A43.4 T98.AK84.KQ2.983 …`, from the seat named, to the left.

        Without `dealer`, the seat named is the dealer. Suits are in the order S H D C. Raises `Malformed`,
        `NotAPack`.
        """
        letter, colon, rest = text.strip().partition(":")
        words = rest.split()
        if not colon or len(words) != 4:
            raise Malformed("deal", text, "it must be a seat, a colon and four hands", "Write it as S:… … … …")
        first = Seat.parse(letter)
        hands = dict(zip(first.round(), map(parse_pbn_hand, words), strict=True))
        return cls(BySeat.of(hands), first if dealer is None else dealer, turn_up)

    def __str__(self) -> str:
        hands = " ".join(pbn_hand(self.hands[seat]) for seat in self.dealer.round())
        return f"{self.dealer.letter}:{hands}"

    def __repr__(self) -> str:
        turned = "" if self.turn_up is None else f", turn_up={self.turn_up!r}"
        return f"Deal.parse({str(self)!r}{turned})"


def defects(hands: BySeat[Hand]) -> list[Defect]:
    """Every way in which the hands are not a pack dealt thirteen to each; none when they are."""
    if _is_pack(hands):
        return []
    found = [
        Defect(seat.label, f"{figured(len(hand), 'card')} instead of 13")
        for seat, hand in hands.items()
        if len(hand) != 13
    ]
    holders: dict[Card, list[Seat]] = {card: [] for card in PACK}
    for seat, hand in hands.items():
        for card in hand:
            holders[card].append(seat)
    for card, seats in holders.items():
        if len(seats) > 1:
            found.append(Defect("", f"{card} is held by {' and '.join(seat.label for seat in seats)}"))
    missing = [card for card, seats in holders.items() if not seats]
    if missing and len(missing) <= 13:
        found.append(Defect("", f"{', '.join(map(str, missing))} {'is' if len(missing) == 1 else 'are'} in no hand"))
    return found


def _is_pack(hands: BySeat[Hand]) -> bool:
    """Whether the hands are a pack. This is much faster than listing every defect."""
    four = tuple(hands)
    return all(len(hand) == 13 for hand in four) and all(
        len(set().union(*[hand[suit].ranks for hand in four])) == 13 for suit in Suit
    )


def rest_of_pack(hands: Iterable[Hand]) -> Hand:
    """The cards of the pack that are in none of the hands."""
    held = set(chain.from_iterable(hands))
    return Hand.of(card for card in PACK if card not in held)


def pbn_hand(hand: Hand) -> str:
    """The hand as PBN writes it: `AKJ762.765.A43.4`, in the order S H D C."""
    return ".".join(str(hand[suit]) for suit in PBN_SUITS)


def parse_pbn_hand(text: str) -> Hand:
    """The hand of four holdings separated by points, S H D C. Raises `Malformed`, `NotAPack`."""
    words = text.split(".")
    if len(words) != 4:
        raise Malformed("hand", text, "it must have four holdings separated by points", "Write it as AKJ762.765.A43.4")
    spades, hearts, diamonds, clubs = map(Holding.parse, words)
    return Hand(spades=spades, hearts=hearts, clubs=clubs, diamonds=diamonds)

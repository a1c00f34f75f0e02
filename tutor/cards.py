"""Suits, ranks, cards, and the cards held: in one suit (`Holding`) and in all four (`Hand`).

Suits have no order here. Which suit is worth more is for a code of laws to say, and which is printed first for a
formatter; `Suit` only lists them as the five books do: spades, hearts, clubs, diamonds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from tutor.errors import Ambiguous, Defect, Malformed, NotAPack, quoted
from tutor.wording import figured


class Suit(Enum):
    """A suit, by its letter."""

    SPADES = "S"
    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"

    @property
    def letter(self) -> str:
        """S, H, D or C."""
        return self.value

    @property
    def plural(self) -> str:
        """The name in the plural: `spades`."""
        return self.name.lower()

    @property
    def singular(self) -> str:
        """The name in the singular: `spade`."""
        return self.plural[:-1]

    @property
    def symbol(self) -> str:
        """The sign of the suit."""
        return _SYMBOLS[self]

    @property
    def is_red(self) -> bool:
        """Whether it is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit of a letter. Raises `Malformed`."""
        suit = _SUIT_OF.get(text)
        if suit is None:
            raise Malformed("suit", text, "a suit is S, H, C or D", "Write one of the four letters")
        return suit

    # The identity that an enumeration's members have is enough, and many times faster than hashing their names.
    __hash__ = object.__hash__


_SUIT_OF = {letter: suit for suit in Suit for letter in (suit.value, suit.value.lower())}
_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦"}


class Rank(Enum):
    """A rank, by its letter; ranks compare as they take tricks, the ace highest."""

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    KNAVE = "J"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"

    @property
    def letter(self) -> str:
        """A, K, Q, J, T, or a figure."""
        return self.value

    @property
    def word(self) -> str:
        """What it is called in our own sentences; the books have another word for the jack."""
        return "jack" if self is Rank.KNAVE else self.name.lower()

    @property
    def height(self) -> int:
        """Two for the two, and so on to fourteen for the ace."""
        return _HEIGHTS[self]

    def __lt__(self, other: Rank) -> bool:
        return _HEIGHTS[self] < _HEIGHTS[other]

    def __le__(self, other: Rank) -> bool:
        return _HEIGHTS[self] <= _HEIGHTS[other]

    def __gt__(self, other: Rank) -> bool:
        return _HEIGHTS[self] > _HEIGHTS[other]

    def __ge__(self, other: Rank) -> bool:
        return _HEIGHTS[self] >= _HEIGHTS[other]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank of a letter or figure; the ten is `T` or `10`. Raises `Malformed`."""
        try:
            return cls("T" if text == "10" else text.upper() if text.isascii() else text)
        except ValueError:
            raise Malformed("rank", text, "ranks are A K Q J T (or 10) and 9 to 2", "Write one of them") from None

    __hash__ = object.__hash__


RANK_WORDS = {rank.word: rank for rank in Rank} | {"knave": Rank.KNAVE}
"""The rank of each word for it: what is read may have the books’ word for the jack."""
_HEIGHTS = {rank: 14 - place for place, rank in enumerate(Rank)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack."""

    suit: Suit
    rank: Rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written suit first: `HK`, `S10` or `ST`. Raises `Malformed`, or `Ambiguous` for `KH`-like text."""
        card = _BY_TEXT.get(text.strip().upper())
        if card is None:
            raise _not_a_card(text)
        return card

    @property
    def name(self) -> str:
        """The name in words: `king of hearts`."""
        return f"{self.rank.word} of {self.suit.plural}"

    def __str__(self) -> str:
        return self.suit.letter + self.rank.letter

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)

_CARDS = {suit: {card.rank: card for card in PACK if card.suit is suit} for suit in Suit}
_BY_TEXT = {str(card): card for card in PACK} | {f"{suit.letter}10": Card(suit, Rank.TEN) for suit in Suit}


def _not_a_card(text: str) -> Malformed | Ambiguous:
    bare = text.strip().upper()
    if len(bare) == 1 and bare in {rank.letter for rank in Rank}:
        return Ambiguous("card", text, (suit.letter + bare for suit in Suit))
    turned = _BY_TEXT.get(bare[-1:] + bare[:-1])
    mend = f"Write {turned}" if turned else "Write the suit, then the rank, as HK or ST"
    return Malformed("card", text, "a card is a suit (S H C D) and then a rank (A K Q J T 9 to 2)", mend)


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards held in one suit: their ranks, highest first."""

    ranks: tuple[Rank, ...] = ()
    _text: str = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A holding is written and looked up far more often than it is made.
        object.__setattr__(self, "_text", "".join([rank.value for rank in self.ranks]))
        object.__setattr__(self, "_hash", hash(self.ranks))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Holding], tuple[tuple[Rank, ...]]]:
        return Holding, (self.ranks,)  # the hash is of this process

    @classmethod
    def of(cls, ranks: Iterable[Rank]) -> Holding:
        """The holding of ranks in any order. Raises `NotAPack` where one comes twice."""
        given = sorted(ranks, reverse=True)
        text = "".join(rank.letter for rank in given)
        twice = {rank for rank, after in pairwise(given) if rank is after}
        if twice:
            raise NotAPack(
                text, (Defect("", f"{rank.letter} is given twice") for rank in sorted(twice)), "Strike one out"
            )
        return cls.parse(text)

    @classmethod
    @lru_cache(maxsize=8192)  # as many as there are holdings
    def parse(cls, text: str) -> Holding:
        """The holding of letters in any order, `AKJ762`; `-` or nothing is a void. Raises `Malformed`, `NotAPack`."""
        if text in ("", "-"):
            return cls()
        ranks = [Rank.parse(letter) for letter in text.replace("10", "T")]
        if all(higher > lower for higher, lower in pairwise(ranks)):
            return cls(tuple(ranks))
        return cls.of(ranks)

    @property
    def is_void(self) -> bool:
        """Whether there is no card."""
        return not self.ranks

    @property
    def highest(self) -> Rank:
        """The highest rank; there must be one."""
        return self.ranks[0]

    @property
    def lowest(self) -> Rank:
        """The lowest rank; there must be one."""
        return self.ranks[-1]

    def headed_by(self, letters: str) -> bool:
        """Whether the top cards are exactly these, as `headed_by("AK")`."""
        return self._text.startswith(letters)

    def count(self, ranks: Iterable[Rank]) -> int:
        """How many of the ranks are held."""
        return sum(rank in self.ranks for rank in ranks)

    def __len__(self) -> int:
        return len(self.ranks)

    def __iter__(self) -> Iterator[Rank]:
        return iter(self.ranks)

    def __contains__(self, rank: Rank) -> bool:
        return rank in self.ranks

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Holding.parse({str(self)!r})"


VOID = Holding()


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards one player holds, suit by suit: thirteen at the start, none at the end."""

    spades: Holding = VOID
    hearts: Holding = VOID
    clubs: Holding = VOID
    diamonds: Holding = VOID

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of cards in any order. Raises `NotAPack` where one comes twice."""
        ranks: dict[Suit, list[Rank]] = {suit: [] for suit in Suit}
        for card in cards:
            ranks[card.suit].append(card.rank)
        return cls(*(Holding.of(ranks[suit]) for suit in Suit))

    @classmethod
    def parse(cls, text: str, *, size: int | None = None) -> Hand:
        """The hand written by suit letters: `S:AKJ762 H:765 C:4 D:A43`.

        The suits may stand in any order, and a void may be left out or written `C:-`. With `size` the hand must
        have that many cards. Raises `Malformed`, or `NotAPack` for a card twice or a wrong number of cards.
        """
        holdings: dict[Suit, Holding] = {}
        for word in text.split():
            letter, colon, ranks = word.partition(":")
            if not colon:
                raise Malformed("hand", text, f"‘{word}’ has no colon", "Write each suit as S:AKJ762", text.find(word))
            suit = Suit.parse(letter)
            if suit in holdings:
                raise Malformed("hand", text, f"{suit.plural} are given twice", "Write each suit once", text.find(word))
            holdings[suit] = _holding(suit, ranks, text)
        if not holdings:
            raise Malformed("hand", text, "there is nothing in it", "Write it as S:AKJ762 H:765 C:4 D:A43")
        hand = cls(*(holdings.get(suit, VOID) for suit in Suit))
        if size is not None:
            hand.require(size, text)
        return hand

    def require(self, size: int, text: str | None = None) -> None:
        """Raises `NotAPack`, quoting `text`, unless the hand has `size` cards."""
        if len(self) != size:
            raise NotAPack(
                text or str(self),
                [Defect("", f"{figured(len(self), 'card')} instead of {size}")],
                "Count each suit again",
            )

    def __getitem__(self, suit: Suit) -> Holding:
        if suit is Suit.SPADES:
            return self.spades
        if suit is Suit.HEARTS:
            return self.hearts
        return self.clubs if suit is Suit.CLUBS else self.diamonds

    def only(self, suit: Suit) -> Hand:
        """The hand's cards of one suit."""
        return Hand(**{suit.plural: self[suit]})

    def without(self, *cards: Card) -> Hand:
        """The hand when the cards, which it must hold, have left it."""
        hand = self
        for card in cards:
            left = tuple(rank for rank in hand[card.suit] if rank is not card.rank)
            if len(left) == len(hand[card.suit]):
                raise ValueError(f"{card} is not in {hand}")
            hand = replace(hand, **{card.suit.plural: Holding(left)})
        return hand

    def plus(self, *cards: Card) -> Hand:
        """The hand with the cards, which it must lack, added."""
        hand = self
        for card in cards:
            hand = replace(hand, **{card.suit.plural: Holding.of((*hand[card.suit], card.rank))})
        return hand

    def __len__(self) -> int:
        return len(self.spades.ranks) + len(self.hearts.ranks) + len(self.clubs.ranks) + len(self.diamonds.ranks)

    def __iter__(self) -> Iterator[Card]:
        return (cards[rank] for suit, cards in _CARDS.items() for rank in self[suit].ranks)

    def __contains__(self, card: Card) -> bool:
        return card.rank in self[card.suit]

    def __str__(self) -> str:
        return f"S:{self.spades} H:{self.hearts} C:{self.clubs} D:{self.diamonds}"

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


def _holding(suit: Suit, ranks: str, text: str) -> Holding:
    try:
        return Holding.parse(ranks)
    except Malformed as fault:
        why = f"among the {suit.plural}, {quoted(fault.text)} is not a rank ({fault.why})"
        raise Malformed("hand", text, why, fault.mend) from None
    except NotAPack as fault:
        twice = [Defect(suit.plural, defect.what) for defect in fault.defects]
        raise NotAPack(text, twice, fault.mend) from None

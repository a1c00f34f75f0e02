"""What Elwell's table would have the dealer declare, and the partner to whom it is left.

The dealer's table names no-trump hands first and then red suits; what it advises to avoid stands before what it
excepts. A dealer whose hand fits no row leaves it: the table is headed by what to declare, and the dealer declares or
passes (lines 1031–1032). His partner names spades where nothing better is advised (passed makes). On four clubs and a
spade honour his maxim 121 (line 546) and his table (line 1502) do not agree, and both answers are shown.

Games won are not seen in a view: the advice at twenty-four all “on the rubber game” is given at any twenty-four all,
and the counsel for who is a game up or down (maxims 48, 49) is told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Content, Declare, Denomination, Leave
from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import cite, names
from tutor.authorities.elwell.reading import (
    AVERAGE,
    CHOSEN,
    OTHERS,
    Reading,
    has_guarded_king_or_queen,
    honours,
    is_protected,
)
from tutor.authorities.rules import UNDECIDED, Answer, Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Rank, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.notation import counted
from tutor.view import Standing, View

GAME = 30
REDS = (Suit.HEARTS, Suit.DIAMONDS)
BLACKS = (Suit.SPADES, Suit.CLUBS)
NO_TRUMPS, LEAVE = Declare(Denomination.NO_TRUMPS), Leave()


@dataclass(frozen=True)
class Declaring:
    """The hand of who may declare, with the score."""

    hand: Hand
    standing: Standing
    reading: Reading

    @cached_property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    @cached_property
    def guarded(self) -> tuple[Suit, ...]:
        """The suits without the ace in which a king or a queen is guarded."""
        return tuple(suit for suit in Suit if has_guarded_king_or_queen(self.hand[suit]))

    @cached_property
    def protected(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in Suit if is_protected(self.hand[suit]))

    @cached_property
    def above_average(self) -> int:
        """How much stronger than an average hand this is, in points of which a king has three."""
        return sum(AVERAGE.get(card.rank, 0) for card in self.hand) - sum(AVERAGE.values())

    @property
    def beside_the_average(self) -> str:
        above = self.above_average
        if not above:
            return "no stronger than the average"
        return f"{counted(abs(above), 'point')} {'above' if above > 0 else 'below'} the average"

    def winners(self, suit: Suit) -> int:
        """The top cards of a suit held without a gap, from the ace; all of it where these are four of five or more."""
        ranks = self.hand[suit].ranks
        solid = next((n for n, rank in enumerate(ranks) if rank.height != Rank.ACE.height - n), len(ranks))
        return len(ranks) if solid >= 4 and len(ranks) >= 5 else solid

    def tricks(self, trumps: Suit) -> int:
        """What the hand is sure of with a suit as trumps: its own top cards, long trumps under them, aces and A K."""
        return self.winners(trumps) + sum(self.winners(suit) for suit in Suit if suit is not trumps)

    def makes_game(self, suit: Suit) -> bool:
        """Whether the hand, with three tricks from partner, is reasonably sure of the odd tricks that win the game."""
        wanted = -(-(GAME - self.standing.us) // TRICK_VALUES[Denomination.of(suit)])
        return self.tricks(suit) + PARTNERS_SHARE >= 6 + wanted


PARTNERS_SHARE = 3
"""The tricks that partner is counted on for, being a third of those that the hand does not take."""


# ---- no trumps ---------------------------------------------------------------------------------------------------


def _four_aces(hand: Declaring) -> Finding:
    return _aces(hand, 4)


def _three_aces(hand: Declaring) -> Finding:
    return _aces(hand, 3)


def _aces(hand: Declaring, wanted: int) -> Finding:
    because = f"the hand has {counted(hand.aces, 'ace')}"
    return applies(because, NO_TRUMPS) if hand.aces == wanted else fails(because)


def _two_aces(hand: Declaring) -> Finding:
    if hand.aces != 2:
        return fails(f"the hand has {counted(hand.aces, 'ace')}")
    if not hand.guarded:
        return fails("two aces, but neither king nor queen guarded in another suit")
    return applies(f"two aces, and a guarded king or queen in {names(hand.guarded)}", NO_TRUMPS)


def _ace_and_three_guards(hand: Declaring) -> Finding:
    if hand.aces != 1:
        return fails(f"the hand has {counted(hand.aces, 'ace')}")
    if len(hand.guarded) < 3:
        return fails(f"one ace, but a guarded king or queen in {counted(len(hand.guarded), 'other suit')} only")
    return applies("one ace, and a guarded king or queen in each other suit", NO_TRUMPS)


def _black_suit(hand: Declaring) -> Finding:
    for suit in BLACKS:
        if hand.hand[suit].headed_by("AKQ") and len(hand.hand[suit]) >= 6:
            others = hand.aces - 1
            because = f"the {suit.plural} are established, with {counted(others, 'other ace')}"
            return applies(because, NO_TRUMPS) if others else fails(because)
    return fails("no black suit is established: ace, king, queen and three more")


def _protected(hand: Declaring) -> Finding:
    because = f"{counted(len(hand.protected), 'suit')} protected, and {hand.beside_the_average}"
    if len(hand.protected) < 3 or hand.above_average < hand.reading.above_average:
        return fails(because)
    return applies(because, NO_TRUMPS)


# ---- suits -------------------------------------------------------------------------------------------------------


def _is_red_make(hand: Declaring, suit: Suit) -> bool:
    length, held = len(hand.hand[suit]), honours(hand.hand[suit])
    return (length >= 6 and held >= 1) or (length == 5 and held >= 2) or _has_four_good(hand, suit)


def _has_four_good(hand: Declaring, suit: Suit) -> bool:
    """Four cards with three good honours: three of ace, king, queen and knave; a ten is not good."""
    return len(hand.hand[suit]) == 4 and hand.hand[suit].count(tuple(AVERAGE)) >= 3


def _is_weak(hand: Declaring, suit: Suit) -> bool:
    return honours(hand.hand[suit]) < hand.reading.strong_honours


def _weak_diamonds(hand: Declaring) -> Finding:
    if not _is_red_make(hand, Suit.DIAMONDS) or _is_red_make(hand, Suit.HEARTS):
        return fails("diamonds are not the make that is thought of")
    if not _is_weak(hand, Suit.DIAMONDS):
        return fails(f"the diamonds have {counted(honours(hand.hand.diamonds), 'honour')}, and are not weak")
    if hand.standing.us and hand.standing.us >= hand.standing.them:
        return fails("the score is neither love nor behind")
    return applies(f"weak diamonds, at {hand.standing}", LEAVE)


def _eighteen_to_nothing(hand: Declaring) -> Finding:
    makes = [suit for suit in REDS if _is_red_make(hand, suit)]
    if not makes:
        return fails("no red suit is thought of")
    if hand.standing.us or hand.standing.them < 18:
        return fails("the adversaries have not eighteen points to nothing")
    if not all(_is_weak(hand, suit) for suit in makes):
        return fails(f"the {names(makes)} are no doubtful make")
    return applies(f"a doubtful make in {names(makes)}, with the adversaries at {hand.standing.them}", LEAVE)


def _red_make(hand: Declaring, holds: Callable[[int, int], bool], says: str) -> Finding:
    suits = [suit for suit in REDS if holds(len(hand.hand[suit]), honours(hand.hand[suit]))]
    if not suits:
        return fails(f"no red suit has {says}")
    return Finding(f"{names(suits)}: {says}", _longest_first(hand, suits))


def _red_six(hand: Declaring) -> Finding:
    return _red_make(hand, lambda length, held: length >= 6 and held >= 1, "six cards with an honour")


def _red_five(hand: Declaring) -> Finding:
    return _red_make(hand, lambda length, held: length == 5 and held >= 2, "five cards with two honours")


def _red_four(hand: Declaring) -> Finding:
    suits = [suit for suit in REDS if _has_four_good(hand, suit)]
    if not suits:
        return fails("no red suit has four cards with three honours above the ten")
    return Finding(f"{names(suits)}: four cards with three good honours", _longest_first(hand, suits))


def _longest_first(hand: Declaring, suits: Sequence[Suit]) -> tuple[Answer, ...]:
    """The best of the suits: most cards, then most honours; of two alike the one that counts more."""
    best = max(suits, key=lambda suit: (len(hand.hand[suit]), honours(hand.hand[suit]), suit is Suit.HEARTS))
    return (Declare(Denomination.of(best)),)


def _black_to_the_score(suit: Suit, least: int) -> Callable[[Declaring], Finding]:
    def find(hand: Declaring) -> Finding:
        if hand.standing.us < least:
            return fails(f"the score is {hand.standing.us}, below {least}")
        because = f"at {hand.standing.us}, with {counted(hand.tricks(suit), 'sure trick')} in {suit.plural} as trumps"
        if len(hand.hand[suit]) < 5 or not hand.makes_game(suit):
            return fails(f"{because}, the game is not reasonably sure")
        return applies(because, Declare(Denomination.of(suit)))

    return find


# ---- passed makes ------------------------------------------------------------------------------------------------


def _twenty_four_all(hand: Declaring) -> Finding:
    if (hand.standing.us, hand.standing.them) != (24, 24):
        return fails("the score is not twenty-four all")
    best = max((len(hand.hand[suit]), sum(rank.height for rank in hand.hand[suit])) for suit in Suit)
    suits = [suit for suit in Suit if (len(hand.hand[suit]), sum(rank.height for rank in hand.hand[suit])) == best]
    return applies(f"the best suit is {names(suits)}", *(Declare(Denomination.of(suit)) for suit in suits))


def _weak_in_the_reds(hand: Declaring) -> Finding:
    wants = any(rule.find(hand).applies for rule in NO_TRUMP_ROWS[2:])
    if not wants:
        return fails("no trumps are not thought of")
    weak = [suit for suit in REDS if suit not in hand.protected]
    if len(weak) < 2:
        return fails("one of the red suits is protected")
    return applies("a no-trump hand, but neither red suit is protected", *_black(hand).answers)


def _weak_red(hand: Declaring) -> Finding:
    makes = [suit for suit in REDS if _is_red_make(hand, suit)]
    if not makes:
        return fails("no red suit is thought of")
    if not all(_is_weak(hand, suit) for suit in makes):
        return fails(f"the {names(makes)} are not weak")
    return applies(f"the {names(makes)} are weak, and a weak red make is avoided", *_black(hand).answers)


def _is_four_clubs_against_few_spades(hand: Declaring) -> bool:
    """Four clubs with two honours, and one or two spades: what the maxim is of, but for honours in spades."""
    spades, clubs = hand.hand.spades, hand.hand.clubs
    return 1 <= len(spades) <= 2 and len(clubs) == 4 and honours(clubs) >= 2


def _clubs_safer(hand: Declaring) -> Finding:
    if not _is_four_clubs_against_few_spades(hand) or honours(hand.hand.spades):
        return fails("it is not a choice of four clubs with two honours against one or two spades without one")
    return applies("four clubs with two honours, and not an honour in one or two spades", Declare(Denomination.CLUBS))


def _clubs_or_spades(hand: Declaring) -> Finding:
    """Where the maxim wants the spades without an honour and the table does not ask: neither is the better word."""
    spades = hand.hand.spades
    if not _is_four_clubs_against_few_spades(hand) or not honours(spades):
        return fails("it is not a choice of four clubs with two honours against one or two spades with an honour")
    held = counted(len(spades), "spade")
    because = (
        f"the table has clubs with {held}, and asks for nothing else; maxim 121 calls clubs safer only when the spades "
        f"have no honour, and these have the {spades.highest.word}"
    )
    return applies(because, Declare(Denomination.CLUBS), Declare(Denomination.SPADES))


def _clubs_for_spades(hand: Declaring) -> Finding:
    spades, clubs = hand.hand.spades, hand.hand.clubs
    because = (
        f"{counted(len(spades), 'spade')}, and {counted(len(clubs), 'club')} with {counted(honours(clubs), 'honour')}"
    )
    if len(spades) <= 2 and len(clubs) >= 4 and honours(clubs) >= 2:
        return applies(because, Declare(Denomination.CLUBS))
    return fails(because)


def _spades(hand: Declaring) -> Finding:
    del hand
    return applies("nothing better is advised", Declare(Denomination.SPADES))


def _black(hand: Declaring) -> Finding:
    """Clubs where he prefers them to spades, else spades; either where his table and his maxim do not agree."""
    either = _clubs_or_spades(hand)
    if either.applies:
        return either
    clubs = _clubs_for_spades(hand)
    return clubs if clubs.applies else _spades(hand)


# ---- doubling ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Doubling:
    """What an adversary of the declarer knows of the score, and of what a trick counts now."""

    standing: Standing
    trick: int

    @classmethod
    def of(cls, view: View) -> Doubling:
        declaration = view.declaration
        assert declaration is not None, "nothing is doubled before it is declared"  # noqa: S101
        return cls(view.standing, TRICK_VALUES[declaration.denomination] << declaration.doubled)


def _odd_trick_is_enough(doubling: Doubling) -> Finding:
    wanted = -(-(GAME - doubling.standing.us) // doubling.trick)
    because = (
        f"at {doubling.standing.us}, with a trick at {doubling.trick}, the game wants {counted(wanted, 'odd trick')}"
    )
    return applies(because, Content()) if wanted == 1 else fails(because)


def _is_no_adversary(view: View) -> str | None:
    declaration = view.declaration
    if declaration is not None and declaration.by.side is view.seat.side:
        return "his maxim is for the adversaries of the declarer"
    return None


# ---- the tables --------------------------------------------------------------------------------------------------


def _read(reading: Reading) -> Callable[[View], Declaring]:
    return lambda view: Declaring(view.hand, view.standing, reading)


def _who_speaks(*, dealer: bool) -> Callable[[View], str | None]:
    def silent_on(view: View) -> str | None:
        if view.is_dealer:
            return None if dealer else "these are the passed makes"
        if view.seat is not view.dealer.partner or not view.calling.is_left:
            return "only the dealer declares, or his partner when it is left to him"
        return "this is the dealer’s table" if dealer else None

    return silent_on


NO_TRUMP_ROWS: tuple[Rule[Declaring], ...] = (
    Rule("axi-decl-nt-four-aces", "With four aces declare no trumps.", cite(1439, 1439), _four_aces,
         advises=(NO_TRUMPS,)),
    Rule("axi-decl-nt-three-aces", "With three aces declare no trumps.", cite(1441, 1441), _three_aces,
         advises=(NO_TRUMPS,)),
    Rule("axi-decl-nt-two-aces", "With two aces and a guarded king or queen declare no trumps.", cite(1443, 1445),
         _two_aces, advises=(NO_TRUMPS,)),
    Rule("axi-decl-nt-ace-three-guards",
         "With one ace, and a guarded king or queen in three other suits, declare no trumps.", cite(1447, 1451),
         _ace_and_three_guards, advises=(NO_TRUMPS,)),
    Rule("axi-decl-nt-black-suit", "With one established black suit and one other ace declare no trumps.",
         cite(1453, 1457), _black_suit, advises=(NO_TRUMPS,)),
    Rule("axi-decl-nt-protected",
         "With three suits protected, and a king or an ace more than an average hand, declare no trumps.",
         cite(1459, 1465), _protected, advises=(NO_TRUMPS,)),
)  # fmt: skip

_CLUBS_TO_SCORE = Rule(
    "axi-decl-clubs-score",
    "At eighteen or more declare clubs when reasonably sure of the game.",
    cite(1490, 1491),
    _black_to_the_score(Suit.CLUBS, 18),
)
_SPADES_TO_SCORE = Rule(
    "axi-decl-spades-score",
    "At twenty-four or more declare spades when reasonably sure of the game.",
    cite(1492, 1493),
    _black_to_the_score(Suit.SPADES, 24),
)
RED_ROWS: tuple[Rule[Declaring], ...] = (
    Rule("axi-decl-red-six", "With six cards of a red suit and an honour usually declare it.", cite(1469, 1475),
         _red_six),
    Rule("axi-decl-red-five", "With five cards of a red suit and two honours usually declare it.", cite(1477, 1479),
         _red_five),
    Rule("axi-decl-red-four", "With four cards of a red suit and three good honours usually declare it.",
         cite(1481, 1483), _red_four),
)  # fmt: skip

DEALER = Chapter(
    Question.DECLARE,
    (
        *NO_TRUMP_ROWS,
        _CLUBS_TO_SCORE,
        _SPADES_TO_SCORE,
        Rule(
            "axi-maxim-050",
            "With eighteen to nothing against you avoid any doubtful make.",
            cite(218, 220),
            _eighteen_to_nothing,
            advises=(LEAVE,),
        ),
        Rule(
            "axi-decl-weak-diamond",
            "Avoid a weak diamond make at a love score or when behind.",
            cite(1489, 1489),
            _weak_diamonds,
            advises=(LEAVE,),
        ),
        *RED_ROWS,
        Rule(
            "axi-table-declaration",
            "When your hand fits no row of the table, pass the declaration to your partner.",
            cite(1433, 1493),
            lambda _: applies("none of his rows for no trumps, a red suit or the score fits the hand", LEAVE),
            advises=(LEAVE,),
        ),
    ),
    _read(CHOSEN),
    silent_on=_who_speaks(dealer=True),
    otherwise=tuple(_read(other) for other in OTHERS),
)

PASSED_MAKES = Chapter(
    Question.DECLARE,
    (
        *NO_TRUMP_ROWS[:2],
        Rule(
            "axi-decl-passed-24-all",
            "At twenty-four all declare your best suit.",
            cite(1507, 1507),
            _twenty_four_all,
        ),
        Rule(
            "axi-decl-passed-nt-caution",
            "Be cautious about declaring no trumps when weak in the red suits.",
            cite(1497, 1499),
            _weak_in_the_reds,
        ),
        *NO_TRUMP_ROWS[2:],
        Rule("axi-decl-passed-no-weak-red", "Avoid all weak red makes.", cite(1500, 1500), _weak_red),
        *RED_ROWS,
        Rule(
            "axi-maxim-121",
            "Prefer four clubs with two honours to one or two spades without one.",
            cite(546, 547),
            _clubs_safer,
        ),
        Rule(
            "axi-decl-passed-clubs",
            "With four clubs including two honours, and one or two spades with an honour, the table declares clubs; "
            "maxim 121 prefers clubs only to spades without an honour.",
            cite(1502, 1503),
            _clubs_or_spades,
            UNDECIDED,
        ),
        Rule(
            "axi-decl-passed-clubs",
            "With one or two spades, declare clubs of four or more with two honours instead.",
            cite(1502, 1503),
            _clubs_for_spades,
            "clubs",
        ),
        Rule("axi-decl-passed-clubs", "Otherwise declare spades.", cite(1502, 1503), _spades, "spades"),
    ),
    _read(CHOSEN),
    silent_on=_who_speaks(dealer=False),
    otherwise=tuple(_read(other) for other in OTHERS),
)

DOUBLES = Chapter(
    Question.DOUBLE,
    (
        Rule(
            "axi-maxim-082",
            "Do not double when the odd trick would win you the game.",
            cite(369, 370),
            _odd_trick_is_enough,
            advises=(Content(),),
        ),
    ),
    Doubling.of,
    silent_on=_is_no_adversary,
)

"""What Elwell’s tables would have the dealer declare, and the partner to whom it is left.

The dealer’s table names no-trump hands first and then red suits; what it advises to avoid stands before what it
excepts. A dealer whose hand fits no row leaves it: the table is headed by what to declare, and the dealer declares or
passes (lines 1031–1032). The dealer’s partner names spades where nothing better is advised (passed makes). On four
clubs and a spade honour Elwell’s maxim 121 (line 546) and his table (line 1502) do not agree, and both answers are
shown.

Games won are not seen in a view: the advice at twenty-four all “on the rubber game” is given at any twenty-four all.
The counsel for who is a game up or down (maxims 48, 49) is given in words only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Declare, Denomination, Leave
from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY, names
from tutor.authorities.elwell.interpretations import (
    AVERAGE,
    CHOSEN,
    OTHERS,
    Interpretation,
    has_guarded_king_or_queen,
    honours,
    is_protected,
)
from tutor.authorities.rules import NO_REASON, UNDECIDED, Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Rank, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import counted
from tutor.view import Standing, View

GAME = 30
REDS = (Suit.HEARTS, Suit.DIAMONDS)
BLACKS = (Suit.SPADES, Suit.CLUBS)
NO_TRUMPS, HEARTS, DIAMONDS, CLUBS, SPADES = map(
    Declare,
    (Denomination.NO_TRUMPS, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS, Denomination.SPADES),
)
LEAVE = Leave()
PARTNERS_SHARE = 3
"""The tricks that partner is counted on for, being a third of those that the hand does not take."""


@dataclass(frozen=True)
class DeclaringFacts:
    """The hand of who may declare, with the score."""

    hand: Hand
    standing: Standing
    interpretation: Interpretation

    @cached_property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    def count_of_aces(self) -> str:
        return f"the hand has {counted(self.aces, 'ace')}"

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

    @cached_property
    def tricks(self) -> int:
        """What the hand is sure of with any suit as trumps: top cards, and long cards under four of them."""
        return sum(self.winners(suit) for suit in Suit)

    def makes_game(self, suit: Suit) -> bool:
        """Whether the hand, with three tricks from partner, is reasonably sure of the odd tricks that win the game."""
        wanted = -(-(GAME - self.standing.us) // TRICK_VALUES[Denomination.of(suit)])
        return self.tricks + PARTNERS_SHARE >= 6 + wanted

    @cached_property
    def red_makes(self) -> tuple[Suit, ...]:
        """The red suits that some row of the table declares."""
        return tuple(suit for suit in REDS if any(fits(self, suit) for fits in (_is_six, _is_five, _is_four)))

    def is_weak(self, suit: Suit) -> bool:
        return honours(self.hand[suit]) < self.interpretation.strong_honours


# ---- no trumps ---------------------------------------------------------------------------------------------------

no_trumps = Section[DeclaringFacts](KEY)


@no_trumps.rule(
    "axi-decl-nt-four-aces",
    "With four aces declare no trumps.",
    lines=(1439, 1439),
    advises=(NO_TRUMPS,),
    why=NO_REASON,
)
def four_aces(facts: DeclaringFacts) -> Finding:
    return yes(facts.count_of_aces, NO_TRUMPS) if facts.aces == 4 else no(facts.count_of_aces)


@no_trumps.rule(
    "axi-decl-nt-three-aces",
    "With three aces declare no trumps.",
    lines=(1441, 1441),
    advises=(NO_TRUMPS,),
    why=NO_REASON,
)
def three_aces(facts: DeclaringFacts) -> Finding:
    return yes(facts.count_of_aces, NO_TRUMPS) if facts.aces == 3 else no(facts.count_of_aces)


@no_trumps.rule(
    "axi-decl-nt-two-aces", "With two aces and a guarded king or queen declare no trumps.", lines=(1443, 1445),
    advises=(NO_TRUMPS,), why=NO_REASON,
)  # fmt: skip
def two_aces(facts: DeclaringFacts) -> Finding:
    if facts.aces != 2:
        return no(facts.count_of_aces)
    if not facts.guarded:
        return no("there are two aces, but no guarded king or queen in another suit")
    return yes(lambda: f"there are two aces, and a guarded king or queen in {names(facts.guarded)}", NO_TRUMPS)


@no_trumps.rule(
    "axi-decl-nt-ace-three-guards",
    "With one ace, and a guarded king or queen in three other suits, declare no trumps.",
    lines=(1447, 1451),
    advises=(NO_TRUMPS,),
    why=NO_REASON,
)
def ace_and_three_guards(facts: DeclaringFacts) -> Finding:
    if facts.aces != 1:
        return no(facts.count_of_aces)
    if len(facts.guarded) < 3:
        return no(
            lambda: f"there is one ace, but a guarded king or queen in only {counted(len(facts.guarded), 'other suit')}"
        )
    return yes("there is one ace, and a guarded king or queen in each other suit", NO_TRUMPS)


@no_trumps.rule(
    "axi-decl-nt-black-suit",
    "With one established black suit and one other ace declare no trumps.",
    lines=(1453, 1457),
    advises=(NO_TRUMPS,),
    why="At no trumps you try to establish a long suit and bring in its small cards. This one is established already.",
    why_lines=(302, 303),
)
def black_suit(facts: DeclaringFacts) -> Finding:
    suit = next((one for one in BLACKS if facts.hand[one].headed_by("AKQ") and len(facts.hand[one]) >= 6), None)
    if suit is None:
        return no("no black suit is established: ace, king, queen and three more")
    others = facts.aces - 1

    def because() -> str:
        return f"the {suit.plural} are established, with {counted(others, 'other ace')}"

    return yes(because, NO_TRUMPS) if others else no(because)


@no_trumps.rule(
    "axi-decl-nt-protected",
    "With three suits protected, and a king or an ace more than an average hand, declare no trumps.",
    lines=(1459, 1465),
    advises=(NO_TRUMPS,),
    why=NO_REASON,
)
def protected(facts: DeclaringFacts) -> Finding:
    def because() -> str:
        return f"the hand has {counted(len(facts.protected), 'suit')} protected, and {facts.beside_the_average()}"

    is_so = len(facts.protected) >= 3 and facts.above_average >= facts.interpretation.above_average
    return yes(because, NO_TRUMPS) if is_so else no(because)


# ---- black suits that make the game ------------------------------------------------------------------------------

to_the_score = Section[DeclaringFacts](KEY)


def black_suit_for_the_game(suit: Suit, least: int) -> Callable[[DeclaringFacts], Finding]:
    """A black suit declared from a score on, where the hand is reasonably sure of the game."""

    def test(facts: DeclaringFacts) -> Finding:
        if facts.standing.us < least:
            return no(lambda: f"the score is {facts.standing.us}, below {least}")

        def because() -> str:
            return f"at {facts.standing.us}, with {counted(facts.tricks, 'sure trick')} in {suit.plural} as trumps"

        if len(facts.hand[suit]) < 5 or not facts.makes_game(suit):
            return no(lambda: f"{because()}, the game is not reasonably sure")
        return yes(because, Declare(Denomination.of(suit)))

    return test


to_the_score.rule(
    "axi-decl-clubs-score",
    "At eighteen or more declare clubs if you are reasonably sure of the game.",
    advises=(CLUBS,),
    lines=(1490, 1491),
    why="A game is 30 points, and a trick in clubs counts 4. From 18 you need only three above six.",
    why_lines=(690, 702),
)(black_suit_for_the_game(Suit.CLUBS, 18))
to_the_score.rule(
    "axi-decl-spades-score",
    "At twenty-four or more declare spades if you are reasonably sure of the game.",
    advises=(SPADES,),
    lines=(1492, 1493),
    why="A game is 30 points, and a trick in spades counts 2. From 24 you need only three above six.",
    why_lines=(690, 702),
)(black_suit_for_the_game(Suit.SPADES, 24))


# ---- what the dealer avoids --------------------------------------------------------------------------------------

doubtful = Section[DeclaringFacts](KEY)


@doubtful.rule(
    "axi-maxim-050",
    "If the score is eighteen to nothing against you, avoid any doubtful declaration.",
    lines=(218, 220),
    advises=(LEAVE,),
    why="A doubtful declaration may let the other side win the game on your own deal.",
)
def eighteen_to_nothing(facts: DeclaringFacts) -> Finding:
    makes = facts.red_makes
    if not makes:
        return no("no red suit comes into question")
    if facts.standing.us or facts.standing.them < 18:
        return no("the opponents do not have eighteen points to nothing")
    if not all(facts.is_weak(suit) for suit in makes):
        return no(lambda: f"the {names(makes)} are not doubtful trumps")
    return yes(
        lambda: f"the {names(makes)} would be doubtful trumps, with the opponents at {facts.standing.them}", LEAVE
    )


@doubtful.rule(
    "axi-decl-weak-diamond",
    "Avoid declaring weak diamonds at love-all or when you are behind.",
    lines=(1489, 1489),
    advises=(LEAVE,),
    why=NO_REASON,
)
def weak_diamonds(facts: DeclaringFacts) -> Finding:
    if facts.red_makes != (Suit.DIAMONDS,):
        return no("diamonds are not the suit in question")
    if not facts.is_weak(Suit.DIAMONDS):
        return no(lambda: f"the diamonds have {counted(honours(facts.hand.diamonds), 'honour')}, and are not weak")
    if facts.standing.us and facts.standing.us >= facts.standing.them:
        return no("the score is not love-all, and this side is not behind")
    return yes(lambda: f"the diamonds are weak, at {facts.standing}", LEAVE)


# ---- red suits ---------------------------------------------------------------------------------------------------

reds = Section[DeclaringFacts](KEY, advises=(HEARTS, DIAMONDS))


def _is_six(facts: DeclaringFacts, suit: Suit) -> bool:
    return len(facts.hand[suit]) >= 6 and honours(facts.hand[suit]) >= 1


def _is_five(facts: DeclaringFacts, suit: Suit) -> bool:
    return len(facts.hand[suit]) == 5 and honours(facts.hand[suit]) >= 2


def _is_four(facts: DeclaringFacts, suit: Suit) -> bool:
    """Four cards with three good honours: three of ace, king, queen and jack; a ten is not good."""
    return len(facts.hand[suit]) == 4 and facts.hand[suit].count(tuple(AVERAGE)) >= 3


def red_suit(
    facts: DeclaringFacts, fits: Callable[[DeclaringFacts, Suit], bool], holding: str, unfit: str = ""
) -> Finding:
    """The best red suit that fits: most cards, then most honours; of two alike the one that counts more."""
    suits = [suit for suit in REDS if fits(facts, suit)]
    if not suits:
        return no(lambda: f"no red suit has {unfit or holding}")
    best = max(suits, key=lambda suit: (len(facts.hand[suit]), honours(facts.hand[suit]), suit is Suit.HEARTS))
    return yes(lambda: f"{names(suits)}: {holding}", Declare(Denomination.of(best)))


@reds.rule(
    "axi-decl-red-six",
    "With six cards of a red suit and an honour usually declare it.",
    lines=(1469, 1475),
    why=NO_REASON,
)
def red_six(facts: DeclaringFacts) -> Finding:
    return red_suit(facts, _is_six, "six cards with an honour")


@reds.rule(
    "axi-decl-red-five", "With five cards of a red suit and two honours usually declare it.", lines=(1477, 1479),
    why=NO_REASON,
)  # fmt: skip
def red_five(facts: DeclaringFacts) -> Finding:
    return red_suit(facts, _is_five, "five cards with two honours")


@reds.rule(
    "axi-decl-red-four", "With four cards of a red suit and three good honours usually declare it.", lines=(1481, 1483),
    why=NO_REASON,
)  # fmt: skip
def red_four(facts: DeclaringFacts) -> Finding:
    return red_suit(
        facts, _is_four, "four cards with three good honours", "four cards with three honours above the ten"
    )


# ---- what fits no row --------------------------------------------------------------------------------------------

otherwise = Section[DeclaringFacts](KEY)


@otherwise.rule(
    "axi-table-declaration",
    "If your hand fits no row of the table, pass the declaration to your partner.",
    lines=(1433, 1493),
    advises=(LEAVE,),
    why="Bad declarations lose more rubbers than bad play. Asking what partner will probably declare if you pass helps "
    "you to decide.",
    why_lines=(280, 288),
)
def leave_it(facts: DeclaringFacts) -> Finding:
    del facts
    return yes("none of Elwell’s rows for no trumps, a red suit or the score fits the hand", LEAVE)


# ---- passed makes ------------------------------------------------------------------------------------------------

at_twenty_four_all = Section[DeclaringFacts](KEY, advises=(SPADES, HEARTS, CLUBS, DIAMONDS))


@at_twenty_four_all.rule(
    "axi-decl-passed-24-all", "At twenty-four all declare your best suit.", lines=(1507, 1507), why=NO_REASON
)
def best_suit(facts: DeclaringFacts) -> Finding:
    if (facts.standing.us, facts.standing.them) != (24, 24):
        return no("the score is not twenty-four all")
    worth = {suit: (len(facts.hand[suit]), sum(rank.height for rank in facts.hand[suit])) for suit in Suit}
    suits = [suit for suit in Suit if worth[suit] == max(worth.values())]
    return yes(lambda: f"the best suit is {names(suits)}", *(Declare(Denomination.of(suit)) for suit in suits))


black_makes = Section[DeclaringFacts](KEY, advises=(CLUBS,))


def _is_four_clubs_against_few_spades(facts: DeclaringFacts) -> bool:
    """Four clubs with two honours, and one or two spades: what the maxim is of, but for honours in spades."""
    return 1 <= len(facts.hand.spades) <= 2 and len(facts.hand.clubs) == 4 and honours(facts.hand.clubs) >= 2


@black_makes.rule(
    "axi-maxim-121",
    "Prefer four clubs with two honours to one or two spades without one.",
    lines=(546, 547),
    why="You are safer with four trumps that include two honours than with one or two trumps and no honour.",
)
def clubs_safer(facts: DeclaringFacts) -> Finding:
    if not _is_four_clubs_against_few_spades(facts) or honours(facts.hand.spades):
        return no("the choice is not between four clubs with two honours and one or two spades without an honour")
    return yes("there are four clubs with two honours, and one or two spades without an honour", CLUBS)


@black_makes.rule(
    "axi-decl-passed-clubs",
    "With four clubs including two honours, and one or two spades with an honour, the table declares clubs; "
    "maxim 121 prefers clubs only to spades without an honour.",
    lines=(1502, 1503),
    row=UNDECIDED,
    advises=(CLUBS, SPADES),
    why="Four clubs with two honours are safer trumps than one or two spades without an honour.",
    why_lines=(546, 547),
)
def clubs_or_spades(facts: DeclaringFacts) -> Finding:
    """Where the maxim wants the spades without an honour and the table does not ask: neither is the better word."""
    spades = facts.hand.spades
    if not _is_four_clubs_against_few_spades(facts) or not honours(spades):
        return no("the choice is not between four clubs with two honours and one or two spades with an honour")

    def because() -> str:
        return (
            f"the table has clubs with {counted(len(spades), 'spade')}, and asks for nothing else; maxim 121 calls "
            f"clubs safer only when the spades have no honour, and these have the {spades.highest.word}"
        )

    return yes(because, CLUBS, SPADES)


@black_makes.rule(
    "axi-decl-passed-clubs",
    "With one or two spades, declare clubs of four or more with two honours instead.",
    lines=(1502, 1503),
    row="clubs",
)
def clubs_for_spades(facts: DeclaringFacts) -> Finding:
    spades, clubs = facts.hand.spades, facts.hand.clubs

    def because() -> str:
        held = f"{counted(len(clubs), 'club')} with {counted(honours(clubs), 'honour')}"
        return f"{counted(len(spades), 'spade')}, and {held}"

    is_so = len(spades) <= 2 and len(clubs) >= 4 and honours(clubs) >= 2
    return yes(because, CLUBS) if is_so else no(because)


@black_makes.rule(
    "axi-decl-passed-clubs", "Otherwise declare spades.", lines=(1502, 1503), row="spades", advises=(SPADES,)
)
def spades_by_default(facts: DeclaringFacts) -> Finding:
    del facts
    return yes("nothing better is advised", SPADES)


def black_make(facts: DeclaringFacts) -> Finding:
    """Clubs where Elwell prefers them to spades, else spades; either where his table and his maxim do not agree."""
    found = (rule.find(facts) for rule in (clubs_or_spades, clubs_for_spades, spades_by_default))
    return next(finding for finding in found if finding.applies)


cautions = Section[DeclaringFacts](KEY, advises=(CLUBS, SPADES))


@cautions.rule(
    "axi-decl-passed-nt-caution",
    "Be cautious about declaring no trumps if you are weak in the red suits.",
    lines=(1497, 1499),
    why="Many no-trump declarations go astray after a pass. That is why they need more caution.",
    why_lines=(292, 293),
)
def weak_in_the_reds(facts: DeclaringFacts) -> Finding:
    if not any(rule.find(facts).applies for rule in no_trumps[2:]):
        return no("no trumps do not come into question")
    if any(suit in facts.protected for suit in REDS):
        return no("one of the red suits is protected")
    return yes("the hand is good for no trumps, but neither red suit is protected", *black_make(facts).answers)


@cautions.rule(
    "axi-decl-passed-no-weak-red",
    "Avoid declaring any weak red suit.",
    lines=(1500, 1500),
    why="Bad declarations lose more rubbers than bad play, and after a pass you need more caution still.",
    why_lines=(280, 293),
)
def weak_red(facts: DeclaringFacts) -> Finding:
    makes = facts.red_makes
    if not makes:
        return no("no red suit comes into question")
    if not all(facts.is_weak(suit) for suit in makes):
        return no(lambda: f"the {names(makes)} are not weak")
    return yes(lambda: f"the {names(makes)} are weak, and a weak red suit is not declared", *black_make(facts).answers)


# ---- the two tables, as they are tried ---------------------------------------------------------------------------


def _facts(interpretation: Interpretation) -> Callable[[View], DeclaringFacts]:
    return lambda view: DeclaringFacts(view.hand, view.standing, interpretation)


def _silent_to_the_dealer(view: View) -> str | None:
    if view.is_dealer:
        return "this table is for a declaration left to partner"
    if view.seat is not view.dealer.partner or not view.calling.is_left:
        return "only the dealer declares, or the dealer’s partner when it is left to them"
    return None


def _silent_to_the_partner(view: View) -> str | None:
    return None if view.is_dealer else _silent_to_the_dealer(view) or "this is the dealer’s table"


DEALER = Chapter(
    Question.DECLARE,
    (*no_trumps, *to_the_score, *doubtful, *reds, *otherwise),
    _facts(CHOSEN),
    silent_on=_silent_to_the_partner,
    otherwise=tuple(map(_facts, OTHERS)),
)

PASSED_MAKES = Chapter(
    Question.DECLARE,
    (
        *no_trumps[:2],
        *at_twenty_four_all,
        weak_in_the_reds,
        *no_trumps[2:],
        weak_red,
        *reds,
        *black_makes,
    ),
    _facts(CHOSEN),
    silent_on=_silent_to_the_dealer,
    otherwise=tuple(map(_facts, OTHERS)),
)

"""What follows an offence, as values: each can be carried out at a table and said in plain words.

An effect without a number or a person is a member of `Then`; the others are classes of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from re import sub
from typing import ClassVar

from tutor.notation import in_words


class Whom(Enum):
    """Of whom a card or a suit is demanded."""

    OFFENDER = "the offender"
    PARTNER = "the offender’s partner"
    NEXT = "the offender or the partner, whichever has the next lead"
    RIGHTFUL = "the partner, whose lead it was"
    LEADER = "the eldest hand"
    DEALER = "the dealer or declarer, or the partner, whichever has the next lead"

    __hash__ = object.__hash__


class Which(Enum):
    """The cards that lie exposed."""

    CARD = "the card"
    PLAYED = "the cards played in this way"
    OTHERS = "the other cards played in this way"
    HAND = "the whole hand"
    FOLLOWED = "each card of the players who followed"
    BOTH = "both hands, each by the other side,"

    __hash__ = object.__hash__


class What(Enum):
    """What stands."""

    DEAL = "the deal"
    LEAD = "the lead"
    TRICK = "the trick"
    WORDS = "what was said"
    SCORE = "the score as claimed and admitted"
    PAST = "every earlier score"

    __hash__ = object.__hash__


class Then(Enum):
    """An effect that its name tells wholly."""

    # the deal
    NEW_DEAL = "there is a new deal, by the same dealer"
    RIGHT_DEAL = "the deal is stopped and put right"
    CURED = "the dealer may put it right by moving a single card"
    NEW_CUT = "the cards are cut again"
    LOSES_DEAL = "the deal is lost to the other side"
    SEES_CARD = "the adversaries may see the card"
    MAY_SEARCH_PACK = "the other pack may be searched for the missing card"
    # calls
    DISREGARDED = "the game goes on as if nothing had been said"
    MUST_DECLARE = "the offender must make the declaration"
    RAISED = "the bid counts as the number of tricks that was needed"
    ENDS_DOUBLING = "it is refused, and nobody may double any more in that hand"
    ACCEPTED = "it stands, and redoubling may go on"
    BARS_DOUBLING = "the partner may neither double nor redouble"
    BARS_BIDDING = "the partner may not bid again, unless an adversary bids higher or doubles"
    DOUBLES_BY_CONSENT = "the eldest hand may double only with the consent of the trump maker"
    PARTNER_BY_CONSENT = "the partner may double only with the consent of the trump maker"
    REDOUBLES_BY_CONSENT = "the partner may redouble only with the consent of the adversary who doubled last"
    KEEPS_DOUBLE = "the right to double is not lost"
    # cards
    CANNOT_BE_CALLED = "the card is taken up and cannot be called"
    FORBIDS_SUIT = "the leader may not lead the suit of that card"
    PLAY_OR_NOT = "the card suggested must be played, or must not be played, as demanded"
    CHOOSES_CARD = "one of the cards is named and played to the trick"
    PARTNER_WINS = "the partner must win the first of those tricks, or any other, if able to"
    SHOWS_HAND = "the claimant’s hand is laid face up, but its cards cannot be called"
    HAND_KEPT = "if the partner does not put down their hand, they need not give it up"
    PLAYED = "the card is played, and stays played"
    NOT_PLAYED = "the card is not played yet, and may go back"
    MAY_TAKE_BACK = "the card may be taken back"
    CARDS_BACK = "the cards are taken back, and the right player leads"
    NOT_CORRECTED = "the offender may not correct it"
    MAY_CORRECT = "the offender may correct it"
    MUST_CORRECT = "the lead must be made from the right hand"
    OTHERS_CHANGE = "players who played later may change their cards, which do not become exposed cards"
    FOURTH_MAY_PLAY = "fourth hand may then play too"
    SURPLUS_TO_TRICK = "the card left over at the end belongs to the imperfect trick, and is no revoke there"
    HIGHEST_TRUMP = "the highest or the lowest trump must be played at the first opportunity"
    # penalties
    NO_PENALTY = "there is no penalty"
    ALLOWED = "that is allowed"
    FORBIDDEN = "that is forbidden, but there is no penalty"
    LOSES_PENALTY = "the penalty is lost"
    BINDS = "the penalty that was named first must be exacted"
    PAID = "the penalty is paid"
    CALL_REPEATED = "the card may be called again, trick after trick, until it is played"
    NOT_COMPELLED = "nobody can be made to revoke: the call fails at this trick"
    AS_REVOKE = "it costs the same as a revoke"
    ANSWERS_FOR_REVOKES = "the offender pays for every revoke that results from it"
    SEARCH_ALL = "all the tricks may be searched"
    SEARCH_ONE = "only the trick with the surplus card may be examined"
    # the revoke
    ESTABLISHED = "the revoke is established"
    CURABLE = "the revoke is not established, and may still be corrected"
    TO_BE_PROVED = "the claim holds if it can still be proved"
    TOO_LATE = "it is too late to claim"
    NO_GAME = "the offending side cannot win the game with that hand"
    NEITHER_WINS = "neither side can win the game with that hand"
    NO_SLAM = "the offending side cannot score a slam"
    NO_SLAM_BY_PENALTY = "tricks taken as the penalty do not make a slam"
    NO_BONUS_BY_PENALTY = "tricks taken as the penalty count towards the bid, but earn no bonus for a double"
    NOTHING_SCORED = "the offending side scores only its honours in trumps or chicane"
    NOTHING_BUT_HONOURS = "both sides score only honours in trumps or chicane"
    INDIVISIBLE = "one penalty cannot be divided"
    OF_THIS_HAND = "the penalty affects only the score of this hand"
    OF_THIS_GAME = "the penalty affects only the score of this game"
    COMES_FIRST = "the penalty is scored before anything else"
    BETS_AFTER = "bets follow the score after the penalty"
    # the others
    PAYS_STAKES_AND_BETS = "the players may make the bystander pay the stakes and all bets"
    PAYS_STAKES = "the players may make the bystander pay the stakes"
    BENEFIT_LOST = "the side that was helped loses the benefit"
    OWES_TIME = "the players must have reasonable time to choose"

    @property
    def words(self) -> str:
        return self.value

    __hash__ = object.__hash__


class _Worded:
    """An effect whose words are `says`, with its figure or its person in the braces."""

    __slots__ = ()
    says: ClassVar[str]

    @property
    def words(self) -> str:
        value = next(getattr(self, name) for name in self.__match_args__)  # type: ignore[attr-defined]
        return self.says.format(value.value if isinstance(value, Enum) else in_words(value))


@dataclass(frozen=True, slots=True)
class Stands(_Worded):
    """Something stays as it is."""

    what: What
    says: ClassVar[str] = "{} stands"


@dataclass(frozen=True, slots=True)
class ExposedCard(_Worded):
    """Cards lie face up on the table, and may be called whenever that makes no revoke."""

    which: Which = Which.CARD
    says: ClassVar[str] = "{} may be called, and must lie face up on the table until then"


@dataclass(frozen=True, slots=True)
class CallsSuit(_Worded):
    """A suit is named, and must be led."""

    whom: Whom
    says: ClassVar[str] = "a suit may be called from {}"


@dataclass(frozen=True, slots=True)
class HighestOrLowest(_Worded):
    """The highest card of the suit led, or the lowest, must be played to the trick."""

    whom: Whom
    says: ClassVar[str] = "{} must play the highest or the lowest card of the suit, as demanded"


@dataclass(frozen=True, slots=True)
class WinOrLose(_Worded):
    """The trick must be won, or must be lost."""

    whom: Whom
    says: ClassVar[str] = "{} must win the trick, or must not, as demanded"


@dataclass(frozen=True, slots=True)
class TakesTricks(_Worded):
    """Tricks of the offender’s side become the other side’s."""

    tricks: int = 3
    says: ClassVar[str] = "{} tricks are taken from the offender’s side and added to those of the other side"


@dataclass(frozen=True, slots=True)
class AddsValue(_Worded):
    """The value of so many tricks is added to the score of the other side."""

    tricks: int = 3
    says: ClassVar[str] = "the value of {} tricks is added to the score of the other side"


@dataclass(frozen=True, slots=True)
class DeductsValue(_Worded):
    """The value of so many tricks is deducted from the score of the offender’s side."""

    tricks: int = 3
    says: ClassVar[str] = "the value of {} tricks is deducted from the score of the offender’s side"


@dataclass(frozen=True, slots=True)
class AddsPoints(_Worded):
    """Points are added to the score of the other side, towards the game."""

    points: int
    says: ClassVar[str] = "{} points are added to the score of the other side"


@dataclass(frozen=True, slots=True)
class DeductsPoints(_Worded):
    """Points are deducted from the score of the offender’s side."""

    points: int
    says: ClassVar[str] = "{} points are deducted from the score of the offender’s side"


@dataclass(frozen=True, slots=True)
class PenaltyPoints(_Worded):
    """Points are scored by the other side above the line."""

    points: int
    says: ClassVar[str] = "the other side scores {} above the line"


@dataclass(frozen=True, slots=True)
class CapsScore(_Worded):
    """The offending side cannot stand higher than this towards the game."""

    points: int = 28
    says: ClassVar[str] = "the offending side cannot have more than {} towards the game"


@dataclass(frozen=True, slots=True)
class AtMostTricks(_Worded):
    """All revokes of a hand together cost no more tricks than these."""

    tricks: int = 13
    says: ClassVar[str] = "all the penalties of a hand together are never more than {} tricks"


Effect = (
    Then
    | Stands
    | ExposedCard
    | CallsSuit
    | HighestOrLowest
    | WinOrLose
    | TakesTricks
    | AddsValue
    | DeductsValue
    | AddsPoints
    | DeductsPoints
    | PenaltyPoints
    | CapsScore
    | AtMostTricks
)


def name_of(effect: Effect) -> str:
    """What an effect is called in data: `new-deal`, `takes-tricks`."""
    if isinstance(effect, Then):
        return effect.name.lower().replace("_", "-")
    return sub(r"(?<=[a-z])(?=[A-Z])", "-", type(effect).__name__).lower()

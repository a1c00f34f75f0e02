"""What can go wrong at the table: what was done, by whom, and when.

`STAGES` is all that can be asked, in the order of a deal; a code of laws answers each of them or says why it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from tutor.errors import Malformed, Unknown


class Role(Enum):
    """A player by the part in the deal. At whist, where nobody declares, the parts are those of the deal alone."""

    DEALER = "dealer"
    PARTNER = "dummy"
    LEADER = "leader"
    THIRD = "leaders-partner"
    BYSTANDER = "bystander"

    @property
    def words(self) -> str:
        return _ROLES[self]

    __hash__ = object.__hash__


_ROLES = {
    Role.DEALER: "the dealer (at auction the declarer, once the bidding is over)",
    Role.PARTNER: "the dealer’s or declarer’s partner, or dummy,",
    Role.LEADER: "the leader",
    Role.THIRD: "the leader’s partner",
    Role.BYSTANDER: "a bystander",
}

DEALERS = (Role.DEALER, Role.PARTNER)
ADVERSARIES = (Role.LEADER, Role.THIRD)
PLAYERS = (*DEALERS, *ADVERSARIES)
_TOGETHER = {
    DEALERS: "the dealer (at auction the declarer), or that player’s partner,",
    ADVERSARIES: "an adversary of the dealer or declarer",
    PLAYERS: "a player",
    (Role.DEALER, *ADVERSARIES): "a player other than dummy",
}


def doers(roles: tuple[Role, ...]) -> str:
    """Players in words, as the subject of a sentence; nothing where there are none."""
    return _TOGETHER.get(roles) or " or ".join(role.words for role in roles)


WORDS_FOR_ROLES: Mapping[str, tuple[Role, ...]] = MappingProxyType(
    {
        **{role.value: (role,) for role in Role},
        "declarer": (Role.DEALER,),
        "dealers-partner": (Role.PARTNER,),
        "third-player": (Role.THIRD,),
        "adversary": ADVERSARIES,
        "player": PLAYERS,
    }
)
"""The words by which players may be asked for, and whom each of them means."""


class _Slugged(Enum):
    """Something that is asked for by a slug. Its value is its words."""

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> str:
        return str(self.value)

    __hash__ = object.__hash__


class When(_Slugged):
    """The circumstances of an offence, as far as any code makes a difference of them."""

    # the deal
    IN_THE_DEAL = "while the cards are being dealt"
    IN_DEAL_OR_PLAY = "found during the deal or the play"
    LATER = "found after the deal has been scored"
    BEFORE_PLAY = "found before a card is played"
    IN_PLAY = "during the play"
    BEFORE_THIRD_CARD = "found before a third card is dealt"
    AFTER_THIRD_CARD = "found after a third card is dealt"
    IN_TIME = "found before the last card is dealt and before a hand is looked at"
    TOO_LATE = "found after the last card is dealt, or after a hand has been looked at"
    HURRIED = "one of the last cards, because the deal is hurried to its end"
    SEEN_OWN = "the player with the claim has already looked at a card of their own hand"
    BEFORE_FIFTY_ONE = "before fifty-one cards are dealt"
    AFTER_FIFTY_ONE = "after fifty-one cards are dealt"
    NOT_PLAYED_FROM = "found before its owner has played a card"
    PLAYED_FROM = "found after its owner has played a card"
    BEFORE_LAST_CARD = "found before the last card is dealt"
    BEFORE_FIRST_TRICK = "found after the deal, before a card is played"
    BEFORE_NEXT_DEAL = "found after a card is played, before the following deal"
    # the trump card at whist
    SUBSTITUTED = "the dealer names another card for it"
    FORGOTTEN = "the dealer no longer knows which it was"
    # calls
    BEFORE_DOUBLING = "by naming trumps or bidding, before anything is said about doubling"
    AFTER_DOUBLING = "by naming trumps, after something has been said about doubling"
    BY_PASSING = "by passing"
    DECLARATION = "a declaration"
    DOUBLE = "a double"
    RAISED = "it is raised to the number that was needed"
    CANNOT_BE_RAISED = "no number of tricks would be enough"
    CONDONED = "an adversary passes it, doubles, or bids higher"
    EARLIER_BID = "telling their partner about a bid"
    FINAL_BID = "asking what the last bid was"
    AFTER_PLAYING = "after playing a card"
    BY_REMINDER = "by reminding their partner to call them"
    WITHOUT_RIGHT = "without two honours, or when the score is not eight"
    # what dummy says
    NO_SUIT = "asking whether the dealer has none of a suit"
    OBEYED = "asking whether a demand for the highest or lowest card was met"
    TOO_FEW = "saying that a trick is not complete"
    TOO_MANY = "saying that a trick has too many cards"
    WRONG_CLAIM = "correcting a claim to a penalty that is not due"
    WRONG_TAKER = "saying that a trick was taken by the wrong side"
    DISPUTE = "speaking in a dispute of fact between the others"
    SCORE = "correcting the score"
    HAND_TO_LEAD = "saying which hand must lead"
    WRONG_HAND = "saying that the lead came from the wrong hand, before second hand has played"
    WRONG_HAND_COVERED = "saying that the lead came from the wrong hand, after second hand has played"
    OTHER_PENALTY = "pointing out anything else that carries a penalty"
    # cards
    DRAWN = "drawn from the dealer’s own hand and not let go"
    NAMED = "named from the dealer’s own hand"
    TOUCHED_IN_DUMMY = "touched in dummy, without a word"
    NAMED_IN_DUMMY = "named from dummy"
    TO_SAVE_REVOKE = "played, and taken back to prevent a revoke"
    BEFORE_DECLARATION = "after the deal, before the declaration is settled"
    BEFORE_LEAD = "after the declaration, before the first lead"
    DROPPED = "dropped face up on the table, even if it is picked up at once"
    BELOW_TABLE = "dropped on the floor or below the table"
    SEEN_BY_PARTNER = "held so that their partner can see it"
    SEEN_BY_ADVERSARY = "seen by an adversary only"
    SAID_TO_BE_HELD = "the player says that they hold it"
    NAMED_RIGHTLY = "the adversary names it rightly"
    NAMED_WRONGLY = "the adversary names a wrong card"
    NOT_NAMED = "nobody can name it"
    ONE_CARD = "one best card only"
    SEVERAL_CARDS = "one best card, and then another"
    ALONE = "by itself"
    OTHERS_SHOW = "the others believe it and show their cards, and the claim is false"
    ALL_FOUR = "all four players do so"
    PUT_RIGHT = "put right before the trick is turned and quitted"
    NOT_PUT_RIGHT = "not put right before the trick is turned and quitted"
    VOID = "a suit of which the hand has none"
    WOULD_REVOKE = "a card that would be a revoke"
    NOT_YET = "a card that could not be played at first"
    GONE = "a card that was legally played before it was called"
    # leads and plays out of turn
    FOLLOWED_BY_NONE = "before anyone has followed"
    FOLLOWED_BY_ONE = "after one player has followed"
    FOLLOWED_BY_TWO = "after two players have followed"
    FOLLOWED_BY_ALL = "after all three have followed"
    FOURTH_BEFORE_PARTNER = "fourth hand before the partner"
    THIRD_BEFORE_SECOND = "third hand before second"
    BEFORE_NEXT_TRICK = "found before the offender has played to the next trick"
    AFTER_NEXT_TRICK = "found after the offender has played to the next trick"
    FOUND_IN_PLAY = "found during the play"
    FOUND_AT_END = "found after the last trick"
    # the revoke
    CORRECTED = "corrected in time"
    CORRECTED_AS_LAST = "corrected in time by fourth hand, or before an adversary has played"
    ESTABLISHED = "established"
    AGAIN = "established, and not that side’s first revoke in the hand"
    BY_BOTH_SIDES = "established, and the other side has revoked too"
    TURNED = "the trick is turned, but a hand is still on it"
    TURNED_BY_LOSERS = "the side that did not win the trick turned it"
    QUITTED = "the side that won the trick turned and quitted it"
    SIDE_PLAYED_ON = "the offender or their partner has played to the next trick, in turn or not"
    OTHERS_PLAYED_ON = "only an adversary has led to the next trick, and this trick is not quitted"
    ASKED = "the partner asked in time, but the trick was quitted meanwhile"
    ANSWERED_NO = "the partner asked in time, the answer was ‘none’, and then the trick was quitted"
    ANSWERED_NO_OPEN = "the partner asked, the answer was ‘none’, and the trick is not quitted"
    AT_THE_END = "at the end of the hand"
    MIXED_BY_ACCUSED = "the accused side mixed the cards after the claim"
    MIXED_OTHERWISE = "the cards were mixed in another way"
    AFTER_CUT = "after the cut for the next deal"
    # the rest
    WARNING = "warning a partner who is about to lead out of turn"
    REMARK = "any other remark about the play"
    ON_REVOKE = "about the penalty for a revoke"
    ON_OTHER = "about another penalty"
    SUGGESTED = "only one of them is entitled, and the partner suggests or demands it"
    NOTICE = "one says only that a penalty is due, or which of them exacts it"
    LAST_TRICK = "the last trick that was turned"
    EARLIER_TRICK = "a trick before the last"
    NOT_TOUCHED = "before the four cards are touched to be gathered"
    TOUCHED = "after the four cards are touched to be gathered"
    OF_SCORE = "which shows an oversight in the score"
    OF_PENALTY = "which shows that a penalty may be exacted"


class Act(_Slugged):
    """What was done, as it is asked for and in words that follow on who did it."""

    DEALS_WRONGLY = "does not deal one card at a time, in rotation, into four packets"
    IMPERFECT_PACK = "the pack is not perfect"
    CARD_FACED = "a card lies face up in the pack"
    HAND_TOO_LONG = "a hand has more than thirteen cards"
    DEALS_TWO_AT_ONCE = "deals two cards at once, or two to the same hand"
    PACK_NOT_CUT = "does not have the pack cut"
    LAST_CARD_ASTRAY = "does not get the last card in its proper order"
    EXPOSES_IN_DEAL = "exposes a card during the deal"
    LOOKS_IN_DEAL = "looks at a card that is being dealt"
    FOREIGN_CARD = "takes a card of the other pack into their hand"
    HAND_TOO_SHORT = "has fewer than thirteen cards, while the other hands are right"
    DEALS_OUT_OF_TURN = "deals out of turn"
    DEALS_WRONG_PACK = "deals with the adversaries’ cards"
    ACTS_FOR_PARTNER = "shuffles, cuts or deals for their partner without permission"
    DROPS_TRUMP_CARD = "drops the trump card on the packet before showing it"
    MISNAMES_TRUMP_CARD = "is asked for the trump card after taking it up too soon"
    CALLS_HONOURS = "calls honours wrongly at long whist"

    DECLARES_OUT_OF_TURN = "declares or passes out of turn"
    CHANGES_WORDS = "tries to change what they said"
    BIDS_TOO_LITTLE = "bids too few tricks to beat the last bid"
    TELLS_OF_BIDS = "speaks about the bidding after it is over"
    DOUBLES_OUT_OF_TURN = "doubles out of turn"
    REDOUBLES_OUT_OF_TURN = "redoubles out of turn"
    CONSULTS_ON_DOUBLING = "consults their partner about doubling"
    LEADS_DURING_DOUBLING = "leads before the doubling is over"
    LEADS_WITHOUT_ASKING = "leads without asking their partner’s permission"
    THIRD_HAND_ASKS = "asks permission to lead instead of their partner"
    THIRD_HAND_LEADS = "makes the first lead of the hand instead of their partner"

    DUMMY_SPEAKS = "speaks after laying down their hand"
    DUMMY_SUGGESTS = "suggests a card of dummy, by touching it or in another way"
    DUMMY_WATCHES = "looks at an adversary’s hand, or leaves their seat to watch the play"
    TAKES_CARD_BACK = "tries to take back a card"

    EXPOSES_CARD = "exposes a card of their hand"
    SHOWS_CARD = "lets others see or know a card of their hand during the play"
    PLAYS_TWO_AT_ONCE = "plays two or more cards at once"
    DETACHES_CARD = "detaches a card from their hand"
    PLAYS_AHEAD = "plays the best card without waiting for their partner"
    CLAIMS_THE_REST = "claims the remaining tricks"
    THROWS_DOWN = "throws down their hand"
    DISOBEYS = "does not obey a penalty, although they can"
    CALLED_IN_VAIN = "cannot obey a penalty"

    LEADS_OUT_OF_TURN = "leads out of turn"
    PLAYS_OUT_OF_TURN = "plays out of turn"
    OMITS_TO_PLAY = "does not play to a trick"
    PLAYS_TWICE = "plays two cards to one trick, or mixes a card with another trick"

    REVOKES = "does not follow suit, although they can"
    REVOKE_IN_DOUBT = "a player notices that somebody did not follow suit"
    REVOKE_CLAIMED = "a revoke is claimed"

    CLAIMS_THE_TRICK = "says that the trick is won, or names or draws the card, before their partner plays"
    REMARKS = "speaks about the play"
    CONSULTS_ON_PENALTY = "the partners who may exact a penalty speak"
    WRONG_PENALTY = "demands a penalty that is not the right one"
    TIME_TO_CHOOSE = "there is a choice of penalties, and a player needs time"
    LOOKS_AT_TRICK = "wants to look at a trick again"
    CARDS_TO_BE_PLACED = "demands that the players place their cards of the trick before them"
    BYSTANDER_SPEAKS = "makes a remark"


@dataclass(frozen=True, slots=True)
class Offence:
    """What was done, by whom (None where it is nobody’s doing) and when (None where it makes no difference)."""

    act: Act
    by: Role | None = None
    when: When | None = None

    @property
    def words(self) -> str:
        """The offence as a sentence without its full stop."""
        return self.told_of(self.by.words if self.by else "")

    def told_of(self, doers: str, when: str = "") -> str:
        """The offence as a sentence without its full stop, of some doers in words; of none where it is nobody’s.

        `when` are other words for the circumstances.
        """
        done = f"{doers} {self.act.words}" if doers else self.act.words
        if not self.when:
            return done
        when = when or self.when.words
        return f"{done}, because it calls for {when}" if self.act is Act.CALLED_IN_VAIN else f"{done}: {when}"


@dataclass(frozen=True, slots=True)
class OffenceQuestion:
    """What can be asked of an act: who may have done it and when; empty where it makes no difference."""

    act: Act
    by: tuple[Role, ...] = ()
    when: tuple[When, ...] = ()

    def offences(self) -> Iterator[Offence]:
        """Every offence that the question covers."""
        for role in self.by or (None,):
            for when in self.when or (None,):
                yield Offence(self.act, role, when)


_REVOKE_DOUBTS = (
    When.TURNED, When.TURNED_BY_LOSERS, When.QUITTED, When.SIDE_PLAYED_ON, When.OTHERS_PLAYED_ON, When.ASKED,
    When.ANSWERED_NO, When.ANSWERED_NO_OPEN,
)  # fmt: skip
_DUMMY_SAYS = (
    When.NO_SUIT, When.OBEYED, When.TOO_FEW, When.TOO_MANY, When.WRONG_CLAIM, When.WRONG_TAKER, When.DISPUTE,
    When.SCORE, When.HAND_TO_LEAD, When.WRONG_HAND, When.WRONG_HAND_COVERED, When.OTHER_PENALTY,
)  # fmt: skip

STAGES: Mapping[str, tuple[OffenceQuestion, ...]] = MappingProxyType(
    {
        "The deal": (
            OffenceQuestion(Act.DEALS_WRONGLY, (Role.DEALER,)),
            OffenceQuestion(Act.IMPERFECT_PACK, (), (When.IN_DEAL_OR_PLAY, When.LATER)),
            OffenceQuestion(Act.CARD_FACED),
            OffenceQuestion(Act.HAND_TOO_LONG, (), (When.BEFORE_PLAY, When.IN_PLAY)),
            OffenceQuestion(Act.DEALS_TWO_AT_ONCE, (Role.DEALER,), (When.BEFORE_THIRD_CARD, When.AFTER_THIRD_CARD)),
            OffenceQuestion(Act.PACK_NOT_CUT, (Role.DEALER,), (When.IN_TIME, When.TOO_LATE)),
            OffenceQuestion(Act.LAST_CARD_ASTRAY, (Role.DEALER,)),
            OffenceQuestion(Act.EXPOSES_IN_DEAL, PLAYERS, (When.IN_THE_DEAL, When.HURRIED, When.SEEN_OWN)),
            OffenceQuestion(Act.LOOKS_IN_DEAL, (Role.DEALER,), (When.BEFORE_FIFTY_ONE, When.AFTER_FIFTY_ONE)),
            OffenceQuestion(Act.FOREIGN_CARD, PLAYERS),
            OffenceQuestion(Act.HAND_TOO_SHORT, PLAYERS, (When.NOT_PLAYED_FROM, When.PLAYED_FROM)),
            OffenceQuestion(
                Act.DEALS_OUT_OF_TURN,
                (Role.DEALER,),
                (When.BEFORE_LAST_CARD, When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
            ),
            OffenceQuestion(
                Act.DEALS_WRONG_PACK,
                (Role.DEALER,),
                (When.BEFORE_LAST_CARD, When.BEFORE_FIRST_TRICK, When.BEFORE_NEXT_DEAL),
            ),
            OffenceQuestion(Act.ACTS_FOR_PARTNER, PLAYERS),
            OffenceQuestion(Act.DROPS_TRUMP_CARD, (Role.DEALER,)),
            OffenceQuestion(Act.MISNAMES_TRUMP_CARD, (Role.DEALER,), (When.SUBSTITUTED, When.FORGOTTEN)),
            OffenceQuestion(Act.CALLS_HONOURS, PLAYERS, (When.AFTER_PLAYING, When.BY_REMINDER, When.WITHOUT_RIGHT)),
        ),
        "The calls": (
            OffenceQuestion(
                Act.DECLARES_OUT_OF_TURN,
                PLAYERS,
                (When.BEFORE_DOUBLING, When.AFTER_DOUBLING, When.BY_PASSING),
            ),
            OffenceQuestion(Act.CHANGES_WORDS, PLAYERS, (When.DECLARATION, When.DOUBLE)),
            OffenceQuestion(Act.BIDS_TOO_LITTLE, PLAYERS, (When.RAISED, When.CANNOT_BE_RAISED, When.CONDONED)),
            OffenceQuestion(Act.TELLS_OF_BIDS, PLAYERS, (When.EARLIER_BID, When.FINAL_BID)),
            OffenceQuestion(Act.DOUBLES_OUT_OF_TURN, PLAYERS),
            OffenceQuestion(Act.REDOUBLES_OUT_OF_TURN, PLAYERS),
            OffenceQuestion(Act.CONSULTS_ON_DOUBLING, PLAYERS),
            OffenceQuestion(Act.LEADS_DURING_DOUBLING, (Role.LEADER,)),
            OffenceQuestion(Act.LEADS_WITHOUT_ASKING, (Role.LEADER,)),
            OffenceQuestion(Act.THIRD_HAND_ASKS, (Role.THIRD,)),
            OffenceQuestion(Act.THIRD_HAND_LEADS, (Role.THIRD,)),
        ),
        "Dummy": (
            OffenceQuestion(Act.DUMMY_SPEAKS, (Role.PARTNER,), _DUMMY_SAYS),
            OffenceQuestion(Act.DUMMY_SUGGESTS, (Role.PARTNER,)),
            OffenceQuestion(Act.DUMMY_WATCHES, (Role.PARTNER,)),
            OffenceQuestion(
                Act.TAKES_CARD_BACK,
                (Role.DEALER,),
                (When.DRAWN, When.NAMED, When.TOUCHED_IN_DUMMY, When.NAMED_IN_DUMMY, When.TO_SAVE_REVOKE),
            ),
        ),
        "Cards exposed": (
            OffenceQuestion(Act.EXPOSES_CARD, PLAYERS, (When.BEFORE_DECLARATION, When.BEFORE_LEAD, When.IN_PLAY)),
            OffenceQuestion(
                Act.SHOWS_CARD,
                PLAYERS,
                (When.DROPPED, When.BELOW_TABLE, When.SEEN_BY_PARTNER, When.SEEN_BY_ADVERSARY, When.SAID_TO_BE_HELD),
            ),
            OffenceQuestion(Act.PLAYS_TWO_AT_ONCE, PLAYERS),
            OffenceQuestion(Act.DETACHES_CARD, PLAYERS, (When.NAMED_RIGHTLY, When.NAMED_WRONGLY, When.NOT_NAMED)),
            OffenceQuestion(Act.PLAYS_AHEAD, PLAYERS, (When.ONE_CARD, When.SEVERAL_CARDS)),
            OffenceQuestion(Act.CLAIMS_THE_REST, PLAYERS, (When.ALONE, When.OTHERS_SHOW)),
            OffenceQuestion(Act.THROWS_DOWN, PLAYERS, (When.ALONE, When.ALL_FOUR)),
            OffenceQuestion(Act.DISOBEYS, PLAYERS, (When.PUT_RIGHT, When.NOT_PUT_RIGHT)),
            OffenceQuestion(Act.CALLED_IN_VAIN, PLAYERS, (When.VOID, When.WOULD_REVOKE, When.NOT_YET, When.GONE)),
        ),
        "Leads and plays out of turn": (
            OffenceQuestion(
                Act.LEADS_OUT_OF_TURN,
                PLAYERS,
                (When.FOLLOWED_BY_NONE, When.FOLLOWED_BY_ONE, When.FOLLOWED_BY_TWO, When.FOLLOWED_BY_ALL),
            ),
            OffenceQuestion(Act.PLAYS_OUT_OF_TURN, PLAYERS, (When.FOURTH_BEFORE_PARTNER, When.THIRD_BEFORE_SECOND)),
            OffenceQuestion(Act.OMITS_TO_PLAY, PLAYERS, (When.BEFORE_NEXT_TRICK, When.AFTER_NEXT_TRICK)),
            OffenceQuestion(Act.PLAYS_TWICE, PLAYERS, (When.FOUND_IN_PLAY, When.FOUND_AT_END)),
        ),
        "The revoke": (
            OffenceQuestion(
                Act.REVOKES,
                PLAYERS,
                (When.CORRECTED, When.CORRECTED_AS_LAST, When.ESTABLISHED, When.AGAIN, When.BY_BOTH_SIDES),
            ),
            OffenceQuestion(Act.REVOKE_IN_DOUBT, (), _REVOKE_DOUBTS),
            OffenceQuestion(
                Act.REVOKE_CLAIMED,
                (),
                (When.AT_THE_END, When.MIXED_BY_ACCUSED, When.MIXED_OTHERWISE, When.AFTER_CUT),
            ),
        ),
        "The rest": (
            OffenceQuestion(Act.CLAIMS_THE_TRICK, PLAYERS),
            OffenceQuestion(Act.REMARKS, PLAYERS, (When.WARNING, When.REMARK)),
            OffenceQuestion(Act.CONSULTS_ON_PENALTY, (), (When.ON_REVOKE, When.ON_OTHER, When.SUGGESTED, When.NOTICE)),
            OffenceQuestion(Act.WRONG_PENALTY),
            OffenceQuestion(Act.TIME_TO_CHOOSE),
            OffenceQuestion(Act.LOOKS_AT_TRICK, PLAYERS, (When.LAST_TRICK, When.EARLIER_TRICK)),
            OffenceQuestion(Act.CARDS_TO_BE_PLACED, PLAYERS, (When.NOT_TOUCHED, When.TOUCHED)),
            OffenceQuestion(Act.BYSTANDER_SPEAKS, (Role.BYSTANDER,), (When.OF_SCORE, When.OF_PENALTY)),
        ),
    }
)
"""All that can be asked, under the headings of a deal."""

QUESTIONS: Mapping[Act, OffenceQuestion] = MappingProxyType(
    {question.act: question for stage in STAGES.values() for question in stage}
)


def asked(act: str, by: str = "", when: str = "") -> OffenceQuestion:
    """The question that words put; an empty word asks of all. Raises `Unknown`, `Malformed`."""
    acts = {one.slug: one for one in Act}
    if act not in acts:
        raise Unknown("offence", act, acts)
    question = QUESTIONS[acts[act]]
    whens = {one.slug: one for one in question.when}
    if when and when not in whens:
        raise _no_such("circumstance", when, act, whens)
    roles = tuple(role for role in question.by if not by or role in WORDS_FOR_ROLES.get(by, ()))
    if by and not roles:
        known = [word for word, meant in WORDS_FOR_ROLES.items() if {*meant} & {*question.by}]
        raise _no_such("player", by, act, known)
    return OffenceQuestion(question.act, roles, (whens[when],) if when else question.when)


def _no_such(kind: str, given: str, act: str, known: Iterable[str]) -> Malformed:
    words = ", ".join(known)
    why = f"for {act} you can ask for {words}" if words else f"for {act} it makes no difference"
    return Malformed(kind, given, why, "Write one of these, or nothing" if words else "Leave it out")

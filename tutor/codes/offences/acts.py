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


class When(Enum):
    """The circumstances of an offence, as far as any code makes a difference of them."""

    # the deal
    IN_THE_DEAL = "in-the-deal", "while the cards are being dealt"
    IN_DEAL_OR_PLAY = "in-deal-or-play", "found during the deal or the play"
    LATER = "later", "found when the deal has been scored"
    BEFORE_PLAY = "before-play", "found before a card is played"
    IN_PLAY = "in-play", "during the play"
    BEFORE_THIRD_CARD = "before-third-card", "found before a third card is dealt"
    AFTER_THIRD_CARD = "after-third-card", "a third card having been dealt"
    IN_TIME = "in-time", "found before the last card is dealt and before a hand is looked at"
    TOO_LATE = "too-late", "found after the last card is dealt, or after a hand has been looked at"
    HURRIED = "hurried", "one of the last cards, the deal being hurried to its end"
    SEEN_OWN = "seen-own", "the one who would claim having looked at a card of the own hand"
    BEFORE_FIFTY_ONE = "before-fifty-one", "before fifty-one cards are dealt"
    AFTER_FIFTY_ONE = "after-fifty-one", "fifty-one cards having been dealt"
    NOT_PLAYED_FROM = "not-played-from", "found before its owner has played a card"
    PLAYED_FROM = "played-from", "found when its owner has played a card"
    BEFORE_LAST_CARD = "before-last-card", "found before the last card is dealt"
    BEFORE_FIRST_TRICK = "before-first-trick", "found after the deal, before a card is played"
    BEFORE_NEXT_DEAL = "before-next-deal", "found after a card is played, before the following deal"
    # the trump card at whist
    SUBSTITUTED = "substituted", "another card being named for it"
    FORGOTTEN = "forgotten", "the dealer no longer knowing which it was"
    # calls
    BEFORE_DOUBLING = "before-doubling", "by naming trumps or bidding, before a word is said on doubling"
    AFTER_DOUBLING = "after-doubling", "by naming trumps, a word having been said on doubling"
    BY_PASSING = "by-passing", "by passing"
    DECLARATION = "declaration", "a declaration"
    DOUBLE = "double", "a double"
    RAISED = "raised", "it is raised to what was needed"
    CANNOT_BE_RAISED = "cannot-be-raised", "no number of tricks would be enough"
    CONDONED = "condoned", "an adversary passes it, doubles, or bids higher"
    EARLIER_BID = "earlier-bid", "telling the partner of a bid"
    FINAL_BID = "final-bid", "asking what the last bid was"
    AFTER_PLAYING = "after-playing", "after having played"
    BY_REMINDER = "by-reminder", "by reminding the partner of it"
    WITHOUT_RIGHT = "without-right", "without two honours, or not at the score of eight"
    # what dummy says
    NO_SUIT = "no-suit", "asking whether the dealer has none of a suit"
    OBEYED = "obeyed", "asking whether a demand for the highest or lowest card was met"
    TOO_FEW = "too-few", "saying that a trick is not complete"
    TOO_MANY = "too-many", "saying that a trick has too many cards"
    WRONG_CLAIM = "wrong-claim", "correcting a claim to a penalty that is not due"
    WRONG_TAKER = "wrong-taker", "saying that a trick was taken by the wrong side"
    DISPUTE = "dispute", "speaking in a dispute of fact between the others"
    SCORE = "score", "correcting the score"
    HAND_TO_LEAD = "hand-to-lead", "showing from which hand to lead"
    WRONG_HAND = "wrong-hand", "saying that the lead came from the wrong hand, second hand not having played"
    WRONG_HAND_COVERED = (
        "wrong-hand-covered",
        "saying that the lead came from the wrong hand, second hand having played",
    )
    OTHER_PENALTY = "other-penalty", "pointing at anything else that carries a penalty"
    # cards
    DRAWN = "drawn", "drawn from the own hand and not let go"
    NAMED = "named", "named, to be played from the own hand"
    TOUCHED_IN_DUMMY = "touched-in-dummy", "touched in dummy, without a word"
    NAMED_IN_DUMMY = "named-in-dummy", "named, to be played from dummy"
    TO_SAVE_REVOKE = "to-save-revoke", "played, and wanted back so as to save a revoke"
    BEFORE_DECLARATION = "before-declaration", "after the deal, before the declaration is settled"
    BEFORE_LEAD = "before-lead", "after the declaration, before the first lead"
    DROPPED = "dropped", "dropped face up on the table, though snatched up at once"
    BELOW_TABLE = "below-table", "dropped on the floor or below the table"
    SEEN_BY_PARTNER = "seen-by-partner", "held so that the partner can see it"
    SEEN_BY_ADVERSARY = "seen-by-adversary", "seen by an adversary alone"
    SAID_TO_BE_HELD = "said-to-be-held", "spoken of as held"
    NAMED_RIGHTLY = "named-rightly", "the adversary naming it rightly"
    NAMED_WRONGLY = "named-wrongly", "the adversary naming a wrong card"
    NOT_NAMED = "not-named", "nobody being able to name it"
    ONE_CARD = "one-card", "one best card, and no more"
    SEVERAL_CARDS = "several-cards", "one best card, and then another"
    ALONE = "alone", "by itself"
    OTHERS_SHOW = "others-show", "the others showing their cards in belief of it, and the claim proving false"
    ALL_FOUR = "all-four", "all four players doing so"
    PUT_RIGHT = "put-right", "put right before the trick is turned and quitted"
    NOT_PUT_RIGHT = "not-put-right", "not put right before the trick is turned and quitted"
    VOID = "void", "a suit, of which there is none in the hand"
    WOULD_REVOKE = "would-revoke", "a card that would make a revoke"
    NOT_YET = "not-yet", "a card that could not be played at first"
    GONE = "gone", "a card that has been lawfully played before it was called"
    # leads and plays out of turn
    FOLLOWED_BY_NONE = "followed-by-none", "before anyone has followed"
    FOLLOWED_BY_ONE = "followed-by-one", "one player having followed"
    FOLLOWED_BY_TWO = "followed-by-two", "two players having followed"
    FOLLOWED_BY_ALL = "followed-by-all", "all three having followed"
    FOURTH_BEFORE_PARTNER = "fourth-before-partner", "fourth hand before the partner"
    THIRD_BEFORE_SECOND = "third-before-second", "third hand before second"
    BEFORE_NEXT_TRICK = "before-next-trick", "found before the offender has played to the next trick"
    AFTER_NEXT_TRICK = "after-next-trick", "found when the offender has played to the next trick"
    FOUND_IN_PLAY = "found-in-play", "found during the play"
    FOUND_AT_END = "found-at-end", "found when the hand is played out"
    # the revoke
    CORRECTED = "corrected", "corrected in time"
    CORRECTED_AS_LAST = (
        "corrected-as-last",
        "corrected in time by the fourth hand, or while an adversary had not yet played",
    )
    ESTABLISHED = "established", "established"
    AGAIN = "again", "established, and not that side’s first in the hand"
    BY_BOTH_SIDES = "by-both-sides", "established, and the other side too has revoked"
    TURNED = "turned", "the trick turned, the hand not withdrawn from it"
    TURNED_BY_LOSERS = "turned-by-losers", "the trick turned by those who did not win it"
    QUITTED = "quitted", "the trick turned and quitted by those who won it"
    SIDE_PLAYED_ON = "side-played-on", "the offender or the partner having played to the next trick, in turn or not"
    OTHERS_PLAYED_ON = (
        "others-played-on",
        "an adversary alone having led to the next trick, the other not being quitted",
    )
    ASKED = "asked", "the partner having asked in time, the trick being quitted meanwhile"
    ANSWERED_NO = "answered-no", "the partner having asked in time and been told ‘none’, the trick then being quitted"
    ANSWERED_NO_OPEN = "answered-no-open", "the partner having been told ‘none’, the trick not being quitted"
    AT_THE_END = "at-the-end", "at the end of the hand"
    MIXED_BY_ACCUSED = "mixed-by-accused", "the accused side having mixed the cards after the claim"
    MIXED_OTHERWISE = "mixed-otherwise", "the cards having been mixed otherwise"
    AFTER_CUT = "after-cut", "after the cut for the next deal"
    # the rest
    WARNING = "warning", "warning the partner who is about to lead out of turn"
    REMARK = "remark", "any other remark on the play"
    ON_REVOKE = "on-revoke", "on the penalty of a revoke"
    ON_OTHER = "on-other", "on another penalty"
    SUGGESTED = "suggested", "one of them alone being entitled, and the partner suggesting or demanding it"
    NOTICE = "notice", "no more being said than that a penalty is due, or who shall exact it"
    LAST_TRICK = "last-trick", "the last trick turned"
    EARLIER_TRICK = "earlier-trick", "a trick before the last"
    NOT_TOUCHED = "not-touched", "before the four cards are touched to be gathered"
    TOUCHED = "touched", "the four cards having been touched to be gathered"
    OF_SCORE = "of-score", "which shows an oversight in the score"
    OF_PENALTY = "of-penalty", "which shows that a penalty may be exacted"

    def __init__(self, slug: str, words: str) -> None:
        self.slug = slug
        self.words = words

    __hash__ = object.__hash__


class Act(Enum):
    """What was done, as it is asked for and in words that follow on who did it."""

    DEALS_WRONGLY = "deals-wrongly", "deals otherwise than singly, in rotation, into four packets"
    IMPERFECT_PACK = "imperfect-pack", "the pack is not perfect"
    CARD_FACED = "card-faced", "a card lies faced in the pack"
    HAND_TOO_LONG = "hand-too-long", "a hand has more than thirteen cards"
    DEALS_TWO_AT_ONCE = "deals-two-at-once", "deals two cards at once, or two to one hand"
    PACK_NOT_CUT = "pack-not-cut", "does not have the pack cut"
    LAST_CARD_ASTRAY = "last-card-astray", "does not get the last card in its order"
    EXPOSES_IN_DEAL = "exposes-in-deal", "exposes a card in the deal"
    LOOKS_IN_DEAL = "looks-in-deal", "looks at a card that is being dealt"
    FOREIGN_CARD = "foreign-card", "takes into the hand a card of the other pack"
    HAND_TOO_SHORT = "hand-too-short", "has fewer than thirteen cards, the other hands being right"
    DEALS_OUT_OF_TURN = "deals-out-of-turn", "deals out of turn"
    DEALS_WRONG_PACK = "deals-wrong-pack", "deals with the adversaries’ cards"
    ACTS_FOR_PARTNER = "acts-for-partner", "shuffles, cuts or deals for the partner without leave"
    DROPS_TRUMP_CARD = "drops-trump-card", "drops the trump card on the packet before showing it"
    MISNAMES_TRUMP_CARD = "misnames-trump-card", "is asked for the trump card too soon taken in hand"
    CALLS_HONOURS = "calls-honours", "calls honours wrongly at long whist"

    DECLARES_OUT_OF_TURN = "declares-out-of-turn", "speaks to the declaration out of turn"
    CHANGES_WORDS = "changes-words", "would change what has been said"
    BIDS_TOO_LITTLE = "bids-too-little", "bids too few tricks to outbid the last bid"
    TELLS_OF_BIDS = "tells-of-bids", "speaks of the bidding when it is over"
    DOUBLES_OUT_OF_TURN = "doubles-out-of-turn", "doubles out of turn"
    REDOUBLES_OUT_OF_TURN = "redoubles-out-of-turn", "re-doubles out of turn"
    CONSULTS_ON_DOUBLING = "consults-on-doubling", "consults the partner about doubling"
    LEADS_DURING_DOUBLING = "leads-during-doubling", "leads before the doubling is over"
    LEADS_WITHOUT_ASKING = "leads-without-asking", "leads without asking leave of the partner"
    THIRD_HAND_ASKS = "third-hand-asks", "asks leave to lead instead of the partner"
    THIRD_HAND_LEADS = "third-hand-leads", "makes the first lead of the hand instead of the partner"

    DUMMY_SPEAKS = "dummy-speaks", "speaks after laying down the hand"
    DUMMY_SUGGESTS = "dummy-suggests", "suggests a card of dummy, by touching it or otherwise"
    DUMMY_WATCHES = "dummy-watches", "looks over an adversary’s hand, or leaves the seat to watch the play"
    TAKES_CARD_BACK = "takes-card-back", "would take back a card"

    EXPOSES_CARD = "exposes-card", "exposes a card of the hand"
    SHOWS_CARD = "shows-card", "lets a card of the hand be seen or known in the play"
    PLAYS_TWO_AT_ONCE = "plays-two-at-once", "plays two or more cards at once"
    DETACHES_CARD = "detaches-card", "detaches a card from the hand"
    PLAYS_AHEAD = "plays-ahead", "plays the best card without waiting for the partner"
    CLAIMS_THE_REST = "claims-the-rest", "claims the tricks that are left"
    THROWS_DOWN = "throws-down", "throws down the hand"
    DISOBEYS = "disobeys", "does not obey a penalty, though able to"
    CALLED_IN_VAIN = "called-in-vain", "cannot obey a penalty, being called on for"

    LEADS_OUT_OF_TURN = "leads-out-of-turn", "leads out of turn"
    PLAYS_OUT_OF_TURN = "plays-out-of-turn", "plays out of turn"
    OMITS_TO_PLAY = "omits-to-play", "omits to play to a trick"
    PLAYS_TWICE = "plays-twice", "plays two cards to one trick, or mixes a card with another trick"

    REVOKES = "revokes", "does not follow suit, though able to"
    REVOKE_IN_DOUBT = "revoke-in-doubt", "a player finds out that the suit was not followed"
    REVOKE_CLAIMED = "revoke-claimed", "a revoke is claimed"

    CLAIMS_THE_TRICK = "claims-the-trick", "calls the trick won, names the card, or draws it, before the partner plays"
    REMARKS = "remarks", "speaks of the play"
    CONSULTS_ON_PENALTY = "consults-on-penalty", "the partners to whom a penalty is due speak"
    WRONG_PENALTY = "wrong-penalty", "demands a penalty that is not the right one"
    TIME_TO_CHOOSE = "time-to-choose", "there is a choice of penalties, and time is wanted"
    LOOKS_AT_TRICK = "looks-at-trick", "would look again at a trick"
    CARDS_TO_BE_PLACED = "cards-to-be-placed", "demands that the cards of the trick be placed"
    BYSTANDER_SPEAKS = "bystander-speaks", "makes a remark"

    def __init__(self, slug: str, words: str) -> None:
        self.slug = slug
        self.words = words

    __hash__ = object.__hash__


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
        return f"{done} {when}" if self.act is Act.CALLED_IN_VAIN else f"{done}: {when}"


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
    why = f"of {act} one may ask for {words}" if words else f"of {act} it makes no difference"
    return Malformed(kind, given, why, "Write one of these, or nothing" if words else "Leave it out")

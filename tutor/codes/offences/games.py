"""What a game has that its laws on offences speak of: partners, a dummy, doubling, bids, a card turned up.

A law that needs what a game does not have cannot apply in it, though the game follows the code that has the law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

from tutor.codes.offences.acts import (
    ADVERSARIES,
    DEALERS,
    PLAYERS,
    STAGES,
    WORDS_FOR_ROLES,
    Act,
    Offence,
    OffenceQuestion,
    Role,
    When,
    doers,
)
from tutor.codes.offences.effects import CallsSuit, Effect, HighestOrLowest, Then, WinOrLose


class Feature(Enum):
    """A thing that not every game has; its value says why an offence that needs it does not arise without it."""

    TURN_UP = "No card is turned up in this game."
    CALLED_HONOURS = "Honours are called only at long whist."
    DECLARING = "A card is turned up for trumps, so nothing is declared."
    BIDS = "Nobody bids in this game."
    TRICKS_BID = "Nobody bids a number of tricks in this game."
    DOUBLING = "There is no doubling in this game."
    LEAVE_TO_LEAD = "Nobody asks permission to lead in this game."
    DUMMY = "No hand is face up in this game."
    DUMMYS_OWNER = "Nobody sits behind the open hand in this game."
    PARTNERS = "Everybody plays alone."
    FOUR_HANDS = "This game is not for four players."
    THREE_HANDS = "This game has two players."

    __hash__ = object.__hash__


_ACTS: Mapping[Act, tuple[Feature, ...]] = {
    Act.DROPS_TRUMP_CARD: (Feature.TURN_UP,),
    Act.MISNAMES_TRUMP_CARD: (Feature.TURN_UP,),
    Act.CALLS_HONOURS: (Feature.CALLED_HONOURS,),
    Act.ACTS_FOR_PARTNER: (Feature.PARTNERS,),
    Act.DECLARES_OUT_OF_TURN: (Feature.DECLARING,),
    Act.CHANGES_WORDS: (Feature.DECLARING,),
    Act.BIDS_TOO_LITTLE: (Feature.TRICKS_BID,),
    Act.TELLS_OF_BIDS: (Feature.BIDS,),
    Act.DOUBLES_OUT_OF_TURN: (Feature.DOUBLING,),
    Act.REDOUBLES_OUT_OF_TURN: (Feature.DOUBLING,),
    Act.CONSULTS_ON_DOUBLING: (Feature.DOUBLING, Feature.PARTNERS),
    Act.LEADS_DURING_DOUBLING: (Feature.DOUBLING,),
    Act.LEADS_WITHOUT_ASKING: (Feature.LEAVE_TO_LEAD,),
    Act.THIRD_HAND_ASKS: (Feature.LEAVE_TO_LEAD,),
    Act.THIRD_HAND_LEADS: (Feature.PARTNERS,),
    Act.DUMMY_SPEAKS: (Feature.DUMMYS_OWNER,),
    Act.DUMMY_SUGGESTS: (Feature.DUMMYS_OWNER,),
    Act.DUMMY_WATCHES: (Feature.DUMMYS_OWNER,),
    Act.PLAYS_AHEAD: (Feature.PARTNERS,),
    Act.PLAYS_OUT_OF_TURN: (Feature.FOUR_HANDS,),
    Act.CLAIMS_THE_TRICK: (Feature.PARTNERS,),
    Act.REMARKS: (Feature.PARTNERS,),
    Act.CONSULTS_ON_PENALTY: (Feature.PARTNERS,),
}
_WHENS: Mapping[tuple[Act, When], Feature] = {
    (Act.DECLARES_OUT_OF_TURN, When.AFTER_DOUBLING): Feature.DOUBLING,
    (Act.CHANGES_WORDS, When.DOUBLE): Feature.DOUBLING,
    (Act.TAKES_CARD_BACK, When.TOUCHED_IN_DUMMY): Feature.DUMMY,
    (Act.TAKES_CARD_BACK, When.NAMED_IN_DUMMY): Feature.DUMMY,
    (Act.EXPOSES_CARD, When.BEFORE_DECLARATION): Feature.DECLARING,
    (Act.SHOWS_CARD, When.SEEN_BY_PARTNER): Feature.PARTNERS,
    (Act.THROWS_DOWN, When.ALL_FOUR): Feature.FOUR_HANDS,
    (Act.LEADS_OUT_OF_TURN, When.FOLLOWED_BY_ONE): Feature.THREE_HANDS,
    (Act.LEADS_OUT_OF_TURN, When.FOLLOWED_BY_TWO): Feature.FOUR_HANDS,
    (Act.REVOKE_IN_DOUBT, When.ASKED): Feature.PARTNERS,
    (Act.REVOKE_IN_DOUBT, When.ANSWERED_NO): Feature.PARTNERS,
    (Act.REVOKE_IN_DOUBT, When.ANSWERED_NO_OPEN): Feature.PARTNERS,
}
_TO_A_PARTNER = frozenset(
    {
        Act.ACTS_FOR_PARTNER, Act.TELLS_OF_BIDS, Act.CONSULTS_ON_DOUBLING, Act.LEADS_WITHOUT_ASKING,
        Act.THIRD_HAND_ASKS, Act.THIRD_HAND_LEADS, Act.PLAYS_AHEAD, Act.CLAIMS_THE_TRICK, Act.REMARKS,
    }
)  # fmt: skip
"""What is done only by one who has a partner at the table."""
_IN_THE_BIDDING = frozenset(
    {
        Act.ACTS_FOR_PARTNER, Act.DECLARES_OUT_OF_TURN, Act.CHANGES_WORDS, Act.BIDS_TOO_LITTLE,
        Act.DOUBLES_OUT_OF_TURN, Act.REDOUBLES_OUT_OF_TURN, Act.CONSULTS_ON_DOUBLING,
    }
)  # fmt: skip
"""What is done before the bidding is over."""
_BY_A_HAND = frozenset(
    {
        Act.HAND_TOO_SHORT, Act.LEADS_OUT_OF_TURN, Act.PLAYS_OUT_OF_TURN, Act.OMITS_TO_PLAY, Act.PLAYS_TWICE,
        Act.REVOKES,
    }
)  # fmt: skip
"""What can happen with a hand that nobody holds: its cards are played, and no more."""
_WEIGHS_ON_PARTNER = frozenset(
    {
        Then.BARS_DOUBLING, Then.BARS_BIDDING, Then.PARTNER_BY_CONSENT, Then.DOUBLES_BY_CONSENT,
        Then.REDOUBLES_BY_CONSENT,
    }
)  # fmt: skip
"""What a partner may no longer say."""

PARTS = {
    (Role.DEALER,): "the dealer",
    (Role.PARTNER,): "the dealer’s partner",
    (Role.LEADER,): "the leader",
    (Role.THIRD,): "the leader’s partner",
    (Role.BYSTANDER,): "a bystander",
    DEALERS: "the dealer, or the dealer’s partner,",
    ADVERSARIES: "an adversary of the dealer",
    PLAYERS: "a player",
    (Role.DEALER, *ADVERSARIES): "a player other than the dealer’s partner",
}
WITH_DUMMY = {
    **PARTS,
    (Role.PARTNER,): "the dealer’s partner, who is dummy,",
    (Role.DEALER, *ADVERSARIES): "a player other than dummy",
}
DECLARERS = {
    **PARTS,
    (Role.DEALER,): "the declarer, or the dealer until the bidding is over,",
    (Role.PARTNER,): "the declarer’s partner, who is dummy,",
    DEALERS: "the declarer, the dealer until the bidding is over, or that player’s partner,",
    ADVERSARIES: "an adversary of the declarer or dealer",
    (Role.DEALER, *ADVERSARIES): "a player other than dummy",
}


@dataclass(frozen=True, slots=True)
class GameFeatures:
    """A game by what it has. `words` are those for its players; where it gives none, they serve every game alike.

    `hands` are parts that are hands alone, with nobody behind them; `alone` those who have no partner at the table,
    and `alone_in_bidding` says that nobody has one till the bidding is over. `whens` are circumstances in the words of
    this game, and `why` what a notion that it lacks is replaced by.
    """

    has: frozenset[Feature] = frozenset(Feature)
    roles: tuple[Role, ...] = PLAYERS
    words: Mapping[tuple[Role, ...], str] = field(default_factory=lambda: MappingProxyType({}))
    hands: frozenset[Role] = frozenset()
    alone: frozenset[Role] = frozenset()
    alone_in_bidding: bool = False
    whens: Mapping[When, str] = field(default_factory=lambda: MappingProxyType({}))
    why: Mapping[Feature, str] = field(default_factory=lambda: MappingProxyType({}))

    def without(self, offence: Offence) -> str:
        """Why an offence does not arise in this game; nothing where it does."""
        act, role, when = offence.act, offence.by, offence.when
        needed = [*_ACTS.get(act, ()), *([_WHENS[act, when]] if when and (act, when) in _WHENS else [])]
        missing = next((one for one in needed if one not in self.has), None)
        if missing is not None:
            return self.why.get(missing, missing.value)
        if role in PLAYERS and role not in self.roles:
            return "Nobody has that part in this game."
        if role in self.hands and act not in _BY_A_HAND:
            return "Nobody holds that hand. Somebody else plays its cards."
        if act in _TO_A_PARTNER and self.is_alone(offence):
            return "That player has no partner at the table."
        return ""

    def is_alone(self, offence: Offence) -> bool:
        """Whether whoever offends has no partner to be helped or barred."""
        if offence.by is None:
            return Feature.PARTNERS not in self.has
        before = offence.act in _IN_THE_BIDDING or offence.when is When.BEFORE_DECLARATION
        return offence.by in self.alone or (self.alone_in_bidding and before)

    def chooses_alone(self, offence: Offence) -> bool:
        """Whether whoever may choose a penalty has no partner to speak to of it."""
        if Feature.PARTNERS not in self.has:
            return True
        return offence.by in ADVERSARIES and Role.DEALER in self.alone

    @property
    def is_each_for_himself(self) -> bool:
        """Whether there are no sides, so that nobody has two adversaries who play together."""
        return Feature.PARTNERS not in self.has

    def can_follow(self, effect: Effect, offence: Offence) -> bool:
        """Whether an effect has somebody, and something, to fall on."""
        if effect is Then.NO_BONUS_BY_PENALTY or effect in (Then.BARS_DOUBLING, Then.KEEPS_DOUBLE):
            return Feature.DOUBLING in self.has and not (effect is Then.BARS_DOUBLING and self.is_alone(offence))
        if effect in _WEIGHS_ON_PARTNER:
            return not self.is_alone(offence)
        if (
            Feature.PARTNERS not in self.has
            and not self.hands
            and isinstance(effect, CallsSuit | HighestOrLowest | WinOrLose)
        ):
            return "partner" not in effect.words
        return True

    def questions(self) -> Iterator[tuple[str, tuple[OffenceQuestion, ...]]]:
        """What can be asked of this game, under the headings of a deal."""
        for stage, questions in STAGES.items():
            kept = tuple(one for one in map(self.question, questions) if one is not None)
            if kept:
                yield self.heading(stage), kept

    def heading(self, stage: str) -> str:
        """The heading of a stage, where it names what the game has not."""
        if stage == "The calls" and Feature.DECLARING not in self.has:
            return "The first lead"
        return "Cards taken back" if stage == "Dummy" and Feature.DUMMY not in self.has else stage

    def question(self, question: OffenceQuestion) -> OffenceQuestion | None:
        """What of a question arises in this game; None where nothing does."""
        arising = [one for one in question.offences() if not self.without(one)]
        if not arising:
            return None
        by = tuple(role for role in question.by if any(one.by is role for one in arising))
        when = tuple(when for when in question.when if any(one.when is when for one in arising))
        return replace(question, by=by, when=when)

    def doers(self, roles: tuple[Role, ...]) -> str:
        """Players in words, as the subject of a sentence; nothing where there are none."""
        if not self.words:
            return doers(roles)
        if set(roles) == set(self.roles) and len(roles) > 1:
            return "a player"
        return self.words.get(roles) or " or ".join(self.words[role,] for role in roles)

    def when(self, when: When) -> str:
        """A circumstance in words."""
        return self.whens.get(when, when.words)

    def told(self, offence: Offence, roles: tuple[Role, ...]) -> str:
        """An offence of some players as a sentence without its full stop."""
        return offence.told_of(self.doers(roles), self.when(offence.when) if offence.when else "")

    def word(self, role: Role) -> str:
        """The word by which a part is asked for."""
        if role is Role.PARTNER and Feature.DUMMY not in self.has:
            return "dealers-partner"
        is_nobodys = role is Role.THIRD and role in self.alone and role not in self.hands
        return "third-player" if is_nobodys else role.value

    def words_for(self, question: OffenceQuestion) -> tuple[str, ...]:
        """The words by which the players of a question may be asked for, several together too."""
        together = ("adversary", "player") if Feature.PARTNERS in self.has else ("player",)
        can = set(question.by)
        groups = (word for word in together if len(can & {*WORDS_FOR_ROLES[word]}) > 1)
        return (*map(self.word, question.by), *groups)


ANY = GameFeatures()
"""A game of which nothing is left out."""
_OF_FOUR = frozenset({Feature.PARTNERS, Feature.FOUR_HANDS, Feature.THREE_HANDS})
_NO_DUMMY = {
    Feature.DUMMY: "There is no dummy at whist.",
    Feature.DUMMYS_OWNER: "There is no dummy at whist.",
}
_TURNED_UP = "A card is turned up for trumps at whist. Nothing is declared, doubled or bid."
_AT_WHIST = MappingProxyType(
    {
        **_NO_DUMMY,
        Feature.DECLARING: _TURNED_UP,
        Feature.BIDS: _TURNED_UP,
        Feature.TRICKS_BID: _TURNED_UP,
        Feature.DOUBLING: _TURNED_UP,
        Feature.LEAVE_TO_LEAD: _TURNED_UP,
    }
)
_AT_BRIDGE = MappingProxyType(
    {
        Feature.TURN_UP: "No card is turned up at bridge.",
        Feature.CALLED_HONOURS: "Honours are not called at bridge. They are scored separately, not towards the game.",
        Feature.BIDS: "Nobody bids. Trumps are declared once.",
        Feature.TRICKS_BID: "Nobody bids. Trumps are declared once.",
        Feature.LEAVE_TO_LEAD: "Nobody asks permission to lead at auction.",
    }
)
_LEAD_AT_WHIST = {When.BEFORE_LEAD: "after the deal, before the first lead"}

WHIST = GameFeatures(
    _OF_FOUR | {Feature.TURN_UP, Feature.CALLED_HONOURS}, PLAYERS, PARTS, whens=_LEAD_AT_WHIST, why=_AT_WHIST
)
WHIST_SHORT = replace(WHIST, has=WHIST.has - {Feature.CALLED_HONOURS})
DUMBY = replace(
    WHIST_SHORT,
    has=WHIST_SHORT.has | {Feature.DUMMY},
    words={
        **PARTS,
        (Role.PARTNER,): "dumby",
        DEALERS: "the dealer, or dumby,",
        (Role.DEALER, *ADVERSARIES): "a player other than dumby",
    },
    hands=frozenset({Role.PARTNER}),
    alone=frozenset(DEALERS),
    whens={
        **_LEAD_AT_WHIST,
        When.TOUCHED_IN_DUMMY: "touched in dumby’s hand, without a word",
        When.NAMED_IN_DUMMY: "named from dumby’s hand",
    },
    why={**_AT_WHIST, Feature.DUMMYS_OWNER: "Nobody sits behind dumby’s hand."},
)
DOUBLE_DUMBY = replace(
    DUMBY,
    has=DUMBY.has - {Feature.PARTNERS},
    words={
        **DUMBY.words,
        (Role.PARTNER,): "the dealer’s dumby",
        (Role.THIRD,): "the leader’s dumby",
        DEALERS: "the dealer, or the dealer’s dumby,",
        ADVERSARIES: "the leader, or the leader’s dumby,",
    },
    hands=frozenset({Role.PARTNER, Role.THIRD}),
    alone=frozenset(PLAYERS),
    why={**DUMBY.why, Feature.PARTNERS: "Each player’s partner is a dumby, so there is nobody to speak to."},
)
_ALONE_WORDS = {
    When.SIDE_PLAYED_ON: "the offender has played to the next trick, in turn or not",
    When.CORRECTED_AS_LAST: "corrected in time by the last player, or before another has played",
}
HUMBUG = replace(
    WHIST_SHORT,
    has=frozenset({Feature.TURN_UP}),
    roles=(Role.DEALER, Role.LEADER),
    words={**PARTS, (Role.LEADER,): "the other player", (Role.DEALER, Role.LEADER): "a player"},
    alone=frozenset(PLAYERS),
    whens={
        **_LEAD_AT_WHIST,
        **_ALONE_WORDS,
        When.FOLLOWED_BY_ALL: "after the other has followed",
        When.TURNED_BY_LOSERS: "the player who did not win the trick turned it",
        When.QUITTED: "the player who won the trick turned and quitted it",
        When.AGAIN: "established, and not that player’s first revoke in the hand",
        When.BY_BOTH_SIDES: "established, and the other player has revoked too",
    },
)
WHIST_THREE = replace(
    HUMBUG,
    has=frozenset({Feature.TURN_UP, Feature.THREE_HANDS}),
    roles=(Role.DEALER, *ADVERSARIES),
    words={**PARTS, (Role.THIRD,): "the third player", ADVERSARIES: "the leader or the third player"},
    whens={**HUMBUG.whens, When.FOLLOWED_BY_ALL: "after both the others have followed"},
)

_BRIDGE = _OF_FOUR | {
    Feature.DECLARING, Feature.DOUBLING, Feature.LEAVE_TO_LEAD, Feature.DUMMY, Feature.DUMMYS_OWNER
}  # fmt: skip
_DECLARED = {When.BEFORE_DOUBLING: "by naming trumps, before anything is said about doubling"}
BRIDGE = GameFeatures(_BRIDGE, PLAYERS, WITH_DUMMY, whens=_DECLARED, why=_AT_BRIDGE)
DUMMY_BRIDGE = replace(
    BRIDGE,
    has=BRIDGE.has - {Feature.DUMMYS_OWNER},
    words={**PARTS, (Role.PARTNER,): "the dealer’s partner, or dummy,"},
)
BRIDGE_THREE = replace(
    DUMMY_BRIDGE,
    words={
        **PARTS,
        (Role.PARTNER,): "dummy",
        DEALERS: "the dealer, for either hand,",
        (Role.DEALER, *ADVERSARIES): "a player",
    },
    hands=frozenset({Role.PARTNER}),
    alone=frozenset(DEALERS),
)
_BID = {
    When.BEFORE_DOUBLING: "by bidding, before anything is said about doubling",
    When.AFTER_DOUBLING: "by bidding, after something has been said about doubling",
}
AUCTION = GameFeatures(
    BRIDGE.has - {Feature.LEAVE_TO_LEAD} | {Feature.BIDS, Feature.TRICKS_BID},
    PLAYERS,
    DECLARERS,
    whens=_BID,
    why=_AT_BRIDGE,
)
AUCTION_SUITS = replace(
    AUCTION,
    has=AUCTION.has - {Feature.DOUBLING, Feature.TRICKS_BID},
    whens={When.BEFORE_DOUBLING: "by bidding"},
    why={
        **_AT_BRIDGE,
        Feature.DOUBLING: "There is no doubling if only suits are bid (Foster, p. 157).",
        Feature.TRICKS_BID: "Players bid only a suit, not a number of tricks (Foster, p. 157).",
    },
)
AUCTION_POINTS = replace(
    AUCTION_SUITS,
    why={
        **_AT_BRIDGE,
        Feature.DOUBLING: "Foster’s account of bids in points has no doubling (pp. 158–162).",
        Feature.TRICKS_BID: "Players bid points, not a number of tricks (Foster, p. 158).",
    },
)
AUCTION_THREE = replace(
    AUCTION,
    has=AUCTION.has - {Feature.DUMMYS_OWNER},
    words={
        **DECLARERS,
        (Role.PARTNER,): "dummy",
        DEALERS: "the declarer, or the dealer until the bidding is over, for either hand,",
        (Role.DEALER, *ADVERSARIES): "a player",
    },
    hands=frozenset({Role.PARTNER}),
    alone=frozenset(DEALERS),
    alone_in_bidding=True,
)

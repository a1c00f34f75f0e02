"""What Hellespont leads after the first trick as an opponent, when there are trumps (pp. 133–145, and his games).

A player whose partner has doubled serves that hand (p. 145), and one who attacks a weak declaration goes on as at whist
(p. 139). Otherwise each plays their own game. They make what winners they have (p. 140), after answering a complete
call for a ruff (p. 143). Without winners they lead what partner is known to win (p. 142), or through strength or up to
weakness (p. 145).

A winner that the dealer is known to trump is none. How it is known Hellespont says once (p. 313): partner, who has
begun with the lowest, has more of the suit, and the dealer has not. In Games V and VII the same is known, and the suit
is led again without blame; the rules hold to what he says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.defence_facts import why_not_with_trumps
from tutor.authorities.hellespont.leads_with_trumps import is_attack
from tutor.authorities.hellespont.through_and_up import (
    LaterLeadFacts,
    after_seeing_dummy,
    through_or_up,
    through_strength,
    up_to_weakness,
)
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit


@dataclass(frozen=True)
class TrumpLeadFacts(LaterLeadFacts):
    """An opponent who leads after the first trick, when there are trumps."""

    @property
    def trump_suit(self) -> Suit:
        assert self.trumps is not None, "the rule is for a hand with trumps"  # noqa: S101
        return self.trumps

    @cached_property
    def is_attack(self) -> bool:
        """Whether the player opened, and the declaration is one to attack as at whist (pp. 138–139)."""
        return self.has_opened and is_attack(self.opening)

    @cached_property
    def has_partner_given_trumps_up(self) -> bool:
        """Whether the partner has led something else, and not to have trumps led through dummy."""
        led = self.table.led_by(self.table.partner)
        return bool(led) and all(card.suit is not self.trumps for card in led) and not self._tenaces_over_dummy

    @property
    def _tenaces_over_dummy(self) -> bool:
        """Whether the partner may hold the trumps next above and next below one of dummy’s."""
        unseen, dummys = self.table.unseen(self.trump_suit), self.dummy[self.trump_suit]
        left = sorted((*unseen, *self.hand[self.trump_suit], *dummys), reverse=True)
        beside = zip(left, left[1:], left[2:], strict=False)
        return any(here in dummys and above in unseen and below in unseen for above, here, below in beside)

    @cached_property
    def best_winners(self) -> tuple[Card, ...]:
        """Of each suit with winners the one to lead: the king from ace, king and others, else the highest."""
        held = ((suit, self.hand[suit]) for suit in dict.fromkeys(card.suit for card in self.winners))
        return tuple(
            Card(suit, Rank.KING if holding.headed_by("AK") and len(holding) > 2 else holding.highest)
            for suit, holding in held
        )


# ---- when partner has doubled ------------------------------------------------------------------------------------


def _why_not_doubled(facts: TrumpLeadFacts) -> str | None:
    return None if facts.table.doubled_by is facts.table.partner else "partner has not doubled"


doubled = Section[TrumpLeadFacts](KEY, given=_why_not_doubled)


@doubled.rule(
    "hel-game-04",
    "If the doubler stops leading trumps, and can have no tenace over those of dummy, do not continue "
    "them: lead your winners.",
    page=221,
    lines=(11369, 11376),
    why="You must play the game of a partner who has doubled. As dummy’s trumps leave partner no tenace over them, "
    "partner did not stop trumps to have you lead them through dummy. So another round would be wrong.",
)
def doubler_gave_trumps_up(facts: TrumpLeadFacts) -> Finding:
    if not facts.has_partner_given_trumps_up:
        return no("partner, who doubled, has not stopped leading trumps, or may have tenaces over dummy’s")
    if not facts.winners:
        return no("partner, who doubled, has stopped leading trumps, but there is no winner to continue with")
    return yes(
        "partner, who doubled, has stopped leading trumps, and can have no tenace over those of dummy",
        *facts.best_winners,
    )


@doubled.rule(
    "hel-play-trumps-own-game",
    "If partner has doubled, put their hand before your own: lead your highest trump.",
    page=145,
    lines=(7204, 7206),
    row="partner doubled",
    why="A double shows strong trumps. They must be drawn or weakened before strong plain suits can make tricks, and "
    "your highest tells the doubler something useful. Without a double, dummy’s cards guide your lead.",
    why_page=119,
    why_lines=(5966, 5987),
)
def highest_trump(facts: TrumpLeadFacts) -> Finding:
    if facts.has_partner_given_trumps_up:
        return no("partner, who doubled, has stopped leading trumps")
    trumps = facts.trump_suit
    if not facts.hand[trumps]:
        return no("partner has doubled, but there is no trump to lead")
    if facts.partner_is_out(trumps):
        return no("partner has doubled, but has no trump left")
    return yes("partner has doubled, and this hand serves partner’s", Card(trumps, facts.hand[trumps].highest))


# ---- winners and ruffs -------------------------------------------------------------------------------------------

lead = Section[TrumpLeadFacts](KEY)


@lead.rule(
    "hel-signal-echo-trumps",
    "If partner has called, with a higher card and then a lower, lead the suit a third time for partner to ruff.",
    page=143,
    lines=(7139, 7165),
    row="answered",
    why="The call tells the leader who can ruff the third round. With a call it is partner, and the suit is led "
    "again. Without one it is an opponent, and the leader stops.",
)
def called_for_a_ruff(facts: TrumpLeadFacts) -> Finding:
    suit = facts.ruff_called_for
    if suit is None:
        return no("partner has not called for a ruff")
    if facts.dummy_ruffs(suit) and facts.table.dummy_precedes:
        return no(lambda: f"partner has called in {suit.plural}, but dummy would over-trump")
    return yes(lambda: f"partner has called in {suit.plural}, and can ruff", *facts.hand.only(suit))


@lead.rule(
    "hel-lead-trump-long-suit",
    "If you have attacked a weak declaration, continue your suit as at whist.",
    page=139,
    lines=(6953, 6955),
    row="going on",
)
def attack(facts: TrumpLeadFacts) -> Finding:
    if not facts.is_attack:
        return no("this is not a declaration to attack as at whist")
    suit = facts.own_suit
    if suit is None or not facts.hand[suit]:
        return no("there is nothing left of the suit opened")
    if facts.both_trump(suit):
        return no(lambda: f"both opponents are out of {suit.plural}, and could ruff and discard")
    cards = facts.table.masters(suit) or facts.lowest_of([suit])
    return yes(lambda: f"the declaration is weak, and the attack continues in {suit.plural}", *cards)


PLAYED_OUT = (("AKQ", Rank.KING, Rank.QUEEN), ("AQJ", Rank.ACE, Rank.QUEEN), ("AK", Rank.ACE, Rank.KING))
"""What follows the first lead of a combination (p. 141)."""


@lead.rule(
    "hel-lead-trump-table",
    "After the king from ace, king, queen lead the queen. After the ace from ace, queen, jack lead the queen. After "
    "the ace from ace, king alone lead the king.",
    page=141,
    lines=(7037, 7057),
    row="going on",
)
def next_of_the_table(facts: TrumpLeadFacts) -> Finding:
    opened = facts.opened
    if opened is None or opened.suit is facts.trumps:
        return no("the player has not opened a plain suit")
    dealt = facts.dealt(opened.suit)
    rank = next((then for head, first, then in PLAYED_OUT if dealt.headed_by(head) and opened.rank is first), None)
    if rank is None or rank not in facts.hand[opened.suit]:
        return no("the opening was from none of the combinations that Hellespont plays out, or it has been played out")
    if facts.both_trump(opened.suit):
        return no(lambda: f"both opponents now trump {opened.suit.plural}")
    return yes(
        lambda: f"the {opened.name} was led from {', '.join(rank.word for rank in dealt.ranks[:3])}",
        Card(opened.suit, rank),
    )


@lead.rule(
    "hel-lead-trump-winners",
    "Make what tricks you can while you can: continue with the winning cards that you have.",
    page=140,
    lines=(6981, 6997),
    why="Against sound trumps your side cannot bring in a long suit. Small cards in plain suits win for the other "
    "side alone. Your high cards must therefore make tricks early, while you still have the lead.",
    why_lines=(6978, 6997),
)
def winners(facts: TrumpLeadFacts) -> Finding:
    if facts.is_attack:
        return no("the declaration is weak, and this hand attacks without haste")
    cards = facts.best_winners
    if not cards:
        return no("there is no certain winner in a plain suit")
    return yes(
        lambda: f"{' and '.join(f'the {card.name}' for card in cards)} cannot be beaten, and may be lost later",
        *cards,
        merely=(card for card in facts.winners if card not in cards),
    )


# ---- without a winner --------------------------------------------------------------------------------------------


@lead.rule(
    "hel-discard-trumps-offensive",
    "Against a sound declaration that has not been doubled, lead the suit of partner’s first discard.",
    page=144,
    lines=(7171, 7177),
    row="answered",
    why="The first discard tells partner which suit you want led. It comes from your strongest suit, because your "
    "weak suits need protection when trump strength is all against you.",
    why_lines=(7171, 7197),
)
def partners_first_discard(facts: TrumpLeadFacts) -> Finding:
    if facts.first_discard is None:
        return no("partner has discarded nothing")
    if facts.table.doubled_by is not None or (facts.opening.by_dealer and not facts.trump_suit.is_red):
        return no("the declaration was doubled, or is a black one of the dealer’s, so a discard may be from weakness")
    suit = facts.first_discard[0].suit
    if not facts.hand[suit] or facts.is_trumped(suit):
        return no(lambda: f"partner asks for {suit.plural}, but they cannot be led or are trumped")
    return yes(lambda: f"partner’s first discard asks for {suit.plural}", *facts.highest_of([suit]))


@lead.rule(
    "hel-lead-trump-return",
    "Return partner’s suit if you can infer that partner has the winning card of it.",
    page=142,
    lines=(7076, 7083),
    row="partner has the winner",
    why="Once dummy is exposed, its cards influence the play so much that partner’s small lead does not bind you. "
    "Leading up to its weakest suit is usually better, unless partner has the winner.",
    why_lines=(7076, 7086),
)
def partner_has_the_winner(facts: TrumpLeadFacts) -> Finding:
    suit = facts.partners_suit
    if suit is None or suit not in facts.sensible_suits:
        return no("there is no suit of partner’s to return that would not be trumped")
    rank = facts.partner_must_hold(suit)
    if rank is None:
        return no(lambda: f"nothing shows that partner has the winning card in {suit.plural}")
    highest, *rest = facts.hand.only(suit)
    return yes(lambda: f"partner must have the {rank.word} of {suit.plural}, which is the best", highest, merely=rest)


@lead.rule(
    "hel-game-06",
    "If dummy has every winner in a suit, do not lead through it. Try your own suit again, which partner may ruff.",
    page=229,
    lines=(11691, 11693),
    why="A lead through a suit that dummy holds from the top cannot win a trick for your side. Your own suit may at "
    "least give partner a ruff.",
)
def hopeless_but_for_a_ruff(facts: TrumpLeadFacts) -> Finding:
    if not facts.table.dummy_follows:
        return no("dummy does not play next")
    own = facts.own_suit
    hopeless = [suit for suit in facts.hopeless_suits if suit is not own]
    if not hopeless:
        return no("there is no other suit in which dummy has every winner")
    if own is None or own not in facts.sensible_suits or not facts.partner_may_have_trumps:
        return no(lambda: f"{facts.names(hopeless)} are hopeless, but there is no suit that partner might ruff")
    if facts.partner_must_have(own):
        return no(lambda: f"partner has not called in {own.plural}, and must have more of them")
    return yes(
        lambda: f"dummy has every winner in {facts.names(hopeless)}; partner may be out of {own.plural} and ruff",
        *facts.hand.only(own),
    )


lead.rule(
    "hel-lead-trump-after-dummy",
    "Once dummy is seen, lead a strengthening card of a short suit through its king or queen, or a "
    "singleton through its long suit headed by ace, queen.",
    page=137,
    lines=(6858, 6865),
    why="Before dummy is down, everything hinges on where the missing honour lies, and you cannot know. Once you see "
    "it in dummy the conditions are entirely altered, and you lead through it.",
    why_page=136,
    why_lines=(6830, 6865),
)(after_seeing_dummy)

lead.rule(
    "hel-lead-through-strength",
    "Without a winner, lead through the strong suits of dummy.",
    page=133,
    lines=(6686, 6690),
    why="Only the opening lead has to be made in the dark. Later leads depend mainly on the cards in dummy, which "
    "show you where the strength to lead through lies.",
    why_lines=(6683, 6690),
)(through_strength)


SMALL = Rank.NINE
"""The highest card that is small, where partner has “led a small card originally” (p. 142)."""


@lead.rule(
    "hel-lead-trump-return",
    "You need not return partner’s small lead: without a winner, lead up to the weakest suit of dummy.",
    page=142,
    lines=(7076, 7083),
    row="up to the weakest suit",
)
def up_to_weakness_after_a_small_lead(facts: TrumpLeadFacts) -> Finding:
    led = facts.partner_opened
    if led is None or led.rank > SMALL or led.suit is facts.trumps:
        return no("partner did not open with a small card")
    found = up_to_weakness(facts)
    if not found.applies:
        return found
    return yes(
        lambda: f"partner’s small lead need not be returned; {found.because}", *found.answers, merely=found.merely
    )


lead.rule(
    "hel-play-trumps-own-game",
    "Play your own game: without a winner, lead through the strong suits or up to the weak ones.",
    page=145,
    lines=(7206, 7210),
    row="no winner",
)(through_or_up)


# ---- when nothing else is left -----------------------------------------------------------------------------------

force = Section[TrumpLeadFacts](KEY)
"""It decides where nothing else is left to lead, and is allowed wherever it applies."""


@force.rule(
    "hel-play-no-ruff-discard",
    "Never lead a suit of which both opponents are void, unless one of them has no trump left and you wish to force "
    "the other.",
    page=143,
    lines=(7112, 7118),
    why="When both opponents are void, the strong hand can discard while the weak one ruffs, so it is the worst of "
    "all leads. If one of them has no trumps left, you can force the other to ruff.",
)
def to_force_the_strong_hand(facts: TrumpLeadFacts) -> Finding:
    if bool(facts.dummy[facts.trump_suit]) == facts.declarer_may_have_trumps:
        return no("it is not the case that one opponent has trumps left and the other has none")
    suits = [suit for suit in facts.plain_suits if facts.is_trumped(suit)]
    if not suits:
        return no("there is no suit that would be trumped")
    return yes(lambda: f"one opponent has no trump, and {facts.names(suits)} force the other", *facts.cards(suits))


LEADING_ON_AGAINST_TRUMPS = Chapter(
    Question.RETURN, (*doubled, *lead, *force), TrumpLeadFacts.of, silent_on=why_not_with_trumps, allows=force
)

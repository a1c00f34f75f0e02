"""How Hellespont has an opponent go on with the suit that was opened, when there are no trumps (pp. 149–157)."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.opening_facts import LONG
from tutor.authorities.hellespont.through_and_up import LaterLeadFacts
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Holding, Rank, Suit


@dataclass(frozen=True)
class OpenerFacts(LaterLeadFacts):
    """An opponent who leads after the first trick, and may have opened the hand."""

    @property
    def opened_suit(self) -> Suit:
        assert self.opened is not None, "the rule is for continuing the player’s own suit"  # noqa: S101
        return self.opened.suit

    @property
    def held(self) -> Holding:
        """What is left of the suit that the player opened."""
        return self.hand[self.opened_suit]

    def is_out(self, rank: Rank) -> bool:
        """Whether a card of the suit that the player opened is still in another hand."""
        return rank in self.table.outstanding(self.opened_suit)

    @property
    def has_partner_echoed(self) -> bool:
        """Whether the partner has played high and then low to that suit."""
        played = [card.rank for card in self.table.played_by(self.table.partner, self.opened_suit)]
        return len(played) > 1 and played[1] < played[0]

    def card(self, rank: Rank) -> Card:
        """A card of the suit that the player opened."""
        return Card(self.opened_suit, rank)


def _why_not_opened_from(
    facts: OpenerFacts, headed: str, first: Rank, fewest: int = LONG, most: int = 13
) -> Reason | None:
    """Why the player did not open with a card from such a combination, or cannot go on with it."""
    opened = facts.opened
    if opened is None:
        return "the player did not open the hand"
    dealt = facts.dealt(opened.suit)
    if opened.rank is not first or not dealt.headed_by(headed) or not fewest <= len(dealt) <= most:
        return lambda: (
            f"the {opened.name} was not led from {', '.join(Rank(letter).word for letter in headed)} of that length"
        )
    return None if facts.held else lambda: f"there are no {opened.suit.plural} left"


def _go_on(
    facts: OpenerFacts, headed: str, first: Rank, *following: Rank, fewest: int = LONG, most: int = 13
) -> Finding:
    """From a combination opened with a card, those that follow, in their order."""
    if (why := _why_not_opened_from(facts, headed, first, fewest, most)) is not None:
        return no(why)
    rank = next((rank for rank in following if rank in facts.held), None)
    if rank is None:
        return no("the high cards have been played out")
    return yes(lambda: f"the {facts.opened_suit.plural} were opened with the {first.word}", facts.card(rank))


def _after_the_knave(facts: OpenerFacts, headed: str, missing: Rank, following: Rank) -> Finding:
    """From a combination opened with the jack, the next below it as long as the one card above it is held back."""
    if (why := _why_not_opened_from(facts, headed, Rank.KNAVE)) is not None:
        return no(why)
    suit = facts.opened_suit
    if not facts.is_out(missing):
        masters = facts.table.masters(suit)
        if not masters:
            return no(lambda: f"the high {suit.plural} have been played")
        return yes(
            lambda: f"the {missing.word} of {suit.plural} has gone, and what is left at their head is good", *masters
        )
    if following not in facts.held:
        return no(lambda: f"the {following.word} of {suit.plural} has been played")
    return yes(lambda: f"the {missing.word} of {suit.plural} has been held back", facts.card(following))


going_on = Section[OpenerFacts](KEY)

SEVEN = 7
"""From so many the ace and king, or king and queen, are led out (pp. 151, 156)."""


@going_on.rule(
    "hel-lead-nt-tierce-major",
    "After the queen from ace, king, queen lead the king, and then the ace.",
    page=150,
    lines=(7417, 7418),
    row="going on",
)
def after_the_queen(facts: OpenerFacts) -> Finding:
    return _go_on(facts, "AKQ", Rank.QUEEN, Rank.KING, Rank.ACE)


@going_on.rule(
    "hel-lead-nt-ak-seven",
    "After the king from seven or more headed by ace, king lead the ace.",
    page=151,
    lines=(7456, 7464),
    row="going on",
)
def after_the_king_from_seven(facts: OpenerFacts) -> Finding:
    return _go_on(facts, "AK", Rank.KING, Rank.ACE, fewest=SEVEN)


@going_on.rule(
    "hel-lead-nt-akj10-reentry",
    "After the king from ace, king, jack lead the ace.",
    page=154,
    lines=(7608, 7623),
    row="going on",
)
def after_the_king_from_ace_king_knave(facts: OpenerFacts) -> Finding:
    return _go_on(facts, "AKJ", Rank.KING, Rank.ACE, most=SEVEN - 1)


@going_on.rule(
    "hel-lead-nt-akj10",
    "After the jack from ace, king, jack, ten continue with the ten, if the queen is held back.",
    page=152,
    lines=(7520, 7541),
    row="going on",
)
def after_the_knave_from_ace_king(facts: OpenerFacts) -> Finding:
    return _after_the_knave(facts, "AKJT", Rank.QUEEN, Rank.TEN)


@going_on.rule(
    "hel-lead-nt-akj",
    "From ace, king, jack, after a small one was opened, lead ace and king: the queen must fall.",
    page=152,
    lines=(7513, 7518),
    row="going on",
)
def drop_the_queen(facts: OpenerFacts) -> Finding:
    if facts.opened is None or not facts.dealt(facts.opened_suit).headed_by("AKJ"):
        return no("the player did not open from ace, king, jack")
    if Rank.ACE not in facts.held or Rank.KING not in facts.held:
        return no("ace and king are no longer both here")
    return yes(
        "one round has gone, and the queen must fall to ace and king", facts.card(Rank.ACE), facts.card(Rank.KING)
    )


@going_on.rule(
    "hel-lead-nt-aqj",
    "After the jack from ace, queen, jack continue with the queen, if the king is held back.",
    page=153,
    lines=(7548, 7556),
    row="going on",
)
def after_the_knave_from_ace_queen(facts: OpenerFacts) -> Finding:
    return _after_the_knave(facts, "AQJ", Rank.KING, Rank.QUEEN)


@going_on.rule(
    "hel-lead-nt-aqj-reentry",
    "After the ace continue with queen and jack from ace, queen, jack; with queen or ten from ace, queen, ten.",
    page=155,
    lines=(7633, 7640),
    row="going on",
)
def after_the_ace(facts: OpenerFacts) -> Finding:
    if facts.opened is None or facts.opened.rank is not Rank.ACE:
        return no("the player did not open an ace")
    dealt, held = facts.dealt(facts.opened_suit), facts.held
    ranks: list[Rank] = []
    if dealt.headed_by("AQJ"):
        ranks = [rank for rank in (Rank.QUEEN, Rank.KNAVE) if rank in held][:1]
    elif dealt.headed_by("AQT") and Rank.QUEEN in held and Rank.TEN in held:
        ranks = [Rank.QUEEN, Rank.TEN]
    if not ranks:
        return no("the ace was not led from ace, queen, jack or ace, queen, ten, or these have been played")
    return yes(
        lambda: f"the ace was led from {', '.join(rank.word for rank in dealt.ranks[:3])}", *map(facts.card, ranks)
    )


@going_on.rule(
    "hel-third-king-led-no-dummy",
    "If partner has echoed on your king and queen or jack, and dummy had none of the suit, lead the "
    "lowest to the third round.",
    page=166,
    lines=(8191, 8206),
    row="answered",
    why="The echo brings a small card for the third round, which the ace takes, and the lowest card then returns the "
    "suit. Unless both partners play in this way, a trick may be lost.",
)
def echoed_over_a_void(facts: OpenerFacts) -> Finding:
    if (why := _why_not_opened_from(facts, "KQ", Rank.KING, LONG + 1)) is not None:
        return no(why)
    suit = facts.opened_suit
    if facts.table.rounds(suit) != 2 or facts.dummy_dealt(suit) or not facts.has_partner_echoed:
        return no("this is not the third round, after an echo, of a suit of which dummy had none")
    if not facts.is_out(Rank.ACE):
        return no("the ace has gone")
    return yes("dummy had none, and partner has echoed, perhaps on four", facts.card(facts.held.lowest))


@going_on.rule(
    "hel-lead-nt-kqj",
    "After the king from king, queen, jack lead the queen from four, or the jack from more. Then lead the lowest, "
    "or the jack if partner has echoed.",
    page=155,
    lines=(7645, 7665),
    row="going on",
)
def after_the_king_from_king_queen_knave(facts: OpenerFacts) -> Finding:
    if (why := _why_not_opened_from(facts, "KQJ", Rank.KING)) is not None:
        return no(why)
    suit = facts.opened_suit
    rounds, is_four = facts.table.rounds(suit), len(facts.dealt(suit)) == LONG
    if rounds == 1:
        rank, length = (Rank.QUEEN, "four") if is_four else (Rank.KNAVE, "more than four")
        return yes(lambda: f"the {suit.plural} were {length}", facts.card(rank))
    if not facts.is_out(Rank.ACE):
        return no("the ace has gone, and the suit is established")
    if rounds == 2 and is_four and facts.has_partner_echoed:
        return yes("partner has echoed, and has five", facts.card(Rank.KNAVE))
    return yes("the ace is still out, and there is no echo to answer with the jack", facts.card(facts.held.lowest))


@going_on.rule(
    "hel-lead-nt-kq10",
    "After the king from king, queen, ten follow with the queen or the ten.",
    page=156,
    lines=(7667, 7671),
    row="going on",
)
def after_the_king_from_king_queen_ten(facts: OpenerFacts) -> Finding:
    if (why := _why_not_opened_from(facts, "KQT", Rank.KING)) is not None:
        return no(why)
    if Rank.QUEEN not in facts.held or Rank.TEN not in facts.held:
        return no("the queen or the ten has been played")
    return yes("the king was led from king, queen, ten", facts.card(Rank.QUEEN), facts.card(Rank.TEN))


@going_on.rule(
    "hel-lead-nt-kq-small",
    "After the king from king, queen and five small ones lead the queen: the jack probably falls.",
    page=156,
    lines=(7683, 7686),
    row="going on",
)
def after_the_king_from_king_queen(facts: OpenerFacts) -> Finding:
    return _go_on(facts, "KQ", Rank.KING, Rank.QUEEN, fewest=SEVEN)


@going_on.rule(
    "hel-lead-nt-qj10",
    "After the jack from queen, jack, ten lead the ten if the jack has won; otherwise the queen.",
    page=157,
    lines=(7713, 7716),
    row="going on",
)
def after_the_knave_from_queen_knave_ten(facts: OpenerFacts) -> Finding:
    if (why := _why_not_opened_from(facts, "QJT", Rank.KNAVE)) is not None:
        return no(why)
    has_won = facts.table.view.tricks[0].winner(None) is facts.table.seat
    rank = Rank.TEN if has_won and Rank.TEN in facts.held else Rank.QUEEN
    if rank not in facts.held:
        return no("the queen and the ten have been played")
    return yes("the jack has won" if has_won else "the jack did not win", facts.card(rank))


@going_on.rule(
    "hel-lead-nt-kj10",
    "After the jack from king, jack, ten, let the fallen cards guide you: if the queen has gone and the ace is out, "
    "keep the king, and lead the lowest.",
    page=156,
    lines=(7696, 7706),
    row="going on",
)
def after_the_queen_has_gone(facts: OpenerFacts) -> Finding:
    if (why := _why_not_opened_from(facts, "KJT", Rank.KNAVE)) is not None:
        return no(why)
    if facts.is_out(Rank.QUEEN) or not facts.is_out(Rank.ACE) or Rank.KING not in facts.held:
        return no("the ace is not the only card out against the king")
    return yes("the queen has gone and the ace is out, so the king is kept", facts.card(facts.held.lowest))


USELESS = 2
"""So many “certain winning cards of your partner’s suit in the exposed hand” make it useless (p. 170)."""


@going_on.rule(
    "hel-lead-nt-keep-command",
    "Continue your suit, and do not part with its commanding cards sooner than you need.",
    page=149,
    lines=(7383, 7389),
    row="going on",
)
def keep_command(facts: OpenerFacts) -> Finding:
    suit = facts.own_suit
    if suit is None or not facts.hand[suit]:
        return no("the hand’s own suit has nothing left")
    if facts.dummys_winners(suit) >= USELESS:
        return no(lambda: f"dummy has two winners in {suit.plural}")
    *rest, lowest = facts.hand.only(suit)
    return yes(
        lambda: f"the {suit.plural} are not established; their small cards are led, and the command is kept",
        lowest,
        merely=(card for card in reversed(rest) if not facts.table.is_master(card)),
    )

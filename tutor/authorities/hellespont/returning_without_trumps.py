"""What Hellespont leads after the first trick as an adversary, when there are no trumps (pp. 147–158, 164–170).

A partner’s double comes before all, and then what is good in the hand: without it the partner’s suit is returned at
once, unless the exposed hand shows that it is useless (pp. 164, 170), and he who opened goes on with his own as its
combination wants (pp. 150–157). A suit that partner has called for comes before one’s own that is not established, and
a winner in one’s own is made before it is led (his Games XV to XVIII).

Which card of partner’s suit to return he says of single holdings only; in each of them it is the highest that is left.
Any other is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.defence import Defence, why_not_without_trumps
from tutor.authorities.hellespont.through_and_up import through_or_up
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Holding, Rank, Suit
from tutor.notation import counted

# ---- against a long suit in the exposed hand ---------------------------------------------------------------------


def _draw_the_re_entry(defence: Defence) -> Finding:
    long = [suit for suit in Suit if _is_held_up_only_here(defence, suit)]
    if not long:
        return fails("the exposed hand has no long suit that only this hand holds up")
    entries = [suit for suit in Suit if suit not in long and defence.dummys_winners(suit)]
    if len(entries) != 1:
        return fails(f"the exposed hand’s {defence.names(long)} have no single card to bring them in")
    entry, king = entries[0], Card(entries[0], Rank.KING)
    if Rank.ACE not in defence.dummy[entry] or len(defence.dummy[entry]) > 2 or king not in defence.hand:
        return fails(f"the card that brings in the {defence.names(long)} cannot be drawn from here")
    because = f"the exposed hand’s {defence.names(long)} wait only for the best of them to go from here"
    return applies(f"{because}, and the {king.name} draws the card that brings them in", king)


def _is_held_up_only_here(defence: Defence, suit: Suit) -> bool:
    """Whether the exposed hand has five or more of a suit that will be good once the player’s masters have gone."""
    theirs, mine = defence.dummy[suit], defence.table.masters(suit)
    if len(theirs) < 5 or not 1 <= len(mine) <= 2:
        return False
    left = [rank for rank in (*defence.table.unseen(suit), *defence.hand[suit]) if Card(suit, rank) not in mine]
    return len(left) <= len(theirs) and all(rank < theirs.highest for rank in left)


# ---- when partner has doubled ------------------------------------------------------------------------------------


# ---- what is good, and what partner asks for ---------------------------------------------------------------------


def _bring_in(defence: Defence) -> Finding:
    suits = [
        suit for suit in Suit if _runs(defence, suit) and (len(defence.hand[suit]) > 1 or suit is defence.own_suit)
    ]
    if not suits:
        return fails("no suit is established")
    most = max(len(defence.hand[suit]) for suit in suits)
    suits = [suit for suit in suits if len(defence.hand[suit]) == most]
    cards = tuple(card for suit in suits for card in defence.table.masters(suit))
    return applies(f"the winners of {defence.names(suits)} draw all that is out of them", *cards)


def _runs(defence: Defence, suit: Suit) -> bool:
    """Whether the winners at the head of a suit draw all that is out of it."""
    masters = len(defence.table.masters(suit))
    return bool(masters) and masters >= len(defence.table.outstanding(suit))


def _own_certain_winners(defence: Defence) -> Finding:
    if defence.partner_opened is None:
        return fails("it was not partner who opened")
    suits = [suit for suit in Suit if _is_strong_and_certain(defence, suit)]
    if not suits:
        return fails("there is no strong suit of certain winners to make first")
    cards = tuple(card for suit in suits for card in defence.table.masters(suit))
    return applies(f"{defence.names(suits)} are a strong suit of certain winners", *cards)


def _is_strong_and_certain(defence: Defence, suit: Suit) -> bool:
    """Whether a suit of four or more has three winners at its head, “such as ace, king, queen” (pp. 164, 252)."""
    return len(defence.hand[suit]) > 3 and len(defence.table.masters(suit)) > 2


def _winner_before_partners_suit(defence: Defence) -> Finding:
    asked, own = _asked(defence), defence.own_suit
    if asked is None or own is None or own is asked:
        return fails("partner has asked for no other suit than the one opened")
    masters = defence.table.masters(own)
    if not masters:
        return fails(f"no winner is left in the {own.plural}, which were opened")
    return applies(f"{masters[0].name} is good, and is made before partner’s {asked.plural} are led", *masters)


def _partner_called(defence: Defence) -> Finding:
    suit = defence.called_for
    if suit is None or not defence.hand[suit]:
        return fails("partner has called for no suit by his discards, or it cannot be led")
    return _to_partner(defence, suit, f"by his discards partner has called for {suit.plural}")


def _partner_discarded_from_strength(defence: Defence) -> Finding:
    suit = _first_of_adversaries_lead(defence)
    if suit is None or not defence.hand[suit]:
        return fails("partner made no first discard on an adversary’s lead that shows a suit to be led")
    return _to_partner(defence, suit, f"an adversary was leading, and partner’s first discard asks for {suit.plural}")


def _partner_left_one_suit(defence: Defence) -> Finding:
    suit = _undiscarded(defence)
    if suit is None or not defence.hand[suit]:
        return fails("partner’s discards on this side’s leads do not leave one suit that he wants")
    return _to_partner(defence, suit, f"of the suits that are left, partner has thrown none but {suit.plural}")


def _first_of_adversaries_lead(defence: Defence) -> Suit | None:
    if defence.first_discard is None or defence.called_for is not None:
        return None
    card, leader = defence.first_discard
    discards = defence.table.discards_of(defence.table.partner)
    repeated = len(discards) > 1 and discards[1].suit is card.suit
    return None if leader.side is defence.table.seat.side or repeated else card.suit


def _undiscarded(defence: Defence) -> Suit | None:
    """The suit that the partner has kept, having thrown from two others on leads of this side (p. 173)."""
    if defence.first_discard is None or defence.called_for is not None:
        return None
    _, leader = defence.first_discard
    if leader is not defence.table.seat:
        return None
    thrown = {card.suit for card in defence.table.discards_of(defence.table.partner)}
    led = {defence.own_suit}
    kept = [suit for suit in Suit if suit not in thrown and suit not in led and not defence.partner_is_out(suit)]
    return kept[0] if len(thrown) > 1 and len(kept) == 1 else None


def _asked(defence: Defence) -> Suit | None:
    """The suit that the partner has asked for by what he threw away."""
    return defence.called_for or _first_of_adversaries_lead(defence) or _undiscarded(defence)


def _to_partner(defence: Defence, suit: Suit, because: str) -> Finding:
    card, *rest = sorted(defence.hand.only(suit), key=lambda card: -card.rank.height)
    return Finding(because, (card,), tuple(rest))


# ---- partner’s suit ----------------------------------------------------------------------------------------------


def _return_partners_suit(defence: Defence) -> Finding:
    suit = defence.partners_suit
    if suit is None or not defence.hand[suit]:
        return fails("partner has opened no suit, or there is no card of it to return")
    winners = defence.dummys_winners(suit)
    if winners >= 2:
        return fails(f"the exposed hand has {counted(winners, 'certain winner')} in partner’s {suit.plural}")
    return _to_partner(defence, suit, f"{suit.plural} are partner’s suit, and are returned at once")


# ---- one’s own suit, by what it was opened from ------------------------------------------------------------------


def _go_on(headed: str, first: Rank, *following: Rank, fewest: int = 4, most: int = 13) -> Callable[[Defence], Finding]:
    """The rule that goes on from a combination opened with a card, playing those that follow, in their order."""

    def find(defence: Defence) -> Finding:
        if (why := _not_opened_from(defence, headed, first, fewest, most)) is not None:
            return fails(why)
        suit, held = _own(defence)
        rank = next((rank for rank in following if rank in held), None)
        if rank is None:
            return fails("the high cards have been played out")
        return applies(f"the {suit.plural} were opened with the {first.word}", Card(suit, rank))

    return find


def _own(defence: Defence) -> tuple[Suit, Holding]:
    assert defence.opened is not None, "only his own opening is gone on with"  # noqa: S101
    return defence.opened.suit, defence.hand[defence.opened.suit]


def _not_opened_from(defence: Defence, headed: str, first: Rank, fewest: int, most: int) -> str | None:
    opened = defence.opened
    if opened is None:
        return "the player did not open the hand"
    dealt = defence.dealt(opened.suit)
    if opened.rank is not first or not dealt.headed_by(headed) or not fewest <= len(dealt) <= most:
        return f"the {opened.name} was not led from {', '.join(Rank(letter).word for letter in headed)} of such length"
    return None if defence.hand[opened.suit] else f"there are no {opened.suit.plural} left"


def _is_out(defence: Defence, suit: Suit, rank: Rank) -> bool:
    """Whether a card is still in another hand."""
    return rank in defence.table.outstanding(suit)


def _after_the_knave(headed: str, missing: Rank, following: Rank) -> Callable[[Defence], Finding]:
    """From a combination opened with the knave, the next below it as long as the one card above it is held back."""

    def find(defence: Defence) -> Finding:
        if (why := _not_opened_from(defence, headed, Rank.KNAVE, 4, 13)) is not None:
            return fails(why)
        suit, held = _own(defence)
        if not _is_out(defence, suit, missing):
            return _run(defence, suit, missing)
        if following not in held:
            return fails(f"the {following.word} of {suit.plural} has been played")
        return applies(f"the {missing.word} of {suit.plural} has been held back", Card(suit, following))

    return find


def _run(defence: Defence, suit: Suit, missing: Rank) -> Finding:
    masters = defence.table.masters(suit)
    if not masters:
        return fails(f"the high {suit.plural} have been played")
    return applies(f"the {missing.word} of {suit.plural} has gone, and what is left at their head is good", *masters)


def _after_the_ace(defence: Defence) -> Finding:
    opened = defence.opened
    if opened is None or opened.rank is not Rank.ACE:
        return fails("the player did not open an ace")
    suit, held = _own(defence)
    dealt = defence.dealt(suit)
    if dealt.headed_by("AQJ"):
        ranks = [rank for rank in (Rank.QUEEN, Rank.KNAVE) if rank in held][:1]
    elif dealt.headed_by("AQT") and Rank.QUEEN in held and Rank.TEN in held:
        ranks = [Rank.QUEEN, Rank.TEN]
    else:
        ranks = []
    if not ranks:
        return fails("the ace was not led from ace, queen, knave or ace, queen, ten, or these have been played")
    return applies(
        f"the ace was led from {', '.join(rank.word for rank in dealt.ranks[:3])}", *(Card(suit, r) for r in ranks)
    )


def _after_the_king(defence: Defence) -> Finding:
    if (why := _not_opened_from(defence, "KQJ", Rank.KING, 4, 13)) is not None:
        return fails(why)
    suit, held = _own(defence)
    rounds = defence.table.rounds(suit)
    if rounds == 1:
        is_four = len(defence.dealt(suit)) == 4
        rank = Rank.QUEEN if is_four else Rank.KNAVE
        return applies(f"the {suit.plural} were {'four' if is_four else 'more than four'}", Card(suit, rank))
    if not _is_out(defence, suit, Rank.ACE):
        return fails("the ace has gone, and the suit is established")
    if rounds == 2 and len(defence.dealt(suit)) == 4 and _partner_echoed(defence, suit):
        return applies("partner has echoed, and has five", Card(suit, Rank.KNAVE))
    return applies("the ace is still out, and there is no echo to be answered with the knave", Card(suit, held.lowest))


def _partner_echoed(defence: Defence, suit: Suit) -> bool:
    played = [card.rank for card in defence.table.played_by(defence.table.partner, suit)]
    return len(played) > 1 and played[1] < played[0]


def _echoed_over_a_void(defence: Defence) -> Finding:
    if (why := _not_opened_from(defence, "KQ", Rank.KING, 5, 13)) is not None:
        return fails(why)
    suit, held = _own(defence)
    if defence.table.rounds(suit) != 2 or len(defence.dummy_dealt(suit)) or not _partner_echoed(defence, suit):
        return fails("it is not the third round, after an echo, of a suit of which the exposed hand had none")
    if not _is_out(defence, suit, Rank.ACE):
        return fails("the ace has gone")
    return applies("the exposed hand had none, and partner has echoed, perhaps on four", Card(suit, held.lowest))


def _after_the_king_from_ten(defence: Defence) -> Finding:
    if (why := _not_opened_from(defence, "KQT", Rank.KING, 4, 13)) is not None:
        return fails(why)
    suit, held = _own(defence)
    ranks = [rank for rank in (Rank.QUEEN, Rank.TEN) if rank in held]
    if len(ranks) < 2:
        return fails("the queen or the ten has been played")
    return applies("the king was led from king, queen, ten", *(Card(suit, rank) for rank in ranks))


def _after_the_knave_from_queen(defence: Defence) -> Finding:
    if (why := _not_opened_from(defence, "QJT", Rank.KNAVE, 4, 13)) is not None:
        return fails(why)
    suit, held = _own(defence)
    won = defence.table.view.tricks[0].winner(None) is defence.table.seat
    rank = Rank.TEN if won and Rank.TEN in held else Rank.QUEEN
    if rank not in held:
        return fails("the queen and the ten have been played")
    return applies(f"the knave {'has won' if won else 'did not win'}", Card(suit, rank))


def _after_the_queen_has_gone(defence: Defence) -> Finding:
    if (why := _not_opened_from(defence, "KJT", Rank.KNAVE, 4, 13)) is not None:
        return fails(why)
    suit, held = _own(defence)
    if _is_out(defence, suit, Rank.QUEEN) or not _is_out(defence, suit, Rank.ACE) or Rank.KING not in held:
        return fails("it is not the ace alone that is out against the king")
    return applies("the queen has gone and the ace is out; the king is kept", Card(suit, held.lowest))


def _drop_the_queen(defence: Defence) -> Finding:
    opened = defence.opened
    if opened is None or not defence.dealt(opened.suit).headed_by("AKJ"):
        return fails("the player did not open from ace, king, knave")
    suit, held = _own(defence)
    top = [rank for rank in (Rank.ACE, Rank.KING) if rank in held]
    if len(top) < 2:
        return fails("ace and king are no longer both held")
    return applies("one round has gone, and the queen must fall to ace and king", *(Card(suit, rank) for rank in top))


def _clear(defence: Defence) -> Finding:
    suit = defence.own_suit
    if suit is None or not defence.hand[suit]:
        return fails("there is nothing left of a suit of one’s own")
    if defence.dummys_winners(suit) >= 2:
        return fails(f"the exposed hand has two winners in {suit.plural}")
    card, *rest = sorted(defence.hand.only(suit), key=lambda card: card.rank.height)
    because = f"the {suit.plural} are not established; their small cards are led, and the command is kept"
    return Finding(because, (card,), tuple(one for one in rest if not defence.table.is_master(one)))


def _long_suit_with_winners(defence: Defence) -> Finding:
    suits = [suit for suit in Suit if len(defence.hand[suit]) > 3 and defence.table.masters(suit)]
    if not suits:
        return fails("there is no suit of four or more with a winner at its head")
    most = max(len(defence.hand[suit]) for suit in suits)
    suits = [suit for suit in suits if len(defence.hand[suit]) == most]
    cards = tuple(card for suit in suits for card in defence.table.masters(suit))
    return applies(f"nothing can be returned, and {defence.names(suits)} may be established", *cards)


def _small_card_has_become_best(defence: Defence) -> Finding:
    small = [card for card in defence.winners if card.rank < Rank.TEN]
    if not small:
        return fails("no card below the ten has become the best of its suit")
    return applies(f"the {small[0].name} has become the best of its suit", *small)


LEADING_ON_WITHOUT_TRUMPS: Sequence[Rule[Defence]] = (
    Rule(
        "hel-nt-goal",
        "Bring in a suit that is established.",
        cite(147, 7301, 7309),
        _bring_in,
        "established",
    ),
    Rule(
        "hel-third-get-out",
        "Before you return partner’s suit, make a strong suit of your own that consists of certain winners.",
        cite(164, 8101, 8109),
        _own_certain_winners,
    ),
    Rule(
        "hel-game-17",
        "Make a winner in the suit that you have opened before you lead the one that partner asks for.",
        cite(273, 13097, 13098),
        _winner_before_partners_suit,
    ),
    Rule(
        "hel-discard-nt-call",
        "Lead the suit that partner has called for, by discarding a high card and then a lower, or the head of a "
        "sequence.",
        cite(172, 8437, 8454),
        _partner_called,
        "answered",
    ),
    Rule(
        "hel-discard-nt-adversary-leads",
        "Lead the suit of the first discard that partner made on an adversary’s lead.",
        cite(173, 8489, 8493),
        _partner_discarded_from_strength,
        "answered",
    ),
    Rule(
        "hel-discard-nt-partner-leads",
        "When partner has thrown from two suits on your leads, lead the one that he has kept.",
        cite(173, 8474, 8487),
        _partner_left_one_suit,
        "answered",
    ),
    Rule(
        "hel-play-draw-reentry",
        "Before your stopper in the long suit of the exposed hand is forced out, lead high to draw the card that would "
        "bring it in.",
        cite(316, 14874, 14884),
        _draw_the_re_entry,
    ),
    Rule(
        "hel-third-return",
        "Return partner’s suit, unless the exposed hand has two certain winners in it.",
        cite(170, 8345, 8356),
        _return_partners_suit,
    ),
    Rule(
        "hel-lead-nt-tierce-major",
        "After the queen from ace, king, queen lead the king, and then the ace.",
        cite(150, 7417, 7418),
        _go_on("AKQ", Rank.QUEEN, Rank.KING, Rank.ACE),
        "going on",
    ),
    Rule(
        "hel-lead-nt-ak-seven",
        "After the king from seven or more headed by ace, king lead the ace.",
        cite(151, 7456, 7464),
        _go_on("AK", Rank.KING, Rank.ACE, fewest=7),
        "going on",
    ),
    Rule(
        "hel-lead-nt-akj10-reentry",
        "After the king from ace, king, knave lead the ace.",
        cite(154, 7608, 7623),
        _go_on("AKJ", Rank.KING, Rank.ACE, most=6),
        "going on",
    ),
    Rule(
        "hel-lead-nt-akj10",
        "After the knave from ace, king, knave, ten go on with the ten, if the queen is held back.",
        cite(152, 7520, 7541),
        _after_the_knave("AKJT", Rank.QUEEN, Rank.TEN),
        "going on",
    ),
    Rule(
        "hel-lead-nt-akj",
        "From ace, king, knave, a small one having been opened, lead ace and king: the queen must fall.",
        cite(152, 7513, 7518),
        _drop_the_queen,
        "going on",
    ),
    Rule(
        "hel-lead-nt-aqj",
        "After the knave from ace, queen, knave go on with the queen, if the king is held back.",
        cite(153, 7548, 7556),
        _after_the_knave("AQJ", Rank.KING, Rank.QUEEN),
        "going on",
    ),
    Rule(
        "hel-lead-nt-aqj-reentry",
        "After the ace go on with queen and knave from ace, queen, knave; with queen or ten from ace, queen, ten.",
        cite(155, 7633, 7640),
        _after_the_ace,
        "going on",
    ),
    Rule(
        "hel-third-king-led-no-dummy",
        "When partner has echoed on your king and queen or knave, and the exposed hand had none of the suit, lead the "
        "lowest to the third round.",
        cite(166, 8191, 8206),
        _echoed_over_a_void,
        "answered",
    ),
    Rule(
        "hel-lead-nt-kqj",
        "After the king from king, queen, knave lead the queen from four, the knave from more; then the lowest, or the "
        "knave if partner has echoed.",
        cite(155, 7645, 7665),
        _after_the_king,
        "going on",
    ),
    Rule(
        "hel-lead-nt-kq10",
        "After the king from king, queen, ten follow with the queen or the ten.",
        cite(156, 7667, 7671),
        _after_the_king_from_ten,
        "going on",
    ),
    Rule(
        "hel-lead-nt-kq-small",
        "After the king from king, queen and five small ones lead the queen: the knave probably falls.",
        cite(156, 7683, 7686),
        _go_on("KQ", Rank.KING, Rank.QUEEN, fewest=7),
        "going on",
    ),
    Rule(
        "hel-lead-nt-qj10",
        "After the knave from queen, knave, ten lead the ten if the knave has won, and otherwise the queen.",
        cite(157, 7713, 7716),
        _after_the_knave_from_queen,
        "going on",
    ),
    Rule(
        "hel-lead-nt-kj10",
        "After the knave from king, knave, ten be guided by what has fallen: with the queen gone and the ace out keep "
        "the king, and lead the lowest.",
        cite(156, 7696, 7706),
        _after_the_queen_has_gone,
        "going on",
    ),
    Rule(
        "hel-lead-nt-keep-command",
        "Go on with your suit, and do not part with the commanding cards of it sooner than needful.",
        cite(149, 7383, 7389),
        _clear,
        "going on",
    ),
    Rule(
        "hel-nt-goal",
        "With nothing to go on with or to return, establish a long suit of your own that has winners at its head.",
        cite(147, 7301, 7309),
        _long_suit_with_winners,
        "long suit",
    ),
    Rule(
        "hel-maxim-watch-cards",
        "Lead the small card that, as you have noted, has become the best of its suit.",
        cite(175, 8569, 8573),
        _small_card_has_become_best,
        "led",
    ),
    Rule(
        "hel-lead-trump-blind",
        "With no suit to go on with or to return, lead through the strong suits of the exposed hand or up to the weak.",
        cite(133, 6686, 6690),
        through_or_up,
    ),
)


LEADING_ON_AGAINST_NO_TRUMPS = Chapter(
    Question.RETURN, LEADING_ON_WITHOUT_TRUMPS, Defence.of, silent_on=why_not_without_trumps
)

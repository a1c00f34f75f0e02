"""What Hellespont leads after the first trick as an adversary, when there are trumps (pp. 133–145, and his games).

A doubler’s partner subjects his hand to him (p. 145), and one who attacks a weak declaration goes on as at whist
(p. 139). Otherwise each plays his own game: he makes what winners he has (p. 140), a call for a ruff being answered as
soon as it is complete (p. 143), and without them leads what partner is known to win (p. 142), or through strength or
up to weakness (p. 145).

A winner that the dealer is known to trump is none. How it is known he says once (p. 313): partner, who has begun
with the lowest, has more of the suit, and the dealer has not. In Games V and VII the same can be told, and the suit is
led again without blame; the rules hold to what he says.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.defence import Defence, why_not_with_trumps
from tutor.authorities.hellespont.leads_with_trumps import is_attack
from tutor.authorities.hellespont.through_and_up import (
    after_seeing_dummy,
    is_hopeless,
    sensible,
    through_or_up,
    through_strength,
    up_to_weakness,
)
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Rank, Suit

# ---- when somebody has doubled -------------------------------------------------------------------------------


def _doubler_gave_trumps_up(defence: Defence) -> Finding:
    if defence.table.doubled_by is not defence.table.partner:
        return fails("partner has not doubled")
    if not _has_given_trumps_up(defence):
        return fails("partner, who doubled, has not given trumps up, or may have tenaces over the exposed hand’s")
    if not defence.winners:
        return fails("partner, who doubled, has given trumps up, but there is no winner to go on with")
    return applies(
        "partner, who doubled, has given trumps up, and can have no tenace over those of the exposed hand",
        *_best_first(defence),
    )


def _has_given_trumps_up(defence: Defence) -> bool:
    """Whether the partner, who doubled, has led something else, and not to have trumps led through the exposed hand."""
    led = defence.table.led_by(defence.table.partner)
    return bool(led) and all(card.suit is not defence.trumps for card in led) and not _tenaces_over_dummy(defence)


def _tenaces_over_dummy(defence: Defence) -> bool:
    """Whether the partner may hold the trumps next above and next below one of the exposed hand’s."""
    trumps = _trumps(defence)
    unseen = defence.table.unseen(trumps)
    left = sorted((*unseen, *defence.hand[trumps], *defence.dummy[trumps]), reverse=True)
    beside = zip(left, left[1:], left[2:], strict=False)
    return any(here in defence.dummy[trumps] and above in unseen and below in unseen for above, here, below in beside)


def _partner_doubled(defence: Defence) -> Finding:
    if defence.table.doubled_by is not defence.table.partner:
        return fails("partner has not doubled")
    if _has_given_trumps_up(defence):
        return fails("partner, who doubled, has given trumps up")
    holding = defence.hand[_trumps(defence)]
    if holding.is_void:
        return fails("partner has doubled, but there is no trump to lead")
    if defence.partner_is_out(_trumps(defence)):
        return fails("partner has doubled, but has no trump left")
    return applies("partner has doubled, and this hand is subject to his", Card(_trumps(defence), holding.highest))


# ---- winners and ruffs -------------------------------------------------------------------------------------------


def _called_for_a_ruff(defence: Defence) -> Finding:
    suit = defence.ruff_called_for
    if suit is None:
        return fails("partner has not called for a ruff")
    if defence.dummy_ruffs(suit) and defence.table.dummy_precedes:
        return fails(f"partner has called in {suit.plural}, but the exposed hand would trump over him")
    return applies(f"partner has called in {suit.plural}, and can ruff", *defence.hand.only(suit))


def _attack(defence: Defence) -> Finding:
    if not _is_attack(defence):
        return fails("the declaration is not one to be attacked as at whist")
    suit = defence.own_suit
    if suit is None or not defence.hand[suit]:
        return fails("there is nothing left of the suit opened")
    if defence.both_trump(suit):
        return fails(f"both adversaries are out of {suit.plural}, and one would ruff and the other discard")
    masters = defence.table.masters(suit)
    cards = masters or defence.lowest_of([suit])
    return applies(f"the declaration is weak, and the attack goes on in {suit.plural}", *cards)


def _is_attack(defence: Defence) -> bool:
    """Whether the player opened, and the declaration is one that he attacks as at whist (pp. 138–139)."""
    return defence.has_opened and is_attack(defence.opening)


def _next_of_the_table(defence: Defence) -> Finding:
    opened = defence.opened
    if opened is None or opened.suit is defence.trumps:
        return fails("the player has not opened a plain suit")
    dealt = str(defence.dealt(opened.suit))
    following = next(
        (card for combination, first, card in _TABLE if dealt.startswith(combination) and opened.rank is first), None
    )
    if following is None or following not in defence.hand[opened.suit]:
        return fails("the opening was from none of the combinations that he plays out, or it has been played out")
    card = Card(opened.suit, following)
    if defence.both_trump(opened.suit):
        return fails(f"both adversaries now trump {opened.suit.plural}")
    return applies(f"the {opened.name} was led from {_letters(dealt[:3])}", card)


_TABLE = (("AKQ", Rank.KING, Rank.QUEEN), ("AQJ", Rank.ACE, Rank.QUEEN), ("AK", Rank.ACE, Rank.KING))
"""What follows the first lead of a combination (p. 141)."""


def _letters(letters: str) -> str:
    return ", ".join(Rank(letter).word for letter in letters)


def _winners(defence: Defence) -> Finding:
    if _is_attack(defence):
        return fails("the declaration is weak, and this hand attacks and does not make haste")
    cards = _best_first(defence)
    if not cards:
        return fails("there is no certain winner in a plain suit")
    others = tuple(card for card in defence.winners if card not in cards)
    return Finding(f"{_names(cards)} cannot be beaten, and may not live", cards, others)


def _best_first(defence: Defence) -> tuple[Card, ...]:
    """Of each suit with winners the one to lead: the king from ace, king and others, else the highest."""
    suits = dict.fromkeys(card.suit for card in defence.winners)
    return tuple(
        Card(suit, Rank.KING if holding.headed_by("AK") and len(holding) > 2 else holding.highest)
        for suit, holding in ((suit, defence.hand[suit]) for suit in suits)
    )


def _names(cards: Sequence[Card]) -> str:
    return " and ".join(f"the {card.name}" for card in cards)


# ---- without a winner --------------------------------------------------------------------------------------------


def _partners_first_discard(defence: Defence) -> Finding:
    if defence.first_discard is None:
        return fails("partner has discarded nothing")
    if defence.table.doubled_by is not None or (defence.opening.by_dealer and not _trumps(defence).is_red):
        return fails("the declaration was doubled, or is a black one of the dealer’s: a discard may be from weakness")
    card, _ = defence.first_discard
    if not defence.hand[card.suit] or defence.is_trumped(card.suit):
        return fails(f"partner asks for {card.suit.plural}, but they cannot be led or are trumped")
    return applies(f"partner’s first discard asks for {card.suit.plural}", *defence.highest_of([card.suit]))


def _partner_has_the_winner(defence: Defence) -> Finding:
    suit = defence.partners_suit
    if suit is None or suit not in sensible(defence):
        return fails("there is no suit of partner’s to return that would not be trumped")
    rank = defence.partner_must_hold(suit)
    if rank is None:
        return fails(f"it cannot be inferred that partner has the winning card in {suit.plural}")
    card, *rest = sorted(defence.hand.only(suit), key=lambda card: -card.rank.height)
    return Finding(f"partner must have the {rank.word} of {suit.plural}, which is the best", (card,), tuple(rest))


def _hopeless_but_for_a_ruff(defence: Defence) -> Finding:
    if not defence.table.dummy_follows:
        return fails("the exposed hand does not play next")
    own = defence.own_suit
    hopeless = [suit for suit in sensible(defence) if suit is not own and is_hopeless(defence, suit)]
    if not hopeless:
        return fails("there is no other suit in which the exposed hand has every winner")
    if own is None or own not in sensible(defence) or not defence.partner_may_have_trumps:
        return fails(f"{defence.names(hopeless)} are hopeless, but there is no suit that partner might ruff")
    if defence.partner_must_have(own):
        return fails(f"partner has not called in {own.plural}, and must have more of them")
    return applies(
        f"the exposed hand has every winner in {defence.names(hopeless)}; partner may be out of {own.plural} and ruff",
        *defence.hand.only(own),
    )


def _up_to_weakness_after_a_small_lead(defence: Defence) -> Finding:
    led = defence.partner_opened
    if led is None or led.rank > Rank.NINE or led.suit is defence.trumps:
        return fails("partner did not open with a small card")
    found = up_to_weakness(defence)
    if not found.applies:
        return found
    because = f"partner’s small lead need not be returned; {found.because}"
    return Finding(because, found.answers, found.merely)


def _to_force_the_strong_hand(defence: Defence) -> Finding:
    dummy_has_trumps = bool(defence.dummy[_trumps(defence)])
    if dummy_has_trumps == defence.declarer_may_have_trumps:
        return fails("it is not so that one adversary has trumps left and the other none")
    suits = [suit for suit in defence.plain_suits if defence.is_trumped(suit)]
    if not suits:
        return fails("no suit is held that would be trumped")
    return applies(f"one adversary has no trump, and {defence.names(suits)} force the other", *defence.cards(suits))


def _trumps(defence: Defence) -> Suit:
    assert defence.trumps is not None, "these are the rules when there are trumps"  # noqa: S101
    return defence.trumps


FORCING = Rule(
    "hel-play-no-ruff-discard",
    "Never lead a suit of which both adversaries are void, unless one of them has no trump left and you wish to force "
    "the other.",
    cite(143, 7112, 7118),
    _to_force_the_strong_hand,
)
"""It decides where nothing else is left to lead, and is allowed wherever it applies."""

LEADING_ON_WITH_TRUMPS: Sequence[Rule[Defence]] = (
    Rule(
        "hel-game-04",
        "When the doubler gives up trumps, and can have no tenace over those of the exposed hand, do not go on with "
        "them: lead your winners.",
        cite(221, 11372, 11373),
        _doubler_gave_trumps_up,
    ),
    Rule(
        "hel-play-trumps-own-game",
        "When partner has doubled, subject your hand to his: lead your highest trump.",
        cite(145, 7204, 7206),
        _partner_doubled,
        "partner doubled",
    ),
    Rule(
        "hel-signal-echo-trumps",
        "When partner has called, a higher card and then a lower, lead the suit a third time for him to ruff.",
        cite(143, 7139, 7165),
        _called_for_a_ruff,
        "answered",
    ),
    Rule(
        "hel-lead-trump-long-suit",
        "When you have attacked a weak declaration, go on with your suit as at whist.",
        cite(139, 6953, 6955),
        _attack,
        "going on",
    ),
    Rule(
        "hel-lead-trump-table",
        "After the king from ace, king, queen lead the queen; after the ace from ace, queen, knave the queen; after "
        "the ace from ace, king alone the king.",
        cite(141, 7037, 7057),
        _next_of_the_table,
        "going on",
    ),
    Rule(
        "hel-lead-trump-winners",
        "Make what tricks you can while you can: go on with what winning cards you hold.",
        cite(140, 6981, 6997),
        _winners,
    ),
    Rule(
        "hel-discard-trumps-offensive",
        "Against a sound declaration that has not been doubled, lead the suit of partner’s first discard.",
        cite(144, 7171, 7177),
        _partners_first_discard,
        "answered",
    ),
    Rule(
        "hel-lead-trump-return",
        "Return partner’s suit when you can infer that he has the winning card of it.",
        cite(142, 7076, 7083),
        _partner_has_the_winner,
        "partner has the winner",
    ),
    Rule(
        "hel-game-06",
        "Where the exposed hand has every winner in a suit, do not lead through it; try yours again, which partner may "
        "ruff.",
        cite(229, 11691, 11693),
        _hopeless_but_for_a_ruff,
    ),
    Rule(
        "hel-lead-trump-after-dummy",
        "Once the exposed hand is seen, lead a strengthening card of a short suit through its king or queen, or a "
        "singleton through its long suit headed by ace, queen.",
        cite(137, 6858, 6865),
        after_seeing_dummy,
    ),
    Rule(
        "hel-lead-through-strength",
        "Without a winner, lead through what is strong in the exposed hand.",
        cite(133, 6686, 6690),
        through_strength,
    ),
    Rule(
        "hel-lead-trump-return",
        "You need not return partner’s small lead: without a winner, lead up to the weakest suit of the exposed hand.",
        cite(142, 7076, 7083),
        _up_to_weakness_after_a_small_lead,
        "up to the weakest suit",
    ),
    Rule(
        "hel-play-trumps-own-game",
        "Play your own game: without a winner, lead through the strong suits or up to the weak ones.",
        cite(145, 7206, 7210),
        through_or_up,
        "no winner",
    ),
    FORCING,
)


LEADING_ON_AGAINST_TRUMPS = Chapter(
    Question.RETURN,
    LEADING_ON_WITH_TRUMPS,
    Defence.of,
    silent_on=why_not_with_trumps,
    allows=(FORCING,),
)

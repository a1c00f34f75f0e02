"""Hellespont’s original leads when there are trumps (pp. 133–142).

Where Hellespont gives one order in words (pp. 140–141) and another look of it in a table (pp. 141–142), the words rule.
The table adds what they lack: the ace from ace, king alone, and the jack from king, jack, ten.

A trump is opened in no case but when somebody has doubled, and a single card other than an ace never (pp. 134, 138).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.doubling_facts import CLUB_HONOURS_OF_A_DEFENCE
from tutor.authorities.hellespont.opening_facts import LONG, OpeningFacts, why_nothing_declared
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View

# ---- when somebody has doubled -----------------------------------------------------------------------------------

doubled = Section[OpeningFacts](KEY)


@doubled.rule(
    "hel-lead-doubled-trump",
    "If partner has doubled, lead your highest trump at once.",
    page=137,
    lines=(6869, 6885),
    row="partner doubled",
    why="A double announces strong trumps, and trumps must be drawn before strong plain suits can make tricks. Your "
    "highest trump also tells a partner who doubled what you hold. Without that plan the double was wrong.",
    why_page=119,
    why_lines=(5966, 5987),
)
def partner_doubled(facts: OpeningFacts) -> Finding:
    if not facts.doubled_by_partner:
        return no("partner has not doubled")
    if not facts.trump_cards:
        return no("partner has doubled, but there is no trump to lead")
    highest = facts.trump_cards[0]
    return yes(lambda: f"partner has doubled, and the {highest.name} is the highest trump here", highest)


@doubled.rule(
    "hel-lead-doubled-trump", "If you have doubled, open with a trump.", page=137, lines=(6869, 6885), row="you doubled"
)
def leader_doubled(facts: OpeningFacts) -> Finding:
    if not facts.doubled_by_me:
        return no("the leader has not doubled")
    if not facts.trump_cards:
        return no("the leader has doubled without a trump to lead")
    return yes("the leader has doubled; Hellespont does not say which trump", *facts.trump_cards)


# ---- attacking leads ---------------------------------------------------------------------------------------------

MOST_HONOURS = 3
"""So many honours here leave the declarer’s partner “only two” (p. 139): the declaration is seen to be weak."""


def why_no_attack_on_the_dealer(facts: OpeningFacts) -> str | None:
    """Why the declaration is not one of the dealer’s that is attacked as at whist (pp. 138–139)."""
    if facts.is_doubled:
        return "the declaration has been doubled"
    if not facts.by_dealer:
        return "the dealer did not declare"
    if facts.trumps is Suit.CLUBS and facts.trump_honours < CLUB_HONOURS_OF_A_DEFENCE:
        return "with fewer than two honours in clubs here, the dealer’s clubs are probably an attack"
    if facts.trumps not in (Suit.SPADES, Suit.CLUBS):
        return "a red suit named by the dealer is an attack"
    if facts.fits_the_score:
        return "at the dealer’s score two odd tricks win the game, and a black suit may be named on strength"
    if not facts.is_average:
        return "the dealer’s declaration is defensive, but this hand is below the average and cannot attack"
    return None


def why_no_attack_on_the_partner(facts: OpeningFacts) -> str | None:
    """Why the declaration is not one of the dealer’s partner that is attacked as at whist (p. 139)."""
    if facts.is_doubled:
        return "the declaration has been doubled"
    if facts.by_dealer:
        return "the dealer declared"
    if facts.trump_honours < MOST_HONOURS:
        return (
            "this hand does not show that the dealer’s partner declared on weakness: it does not have three trump "
            "honours"
        )
    return None


def is_attack(facts: OpeningFacts) -> bool:
    """Whether the hand attacks as at whist: the declaration is weak, and there is a long suit to attack with."""
    is_weak = why_no_attack_on_the_dealer(facts) is None or why_no_attack_on_the_partner(facts) is None
    return is_weak and bool(facts.long_suits)


def _attacking_cards(facts: OpeningFacts) -> Sequence[Card]:
    """The lowest of the suit, but the king from ace, king: so the third illustrative game opens (p. 217)."""
    suits = facts.strongest_and_longest(facts.long_suits)
    held = ((suit, facts.hand[suit]) for suit in suits)
    return [Card(suit, Rank.KING if holding.headed_by("AK") else holding.lowest) for suit, holding in held]


def _why_attack(facts: OpeningFacts) -> str:
    weakness = (
        "the dealer’s declaration is defensive"
        if facts.by_dealer
        else "the three trump honours here show that the partner’s declaration is weak"
    )
    if not facts.long_suits:
        return f"{weakness}, but there is no long suit to attack with"
    return f"{weakness}, and the strongest suit is {facts.strongest(facts.long_suits).plural}"


attack = Section[OpeningFacts](KEY)


@attack.rule(
    "hel-lead-no-number-showing",
    "If you attack from five or more, lead the lowest all the same, and show no number.",
    page=139,
    lines=(6953, 6962),
    why="Partner can see one of the opposing hands, and gains little by learning the length of your suit. The dealer "
    "may gain a great deal by learning which defender holds it.",
)
def without_showing_number(facts: OpeningFacts) -> Finding:
    if not is_attack(facts):
        return no("the hand does not show the declaration to be weak, so there is no attack")
    card, *others = _attacking_cards(facts)
    holding = facts.hand[card.suit]
    if len(holding) <= LONG or card.rank is not holding.lowest:
        return no("the attack is from four cards, or from ace, king, which show no number in any case")
    return yes(
        lambda: f"{_why_attack(facts)}; of {in_words(len(holding))} the lowest is led, and not the fourth best",
        card,
        merely=others,
    )


@attack.rule(
    "hel-lead-trump-long-suit",
    "If the dealer declares in defence and is not doubled, attack with an average hand: lead the lowest of your "
    "strongest suit, or the king from ace, king.",
    page=138,
    lines=(6918, 6936),
    why="The dealer’s partner may always be very strong, but nothing proves that your side is the weaker. You and "
    "partner may hold as much as your opponents, so you play an attacking game.",
)
def against_the_dealers_weakness(facts: OpeningFacts) -> Finding:
    return _attack(facts, why_no_attack_on_the_dealer(facts))


@attack.rule(
    "hel-lead-vs-weak-partner",
    "If your hand shows that the declaration of the dealer’s partner is weak, and it is not doubled, attack in "
    "the same way.",
    page=139,
    lines=(6938, 6951),
    why="The dealer’s partner may have been forced into a black suit, or have named a red one on five with two "
    "honours. When your own hand shows such weakness, attack is worth as much as defence.",
)
def against_the_partners_weakness(facts: OpeningFacts) -> Finding:
    return _attack(facts, why_no_attack_on_the_partner(facts))


def _attack(facts: OpeningFacts, why_not: str | None) -> Finding:
    if why_not is not None:
        return no(why_not)
    if not facts.long_suits:
        return no(lambda: _why_attack(facts))
    card, *others = _attacking_cards(facts)
    return yes(lambda: _why_attack(facts), card, merely=others)


# ---- protective leads from plain suits ---------------------------------------------------------------------------


def _lead(facts: OpeningFacts, rank: Rank, suits: Sequence[Suit], held: str, missing: str) -> Finding:
    """The lead of a rank from every suit in which a combination is held, or that it is missing."""
    if not suits:
        return no(missing)
    return yes(lambda: f"{held} in {facts.names(suits)}", *facts.cards(rank, suits))


lead = Section[OpeningFacts](KEY)


@lead.rule(
    "hel-lead-trump-plain",
    "From ace, king and others lead the king. After it, from ace, king, queen, lead the queen.",
    page=140,
    lines=(6999, 7002),
    row="ace, king and others",
    why="Against sound trumps you cannot bring in a long suit, so take your tricks while you can. A winner also lets "
    "you see dummy before leading again. Without one, choose a suit that the opponents need several rounds to "
    "establish.",
    why_lines=(6978, 7020),
)
def ace_king_and_others(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: holding.headed_by("AK") and len(holding) > 2)
    return _lead(facts, Rank.KING, suits, "there are ace, king and others", "no plain suit has ace, king and others")


@lead.rule(
    "hel-lead-trump-table",
    "From ace, king alone lead the ace, and then the king.",
    page=141,
    lines=(7041, 7041),
    row="ace, king alone",
    why="Against a sound declaration tricks fall to trumps and high cards, and you cannot bring in a long suit. So "
    "you go on with your winners while you can. For the jack from king, jack, ten no reason is given.",
    why_page=140,
    why_lines=(6978, 6997),
)
def ace_king_alone(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: str(holding) == "AK")
    return _lead(facts, Rank.ACE, suits, "there are ace, king alone", "no plain suit is ace, king alone")


@lead.rule(
    "hel-lead-trump-singleton-why",
    "Lead a single ace: it is not a forbidden singleton.",
    page=135,
    lines=(6789, 6801),
    why="A small singleton needs partner to win and return it at once, may cost partner a high card, and proclaims "
    "your weakness. None of these objections applies to a single ace.",
    why_lines=(6766, 6801),
)
def single_ace(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: str(holding) == "A")
    if not suits:
        return no("no suit is a single ace")
    if facts.having(lambda holding: Rank.ACE in holding and len(holding) > 1):
        return no("there is an ace with others too")
    return yes(
        lambda: f"in {facts.names(suits)} the ace is single, and there is no other", *facts.cards(Rank.ACE, suits)
    )


@lead.rule("hel-lead-trump-plain", "Without such a suit, lead an ace.", page=140, lines=(7002, 7004), row="ace")
def ace(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: Rank.ACE in holding)
    held, missing = "there is no ace, king suit, but there is an ace", "there is no ace in a plain suit"
    return _lead(facts, Rank.ACE, suits, held, missing)


@lead.rule(
    "hel-lead-trump-plain",
    "Without an ace, lead the king from king, queen.",
    page=140,
    lines=(7004, 7005),
    row="king, queen",
)
def king_queen(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: holding.headed_by("KQ"))
    held, missing = "there is no ace, but there are king, queen", "no plain suit is headed by king, queen"
    return _lead(facts, Rank.KING, suits, held, missing)


@lead.rule(
    "hel-lead-trump-plain",
    "Otherwise, lead the queen from queen, jack, ten and others.",
    page=140,
    lines=(7006, 7015),
    row="queen, jack, ten and others",
)
def queen_knave_ten(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: holding.headed_by("QJT") and len(holding) > 3)
    held, missing = "there are queen, jack, ten and others", "no plain suit has queen, jack, ten and others"
    return _lead(facts, Rank.QUEEN, suits, held, missing)


@lead.rule(
    "hel-lead-trump-table",
    "From king, jack, ten lead the jack.",
    page=141,
    lines=(7049, 7049),
    row="king, jack, ten",
)
def king_knave_ten(facts: OpeningFacts) -> Finding:
    suits = facts.having(lambda holding: holding.headed_by("KJT"))
    return _lead(facts, Rank.KNAVE, suits, "there are king, jack, ten", "no plain suit has king, jack, ten")


LOW_HEAD = Rank.NINE
"""“No long suit headed by a card above a nine” (p. 141)."""


@lead.rule(
    "hel-lead-trump-plain",
    "Otherwise open with the lowest of your strongest long suit, if a card above the nine heads it.",
    page=141,
    lines=(7015, 7023),
    row="strongest long suit",
)
def strongest_long_suit(facts: OpeningFacts) -> Finding:
    long = [suit for suit in facts.long_suits if facts.hand[suit].highest > LOW_HEAD]
    if not long:
        return no(lambda: f"no plain suit of four or more is headed by a card above the {LOW_HEAD.word}")
    best, *rest = facts.lowest_of(facts.strongest_and_longest(long))
    return yes(lambda: f"the strongest long suit is {best.suit.plural}", best, merely=rest)


@lead.rule(
    "hel-lead-trump-guarded-honours",
    "Otherwise, lead the lowest of three headed by a king or a queen: the honour is likelier to make if it is kept.",
    page=137,
    lines=(6848, 6853),
    why="A short suit headed by a king or queen is more likely to bring tricks if you do not open its high card. You "
    "open a small one only because you have nothing better.",
    why_lines=(6848, 6856),
)
def three_to_king_or_queen(facts: OpeningFacts) -> Finding:
    suits = facts.having(
        lambda holding: len(holding) == 3 and holding.highest in (Rank.KING, Rank.QUEEN) and not holding.headed_by("QJ")
    )
    if not suits:
        return no("no suit of three is headed by a king, or by a queen without the jack")
    return yes(lambda: f"there are three to a king or a queen in {facts.names(suits)}", *facts.lowest_of(suits))


@lead.rule(
    "hel-lead-trump-no-singleton",
    "Only if you can lead nothing else, lead a strengthening card: the highest of queen, jack or jack, ten, alone "
    "or with one more.",
    page=134,
    lines=(6732, 6737),
    why="It is two to one that partner is not strong in the suit. Even if partner is, the lead gains only when the "
    "missing honour lies on your left. You do better to see dummy first.",
    why_page=136,
    why_lines=(6809, 6846),
)
def short_sequence(facts: OpeningFacts) -> Finding:
    suits = facts.having(
        lambda holding: len(holding) in (2, 3) and (holding.headed_by("QJ") or holding.headed_by("JT"))
    )
    if not suits:
        return no("no suit of two or three is headed by queen, jack or by jack, ten")
    return yes(lambda: f"{facts.names(suits)} are short, and headed by a sequence", *facts.highest_of(suits))


@lead.rule(
    "hel-lead-no-other-trumps",
    "If nobody has doubled, never open trumps, however long: lead the lowest of the longest plain suit.",
    page=138,
    lines=(6912, 6913),
    why="As partner has not doubled, you may find the declarer very strong in trumps. Without support in plain suits "
    "you generally do better to conceal your own trump strength.",
    why_lines=(6902, 6913),
)
def not_a_trump(facts: OpeningFacts) -> Finding:
    suits = facts.longest_suits
    if not suits:
        return no("there are only trumps")
    if len(facts.trump_cards) <= len(facts.hand[suits[0]]):
        return no("the trumps are not the longest suit")
    return yes(
        lambda: (
            f"the trumps are the longest suit, but nobody has doubled; {facts.names(suits)} are the longest of the "
            "others"
        ),
        *facts.lowest_of(suits),
    )


@lead.rule(
    "hel-lead-trump-plain",
    "With none of these, lead the lowest of your longest plain suit.",
    page=141,
    lines=(7029, 7032),
    row="longest plain suit",
)
def longest_plain_suit(facts: OpeningFacts) -> Finding:
    suits = facts.longest_suits
    if not suits:
        return yes("there are only trumps", *facts.hand)
    return yes(
        lambda: f"none of Hellespont’s combinations is here, and {facts.names(suits)} are longest",
        *facts.lowest_of(suits),
    )


# ---- when he allows a trump without advising it ------------------------------------------------------------------

trump_allowed = Section[OpeningFacts](KEY)

FEWEST_ACES, FEWEST_TRICKS = 3, 6
"""“Apparently good for six or seven tricks, and including three aces” (p. 138)."""


@trump_allowed.rule(
    "hel-lead-trump-strong-hand",
    "With three aces, six or seven tricks and only small trumps you may start with a trump.",
    page=138,
    lines=(6887, 6896),
    why="Drawing trumps keeps the weak hand from ruffing your winners. It will do little more than that, because the "
    "declarer must be very strong in the trumps that you lack.",
    why_lines=(6892, 6896),
)
def very_strong_hand(facts: OpeningFacts) -> Finding:
    is_one = (
        bool(facts.trump_cards)
        and not facts.trump_honours
        and not facts.is_doubled
        and len(facts.having(lambda holding: Rank.ACE in holding)) >= FEWEST_ACES
        and facts.sure_plain_tricks >= FEWEST_TRICKS
    )
    if not is_one:
        return no("the hand does not have three aces and six tricks with only small trumps")
    return yes("there are three aces, six tricks and only small trumps", *facts.trump_cards)


@trump_allowed.rule(
    "hel-lead-trump-vs-partner-red",
    "If you are strong in the red trumps of the dealer’s partner, with support elsewhere, you may lead them.",
    page=138,
    lines=(6898, 6904),
    why="Your own trumps show that the dealer’s partner declared on the least possible strength. Without some support "
    "in plain suits, though, you generally do better to conceal them.",
)
def strong_trumps_against_the_partners_red_suit(facts: OpeningFacts) -> Finding:
    if facts.is_doubled or facts.by_dealer or facts.trumps not in (Suit.HEARTS, Suit.DIAMONDS):
        return no("this is not a red suit declared by the dealer’s partner and not doubled")
    if facts.trump_honours < MOST_HONOURS or not facts.sure_plain_tricks:
        return no("the trumps are not strong, or have no support in a plain suit")
    return yes("there are three honours in the partner’s red suit, and support elsewhere", *facts.trump_cards)


VERY_STRONG = 5
"""How many sure tricks are taken for “a very strong hand in plain suits” (p. 138), of which Hellespont gives no
figure.
"""


@trump_allowed.rule(
    "hel-lead-trump-vs-defensive",
    "Against a defensive declaration, a hand very strong in plain suits may occasionally open with trumps.",
    page=138,
    lines=(6906, 6910),
    why="A trump lead keeps the weak hand from ruffing your winners. The risk is that partner has not doubled, so you "
    "may find the declarer very strong in trumps.",
    why_lines=(6892, 6910),
)
def strong_plain_suits_against_a_defence(facts: OpeningFacts) -> Finding:
    if why_no_attack_on_the_dealer(facts) is not None or not facts.long_suits or not facts.trump_cards:
        return no("the dealer has not declared in defence")
    if facts.sure_plain_tricks < VERY_STRONG:
        return no("the hand is not very strong in plain suits")
    return yes(
        lambda: f"the hand has {counted(facts.sure_plain_tricks, 'sure trick')} in plain suits", *facts.trump_cards
    )


# ---- the chapter -------------------------------------------------------------------------------------------------


def _silent_on(view: View) -> str | None:
    if why := why_nothing_declared(view):
        return why
    return None if view.declaration and view.declaration.trumps else "the rule is for a lead with trumps"


OPENING_WITH_TRUMPS = Chapter(
    Question.LEAD, (*doubled, *attack, *lead), OpeningFacts.of, silent_on=_silent_on, allows=trump_allowed
)

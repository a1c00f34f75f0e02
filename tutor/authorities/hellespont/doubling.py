"""When Hellespont doubles a declaration of trumps (pp. 117–123): the score first, then the cards.

Hellespont lays the principle of the score down first (p. 117), and makes one exception to it: the dealer’s defensive
declarations (pp. 120–121). So a certainty comes first, at any score, and then the dealer’s declarations that are never,
or always, worth it. Then come the score that forbids it, the cards that are needed, and the score that asks for it.

Where Hellespont says two things:

- On a certainty you “may” double, which involves no principle (pp. 118–119), and not to do so is folly (p. 123). The
  last word is taken, and the first left acceptable.
- A black suit of the dealer’s partner is “best left alone” on less than four trumps headed by ace, king, queen or ace,
  king, jack, or five headed by two honours not below the queen (p. 122). In Game IV (p. 220) four with ace, king are
  enough against clubs when the score asks for it. The game is followed there and no farther: with ace, king to the
  score it is doubled, leaving it alone being acceptable; on any other four it is left alone.
"""

from __future__ import annotations

from collections.abc import Callable

from tutor.auction import Denomination, Double, Said
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY, cite
from tutor.authorities.hellespont.doubling_facts import (
    CONTENT,
    DOUBLE,
    ENOUGH,
    FEWEST_HIGH_HONOURS,
    FEWEST_TRUMPS,
    ODD_TRICK,
    ONE_OR_TWO,
    SuitDoubleFacts,
    why_no_first_double,
)
from tutor.authorities.hellespont.doubling_interpretations import (
    CHOSEN_DOUBLING,
    OTHER_DOUBLINGS,
    DoublingInterpretation,
)
from tutor.authorities.hellespont.doubling_prospects import HIGH_HONOURS, has_tenace
from tutor.authorities.rules import Finding, Message, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Holding
from tutor.codes.bridge_code import HONOURS
from tutor.notation import are, counted, in_words
from tutor.play import Played
from tutor.view import View

# ---- a certainty -------------------------------------------------------------------------------------------------

certain = Section[SuitDoubleFacts](KEY)


@certain.rule(
    "hel-double-certainty-not-immoral",
    "If you are certain of the tricks, double: it is no more immoral than to declare on a certainty.",
    page=123,
    lines=(6116, 6128),
    advises=(DOUBLE,),
    why="To refuse a sure gain would be foolish. Doubling is as fair as declaring hearts when they are certain to win "
    "you the game, or no trumps on four aces for their hundred.",
)
def certainty(facts: SuitDoubleFacts) -> Finding:
    def because() -> str:
        return f"{counted(facts.certain, 'trick')} {are(facts.certain)} certain"

    if facts.certain >= ODD_TRICK:
        return yes(because, DOUBLE, merely=(CONTENT,))
    return no((lambda: f"no more than {because()}") if facts.certain > 1 else "the odd trick is far from certain")


# ---- the dealer’s declarations that are never, or always, worth it -------------------------------------------------

dealers_suit = Section[SuitDoubleFacts](KEY)


@dealers_suit.rule(
    "hel-double-dealer-red",
    "Leave the dealer’s red suits alone; you can hope to double only black ones.",
    page=120,
    lines=(5994, 6001),
    advises=(CONTENT,),
    why="Trumps must be drawn or weakened before your strong plain suits make tricks, and your side has to open the "
    "hand up to the dealer. So a double very rarely succeeds.",
    why_lines=(5985, 6001),
)
def dealers_red_suit(facts: SuitDoubleFacts) -> Finding:
    if not (facts.by_dealer and facts.suit.is_red):
        return no("the dealer has not declared a red suit")

    def because() -> str:
        return f"the dealer has declared {facts.name}"

    if facts.is_strong and facts.score_asks_for_it:
        return yes(lambda: f"{because()}, though the score and the hand would do elsewhere", CONTENT, merely=(DOUBLE,))
    return yes(because, CONTENT)


@dealers_suit.rule(
    "hel-double-clubs-dealer",
    "With one club honour or none, read the dealer’s clubs as an attack unless they fit the score: do not double them.",
    page=121,
    lines=(6023, 6030),
    row="offensive",
    advises=(CONTENT,),
    why="The dealer declares clubs either on four honours or to lose as little as possible. Your own honours tell you "
    "which. If you hold two or more, the dealer cannot have four, and the declaration is a weak one.",
)
def dealers_offensive_clubs(facts: SuitDoubleFacts) -> Finding:
    if not (facts.by_dealer and facts.denomination is Denomination.CLUBS):
        return no("the dealer has not declared clubs")
    if facts.fits_the_score:
        return no("the dealer’s clubs may be meant for the score")

    def because() -> str:
        return f"there {are(facts.honours)} {counted(facts.honours, 'club honour')} here"

    if facts.is_defensive:
        return no(lambda: f"{because()}, and the declaration is defensive")
    return yes(lambda: f"{because()}, and the dealer probably has four", CONTENT)


@dealers_suit.rule(
    "hel-double-defensive-declaration",
    "The dealer’s spades show a poor hand, unless they fit the score: with strong spades and a good hand, double "
    "them at any score.",
    page=120,
    lines=(6003, 6013),
    advises=(DOUBLE,),
    why="Apart from the score, a dealer declares spades only because the hand is wretched. The declaration shows "
    "weakness, not strength, so you risk little and may double simply to increase your own score.",
)
def dealers_defensive_spades(facts: SuitDoubleFacts) -> Finding:
    if not (facts.is_defensive and facts.denomination is Denomination.SPADES):
        return no("the dealer has not shown a poor hand by declaring spades")
    return _strong_against_a_defence(facts)


@dealers_suit.rule(
    "hel-double-clubs-dealer",
    "With more than one club honour, read the dealer’s clubs as a defence unless they fit the score: double them on "
    "what any double needs.",
    page=121,
    lines=(6023, 6030),
    row="defensive",
    advises=(DOUBLE,),
)
def dealers_defensive_clubs(facts: SuitDoubleFacts) -> Finding:
    if not (facts.is_defensive and facts.denomination is Denomination.CLUBS):
        return no("the dealer has not declared clubs in defence")
    return _strong_against_a_defence(facts)


def _strong_against_a_defence(facts: SuitDoubleFacts) -> Finding:
    def because() -> str:
        return f"the dealer’s {facts.name} are a defence, with {facts.holding()} here and {facts.probable()}"

    return yes(because, DOUBLE) if facts.is_strong else no(because)


# ---- the score that forbids it -------------------------------------------------------------------------------------


def _why_whatever_the_score(facts: SuitDoubleFacts) -> str | None:
    return "the dealer’s defensive declaration is doubled at any score" if facts.is_defensive else None


forbidding_score = Section[SuitDoubleFacts](KEY, given=_why_whatever_the_score)


@forbidding_score.rule(
    "hel-double-score-examples",
    "If one or two tricks win the game for your side, and not for the declarer’s, a double is unsound.",
    page=118,
    lines=(5899, 5922),
    advises=(CONTENT,),
    why="A side with the better score gives that advantage away by doubling. The same tricks, now worth more, may "
    "take the declaring side out as well.",
    why_lines=(5917, 5928),
)
def score_reversed(facts: SuitDoubleFacts) -> Finding:
    is_reversed = facts.we_want <= ONE_OR_TWO and facts.they_want > facts.we_want
    return yes(facts.score, CONTENT) if is_reversed else no(facts.score)


@forbidding_score.rule(
    "hel-double-behind-rule",
    "Never double when the score is in your favour: it puts the opponents in an equal position.",
    page=118,
    lines=(5921, 5944),
    advises=(CONTENT,),
    why="The declaring side needs more tricks for the game than you do. Doubling makes those tricks worth more and "
    "throws that advantage away.",
    why_lines=(5923, 5928),
)
def score_in_favour(facts: SuitDoubleFacts) -> Finding:
    def because() -> str:
        return f"this side counts the score as {facts.standing}"

    return yes(because, CONTENT) if facts.standing.us > facts.standing.them else no(because)


# ---- the cards that are wanted -------------------------------------------------------------------------------------

weak_hand = Section[SuitDoubleFacts](KEY)


@weak_hand.rule(
    "hel-double-strength",
    "Do not double trumps without at least four and two high honours in them, however strong the hand.",
    page=119,
    lines=(5946, 5966),
    advises=(CONTENT,),
    why="In the author’s example the doubler holds three suits headed by ace and king, but only the ace and one other "
    "trump. The declarer redoubles, and the doubler’s side loses the game.",
    why_lines=(5953, 5964),
)
def weak_trumps(facts: SuitDoubleFacts) -> Finding:
    if facts.has_the_trumps:
        return no(facts.holding)
    return yes(lambda: f"there are no more than {facts.holding()}", CONTENT)


@weak_hand.rule(
    "hel-double-six-tricks",
    "Do not double even a black suit without at least six very probable tricks.",
    page=121,
    lines=(6032, 6048),
    advises=(CONTENT,),
    why="You cannot bluff at bridge, because every hand is soon seen for what it is worth. Unless you need to push "
    "for the game, concealed strength often takes more tricks than announced strength.",
    why_lines=(6032, 6049),
)
def few_tricks(facts: SuitDoubleFacts) -> Finding:
    if facts.tricks >= ENOUGH:
        return no(facts.probable)
    return yes(lambda: f"there are no more than {facts.probable()}", CONTENT)


# ---- a black suit of the dealer’s partner --------------------------------------------------------------------------

HEADS_OF_FOUR = ("AKQ", "AKJ")
"""How four trumps are headed against a black suit of the dealer’s partner; five by two not below the queen (p. 122)."""
HEAD_OF_FOUR_TO_THE_SCORE = "AK"
"""The four clubs of Z in Game IV, who doubles to the score (p. 220)."""


def is_enough_for_a_black_suit(trumps: Holding) -> bool:
    """Whether the trumps are such as Hellespont asks for against a black suit of the dealer’s partner (p. 122)."""
    if len(trumps) > FEWEST_TRUMPS and all(rank in HIGH_HONOURS for rank in trumps.ranks[:FEWEST_HIGH_HONOURS]):
        return True
    return len(trumps) >= FEWEST_TRUMPS and any(trumps.headed_by(head) for head in HEADS_OF_FOUR)


def _headed(facts: SuitDoubleFacts) -> str:
    """The trumps and their highest cards in words: `four clubs headed by ace, queen, jack`."""
    highest = [rank.word for rank in facts.trumps if rank in HONOURS][:3]
    return f"{counted(len(facts.trumps), facts.suit.singular)} headed by {', '.join(highest)}"


def _why_no_black_suit_of_the_partners(facts: SuitDoubleFacts) -> str | None:
    if facts.by_dealer or facts.suit.is_red:
        return "the dealer’s partner has not declared a black suit"
    return None


partners_black_suit = Section[SuitDoubleFacts](KEY, given=_why_no_black_suit_of_the_partners)


@partners_black_suit.rule(
    "hel-double-partners-black",
    "Leave a black suit of the dealer’s partner alone, unless your trumps are four headed by ace, king, queen "
    "or ace, king, jack, or five headed by two honours not below the queen.",
    page=122,
    lines=(6080, 6088),
    row="left alone",
    advises=(CONTENT,),
    why="The dealer’s partner may name a black suit on very considerable strength, so this double needs more caution "
    "than one of a red suit. Only the very highest trumps, in a strong hand, make it worth the risk.",
)
def weak_over_a_black_suit(facts: SuitDoubleFacts) -> Finding:
    if is_enough_for_a_black_suit(facts.trumps):
        return no(lambda: f"{_headed(facts)}, as Hellespont asks")
    if facts.trumps.headed_by(HEAD_OF_FOUR_TO_THE_SCORE) and facts.is_to_the_score:
        return no(lambda: f"{_headed(facts)}, as Z’s are in Game IV, where Z doubles to the score")
    return yes(lambda: f"{_headed(facts)}, which is less than Hellespont asks", CONTENT)


@partners_black_suit.rule(
    "hel-double-partners-black",
    "You may double a black suit of the dealer’s partner when the declarer’s side is nearer the game. You need a "
    "strong hand, and "
    "trumps headed by ace, king and queen or jack, or five with two honours not below the queen.",
    page=122,
    lines=(6080, 6088),
    advises=(DOUBLE,),
)
def strong_over_a_black_suit(facts: SuitDoubleFacts) -> Finding:
    if not is_enough_for_a_black_suit(facts.trumps):
        return no(lambda: f"{_headed(facts)}, which is less than Hellespont asks")
    is_too_early = facts.interpretation.is_strict_with_partners_black_suits and not facts.is_to_the_score
    if is_too_early or facts.we_want <= facts.they_want:
        return no(facts.score)
    return yes(lambda: f"{_headed(facts)}, with {facts.probable()}, and {facts.score()}", DOUBLE)


# ---- the score that asks for it ------------------------------------------------------------------------------------

to_the_score = Section[SuitDoubleFacts](KEY)


@to_the_score.rule(
    "hel-double-to-score",
    "Do not double a red suit when the declarer’s side needs two tricks, unless you are practically certain.",
    page=118,
    lines=(5892, 5897),
    row="a red suit",
    advises=(CONTENT,),
    why="If the declarers make those tricks they win the game, doubled or not, while the same tricks undoubled would "
    "not win it for you. The author does not say why red suits need more caution.",
    why_page=117,
    why_lines=(5883, 5897),
)
def red_suit_at_two_tricks(facts: SuitDoubleFacts) -> Finding:
    if not (facts.suit.is_red and facts.is_to_the_score):
        return no("this is not a red suit at a score that asks for a double")
    if not facts.is_red_at_two_tricks:
        return no(facts.score)
    return yes(lambda: f"{facts.score()}; the suit is red, and the tricks are not certain", CONTENT)


@to_the_score.rule(
    "hel-double-trumps-extracted",
    "Do not double the dealer unless you are very strong in trumps. Trumps must be drawn before plain suits make "
    "tricks, and that opens your hand up to the dealer.",
    page=120,
    lines=(5985, 5990),
    advises=(CONTENT,),
    why="Your plain suits take few tricks until trumps are out or weakened. When the dealer declares, trumps are "
    "opened up to the dealer’s strength, and you cannot wait for a lead through it.",
    why_lines=(5985, 5992),
)
def opened_up_to_the_dealer(facts: SuitDoubleFacts) -> Finding:
    if not facts.by_dealer or facts.is_defensive:
        return no("the dealer has not declared to attack")
    if facts.is_very_strong_in_trumps or facts.interpretation.least_trumps_do_against_the_dealer:
        return no(facts.holding)
    return yes(lambda: f"{facts.holding()}, and trumps are led up to the dealer", CONTENT)


TRUMPS_WITH_TENACES = 5
"""“Five or more trumps containing tenaces”, against a red suit of the dealer’s partner (p. 122)."""


@to_the_score.rule(
    "hel-double-partners-red",
    "If the dealer’s partner, on your right, declares a red suit, double it to the score with a strong hand and "
    "five trumps or more that contain tenaces.",
    page=121,
    lines=(6051, 6078),
    advises=(DOUBLE,),
    why="The dealer’s partner may declare a red suit on only five trumps with two honours. Partner leads trumps at "
    "once, and with that hand exposed in front of you, your finesses succeed. The leader gains less by doubling.",
)
def tenaces_over_a_red_suit(facts: SuitDoubleFacts) -> Finding:
    if facts.by_dealer or not facts.suit.is_red or not facts.is_over:
        return no("this is not a red suit declared by the dealer’s partner, with this hand over it")
    if len(facts.trumps) < TRUMPS_WITH_TENACES or not has_tenace(facts.trumps):
        return no(lambda: f"there are not {in_words(TRUMPS_WITH_TENACES)} {facts.name} with a tenace")

    def tenace() -> str:
        return f"{counted(len(facts.trumps), facts.suit.singular)} with a tenace over dummy"

    if not facts.score_asks_for_it:
        return no(lambda: f"{tenace()}, but {facts.score()}")
    return yes(lambda: f"{tenace()}; {facts.score()}", DOUBLE)


@to_the_score.rule(
    "hel-double-to-score",
    "Double if one or two tricks win the game for the declarer’s side, and the same number does not win it for yours.",
    page=117,
    lines=(5883, 5897),
    advises=(DOUBLE,),
)
def score_that_asks_for_it(facts: SuitDoubleFacts) -> Finding:
    return yes(facts.score, DOUBLE) if facts.score_asks_for_it else no(facts.score)


@to_the_score.rule(
    "hel-double-two-classes",
    "Double to the score; never only to increase the stakes.",
    page=117,
    lines=(5855, 5881),
    advises=(CONTENT,),
    why="Players who double merely to raise the stakes are gamblers. They ignore the score, and more often lose than "
    "gain by it.",
)
def only_the_stakes(facts: SuitDoubleFacts) -> Finding:
    return yes(lambda: f"{facts.score()}: a double would only raise the stakes", CONTENT)


# ---- what he allows without advising it --------------------------------------------------------------------------

content_allowed = Section[SuitDoubleFacts](KEY)


@content_allowed.rule(
    "hel-double-six-tricks",
    "On the declarer’s right even a very strong hand may do better concealed.",
    page=121,
    lines=(6040, 6046),
    row="concealed strength",
    advises=(CONTENT,),
)
def concealed_strength(facts: SuitDoubleFacts) -> Finding:
    if facts.is_over:
        return no("this hand plays after the declarer’s")
    return yes("the hand is on the declarer’s right, and its strength may make more if it is concealed", CONTENT)


@content_allowed.rule(
    "hel-double-partners-red",
    "A double is worth less if you have the lead.",
    page=122,
    lines=(6076, 6078),
    row="the leader",
    advises=(CONTENT,),
)
def leader_against_a_red_suit(facts: SuitDoubleFacts) -> Finding:
    if facts.by_dealer or not facts.suit.is_red or facts.is_over:
        return no("the leader is not doubling a red suit of the dealer’s partner")
    return yes("a double of the partner’s red suit is worth less to the leader", CONTENT)


@content_allowed.rule(
    "hel-double-partners-black",
    "With less in trumps, leave a black suit of the dealer’s partner alone.",
    page=122,
    lines=(6080, 6088),
    row="best left alone",
    advises=(CONTENT,),
)
def less_over_a_black_suit(facts: SuitDoubleFacts) -> Finding:
    if facts.by_dealer or facts.suit.is_red or is_enough_for_a_black_suit(facts.trumps):
        return no("this is not a black suit of the dealer’s partner, or the trumps are headed as Hellespont asks")
    return yes(lambda: f"the {facts.name} are not headed by ace, king, queen or ace, king, jack", CONTENT)


# ---- the chapter -------------------------------------------------------------------------------------------------


def _facts(interpretation: DoublingInterpretation) -> Callable[[View], SuitDoubleFacts]:
    return lambda view: SuitDoubleFacts.of(view, interpretation)


def _silent_on(view: View) -> str | None:
    if why := why_no_first_double(view):
        return why
    return None if view.declaration and view.declaration.trumps else "the rule is for doubling a suit"


DOUBLING_A_SUIT = Chapter(
    Question.DOUBLE,
    (*certain, *dealers_suit, *forbidding_score, *weak_hand, *partners_black_suit, *to_the_score),
    _facts(CHOSEN_DOUBLING),
    silent_on=_silent_on,
    otherwise=tuple(_facts(other) for other in OTHER_DOUBLINGS),
    allows=content_allowed,
)


# ---- what a double of a suit tells -------------------------------------------------------------------------------


def _is_double_of_a_suit(view: View, act: Played | Said) -> bool:
    declaration = view.declaration
    is_double = isinstance(act, Said) and isinstance(act.call, Double)
    return is_double and declaration is not None and declaration.doubled == 1 and declaration.trumps is not None


DOUBLE_OF_A_SUIT = Message(
    "hel-double-lead-trumps",
    "A player who doubles trumps shows strength in them.",
    cite(119, 5966, 5967),
    _is_double_of_a_suit,
)

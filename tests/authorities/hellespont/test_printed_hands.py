"""What Hellespont advises, against every hand and every combination for which he says it himself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.strategies import deals, denominations, full_hands, randoms
from tutor.auction import Calling, Content, Declare, Denomination, Double, Leave
from tutor.authorities import authority, every_rule
from tutor.authorities.boundary import against
from tutor.authorities.hellespont.declaring.at_love_all import AT_LOVE_ALL
from tutor.authorities.hellespont.declaring.facts import DeclarationFacts
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, OTHERS, DeclarationInterpretation
from tutor.authorities.hellespont.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.hellespont.leads_without_trumps import OPENING_WITHOUT_TRUMPS
from tutor.authorities.rules import Advice, Answer, Question, Silent, decide
from tutor.cards import Card, Hand, Rank, Suit
from tutor.citations import SOURCES
from tutor.deal import Deal
from tutor.library.catalogue import load
from tutor.library.games import Game
from tutor.play import Play
from tutor.seats import BySeat, Seat
from tutor.view import Standing, View

HELLESPONT = authority("hellespont")
DEALER, LEADER = Seat.SOUTH, Seat.WEST


def dealer(hand: Hand) -> View:
    return View.before_calling(DEALER, DEALER, hand)


def leader(hand: Hand, denomination: Denomination, *, by: str = "dealer", doubled_by: str = "") -> View:
    calling = Calling(DEALER) if by == "dealer" else Calling(DEALER).after(DEALER, Leave())
    calling = calling.after(DEALER if by == "dealer" else DEALER.partner, Declare(denomination))
    if doubled_by == "me":
        return View(LEADER, DEALER, hand, calling.after(LEADER, Double()))
    right = Double() if doubled_by == "partner" else Content()
    return View(LEADER, DEALER, hand, calling.after(LEADER, Content()).after(LEADER.partner, right))


def advised(view: View, question: Question) -> Advice:
    advice = HELLESPONT.advise(view, question)
    assert isinstance(advice, Advice), advice
    return advice


def call(text: str) -> Answer:
    return Leave() if text == "leave" else Declare(Denomination.parse(text))


# ---- declaring ---------------------------------------------------------------------------------------------------

DECLARATIONS = table("hellespont-declarations.csv")


@for_each("row", DECLARATIONS, ids=lambda row: f"p{row['page']}-{row['hand']}")
def test_every_declaration_that_he_prints_is_the_one_advised(row: dict[str, str]) -> None:
    advice = advised(dealer(Hand.parse(row["cards"], size=13)), Question.DECLARE)
    assert advice.answers == (call(row["call"]),), advice.because


@pytest.mark.parametrize("interpretation", OTHERS, ids=lambda interpretation: interpretation.name)
def test_every_other_interpretation_fits_all_that_he_prints(interpretation: DeclarationInterpretation) -> None:
    for row in DECLARATIONS:
        advice = decide(AT_LOVE_ALL, DeclarationFacts(Hand.parse(row["cards"]), interpretation))
        assert advice is not None
        assert advice.answers == (call(row["call"]),), f"{row['hand']}: {advice.because}"


@pytest.mark.slow
@pytest.mark.parametrize("interpretation", OTHERS, ids=lambda interpretation: interpretation.name)
def test_every_other_interpretation_parts_from_the_chosen_one_on_few_hands(
    interpretation: DeclarationInterpretation,
) -> None:
    random = Random(1901)
    hands = [Deal.shuffled(random, DEALER).hands.south for _ in range(4000)]
    parted = sum(
        decide(AT_LOVE_ALL, DeclarationFacts(hand, interpretation)) is not None
        and _answers(hand, interpretation) != _answers(hand, CHOSEN)
        for hand in hands
    )
    assert 0 < parted < len(hands) / 20


def _answers(hand: Hand, interpretation: DeclarationInterpretation) -> tuple[Answer, ...]:
    advice = decide(AT_LOVE_ALL, DeclarationFacts(hand, interpretation))
    assert advice is not None
    return advice.answers


@pytest.mark.parametrize(
    ("cards", "advice"),
    [
        # He prints these as bounds: one card more or less changes the call.
        ("S:AQJT H:QJ4 C:KT2 D:752", "N"),  # p. 70
        ("S:752 H:QJ4 C:KT2 D:AQJT", "D"),  # p. 70: the same, spades and diamonds exchanged
        ("S:9843 H:9753 C:T86 D:84", "S"),  # p. 102: nothing at all, and not to be left
        ("S:AKQJ H:A52 C:T86 D:843", "leave"),  # p. 103: spades are never declared on strength
    ],
)
def test_the_bounds_that_he_names(cards: str, advice: str) -> None:
    assert advised(dealer(Hand.parse(cards, size=13)), Question.DECLARE).answers == (call(advice),)


@given(full_hands)
def test_he_speaks_on_every_dealers_hand_and_cites_what_decided(hand: Hand) -> None:
    advice = advised(dealer(hand), Question.DECLARE)
    assert advice.answers
    assert advice.because
    assert all(isinstance(answer, Declare | Leave) for answer in advice.answers)
    assert advice.rule in AT_LOVE_ALL
    assert all(not tried.finding.applies and tried.finding.because for tried in advice.trace)
    assert [*(tried.rule for tried in advice.trace), advice.rule] == list(AT_LOVE_ALL[: len(advice.trace) + 1])


@given(full_hands)
def test_what_he_says_of_every_no_trump_hand_holds_whichever_rule_led_to_it(hand: Hand) -> None:
    """No ace, no “no trumps”, but for four kings (p. 69); six hearts forbid it on less than four aces (p. 71)."""
    if Declare(Denomination.NO_TRUMPS) in advised(dealer(hand), Question.DECLARE).answers:
        aces, kings = (sum(rank in hand[suit] for suit in Suit) for rank in (Rank.ACE, Rank.KING))
        assert aces or kings == 4
        assert len(hand.hearts) < 6 or aces == 4


@given(full_hands)
def test_another_interpretation_adds_what_is_acceptable_and_takes_nothing_away(hand: Hand) -> None:
    narrow, wide = (HELLESPONT.advise(dealer(hand), Question.DECLARE, widely=widely) for widely in (False, True))
    assert isinstance(narrow, Advice)
    assert isinstance(wide, Advice)
    assert wide.answers == narrow.answers
    assert not set(wide.acceptable) & set(wide.answers)
    assert wide.rule is narrow.rule


@pytest.mark.slow
@settings(max_examples=20)  # some hundreds of hands are looked at for each
@given(full_hands, st.sampled_from([*(Declare(one) for one in Denomination), Leave()]))
def test_for_every_call_that_is_not_advised_some_rule_says_why(hand: Hand, given_call: Answer) -> None:
    advice = advised(dealer(hand), Question.DECLARE)
    misses = against(HELLESPONT, dealer(hand), Question.DECLARE, given_call)
    assert bool(misses) is (given_call not in advice.answers)
    assert all(miss.fact for miss in misses)
    assert len({miss.fact for miss in misses}) == len(misses)
    later = AT_LOVE_ALL[AT_LOVE_ALL.index(advice.rule) + 1 :]
    assert all(rule in later for miss in misses if miss.fits for rule in miss.rules)


# ---- leads -------------------------------------------------------------------------------------------------------


def padded(held: str, others: tuple[str, str, str]) -> Hand:
    """The combination in spades, in a hand filled up with the lowest of other cards: they are cut to fit."""
    left = 13 - len(held)
    lengths = [left // 3 + (place < left % 3) for place in range(3)]
    hearts, clubs, diamonds = (cards[:length] for cards, length in zip(others, lengths, strict=True))
    return Hand.parse(f"S:{held} H:{hearts} C:{clubs} D:{diamonds}", size=13)


@for_each("row", table("hellespont-leads-with-trumps.csv"), ids=lambda row: row["held"])
def test_every_lead_of_his_table_with_trumps(row: dict[str, str]) -> None:
    hand = padded(row["held"], ("9753", "8642", "9753"))
    advice = advised(leader(hand, Denomination.HEARTS), Question.LEAD)
    assert Card.parse(f"S{row['lead']}") in advice.answers, advice.because


@for_each("row", table("hellespont-leads-without-trumps.csv"), ids=lambda row: f"{row['held']}-{row['re-entry']}")
def test_every_lead_of_his_synopsis_without_trumps(row: dict[str, str]) -> None:
    hands = {"no": padded(row["held"], ("975", "864", "753")), "yes": padded(row["held"], ("975", "864", "A53"))}
    for re_entry in hands if row["re-entry"] == "any" else [row["re-entry"]]:
        advice = advised(leader(hands[re_entry], Denomination.NO_TRUMPS), Question.LEAD)
        assert advice.answers == (Card.parse(f"S{row['lead']}"),), (re_entry, advice.because)


@pytest.mark.parametrize("row", table("hellespont-leads.csv"), ids=lambda row: row["cards"])
def test_every_whole_hand_whose_lead_he_gives(row: dict[str, str]) -> None:
    view = leader(
        Hand.parse(row["cards"], size=13),
        Denomination.parse(row["trumps"]),
        by=row["declared by"],
        doubled_by=row["doubled by"],
    )
    advice = advised(view, Question.LEAD)
    assert advice.answers[0] == Card.parse(row["lead"]), advice.because


HIS_GAMES = [game for game in load().games.values() if game.source == "hellespont"]


@for_each("game", HIS_GAMES, ids=lambda game: game.id)
def test_the_leads_of_his_games_are_his_own(game: Game) -> None:
    view = View.of(game.plays[0].to_play, game.calling, game.plays[0])
    advice = advised(view, Question.LEAD)
    led = game.plays[1].trick.cards[0]
    assert led in (*advice.answers, *advice.acceptable), advice.because


@pytest.mark.slow
@given(full_hands, denominations, st.sampled_from(["dealer", "partner"]), st.sampled_from(["", "me", "partner"]))
@settings(max_examples=300)
def test_a_lead_is_a_card_of_the_hand(hand: Hand, denomination: Denomination, by: str, doubled_by: str) -> None:
    advice = advised(leader(hand, denomination, by=by, doubled_by=doubled_by), Question.LEAD)
    cards = [*advice.answers, *advice.acceptable]
    assert cards
    assert len(set(cards)) == len(cards)
    assert all(isinstance(card, Card) and card in hand for card in cards)


@given(full_hands, denominations, st.sampled_from(["dealer", "partner"]))
def test_a_trump_is_opened_only_when_somebody_has_doubled_or_nothing_else_is_held(
    hand: Hand, denomination: Denomination, by: str
) -> None:
    """“Except in those cases never open trumps” (p. 138)."""
    trumps = denomination.trumps
    advice = advised(leader(hand, denomination, by=by), Question.LEAD)
    assert (
        trumps is None
        or hand.only(trumps) == hand
        or all(isinstance(card, Card) and card.suit is not trumps for card in advice.answers)
    )


# ---- on a view alone -----------------------------------------------------------------------------------------


@given(deals(), denominations, randoms)
def test_advice_does_not_change_with_the_cards_that_the_player_cannot_see(
    deal: Deal, denomination: Denomination, random: Random
) -> None:
    for seat, question in ((deal.dealer, Question.DECLARE), (deal.dealer.left, Question.LEAD)):
        other = _shuffled_round(deal, seat, random)
        calling = Calling(deal.dealer)
        if question is Question.LEAD:
            calling = calling.after(deal.dealer, Declare(denomination))
        views = [
            View.of(seat, calling, Play.of(one, denomination.trumps), dummy_seat=deal.dealer.partner)
            for one in (deal, other)
        ]
        assert views[0] == views[1]
        assert HELLESPONT.advise(views[0], question, widely=True) == HELLESPONT.advise(views[1], question, widely=True)


def _shuffled_round(deal: Deal, seat: Seat, random: Random) -> Deal:
    """The same deal, the cards of the other three seats dealt again."""
    others = [one for one in Seat if one is not seat]
    pack = [card for one in others for card in deal.hands[one]]
    random.shuffle(pack)
    hands = {one: Hand.of(pack[13 * place : 13 * place + 13]) for place, one in enumerate(others)}
    hands[seat] = deal.hands[seat]
    return Deal(BySeat.each(hands.__getitem__), deal.dealer)


# ---- silence, and the rules themselves -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "question", "why"),
    [
        (View.before_calling(DEALER.partner, DEALER, Hand()), Question.DECLARE, "partner"),
        (View.before_calling(DEALER, DEALER, Hand(), Standing(24, 6)), Question.DECLARE, "not been looked at"),
        (View.before_calling(LEADER, DEALER, Hand()), Question.DECLARE, "only the dealer and the dealer’s partner"),
        (leader(Hand(), Denomination.SPADES), Question.DECLARE, "declared already"),
        (dealer(Hand()), Question.LEAD, "nothing has been declared"),
    ],
)
def test_where_he_says_nothing_he_is_silent_and_says_why(view: View, question: Question, why: str) -> None:
    advice = HELLESPONT.advise(view, question)
    assert isinstance(advice, Silent)
    assert why in str(advice)
    assert against(HELLESPONT, view, question, Leave()) == ()


WITHOUT_PAGES = ("elwell", "hoffmann")
"""The copies of these show no pages, and are cited by the line."""


def test_every_rule_cites_a_page_of_a_book_and_speaks_in_a_sentence() -> None:
    for rule in every_rule():
        assert rule.citation.source in SOURCES
        assert (rule.citation.page is None) == (rule.citation.source in WITHOUT_PAGES)
        assert rule.citation.lines is not None
        assert rule.citation.lines[0] <= rule.citation.lines[1]
        assert rule.says[0].isupper()
        assert rule.says.endswith(".")
    names = [(rule.id, rule.row) for rule in every_rule()]
    assert len(set(names)) == len(names)


RARE = (
    "S:KQ43 H:KQ3 C:KQ3 D:KQ2",  # no ace
    "S:KQ83 H:KQ7 C:K987 D:K9",  # four kings, not four queens
    "S:AKQJ98 H:A3 C:432 D:32",  # certain tricks in a black suit
    "S:J5 H:7 C:AKQJ875 D:AQ8",  # the same, and no two suits bare
    "S:32 H:A98432 C:2 D:AKQJ",  # six hearts beside four honours in diamonds
    "S:7 H:AKJT83 C: D:AKQT84",  # four honours in each red suit
    "S:J H:AK9742 C: D:AK7532",  # six of each red suit
    "S:KQ H:AKQJ983 C:AJ D:K3",  # certain tricks in hearts and another ace
    "S:AKQ H:98765 C:AKQ D:32",  # five small hearts
    "S:AKQJ4 H:98652 C:AQ D:2",  # the same, on five certain tricks
    "S:AKQ432 H:65432 C:3 D:2",  # the same, beside a long black suit
    "S:432 H:AKQJ C:432 D:432",  # four honours in hearts
    "S:T H:AQJ94 C:J4 D:AKJ62",  # five of each red suit
    "S:T43 H:AK543 C:9 D:QJT9",  # a longish strong suit beside five hearts
    "S: H:QJ952 C:KQJ D:KT974",  # five hearts, good for five by the least
    "S:AKQ63 H:AKJ65 C:6 D:K9",  # five hearts, and tricks to spare
    "S:93 H:AKT42 C:AK7 D:K43",  # the same, with fewer
    "S:AQ54 H:AK932 C:K7 D:K3",  # the same, with two honours
    "S:KQJ H:KQ432 C:KQJ D:32",  # the same, with three suits guarded
    "S:73 H:KQT4 C:T87 D:QJT3",  # four hearts without the ace
    "S:2 H:432 C:32 D:9876543",  # seven diamonds
    "S:J9 H:KQ9 C:KQ5 D:QJT87",  # five diamonds on a strong hand without an ace
    "S:T8 H:2 C:AQ864 D:KJT93",  # five diamonds below the average
    "S:A765 H:6 C:AK D:KJT543",  # six diamonds to the king
)


@pytest.mark.slow
def test_every_rule_decides_some_hand() -> None:
    """None stands where another always comes before it."""
    random = Random(1901)
    hands = [Hand.parse(row["cards"]) for row in DECLARATIONS] + [Hand.parse(cards, size=13) for cards in RARE]
    hands += [Deal.shuffled(random, DEALER).hands.south for _ in range(8000)]
    decided = {advised(dealer(hand), Question.DECLARE).rule for hand in hands}
    assert [rule for rule in AT_LOVE_ALL if rule not in decided] == []


@pytest.mark.slow
def test_every_rule_of_the_leader_decides_some_hand() -> None:
    random, decided = Random(1901), set()
    for _ in range(20_000):
        hand = Deal.shuffled(random, DEALER).hands.south
        doubled_by, by = random.choice(["", "", "", "me", "partner"]), random.choice(["dealer", "partner"])
        view = leader(hand, random.choice(list(Denomination)), by=by, doubled_by=doubled_by)
        decided.add(advised(view, Question.LEAD).rule)
    for row in table("hellespont-leads-without-trumps.csv"):
        for others in (("975", "864", "753"), ("975", "864", "A53")):
            decided.add(advised(leader(padded(row["held"], others), Denomination.NO_TRUMPS), Question.LEAD).rule)
    assert [rule for rule in (*OPENING_WITH_TRUMPS.rules, *OPENING_WITHOUT_TRUMPS.rules) if rule not in decided] == []

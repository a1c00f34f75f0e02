"""What a table tells and what it refuses, in every game: calls offered, refusals and their laws, trumps, revokes."""

from __future__ import annotations

import re
import shlex
from html import unescape
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tutor.__main__ import tutor
from tutor.auction import Content, Declare, Denomination, Double, Pass
from tutor.authorities.rules import Advice, Silent
from tutor.cards import PACK, Card
from tutor.codes import CODES
from tutor.codes.code import Code
from tutor.codes.laws import LawRefusal
from tutor.codes.whist_1859 import WhistShort1859
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.library.laws import laws
from tutor.play import Reason
from tutor.play import Refusal as NotPlayable
from tutor.quizzes.wording import call_label_at
from tutor.seats import BySide, Seat
from tutor.tables import notices
from tutor.tables.call_text import EVERY_CALL
from tutor.tables.match import Match, Strictness
from tutor.tables.review import advised
from tutor.tables.rigour import ExposeCard, is_kept
from tutor.tables.table import Table

EVERY_CODE = for_each("code", CODES.values(), ids=CODES.keys())
KEPT = pytest.mark.parametrize("code", [code for code in CODES.values() if is_kept(code)], ids=lambda code: code.key)
DEALS = 3
MOST_CALLS = 14
"""How long the players of a trial go on bidding and doubling before they are content."""


def moments(code: Code, number: int, *, revoking: float = 0.0) -> list[Table]:
    """The table before each act of a deal that is called and played by chance, and at its end."""
    random = Random(f"{code.key}/{number}")
    sheet = code.rubber
    table = Table.laid(code, code.deal(random, number), sheet)
    stands = [table]
    while not table.is_over:
        lawful = table.lawful()
        quiet = [one for one in lawful if one in (Content(), Pass())]
        if table.play is None and quiet and len(table.acts) > MOST_CALLS:
            lawful = tuple(quiet)
        chosen = random.choice(lawful[:12])
        if table.play is not None and random.random() < revoking:
            chosen = random.choice(list(table.play.hands[table.play.to_play]))
        table = table.after(chosen, revoking=revoking > 0)
        stands.append(table)
    return stands


def refused(table: Table, what: object) -> object:
    """The refusal of a call or a card at a table."""
    with pytest.raises(Illegal) as caught:
        table.after(what)  # type: ignore[arg-type]
    return caught.value.refusal


# ---- what is offered and what is refused -------------------------------------------------------------------------


@pytest.mark.slow
@EVERY_CODE
def test_what_is_offered_may_be_done_and_what_is_refused_is_refused_by_a_law_of_the_code(code: Code) -> None:
    for number in range(DEALS):
        for table in moments(code, number)[:-1]:
            lawful, seat = table.lawful(), table.hand_to_act
            assert lawful
            assert seat is not None
            for one in lawful if table.play is None else lawful[:2]:
                table.after(one)
            wrong = [call for call in EVERY_CALL.values() if call not in lawful]
            cards = [card for card in PACK if card not in lawful]
            random = Random(len(table.acts))
            for what in (*random.sample(wrong, min(12, len(wrong))), *random.sample(cards, min(4, len(cards)))):
                refusal = refused(table, what)
                if isinstance(refusal, NotPlayable):
                    assert refusal.reason is Reason.NOT_HELD
                    continue
                assert isinstance(refusal, LawRefusal)
                words, law = refusal.worded(laws()), laws()[refusal.law]
                assert law.citation.source == code.source
                assert f"{law.says.rstrip('.')} ({law.citation}; {code.title})." in words
                assert ".." not in words


@pytest.mark.slow
@EVERY_CODE
def test_no_two_calls_that_are_offered_have_one_label_and_a_double_of_a_double_is_a_re_double(code: Code) -> None:
    for number in range(DEALS):
        for table in moments(code, number):
            turn = code.turn(table.calling) if table.play is None else None
            if turn is None:
                continue
            labels = {one: call_label_at(code, table.calling, turn.seat, one) for one in table.lawful()}
            assert len(set(labels.values())) == len(labels)
            if Double() in labels:
                declaration = table.calling.declaration
                assert declaration is not None
                assert ("redouble" in labels[Double()]) == bool(declaration.doubled)
                if code.key.startswith("auction"):
                    assert labels[Double()].endswith(declaration.words)


def test_a_double_at_auction_names_the_bid() -> None:
    """Foster, p. 55: “It is not enough to say ‘I double.’ One must always say, ‘I double two hearts.’”"""
    code = CODES["auction-1910"]
    table = Table.laid(code, code.deal(Random(1), 0), code.rubber).after(EVERY_CALL["bids two hearts"])
    assert call_label_at(code, table.calling, Seat.WEST, Double()) == "I double two hearts"
    doubled = table.after(Double())
    assert call_label_at(code, doubled.calling, Seat.NORTH, Double()) == "I redouble two hearts"
    assert notices.act_told(doubled, 1) == "Y doubles"
    assert notices.act_told(doubled.after(Double()), 2) == "B redoubles"


@pytest.mark.slow
@EVERY_CODE
def test_what_is_advised_at_a_table_may_be_done_there(code: Code) -> None:
    """Foster’s bids are those of his regular game: by suits and at points (pp. 157–162) none of them can be made."""
    found = []
    for number in range(DEALS):
        for table in moments(code, number)[:-1]:
            if table.play is not None and table.play.number not in (1, 4, 9):
                continue
            advice = advised(table)
            if isinstance(advice, Advice):
                assert {*advice.answers, *advice.acceptable} <= set(table.lawful())
                found.append(table)
    if code.key in ("auction-suits-1910", "auction-points-1910"):
        assert all(table.play is not None for table in found)
    assert found or code.out(Seat.SOUTH) or code.key == "whist-three-handed-1859", "he plays with a partner"


def test_an_author_is_not_asked_for_calls_of_another_game() -> None:
    for key in ("auction-suits-1910", "auction-points-1910"):
        table = Table.laid(CODES[key], CODES[key].deal(Random(4), 0), CODES[key].rubber)
        assert isinstance(advised(table), Silent)
    suits = CODES["auction-suits-1910"]
    for number in range(12):  # a pass may be made there, but is no advice of his: nobody passes first in his game
        passed = Table.laid(suits, suits.deal(Random(number), 0), suits.rubber).after(Pass())
        assert isinstance(advised(passed), Silent)
    regular = CODES["auction-1910"]
    assert isinstance(advised(Table.laid(regular, regular.deal(Random(4), 0), regular.rubber)), Advice)


def test_nothing_else_is_advised_where_an_exposed_card_is_called() -> None:
    code, found = WhistShort1859(), 0
    table = moments(code, 0)[0]
    assert table.play is not None
    seat, free = table.play.to_play, advised(table)
    for card in table.play.hands[seat]:
        advice = advised(table.after_offence(seat, ExposeCard(card)))
        if isinstance(advice, Advice):
            found += 1
            assert advice.answers == (card,)
    assert isinstance(free, Advice)
    assert found <= len(free.answers) + len(free.acceptable)


def test_at_misere_nobody_is_advised_to_win_tricks() -> None:
    """Foster, p. 160: the declarer’s side takes as few tricks as it can; all his advice on the play is to win them."""
    code = CODES["auction-points-1910"]
    table = Table.laid(code, code.deal(Random(4), 0), code.rubber)
    for words in ("bids one", "passes", "passes", "passes", "declares misère"):
        table = table.after(EVERY_CALL[words])
    while not table.is_over:
        assert isinstance(advised(table), Silent)
        table = table.after(table.lawful()[0])


# ---- trumps ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@EVERY_CODE
def test_the_turn_up_lies_open_until_it_is_played_or_the_first_trick_is(code: Code) -> None:
    """Cælebs, law 25 (p. 10): one may know the trump suit at any time, the trump card not after the first trick."""
    for number in range(DEALS):
        for table in moments(code, number):
            play, card = table.play, table.deal.turn_up
            lies = card is not None and not table.is_over
            lies = lies and (play is None or (not play.tricks and card not in play.trick.cards))
            told = notices.turned_up(table)
            assert (told is not None) == lies == (table.turn_up is not None)
            assert (card is not None) == code.turns_up
            if told is not None and card is not None:
                assert told.startswith(f"{table.deal.dealer.label} turned up the {card.name}")
            if code.turns_up and card is not None:
                assert notices.what_is_played(table) == f"{card.suit.plural.capitalize()} are trumps"


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, code in CODES.items() if code.turns_up])
def test_the_turn_up_and_the_trump_suit_are_on_the_page_and_in_the_terminal(
    client: FlaskClient, tmp_path: Path, key: str
) -> None:
    code = CODES[key]
    card = Match(code, "7", code.players[0], Strictness.GUIDED).deal(0).turn_up
    assert card is not None
    page = unescape(client.get(begin(client, code=key)).text)
    assert f"turned up the {card.name}" in page
    assert re.search(rf'turned up</span> <span class="card small[^>]*aria-label="{card.name}"', page)
    assert f"<h1>{card.suit.plural.capitalize()} are trumps</h1>" in page
    typed = in_terminal(tmp_path, "q\n", key, "--seed", "7").output
    assert f"turned up the {card.name}" in typed
    assert f"{card.suit.plural.capitalize()} are trumps" in typed


# ---- revokes -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@KEPT
def test_a_revoke_comes_to_light_with_a_card_of_its_suit_and_not_before(code: Code) -> None:
    seen = 0
    for number in range(DEALS):
        for table in moments(code, number, revoking=0.2):
            play = table.play
            if play is None:
                continue
            made = [one for one in play.renounces if one.is_revoke]
            later = [
                one
                for one in made
                if any(
                    card.seat is one.seat and card.trick > one.trick and card.card.suit is one.suit_led
                    for card in play.played()
                )
            ]
            assert [one.renounce for one in table.revokes()] == later
            said = [one.worded(laws()) for one in notices.revokes(table, Seat.SOUTH)]
            told = [words for words in said if "revoked in trick" in words]
            assert len(told) == len(later)
            for one, words in zip(later, told, strict=True):
                assert words.startswith("You" if one.seat is Seat.SOUTH else one.seat.label)
                assert f"revoked in trick {one.trick}: {one.suit_led.plural} were led" in words
                assert code.title in words
            if table.is_over:
                assert made == later
                seen += len(made)
    assert seen > DEALS


@pytest.mark.slow
@KEPT
def test_when_the_deal_is_over_it_is_told_what_each_revoke_cost_and_how_the_tricks_then_stand(code: Code) -> None:
    moved = 0
    for number in range(12):
        table = moments(code, number, revoking=0.1)[-1]
        settled = table.settlement()
        told = " ".join(map(str, notices.revokes(table, Seat.SOUTH)))
        paid = [one for one in table.revokes() if not one.is_exempt]
        assert (settled is None) == (not paid or table.play is None)
        assert told.count(" exact: ") == len(paid)
        if settled is None:
            continue
        assert settled.score == table.score()
        assert table.play is not None
        assert settled.before == table.play.won
        if settled.after != settled.before:
            moved += 1
            assert f"As they count now: AB {settled.after.ns}, YZ {settled.after.ew}." in told
    assert moved or code.key.startswith("auction")


LAYDOWN = "S:AKQJT98.A.A.AKQJ 765432.2.2.T9876 .KQJT9.KQJT98.53 .876543.76543.42"
"""A has every trump and every other winner; Y holds six small spades and five small clubs."""


def test_tricks_taken_for_a_revoke_are_told_as_the_law_moves_them() -> None:
    """Hellespont, laws 86 to 88 (pp. 17–18): who holds the suit led and plays another revokes; three tricks go over."""
    code = CODES["bridge-english-1901"]
    table = Table.laid(code, Deal.parse(LAYDOWN), code.rubber)
    for call in (Declare(Denomination.SPADES), Content(), Content()):
        table = table.after(call)
    for text in ("H2", "HK", "H8", "HA", "SA", "C6"):
        table = table.after(Card.parse(text), revoking=True)
    assert not list(notices.revokes(table, Seat.WEST))
    for text in ("HQ", "H7", "SK"):
        table = table.after(Card.parse(text))
    assert not list(notices.revokes(table, Seat.WEST))
    table = table.after(Card.parse("S7"))
    (told,) = notices.revokes(table, Seat.WEST)
    assert told.says.startswith(
        "You revoked in trick 2: spades were led, and the six of clubs was played to them; "
        "the seven of spades, played in trick 3, proves it. The revoke is established. "
        "AB may exact for it: three tricks"
    )
    assert "law 86, p. 17; Hellespont, law 88, p. 18; Hellespont, law 87, p. 17" in told.cited(laws())
    while not table.is_over:
        table = table.after(table.lawful()[0])
    settled = table.settlement()
    assert settled is not None
    assert settled.before == BySide(13, 0)


@pytest.mark.slow
@KEPT
def test_a_table_goes_on_after_a_revoke_with_players_who_reckon(code: Code) -> None:
    """Whoever sits there has seen a hand without a suit play that suit, and must not fail over it."""
    from tutor.tables.bots import bot

    match = Match(code, "5", code.players[-1], Strictness.RIGOUR)
    table, random, revoked = match.table, Random(2), 0
    while not table.is_over:
        table = match.bots_go_on(table, bot)
        if not match.is_learners_turn(table):
            continue
        if table.play is None:
            quiet = [one for one in table.lawful() if one in (Content(), Pass())]
            table = table.after(quiet[0] if quiet else table.lawful()[0])
            continue
        hand = table.play.hands[table.play.to_play]
        others = [card for card in hand if card not in table.lawful()] if revoked < 2 else []
        revoked += bool(others)
        table = match.acted(table, random.choice(others or list(table.lawful())))
    assert revoked or table.is_void
    assert len(list(notices.revokes(table, match.seat_at(table)))) >= revoked


# ---- cards that are called ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_called_card_is_announced_before_another_is_tried(client: FlaskClient) -> None:
    address = begin(client, code="whist-short-1859", seat="Z", strictness="rigour", seed="3")
    for _ in range(40):
        page = unescape(client.get(address).text)
        if 'name="card"' in page and 'id="question"' in page and "What do you lead?" in page:
            break
        go_on(client, address, page)
    card = re.findall(r'<option value="([SHDC][^"]+)"', page)[0]
    assert client.post(f"{address}/offend", data={"card": card, "how": "exposes"}).status_code == 303
    page = unescape(client.get(address).text)
    name = Card.parse(card).name
    assert f"AB call your card: play the {name}, which is exposed." in page
    assert "Cælebs, law 16, p. 8; Short whist, 1859" in page
    assert re.findall(r'name="act" value="([^"]+)"', page) == [card]
    other = next(one for one in re.findall(r'<option value="([SHDC][^"]+)"', page) if one != card)
    at = dict(re.findall(r'name="(after|deal)" value="([0-9]+)"', page))
    answer = client.post(f"{address}/act", data={"act": other} | at)
    assert answer.status_code == 400
    assert "law 16, p. 8" in unescape(answer.text)


def test_the_law_of_a_call_is_that_of_the_card_which_lies() -> None:
    code = WhistShort1859()
    table = moments(code, 0)[0]
    assert table.play is not None
    card = next(iter(table.play.hands[table.play.to_play]))
    exposed = table.after_offence(table.play.to_play, ExposeCard(card))
    assert exposed.called == (card,)
    assert exposed.law_of_call(card).number == "16"
    with pytest.raises(ValueError, match="is not called"):
        table.law_of_call(card)


# ---- pages -------------------------------------------------------------------------------------------------------

CHOICES = {"code": "bridge-english-1901", "seat": "A", "strictness": "guided", "seed": "7"}


def begin(client: FlaskClient, **choices: str) -> str:
    response = client.post("/table/", data=CHOICES | choices)
    assert response.status_code == 303, unescape(response.text)
    return response.headers["Location"]


def go_on(client: FlaskClient, address: str, page: str, revoking: bool = False) -> str:
    """The next step at a table, by a button of its page; where it can be, the learner revokes."""
    at = dict(re.findall(r'name="(after|deal)" value="([0-9]+)"', page))
    offered = re.findall(r'name="act" value="([^"]+)"', page)
    if not offered:
        client.post(f"{address}/go-on", data=at)
    else:
        led = re.search(r'class="trick" role="img" aria-label="[AYBZ] ([a-z]+ of [a-z]+)', page)
        suit = led[1].split(" of ")[1][0].upper() if led else None
        others = [one for one in offered if suit and one[0] != suit and any(card[0] == suit for card in offered)]
        follow = [one for one in offered if one[0] == suit] or offered
        chosen = (others or follow)[0] if revoking else follow[0]
        client.post(f"{address}/act", data={"act": chosen} | at)
    return unescape(client.get(address).text)


@pytest.mark.slow
def test_the_page_tells_of_a_revoke_when_it_comes_to_light_and_at_the_end(client: FlaskClient) -> None:
    address = begin(client, code="whist-short-1859", seat="A", strictness="rigour", seed="7")
    page = unescape(client.get(address).text)
    revoking, lit = True, 0
    for _ in range(120):
        if "The end" in page:
            break
        record = client.get(address).text
        page = go_on(client, address, page, revoking=revoking and "revoked in trick" not in record)
        if "You revoked in trick" in page:
            revoking, lit = False, lit + ("The end" not in page)
    assert lit
    assert "You revoked in trick" in page
    assert "Cælebs, p. 2; Cælebs, law 29, p. 11; Cælebs, law 32, p. 13; Short whist, 1859" in page
    assert "For your revoke in trick" in page
    assert "YZ exact: three" in page


@pytest.mark.slow
def test_a_card_refused_on_a_plain_page_is_refused_by_the_law_on_revokes(client: FlaskClient) -> None:
    address = begin(client, strictness="plain")
    page = unescape(client.get(address).text)
    for _ in range(60):
        offered = re.findall(r'name="act" value="([SHDC][AKQJT2-9])"', page)
        led = re.search(r'class="trick" role="img" aria-label="[AYBZ] [a-z]+ of ([a-z])', page)
        wrong = [one for one in offered if led and one[0] != led[1].upper()]
        if wrong and len(wrong) < len(offered):
            break
        page = go_on(client, address, page)
    after = re.search(r'name="after" value="([0-9]+)"', page)
    assert after is not None
    response = client.post(f"{address}/act", data={"act": wrong[0], "after": after[1]})
    assert response.status_code == 400
    assert "Hellespont, law 86, p. 17; Bridge, the English club code of 1901" in unescape(response.text)


def test_every_shelf_of_the_library_is_listed_once(client: FlaskClient) -> None:
    page = client.get("/library/").text
    shelves = re.findall(r'<dt><a href="([^"]+)">', page)
    assert len(shelves) == len(set(shelves))


# ---- in a terminal -----------------------------------------------------------------------------------------------


def in_terminal(folder: Path, typed: str, *arguments: str) -> Result:
    return CliRunner().invoke(tutor, ["play", *arguments, "--data", str(folder)], input=typed)


def test_the_command_to_go_on_is_complete(tmp_path: Path) -> None:
    folder = tmp_path / "of two words"
    begun = in_terminal(folder, "q\n", "bridge-english-1901", "--seed", "7").output
    hint = next(line for line in begun.splitlines() if "To continue: " in line)
    words = shlex.split(hint.split("To continue: ")[1])
    assert words == ["tutor", "play", "--resume", "1", "--data", str(folder)]
    resumed = CliRunner().invoke(tutor, words[1:], input="q\n")
    assert resumed.exit_code == 0, resumed.output
    assert "rubber 1, deals with number 7" in resumed.output
    assert f"--data {shlex.quote(str(folder))}" in resumed.output


@pytest.mark.slow
def test_in_the_rigour_of_a_terminal_one_may_revoke_and_pays(tmp_path: Path) -> None:
    """In the first trick of this deal a spade is led, and A has spades and a singleton heart."""
    begun = in_terminal(tmp_path, "H8\nq\n", "whist-short-1859", "--seed", "7", "--strict", "rigour")
    assert begun.exit_code == 0, begun.output
    assert "is none of" not in begun.output
    played = begun.output
    for _ in range(30):
        if "revoked in trick" in played:
            break
        offered = re.findall(r"^You[^(]*\(([^)]*)\):", played, re.MULTILINE)[-1].split(", ")
        played = in_terminal(tmp_path, f"{offered[0]}\nq\n", "--resume", "1").output
    assert "You revoked in trick 1: spades were led, and the eight of hearts was played to them" in played
    assert "Cælebs, law 29, p. 11" in played


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "typed", "law"),
    [
        (("whist-short-1859",), "H8", "Cælebs, p. 2; Short whist, 1859"),
        (("bridge-english-1901",), "doubles", "Hellespont, law 48, p. 9"),
        (("bridge-english-1901",), "SA", "Hellespont, law 48, p. 9"),
        (("auction-1910",), "doubles", "R. F. Foster, law 44, p. 28"),
        (("whist-long-1859",), "calls honours", "Cælebs, law 35, p. 15"),
    ],
)
def test_what_is_refused_in_a_plain_terminal_is_refused_by_its_law(
    tmp_path: Path, arguments: tuple[str, ...], typed: str, law: str
) -> None:
    told = in_terminal(tmp_path, f"{typed}\nq\n", *arguments, "--seed", "7", "--strict", "plain")
    assert told.exit_code == 0, told.output
    assert law in told.output


def test_the_rigour_is_refused_in_a_terminal_too_where_no_law_says_what_it_costs(tmp_path: Path) -> None:
    told = in_terminal(tmp_path, "", "humbug-1859", "--strict", "rigour")
    assert "the laws do not say what a revoke costs" in str(told.exception)

"""The practice table: deals under a code, matches that are kept, claims, reviews, and the pages."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from tests.support.cases import for_each
from tutor.__main__ import tutor
from tutor.auction import Content, Declare, Denomination, Pass
from tutor.authorities.rules import Advice, Answer
from tutor.cards import PACK, Card
from tutor.codes import CODES, code
from tutor.codes.code import Code
from tutor.codes.scoring import DealScore
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed, TutorError
from tutor.library.catalogue import Library, load
from tutor.library.laws import laws
from tutor.seats import Seat
from tutor.study.answers.matches import PlayedOn
from tutor.study.study import Study
from tutor.tables.claims import ClaimRefused, claim
from tutor.tables.match import Match, Strictness
from tutor.tables.review import review
from tutor.tables.rigour import ExposeCard, LeadOutOfTurn, is_kept
from tutor.tables.table import Table
from tutor.view import View

BRIDGE = CODES["bridge-english-1901"]
LIBRARY = load()
EVERY_CODE = for_each("code", CODES.values(), ids=CODES.keys())
SOON_OVER = {
    "whist-short-1859": 1, "whist-long-1859": 1, "dumby-1859": 1, "double-dumby-1859": 1, "humbug-1859": 3,
    "french-humbug-1859": 1, "whist-three-handed-1859": 7, "bridge-english-1901": 8, "bridge-english-1904": 8,
    "bridge-american-1907": 8, "dummy-bridge-1901": 7, "bridge-three-handed-1901": 1, "auction-1910": 1,
    "auction-suits-1910": 9, "auction-points-1910": 9, "auction-three-hand-1910": 9,
}  # fmt: skip
"""The numbers of matches between simple players in which the rubber takes few deals."""


def simple(view: View, code: Code, lawful: tuple[Answer, ...], random: Random) -> Answer:
    """A player who says nothing where something has been named already, and plays any card."""
    quiet = [one for one in lawful if one in (Content(), Pass())]
    return quiet[0] if quiet and code.declaration(view.calling) else random.choice(lawful[:4])


def played(match: Match) -> Match:
    """The deal in progress played to its end, the learner’s part by the simple player as well."""
    random, table = Random(3), match.table
    while not table.is_over:
        table = match.bots_go_on(table, simple)
        if match.is_learners_turn(table):
            table = table.after(simple(table.view(match.seat_at(table)), match.code, table.lawful(), random))
    return match.after(table)


@pytest.mark.slow
@EVERY_CODE
@for_each("seed", ["1", "love"])
def test_a_match_is_worked_out_from_its_record_alone(code: Code, seed: str) -> None:
    match = played(Match(code, seed, code.players[0], Strictness.GUIDED))
    again = Match(code, seed, code.players[0], Strictness.GUIDED, records=match.records)
    assert again.table == match.table
    assert again.table.is_over
    assert again.table.score() == match.table.score()
    assert [act.text for _, act in again.table.moments()] == list(match.records[-1])


@pytest.mark.slow
@EVERY_CODE
def test_a_rubber_is_played_to_its_end(code: Code) -> None:
    play_rubber(code, SOON_OVER[code.key])


@pytest.mark.deep
@EVERY_CODE
def test_so_is_a_long_one(code: Code) -> None:
    play_rubber(code, 9)


def play_rubber(code: Code, number: int) -> None:
    match = Match(code, str(number), code.players[0], Strictness.PLAIN)
    for _ in range(400):
        match = played(match)
        table = match.table
        sheet = table.sheet.after(table.score())
        if sheet.is_over:
            break
        match = match.with_next_deal()
    assert sheet.is_over
    assert sheet.winner in (*sheet.parties, None)
    with pytest.raises(ValueError, match="is over"):
        match.with_next_deal()


def test_the_same_number_gives_everybody_the_same_deals() -> None:
    ours, theirs = (Match(BRIDGE, "77", seat, Strictness.PLAIN) for seat in (Seat.SOUTH, Seat.WEST))
    assert [ours.deal(number) for number in range(5)] == [theirs.deal(number) for number in range(5)]
    assert ours.deal(0) != ours.deal(1)
    assert [ours.deal(number).dealer for number in range(5)] == [Seat.SOUTH, *list(Seat)[1:], Seat.SOUTH]


def test_what_is_undone_is_the_learners_last_act_and_all_after_it() -> None:
    match = played(Match(BRIDGE, "5", Seat.SOUTH, Strictness.GUIDED))
    before = match.undone()
    assert len(before.records[-1]) < len(match.records[-1])
    assert match.records[-1][: len(before.records[-1])] == before.records[-1]
    assert before.table.player_to_act is Seat.SOUTH
    begun = Match(BRIDGE, "5", Seat.WEST, Strictness.GUIDED)
    assert begun.undone() is begun


def test_no_player_is_shown_a_hidden_hand() -> None:
    """Whatever the others hold, the view of a seat before an act is the same."""
    seen: list[View] = []

    def watching(view: View, code: Code, lawful: tuple[Answer, ...], random: Random) -> Answer:
        seen.append(view)
        return simple(view, code, lawful, random)

    match = Match(BRIDGE, "11", Seat.SOUTH, Strictness.PLAIN)
    table = match.table
    while not table.is_over:
        table = match.bots_go_on(table, watching)
        if table.player_to_act is Seat.SOUTH:
            table = table.after(simple(table.view(Seat.SOUTH), BRIDGE, table.lawful(), Random(1)))
    for view in seen:
        known = {*view.hand, *(view.dummy or ()), *(one.card for one in view.played())}
        hands = [view.hand, view.dummy] if view.dummy is not None else [view.hand]
        assert len(known) == sum(map(len, hands)) + len(view.played())
        assert view.seat is not Seat.SOUTH


# ---- claims --------------------------------------------------------------------------------------------------------


LAYDOWN = "S:AKQJT98.A.A.AKQJ 765432.2.2.T9876 .KQJT9.KQJT98.53 .876543.76543.42"
"""A has every trump and every other winner."""
A_LOSER = "S:AKQJT98.A.A.AKQ6 765432.2.2.JT987 .KQJT9.KQJT98.53 .876543.76543.42"
"""The same, but for a club that Y can beat when he keeps four."""


def laydown(hands: str = LAYDOWN) -> Table:
    """Twelve tricks to come, A having won the first and being about to lead to the second."""
    deal = Deal.parse(hands)
    table = Table.laid(BRIDGE, deal, BRIDGE.rubber)
    for call in (Declare(Denomination.SPADES), Content(), Content()):
        table = table.after(call)
    for card in ("H2", "HK", "H8", "HA"):
        table = table.after(Card.parse(card))
    return table


def test_a_claim_that_is_certain_is_granted_and_the_rest_played_out() -> None:
    table = laydown()
    with pytest.raises(ClaimRefused, match="only"):
        claim(table, Seat.SOUTH, 13)
    done = claim(table, Seat.SOUTH, 12)
    assert done.is_over
    assert done.play is not None
    assert done.play.won.ns == 13


def test_a_claim_that_the_others_can_prevent_is_refused() -> None:
    with pytest.raises(ClaimRefused, match="Twelve are not certain"):
        claim(laydown(A_LOSER), Seat.SOUTH, 12)
    assert claim(laydown(A_LOSER), Seat.SOUTH, 11).is_over


def test_a_claim_out_of_turn_is_refused() -> None:
    with pytest.raises(ClaimRefused, match="your turn"):
        claim(laydown(), Seat.WEST, 0)


def test_a_claim_of_more_than_is_certain_leaves_the_play_as_it_was() -> None:
    table = played(Match(BRIDGE, "5", Seat.SOUTH, Strictness.GUIDED)).undone().table
    while table.player_to_act is not Seat.SOUTH:
        table = table.after(table.lawful()[0])
    before = table
    with pytest.raises(ClaimRefused):
        claim(table, Seat.SOUTH, 14)
    assert table == before


# ---- what cannot be ------------------------------------------------------------------------------------------------


def test_what_is_not_lawful_is_refused_with_its_law() -> None:
    table = Table.laid(BRIDGE, Match(BRIDGE, "1", Seat.SOUTH, Strictness.PLAIN).deal(0), BRIDGE.rubber)
    with pytest.raises(Illegal, match="law 48"):
        table.after(Pass())
    with pytest.raises(Malformed, match="neither a card nor a call of any game here"):
        table.read("declares swords")
    with pytest.raises(Illegal, match=r"law 48.*It is A’s turn to speak first"):
        table.after(Card.parse("HA"))
    with pytest.raises(ValueError, match="not over"):
        table.score()


def test_in_the_rigour_of_the_game_one_may_revoke_and_it_is_recorded() -> None:
    table = laydown()
    table = table.after(Card.parse("SA"))
    revoke = next(card for card in table.play.hands[Seat.WEST] if card.suit.letter == "C") if table.play else None
    assert revoke is not None
    with pytest.raises(Illegal):
        table.after(revoke)
    revoked = table.after(revoke, revoking=True)
    assert revoked.play is not None
    assert revoked.play.renounces[-1].is_revoke
    assert not revoked.is_solvable


# ---- after the hand ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_each_decision_is_judged_on_two_axes() -> None:
    match = played(Match(BRIDGE, "21", Seat.SOUTH, Strictness.GUIDED))
    reviewed = list(review(match.table, Seat.SOUTH))
    first = reviewed[0]
    assert isinstance(first.advice, Advice)
    assert first.is_advised == (first.act.what in (*first.advice.answers, *first.advice.acceptable))
    assert first.cost is None
    cards = [one for one in reviewed if isinstance(one.act.what, Card)]
    assert all(one.cost is not None and one.cost >= 0 and one.better for one in cards)
    assert all((one.cost == 0) == (one.act.what in one.better) for one in cards)


# ---- keeping -------------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_a_match_is_kept_act_by_act(study: Study) -> None:
    deal = Deal.shuffled(Random(7), Seat.SOUTH)
    kept = Match(code("bridge-english-1901"), "7", Seat.SOUTH, Strictness.GUIDED, (deal,), (("A declares hearts",),))
    key = study.matches.begin(kept)
    assert study.matches.find(key) == kept
    longer = replace(kept, records=(("A declares hearts", "Y HK"), ()))
    study.matches.save(key, longer, kept)
    assert study.matches.find(key) == longer
    with pytest.raises(PlayedOn):
        study.matches.save(key, kept, kept)
    assert study.matches.find(key) == longer
    study.matches.save(key, kept, longer)
    assert study.matches.find(key) == kept
    with pytest.raises(PlayedOn):
        study.matches.save(key + 1, longer, kept)
    assert study.matches.find(key + 1) is None
    assert study.matches.all() == {key: kept}


# ---- pages ---------------------------------------------------------------------------------------------------------

CHOICES = {"code": "bridge-english-1901", "seat": "A", "strictness": "guided", "seed": "7"}


def begin(client: FlaskClient, **choices: str) -> str:
    response = client.post("/table/", data=CHOICES | choices)
    assert response.status_code == 303, unescape(response.text)
    return response.headers["Location"]


def act(client: FlaskClient, address: str, text: str = "") -> str:
    """The first act that the page offers, or the one of the text; gives the page that follows."""
    page = unescape(client.get(address).text)
    number = re.search(r'name="after" value="([0-9]+)"', page)
    assert number is not None
    chosen = text or re.findall(r'name="act" value="([^"]+)"', page)[0]
    response = client.post(f"{address}/act", data={"act": chosen, "after": number[1]})
    return unescape(client.get(address).text if response.status_code == 303 else response.text)


@pytest.mark.slow
def test_a_table_is_laid_and_played_by_its_pages(client: FlaskClient) -> None:
    address = begin(client)
    page = unescape(client.get(address).text)
    assert "You are A" in page
    assert "cards, face down" in page
    page = act(client, address, "declares no trumps")
    assert "No trumps, by A" in page
    for _ in range(80):
        if "The end" in page:
            break
        if 'id="next"' in page:
            client.post(f"{address}/go-on")
            page = unescape(client.get(address).text)
        else:
            page = act(client, address)
    assert "Your decisions" in page
    assert "The four hands" in page
    steps = unescape(client.get(f"{address}/deals/1/5").text)
    assert "Next" in steps
    assert client.get(f"{address}/deals/1/500").status_code == 404
    assert client.post(f"{address}/next").status_code == 303
    assert "deal 2" in unescape(client.get(address).text)
    assert "deal 2" in unescape(client.get("/table/").text)


def test_the_last_trick_can_be_seen_again_and_dummys_partner_plays_the_rest(client: FlaskClient) -> None:
    """B is dummy wherever A deals, and has no card to choose: the rest is played out when it is asked for."""
    address = begin(client, seat="B")
    page = unescape(client.get(address).text)
    assert client.post(f"{address}/play-out").status_code == 400, "not before the play"
    for _ in range(20):
        page = act(client, address) if 'name="act"' in page else shown_after(client, f"{address}/go-on")
        if "Last trick" in page:
            break
    assert "Play it out" in page
    assert "took it." in page
    assert len(re.findall(r'class="last-trick".*?</details>', page, re.DOTALL)[0].split('class="chip')) == 5
    assert "The end" not in page
    page = shown_after(client, f"{address}/play-out")
    assert "The end" in page
    assert re.search(r"Made [0-9]+, .*(short|odd trick)", page)
    assert client.post(f"{address}/play-out").status_code == 400, "not when all is played"


def shown_after(client: FlaskClient, address: str) -> str:
    """The page that follows when a form without fields is sent."""
    return unescape(client.post(address, follow_redirects=True).text)


def test_the_trick_that_a_learners_card_completes_rests_on_the_table(client: FlaskClient) -> None:
    """Z plays last to a trick that Y has led: nobody leads again until the learner goes on."""
    address = begin(client, code="whist-short-1859", seat="A", seed="3")
    page = unescape(client.get(address).text)
    for _ in range(30):
        if 'id="next"' in page and "data-to" in page and "takes</p>" not in page:
            break
        page = act(client, address) if 'name="act"' in page else shown_after(client, f"{address}/go-on")
    assert "takes it" in page
    assert re.search(r'class="trick"[^>]*data-to="[wne]"', page)
    trick = page.split('class="trick"')[1].split("</section>")[0]
    assert trick.count('<div class="card') == 4
    assert trick.count(" wins") == 1


def test_a_deal_ends_with_what_came_of_it_and_what_to_do_next(client: FlaskClient) -> None:
    address = begin(client, seat="B")
    for _ in range(20):
        page = unescape(client.get(address).text)
        if "Play it out" in page:
            break
        act(client, address) if 'name="act"' in page else client.post(f"{address}/go-on")
    page = shown_after(client, f"{address}/play-out")
    end = page.split('class="ended"')[1].split("</aside>")[0]
    assert "Made " in end
    assert re.search(r"(AB|YZ) score", end)
    assert "Next deal" in end
    assert ("The decision that mattered most" in end) == ('class="mark wrong"' in page)


def test_the_games_are_dealt_with_one_click_and_resumed(client: FlaskClient) -> None:
    page = unescape(client.get("/table/").text)
    assert "Resume" not in page
    offered = re.findall(r'<button name="code" value="([^"]+)"><b>(Deal [a-z ]+)</b>', page)
    assert [code for code, _ in offered] == ["whist-short-1859", "bridge-english-1901", "auction-1910"]
    for key, _ in offered:
        # The button comes before the list of all games, so that what is pressed is what is dealt.
        begun = client.post("/table/", data={"code": [key, "humbug-1859"], "strictness": "guided", "seed": "5"})
        assert begun.status_code == 303
        title = CODES[key].title
        assert title in unescape(client.get(begun.headers["Location"]).text)
    page = unescape(client.get("/table/").text)
    assert page.index("Resume") > page.index("More choices")
    assert page.count("number 5") == 3


def test_an_act_pressed_twice_is_done_once(client: FlaskClient, study: Study) -> None:
    address = begin(client)
    for _ in range(2):
        client.post(f"{address}/act", data={"act": "declares hearts", "after": "0"})
    kept = study.matches.saved(1)
    assert kept is not None
    assert kept.records[0].count("A declares hearts") == 1


@pytest.mark.parametrize(
    ("choices", "says"),
    [
        ({"code": "whist-of-fairies"}, "whist-of-fairies"),
        ({"seat": "Q"}, "A and B (partners)"),
        ({"strictness": "cruel"}, "guided, plain, rigour"),
        ({"seed": "7" * 50}, "more than 40"),
        ({"pbn": '[Deal "N:A"]'}, "four hands"),
        ({"hand": "hel-no-such"}, "hel-no-such"),
    ],
)
def test_a_choice_that_will_not_do_is_told_and_the_others_kept(
    client: FlaskClient, choices: dict[str, str], says: str
) -> None:
    response = client.post("/table/", data=CHOICES | choices)
    assert response.status_code == 400
    text = unescape(response.text)
    assert says in text
    assert 'role="alert"' in text


def test_what_cannot_be_done_is_refused_and_loses_nothing(client: FlaskClient, study: Study) -> None:
    address = begin(client, strictness="rigour")
    assert client.post(f"{address}/act", data={"act": "declares swords", "after": "0"}).status_code == 400
    assert client.post(f"{address}/undo").status_code == 400
    assert client.post(f"{address}/claim", data={"tricks": "many"}).status_code == 400
    assert client.post(f"{address}/next").status_code == 400
    assert client.get("/table/99").status_code == 404
    assert client.get(f"{address}/deals/1/0").status_code == 404
    kept = study.matches.saved(1)
    assert kept is not None
    assert kept.records == ((),)


def test_a_hint_names_the_rule_of_the_author(client: FlaskClient) -> None:
    address = begin(client)
    assert "Hellespont, p." not in unescape(client.get(f"{address}?hint=1").text)
    assert client.post(f"{address}/act", data={"hint": "1", "after": "0"}).status_code == 303
    assert "Hellespont, p." in unescape(client.get(address).text)
    assert "A hint" not in unescape(client.get(begin(client, strictness="plain")).text)


def test_one_may_play_on_from_a_card_of_a_replay(client: FlaskClient, study: Study) -> None:
    response = client.post("/table/from/hel-game-01/9", data={"seat": "W"})
    assert response.status_code == 303
    kept = study.matches.saved(1)
    assert kept is not None
    game = LIBRARY.games["hel-game-01"]
    assert [text for text in kept.records[0] if re.fullmatch(r"[AYBZ] [SHDC][AKQJT2-9]", text)] == [
        f"{one.seat.label} {one.card}" for one in game.plays[9].played()
    ]
    assert kept.player == "W"
    assert client.get(response.headers["Location"]).status_code == 200
    assert client.post("/table/from/hel-game-01/52").status_code == 404
    assert client.post("/table/from/no-game/3").status_code == 404


def test_a_wrong_answer_of_a_replay_can_be_played_on(client: FlaskClient, study: Study, library: Library) -> None:
    game = library.games["hel-game-01"]
    decision = next(one for one in game.decisions if isinstance(one.answer, Card))
    before = game.cards_at(decision.step) - 1
    wrong = next(card for card in game.plays[before].lawful() if card not in (decision.answer, *decision.also))
    page = client.post(f"/games/{game.id}/decisions/{decision.id}", data={"answer": str(wrong)}, follow_redirects=True)
    assert f'/table/from/{game.id}/{before}"' in page.text
    begun = client.post(f"/table/from/{game.id}/{before}", data={"seat": decision.seat.letter, "card": str(wrong)})
    assert begun.status_code == 303
    kept = study.matches.saved(next(iter(study.matches.all())))
    assert kept is not None
    assert kept.records[0][-1] == f"{decision.seat.label} {wrong}"
    absent = next(card for card in PACK if card not in game.plays[before].lawful())
    refused = client.post(f"/table/from/{game.id}/{before}", data={"card": str(absent)})
    assert refused.status_code == 400
    assert "cannot be played there" in refused.text


# ---- in a terminal -------------------------------------------------------------------------------------------------


def in_terminal(folder: Path, typed: str, *arguments: str) -> Result:
    return CliRunner().invoke(tutor, ["play", *arguments, "--data", str(folder)], input=typed)


def test_a_rubber_begun_in_a_terminal_goes_on_where_it_was_left(tmp_path: Path) -> None:
    begun = in_terminal(tmp_path, "hint\nswords\nhearts\nq\n", "bridge-english-1901", "--seed", "7")
    assert begun.exit_code == 0, begun.output
    assert "Hellespont, p." in begun.output
    assert "‘swords’ is not one of these" in begun.output
    assert "tutor play --resume 1" in begun.output
    resumed = in_terminal(tmp_path, "undo\nq\n", "--resume", "1")
    assert resumed.exit_code == 0, resumed.output
    assert "no trumps, leaves it" in resumed.output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "the game is missing"),
        (("wist",), "wist"),
        (("--resume", "9"), "9"),
        (("bridge-english-1901", "--seat", "Q"), "Q"),
    ],
)
def test_a_table_that_cannot_be_laid_in_a_terminal_is_told(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    result = in_terminal(tmp_path, "", *arguments)
    assert isinstance(result.exception, TutorError)
    assert says in str(result.exception)


# ---- the rigour of the game ----------------------------------------------------------------------------------------


def revoked(code: Code) -> tuple[Table, DealScore]:
    """A deal in which A or Z revokes once, played to its end, and what it would score had nobody revoked."""
    table = Table.laid(code, Match(code, "8", Seat.SOUTH, Strictness.RIGOUR).deal(0), code.rubber)
    has_revoked = False
    while not table.is_over:
        play = table.play
        if play is None:
            named = code.declaration(table.calling)
            quiet = [call for call in table.lawful() if call in (Content(), Pass())]
            table = table.after(quiet[0] if named and quiet else table.lawful()[-1])
            continue
        hand, led = play.hands[play.to_play], play.trick.suit_led
        others = [card for card in hand if led is not None and card.suit is not led and hand[led]]
        is_dummy = play.to_play in table.exposed
        if others and not has_revoked and not is_dummy:
            table, has_revoked = table.after(others[-1], revoking=True), True
        else:
            table = table.after(next(iter(play.lawful())))
    assert table.play is not None
    return table, code.reckon(table.deal, table.calling, table.play, table.sheet)


@pytest.mark.parametrize("code", [code for code in CODES.values() if is_kept(code)], ids=lambda code: code.key)
def test_a_revoke_is_paid_for_by_the_side_that_made_it(code: Code) -> None:
    table, unpaid = revoked(code)
    assert table.play is not None
    offender = next(one for one in table.play.renounces if one.is_revoke).seat.side
    paid = table.score()

    def gain(score: DealScore) -> int:
        return sum(item.points if item.party is offender else -item.points for item in score.items)

    assert gain(paid) < gain(unpaid)


def adversary_at_play() -> Table:
    """A bridge deal in which Y, who is no dealer, is in the play and A is to lead to the second trick."""
    table = laydown()
    assert table.play is not None
    return table


def test_an_exposed_card_of_an_adversary_is_called_as_soon_as_it_can_be_played() -> None:
    table = adversary_at_play()
    assert table.play is not None
    card = next(card for card in table.play.hands[Seat.WEST] if card.suit.letter == "S")
    table = table.after_offence(Seat.WEST, ExposeCard(card))
    assert table.face_up == (card,)
    table = table.after(Card.parse("SA"))
    assert table.lawful() == (card,)
    with pytest.raises(Illegal) as refused:
        table.after(next(one for one in table.play.hands[Seat.WEST] if one != card), revoking=True)  # type: ignore[union-attr]
    assert re.search(r"law 70, p\. 14.*which is exposed", laws().worded(refused.value))
    assert table.after(card).face_up == ()


def test_a_card_that_the_dealer_exposes_costs_nothing() -> None:
    """Hellespont, law 72 and those after it speak of adversaries alone."""
    table = adversary_at_play()
    assert table.after_offence(Seat.SOUTH, ExposeCard(Card.parse("SA"))).face_up == ()


def test_a_card_led_out_of_turn_lies_exposed_and_the_right_player_leads() -> None:
    table = adversary_at_play()
    assert table.play is not None
    card = next(iter(table.play.hands[Seat.WEST]))
    after = table.after_offence(Seat.WEST, LeadOutOfTurn(card))
    assert after.face_up == (card,)
    assert after.hand_to_act is Seat.SOUTH
    with pytest.raises(Malformed, match="not a lead out of turn"):
        table.after_offence(Seat.SOUTH, LeadOutOfTurn(Card.parse("SA")))
    with pytest.raises(Malformed, match="you do not hold"):
        table.after_offence(Seat.WEST, ExposeCard(Card.parse("SA")))


def test_offences_are_kept_with_the_record_and_shown(client: FlaskClient, study: Study) -> None:
    address = begin(client, seat="Y", strictness="rigour", seed="7")
    for _ in range(60):
        page = unescape(client.get(address).text)
        if "Expose it" in page:
            break
        act(client, address) if 'name="after"' in page else client.post(f"{address}/go-on")
    card = re.findall(r'<option value="([SHDC][^"]+)"', page)[0]
    assert client.post(f"{address}/offend", data={"card": card, "how": "exposes"}).status_code == 303
    page = unescape(client.get(address).text)
    assert "Y exposes the" in page
    assert "may be called" in page
    kept = study.matches.saved(1)
    assert kept is not None
    assert f"Y exposes {card}" in kept.records[0]
    assert client.post(f"{address}/offend", data={"card": "H99", "how": "exposes"}).status_code == 400
    assert client.post(f"{address}/offend", data={"card": card, "how": "steals"}).status_code == 400
    guided = begin(client)
    assert client.post(f"{guided}/offend", data={"card": "HA", "how": "exposes"}).status_code == 400


def test_the_rigour_is_refused_where_no_law_says_what_it_costs(client: FlaskClient) -> None:
    response = client.post("/table/", data=CHOICES | {"code": "humbug-1859", "strictness": "rigour"})
    assert response.status_code == 400
    assert "the laws do not say what a revoke costs" in unescape(response.text)

"""LIN: what we write another program reads as we meant it, what comes in is read however it is written."""

from __future__ import annotations

from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from endplay.parsers import lin as endplay_lin
from endplay.types import Board as TheirBoard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.strategies import deals
from tutor.__main__ import tutor
from tutor.auction import Bid, Call, Denomination, Double, Pass
from tutor.cards import Card
from tutor.cli import export
from tutor.deal import Deal, pbn_hand
from tutor.errors import Fault, Malformed
from tutor.exchange.deal_yaml import content_id, deal_yaml
from tutor.exchange.lin import boards as lin
from tutor.exchange.lin.boards import VIEWER, Board, LinCall, board_line, boards, parse, viewer_link
from tutor.exchange.lin.content import board_of
from tutor.library.catalogue import Library, check
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game
from tutor.seats import BySeat, Seat, Side

MATCH = """vg|Cup,Final,I,5,6,Reds,0,Blues,0|
RS|4HN+1,3NS-1,PASS,|
pn|Ann,Bob,Cyd,Dee,Eve,Flo,Gus,Hal|pg||
qx|o5|st||md|3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,|rh||ah|Board 5|sv|b|mb|1N|
mb|p|mb|2d!|an|hearts|mb|p|mb|2H|mb|p|mb|4H|mb|p|mb|p|mb|p|nt|West
thinks|zz|no such thing|pg||pc|sj|pc|S2|pc|
SA|pc|S5|pg||mc|11|pg||
qx|c5|md|3s269h2568qadtqc2t,s47ahjd3479c4567q,s58qh479kdkac38ja|sv|b|mb|1N|mb|ppp|pg||
"""


def one(text: str) -> Board:
    found, faults = boards(parse(text))
    assert not faults
    (board,) = found
    return board


def fault(text: str) -> Fault:
    found, faults = boards(parse(text), "a.lin")
    assert not found
    return faults[0]


def theirs(text: str) -> TheirBoard:
    (board,) = endplay_lin.loads(text)
    return board


# ---- against another reader --------------------------------------------------------------------------------------


def test_endplay_reads_every_game_and_deal_as_we_wrote_it(library: Library) -> None:
    assert len(library.games) == 32
    every: list[Game | ExampleDeal] = [*library.games.values(), *library.deals.values()]
    for number, content in enumerate(every, start=1):
        ours = board_of(content, number)
        read = theirs(board_line(ours))
        assert read.dealer
        assert read.dealer.abbr == content.deal.dealer.letter
        assert read.board_num == number
        hands = dict(zip("NESW", str(read.deal).removeprefix("N:").split(), strict=True))
        assert hands == {seat.letter: pbn_hand(hand) for seat, hand in content.deal.hands.items()}
        assert [Card.parse(card.suit.name[0] + card.rank.abbr) for card in read.play] == list(ours.cards)
        if ours.declaration:
            assert read.contract
            assert read.contract.declarer.abbr == ours.declaration.by.letter
            assert read.contract.denom.name[0].upper() == ours.declaration.denomination.letter
            assert read.contract.level == ours.declaration.contract
            assert read.contract.penalty.value - 1 == ours.declaration.doubled


def test_every_game_comes_back_with_its_play(library: Library) -> None:
    for game in library.games.values():
        board = one(board_line(board_of(game, 1)))
        assert board == board_of(game, 1)
        assert board.play() == game.play, game.id
        assert board.declaration
        assert board.declaration.by is game.player
        assert board.declaration.denomination is game.declaration.denomination
        assert board.declaration.doubled == game.declaration.doubled


def test_a_game_without_bids_says_so(library: Library) -> None:
    (comment,) = board_of(library.game("hel-game-01")).comments
    assert "has no bids: A named spades" in comment
    assert "reconstructed" in comment
    (bidding,) = board_of(library.game("fos-game-01")).comments
    assert "no bids" not in bidding


@settings(max_examples=25)
@given(deals(), st.integers(1, 99))
def test_what_endplay_writes_is_read(deal: Deal, number: int) -> None:
    ours = Board(deal, number, calls=(LinCall(Bid(1, Denomination.CLUBS)), *[LinCall(Pass())] * 3))
    again = one(endplay_lin.dumps([theirs(board_line(ours))]))
    assert again.deal.hands == deal.hands
    assert (again.deal.dealer, again.number, again.calls) == (deal.dealer, number, ours.calls)


# ---- there and back ----------------------------------------------------------------------------------------------

prose = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30).map(lin._safe)
calls = st.lists(
    st.builds(
        LinCall, st.one_of(st.builds(Bid, st.integers(1, 7), st.sampled_from(Denomination)), st.just(Pass())),
        st.booleans(), prose,
    ),
    max_size=12,
)  # fmt: skip


def played(deal: Deal, said: tuple[LinCall, ...], number: int, random: Random) -> tuple[Card, ...]:
    """So many cards of a random play."""
    board = Board(deal, calls=said)
    if board.declaration is None:
        return ()
    play = board.play()
    for _ in range(number):
        play = play.after(random.choice(list(play.lawful())))
    return tuple(one.card for one in play.played())


@settings(max_examples=40)
@given(st.data())
def test_a_board_comes_back(data: st.DataObject) -> None:
    deal, said = data.draw(deals()), tuple(data.draw(calls))
    board = Board(
        deal,
        data.draw(st.integers(0, 999)),
        BySeat(*(data.draw(prose).replace(",", "").strip() for _ in Seat)),
        data.draw(st.sampled_from([(), (Side.NS,), (Side.EW,), (Side.NS, Side.EW)])),
        said,
        played(deal, said, data.draw(st.integers(0, 52)), Random(data.draw(st.integers(0, 9)))),
        data.draw(st.one_of(st.none(), st.integers(0, 13))),
        tuple(filter(None, data.draw(st.lists(prose, max_size=2)))),
        data.draw(st.sampled_from(["", "o", "c"])),
    )
    assert one(board_line(board)) == board
    assert one(board_line(board).upper().replace("|MD|", "|\r\n MD |\r\n")).deal == deal


@given(st.text(st.sampled_from("|mdpqxnc1S9HK,\n!? \ufeff"), max_size=80))
def test_any_text_is_kept_as_it_is_and_told_without_a_crash(text: str) -> None:
    assert str(parse(text)) == text
    found, faults = boards(parse(text))
    assert found or faults


def test_doubles_come_back_as_double_and_redouble() -> None:
    deal = Deal.shuffled(Random(1), Seat.WEST)
    said: list[Call] = [Bid(1, Denomination.SPADES), Double(), Double(), Bid(2, Denomination.CLUBS), Double()]
    text = board_line(Board(deal, calls=tuple(map(LinCall, said))))
    assert "mb|1S|mb|d|mb|r|mb|2C|mb|d|" in text
    assert [call.call for call in one(text).calls] == said


# ---- what comes in -----------------------------------------------------------------------------------------------


def test_a_match_of_two_rooms_is_read() -> None:
    found, faults = boards(parse(MATCH))
    assert not faults
    open_room, closed = found
    assert str(parse(MATCH)) == MATCH
    assert open_room.deal.hands == closed.deal.hands
    assert open_room.deal.dealer is Seat.NORTH
    assert pbn_hand(open_room.deal.hands.east) == "KJT3.T3.J8652.K9"
    assert [(board.room, board.number, board.result) for board in found] == [("o", 5, "4HN+1"), ("c", 5, "3NS-1")]
    assert open_room.players == BySeat("Ann", "Bob", "Cyd", "Dee")
    assert closed.players == BySeat("Eve", "Flo", "Gus", "Hal")
    assert open_room.vulnerable == (Side.NS, Side.EW)
    assert open_room.calls[2] == LinCall(Bid(2, Denomination.DIAMONDS), is_alerted=True, meaning="hearts")
    assert open_room.comments == ("West thinks",)
    assert open_room.claimed == 11
    assert len(open_room.play().tricks) == 1
    assert len(closed.calls) == 4


@pytest.mark.parametrize(
    ("old", "new", "what", "mend"),
    [
        ("md|1", "md|7", "names no dealer", "1 South"),
        ("SAK", "SAKK", "K is given twice", "Strike one out"),
        ("SAK", "HAK", "is held by A and Y", "each once"),
        ("SAK", "SA1", "‘1’ is not a rank", "SAK2HQJ3"),
        ("mb|1S", "mb|8S", "‘8S’ is not a call", "1C to 7N"),
        ("pc|C2", "pc|CX", "‘CX’ is not a card", "SJ"),
        ("pc|C2", "pc|SA", "cannot be followed", "leave out the play"),
        ("mc|9", "mc|14", "not a number of tricks", "0 to 13"),
        ("sv|o", "sv|q", "not a vulnerability", "nobody"),
    ],
)
def test_a_fault_is_told_with_its_line_and_its_mend(old: str, new: str, what: str, mend: str) -> None:
    text = (
        "pn|a,b,c,d|\nmd|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,CAKQJT98765432|\n"
        "sv|o|\nmb|1S|mb|p|mb|p|mb|p|\npc|H2|pc|D3|pc|C2|\nmc|9|"
    )
    assert one(text).claimed == 9
    found = fault(text.replace(old, new, 1))
    assert what in found.what
    assert mend in found.mend
    lines = {"md": 2, "SAK": 2, "sv": 3, "mb": 4, "pc": 5, "mc": 6}
    assert found.line == lines[old.split("|")[0]]
    assert found.file == "a.lin"


def test_one_faulty_board_does_not_spoil_the_others() -> None:
    found, faults = boards(parse("md|1SAK|" + MATCH))
    assert len(found) == 2
    assert len(faults) == 1


def test_a_text_without_a_deal_and_one_too_large_are_refused() -> None:
    assert "no deal" in fault("mb|1S|").what
    with pytest.raises(Malformed, match="Split it"):
        parse("a" * (lin.LARGEST + 1))


def test_the_link_has_the_whole_board_in_it(library: Library) -> None:
    board = board_of(library.game("hel-game-04"), 1)
    link = viewer_link(board)
    assert link.startswith(VIEWER)
    assert one(unquote(link.removeprefix(VIEWER))) == board
    assert not set(link) & set("| <>\"'")


# ---- as content --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_imported_passes_the_check_of_content(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "My <b> hands.lin"
    game = library.game("fos-game-02")
    file.write_text(board_line(board_of(game, 1)) + MATCH, encoding="cp1252")
    run = CliRunner()
    result = run.invoke(tutor, ["import", "lin", str(file), "--yaml", str(tmp_path / "kept")])
    assert result.exit_code == 0, result.output
    kept = sorted((tmp_path / "kept").iterdir())
    assert [path.name for path in kept] == [f"my-b-hands-{number}.yaml" for number in (1, 2, 3)]
    assert check([tmp_path / "kept"]) == []
    assert "- B bids 3 no trumps\n- Z doubles\n" in kept[0].read_text()
    assert "This deal is not in the book: it comes from My ‹b› hands.lin, board 1." in kept[0].read_text()
    again = run.invoke(tutor, ["import", "lin", str(file), "--yaml", str(tmp_path / "kept")])
    assert again.exit_code != 0
    assert "already exists" in again.output


@given(deal=deals(), text=st.text(max_size=120), turns_up=st.booleans())
def test_content_made_of_any_text_has_no_tag_and_one_line_to_each_scalar(deal: Deal, text: str, turns_up: bool) -> None:
    turn_up = next(iter(deal.hands[deal.dealer])) if turns_up else None
    made = deal_yaml(content_id(text), Deal(deal.hands, deal.dealer, turn_up), title=text, source=text)
    assert "<" not in made
    assert [line.split(":")[0] for line in made.splitlines()[1:5]] == ["kind", "title", "brought_from", "source"]
    assert content_id(text).replace("-", "").isalnum()


def test_export_writes_all_and_some(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "load", lambda: library)
    to = tmp_path / "some.lin"
    result = CliRunner().invoke(tutor, ["export", "lin", "hel-game-01", "hel-average-1", "-o", str(to)])
    assert result.exit_code == 0, result.output
    assert len(boards(parse(to.read_text()))[0]) == 2
    link = CliRunner().invoke(tutor, ["export", "lin", "--link", "hel-game-01"])
    assert link.output.startswith(VIEWER)

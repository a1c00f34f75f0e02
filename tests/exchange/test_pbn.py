"""PBN: read and written back byte for byte, the standard’s own games understood, and what we write opened by others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

import endplay.parsers.pbn as endplay_pbn
import pytest
import yaml
from click.testing import CliRunner
from endplay.types import Board
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.paths import DATA
from tutor.__main__ import tutor
from tutor.auction import Bid, Calling, Declaration, Denomination, Double, Pass
from tutor.cards import Card, Hand
from tutor.deal import Deal
from tutor.errors import FaultyContent, Malformed, Unknown
from tutor.exchange.pbn import tags as pbn_tags
from tutor.exchange.pbn.content import auction_words, contract_of, pbn_file, sections_of
from tutor.exchange.pbn.deal_yaml import DealConverter
from tutor.exchange.pbn.document import LARGEST, MANDATORY, MOST_GAMES, Pbn, PbnSection
from tutor.exchange.pbn.export_format import LONGEST, comment_lines, export_text, latin
from tutor.exchange.pbn.reader import GameRecord, game_records, refused
from tutor.exchange.pbn.sections import MOST_PIECES, PbnColumn, entries, table, table_section
from tutor.library.catalogue import Library, check
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game
from tutor.play import Play, Played
from tutor.seats import Seat

SAMPLES = DATA / "pbn"
FILES = sorted(SAMPLES.glob("*.pbn"))
CORRECT = [file for file in FILES if not file.stem.startswith("errors")]

every_file = for_each("file", FILES, ids=lambda file: file.stem)


def read(name: str) -> Pbn:
    return Pbn.read((SAMPLES / name).read_bytes(), name)


def understood(text: str) -> GameRecord:
    """What the only game of a text says."""
    (reading,) = game_records(Pbn.parse(text))
    return reading


def told(text: str) -> str:
    """The faults of the only game of a text."""
    return "\n".join(map(str, understood(text).faults))


@pytest.fixture(scope="module")
def everything(library: Library) -> bytes:
    """All of the library as one file."""
    return pbn_file((*library.games.values(), *library.deals.values(), *library.problems.values())).content


@pytest.fixture(scope="module")
def all_read(everything: bytes) -> list[GameRecord]:
    return list(game_records(Pbn.read(everything)))


# ---- byte for byte -------------------------------------------------------------------------------------------------


@every_file
def test_a_file_that_is_not_altered_is_written_back_byte_for_byte(file: Path) -> None:
    content = file.read_bytes()
    assert Pbn.read(content).content == content


@for_each("line_end", ["\n", "\r\n", "\r"])
@every_file
def test_games_are_told_apart_whatever_ends_a_line(file: Path, line_end: str) -> None:
    text = file.read_bytes().decode("latin-1").replace("\r\n", "\n")
    turned = text.replace("\n", line_end)
    assert str(Pbn.parse(turned)) == turned
    assert [game.tags for game in Pbn.parse(turned).games] == [game.tags for game in Pbn.parse(text).games]


PIECES = st.sampled_from(
    ["[", "]", '"', "{", "}", ";", "%", "\n", "\r\n", "\r", "\\", " ", "\t", "Deal", "Auction", "Play", "Note", "#",
     "=1=", "$3", "*", "+", "^R", "AP", "1NT", "SK", "-", "N:", "é", "♠", '[Event "x"]\n', '[Auction "N"]\n',
     '[Play "E"]\n',
     '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n', '[Contract "1NT"]\n',
     '[Dealer "N"]\n', '[Declarer "W"]\n', '[ScoreTable "A;B"]\n', '[Result "7"]\n']
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=40).map("".join))
@example('[A "b\\"]')
@example('[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n]%')
@example('[Event "x"]\n\n%')
def test_any_text_is_read_to_its_end_and_written_back(text: str) -> None:
    pbn = Pbn.parse(text)
    assert str(pbn) == text
    for reading in game_records(pbn):
        assert all(fault.line >= 1 and fault.what for fault in reading.faults)


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_to_their_end_and_written_back(content: bytes) -> None:
    assert Pbn.read(content).content == content


def test_an_empty_line_ends_a_game_but_not_within_a_comment() -> None:
    pbn = Pbn.parse('[Event "a"]\n{ one\n\ntwo }\n[Site "b"]\n \t\n{ alone }\n\n[Event "c"]\n\n; the end')
    assert [list(game.tags) for game in pbn.games] == [["Event", "Site"], ["Event"]]
    assert pbn.games[1].opening == " \t\n{ alone }\n\n"
    assert pbn.after == "\n; the end"


def test_a_file_says_which_version_it_keeps_to() -> None:
    assert [read(f"{name}.pbn").version for name in ("dds-multi-board", "dds-example")] == ["2.1", None]


def test_latin_letters_are_told_from_utf_8() -> None:
    for encoding in ("latin-1", "utf-8"):
        pbn = Pbn.read('[West "Cælebs"]'.encode(encoding))
        assert (pbn.games[0].tags["West"], pbn.encoding) == ("Cælebs", encoding)


# ---- the standard’s own games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", CORRECT, ids=lambda file: file.stem)
def test_a_file_without_errors_has_no_fault(file: Path) -> None:
    pbn = read(file.name)
    assert [str(fault) for fault in (*pbn.faults, *(one for game in game_records(pbn) for one in game.faults))] == []


def test_the_game_at_schiphol_is_understood() -> None:
    reading = next(game_records(read("correct-10.pbn")))
    assert str(reading.deal) == "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
    assert reading.calling is not None
    assert [str(said.call) for said in reading.calling][:6] == [
        "bids one diamond", "bids one spade", "bids three hearts", "bids four spades", "bids four no trumps", "doubles",
    ]  # fmt: skip
    assert str(reading.declaration) == "five hearts, doubled"
    assert (reading.declarer, reading.leader) == (Seat.SOUTH, Seat.WEST)
    assert reading.play is not None
    assert [trick.leader.letter for trick in reading.play.tricks] == list("WNSNNN")
    assert str(reading.played[-1]) == "A H2"  # the rest was claimed; A is South
    assert reading.result is not None
    assert (reading.result.ns, reading.result.ew) == (9, 4)


def test_the_irregularities_are_told() -> None:
    reading = list(game_records(read("correct-10.pbn")))[2]
    assert reading.irregularities == (
        "declarer and dummy were exchanged",
        "North lost a call, because another player called out of turn",
        "South made an insufficient bid, 1C", "North made an insufficient bid, 3NT",
        "East lost a call, because another player called out of turn",
        "South lost a call, because another player called out of turn",
        "South led out of turn to trick 2", "East revoked with S5 at trick 2", "East revoked with C6 at trick 3",
    )  # fmt: skip


def test_annotations_are_kept_with_their_calls_and_cards() -> None:
    game = read("correct-10.pbn").games[1]
    bid = entries(game, "Auction", "PBN").entries[3]
    assert (bid.text, bid.note, bid.nags) == ("3H", 1, [1, 13])
    card = entries(game, "Play", "PBN").entries[0]
    assert (card.text, card.note, card.nags) == ("SK", 1, [7, 14])
    assert entries(game, "Play", "PBN").notes == {1: "highest of series"}


def test_quotation_marks_and_backslashes_are_read_and_others_left() -> None:
    assert read("correct-10.pbn").games[3].tags["East"] == '\\"\\""\\  \\a'


def test_values_are_inherited_as_the_standard_has_it() -> None:
    tags = list(read("correct-20.pbn").tags())
    assert {one["Event"] for one in tags[:6]} == {"Autumn regional"}
    assert [one.get("Hidden") for one in tags[:7]] == [None, "WNE", "WNE", "NES", "NES", "NES", None]
    assert (tags[1]["West"], tags[3]["West"]) == ("?", "")
    assert tags[-1]["ScoreTable"] == tags[-2]["ScoreTable"]


def test_a_table_is_read_under_its_columns() -> None:
    section = read("correct-20.pbn").games[-2].section("TotalScoreTable")
    assert section is not None
    first = next(table(section, section.value).dicts())
    assert first["Names"] == "Sergey OSTRIKOV      ;Oleg ODINTSEV        "
    assert (first["Rank"], first["Percentage"]) == ("1", "72.49")
    assert str(PbnColumn.parse("+Score_NS\\5R")) == "+Score_NS\\5R"


def test_a_game_to_be_continued_stops_before_the_card_to_come() -> None:
    game = next(one for one in game_records(read("correct-20.pbn")) if one.played and str(one.played[-1].card) == "SA")
    assert (len(game.played), game.leader, game.faults) == (13, Seat.EAST, ())


def test_an_end_position_has_its_trumps_and_its_leader() -> None:
    ending = next(one for one in game_records(read("correct-20.pbn")) if one.is_ending)
    assert (ending.leader, str(ending.declaration), len(ending.played)) == (Seat.WEST, "hearts", 20)
    assert ending.deal is None


def test_what_the_export_format_cannot_hold_is_said() -> None:
    with pytest.raises(FaultyContent, match="Event makes a line of 310 characters, and the most allowed is 253"):
        export_text([[PbnSection.made("Event", "x" * 300)]])


def test_a_comment_is_kept_on_short_lines_of_allowed_characters() -> None:
    assert comment_lines("a ‘dash’ — ♥") == ["{a 'dash' - \\H}"]
    lines = comment_lines("word " * 60 + "}")
    assert (lines[0], lines[-1]) == ("{", "}")
    assert max(map(len, lines)) <= 78
    assert "}" not in "".join(lines[1:-1])
    assert latin("Cælebs, 漢") == "Cælebs, ?"


def test_an_element_of_a_table_with_a_space_is_a_string() -> None:
    section = table_section(
        "LoveAllCallTable", [PbnColumn("Call"), PbnColumn("Number", width=3, side="R")], [['a "b"', "1"]]
    )
    assert str(section) == '[LoveAllCallTable "Call;Number\\3R"]\n"a \\"b\\""   1\n'
    assert table(section, section.value).rows == (('a "b"', "1"),)


# ---- faults --------------------------------------------------------------------------------------------------------

ERRORS = {
    "No tag value": "a tag is not well formed",
    "Bad character": ("a tag is not well formed", "a tab"),
    "Bad side": "‘BLACK’ is not a value of Dealer",
    "Bad rank": ("‘V’ is not a rank", "‘S1’ is not a card"),
    "Wrong tag value: Double SK": "SK in two hands",
    "Bad deal: West has 14 cards": "West 14, North 12",
    "Bad deal: West has 12 cards, others have 13 cards": "West 12, North 13",
    "Bad deal: No cards": "no hand is given",
    "Bad tag value": "is not a contract",
    "Bad number: Bad result format": "is not a result",
    "Wrong character: Characters do not obey syntax": "‘bad’ comes before the first tag",
    "No dealer": "there is no dealer",
    "No declarer": "there is no declarer",
    "No contract": "there is no contract",
    "Bad side: Dealer north must bid first": "East calls first, but the dealer is North",
    "Bad trump": ("‘1’ is not a call", "contract is one diamond"),
    "Bad call: 1C": "1C is not sufficient",
    "Bad call: X": "nothing for South to double",
    "Bad call: XX": "nothing for West to redouble",
    "Double suffix": "second judgement",
    "Bad nag": "$7 is an annotation of cards",
    "Bad declarer": "South is declarer, but the tag says West",
    "Bad risk": "contract is one club, doubled",
    "Revoke: HA, DA": "may not play",
    "Bad card": "was played before",
    "Bad lead": "West’s turn to lead, so the lead is not out of turn",
    "Bad revoke": "S4 is not a revoke",
    "Bad number: sum differs from 13": "is not a result",
    "Bad result": "the cards allow",
    "Bad inheritance": "may not be inherited",
}


def test_every_error_of_the_standards_own_file_is_found_where_it_stands() -> None:
    pbn = read("errors-10.pbn")
    faults = [*pbn.faults, *(fault for reading in game_records(pbn) for fault in reading.faults)]
    lines = str(pbn).split("\n")
    marks = [number for number, line in enumerate(lines, start=1) if line.startswith("% ")]
    known = {number: ERRORS[lines[number - 1][2:]] for number in marks if lines[number - 1][2:] in ERRORS}
    assert set(ERRORS) == {lines[number - 1][2:] for number in known}
    ends = [number for number, line in enumerate(lines, start=1) if not line]
    for number, says in known.items():
        begins, end = max((one for one in ends if one < number), default=0), min(one for one in ends if one > number)
        near = [fault for fault in faults if begins < fault.line < end + 4]
        assert any(one in fault.what for fault in near for one in ([says] if isinstance(says, str) else says)), number


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[Deal "N:AK.. - -"]', "is not a deal"),
        ('[Dealer "N"]\n[Auction "N"]\n1C $1 {x} "y"\n', "PBN:3:11: ‘\"y\"’ is neither"),
        ('[Dealer "N"]\n[Auction "Q"]\n', "‘Q’ is not a value of Auction"),
        ('[Dealer "N"]\n[Auction "N"]\n1C * Pass\n', "PBN:3:6: ‘Pass’ comes after the end"),
        ('[Dealer "N"]\n[Auction "N"]\n1C ^R Pass\n', "is not an irregularity of this section"),
        ('[Dealer "N"]\n[Auction "N"]\n1C\n[Note "x"]\n', "PBN:4:1: ‘x’ is not a note"),
        ('[Dealer "N"]\n[Auction "N"]\n1D ^I 1H\n', "1H is sufficient"),
        ('[Result "7"]', "there is a result but no declarer"),
        ('[LoveAllCode "bridge-english-1901"]\n[Dealer "S"]\n[LoveAllCallTable "Call"]\n"Y doubles"\n', "PBN:3:1"),
        ('[LoveAllCode "bridge-english-1901"]\n[Dealer "S"]\n[LoveAllCallTable "Said"]\nx\n', "no column Call"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(text: str, says: str) -> None:
    assert says in told(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [('[Event "a"]\n{ open', "PBN:2:1: a comment has no end"), ('[A "b', "PBN:1:1: a tag is not well formed"),
     ('[T "a"]\n"open\n', "PBN:2:1: a string has no end")],
)  # fmt: skip
def test_a_fault_of_the_layout_is_told_with_its_place(text: str, says: str) -> None:
    assert any(says in str(fault) for fault in Pbn.parse(text).faults)


def test_hands_not_given_are_not_made_up_but_three_give_the_fourth() -> None:
    two = understood('[Deal "W:KQT2.AT.J6542.85 - A8654.KQ5.T.QJT6 -"]')
    assert (two.deal, two.hands.north, two.faults) == (None, None, ())
    three = understood('[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 -"]')
    assert three.hands.west == Hand.parse("S:KQT2 H:AT D:J6542 C:85")
    assert understood('[Event "no deal"]').deal is None


def test_a_passed_out_deal_is_no_fault() -> None:
    reading = understood('[Dealer "S"]\n[Contract "Pass"]\n[Declarer ""]\n[Result ""]\n[Auction "S"]\nAP\n')
    assert (reading.is_passed_out, reading.declaration, reading.faults) == (True, None, ())


# ---- limits --------------------------------------------------------------------------------------------------------


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(FaultyContent, match="5,000,001 bytes"):
        Pbn.read(b" " * (LARGEST + 1))
    with pytest.raises(FaultyContent, match="over 10,000 games"):
        Pbn.parse('[A""]\n\n' * (MOST_GAMES + 1))
    with pytest.raises(FaultyContent, match="over 1,000 tags in one game"):
        Pbn.parse('[A""]\n' * 2_000)


def test_a_section_is_read_no_further_than_a_game_can_go() -> None:
    assert "the section Auction is too long" in told(f'[Dealer "N"]\n[Auction "N"]\n{"- " * 3_000}')
    section = Pbn.parse(f'[ScoreTable "A"]\n{"a " * (MOST_PIECES + 1)}').games[0].sections[0]
    with pytest.raises(Malformed, match="over 20,000 parts"):
        table(section, "A")


@pytest.mark.parametrize(
    "unit", ["[", '[A"', "{", '"\\', "[A ", '[Deal"', "\n \n", "%\n", '[A""]"\n\n', "^R", "=1"], ids=repr
)
def test_hostile_text_takes_no_more_than_its_share_of_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        begun = process_time()
        assert str(Pbn.parse(text)) == text
        for _ in game_records(Pbn.parse(f'[Dealer "N"]\n[Auction "N"]\n{text}')):
            pass
        return process_time() - begun

    short, long = (min(seconds(size) for _ in range(2)) for size in (4_000, 32_000))
    assert long < 30 * short + 0.02  # were it quadratic, 64 times


# ---- the library out and in ----------------------------------------------------------------------------------------


def test_all_of_the_library_is_written_strictly_and_read_without_a_fault(
    everything: bytes, all_read: list[GameRecord]
) -> None:
    pbn = Pbn.read(everything)
    assert pbn.content == everything
    for game in pbn.games:
        names = [section.name for section in game.sections]
        assert names[: len(MANDATORY)] == list(MANDATORY)
    assert max(map(len, everything.split(b"\r\n"))) <= LONGEST
    assert [fault for reading in all_read for fault in reading.faults] == []


def test_what_was_written_of_a_game_is_read_as_the_same(library: Library, all_read: list[GameRecord]) -> None:
    games = [reading for reading in all_read if reading.values[pbn_tags.KIND] == "game"]
    assert len(games) == len(library.games)
    for game, reading in zip(library.games.values(), games, strict=True):
        assert reading.deal == game.deal
        assert reading.calling == Calling(game.calling.dealer, game.calling.said)
        assert reading.declaration == game.declaration
        assert reading.played == tuple(game.play.played())
        assert reading.play == game.play
        assert reading.result == game.tricks
        assert reading.leader is game.plays[0].to_play


def test_what_was_written_of_deals_and_endings_is_read_as_the_same(
    library: Library, all_read: list[GameRecord]
) -> None:
    by_id = {reading.values[pbn_tags.ID]: reading for reading in all_read}
    for deal in library.deals.values():
        reading = by_id[deal.id]
        assert reading.deal == deal.deal
        said = deal.calling.said if deal.calling and deal.calling.declaration else None
        assert (reading.calling.said if reading.calling else None) == said
    for problem in library.problems.values():
        reading = by_id[problem.id]
        assert tuple(reading.hands) == tuple(problem.hands)
        assert reading.played == tuple(problem.play.played())


def test_each_card_says_how_it_is_known(library: Library) -> None:
    game = library.game("hel-game-01")
    (section,) = (one for one in sections_of(game) if one.name == pbn_tags.CARDS)
    rows = list(table(section, section.value).dicts())
    assert [(row["Card"], row["Provenance"]) for row in rows] == [
        (str(played.card), provenance.value) for played, provenance in game.played()
    ]


def test_the_authors_notes_stand_at_their_cards(library: Library) -> None:
    game = library.game("hel-game-01")
    read_again = entries(Pbn.read(pbn_file([game]).content).games[0], "Play", "PBN")
    at = {read_again.notes[one.note][:20]: one.text for one in read_again.entries if one.note}
    for note in game.notes:
        if note.after:
            played = list(game.play.played())[note.after - 1]
            assert at[latin(note.text)[:20]] == str(played.card)


def test_calls_that_contract_bridge_forbids_are_not_passed_off_as_its_auction(library: Library) -> None:
    first, second = library.game("fos-game-01"), library.game("fos-game-02")
    assert auction_words(first.calling) == []  # two no trumps over three diamonds
    assert "Auction" not in [section.name for section in sections_of(first)]
    assert auction_words(second.calling)[:4] == ["1C", "1D", "1H", "1NT"]
    assert pbn_tags.CALLS in [section.name for section in sections_of(library.game("hel-game-01"))]


def test_an_id_of_nothing_is_unknown() -> None:
    result = CliRunner().invoke(tutor, ["export", "pbn", "hel-game-011"])
    assert isinstance(result.exception, Unknown)
    assert "hel-game-01" in str(result.exception)


# ---- endplay -------------------------------------------------------------------------------------------------------


def boards(content: bytes) -> list[Board]:
    found: list[Board] = endplay_pbn.loads(content.decode("latin-1").replace("\r\n", "\n"))
    return found


def cards_of(board: Board) -> list[str]:
    return [card.suit.name[0].upper() + card.rank.abbr for card in board.play]


def test_endplay_opens_every_game_and_agrees_on_deal_contract_and_play(library: Library) -> None:
    games = tuple(library.games.values())
    for game, board in zip(games, boards(pbn_file(games).content), strict=True):
        assert Deal.parse(board.deal.to_pbn(), game.deal.dealer).hands == game.deal.hands
        assert board.dealer
        assert board.contract
        leader = game.plays[0].to_play
        assert (board.dealer.abbr, board.contract.declarer.abbr) == (game.deal.dealer.letter, leader.right.letter)
        assert board.contract.denom.name[0].upper() == game.declaration.denomination.letter
        assert board.contract.level == (game.declaration.contract or 1)
        assert len(board.contract.penalty.abbr) == game.declaration.doubled
        assert board.contract.result == game.tricks[leader.right.side] - 6 - board.contract.level
        assert cards_of(board) == [str(one.card) for one in game.play.played()]
        assert board.info[pbn_tags.ID] == game.id


def test_endplay_opens_every_deal_and_agrees_on_it(library: Library) -> None:
    examples: tuple[ExampleDeal, ...] = tuple(library.deals.values())
    for example_deal, board in zip(examples, boards(pbn_file(examples).content), strict=True):
        assert Deal.parse(board.deal.to_pbn(), example_deal.deal.dealer).hands == example_deal.deal.hands


def test_what_endplay_writes_is_read(library: Library) -> None:
    games: tuple[Game, ...] = tuple(library.games.values())
    text = endplay_pbn.dumps(boards(pbn_file(games).content))
    pbn = Pbn.parse(text)
    assert (str(pbn), pbn.version) == (text, "2.1")
    for game, reading in zip(games, game_records(pbn), strict=True):
        assert reading.deal is not None
        assert reading.deal.hands == game.deal.hands
        assert [one.card for one in reading.played] == [one.card for one in game.play.played()]


def dtest_lists() -> Iterator[tuple[list[int], str, list[str]]]:
    """The deals of a list of DDS: its numbers, the hands, the cards in the order of play."""
    lines = (SAMPLES / "dds-list10.txt").read_text(encoding="ascii").splitlines()[1:]
    for deal, play in zip(lines[::2], lines[1::2], strict=True):
        cards = play.split('"')[1]
        yield (
            [*map(int, deal.split('"')[0].split()[1:])],
            deal.split('"')[1],
            [cards[n : n + 2] for n in range(0, 104, 2)],
        )


def test_the_lists_of_dds_go_through_pbn_and_come_out_the_same() -> None:
    seats = "NESW"
    for numbers, hands, cards in dtest_lists():
        dealer, _, trump, leader = numbers
        denomination = Denomination("SHDCN"[trump])
        play = Play.of(Deal.parse(hands), denomination.trumps, Seat(seats[leader]))
        for card in cards:
            play = play.after(Card.parse(card))
        rows = [
            " ".join(str(trick.card_of(seat)) for seat in Seat(seats[leader]).round()) + "\n" for trick in play.tricks
        ]
        sections = [
            PbnSection.made("Dealer", seats[dealer]), PbnSection.made("Deal", hands),
            PbnSection.made("Vulnerable", "None"),
            PbnSection.made("Board", "1"), PbnSection.made("Declarer", Seat(seats[leader]).right.letter),
            PbnSection.made("Contract", contract_of(Declaration(denomination, Seat.NORTH))),
            PbnSection.made("Play", seats[leader], "".join(rows)),
        ]  # fmt: skip
        content = export_text([sections]).encode("latin-1")
        (reading,) = game_records(Pbn.read(content))
        assert reading.faults == ()
        assert [str(one.card) for one in reading.played] == cards
        (board,) = boards(content)
        assert cards_of(board) == cards


# ---- deals, calls and plays at random ------------------------------------------------------------------------------


def random_calling(random: Random, dealer: Seat) -> tuple[Calling, list[str]]:
    """Calls that contract bridge allows, to the three passes that end them, and how they are written."""
    calling, seat, words, passes = Calling(dealer), dealer, [], 0
    bids = [f"{number}{suit}" for number in range(1, 8) for suit in ("C", "D", "H", "S", "NT")]
    while passes < 3 or (passes < 4 and not calling.last_named):
        word = random.choice(["Pass", "Pass", "Pass", "X", "XX", *random.sample(bids, 3)])
        call = Pass() if word == "Pass" else Double() if word[0] == "X" else Bid.parse(word.replace("NT", "N"))
        if refused(calling, seat, call, word):
            continue
        passes = passes + 1 if word == "Pass" else 0
        calling, seat = calling.after(seat, call), seat.left
        words.append(word)
    return calling, words


def random_play(random: Random, deal: Deal, calling: Calling, cards: int) -> Play:
    declaration = calling.declaration
    assert declaration
    play = Play.of(deal, declaration.trumps, declaration.by.left)
    for _ in range(cards):
        play = play.after(random.choice(list(play.lawful())))
    return play


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from(Seat), st.integers(0, 52), st.sampled_from(["\n", "\r\n", "\r"]))
def test_deals_auctions_and_plays_at_random_come_back_the_same(seed: int, dealer: Seat, cards: int, ends: str) -> None:
    random = Random(seed)
    deal = Deal.shuffled(random, dealer)
    calling, words = random_calling(random, dealer)
    sections = [
        PbnSection.made("Dealer", dealer.letter),
        PbnSection.made("Deal", str(deal)),
        PbnSection.made("Auction", dealer.letter, "\n".join(words)),
    ]
    played: tuple[Played, ...] = ()
    if calling.declaration:
        play = random_play(random, deal, calling, cards)
        played = tuple(play.played())
        first = calling.declaration.by.left
        rows = (" ".join(str(one.card_of(seat) or "-") for seat in first.round()) for one in (*play.tricks, play.trick))
        sections += [
            PbnSection.made("Declarer", calling.declaration.by.letter),
            PbnSection.made("Contract", contract_of(calling.declaration)),
            PbnSection.made("Play", first.letter, "\n".join(rows)),
        ]
    text = export_text([sections], ends)
    assert str(Pbn.parse(text)) == text
    (reading,) = game_records(Pbn.parse(text))
    assert reading.faults == ()
    assert (reading.deal, reading.calling, reading.played) == (deal, calling, played)
    assert reading.declaration == calling.declaration
    assert auction_words(calling) == words


# ---- our own YAML --------------------------------------------------------------------------------------------------


def test_a_hand_of_others_is_taken_over_as_a_file_that_check_finds_good(library: Library, tmp_path: Path) -> None:
    taker = DealConverter(library.rulebook, ("hel-nt-guard",))
    pbn = read("correct-10.pbn")
    text = taker.yaml(pbn.games[0], next(game_records(pbn)), "correct-10.pbn")
    path = tmp_path / "schiphol.yaml"
    path.write_text(text, encoding="utf-8")
    assert check([path]) == []
    data = yaml.safe_load(text)
    assert data["hands"]["B"] == "S:- H:63 C:A9732 D:AKQ987"
    assert (data["dealer"], data["source"], data["result"]) == ("B", "hellespont", {"AB": 9, "YZ": 4})
    assert "# 1: Y SK, B H3, Z S4, A S3" in text
    assert "bids five hearts" in text  # of other laws, and so only in a remark


def test_our_own_hands_are_taken_back_with_all_that_a_deal_holds(
    library: Library, everything: bytes, all_read: list[GameRecord], tmp_path: Path
) -> None:
    taker = DealConverter(library.rulebook)
    pbn = Pbn.read(everything)
    taken = [reading for reading in all_read if reading.values[pbn_tags.KIND] == "deal"][::7]
    for reading in taken:
        deal = library.deals[reading.values[pbn_tags.ID]]
        text = taker.yaml(pbn.games[reading.number - 1], reading, "all.pbn")
        (tmp_path / f"again-{deal.id}.yaml").write_text(text, encoding="utf-8")
        data = yaml.safe_load(text)
        assert (data["code"], data["source"], tuple(data["pages"])) == (deal.code, deal.source, deal.pages)
        assert (tuple(data["illustrates"]), tuple(data["lines"])) == (deal.illustrates, deal.lines)
        assert bool(data["calls"]) == bool(deal.calls)
    assert check([tmp_path]) == []


@pytest.mark.parametrize(
    ("file", "illustrates", "error", "says"),
    [
        ("dds-12-cards.pbn", ("hel-nt-guard",), FaultyContent, "does not have four hands of thirteen cards"),
        ("dds-example.pbn", (), FaultyContent, "names no rule that it illustrates"),
        ("dds-example.pbn", ("hel-nt-gard",), Unknown, "there is no rule that can be cited ‘hel-nt-gard’"),
    ],
)
def test_a_hand_that_cannot_be_taken_over_says_why(
    library: Library, file: str, illustrates: tuple[str, ...], error: type[Exception], says: str
) -> None:
    pbn = read(file)
    with pytest.raises(error, match=says):
        DealConverter(library.rulebook, illustrates).yaml(pbn.games[0], next(game_records(pbn)), file)


# ---- the commands --------------------------------------------------------------------------------------------------


@pytest.fixture
def loaded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands take the content that has been loaded."""
    for module in ("export", "import_.pbn"):
        monkeypatch.setattr(f"tutor.cli.{module}.load", lambda: library)


@pytest.mark.usefixtures("loaded")
def test_the_commands_write_a_file_and_list_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    written = CliRunner().invoke(tutor, ["export", "pbn", "hel-declaration-11", "fos-game-02", "-o", str(path)])
    assert (written.exit_code, "bytes" in written.output) == (0, True)
    assert path.read_bytes().startswith(b"% PBN 2.1\r\n% EXPORT\r\n[Event ")
    listed = CliRunner().invoke(tutor, ["import", "pbn", str(path), "--yaml", str(tmp_path / "taken")])
    assert listed.exit_code == 0, listed.output
    assert "   1  Illustrative declaration 11; dealer S; 4 hands; no trumps by S" in listed.output
    assert "three no trumps, doubled by N; 52 cards; NS 5, EW 8" in listed.output
    assert [path.name for path in sorted((tmp_path / "taken").iterdir())] == ["two-001.yaml", "two-002.yaml"]
    again = CliRunner().invoke(tutor, ["import", "pbn", str(path), "--yaml", str(tmp_path / "taken")])
    assert (again.exit_code, "already exists" in again.output) == (2, True)


def test_the_command_tells_scripts_and_faults(tmp_path: Path) -> None:
    result = CliRunner().invoke(tutor, ["import", "pbn", "--json", str(SAMPLES / "dds-multi-board.pbn")])
    assert [one["dealer"] for one in json.loads(result.output)] == ["N", "E", "S", "E"]
    faulty = CliRunner().invoke(tutor, ["import", "pbn", str(SAMPLES / "errors-10.pbn"), str(tmp_path / "none.pbn")])
    assert faulty.exit_code == 2
    assert "errors-10.pbn:76:6: 1C is not sufficient." in faulty.output
    assert "none.pbn:1:1: no such file or directory" in faulty.output
    assert isinstance(CliRunner().invoke(tutor, ["export", "pbn"]).exception, Malformed)

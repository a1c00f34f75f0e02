"""`tutor score` and `tutor rubber`: deals told by what came of them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tests.support.paths import DATA
from tests.support.strategies import deals, denominations, seats
from tutor.__main__ import tutor
from tutor.auction import Bid, Declaration, Denomination
from tutor.cards import Suit
from tutor.cli.rubber import block
from tutor.cli.score import scored
from tutor.codes import CODES, Code
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.deal_result import DealResult
from tutor.codes.laws import LawRef
from tutor.codes.scoring import DealScore, Heading, Party, Sheet
from tutor.deal import Deal
from tutor.errors import FaultyContent, Illegal, Malformed, TutorError
from tutor.library import rubbers
from tutor.library.laws import laws
from tutor.library.rubbers import ScoredRubber, read_rubber
from tutor.library.yaml_text import read
from tutor.seats import BySide, Seat, Side

GAME_V = "S:KQ62.4.952.QT642 T7.AKQ97652.J.K8 A98.J.AKQT643.A3 J543.T83.87.J975"
ENGLISH: dict[str, Any] = {
    "code": "bridge-english-1901",
    "denomination": "H",
    "declarer": "NS",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 4, "EW": 1},
}
AUCTION: dict[str, Any] = {
    "code": "auction-1910",
    "bid": "3H",
    "declarer": "NS",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 4, "EW": 1},
}
BRIDGE_CODES = [one for one in CODES.values() if isinstance(one, BridgeCode)]


def run(*arguments: str, given: str | None = None) -> Result:
    result = CliRunner().invoke(tutor, list(arguments), input=given)
    if result.exception and not isinstance(result.exception, SystemExit | TutorError):
        raise result.exception
    return result


def score(**request: Any) -> dict[str, Any]:
    return scored(json.dumps(request))


def points(answer: dict[str, Any]) -> dict[str, dict[str, int]]:
    """The headings under which anybody scored."""
    return {key: value for key, value in answer.items() if key != "laws" and any(value.values())}


# ---- a deal a line -----------------------------------------------------------------------------------------------


def test_every_heading_stands_there_for_each_side_with_nought_where_nothing_is_scored() -> None:
    assert score(**ENGLISH) | {"laws": []} == {
        "tricks": {"NS": 24, "EW": 0},
        "honours": {"NS": 32, "EW": 0},
        "chicane": {"NS": 0, "EW": 0},
        "slam": {"NS": 0, "EW": 0},
        "penalty": {"NS": 0, "EW": 0},
        "bonus": {"NS": 0, "EW": 0},
        "laws": [],
    }


def test_the_laws_that_score_are_named_once_each_with_their_text() -> None:
    named = score(**{**ENGLISH, "tricks": {"NS": 13, "EW": 0}, "chicane": ["W", "E"], "honours": {"NS": 5}})["laws"]
    assert [law["id"] for law in named] == ["hel-law-004", "hel-law-006", "hel-law-008", "hel-law-009"]
    assert named[0] == {"id": "hel-law-004", "number": "4", "says": laws()[LawRef("bridge-english-1901", "4")].says}


def test_the_small_slam_of_game_v_is_scored_from_its_cards() -> None:
    """Hellespont, p. 224: 104 for the deal."""
    deal = {"code": "bridge-english-1901", "denomination": "D", "declarer": "NS", "deal": GAME_V}
    found = points(score(**deal, tricks={"NS": 12, "EW": 1}))
    assert found == {"tricks": {"NS": 36, "EW": 0}, "honours": {"NS": 48, "EW": 0}, "slam": {"NS": 20, "EW": 0}}


@for_each(
    ("honours", "spades", "hearts"),
    [
        ({"NS": 3, "EW": 2}, 4, 16),
        ({"NS": 4, "EW": 1}, 8, 32),
        ({"NS": 4, "EW": 1, "one_hand": 3}, 8, 32),
        ({"NS": 4, "EW": 1, "one_hand": 4}, 16, 64),
        ({"NS": 5, "EW": 0}, 10, 40),
        ({"NS": 5, "EW": 0, "one_hand": 0}, 10, 40),
        ({"NS": 5, "EW": 0, "one_hand": None}, 10, 40),
        ({"NS": 5, "EW": 0, "one_hand": 4}, 18, 72),
        ({"NS": 5, "EW": 0, "one_hand": 5}, 20, 80),
        ({"NS": 5}, 10, 40),
    ],
)
@for_each("sides", [("NS", "EW"), ("EW", "NS")])
def test_honours_that_are_told_count_as_hellesponts_table_has_them(
    honours: dict[str, int], spades: int, hearts: int, sides: tuple[str, str]
) -> None:
    """P. 53: whichever side has them."""
    here = {dict(zip(("NS", "EW"), sides, strict=True)).get(key, key): number for key, number in honours.items()}
    tricks = dict(zip(sides, (9, 4), strict=True))
    for letter, figure in (("S", spades), ("H", hearts)):
        found = score(**{**ENGLISH, "denomination": letter, "honours": here, "tricks": tricks})
        assert found["honours"] == {sides[0]: figure, sides[1]: 0}


@pytest.mark.parametrize(
    ("honours", "figure"),
    [({"NS": 2, "EW": 2}, 0), ({"NS": 3, "EW": 1}, 30), ({"NS": 4}, 40), ({"NS": 4, "EW": 0, "one_hand": 4}, 100)],
)
def test_without_trumps_the_honours_told_are_the_aces(honours: dict[str, int], figure: int) -> None:
    assert score(**{**ENGLISH, "denomination": "N", "honours": honours})["honours"] == {"NS": figure, "EW": 0}


def test_a_void_hand_leaves_all_honours_of_its_side_with_the_partner() -> None:
    found = score(**{**ENGLISH, "chicane": ["N"]})
    assert found["honours"] == {"NS": 64, "EW": 0}
    assert found["chicane"] == {"NS": 16, "EW": 0}


@pytest.mark.parametrize("chicane", [["EW"], "EW", ["W"], ["E"], "e"])
def test_a_hand_without_a_trump_is_named_by_seat_or_by_side(chicane: object) -> None:
    assert score(**{**ENGLISH, "chicane": chicane})["chicane"] == {"NS": 0, "EW": 16}


def test_at_auction_double_chicane_is_taken_from_the_adversaries() -> None:
    """Law 9: four honours, off their honours."""
    found = score(**{**AUCTION, "honours": {"NS": 5, "EW": 0}, "chicane": ["W", "E"]})
    assert points(found) == {
        "tricks": {"NS": 24, "EW": 0},
        "honours": {"NS": 40, "EW": 0},
        "chicane": {"NS": -32, "EW": 0},
    }


def sure(deal: Deal, seat: Seat, trumps: Suit) -> int:
    """Tricks that the trumps of a hand take: of each trump played, unless one of the adversaries’ goes over it."""
    against = sorted(rank.height for other in seat.side.opponents.seats for rank in deal.hands[other][trumps])
    mine = sorted((rank.height for rank in deal.hands[seat][trumps]), reverse=True)
    beaten = 0
    for height in mine:
        if against and against[-1] > height:
            against.pop()
            beaten += 1
    return len(mine) - beaten


@pytest.mark.slow
@given(deals(), denominations, seats, st.integers(0, 2), st.integers(1, 7), st.integers(0, 13))
def test_what_is_told_of_a_deal_scores_as_its_cards_do(
    deal: Deal, denomination: Denomination, by: Seat, doubled: int, odd: int, tricks: int
) -> None:
    """Told as a person would tell it: honours by sides, how many in one hand, and who had no trump."""
    for code in BRIDGE_CODES:
        if by not in code.players:
            continue
        at_auction = ("bid",) in code.result_keys.needed
        held = code.honours(deal, denomination)
        by_side = {side: [held[seat] for seat in side.seats] for side in Side}
        most = max(by_side, key=lambda side: sum(by_side[side]))
        trumps = denomination.trumps
        least = {side: max(sure(deal, seat, trumps) for seat in side.seats) if trumps else 0 for side in Side}
        assume(least[Side.NS] <= tricks <= 13 - least[Side.EW])
        if code.key == "bridge-three-handed-1901" and by.side is Side.EW:
            continue  # the dealer plays dummy, and nobody else declares
        request = {
            "code": code.key,
            "declarer": by.letter,
            "doubled": doubled,
            "tricks": {"NS": tricks, "EW": 13 - tricks},
            **({"bid": f"{odd}{denomination.letter}"} if at_auction else {"denomination": denomination.letter}),
        }
        honours = {side.value: sum(held) for side, held in by_side.items()}
        void = [
            seat.letter for seat, hand in deal.hands.items() if denomination.trumps and not hand[denomination.trumps]
        ]
        request = {key: value for key, value in request.items() if key == "code" or key in code.result_keys.keys}
        told = {
            "honours": {**honours, "one_hand": max(by_side[most])},
            **({"chicane": void} if void and "chicane" in code.result_keys.keys else {}),
        }
        by_cards = score(**request, deal=str(deal))
        assert score(**request, **told) == by_cards
        contract = odd if at_auction else None
        declaration = Declaration(denomination, by, doubled, contract)
        expected = code.score(code.outcome(deal, declaration, BySide(tricks, 13 - tricks)))
        if "three-hand" in code.key:  # what the two adversaries score each of them scores
            continue
        assert sum(sum(sides.values()) for sides in points(by_cards).values()) == sum(
            item.points for item in expected.items
        )


@for_each(
    ("changed", "laws", "says"),
    [
        ({"tricks": {"NS": 14, "EW": 0}}, ["9"], "14 and 0 tricks"),
        ({"tricks": {"NS": 7, "EW": 7}}, ["9"], "thirteen are played"),
        ({"tricks": {"NS": 14, "EW": -1}}, ["9"], "thirteen are played"),
        ({"tricks": {"NS": 9}}, [], "it needs the tricks of NS and EW"),
        ({"tricks": {"N": 9, "E": 4}}, [], "it needs the tricks of NS and EW"),
        ({"honours": {"NS": 4, "EW": 3}}, ["5"], "there are five honours"),
        ({"honours": {"NS": 6, "EW": -1}}, ["5"], "there are five honours"),
        ({"denomination": "N", "honours": {"NS": 3, "EW": 2}}, ["5"], "there are four aces"),
        ({"honours": {"NS": 4, "EW": 1, "one_hand": 5}}, ["6"], "the hand with more of them cannot have"),
        ({"honours": {"NS": 4, "EW": 1, "one_hand": 1}}, ["6"], "the hand with more of them cannot have"),
        ({"honours": {"N": 4, "EW": 1}}, [], "Give the honours of NS and EW"),
        ({"honours": {}}, [], "honours of nobody"),
        ({"honours": {}, "chicane": ["N"]}, [], "honours of nobody"),
        ({"denomination": "N", "honours": {"NS": 2}, "chicane": ["N"]}, ["8"], "without trumps nobody"),
        ({"honours": {"NS": 4, "one_hand": 3}, "chicane": ["N"]}, ["8"], "with a hand without a trump"),
        ({"chicane": ["N", "S"]}, ["8"], "NS cannot hold four honours in this way"),
        ({"chicane": ["N", "N"]}, [], "is named twice"),
        ({"chicane": ["NS", "N"]}, [], "is named twice"),
        ({"chicane": ["N", "S", "E", "W"]}, ["8"], "not all four hands"),
        ({"honours": None, "deal": GAME_V, "chicane": ["N"]}, [], "the deal already shows"),
        ({"deal": GAME_V}, [], "say the same"),
        ({"honours": None}, [], "‘deal’ or ‘honours’ is missing"),
        ({"bid": "3H"}, [], "there is no key ‘bid’ under this code"),
        ({"renounces": []}, [], "There is no key ‘renounces’"),
        ({"code": "bridge-english-1900"}, [], "bridge-english-1901"),
        ({"denomination": "X"}, [], "it must be S, H, D, C or N"),
        ({"declarer": "AB"}, [], "the sides are NS and EW"),
        ({"doubled": True}, [], "write a whole number"),
        ({"doubled": "1"}, [], "write a whole number"),
        ({"doubled": 10**6}, [], "less than or equal to 99"),
        ({"tricks": {"NS": 9, "XX": 4}}, [], "‘XX’ is not a side"),
        ({"tricks": [9, 4]}, [], "write an object"),
        ({"declarer": 1}, [], "write text"),
        ({"chicane": 1}, [], "write a list"),
        ({"honours": None, "deal": GAME_V.replace("KQ62", "KQ63")}, [], "S3"),
    ],
    ids=str,
)
def test_a_score_that_cannot_be_is_refused_with_the_law_if_one_forbids_it(
    changed: dict[str, Any], laws: list[str], says: str
) -> None:
    given = score(**{**ENGLISH, **changed})
    assert says.lower() in given.pop("error").lower()
    assert [law["number"] for law in given.pop("laws", [])] == laws
    assert not given


@pytest.mark.parametrize(
    ("changed", "laws", "says"),
    [
        ({"tricks": {"NS": 14, "EW": 0}}, ["7"], "thirteen are played"),
        ({"bid": "8H"}, [], "‘8H’ is not a bid"),
        ({"bid": "3"}, [], "‘3’ is not a bid"),
        ({"bid": None, "denomination": "H"}, [], "‘bid’ is missing"),
        ({"denomination": "S"}, [], "the bid is in hearts"),
        ({"doubled": 3}, ["55"], "doubled 3 times"),
    ],
    ids=str,
)
def test_a_score_that_auction_does_not_know_is_refused(changed: dict[str, Any], laws: list[str], says: str) -> None:
    given = score(**{**AUCTION, **changed})
    assert says.lower() in given.pop("error").lower()
    assert [law["number"] for law in given.pop("laws", [])] == laws
    assert not given


def test_the_refusal_quotes_the_law_and_everything_wrong_is_said_at_once() -> None:
    wrong = {**ENGLISH, "tricks": {"NS": 14, "EW": 0}, "honours": {"NS": 4, "EW": 3}}
    error = score(**wrong)["error"]
    for number in ("9", "5"):
        law = laws()[LawRef("bridge-english-1901", number)]
        assert f"({law.citation}: {law.says.rstrip('.')})" in error


def test_a_bid_may_be_told_with_its_denomination_beside_it() -> None:
    assert score(**AUCTION, denomination="H") == score(**AUCTION)


def test_a_bid_is_read_as_it_is_written() -> None:
    assert Bid.parse("3N") == Bid.parse("3n") == Bid(3, Denomination.NO_TRUMPS)
    for wrong in ("", "N", "3", "0S", "8S", "3NT", "３N"):
        with pytest.raises(Malformed, match="is not a bid"):
            Bid.parse(wrong)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@pytest.mark.slow
@given(values, st.sampled_from(["code", *(key for key in {**ENGLISH, **AUCTION, "chicane": 0, "deal": 0})]))
def test_no_line_causes_a_traceback(value: Any, key: str) -> None:
    assert set(scored(json.dumps(value))) == {"error"}
    for request in (ENGLISH, AUCTION):
        assert set(score(**{**request, key: value})) & {"error", "tricks"}


def test_a_bad_line_does_not_stop_the_others_and_is_told_at_the_end() -> None:
    good = json.dumps(ENGLISH)
    done = run("score", given=f"{good}\nrubbish\n\n{good}\n")
    assert ["error" in json.loads(line) for line in done.output.splitlines()] == [False, True, False]
    assert done.exit_code == 2
    assert run("score", given=f"{good}\n").exit_code == 0


@pytest.mark.slow
def test_a_score_comes_before_the_next_line_is_sent() -> None:
    """So that a script may ask, read, and ask again over one pipe."""
    command = [sys.executable, "-m", "tutor", "score"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(json.dumps(ENGLISH) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["tricks"] == {"NS": 24, "EW": 0}
        process.stdin.close()


@for_each("code", CODES.values(), ids=CODES)
def test_every_code_says_what_it_must_be_told(code: Code) -> None:
    assert ("tricks",) in code.result_keys.needed, f"no deal of {code.key} can be scored without its play"
    missing = list(code.objections(DealResult()))
    assert len(missing) == 1
    for group in code.result_keys.needed:
        assert "’ or ‘".join(group) in missing[0].what
    with pytest.raises(Illegal, match="missing"):
        code.score_result(DealResult())


@pytest.mark.parametrize("code", BRIDGE_CODES, ids=lambda code: code.key)
def test_the_laws_by_which_a_code_of_bridge_refuses_are_laws_of_it(code: BridgeCode) -> None:
    assert all(code.law_on(point) in laws() for point in ("tricks", "honours", "aces", "one hand", "chicane"))


# ---- a rubber in a file ------------------------------------------------------------------------------------------

FOSTER = DATA / "rubber-foster.yaml"
FOSTERS_BLOCK = """\
Auction bridge, the code of 1910
                           NS       EW
rubber                             250
 5 slam                             20
 5 honours                          48
 4 penalty                 50
 3 honours                          32
 2 penalty                200
 2 honours                          16
 1 honours                 30
══════════════════════════════════════
 1 tricks                  24
 3 tricks                           40
──────────────────────────────────────
 5 tricks                           36
══════════════════════════════════════
total                     304      442
balance                  −138     +138
units of 10               −14      +14
EW won the rubber.
"""


def test_fosters_rubber_of_five_deals_is_drawn_with_the_figures_that_he_prints() -> None:
    assert run("rubber", str(FOSTER), "--unit", "10").output == FOSTERS_BLOCK


def test_fosters_rubber_as_json() -> None:
    told = json.loads(run("rubber", str(FOSTER), "--json").output)
    assert told["games"] == [[1, 2, 3], [4, 5]]
    assert told["winner"] == "EW"
    assert told["totals"] == {"NS": 304, "EW": 442}
    assert told["rubber"] == {"NS": 0, "EW": 250}
    assert told["balance"] == {"NS": -138, "EW": 138}
    assert [deal["penalty"]["NS"] for deal in told["deals"]] == [0, 200, 0, 50, 0]
    assert "units" not in told
    assert json.loads(run("rubber", str(FOSTER), "--json", "--unit", "100").output)["units"] == {"NS": -1, "EW": 1}


def hellesponts_rubber(deals: int = 11) -> str:
    """A file of so many deals of his rubber, told by sides."""
    seats = {seat.label: seat for seat in Seat}
    lines = ["code: bridge-english-1901", "deals:"]
    for row in table("bridge-english-1901-rubber.csv")[:deals]:
        held = {side.value: [int(row[f"honours {seat.label}"]) for seat in side.seats] for side in Side}
        most = max(held, key=lambda side: sum(held[side]))
        tricks = int(row["AB tricks"])
        lines += [
            f"  - denomination: {row['denomination']}",
            f"    declarer: {seats[row['declarer']].letter}",
            f"    doubled: {row['doubled']}",
            f"    tricks: {{NS: {tricks}, EW: {13 - tricks}}}",
            f"    honours: {{NS: {sum(held['NS'])}, EW: {sum(held['EW'])}, one_hand: {max(held[most])}}}",
        ]
        if row["chicane"]:
            lines.append(f"    chicane: [{seats[row['chicane']].letter}]")
    return "\n".join(lines) + "\n"


def written(folder: Path, text: str) -> str:
    file = folder / "rubber.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_hellesponts_rubber_of_eleven_deals_comes_out_to_the_figure(tmp_path: Path) -> None:
    """Pp. 54–55: 226 and 210, a rubber of 16, two units."""
    file = written(tmp_path, hellesponts_rubber())
    told = json.loads(run("rubber", file, "--json", "--unit", "10").output)
    assert told["games"] == [[1, 2, 3, 4, 5], [6], [7, 8, 9, 10, 11]]
    assert (told["winner"], told["totals"]) == ("NS", {"NS": 226, "EW": 210})
    assert (told["balance"], told["units"]) == ({"NS": 16, "EW": -16}, {"NS": 2, "EW": -2})
    for deal, row in zip(told["deals"], table("bridge-english-1901-rubber.csv"), strict=True):
        for side in Side:
            below = deal["tricks"][side.value]
            assert below == int(row[f"{side.label} below"]), row["his words"]
            above = sum(deal[heading][side.value] for heading in ("honours", "chicane", "slam"))
            assert above == int(row[f"{side.label} above"]), row["his words"]
    drawn = run("rubber", file).output
    assert drawn.count("\n───") == 2
    assert "units" not in drawn


def test_a_rubber_that_is_not_over_says_so_and_where_it_stands(tmp_path: Path) -> None:
    file = written(tmp_path, hellesponts_rubber(deals=2))
    assert run("rubber", file).output.splitlines()[-1] == "The rubber is not over."
    told = json.loads(run("rubber", file, "--json").output)
    assert (told["games"], told["winner"]) == ([[1, 2]], None)
    assert told["standing"] == {"NS": 14, "EW": 0}
    assert told["rubber"] == {"NS": 0, "EW": 0}


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(FaultyContent) as caught:
        read_rubber(read(text, "rubber.yaml"))
    return [(fault.line, fault.what) for fault in caught.value.faults]


def test_a_deal_after_the_end_of_the_rubber_is_a_fault_with_its_line() -> None:
    text = hellesponts_rubber()
    deal = "  - {denomination: S, declarer: NS, tricks: {NS: 7, EW: 6}, honours: {NS: 3, EW: 2}}\n"
    ((line, what),) = faults(text + deal)
    assert line == len(text.splitlines()) + 1
    assert "the rubber is over" in what


def test_every_fault_of_the_deals_is_named_at_once_with_its_line() -> None:
    found = faults(
        "code: bridge-english-1901\n"
        "deals:\n"
        "  - denomination: H\n"
        "    declarer: NS\n"
        "    tricks: {NS: 14, EW: 0}\n"
        "    honours: {NS: 3, EW: 2}\n"
        "  - {denomination: S, declarer: NS, tricks: {NS: 7, EW: 6}, honours: {NS: 3, EW: 2}}\n"
        "  - denomination: S\n"
        "    declarer: NS\n"
        "    tricks: {NS: 7, EW: 6}\n"
        "    honours:\n"
        "      NS: 4\n"
        "      EW: 4\n"
        "    chicane: [N, S]\n"
        "  - declarer: NS\n"
    )
    assert [line for line, _ in found] == [5, 12, 14, 15]
    for (_, what), says in zip(found, ("law 9", "law 5", "law 8", "‘denomination’, ‘tricks’"), strict=True):
        assert says in what


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("code: bridge-english-1900\ndeals:\n  - declarer: NS\n", 1, "bridge-english-1901"),
        ("code: bridge-english-1901\ndeals: []\n", 2, "nothing here"),
        ("code: bridge-english-1901\ndeals:\n  - declarer: NS\n    trick: 1\n", 4, "no key ‘trick’"),
        ("code: bridge-english-1901\ndeals:\n  - declarer: NS\n    tricks: {NS: nine, EW: 4}\n", 4, "‘nine’ is not"),
        ("code: bridge-english-1901\ndeals:\n  - declarer: NS\n    tricks: {AB: 9, YZ: 4}\n", 4, "the sides are NS"),
        ("code: bridge-english-1901\ndeals:\n  - deal: AKQ\n", 3, "a seat, a colon"),
        ("- 1\n", 1, "keys and their values"),
    ],
)
def test_what_cannot_be_read_in_a_file_is_named_with_its_line(text: str, line: int, says: str) -> None:
    found = faults(text)
    assert any(line == at and says in what for at, what in found), found


def test_a_file_that_is_not_there_is_a_fault_and_no_traceback(tmp_path: Path) -> None:
    result = run("rubber", str(tmp_path / "none.yaml"))
    assert isinstance(result.exception, FaultyContent)


@dataclass(frozen=True)
class ThreeColumns(Sheet):
    """Totals as they are given, for three who play for themselves."""

    totals: tuple[int, int, int]
    deals: tuple[DealScore, ...] = ()

    @property
    def parties(self) -> tuple[Party, ...]:
        return (Seat.SOUTH, Seat.WEST, Seat.EAST)

    def after(self, deal: DealScore) -> Sheet:
        raise ValueError(f"no more is dealt, and {deal} is one more")

    @property
    def winner(self) -> Party | None:
        return Seat.EAST

    def stands_at(self, party: Party) -> int:
        del party
        return 0

    def total(self, party: Party) -> int:
        return self.totals[self.parties.index(party)]


def test_three_columns_are_drawn_and_every_two_settle_their_difference() -> None:
    """Hellespont’s three-handed rubber: 242, 316 and 378; −210, +12 and +198."""
    drawn = list(block(ScoredRubber(CODES["bridge-english-1901"], (ThreeColumns((242, 316, 378)),))))
    assert [line.split() for line in drawn[1:]] == [
        ["S", "W", "E"],
        ["rubber", "242", "316", "378"],
        ["═" * 47],
        ["═" * 47],
        ["total", "242", "316", "378"],
        ["balance", "−210", "+12", "+198"],
        ["E", "won", "the", "rubber."],
    ]


@dataclass(frozen=True)
class AskingForTheStanding(BridgeEnglish1901):
    """The code of 1901 as if its score depended on the standing, which it notes."""

    noted: list[object] = field(default_factory=list)

    def goes_by_standing(self, told: DealResult) -> bool:
        del told
        return True

    def score_result(self, told: DealResult) -> DealScore:
        self.noted.append(told.standing)
        return BridgeEnglish1901.score_result(self, told)


def test_a_code_that_asks_for_the_standing_is_told_what_the_sheet_has(monkeypatch: pytest.MonkeyPatch) -> None:
    asking = AskingForTheStanding()
    monkeypatch.setattr(rubbers, "code", lambda _: asking)
    played = read_rubber(read(hellesponts_rubber(deals=6), "rubber.yaml"))
    ns, ew = Side
    assert asking.noted == [
        {ns: 0, ew: 0},
        {ns: 8, ew: 0},
        {ns: 14, ew: 0},
        {ns: 16, ew: 0},
        {ns: 16, ew: 24},
        {ns: 0, ew: 0},
    ]
    assert played.games == ((0, 1, 2, 3, 4), (5,), ())


def test_honours_that_count_towards_the_game_are_drawn_below_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sheet, "counts", frozenset([Heading.TRICKS, Heading.HONOURS]))
    drawn = list(block(read_rubber(read(hellesponts_rubber(deals=1), "rubber.yaml"))))
    line = drawn.index("═" * 38)
    assert any("honours" in one for one in drawn[line:])
    assert not any("honours" in one for one in drawn[:line])

"""Deals told by what came of them, under all sixteen codes: what the laws let stand, and what cannot have been."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.oracles import table
from tutor.__main__ import tutor
from tutor.auction import Denomination
from tutor.cli.score import scored
from tutor.codes import CODES, Code
from tutor.codes.bridge_calling import Beyond, DoublingLimit
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.deal_result import KEYS, DealResult, HonoursResult, RevokeResult
from tutor.codes.offences import Act, Offence, Role, Ruling, When
from tutor.codes.scoring import Party
from tutor.errors import FaultyContent
from tutor.library.rubbers import read_rubber
from tutor.library.yaml_text import read
from tutor.quizzes.kinds.scoring import told_of
from tutor.seats import Seat, Side

every_code = for_each("code", CODES.values(), ids=CODES)
ENGLISH: dict[str, Any] = {
    "code": "bridge-english-1901",
    "denomination": "H",
    "declarer": "NS",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 4, "EW": 1},
}
POINTS: dict[str, Any] = {
    "code": "auction-points-1910",
    "bid": 40,
    "declarer": "S",
    "tricks": {"NS": 3, "EW": 10},
    "honours": {"NS": 2, "EW": 3},
}
WHIST: dict[str, Any] = {
    "code": "whist-short-1859",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 2, "EW": 2},
}
THREE: dict[str, Any] = {**ENGLISH, "code": "bridge-three-handed-1901", "declarer": "S"}
AUCTION: dict[str, Any] = {
    "code": "auction-1910",
    "bid": "3H",
    "declarer": "S",
    "tricks": {"NS": 9, "EW": 4},
    "honours": {"NS": 4, "EW": 1},
}
SUITS: dict[str, Any] = {**ENGLISH, "code": "auction-suits-1910"}
ROYAL = "S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def score(**request: Any) -> dict[str, Any]:
    return scored(json.dumps({key: value for key, value in request.items() if value is not None}))


def points(answer: dict[str, Any], heading: str) -> dict[str, int]:
    assert "error" not in answer, answer
    found: dict[str, int] = answer[heading]
    return {party: number for party, number in found.items() if number}


def refused(*laws: str, says: str = "", **request: Any) -> None:
    answer = score(**request)
    assert says.lower() in answer.get("error", "").lower(), answer
    assert "error" in answer, answer
    assert [law["id"] for law in answer.get("laws", [])] == list(laws)


# ---- misère and bids in points -------------------------------------------------------------------------------------


@pytest.mark.parametrize("named", [{"misere": True}, {"denomination": "misere"}, {"denomination": "Misère"}], ids=str)
@pytest.mark.parametrize("bid", [40, "40"])
def test_misere_is_told_in_any_spelling_and_a_bid_as_a_number(named: dict[str, Any], bid: object) -> None:
    """Foster, p. 161: forty bid, three tricks won and one ace, the last: 42 and 6."""
    answer = score(**{**POINTS, "bid": bid}, **named)
    assert points(answer, "tricks") == {"NS": 42}
    assert points(answer, "honours") == {"NS": 6}


@pytest.mark.parametrize("named", ["misere: true", "misere: yes", "denomination: misère", "denomination: misere"])
def test_misere_is_told_in_a_file_as_well(named: str) -> None:
    played = read_rubber(
        read(one_deal("auction-points-1910", f"bid: 40, declarer: S, {named}, {_OF_POINTS}"), "x.yaml")
    )
    assert played.sheet.total(Side.NS) == 48


_OF_POINTS = "tricks: {NS: 3, EW: 10}, honours: {NS: 2, EW: 3}"


def test_fosters_no_trumper_of_thirty_is_told_with_its_number() -> None:
    """P. 160: nine tricks and three aces, one of them the last: 36 and 18."""
    told = {**POINTS, "bid": 30, "denomination": "N", "tricks": {"NS": 9, "EW": 4}, "honours": {"NS": 4, "EW": 1}}
    answer = score(**told)
    assert (points(answer, "tricks"), points(answer, "honours")) == ({"NS": 36}, {"NS": 18})


@pytest.mark.parametrize(("value", "says"), [(False, "delete the key"), ("no", "delete the key"), (1, "true")])
def test_what_is_not_so_is_not_told(value: object, says: str) -> None:
    refused(**{**POINTS, "misere": value}, says=says)


# ---- a deal passed out ---------------------------------------------------------------------------------------------


def one_deal(code: str, deal: str) -> str:
    return f"code: {code}\ndeals:\n  - {{{deal}}}\n"


def test_a_deal_passed_out_marks_fifty_for_the_winners_of_the_rubber(tmp_path: Path) -> None:
    """Foster, p. 157; the rubber is worth 100 besides (p. 158)."""
    assert score(code="auction-suits-1910", passed_out=True)["marked"] == 50
    game = "  - {denomination: N, declarer: NS, tricks: {NS: 9, EW: 4}, honours: {NS: 2, EW: 2}}\n"
    file = tmp_path / "rubber.yaml"
    file.write_text(f"code: auction-suits-1910\ndeals:\n{game}  - {{passed_out: yes}}\n{game}", encoding="utf-8")
    done = CliRunner().invoke(tutor, ["rubber", str(file), "--json"])
    told = json.loads(done.output)
    assert told["rubber"] == {"NS": 150, "EW": 0}
    assert told["deals"][1]["marked"] == 50
    assert told["deals"][1]["laws"][0]["id"] == "fos-var-suit-pass-out"
    drawn = CliRunner().invoke(tutor, ["rubber", str(file)]).output
    assert " 2 passed out" in drawn
    assert "50 to the winner of the rubber" in drawn


def test_nothing_else_is_told_of_a_deal_passed_out_and_only_where_all_may_pass() -> None:
    refused(**SUITS, passed_out=True, says="‘tricks’ cannot be given together with ‘passed_out’")
    for key in CODES:
        if key != "auction-suits-1910":
            refused(code=key, passed_out=True, says="there is no key ‘passed_out’ under this code")


# ---- three-handed bridge -------------------------------------------------------------------------------------------


def test_the_block_of_three_handed_bridge_has_what_the_dealer_lost(tmp_path: Path) -> None:
    """Hellespont, pp. 41–43: his rubber of fifteen deals, every figure of each column, the dealer’s losses too."""
    rows = table("bridge-three-handed-1901-rubber.csv")
    deals, expected = [], []
    for number, row in enumerate(rows):
        held = [int(row[f"honours {seat}"]) for seat in "AYBZ"]
        sides = {"NS": (held[0], held[2]), "EW": (held[1], held[3])}
        most = max(sides, key=lambda side: sum(sides[side]))
        honours = {side: sum(two) for side, two in sides.items()} | {"one_hand": max(sides[most])}
        void = [dict(zip("AYBZ", "SWNE", strict=True))[label] for label in row["void"].split()]
        deals.append(
            {
                "denomination": row["denomination"],
                "declarer": "S",
                "tricks": {"NS": int(row["tricks"]), "EW": 13 - int(row["tricks"])},
                "honours": honours,
                **({"chicane": void} if void else {}),
            }
        )
        lost = [int(row[f"{player} {where}"] or 0) for where in ("above", "below") for player in "ABC"]
        expected.append((number + 1, lost))
    file = tmp_path / "rubber.yaml"
    file.write_text(json.dumps({"code": "bridge-three-handed-1901", "deals": deals}), encoding="utf-8")
    drawn = CliRunner().invoke(tutor, ["rubber", str(file)])
    assert drawn.exit_code == 0, drawn.output
    upper, lower = drawn.output.split("═" * 47)[:2]
    for number, lost in expected:
        assert [_column_sums(upper, number), _column_sums(lower, number)] == [lost[:3], lost[3:]], number
    assert [line.split() for line in drawn.output.splitlines() if line.startswith(("total", "balance"))] == [
        ["total", "242", "316", "378"],
        ["balance", "−210", "+12", "+198"],
    ]


def _column_sums(block: str, number: int) -> list[int]:
    """The figures of a deal in each of three columns of the block."""
    sums = [0, 0, 0]
    for line in block.splitlines():
        if line[:2].strip() == str(number):
            for place in range(3):
                cell = line.ljust(47)[20 + 9 * place : 29 + 9 * place].strip().replace("−", "-")
                sums[place] += int(cell or 0)
    return sums


@pytest.mark.parametrize("declarer", ["W", "E", "EW"])
def test_only_the_dealer_declares_at_three_handed_bridge(declarer: str) -> None:
    refused("hel-3h-02", **{**THREE, "declarer": declarer}, says=f"{declarer} cannot have declared")


# ---- doubling ------------------------------------------------------------------------------------------------------

MOST_DOUBLES: dict[str, dict[str, int | None]] = {
    "bridge-english-1901": dict.fromkeys("SCDHN", None),
    "bridge-english-1904": {"S": 5, "C": 4, "D": 4, "H": 3, "N": 3},
    "bridge-american-1907": dict.fromkeys("SCDHN", None),
    "dummy-bridge-1901": dict.fromkeys("SCDHN", None),
    "bridge-three-handed-1901": dict.fromkeys("SCDHN", None),
    "auction-1910": dict.fromkeys("SCDHN", 2),
    "auction-three-hand-1910": dict.fromkeys("SCDHN", 2),
    "auction-suits-1910": dict.fromkeys("SCDHN", -1),
}
"""By the laws: 1904, law 58, the odd trick worth 100 at the most (2·32, 4·16, 6·16, 8·8, 12·8); auction, law 55; by
suits there is no doubling at all (p. 157); the others “indefinitely” (1901, law 56; the American laws)."""
LAWS_ON_DOUBLING = {
    "bridge-english-1904": "hof-law-058",
    "auction-1910": "fos-law-055",
    "auction-three-hand-1910": "fos-law-055",
    "auction-suits-1910": "fos-var-suit-rank",
}


def test_every_code_with_tricks_at_bridge_is_in_the_table_of_doubles() -> None:
    assert set(MOST_DOUBLES) == {code.key for code in CODES.values() if isinstance(code, BridgeCode)}


@pytest.mark.slow
@for_each("key", MOST_DOUBLES)
@for_each("letter", "SCDHN")
def test_no_more_doubles_are_scored_than_the_laws_allow(key: str, letter: str) -> None:
    most = MOST_DOUBLES[key][letter]
    named: dict[str, Any] = (
        {"bid": f"1{letter}"} if key.startswith("auction-") and "suits" not in key else {"denomination": letter}
    )
    told: dict[str, Any] = {
        "code": key,
        "declarer": "S",
        "tricks": {"NS": 7, "EW": 6},
        "honours": {"NS": 2, "EW": 2},
        **named,
    }
    value = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 12}[letter]
    for doubled in range(51):
        if most is None or doubled <= most:
            assert sum(points(score(**told, doubled=doubled), "tricks").values()) == value * 2**doubled
        else:
            refused(LAWS_ON_DOUBLING[key], **told, doubled=doubled)


# ---- chicane, honours and tricks that cannot have been -------------------------------------------------------------


@pytest.mark.parametrize("key", ["bridge-american-1907", "auction-1910"])
def test_chicane_is_taken_from_adversaries_only_if_they_score_honours(key: str) -> None:
    """Elwell, “Scoring”; Foster, law 9: “if the adversaries score honours”."""
    named = {"bid": "1H", "denomination": None} if key == "auction-1910" else {}
    told = {**ENGLISH, "code": key, **named}
    nobody = score(**{**told, "honours": {"NS": 2, "EW": 2}, "chicane": ["N"]})
    assert points(nobody, "chicane") == {}
    theirs = score(**{**told, "honours": {"NS": 2, "EW": 3}, "chicane": ["N"]})
    assert points(theirs, "chicane") == {"EW": -16}
    ours = score(**{**told, "honours": {"NS": 3, "EW": 2}, "chicane": ["N"]})
    assert points(ours, "chicane") == {"NS": 16}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"chicane": ["N", "S", "E"], "honours": {"NS": 0, "EW": 5}}, "three hands have no trump"),
        ({"chicane": ["W", "E", "N"]}, "three hands have no trump"),
        ({"chicane": ["W", "E"], "honours": {"NS": 5}, "tricks": {"NS": 6, "EW": 7}}, "win at least 7"),
        ({"honours": {"EW": 5, "one_hand": 5}}, "EW cannot have won 4 of the tricks"),
        ({"honours": {"EW": 5}, "tricks": {"NS": 13, "EW": 0}}, "their trumps win at least 3"),
        ({"honours": {"EW": 4, "one_hand": 4}, "tricks": {"NS": 11, "EW": 2}}, "win at least 3"),
        ({"honours": {"EW": 4}, "chicane": ["E"], "tricks": {"NS": 11, "EW": 2}}, "win at least 3"),
        ({"honours": None, "deal": ROYAL}, "EW cannot have won 4 of the tricks"),
    ],
    ids=str,
)
def test_trumps_that_are_told_must_have_won_their_tricks(changed: dict[str, Any], says: str) -> None:
    for key in ("bridge-english-1901", "bridge-english-1904", "bridge-american-1907", "dummy-bridge-1901"):
        answer = score(**{**ENGLISH, "code": key, **changed})
        assert says.lower() in answer.get("error", "").lower(), answer


def test_a_hand_of_thirteen_trumps_leaves_three_chicanes() -> None:
    """It may be dealt: then every trick and all five honours are its own."""
    told = {**ENGLISH, "tricks": {"NS": 13, "EW": 0}, "honours": {"NS": 5, "one_hand": 5}, "chicane": ["N", "W", "E"]}
    answer = score(**told)
    assert points(answer, "chicane") == {"NS": 16, "EW": 32}
    assert points(answer, "honours") == {"NS": 80}
    by_cards = score(**{**told, "honours": None, "chicane": None, "denomination": "S", "deal": ROYAL})
    assert points(by_cards, "chicane") == {"NS": 4, "EW": 8}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"honours": {"NS": 4, "EW": 0}, "tricks": {"NS": 1, "EW": 12}}, "NS cannot have won 1"),
        ({"honours": {"NS": 0, "EW": 4}, "tricks": {"NS": 13, "EW": 0}}, "EW cannot have won 0"),
        ({"honours": {"NS": 3, "EW": 2}}, "there are four"),
        ({"honours": {"NS": 4, "one_hand": 4}}, "Remove one_hand"),
        ({"honours": {}}, "honours of nobody"),
        ({"standing": {"NS": 5, "EW": 0}}, "NS cannot have 5"),
        ({"standing": {"N": 2}}, "Give the score of NS and EW"),
        ({"turn_up": "SA", "trumps": "H"}, "spades are trumps"),
        ({"honours": None, "deal": ROYAL, "turn_up": "HA"}, "does not hold the ace of hearts"),
        ({"honours": None, "deal": ROYAL, "trumps": "S"}, "NS cannot have won 9"),
    ],
    ids=str,
)
def test_what_cannot_be_told_of_whist_is_refused(changed: dict[str, Any], says: str) -> None:
    refused_with = score(**{**WHIST, **changed})
    assert says.lower() in refused_with.get("error", "").lower(), refused_with


@pytest.mark.parametrize(
    ("key", "tricks", "deal", "says"),
    [
        ("humbug-1859", {"S": 9, "N": 4}, ROYAL.replace("S:", "W:"), "S or N"),
        ("whist-three-handed-1859", {"S": 9, "W": 4, "E": 0}, ROYAL.replace("S:", "N:"), "the dealer’s hand, S"),
        ("whist-three-handed-1859", {"S": 9, "W": 4, "E": 0}, ROYAL, "S cannot have won 9"),
        ("french-humbug-1859", {"S": 9, "N": 4}, ROYAL, "S cannot have won 9"),
    ],
)
def test_a_deal_is_of_the_hands_that_play(key: str, tricks: dict[str, int], deal: str, says: str) -> None:
    refused(code=key, tricks=tricks, deal=deal, trumps="S", says=says)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"tricks": {"NS": 0, "EW": 13}, "honours": {"NS": 1, "EW": 4}}, "one honour home in no trick"),
        ({"tricks": {"NS": 1, "EW": 12}, "honours": {"NS": 5, "EW": 0}, "denomination": "H"}, "five honours home"),
        ({"honours": {"NS": 2, "EW": 3, "one_hand": 4}}, "Remove one_hand"),
        ({"honours": {"NS": 2, "EW": 2}}, "five in all"),
        ({"bid": 163}, "from 1 to 162"),
        ({"bid": 0}, "from 1 to 162"),
    ],
    ids=str,
)
def test_what_cannot_be_told_of_bids_in_points_is_refused(changed: dict[str, Any], says: str) -> None:
    told = {**POINTS, **({} if "denomination" in changed else {"misere": True}), **changed}
    answer = score(**told)
    assert says.lower() in answer.get("error", "").lower(), answer


# ---- no key is passed over -----------------------------------------------------------------------------------------


def plain(told: DealResult) -> dict[str, Any]:
    """What is told as JSON has it."""

    def of(party: Party) -> str:
        return str(party.value)

    def written(value: object) -> Any:
        match value:
            case HonoursResult(held, one_hand):
                return {of(party): n for party, n in held.items()} | ({"one_hand": one_hand} if one_hand else {})
            case RevokeResult(by, penalty):
                return f"{of(by)} {penalty}" if penalty else of(by)
            case Denomination() | Side() | Seat():
                return value.value
            case dict():
                return {of(party): number for party, number in value.items()}
            case tuple():
                return [written(one) for one in value]
            case bool() | int() | str():
                return value
            case _:
                return getattr(value, "letter", None) or str(value)

    return {key: written(getattr(told, key)) for key in told.given}


FOREIGN: dict[str, Any] = {
    "denomination": "H",
    "bid": "1H",
    "declarer": "S",
    "misere": True,
    "doubled": 1,
    "trumps": "H",
    "turn_up": "HA",
    "tricks": {"NS": 7, "EW": 6},
    "deal": ROYAL,
    "honours": {"NS": 2, "EW": 2},
    "chicane": ["N"],
    "revokes": ["NS"],
    "standing": {"NS": 0, "EW": 0},
    "passed_out": True,
}


@every_code
def test_a_key_that_a_code_does_not_use_is_never_passed_over(code: Code) -> None:
    assert set(FOREIGN) == set(KEYS)
    legal = plain(told_of(code, Random(7)))
    for key in KEYS:
        if key not in code.result_keys.keys:
            answer = score(code=code.key, **{**legal, key: FOREIGN[key]})
            named = key in answer.get("error", "") or key in code.result_keys.unsaid
            assert named, (key, answer)


def test_the_score_before_the_deal_is_told_only_where_it_can_matter() -> None:
    refused(**ENGLISH, standing={"NS": 0, "EW": 0}, says="only if there is a revoke")
    refused(**ENGLISH, standing={"NS": 30}, revokes=["EW tricks"], says="NS cannot have 30")
    assert "error" not in score(**ENGLISH, standing={"NS": 28}, revokes=["EW tricks"])
    text = one_deal("whist-short-1859", "tricks: {NS: 9, EW: 4}, honours: {NS: 4}, standing: {NS: 4, EW: 0}")
    with pytest.raises(FaultyContent, match=r"x\.yaml:3:.*the earlier deals already give each side’s score"):
        read_rubber(read(text, "x.yaml"))


# ---- revokes -------------------------------------------------------------------------------------------------------

_WORDS = {"tricks": " tricks", "add": " add", "deduct": " deduct", "points": " points", "again": "", "none": ""}


@for_each("row", table("revoke-scores.csv"), ids=lambda row: f"{row['id']} {row['revokes']}")
def test_revokes_that_are_told_are_paid_for_as_printed(row: dict[str, str]) -> None:
    held = list(map(int, row["honours"].split()))
    sides = {"AB": "NS", "YZ": "EW"}
    revokes = [one.split(":") for one in row["revokes"].split()]
    tricks = int(row["AB tricks"])
    before = dict(zip(("NS", "EW"), map(int, row["before"].split()), strict=True))
    is_auction = bool(row["bid"])
    answer = score(
        code=row["code"],
        declarer="S",
        doubled=int(row["doubled"]),
        tricks={"NS": tricks, "EW": 13 - tricks},
        honours={"NS": held[0] + held[2], "EW": held[1] + held[3]},
        revokes=[f"{sides[side]}{_WORDS[how]}" for side, how in revokes],
        standing=before if revokes and not is_auction else None,
        bid=f"{row['bid']}{row['denomination']}" if is_auction else None,
        denomination=None if is_auction else row["denomination"],
    )
    for place, side in enumerate(sides.values()):
        below = answer["tricks"][side]
        above = sum(answer[key][side] for key in answer if key not in ("laws", "tricks"))
        assert [below, above] == [int(row["below"].split()[place]), int(row["above"].split()[place])], answer


@pytest.mark.parametrize(
    ("request_", "law", "says"),
    [
        ({**ENGLISH, "revokes": ["EW"]}, "hel-law-087", "‘EW tricks’ or ‘EW deduct’ or ‘EW add’"),
        ({**ENGLISH, "revokes": ["EW points"]}, "hel-law-087", "‘points’ is not a penalty"),
        ({**AUCTION, "revokes": ["NS tricks"]}, "fos-law-086", "Write ‘points’"),
        ({**AUCTION, "revokes": ["NS", "EW points"]}, "fos-law-086", "Leave the penalty out"),
        ({**AUCTION, "revokes": ["N"]}, "fos-law-065", "the hand of N pays nothing"),
        ({**THREE, "revokes": ["N"]}, "hel-law-066", "the hand of N pays nothing"),
        ({**WHIST, "code": "dumby-1859", "revokes": ["N"]}, "cae-variant-dumby", "the hand of N pays nothing"),
        ({**WHIST, "revokes": ["NS"]}, "cae-law-32", "‘NS add’ or ‘NS deduct’ or ‘NS tricks’"),
        ({**AUCTION, "revokes": ["NS points"] * 13}, "", "cannot have revoked 13 times"),
        ({**WHIST, "revokes": ["NS add"] * 25}, "", "cannot have revoked 25 times"),
    ],
    ids=str,
)
def test_a_revoke_that_the_law_does_not_know_so_is_refused(request_: dict[str, Any], law: str, says: str) -> None:
    refused(*([law] if law else []), **request_, says=says)


def test_a_revoke_may_be_told_in_keys_or_in_words() -> None:
    in_words = score(**ENGLISH, revokes=["EW tricks"])
    assert in_words == score(**ENGLISH, revokes=[{"by": "EW", "penalty": "tricks"}])
    assert points(in_words, "tricks") == {"NS": 48}


def test_at_short_whist_three_points_are_added_for_a_revoke_and_no_game_is_counted() -> None:
    """Cælebs, law 32: three added, and the side that revoked cannot count game in that hand."""
    answer = score(**{**WHIST, "tricks": {"NS": 12, "EW": 1}}, revokes=["NS add"])
    assert points(answer, "tricks") == {"NS": 4, "EW": 3}


def test_at_three_handed_bridge_what_the_dealer_pays_goes_to_each_adversary_above() -> None:
    """Rules 11 to 13: an added value does not count towards an adversary’s game; a dealer who revoked wins none."""
    added = score(**{**THREE, "tricks": {"NS": 12, "EW": 1}}, revokes=["S add"], standing={"S": 0, "W": 20, "E": 20})
    assert points(added, "credit") == {"W": 24, "E": 24}
    assert points(added, "tricks") == {"S": 28}
    taken = score(**THREE, revokes=["W tricks"])
    assert points(taken, "tricks") == {"S": 48}


def test_at_auction_for_three_a_revoke_is_a_players_and_each_adversary_gains() -> None:
    told = {**AUCTION, "code": "auction-three-hand-1910", "declarer": "W"}
    answer = score(**{**told, "tricks": {"NS": 4, "EW": 9}}, revokes=["W points"])
    assert points(answer, "penalty") == {"S": 150, "E": 150}
    refused("fos-var-three-bid", **told, revokes=["EW points"], says="Name the player: S, W, E")


def test_where_three_play_for_themselves_the_book_does_not_say_who_is_paid_for_a_revoke() -> None:
    legal = plain(told_of(CODES["whist-three-handed-1859"], Random(1)))
    refused(code="whist-three-handed-1859", **legal, revokes=["S add"], says="which of the other two is paid")


@pytest.mark.parametrize("key", ["humbug-1859", "french-humbug-1859"])
def test_at_humbug_each_player_is_a_side_and_pays_for_a_revoke(key: str) -> None:
    """Law 32: three points are added to the other’s score, or three tricks change hands."""
    deal = "S:A32.A32.A432.A32 K54.K54.K65.K654 Q76.Q76.Q987.Q87 JT98.JT98.JT.JT9"
    told = {"code": key, "tricks": {"S": 8, "N": 5}, "deal": deal, "trumps": "S"}
    plain_score = score(**told)
    assert points(plain_score, "tricks") == {"S": 2}
    assert points(score(**told, revokes=["S add"]), "tricks") == {"S": 2, "N": 3}
    assert points(score(**told, revokes=["N tricks"]), "tricks") == {"S": 5}
    refused("cae-law-32", **told, revokes=["N"], says="‘N add’ or ‘N deduct’ or ‘N tricks’")


@every_code
def test_a_code_that_takes_revokes_rules_on_them(code: Code) -> None:
    ruling = code.offences.answer(Offence(Act.REVOKES, Role.LEADER, When.ESTABLISHED))
    assert isinstance(ruling, Ruling)
    assert ("revokes" in code.result_keys.keys) or "does not say" in ruling.note


def test_bids_in_points_pay_for_a_revoke_as_the_regular_game_does() -> None:
    """Law 86: 150 to the adversaries, and the declarer who revoked scores nothing but honours in trumps."""
    answer = score(**POINTS, misere=True, revokes=["S points"])
    assert points(answer, "penalty") == {"EW": 150}
    assert points(answer, "tricks") == {}


# ---- properties over every code ------------------------------------------------------------------------------------

random_seeds = st.integers(0, 10_000)
codes = st.sampled_from(list(CODES.values()))


@pytest.mark.slow
@given(codes, random_seeds)
@settings(max_examples=150)
def test_a_deal_scores_the_same_told_by_itself_and_as_the_first_of_a_rubber(code: Code, seed: int) -> None:
    told = plain(told_of(code, Random(seed)))
    told.pop("standing", None)
    alone = score(code=code.key, **told)
    played = read_rubber(read(json.dumps({"code": code.key, "deals": [told]}), "x.yaml"))
    for party in code.rubber.parties:
        here = sum(alone[key][party.value] for key in alone if key not in ("laws", "marked"))
        assert here == played.deals[0].total(party)


def _other(side: str) -> str:
    return side.translate(str.maketrans("NSEW", "EWNS")) if len(side) == 1 else {"NS": "EW", "EW": "NS"}[side]


def exchanged(told: dict[str, Any]) -> dict[str, Any]:
    """The same deal with the sides in one another’s places."""

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key if key == "one_hand" else _other(key): number for key, number in value.items()}
        return [_other(one) for one in value] if isinstance(value, list) else value

    keys = ("tricks", "honours", "standing", "chicane")
    there = {key: turned(value) if key in keys else value for key, value in told.items()}
    return there | ({"declarer": _other(told["declarer"])} if "declarer" in told else {})


BY_SIDES = [code for code in CODES.values() if all(isinstance(party, Side) for party in code.rubber.parties)]


@pytest.mark.slow
@given(st.sampled_from(BY_SIDES), random_seeds)
@settings(max_examples=150)
def test_sides_that_change_places_change_their_scores(code: Code, seed: int) -> None:
    told = plain(told_of(code, Random(seed)))
    if "deal" in told:
        return
    here, there = score(code=code.key, **told), score(code=code.key, **exchanged(told))
    if told.get("honours", {}).get("NS") == told.get("honours", {}).get("EW") and "one_hand" in told["honours"]:
        return  # of equals it is the first side whose fuller hand is told
    for key in here:
        if key not in ("laws", "marked"):
            assert here[key] == {_other(side): number for side, number in there[key].items()}, key


@pytest.mark.slow
@given(codes, random_seeds, st.integers(0, 3))
@settings(max_examples=200)
def test_what_a_deal_scores_has_its_bounds(code: Code, seed: int, revokes: int) -> None:
    """The dearest deal is seven no trumps failed and re-doubled, thirteen times 200, with three revokes beside it."""
    told = plain(told_of(code, Random(seed)))
    if "revokes" in code.result_keys.keys:
        law = Random(seed).choices([party.value for party in code.rubber.parties], k=revokes)
        for how in ("", " points", " tricks", " add"):
            answer = score(code=code.key, **told, revokes=[f"{by}{how}" for by in law] if law else None)
            assert "error" in answer or _most(answer) <= 13 * 200 + 400 + 3 * 150 + 3 * 336
    else:
        assert _most(score(code=code.key, **told)) <= 13


def _most(answer: dict[str, Any]) -> int:
    found: list[int] = [abs(n) for key in answer if key not in ("laws", "marked") for n in answer[key].values()]
    return max(found)


@pytest.mark.parametrize(
    ("limit", "most"), [(None, None), (DoublingLimit(100), 3), (DoublingLimit(100, Beyond.LAST), 4)]
)
def test_what_the_limit_measures_is_a_switch_that_told_deals_follow(
    limit: DoublingLimit | None, most: int | None
) -> None:
    """Law 58 of 1904 says neither what is measured nor what becomes of a double that passes it; 8, 16, 32, 64, 128."""
    code = BridgeEnglish1904(limit=limit)
    assert code.most_doubles(Denomination.HEARTS) == most
    tricks: dict[Party, int] = {Side.NS: 7, Side.EW: 6}
    told = DealResult(
        denomination=Denomination.HEARTS, declarer=Side.NS, tricks=tricks, honours=HonoursResult({Side.NS: 2})
    )
    for doubled in range(7):
        assert any(code.objections(replace(told, doubled=doubled))) is (most is not None and doubled > most)

"""The commands, as scripts and people use them."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tutor.__main__ import COMMANDS, tutor
from tutor.cards import Card, Hand
from tutor.cli.advise import answer
from tutor.deal import Deal, parse_pbn_hand
from tutor.errors import TutorError, Unknown
from tutor.exchange.pbn import tags as pbn_tags
from tutor.exchange.pbn.content import sections_of
from tutor.exchange.pbn.sections import table
from tutor.library.catalogue import load
from tutor.library.games import Provenance
from tutor.play import Play

GAMES = load().games
HANDS = ROOT / "hands"
HAND = "S:AKJ762 H:765 C:4 D:A43"


def run(*arguments: str, given: str | None = None) -> Result:
    result = CliRunner().invoke(tutor, list(arguments), input=given)
    if result.exception and not isinstance(result.exception, SystemExit | TutorError):
        raise result.exception
    return result


def tutor_process(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tutor", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)  # noqa: S603


# ---- deals and plays -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_deals_are_a_list_that_scripts_can_rely_on() -> None:
    """Every file of a game, a deal or an ending is listed; what the book does not tell is null."""
    kinds = {"game": "game", "deal": "deal", "problem": "ending"}
    files = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in HANDS.glob("*.yaml")}
    listed = {deal["id"]: deal for deal in json.loads(run("deals", "--json").output)}
    assert {key: deal["kind"] for key, deal in listed.items()} == {
        key: kinds[file["kind"]] for key, file in files.items() if file["kind"] in kinds
    }
    for key, deal in listed.items():
        assert set(deal) == {
            "id", "kind", "title", "source", "page", "deal", "dealer", "declarer", "denomination", "doubled", "result",
        }  # fmt: skip
        assert (deal["source"], deal["page"]) == (files[key]["source"], files[key]["pages"][0])
        first = "NESW".index(deal["deal"][0])
        held = {("NESW" * 2)[first + place]: hand for place, hand in enumerate(deal["deal"][2:].split())}
        for label, seat in zip("AYBZ", "SWNE", strict=True):
            file = files[key]
            if file["kind"] == "problem" and label in file.get("unknown", ()):
                assert held[seat] == "-"
            else:
                assert parse_pbn_hand(held[seat]) == Hand.parse(file["hands"][label])
        if deal["kind"] == "ending":
            assert deal["dealer"] is deal["declarer"] is deal["doubled"] is deal["result"] is None
            trumps = files[key]["trumps"]
            assert deal["denomination"] == ("N" if trumps == "none" else trumps[0].upper())
        else:
            assert deal["dealer"] == dict(zip("AYBZ", "SWNE", strict=True))[files[key]["dealer"]]
            told = files[key].get("result")
            won = {"NS": told["AB"], "EW": told["YZ"]} if isinstance(told, dict) else None
            assert deal["result"] == won
        if deal["kind"] == "game":
            assert deal["declarer"] in "NESW"
            assert deal["denomination"] in "SHDCN"
            assert isinstance(deal["doubled"], int)


def test_cards_that_the_book_implies_are_called_so_wherever_they_are_exported() -> None:
    """All four labels stand in the list, in hindsight and in PBN, each card with that of the replay."""
    met: Counter[str] = Counter()
    for name, game in GAMES.items():
        known = [one.value for one in game.provenance]
        met.update(known)
        assert [one["provenance"] for one in json.loads(run("plays", name, "--json").output)["plays"]] == known
        (section,) = (one for one in sections_of(game) if one.name == pbn_tags.CARDS)
        assert [row["Provenance"] for row in table(section, section.value).dicts()] == known
    known = [one.value for one in GAMES["hel-game-01"].provenance]
    weighed = json.loads(run("hindsight", "hel-game-01", "--json").output)["plays"]
    assert [one["provenance"] for one in weighed] == known
    assert set(met) == {one.value for one in Provenance}
    implied = {
        (name, played.trick, played.seat)
        for name, game in GAMES.items()
        for played in game.play.played()
        for fact in game.facts
        if fact.is_implied and fact.clause.names(played.seat, played.trick) == played.card
    }
    stated = {
        (name, played.trick, played.seat)
        for name, game in GAMES.items()
        for played in game.play.played()
        for fact in game.facts
        if not fact.is_implied and fact.clause.names(played.seat, played.trick) == played.card
    }
    assert met["implied"] == len(implied - stated)


@for_each("game_id", GAMES)
def test_plays_are_a_play_that_anybody_can_check(game_id: str) -> None:
    """The cards, replayed by their seats under the trumps of `deals`, are lawful and give the tricks of both lists."""
    listed = json.loads(run("plays", game_id, "--json").output)
    deal = next(one for one in json.loads(run("deals", "--json").output) if one["id"] == game_id)
    trumps = next(suit for suit in (GAMES[game_id].play.trumps,))
    assert (trumps.letter if trumps else "N") == deal["denomination"]
    assert set(listed) == {"id", "plays", "tricks"}
    play = Play.start(Deal.parse(deal["deal"]).hands, trumps, GAMES[game_id].plays[0].to_play)
    for one in listed["plays"]:
        assert set(one) == {"trick", "seat", "card", "provenance"}
        assert one["provenance"] in ("stated", "implied", "forced", "reconstructed")
        assert (one["trick"], one["seat"]) == (play.number, play.to_play.letter)
        play = play.after(Card.parse(one["card"]))
    assert play.is_over
    assert listed["tricks"] == deal["result"] == {"NS": play.won.ns, "EW": play.won.ew}


def test_the_lists_are_there_for_people_too() -> None:
    assert "Game I " in run("deals").output
    shown = run("plays", "hel-game-01").output
    assert "Y HK!" in shown
    assert "AB 9, YZ 4" in shown


def test_hindsight_gives_every_lawful_card_what_it_brings_and_adds_up() -> None:
    for name in ("hel-game-01", "hel-game-12"):
        listed = json.loads(run("hindsight", name, "--json").output)
        plays = json.loads(run("plays", name, "--json").output)
        assert [{key: one[key] for key in ("trick", "seat", "card", "provenance")} for one in listed["plays"]] == (
            plays["plays"]
        )
        assert listed["tricks"] == plays["tricks"]
        thrown = {"NS": 0, "EW": 0}
        for one, before in zip(listed["plays"], GAMES[name].plays, strict=False):
            assert list(one["brings"]) == [str(card) for card in before.lawful()]
            assert one["cost"] == max(one["brings"].values()) - one["brings"][one["card"]]
            thrown["NS" if one["seat"] in "NS" else "EW"] += one["cost"]
        assert listed["thrown"] == thrown
        for side, other in (("NS", "EW"), ("EW", "NS")):
            assert listed["promised"][side] - thrown[side] + thrown[other] == listed["tricks"][side]
    shown = run("hindsight", "hel-game-01").output
    assert "Z CA lost 2; best S5 or S3 or HJ or DT or D9 or D8 or D7" in shown
    assert "AB 8 − 1 + 2 = 9" in shown


@pytest.mark.slow
def test_an_unknown_game_ends_with_a_message_and_exit_code_2() -> None:
    for command in (["plays", "hel-gme-01", "--json"], ["replay", "hel-gme-01"]):
        done = tutor_process(*command)
        assert done.returncode == 2
        assert done.stdout == ""
        assert "there is no game ‘hel-gme-01’" in done.stderr
        assert "hel-game-01" in done.stderr
        assert "Traceback" not in done.stderr
    assert isinstance(run("plays", "nothing").exception, Unknown)


# ---- check -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_check_finds_no_fault_in_the_content() -> None:
    result = run("check")
    assert (result.exit_code, result.output) == (0, "No faults found.\n")


@pytest.mark.slow
def test_check_tells_every_fault_with_file_line_and_mend_and_exits_with_2(tmp_path: Path) -> None:
    file = tmp_path / "hel-game-01.yaml"
    text = Path("hands/hel-game-01.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("D:A43", "D:A4").replace("dealer: A", "dealr: A"), encoding="utf-8")
    done = tutor_process("check", str(file))
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert [re.sub(r"^.*?(\d+:\d+): .*", r"\1", line) for line in lines] == ["2:1", "19:1", "26:6", "3 faults"]
    assert all(line.startswith(str(file)) for line in lines[:-1])
    assert tutor_process("check", str(tmp_path / "nothing")).returncode == 2


# ---- advise ------------------------------------------------------------------------------------------------------


def advise(**request: Any) -> dict[str, Any]:
    return answer(json.dumps(request))


def declare(hand: str = HAND, **more: Any) -> dict[str, Any]:
    return advise(
        authority="hellespont", question="declare", role="dealer", hand=hand, score={"us": 0, "them": 0}, **more
    )


def lead(hand: str, trumps: str, by: str = "dealer", doubled_by: str | None = None, **more: Any) -> dict[str, Any]:
    asked = {"hand": hand, "trumps": trumps, "declared_by": by, "doubled_by": doubled_by, **more}
    return advise(authority="hellespont", question="lead", **asked)


def test_a_declaration_comes_with_its_rule_its_page_and_what_was_tried() -> None:
    advice = declare()
    assert advice["calls"] == ["leave"]
    assert advice["rule"] == "hel-decl-spades-never"
    assert advice["citation"] == {"source": "hellespont", "page": 106}
    assert [tried["rule"] for tried in advice["trace"]][:2] == ["hel-decl-nt-a", "hel-decl-hearts-honours"]
    assert all(tried["because"] for tried in advice["trace"])
    assert "trace" not in declare(trace=False)


def test_every_call_is_written_as_scripts_expect_it() -> None:
    hands = {
        "N": "S:AQJT H:QJ4 C:KT2 D:752",
        "H": "S:875 H:AKQ32 C:KQ6 D:94",
        "D": "S:752 H:QJ4 C:KT2 D:AQJT",
        "C": "S:T65 H:J7 C:AKQT3 D:T42",
        "S": "S:Q982 H:962 C:T53 D:873",
        "leave": "S:AT86 H:54 C:Q874 D:KT3",
    }
    assert {call: declare(hand)["calls"] for call, hand in hands.items()} == {call: [call] for call in hands}


def test_a_lead_comes_with_its_rule_and_its_page() -> None:
    hand = "S:T98 H:AK84 C:983 D:KQ2"
    advice = lead(hand, "D")
    assert advice["cards"] == ["HK"]
    assert advice["rule"] == "hel-lead-trump-plain"
    assert advice["citation"] == {"source": "hellespont", "page": 140}
    assert lead(hand, "D", doubled_by="partner")["cards"] == ["DK"]
    assert set(lead(hand, "D", doubled_by="me")["cards"]) == {"DK", "DQ", "D2"}
    assert lead("S:98653 H:KQ92 C:T4 D:75", "N", by="partner")["cards"] == ["H2"]


def test_what_another_reading_allows_is_added_where_it_is_asked_for() -> None:
    assert "acceptable" not in declare()
    assert declare(acceptable=True)["acceptable"] == []


ABSENT = object()
BAD = {
    "no question": ({"question": ABSENT}, "the key “question” is missing"),
    "no authority": ({"authority": ABSENT}, "the key “authority” is missing"),
    "no hand": ({"hand": ABSENT}, "the key “hand” is missing"),
    "another question": ({"question": "guess"}, "“declare” or “double”"),
    "no view": ({"question": "return", "hand": ABSENT}, "Add the key “view”"),
    "a view of nobody": ({"question": "return", "hand": ABSENT, "view": {"hand": HAND}}, "in seat, Field required"),
    "a view and a hand": ({"view": {"seat": "A", "hand": HAND}}, "‘hand’ is not a key"),
    "another authority": ({"authority": "helespont"}, "hellespont"),
    "two cards": ({"hand": "S:AK"}, "2 cards instead of 13"),
    "a hand of 14": ({"hand": "S:AKJ7623 H:765 C:4 D:A43"}, "14 cards instead of 13"),
    "a number for a hand": ({"hand": 7}, "it must be text"),
    "an unknown key": ({"hnad": HAND}, "‘hnad’"),
    "no role": ({"role": "dummy"}, "“partner”"),
    "a number for the score": ({"score": 3}, "“us”"),
    "a game already won": ({"score": {"us": 30, "them": 0}}, "from 0 to 28"),
    "points that no trick makes": ({"score": {"us": 7, "them": 0}}, "never 7"),
    "a switch for points": ({"score": {"us": True, "them": 0}}, "the points of each side"),
    "a word for a switch": ({"trace": "no"}, "true or false"),
    "a lead without a declarer": ({"question": "lead", "trumps": "S"}, "“declared_by”"),
    "no trump suit": ({"question": "lead", "trumps": "X", "declared_by": "dealer"}, "‘X’"),
    "doubled by nobody": ({"question": "lead", "trumps": "S", "declared_by": "dealer", "doubled_by": "dummy"}, "“me”"),
}


@for_each(("change", "says"), BAD.values(), ids=BAD)
def test_a_bad_question_gets_an_error_that_names_the_fault(change: dict[str, Any], says: str) -> None:
    asked = {"authority": "hellespont", "question": "declare", "hand": HAND, **change}
    given = advise(**{key: value for key, value in asked.items() if value is not ABSENT})
    assert set(given) == {"error"}
    assert says in given["error"]


def test_who_is_silent_says_why_and_who_is_not() -> None:
    given = advise(authority="foster", question="declare", hand=HAND)
    assert given["silent"] is True
    assert "hellespont" in given["others"]
    assert "foster is silent" in given["error"]


def test_a_view_that_cannot_be_gets_no_guess() -> None:
    view = {"seat": "Y", "hand": HAND, "calls": ["A declares hearts"], "trick": "Y SA"}
    given = advise(authority="hellespont", question="return", view=view)
    assert set(given) == {"error"}
    assert "the ace of spades is there twice" in given["error"]


def test_any_question_can_be_asked_of_a_view() -> None:
    view = {"seat": "Y", "hand": "S:Q74 H:A2 C:KQJ83 D:542", "calls": ["A declares spades", "Y content", "Z doubles"]}
    assert advise(authority="hellespont", question="lead", view=view)["cards"] == ["SQ"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not JSON", "it is not JSON"),
        ("[1]", "not a JSON object"),
        ('{"a":' * 100_000, "deep"),
        ("1" * 10_000, "too long"),
        ('{"a": 1, "a": 2}', "appears twice"),
    ],
    ids=lambda value: value[:9],
)
def test_a_bad_line_gets_an_error_that_names_the_fault(line: str, says: str) -> None:
    given = answer(line)
    assert set(given) == {"error"}
    assert says in given["error"]
    assert len(given["error"]) < 500


scalars = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@pytest.mark.slow
@given(values, st.sampled_from(["authority", "question", "hand", "trumps", "declared_by", "doubled_by", "trace"]))
def test_no_line_causes_a_traceback(value: Any, key: str) -> None:
    lead_ = {"authority": "hellespont", "question": "lead", "hand": HAND, "trumps": "S", "declared_by": "dealer"}
    answered = [set(answer(json.dumps({**lead_, "trace": trace}))) for trace in (True, False)]
    assert set(answer(json.dumps(value))) == {"error"}
    assert set(answer(json.dumps({**lead_, key: value}))) in ({"error"}, *answered)


def test_a_bad_line_does_not_stop_the_next() -> None:
    good = json.dumps({"authority": "hellespont", "question": "declare", "hand": HAND})
    done = tutor_process("advise", given=f"{good}\nrubbish\n\n{good}\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stderr == ""
    assert ["error" in line for line in lines] == [False, True, False]


def test_an_answer_comes_before_the_next_line_is_sent() -> None:
    """So that a script may ask, read, and ask again over one pipe."""
    command = [sys.executable, "-m", "tutor", "advise"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            process.stdin.write(json.dumps({"authority": "hellespont", "question": "declare", "hand": HAND}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["calls"] == ["leave"]
        process.stdin.close()


# ---- replay and quiz ---------------------------------------------------------------------------------------------


@for_each("game_id", GAMES)
def test_a_whole_game_prints_without_asking(game_id: str) -> None:
    shown = run("replay", game_id, "--all").output
    game = GAMES[game_id]
    assert len(re.findall(r"^ ?\d+  [AYBZ] ", shown, re.MULTILINE)) == 52
    assert game.title in shown
    assert "[" not in shown, "a mention of a card was not spoken"
    for note in game.notes:
        assert str(note.citation) in shown


def in_terminal(*arguments: str, answers: Callable[[str], str]) -> str:
    """What a command prints in a terminal to somebody who answers each of its prompts."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "tutor", *arguments]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave) as process:  # noqa: S603
        os.close(slave)
        timer = threading.Timer(60, process.kill)
        timer.start()
        shown = b""
        while True:
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
            last = shown.decode(errors="replace").rsplit("\n", 1)[-1]
            reply = answers(last)
            if reply:
                os.write(master, reply.encode())
        timer.cancel()
    os.close(master)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.slow
def test_a_replay_in_a_terminal_asks_before_it_tells() -> None:
    game = GAMES["hel-game-01"]
    asked: list[str] = []

    def answers(line: str) -> str:
        if line.endswith("> "):
            asked.append(line)
            return ["nonsense\n", "leave\n", "HK\n", "q\n"][len(asked) - 1]
        return "\n" if line == " " else ""

    shown = in_terminal("replay", "hel-game-01", answers=answers)
    assert "is not one of these: " in shown
    assert "No. B may then name hearts" in shown
    assert shown.index("What do you declare?") < shown.index("A declares spades")
    assert shown.index("What do you lead?") < shown.index("1  Y ♥K")
    assert game.title not in shown, "he left off before the end"


def test_a_quiz_in_a_terminal_asks_judges_and_counts() -> None:
    first, second = (
        run("quiz", "declare", "--seed", "3", "--count", "4", given="L\nN\nH\nx\nS\n").output for _ in range(2)
    )
    assert first == second
    assert first.count("You declare") == 5
    assert "‘x’ is not one of these: S, H, D, C, N, L" in first
    assert re.search(r"\d of \d right", first)
    assert run("quiz", "declare", "--seed", "3", given="q\n").exit_code == 0
    assert run("quiz", "declare", "--seed", "3", given="").exit_code == 0


def test_a_set_of_questions_is_the_same_for_a_whole_class_and_is_answered_in_a_terminal() -> None:
    wanted = ("quiz", "on", "hel-nt-*", "term-finesse", "skill-tricks-needed-bridge-english-1901", "--count", "3")
    written = [run(*wanted, "--seed", "7", "--json").output for _ in range(2)]
    assert written[0] == written[1]
    questions = [json.loads(line) for line in written[0].splitlines()]
    assert len(questions) == 3
    assert run(*wanted, "--seed", "8", "--json").output != written[0]
    keys = [
        list(one["choices"]).index(one["answer"]) + 1 if one["form"] == "choice" else one["answer"] for one in questions
    ]
    asked = run(*wanted, "--seed", "7", given="\n".join(map(str, keys)) + "\n")
    assert "3 of 3 right." in asked.output
    wrong = run("quiz", "on", "hel-nothing")
    assert wrong.exit_code != 0
    assert run(*wanted, "--seed", "7", given="q\n").exit_code == 0


@pytest.mark.slow
def test_lessons_are_listed_and_words_are_found() -> None:
    assert "whist-take-a-trick" in run("lessons", "--course", "whist").output
    lesson = json.loads(run("lessons", "--json").output.splitlines()[0])
    assert lesson["teaches"]
    assert lesson["drill"]["on"]
    assert "Glossary: finesse" in run("search", "finesse").output
    assert all("revok" in line.lower() for line in run("search", "revoke", "--json").output.splitlines())
    assert "No matches." in run("search", "xyzzy").output


# ---- the command itself ------------------------------------------------------------------------------------------


@for_each("command", COMMANDS)
def test_every_command_says_what_it_does(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: tutor {command}")


def test_what_is_no_command_is_told() -> None:
    result = run("replai")
    assert result.exit_code == 2
    assert "replai" in result.output


def test_the_schema_is_printed() -> None:
    assert json.loads(run("schema", "hand").output)["title"] == "A game of Love All"

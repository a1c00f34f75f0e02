"""Every file of content, and every fault that a file can have: found, told with its line, and all at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.support.cases import for_each
from tests.support.examples import examples
from tutor.analysis import facts
from tutor.auction import Content
from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.errors import Unknown
from tutor.library.catalogue import check, load
from tutor.library.folders import folder
from tutor.library.games import Asks, Decision, Game, Provenance
from tutor.library.kinds import PUBLISHED, published
from tutor.library.yaml_text import read

HANDS, LESSONS = folder("hands"), folder("lessons")
FILES = [*HANDS.rglob("*.yaml"), *LESSONS.rglob("*.yaml")]
GAMES = list(load().games.values())
FIRST = HANDS / "hel-game-01.yaml"

every_game = for_each("game", GAMES, ids=lambda game: game.id)
every_decision = for_each(
    ("game", "decision"),
    [(game, decision) for game in GAMES for decision in game.decisions],
    ids=lambda value: value.id,
)


# ---- what is there -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_content_of_the_checkout_has_no_fault() -> None:
    assert check([]) == []
    assert check([HANDS, LESSONS]) == []


@every_game
def test_a_game_is_played_to_the_end_and_meets_what_the_book_says(game: Game) -> None:
    assert game.play.is_over
    assert not any(renounce.is_revoke for renounce in game.play.renounces)
    made = facts.moves(game.plays)
    for fact in game.facts:
        assert fact.clause.broken_at(made) is None, fact
        assert fact.lines[0] <= fact.lines[1]


@every_game
def test_a_card_is_called_stated_only_where_a_fact_names_it(game: Game) -> None:
    for played, provenance in game.played():
        named = [fact for fact in game.facts if fact.clause.names(played.seat, played.trick) == played.card]
        assert (provenance in (Provenance.STATED, Provenance.IMPLIED)) == bool(named)
        assert (provenance is Provenance.STATED) == any(not fact.is_implied for fact in named)


@every_game
def test_a_card_is_called_forced_only_where_no_other_would_do(game: Game) -> None:
    """No other is lawful, or every other breaks a fact at once; that alone does not make it so."""
    clauses = game.puzzle.clauses
    for before, (played, provenance) in zip(game.plays, game.played(), strict=False):
        others = [card for card in before.lawful() if card != played.card]
        if provenance is Provenance.FORCED:
            assert not [card for card in others if all(clause.allows(before, card) for clause in clauses)]


def test_the_last_card_of_a_hand_of_which_others_are_ours_is_ours() -> None:
    """Nobody has a choice at the thirteenth trick, and what is left for it depends on the cards before."""
    for game in GAMES:
        for played, provenance in game.played():
            if played.trick == 13:
                assert provenance is not Provenance.FORCED or played in game.forced


@every_game
def test_a_game_says_where_it_stands_and_what_it_shows(game: Game) -> None:
    assert game.pages[0] <= game.pages[1]
    assert game.illustrates
    assert game.number is None or game.id in game.illustrates
    assert game.decisions or game.notes, "a game without a word of the author teaches nothing"
    if game.number:
        assert {seat.label for seat in game.lost} == {"A"}, "only the dealer’s hand was a picture"


@every_decision
def test_every_answer_to_a_decision_has_its_reason(game: Game, decision: Decision) -> None:
    given = [decision.answer, *decision.also, *(answer for reason in decision.instead for answer in reason.answers)]
    assert len(given) == len(set(given))
    assert set(given) == set(_lawful(game, decision))
    for reason in decision.instead:
        assert all(decision.why_not(answer) == reason.because for answer in reason.answers)


def _lawful(game: Game, decision: Decision) -> list[Answer]:
    if isinstance(decision.answer, Card):
        return list(game.plays[game.cards_at(decision.step) - 1].lawful())
    calling = game.calls
    made = type(calling)(calling.dealer, calling.said[: decision.step - 1])
    while (turn := game.code.turn(made)) and turn.seat is not decision.seat:
        made = made.after(turn.seat, Content())
    assert turn is not None
    return list(turn.calls)


@every_decision
def test_the_name_of_a_decision_tells_only_what_its_player_sees(game: Game, decision: Decision) -> None:
    """A renounce is called so only where the player has nothing of the suit led, whatever the game played."""
    if isinstance(decision.answer, Card):
        before = game.plays[game.cards_at(decision.step) - 1]
        led = before.trick.suit_led
        assert (decision.asks is Asks.LEAD) == (led is None)
        assert (decision.asks is Asks.RENOUNCE) == (led is not None and not before.hands[decision.seat][led])


@every_decision
def test_no_file_tells_a_decision_before_it_is_taken(game: Game, decision: Decision) -> None:
    """The text of every note shown in the trick before, and of the situation, is free of the suit decided."""
    if not isinstance(decision.answer, Card):
        return
    cards = game.cards_at(decision.step)
    shown = [note.text for note in game.notes if note.trick and cards - 4 <= note.after < cards]
    for text in [decision.situation, *shown]:
        assert decision.answer.suit.singular not in text.lower(), text


@pytest.mark.slow
@for_each("file", FILES, ids=lambda file: file.name)
def test_every_file_fits_the_schema_it_names(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert named, "the first line names the schema"
    schema = json.loads((file.parent / named[1]).read_text(encoding="utf-8"))
    faults = [error.message for error in Draft202012Validator(schema).iter_errors(yaml.safe_load(text))]
    assert faults == []


@pytest.mark.parametrize("kind", PUBLISHED)
def test_the_published_schema_is_that_of_the_models(kind: str) -> None:
    kept = json.loads((HANDS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(kept)
    assert kept == published(kind), "run make schemas"


def test_an_unknown_game_is_named_with_the_nearest() -> None:
    with pytest.raises(Unknown, match="hel-game-01"):
        load().game("hel-gme-01")


# ---- what can be wrong -----------------------------------------------------------------------------------------

HAND = "  A: S:AKJ762 H:765 C:4 D:A43"
TRICK = "  - Y HK, B H2, Z H9, A H5"

FAULTS = {
    # what is done: (as it stands, as it is made, the line of the fault, words of the message)
    "a hand of 12": (HAND, "  A: S:AKJ762 H:765 C:4 D:A4", 26, "12 cards instead of 13"),
    "a hand of 14": (HAND, "  A: S:AKJ7623 H:765 C:4 D:A43", 26, "14 cards instead of 13"),
    "a card twice in a hand": (HAND, "  A: S:AKJ762 H:765 C:4 D:A44", 26, "4 is given twice"),
    "a card in two hands": (HAND, "  A: S:AKJ762 H:765 C:4 D:K43", 26, "DK is held by A and Y"),
    "a suit twice": (HAND, "  A: S:AKJ762 H:765 C:4 S:A43", 26, "spades are given twice"),
    "no rank": (HAND, "  A: S:AKJ762 H:765 C:4 D:A4X", 26, "‘X’ is not a rank"),
    "a key twice": ("dealer: A\n", "dealer: A\ndealer: B\n", 20, "‘dealer’ appears twice (first in line 19)"),
    "an unknown key": ("dealer: A\n", "dealr: A\n", 19, "no key ‘dealr’ here. Did you mean ‘dealer’?"),
    "a missing key": ("dealer: A\n", "\n", 2, "the key ‘dealer’ is missing"),
    "an unknown key within": ("    printed: Kg, Kv, 6", "    prented: Kg, Kv, 6", 35, "‘printed’"),
    "no player": ("dealer: A\n", "dealer: South\n", 19, "‘South’ is not a player"),
    "another kind": ("kind: game", "kind: gmae", 2, "‘gmae’"),
    "pages backwards": ("pages: [206, 209]", "pages: [209, 206]", 6, "wrong order"),
    "half a pair": ("pages: [206, 209]", "pages: [206]", 6, "two numbers"),
    "no source": ("source: hellespont", "source: helespont", 5, "‘helespont’ is not a source"),
    "no code": ("code: bridge-english-1901", "code: bridge-english-1910", 18, "bridge-english-1901"),
    "a call out of turn": ("  - A declares spades", "  - Y declares spades", 46, "It is A’s turn to speak"),
    "no call": ("  - A declares spades", "  - A declares swords", 46, "‘swords’"),
    "another result": ("result: {AB: 9, YZ: 4}", "result: {AB: 8, YZ: 5}", 47, "the play gives AB 9, YZ 4"),
    "a play out of turn": (TRICK, "  - B H2, Y HK, Z H9, A H5", 50, "out of turn: it is Y’s turn"),
    "a revoke": (TRICK, "  - Y HK, B S4, Z H9, A H5", 50, "B would revoke with S4"),
    "a trick of three": (TRICK, "  - Y HK, B H2, Z H9", 50, "3 cards where four"),
    "a trick too few": (TRICK + "\n", "", 50, "13 are needed here, and there are 12"),
    "a card not held": (TRICK, "  - Y HK, B H4, Z H9, A H5", 50, "does not hold H4"),
    "a card played twice": ("  - Y HA, B H3,", "  - Y HK, B H3,", 51, "does not hold HK"),
    "a fact not met": ("says: A ruffs,", "says: B ruffs,", 71, "does not fit the fact ‘B ruffs’"),
    "facts that contradict one another": (
        "facts:\n",
        "facts:\n  - {trick: 9, says: Y wins, lines: [1, 2]}\n  - {trick: 10, says: A leads D, lines: [1, 2]}\n",
        65,
        "no play of these hands fits ‘Y wins’ (line 65), ‘A leads D’ (line 66) together",
    ),
    "a fact that cannot be": (
        "facts:\n",
        "facts:\n  - {trick: 9, says: Z SA, lines: [1, 2]}\n",
        65,
        "no play of these hands fits ‘Z SA’ (line 65). Correct it",
    ),
    "no fact": ("says: A ruffs,", "says: A trumps,", 71, "‘A trumps’ is not a fact"),
    "a fourteenth trick": ("{trick: 4, says: A ruffs,", "{trick: 14, says: A ruffs,", 71, "13"),
    "a reference to nothing": ("- hel-lead-trump-plain\n", "- hel-lead-trump-plane\n", 12, "‘hel-lead-trump-plain’?"),
    "a decision by no rule": ("rule: hel-lead-through", "rule: hel-lead-thru", 180, "‘hel-lead-through-strength’?"),
    "no row of a table": ("row: ace, king and others", "row: ace and king", 150, "ace, king and others"),
    "an answer without its reason": ("    also: C8, C3", "    also: C8", 186, "there is no reason for C3"),
    "an answer not of the game": (
        "    answer: C9\n    also: C8, C3",
        "    answer: C8\n    also: C9, C3",
        175,
        "the answer is C8, but the game has C9",
    ),
    "an answer not held": ("      - answers: H8, H4", "      - answers: H8, H5", 146, "H5 is not a lawful choice"),
    "a note that tells": ("      Z has played", "      A club. Z has played", 85, "‘club’ is shown"),
    "a card that is another’s": ("A plays to the score.", "A plays {Y SA|a card}.", 75, "Y has no ace of spades: A"),
    "a mention of no card": ("A plays to the score.", "A plays {S1}.", 75, "not a reference to cards"),
    "an emendation not made": ("read: KJ652", "read: KJ642", 36, "not what B holds in clubs"),
    "a score past the game": ("AB: 26,", "AB: 36,", 20, "an even number up to 28"),
    "an odd score": ("AB: 26,", "AB: 25,", 20, "an even number up to 28"),
    "a page before the first": ("pages: [206, 209]", "pages: [0, 209]", 6, "at least 1"),
    "a line past the last": ("    line: 10983", "    line: 999999", 34, "at most 99999"),
    "a number that is none": ("number: I\n", "number: 1\n", 3, "Roman number"),
    "HTML in a note": ("A plays to the score.", "A <b>plays</b> to the score.", 75, "HTML"),
    "an alias": ("number: I", "number: *x", 3, "there is an alias here"),
    "an open bracket": ("title: An", "title: [An", 5, "not YAML"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("was", "made", "line", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_its_line_and_its_mend(
    tmp_path: Path, was: str, made: str, line: int, message: str
) -> None:
    text = FIRST.read_text(encoding="utf-8")
    assert was in text, "the file has changed: change the test with it"
    file = tmp_path / FIRST.name
    file.write_text(text.replace(was, made, 1), encoding="utf-8")
    faults = check([file])
    assert any(fault.line == line and message in str(fault) for fault in faults), "\n".join(map(str, faults))
    assert all(str(fault).startswith(f"{file}:{fault.line}:") for fault in faults)


def test_every_fault_of_every_file_is_told_at_once(tmp_path: Path) -> None:
    first, second = (HANDS / f"hel-game-0{number}.yaml" for number in (1, 2))
    broken = first.read_text(encoding="utf-8").replace("says: A ruffs,", "says: B ruffs,")
    (tmp_path / first.name).write_text(broken.replace("read: KJ652", "read: KJ642"), encoding="utf-8")
    (tmp_path / second.name).write_text(second.read_text(encoding="utf-8").replace("dealer: A", "dealer: E"))
    faults = check([tmp_path])
    assert [Path(fault.file).name for fault in faults] == [first.name, first.name, second.name]


@pytest.mark.slow
def test_a_fault_does_not_hide_those_of_another_kind(tmp_path: Path) -> None:
    """A key twice, a hand of 12, a reference to nothing and a revoke are told together; so is the result."""
    text = FIRST.read_text(encoding="utf-8")
    for was, made in (("dealer: A\n", "dealer: A\ndealer: B\n"), (HAND, HAND[:-1]), ("lead-through", "lead-thru")):
        text = text.replace(was, made, 1)
    (tmp_path / FIRST.name).write_text(text, encoding="utf-8")
    told = "\n".join(map(str, check([tmp_path])))
    for words in ("appears twice", "12 cards", "hel-lead-thru"):
        assert words in told
    revokes = FIRST.read_text(encoding="utf-8").replace("B H2, Z H9", "B S4, Z H9").replace("B H3, Z HT", "B S4, Z HT")
    (tmp_path / FIRST.name).write_text(revokes.replace("says: A ruffs,", "says: A trumps,"), encoding="utf-8")
    told = "\n".join(map(str, check([tmp_path])))
    for words in ("would revoke", "A trumps"):
        assert words in told


def test_a_game_can_be_copied_under_another_name(tmp_path: Path) -> None:
    (tmp_path / "my-game.yaml").write_bytes(FIRST.read_bytes())
    assert check([tmp_path]) == []


def test_two_files_cannot_be_the_same_game(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / FIRST.name).write_bytes(FIRST.read_bytes())
    (fault,) = check([tmp_path])
    assert "already" in fault.what


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe", "not UTF-8"),
        (b"- 1\n", "keys and their values are needed"),
        (b"kind: game\n---\nkind: game\n", "second YAML document"),
        (b"? [a]\n: b\n", "a key must be a plain word"),
        (b"a: &x 1\nb: *x\n", "an alias"),
        (b"\x00", "not YAML"),
        (b"[" * 5000, "nested too deep"),
        (b"[" * 300 + b"]" * 300, "nested too deep"),
    ],
)
def test_a_file_that_is_no_file_of_hands_gets_a_message_and_no_traceback(
    tmp_path: Path, content: bytes, message: str
) -> None:
    file = tmp_path / "hand.yaml"
    file.write_bytes(content)
    faults = check([file])
    assert faults
    assert any(message in str(fault) for fault in faults)


def test_a_path_that_is_not_there_is_told(tmp_path: Path) -> None:
    (fault,) = check([tmp_path / "nothing.yaml"])
    assert "no such file" in str(fault)


def test_a_rule_stated_twice_is_told_where_it_stands_again(tmp_path: Path) -> None:
    lessons = (LESSONS / "rules" / "hellespont.yaml").read_text(encoding="utf-8")
    (tmp_path / "more.yaml").write_text(lessons, encoding="utf-8")
    faults = check([tmp_path])
    assert len(faults) == lessons.count("  - id: ")
    assert all("appears twice" in fault.what for fault in faults)


@pytest.mark.slow
@examples(12)  # the robustness trials damage more files
@given(st.data())
def test_no_damage_to_a_file_causes_a_traceback(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    text = FIRST.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 60))
    put = data.draw(st.text(max_size=12))
    file = tmp_path_factory.mktemp("damaged") / "hel-game-01.yaml"
    file.write_text(text[:start] + put + text[start + length :], encoding="utf-8", errors="surrogatepass")
    for fault in check([file]):
        assert fault.line >= 1
        assert fault.what


# ---- the small languages of a file ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Y leads HK", "Y leads C", "B CJ", "Z discards D", "Z discards D7", "Z wins", "A ruffs"]
)
def test_a_fact_reads_back_as_it_is_written(text: str) -> None:
    assert str(facts.parse(text, 1)) == text


def test_a_scalar_of_yaml_stays_as_it_is_written() -> None:
    document = read("a: NO\nb: 010\nc: 12:30\nd: ~\n", "file")
    assert document.data == {"a": "NO", "b": "010", "c": "12:30", "d": "~"}
    assert [fault.line for fault in read("a: 1\na: 2\n", "file").faults] == [2]


@pytest.mark.parametrize(
    ("text", "data", "lines"),
    [
        ("a: {x: 1}\na: {x: 2}\nb: 3\n", {"a": {"x": "1"}, "b": "3"}, [2]),
        ("? [a, {b: c}]\n: [d]\ne: f\n", {"e": "f"}, [1]),
        ("? {? [a] : b}\n: c\nd: e\n", {"d": "e"}, [1, 1]),
        ("a: [&x 1, *x]\n*x : b\n", {"a": ["1", ""]}, [1, 2, 2]),
    ],
)
def test_text_that_is_faulty_is_read_on_from_behind_the_fault(text: str, data: object, lines: list[int]) -> None:
    """What is in a value that is passed over is not told as if it were in the value that is kept."""
    document = read(text, "file")
    assert document.data == data
    assert sorted(fault.line for fault in document.faults) == lines

"""References in notes are borne out by the play, and no page tells what is still to be decided."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from tests.support.cases import for_each
from tutor.cards import PACK, Card
from tutor.errors import FaultyContent, Malformed
from tutor.library.catalogue import Library, check, load
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.files import document_of
from tutor.library.folders import folder
from tutor.library.games import Decision, Game
from tutor.library.passages import WithCards, passages, scene_of, whole
from tutor.library.references import parse, references, rendered
from tutor.library.user_content import hand_of, lesson_of
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.seats import Seat
from tutor.web.learn.replay import Chair, Replay

GAMES = list(load().games.values())
HANDS = folder("hands")
WITH_CARDS: list[Game | ExampleDeal | Problem] = [*GAMES, *load().deals.values(), *load().problems.values()]
every_game = for_each("game", GAMES, ids=lambda game: game.id)


# ---- every real note ---------------------------------------------------------------------------------------------


def _written(content: WithCards) -> Iterator[tuple[str, str, list[str]]]:
    """Each text of a file with cards: as it is written, as it is shown, and what the play does not bear out."""
    document = document_of(HANDS / f"{content.id}.yaml")
    for passage in passages(content):
        text = document.text_at(passage.path)
        yield text, passage.text, [what for one in references(text) for what in one.faults(passage.scene)]


@pytest.mark.slow
def test_the_play_bears_out_every_reference_and_pages_show_plain_prose() -> None:
    texts = [text for content in WITH_CARDS for text in _written(content)]
    assert [wrong for _, _, wrong in texts if wrong] == []
    assert all(rendered(written) == shown and not set("{}|") & set(shown) for written, shown, _ in texts)
    assert sum(written != shown for written, shown, _ in texts) > 700


GENERAL = (
    # what is said of no card of the deal: a rule of the book, a measure of strength, a thing that a hand has not
    r"no suit with ace and king", r"single card other than an ace", r"no king with the queen, and …, (?:jack|knave)",
    r"nothing above the nine", r"has no king and queen", r"neither ace nor king and queen", r"such as ace, king, queen",
    r"one of them ace, king or queen", r"without ace, king, queen or king, queen, (?:jack|knave)",
    r"and another ace, declare",
    r"without ace, king or queen", r"suit headed by ace and king, open", r"more than a queen above", r"with no ace",
    r"two doubly guarded queens", r"over a queen above", r"Only a suit with ace and king", r"without both ace and king",
    r"worth two guarded queens", r"or has no ace",
    r"nothing above a (?:jack|knave)", r"higher cards than a (?:jack|knave)",
    r"two king-trumps",
    # and words that are ranks in other places
    r"nothing for aces", r"spade is led from the two", r"against the two of you", r"of the four declares",
    r"tricks of the four", r"than the two before", r"the six that remained", r"the two king",
)  # fmt: skip
_OF_SUIT = r" of (?:spades|hearts|clubs|diamonds|trumps)"
_SMALL = "ten|nine|eight|seven|six|five|four|three|two"
_COUNTS = (
    "adversaries|opponents|aces|cards|clubs|deals|diamonds|games|good|hands|hearts|highest|honours|jacks|kings|knaves|long|more"
    "|others?|players|queens|rounds|small|spades|suits|three|top|tricks|trumps|winning|winners"
)
CARD = re.compile(
    rf"\b(?:ace|king|queen|knave|jack)s?\b|\b(?:{_SMALL}){_OF_SUIT}"
    rf"|\b(?:[Tt]he|[Hh]is|[Hh]er|[Yy]our|exposed|[AYBZ]’s) (?:{_SMALL})\b(?! (?:{_COUNTS})\b|-)"
)
"""A rank as a card: an honour, a rank with its suit, or a small one with ‘the’ before it and nothing that it counts."""


def test_49_of_50_cards_that_notes_mention_are_references() -> None:
    """Counted by words alone, so that it owes nothing to what reads references."""
    inside, outside = 0, []
    for content in WITH_CARDS:
        for written, _, _ in _written(content):
            inside += sum(len(CARD.findall(one.words)) for one in references(written))
            left = re.sub(r"\{[^}]*\}", "…", written)
            for general in GENERAL:
                left = re.sub(general, "", left)
            outside += [(content.id, found, left) for found in CARD.findall(left)]
    assert inside > 1_000
    assert inside >= 0.98 * (inside + len(outside)), outside


def test_a_general_mention_is_allowed_only_while_it_is_there() -> None:
    texts = [re.sub(r"\{[^}]*\}", "…", written) for content in WITH_CARDS for written, _, _ in _written(content)]
    assert [general for general in GENERAL if not any(re.search(general, text) for text in texts)] == []


# ---- notes that lie ----------------------------------------------------------------------------------------------

# Game I, spades trumps, B the exposed hand; the tricks are
#    1 Y HK, B H2, Z H9, A H5     5 A H7, Y H4, B HQ, Z HJ     9 A SK, Y ST, B D5, Z D7     13 A D4, Y DK, B C6, Z CT
#    2 Y HA, B H3, Z HT, A H6     6 B CK, Z C7, A D3, Y C8    10 A SJ, Y D2, B C5, Z D8
#    3 Y C9, B CJ, Z CQ, A C4     7 B SQ, Z S3, A S6, Y S8    11 A S7, Y H8, B D6, Z D9
#    4 Z CA, A S2, Y C3, B C2     8 B S4, Z S5, A SA, Y S9    12 A DA, Y DQ, B DJ, Z DT
PAIRS = {
    # what is told: (the trick of the note, what is so, what is not, what is said of it)
    "a card held": (2, "Y H8", "Y HQ", "Y has no queen of hearts: B has it"),
    "a card already gone": (2, "Y HK, trick 1", "Y HK", "Y has no king of hearts: Y played it to trick 1"),
    "a card not yet gone": (2, "Z CQ", "Z CQ, trick 3", "no card has been played to trick 3 when this is read"),
    "the wrong seat": (3, "Z CQ, trick 3", "A CQ, trick 3", "A did not play the queen of clubs at trick 3: Z"),
    "the wrong trick": (3, "Y HA, trick 2", "Y HA, trick 1", "ace of hearts at trick 1: Y played it to trick 2"),
    "another’s card": (3, "Y had HAK", "Y had HQ", "Y had no queen of hearts: B has it"),
    "a group": (2, "A SAK", "A SAQ", "A has no queen of spades: B has it"),
    "no matter who": (2, "SAQ", "SAQ, trick 2", "nobody played the ace of spades at trick 2: A has it"),
    "who leads": (3, "Y leads C9, trick 3", "Z leads CQ, trick 3", "Z did not lead the queen of clubs"),
    "who leads a suit": (5, "A leads H, trick 5", "A leads D, trick 5", "A did not lead a diamond at trick 5"),
    "who ruffs": (4, "A ruffs, trick 4", "Y ruffs, trick 4", "Y did not ruff at trick 4"),
    "with what": (4, "A ruffs S2, trick 4", "A ruffs S3, trick 4", "A did not ruff with the three of spades"),
    "whether it was ever done": (5, "A ruffed", "Y ruffed", "Y did not ruff"),
    "who discards": (6, "A discards D3, trick 6", "A discards S2, trick 4", "A did not discard the two of spades"),
    "who wins": (3, "Z wins CQ, trick 3", "B wins CJ, trick 3", "B did not win with the jack of clubs"),
    "who plays": (3, "B plays CJ, trick 3", "B plays CK, trick 3", "B did not play the king of clubs"),
    "a length": (2, "A 6S", "A 5S", "A has six spades, not five"),
    "a length to a card": (2, "A 6S SA", "Y 3D DA", "Y has no ace of diamonds: A has it"),
    "a length that was": (8, "A had 6S", "A had 5D", "A has two diamonds, not five"),
    "none of a suit": (4, "A 0C", "Z 0C", "Z has two clubs, not no"),
    "ranks": (2, "A 2A", "A 3A", "A has two aces, not three"),
    "a call": (2, "A declares spades", "A declares hearts", "the calls are A declares spades"),
    "a signal": (13, "Y calls C at 3 4|a call", "A calls H at 1 2|a call", "it is not true in the play"),
    "the tricks so far": (4, "YZ 3 after 3|three", "YZ 2 after 3|two", "it is not true in the play"),
    "a result to come": (13, "AB 9 after 13|nine", "AB 8 after 13|eight", "it is not true in the play"),
}  # fmt: skip


@for_each(("trick", "true", "false", "why"), PAIRS.values(), ids=PAIRS)
def test_what_is_so_passes_and_a_lie_is_caught(library: Library, trick: int, true: str, false: str, why: str) -> None:
    scene = scene_of(library.game("hel-game-01"), 4 * trick)
    assert list(parse(f"{{{true}}}").faults(scene)) == []
    assert why in " and ".join(parse(f"{{{false}}}").faults(scene))


def test_what_is_to_come_is_not_told(library: Library) -> None:
    scene = scene_of(library.game("hel-game-01"), 12)
    for body in ("A S2, trick 4", "AB 9 after 13|nine", "Y calls C at 3 4|a call", "A ruffed"):
        assert list(parse(f"{{{body}}}").faults(scene)), body


def test_just_one_player_has_a_card_and_one_trick_took_it(library: Library) -> None:
    """Of every card, player and trick of a game at its middle, no reference holds but the one that is so."""
    game = library.game("hel-game-01")
    scene = scene_of(game, 26)
    so = [
        text
        for card, seat, when in product(PACK, Seat, ["", *(f", trick {number}" for number in range(1, 14))])
        if not list(parse(text := f"{{{seat.label} {card}{when}}}").faults(scene))
    ]
    assert len(so) == 52
    assert Counter("trick" in text for text in so) == {True: 26, False: 26}


def test_a_card_is_played_or_held_by_the_card_after_which_a_note_is_read(library: Library) -> None:
    """A note to the second card of a trick does not know the third."""
    game = library.game("hel-game-01")
    for seen, holds in ((10, True), (11, False)):
        assert (not list(parse("{Z CQ}").faults(scene_of(game, seen)))) is holds
        assert (not list(parse("{Z CQ, trick 3}").faults(scene_of(game, seen)))) is not holds


def test_a_deal_and_an_ending_are_checked_too(library: Library) -> None:
    ending, deal = whole(library.problem("cae-end-093")), whole(library.deal("hel-declaration-02"))
    for scene, true, false in (
        (ending, "A leads H2, trick 1", "A leads H3, trick 1"),
        (ending, "Z ruffs SK, trick 1", "Z ruffs S4, trick 1"),
        (deal, "A declares no trumps", "A declares hearts"),
        (deal, "A 2A", "A 3A"),
        (deal, "A had 2A", "A had 3A"),
    ):
        assert not list(parse(f"{{{true}}}").faults(scene)), true
        assert list(parse(f"{{{false}}}").faults(scene)), false


# ---- words -------------------------------------------------------------------------------------------------------


@for_each(
    ("written", "shown"),
    [
        ("{CQ}", "the queen of clubs"),
        ("{CQ|the queen}", "the queen"),
        ("{Y H10, trick 3}", "the ten of hearts"),
        ("{Y\n HK,\n trick 3|the\n king}", "the king"),
        ("{SAKQ}", "the ace, king and queen of spades"),
        ("{SA HK}", "the ace of spades and the king of hearts"),
        ("{SAK|ace and king of spades}", "ace and king of spades"),
        ("{Y led HK, trick 1}", "Y led the king of hearts"),
        ("{A leads H, trick 5}", "A leads a heart"),
        ("{A 6D} and {A 1C}, {A 0H}, {A 2K}", "six diamonds and one club, no hearts, two kings"),
        ("{B declares no trumps}", "B declares no trumps"),
        ("{AB 9 after 13|AB make three by tricks}", "AB make three by tricks"),
        ("{HJ|the jack}, {HJ|the knave}", "the jack, the knave"),
        ("{{HK}} is written so, and so is [a] ‘}}’", "{HK} is written so, and so is [a] ‘}’"),
        ("the [Y HK] falls", "the king of hearts falls"),
        ("No card, no brace.", "No card, no brace."),
    ],
)
def test_a_reference_is_shown_in_words(written: str, shown: str) -> None:
    assert rendered(written) == shown


def test_a_lesson_keeps_the_sign_of_a_card() -> None:
    assert rendered("{HK} and {Y HK}", keeps_signs=True) == "{HK} and the king of hearts"


@for_each(
    ("written", "why"),
    [
        ("{CQ|the king}", "the words say ‘king’, but the reference does not"),
        ("{CQ|the queen of hearts}", "the words say ‘hearts’"),
        ("{CAQ|the ace}", "the words leave out the queen"),
        ("{A 6D|five diamonds}", "the words say ‘five’"),
        ("{B HQ|Z’s queen}", "the words name Z"),
        ("{Y HK, trick 1|Y led king}", "the words say ‘led’"),
        ("{Y leads HK|Y ruffs with the king}", "the words say ‘ruffs’"),
        ("{A declares spades|A declares hearts}", "the words say ‘hearts’"),
        ("{A declares spades|B declares spades}", "the words name B"),
        ("{AB 9 after 13|AB make four by tricks}", "the words say ‘four’"),
        ("{Z calls D at 1 2|Z called in hearts}", "the words say ‘hearts’"),
        ("{}", "it does not name a card"),
        ("{the king}", "Write it as {HK}"),
        ("{KH}", "it does not name a card"),
        ("{Q HK}", "it does not name a card"),
        ("{AB 9 after 13}", "it does not name a card"),
        ("{6D}", "it does not name the player"),
        ("{leads HK}", "it does not name the player"),
        ("{A has HK, trick 2}", "cards held do not belong to a trick"),
        ("{A 6D, trick 2}", "cards held do not belong to a trick"),
        ("a { alone", "for a literal brace"),
    ],
)
def test_a_reference_that_cannot_be_read_says_how_it_is_written(written: str, why: str) -> None:
    with pytest.raises(Malformed, match=re.escape(why)):
        rendered(written)


LIES = {
    # the file, as it stands, as it is made, words of the message
    "a note": ("hel-game-01", "not {Y HA, trick 2|ace}", "not {Y HA, trick 1|ace}", "Y played it to trick 2"),
    "a note and its words": ("hel-game-01", "{Z H9, trick 1|the nine}", "{Z H9, trick 1|the ten}", "say ‘ten’"),
    "a remark": ("hel-game-01", "{AB 9 after 13|AB make three", "{AB 10 after 13|AB make four", "not true in"),
    "a reason": ("hel-game-01", "has only\n      {A 1C}", "has only\n      {A 2C}", "A has one club, not two"),
    "the reason of another": ("hel-game-01", "{B HQ|The queen of hearts} is", "{Z HQ|The queen of hearts} is", "B has"),
    "a result": ("hel-game-12", "{AB 7 after 13|AB win the odd", "{AB 8 after 13|AB win the odd", "not true in"),
    "an ending": ("cae-end-093", "{Z SK|the king} and leads", "{A SK|the king} and leads", "A has no king of spades"),
    "a deal": ("hel-declaration-02", "{A 2A|A has two aces}", "{A 3A|A has three aces}", "A has two aces, not three"),
    "a hidden hand": ("hel-game-01", "    tells: [Z]\n    text", "    text", "Z has not"),
    "what tells of a hidden hand": ("hel-game-23", "  tells: [Z]\n", "", "is about Z’s hand, which is still hidden"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "was", "made", "message"), LIES.values(), ids=LIES)
def test_the_command_tells_a_lie_with_its_line(tmp_path: Path, name: str, was: str, made: str, message: str) -> None:
    text = (HANDS / f"{name}.yaml").read_text(encoding="utf-8")
    assert was in text, "the file has changed: change the test with it"
    file = tmp_path / f"{name}.yaml"
    file.write_text(text.replace(was, made), encoding="utf-8")
    fault, *_ = check([file])
    assert message in fault.what
    key = text[: text.index(was)].count("\n") + 1
    assert key - 12 <= fault.line <= key + 2


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"{Z H9, trick 1|": "{A H9, trick 1|", "{B CJ, trick 3|": "{B CJ, trick 2|"},
            ["A did not play", "trick 2: B"],
        ),
        ({"|the nine}": "|the six}", "|the ten}": "|the four}", "|The jack}": "|The ace}"}, ["six", "four", "ace"]),
    ],
)
def test_all_that_is_wrong_is_told_at_once(tmp_path: Path, changes: dict[str, str], told: list[str]) -> None:
    text = (HANDS / "hel-game-01.yaml").read_text(encoding="utf-8")
    for was, made in changes.items():
        text = text.replace(was, made, 1)
    file = tmp_path / "hel-game-01.yaml"
    file.write_text(text, encoding="utf-8")
    faults = [fault.what for fault in check([file])]
    assert len(faults) == 2
    assert all(any(words in fault for fault in faults) for words in told), faults


DEAL = (folder("hands") / "hel-declaration-02.yaml").read_text(encoding="utf-8")
LESSON = (folder("lessons") / "library" / "bridge-games-3.md").read_text(encoding="utf-8")


def test_what_somebody_composes_is_checked_too_and_may_be_plain(library: Library) -> None:
    plain = DEAL.replace("{A 2A|A has two aces}", "A has ninety aces")
    assert any("ninety" in remark.text for remark in hand_of(plain, "mine", library).says)  # type: ignore[union-attr]
    with pytest.raises(FaultyContent, match="A has two aces, not three"):
        hand_of(DEAL.replace("{A 2A|A has two aces}", "{A 3A}"), "mine", library)
    with pytest.raises(FaultyContent, match="A has no ace of clubs"):
        lesson_of(
            LESSON.replace("{A DA|an ace}", "{A CA|an ace}"),
            "mine",
            library,
            [file.stem for file in folder("lessons").glob("*/*.md")],
        )


# ---- nothing is told before it is decided ------------------------------------------------------------------------


def _pages(app: Flask, game: Game) -> Iterator[tuple[Decision, Chair, str]]:
    """The page that asks each decision, from each chair of which it is asked."""
    client = app.test_client()
    for decision in game.decisions:
        cards = game.cards_at(decision.step - 1)
        calls = decision.step - 1
        step = "" if calls == 0 else f"call/{calls}" if calls <= len(game.calls) else f"card/{cards}"
        for chair in (chair for chair in Chair if chair.asks(decision, game)):
            yield decision, chair, client.get(f"/games/{game.id}/{step}?seat={chair.value}").text


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if game.decisions], ids=lambda game: game.id)
def test_nothing_in_the_page_that_asks_knows_the_answer(app: Flask, game: Game) -> None:
    """Title, address, data, ids, classes and hidden fields are the same whatever the answer is.

    The card that is right stands on the page as often as any other that may be played, and in the same markup.
    """
    for decision, _, page in _pages(app, game):
        assert decision.because not in unescape(page)
        assert decision.rule.id == game.id or decision.rule.id not in page
        assert decision.rule.says not in unescape(page)
        title = unescape(re.findall(r"<title>(.*?)</title>", page, re.DOTALL)[0])
        assert game.title not in title
        if not isinstance(decision.answer, Card):
            continue
        assert decision.answer.name not in title
        form = " ".join(re.findall(r'<form[^>]*class="choices[^>]*>.*?</form>', page, re.DOTALL))
        assert decision.answer.name in form
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
            assert name in ("csrf_token", "once", "seat"), (name, value)
        shown = re.sub(r'<input type="hidden"[^>]*>', "", page)  # they are never twice the same, and may read as a card
        marks = {_marks(shown, card) for card in DecisionExercise(game, decision).answers if isinstance(card, Card)}
        assert len(marks) == 1, (decision.id, marks)


def _marks(page: str, card: Card) -> tuple[tuple[str, int], ...]:
    """Every tag that names a card, stripped of what any card of the pack would have in its place."""
    names = re.compile(rf"\b(?:{card.name}|{card})\b")
    tags = [tag for tag in re.findall(r"<[a-z][^>]*>", page) if names.search(unescape(tag))]
    plain = [re.sub(rf"\b(?:{card.suit.plural}|{card.name}|{card})\b", "…", names.sub("…", tag)) for tag in tags]
    return tuple(sorted(Counter(plain).items()))


@for_each("game", [game for game in GAMES if game.decisions], ids=lambda game: game.id)
def test_the_choices_stand_in_the_order_of_the_pack_whatever_the_answer(game: Game) -> None:
    for decision in game.decisions:
        choices = DecisionExercise(game, decision).answers
        if isinstance(decision.answer, Card):
            hand = game.plays[game.cards_at(decision.step) - 1].lawful()
            assert list(choices) == list(hand)


@every_game
def test_no_comment_before_a_decision_names_the_card_that_answers_it(game: Game) -> None:
    """What is read on the way to a decision, in the trick before it and since, does not name its answer."""
    for decision in game.decisions:
        if not isinstance(decision.answer, Card):
            continue
        for chair in (chair for chair in Chair if chair.asks(decision, game)):
            for step in range(max(decision.step - 4, 0), decision.step):
                for note in Replay(game, step, chair, {}).notes():
                    assert decision.answer.name not in note.text
                    assert note.after <= game.cards_at(decision.step - 1)


_REPLAY = re.compile(r"```replay\ngame: (\S+)\n(?:from: \d+\n)?says: (.*?)\n```", re.DOTALL)


def test_a_lesson_does_not_tell_the_answer_beside_a_replay() -> None:
    """The words beside a replay in a lesson do not name the card of a decision that the replay asks."""
    library, found = load(), 0
    for file in sorted(folder("lessons").glob("*/*.md")):
        for game_id, says in _REPLAY.findall(file.read_text(encoding="utf-8")):
            found += 1
            answers = {one.answer for one in library.game(game_id).decisions}
            named = [one.name for one in answers if isinstance(one, Card) and one.name in says]
            assert not named, (file.name, game_id)
    assert found


def test_every_game_is_replayed_or_played_in_some_lesson() -> None:
    texts = [file.read_text(encoding="utf-8") for file in folder("lessons").glob("*/*.md")]
    used = {game for text in texts for game in re.findall(r"^(?:game|of): (\S+)$", text, re.MULTILINE)}
    assert {game.id for game in GAMES} <= used

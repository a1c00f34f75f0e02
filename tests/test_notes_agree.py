"""What notes say of the cards agrees with the play, and no page tells what is still to be decided."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from tutor.cards import Card, Rank, Suit
from tutor.library.catalogue import Library, check, load
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Decision, Game
from tutor.library.notes.agreeing import Passage, beside, passages, scene_of
from tutor.library.notes.sentences import Sentence, read
from tutor.library.places import folder
from tutor.quizzes import replaying
from tutor.web.replay import Chair, Replay

GAMES = list(load().games.values())
HANDS = folder("hands")
WITH_CARDS: list[Game | ExampleDeal | Problem] = [*GAMES, *load().deals.values(), *load().problems.values()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


# ---- every real note ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", WITH_CARDS, ids=lambda content: content.id)
def test_every_note_agrees_with_the_cards(content: Game | ExampleDeal | Problem) -> None:
    assert [what for passage in passages(content) for what in passage.untrue()] == []


def test_a_good_part_of_what_is_told_is_understood() -> None:
    """A reader that stopped understanding would find no fault with anything."""
    notes = [
        _kind(sentence)
        for game in GAMES
        for passage in passages(game)
        if passage.path[0] in ("notes", "after")
        for sentence in passage.sentences()
    ]
    count = Counter(notes)
    assert count["understood"] > 0.65 * (count["understood"] + count["not understood"]), count
    assert count["understood"] > 130


def _kind(sentence: Sentence) -> str:
    if sentence.statements:
        return "understood"
    return "supposed" if sentence.is_supposed else "not understood"


# ---- notes that lie ----------------------------------------------------------------------------------------------

# Game I, spades trumps, B the exposed hand; the tricks are
#    1 Y HK, B H2, Z H9, A H5     5 A H7, Y H4, B HQ, Z HJ     9 A SK, Y ST, B D5, Z D7     13 A D4, Y DK, B C6, Z CT
#    2 Y HA, B H3, Z HT, A H6     6 B CK, Z C7, A D3, Y C8    10 A SJ, Y D2, B C5, Z D8
#    3 Y C9, B CJ, Z CQ, A C4     7 B SQ, Z S3, A S6, Y S8    11 A S7, Y H8, B D6, Z D9
#    4 Z CA, A S2, Y C3, B C2     8 B S4, Z S5, A SA, Y S9    12 A DA, Y DQ, B DJ, Z DT
PAIRS = {
    # what is told: (the trick of the note, what is so, what is not)
    "who leads": (3, "Y leads the nine of clubs.", "Z leads the nine of clubs."),
    "who leads, by a suit": (5, "A leads a heart.", "A leads a diamond."),
    "what is led, a trick behind": (4, "Z leads the ace of clubs.", "Y leads the nine of clubs."),
    "what is led, a trick ahead": (3, "Y leads a club.", "Z leads the ace of clubs."),
    "what was led": (5, "Y led king and then ace.", "Y led ace and then king."),
    "what has been led": (2, "Y has led the ace of hearts.", "Y has led the nine of clubs."),
    "the dealer": (4, "The dealer ruffs.", "The leader ruffs."),
    "the exposed hand": (3, "The exposed hand plays the knave.", "The exposed hand plays the king."),
    "who ruffs": (4, "A ruffs with the two.", "Y ruffs with the two."),
    "who trumps": (4, "A trumps the ace.", "A trumps the ace with the three."),
    "who trumped": (5, "A has ruffed.", "Y has ruffed."),
    "who discards": (6, "A discards a diamond.", "A discards a club."),
    "who throws": (6, "A throws the three of diamonds.", "Y throws the three of diamonds."),
    "who follows": (
        2,
        "Z has followed with the nine and then the ten.",
        "Z has followed with the ten and then the nine.",
    ),
    "who wins": (3, "Z wins the trick with the queen.", "Z wins the trick with the ace."),
    "who takes it": (5, "The exposed hand’s queen takes it.", "The exposed hand’s knave takes it."),
    "who wins it": (1, "Y leads the king and wins it.", "Y leads the king and B wins it."),
    "what is taken": (8, "A takes the trick.", "Z takes the trick."),
    "who covers": (3, "Z covers the knave.", "A covers the knave."),
    "who puts on": (5, "B puts the queen on.", "B puts the king on."),
    "who goes up": (5, "B goes up with the queen.", "Z goes up with the queen."),
    "who plays": (6, "Z plays the seven.", "Z plays the ten."),
    "who returns": (3, "Y leads a club, and Z covers.", "Z returns a club."),
    "who opens": (7, "A opens the trumps.", "Y opens the trumps."),
    "who turns": (3, "Y turns to the clubs.", "Y turns to the diamonds."),
    "who finesses": (3, "Z finesses the queen.", "Z finesses the ten."),
    "who lets go": (1, "Z lets the king go.", "Y lets the king go."),
    "who holds up": (7, "A keeps the ace back.", "Y keeps the ace back."),
    "who has held up": (8, "A has held up the ace of spades.", "A has held up the ace of clubs."),
    "who does not take": (3, "B does not take the nine.", "Z does not take the nine."),
    "what is played": (3, "The nine of clubs is led.", "The eight of clubs is led."),
    "what draws": (1, "The king draws the two.", "The king draws the queen."),
    "what falls": (5, "The knave falls.", "The king falls."),
    "what has fallen": (5, "The queen of hearts has fallen.", "The queen of spades has fallen."),
    "what has not fallen": (2, "The queen of hearts has not fallen.", "The ace of hearts has not fallen."),
    "what puts in": (5, "The heart puts B in.", "The heart puts Y in."),
    "what comes from a hand": (
        3,
        "The knave from the exposed hand is a cover.",
        "The king from the exposed hand is a cover.",
    ),
    "a card held": (2, "Z has the knave of hearts.", "Z has the queen of hearts."),
    "a card gone": (2, "Y has the eight of hearts.", "Y has the king of hearts."),
    "a card held no longer": (3, "Z has the ace of clubs.", "Z has the queen of clubs."),
    "a card that stands": (2, "The queen stands in the exposed hand.", "The knave stands in the exposed hand."),
    "cards with a player": (2, "The ace and king of spades are with A.", "The ace and king of spades are with Y."),
    "whose a card is": (2, "It is up to B’s queen.", "It is up to Z’s queen of hearts."),
    "whose a card was": (5, "A’s five at trick 1 came down.", "A’s six at trick 1 came down."),
    "a suit held": (2, "A has six spades to the ace.", "A has five spades to the ace."),
    "a suit headed": (
        2,
        "Y has three diamonds headed by king and queen.",
        "Y has three diamonds headed by ace and king.",
    ),
    "a suit not held": (4, "A has no club.", "Z has no club."),
    "a suit exhausted": (6, "A and Y are now both without clubs.", "A and Z are now both without clubs."),
    "how many are out": (8, "Only two trumps were out.", "Only eleven trumps were out."),
    "a trick by its number": (5, "Y led the king at trick 1.", "Y led the king at trick 2."),
    "a trick by its ordinal": (
        5,
        "The ten at the second trick is remembered.",
        "The ten at the first trick is remembered.",
    ),
    "a trick that is none": (5, "It comes again at trick 13.", "It comes again at trick 14."),
    "a trick to come": (5, "The king makes the last trick.", "The ace makes the last trick."),
    "this round": (5, "A leads on this, the third round.", "A leads on this, the second round."),
    "the rounds so far": (8, "Two rounds of trumps are out.", "Three rounds of trumps are out."),
    "a nth round": (5, "A leads a third heart.", "A leads a second heart."),
    "the last of a suit": (5, "Z plays the last heart.", "Y plays the last heart."),
    "the lowest": (1, "B plays the lowest heart.", "Y plays the lowest heart."),
    "a call": (13, "Y has called in clubs.", "A has called in hearts."),
    "a declaration": (1, "A declares spades.", "A declares hearts."),
    "a finesse": (3, "The finesse succeeds.", "The finesse fails."),
    "tricks so far": (4, "That is one trick for AB, after three tricks for YZ.", "That is two tricks for YZ."),
    "who was put in": (5, "B is put in.", "Z is put in."),
}  # fmt: skip


def _untrue(game: Game, trick: int, text: str) -> list[str]:
    sentences = read(text, scene_of(game, trick, 4 * trick))
    assert any(sentence.statements for sentence in sentences), f"nothing of {text!r} is understood"
    return [one.words for sentence in sentences for one in sentence.statements if not one.holds]


@pytest.mark.parametrize(("trick", "true", "false"), PAIRS.values(), ids=PAIRS)
def test_a_true_word_passes_and_a_lie_is_caught(library: Library, trick: int, true: str, false: str) -> None:
    game = library.game("hel-game-01")
    assert _untrue(game, trick, true) == []
    assert _untrue(game, trick, false) != []


_WORDS = {
    "player": ("A", "Y", "B", "Z"),
    "suit": tuple(suit.singular for suit in Suit),
    "rank": tuple(rank.word for rank in Rank),
}


@pytest.mark.parametrize(("kind", "least"), [("player", 0.85), ("suit", 0.85), ("rank", 0.7)])
def test_a_word_changed_in_a_real_note_is_caught(kind: str, least: float) -> None:
    """Another player, suit or rank in what is understood of a note is mostly untrue, and then it is found."""
    words = _WORDS[kind]
    found = Counter(
        any(not one.holds for sentence in read(changed, passage.scene) for one in sentence.statements)
        for game in GAMES
        for passage in passages(game)
        if passage.path[0] in ("notes", "after")
        for changed in _changed(passage, words)
    )
    assert found[True] > least * found.total() > 100, found


def _changed(passage: Passage, words: tuple[str, ...]) -> Iterator[str]:
    """A text with one of the words put for another, in each statement in turn."""
    pattern = re.compile(rf"\b(?:{'|'.join(words)})(?=s?\b)")
    for statement in (one for sentence in passage.sentences() for one in sentence.statements):
        match = pattern.search(statement.words)
        for word in words if match and statement.words in passage.text else ():
            if match and word != match[0]:
                told = statement.words[: match.start()] + word + statement.words[match.end() :]
                yield passage.text.replace(statement.words, told, 1)


def test_a_card_is_played_or_held_by_the_card_after_which_a_note_is_read(library: Library) -> None:
    """A note to the second card of a trick does not know the third."""
    game = library.game("hel-game-01")
    for seen, holds in ((10, True), (11, False)):
        (sentence,) = read("Z has the queen of clubs.", scene_of(game, 3, seen))
        assert [statement.holds for statement in sentence.statements] == [holds]
        (sentence,) = read("Z covers with the queen.", scene_of(game, 3, seen))
        assert [statement.holds for statement in sentence.statements] == [not holds]


@pytest.mark.parametrize(
    "text",
    [
        "If Z leads a spade, A wins with the ace.",
        "Had Y led a diamond, A would have won with the ace.",
        "Z should lead the ten of spades.",
        "Z hoped that A had the king of clubs.",
        "Y may have the ace of spades.",
        "Z will throw the ace of diamonds.",
        "Without the call Y leads a third round.",
        "Suppose A has the king of hearts.",
    ],
)
def test_what_is_supposed_hoped_or_advised_is_not_judged(library: Library, text: str) -> None:
    (sentence,) = read(text, scene_of(library.game("hel-game-01"), 4, 16))
    assert sentence.statements == ()
    assert sentence.is_supposed


RESULTS = ("AB make three by tricks.", "AB win nine tricks.", "YZ lose three by tricks."), (
    "AB make two by tricks.", "YZ make the odd trick.", "AB make a small slam.",
)  # fmt: skip


def test_a_result_is_that_of_the_play(library: Library) -> None:
    true, false = RESULTS
    for text in (*true, *false):
        untrue = list(beside(library.game("hel-game-01"), (), text).untrue())
        assert bool(untrue) == (text in false), text


def test_a_deal_and_an_ending_are_read_too(library: Library) -> None:
    ending, deal = library.problem("cae-end-093"), library.deal("hel-declaration-02")
    assert not list(beside(ending, (), "Spades are trumps. You are Z; A leads the two of hearts.").untrue())
    assert list(beside(ending, (), "Hearts are trumps.").untrue())
    assert list(beside(ending, (), "You are Z; A leads the three of hearts.").untrue())
    assert list(beside(ending, (), "You are Z, and you have the ace of clubs.").untrue())
    assert not list(beside(deal, (), "A deals and declares no trumps. A has two aces.").untrue())
    assert list(beside(deal, (), "A deals and declares hearts.").untrue())
    assert list(beside(deal, (), "A has three aces.").untrue())


LIES = {
    # the file, as it stands, as it is made, the line of the text, words of the message
    "a note": (
        "hel-game-01",
        "Y led king and then ace, not",
        "Y led ace and then king, not",
        "‘Y led ace and then king’",
    ),
    "a remark": ("hel-game-01", "AB make three by tricks", "AB make four by tricks", "AB have 9 tricks"),
    "a reason": (
        "hel-game-01",
        "The dealer has only one club",
        "The dealer has only two clubs",
        "‘The dealer has only",
    ),
    "the reason of another": (
        "hel-game-01",
        "The queen of hearts is in the exposed hand",
        "The knave of hearts is in the exposed hand",
        "‘The knave of hearts is",
    ),
    "a result": (
        "hel-game-12",
        "He says that AB win the odd trick",
        "He says that AB win two by tricks",
        "AB have 7 tricks",
    ),
    "an ending": ("cae-end-093", "Z ruffs with the king", "Z ruffs with the four", "‘Z ruffs with the four’"),
    "a deal": ("hel-declaration-02", "A has two aces", "A has three aces", "‘A has three aces’"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "was", "made", "message"), LIES.values(), ids=LIES)
def test_the_command_tells_a_lie_with_its_line_and_mend(
    tmp_path: Path, name: str, was: str, made: str, message: str
) -> None:
    text = (HANDS / f"{name}.yaml").read_text(encoding="utf-8")
    assert was in text, "the file has changed: change the test with it"
    file = tmp_path / f"{name}.yaml"
    file.write_text(text.replace(was, made), encoding="utf-8")
    fault, *_ = check([file])
    assert message in fault.what
    assert "Correct the words" in fault.mend
    key = text[: text.index(was)].count("\n") + 1
    assert key - 12 <= fault.line <= key


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
        asked = re.search(r'<form[^>]*class="choices">.*?</form>', page, re.DOTALL)
        assert asked
        form = asked[0]
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
            assert name in ("csrf_token", "once", "seat"), (name, value)
        shown = re.sub(r'<input type="hidden"[^>]*>', "", page)  # they are never twice the same, and may read as a card
        marks = {_marks(shown, card) for card in replaying.choices(game, decision) if isinstance(card, Card)}
        assert len(marks) == 1, (decision.id, marks)


def _marks(page: str, card: Card) -> tuple[tuple[str, int], ...]:
    """Every tag that names a card, stripped of what any card of the pack would have in its place."""
    names = re.compile(rf"\b(?:{card.name}|{card})\b")
    tags = [tag for tag in re.findall(r"<[a-z][^>]*>", page) if names.search(unescape(tag))]
    plain = [re.sub(rf"\b(?:{card.suit.plural}|{card.name}|{card})\b", "…", names.sub("…", tag)) for tag in tags]
    return tuple(sorted(Counter(plain).items()))


@pytest.mark.parametrize("game", [game for game in GAMES if game.decisions], ids=lambda game: game.id)
def test_the_choices_stand_in_the_order_of_the_pack_whatever_the_answer(game: Game) -> None:
    for decision in game.decisions:
        choices = replaying.choices(game, decision)
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
                    assert decision.answer.name not in note.remark.text
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
    assert found >= len(GAMES), "every game is replayed in some lesson"

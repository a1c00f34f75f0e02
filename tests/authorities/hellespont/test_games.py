"""Hellespont put to his own rules: the cards that he tells of in his games, in the dealer’s hands and in discarding."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.cases import for_each
from tutor.authorities import authority
from tutor.authorities.fitting import fitting
from tutor.authorities.hellespont.discards import DISCARDS
from tutor.authorities.rules import Advice, Question, decide
from tutor.cards import Card
from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance, Score
from tutor.library.views import read_view
from tutor.seats import Seat, Side
from tutor.view import Standing, View

HELLESPONT = authority("hellespont")
GAMES = [game for game in load().games.values() if game.source == "hellespont"]
TOLD = (Provenance.STATED, Provenance.IMPLIED)
OF_THE_DEALER = (Question.MANAGE, Question.SECOND, Question.THIRD, Question.FOURTH)

NOT_AS_HE_ADVISES = {
    (
        "hel-game-12",
        7,
        "A",
    ): "A places every diamond by the discards, and leads the knave to deceive Y; no rule says so",
    ("hel-game-24", 11, "B"): "two of three tricks are wanted, and the coup of p. 301 stands against drawing trumps",
    ("hel-game-26", 8, "B"): "A finesses, being deceived; by p. 143 the ace, which makes the odd trick, is the card",
}
"""Where what was played is not what he advises, and why."""


def asked(game: Game) -> Iterator[tuple[int, str, View, Question, Card]]:
    """Every card that the book tells of in the dealer’s hands or as a discard: trick, player, view, question, card."""
    for number, (played, provenance) in enumerate(game.played()):
        play = game.plays[number]
        decision = game.decision_at(game.step_of_card(number + 1))
        if number == 0 or len(play.lawful()) == 1 or not (decision or provenance in TOLD):
            continue
        card = decision.answer if decision and isinstance(decision.answer, Card) else played.card
        is_dealers = played.seat.side is game.player.side
        view = seen(game, number, game.player if is_dealers else played.seat)
        for question in fitting(view):
            if (question is Question.DISCARD and card.suit is not play.trumps) or (
                is_dealers and question in OF_THE_DEALER
            ):
                yield played.trick, played.seat.label, view, question, card


def seen(game: Game, cards: int, seat: Seat) -> View:
    """What a seat sees of a game after so many cards; a score that is lost is taken as love, of two the higher."""
    us, them = (_points(game, side) for side in (seat.side, seat.side.opponents))
    return View.of(seat, game.calling, game.plays[cards], Standing(us, them), game.dummy)


def _points(game: Game, side: Side) -> int:
    score: Score = game.score[side] if game.score else None
    return score if isinstance(score, int) else max(score or (0,))


@for_each("game", GAMES, ids=lambda game: game.id)
def test_what_he_tells_of_his_games_is_what_he_advises(game: Game) -> None:
    for trick, label, view, question, card in asked(game):
        advice = HELLESPONT.advise(view, question, widely=True)
        if isinstance(advice, Advice) and (game.id, trick, label) not in NOT_AS_HE_ADVISES:
            assert card in (*advice.answers, *advice.acceptable), (trick, label, card, advice.rule.id, advice.because)


def test_each_card_that_is_not_as_he_advises_is_still_not() -> None:
    disagreeing = {
        (game.id, trick, label)
        for game in GAMES
        for trick, label, view, question, card in asked(game)
        if isinstance(advice := HELLESPONT.advise(view, question, widely=True), Advice)
        and card not in (*advice.answers, *advice.acceptable)
    }
    assert disagreeing == set(NOT_AS_HE_ADVISES)


def test_he_speaks_on_most_of_what_he_tells() -> None:
    told = [HELLESPONT.advise(view, question) for game in GAMES for _, _, view, question, _ in asked(game)]
    spoken = [answer for answer in told if isinstance(answer, Advice)]
    assert 2 * len(spoken) > len(told) > 50


def heard(game_id: str, trick: int, label: str, listener: str) -> set[str]:
    """The ids of what a listener hears in a card of a game."""
    game = next(game for game in GAMES if game.id == game_id)
    number = next(
        number
        for number, (played, _) in enumerate(game.played(), 1)
        if played.trick == trick and played.seat.label == label
    )
    act = next(played for count, (played, _) in enumerate(game.played(), 1) if count == number)
    view = seen(game, number, Seat.labelled(listener))
    return {message.id for message in HELLESPONT.messages if message.heard(view, act)}


@pytest.mark.parametrize(
    ("game", "trick", "player", "listener", "message"),
    [
        ("hel-game-10", 2, "Z", "Y", "hel-signal-echo-trumps"),
        ("hel-game-01", 2, "Z", "A", "hel-signal-echo-trumps"),
        ("hel-game-01", 2, "Y", "A", "hel-inference-king-ace"),
        ("hel-game-02", 2, "Y", "Z", "hel-inference-ace-then-other"),
        ("hel-game-03", 2, "Z", "Y", "hel-discard-trumps-defensive"),
        ("hel-game-04", 6, "Z", "Y", "hel-discard-nt-call"),
        ("hel-game-12", 4, "Z", "A", "hel-discard-nt-partner-leads"),
        ("hel-game-12", 5, "Y", "A", "hel-discard-nt-adversary-leads"),
        ("hel-game-15", 4, "Z", "Y", "hel-discard-nt-twice"),
        ("hel-game-16", 7, "Y", "Z", "hel-discard-nt-call"),
        ("hel-game-17", 4, "Z", "Y", "hel-signal-head-sequence"),
        ("hel-game-05", 4, "Y", "Z", "hel-discard-trumps-offensive"),
    ],
)
def test_what_is_said_by_a_card_is_heard(game: str, trick: int, player: str, listener: str, message: str) -> None:
    assert message in heard(game, trick, player, listener)


@pytest.mark.parametrize(
    ("game", "trick", "player", "listener"),
    [("hel-game-10", 1, "Z", "Y"), ("hel-game-06", 2, "A", "Z"), ("hel-game-01", 1, "Y", "Z")],
)
def test_nothing_is_heard_before_it_is_said_nor_from_the_dealer(
    game: str, trick: int, player: str, listener: str
) -> None:
    assert not heard(game, trick, player, listener)


def test_the_echo_on_a_king_led_is_heard_on_its_second_card() -> None:
    written = {
        "seat": "Y",
        "hand": "S:742 H:J65 C:A83 D:T6",
        "calls": ["A declares no trumps"],
        "exposed": {"B": "S:KQ6 H:- C:QJ52 D:KJ74"},
        "tricks": ["Y HK, B H3, Z H7, A H8"],
        "trick": "Y HQ, B HT, Z H4",
    }
    view = read_view(written)
    said = [message.id for message in HELLESPONT.messages if message.heard(view, view.played()[-1])]
    assert said == ["hel-third-echo"]


def test_the_longest_suit_for_the_strongest_is_a_reading_that_fits_all_that_he_tells_of_discards() -> None:
    chapter = DISCARDS[-1]
    told = [one for game in GAMES for one in asked(game) if one[3] is Question.DISCARD and not one[2].trumps]
    assert len(told) > 5
    for trick, label, view, _, card in told:
        for read in (chapter.read, *chapter.otherwise):
            advice = decide(chapter.rules, read(view))
            assert advice is None or card in advice.answers, (trick, label, card, advice.because)


@pytest.mark.parametrize(
    ("game_id", "trick", "card"),
    [("hel-game-19", 4, "D4"), ("hel-game-20", 3, "C3"), ("hel-game-21", 3, "C3")],
)
def test_where_the_last_but_one_is_thrown_no_other_card_is_accepted(game_id: str, trick: int, card: str) -> None:
    """“He discards the penultimate” (p. 281); “Z should discard the three of clubs” (p. 285)."""
    decisions = next(game for game in GAMES if game.id == game_id).decisions
    decision = next(one for one in decisions if one.id == f"trick-{trick}-Z")
    assert (decision.answer, *decision.also) == (Card.parse(card),)


def test_y_leads_neither_a_club_nor_a_spade_to_the_fourth_trick_of_game_vi() -> None:
    """“Y might try another club … It is hopeless to lead a spade” (p. 229): he did neither."""
    game = next(game for game in GAMES if game.id == "hel-game-06")
    trick = game.play.tricks[3]
    assert trick.leader is Seat.WEST
    for card in game.plays[12].lawful():
        is_told = card.suit.letter in "SC"
        assert is_told != all(fact.clause.allows(game.plays[12], card) for fact in game.facts), card

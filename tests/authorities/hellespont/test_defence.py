"""The adversaries of Hellespont’s own games: of every card that his text names, do his rules say the same?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.cases import for_each
from tutor.authorities.fitting import fitting
from tutor.authorities.hellespont.authority import HELLESPONT
from tutor.authorities.rules import Advice, Question
from tutor.cards import Card
from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance, Score
from tutor.view import Standing, View

ASKED = (Question.LEAD, Question.RETURN, Question.SECOND, Question.THIRD, Question.FOURTH)

BLAMED = {
    ("hel-game-03", 5, "D2"): "DA",
    ("hel-game-13", 3, "DK"): "D5",
    ("hel-game-19", 6, "CT"): "C3",
    ("hel-game-20", 4, "H4"): "HA",
    ("hel-game-27", 2, "HA"): "SQ",
}
"""Cards that he blames, with the one that he would have had."""

BESIDE_THE_RULES = {
    ("hel-game-12", 11, "CT"): "He reads Z’s discards as showing clubs; the cards rebuilt at tricks 8 to 10 do not.",
    ("hel-game-21", 6, "HQ"): "“Ordinarily Z should pass”: the deal is played again, and he shows what it would gain.",
}


def named_cards() -> Iterator[object]:
    for game in sorted(load().games.values(), key=lambda game: game.id):
        if game.source != "hellespont":
            continue
        cards = zip(game.plays, game.play.played(), game.provenance, strict=False)
        for number, (before, played, provenance) in enumerate(cards):
            is_named = provenance in (Provenance.STATED, Provenance.IMPLIED)
            if is_named and played.seat.side is not game.player.side and len(before.lawful()) > 1:
                yield pytest.param(game, number, played.card, id=f"{game.id}-{played.trick}-{played}")


@for_each(("game", "number", "card"), list(named_cards()))
def test_the_card_that_his_text_names_is_the_one_that_his_rules_advise(game: Game, number: int, card: Card) -> None:
    before = game.plays[number]
    place = (game.id, before.number, str(card))
    view = _view(game, number)
    for question in set(fitting(view)) & set(ASKED):
        advice = HELLESPONT.advise(view, question, widely=True)
        if not isinstance(advice, Advice):
            assert before.trick.cards, f"{place}: he has something to say of every lead"
        elif place in BLAMED:
            assert Card.parse(BLAMED[place]) in advice.answers, advice.because
            assert card not in advice.answers
        elif place in BESIDE_THE_RULES:
            assert card not in (*advice.answers, *advice.acceptable), "it is now advised: strike out the exception"
        else:
            assert card in (*advice.answers, *advice.acceptable), advice.because


def _view(game: Game, number: int) -> View:
    seat = game.plays[number].to_play
    us, them = (_points(game.score[side]) for side in (seat.side, seat.side.opponents))
    return View.of(seat, game.calling, game.plays[number], Standing(us, them), dummy_seat=game.dummy)


def _points(score: Score) -> int:
    """The points known; of two that are possible the fewer, and where the score is lost none."""
    return score[0] if isinstance(score, tuple) else score or 0

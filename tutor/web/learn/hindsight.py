"""A whole game in hindsight: what every card cost, with all four hands open."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from tutor.library.games import Provenance
from tutor.web.classroom.authored_content import game_of
from tutor.web.classroom.secrecy import check_game
from tutor.web.learn.games import Addresses, answers_to, chair_asked
from tutor.web.services import services

blueprint = Blueprint("hindsight", __name__, url_prefix="/games")


@blueprint.get("/<game_id>/hindsight")
def table(game_id: str) -> str:
    """What every card of a game cost. Asks first, while the learner still has decisions to make."""
    game = game_of(game_id)
    check_game(game)
    answers = answers_to(game)
    waiting = sum(decision.id not in answers for decision in game.decisions)
    addresses = Addresses(game, chair_asked(game))
    if waiting and "shown" not in request.args:
        return render_template("learn/hindsight_door.html", game=game, addresses=addresses, waiting=waiting)
    hindsight = services().hindsights.of(game.play)
    known = zip(hindsight.cards, game.provenance, strict=True)
    return render_template(
        "learn/hindsight.html",
        game=game,
        addresses=addresses,
        hindsight=hindsight,
        ours=sum(card.cost for card, provenance in known if provenance is Provenance.RECONSTRUCTED),
        provenances=tuple(Provenance),
    )

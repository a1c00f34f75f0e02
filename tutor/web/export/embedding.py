"""A replay in a frame of a page elsewhere: the same game without what is around it, and without anything kept.

Nobody answers here, so nothing is marked: where the learner would decide, the question is put, and what the author
would do is opened by hand. No cookie is wanted or set. Links to the rest of the tutor open beside the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.library.games import Game
from tutor.web.account.preferences import PACKS
from tutor.web.learn import games
from tutor.web.learn.games import Addresses, chair_asked
from tutor.web.learn.replay import Replay
from tutor.web.services import services

blueprint = Blueprint("embedding", __name__, url_prefix="/embed/games")

_OUTWARD = re.compile(r'<a (?=[^>]*\bhref="/(?!embed/))')


@dataclass(frozen=True, slots=True)
class Embedded(Addresses):
    """The addresses of a game in a frame; what looks back on the whole of it stays outside."""

    pack: str = PACKS[0]

    def _path(self, step: int) -> str:
        game = _path_of_game(self.game)
        if step == 0:
            return game
        if step <= len(self.game.calls):
            return f"{game}/call/{step}"
        return f"{game}/card/{self.game.cards_at(step)}"

    def _query(self, path: str, ask: str) -> str:
        pack = "" if self.pack == PACKS[0] else f"pack={self.pack}"
        return Addresses._query(self, path, "&".join(filter(None, (ask, pack))))


@cache
def _path_of_game(game: Game) -> str:
    return url_for("embedding.deal", game_id=game.id)


@blueprint.get("/<game_id>")
def deal(game_id: str) -> str:
    """The cards dealt, and nothing said."""
    return _page(services().library.game(game_id), 0)


@blueprint.get("/<game_id>/call/<int:number>")
def call(game_id: str, number: int) -> str:
    """So many calls made."""
    game = services().library.game(game_id)
    if number > len(game.calls):
        abort(404)
    return _page(game, number)


@blueprint.get("/<game_id>/card/<int:number>")
def card(game_id: str, number: int) -> str | Response:
    """So many cards played."""
    game = services().library.game(game_id)
    if number > 52:
        abort(404)
    if number == 0:
        return redirect(_addresses(game).step(len(game.calls)))
    return _page(game, game.step_of_card(number))


def _addresses(game: Game) -> Embedded:
    pack = request.args.get("pack", "")
    return Embedded(game, chair_asked(game), pack if pack in PACKS else PACKS[0])


def _page(game: Game, step: int) -> str:
    addresses = _addresses(game)
    replay = Replay(game, step, addresses.chair, {})
    page = games.shown(replay, addresses, is_embedded=True, pack=addresses.pack)
    return _OUTWARD.sub('<a target="_blank" rel="noopener" ', page)

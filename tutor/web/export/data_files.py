"""What is taken along from a page: files for other programs, and addresses."""

from __future__ import annotations

from flask import Blueprint, Response, url_for
from markupsafe import escape

from tutor.exchange.chosen import game_or_deal
from tutor.exchange.files import Exported
from tutor.exchange.lin_books import lin_file, link_of
from tutor.exchange.pbn_writing import chosen, exported
from tutor.exchange.xapi import Learner, statements, taught_by
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game
from tutor.web.export.sending import download
from tutor.web.services import services

blueprint = Blueprint("data_files", __name__, url_prefix="/exports")

_FRAME = '<iframe src="{}" title="{}" width="100%" height="900" loading="lazy"></iframe>'


@blueprint.get("/lin/<name>")
def lin(name: str) -> Response:
    """A game or a deal as LIN."""
    return download(lin_file([game_or_deal(services().library, name)]))


@blueprint.get("/pbn/<name>")
def pbn(name: str) -> Response:
    """A game, a deal or an ending as PBN."""
    return download(exported(chosen(services().library, [name])))


@blueprint.get("/xapi")
def xapi() -> Response:
    """Every answer as an xAPI statement, one JSON object a line."""
    taught = taught_by(services().library.rulebook, services().makers.items)
    lines = statements(services().study.answers.log(), Learner(), taught)
    return download(Exported("love-all-answers.jsonl", "application/x-ndjson", "".join(lines).encode()))


@blueprint.app_template_global()
def viewer_link(one: Game | ExampleDeal) -> str:
    """The address at which Bridge Base’s viewer shows a game or a deal."""
    return link_of(one)


@blueprint.app_template_global()
def frame_code(game: Game) -> str:
    """What a page elsewhere has in it to show the replay of a game."""
    address = url_for("embedding.deal", game_id=game.id, _external=True)
    return _FRAME.format(escape(address), escape(f"{game.name}, {game.citation}"))

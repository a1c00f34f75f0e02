"""The first page, and the sources."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from tutor.citations import SOURCES
from tutor.library.maxims import of_day
from tutor.web import words
from tutor.web.games import Addresses, answers_to
from tutor.web.lessons import to_go_on_with
from tutor.web.parts import parts
from tutor.web.practice import TOPIC as DECLARING
from tutor.web.practice import Tally
from tutor.web.replay import Chair, Replay
from tutor.web.work import tasks

blueprint = Blueprint("home", __name__)

LONGEST_MAXIM = 240
"""How many characters a maxim may have to stand on the first page: all of Elwell’s, and no paragraph."""


@blueprint.get("/")
def index() -> str:
    """Where the learner left off, and what there is."""
    library, study = parts().library, parts().study
    to_review = study.due(parts().makers.items).asked
    places = [place for place in study.places() if place.game in library.games]
    left_off = None
    if places:
        place = places[0]
        game, chair = library.games[place.game], Chair(place.seat)
        replay = Replay(game, min(place.step, game.last_step), chair, answers_to(game))
        left_off = {
            "name": game.name,
            "heading": replay.heading,
            "chair": chair,
            "sits_as": replay.name_of(chair),
            "is_end": replay.is_end,
            "url": Addresses(game, chair).step(replay.step),
        }
    return render_template(
        "home.html",
        left_off=left_off,
        to_do=[task for task in tasks() if not task.standing.is_done],
        words=words,
        unseen_remarks=parts().classroom.comments.unseen(study.learner) if parts().has_classes else 0,
        to_review=len(to_review),
        courses=list(parts().courses.courses.values()),
        lessons=len(parts().courses.lessons),
        lesson=to_go_on_with(),
        games=len(library.games),
        begun=len(places),
        decisions=sum(len(game.decisions) for game in library.games.values()),
        tally=Tally.of(study.tally(DECLARING)),
        games_url=url_for("games.index"),
        maxim=of_day([one for one in library.maxims.values() if len(one.text) <= LONGEST_MAXIM], study.today),
    )


@blueprint.get("/sources")
def sources() -> str:
    """The five books, and every reading of the text that was corrected or stays open."""
    library = parts().library
    corrected = [maxim for maxim in library.maxims.values() if maxim.readings]
    return render_template(
        "sources.html", sources=SOURCES.values(), games=list(library.games.values()), corrected=corrected
    )

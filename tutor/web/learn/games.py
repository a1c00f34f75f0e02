"""The games: their list, and each of them card by card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.analysis import double_dummy
from tutor.cards import Card
from tutor.citations import SOURCES
from tutor.library.games import Asks, Decision, Game, Provenance
from tutor.library.themes import EntryKind
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.kinds.games import DecisionExercise, DecisionRef
from tutor.seats import Side
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.classroom.authored_content import is_own
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of
from tutor.web.classroom.back_to_work import work_on
from tutor.web.classroom.secrecy import check_deal, secrets
from tutor.web.filters import listing
from tutor.web.learn.replay import Chair, Replay, decider, may_tell_title, usual_chair
from tutor.web.learn.score import marked, score_of, strip
from tutor.web.page_memory import render_remembered
from tutor.web.practise.exercises import chosen_cards
from tutor.web.practise.recording import respond, submission, submissions
from tutor.web.services import services

blueprint = Blueprint("games", __name__, url_prefix="/games")


# ---- addresses ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of a game seen from a chair."""

    game: Game
    chair: Chair

    def step(self, step: int, *, ask: str = "", part: str = "") -> str:
        """The address of a step. `ask` asks for more to be shown there, `part` names a part of the page."""
        return self._query(self._path(step), ask) + (f"#{part}" if part else "")

    def hindsight(self, *, ask: str = "") -> str:
        """The address of the whole game in hindsight."""
        return self._query(f"{_path_of_game(self.game)}hindsight", ask)

    @property
    def in_place(self) -> str:
        """The addresses of all steps, whose pages replace one another. `*` stands for any ending."""
        deal = self._path(0)
        stem = deal.rstrip("/")
        return f"{deal} {stem}/call/* {stem}/card/*"

    def from_chair(self, chair: Chair) -> Addresses:
        """The addresses of the same game seen from another chair."""
        return replace(self, chair=chair)

    def _query(self, path: str, ask: str) -> str:
        seat = "" if self.chair is usual_chair(self.game) else f"seat={self.chair.value}"
        query = "&".join(filter(None, (seat, ask)))
        return f"{path}?{query}" if query else path

    def _path(self, step: int) -> str:
        game = _path_of_game(self.game)
        if step == 0:
            return game
        if step <= len(self.game.calls):
            return f"{game}call/{step}"
        return f"{game}card/{self.game.cards_at(step)}"


@cache
def _path_of_game(game: Game) -> str:
    return url_for("games.deal", game_id=game.id)


def chair_asked(game: Game) -> Chair:
    """The chair the request names, or the game’s usual one."""
    wanted = request.values.get("seat", "")
    return next((chair for chair in Chair if chair.value == wanted), usual_chair(game))


# ---- pages -------------------------------------------------------------------------------------------------------


@blueprint.get("/")
def index() -> str:
    """Every game, or those asked for. A game goes by its number until its title gives nothing away."""
    library, study = services().library, services().study
    kept = study.answers.latest(DecisionRef.topic)
    places = {place.game: place for place in begun()}
    found = listing(EntryKind.GAME, endpoint="games.index")
    rows = [_row(library.games[name], kept, places.get(name)) for name in found.ids[EntryKind.GAME]]
    books = [book for key, book in SOURCES.items() if any(game.source == key for game in library.games.values())]
    return render_template("learn/games.html", rows=rows, listing=found, books=books)


def begun() -> list[SavedPosition]:
    """The learner’s place in each game of the library that they began, the latest first."""
    library, study = services().library, services().study
    places = [place for place in study.positions.all() if place.game in library.games]
    if all(place.step for place in places):
        return places
    answered = {DecisionRef.of_key(key).game for key in study.answers.latest(DecisionRef.topic)}
    return [place for place in places if place.step or place.game in answered]


def _row(game: Game, kept: Mapping[str, Answer], place: SavedPosition | None) -> dict[str, object]:
    """What the list says about a game."""
    answers = _of_game(game, kept)
    return {
        "game": game,
        "url": _resume(game, place),
        "title": game.title if may_tell_title(game, answers) and not secrets().of_decisions(game) else None,
        "answered": len(answers),
        "right": sum(Grade(answer.shade).is_right for answer in answers.values()),
        "begun": place is not None,
    }


def _resume(game: Game, place: SavedPosition | None) -> str:
    if place is None or place.step >= game.last_step:
        return Addresses(game, usual_chair(game)).step(0)
    return Addresses(game, Chair(place.seat)).step(place.step)


@blueprint.get("/<game_id>/")
def deal(game_id: str) -> str | Response:
    """The cards dealt, before the first call."""
    return _visited(game_of(game_id), 0)


@blueprint.get("/<game_id>/call/<int:number>")
def call(game_id: str, number: int) -> str | Response:
    """The game after a number of calls."""
    game = game_of(game_id)
    if number > len(game.calls):
        abort(404)
    return _visited(game, number)


@blueprint.get("/<game_id>/card/<int:number>")
def card(game_id: str, number: int) -> str | Response:
    """The game after a number of cards."""
    game = game_of(game_id)
    if number > 52:
        abort(404)
    if number == 0:
        return redirect(Addresses(game, chair_asked(game)).step(len(game.calls)))
    return _visited(game, game.step_of_card(number))


@blueprint.post("/<game_id>/decisions/<decision_id>")
def decide(game_id: str, decision_id: str) -> Response | tuple[str, int]:
    """Saves an answer to a decision, or that the learner asked for the answer, and shows the verdict."""
    game, chair = game_of(game_id), chair_asked(game_of(game_id))
    check_deal(game.deal)
    decision = next((decision for decision in game.decisions if decision.id == decision_id), None)
    if decision is None:
        abort(404)
    exercise, step = DecisionExercise(game, decision), decision.step - 1
    outcome = submissions().submit(exercise.ref, exercise, submission(), may_hint=False)
    if outcome.is_recorded:
        services().study.positions.save(SavedPosition(game.id, step, chair.value))
    there = Addresses(game, chair).step(step, part="decision")
    refused = outcome.refused or outcome.note
    return respond(outcome, lambda: _replay_page(game, step, refused=refused, chair=chair), there, there)


@blueprint.post("/<game_id>/place")
def save_position(game_id: str) -> Response:
    """Saves the learner’s place. A script sends it with each step. Without scripts there is a button."""
    game = game_of(game_id)
    chair, step = chair_asked(game), request.form.get("step", "")
    if not (step.isascii() and step.isdecimal() and len(step) < 4) or int(step) > game.last_step:
        abort(400)
    services().study.positions.save(SavedPosition(game.id, int(step), chair.value))
    if "back" not in request.form:
        return Response(status=204)
    return redirect(Addresses(game, chair).step(int(step), ask="placed=1", part="place"), 303)


def decision_url(game: Game, decision: Decision, chair: Chair) -> str:
    """The address to which the answer to a decision is sent."""
    return url_for("games.decide", game_id=game.id, decision_id=decision.id, seat=chair.value)


def first_waiting(game: Game) -> int:
    """The step at which the first decision of a game waits, whoever makes it; after the last if none does."""
    answers = answers_to(game)
    waiting = (decision.step - 1 for decision in game.decisions if decision.id not in answers)
    return min(waiting, default=game.last_step)


def _visited(game: Game, step: int) -> str | Response:
    """The page of a step. While work asks for the decisions, nobody goes past one, or sits where it is not theirs."""
    check_deal(game.deal)
    if secrets().of_decisions(game):
        waiting = first_waiting(game)
        if step > waiting or chair_asked(game) not in (Chair.TURN, Chair.ALL):
            return redirect(Addresses(game, Chair.TURN).step(min(step, waiting)))
    return _replay_page(game, step)


def _replay_page(game: Game, step: int, *, refused: str | None = None, chair: Chair | None = None) -> str:
    seat, answers, work = chair or chair_asked(game), answers_to(game), work_on(game.id)
    is_secret = secrets().of_decisions(game) is not None

    def values() -> dict[str, object]:
        replay = Replay(game, step, seat, answers, ask_again="again" in request.args)
        return {
            **values_of(replay, Addresses(game, seat)),
            "hindsight": _hindsight(replay) if "hindsight" in request.args else None,
            "work": work,
            "refused": refused,
            "is_placed": "placed" in request.args,
            "is_secret": is_secret,
        }

    if refused is not None or "hindsight" in request.args or is_own(game.id):
        return render_template("learn/replay.html", **values())
    return render_remembered("learn/replay.html", values, game, step, seat, tuple(answers.items()), work, is_secret)


def values_of(replay: Replay, addresses: Addresses) -> dict[str, object]:
    """What the page of a replay shows. The addresses are those of its steps."""
    decisions = marked(replay)
    return {
        "game": replay.game,
        "replay": replay,
        "chair": replay.chair,
        "addresses": addresses,
        "seats": {replay.places[view.seat]: view for view in replay.seats()},
        "cards": chosen_cards(replay.exercise(replay.pending)) if replay.pending else {},
        "strip": strip(replay, decisions),
        "score": score_of(decisions),
        "following": _following(replay.game),
        "words": formatting,
        "decider": decider,
        "AnswerForm": AnswerForm,
        "Chair": Chair,
        "Provenance": Provenance,
        "Grade": Grade,
    }


def shown(replay: Replay, addresses: Addresses, **more: object) -> str:
    """The page of a replay, not remembered."""
    return render_template("learn/replay.html", **values_of(replay, addresses), **more)


@dataclass(frozen=True, slots=True)
class PreviewAddresses(Addresses):
    """The addresses of a game that is not saved: all lead to the page itself."""

    def step(self, step: int, *, ask: str = "", part: str = "") -> str:  # noqa: ARG002
        return "#main"

    def hindsight(self, *, ask: str = "") -> str:  # noqa: ARG002
        return "#main"


def preview_page(game: Game, step: int, **more: object) -> str:
    """A game that is not saved, at a step, with the reasons for its decisions folded away."""
    chair = usual_chair(game)
    replay = Replay(game, min(step, game.last_step), chair, {})
    addresses = PreviewAddresses(game, chair)
    return shown(replay, addresses, is_embedded=True, last=game.last_step, step=replay.step, **more)


def answers_to(game: Game) -> Mapping[str, Answer]:
    """The latest answer to each decision of a game, by decision."""
    return _of_game(game, submissions().standing(DecisionRef.topic, f"{game.id}/"))


def _of_game(game: Game, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
    """The answers to decisions of a game, by decision."""
    decisions = {DecisionRef(game.id, decision.id).key: decision.id for decision in game.decisions}
    return {decisions[key]: answer for key, answer in answers.items() if key in decisions}


def _following(game: Game) -> Game | None:
    """The next game in the list. None after the last, and after a teacher’s own game."""
    games = list(services().library.games.values())
    return next((after for one, after in pairwise(games) if one is game), None)


@dataclass(frozen=True, slots=True)
class InHindsight:
    """The tricks a side would take with all hands open, the most first, and the choices that bring them."""

    side: Side
    by_tricks: list[tuple[int, list[str]]]


def _hindsight(replay: Replay) -> InHindsight | None:
    """The tricks each choice would have brought here. For a double, the tricks of the declaration.

    None without a decision, and before the learner has made a decision that is theirs.
    """
    result = replay.in_hindsight
    if result is None:
        return None
    game, decision = replay.game, result.decision
    by_tricks: dict[int, list[str]] = {}
    if result.exercise.form is AnswerForm.CARD:
        side = decision.seat.side
        for card, tricks in _tricks_in_all(game, game.cards_at(decision.step)).items():
            by_tricks.setdefault(tricks, []).append(formatting.card_chip(card))
    else:
        side = game.deal.dealer.side
        for denomination, tricks in double_dummy.tricks_by_denomination(game.deal).items():
            if decision.asks is Asks.DECLARE or denomination is game.declaration.denomination:
                by_tricks.setdefault(tricks, []).append(denomination.word)
    return InHindsight(side, sorted(by_tricks.items(), reverse=True))


def _tricks_in_all(game: Game, number: int) -> Mapping[Card, int]:
    """The tricks each lawful card would bring at a place (from 1), from the game’s saved table if there is one."""
    table = services().hindsights.kept(game.play)
    if table:
        return table.cards[number - 1].tricks
    before = game.plays[number - 1]
    taken = before.won[before.to_play.side]
    return {card: taken + tricks for card, tricks in double_dummy.tricks_by_card(before).items()}

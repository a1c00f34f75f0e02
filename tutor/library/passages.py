"""The texts of a game, a deal or an ending that may refer to its cards, and when each is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.cards import Card
from tutor.errors import Fault
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Decision, Game
from tutor.library.references import references
from tutor.library.scenes import Scene
from tutor.library.yaml_text import Document, Path
from tutor.play import Play

WithCards = Game | ExampleDeal | Problem
MEND = "Correct the reference or the words around it"


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a file as shown, with its place there and the moment when it is read."""

    path: Path
    text: str
    scene: Scene


def disagreements(document: Document, content: object) -> Iterator[Fault]:
    """A fault for each reference of a document that does not fit the play."""
    if isinstance(content, WithCards):
        for passage in passages(content):
            yield from faults_in(document, passage.path, document.text_at(passage.path), passage.scene)
    if isinstance(content, Game):
        yield from _untold(document, content)


def faults_in(document: Document, path: Path, text: str, scene: Scene) -> Iterator[Fault]:
    """A fault for each wrong reference of one text. Raises `Malformed` as `references` does."""
    for reference in references(text):
        for what in reference.faults(scene):
            yield document.fault(path, f"‘{reference.text}’: {what}", MEND)


def _untold(document: Document, game: Game) -> Iterator[Fault]:
    """A fault for every note that refers to a card in a hidden hand without listing that hand under `tells`."""
    paths: Iterator[Path] = (("notes", number, "text") for number in range(len(game.notes)))
    for note in game.notes:
        path: Path = next(paths) if note.trick else ("before", "text")
        hands = game.plays[note.after].hands
        for reference in references(document.text_at(path)):
            seat = reference.seat
            if seat is None or seat in note.tells or (note.trick and seat is game.dummy):
                continue
            if (reference.counts and reference.verb != "had") or any(card in hands[seat] for card in reference.cards):
                what = f"‘{reference.text}’ is about {seat.label}’s hand, which is still hidden"
                yield document.fault(path, what, f"Add {seat.label} under ‘tells’, or reword it")


def passages(content: WithCards) -> Iterator[Passage]:
    """Every text that may refer to the cards of a game, a deal or an ending."""
    match content:
        case Game():
            yield from _of_game(content)
        case ExampleDeal():
            yield from _of_deal(content)
        case Problem():
            yield from _of_problem(content)


def whole(content: WithCards) -> Scene:
    """The scene of a text about a whole game, deal or ending, such as a caption."""
    match content:
        case Game():
            return replace(scene_of(content, 52), now=range(53))
        case ExampleDeal():
            trumps = content.calling.declaration.trumps if content.calling and content.calling.declaration else None
            said = content.calling.said if content.calling else ()
            return Scene((Play.of(content.deal, trumps),), 0, range(1), said)
        case Problem():
            plays = (*content.play.before_each(), content.play)
            return Scene(plays, len(plays) - 1, range(len(content.line) + 1))


def scene_of(game: Game, seen: int) -> Scene:
    """The scene of a text that is read after so many cards of a game."""
    return Scene(game.plays, seen, range(seen, seen + 1), game.calls.said)


def _of_game(game: Game) -> Iterator[Passage]:
    start = scene_of(game, 0)
    yield Passage(("title",), game.title, start)
    notes = [note for note in game.notes if note.trick]
    for note in game.notes:
        if not note.trick:
            yield Passage(("before", "text"), note.text, start)
    for number, note in enumerate(notes):
        yield Passage(("notes", number, "text"), note.text, scene_of(game, note.after))
    for number, remark in enumerate(game.after):
        yield Passage(("after", number, "text"), remark.text, whole(game))
    if game.result_because:
        yield Passage(("result_because",), game.result_because, whole(game))
    for number, decision in enumerate(game.decisions):
        yield from _of_decision(game, decision, ("decisions", number))


def _of_decision(game: Game, decision: Decision, path: Path) -> Iterator[Passage]:
    """A situation is read before the card. Reasons are read after it, and may be about both moments."""
    cards = game.cards_at(decision.step)
    if isinstance(decision.answer, Card):
        before = scene_of(game, cards - 1)
        after = replace(before, seen=cards, now=range(cards - 1, cards + 1))
    else:
        before = after = scene_of(game, 0)
    yield Passage((*path, "situation"), decision.situation, before)
    yield Passage((*path, "because"), decision.because, after)
    for number, reason in enumerate(decision.instead):
        yield Passage((*path, "instead", number, "because"), reason.because, after)


def _of_deal(deal: ExampleDeal) -> Iterator[Passage]:
    scene = whole(deal)
    yield Passage(("title",), deal.title, scene)
    if deal.result_because:
        yield Passage(("result_because",), deal.result_because, scene)
    for number, remark in enumerate(deal.says):
        yield Passage(("says", number, "text"), remark.text, scene)


def _of_problem(problem: Problem) -> Iterator[Passage]:
    scene = whole(problem)
    for key in ("title", "goal", "result"):
        yield Passage((key,), getattr(problem, key), scene)
    for number, remark in enumerate(problem.says):
        yield Passage(("says", number, "text"), remark.text, scene)

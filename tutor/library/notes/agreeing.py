"""Whether what the notes say of the play is so: every text of a game, a deal or an ending, read where it stands."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.cards import Card
from tutor.errors import Fault, Malformed
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Decision, Game
mentions=lambda t: iter(())
spoken=str
from tutor.library.notes.scenes import Scene
from tutor.library.notes.sentences import Sentence, read
from tutor.library.yaml_text import Document, Path
from tutor.play import Play
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a file, its address there, and where it is read."""

    path: Path
    text: str
    scene: Scene

    def sentences(self) -> tuple[Sentence, ...]:
        """What it says, sentence by sentence."""
        return read(spoken(self.text), self.scene)

    def untrue(self) -> Iterator[str]:
        """What of it the cards do not bear out, as a message has it."""
        for statement in (one for sentence in self.sentences() for one in sentence.statements if not one.holds):
            really = f" ({statement.really})" if statement.really else ""
            yield f"‘{statement.words}’ does not agree with the cards{really}"


def passages(content: object) -> Iterator[Passage]:
    """Every text that may speak of the cards of a game, a deal or an ending; none of anything else."""
    match content:
        case Game():
            yield from _of_game(content)
        case ExampleDeal():
            yield from _of_deal(content)
        case Problem():
            yield from _of_problem(content)


MEND = "Correct the words, or say plainly what is supposed"


def disagreements(document: Document, content: object) -> Iterator[Fault]:
    """A fault for every statement of a document that the cards do not bear out, and for every card misnamed."""
    for passage in passages(content):
        if not isinstance(content, Game):  # that of a game looks who holds them as well
            yield from _misnamed(document, passage)
        for what in passage.untrue():
            yield document.fault(passage.path, what, MEND)


def _misnamed(document: Document, passage: Passage) -> Iterator[Fault]:
    try:
        deque(mentions(passage.text), maxlen=0)
    except Malformed as error:
        yield document.fault(passage.path, str(error).rstrip("."))


def beside(content: Game | ExampleDeal | Problem, path: Path, text: str) -> Passage:
    """A text that stands beside a game, a deal or an ending and speaks of the whole of it, as a caption does."""
    match content:
        case Game():
            scene = _whole(content)
        case ExampleDeal():
            scene = _of_dealt(content)
        case Problem():
            scene = _of_ending(content)
    you = _YOU_ARE.search(text)
    return Passage(path, text, replace(scene, you=Seat.labelled(you[1])) if you else scene)


_YOU_ARE = re.compile(r"\bYou are ([AYBZ])\b")


def _of_game(game: Game) -> Iterator[Passage]:
    start = scene_of(game, 0, 0)
    yield Passage(("title",), game.title, start)
    notes = [note for note in game.notes if note.trick]
    for note in game.notes:
        if not note.trick:
            yield Passage(("before", "text"), note.remark.text, start)
    for number, note in enumerate(notes):
        yield Passage(("notes", number, "text"), note.remark.text, scene_of(game, note.trick, note.after))
    whole = _whole(game)
    for number, remark in enumerate(game.after):
        yield Passage(("after", number, "text"), remark.text, whole)
    if game.result_because:
        yield Passage(("result_because",), game.result_because, whole)
    for number, decision in enumerate(game.decisions):
        yield from _of_decision(game, decision, ("decisions", number))


def _whole(game: Game) -> Scene:
    """A game when it is over, in a text that speaks of all of it."""
    return replace(scene_of(game, 0, 52), now=range(len(game.plays)), trick=None)


def _of_decision(game: Game, decision: Decision, path: Path) -> Iterator[Passage]:
    """A situation is read before the card, reasons when it has been played; they speak to who decides."""
    if isinstance(decision.answer, Card):
        cards = game.cards_at(decision.step)
        before = replace(scene_of(game, (cards - 1) // 4 + 1, cards - 1), you=decision.seat)
        after = replace(before, seen=cards, now=range(cards - 1, cards + 1), only_past=True)
    else:
        before = replace(scene_of(game, 0, 0), you=decision.seat)
        after = replace(before, only_past=True)
    yield Passage((*path, "situation"), decision.situation, before)
    yield Passage((*path, "because"), decision.because, after)
    for number, reason in enumerate(decision.instead):
        yield Passage((*path, "instead", number, "because"), reason.because, after)


def scene_of(game: Game, trick: int, seen: int) -> Scene:
    """A game when so many cards have been played, in a text that speaks of a trick."""
    return Scene(
        plays=game.plays,
        seen=seen,
        now=range(seen, seen + 1),
        trick=trick,
        dummy=game.dummy,
        player=game.player,
        dealer=game.deal.dealer,
        said=game.calls.said,
    )


def _of_dealt(deal: ExampleDeal) -> Scene:
    said = deal.calling.said if deal.calling else ()
    trumps = deal.calling.declaration.trumps if deal.calling and deal.calling.declaration else None
    return Scene((Play.of(deal.deal, trumps),), 0, range(1), 0, dealer=deal.deal.dealer, said=said)


def _of_deal(deal: ExampleDeal) -> Iterator[Passage]:
    scene = _of_dealt(deal)
    yield Passage(("title",), deal.title, scene)
    for number, remark in enumerate(deal.says):
        yield Passage(("says", number, "text"), remark.text, scene)


def _of_ending(problem: Problem) -> Scene:
    """An ending as the author plays it, with what comes of it; whoever is addressed plays after the cards that lie."""
    play = problem.play
    plays = tuple(play.at(number) for number in range(sum(1 for _ in play.played()) + 1))
    return Scene(plays, len(plays) - 1, range(len(problem.line) + 1), you=problem.subject.plays[-1].to_play)


def _of_problem(problem: Problem) -> Iterator[Passage]:
    scene = _of_ending(problem)
    yield Passage(("title",), problem.title, scene)
    yield Passage(("goal",), problem.goal, scene)
    yield Passage(("result",), problem.result, scene)
    for number, remark in enumerate(problem.says):
        yield Passage(("says", number, "text"), remark.text, scene)

"""A game of a book on paper: hands, calls, the cards and how each is known, notes, decisions, the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.citations import OWN, SOURCES
from tutor.codes.scoring import Heading
from tutor.exchange.printed.handout import CardsBlock, HandBlock, TrickBlock, TrickCard, rows, trick_card
from tutor.exchange.printed.text import Nodes, line
from tutor.library.games import Decision, Game, Provenance, score_words
from tutor.library.values import Remark
from tutor.quizzes.kinds.games import DecisionExercise, moment
from tutor.quizzes.wording import advice_words, answer_words, sentence, with_full_stop
from tutor.seats import Side


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call in the words of the code, and the player it is addressed to, if any."""

    label: str
    to: str
    words: str


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """What the author says, about what, and where."""

    of: str
    text: Nodes
    cited: str


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision: its moment, the question, the author’s answer and reason; `otherwise` if something else was done."""

    moment: str
    prompt: str
    situation: Nodes
    answer: str
    otherwise: str
    because: Nodes
    quotation: str
    cited: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The score of one side: each item with its points, reason and law, above and below the line."""

    side: str
    above: tuple[tuple[str, str, str], ...]
    below: tuple[tuple[str, str, str], ...]
    total: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game on paper. If it `is_told`, it has its title, calls, play and the author’s remarks."""

    id: str
    over: str
    name: str
    title: str
    score: str
    code: str
    hands: CardsBlock
    declared: str
    calls: tuple[CallLine, ...]
    implied: Nodes
    tricks: tuple[TrickBlock, ...]
    won: tuple[tuple[str, str], ...]
    known: tuple[tuple[str, str], ...]
    notes: tuple[RemarkLine, ...]
    decisions: tuple[DecisionLine, ...]
    scored: tuple[ScoreLine, ...]
    after: tuple[RemarkLine, ...]
    cited: str
    books: tuple[str, ...]
    is_told: bool


def game_sheet(game: Game, *, is_told: bool) -> GameSheet:
    """A game on paper, with everything about it or only the hands dealt."""
    met = {provenance for _, provenance in game.played()}
    return GameSheet(
        id=game.id,
        over=SOURCES[game.source].author,
        name=game.name,
        title=game.title if is_told else game.name,
        score=score_words(game.score),
        code=game.code.title,
        hands=CardsBlock(tuple(_hands(game))),
        declared=f"{sentence(str(game.declaration))}, declared by {game.declaration.by.label}",
        calls=tuple(
            CallLine(one.seat.label, one.to.label if one.to else "", one.words)
            for one in game.code.utterances(game.calling)
        ),
        implied=line(game.calls_implied or ""),
        tricks=tuple(_rounds(game)),
        won=tuple((side.label, str(tricks)) for side, tricks in game.tricks.items()),
        known=tuple((provenance.value, provenance.says) for provenance in Provenance if provenance in met),
        notes=tuple(_told(f"Trick {note.trick}" if note.trick else "The declaration", note) for note in game.notes),
        decisions=tuple(_decision(game, decision) for decision in game.decisions),
        scored=tuple(_scored(game, side) for side in Side),
        after=tuple(_told("", remark) for remark in game.after),
        cited=_pages(game),
        books=(str(SOURCES[game.source]),),
        is_told=is_told,
    )


def _pages(game: Game) -> str:
    if game.source == OWN:
        return str(game.citation)
    first, last = game.pages
    return f"{SOURCES[game.source].author}, " + (f"p. {first}" if first == last else f"pp. {first}–{last}")


def _hands(game: Game) -> Iterator[HandBlock]:
    for seat, hand in game.deal.hands.items():
        parts = (
            seat.label,
            "dealer" if seat is game.deal.dealer else "",
            "hand lost" if seat in game.lost else "",
        )
        yield HandBlock(seat.letter, ", ".join(filter(None, parts)), rows(hand))


def _rounds(game: Game) -> Iterator[TrickBlock]:
    known = iter(game.provenance)
    for number, trick in enumerate(game.play.tricks, 1):
        cards: tuple[TrickCard, ...] = tuple(trick_card(seat, card, next(known).value) for seat, card in trick.items())
        yield TrickBlock(number, cards, trick.winner(game.play.trumps).label)


def _told(of: str, remark: Remark) -> RemarkLine:
    return RemarkLine(of, line(remark.text), str(remark.citation))


def _decision(game: Game, decision: Decision) -> DecisionLine:
    done = answer_words(decision.played)
    if decision.played == decision.answer:
        otherwise = ""
    elif game.is_blamed(decision):
        otherwise = f"In the game, {decision.seat.label} chose something else: {done}."
    else:
        otherwise = f"We do not know what was played. The replay has {done}."
    return DecisionLine(
        moment(decision),
        DecisionExercise(game, decision).prompt,
        line(decision.situation),
        with_full_stop(sentence(advice_words(decision.answer))),
        otherwise,
        line(decision.because),
        decision.quotation.text,
        str(decision.quotation.citation),
    )


def _scored(game: Game, side: Side) -> ScoreLine:
    score = game.deal_score
    of = [item for item in score.items if item.party is side]
    above, below = (
        tuple(
            (str(item.points), item.what, item.law.number)
            for item in of
            if (item.heading is Heading.TRICKS) is is_below
        )
        for is_below in (False, True)
    )
    return ScoreLine(" & ".join(side.label), above, below, str(score.total(side)))

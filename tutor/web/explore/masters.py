"""The authors: their rules, their advice on one position, where they differ, and whether they follow their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from tutor.analysis.reading import Meaning, meaning_of
from tutor.authorities import AUTHORITIES, authority, compare_all
from tutor.authorities.boundary import Change, boundary
from tutor.authorities.comparing import Comparison
from tutor.authorities.fitting import RENOUNCING
from tutor.authorities.rules import Message, Question, Rule
from tutor.cards import PACK, Card, Suit
from tutor.citations import SOURCES
from tutor.errors import TutorError, Unknown
from tutor.library.agreement import AgreementVerdict, PointComparison, agreement
from tutor.library.catalogue import Library
from tutor.library.games import Game
from tutor.library.rulebook import NamedRule
from tutor.play import Played
from tutor.tables.card_comparison import CardComparison, compare_cards
from tutor.view import View
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of
from tutor.web.classroom.secrecy import check_deal, secrets, tells_of_work
from tutor.web.explore.position_form import PositionForm, comparison_url, question_at, questions
from tutor.web.learn.games import Addresses, answers_to, chair_asked, first_waiting
from tutor.web.services import services

blueprint = Blueprint("masters", __name__)
blueprint.add_app_template_global(comparison_url, "comparison_url")

SEED = 1
"""The seed of random layouts, so that everybody sees the same counts."""


# ---- every rule --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuthorRules:
    """The rules of one author: the rules in code by question, the messages, and the advice that no rule can test."""

    key: str
    by_question: tuple[tuple[Question, tuple[Rule[object], ...]], ...]
    heard: tuple[Message, ...]
    told: tuple[NamedRule, ...]

    @property
    def source(self) -> object:
        return SOURCES[self.key]

    @property
    def number(self) -> int:
        """The number of rules in code, each counted once."""
        return len({rule.id for _, rules in self.by_question for rule in rules})


@blueprint.get("/rules/")
def rules() -> str:
    """The authors, with the number of rules of each."""
    shelves = [_shelf(services().library, key) for key in AUTHORITIES]
    return render_template("explore/rules.html", shelves=shelves)


@blueprint.get("/rules/<key>")
def rules_of(key: str) -> str:
    """Every rule of one author."""
    authority(key)
    return render_template(
        "explore/rules_of.html",
        shelf=_shelf(services().library, key),
        makers=services().makers,
        teaching=services().courses.teaching,
        words=formatting,
    )


@cache
def _shelf(library: Library, key: str) -> AuthorRules:
    author = AUTHORITIES[key]
    by_question: dict[Question, dict[Rule[object], None]] = {}
    for chapter in author.chapters:
        of_question = by_question.setdefault(chapter.question, {})
        of_question.update(dict.fromkeys((*chapter.rules, *chapter.allows)))
    ordered = tuple((question, tuple(by_question[question])) for question in Question if question in by_question)
    told = tuple(rule for rule in library.rulebook.told() if rule.citation.source == key)
    return AuthorRules(key, ordered, tuple(author.messages), told)


# ---- a position ------------------------------------------------------------------------------------------------------


@blueprint.get("/masters/")
def index() -> tuple[str, int] | str:
    """Every author’s advice on a position of any of the games."""
    form = PositionForm.of_request()
    values = {"form": form, "questions": list(questions()), "trumps": TRUMPS, "words": formatting}
    if not form.hand:
        return render_template("explore/masters.html", **values)
    try:
        position = form.position()
    except TutorError as error:
        return render_template("explore/masters.html", **values, fault=formatting.sentence(str(error))), 400
    return render_template(
        "explore/masters.html",
        **values,
        view=position.view,
        compared=compare_all(position.view, position.question),
        boundaries=_boundaries(position.view, position.question) if "boundary" in request.args else None,
        here=form.address,
        sources=SOURCES,
    )


TRUMPS = (("", lazy_gettext("none, or as the calls say")), *((suit.letter, suit.plural) for suit in Suit))
"""The choices of trumps, with their words."""


def _boundaries(view: View, question: Question) -> Sequence[tuple[str, tuple[Change, ...]]]:
    found = ((key, boundary(author, view, question)) for key, author in AUTHORITIES.items())
    return [(key, changes[:MOST_CHANGES]) for key, changes in found if changes]


MOST_CHANGES = 4


# ---- a step of a game --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtStep:
    """The next step of a game, with the table as its player sees it."""

    game: Game
    step: int
    view: View
    question: Question

    @classmethod
    def of(cls, game: Game, step: int) -> AtStep:
        """The step after so many others. Raises `Unknown` past the last."""
        if not 0 <= step < game.last_step:
            raise Unknown("step", str(step), map(str, range(game.last_step)))
        view = game.view_before(step + 1)
        question = question_at(view)
        assert question is not None, "a step of a game is a call or a card"  # noqa: S101
        return cls(game, step, view, question)

    @property
    def lawful(self) -> tuple[Card, ...]:
        """The cards that can be played, if the step is a card."""
        number = self.step - len(self.game.calls)
        return tuple(self.game.plays[number].lawful()) if number >= 0 else ()

    @property
    def readable(self) -> tuple[Played, ...]:
        """The cards from hidden hands, on the table or in the trick before."""
        tricks = self.view.tricks[-1:]
        trick = (self.view.trick,) if self.view.trick else ()
        number = len(self.view.tricks) - len(tricks) + 1
        return tuple(
            Played(place, seat, card)
            for place, cards in enumerate((*tricks, *trick), number)
            for seat, card in cards.items()
            if seat not in self.view.seen
        )

    def unseen_of(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit that are neither visible nor played, highest first."""
        seen = {card for hand in self.view.seen.values() for card in hand}
        gone = {played.card for played in self.view.played()}
        return tuple(card for card in PACK if card.suit is suit and card not in seen | gone)

    @cached_property
    def compared(self) -> Comparison:
        """Every author’s advice. A player who cannot follow is asked whether to trump, or else what to discard."""
        found = compare_all(self.view, self.question)
        if self.question in RENOUNCING and not found.voices:
            return compare_all(self.view, Question.DISCARD)
        return found

    def read(self, place: str) -> Meaning | None:
        """What a card shows by the rules of the game’s author. `place` is its number among the readable cards."""
        chosen = next((played for number, played in enumerate(self.readable) if str(number) == place), None)
        author = AUTHORITIES.get(self.game.source)
        return meaning_of(author, self.view, chosen, Random(SEED)) if chosen and author else None

    def comparison(self, text: str) -> CardComparison | None:
        """A card compared with the advice of the game’s author, or else of the first author with advice."""
        card = next((card for card in self.lawful if str(card) == text), None)
        voices = dict(self.compared.voices)
        advice = voices.get(self.game.source) or next(iter(voices.values()), None)
        advised = advice.answers[0] if advice else None
        if card is None or not isinstance(advised, Card) or card == advised:
            return None
        return compare_cards(self.view, self.game.code, card, advised, Random(SEED))


@blueprint.get("/games/<game_id>/masters/<int:step>")
def at_step(game_id: str, step: int) -> str | Response:
    """The authors compared on a step of a game, once the learner has made their own decision there."""
    game = game_of(game_id)
    chair = chair_asked(game)
    addresses = Addresses(game, chair)
    check_deal(game.deal)
    if secrets().of_decisions(game) and step >= first_waiting(game):
        return redirect(addresses.step(step, part="decision"))
    decision = game.decision_at(step + 1)
    if decision and chair.asks(decision, game) and decision.id not in answers_to(game):
        return redirect(addresses.step(step, part="decision"))
    asked = AtStep.of(game, step)
    return render_template(
        "explore/masters_at_step.html",
        asked=asked,
        game=game,
        addresses=addresses,
        here=url_for("masters.at_step", game_id=game_id, step=step),
        compared=asked.compared,
        alike=comparison_url(asked.view, asked.compared.question),
        meaning=asked.read(request.args.get("read", "")),
        weighed=asked.comparison(request.args.get("card", "")),
        sources=SOURCES,
        words=formatting,
        unseen_of=asked.unseen_of,
    )


# ---- do they follow their own rules? -----------------------------------------------------------------------------


VERDICTS = {
    AgreementVerdict.AGREES: lazy_gettext("Agrees"),
    AgreementVerdict.ALLOWS: lazy_gettext("Allows it"),
    AgreementVerdict.PARTS: lazy_gettext("Differs"),
    AgreementVerdict.SILENT: lazy_gettext("Has no rule"),
    AgreementVerdict.HANGS: lazy_gettext("Depends on a lost score"),
}
"""The headings of the verdicts."""


@blueprint.get("/agreement")
def show_agreement() -> str:
    """The authors’ own answers, compared with their rules."""
    found = [one for one in _agreement(services().library) if not tells_of_work(one.point.where)]
    counts = Counter(
        (comparison.point.citation.source, comparison.point.question, comparison.verdict) for comparison in found
    )
    rows = [
        (SOURCES[key], question, {verdict: counts[key, question, verdict] for verdict in AgreementVerdict})
        for key in AUTHORITIES
        for question in Question
        if any(counts[key, question, verdict] for verdict in AgreementVerdict)
    ]
    return render_template(
        "explore/agreement.html",
        rows=rows,
        parting=[comparison for comparison in found if comparison.verdict is AgreementVerdict.PARTS],
        Verdict=AgreementVerdict,
        verdicts=VERDICTS,
        words=formatting,
    )


@cache
def _agreement(library: Library) -> tuple[PointComparison, ...]:
    return tuple(agreement(library))

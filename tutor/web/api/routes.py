"""The endpoints. Each answers what a command prints, by the same functions; nobody logs in for them."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.exchange.records import rulings as offences_ruled
from tutor.exchange.records.advice import Advice, AdviceRequest, Silence
from tutor.exchange.records.claims import claim_record
from tutor.exchange.records.deals import DealRecord, PlaysRecord, deal_records, plays_record
from tutor.exchange.records.lessons import lesson_records
from tutor.exchange.records.maxims import maxim_record
from tutor.exchange.records.odds import odds_record
from tutor.exchange.records.points_of_law import PointOfLaw, point_record, points_of_law
from tutor.exchange.records.questions import DrawnQuestion, Mark, drawn, drawn_question, mark, question_named, themes
from tutor.exchange.records.scores import DealScoreRecord, RubberRecord, rubber_of, score_of_result
from tutor.exchange.records.searches import found_text
from tutor.exchange.records.terms import TermRecord, term_record
from tutor.library.values import find
from tutor.quizzes.exercise import Level
from tutor.web.api import answers, inputs
from tutor.web.api.limits import keep_on
from tutor.web.api.secrecy import all_secrets, check_game, check_name, check_question
from tutor.web.api.serving import Endpoints, NoInput
from tutor.web.explore.library import index_of, without_secrets
from tutor.web.services import services

ENDPOINTS = Endpoints()


# ---- the authors ---------------------------------------------------------------------------------------------------


@ENDPOINTS.add(is_strict=False)
def ask_advice(given: inputs.AdviceInput) -> Advice | Silence:
    """An author’s advice on a hand or a position: the call or the card, with the rule and the page.

    Where the author says nothing, the answer has "silent": true, and the authors that you can ask instead.
    """
    return AdviceRequest.of(given.mapping).answer()


@ENDPOINTS.add()
def list_maxims(given: inputs.MaximsInput) -> answers.Maxims:
    """The authors’ maxims, word for word, each with its place."""
    every = services().library.maxims.values()
    return answers.Maxims(maxims=[maxim_record(one) for one in every if given.topic in (None, one.topic.value)])


@ENDPOINTS.add()
def list_odds(given: NoInput) -> answers.OddsList:
    """The odds that the authors give, each beside the exact chance.

    Chances are counted at the first call, and that may take longer than a call may. What was counted is kept, so ask
    again.
    """
    del given
    found = []
    for one in (one for file in services().library.odds.values() for one in file.odds):
        keep_on()
        found.append(odds_record(one))
    return answers.OddsList(odds=found)


@ENDPOINTS.add()
def list_claims(given: inputs.ClaimsInput) -> answers.Claims:
    """What the authors claim about their deals, and whether it is true.

    Claims are checked by double dummy, and at the first call that may take longer than a call may. What was checked is
    kept, so ask again. In a classroom, claims about what is assigned and open are left out, and one of its deals is not
    answered.
    """
    auditor, secrets = services().auditor, all_secrets()
    if given.deal:
        check_name(_claimed(given.deal), "This deal")
    found = []
    for one in auditor.of(given.deal) if given.deal else auditor.all():
        keep_on()
        if secrets.of_name(one.where) is None:
            found.append(claim_record(one))
    return answers.Claims(claims=found)


def _claimed(deal: str) -> str:
    """The id of something that has claims. Raises `Unknown`."""
    return find("deal with claims", deal, {where: where for where in services().auditor.claimed})


# ---- the laws ------------------------------------------------------------------------------------------------------


@ENDPOINTS.add()
def list_offences(given: inputs.CodeInput) -> answers.Offences:
    """The offences possible under a code of laws."""
    return answers.Offences(offences=offences_ruled.offences(given.code))


@ENDPOINTS.add()
def rule_on(given: inputs.OffenceInput) -> answers.Rulings:
    """The penalty of an offence: the law, who may choose, and what follows."""
    return answers.Rulings(rulings=offences_ruled.rulings(given.code, given.offence, given.by, given.when))


@ENDPOINTS.add()
def list_laws(given: inputs.LawsInput) -> answers.Laws:
    """Points of law under five codes, side by side."""
    found = points_of_law(services().library.concordance, given.words)
    return answers.Laws(points=[point_record(one) for one in found if not (given.differing and one.all_agree)])


@ENDPOINTS.add()
def show_law(given: inputs.PointInput) -> PointOfLaw:
    """One point of law under five codes, and which of them agree."""
    return point_record(services().library.concordance.point(given.point))


@ENDPOINTS.add()
def score_deal(given: inputs.ScoreInput) -> DealScoreRecord:
    """The score of a deal from its result, with the laws that give it."""
    return score_of_result(given.code, given.result())


@ENDPOINTS.add()
def score_rubber(given: inputs.RubberInput) -> RubberRecord:
    """A rubber deal by deal: the points under every heading, and the balance."""
    return rubber_of(given.code, given.deals, given.unit)


# ---- what is in the library ----------------------------------------------------------------------------------------


@ENDPOINTS.add()
def list_terms(given: NoInput) -> answers.Terms:
    """The terms of whist and bridge, with what each author says about them."""
    del given
    return answers.Terms(terms=[term_record(term) for term in services().library.glossary.terms])


@ENDPOINTS.add()
def define_term(given: inputs.TermInput) -> TermRecord:
    """A term by any of its names."""
    return term_record(services().library.glossary.find(given.term))


@ENDPOINTS.add()
def search_everything(given: inputs.SearchInput) -> answers.Found:
    """Where words appear, in rules, lessons, terms, maxims, laws, deals and claims.

    In a classroom, nothing is shown of the text of what is assigned and open.
    """
    index = index_of(services().library, services().courses)
    found = without_secrets(index.search(given.words, given.most), all_secrets())
    return answers.Found(results=[found_text(one) for one in found])


@ENDPOINTS.add()
def list_deals(given: inputs.DealsInput) -> answers.Deals:
    """Every game, deal and ending of the books.

    In a classroom, those that are assigned and open are left out.
    """
    return answers.Deals(deals=[one for one in _open_deals() if given.kind in (None, one.kind)])


def _open_deals() -> Iterator[DealRecord]:
    """Every game, deal and ending that no open work asks."""
    secrets = all_secrets()
    return (one for one in deal_records(services().library) if secrets.of_name(one.id) is None)


@ENDPOINTS.add()
def show_deal(given: inputs.DealInput) -> DealRecord:
    """A game, deal or ending.

    In a classroom, one that is assigned and open is not answered.
    """
    check_name(given.id, "This deal")
    return find("deal", given.id, {one.id: one for one in deal_records(services().library)})


@ENDPOINTS.add()
def list_games(given: NoInput) -> answers.Deals:
    """The games that the books give card by card.

    In a classroom, those that are assigned and open are left out.
    """
    del given
    return answers.Deals(deals=[one for one in _open_deals() if one.kind == "game"])


@ENDPOINTS.add()
def list_plays(given: inputs.DealInput) -> PlaysRecord:
    """The cards of a game in order, and how each is known: stated, implied, forced or reconstructed.

    In a classroom, a game that is assigned and open is not answered.
    """
    game = services().library.game(given.id)
    check_game(game)
    return plays_record(game)


@ENDPOINTS.add()
def list_lessons(given: inputs.LessonsInput) -> answers.Lessons:
    """The lessons, in the best order: their sources, what each teaches, and its drill."""
    courses = services().courses
    chosen = [courses.course(given.course)] if given.course else list(courses.courses.values())
    return answers.Lessons(lessons=[record for _, record in lesson_records(chosen)])


# ---- questions -----------------------------------------------------------------------------------------------------


@ENDPOINTS.add()
def list_themes(given: NoInput) -> answers.Themes:
    """What questions can be drawn on: an author’s rules on one subject, terms, maxims, laws, odds, calculation."""
    del given
    return answers.Themes(themes=themes(services().makers))


@ENDPOINTS.add()
def draw_questions(given: inputs.QuestionsInput) -> answers.Questions:
    """Draws questions by theme and seed, without their answers."""
    makers, found = services().makers, []
    for ref in drawn(given.on, given.count, given.seed, Level(given.level), makers):
        keep_on()
        found.append(drawn_question(ref, makers))
    return answers.Questions(questions=found)


@ENDPOINTS.add()
def show_question(given: inputs.QuestionInput) -> DrawnQuestion:
    """A question that was drawn."""
    makers = services().makers
    return drawn_question(question_named(given.question, makers), makers)


@ENDPOINTS.add()
def mark_answer(given: inputs.AnswerInput) -> Mark:
    """The verdict on an answer: what is best and why, with the rule, the author and the page. Nothing is saved.

    In a classroom, a question that open work asks is not marked.
    """
    makers = services().makers
    ref = question_named(given.question, makers)
    check_question(ref)
    return mark(ref, given.answer, makers)

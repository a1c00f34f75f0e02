"""A hand to play, as teachers assign it and learners play it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup, escape

from tutor.codes import CODES, Code
from tutor.codes import code as code_of
from tutor.errors import Malformed
from tutor.exchange.pbn.table_record import pbn_of
from tutor.seats import Seat
from tutor.study.answers.matches import deal_of as deal_of_line
from tutor.study.answers.matches import line_of
from tutor.study.classroom.assigned_work import PLAYED, HandWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.authored_content import is_own
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.tables.fixed_calls import SetContract, SetDeal, Start, contract_of
from tutor.tables.match import Strictness, player_of, strictness_of
from tutor.web.classroom.assignment_form import (
    BY_ATTEMPT,
    AssignmentForm,
    attempts_field,
    counts_of_attempts,
    same_field,
    seed_field,
)
from tutor.web.classroom.authored_content import to_choose
from tutor.web.classroom.tasks import KindPages, NextAction, Task, attempts_allowed, forbid_spent
from tutor.web.forms import ChoiceField, LongTextField, OptionsField, SelectChoice
from tutor.web.labels import STRICTNESS, STRICTNESS_RULES
from tutor.web.play.contract_choice import (
    FIELDS,
    PARTS,
    contract_field,
    deal_chosen,
    dealer_of,
    dealer_shown,
    deals_in,
    declarer_field,
    seats_of,
    start_field,
)
from tutor.web.services import services
from tutor.wording import are, counted

PLAY_ACTION = "play"


def codes_to_choose() -> Sequence[SelectChoice]:
    """The games, by their codes of laws."""
    return [SelectChoice(key, code.title) for key, code in CODES.items()]


def seats_to_choose(form: AssignmentForm[Any], field: ChoiceField) -> Sequence[SelectChoice]:
    """The seats, with the dealer and the declarer of the chosen deal."""
    del field
    chosen = form["deal"].data
    pbn, hand = (str(form[name].data or "") if chosen == name else "" for name in ("pbn", "hand"))
    return seats_of(form, pbn, hand)


def deals_to_choose(form: AssignmentForm[Any], field: ChoiceField) -> Sequence[SelectChoice]:
    """The teacher’s own deals, and those of the books."""
    del form
    library, own = services().library, to_choose(("game", "deal"), field.data or "")
    return [
        SelectChoice("", gettext("Choose a deal")),
        *(SelectChoice(name, title, dealer_of(name), optgroup=gettext("Your own")) for name, title in own),
        *(
            SelectChoice(name, f"{game.citation.author}, {game.name}", dealer_shown(game.deal))
            for name, game in library.games.items()
        ),
        *(
            SelectChoice(name, f"{deal.citation}: {deal.title}", dealer_shown(deal.deal))
            for name, deal in library.deals.items()
        ),
    ]


def _one_deal(deals: Sequence[SetDeal], text: str) -> SetDeal:
    if len(deals) != 1:
        raise Malformed("deal", text[:40], f"there {are(len(deals))} {counted(len(deals), 'deal')} in it", "Write one")
    return deals[0]


def _pbn_of(work: HandWork) -> str:
    """The deal of work as it was typed: with all that was set for it, if that has cards."""
    return pbn_of(work.set_table()) if work.fixed else str(deal_of_line(work.deal))


def _set_for(work: HandWork) -> Mapping[str, str]:
    """The fields that say what was set for the deal of work."""
    if not work.deal:
        return {}
    if not work.fixed:
        return {"start": Start.CALLS.value}
    table = work.set_table()
    has_cards = table.play is not None and (table.play.tricks or table.play.trick.cards)
    if not work.name:
        return {"start": Start.CARDS.value if has_cards else Start.LEAD.value}
    contract = contract_of(table)
    return {"contract": str(contract), "declarer": contract.declarer.label} if contract else {}


class HandForm(AssignmentForm[HandWork]):
    """Which deal is assigned, under which laws, and how it is played."""

    work_fields = ("code", "seat", "strictness", "deal", "hand", "pbn", "seed", *FIELDS)

    code = ChoiceField(lazy_gettext("Game and laws"), codes_to_choose, code_of, default="bridge-english-1901")
    seat = ChoiceField(lazy_gettext("The learner’s seat"), seats_to_choose, render_kw=PARTS)
    strictness = OptionsField(
        lazy_gettext("Strictness"),
        [(strictness.value, STRICTNESS[strictness], STRICTNESS_RULES[strictness]) for strictness in Strictness],
        default=Strictness.GUIDED.value,
    )
    deal = OptionsField(
        lazy_gettext("The deal"),
        [
            ("chance", lazy_gettext("A random deal"), ""),
            ("hand", lazy_gettext("A deal from the books, or your own"), ""),
            ("pbn", lazy_gettext("Your own deal, in PBN or LIN"), ""),
        ],
        default="chance",
    )
    hand = ChoiceField(
        lazy_gettext("The deal from the books"),
        deals_to_choose,
        missing=lazy_gettext("Nothing is chosen. Choose a deal."),
        beneath=("deal", "hand"),
    )
    pbn = LongTextField(
        lazy_gettext("The deal in PBN or LIN"),
        missing=lazy_gettext("The deal is missing. Enter it in PBN."),
        beneath=("deal", "pbn"),
        description=lazy_gettext(
            "Without a tag Dealer, the first hand is the dealer’s. Contract, Declarer, Auction and Play are used."
        ),
        render_kw={"rows": 4, "spellcheck": "false", "autocomplete": "off", "placeholder": "S:AKJ762.765.A43.4 …"},
    )
    seed = seed_field(
        lazy_gettext("Deal number"), "deal number", lazy_gettext("A different number deals different cards.")
    )
    start = start_field()
    contract = contract_field()
    declarer = declarer_field()
    same = same_field(lazy_gettext("A random deal"))
    tries = attempts_field(BY_ATTEMPT)
    counts = counts_of_attempts(lazy_gettext("The attempt with the best score"))

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether the form can be read. The seat and the strictness depend on the code of laws."""
        super().validate(extra_validators)
        code = self.value("code")
        if code is not None:
            self.read("seat", lambda text: player_of(code, text))
            self.read("strictness", lambda text: strictness_of(code, text))
            if "start" in self:
                self._set(code)
        return not self.faults

    def _set(self, code: Code) -> None:
        """Reads the chosen deal with what is set for it."""
        self.read("start", Start.parse)
        self.read("contract", lambda text: SetContract.chosen(text, self.declarer.value))
        if self.contract.value is not None and self.deal.value == "chance":
            self.refuse("contract", gettext("A contract is set for a deal that you choose. Choose a deal above."))
        if self.faults:
            return
        start, contract = self.start.value, self.contract.value
        if self.pbn.value:
            self.read("pbn", lambda text: _one_deal(deals_in(text, code, start, contract), text))
        if self.hand.value:
            self.read("hand", lambda name: deal_chosen(name, code, start, contract))

    def work(self) -> HandWork:
        chosen: SetDeal | None = self.hand.value or self.pbn.value
        return HandWork(
            code=self.code.value.key,
            player=self.seat.value.letter,
            strictness=self.strictness.value.value,
            seed=self.seed.value,
            deal=line_of(chosen.deal) if chosen else "",
            name=self.hand.data if self.hand.value else "",
            fixed=chosen.acts if chosen else (),
        )

    @classmethod
    def typed(cls, work: HandWork) -> Mapping[str, Any]:
        return {
            "code": work.code,
            "seat": next(seat.label for seat in Seat if seat.letter == work.player),
            "strictness": work.strictness,
            "seed": work.seed,
            "deal": "hand" if work.name else "pbn" if work.deal else "chance",
            "hand": work.name,
            "pbn": _pbn_of(work) if work.deal and not work.name else "",
            **_set_for(work),
        }

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Mapping[str, Any]:
        return {"deal": "hand", "hand": query["hand"]} if "hand" in query else {}


class HandPages(KindPages[HandWork]):
    """A hand, played at the practice table."""

    kind = "hand"
    name = lazy_gettext("A hand to play")
    says = lazy_gettext("card by card at the table")
    form = HandForm
    done_word = lazy_gettext("Played")
    is_counted = False

    def summary(self, work: HandWork) -> Markup:
        title = CODES[work.code].title if work.code in CODES else work.code
        return escape(gettext("A hand to play: %(game)s", game=title))

    def suggested_title(self, work: HandWork) -> str:
        if work.name:
            return str(gettext("Play %(deal)s", deal=_name_of(work.name)))
        game, seat = code_of(work.code).title, work.seat.label
        return str(gettext("A hand of %(game)s, at seat %(seat)s", game=game, seat=seat))

    def terms(self, spec: AssignmentSpec) -> Iterator[str]:
        yield from attempts_allowed(spec, lazy_gettext("Your attempt with the best score counts."))

    def next_action(self, task: Task[HandWork]) -> NextAction | None:
        unfinished = next((number for number in sorted(task.tables, reverse=True) if not result(task, number)), None)
        if unfinished is not None:
            return NextAction(url_for("tables.table", key=task.tables[unfinished]), gettext("Continue"))
        if not task.may_begin:
            return None
        url = url_for("assigned_work.act", number=task.assignment.id, action=PLAY_ACTION)
        return NextAction(url, gettext("Play again") if task.begun else gettext("Start"), by_form=True)

    def act(self, task: Task[HandWork], action: str) -> str:
        """Opens a table for the next attempt, or the current one if it is not played out."""
        if action != PLAY_ACTION:
            return super().act(task, action)
        following = self.next_action(task)
        if following is None:
            forbid_spent(task)
        if not following.by_form:
            return following.url
        study, attempt = services().study, max(task.tables, default=0) + 1
        match = task.work.match(task.assignment.draw_for(study.learner), attempt)
        return url_for("tables.table", key=study.matches.begin(match, task.assignment.id, attempt))

    def attempts(self, task: Task[HandWork]) -> Iterator[tuple[str, str]]:
        for number in sorted(task.tables):
            key, outcome = task.tables[number], result(task, number)
            if outcome:
                yield outcome, url_for("tables.played", key=key, number=1)
            else:
                yield gettext("Not finished yet"), url_for("tables.table", key=key)

    def answer_url(self, task: Task[HandWork], answer: GivenAnswer) -> str:
        key = task.tables.get(answer.answer.attempt or 0)
        if not key:
            return ""
        if result(task, answer.answer.attempt or 0):
            return url_for("tables.played", key=key, number=1)
        return url_for("tables.table", key=key)


def _name_of(name: str) -> str:
    """A deal by its author and place; what it teaches might tell how to play it."""
    library = services().library
    if is_own(name):
        return dict(to_choose(("game", "deal"), name)).get(name, str(gettext("a hand")))
    if name in library.games:
        return f"{library.games[name].citation.author}, {library.games[name].name}"
    return str(library.deals[name].citation) if name in library.deals else str(gettext("a hand"))


def result(task: Task[HandWork], attempt: int) -> str:
    """The result of the hand of an attempt; empty while it is played."""
    answers = (given.answer for given in task.given)
    return next((answer.given for answer in answers if answer.topic == PLAYED and answer.attempt == attempt), "")

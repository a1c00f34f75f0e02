"""A teacher’s view of the tables of a class: pairing learners, how far each table is, watching and closing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.codes import CODES
from tutor.codes import code as code_of
from tutor.errors import TutorError
from tutor.exchange.set_deals import set_deals
from tutor.seats import Seat
from tutor.study.answers.shared_tables import TableSpec
from tutor.study.classroom.classes import Class, Member, spaced
from tutor.tables.fixed_calls import SetDeal
from tutor.tables.match import Match
from tutor.web import formatting
from tutor.web.classroom.classes import class_of
from tutor.web.current_user import require_user
from tutor.web.forms import ChoiceField, Form, LongTextField, OptionsField, SelectChoice
from tutor.web.play.begin import deal_of
from tutor.web.play.shared_page import name_of
from tutor.web.play.together import STRICTNESS, shared_strictness, tables
from tutor.web.services import services

blueprint = Blueprint("class_tables", __name__, url_prefix="/classes/<int:class_id>/tables")

Page = str | Response | tuple[str, int]
MOST_TABLES = 99
LONGEST_DRAW = 20


def _known_deals() -> list[SelectChoice]:
    library = services().library
    return [
        SelectChoice("", gettext("Random deals")),
        *(SelectChoice(key, f"{game.citation.author}, {game.name}") for key, game in library.games.items()),
        *(SelectChoice(key, f"{deal.citation}: {deal.title}") for key, deal in library.deals.items()),
    ]


class PairingForm(Form):
    """The game and the deals for all tables. The number of a table beside each learner is read separately."""

    code = ChoiceField(
        lazy_gettext("Game"), lambda: [SelectChoice(key, code.title) for key, code in CODES.items()], code_of
    )
    strictness = OptionsField(lazy_gettext("Strictness"), STRICTNESS)
    deals = OptionsField(
        lazy_gettext("Deals"),
        [
            ("same", lazy_gettext("The same deals at all tables"), lazy_gettext("So the results can be compared.")),
            ("own", lazy_gettext("Each table its own deals"), ""),
        ],
    )
    hand = ChoiceField(
        lazy_gettext("Begin with a deal from the books"), _known_deals, deal_of, optional=True, default=""
    )
    pbn = LongTextField(
        lazy_gettext("Or with deals in PBN or LIN"),
        optional=True,
        default="",
        render_kw={"rows": 3, "cols": 60, "spellcheck": "false", "autocomplete": "off"},
    )

    def given(self) -> tuple[SetDeal, ...]:
        """The deals with which the tables begin, with the calls that the text sets. Raises `TutorError`."""
        if self.pbn.value:
            return set_deals(self.pbn.value, self.code.value)
        return (SetDeal(self.hand.value),) if self.hand.value else ()


@blueprint.get("/")
def index(class_id: int) -> Page:
    """All tables of a class, and the form to pair learners; `draw` mixes them anew."""
    found = class_of(class_id)
    form = PairingForm(formdata=None)
    form.code.data, form.strictness.data, form.deals.data = "bridge-english-1901", "guided", "same"
    order = _drawn(found, request.args.get("draw", ""))
    numbers = {one.person.id: str(place // len(Seat) + 1) for place, one in enumerate(order)}
    return _page(found, form, numbers, drawn=request.args.get("draw", ""))


def _page(
    found: Class, form: PairingForm, numbers: Mapping[int, str], faults: Sequence[str] = (), drawn: str = ""
) -> str:
    now, members = tables().now, _drawn(found, drawn)
    return render_template(
        "classroom/class_tables.html",
        room=found,
        tables=[(one, one.shared(now).match.table if one.is_begun else None) for one in tables().of_class(found.id)],
        who=lambda table, seat: name_of(table, seat, real=True),
        is_here=lambda table, seat: table.sittings[seat].is_here(now),
        spaced=spaced,
        me=require_user().id,
        members=sorted(members, key=lambda one: int(numbers.get(one.person.id) or MOST_TABLES)),
        numbers=numbers,
        form=form,
        faults=faults,
        drawn=drawn[:LONGEST_DRAW],
        draw=services().random.randrange(1, 1_000_000),
        words=formatting,
    )


def _drawn(found: Class, draw: str) -> list[Member]:
    """The learners of a class: in its order, or mixed by the number of a draw."""
    members = list(services().classroom.classes.members(found))
    return Random(draw[:LONGEST_DRAW]).sample(members, len(members)) if draw else members


@blueprint.post("/")
def pair(class_id: int) -> Page:
    """Deals the cards at several tables, with those who were chosen for each."""
    found, form = class_of(class_id), PairingForm()
    form.validate()
    if form.code.value:
        form.read("strictness", shared_strictness(form.code.value.key))
    if form.deals.data not in ("same", "own"):
        form.refuse("deals", gettext("Choose whether all tables have the same deals."))
    drawn = request.form.get("draw", "")
    order = [one.person.id for one in _drawn(found, drawn)]
    numbers = {who: request.form.get(f"table-{who}", "").strip()[:4] for who in order}
    faults = _faults(numbers, len(form.code.value.players) if form.code.value else len(Seat))
    if form.faults or faults:
        kept = {who: text if text.isdecimal() else "" for who, text in numbers.items()}
        return _page(found, form, kept, faults, drawn), 400
    try:
        specs = _specs(form, numbers)
    except TutorError as error:
        form.refuse("", formatting.sentence(str(error)))
        return _page(found, form, numbers, drawn=drawn), 400
    tables().begin_all(require_user().id, found.id, specs)
    return redirect(url_for("class_tables.index", class_id=found.id), 303)


def _faults(numbers: Mapping[int, str], players: int) -> list[str]:
    """What is wrong with the numbers of tables."""
    wrong = [text for text in numbers.values() if text and not (text.isdecimal() and 0 < int(text) <= MOST_TABLES)]
    if wrong:
        return [gettext("“%(text)s” is no table. Write a number from 1 to %(most)s.", text=wrong[0], most=MOST_TABLES)]
    at = [int(text) for text in numbers.values() if text]
    if not at:
        return [gettext("Nobody is at a table. Write the number of a table beside at least 1 learner.")]
    full = next((one for one in sorted(set(at)) if at.count(one) > players), None)
    if full is not None:
        return [
            gettext(
                "At table %(number)s there are %(count)s learners, and this game has %(most)s players. "
                "Give some of them another number.",
                number=full,
                count=at.count(full),
                most=players,
            )
        ]
    return []


def _specs(form: PairingForm, numbers: Mapping[int, str]) -> list[TableSpec]:
    """The tables in the order of their numbers. Learners get the seats in the order of the list."""
    code, seed, given = form.code.value, tables().new_seed(), form.given()
    at: dict[int, list[int]] = {}
    for learner, text in numbers.items():
        if text:
            at.setdefault(int(text), []).append(learner)
    return [
        TableSpec(
            Match.of_set_deals(
                code,
                seed if form.deals.data == "same" else tables().new_seed(),
                code.players[0],
                form.strictness.value,
                given,
            ),
            dict(zip(code.players, learners, strict=False)),
            is_listed=False,
            is_begun=True,
        )
        for _, learners in sorted(at.items())
    ]

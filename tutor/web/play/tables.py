"""The practice table: rubbers played card by card against players who see no more than they may."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.analysis.hindsight import PlayedCard
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Answer
from tutor.cards import Card, Hand
from tutor.codes import CODES
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.deals import Problem
from tutor.library.games import Game
from tutor.library.laws import laws
from tutor.play import Trick
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.seats import Seat
from tutor.study.answers.answer import Answer as Answered
from tutor.study.answers.marking import answer_to
from tutor.study.answers.matches import PlayedOn
from tutor.study.classroom.assigned_work import PLAYED
from tutor.tables import notices
from tutor.tables.bots import bot
from tutor.tables.claims import claim, may_claim
from tutor.tables.match import Match, Strictness, player_of, strictness_of
from tutor.tables.pbn import deals_of
from tutor.tables.review import review
from tutor.tables.rigour import read as read_offence
from tutor.tables.table import Table, TableAct
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, playable_of
from tutor.web.classroom.secrecy import check_seed, forbid
from tutor.web.explore.position_form import comparison_url
from tutor.web.forms import ChoiceField, Form, LongTextField, OptionsField, SelectChoice, TextField
from tutor.web.practise.recording import name_sent, open_work, submissions
from tutor.web.services import services
from tutor.wording import sentences

blueprint = Blueprint("tables", __name__, url_prefix="/table")

LONGEST_SEED = 40
HINT_OF_RULE = 2
"""The stage of hint that a table gives: the rule, and not the answer."""


# ---- beginning ---------------------------------------------------------------------------------------------------


def _seed(text: str) -> str:
    """The number of some deals; one by chance where none is written. Raises `Malformed`."""
    seed = text or str(services().random.randrange(1, 1_000_000))
    if len(seed) > LONGEST_SEED:
        why = f"it has more than {LONGEST_SEED} characters"
        raise Malformed("number of the deal", seed, why, "Write a shorter one")
    check_seed(seed)
    return seed


def _known_deals() -> list[SelectChoice]:
    """The deals of the books with which a table can be begun."""
    library = services().library
    return [
        SelectChoice("", "by chance"),
        *(SelectChoice(key, f"{game.citation.author}, {game.name}") for key, game in library.games.items()),
        *(SelectChoice(key, f"{deal.citation}: {deal.title}") for key, deal in library.deals.items()),
    ]


def _strictness_label(strictness: Strictness) -> str:
    name = "The rigour of the game" if strictness is Strictness.RIGOUR else strictness.value.capitalize()
    return f"{name}: {strictness.says}"


class BeginForm(Form):
    """What is chosen of a table that is begun."""

    code = ChoiceField("The game", lambda: [SelectChoice(key, code.title) for key, code in CODES.items()], code_of)
    seat = ChoiceField(
        "Your seat in the first deal",
        lambda: [
            SelectChoice(seat.label, seat.label + ("" if number else ", who deals first"))
            for number, seat in enumerate(Seat)
        ],
        default="",
    )
    strictness = OptionsField(
        "How strict", [(strictness.value, _strictness_label(strictness), "") for strictness in Strictness]
    )
    seed = TextField(
        "Number of the deals",
        _seed,
        description="The same number gives everybody the same deals.",
        render_kw={"maxlength": LONGEST_SEED, "size": 12, "autocomplete": "off"},
    )
    hand = ChoiceField("A deal of the books", _known_deals, lambda name: deal_of(name), optional=True, default="")
    pbn = LongTextField(
        "Deals in PBN",
        lambda text: tuple(deals_of(text)),
        optional=True,
        default="",
        render_kw={
            "rows": 4, "cols": 60, "spellcheck": "false", "autocomplete": "off",
            "placeholder": '[Deal "N:AKJ762.765.A43.4 …"]',
        },
    )  # fmt: skip

    def match(self) -> Match | None:
        """The match that was chosen; None where anything was refused."""
        self.validate()
        if code := self.code.value:
            self.read("seat", lambda label: player_of(code, label))
            self.read("strictness", lambda text: strictness_of(code, text))
        if self.faults:
            return None
        given = self.pbn.value or ((self.hand.value,) if self.hand.value else ())
        try:
            return Match(code, self.seed.value, self.seat.value, self.strictness.value, given)
        except TutorError as error:
            self.refuse("", formatting.sentence(str(error)))
            return None


@blueprint.get("/")
def index() -> str:
    """The rubbers begun, and the choices for another."""
    seed = str(services().random.randrange(1, 1_000_000))
    guided = Strictness.GUIDED.value
    return _index(BeginForm(data={"seed": seed, "code": "bridge-english-1901", "strictness": guided}))


def _index(form: BeginForm) -> str:
    kept = services().study.matches.all()
    return render_template(
        "play/tables.html",
        matches=[(key, match, match.table) for key, match in kept.items()],
        assigned=services().study.matches.of_work(),
        form=form,
    )


@blueprint.post("/")
def begin() -> Response | tuple[str, int]:
    """Lays a table as it was chosen, or tells which choices will not do."""
    form = BeginForm()
    match = form.match()
    if match is None:
        return _index(form), 400
    return redirect(url_for("tables.table", key=services().study.matches.begin(match)), 303)


def deal_of(name: str) -> Deal:
    """The deal of a game or of an example. Raises `Unknown`."""
    found = playable_of(name)
    if isinstance(found, Problem):
        raise Unknown("deal", name, ())
    return found.deal


@blueprint.post("/from/<game_id>/<int:cards>")
def play_on(game_id: str, cards: int) -> Response:
    """A table at which a game goes on from a card of its replay; with another `card` instead, if one is sent."""
    game = game_of(game_id)
    if cards > 51:
        abort(404)
    player = next((seat for seat in Seat if seat.letter == request.form.get("seat")), game.player)
    record = (*_record_of(game, cards), *_other_card(game, cards, request.form.get("card", "")))
    match = Match(game.code, game.id, player, Strictness.GUIDED, (game.deal,), (record,))
    return redirect(url_for("tables.table", key=services().study.matches.begin(match)), 303)


def _record_of(game: Game, cards: int) -> tuple[str, ...]:
    """The calls of a game and its first cards, as acts are written."""
    played = [TableAct(act.seat, act.card) for act in game.plays[cards].played()]
    return tuple(act.text for act in [*(TableAct(said.seat, said.call) for said in game.calling), *played])


def _other_card(game: Game, cards: int, text: str) -> tuple[str, ...]:
    """A card played in the place of the game’s next, as an act is written. Raises `Malformed`."""
    if not text:
        return ()
    card, play = Card.parse(text), game.plays[cards]
    if card not in play.lawful():
        among = ", ".join(map(str, play.lawful()))
        raise Malformed("card", text[:10], "it cannot be played there", f"Choose one of {among}")
    return (TableAct(play.to_play, card).text,)


# ---- keeping -----------------------------------------------------------------------------------------------------


def _known(key: int) -> Match:
    match = services().study.matches.find(key)
    if match is None:
        abort(404)
    return match


def _keep(key: int, was: Match, match: Match, answered: Answered | None = None) -> Response | tuple[str, int]:
    """Keeps how far a match has come since it `was`, with what was answered by that; nothing where it has moved on."""
    answers = [] if answered is None else [(_for_work(key, answered), name_sent())]
    table = match.table
    if table.is_over:
        ended = _for_work(key, Answered(PLAYED, str(key), formatting.result(table), Grade.BEST.value, ""))
        if ended.assignment is not None:
            answers.append((ended, f"{PLAYED}/{ended.assignment}/{ended.attempt}"))
    try:
        services().study.matches.save(key, match, was, answers)
    except PlayedOn as error:
        stands = _known(key)
        if stands != match:
            return _page(key, stands, str(error)), 409
    return redirect(url_for("tables.table", key=key), 303)


def _moved_on(key: int, match: Match, given: str = "") -> Response | tuple[str, int] | None:
    """What is answered to a form of a page that is no more; None where the table stands as the page showed it.

    What is on the table already was sent twice, and is there.
    """
    acts, after = match.table.acts, request.form.get("after")
    is_this_deal = request.form.get("deal") in (None, str(len(match.records)))
    if is_this_deal and after in (None, str(len(acts))):
        return None
    if is_this_deal and given and after and after.isdecimal() and len(after) < 4 and int(after) < len(acts):
        before, act = list(match.table.moments())[int(after)]
        if match.is_learners_turn(before) and str(act.what) == given:
            return redirect(url_for("tables.table", key=key), 303)
    return _page(key, match, str(PlayedOn())), 409


def _assigned(key: int) -> tuple[int, int] | None:
    """The assignment for which a match is played, and the attempt at it."""
    return services().study.matches.of_work().get(key)


def _for_work(key: int, answer: Answered) -> Answered:
    """An answer given at a table, for the work for which it is played as long as that is open."""
    number, attempt = _assigned(key) or (None, None)
    if number is None or open_work(number) is None:
        return answer
    return replace(answer, assignment=number, attempt=attempt)


# ---- playing -----------------------------------------------------------------------------------------------------


@blueprint.get("/<int:key>")
def table(key: int) -> str:
    """The deal in progress, as the learner sees it."""
    return _page(key, _known(key))


@blueprint.post("/<int:key>/act")
def act(key: int) -> Response | tuple[str, int]:
    """The learner’s call or card; the others then go on."""
    match = _known(key)
    table, given = match.table, request.form.get("act", "")
    moved_on = _moved_on(key, match, given)
    if moved_on is not None:
        return moved_on
    if "hint" in request.form:
        return _hint(key, match)
    if not match.is_learners_turn(table):
        return _page(key, match, str(PlayedOn())), 409
    try:
        what = table.read(given)
        before, table = table, match.acted(table, what)
    except TutorError as error:
        return _page(key, match, laws().worded(error)), 400
    answered = _answered(key, match, before, what) if match.strictness is Strictness.GUIDED else None
    return _keep(key, match, match.after(match.bots_go_on(table, bot)), answered)


def _hint(key: int, match: Match) -> Response:
    """Counts that the rule is shown for the choice that the learner has, and shows it."""
    if _may_hint(key, match) and match.is_learners_turn(match.table):
        ref = TableRef.now(key, match, match.table)
        services().study.hints.take(ref.topic, ref.key, HINT_OF_RULE)
    return redirect(f"{url_for('tables.table', key=key)}#decision", 303)


def _may_hint(key: int, match: Match) -> bool:
    return match.strictness is Strictness.GUIDED and _tells(key)


def _tells(key: int) -> bool:
    """Whether it may be told what was good at a table: not where it is played for work that holds its results back."""
    number, _ = _assigned(key) or (None, None)
    study = services().study
    return number is None or services().classroom.assignments.find(number).shows_results(study.now)


@blueprint.post("/<int:key>/offend")
def offend(key: int) -> Response | tuple[str, int]:
    """In the rigour of the game: the learner exposes a card, or leads it out of turn, and the law is applied."""
    match = _known(key)
    table = match.table
    moved_on = _moved_on(key, match)
    if moved_on is not None:
        return moved_on
    try:
        if match.strictness is not Strictness.RIGOUR:
            raise Malformed("offence", request.form.get("how", ""), "it is not the rigour of the game", "Begin it so")
        offence = read_offence(f"{request.form.get('how', '')} {request.form.get('card', '')}")
        if offence is None:
            raise Malformed(
                "offence", request.form.get("how", "")[:40], "it is none that is known", "Choose one of the two"
            )
        table = table.after_offence(match.seat_at(table), offence)
    except TutorError as error:
        return _page(key, match, str(error)), 400
    return _keep(key, match, match.after(table))


def _answered(key: int, match: Match, before: Table, what: Answer) -> Answered | None:
    """What a choice at the table shows of the author’s rule that decides there, where one does."""
    ref = TableRef.now(key, match, before)
    exercise = TableExercise(ref, before)
    return answer_to(ref, exercise, exercise.mark(str(what))) if exercise.is_asked else None


@blueprint.post("/<int:key>/go-on")
def go_on(key: int) -> Response | tuple[str, int]:
    """The others act until the learner has to; what they have done already is not done twice."""
    match = _known(key)
    return _keep(key, match, match.after(match.bots_go_on(match.table, bot)))


@blueprint.post("/<int:key>/undo")
def undo(key: int) -> Response | tuple[str, int]:
    """Takes the learner’s last act back, with all that came after it."""
    match = _known(key)
    if match.strictness is Strictness.RIGOUR:
        return _page(key, match, "In the rigour of the game nothing is taken back."), 400
    if match.table.is_over and _assigned(key):
        return _page(key, match, "The deal is over, and its result is kept."), 400
    return _moved_on(key, match) or _keep(key, match, match.undone())


@blueprint.post("/<int:key>/claim")
def claim_rest(key: int) -> Response | tuple[str, int]:
    """The learner claims so many of the tricks that are left."""
    match, text = _known(key), request.form.get("tricks", "")
    table = match.table
    try:
        if not text.isdecimal():
            raise Malformed("claim", text, "it is no number of tricks", "Write a number")
        played_out = claim(table, match.seat_at(table), int(text))
    except TutorError as error:
        return _page(key, match, str(error)), 400
    return _moved_on(key, match) or _keep(key, match, match.after(played_out))


@blueprint.post("/<int:key>/next")
def next_deal(key: int) -> Response | tuple[str, int]:
    """The next deal of the rubber."""
    match = _known(key)
    if _assigned(key):
        return _page(key, match, "You were set this one deal."), 400
    try:
        following = match.with_next_deal()
    except ValueError as error:
        return _page(key, match, sentences(f"{str(error)[0].upper()}{str(error)[1:]}")), 400
    return _keep(key, match, following.after(following.bots_go_on(following.table, bot)))


@blueprint.get("/<int:key>/deals/<int:number>/<int:step>")
def again(key: int, number: int, step: int) -> str:
    """A deal that was played, step by step, all hands open, with what each card cost in hindsight."""
    match = _known(key)
    table = dict(enumerate(match.tables(), start=1)).get(number)
    if table is None or not table.is_over or step > len(table.acts):
        abort(404)
    if not _tells(key):
        forbid("The results are not shown yet", "You can go through the deal again once your teacher shows them.")
    stands = [before for before, _ in table.moments()]
    here = stands[step] if step < len(stands) else table
    return render_template(
        "play/table_again.html",
        key=key,
        match=match,
        assigned=_assigned(key),
        number=number,
        step=step,
        last=len(table.acts),
        table=here,
        seats=_seats(match, here),
        places=_places(match.seat_at(here)),
        trick=_trick(here),
        cost=_cost(table, step),
        comparison=_comparison(here),
        offences=list(notices.offences(here)),
        revokes=list(notices.revokes(here, match.seat_at(here))),
        turned_up=notices.turned_up(here),
        what_is_played=notices.what_is_played(here),
        address=lambda to: url_for("tables.again", key=key, number=number, step=to),
        words=formatting,
    )


def _cost(table: Table, step: int) -> PlayedCard | None:
    """What the card of a step cost in hindsight; None for a call, and where no solver knows the game."""
    if table.play is None or not table.is_solvable:
        return None
    cards = services().hindsights.of(table.play).cards
    number = step - (len(table.acts) - len(cards))
    return cards[number - 1] if number > 0 else None


# ---- pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat as the learner sees it, by its place on the page: below, left, above, right."""

    place: str
    seat: Seat
    part: str
    hand: Hand
    is_open: bool
    is_out: bool
    to_act: bool
    choices: tuple[Card, ...]
    turn_up: Card | None = None
    face_up: tuple[Card, ...] = ()


def _page(key: int, match: Match, refused: str | None = None) -> str:
    tables = list(match.tables())
    table = tables[-1]
    seat = match.seat_at(table)
    is_over = table.is_over
    sheet = table.sheet.after(table.score()) if is_over else table.sheet
    moment, tells = TableRef.now(key, match, table), _tells(key)
    is_hinted = _may_hint(key, match) and bool(submissions().hints(moment)) and match.is_learners_turn(table)
    hint = TableExercise(moment, table).advice if is_hinted else None
    return render_template(
        "play/table.html",
        key=key,
        match=match,
        table=table,
        seats=_seats(match, table),
        trick=_trick(table),
        places=_places(seat),
        seat=seat,
        sheet=sheet,
        assigned=_assigned(key),
        is_yours=match.is_learners_turn(table),
        may_claim=may_claim(table, seat),
        hint=hint,
        is_silent=is_hinted and hint is None,
        may_hint=_may_hint(key, match),
        tells=tells,
        reviewed=list(review(table, match.code.seat_of(match.player, len(table.sheet.deals)), services().hindsights.of))
        if is_over and tells
        else [],
        comparison=lambda number: _comparison(list(table.moments())[number][0]),
        called=notices.called(table, seat) if match.is_learners_turn(table) else None,
        offences=list(notices.offences(table)),
        revokes=list(notices.revokes(table, seat)),
        turned_up=notices.turned_up(table),
        what_is_played=notices.what_is_played(table),
        refused=refused,
        words=formatting,
        Strictness=Strictness,
    )


def _comparison(table: Table) -> str | None:
    """Where the authors are compared on what is to be done; None where the author of the game has no rules."""
    seat = table.player_to_act
    return comparison_url(table.view(seat)) if seat and table.code.source in AUTHORITIES else None


def _places(bottom: Seat) -> dict[Seat, str]:
    """The place on the page of each seat, the learner’s below: the letters that the style sheet has for them."""
    return dict(zip(bottom.round(), "swne", strict=True))


def _seats(match: Match, table: Table) -> dict[str, SeatShown]:
    """The seats by their place."""
    out = match.code.out(table.deal.dealer)
    hands = table.play.hands if table.play else table.deal.hands
    learner = match.seat_at(table)
    seen = table.may_look(learner)
    shown = {}
    for seat, place in _places(learner).items():
        may = match.is_learners_turn(table) and table.play is not None and table.hand_to_act is seat
        is_any = match.strictness is not Strictness.GUIDED
        is_free = is_any and not table.called
        cards = tuple(hands[seat]) if is_free else tuple(card for card in table.lawful() if isinstance(card, Card))
        shown[place] = SeatShown(
            place=place,
            seat=seat,
            part=_part(table, seat, out),
            hand=hands[seat],
            is_open=seat in seen or table.is_over,
            is_out=seat in out,
            to_act=table.hand_to_act is seat,
            choices=cards if may else (),
            turn_up=table.turn_up if seat is table.deal.dealer else None,
            face_up=tuple(card for card in table.face_up if card in hands[seat]),
        )
    return shown


def _part(table: Table, seat: Seat, out: tuple[Seat, ...]) -> str:
    """What a seat is at this table, as far as it is settled."""
    dummy = table.code.dummy(table.calling)
    if seat in out:
        return "aside"
    if dummy is not None and seat is dummy:
        return "dummy"
    if dummy is not None and seat is dummy.partner and seat is not table.deal.dealer:
        return "declarer"
    return "dealer" if seat is table.deal.dealer else ""


def _trick(table: Table) -> Trick | None:
    """The trick on the table: the one in progress, or the last until another is led to."""
    if table.play is None:
        return None
    return table.play.last_trick or table.play.trick

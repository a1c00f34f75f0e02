"""A table that is begun: the choices for it, deals of the books, a game that goes on from its replay."""

from __future__ import annotations

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.cards import Card
from tutor.codes import CODES
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.deals import Problem
from tutor.library.games import Game
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness, player_of, strictness_of
from tutor.tables.pbn import deals_of
from tutor.tables.table import Table, TableAct
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, playable_of
from tutor.web.classroom.secrecy import check_seed
from tutor.web.forms import ChoiceField, Form, LongTextField, OptionsField, SelectChoice, TextField
from tutor.web.play.room import blueprint
from tutor.web.services import services

LONGEST_SEED = 40
OFFERED = {
    "whist-short-1859": ("Deal whist", "1859. The last card dealt is trumps; partners take tricks together."),
    "bridge-english-1901": ("Deal bridge", "1901. Dealer or partner names trumps; dummy’s hand lies open."),
    "auction-1910": ("Deal auction bridge", "1910. Everybody bids for the right to name trumps."),
}
"""The games that one click deals, each with what it is like; all the others are among the further choices."""


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
        SelectChoice("", "A random deal"),
        *(SelectChoice(key, f"{game.citation.author}, {game.name}") for key, game in library.games.items()),
        *(SelectChoice(key, f"{deal.citation}: {deal.title}") for key, deal in library.deals.items()),
    ]


def _strictness_label(strictness: Strictness) -> str:
    name = "The rigour of the game" if strictness is Strictness.RIGOUR else strictness.value.capitalize()
    return f"{name}: {strictness.says}"


class BeginForm(Form):
    """What is chosen of a table that is begun."""

    code = ChoiceField("Game", lambda: [SelectChoice(key, code.title) for key, code in CODES.items()], code_of)
    seat = ChoiceField(
        "Your seat in the first deal",
        lambda: [
            SelectChoice(seat.label, f"{seat.label}, the first dealer" if not number else seat.label)
            for number, seat in enumerate(Seat)
        ],
        default="",
    )
    strictness = OptionsField(
        "Strictness", [(strictness.value, _strictness_label(strictness), "") for strictness in Strictness]
    )
    seed = TextField(
        "Number of the deal",
        _seed,
        description="The same number gives everybody the same deals.",
        render_kw={"maxlength": LONGEST_SEED, "size": 12, "autocomplete": "off"},
    )
    hand = ChoiceField("A deal from the books", _known_deals, lambda name: deal_of(name), optional=True, default="")
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
    """The games that can be dealt with one click, the other choices, and the tables to go on with."""
    seed = str(services().random.randrange(1, 1_000_000))
    guided = Strictness.GUIDED.value
    return _index(BeginForm(data={"seed": seed, "code": "bridge-english-1901", "strictness": guided}))


def _index(form: BeginForm) -> str:
    kept = [(key, match, match.table) for key, match in services().study.matches.all().items()]
    return render_template(
        "play/tables.html",
        unfinished=[one for one in kept if not _is_finished(one[2])],
        finished=[one for one in kept if _is_finished(one[2])],
        assigned=services().study.matches.of_work(),
        offered=OFFERED,
        more=bool(form.faults or form.form_errors),
        form=form,
    )


def _is_finished(table: Table) -> bool:
    """Whether the last deal of a rubber has been played."""
    return table.is_over and table.sheet.after(table.score()).is_over


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

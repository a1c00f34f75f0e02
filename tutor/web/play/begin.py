"""New tables: the choices for one, deals from the books, and a game that goes on from its replay."""

from __future__ import annotations

from flask import abort, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response

from tutor.cards import Card
from tutor.codes import CODES, Code
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError, Unknown
from tutor.library.deals import Problem
from tutor.library.games import Game
from tutor.seats import Seat
from tutor.tables.fixed_calls import ContractRefused, SetContract, SetDeal, Start
from tutor.tables.match import Match, Strictness, player_of, strictness_of
from tutor.tables.table import Table, TableAct
from tutor.web import formatting
from tutor.web.classroom.authored_content import game_of, playable_of
from tutor.web.classroom.secrecy import check_deal, check_game, check_seed
from tutor.web.forms import ChoiceField, Form, LongTextField, OptionsField, SelectChoice, TextField
from tutor.web.labels import STRICTNESS, STRICTNESS_RULES
from tutor.web.play.contract_choice import (
    PARTS,
    contract_field,
    deal_chosen,
    dealer_shown,
    deals_in,
    declarer_field,
    seats_of,
    start_field,
    with_set_contract,
)
from tutor.web.play.played import finished_deals
from tutor.web.play.room import blueprint
from tutor.web.play.together import your_table
from tutor.web.services import services

LONGEST_SEED = 40
OFFERED = {
    "whist-short-1859": (
        lazy_gettext("Deal whist"),
        lazy_gettext("1859. The last card dealt shows the trumps. Partners win tricks together."),
    ),
    "bridge-english-1901": (
        lazy_gettext("Deal bridge"),
        lazy_gettext("1901. The dealer or the dealer’s partner names trumps. Dummy’s hand is open."),
    ),
    "auction-1910": (
        lazy_gettext("Deal auction bridge"),
        lazy_gettext("1910. Everybody bids for the right to name trumps."),
    ),
}
"""The games that one click deals, each with a description. The other games are among the further choices."""


def _seed(text: str) -> str:
    """The number of the deals, or a random one if it is empty. Raises `Malformed`."""
    seed = text or str(services().random.randrange(1, 1_000_000))
    if len(seed) > LONGEST_SEED:
        why = f"it has more than {LONGEST_SEED} characters"
        raise Malformed("number of the deal", seed, why, "Write a shorter one")
    check_seed(seed)
    return seed


def _known_deals() -> list[SelectChoice]:
    """The deals from the books that a table can start with."""
    library = services().library
    return [
        SelectChoice("", gettext("A random deal")),
        *(
            SelectChoice(key, f"{game.citation.author}, {game.name}", dealer_shown(game.deal))
            for key, game in library.games.items()
        ),
        *(
            SelectChoice(key, f"{deal.citation}: {deal.title}", dealer_shown(deal.deal))
            for key, deal in library.deals.items()
        ),
    ]


def _strictness_label(strictness: Strictness) -> LazyString:
    return lazy_gettext("%(name)s: %(rules)s", name=STRICTNESS[strictness], rules=STRICTNESS_RULES[strictness])


class BeginForm(Form):
    """The choices for a new table."""

    code = ChoiceField(
        lazy_gettext("Game"), lambda: [SelectChoice(key, code.title) for key, code in CODES.items()], code_of
    )
    seat = ChoiceField(
        lazy_gettext("Your seat in the first deal"),
        lambda form, _: seats_of(form, form.pbn.data or "", form.hand.data or ""),
        default="",
        render_kw=PARTS,
    )
    strictness = OptionsField(
        lazy_gettext("Strictness"), [(strictness.value, _strictness_label(strictness), "") for strictness in Strictness]
    )
    seed = TextField(
        lazy_gettext("Number of the deal"),
        _seed,
        description=lazy_gettext("The same number gives everybody the same deals."),
        render_kw={"maxlength": LONGEST_SEED, "size": 12, "autocomplete": "off"},
    )
    hand = ChoiceField(
        lazy_gettext("A deal from the books"), _known_deals, lambda name: deal_of(name), optional=True, default=""
    )
    pbn = LongTextField(
        lazy_gettext("Deals in PBN or LIN"),
        optional=True,
        default="",
        render_kw={
            "rows": 4, "cols": 60, "spellcheck": "false", "autocomplete": "off",
            "placeholder": '[Deal "N:AKJ762.765.A43.4 …"]',
        },
    )  # fmt: skip
    start = start_field()
    contract = contract_field()
    declarer = declarer_field()

    def match(self) -> Match | None:
        """The match that was chosen. None if any field was refused."""
        self.validate()
        if code := self.code.value:
            self.read("seat", lambda label: player_of(code, label))
            self.read("strictness", lambda text: strictness_of(code, text))
        self.read("start", Start.parse)
        self.read("contract", lambda text: SetContract.chosen(text, self.declarer.value))
        if self.faults:
            return None
        self.read("pbn", lambda text: deals_in(text, code, self.start.value, self.contract.value) if text else ())
        if not self.pbn.value:
            self.read("hand", lambda name: self._chosen(name, code))
        if self.faults:
            return None
        given = self.pbn.value or ((self.hand.value,) if self.hand.value else ())
        try:
            match = Match.of_set_deals(code, self.seed.value, self.seat.value, self.strictness.value, given)
            return self._with_contract(match)
        except TutorError as error:
            self.refuse("contract" if isinstance(error, ContractRefused) else "", formatting.sentence(str(error)))
            return None

    def _chosen(self, name: str, code: Code) -> SetDeal | None:
        return deal_chosen(name, code, self.start.value, self.contract.value) if name else None

    def _with_contract(self, match: Match) -> Match:
        """The match with the contract set for a random first deal, if one is chosen. Raises `ContractRefused`."""
        if self.contract.value is None or match.given:
            return match
        dealt = with_set_contract(match.code, match.deal(0), self.contract.value)
        return Match.of_set_deals(match.code, match.seed, match.player, match.strictness, (dealt,))


@blueprint.get("/")
def index() -> str:
    """The games that one click deals, the other choices, and the tables to resume."""
    seed = str(services().random.randrange(1, 1_000_000))
    guided = Strictness.GUIDED.value
    return _index(BeginForm(data={"seed": seed, "code": "bridge-english-1901", "strictness": guided}))


def _index(form: BeginForm) -> str:
    kept = [(key, match, match.table) for key, match in services().study.matches.all().items()]
    return render_template(
        "play/tables.html",
        unfinished=[one for one in kept if not _is_finished(one[2])],
        finished=[one for one in kept if _is_finished(one[2])],
        played={key: finished_deals(match) for key, match, _ in kept},
        assigned=services().study.matches.of_work(),
        offered=OFFERED,
        more=bool(form.faults or form.form_errors),
        your_table=your_table(),
        form=form,
    )


def _is_finished(table: Table) -> bool:
    """Whether the last deal of a rubber has been played."""
    return table.is_over and table.sheet.after(table.score()).is_over


@blueprint.post("/")
def begin() -> Response | tuple[str, int]:
    """Opens a table as chosen, or says which choices are wrong."""
    form = BeginForm()
    match = form.match()
    if match is None:
        return _index(form), 400
    for deal in match.given:
        check_deal(deal)
    return redirect(url_for("tables.table", key=services().study.matches.begin(match)), 303)


def deal_of(name: str) -> Deal:
    """The deal of a game or of an example. Raises `Unknown`."""
    found = playable_of(name)
    if isinstance(found, Problem):
        raise Unknown("deal", name, ())
    return found.deal


@blueprint.post("/from/<game_id>/<int:cards>")
def play_on(game_id: str, cards: int) -> Response:
    """Opens a table where a game goes on from a card of its replay, or with another `card` instead."""
    game = game_of(game_id)
    check_game(game)
    if cards > 51:
        abort(404)
    player = next((seat for seat in Seat if seat.letter == request.form.get("seat")), game.player)
    record = (*_record_of(game, cards), *_other_card(game, cards, request.form.get("card", "")))
    match = Match(game.code, game.id, player, Strictness.GUIDED, (game.deal,), (record,))
    return redirect(url_for("tables.table", key=services().study.matches.begin(match)), 303)


def _record_of(game: Game, cards: int) -> tuple[str, ...]:
    """The calls of a game and its first cards, written as acts."""
    played = [TableAct(act.seat, act.card) for act in game.plays[cards].played()]
    return tuple(act.text for act in [*(TableAct(said.seat, said.call) for said in game.calling), *played])


def _other_card(game: Game, cards: int, text: str) -> tuple[str, ...]:
    """A card played instead of the game’s next card, written as an act. Raises `Malformed`."""
    if not text:
        return ()
    card, play = Card.parse(text), game.plays[cards]
    if card not in play.lawful():
        among = ", ".join(map(str, play.lawful()))
        raise Malformed("card", text[:10], "it cannot be played there", f"Choose one of {among}")
    return (TableAct(play.to_play, card).text,)

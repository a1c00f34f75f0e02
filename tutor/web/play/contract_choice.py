"""The choice to play a set contract: its fields, the deals that it is set for, and the seats by their parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext, lazy_gettext

from tutor.auction import Declaration, Denomination
from tutor.codes import Code
from tutor.deal import Deal
from tutor.errors import TutorError, Unknown
from tutor.exchange.set_deals import RecordedDeal, recorded_deals, set_deal, set_deals
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.seats import Seat
from tutor.study.classroom.authored_content import is_own
from tutor.tables.fixed_calls import SetContract, SetDeal, Start, acts_of, with_contract
from tutor.web.classroom.authored_content import playable_of
from tutor.web.forms import ChoiceField, Form, OptionsField, SelectChoice, TextField

LONGEST_CONTRACT = 12
FIELDS = ("start", "contract", "declarer")
PARTS = {
    "data-seat-parts": "",
    "data-dealer": lazy_gettext("%(seat)s, dealer", seat="#"),
    "data-declarer": lazy_gettext("%(seat)s, declarer", seat="#"),
    "data-both": lazy_gettext("%(seat)s, dealer and declarer", seat="#"),
}
"""The words from which a script makes the names of the seats again when another deal is chosen."""


def start_field() -> Any:
    """A field for where the play begins."""
    return OptionsField(
        lazy_gettext("Begin"),
        [
            (Start.LEAD.value, lazy_gettext("With the lead, if the deal has a contract or calls"), ""),
            (Start.CALLS.value, lazy_gettext("With the calls"), ""),
            (Start.CARDS.value, lazy_gettext("After the cards that the PBN or LIN records"), ""),
        ],
        default=Start.LEAD.value,
        description=lazy_gettext(
            "If the game does not allow the recorded calls, the shortest calls to the same contract are set. "
            "A deal from the books begins with the calls."
        ),
    )


def contract_field() -> Any:
    """A field for the contract to be played."""
    return TextField(
        lazy_gettext("Play this contract"),
        optional=True,
        default="",
        description=lazy_gettext("For example 4S, 3NT, or 2HX for 2 hearts doubled. Leave it empty to call."),
        render_kw={"maxlength": LONGEST_CONTRACT, "size": 8, "autocomplete": "off", "spellcheck": "false"},
    )


def declarer_field() -> Any:
    """A field for who declares the contract."""
    return ChoiceField(
        lazy_gettext("Declarer"),
        lambda: [
            SelectChoice("", gettext("Not set")),
            *(SelectChoice(seat.label, seat.label) for seat in Seat),
        ],
        Seat.labelled,
        optional=True,
        default="",
    )


def deals_in(text: str, code: Code, start: Start, contract: SetContract | None) -> tuple[SetDeal, ...]:
    """The deals of a pasted text, with what is set for them. Raises `TutorError`."""
    if contract is None:
        return set_deals(text, code, start)
    return tuple(with_set_contract(code, one.deal, contract) for one in recorded_deals(text))


def deal_chosen(name: str, code: Code, start: Start, contract: SetContract | None) -> SetDeal:
    """The deal of a game or an example, with what is set for it. A deal from the books is called.

    Raises `TutorError`.
    """
    found = playable_of(name)
    if isinstance(found, Problem):
        raise Unknown("deal", name, ())
    if contract is not None:
        return with_set_contract(code, found.deal, contract)
    recorded = _recorded(found) if is_own(name) and start is not Start.CALLS else None
    return SetDeal(found.deal) if recorded is None else set_deal(recorded, code, start)


def _recorded(found: Game | ExampleDeal) -> RecordedDeal | None:
    """A deal with its calls, or the declarer and the trumps that it names without them. None where it has neither."""
    declaration = found.calling.declaration if found.calling else _named(found)
    if found.calling is None and declaration is None:
        return None
    cards = tuple((one.seat, one.card) for one in found.play.played()) if isinstance(found, Game) else ()
    spelt = tuple((name, gettext("The calls of %(title)s", title=found.title), 1) for name in ("Auction", "Contract"))
    return RecordedDeal(found.deal, found.id, 1, found.calling, declaration, cards, spelt=spelt)


def _named(found: Game | ExampleDeal) -> Declaration | None:
    """The declaration that a deal names by its declarer and its trumps."""
    if not isinstance(found, ExampleDeal) or found.declarer is None:
        return None
    trumps = (found.trumps or "").casefold()
    denomination = next((one for one in Denomination if trumps in (one.word, one.letter.casefold())), None)
    return Declaration(denomination, found.declarer) if denomination else None


def with_set_contract(code: Code, deal: Deal, contract: SetContract) -> SetDeal:
    """A deal for which a contract is set. Raises `ContractRefused`."""
    return SetDeal(deal, acts_of(with_contract(code, deal, contract)))


# ---- seats by their parts ----------------------------------------------------------------------------------------


def parts_of(text: str, declarer: str = "") -> tuple[Seat | None, Seat | None]:
    """The dealer and the declarer of the first deal of a pasted text, as far as it names them."""
    named = next((seat for seat in Seat if seat.label == declarer), None)
    try:
        first = next(iter(recorded_deals(text))) if text.strip() else None
    except TutorError:
        return None, named
    if first is None:
        return None, named
    by = first.declaration.by if first.declaration and first.has_declarer else None
    return first.deal.dealer, named or by


def dealer_shown(deal: Deal) -> dict[str, str]:
    """The attribute of a deal in a menu that tells a script who dealt it."""
    return {"data-dealer": deal.dealer.label}


def seats_of(form: Form, deal_text: str, deal_name: str) -> Sequence[SelectChoice]:
    """The seats as the menu of a form names them: with the dealer and the declarer of the deal chosen so far."""
    declarer = str(form["declarer"].data or "") if "declarer" in form else ""
    dealer, by = parts_of(deal_text, declarer)
    if dealer is None and deal_name:
        dealer, named = _parts_of_known(deal_name)
        by = by or named
    return seat_choices(dealer or Seat.SOUTH, by)


def _parts_of_known(name: str) -> tuple[Seat | None, Seat | None]:
    """The dealer of a game or a deal, and the declarer if its contract is set."""
    try:
        found = playable_of(name)
    except TutorError:
        return None, None
    if isinstance(found, Problem):
        return None, None
    recorded = _recorded(found) if is_own(name) else None
    return found.deal.dealer, recorded.declaration.by if recorded and recorded.declaration else None


def dealer_of(name: str) -> dict[str, str]:
    """The attribute of a deal of a name in a menu; none if it cannot be read."""
    dealer, _ = _parts_of_known(name)
    return {"data-dealer": dealer.label} if dealer else {}


def seat_choices(dealer: Seat, declarer: Seat | None) -> Sequence[SelectChoice]:
    """The seats in their order, each with its part."""
    return [SelectChoice(seat.label, seat_with_part(seat, dealer, declarer)) for seat in Seat]


def seat_with_part(seat: Seat, dealer: Seat, declarer: Seat | None) -> str:
    """A seat as a menu names it: `Z, dealer`, `Y, declarer`."""
    if seat is dealer and seat is declarer:
        return gettext("%(seat)s, dealer and declarer", seat=seat.label)
    if seat is dealer:
        return gettext("%(seat)s, dealer", seat=seat.label)
    if seat is declarer:
        return gettext("%(seat)s, declarer", seat=seat.label)
    return seat.label

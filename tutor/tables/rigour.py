"""The rigour of the game: what a learner does against the laws at a table, and what the others exact for it.

The other players take what the law gives them. They call an exposed card whenever it can be played. Of several
penalties for a revoke they take the dearest. If they might call a suit instead of a card, they call the card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.auction import Calling
from tutor.cards import Card
from tutor.codes.code import Code
from tutor.codes.offences import Act, Offence, Role, Ruling, When
from tutor.codes.offences.effects import ExposedCard
from tutor.codes.penalties import Revoke, dearest, rulings, tricks_after, with_penalties
from tutor.codes.scoring import DealScore, Sheet
from tutor.deal import Deal
from tutor.play import Play, Played, Renounce
from tutor.seats import BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class ExposeCard:
    """A player shows a card of their own hand to all."""

    card: Card

    def __str__(self) -> str:
        return f"exposes {self.card}"


@dataclass(frozen=True, slots=True)
class LeadOutOfTurn:
    """A card is led when it is for another to lead."""

    card: Card

    def __str__(self) -> str:
        return f"leads out of turn {self.card}"


TableOffence = ExposeCard | LeadOutOfTurn
_ACTS = {ExposeCard: Act.EXPOSES_CARD, LeadOutOfTurn: Act.LEADS_OUT_OF_TURN}
_WHEN = {ExposeCard: When.IN_PLAY, LeadOutOfTurn: When.FOLLOWED_BY_NONE}


def read(text: str) -> TableOffence | None:
    """The offence of a text, as acts are written; None where it is none. Raises `Malformed` for a card that is none."""
    for kind, words in ((ExposeCard, "exposes "), (LeadOutOfTurn, "leads out of turn ")):
        if text.startswith(words):
            return kind(Card.parse(text.removeprefix(words)))
    return None


def is_kept(code: Code) -> bool:
    """Whether the rigour of a game can be kept: two sides score, and its laws say what a revoke costs them."""
    scores_sides = all(isinstance(party, Side) for party in code.rubber.parties)
    return code.prices_revokes and scores_sides and not code.out(Seat.SOUTH)


def part_of(code: Code, calling: Calling, seat: Seat) -> Role:
    """The part that a seat has in the play of a deal."""
    leader = code.leader(calling) or calling.dealer.left
    parts = {code.dummy(calling): Role.PARTNER, leader: Role.LEADER, leader.partner: Role.THIRD}
    return parts.get(seat, Role.DEALER)


def ruling(code: Code, calling: Calling, seat: Seat, offence: TableOffence) -> Ruling | None:
    """What the laws say of an offence of a seat; None where they are silent."""
    act = Offence(_ACTS[type(offence)], part_of(code, calling, seat), _WHEN[type(offence)])
    answer = code.offences.answer(act)
    return answer if isinstance(answer, Ruling) else None


def lays_card(found: Ruling | None) -> bool:
    """Whether by a ruling, taken as the others take it, the card lies on the table and may be called."""
    effects = () if found is None else found.choices[0].effects if found.choices else found.always
    return any(isinstance(effect, ExposedCard) for effect in effects)


# ---- revokes -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RevealedRevoke:
    """A revoke that has come to light: `by` a later card of the suit that was not followed, which all can see.

    Till then nobody can tell it from a renounce. By that card it is established in every code, since whoever revoked
    has played since. `ruling` is what the laws say of it, None where they are silent; where the hand lay open it
    `is_exempt`, and costs nothing.
    """

    renounce: Renounce
    by: Played
    ruling: Ruling | None
    is_exempt: bool


def revokes_shown(code: Code, calling: Calling, play: Play) -> Iterator[RevealedRevoke]:
    """The revokes that have come to light so far, in the order in which they were made."""
    exempt = code.exposed(calling, is_led=True)
    played = tuple(play.played())
    for renounce in play.renounces:
        later = (
            one
            for one in played
            if renounce.is_revoke
            and one.seat is renounce.seat
            and one.trick > renounce.trick
            and one.card.suit is renounce.suit_led
        )
        shown = next(later, None)
        if shown is not None:
            is_exempt = renounce.seat in exempt
            role = Role.PARTNER if is_exempt else part_of(code, calling, renounce.seat)
            answer = code.offences.answer(Offence(Act.REVOKES, role, When.ESTABLISHED))
            yield RevealedRevoke(renounce, shown, answer if isinstance(answer, Ruling) else None, is_exempt)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the revokes of a deal cost: the penalties exacted, each with its ruling, and the tricks before and after."""

    revokes: tuple[Revoke, ...]
    rulings: tuple[Ruling, ...]
    before: BySide[int]
    after: BySide[int]
    score: DealScore


def settlement(code: Code, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> Settlement | None:
    """What is exacted for the revokes of a deal, those of exposed hands excepted; None where there is nothing."""
    exempt = code.exposed(calling, is_led=True)
    sides = [one.seat.side for one in play.renounces if one.is_revoke and one.seat not in exempt]
    scorable = code.scorable(deal, calling, play, sheet) if sides and is_kept(code) else None
    if scorable is None:
        return None
    revokes = dearest(code.offences, scorable, sides)
    return Settlement(
        revokes,
        rulings(code.offences, scorable, revokes),
        scorable.tricks,
        tricks_after(code.offences, scorable, revokes),
        with_penalties(code.offences, scorable, revokes),
    )


def score(code: Code, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
    """What a deal scores when its revokes have been paid for as dearly as may be."""
    settled = settlement(code, deal, calling, play, sheet)
    return code.reckon(deal, calling, play, sheet) if settled is None else settled.score

"""What a table says besides the cards: acts in words, the turn-up, exposed cards that are called, revokes.

All of it is public. `learner` is the seat of the reader, whose acts are written as “you”.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.auction import Calling, Double
from tutor.cards import Card
from tutor.codes.laws import LawRef, LawTexts
from tutor.codes.offences.effects import CapsScore, Effect, TakesTricks, Then
from tutor.seats import BySide, Seat, Side
from tutor.tables.rigour import ExposeCard, LeadOutOfTurn, RevealedRevoke, Settlement, lays_card, ruling
from tutor.tables.table import Table, TableAct
from tutor.wording import alternatives

FOLLOWS = (Then.NO_GAME, Then.NOTHING_SCORED, Then.NO_SLAM)
"""What a revoke costs besides its penalty, as far as a table says so. A limit to the score is said too."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message, and the laws that it depends on, under the code of the table."""

    says: str
    laws: tuple[LawRef, ...] = ()
    code: str = ""

    def cited(self, laws: LawTexts) -> str:
        """The places of the laws, and the code in which they stand."""
        places = "; ".join(dict.fromkeys(str(laws[law].citation) for law in self.laws))
        return f"{places}; {self.code}" if places else ""

    def worded(self, laws: LawTexts) -> str:
        """See `Worded`."""
        cited = self.cited(laws)
        return f"{self.says} ({cited})" if cited else self.says


# ---- acts --------------------------------------------------------------------------------------------------------


def act_words(act: TableAct) -> str:
    """An act in words: `A declares hearts`, `A plays the ten of clubs`."""
    match act.what:
        case Card() as card:
            return f"{act.seat.label} plays the {card.name}"
        case ExposeCard(card):
            return f"{act.seat.label} exposes the {card.name}"
        case LeadOutOfTurn(card):
            return f"{act.seat.label} leads the {card.name} out of turn"
        case _:
            return act.text


def act_told(table: Table, number: int) -> str:
    """The act of a number at a table, from 0, in words. A double of a double is called a redouble."""
    act = table.acts[number]
    if not isinstance(act.what, Double):
        return act_words(act)
    calls = sum(not isinstance(one.what, (Card, ExposeCard, LeadOutOfTurn)) for one in table.acts[:number])
    before = Calling(table.calling.dealer, table.calling.said[:calls]).declaration
    return f"{act.seat.label} redoubles" if before and before.doubled else act_words(act)


def event(table: Table) -> str:
    """What has just happened at a table."""
    if not table.acts:
        return f"The cards are dealt. {table.deal.dealer.label} is the dealer."
    last = f"{act_told(table, len(table.acts) - 1)}."
    trick = table.play.last_trick if table.play else None
    if trick is None or table.play is None:
        return last
    return f"{last} {trick.winner(table.play.trumps).label} takes the trick."


def since(table: Table, number: int) -> str:
    """All that has happened at a table since so many acts, in sentences; the last act where that is nothing new."""
    if number >= len(table.acts) - 1:
        return event(table)
    told = [f"{act_told(table, one)}." for one in range(number, len(table.acts) - 1)]
    return " ".join([*told, event(table)])


# ---- trumps ------------------------------------------------------------------------------------------------------


def turned_up(table: Table) -> str | None:
    """Whose the turned-up card is, as long as it lies on the table; None where there is none, or none any more."""
    card = table.turn_up
    return f"{table.deal.dealer.label} turned up the {card.name}." if card else None


def what_is_played(table: Table) -> str | None:
    """What a deal is played at, as far as is settled: `Three no trumps, by A`; at whist, the trumps."""
    declaration = table.code.declaration(table.calling)
    if declaration is not None:
        words = str(declaration)
        return f"{words[:1].upper()}{words[1:]}, by {declaration.by.label}"
    if table.trumps is not None:
        return f"{table.trumps.plural.capitalize()} are trumps"
    return None if table.play is None else "No trumps"


# ---- offences ----------------------------------------------------------------------------------------------------


def offences(table: Table) -> Iterator[Notice]:
    """The cards exposed and led out of turn in the deal, with what the laws say of each."""
    for act in table.acts:
        if isinstance(act.what, (ExposeCard, LeadOutOfTurn)):
            found = ruling(table.code, table.calling, act.seat, act.what)
            if found is None:
                yield Notice(f"{act_words(act)}. The laws say nothing about it.")
                continue
            says = "The card lies on the table, and may be called." if lays_card(found) else "There is no penalty."
            yield Notice(f"{act_words(act)}. {says}", found.laws[:1], table.code.title)


def called(table: Table, learner: Seat) -> Notice | None:
    """The exposed cards of which the hand that is to play must play one, before anything is tried; None for none."""
    cards, seat = table.called, table.hand_to_act
    if not cards or seat is None:
        return None
    whose = "your" if seat is learner else f"{seat.label}’s"
    names = alternatives([f"the {card.name}" for card in cards])
    lies = "which is exposed" if len(cards) == 1 else "which are exposed"
    says = f"{seat.side.opponents.label} call {whose} card: play {names}, {lies}."
    return Notice(says, tuple(dict.fromkeys(map(table.law_of_call, cards))), table.code.title)


# ---- revokes -----------------------------------------------------------------------------------------------------


def revokes(table: Table, learner: Seat) -> Iterator[Notice]:
    """Each revoke that has come to light, as the law then has it; and, when the deal is over, what was exacted."""
    for revoke in table.revokes():
        yield _revoked(table, revoke, learner)
    settled = table.settlement()
    if settled is not None:
        yield from _settled(table, settled, learner)


def _revoked(table: Table, one: RevealedRevoke, learner: Seat) -> Notice:
    renounce, offences = one.renounce, table.code.offences
    who = "You" if renounce.seat is learner else f"{renounce.seat.label}’s hand"
    led, played = renounce.suit_led.plural, renounce.card.name
    says = (
        f"{who} revoked in trick {renounce.trick}: {led} were led, and the {played} was played to them; "
        f"the {one.by.card.name}, played in trick {one.by.trick}, proves it."
    )
    follows = table.code.revoke_law
    if one.ruling is None:
        return Notice(f"{says} The laws have no penalty for it.", (follows,), table.code.title)
    if one.is_exempt:
        return Notice(f"{says} From an open hand it costs nothing.", one.ruling.laws, table.code.title)
    others = renounce.seat.side.opponents.label
    may = [choice.words for choice in one.ruling.choices] or [effect.words for effect in one.ruling.always]
    exacted = f"The revoke is established. {others} may exact for it: {'; or '.join(may)}."
    laws = (follows, offences.laws["established"], offences.laws["penalty"])
    return Notice(f"{says} {exacted}", laws, table.code.title)


def _settled(table: Table, settled: Settlement, learner: Seat) -> Iterator[Notice]:
    """What was exacted for each revoke, and how the tricks then stand."""
    shown = [revoke for revoke in table.revokes() if not revoke.is_exempt]
    for one, revoke, found in zip(shown, settled.revokes, settled.rulings, strict=True):
        whose = "your revoke" if one.renounce.seat is learner else f"the revoke of {one.renounce.seat.label}’s hand"
        taken = [revoke.taken.words] if revoke.taken else []
        besides = [effect.words for effect in found.always if _is_told(effect)]
        exacted = "; ".join([*taken, *besides]) or "nothing"
        says = f"For {whose} in trick {one.renounce.trick} {revoke.by.opponents.label} exact: {exacted}."
        yield Notice(says, found.laws, table.code.title)
    if any(isinstance(revoke.taken, TakesTricks) for revoke in settled.revokes):
        before, after = _tricks(settled.before), _tricks(settled.after)
        yield Notice(f"Tricks as they were played: {before}. As they count now: {after}.")


def _is_told(effect: Effect) -> bool:
    return effect in FOLLOWS or isinstance(effect, CapsScore)


def _tricks(tricks: BySide[int]) -> str:
    return ", ".join(f"{side.label} {tricks[side]}" for side in Side)

"""A deal whose calls are set before anybody plays it: by a contract, or by calls and cards that were recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from tutor.auction import Bid, Call, Calling, Declare, Denomination, Double, PointBid, SuitBid, naming
from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.codes import Code
from tutor.deal import Deal
from tutor.errors import Malformed, TutorError, quoted
from tutor.seats import Seat
from tutor.tables.callings import QUIET
from tutor.tables.table import Table
from tutor.wording import alternatives, sentences

LONGEST = 14
"""The most calls that are tried: a round without the contract, two doubles, and everybody content after each."""
_CONTRACT = re.compile(r"([1-7])?\s*(NT?|[SHDC])(X{0,2})")


class Start(Enum):
    """Where the play of a deal begins: with its calls, with the lead, or after the cards that were recorded."""

    CALLS = "calls"
    LEAD = "lead"
    CARDS = "cards"

    @classmethod
    def parse(cls, text: str) -> Start:
        """The beginning that is named; with the lead where none is. Raises `Malformed`."""
        found = next((one for one in cls if one.value == (text or cls.LEAD.value)), None)
        if found is None:
            raise Malformed("beginning", text[:20], "it is not one of the three", "Choose one of them")
        return found


@dataclass(frozen=True, slots=True)
class SetContract:
    """A contract to be played. `odd_tricks` is None where no number is given; only some games bid for one."""

    denomination: Denomination
    declarer: Seat
    odd_tricks: int | None = None
    doubled: int = 0

    @classmethod
    def parse(cls, text: str, declarer: Seat) -> SetContract:
        """The contract of a text such as `4S`, `3NTX` or `h`. Raises `Malformed`."""
        found = _CONTRACT.fullmatch(text.strip().upper())
        if found is None:
            why = "it must be a number from 1 to 7 and S, H, D, C or NT"
            raise Malformed("contract", text[:40], why, "Add X if it is doubled, XX if it is redoubled")
        number, letter, doubles = found.groups()
        return cls(Denomination(letter[0]), declarer, int(number) if number else None, len(doubles))

    @classmethod
    def chosen(cls, text: str, declarer: Seat | None) -> SetContract | None:
        """The contract of a form whose two fields may be empty together. Raises `Malformed`."""
        if text and declarer is not None:
            return cls.parse(text, declarer)
        if text:
            raise Malformed("contract", text[:20], "it has no declarer", "Choose who declares it")
        if declarer is not None:
            why = "there is no contract to declare"
            raise Malformed("declarer", declarer.label, why, "Enter the contract, or choose no declarer")
        return None

    def __str__(self) -> str:
        letter = self.denomination.letter.replace("N", "NT")
        return f"{self.odd_tricks or ''}{letter}{'X' * self.doubled}"


class ContractRefused(TutorError):
    """A contract that cannot be set at a table: what is wrong with it, and whether that is only who declares."""

    def __init__(self, contract: SetContract, why: str, mend: str, *, is_of_declarer: bool) -> None:
        self.contract, self.why, self.mend, self.is_of_declarer = contract, why, mend, is_of_declarer
        super().__init__(sentences(f"the contract {quoted(str(contract))} by {contract.declarer.label}: {why}", mend))


@dataclass(frozen=True, slots=True)
class SetDeal:
    """A deal with the acts that are set, as a match records them; none where everybody is to call."""

    deal: Deal
    acts: tuple[str, ...] = ()


def acts_of(table: Table) -> tuple[str, ...]:
    """The acts of a table, as a match records them."""
    return tuple(act.text for act in table.acts)


def contract_of(table: Table) -> SetContract | None:
    """The contract of a table where the calls are over; None where nothing is declared."""
    declaration = table.code.declaration(table.calling)
    if table.play is None or declaration is None or declaration.is_misere:
        return None
    return SetContract(declaration.denomination, declaration.by, declaration.contract, declaration.doubled)


# ---- a contract --------------------------------------------------------------------------------------------------


def with_contract(code: Code, deal: Deal, contract: SetContract) -> Table:
    """The table after the shortest calls that give a contract. Raises `ContractRefused` where none do."""
    start = Table.laid(code, deal, code.rubber)
    if start.play is not None or start.is_over:
        mend = "Choose a game with calls, or leave the contract out"
        raise ContractRefused(contract, f"{code.title} has no calls", mend, is_of_declarer=False)
    found = _shortest(start, contract)
    if found is not None:
        return found
    others = [seat for seat in deal.dealer.round() if _shortest(start, replace(contract, declarer=seat)) is not None]
    if others:
        who = alternatives([seat.label for seat in others])
        why = f"{deal.dealer.label} deals, and in {code.title} only {who} can declare it"
        raise ContractRefused(contract, why, f"Make {who} the declarer, or change the dealer", is_of_declarer=True)
    why = f"no calls in {code.title} come to it"
    raise ContractRefused(contract, why, "Choose another contract, or another game", is_of_declarer=False)


def _shortest(start: Table, contract: SetContract) -> Table | None:
    """The table after the fewest calls that give a contract; of equals the quietest. None where no calls do."""
    reached = [start]
    for _ in range(LONGEST):
        following = []
        for table in reached:
            for call in _worth_trying(table, contract):
                after = table.after(call)
                if after.play is None and not after.is_over:
                    following.append(after)
                elif _gives(after, contract):
                    return after
        reached = following
    return None


def _gives(table: Table, contract: SetContract) -> bool:
    found = contract_of(table)
    if found is None:
        return False
    is_number = None in (found.odd_tricks, contract.odd_tricks) or found.odd_tricks == contract.odd_tricks
    return is_number and replace(found, odd_tricks=contract.odd_tricks) == contract


def _worth_trying(table: Table, contract: SetContract) -> Iterator[Call]:
    """The calls by which a contract can be reached: quiet ones, the contract, its doubles.

    Another denomination is named only by a player who has to name something.
    """
    calls = [call for call in table.lawful() if not isinstance(call, Card)]
    quiet = next((call for call in QUIET if call in calls), None)
    if quiet is not None:
        yield quiet
    declared = table.calling.declaration
    is_named = declared is not None and declared.denomination is contract.denomination
    if Double() in calls and is_named and declared is not None and declared.doubled < contract.doubled:
        yield Double()
    seen: set[object] = set()
    for call in calls:
        if _is_contract(call, contract):
            yield call
        elif quiet is None and (kind := _kind(call)) not in seen:
            seen.add(kind)
            yield call


def _is_contract(call: Call, contract: SetContract) -> bool:
    match call:
        case Bid(number, denomination):
            return denomination is contract.denomination and contract.odd_tricks in (None, number)
        case Declare(denomination) | SuitBid(denomination):
            return denomination is contract.denomination
    return False


def _kind(call: Call) -> object:
    """What a call is an example of: the cheapest of each denomination is enough, and one of each other kind."""
    named = naming(call)
    return (type(call), named.denomination) if named else PointBid if isinstance(call, PointBid) else call


# ---- what was recorded -------------------------------------------------------------------------------------------


def with_calls(code: Code, deal: Deal, calling: Calling) -> Table | None:
    """The table after recorded calls; None where the code does not allow them, or they do not end the calling."""
    table = Table.laid(code, deal, code.rubber)
    for said in calling:
        if table.play is not None or table.hand_to_act is not said.seat or said.call not in table.lawful():
            return None
        table = table.after(said.call)
    return table if table.play is not None else None


def with_cards(table: Table, cards: Iterable[tuple[Seat, Card]]) -> Table:
    """The table after recorded cards. Raises `TutorError` for one that cannot have been played there."""
    for number, (seat, card) in enumerate(cards):
        if table.is_over:
            break
        if table.hand_to_act is not seat:
            why = (
                f"it is card {number + 1} of the play, and it is {table.hand_to_act_label}’s turn in {table.code.title}"
            )
            raise Malformed("play", f"{seat.label} {card}", why, "Leave the cards out, and begin with the lead")
        table = table.after(card)
    return table


def replayed(code: Code, deal: Deal, acts: Iterable[str]) -> Table:
    """The table after acts that are set. Raises `TutorError` for one that cannot be made."""
    table = Table.laid(code, deal, code.rubber)
    for text in acts:
        label, _, what = text.partition(" ")
        answer: Answer = table.read(what)
        if table.hand_to_act is not Seat.labelled(label):
            raise Malformed("act", text, f"it is {table.hand_to_act_label}’s turn", "Set the calls again")
        table = table.after(answer)
    return table

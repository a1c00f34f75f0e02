"""The deal, calls and play of a PBN game in our own terms, with all its faults.

Nothing is guessed: what a game does not give is None. Three hands of thirteen cards give the fourth. A file of this
tutor has its own tags (`pbn.tags`), and its calls follow its code. The calls of other files follow the laws of contract
bridge: a bid must be sufficient, and a double must be of an opponent’s bid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tutor.auction import Bid, Call, Calling, Declaration, Denomination, Double, Pass, naming
from tutor.cards import Card, Hand
from tutor.codes import CODES
from tutor.deal import Deal, defects, parse_pbn_hand, rest_of_pack
from tutor.errors import Fault, Malformed, NotAPack, TutorError, quoted
from tutor.exchange.pbn import tags
from tutor.exchange.pbn.document import MOST_FAULTS, UNKNOWN, Pbn, PbnGame
from tutor.exchange.pbn.sections import (
    ALL_REMAIN_SILENT,
    MOST_ENTRIES,
    NOTHING,
    SKIPPED,
    TO_COME,
    PbnEntry,
    entries,
    opening_tokens,
    table,
)
from tutor.exchange.pbn.turns import ImpossibleCard, TrickTracker, all_four, seat_name
from tutor.library.fields import read_said
from tutor.library.laws import laws
from tutor.play import Play, Played
from tutor.seats import BySeat, BySide, Seat, Side
from tutor.tables.call_text import EVERY_CALL

_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(X{0,2})")
_DENOMINATION = re.compile(r"NT?|[SHDC]")
_RESULT = re.compile(r"(\^?)(?:(\d{1,2})|(NS|EW)\s+(\d{1,2})(?:\s+(NS|EW)\s+(\d{1,2}))?)")
_PASSED_OUT = "PASS"
_RISING = tuple("CDHSN")
LONGEST_DEAL = 120
"""The most characters of a deal: more than four hands can have."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The content of a game. `number` is its place in the file, from 1, and `values` its tags, with inherited ones.

    `hands` are the hands given, with None for a missing one. `deal` is set if all four have thirteen cards.
    `declaration` has no number of tricks in an end position. `played` are the cards as far as they can be followed, and
    `play` is their record if every hand is known. `result` is the tricks of each side as the file gives them.
    """

    number: int
    line: int
    values: Mapping[str, str]
    hands: BySeat[Hand | None]
    dealer: Seat | None
    deal: Deal | None
    calling: Calling | None
    is_passed_out: bool
    declaration: Declaration | None
    declarer: Seat | None
    leader: Seat | None
    played: tuple[Played, ...]
    play: Play | None
    result: BySide[int] | None
    irregularities: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def title(self) -> str:
        """Its title, or its event and board, or its number in the file."""
        event, board = (self.values.get(name, "") for name in ("Event", "Board"))
        told = [event if event not in ("", UNKNOWN) else "", f"board {board}" if board not in ("", UNKNOWN) else ""]
        return self.values.get(tags.TITLE) or ", ".join(filter(None, told)) or f"game {self.number}"

    @property
    def is_ending(self) -> bool:
        """Whether its hands have fewer than thirteen cards (3.10)."""
        sizes = {len(hand) for hand in self.hands if hand is not None}
        return bool(sizes) and max(sizes) < 13


def game_records(pbn: Pbn) -> Iterator[GameRecord]:
    """The content of each game of a file."""
    for number, (game, values) in enumerate(zip(pbn.games, pbn.tags(), strict=True), start=1):
        yield _RecordReader(game, values, number, pbn.file).reading()


class _RecordReader:
    """Reads one game, and collects its faults."""

    def __init__(self, game: PbnGame, values: Mapping[str, str], number: int, file: str) -> None:
        self.game, self.values, self.number, self.file = game, values, number, file
        self.faults: list[Fault] = []
        self.irregularities: list[str] = []
        self.first = Seat.NORTH
        """The seat that the deal names first."""

    def reading(self) -> GameRecord:
        self._stray()
        dealer = self._seat("Dealer")
        hands = self._hands()
        is_passed_out = self.values.get("Contract", "").upper() == _PASSED_OUT
        declarer = self._seat("Declarer", swapped=True)
        contract = None if is_passed_out else self._contract(declarer)
        calling = self._own_calling(dealer) or self._calling(dealer)
        named = calling.declaration if calling else None
        if calling and not self._is_of_a_code:
            is_passed_out = is_passed_out or (len(calling) >= 4 and all(one.call == Pass() for one in calling))
            self._must_agree(contract, named)
        declaration = self._declared(contract, named)
        declarer = declarer or (named.by if named and not self._is_of_a_code else None)
        leader, played, play = self._play(hands, declaration, declarer)
        result = self._result(declarer, play)
        return GameRecord(
            number=self.number,
            line=self.game.sections[0].line,
            values=self.values,
            hands=hands,
            dealer=dealer,
            deal=self._deal(hands, dealer),
            calling=calling,
            is_passed_out=is_passed_out,
            declaration=declaration,
            declarer=declarer,
            leader=leader,
            played=played,
            play=play,
            result=result,
            irregularities=tuple(self.irregularities),
            faults=tuple(self.faults[:MOST_FAULTS]),
        )

    # ---- tags ------------------------------------------------------------------------------------------------------

    def _fault(self, name: str, what: str, mend: str = "") -> None:
        section = self.game.section(name) or self.game.sections[0]
        self.faults.append(section.fault(self.file, what.rstrip("."), mend))

    def _entry_fault(self, entry: PbnEntry, what: str, mend: str) -> None:
        self.faults.append(Fault(self.file, entry.line, entry.column, what.rstrip("."), mend))

    def _stray(self) -> None:
        opening = islice(opening_tokens(self.game), MOST_ENTRIES)
        stray = next((one for one in opening if one.kind in ("word", "string")), None)
        if stray:
            what = f"{quoted(stray.text)} comes before the first tag of the game"
            self.faults.append(Fault(self.file, stray.line, stray.column, what, "Delete it, or write % before it"))

    def _told(self, name: str) -> str:
        """The value of a tag, empty if it is not known."""
        value = self.values.get(name, "").strip()
        return "" if value == UNKNOWN else value

    def _seat(self, name: str, *, swapped: bool = False) -> Seat | None:
        told = self._told(name).upper()
        letter = told.removeprefix("^") if swapped else told
        if swapped and told.startswith("^"):
            self.irregularities.append("declarer and dummy were exchanged")
        if not letter:
            return None
        if letter not in {"N", "E", "S", "W"}:
            self._fault(name, f"{quoted(told)} is not a value of {name}", "Write N, E, S or W")
            return None
        return Seat(letter)

    # ---- the deal --------------------------------------------------------------------------------------------------

    def _hands(self) -> BySeat[Hand | None]:
        told = self._told("Deal")
        unknown: BySeat[Hand | None] = BySeat(None, None, None, None)
        if not told:
            return unknown
        letter, colon, rest = told.upper().partition(":")
        words = rest.split()
        if not colon or len(words) != 4 or letter not in {"N", "E", "S", "W"} or len(told) > LONGEST_DEAL:
            self._fault("Deal", f"{quoted(told)} is not a deal", "Write N: and four hands, with - for a missing one")
            return unknown
        self.first = Seat(letter)
        hands: dict[Seat, Hand | None] = {}
        for seat, word in zip(self.first.round(), words, strict=True):
            try:
                hands[seat] = None if word == NOTHING else parse_pbn_hand(word)
            except (Malformed, NotAPack) as error:
                self._fault("Deal", f"the hand of {seat_name(seat)} cannot be read: {error}")
                return unknown
        given = {seat: hand for seat, hand in hands.items() if hand is not None}
        if not self._agree(given):
            return unknown
        if len(given) == 3 and all(len(hand) == 13 for hand in given.values()):
            hands |= {seat: rest_of_pack(given.values()) for seat in Seat if seat not in given}
        return BySeat.of(hands)

    def _agree(self, given: Mapping[Seat, Hand]) -> bool:
        """Whether the hands given can be dealt together."""
        held = [card for hand in given.values() for card in hand]
        twice = sorted({str(card) for card in held if held.count(card) > 1}) if len(set(held)) < len(held) else []
        sizes = {len(hand) for hand in given.values()}
        if not given:
            self._fault("Deal", "no hand is given", "Give at least one, or leave out the tag")
        elif twice:
            self._fault("Deal", f"{', '.join(twice)} in two hands", "Check each suit")
        elif len(sizes) > 1 or max(sizes) > 13 or not max(sizes):
            counted = ", ".join(f"{seat_name(seat)} {len(hand)}" for seat, hand in given.items())
            self._fault("Deal", f"the hands have different sizes: {counted}", "Check each hand")
        else:
            return True
        return False

    def _deal(self, hands: BySeat[Hand | None], dealer: Seat | None) -> Deal | None:
        four = all_four(hands)
        if four is None or defects(four):
            return None
        turned = self._told(tags.TURN_UP)
        try:
            return Deal(four, dealer or self.first, Card.parse(turned) if turned else None)
        except (Malformed, NotAPack) as error:
            self._fault(tags.TURN_UP, str(error))
            return None

    # ---- contract and result ---------------------------------------------------------------------------------------

    def _contract(self, declarer: Seat | None) -> Declaration | None:
        told = self._told("Contract").upper()
        if not told:
            return None
        by = declarer or self.first
        found = _CONTRACT.fullmatch(told)
        if found:
            return Declaration(Denomination(found[2][0]), by, len(found[3]), int(found[1]))
        if _DENOMINATION.fullmatch(told):
            return Declaration(Denomination(told[0]), by)
        what = f"{quoted(told)} is not a contract"
        self._fault("Contract", what, "Write a number from 1 to 7, S H D C or NT, and X or XX if it is doubled")
        return None

    def _declared(self, contract: Declaration | None, named: Declaration | None) -> Declaration | None:
        if self._is_of_a_code:
            return named or (replace(contract, contract=None) if contract else None)
        return contract or named

    def _must_agree(self, contract: Declaration | None, named: Declaration | None) -> None:
        if contract is None or named is None:
            return
        if contract.contract and (contract.contract, contract.denomination) != (named.contract, named.denomination):
            self._fault("Contract", f"the calls end in {named}, but the contract is {contract}", "Correct one of them")
        elif contract.contract and contract.doubled != named.doubled:
            self._fault("Contract", f"the calls end in {named}, but the contract is {contract}", "Correct X or XX")
        elif self._told("Declarer") and contract.by is not named.by and "^" not in self._told("Declarer"):
            what = f"by the calls {seat_name(named.by)} is declarer, but the tag says {seat_name(contract.by)}"
            self._fault("Declarer", what, "Correct one of them")

    def _result(self, declarer: Seat | None, play: Play | None) -> BySide[int] | None:
        told = self._told("Result").upper()
        if not told:
            return None
        found = _RESULT.fullmatch(told)
        numbers = [int(one) for one in (found[2], found[4], found[6]) if one] if found else []
        if not found or max(numbers) > 13 or (len(numbers) == 2 and (sum(numbers) != 13 or found[3] == found[5])):
            what = f"{quoted(told)} is not a result"
            self._fault("Result", what, "Write the declarer’s tricks, 0 to 13, or both sides’ as in NS 9 EW 4")
            return None
        side = Side(found[3]) if found[3] else declarer.side if declarer else None
        if side is None:
            self._fault("Result", "there is a result but no declarer", "Name the declarer, or write NS or EW")
            return None
        won = BySide.each(lambda one: numbers[0] if one is side else 13 - numbers[0])
        is_whole = play is not None and len(play.dealt().south) == 13
        if play and is_whole and not found[1] and not any(one.is_revoke for one in play.renounces):
            self._must_be_won(play, won)
        return won

    def _must_be_won(self, play: Play, told: BySide[int]) -> None:
        most = {side: play.won[side] + (13 - len(play.tricks)) for side in Side}
        for side in Side:
            if told[side] > most[side]:
                what = f"the result gives {side.value} {told[side]} tricks, but the cards allow at most {most[side]}"
                self._fault("Result", what, "Correct the result or the play, or write ^ before it")
                return

    # ---- the calls -------------------------------------------------------------------------------------------------

    @property
    def _is_of_a_code(self) -> bool:
        """Whether it is a game of this tutor under a code that the tutor knows."""
        return self._told(tags.CODE) in CODES

    def _own_calling(self, dealer: Seat | None) -> Calling | None:
        """The calls of a game of this tutor, judged by its code."""
        section = self.game.section(tags.CALLS)
        if section is None or dealer is None:
            return None
        calling = Calling(dealer)
        code = CODES.get(self._told(tags.CODE))
        try:
            rows = table(section, section.value).dicts()
            for row in rows:
                seat, call = _said(row[tags.CALL])
                refusal = code.refusal(calling, seat, call) if code else None
                if refusal:
                    self._fault(tags.CALLS, laws().worded(refusal))
                    return None
                calling = calling.after(seat, call)
        except KeyError:
            self._fault(tags.CALLS, f"the table has no column {tags.CALL}", "Give its column that name")
        except TutorError as error:
            self._fault(tags.CALLS, str(error))
        return calling

    def _calling(self, dealer: Seat | None) -> Calling | None:
        section = self.game.section("Auction")
        if section is None:
            return None
        letter = section.value.strip().upper()
        if letter not in {"N", "E", "S", "W"}:
            self._fault("Auction", f"{quoted(letter)} is not a value of Auction", "Write N, E, S or W")
            return None
        if dealer is None:
            self._fault("Auction", "there is no dealer", "Write the tag Dealer before it")
        read = entries(self.game, "Auction", self.file)
        self.faults.extend(read.faults)
        first = Seat(letter)
        waiting = next((place for place, one in enumerate(read.entries) if one.text != NOTHING), len(read.entries))
        begins = first.turned(waiting)
        if dealer and begins is not dealer and waiting < len(read.entries):
            what = f"{seat_name(begins)} calls first, but the dealer is {seat_name(dealer)}"
            self._entry_fault(read.entries[waiting], what, "Begin with the dealer, and write - for each seat before")
            return None
        return self._said(Calling(begins), read.entries[waiting:])

    def _said(self, calling: Calling, said: Sequence[PbnEntry]) -> Calling:
        seat = calling.dealer
        for entry in said:
            if entry.text in (TO_COME, NOTHING):
                break
            if entry.text == SKIPPED:
                self.irregularities.append(f"{seat_name(seat)} lost a call, because another player called out of turn")
            elif entry.text == ALL_REMAIN_SILENT:
                for _ in range(3 if calling.last_named else 4):
                    calling, seat = calling.after(seat, Pass()), seat.left
                break
            else:
                call = _call(entry.text)
                is_insufficient = entry.irregularity == "I"
                why = (
                    refused(calling, seat, call, entry.text, is_insufficient=is_insufficient)
                    if call
                    else f"{quoted(entry.text)} is not a call"
                )
                if why or call is None:
                    self._entry_fault(entry, why or "", "Write Pass, X, XX, AP or a bid such as 1C or 3NT")
                    break
                if entry.irregularity:
                    self.irregularities.append(f"{seat_name(seat)} made an insufficient bid, {entry.text}")
                calling = calling.after(seat, call)
            seat = seat.left
        return calling

    # ---- the play --------------------------------------------------------------------------------------------------

    def _play(
        self, hands: BySeat[Hand | None], declaration: Declaration | None, declarer: Seat | None
    ) -> tuple[Seat | None, tuple[Played, ...], Play | None]:
        section = self.game.section("Play")
        if section is None:
            return declarer.left if declarer else None, (), None
        letter = section.value.strip().upper()
        if letter not in {"N", "E", "S", "W"}:
            self._fault("Play", f"{quoted(letter)} is not a value of Play", "Write N, E, S or W")
            return None, (), None
        read = entries(self.game, "Play", self.file)
        self.faults.extend(read.faults)
        first = Seat(letter)
        is_ending = any(hand is not None and len(hand) < 13 for hand in hands)
        leader = first if is_ending or declarer is None else declarer.left
        if declarer is None and not is_ending and any(one.text not in (NOTHING, TO_COME) for one in read.entries):
            self._fault(
                "Play", "there is no declarer, so the seat named here is taken as the leader", "Add the tag Declarer"
            )
        if declaration is None:
            if read.entries:
                self._fault("Play", "there is no contract, so the tricks cannot be followed", "Add the tag Contract")
            return leader, (), None
        rows = [read.entries[at : at + 4] for at in range(0, len(read.entries), 4)]
        following = TrickTracker(hands, declaration.trumps, first, leader)
        for row in rows:
            try:
                if not following.trick(row):
                    break
            except ImpossibleCard as error:
                self._entry_fault(error.entry, error.what, error.mend)
                break
        self.irregularities.extend(following.irregularities)
        return leader, tuple(following.played), following.play


def _said(text: str) -> tuple[Seat, Call]:
    """A call of our own table, with who made it. Raises `TutorError`."""
    label, _, words = text.partition(" ")
    call = EVERY_CALL.get(words)
    return (Seat.labelled(label), call) if call is not None else read_said(text)


def _call(text: str) -> Call | None:
    if text in ("PASS", "P"):
        return Pass()
    if text in ("X", "XX"):
        return Double()
    found = _CONTRACT.fullmatch(text)
    return Bid(int(found[1]), Denomination(found[2][0])) if found and not found[3] else None


def refused(calling: Calling, seat: Seat, call: Call, text: str, *, is_insufficient: bool = False) -> str:
    """Why a call is not lawful at contract bridge; empty if it is lawful."""
    last = calling.last_named
    if isinstance(call, Double):
        doubled = sum(isinstance(one.call, Double) for one in calling.said[last[0] :]) if last else 0
        wanted = 1 if text == "XX" else 0
        is_theirs = last is not None and calling.said[last[0]].seat.side is not seat.side
        if last is None or doubled != wanted or is_theirs is (wanted == 1):
            return f"there is nothing for {seat_name(seat)} to {'redouble' if wanted else 'double'}"
    if isinstance(call, Bid):
        named = naming(calling.said[last[0]].call) if last else None
        is_enough = not isinstance(named, Bid) or _worth(call) > _worth(named)
        if is_enough is is_insufficient:
            return f"{text} {'is' if is_enough else 'is not'} sufficient"
    return ""


def _worth(bid: Bid) -> tuple[int, int]:
    return bid.odd_tricks, _RISING.index(bid.denomination.letter)

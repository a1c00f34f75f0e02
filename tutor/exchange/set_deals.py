"""Deals to be played, out of a text of PBN or LIN: with the calls and the cards that it records, as a code allows them.

PBN’s `Auction` gives the calls. Where the code does not have these calls, or there are none, `Contract` and `Declarer`
give the shortest calls that come to the same. `Play` gives the cards. At whist, where nobody calls, the contract names
the suit of the turn-up. A line such as `N:… … … …` is a deal without either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor.auction import Calling, Declaration
from tutor.cards import Card
from tutor.codes import Code
from tutor.deal import Deal
from tutor.errors import Fault, FaultyContent, Malformed, TutorError
from tutor.exchange.lin.boards import NOBODY, Board, boards, parse
from tutor.exchange.pbn import tags
from tutor.exchange.pbn.document import UNKNOWN, Pbn, PbnGame, PbnSection
from tutor.exchange.pbn.reader import GameRecord, game_records
from tutor.seats import BySeat, Seat, Side
from tutor.tables.fixed_calls import (
    ContractRefused,
    SetContract,
    SetDeal,
    Start,
    acts_of,
    with_calls,
    with_cards,
    with_contract,
)
from tutor.tables.table import Table

TEXT = "PBN"
"""The name of a pasted text in a fault."""
VULNERABLE: Mapping[str, tuple[Side, ...]] = {
    **dict.fromkeys(("none", "love", "-"), ()),
    **dict.fromkeys(("all", "both"), tuple(Side)),
    "ns": (Side.NS,),
    "ew": (Side.EW,),
}
"""The vulnerable sides, by the value of the tag in small letters."""


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal as a text records it. `declaration` is the contract; `cards` are those played, with their seats.

    `spelt` are its tags for messages: the name, how it is written, and the line.
    """

    deal: Deal
    file: str
    line: int
    calling: Calling | None = None
    declaration: Declaration | None = None
    cards: tuple[tuple[Seat, Card], ...] = ()
    code: str = ""
    spelt: tuple[tuple[str, str, int], ...] = ()
    has_declarer: bool = True
    board: str = ""
    players: BySeat[str] = NOBODY
    declarers_tricks: int | None = None
    """The tricks of the declarer’s side, as the text gives them."""
    is_passed_out: bool = False
    vulnerable: tuple[Side, ...] | None = None
    """The vulnerable sides. None where the text does not say."""

    def fault(self, names: Sequence[str], what: str, mend: str) -> Fault:
        """A fault of tags, which it quotes."""
        found = [(text, line) for name, text, line in self.spelt if name in names]
        told = " ".join(text for text, _ in found)
        line = found[0][1] if found else self.line
        return Fault(self.file, line, 1, f"{told}: {what}".lstrip(": ").rstrip("."), mend)


def recorded_deals(text: str, file: str = TEXT) -> tuple[RecordedDeal, ...]:
    """The deals of a text in their order. Raises `FaultyContent` with every fault, or `Malformed`, `NotAPack`."""
    found, faults = recorded_games(text, file)
    if faults:
        raise FaultyContent(faults)
    return found


def recorded_games(text: str, file: str = TEXT) -> tuple[tuple[RecordedDeal, ...], tuple[Fault, ...]]:
    """The deals of a text that can be read, and the faults of the others. Raises `Malformed`, `NotAPack`."""
    if "|" in text:
        return _of_lin(text, file)
    if "[" in text:
        return _of_pbn(text, file)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return tuple(RecordedDeal(Deal.parse(line), file, number) for number, line in lines), ()


def set_deals(text: str, code: Code, start: Start = Start.LEAD, file: str = TEXT) -> tuple[SetDeal, ...]:
    """The deals of a text, with what is set for them under a code. Raises as `recorded_deals`."""
    faults: list[Fault] = []
    found: list[SetDeal] = []
    for recorded in recorded_deals(text, file):
        try:
            found.append(set_deal(recorded, code, start))
        except FaultyContent as error:
            faults.extend(error.faults)
    if faults:
        raise FaultyContent(faults)
    return tuple(found)


# ---- what is set under a code ------------------------------------------------------------------------------------


def set_deal(recorded: RecordedDeal, code: Code, start: Start = Start.LEAD) -> SetDeal:
    """A deal with what is set for it under a code. Raises `FaultyContent`."""
    deal = _turned_up(recorded, code)
    if start is Start.CALLS:
        return SetDeal(deal)
    table = _called(replace(recorded, deal=deal), code)
    if table is None or (table.play is not None and start is Start.LEAD):
        return SetDeal(deal, acts_of(table) if table else ())
    if recorded.cards:
        table = _played(recorded, table)
    return SetDeal(deal, acts_of(table))


def _turned_up(recorded: RecordedDeal, code: Code) -> Deal:
    """The deal, with the trumps of its contract turned up where that makes them."""
    deal = recorded.deal
    if not code.turns_up:
        return replace(deal, turn_up=None)
    if deal.turn_up is not None or recorded.declaration is None:
        return deal
    trumps = recorded.declaration.trumps
    held = [card for card in deal.hands[deal.dealer] if card.suit is trumps]
    if not held:
        what = f"the dealer, {deal.dealer.label}, has no card to turn up for it in {code.title}"
        mend = "Choose bridge or auction bridge, or leave this tag out"
        raise FaultyContent([recorded.fault(["Contract"], what, mend)])
    return replace(deal, turn_up=held[-1])


def _called(recorded: RecordedDeal, code: Code) -> Table | None:
    """The table after the calls that are set; None where no contract is recorded."""
    deal = recorded.deal
    begun = Table.laid(code, deal, code.rubber)
    if begun.play is not None:
        return begun
    if recorded.calling is not None and len(recorded.calling):
        table = with_calls(code, deal, recorded.calling)
        if table is not None:
            return table
    declaration = recorded.declaration
    if declaration is None:
        if recorded.calling is not None and len(recorded.calling):
            what = f"nothing is declared by these calls in {code.title}"
            raise FaultyContent([recorded.fault(["Auction"], what, "Complete the calls, or begin with the calls")])
        return None
    if not recorded.has_declarer:
        what = "nobody is named as the declarer, so nobody can play it"
        raise FaultyContent([recorded.fault(["Contract"], what, "Add the tag Declarer")])
    contract = SetContract(declaration.denomination, declaration.by, declaration.contract, declaration.doubled)
    try:
        return with_contract(code, deal, contract)
    except ContractRefused as error:
        names = ["Dealer", "Declarer"] if error.is_of_declarer else ["Contract"]
        raise FaultyContent([recorded.fault(names, error.why, error.mend)]) from None


def _played(recorded: RecordedDeal, table: Table) -> Table:
    try:
        after = with_cards(table, recorded.cards)
    except TutorError as error:
        why = error.why if isinstance(error, Malformed) else str(error)
        raise FaultyContent([recorded.fault(["Play"], why, "Begin with the lead, or correct the cards")]) from None
    if after.is_over:
        what = "every card is recorded, so nothing is left to play"
        raise FaultyContent([recorded.fault(["Play"], what, "Begin with the lead")])
    return after


# ---- PBN and LIN -------------------------------------------------------------------------------------------------


def _of_pbn(text: str, file: str) -> tuple[tuple[RecordedDeal, ...], tuple[Fault, ...]]:
    read = Pbn.parse(text, file)
    games = tuple(one for game in read.games for one in _split(game))
    faults = [*read.faults]
    found: list[RecordedDeal] = []
    for game, record in zip(games, game_records(replace(read, games=games)), strict=True):
        faults.extend(record.faults)
        if record.deal is not None and not record.faults:
            found.append(recorded_of(game, record, file))
        elif record.deal is None and not record.faults:
            what = "a game has no Deal tag with four hands of thirteen cards"
            faults.append(Fault(file, record.line, 1, what, 'Write it as [Deal "N:… … … …"]'))
    if not found and not faults:
        raise Malformed("PBN", text.strip()[:40], "it has no Deal tag", 'Write it as [Deal "N:… … … …"]')
    return tuple(found), tuple(faults)


def recorded_of(game: PbnGame, record: GameRecord, file: str) -> RecordedDeal:
    """A deal as a game of PBN records it. The game must have a whole deal."""
    assert record.deal is not None, "only whole deals are recorded"  # noqa: S101
    spelt = tuple((one.name, one.head, one.line) for one in game.sections)
    declaration = record.declaration
    declarer = _seat(record.values.get(tags.DECLARED_BY, "")) or record.declarer
    if declaration is not None and declarer is not None and (record.calling is None or not record.calling.said):
        declaration = replace(declaration, by=declarer)
    cards = tuple((one.seat, one.card) for one in record.played)
    code = record.values.get(tags.CODE, "")
    result = record.result[declarer.side] if record.result is not None and declarer is not None else None
    return RecordedDeal(
        record.deal, file, record.line, record.calling, declaration, cards, code, spelt, declarer is not None,
        board=_told(record, "Board"),
        players=BySeat.each(lambda seat: _told(record, seat.name.title())),
        declarers_tricks=result,
        is_passed_out=record.is_passed_out,
        vulnerable=VULNERABLE.get(_told(record, "Vulnerable").casefold()),
    )  # fmt: skip


def _told(record: GameRecord, name: str) -> str:
    value = record.values.get(name, "").strip()
    return "" if value == UNKNOWN else value


def _seat(letter: str) -> Seat | None:
    return next((seat for seat in Seat if seat.letter == letter.strip().upper()), None)


def _split(game: PbnGame) -> Iterator[PbnGame]:
    """The games that were written without an empty line between them: another begins where a tag of a deal recurs."""
    group: list[PbnSection] = []
    opening = game.opening
    for section in game.sections:
        if section.name in ("Event", "Board", "Dealer", "Deal") and _recurs(section.name, group):
            yield PbnGame(opening, tuple(group))
            group, opening = [], ""
        group.append(section)
    yield PbnGame(opening, tuple(group))


def _recurs(name: str, group: Sequence[PbnSection]) -> bool:
    names = {one.name for one in group}
    return name in names and "Deal" in names


def _of_lin(text: str, file: str) -> tuple[tuple[RecordedDeal, ...], tuple[Fault, ...]]:
    lin = parse(text)
    found, faults = boards(lin, file)
    lines = [one.line for one in lin.commands if one.name == "md"]
    return tuple(_of_board(board, file, line) for board, line in zip(found, lines, strict=False)), faults


def _of_board(board: Board, file: str, line: int) -> RecordedDeal:
    calling = Calling(board.deal.dealer, board.said) if board.calls else None
    play = board.play() if board.cards else None
    cards = tuple((one.seat, one.card) for one in play.played()) if play else ()
    spelt = tuple((tag, f"{name}|…|", line) for tag, name in (("Auction", "mb"), ("Contract", "mb"), ("Play", "pc")))
    declarer = board.declaration.by if board.declaration else None
    won = play.won[declarer.side] if play is not None and declarer is not None and play.is_over else None
    return RecordedDeal(
        board.deal, file, line, calling, board.declaration, cards, spelt=spelt,
        board=str(board.number or ""),
        players=board.players,
        declarers_tricks=won if board.claimed is None else board.claimed,
        is_passed_out=calling is not None and board.declaration is None,
        vulnerable=board.vulnerable,
    )  # fmt: skip

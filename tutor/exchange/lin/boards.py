"""LIN, the format of Bridge Base Online for deals, auctions and play: read liberally, written in one way.

A LIN text is a row of commands, each two letters and a value between strokes: `mb|1N|` is a bid, `pc|SJ|` a card. There
is no standard. We read the commands as Bridge Base’s viewer shows them, and as its players have published them (BBO
forums, “.lin file format structure”, topic 19814).

- `vg`: the title of several boards.
- `rs`: the results of the boards.
- `qx`: a board begins: o1 open room, c1 closed.
- `pn`: the players, from South to the left.
- `ah`: the heading, for example Board 1.
- `md`: dealer (1 S, 2 W, 3 N, 4 E) and hands, from South.
- `sv`: who is vulnerable: o nobody, n, e, b both.
- `mb`: a call, with ! if it was alerted.
- `an`: the meaning of the call before it.
- `pc`: a card.
- `pg`: a pause, for example after a trick.
- `mc`: the tricks that declarer claims in all.
- `nt`: a comment.

Every other command is preserved and skipped (such as rh and st), so that `str(parse(text)) == text` for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

from tutor.auction import Bid, Call, Calling, Declaration, Denomination, Double, Pass, Said
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.deal import Deal, rest_of_pack
from tutor.errors import Fault, FaultyContent, Malformed, NotAPack, TutorError
from tutor.play import Play
from tutor.seats import BySeat, Seat, Side

LARGEST = 300_000
"""The most characters of a text: three times what a long match needs."""
MOST_CALLS = 319
"""The longest possible auction."""
MOST_FAULTS = 100
"""The most faults that are listed at once."""
LONGEST_HAND = 64
"""In characters: enough for a whole pack."""
VIEWER = "https://www.bridgebase.com/tools/handviewer.html?lin="

_MARKED: Mapping[str, tuple[Side, ...]] = {
    "o": (), "0": (), "-": (), "n": (Side.NS,), "e": (Side.EW,), "b": (Side.NS, Side.EW),
}  # fmt: skip
_CALL = re.compile(r"([1-7])(?:(NT?)|([SHDC]))(!*)|(AP)|(PASS|P)(!*)|(REDBL|RDBL|XX|R|DBL|X|D)(!*)|[-?]")
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_NUMBER = re.compile(r"\d{1,6}")
_ONCE = frozenset(("pn", "md", "ah", "sv"))
"""Commands that come once in a board. When one of them comes again, another board has begun."""


# ---- the text ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it is written, and where it begins. Lines and columns count from 1."""

    written: str
    value: str
    line: int
    column: int

    @property
    def name(self) -> str:
        """Its letters, small."""
        return self.written.strip("\ufeff \t\r\n").lower()

    @property
    def packed(self) -> str:
        """Its value in capitals without spaces, for values that are not prose."""
        return "".join(self.value.split()).upper()

    @property
    def prose(self) -> str:
        """Its value on one line."""
        return " ".join(self.value.split())


@dataclass(frozen=True, slots=True)
class Lin:
    """A LIN text: its commands, and the text after the last stroke. `is_closed` unless the last stroke is missing."""

    commands: tuple[Command, ...]
    rest: str = ""
    is_closed: bool = True

    def __str__(self) -> str:
        text = "".join([f"{one.written}|{one.value}|" for one in self.commands])
        return (text if self.is_closed else text[:-1]) + self.rest


def parse(text: str) -> Lin:
    """The commands of a text. Raises `Malformed` where it is larger than `LARGEST`."""
    if len(text) > LARGEST:
        why = f"it has {len(text):,} characters, and the most allowed is {LARGEST:,}"
        raise Malformed("LIN text", text[:200], why, "Split it into files of fewer boards")
    parts = text.split("|")
    is_closed = len(parts) % 2 == 1
    rest = parts.pop() if is_closed else ""
    commands, line, column = [], 1, 1
    for written, value in zip(parts[::2], parts[1::2], strict=True):
        lead = written[: len(written) - len(written.lstrip())]
        line, column = _after(lead, line, column)
        commands.append(Command(written, value, line, column))
        line, column = _after(f"{written[len(lead) :]}|{value}|", line, column)
    return Lin(tuple(commands), rest, is_closed)


def _after(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and column that follow a text which begins at a line and column."""
    breaks = text.count("\n")
    return (line + breaks, len(text) - text.rfind("\n")) if breaks else (line, column + len(text))


def decode(content: bytes) -> str:
    """The text of a file. Old files use the Windows code page, where every byte is a character."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


# ---- boards ------------------------------------------------------------------------------------------------------


NOBODY: BySeat[str] = BySeat("", "", "", "")


@dataclass(frozen=True, slots=True)
class LinCall:
    """A call, whether it was alerted, and its meaning if given."""

    call: Call
    is_alerted: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The content of a board. The play may be incomplete; `claimed` is declarer’s total of tricks after a claim.

    `room` is `o` or `c` if a deal is played in an open and a closed room. `result` is its result in `rs`.
    """

    deal: Deal
    number: int | None = None
    players: BySeat[str] = NOBODY
    vulnerable: tuple[Side, ...] = ()
    calls: tuple[LinCall, ...] = ()
    cards: tuple[Card, ...] = ()
    claimed: int | None = None
    comments: tuple[str, ...] = ()
    room: str = ""
    result: str = ""

    @property
    def said(self) -> tuple[Said, ...]:
        """The calls with the seats that made them."""
        seats = self.deal.dealer.round()
        return tuple(Said(seats[number % 4], one.call) for number, one in enumerate(self.calls))

    @property
    def declaration(self) -> Declaration | None:
        """The last bid, who of its side first named the denomination, and the doubles. None without bids."""
        return Calling(self.deal.dealer, self.said).declaration

    def play(self) -> Play:
        """The play as far as it goes. Raises `Illegal` for a card that may not be played, `Malformed` without bids."""
        declaration = self.declaration
        if declaration is None:
            raise Malformed("play", "pc", "nothing was bid, so nobody can lead", "Write the bids before the cards")
        return Play.of(self.deal, declaration.trumps, declaration.by.left).after_all(self.cards)


def boards(lin: Lin, file: str = "LIN") -> tuple[tuple[Board, ...], tuple[Fault, ...]]:
    """The boards that can be read, and the faults of the others. There is a fault if there is no board."""
    found: list[Board] = []
    faults: list[Fault] = []
    heading: dict[str, Command] = {}
    for group in _groups(lin.commands):
        if len(faults) >= MOST_FAULTS:
            break
        if not any(one.name == "md" for one in group):
            heading.update((one.name, one) for one in group)
            continue
        try:
            found.append(_BoardReader(file, heading, group).board())
        except FaultyContent as error:
            faults.extend(error.faults)
    if not found and not faults:
        what = "the file contains no deals"
        faults.append(Fault(file, 1, 1, what, "A deal is a command md, such as md|1SAK…,S…,S…,S…|"))
    return tuple(found), tuple(faults)


def _groups(commands: Iterable[Command]) -> Iterator[list[Command]]:
    """The commands, split where a board begins."""
    group: list[Command] = []
    names: set[str] = set()
    for command in commands:
        name = command.name
        if name == "qx" or ("md" in names and name in _ONCE and name in names):
            yield group
            group, names = [], set()
        group.append(command)
        names.add(name)
    yield group


class _BoardReader:
    """Makes a board from its commands. `heading` has the commands before the first board, by name."""

    def __init__(self, file: str, heading: Mapping[str, Command], group: Iterable[Command]) -> None:
        self._file = file
        self._heading = heading
        self._group = tuple(group)
        self._first = {one.name: one for one in reversed(self._group)}
        self._faults: list[Fault] = []

    def board(self) -> Board:
        """Raises `FaultyContent` with every fault of the board."""
        deal = self._deal(self._first["md"])
        calls = tuple(self._calls())
        cards = tuple(islice((card for one in self._group if one.name == "pc" for card in self._cards(one)), 53))
        claimed = self._claimed()
        vulnerable = self._vulnerable()
        if deal is None or self._faults:
            raise FaultyContent(self._faults)
        room = next((letter for letter in self._prose("qx").lower()[:1] if letter in "oc"), "")
        number = self._number()
        board = Board(
            deal, number, self._players(room), vulnerable, calls, cards, claimed, self._comments(), room,
            self._result(room, number),
        )  # fmt: skip
        self._check(board)
        return board

    def _fault(self, at: Command, what: str, mend: str) -> None:
        self._faults.append(Fault(self._file, at.line, at.column, what.rstrip("."), mend))

    def _prose(self, name: str) -> str:
        return self._first[name].prose if name in self._first else ""

    def _deal(self, md: Command) -> Deal | None:
        text = md.packed
        if text[:1] not in tuple("1234"):
            mend = "Begin it with the dealer: 1 South, 2 West, 3 North, 4 East"
            self._fault(md, f"‘md|{md.prose[:20]}’ names no dealer", mend)
            return None
        dealer = tuple(Seat)[int(text[0]) - 1]
        words = [*text[1:LARGEST].split(",")[:5], "", "", ""]
        try:
            given = [_hand(word) for word in words[:4]]
            wanting = [number for number, hand in enumerate(given) if not len(hand)]
            if len(wanting) == 1:
                given[wanting[0]] = rest_of_pack(given)
            elif wanting:
                self._fault(md, f"{4 - len(wanting)} of the four hands are given", "Give at least three")
                return None
            return Deal(BySeat(*given), dealer)
        except NotAPack as error:
            for defect in error.defects:
                self._fault(md, f"the hands are not a pack: {defect}", error.mend)
        except TutorError as error:
            self._fault(md, str(error), "Write a hand as SAK2HQJ3D54C987")
        return None

    def _calls(self) -> Iterator[LinCall]:
        last: LinCall | None = None
        number = 0
        for command in self._group:
            if command.name == "an" and last:
                last = LinCall(last.call, last.is_alerted, command.prose)
            elif command.name == "mb":
                for call in self._made(command):
                    if last:
                        yield last
                    last, number = call, number + 1
                    if number > MOST_CALLS:
                        self._fault(
                            command,
                            f"there are more than {MOST_CALLS} calls",
                            "Delete those after the end of the auction",
                        )
                        return
        if last:
            yield last

    def _made(self, command: Command) -> Iterator[LinCall]:
        """The calls of one command: usually one."""
        text, place = command.packed, 0
        while place < len(text):
            found = _CALL.match(text, place)
            if found is None:
                mend = "A call is 1C to 7N, p, d or r, with ! if it was alerted"
                self._fault(command, f"‘{text[place:][:20]}’ is not a call", mend)
                return
            level, no_trumps, suit, *_ = found.groups()
            is_alerted = found[0].endswith("!")
            if level:
                denomination = Denomination.NO_TRUMPS if no_trumps else Denomination.parse(suit)
                yield LinCall(Bid(int(level), denomination), is_alerted)
            elif found[5]:
                yield from [LinCall(Pass())] * 3
            elif found[6]:
                yield LinCall(Pass(), is_alerted)
            elif found[8]:
                yield LinCall(Double(), is_alerted)
            place = found.end()

    def _cards(self, command: Command) -> Iterator[Card]:
        text, place = command.packed, 0
        while place < len(text):
            found = _CARD.match(text, place)
            if found is None:
                self._fault(command, f"‘{text[place:][:20]}’ is not a card", "Write the suit and the rank: SJ, HT")
                return
            yield Card(Suit.parse(found[1]), Rank.parse(found[2]))
            place = found.end()

    def _claimed(self) -> int | None:
        if "mc" not in self._first:
            return None
        command = self._first["mc"]
        text = command.packed
        if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= 13):
            self._fault(command, f"‘{text[:20]}’ is not a number of tricks", "Write declarer’s tricks, 0 to 13")
            return None
        return int(text)

    def _vulnerable(self) -> tuple[Side, ...]:
        text = self._first["sv"].packed.lower() if "sv" in self._first else ""
        if text[:1] and text[:1] not in _MARKED:
            mend = "Write o for nobody, n, e, or b for both"
            self._fault(self._first["sv"], f"‘{text[:20]}’ is not a vulnerability", mend)
        return _MARKED.get(text[:1], ())

    def _players(self, room: str) -> BySeat[str]:
        """The players of the board, or of the room: the heading has those of the closed room last."""
        if "pn" in self._first:
            names = self._prose("pn").split(",")
        else:
            whole = self._heading["pn"].prose.split(",") if "pn" in self._heading else []
            names = whole[4:] if room == "c" and len(whole) > 4 else whole
        return BySeat(*(name.strip() for name in [*names, "", "", "", ""][:4]))

    def _number(self) -> int | None:
        found = _NUMBER.search(self._prose("ah")) or _NUMBER.search(self._prose("qx"))
        return int(found[0]) if found else None

    def _result(self, room: str, number: int | None) -> str:
        """The result in the heading: `rs` lists the boards, both rooms of each, from the first one that `vg` names."""
        if "rs" not in self._heading or not room or number is None:
            return ""
        first = (self._heading["vg"].prose.split(",")[3:4] if "vg" in self._heading else []) or ["1"]
        before = number - int(first[0]) if _NUMBER.fullmatch(first[0]) else number - 1
        results = self._heading["rs"].prose.split(",")
        place = 2 * before + (room == "c")
        return results[place].strip() if 0 <= place < len(results) else ""

    def _comments(self) -> tuple[str, ...]:
        return tuple(one.prose for one in self._group if one.name == "nt" and one.prose)

    def _check(self, board: Board) -> None:
        """Checks that the cards can have been played. Raises `FaultyContent`."""
        if board.cards:
            try:
                board.play()
            except TutorError as error:
                at = next(one for one in self._group if one.name == "pc")
                self._fault(at, f"the play cannot be followed: {error}", "Correct the card, or leave out the play")
                raise FaultyContent(self._faults) from None


def _hand(text: str) -> Hand:
    """The hand of suits with their ranks after them, such as `SAK2HQJ3D54C987`. Raises `Malformed`, `NotAPack`."""
    if len(text) > LONGEST_HAND:
        raise Malformed("hand", text[:LONGEST_HAND], "it is too long", "Write at most thirteen cards")
    first, *rest = re.split("([SHDC])", text)
    if first:
        raise Malformed("hand", text, f"‘{first}’ comes before any suit", "Begin with S, H, D or C")
    ranks = dict.fromkeys(Suit, "")
    for letter, held in zip(rest[::2], rest[1::2], strict=True):
        ranks[Suit(letter)] += held
    return Hand(*(Holding.parse(ranks[suit]) for suit in Suit))


# ---- writing -----------------------------------------------------------------------------------------------------


def board_line(board: Board) -> str:
    """The board on one line, written strictly: four hands, a command for each call and each card."""
    deal = board.deal
    commands = [
        *([("qx", f"{board.room}{board.number or ''}")] if board.room else []),
        ("pn", ",".join(_safe(name).replace(",", " ") for name in board.players)),
        ("st", ""),
        ("md", f"{list(Seat).index(deal.dealer) + 1}{','.join(map(_written_hand, deal.hands))}"),
        ("rh", ""),
        *([("ah", f"Board {board.number}")] if board.number is not None else []),
        ("sv", next(mark for mark, sides in _MARKED.items() if sides == board.vulnerable)),
    ]
    doubles = 0
    for call in board.calls:
        doubles = doubles + 1 if isinstance(call.call, Double) else 0 if isinstance(call.call, Bid) else doubles
        commands.append(("mb", _written_call(call.call, doubles) + "!" * call.is_alerted))
        if call.meaning:
            commands.append(("an", _safe(call.meaning)))
    commands.extend(("nt", _safe(comment)) for comment in board.comments)
    commands.append(("pg", ""))
    for number, card in enumerate(board.cards, start=1):
        commands.append(("pc", str(card)))
        if number % 4 == 0:
            commands.append(("pg", ""))
    if board.claimed is not None:
        commands.append(("mc", str(board.claimed)))
    return "".join(f"{name}|{value}|" for name, value in commands)


def lin_text(many: Iterable[Board]) -> str:
    """A file of boards, one on each line."""
    return "".join(f"{board_line(board)}\n" for board in many)


def viewer_link(board: Board) -> str:
    """A link to Bridge Base’s viewer. It contains the whole board; nothing is downloaded here."""
    return VIEWER + quote(board_line(board), safe="")


def _written_hand(hand: Hand) -> str:
    return "".join(f"{suit.letter}{hand[suit]}" for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))


def _written_call(call: Call, doubles: int) -> str:
    """A call in its letters. `doubles` counts the doubles since the last bid, including this one."""
    match call:
        case Bid():
            return f"{call.odd_tricks}{call.denomination.letter}"
        case Double() if doubles <= 2:
            return "r" if doubles == 2 else "d"
        case Pass():
            return "p"
        case _:
            raise Malformed(
                "call", str(call), "LIN has only bids, passes, a double and a redouble", "Leave out the calls"
            )


def _safe(text: str) -> str:
    """Prose that no program reads as a command or a sign: no strokes, carets, at-signs or suit marks like `!S`."""
    plain = re.sub(r"[|^@]", "/", text)
    return " ".join(re.sub(r"!(?=[SHDCshdc])", "! ", plain).split())

"""LIN, in which Bridge Base Online keeps deals, auctions and play: read however it comes, written in one way.

A LIN text is a row of commands, each two letters and a value between strokes: `mb|1N|` is a bid, `pc|SJ|` a card. There
is no standard; what the commands mean here is what the viewer of Bridge Base shows, and what its players have found
out and published (BBO forums, “.lin file format structure”, topic 19814).

    vg  what a file of several boards is of      md  dealer (1 S, 2 W, 3 N, 4 E) and hands, from South
    rs  the results of its boards                sv  who is vulnerable: o nobody, n, e, b both
    qx  a board begins: o1 open room, c1 closed  mb  a call, with ! where it was alerted; an  what it means
    pn  the players, from South to the left      pc  a card; pg  a pause, as after a trick
    ah  the heading, as Board 1; rh, st  none    mc  tricks that declarer claims in all; nt  a comment

Every other command is kept as it stands, for `str(parse(text)) == text` whatever the text; and is read past.
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
"""How many characters a text may have: three times what a long match needs."""
MOST_CALLS = 319
"""There is no longer auction: three passes, and two before each double and bid of the thirty-five."""
MOST_FAULTS = 100
"""So many are told; who has mended them may ask again."""
LONGEST_HAND = 64
"""In characters: a whole pack would need no more."""
VIEWER = "https://www.bridgebase.com/tools/handviewer.html?lin="

_MARKED: Mapping[str, tuple[Side, ...]] = {
    "o": (), "0": (), "-": (), "n": (Side.NS,), "e": (Side.EW,), "b": (Side.NS, Side.EW),
}  # fmt: skip
_CALL = re.compile(r"([1-7])(?:(NT?)|([SHDC]))(!*)|(AP)|(PASS|P)(!*)|(REDBL|RDBL|XX|R|DBL|X|D)(!*)|[-?]")
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_NUMBER = re.compile(r"\d{1,6}")
_ONCE = frozenset(("pn", "md", "ah", "sv"))
"""What stands once in a board: where one of them comes again, another board has begun."""


# ---- the text ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it is written, and where it begins (lines and columns count from 1)."""

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
        """Its value in capitals without spaces: of what is not prose."""
        return "".join(self.value.split()).upper()

    @property
    def prose(self) -> str:
        """Its value on one line."""
        return " ".join(self.value.split())


@dataclass(frozen=True, slots=True)
class Lin:
    """A LIN text: its commands, and what follows the last stroke; `is_closed` unless that of the last is wanting."""

    commands: tuple[Command, ...]
    rest: str = ""
    is_closed: bool = True

    def __str__(self) -> str:
        text = "".join([f"{one.written}|{one.value}|" for one in self.commands])
        return (text if self.is_closed else text[:-1]) + self.rest


def parse(text: str) -> Lin:
    """The commands of a text. Raises `Malformed` where it is larger than `LARGEST`."""
    if len(text) > LARGEST:
        why = f"it has {len(text):,} characters, and {LARGEST:,} are the most that are read"
        raise Malformed("LIN text", text[:200], why, "Divide it, board by board")
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
    """The text of a file; old ones are in the Windows code page, in which every byte means something."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


# ---- boards ------------------------------------------------------------------------------------------------------


NOBODY: BySeat[str] = BySeat("", "", "", "")


@dataclass(frozen=True, slots=True)
class LinCall:
    """A call, whether it was alerted, and what was said of its meaning."""

    call: Call
    is_alerted: bool = False
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What one board tells. The play may break off; `claimed` are declarer’s tricks in all, where he claimed.

    `room` is `o` or `c` where one deal is played in an open and a closed room, and `result` what `rs` has of it.
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
        """The last bid, who of its side first named its denomination, and how often it is doubled; None if none is."""
        return Calling(self.deal.dealer, self.said).declaration

    def play(self) -> Play:
        """The play as far as it goes. Raises `Illegal` at a card that may not be played, `Malformed` without a bid."""
        declaration = self.declaration
        if declaration is None:
            raise Malformed("play", "pc", "nothing was bid, so nobody can lead", "Write the bids before the cards")
        return Play.of(self.deal, declaration.trumps, declaration.by.left).after_all(self.cards)


def boards(lin: Lin, file: str = "LIN") -> tuple[tuple[Board, ...], tuple[Fault, ...]]:
    """The boards of a text that can be read, and the faults of the others; there is a fault where there is no board."""
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
        what = "there is no deal here"
        faults.append(Fault(file, 1, 1, what, "A deal is a command md, as md|1SAK…,S…,S…,S…|"))
    return tuple(found), tuple(faults)


def _groups(commands: Iterable[Command]) -> Iterator[list[Command]]:
    """The commands, divided where a board begins."""
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
    """Makes a board of its commands; `heading` has those before the first board, by name."""

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
                self._fault(md, f"{4 - len(wanting)} of the four hands are told", "Tell three at least")
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
                        self._fault(command, f"there are more than {MOST_CALLS} calls", "No auction is so long")
                        return
        if last:
            yield last

    def _made(self, command: Command) -> Iterator[LinCall]:
        """The calls of one command: one of them, as a rule."""
        text, place = command.packed, 0
        while place < len(text):
            found = _CALL.match(text, place)
            if found is None:
                mend = "A call is 1C to 7N, p, d or r, with ! where it was alerted"
                self._fault(command, f"‘{text[place:][:20]}’ is no call", mend)
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
                self._fault(command, f"‘{text[place:][:20]}’ is no card", "A card is its suit and its rank: SJ, HT")
                return
            yield Card(Suit.parse(found[1]), Rank.parse(found[2]))
            place = found.end()

    def _claimed(self) -> int | None:
        if "mc" not in self._first:
            return None
        command = self._first["mc"]
        text = command.packed
        if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= 13):
            self._fault(command, f"‘{text[:20]}’ is no number of tricks", "Write declarer’s tricks, 0 to 13")
            return None
        return int(text)

    def _vulnerable(self) -> tuple[Side, ...]:
        text = self._first["sv"].packed.lower() if "sv" in self._first else ""
        if text[:1] and text[:1] not in _MARKED:
            mend = "Write o for nobody, n, e, or b for both"
            self._fault(self._first["sv"], f"‘{text[:20]}’ is no vulnerability", mend)
        return _MARKED.get(text[:1], ())

    def _players(self, room: str) -> BySeat[str]:
        """The players of the board, else of the room: the heading has those of the closed room after the others."""
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
        """What the heading has for the board: `rs` goes through the boards, both rooms of each, from that of `vg`."""
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
        """That the cards can have been played. Raises `FaultyContent` where they cannot."""
        if board.cards:
            try:
                board.play()
            except TutorError as error:
                at = next(one for one in self._group if one.name == "pc")
                self._fault(at, f"the play cannot be followed: {error}", "Correct the card, or leave out the play")
                raise FaultyContent(self._faults) from None


def _hand(text: str) -> Hand:
    """The hand of suits with their ranks after them, as `SAK2HQJ3D54C987`. Raises `Malformed`, `NotAPack`."""
    if len(text) > LONGEST_HAND:
        raise Malformed("hand", text[:LONGEST_HAND], "it goes on and on", "Write thirteen cards at most")
    first, *rest = re.split("([SHDC])", text)
    if first:
        raise Malformed("hand", text, f"‘{first}’ stands before any suit", "Begin with S, H, D or C")
    ranks = dict.fromkeys(Suit, "")
    for letter, held in zip(rest[::2], rest[1::2], strict=True):
        ranks[Suit(letter)] += held
    return Hand(*(Holding.parse(ranks[suit]) for suit in Suit))


# ---- writing -----------------------------------------------------------------------------------------------------


def board_line(board: Board) -> str:
    """The board on one line, as strict as the format allows: four hands, a command for each call and for each card."""
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
    """The address at which Bridge Base’s viewer shows the board. The whole board is in it; nothing is fetched here."""
    return VIEWER + quote(board_line(board), safe="")


def _written_hand(hand: Hand) -> str:
    return "".join(f"{suit.letter}{hand[suit]}" for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))


def _written_call(call: Call, doubles: int) -> str:
    """A call in its letters; `doubles` counts those since the last bid, this one too."""
    match call:
        case Bid():
            return f"{call.odd_tricks}{call.denomination.letter}"
        case Double() if doubles <= 2:
            return "r" if doubles == 2 else "d"
        case Pass():
            return "p"
        case _:
            raise Malformed("call", str(call), "LIN has bids, passes, a double and a re-double", "Leave the calls out")


def _safe(text: str) -> str:
    """Prose that no reader takes for a command or a sign: no strokes, carets, at-signs or suit marks as `!S`."""
    plain = re.sub(r"[|^@]", "/", text)
    return " ".join(re.sub(r"!(?=[SHDCshdc])", "! ", plain).split())

"""Hands drawn: one of them, or four round a table, as SVG and as PNG.

A drawing carries its title and its description for who does not see it. The signs of the suits are shapes, and every
rank has its own place, so that it looks alike in whatever type there is. Light and dark are chosen, or left to the
reader’s own setting.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from html import escape
from types import MappingProxyType

from tutor.cards import Hand, Rank, Suit
from tutor.extras import importing
from tutor.seats import Seat

SIGNS: Mapping[Suit, str] = MappingProxyType(
    {
        Suit.SPADES: (
            "M16 2C12 9 3 13 3 20a6.500 6.500 0 0 0 11 4.600C13.800 27 13 29 11 30h10c-2-1-2.800-3-3-5.400"
            "A6.500 6.500 0 0 0 29 20C29 13 20 9 16 2z"
        ),
        Suit.HEARTS: "M16 29C12 22 3 18 3 10.500A6.700 6.700 0 0 1 16 8a6.700 6.700 0 0 1 13 2.500C29 18 20 22 16 29z",
        Suit.CLUBS: (
            "M16 2a6.300 6.300 0 0 0-4.900 10.300A6.300 6.300 0 1 0 14 23c-.2 3-1 5.500-3 7h10c-2-1.500-2.800-4-3-7"
            "a6.300 6.300 0 1 0 2.900-10.700A6.300 6.300 0 0 0 16 2z"
        ),
        Suit.DIAMONDS: (
            "M16 1.500C13 8 9.500 12 5 16c4.500 4 8 8 11 14.500C19 24 22.500 20 27 16 22.500 12 19 8 16 1.500z"
        ),
    }
)
"""The outlines of the suits’ signs, in a square of 32."""

FAMILY = "'EB Garamond', Garamond, 'Libertinus Serif', Georgia, serif"
LINE, SIGN, MARGIN, GAP = 27, 15, 18, 22
"""In pixels: from line to line, the size of a sign, the margin, and what is between two hands."""
_WIDTHS = {"A": 20, "K": 20, "Q": 21, "J": 15, "10": 30}
_WIDTH = 17
"""The room of a rank in pixels; that of a low one, which needs less than the letters."""
LETTERING = 21
TABLE = 96
"""The side of the square between the four hands."""


class Tone(Enum):
    """Whether a drawing is for light paper, for dark, or for what the reader has chosen."""

    LIGHT = "light"
    DARK = "dark"
    READERS = "reader’s"


@dataclass(frozen=True, slots=True)
class Style:
    """How a drawing is coloured; without `has_paper` what lies behind it shows through."""

    tone: Tone = Tone.READERS
    has_four_colours: bool = False
    has_paper: bool = True


PLAIN = Style()

Ranks = Mapping[Suit, tuple[str, ...]]
"""What stands after the sign of each suit: `A`, `10`, or `x` for a small card that is not named."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """Hands to be drawn, each with its heading; that of no seat is drawn alone, the others round a table."""

    title: str
    hands: Mapping[Seat | None, Ranks]
    headings: Mapping[Seat | None, str]
    dealer: Seat | None = None

    @property
    def description(self) -> str:
        """The hands in words: `A, dealer: spades A K 10, hearts none, …`."""
        return " ".join(f"{self._who(seat)}{_aloud(ranks)}." for seat, ranks in self.hands.items())

    def _who(self, seat: Seat | None) -> str:
        heading = self.headings.get(seat, "")
        return f"{heading}: " if heading else ""


def ranks_of(hand: Hand) -> Ranks:
    """The ranks of a hand as they are printed."""
    return {suit: tuple("10" if rank is Rank.TEN else rank.letter for rank in hand[suit]) for suit in Suit}


def _aloud(ranks: Ranks) -> str:
    return ", ".join(f"{suit.plural} {' '.join(ranks[suit]) or 'none'}" for suit in ranks)


# ---- colours -----------------------------------------------------------------------------------------------------

_LIGHT = {"paper": "#faf6ec", "ink": "#25201a", "faint": "#5f564a", "S": "#25201a", "H": "#a5281b", "C": "#25201a",
          "D": "#a5281b", "baize": "#2f5d4b"}  # fmt: skip
_DARK = {"paper": "#1c1a17", "ink": "#ece4d4", "faint": "#b3a893", "S": "#ece4d4", "H": "#ee9a86", "C": "#ece4d4",
         "D": "#ee9a86", "baize": "#28503f"}  # fmt: skip
_FOUR = {
    Tone.LIGHT: {"C": "#1c6b3a", "D": "#1f4fae"},
    Tone.DARK: {"C": "#85cf9d", "D": "#9dbcff"},
}
_ON_BAIZE, _GOLD = "#f6f0e0", "#f0c75e"


def _rules(tone: Tone, style: Style) -> str:
    """The colours of a tone, by class."""
    colours = (_DARK if tone is Tone.DARK else _LIGHT) | (_FOUR[tone] if style.has_four_colours else {})
    return "".join(f".{name}{{fill:{colour}}}" for name, colour in colours.items())


def _style(style: Style) -> str:
    if style.tone is not Tone.READERS:
        return _rules(style.tone, style)
    return f"{_rules(Tone.LIGHT, style)}@media (prefers-color-scheme:dark){{{_rules(Tone.DARK, style)}}}"


# ---- drawing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _HandPlace:
    """A hand, its heading, and where its upper left corner lies."""

    ranks: Ranks
    heading: str
    x: float
    y: float


def svg(diagram: Diagram, style: Style = PLAIN) -> str:
    """The drawing as an SVG document."""
    width, height, placed, table = _laid_out(diagram)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {width:g} {height:g}" role="img" aria-labelledby="t d" font-family="{FAMILY}">',
        f'<title id="t">{escape(diagram.title)}</title><desc id="d">{escape(diagram.description)}</desc>',
        f"<style>{_style(style)}</style>",
        *([f'<rect class="paper" width="{width:g}" height="{height:g}" rx="6"/>'] if style.has_paper else []),
        *(_table(diagram, *table) if table else ()),
        *(line for one in placed for line in _hand(one)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def png(diagram: Diagram, style: Style = PLAIN, scale: float = 2) -> bytes:
    """The drawing as a PNG, `scale` pixels to each of the SVG’s; light where the tone would be the reader’s."""
    with importing("print", "PNG"):
        import typst

    plain = Style(Tone.LIGHT if style.tone is Tone.READERS else style.tone, style.has_four_colours, style.has_paper)
    width, height, _, _ = _laid_out(diagram)
    page = (
        f"#set page(width: {width:g}pt, height: {height:g}pt, margin: 0pt, fill: none)\n"
        f'#image(bytes(sys.inputs.drawing), format: "svg", width: {width:g}pt, height: {height:g}pt)'
    )
    made = typst.compile(
        page.encode(),
        format="png",
        ppi=72 * scale,
        sys_inputs={"drawing": svg(diagram, plain)},
        ignore_system_fonts=True,
    )
    assert isinstance(made, bytes), "one page gives one picture"  # noqa: S101
    return made


def _laid_out(diagram: Diagram) -> tuple[float, float, list[_HandPlace], tuple[float, float] | None]:
    """The size of a drawing, its hands, and where the table between them lies, if it has one."""
    sizes = {seat: _size(ranks, diagram.headings.get(seat, "")) for seat, ranks in diagram.hands.items()}
    if set(sizes) == {None}:
        width, height = sizes[None]
        placed = [_HandPlace(diagram.hands[None], diagram.headings.get(None, ""), MARGIN, MARGIN)]
        return width + 2 * MARGIN, height + 2 * MARGIN, placed, None
    middle = max(TABLE, *(sizes[seat][0] for seat in (Seat.NORTH, Seat.SOUTH) if seat in sizes))
    left = sizes[Seat.WEST][0] if Seat.WEST in sizes else 0
    right = sizes[Seat.EAST][0] if Seat.EAST in sizes else 0
    tall = max(height for _, height in sizes.values())
    columns = {Seat.WEST: MARGIN, Seat.NORTH: MARGIN + left + GAP, Seat.EAST: MARGIN + left + 2 * GAP + middle}
    columns[Seat.SOUTH] = columns[Seat.NORTH]
    rows = {Seat.NORTH: MARGIN, Seat.WEST: MARGIN + tall + 6, Seat.SOUTH: MARGIN + 2 * (tall + 6)}
    rows[Seat.EAST] = rows[Seat.WEST]
    placed = [
        _HandPlace(ranks, diagram.headings.get(seat, ""), columns[seat], rows[seat])
        for seat, ranks in diagram.hands.items()
        if seat is not None
    ]
    table = (columns[Seat.NORTH] + (middle - TABLE) / 2, rows[Seat.WEST] + (tall - TABLE) / 2)
    return left + middle + right + 2 * (GAP + MARGIN), 3 * tall + 12 + 2 * MARGIN, placed, table


def _size(ranks: Ranks, heading: str) -> tuple[float, float]:
    """How wide and how tall a hand is drawn."""
    widest = max((_places(shown)[-1] for shown in ranks.values()), default=0)
    return max(SIGN + 8 + widest, 9 * len(heading), 92), LINE * (len(ranks) + bool(heading))


def _places(shown: tuple[str, ...]) -> list[float]:
    """Where each rank is centred, and where the last of them ends."""
    places, x = [], 0.0
    for text in shown or ("",):
        wide = _WIDTHS.get(text, _WIDTH)
        places.append(x + wide / 2)
        x += wide
    return [*places, x]


def _hand(one: _HandPlace) -> Iterator[str]:
    y = one.y
    if one.heading:
        yield (
            f'<text class="faint" x="{one.x:g}" y="{y + 18:g}" font-size="17" font-style="italic">'
            f"{escape(one.heading)}</text>"
        )
        y += LINE
    for suit, shown in one.ranks.items():
        yield (
            f'<path class="{suit.letter}" transform="translate({one.x:g} {y + 6:g}) scale({SIGN / 32:g})"'
            f' d="{SIGNS[suit]}"/>'
        )
        start = one.x + SIGN + 6
        if shown:
            spans = "".join(
                f'<tspan x="{start + place:g}">{escape(text)}</tspan>'
                for text, place in zip(shown, _places(shown), strict=False)
            )
            yield (
                f'<text class="ink" y="{y + 20:g}" font-size="{LETTERING}" text-anchor="middle"'
                f' data-suit="{suit.letter}">{spans}</text>'
            )
        else:
            yield f'<text class="faint" x="{start + 3:g}" y="{y + 20:g}" font-size="{LETTERING}">—</text>'
        y += LINE


def _table(diagram: Diagram, x: float, y: float) -> Iterator[str]:
    """The table with the letter of each seat at its side, the dealer’s in gold."""
    yield f'<rect class="baize" x="{x:g}" y="{y:g}" width="{TABLE}" height="{TABLE}" rx="8"/>'
    half = TABLE / 2
    sides = {
        Seat.NORTH: (half, 22),
        Seat.SOUTH: (half, TABLE - 10),
        Seat.WEST: (16, half + 6),
        Seat.EAST: (TABLE - 16, half + 6),
    }
    for seat, (across, down) in sides.items():
        look = f'fill="{_GOLD}" font-weight="bold"' if seat is diagram.dealer else f'fill="{_ON_BAIZE}"'
        yield (
            f'<text x="{x + across:g}" y="{y + down:g}" font-size="18" text-anchor="middle" {look}>{seat.label}</text>'
        )

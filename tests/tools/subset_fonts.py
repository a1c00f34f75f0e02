"""Makes the fonts of the pages from the whole ones: `make fonts`.

A page loads the letters that English needs, and the italic in the one weight in which it is mostly set. The other
letters and the other weights are in files of their own, which a browser fetches only for a page that has them.
The whole fonts stand in `tests/tools/fonts`; their licence and names go with every file (`static/fonts/OFL.txt`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WHOLE = Path(__file__).parent / "fonts"
MADE = Path(__file__).parents[2] / "static" / "fonts"
ENGLISH = frozenset({*range(0x20, 0x7F), *map(ord, "\u00a0£§°·×éèêæœàâçôîïöüäë¼½¾–—‘’“”…′−")})
"""Also what the books borrow from French and Latin."""
SMALL_CAPITALS = frozenset(map(ord, " &'(),-.0123456789:;abcdefghijklmnopqrstuvwxyz·æœ–’"))
"""Every text in small capitals is written in small letters first."""
REGULAR = 400


@dataclass(frozen=True, slots=True)
class FontPart:
    """A file that is made: of which font, with which letters (all but `without`, or those of `only`), in one weight."""

    file: str
    whole: str
    only: Collection[int] | None = None
    without: Collection[int] = ()
    weight: int | None = None


PARTS = (
    FontPart("eb-garamond.woff2", "eb-garamond.woff2", only=ENGLISH),
    FontPart("eb-garamond-more.woff2", "eb-garamond.woff2", without=ENGLISH),
    FontPart("eb-garamond-italic.woff2", "eb-garamond-italic.woff2", only=ENGLISH, weight=REGULAR),
    FontPart("eb-garamond-italic-bold.woff2", "eb-garamond-italic.woff2", only=ENGLISH),
    FontPart("eb-garamond-italic-more.woff2", "eb-garamond-italic.woff2", without=ENGLISH),
    FontPart("love-all-figures.woff2", "love-all-figures.woff2"),
    FontPart("love-all-figures-italic.woff2", "love-all-figures-italic.woff2"),
    FontPart("love-all-small-capitals.woff2", "love-all-small-capitals.woff2", only=SMALL_CAPITALS),
)


def main() -> None:
    for part in PARTS:
        font = TTFont(
            WHOLE / part.whole, recalcTimestamp=False, recalcBBoxes=False
        )  # a field is as wide as its font is
        letters = set(font.getBestCmap()) if part.only is None else set(part.only) & set(font.getBestCmap())
        if part.weight is not None:
            font = instantiateVariableFont(font, {"wght": part.weight})
        subset(font, letters - set(part.without))
        font.flavor = "woff2"
        font.save(MADE / part.file)
        print(f"{part.file:<32} {(MADE / part.file).stat().st_size:6} bytes")


def subset(font: TTFont, letters: Collection[int]) -> None:
    """Leaves in a font these letters alone, with their kerning, their ligatures, and the names of all."""
    options = Options()
    options.layout_features += ["pnum", "tnum"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)


if __name__ == "__main__":
    main()

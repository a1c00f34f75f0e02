"""J. B. Elwell, “Bridge Axioms and Laws” (New York, 1907): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Part, Source

_MAXIMS = (
    3, 8, 13, 17, 22, 27, 32, 37, 42, 46, 52, 56, 61, 66, 70, 72, 77, 82, 87, 91, 96, 98, 103, 108, 112, 116, 120, 123,
    127, 132, 137, 141, 146, 151, 156, 161, 165, 168, 172, 176, 181, 185, 189, 193, 195, 201, 206, 211, 215, 218, 224,
    229, 234, 239, 245, 250, 255, 259, 262, 267, 271, 275, 280, 284, 287, 292, 297, 302, 307, 311, 316, 320, 325, 330,
    335, 340, 345, 350, 355, 360, 364, 369, 374, 378, 381, 386, 391, 395, 399, 405, 407, 412, 417, 421, 426, 431, 436,
    441, 445, 449, 454, 457, 462, 467, 472, 477, 483, 488, 493, 498, 502, 506, 511, 516, 520, 524, 528, 531, 536, 541,
    546, 551, 554, 559, 564, 568, 573, 577, 579, 583, 587, 591, 596, 601, 605, 610, 614, 618, 622, 626, 631, 633, 638,
    642, 647, 651, 656, 658, 663, 668,
)  # fmt: skip
"""Elwell prints his maxims without numbers: they are counted as they stand."""

AUTHOR = Author(
    book=Source("elwell", "J. B. Elwell", "Bridge Axioms and Laws", "New York", 1907),
    prefix="axi",
    authority="tutor.authorities.elwell.authority:ELWELL",
    code="bridge-american-1907",
    former_keys=("axioms",),
    parts=(
        Part(1, "maxim {}", _MAXIMS),
        Part(677, "Laws of Bridge, 1907"),
        Part(1387, "under ‘Spade convention’"),
        Part(1402, "under ‘Etiquette’"),
        Part(1433, "table of declarations"),
        Part(1495, "table of passed makes"),
        Part(1509, "table of leads against a trump"),
        Part(1550, "table of leads at no-trump"),
        Part(1609, "table of unblocking"),
        Part(1686, "under ‘The Change the Suit Call’"),
    ),
)

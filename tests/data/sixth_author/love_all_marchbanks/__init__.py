"""Augustus Marchbanks, “The Timid Dealer”: an invented author of an invented book, as an example of a package.

This module is imported whenever Love All starts, so it loads nothing: the rules are in `authority`, which is imported
when they are asked for. The deals and lessons are in the folders `hands` and `lessons` beside it.
"""

from __future__ import annotations

from tutor.authoring import Author, Source

AUTHOR = Author(
    book=Source("marchbanks", "Augustus Marchbanks", "The Timid Dealer, an Invented Book", "Nowhere", 1902),
    prefix="mar",
    authority="love_all_marchbanks.authority:MARCHBANKS",
    code="bridge-english-1901",
    content="love_all_marchbanks",
    api="1.0",
)

"""Professor Hoffmann, “Bridge, in Hoyle’s Games Modernized” (London): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Part, Source

AUTHOR = Author(
    book=Source("hoffmann", "Professor Hoffmann", "Bridge, in Hoyle’s Games Modernized", "London", None),
    prefix="hof",
    authority="tutor.authorities.hoffmann.authority:HOFFMANN",
    code="bridge-english-1904",
    placed_in=1904,  # the copy that was read bears no date; it prints the laws of that year
    parts=(
        Part(1, "introduction"),
        Part(19, "under ‘The Score in Actual Practice’"),
        Part(45, "under ‘Hints for Play’"),
        Part(49, "hint {}", (49, 51, 53, 55)),
        Part(57, "under ‘Hints for Play’"),
        Part(61, "Laws of Bridge, 1904"),
    ),
)

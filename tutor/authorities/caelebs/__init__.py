"""Cælebs, “The Laws and Practice of Whist” (New York, 1859): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Part, Source

AUTHOR = Author(
    book=Source("caelebs", "Cælebs", "The Laws and Practice of Whist", "New York", 1859),
    prefix="cae",
    authority="tutor.authorities.caelebs.authority:CAELEBS",
    code="whist-short-1859",
    code_with_an_open_hand="dumby-1859",
    usual_rule="cae-art-035",
    former_rows=(
        ("cae-art-022", "trumps forthwith", "trumps at once"),
        ("cae-art-037", "of one’s own motion", "on your own initiative"),
        ("cae-art-078", "an adversary declines", "an opponent declines"),
    ),
    parts=(
        Part(1, "title page"),
        Part(180, "contents"),
        Part(234, "preface"),
        Part(289, "introduction"),
        Part(480, ""),
    ),
)

"""R. F. Foster, “Auction Bridge up to Date” (New York, 1910): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Drills, Source

AUTHOR = Author(
    book=Source("foster", "R. F. Foster", "Auction Bridge up to Date", "New York", 1910),
    prefix="fos",
    authority="tutor.authorities.foster.authority:FOSTER",
    code="auction-1910",
    usual_rule="fos-decl-trumps",
    former_rows=(
        ("fos-tb-hand-p109", "leave him", "leave partner alone"),
        ("fos-tb-show-stopper", "nothing but his suit", "only partner’s suit"),
    ),
    drills=Drills(leads_tell_length=True, eleven_rule="fos-eleven-rule"),
)

"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Drills, Source

AUTHOR = Author(
    book=Source("hellespont", "Hellespont", "The Laws and Principles of Bridge", "London", 1901),
    prefix="hel",
    authority="tutor.authorities.hellespont.authority:HELLESPONT",
    code="bridge-english-1901",
    former_rows=(("hel-double-nt-leader-scale", "his partner", "the leader’s partner"),),
    drills=Drills(declaring_pages="pp. 58–107", leads_tell_length=True, hears_opening_leads=True),
)

"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): who he is, and where all that is his is found."""

from __future__ import annotations

from tutor.authors import Author, Drills, Examples, Source

AUTHOR = Author(
    book=Source("hellespont", "Hellespont", "The Laws and Principles of Bridge", "London", 1901),
    prefix="hel",
    authority="tutor.authorities.hellespont.authority:HELLESPONT",
    code="bridge-english-1901",
    former_rows=(("hel-double-nt-leader-scale", "his partner", "the leader’s partner"),),
    drills=Drills(declaring_pages="pp. 58–107", leads_tell_length=True, hears_opening_leads=True),
    examples=Examples(
        "hel-game-01",
        (
            {
                "question": "declare",
                "hand": "S:AKJ762 H:765 C:4 D:A43",
                "role": "dealer",
                "score": {"us": 0, "them": 0},
            },
            {
                "question": "lead",
                "hand": "S:T98 H:AK84 C:983 D:KQ2",
                "trumps": "S",
                "declared_by": "dealer",
                "doubled_by": None,
                "why": True,
            },
            {
                "question": "third hand",
                "view": {
                    "seat": "Z",
                    "hand": "S:A74 H:Q52 C:KJ83 D:542",
                    "calls": ["A declares no trumps", "Y is content", "Z is content"],
                    "exposed": {"B": "S:Q3 H:AK76 C:542 D:AKJ"},
                    "trick": "Y S5, B S2",
                },
                "acceptable": True,
            },
        ),
    ),
)

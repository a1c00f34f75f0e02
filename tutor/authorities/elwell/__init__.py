"""J. B. Elwell, “Bridge Axioms and Laws” (New York, 1907): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority

ELWELL = Authority("axioms", ())

"""Where Hellespont speaks loosely: the readings of his words that fit every case he prints.

One is chosen, and advises. What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

FROM_HOW_MANY_HE_CALLS = 5
"""Of how many cards a suit may be called in by a first discard though others could go: “five or six” (p. 172)."""
HE_DISCARDS_TWICE = 2
"""“When you are obliged to discard, it usually happens that you have to do so more than once” (p. 173)."""

"""What the sentences of a text say of the play, as far as a machine can understand them, and whether it is so.

The reader knows some forms of words and guesses at nothing else. It reads, in the indicative,

    Y leads the ten of clubs      A has ruffed        Z throws the three and then the four     who did what
    Y takes the ace               the two is returned the knave draws the ten
    Z has the nine of spades      B’s queen of hearts the king stands in the exposed hand      who has what
    A has six diamonds to the ace B has no heart      the queen has not fallen
    at trick 6                    this, the third round      two rounds of trumps               when, and how often
    B has held up the ace         A lets the second heart go                                    what was not played
    Z has called in diamonds      A declares spades   AB make three by tricks                   signals, calls, results

The present tense tells of the trick of which the text speaks, as far as it has been seen (see `Scene`), the past of any
card that has been played; a trick that is named is that trick, and in the present tense may be still to come. What is
supposed, expected, hoped or advised (‘if’, ‘would’, ‘may’, ‘will’, ‘should’, ‘hoped’) is not read: what it would have
come to is for the audit of claims.

A rank without its suit is true of any suit of which it can be meant: this may let a false word pass, and never blames
a true one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.library.notes.deeds import deeds
from tutor.library.notes.holdings import holdings
from tutor.library.notes.lines import Line, Statement
from tutor.library.notes.scenes import Scene
from tutor.library.notes.tallies import tallies

LONGEST = 400
"""How many characters of a sentence, and of what goes before it, are read: more than any of ours has. Of a longer one
nothing is understood: the reading takes time by the square of them."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, what of it was understood, and whether most of it supposes what did not happen."""

    text: str
    statements: tuple[Statement, ...]
    is_supposed: bool


_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z(“‘])")


def read(text: str, scene: Scene) -> tuple[Sentence, ...]:
    """Every sentence of a text, read where it stands."""
    made = []
    before = ""
    for sentence in filter(None, map(str.strip, _ENDS.split(text))):
        if len(sentence) > LONGEST:
            made.append(Sentence(sentence, (), is_supposed=False))
            continue
        line = Line(sentence, before, scene)
        told = sum(not line.is_supposed(at) for at in range(len(sentence)))
        statements = dict.fromkeys([*deeds(line), *holdings(line), *tallies(line)])
        made.append(Sentence(sentence, tuple(statements), is_supposed=2 * told < len(sentence)))
        before = f"{before} {sentence}"[-LONGEST:]
    return tuple(made)

"""When Elwell’s table does not double."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.auction import Content
from tutor.authorities.chapter import Chapter
from tutor.authorities.elwell.book import KEY
from tutor.authorities.elwell.declaring import GAME
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import counted
from tutor.view import Standing, View


@dataclass(frozen=True)
class DoublingFacts:
    """What an opponent of the declarer knows of the score, and of what a trick counts now."""

    standing: Standing
    trick: int

    @classmethod
    def of(cls, view: View) -> DoublingFacts:
        declaration = view.declaration
        assert declaration is not None, "nothing can be doubled before it is declared"  # noqa: S101
        return cls(view.standing, TRICK_VALUES[declaration.denomination] << declaration.doubled)


double = Section[DoublingFacts](KEY)


@double.rule(
    "axi-maxim-082",
    "Do not double if the odd trick would win you the game.",
    lines=(369, 370),
    advises=(Content(),),
    why="The odd trick wins you the game without a double.",
)
def odd_trick_is_enough(facts: DoublingFacts) -> Finding:
    wanted = -(-(GAME - facts.standing.us) // facts.trick)

    def because() -> str:
        needs = f"the game needs {counted(wanted, 'odd trick')}"
        return f"at {facts.standing.us}, with a trick at {facts.trick}, {needs}"

    return yes(because, Content()) if wanted == 1 else no(because)


def _silent_on(view: View) -> str | None:
    declaration = view.declaration
    if declaration is not None and declaration.by.side is view.seat.side:
        return "Elwell’s maxim is for the declarer’s opponents"
    return None


DOUBLES = Chapter(Question.DOUBLE, double, DoublingFacts.of, silent_on=_silent_on)

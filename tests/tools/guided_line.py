"""Prints the line of a guided deal: the learner does as its moments advise, and everybody plays well.

python -m tests.tools.guided_line lessons/whist/whist-trumps.md NAME
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from tutor.cards import Card
from tutor.library.catalogue import load
from tutor.library.guided_deals import GuidedDeal
from tutor.library.lesson_blocks import Surroundings
from tutor.library.lesson_files import DEAL, LessonText, _parted  # the parts of a file that has faults still
from tutor.library.values import Origin
from tutor.play import Play
from tutor.quizzes.guided_play import advice_at, strongest


def deal_of(file: Path, name: str) -> GuidedDeal:
    """The guided deal of a name in a file, whatever its line."""
    written = LessonText.of_file(file)
    around = Surroundings(library=load(), is_thorough=False)
    for part in _parted(written)[1]:
        data = part.document.data if part.word == DEAL else None
        if isinstance(data, dict) and data.get("name") == name:
            context = replace(around, origin=Origin(line=part.line))
            return GuidedDeal.model_validate(data, context=context)
    raise SystemExit(f"there is no deal ‘{name}’ in {file}")


def card_of(deal: GuidedDeal, play: Play) -> Card:
    """The card of a moment, else the most natural of those that bring the most."""
    for _, moment in deal.moments_of(play) if play.to_play in deal.controlled else ():
        if moment.best:
            return moment.best[0]
        advice = advice_at(deal, play, moment)
        card = next((answer for answer in advice.answers if isinstance(answer, Card)), None) if advice else None
        if card is not None:
            return card
    return strongest(deal, play)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("name")
    chosen = parser.parse_args()
    deal = deal_of(chosen.file, chosen.name)
    play, cards = deal.start, []
    while not deal.is_over(play):
        card = card_of(deal, play)
        cards.append(f"{play.to_play.label} {card}")
        play = play.after(card)
        if not play.trick.cards:
            print(f"  - {', '.join(cards)}")  # noqa: T201
            cards = []
    print(f"# {play.won[deal.you.side] - deal.start.won[deal.you.side]} tricks")  # noqa: T201


if __name__ == "__main__":
    main()

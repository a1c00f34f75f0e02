"""Gathers the positions from which questions are made: `python -m tests.tools.gather_positions [DEALS] [AUTHOR …]`.

They come from the cases of `tests/data/advice`, and from rubbers that the authors play against themselves under their
codes, now and then with a card that they would not have played; so the scores differ, and other positions come about.
Where a rule, or a row of one, is met with too seldom, positions of it are changed by the steps by which questions are
made, many of them. What is kept is written to `lessons/positions`, each author in a file, and its hands are made
natural (see `natural_hands`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.authorities.test_advice import FOLDER, CasesModel
from tests.benchmarks.masters import natural_card
from tests.tools.natural_hands import mend
from tutor.auction import Leave
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.fitting import fitting, why_impossible, why_unfit
from tutor.authorities.rules import Advice, Question
from tutor.cards import Card, Suit
from tutor.codes import CODES, Code
from tutor.library.folders import folder
from tutor.library.positions import FOLDER as POSITIONS
from tutor.library.positions import PositionQuestion, read_position, write_position
from tutor.library.validation import validated
from tutor.library.yaml_text import read
from tutor.quizzes.author_exercise import code_of, offered
from tutor.quizzes.sense import why_senseless
from tutor.quizzes.walk import Walk, are_lawful, is_a_choice
from tutor.seats import BySide
from tutor.tables.callings import QUIET
from tutor.tables.table import Table
from tutor.view import Standing, View

GAMES = (
    "whist-short-1859",
    "dumby-1859",
    "bridge-english-1901",
    "bridge-english-1904",
    "bridge-american-1907",
    "auction-1910",
)
DEALS = 400
SCORES = (
    Standing(),
    Standing(24, 24),
    Standing(24, 0),
    Standing(0, 24),
    Standing(18, 0),
    Standing(0, 18, -200),
    Standing(12, 20),
)
"""At which the hands of the books are asked about besides."""
AT_RANDOM = 0.08
"""How often a card is played that nobody advises."""
MET = 24
"""How many positions of a row are compared, to keep some that differ."""
PLAIN, HARD = 4, 2
"""How many positions of a row are kept: where one answer is right, and besides these where others are acceptable."""
WANTED = 3
"""How many plain ones are looked for by changing others."""
WALKS, STEPS = 24, 16

Row = tuple[str, str]
"""The id of a rule and the row of it."""


class Pool:
    """The positions of an author that have been met with, by row, those of his book first."""

    def __init__(self, author: Authority) -> None:
        self.author = author
        self.advising = {rule.id for chapter in author.chapters for rule in chapter.rules}
        self.lines: dict[bool, dict[Row, list[str]]] = {True: {}, False: {}}
        self.first: set[str] = set()

    def add(self, question: Question, view: View, *, first: bool = False) -> None:
        """Takes a position, if it can be asked about, under each rule that it can be asked for."""
        advice = self.author.advise(view, question, widely=True)
        if not isinstance(advice, Advice) or advice.is_undecided:
            return
        rows = [(advice.rule.id, advice.rule.row)]
        allowing = self.author.allowing(view, question)
        rows += [(rule.id, rule.row) for rule in allowing if rule.id not in self.advising]
        rows = [row for row in rows if len(self.lines[not advice.acceptable].setdefault(row, [])) < MET or first]
        code = code_of(self.author, view)
        if why_senseless(view, question, advice, Random(0)) is not None:
            return
        if not rows or not is_a_choice(advice, offered(view, question, code)) or not are_lawful(view.calling, code):
            return
        line = write_position(question, view)
        again = read_position(line).view
        if why_impossible(again) or why_unfit(again, question):
            return
        if self.author.advise(again, question, widely=True) != advice:
            raise ValueError(f"it is not advised on what was read as on what was written: {line}")
        self.first.update([line] if first else [])
        for row in rows:
            if line not in self.lines[not advice.acceptable][row]:
                self.lines[not advice.acceptable][row].append(line)

    def rows(self) -> list[Row]:
        """Every row of the author’s rules, in his order."""
        return [(rule.id, rule.row) for rule in self.author.rules]

    def kept(self, row: Row, *, is_plain: bool) -> list[str]:
        """Some of the lines of a row, his own first and then the shortest, no two of them much alike."""
        lines = sorted(self.lines[is_plain].get(row, []), key=lambda line: (line not in self.first, len(line), line))
        kept: list[str] = []
        likenesses: set[tuple[object, ...]] = set()
        for line in lines:
            like = likeness(read_position(line))
            if line in self.first or like not in likenesses:
                likenesses.add(like)
                kept.append(line)
        rest = [line for line in lines if line not in kept]
        is_all = not self.lines[not is_plain].get(row)
        return [*kept, *rest][: PLAIN if is_plain or is_all else HARD]


def likeness(position: PositionQuestion) -> tuple[object, ...]:
    """What two positions may have in common: the question, the trick, the shape of the hand, what is trumps."""
    view = position.view
    shape = tuple(sorted(len(view.hand[suit]) for suit in Suit))
    return (position.question, len(view.tricks), shape, view.declaration and view.declaration.denomination)


def main(deals: int, keys: tuple[str, ...]) -> None:
    for key in keys:
        pool = Pool(AUTHORITIES[key])
        from_cases(pool)
        for game in GAMES:
            if CODES[game].source == key:
                for question, view in played(CODES[game], deals):
                    pool.add(question, view)
        by_walking(pool)
        write(pool, folder("lessons") / POSITIONS / f"{key}.yaml")
        mend(key)
        rows = pool.rows()
        lacking = [row for row in rows if not pool.kept(row, is_plain=True)]
        print(f"{key}: {len(rows)} rows; not plain: {', '.join(map(str, lacking)) or 'none'}", flush=True)


def from_cases(pool: Pool) -> None:
    for path in sorted(FOLDER.glob("*.yaml")):
        model = validated(read(path.read_text(encoding="utf-8"), path.name), CasesModel)
        for case in model.cases if model.authority == pool.author.key else ():
            view = case.view.view()
            pool.add(case.question, view, first=True)
            for other in otherwise(view) if case.question.is_of_calls else ():
                pool.add(case.question, other)


def otherwise(view: View) -> Iterator[View]:
    """The same hand at other scores, and where it is a dealer’s about to speak, in his partner’s place."""
    for standing in SCORES:
        points = BySide.each(lambda side, s=standing: s.us if side is view.seat.side else s.them)  # type: ignore[misc]
        calling = replace(view.calling, standing=points)
        yield replace(view, standing=standing, calling=calling)
        if view.is_dealer and not view.calling.said:
            yield replace(view, seat=view.seat.partner, standing=standing, calling=calling.after(view.dealer, Leave()))


def played(code: Code, deals: int) -> Iterator[tuple[Question, View]]:
    """All that is asked in deals of rubbers that an author plays against himself."""
    random = Random(code.key)
    author = AUTHORITIES[code.source]
    sheet = code.rubber
    for number in range(deals):
        if sheet.is_over:
            sheet = code.rubber
        table = Table.laid(code, code.deal(random, number), sheet)
        while not table.is_over and (seat := table.player_to_act) is not None:
            view = table.view(seat)
            yield from ((question, view) for question in fitting(view))
            table = acted(table, author, view, random)
        sheet = sheet.after(table.score())


def acted(table: Table, author: Authority, view: View, random: Random) -> Table:
    lawful = table.lawful()
    advice = author.answer(view)
    advised = [one for one in advice.answers if one in lawful] if isinstance(advice, Advice) else []
    if table.play is None:
        quiet = next((one for one in QUIET if one in lawful), lawful[0])
        return table.after(advised[0] if advised else quiet)
    if random.random() < AT_RANDOM:
        return table.after(random.choice(lawful))
    return table.after(natural_card(table, random, tuple(one for one in advised if isinstance(one, Card))))


def by_walking(pool: Pool) -> None:
    for row in pool.rows():
        for number in range(WALKS):
            if len(pool.lines[True].get(row, [])) >= WANTED:
                break
            known = [*pool.lines[True].get(row, []), *pool.lines[False].get(row, [])]
            if not known:
                break
            walk = Walk(row[0], pool.author, read_position(known[number % len(known)]), Random(number), is_plain=False)
            for _ in range(STEPS):
                walk.go(1)
                pool.add(walk.question, walk.view)


def write(pool: Pool, path: Path) -> None:
    rules: dict[str, dict[str, list[str]]] = {}
    for row in pool.rows():
        kinds = rules.setdefault(row[0], {"plain": [], "hard": []})
        kinds["plain"] += pool.kept(row, is_plain=True)
        kinds["hard"] += pool.kept(row, is_plain=False)
    lines = [
        "# yaml-language-server: $schema=../../hands/positions.schema.json",
        "# Positions in which each rule decides, gathered by `python -m tests.tools.gather_positions`.",
        "kind: positions",
        f"source: {pool.author.key}",
        "positions:",
    ]
    for rule_id, kinds in rules.items():
        if any(kinds.values()):
            lines.append(f"  {rule_id}:")
        for kind, positions in kinds.items():
            if positions:
                lines.append(f"    {kind}:")
            lines += [f'      - "{line}"' for line in dict.fromkeys(positions)]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else DEALS, tuple(given[1:]) or tuple(AUTHORITIES))

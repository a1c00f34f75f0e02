"""How well the authors’ rules play: `python -m tests.benchmarks.masters [--rules] [DEALS] [CODE …]`.

Every deal is called by the author of the code, or where he is silent as quietly as may be, and then played twice: once
with AB by his rules and YZ without an authority, once the other way about. Where the author is silent, and always
without one, the natural card is played. So the same cards, in both hands, are played by the rules and without them.
What a card throws away is solved for one deal in five, for that takes most of the time.

With `--rules`, each rule is weighed by itself: wherever it advises another card than the natural one, the deal is
played on naturally from both, and the difference in tricks is the rule’s. Who plays naturally does not understand what
a card tells, so a rule that speaks to partner gains nothing here.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from random import Random

from tutor.analysis.hindsight import Hindsight
from tutor.analysis.natural import ordered
from tutor.authorities import AUTHORITIES
from tutor.authorities.authority import Authority
from tutor.authorities.rules import Advice
from tutor.cards import Card
from tutor.codes import CODES, Code
from tutor.play import Play
from tutor.seats import BySide, Side
from tutor.tables.callings import QUIET
from tutor.tables.layouts import consistent
from tutor.tables.table import Table
from tutor.view import View

DEALS = 1000
SOLVED = 5
GAMES = ("whist-short-1859", "bridge-english-1901", "bridge-english-1904", "bridge-american-1907", "auction-1910")


@dataclass
class Sums:
    """Tricks taken, tricks thrown away as double dummy sees it, and cards played, by the rules and without."""

    tricks: int = 0
    cards: int = 0
    advised: int = 0
    thrown: int = 0
    solved: int = 0


def main(deals: int, keys: tuple[str, ...]) -> None:
    print(f"{'game':24}{'deals':>6}  {'by rule':>8}{'tricks with':>13}{'without':>9}", end="")
    print(f"{'thrown a card with':>20}{'without':>9}")
    for key in keys:
        code = CODES[key]
        author = AUTHORITIES[code.source]
        sums = {True: Sums(), False: Sums()}
        played = 0
        for number in range(deals):
            laid = called(code, author, Random(number))
            if laid.play is None:
                continue
            played += 1
            for ruled in Side:
                play(laid, author, ruled, sums, is_solved=number % SOLVED == 0)
        ruled_sums, plain = sums[True], sums[False]
        print(
            f"{key:24}{played:>6}  {ruled_sums.advised / ruled_sums.cards:>8.2f}"
            f"{ruled_sums.tricks / (2 * played):>13.3f}{plain.tricks / (2 * played):>9.3f}"
            f"{ruled_sums.thrown / ruled_sums.solved:>20.4f}{plain.thrown / plain.solved:>9.4f}",
            flush=True,
        )


def weigh_rules(deals: int, keys: tuple[str, ...], shown: int = 12) -> None:
    for key in keys:
        code = CODES[key]
        gains = gains_by_rule(code, AUTHORITIES[code.source], deals)
        ranked = sorted(gains.items(), key=lambda each: sum(each[1]))
        print(f"{key}: {sum(map(sum, gains.values()))} tricks gained by {sum(map(len, gains.values()))} cards")
        for rule, each in [*ranked[:shown], *ranked[shown:][-shown:]]:
            print(f"  {rule:36}{len(each):>6} cards {sum(each):>6} tricks {sum(each) / len(each):>+8.3f} a card")
        sys.stdout.flush()


def gains_by_rule(code: Code, author: Authority, deals: int) -> dict[str, list[int]]:
    """For each rule, the tricks that each card it advised against the natural one gained its side."""
    gains: dict[str, list[int]] = defaultdict(list)
    for number in range(deals):
        table, random = called(code, author, Random(number)), Random(number)
        while not table.is_over and table.play is not None:
            natural = natural_card(table, random, ())
            among = advised_cards(table, author)
            if not among or natural in among:
                table = table.after(natural)
                continue
            seat, advice = table.hand_to_act, author.answer(seen(table))
            assert seat is not None
            assert isinstance(advice, Advice)
            ruled, plain = table.after(natural_card(table, random, among)), table.after(natural)
            gains[advice.rule.id].append(played_out(ruled)[seat.side] - played_out(plain)[seat.side])
            table = random.choice((ruled, plain))
    return gains


def played_out(table: Table) -> BySide[int]:
    """What each side takes when the rest is played naturally."""
    play, dummy = table.play, table.code.dummy(table.calling)
    assert play is not None
    while not play.is_over:
        play = play.after(ordered(play, dummy)[0])
    return play.won


def seen(table: Table) -> View:
    assert table.player_to_act is not None
    return table.view(table.player_to_act)


def called(code: Code, author: Authority, random: Random) -> Table:
    table = Table.laid(code, code.deal(random, 0), code.rubber)
    while table.play is None and not table.is_over and (seat := table.player_to_act) is not None:
        lawful = table.lawful()
        advice = author.answer(table.view(seat))
        advised = next((one for one in advice.answers if one in lawful), None) if isinstance(advice, Advice) else None
        quiet = next((one for one in QUIET if one in lawful), lawful[0])
        table = table.after(advised or quiet)
    return table


def play(table: Table, author: Authority, ruled: Side, sums: dict[bool, Sums], *, is_solved: bool) -> None:
    assert table.play is not None
    random = Random(str(table.deal))
    while not table.is_over and table.play is not None:
        seat, player = table.hand_to_act, table.player_to_act
        assert seat is not None
        assert player is not None
        by_rule = seat.side is ruled
        advised = advised_cards(table, author) if by_rule else ()
        sums[True].advised += bool(advised)
        sums[by_rule].cards += 1
        table = table.after(natural_card(table, random, advised))
    final = table.play
    assert isinstance(final, Play)
    for card in Hindsight.of(final).cards if is_solved else ():
        sums[card.side is ruled].thrown += card.cost
        sums[card.side is ruled].solved += 1
    for side in Side:
        sums[side is ruled].tricks += final.won[side]


def natural_card(table: Table, random: Random, among: tuple[Card, ...]) -> Card:
    """The natural card among some, or of all, on a layout that could be: nobody sees more than his view."""
    view = seen(table)
    assert view.trick is not None
    layout = next(consistent(view, random))
    cards = ordered(Play(layout, view.trumps, view.trick, view.tricks), table.code.dummy(table.calling))
    return next(card for card in cards if not among or card in among)


def advised_cards(table: Table, author: Authority) -> tuple[Card, ...]:
    """All that the author would have played; none where he is silent."""
    advice = author.answer(seen(table))
    return tuple(one for one in advice.answers if isinstance(one, Card)) if isinstance(advice, Advice) else ()


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--rules"]
    (weigh_rules if "--rules" in sys.argv else main)(int(given[0]) if given else DEALS, tuple(given[1:]) or GAMES)

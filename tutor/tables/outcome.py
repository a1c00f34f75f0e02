"""What came of a deal, in one sentence: how many tricks were made, and what everybody scores for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tutor.auction import Declaration
from tutor.codes.scoring import DealScore, Heading, Party
from tutor.seats import Side
from tutor.tables.table import Table
from tutor.tables.tally import tricks_needed
from tutor.wording import in_words

FOR: Mapping[Heading, str] = {
    Heading.TRICKS: "tricks",
    Heading.CREDIT: "the lost tricks",
    Heading.HONOURS: "honours",
    Heading.CHICANE: "chicane",
    Heading.SLAM: "the slam",
    Heading.PENALTY: "penalties",
    Heading.BONUS: "the double",
    Heading.RUBBER: "the rubber",
}
"""What points are for, by the heading under which they are scored."""
SHORT_OF_BID = "the missing tricks"


def outcome(table: Table) -> str:
    """The sentence for a deal that is over: `Made 5, two short: YZ score 4.` Raises `ValueError` before that."""
    score = table.score()
    if table.play is None:
        head = "Honours were called and answered" if score.items else "Everybody passed"
        return f"{head}: {scores_words(score)}."
    declaration = table.code.declaration(table.calling)
    settled = table.settlement()
    tricks: dict[Party, int] = dict((settled.after if settled else table.play.won).items())
    if table.play.tricks and table.play.tricks[0].out:
        tricks = {seat: count for seat, count in table.play.won_by_seat.items() if count}
    return outcome_words(declaration, tricks, score)


def outcome_words(declaration: Declaration | None, tricks: Mapping[Party, int], score: DealScore) -> str:
    """The sentence for what was declared, the tricks that each side or player took, and what was scored."""
    return f"{tricks_words(declaration, tricks)}: {scores_words(score, declaration)}."


def tricks_words(declaration: Declaration | None, tricks: Mapping[Party, int]) -> str:
    """How many tricks were made of what was declared: `Made 5, two short`."""
    if declaration is None:
        return _taken(tricks)
    made = tricks[declaration.by.side]
    if declaration.is_misere:
        return f"Took {made} at misère"
    needed = tricks_needed(declaration, declaration.by.side)
    if needed is None:
        return f"Bid {declaration.points} and took {made} tricks"
    if made < needed:
        return f"Made {made}, {in_words(needed - made)} short"
    if declaration.contract is None:
        return f"Made {made}, {odd_tricks(made - 6)}"
    return f"Made {made}, {f'{in_words(made - needed)} over' if made > needed else 'just enough'}"


def _taken(tricks: Mapping[Party, int]) -> str:
    """The tricks where nobody declared: of two sides the winner’s, of more players everybody’s."""
    sides = [party for party in tricks if isinstance(party, Side)]
    if len(sides) == len(tricks) == 2:
        winner = max(sides, key=tricks.__getitem__)
        return f"{winner.label} took {tricks[winner]}, {odd_tricks(tricks[winner] - 6)}"
    return ", ".join(
        f"{party.label} {'took ' if not number else ''}{count}{' tricks' if not number else ''}"
        for number, (party, count) in enumerate(tricks.items())
    )


def odd_tricks(count: int) -> str:
    """The odd tricks in words: `the odd trick`, `two odd tricks`."""
    return "the odd trick" if count == 1 else f"{in_words(count)} odd tricks"


# ---- points ------------------------------------------------------------------------------------------------------


def scores_words(score: DealScore, declaration: Declaration | None = None) -> str:
    """What everybody scores: `AB score 18 for tricks and 12 for honours, YZ 8 for honours`; `nobody scores`."""
    parties = list(dict.fromkeys(item.party for item in score.items))
    parts = [(party, joined(tuple(_points(score, party, declaration)))) for party in parties]
    scored = [(party, points) for party, points in parts if points]
    if not scored:
        return "nobody scores"
    (first, points), *others = scored
    verb = "score" if isinstance(first, Side) else "scores"
    return ", ".join([f"{first.label} {verb} {points}", *(f"{party.label} {points}" for party, points in others)])


def joined(parts: Sequence[str]) -> str:
    """The parts as they are listed: `a`, `a and b`, `a, b and c`."""
    *others, last = parts or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def _points(score: DealScore, party: Party, declaration: Declaration | None) -> Iterator[str]:
    """The points of a party by what they are for. If they are only for tricks, nothing is added."""
    headings = dict.fromkeys(item.heading for item in score.items if item.party is party)
    points = {heading: score.points(party, heading) for heading in headings}
    nonzero = {heading: count for heading, count in points.items() if count}
    for heading, count in nonzero.items():
        is_short = heading is Heading.PENALTY and _is_for_the_bid(score, party, declaration)
        if len(nonzero) == 1 and (heading is Heading.TRICKS or is_short):
            yield str(count)
        else:
            yield f"{count} for {SHORT_OF_BID if is_short else FOR[heading]}".replace("-", "−")


def _is_for_the_bid(score: DealScore, party: Party, declaration: Declaration | None) -> bool:
    """Whether all that a party scores as a penalty is for a declaration that failed, and nothing for a revoke."""
    penalties = [item for item in score.items if item.party is party and item.heading is Heading.PENALTY]
    is_against = declaration is not None and declaration.by.side is not party
    return is_against and all(item.what != "for a revoke" for item in penalties)

"""Generators of hands, deals and plays, offered to every test."""

from __future__ import annotations

import csv
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from alembic import command
from alembic.config import Config
from click.testing import CliRunner, Result
from hypothesis import strategies as st
from sqlalchemy import create_engine, inspect, text

from tutor.__main__ import tutor
from tutor.auction import Call, Calling, Declaration, Denomination
from tutor.cards import PACK, Card, Hand
from tutor.codes import Code
from tutor.codes.scoring import Outcome
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat
from tutor.study.storage.database import url_of
from tutor.study.storage.migration import MIGRATIONS

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


class FakeClock:
    """A clock that stands until a test moves it."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


seats = st.sampled_from(Seat)
denominations = st.sampled_from(Denomination)
trumps = denominations.map(lambda denomination: denomination.trumps)
randoms = st.integers(0, 2**32).map(Random)
packs = st.permutations(PACK)
hands = st.lists(st.sampled_from(PACK), max_size=13, unique=True).map(Hand.of)
full_hands = st.lists(st.sampled_from(PACK), min_size=13, max_size=13, unique=True).map(Hand.of)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    return Deal.shuffled(draw(randoms), draw(seats))


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A play of a random deal, stopped anywhere, by random lawful cards."""
    random = draw(randoms)
    play = Play.of(draw(deals()), draw(trumps))
    for _ in range(draw(st.integers(0, 52))):
        play = play.after(random.choice(list(play.lawful())))
    return play


@st.composite
def endings(draw: st.DrawFn, most: int = 3) -> Play:
    """A small ending, about to be led to."""
    size = draw(st.integers(1, most))
    cards = draw(st.permutations(PACK))[: 4 * size]
    held = BySeat(*(Hand.of(cards[start : start + size]) for start in range(0, 4 * size, size)))
    return Play.start(held, draw(trumps), draw(seats))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def table(name: str) -> list[dict[str, str]]:
    """The rows of a file of oracles in tests/data; lines that begin with # say where the figures come from."""
    lines = (Path(__file__).parent / "data" / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def outcome_of(row: dict[str, str], tricks: str = "AB tricks") -> Outcome:
    """How the deal of a row of oracles ended, as if the dealer A had declared; all but the void held trumps."""
    denomination, won = Denomination(row["denomination"]), int(row[tricks])
    return Outcome(
        Declaration(denomination, Seat.SOUTH, int(row.get("doubled", 0))),
        BySide(won, 13 - won),
        BySeat.each(lambda seat: int(row[f"honours {seat.label}"])),
        BySeat.each(lambda seat: 0 if seat.label in row.get("void", "") else 4) if denomination.trumps else None,
    )


def without_term_links(page: str) -> str:
    """A page with the links to the glossary taken out and their words left."""
    return re.sub(r'<a class="term" href="[^"]*">([^<]*)</a>', r"\1", page)


def spoken(code: Code, calling: Calling) -> list[str]:
    """What was said, a line each: `Y to Z: May I play?`."""
    return [
        f"{said.seat.label}{'' if said.to is None else f' to {said.to.label}'}: {said.words}"
        for said in code.utterances(calling)
    ]


def say(code: Code, dealer: str, *calls: tuple[str, Call]) -> Calling:
    """The calling of calls made by the players of those letters, each of them lawful."""
    calling = Calling(Seat.labelled(dealer))
    for label, call in calls:
        calling = code.say(calling, Seat.labelled(label), call)
    return calling


def calls_in_turn(code: Code, data: st.DataObject, dealer: Seat, most: int = 12) -> Calling:
    """A calling to its end: any calls in turn, after `most` of them the first that is open (a pass, where it is)."""
    calling = Calling(dealer)
    while (turn := code.turn(calling)) is not None:
        call = data.draw(st.sampled_from(turn.calls)) if len(calling) < most else turn.calls[0]
        calling = code.say(calling, turn.seat, call)
    return calling


def contract_outcome(row: dict[str, str], by: Seat) -> Outcome:
    """What a row tells of a deal: `bid` (`3 H`), `doubled`, `AB tricks`, `honours` of A Y B Z, and `void` if any is."""
    number, letter = row["bid"].split()
    declaration = Declaration(Denomination(letter), by, int(row["doubled"]), int(number))
    tricks = int(row["AB tricks"])
    void = row.get("void", "").split()
    trumps = BySeat.each(lambda seat: 0 if seat.label in void else 4) if declaration.trumps else None
    return Outcome(declaration, BySide(tricks, 13 - tricks), BySeat(*map(int, row["honours"].split())), trumps)


def sql(where: Path | str, *statements: str) -> list[tuple[Any, ...]]:
    """Runs statements behind the tutor’s back, all or none; the rows of the last, where it has any."""
    engine = create_engine(url_of(where))
    with engine.begin() as connection:
        results = [connection.execute(text(statement)) for statement in statements]
        found = [tuple(row) for row in results[-1]] if results[-1].returns_rows else []
    engine.dispose()
    return found


def fill_the_disk(where: Path | str, table: str) -> None:
    """From now on no row goes into a table: the database answers as if the disk were full."""
    if isinstance(where, Path):
        sql(where, f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        return
    sql(
        where,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE disk_full USING MESSAGE = 'the disk is full'; END $$",
        f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()",
    )


def invoked(where: Path | str, *arguments: str) -> Result:
    """What a command of the tutor does with the study that is kept there."""
    if isinstance(where, Path):
        return CliRunner().invoke(tutor, [*arguments, "--data", str(where.parent)])
    return CliRunner(env={"DATABASE_URL": where}).invoke(tutor, arguments)


def migrate(where: Path | str, revision: str) -> None:
    """Brings a database forward, or back, to a migration."""
    engine = create_engine(url_of(where))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        known = inspect(connection).has_table("alembic_version")
        at = connection.scalar(text("SELECT version_num FROM alembic_version")) if known else ""
        (command.upgrade if at < revision else command.downgrade)(config, revision)
    engine.dispose()

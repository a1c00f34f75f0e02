"""Work in bulk comes to the same, whoever does it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from tutor.__main__ import tutor
from tutor.analysis import double_dummy
from tutor.analysis.odds import Dealing, Event, dealt, deviations, frequencies
from tutor.auction import Denomination
from tutor.bulk import ItemFailed, NoCluster, WorkersLost, mapped, workers
from tutor.deal import Deal
from tutor.errors import Malformed
from tutor.exchange.pbn.content import pbn_file
from tutor.library.catalogue import Library
from tutor.seats import Seat


@pytest.fixture(scope="module", params=["here", "two processes", "a cluster"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Those who work: this process, two others, or a cluster of Dask."""
    with ExitStack() as stack:
        address = None
        if request.param == "a cluster":
            from distributed import LocalCluster

            start: Callable[..., Any] = LocalCluster
            cluster = start(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None)
            address = stack.enter_context(cluster).scheduler_address
        yield stack.enter_context(workers(address, 1 if request.param == "here" else 2))


def halved(number: int) -> int:
    if number % 7 == 3:
        raise Malformed("number", str(number), "it is three too many", "Take another")
    if number % 7 == 5:
        raise KeyError(number)
    return number // 2


@pytest.mark.slow
def test_results_come_in_order_and_an_error_with_its_item(executor: Executor) -> None:
    told: list[tuple[int, int]] = []
    found = list(mapped(executor, halved, range(50), lambda done, of: told.append((done, of)), chunk=4))
    assert [one.item for one in found] == list(range(50))
    assert {one.item: one.value for one in found if not one.why} == {
        number: number // 2 for number in range(50) if number % 7 not in (3, 5)
    }
    assert told[-1] == (50, 50)
    assert told == sorted(set(told))
    with pytest.raises(ItemFailed, match=r"‘10’: Malformed: ‘10’ is not a number: it is three too many\. Take another"):
        assert found[10].value
    assert found[12].why == "KeyError: 12"
    assert list(mapped(executor, halved, [])) == []


def test_what_is_left_off_early_leaves_nobody_waiting(executor: Executor) -> None:
    first = next(mapped(executor, halved, range(10_000), chunk=2))
    assert (first.item, first.value) == (0, 0)
    assert [one.value for one in mapped(executor, halved, [2, 4])] == [1, 2]


@pytest.mark.slow
def test_cards_dealt_out_say_the_same_whoever_deals(executor: Executor, library: Library) -> None:
    odds = [one for file in library.odds.values() for one in file.odds][:3]
    events = {one.id: one.reckoning.event for one in odds if one.reckoning.event}
    assert len(events) == 3
    assert frequencies(executor, odds, 6_000, 7) == {
        name: dealt(Dealing(event, 5_000, f"7/{name}/0")) + dealt(Dealing(event, 1_000, f"7/{name}/5000"))
        for name, event in events.items()
    }


@pytest.mark.slow
def test_deals_are_solved_the_same_by_all(executor: Executor) -> None:
    random = Random(1901)
    deals = [Deal.shuffled(random, seat) for seat in Seat]
    for done in double_dummy.tables(executor, deals):
        by_dealer = double_dummy.tricks_by_denomination(done.item)
        assert {key: done.value[key, done.item.dealer] for key in Denomination} == dict(by_dealer)
        assert len(done.value) == 20


def test_where_no_scheduler_answers_it_is_said() -> None:
    with (
        pytest.raises(NoCluster, match=r"‘nowhere://x’: no Dask scheduler answers .*correct the address"),
        workers("nowhere://x"),
    ):
        pass


def die(number: int) -> None:
    os._exit(number)


def test_a_process_that_dies_is_told_and_nobody_waits_for_it() -> None:
    with workers(processes=2) as executor, pytest.raises(WorkersLost, match="ended early, after 0 of 3"):
        list(mapped(executor, die, [1, 2, 3]))


# ---- cards dealt out, against the count --------------------------------------------------------------------------


@pytest.mark.slow
def test_every_chance_that_is_counted_is_found_by_dealing(library: Library) -> None:
    odds = [one for file in library.odds.values() for one in file.odds if one.reckoning.event]
    assert len(odds) > 20
    with workers(processes=1) as executor:
        found = frequencies(executor, odds, 3_000, 1)
    for one in odds:
        assert one.chance is not None
        assert deviations(found[one.id], one.chance) < 5, one.id


def test_only_deals_as_they_were_known_to_be_count() -> None:
    event = Event({"left": 2, "right": 2}, {"aces": 2, "others": 2}, "left.aces == 2", "left.aces >= 1")
    found = dealt(Dealing(event, 6_000, "x"))
    assert abs(found.deals - 5_000) < 200
    assert abs(found.favourable - 1_000) < 150
    assert deviations(found, event.chance()) < 5


@pytest.mark.slow
def test_the_command_asks_the_same_by_one_process_and_by_two() -> None:
    def asked(*arguments: str) -> list[str]:
        command = ["quiz", "on", "term-tenace", "term-chicane", "--seed", "7", "--json", *arguments]
        return CliRunner().invoke(tutor, command).stdout.splitlines()

    lines = asked("--each", "3")
    assert len(lines) == 6
    assert sum('"item": "term-tenace"' in line for line in lines) == 3
    assert asked("--each", "3", "--processes", "2") == lines == asked("--count", "6")


@pytest.mark.slow
def test_a_collection_is_solved_and_set_beside_what_was_made(tmp_path: Path, library: Library) -> None:
    file = tmp_path / "two.pbn"
    games = [library.games[name] for name in ("hel-game-01", "hel-game-02")]
    file.write_bytes(pbn_file(games).content)
    result = CliRunner().invoke(tutor, ["solve", str(file)])
    assert result.exit_code == 0, result.output
    for game, line in zip(games, result.stdout.splitlines(), strict=False):
        best = double_dummy.tricks_by_declarer(game.deal)[game.declaration.denomination, game.player]
        made = game.tricks[game.player.side]
        assert f"{best} tricks double dummy, {made} made ({made - best:+d})" in line
    told = CliRunner().invoke(tutor, ["solve", str(file), "--json", "--processes", "2"])
    assert told.stdout == CliRunner().invoke(tutor, ["solve", str(file), "--json"]).stdout


def test_a_file_with_a_fault_is_solved_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "broken.pbn"
    file.write_text('[Event "x"]\n[Deal "N:AK.QJ.. ... ... ..."]\n', encoding="utf-8")
    result = CliRunner().invoke(tutor, ["solve", str(file), str(tmp_path / "none.pbn")])
    assert result.exit_code == 2
    assert "none.pbn:1:1" in result.stderr


def test_to_read_content_imports_nothing_that_only_work_in_bulk_or_pages_need() -> None:
    heavy = {"concurrent.futures", "endplay", "flask", "markdown", "multiprocessing", "sqlalchemy", "typst"}
    asked = f"import sys; import tutor.library.catalogue; print({heavy} & sys.modules.keys() or 'none')"
    assert subprocess.check_output([sys.executable, "-c", asked], text=True).strip() == "none"  # noqa: S603

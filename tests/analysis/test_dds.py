"""The solver through its C interface: against endplay’s own interface to it, and where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random

import endplay
import pytest
from endplay.dds import calc_dd_table, solve_all_boards
from endplay.types import Deal as TheirDeal
from endplay.types import Denom, Player
from hypothesis import given, settings

from tests.support.strategies import plays
from tutor.analysis import dds
from tutor.analysis.dds import SEATS, NoSolver, Wanted, solve, solve_all, table
from tutor.cards import Card, Suit
from tutor.deal import Deal, pbn_hand
from tutor.play import Play
from tutor.seats import Seat

DENOMS = {
    Suit.SPADES: Denom.spades,
    Suit.HEARTS: Denom.hearts,
    Suit.DIAMONDS: Denom.diamonds,
    Suit.CLUBS: Denom.clubs,
    None: Denom.nt,
}
SUIT_OF = {denom: suit for suit, denom in DENOMS.items() if suit}
DEAL = Deal.shuffled(Random(0), Seat.SOUTH)
PLAYERS = {seat: getattr(Player, seat.name.lower()) for seat in Seat}


def theirs(play: Play) -> TheirDeal:
    """The position as endplay makes it: dealt, and then played."""
    held = {seat: play.hands[seat] for seat in Seat}
    for seat, card in play.trick.items():
        held[seat] = held[seat].plus(card)
    deal = TheirDeal("N:" + " ".join(pbn_hand(held[seat]) for seat in SEATS))
    deal.trump, deal.first = DENOMS[play.trumps], PLAYERS[play.trick.leader]
    for card in play.trick.cards:
        deal.play(str(card))
    return deal


@given(plays())
@settings(max_examples=40, deadline=None)
def test_every_card_brings_what_endplay_says(play: Play) -> None:
    if play.is_over:
        return
    (solved,) = solve_all_boards([theirs(play)])
    expected = {Card.parse(SUIT_OF[card.suit].letter + card.rank.abbr): tricks for card, tricks in solved}
    assert solve(play, Wanted.ALL) == expected
    most = max(expected.values())
    assert solve(play, Wanted.THE_BEST) == {card: most for card, tricks in expected.items() if tricks == most}
    assert set(solve(play, Wanted.ONE_OF_THE_BEST).values()) == {most}
    assert solve_all([play, play], Wanted.ALL) == [expected, expected]


def test_every_declaration_of_a_deal_brings_what_endplay_says() -> None:
    for seed in range(3):
        deal = Deal.shuffled(Random(seed), Seat.SOUTH)
        expected = calc_dd_table(TheirDeal(str(deal)))
        assert table(deal) == {
            (suit, seat): int(expected[denom, player])
            for suit, denom in DENOMS.items()
            for seat, player in PLAYERS.items()
        }


def test_our_library_is_endplay_s_own() -> None:
    (ours,) = [file for file in files(dds).iterdir() if file.name.startswith(f"{dds.system_name()}.")]
    (its,) = Path(endplay.__file__).parent.glob("_dds/*dds.*")
    assert ours.read_bytes() == its.read_bytes()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system for which we have no library."""
    monkeypatch.setattr("sysconfig.get_platform", lambda: "plan9-mips")
    dds._library.cache_clear()
    yield
    dds._library.cache_clear()


@pytest.mark.usefixtures("elsewhere")
def test_another_system_uses_the_solver_of_endplay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda _: None)
    assert "endplay" in dds._library()._name
    assert max(solve(Play.of(DEAL, None), Wanted.ALL).values()) <= 13


@pytest.mark.usefixtures("elsewhere")
def test_without_any_solver_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dds, "find_spec", lambda _: None)
    for found in (None, "libc.so.6"):  # another library of the name is none
        monkeypatch.setattr("ctypes.util.find_library", lambda _, found=found: found)
        with pytest.raises(NoSolver, match="pip install --no-deps endplay"):
            solve(Play.of(DEAL, None), Wanted.ALL)


@pytest.mark.parametrize(
    ("told", "machine", "name"),
    [
        ("linux-x86_64", "x86_64", "linux-x86_64"),
        ("linux-aarch64", "aarch64", "linux-aarch64"),
        ("win-amd64", "ARM64", "win-amd64"),
        ("macosx-10.13-universal2", "arm64", "macosx-arm64"),
        ("macosx-11.0-arm64", "arm64", "macosx-arm64"),
        ("macosx-10.9-x86_64", "x86_64", "macosx-x86_64"),
    ],
)
def test_each_system_that_we_carry_a_library_for_finds_it(
    told: str, machine: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysconfig.get_platform", lambda: told)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert dds.system_name() == name
    assert [file for file in files(dds).iterdir() if file.name.startswith(f"{name}.")]

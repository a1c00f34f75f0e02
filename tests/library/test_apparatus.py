"""What the damaged text says and how it was read: all of it is on a page, and in the order of its weight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from tests.support.paths import ROOT
from tutor.cards import Card, Rank
from tutor.library.apparatus import Apparatus, Certainty, of_book
from tutor.library.catalogue import load
from tutor.library.values import Doubt
from tutor.seats import Seat

LIBRARY = load()
HANDS = ROOT / "hands"
KEYS = {
    "emendations": "because",
    "readings": "because",
    "slips": "because",
    "doubts": "what",
    "unexpressed": "says",
}
"""What is recorded under these keys of a file, and what of each entry is to be found on the page."""


def page(client: FlaskClient, address: str) -> str:
    """The part of a page that is its own."""
    response = client.get(address)
    assert response.status_code == 200, address
    return response.text.split("<main", 1)[1]


def plain(text: str) -> str:
    """The words of a text or a page, without tags and marks, in any spacing."""
    return re.sub(r"[\W_]+", " ", unescape(re.sub(r"<[^>]+>", " ", text))).strip()


def recorded() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each entry of every file, with the id of what it is of and its key."""
    for file in sorted(HANDS.glob("*.yaml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        singles = data["hands"] if data["kind"] == "hands" else [{"id": file.stem, **data}]
        for one in singles:
            yield from ((one["id"], key, entry) for key in KEYS for entry in one.get(key) or ())


@pytest.mark.slow
def test_every_correction_slip_doubt_and_remark_of_every_file_is_on_the_page_of_sources(client: FlaskClient) -> None:
    text = page(client, "/sources")
    sections = {
        one[1]: plain(one[2])
        for one in re.finditer(r'<details class="edition" id="([^"]+)">(.*?)</details>', text, re.DOTALL)
    }
    entries = list(recorded())
    assert {key for _, key, _ in entries} == set(KEYS), "the files have some of each"
    for where, key, entry in entries:
        assert plain(entry[KEYS[key]].replace("{", "").replace("}", "")) in sections[where], (where, entry)
        if key in ("emendations", "readings"):
            assert f"line {entry['line']} " in sections[where], (where, entry)
        if key in ("slips", "unexpressed"):
            first, last = entry["lines"]
            assert f"lines {first} {last}" in sections[where] or (first == last and f"line {first}" in sections[where])


def test_what_is_corrected_in_the_odds_is_there_too(client: FlaskClient) -> None:
    text = plain(page(client, "/sources"))
    found = [one for file in LIBRARY.odds.values() for one in file.odds if one.emendation]
    assert found
    for one in found:
        assert plain(one.emendation) in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [one for one in LIBRARY.games.values() if one.slips or one.unexpressed or one.readings]
)
def test_what_is_recorded_of_a_game_is_told_at_its_end_and_not_before(client: FlaskClient, game: Any) -> None:
    end = plain(page(client, f"/games/{game.id}/card/52?seat=all"))
    for one in (*game.slips, *game.readings):
        assert plain(one.because) in end
    for one in game.unexpressed:
        assert plain(one.says) in end
    assert "How it is read" not in page(client, f"/games/{game.id}/card/1?seat=all")


def test_what_matters_stands_before_what_does_not() -> None:
    """In each entry and in each book; on most of the fives that may be sixes nothing hangs."""
    for source in ("hellespont", "foster", "caelebs"):
        book = of_book(LIBRARY, source)
        for _, one in (each for shelf in book.shelves for each in shelf.entries):
            assert all(doubt.is_serious for doubt in one.serious)
            assert not any(doubt.is_serious for doubt in one.slight)
        assert all(doubt.is_serious for *_, doubt in book.serious)
    for hangs, is_serious in (("Nothing; neither card takes a trick.", False), ("One trick in diamonds.", True)):
        assert Doubt(what="A", alternative="B", because="C", hangs_on_it=hangs).is_serious is is_serious


def test_a_card_is_as_sure_as_the_print_makes_it() -> None:
    """Declaration 16 (p. 185): A’s second diamond is not printed, and Y’s six and it may change places.

    Of Game IV (p. 218) A’s hand is left of the pack; Y’s five of spades and B’s six may change places.
    """
    read = Apparatus.of(LIBRARY.deals["hel-declaration-16"]).certainties
    assert read[Seat.SOUTH, Card.parse("D5")] is Certainty.DOUBTFUL
    assert read[Seat.WEST, Card.parse("D6")] is Certainty.DOUBTFUL
    assert read[Seat.WEST, Card.parse("H5")] is Certainty.CORRECTED, "the second six of a line that descends"
    assert read[Seat.WEST, Card.parse("HK")] is Certainty.PRINTED
    game = Apparatus.of(LIBRARY.games["hel-game-04"])
    assert game.certainties[Seat.WEST, Card.parse("S5")] is Certainty.DOUBTFUL
    assert game.certainties[Seat.NORTH, Card.parse("S6")] is Certainty.DOUBTFUL
    assert game.certainties[Seat.SOUTH, Card.parse("SA")] is Certainty.LEFT
    for one in LIBRARY.games.values():
        assert set(Apparatus.of(one).certainties) == {
            (seat, card) for seat, hand in one.deal.hands.items() for card in hand
        }


# ---- whose hands are whose -------------------------------------------------------------------------------------------

WITHOUT_LETTERS = (14, 15, 16, 32, 33, 40, 43, 45)
"""The declarations beside whose hands no letters are left, or one alone, so that their order is a reading."""


@pytest.mark.parametrize("number", WITHOUT_LETTERS)
def test_where_no_letters_are_left_the_order_of_the_hands_is_a_doubt(number: int) -> None:
    doubts = LIBRARY.deals[f"hel-declaration-{number}"].doubts
    assert any("No letters" in doubt.because or "letters" in doubt.because for doubt in doubts)


def test_what_a_dealer_leaves_without_an_ace_has_a_suit_of_four_with_a_queen() -> None:
    """The measure of p. 102: strength as of two guarded queens, “one of them heading a suit of not less than four”.

    Without the letters of the page it makes the third hand of declaration 15 A’s.
    """
    for name, deal in LIBRARY.deals.items():
        hand = deal.deal.hands[Seat.SOUTH]
        if not name.startswith("hel-declaration-") or "A leaves it" not in deal.calls:
            continue
        if any(card.rank is Rank.ACE for card in hand):
            continue
        suits = (hand.spades, hand.hearts, hand.clubs, hand.diamonds)
        heads = [suit for suit in suits if len(suit) > 3 and suit.highest >= Rank.QUEEN]
        assert heads or name == "hel-declaration-40", name
    assert str(LIBRARY.deals["hel-declaration-15"].deal.hands[Seat.SOUTH].clubs) == "AKT875"


def test_the_diamonds_of_page_151_and_the_partner_of_page_80_are_doubts() -> None:
    foster = LIBRARY.games["fos-game-03"].doubts
    assert any("king, queen, ten, two" in doubt.what and doubt.is_serious for doubt in foster)
    page_80 = LIBRARY.deals["hel-diamonds-01"].doubts
    assert any("second is B’s" in doubt.alternative and doubt.is_serious for doubt in page_80)

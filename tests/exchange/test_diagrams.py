"""Hands drawn: every card is there, for the eye and in words, in any colours; and the PNG is the same picture."""

from __future__ import annotations

import struct
from itertools import pairwise, product
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given

from tests.support.strategies import deals, hands
from tutor.__main__ import tutor
from tutor.cards import Card, Hand, Suit
from tutor.cli import export
from tutor.deal import Deal
from tutor.errors import Malformed, NotAPack, Unknown
from tutor.exchange.diagrams.content import LONGEST, diagram_of, of_deal, of_hand
from tutor.exchange.diagrams.drawing import Style, Tone, png, svg
from tutor.library.catalogue import Library
from tutor.seats import Seat

SVG = "{http://www.w3.org/2000/svg}"
STYLES = [Style(tone, four, paper) for tone in Tone for four in (False, True) for paper in (False, True)]


def tree(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  we have drawn it ourselves


def drawn_cards(drawing: str) -> list[Card]:
    """The cards that a drawing shows, in their order."""
    return [
        Card.parse(text.attrib["data-suit"] + (span.text or ""))
        for text in tree(drawing).iter(f"{SVG}text")
        if "data-suit" in text.attrib
        for span in text
    ]


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@given(deals())
def test_every_card_of_a_deal_is_drawn_once_and_in_its_hand(deal: Deal) -> None:
    drawing = svg(of_deal(deal, "A & B < Y & Z"))
    assert drawn_cards(drawing) == [card for hand in deal.hands for card in hand]
    root = tree(drawing)
    assert root.find(f"{SVG}title").text == "A & B < Y & Z"  # type: ignore[union-attr]
    told = root.find(f"{SVG}desc").text or ""  # type: ignore[union-attr]
    assert f"{deal.dealer.label}, dealer: spades" in told
    assert sum(told.replace("10", "T").count(f" {letter}") for letter in "KQJT98765432") == 48


@given(hands)
def test_every_card_of_a_hand_lies_within_the_drawing(hand: Hand) -> None:
    drawing = svg(of_hand(hand))
    assert drawn_cards(drawing) == list(hand)
    root = tree(drawing)
    places = [float(span.attrib["x"]) for span in root.iter(f"{SVG}tspan")]
    assert all(0 < place < float(root.attrib["width"]) - 5 for place in places)
    assert len(list(root.iter(f"{SVG}path"))) == 4
    for text in root.iter(f"{SVG}text"):
        row = [float(span.attrib["x"]) for span in text]
        assert all(right - left >= 14 for left, right in pairwise(row))


def test_only_the_readers_tone_asks_what_the_reader_has_and_each_pack_has_its_colours() -> None:
    deal = of_deal(Deal.shuffled(Random(1), Seat.SOUTH), "A deal")
    drawings = {style: svg(deal, style) for style in STYLES}
    assert len(set(drawings.values())) == len(STYLES)
    for style, drawing in drawings.items():
        assert ("prefers-color-scheme" in drawing) == (style.tone is Tone.READERS)
        assert ('class="paper"' in drawing) == style.has_paper
        clubs = "#85cf9d" if style.tone is Tone.DARK else "#1c6b3a"
        assert (clubs in drawing) == style.has_four_colours


@pytest.mark.parametrize("scale", [1, 2])
def test_a_png_is_as_large_as_it_should_be_and_is_coloured(scale: int) -> None:
    deal = of_deal(Deal.shuffled(Random(1), Seat.SOUTH), "A deal")
    root = tree(svg(deal))
    pictures = [png(deal, Style(tone), scale) for tone in (Tone.LIGHT, Tone.DARK)]
    assert {size_of(picture) for picture in pictures} == {
        (int(float(root.attrib["width"]) * scale), int(float(root.attrib["height"]) * scale))
    }
    assert pictures[0] != pictures[1]
    assert png(deal, Style(), scale) == pictures[0]


def test_everything_in_the_library_can_be_drawn(library: Library) -> None:
    singles = {hand.id: hand for group in library.groups.values() for hand in group.hands}
    for what in (*library.games, *library.deals, *library.problems):
        four = library.games.get(what) or library.deals.get(what) or library.problems[what]
        held = four.hands if what in library.problems else four.deal.hands  # type: ignore[union-attr]
        assert drawn_cards(svg(diagram_of(library, what))) == [card for hand in held for card in hand], what
    for what, hand in singles.items():
        drawing = tree(svg(diagram_of(library, what)))
        ranks = [span.text for span in drawing.iter(f"{SVG}tspan")]
        told = "".join(word.partition(":")[2] for word in hand.hand.split()).replace("-", "")
        assert "".join(rank or "" for rank in ranks).replace("10", "T") == told.replace("10", "T"), what


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("hel-game-99", Unknown),
        ("a.b.c", Malformed),
        ("S:AKJ H", Malformed),
        ("AA...", NotAPack),
        ("." * 300, Malformed),
        ("N:AK... . . .", Malformed),
        ("S:AKQJT98765432 H:2", Malformed),
    ],
)
def test_what_is_no_hand_is_refused(library: Library, text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        diagram_of(library, text)


# ---- pages and commands ------------------------------------------------------------------------------------------


def test_a_drawing_is_a_page_that_a_browser_keeps(client: FlaskClient) -> None:
    first = client.get("/diagrams/hel-game-01.svg")
    assert first.mimetype == "image/svg+xml"
    assert first.cache_control.max_age
    assert "script-src" not in first.headers["Content-Security-Policy"]
    assert "default-src 'none'" in first.headers["Content-Security-Policy"]
    again = client.get("/diagrams/hel-game-01.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    four = client.get("/diagrams/hel-game-01.svg?pack=four&tone=dark&paper=none")
    assert "#85cf9d" in four.text
    assert 'class="paper"' not in four.text
    assert size_of(client.get("/diagrams/AKQ.J.T.9.png").data)[0] > 200


def test_an_address_of_nothing_is_told_so(client: FlaskClient) -> None:
    given = [("nobody", 404), ("a.b.c", 400), ("x" * (LONGEST + 1), 404)]
    for (what, status), suffix in product(given, ("svg", "png")):
        assert client.get(f"/diagrams/{what}.{suffix}").status_code == status


def test_the_commands_draw(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "load", lambda: library)
    run = CliRunner()
    hand = "S:AKJ762 H:765 C:4 D:A43"
    assert run.invoke(tutor, ["export", "svg", hand, "--pack", "four", "-o", str(tmp_path / "a.svg")]).exit_code == 0
    assert drawn_cards((tmp_path / "a.svg").read_text()) == list(Hand.parse(hand))
    assert run.invoke(tutor, ["export", "png", hand, "--scale", "3", "-o", str(tmp_path / "a.png")]).exit_code == 0
    width = float(tree((tmp_path / "a.svg").read_text()).attrib["width"])
    assert size_of((tmp_path / "a.png").read_bytes())[0] == round(3 * width)


def test_the_signs_of_the_pages_are_those_of_the_drawings(client: FlaskClient) -> None:
    page = client.get("/").text
    assert all(f'<symbol id="{suit.letter}"' in page for suit in Suit)

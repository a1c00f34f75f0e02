"""What no sane player would do: each kind in a position where it is seen, and none of it in the plays that are ours."""

from __future__ import annotations

import re

import pytest

from tests.support.cases import for_each
from tutor.analysis import sense
from tutor.analysis.reconstruction import cost_of, follies_of, rebuild
from tutor.analysis.sense import Folly
from tutor.cards import Card, Hand, Suit
from tutor.library.catalogue import load
from tutor.library.games import Game
from tutor.play import Play
from tutor.seats import BySeat, Seat

GAMES = tuple(load().games.values())

EXPLAINED: dict[tuple[str, int, str], Folly] = {}
"""The cards that make no sense and that a fact asks for all the same: the game, trick and seat."""

POSITIONS = {
    # the hands of A, Y, B (exposed) and Z, the trumps, who leads, the cards played: a card without sense, one with it
    "Game VIII, trick 12: the ace is thrown where a trump wins": (
        ("S:- H:- C:KT D:-", "S:- H:- C:- D:96", "S:- H:T C:- D:K", "S:- H:5 C:- D:A"),
        "H", "A", "CT D6 DK", ("DA", Folly.WINNER_THROWN), "H5",
    ),
    "Game VIII, trick 12: the trick is to be had, and there is but one more": (
        ("S:- H:- C:KT D:-", "S:- H:- C:- D:96", "S:- H:T C:- D:K", "S:- H:5 C:- D:A"),
        "H", "A", "CT D6 DK", ("DA", Folly.TRICK_REFUSED), "H5",
    ),
    "Game XVIII, trick 7: Z leads up to ace and king of clubs": (
        ("S:- H:K95 C:5 D:QJ8", "S:- H:J8762 C:7 D:9", "S:- H:A C:AKQT9 D:A", "S:- H:QT4 C:J86 D:7"),
        None, "Z", "", ("CJ", Folly.LED_INTO_WINNERS), "H4",
    ),
    "Game XVIII, trick 7: B lets the knave make with four better clubs": (
        ("S:- H:K95 C:5 D:QJ8", "S:- H:J8762 C:7 D:9", "S:- H:A C:AKQT9 D:A", "S:- H:QT4 C:J86 D:7"),
        None, "Z", "CJ C5 C7", ("C9", Folly.TRICK_REFUSED), "CQ",
    ),
    "Game XVII, trick 8: the queen on partner’s knave": (
        ("S:- H:975 C:AQ4 D:-", "S:Q6 H:43 C:K9 D:-", "S:98 H:- C:JT63 D:-", "S:7 H:KQJT C:8 D:-"),
        None, "B", "CJ C8", ("CQ", Folly.PARTNER_OVERTAKEN), "C4",
    ),
    "Game XXVII, trick 10: the king of clubs is bared, and hearts are worth nothing while B has trumps": (
        ("S:J97 H:- C:A D:-", "S:- H:J9 C:KT D:-", "S:- H:- C:84 D:J7", "S:- H:8 C:96 D:9"),
        "D", "B", "DJ D9 S7", ("CT", Folly.HONOUR_BARED), "H9",
    ),
    "Game XVI, trick 4: the king under partner’s ace": (
        ("S:K6 H:QT75 C:- D:JT52", "S:T7 H:3 C:J85 D:AK86", "S:AQJ8 H:KJ8 C:- D:Q97", "S:952 H:A9642 C:- D:43"),
        None, "B", "SA S2", ("SK", Folly.TRICK_WASTED), "S6",
    ),
    "Game VIII, trick 5: the king lets B’s last spade make, and the next is trumped": (
        ("S:J6 H:- C:KT6532 D:T", "S:743 H:- C:974 D:J96", "S:Q H:T84 C:QJ D:K54", "S:K95 H:Q5 C:A8 D:A8"),
        "H", "A", "S6 S3 SQ", ("S5", Folly.TRICK_REFUSED), "SK",
    ),
    "an under-ruff": (
        ("S:- H:A C:9 D:2", "S:5 H:- C:8 D:4", "S:- H:3 C:7 D:9", "S:3 H:- C:42 D:-"),
        "S", "A", "HA S5 H3", ("S3", Folly.UNDER_RUFF), "C2",
    ),
    "a trump on a trick that partner has won": (
        ("S:- H:2 C:9 D:2", "S:- H:A C:8 D:4", "S:- H:4 C:7 D:9", "S:3 H:- C:42 D:-"),
        "S", "A", "H2 HA H4", ("S3", Folly.PARTNER_RUFFED), "C2",
    ),
}  # fmt: skip


def position(hands: tuple[str, ...], trumps: str | None, leader: str, cards: str) -> Play:
    start = Play.start(
        BySeat(*(Hand.parse(hand) for hand in hands)), Suit.parse(trumps) if trumps else None, Seat.labelled(leader)
    )
    return start.after_all(tuple(map(Card.parse, cards.split())))


@pytest.mark.parametrize("name", POSITIONS)
def test_a_card_without_sense_is_seen_and_one_with_it_is_let_be(name: str) -> None:
    hands, trumps, leader, cards, (without, folly), with_ = POSITIONS[name]
    play = position(hands, trumps, leader, cards)
    among = tuple(play.lawful())
    assert folly in sense.follies(play, Seat.NORTH, Card.parse(without), among)
    assert sense.follies(play, Seat.NORTH, Card.parse(with_), among) == ()


@pytest.mark.parametrize("name", POSITIONS)
def test_a_card_that_is_the_only_one_is_no_folly(name: str) -> None:
    hands, trumps, leader, cards, (without, _), _ = POSITIONS[name]
    card = Card.parse(without)
    assert sense.follies(position(hands, trumps, leader, cards), Seat.NORTH, card, (card,)) == ()


def test_what_lies_in_a_hidden_hand_is_not_seen() -> None:
    """Y’s king of clubs is bared whichever of the hidden hands has the ace, and is none the better for either."""
    hands, trumps, leader, cards, (without, folly), _ = POSITIONS[
        "Game XXVII, trick 10: the king of clubs is bared, and hearts are worth nothing while B has trumps"
    ]
    south, west, north, east = hands
    other = (south.replace("C:A", "C:9"), west, north, east.replace("C:96", "C:A6"))
    for one in (hands, other):
        play = position(one, trumps, leader, cards)
        assert sense.follies(play, Seat.NORTH, Card.parse(without), tuple(play.lawful())) == (folly,)


@for_each("game", GAMES, ids=lambda game: game.id)
def test_no_card_of_ours_is_one_that_no_sane_player_would_play(game: Game) -> None:
    found = {
        (game.id, played.trick, played.seat.label): folly
        for played, _, follies in follies_of(game.puzzle, game.play)
        for folly in follies
    }
    assert found == {key: folly for key, folly in EXPLAINED.items() if key[0] == game.id}


GAME_XVIII = """
    Y S2, B S5, Z SK, A S4 / Z S6, A S8, Y ST, B S7 / Y SQ, B D2, Z D5, A S9 / Y SA, B H3, Z D3, A SJ
    Y S3, B C4, Z C2, A C3 / Y DT, B D6, Z DK, A D4 / Z CJ, A C5, Y C7, B C9 / Z C6, A H5, Y H6, B CT
    B CA, Z C8, A H9, Y H2 / B CK, Z D7, A HK, Y D9 / B CQ, Z H4, A D8, Y H7 / B HA, Z HT, A DJ, Y H8
    B DA, Z HQ, A DQ, Y HJ
"""
"""Game XVIII as it was once rebuilt: it costs nothing with all hands open, for B’s clubs make in any case."""


@pytest.mark.slow
def test_sense_comes_before_a_trick_with_all_hands_open() -> None:
    game = next(game for game in GAMES if game.number == "XVIII")
    cards = re.findall(r"[AYBZ] (\w\w)", GAME_XVIII)
    senseless = game.plays[0].after_all(tuple(map(Card.parse, cards)))
    assert cost_of(game.puzzle, senseless).loss < cost_of(game.puzzle, game.play).loss
    assert cost_of(game.puzzle, senseless).follies > cost_of(game.puzzle, game.play).follies
    rebuilt = rebuild(game.puzzle)
    assert rebuilt is not None
    assert rebuilt.cost.follies == 0

"""What a book says of a play, and the play that is rebuilt from it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support import strategies
from tests.support.cases import for_each
from tutor.analysis import facts, natural, reconstruction
from tutor.analysis.claims import ClaimVerdict, PlaysCard
from tutor.analysis.facts import Clause
from tutor.analysis.reconstruction import Puzzle
from tutor.cards import Card, Hand
from tutor.cli.reconstruct import forced_cards
from tutor.errors import Malformed
from tutor.library.catalogue import load
from tutor.library.games import Game, Provenance
from tutor.play import Play
from tutor.seats import BySeat, Seat, Side

GAMES = tuple(load().games.values())

OF_TRICK = [
    "Y leads HK", "Y leads C", "AB lead D", "B CJ", "Z SK/SQ", "B not CJ", "Z H", "Z discards", "Z discards D",
    "Z discards D7", "Z wins", "AB win", "A ruffs", "A ruffs S4",
]  # fmt: skip
OF_GAME = [
    "Z calls H at 1 2", "Z does not call H", "Y holds SK after 7", "Y void H after 3", "AB 5 after 7", "A makes SK",
    "HK before SA", "error 5 Y",
]  # fmt: skip


@pytest.mark.parametrize("text", OF_TRICK)
def test_a_clause_of_a_trick_reads_back_as_it_is_written(text: str) -> None:
    assert str(facts.parse(text, 4)) == text


@pytest.mark.parametrize("text", OF_GAME)
def test_a_clause_of_a_game_reads_back_as_it_is_written(text: str) -> None:
    assert str(facts.parse(text, None)) == text


@pytest.mark.parametrize(
    ("text", "trick"),
    [
        ("Z", 1),
        ("Y leads", 1),
        ("Q wins", 1),
        ("Y HK HQ", 1),
        ("AB 5 after 14", None),
        ("error x Y", None),
        ("Y HK", None),
    ],
)
def test_what_is_no_clause_is_told_with_those_that_are(text: str, trick: int | None) -> None:
    with pytest.raises(Malformed, match="Write it as"):
        facts.parse(text, trick)


def said_of(play: Play) -> dict[str, bool]:
    """Things that are true or untrue of a whole play, reckoned from its tricks without the clauses."""
    trumps = play.trumps
    third = play.tricks[2]
    first, second = (play.tricks[number].card_of(Seat.EAST) for number in (0, 1))
    assert first is not None
    assert second is not None
    ace = Card.parse("SA")
    with_ace = next(trick for trick in play.tricks if ace in trick.cards)
    number_of = {card: number for number, trick in enumerate(play.tricks) for card in trick.cards}
    won = sum(trick.winner(trumps).side is Side.NS for trick in play.tricks[:7])
    owner = with_ace.leader.turned(with_ace.cards.index(ace))
    return {
        f"3: {third.leader.label} leads {third.cards[0]}": True,
        f"3: {third.leader.left.label} leads {third.cards[1]}": False,
        f"3: {third.winner(trumps).label} wins": True,
        f"3: {third.winner(trumps).left.label} wins": False,
        f"3: Y {third.card_of(Seat.WEST)}": True,
        f"3: Y not {third.card_of(Seat.WEST)}": False,
        f"Z calls {first.suit.letter} at 1 2": second.suit is first.suit and second.rank < first.rank,
        f"AB {won} after 7": True,
        f"AB {won + 1} after 7": False,
        f"{owner.label} makes SA": with_ace.winner(trumps) is owner,
        "SA before HA": number_of[ace] < number_of[Card.parse("HA")],
        f"{owner.label} holds SA after 6": number_of[ace] > 5,
    }


@settings(max_examples=60, deadline=None)
@given(strategies.randoms, strategies.deals(), strategies.trumps)
def test_a_clause_allows_a_play_if_and_only_if_it_is_true_of_it(random: object, deal: object, trumps: object) -> None:
    plays = [Play.of(deal, trumps)]  # type: ignore[arg-type]
    while not plays[-1].is_over:
        plays.append(plays[-1].after(random.choice(list(plays[-1].lawful()))))  # type: ignore[attr-defined]
    made = facts.moves(plays)
    for text, is_true in said_of(plays[-1]).items():
        trick, _, clause = text.rpartition(": ")
        assert (facts.parse(clause, int(trick) if trick else None).broken_at(made) is None) == is_true, text


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(strategies.plays(), st.sampled_from(Seat))
def test_the_natural_cards_are_the_lawful_ones_in_an_order(play: Play, dummy: Seat) -> None:
    if not play.is_over:
        assert sorted(map(str, natural.ordered(play, dummy))) == sorted(map(str, play.lawful()))


# ---- rebuilding --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if game.number in ("X", "XIX", "XX", "XXI", "XXV", "XXVII")],
    ids=lambda game: game.id,
)
def test_the_play_of_a_file_is_the_one_that_its_facts_rebuild(game: Game) -> None:
    rebuilt = reconstruction.rebuild(game.puzzle)
    assert rebuilt is not None
    assert rebuilt.play.tricks == game.play.tricks
    assert all(clause.broken_at(facts.moves(game.plays)) is None for clause in game.puzzle.clauses)


def test_facts_that_contradict_one_another_are_named_and_no_others() -> None:
    game = next(game for game in GAMES if game.number == "XX")
    wrong = (facts.parse("Z wins", 1), facts.parse("B wins", 1))
    others = tuple(facts.parse(text, None) for text in ("error 3 Z", "A holds DA after 1"))
    puzzle = Puzzle(game.plays[0], game.dummy, (*others, *wrong))
    assert reconstruction.contradiction(puzzle) == wrong
    assert reconstruction.rebuild(Puzzle(game.plays[0], game.dummy, wrong)) is None


def test_a_contradiction_late_in_the_play_is_seen_without_trying_the_cards() -> None:
    wrong = (facts.parse("Y wins", 9), facts.parse("A leads D", 10))
    puzzle = Puzzle(GAMES[0].plays[0], None, (facts.parse("AB 5 after 9", None), *wrong))
    assert reconstruction.contradiction(puzzle, steps=0) == wrong


def test_what_too_few_cards_do_not_settle_is_called_no_contradiction() -> None:
    puzzle = Puzzle(GAMES[0].plays[0], None, ())
    assert reconstruction.can_be_met(puzzle, steps=0) is None
    assert reconstruction.contradiction(puzzle, steps=0) == ()


@for_each("game", GAMES, ids=lambda game: game.id)
def test_the_quick_look_at_leaders_and_winners_forbids_nothing_that_happened(game: Game) -> None:
    for number, trick in enumerate(game.play.tricks, start=1):
        winner, won = trick.winner(game.play.trumps), game.plays[4 * number].won
        assert all(clause.lets(number, trick.leader, winner, won) for clause in game.puzzle.clauses)


def test_what_can_be_met_contradicts_nothing() -> None:
    assert reconstruction.contradiction(GAMES[0].puzzle) == ()


class Anything(Clause):
    """A clause that allows every card."""

    def allows(self, play: Play, card: Card) -> bool:
        del play, card
        return True


def test_a_card_that_costs_a_trick_is_charged_unless_the_author_owns_it() -> None:
    game = next(game for game in GAMES if game.number == "XX")
    with_errors = reconstruction.cost_of(game.puzzle, game.play)
    bare = Puzzle(game.plays[0], game.dummy, (Anything(),))
    assert with_errors.loss == 0
    assert reconstruction.cost_of(bare, game.play).loss > 0


# ---- what is forced ------------------------------------------------------------------------------------------------


def ending(hands: tuple[str, str, str, str], *clauses: Clause) -> Puzzle:
    start = Play.start(BySeat(*(Hand.parse(hand) for hand in hands)), None, Seat.SOUTH)
    return Puzzle(start, None, clauses)


TWO_LEFT = ("S:A2 H:- C:- D:-", "S:43 H:- C:- D:-", "S:5 H:K C:- D:-", "S:7 H:3 C:- D:-")


def test_a_card_is_forced_only_where_every_play_has_it() -> None:
    """A can lead nothing but a spade, so B and Z have no choice; A and Y may play their spades in either order."""
    puzzle = ending(TWO_LEFT)
    play = puzzle.start.after_all(tuple(map(Card.parse, ("SA", "S3", "S5", "S7", "S2", "S4", "HK", "H3"))))
    forced = {str(played) for played in reconstruction.forced(puzzle, play)}
    assert forced == {"B S5", "Z S7", "B HK", "Z H3"}, "the second cards of A and Y hang on their first"


def test_what_the_facts_leave_is_forced_though_other_cards_would_be_lawful() -> None:
    puzzle = ending(TWO_LEFT, facts.parse("A leads SA", 1), facts.parse("Y S4", 2))
    play = puzzle.start.after_all(tuple(map(Card.parse, ("SA", "S3", "S5", "S7", "S2", "S4", "HK", "H3"))))
    assert reconstruction.forced(puzzle, play) == tuple(play.played())


@pytest.mark.slow
@for_each("game", GAMES, ids=lambda game: game.id)
def test_no_other_play_that_fits_has_another_card_where_one_is_forced(game: Game) -> None:
    for seed in range(3):
        found = reconstruction.at_random(game.puzzle, seed, steps=120)
        if found is not None:
            assert game.forced <= set(found.played())
    assert all(known is Provenance.FORCED for played, known in game.played() if played in game.forced)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if game.number in ("I", "XX")], ids=lambda game: game.id)
def test_the_forced_cards_of_a_file_are_those_that_its_facts_force(game: Game) -> None:
    assert forced_cards(game) == game.forced


# ---- what the author supposes --------------------------------------------------------------------------------------


def supposed(game_id: str, number: int) -> tuple[Game, PlaysCard]:
    game = next(game for game in GAMES if game.id == game_id)
    claim = next(claim for claim in game.claims if claim.id == f"{game_id}-claim-{number}")
    assert isinstance(claim.statement, PlaysCard)
    return game, claim.statement


@pytest.mark.parametrize(("game_id", "number"), [("hel-game-26", 1), ("hel-game-27", 1), ("hel-game-27", 3)])
def test_what_no_play_bears_out_is_known(game_id: str, number: int) -> None:
    game, supposition = supposed(game_id, number)
    assert reconstruction.may_be_borne_out(game.puzzle, supposition) is False


def test_what_some_play_bears_out_is_known() -> None:
    game, supposition = supposed("hel-game-27", 2)
    assert reconstruction.may_be_borne_out(game.puzzle, supposition) is True


def test_what_too_few_positions_do_not_settle_is_left_open() -> None:
    game, supposition = supposed("hel-game-26", 1)
    assert reconstruction.may_be_borne_out(game.puzzle, supposition, positions=3) is None


THE_COUP = """
    Y SA, B S3, Z S5, A S7 / Y H6, B H4, Z HA, A H2 / Z DA, A D5, Y D3, B D2 / Z DJ, A D8, Y C5, B DQ
    B S9, Z S6, A S8, Y SQ / Y C6, B CT, Z CQ, A CK / A HQ, Y H7, B HK, Z H5 / B ST, Z SJ, A SK, Y S2
    A HJ, Y HT, B CJ, Z H9 / A C2, Y C7, B CA, Z C4 / B D7, Z D9, A C3, Y C8 / Z D4, A H3, Y S4, B D6
    B DK, Z DT, A H8, Y C9
"""
"""A play of Game XXIV, in which the seven of trumps at trick 11 makes two by tricks, as the author says (p. 301)."""


def test_a_play_is_preferred_in_which_what_the_author_says_comes_true() -> None:
    game, supposition = supposed("hel-game-24", 8)
    cards = re.findall(r"[AYBZ] (\w\w)", THE_COUP)
    known = game.plays[0].after_all(tuple(map(Card.parse, cards)))
    for play in (known, game.play):
        made = facts.moves((*play.before_each(), play))
        assert all(clause.broken_at(made) is None for clause in game.puzzle.clauses)
        assert supposition.judge(replace(game.subject, plays=(*play.before_each(), play))).verdict is ClaimVerdict.HOLDS
        assert reconstruction.cost_of(game.puzzle, play).is_within(reconstruction.Cost(0, 1))

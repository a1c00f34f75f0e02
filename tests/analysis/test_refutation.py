"""A card that costs a trick is shown to cost it, on one of the layouts given, and no longer than it takes."""

from __future__ import annotations

from tutor.analysis.refutation import refute
from tutor.auction import Calling
from tutor.cards import Card, Hand, Suit
from tutor.play import Trick
from tutor.seats import BySeat, Seat, Side
from tutor.view import View


def layout(**hands: str) -> BySeat[Hand]:
    """Hands written as `SA HQ`, by seats."""
    return BySeat.each(lambda seat: Hand.of(map(Card.parse, hands[seat.name.lower()].split())))


def view(hand: str, trumps: Suit | None = None) -> View:
    return View(
        Seat.SOUTH,
        Seat.SOUTH,
        Hand.of(map(Card.parse, hand.split())),
        Calling(Seat.SOUTH),
        trick=Trick(Seat.SOUTH),
        trumps=trumps,
    )


ACE, QUEEN = Card.parse("SA"), Card.parse("HQ")
HEARTS_WITH_WEST = layout(south="SA HQ", west="HA HK", north="C2 C3", east="D2 D3")
ONE_HEART_WITH_WEST = layout(south="SA HQ", west="HA S2", north="C2 C3", east="D2 D3")


def test_the_queen_led_before_the_ace_is_cashed_costs_a_trick_where_west_has_two_hearts() -> None:
    found = refute(view("SA HQ"), QUEEN, [ACE], [ONE_HEART_WITH_WEST, HEARTS_WITH_WEST])
    assert found is not None
    assert found.start.hands == HEARTS_WITH_WEST
    assert found.side is Side.NS
    assert (found.wrong.card, found.wrong.brings, found.wrong.won) == (QUEEN, 0, 0)
    assert (found.better.card, found.better.brings, found.better.won) == (ACE, 1, 1)
    assert (found.cost, found.tricks) == (1, 1)
    assert (found.layouts, found.fails, found.gains) == (2, 1, 0)
    assert len(found.wrong.cards) == len(found.better.cards) == 4


def test_where_no_layout_makes_a_difference_none_is_made_up() -> None:
    assert refute(view("SA HQ"), QUEEN, [ACE], [ONE_HEART_WITH_WEST] * 3) is None
    assert refute(view("SA HQ"), ACE, [QUEEN], [HEARTS_WITH_WEST]) is None


def test_the_search_ends_with_the_first_batch_in_which_the_card_fails() -> None:
    layouts = [ONE_HEART_WITH_WEST, HEARTS_WITH_WEST, HEARTS_WITH_WEST]
    one_by_one = refute(view("SA HQ"), QUEEN, [ACE], layouts, batch=1)
    together = refute(view("SA HQ"), QUEEN, [ACE], layouts)
    assert one_by_one is not None
    assert one_by_one.layouts == 2
    assert together is not None
    assert (together.layouts, together.fails) == (3, 2)


def test_where_the_card_does_better_is_counted_too() -> None:
    """The ace drops king and queen; but it drops partner’s king also, who then has no trick with a heart."""
    drops = layout(south="SA SJ", west="SK H2", north="C2 C3", east="SQ D3")
    crashes = layout(south="SA SJ", west="S3 C3", north="SK H2", east="SQ S2")
    found = refute(view("SA SJ"), Card.parse("SJ"), [ACE], [crashes, drops])
    assert found is not None
    assert (found.fails, found.gains) == (1, 1)
    assert found.start.hands == drops


def test_what_is_drawn_costs_as_many_tricks_as_are_drawn() -> None:
    """South draws two rounds of trumps with ace and king; a plain winner led first is ruffed."""
    ruffed = layout(south="SA SK HA HK", west="S2 S3 C4 C5", north="C2 C3 D6 D7", east="D2 D3 D4 D5")
    found = refute(view("SA SK HA HK", Suit.SPADES), Card.parse("HA"), [ACE], [ruffed])
    assert found is not None
    assert (found.better.brings, found.wrong.brings, found.cost) == (4, 3, 1)
    assert found.wrong.end.tricks[-1].winner(Suit.SPADES) is Seat.WEST
    assert found.tricks == 1

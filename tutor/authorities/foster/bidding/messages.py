"""What Foster hears in the calls of the others (pp. 55–61, 76–90, 100–117)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Bid, Double, Said, naming
from tutor.authorities.foster.bidding.facts import NO_TRUMPS, ONE_SPADE, PASS, TWO_SPADES
from tutor.authorities.foster.book import KEY
from tutor.authorities.rules import Message
from tutor.citations import Citation
from tutor.play import Played
from tutor.view import View


def _bid(act: Played | Said) -> Bid | None:
    """The bid of an act; None where it is something else."""
    named = naming(act.call) if isinstance(act, Said) else None
    return named if isinstance(named, Bid) else None


def _others_suit(view: View, act: Played | Said) -> bool:
    """Whether another player bids a suit, not one spade."""
    bid = _bid(act)
    return bid is not None and act.seat is not view.seat and bid != ONE_SPADE and bid.denomination is not NO_TRUMPS


def _times_named(view: View, act: Played | Said) -> int:
    """How often the player of a bid has named its denomination, this time among them."""
    bid = _bid(act)
    bids = (naming(said.call) for said in view.calling if said.seat is act.seat)
    return sum(isinstance(one, Bid) and bid is not None and one.denomination is bid.denomination for one in bids)


def _times_spoken(view: View, act: Played | Said) -> int:
    return sum(said.seat is act.seat for said in view.calling)


def _before(view: View) -> tuple[Said, ...]:
    return view.calling.said[:-1]


def _an_invitation(view: View, act: Played | Said) -> bool:
    return _others_suit(view, act) and _times_spoken(view, act) == 1 and not _raises_one_spade(view, act)


def _a_red_invitation(view: View, act: Played | Said) -> bool:
    bid = _bid(act)
    trumps = bid.denomination.trumps if bid else None
    return _an_invitation(view, act) and trumps is not None and trumps.is_red


def _called_again(view: View, act: Played | Said) -> bool:
    return _others_suit(view, act) and _times_named(view, act) == 2


def _dropped(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Said) or act.seat is view.seat or _times_spoken(view, act) != 2:
        return False
    first = next(said for said in view.calling if said.seat is act.seat)
    bid, again = _bid(first), _bid(act)
    is_suit = bid is not None and bid != ONE_SPADE and bid.denomination is not NO_TRUMPS
    return is_suit and bid is not None and (again is None or again.denomination is not bid.denomination)


def _means_business(view: View, act: Played | Said) -> bool:
    bid = _bid(act)
    return bid is not None and act.seat is not view.seat and bid.denomination is NO_TRUMPS


def _waits(view: View, act: Played | Said) -> bool:
    return act.seat is view.dealer and act.seat is not view.seat and _bid(act) == ONE_SPADE


def _raises_one_spade(view: View, act: Played | Said) -> bool:
    before = _before(view)
    left_in = [said.call for said in before] == [ONE_SPADE, PASS]
    return left_in and act.seat is view.dealer.partner and act.seat is not view.seat and _bid(act) == TWO_SPADES


def _doubles_what(view: View, act: Played | Said) -> Bid | None:
    """The bid that another’s first call doubles, where it is second bidder’s; None where it is anything else."""
    before = _before(view)
    is_second = len(before) == 1 and isinstance(act, Said) and isinstance(act.call, Double)
    return _bid(before[0]) if is_second and act.seat is not view.seat else None


def _shows_a_stopper(view: View, act: Played | Said) -> bool:
    bid = _doubles_what(view, act)
    return bid is not None and bid != ONE_SPADE and bid.denomination is not NO_TRUMPS


def _shows_spades(view: View, act: Played | Said) -> bool:
    return _doubles_what(view, act) == ONE_SPADE


def _doubles(view: View, act: Played | Said) -> bool:
    is_double = isinstance(act, Said) and isinstance(act.call, Double) and act.seat is not view.seat
    return is_double and _doubles_what(view, act) is None


def _shifts(view: View, act: Played | Said) -> bool:
    mine = [bid for said in view.calling if said.seat is view.seat and (bid := _bid(said))]
    bid = _bid(act)
    if act.seat is not view.seat.partner or not bid or not mine or mine[-1] == ONE_SPADE:
        return False
    return NO_TRUMPS not in (bid.denomination, mine[-1].denomination) and bid.denomination is not mine[-1].denomination


def _stops_their_suit(view: View, act: Played | Said) -> bool:
    before = _before(view)
    bid = _bid(before[-1]) if before else None
    overcalled = bid is not None and bid.denomination is not NO_TRUMPS and bid != ONE_SPADE
    return overcalled and _means_business(view, act) and before[-1].seat.side is not act.seat.side


HEARD_IN_THE_BIDDING: Sequence[Message] = (
    Message(
        "fos-bid-first-round-invitation",
        "A suit on the first round invites partner to no trumps.",
        Citation(KEY, 77, (2535, 2543)),
        _an_invitation,
    ),
    Message(
        "fos-red-two-meanings",
        "A red suit means high cards on the first round, and trumps only on the second.",
        Citation(KEY, 84, (2786, 2796)),
        _a_red_invitation,
    ),
    Message(
        "fos-red-second-call",
        "A second call of the same suit asks for it as trumps, before no trumps.",
        Citation(KEY, 89, (2929, 2937)),
        _called_again,
    ),
    Message(
        "fos-red-persistence",
        "A suit not called again was called for its high cards.",
        Citation(KEY, 88, (2893, 2900)),
        _dropped,
    ),
    Message(
        "fos-bid-suit-vs-nt",
        "No trumps give no information, and mean business.",
        Citation(KEY, 77, (2515, 2533)),
        _means_business,
    ),
    Message(
        "fos-tb-read-one-spade",
        "The dealer’s one spade denies an ace and a king-queen suit.",
        Citation(KEY, 105, (3461, 3486)),
        _waits,
    ),
    Message(
        "fos-tb-two-spades-weak",
        "The raise of one spade to two warns of a bad hand.",
        Citation(KEY, 104, (3417, 3429)),
        _raises_one_spade,
    ),
    Message(
        "fos-sb-double-shows-suit",
        "Second bidder’s double of the dealer’s suit shows that he has it stopped.",
        Citation(KEY, 102, (3373, 3388)),
        _shows_a_stopper,
    ),
    Message(
        "fos-sb-double-spade",
        "Second bidder’s double of one spade shows strength in spades.",
        Citation(KEY, 103, (3390, 3400)),
        _shows_spades,
    ),
    Message(
        "fos-double-meaning",
        "A double says that the contract will fail, not that the doubler makes the odd trick.",
        Citation(KEY, 60, (1938, 1953)),
        _doubles,
    ),
    Message(
        "fos-tb-shift-or-help",
        "A shift from partner’s suit prefers another, or shows a trick in it.",
        Citation(KEY, 111, (3651, 3677)),
        _shifts,
    ),
    Message(
        "fos-tb-show-stopper",
        "No trumps over an adversary’s suit show it stopped.",
        Citation(KEY, 112, (3704, 3720)),
        _stops_their_suit,
    ),
)

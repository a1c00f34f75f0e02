"""Dummy bridge for three players, as Hellespont describes it: one of them plays the same two hands all the rubber."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Call, Calling, Declaration, Declare, Denomination
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_english_1901 import RULES, Bridge1901
from tutor.codes.deal_result import DealResult
from tutor.codes.laws import LawRef
from tutor.codes.offences import BRIDGE_ENGLISH_1901
from tutor.codes.offences.games import DUMMY_BRIDGE
from tutor.codes.scoring import Rubber
from tutor.deal import Deal
from tutor.seats import BySide, Seat

DUMMY = Seat.NORTH
PLAYER = DUMMY.partner


def pips(holding: Holding) -> int:
    """The pips of a suit: the ace eleven, king, queen and jack ten each, the others what they show."""
    return sum(11 if rank is Rank.ACE else min(rank.height, 10) for rank in holding)


@dataclass(frozen=True, slots=True)
class DummysBridge1901(Bridge1901):
    """What the two games with a dummy of its own share: a hand that nobody holds, North’s, is South’s to play.

    It declares by rule, and for it the leader’s partner speaks, who has not looked at their own hand. It never
    redoubles.
    """

    players: ClassVar[tuple[Seat, ...]] = (PLAYER, PLAYER.left, PLAYER.right)

    @abstractmethod
    def rules(self, calling: Calling) -> Mapping[str, str]:
        """The rules of the game that take the place of those of ordinary bridge, by the points of the calling."""

    def dummy(self, calling: Calling) -> Seat:
        """Whose hand is exposed: dummy’s, whoever deals."""
        del calling
        return DUMMY

    def declarers(self, calling: Calling) -> tuple[Seat, Seat]:
        """See `Bridge1901`; dummy’s hand declares what its player leaves to it."""
        return (PLAYER, DUMMY) if _is_ours(calling) else (calling.dealer, calling.dealer.partner)

    def doublers(self, calling: Calling, declaration: Declaration) -> BySide[tuple[Seat, ...]]:
        """See `Bridge1901`; dummy’s player doubles on one hand only: their own, or dummy’s when dummy must lead."""
        hand = PLAYER if _is_ours(calling) else self.leader(calling)
        return Bridge1901.doublers(self, calling, declaration).with_(DUMMY.side, (hand,))

    def result_dummy(self, result: DealResult) -> Seat:
        """See `BridgeCode`: dummy’s seat is the same in every deal."""
        del result
        return DUMMY

    def law_in(self, calling: Calling, point: str) -> LawRef:
        """See `Bridge1901`."""
        number = self.rules(calling).get(point)
        return self.rule(number) if number else self.law_on(point)

    def declaration_of(self, hand: Hand) -> Denomination:
        """What dummy’s hand declares: three or four aces no trumps; else the longest, strongest, dearest suit."""
        if sum(card.rank is Rank.ACE for card in hand) >= 3:
            return Denomination.NO_TRUMPS

        def strength(suit: Suit) -> tuple[int, int, int]:
            return len(hand[suit]), pips(hand[suit]), self.trick_value(Denomination.of(suit))

        return Denomination.of(max(Suit, key=strength))

    def dictated(self, deal: Deal, calling: Calling) -> Call | None:
        """See `Code`: the declaration of dummy’s hand."""
        turn = self.turn(calling)
        if turn is None or turn.seat is not DUMMY or calling.declaration is not None:
            return None
        return Declare(self.declaration_of(deal.hands[DUMMY]))

    def speaker(self, seat: Seat, calling: Calling) -> Seat:
        """See `Code`: the leader’s partner declares for dummy’s hand, and its player doubles on it."""
        if seat is not DUMMY:
            return seat
        return self.leader(calling).partner if _is_ours(calling) else PLAYER

    def may_look(self, player: Seat, calling: Calling, *, is_led: bool = False) -> frozenset[Seat]:
        """See `Code`: who must wait before looking at a hand."""
        del is_led
        own, is_over = frozenset([player]), self.turn(calling) is None
        if not _is_ours(calling) or player is self.leader(calling):
            return own
        if player is PLAYER:
            return own | {DUMMY} if is_over else own
        if calling.is_left:
            return own | {DUMMY} if is_over else frozenset([DUMMY])
        return own if calling.declaration else frozenset()


@dataclass(frozen=True, slots=True)
class DummyBridge1901(DummysBridge1901):
    """Dummy, North, deals first; South plays that hand against West and East, who deal in their turn.

    By arrangement the game is `double_dummy` when an adversary deals: the partner’s hand is exposed too (rule 15).
    """

    key: ClassVar[str] = "dummy-bridge-1901"
    title: ClassVar[str] = "Dummy bridge, for three players, 1901"
    offences = BRIDGE_ENGLISH_1901.variant("dummy-bridge-1901", "Dummy bridge, 1901", DUMMY_BRIDGE)
    double_dummy: bool = False

    @property
    def rubber(self) -> Rubber:
        """A rubber of the two sides, as in ordinary bridge (rule 16)."""
        return Rubber(RULES)

    def dealer(self, number: int) -> Seat:
        """See `Code`; dummy deals first (rule 2)."""
        return DUMMY.turned(number)

    def rules(self, calling: Calling) -> Mapping[str, str]:
        """See `DummysBridge1901`."""
        if not _is_ours(calling):
            return _ADVERSARY_DEALS
        return _LEFT_TO_DUMMY[calling.dealer] if calling.is_left else _DECLARED

    def exposed(self, calling: Calling, *, is_led: bool) -> frozenset[Seat]:
        """See `Code`; dummy’s hand is exposed as soon as it has to lead (rule 13)."""
        if is_led:
            return self._open(calling)
        has_to_lead = self.leader(calling) is DUMMY and self.turn(calling) is None
        return frozenset([DUMMY] if has_to_lead else [])

    def player(self, seat: Seat, calling: Calling) -> Seat:
        """See `Code`; at double dummy the dealing adversary plays two hands too."""
        return seat.partner if seat in self._open(calling) else seat

    def _open(self, calling: Calling) -> frozenset[Seat]:
        is_double = self.double_dummy and not _is_ours(calling)
        return frozenset([DUMMY, calling.dealer.partner] if is_double else [DUMMY])

    def may_look(self, player: Seat, calling: Calling, *, is_led: bool = False) -> frozenset[Seat]:
        """See `Code`; when an adversary deals, dummy’s player looks at the hand that is to lead (rule 14)."""
        if player is PLAYER and not _is_ours(calling):
            return frozenset([DUMMY, PLAYER]) if is_led else frozenset([self.leader(calling)])
        return DummysBridge1901.may_look(self, player, calling, is_led=is_led)


_DECLARED = {"declare-dealer": "3"}
_LEFT_TO_DUMMY = {
    DUMMY: {
        "declare-passed": "5",
        "double-first-right": "6",
        "redouble-first-right": "7",
    },
    PLAYER: {
        "declare-passed": "9",
        "double-first-right": "10",
        "redouble-first-right": "11",
    },
}
_ADVERSARY_DEALS = {"double-first-right": "14"}


def _is_ours(calling: Calling) -> bool:
    """Whether dummy or dummy’s player deals."""
    return calling.dealer.side is DUMMY.side

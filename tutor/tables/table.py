"""A deal being played under a code: whose turn it is, what may be done, what has been done, what it scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.auction import Call, Calling
from tutor.authorities.rules import Answer
from tutor.cards import Card, Hand
from tutor.codes.code import Code
from tutor.codes.scoring import DealScore, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed
from tutor.play import Play
from tutor.seats import Seat
from tutor.view import Standing, View


@dataclass(frozen=True, slots=True)
class Act:
    """A call or a card, and the seat whose it is; `text` is how it is written down."""

    seat: Seat
    what: Answer

    @property
    def text(self) -> str:
        return f"{self.seat.label} {self.what}"


@dataclass(frozen=True, slots=True)
class Table:
    """A deal under way. `sheet` is the score as it stood before the deal; `play` is None until the calling is over."""

    code: Code
    deal: Deal
    sheet: Sheet
    calling: Calling
    play: Play | None = None
    acts: tuple[Act, ...] = ()

    @classmethod
    def laid(cls, code: Code, deal: Deal, sheet: Sheet) -> Table:
        """The cards are dealt, and nothing has been said."""
        return cls(code, deal, sheet, code.calling(deal.dealer, sheet))._begun()

    def _begun(self) -> Table:
        """The same, with the play begun where the calling is over and something is to be played."""
        if self.play is not None or self.code.turn(self.calling) is not None or self.is_void:
            return self
        return replace(self, play=self.code.begin(self.deal, self.calling))

    # ---- whose turn ----------------------------------------------------------------------------------------------

    @property
    def is_void(self) -> bool:
        """Whether the calling has ended with nothing to play."""
        return self.code.turn(self.calling) is None and self.code.is_void(self.calling)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done."""
        return self.is_void or (self.play is not None and self.play.is_over)

    @property
    def hand_to_act(self) -> Seat | None:
        """The seat that is to call, or whose hand is to play; None when all is over."""
        if self.is_over:
            return None
        if self.play is not None:
            return self.play.to_play
        turn = self.code.turn(self.calling)
        return turn.seat if turn else None

    @property
    def player_to_act(self) -> Seat | None:
        """Who decides: for an exposed hand, whoever plays it."""
        hand = self.hand_to_act
        if hand is None:
            return None
        return self.code.player(hand, self.calling) if self.play else self.code.speaker(hand, self.calling)

    def seat_now(self, seat: Seat) -> Seat:
        """Where the player who was at a seat during the calling sits now: in the play some games move him."""
        return self.code.seat_in_play(seat, self.calling) if self.play else seat

    def lawful(self) -> tuple[Answer, ...]:
        """The calls or the cards that may be made or played now."""
        if self.is_over:
            return ()
        if self.play is not None:
            return tuple(self.play.lawful())
        turn = self.code.turn(self.calling)
        dictated = self.code.dictated(self.deal, self.calling)
        calls = (dictated,) if dictated else turn.calls if turn else ()
        return tuple(call for call in calls if turn and not self._refusal(turn.seat, call))

    def _refusal(self, seat: Seat, call: Call) -> object:
        return self.code.refusal_on(self.deal, self.calling, seat, call)

    # ---- acting --------------------------------------------------------------------------------------------------

    def after(self, what: Answer, *, revoking: bool = False) -> Table:
        """The table after a call or a card of whose turn it is. Raises `Illegal` with the refusal."""
        seat = self.hand_to_act
        if seat is None:
            raise ValueError("the deal is over, and nothing can be called or played")
        done = (*self.acts, Act(seat, what))
        if isinstance(what, Card):
            if self.play is None:
                raise Malformed("call", str(what), "the calling is not over", "Make a call")
            return replace(self, play=self.play.after(what, revoking=revoking), acts=done)
        refusal = self._refusal(seat, what)
        if refusal:
            raise Illegal(refusal)
        return replace(self, calling=self.calling.after(seat, what), acts=done)._begun()

    def read(self, text: str) -> Answer:
        """The call or card of a text, among those that may be made now. Raises `Malformed`."""
        found = next((one for one in self.lawful() if text in (str(one), f"{self.hand_to_act_label} {one}")), None)
        if found is None:
            may = ", ".join(map(str, self.lawful())) or "nothing"
            raise Malformed("choice", text, f"it cannot be chosen here: {may} can", "Choose one of these")
        return found

    @property
    def hand_to_act_label(self) -> str:
        return self.hand_to_act.label if self.hand_to_act else ""

    def moments(self) -> Iterator[tuple[Table, Act]]:
        """The table before each act, and the act."""
        table = Table.laid(self.code, self.deal, self.sheet)
        for act in self.acts:
            yield table, act
            table = table.after(act.what, revoking=True)

    # ---- what can be seen ----------------------------------------------------------------------------------------

    @property
    def exposed(self) -> frozenset[Seat]:
        """The seats whose hands lie open to all."""
        is_led = self.play is not None and bool(self.play.tricks or self.play.trick.cards)
        return self.code.exposed(self.calling, is_led=is_led)

    def may_look(self, seat: Seat) -> frozenset[Seat]:
        """The seats whose hands the player at a seat may see: his own when he may look at it, and those exposed."""
        is_led = self.play is not None and bool(self.play.tricks or self.play.trick.cards)
        return self.code.may_look(seat, self.calling, is_led=is_led) | self.exposed

    def view(self, seat: Seat) -> View:
        """What the player at a seat may know."""
        ours = self.code.party(seat, self.sheet)
        others = max(self.sheet.stands_at(party) for party in self.sheet.parties if party is not ours)
        standing = Standing(self.sheet.stands_at(ours), others)
        open_to_it = self.may_look(seat)
        if self.play is None:
            return View(
                seat=seat,
                dealer=self.deal.dealer,
                hand=self.deal.hands[seat] if seat in open_to_it else Hand(),
                calling=self.calling,
                standing=standing,
                exposed=tuple((one, self.deal.hands[one]) for one in Seat if one in open_to_it - {seat}),
                shown=self._turned_up,
            )
        view = View.of(seat, self.calling, self.play, standing, exposed=open_to_it, shown=self._shown_to(seat))
        return view if seat in open_to_it else replace(view, hand=Hand())

    @property
    def _turned_up(self) -> tuple[tuple[Seat, Card], ...]:
        return () if self.deal.turn_up is None else ((self.deal.dealer, self.deal.turn_up),)

    def _shown_to(self, seat: Seat) -> tuple[tuple[Seat, Card], ...]:
        """Cards that the player knows in a hand unseen: the turn-up, and those of a hand that he has exchanged."""
        play, dealt = self.play, self.deal.hands[seat]
        if play is None or not play.trick.out:
            return self._turned_up
        return tuple((aside, card) for aside in play.trick.out for card in play.hands[aside] if card in dealt)

    @property
    def is_solvable(self) -> bool:
        """Whether double dummy can tell of the play: four hands, cards played, and no revoke."""
        play = self.play
        return (
            play is not None
            and not play.trick.out
            and play.number + len(play.trick.cards) > 1
            and not any(renounce.is_revoke for renounce in play.renounces)
        )

    # ---- the end -------------------------------------------------------------------------------------------------

    def score(self) -> DealScore:
        """What the deal scores. Raises `ValueError` before it is over."""
        if not self.is_over:
            raise ValueError("the deal is not over, and scores nothing yet")
        play = self.play or self.code.begin(self.deal, self.calling)
        return self.code.reckon(self.deal, self.calling, play, self.sheet)

"""A deal being played under a code: whose turn it is, what may be done, what has been done, what it scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.auction import Calling
from tutor.authorities.rules import Answer
from tutor.cards import Card, Hand
from tutor.codes.code import Code
from tutor.codes.scoring import DealScore, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed
from tutor.play import Play
from tutor.seats import Seat
from tutor.tables.rigour import Exposes, LeadsOutOfTurn, Offends, lays_card, ruling, score
from tutor.view import Standing, View


@dataclass(frozen=True, slots=True)
class Act:
    """A call, a card or an offence, and the seat whose it is; `text` is how it is written down."""

    seat: Seat
    what: Answer | Offends

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
    face_up: tuple[Card, ...] = ()
    """Cards that lie exposed, and are called as soon as they can be played."""

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
        """The calls or the cards that may be made or played now: of exposed cards that can be played, one of them."""
        if self.is_over:
            return ()
        if self.play is not None:
            lawful = self.play.lawful()
            return tuple(card for card in lawful if card in self.face_up) or tuple(lawful)
        turn = self.code.turn(self.calling)
        if turn is None:
            return ()
        dictated = self.code.dictated(self.deal, self.calling)
        calls = (dictated,) if dictated else turn.calls
        wants = self.code.refusal_for_cards
        return tuple(call for call in calls if not wants(self.deal, self.calling, turn.seat, call))

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
            if self.is_called and what not in self.lawful():
                called = " or ".join(card.name for card in self.lawful() if isinstance(card, Card))
                raise Malformed("card", str(what), f"the {called}, which lies exposed, is called", "Play it")
            face_up = tuple(card for card in self.face_up if card != what)
            return replace(self, play=self.play.after(what, revoking=revoking), acts=done, face_up=face_up)
        refusal = self.code.refusal_on(self.deal, self.calling, seat, what)
        if refusal:
            raise Illegal(refusal)
        return replace(self, calling=self.calling.after(seat, what), acts=done)._begun()

    @property
    def is_called(self) -> bool:
        """Whether an exposed card can be played now, and so must be."""
        return self.play is not None and any(card in self.face_up for card in self.play.lawful())

    def after_offence(self, seat: Seat, offence: Offends) -> Table:
        """The table when a seat has offended, and the law has been applied. Raises `Malformed` where it cannot be."""
        if self.play is None or self.play.is_over or offence.card not in self.play.hands[seat]:
            raise Malformed(
                "card", str(offence.card), "it is not a card of yours in play", "Choose a card of your hand"
            )
        is_out_of_turn = not self.play.trick.cards and self.play.to_play is not seat
        if isinstance(offence, LeadsOutOfTurn) and not is_out_of_turn:
            raise Malformed("lead", str(offence.card), "nobody else is to lead", "Play it in your turn")
        lies = lays_card(ruling(self.code, self.calling, seat, offence))
        face_up = (*self.face_up, offence.card) if lies and offence.card not in self.face_up else self.face_up
        return replace(self, acts=(*self.acts, Act(seat, offence)), face_up=face_up)

    def replayed(self, act: Act) -> Table:
        """The table after an act of a record, whatever it is."""
        if isinstance(act.what, (Exposes, LeadsOutOfTurn)):
            return self.after_offence(act.seat, act.what)
        return self.after(act.what, revoking=True)

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
            table = table.replayed(act)

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
        others = [party for party in self.sheet.parties if party is not ours]
        standing = Standing(
            us=self.sheet.stands_at(ours),
            them=max(map(self.sheet.stands_at, others)),
            ahead=self.sheet.total(ours) - max(map(self.sheet.total, others)),
        )
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
            holders = {card: one for one in Seat for card in self.face_up if play and card in play.hands[one]}
            return (*self._turned_up, *((one, card) for card, one in holders.items() if one is not seat))
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
        return score(self.code, self.deal, self.calling, play, self.sheet)

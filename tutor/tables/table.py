"""A deal being played under a code: whose turn it is, what may be done, what has been done, what it scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tutor.auction import Call, Calling
from tutor.authorities.rules import Answer
from tutor.cards import Card, Hand, Suit
from tutor.codes.code import Code
from tutor.codes.laws import LawRef, LawRefusal
from tutor.codes.scoring import DealScore, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal, Malformed
from tutor.play import Play, Reason
from tutor.seats import Seat
from tutor.tables.call_text import call_or_card
from tutor.tables.rigour import (
    ExposeCard,
    LeadOutOfTurn,
    RevealedRevoke,
    Settlement,
    TableOffence,
    lays_card,
    revokes_shown,
    ruling,
    score,
    settlement,
)
from tutor.view import Standing, View
from tutor.wording import alternatives


@dataclass(frozen=True, slots=True)
class TableAct:
    """A call, a card or an offence, and the seat whose it is; `text` is how it is written down."""

    seat: Seat
    what: Answer | TableOffence

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
    acts: tuple[TableAct, ...] = ()
    face_up: tuple[Card, ...] = ()
    """Cards that lie exposed, and are called as soon as they can be played."""
    fixed: int = 0
    """How many acts at the beginning were set: nobody decided them, and nobody can undo them."""
    before: Table | None = field(default=None, compare=False, repr=False)
    """The table before the last act. None where nothing has been done."""

    @classmethod
    def laid(cls, code: Code, deal: Deal, sheet: Sheet, fixed: int = 0) -> Table:
        """The cards are dealt, and nothing has been said. So many acts will be `fixed`."""
        return cls(code, deal, sheet, code.calling(deal.dealer, sheet), fixed=fixed)._begun()

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
        """The seat that decides: for an exposed hand, the seat that plays it."""
        hand = self.hand_to_act
        if hand is None:
            return None
        return self.code.player(hand, self.calling) if self.play else self.code.speaker(hand, self.calling)

    def seat_now(self, seat: Seat) -> Seat:
        """Where the player who was at a seat during the calling sits now. Some games move the player for the play."""
        return self.code.seat_in_play(seat, self.calling) if self.play else seat

    def lawful(self) -> tuple[Answer, ...]:
        """The calls or the cards that may be made or played now: of exposed cards that can be played, one of them."""
        if self.is_over:
            return ()
        if self.play is not None:
            return self.called or tuple(self.play.lawful())
        turn = self.code.turn(self.calling)
        if turn is None:
            return ()
        dictated = self.code.dictated(self.deal, self.calling)
        calls = (dictated,) if dictated else turn.calls
        wants = self.code.refusal_for_cards
        return tuple(call for call in calls if not wants(self.deal, self.calling, turn.seat, call))

    # ---- acting --------------------------------------------------------------------------------------------------

    def after(self, what: Answer, *, revoking: bool = False) -> Table:
        """The table after a call or a card of whose turn it is. Raises `Illegal` with the refusal.

        With `revoking`, as in the rigour of the game, a card that does not follow suit is played all the same.
        """
        seat = self.hand_to_act
        if seat is None:
            raise ValueError("the deal is over, so nothing can be called or played")
        done = (*self.acts, TableAct(seat, what))
        refused = self._refusal_of_card(seat, what) if isinstance(what, Card) else self._refusal_of_call(seat, what)
        if refused and not (revoking and self._would_revoke(what)):
            raise Illegal(refused)
        if isinstance(what, Card):
            assert self.play is not None, "a card is refused until the play has begun"  # noqa: S101
            face_up = tuple(card for card in self.face_up if card != what)
            play = self.play.after(what, revoking=revoking)
            return replace(self, play=play, acts=done, face_up=face_up, before=self)
        return replace(self, calling=self.calling.after(seat, what), acts=done, before=self)._begun()

    def _refusal_of_card(self, seat: Seat, card: Card) -> object | None:
        """Why a card may not be played now from the hand that is to act, with the law; None where it may."""
        title = self.code.title
        if self.play is None:
            turn = self.code.turn(self.calling)
            assert turn is not None, "while nothing is played somebody is to speak"  # noqa: S101
            return LawRefusal(seat, card, turn.law, f"It is {turn.seat.label}’s turn to speak first.", title)
        refusal, called = self.play.refusal(card), self.called
        if called and card not in called and card in self.play.hands[seat]:
            which = alternatives([f"the {one.name}" for one in called])
            return LawRefusal(seat, card, self.law_of_call(called[0]), f"Play {which}, which is exposed.", title)
        if refusal and refusal.reason is Reason.MUST_FOLLOW:
            led = next(iter(refusal.lawful)).suit.plural.capitalize()
            may = alternatives([f"the {one.name}" for one in refusal.lawful])
            instead = f"{led} were led, and {seat.label} can follow suit. Play {may}."
            return LawRefusal(seat, card, self.code.revoke_law, instead, title)
        return refusal

    def _refusal_of_call(self, seat: Seat, call: Call) -> LawRefusal | None:
        """Why a call may not be made now by the hand that is to act, with the law; None where it may."""
        found = self.code.refusal_on(self.deal, self.calling, seat, call)
        if found:
            return replace(found, game=self.code.title)
        turn, dictated = self.code.turn(self.calling), self.code.dictated(self.deal, self.calling)
        if turn is None or dictated in (None, call):
            return None
        return LawRefusal(seat, call, turn.law, f"By the rule, {seat.label} {dictated}.", self.code.title)

    def _would_revoke(self, what: Answer) -> bool:
        if not isinstance(what, Card) or self.play is None or self.called:
            return False
        refusal = self.play.refusal(what)
        return refusal is not None and refusal.reason is Reason.MUST_FOLLOW

    @property
    def called(self) -> tuple[Card, ...]:
        """The exposed cards that can be played now. The adversaries call them, and one of them must be played."""
        return () if self.play is None else tuple(card for card in self.play.lawful() if card in self.face_up)

    def law_of_call(self, card: Card) -> LawRef:
        """The law by which a card that lies exposed may be called. Raises `ValueError` for another card."""
        for act in reversed(self.acts):
            if isinstance(act.what, (ExposeCard, LeadOutOfTurn)) and act.what.card == card:
                found = ruling(self.code, self.calling, act.seat, act.what)
                if lays_card(found) and found is not None:
                    return found.laws[0]
        raise ValueError(f"the {card.name} is not exposed, and is not called")

    def after_offence(self, seat: Seat, offence: TableOffence) -> Table:
        """The table when a seat has offended, and the law has been applied. Raises `Malformed` where it cannot be."""
        if self.play is None or self.play.is_over or offence.card not in self.play.hands[seat]:
            raise Malformed("card", str(offence.card), "you do not hold this card", "Choose a card of your hand")
        is_out_of_turn = not self.play.trick.cards and self.play.to_play is not seat
        if isinstance(offence, LeadOutOfTurn) and not is_out_of_turn:
            raise Malformed("lead", str(offence.card), "this is not a lead out of turn", "Play it when it is your turn")
        lies = lays_card(ruling(self.code, self.calling, seat, offence))
        face_up = (*self.face_up, offence.card) if lies and offence.card not in self.face_up else self.face_up
        return replace(self, acts=(*self.acts, TableAct(seat, offence)), face_up=face_up, before=self)

    def replayed(self, act: TableAct) -> Table:
        """The table after an act of a record, whatever it is."""
        if isinstance(act.what, (ExposeCard, LeadOutOfTurn)):
            return self.after_offence(act.seat, act.what)
        return self.after(act.what, revoking=True)

    def read(self, text: str) -> Answer:
        """The call or card of a text, whether or not it may be made now; `after` refuses it. Raises `Malformed`."""
        found = next((one for one in self.lawful() if text in (str(one), f"{self.hand_to_act_label} {one}")), None)
        return call_or_card(text) if found is None else found

    @property
    def hand_to_act_label(self) -> str:
        return self.hand_to_act.label if self.hand_to_act else ""

    def moments(self) -> Iterator[tuple[Table, TableAct]]:
        """The table before each act, and the act."""
        stood: list[Table] = []
        table = self.before
        while table is not None:
            stood.append(table)
            table = table.before
        return zip(reversed(stood), self.acts, strict=True)

    # ---- what can be seen ----------------------------------------------------------------------------------------

    @property
    def exposed(self) -> frozenset[Seat]:
        """The seats whose hands lie open to all."""
        is_led = self.play is not None and bool(self.play.tricks or self.play.trick.cards)
        return self.code.exposed(self.calling, is_led=is_led)

    def may_look(self, seat: Seat) -> frozenset[Seat]:
        """The seats whose hands the player at a seat may see: their own when they may look at it, and exposed hands."""
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
        """Cards that the player knows in an unseen hand: the turn-up, and those of a hand that they have exchanged."""
        play, dealt = self.play, self.deal.hands[seat]
        if play is None or not play.trick.out:
            holders = {card: seat for seat in Seat for card in self.face_up if play and card in play.hands[seat]}
            return (*self._turned_up, *((one, card) for card, one in holders.items() if one is not seat))
        return tuple((aside, card) for aside in play.trick.out for card in play.hands[aside] if card in dealt)

    @property
    def turn_up(self) -> Card | None:
        """The card turned up for trumps, as long as it lies on the table for all to see.

        That is until it is played, or the first trick is: after that nobody is entitled to know more than the suit,
        and the dealer has taken it up.
        """
        card, play = self.deal.turn_up, self.play
        if card is None or not self.code.turns_up or self.is_over:
            return None
        is_gone = play is not None and (bool(play.tricks) or card in play.trick.cards)
        return None if is_gone else card

    @property
    def trumps(self) -> Suit | None:
        """The suit that is trumps as far as is settled: at whist from the turn-up on."""
        if self.play is not None:
            return self.play.trumps
        if self.code.turns_up and self.deal.turn_up is not None:
            return self.deal.turn_up.suit
        return None

    def revokes(self) -> tuple[RevealedRevoke, ...]:
        """The revokes that have come to light so far."""
        return () if self.play is None else tuple(revokes_shown(self.code, self.calling, self.play))

    def settlement(self) -> Settlement | None:
        """What was exacted for the revokes of a deal that is over; None where nothing was, or it is not over."""
        if self.play is None or not self.is_over:
            return None
        return settlement(self.code, self.deal, self.calling, self.play, self.sheet)

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
            raise ValueError("the deal is not over, so it has no score yet")
        play = self.play or self.code.begin(self.deal, self.calling)
        return score(self.code, self.deal, self.calling, play, self.sheet)

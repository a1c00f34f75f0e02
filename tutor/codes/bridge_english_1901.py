"""Bridge under the English club code printed in Hellespont’s book of 1901."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave
from tutor.codes.code import BridgeCode
from tutor.codes.laws import Refusal, Turn, Utterance, laws_of
from tutor.codes.offences import BRIDGE_ENGLISH_1901
from tutor.codes.scoring import DealScore, Heading, Item, Outcome, Rubber, Rules, aces, honours_multiple, void_seats
from tutor.notation import in_words
from tutor.seats import BySide, Seat, Side

LAWS = laws_of(
    "hellespont",
    "hel-law",
    (1, 1, (121, 123), "A rubber is the best of three games; two won in succession end it."),
    (2, 1, (127, 129), "A game is thirty points scored by tricks alone."),
    (3, 1, (131, 133), "Every deal is played out, and trick points beyond the thirty are kept."),
    (4, 1, (135, 139),
     "Each trick over six counts 2 in spades, 4 in clubs, 6 in diamonds, 8 in hearts, 12 without trumps."),
    (5, 1, (141, 143), "The honours are ace, king, queen, knave and ten of trumps; without trumps, the four aces."),
    (6, 2, (155, 187),
     "Honours in trumps count by the undoubled trick: three between partners twice, four 4 times, "
     "five 5 times; in one hand four 8 times (the fifth with partner once more), five 10 times."),
    (7, 2, (189, 200), "Without trumps three aces between partners count 30, four 40, four in one hand 100."),
    (8, 3, (210, 216), "A player dealt no trump scores chicane for the side: twice the undoubled trick."),
    (9, 3, (218, 228),
     "Thirteen tricks are a grand slam, 40; twelve a little slam, 20; tricks taken as a penalty do not count."),
    (10, 3, (230, 231), "Honours, chicane and slam are reckoned at the end of the rubber."),
    (11, 3, (233, 239),
     "At the end all is added up, the winners of the rubber add 100, and the difference is what they win."),
    (48, 9, (522, 527), "The dealer, having seen the hand, may name the trump suit or say that there are no trumps."),
    (49, 9, (529, 538), "The dealer may leave the declaration to the partner, who must then make it."),
    (52, 10, (557, 558), "A declaration once made cannot be altered."),
    (53, 10, (562, 564), "A double makes each trick over six worth twice as much, a re-double four times, and so on."),
    (54, 10, (566, 581),
     "When trumps are declared the adversaries may double, the dealer’s left-hand adversary first."),
    (55, 11, (583, 594), "Against a double the declaring side may re-double, the player who declared first."),
    (56, 11, (596, 605), "Re-doubling may go on without end; on each side the last who doubled has the first right."),
    (57, 11, (607, 612), "When nobody goes on doubling the dealer’s left-hand adversary leads."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BridgeEnglish1901(BridgeCode):
    """The code: what tricks and honours are worth, who may speak when and in which words, and the rubber."""

    key: ClassVar[str] = "bridge-english-1901"
    title: ClassVar[str] = "Bridge, the English club code of 1901"
    source: ClassVar[str] = "hellespont"
    laws = LAWS
    offences = BRIDGE_ENGLISH_1901

    # ---- the table -------------------------------------------------------------------------------------------

    def leader(self, calling: Calling) -> Seat:
        """Who has the opening lead: the dealer’s left-hand adversary, whoever declared (law 57)."""
        return calling.dealer.left

    def dummy(self, calling: Calling) -> Seat:
        """Whose hand is exposed: the dealer’s partner’s, whoever declared (law 59)."""
        return calling.dealer.partner

    # ---- declaring and doubling ------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is to speak and what may be said; None when the leader may lead (laws 48, 49, 54–57)."""
        declaration = calling.declaration
        if declaration is None:
            named = tuple(Declare(denomination) for denomination in Denomination)
            if calling.is_left:
                return Turn(calling.dealer.partner, named, LAWS["49"])
            return Turn(calling.dealer, (*named, Leave()), LAWS["48"])
        return self._doubling_turn(calling, declaration)

    def _doubling_turn(self, calling: Calling, declaration: Declaration) -> Turn | None:
        declarers = calling.dealer.side
        first = BySide.each(lambda side: declaration.by if side is declarers else calling.dealer.left)
        side, content = declarers.opponents, 0
        for said in calling:
            if isinstance(said.call, Double):
                first = first.with_(said.seat.side, said.seat)
                side, content = said.seat.side.opponents, 0
            elif isinstance(said.call, Content):
                content += 1
        if content == 2:
            return None
        law = LAWS["54" if not declaration.doubled else "55" if declaration.doubled == 1 else "56"]
        return Turn(first[side] if content == 0 else first[side].partner, (Double(), Content()), law)

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> Refusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn = self.turn(calling)
        if turn is None:
            return Refusal(seat, call, LAWS["57"], f"{self.leader(calling).label} is to lead.")
        if isinstance(call, (Declare, Leave)) and calling.declaration is not None:
            return Refusal(seat, call, LAWS["52"], f"{turn.seat.label} may double or be content.")
        if seat is not turn.seat or call not in turn.calls:
            return Refusal(seat, call, turn.law, f"It is for {turn.seat.label} to speak.")
        return None

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words that the code and its comments lay down (pp. 9–11, 26)."""
        leader = self.leader(calling)
        so_far = Calling(calling.dealer)
        for said in calling:
            doubled = len(so_far.doubles())
            asked = so_far.declaration is not None and doubled and said.seat.side is calling.dealer.side
            if asked:
                yield Utterance(leader, "May I play?", said.seat)
            yield self._words(so_far, said.seat, said.call, doubled)
            so_far = so_far.after(said.seat, said.call)

    def _words(self, so_far: Calling, seat: Seat, call: Call, doubled: int) -> Utterance:
        match call:
            case Declare(Denomination.NO_TRUMPS):
                return Utterance(seat, "There are no trumps.")
            case Declare(denomination):
                return Utterance(seat, f"{denomination.word.capitalize()} are trumps.")
            case Leave():
                return Utterance(seat, "I leave it to you, Partner.", seat.partner)
            case Double():
                return Utterance(seat, "I re-double." if doubled else "I double.")
            case _:
                has_partner_to_ask = not isinstance(so_far.said[-1].call, Content)
                if not doubled and has_partner_to_ask:
                    return Utterance(seat, "May I play?", seat.partner)
                return Utterance(seat, "I am satisfied." if has_partner_to_ask else "Yes.")

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: best of three games of thirty, a hundred to its winners (laws 1, 2, 11)."""
        return Rubber(Rules(game=self.game, games_to_win=2, bonus=100))

    def trick_value(self, denomination: Denomination) -> int:
        """What each trick over six is worth undoubled (law 4)."""
        return _TRICK_VALUES[denomination]

    def score(self, outcome: Outcome) -> DealScore:
        """What both sides score (laws 4 to 9 and 53). Raises `ValueError` when the tricks are not thirteen."""
        if sum(outcome.tricks) != 13 or min(outcome.tricks) < 0:
            raise ValueError(f"{outcome.tricks.ns} and {outcome.tricks.ew} tricks are not thirteen")
        items = [self._tricks(outcome), *self._honours(outcome), *self._chicane(outcome), *self._slam(outcome)]
        return DealScore(tuple(items))

    def _tricks(self, outcome: Outcome) -> Item:
        value = self.trick_value(outcome.declaration.denomination) * outcome.declaration.factor
        by = "the odd trick" if outcome.odd_tricks == 1 else f"{in_words(outcome.odd_tricks)} by tricks"
        law = LAWS["53"] if outcome.declaration.doubled else LAWS["4"]
        what = f"{by} at {value}"
        return Item(outcome.winners, Heading.TRICKS, outcome.odd_tricks * value, what, law)

    def _honours(self, outcome: Outcome) -> Iterator[Item]:
        denomination = outcome.declaration.denomination
        for side in Side:
            held = sorted(outcome.honours[seat] for seat in side.seats)
            if denomination is Denomination.NO_TRUMPS:
                points, law = aces(held), LAWS["7"]
                what = f"{in_words(sum(held))} aces" + (" in one hand" if held[1] == 4 else "")
            else:
                multiple = honours_multiple(held[1], held[0])
                points, what, law = multiple * self.trick_value(denomination), f"{multiple} by honours", LAWS["6"]
            if points:
                yield Item(side, Heading.HONOURS, points, what, law)

    def _chicane(self, outcome: Outcome) -> Iterator[Item]:
        if outcome.trumps is not None:
            points = 2 * self.trick_value(outcome.declaration.denomination)
            for seat in void_seats(outcome.trumps):
                yield Item(seat.side, Heading.CHICANE, points, f"chicane, {seat.label} having no trump", LAWS["8"])

    def _slam(self, outcome: Outcome) -> Iterator[Item]:
        if outcome.odd_tricks == 7:
            yield Item(outcome.winners, Heading.SLAM, 40, "grand slam", LAWS["9"])
        elif outcome.odd_tricks == 6:
            yield Item(outcome.winners, Heading.SLAM, 20, "little slam", LAWS["9"])


_TRICK_VALUES = {
    Denomination.SPADES: 2,
    Denomination.CLUBS: 4,
    Denomination.DIAMONDS: 6,
    Denomination.HEARTS: 8,
    Denomination.NO_TRUMPS: 12,
}

"""A table of several people: who decides at each moment, for whom the tutor plays, and what needs the others’ consent.

People are named by the seats of the first deal, as in `Code.players`. The tutor plays for a seat without a person, and
for a person who is away. A claim needs the consent of the other side, and an undo that of everybody else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from tutor.analysis import double_dummy, natural
from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.errors import TutorError
from tutor.notation import in_words
from tutor.seats import Seat
from tutor.tables.claims import ClaimRefused, may_claim
from tutor.tables.match import Chooser, Match
from tutor.tables.table import Table


class NotYours(TutorError):
    """Somebody at a table does what is not theirs to do at this moment."""


class ProposalKind(Enum):
    """What needs the consent of others at a table."""

    CLAIM = "claim"
    UNDO = "undo"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a player proposes, by the seat of the first deal, and who `agreed` so far. A claim is for so many `tricks`.

    It is about the moment when the deal of a number had so many acts, and lapses with the next act.
    """

    kind: ProposalKind
    player: Seat
    deal: int
    act: int
    tricks: int | None = None
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match of several people. `people` are the players who are at the table now; the tutor plays for the others.

    `by_tutor` are the acts that the tutor made since the match was found so: the deal and the place in it, from 0.
    """

    match: Match
    people: frozenset[Seat]
    proposal: Proposal | None = None
    by_tutor: frozenset[tuple[int, int]] = frozenset()

    def seen_by(self, player: Seat) -> Match:
        """The match with one of its players as the learner."""
        return replace(self.match, player=player)

    def seat_of(self, player: Seat, table: Table) -> Seat:
        """Where a player sits at the present deal."""
        return self.seen_by(player).seat_at(table)

    def decider(self, table: Table) -> Seat | None:
        """The player who has to act, for dummy the declarer; None when the deal is over."""
        seat = table.player_to_act
        return next((player for player in self.match.code.players if self.seat_of(player, table) is seat), None)

    def is_tutors_turn(self, table: Table) -> bool:
        """Whether the tutor has to act, for nobody else is there to do it."""
        return not table.is_over and self.decider(table) not in self.people

    @property
    def pending(self) -> Proposal | None:
        """What is proposed and not yet decided; None once the deal has gone on."""
        one, records = self.proposal, self.match.records
        is_of_now = one is not None and records and (one.deal, one.act) == (len(records), len(records[-1]))
        return one if is_of_now else None

    # ---- going on ------------------------------------------------------------------------------------------------

    def acted(self, player: Seat, what: Answer, choose: Chooser) -> SharedMatch:
        """The match after a player’s call or card, and after what the tutor has to do then.

        A trick that the card completes stays on the table. What was proposed lapses.
        Raises `NotYours` out of turn, and `Illegal`.
        """
        self.check_turn(player)
        table = self.match.table.after(what)
        is_complete = table.play is not None and table.play.last_trick is not None
        after = replace(self, match=self.match.after(table), proposal=None)
        return after if is_complete else after.bots_go_on(choose)

    def bots_go_on(self, choose: Chooser) -> SharedMatch:
        """The match after the tutor has acted: until a person has to, a trick is complete, or the play begins.

        Nobody acts while a claim or an undo waits for an answer.
        """
        if self.pending:
            return self
        table = before = self.match.table
        while self.is_tutors_turn(table):
            seat = table.player_to_act
            assert seat is not None, "somebody has to act until the deal is over"  # noqa: S101
            table, last = self.match.bot_acts(table, seat, choose), table
            if table.play and (last.play is None or len(table.play.tricks) > len(last.play.tricks)):
                break
        return self if table is before else self._after_tutor(table)

    def _after_tutor(self, table: Table) -> SharedMatch:
        """The match after what the tutor did in the deal in progress."""
        deal, acts = len(self.match.records) - 1, range(len(self.match.records[-1]), len(table.acts))
        by_tutor = self.by_tutor | {(deal, act) for act in acts}
        return replace(self, match=self.match.after(table), proposal=None, by_tutor=by_tutor)

    def check_turn(self, player: Seat) -> None:
        """Raises `NotYours` unless a player has to act."""
        if self.decider(self.match.table) is not player:
            raise NotYours("It is not your turn. Wait until the others have acted.")

    # ---- consent -------------------------------------------------------------------------------------------------

    def asked(self, proposal: Proposal, table: Table) -> frozenset[Seat]:
        """The people whose consent a proposal needs."""
        match proposal.kind:
            case ProposalKind.CLAIM:
                return self.people & self._adversaries(proposal.player, table)
            case ProposalKind.UNDO:
                return self.people - {proposal.player}
            case ProposalKind.NEXT:
                return self.people

    def _adversaries(self, player: Seat, table: Table) -> frozenset[Seat]:
        side = self.seat_of(player, table).side
        return frozenset(one for one in self.match.code.players if self.seat_of(one, table).side is not side)

    def claimed(self, player: Seat, tricks: int) -> SharedMatch:
        """The match after a player claims so many of the remaining tricks: the other side is asked.

        The tutor agrees only to what is certain. Raises `ClaimRefused`.
        """
        table, seat = self.match.table, self.seat_of(player, self.match.table)
        conceded(table, seat, tricks)
        proposal = Proposal(ProposalKind.CLAIM, player, *self._moment, tricks)
        if self._adversaries(player, table) - self.people and not _is_certain(table, tricks):
            raise ClaimRefused(
                f"{in_words(tricks).capitalize()} are not certain, so the tutor does not agree. "
                "Play on, or claim fewer."
            )
        return replace(self, proposal=proposal).settled()

    def undo_asked(self, player: Seat) -> SharedMatch:
        """The match after a player asks to take their last act back. Everybody else is asked.

        Raises `NotYours` where there is nothing to take back, or the cards have been shown.
        """
        own = self.seen_by(player)
        if self.match.table.is_over:
            raise NotYours("All cards are shown now, so nothing can be taken back. Play the next deal.")
        if own.undone() == own:
            raise NotYours("You have not called or played in this deal yet, so there is nothing to take back.")
        return replace(self, proposal=Proposal(ProposalKind.UNDO, player, *self._moment)).settled()

    def next_asked(self, player: Seat, *, decides: bool) -> SharedMatch:
        """The match after a player asks for the next deal: dealt when everybody has, or at once by who `decides`.

        Raises `NotYours` while a deal is in progress or when the rubber is over.
        """
        table = self.match.table
        if not table.is_over:
            raise NotYours("This deal is not over. Play it to its end first.")
        if table.sheet.after(table.score()).is_over:
            raise NotYours("The rubber is over. Start another table.")
        here = self.pending
        agreed = (here.agreed if here else frozenset()) | {player}
        asked = Proposal(ProposalKind.NEXT, here.player if here else player, *self._moment, None, agreed)
        if decides or self.people <= agreed:
            return replace(self, match=self.match.with_next_deal(), proposal=None)
        return replace(self, proposal=asked)

    def agreed(self, player: Seat) -> SharedMatch:
        """The match after a player consents to what is proposed: done if nobody else is asked.

        Raises `NotYours` for a player who is not asked, or if nothing is.
        """
        here = self._asked_of(player)
        return replace(self, proposal=replace(here, agreed=here.agreed | {player})).settled()

    def refused(self, player: Seat) -> SharedMatch:
        """The match after a player refuses what is proposed, or takes their own proposal back. Raises `NotYours`."""
        here = self.pending
        if here is None or here.player is not player:
            self._asked_of(player)
        return replace(self, proposal=None)

    def _asked_of(self, player: Seat) -> Proposal:
        here = self.pending
        if here is None or player not in self.asked(here, self.match.table):
            raise NotYours("Nobody is asking you for anything now. The table has gone on.")
        return here

    def settled(self) -> SharedMatch:
        """The match after what all who are asked have agreed to. It changes too when somebody has left meanwhile."""
        here = self.pending
        if here is None:
            return replace(self, proposal=None)
        table = self.match.table
        if not self.asked(here, table) <= here.agreed:
            return self
        match here.kind:
            case ProposalKind.CLAIM:
                if self._adversaries(here.player, table) - here.agreed and not _is_certain(table, here.tricks or 0):
                    return replace(self, proposal=None)  # the tutor plays for somebody who left, and does not agree
                ended = conceded(table, self.seat_of(here.player, table), here.tricks or 0)
                return self._after_tutor(ended)
            case ProposalKind.UNDO:
                undone = self.seen_by(here.player).undone()
                return replace(self, match=replace(self.match, records=undone.records), proposal=None)
            case ProposalKind.NEXT:
                return replace(self, match=self.match.with_next_deal(), proposal=None)

    @property
    def _moment(self) -> tuple[int, int]:
        return len(self.match.records), len(self.match.records[-1])


def _is_certain(table: Table, tricks: int) -> bool:
    """Whether the side whose turn it is takes so many tricks however the others play, all hands open."""
    return table.play is not None and tricks <= max(double_dummy.tricks_by_card(table.play).values())


def conceded(table: Table, seat: Seat, tricks: int) -> Table:
    """The deal played out legally, so that the side of a seat takes so many of the remaining tricks.

    It takes more only where it cannot help it. Raises `ClaimRefused` where the player at the seat may not claim, or
    where no such play was found.
    """
    play = table.play
    if play is None or not may_claim(table, seat):
        raise ClaimRefused("You can claim only on your turn to play. Wait for your turn.")
    left = len(play.hands[play.to_play])
    if tricks > left:
        raise ClaimRefused(f"There {'is' if left == 1 else 'are'} only {in_words(left)} left. Claim no more than that.")
    target = _taken(table, seat) + tricks
    while not table.is_over:
        table = table.after(_card_towards(table, seat, target - _taken(table, seat)))
    if _taken(table, seat) < target:
        raise ClaimRefused(f"The cards do not allow {in_words(tricks)} more tricks. Claim fewer, or play on.")
    return table


def _taken(table: Table, seat: Seat) -> int:
    play = table.play
    return 0 if play is None else sum(trick.winner(play.trumps).side is seat.side for trick in play.tricks)


def _card_towards(table: Table, seat: Seat, wanted: int) -> Card:
    """The card after which the best play of all would bring the side of a seat nearest to so many tricks."""
    play = table.play
    assert play is not None, "a claim is made in the play"  # noqa: S101
    brings, left = double_dummy.tricks_by_card(play), len(play.hands[play.to_play])
    is_ours = play.to_play.side is seat.side
    lawful = set(table.lawful())
    cards = [card for card in natural.ordered(play, table.code.dummy(table.calling)) if card in lawful]
    return min(cards, key=lambda card: abs((brings[card] if is_ours else left - brings[card]) - wanted))

"""Deals, endings and single hands, with what the authors say about them. `validation` reads files into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field, PrivateAttr

from tutor.analysis.claims import Claim, ClaimSubject
from tutor.analysis.partial import PartialHand
from tutor.analysis.reconstruction import Puzzle, forced, rebuild
from tutor.auction import Calling, Denomination
from tutor.cards import Card, Hand, Suit
from tutor.citations import Citation
from tutor.codes import CODES
from tutor.deal import Deal
from tutor.errors import Fault, NotAPack, TutorError
from tutor.library.claims import ClaimText, WrittenClaim
from tutor.library.fields import (
    EndingHandsText,
    HandsText,
    HoldingsText,
    OneCardText,
    Page,
    Prose,
    ScoreText,
    SeatText,
    SideTricksText,
    SourceKey,
    SuitText,
    SyllabusId,
    read_said,
)  # fmt: skip
from tutor.library.games import Confidence, Game, Provenance, known
from tutor.library.laws import laws
from tutor.library.possible import with_contents
from tutor.library.rulebook import check_illustrates, unknown_rules
from tutor.library.themes import EntryKind
from tutor.library.validation import Check
from tutor.library.values import (
    BookContent,
    CitedStatement,
    CitedValue,
    Context,
    Doubt,
    Emendation,
    Entity,
    Misprint,
    NoteText,
    OnceOnly,
    Remark,
    Slip,
)
from tutor.library.yaml_text import Document, Path
from tutor.play import Play, Played
from tutor.seats import BySeat, Seat

Faults = Iterator[Fault]


class ExampleDeal(BookContent):
    """A deal of four hands whose play the book does not give card by card.

    `said` are the book’s calls; `calling` is how the code reads them, if the tutor knows the code.
    """

    entry_kind: ClassVar = EntryKind.DEAL

    kind: Literal["deal"]
    title: Annotated[NoteText, Field(description="it must not give the answer away")]
    brought_from: Annotated[
        Prose | None,
        Field(description="the source of a deal that is in no book; the citation is then that of its rule"),
    ] = None
    code: Prose
    dealer: SeatText
    dealer_because: Prose | None = None
    score: ScoreText | None = None
    score_because: Prose | None = None
    hands: HandsText
    lost: tuple[SeatText, ...] = ()
    is_reconstructed: Annotated[bool, Field(alias="reconstructed")] = False
    rebuilt_from: Annotated[
        tuple[CitedStatement, ...], Field(alias="from", description="the statements that it was rebuilt from")
    ] = ()
    emendations: tuple[Emendation, ...] = ()
    readings: tuple[Misprint, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    calls: tuple[Prose, ...] = ()
    calls_implied: Prose | None = None
    declarer: SeatText | None = None
    trumps: Prose | None = None
    leader: SeatText | None = None
    result: SideTricksText | Prose | None = None
    result_because: NoteText | None = None
    says: tuple[Remark, ...]
    claims: tuple[ClaimText, ...] = ()
    confidence: Confidence
    confidence_because: Prose | None = None

    @cached_property
    def deal(self) -> Deal:
        """The deal. Raises `NotAPack`."""
        return Deal(self.hands, self.dealer)

    @cached_property
    def calling(self) -> Calling | None:
        """The calls as the code reads them; None without calls, or if the tutor does not know the code."""
        if self.code not in CODES or not self.calls:
            return None
        calling = Calling(self.dealer)
        for seat, call in map(read_said, self.calls):
            calling = with_contents(calling, CODES[self.code], seat).after(seat, call)
        return with_contents(calling, CODES[self.code])

    @property
    def declared(self) -> Denomination | None:
        """What was declared, if that is settled."""
        declaration = self.calling.declaration if self.calling else None
        return declaration.denomination if declaration else None

    @property
    def whence(self) -> str:
        """Where the deal comes from, in words."""
        if self.brought_from is None:
            return str(self.citation)
        return f"Not from the book, but from {self.brought_from}; illustrates {self.citation}"

    @property
    def subject(self) -> ClaimSubject:
        """The cards that the author’s claims are about."""
        hands: BySeat[Hand | None] = BySeat(*self.deal.hands)
        return ClaimSubject(
            self.source, self.code, hands, self.deal.dealer, self.deal.dealer.left, self.calling, (), known(self.score)
        )


class Problem(BookContent):
    """An ending with its stated result; we chose the `unknown` hands, and `line` is the author’s play."""

    entry_kind: ClassVar = EntryKind.ENDING
    declared: ClassVar = None

    kind: Literal["problem"]
    hands: EndingHandsText
    unknown: Annotated[tuple[SeatText, ...], Field(description="hands that the book does not give")] = ()
    named_trumps: Annotated[SuitText | Literal["none"], Field(alias="trumps")]
    leader: SeatText
    goal: NoteText
    played_before: Annotated[
        tuple[OneCardText, ...], Field(alias="played", description="the cards already on the table")
    ] = ()
    told_line: Annotated[
        tuple[OneCardText, ...],
        Field(alias="line", description="the cards that the author gives, those on the table first"),
    ]
    result: NoteText
    is_reconstructed: Annotated[bool, Field(alias="reconstructed")] = False
    rebuilt_from: Annotated[tuple[CitedStatement, ...], Field(alias="from")] = ()
    readings: tuple[Misprint, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    slips: tuple[Slip, ...] = ()
    says: tuple[Remark, ...]
    claims: tuple[ClaimText, ...] = ()

    @property
    def trumps(self) -> Suit | None:
        return None if self.named_trumps == "none" else self.named_trumps

    @property
    def before(self) -> Play:
        """The play before the first card."""
        return Play.start(self.hands, self.trumps, self.leader)

    @property
    def line(self) -> tuple[Card, ...]:
        return tuple(card for _, card in self.told_line)

    @cached_property
    def subject(self) -> ClaimSubject:
        """The cards that the author’s claims are about."""
        plays = [self.before]
        for _, card in self.played_before:
            plays.append(plays[-1].after(card))
        return ClaimSubject(self.source, "", BySeat(*self.hands), None, self.leader, plays=tuple(plays))

    @property
    def puzzle(self) -> Puzzle:
        """The ending after the author’s line."""
        return Puzzle(self.before.after_all(self.line), None, ())

    @cached_property
    def play(self) -> Play:
        """The author’s line played to the end. The later cards lose nothing with all hands open."""
        rebuilt = rebuild(self.puzzle)
        assert rebuilt is not None, "an ending without facts can always be played to the end"  # noqa: S101
        return rebuilt.play

    @cached_property
    def forced(self) -> frozenset[Played]:
        """The cards after the author’s line that are the same in every way to finish the ending."""
        return frozenset(forced(self.puzzle, self.play))

    def played(self) -> Iterator[tuple[Played, Provenance]]:
        """Each card with how it is known. We chose the hands that the author does not give."""
        for number, played in enumerate(self.play.played()):
            if played.seat in self.unknown:
                yield played, Provenance.RECONSTRUCTED
            elif number < len(self.line):
                yield played, Provenance.STATED
            else:
                yield played, Provenance.FORCED if played in self.forced else Provenance.RECONSTRUCTED


class SingleHand(OnceOnly, CitedValue):
    """A hand or a holding in one suit, and what the author does with it. An x is an unnamed small card."""

    id: Annotated[str, Field(pattern="^[a-z0-9-]+$")]
    title: Prose
    page: Page
    illustrates: tuple[SyllabusId, ...] = ()
    role: Prose
    hand: HoldingsText
    is_any_suit: Annotated[bool, Field(alias="any_suit", description="the author names no suit")] = False
    missing: Annotated[int | None, Field(description="how many of the thirteen cards are not given")] = None
    trumps: Prose | None = None
    score: Prose | None = None
    beside: Annotated[dict[str, Prose], Field(default_factory=dict, description="cards in other hands")]
    situation: tuple[Prose, ...] = ()
    answer: Annotated[dict[str, Prose], Field(default_factory=dict, description="what the author does: leads, plays …")]
    is_reconstructed: Annotated[bool, Field(alias="reconstructed")] = False
    stated: Annotated[Prose | None, Field(description="the part that the text gives")] = None
    chosen: Annotated[Prose | None, Field(description="the part that we chose")] = None
    rebuilt_from: Annotated[tuple[CitedStatement, ...], Field(alias="from")] = ()
    says: Prose
    emendations: tuple[Misprint, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    written_claims: Annotated[tuple[WrittenClaim, ...], Field(alias="claims")] = ()
    _code: str = PrivateAttr(default="")

    @property
    def text(self) -> str:
        """The author’s comment, in our words."""
        return self.says

    def of_code(self, code: str) -> SingleHand:
        """The hand under the code of its group."""
        hand = self.model_copy()
        hand._code = code
        return hand

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(claim.read(self.citation.source) for claim in self.written_claims)

    @cached_property
    def subject(self) -> ClaimSubject:
        """The hand for each seat that the claims name, if it is whole and every card is known."""
        whole: Hand | None = None
        if "x" not in self.hand and not self.missing:
            hand = Hand.parse(self.hand)
            whole = hand if len(hand) == 13 else None
        calls = [claim.claim.declares for claim in self.written_claims if claim.claim.declares]
        leads = [claim.claim.leads for claim in self.written_claims if claim.claim.leads]
        named = {claim.seat for claim in calls} | {claim.seat for claim in leads}
        dealers = (claim.seat for claim in calls if claim.role == "dealer")
        return ClaimSubject(
            self.citation.source,
            self._code,
            BySeat.each(lambda seat: whole if seat in named else None),
            next(dealers, Seat.SOUTH) if self.role == "dealer" else None,
            None,
            score=_points(self.score),
            partial=PartialHand.of(self.hand, self.trumps, self.beside.get("re-entry")),
        )


def _points(score: str | None) -> tuple[int, int] | None:
    """The score of a text such as `AB 0, YZ 24`; love-all without a text, None for another form."""
    if score is None:
        return (0, 0)
    found = re.fullmatch(r"AB (\d+), YZ (\d+)", score)
    return (int(found[1]), int(found[2])) if found else None


class HandsGroup(Entity):
    """Single hands of one theme, in the order of the book."""

    entry_kind: ClassVar = EntryKind.HANDS
    declared: ClassVar = None

    kind: Literal["hands"]
    title: Prose
    source: SourceKey
    code: Prose
    about: Prose
    written_hands: Annotated[tuple[SingleHand, ...], Field(alias="hands", min_length=1)]

    @cached_property
    def hands(self) -> tuple[SingleHand, ...]:
        return tuple(hand.of_code(self.code) for hand in self.written_hands)

    @property
    def illustrates(self) -> tuple[str, ...]:
        return tuple(rule for hand in self.written_hands for rule in hand.illustrates)

    @property
    def citation(self) -> Citation:
        return self.hands[0].citation


# ---- checks ----------------------------------------------------------------------------------------------------------


def claims_once(document: Document, path: Path, ids: Iterable[str]) -> Faults:
    """Checks that no two claims of a list have the same id."""
    seen: set[str] = set()
    for number, claim_id in enumerate(ids):
        if claim_id in seen:
            what = f"the claim ‘{claim_id}’ appears twice"
            yield document.fault((*path, number, "id"), what, "Give it another id")
        seen.add(claim_id)


def _check_claims(content: ExampleDeal | Problem, document: Document, _: Context) -> Faults:
    return claims_once(document, ("claims",), (claim.id for claim in content.claims))


def check_deal(deal: Game | ExampleDeal, document: Document, _: Context) -> Faults:
    """Checks that the hands are a pack."""
    try:
        deal.deal  # noqa: B018
    except NotAPack as error:
        for defect in error.defects:
            yield document.fault(("hands",), f"the hands are not a pack: {defect}", error.mend)


def check_emendations(deal: Game | ExampleDeal, document: Document, _: Context) -> Faults:
    """Checks that every emendation agrees with the hand."""
    for number, emendation in enumerate(deal.emendations):
        held = str(deal.deal.hands[emendation.seat][emendation.suit])
        if held != emendation.read.replace("10", "T"):
            what = f"‘{emendation.read}’ is not what {emendation.seat.label} holds in {emendation.suit.plural}, {held}"
            yield document.fault(("emendations", number, "read"), what, "Write the holding of the hand")


def _check_calls(deal: ExampleDeal, document: Document, _: Context) -> Faults:
    if deal.code not in CODES:
        return
    rules, calling = CODES[deal.code], Calling(deal.dealer)
    for number, text in enumerate(deal.calls):
        try:
            seat, call = read_said(text)
        except TutorError as error:
            yield document.fault(("calls", number), str(error).rstrip("."))
            return
        calling = with_contents(calling, rules, seat)
        refusal = rules.refusal(calling, seat, call)
        if refusal:
            yield document.fault(("calls", number), laws().worded(refusal).rstrip("."))
            return
        calling = calling.after(seat, call)


DEAL_CHECKS = (
    Check(check_illustrates, ("illustrates",)),
    Check(_check_claims, ("claims",)),
    Check(check_deal, ("hands", "dealer"), proves="deal"),
    Check(check_emendations, ("deal", "emendations")),
    Check(_check_calls, ("dealer", "calls", "code")),
)


def _check_hands(problem: Problem, document: Document, _: Context) -> Faults:
    held = [card for hand in problem.hands for card in hand]
    twice = next((card for card in held if held.count(card) > 1), None)
    if twice or len({len(hand) for hand in problem.hands}) != 1:
        what = f"{twice} is in two hands" if twice else "the hands have different sizes"
        yield document.fault(("hands",), what, "Check each hand")


def _check_line(problem: Problem, document: Document, _: Context) -> Faults:
    if problem.told_line[: len(problem.played_before)] != problem.played_before:
        what = "it does not begin with the cards on the table"
        yield document.fault(("line",), what, "Begin with those of ‘played’")
    for key, cards in (("line", problem.told_line), ("played", problem.played_before)):
        play = problem.before
        for number, (seat, card) in enumerate(cards):
            refusal = play.refusal(card)
            if seat is not play.to_play or refusal:
                what = str(refusal) if refusal else f"it is {play.to_play.label}’s turn, not {seat.label}’s"
                yield document.fault((key, number), what.rstrip("."), "Correct the card or the player")
                break
            play = play.after(card)


PROBLEM_CHECKS = (
    Check(check_illustrates, ("illustrates",)),
    Check(_check_claims, ("claims",)),
    Check(_check_hands, ("hands",), proves="ending"),
    Check(_check_line, ("ending", "named_trumps", "leader", "told_line", "played_before")),
)


def _check_group(group: HandsGroup, document: Document, context: Context) -> Faults:
    yield from claims_once(document, ("hands",), (hand.id for hand in group.written_hands))
    for number, hand in enumerate(group.written_hands):
        path: Path = ("hands", number)
        yield from unknown_rules(document, (*path, "illustrates"), hand.illustrates, context)
        yield from claims_once(document, (*path, "claims"), (claim.id for claim in hand.written_claims))


HANDS_CHECKS = (Check(_check_group, ("written_hands",)),)

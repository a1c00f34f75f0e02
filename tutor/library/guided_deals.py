"""A deal played in a lesson: from any trick to any trick, with the moments when the lesson comments.

Reading checks the cards: the hands can be played, every written card may be played there, and each moment comes up in
the play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr, model_validator

from tutor.auction import Bid, Call, Calling
from tutor.authorities import AUTHORITIES
from tutor.cards import Card, Hand, Suit
from tutor.codes import CODES, Code
from tutor.errors import Fault, Malformed, TutorError
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.fields import (
    CardText,
    EndingHandsText,
    Prose,
    SeatText,
    SoFarText,
    TrumpsText,
    Value,
    known_authority,
    known_code,
    read_said,
)
from tutor.library.games import Game, TrickNumber
from tutor.library.games import known as known_score
from tutor.library.lesson_blocks import BookPassage, NamedQuestion, Pattern, Playable, QuestionText, Surroundings
from tutor.library.possible import with_contents
from tutor.library.views import CallsText, StandingModel
from tutor.library.yaml_text import Document
from tutor.notation import counted
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat
from tutor.view import Standing, View

WHIST, BRIDGE, AUCTION = "whist-short-1859", "bridge-english-1901", "auction-1910"
"""The default codes of guided deals: whist without calls, bridge with a declaration, auction with bids."""
ANY_OTHER = "*"
"""The key for every card that `wrong` does not name."""

OneSeatsCard = tuple[Seat, Card]


def _require_card(text: str) -> None:
    """Raises `ValueError` for a key of `wrong` that is not a card."""
    try:
        if text != ANY_OTHER:
            Card.parse(text)
    except TutorError as error:
        raise ValueError(str(error)) from None


class Moment(Value):
    """A point in a guided deal where the lesson asks for a card, or only comments.

    The card is the lesson’s own `best`, or the answer of an `authority` to `question` on what the learner can see.
    `matters` is `convention` if the card informs partner and need not win a trick.
    """

    trick: TrickNumber
    hand: Annotated[SeatText | None, Field(description="whose card (default: the learner’s own)")] = None
    ask: Prose | None = None
    says: Prose | None = None
    best: tuple[CardText, ...] = ()
    authority: Annotated[
        Annotated[str, AfterValidator(known_authority), Field(json_schema_extra={"enum": list(AUTHORITIES)})] | None,
        Field(description="whose rules decide, if the lesson does not"),
    ] = None
    question: Annotated[QuestionText | None, Field(alias="asks")] = None
    also: tuple[CardText, ...] = ()
    because: Prose | None = None
    wrong: Annotated[dict[str, Prose], Field(default_factory=dict, description="by card; * for any other")]
    cite: BookPassage | None = None
    on: tuple[Pattern, ...] = ()
    matters: bool | Literal["convention"] = False

    @model_validator(mode="after")
    def _asks_or_says(self) -> Moment:
        if self.best and self.authority:
            raise ValueError("write ‘best’ or ‘authority’, not both")
        if (self.authority is None) != (self.question is None):
            raise ValueError("‘authority’ needs ‘asks’, and ‘asks’ needs ‘authority’")
        if self.best and self.because is None:
            raise ValueError("a moment with ‘best’ needs ‘because’")
        if not self.is_asked and self.says is None:
            raise ValueError("write ‘says’, or ask for a card with ‘best’ or ‘authority’")
        for text in self.wrong:
            _require_card(text)
        return self

    @property
    def is_asked(self) -> bool:
        """Whether a card is asked for and marked."""
        return bool(self.best or self.authority)

    @property
    def prose(self) -> tuple[str, ...]:
        """Its texts."""
        return tuple(filter(None, (self.ask, self.says, self.because, *self.wrong.values())))


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a guided deal takes from a game, a deal or an ending of the library."""

    hands: BySeat[Hand]
    dealer: Seat | None = None
    calls: tuple[tuple[Seat, Call], ...] = ()
    code: str | None = None
    trumps: Suit | None = None
    leader: Seat | None = None
    cards: tuple[OneSeatsCard, ...] = ()
    score: tuple[int, int] | None = None

    @classmethod
    def of(cls, content: Playable) -> Dealt:
        """The parts of something playable. Raises `TutorError`."""
        match content:
            case Game():
                cards = tuple((one.seat, one.card) for one in content.play.played())
                said, score = content.said, known_score(content.score)
                return cls(content.hands, content.dealer, said, content.code_key, cards=cards, score=score)
            case ExampleDeal():
                calls = tuple(map(read_said, content.calls)) if content.code in CODES else ()
                return cls(content.hands, content.dealer, calls, content.code if content.code in CODES else None)
            case Problem():
                before = (*content.told_line,)
                return cls(content.hands, trumps=content.trumps, leader=content.leader, cards=before)


class GuidedDeal(NamedQuestion):
    """A deal played by the learner, whose seat is `you`: from `start` to the end of trick `last_trick`.

    `goal` is how many tricks their side must win from `start`. The others follow the `line` as long as the learner does
    (`main_line`). A learner who declares plays dummy’s cards too.
    """

    STAND_INS: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {
            "name": "",
            "needs": (),
            "on": (),
            "ask": "",
            "won": "",
            "lost": None,
            "goal": None,
            "moments": (),
            "cite": None,
        }
    )

    on: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    ask: Prose
    of_name: Annotated[str | None, Field(alias="of", description="a game, deal or ending of the library")] = None
    written_hands: Annotated[EndingHandsText | None, Field(alias="hands")] = None
    code_key: Annotated[
        Annotated[str, AfterValidator(known_code)] | None,
        Field(alias="code", description="the code (default: by the calls)"),
    ] = None
    named_dealer: Annotated[SeatText | None, Field(alias="dealer")] = None
    said: Annotated[CallsText, Field(alias="calls")] = ()
    named_trumps: Annotated[TrumpsText | Literal["none"] | None, Field(alias="trumps")] = None
    named_leader: Annotated[SeatText | None, Field(alias="leader")] = None
    shown: Annotated[
        dict[SeatText, CardText], Field(default_factory=dict, description="a turn-up, by the seat that turned it up")
    ]
    score: StandingModel = StandingModel()
    you: SeatText = Seat.SOUTH
    open: Annotated[Literal["all"] | tuple[SeatText, ...], Field(description="hands that lie face up")] = ()
    before: Annotated[tuple[SoFarText, ...], Field(description="the cards played before the learner begins")] = ()
    from_trick: Annotated[TrickNumber, Field(alias="from", description="of a game: where the learner begins")] = 1
    until: Annotated[TrickNumber | None, Field(description="the last trick that is played")] = None
    written_line: Annotated[tuple[SoFarText, ...], Field(alias="line")] = ()
    goal: Annotated[int, Field(ge=1, le=13)] | None = None
    moments: tuple[Moment, ...] = ()
    won: Prose
    lost: Prose | None = None
    cite: BookPassage | None = None
    _of: str = PrivateAttr(default="")
    _dealt: Dealt | None = PrivateAttr(default=None)
    _passage: BookPassage | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _one_of_two(self) -> GuidedDeal:
        if (self.of_name is None) == (self.written_hands is None):
            raise ValueError("write ‘hands’, or the name of a game, deal or ending as ‘of’")
        if self.goal is not None and self.lost is None:
            raise ValueError("a deal with a ‘goal’ needs ‘lost’, the text for missing it")
        if self.goal is None and not any(moment.is_asked for moment in self.moments):
            raise ValueError("write a ‘goal’, or a moment that asks for a card")
        return self

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        if not isinstance(context, Surroundings):
            return
        self._passage = context.passage
        content = context.playable(self.of_name) if self.of_name else None
        if content is not None:
            self._of = content.id
            self._dealt = Dealt.of(content)
        elif self.written_hands is not None:
            self._dealt = Dealt(self.written_hands)

    @property
    def place(self) -> BookPassage | None:
        """The place in the book: the one written, or the first passage of the lesson."""
        return self.cite or self._passage

    def __hash__(self) -> int:
        """Hashes only the name and the place, because hashing everything would be slower than the work it saves."""
        return hash((self.name, self.line))

    @property
    def of(self) -> str:
        """The id of the game, deal or ending that is played; empty if the lesson writes the hands."""
        return self._of

    # ---- the table ---------------------------------------------------------------------------------------------------

    @property
    def dealt(self) -> Dealt:
        assert self._dealt is not None, "a lesson is read only with its deals"  # noqa: S101
        return self._dealt

    @property
    def game_code(self) -> Code:
        """The code under which it is played."""
        said = [call for _, call in self.said or self.dealt.calls]
        default = AUCTION if any(isinstance(call, Bid) for call in said) else BRIDGE if said else WHIST
        return CODES[self.code_key or self.dealt.code or default]

    @cached_property
    def calling(self) -> Calling:
        """The calls, including those of players who were content."""
        dealer = self.named_dealer or self.dealt.dealer or Seat.SOUTH
        us, them = self.standing.us, self.standing.them
        calling = Calling(dealer, standing=BySide.each(lambda side: us if side is self.you.side else them))
        said = self.said or self.dealt.calls
        for seat, call in said:
            calling = with_contents(calling, self.game_code, seat).after(seat, call)
        return with_contents(calling, self.game_code) if said else calling

    @property
    def standing(self) -> Standing:
        """The score as the learner’s side sees it."""
        if self.dealt.score is not None:
            ours, theirs = self.dealt.score
            first = self.you.side is Seat.SOUTH.side
            return Standing(ours, theirs) if first else Standing(theirs, ours)
        return Standing(self.score.us, self.score.them, self.score.ahead)

    @property
    def trumps(self) -> Suit | None:
        if self.named_trumps is not None:
            return self.named_trumps if isinstance(self.named_trumps, Suit) else None
        declaration = self.calling.declaration
        return declaration.trumps if declaration else self.dealt.trumps

    @cached_property
    def dummy(self) -> Seat | None:
        """The seat of the open hand, if something was declared."""
        return self.game_code.dummy(self.calling) if self.calling.declaration else None

    @property
    def controlled(self) -> frozenset[Seat]:
        """The hands from which the learner plays."""
        is_declarer = self.dummy is not None and self.dummy.partner is self.you
        return frozenset([self.you, self.you.partner] if is_declarer else [self.you])

    @property
    def always_open(self) -> frozenset[Seat]:
        """The other hands that are open from the beginning."""
        return frozenset(Seat if self.open == "all" else self.open) - {self.you}

    # ---- the play ----------------------------------------------------------------------------------------------------

    @cached_property
    def deal_as_dealt(self) -> Play:
        """The play before its first card. Raises `ValueError` for hands of unequal size."""
        declared = self.game_code.leader(self.calling) if self.calling.declaration else None
        leader = self.named_leader or declared or self.dealt.leader or self.calling.dealer.left
        return Play.start(self.dealt.hands, self.trumps, leader)

    @cached_property
    def start(self) -> Play:
        """The play where the learner begins. Raises `TutorError` for a card that may not be played."""
        return _continued(self.deal_as_dealt, self._cards_before)

    @property
    def _cards_before(self) -> tuple[OneSeatsCard, ...]:
        written = tuple(card for trick in self.before for card in trick)
        return written or self.dealt.cards[: 4 * (self.from_trick - 1)]

    @cached_property
    def main_line(self) -> tuple[Card, ...]:
        """The cards after `start` as the lesson advises, to the last trick; none if the lesson does not say."""
        written = tuple(card for trick in self.written_line for card in trick)
        cards = written or self.dealt.cards[len(self._cards_before) :]
        room = 4 * self.last_trick - len(tuple(self.start.played()))
        return tuple(card for _, card in cards[:room])

    @property
    def size(self) -> int:
        """How many cards each hand had."""
        return len(self.dealt.hands[self.you])

    @property
    def last_trick(self) -> int:
        """The number of the last trick that is played."""
        return min(self.until or self.size, self.size)

    @property
    def tricks_to_play(self) -> int:
        """How many tricks are complete between `start` and the end."""
        return self.last_trick - len(self.start.tricks)

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole deal: thirteen cards each, played from the first to the last."""
        return self.size == 13 and not self.start.tricks and self.last_trick == 13

    def is_over(self, play: Play) -> bool:
        """Whether the lesson plays no more cards."""
        return play.is_over or (play.number > self.last_trick and not play.trick.cards)

    def view(self, play: Play) -> View:
        """What the learner may know, without the hands that the lesson lays open."""
        is_led = bool(play.tricks or play.trick.cards)
        exposed = [self.dummy] if self.dummy is not None and is_led and self.dummy is not self.you else []
        shown = tuple((seat, card) for seat, card in self.shown.items() if seat is not self.you)
        return View.of(self.you, self.calling, play, self.standing, exposed=exposed, shown=shown)

    def seen(self, play: Play) -> View:
        """The same with the hands that the lesson lays open."""
        view = self.view(play)
        others = tuple((seat, play.hands[seat]) for seat in Seat if seat in self.always_open - view.seen.keys())
        return replace(view, exposed=(*view.exposed, *others))

    def moments_of(self, play: Play) -> Iterator[tuple[int, Moment]]:
        """The moments of the hand to play to this trick, with their numbers from 1."""
        for number, moment in enumerate(self.moments, 1):
            if moment.trick == play.number and (moment.hand or self.you) is play.to_play:
                yield number, moment

    # ---- faults ------------------------------------------------------------------------------------------------------

    @property
    def prose(self) -> tuple[str, ...]:
        texts = (self.ask, self.won, *([self.lost] if self.lost else []))
        return (*texts, *(text for moment in self.moments for text in moment.prose))

    def faults(self, document: Document, around: Surroundings) -> Iterator[Fault]:
        if self.of_name is not None and around.playable(self.of_name) is None:
            yield around.unplayable(document, ("of",), "game, deal or ending", self.of_name)
            return
        yield from super().faults(document, around)
        if self._dealt is None:  # that it has no hands is a fault of its fields
            return
        try:
            plays = self._advised()
        except (TutorError, ValueError) as error:
            yield self._fault_of_play(error, document)
            return
        for number, moment in enumerate(self.moments):
            found = [play for play in plays if (number + 1, moment) in self.moments_of(play)]
            if self.main_line and not found:
                what = (
                    f"nobody decides here in the line of play: trick {moment.trick}, {(moment.hand or self.you).label}"
                )
                yield document.fault(("moments", number), what, "Name a trick and a hand that the learner plays")
            for play in found:
                for card in (*moment.best, *moment.also):
                    if play.refusal(card):
                        yield document.fault(("moments", number), str(play.refusal(card)), "Name a card of the hand")

    def _fault_of_play(self, error: Exception, document: Document) -> Fault:
        """A fault of the hands or the play, at the key that can mend it."""
        kind = error.kind if isinstance(error, Malformed) else "card" if isinstance(error, TutorError) else "hands"
        if kind == "deal without a line":
            return document.fault((), f"the key ‘line’ is missing: {error.why}", error.mend)  # type: ignore[attr-defined]
        key = next((key for key in _MENDING.get(kind, ()) if (key,) in document.values), "name")
        return document.fault((key,), f"in the deal ‘{self.name}’: {str(error).rstrip('.')}")

    def _advised(self) -> tuple[Play, ...]:
        """The plays along the line, before each card of the learner. Raises `TutorError`, `ValueError`."""
        self._check_hands()
        play, found = self.start, []
        if self.is_over(play):
            raise Malformed("deal", self.name, "no cards are left to play", "Begin sooner, or end later")
        seats = iter([card for trick in self.written_line for card in trick])
        for card in self.main_line:
            seat = next(seats, (play.to_play, card))[0]
            if seat is not play.to_play:
                raise Malformed(
                    "card", f"{seat.label} {card}", f"it is {play.to_play.label}’s turn", "Correct the order"
                )
            if play.to_play in self.controlled:
                found.append(play)
            play = play.after(card)
        if self.main_line and not self.is_over(play):
            raise Malformed(
                "line of play", self.name, f"it ends before trick {self.last_trick} does", "Write the rest of it"
            )
        if not self.main_line:
            if self.size > MOST_WITHOUT_A_LINE:
                why = f"a deal of more than {MOST_WITHOUT_A_LINE} cards each needs its line of play"
                raise Malformed("deal without a line", self.name, why, "Write it, trick by trick")
            return (self.start,)
        return tuple(found)

    def _check_hands(self) -> None:
        if (self.said or self.dealt.calls) and self.game_code.turn(self.calling) is not None:
            raise Malformed(
                "calls", f"{len(self.calling.said)} calls", "the auction is not over", "Write the last calls too"
            )
        cards = [card for hand in self.dealt.hands for card in hand]
        if len(set(cards)) < len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            raise Malformed("card", str(twice), "it is in two hands", "Give it to one player")
        for seat, card in self.shown.items():
            if card not in self.dealt.hands[seat]:
                raise Malformed(
                    "turned-up card", str(card), f"{seat.label} does not hold it", "Show a card of that hand"
                )
        if self.goal is not None and self.goal > self.tricks_to_play:
            left = counted(self.tricks_to_play, "trick")
            are = "is" if self.tricks_to_play == 1 else "are"
            raise Malformed("goal", str(self.goal), f"only {left} {are} played", "Write a lower goal")


_MENDING: Mapping[str, tuple[str, ...]] = {
    "card": ("line", "before", "hands", "of"),
    "hands": ("hands", "of"),
    "line of play": ("line", "of"),
    "calls": ("calls", "of"),
    "goal": ("goal",),
    "turned-up card": ("shown",),
}
"""The keys that can mend each kind of fault of the play: the first that is there."""
MOST_WITHOUT_A_LINE = 6
"""The most cards in a hand for which the advised play is calculated if the lesson does not write it."""


def _continued(play: Play, cards: Iterable[OneSeatsCard]) -> Play:
    """The play after some cards. Raises `TutorError` for one that is played out of turn or may not be played."""
    for seat, card in cards:
        if seat is not play.to_play:
            raise Malformed("card", f"{seat.label} {card}", f"it is {play.to_play.label}’s turn", "Correct the order")
        play = play.after(card)
    return play

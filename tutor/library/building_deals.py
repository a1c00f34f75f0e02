"""From the text of a file to a deal, an ending or a group of hands, with every fault of it found at once."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from types import MappingProxyType
from typing import Any

from tutor.analysis.claims import Subject
from tutor.analysis.odds import Event, Odds, Reckoning
from tutor.analysis.partial import PartialHand
from tutor.auction import Calling, Content
from tutor.cards import Card, Hand
from tutor.citations import Citation
from tutor.codes import CODES
from tutor.deal import Deal
from tutor.errors import Fault, FaultyContent, NotAPack, TutorError
from tutor.library.building import check_emendations, doubts, emendations, readings, score, slips, stated, validated
from tutor.library.deals import ExampleDeal, HandsGroup, OddsFile, Problem, SingleHand
from tutor.library.fields import read_said
from tutor.library.games import Remark
from tutor.library.laws import laws
from tutor.library.rulebook import Rulebook
from tutor.library.schema import (
    DealModel,
    DeclaresModel,
    EventModel,
    HandsGroupModel,
    OddsFileModel,
    ProblemModel,
    RemarkModel,
    SideTricks,
    SingleHandModel,
)  # fmt: skip
from tutor.library.statements import chance_of, claims, trial
from tutor.library.yaml_text import Document, Path
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat


class Checker:
    """Gathers the faults of a document, and knows the rules and games that it may refer to."""

    def __init__(self, document: Document, rulebook: Rulebook, games: Container[str]) -> None:
        self.document, self.rulebook, self.games = document, rulebook, games
        self.faults: list[Fault] = []

    def fault(self, path: Path, what: str, mend: str = "") -> None:
        self.faults.append(self.document.fault(path, what, mend))

    def references(self, path: Path, names: Iterable[str]) -> None:
        """Each name must be that of a rule or of a game."""
        for number, name in enumerate(names):
            if name not in self.rulebook and name not in self.games:
                near = self.rulebook.nearest(name)
                mend = f"Did you mean ‘{near}’?" if near else "Name a rule of an author, or add it to lessons/rules"
                self.fault((*path, number), f"there is no rule ‘{name}’", mend)

    def claims(self, path: Path, ids: Iterable[str]) -> None:
        """No two claims of a file have one id."""
        seen: set[str] = set()
        for number, claim_id in enumerate(ids):
            if claim_id in seen:
                self.fault((*path, number, "id"), f"the claim ‘{claim_id}’ stands twice", "Give it another id")
            seen.add(claim_id)

    def done(self) -> None:
        """Raises `FaultyContent` if there was any fault."""
        if self.faults:
            raise FaultyContent(self.faults)


def build_deal(document: Document, deal_id: str, check: Checker) -> ExampleDeal:
    """The deal of a document. Raises `FaultyContent` with every fault."""
    model = validated(document, DealModel)
    check.references(("illustrates",), model.illustrates)
    check.claims(("claims",), (claim.id for claim in model.claims))
    deal = _deal(model, check)
    calling = _calling(model, check)
    check.done()
    assert deal is not None, "a deal that is wanting is a fault"  # noqa: S101
    for fault in check_emendations(document, model.emendations, deal):
        check.faults.append(fault)
    check.done()
    return ExampleDeal(
        id=deal_id,
        title=model.title,
        source=model.source,
        pages=model.pages,
        lines=model.lines,
        illustrates=model.illustrates,
        code=model.code,
        deal=deal,
        score=None if model.score is None else BySide(score(model.score.AB), score(model.score.YZ)),
        score_because=model.score_because,
        lost=model.lost,
        is_reconstructed=model.reconstructed,
        rebuilt_from=stated(model.from_),
        emendations=emendations(model.emendations),
        readings=readings(model.readings),
        doubts=doubts(model.doubts),
        calls=model.calls,
        calls_implied=model.calls_implied,
        calling=calling,
        result=BySide(model.result.AB, model.result.YZ) if isinstance(model.result, SideTricks) else model.result,
        result_because=model.result_because,
        says=_remarks(model.source, model.says),
        claims=claims(model.claims, model.source),
        confidence=model.confidence,
        brought_from=model.brought_from,
    )


def _deal(model: DealModel, check: Checker) -> Deal | None:
    try:
        return Deal(BySeat(model.hands.A, model.hands.Y, model.hands.B, model.hands.Z), model.dealer)
    except NotAPack as error:
        for defect in error.defects:
            check.fault(("hands",), f"the hands are not a pack: {defect}", error.mend)
        return None


def _calling(model: DealModel, check: Checker) -> Calling | None:
    """The calls as the code takes them; None without calls, or where the code is not carried out."""
    if model.code not in CODES or not model.calls:
        return None
    rules, calling = CODES[model.code], Calling(model.dealer)
    for number, text in enumerate(model.calls):
        try:
            seat, call = read_said(text)
        except TutorError as error:
            check.fault(("calls", number), str(error).rstrip("."))
            return None
        while (turn := rules.turn(calling)) and turn.seat is not seat and Content() in turn.calls:
            calling = calling.after(turn.seat, Content())
        refusal = rules.refusal(calling, seat, call)
        if refusal:
            check.fault(("calls", number), laws().worded(refusal).rstrip("."))
            return None
        calling = calling.after(seat, call)
    while (turn := rules.turn(calling)) and Content() in turn.calls:
        calling = calling.after(turn.seat, Content())
    return calling


def build_problem(document: Document, problem_id: str, check: Checker) -> Problem:
    """The ending of a document. Raises `FaultyContent` with every fault."""
    model = validated(document, ProblemModel)
    check.references(("illustrates",), model.illustrates)
    check.claims(("claims",), (claim.id for claim in model.claims))
    hands = BySeat(model.hands.A, model.hands.Y, model.hands.B, model.hands.Z)
    trumps = None if isinstance(model.trumps, str) else model.trumps
    plays = _ending(model, hands, check)
    check.done()
    subject_hands: BySeat[Hand | None] = BySeat(*hands)
    return Problem(
        id=problem_id,
        title=model.title,
        source=model.source,
        pages=model.pages,
        lines=model.lines,
        illustrates=model.illustrates,
        hands=hands,
        unknown=model.unknown,
        trumps=trumps,
        leader=model.leader,
        goal=model.goal,
        before=plays[0],
        line=tuple(card for _, card in model.line),
        result=model.result,
        rebuilt_from=stated(model.from_),
        readings=readings(model.readings),
        doubts=doubts(model.doubts),
        slips=slips(model.slips),
        says=_remarks(model.source, model.says),
        claims=claims(model.claims, model.source),
        subject=Subject(model.source, "", subject_hands, None, model.leader, plays=plays),
    )


def _ending(model: ProblemModel, hands: BySeat[Hand], check: Checker) -> tuple[Play, ...]:
    """The play before the cards that lie on the table and after each of them."""
    held = [card for hand in hands for card in hand]
    twice = next((card for card in held if held.count(card) > 1), None)
    if twice or len({len(hand) for hand in hands}) != 1:
        what = f"{twice} is in two hands" if twice else "the hands are not of one size"
        check.fault(("hands",), what, "Count each hand again")
        return ()
    start = Play.start(hands, None if isinstance(model.trumps, str) else model.trumps, model.leader)
    if model.line[: len(model.played)] != model.played:
        check.fault(("line",), "it does not begin with the cards on the table", "Repeat those of ‘played’ first")
    _played_out("line", start, model.line, check)
    return _played_out("played", start, model.played, check)


def _played_out(key: str, start: Play, cards: Iterable[tuple[Seat, Card]], check: Checker) -> tuple[Play, ...]:
    """The play before the cards and after each, up to the first that may not be played."""
    plays = [start]
    for number, (seat, card) in enumerate(cards):
        refusal = plays[-1].refusal(card)
        if seat is not plays[-1].to_play or refusal:
            what = str(refusal) if refusal else f"it is for {plays[-1].to_play.label} to play, not for {seat.label}"
            check.fault((key, number), what.rstrip("."), "Correct the card or the player")
            break
        plays.append(plays[-1].after(card))
    return tuple(plays)


def build_hands(document: Document, group_id: str, check: Checker) -> HandsGroup:
    """The single hands of a document. Raises `FaultyContent` with every fault."""
    model = validated(document, HandsGroupModel)
    check.claims(("hands",), (hand.id for hand in model.hands))
    for number, hand in enumerate(model.hands):
        check.references(("hands", number, "illustrates"), hand.illustrates)
        check.claims(("hands", number, "claims"), (claim.id for claim in hand.claims))
    hands = tuple(_single_hand(model, hand) for hand in model.hands)
    check.done()
    return HandsGroup(group_id, model.title, model.source, model.code, model.about, hands)


def _single_hand(group: HandsGroupModel, model: SingleHandModel) -> SingleHand:
    return SingleHand(
        id=model.id,
        title=model.title,
        illustrates=model.illustrates,
        role=model.role,
        hand=model.hand,
        is_any_suit=model.any_suit,
        missing=model.missing,
        trumps=model.trumps,
        score=model.score,
        beside=MappingProxyType(model.beside),
        situation=model.situation,
        answer=MappingProxyType(model.answer),
        is_reconstructed=model.reconstructed,
        stated=model.stated,
        chosen=model.chosen,
        rebuilt_from=stated(model.from_),
        remark=Remark(model.says, Citation(group.source, model.page, model.lines)),
        emendations=readings(model.emendations),
        doubts=doubts(model.doubts),
        claims=claims(model.claims, group.source),
        subject=_subject(group, model),
    )


def _subject(group: HandsGroupModel, model: SingleHandModel) -> Subject:
    """The hand where the claims look for it: with each seat that they name, if it is whole and every card known."""
    whole: Hand | None = None
    if "x" not in model.hand and not model.missing:
        hand = Hand.parse(model.hand)
        whole = hand if len(hand) == 13 else None
    asked = [claim.claim.declares or claim.claim.leads for claim in model.claims]
    named = {one.seat for one in asked if one}
    hands: dict[Seat, Any] = {seat: whole if seat in named else None for seat in Seat}
    dealers = (one.seat for one in asked if isinstance(one, DeclaresModel) and one.role == "dealer")
    dealer = next(dealers, Seat.SOUTH) if model.role == "dealer" else None
    partial = PartialHand.of(model.hand, model.trumps, model.beside.get("re-entry"))
    return Subject(
        group.source, group.code, BySeat.of(hands), dealer, None, score=_points(model.score), partial=partial
    )


def _points(score: str | None) -> tuple[int, int] | None:
    """The score of a text such as `AB 0, YZ 24`; love-all without one, None where it is told otherwise."""
    if score is None:
        return (0, 0)
    found = re.fullmatch(r"AB (\d+), YZ (\d+)", score)
    return (int(found[1]), int(found[2])) if found else None


def _remarks(source: str, models: Iterable[RemarkModel]) -> tuple[Remark, ...]:
    return tuple(Remark(model.text, Citation(source, model.page, model.lines)) for model in models)


# ---- odds --------------------------------------------------------------------------------------------------------


def build_odds(document: Document, file_id: str, check: Checker) -> OddsFile:
    """The odds of a document. Raises `FaultyContent` with every fault."""
    model = validated(document, OddsFileModel)
    check.claims(("odds",), (one.id for one in model.odds))
    check.claims(("claims",), (one.id for one in model.claims))
    made = []
    for number, one in enumerate(model.odds):
        path: Path = ("odds", number)
        try:
            figure = None if one.figure is None else chance_of(one.figure)
            alternatives = tuple((other.reading, _reckoning(other.event, model.source)) for other in one.alternatives)
            odds = Odds(
                one.id, model.source, one.page, one.lines, one.says, figure, one.printed, one.emendation,
                _reckoning(one.event, model.source), one.how, alternatives,
                one.figure is not None and one.figure.at_least,
                one.figure is not None and one.figure.at_most,
                one.figure is not None and one.figure.for_ is not None,
            )  # fmt: skip
            for reckoning in (odds.reckoning, *(reckoning for _, reckoning in alternatives)):
                if reckoning.event:
                    reckoning.event.check()
        except TutorError as error:
            check.fault((*path, "event"), str(error).rstrip("."))
        else:
            made.append(odds)
    check.done()
    return OddsFile(file_id, model.title, model.source, tuple(made), claims(model.claims, model.source))


def _reckoning(model: EventModel, source: str) -> Reckoning:
    if model.trial is not None:
        return Reckoning(trial=trial(model.trial, source))
    if model.hands is not None and model.kinds is not None and model.favourable is not None:
        return Reckoning(Event(model.hands, model.kinds, model.favourable, model.given or ""))
    return Reckoning(arithmetic=model.fraction or "", undecidable=model.undecidable or "")

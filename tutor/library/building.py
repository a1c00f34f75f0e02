"""From the text of a file to a game, with every fault of it found at once.

The schema has the first word; then what spans several fields is checked: that the hands are a pack, that the calls
and the play are lawful, that the play meets every fact, that notes name cards where they were, and that nothing tells
a decision before it is taken.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from tutor.analysis.facts import Tally, moves, parse
from tutor.analysis.reconstruction import Puzzle, contradiction
from tutor.auction import Calling, Content
from tutor.authorities.rules import Answer
from tutor.cards import Card, Rank
from tutor.citations import Citation
from tutor.codes import Code, code
from tutor.deal import Deal
from tutor.errors import Fault, FaultyContent, Malformed, NotAPack, quoted
from tutor.library.fields import CALLS, PREFIXES, Model
from tutor.library.games import (
    Asks,
    Decision,
    Doubt,
    Emendation,
    Fact,
    Game,
    Instead,
    Note,
    Reading,
    Remark,
    Score,
    Slip,
    Stated,
    puzzle,
)  # fmt: skip
from tutor.library.laws import laws
from tutor.library.rulebook import NamedRule, Rulebook
from tutor.library.schema import (
    BeforeModel,
    DecisionModel,
    DoubtModel,
    EmendationModel,
    GameModel,
    NoteModel,
    QuotationModel,
    ReadingModel,
    RemarkModel,
    SlipModel,
    StatedModel,
    WordsReadModel,
)  # fmt: skip
from tutor.library.statements import claims
from tutor.library.yaml_text import Document, Path
from tutor.play import Play, Played, Reason
from tutor.seats import BySeat, BySide, Seat, Side

M = TypeVar("M", bound=Model)

CARDS_TRIED = 600
"""How many cards are tried at a time to show that facts contradict one another."""


def validated(document: Document, model: type[M]) -> M:
    """The document as a model. Raises `FaultyContent` with every fault of its text and its fields."""
    try:
        made = model.model_validate(document.data)
    except ValidationError as error:
        raise FaultyContent([*document.faults, *_schema_faults(document, model, error)]) from None
    if document.faults:
        raise FaultyContent(document.faults)
    return made


def sound_part(document: Document, model: type[M]) -> M:
    """A model of the sound fields, the others None: enough to look for further faults, and for nothing else."""
    data = document.data if isinstance(document.data, dict) else {}
    sound: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        sound[name] = None if field.is_required() else field.default
        if name in data:
            with suppress(ValidationError):
                sound[name] = _field_of(model, name).validate_python(data[name])
    return cast("M", model.model_construct(**sound))


@cache  # for each field of a model
def _field_of(model: type[Model], name: str) -> TypeAdapter[Any]:
    field = model.model_fields[name]
    declared: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    return TypeAdapter(declared)


def _schema_faults(document: Document, model: type[Model], error: ValidationError) -> Iterator[Fault]:
    found = error.errors()
    return (_schema_fault(document, model, one) for one in found if not _follows(one, found))


def _any_of(prefixes: Sequence[str]) -> str:
    *others, last = (f"{prefix}-" for prefix in prefixes)
    return f"{', '.join(others)} or {last}"


_FORMS = {
    "number": "a game has a Roman number, as I, IV or XXVIII",
    "rule": f"an id begins with its book: {_any_of((*PREFIXES, 'code'))}",
    "see": f"an id begins with its book: {_any_of(PREFIXES)}",
    "illustrates": f"an id begins with its book: {_any_of((*PREFIXES, 'code'))}",
    "item": f"an id begins with its book: {_any_of(PREFIXES)}",
}
"""What a key wants, where a pattern would say it less well."""


def _follows(error: Any, found: Iterable[Any]) -> bool:
    """Whether a list is too short only because something in it could not be read."""
    here = error["loc"]
    return error["type"] == "too_short" and any(
        other["loc"][: len(here)] == here and len(other["loc"]) > len(here) for other in found
    )


def _schema_fault(document: Document, model: type[Model], error: Any) -> Fault:
    path = tuple(step for step in error["loc"] if step in _steps(document, error["loc"]))
    given = error.get("input")
    match error["type"]:
        case "extra_forbidden":
            key = str(error["loc"][-1])
            siblings = _fields_at(model, error["loc"][:-1])
            near = get_close_matches(key, siblings, n=1)
            mend = f"Did you mean ‘{near[0]}’?" if near else f"The keys here are {', '.join(siblings)}"
            return document.fault(path, f"there is no key ‘{key}’ here", mend, of_key=True)
        case "missing" if isinstance(error["loc"][-1], int):
            return document.fault(path[:-1], "two numbers are wanted here", "Write the first and the last as [1, 2]")
        case "too_short":
            least, given = error["ctx"]["min_length"], error["ctx"]["actual_length"]
            if given == 0:
                return document.fault(path, "there is nothing here", "Write at least one")
            return document.fault(path, f"{least} are wanted here, and there are {given}", "Add the others")
        case "too_long":
            most, given = error["ctx"]["max_length"], error["ctx"]["actual_length"]
            return document.fault(path, f"{most} are wanted here, and there are {given}", "Strike the others out")
        case "string_too_short":
            return document.fault(path, "there is nothing here", "Write it, or strike the key out")
        case "string_pattern_mismatch":
            form = _FORMS.get(
                next((step for step in reversed(path) if isinstance(step, str)), ""),
                f"it does not match {error['ctx']['pattern']}",
            )
            return document.fault(path, f"‘{given}’ will not do: {form}")
        case "model_type" | "dict_type":
            return document.fault(path, "keys and their values are wanted here", "Write ‘key: value’, one to a line")
        case "tuple_type" | "list_type":
            return document.fault(path, "a list is wanted here", "Begin each item with ‘- ’")
        case "string_type":
            return document.fault(path, "a text is wanted here", "Write it in one line, or after ‘>-’")
        case "int_parsing" | "int_type":
            return document.fault(path, f"{quoted(str(given))} is not a whole number")
        case "greater_than_equal" | "less_than_equal":
            bound = error["ctx"]
            limit = f"at least {bound['ge']}" if "ge" in bound else f"at most {bound['le']}"
            return document.fault(path, f"{given} will not do: it is {limit}")
        case "missing":
            return document.fault(path[:-1], f"the key ‘{error['loc'][-1]}’ is wanting", "Add it")
        case "value_error":
            return document.fault(path, str(error["ctx"]["error"]).rstrip("."))
        case _:
            what = f"‘{given}’ will not do" if isinstance(given, str) else "this will not do"
            return document.fault(path, f"{what}: {error['msg'][0].lower()}{error['msg'][1:]}")


def _steps(document: Document, loc: tuple[str | int, ...]) -> set[str | int]:
    """The steps of an error’s address that are keys or places of the document (a union adds others)."""
    path: Path = ()
    for step in loc:
        if (*path, step) in document.values:
            path = (*path, step)
    return {*path, loc[-1]}


def _fields_at(model: type[Model], loc: tuple[str | int, ...]) -> list[str]:
    """The keys that a model knows at an address."""
    here: Any = model
    for step in loc:
        if isinstance(step, str) and step in here.model_fields:
            here = _model_within(here.model_fields[step].annotation)
    return list(here.model_fields)


def _model_within(annotation: Any) -> Any:
    if hasattr(annotation, "model_fields"):
        return annotation
    found = [_model_within(argument) for argument in getattr(annotation, "__args__", ())]
    return next((model for model in found if model is not None), None)


class GameBuilder:
    """Builds one game of a validated document, gathering faults as it goes."""

    def __init__(self, document: Document, game_id: str, rulebook: Rulebook, games: Container[str]) -> None:
        self.document, self.id, self.rulebook, self.games = document, game_id, rulebook, games
        self.faults: list[Fault] = []

    def build(self) -> Game:
        """The game. Raises `FaultyContent` with every fault."""
        try:
            model = validated(self.document, GameModel)
        except FaultyContent as error:
            self.faults.extend(error.faults)
            self._look_further(sound_part(self.document, GameModel))
            raise FaultyContent(self.faults) from None
        rules_of_play = code(model.code)
        deal = self._deal(model)
        calls, calling = self._calls(model, rules_of_play)
        plays = self._plays(model, deal, calling, rules_of_play.leader(calling))
        self._check_references(model)
        if deal is None or plays is None:
            self._check_rules(model)
            deque(self._facts(model), maxlen=0)
            raise FaultyContent(self.faults)
        play = plays[-1]
        self._check_emendations(model, deal)
        self._check_result(model, play)
        self._check_forced(model, play)
        facts = tuple(self._facts(model))
        self._check_facts(model, facts, plays)
        decisions = self._decisions(model, calls, plays, rules_of_play)
        notes = tuple(self._notes(model, plays, rules_of_play.dummy(calling)))
        game = Game(
            id=self.id,
            number=model.number,
            title=model.title,
            source=model.source,
            pages=model.pages,
            lines=model.lines,
            illustrates=model.illustrates,
            code=rules_of_play,
            deal=deal,
            score=BySide(score(model.score.AB), score(model.score.YZ)),
            score_because=model.score_because,
            calls=calls,
            calling=calling,
            calls_implied=model.calls_implied,
            plays=plays,
            facts=facts,
            forced=frozenset(Played(one.trick, one.seat, one.card) for one in model.forced),
            lost=model.lost,
            emendations=emendations(model.emendations),
            doubts=doubts(model.doubts),
            notes=notes,
            after=tuple(_remark(model, remark) for remark in model.after),
            decisions=decisions,
            result_because=model.result_because,
            claims=claims(model.claims, model.source),
            readings=readings(model.readings),
            slips=slips(model.slips),
            unexpressed=stated(model.unexpressed),
            confidence=model.confidence,
        )
        self._check_nothing_is_told(game)
        if self.faults:
            raise FaultyContent(self.faults)
        return game

    def puzzle(self) -> Puzzle:
        """What the document says of a play that is still to be found. Raises `FaultyContent`."""
        model = sound_part(self.document, GameModel)
        if None in (model.hands, model.dealer, model.calls, model.code, model.facts, model.result):
            validated(self.document, GameModel)
        deal = self._deal(model)
        _, calling = self._calls(model, code(model.code))
        clauses = [fact.clause for fact in self._facts(model)]
        if deal is None or self.faults:
            raise FaultyContent(self.faults)
        return puzzle(
            model.source,
            code(model.code),
            deal,
            calling,
            clauses,
            model.result.AB,
            claims(model.claims or (), model.source),
        )

    def _look_further(self, model: GameModel) -> None:
        """Checks what can be checked of a model whose fields are not all there."""

        def has(*fields: str) -> bool:
            return all(getattr(model, field) is not None for field in fields)

        if has("illustrates"):
            self._check_references(model)
        if has("decisions"):
            self._check_rules(model)
        deal = self._deal(model) if has("hands", "dealer") else None
        if deal and has("emendations", "lost"):
            self._check_emendations(model, deal)
        if not has("dealer", "calls", "code"):
            return
        rules_of_play = code(model.code)
        _, calling = self._calls(model, rules_of_play)
        plays = self._plays(model, deal, calling, rules_of_play.leader(calling)) if has("play") else None
        facts = list(self._facts(model)) if has("facts") else []
        if plays:
            self._check_facts(model, facts, plays)
        if plays and has("result"):
            self._check_result(model, plays[-1])
        if plays and has("forced"):
            self._check_forced(model, plays[-1])

    # ---- the deal ------------------------------------------------------------------------------------------------

    def _deal(self, model: GameModel) -> Deal | None:
        hands = BySeat(model.hands.A, model.hands.Y, model.hands.B, model.hands.Z)
        try:
            return Deal(hands, model.dealer)
        except NotAPack as error:
            for defect in error.defects:
                self._fault(("hands",), f"the hands are not a pack: {defect}", error.mend)
            return None

    def _check_emendations(self, model: GameModel, deal: Deal) -> None:
        self.faults.extend(check_emendations(self.document, model.emendations, deal))
        if len(model.lost) > 1:
            self._fault(("lost",), "two lost hands cannot be made up from the pack", "Name one at most")

    # ---- the calls -----------------------------------------------------------------------------------------------

    def _calls(self, model: GameModel, rules: Code) -> tuple[Calling, Calling]:
        """The calls as listed, and the whole dialogue with the calls of those who were content."""
        calls = calling = Calling(model.dealer)
        for number, (seat, call) in enumerate(model.calls):
            while (turn := rules.turn(calling)) and turn.seat is not seat and Content() in turn.calls:
                calling = calling.after(turn.seat, Content())
            refusal = rules.refusal(calling, seat, call)
            if refusal:
                self._fault(("calls", number), laws().worded(rules.refusal(calls, seat, call) or refusal).rstrip("."))
                return calls, calling
            calls, calling = calls.after(seat, call), calling.after(seat, call)
        while (turn := rules.turn(calling)) and Content() in turn.calls:
            calling = calling.after(turn.seat, Content())
        if calling.declaration is None:
            self._fault(("calls",), "nobody has declared", "Add the declaration")
        elif turn:
            self._fault(("calls",), f"the bidding is not over: it is for {turn.seat.label} to speak", "Add the passes")
        return calls, calling

    # ---- the play ------------------------------------------------------------------------------------------------

    def _plays(
        self, model: GameModel, deal: Deal | None, calling: Calling, leader: Seat | None
    ) -> tuple[Play, ...] | None:
        """The play before the first card and after each."""
        if deal is None or calling.declaration is None or leader is None:
            return None
        plays = [Play.of(deal, calling.declaration.trumps, leader)]
        revoked = False
        for number, trick in enumerate(model.play):
            for seat, card in trick:
                if seat is not plays[-1].to_play:
                    what = f"{seat.label} plays {card} out of turn: it is for {plays[-1].to_play.label} to play"
                    self._fault(("play", number), what, "Begin with the winner of the trick before and go to the left")
                    return None
                refusal = plays[-1].refusal(card)
                revoke = refusal is not None and refusal.reason is Reason.MUST_FOLLOW
                if refusal:
                    mend = (
                        "Correct the card"
                        if not revoke
                        else "Correct the card or the hand; none of these games has a revoke"
                    )
                    self._fault(("play", number), str(refusal), mend)
                    if not revoke:
                        return None
                    revoked = True
                plays.append(plays[-1].after(card, revoking=revoke))
        return None if revoked else tuple(plays)

    def _check_result(self, model: GameModel, play: Play) -> None:
        stated = BySide(model.result.AB, model.result.YZ)
        if stated != play.won:
            what = (
                f"the result is AB {stated.ns}, YZ {stated.ew}, but the play gives AB {play.won.ns}, YZ {play.won.ew}"
            )
            self._fault(("result",), what, "Correct the one or the other")

    def _facts(self, model: GameModel) -> Iterator[Fact]:
        for number, fact in enumerate(model.facts):
            try:
                yield Fact(fact.trick, parse(fact.says, fact.trick), fact.lines, fact.implied)
            except Malformed as error:
                self._fault(("facts", number, "says"), str(error).rstrip("."))

    def _check_facts(self, model: GameModel, facts: Sequence[Fact], plays: tuple[Play, ...]) -> None:
        made, faults = moves(plays), len(self.faults)
        for number, fact in enumerate(facts):
            played = fact.clause.broken_at(made)
            if played is not None:
                trick = plays[-1].tricks[played // 4]
                cards = ", ".join(f"{seat.label} {card}" for seat, card in trick.items())
                what = f"trick {played // 4 + 1} ({cards}) does not meet the fact ‘{fact.clause}’"
                self._fault(("facts", number, "says"), what, "Correct the play or the fact")
        if len(self.faults) > faults and model.result is not None:
            result = Tally(Side.NS, model.result.AB, 13)
            self._check_contradiction(facts, Puzzle(plays[0], None, (*(fact.clause for fact in facts), result)))

    def _check_forced(self, model: GameModel, play: Play) -> None:
        """The cards that the facts force are where the play has them, or the play was changed and they were not."""
        for number, one in enumerate(model.forced):
            played = play.tricks[one.trick - 1].card_of(one.seat)
            if played != one.card:
                what = f"{one.seat.label} plays {played} to trick {one.trick}, not {one.card}"
                self._fault(("forced", number), what, "Run ‘tutor reconstruct --check’, which finds the forced cards")

    def _check_contradiction(self, facts: Sequence[Fact], puzzle: Puzzle) -> None:
        """Where the play in the file does not meet the facts: whether any play can."""
        clauses = contradiction(puzzle, CARDS_TRIED)
        places = [number for number, fact in enumerate(facts) if any(fact.clause is clause for clause in clauses)]
        if places:
            lines = [self.document.fault(("facts", number, "says"), "").line for number in places]
            named = ", ".join(
                f"‘{facts[number].clause}’ (line {line})" for number, line in zip(places, lines, strict=True)
            )
            result = " and the result" if len(clauses) > len(places) else ""
            together = " together" if len(clauses) > 1 else ""
            what = f"no play of these hands meets {named}{result}{together}"
            self._fault(("facts", places[0], "says"), what, "Correct one of them" if together else "Correct it")

    # ---- notes ---------------------------------------------------------------------------------------------------

    def _notes(self, model: GameModel, plays: tuple[Play, ...], exposed: Seat | None) -> Iterator[Note]:
        if model.before:
            yield Note(0, 0, _remark(model, model.before), frozenset(model.before.tells))
            self._check_tells(("before",), model.before, plays[0], None)
        for number, note in enumerate(model.notes):
            place = 4 if note.seat is None else plays[-1].tricks[note.trick - 1].leader.round().index(note.seat) + 1
            after = 4 * (note.trick - 1) + place
            yield Note(note.trick, after, _remark(model, note), frozenset(note.tells))
            self._check_tells(("notes", number), note, plays[after], exposed)

    def _check_tells(self, path: Path, note: BeforeModel, play: Play, exposed: Seat | None) -> None:
        """A hidden card that is named, or a hand of which it is said what it has, is told under `tells`."""
        for seat, hand in play.hands.items():
            if seat is exposed or seat in note.tells:
                continue
            named = next((card.name for card in hand if card.name in note.text), None)
            held = re.search(rf"\b{seat.label} (?:has|had|holds|held) (?:{_HELD})\b", note.text)
            if named or held:
                what = f"‘{named or (held and held[0])}’ tells of {seat.label}’s hand, which is hidden then"
                self._fault((*path, "text"), what, f"Add {seat.label} under ‘tells’, or say it otherwise")

    def _check_references(self, model: GameModel) -> None:
        for number, name in enumerate(model.illustrates):
            if name not in self.rulebook and name not in self.games:
                near = self.rulebook.nearest(name)
                mend = f"Did you mean ‘{near}’?" if near else "Name a rule of an author, or add it to lessons/rules"
                self._fault(("illustrates", number), f"there is no rule ‘{name}’", mend)

    def _check_rules(self, model: GameModel) -> None:
        for number, decision in enumerate(model.decisions):
            self._rule(decision, ("decisions", number))

    def _rule(self, decision: DecisionModel, path: Path) -> NamedRule | None:
        """The rule that a decision names, of a table its row."""
        rule = self.rulebook.find(decision.rule, decision.row)
        if rule is None:
            rows = [row for row in self.rulebook.rows(decision.rule) if row]
            near = self.rulebook.nearest(decision.rule)
            if rows:
                self._fault(
                    (*path, "rule"),
                    f"the rule ‘{decision.rule}’ is a table",
                    f"Write as ‘row’ one of: {'; '.join(rows)}",
                )
            else:
                mend = f"Did you mean ‘{near}’?" if near else "Name a rule of an author, or add it to lessons/rules"
                self._fault((*path, "rule"), f"there is no rule ‘{decision.rule}’", mend)
        return rule

    # ---- decisions -----------------------------------------------------------------------------------------------

    def _decisions(
        self, model: GameModel, calls: Calling, plays: tuple[Play, ...], rules: Code
    ) -> tuple[Decision, ...]:
        made = []
        for number, decision in enumerate(model.decisions):
            path: Path = ("decisions", number)
            if (decision.trick is None) == (decision.call is None):
                self._fault(path, "a decision is of a trick or of a call", "Write one of the keys ‘trick’ and ‘call’")
            elif decision.call is not None:
                made.append(self._call_decision(model, decision, decision.call, path, calls, rules))
            elif decision.trick is not None:
                made.append(self._card_decision(model, decision, decision.trick, path, len(calls), plays))
        steps = [decision.step for decision in made if decision is not None]
        if steps != sorted(set(steps)):
            self._fault(
                ("decisions",), "the decisions are not in the order in which they are taken", "Put them in order"
            )
        return tuple(decision for decision in made if decision is not None)

    def _call_decision(
        self, model: GameModel, decision: DecisionModel, number: int, path: Path, calls: Calling, rules: Code
    ) -> Decision | None:
        if number > len(calls):
            self._fault((*path, "call"), f"there are {len(calls)} calls, not {number}", "Count the calls of the file")
            return None
        said = calls.said[number - 1]
        calling = Calling(calls.dealer, calls.said[: number - 1])
        while (turn := rules.turn(calling)) and turn.seat is not said.seat and Content() in turn.calls:
            calling = calling.after(turn.seat, Content())
        lawful = () if turn is None else turn.calls
        asks = Asks.DOUBLE if calling.declaration else Asks.DECLARE
        self._check_answer(decision, path, said.seat, said.call, lawful)
        return self._decision(model, decision, path, number, f"call-{number}", asks)

    def _card_decision(
        self, model: GameModel, decision: DecisionModel, number: int, path: Path, calls: int, plays: tuple[Play, ...]
    ) -> Decision | None:
        trick = plays[-1].tricks[number - 1]
        place = trick.leader.round().index(decision.seat)
        cards = 4 * (number - 1) + place
        lawful = tuple(plays[cards].lawful())
        self._check_answer(decision, path, decision.seat, trick.cards[place], lawful)
        if place and all(card.suit is not trick.suit_led for card in lawful):
            asks = Asks.RENOUNCE
        else:
            asks = (Asks.LEAD, Asks.SECOND_HAND, Asks.THIRD_HAND, Asks.FOURTH_HAND)[place]
        name = f"trick-{number}-{decision.seat.label}"
        return self._decision(model, decision, path, calls + cards + 1, name, asks)

    def _decision(
        self, model: GameModel, decision: DecisionModel, path: Path, step: int, name: str, asks: Asks
    ) -> Decision | None:
        rule = self._rule(decision, path)
        if rule is None:
            return None
        return Decision(
            id=name,
            step=step,
            seat=decision.seat,
            asks=asks,
            situation=decision.situation,
            answer=decision.answer,
            played=decision.answer if decision.played is None else decision.played,
            also=decision.also,
            because=decision.because,
            rule=rule,
            quotation=_remark(model, decision.words),
            instead=tuple(Instead(reason.answers, reason.because) for reason in decision.instead),
        )

    def _check_answer(
        self, decision: DecisionModel, path: Path, seat: Seat, answer: Answer, lawful: tuple[Answer, ...]
    ) -> None:
        """The game has the answer, or the one that was played instead; every other lawful one has its reason, once."""
        if decision.seat is not seat:
            self._fault(
                (*path, "seat"), f"it is {seat.label} who decides here, not {decision.seat.label}", "Correct the seat"
            )
        if (decision.played or decision.answer) != answer:
            what = f"the answer is {_written(decision.played or decision.answer)}, but the game has {_written(answer)}"
            mend = "Correct the one or the other; where the author blames what was done, write it under ‘played’"
            self._fault((*path, "answer"), what, mend)
        given = [decision.answer, *decision.also]
        for number, reason in enumerate(decision.instead):
            for other in reason.answers:
                if other in given:
                    self._fault((*path, "instead", number), f"{_written(other)} is answered twice", "Strike one out")
                given.append(other)
        unlawful = [other for other in given if other not in lawful]
        wanting = [other for other in lawful if other not in given]
        if unlawful:
            what = f"{' and '.join(map(_written, unlawful))} could not be chosen here"
            self._fault(path, what, "Strike it out or correct it")
        if wanting:
            what = f"nothing is said of {' and '.join(map(_written, wanting))}, which could be chosen"
            self._fault((*path, "instead"), what, "Say why not, or put it under ‘also’")

    # ---- decide first, read after --------------------------------------------------------------------------------

    def _check_nothing_is_told(self, game: Game) -> None:
        """No text shown before a decision of the same trick or the next may name what is decided."""
        texts: list[tuple[Path, str, int]] = [
            (("notes", place, "text"), note.remark.text, game.step_of_card(note.after))
            for place, note in enumerate(note for note in game.notes if note.trick)
        ]
        for number, decision in enumerate(game.decisions):
            situation: Path = ("decisions", number, "situation")
            for path, text, step in [(situation, decision.situation, decision.step - 1), *texts]:
                if decision.step - 4 <= step < decision.step:
                    for word in _tellings(decision.answer):
                        if re.search(rf"\b{word}\b", text, re.IGNORECASE):
                            what = f"‘{word}’ stands where {decision.seat.label} has yet to decide ({decision.id})"
                            self._fault(path, what, "Say it after the decision")

    def _fault(self, path: Path, what: str, mend: str = "") -> None:
        self.faults.append(self.document.fault(path, what, mend))


_HELD = "a|an|the|no|none|not|only|both|another|" + "|".join(
    [*(rank.word for rank in Rank), "two", "three", "four", "five", "six", "seven", "eight"]
)
"""The words that follow ‘has’ where it is said what a hand has."""


def _tellings(answer: Answer) -> Iterator[str]:
    """The words that would tell an answer: its suit or its call."""
    if isinstance(answer, Card):
        yield answer.suit.singular
        yield answer.suit.plural
    else:
        yield _written(answer)


def _remark(model: GameModel, remark: RemarkModel | NoteModel | QuotationModel) -> Remark:
    return Remark(remark.text, Citation(model.source, remark.page, remark.lines))


def score(score: int | tuple[int, int] | str) -> Score:
    return None if isinstance(score, str) else score


def _written(answer: Answer) -> str:
    return str(answer) if isinstance(answer, Card) else next(word for word, call in CALLS.items() if call == answer)


# ---- what games and deals have in common -------------------------------------------------------------------------


def check_emendations(document: Document, models: Iterable[EmendationModel], deal: Deal) -> Iterator[Fault]:
    """A fault for every emendation that is not what the hand has."""
    for number, emendation in enumerate(models):
        held = str(deal.hands[emendation.hand][emendation.suit])
        if held != emendation.read.replace("10", "T"):
            what = f"‘{emendation.read}’ is not what {emendation.hand.label} holds in {emendation.suit.plural}, {held}"
            yield document.fault(("emendations", number, "read"), what, "Write the holding as it stands in the hand")


def emendations(models: Iterable[EmendationModel]) -> tuple[Emendation, ...]:
    return tuple(Emendation(one.hand, one.suit, one.line, one.printed, one.read, one.because) for one in models)


def doubts(models: Iterable[DoubtModel]) -> tuple[Doubt, ...]:
    return tuple(Doubt(one.what, one.alternative, one.because, one.hangs_on_it) for one in models)


def readings(models: Iterable[ReadingModel | WordsReadModel]) -> tuple[Reading, ...]:
    return tuple(Reading(one.line, one.printed, one.read, one.because) for one in models)


def slips(models: Iterable[SlipModel]) -> tuple[Slip, ...]:
    return tuple(Slip(one.says, one.lines, one.because) for one in models)


def stated(models: Iterable[StatedModel]) -> tuple[Stated, ...]:
    return tuple(Stated(one.says, one.lines) for one in models)

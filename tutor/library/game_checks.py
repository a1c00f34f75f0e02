"""The checks of a game across its fields.

The hands must be a pack. The calls and the play must be lawful, and the play must fit every fact. Notes must name cards
where they were. Nothing may give a decision away before it is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tutor.analysis.facts import TrickTally, moves
from tutor.analysis.reconstruction import Puzzle, contradiction
from tutor.auction import Calling
from tutor.authorities.rules import Answer
from tutor.cards import RANK_WORDS, Card
from tutor.errors import Fault
from tutor.library.deals import check_deal, check_emendations
from tutor.library.fields import CALLS
from tutor.library.games import Decision, DeclarationComment, Fact, Game
from tutor.library.laws import laws
from tutor.library.possible import with_contents
from tutor.library.rulebook import check_illustrates, rule_fault
from tutor.library.validation import Check
from tutor.library.values import Context
from tutor.library.yaml_text import Document, Path
from tutor.play import Play, Reason
from tutor.seats import Seat, Side

CARDS_TRIED = 600
"""How many cards are tried at a time to show that facts contradict each other."""

Faults = Iterator[Fault]


# ---- the deal and the calls ------------------------------------------------------------------------------------------


def _check_lost(game: Game, document: Document, _: Context) -> Faults:
    if len(game.lost) > 1:
        yield document.fault(("lost",), "two lost hands cannot be completed from the pack", "Name at most one")


def _check_calls(game: Game, document: Document, _: Context) -> Faults:
    rules = game.code
    calls = calling = Calling(game.dealer)
    for number, (seat, call) in enumerate(game.said):
        calling = with_contents(calling, rules, seat)
        refusal = rules.refusal(calling, seat, call)
        if refusal:
            yield document.fault(
                ("calls", number), laws().worded(rules.refusal(calls, seat, call) or refusal).rstrip(".")
            )
            return
        calls, calling = calls.after(seat, call), calling.after(seat, call)
    calling = with_contents(calling, rules)
    turn = rules.turn(calling)
    if calling.declaration is None:
        yield document.fault(("calls",), "nobody has declared", "Add the declaration")
    elif turn:
        what = f"the bidding is not over: it is {turn.seat.label}’s turn"
        yield document.fault(("calls",), what, "Add the passes")


# ---- the play --------------------------------------------------------------------------------------------------------


def _check_play(game: Game, document: Document, _: Context) -> Faults:
    play = Play.of(game.deal, game.declaration.trumps, game.code.leader(game.calling))
    for number, trick in enumerate(game.cards):
        for seat, card in trick:
            if seat is not play.to_play:
                what = f"{seat.label} plays {card} out of turn: it is {play.to_play.label}’s turn"
                mend = "Begin with the winner of the last trick, then go to the left"
                yield document.fault(("play", number), what, mend)
                return
            refusal = play.refusal(card)
            revoke = refusal is not None and refusal.reason is Reason.MUST_FOLLOW
            if refusal:
                mend = "Correct the card"
                if revoke:
                    mend = "Correct the card or the hand: none of these games has a revoke"
                yield document.fault(("play", number), str(refusal), mend)
                if not revoke:
                    return
            play = play.after(card, revoking=revoke)


def _check_result(game: Game, document: Document, _: Context) -> Faults:
    stated, won = game.result, game.play.won
    if stated != won:
        what = f"the result is AB {stated.ns}, YZ {stated.ew}, but the play gives AB {won.ns}, YZ {won.ew}"
        yield document.fault(("result",), what, "Correct one of the two")


def _check_forced(game: Game, document: Document, _: Context) -> Faults:
    """Checks that the play has the forced cards where the file lists them."""
    for number, forced in enumerate(game.forced_cards):
        played = game.play.tricks[forced.trick - 1].card_of(forced.seat)
        if played != forced.card:
            what = f"{forced.seat.label} plays {played} to trick {forced.trick}, not {forced.card}"
            yield document.fault(
                ("forced", number), what, "Run ‘tutor reconstruct --check’, which finds the forced cards"
            )


def _check_facts(game: Game, document: Document, _: Context) -> Faults:
    made, is_met = moves(game.plays), True
    for number, fact in enumerate(game.facts):
        played = fact.clause.broken_at(made)
        if played is not None:
            is_met = False
            trick = game.play.tricks[played // 4]
            cards = ", ".join(f"{seat.label} {card}" for seat, card in trick.items())
            what = f"trick {played // 4 + 1} ({cards}) does not fit the fact ‘{fact.clause}’"
            yield document.fault(("facts", number, "says"), what, "Correct the play or the fact")
    if not is_met and game.result is not None:
        result = TrickTally(Side.NS, game.result.ns, 13)
        clauses = (*(fact.clause for fact in game.facts), result)
        yield from _contradiction(document, game.facts, Puzzle(game.plays[0], None, clauses))


def _contradiction(document: Document, facts: Sequence[Fact], puzzle: Puzzle) -> Faults:
    """If the play in the file does not fit the facts, checks whether any play can."""
    clauses = contradiction(puzzle, CARDS_TRIED)
    places = [number for number, fact in enumerate(facts) if any(fact.clause is clause for clause in clauses)]
    if places:
        lines = [document.place(("facts", number, "says")).line for number in places]
        named = ", ".join(f"‘{facts[place].clause}’ (line {line})" for place, line in zip(places, lines, strict=True))
        result = " and the result" if len(clauses) > len(places) else ""
        together = " together" if len(clauses) > 1 else ""
        what = f"no play of these hands fits {named}{result}{together}"
        mend = "Correct one of them" if together else "Correct it"
        yield document.fault(("facts", places[0], "says"), what, mend)


# ---- notes -----------------------------------------------------------------------------------------------------------

_HELD = "a|an|the|no|none|not|only|both|another|" + "|".join(
    [*RANK_WORDS, "two", "three", "four", "five", "six", "seven", "eight"]
)
"""The words after ‘has’ in statements about a hand."""


def _check_notes(game: Game, document: Document, _: Context) -> Faults:
    exposed = game.dummy
    for number, note in enumerate(game.trick_notes):
        yield from _untold(document, ("notes", number), note, game.plays[note.on(game.play).after], exposed)


def _check_before(game: Game, document: Document, _: Context) -> Faults:
    if game.before:
        yield from _untold(document, ("before",), game.before, game.plays[0], None)


def _untold(document: Document, path: Path, note: DeclarationComment, play: Play, exposed: Seat | None) -> Faults:
    """Checks that `tells` lists every hand whose hidden cards the text names."""
    for seat, hand in play.hands.items():
        if seat is exposed or seat in note.tells:
            continue
        text = note.text.replace("knave", "jack")
        named = next((card.name for card in hand if card.name in text), None)
        held = re.search(rf"\b{seat.label} (?:has|had|holds|held) (?:{_HELD})\b", note.text)
        if named or held:
            what = f"‘{named or (held and held[0])}’ is about {seat.label}’s hand, which is still hidden"
            yield document.fault((*path, "text"), what, f"Add {seat.label} under ‘tells’, or reword it")


# ---- decisions -------------------------------------------------------------------------------------------------------


def _check_rules(game: Game, document: Document, context: Context) -> Faults:
    for number, decision in enumerate(game.written_decisions):
        if not decision.names_a_rule:
            yield rule_fault(document, ("decisions", number, "rule"), decision.rule_id, context)


def _check_places(game: Game, document: Document, _: Context) -> Faults:
    for number, decision in enumerate(game.written_decisions):
        path: Path = ("decisions", number)
        if (decision.trick is None) == (decision.call is None):
            what = "a decision needs a trick or a call"
            yield document.fault(path, what, "Write one of the keys ‘trick’ and ‘call’")
        elif decision.call is not None and decision.call > len(game.calls):
            what = f"there are {len(game.calls)} calls, not {decision.call}"
            yield document.fault((*path, "call"), what, "Count the calls of the file")


def _check_order(game: Game, document: Document, _: Context) -> Faults:
    steps = [decision.step for decision in game.decisions]
    if steps != sorted(set(steps)):
        what = "the decisions are not in the order of the game"
        yield document.fault(("decisions",), what, "Put them in order")


def _check_answers(game: Game, document: Document, _: Context) -> Faults:
    """Checks that the game has the answer or what was played instead, and that each other answer has one reason."""
    for number, decision in enumerate(game.decisions):
        path: Path = ("decisions", number)
        seat, done, lawful = _choice(game, decision)
        if decision.seat is not seat:
            what = f"{seat.label} decides here, not {decision.seat.label}"
            yield document.fault((*path, "seat"), what, "Correct the seat")
        if decision.played != done:
            what = f"the answer is {_written(decision.played)}, but the game has {_written(done)}"
            mend = "Correct one of the two, or write what the author blames under ‘played’"
            yield document.fault((*path, "answer"), what, mend)
        yield from _unreasoned(document, path, decision, lawful)


def _choice(game: Game, decision: Decision) -> tuple[Seat, Answer, tuple[Answer, ...]]:
    """The player to decide, what was done in the game, and the possible choices."""
    if decision.trick is None:
        said = game.calls.said[decision.step - 1]
        calling = Calling(game.dealer, game.calls.said[: decision.step - 1])
        turn = game.code.turn(with_contents(calling, game.code, said.seat))
        return said.seat, said.call, () if turn is None else turn.calls
    cards = game.cards_at(decision.step)
    played = list(game.play.played())[cards - 1]
    return decision.seat, played.card, tuple(game.plays[cards - 1].lawful())


def _unreasoned(document: Document, path: Path, decision: Decision, lawful: tuple[Answer, ...]) -> Faults:
    given = [decision.answer, *decision.also]
    for number, reason in enumerate(decision.instead):
        for other in reason.answers:
            if other in given:
                yield document.fault((*path, "instead", number), f"{_written(other)} is answered twice", "Delete one")
            given.append(other)
    unlawful = [other for other in given if other not in lawful]
    wanting = [other for other in lawful if other not in given]
    if unlawful:
        what = f"{' and '.join(map(_written, unlawful))} is not a lawful choice here"
        yield document.fault(path, what, "Delete or correct it")
    if wanting:
        what = f"there is no reason for {' and '.join(map(_written, wanting))}, which could be chosen"
        yield document.fault((*path, "instead"), what, "Say why not, or add it under ‘also’")


def _check_nothing_is_told(game: Game, document: Document, _: Context) -> Faults:
    """Checks that no text before a decision in the same trick or the next names the answer."""
    texts: list[tuple[Path, str, int]] = [
        (("notes", number, "text"), note.text, game.step_of_card(note.on(game.play).after))
        for number, note in enumerate(game.trick_notes)
    ]
    for number, decision in enumerate(game.decisions):
        situation: Path = ("decisions", number, "situation")
        for path, text, step in [(situation, decision.situation, decision.step - 1), *texts]:
            if decision.step - 4 <= step < decision.step:
                for word in _telling_words(decision.answer):
                    if re.search(rf"\b{word}\b", text, re.IGNORECASE):
                        what = f"‘{word}’ is shown before {decision.seat.label} decides ({decision.id})"
                        yield document.fault(path, what, "Say it after the decision")


def _telling_words(answer: Answer) -> tuple[str, ...]:
    """The words that would give an answer away: its suit or its call."""
    return (answer.suit.singular, answer.suit.plural) if isinstance(answer, Card) else (_written(answer),)


def _written(answer: Answer) -> str:
    return str(answer) if isinstance(answer, Card) else next(word for word, call in CALLS.items() if call == answer)


CHECKS = (
    Check(check_illustrates, ("illustrates",)),
    Check(_check_rules, ("written_decisions",)),
    Check(check_deal, ("hands", "dealer"), proves="deal"),
    Check(check_emendations, ("deal", "emendations")),
    Check(_check_lost, ("lost",)),
    Check(_check_calls, ("dealer", "said", "code_key"), proves="calling"),
    Check(_check_play, ("deal", "calling", "cards"), proves="plays"),
    Check(_check_result, ("plays", "result")),
    Check(_check_forced, ("plays", "forced_cards")),
    Check(_check_facts, ("plays", "facts")),
    Check(_check_notes, ("plays", "trick_notes")),
    Check(_check_before, ("plays", "before")),
    Check(_check_places, ("plays", "written_decisions"), proves="decisions"),
    Check(_check_order, ("decisions",)),
    Check(_check_answers, ("decisions",)),
    Check(_check_nothing_is_told, ("decisions", "trick_notes")),
)
"""The checks of a game, in order. Most need the play, which needs the deal and the calls."""
PUZZLE_NEEDS = frozenset({"hands", "dealer", "said", "code_key", "facts", "result"})
"""The fields of a game whose play is not yet known."""

"""Who did what with which card: `Y leads the ten of clubs`, `the two is returned`, `A lets the second heart go`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tutor.library.notes.lines import PART, Line, Statement, trick_number
from tutor.library.notes.nouns import (
    MANY_OF,
    ONE_OF,
    ORDINAL,
    ORDINALS,
    RANK,
    WHO,
    Named,
    named_at,
    seats_of,
    sequence_at,
)
from tutor.library.notes.scenes import Move, Scene
from tutor.seats import Seat

Done = Callable[[Move, Scene], bool]


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb: how it is said of one player now, of two now, and of the past; and of which moves it is true."""

    now: str
    now_of_two: str
    past: str
    is_true_of: Done
    needs_object: bool = True


def _plays(move: Move, scene: Scene) -> bool:
    del move, scene
    return True


def _leads(move: Move, scene: Scene) -> bool:
    del scene
    return move.leads


def _returns(move: Move, scene: Scene) -> bool:
    led = [one.card.suit for one in scene.moves[: move.number] if one.leads and one.seat is move.seat.partner]
    return move.leads and move.card.suit in led


def _puts_on(move: Move, scene: Scene) -> bool:
    del scene
    return not move.leads


def _follows(move: Move, scene: Scene) -> bool:
    del scene
    return not move.leads and not move.renounces


def _wins(move: Move, scene: Scene) -> bool:
    del scene
    return move.wins


def _ruffs(move: Move, scene: Scene) -> bool:
    del scene
    return move.ruffs


def _over_ruffs(move: Move, scene: Scene) -> bool:
    del scene
    return move.ruffs and any(card.suit is move.trumps for card in move.trick.cards[1 : move.place])


def _throws(move: Move, scene: Scene) -> bool:
    del scene
    return move.renounces and not move.ruffs


def _covers(move: Move, scene: Scene) -> bool:
    del scene
    return not move.leads and not move.renounces and move.beats_what_lies


def _finesses(move: Move, scene: Scene) -> bool:
    """A card put on second or third in hand while a higher one of the suit is kept back."""
    held = scene.plays[move.number].hands[move.seat][move.card.suit]
    return 0 < move.place < 3 and not move.renounces and held.highest is not move.card.rank


_VERBS = (
    _Verb("leads", "lead", "led", _leads, needs_object=False),
    _Verb(
        "opens|begins with|turns to|goes on with|goes for|tries",
        "open",
        "opened|began with|turned to|went on with|gone on with|brought out",
        _leads,
    ),
    _Verb("returns|goes back to", "return|go back to", "returned|went back to", _returns),
    _Verb("plays", "play", "played", _plays),
    _Verb("puts on|puts up|puts|goes up with", "go up with", "put on|put|gone up with|went up with", _puts_on),
    _Verb("follows with|follows", "follow", "followed with|followed", _follows, needs_object=False),
    _Verb("wins|takes|makes", "win|take|make", "won|took|taken|made", _wins),
    _Verb("over-ruffs|over-trumps", "over-ruff", "over-ruffed", _over_ruffs, needs_object=False),
    _Verb("ruffs|trumps", "ruff|trump", "ruffed|trumped", _ruffs, needs_object=False),
    _Verb("throws|discards|does wrong to throw", "throw|discard", "threw|thrown|discarded", _throws),
    _Verb("covers", "cover", "covered", _covers, needs_object=False),
    _Verb("finesses", "finesse", "finessed", _finesses),
)
_VERB = re.compile(
    "|".join(
        rf"\b(?:(?P<now{n}>{verb.now})|(?P<two{n}>{verb.now_of_two})|(?P<past{n}>{verb.past}))\b(?!-)"
        for n, verb in enumerate(_VERBS)
    )
)
_BETWEEN = "has|had|have|now|then|first|also|next|twice|again|only|both|each|already|therefore|himself"
_SUBJECT = re.compile(rf"(?P<who>{WHO})(?:, [^,;:.]*,)?(?P<between>(?: (?:{_BETWEEN}))*) $")
_CARRIED = re.compile(r"(?:,? and|,? but|,? then|,? and then) $")
_CLAUSE_SUBJECT = re.compile(rf"(?:^|[,;:] (?:and |but |so )?|and |but |which |So )(?P<who>{WHO}) (?=\w+)")
_TO_OBJECT = re.compile(r"(?: (?:it|the trick|this|this trick))?(?: (?:with|on with|up with|at once|again|out|on))* ")
_WITH_CARD = re.compile(r" with ")
_TAKES_IT = re.compile(r" (?:it|the trick|this trick)\b")
_TRICK = re.compile(rf"\b(?:(?:at|in|on) )?(?:trick (?P<number>\d+)|the (?P<nth>{ORDINAL}|last) trick)\b")
_FROM = re.compile(rf"\bfrom (?P<who>{WHO})(?!’)")
_ELSEWHERE = re.compile(r" (?:through|up to|up|from|to|by|back)\b")


def deeds(line: Line) -> Iterator[Statement]:
    """`Y leads the ten of clubs`; `A ruffs again`; `B leads a club and takes the king`; `Z lets the ten go`."""
    yield from _of_players(line)
    yield from _of_cards(line)
    yield from _from_hands(line)
    yield from _put_in(line)
    yield from _kept_back(line)


def _of_players(line: Line) -> Iterator[Statement]:
    scene = line.scene
    for match in _VERB.finditer(line.text) if scene.seen else ():
        verb, form = _verb_of(match)
        told = _SUBJECT.search(line.text, 0, match.start())
        who = told or _carried(line.text, match.start())
        if who is None or line.is_supposed(match.start()) or line.is_supposed(who.start("who")):
            continue
        is_past = form == "past" or (told is not None and bool(re.search(r"\b(?:had|has|have)\b", told["between"])))
        seats = seats_of(who["who"], scene)
        if not seats or (form == "two" and len(seats) == 1) or (scene.only_past and not is_past):
            continue
        start = who.start("who") if told else match.start()
        yield from _deed(line, match, verb, seats, start, is_past=is_past)


def _carried(text: str, end: int) -> re.Match[str] | None:
    """The subject of the clause before, where a verb has none of its own: `and takes the king`."""
    if not _CARRIED.search(text, 0, end):
        return None
    return next(iter([*_CLAUSE_SUBJECT.finditer(text, 0, end)][::-1]), None)


def _deed(
    line: Line, match: re.Match[str], verb: _Verb, seats: frozenset[Seat], start: int, *, is_past: bool
) -> Iterator[Statement]:
    scene, text = line.scene, line.text
    link = _TO_OBJECT.match(text, match.end())
    named, end = sequence_at(text, link.end(), scene) if link else ([], match.end())
    tool = None
    if verb.is_true_of in _TAKING and link and named:
        tool, end = _tool(text, link.end(), end, named, scene)
    takes_it = _TAKES_IT.match(text, match.end()) or text[:start].endswith("which ")
    if (not named and verb.needs_object and not takes_it) or (named and _ELSEWHERE.match(text, match.end())):
        return
    number = _trick_named(text, end)
    if number is not None and not 1 <= number <= len(scene.moves) // 4:
        return  # that it is no trick is told where tricks are read
    window = scene.of_trick(number, is_past=is_past) if number else scene.past if is_past else scene.present
    if not window and not is_past:
        return
    seats = _hands_played(scene, seats, named, text[end:])
    with_it = frozenset(m.number for m in scene.moves if tool is None or tool.is_card(m, scene))
    holds = _is_done(scene, seats, verb, named, window, with_it, anywhere=is_past and number is None)
    yield line.statement(text[start : max(end, match.end())], holds, scene.present if is_past else window)


_TAKING = (_wins, _ruffs, _over_ruffs, _covers)


def _tool(text: str, start: int, end: int, named: list[Named], scene: Scene) -> tuple[Named | None, int]:
    """The card with which another is taken: what is named after ‘with’, and where that ends."""
    if text[:start].endswith("with "):
        return named[0], end
    link = _WITH_CARD.match(text, end)
    one = named_at(text, link.end(), scene) if link else None
    return one or (None, end)


def _trick_named(text: str, start: int) -> int | None:
    """The number of the trick that the rest of a clause names."""
    end = PART.search(text, start)
    match = _TRICK.search(text, start, end.start() if end else len(text))
    return trick_number(match) if match else None


def _is_done(
    scene: Scene,
    seats: frozenset[Seat],
    verb: _Verb,
    named: list[Named],
    window: range,
    with_it: frozenset[int],
    *,
    anywhere: bool,
) -> bool:
    """Whether seats did what a verb says with all that is named, by one of some cards, the last within a window."""
    done = [
        move
        for move in scene.moves[: window.stop]
        if move.seat in seats and move.number in with_it and verb.is_true_of(move, scene)
    ]
    if not named:
        return any(move.number in window for move in done)
    reached = -1
    for place, one in enumerate(named, 1):
        fitting = [
            move.number
            for move in done
            if _is_meant(scene, one, move, verb)
            and (move.number > reached or not one.is_then)
            and (anywhere or place < len(named) or move.number in window)
        ]
        if not fitting or (one.count is not None and len(fitting) != one.count):
            return False
        reached = fitting[0]
    return True


def _is_meant(scene: Scene, one: Named, move: Move, verb: _Verb) -> bool:
    """Whether what is named is the card of a move; who takes a card, ruffs or covers it, takes what another played."""
    if one.is_card(move, scene):
        return True
    first = 4 * (move.trick_number - 1)
    return verb.is_true_of in _TAKING and any(one.is_card(other, scene) for other in scene.moves[first : first + 4])


def _hands_played(scene: Scene, seats: frozenset[Seat], named: list[Named], rest: str) -> frozenset[Seat]:
    """The hands from which a player may have played: the exposed hand’s cards are his, where that is said or a suit."""
    if scene.dummy is None or seats != {scene.player}:
        return seats
    source = _FROM.match(rest.lstrip())
    if (source and seats_of(source["who"], scene) == {scene.dummy}) or any(one.owner == {scene.dummy} for one in named):
        return frozenset({scene.dummy})
    return seats | {scene.dummy} if named and all(one.rank is None for one in named) else seats


def _verb_of(match: re.Match[str]) -> tuple[_Verb, str]:
    form, number = next(
        (name.rstrip("0123456789"), name.lstrip("nowtpas")) for name, said in match.groupdict().items() if said
    )
    return _VERBS[int(number)], form


# ---- what became of a card ---------------------------------------------------------------------------------------

_CARD = rf"(?:\b(?:[Tt]he|{WHO}’s) )?\b(?:{RANK})(?: of (?:{MANY_OF}))?|\b[Tt]he (?:{ONE_OF})"
_BECAME: dict[str, Done] = {
    "led": _leads, "returned": _leads, "lead": _leads, "thrown": _throws, "ruffed": _plays, "played": _plays,
    "covered": _plays, "play": _plays, "up": _puts_on, "falls": _plays, "fell": _plays, "fallen": _plays,
    "draws": _plays, "drops": _plays, "it": _wins, "wins": _wins, "won": _wins, "winning": _wins, "trick": _wins,
    "makes": _wins,
}  # fmt: skip
_OF_CARD = re.compile(
    rf"(?P<card>{_CARD})(?: from {WHO})?(?:, \w+,| then| is [a-z ]+ and)? "
    r"(?P<verb>(?:is|was|has been) (?:led|returned|thrown|ruffed|covered|played)|(?:is|was) an? (?:very )?(?:bad|good)"
    rf" (?:lead|card to play)|(?:makes|wins|takes) (?:it\b|the (?P<nth>{ORDINAL}|last) trick)|wins|won"
    r"|makes(?=[,;:.]|$)|falls|fell|has fallen|draws|drops|goes up|is winning)(?=[ ,;:.]|$)"
)


def _of_cards(line: Line) -> Iterator[Statement]:
    """`the two is returned`; `B’s queen takes it`; `the knave draws the ten`; `the queen has fallen`."""
    scene = line.scene
    for match in line.matches(_OF_CARD):
        is_past = match["verb"].startswith(("was led", "was played", "has", "won", "fell"))
        one = named_at(_lowered(match["card"]), 0, scene)
        if one is None or (scene.only_past and not is_past and match["verb"] != "is winning"):
            continue
        nth = match["nth"]
        number = None if nth is None else len(scene.moves) // 4 if nth == "last" else ORDINALS[nth]
        window = scene.of_trick(number, is_past=is_past) if number else scene.past if is_past else scene.present
        if not window and not is_past:
            continue
        drawn = named_at(line.text, match.end() + 1, scene) if match["verb"] in ("draws", "drops") else None
        holds = any(
            one[0].is_card(move, scene)
            and _BECAME[match["verb"].split()[-1]](move, scene)
            and (drawn is None or _falls_with(scene, drawn[0], move))
            for move in (scene.moves[at] for at in window)
        )
        yield line.statement(match[0], holds, scene.present if is_past else window)


def _falls_with(scene: Scene, named: Named, move: Move) -> bool:
    """Whether a card fell to the same trick from another hand."""
    first = 4 * (move.trick_number - 1)
    return any(named.is_card(other, scene) for other in scene.moves[first : first + 4] if other.seat is not move.seat)


_FROM_HAND = re.compile(
    rf"(?P<card>\b[Tt]he (?:(?:{RANK})(?: of (?:{MANY_OF}))?|(?:{ONE_OF}))) from (?P<who>{WHO})(?!’)"
)


def _from_hands(line: Line) -> Iterator[Statement]:
    """`the heart from the exposed hand`: it was played from there to this trick."""
    scene = line.scene
    for match in line.matches(_FROM_HAND):
        one, seats = named_at(_lowered(match["card"]), 0, scene), seats_of(match["who"], scene)
        if one and seats and scene.present and not scene.only_past:
            moves = (scene.moves[at] for at in scene.present)
            holds = any(move.seat in seats and one[0].is_card(move, scene) for move in moves)
            yield line.statement(match[0], holds, scene.present)


_PUTS_IN = re.compile(
    rf"(?P<card>\b[Tt]he (?:(?:{RANK}) of (?:{MANY_OF})|(?:{ONE_OF}))) (?:puts|lets|brings) (?P<who>{WHO}) in\b"
    rf"|(?P<in>{WHO}) is put in\b"
)
_HAS_PUT_IN = re.compile(rf"(?P<by>{WHO}) has put (?P<who>{WHO}) in with (?P<card>an? (?:{ONE_OF}))\b")


def _put_in(line: Line) -> Iterator[Statement]:
    """`the diamond puts Y in`; `B is put in`; `A has put B in with a diamond`."""
    scene = line.scene
    for match in line.matches(_PUTS_IN) if not scene.only_past else ():
        one = named_at(_lowered(match["card"]), 0, scene) if match["card"] else None
        seats = seats_of(match["who"] or match["in"], scene)
        moves = [scene.moves[at] for at in scene.present]
        fell = one is None or any(one[0].is_card(move, scene) for move in moves)
        yield line.statement(match[0], fell and any(m.wins and m.seat in seats for m in moves), scene.present)
    for match in line.matches(_HAS_PUT_IN):
        one = named_at(match["card"], 0, scene)
        by, seats = seats_of(match["by"], scene), seats_of(match["who"], scene)
        led = [m for m in (scene.moves[at] for at in scene.past) if m.leads and m.seat in by]
        holds = any(one and one[0].is_card(m, scene) and m.trick.winner(scene.trumps) in seats for m in led)
        yield line.statement(match[0], holds, scene.present)


# ---- what was not played -----------------------------------------------------------------------------------------

_HELD_UP = re.compile(rf"(?P<who>{WHO}) (?:has )?(?P<verb>holds up|held up|keeps|kept) (?P<rest>[^,;:.]*)")
_LET_GO = re.compile(
    rf"(?P<who>{WHO}) (?P<let>lets|let) (?P<card>(?:the|{WHO}’s) [a-z ]*?) (?:go|pass|run|win)\b"
    rf"|(?P<seat>{WHO}) does not take (?P<kept>the [a-z ]*)"
)


def _kept_back(line: Line) -> Iterator[Statement]:
    """`B has held up the ace`; `Z keeps the ace back`; `A lets the second heart go`; `Z does not take the knave`."""
    scene = line.scene
    for match in line.matches(_HELD_UP):
        seats, one = seats_of(match["who"], scene), named_at(match["rest"], 0, scene)
        is_kept = "up" in match["verb"] or (one is not None and match["rest"][one[1] :].startswith(" back"))
        if one and one[0].rank and seats and is_kept:
            yield line.statement(match[0], _is_held_up(scene, seats, one[0]), scene.present)
    for match in line.matches(_LET_GO) if not scene.only_past else ():
        seats = seats_of(match["who"] or match["seat"], scene)
        one = named_at(match["card"] or match["kept"], 0, scene)
        if one and seats:
            window = scene.past if match["let"] == "let" else scene.present
            let = [m for m in (scene.moves[at] for at in window) if m.seat not in seats and one[0].is_card(m, scene)]
            holds = any(m.trick.winner(scene.trumps) not in seats for m in let)
            yield line.statement(match[0], holds, scene.present)


def _is_held_up(scene: Scene, seats: frozenset[Seat], named: Named) -> bool:
    """Whether a card of the suit of this trick was in the hand when another was played to a round of it so far."""
    led = scene.suit_led(scene.present)
    for move in (scene.moves[at] for at in scene.past):
        if move.seat in seats and move.trick.suit_led in led:
            hand = scene.plays[move.number].hands[move.seat]
            kept = [card for card in hand if named.is_of(card) and card.suit in led]
            if any(card != move.card for card in kept):
                return True
    return False


def _lowered(text: str) -> str:
    """A name with its article as it stands within a sentence."""
    return f"the {text[4:]}" if text.startswith("The ") else text

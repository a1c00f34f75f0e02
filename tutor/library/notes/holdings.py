"""Who has what: `Z has the nine of spades`, `the king stands in the exposed hand`, `B’s queen`, `A has no heart`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tutor.cards import Card, Hand, Rank, Suit
from tutor.library.notes.lines import Line, Statement, trick_number
from tutor.library.notes.nouns import (
    MANY_OF,
    NOT_A_RANK,
    NUMBER,
    NUMBERS,
    ONE_OF,
    ORDINAL,
    RANK,
    RANKS,
    WHO,
    Named,
    ranks_in,
    seats_of,
    suit_of,
)  # fmt: skip
from tutor.library.notes.scenes import Scene
from tutor.seats import Seat

Held = Callable[[Hand], bool]
_RANK_LIST = rf"(?:{RANK})\b(?:, (?:the )?(?:{RANK})\b)*(?:,? and (?:the )?(?:{RANK})\b)?"
_HONOURS = frozenset(Rank.parse(letter) for letter in "AKQJT")


def holdings(line: Line) -> Iterator[Statement]:
    """What a sentence says of hands."""
    yield from _possessions(line)
    yield from _places(line)
    yield from _owned_cards(line)
    yield from _owned_suits(line)
    yield from _lengths(line)
    yield from _absences(line)
    yield from _what_is_out(line)


def _of_hands(line: Line, words: str, seat: Seat, held: Held, *, is_past: bool) -> Statement:
    """A statement that holds of a hand at one of the times of which it may be made."""
    hands = line.scene.hands(seat, is_past=is_past)
    return Statement(words.strip(" ,;:."), any(map(held, hands)), f"{seat.label} has {hands[-1]}")


def _one_seat(name: str, scene: Scene) -> Seat | None:
    seats = seats_of(name, scene)
    return next(iter(seats)) if len(seats) == 1 else None


# ---- lists of what a hand has ------------------------------------------------------------------------------------

_HAS = re.compile(
    rf"(?P<who>{WHO})(?:, in [^,;:.]*,)?(?: (?:now|still|then|also))? "
    r"(?P<has>has|have|had|holds|held|keeps|kept|is marked with|is known to have) "
)
_OWN_CLAUSE = re.compile(r" (?:is|are|was|were|stands?|lies|has|had|turns?|comes?|makes?|falls?)\b")
_AND = re.compile(r"(?:, and|,? and|,? but|,? besides|,) ")


def _possessions(line: Line) -> Iterator[Statement]:
    """`A has six diamonds headed by ace and king, and the ace of clubs`."""
    for match in line.matches(_HAS):
        seat = _one_seat(match["who"], line.scene)
        if seat is None:
            continue
        is_past = match["has"] in ("had", "held", "kept")
        for item, held in _items(line, match.end(), seat):
            if not line.is_supposed(item.start()):
                yield _of_hands(line, f"{match[0]}{item[0]}", seat, held, is_past=is_past)


def _items(line: Line, start: int, seat: Seat) -> Iterator[tuple[re.Match[str], Held]]:
    """What a list says that a hand holds, item by item, up to the first that cannot be read."""
    while True:
        for pattern, make in _ITEMS:
            match = pattern.match(line.text, start)
            held = make(match, line, seat) if match and not _OWN_CLAUSE.match(line.text, match.end()) else None
            if match and held:
                yield match, held
                break
        else:
            return
        link = _AND.match(line.text, match.end())
        if link is None:
            return
        start = link.end()


def _none(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    del seat
    what = match["what"]
    if what in RANKS:
        return lambda hand: not any(card.rank is RANKS[what] for card in hand)
    suit = suit_of(what, line.scene)
    return None if suit is None else lambda hand: hand[suit].is_void


def _none_of_it(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    del match, seat
    return lambda hand: any(hand[suit].is_void for suit in line.suits)


def _all_left(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    """Every card of a suit that has not been played; the last of it is one card."""
    suit = suit_of(match["suit"], line.scene)
    if suit is None:
        return None
    hands = line.scene.plays[line.scene.seen].hands
    others = sum(len(hands[one][suit]) for one in Seat if one is not seat)
    is_last = match["which"].endswith("last")
    return lambda hand: others == 0 and (len(hand[suit]) == 1 if is_last else not hand[suit].is_void)


def _with_others(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    """`knave and two others in clubs`."""
    del seat
    suit = suit_of(match["suit"], line.scene)
    if suit is None:
        return None
    ranks = ranks_in(match["ranks"])
    length = len(ranks) + NUMBERS[match["others"]]
    return lambda hand: len(hand[suit]) == length and all(rank in hand[suit] for rank in ranks)


def _cards(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    del seat
    suit = suit_of(match["suit"], line.scene)
    return None if suit is None else lambda hand: all(rank in hand[suit] for rank in ranks_in(match["ranks"]))


def _suit(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    """`six diamonds headed by ace and king`; `five clubs with two honours`; `a heart`."""
    del seat
    suit = suit_of(match["suit"], line.scene)
    if suit is None:
        return None
    length, tops = NUMBERS.get(match["count"]), ranks_in(match["tops"] or "")
    honours = match["honours"] and NUMBERS.get(match["honours"], 1)
    return lambda hand: (
        (len(hand[suit]) == length if length else not hand[suit].is_void)
        and all(rank in hand[suit] for rank in tops)
        and (honours is None or hand[suit].count(_HONOURS) == honours)
    )


def _ranks(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    """`two kings` in the whole hand, at least: of a suit that is named beside them there may be another."""
    del line, seat
    rank, number = RANKS[match["rank"].rstrip("s")], NUMBERS.get(match["count"], 1)
    return lambda hand: sum(card.rank is rank for card in hand) >= number


def _bare(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    del seat
    return lambda hand: any(RANKS[match["rank"]] in hand[suit] for suit in line.suits)


def _another(match: re.Match[str], line: Line, seat: Seat) -> Held | None:
    del match, seat
    return lambda hand: any(not hand[suit].is_void for suit in line.suits)


_HEADED = rf"(?P<tops>{_RANK_LIST})(?! (?:honours|tricks|small|others))"
_COUNTED = rf"(?:,? with (?:only )?(?P<honours>{NUMBER}|an?) honours?\b)"
_ITEMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Line, Seat], Held | None]], ...] = (
    (re.compile(rf"no (?P<what>{MANY_OF}|{ONE_OF}|{RANK})\b(?! (?:suit|hand|of any))"), _none),
    (re.compile(r"(?:none|no more)\b(?! than)"), _none_of_it),
    (re.compile(rf"(?P<which>every|the last) (?P<suit>{ONE_OF})(?: that is left)?\b"), _all_left),
    (
        re.compile(
            rf"(?:the )?(?P<ranks>{_RANK_LIST}) and (?P<others>{NUMBER}) others? (?:in|of) (?P<suit>{MANY_OF})\b"
        ),
        _with_others,
    ),
    (re.compile(rf"(?:the )?(?P<ranks>{_RANK_LIST}) of (?P<suit>{MANY_OF})\b"), _cards),
    (
        re.compile(
            rf"(?:only |but |still )?(?P<count>{NUMBER}|an?) (?:single )?(?:small )?(?P<suit>{MANY_OF}|{ONE_OF})\b(?!’)"
            rf"(?:,?(?: headed by| to| with)(?: the)? {_HEADED}|{_COUNTED})?"
        ),
        _suit,
    ),
    (
        re.compile(
            rf"(?P<count>{NUMBER}|an?) (?:guarded |single )?(?P<rank>(?:ace|king|queen|knave|ten)s?)\b(?!’| of)"
        ),
        _ranks,
    ),
    (re.compile(rf"the (?P<rank>{RANK})\b{NOT_A_RANK}"), _bare),
    (re.compile(r"another of (?:the suit|them)\b|a third\b"), _another),
)  # fmt: skip

# ---- whose a card is ---------------------------------------------------------------------------------------------

_IN_HAND = re.compile(
    rf"(?P<cards>\b(?:[Tt]he |a )?(?:{RANK})(?:,? and (?:the )?(?:{RANK}))?(?: of (?:{MANY_OF}))?)"
    r"(?: (?P<be>is marked|is|are|stands?|lies?|were|was|stood))?(?: both)? (?:in|with) "
    rf"(?P<who>{WHO})(?P<hand>’s hand)?(?!’)"
)


def _places(line: Line) -> Iterator[Statement]:
    """`the king stands in the exposed hand`; `king and knave were both with Z`; `with the king in B’s hand`."""
    scene = line.scene
    for match in line.matches(_IN_HAND):
        seat = _one_seat(match["who"], scene)
        is_a_hand = match["hand"] or match["who"].lower().endswith(("hand", "dummy"))
        if seat is None or not (match["be"] or is_a_hand):
            continue
        named = re.search(rf"\b(?:{MANY_OF})\b", match["cards"])
        suit = suit_of(named[0], scene) if named else None
        suits, ranks = frozenset({suit}) if suit else line.suits, ranks_in(match["cards"])

        def held(hand: Hand, suits: frozenset[Suit] = suits, ranks: tuple[Rank, ...] = ranks) -> bool:
            return any(all(Card(suit, rank) in hand for rank in ranks) for suit in suits)

        yield _of_hands(line, match[0], seat, held, is_past=match["be"] in ("were", "was", "stood"))


_OWNER = re.compile(
    rf"(?P<owner>{WHO})’s (?:(?:single|guarded|own|good|bare) )*(?P<rank>{RANK})\b{NOT_A_RANK}"
    rf"(?: of (?P<suit>{MANY_OF}))?(?: at (?:trick (?P<number>\d+)|the (?P<nth>{ORDINAL}) trick))?"
)
_PAST = re.compile(r"\b(?:led|came|was|were|had|played|took|looked|has (?:led|played|fallen|thrown))\b")


def _owned_cards(line: Line) -> Iterator[Statement]:
    """`B’s king of clubs`: in the hand or on the table; where the past is told, played by that hand."""
    scene = line.scene
    for match in line.matches(_OWNER):
        seats = seats_of(match["owner"], scene)
        suit = suit_of(match["suit"], scene) if match["suit"] else None
        if not seats or (match["suit"] and suit is None):
            continue
        named = Named(match[0], RANKS[match["rank"]], suit, owner=seats)
        number = trick_number(match) if match["number"] or match["nth"] else None
        if number is not None:
            window = scene.of_trick(number, is_past=True)
        else:
            window = scene.past if _PAST.search(line.text) else scene.present
        is_played = any(named.is_card(scene.moves[at], scene) for at in window)
        is_held = number is None and any(
            named.is_of(card) for seat in seats for hand in scene.hands(seat, is_past=False) for card in hand
        )
        yield line.statement(match[0], is_played or is_held, window)


_OWNED_SUIT = re.compile(
    rf"(?P<owner>{WHO})’s (?P<count>{NUMBER}) (?:small )?(?P<suit>{MANY_OF})\b"
    rf"(?:(?: are headed by| have| to)(?: the)? {_HEADED}|,? (?:have|with) (?P<honours>{NUMBER}|an?) honours?\b)?"
)


def _owned_suits(line: Line) -> Iterator[Statement]:
    """`A’s five hearts to the ten`."""
    for match in line.matches(_OWNED_SUIT):
        seat, held = _one_seat(match["owner"], line.scene), None
        if seat:
            held = _suit(match, line, seat)
        if seat and held:
            yield _of_hands(line, match[0], seat, held, is_past=True)


_LENGTH = re.compile(rf"(?P<who>{WHO}), with (?P<count>{NUMBER}) to the (?P<rank>{RANK})\b")


def _lengths(line: Line) -> Iterator[Statement]:
    """`Z, with four to the ace`: as the hand was before the trick."""
    scene = line.scene
    for match in line.matches(_LENGTH):
        seat = _one_seat(match["who"], scene)
        hand = scene.plays[min(scene.present, default=0)].hands[seat] if seat else None
        if hand is not None and seat is not None:
            rank, count = RANKS[match["rank"]], NUMBERS[match["count"]]
            holds = any(rank in hand[suit] and len(hand[suit]) == count for suit in line.suits)
            yield Statement(match[0], holds, f"{seat.label} had {hand}")


# ---- what nobody has, or is still to come ------------------------------------------------------------------------

_NOT_GONE = re.compile(
    rf"\b[Tt]he (?P<rank>{RANK})(?: of (?P<suit>{MANY_OF}))? (?:has not (?:been seen|fallen)|does not fall)\b"
)
_NONE_LEFT = re.compile(
    rf"\b[Ww]ith no (?P<suit>{ONE_OF}) left, (?P<who>{WHO})"
    rf"|(?P<void>{WHO}) (?:is|are) (?:now )?(?:both )?(?:without|void of|out of) (?P<of>{MANY_OF})\b"
)


def _absences(line: Line) -> Iterator[Statement]:
    """`the queen has not fallen`; `A and B are now both without clubs`."""
    scene = line.scene
    gone = {scene.moves[at].card for at in scene.past}
    for match in line.matches(_NOT_GONE):
        suit = suit_of(match["suit"], scene) if match["suit"] else None
        suits = frozenset({suit}) if suit else line.suits
        holds = any(Card(one, RANKS[match["rank"]]) not in gone for one in suits)
        yield line.statement(match[0], holds, scene.present)
    for match in _NONE_LEFT.finditer(line.text):  # ‘without’ and ‘with no’ suppose nothing here
        suit = suit_of(match["suit"] or match["of"], scene)
        for seat in seats_of(match["who"] or match["void"], scene) if suit else ():
            yield _of_hands(line, match[0], seat, lambda hand, s=suit: hand[s].is_void, is_past=False)  # type: ignore[misc]


_OUT = re.compile(rf"\b(?:[Oo]nly )?(?P<count>{NUMBER}) (?P<suit>{MANY_OF}) (?P<be>are|were) out\b", re.IGNORECASE)
_OUT_OF_SIGHT = re.compile(
    rf"\b[Oo]f the (?P<suit>{MANY_OF}) only (?P<count>{NUMBER}) (?P<be>are|were) out of (?:your )?sight\b"
)
_KNOWN_WITH = re.compile(
    rf"(?P<list>[^,;:.]*?)(?: still)? out (?:is|are) known to be with (?P<who>{WHO})", re.IGNORECASE
)
_COUNT_KNOWN = re.compile(rf"(?P<count>{NUMBER}|every|the one|the last) (?P<suit>{MANY_OF}|{ONE_OF})\b", re.IGNORECASE)


def _what_is_out(line: Line) -> Iterator[Statement]:
    """`only three clubs were out`; `of the clubs only two are out of your sight`; `three trumps out are … with Z`."""
    scene = line.scene
    for pattern in (_OUT, _OUT_OF_SIGHT):
        for match in line.matches(pattern):
            suit = suit_of(match["suit"].lower(), scene)
            if suit is not None:
                counts = _unseen(scene, suit, _observers(line, match, pattern is _OUT), is_past=match["be"] == "were")
                yield line.statement(match[0], NUMBERS[match["count"].lower()] in counts, scene.present)
    for match in line.matches(_KNOWN_WITH):
        seat = _one_seat(match["who"], scene)
        for item in _COUNT_KNOWN.finditer(match["list"]) if seat else ():
            suit = suit_of(item["suit"], scene)
            count = 1 if item["count"].endswith(("one", "last")) else NUMBERS.get(item["count"].lower())
            others = [one for one in Seat if one not in (seat, scene.dummy, scene.player)]
            hands = scene.plays[scene.seen].hands
            holds = (
                suit is not None
                and seat is not None
                and not any(hands[one][suit] for one in others)
                and (len(hands[seat][suit]) == count if count else not hands[seat][suit].is_void)
            )
            yield line.statement(f"{item[0]} … with {match['who']}", holds, scene.present)


def _observers(line: Line, match: re.Match[str], is_players: bool) -> frozenset[Seat]:
    """Those from whose seat the cards may be counted: who is addressed, else who plays the hand, or who is named."""
    scene = line.scene
    if scene.you:
        return frozenset({scene.you})
    if is_players:
        return frozenset({scene.player}) if scene.player else frozenset()
    named = re.findall(WHO, line.text[: match.start()])
    return seats_of(named[-1], scene) if named else frozenset()


def _unseen(scene: Scene, suit: Suit, observers: frozenset[Seat], *, is_past: bool) -> set[int]:
    """How many cards of a suit an observer could not see, each time that may be meant: at the lead or as it stands.

    In the past tense, at any card since the lead before.
    """
    first = 4 * max((scene.trick or 1) - 1, 0)
    times = range(max(first - 4, 0), scene.seen + 1) if is_past else (first, scene.seen)
    return {
        sum(len(scene.plays[at].hands[seat][suit]) for seat in Seat if seat not in (observer, scene.dummy))
        for at in times
        for observer in observers
    }

"""What the sentences of a text say of the play, as far as a machine can understand them, and whether it is so.

The reader knows some forms of words and guesses at nothing else. It reads, in the indicative,

    Y leads the ten of clubs      A has ruffed        Z throws the three and then the four     who did what
    Y takes the ace               the two is returned the knave draws the ten
    Z has the nine of spades      B’s queen of hearts the king stands in the exposed hand      who has what
    A has six diamonds to the ace B has no heart      the queen has not fallen
    at trick 6                    this, the third round      two rounds of trumps               when, and how often
    B has held up the ace         A lets the second heart go                                    what was not played
    Z has called in diamonds      A declares spades   AB make three by tricks                   signals, calls, results

The present tense tells of the trick of which the text speaks, as far as it has been seen (see `Scene`), the past of any
card that has been played; a trick that is named is that trick, and in the present tense may be still to come. What is
supposed, expected, hoped or advised (‘if’, ‘would’, ‘may’, ‘will’, ‘should’, ‘hoped’) is not read: what it would have
come to is for the audit of claims.

A rank without its suit is true of any suit of which it can be meant: this may let a false word pass, and never blames
a true one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tutor.auction import Double, Leave, naming
from tutor.cards import Card, Hand, Rank, Suit
from tutor.library.nouns import (
    COURT,
    MANY_OF,
    NOT_A_RANK,
    NUMBER,
    NUMBERS,
    ONE_OF,
    ORDINAL,
    ORDINALS,
    RANK,
    RANKS,
    WHO,
    Named,
    named_at,
    ranks_in,
    seats_of,
    sequence_at,
    suit_of,
    suits_named,
)  # fmt: skip
from tutor.library.scenes import Move, Scene
from tutor.seats import Seat

Acts = Callable[[Move, Scene], bool]


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that were understood, whether they are so, and what is so."""

    words: str
    holds: bool
    really: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, what of it was understood, and whether all of it supposes what did not happen."""

    text: str
    statements: tuple[Statement, ...]
    is_supposed: bool


_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z(“‘])")


def read(text: str, scene: Scene) -> tuple[Sentence, ...]:
    """Every sentence of a text, read where it stands."""
    made = []
    before = ""
    for sentence in _ENDS.split(text):
        made.append(_Reader(sentence, before, scene).read())
        before = f"{before} {sentence}"
    return tuple(made)


# ---- what is supposed and not told -------------------------------------------------------------------------------

_PART = re.compile(r"[;:]")
_CLAUSE = re.compile(rf"[,;:()]| and (?={WHO} )| but | because | so that | as (?={WHO} )")
_CONDITION = re.compile(
    rf"\b(?:[Ii]f|[Uu]nless|[Ss]uppose|[Ww]hether|as though|as if|[Ff]or all that|in the hope|rather than|[Ss]ay,)\b"
    rf"|\b[Hh]ad (?={WHO}|she|he|it|the\b)|\b[Ww]ere (?={WHO}|she|it|the\b)"
    r"|^(?:With|Without|Where|While|As a rule|Left|After|Doubled)\b|\b[Ww]ithout\b"
    r"|\b[Ww]hen (?:one|you|your|the other|the hand|it|led|they|partner)\b"
)
_EXPECTED = re.compile(
    r"\b(?:hope[sd]?|think|thinks|thought|believe[sd]?|expects?|expected|fear(?:s|ed|ing)?|suppos\w+|reckon\w*|places?"
    r"|placed|likely|probably|perhaps|certainly|wish|wishes|wished|looked like|looks like|intended|meant)\b"
)
_MODAL = re.compile(r"\b(?:would|might|may|should|could|cannot|can|must|ought|will|shall|hardly|needs?|never|not)\b")
_NOT_A_SUPPOSITION = re.compile(r"\b(?:has|have) not (?:been seen|fallen)|\bdoes not (?:fall|take)\b|\bwhether\b.*$")


def _supposed(sentence: str) -> list[range]:
    """The parts of a sentence that do not tell what happened."""
    spans = []
    parts = [0, *(match.end() for match in _PART.finditer(sentence)), len(sentence)]
    clauses = [0, *(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]
    plain = [range(*match.span()) for match in _NOT_A_SUPPOSITION.finditer(sentence)]
    for pattern, starts, ends in (
        (_CONDITION, parts, parts),
        (_EXPECTED, clauses, parts),
        (_MODAL, clauses, clauses),
    ):
        for match in pattern.finditer(sentence):
            at = match.start()
            if not any(at in span for span in plain):
                spans.append(range(max(s for s in starts if s <= at), min(e for e in ends if e > at)))
    return spans


# ---- what was done -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Verb:
    """A verb: how it is said of one now, of two now, and of the past, and which moves it may tell of."""

    now: str
    now_of_two: str
    past: str
    is_done: Acts
    needs_object: bool = True


def _plays(move: Move, scene: Scene) -> bool:
    del move, scene
    return True


def _leads(move: Move, scene: Scene) -> bool:
    del scene
    return move.leads


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
    """A card put on second or third in hand with a higher one of the suit kept back."""
    held = scene.plays[move.number].hands[move.seat][move.card.suit]
    return 0 < move.place < 3 and not move.renounces and held.highest is not move.card.rank


def _returns(move: Move, scene: Scene) -> bool:
    led = [one.card.suit for one in scene.moves[: move.number] if one.leads and one.seat is move.seat.partner]
    return move.leads and move.card.suit in led


_VERBS = (
    _Verb("leads|opens|begins with|turns to|goes on with|continues", "lead|open", "led|opened|began with|turned to|went on with|gone on with|brought out", _leads, False),
    _Verb("returns|goes back to", "return|go back to", "returned|went back to", _returns),
    _Verb("plays", "play", "played", _plays),
    _Verb("puts on|goes up with|puts up", "put on", "gone up with|went up with", _puts_on),
    _Verb("follows with|follows", "follow", "followed with|followed", _follows, False),
    _Verb("wins|takes|makes", "win|take|make", "won|took|taken|made", _wins),
    _Verb("over-ruffs|over-trumps", "over-ruff", "over-ruffed", _over_ruffs, False),
    _Verb("ruffs|trumps", "ruff|trump", "ruffed|trumped", _ruffs, False),
    _Verb("throws|discards", "throw|discard", "threw|thrown|discarded", _throws),
    _Verb("covers", "cover", "covered", _covers, False),
    _Verb("finesses", "finesse", "finessed", _finesses),
)  # fmt: skip

_VERB = re.compile(
    "|".join(
        rf"\b(?:(?P<now{n}>{verb.now})|(?P<two{n}>{verb.now_of_two})|(?P<past{n}>{verb.past}))\b(?!-)"
        for n, verb in enumerate(_VERBS)
    )
)
_BETWEEN = "has|had|have|now|then|first|also|next|twice|again|only|both|each|already|therefore|himself"
_SUBJECT = re.compile(rf"(?P<who>{WHO})(?:, [^,;:.]*,)?(?P<between>(?: (?:{_BETWEEN}))*) $")
_CARRIED = re.compile(r"(?:,? and|,? but|,? then|,? and then) $")
_TO_OBJECT = re.compile(r"(?: (?:it|the trick|this|this trick))?(?: (?:with|on with|up with|at once|again|out|on))* ")
_TAKES_IT = re.compile(r" (?:it|the trick|this trick)\b")
_TRICK = re.compile(rf"\b(?:at|in|on) (?:trick (?P<number>\d+)|the (?P<nth>{ORDINAL}|last) trick)\b")
_FROM = re.compile(rf"\bfrom (?P<who>{WHO})(?!’)")
_ELSEWHERE = re.compile(r"^ (?:through|up to|up|from|to|by|back)\b")


class _Reader:
    """Reads one sentence; `before` is what stands before it in the text."""

    def __init__(self, sentence: str, before: str, scene: Scene) -> None:
        self._text, self._before, self._scene = sentence, before, scene
        self._supposed = _supposed(sentence)

    def read(self) -> Sentence:
        found = [
            *self._deeds(),
            *self._deeds_of_cards(),
            *self._possessions(),
            *self._places(),
            *self._named_with_owner(),
            *self._absences(),
            *self._tricks_named(),
            *self._rounds(),
            *self._left_out(),
            *self._kept_back(),
            *self._signals(),
            *self._calls(),
            *self._results(),
        ]
        everything = range(len(self._text))
        told = sum(not any(at in span for span in self._supposed) for at in everything)
        return Sentence(self._text, tuple(found), is_supposed=told < len(everything) / 2)

    # ---- helpers -------------------------------------------------------------------------------------------------

    def _is_supposed(self, at: int) -> bool:
        return any(at in span for span in self._supposed)

    def _matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        return (match for match in pattern.finditer(self._text) if not self._is_supposed(match.start()))

    def _candidates(self, at: int) -> frozenset[Suit]:
        """The suits that a rank without one may be of: those named so far, and those of the trick."""
        scene = self._scene
        named = suits_named(f"{self._before} {self._text[:at]}", scene)
        return frozenset({*named, *(scene.moves[n].card.suit for n in scene.present)}) or frozenset(Suit)

    def _trick_named(self, start: int) -> int | None:
        """The number of the trick that the clause after a place names."""
        end = _PART.search(self._text, start)
        match = _TRICK.search(self._text, start, end.start() if end else len(self._text))
        return _trick_of(match) if match else None

    def _played(self, at: Iterable[int]) -> str:
        tricks = sorted({self._scene.moves[number].trick_number for number in at})[-2:]
        return "; ".join(f"trick {number}: {_cards_of(self._scene, number)}" for number in tricks)

    def _statement(self, words: str, holds: bool, window: Iterable[int] = ()) -> Statement:
        return Statement(words.strip(" ,;:."), holds, self._played(window))

    def _moves_of(
        self, seats: frozenset[Seat], verb: _Verb, named: list[Named], window: range, *, anywhere: bool
    ) -> bool:
        """Whether seats did with all that is named, in its order, what a verb says, the last of it within a window."""
        moves = self._scene.moves
        done = [move for move in moves[: window.stop] if move.seat in seats and verb.is_done(move, self._scene)]
        if not named:
            return any(move.number in window for move in done)
        reached = -1
        for number, one in enumerate(named, 1):
            is_last = number == len(named)
            fitting = [
                move.number
                for move in done
                if move.number > reached
                and (self._is_meant(one, move, verb))
                and (anywhere or not is_last or move.number in window)
            ]
            if not fitting:
                return False
            reached = fitting[0]
        return True

    def _is_meant(self, one: Named, move: Move, verb: _Verb) -> bool:
        """Whether what is named is the card of a move; one takes a trick, or a card in it, as well as with a card."""
        if one.is_card(move, self._scene):
            return True
        if verb.is_done is not _wins:
            return False
        first = 4 * (move.trick_number - 1)
        return any(one.is_card(other, self._scene) for other in self._scene.moves[first : first + 4])

    # ---- who did what --------------------------------------------------------------------------------------------

    def _deeds(self) -> Iterator[Statement]:
        """`Y leads the ten of clubs`; `A ruffs again`; `B led a club and took the king`."""
        subject: re.Match[str] | None = None
        for match in _VERB.finditer(self._text):
            verb, form = _verb_of(match)
            told = _SUBJECT.search(self._text, 0, match.start())
            carried = subject if told is None and _CARRIED.search(self._text, 0, match.start()) else None
            who = told or carried
            if who is None:
                continue
            subject = who
            if self._is_supposed(match.start()) or self._is_supposed(who.start()):
                continue
            is_past = form == "past" or (told is not None and bool(re.search(r"\bha[sd]|have\b", told["between"])))
            seats = seats_of(who["who"], self._scene)
            if not seats or (form == "two" and len(seats) == 1) or (self._scene.only_past and not is_past):
                continue
            statement = self._deed(match, verb, seats, who.start() if told else match.start(), is_past=is_past)
            if statement:
                yield statement

    def _deed(
        self, match: re.Match[str], verb: _Verb, seats: frozenset[Seat], start: int, *, is_past: bool
    ) -> Statement | None:
        scene = self._scene
        link = _TO_OBJECT.match(self._text, match.end())
        named, end = sequence_at(self._text, link.end(), scene) if link else ([], match.end())
        takes_it = bool(_TAKES_IT.match(self._text, match.end()))
        if not named and (verb.needs_object and not takes_it):
            return None
        if verb.is_done is _leads and named and named[-1].rank and _ELSEWHERE.match(self._text[match.end() :]):
            return None
        number = self._trick_named(end)
        if not scene.present and not is_past and number is None:
            return None
        if number is not None and not 1 <= number <= 13:
            return None
        window = scene.of_trick(number, is_past=is_past) if number else scene.past if is_past else scene.present
        seats = self._hands_played(seats, named, end)
        if not named and verb.is_done is _leads and not is_past:
            window = scene.present
        holds = self._moves_of(seats, verb, named, window, anywhere=is_past and number is None)
        shown = window if number or not is_past else self._scene.present
        return self._statement(self._text[start : max(end, match.end())], holds, shown)

    def _hands_played(self, seats: frozenset[Seat], named: list[Named], end: int) -> frozenset[Seat]:
        """The hands from which a player may have played what is named: the exposed hand’s too, where it is said."""
        scene = self._scene
        if scene.dummy is None or scene.player not in seats or len(seats) > 1:
            return seats
        source = _FROM.match(self._text[end:].lstrip())
        if source and seats_of(source["who"], scene) == {scene.dummy}:
            return frozenset({scene.dummy})
        if any(one.owner == {scene.dummy} for one in named):
            return frozenset({scene.dummy})
        if all(one.rank is None for one in named):
            return seats | {scene.dummy}
        return seats

    _OF_CARD = re.compile(
        rf"(?P<card>(?:\b(?:[Tt]he|{WHO}’s) )?(?:{RANK})(?: of (?:{MANY_OF}))?|\b[Tt]he (?:{ONE_OF}))(?: from {WHO})?"
        r"(?:, \w+,)? "
        r"(?P<verb>(?:is|was|has been) (?:led|returned|thrown|ruffed|covered|played)|takes it|wins|won|falls|fell"
        r"|has fallen|draws|drops|goes up|is winning)\b"
    )

    def _deeds_of_cards(self) -> Iterator[Statement]:
        """`the two is returned`; `the exposed hand’s queen takes it`; `Y’s king is winning`; `the queen has fallen`."""
        scene = self._scene
        for match in self._matches(self._OF_CARD):
            verb = match["verb"]
            is_past = verb.startswith(("was", "has", "won", "fell"))
            text = match["card"][0].lower() + match["card"][1:] if match["card"].startswith("The ") else match["card"]
            one = named_at(text, 0, scene)
            if one is None or one[1] != len(text) or (scene.only_past and not is_past and verb != "is winning"):
                continue
            window = scene.past if is_past else scene.present
            if not window and not is_past:
                continue
            is_done = _PASSIVE[verb.split()[-1]]
            named = one[0]
            holds = any(
                named.is_card(scene.moves[n], scene) and is_done(scene.moves[n], scene) for n in window
            )
            yield self._statement(match[0], holds, scene.present)

    # ---- who has what --------------------------------------------------------------------------------------------

    _HAS = re.compile(rf"(?P<who>{WHO})(?: (?:now|still|then|also))? (?P<has>has|had|holds|held|keeps|kept|shows) ")

    def _possessions(self) -> Iterator[Statement]:
        """`A has six diamonds headed by ace and king, and the ace of clubs`."""
        for match in self._matches(self._HAS):
            seats = seats_of(match["who"], self._scene)
            if len(seats) != 1:
                continue
            is_past = match["has"] in ("had", "held", "kept")
            hands = [hand for seat in seats for hand in self._scene.hands(seat, is_past=is_past)]
            for words, held in _items(self._text, match.end(), self._scene, self._candidates(match.end())):
                if not self._is_supposed(self._text.find(words, match.end())):
                    holds = any(held(hand) for hand in hands)
                    yield Statement(f"{match[0]}{words}", holds, f"{match['who']} has {hands[-1]}" if hands else "")

    _IN_HAND = re.compile(
        rf"(?P<cards>\b(?:[Tt]he |a )?(?:{RANK})(?:(?:,| and|, and) (?:the )?(?:{RANK}))*(?: of (?:{MANY_OF}))?)"
        rf"(?: (?P<be>is|are|stands?|lies?|were|was|stood|falls))?(?: both| once more)? (?:in|with) (?P<who>{WHO})(?:’s hand)?"
        r"(?!’)"
    )

    def _places(self) -> Iterator[Statement]:
        """`the king stands in the exposed hand`; `king and knave were both with Z`; `with the king in B’s hand`."""
        for match in self._matches(self._IN_HAND):
            seats = seats_of(match["who"], self._scene)
            if len(seats) != 1 or re.match(NOT_A_RANK[2:-1], " "):
                continue
            is_past = match["be"] in ("were", "was", "stood")
            if match["be"] is None and not match[0].endswith(("hand", "dummy")):
                continue
            suit = re.search(rf"\b(?:{MANY_OF})\b", match["cards"])
            of = {suit_of(suit[0], self._scene)} if suit else self._candidates(match.start())
            ranks = ranks_in(match["cards"])
            (seat,) = seats
            hands = self._scene.hands(seat, is_past=is_past)
            holds = any(
                one is not None and all(Card(one, rank) in hand for rank in ranks) for hand in hands for one in of
            )
            yield Statement(match[0], holds, f"{match['who']} has {hands[-1]}" if hands else "")

    _OWNER = re.compile(rf"(?P<owner>{WHO})’s (?:(?:single|guarded|own|good|bare) )*(?P<rank>{RANK})\b{NOT_A_RANK}(?: of (?P<suit>{MANY_OF}))?")
    _OWNED_SUIT = re.compile(rf"(?P<owner>{WHO})’s (?P<count>{NUMBER}) (?P<suit>{MANY_OF})\b")

    def _named_with_owner(self) -> Iterator[Statement]:
        """`B’s king of clubs`: in the hand, or on the table; where the past is told, played by that hand."""
        scene = self._scene
        for match in self._matches(self._OWNER):
            seats = seats_of(match["owner"], scene)
            suit = suit_of(match["suit"], scene) if match["suit"] else None
            if not seats or (match["suit"] and suit is None):
                continue
            named = Named(match[0], RANKS[match["rank"]], suit, owner=seats)
            number = self._trick_named(match.end())
            window = scene.of_trick(number, is_past=True) if number else scene.present
            on_table = any(named.is_card(scene.moves[n], scene) for n in window)
            if number is None and _PAST.search(self._text):
                on_table = on_table or any(named.is_card(scene.moves[n], scene) for n in scene.past)
            in_hand = number is None and any(
                named.is_of(card) for seat in seats for hand in scene.hands(seat, is_past=False) for card in hand
            )
            yield self._statement(match[0], on_table or in_hand, window)
        for match in self._matches(self._OWNED_SUIT):
            suit = suit_of(match["suit"], scene)
            for seat in seats_of(match["owner"], scene) if suit else ():
                hands = scene.hands(seat, is_past=True)
                holds = any(len(hand[suit]) == NUMBERS[match["count"]] for hand in hands if suit)
                yield Statement(match[0], holds, f"{seat.label} has {hands[-1]}")

    _NOT_GONE = re.compile(rf"\b[Tt]he (?P<rank>{RANK})(?: of (?P<suit>{MANY_OF}))? (?:has not (?:been seen|fallen)|does not fall)\b")
    _NONE_OF = re.compile(rf"\b[Ww]ith no (?P<suit>{ONE_OF}) left, (?P<who>{WHO})")
    _VOID = re.compile(rf"(?P<who>\bA and B|\bY and Z|{WHO}) (?:is|are) (?:now )?(?:both )?(?:without|void of|out of) (?P<suit>{MANY_OF})\b")

    def _absences(self) -> Iterator[Statement]:
        """`the queen has not fallen`; `A and B are now both without clubs`."""
        scene = self._scene
        for match in self._matches(self._NOT_GONE):
            suit = suit_of(match["suit"], scene) if match["suit"] else None
            of = {suit} if suit else self._candidates(match.start())
            gone = {scene.moves[n].card for n in scene.past}
            holds = any(Card(one, RANKS[match["rank"]]) not in gone for one in of)
            yield self._statement(match[0], holds, scene.present)
        for pattern in (self._NONE_OF, self._VOID):
            for match in pattern.finditer(self._text):
                suit = suit_of(match["suit"], scene)
                for seat in seats_of(match["who"], scene) if suit else ():
                    hands = scene.hands(seat, is_past=False)
                    yield Statement(match[0], any(suit and not hand[suit] for hand in hands), f"{seat.label} has {hands[-1]}")

    # ---- when, and how often -------------------------------------------------------------------------------------

    _AT_TRICK = re.compile(
        rf"(?:(?P<card>\b[Tt]he (?:{RANK})(?: of (?:{MANY_OF}))?|\b[Aa]n? (?:{ONE_OF})) (?:at|on|in) )?"
        rf"(?:(?<=the )|\b)(?:trick (?P<number>\d+)|the (?P<nth>{ORDINAL}) trick)\b"
    )

    def _tricks_named(self) -> Iterator[Statement]:
        """`trick 6` is one of the thirteen, and no later than what has been seen; `the seven at the fourth trick`."""
        scene = self._scene
        for match in self._AT_TRICK.finditer(self._text):
            number = _trick_of(match)
            is_one = 1 <= number <= len(scene.moves) // 4
            if not match["card"] or not is_one or self._is_supposed(match.start()):
                yield self._statement(match[0], is_one)
                continue
            one = named_at(match["card"][0].lower() + match["card"][1:], 0, scene)
            window = scene.of_trick(number, is_past=True)
            if one:
                holds = any(one[0].is_card(scene.moves[n], scene) for n in window)
                yield self._statement(match[0], holds, window)

    _THIS_ROUND = re.compile(rf"(?:\b[Oo]n|\bthis,) the (?P<nth>{ORDINAL}) round\b|\b[Tt]he (?P<led>{ORDINAL}) round is led\b")
    _COUNT_OF_ROUNDS = re.compile(rf"\b(?P<count>{NUMBER}) rounds of (?P<suit>{MANY_OF})\b(?!,? the)", re.IGNORECASE)

    def _rounds(self) -> Iterator[Statement]:
        """`this, the third round`; `two rounds of trumps`."""
        scene = self._scene
        for match in self._matches(self._THIS_ROUND):
            led = scene.suit_led(scene.present)
            if len(led) == 1:
                (suit,) = led
                holds = scene.rounds(suit, scene.present.stop) == ORDINALS[match["nth"] or match["led"]]
                yield self._statement(match[0], holds, scene.present)
        for match in self._matches(self._COUNT_OF_ROUNDS):
            suit_named = suit_of(match["suit"].lower(), scene)
            if suit_named and scene.present:
                holds = scene.rounds(suit_named, scene.seen) == NUMBERS[match["count"].lower()]
                yield self._statement(match[0], holds, scene.present)

    _OUT = re.compile(rf"\b(?:[Oo]nly )?(?P<count>{NUMBER}) (?P<suit>{MANY_OF}) (?:are|were) out\b", re.IGNORECASE)

    def _left_out(self) -> Iterator[Statement]:
        """`only three clubs were out`: unseen by whoever is addressed, else by the player of the exposed hand."""
        scene = self._scene
        for match in self._matches(self._OUT):
            suit, seat = suit_of(match["suit"].lower(), scene), scene.you or scene.player
            if suit is None or seat is None:
                continue
            counts = set()
            for number in {4 * max((scene.trick or 1) - 1, 0), scene.seen}:
                hands = scene.plays[number].hands
                hidden = [one for one in Seat if one not in (seat, scene.dummy)]
                counts.add(sum(len(hands[one][suit]) for one in hidden))
            yield self._statement(match[0], NUMBERS[match["count"].lower()] in counts, scene.present)

    # ---- what was not played -------------------------------------------------------------------------------------

    _HELD_UP = re.compile(rf"(?P<who>{WHO}) (?:has )?(?P<verb>holds up|held up|keeps|kept) (?P<rest>[^,;:.]*)")
    _LET_GO = re.compile(rf"(?P<who>{WHO}) lets? (?P<card>(?:the|{WHO}’s) [a-z ]*?) (?:go|pass|run|win)\b|(?P<seat>{WHO}) does not take (?P<kept>the [a-z ]*)")

    def _kept_back(self) -> Iterator[Statement]:
        """`B has held up the ace`; `Z keeps the ace back`; `A lets the second heart go`; `Z does not take the knave`."""
        scene = self._scene
        for match in self._matches(self._HELD_UP):
            seats, is_up = seats_of(match["who"], scene), "up" in match["verb"]
            one = named_at(match["rest"], 0, scene)
            if one is None or not one[0].rank or not seats or not (is_up or match["rest"][one[1] :].startswith(" back")):
                continue
            yield self._statement(match[0], self._is_held_up(seats, one[0]), scene.present)
        for match in self._matches(self._LET_GO):
            seats = seats_of(match["who"] or match["seat"], scene)
            one = named_at(match["card"] or match["kept"], 0, scene)
            if one is None or not seats or scene.only_past:
                continue
            others = [scene.moves[n] for n in scene.present if scene.moves[n].seat not in seats]
            own = [scene.moves[n] for n in scene.present if scene.moves[n].seat in seats]
            holds = any(one[0].is_card(move, scene) for move in others) and not any(move.wins for move in own)
            yield self._statement(match[0], holds, scene.present)

    def _is_held_up(self, seats: frozenset[Seat], named: Named) -> bool:
        """Whether a card of the suit led was in the hand when another was played to this trick or an earlier one of it."""
        scene = self._scene
        led = scene.suit_led(scene.present)
        for number in scene.past:
            move = scene.moves[number]
            hand = scene.plays[number].hands[move.seat]
            kept = [card for card in hand if named.is_of(card) and card.suit is move.trick.suit_led]
            if move.seat in seats and move.trick.suit_led in led and any(card != move.card for card in kept):
                return True
        return False

    # ---- signals, calls, results ---------------------------------------------------------------------------------

    _CALLED = re.compile(rf"(?P<who>{WHO}) (?:has called|called|calls|completes the call) in (?P<suit>{MANY_OF})\b")

    def _signals(self) -> Iterator[Statement]:
        """`Z has called in diamonds`: a higher card of the suit, and then a lower."""
        scene = self._scene
        for match in self._matches(self._CALLED):
            suit = suit_of(match["suit"], scene)
            for seat in seats_of(match["who"], scene):
                ranks = [
                    scene.moves[n].card.rank
                    for n in scene.past
                    if scene.moves[n].seat is seat and scene.moves[n].card.suit is suit
                ]
                holds = any(first > second for first, second in zip(ranks, ranks[1:], strict=False))
                yield self._statement(match[0], holds, scene.past)

    _SAID = re.compile(
        rf"(?P<who>{WHO}) (?:(?P<names>declares|names|has declared|has named) (?P<what>{MANY_OF}|no trumps)"
        r"|(?P<leaves>leaves it|has left it)|(?P<doubles>doubles|has doubled))\b"
    )

    def _calls(self) -> Iterator[Statement]:
        """`A declares spades`; `Z has doubled`."""
        said = self._scene.said
        for match in self._matches(self._SAID) if said else ():
            if self._scene.only_past and "has" not in match[0]:
                continue
            for seat in seats_of(match["who"], self._scene):
                calls = [one.call for one in said if one.seat is seat]
                if match["doubles"]:
                    holds = any(isinstance(call, Double) for call in calls)
                elif match["leaves"]:
                    holds = any(isinstance(call, Leave) for call in calls)
                else:
                    named = [naming(call) for call in calls]
                    holds = any(one and match["what"] in str(one) for one in named)
                yield Statement(match[0], holds, ", ".join(map(str, said)))

    _RESULT = re.compile(
        rf"(?P<who>\bAB|\bYZ|\b[AYBZ] and [AYBZ]|\b[AYBZ]) (?P<verb>makes?|wins?|won|made|gets?|loses?|lost)(?P<bound> no more than)?"
        rf" (?:(?P<count>{NUMBER}) by (?:tricks|cards)|(?P<odd>the odd trick)|an? (?P<slam>small|grand|Small|Grand) [Ss]lam"
        rf"|(?P<tricks>{NUMBER}) tricks\b)"
    )
    _FIRST_TRICKS = re.compile(rf"(?P<who>AB|YZ|A|Y|B|Z) (?:make|made|won|win) the first (?P<count>{NUMBER}) tricks")

    def _results(self) -> Iterator[Statement]:
        """`AB make three by tricks`, of the whole play."""
        scene = self._scene
        last = scene.plays[-1]
        if not last.is_over or scene.trick is not None or len(last.tricks) != 13:
            return
        for match in self._matches(self._RESULT):
            sides = {seat.side for seat in seats_of(match["who"], scene)}
            for side in sides:
                side = side.opponents if match["verb"].startswith("los") else side
                won = last.won[side]
                wanted = (
                    NUMBERS[match["count"]] + 6 if match["count"]
                    else 7 if match["odd"]
                    else NUMBERS[match["tricks"]] if match["tricks"]
                    else 12 if match["slam"].lower() == "small" else 13
                )  # fmt: skip
                yield Statement(match[0], won == wanted, f"{side.label} have {won} tricks")
        for match in self._matches(self._FIRST_TRICKS):
            seats = seats_of(match["who"], scene)
            first = last.tricks[: NUMBERS[match["count"]]]
            side = next(iter(seats)).side
            holds = all(trick.winner(scene.trumps).side is side for trick in first)
            yield Statement(match[0], holds)


_PAST = re.compile(r"\b(?:led|came|was|were|had|played|took|looked|has (?:led|played|fallen|thrown))\b")
_PASSIVE: dict[str, Acts] = {
    "led": _leads, "returned": _leads, "thrown": _throws, "ruffed": _plays, "covered": _plays, "played": _plays,
    "it": _wins, "wins": _wins, "won": _wins, "falls": _plays, "fell": _plays, "fallen": _plays, "draws": _plays,
    "drops": _plays, "up": _puts_on, "winning": _wins,
}  # fmt: skip


def _verb_of(match: re.Match[str]) -> tuple[_Verb, str]:
    name = next(name for name, value in match.groupdict().items() if value is not None)
    form, number = re.fullmatch(r"(now|two|past)(\d+)", name).groups()  # type: ignore[union-attr]
    return _VERBS[int(number)], form


def _trick_of(match: re.Match[str]) -> int:
    if match["number"]:
        return int(match["number"])
    return 13 if match["nth"] == "last" else ORDINALS[match["nth"]]


def _cards_of(scene: Scene, trick: int) -> str:
    cards = scene.moves[4 * (trick - 1) : 4 * trick]
    return ", ".join(f"{move.seat.label} {move.card}" for move in cards)


# ---- what a hand has ---------------------------------------------------------------------------------------------

Held = Callable[[Hand], bool]
_COUNT = rf"(?P<count>{NUMBER}|an?|the)"
_SUIT_ITEM = re.compile(
    rf"(?:only |but |still )?{_COUNT} (?:single )?(?:small )?(?P<suit>{MANY_OF}|{ONE_OF})\b(?!’)"
    rf"(?:,?(?: headed by| to| with)(?: the)? (?P<tail>(?:{RANK})\b(?:, (?:{RANK})\b)*(?:,? and (?:{RANK})\b)?)"
    r"(?! (?:honours|tricks|small|others)))?"
)
_NONE_ITEM = re.compile(rf"no (?P<what>{MANY_OF}|{ONE_OF}|{RANK})\b(?! (?:suit|hand))")
_CARDS_ITEM = re.compile(
    rf"(?:the )?(?P<ranks>(?:{RANK})\b(?:, (?:the )?(?:{RANK})\b)*(?:,? and (?:the )?(?:{RANK})\b)?) of (?P<suit>{MANY_OF})\b"
)
_RANKS_ITEM = re.compile(rf"(?P<count>{NUMBER}|an?) (?:guarded |single )?(?P<rank>aces?|kings?|queens?|knaves?|tens?)\b(?!’| of)")
_BARE_ITEM = re.compile(rf"the (?P<rank>{RANK})\b{NOT_A_RANK}")
_AND = re.compile(r"(?:, and| and|,| but|, but) ")


def _items(text: str, start: int, scene: Scene, suits: frozenset[Suit]) -> Iterator[tuple[str, Held]]:
    """What a list says that a hand holds, item by item, up to the first that cannot be read."""
    while True:
        for pattern, make in _ITEMS:
            match = pattern.match(text, start)
            held = make(match, scene, suits) if match else None
            if match and held:
                yield match[0], held
                break
        else:
            return
        link = _AND.match(text, match.end())
        if link is None:
            return
        start = link.end()


def _suit_item(match: re.Match[str], scene: Scene, suits: frozenset[Suit]) -> Held | None:
    del suits
    suit = suit_of(match["suit"], scene)
    if suit is None or match["count"] == "the":
        return None
    wanted = NUMBERS.get(match["count"])
    tail = ranks_in(match["tail"] or "")
    return lambda hand: (
        (len(hand[suit]) == wanted if wanted else not hand[suit].is_void) and all(rank in hand[suit] for rank in tail)
    )


def _none_item(match: re.Match[str], scene: Scene, suits: frozenset[Suit]) -> Held | None:
    del suits
    if match["what"] in RANKS:
        return lambda hand: not any(card.rank is RANKS[match["what"]] for card in hand)
    suit = suit_of(match["what"], scene)
    return None if suit is None else lambda hand: hand[suit].is_void


def _cards_item(match: re.Match[str], scene: Scene, suits: frozenset[Suit]) -> Held | None:
    del suits
    suit = suit_of(match["suit"], scene)
    return None if suit is None else lambda hand: all(rank in hand[suit] for rank in ranks_in(match["ranks"]))


def _ranks_item(match: re.Match[str], scene: Scene, suits: frozenset[Suit]) -> Held | None:
    del scene, suits
    rank, wanted = RANKS[match["rank"].rstrip("s")], NUMBERS.get(match["count"], 1)
    return lambda hand: sum(card.rank is rank for card in hand) >= wanted


def _bare_item(match: re.Match[str], scene: Scene, suits: frozenset[Suit]) -> Held | None:
    del scene
    return lambda hand: any(RANKS[match["rank"]] in hand[suit] for suit in suits)


_ITEMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Scene, frozenset[Suit]], Held | None]], ...] = (
    (_NONE_ITEM, _none_item),
    (_CARDS_ITEM, _cards_item),
    (_SUIT_ITEM, _suit_item),
    (_RANKS_ITEM, _ranks_item),
    (_BARE_ITEM, _bare_item),
)

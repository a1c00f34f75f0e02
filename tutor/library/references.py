"""Cards named in a note: `{Y HK, trick 3}` is checked against the play and shown as ‘the king of hearts’.

A reference is in braces: the player, the cards, and when they were played. After a bar come the words to show.

    {HK}                                  the king of hearts: a card of the deal, in any hand.
    {Y HK}                                the king of hearts: Y has it when the note is read.
    {Y HK, trick 3}                       the king of hearts: Y played it to trick 3.
    {Y HAK|ace and king}                  ace and king: several cards, which the words must name.
    {Y leads HK, trick 3}                 Y leads the king of hearts. Also wins, ruffs, discards, plays, and the past.
    {A ruffs, trick 4|A has ruffed}       A has ruffed: what a player did, with any card.
    {A leads H, trick 5}                  A leads a heart: a card of a suit.
    {A 6D DA|six diamonds to the ace}     six diamonds to the ace: exactly six diamonds, including the ace.
    {A 0H}, {A 2K}                        no hearts, two kings: a number of a suit, or of a rank in all suits.
    {A had 6D}                            A had six diamonds: when the hand was dealt, or at any time since.
    {B declares clubs}, {A leaves it}     B declares clubs: a call, written as under ‘calls’.
    {Z calls D at 1 2|Z has called}       Z has called: any fact of the play, written as under ‘facts’.
    {AB 9 after 13|AB make three}         AB make three: the tricks of a side.

A literal brace is doubled: `{{`, `}}`. The older form `[Y HK]` is shown as ‘king of hearts’.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby

from tutor.analysis import facts
from tutor.auction import Said
from tutor.cards import RANK_WORDS, Card, Hand, Rank, Suit
from tutor.errors import Malformed, TutorError
from tutor.library.fields import read_said
from tutor.library.scenes import Scene
from tutor.seats import Seat
from tutor.wording import article, counted, in_words

DEEDS = {
    form: deed
    for deed, past in {
        "has": "had", "leads": "led", "plays": "played", "wins": "won", "ruffs": "ruffed", "discards": "discarded",
    }.items()
    for form in (deed, past)
}  # fmt: skip
"""The verbs of references, each with its present tense."""
MEND = "Write it as {HK}, {Y HK}, {Y HK, trick 3}, {Y HAK|ace and king}, {A 6D} or {A ruffs, trick 4|A ruffs}"

_MARK = re.compile(
    r"(?P<escaped>\{\{|\}\})|\{(?P<body>[^{}]*)\}|(?P<alone>[{}])|\[(?P<old>[AYBZ] [SHCD](?:10|[AKQJT2-9]))\]"
)
_BODY = re.compile(
    rf"(?:(?P<seat>[AYBZ])\b ?)?(?:(?P<verb>{'|'.join(DEEDS)})\b ?)?(?P<items>[^,|]*)"
    r"(?:, trick (?P<trick>\d+))?(?:\|(?P<words>.+))?"
)
_ITEM = re.compile(r"(?P<suit>[SHCD])(?P<ranks>(?:10|[AKQJT2-9])*)|(?P<count>1?\d)(?:(?P<of>[SHCD])|(?P<rank>[AKQJ]))")
_NUMBERS = {in_words(number): number for number in range(1, 14)}
_NAMED = re.compile(rf"\b({'|'.join(dict.fromkeys([*RANK_WORDS, *_NUMBERS]))})s?\b", re.IGNORECASE)
_SUITS = {suit.singular: suit for suit in Suit}
_SUIT = re.compile(rf"\b({'|'.join(_SUITS)})s?\b", re.IGNORECASE)
_SEAT = re.compile(
    r"\b(?:[YBZ]|A(?! (?:[a-z]+ )?(?:card|heart|club|spade|diamond|trump|ace|king|queen|jack|knave)s?\b))\b"
)
_VERB = re.compile(r"\b(leads|led|ruffs|ruffed|discards|discarded)\b")


@dataclass(frozen=True, slots=True)
class Reference:
    """Cards named in a text: the player, the cards, and what happened to them.

    `suits` are suits of which some card is meant. `counts` are numbers of cards of a suit or a rank.
    """

    text: str
    seat: Seat | None
    verb: str
    cards: tuple[Card, ...]
    suits: tuple[Suit, ...]
    counts: tuple[tuple[int, Suit | Rank], ...]
    trick: int | None
    shown: str | None
    call: Said | None = None
    fact: facts.Clause | None = None

    @property
    def deed(self) -> str:
        return DEEDS.get(self.verb, "")

    @property
    def is_card(self) -> bool:
        """Whether it is only a card, `{HK}`, as in lessons."""
        return self.text == f"{{{self.cards[0]}}}" if len(self.cards) == 1 else False

    @property
    def words(self) -> str:
        """The words shown for it."""
        who = self.seat.label if self.seat and self.verb else ""
        return self.shown or " ".join(filter(None, [who, self.verb, _listed(self._named())]))

    def _named(self) -> Iterator[str]:
        for suit, cards in groupby(self.cards, lambda card: card.suit):
            yield f"the {_listed(card.rank.word for card in cards)} of {suit.plural}"
        yield from (counted(count, of.singular if isinstance(of, Suit) else of.word) for count, of in self.counts)
        yield from (f"{article(suit.singular)} {suit.singular}" for suit in self.suits)

    # ---- what it says --------------------------------------------------------------------------------------------

    def faults(self, scene: Scene) -> Iterator[str]:
        """What does not fit the play, each as a sentence without its stop."""
        if self.call or self.fact:
            if self.call and self.call not in scene.said:
                yield f"the calls are {', '.join(map(str, scene.said)) or 'not given'}"
            if self.fact:
                yield from _not_so(self.fact, scene)
        elif self.seat is not None and self.verb == "had":
            yield from self._not_held(self.seat, scene, range(scene.seen + 1))
        elif self.trick is not None or self.deed not in ("", "has"):
            yield from self._not_done(scene)
        elif self.seat is not None:
            yield from self._not_held(self.seat, scene, scene.now)
        else:
            dealt = {card for hand in scene.plays[0].hands for card in hand}
            yield from (f"the {card.name} is in no hand here" for card in self.cards if card not in dealt)

    def _not_held(self, seat: Seat, scene: Scene, at: range) -> Iterator[str]:
        hands = [scene.plays[number].hands[seat] for number in at if number < len(scene.plays)]
        for card in self.cards:
            if not any(card in hand for hand in hands):
                yield f"{seat.label} {'had' if self.verb == 'had' else 'has'} no {card.name}: {scene.where(card)}"
        for count, of in self.counts:
            if not any(_count(hand, of) == count for hand in hands):
                has = counted(_count(hands[-1], of), of.singular if isinstance(of, Suit) else of.word)
                yield f"{seat.label} has {has}, not {in_words(count)}"
        for suit in self.suits:
            if not any(hand[suit] for hand in hands):
                yield f"{seat.label} has no {suit.singular}"

    def _not_done(self, scene: Scene) -> Iterator[str]:
        """What the named player did not do in the named trick."""
        if self.trick is not None and not any(move.trick_number == self.trick for move in scene.moves):
            yield f"no card has been played to trick {self.trick} when this is read"
            return
        at_trick = (move for move in scene.moves if self.trick in (None, move.trick_number))
        moves = [move for move in at_trick if self.seat in (None, move.seat) and move.is_deed(self.deed)]
        verb = {"wins": "win with", "ruffs": "ruff with"}.get(self.deed, self.deed.rstrip("s") or "play")
        done = f"{self.seat.label} did not {verb}" if self.seat else "nobody played"
        when = f" at trick {self.trick}" if self.trick else ""
        for card in self.cards:
            if not any(move.card == card for move in moves):
                yield f"{done} the {card.name}{when}: {scene.where(card)}"
        for suit in self.suits:
            if not any(move.card.suit is suit for move in moves):
                yield f"{done} a {suit.singular}{when}"
        if not moves and not self.cards and not self.suits:
            yield f"{done.removesuffix(' with')}{when}"

    # ---- its words -----------------------------------------------------------------------------------------------

    def misnomers(self) -> Iterator[str]:
        """What the words to show say but the reference does not, each as a sentence without its stop."""
        shown = self.shown or ""
        if self.call or self.fact:
            yield from self._not_as_written(shown)
            return
        named = {match[1].lower() for match in _NAMED.finditer(shown)}
        ranks = {card.rank for card in self.cards} | {of for _, of in self.counts if isinstance(of, Rank)}
        numbers = {len(self.cards), *(count for count, _ in self.counts)}
        for word in sorted(named):
            if RANK_WORDS.get(word) not in ranks and _NUMBERS.get(word) not in numbers:
                yield f"the words say ‘{word}’, but the reference does not"
        for card in self.cards:
            if named and not any(RANK_WORDS.get(word) is card.rank for word in named):
                yield f"the words leave out the {card.rank.word}"
        suits = {*self.suits, *(card.suit for card in self.cards), *(of for _, of in self.counts)}
        for word in sorted({match[1].lower() for match in _SUIT.finditer(shown)}):
            if _SUITS[word] not in suits:
                yield f"the words say ‘{word}s’, but the reference does not"
        for label in sorted(set(_SEAT.findall(shown)) - {self.seat.label if self.seat else ""}):
            yield f"the words name {label}, but the reference does not"
        for verb in sorted({match[1] for match in _VERB.finditer(shown)}):
            if self.deed != DEEDS[verb]:
                yield f"the words say ‘{verb}’, but the reference does not"

    def _not_as_written(self, shown: str) -> Iterator[str]:
        """What the words of a call or a fact say differently: a suit, a player, a number of tricks or over six."""
        says = self.text.partition("|")[0].strip("{}").split()
        for suit in sorted({match[1].lower() for match in _SUIT.finditer(shown)}):
            if not {suit, f"{suit}s", _SUITS[suit].letter} & {*says, *(word[0] for word in says if len(word) == 2)}:
                yield f"the words say ‘{suit}s’, but the reference does not"
        for label in sorted(set(_SEAT.findall(shown)) - set("".join(says[:1]))):
            yield f"the words name {label}, but the reference does not"
        if isinstance(self.fact, facts.TrickTally):
            for word in sorted(_NUMBERS.keys() & set(shown.lower().split())):
                if _NUMBERS[word] not in (self.fact.tricks, self.fact.tricks - 6):
                    yield f"the words say ‘{word}’, but the reference says {self.fact.tricks} tricks"


def _not_so(fact: facts.Clause, scene: Scene) -> Iterator[str]:
    """What is wrong with a fact: its tricks are not yet played when it is read, or it is not true."""
    last = max(getattr(fact, name, 0) for name in ("trick", "second", "after"))
    made = facts.moves(scene.plays)
    if last > -(-scene.seen // 4):
        yield f"trick {last} has not been played when this is read"
    elif fact.broken_at(made) is not None:
        yield "it is not true in the play"


def _count(hand: Hand, of: Suit | Rank) -> int:
    return len(hand[of]) if isinstance(of, Suit) else sum(card.rank is of for card in hand)


def _listed(names: Iterator[str]) -> str:
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


# ---- reading ---------------------------------------------------------------------------------------------------------


def parse(text: str) -> Reference:
    """The reference of a text in braces. Raises `Malformed`, also if its words name other cards."""
    inner = " ".join(text[1:-1].split())
    body = _BODY.fullmatch(inner)
    items = body["items"].split() if body else []
    found = [_ITEM.fullmatch(item) for item in items]
    if body is None or None in found or not (items or (body["seat"] and body["verb"])):
        said = _call_or_fact(text, *inner.split("|", 1))
        if said:
            return said
        raise Malformed("reference to cards", text, "it does not name a card, a suit or a number of cards", MEND)
    cards: list[Card] = []
    suits: list[Suit] = []
    counts: list[tuple[int, Suit | Rank]] = []
    for item in filter(None, found):
        if item["count"]:
            counts.append((int(item["count"]), Suit.parse(item["of"]) if item["of"] else Rank.parse(item["rank"])))
        elif item["ranks"]:
            ranks = re.findall("10|.", item["ranks"])
            cards.extend(Card(Suit.parse(item["suit"]), Rank.parse(rank)) for rank in ranks)
        else:
            suits.append(Suit.parse(item["suit"]))
    seat = Seat.labelled(body["seat"]) if body["seat"] else None
    trick = int(body["trick"]) if body["trick"] else None
    if seat is None and (body["verb"] or suits or counts):
        raise Malformed(
            "reference to cards", text, "it does not name the player", "Write the player first, as in {A 6D}"
        )
    deed = DEEDS.get(body["verb"], "")
    if (trick and deed == "has") or (counts and (trick or deed not in ("", "has"))):
        raise Malformed("reference to cards", text, "cards held do not belong to a trick", "Leave out the trick")
    return _agreeing(Reference(text, seat, body["verb"] or "", (*cards,), (*suits,), (*counts,), trick, body["words"]))


def _agreeing(made: Reference) -> Reference:
    """The reference, if its words agree with it. Raises `Malformed`."""
    for why in made.misnomers():
        raise Malformed("reference to cards", made.text, why, "Correct the words or the cards")
    return made


def _call_or_fact(text: str, says: str, shown: str = "") -> Reference | None:
    """A call or a fact of the play; a fact needs words to show."""
    made = Reference(text, None, "", (), (), (), None, shown or says)
    clause, _, trick = says.partition(", trick ")
    with suppress(TutorError):
        made = replace(made, call=Said(*read_said(says)))
    with suppress(TutorError, ValueError):
        made = replace(made, fact=facts.parse(clause, int(trick) if trick else None) if shown else None)
    return _agreeing(made) if made.call or made.fact else None


def mistakes(text: str) -> Iterator[Malformed]:
    """What is wrong with the references of a text, each once."""
    for match in _MARK.finditer(text):
        try:
            list(references(match[0]))
        except Malformed as error:
            yield error


def references(text: str) -> Iterator[Reference]:
    """The references of a text, in order. Raises `Malformed` for a wrong one or a single brace."""
    for match in _MARK.finditer(text):
        if match["alone"]:
            raise Malformed(
                "reference to cards", match[0], "there is a single brace", "Write {{ or }} for a literal brace"
            )
        if match["body"] is not None:
            yield parse(match[0])
        elif match["old"]:
            yield _of_old(match["old"])


def _of_old(mention: str) -> Reference:
    seat, _, card = mention.partition(" ")
    return parse(f"{{{seat} had {card}|{Card.parse(card).name}}}")


def rendered(text: str, *, keeps_signs: bool = False) -> str:
    """The text as shown, with each reference in words. A single card stays `{HK}`, which is a sign in lessons.

    Raises `Malformed` as `references` does.
    """
    words = (reference.text if keeps_signs and reference.is_card else reference.words for reference in references(text))
    return _MARK.sub(lambda match: match[0][0] if match["escaped"] else next(words), text)

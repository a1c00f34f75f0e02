"""Players and cards as a sentence names them: `the exposed hand`, `Z’s queen of clubs`, `a third heart`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.cards import Card, Rank, Suit
from tutor.library.notes.scenes import Move, Scene
from tutor.notation import in_words
from tutor.seats import Seat, Side

NUMBERS = {in_words(number): number for number in range(1, 14)}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth",
)  # fmt: skip
ORDINALS = {word: number for number, word in enumerate(_ORDINALS, 1)}
RANKS = {rank.word: rank for rank in Rank}
_SUITS = {suit.singular: suit for suit in Suit} | {suit.plural: suit for suit in Suit}

NUMBER = "|".join(NUMBERS)
ORDINAL = "|".join(ORDINALS)
RANK = "|".join(RANKS)
COURT = "ace|king|queen|knave"
ONE_OF = "spade|heart|club|diamond|trump"
MANY_OF = "spades|hearts|clubs|diamonds|trumps"
SEAT = r"\b(?:A|Y|B|Z)\b"
WHO = (
    r"(?:\bA and B\b|\bY and Z\b|\bAB\b|\bYZ\b|\b[AYBZ]\b|\b[Tt]he exposed hand\b|\b[Dd]ummy\b|\b[Tt]he dealer\b"
    r"|\b[Tt]he leader\b|\b[Yy]ou\b|\b(?:[Yy]our )?[Pp]artner\b)"
)
_SMALL = r"(?:(?:small|low|high|good|losing|winning|loose|useless|other|single|own|guarded|long|best) )*"
_OWNED = rf"(?:(?P<owner>{WHO})’s {_SMALL})"
_LIST = rf"(?:{RANK})(?:, (?:the )?(?:{RANK}))*(?:,? and (?:the )?(?:{RANK}))?"
NOT_A_RANK = (
    r"(?! (?:tricks?|rounds?|points?|cards?|others?|more|by|hands?|deals?|small|top|honours?|times|adversaries|highest"
    r"|lowest|best|declarations?|long|good|losing|high|suits?|spades?|hearts?|clubs?|diamonds?|trumps?|aces|kings"
    r"|queens|knaves|of (?!spades|hearts|clubs|diamonds|trumps))|-|’)"
)


def seats_of(name: str, scene: Scene) -> frozenset[Seat]:
    """The seats that a name stands for; none where it cannot be known."""
    words = name.lower().removeprefix("your ")
    if words in ("the exposed hand", "dummy"):
        return frozenset({scene.dummy} - {None}) if scene.dummy else frozenset()
    if words == "the dealer":
        return frozenset({scene.dealer}) if scene.dealer else frozenset()
    if words == "the leader":
        return frozenset({scene.plays[0].to_play})
    if words in ("you", "partner"):
        if scene.you is None:
            return frozenset()
        return frozenset({scene.you if words == "you" else scene.you.partner})
    if len(name) == 1:
        return frozenset({Seat.labelled(name)})
    side = Side.NS if "A" in name else Side.EW
    return frozenset(side.seats)


def suit_of(word: str, scene: Scene) -> Suit | None:
    """The suit of a word, of ‘trump’ the suit that is trumps; None where there is none."""
    return scene.trumps if word.startswith("trump") else _SUITS[word]


def ranks_in(text: str) -> tuple[Rank, ...]:
    """The ranks that a list names, in its order."""
    return tuple(RANKS[word] for word in re.findall(rf"\b(?:{RANK})\b", text))


@dataclass(frozen=True, slots=True)
class Named:
    """Cards as they are named: any of one of the ranks and one of the suits, where these are told.

    `nth` is the round of the suit; `from_bottom` and `from_top` the place among the player’s cards of the suit, from 0;
    `is_last` that the player had no other of the suit; `is_small` that it is below a ten; `count` how many of them are
    meant; `owner` whose they are said to be; `is_then` that they came after what is named before them.
    """

    text: str
    rank: Rank | None = None
    suit: Suit | None = None
    nth: int | None = None
    from_bottom: int | None = None
    from_top: int | None = None
    is_last: bool = False
    is_small: bool = False
    count: int | None = None
    is_then: bool = False
    owner: frozenset[Seat] = frozenset()

    def is_of(self, card: Card) -> bool:
        """Whether a card has the rank and the suit that are told."""
        is_so = self.rank in (None, card.rank) and self.suit in (None, card.suit)
        return is_so and not (self.is_small and card.rank >= Rank.TEN)

    def is_card(self, move: Move, scene: Scene) -> bool:
        """Whether a card, as it was played, is what is named."""
        if not self.is_of(move.card) or (self.owner and move.seat not in self.owner):
            return False
        if self.nth is not None and scene.rounds(move.card.suit, move.number + 1) != self.nth:
            return False
        held = list(scene.plays[move.number].hands[move.seat].only(move.card.suit))
        ranks = sorted((card.rank for card in held), reverse=True)
        if self.from_top is not None and ranks[self.from_top : self.from_top + 1] != [move.card.rank]:
            return False
        if self.from_bottom is not None and ranks[::-1][self.from_bottom : self.from_bottom + 1] != [move.card.rank]:
            return False
        return not self.is_last or len(held) == 1


_FULL = re.compile(rf"(?:{_OWNED}|(?:the|a|an|his|her|your) )?{_SMALL}(?P<ranks>{_LIST}) of (?P<suit>{MANY_OF})\b")
_NTH = re.compile(rf"(?:the|a|an) (?P<nth>{ORDINAL}) (?P<suit>{ONE_OF})\b")
_ROUND = re.compile(rf"(?:the|a|an) (?P<nth>{ORDINAL}) round\b(?: of (?P<suit>{MANY_OF}))?")
_EXTREME = re.compile(
    rf"(?:the|its|their) (?P<end>lowest|highest|smallest)(?: but (?P<but>one|two))?(?: (?P<suit>{ONE_OF}))?\b"
)
_LAST = re.compile(rf"the last (?P<suit>{ONE_OF})\b")
_OF_SUIT = re.compile(
    rf"(?:{_OWNED}|(?:the|a|an|another|one|his|her|your) )(?:three |four |five )?{_SMALL}(?P<suit>{ONE_OF})\b(?!s|-)"
)
_BARE = re.compile(
    rf"(?:{_OWNED}(?P<any>{RANK})|(?:the|his|her|your) {_SMALL}(?P<the>{RANK})|(?:a |an |another )?(?P<court>{COURT}))"
    rf"\b{NOT_A_RANK}"
)
_SUIT = re.compile(rf"(?:{_OWNED}|the |his |her |(?:the|a) (?:\w+ )?suit of )?{_SMALL}(?P<suit>{MANY_OF})\b")
_COUNTED = re.compile(rf"(?P<count>{NUMBER}) (?P<suit>{MANY_OF})\b")
_WHOSE_SUIT = re.compile(rf"(?P<whose>{WHO})’s suit\b")
_ONE_MORE = re.compile(r"the (?:(?P<small>small)|other) one\b")
_LINK = re.compile(r"(?:(?P<then>,? and then|,? then)|,? and) ")
_APPOSITION = re.compile(r", the (?P<end>highest|lowest)\b(?! but)")


def named_at(text: str, start: int, scene: Scene) -> tuple[Named, int] | None:
    """What is named at a place of a text, and where it ends; None where nothing that can be read is."""
    for pattern in _PATTERNS:
        match = pattern.match(text, start)
        if match:
            made = _named(match, scene)
            return None if made is None else (made, match.end())
    return None


_PATTERNS = (_FULL, _NTH, _ROUND, _EXTREME, _LAST, _WHOSE_SUIT, _ONE_MORE, _COUNTED, _OF_SUIT, _BARE, _SUIT)


def _named(match: re.Match[str], scene: Scene) -> Named | None:
    found = {key: value for key, value in match.groupdict().items() if value is not None}
    owner = seats_of(found["owner"], scene) if "owner" in found else frozenset[Seat]()
    if "owner" in found and not owner:
        return None
    suit = _suit_in(found, scene)
    if suit is None and found.keys() & {"suit", "whose"}:
        return None
    rank = next((RANKS[found[key]] for key in ("any", "the", "court") if key in found), None)
    if "ranks" in found:
        ranks = ranks_in(found["ranks"])
        if len(ranks) != 1:
            return None
        rank = ranks[0]
    place = {"one": 1, "two": 2}.get(found.get("but", ""), 0) if "end" in found else None
    is_high = found.get("end") == "highest"
    return Named(
        match[0],
        rank,
        suit,
        nth=ORDINALS[found["nth"]] if "nth" in found else None,
        from_bottom=None if is_high else place,
        from_top=place if is_high else None,
        is_last=match.re is _LAST,
        is_small=bool(re.search(r"\bsmall\b", match[0])),
        count=NUMBERS[found["count"]] if "count" in found else None,
        owner=owner,
    )


def _suit_in(found: dict[str, str], scene: Scene) -> Suit | None:
    """The suit of what is named: told, or the first that a player led."""
    if "whose" in found:
        seats = seats_of(found["whose"], scene)
        return next((move.card.suit for move in scene.moves if move.leads and move.seat in seats), None)
    return suit_of(found["suit"], scene) if "suit" in found else None


def sequence_at(text: str, start: int, scene: Scene) -> tuple[list[Named], int]:
    """Everything that is named from a place on, one after another: `king and then ace`."""
    found: list[Named] = []
    end, is_then = start, False
    one = named_at(text, start, scene)
    while one is not None:
        end = one[1]
        apposition = _APPOSITION.match(text, end)
        named = replace(one[0], is_then=is_then)
        if apposition:
            is_high = apposition["end"] == "highest"
            named = replace(named, from_top=0) if is_high else replace(named, from_bottom=0)
        found.append(named)
        link = _LINK.match(text, end)
        is_then = bool(link and link["then"])
        one = named_at(text, link.end(), scene) if link else None
        if one is not None and _OWN_CLAUSE.match(text, one[1]):
            one = None
    return found, end


_OWN_CLAUSE = re.compile(r"[^,;:.]*\b(?:is|was|are|were|has|had|leads?|wins?|falls)\b")


def suits_named(text: str, scene: Scene) -> Iterator[Suit]:
    """The suits of which a text speaks."""
    for word in re.findall(rf"\b(?:{ONE_OF}|{MANY_OF})\b", text):
        suit = suit_of(word, scene)
        if suit:
            yield suit

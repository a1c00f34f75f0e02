"""A linter of English sentences, by regular expressions only: it knows nothing of how the sentences are put together.

It looks for what goes wrong where a sentence is made of parts: a verb that does not agree with its count, a noun in the
wrong number, an article before the wrong sound, stops that stand twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_SUITS = "spades|hearts|clubs|diamonds"
_RANKS = "ace|king|queen|knave|jack|ten|nine|eight|seven|six|five|four|three|two"
_NOUN = (
    "card|trick|trump|honour|winner|loser|suit|point|spade|heart|club|diamond|round|adversary|opponent|player|tenace|"
    "chance|lesson|question|rule|fault|day|file|game|maxim"
)
"""Nouns that are no verbs: “four aces bid” and “from five, nine lead” are sentences."""
_HIGH = "ace|king|queen|jack|knave"
_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
_MANY = rf"(?:{_NUMBER}|(?<![\d.,:/♠♥♦♣–-])(?:[02-9]|\d\d+))"
_ONE = r"(?:[Oo]ne|(?<![\d.,:/♠♥♦♣–-])1)"
_ADJECTIVE = (
    rf"(?:(?!(?:and|or|of|in|to|with|is|are|by|on|at|the|a|an|all|only|one|from|but|do|than|answer|not|{_NUMBER}|{_SUITS}|{_RANKS})\b)"
    r"[a-z’-]+ ){0,2}"
)
_PHRASE = rf"(?: over six| more| or more| at most| at least)?(?: (?:in|of) (?:{_SUITS}))?"
_ONE_VERB = (
    "is|has|was|does|goes|makes|takes|wins|loses|saves|defeats|beats|suits|stands|lies|counts|needs|wants|follows"
)
_MANY_VERB = "are|have|were|do|go|make|take|win|lose|save|defeat|beat|suit|stand|lie|count|need|want|follow"
_OBJECT = re.compile(
    r"\b(?:of|with|from|in|on|to|than|for|and|or|but|without|holding|headed by|by|at|under|over|not)"
    rf"(?: the| all| his| their| your| a)?(?: {_MANY}| one)?(?: adversaries’| opponents’| partner’s| other)?\s*$",
    re.IGNORECASE,
)
"""What stands before words that are not the subject of the verb after them."""

FAULTS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "one of a plural noun": rf"(?<!this )(?<!that )(?<!other )\b{_ONE} (?:{_ADJECTIVE}(?:{_NOUN})|{_HIGH})s\b(?!’)",
        "many of a singular noun": rf"\b{_MANY} (?:{_ADJECTIVE}(?:{_NOUN})|{_HIGH})\b"
        r"(?!’|-| suit\b| hand\b| answers?\b| (?:club |trump )?(?:honours|tricks|cards|suits|leads|tops)\b)",
    }.items()
}
SUBJECTS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "a verb of many after one": rf"\b(?:{_ONE}|[Aa]nother|[Ee]very|[Ee]ach) (?:{_ADJECTIVE}(?:{_NOUN})|{_HIGH})"
        rf"{_PHRASE} "
        rf"(?:{_MANY_VERB})\b(?! (?:tricks?|leads?|honours)\b)",
        "a verb of one after many": rf"\b(?:{_MANY}|[Nn]o|[Bb]oth) (?:{_ADJECTIVE}(?!trumps)(?:{_NOUN})|{_HIGH})s"
        rf"{_PHRASE} "
        rf"(?:{_ONE_VERB})\b(?! (?:worth|enough)\b)",
        "a verb of many after none": rf"\b[Nn]o {_ADJECTIVE}(?:{_NOUN}) (?:are|have|were|do)\b",
        "nothing that does not": rf"\b[Nn]o (?!trumps){_ADJECTIVE}(?:{_NOUN})s? "
        r"(?:do|does|did|are|is|have|has) not?\b",
        "a verb of one after suits": rf"\b(?:{_SUITS}) (?:is|has|was|does)\b(?! (?:worth|enough)\b)",
        "one trump that were": r"\bone no trump (?:are|have|were|do)\b",
    }.items()
}
"""Faults only where what is counted is what the verb is of."""
ALWAYS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "a verb of many after a bare one": r"(?<![\d.,:/–-])\b1 (?:are|have|were|do|defeat|save)\b"
        r"|\band one (?:defeat|save)\b",
        "one card of several suits": rf"\bthe (?:{_RANKS}) of (?:the )?(?:{_SUITS})(?:, (?:{_SUITS}))*"
        rf" and (?!the (?:{_RANKS}))(?:the )?(?:{_SUITS})\b",
        "a before a vowel": r"(?:\ba|^A) (?:[aeio](?!ne\b|nce\b|uro)[a-z]+|8\b|8\d\b|11\b|18\b|honours?\b|hour\b)",
        "an before a consonant": r"(?:\ban|^An) (?:(?!honou?r|honest|hour|heir)[bcdfghjklmnpqrstvwyz][a-z]+"
        r"|one\b|once\b|[2-79]\b)",
        "two stops": r"[.!?;:,]\s*[;:,](?!\d)|[!?;:,]\s*\.(?!\.|\d)"
        r"|(?<!\.)\.\s*\.(?!\.)",
        "a space before a stop": r"\w\s[.,;:!?](?!\d|\.)",
        "a word twice": r"\b(?!that\b|had\b)([a-z]+) \1\b(?!-)",
        "two spaces": r"\S  +\S",
    }.items()
}


def faults(sentence: str) -> Iterator[str]:
    """What is wrong with a sentence: the kind of fault, and the words."""
    for patterns in (FAULTS, SUBJECTS, ALWAYS):
        for name, pattern in patterns.items():
            for match in pattern.finditer(sentence):
                if patterns is not SUBJECTS or not _OBJECT.search(sentence[: match.start()]):
                    yield f"{name}: “{match[0]}” in “{sentence}”"

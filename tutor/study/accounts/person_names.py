"""Names of people: how they are written and compared, and which of them look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from tutor.errors import Malformed

LONGEST_NAME = 40
LONGEST_FOLDED, LONGEST_SKELETON = 80, 160
MOST_MARKS = 2
"""How many marks may stand on one letter: Vietnamese and Hebrew have two; more of them climb out of their line."""

_SIGNS = frozenset(" .’'-_")
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0") | frozenset(
    chr(number) for numbers in (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0)) for number in numbers
)
"""What Unicode counts as letters or marks, and nobody sees."""
_EAST_ASIAN = frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
"""Scripts that one word may mix, as Unicode’s “highly restrictive” names may (UTS 39, 5.2)."""
_IN_EVERY_SCRIPT = frozenset(("COMMON", "INHERITED"))


def normalized_name(name: str) -> str:
    """A name as names are compared: capitals, widths and spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:LONGEST_FOLDED]


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton look the same at a glance.

    As in UTS 39, every letter is replaced by the plainest of those that look like it. Beyond that, capitals make no
    difference, since they make none for names. Nor do marks that belong to no letter of any alphabet, or what is not
    seen.
    """
    composed = unicodedata.normalize("NFKC", name)
    seen = "".join(letter for letter in composed if not _is_unseen(letter))
    looks = "".join(_look_of(letter) for letter in unicodedata.normalize("NFD", seen))
    return " ".join(looks.split())[:LONGEST_SKELETON]


def tidied_name(name: str) -> str:
    """A name with single spaces, of somebody or of a class. Raises `Malformed`."""
    mend = f"Choose one of 1 to {LONGEST_NAME} letters, numbers, spaces, full stops, apostrophes and hyphens"
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise Malformed("name", name, "it is empty" if not tidy else "it is too long", mend)
    if not any(letter.isalnum() for letter in tidy) or not _has_signs_of_names(tidy):
        raise Malformed("name", name, "it has characters that are not allowed in names", mend)
    return tidy


def checked_name(name: str) -> str:
    """A name to be known by in a class: tidied, and with no word that mixes alphabets. Raises `Malformed`."""
    tidy = tidied_name(name)
    for word in tidy.replace("-", " ").split():
        if _is_forged(word):
            mend = "Write each word of your name in one alphabet"
            raise Malformed("name", tidy, "it mixes letters of different alphabets that look alike", mend)
    return tidy


def checked_real_name(name: str) -> str:
    """The name that a teacher knows somebody by, which may be left out. Raises `Malformed`."""
    return tidied_name(name) if name.strip() else ""


def _has_signs_of_names(name: str) -> bool:
    """Whether it is of letters, each with marks that a reader can take in, figures, and signs that names have."""
    marks = ""
    for place, sign in enumerate(name):
        if sign in _INVISIBLE:
            return False
        if unicodedata.category(sign) in ("Mn", "Mc"):
            marks += sign
            if len(marks) > MOST_MARKS or len(set(marks)) < len(marks) or len(marks) > place:
                return False
            if not name[place - len(marks)].isalpha():
                return False
            continue
        marks = ""
        if not sign.isalnum() and sign not in _SIGNS:
            return False
    return True


def _is_forged(word: str) -> bool:
    """Whether a word mixes scripts so that some letter of it may be taken for another’s.

    Judged word by word: whoever is called 李 Tom has done nothing wrong.
    """
    from confusable_homoglyphs import categories  # slow to import: Unicode’s tables

    scripts = frozenset(categories.unique_aliases(word)) - _IN_EVERY_SCRIPT
    if len(scripts) < 2 or scripts <= _EAST_ASIAN:
        return False
    from confusable_homoglyphs import confusables  # slow to import: Unicode’s tables

    return bool(confusables.is_confusable(word))


# ---- what letters look like ---------------------------------------------------------------------------------------


def _is_unseen(letter: str) -> bool:
    """Whether it shows nothing, or is a mark for any letter that made no letter of an alphabet with the one before."""
    if letter in _INVISIBLE or unicodedata.category(letter) in ("Cf", "Me"):
        return True
    from confusable_homoglyphs import categories  # slow to import: Unicode’s tables

    return unicodedata.category(letter) == "Mn" and categories.alias(letter) == "INHERITED"


@lru_cache(4096)
def _look_of(letter: str) -> str:
    """The letters that a letter looks like, small or as a capital: `м` is `rn`, as M and m are, and `I` is `l`."""
    plain = _plainest(letter)
    if not plain.isascii() and (capital := _plainest(letter.upper())).isascii():
        plain = capital
    small = "".join(_plainest(letter) for letter in plain.casefold())
    return small.replace("i", "l")  # its capital looks like it


def _plainest(letter: str) -> str:
    return _prototypes().get(letter, letter)


@cache
def _prototypes() -> Mapping[str, str]:
    """Unicode’s table of what looks like what: each letter and the one, or the several, that stand for all like it.

    The library tells every pair both ways. What stands for the others is what has several, or more than one letter;
    of two that have only one another it makes no difference.
    """
    from confusable_homoglyphs import confusables  # slow to import: Unicode’s tables

    bare = {
        _bare(letter): [_bare(each["c"]) for each in others] for letter, others in confusables.confusables_data.items()
    }
    found = {}
    for letter, (*more, likeness) in bare.items():
        if more or len(letter) != 1:
            continue
        is_pair = len(likeness) == 1 and len(bare.get(likeness, ())) < 2
        found[letter] = min(letter, likeness) if is_pair else likeness
    return found


def _bare(letters: str) -> str:
    """Without the marks that keep letters written from right to left in their place in the table."""
    return letters.replace("\u200e", "") or letters

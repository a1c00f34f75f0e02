"""From what comes in to the tutor’s own content: a deal as a YAML file that `tutor check` passes.

Every deal of the tutor is there for a rule of an author, and its citation is a place in his book. A deal from elsewhere
has no such place; it is given that of the rule that it is to illustrate, and says in words that it is not the book’s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import yaml

from tutor.auction import Calling, Said
from tutor.authors import AUTHORS
from tutor.cards import Hand
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.library.fields import CALL_WORDS
from tutor.library.rulebook import NamedRule, rules_by_id
from tutor.seats import Seat

WHIST, AUCTION = "whist-short-1859", "auction-1910"
LONGEST_TITLE = 100
_HEAD = "# yaml-language-server: $schema=deal.schema.json"
_BLOCKS = ("hands", "calls", "says")


def usual_rule(code: str) -> str:
    """The id of the rule beside which a deal under the laws of a code is set, where no other is named."""
    return AUTHORS[code_of(code).source].usual_rule


def deal_yaml(
    id: str,  # noqa: A002
    deal: Deal,
    *,
    title: str = "",
    source: str = "",
    said: Iterable[Said] = (),
    illustrates: NamedRule | None = None,
) -> str:
    """The text of a content file of `deal` kind, to be kept as `<id>.yaml`.

    `source` says where the deal comes from, as a file and a board. A deal with a turn-up is one of whist, any other one
    of auction; of the calls `said`, those are told that its code allows from the first to the last, or none.
    Without `illustrates` the deal stands for its game’s usual rule for the play.
    """
    key = AUCTION if deal.turn_up is None else WHIST
    rule = illustrates or rules_by_id()[usual_rule(key)][0]
    where = plain(source) or "another program"
    lines = list(rule.citation.lines or (1, 1))
    page = rule.citation.page or 1
    says = f"This deal is not in the book: it comes from {where}. It stands here for a rule of the author: {rule.says}"
    return write_deal(
        {
            "kind": "deal",
            "title": plain(title) or id,
            "brought_from": where,
            "source": rule.citation.source,
            "pages": [page, page],
            "lines": lines,
            "illustrates": [rule.id],
            "code": key,
            "dealer": deal.dealer.label,
            "hands": {seat.label: in_letters(hand) for seat, hand in deal.hands.items()},
            "trumps": deal.turn_up.suit.plural if deal.turn_up else None,
            "calls": lawful_calls(deal.dealer, tuple(said), key) or None,
            "says": [{"text": says, "page": page, "lines": lines}],
            "confidence": "high",
            "confidence_because": "No page had to be read for it; the hands are as they came.",
        }
    )


def write_deal(data: Mapping[str, object], remarks: Iterable[str] = ()) -> str:
    """A content file of `deal` kind, its remarks first; a key without a value (None) is left out.

    Hands, calls and what is said stand line by line, each text on one line.
    """
    head = "".join(f"{line}\n" for line in (_HEAD, *remarks))
    return head + "".join(
        yaml.safe_dump(
            {key: value},
            allow_unicode=True,
            width=10**6 if key == "says" or isinstance(value, str) else 118,
            sort_keys=False,
            default_flow_style=False if key in _BLOCKS or isinstance(value, str) else None,
        )
        for key, value in data.items()
        if value is not None
    )


def content_id(text: str) -> str:
    """An id, and so the stem of a file’s name, made of any text: small letters, figures and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()[:LONGEST_TITLE]).strip("-") or "deal"


def plain(text: str) -> str:
    """Text from elsewhere as one line of prose: no tags, nothing that does not print, no longer than a title."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text[: 4 * LONGEST_TITLE]).split())
    return line.replace("<", "‹").replace(">", "›")[:LONGEST_TITLE].rstrip()


def lawful_calls(dealer: Seat, said: Sequence[Said], key: str) -> list[str]:
    """The calls as content has them, if a code takes every one of them and has no more to ask; else none."""
    code, calling = code_of(key), Calling(dealer)
    for one in said:
        if one.call not in CALL_WORDS or code.refusal(calling, one.seat, one.call):
            return []
        calling = calling.after(one.seat, one.call)
    return [] if code.turn(calling) else [f"{one.seat.label} {CALL_WORDS[one.call]}" for one in said]


def in_letters(hand: Hand) -> str:
    """A hand as content has it: `S:AK2 H:- …`."""
    return " ".join(f"{suit}:{ranks or '-'}" for suit, ranks in (word.split(":") for word in str(hand).split()))

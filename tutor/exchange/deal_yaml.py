"""Imported deals as the tutor’s own content: a YAML file that `tutor check` passes.

Every deal of the tutor illustrates a rule of an author, and cites a place in the author’s book. A deal from elsewhere
has no such place. It gets that of the rule that it illustrates, and says that it is not from the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import yaml

from tutor.auction import Calling, Declaration, Said
from tutor.authors import AUTHORS
from tutor.cards import Hand
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.library.fields import CALL_WORDS
from tutor.library.rulebook import NamedRule, rules_by_id
from tutor.seats import Seat
from tutor.tables.fixed_calls import ContractRefused, SetContract, with_contract

WHIST, AUCTION = "whist-short-1859", "auction-1910"
LONGEST_TITLE = 100
_HEAD = "# yaml-language-server: $schema=deal.schema.json"
_BLOCKS = ("hands", "calls", "says")


def usual_rule(code: str) -> str:
    """The id of the rule that a deal under a code illustrates, if no other is named."""
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
    """The text of a content file of `deal` kind, to save as `<id>.yaml`.

    `source` says where the deal comes from, for example a file and a board. A deal with a turn-up is whist, any other
    is auction. The calls `said` are included if its code allows all of them, and left out otherwise. Without
    `illustrates`, the deal illustrates the usual rule of its game.
    """
    key = AUCTION if deal.turn_up is None else WHIST
    rule = illustrates or rules_by_id()[usual_rule(key)][0]
    where = plain(source) or "another program"
    lines = list(rule.citation.lines or (1, 1))
    page = rule.citation.page or 1
    says = f"This deal is not in the book: it comes from {where}. Here it illustrates a rule of the author: {rule.says}"
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
            "confidence_because": "No page was read for it. The hands are as the other program wrote them.",
        }
    )


def write_deal(data: Mapping[str, object], remarks: Iterable[str] = ()) -> str:
    """A content file of `deal` kind, its remarks first. A key without a value (None) is left out.

    Hands, calls and remarks are written line by line, each text on one line.
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
    """An id, which is also a file name without its ending, from any text: small letters, figures and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()[:LONGEST_TITLE]).strip("-") or "deal"


def plain(text: str) -> str:
    """Text from elsewhere as one line: no tags, only printable characters, no longer than a title."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text[: 4 * LONGEST_TITLE]).split())
    return line.replace("<", "‹").replace(">", "›")[:LONGEST_TITLE].rstrip()


def lawful_calls(dealer: Seat, said: Sequence[Said], key: str) -> list[str]:
    """The calls as content writes them, if they are lawful and complete under a code; otherwise none."""
    code, calling = code_of(key), Calling(dealer)
    for one in said:
        if one.call not in CALL_WORDS or code.refusal(calling, one.seat, one.call):
            return []
        calling = calling.after(one.seat, one.call)
    return [] if code.turn(calling) else [f"{one.seat.label} {CALL_WORDS[one.call]}" for one in said]


def implied_calls(deal: Deal, declaration: Declaration | None, key: str) -> list[str]:
    """The shortest calls that come to a contract, as content writes them; none if no calls of a code do."""
    if declaration is None or declaration.is_misere:
        return []
    contract = SetContract(declaration.denomination, declaration.by, declaration.contract, declaration.doubled)
    try:
        table = with_contract(code_of(key), deal, contract)
    except ContractRefused:
        return []
    return lawful_calls(deal.dealer, tuple(table.calling), key)


def in_letters(hand: Hand) -> str:
    """A hand as content writes it: `S:AK2 H:- …`."""
    return " ".join(f"{suit}:{ranks or '-'}" for suit, ranks in (word.split(":") for word in str(hand).split()))

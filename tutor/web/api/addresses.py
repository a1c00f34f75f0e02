"""The addresses of the API: what each is called, what it costs, and whether its answer may be cached.

This is all that the application knows of the API until somebody asks it. The models take a tenth of a second to load.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PREFIX = "/api/v1"
_IN_PATH = re.compile(r"<(\w+)>")


@dataclass(frozen=True, slots=True)
class Address:
    """An address, and the name of the function that answers there.

    `cost` is how many of the calls that a client has it uses up. What costs more than one is done a few at a time. The
    answer of a cached one is the same for everybody, until the tutor is another. One that is guarded refuses what open
    work asks. A POST changes nothing either: its question is too long for an address.
    """

    name: str
    method: str
    path: str
    cost: int = 1
    is_cached: bool = True
    is_guarded: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of its parts that differ."""
        return tuple(_IN_PATH.findall(self.path))

    @property
    def template(self) -> str:
        """The path as OpenAPI writes it."""
        return _IN_PATH.sub(r"{\1}", self.path)


ADDRESSES: Mapping[str, Address] = MappingProxyType(
    {
        one.name: one
        for one in (
            Address("ask_advice", "POST", "/advice", 2, is_cached=False),
            Address("list_maxims", "GET", "/maxims"),
            Address("list_odds", "GET", "/odds", 5),
            Address("list_claims", "GET", "/claims", 5, is_cached=False, is_guarded=True),
            Address("list_offences", "GET", "/rulings/<code>"),
            Address("rule_on", "GET", "/rulings/<code>/<offence>"),
            Address("list_laws", "GET", "/laws", 2),
            Address("show_law", "GET", "/laws/<point>"),
            Address("score_deal", "POST", "/scores", is_cached=False),
            Address("score_rubber", "POST", "/rubbers", 2, is_cached=False),
            Address("list_terms", "GET", "/terms"),
            Address("define_term", "GET", "/terms/<term>"),
            Address("search_everything", "GET", "/search", 2, is_cached=False),
            Address("list_deals", "GET", "/deals", 2, is_cached=False),
            Address("show_deal", "GET", "/deals/<id>", 2, is_cached=False, is_guarded=True),
            Address("list_games", "GET", "/games", 2, is_cached=False),
            Address("list_plays", "GET", "/games/<id>/plays", 2, is_cached=False, is_guarded=True),
            Address("list_lessons", "GET", "/lessons"),
            Address("list_themes", "GET", "/themes"),
            Address("draw_questions", "GET", "/questions", 5, is_cached=False),
            Address("show_question", "GET", "/questions/<question>", 2, is_cached=False),
            Address("mark_answer", "POST", "/marks", 2, is_cached=False, is_guarded=True),
        )
    }
)
"""Every address by its name, in the order in which they are listed."""

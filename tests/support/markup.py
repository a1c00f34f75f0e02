"""Pages read by a parser of HTML."""

from __future__ import annotations

import re


def without_term_links(page: str) -> str:
    """A page with the links to the glossary taken out and their words left."""
    return re.sub(r'<a class="term" href="[^"]*">([^<]*)</a>', r"\1", page)


def unwrapped(page: str) -> str:
    """The page with a blank wherever it has any number of blanks and ends of lines."""
    return " ".join(page.split())

"""The glossary, and the links to it from the first mention of each term in a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from flask import Blueprint, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from tutor.library.catalogue import Library
from tutor.library.glossary import Glossary, Term, folded
from tutor.web.formatting import prose
from tutor.web.services import services
from tutor.web.term_links import link_terms

blueprint = Blueprint("glossary", __name__)


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term as the page shows it: its meaning and each author’s remark, with links to other terms."""

    term: Term
    means: Markup
    says: tuple[Markup, ...]
    see: tuple[Term, ...]


@blueprint.get("/glossary")
def index() -> str | Response:
    """Every term. If the reader looks for a word, a redirect to the term with that name."""
    library = services().library
    word = request.args.get("word", "").strip()
    if word:
        return redirect(url_for("glossary.index", _anchor=library.glossary.find(word).anchor))
    return render_template("explore/glossary.html", by_letter=_by_letter(library), number=len(library.glossary))


@blueprint.app_template_filter("terms_linked")
def terms_linked(html: str) -> Markup:
    """The markup, with a link at the first mention of each term in this page."""
    if "terms_linked" not in g:
        g.terms_linked = set()
    return link_terms(html, services().library.glossary, url_for("glossary.index"), g.terms_linked)


@lru_cache(1)
def _by_letter(library: Library) -> tuple[tuple[str, tuple[GlossaryEntry, ...]], ...]:
    glossary = library.glossary
    letters = groupby(glossary, lambda term: folded(term.name)[0].upper())
    return tuple((letter, tuple(_defined(term, glossary) for term in terms)) for letter, terms in letters)


def _defined(term: Term, glossary: Glossary) -> GlossaryEntry:
    linked = {term.id, *term.see}
    means, *says = (
        link_terms(prose(text), glossary, url_for("glossary.index"), linked)
        for text in (term.means, *(usage.says for usage in term.usages))
    )
    return GlossaryEntry(term, means, tuple(says), tuple(glossary[name] for name in term.see))

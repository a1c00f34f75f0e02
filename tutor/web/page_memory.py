"""A cache of rendered pages: a page that would come out the same is not rendered again.

Its key has the address, the reader, how the pages look to them, and whatever the view adds. A view adds pieces of
content, which never change, and what it read of the database. The tokens of forms belong to one request, so a page is
cached as the pieces between them.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock

from flask import current_app, g, render_template, request
from markupsafe import Markup

from tutor.web.access import current_access, has_work, is_on_shared_computer
from tutor.web.account.preferences import looks
from tutor.web.current_user import current_user
from tutor.web.reached import addresses
from tutor.web.services import services

EXTENSION = "page-memory"
PAGES_KEPT = 1024
"""Pages of some 5 to 25 kilobytes."""


class PageMemory:
    """The pages of an application that were rendered last, in pieces between the tokens of their forms.

    `make_token` makes the hidden fields of a form of this request. It is safe to share between threads.
    """

    def __init__(self, make_token: Callable[[], Markup], kept: int = PAGES_KEPT) -> None:
        self._make_token, self._kept = make_token, kept
        # Nobody can guess the mark, so nothing that a reader types is taken for the place of a token.
        self._mark = Markup('<input type="hidden" name="{}">').format(secrets.token_hex(16))
        self._pages: OrderedDict[Hashable, list[str]] = OrderedDict()
        self._lock = Lock()

    def token(self) -> Markup:
        """The hidden fields of a form, or a mark for their place in a page that will be cached."""
        return self._mark if g.get("is_remembered") else self._make_token()

    def page(self, decides: Hashable, render: Callable[[], str]) -> str:
        """The page with the key `decides`, with the tokens of this request."""
        with self._lock:
            pieces = self._pages.get(decides)
            if pieces is not None:
                self._pages.move_to_end(decides)
        if pieces is None:
            pieces = self._rendered(render)
            with self._lock:
                self._pages[decides] = pieces
                if len(self._pages) > self._kept:
                    self._pages.popitem(last=False)
        first, *others = pieces
        return "".join((first, *(f"{self._make_token()}{piece}" for piece in others)))

    def clear(self) -> None:
        """Forgets every page. The keys name rows of one database, so this is needed if the application gets another."""
        with self._lock:
            self._pages.clear()

    def _rendered(self, render: Callable[[], str]) -> list[str]:
        g.is_remembered = True
        try:
            return render().split(str(self._mark))
        finally:
            g.is_remembered = False


def render_remembered(template: str, values: Callable[[], Mapping[str, object]], *decides: Hashable) -> str:
    """A template with its values, which are computed only if the page is not in the cache.

    `decides` has everything that the values depend on, except the request and content that never changes. A page whose
    key has no hash, such as a list, is rendered anew each time.
    """
    memory: PageMemory = current_app.extensions[EXTENSION]
    key = (
        template,
        request.scheme,
        request.host,
        request.root_path,
        request.full_path,
        tuple(addresses()),
        looks(),
        current_user(),
        is_on_shared_computer(),
        current_access(),
        services().has_classes,
        has_work(),
        g.get("preview"),
        decides,
    )
    try:
        hash(key)
    except TypeError:
        return render_template(template, **values())
    return memory.page(key, lambda: render_template(template, **values()))

"""Flask with memory: what every page would work out again, and would always come out the same, is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Any

from flask import Flask, Response, g, has_request_context, request, session
from flask_wtf.csrf import generate_csrf
from itsdangerous import URLSafeTimedSerializer
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from tutor.library.cache import folder_beside
from tutor.web.server.static_files import static_file

ADDRESSES_KEPT = 16_384
FRAGMENTS_KEPT = 4096
TOKENS_KEPT = 1024
CSRF_FIELD, CSRF_SALT = "csrf_token", "wtf-csrf-token"
"""Under which Flask-WTF signs the token of forms and looks for it."""


class LateBuilder:
    """What builds the addresses of a page, compiled when the first of them is wanted.

    It stands in the place of a function that Werkzeug makes a method of a rule.
    """

    def __init__(self, compiled: Callable[[], Callable[..., tuple[str, str]]]) -> None:
        self._compiled = compiled

    def __get__(self, rule: Rule, _: object = None) -> Callable[..., tuple[str, str]]:
        @cache
        def builder() -> Callable[..., tuple[str, str]]:
            return self._compiled().__get__(rule, None)  # type: ignore[no-any-return]

        return lambda **values: builder()(**values)


class LateRule(Rule):
    """A rule whose addresses are built as any other’s: to compile that for all of them took a tenth of the start."""

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        return LateBuilder(partial(super()._compile_builder, append_unknown))


class TutorFlask(Flask):
    """The application; it keeps the addresses that it has built, and its templates compiled on the disk."""

    url_rule_class = LateRule

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._address_of = lru_cache(ADDRESSES_KEPT, typed=True)(self._build_address)

    def url_for(self, endpoint: str, **values: Any) -> str:
        """The address of a page: built once for each endpoint with its values, which alone decide it.

        What has the name of this host in it, and what is named by the page that asks, is built anew each time.
        """
        if endpoint[0] == "." or values.get("_external") or values.get("_scheme") or not has_request_context():
            return super().url_for(endpoint, **values)
        try:
            return self._address_of(request.environ.get("SCRIPT_NAME", ""), endpoint, **values)
        except TypeError:  # a list, of which no key can be made
            return super().url_for(endpoint, **values)

    def _build_address(self, _root: str, endpoint: str, **values: Any) -> str:
        return super().url_for(endpoint, **values)

    def send_static_file(self, filename: str) -> Response:
        """A static file, for a year: its address names its content. Raises `NotFound`."""
        file = static_file(filename)
        is_compressed = file.is_text and request.accept_encodings["gzip"] > 0
        response = Response(file.compressed if is_compressed else file.content, mimetype=file.mimetype)
        response.cache_control.public = response.cache_control.immutable = True
        response.cache_control.max_age = self.get_send_file_max_age(filename)
        response.set_etag(f"{file.fingerprint}-gzip" if is_compressed else file.fingerprint)
        if file.is_text:
            response.vary.add("Accept-Encoding")
        if is_compressed:
            response.content_encoding = "gzip"
        response.make_conditional(request)
        return response

    def create_jinja_environment(self) -> Any:
        """The environment of the templates, which reads them compiled where they have not changed."""
        environment = super().create_jinja_environment()
        environment.trim_blocks = environment.lstrip_blocks = True
        if folder := folder_beside("templates"):
            environment.bytecode_cache = FileSystemBytecodeCache(str(folder))
        return environment

    def render_once(self, template: str, *macros: str) -> None:
        """Gives every template some macros whose outcome depends on their arguments alone, rendered once for each.

        A step of a replay changes one hand and one line of the record, and leaves the others as they were. The template
        is read when the first of them is wanted.
        """
        for name in macros:
            self.jinja_env.globals[name] = self._rendered_once(template, name)

    def _rendered_once(self, template: str, name: str) -> Callable[..., Any]:
        @lru_cache(FRAGMENTS_KEPT)
        def render(*args: Any, **options: Any) -> Any:
            return getattr(self.jinja_env.get_template(template).module, name)(*args, **options)

        return render


class FormTokens:
    """Signs the token of forms as Flask-WTF does: once for each browser, for what is signed stays the same.

    The signature has a time in it, by which nobody goes: a page may stay open overnight.
    """

    def __init__(self, secret: bytes) -> None:
        signer = URLSafeTimedSerializer(secret, salt=CSRF_SALT)
        self._signed = lru_cache(TOKENS_KEPT)(signer.dumps)

    def token(self) -> str:
        """The token of this request’s forms."""
        if CSRF_FIELD not in session:
            return str(generate_csrf())
        if CSRF_FIELD not in g:
            setattr(g, CSRF_FIELD, self._signed(session[CSRF_FIELD]))
        return str(g.get(CSRF_FIELD))

"""The session cookie: signed, and without a time in its signature.

It has the token of the session in the database, the token of the forms, and how the pages look. The database decides
when a session expires. A signature with a time in it would be void as soon as the clock is set back.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeSerializer

NAME = "love-all"
SECURE_NAME = "__Host-love-all"
"""The name over https. Browsers accept a cookie of this name only from the host itself, and only over https."""
TOKEN = "token"  # noqa: S105 - the name under which a session has it
COOKIES_KEPT = 1024
"""The number of cookies in the cache, so that the signature of each is checked only once."""
LOOKS = ("theme", "pack", "seats", "speed", "motion", "sound", "keys", "size")
"""The keys of a session for how the pages look. They stay when somebody logs in."""


class CookieSessions(SecureCookieSessionInterface):
    """Flask sessions in a cookie whose signature does not depend on the clock."""

    salt = "love-all-session"
    digest_method = staticmethod(hashlib.sha256)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """The session in the cookie, or an empty one if the cookie is not ours."""
        written = request.cookies.get(self.get_cookie_name(app), "")
        with suppress(BadData):
            found = self._read(app, written) if written else None
            if isinstance(found, dict):
                return self.session_class(deepcopy(found))
        return self.session_class(self._looks_of_an_earlier(app, request.cookies.get(NAME, "")))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sends the cookie if it has changed. It expires after a number of seconds, whatever our clock says."""
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        where: dict[str, Any] = {
            "path": self.get_cookie_path(app),
            "domain": self.get_cookie_domain(app),
            "secure": self.get_cookie_secure(app),
            "httponly": self.get_cookie_httponly(app),
            "samesite": self.get_cookie_samesite(app),
        }
        response.vary.add("Cookie")
        name = self.get_cookie_name(app)
        if not session:
            response.delete_cookie(name, **where)
            return
        seconds = int(app.permanent_session_lifetime.total_seconds()) if session.permanent else None
        response.set_cookie(name, self._signer(app).dumps(dict(session)), max_age=seconds, **where)

    @lru_cache(COOKIES_KEPT)  # noqa: B019 - there is one of these for each application
    def _read(self, app: Flask, written: str) -> Any:
        """The content of a cookie, which never changes. Raises `BadData` if we did not sign it."""
        return self._signer(app).loads(written)

    @cache  # noqa: B019
    def _signer(self, app: Flask) -> URLSafeSerializer:
        assert app.secret_key is not None, "an application is made with one"  # noqa: S101
        how = {"key_derivation": self.key_derivation, "digest_method": self.digest_method}
        return URLSafeSerializer(app.secret_key, salt=self.salt, serializer=self.serializer, signer_kwargs=how)

    @staticmethod
    def _looks_of_an_earlier(app: Flask, written: str) -> dict[str, Any]:
        """The looks in the cookie of an earlier version. Its owner has to log in again, and loses nothing else."""
        signer = SecureCookieSessionInterface().get_signing_serializer(app)
        if signer is not None and written:
            with suppress(BadData):
                found = signer.loads(written)
                return {name: found[name] for name in LOOKS if name in found}
        return {}

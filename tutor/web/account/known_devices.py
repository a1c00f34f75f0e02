"""Known devices: a cookie says that somebody has logged in to an account in this browser before.

It lets nobody in. But wrong guesses from a known device are counted separately, so that a stranger who guesses cannot
make the owner of the name wait (“device cookies”, as OWASP describes them). Each log-in gives a new cookie, and a new
passphrase makes all old ones void.
"""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress

from flask import Response, after_this_request, current_app, request
from itsdangerous import BadData, URLSafeSerializer

from tutor.study.accounts.people import Person

NAME = "love-all-device"
SECURE_NAME = "__Host-love-all-device"
YEAR = 365 * 24 * 3600
MOST_ACCOUNTS = 12
"""In one browser: at school many learners share one."""


def device_of(who: Person | None) -> str | None:
    """A name for this browser, if somebody has logged in here and not changed their passphrase since."""
    known = _known().get(str(who.id)) if who else None
    if who is None or not isinstance(known, list) or len(known) != 2 or known[0] != who.session_version:
        return None
    return f"{who.id} {known[1]}"


def remember_device(who: Person) -> None:
    """Remembers that somebody has logged in in this browser."""
    accounts = {key: value for key, value in _known().items() if key != str(who.id)}
    accounts[str(who.id)] = [who.session_version, secrets.token_urlsafe(12)]
    latest = dict(list(accounts.items())[-MOST_ACCOUNTS:])

    def add(response: Response) -> Response:
        secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        text = _signer().dumps(latest)
        response.set_cookie(_name(), text, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")
        return response

    after_this_request(add)


def forget_devices() -> None:
    """Forgets who has logged in in this browser, because it is a shared one."""
    if request.cookies.get(_name()) is None:
        return

    def remove(response: Response) -> Response:
        response.delete_cookie(_name(), secure=bool(current_app.config["SESSION_COOKIE_SECURE"]), httponly=True)
        return response

    after_this_request(remove)


def _known() -> dict[str, object]:
    with suppress(BadData):
        found = _signer().loads(request.cookies.get(_name(), ""))
        if isinstance(found, dict):
            return found
    return {}


def _signer() -> URLSafeSerializer:
    secret = current_app.secret_key
    assert secret is not None, "an application is made with one"  # noqa: S101
    return URLSafeSerializer(secret, salt="known device", signer_kwargs={"digest_method": hashlib.sha256})


def _name() -> str:
    return SECURE_NAME if current_app.config["SESSION_COOKIE_SECURE"] else NAME

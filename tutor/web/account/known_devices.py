"""Devices that are known: a cookie tells that somebody has logged in to an account in this browser before.

It lets nobody in. But wrong guesses from such a device are counted by themselves, so that a stranger who guesses at a
name cannot keep its owner waiting (“device cookies”, as OWASP describes them). Each log-in gives a new one, and another
passphrase makes all the old ones void.
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
"""Of one browser: at school many learners share one."""


def device_of(who: Person | None) -> str | None:
    """A name for this browser, where somebody has logged in here by the passphrase that is still theirs."""
    known = _known().get(str(who.id)) if who else None
    if who is None or not isinstance(known, list) or len(known) != 2 or known[0] != who.session_version:
        return None
    return f"{who.id} {known[1]}"


def remember_device(who: Person) -> None:
    """Makes this browser one in which somebody has logged in."""
    accounts = {key: value for key, value in _known().items() if key != str(who.id)}
    accounts[str(who.id)] = [who.session_version, secrets.token_urlsafe(12)]
    latest = dict(list(accounts.items())[-MOST_ACCOUNTS:])

    def add(response: Response) -> Response:
        secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        text = _signer().dumps(latest)
        response.set_cookie(_name(), text, max_age=YEAR, secure=secure, httponly=True, samesite="Lax")
        return response

    after_this_request(add)


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

"""Attempts to log in: each is counted once and logged, and must wait if many were wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tutor.errors import Unknown
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.invitations import LETTERS_OF_INVITATION, bare
from tutor.study.storage.rate_limits import (
    Counts,
    GuessPurpose,
    PendingGuess,
    RateLimitExceeded,
    counts_of_code,
    counts_of_passphrase,
    network,
)
from tutor.web.account.known_devices import device_of
from tutor.web.account.security_events import address, note
from tutor.web.current_user import current_user
from tutor.web.services import services

Found = TypeVar("Found")

RIGHT_CODE = "code right"
"""What the database remembers of an address where the code of a class was right."""


def log_in(name: str, passphrase: str) -> Person | None:
    """The person with this name and passphrase, or None. Raises `RateLimitExceeded` if nothing was checked."""
    people = services().classroom.people
    somebody = people.find(name)
    return _guess(GuessPurpose.LOG_IN, normalized_name(name), somebody, lambda: people.who(name, passphrase))


def verify_passphrase(who: Person, passphrase: str) -> bool:
    """Whether the passphrase belongs to somebody who is logged in. Raises `RateLimitExceeded`.

    It is counted apart from log-ins, so that a stolen session cannot keep its owner from logging in.
    """
    people = services().classroom.people
    return _guess(GuessPurpose.PROOF, str(who.id), who, lambda: people.who(who.name, passphrase)) is not None


def accepts_code(who: Person, code: str) -> bool:
    """Whether a one-time code or a recovery code of somebody is right; it is used up. Raises `RateLimitExceeded`."""
    factors = services().classroom.second_factors

    def accepted() -> str | None:
        if factors.accepts(who.id, code):
            return "one-time code"
        return "recovery code" if factors.accepts_recovery(who.id, code) else None

    used = _guess(GuessPurpose.ONE_TIME, str(who.id), who, accepted)
    if used == "recovery code":
        note(EventKind.RECOVERY_USED, by=who.id, detail=f"{factors.recovery_codes_left(who.id)} left")
    return used is not None


def found_by_code(written: str, *finders: Callable[[], Found]) -> Found:
    """What the first of some `finders` finds by a code. Raises `Unknown`, `RateLimitExceeded`.

    A code that finds nothing is counted once, however many finders looked. The code of an invitation is too long to
    guess, so a right one never waits. The code of a class does not wait where others used it lately.
    """
    limits, who, code = services().classroom.rate_limits, current_user(), bare(written)
    counts = counts_of_code(address(), who.id if who else None)
    if len(code) >= LETTERS_OF_INVITATION:
        try:
            return _first(written, finders)
        except Unknown:
            _begun(counts)
            _failed(GuessPurpose.CODE, None)
            raise
    place = f"{network(address())} {code}"
    if limits.remembers(RIGHT_CODE, place):
        return _first(written, finders)
    attempt = _begun(counts)
    try:
        found = _first(written, finders)
    except Unknown:
        _failed(GuessPurpose.CODE, None)
        raise
    limits.strike_out(attempt)
    limits.remember(RIGHT_CODE, place)
    return found


def _first(written: str, finders: tuple[Callable[[], Found], ...]) -> Found:
    for find in finders:
        try:
            return find()
        except Unknown:
            continue
    raise Unknown("class or invitation of the code", written, ())


def _guess(purpose: GuessPurpose, name: str, who: Person | None, check: Callable[[], Found | None]) -> Found | None:
    """What a check finds. It is counted as wrong before it begins, and the count is removed if it was right."""
    limits, crowd = services().classroom.rate_limits, services().classroom.people.hasher.one_of_a_crowd
    try:
        attempt = _reserve_guess(purpose, name, device_of(who))
        try:
            with crowd(attempt.is_crowded):
                found = check()
        except RateLimitExceeded:
            limits.strike_out(attempt)
            raise
    except RateLimitExceeded:
        note(EventKind.DELAYED, whom=who.id if who else None, detail=_DETAILS[purpose])
        raise
    if found is None:
        _failed(purpose, who)
    else:
        limits.strike_out(attempt)
    return found


def _reserve_guess(purpose: GuessPurpose, name: str, device: str | None) -> PendingGuess:
    """A known device has its own count. When that is full, it counts like any other."""
    limits, here = services().classroom.rate_limits, address()
    if device is not None:
        try:
            return limits.begin(counts_of_passphrase(purpose, name, here, device))
        except RateLimitExceeded:
            pass
    return limits.begin(counts_of_passphrase(purpose, name, here, None))


def _begun(counts: Counts) -> PendingGuess:
    try:
        return services().classroom.rate_limits.begin(counts)
    except RateLimitExceeded:
        note(EventKind.DELAYED, detail=_DETAILS[GuessPurpose.CODE])
        raise


def _failed(purpose: GuessPurpose, who: Person | None) -> None:
    """Notes a wrong guess, but not the text: it may be a passphrase in the wrong field."""
    is_nobody = who is None and purpose is GuessPurpose.LOG_IN
    note(
        EventKind.FAILED,
        whom=who.id if who else None,
        detail="no such name" if is_nobody else _DETAILS[purpose],
    )


_DETAILS = {
    GuessPurpose.LOG_IN: "passphrase",
    GuessPurpose.PROOF: "passphrase, when already logged in",
    GuessPurpose.ONE_TIME: "one-time code",
    GuessPurpose.CODE: "code of a class or invitation",
}

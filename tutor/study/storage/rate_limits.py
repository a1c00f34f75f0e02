"""What may be tried only so often: passphrases, codes, files sent; and who is counted together. See `rate_limiter`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from ipaddress import IPv6Address, ip_address
from math import ceil

from tutor.errors import TutorError
from tutor.wording import figured

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class RateLimitExceeded(TutorError):
    """Something was tried more often than it may be; it may be tried again after a `wait` (in seconds)."""

    def __init__(self, wait: timedelta, why: str = "too many attempts have failed") -> None:
        self.wait = max(1, ceil(wait.total_seconds()))
        super().__init__(f"{why}. Wait {in_figures(self.wait)}, and try again.")

    @property
    def headers(self) -> dict[str, str]:
        """What an answer says to a program."""
        return {"Retry-After": str(self.wait)}


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be done `within` some time."""

    what: str
    most: int
    within: timedelta


FILES_SENT = Limit("file", 30, HOUR)
REPORTS_SENT = Limit("report", 20, HOUR)


@dataclass(frozen=True, slots=True)
class Delay:
    """How long the next guess waits after wrong ones: `free` of them cost nothing, the next costs 1 second, and each
    after that twice as long, up to the `longest` wait. A wrong guess counts for the time `within`.
    """

    free: int
    longest: timedelta
    within: timedelta = DAY

    def after(self, failures: int) -> timedelta:
        """How long to wait after so many wrong guesses."""
        if failures < self.free:
            return timedelta(0)
        return min(self.longest, timedelta(seconds=2 ** min(failures - self.free, 30)))

    @property
    def enough(self) -> int:
        """After how many wrong guesses the wait is the longest: further ones need not be counted."""
        return self.free + ceil(self.longest.total_seconds()).bit_length()


_MINUTES = timedelta(minutes=5)
FROM_ONE_DEVICE = Delay(10, _MINUTES)
"""From a device on which somebody has logged in to this account before."""
FROM_ONE_ADDRESS = Delay(5, _MINUTES)
"""From other devices at one address, for one name."""
FROM_EVERYWHERE = Delay(400, _MINUTES)
"""From other devices at all addresses together, for one name: more than one address gets in a day, so nobody alone can
make somebody wait elsewhere."""
AT_ONE_ADDRESS = Delay(100, timedelta(seconds=30), HOUR)
"""From other devices at one address, for all names together, so that nobody tries one passphrase on every name. A whole
class behind one address is let through all the same: see `SPARED`."""
SPARED = 3
"""So many wrong guesses at a name from an address never wait for those at other names."""
CODES_AT_ONE_ADDRESS = Delay(100, timedelta(seconds=30), HOUR)
"""Codes of classes and invitations, from those who have not logged in."""
CODES_OF_ONE_PERSON = Delay(20, _MINUTES)
"""The same, from somebody who has."""
STEPS_FROM_ONE_ADDRESS, STEPS_FROM_EVERYWHERE = Delay(5, HOUR), Delay(50, HOUR)
"""One-time codes: they are short, and whoever tries them knows the passphrase already."""


class GuessPurpose(StrEnum):
    """What a guess is for. Each is counted by itself."""

    LOG_IN = "log-in"
    PROOF = "proof"
    """The passphrase of somebody who has logged in, asked for once more."""
    ONE_TIME = "one-time"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Count:
    """Wrong guesses that are counted together: what they were, and whose."""

    what: str
    who: str
    delay: Delay


@dataclass(frozen=True, slots=True)
class Counts:
    """Where a guess is counted; `shared` is asked only of who has failed `SPARED` times on the first of `own`."""

    own: tuple[Count, ...]
    shared: Count | None = None


def counts_of_passphrase(purpose: GuessPurpose, name: str, address: str, device: str | None) -> Counts:
    """Where a guess at the passphrase of somebody, or at a one-time code, is counted.

    A device that is known has a count of its own, which nobody else can fill. `name` is that of an account, or one that
    nobody has: no difference is made.
    """
    if device is not None:
        return Counts((Count(f"{purpose} device", device, FROM_ONE_DEVICE),))
    is_step = purpose is GuessPurpose.ONE_TIME
    here = Count(
        f"{purpose} here", f"{name} {network(address)}", STEPS_FROM_ONE_ADDRESS if is_step else FROM_ONE_ADDRESS
    )
    all_over = Count(f"{purpose} name", name, STEPS_FROM_EVERYWHERE if is_step else FROM_EVERYWHERE)
    shared = Count(f"{purpose} net", network(address), AT_ONE_ADDRESS) if purpose is GuessPurpose.LOG_IN else None
    return Counts((here, all_over), shared)


def counts_of_code(address: str, learner: int | None) -> Counts:
    """Where a code is counted: by address, or by who has logged in, whom no neighbour can make wait."""
    if learner is not None:
        return Counts((Count(f"{GuessPurpose.CODE} person", str(learner), CODES_OF_ONE_PERSON),))
    return Counts((Count(f"{GuessPurpose.CODE} net", network(address), CODES_AT_ONE_ADDRESS),))


def network(address: str) -> str:
    """The address that a limit counts: of IPv6 the first 64 bits, for one household has all the rest."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:45]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


@dataclass(frozen=True, slots=True)
class PendingGuess:
    """A guess that has been let through, and counted as wrong until it is struck out.

    `is_crowded` says that so many went wrong at its address that all of them together should take little time.
    """

    rows: tuple[int, ...]
    is_crowded: bool = False


def in_figures(seconds: int) -> str:
    """A time to wait: `40 seconds`, `3 minutes`; a minute that has begun is a minute."""
    if seconds < 100:
        return figured(seconds, "second")
    return figured(ceil(seconds / 60), "minute") if seconds <= 5400 else figured(ceil(seconds / 3600), "hour")

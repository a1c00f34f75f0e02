"""A tutor whose clock can be set while it runs: `python -m tests.robustness.shifted …` for `python -m tutor …`.

The file that CLOCK_SETTINGS names holds two numbers of seconds. By the first the wall clock is set, forward or back.
The second lets so much time pass: every clock of the process is ahead by it, as if one had waited.
"""

from __future__ import annotations

import datetime as datetimes
import os
import struct
import time
from collections.abc import Callable
from datetime import timedelta
from mmap import mmap
from pathlib import Path
from typing import Any

SETTINGS = "CLOCK_SETTINGS"
_LAYOUT = "dd"


def write_settings(file: Path, wall: float = 0.0, passed: float = 0.0) -> None:
    """Sets the clock of whoever runs by this file; the file is changed in place, for it is read from memory."""
    content = struct.pack(_LAYOUT, wall, passed)
    if not file.exists():
        file.write_bytes(content)
        return
    with file.open("r+b") as opened:
        opened.write(content)


def shift(file: Path) -> None:
    """From now on every clock of this process goes by the file."""
    with file.open("r+b") as opened:
        settings = mmap(opened.fileno(), struct.calcsize(_LAYOUT))

    def wall() -> float:
        set_by, passed = struct.unpack(_LAYOUT, settings)
        return float(set_by + passed)

    def passed() -> float:
        return float(struct.unpack(_LAYOUT, settings)[1])

    real: Any = datetimes.datetime
    real_time, real_monotonic, real_clock = time.time, time.monotonic, time.clock_gettime

    class Kind(type):
        """Whatever is a moment is one of ours, also what was made by somebody who knows only the real class."""

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, real)

        def __subclasscheck__(cls, subclass: type) -> bool:
            return issubclass(subclass, real)

    class Shifted(real, metaclass=Kind):  # type: ignore[misc]
        @classmethod
        def now(cls, tz: datetimes.tzinfo | None = None) -> Any:
            return real.now(tz) + timedelta(seconds=wall())

        @classmethod
        def utcnow(cls) -> Any:
            return real.now(datetimes.UTC).replace(tzinfo=None) + timedelta(seconds=wall())

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    Shifted.__name__ = Shifted.__qualname__ = "datetime"
    Shifted.__module__ = "datetime"
    datetimes.datetime = Shifted  # type: ignore[misc]
    replaced: dict[str, Callable[..., Any]] = {
        "time": lambda: real_time() + wall(),
        "time_ns": lambda: int((real_time() + wall()) * 1e9),
        "monotonic": lambda: real_monotonic() + passed(),
        "monotonic_ns": lambda: int((real_monotonic() + passed()) * 1e9),
        "clock_gettime": lambda which: real_clock(which) + (wall() if which == time.CLOCK_REALTIME else passed()),
    }
    for name, instead in replaced.items():
        setattr(time, name, instead)


if __name__ == "__main__":
    shift(Path(os.environ[SETTINGS]))
    from tutor.__main__ import main  # not before: what it imports is to know our clock alone

    main()

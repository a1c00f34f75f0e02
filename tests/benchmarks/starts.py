"""How long each way to start takes, from nothing to the first page, and once more: `python -m tests.benchmarks.starts`.

Packages are downloaded, so the network counts. Nothing is shared between the ways, not even a cache of packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.support.paths import ROOT
from tests.tools.release import LOCK, build, single_file
from tests.web.server.test_serving import fetched, served


def main() -> None:
    """Prints a line for each way."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        wheel = build(folder / "wheel", "wheel")
        app = single_file(folder, wheel)
        print(f"{'':<34} from nothing, s  again, s   MB")
        for name, home, steps, command in ways(folder, wheel, app):
            home.mkdir()
            own = {"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data")}
            own |= {"UV_CACHE_DIR": str(home / "uv"), "UV_SYSTEM_CERTS": "1", "PIP_CACHE_DIR": str(home / "pip")}
            own |= {"PEX_ROOT": str(home / "pex"), "PIPX_HOME": str(home / "pipx"), "PIPX_DEFAULT_BACKEND": "pip"}
            began = monotonic()
            for step in steps:
                subprocess.run(step, check=True, capture_output=True, env={**os.environ, **own}, cwd=home)
            first = _first_page(home / "one", command, own) - began
            again = -monotonic() + _first_page(home / "two", command, own)
            size = sum(file.stat().st_size for file in home.rglob("*") if file.is_file() and not file.is_symlink())
            print(f"{name:<34} {first:>15.1f} {again:>9.1f} {size / 2**20:>5.0f}", flush=True)


Way = tuple[str, Path, Sequence[Sequence[str]], Sequence[str]]
"""What it is called, a folder for it, what comes first, and the command."""


def ways(folder: Path, wheel: Path, app: Path) -> Iterator[Way]:
    """Every way to start that the page on installation has."""
    python = sys.executable
    pins = ("--constraints", str(ROOT / LOCK))
    yield (
        "uvx",
        folder / "a",
        (),
        (python, "-m", "uv", "tool", "run", "--quiet", *pins, "--from", str(wheel), "love-all"),
    )
    yield "pipx run", folder / "b", (), (python, "-m", "pipx", "run", "--spec", str(wheel), "love-all")
    home = folder / "c"
    pip = (str(home / "env/bin/pip"), "install", "--quiet", "--disable-pip-version-check")
    steps = (
        (python, "-m", "venv", str(home / "env")),
        (*pip, "--require-hashes", "--requirement", str(ROOT / LOCK)),
        (*pip, str(wheel)),
    )
    yield "pip, in an environment of its own", home, steps, (str(home / "env/bin/love-all"),)
    yield "single file", folder / "d", (), (python, str(app))
    home = folder / "e"
    clone = ("git", "clone", "--quiet", str(ROOT), str(home / "love-all"))
    ready = ("make", "--silent", "-C", str(home / "love-all"), ".venv/.ready-to-run")
    yield "git clone, make run", home, (clone, ready), (str(home / "love-all/.venv/bin/tutor"),)


def _first_page(data: Path, command: Sequence[str], environment: dict[str, str]) -> float:
    """When the first page came."""
    with served(data, program=command, environment=environment) as address:
        assert "Love All" in fetched(address)
        return monotonic()


if __name__ == "__main__":
    main()

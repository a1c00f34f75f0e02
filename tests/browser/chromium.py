"""The Chromium that the tests drive: `python -m tests.browser.chromium` finds one, or installs it, or says what to do.

CHROMIUM names one. Debian’s own comes next, installed by apt where it is wanting and that is allowed; elsewhere
Playwright’s is fetched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update")
"""The tests run as root in containers, where the sandbox cannot; and nothing may call home."""

ADVICE = """\
The tests need a Chromium, and none could be found or installed. Do one of these, and run make test again:
  - on Debian or Ubuntu: sudo apt-get install chromium
  - elsewhere: .venv/bin/python -m playwright install --with-deps chromium
  - name one that you have: make test CHROMIUM=/path/to/chromium"""


def find() -> str | None:
    """The path of a Chromium on this machine, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    return installed or _playwrights_own()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def fault_of(path: str) -> str | None:
    """Why a Chromium does not start, or None when it does."""
    try:
        with sync_playwright() as playwright:
            playwright.chromium.launch(executable_path=path, args=list(FLAGS)).close()
    except Error as error:
        return error.message.splitlines()[0]
    return None


def install() -> None:
    """Installs one by the system’s own means where they may be used, else Playwright’s; it may fail."""
    for command in _ways():
        print("Chromium is wanting:", " ".join(command), flush=True)
        if subprocess.run(command, check=False).returncode:
            return


def _ways() -> list[list[str]]:
    apt = shutil.which("apt-get")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    sudo = shutil.which("sudo")
    if apt and (root or (sudo and _may_sudo(sudo))):
        prefix = [] if root or sudo is None else [sudo, "-n"]
        return [[*prefix, apt, "update", "-qq"], [*prefix, apt, "install", "-y", "-qq", "chromium"]]
    return [[sys.executable, "-m", "playwright", "install", "chromium"]]


def _may_sudo(sudo: str) -> bool:
    return subprocess.run([sudo, "-n", "true"], check=False, capture_output=True).returncode == 0


def main() -> None:
    if find() is None:
        install()
    path = find()
    fault = "there is none" if path is None else fault_of(path)
    if fault:
        print(f"{ADVICE}\n({path or 'Chromium'}: {fault})", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()

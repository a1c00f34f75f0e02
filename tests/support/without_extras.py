"""`python -m tests.support.without_extras FOLDER`: the tutor in an environment without any extra.

It reads addresses and commands as JSON, opens the first in self-study and runs the second, and writes what came of
each. Only a program of its own shows that nothing imports an extra by the way.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from click.testing import CliRunner
from flask.testing import FlaskClient

from tutor.errors import TutorError
from tutor.extras import EXTRAS


def block() -> None:
    """Makes every package of an extra, and what those alone bring, look as if it were not installed."""
    brought = ("cryptography", "dask", "jwcrypto", "jwt", "numpy", "matplotlib", "endplay", "PIL", "requests")
    for package in (*brought, *(package for packages in EXTRAS.values() for package in packages)):
        assert package not in sys.modules, f"{package} is imported at the start"
        sys.modules[package] = None  # type: ignore[assignment]


def self_study(folder: Path) -> FlaskClient:
    """A browser of somebody who learns alone."""
    from tutor.library.catalogue import load
    from tutor.study.storage.data_folder import open_study
    from tutor.web.application import create_app
    from tutor.web.services import Services

    study = open_study(folder, lambda: datetime.now(UTC))
    app = create_app(Services.of(load(), study, Random(1)), b"k" * 32)
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()


def run(command: list[str]) -> tuple[int, str]:
    """The exit code of a command and all that it printed. An error of the user’s is exit code 2, as in `main`."""
    from tutor.__main__ import tutor

    result = CliRunner().invoke(tutor, command, input="" if command[0] in ("score", "advise") else "quit\n")
    if isinstance(result.exception, TutorError):
        return 2, result.output + str(result.exception)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def main() -> None:
    block()
    asked = json.loads(sys.stdin.read())
    browser = self_study(Path(sys.argv[1]))
    pages = {}
    for address in asked["pages"]:
        answer = browser.get(address, buffered=True)
        pages[address] = (answer.status_code, answer.text if answer.status_code >= 500 else "")
    forms = {}
    for address, fields in asked["forms"]:
        answer = browser.post(address, data=fields, buffered=True)
        forms[address] = (answer.status_code, answer.text if answer.status_code >= 400 else "")
    commands = {" ".join(command): run(command) for command in asked["commands"]}
    json.dump({"pages": pages, "forms": forms, "commands": commands}, sys.stdout)


if __name__ == "__main__":
    main()

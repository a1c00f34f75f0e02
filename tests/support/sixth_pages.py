"""Asks a tutor for pages, and prints what came: run in a process of its own, in which another author is installed."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tutor.library.catalogue import load
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services


def main(folder: Path, addresses: list[str]) -> None:
    study = Study.open(folder / FILE, lambda: datetime(2026, 1, 1, 12, tzinfo=UTC))
    app = create_app(Services.of(load(), study, Random(1)), b"the secret of a tutor for tests, long")
    app.testing = True
    client = app.test_client()
    answers = {address: client.get(address, follow_redirects=True) for address in addresses}
    print(json.dumps({address: [one.status_code, one.text] for address, one in answers.items()}))
    study.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

"""`python -m tests.browser.picture FILE`: the picture of the replay page that the README shows."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.site import served
from tutor.library.catalogue import load
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

PAGE = "/games/hel-game-04/card/4?seat=turn"


def take(file: Path) -> None:
    """Serves the tutor to a reader who has answered nothing, and takes the picture."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        study = Study.open(Path(folder) / "study.sqlite3", lambda: datetime.now(UTC))
        app = create_app(Services.of(load(), study, Random(1)), b"for a picture only")
        with served(app) as address:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
            page = browser.new_page(viewport={"width": 1120, "height": 700}, device_scale_factor=1.5)
            page.goto(address + PAGE)
            page.evaluate("() => document.fonts.ready")
            page.screenshot(path=file, type="jpeg", quality=85)
            browser.close()
        study.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))

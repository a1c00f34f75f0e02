"""Makes the icons of the web app from `static/icon.svg`, with Chromium: `python -m tests.tools.icons`.

A system cuts a maskable icon to its own shape, so its picture keeps clear of the outer tenth on each side.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium
from tutor.library.folders import folder

GREEN = "#2f5d4b"
ICONS = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "maskable-192.png": (192, 0.8),
    "maskable-512.png": (512, 0.8),
    "touch.png": (180, 0.88),
}
"""The size of each, and how much of it the picture takes."""


def draw(page: Page, size: int, share: float, target: Path) -> None:
    """Writes one icon."""
    svg = (folder("static") / "icon.svg").read_text(encoding="utf-8")
    ground = "transparent" if share == 1 else GREEN
    inner = round(size * share)
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>*{{margin:0}}body{{background:{ground};display:grid;place-items:center;height:{size}px}}"
        f"svg{{width:{inner}px;height:{inner}px}}</style>{svg}"
    )
    page.screenshot(path=target, omit_background=True)


def main() -> None:
    """Writes them all."""
    target = folder("static") / "icons"
    target.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        page = browser.new_page()
        for name, (size, share) in ICONS.items():
            draw(page, size, share, target / name)
        browser.close()


if __name__ == "__main__":
    main()

"""How Sphinx builds these guides: `make docs`. Their list is `index.md`, from which the contents are made."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]

project = "Love All"
author = "the authors of Love All"
project_copyright = author
version = release = re.findall(r'__version__ = "(.+)"', (ROOT / "tutor" / "__init__.py").read_text("utf-8"))[0]
extensions = ["myst_parser"]
myst_heading_anchors = 4
nitpicky = True
html_theme = "alabaster"
html_static_path = ["_static"]
html_css_files = ["love-all.css"]
html_title = "Love All"
html_logo = "../static/icon.svg"
html_favicon = "../static/icon.svg"
html_copy_source = False
html_theme_options = {"description": "Learn whist and bridge from five old books", "fixed_sidebar": False}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
pygments_style = "bw"

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_GUIDE = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\.md\)", re.MULTILINE)


def add_contents(_: Sphinx, name: str, source: list[str]) -> None:
    """Adds to the list of guides what Sphinx reads as contents: the same guides, by section."""
    if name == "index":
        _, *parts = _HEADING.split(source[0])
        for caption, listed in zip(parts[::2], parts[1::2], strict=True):
            entries = "\n".join(f"{title} <{file}>" for title, file in _GUIDE.findall(listed))
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)

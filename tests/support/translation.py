"""A language that nobody speaks: every letter accented, so that what is not translated stands out."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo

ROOT = Path(__file__).parents[2]
KEYWORDS = {"_": None, "gettext": None, "lazy_gettext": None, "ngettext": (1, 2), "lazy_ngettext": (1, 2)}
_LETTERS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|<[^>]*>|&\w+;)")


def accented(text: str) -> str:
    """A text in the language that nobody speaks: `Next` is `⟦Ñéxt⟧`. Places for values, and markup, stay."""
    parts = _KEPT.split(text)
    return "⟦" + "".join(part if _KEPT.fullmatch(part) else part.translate(_LETTERS) for part in parts) + "⟧"


def messages() -> Catalog:
    """Every message of the interface."""
    with (ROOT / "tutor" / "translations" / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]
    found = Catalog(project="Love All", charset="utf-8")
    for folder in ("templates", "tutor/web"):
        inside = [
            (pattern.removeprefix(f"{folder}/"), method) for pattern, method in methods if pattern.startswith(folder)
        ]
        of_folder = {pattern.removeprefix(f"{folder}/"): option for pattern, option in options.items()}
        for file, line, message, comments, context in extract_from_dir(ROOT / folder, inside, of_folder, KEYWORDS):
            found.add(message, locations=[(f"{folder}/{file}", line)], auto_comments=comments, context=context)
    return found


def write_accented(folder: Path, locale: str) -> Path:
    """Writes the catalogue of a locale, with every message accented; returns the folder of catalogues."""
    catalogue = messages()
    catalogue.locale = locale
    for message in catalogue:
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else list(message.id)
            said = [accented(form) for form in forms]
            message.string = said[0] if len(said) == 1 else (said[0], *said[1:] * (catalogue.num_plurals - 1))
    written = BytesIO()
    write_mo(written, catalogue)
    target = folder / locale / "LC_MESSAGES" / "messages.mo"
    target.parent.mkdir(parents=True)
    target.write_bytes(written.getvalue())
    return folder

"""The forms of a page, read as a browser reads them."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser


def typed_in(page: str, selector: str = "form.fields") -> dict[str, str]:
    """What the fields of a form hold, by name: what a browser would send if nothing were changed."""
    form = LexborHTMLParser(page).css_first(selector)
    assert form is not None, f"there is no {selector}"
    typed: dict[str, str] = {}
    for field in form.css("input, textarea, select"):
        name, kind = field.attributes.get("name"), field.attributes.get("type")
        if not name or (kind in ("radio", "checkbox") and "checked" not in field.attributes) or kind == "file":
            continue
        if field.tag == "select":
            chosen = field.css_first("option[selected]") or field.css_first("option")
            typed[name] = (chosen.attributes.get("value") or "") if chosen else ""
        else:
            text = field.text() if field.tag == "textarea" else field.attributes.get("value") or ""
            typed[name] = text.removeprefix("\r").removeprefix("\n")
    return typed

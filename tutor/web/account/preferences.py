"""How the pages look and sound to this reader: remembered in the cookie, whoever is logged in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

blueprint = Blueprint("preferences", __name__, url_prefix="/settings")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name in forms and in the page, its label, and its options by value, the usual one first."""

    name: str
    label: str
    options: Mapping[str, str]
    note: str = ""

    @property
    def usual(self) -> str:
        return next(iter(self.options))

    @property
    def chosen(self) -> str:
        """What this reader chose, or what is usual."""
        value = session.get(self.name, self.usual)
        return value if value in self.options else self.usual


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("theme", "Theme", {"auto": "As the device", "light": "Light", "dark": "Dark"}),
        Setting("pack", "Pack", {"two": "Two colours", "four": "Four colours"}),
        Setting(
            "seats",
            "Names of the seats",
            {"letters": "A, Y, B, Z", "compass": "With the compass"},
            "The books call the players A, Y, B and Z, and so do the notes. A is South, Y West, B North, Z East.",
        ),
        Setting(
            "speed",
            "Speed of the cards",
            {"normal": "Normal", "slow": "Slow", "fast": "Fast", "wait": "Wait for me after each trick"},
        ),
        Setting("motion", "Movement", {"auto": "As the device asks", "none": "None"}),
        Setting("sound", "Sound of the cards", {"off": "Off", "on": "On"}),
        Setting("size", "Size of the text", {"normal": "Normal", "large": "Large", "larger": "Larger"}),
    )
}
NAMES = tuple(SETTINGS)
PACKS = tuple(SETTINGS["pack"].options)


@blueprint.get("/")
def show() -> str:
    """The settings; each applies as soon as it is chosen, and is kept when the form is saved."""
    return render_template("account/settings.html", settings=SETTINGS.values(), back=request.args.get("back", "/"))


@blueprint.post("/")
def save() -> Response:
    """Keeps the settings that the form names, and goes back to the page; a form that names none stays where it is."""
    session.permanent = True
    for name, setting in SETTINGS.items():
        if name in request.form:
            value = request.form[name]
            session[name] = value if value in setting.options else setting.usual
    return redirect(page_of_ours(request.form["back"])) if "back" in request.form else Response(status=204)


def looks() -> tuple[tuple[str, str], ...]:
    """The settings of this reader that are not as usual: names and values."""
    return tuple((name, setting.chosen) for name, setting in SETTINGS.items() if setting.chosen != setting.usual)


def appearance() -> dict[str, object]:
    """What every template knows of it."""
    return {
        "pack": SETTINGS["pack"].chosen,
        "looks": dict(looks()),
        "here": request.full_path.rstrip("?"),
        "is_stage": "stage" in request.args,
    }


def page_of_ours(address: str) -> str:
    """An address that a form named, if it is one of ours; the first page otherwise."""
    return urlsplit(address).geturl() if is_ours(address) else url_for("home.index")


def is_ours(address: str) -> bool:
    """Whether an address can be one of this tutor’s pages, and leads to nobody else."""
    try:
        wanted = urlsplit(address)
    except ValueError:
        return False
    leads_away = wanted.scheme or wanted.netloc or "\\" in address or address.startswith("//")
    return wanted.path.startswith("/") and not leads_away

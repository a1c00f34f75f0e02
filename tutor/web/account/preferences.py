"""How the pages look and sound in this browser. The settings are in the cookie, whoever is logged in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString
from werkzeug.wrappers import Response

from tutor.web.projector import is_for_projector, keeps_projector

blueprint = Blueprint("preferences", __name__, url_prefix="/settings")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name in forms and in the page, its label, and its options by value, the default first."""

    name: str
    label: LazyString
    options: Mapping[str, LazyString | str]
    note: LazyString | str = ""

    @property
    def usual(self) -> str:
        return next(iter(self.options))

    @property
    def chosen(self) -> str:
        """What this reader chose, or the default."""
        value = session.get(self.name, self.usual)
        return value if value in self.options else self.usual


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            "theme",
            lazy_gettext("Theme"),
            {"auto": lazy_gettext("Same as device"), "light": lazy_gettext("Light"), "dark": lazy_gettext("Dark")},
        ),
        Setting(
            "pack",
            lazy_gettext("Pack"),
            {"two": lazy_gettext("Two-colour pack"), "four": lazy_gettext("Four-colour pack")},
        ),
        Setting(
            "seats",
            lazy_gettext("Seat names"),
            {"letters": "A, Y, B, Z", "compass": lazy_gettext("With compass points")},
            lazy_gettext(
                "The books and the notes call the players A, Y, B and Z. A is South, Y is West, B is North, Z is East."
            ),
        ),
        Setting(
            "speed",
            lazy_gettext("Card speed"),
            {
                "normal": lazy_gettext("Normal"),
                "slow": lazy_gettext("Slow"),
                "fast": lazy_gettext("Fast"),
                "wait": lazy_gettext("Wait for me after each trick"),
            },
        ),
        Setting(
            "motion", lazy_gettext("Motion"), {"auto": lazy_gettext("Same as device"), "none": lazy_gettext("None")}
        ),
        Setting("sound", lazy_gettext("Card sounds"), {"off": lazy_gettext("Off"), "on": lazy_gettext("On")}),
        Setting(
            "keys",
            lazy_gettext("Keys of one letter"),
            {"on": lazy_gettext("On"), "off": lazy_gettext("Off")},
            lazy_gettext("Off if you speak to your computer. Arrows, Tab and Enter still work."),
        ),
        Setting(
            "size",
            lazy_gettext("Text size"),
            {"normal": lazy_gettext("Normal"), "large": lazy_gettext("Large"), "larger": lazy_gettext("Larger")},
        ),
    )
}
NAMES = tuple(SETTINGS)
PACKS = tuple(SETTINGS["pack"].options)


@blueprint.get("/")
def show() -> str:
    """The settings. Each applies as soon as it is chosen, and is saved with the form."""
    return render_template("account/settings.html", settings=SETTINGS.values(), back=request.args.get("back", "/"))


@blueprint.post("/")
def save() -> Response:
    """Saves the settings in the form, and goes back to the page that it names, if any."""
    session.permanent = True
    for name, setting in SETTINGS.items():
        if name in request.form:
            value = request.form[name]
            session[name] = value if value in setting.options else setting.usual
    return redirect(page_of_ours(request.form["back"])) if "back" in request.form else Response(status=204)


def looks() -> tuple[tuple[str, str], ...]:
    """The settings of this reader that are not the default: names and values."""
    return tuple((name, setting.chosen) for name, setting in SETTINGS.items() if setting.chosen != setting.usual)


def appearance() -> dict[str, object]:
    """What every template knows of the settings."""
    return {
        "pack": SETTINGS["pack"].chosen,
        "looks": dict(looks()),
        "here": request.full_path.rstrip("?"),
        "is_stage": is_for_projector(),
        "keeps_stage": keeps_projector(),
    }


def page_of_ours(address: str) -> str:
    """An address that a form named, if it is one of ours; otherwise the home page."""
    return urlsplit(address).geturl() if is_ours(address) else url_for("home.index")


def is_ours(address: str) -> bool:
    """Whether an address can be one of this tutor’s pages, and leads to nobody else."""
    try:
        wanted = urlsplit(address)
    except ValueError:
        return False
    leads_away = wanted.scheme or wanted.netloc or "\\" in address or address.startswith("//")
    return wanted.path.startswith("/") and not leads_away

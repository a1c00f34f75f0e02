"""Settings: from options, the environment and one TOML file, all checked by one table, the class `Settings`.

An option wins over the environment, the environment over the file, and the file over the default. A setting has one
name everywhere: `--api-calls 60`, `LOVE_ALL_API_CALLS=60`, and `api-calls = 60` in the file.
"""

# ruff: noqa: RUF009 - what is called in the class makes its fields

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click
from platformdirs import user_config_path, user_data_path

from tutor.errors import TutorError, Unknown, quoted
from tutor.wording import sentences

PREFIX = "LOVE_ALL_"
CONFIG = f"{PREFIX}CONFIG"
"""The environment variable that names the file."""
ALIASES = {"DATABASE_URL": "database-url"}
"""Environment variables whose names many hosts set. One with our own prefix wins."""
SYSTEM_FILE = Path("/etc/love-all.toml")
HIDDEN = "***"
"""What is shown in the place of a secret."""
YES, NO = frozenset(("1", "true", "yes", "on")), frozenset(("0", "false", "no", "off"))


class BadSettings(TutorError):
    """Settings that cannot be used, with all their faults."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


class _Unfit(Exception):
    """A value of the wrong kind; the message says what is wanted."""


def _setting(kind: type, default: Any, help: str, **more: Any) -> Any:  # noqa: A002
    """A field with what options, the environment and the file need to know of it. No `repr` has a secret."""
    return field(default=default, repr=not more.get("is_secret"), metadata={"kind": kind, "help": help, **more})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set, with its default. None lets the tutor choose."""

    port: int | None = _setting(int, None, "The port; by default 8000, or the next that is free.", among=(1, 65535))
    data: Path | None = _setting(Path, None, "The folder for what you answer.")
    database_url: str | None = _setting(
        str, None, "A PostgreSQL server for the answers, instead of a file.", is_option=False, is_secret=True
    )
    browser: bool | None = _setting(bool, None, "Whether to open a browser; by default where there is a screen.")
    classroom: bool = _setting(bool, False, "For a class: everybody logs in, and teachers set work and follow it.")
    host: str | None = _setting(str, None, "Where a classroom listens; by default at every address of this machine.")
    names: tuple[str, ...] = _setting(tuple, (), "A name by which a classroom is reached; may be repeated.", key="name")
    proxied: bool = _setting(bool, False, "A proxy of yours, such as nginx, speaks https for the classroom.")
    proxy_address: str | None = _setting(str, None, "The address of that proxy; by default 127.0.0.1, this machine.")
    workers: int | None = _setting(int, None, "Processes of a classroom; by default one for each core.", among=(1, 64))
    language: str = _setting(str, "en-GB", "The language of the pages, such as de.")
    translations: Path | None = _setting(Path, None, "The folder of its catalogue, for gettext.")
    api_calls: int = _setting(
        int, 600, "Calls that a program may make to the API in a minute; 0 turns the API off.", among=(0, 1_000_000)
    )
    metrics: bool = _setting(bool, False, "Figures for Prometheus at /metrics, for programs on this machine.")
    metrics_token: str | None = _setting(
        str, None, "The token by which other machines read the figures.", is_option=False, is_secret=True
    )
    log_format: str = _setting(str, "text", "How the log is written.", choices=("text", "json"))
    log_addresses: bool = _setting(bool, False, "Whether a log in JSON has the addresses of clients.")
    no_cache: bool = _setting(bool, False, "Whether to do without the cache of checked content.", is_option=False)

    @property
    def folder(self) -> Path:
        """The folder that was chosen for the data, or the one that the system has for it."""
        return self.data or user_data_path("love-all", appauthor=False)


def key_of(setting: Field[Any]) -> str:
    """What a setting is called in the file."""
    return str(setting.metadata.get("key", setting.name.replace("_", "-")))


KEYS: Mapping[str, Field[Any]] = {key_of(setting): setting for setting in fields(Settings)}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value is from: `option`, `environment`, `file` or `default`; `where` is the variable, or the line."""

    kind: str
    where: str = ""

    def __str__(self) -> str:
        return self.where or self.kind


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings in force, with the source of each by its key, and the file that was read."""

    settings: Settings
    sources: Mapping[str, Source]
    file: Path | None

    def shown(self) -> Iterator[tuple[str, Any, Source]]:
        """Each key with its value and its source, fit to be printed: nobody can read a secret in it."""
        for key, setting in KEYS.items():
            value = getattr(self.settings, setting.name)
            if setting.name == "data":
                value = self.settings.folder
            if value is not None and setting.metadata.get("is_secret"):
                value = masked(value) if key == "database-url" else HIDDEN
            yield key, str(value) if isinstance(value, Path) else value, self.sources[key]


def resolve(
    options: Mapping[str, Any], file: Path | None = None, environment: Mapping[str, str] | None = None
) -> Resolved:
    """The settings, from options by field name (None or empty if not given), the environment and the `file`.

    Without a `file` the environment may name one. Otherwise it is the user’s, or the system’s. Raises `BadSettings`.
    """
    environment = os.environ if environment is None else environment
    file = file or _file_of(environment)
    faults: list[str] = []
    values: dict[str, Any] = {}
    sources = dict.fromkeys(KEYS, Source("default"))
    layers = (_from_file(file, faults) if file else (), _from_environment(environment, faults), _from_options(options))
    for layer in layers:
        for key, value, source in layer:
            values[KEYS[key].name], sources[key] = value, source
    if faults:
        raise BadSettings(faults)
    return Resolved(Settings(**values), sources, file)


def with_settings(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command `--config` and the options of some settings, or of all, and calls it with the `settings`."""
    chosen = [
        one for one in fields(Settings) if (one.name in names or not names) and one.metadata.get("is_option", True)
    ]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def run(*args: Any, config: Path | None, **kwargs: Any) -> Any:
            options = {one.name: kwargs.pop(one.name) for one in chosen}
            return command(*args, settings=resolve(options, config).settings, **kwargs)

        with_options: Callable[..., Any] = run
        for one in reversed(chosen):
            with_options = _option(one)(with_options)
        return config_option(with_options)

    return decorate


config_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"The file of settings, in TOML; by default the one that {CONFIG} names, or yours, or {SYSTEM_FILE} on Linux.",
)


def masked(address: str) -> str:
    """The address of a database without its password. What is no address is hidden whole: anything in it may be one."""
    if not re.match(r"[a-z][a-z0-9+.-]*://", address, re.IGNORECASE):
        return HIDDEN
    without = re.sub(r"([?&][^=&]*password=)[^&]*", rf"\1{HIDDEN}", address, flags=re.IGNORECASE)
    return re.sub(r"(//[^:]*):.*@", rf"\1:{HIDDEN}@", without, flags=re.DOTALL)


def _option(setting: Field[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    about, name = setting.metadata, key_of(setting)
    types = {int: click.IntRange(*about.get("among", ())), Path: click.Path(path_type=Path, file_okay=False)}
    default = "" if setting.default in (None, False, ()) else f" By default {setting.default}."
    return click.option(
        f"--{name}/--no-{name}" if about["kind"] is bool else f"--{name}",
        setting.name,
        type=types.get(about["kind"], click.Choice(about["choices"]) if "choices" in about else None),
        default=() if about["kind"] is tuple else None,
        multiple=about["kind"] is tuple,
        help=about["help"] + default,
    )


# ---- the three layers ------------------------------------------------------------------------------------------------

Layer = Iterator[tuple[str, Any, Source]]


def _from_options(options: Mapping[str, Any]) -> Layer:
    for key, setting in KEYS.items():
        value = options.get(setting.name)
        if value is not None and value != ():
            yield key, value, Source("option", f"--{key}")


def _from_environment(environment: Mapping[str, str], faults: list[str]) -> Layer:
    """What the variables say. An empty one says nothing."""
    variables = {PREFIX + key.upper().replace("-", "_"): key for key in KEYS}
    known = {*variables, CONFIG}
    unknown = sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
    faults += (f"In the environment {Unknown('setting', name, known)}" for name in unknown)
    for name, key in (ALIASES | variables).items():
        if text := environment.get(name):
            try:
                yield key, _read(KEYS[key], text), Source("environment", name)
            except _Unfit as unfit:
                shown = "" if KEYS[key].metadata.get("is_secret") else f" and not {quoted(text)}"
                faults.append(f"The environment variable {name} has to be {unfit}{shown}.")


def _from_file(file: Path, faults: list[str]) -> Layer:
    try:
        text = file.read_text(encoding="utf-8")
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error))
        what, line = (found[1], found[2]) if found else (str(error), str(text.count("\n") + 1))
        faults.append(f"{file}:{line}: {sentences(f'this is not TOML: {what}', 'Write one setting on each line')}")
        return
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        mend = f"Name another file with --config or {CONFIG}"
        faults.append(sentences(f"the settings in ‘{file}’ cannot be read: {why}", mend))
        return
    for key, value in written.items():
        place = f"{file}:{_line(text, key)}"
        if key not in KEYS:
            mend = " Write each setting on a line of its own, without a table." if isinstance(value, dict) else ""
            faults.append(f"{place}: {Unknown('setting', key, KEYS)}{mend}")
            continue
        try:
            yield key, _taken(KEYS[key], value, file.parent), Source("file", place)
        except _Unfit as unfit:
            faults.append(f"{place}: {quoted(key)} has to be {unfit}.")


def _line(text: str, key: str) -> int:
    """The line on which a key of the file stands."""
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _read(setting: Field[Any], text: str) -> Any:
    """The value in a text of the environment. Raises `_Unfit`."""
    kind = setting.metadata["kind"]
    if kind is bool:
        if text.casefold() not in YES | NO:
            raise _Unfit("true or false")
        return text.casefold() in YES
    if kind is int:
        return _fit(setting, int(text) if re.fullmatch(r"-?[0-9]{1,15}", text.strip()) else text)
    if kind is tuple:
        return tuple(filter(None, (one.strip() for one in text.split(","))))
    return _fit(setting, text if kind is str else Path(os.path.expanduser(text)))  # noqa: PTH111 - as in `_taken`


def _taken(setting: Field[Any], value: Any, folder: Path) -> Any:
    """The value of a TOML value; a path is seen from the `folder` of its file. Raises `_Unfit`."""
    kind = setting.metadata["kind"]
    if kind is tuple:
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
            raise _Unfit('a list of texts, such as ["tutor.school.example"]')
        return tuple(names)
    if kind is Path:
        if not isinstance(value, str):
            raise _Unfit("a path in quotation marks")
        return folder / os.path.expanduser(value)  # noqa: PTH111 - which leaves a name alone that nobody has
    return _fit(setting, value)


def _fit(setting: Field[Any], value: Any) -> Any:
    """The same value, if it is of the right kind and within its limits. Raises `_Unfit`."""
    kind, about = setting.metadata["kind"], setting.metadata
    if kind is int:
        least, most = about["among"]
        if type(value) is not int or not least <= value <= most:
            raise _Unfit(f"a whole number from {least} to {most}")
    elif kind is bool and type(value) is not bool:
        raise _Unfit("true or false")
    elif "choices" in about and value not in about["choices"]:
        raise _Unfit(" or ".join(about["choices"]))
    elif kind is str and not isinstance(value, str):
        raise _Unfit("a text in quotation marks")
    return value


def _file_of(environment: Mapping[str, str]) -> Path | None:
    """The file that the environment names, or else the user’s, or the system’s, if they may be read."""
    if named := environment.get(CONFIG):
        return Path(named)
    candidates = [user_config_path("love-all", appauthor=False) / "config.toml"]
    if sys.platform.startswith("linux"):
        candidates.append(SYSTEM_FILE)
    return next((file for file in candidates if os.access(file, os.R_OK)), None)

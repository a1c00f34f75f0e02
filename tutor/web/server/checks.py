"""What `tutor serve` looks at before it begins: settings that do not go together, and files that cannot be used."""

from __future__ import annotations

from importlib import import_module
from ipaddress import IPv4Address

import click

from tutor.extras import EXTRAS, importing, require_extra
from tutor.library.catalogue import load
from tutor.settings import Settings
from tutor.study.storage.data_folder import place
from tutor.study.storage.database import Database, url_of
from tutor.web.language import CATALOGUES, Language
from tutor.web.services import load_exercises

THIS_MACHINE = "127.0.0.1"


def check_settings(settings: Settings) -> tuple[str | None, Language]:
    """The address of the proxy, if there is one, and the language of the pages.

    Raises `UsageError` for settings that do not go together, `Malformed` for a language or an address of a database
    that cannot be used, and `NotInstalled` if they need an extra that is missing.
    """
    forbidden = settings.host or settings.names or settings.proxied or settings.proxy_address or settings.workers
    if forbidden and not settings.classroom:
        raise click.UsageError(
            "--host, --name, --proxied, --proxy-address and --workers are for a class: add --classroom."
        )
    if settings.classroom:
        require_extra("class", "A classroom")
    if settings.metrics:
        require_extra("class", "The page of figures for Prometheus")
    if settings.database_url and url_of(settings.database_url).drivername != "sqlite":
        require_extra("class", "PostgreSQL")
    return _proxy(settings), Language.parse(settings.language, settings.translations or CATALOGUES)


def rehearse(settings: Settings) -> None:
    """Does what a start does, as far as it changes nothing: for a tutor that goes on if another could not begin.

    Raises what the start would raise: also `ImportError`, where a package is only half installed, and
    `DatabaseUnavailable`.
    """
    check_settings(settings)
    if settings.classroom or settings.metrics:
        with importing("class", "A classroom"):
            for package in EXTRAS["class"]:
                import_module(package)
    url = settings.database_url
    Database.open(place(settings.folder, url), folder=settings.folder if url else None, may_change=False).close()
    load_exercises(load())


def _proxy(settings: Settings) -> str | None:
    """The address of the proxy that may say for whom it asks, if there is one."""
    if not settings.proxied:
        if settings.proxy_address:
            raise click.UsageError("--proxy-address names the proxy of --proxied: add --proxied.")
        return None
    if not settings.names:
        raise click.UsageError(
            "--proxied needs the name under which the proxy is reached, such as --name school.example."
        )
    try:
        return str(IPv4Address(settings.proxy_address or THIS_MACHINE))
    except ValueError:
        raise click.UsageError(
            f"--proxy-address is an IPv4 address, such as 127.0.0.1 or 10.0.0.2, and not {settings.proxy_address!r}."
        ) from None

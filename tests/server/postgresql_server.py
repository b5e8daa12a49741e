"""A real PostgreSQL, from the system's packages: a private cluster on a socket in a folder of its own."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

__all__ = ["HAS_POSTGRESQL", "new_database", "postgresql_server"]


def _program(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


HAS_POSTGRESQL = ["postgresql"] if _program("initdb") else []


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The folder of its socket."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    assert initdb is not None
    assert control is not None
    other, environment = _as_other(), {**os.environ, "LC_ALL": "C"}
    with tempfile.TemporaryDirectory(prefix="duiyi-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o777)
        data = str(folder / "data")
        make = [*other, initdb, "-D", data, "-U", "duiyi", "--auth=trust", "-N", "-E", "UTF8", "--locale=C"]
        subprocess.run(make, check=True, capture_output=True, env=environment)
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        start = [*other, control, "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start"]
        subprocess.run(start, check=True, env=environment, stdout=subprocess.DEVNULL)
        try:
            yield str(folder)
        finally:
            stop = [*other, control, "-D", data, "-m", "immediate", "-w", "stop"]
            subprocess.run(stop, check=True, env=environment, stdout=subprocess.DEVNULL)


def new_database(folder: str) -> str:
    """The URL of a new database."""
    name = f"duiyi_{secrets.token_hex(4)}"
    with psycopg.connect(f"postgresql://duiyi@/postgres?host={folder}", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return f"postgresql://duiyi@/{name}?host={folder}"


def _as_other() -> list[str]:
    """PostgreSQL refuses to run as root; then somebody else starts it."""
    if os.geteuid() != 0:
        return []
    names = {entry.pw_name for entry in pwd.getpwall()}
    return ["setpriv", f"--reuid={'postgres' if 'postgres' in names else 'nobody'}", "--clear-groups"]

"""One server process for all tests that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server, serving
from tests.server.postgresql_server import new_database, postgresql_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(str(folder / "duiyi.db"), network_log=str(folder / "network.jsonl")) as running:
        yield running


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL for all tests that want one: the folder of its socket."""
    with postgresql_server() as folder:
        yield folder


@pytest.fixture(scope="module")
def postgresql(cluster: str) -> str:
    """The URL of a fresh database."""
    return new_database(cluster)

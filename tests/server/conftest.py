"""One server process for all tests that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(str(folder / "duiyi.db"), network_log=str(folder / "network.jsonl")) as running:
        yield running

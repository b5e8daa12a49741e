"""One server process for the tests of the course bridge."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.course.harness import course_server
from tests.server.harness import Server


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, int, Path]]:
    """A server, its course port and its folder."""
    folder = tmp_path_factory.mktemp("course")
    with course_server(folder) as (server, port):
        yield server, port, folder

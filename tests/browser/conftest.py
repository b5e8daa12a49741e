"""A real server, a real Chromium, and people who open it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.person import ROOT, Person
from tests.browser.server import Server

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = subprocess.run([ROOT / "scripts" / "find_chromium.sh"], check=True, capture_output=True, text=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path.stdout.strip(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not stop it."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[NewPerson]:
    """Makes people, each with their own context; afterwards none of their pages may have had an error."""
    made: list[Person] = []

    def new(url: str | None = None, *, phone: bool = False, **options: Any) -> Person:
        chosen: dict[str, Any] = {"viewport": PHONE if phone else DESK, "locale": "en-GB", "bypass_csp": True}
        if phone:
            chosen |= {"has_touch": True, "is_mobile": True}
        context = browser.new_context(**(chosen | options))
        somebody = Person(context, url or server.url, touches=phone)
        made.append(somebody)
        return somebody

    yield new
    errors = [error for somebody in made for error in somebody.errors]
    for somebody in made:
        somebody.context.close()
    assert errors == []

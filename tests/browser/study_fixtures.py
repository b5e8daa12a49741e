"""What the tests of the studying pages share: a finished game, and the words of a study's page."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.person import PATIENCE, Person, engine

__all__ = ["board_is_at", "finished_game", "moves_shown", "open_study", "settings"]


def finished_game(person: Person, game: str = "reversi(size=4)", seats: int = 2) -> str:
    """Let engines play a short game; says the id of its record."""
    room = person.create(game, [engine() for _ in range(seats)])
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        found = [one["id"] for one in person.ask("/api/records")["records"] if one["id"].startswith(room)]
        if found:
            return str(found[0])
        time.sleep(0.1)
    raise AssertionError(f"the engines did not finish {game}")


def open_study(person: Person, study: str) -> None:
    """Open a study and wait for its board."""
    person.go(f"/s/{study}")
    expect(person.page.locator("[role=grid]")).to_be_visible()
    # Moves can be tried once the server has told them.
    expect(person.page.get_by_label("Go to move")).to_be_visible()


def board_is_at(person: Person, ply: int) -> None:
    """Wait until the study shows this ply."""
    expect(person.page.get_by_label("Go to move")).to_have_value(str(ply))


def moves_shown(person: Person) -> Locator:
    """The buttons of all moves of the tree."""
    return person.page.locator("[data-node]")


def settings(**changes: Any) -> str:
    """A script that sets the settings of a device before its first page, and leaves later changes alone."""
    text = json.dumps(json.dumps(changes))
    return f"if (!localStorage.getItem('duiyi.settings')) localStorage.setItem('duiyi.settings', {text})"

"""Somebody at a browser: a context of their own, one page, and the gestures that the tests need."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

__all__ = ["PATIENCE", "Person", "engine"]

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 20_000
"""Milliseconds to wait for something that must happen; the machine may be busy."""


def engine(spec: str = "greedy") -> dict[str, Any]:
    """A seat for an engine."""
    return {"who": "engine", "controller": {"kind": "ai", "engine": spec}}


class Person:
    """A page with its errors noted: a test that leaves any fails."""

    def __init__(self, context: BrowserContext, url: str, *, touches: bool = False) -> None:
        self.context = context
        self.url = url
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self._touches = touches

    def go(self, path: str = "/") -> None:
        """Open a page of the site."""
        self.page.goto(self.url + path)

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the server over HTTP as this person."""
        request = self.context.request
        answer = request.get(self.url + path) if body is None else request.post(self.url + path, data=body)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def create(self, game: str, seats: list[dict[str, Any]], **settings: Any) -> str:
        """Open a room; says its code."""
        self.ask("/api/guest", {})
        body = {"settings": {"game": game, **settings}, "seats": seats}
        return str(self.ask("/api/rooms", body)["room"])

    def enter(self, room: str) -> None:
        """Open a room's page and wait for its board: the one that can be played on, not the first picture of it."""
        self.go(f"/r/{room}")
        expect(self.page.locator("#app [role=grid]")).to_be_visible()

    def snapshot(self, room: str) -> Any:
        """The room as the server tells it."""
        return self.ask(f"/api/rooms/{room}")

    def cell(self, label: str) -> Locator:
        """A point of the board by its name."""
        return self.page.locator(f'[role=gridcell][aria-label^="{label},"]')

    def tap(self, *labels: str) -> None:
        """Click or touch points of the board, one after the other."""
        for label in labels:
            box = self.cell(label).locator("circle").bounding_box()
            assert box is not None, f"{label} is not on the board"
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if self._touches:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)

    def play(self, *labels: str) -> None:
        """Make a move and wait until the list has it."""
        before = self.plies()
        self.expect_turn()
        self.tap(*labels)
        expect(self.page.locator("[data-ply]")).not_to_have_count(before, timeout=PATIENCE)

    def plies(self) -> int:
        """How many moves the list shows."""
        return self.page.locator("[data-ply]").count()

    def expect_turn(self) -> None:
        """Wait until it is this person's turn: the title of the tab says so."""
        expect(self.page).to_have_title(re.compile("^●"), timeout=PATIENCE)

    def expect_plies(self, count: int) -> None:
        """Wait until the list shows so many moves."""
        expect(self.page.locator("[data-ply]")).to_have_count(count, timeout=PATIENCE)

    def notice(self, text: str) -> Locator:
        """Something that the table tells, beside the board."""
        return self.page.get_by_label("Players, moves and actions").get_by_text(text)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name).first.click()

    def expect_verdict(self, *texts: str) -> None:
        """Wait for the end of the game, told in these words."""
        for text in texts:
            expect(self.page.get_by_label("Result", exact=True)).to_contain_text(text, timeout=PATIENCE)

    def expect_no_violation(self) -> None:
        """Let axe look at the page."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        told = [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]
        assert told == [], told

    def _note(self, message: ConsoleMessage) -> None:
        # A lost connection is told on the console by the browser itself.
        if message.type == "error" and not re.search("WebSocket|net::ERR|Failed to load resource", message.text):
            self.errors.append(message.text)

"""Take the pictures in docs/pictures: every view of play, from the real pages in a real Chromium.

Run ``make build/stamps/web`` first; then ``python scripts/pictures.py [NAME ...]`` (names as below, all by default).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.person import Person, engine  # noqa: E402
from tests.browser.server import Server  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
STARTS = {
    "reversi": "8/2xo4/1ooox3/1ooxxo2/1oxoxx2/o1xoo3/8/8 x",
    "xiangqi": "1rbakabr1/9/1cn3nc1/p3p1p1p/2p6/6P2/P1P1P3P/C3C1N2/9/RNBAKABR1 w - - 4 5",
    "gomoku": "15/15/15/15/8o6/5o1xx6/4x1xoox5/5xoxo6/15/15/15/15/15/15/15 x",
    "nogo": "9/1o5x1/2o1o1x2/3o2o2/4x4/3x1x3/2o3x2/1x5o1/9 x",
    "chinese_checkers": "",
}
"""Positions to show; an empty text is the game's own beginning."""


def main(wanted: list[str]) -> None:
    """Take the pictures named, or all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = subprocess.run([ROOT / "scripts" / "find_chromium.sh"], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), engine_pace="0.5")
        server.start()
        browser = playwright.chromium.launch(executable_path=path.stdout.strip(), args=["--no-sandbox"])
        try:
            for name, take in all_pictures().items():
                if not wanted or name in wanted:
                    take(browser, server.url)
                    print(name)
        finally:
            browser.close()
            server.stop()


def all_pictures() -> dict[str, Callable[[Browser, str], None]]:
    """Every picture by its name."""
    pictures: dict[str, Callable[[Browser, str], None]] = {
        "boards": boards,
        "start": start,
        "room": room,
        "watch": watch,
    }
    for game in STARTS:
        pictures[f"{game}"] = lambda browser, url, game=game: table(browser, url, game)  # type: ignore[misc]
        pictures[f"{game}-phone"] = lambda browser, url, game=game: phone(browser, url, game)  # type: ignore[misc]
    return pictures


def boards(browser: Browser, url: str) -> None:
    """The five boards, as the start page shows them."""
    me = visitor(browser, url, locale="en-GB", device_scale_factor=1.5, **DESK)
    me.go()
    settle(me)
    me.page.locator(".games").screenshot(path=PICTURES / "boards.png")
    me.context.close()


def start(browser: Browser, url: str) -> None:
    """The start page with a game chosen."""
    me = visitor(browser, url, locale="zh-CN", **DESK)
    me.create("xiangqi", [{"who": "me"}, engine("level(3)")], public=False)
    me.go()
    me.page.locator("[data-game=gomoku]").click()
    settle(me)
    save(me, "start")


def room(browser: Browser, url: str) -> None:
    """A table that waits for people."""
    me = visitor(browser, url, locale="en-GB", **DESK)
    seats = [
        {"who": "me"},
        engine("level(4)"),
        {"who": "open"},
        engine("level(7)"),
        {"who": "open"},
        engine("level(2)"),
    ]
    me.enter(me.create("chinese_checkers(seats=6)", seats))
    settle(me)
    save(me, "room")


def watch(browser: Browser, url: str) -> None:
    """Engines at play, side by side."""
    me = visitor(browser, url, locale="zh-CN", color_scheme="dark", **DESK)
    for game in ("xiangqi", "chinese_checkers(seats=3)", "nogo", "reversi"):
        seats = 3 if "seats=3" in game else 2
        me.create(game, [engine(f"level({4 + seat})") for seat in range(seats)])
    me.page.wait_for_timeout(6000)
    me.go("/watch")
    settle(me)
    save(me, "watch")


def table(browser: Browser, url: str, game: str) -> None:
    """A game on a desk, in Chinese, light."""
    me = visitor(browser, url, locale="zh-CN", **DESK)
    play_a_little(me, game, 6 if game == "chinese_checkers" else 2)
    save(me, game)


def phone(browser: Browser, url: str, game: str) -> None:
    """A game on a phone, in English, dark."""
    me = visitor(browser, url, locale="en-GB", color_scheme="dark", **PHONE)
    play_a_little(me, game, 2)
    save(me, f"{game}-phone")


def play_a_little(me: Person, game: str, seats: int) -> None:
    """A few moves against engines, from a position worth seeing."""
    settings: dict[str, Any] = {"clock": {"kind": "fischer", "seconds": 600, "increment": 5}}
    if STARTS[game]:
        settings["start"] = STARTS[game]
    spec = f"{game}(seats={seats})" if seats > 2 else game
    code = me.create(spec, [{"who": "me"}, *[engine("level(5)")] * (seats - 1)], **settings)
    me.enter(code)
    # An engine plays for both sides: its moves are worth a picture.
    switch = me.page.get_by_role("switch")
    switch.click()
    me.page.wait_for_selector(f'[data-ply="{4 * seats}"]', timeout=60_000)
    switch.click()
    me.expect_turn()
    settle(me)


def visitor(browser: Browser, url: str, **options: Any) -> Person:
    """Somebody new."""
    return Person(browser.new_context(**options), url)


def settle(me: Person) -> None:
    """Let animations end and the grain of the wood arrive."""
    me.page.wait_for_timeout(1800)


def save(me: Person, name: str) -> None:
    """Keep the picture and close the page."""
    assert me.errors == [], me.errors
    me.page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=80)
    me.context.close()


if __name__ == "__main__":
    main(sys.argv[1:])

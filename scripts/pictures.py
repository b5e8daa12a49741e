"""Take the pictures in docs/pictures: every view, on a desk and on a phone, from the real pages in a real Chromium.

Run ``make build/stamps/web`` first; then ``python scripts/pictures.py [NAME ...]`` (names as below, all by default).
``--into FOLDER`` puts them elsewhere, ``--language`` and ``--theme`` show every view in another language or theme,
``--whole`` shows whole pages and not only what fits on the screen, ``--runs FOLDER`` names training runs worth showing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
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


GAME = (
    "d3 c3 c4 e3 d2 b4 b5 c5 d6 e6 a4 b3 f5 f6 f2 c7 d7 c6 e7 f4 "
    "g4 f3 b6 a6 a5 a3 e2 c2 c1 d1 e1 c8 d8 f8 e8 f7 g3 h4 h5 h6"
)
"""A game of Reversi with mistakes on both sides."""
PAGES = {
    "settings": "/settings",
    "library": "/library",
    "puzzles": "/puzzles",
    "ladder": "/ladder?game=reversi",
    "training": "/training",
    "engines": "/engines",
    "help": "/help/xiangqi",
    "setup": "/setup?game=xiangqi",
    "profile": "/profile",
    "login": "/login",
}
"""Pages that need no preparation, by the names of their pictures."""
PUZZLES = [
    ("xiangqi", "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", "Red mates in one", "红先，一步杀", 800),
    ("gomoku", "15/15/15/15/15/15/7o7/4oxxx7/6xo7/7x7/15/15/15/15/15 x", "Black wins by fours", "黑先，连冲胜", 1150),
    ("reversi", "8/2xo4/1ooox3/1ooxxo2/1oxoxx2/o1xoo3/8/8 x", "Black takes the corner", "黑先，抢角", 1000),
]
"""Shown where the server itself has none."""

Shot = Callable[["Studio"], None]


class Studio:
    """A browser, a server, and the look that was asked for."""

    def __init__(self, browser: Browser, url: str, wanted: argparse.Namespace) -> None:
        self.browser, self.url, self.wanted = browser, url, wanted

    def visitor(self, *, phone: bool = False, locale: str = "zh-CN", theme: str = "light", **more: Any) -> Person:
        """Somebody new at a desk or a phone, unless the command line wants another language or theme."""
        look = {"locale": self.wanted.language or locale, "color_scheme": self.wanted.theme or theme}
        return Person(self.browser.new_context(**(PHONE if phone else DESK) | look | more), self.url)

    def save(self, me: Person, name: str) -> None:
        """Keep the picture and close the page, after animations have ended and the grain of the wood has come."""
        if me.page.locator(".duiyi-board").count() > 0:
            me.page.locator(".duiyi-board image").first.wait_for(state="attached")
        me.page.wait_for_timeout(1800)
        assert me.errors == [], me.errors
        path = self.wanted.into / f"{name}.jpg"
        me.page.screenshot(path=path, type="jpeg", quality=78, full_page=self.wanted.whole)
        me.context.close()


def main() -> None:
    """Take the pictures named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(all_pictures())}")
    parser.add_argument("--into", type=Path, default=PICTURES)
    parser.add_argument("--language", choices=["zh-CN", "en-GB"])
    parser.add_argument("--theme", choices=["light", "dark"])
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--runs", default="runs")
    wanted = parser.parse_args()
    wanted.into.mkdir(parents=True, exist_ok=True)
    path = subprocess.run([ROOT / "scripts" / "find_chromium.sh"], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), engine_pace="0.2", runs=wanted.runs)
        server.start()
        browser = playwright.chromium.launch(executable_path=path.stdout.strip(), args=["--no-sandbox"])
        try:
            studio = Studio(browser, server.url, wanted)
            for name, take in all_pictures().items():
                if not wanted.names or name in wanted.names:
                    take(studio)
                    print(name, flush=True)
        finally:
            browser.close()
            server.stop()


def all_pictures() -> dict[str, Shot]:
    """Every picture by its name."""
    pictures: dict[str, Shot] = {"boards": boards, "start": start, "start-phone": start_phone}
    for name, take in {"room": room, "watch": watch, "lobby": lobby, "study": study, "solve": solve}.items():
        pictures[name] = take
        pictures[f"{name}-phone"] = partial(take, phone=True)
    for game in STARTS:
        pictures[game] = partial(table, game=game)
        pictures[f"{game}-phone"] = partial(table, game=game, phone=True)
    for name in PAGES:
        pictures[name] = partial(page, name=name)
        pictures[f"{name}-phone"] = partial(page, name=name, phone=True)
    return pictures


def boards(studio: Studio) -> None:
    """The five boards, as the start page shows them."""
    me = studio.visitor(locale="en-GB", device_scale_factor=1.5)
    me.go()
    me.page.wait_for_timeout(1800)
    me.page.locator(".game-tiles").screenshot(path=studio.wanted.into / "boards.png")
    me.context.close()


def start(studio: Studio) -> None:
    """The start page with a game chosen."""
    me = studio.visitor()
    me.create("xiangqi", [{"who": "me"}, engine("level(3)")], public=False)
    me.go()
    me.page.locator("[data-game=gomoku]").click()
    studio.save(me, "start")


def start_phone(studio: Studio) -> None:
    """The start page on a phone."""
    me = studio.visitor(phone=True, locale="en-GB", theme="dark")
    me.go()
    studio.save(me, "start-phone")


def room(studio: Studio, phone: bool = False) -> None:
    """A table that waits for people."""
    me = studio.visitor(phone=True) if phone else studio.visitor(locale="en-GB")
    free = {"who": "open"}
    seats = [{"who": "me"}, engine("level(4)"), free, engine("level(7)"), free, engine("level(2)")]
    me.enter(me.create("chinese_checkers(seats=6)", seats))
    studio.save(me, "room-phone" if phone else "room")


def watch(studio: Studio, phone: bool = False) -> None:
    """Engines at play, side by side."""
    me = studio.visitor(phone=phone, theme="dark")
    for game in ("xiangqi", "chinese_checkers(seats=3)", "nogo", "reversi"):
        seats = 3 if "seats=3" in game else 2
        me.create(game, [engine(f"level({4 + seat})") for seat in range(seats)])
    me.page.wait_for_timeout(6000)
    me.go("/watch")
    studio.save(me, "watch-phone" if phone else "watch")


def lobby(studio: Studio, phone: bool = False) -> None:
    """The lobby with a table that waits."""
    me = studio.visitor(phone=phone)
    me.create("nogo", [{"who": "me"}, {"who": "open"}], clock={"kind": "fischer", "seconds": 300, "increment": 3})
    me.create("xiangqi", [engine("level(4)"), engine("level(5)")])
    me.page.wait_for_timeout(2500)
    me.go("/lobby")
    studio.save(me, "lobby-phone" if phone else "lobby")


def table(studio: Studio, game: str, phone: bool = False) -> None:
    """A game: in Chinese and light on a desk, in English and dark on a phone."""
    me = studio.visitor(phone=True, locale="en-GB", theme="dark") if phone else studio.visitor()
    play_a_little(me, game, 6 if game == "chinese_checkers" and not phone else 2)
    studio.save(me, f"{game}-phone" if phone else game)


def study(studio: Studio, phone: bool = False) -> None:
    """A game that was analysed: graph, review, candidates."""
    me = studio.visitor(phone=True, theme="dark") if phone else studio.visitor(locale="en-GB")
    me.context.add_init_script("localStorage.setItem('duiyi.study', JSON.stringify({ seconds: 0.2 }))")
    me.go(f"/s/new?game=reversi&moves={GAME.replace(' ', '+')}&review")
    me.page.wait_for_selector("tbody tr", timeout=240_000)
    me.page.wait_for_selector("progress", state="detached", timeout=240_000)
    me.page.locator("[data-node]").nth(23).click()
    studio.save(me, "study-phone" if phone else "study")


def solve(studio: Studio, phone: bool = False) -> None:
    """A puzzle on the board."""
    me = studio.visitor(phone=True, locale="en-GB", theme="dark") if phone else studio.visitor()
    me.go("/puzzles")
    me.page.locator("main a[href^='/puzzles/']").first.click()
    studio.save(me, "solve-phone" if phone else "solve")


def page(studio: Studio, name: str, phone: bool = False) -> None:
    """A page that needs no preparation."""
    me = studio.visitor(phone=True, locale="en-GB", theme="dark") if phone else studio.visitor()
    if name in ("profile", "library"):
        me.ask("/api/guest", {})
    if name == "puzzles" and not me.context.request.get(f"{studio.url}/api/puzzles").ok:
        me.page.route("**/api/puzzles*", lambda route: route.fulfill(json={"puzzles": puzzles()}))
    me.go(PAGES[name])
    if name == "library":
        me.page.get_by_role("radio").nth(1).check(force=True)
    studio.save(me, f"{name}-phone" if phone else name)


def puzzles() -> list[dict[str, Any]]:
    """Puzzles as a server tells them."""
    return [
        {"id": str(n), "game": game, "start": start, "to_move": 0, "goal": {"en": en, "zh": zh}, "rating": rating}
        for n, (game, start, en, zh, rating) in enumerate(PUZZLES)
    ]


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
    me.page.wait_for_selector(f'[data-ply="{2 * seats}"]', timeout=60_000)
    switch.click()
    me.expect_turn()


if __name__ == "__main__":
    main()

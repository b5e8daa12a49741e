"""Take the pictures in docs/pictures: every view, on a desk and on a phone, from the real pages in a real Chromium.

Run ``make build/stamps/web`` first; then ``python scripts/pictures.py [NAME ...]`` (names as below, all by default).
``--into FOLDER`` puts them elsewhere, ``--language`` and ``--theme`` show every view in another language or theme.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


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


PAGES = {
    "settings": "/settings",
    "library": "/library",
    "puzzles": "/puzzles",
    "ladder": "/ladder?game=gomoku",
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


if __name__ == "__main__":
    main()

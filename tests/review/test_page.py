"""Pages and pictures."""

from __future__ import annotations

import json
import re

import pytest

from duiyi.analysis import Limits
from duiyi.records import Header, Record
from duiyi.review.opinions import Review, review_record
from duiyi.review.page import page_data, page_of
from duiyi.review.picture import picture_of
from tests.places import ROOT

LIMITS = Limits(nodes=200, lines=2, seed=1)


def _review(spec: str = "reversi", moves: str = "f5 d6 c3", engines: tuple[str, ...] = ("alphabeta",)) -> Review:
    return review_record(Record.from_moves(spec, moves, header=Header(names=("</script><b>",))), engines, LIMITS)


def test_a_page_holds_everything_itself() -> None:
    page = page_of(_review())
    assert not re.search(r"(src|href)=|@import|fetch\(|XMLHttpRequest|//cdn", page)
    assert "/*" not in page.split("<script", 1)[0].split("<style>")[0]
    assert "/*DATA*/" not in page


def test_a_name_cannot_break_out_of_the_page() -> None:
    page = page_of(_review())
    assert "</script><b>" not in page
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert data is not None
    assert json.loads(data[1])["header"]["names"] == ["</script><b>"]


@pytest.mark.parametrize(
    ("spec", "moves", "expected"),
    [
        ("xiangqi", "h2e2 h9g7", ["h2e2", "炮二平五"]),
        ("chinese_checkers(seats=3)", "-4,5:-4,4", ["-4,5 → -4,4", "-4,5 → -4,4"]),
        ("gomoku", "h8 i9", ["h8", "h8"]),
    ],
)
def test_moves_are_written_as_people_write_them(spec: str, moves: str, expected: list[str]) -> None:
    data = page_data(_review(spec, moves))
    assert list(data["plies"][1]["move"]) == expected
    assert len(data["plies"]) == len(data["opinions"][0]["thoughts"])
    assert len(data["game"]["cells"]) == len(data["plies"][0]["board"])


def test_the_characters_of_the_page_are_those_of_the_board_in_the_browser() -> None:
    """After a change of the web's outlines copy them: the same eighteen lines."""
    source = (ROOT / "web/src/board/skins/xiangqi_glyphs.gen.ts").read_text(encoding="utf-8")
    ours = (ROOT / "src/duiyi/review/page/glyphs.js").read_text(encoding="utf-8")
    theirs = dict(re.findall(r"^  (\S): '([^']+)'", source, re.M))
    found = dict(re.findall(r'^  (\S): "([^"]+)"', ours, re.M))
    assert len(found) == 18
    assert all(theirs[character] == outline for character, outline in found.items())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_picture_has_a_panel_for_each_engine(language: str) -> None:
    one, two = (picture_of(_review(engines=engines), language) for engines in (("greedy",), ("greedy", "minimax")))
    heights = [int.from_bytes(png[20:24], "big") for png in (one, two)]
    assert all(png.startswith(b"\x89PNG") for png in (one, two))
    assert heights[0] < heights[1]


def test_without_a_chinese_font_a_picture_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib import font_manager

    latin = [font for font in font_manager.fontManager.ttflist if font.name == "DejaVu Sans"]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", latin)
    record = Record.from_moves("reversi", "f5 d6 c3", header=Header(names=("\u738b",)))
    review = review_record(record, ("greedy",), LIMITS)
    assert picture_of(review, "zh") == picture_of(review, "en")


def test_three_seats_make_bands() -> None:
    assert picture_of(_review("chinese_checkers(seats=3)", "-4,5:-4,4")).startswith(b"\x89PNG")

"""The page of a review, opened from a file as a friend would open it: no server, no network."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from duiyi.analysis import Limits
from duiyi.records import Header, Record
from duiyi.review.opinions import review_record
from duiyi.review.page import page_of

REVERSI = Record.from_moves("reversi", "f5 d6 c3 d3 c4 f4 c5 b3 c2", header=Header(names=("<i>Ann</i>", "Bob")))
CHECKERS = Record.from_moves("chinese_checkers(seats=3)", ["-4,5:-4,4"])
XIANGQI = Record.from_moves("xiangqi", "h2e2 h9g7 e2e6")


def _opened(browser: Browser, folder: Path, record: Record, engines: list[str], width: int = 1440) -> Page:
    path = folder / "report.html"
    # Playwright's loop runs in this thread; the review wants one of its own.
    with ThreadPoolExecutor(1) as thread:
        review = thread.submit(review_record, record, engines, Limits(nodes=300, lines=3, seed=1)).result()
    path.write_text(page_of(review), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 900}, locale="en-GB")
    page = context.new_page()
    errors: list[str] = []
    asked: list[Request] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request))
    page.goto(f"{path.as_uri()}#0")
    page.wait_for_selector("#board svg")
    assert errors == []
    assert [request.url.partition("#")[0] for request in asked] == [path.as_uri()]
    return page


def test_keys_clicks_and_the_graph_lead_through_the_game(browser: Browser, tmp_path: Path) -> None:
    page = _opened(browser, tmp_path, REVERSI, ["alphabeta", "mcts"])
    now = page.locator("#now")
    expect(now).to_have_text("0 / 9 · Start")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text("2 / 9 · d6")
    page.keyboard.press("End")
    expect(now).to_have_text("9 / 9 · c2")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(now).to_have_text("8 / 9 · b3")
    page.locator("#moves button", has_text="c3").first.click()
    expect(now).to_have_text("3 / 9 · c3")
    box = page.locator("#graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 20)
    expect(now).to_have_text("9 / 9 · c2")
    page.get_by_role("button", name="mcts").click()
    expect(page.get_by_role("button", name="mcts")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#title")).to_contain_text("<i>Ann</i>")


def test_the_page_speaks_both_languages(browser: Browser, tmp_path: Path) -> None:
    page = _opened(browser, tmp_path, XIANGQI, ["alphabeta"])
    expect(page.locator("#moves")).to_contain_text("h2e2")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("#moves")).to_contain_text("炮二平五")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")


@pytest.mark.parametrize("width", [390, 1440])
def test_three_seats_are_bands_and_nothing_sticks_out(browser: Browser, tmp_path: Path, width: int) -> None:
    page = _opened(browser, tmp_path, CHECKERS, ["alphabeta"], width)
    expect(page.locator("#graph svg > path[fill]")).to_have_count(3)
    expect(page.locator(".seat")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= width

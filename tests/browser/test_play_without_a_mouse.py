"""Fingers on a phone, keys alone, typed commands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, engine

SMALL = """
() => [...document.querySelectorAll('button, select, summary, .button, [role=switch], label:has(> input)')]
  .filter((one) => !one.closest('svg, .visually-hidden') && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([{ width, height }]) => width > 0 && (width < 43.5 || height < 43.5))
  .map(([{ width, height }, one]) => `${one.outerHTML.slice(0, 80)} ${width} x ${height}`)
"""
"""Keys that are too small for a finger."""


def test_every_key_is_large_enough_for_a_finger(person: NewPerson) -> None:
    me = person(phone=True)
    game = me.create("xiangqi", [{"who": "me"}, engine()])
    room = me.create("chinese_checkers(seats=6)", [{"who": "me"}, engine()])
    pages = ["/", "/lobby", "/settings", "/login", "/profile", "/library", "/ladder", "/puzzles", "/help/gomoku"]
    for path in (*pages, "/setup", f"/r/{game}", f"/r/{room}", "/s/new?game=reversi&moves=d3+c3"):
        me.go(path)
        expect(me.page.locator("h1").first).to_be_attached(timeout=PATIENCE)
        me.page.wait_for_load_state("networkidle")
        assert me.page.evaluate(SMALL) == [], path


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("reversi", "d3"),
        ("gomoku", "h8"),
        ("nogo", "E5"),
        ("xiangqi", "h2 e2"),
        ("chinese_checkers", "-4,6 -4,4"),
    ],
)
def test_a_phone_plays_by_touch_with_everything_on_the_screen(person: NewPerson, game: str, move: str) -> None:
    me = person(phone=True)
    room = me.create(game, [{"who": "me"}, engine()])
    me.enter(room)
    me.play(*move.split())
    me.expect_plies(2)
    page = me.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator(".duiyi-board").bounding_box()
    assert board is not None
    assert board["width"] >= 380
    controls = (page.get_by_role("switch"), page.get_by_role("button", name="Hint"), page.locator("[data-ply]").last)
    for control in controls:
        box = control.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        assert box["height"] >= 43
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    if game == "chinese_checkers":
        me.expect_no_violation()
    page.get_by_role("button", name="Yes, resign").click()
    page.keyboard.press("Escape")
    me.expect_verdict("You lose")


def test_a_game_is_played_with_keys_alone(person: NewPerson) -> None:
    me = person()
    room = me.create("gomoku(size=5)", [{"who": "me"}, {"who": "me"}])
    me.enter(room)
    keys = me.page.keyboard
    # Both seats are mine: five rows of keys win for the first.
    keys.press("b")
    points = ["a5", "a4", "b5", "b4", "c5", "c4", "d5", "d4", "e5"]
    for ply, point in enumerate(points, 1):
        walk_to(me.page, point)
        keys.press("Enter")
        me.expect_plies(ply)
    expect(me.page.get_by_label("Result", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(me.page.locator("[data-live]")).to_contain_text("five in a row")


def walk_to(page: Page, point: str) -> None:
    """Walk with the arrow keys from wherever the cursor is."""
    for _ in range(12):
        label = page.evaluate("document.activeElement.getAttribute('aria-label')") or ""
        at = label.split(",")[0]
        if at == point:
            return
        if at[0] != point[0]:
            page.keyboard.press("ArrowLeft" if at[0] > point[0] else "ArrowRight")
        else:
            page.keyboard.press("ArrowDown" if int(at[1:]) > int(point[1:]) else "ArrowUp")
    raise AssertionError(f"the cursor does not reach {point}")


def test_typed_commands_tell_the_game_and_make_moves(person: NewPerson) -> None:
    me = person()
    room = me.create("xiangqi", [{"who": "me"}, engine()], clock={"kind": "sudden_death", "seconds": 600})
    me.enter(room)
    me.expect_turn()
    me.page.keyboard.press("/")
    box = me.page.get_by_role("textbox", name="Move or command")
    answer = me.page.get_by_label("Move or command").locator("pre")
    for line, expected in (
        ("help", "board, last, clock"),
        ("board", "e0 red general"),
        ("moves b0", "b0c2"),
        ("clock", r"(9:5|10:00)"),
        ("turn", "Your turn"),
        ("nonsense", "neither a command nor a move"),
    ):
        box.fill(line)
        me.page.keyboard.press("Enter")
        expect(answer).to_contain_text(re.compile(expected))
    box.fill("h2e2")
    me.page.keyboard.press("Enter")
    me.expect_plies(2)
    box.fill("last")
    me.page.keyboard.press("Enter")
    expect(answer).to_contain_text("AI greedy")

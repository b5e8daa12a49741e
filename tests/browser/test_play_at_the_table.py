"""Small things at a table: a move kept for the next turn, dragging oneself to a chair, the mark of a check."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE
from tests.browser.test_play_two_people import sit_down


def test_a_move_is_kept_for_the_next_turn_and_played_then(person: NewPerson) -> None:
    first, second, room = sit_down(person, "xiangqi")
    first.expect_turn()
    second.tap("h9", "g7")
    expect(second.notice("Kept for your next turn: h9g7")).to_be_visible(timeout=PATIENCE)
    expect(second.cell("h9")).to_have_attribute("aria-label", re.compile("kept for the next turn"))
    # The other player learns nothing of it.
    expect(first.notice("Kept for your next turn")).to_have_count(0)
    first.play("h2", "e2")
    first.expect_plies(2)
    assert [move["text"] for move in first.snapshot(room)["moves"]] == ["h2e2", "h9g7"]
    expect(second.notice("Kept for your next turn")).to_have_count(0)


def test_a_kept_move_is_forgotten_by_a_button_or_by_the_same_taps(person: NewPerson) -> None:
    first, second, _ = sit_down(person, "gomoku")
    first.expect_turn()
    second.tap("h8")
    expect(second.notice("Kept for your next turn: h8")).to_be_visible(timeout=PATIENCE)
    second.press("Forget it")
    expect(second.notice("Kept for your next turn")).to_have_count(0)
    second.tap("h9")
    expect(second.notice("Kept for your next turn: h9")).to_be_visible(timeout=PATIENCE)
    second.expect_no_violation()
    second.tap("h9")
    expect(second.notice("Kept for your next turn")).to_have_count(0)
    first.play("h8")
    second.play("h9")


def test_people_drag_themselves_from_chair_to_chair(person: NewPerson) -> None:
    host, guest = person(), person()
    room = host.create("gomoku", [{"who": "me"}])
    host.enter(room)
    guest.enter(room)
    white, black = "White", "Black"
    guest.page.get_by_title("Drag yourself to a chair").drag_to(guest.page.get_by_role("region", name=white))
    expect(guest.page.get_by_role("region", name=white)).to_contain_text("You", timeout=PATIENCE)
    guest.press("Stand up")
    expect(host.page.get_by_role("region", name=white)).to_contain_text("Sit here", timeout=PATIENCE)
    host.page.get_by_role("region", name=black).drag_to(host.page.get_by_role("region", name=white))
    expect(host.page.get_by_role("region", name=white)).to_contain_text("You", timeout=PATIENCE)
    expect(host.page.get_by_role("region", name=black)).to_contain_text("Sit here")

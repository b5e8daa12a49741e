"""Whole games from the first position to the end, by clicks and by touch; and the six seats of the star."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person, engine
from tests.browser.test_play_engines import any_move
from tests.browser.test_play_two_people import sit_down

MATE = ["h2d2", "e9e8", "b2b4", "e8d8", "a0a2", "d9e8", "b4d4"]
"""Black walks into a mate: one of the shortest games of Xiangqi."""
WIPE_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
"""The shortest game of Reversi: no white disc is left."""
CROSSING = [
    "-1,5:-1,4",
    "3,-5:3,-4",
    "-3,7:-1,3",
    "4,-6:2,-4",
    "-4,6:0,2",
    "2,-6:0,-4",
    "-4,8:-2,4",
    "4,-5:2,-3",
    "-2,5:0,1",
    "1,-5:3,-3",
    "-4,7:-2,3",
    "3,-7:1,-3",
    "-3,6:1,0",
    "3,-3:2,-2",
    "-1,3:3,-7",
    "4,-7:4,-6",
    "-3,5:1,-5",
    "2,-3:3,-3",
    "0,1:4,-7",
    "1,-3:3,-5",
    "-2,3:4,-5",
    "0,-4:2,-6",
]
"""The second seat does all it can to let the first one win, whose goal is full with some of its marbles."""


def cells_of(move: str) -> tuple[str, ...]:
    """The labels to tap for a move."""
    if ":" in move:
        return tuple(move.split(":"))
    return (move[:2], move[2:]) if len(move) == 4 else (move,)


def play_through(people: tuple[Person, Person], moves: list[str]) -> None:
    """Both make their moves in turn."""
    for ply, move in enumerate(moves):
        people[ply % 2].play(*cells_of(move))


@pytest.mark.parametrize(
    ("game", "moves", "reason"),
    [("xiangqi", MATE, "checkmate"), ("reversi", WIPE_OUT, "disc_count"), ("chinese_checkers", CROSSING, "all_home")],
)
def test_two_people_play_from_the_first_move_to_the_last(
    person: NewPerson, game: str, moves: list[str], reason: str
) -> None:
    first, second, room = sit_down(person, game)
    play_through((first, second), moves)
    first.expect_verdict("You win")
    second.expect_verdict("You lose")
    assert first.snapshot(room)["outcome"]["reason"] == reason


def test_a_whole_game_is_played_by_touch_on_a_phone(person: NewPerson) -> None:
    first, second = person(phone=True), person()
    room = first.create("xiangqi", [{"who": "me"}])
    first.enter(room)
    second.enter(room)
    second.press("Sit here")
    second.press("I am ready")
    first.press("Start")
    play_through((first, second), MATE[:-1])
    # A check is seen, and told in words.
    expect(second.page.locator('[aria-label*="in check"]')).to_have_count(0)
    first.play(*cells_of(MATE[-1]))
    first.expect_verdict("You win")
    expect(second.page.locator('[aria-label*="in check"]')).to_have_count(1)
    review = first.page.get_by_role("link", name="Review")
    expect(review).to_have_attribute("href", f"/s/{first.snapshot(room)['record']}?review")


def test_two_people_and_four_engines_play_the_star_to_the_end(person: NewPerson) -> None:
    first, second = person(), person()
    seats = [{"who": "me"}, engine(), engine(), {"who": "open"}, engine(), engine()]
    room = first.create("chinese_checkers(seats=6)", seats)
    first.enter(room)
    second.enter(room)
    second.press("Sit here")
    second.press("I am ready")
    first.press("Start")
    for turn in range(3):
        any_move(first, room)
        second.expect_plies(6 * turn + 3)
        any_move(second, room)
        first.expect_plies(6 * turn + 6)
    expect(first.page.get_by_label("Seats").get_by_role("listitem")).to_have_count(6)
    # A chip shows the last path of its seat alone.
    chip = first.page.get_by_label("Seats").get_by_role("button").nth(2)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    first.expect_no_violation()
    # Both let an engine finish what they began.
    for somebody in (first, second):
        somebody.page.get_by_label("Who plays for me").select_option("greedy")
        somebody.page.get_by_role("switch").click()
        expect(somebody.page.get_by_role("switch")).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    for somebody in (first, second):
        result = somebody.page.get_by_label("Result", exact=True)
        expect(result).to_be_visible(timeout=6 * PATIENCE)
        expect(result.get_by_role("listitem")).to_have_count(6)
    assert first.snapshot(room)["outcome"]["reason"] == "all_home"
    expect(first.page.get_by_label("Seats")).to_contain_text("10/10 home")

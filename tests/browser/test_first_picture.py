"""The first picture: boards are on the screen before the views, which put theirs in the same place."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person, engine

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifted += value; })
  .observe({ type: 'layout-shift', buffered: true });
"""


def open_without_views(somebody: Person, path: str) -> Route:
    """Open a page whose views do not come; they do when the answer goes on."""
    held: list[Route] = []
    somebody.page.route("**/assets/app-*.js", lambda route: held.append(route))
    somebody.page.goto(somebody.url + path, wait_until="commit")
    expect(somebody.page.locator("#early")).to_be_attached()
    somebody.page.wait_for_function("document.querySelector('#early svg use')")
    assert somebody.page.locator("#app > *").count() == 0
    return held[0]


def boxes(boards: Locator) -> list[Any]:
    """Where boards are on the screen, to the pixel."""
    found = boards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    return [[round(box[side]) for side in ("x", "y", "width", "height")] for box in found]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_start_page_shows_its_boards_before_its_script(person: NewPerson, phone: bool) -> None:
    """Five boards with their pieces, where the tiles will be; then the tiles, and nothing has moved."""
    me = person(phone=phone)
    me.context.add_init_script(SHIFTS)
    views = open_without_views(me, "/")
    expect(me.page.locator("#early .miniature")).to_have_count(5)
    expect(me.page.locator("#early")).to_contain_text("Who captures, loses")
    early = boxes(me.page.locator("#early .miniature"))
    views.continue_()
    expect(me.page.get_by_role("button", name="Xiangqi")).to_be_visible()
    expect(me.page.locator("#early")).to_have_count(0)
    assert boxes(me.page.locator(".miniature")) == early
    assert me.page.evaluate("window.shifted") < 0.01


def test_unfinished_games_have_their_place_before_they_are_known(person: NewPerson) -> None:
    """Who comes back finds the boards below the unfinished games from the first picture on."""
    me = person(phone=True)
    me.create("gomoku", [{"who": "me"}, engine()])
    me.go("/")
    expect(me.page.get_by_role("region", name="Continue")).to_contain_text("Gomoku")
    me.context.add_init_script(SHIFTS)
    views = open_without_views(me, "/")
    early = boxes(me.page.locator("#early .miniature"))
    views.continue_()
    expect(me.page.get_by_role("region", name="Continue")).to_contain_text("Gomoku")
    assert boxes(me.page.locator(".miniature")) == early
    assert me.page.evaluate("window.shifted") < 0.01


def test_unfinished_games_that_nobody_expected_move_nothing(person: NewPerson) -> None:
    """A device that does not know of them yet shows them below the boards, and above from the next visit on."""
    me = person(phone=True)
    me.create("gomoku", [{"who": "me"}, engine()])
    me.context.add_init_script(SHIFTS)
    views = open_without_views(me, "/")
    early = boxes(me.page.locator("#early .miniature"))
    views.continue_()
    expect(me.page.get_by_role("region", name="Continue")).to_contain_text("Gomoku")
    assert boxes(me.page.locator(".game-tiles .miniature")) == early
    assert me.page.evaluate("window.shifted") < 0.01
    me.page.unroute_all()
    me.go("/")
    games, tiles = me.page.get_by_role("region", name="Continue"), me.page.locator(".game-tiles")
    expect(games).to_contain_text("Gomoku")
    assert boxes(games)[0][1] < boxes(tiles)[0][1]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("game", "engines"), [("xiangqi", 1), ("chinese_checkers(seats=6)", 5)], ids=["two", "six"])
def test_the_board_of_a_table_is_there_before_the_table(
    person: NewPerson, phone: bool, game: str, engines: int
) -> None:
    """The position of this room, seen from the own side; the table goes on with the same board."""
    me = person(phone=phone)
    # The engines sit first, so that the board is seen from the other side.
    room = me.create(game, [engine()] * engines + [{"who": "me"}])
    position = me.snapshot(room)["position"]
    while position["to_move"] != engines:
        position = me.snapshot(room)["position"]
    views = open_without_views(me, f"/r/{room}")
    board = me.page.locator(".duiyi-board")
    assert me.page.locator("#early .pieces > *").count() == sum(code != "" for code in position["board"])
    early = boxes(board)
    board.evaluate("element => { element.dataset.first = 'yes' }")
    views.continue_()
    me.expect_turn()
    expect(me.page.locator("#early")).to_have_count(0)
    expect(board).to_have_attribute("data-first", "yes")
    assert boxes(board) == early


def test_a_room_without_a_game_shows_its_chairs_and_no_board_before_them(person: NewPerson) -> None:
    """Nothing is on the board yet, so there is no first picture, and none stays."""
    me = person()
    room = me.create("nogo", [{"who": "me"}, {"who": "open"}])
    me.go(f"/r/{room}")
    expect(me.page.get_by_role("heading", name="NoGo")).to_be_visible()
    expect(me.page.locator("#early")).to_have_count(0)

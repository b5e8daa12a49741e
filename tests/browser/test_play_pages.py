"""The pages around a game: start, lobby, room, in both languages and themes, without a violation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, engine

PLACES = "all => all.map((one) => [one.offsetLeft, one.offsetTop, one.offsetHeight])"


@pytest.mark.parametrize(("locale", "theme"), [("zh-CN", "light"), ("en-GB", "dark")])
def test_no_view_has_a_violation_in_any_language_or_theme(person: NewPerson, locale: str, theme: str) -> None:
    me = person(locale=locale, color_scheme=theme)
    me.go()
    me.page.locator("[data-game=xiangqi]").click()
    me.page.locator("details > summary").click()
    me.expect_no_violation()
    room = me.create("chinese_checkers(seats=3)", [{"who": "me"}, engine()])
    me.enter(room)
    me.page.locator("details > summary").click()
    me.expect_no_violation()
    me.go("/lobby")
    expect(me.page.locator(f'a[href="/r/{room}"]').first).to_be_visible(timeout=PATIENCE)
    me.expect_no_violation()
    game = me.create("nogo", [{"who": "me"}, engine()])
    me.enter(game)
    me.expect_turn()
    me.expect_no_violation()


def test_the_language_changes_everything_at_once(person: NewPerson) -> None:
    me = person()
    room = me.create("gomoku", [{"who": "me"}, engine()])
    me.enter(room)
    expect(me.page.get_by_role("button", name="Resign")).to_be_visible()
    me.page.get_by_label("Language").select_option("zh-CN")
    expect(me.page.get_by_role("button", name="认输")).to_be_visible()
    expect(me.page.get_by_role("switch", name="托管")).to_be_visible()
    assert me.page.locator("html").get_attribute("lang") == "zh-CN"


def test_unfinished_games_come_first_on_the_start_page(person: NewPerson) -> None:
    me = person()
    room = me.create("reversi", [{"who": "me"}, engine()])
    me.go()
    card = me.page.get_by_label("Continue").locator(f'a[href="/r/{room}"]')
    expect(card).to_contain_text("Reversi", timeout=PATIENCE)
    card.click()
    me.expect_turn()


def test_games_of_engines_are_watched_side_by_side(person: NewPerson) -> None:
    me = person()
    # Engines that take their time: both games are still on when they are looked at.
    rooms = [me.create(game, [engine("alphabeta"), engine("alphabeta")]) for game in ("xiangqi", "nogo")]
    me.go("/watch")
    boards = [me.page.locator(f'a[href="/r/{room}"] svg') for room in rooms]
    for board in boards:
        expect(board).to_be_visible(timeout=PATIENCE)
    for board in boards:
        # Large enough to follow, small enough for several in a row.
        assert 200 < board.evaluate("one => one.getBoundingClientRect().width") < 720
    me.expect_no_violation()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_watched_game_that_ends_stays_in_its_place(person: NewPerson, phone: bool) -> None:
    """Its last board and the result stand where it was played, in the same picture, and no other tile moves."""
    player, me = person(), person(phone=phone)
    rooms = [player.create(game, [{"who": "me"}, {"who": "me"}]) for game in ("xiangqi", "gomoku", "nogo", "gomoku")]
    me.go("/watch")
    for room in rooms:
        expect(me.page.locator(f'a[href="/r/{room}"] svg')).to_be_visible(timeout=PATIENCE)
    tiles = me.page.locator("li > a.tile")
    places = tiles.evaluate_all(PLACES)
    ending = me.page.locator(f'a[href="/r/{rooms[1]}"]')
    ending.locator("svg").evaluate("one => { one.dataset.first = 'yes' }")
    player.enter(rooms[1])
    for cell in ("h8", "a1"):
        player.play(cell)
    expect(ending).to_contain_text("move 2", timeout=PATIENCE)
    player.press("Resign")
    player.press("Yes, resign")
    expect(ending).to_contain_text("resigned", timeout=PATIENCE)
    expect(ending.locator("svg")).to_have_attribute("data-first", "yes")
    expect(ending.locator("svg use")).to_have_count(2)
    assert tiles.evaluate_all(PLACES) == places
    next_room = player.create("gomoku", [{"who": "me"}, {"who": "me"}])
    following = me.page.locator(f'a[href="/r/{next_room}"]')
    expect(following.locator("svg")).to_be_visible(timeout=PATIENCE)
    expect(ending).to_have_count(0)
    assert tiles.evaluate_all(PLACES) == places


def test_two_people_who_want_the_same_are_paired(person: NewPerson) -> None:
    first, second = person(), person()
    for somebody in (first, second):
        somebody.go()
        somebody.page.locator("[data-game=nogo]").click()
        somebody.press("Quick game")
    for somebody in (first, second):
        expect(somebody.page.locator("[data-phase=playing]")).to_be_visible(timeout=PATIENCE)
    assert first.page.url == second.page.url


def test_the_host_sets_rules_seats_and_engines(person: NewPerson) -> None:
    host, guest = person(), person()
    room = host.create("gomoku", [{"who": "me"}])
    host.enter(room)
    host.page.get_by_text("Rules and clock").click()
    host.page.get_by_label("Board size").select_option("9")
    expect(host.page.get_by_text(re.compile("9×9"))).to_be_visible(timeout=PATIENCE)
    host.page.get_by_text("Rules and clock").click()
    host.page.get_by_label("Clock").select_option(label="5 min for the game")
    expect(host.page.get_by_text(re.compile("5 min for the game, casual"))).to_be_visible(timeout=PATIENCE)
    guest.go(f"/r/{room}")
    guest.press("Sit here")
    expect(host.page.get_by_role("region", name="White")).to_contain_text("not ready", timeout=PATIENCE)
    host.press("Free this seat")
    expect(guest.page.get_by_role("button", name="Sit here")).to_be_visible(timeout=PATIENCE)
    host.page.get_by_label("AI for White").select_option("greedy")
    host.press("Start")
    host.expect_turn()
    assert host.page.locator("[role=gridcell]").count() == 81


def test_a_room_that_does_not_exist_says_so(person: NewPerson) -> None:
    me = person()
    me.go("/r/NOSUCHROOM")
    expect(me.page.get_by_role("heading", name="There is no such room")).to_be_visible(timeout=PATIENCE)


def test_forbidden_points_of_renju_are_told_with_their_reason(person: NewPerson) -> None:
    me = person()
    start = "15/15/15/15/15/15/15/7xx6/6x8/6x8/15/15/15/15/15 x"
    room = me.create("gomoku(rule=renju)", [{"who": "me"}, engine()], start=start)
    me.enter(room)
    me.expect_turn()
    marked = me.page.locator('[role=gridcell][aria-label*="forbidden"]')
    expect(marked.first).to_be_attached(timeout=PATIENCE)
    assert "double three" in str(marked.first.get_attribute("aria-label"))

"""People and engines at one table: levels, 托管, hints, many seats, all-engine games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person, engine

GAMES = ("chinese_checkers", "nogo", "reversi", "xiangqi", "gomoku")


def any_move(somebody: Person, room: str) -> None:
    """Make the first legal move on the board."""
    somebody.expect_turn()
    move = somebody.snapshot(room)["position"]["legal"][0]
    cells = somebody.ask(f"/api/games/{game_of(somebody, room)}")["shape"]["cells"]
    labels = {cell["id"]: cell["label"] for cell in cells}
    somebody.tap(*(labels[cell] for cell in move["cells"]))


def game_of(somebody: Person, room: str) -> str:
    """The spec that a room plays."""
    return str(somebody.snapshot(room)["settings"]["game"])


def test_the_first_move_takes_three_clicks_from_the_first_page(person: NewPerson) -> None:
    me = person()
    me.go()
    me.page.locator("[data-game=gomoku]").click()
    me.press("Play AI")
    me.expect_turn()
    me.tap("h8")
    me.expect_plies(2)


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_answers_in_every_game(person: NewPerson, game: str) -> None:
    me = person()
    room = me.create(game, [{"who": "me"}, engine()])
    me.enter(room)
    for ply in (2, 4):
        any_move(me, room)
        me.expect_plies(ply)
    expect(me.page.locator("[data-live]")).to_contain_text("Your turn", timeout=PATIENCE)


def test_a_game_against_an_engine_is_played_to_its_end(person: NewPerson) -> None:
    me = person()
    room = me.create("nogo(size=4)", [{"who": "me"}, engine()])
    me.enter(room)
    for _ in range(8):
        if me.snapshot(room)["phase"] == "finished":
            break
        before = me.plies()
        any_move(me, room)
        # The answer, or the end of the game.
        expect(me.page.locator(f'[data-ply="{before + 2}"], [aria-label="Result"]').first).to_be_visible(
            timeout=PATIENCE
        )
    expect(me.page.get_by_label("Result", exact=True)).to_be_visible(timeout=PATIENCE)


def test_an_engine_takes_over_and_gives_the_seat_back_while_it_thinks(person: NewPerson) -> None:
    first, second = person(), person()
    room = first.create("gomoku", [{"who": "me"}])
    first.enter(room)
    second.enter(room)
    second.press("Sit here")
    second.press("I am ready")
    first.press("Start")
    first.page.get_by_label("Who plays for me").select_option("alphabeta")
    switch = first.page.get_by_role("switch")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    second.expect_plies(1)
    expect(second.page.locator('.bar[data-seat="0"]')).to_contain_text("AI alpha-beta plays", timeout=PATIENCE)
    second.play("a1")
    # The engine thinks now: its answer must not come after the seat was taken back.
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false", timeout=PATIENCE)
    plies = len(first.snapshot(room)["moves"])
    if plies % 2 == 1:
        second.play("a3")
        plies += 1
    first.expect_plies(plies)
    first.expect_turn()
    first.play("o15")
    assert first.snapshot(room)["moves"][plies]["text"] == "o15"


def test_a_hint_shows_an_area_then_a_place_then_the_move(person: NewPerson) -> None:
    me = person()
    room = me.create("reversi", [{"who": "me"}, engine()])
    me.enter(room)
    me.expect_turn()
    shown = [100]
    for step in (1, 2, 3):
        me.press(re.compile("^Hint"))
        expect(me.page.get_by_role("button", name=f"Hint {step}/3")).to_be_visible(timeout=PATIENCE)
        rings = '.duiyi-board .below [stroke-dasharray=".12 .1"]'
        # The board is drawn a moment after the button: fewer rings than before must come.
        fewer = "([rings, most]) => (n => n > 0 && n < most)(document.querySelectorAll(rings).length)"
        me.page.wait_for_function(fewer, arg=[rings, shown[-1]], timeout=PATIENCE)
        shown.append(me.page.locator(rings).count())
    assert shown[-1] == 1


def test_a_move_is_taken_back_at_once_where_that_is_free(person: NewPerson) -> None:
    me = person()
    room = me.create("gomoku", [{"who": "me"}, engine()], takeback="free")
    me.enter(room)
    me.play("h8")
    me.expect_plies(2)
    me.press("Take back")
    me.expect_plies(0)
    me.expect_turn()


def test_past_positions_are_looked_at_and_left(person: NewPerson) -> None:
    me = person()
    room = me.create("xiangqi", [{"who": "me"}, engine()])
    me.enter(room)
    me.play("h2", "e2")
    me.expect_plies(2)
    me.page.get_by_label("Notation").select_option("iccs")
    expect(me.page.locator('[data-ply="1"]')).to_contain_text("H2-E2")
    me.page.get_by_label("Notation").select_option("chinese")
    expect(me.page.locator('[data-ply="1"]')).to_contain_text("炮二平五")
    me.press("To the beginning")
    expect(me.cell("h2")).to_have_attribute("aria-label", re.compile("red cannon"), timeout=PATIENCE)
    me.press("Back to the game")
    expect(me.cell("e2")).to_have_attribute("aria-label", re.compile("red cannon"), timeout=PATIENCE)


def test_spectators_see_engines_play_and_the_expected_result(person: NewPerson) -> None:
    me = person()
    me.go("/watch/reversi")
    me.press("Let two AIs play")
    expect(me.page.locator('[data-ply="6"]')).to_be_visible(timeout=PATIENCE)
    expect(me.page.get_by_role("switch")).to_have_count(0)
    expect(me.page.get_by_label("Expected result")).to_be_visible(timeout=PATIENCE)

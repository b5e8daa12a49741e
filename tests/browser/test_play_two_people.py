"""Two people at two browsers play each of the five games by clicks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person


def sit_down(person: NewPerson, game: str, **settings: object) -> tuple[Person, Person, str]:
    """Two people at one table, the first on seat 0; the second comes by the link."""
    first, second = person(), person()
    room = first.create(game, [{"who": "me"}], **settings)
    first.go(f"/r/{room}")
    link = first.page.get_by_label("Invitation link").input_value(timeout=PATIENCE)
    second.go("/" + link.split("/", 3)[3])
    first.press("Start")
    expect(first.page.locator("[data-phase=playing]")).to_be_visible(timeout=PATIENCE)
    expect(second.page.locator("[data-phase=playing]")).to_be_visible(timeout=PATIENCE)
    return first, second, room


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("reversi", ["d3", "c3", "c4", "e3"]),
        ("gomoku", ["h8", "h9", "i8", "i9"]),
        ("nogo", ["E5", "C3", "G7", "D4"]),
        ("xiangqi", ["h2 e2", "h9 g7", "h0 g2", "i9 h9"]),
        ("chinese_checkers", ["-4,6 -4,4", "4,-6 4,-4"]),
    ],
)
def test_two_people_move_by_clicks_until_one_resigns(person: NewPerson, game: str, moves: list[str]) -> None:
    first, second, room = sit_down(person, game)
    for ply, move in enumerate(moves):
        (second if ply % 2 else first).play(*move.split())
    for somebody in (first, second):
        somebody.expect_plies(len(moves))
    second.press("Resign")
    second.press("Yes, resign")
    first.expect_verdict("You win")
    second.expect_verdict("You lose")
    assert first.snapshot(room)["outcome"]["reason"] == "resign"


def test_five_in_a_row_wins_and_a_rematch_changes_seats(person: NewPerson) -> None:
    first, second, _ = sit_down(person, "gomoku(size=9)")
    for column in "cdef":
        first.play(f"{column}5")
        second.play(f"{column}7")
    first.play("g5")
    first.expect_verdict("You win", "five in a row")
    second.expect_verdict("You lose")
    expect(first.page.locator(".duiyi-board .win")).to_have_count(1)
    first.press("Rematch")
    expect(second.notice("asks for a rematch")).to_be_visible(timeout=PATIENCE)
    second.press("Accept")
    second.play("e5")
    first.expect_plies(1)


def test_a_small_reversi_game_is_played_to_its_end(person: NewPerson) -> None:
    first, second, room = sit_down(person, "reversi(size=4)")
    people = (first, second)
    for _ in range(20):
        position = first.snapshot(room)["position"]
        if position.get("outcome"):
            break
        mover, move = people[position["to_move"]], position["legal"][0]
        before = first.plies()
        mover.expect_turn()
        # Whoever can only pass does so without a click.
        if move.get("cells"):
            mover.tap(move["text"])
        first.expect_plies(before + 1)
        second.expect_plies(before + 1)
    expect(first.page.get_by_label("Result", exact=True)).to_be_visible(timeout=PATIENCE)
    assert first.snapshot(room)["outcome"]["reason"] == "disc_count"


def test_a_small_nogo_game_ends_when_no_move_is_left(person: NewPerson) -> None:
    first, second, room = sit_down(person, "nogo(size=3)")
    people = (first, second)
    for _ in range(9):
        position = first.snapshot(room)["position"]
        if not position.get("legal"):
            break
        before = first.plies()
        people[position["to_move"]].play(position["legal"][0]["text"])
        first.expect_plies(before + 1)
    for somebody in people:
        expect(somebody.page.get_by_label("Result", exact=True)).to_be_visible(timeout=PATIENCE)
    assert first.snapshot(room)["outcome"]["reason"] == "no_legal_move"


def test_a_takeback_needs_consent(person: NewPerson) -> None:
    first, second, _ = sit_down(person, "gomoku")
    first.play("h8")
    second.expect_plies(1)
    first.press("Take back")
    expect(second.notice("asks to take back")).to_be_visible(timeout=PATIENCE)
    second.press("Accept")
    first.expect_plies(0)
    first.play("g7")
    second.expect_plies(1)


def test_a_draw_is_offered_declined_and_agreed(person: NewPerson) -> None:
    first, second, _ = sit_down(person, "xiangqi")
    first.press("Offer draw")
    second.press("Decline")
    expect(first.notice("You offered a draw")).to_be_hidden(timeout=PATIENCE)
    second.press("Offer draw")
    first.press("Accept")
    first.expect_verdict("Draw")
    second.expect_verdict("Draw")


def test_a_pause_stops_the_game_until_both_go_on(person: NewPerson) -> None:
    first, second, _ = sit_down(person, "reversi", clock={"kind": "sudden_death", "seconds": 300})
    first.press("Pause")
    second.press("Accept")
    expect(first.page.locator("[data-phase=paused]")).to_be_visible(timeout=PATIENCE)
    first.press("Go on")
    second.press("Accept")
    expect(first.page.locator("[data-phase=playing]")).to_be_visible(timeout=PATIENCE)
    first.play("d3")


def test_the_flag_falls_and_the_game_is_lost(person: NewPerson) -> None:
    first, second, room = sit_down(person, "gomoku", clock={"kind": "per_move", "seconds": 2})
    expect(first.page.get_by_role("timer").last).to_have_text(re.compile(r"^\s*[01]\.\d"), timeout=PATIENCE)
    first.expect_verdict("You lose")
    second.expect_verdict("You win")
    assert first.snapshot(room)["outcome"]["reason"] == "time"


def test_people_talk_at_the_table_and_in_the_gallery(person: NewPerson) -> None:
    first, second, room = sit_down(person, "gomoku")
    watcher = person()
    watcher.enter(room)
    first.page.get_by_label("Say something").fill("good luck")
    first.page.keyboard.press("Enter")
    for somebody in (second, watcher):
        expect(somebody.page.get_by_role("log")).to_contain_text("good luck", timeout=PATIENCE)
    first.page.get_by_label("Who hears it").select_option("table")
    first.page.get_by_label("Say something").fill("between us")
    first.page.keyboard.press("Enter")
    expect(second.page.get_by_role("log")).to_contain_text("between us", timeout=PATIENCE)
    expect(watcher.page.get_by_role("log")).not_to_contain_text("between us")


def test_an_opening_is_agreed_on_by_choices(person: NewPerson) -> None:
    first, second, room = sit_down(person, "gomoku(opening=swap)")
    how = "the first side places three stones"
    expect(first.page.get_by_text(how)).to_be_visible()
    for point in ("h8", "h9", "g7"):
        first.play(point)
    expect(second.page.get_by_label("Your choice")).to_contain_text(how, timeout=PATIENCE)
    second.press("Take White")
    expect(first.page.get_by_text(how)).to_have_count(0)
    first.expect_plies(4)
    assert first.snapshot(room)["position"]["to_move"] == 1
    second.play("i9")
    first.play("i8")

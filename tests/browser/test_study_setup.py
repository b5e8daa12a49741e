"""Positions set up by hand; and pages for what only some servers have: puzzles, a coach, engines, a library."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person
from tests.browser.study_fixtures import finished_game, open_study


def answers(person: Person, path: str, body: object, status: int = 200) -> None:
    """Let the page see this answer of the server."""

    def answer(route: Route) -> None:
        route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    person.page.route(re.compile(re.escape(path) + r"($|\?)"), answer)


def test_a_position_is_set_up_by_hand_then_studied_and_played(person: NewPerson) -> None:
    ann = person()
    ann.context.add_init_script("localStorage.setItem('duiyi.play', JSON.stringify({ standIn: 'greedy' }))")
    ann.go("/setup?game=xiangqi")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.press("Empty the board")
    expect(ann.page.get_by_role("status").last).to_contain_text("general", timeout=PATIENCE)
    for piece, point in (("red general", "d0"), ("black general", "e9"), ("red chariot", "a8"), ("red chariot", "b7")):
        ann.page.get_by_role("radio", name=piece).check()
        ann.tap(point)
    text = ann.page.get_by_label("Position as text")
    expect(text).to_have_value("4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1")
    expect(ann.page.get_by_text(re.compile("A possible position"))).to_be_visible(timeout=PATIENCE)
    ann.expect_no_violation()
    ann.press(re.compile("Play on from here"))
    ann.play("b7", "b9")
    ann.expect_verdict("You win")
    ann.page.go_back()
    expect(ann.page.locator("[role=grid]")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "brush", "point", "expected"),
    [
        ("reversi(size=4)", "black disc", "a1", "x3/1ox1/1xo1/4 x"),
        ("gomoku(size=5)", "white stone", "c3", "5/5/2o2/5/5 x"),
        ("nogo(size=3)", "black stone", "B2", "3/1x1/3 x"),
        ("chinese_checkers", "marble of camp D", "0,0", "9/10/11/12/13/DDDD"),
    ],
)
def test_every_game_has_pieces_to_set_up(person: NewPerson, game: str, brush: str, point: str, expected: str) -> None:
    ann = person()
    ann.go(f"/setup?game={game}")
    ann.page.get_by_role("radio", name=brush).check()
    ann.tap(point)
    text = ann.page.get_by_label("Position as text")
    if game == "chinese_checkers":
        expect(text).to_have_value("A/AA/AAA/AAAA/13/12/11/10/4D4/10/11/12/13/DDDD/DDD/DD/D A")
        expect(ann.page.get_by_role("status").last).not_to_be_empty(timeout=PATIENCE)
        return
    expect(text).to_have_value(expected)
    expect(ann.page.get_by_text(re.compile("A possible position"))).to_be_visible(timeout=PATIENCE)
    ann.page.get_by_role("link", name="Study it").click()
    expect(ann.page.get_by_label("Go to move")).to_be_visible(timeout=PATIENCE)


def test_a_pasted_position_fills_the_board_and_a_bad_one_says_why(person: NewPerson) -> None:
    ann = person()
    ann.go("/setup?game=reversi")
    text = ann.page.get_by_label("Position as text")
    text.fill("8/8/8/3ox3/3xxx2/8/8/8 o")
    expect(ann.cell("f5")).to_have_attribute("aria-label", re.compile("black disc"), timeout=PATIENCE)
    expect(ann.page.get_by_label("To move")).to_have_value("1")
    text.fill("nonsense")
    expect(ann.page.get_by_role("status").last).to_contain_text("expected", timeout=PATIENCE)
    expect(ann.page.get_by_role("button", name="Invite a friend")).to_be_disabled()


def test_a_puzzle_is_solved_on_the_board(person: NewPerson) -> None:
    ann = person()
    puzzle = {
        "id": "mate-1",
        "game": "xiangqi",
        "start": "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1",
        "to_move": 0,
        "goal": {"en": "Red mates in one", "zh": "红先一步杀"},
        "rating": 800,
    }
    answers(ann, "/api/puzzles", {"puzzles": [puzzle]})
    ann.go("/puzzles")
    card = ann.page.get_by_role("article", name="Red mates in one")
    expect(card.locator("svg")).to_be_visible(timeout=PATIENCE)
    ann.expect_no_violation()
    card.get_by_role("link", name="Solve").click()
    expect(ann.page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
    answers(ann, "/api/puzzles/mate-1/answer", {"right": False, "line": []})
    ann.tap("b7", "b6")
    expect(ann.page.get_by_text("b7b6 is not the move")).to_be_visible(timeout=PATIENCE)
    answers(ann, "/api/puzzles/mate-1/answer", {"right": True, "line": ["b7b9"]})
    ann.tap("b7", "b9")
    expect(ann.page.get_by_text("Right! b7b9")).to_be_visible(timeout=PATIENCE)
    expect(ann.cell("b9")).to_have_attribute("aria-label", re.compile("red chariot"))
    ann.expect_no_violation()
    ann.go("/puzzles/nothing")
    expect(ann.page.get_by_text("There is no such puzzle.")).to_be_visible(timeout=PATIENCE)


def test_engines_of_other_programs_are_listed_with_their_state(person: NewPerson) -> None:
    ann = person()
    ann.go("/engines")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    found = [
        {"name": "Pikafish", "game": "xiangqi", "protocol": "uci", "state": "ok", "message": "", "seconds": 0.4},
        {"name": "Rapfi", "game": "gomoku", "protocol": "gomocup", "state": "failed", "message": "no such file"},
    ]
    answers(ann, "/api/engines", {"engines": found})
    ann.go("/engines")
    expect(ann.page.get_by_role("row", name=re.compile("Pikafish"))).to_contain_text("works")
    expect(ann.page.get_by_role("row", name=re.compile("Rapfi"))).to_contain_text("no such file")
    ann.expect_no_violation()


def test_a_coach_explains_the_position_or_says_why_not(person: NewPerson) -> None:
    ann = person()
    refusal = {"code": "not_configured", "words": {"en": "No model is set up.", "zh": "没有设置模型。"}}
    answers(ann, "/api/coach", refusal, 503)
    open_study(ann, finished_game(ann))
    ann.press("Explain this position")
    expect(ann.page.get_by_text("No model is set up.")).to_be_visible()
    ann.page.unroute_all()
    answers(ann, "/api/coach", {"text": "Black wants the corner."})
    ann.press("Explain this position")
    expect(ann.page.get_by_text("Black wants the corner.")).to_be_visible()
    ann.press("One move forward")
    expect(ann.page.get_by_text("Black wants the corner.")).to_be_hidden()


def test_the_library_finds_games_by_their_opening(person: NewPerson) -> None:
    ann = person()
    record = finished_game(ann, "gomoku(size=5)")
    (summary,) = [one for one in ann.ask("/api/records")["records"] if one["id"] == record]
    answers(ann, "/api/library", {"games": [summary], "total": 1})
    ann.go("/library?game=gomoku&player=greedy")
    ann.page.get_by_label("Opening").fill("c3")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text("1 game", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(ann.page.locator(f'a[href="/s/{record}"]')).to_be_visible()


def test_the_code_of_a_guest_stays_on_the_device(person: NewPerson) -> None:
    ann = person()
    ann.go("/profile")
    ann.press("Be a guest")
    code = ann.page.locator("code").inner_text()
    assert len(code) > 8
    ann.page.reload()
    expect(ann.page.locator("code")).to_have_text(code)

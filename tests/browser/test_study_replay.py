"""Replay, branches, comments, analysis, import and sharing, on the page of a study."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person
from tests.browser.study_fixtures import board_is_at, finished_game, moves_shown, open_study


def test_a_game_is_replayed_by_buttons_keys_and_numbers(person: NewPerson) -> None:
    ann = person()
    open_study(ann, finished_game(ann))
    last = moves_shown(ann).count()
    assert last > 5
    board_is_at(ann, 0)
    ann.press("One move forward")
    board_is_at(ann, 1)
    ann.page.locator("h1").click()
    ann.page.keyboard.press("ArrowRight")
    board_is_at(ann, 2)
    ann.page.keyboard.press("End")
    board_is_at(ann, last)
    ann.press("To the start")
    board_is_at(ann, 0)
    ann.page.get_by_label("Go to move").fill("4")
    ann.page.keyboard.press("Enter")
    board_is_at(ann, 4)
    expect(moves_shown(ann).nth(3)).to_have_attribute("aria-current", "true")
    moves_shown(ann).nth(1).click()
    board_is_at(ann, 2)


def test_a_game_plays_by_itself_to_the_end_and_can_be_paused(person: NewPerson) -> None:
    ann = person()
    open_study(ann, finished_game(ann))
    last = moves_shown(ann).count()
    ann.page.get_by_label("Go to move").fill(str(last - 2))
    ann.page.keyboard.press("Enter")
    ann.press("Play")
    board_is_at(ann, last)
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    ann.press("Play")
    board_is_at(ann, 0)
    ann.press("Pause")
    expect(ann.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_branch_leaves_the_game_and_leads_back_to_it(person: NewPerson) -> None:
    ann = person()
    ann.go("/s/new?game=reversi&moves=f5+d6+c3")
    expect(moves_shown(ann)).to_have_count(3)
    board_is_at(ann, 0)
    ann.press("One move forward")
    ann.tap("f6")
    expect(moves_shown(ann)).to_have_count(4)
    board_is_at(ann, 2)
    expect(ann.page.get_by_text("a variation")).to_be_visible()
    ann.tap("f7")
    expect(moves_shown(ann)).to_have_count(4)
    ann.press("Back to the game")
    board_is_at(ann, 1)
    ann.page.keyboard.press("End")
    board_is_at(ann, 3)


def test_a_branch_survives_a_reload_and_becomes_the_main_line(person: NewPerson) -> None:
    ann = person()
    ann.go("/s/new?game=reversi&moves=f5+d6+c3")
    expect(moves_shown(ann)).to_have_count(3)
    ann.press("One move forward")
    ann.tap("f6")
    expect(moves_shown(ann)).to_have_count(4)
    ann.press("Make it the main line")
    expect(moves_shown(ann).nth(1)).to_have_text(re.compile("f6"))
    expect(ann.page).to_have_url(re.compile("/s/local-"))
    ann.page.wait_for_timeout(800)
    ann.page.reload()
    expect(moves_shown(ann)).to_have_count(4)
    expect(moves_shown(ann).nth(1)).to_have_text(re.compile("f6"))


def test_a_comment_is_kept_with_its_move(person: NewPerson) -> None:
    ann = person()
    record = finished_game(ann)
    open_study(ann, record)
    ann.press("One move forward")
    ann.page.get_by_label("Comment on move 1").fill("a usual beginning")
    ann.page.keyboard.press("Tab")
    expect(ann.page.locator(".comment")).to_have_text("a usual beginning")
    ann.page.wait_for_timeout(800)
    open_study(ann, record)
    expect(ann.page.locator(".comment")).to_have_text("a usual beginning")


def test_an_analysis_draws_the_graph_and_reviews_the_game(person: NewPerson) -> None:
    ann = person()
    ann.context.add_init_script("localStorage.setItem('duiyi.study', JSON.stringify({ seconds: 0.2 }))")
    record = finished_game(ann)
    open_study(ann, record)
    expect(ann.page.get_by_text("Analyse the game to see where it turned.")).to_be_visible()
    ann.press("Analyse the game")
    expect(ann.page.get_by_role("columnheader", name="Points lost per move")).to_be_visible(timeout=PATIENCE)
    graph = ann.page.get_by_role("slider", name=re.compile("Win-rate graph"))
    expect(graph.locator("path.edge")).to_have_attribute("d", re.compile("L"))
    expect(ann.page.get_by_role("button", name="Analyse the game")).to_be_visible(timeout=PATIENCE)
    box = graph.bounding_box()
    assert box is not None
    ann.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    board_is_at(ann, moves_shown(ann).count())
    graph.press("Home")
    board_is_at(ann, 0)
    expect(ann.page.locator(".duiyi-board text", has_text=re.compile(r"^\d+$")).first).to_be_attached()
    kept = person()
    open_study(kept, record)
    expect(kept.page.locator("path.edge")).to_have_attribute("d", re.compile("L"))


def test_candidates_hide_apart_from_the_graph(person: NewPerson) -> None:
    ann = person()
    ann.go("/s/new?game=reversi")
    ann.press("Think along")
    lines = ann.page.get_by_title("Play it on the board")
    expect(lines.first).to_be_visible(timeout=PATIENCE)
    graph = ann.page.get_by_role("slider")
    ann.press("Candidates")
    expect(graph).to_be_visible()
    expect(lines.first).to_be_visible()
    ann.press("Graph")
    expect(graph).to_have_count(0)
    lines.first.click()
    board_is_at(ann, 1)


def test_pasted_moves_become_a_study_and_bad_ones_say_why(person: NewPerson) -> None:
    ann = person()
    ann.go("/library")
    ann.page.get_by_text("On this device").click()
    paste = ann.page.get_by_label("Or paste a game or a list of moves")
    paste.fill("f5 f5")
    ann.press("Read")
    expect(ann.page.get_by_role("alert").first).to_contain_text("f5", timeout=PATIENCE)
    paste.fill("1. f5 d6 2. c3 d3")
    ann.press("Read")
    expect(ann.page).to_have_url(re.compile("/s/local-"), timeout=PATIENCE)
    expect(moves_shown(ann)).to_have_count(4)
    ann.go("/library")
    ann.page.get_by_text("On this device").click()
    expect(ann.page.get_by_role("link", name=re.compile("Imported"))).to_have_count(1)
    ann.press("Remove")
    expect(ann.page.get_by_text("Nothing on this device yet.")).to_be_visible()


def test_a_file_goes_out_and_comes_in(person: NewPerson, tmp_path: Path) -> None:
    ann = person()
    ann.go("/s/new?game=gomoku&moves=h8+i9+g8")
    expect(moves_shown(ann)).to_have_count(3)
    with ann.page.expect_download() as waiting:
        ann.press("Save a file")
    file = tmp_path / "game.duiyi.json"
    waiting.value.save_as(file)
    assert [step["move"] for step in json.loads(file.read_text())["moves"]] == ["h8", "i9", "g8"]
    ann.page.locator("input[type=file]").set_input_files(file)
    expect(ann.page).to_have_url(re.compile("/s/local-"), timeout=PATIENCE)
    expect(moves_shown(ann)).to_have_count(3)


def test_a_shared_link_carries_branches_and_comments(person: NewPerson) -> None:
    ann = person(permissions=["clipboard-read", "clipboard-write"])
    ann.go("/s/new?game=reversi&moves=f5+d6+c3")
    expect(moves_shown(ann)).to_have_count(3)
    ann.press("One move forward")
    ann.tap("f6")
    ann.page.get_by_label("Comment on move 2").fill("看这里")
    ann.page.keyboard.press("Tab")
    ann.press("Copy the link")
    expect(ann.page.get_by_text("The link is copied.")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    ben = person()
    ben.page.goto(link)
    expect(moves_shown(ben)).to_have_count(4)
    expect(ben.page.locator(".comment")).to_have_text("看这里")


def test_pictures_are_drawn_by_the_renderer_of_the_board(person: NewPerson, tmp_path: Path) -> None:
    ann = person()
    ann.go("/s/new?game=xiangqi&moves=h2e2+h9g7+h0g2")
    expect(moves_shown(ann)).to_have_count(3)
    assert _downloaded(ann, "Picture", tmp_path / "board.png").startswith(b"\x89PNG")
    moving = _downloaded(ann, "Animated GIF", tmp_path / "game.gif")
    assert moving.startswith(b"GIF89a")
    assert moving.count(b"\x21\xf9\x04") == 4


def test_a_position_is_played_on_and_found_again(person: NewPerson) -> None:
    ann = person()
    ann.go("/s/new?game=reversi&moves=e6+d6+c4+f6+d7+c3+d3+e3+c2")  # a line that no other test plays
    expect(moves_shown(ann)).to_have_count(9)
    ann.page.get_by_label("Go to move").fill("8")
    ann.page.keyboard.press("Enter")
    board_is_at(ann, 8)
    ann.page.get_by_role("link", name="Games with this position").click()
    expect(ann.page.get_by_label("Position on the board")).to_have_value(re.compile("^8/8/2ooo3/2xxo3/"))
    expect(ann.page.get_by_text("No game matches.")).to_be_visible()
    ann.page.go_back()
    expect(moves_shown(ann)).to_have_count(9)
    ann.page.evaluate("localStorage.setItem('duiyi.play', JSON.stringify({ standIn: 'greedy' }))")
    ann.page.reload()
    expect(moves_shown(ann)).to_have_count(9)
    ann.press("One move forward")
    ann.press(re.compile("Play on from here"))
    expect(ann.page).to_have_url(re.compile("/r/"), timeout=PATIENCE)


def test_a_file_may_be_dropped_anywhere_on_the_page(person: NewPerson) -> None:
    ann = person()
    ann.go("/s/new?game=reversi")
    record = json.dumps({"duiyi_record": 1, "game": "nogo", "moves": [{"move": "E5"}, {"move": "D4"}]})
    data = ann.page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'x.duiyi.json')); return data; }",
        record,
    )
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.page.dispatch_event("h1", "drop", {"dataTransfer": data})
    expect(ann.page).to_have_url(re.compile("/s/local-"), timeout=PATIENCE)
    expect(moves_shown(ann)).to_have_count(2)


def test_a_study_that_is_not_there_says_so(person: NewPerson) -> None:
    ann = person()
    for path in ("/s/local-1", "/s/shared#nothing", "/s/NOTHING1-1"):
        ann.go(path)
        expect(ann.page.get_by_role("heading", name="This study cannot be opened")).to_be_visible()
        ann.page.goto("about:blank")


def _downloaded(person: Person, button: str, path: Path) -> bytes:
    with person.page.expect_download(timeout=3 * PATIENCE) as waiting:
        person.press(button)
    waiting.value.save_as(path)
    return path.read_bytes()

"""Collections against the server's own routes: files for the library, openings in it, and puzzles."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from duiyi.records.formats import write_records
from duiyi.records.record import Header, Record
from duiyi.review.puzzle_set import load_puzzles
from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person

TIGER = Record.from_moves("reversi", "f5 d6 c3 d3", header=Header(names=("Tamenori", "Murakami"), opening="Tiger"))


def choose(person: Person, *files: Path) -> None:
    """Give the library files, as a click on its field would."""
    person.page.locator("input[type=file]").set_input_files(files)


def test_files_brought_to_the_library_are_kept_reported_and_found(person: NewPerson, tmp_path: Path) -> None:
    good, mixed, other = tmp_path / "tiger.duiyi.jsonl", tmp_path / "mixed.oth", tmp_path / "notes.txt"
    good.write_bytes(write_records([TIGER], good.name))
    mixed.write_bytes(b"f5d6\nf5f5\nf5f6\n")
    other.write_bytes(b"nothing to play here\n")
    ann = person()
    ann.go("/library")
    choose(ann, good, mixed, other)
    expect(ann.page.get_by_text("3 games kept, 2 refused.")).to_be_visible(timeout=PATIENCE)
    report = ann.page.locator(".report > li")
    expect(report).to_have_count(3)
    expect(report.nth(0)).to_contain_text("1 game kept")
    report.nth(1).get_by_text("1 refused: why").click()
    expect(report.nth(1)).to_contain_text("f5 is already taken")
    expect(report.nth(2)).to_contain_text("0 games kept")
    rows = ann.page.get_by_label("My games").locator('a[href^="/s/I"]')
    expect(rows).to_have_count(3)
    ann.expect_no_violation()
    # The opening is looked for among my own games by its name, then by moves of a mirror image.
    ann.page.get_by_role("combobox", name="Game").select_option("reversi")
    for opening in ("tiger", "e6 f4 c3"):
        ann.page.get_by_label("Opening").fill(opening)
        ann.page.keyboard.press("Enter")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("Tamenori")
    rows.click()
    expect(ann.page).to_have_url(re.compile("/s/I"))
    expect(ann.page.locator("[data-node]")).to_have_count(4)


def test_a_puzzle_of_the_server_is_answered_wrong_then_right(person: NewPerson) -> None:
    puzzle = next(one for one in load_puzzles() if one.game.startswith("gomoku"))
    answer = puzzle.line[0]
    ann = person()
    ann.go("/puzzles")
    expect(ann.page.get_by_role("article").first.locator("svg")).to_be_visible(timeout=PATIENCE)
    assert puzzle.id in [one["id"] for one in ann.ask("/api/puzzles?game=gomoku")["puzzles"]]
    ann.go(f"/puzzles/{puzzle.id}")
    expect(ann.page.locator("[role=grid]")).to_be_visible(timeout=PATIENCE)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(puzzle.goal.en)
    empty = ann.page.locator('[role=gridcell][aria-label*="can be played"]')
    labels = [str(one).split(",")[0] for one in empty.evaluate_all("all => all.map((one) => one.ariaLabel)")]
    wrong = next(label for label in labels if label != answer)
    ann.tap(wrong)
    expect(ann.page.get_by_text(f"{wrong} is not the move")).to_be_visible(timeout=PATIENCE)
    ann.tap(answer)
    expect(ann.page.get_by_text(f"Right! {answer}")).to_be_visible(timeout=PATIENCE)
    expect(ann.cell(answer)).to_have_attribute("aria-label", re.compile("stone"))

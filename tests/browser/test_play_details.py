"""What each game shows beside its moves, and what every table does for the people at it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person, engine
from tests.browser.study_fixtures import settings

BOTH: list[dict[str, Any]] = [{"who": "me"}, {"who": "me"}]
SAW_THINKING = """
window.thoughts = [];
new MutationObserver(() => {
  const bar = document.querySelector('.thinking progress');
  if (bar) window.thoughts.push([bar.getAttribute('aria-label'), bar.hasAttribute('value')]);
}).observe(document, { childList: true, subtree: true });
"""


def table(somebody: Person, game: str, **options: Any) -> str:
    """A table of one's own with all seats; says its code."""
    room = somebody.create(game, BOTH, **options)
    somebody.enter(room)
    somebody.expect_turn()
    return room


def test_a_thinking_engine_is_shown_by_a_bar_that_promises_nothing(person: NewPerson) -> None:
    me = person()
    me.context.add_init_script(SAW_THINKING)
    me.enter(me.create("reversi", [{"who": "me"}, engine("alphabeta")]))
    me.play("d3")
    me.expect_plies(2)
    assert ["AI alpha-beta is thinking", False] in me.page.evaluate("window.thoughts")
    expect(me.page.get_by_role("progressbar")).to_have_count(0)


def test_a_tap_on_a_player_shows_the_last_path_of_that_player_alone(person: NewPerson) -> None:
    me = person()
    table(me, "chinese_checkers")
    me.play("-4,6", "-4,4")
    me.play("4,-6", "4,-4")
    paths = me.page.locator(".duiyi-board .walk")
    expect(paths).to_have_count(2)
    chip = me.page.get_by_title("Show the last move of this seat").first
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(paths).to_have_count(1)


def test_illegal_points_of_nogo_are_drawn_for_each_side_and_can_be_hidden(person: NewPerson) -> None:
    me = person()
    # The corner a9 is an eye of White, j9 one of Black.
    room = table(me, "nogo", start="1o5x1/o7x/9/9/9/9/9/9/9 x")
    expect(me.page.locator(".illegal-mine")).to_have_count(1)
    expect(me.page.locator(".illegal-theirs")).to_have_count(1)
    counts = me.page.get_by_text(re.compile(r"^\d+ points left$"))
    expect(counts).to_have_text(["76 points left", "76 points left"])
    me.press("Illegal points")
    expect(me.page.locator(".illegal-mine, .illegal-theirs")).to_have_count(0)
    me.play("E5")
    expect(counts).to_have_text(["75 points left", "75 points left"])
    assert len(me.snapshot(room)["position"]["board"]) == 81


@pytest.mark.parametrize("width", [1440, 1100, 390])
@pytest.mark.parametrize("game", ["nogo", "reversi", "xiangqi"])
def test_the_name_of_a_guest_is_whole_beside_what_the_game_counts(person: NewPerson, game: str, width: int) -> None:
    me = person(viewport={"width": width, "height": 900})
    clock = {"kind": "fischer", "seconds": 600, "increment": 5}
    me.enter(me.create(game, [{"who": "me"}, engine("level(5)")], clock=clock))
    names = me.page.locator(".bar strong")
    expect(names).to_have_count(2)
    assert [name.evaluate("name => name.scrollWidth - name.clientWidth") for name in names.all()] == [0, 0]


def test_reversi_shows_its_discs_and_passes_for_a_side_without_a_move(person: NewPerson) -> None:
    me = person()
    table(me, "reversi", start="8/8/8/8/8/8/8/xo6 o")
    # The banner stays for a moment; nobody has to press it.
    expect(me.page.get_by_text("You have no move: pass.")).to_be_visible()
    me.expect_plies(1)
    expect(me.page.get_by_text(re.compile("had no move and passed"))).to_be_visible()
    expect(me.page.get_by_role("img", name="Black 1, White 1")).to_be_visible()
    me.play("c8")
    expect(me.page.get_by_role("img", name="Black 3, White 0")).to_be_visible()


def test_the_engine_begins_where_that_was_chosen_and_its_rating_is_told(person: NewPerson) -> None:
    me = person()
    me.go()
    me.page.locator("[data-game=reversi]").click()
    level = me.page.get_by_role("slider", name=re.compile("AI level"))
    rating = me.page.get_by_text(re.compile(r"^rating \d+$"))
    level.fill("3")
    weak = rating.inner_text()
    level.fill("9")
    expect(rating).not_to_have_text(weak)
    level.fill("2")
    me.page.get_by_label("Who begins").select_option("AI begins")
    me.press("Play AI")
    me.expect_turn()
    me.expect_plies(1)


def test_the_notation_of_xiangqi_changes_while_one_plays(person: NewPerson) -> None:
    me = person()
    table(me, "xiangqi")
    me.play("h2", "h9")
    move = me.page.locator('[data-ply="1"]')
    for name, text in (("chinese", "炮二进七"), ("wxf", "C2+7"), ("iccs", "H2-H9")):
        me.page.get_by_label("Notation").select_option(name)
        expect(move).to_contain_text(text)
    expect(me.page.get_by_title("Captured pieces")).to_have_text("马")


def test_xiangqi_marks_a_check_and_tells_why_a_repetition_is_lost(person: NewPerson) -> None:
    me = person()
    table(me, "xiangqi", start="3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1")
    me.play("e1", "d1")
    expect(me.page.locator(".duiyi-board .check")).to_have_count(1)
    expect(me.cell("d9")).to_have_attribute("aria-label", re.compile("in check"))
    verdict = me.page.get_by_label("Result", exact=True)
    walk = (("d9", "e9"), ("d1", "e1"), ("e9", "d9"), ("e1", "d1"))
    for ply in range(40):
        if verdict.is_visible():
            break
        me.tap(*walk[ply % 4])
        expect(me.page.locator(f'[data-ply="{ply + 2}"]')).to_be_visible()
        me.page.wait_for_timeout(300)
    me.expect_verdict("wins", "Red has given check with every move until the position stood for the third time")


def test_stones_carry_their_numbers_when_wanted(person: NewPerson) -> None:
    me = person()
    table(me, "gomoku")
    me.play("h8")
    me.play("h9")
    me.press("Numbers")
    numbers = me.page.locator(".duiyi-board .above text")
    expect(numbers).to_have_count(2)
    assert sorted(numbers.all_text_contents()) == ["1", "2"]
    me.press("Numbers")
    expect(numbers).to_have_count(0)


def test_the_board_is_turned_by_a_button_and_by_a_key(person: NewPerson) -> None:
    me = person()
    me.enter(me.create("xiangqi", [{"who": "me"}, engine()]))
    below = me.cell("e0").locator("circle").bounding_box()
    me.press("Flip")
    expect(me.cell("e9").locator("circle")).to_be_visible()
    me.page.wait_for_function(
        "y => Math.abs(document.querySelector('[aria-label^=\"e9,\"] circle').getBoundingClientRect().y - y) < 1",
        arg=below and below["y"],
    )
    me.page.keyboard.press("f")
    me.page.wait_for_function(
        "y => Math.abs(document.querySelector('[aria-label^=\"e0,\"] circle').getBoundingClientRect().y - y) < 1",
        arg=below and below["y"],
    )


def test_the_icon_of_the_tab_tells_whose_turn_it_is(person: NewPerson) -> None:
    first, second = person(), person()
    room = first.create("gomoku", [{"who": "me"}])
    first.enter(room)
    second.enter(room)
    second.press("Sit here")
    second.press("I am ready")
    first.press("Start")
    icon = 'link[rel="icon"]'
    first.expect_turn()
    expect(first.page.locator(icon)).to_have_attribute("href", "/icon-turn.svg")
    expect(second.page.locator(icon)).to_have_attribute("href", "/icon.svg")
    first.play("h8")
    expect(second.page.locator(icon)).to_have_attribute("href", "/icon-turn.svg")
    expect(first.page.locator(icon)).to_have_attribute("href", "/icon.svg")


def test_nothing_moves_for_those_who_asked_for_less_motion(person: NewPerson) -> None:
    me = person(reduced_motion="reduce")
    table(me, "xiangqi")
    expect(me.page.locator(".duiyi-board.still")).to_have_count(1)
    me.play("h2", "e2")
    expect(me.page.locator(".moving use")).to_have_count(0)
    running = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert me.page.evaluate(running) == 0


def test_the_careful_way_to_tap_aims_first_and_plays_at_the_second_tap(person: NewPerson) -> None:
    me = person()
    me.context.add_init_script(settings(input="twice"))
    table(me, "gomoku")
    me.tap("h8")
    me.page.wait_for_timeout(300)
    me.expect_plies(0)
    me.tap("h8")
    me.expect_plies(1)


def test_an_invitation_has_a_link_and_a_picture_of_it(person: NewPerson) -> None:
    me = person()
    room = me.create("nogo", [{"who": "me"}])
    me.go(f"/r/{room}")
    expect(me.page.get_by_role("img", name="QR code of the link")).to_be_visible(timeout=PATIENCE)
    assert f"/r/{room}" in me.page.get_by_label("Invitation link").input_value()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("reversi", "d5 black disc"),
        ("gomoku", ""),
        ("nogo", ""),
        ("xiangqi", "e0 red general"),
        ("chinese_checkers", "camp A"),
    ],
)
def test_every_game_is_told_and_played_in_words(person: NewPerson, game: str, told: str) -> None:
    me = person()
    room = table(me, game)
    me.page.keyboard.press("/")
    box = me.page.get_by_role("textbox", name="Move or command")
    answer = me.page.get_by_label("Move or command").locator("pre")
    move = me.snapshot(room)["position"]["legal"][0]["text"]
    for line in ("board", move, "last"):
        box.fill(line)
        me.page.keyboard.press("Enter")
        if line == "board":
            expect(answer).to_contain_text(told)
        if line == move:
            me.expect_plies(1)
    expect(answer).to_contain_text("Guest")
    expect(me.page.locator("[data-live]")).not_to_be_empty()

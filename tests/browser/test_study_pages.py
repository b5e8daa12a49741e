"""Settings, people, rules, library, ladder, training, puzzles, and the site without a server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person
from tests.browser.server import Server
from tests.browser.study_fixtures import finished_game, moves_shown, open_study, settings

GAMES = ("chinese_checkers", "nogo", "reversi", "xiangqi", "gomoku")
PAGES = (
    "/settings",
    "/login",
    "/profile",
    "/library",
    "/ladder",
    "/training",
    "/puzzles",
    "/help/gomoku",
    "/setup",
    "/engines",
)


def test_settings_change_the_page_at_once_and_stay(person: NewPerson) -> None:
    ann = person()
    ann.go("/settings")
    ann.page.get_by_role("main").get_by_text("Dark", exact=True).click()
    ann.page.get_by_text("Rosewood").click()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ann.page.get_by_role("radio", name="Rosewood")).to_be_checked()
    ann.page.locator("fieldset label", has_text="中文").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("设置")
    ann.press("恢复默认设置")
    expect(ann.page.get_by_role("radio", name="榧木")).to_be_checked()


def test_a_guest_becomes_an_account_and_keeps_the_games(person: NewPerson) -> None:
    ann = person()
    ann.create("reversi(size=4)", [{"who": "me"}, {"who": "open"}])
    ann.go("/login")
    ann.page.get_by_text("Create an account").click()
    expect(ann.page.get_by_text(re.compile("The games of Guest .* move to the new account"))).to_be_visible()
    ann.page.get_by_label("Name").fill("Ann of Study")
    ann.page.get_by_label("Password").fill("correct horse")
    ann.page.get_by_role("button", name="Create an account").click()
    expect(ann.page.get_by_role("heading", name="Recovery code")).to_be_visible(timeout=PATIENCE)
    assert len(ann.ask("/api/me")["rooms"]) == 1
    ann.go("/profile")
    expect(ann.page.get_by_role("heading", name="Ann of Study")).to_be_visible()
    ann.page.get_by_label("Name").fill("Ann Renamed")
    ann.press("Change the name")
    expect(ann.page.get_by_role("heading", name="Ann Renamed")).to_be_visible()
    ann.press("Log out")
    ann.go("/login")
    ann.page.get_by_label("Name").fill("Ann Renamed")
    ann.page.get_by_label("Password").fill("wrong horse")
    ann.page.locator("form").get_by_role("button", name="Log in").click()
    expect(ann.page.get_by_role("alert")).to_have_text("name or password is wrong")
    ann.page.get_by_label("Password").fill("correct horse")
    ann.page.locator("form").get_by_role("button", name="Log in").click()
    expect(ann.page.get_by_role("heading", name="Ann Renamed")).to_be_visible()
    ann.page.get_by_text("Delete the account").click()
    ann.page.get_by_label("Password").fill("correct horse")
    ann.press("Delete for ever")
    expect(ann.page).to_have_url(re.compile("/$"))
    assert ann.ask("/api/me").get("user") is None


def test_a_recovery_code_brings_a_guest_to_another_device(person: NewPerson) -> None:
    ann = person()
    ann.go("/profile")
    ann.press("Be a guest")
    kept = ann.page.locator("code").inner_text()
    ann.press("Make a new code")
    expect(ann.page.locator("code")).not_to_have_text(kept)
    code = ann.page.locator("code").inner_text()
    name = ann.page.get_by_role("heading", level=1).inner_text()
    elsewhere = person()
    elsewhere.go("/login")
    elsewhere.page.get_by_text("Use a recovery code").click()
    elsewhere.page.get_by_role("textbox", name="Recovery code").fill(code)
    elsewhere.page.locator("form").get_by_role("button", name="Use a recovery code").click()
    expect(elsewhere.page.get_by_role("heading", level=1)).to_have_text(name)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_told_in_both_languages_with_boards_that_play(person: NewPerson, game: str) -> None:
    titles = []
    for language in ("zh-CN", "en"):
        reader = person()
        reader.context.add_init_script(settings(language=language))
        reader.go(f"/help/{game}")
        expect(reader.page.locator("[role=grid]").first).to_be_visible()
        titles.append(reader.page.get_by_role("heading", level=2).all_inner_texts())
        moving = reader.page.locator("figure").filter(has=reader.page.locator("button.small")).first
        forward = "前进一步" if language == "zh-CN" else "One move forward"
        moving.get_by_role("button", name=forward).click()
        expect(moving.locator("figcaption .figures")).not_to_have_text(re.compile("^0 /"))
    reader.expect_no_violation()
    assert len(titles[0]) == len(titles[1])
    assert titles[0] != titles[1]


def test_the_library_lists_finds_and_opens_games(person: NewPerson) -> None:
    ann = person()
    record = finished_game(ann, "gomoku(size=5)")
    ann.go("/library")
    expect(ann.page.get_by_text("You have not finished a game here yet.")).to_be_visible()
    ann.page.get_by_text("All games").click()
    expect(ann.page.locator(f'a[href="/s/{record}"]')).to_be_visible()
    ann.page.get_by_role("combobox", name="Game").select_option("xiangqi")
    expect(ann.page.locator(f'a[href="/s/{record}"]')).to_have_count(0)
    ann.page.get_by_role("combobox", name="Game").select_option("gomoku")
    ann.page.locator(f'a[href="/s/{record}"]').click()
    expect(ann.page).to_have_url(re.compile(f"/s/{record}$"))


def test_a_training_page_without_runs_says_how_to_start_one(person: NewPerson) -> None:
    ann = person()
    ann.go("/training")
    expect(ann.page.get_by_text("duiyi learn")).to_be_visible()


def test_the_curves_of_a_run_in_progress_are_drawn(person: NewPerson) -> None:
    ann = person()
    lines = [{"step": step, "loss": 3.0 / step, "games": 40 * step} for step in range(1, 9)]
    run = {"name": "nogo", "game": "nogo", "kind": "alphazero", "state": "running", "updated": 1}
    ann.page.route("**/api/training", lambda route: route.fulfill(json={"runs": [{**run, "progress": lines}]}))
    ann.go("/training")
    section = ann.page.get_by_role("region", name="nogo")
    expect(section).to_contain_text("running")
    expect(section.locator("figure", has_text="loss").locator("path")).to_have_attribute("d", re.compile("^M.*L"))
    ann.expect_no_violation()


def test_the_ladder_shows_each_generation_against_the_one_before(person: NewPerson) -> None:
    ann = person()
    row = {"newer": "alphabeta", "older": "minimax(depth=3)", "games": 40, "wins": 30, "draws": 2, "losses": 8}
    row |= {"score": 0.775, "elo": 214.8, "interval": [96.2, None], "seconds": 0.1}
    answer = {"game": "reversi", "made": None, "rows": [], "generations": [row]}
    ann.page.route("**/api/ladder?game=reversi", lambda route: route.fulfill(json=answer))
    ann.go("/ladder?game=reversi")
    table = ann.page.get_by_role("region", name="Generations").get_by_role("table")
    for text in ("AI alpha-beta", "AI minimax", "78%", "+215", "+96 … +∞", "30 · 2 · 8"):
        expect(table).to_contain_text(text)
    ann.expect_no_violation()
    answer["generations"] = []
    ann.page.reload()
    expect(ann.page.get_by_text("duiyi ladder reversi")).to_be_visible()
    expect(ann.page.get_by_role("region", name="Generations")).to_have_count(0)


def test_the_ladder_lists_every_measured_level_with_its_interval(person: NewPerson) -> None:
    ann = person()
    ann.go("/ladder?game=reversi")
    for level in (1, 12):
        row = ann.page.get_by_role("row", name=re.compile(rf"Level {level} "))
        expect(row.get_by_text("±")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["light desk, Chinese", "dark phone, English"])
def test_axe_finds_nothing_and_nothing_overflows(person: NewPerson, phone: bool) -> None:
    ann = person(phone=phone)
    ann.context.add_init_script(settings(theme="dark" if phone else "light", language="en" if phone else "zh-CN"))
    record = finished_game(ann)
    for path in (*PAGES, f"/s/{record}", "/s/new?game=chinese_checkers", "/s/nothing"):
        ann.go(path)
        expect(ann.page.locator("h1").first).to_be_visible()
        ann.page.wait_for_load_state("networkidle")
        ann.expect_no_violation()
        assert ann.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_the_site_opens_offline_and_shows_the_games_of_this_device(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("offline"))
    server.start()
    context = browser.new_context(locale="en-GB")
    ann = Person(context, server.url)
    try:
        record = finished_game(ann)
        open_study(ann, record)
        last = moves_shown(ann).count()
        ann.page.evaluate("navigator.serviceWorker.ready")
        ann.page.wait_for_timeout(1000)
    finally:
        server.stop()
    ann.page.goto(server.url + "/")
    expect(ann.page.get_by_role("heading", name="You are offline")).to_be_visible()
    ann.page.locator(f'a[href="/s/{record}"]').click()
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.page.locator("h1").click()
    ann.page.keyboard.press("End")
    expect(ann.page.get_by_label("Go to move")).to_have_value(str(last))
    ann.page.goto(server.url + "/library")
    expect(ann.page.get_by_role("radio", name="On this device")).to_be_checked()
    context.close()

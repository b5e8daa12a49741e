"""A game that somebody wrote in one Python file is played in the browser from its shape alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, ROOT
from tests.browser.server import Server


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the example game is installed as a package with an entry point."""
    folder = tmp_path_factory.mktemp("own")
    packages = folder / "packages"
    about = packages / "connect_four-1.dist-info"
    about.mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "connect_four.py", packages)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: connect_four\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[duiyi.games]\nconnect_four = connect_four:ConnectFour\n")
    running = Server(folder, packages=packages)
    running.start()
    yield running
    running.stop()


def test_a_game_of_ones_own_is_chosen_and_played_by_two_people(person: NewPerson, own_server: Server) -> None:
    first, second = person(own_server.url), person(own_server.url)
    first.go()
    first.page.locator("[data-game=connect_four]").click()
    first.press("Invite a friend")
    link = first.page.get_by_label("Invitation link").input_value(timeout=PATIENCE)
    second.go("/" + link.split("/", 3)[3])
    expect(second.page.locator("[data-phase=playing] [role=gridcell]")).to_have_count(42, timeout=PATIENCE)
    for row in "123":
        first.play(f"d{row}")
        second.play(f"e{row}")
    first.play("d4")
    first.expect_verdict("You win", "Red has four in a row")
    second.expect_verdict("You lose")
    first.expect_no_violation()


def test_an_engine_plays_a_game_that_it_has_never_seen(person: NewPerson, own_server: Server) -> None:
    me = person(own_server.url)
    room = me.create(
        "connect_four", [{"who": "me"}, {"who": "engine", "controller": {"kind": "ai", "engine": "greedy"}}]
    )
    me.enter(room)
    me.play("d1")
    me.expect_plies(2)
    me.go("/s/new?game=connect_four&moves=d+d+e")
    expect(me.page.locator("[data-node]")).to_have_count(3)

"""Lost lines and stopped servers: nothing is lost, and the page stays calm."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import PATIENCE, Person, engine
from tests.browser.server import Server


def at_a_table(first: Person, second: Person, game: str) -> str:
    """A running game of two people; says its room."""
    room = first.create(game, [{"who": "me"}])
    first.enter(room)
    second.enter(room)
    second.press("Sit here")
    second.press("I am ready")
    first.press("Start")
    second.expect_plies(0)
    first.expect_turn()
    return room


def test_a_player_who_was_cut_off_sees_what_was_missed(person: NewPerson) -> None:
    first, second = person(), person()
    at_a_table(first, second, "gomoku")
    first.play("h8")
    first.context.set_offline(True)
    expect(first.page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
    second.play("h9")
    first.expect_no_violation()
    first.context.set_offline(False)
    first.expect_plies(2)
    expect(first.page.get_by_text("Connection lost")).to_be_hidden(timeout=PATIENCE)
    first.play("i8")
    second.expect_plies(3)


def test_a_game_goes_on_after_the_server_was_restarted(person: NewPerson, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        me = person(server.url)
        room = me.create(
            "reversi", [{"who": "me"}, engine()], clock={"kind": "fischer", "seconds": 300, "increment": 2}
        )
        me.enter(room)
        me.play("d3")
        me.expect_plies(2)
        server.stop()
        expect(me.page.get_by_text("Connection lost")).to_be_visible(timeout=PATIENCE)
        me.expect_turn()
        # A move made while the server is away waits, drawn as pending, and is played when it is back.
        playable = me.page.locator('[aria-label$="can be played"]').first.get_attribute("aria-label")
        me.tap(str(playable).split(",")[0])
        expect(me.page.locator('[aria-label*="being sent"]')).to_be_visible(timeout=PATIENCE)
        server.start()
        me.expect_plies(4)
        assert len(me.snapshot(room)["moves"]) == 4
    finally:
        server.stop()


def test_two_tabs_of_one_player_show_the_same_game(person: NewPerson) -> None:
    me = person()
    room = me.create("gomoku", [{"who": "me"}, engine()])
    me.enter(room)
    other = Person(me.context, me.url)
    other.enter(room)
    me.play("h8")
    other.expect_plies(2)
    other.play("a1")
    me.expect_plies(4)
    assert other.errors == []

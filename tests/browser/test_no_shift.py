"""Nothing moves by itself: what a view waits for has its place before it comes, on a slow line too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import NewPerson
from tests.browser.person import Person, engine
from tests.browser.study_fixtures import finished_game

MOST = 0.005
"""Share of the screen times distance: a tenth of what browsers call a good page. Names in the header may grow."""
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push({ value, nodes: sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName) });
}).observe({ type: 'layout-shift', buffered: true });
"""
CLOCK = {"kind": "fischer", "seconds": 600, "increment": 5}
LATENCY_MS = 150
SETTLED_MS = 500
AT_ONCE = 6
PAGES = (
    "/",
    "/lobby",
    "/watch",
    "/settings",
    "/login",
    "/profile",
    "/help/xiangqi",
    "/s/new?game=reversi",
    "/setup?game=xiangqi",
    "/engines",
    "/library",
    "/library?player=greedy",
    "/ladder",
    "/ladder?game=chinese_checkers",
    "/training",
    "/puzzles",
    "/nowhere",
)


@pytest.mark.parametrize(("phone", "locale"), [(False, "en-GB"), (True, "zh-CN")], ids=["desk", "phone"])
def test_no_view_moves_while_it_is_filled(person: NewPerson, phone: bool, locale: str) -> None:
    """Every view as somebody with games and tables finds it; answers take their time."""
    me = person(phone=phone, locale=locale, service_workers="block")
    me.context.add_init_script(SHIFTS)
    paths = [*PAGES, *tables(me), f"/s/{finished_game(me)}", f"/u/{me.ask('/api/me')['user']['id']}"]
    moved: dict[str, Any] = {}
    for some in batched(paths, AT_ONCE):
        tabs = [slow_tab(me, path) for path in some]
        for path, tab in zip(some, tabs, strict=True):
            tab.page.wait_for_load_state("networkidle")
            tab.page.wait_for_timeout(SETTLED_MS)
            shifts = tab.page.evaluate("window.shifts")
            if sum(shift["value"] for shift in shifts) > MOST:
                moved[path] = shifts
            assert tab.errors == []
            tab.page.close()
    assert moved == {}


def tables(me: Person) -> list[str]:
    """A game of two and of six with clocks, one with discs, one that is watched, and a room that waits."""
    mine, free = {"who": "me"}, {"who": "open"}
    rooms = [
        me.create("xiangqi", [mine, engine()], clock=CLOCK),
        me.create("chinese_checkers(seats=6)", [mine, *[engine()] * 5], clock=CLOCK),
        me.create("reversi", [engine(), mine]),
        me.create("gomoku", [engine("level(3)"), engine("level(3)")]),
        me.create("chinese_checkers(seats=6)", [mine, *[free] * 5], clock=CLOCK),
    ]
    return [f"/r/{room}" for room in rooms]


def slow_tab(me: Person, path: str) -> Person:
    """A view in a tab of its own. Every answer takes a moment, so that each state of the view is painted."""
    tab = Person(me.context, me.url)
    client = me.context.new_cdp_session(tab.page)
    client.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
    client.send("Network.emulateNetworkConditions", conditions)
    tab.page.goto(me.url + path, wait_until="commit")
    return tab


def batched(paths: list[str], size: int) -> list[list[str]]:
    """The paths in lots of this size."""
    return [paths[at : at + size] for at in range(0, len(paths), size)]

"""The budgets of the web pages: `python benchmarks/web.py [--write]`; build the pages first (`make build/stamps/web`).

Four numbers, each with its budget: script of the first load after gzip, time to the first board with the processor
slowed down four times, frames per second while a marble hops six times among sixty, and events that a watcher of a room
with more than twenty moves a second misses. Real server, real Chromium. Beside the times stands a loop of fixed length
on the same slowed page: when it takes longer, the machine had other things to do. `--write` keeps all in web.json and
web.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.person import PATIENCE, Person, engine  # noqa: E402
from tests.browser.server import Server  # noqa: E402

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "bypass_csp": True}
SLOWER = 4
REPEATS = 9
HOP_REPEATS = 9
PAUSE_MS = 25
CHAIN = (
    "A/AA/A2/A1AA/1FFFFA1BBBB1B/FFF1A2A1B1B/F6C2B/FFE4BC1/9/EE3D4/E1E1D2C3/E2E4CCC1/E1E1EDCDB1CCC/2D1/DDD/1D/D A 90 - -"
)
"""Six seats, sixty marbles; one of seat A can hop six times from -3,4 to 1,0."""
FIRST_BOARD = """
new MutationObserver((_, observer) => {
  const pieces = document.querySelectorAll('.miniature svg use, .duiyi-board .pieces use').length;
  if (pieces < 30) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstBoard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
"""The first frame after a board with its pieces is there: a real position of each game, or the table's own 32."""
LOOP = """
(() => { const from = performance.now(); let x = 0; for (let i = 0; i < 2e7; i++) x = (x * 31 + i) | 0;
  return performance.now() - from + (x & 0); })()
"""
"""Work of a fixed size, as milliseconds."""
HOPS = """
new Promise((done) => {
  const times = [], from = { time: 0 }, moving = document.querySelector('.duiyi-board > .moving > .pieces');
  let asked = requestAnimationFrame(function frame(now) { times.push(now); asked = requestAnimationFrame(frame); });
  new MutationObserver((_, observer) => {
    if (moving.childElementCount > 0) from.time ||= times.at(-1);
    else if (from.time) {
      observer.disconnect();
      cancelAnimationFrame(asked);
      done(times.filter((time) => time >= from.time));
    }
  }).observe(moving, { childList: true });
})
"""
"""The times of all frames from the one that lifts a marble (and draws the table too) to the one that puts it down."""
MOVE = """
([room, move]) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.t === 'welcome') socket.send(JSON.stringify({ t: 'hello', room }));
    if (told.t === 'snapshot') socket.send(JSON.stringify({ t: 'play', room, base: told.turn, move, id: 'bench' }));
  };
}
"""
PLAY = """
([room, pause]) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  let count = 0, turn = -1;
  const next = ({ turn: base, position, phase, ply }) => {
    const move = position?.legal?.[0];
    if (!move || base === turn || phase === 'finished') return;
    turn = base;
    const seat = position.to_move;
    setTimeout(() => {
      socket.send(JSON.stringify({ t: 'play', room, base, move: move.text, seat, id: `bench${++count}` }));
    }, pause);
  };
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.t === 'welcome') socket.send(JSON.stringify({ t: 'hello', room }));
    if (told.t === 'snapshot' || told.t === 'moved') next(told);
  };
}
"""
LISTEN = """
window.heard = { moved: [], seqs: [], hellos: 0 };
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      for (const line of String(data).split('\\n')) {
        let told; try { told = JSON.parse(line); } catch { continue; }
        for (const one of Array.isArray(told) ? told : [told]) {
          if (one.seq && one.t !== 'ok' && one.t !== 'snapshot') window.heard.seqs.push(one.seq);
          if (one.t === 'moved') window.heard.moved.push(performance.now());
        }
      }
    });
  }
  send(text) { if (String(text).includes('"hello"')) window.heard.hellos += 1; super.send(text); }
};
"""


def main() -> None:
    """Measure all, print, and keep the results when asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--write", action="store_true", help="keep the results in web.json and web.md")
    wanted = parser.parse_args()
    path = subprocess.run([ROOT / "scripts" / "find_chromium.sh"], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), engine_pace="0")
        server.start()
        browser = playwright.chromium.launch(executable_path=path.stdout.strip(), args=["--no-sandbox"])
        try:
            results = {
                **script(browser, server.url),
                **first_board(browser, server.url),
                **hops(browser, server.url),
                **watched(browser, server.url),
                "load_per_processor": round(os.getloadavg()[0] / (os.cpu_count() or 1), 1),
            }
        finally:
            browser.close()
            server.stop()
    print(table(results))
    if wanted.write:
        here = Path(__file__).parent
        (here / "web.json").write_text(json.dumps(results, indent=1) + "\n")
        written = here / "web.md"
        # What stands below under a heading of its own was written by hand and stays.
        _, _, notes = written.read_text().partition("\n## ") if written.exists() else ("", "", "")
        written.write_text(page(results) + (f"\n## {notes}" if notes else ""))


def script(browser: Browser, url: str) -> dict[str, float]:
    """Kilobytes of script after gzip that the first page and a table need."""
    sizes = {}
    for name, path in (("start", "/"), ("table", "")):
        me = Person(browser.new_context(**DESK), url)
        seen: dict[str, int] = {}

        def note(answer: Response, seen: dict[str, int] = seen) -> None:
            if answer.url.endswith(".js") and answer.status == 200:
                seen[answer.url] = len(gzip.compress(answer.body(), 6))

        room = me.create("xiangqi", [{"who": "me"}, engine()])
        me.page.on("response", note)
        me.go(path or f"/r/{room}")
        me.page.wait_for_load_state("networkidle")
        me.context.close()
        # The service worker is not needed to show the page.
        sizes[f"script_{name}_kb"] = round(sum(size for at, size in seen.items() if "/sw" not in at) / 1024, 1)
    return sizes


def first_board(browser: Browser, url: str) -> dict[str, Any]:
    """Milliseconds from the address to a painted board on a slow processor, nothing in the cache, and the loop."""
    names = ("start", "table")
    times: dict[str, list[int]] = {name: [] for name in (*names, "loop")}
    for _ in range(REPEATS):
        # In turn, so that a busy minute falls on both.
        for name in names:
            me = Person(browser.new_context(**DESK), url)
            path = "/" if name == "start" else f"/r/{me.create('xiangqi', [{'who': 'me'}, engine()])}"
            slow_down(me.page, SLOWER)
            times["loop"].append(round(told(me.page, LOOP)))
            me.context.add_init_script(FIRST_BOARD)
            me.page.goto(url + path, wait_until="commit")
            times[name].append(round(told(me.page, "window.firstBoard")))
            me.context.close()
    return {
        **{f"first_board_{name}_ms": round(statistics.median(times[name])) for name in names},
        **{f"first_board_{name}_all_ms": times[name] for name in names},
        "loop_ms": round(statistics.median(times["loop"])),
        "loop_all_ms": times["loop"],
    }


def hops(browser: Browser, url: str) -> dict[str, float]:
    """Frames per second and work per frame while a marble hops six times, for somebody who watches."""
    rates, works = [], []
    for _ in range(HOP_REPEATS):
        player, me = (Person(browser.new_context(**DESK), url) for _ in range(2))
        room = player.create("chinese_checkers(seats=6)", [{"who": "me"}] * 6, start=CHAIN)
        me.enter(room)
        # Both pages live on this machine: the one of the mover shows no board.
        player.go("/login")
        me.page.bring_to_front()
        me.page.wait_for_timeout(1500)
        client = me.context.new_cdp_session(me.page)
        client.send("Performance.enable")
        work = task_seconds(client)
        me.page.evaluate(f"window.hops = {HOPS}; undefined")
        player.page.evaluate(MOVE, [room, "-3,4:1,0"])
        times = me.page.evaluate("window.hops")
        works.append((task_seconds(client) - work) * 1000 / len(times))
        rates.append((len(times) - 1) * 1000 / (times[-1] - times[0]))
        me.context.close()
        player.context.close()
    return {
        "hop_frames_per_second": round(statistics.median(rates), 1),
        "hop_frames_worst": round(min(rates), 1),
        "hop_frames_best": round(max(rates), 1),
        "hop_work_ms": round(statistics.median(works), 1),
    }


def watched(browser: Browser, url: str) -> dict[str, float]:
    """A room in which a move follows every move after a few milliseconds: what a watcher misses."""
    player, me = (Person(browser.new_context(**DESK), url) for _ in range(2))
    me.context.add_init_script(LISTEN)
    room = player.create("reversi(size=16)", [{"who": "me"}, {"who": "me"}])
    me.enter(room)
    player.go("/lobby")
    player.page.evaluate(PLAY, [room, PAUSE_MS])
    me.page.wait_for_selector('[aria-label="Result"]', timeout=120_000)
    heard = me.page.evaluate("window.heard")
    moves = len(me.snapshot(room)["moves"])
    shown = me.plies()
    times, seqs = heard["moved"], heard["seqs"]
    gaps = sum(after != before + 1 for before, after in pairwise(seqs))
    best = max((len([t for t in times if at <= t < at + 1000]) for at in times), default=0)
    me.context.close()
    player.context.close()
    return {
        "watched_moves_per_second": best,
        "watched_dropped": moves - shown + gaps,
        "watched_catch_ups": max(0, heard["hellos"] - 1),
    }


def told(page: Page, expression: str) -> float:
    """A number as soon as the page has it, asked for without putting a script of the tools into the slow page."""
    client = page.context.new_cdp_session(page)
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        time.sleep(0.2)
        value = client.send("Runtime.evaluate", {"expression": expression})["result"].get("value")
        if value:
            return float(value)
    raise RuntimeError(f"the page never told {expression}")


def slow_down(page: Page, times: int) -> None:
    """Slow the processor of a page."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def task_seconds(client: Any) -> float:
    """Seconds that the page's main thread has worked."""
    metrics = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def rows(results: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What was measured, the budget, the result."""
    return [
        ("script of the start page, gzip", "150 KB", f"{results['script_start_kb']} KB"),
        ("script of a table, gzip", "150 KB", f"{results['script_table_kb']} KB"),
        (
            f"first board of the start page, processor {SLOWER}x slower",
            "1000 ms",
            f"{results['first_board_start_ms']} ms",
        ),
        (f"first board of a table, processor {SLOWER}x slower", "1000 ms", f"{results['first_board_table_ms']} ms"),
        ("a fixed loop on the same page", "", f"{results['loop_ms']} ms"),
        ("six hops among sixty marbles, median", "60 frames/s", f"{results['hop_frames_per_second']} frames/s"),
        (
            f"the same, worst and best of {HOP_REPEATS}",
            "",
            f"{results['hop_frames_worst']} to {results['hop_frames_best']} frames/s",
        ),
        ("work per frame meanwhile", "16.7 ms", f"{results['hop_work_ms']} ms"),
        ("moves a second in a watched room", "20", f"{results['watched_moves_per_second']}"),
        ("events dropped by the watcher", "0", f"{results['watched_dropped']}"),
    ]


def table(results: dict[str, Any]) -> str:
    """The results as a table."""
    lines = [f"| {what} | {budget} | {result} |" for what, budget, result in rows(results)]
    return "\n".join(["| measured | budget | result |", "|---|---:|---:|", *lines])


def page(results: dict[str, Any]) -> str:
    """The results as a document."""
    intro = (
        "Made by `python benchmarks/web.py --write` with Chromium against a real server on loopback, nothing cached."
    )
    load = (
        f"Load of the machine per processor meanwhile: {results['load_per_processor']}; times mean something below 1."
    )
    every = [
        f"- {what}: {', '.join(str(time) for time in results[key])}"
        for what, key in (
            ("start page", "first_board_start_all_ms"),
            ("table", "first_board_table_all_ms"),
            ("loop, before each of them", "loop_all_ms"),
        )
    ]
    singles = "Every first board and every loop of this run, in milliseconds:\n\n" + "\n".join(every)
    return f"# Budgets of the pages\n\n{intro}\n{load}\n\n{table(results)}\n\n{singles}\n"


if __name__ == "__main__":
    main()

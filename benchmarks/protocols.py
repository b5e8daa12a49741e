"""Engines behind their protocols: how fast they start, how fast they stop, and whether they keep their clocks.

    python benchmarks/protocols.py [--stops N] [--games N] [--markdown]

Each row talks through pipes to a process of its own, as a host would. *Start*: from the command to the end of the first
answer, with the processor time of the process up to its end. *Stop*: from the line that ends a search without limit to
the answer, at a random moment of the search. *Clocks*: two processes play each other with few seconds for the whole
game, wall time as a host measures it; the game is cut off after so many plies.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track

from duiyi import Position, load_game
from duiyi.engines.external_points import read_vertex, vertex_text
from duiyi.protocols.botzone_text import apply_turn
from duiyi.protocols.gomocup_text import point_text, read_point

RUN = "import sys; from duiyi.cli.main import main; main()"
PLIES = 80
CLOCK = 3.0
INCREMENT = 0.05
CONSOLE = Console(stderr=True)


class Process:
    """Our engine in a process of its own."""

    def __init__(self, protocol: str, game: str, *options: str) -> None:
        words = [sys.executable, "-c", RUN, "engine", game, "--protocol", protocol, *options]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, *lines: str) -> None:
        """Say some lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, pattern: str) -> str:
        """The next line in which the pattern is found."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if re.search(pattern, line):
                return line.strip()
        raise RuntimeError(f"the engine went away before it said {pattern!r}")

    def end(self) -> float:
        """Close the pipe and wait; the processor time that the process took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.process.stdout.close()
        return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True)
class Talk:
    """One way to use an engine: a greeting, a search without end, and how it is ended."""

    protocol: str
    game: str
    greeting: str
    greeted: str
    search: str = ""
    seen: str = ""
    """What shows that the search is under way; nothing where the protocol says nothing meanwhile."""
    stop: str = ""
    stopped: str = ""


def _json(game: str) -> Talk:
    return Talk(
        *("json", game, '{"id":"v","action":"query_version"}', '"version"'),
        *('{"id":"a","maxTime":600,"reportDuringSearchEvery":0.02}', ":true"),
        *('{"id":"t","action":"terminate","terminateId":"a"}', '"id":"a","isDuringSearch":false'),
    )


TALKS = [
    Talk("uci", "xiangqi", "uci", "uciok", "position startpos\ngo infinite", "^info", "stop", "^bestmove"),
    Talk("ucci", "xiangqi", "ucci", "ucciok", "position startpos\ngo infinite", "^info", "stop", "^bestmove"),
    Talk("xboard", "xiangqi", "protover 2", "done=1", "new\npost\nst 600\ngo", r"^\d", "?", "^move"),
    Talk("gtp", "nogo", "name", "^=", "lz-analyze b 5", "^info", "name", "^= Duiyi"),
    Talk("gtp", "reversi", "name", "^=", "lz-analyze b 5", "^info", "name", "^= Duiyi"),
    Talk("gtp", "gomoku", "name", "^=", "lz-analyze b 5", "^info", "name", "^= Duiyi"),
    Talk("gtp", "nogo(size=13)", "name", "^=", "time_settings 9999 0 0\ngenmove b", "", "# interrupt", r"^= \w"),
    Talk(
        *("gomocup", "gomoku", "ABOUT", "^name"),
        *("START 15\nINFO timeout_turn 600000\nTURN 7,7", "^MESSAGE", "YXSTOP", r"^\d+,\d+$"),
    ),
    Talk("nboard", "reversi", "nboard 2", "^set myname", "hint 1", "^search", "ping 3", "^pong 3"),
    Talk("botzone", "reversi", '{"requests":[{"x":-1,"y":-1}]}', "response"),
    *(_json(game) for game in ("reversi", "xiangqi", "nogo", "gomoku", "chinese_checkers(seats=3)")),
]


def start(talk: Talk, times: int) -> tuple[float, float]:
    """Seconds to the first answer and processor time, medians; in Botzone that is a move, so it may take no time."""
    walls, spent = [], []
    for _ in range(times):
        began = time.perf_counter()
        process = Process(talk.protocol, talk.game, *(["--seconds", "0.01"] if talk.protocol == "botzone" else []))
        process.send(talk.greeting)
        process.until(talk.greeted)
        walls.append(time.perf_counter() - began)
        spent.append(process.end())
    return statistics.median(walls), statistics.median(spent)


def stops(talk: Talk, times: int, chance: random.Random) -> list[float]:
    """Milliseconds from the stop to the answer."""
    found = []
    process = Process(talk.protocol, talk.game)
    process.send(talk.greeting)
    process.until(talk.greeted)
    for _ in range(times):
        process.send(*talk.search.split("\n"))
        if talk.seen:
            process.until(talk.seen)
        time.sleep(chance.uniform(0.1, 0.6))
        began = time.perf_counter()
        process.send(talk.stop)
        process.until(talk.stopped)
        found.append(1000 * (time.perf_counter() - began))
        if talk.protocol == "gtp":
            process.send("clear_board")
            process.until("^=")
    process.end()
    return found


class Side:
    """One player of a game: told the moves and the clocks as its protocol tells them."""

    def __init__(self, protocol: str, game: str) -> None:
        keep = ["--keep-running"] if protocol == "botzone" else []
        self.protocol, self.game = protocol, load_game(game)
        self.process = Process(protocol, game, *keep)
        self.known = 0
        self.turns = 0
        if protocol != "botzone":  # a process that is still being started is nobody's thinking time
            talk = next(talk for talk in TALKS if talk.protocol == protocol)
            self.process.send(talk.greeting)
            self.process.until(talk.greeted)
        getattr(self, f"_open_{protocol}", lambda: None)()

    def choose(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        """The engine's move in the last position."""
        asked = getattr(self, f"_ask_{self.protocol}")(positions, moves, clocks)
        self.known = len(moves) + 1
        self.turns += 1
        return int(asked)

    def _open_ucci(self) -> None:
        self.process.send("setoption usemillisec true")

    def _open_xboard(self) -> None:
        self.process.send("new", f"level 0 0:{CLOCK:02.0f} 0", "force")

    def _open_gtp(self) -> None:
        self.process.send(f"time_settings {CLOCK:.0f} 0 0")
        self.process.until("^=")

    def _open_gomocup(self) -> None:
        self.process.send("START 15", "INFO timeout_turn 2000", f"INFO timeout_match {1000 * CLOCK:.0f}")

    def _ask_uci(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        left = [round(1000 * clock) for clock in clocks]
        self.process.send(
            "position startpos moves " + " ".join(map(self.game.move_text, moves)),
            f"go wtime {left[0]} btime {left[1]} winc {1000 * INCREMENT:.0f} binc {1000 * INCREMENT:.0f}",
        )
        return self.game.parse_move(self.process.until("^bestmove").split()[1])

    def _ask_ucci(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        left = round(1000 * clocks[positions[-1].to_move])
        line = "position startpos moves " + " ".join(map(self.game.move_text, moves))
        self.process.send(line, f"go time {left} increment {1000 * INCREMENT:.0f}")
        return self.game.parse_move(self.process.until("^bestmove").split()[1])

    def _ask_xboard(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        seat = positions[-1].to_move
        told = [f"usermove {self.game.move_text(move)}" for move in moves[self.known :]]
        clock = [f"time {100 * clocks[seat]:.0f}", f"otim {100 * clocks[1 - seat]:.0f}"]
        # In force mode the moves of the opening are only noted; after "go" the engine answers every move itself.
        self.process.send(*([*told, *clock, "go"] if self.known == 0 else [*clock, *told]))
        return self.game.parse_move(self.process.until("^move").split()[1])

    def _ask_gtp(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        for number in range(self.known, len(moves)):
            self.process.send(f"play {'bw'[positions[number].to_move]} {vertex_text(self.game, moves[number])}")
            self.process.until("^=")
        seat = positions[-1].to_move
        self.process.send(f"time_left {'bw'[seat]} {clocks[seat]:.2f} 0")
        self.process.until("^=")
        self.process.send(f"genmove {'bw'[seat]}")
        return read_vertex(self.game, self.process.until("^=").split()[1])

    def _ask_gomocup(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        seat = positions[-1].to_move
        self.process.send(f"INFO time_left {1000 * clocks[seat]:.0f}")
        if self.known == 0:
            owners = [1 if positions[number].to_move == seat else 2 for number in range(len(moves))]
            stones = [f"{point_text(self.game, move)},{owner}" for move, owner in zip(moves, owners, strict=True)]
            self.process.send("BOARD", *stones, "DONE")
        else:
            self.process.send(f"TURN {point_text(self.game, moves[-1])}")
        point = read_point(self.process.until(r"^\d+,\d+$"))
        assert point is not None
        return point[1] * 15 + point[0]

    def _ask_nboard(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        seat = positions[-1].to_move
        board = "".join({"x": "*", "o": "O"}.get(code, "-") for code in positions[-1].board())
        # A clock in whole seconds: what is left is told, rounded down, and a part of a second is told as spent.
        whole = int(clocks[seat])
        game = f"(;GM[Othello]PB[a]PW[b]RE[?]TI[00:{whole:02}]TY[8]BO[8 {board} {'*O'[seat]}];)"
        self.process.send(f"set game {game}", "go")
        square = self.process.until("^===").split()[1].split("/")[0].lower()
        return self.game.parse_move("pass" if square == "pa" else square)

    def _ask_botzone(self, positions: list[Position], moves: list[int], clocks: list[float]) -> int:
        def turn(move: int) -> dict[str, int]:
            is_pass = self.game.move_text(move) == "pass"
            return {"x": -1, "y": -1} if is_pass else {"x": move % 8, "y": move // 8}

        if self.known:
            self.process.send(json.dumps(turn(moves[-1])))
        else:
            turns = [turn(move) for move in moves]
            requests = turns[::2] if len(turns) % 2 else [{"x": -1, "y": -1}, *turns[1::2]]
            self.process.send(json.dumps({"requests": requests, "responses": turns[len(turns) % 2 :: 2]}))
        answer = self.process.until("response")
        self.process.until("KEEP_RUNNING")
        point = re.search(r'"x":(-?\d+),"y":(-?\d+)', answer)
        assert point is not None
        wanted = apply_turn(positions[-1], {"x": int(point[1]), "y": int(point[2])})
        return next(move for move in positions[-1].legal_moves() if positions[-1].after(move) == wanted)


GAMES = [
    ("uci", "xiangqi"),
    ("ucci", "xiangqi"),
    ("xboard", "xiangqi"),
    ("gtp", "nogo"),
    ("gtp", "reversi"),
    ("gtp", "gomoku"),
    ("gomocup", "gomoku"),
    ("nboard", "reversi"),
    ("botzone", "reversi"),
]


def clocked_game(protocol: str, game: str, chance: random.Random) -> tuple[int, bool, float]:
    """Play one game: its plies, whether a clock ran out, and the least that was left on one."""
    rules = load_game(game)
    sides = [Side(protocol, game), Side(protocol, game)]
    positions, moves = [rules.initial()], list[int]()
    for _ in range(2):
        moves.append(chance.choice(positions[-1].legal_moves()))
        positions.append(positions[-1].after(moves[-1]))
    added = INCREMENT if protocol in ("uci", "ucci") else 0.0
    clocks, least = [CLOCK, CLOCK], CLOCK
    while positions[-1].outcome() is None and len(moves) < PLIES and least > 0:
        seat = positions[-1].to_move
        began = time.perf_counter()
        move = sides[seat].choose(positions, moves, clocks)
        spent = time.perf_counter() - began
        moves.append(move)
        positions.append(positions[-1].after(move))
        clocks[seat] += added - spent
        if protocol == "botzone":  # a second for every turn, the first one excepted, which starts the process
            clocks[seat] = CLOCK if sides[seat].turns == 1 else 1.0 - spent
        least = min(least, clocks[seat])
    for side in sides:
        side.process.end()
    return len(moves), least < 0, least


def rows(arguments: argparse.Namespace) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """The tables: title, heads, cells."""
    cells = []
    for talk in track(TALKS, "starting", console=CONSOLE, transient=True):
        wall, spent = start(talk, arguments.starts)
        cells.append([talk.protocol, f"`{talk.game}`", f"{wall:.2f}", f"{spent:.2f}"])
    yield "Start", ["protocol", "game", "seconds", "processor seconds"], cells
    cells = []
    chance = random.Random(1)
    for talk in track(TALKS, "stopping", console=CONSOLE, transient=True):
        if talk.stop:
            found = sorted(stops(talk, arguments.stops, chance))
            words = f"`{talk.stop}`" if len(talk.stop) < 20 else "`terminate`"
            cells.append(
                [talk.protocol, f"`{talk.game}`", words, f"{statistics.median(found):.1f}", f"{found[-1]:.1f}"]
            )
    yield "Stop", ["protocol", "game", "ended by", "median ms", "slowest ms"], cells
    cells = []
    for protocol, game in track(GAMES, "playing", console=CONSOLE, transient=True):
        played = [clocked_game(protocol, game, random.Random(number)) for number in range(arguments.games)]
        plies, lost = sum(count for count, _, _ in played), sum(is_lost for _, is_lost, _ in played)
        clock = "1 s a turn" if protocol == "botzone" else f"{CLOCK:g} s"
        clock += f" + {INCREMENT:g} s" if protocol in ("uci", "ucci") else ""
        least = min(left for _, _, left in played)
        cells.append([protocol, f"`{game}`", clock, str(len(played)), str(plies), str(lost), f"{least:.2f}"])
    yield "Clocks", ["protocol", "game", "clock a side", "games", "plies", "forfeits", "least left, s"], cells


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--stops", type=int, default=20)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--markdown", action="store_true", help="print the page benchmarks/protocols.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    if arguments.markdown:
        print("# Engines behind their protocols\n")
        words = f"`python benchmarks/protocols.py {shlex.join(sys.argv[1:])}`"
        print(f"Made by {words}, Python {platform.python_version()}, {os.cpu_count()} cores that had")
        print(f"{load:.1f} other things to do on average. What is measured is said at the top of the script.")
    for title, heads, cells in rows(arguments):
        if arguments.markdown:
            print(f"\n## {title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
        else:
            print(f"\n{title}: {', '.join(heads)}")
        for row in cells:
            print(f"| {' | '.join(row)} |" if arguments.markdown else "  ".join(cell.strip("`") for cell in row))


if __name__ == "__main__":
    main()

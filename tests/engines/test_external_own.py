"""Our own engine processes as external programs: a short game in each protocol, both sides played through pipes."""

from __future__ import annotations

import asyncio
import shlex
import sys

import pytest

from duiyi import Limits, load_game
from duiyi.engines.external import ExternalEngine, load_external
from duiyi.engines.sync import last_analysis
from duiyi.spec import format_spec

RUN = "import sys; from duiyi.cli.engine import run; sys.exit(run(sys.argv[1:]))"
GAMES = [
    ("uci", "xiangqi"),
    ("ucci", "xiangqi"),
    ("xboard", "xiangqi"),
    ("gtp", "nogo(size=5)"),
    ("gtp", "nogo(rows=3,cols=5)"),
    ("gtp", "reversi"),
    ("gtp", "gomoku(rule=renju)"),
    ("gomocup", "gomoku"),
    ("nboard", "reversi"),
]


def own(protocol: str, game: str, engine: str = "alphabeta(depth=2)") -> ExternalEngine:
    command = shlex.join([sys.executable, "-c", RUN, game, "--protocol", protocol, "--engine", engine])
    return load_external(format_spec("external", {"protocol": protocol, "command": command}), load_game(game))


@pytest.mark.parametrize(("protocol", "game"), GAMES)
def test_a_game_is_played_through_the_protocol(protocol: str, game: str) -> None:
    rules = load_game(game)
    engine = own(protocol, game)

    async def play() -> int:
        position, plies = rules.initial(), 0
        try:
            while position.outcome() is None and plies < 16:
                analysis = await last_analysis(engine, position, Limits(seconds=1, depth=1))
                position = position.after(analysis.best)
                plies += 1
                if position.outcome() is None:  # the other side moves without telling the program
                    position = position.after(position.legal_moves()[plies % len(position.legal_moves())])
                    plies += 1
        finally:
            await engine.close()
        return plies

    assert asyncio.run(play()) >= 6


@pytest.mark.parametrize(("protocol", "game"), GAMES)
def test_positions_in_any_order_are_set_up_anew(protocol: str, game: str) -> None:
    rules = load_game(game)
    engine = own(protocol, game)
    positions = [rules.initial()]
    while len(positions) < 9:
        legal = positions[-1].legal_moves()
        positions.append(positions[-1].after(legal[len(positions) * 7 % len(legal)]))

    async def look() -> None:
        try:
            for ply in (8, 2, 0, 5, 6):
                analysis = await last_analysis(engine, positions[ply], Limits(seconds=1, depth=1))
                assert positions[ply].is_legal(analysis.best)
        finally:
            await engine.close()

    asyncio.run(look())


def test_lines_and_rates_come_through() -> None:
    engine = own("uci", "xiangqi", "alphabeta")
    start = load_game("xiangqi").initial()

    async def look() -> None:
        try:
            analysis = await last_analysis(engine, start, Limits(depth=4, lines=3))
            assert len(analysis.lines) == 3
            assert analysis.depth == 4
            assert len({line.moves[0] for line in analysis.lines}) == 3
        finally:
            await engine.close()

    asyncio.run(look())


def test_several_lines_of_a_gtp_program_come_from_its_analysis() -> None:
    engine = own("gtp", "nogo(size=5)", "mcts")
    start = load_game("nogo(size=5)").initial()

    async def look() -> None:
        try:
            for position in (start, start.after(start.legal_moves()[0])):
                analysis = await last_analysis(engine, position, Limits(seconds=0.5, lines=3))
                assert analysis.final
                assert len(analysis.lines) == 3
                assert all(position.is_legal(line.moves[0]) for line in analysis.lines)
            assert (await last_analysis(engine, start, Limits(seconds=0.1))).final
        finally:
            await engine.close()

    asyncio.run(look())

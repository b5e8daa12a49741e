"""Programs of other people, where this machine has them (`make test` brings some): a few legal moves each."""

from __future__ import annotations

import asyncio
import os
import shutil

import pytest

from duiyi import Limits, Outcome, Position, load_game
from duiyi.engines.external import load_external
from duiyi.engines.sync import last_analysis
from duiyi.spec import format_spec

# Debian's games are not on everybody's path.
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
PROGRAMS = [
    ("fairy-stockfish", "", "uci", "xiangqi", {}),
    ("fairy-stockfish", "", "ucci", "xiangqi", {"usemillisec": "true"}),
    ("hoixiangqi", "", "xboard", "xiangqi", {}),
    ("maxqi", "", "xboard", "xiangqi", {}),
    ("gnugo", "--mode gtp", "gtp", "nogo(size=9)", {}),
]


def a_few_moves(command: str, protocol: str, game: str, options: dict[str, str]) -> tuple[int, Outcome | None]:
    """Let a program play against the fourth legal move; how many moves it made, and the end if there was one."""
    rules = load_game(game)
    engine = load_external(format_spec("external", {"protocol": protocol, "command": command, **options}), rules)

    async def play() -> tuple[int, Position]:
        position, made = rules.initial(), 0
        try:
            while position.outcome() is None and made < 3:
                found = await last_analysis(engine, position, Limits(seconds=0.1))
                position = position.after(found.best)
                made += 1
                if position.outcome() is None:
                    legal = position.legal_moves()
                    position = position.after(legal[3 % len(legal)])
        finally:
            await engine.close()
        return made, position

    made, last = asyncio.run(play())
    return made, last.outcome()


INSTALLED = [program for program in PROGRAMS if shutil.which(program[0], path=PATH) is not None]


@pytest.mark.parametrize("program", INSTALLED, ids=lambda program: f"{program[0]}-{program[2]}")
def test_an_installed_program_plays_through_its_protocol(program: tuple[str, str, str, str, dict[str, str]]) -> None:
    name, words, protocol, game, options = program
    made, outcome = a_few_moves(f"{shutil.which(name, path=PATH)} {words}".strip(), protocol, game, options)
    assert made == 3 or outcome is not None

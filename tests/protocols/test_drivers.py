"""Whole games under a driver that plays two GTP programs against each other, as gogui-twogtp and its kin do.

The driver knows no rules: it sends every move to the other side, ends at two passes or a resignation, and believes that
no command fails.
"""

from __future__ import annotations

import pytest

from tests.protocols.dialogue import Dialogue, run

LONGEST = 200


async def asked(program: Dialogue, line: str) -> str:
    """The text of an answer, which must be no failure; its empty line is read too."""
    answer = await program.ask(line)
    assert answer.startswith("="), (line, answer)
    assert await program.read() == ""
    return answer[1:].strip()


async def two_gtp(black: Dialogue, white: Dialogue, referee: Dialogue) -> str:
    """Play a game; the result as the referee tells it."""
    everybody, passes = (black, white, referee), 0
    for program in everybody:
        for line in ("clear_board", "komi 6.5", "time_settings 60 0 0"):
            await asked(program, line)
    for ply in range(LONGEST):
        mover, colour = everybody[ply % 2], "bw"[ply % 2]
        await asked(mover, f"time_left {colour} 50 0")
        move = (await asked(mover, f"genmove {colour}")).lower()
        if move == "resign":
            return f"{'WB'[ply % 2]}+R"
        passes = passes + 1 if move == "pass" else 0
        for program in everybody:
            if program is not mover:
                await asked(program, f"play {colour} {move}")
        if passes == 2:
            break
    scores = {await asked(program, "final_score") for program in everybody}
    assert len(scores) == 1
    return scores.pop()


@pytest.mark.parametrize("game", ["nogo(size=5)", "reversi(size=6)", "gomoku(size=9)", "gomoku(size=9,rule=renju)"])
def test_a_driver_without_rules_plays_games_to_their_end(game: str) -> None:
    async def talk() -> None:
        async with (
            Dialogue("gtp", game, "alphabeta(depth=2)") as black,
            Dialogue("gtp", game, "greedy") as white,
            Dialogue("gtp", game, "greedy") as referee,
        ):
            for first, second in ((black, white), (white, black)):
                result = await two_gtp(first, second, referee)
                assert result == "0" or result[:2] in ("B+", "W+")

    run(talk)

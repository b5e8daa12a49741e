"""Ten thousand lines of nonsense and half-sense per protocol: nothing of ours may go wrong, and nobody hangs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection

import pytest

from duiyi import Analysis, Limits, Line, TextError, load_game
from duiyi.base import Game, GameOver, Move, Position
from duiyi.protocols import PROTOCOLS, open_session
from duiyi.protocols.mind import Mind
from tests.protocols.dialogue import PATIENCE

LINES = 10_000
WORDS = {
    "uci": "uci isready ucinewgame setoption name value Hash MultiPV Threads position startpos fen moves go depth "
    "nodes infinite stop ponder ponderhit searchmoves movetime wtime btime h2e2 h9g7 h3e3 h10g8 a0a1 d help debug "
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w b - UCI_Variant xiangqi",
    "ucci": "ucci isready setoption usemillisec true position startpos fen moves banmoves go time depth infinite draw "
    "ponder ponderhit stop probe h2e2 h9g7 increment movestogo newgame randomness huge",
    "xboard": "xboard protover 2 new variant xiangqi force go playother white black level st sd time otim usermove ? "
    "ping draw result setboard hint undo remove post nopost analyze exit . memory cores option Level=3 h2e2 h9g7 5:00",
    "gtp": "protocol_version name version known_command list_commands boardsize clear_board komi play genmove undo b w "
    "D4 E5 A1 pass resign time_settings time_left loadsgf showboard final_score reg_genmove lz-analyze kata-analyze "
    "gogui-rules_board gogui-analyze_commands all_legal is_legal interval lz-genmove_analyze move_history duiyi-rates "
    "# kgs-time_settings canadian byoyomi set_game allow avoid rectangular_boardsize",
    "gomocup": "START 15 RECTSTART 15,15 RESTART BEGIN TURN 7,7 8,8 0,0 BOARD 7,7,1 8,8,2 3,3,1 DONE SWAP2BOARD "
    "TAKEBACK PLAY INFO rule timeout_turn time_left max_node ABOUT YXBOARD YXSTOP YXSHOWFORBID YXNBEST -1,-1 4",
    "nboard": "nboard 2 set depth game contempt move F5 d6 PA/1/2 hint go ping learn analyze 3 "
    "(;GM[Othello]TY[8]TI[05:00]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)",
    "botzone": '{"requests":[{"x":-1,"y":-1}],"responses":[]} {"x":3,"y":4} 1 2 -1 0 3 {"source":"h2","target":"e2"} {',
    "json": '{"id":"a","moves":["f5"]} {"id":"b","action":"terminate_all"} {"id":"c","analyzeTurns":"all"} {"id":3} [ '
    '{"id":"d","maxVisits":-5,"lines":-1} {"id":"e","allowMoves":[{"moves":["f5"]}]} {"id":"f","record":"(;"}',
}
GAMES = {"uci": "xiangqi", "ucci": "xiangqi", "xboard": "xiangqi", "gomocup": "gomoku"}
FAREWELLS = {"quit", "END"}
# A line that is always answered, and how: whoever still answers it has got through all the others.
LAST = {
    "uci": ("setoption name zz value 1", "'zz'"),
    "ucci": ("setoption zz 1", "'zz'"),
    "xboard": ("ping 99", "pong 99"),
    "gtp": ("99 protocol_version", "=99 2"),
    "gomocup": ("DONE\nZZTOP", "UNKNOWN ZZTOP"),
    "nboard": ("ping 99", "pong 99"),
    "botzone": ('{"requests":[]}', ">>>BOTZONE"),
    "json": ('{"id":"z","action":"query_version"}', '{"id":"z"'),
}


class QuickMind(Mind):
    """Answers at once: the protocols are tested here, not the engines."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "greedy")

    def forget(self) -> None:
        pass

    def play(self, game: Game) -> None:
        self.game = game

    async def think(
        self,
        position: Position,
        limits: Limits,
        stop: asyncio.Event,
        on_report: object = None,
        only: Collection[Move] | None = None,
    ) -> Analysis:
        moves = [move for move in position.legal_moves() if only is None or move in only] or position.legal_moves()
        if not moves:
            raise GameOver("no move")
        line = Line(moves=(moves[0],), rates=(1.0 / position.game.seats,) * position.game.seats)
        return Analysis(lines=(line,), depth=1, nodes=1, seconds=0.0, progress=1.0, final=True)


def lines_of(protocol: str, seed: int) -> list[str]:
    chance = random.Random(seed)
    words = WORDS[protocol].split()
    lines: list[str] = []
    while len(lines) < LINES:
        kind = chance.random()
        if kind < 0.7:
            line = " ".join(chance.choices(words, k=chance.randint(1, 6)))
        elif kind < 0.85:
            line = f"{chance.choice(words)} {chance.choice(['-1', '0', '99999999999999999999', '1e9', 'nan', '²', ''])}"
        elif kind < 0.95:
            line = "".join(chr(chance.choice((chance.randint(1, 127), chance.randint(128, 0xD7FF)))) for _ in range(20))
        else:
            line = chance.choice(words) * chance.randint(1, 200)
        if line.split()[:1] and line.split()[0] in FAREWELLS:
            continue
        lines.append(line.replace("\n", " "))
    return lines


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_ten_thousand_lines_of_nonsense_break_nothing(protocol: str) -> None:
    game = load_game(GAMES.get(protocol, "reversi"))
    failures: list[tuple[str, Exception]] = []
    said: list[str] = []

    async def talk() -> None:
        session = open_session(protocol, game, QuickMind(game), said.append)
        session.keeps_running = True
        session.failed = lambda line, error: failures.append((line, error))  # type: ignore[method-assign]

        async def lines() -> AsyncIterator[str]:
            for line in [*lines_of(protocol, 7), *LAST[protocol][0].split("\n")]:
                yield line

        await asyncio.wait_for(session.run(lines()), 3 * PATIENCE)

    asyncio.run(talk())
    # In Botzone a turn that cannot be read has no other answer than that of a failure.
    assert [(line[:100], error) for line, error in failures if not isinstance(error, TextError)] == []
    assert not failures or protocol == "botzone"
    assert len(said) > LINES / 50
    assert any(LAST[protocol][1] in line for line in said)
    assert not any("Traceback" in line for line in said)

"""Setting up boards of Chinese Checkers by naming holes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from duiyi import load_game
from duiyi.games.chinese_checkers import ChineseCheckersPosition

CELLS = load_game("chinese_checkers").shape().cells
CAMPS = {camp: [cell.label for cell in CELLS if cell.camp == camp] for camp in "ABCDEF"}
START = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D"


def ranks(codes: Iterable[str]) -> str:
    """The board field of a text from what stands on the cells in order."""
    out: list[str] = []
    heights = [cell.y for cell in CELLS]
    for cell, code in enumerate(codes):
        if cell and heights[cell] != heights[cell - 1]:
            out.append("/")
        if code:
            out.append(code)
        elif out and out[-1].isdigit():
            out[-1] = str(int(out[-1]) + 1)
        else:
            out.append("1")
    return "".join(out)


def board(marbles: Mapping[str, Iterable[str]]) -> str:
    """The board field with marbles of each camp in the named holes."""
    owner = {hole: camp for camp, holes in marbles.items() for hole in holes}
    return ranks(owner.get(cell.label, "") for cell in CELLS)


def set_up(spec: str, marbles: Mapping[str, Iterable[str]], rest: str) -> ChineseCheckersPosition:
    """A position of the spec; `rest` is what follows the board in the text."""
    position = load_game(spec).position(f"{board(marbles)} {rest}")
    assert isinstance(position, ChineseCheckersPosition)
    return position


def play(position: ChineseCheckersPosition, *moves: str) -> ChineseCheckersPosition:
    """The position after some moves, given as texts."""
    for move in moves:
        position = position.after(position.game.parse_move(move))
    return position


def targets(position: ChineseCheckersPosition, hole: str) -> set[str]:
    """Where the marble in a hole may go."""
    texts = (position.game.move_text(move) for move in position.legal_moves())
    return {text.split(":")[1] for text in texts if text.startswith(f"{hole}:")}

"""`duiyi play GAME`: play in the terminal against an engine."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from duiyi import load_game
from duiyi.analysis import Limits, Player
from duiyi.base import Cell, Game, GameOver, IllegalMove, Move, Position, TextError
from duiyi.engines import load_engine, load_player
from duiyi.engines.sync import last_analysis

__all__ = ["command", "draw"]

_LABEL = re.compile(r"([A-Za-z]+)(\d+)")
_HELP = "a move, or: moves, hint, undo, text, quit"


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi or nogo(size=9)")],
    engine: Annotated[str | None, typer.Option(help="an engine's spec for the other seats")] = None,
    level: Annotated[int, typer.Option(min=1, max=12, help="how strong the other seats are")] = 5,
    seat: Annotated[int, typer.Option(min=0, help="your seat; a number beyond the seats lets the engine play all")] = 0,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="time for each of the engine's moves")] = None,
) -> None:
    """Play against the computer; type `help` for the words it knows."""
    rules = load_game(game)
    spec = engine or f"level({level})"
    asyncio.run(_play(rules, load_player(spec, rules), seat, Limits(seconds=seconds)))


async def _play(rules: Game, opponent: Player, seat: int, limits: Limits) -> None:
    console = Console(highlight=False)
    positions = [rules.initial()]
    played: list[Move] = []
    while (outcome := positions[-1].outcome()) is None:
        position = positions[-1]
        if position.to_move == seat or not played:
            console.print(draw(position, played[-1] if played else None, positions[-2] if played else None))
        if position.to_move == seat:
            move = await _ask(console, position, positions, played, seat)
            if move is None:
                return
            if move < 0:  # taken back
                continue
        else:
            with console.status(f"{opponent.name} thinks"):
                move = await opponent.choose(position, limits)
            console.print(f"{rules.seat_words(position.to_move).en}: {rules.move_text(move)}")
        positions.append(position.after(move))
        played.append(move)
    console.print(draw(positions[-1], played[-1], positions[-2]))
    console.print(f"{outcome.words.en}  {outcome.words.zh}")


async def _ask(
    console: Console, position: Position, positions: list[Position], played: list[Move], seat: int
) -> Move | None:
    """A legal move, -1 after a take-back, or None to stop."""
    rules = position.game
    while True:
        try:
            words = input(f"{rules.seat_words(seat).en}> ").strip()
        except EOFError:
            return None
        if words in ("quit", "exit", "q"):
            return None
        if words in ("help", "?", ""):
            console.print(_HELP)
        elif words == "moves":
            console.print(" ".join(rules.move_text(move) for move in position.legal_moves()))
        elif words == "text":
            console.print(position.text())
        elif words == "hint":
            found = await last_analysis(load_engine("champion", rules), position, Limits(seconds=1.0))
            console.print(f"{rules.move_text(found.best)}  {100 * found.rates[seat]:.0f}%")
        elif words == "undo":
            while played:
                played.pop()
                positions.pop()
                if positions[-1].to_move == seat:
                    break
            return -1
        else:
            try:
                move = rules.parse_move(words)
                position.after(move)
            except (TextError, IllegalMove, GameOver) as error:
                console.print(str(error))
                continue
            return move


def draw(position: Position, last: Move | None = None, before: Position | None = None) -> Text:
    """The board as text, by the places of its cells; the cells of the last move are marked.

    >>> print(draw(load_game("reversi(size=4)").initial()))
     1 . . . .
     2 . o x .
     3 . x o .
     4 . . . .
       a b c d
    """
    cells = position.game.shape().cells
    codes = position.board()
    left = min(cell.x for cell in cells)
    marked = set(before.path(last)) if last is not None and before is not None else set()
    rows: dict[float, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.y, []).append(cell)
    text = Text()
    named = [_LABEL.fullmatch(cell.label) for cell in cells]
    has_names = all(named)
    for row in (sorted(rows[y], key=lambda cell: cell.x) for y in sorted(rows)):
        name = _LABEL.fullmatch(row[0].label)
        text.append(f"{name.group(2):>2} " if has_names and name else "")
        column = 0
        for cell in row:
            place, code = round(2 * (cell.x - left)), codes[cell.id]
            text.append(" " * (place - column))
            text.append(code or ".", style="reverse" if cell.id in marked else "bold" if code else "dim")
            column = place + len(code or ".")
        # Boards without files and ranks name the first hole of each row.
        text.append("\n" if has_names else f"{' ' * (36 - column)}{row[0].label}\n")
    if has_names:
        bottom = sorted(rows[max(rows)], key=lambda cell: cell.x)
        text.append("   " + " ".join(match.group(1) for cell in bottom if (match := _LABEL.fullmatch(cell.label))))
    text.rstrip()
    return text

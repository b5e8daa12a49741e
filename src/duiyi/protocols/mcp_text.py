"""Boards, rooms and analyses as text that a language model can read."""

from __future__ import annotations

import re

from duiyi import wire
from duiyi.analysis import Analysis
from duiyi.base import Game, Position
from duiyi.games.registry import load_game

__all__ = ["analysis_text", "board_text", "position_text", "room_text"]

_LABEL = re.compile(r"([A-Za-z]+)(\d+)")
_MOST_MOVES = 120


def board_text(position: Position) -> str:
    """The board with its files and ranks; boards without them name the first hole of each row.

    >>> from duiyi import load_game
    >>> print(board_text(load_game("reversi(size=4)").initial()))
     1 . . . .
     2 . o x .
     3 . x o .
     4 . . . .
       a b c d
    """
    cells, codes = position.game.shape().cells, position.board()
    left = min(cell.x for cell in cells)
    names = {cell.id: _LABEL.fullmatch(cell.label) for cell in cells}
    is_named = all(names.values())
    lines: list[str] = []
    bottom = ""
    for y in sorted({cell.y for cell in cells}):
        row = sorted((cell for cell in cells if cell.y == y), key=lambda cell: cell.x)
        text = ""
        for cell in row:
            text = text.ljust(round(2 * (cell.x - left))) + (codes[cell.id] or ".")
        first = names[row[0].id]
        lines.append(f"{first[2]:>2} {text}" if is_named and first else f"{text:<36} {row[0].label}")
        bottom = " ".join(match[1] for cell in row if (match := names[cell.id]))
    return "\n".join([*lines, f"   {bottom}"] if is_named else lines)


def position_text(position: Position) -> str:
    """The board, whose turn it is, and what may be played; or how the game ended.

    >>> from duiyi import load_game
    >>> print(position_text(load_game("reversi(size=4)").initial()).splitlines()[-1])
    Legal moves: b1 a2 d3 c4
    """
    game, outcome = position.game, position.outcome()
    lines = [board_text(position), f"Position: {position.text()}"]
    if outcome is not None:
        return "\n".join([*lines, f"The game is over: {outcome.words.en}."])
    moves = [game.move_text(move) for move in position.legal_moves()]
    shown = " ".join(moves[:_MOST_MOVES])
    if len(moves) > _MOST_MOVES:
        shown += f" and {len(moves) - _MOST_MOVES} more"
    return "\n".join([*lines, f"To move: {_seat(game, position.to_move)}", f"Legal moves: {shown}"])


def room_text(room: wire.Snapshot) -> str:
    """A room: who sits where, the latest moves, the board, and what is to be done."""
    game = load_game(room.settings.game)
    own = room.you.seats
    lines = [f"Room {room.room}: {game.title.en} ({game.spec}), {room.phase}"]
    for number, seat in enumerate(room.seats):
        who = seat.owner.name if seat.owner is not None else "free"
        if not isinstance(seat.controller, wire.Person):
            who = f"{seat.controller.engine}{' for ' + who if seat.owner is not None else ''}"
        lines.append(f"Seat {number} ({_seat(game, number)}): {who}{' - you' if number in own else ''}")
    if room.moves:
        first = max(0, len(room.moves) - 10)
        latest = " ".join(f"{ply + 1}.{move.text}" for ply, move in enumerate(room.moves[first:], start=first))
        lines.append(f"Latest moves: {latest}")
    if room.outcome is not None:
        lines.append(f"The game is over: {room.outcome.words.en}.")
    if room.phase == "playing" and room.position is not None:
        position = game.position(room.position.text)
        is_own = position.to_move in own
        lines += [position_text(position), "It is your turn." if is_own else "It is not your turn."]
    elif room.position is not None:
        lines.append("\n".join(str(line) for line in _last_board(game, room.position)))
    return "\n".join(lines)


def analysis_text(position: Position, analysis: Analysis) -> str:
    """An engine's lines with the chances of every seat.

    >>> from duiyi import Limits, load_game
    >>> from duiyi.engines import analyse, load_engine
    >>> game = load_game("reversi")
    >>> found = analyse(load_engine("minimax(depth=1)", game), game.initial(), Limits(lines=1))
    >>> analysis_text(game.initial(), found).startswith("1. ")
    True
    """
    game, lines = position.game, []
    for number, line in enumerate(analysis.lines, start=1):
        chances = ", ".join(f"{_seat(game, seat)} {100 * rate:.0f} %" for seat, rate in enumerate(line.rates))
        moves = " ".join(game.move_text(move) for move in line.moves[:12])
        lines.append(f"{number}. {moves}  ({chances})")
    return "\n".join([*lines, f"depth {analysis.depth}, {analysis.nodes} nodes, {analysis.seconds:.2f} s"])


def _last_board(game: Game, view: wire.PositionView) -> list[str]:
    """A board on which nobody may move; positions that are over may stand against the rules of set-ups."""
    if view.outcome is None:
        return [board_text(game.position(view.text))]
    return [f"Position: {view.text}"]


def _seat(game: Game, seat: int) -> str:
    return game.seat_words(seat).en

"""The GTP commands that are answered at once: administration, setting up, clocks, GoGui's view of the rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, TypeAlias

from duiyi.protocols.gtp_board import GtpError, seat_of

if TYPE_CHECKING:
    from duiyi.protocols.gtp import Gtp

__all__ = ["COMMANDS", "Command"]

Command: TypeAlias = "Callable[[Gtp, list[str]], str]"

_THINKING = (
    *("quit", "genmove", "reg_genmove", "analyze", "genmove_analyze", "duiyi-rates", "duiyi-line"),
    *("lz-analyze", "lz-genmove_analyze", "kata-analyze", "kata-genmove_analyze"),
)
_GAME_IDS = {"nogo": "NoGo", "reversi": "Othello", "gomoku": "Gomoku"}
_ANALYZE = (
    "pspairs/Win Rates/duiyi-rates %c",
    "varc/Best Line/duiyi-line %c",
    "plist/Legal Moves/all_legal %c",
    "string/Final Score/final_score",
)


def _names() -> list[str]:
    return sorted((*COMMANDS, *_THINKING))


def _known_command(session: Gtp, words: list[str]) -> str:
    return "true" if words and words[0] in _names() else "false"


def _boardsize(session: Gtp, words: list[str]) -> str:
    numbers = [_integer(word) for word in words[:2]]
    if not numbers:
        raise GtpError("syntax error: expected a size")
    session.resize(numbers[0], numbers[-1])
    return ""


def _clear_board(session: Gtp, words: list[str]) -> str:
    session.board.clear()
    session.clock.reset()
    session.mind.forget()
    return ""


def _clear_cache(session: Gtp, words: list[str]) -> str:
    session.mind.forget()
    return ""


def _komi(session: Gtp, words: list[str]) -> str:
    _real(words[0] if words else "")
    return ""  # there is none in our games


def _play(session: Gtp, words: list[str]) -> str:
    if len(words) < 2:
        raise GtpError("syntax error: expected a colour and a vertex")
    session.board.play(seat_of(words[0]), words[1])
    return ""


def _play_sequence(session: Gtp, words: list[str]) -> str:
    for colour, vertex in zip(words[::2], words[1::2], strict=False):
        session.board.play(seat_of(colour), vertex)
    return ""


def _undo(session: Gtp, words: list[str]) -> str:
    times = _integer(words[0]) if words else 1
    for _ in range(min(times, len(session.board.history))):
        session.board.undo()
    return ""


def _time_settings(session: Gtp, words: list[str]) -> str:
    if len(words) < 3:
        raise GtpError("syntax error: expected main time, period and stones")
    session.clock.set(_real(words[0]), _real(words[1]), _integer(words[2]))
    return ""


def _kgs_time_settings(session: Gtp, words: list[str]) -> str:
    kind, numbers = words[0] if words else "none", [_real(word) for word in words[1:4]]
    if kind == "none":
        session.clock.unset()
    elif kind == "absolute" and numbers:
        session.clock.set(numbers[0], 0, 0)
    elif kind == "byoyomi" and len(numbers) > 1:
        session.clock.set(numbers[0], numbers[1], 1)
    elif kind == "canadian" and len(numbers) > 2:
        session.clock.set(numbers[0], numbers[1], max(1, int(numbers[2])))
    else:
        raise GtpError("syntax error: expected none, absolute, byoyomi or canadian with its numbers")
    return ""


def _time_left(session: Gtp, words: list[str]) -> str:
    if len(words) < 3:
        raise GtpError("syntax error: expected a colour, seconds and stones")
    session.clock.tell(seat_of(words[0]), _real(words[1]), _integer(words[2]))
    return ""


def _loadsgf(session: Gtp, words: list[str]) -> str:
    from duiyi.records.errors import RecordError
    from duiyi.records.record import Record

    try:
        record = Record.load(words[0] if words else "")
        upto = min(len(record.moves), max(0, _integer(words[1]) - 1)) if len(words) > 1 else len(record.moves)
        positions = list(record.positions())[: upto + 1]
    except (RecordError, OSError):
        raise GtpError("cannot load file") from None
    if record.rules.name != session.board.game.name:
        raise GtpError("cannot load file: it holds another game")
    moves = [record.rules.parse_move(step.move) for step in record.moves[:upto]]
    session.board.load(positions, moves)
    session.mind.play(session.board.game)
    return "black" if session.board.position.to_move == 0 else "white"


def _printsgf(session: Gtp, words: list[str]) -> str:
    from duiyi.records.formats import write_record
    from duiyi.records.record import Record

    if not session.board.is_straight:
        raise GtpError("cannot save: the moves do not alternate")
    text = write_record(Record.from_moves(session.board.game, session.board.moves()), "sgf").decode().strip()
    if not words:
        return text
    try:
        with open(words[0], "x", encoding="utf-8") as file:
            file.write(text + "\n")
    except OSError:
        raise GtpError("cannot save file") from None
    return ""


def _final_score(session: Gtp, words: list[str]) -> str:
    outcome = session.board.position.outcome()
    if outcome is None:
        raise GtpError("cannot score: the game is not over")
    first, second = outcome.scores
    if first == second:
        return "0"
    board = session.board.position.board()
    margin = abs(board.count("x") - board.count("o")) if session.board.game.name == "reversi" else 1
    return f"{'B' if first > second else 'W'}+{margin}"


def _final_result(session: Gtp, words: list[str]) -> str:
    outcome = session.board.position.outcome()
    return "" if outcome is None else outcome.words.en


def _legal(session: Gtp, words: list[str]) -> str:
    position = session.board.turned(seat_of(words[0])) if words else session.board.position
    return " ".join(session.board.vertex(move) for move in position.legal_moves())


def _is_legal(session: Gtp, words: list[str]) -> str:
    if len(words) < 2:
        raise GtpError("syntax error: expected a colour and a vertex")
    return "1" if session.board.turned(seat_of(words[0])).is_legal(session.board.move(words[1])) else "0"


def _move_history(session: Gtp, words: list[str]) -> str:
    played = [(place, move) for place, (_, move) in enumerate(session.board.history) if move is not None]
    lines = []
    for place, move in reversed(played):
        colour = "white" if session.board.history[place][0].to_move == 0 else "black"
        lines.append(f"{colour} {session.board.vertex(move)}")
    return "\n".join(lines)


def _set_game(session: Gtp, words: list[str]) -> str:
    wanted = " ".join(words).lower()
    if wanted not in (_GAME_IDS[session.board.game.name].lower(), session.board.game.name):
        raise GtpError("unknown game")
    return ""


COMMANDS: dict[str, Command] = {
    "protocol_version": lambda session, words: "2",
    "name": lambda session, words: f"Duiyi {session.mind.name}",
    "version": lambda session, words: version("duiyi"),
    "known_command": _known_command,
    "list_commands": lambda session, words: "\n".join(_names()),
    "boardsize": _boardsize,
    "rectangular_boardsize": _boardsize,
    "query_boardsize": lambda session, words: " ".join(map(str, session.board.size)),
    "clear_board": _clear_board,
    "clear_cache": _clear_cache,
    "cputime": lambda session, words: f"{time.process_time():.3f}",
    "komi": _komi,
    "play": _play,
    "undo": _undo,
    "gg-undo": _undo,
    "time_settings": _time_settings,
    "kgs-time_settings": _kgs_time_settings,
    "time_left": _time_left,
    "loadsgf": _loadsgf,
    "printsgf": _printsgf,
    "showboard": lambda session, words: session.board.picture(),
    "final_score": _final_score,
    "all_legal": _legal,
    "is_legal": _is_legal,
    "move_history": _move_history,
    "set_game": _set_game,
    "list_games": lambda session, words: _GAME_IDS[session.board.game.name],
    "gogui-play_sequence": _play_sequence,
    "gogui-interrupt": lambda session, words: "",
    "gogui-analyze_commands": lambda session, words: "\n".join(_ANALYZE),
    "gogui-rules_game_id": lambda session, words: _GAME_IDS[session.board.game.name],
    "gogui-rules_board": lambda session, words: "\n".join(session.board.rows()),
    "gogui-rules_board_size": lambda session, words: str(session.board.size[0]),
    "gogui-rules_legal_moves": _legal,
    "gogui-rules_side_to_move": lambda session, words: ("black", "white")[session.board.position.to_move],
    "gogui-rules_final_result": _final_result,
}
"""The commands by name; each gives the text of its answer or raises `GtpError`."""


def _integer(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise GtpError(f"syntax error: expected a number, got {text[:20]!r}")
    return int(text)


def _real(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not -1e9 < value < 1e9:
        raise GtpError(f"syntax error: expected a number, got {text[:20]!r}")
    return value

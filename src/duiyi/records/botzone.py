"""Botzone logs: what a bot was sent (``requests`` and ``responses``), or the log of a whole match.

Points are ``{"x": column, "y": row}`` from the top left, ``-1`` for none; moves of Xiangqi are
``{"source": "h2", "target": "e2"}``. A log that does not name its game is told by its moves.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from duiyi.base import Game
from duiyi.records.errors import RecordError, shown
from duiyi.records.outcomes import claim
from duiyi.records.points import board_size
from duiyi.records.record import Header, Record
from duiyi.records.tree import Tree, load_rules

__all__ = ["read", "sniff", "write"]

_SPECS = {
    "nogo": ("nogo", "nogo(rule=course)"),
    "reversi": ("reversi",),
    "gomoku": ("gomoku",),
    "renju": ("gomoku(rule=renju)", "gomoku"),
    "chinesechess": ("xiangqi", "xiangqi(natural=0)"),
}
_NAMES = {"nogo": "NoGo", "reversi": "Reversi", "gomoku": "Gomoku", "xiangqi": "ChineseChess"}
_SNIFF = re.compile(rb"\s*[\[{]")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like a Botzone log.

    >>> sniff(b'{"requests":[{"x":-1,"y":-1}],"responses":[]}'), sniff(b"{}")
    (True, False)
    """
    head = data[:65536]
    return _SNIFF.match(head) is not None and (
        (b'"requests"' in head and b'"responses"' in head) or b'"logs"' in head or b'"verdict"' in head
    )


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a log.

    >>> record, = read(b'{"game":"Reversi","requests":[{"x":-1,"y":-1},{"x":3,"y":5}],"responses":[{"x":5,"y":4}]}')
    >>> record.mainline
    ('f5', 'd6')
    """
    try:
        log = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordError(name, "", "JSON", str(error)) from None
    moves = _moves_of(log)
    if moves is None:
        found = shown(data[:40].decode("utf-8", "replace"))
        raise RecordError(name, "", "requests and responses, or the log of a match", found)
    fields = log if isinstance(log, dict) else {}
    first: RecordError | None = None
    for spec in _candidates(fields, moves, name):
        try:
            return [_played(load_rules(spec, name), moves, fields, name)]
        except RecordError as error:
            first = first or error
    assert first is not None
    raise first


def write(record: Record) -> bytes:
    """What the bot of the first seat would have been sent, with our spec beside it.

    >>> write(Record.from_moves("nogo", "A9 B9"))
    b'{"game":"NoGo","duiyi":"nogo","requests":[{"x":-1,"y":-1},{"x":1,"y":0}],"responses":[{"x":0,"y":0}]}\\n'
    """
    game = record.rules
    if game.name not in _NAMES or record.start is not None or game.values.get("opening", "none") != "none":
        found = record.start or game.spec
        raise RecordError("", "", "a game of Botzone from its own start", found)
    turns = [_turn(game, step.move) for step in record.moves]
    none: dict[str, Any] = {"source": "-1", "target": "-1"} if game.name == "xiangqi" else {"x": -1, "y": -1}
    log = {"game": _NAMES[game.name], "duiyi": game.spec, "requests": [none, *turns[1::2]], "responses": turns[::2]}
    return msgspec.json.encode(log) + b"\n"


def _moves_of(log: Any) -> list[Any] | None:
    """The moves in turn, whatever shape the log has; None if it has none that we know."""
    if isinstance(log, dict) and isinstance(log.get("requests"), list) and isinstance(log.get("responses"), list):
        requests, responses = log["requests"], log["responses"]
        moves = [turn for pair in zip(requests, responses, strict=False) for turn in pair]
        moves += requests[len(responses) : len(responses) + 1]
        return moves[1:] if moves and _is_nothing(moves[0]) else moves
    entries = log.get("logs", log.get("log")) if isinstance(log, dict) else log
    if not isinstance(entries, list):
        return None
    # A match: an entry of the judge, then one of the player whose turn it is, by number.
    answers = [entry[key] for entry in entries if isinstance(entry, dict) for key in ("0", "1") if key in entry]
    moves = [answer.get("response") for answer in answers if isinstance(answer, dict) and "response" in answer]
    return moves or None


def _is_nothing(turn: Any) -> bool:
    return isinstance(turn, dict) and (turn.get("x") == -1 or turn.get("source") in ("-1", -1))


def _candidates(fields: dict[str, Any], moves: list[Any], name: str) -> tuple[str, ...]:
    if isinstance(fields.get("duiyi"), str):
        return (fields["duiyi"],)
    game = fields.get("game")
    title = game.get("name", "") if isinstance(game, dict) else game
    if isinstance(title, str) and title:
        known = _SPECS.get(re.sub("[^a-z]", "", title.lower()))
        if known is None:
            raise RecordError(name, "", f"a game among {', '.join(_NAMES.values())}, Renju", shown(title))
        return known
    if any(isinstance(move, dict) and "source" in move for move in moves):
        return _SPECS["chinesechess"]
    points = [(move.get("x"), move.get("y")) for move in moves if isinstance(move, dict)]
    if any(isinstance(value, int) and value > 8 for point in points for value in point):
        return ("gomoku", "gomoku(rule=renju)")
    return ("reversi", "nogo", "nogo(rule=course)", "gomoku")


def _played(game: Game, moves: list[Any], fields: dict[str, Any], name: str) -> Record:
    tree = Tree(game, None, name, lambda place: f"move {place + 1}")
    node = tree.root
    for place, turn in enumerate(moves):
        node = tree.play(node, _move(tree, turn, place), place)
    scores = fields.get("scores")
    outcome = None
    if isinstance(scores, list) and len(scores) == 2 and all(isinstance(score, int | float) for score in scores):
        outcome = claim(game, None if scores[0] == scores[1] else int(scores[0] < scores[1]))
    return tree.record(_header(fields), outcome)


def _move(tree: Tree, turn: Any, place: int) -> str | int:
    if isinstance(turn, dict) and tree.game.name == "xiangqi":
        source, target = turn.get("source"), turn.get("target")
        if isinstance(source, str) and isinstance(target, str):
            return source + target
    elif isinstance(turn, dict):
        column, row = turn.get("x"), turn.get("y")
        columns, rows = board_size(tree.game)
        if column == -1 and tree.game.name == "reversi":
            return "pass"
        if isinstance(column, int) and isinstance(row, int) and 0 <= column < columns and 0 <= row < rows:
            return row * columns + column
    raise tree.error(place, f"a move of {tree.game.spec} on Botzone", shown(msgspec.json.encode(turn).decode()))


def _header(fields: dict[str, Any]) -> Header:
    players = fields.get("players")
    names: tuple[str, ...] = ()
    if isinstance(players, list) and len(players) == 2:
        names = tuple(str(player.get("name", "")) if isinstance(player, dict) else str(player) for player in players)
    return Header(names=names if any(names) else (), date=str(fields.get("create_time", "")))


def _turn(game: Game, move: str) -> dict[str, Any]:
    if game.name == "xiangqi":
        return {"source": move[:2], "target": move[2:]}
    if move == "pass":
        return {"x": -1, "y": -1}
    row, column = divmod(game.parse_move(move), board_size(game)[0])
    return {"x": column, "y": row}

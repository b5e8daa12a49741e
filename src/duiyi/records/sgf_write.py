"""Writing SGF; what is written, and why, is told in `duiyi.records.sgf`."""

from __future__ import annotations

import msgspec

from duiyi.base import Game
from duiyi.games.gomoku import black_seat
from duiyi.records.errors import RecordError
from duiyi.records.outcomes import sgf_result
from duiyi.records.points import board_size, stones_of, stones_text
from duiyi.records.record import Record
from duiyi.records.sgf_text import escape
from duiyi.records.texts import plain_number
from duiyi.records.tree import Node, Tree

__all__ = ["HEADER", "MARKS", "seat_of_black", "write"]

HEADER = (
    ("title", "GN"),
    ("event", "EV"),
    ("round", "RO"),
    ("place", "PC"),
    ("date", "DT"),
    ("time_control", "TM"),
    ("opening", "ON"),
    ("annotator", "AN"),
)
"""Fields of the header and their properties."""

MARKS = {"!": ("TE", "1"), "!!": ("TE", "2"), "?": ("BM", "1"), "??": ("BM", "2"), "!?": ("IT", ""), "?!": ("DO", "")}
"""Verdicts on moves and their properties."""

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_NUMBERS = {"gomoku": 4, "reversi": 2, "nogo": 1}


def seat_of_black(node: Node) -> int:
    """The seat with the black stones at a node.

    >>> from duiyi.games.registry import load_game
    >>> seat_of_black(Node(load_game("reversi").initial()))
    0
    """
    position = node.position
    return black_seat(position) if position.game.values.get("opening", "none") != "none" else 0


def write(record: Record) -> bytes:
    """One game with its variations.

    >>> print(write(Record.from_moves("nogo(size=5)", "C3 D3")).decode())
    (;FF[4]GM[1]CA[UTF-8]AP[Duiyi]SZ[5]RU[NoGo]DUIYI[nogo(size=5)]
    ;B[cc]
    ;W[dc])
    <BLANKLINE>
    """
    game = record.rules
    if game.name not in _NUMBERS:
        raise RecordError("", "", "a game of Gomoku, Reversi or NoGo for SGF", game.spec)
    tree = Tree.of(record)
    out = ["(;", *_root_properties(record, tree)]
    # Depth first without recursion: a closing bracket waits on the stack until its line has been written.
    stack: list[Node | str] = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        if node is not tree.root:
            out.append(_move_property(node, game))
        for child in reversed(node.children):
            stack += [")", child, "\n("] if len(node.children) > 1 else [child]
    return ("".join(out) + ")\n").encode()


def _root_properties(record: Record, tree: Tree) -> list[str]:
    game, header = tree.game, record.header
    black = seat_of_black(tree.end())
    columns, rows = board_size(game)
    out = [f"FF[4]GM[{_NUMBERS[game.name]}]CA[UTF-8]AP[Duiyi]SZ[{columns}{f':{rows}' if rows != columns else ''}]"]
    if game.name != "reversi":
        rule = "NoGo course" if game.values["rule"] == "course" else "NoGo"
        out.append(f"RU[{rule if game.name == 'nogo' else game.values['rule']}]")
    out.append(f"DUIYI[{escape(game.spec)}]")
    for keys, values in ((("PB", "PW"), header.names), (("BT", "WT"), header.teams)):
        for key, value in zip(keys if black == 0 else keys[::-1], values, strict=False):
            out += [f"{key}[{escape(value)}]"] if value else []
    for key, rating in zip(("BR", "WR") if black == 0 else ("WR", "BR"), header.ratings, strict=False):
        out += [f"{key}[{plain_number(rating)}]"] if rating is not None else []
    for field, key in HEADER:
        value = getattr(header, field)
        out += [f"{key}[{escape(value)}]"] if value else []
    for key, value in header.extra.items():
        out.append(f"{key}[{escape(value)}]" if key in ("BR", "WR") else f"DYX[{escape(key, True)}:{escape(value)}]")
    if record.outcome is not None or header.result:
        out.append(f"RE[{escape(header.result or sgf_result(game, record.outcome, black))}]")
    return out + _setup(tree) + _annotations(tree.root, "")


def _setup(tree: Tree) -> list[str]:
    if tree.start is None:
        return []
    columns, _ = board_size(tree.game)
    position = tree.root.position
    stones = stones_of(position)
    out = []
    for key, stone in (("AB", "x"), ("AW", "o")):
        points = "".join(f"[{_point(cell, columns)}]" for cell, code in stones.items() if code == stone)
        out += [key + points] if points else []
    side = position.text().split()[1]
    out.append(f"PL[{'B' if side == 'x' else 'W'}]")
    return out if tree.start == stones_text(tree.game, stones, side) else [*out, f"DYP[{escape(tree.start)}]"]


def _point(cell: int, columns: int) -> str:
    return _ALPHABET[cell % columns] + _ALPHABET[cell // columns]


def _move_property(node: Node, game: Game) -> str:
    columns, rows = board_size(game)
    move = game.parse_move(node.move)
    stone = node.position.board()[move] if move < columns * rows else ""
    if stone:
        colour = "B" if stone == "x" else "W"
        point = f"{colour}[{_point(move, columns)}]"
    elif node.move == "pass":
        colour = "WB"[node.position.to_move]  # the seat that passed is the one that does not move now
        point = f"{colour}[]"
    else:  # a choice, or a point that is only offered
        colour, point = "B", f"DYM[{escape(node.move)}]"
    return f"\n;{point}" + "".join(_annotations(node, colour))


def _annotations(node: Node, colour: str) -> list[str]:
    out = [f"{colour}L[{plain_number(node.clock)}]"] if node.clock is not None else []
    out += [f"DYS[{plain_number(node.seconds)}]"] if node.seconds is not None else []
    out += ["{}[{}]".format(*MARKS[mark]) for mark in node.marks if mark in MARKS]
    out += [f"C[{escape(node.comment)}]"] if node.comment else []
    out += [f"DYN[{escape(msgspec.json.encode(node.notes).decode())}]"] if node.notes else []
    return out

"""Random games with everything that a record can hold, for round trips and fuzzing."""

from __future__ import annotations

import random

import msgspec

from duiyi import load_game
from duiyi.records import Header, Note, Record

# Which games each format writes; RenLib and XQF are read as the rules their programs play by.
WRITERS = {
    "json": ["reversi", "gomoku(rule=renju)", "nogo(rows=3,cols=5)", "xiangqi", "chinese_checkers(seats=3,rules=ruc)"],
    "sgf": [
        "reversi",
        "reversi(size=6)",
        "gomoku(rule=renju)",
        "gomoku(size=19,rule=caro)",
        "gomoku(opening=swap2)",
        "gomoku(rule=renju,opening=taraguchi10)",
        "nogo",
        "nogo(rows=3,cols=5)",
        "nogo(rule=course)",
    ],
    "transcript": ["reversi"],
    "obf": ["reversi"],
    "ggf": ["reversi", "reversi(size=10)"],
    "wthor": ["reversi"],
    "pgn": ["xiangqi", "xiangqi(natural=50)"],
    "dhtmlxq": ["xiangqi"],
    "xqf": ["xiangqi"],
    "piskvork": ["gomoku", "gomoku(size=20,rule=standard)", "gomoku(rule=renju)"],
    "gomocalc": ["gomoku", "gomoku(size=20,rule=standard)", "gomoku(rule=renju)"],
    "renlib": ["gomoku(rule=renju)"],
    "rif": ["gomoku", "gomoku(rule=renju)", "gomoku(rule=standard)"],
    "botzone": ["reversi", "gomoku", "nogo", "xiangqi"],
    "course": ["nogo(rule=course)", "nogo", "nogo(size=13,rule=course)", "nogo(rows=4,cols=6)"],
    "paths": ["chinese_checkers(seats=2)", "chinese_checkers(seats=3,rules=ruc)", "chinese_checkers(seats=6,hop=long)"],
}

# What each format keeps beside the moves of the main line.
KEEPS_VARIATIONS = {"json", "sgf", "pgn", "dhtmlxq", "xqf", "renlib"}
KEEPS_NAMES = {"json", "sgf", "ggf", "pgn", "dhtmlxq", "xqf", "piskvork", "rif"}
KEEPS_SECONDS = {"json", "sgf", "ggf", "pgn", "piskvork"}
KEEPS_NOTES = {"json", "sgf"}


def random_record(spec: str, rng: random.Random, longest: int = 400) -> Record:
    """A game of random moves, to its end or to some ply."""
    game = load_game(spec)
    position = game.initial()
    moves: list[int] = []
    limit = rng.choice([rng.randrange(1, 12), rng.randrange(10, 60), longest])
    while position.outcome() is None and len(moves) < limit:
        moves.append(rng.choice(position.legal_moves()))
        position = position.after(moves[-1])
    if moves and game.move_text(moves[-1]) == "pass":
        moves.pop()  # a transcript cannot tell a pass at its end
    return Record.from_moves(game, moves)


def rich_record(spec: str, format_name: str, rng: random.Random, longest: int = 60) -> Record:
    """A random game with whatever the format can hold."""
    record = random_record(spec, rng, longest)
    if format_name in KEEPS_VARIATIONS:
        for _ in range(rng.randrange(4)):
            record = _with_variation(record, rng)
    steps = list(record.moves)
    for ply, step in enumerate(steps):
        if format_name in KEEPS_SECONDS and rng.random() < 0.3:
            step = msgspec.structs.replace(step, seconds=rng.randrange(1, 100_000) / 1000)
        if format_name in KEEPS_VARIATIONS and rng.random() < 0.2:
            step = msgspec.structs.replace(step, comment=rng.choice(["a comment", "两行\n注释", "(1) good, or not?"]))
        if format_name in KEEPS_NOTES and rng.random() < 0.1:
            rates = tuple(0.5 for _ in range(record.rules.seats))
            note = Note(engine="alphabeta", rates=rates, score=1.25, moves=(step.move,), depth=3, nodes=1000)
            step = msgspec.structs.replace(step, notes=(note,), marks=("!?",), clock=59.5)
        steps[ply] = step
    names = tuple(f"棋手{seat}" for seat in range(record.rules.seats))
    header = Header(names=names) if format_name in KEEPS_NAMES else record.header
    return msgspec.structs.replace(record, moves=tuple(steps), header=header)


def _with_variation(record: Record, rng: random.Random) -> Record:
    ply = rng.randrange(len(record.moves))
    position = record.position_at(ply)
    line: list[int] = []
    for _ in range(rng.randrange(1, 4)):
        legal = position.legal_moves()
        if not legal:
            break
        line.append(rng.choice(legal))
        position = position.after(line[-1])
    return record.branch(ply, line)

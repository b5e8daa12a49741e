"""Every game with every option of its rules: the specs that batteries and comparisons run over."""

from __future__ import annotations

REVERSI = [f"reversi(size={size})" for size in range(4, 17, 2)]

GOMOKU = [
    *(f"gomoku(rule={rule})" for rule in ("freestyle", "standard", "caro", "renju")),
    *(f"gomoku(rule=renju,opening={opening})" for opening in ("swap", "swap2", "taraguchi10")),
    "gomoku(opening=swap2)",
    "gomoku(size=5)",
    "gomoku(size=6,rule=caro)",
    "gomoku(size=9,rule=standard,opening=taraguchi10)",
    "gomoku(size=19,rule=renju)",
    "gomoku(size=22)",
]

NOGO = [
    *(f"nogo(size={size})" for size in (2, 3, 5, 9, 13, 19)),
    "nogo(rows=3,cols=5)",
    "nogo(rows=19,cols=2)",
    "nogo(size=5,rule=course)",
    "nogo(rule=course)",
]

XIANGQI = [
    *(f"xiangqi(repetition={rule})" for rule in ("axf", "computer", "cxa", "simple")),
    "xiangqi(natural=50)",
    "xiangqi(natural=0)",
]

CHINESE_CHECKERS = [
    *(f"chinese_checkers(seats={seats},rules={rules})" for seats in (2, 3, 4, 6) for rules in ("standard", "ruc")),
    "chinese_checkers(rules=tsinghua)",
    "chinese_checkers(seats=3,hop=long)",
    "chinese_checkers(seats=6,rules=ruc,hop=long)",
]

ALL = [*REVERSI, *GOMOKU, *NOGO, *XIANGQI, *CHINESE_CHECKERS]

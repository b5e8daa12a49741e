"""Joins the modules of a game into one file that can be uploaded.

>>> from duiyi import load_game
>>> text = export_bot(load_game("reversi"))
>>> compile(text, "bot.py", "exec") is not None and "duiyi." not in text
True
"""

from __future__ import annotations

from importlib.resources import files

from duiyi.base import Game
from duiyi.spec import SpecError

__all__ = ["EXPORTED", "export_bot"]

EXPORTED: dict[str, tuple[str, ...]] = {
    "nogo": ("nogo",),
    "reversi": ("reversi",),
    "gomoku": ("gomoku",),
    "gomoku(rule=renju)": ("gomoku", "renju"),
    "xiangqi": ("xiangqi",),
}
"""The games of Botzone that can be exported, each on its usual board, and the modules that make a bot, in order."""

_FUTURE = "from __future__ import annotations\n"


def export_bot(game: Game) -> str:
    """The text of a bot that needs nothing but Python; raises `SpecError` for a game or size that Botzone has not."""
    if game.spec not in EXPORTED:
        raise SpecError(f"export: expected a game of Botzone ({', '.join(EXPORTED)}), got {game.spec}")
    rules = EXPORTED[game.spec]
    title = "Renju" if "renju" in rules else game.title.en
    head = f'"""A bot for {title} on Botzone: one file, plain Python. Choose "keep running" when uploading."""\n\n'
    body = "\n\n".join(_source(name) for name in ("common", *rules))
    return f"{head}{_FUTURE}\n{body}\n\nmain(START, read, write)\n"


def _source(name: str) -> str:
    """A module without its docstring, what may stand only once in a file, and what is there already."""
    text = files("duiyi.protocols.bots").joinpath(f"{name}.py").read_text(encoding="utf-8")
    lines = text.split('"""\n', 1)[1].replace(_FUTURE, "").splitlines()
    return "\n".join(line for line in lines if not line.startswith(("from duiyi.", "__all__"))).strip() + "\n"

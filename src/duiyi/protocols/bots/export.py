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

EXPORTED = ("nogo", "reversi", "gomoku", "xiangqi")
"""The games of Botzone that can be exported, each on its usual board."""

_FUTURE = "from __future__ import annotations\n"


def export_bot(game: Game) -> str:
    """The text of a bot that needs nothing but Python; raises `SpecError` for a game or size that Botzone has not."""
    if game.spec not in EXPORTED:
        raise SpecError(f"export: expected a game of Botzone ({', '.join(EXPORTED)}), got {game.spec}")
    common, rules = (_source(name) for name in ("common", game.name))
    head = (
        f'"""A bot for {game.title.en} on Botzone: one file, plain Python. Choose "keep running" when uploading."""\n\n'
    )
    return f"{head}{_FUTURE}\n{common}\n\n{rules}\n\nmain(START, read, write)\n"


def _source(name: str) -> str:
    """A module without its docstring and what may stand only once, at the top of a file."""
    text = files("duiyi.protocols.bots").joinpath(f"{name}.py").read_text(encoding="utf-8")
    return text.split('"""\n', 1)[1].replace(_FUTURE, "").strip() + "\n"

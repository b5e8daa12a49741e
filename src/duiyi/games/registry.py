"""Which games there are: ours, those registered by hand, and those that installed packages bring.

A package offers a game by an entry point in the group ``duiyi.games`` whose object is a `Game` class.
"""

from __future__ import annotations

import importlib
from functools import lru_cache

from duiyi.base import Game, RulesError
from duiyi.spec import SpecError, parse_spec

__all__ = ["game_classes", "load_game", "register_game"]

# Our own games by the name of their class, imported when they are asked for: an engine plays one game and
# starts at once.
_OURS = {
    "chinese_checkers": "ChineseCheckers",
    "nogo": "NoGo",
    "reversi": "Reversi",
    "xiangqi": "Xiangqi",
    "gomoku": "Gomoku",
}
_registered: dict[str, type[Game]] = {}


def register_game(game: type[Game]) -> type[Game]:
    """Make a game known under its name; also usable as a class decorator.

    >>> from duiyi.games.reversi import Reversi
    >>> register_game(Reversi).name
    'reversi'
    """
    _registered[game.name] = game
    _load.cache_clear()
    return game


def game_classes() -> dict[str, type[Game]]:
    """Every known game by name, ours first.

    >>> list(game_classes())[:5]
    ['chinese_checkers', 'nogo', 'reversi', 'xiangqi', 'gomoku']
    """
    from importlib.metadata import entry_points  # slow to import, and only a list of all games needs it

    ours = {name: _ours(name) for name in _OURS}
    brought = {entry.name: entry for entry in entry_points(group="duiyi.games")}
    return ours | {name: entry.load() for name, entry in brought.items()} | _registered


def load_game(spec: str) -> Game:
    """The game of a spec; raises `RulesError` for one that does not exist.

    >>> load_game("nogo(size=7)").spec
    'nogo(size=7)'
    >>> load_game("reversi(size=8)").spec
    'reversi'
    """
    game = _load(spec)
    return game if game.spec == spec else _load(game.spec)


@lru_cache(maxsize=256)
def _load(text: str) -> Game:
    try:
        spec = parse_spec(text)
    except SpecError as error:
        raise RulesError(str(error)) from None
    if spec.values:
        raise RulesError(f"{spec.name}: expected options as name=value, got {spec.values[0]!r}")
    return _class_of(spec.name)(**spec.options)


def _class_of(name: str) -> type[Game]:
    if name in _registered:
        return _registered[name]
    if name in _OURS:
        return _ours(name)
    known = game_classes()
    if name not in known:
        raise RulesError(f"expected a game among {', '.join(known)}, got {name[:40]!r}")
    return known[name]


def _ours(name: str) -> type[Game]:
    game: type[Game] = getattr(importlib.import_module(f"duiyi.games.{name}"), _OURS[name])
    return game

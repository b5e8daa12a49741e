"""Duiyi 对弈: board games for people and AIs. The public names of the package.

>>> import duiyi
>>> duiyi.perft(duiyi.load_game("xiangqi").initial(), 2)
1920
"""

from duiyi.analysis import Analysis, Engine, Limits, Line, Player
from duiyi.base import (
    Cell,
    Explanation,
    Game,
    GameOver,
    IllegalMove,
    Move,
    Option,
    Outcome,
    Position,
    RulesError,
    Shape,
    TextError,
    Words,
)
from duiyi.games.count import perft, perft_divide
from duiyi.games.registry import game_classes, load_game, register_game
from duiyi.spec import SpecError

__all__ = [
    "Analysis",
    "Cell",
    "Engine",
    "Explanation",
    "Game",
    "GameOver",
    "IllegalMove",
    "Limits",
    "Line",
    "Move",
    "Option",
    "Outcome",
    "Player",
    "Position",
    "RulesError",
    "Shape",
    "SpecError",
    "TextError",
    "Words",
    "game_classes",
    "load_game",
    "perft",
    "perft_divide",
    "register_game",
]

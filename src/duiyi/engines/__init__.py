"""Engines: what thinks about positions, and the players made of it.

>>> from duiyi import load_game
>>> from duiyi.engines import load_engine
>>> load_engine("minimax(depth=2)", load_game("reversi")).name
'minimax(depth=2)'
"""

from duiyi.engines.load import engine_names, load_engine, load_player
from duiyi.engines.sync import analyse, choose

__all__ = ["analyse", "choose", "engine_names", "load_engine", "load_player"]

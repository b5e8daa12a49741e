"""The conformance battery that every game must pass, ours and yours.

>>> from duiyi import load_game
>>> from duiyi.testing import check_game
>>> check_game(load_game("reversi(size=4)"), games=3)
"""

from duiyi.testing.battery import check_game

__all__ = ["check_game"]

"""The protocols in which other programs use our engines: one module each, all served by one loop.

>>> from duiyi import load_game
>>> protocols_of(load_game("nogo"))
['gtp', 'botzone', 'json']
"""

from duiyi.protocols.serve import PROTOCOLS, converse, open_session, protocols_of, serve

__all__ = ["PROTOCOLS", "converse", "open_session", "protocols_of", "serve"]

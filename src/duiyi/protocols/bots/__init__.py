"""Bots in one file of plain Python, for sites that take nothing else: a game's rules, a short search and a loop.

The modules of this folder import nothing of ours, because `duiyi.protocols.bots.export.export_bot` joins them into one
text. They are checked move by move against the real rules.
"""

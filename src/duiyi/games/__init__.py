"""The games: a registry and one file per game."""

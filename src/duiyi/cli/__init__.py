"""The command line: one file per subcommand; parsing and printing only."""

from duiyi.cli.main import main

__all__ = ["main"]

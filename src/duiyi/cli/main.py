"""The `duiyi` command. Subcommands are imported when they are called, so that an engine starts at once."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

__all__ = ["main"]

# Subcommand -> (module, one line of help). The module has a function `command` with Typer annotations.
COMMANDS = {
    "serve": ("duiyi.cli.serve", "start the server and open the browser"),
    "games": ("duiyi.cli.games", "games, variants and engines"),
    "perft": ("duiyi.cli.perft", "count lines of play"),
    "play": ("duiyi.cli.play", "play in the terminal"),
    "bestmove": ("duiyi.cli.bestmove", "ask an engine for a move"),
    "solve": ("duiyi.cli.solve", "exact value of a position"),
    "analyse": ("duiyi.cli.analyse", "review a played game: curve, mistakes, better lines"),
    "puzzles": ("duiyi.cli.puzzles", "find positions with one winning move in played games"),
    "engine": ("duiyi.cli.engine", "speak a protocol as an engine, for other programs"),
    "engines": ("duiyi.cli.engines", "check the programs that are configured as engines"),
    "mcp": ("duiyi.cli.mcp", "tools for language models"),
    "match": ("duiyi.cli.match", "let engines play each other, measured"),
    "ladder": ("duiyi.cli.ladder", "rate all engines and levels of a game"),
    "learn": ("duiyi.cli.learn", "train a player by self-play"),
    "convert": ("duiyi.cli.convert", "turn game records from one format into another"),
    "library": ("duiyi.cli.library", "import files of games into a server, and search them"),
    "bench": ("duiyi.cli.bench", "node-count signature and speed of the engines"),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; exits with 0 done, 1 the work failed, 2 the words were wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(_help())
        raise SystemExit(0)
    if words[0] in ("-V", "--version"):
        from importlib.metadata import version

        print(f"duiyi {version('duiyi')}")
        raise SystemExit(0)
    if words[0] not in COMMANDS:
        print(f"duiyi: expected a command among {', '.join(COMMANDS)}, got {words[0]!r}", file=sys.stderr)
        raise SystemExit(2)
    if words[0] == "engine":  # hosts start one for every game and wait for it: Typer alone would cost them 0.1 s
        raise SystemExit(importlib.import_module("duiyi.cli.engine").run(words[1:]))
    raise SystemExit(_call(words[0], words[1:]))


def _help() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {about}" for name, (_, about) in COMMANDS.items()]
    return "\n".join(
        ["usage: duiyi COMMAND [OPTIONS]", "", "Duiyi 对弈: people and AIs at five board games.", "", *lines]
    )


def _call(name: str, words: list[str]) -> int:
    """Run one subcommand through Typer and turn every error into one line and an exit status."""
    import typer

    from duiyi.base import GameOver, IllegalMove, RulesError, TextError
    from duiyi.spec import SpecError

    # Typer carries Click inside and shows only its leaves: the parent of BadParameter is what every wrong word raises.
    usage_error: type[typer.BadParameter] = typer.BadParameter.__bases__[0]
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command()(importlib.import_module(COMMANDS[name][0]).command)
    try:
        status = app(args=words, prog_name=f"duiyi {name}", standalone_mode=False)
    except usage_error as error:
        print(f"duiyi {name}: {error.format_message()}", file=sys.stderr)
        return 2
    except (RulesError, TextError, SpecError, IllegalMove, GameOver) as error:
        print(f"duiyi {name}: {error}", file=sys.stderr)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        print(f"duiyi {name}: stopped", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"duiyi {name}: {error}", file=sys.stderr)
        return 1
    return status if isinstance(status, int) else 0

"""`duiyi engine GAME --protocol P`: be an engine for other programs, on standard input and output.

Other programs start one for every game and wait for it, so this command is read by the standard library alone.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from duiyi.base import Game, RulesError, TextError
from duiyi.games.registry import load_game
from duiyi.protocols import PROTOCOLS, serve
from duiyi.protocols.lines import line_writer, stdin_lines
from duiyi.protocols.mind import Mind
from duiyi.spec import SpecError

__all__ = ["run"]


def run(words: Sequence[str]) -> int:
    """Answer a host program until it says goodbye or closes the pipe; the exit status.

    >>> run(["reversi", "--protocol", "morse"])
    2
    """
    try:
        wanted = _parser().parse_args(list(words))
        _start(wanted)
    except _Wrong as error:
        print(f"duiyi engine: {error}", file=sys.stderr)
        return 2
    except (RulesError, TextError, SpecError) as error:
        print(f"duiyi engine: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"duiyi engine: {error}", file=sys.stderr)
        return 1
    except SystemExit as leaving:  # --help
        return leaving.code if isinstance(leaving.code, int) else 0
    return 0


class _Wrong(Exception):
    """Words that the command line does not know."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Wrong(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="duiyi engine", description="Be an engine for other programs.", allow_abbrev=False)
    parser.add_argument("game", help="a game's spec, e.g. xiangqi or nogo(size=9)")
    parser.add_argument("--protocol", required=True, help=f"one of {', '.join(PROTOCOLS)}")
    parser.add_argument("--engine", default="champion", help="an engine's spec, e.g. mcts or level(5)")
    parser.add_argument("--threads", type=_count, default=1, help="threads of a search")
    parser.add_argument("--seconds", type=_seconds, help="thinking time where the protocol does not say")
    parser.add_argument("--workers", type=_count, default=1, help="json: positions at the same time")
    parser.add_argument("--keep-running", action="store_true", help="botzone: one process for all turns")
    parser.add_argument("--export", type=Path, help="botzone: write a bot in one file of plain Python instead")
    return parser


def _start(wanted: argparse.Namespace) -> None:
    rules = load_game(wanted.game)
    if wanted.export is not None:
        _export(rules, wanted.protocol, wanted.export)
        return
    mind = Mind(rules, wanted.engine)
    mind.threads = wanted.threads
    mind.seconds = wanted.seconds
    asyncio.run(_talk(wanted.protocol, mind, wanted.workers, wanted.keep_running))


def _export(game: Game, protocol: str, path: Path) -> None:
    from duiyi.protocols.bots.export import export_bot

    if protocol != "botzone":
        raise _Wrong(f"--export: expected --protocol botzone, got {protocol}")
    path.write_text(export_bot(game), encoding="utf-8")
    print(f"{path}: a bot for {game.title.en}, {path.stat().st_size} bytes")


async def _talk(protocol: str, mind: Mind, workers: int, keep_running: bool) -> None:
    lines, write = stdin_lines(), line_writer()
    await serve(protocol, mind.game, mind, lines, write, workers=workers, keep_running=keep_running)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 256, got {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number above 0, got {text!r}")
    return value

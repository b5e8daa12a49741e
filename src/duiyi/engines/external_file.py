"""Programs that are configured once, in a file, and then known by their names: ``external(name=Pikafish)``.

.. code-block:: toml

    [[engine]]
    name = "Pikafish"
    game = "xiangqi"
    protocol = "uci"
    command = "pikafish"
    options = { Hash = 64, Threads = 2 }

The file is ``$DUIYI_ENGINES``, else ``~/.config/duiyi/engines.toml``. `game` may be a spec or the name alone.
"""

from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from duiyi.analysis import Limits
from duiyi.base import Game, RulesError
from duiyi.engines.sync import last_analysis
from duiyi.games.registry import load_game
from duiyi.spec import SpecError, format_spec, parse_spec

__all__ = ["Health", "Program", "check_program", "default_file", "named_spec", "program_spec", "read_programs"]


class Program(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One program of the file.

    >>> Program(name="Pikafish", game="xiangqi", protocol="uci", command="pikafish").options
    {}
    """

    name: str
    game: str
    protocol: str
    command: str
    options: dict[str, str | int | float | bool] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    engine: tuple[Program, ...] = ()


class Health(msgspec.Struct, frozen=True):
    """How a program did when it was asked for a move: ``ok`` or ``failed``, with a message; seconds of its own."""

    state: str
    message: str = ""
    seconds: float = 0.0


def default_file(environment: Mapping[str, str] | None = None) -> Path:
    """Where the user's programs are listed.

    >>> default_file({"DUIYI_ENGINES": "/srv/engines.toml"})
    PosixPath('/srv/engines.toml')
    """
    known = (os.environ if environment is None else environment).get("DUIYI_ENGINES")
    return Path(known) if known else Path("~/.config/duiyi/engines.toml").expanduser()


def read_programs(path: Path | None = None) -> dict[str, Program]:
    """The programs of a file by name; the user's own file need not exist. Raises `SpecError` for a bad one.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
    ...     _ = file.write('[[engine]]\\nname = "Mine"\\ngame = "nogo"\\nprotocol = "gtp"\\ncommand = "my-nogo --gtp"')
    ...     file.flush()
    ...     read_programs(Path(file.name))["Mine"].command
    'my-nogo --gtp'
    """
    chosen = default_file() if path is None else path
    if path is None and not chosen.exists():
        return {}
    try:
        listed = msgspec.convert(tomllib.loads(chosen.read_text(encoding="utf-8")), _File, strict=False).engine
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SpecError(f"{chosen}: expected [[engine]] with name, game, protocol and command: {error}") from None
    programs: dict[str, Program] = {}
    for program in listed:
        if program.name in programs:
            raise SpecError(f"{chosen}: expected every name once, got {program.name!r} twice")
        _check(chosen, program)
        programs[program.name] = program
    return programs


def program_spec(program: Program) -> str:
    """The engine's spec that stands for a program.

    >>> program_spec(Program(name="Mine", game="nogo", protocol="gtp", command="my-nogo --gtp", options={"level": 3}))
    'external(protocol=gtp,command="my-nogo --gtp",name=Mine,level=3)'
    """
    options = {name: _option_text(value) for name, value in program.options.items()}
    known = {"protocol": program.protocol, "command": program.command, "name": program.name}
    return format_spec("external", {**known, **options})


def named_spec(spec: str, game: Game, programs: Mapping[str, Program] | None = None) -> str:
    """A spec with nothing but a name (and limits) made whole by the file; any other is left as it is.

    >>> mine = Program(name="Mine", game="nogo", protocol="gtp", command="my-nogo")
    >>> named_spec("external(name=Mine,seconds=2)", load_game("nogo"), {"Mine": mine})
    'external(protocol=gtp,command=my-nogo,name=Mine,seconds=2)'
    """
    parsed = parse_spec(spec)
    if parsed.name != "external" or parsed.values or "name" not in parsed.options or "command" in parsed.options:
        return spec
    known = read_programs() if programs is None else programs
    name = parsed.options["name"]
    program = known.get(name)
    if program is None or load_game(program.game).name != game.name:
        fitting = [one.name for one in known.values() if load_game(one.game).name == game.name]
        raise SpecError(f"external: expected a program for {game.name} among {fitting}, got {name[:40]!r}")
    whole = parse_spec(program_spec(program))
    return format_spec("external", {**whole.options, **parsed.options})


async def check_program(program: Program, seconds: float = 0.2) -> Health:
    """Start a program, ask it for a move, and let it go."""
    from duiyi.engines.external import ExternalError, load_external

    began = time.monotonic()
    try:
        game = load_game(program.game)
        engine = load_external(program_spec(program), game)
        try:
            found = await last_analysis(engine, game.initial(), Limits(seconds=seconds))
        finally:
            await engine.close()
    except (ExternalError, SpecError, RulesError) as error:
        return Health("failed", str(error), round(time.monotonic() - began, 3))
    return Health("ok", f"plays {game.move_text(found.best)}", round(time.monotonic() - began, 3))


def _option_text(value: str | int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check(path: Path, program: Program) -> None:
    from duiyi.engines.external import PROTOCOLS

    try:
        game = load_game(program.game)
    except RulesError as error:
        raise SpecError(f"{path}: {program.name}: {error}") from None
    fitting = [name for name, (_, _, games) in PROTOCOLS.items() if game.name in games]
    if program.protocol not in fitting or not program.command.strip() or not program.name.strip():
        expected = f"a name, a command and a protocol among {', '.join(fitting) or 'none'} for {game.name}"
        raise SpecError(f"{path}: {program.name}: expected {expected}, got {program.protocol!r}")

"""`duiyi ladder GAME`: the generations and levels of a game on one scale."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from duiyi import Limits, RulesError, SpecError, TextError
from duiyi.arena import Ladder
from duiyi.cli.match import Display, standings_table, stopped

__all__ = ["command"]


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi")],
    games: Annotated[int, typer.Option(min=1, help="games for each meeting")] = 40,
    engines: Annotated[list[str] | None, typer.Option(help="an engine's spec; once for each, weakest first")] = None,
    scheme: Annotated[str, typer.Option(help="chain (neighbours meet) or round_robin (everybody meets)")] = "chain",
    anchor: Annotated[str | None, typer.Option(help="the engine whose rating is 0")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="seconds for a move")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="nodes for a move")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="plies for a move")] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="games at a time")] = 1,
    seed: Annotated[int, typer.Option(help="of openings and engines")] = 0,
    out: Annotated[Path | None, typer.Option(help="a file for the result, as JSON")] = None,
    records: Annotated[Path | None, typer.Option(help="a folder for the records of all games")] = None,
    resume: Annotated[Path | None, typer.Option(help="a file of finished games, written or continued")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Rate engines by letting them meet; without --engines all levels and generations that the game has."""
    try:
        ladder = Ladder(
            game,
            engines,
            games,
            Limits(seconds=seconds, nodes=nodes, depth=depth),
            scheme=scheme,
            anchor=anchor,
            seed=seed,
            concurrency=concurrency,
            records=records,
            resume=resume,
        )
        with Display(f"{ladder.match.game.spec}: {len(ladder.match.names)} engines") as display:
            result = ladder.run(display)
    except (RulesError, SpecError, TextError):
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    except KeyboardInterrupt:
        raise stopped(resume) from None
    if out is not None:
        out.write_text(result.to_json(), encoding="utf-8")
    if as_json:
        print(result.to_json(), end="")
    else:
        Console().print(standings_table(result.players))

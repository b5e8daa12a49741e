"""`duiyi games`: what can be played."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from duiyi import game_classes

__all__ = ["command"]


def command(as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False) -> None:
    """List the games with their options."""
    games = game_classes()
    if as_json:
        listed = [
            {
                "name": game.name,
                "title": {"en": game.title.en, "zh": game.title.zh},
                "options": [
                    {"name": option.name, "default": option.default, "choices": option.choices}
                    for option in game.options
                ],
            }
            for game in games.values()
        ]
        print(msgspec.json.encode({"games": listed}).decode())
        return
    table = Table("game", "", "options (default first)", box=None, header_style="bold")
    for game in games.values():
        options = "; ".join(f"{option.name}={_choices(option.default, option.choices)}" for option in game.options)
        table.add_row(game.name, game.title.zh, options)
    Console().print(table)


def _choices(default: object, choices: tuple[int | str, ...]) -> str:
    others = [str(choice) for choice in choices if choice != default]
    if len(others) > 8:
        others = [f"{choices[0]}..{choices[-1]}"]
    return "|".join([str(default), *others])

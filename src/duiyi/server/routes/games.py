"""``/api/games``: which games there are, how their boards look; ``/api/position``: any position of any line."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from duiyi import wire
from duiyi.base import Game, GameOver, IllegalMove, Position, RulesError, TextError
from duiyi.games.registry import game_classes
from duiyi.rooms.removal import after_text
from duiyi.rooms.state import Step
from duiyi.rooms.view import position_view
from duiyi.server.errors import BadGame
from duiyi.server.http import Json, body, describe, limited, services_of
from duiyi.server.services import Services

__all__ = ["game_detail", "positions_of", "router"]

router = APIRouter(prefix="/api", tags=["games"])
_PRESETS = {
    "chinese_checkers": (
        wire.Settings(game="chinese_checkers(rules=ruc)", clock=wire.PerMove(15)),
        wire.Settings(game="chinese_checkers(seats=6,rules=ruc)", clock=wire.PerMove(15)),
    ),
    "nogo": (wire.Settings(game="nogo(rule=course)", clock=wire.PerMove(3), hints=False, takeback="none"),),
    "gomoku": (wire.Settings(game="gomoku(rule=renju)", clock=wire.Fischer(600, 5)),),
    "reversi": (wire.Settings(game="reversi", clock=wire.SuddenDeath(300)),),
    "xiangqi": (wire.Settings(game="xiangqi", clock=wire.Byoyomi(600, 30, 3)),),
}


@router.get("/games", **describe(tuple[wire.GameSummary, ...]))
async def games(request: Request) -> Response:
    """The games with their options and presets."""
    load = services_of(request).house.load
    return Json(tuple(_summary(load(name)) for name in game_classes()))


@router.get("/games/{spec:path}", **describe(wire.GameDetail))
async def game(request: Request, spec: str) -> Response:
    """A game with its options fixed: shape, seats, first position, engines."""
    services = services_of(request)
    return Json(game_detail(services, load_game_or_refuse(services.house.load, spec)))


@router.post("/position", dependencies=[limited("search")], **describe(wire.PositionHistory, wire.PositionQuery))
async def position(request: Request, wanted: Annotated[wire.PositionQuery, body(wire.PositionQuery)]) -> Response:
    """The positions of a line of play, or only its last one."""
    found = load_game_or_refuse(services_of(request).house.load, wanted.game)
    views = positions_of(found, wanted.start, wanted.moves, only_last=not wanted.all)
    return Json(wire.PositionHistory("", tuple(views)))


def game_detail(services: Services, found: Game) -> wire.GameDetail:
    """What a page must know of a game before it can draw its board."""
    shape = found.shape()
    cells = tuple(
        wire.CellView(cell.id, cell.label, cell.x, cell.y, cell.neighbours, cell.camp) for cell in shape.cells
    )
    return wire.GameDetail(
        spec=found.spec,
        name=found.name,
        title=wire.Words(*found.title),
        seats=found.seats,
        has_draws=found.has_draws,
        seat_words=tuple(wire.Words(*found.seat_words(seat)) for seat in range(found.seats)),
        shape=wire.ShapeView(shape.skin, shape.input, cells),
        initial=position_view(found.initial()),
        engines=services.thinkers.choices(found),
    )


def load_game_or_refuse(load: object, spec: str) -> Game:
    """The game of a spec that came from outside."""
    try:
        found: Game = load(spec)  # type: ignore[operator]
    except RulesError as error:
        raise BadGame(error) from None
    return found


def positions_of(
    game: Game, start: str | None, moves: tuple[str, ...], *, only_last: bool = False
) -> list[wire.PositionView]:
    """The positions of a line; ``out:2`` takes seat 2 out of a game that went on."""
    try:
        now = game.initial() if start is None else game.position(start)
        steps: list[Step] = []
        views = [] if only_last else [position_view(now, 0, [])]
        for text in moves:
            now, step = _after(now, text)
            steps.append(step)
            if not only_last:
                views.append(position_view(now, len(steps), steps))
        return views or [position_view(now, len(steps), steps)]
    except (TextError, RulesError, IllegalMove, GameOver) as error:
        raise BadGame(error) from None


def _after(position: Position, text: str) -> tuple[Position, Step]:
    after = after_text(position, text)
    if text.startswith("out:"):
        return after, Step(int(text[4:]), text, (), 0)
    return after, Step(position.to_move, text, position.path(position.game.parse_move(text)), 0)


def _summary(game: Game) -> wire.GameSummary:
    options = tuple(
        wire.OptionView(option.name, option.default, option.choices, wire.Words(*option.title))
        for option in game.options
    )
    return wire.GameSummary(
        name=game.name,
        title=wire.Words(*game.title),
        seats=game.seats,
        has_draws=game.has_draws,
        options=options,
        presets=_PRESETS.get(game.name, ()),
    )

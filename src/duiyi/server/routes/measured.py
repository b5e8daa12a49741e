"""``/api/ladder``, ``/api/training``: how strong the engines are, and how those in training become so."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import APIRouter, Request, Response

from duiyi import wire
from duiyi.server.http import Json, describe, limited, services_of
from duiyi.server.measured import ladder_of, training_runs
from duiyi.server.routes.games import load_game_or_refuse

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["engines"])


@router.get("/ladder", dependencies=[limited("search")], **describe(wire.Ladder))
async def ladder(request: Request, game: str) -> Response:
    """The measured engines of a game; no rows where nothing was measured."""
    found = load_game_or_refuse(services_of(request).house.load, game)
    return Json(await asyncio.to_thread(ladder_of, found.name, found.spec))


@router.get("/training", dependencies=[limited("search")], **describe(wire.TrainingRuns))
async def training(request: Request) -> Response:
    """The training runs of the server's folder of runs."""
    return Json(await asyncio.to_thread(training_runs, Path(services_of(request).config.runs).expanduser()))

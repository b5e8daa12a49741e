"""The application: `create_app` puts the parts together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from duiyi import wire
from duiyi.base import Game
from duiyi.games.registry import load_game
from duiyi.server.config import Config
from duiyi.server.course import course_gate
from duiyi.server.engines import EngineSource
from duiyi.server.errors import ProblemError
from duiyi.server.http import problem_response, with_components
from duiyi.server.routes import (
    accounts,
    coach,
    engines,
    files,
    games,
    library,
    measured,
    operations,
    puzzles,
    records,
    rooms,
    settings,
)
from duiyi.server.security import Border
from duiyi.server.services import open_services
from duiyi.server.sockets import VERSION, socket
from duiyi.server.web import pages

__all__ = ["create_app"]


def create_app(
    config: Config | None = None,
    source: EngineSource | None = None,
    load: Callable[[str], Game] = load_game,
    web: Path | None = None,
) -> FastAPI:
    """The server as an ASGI application. `source` brings engines, `load` games, `web` the folder of the pages.

    >>> create_app(Config(database=":memory:")).title
    'Duiyi'
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = await open_services(config or Config(), source, load)
        async with course_gate(app.state.services):
            yield
        await app.state.services.stop()

    app = FastAPI(
        title="Duiyi",
        version=VERSION,
        description="Rooms where people and AIs play board games together.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    app.add_middleware(Border, sockets={"/socket": socket})
    app.add_exception_handler(ProblemError, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _unknown)
    for part in (accounts, settings, games, rooms, records, files, measured, operations, library, puzzles):
        app.include_router(part.router)
    for part in (engines, coach):
        app.include_router(part.router)
    with_components(app)
    app.include_router(pages(web))
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem_response(error)


async def _unknown(request: Request, error: Exception) -> Response:
    """A path or method that no route has."""
    assert isinstance(error, HTTPException)
    return problem_response(ProblemError("wrong_method" if error.status_code == 405 else "not_found"))


async def _unreadable(request: Request, error: Exception) -> Response:
    """A path or query that is not what the route wants."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {}
    said = f"{'.'.join(map(str, first.get('loc', ())))}: {first.get('msg', 'not readable')}"
    return problem_response(ProblemError("bad_request", wire.Words(said, f"无法读懂这个请求：{said}")))

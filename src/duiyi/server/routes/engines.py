"""``/api/engines``: the programs that the host has configured, and how each did when it was asked for a move."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, Request, Response

from duiyi.engines.external import PROTOCOLS
from duiyi.engines.external_file import Health, Program, check_program
from duiyi.server.config import Config
from duiyi.server.engines import host_programs
from duiyi.server.http import Json, describe, limited, services_of
from duiyi.spec import SpecError, parse_spec

__all__ = ["Checks", "listed_programs", "router"]

router = APIRouter(prefix="/api", tags=["engines"])
_FRESH_SECONDS = 600.0
"""How long a result is believed: people may look as often as they like, programs are not started for each look."""
_WAIT_SECONDS = 8.0


@router.get("/engines", dependencies=[limited("search")], **describe())
async def engines(request: Request) -> Response:
    """The host's programs with the results of their checks; what takes too long is ``untested`` until the next look."""
    checks: Checks | None = getattr(request.app.state, "program_checks", None)
    if checks is None:
        checks = request.app.state.program_checks = Checks(listed_programs(services_of(request).config))
    await checks.run(_WAIT_SECONDS)
    rows = [
        {
            "name": program.name,
            "game": program.game,
            "protocol": program.protocol,
            "state": health.state,
            "message": health.message,
            "seconds": health.seconds,
        }
        for program, health in checks.results()
    ]
    return Json({"engines": rows})


class Checks:
    """Checks of programs, one after the other, each result kept for a while."""

    def __init__(self, programs: list[Program]) -> None:
        self._programs = programs
        self._known: dict[str, tuple[Health, float]] = {}
        self._task: asyncio.Task[None] | None = None

    async def run(self, seconds: float) -> None:
        """Check what is not known, and wait for it so long."""
        now = time.monotonic()
        old = {name for name, (_, at) in self._known.items() if now - at > _FRESH_SECONDS}
        due = [one for one in self._programs if one.name in old or one.name not in self._known]
        if due and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._check(due), name="check programs")
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)

    def results(self) -> list[tuple[Program, Health]]:
        """What is known so far."""
        untested = (Health("untested"), 0.0)
        return [(program, self._known.get(program.name, untested)[0]) for program in self._programs]

    async def _check(self, programs: list[Program]) -> None:
        for program in programs:
            health = await check_program(program)
            self._known[program.name] = (_without_paths(health, program), time.monotonic())


def listed_programs(config: Config) -> list[Program]:
    """The programs of the file, and those of the settings that are programs.

    >>> spec = 'external(protocol=gtp,command="my-nogo --gtp")'
    >>> [program.game for program in listed_programs(Config(engines="-", external_engines={"mine": spec}))]
    ['nogo']
    """
    found = dict(host_programs(config))
    for name, text in config.external_engines.items():
        try:
            options = dict(parse_spec(text).options)
            protocol, command = options.pop("protocol"), options.pop("command")
            games = PROTOCOLS[protocol][2]
        except (SpecError, KeyError):
            continue
        options.pop("name", None)
        found.setdefault(
            name, Program(name=name, game=games[0], protocol=protocol, command=command, options=dict(options))
        )
    return list(found.values())


def _without_paths(health: Health, program: Program) -> Health:
    """The result as everybody may see it: where a program lives on the host's disk is nobody's business."""
    return Health(health.state, health.message.replace(program.command, program.name), health.seconds)

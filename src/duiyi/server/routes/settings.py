"""``/api/settings``: what somebody likes, kept for the pages, which alone know what it means."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from duiyi import wire
from duiyi.server.errors import ProblemError
from duiyi.server.http import Json, body, describe, limited, member, services_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"])
Member = Annotated[wire.User, Depends(member)]
_LARGEST = 8 * 1024


@router.get("/settings", **describe(wire.Personal))
async def kept_settings(request: Request, user: Member) -> Response:
    """My settings, as they were put; none at first."""
    return Json(wire.Personal(await services_of(request).accounts.settings_of(user.id)))


@router.put("/settings", dependencies=[limited("search")], **describe(wire.Personal, wire.Personal))
async def keep_settings(
    request: Request, user: Member, given: Annotated[wire.Personal, body(wire.Personal)]
) -> Response:
    """Keep my settings in place of those kept before; at most 8 KiB."""
    if len(wire.encode(given)) > _LARGEST:
        raise ProblemError("too_large")
    await services_of(request).accounts.keep_settings(user.id, given.settings)
    return Json(given)

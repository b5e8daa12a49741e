"""``/api``: who I am, guests, accounts, sessions, bots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from duiyi import wire
from duiyi.server.erasure import chat_of, erase
from duiyi.server.errors import ProblemError
from duiyi.server.http import Json, body, cookie_name, describe, everybody, limited, member, services_of, token_of
from duiyi.server.library import rating_views, records_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"])
Member = Annotated[wire.User, Depends(member)]
Anybody = Annotated[wire.User | None, Depends(everybody)]
_HALF_YEAR = 180 * 86_400


@router.get("/me", **describe(wire.Me))
async def me(request: Request, user: Anybody) -> Response:
    """Who I am, and my unfinished games."""
    if user is None:
        return Json(wire.Me())
    return Json(wire.Me(user, await services_of(request).house.cards_of(user.id)))


@router.post("/guest", dependencies=[limited("guest")], **describe(wire.Recovery))
async def guest(request: Request, user: Anybody) -> Response:
    """Play at once: makes a guest, unless I am somebody already."""
    services = services_of(request)
    if user is not None:
        return Json(wire.Recovery(user, ""))
    new, token, code = await services.accounts.new_guest(_agent(request))
    return _with_session(request, Json(wire.Recovery(new, code)), token)


@router.post("/register", dependencies=[limited("account")], **describe(wire.Recovery, wire.AccountBody))
async def register(
    request: Request, user: Anybody, wanted: Annotated[wire.AccountBody, body(wire.AccountBody)]
) -> Response:
    """Make an account; a guest's games move to it."""
    services = services_of(request)
    new, token, code = await services.accounts.register(user, wanted.name, wanted.password, _agent(request))
    return _with_session(request, Json(wire.Recovery(new, code)), token)


@router.post("/login", dependencies=[limited("login")], **describe(wire.Me, wire.Credentials))
async def login(request: Request, given: Annotated[wire.Credentials, body(wire.Credentials)]) -> Response:
    """Log in with name and password."""
    user, token = await services_of(request).accounts.log_in(given.name, given.password, _agent(request))
    return _with_session(request, Json(wire.Me(user)), token)


@router.post("/recover", dependencies=[limited("login")], **describe(wire.Me, wire.RecoverBody))
async def recover(request: Request, given: Annotated[wire.RecoverBody, body(wire.RecoverBody)]) -> Response:
    """Come back with a recovery code, on this or another device."""
    user, token = await services_of(request).accounts.recover(given.code, _agent(request))
    return _with_session(request, Json(wire.Me(user)), token)


@router.post("/recovery", **describe(wire.Recovery))
async def recovery(request: Request, user: Member) -> Response:
    """Get a new recovery code; the old one ends."""
    return Json(wire.Recovery(user, await services_of(request).accounts.new_recovery(user.id)))


@router.post("/logout", **describe(wire.Me))
async def logout(request: Request, user: Member) -> Response:
    """End this session."""
    await services_of(request).accounts.log_out(user.id, token_of(request) or "")
    return _without_session(request)


@router.post("/logout-everywhere", **describe(wire.Me))
async def logout_everywhere(request: Request, user: Member) -> Response:
    """End all my sessions."""
    await services_of(request).accounts.log_out_everywhere(user.id)
    return _without_session(request)


@router.get("/sessions", **describe(tuple[wire.SessionView, ...]))
async def sessions(request: Request, user: Member) -> Response:
    """Where I am logged in."""
    return Json(await services_of(request).accounts.sessions_of(user.id, token_of(request) or ""))


@router.post("/rename", dependencies=[limited("account")], **describe(wire.Me, wire.RenameBody))
async def rename(request: Request, user: Member, given: Annotated[wire.RenameBody, body(wire.RenameBody)]) -> Response:
    """Take another name."""
    return Json(wire.Me(await services_of(request).accounts.rename(user, given.name)))


@router.post("/password", dependencies=[limited("login")], **describe(wire.Me, wire.PasswordBody))
async def password(
    request: Request, user: Member, given: Annotated[wire.PasswordBody, body(wire.PasswordBody)]
) -> Response:
    """Change my password; all other sessions end."""
    services = services_of(request)
    if given.new is None or user.kind != "account":
        raise ProblemError("bad_request")
    await services.accounts.change_password(user.id, given.old, given.new)
    token = await services.accounts.new_session(user.id, _agent(request))
    return _with_session(request, Json(wire.Me(user)), token)


@router.post("/delete-account", dependencies=[limited("login")], **describe(wire.Me, wire.PasswordBody))
async def delete_account(
    request: Request, user: Member, given: Annotated[wire.PasswordBody, body(wire.PasswordBody)]
) -> Response:
    """Delete me and what I said; in records a nameless player remains."""
    services = services_of(request)
    await services.accounts.must_know(user.id, given.old)
    for gone in (user, *await services.accounts.bots_of(user.id)):
        await erase(services, gone.id)
    await services.accounts.remove(user.id)
    return _without_session(request)


@router.get("/export", dependencies=[limited("search")], **describe(wire.Export))
async def export(request: Request, user: Member) -> Response:
    """Everything that is kept about me."""
    services = services_of(request)
    found = await services.accounts.find(user.id)
    created = found[1] if found is not None else 0
    return Json(
        wire.Export(
            user,
            created,
            await rating_views(services.database, user.id),
            await services.accounts.sessions_of(user.id, token_of(request) or ""),
            await records_of(services.database, user.id),
            await chat_of(services, user.id),
            await services.accounts.settings_of(user.id),
            await services.accounts.bots_of(user.id),
        )
    )


@router.post("/bots", dependencies=[limited("account")], **describe(wire.BotToken, wire.BotBody))
async def bots(request: Request, user: Member, given: Annotated[wire.BotBody, body(wire.BotBody)]) -> Response:
    """Make a bot of mine; its token is shown once."""
    if user.kind != "account":
        raise ProblemError("forbidden")
    bot, token = await services_of(request).accounts.new_bot(user, given.name)
    return Json(wire.BotToken(bot, token))


@router.get("/bots", **describe(tuple[wire.User, ...]))
async def my_bots(request: Request, user: Member) -> Response:
    """My bots, without their tokens."""
    return Json(await services_of(request).accounts.bots_of(user.id))


@router.delete("/bots/{bot}", dependencies=[limited("account")], **describe(tuple[wire.User, ...]))
async def delete_bot(request: Request, user: Member, bot: str) -> Response:
    """Delete a bot of mine: its token is worth nothing any more."""
    services = services_of(request)
    if bot not in {one.id for one in await services.accounts.bots_of(user.id)}:
        raise ProblemError("not_found")
    await erase(services, bot)
    await services.accounts.remove(bot)
    return Json(await services.accounts.bots_of(user.id))


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


def _with_session(request: Request, response: Response, token: str) -> Response:
    services = services_of(request)
    response.set_cookie(
        cookie_name(services),
        token,
        max_age=_HALF_YEAR,
        httponly=True,
        samesite="lax",
        secure=services.config.secure_cookies,
        path="/",
    )
    return response


def _without_session(request: Request) -> Response:
    response = Json(wire.Me())
    response.delete_cookie(cookie_name(services_of(request)), path="/")
    return response

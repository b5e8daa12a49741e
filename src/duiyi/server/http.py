"""FastAPI with the shapes of the wire: msgspec reads bodies and writes answers, and OpenAPI is told about both."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from fastapi import Depends, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from duiyi import wire
from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.services import Services

__all__ = [
    "Json",
    "address_of",
    "body",
    "describe",
    "everybody",
    "limited",
    "member",
    "problem_response",
    "services_of",
    "token_of",
    "with_components",
]

T = TypeVar("T")
_OF_ADDRESSES = frozenset({"guest", "login"})
"""Whoever makes guests or guesses passwords gets no more tries by being somebody else each time."""
_REF = "#/components/schemas/{name}"


class Json(Response):
    """A value of the wire as the answer."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """The value as JSON."""
        return wire.encode(content)


def services_of(request: Request) -> Services:
    """The running server's parts."""
    services: Services = request.app.state.services
    return services


def address_of(scope: Any, services: Services) -> str:
    """Where a request comes from; a proxy's word counts only when the host trusts the proxy."""
    client = scope.get("client")
    address = str(client[0]) if client else "local"
    if address in services.config.trusted_proxies:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").split(",")[-1].strip())
    return address


def cookie_name(services: Services) -> str:
    """The session's cookie; over HTTPS its name binds it to this host."""
    return "__Host-sid" if services.config.secure_cookies else "sid"


def token_of(request: Request) -> str | None:
    """The token of the request: a bot's, or the cookie's."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return request.cookies.get(cookie_name(services_of(request)))


async def everybody(request: Request) -> wire.User | None:
    """Who asks, if they have said so."""
    return await services_of(request).accounts.who(token_of(request))


async def member(request: Request) -> wire.User:
    """Who asks; refused without a session."""
    user = await everybody(request)
    if user is None:
        raise ProblemError("no_session")
    return user


def limited(kind: str) -> Any:
    """A dependency that takes a token of this kind: the person's at this address, or the address's."""

    async def take(request: Request) -> None:
        services = services_of(request)
        user = await everybody(request) if kind not in _OF_ADDRESSES else None
        wait = services.buckets.wait(kind, address_of(request.scope, services), user.id if user is not None else "")
        if wait:
            raise TooFast(wait)

    return Depends(take)


def body(kind: type[T]) -> Any:
    """A dependency that reads the request's body as a value of the wire."""

    async def read(request: Request) -> T:
        try:
            return msgspec.json.decode(await request.body(), type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ProblemError("bad_request", wire.Words(str(error), f"无法读懂这个请求：{error}")) from None

    return Depends(read)


def describe(answer: Any = None, body: Any = None, media: str = "application/json") -> dict[str, Any]:
    """What a route tells OpenAPI about its body and answer."""
    content = {media: {"schema": _schema(answer)} if answer is not None else {}}
    problem = {"description": "Refused", "content": {"application/json": {"schema": _schema(wire.Problem)}}}
    extra: dict[str, Any] = {}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(body)}}}
    return {
        "responses": {200: {"description": "Done", "content": content}, "4XX": problem},
        "openapi_extra": extra,
        "response_model": None,
        "response_class": Response,
    }


def with_components(app: FastAPI) -> None:
    """Let the app describe itself with the schemas of the wire."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            routes = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            _, components = msgspec.json.schema_components(wire.messages(), ref_template=_REF)
            routes.setdefault("components", {})["schemas"] = components
            routes["components"].setdefault("securitySchemes", {})["token"] = {"type": "http", "scheme": "bearer"}
            app.openapi_schema = routes
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def problem_response(error: ProblemError) -> Response:
    """The answer to a refused request."""
    response = Json(wire.Problem(error.code, error.words, error.retry_after), error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(error.retry_after)))
    return response


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return schema

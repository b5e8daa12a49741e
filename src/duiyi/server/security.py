"""The border: where requests come from, how large they are, and what pages may load."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.http import address_of, problem_response
from duiyi.server.services import Services

__all__ = ["Border", "is_same_site"]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LARGEST_BODY = 64 * 1024
_LARGEST_FILE = 1024 * 1024
_FILES = ("/api/read", "/api/write", "/api/records", "/api/library")  # what people drop on the page
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_log = logging.getLogger("duiyi.server")


def is_same_site(headers: Headers, origins: tuple[str, ...]) -> bool:
    """Whether a browser says that a request comes from our own pages; programs that say nothing pass.

    >>> is_same_site(Headers({"host": "play.lan:8000", "origin": "http://play.lan:8000"}), ())
    True
    >>> is_same_site(Headers({"host": "play.lan:8000", "origin": "http://evil.example"}), ())
    False
    >>> is_same_site(Headers({"host": "play.lan:8000", "sec-fetch-site": "cross-site"}), ())
    False
    """
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and "origin" not in headers:
        return False
    origin = headers.get("origin")
    return origin is None or origin in origins or _site(origin) == headers.get("host")


def _site(origin: str) -> str | None:
    """The host and port of an origin; None for one that has none, such as ``null``."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


class Border:
    """Middleware around everything over HTTP; the socket checks its handshake itself.

    `sockets` are the paths with a socket and what answers there. They do not go through the layers for requests: each
    socket would keep a coroutine of every layer for as long as it is open, and wake them all for every frame.
    """

    def __init__(self, app: ASGIApp, sockets: Mapping[str, Callable[[WebSocket], Awaitable[None]]]) -> None:
        self._app = app
        self._sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            # Here `send` is still the server's own; further in it is wrapped. Sockets write to its transport directly.
            scope["duiyi.transport"] = getattr(getattr(send, "__self__", None), "transport", None)
            if scope["type"] == "websocket" and scope["path"] in self._sockets:
                await self._sockets[scope["path"]](WebSocket(scope, receive, send))
            else:
                await self._app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, _capped(receive, _largest(scope)), send_with_headers)
        except ProblemError as error:
            await problem_response(error)(scope, receive, send_with_headers)
        except ClientDisconnect:
            return  # whoever asked has hung up
        except Exception:
            _log.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            await problem_response(ProblemError("internal"))(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        services: Services | None = getattr(scope["app"].state, "services", None)
        if services is None:
            return
        headers = Headers(scope=scope)
        services.metrics.counters["requests_total"] += 1
        if scope["path"].startswith("/api"):
            session = headers.get("authorization") or headers.get("cookie", "")
            wait = services.buckets.wait("request", address_of(scope, services), session[:100])
            if wait:
                raise TooFast(wait)
        is_bot = headers.get("authorization", "").lower().startswith("bearer ")
        if scope["method"] not in _SAFE and not is_bot and not is_same_site(headers, services.config.origins):
            raise ProblemError("cross_site")
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise ProblemError("bad_request")  # no name has it, and PostgreSQL refuses it
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _largest(scope):
            raise ProblemError("too_large")


def _largest(scope: Scope) -> int:
    return _LARGEST_FILE if scope["path"] in _FILES else _LARGEST_BODY


def _capped(receive: Receive, most: int) -> Receive:
    """Count what comes, also when no length was announced."""
    size = 0

    async def counted() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise ProblemError("too_large")
        return message

    return counted

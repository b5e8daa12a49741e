"""The process: uvicorn with our settings, and a goodbye before the sockets close."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from typing import Any

import uvicorn
from fastapi import FastAPI

from duiyi.wire import Goodbye

__all__ = ["DuiyiServer", "make_server"]

_log = logging.getLogger("duiyi.server")


class DuiyiServer(uvicorn.Server):
    """Uvicorn that tells everybody to come back before it closes their sockets."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets)
        _spare_the_collector()
        if self.started:
            _log.info("listening on http://%s:%d", self.config.host, self.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop as uvicorn does: the application finishes and writes what is queued."""
        app: Any = self.config.app
        services = getattr(app.state, "services", None)
        if services is not None:
            services.is_stopping = True
            for connection in services.connections:
                connection.send(Goodbye())
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)

    @property
    def port(self) -> int:
        """The port it listens on, once started."""
        return int(self.servers[0].sockets[0].getsockname()[1])


def _spare_the_collector() -> None:
    """Keep pauses short: what the start has made lives for ever and need not be looked at again and again.

    A full collection over the modules of a server takes tens of milliseconds, in which no clock runs. Even a look at
    the young takes as long with thousands of sockets, each with its coroutines, so it comes seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)


def make_server(app: FastAPI, host: str, port: int) -> DuiyiServer:
    """A server for the application.

    The address of a client behind a proxy is read by `http.address_of`, from proxies that the host trusts.
    Compression costs a quarter of a megabyte per socket and is off; clients ping by themselves, so the protocol's own
    pings are off too (both together have caused false disconnections elsewhere).
    """
    return DuiyiServer(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            ws="websockets-sansio",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=5,
            log_config=None,
            backlog=4096,
        )
    )

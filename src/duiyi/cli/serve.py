"""``duiyi serve``: start the server and open the browser."""

from __future__ import annotations

import logging
import threading
import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from duiyi.server.run import DuiyiServer

__all__ = ["app_command", "command", "serve"]


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 opens it to the network.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes any that is free.")] = None,
    database: Annotated[str | None, typer.Option(help="A file, or postgresql://user@host/name.")] = None,
    bus: Annotated[str | None, typer.Option(help="How several nodes talk to each other; memory: for one.")] = None,
    runs: Annotated[str | None, typer.Option(help="The folder of training runs to show.")] = None,
    course_port: Annotated[
        int | None, typer.Option(help="Port for clients of the Chinese Checkers and NoGo courses, e.g. 16677.")
    ] = None,
    config: Annotated[str | None, typer.Option(help="A TOML file with any of the settings.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> None:
    """Start the server: http://127.0.0.1:8000 unless told otherwise. Stop it with Ctrl-C; nothing is lost."""
    from duiyi.server.app import create_app
    from duiyi.server.config import load_config
    from duiyi.server.engines import host_engines
    from duiyi.server.run import make_server

    try:
        settings = load_config(
            config, host=host, port=port, database=database, bus=bus, runs=runs, course_port=course_port
        )
        host_engines(settings)  # a bad file of programs is told here and now
    except (ValueError, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in ("alembic", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    server = make_server(create_app(settings), settings.host, settings.port)
    if not no_browser:
        _open_browser_when(server, settings.host)
    server.run()


def _open_browser_when(server: DuiyiServer, host: str) -> None:
    """Open the page as soon as the server listens."""

    def wait() -> None:
        for _ in range(300):
            if server.started:
                shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
                webbrowser.open(f"http://{shown}:{server.port}/")
                return
            threading.Event().wait(0.1)

    threading.Thread(target=wait, daemon=True).start()


command = serve
app_command = serve

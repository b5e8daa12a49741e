"""``/health``, ``/metrics`` and ``/docs``."""

from __future__ import annotations

import html
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from duiyi.server.http import Json, services_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the server can do its work: 200, or 503 while it stops or the database does not answer."""
    services = services_of(request)
    status = "stopping" if services.is_stopping else "ok"
    try:
        async with services.database.read() as connection:
            await connection.execute(select(text("1")))
    except (SQLAlchemyError, OSError):
        status = "no database"
    return Json({"status": status, "rooms": len(services.house.rooms)}, 200 if status == "ok" else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The figures, for Prometheus."""
    return PlainTextResponse(services_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The HTTP API on one page, without a script."""
    return HTMLResponse(_page(request.app.openapi()))


def _page(document: dict[str, Any]) -> str:
    groups: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            tag = route.get("tags", ["more"])[0]
            groups.setdefault(tag, []).append(_route(method.upper(), path, route))
    schemas = "".join(_schema(name, schema) for name, schema in sorted(document["components"]["schemas"].items()))
    routes = "".join(f"<h2>{html.escape(tag)}</h2><dl>{''.join(rows)}</dl>" for tag, rows in groups.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Duiyi API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "dt{margin-top:.8rem}code{font-size:.95em}dd{margin-left:1.5rem}</style></head><body>"
        f"<h1>Duiyi {html.escape(document['info']['version'])}</h1><p>Machine readable: "
        '<a href="/openapi.json">/openapi.json</a>. The frames of <code>/socket</code> are in '
        "<code>schema/wire.schema.json</code>.</p>"
        f"{routes}<h2>Shapes</h2><dl>{schemas}</dl></body></html>"
    )


def _route(method: str, path: str, route: dict[str, Any]) -> str:
    content = route["responses"]["200"].get("content", {})
    answers: list[dict[str, Any]] = list(content.values())
    answer = _name(answers[0].get("schema", {})) if answers else ""
    body = _name(route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {}))
    query = ", ".join(field["name"] for field in route.get("parameters", []) if field["in"] == "query")
    parts = [f"query: {query}" if query else "", f"body: {body}" if body else "", f"answer: {answer}" if answer else ""]
    about = html.escape(str(route.get("description") or route.get("summary", "")))
    shown = "; ".join(part for part in parts if part)
    return f"<dt><code>{method} {html.escape(path)}</code></dt><dd>{about}<br><small>{shown}</small></dd>"


def _schema(name: str, schema: dict[str, Any]) -> str:
    fields = ", ".join(
        f"{field}{'' if field in schema.get('required', ()) else '?'}: {_name(value) or 'any'}"
        for field, value in schema.get("properties", {}).items()
    )
    about = html.escape(str(schema.get("description", "")).split("\n")[0])
    return f'<dt id="{name}"><code>{name}</code></dt><dd>{about}<br><code>{fields}</code></dd>'


def _name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = html.escape(str(schema["$ref"]).rsplit("/", 1)[1])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " | ".join(_name(part) for part in schema["anyOf"][:30])
    if "enum" in schema:
        return " | ".join(html.escape(repr(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"{_name(schema.get('items') or {})}[]"
    return html.escape(str(schema.get("type", "")))

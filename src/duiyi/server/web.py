"""The pages: the built bundle from the package, one page for all its routes."""

from __future__ import annotations

import mimetypes
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from duiyi.server.errors import ProblemError

__all__ = ["pages"]

_MISSING = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Duiyi 对弈</title></head><body>
<h1>Duiyi 对弈</h1><p>The server runs, but its pages are not built yet. Run <code>make build</code> in the repository
(or <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>) and reload this page.</p>
<p>服务器已在运行，但网页尚未构建。请在仓库中运行 <code>make build</code>，然后刷新本页。</p></body></html>"""


def pages(folder: Path | None = None) -> APIRouter:
    """The routes of the pages; last, because they take every path that is left."""
    root = folder if folder is not None else Path(__file__).resolve().parent.parent / "web"
    router = APIRouter(include_in_schema=False)

    @router.get("/{path:path}")
    async def page(request: Request, path: str) -> Response:
        """A file of the bundle, else the one page, which finds its own way."""
        file = _file(root, path)
        if file is not None:
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, media_type=kind, headers={"Cache-Control": lasting})
        if path.startswith(("api/", "assets/")) or "." in PurePosixPath(path).name:
            raise ProblemError("not_found")
        index = root / "index.html"
        if not index.is_file():
            return HTMLResponse(_MISSING)
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-cache"})

    return router


def _file(root: Path, path: str) -> Path | None:
    """A file below the root; a path that leads out of it is no file."""
    if not path or "\\" in path or "\0" in path:
        return None
    file = (root / path).resolve()
    return file if file.is_relative_to(root.resolve()) and file.is_file() else None

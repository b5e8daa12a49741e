"""What is in `deploy/` fits the program: flags that exist, sizes that agree, a unit and a proxy that work."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin

from duiyi.cli.serve import serve
from duiyi.server import security
from tests.server.harness import PATIENCE, run, serving

DEPLOY = Path(__file__).parents[2] / "deploy"


def _has_only_real_flags(words: list[str]) -> bool:
    known = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}
    return words[1] == "serve" and {word for word in words if word.startswith("--")} <= known


def test_the_unit_starts_the_server_with_flags_that_exist(tmp_path: Path) -> None:
    text = (DEPLOY / "duiyi.service").read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert found is not None
    assert _has_only_real_flags(shlex.split(found.group(1)))
    assert "KillSignal=SIGTERM" in text, "a clean stop saves everything"
    checker = shutil.which("systemd-analyze")
    if checker is not None:
        unit = tmp_path / "duiyi.service"
        unit.write_text(text.replace("/usr/local/bin/duiyi", sys.executable), encoding="utf-8")
        said = subprocess.run([checker, "verify", str(unit)], capture_output=True, text=True, check=False)
        assert "duiyi.service" not in said.stderr, said.stderr


def test_the_container_has_the_pages_and_starts_the_server() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    found = re.search(r"^CMD (.*)$", text, re.MULTILINE)
    assert found is not None
    assert _has_only_real_flags(json.loads(found.group(1)))
    assert "npm run build" in text
    assert "COPY --from=web /src/src/duiyi/web /src/src/duiyi/web" in text
    pages = (DEPLOY.parent / "web" / "vite.config.ts").read_text(encoding="utf-8")
    assert "../src/duiyi/web" in pages


def test_the_proxy_lets_through_what_the_server_takes() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    found = re.search(r"client_max_body_size (\d+)m;", text)
    assert found is not None
    assert int(found.group(1)) << 20 >= security._LARGEST_FILE
    for line in ("Upgrade $http_upgrade", "Host $http_host", "proxy_buffering off"):
        assert line in text


def test_the_proxy_carries_pages_and_sockets(tmp_path: Path) -> None:
    nginx, openssl = shutil.which("nginx"), shutil.which("openssl")
    if nginx is None or openssl is None:
        return
    name = ["-subj", "/CN=play.example", "-addext", "subjectAltName=DNS:play.example"]
    files = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    made = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *name, *files]
    subprocess.run(made, check=True, capture_output=True)
    behind = {"secure_cookies": True, "origins": ["https://play.example"], "trusted_proxies": ["127.0.0.1"]}
    with serving(str(tmp_path / "duiyi.db"), **behind) as server, _proxied(nginx, tmp_path, server.port) as port:
        run(_visit(port, ssl.create_default_context(cafile=tmp_path / "fullchain.pem")))


@contextmanager
def _proxied(nginx: str, folder: Path, behind: int) -> Iterator[int]:
    """The example as it stands, but for its ports and the place of its certificate."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("/etc/ssl/play.example", str(folder))
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    head = f"pid {folder}/pid; daemon off; events {{}}\nhttp {{ access_log off; {places}\n"
    (folder / "all.conf").write_text(head + site + "}\n", encoding="utf-8")
    process = subprocess.Popen([nginx, "-c", str(folder / "all.conf"), "-e", str(folder / "errors")])
    try:
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


async def _visit(port: int, trust: ssl.SSLContext) -> None:
    """A guest on the page, over HTTPS, with a socket; the operator's figures are not for guests."""
    site = {"Host": "play.example", "Origin": "https://play.example"}
    named = {"sni_hostname": "play.example"}
    async with httpx.AsyncClient(base_url=f"https://127.0.0.1:{port}", verify=trust, timeout=PATIENCE) as client:
        while True:
            with suppress(httpx.ConnectError):
                answer = await client.post("/api/guest", headers=site, extensions=named)
                break
            await asyncio.sleep(0.05)
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"].partition(";")[0]
        assert cookie.startswith("__Host-sid=")
        assert (await client.get("/metrics", headers=site, extensions=named)).status_code == 403
    tab = connect(
        "wss://play.example/socket",
        host="127.0.0.1",
        port=port,
        ssl=trust,
        server_hostname="play.example",
        origin=Origin("https://play.example"),
        additional_headers={"Cookie": cookie},
    )
    async with tab as opened:
        assert json.loads(await opened.recv())["user"] == answer.json()["user"] | {"kind": "guest"}

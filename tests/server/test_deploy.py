"""What is in `deploy/` fits the program: flags that exist, sizes that agree, a unit that systemd reads."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from duiyi.cli.serve import serve
from duiyi.server import security

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

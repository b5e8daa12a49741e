"""The coach with a stub of a language model, and the host's programs in rooms, analyses and on their page."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from duiyi.records import Record
from duiyi.records import json as record_json
from tests.course.harness import Browser, course_server
from tests.server.harness import ROOT, Server, clients, run

FAKE = ROOT / "tests" / "engines" / "external_fake.py"
RECORD = json.loads(record_json.write(Record.from_moves("reversi", "f5 d6 c3 d3 c4 f4")))


@contextmanager
def model(*answers: bytes) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An endpoint that gives these answers one after the other, the last one for ever; its address, what it heard."""
    heard: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append({"path": self.path, "key": self.headers.get("Authorization"), **asked})
            answer = answers[min(len(heard), len(answers)) - 1]
            if answer == b"silence":
                time.sleep(3)
            self.send_response(500 if answer == b"broken" else 200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def said(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


def ask(server: Server, **body: Any) -> httpx.Response:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        http.post("/api/guest")
        return http.post("/api/coach", json={"record": RECORD, "ply": 3, "language": "en", **body})


def test_without_an_endpoint_the_coach_says_so(course: tuple[Server, int, Path]) -> None:
    answer = ask(course[0])
    assert (answer.status_code, answer.json()["code"]) == (503, "not_configured")
    assert "language model" in answer.json()["words"]["en"]


def test_the_coach_tells_the_model_the_engines_lines_and_passes_its_words_on(tmp_path: Path) -> None:
    with (
        model(said("Take the corner."), said("占角。")) as (url, heard),
        course_server(tmp_path, coach_url=url, coach_model="small", coach_key="secret") as (server, _),
    ):
        assert ask(server).json() == {"text": "Take the corner."}
        assert ask(server, language="zh-CN", ply=6).json() == {"text": "占角。"}
        first, second = heard
        assert (first["path"], first["key"], first["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
        facts = first["messages"][1]["content"]
        assert "Game: Reversi; 6 moves." in facts
        assert "The move in question: 3. Black: c3; loses" in facts
        assert "the engine prefers: " in facts
        assert "中文" in second["messages"][0]["content"]
        assert ask(server, record={"game": "chess"}).json()["code"] == "bad_request"
        assert ask(server, ply=-1).json()["code"] == "bad_request"
        assert httpx.post(f"{server.url}/api/coach", json={"record": RECORD}).json()["code"] == "no_session"


@pytest.mark.parametrize("answer", [b"silence", b"broken", b"[]", b"{}", said("  "), b'{"choices":[]}', b"\xff"])
def test_a_model_that_fails_is_a_problem_and_no_more(tmp_path: Path, answer: bytes) -> None:
    from duiyi.server.config import Config
    from duiyi.server.errors import ProblemError
    from duiyi.server.routes.coach import ask_model

    with model(answer) as (url, _), pytest.raises(ProblemError, match="did not answer"):
        ask_model(Config(coach_url=url, coach_seconds=0.5), "orders", "facts")


def test_nobody_asks_the_coach_without_end(tmp_path: Path) -> None:
    with (
        model(said("Yes.")) as (url, heard),
        course_server(tmp_path, coach_url=url, rate_factor=1.0) as (server, _),
        httpx.Client(base_url=server.url, timeout=60) as http,
    ):
        http.post("/api/guest")
        short = json.loads(record_json.write(Record.from_moves("reversi", "f5")))
        codes = [http.post("/api/coach", json={"record": short}).status_code for _ in range(6)]
        assert codes == [200] * 5 + [429]
        assert len(heard) == 5


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two programs in its file and one in its settings."""
    folder = tmp_path_factory.mktemp("programs")
    command = {name: shlex.join([sys.executable, "-S", str(FAKE), "uci", name]) for name in ("good", "crash")}
    (folder / "engines.toml").write_text(
        "".join(
            f'[[engine]]\nname="{name}"\ngame="xiangqi"\nprotocol="uci"\ncommand={json.dumps(command[name])}\n'
            for name in command
        ),
        encoding="utf-8",
    )
    with course_server(folder, engines=str(folder / "engines.toml")) as (server, _):
        yield server


def test_the_page_of_programs_says_how_each_did(programs: Server) -> None:
    rows = httpx.get(f"{programs.url}/api/engines", timeout=60).json()["engines"]
    assert [(row["name"], row["game"], row["protocol"], row["state"]) for row in rows] == [
        ("good", "xiangqi", "uci", "ok"),
        ("crash", "xiangqi", "uci", "failed"),
    ]
    assert rows[0]["message"] == "plays h2e2"
    assert str(FAKE) not in rows[1]["message"]
    assert rows[1]["seconds"] > 0


def test_a_program_takes_a_seat(programs: Server) -> None:
    with Browser(programs) as ann:
        choices = httpx.get(f"{programs.url}/api/games/xiangqi", timeout=60).json()["engines"]
        assert [choice["spec"] for choice in choices if choice.get("external")] == ["good", "crash"]
        room = ann.room("open", "me", game="xiangqi")
        ann.command("place_engine", room, seat=0, controller={"kind": "external", "engine": "good"})
        ann.command("ready", room)
        while not (moves := ann.look(room).get("moves")):
            time.sleep(0.05)
        assert (moves[0]["text"], moves[0]["engine"]) == ("h2e2", "good")


def test_a_program_analyses(programs: Server) -> None:
    async def look() -> None:
        async with clients(programs) as (ann,):
            frame = {"game": "xiangqi", "engine": "external(name=good)", "seconds": 0.1, "only": True}
            await ann.send(t="analyse", id="a1", **frame)
            found = await ann.until("analysis", final=True)
            assert found["lines"][0]["moves"] == ["h2e2", "h9g7"]
            await ann.send(t="analyse", id="a2", **{**frame, "engine": 'external(command="ls")'})
            assert (await ann.until("no", id="a2"))["code"] == "bad_engine"

    run(look())


def test_a_bad_file_of_programs_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[[engine]]\nname = 'x'", encoding="utf-8")
    (tmp_path / "duiyi.toml").write_text(f"engines = {json.dumps(str(tmp_path / 'bad.toml'))}", encoding="utf-8")
    words = ["serve", "--no-browser", "--config", str(tmp_path / "duiyi.toml")]
    done = subprocess.run(
        [sys.executable, "-c", "from duiyi.cli import main; main()", *words], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "bad.toml: expected [[engine]] with name, game, protocol and command" in done.stderr

"""``duiyi serve`` as people start it, with the real engines."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.harness import ROOT, Client, Server, run


def test_the_command_serves_real_games_against_real_engines_and_stops_cleanly(tmp_path: Path) -> None:
    flags = ["serve", "--port", "0", "--database", str(tmp_path / "duiyi.db"), "--no-browser"]
    command = [sys.executable, "-c", "from duiyi.cli import main; main()", *flags]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None

    async def play(port: int) -> None:
        server = Server("")
        server.port = port
        ann = await (await Client(server).guest()).open()
        room = await ann.room("gomoku", seats=("me", "level(2)"))
        state = await ann.hello(room)
        await ann.command("play", room, base=state["turn"], move="h8")
        moved = await ann.until("moved", seat=1)
        assert moved["engine"] == "level(2)"
        await ann.send(t="analyse", id="a", game="gomoku", moves=["h8"], engine="champion", seconds=0.1)
        assert (await ann.until("analysis"))["lines"][0]["rates"]
        nogo = await ann.room("nogo(size=4)", seats=("me", "me"), warnings=True, start="x1x1/1o2/o3/2x1 o")
        await ann.hello(nogo)
        first = await ann.until("warnings", room=nogo)
        warned = {mark["cell"] for mark in first["marks"]}
        assert {mark["code"] for mark in first["marks"]} == {"loses_soon"}
        assert warned <= {1, 4, 6, 7, 9, 10, 11, 12, 13, 15}, "D4 alone does not lose"
        await ann.close()

    try:
        for line in process.stderr:
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
            if found:
                break
        else:
            raise AssertionError("it did not start")
        run(play(int(found.group(1))))
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        process.stderr.close()
        status = process.wait(20)
    assert status in (0, -signal.SIGTERM)
    assert "Traceback" not in rest


def test_wrong_settings_are_one_line_and_status_2(tmp_path: Path) -> None:
    async def start(*flags: str) -> tuple[int, str]:
        command = [sys.executable, "-c", "from duiyi.cli import main; main()", "serve", *flags]
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=subprocess.PIPE)
        _, said = await process.communicate()
        return process.returncode or 0, said.decode()

    status, said = asyncio.run(start("--config", str(tmp_path / "missing.toml")))
    assert status == 2
    assert "missing.toml" in said
    assert "Traceback" not in said

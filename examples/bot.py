"""A bot in thirty lines: it joins a room by its token and plays the first legal move.

    python examples/bot.py http://127.0.0.1:8000 TOKEN ROOM SEAT

The token comes from ``POST /api/bots``. Anything that reads JSON lines and posts JSON can do the same.
"""

from __future__ import annotations

import itertools
import json
import sys
from typing import Any

import httpx


def play(server: str, token: str, room: str, seat: int) -> str:
    """Sit down, play until the game is over, and return its reason."""
    ids = itertools.count()
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=server, headers=headers, timeout=None) as client:

        def command(kind: str, **fields: Any) -> None:
            frame = {"t": kind, "room": room, "id": f"bot-{room}-{next(ids)}", **fields}
            client.post(f"/api/rooms/{room}/commands", json=frame).raise_for_status()

        with client.stream("GET", f"/api/rooms/{room}/stream") as stream:
            command("sit", seat=seat)
            command("ready")
            for line in filter(None, stream.iter_lines()):
                frame = json.loads(line)
                if frame["t"] == "finished":
                    return str(frame["outcome"]["reason"])
                position = frame.get("position")  # of the snapshot, and of every event that changes the board
                if position and position.get("legal") and position["to_move"] == seat:
                    command("play", base=frame["turn"], move=position["legal"][0]["text"])
    return "stream ended"


if __name__ == "__main__":
    url, secret, code, number = sys.argv[1:]
    print(play(url, secret, code, int(number)))

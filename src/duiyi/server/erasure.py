"""What somebody said and was called, in the logs: found for the export, blotted out when the account is deleted."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select, update

from duiyi import wire
from duiyi.server.services import Services
from duiyi.server.store.tables import NAMELESS, events

__all__ = ["chat_of", "erase"]


async def chat_of(services: Services, user: str) -> tuple[dict[str, Any], ...]:
    """Everything that somebody said."""
    said = []
    async with services.database.read() as connection:
        query = select(events.c.body).where(events.c.body.like(f'%"{user}"%'), events.c.body.like('{"t":"chat"%'))
        for body in (await connection.execute(query)).scalars():
            event = wire.decode_event(body)
            if isinstance(event, wire.Chatted) and event.user.id == user:
                said.append({"room": event.room, "at": event.at, "channel": event.channel, "text": event.text})
    return tuple(said)


async def erase(services: Services, user: str) -> None:
    """Blot out somebody's name and words in all logs, and in the rooms that live."""
    async with services.database.write() as connection:
        query = select(events.c.room, events.c.seq, events.c.body).where(events.c.body.like(f'%"{user}"%'))
        for room, seq, body in (await connection.execute(query)).all():
            blotted = wire.encode(_blotted(msgspec.json.decode(body), user)).decode()
            mine = (events.c.room == room) & (events.c.seq == seq)
            await connection.execute(update(events).where(mine).values(body=blotted))
    services.house.forget_person(user)
    services.house.bus.publish("erased", user)


def _blotted(node: Any, user: str) -> Any:
    if isinstance(node, dict):
        kept = {name: _blotted(value, user) for name, value in node.items()}
        if node.get("id") == user and "name" in node:
            kept["name"] = NAMELESS
        if node.get("t") == "chat" and node["user"]["id"] == user:
            kept["text"] = NAMELESS
        return kept
    return [_blotted(value, user) for value in node] if isinstance(node, list) else node

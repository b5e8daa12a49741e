"""Rooms: where people and engines play together, as pure state machines.

The order to read: `room` (commands in, events out), `fold` (what events change), then what commands do: `seating`,
`playing`, `takeover`, `offers`, `talking`; then `clocks`, `settle`, `view` (what people see), `rating`.
"""

from duiyi.rooms.errors import Refused
from duiyi.rooms.offers import asked
from duiyi.rooms.orders import Begin, EngineAnswer, EngineMove, Expire, Order, Present, Restart, Tick
from duiyi.rooms.room import Room
from duiyi.rooms.state import RoomState, Step

__all__ = [
    "Begin",
    "EngineAnswer",
    "EngineMove",
    "Expire",
    "Order",
    "Present",
    "Refused",
    "Restart",
    "Room",
    "RoomState",
    "Step",
    "Tick",
    "asked",
]

"""The JSON shapes of the project: one description of all messages, from which schema and TypeScript are generated.

Commands go in, events come out; both are tagged unions on the field ``t``. This package imports nothing else of ours.

>>> decode_client(b'{"t":"play","room":"K3F9","id":"c1","base":4,"move":"f5"}')
Play(base=4, move='f5', seat=None, room='K3F9', id='c1')
>>> encode(Pong(1, 1700000000000))
b'{"t":"pong","n":1,"now":1700000000000}'
"""

from __future__ import annotations

import msgspec

from duiyi.wire.api import *  # noqa: F403
from duiyi.wire.commands import *  # noqa: F403
from duiyi.wire.commands import RoomCommand
from duiyi.wire.events import *  # noqa: F403
from duiyi.wire.events import Event, RoomEvent
from duiyi.wire.frames import *  # noqa: F403
from duiyi.wire.frames import ClientFrame, ServerFrame
from duiyi.wire.values import *  # noqa: F403
from duiyi.wire.values import Value

_client: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
_server: msgspec.json.Decoder[ServerFrame] = msgspec.json.Decoder(ServerFrame)
_event: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def decode_client(data: bytes | str) -> ClientFrame:
    """A frame from a browser or bot; raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
    return _client.decode(data)


def decode_server(data: bytes | str) -> ServerFrame:
    """A frame from the server, for clients in Python.

    >>> decode_server(b'{"t":"ok","id":"c1","seq":7}')
    Ok(id='c1', seq=7, repeated=False)
    """
    return _server.decode(data)


def decode_event(data: bytes | str) -> Event:
    """An event from a room's log.

    >>> decode_event(b'{"t":"closed","room":"K3F9","seq":9,"at":0}').seq
    9
    """
    return _event.decode(data)


def messages() -> list[type[Value]]:
    """Every shape of the wire.

    >>> Pong in messages()
    True
    """
    bases = (Value, RoomCommand, RoomEvent)
    return [
        kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, Value) and kind not in bases
    ]


def encode(value: object) -> bytes:
    """Any value of the wire as JSON."""
    return _encoder.encode(value)

"""The server's settings: defaults, a TOML file, the environment (``DUIYI_...``), flags; the later wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

__all__ = ["Config", "load_config"]


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set.

    >>> Config().port
    8000
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "~/.local/share/duiyi/duiyi.db"
    """A file, or ``postgresql://...``."""
    bus: str = "memory:"
    """How several nodes talk to each other: ``redis://host:6379/0``, or ``memory:`` for one node."""
    lease_seconds: float = 6.0
    """So long after its last sign of life a node is dead to the others, and they take its rooms."""
    network_log: str = ""
    """A file for one line per network command; empty: beside the database, ``-``: none."""
    runs: str = "runs"
    """The folder of training runs that the pages show."""
    origins: tuple[str, ...] = ()
    """Further origins (``https://play.example``) that pages may come from, e.g. behind a proxy."""
    secure_cookies: bool = False
    """Set when the site is served over HTTPS: cookies then travel nowhere else."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose ``X-Forwarded-For`` is believed."""
    external_engines: dict[str, str] = {}
    """Engines of the host's own, by name: ``external(protocol=uci,command="...")``."""
    engines: str = ""
    """A TOML file of further programs, see ``docs/protocols.md``; empty: the user's own, ``-``: none."""
    course_port: int | None = None
    """Where clients of the courses may connect; 0 takes any port that is free."""
    course_engine: str = "level(5)"
    """Who plays course clients that find nobody else."""
    course_wait: float = 15.0
    """Seconds that a NoGo client waits for a person before the engine sits down."""
    course_nogo_seconds: int = 3
    """Seconds a move in the rooms that are opened for NoGo clients."""
    coach_url: str = ""
    """An OpenAI-compatible endpoint (``http://127.0.0.1:11434/v1``) that puts analyses into words; empty: no coach."""
    coach_model: str = ""
    """The model that the endpoint shall use."""
    coach_key: str = ""
    """The endpoint's key, if it wants one."""
    coach_seconds: float = 60.0
    """How long the endpoint may take."""
    engine_slots: int = 2
    """How many engines think at the same time for seats."""
    analysis_slots: int = 1
    """How many analysis jobs run at the same time."""
    engine_seconds: float = 1.0
    """The longest an engine thinks about a move in a game without clocks."""
    engine_pace: float = 0.35
    """The least seconds between an engine's turn and its move, that people can follow."""
    presence_delay: float = 2.0
    """Seconds after the last tab closed until somebody counts as away."""
    idle_minutes: float = 30.0
    """After so long without anybody, a room without a game is closed."""
    max_rooms_per_user: int = 20
    max_sockets_per_address: int = 100
    rate_factor: float = 1.0
    """Multiplies all rate limits; tests and load measurements raise it."""


def load_config(path: str | None = None, environment: Mapping[str, str] | None = None, **flags: object) -> Config:
    """The settings of a file, the environment and flags (those not None).

    >>> load_config(None, {"DUIYI_PORT": "9000"}, host="0.0.0.0").port
    9000
    """
    values: dict[str, Any] = {}
    if path is not None:
        with Path(path).open("rb") as file:
            values.update(tomllib.load(file))
    for field in msgspec.structs.fields(Config):
        text = (os.environ if environment is None else environment).get(f"DUIYI_{field.name.upper()}")
        if text is not None:
            values[field.name] = [part for part in text.split(",") if part] if "tuple" in str(field.type) else text
    values.update({name: value for name, value in flags.items() if value is not None})
    try:
        return msgspec.convert(values, Config, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(f"config: {error}") from None

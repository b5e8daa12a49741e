"""People: guests, accounts, bots; their sessions, recovery codes and tokens."""

from __future__ import annotations

import re
import secrets as random
import unicodedata
from collections.abc import Callable
from typing import Any, cast

import msgspec
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from duiyi import wire
from duiyi.server.bus import Bus
from duiyi.server.errors import ProblemError
from duiyi.server.passwords import Passwords
from duiyi.server.secrets import digest, new_code, new_token
from duiyi.server.store import Database
from duiyi.server.store.tables import (
    NAMELESS,
    analyses,
    positions,
    ratings,
    record_players,
    records,
    room_people,
    sessions,
    user_settings,
    users,
)
from duiyi.server.times import ServerTime

__all__ = ["Accounts", "name_key"]

_NAME = re.compile(r"[\w\- ]{2,24}")
_SESSION_DAYS = 180
_DAY = 86_400_000


def name_key(name: str) -> str:
    """The name as it must be unique: width, case and spaces do not tell people apart.

    >>> name_key("  Ａnn  Lee ") == name_key("ann lee")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Accounts:
    """Who is who."""

    def __init__(self, database: Database, times: ServerTime, passwords: Passwords) -> None:
        self._database = database
        self._times = times
        self._passwords = passwords
        self._cache: dict[str, tuple[wire.User, int]] = {}
        self._tell: Callable[[str], None] = lambda user: None

    def share_changes(self, bus: Bus, ended: Callable[[str], None]) -> None:
        """Whatever ends sessions here ends them on all nodes; `ended` is told whose, everywhere."""

        def heard(user: str) -> None:
            self._cache.clear()
            if user:
                ended(user)

        bus.subscribe("sessions", heard)
        self._tell = lambda user: bus.publish("sessions", user)

    async def new_guest(self, agent: str) -> tuple[wire.User, str, str]:
        """A guest with a session: the user, the session's token, the recovery code."""
        user = wire.User(_new_id(), f"Guest {random.randbelow(9000) + 1000}", "guest")
        code = new_code(16)
        async with self._database.write() as connection:
            row = {"id": user.id, "name": user.name, "kind": user.kind, "created": self._times.now()}
            await connection.execute(insert(users), [row | {"recovery": digest(code)}])
        return user, await self.new_session(user.id, agent), code

    async def register(
        self, guest: wire.User | None, name: str, password: str, agent: str
    ) -> tuple[wire.User, str, str]:
        """A new account; a guest becomes it, with all games."""
        if guest is not None and guest.kind != "guest":
            raise ProblemError("has_account")
        name = _checked(name)
        hashed = await self._passwords.hashed(password)
        code = new_code(16)
        row = {
            "name": name,
            "name_key": name_key(name),
            "kind": "account",
            "password": hashed,
            "recovery": digest(code),
        }
        user = wire.User(guest.id if guest else _new_id(), name, "account")
        try:
            async with self._database.write() as connection:
                if guest is None:
                    await connection.execute(insert(users), [row | {"id": user.id, "created": self._times.now()}])
                else:
                    await connection.execute(update(users).where(users.c.id == guest.id).values(row))
                    await self._rename_records(connection, user)
        except IntegrityError:
            raise ProblemError("name_taken") from None
        await self.log_out_everywhere(user.id)
        return user, await self.new_session(user.id, agent), code

    async def log_in(self, name: str, password: str, agent: str) -> tuple[wire.User, str]:
        """A session for whoever knows name and password."""
        async with self._database.read() as connection:
            known = name_key(name.replace("\0", "?"))  # PostgreSQL refuses the NUL that no name has
            query = select(users).where(users.c.name_key == known, users.c.kind == "account")
            row = (await connection.execute(query)).mappings().first()
        if not await self._passwords.check(row["password"] if row else None, password) or row is None:
            raise ProblemError("wrong_login")
        return _user(row), await self.new_session(row["id"], agent)

    async def recover(self, code: str, agent: str) -> tuple[wire.User, str]:
        """A session for whoever has the recovery code."""
        async with self._database.read() as connection:
            query = select(users).where(users.c.recovery == digest(code.strip().upper().replace("-", "")))
            row = (await connection.execute(query)).mappings().first()
        if row is None:
            raise ProblemError("wrong_code")
        return _user(row), await self.new_session(row["id"], agent)

    async def new_recovery(self, user: str) -> str:
        """Another recovery code; the old one is worth nothing any more."""
        code = new_code(16)
        async with self._database.write() as connection:
            await connection.execute(update(users).where(users.c.id == user).values(recovery=digest(code)))
        return code

    async def new_session(self, user: str, agent: str, *, is_token: bool = False) -> str:
        """A token that stands for the user."""
        token, now = new_token(), self._times.now()
        row = {
            "hash": digest(token),
            "user": user,
            "is_token": is_token,
            "created": now,
            "seen": now,
            "agent": agent[:200],
        }
        async with self._database.write() as connection:
            await connection.execute(insert(sessions), [row])
        return token

    async def who(self, token: str | None) -> wire.User | None:
        """The user of a session or bot token; sessions end after half a year of absence."""
        if not token or len(token) > 100:
            return None
        key, now = digest(token), self._times.now()
        known = self._cache.get(key)
        if known is not None and known[1] > now - 60_000:
            return known[0]
        query = select(users, sessions.c.seen, sessions.c.is_token).join(sessions, sessions.c.user == users.c.id)
        async with self._database.read() as connection:
            row = (await connection.execute(query.where(sessions.c.hash == key))).mappings().first()
        if row is None or (not row["is_token"] and row["seen"] < now - _SESSION_DAYS * _DAY):
            self._cache.pop(key, None)
            return None
        if row["seen"] < now - _DAY:
            async with self._database.write() as connection:
                await connection.execute(update(sessions).where(sessions.c.hash == key).values(seen=now))
        if len(self._cache) > 10_000:
            self._cache.clear()
        self._cache[key] = (_user(row), now)
        return self._cache[key][0]

    async def sessions_of(self, user: str, token: str) -> tuple[wire.SessionView, ...]:
        """Where somebody is logged in."""
        query = select(sessions).where(sessions.c.user == user, sessions.c.is_token.is_(False))
        async with self._database.read() as connection:
            rows = (await connection.execute(query.order_by(sessions.c.seen.desc()))).mappings().all()
        current = digest(token)
        return tuple(
            wire.SessionView(row["created"], row["seen"], row["agent"], row["hash"] == current) for row in rows
        )

    async def living_sessions(self, user: str) -> set[str]:
        """The hashes of the sessions and tokens that somebody has."""
        async with self._database.read() as connection:
            query = select(sessions.c.hash).where(sessions.c.user == user)
            return set((await connection.execute(query)).scalars())

    async def log_out(self, user: str, token: str) -> None:
        """End one session."""
        async with self._database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.hash == digest(token)))
        self._changed(user)

    async def log_out_everywhere(self, user: str) -> None:
        """End all sessions of a user; tokens of bots are not sessions."""
        async with self._database.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.user == user, sessions.c.is_token.is_(False)))
        self._changed(user)

    async def rename(self, user: wire.User, name: str) -> wire.User:
        """Another name; a guest's need not be unique."""
        name = _checked(name)
        renamed = wire.User(user.id, name, user.kind)
        values = {"name": name, "name_key": None if user.kind == "guest" else name_key(name)}
        try:
            async with self._database.write() as connection:
                await connection.execute(update(users).where(users.c.id == user.id).values(values))
                await self._rename_records(connection, renamed)
        except IntegrityError:
            raise ProblemError("name_taken") from None
        self._changed()
        return renamed

    async def change_password(self, user: str, old: str, new: str) -> None:
        """Another password, for whoever knows the old one; all sessions end."""
        await self.must_know(user, old)
        hashed = await self._passwords.hashed(new)
        async with self._database.write() as connection:
            await connection.execute(update(users).where(users.c.id == user).values(password=hashed))
        await self.log_out_everywhere(user)

    async def must_know(self, user: str, password: str) -> None:
        """Refuse whoever does not know the password; a guest has none."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(users).where(users.c.id == user))).mappings().first()
        if row is not None and row["kind"] == "guest":
            return
        if row is None or not await self._passwords.check(row["password"], password):
            raise ProblemError("wrong_login")

    async def remove(self, user: str) -> None:
        """Delete somebody and their bots; in records of games a nameless player remains."""
        async with self._database.write() as connection:
            bots = (await connection.execute(select(users.c.id).where(users.c.owner == user))).scalars().all()
            everybody = [user, *bots]
            nameless = (
                update(record_players).where(record_players.c.user.in_(everybody)).values(user=None, name=NAMELESS)
            )
            await connection.execute(nameless)
            for table in (sessions, ratings, room_people, user_settings):
                await connection.execute(delete(table).where(table.c.user.in_(everybody)))
            await _remove_imports(connection, everybody)
            await connection.execute(delete(users).where(users.c.owner == user))
            await connection.execute(delete(users).where(users.c.id == user))
        for gone in everybody:
            self._changed(gone)

    async def bots_of(self, owner: str) -> tuple[wire.User, ...]:
        """Somebody's bots."""
        async with self._database.read() as connection:
            query = select(users).where(users.c.owner == owner).order_by(users.c.created)
            return tuple(_user(row) for row in (await connection.execute(query)).mappings())

    async def new_bot(self, owner: wire.User, name: str) -> tuple[wire.User, str]:
        """A bot of somebody's, and its token."""
        name = _checked(name)
        bot = wire.User(_new_id(), name, "bot")
        row = {"id": bot.id, "name": name, "name_key": name_key(name), "kind": "bot", "owner": owner.id}
        try:
            async with self._database.write() as connection:
                query = select(users.c.id).where(users.c.owner == owner.id)
                if len((await connection.execute(query)).all()) >= 10:
                    raise ProblemError("too_many")
                await connection.execute(insert(users), [row | {"created": self._times.now()}])
        except IntegrityError:
            raise ProblemError("name_taken") from None
        return bot, await self.new_session(bot.id, "bot", is_token=True)

    async def settings_of(self, user: str) -> dict[str, str | float | bool]:
        """What somebody's pages asked us to keep."""
        query = select(user_settings.c.body).where(user_settings.c.user == user)
        async with self._database.read() as connection:
            kept = (await connection.execute(query)).scalar()
        return {} if kept is None else msgspec.json.decode(kept, type=dict[str, str | float | bool])

    async def keep_settings(self, user: str, settings: dict[str, str | float | bool]) -> None:
        """Keep settings in place of those before."""
        row = {"user": user, "body": wire.encode(settings).decode()}
        async with self._database.write() as connection:
            await connection.execute(delete(user_settings).where(user_settings.c.user == user))
            await connection.execute(insert(user_settings), [row])

    async def find(self, name_or_id: str) -> tuple[wire.User, int] | None:
        """Somebody by id or name, and since when they are here."""
        query = select(users).where(or_(users.c.id == name_or_id, users.c.name_key == name_key(name_or_id)))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        return None if row is None else (_user(row), row["created"])

    def _changed(self, ended: str = "") -> None:
        """Somebody has changed, or sessions of `ended` are over: nobody is known by heart any more, on any node."""
        self._cache.clear()
        self._tell(ended)

    async def _rename_records(self, connection: Any, user: wire.User) -> None:
        await connection.execute(update(record_players).where(record_players.c.user == user.id).values(name=user.name))


async def _remove_imports(connection: Any, owners: list[str]) -> None:
    """Records that somebody brought along are theirs alone and go with them."""
    names = (await connection.execute(select(records.c.id).where(records.c.owner.in_(owners)))).scalars().all()
    for table in (analyses, positions, record_players):
        await connection.execute(delete(table).where(table.c.record.in_(names)))
    await connection.execute(delete(records).where(records.c.id.in_(names)))


def _new_id() -> str:
    return "u" + random.token_hex(8)


def _checked(name: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not _NAME.fullmatch(name) or name.lower().startswith("guest "):
        raise ProblemError("bad_name")
    return name


def _user(row: Any) -> wire.User:
    return wire.User(row["id"], row["name"], cast(Any, row["kind"]))

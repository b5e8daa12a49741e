"""Passwords by argon2id, in threads: a hash takes tens of milliseconds and the event loop has none to give."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

__all__ = ["Passwords"]


class Passwords:
    """Hashes and checks, one at a time: memory stays bounded and a flood of log-ins starves nobody else.

    >>> hasher = Passwords(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    >>> asyncio.run(hasher.check(asyncio.run(hasher.hashed("swordfish")), "swordfish"))
    True
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="argon2")
        self._dummy = self._hasher.hash("nobody")

    async def hashed(self, password: str) -> str:
        """The hash to keep."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, password)

    async def check(self, kept: str | None, password: str) -> bool:
        """Whether a password is right; for a name that nobody has it takes just as long."""
        right = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._matches, kept or self._dummy, password
        )
        return right and kept is not None

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (Argon2Error, InvalidHashError):
            return False

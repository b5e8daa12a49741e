"""Random codes, and what is kept of them: hashes only."""

from __future__ import annotations

import hashlib
import hmac
import secrets

__all__ = ["digest", "new_code", "new_token", "sign", "signature_matches"]

_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"


def new_token() -> str:
    """256 random bits, for sessions and bots."""
    return secrets.token_urlsafe(32)


def new_code(length: int = 8) -> str:
    """A code that people can read to each other: no 0, 1, I, L, O.

    >>> len(new_code()), set(new_code()) <= set(_LETTERS)
    (8, True)
    """
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def digest(text: str) -> str:
    """What is kept of a token or code: whoever reads the database cannot use it.

    >>> digest("a") == digest("a"), len(digest("a"))
    (True, 64)
    """
    return hashlib.sha256(text.encode()).hexdigest()


def sign(secret: str, text: str) -> str:
    """A signature of ours, for invite links.

    >>> signature_matches("secret", "ROOM:1", sign("secret", "ROOM:1"))
    True
    """
    return hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def signature_matches(secret: str, text: str, signature: str) -> bool:
    """Whether we signed the text; takes the same time whatever the answer."""
    return hmac.compare_digest(sign(secret, text).encode(), signature.encode())

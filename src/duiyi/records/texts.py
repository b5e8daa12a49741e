"""The text in the bytes of a file."""

from __future__ import annotations

import codecs

from duiyi.records.errors import RecordError, at_byte

__all__ = ["decode_text", "number", "plain_number"]

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decode_text(data: bytes, name: str, encoding: str | None = None) -> str:
    """The text of a file: by its byte-order mark, the encoding it names, else UTF-8, else GB18030 (which holds GBK).

    >>> decode_text("炮二平五".encode("gbk"), "game.pgn")
    '炮二平五'
    """
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _decode(data[len(mark) :], name, marked)
    for candidate in (encoding, "utf-8"):
        if candidate is not None:
            try:
                return data.decode(candidate)
            except (UnicodeError, LookupError):
                continue
    return _decode(data, name, "gb18030")


def number(text: str) -> float | None:
    """A number in a text, or None; never infinite.

    >>> number("12.5"), number("1e999"), number("soon")
    (12.5, None, None)
    """
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1e15 else None


def plain_number(value: float) -> str:
    """A number as people write it.

    >>> plain_number(3.0), plain_number(2.25)
    ('3', '2.25')
    """
    return str(int(value)) if value == int(value) else repr(value)


def _decode(data: bytes, name: str, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = data[error.start : error.start + 4].hex(" ")
        raise RecordError(name, at_byte(error.start), "text in UTF-8 or GBK", f"bytes {found}") from None

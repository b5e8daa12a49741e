"""The XML of RenjuNet (``.rif``): players, tournaments and rules by number, then games with their moves.

The parser knows no document types and no entities of a file's own: a file that declares some is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from duiyi.base import Game
from duiyi.records.errors import RecordError
from duiyi.records.gomoku_points import by_fitting_rule, plain_game
from duiyi.records.outcomes import claim
from duiyi.records.record import Header, Record
from duiyi.records.tree import Tree

__all__ = ["games", "read", "sniff", "write", "write_many"]

_RULES = ("renju", "freestyle", "standard")
"""Old games, and those played by Gomoku rules, are in the database too."""

_Game = tuple[dict[str, str], dict[str, str], int]


def sniff(data: bytes) -> bool:
    """Whether the bytes look like RenjuNet XML.

    >>> sniff(b'<?xml version="1.0"?><database><games></games></database>'), sniff(b"<html>")
    (True, False)
    """
    return data.lstrip()[:1] == b"<" and b"<database" in data[:4096]


def read(data: bytes, name: str = "") -> list[Record]:
    """All games that have moves.

    >>> record, = read(b'<database><players><player id="1" name="Ann" surname="Lee"/></players><games>'
    ...     b'<game id="7" black="1" white="2" bresult="1"><move>h8 h9 i10</move></game></games></database>')
    >>> record.mainline, record.header.names, record.outcome.scores
    (('h8', 'h9', 'i10'), ('Ann Lee', ''), (1.0, 0.0))
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> len(list(games(write_many([Record.from_moves("gomoku", "h8")] * 2))))
    2
    """
    lists, found = _parsed(data, name)
    if not found:
        raise RecordError(name, "", "a <game> with moves in a <database>", "none")
    for game in found:
        yield partial(_record, game, lists, name)


def write(record: Record) -> bytes:
    """A database of one game.

    >>> b"<move>h8 h9</move>" in write(Record.from_moves("gomoku(rule=renju)", "h8 h9"))
    True
    """
    return write_many([record])


def write_many(records: Sequence[Record]) -> bytes:
    """A database of games.

    >>> write_many([Record.from_moves("gomoku", "h8")] * 2).count(b"<game ")
    2
    """
    players: dict[str, int] = {}
    tournaments: dict[str, int] = {}
    rules: dict[str, int] = {}
    games = []
    for number, record in enumerate(records, 1):
        rule = str(plain_game(record, "RenjuNet XML", 15).values["rule"])
        header = record.header
        black, white = (players.setdefault(name, len(players) + 1) for name in (header.names or ("", "")))
        result = "" if record.outcome is None else f"{record.outcome.scores[0]:g}"
        attributes = {
            "id": str(number),
            "tournament": str(tournaments.setdefault(header.event, len(tournaments) + 1)),
            "round": header.round,
            "rule": str(rules.setdefault(rule, len(rules) + 1)),
            "black": str(black),
            "white": str(white),
            "bresult": result,
        }
        listed = " ".join(f"{key}={quoteattr(value)}" for key, value in attributes.items())
        info = f"<info>{escape(record.comment)}</info>" if record.comment else ""
        games.append(f"<game {listed}><move>{' '.join(record.mainline)}</move>{info}</game>")
    body = [
        *_listed("players", "player", players),
        *_listed("tournaments", "tournament", tournaments),
        *_listed("rules", "rule", rules),
        "<games>",
        *games,
        "</games>",
    ]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<database>", *body, "</database>", ""]).encode()


def _listed(group: str, item: str, names: dict[str, int]) -> list[str]:
    items = (f'<{item} id="{number}" name={quoteattr(name)}/>' for name, number in names.items())
    return [f"<{group}>", *items, f"</{group}>"]


def _parsed(data: bytes, name: str) -> tuple[dict[str, dict[str, dict[str, str]]], list[_Game]]:
    """The lists by kind and number, and the games with their texts and lines."""
    lists: dict[str, dict[str, dict[str, str]]] = {}
    games: list[_Game] = []
    path: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise RecordError(name, f"line {parser.CurrentLineNumber}", "XML without a document type", "a declaration")

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag)
        if tag == "game":
            games.append((attributes, {}, parser.CurrentLineNumber))
        elif tag in ("player", "tournament", "rule", "opening") and "id" in attributes:
            lists.setdefault(tag, {})[attributes["id"]] = attributes

    def text(value: str) -> None:
        if len(path) >= 2 and path[-2] == "game":
            texts = games[-1][1]
            texts[path[-1]] = texts.get(path[-1], "") + value

    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.CharacterDataHandler = start, text
    parser.EndElementHandler = lambda _: path.pop()
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        raise RecordError(name, place, "well-formed XML", str(error)) from None
    except (UnicodeError, LookupError) as error:
        raise RecordError(name, "line 1", "XML in a known encoding", str(error)) from None
    return lists, [game for game in games if game[1].get("move", "").strip()]


def _record(game: _Game, lists: dict[str, dict[str, dict[str, str]]], name: str) -> Record:
    attributes, texts, line = game

    def play(rules: Game) -> Record:
        tree = Tree(rules, None, name, lambda place: f"line {line}: move {place + 1}")
        node = tree.root
        for place, point in enumerate(texts["move"].split()):
            node = tree.play(node, point, place)
        tree.root.add_comment(texts.get("info", ""))
        result = attributes.get("bresult", "").strip()
        outcome = {"1": claim(rules, 0), "0": claim(rules, 1), "0.5": claim(rules, None)}.get(result)
        return tree.record(_header(attributes, lists), outcome)

    named = lists.get("rule", {}).get(attributes.get("rule", ""), {}).get("name", "").lower()
    rules = (named,) if named in ("freestyle", "standard", "renju", "caro") else _RULES
    return by_fitting_rule(play, 15, rules, name)


def _header(attributes: dict[str, str], lists: dict[str, dict[str, dict[str, str]]]) -> Header:
    def listed(kind: str, number: str) -> dict[str, str]:
        return lists.get(kind, {}).get(number, {})

    def full_name(number: str) -> str:
        player = listed("player", number)
        return " ".join(part for part in (player.get("name", ""), player.get("surname", "")) if part)

    names = (full_name(attributes.get("black", "")), full_name(attributes.get("white", "")))
    tournament = listed("tournament", attributes.get("tournament", ""))
    rule = listed("rule", attributes.get("rule", "")).get("name", "")
    is_ours = rule in ("freestyle", "standard", "renju", "caro")
    return Header(
        names=names if any(names) else (),
        event=tournament.get("name", ""),
        date=tournament.get("start", "") or tournament.get("year", ""),
        round=attributes.get("round", ""),
        opening=listed("opening", attributes.get("opening", "")).get("name", ""),
        extra={} if is_ours or not rule else {"rule": rule},
    )

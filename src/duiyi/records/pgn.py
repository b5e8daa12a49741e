"""PGN for Xiangqi: moves in ICCS, WXF or Chinese, also algebraic; UTF-8 or GBK; comments, variations, several games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import msgspec

from duiyi.base import Game, Outcome, TextError
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.outcomes import claim, pgn_result, read_result
from duiyi.records.pgn_write import GLYPHS, HEADER, OWN_TAGS, write
from duiyi.records.record import Header, Record
from duiyi.records.texts import decode_text, number
from duiyi.records.tree import Node, Tree, load_rules
from duiyi.records.xiangqi_moves import SPECS, by_some_rules, read_move

__all__ = ["games", "read", "sniff", "write"]

_SNIFF = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[[A-Za-z]{2,20} +\"")
_TAG = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]{0,40})\s+\"((?:[^\"\\\n]|\\.)*)\"\s*\]")
_TOKEN = re.compile(r"\s*(?:\{([^}]*)\}|;([^\n]*)|(\$[0-9]{1,3})|([()])|([^\s{}();$\[]+)|(\[))", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,4}(?:[.。．、…]+|$)|[.…]+")
_PAWN = re.compile(r"[1-9][1-9+\-][.=+\-][1-9]")
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*", "1/2", "1-1"}
_COMMAND = re.compile(r"\[%(clk|emt) ([0-9:.]{1,20})\]")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like PGN.

    >>> sniff(b'[Game "Chinese Chess"]'), sniff(b"1. h2e2")
    (True, False)
    """
    return _SNIFF.match(data) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """All games of a file.

    >>> record, = read('[Game "Chinese Chess"]\\n1. 炮二平五 (1. C8.5) 马８进７ {mine} 2. H2+3 *'.encode("gbk"))
    >>> record.mainline, record.moves[0].variations[0][0].move, record.moves[1].comment
    (('h2e2', 'h9g7', 'h0g2'), 'b2e2', 'mine')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(b'[Game "Chinese Chess"]\\n1. h2e2 *')]
    [('h2e2',)]
    """
    text = decode_text(data, name)
    start = _TAG.search(text)
    if start is None:
        found = shown(text[:20]) if text.strip() else "nothing"
        raise RecordError(name, "line 1, column 1", 'a tag such as [Game "Chinese Chess"]', found)
    begin = start.start()
    while begin < len(text):
        place = _tags_end(text, begin)
        tags = dict(_TAG.findall(text, begin, place))
        end = _next_tag(text, place)
        yield partial(_record, tags, text, (place, end), begin, name)
        begin = end


def _tags_end(text: str, place: int) -> int:
    """Where the tags that begin here end."""
    while match := re.compile(r"\s*").match(text, place):
        tag = _TAG.match(text, match.end())
        if tag is None:
            return place
        place = tag.end()
    return place


def _next_tag(text: str, place: int) -> int:
    """Where the next game begins: at a tag outside of comments."""
    tag = _TAG.search(text, place)
    while tag is not None:
        brace = text.find("{", place, tag.start())
        if brace < 0:
            return tag.start()
        close = text.find("}", brace)
        if close < 0:
            break
        place = close + 1
        if tag.start() < place:
            tag = _TAG.search(text, place)
    return len(text)


def _record(tags: dict[str, str], text: str, span: tuple[int, int], place: int, name: str) -> Record:
    locate = at_line(text)
    kind = tags.get("Game", tags.get("Variant", "Chinese Chess"))
    if kind.strip().lower() not in ("chinese chess", "chinesechess", "xiangqi", ""):
        raise RecordError(name, locate(place), "a game of Chinese Chess", shown(kind))

    def play(game: Game, first_rank: int = 1) -> Record:
        start = tags.get("FEN", tags.get("Fen", "")).strip() or None
        tree = Tree(game, start, name, locate, place)
        result = _play(tree, text, span, first_rank) or tags.get("Result", "*")
        outcome = _outcome(game, tags, result)
        record = tree.record(None, outcome)
        is_told = tags.get("Result", "*") in ("", "*", pgn_result(record.outcome))
        return tree.record(_header(tags, "" if is_told else tags["Result"]), outcome)

    if "Duiyi" in tags:
        return play(load_rules(tags["Duiyi"], name, locate(place)))
    try:
        return by_some_rules(play, SPECS)
    except RecordError:
        if "Variant" in tags:
            # XBoard counts the ranks of its algebraic moves from 0; what is wrong otherwise is told as found first.
            with suppress(RecordError):
                return by_some_rules(partial(play, first_rank=0), SPECS)
        raise


def _play(tree: Tree, text: str, span: tuple[int, int], first_rank: int) -> str:
    """Play the moves of one game; returns its result, if the moves end with one."""
    node, stack, (place, end) = tree.root, list[tuple[Node, Node]](), span
    parent = tree.root
    waiting = ""
    while match := _TOKEN.match(text, place, end):
        begin, place = match.start(match.lastindex or 0), match.end()
        comment, line_comment, glyph, bracket, word, tag = match.groups()
        if comment is not None or line_comment is not None:
            is_before = bool(stack) and node is parent
            waiting = _comment(node, line_comment if comment is None else comment, waiting, is_before)
        elif glyph:
            node.marks += (GLYPHS.get(glyph, glyph),)
        elif bracket == "(":
            stack.append((node, parent))
            node = parent
            waiting = ""
        elif bracket == ")":
            if not stack:
                raise tree.error(begin, "'(' before ')'", "')'")
            node, parent = stack.pop()
        elif tag:
            raise tree.error(begin, "a move, a comment or a result", shown(text[begin : begin + 20]))
        elif word in _RESULTS or word.startswith(("==", "--")):
            if not stack:
                return word if word in _RESULTS else ""
        elif move := _move_text(word):
            offset = begin + len(word) - len(word.lstrip("0123456789."))
            parent, node = node, _move(tree, node, move, offset, first_rank)
            node.marks += _marks(word)
            node.comment, waiting = waiting, ""
    if text[place:end].strip():
        raise tree.error(place, "a move, a comment or a result", shown(text[place : place + 20].strip()))
    if stack:
        raise tree.error(end, "')' at the end of a variation", "the end of the game")
    return ""


def _comment(node: Node, comment: str, waiting: str, is_before: bool) -> str:
    """Put a comment where it belongs: before the first move of a variation it waits for that move."""
    for key, value in _COMMAND.findall(comment):
        seconds = 0.0
        for part in value.split(":"):
            seconds = seconds * 60 + (number(part) or 0.0)
        if key == "clk":
            node.clock = seconds
        else:
            node.seconds = seconds
    comment = _COMMAND.sub("", comment).strip()
    if is_before:
        return f"{waiting}\n{comment}".strip()
    node.add_comment(comment)
    return waiting


def _move_text(word: str) -> str:
    """A word without move number and verdict; empty for a bare number."""
    word = word.rstrip("!?")
    if not _PAWN.fullmatch(word):
        word = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word
    return word


def _marks(word: str) -> tuple[str, ...]:
    mark = word[len(word.rstrip("!?")) :]
    return (mark,) if mark else ()


def _move(tree: Tree, node: Node, text: str, place: int, first_rank: int) -> Node:
    if (over := node.position.outcome()) is not None:
        raise tree.error(place, "a legal move", f"{shown(text)} (the game is over: {over.words.en or over.reason})")
    try:
        move = read_move(node.position, text, first_rank)
    except TextError as error:
        raise tree.error(place, "a legal move", f"{shown(text)} ({error})") from None
    return tree.play(node, move, place)


def _outcome(game: Game, tags: dict[str, str], result: str) -> Outcome | None:
    outcome = read_result(game, {"1-1": "1/2-1/2"}.get(result, result))
    if outcome is None or outcome.reason == "agreement":
        return outcome
    why = tags.get("Termination", "").lower()
    reason = "time" if "time" in why or "超时" in why else "abandon" if "abandon" in why else "resign"
    return claim(game, outcome.winners[0], reason)


def _header(tags: dict[str, str], result: str) -> Header:
    plain = {key: re.sub(r"\\(.)", r"\1", value).strip() for key, value in tags.items()}

    def by_seat(red: str, white: str, black: str) -> tuple[str, ...]:
        values = (plain.get(red) or plain.get(white, ""), plain.get(black, ""))
        return values if any(value not in ("", "?") for value in values) else ()

    ratings = tuple(number(value) for value in by_seat("RedElo", "WhiteElo", "BlackElo"))
    header = Header(
        names=by_seat("Red", "White", "Black"),
        teams=by_seat("RedTeam", "WhiteTeam", "BlackTeam"),
        ratings=ratings if any(rating is not None for rating in ratings) else (),
        result=result,
        extra={key: value for key, value in plain.items() if value and key not in OWN_TAGS},
    )
    return msgspec.structs.replace(header, **{field: plain.get(tag, "").strip("?") for field, tag in HEADER})

"""``/api/coach``: what an engine found in a game, told in words by a language model that the host has configured."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from msgspec import Meta

from duiyi import wire
from duiyi.analysis import Limits
from duiyi.records import json as record_json
from duiyi.records.record import Record
from duiyi.review.judge import Judged
from duiyi.review.opinions import Opinion, review
from duiyi.review.words import line_words, move_words
from duiyi.server.config import Config
from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.http import Json, address_of, body, describe, member, services_of
from duiyi.server.services import Services

__all__ = ["ask_model", "facts", "router"]

router = APIRouter(prefix="/api", tags=["analysis"])
_LOOK = Limits(seconds=0.04, lines=2)
_MOST_PLIES = 300
_LARGEST_ANSWER = 256 * 1024
_LONGEST_TEXT = 6000
_NOT_CONFIGURED = wire.Words(
    "the host of this server has configured no language model for the coach", "本服务器没有为教练配置语言模型"
)
_ORDERS = {
    "en": (
        "You are a friendly coach of board games. An engine has looked at a game; you get its findings. Explain in "
        "plain English, in at most 180 words, what happened at the move in question and at the turning points, and "
        "what should have been played. Use only the facts given: name no move and no number that is not among them."
    ),
    "zh": (
        "你是一位亲切的棋类教练。引擎已经看过这盘棋，下面是它的发现。请用通俗的中文、不超过 250 字，说明所问的这一着"
        "和各个转折点发生了什么、应该怎么下。只用给出的事实，不要提到其中没有的着法和数字。"
    ),
}


class CoachBody(msgspec.Struct, frozen=True):
    """A record in our own JSON, the ply on the board, and the reader's language."""

    record: msgspec.Raw
    ply: Annotated[int, Meta(ge=0, le=5000)] = 0
    language: Annotated[str, Meta(max_length=20)] = "en"


@router.post("/coach", **describe())
async def coach(
    request: Request,
    user: Annotated[wire.User, Depends(member)],
    wanted: Annotated[CoachBody, body(CoachBody)],
) -> Response:
    """Explain a game at a ply; `not_configured` where the host has no language model."""
    services = services_of(request)
    if not services.config.coach_url:
        raise ProblemError("not_configured", _NOT_CONFIGURED)
    wait = services.buckets.wait("coach", address_of(request.scope, services), user.id)
    if wait:
        raise TooFast(wait)
    record = await asyncio.to_thread(_read, bytes(wanted.record))
    language = "zh" if wanted.language.lower().startswith("zh") else "en"
    opinion = await _opinion(services, record)
    text = facts(record, opinion, min(wanted.ply, len(record.moves)), language)
    answer = await asyncio.to_thread(ask_model, services.config, _ORDERS[language], text)
    return Json({"text": answer})


def facts(record: Record, opinion: Opinion, ply: int, language: str) -> str:
    """What the model is told: the game, the chances at the ply, the best lines, the turning points.

    >>> from duiyi.review.opinions import review_record
    >>> record = Record.from_moves("reversi", "f5 d6 c3")
    >>> found = review_record(record, ["greedy"]).opinions[0]
    >>> print(facts(record, found, 1, "en").splitlines()[0])
    Game: Reversi; 3 moves.
    """
    game, positions = record.rules, list(record.positions())
    pick = 1 if language == "zh" else 0
    judged = {move.ply: move for move in opinion.moves}

    def said(move: Judged) -> str:
        """One move: what was played, what it cost, what was better."""
        before = positions[move.ply - 1]
        played = move_words(before, record.mainline[move.ply - 1])[pick]
        ideas = opinion.thoughts[move.ply - 1].ideas
        better = " ".join(words[pick] for words in line_words(before, ideas[0].moves[:5])) if ideas else "-"
        seat = game.seat_words(before.to_move)[pick]
        return f"{move.ply}. {seat}: {played}; loses {100 * move.loss:.0f} %; the engine prefers: {better}"

    lines = [f"Game: {game.title[pick]}; {len(record.moves)} moves."]
    if record.outcome is not None:
        lines.append(f"End: {record.outcome.reason}, scores {record.outcome.scores}.")
    rates = opinion.thoughts[ply].rates
    chances = ", ".join(f"{game.seat_words(seat)[pick]} {100 * rate:.0f} %" for seat, rate in enumerate(rates))
    lines.append(f"After move {ply} the chances are: {chances}.")
    if ply in judged:
        lines.append(f"The move in question: {said(judged[ply])}.")
    lines += [f"Turning point: {said(move)}." for move in opinion.turning_points]
    return "\n".join(lines)


def ask_model(config: Config, orders: str, text: str) -> str:
    """The model's answer; raises `ProblemError` when there is none in time, or one that cannot be read."""
    messages = [{"role": "system", "content": orders}, {"role": "user", "content": text}]
    asked: dict[str, Any] = {"model": config.coach_model or "default", "messages": messages, "temperature": 0.3}
    headers = {"Content-Type": "application/json"}
    if config.coach_key:
        headers["Authorization"] = f"Bearer {config.coach_key}"
    url = config.coach_url.rstrip("/") + "/chat/completions"
    query = urllib.request.Request(url, msgspec.json.encode(asked), headers)
    try:
        with urllib.request.urlopen(query, timeout=config.coach_seconds) as answer:
            found = msgspec.json.decode(answer.read(_LARGEST_ANSWER), type=_Answer)
    except (OSError, ValueError, msgspec.MsgspecError, urllib.error.URLError):
        raise ProblemError("coach_failed") from None
    told = found.choices[0].message.content.strip() if found.choices else ""
    if not told:
        raise ProblemError("coach_failed")
    return told[:_LONGEST_TEXT]


class _Message(msgspec.Struct, frozen=True):
    content: str


class _Choice(msgspec.Struct, frozen=True):
    message: _Message


class _Answer(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...]


def _read(data: bytes) -> Record:
    try:
        records = record_json.read(data)
    except ValueError as error:
        raise ProblemError("bad_request", wire.Words(str(error), str(error))) from None
    if len(records) != 1 or len(records[0].moves) > _MOST_PLIES:
        raise ProblemError("bad_request")
    return records[0]


async def _opinion(services: Services, record: Record) -> Opinion:
    """A quick look at the whole game."""
    found = await review(record, ["champion"], _LOOK, load=services.thinkers.source.engine)
    return found.opinions[0]

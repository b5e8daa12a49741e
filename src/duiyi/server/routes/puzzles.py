"""``/api/puzzles``: positions with one winning move, and whether an answer is right."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response

from duiyi.base import TextError
from duiyi.games.registry import load_game
from duiyi.review.puzzle_set import load_puzzles
from duiyi.review.puzzles import Puzzle
from duiyi.server.errors import ProblemError
from duiyi.server.http import describe, limited

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["puzzles"])


@router.get("/puzzles", dependencies=[limited("search")], **describe())
async def puzzles(game: str = "") -> Response:
    """The puzzles of a game (its name, or a spec), easy ones first; of all games when none is named."""
    wanted = [puzzle for puzzle in load_puzzles() if game in ("", puzzle.game, puzzle.game.partition("(")[0])]
    return _json({"puzzles": [_shown(puzzle) for puzzle in wanted]})


@router.get("/puzzles/{name}/answer", dependencies=[limited("search")], **describe())
async def answer(name: str, move: str) -> Response:
    """Whether a move solves the puzzle; when it does, `line` shows how it goes on."""
    puzzle = next((puzzle for puzzle in load_puzzles() if puzzle.id == name), None)
    if puzzle is None:
        raise ProblemError("not_found")
    game = load_game(puzzle.game)
    try:
        is_right = game.move_text(game.parse_move(move)) == puzzle.line[0]
    except TextError:
        is_right = False
    return _json({"right": is_right, "line": puzzle.line if is_right else ()})


def _shown(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle without its answer."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "start": puzzle.start,
        "to_move": puzzle.to_move,
        "goal": {"en": puzzle.goal.en, "zh": puzzle.goal.zh},
        "rating": puzzle.rating,
    }


def _json(answer: object) -> Response:
    return Response(msgspec.json.encode(answer), media_type="application/json")

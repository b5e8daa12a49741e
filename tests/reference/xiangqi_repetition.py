"""Who is to blame when a Xiangqi position stands for the third time.

The four settings, over all plies since the position stood first:

- `simple`: the one side all of whose moves gave check loses; else a draw.
- `axf`: as `simple`; if neither side checked for ever, the one side that newly attacked the same piece with every move
  loses; else a draw.
- `computer`: as `axf`, but there is no chase when any position of the cycle has a king in check.
- `cxa`: as `axf`, but a side is also to blame when each of its moves gave check or newly attacked the same piece
  (checks need not attack it). Threats of mate are not looked at. Blame on both sides is a draw.

Where the algorithm leaves room, this file chose:

- Captures and recaptures are legal in the full sense: the capturer's king must not be attacked afterwards, by an older
  check either. So a piece guarded by a side that a check ties down is unprotected, and a side in check threatens
  nothing that does not end the check.
- Threats are sets of victims: a piece already attacked by one man is not newly attacked by a second.
- Threats before and after a move are those of the mover, as if it were its turn both times.
- Kings and pawns may recapture, and so protect. In an exchange of the same type the victim hits back when it could
  legally take the attacker as the board stands; being protected as well, it is no victim either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from .xiangqi_moves import Board, can_take_or_enter, in_check, is_crossed_pawn, played

Verdict = tuple[bool | None, str]
"""Whether red lost (None for a draw), and the reason."""


def judge(boards: Sequence[Board], moves: Sequence[str], red_first: bool, rule: str) -> Verdict:
    """Judge a cycle: `boards` has one more than `moves`, the first and the last are equal.

    >>> rook = {"e0": "K", "d9": "k", "a9": "R"}
    >>> cycle = [rook]
    >>> for move in ["d9d8", "a9a8", "d8d9", "a8a9"]:
    ...     cycle.append(played(cycle[-1], move))
    >>> judge(cycle, ["d9d8", "a9a8", "d8d9", "a8a9"], False, "axf")
    (True, 'perpetual_check')
    """
    red_moved = [red_first == (i % 2 == 0) for i in range(len(moves))]
    gave_check = [in_check(board, not mover) for board, mover in zip(boards[1:], red_moved, strict=True)]
    checks = {side: all(gave_check[i] for i in range(len(moves)) if red_moved[i] == side) for side in (True, False)}
    if checks[True] or checks[False]:
        return _blame(checks, "perpetual_check")
    if rule == "simple" or (rule == "computer" and any(gave_check)):
        return None, "repetition"

    attacked = newly_attacked(boards, moves, red_first)
    chases = {}
    for side in (True, False):
        # Under `cxa` a check is a hit by itself; the moves between the checks must chase.
        mine = [i for i in range(len(moves)) if red_moved[i] == side and not (rule == "cxa" and gave_check[i])]
        chases[side] = bool(set.intersection(*(attacked[i] for i in mine)))
    return _blame(chases, "perpetual_chase")


def newly_attacked(boards: Sequence[Board], moves: Sequence[str], red_first: bool) -> list[set[str]]:
    """Return for every move the pieces it newly threatens, each named by the point it stood on at first.

    >>> board = {"e0": "K", "d9": "k", "a0": "R", "c5": "n"}
    >>> newly_attacked([board, played(board, "a0c0")], ["a0c0"], True)
    [{'c5'}]
    """
    names = {point: point for point in boards[0]}
    attacked = []
    for i, move in enumerate(moves):
        is_red = red_first == (i % 2 == 0)
        before = {names[point] for point in threats(boards[i], is_red)}
        names[move[2:]] = names.pop(move[:2])
        attacked.append({names[point] for point in threats(boards[i + 1], is_red)} - before)
    return attacked


def threats(board: Board, is_red: bool) -> set[str]:
    """Return the points of the enemy pieces that a side truly threatens.

    >>> threats({"e0": "K", "d9": "k", "c0": "R", "c5": "n", "c4": "p"}, True)
    {'c4'}
    """
    return {
        target
        for origin, piece in board.items()
        if piece.isupper() == is_red
        for target, victim in board.items()
        if victim.isupper() != is_red and truly_threatens(board, origin, target)
    }


def truly_threatens(board: Board, origin: str, target: str) -> bool:
    """Say whether one piece threatens another in the sense of a chase.

    >>> truly_threatens({"e0": "K", "d9": "k", "a0": "R", "a9": "r"}, "a0", "a9")
    False
    """
    attacker, victim = board[origin].upper(), board[target].upper()
    if attacker in "KP" or victim == "K" or (victim == "P" and not is_crossed_pawn(board[target], target)):
        return False
    if not can_take_or_enter(board, origin, target):
        return False
    if (attacker in "NC" and victim == "R") or (attacker in "AB" and victim in "RCN"):
        return True
    taken = played(board, origin + target)
    if any(can_take_or_enter(taken, guard, target) for guard in taken):
        return False
    # Two of a kind offer an exchange, unless a blocked leg or a pin keeps the victim from hitting back.
    return attacker != victim or not can_take_or_enter(board, target, origin)


def _blame(is_guilty: dict[bool, bool], reason: str) -> Verdict:
    """The one guilty side loses; both or neither is a draw."""
    if is_guilty[True] == is_guilty[False]:
        return None, "repetition"
    return is_guilty[True], reason

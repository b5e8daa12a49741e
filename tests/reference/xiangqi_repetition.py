"""Who is to blame when a Xiangqi position stands for the third time.

The four settings, over all plies since the position stood first. In each of them a side all of whose moves gave check
loses before anything else is looked at, unless both did; and where one side alone is to blame it loses, else the game
is drawn.

- `axf`: to blame is a side that newly threatens the same piece with every move.
- `computer`: as `axf`, but nobody is to blame when any position of the cycle has a king in check.
- `simple`: as `axf`, but only attacks of the piece that moved count, and attacks, protection and hitting back are a
  matter of how the pieces move: pins and the safety of kings are not looked at.
- `cxa`: every move is a check, else a new threat of mate, else a new threat to pieces, else idle. To blame is a side
  without an idle move all of whose moves of the third kind have a victim in common.

Where the words leave room, this file chose:

- Captures and recaptures are legal in the full sense: the capturer's king must not be attacked afterwards, by an older
  check either. So a piece guarded by a side that a check ties down is unprotected, and a side in check threatens
  nothing that does not end the check.
- Threats are sets of victims: a piece already attacked by one man is not newly attacked by a second. Under `simple`
  the sets are those of the one piece, before and after its move.
- Threats before and after a move are those of the mover, as if it were its turn both times. New is what was no threat
  in the full sense before, so a victim that was attacked already and loses its protection by the move is newly
  threatened.
- Kings and pawns may recapture, and so protect. In an exchange of the same type the victim hits back when it could
  take the attacker as the board stands; being protected as well, it is no victim either way.
- A threat of mate is a checkmate in one, not a stalemate, and it is new when the side had none at all before its move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .xiangqi_moves import Board, can_take_or_enter, in_check, is_crossed_pawn, legal_moves, played, reaches

Verdict = tuple[bool | None, str]
"""Whether red lost (None for a draw), and the reason."""
MayTake = Callable[[Board, str, str], bool]
"""Whether a piece on one point can take what stands on another: `reaches`, or with safe kings `can_take_or_enter`."""


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
    if rule == "computer" and any(gave_check):
        return None, "repetition"
    attacked = newly_attacked(boards, moves, red_first, moved_piece_only=rule == "simple")
    chases = {}
    for side in (True, False):
        mine = [i for i in range(len(moves)) if red_moved[i] == side]
        if rule == "cxa":
            mine = [i for i in mine if not gave_check[i] and not newly_threatens_mate(boards[i], boards[i + 1], side)]
        # Under `cxa` nothing may be left: checks and threats of mate have no victims to share.
        chases[side] = not mine or bool(set.intersection(*(attacked[i] for i in mine)))
    return _blame(chases, "perpetual_chase")


def newly_attacked(
    boards: Sequence[Board], moves: Sequence[str], red_first: bool, moved_piece_only: bool = False
) -> list[set[str]]:
    """Return for every move the pieces it newly threatens, each named by the point it stood on at first.

    >>> board = {"e0": "K", "d9": "k", "a0": "R", "c5": "n"}
    >>> newly_attacked([board, played(board, "a0c0")], ["a0c0"], True)
    [{'c5'}]
    """
    names = {point: point for point in boards[0]}
    attacked = []
    for i, move in enumerate(moves):
        is_red = red_first == (i % 2 == 0)
        origin, target = move[:2], move[2:]
        if moved_piece_only:
            old, new = threats_of(boards[i], origin, reaches), threats_of(boards[i + 1], target, reaches)
        else:
            old, new = threats(boards[i], is_red), threats(boards[i + 1], is_red)
        before = {names[point] for point in old}
        names[target] = names.pop(origin)
        attacked.append({names[point] for point in new} - before)
    return attacked


def newly_threatens_mate(before: Board, after: Board, is_red: bool) -> bool:
    """Say whether a side could mate if it moved again, and could not before its move.

    >>> board = {"f0": "K", "d9": "k", "a5": "R", "b0": "R"}
    >>> newly_threatens_mate(board, played(board, "a5a8"), True), newly_threatens_mate(board, board, True)
    (True, False)
    """
    return mates_at_once(after, is_red) and not mates_at_once(before, is_red)


def mates_at_once(board: Board, is_red: bool) -> bool:
    """Say whether a side, were it to move, has a move that gives check and leaves no legal answer.

    >>> mates_at_once({"e0": "K", "d9": "k", "a8": "R", "b0": "R"}, True)
    True
    """
    following = (played(board, move) for move in legal_moves(board, is_red))
    return any(in_check(after, not is_red) and not legal_moves(after, not is_red) for after in following)


def threats(board: Board, is_red: bool) -> set[str]:
    """Return the points of the enemy pieces that a side truly threatens.

    >>> threats({"e0": "K", "d9": "k", "c0": "R", "c5": "n", "c4": "p"}, True)
    {'c4'}
    """
    mine = [origin for origin, piece in board.items() if piece.isupper() == is_red]
    return {target for origin in mine for target in threats_of(board, origin, can_take_or_enter)}


def threats_of(board: Board, origin: str, may_take: MayTake) -> set[str]:
    """Return the points of the enemy pieces that one piece threatens, by moves that are legal or only possible.

    >>> pinned = {"e0": "K", "e1": "R", "e5": "r", "d9": "k", "c1": "n"}
    >>> threats_of(pinned, "e1", can_take_or_enter), threats_of(pinned, "e1", reaches)
    (set(), {'c1'})
    """
    is_red = board[origin].isupper()
    enemies = [target for target, piece in board.items() if piece.isupper() != is_red]
    return {target for target in enemies if threatens(board, origin, target, may_take)}


def threatens(board: Board, origin: str, target: str, may_take: MayTake) -> bool:
    """Say whether one piece threatens another in the sense of a chase.

    >>> threatens({"e0": "K", "d9": "k", "a0": "R", "a9": "r"}, "a0", "a9", can_take_or_enter)
    False
    """
    attacker, victim = board[origin].upper(), board[target].upper()
    if attacker in "KP" or victim == "K" or (victim == "P" and not is_crossed_pawn(board[target], target)):
        return False
    if not may_take(board, origin, target):
        return False
    if (attacker in "NC" and victim == "R") or (attacker in "AB" and victim in "RCN"):
        return True
    taken = played(board, origin + target)
    is_enemy = board[target].isupper()
    if any(may_take(taken, guard, target) for guard, piece in taken.items() if piece.isupper() == is_enemy):
        return False
    # Two of a kind offer an exchange, unless a blocked leg or a pin keeps the victim from hitting back.
    return attacker != victim or not may_take(board, target, origin)


def _blame(is_guilty: dict[bool, bool], reason: str) -> Verdict:
    """The one guilty side loses; both or neither is a draw."""
    if is_guilty[True] == is_guilty[False]:
        return None, "repetition"
    return is_guilty[True], reason

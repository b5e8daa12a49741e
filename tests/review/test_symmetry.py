"""The key by which a library finds positions."""

from __future__ import annotations

import random

import pytest

from duiyi import load_game
from duiyi.games.native import NativePosition
from duiyi.review.symmetry import _first, _images, board_key


@pytest.mark.parametrize(
    "spec", ["reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers", "chinese_checkers(seats=3)"]
)
def test_every_image_of_a_game_has_the_same_keys(spec: str) -> None:
    game, chance = load_game(spec), random.Random(7)
    first = game.initial().board()
    # Symmetries that keep the first position: others (Reversi's quarter turns) make boards that no game reaches.
    kept = [
        number
        for number in range(game.num_symmetries)
        if [first[game.symmetric_cell(number, cell)] for cell in range(len(first))] == first
    ]
    images = [game.initial() for _ in kept]
    for _ in range(20):
        move = chance.choice(images[0].legal_moves())
        images = [image.after(game.symmetric_move(number, move)) for image, number in zip(images, kept, strict=True)]
        assert len({board_key(image) for image in images}) == 1


def test_other_boards_and_other_seats_to_move_have_other_keys() -> None:
    game = load_game("reversi")
    black, white = (game.position(f"8/8/8/3ox3/3xxx2/8/8/8 {seat}") for seat in "xo")
    assert board_key(black) != board_key(white)
    assert board_key(black) != board_key(game.initial())


def test_the_key_is_the_same_in_every_process() -> None:
    assert board_key(load_game("reversi").initial()) == 4641227384594718348


@pytest.mark.parametrize("spec", ["reversi", "nogo", "gomoku", "xiangqi", "chinese_checkers(seats=6)"])
def test_the_core_finds_the_first_image_that_the_plain_way_finds(spec: str) -> None:
    game, chance = load_game(spec), random.Random(3)
    position = game.initial()
    for _ in range(12):
        position = position.after(chance.choice(position.legal_moves()))
        assert isinstance(position, NativePosition)
        images = _images(game)
        assert position.native.first_image(images) == _first(position, images)


def test_images_of_another_board_are_refused() -> None:
    small, large = load_game("nogo(size=5)"), load_game("nogo")
    position = large.initial()
    assert isinstance(position, NativePosition)
    with pytest.raises(ValueError, match="as many cells"):
        position.native.first_image(_images(small))

"""The network in torch: a residual tower with global pooling, a policy that suits the kind of move, a rate per seat.

Moves are points (a stone is put down) or pairs of points (a piece goes from one to another); both heads are
convolutions, so the same weights see every part of the board. What is on no point (a pass, a choice) hangs on the
pooled board.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import torch
from torch import nn

from duiyi.base import Game
from duiyi.engines.tower import places_of

__all__ = ["Layout", "Network", "Predictions", "aux_planes", "layout_of"]

_AUX = {"nogo": (2, 3), "reversi": (0, 1), "gomoku": (0, 1)}


class Layout(msgspec.Struct, frozen=True):
    """How a game's moves lie on its planes, and how large the network is.

    >>> from duiyi import load_game
    >>> layout = layout_of(load_game("xiangqi"), 2, 8)
    >>> layout.is_pairs, layout.extra_moves
    (True, 0)
    """

    planes: int
    rows: int
    columns: int
    num_moves: int
    seats: int
    places: tuple[int, ...]
    """Where each point of the board stands on a plane."""
    is_pairs: bool
    extra_moves: int
    aux: int
    blocks: int
    channels: int


def layout_of(game: Game, blocks: int, channels: int) -> Layout:
    """The layout of a game; moves that are neither points nor pairs come after them."""
    planes, rows, columns = game.feature_shape
    places = places_of(game)
    cells = len(places)
    is_pairs = game.num_moves >= cells * cells
    extra = game.num_moves - (cells * cells if is_pairs else cells)
    return Layout(
        planes,
        rows,
        columns,
        game.num_moves,
        game.seats,
        places,
        is_pairs,
        extra,
        len(aux_planes(game)),
        blocks,
        channels,
    )


def aux_planes(game: Game) -> tuple[int, ...]:
    """Planes of the last position, own and other, that the network also learns to foresee."""
    return _AUX.get(game.name, ())


class Predictions(NamedTuple):
    """Logits: of moves, of seats, of the planes at the end."""

    policy: torch.Tensor
    value: torch.Tensor
    aux: torch.Tensor | None


class Network(nn.Module):
    """The tower and its heads. `forward` gives logits; `export` writes what an engine needs.

    >>> from duiyi import load_game
    >>> network = Network(layout_of(load_game("reversi(size=4)"), 1, 8))
    >>> network(torch.zeros(2, 3, 4, 4)).policy.shape
    torch.Size([2, 17])
    """

    PAIR_DEPTH = 16

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        channels, wide = layout.channels, max(32, layout.channels)
        self.stem = _Stem(layout, channels)
        self.tower = nn.ModuleList(
            _Block(channels, pools=layout.blocks > 1 and i % 2 == 1) for i in range(layout.blocks)
        )
        self.policy_in = _Conv(channels, channels, 1)
        self.policy_pool = nn.Linear(2 * channels, channels)
        self.policy_out = nn.Conv2d(channels, 2 * self.PAIR_DEPTH if layout.is_pairs else 1, 1)
        self.policy_extra = nn.Linear(2 * channels, layout.extra_moves) if layout.extra_moves else None
        self.value_in = _Conv(channels, 32, 1)
        self.value_hidden = nn.Linear(64 + 2 * channels, wide)
        self.value_out = nn.Linear(wide, layout.seats)
        self.aux_out = nn.Conv2d(channels, layout.aux, 1) if layout.aux else None
        self.register_buffer("places", torch.tensor(layout.places), persistent=False)

    def forward(self, planes: torch.Tensor) -> Predictions:
        x = self.stem(planes).relu()
        for block in self.tower:
            x = block(x)
        pooled = _pool(x)
        head = (self.policy_in(x) + self.policy_pool(pooled)[:, :, None, None]).relu()
        points = self.policy_out(head).flatten(2)
        if self.layout.is_pairs:
            points = points[:, :, self.places] if len(self.layout.places) < points.shape[2] else points
            origin, goal = points.split(self.PAIR_DEPTH, dim=1)
            policy = (origin.transpose(1, 2) @ goal).flatten(1) * self.PAIR_DEPTH**-0.5
        else:
            policy = points[:, 0]
        if self.policy_extra is not None:
            policy = torch.cat([policy, self.policy_extra(pooled)], dim=1)
        hidden = torch.cat([_pool(self.value_in(x).relu()), pooled], dim=1)
        value = self.value_out(self.value_hidden(hidden).relu())
        return Predictions(policy, value, None if self.aux_out is None else self.aux_out(x))


class _Conv(nn.Module):
    """A convolution with its batch normalisation."""

    def __init__(self, inputs: int, outputs: int, size: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.norm(self.conv(x))
        return result

    def folded(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Weights and biases of the one convolution that does the same."""
        assert self.norm.running_var is not None
        assert self.norm.running_mean is not None
        scale = self.norm.weight / (self.norm.running_var + self.norm.eps).sqrt()
        return self.conv.weight * scale[:, None, None, None], self.norm.bias - self.norm.running_mean * scale


class _Stem(_Conv):
    """The first convolution. It also sees a plane of ones, for only so can it tell the edge from empty points.

    The plane never changes, so an exported network carries what it adds as a constant.
    """

    ones: torch.Tensor

    def __init__(self, layout: Layout, channels: int) -> None:
        super().__init__(layout.planes, channels, 3)
        self.edge = nn.Conv2d(1, channels, 3, padding=1, bias=False)
        self.register_buffer("ones", torch.ones(1, 1, layout.rows, layout.columns), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.norm(self.conv(x) + self.edge(self.ones))
        return result

    def folded_edge(self) -> torch.Tensor:
        """What the plane of ones adds after folding."""
        assert self.norm.running_var is not None
        scale = self.norm.weight / (self.norm.running_var + self.norm.eps).sqrt()
        result: torch.Tensor = self.edge(self.ones) * scale[None, :, None, None]
        return result


class _Block(nn.Module):
    """Two convolutions and a shortcut; some blocks also let every point know the whole board."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first = _Conv(channels, channels, 3)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        self.second = _Conv(channels, channels, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = self.first(x).relu()
        if self.pool is not None:
            inner = inner + self.pool(_pool(inner))[:, :, None, None]
        result: torch.Tensor = (x + self.second(inner)).relu()
        return result


def _pool(x: torch.Tensor) -> torch.Tensor:
    """Mean and maximum of every channel over the board."""
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)

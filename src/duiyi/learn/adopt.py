"""From ONNX back to torch: a network goes on learning from the weights in a file, full precision or int8.

A file has its batch normalisation folded into the convolutions. Here it is taken apart again so that on given rows
every normalisation finds the mean and the spread that it expects: the network answers as the file does, and can learn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from duiyi.engines.alphazero_net import Floats
from duiyi.engines.onnx_file import OnnxFile
from duiyi.engines.tower import edge_of
from duiyi.learn.net import Network

__all__ = ["adopt"]


def adopt(network: Network, path: Path, rows: Floats) -> bool:
    """Give a network the weights of a file that `export_net` or `quantize_net` wrote; False where the sizes differ.

    What is not in a file, the planes of the last position, keeps the weights it has.
    """
    file = OnnxFile(path)
    try:
        weights = {name: _weights(file, node) for name, node in _nodes(network).items()}
        edge = _tensor(edge_of(file))
    except KeyError:  # fewer blocks, or a graph of somebody else's
        return False
    parts = dict(network.named_modules())
    if any(_core_of(parts[name]).weight.shape != weight.shape for name, (weight, _) in weights.items()):
        return False
    if f"block{len(network.tower)}/first" in file.nodes or edge.shape[2:] != network.stem.ones.shape[2:]:
        return False
    with torch.no_grad():
        for name, (weight, bias) in weights.items():
            _core_of(parts[name]).weight.copy_(weight)
            if isinstance(parts[name], nn.Linear | nn.Conv2d):
                parts[name].bias.copy_(bias)
        network.stem.edge.weight.copy_(_kernel(edge))
        _normalise(network, {name: bias for name, (_, bias) in weights.items()}, torch.from_numpy(rows))
    return True


def _nodes(network: Network) -> dict[str, str]:
    """Which node of the graph holds the weights of which part."""
    nodes = {name: name for name in ("stem", "policy_in", "policy_pool", "value_in", "value_hidden", "value_out")}
    nodes["policy_out"] = "policy/out"
    if network.policy_extra is not None:
        nodes["policy_extra"] = "policy_extra"
    for i, block in enumerate(network.tower):
        nodes |= {f"tower.{i}.{part}": f"block{i}/{part}" for part in ("first", "second")}
        if block.pool is not None:
            nodes[f"tower.{i}.pool"] = f"block{i}/pool"
    return nodes


def _core_of(part: nn.Module) -> Any:
    """The convolution of a pair with its normalisation, or the part itself."""
    return getattr(part, "conv", part)


def _weights(file: OnnxFile, node: str) -> tuple[torch.Tensor, torch.Tensor]:
    _, weight, bias = file.nodes[node].inputs
    return _tensor(file.numbers_of(weight)), _tensor(file.numbers_of(bias))


def _tensor(array: npt.NDArray[Any]) -> torch.Tensor:
    return torch.from_numpy(array.astype(np.float32))


def _kernel(edge: torch.Tensor) -> torch.Tensor:
    """The convolution of the plane of ones that gives such a map."""
    rows, columns = edge.shape[2:]
    ones = torch.ones(1, 1, rows, columns)
    unit = torch.eye(9).reshape(9, 1, 3, 3)
    reached = nn.functional.conv2d(ones, unit, padding=1).reshape(9, -1)
    found: torch.Tensor = torch.linalg.lstsq(reached.T, edge[0].reshape(edge.shape[1], -1).T, driver="gelsd").solution
    return found.T.reshape(-1, 1, 3, 3)


def _normalise(network: Network, biases: dict[str, torch.Tensor], rows: torch.Tensor) -> None:
    """Set each normalisation to the mean and spread it meets on these rows, so that it changes nothing but the bias."""
    network.eval()
    for name, part in network.named_modules():
        if not isinstance(norm := getattr(part, "norm", None), nn.BatchNorm2d):
            continue
        met: list[torch.Tensor] = []
        hook = norm.register_forward_pre_hook(lambda _, inputs, met=met: met.append(inputs[0]))
        network(rows)  # layers before this one answer as the file does already
        hook.remove()
        mean, spread = met[0].mean(dim=(0, 2, 3)), met[0].var(dim=(0, 2, 3), unbiased=False)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.copy_(mean + biases[name])

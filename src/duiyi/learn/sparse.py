"""Sparse matrices for fits: sums over a few dozen rows a position, several times as fast as embeddings."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

__all__ = ["sparse"]


def sparse(
    starts: NDArray[np.int64], columns: NDArray[np.int64], width: int, values: NDArray[np.uint8] | None = None
) -> torch.Tensor:
    """A matrix by rows: where each begins (and the last ends), the columns of its entries, and the entries, else ones.

    >>> sparse(np.array([0, 2, 3]), np.array([0, 2, 1]), 3).to_dense().tolist()
    [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    import torch

    entries = torch.ones(len(columns)) if values is None else torch.from_numpy(values).float()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sparse", UserWarning)  # it calls itself beta; tests compare the values
        return torch.sparse_csr_tensor(
            torch.from_numpy(starts.astype(np.int32)),
            torch.from_numpy(columns.astype(np.int32)),
            entries,
            (len(starts) - 1, width),
            check_invariants=False,
        )

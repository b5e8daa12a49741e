"""Fitting the network to the window: cross entropy of moves and results, and an average of the weights to play with."""

from __future__ import annotations

import copy
import io
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from duiyi.learn.games import write_atomically
from duiyi.learn.net import Layout, Network, Predictions
from duiyi.learn.settings import Settings
from duiyi.learn.window import Batch, Window

__all__ = ["Exam", "Learner", "Losses"]

_AT_ONCE = 256  # rows of an exam


class Losses(msgspec.Struct, frozen=True):
    """Mean losses of a fit; `policy` is the divergence from the searches' own shares, so 0 is perfect."""

    loss: float
    policy: float
    value: float
    aux: float


class Exam(msgspec.Struct, frozen=True):
    """How the network alone answers rows that it has not learnt from."""

    top_move: float
    """Share of rows in which its best move is the search's."""
    rate_error: float
    """Mean difference between its rate and the one to learn."""


class Learner:
    """The network, its optimiser and the average of its weights: what a checkpoint holds."""

    def __init__(self, layout: Layout, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self._settings = settings
        # Channels last: convolutions on a processor learn a third faster.
        self.network = Network(layout).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        decayed = [p for p in self.network.parameters() if p.ndim > 1]
        plain = [p for p in self.network.parameters() if p.ndim <= 1]
        self._optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": settings.weight_decay}, {"params": plain, "weight_decay": 0.0}],
            lr=settings.learning_rate,
        )
        self.steps = 0

    def fit(self, window: Window, steps: int, chance: np.random.Generator, last_rate: float = 1.0) -> Losses:
        """Some steps on batches drawn from the window; the learning rate falls evenly to a share of itself."""
        self.network.train()
        sums = np.zeros(4)
        for step in range(steps):
            for group in self._optimizer.param_groups:
                group["lr"] = self._settings.learning_rate * (1 - (1 - last_rate) * step / steps)
            sums += self._step(window.draw(self._settings.batch, chance))
        return Losses(*(sums / max(1, steps)).tolist())

    @torch.no_grad()
    def examine(self, window: Window) -> Exam:
        """Ask the averaged network about all rows of a window that it has not learnt from."""
        right, apart = 0, 0.0
        for first in range(0, window.size, _AT_ONCE):
            batch = window.rows(np.arange(first, min(first + _AT_ONCE, window.size)))
            found = self.average(torch.from_numpy(batch.planes).contiguous(memory_format=torch.channels_last))
            best = batch.shares.argmax(1)
            if batch.legal is None:
                chosen, best = found.policy.argmax(1), batch.moves[np.arange(len(best)), best]
            else:
                chosen = _of_legal(found.policy, batch.legal, torch.from_numpy(batch.moves)).argmax(1)
            right += int((chosen.numpy() == best).sum())
            rates = found.value.softmax(1) if batch.rates.shape[1] == 2 else found.value.sigmoid()
            apart += float(np.abs(rates.numpy() - batch.rates).mean(1).sum())
        count = max(1, window.size)
        return Exam(round(right / count, 4), round(apart / count, 4))

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        memory = io.BytesIO()
        torch.save(self._state(), memory)
        write_atomically(path, memory.getvalue())

    def load(self, path: Path) -> None:
        """Go on from a checkpoint; raises `ValueError` for one of another network."""
        state: dict[str, Any] = torch.load(path, weights_only=True)
        try:
            self.network.load_state_dict(state["network"])
        except RuntimeError as error:  # the game has other planes by now, or the size is another
            reason = str(error).splitlines()[-1].strip()
            raise ValueError(f"learn: expected weights of this network in {path}: {reason}") from None
        self.average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.steps = state["steps"]

    def _state(self) -> dict[str, Any]:
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
        }

    def _step(self, batch: Batch) -> tuple[float, float, float, float]:
        planes = torch.from_numpy(batch.planes).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._settings.bfloat16):
            raw: Predictions = self.network(planes)
        aux_found = None if raw.aux is None else raw.aux.float()
        found = Predictions(raw.policy.float(), raw.value.float(), aux_found)
        shares, moves = torch.from_numpy(batch.shares), torch.from_numpy(batch.moves)
        if batch.legal is None:
            logs = functional.log_softmax(found.policy, dim=1).gather(1, moves)
        else:
            logs = functional.log_softmax(_of_legal(found.policy, batch.legal, moves), dim=1)
        policy = -(shares * logs).sum(1).mean()
        floor = -(shares * shares.clamp_min(1e-9).log()).sum(1).mean()
        rates = torch.from_numpy(batch.rates)
        if rates.shape[1] == 2:
            value = -(rates * functional.log_softmax(found.value, dim=1)).sum(1).mean()
        else:
            value = functional.binary_cross_entropy_with_logits(found.value, rates)
        aux = self._aux_loss(found.aux, batch)
        loss = policy + self._settings.value_weight * value + self._settings.aux_weight * aux
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimizer.step()
        self.steps += 1
        self._average()
        return loss.item(), (policy - floor).item(), value.item(), aux.item()

    @staticmethod
    def _aux_loss(found: torch.Tensor | None, batch: Batch) -> torch.Tensor:
        if found is None:
            return torch.zeros(())
        each = functional.binary_cross_entropy_with_logits(found, torch.from_numpy(batch.aux), reduction="none")
        weight = torch.from_numpy(batch.has_aux)
        return (each.mean(dim=(1, 2, 3)) * weight).sum() / weight.sum().clamp_min(1.0)

    @torch.no_grad()
    def _average(self) -> None:
        """Early on the average follows at once: weights from before the first lessons are worth nothing."""
        keep = min(self._settings.averaging, 1 - 1 / (1 + self.steps / 10))
        for ours, theirs in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if ours.dtype.is_floating_point:
                ours.lerp_(theirs, 1 - keep)
            else:
                ours.copy_(theirs)


def _of_legal(policy: torch.Tensor, legal: npt.NDArray[np.bool_], moves: torch.Tensor) -> torch.Tensor:
    """Logits of the moves of each row; those that cannot be played are as good as nothing."""
    return policy.gather(1, moves).masked_fill(~torch.from_numpy(legal), -1e9)

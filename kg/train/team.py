"""Processes that train together: each takes its own batches, and now and then they average their weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, distributed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Team:
    """One process of `size`; alone by default.

    Averaging after several steps (local SGD, Stich 2019) instead of after each keeps a busy
    machine's processes from waiting for each other.
    """

    rank: int = 0
    size: int = 1

    @classmethod
    def join(cls, rank: int, size: int, meeting: Path) -> Team:
        """Meet the other processes at the file `meeting`, which must not exist before."""
        if size > 1:
            distributed.init_process_group(
                "gloo", init_method=f"file://{meeting.resolve()}", rank=rank, world_size=size
            )
        return cls(rank, size)

    def share(self, items: Sequence[T]) -> list[T]:
        """This process's part of a list that all have, or all of it where there is too little."""
        return list(items[self.rank :: self.size]) if len(items) >= self.size else list(items)

    def least(self, value: int) -> int:
        """The smallest of all processes' values."""
        if self.size == 1:
            return value
        shared = torch.tensor([value])
        distributed.all_reduce(shared, distributed.ReduceOp.MIN)
        return int(shared.item())

    def agree(self, value: float) -> float:
        """The first process's value."""
        if self.size == 1:
            return value
        shared = torch.tensor([value], dtype=torch.float64)
        distributed.broadcast(shared, 0)
        return float(shared.item())

    def mean(self, parameters: Sequence[Tensor]) -> None:
        """Set parameters to their mean over the processes."""
        if self.size == 1:
            return
        with torch.no_grad():
            flat = torch.cat([parameter.reshape(-1) for parameter in parameters])
            distributed.all_reduce(flat)
            flat /= self.size
            start = 0
            for parameter in parameters:
                parameter.copy_(flat[start : start + parameter.numel()].view_as(parameter))
                start += parameter.numel()

"""What one query, and all of them together, may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of the endpoint.

    `timeout` in seconds and `memory` in megabytes hold for one query, `rows` for one result (what
    is cut says so); `workers` queries run at a time, `waiting` more stand in line; `body` is the
    largest request in bytes, `result` the largest answer in bytes.
    """

    timeout: float = 30.0
    memory: int = 1024
    rows: int = 100_000
    workers: int = 2
    waiting: int = 256
    body: int = 1_000_000
    result: int = 200_000_000

"""Looking for garbage rarely, and giving memory back to the system."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress


def trim() -> None:
    """Have the C library give back what is free in its heap, where it can (glibc).

    It keeps the heap of a stage that is over, and others, which allocate elsewhere, come on top.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@contextmanager
def rarely_collected(allocations: int) -> Iterator[None]:
    """Look for garbage in cycles only after so many new objects, for stages that make many and no cycles."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], allocations) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)

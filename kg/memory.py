"""Giving memory back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def trim() -> None:
    """Have the C library give back what is free in its heap, where it can (glibc).

    It keeps the heap of a stage that is over, and others, which allocate elsewhere, come on top.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)

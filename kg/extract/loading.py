"""Loading what stays to the end of the process."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Hold back garbage collection inside the block, then leave for good what was loaded out of it.

    Modules and tables are hundreds of thousands of objects: going through them again and again, while
    they are loaded and ever after, takes a third of the time of loading and frees nothing.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()

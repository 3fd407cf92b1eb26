"""The engine `local`: processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Final

from kg.engines.data import EngineOptions, Item, Result
from kg.errors import EngineError

_AHEAD: Final = 3
"""Items handed out per process before the first is waited for, so that memory stays bounded."""
_TRIES: Final = 3


def apply(
    function: Callable[[Item], Result], items: Iterable[Item], options: EngineOptions
) -> Generator[Result, None, None]:
    """Apply `function` in `options.jobs` processes; an `Engine`."""
    stream = iter(items)
    waiting = deque[Item]()
    futures = deque[Future[Result]]()
    pool = _pool(options.jobs)
    tries = 0
    try:
        while True:
            waiting.extend(islice(stream, options.jobs * _AHEAD - len(waiting)))
            if not waiting:
                return
            try:
                for item in islice(waiting, len(futures), None):
                    futures.append(pool.submit(function, item))
                result = futures[0].result()
            except BrokenProcessPool as error:
                tries += 1
                if tries == _TRIES:
                    raise EngineError("E222", times=tries) from error
                pool.shutdown()
                pool = _pool(options.jobs)
                futures.clear()
                continue
            tries = 0
            waiting.popleft()
            futures.popleft()
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Not forked: the numeric libraries of the parent hold threads that a fork would break.
    return ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent
    )


def _end_with_parent() -> None:
    """Have this process end when the one that started it is killed: nobody else would tell it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

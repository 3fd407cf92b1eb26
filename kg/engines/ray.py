"""The engine `ray`: processes of a Ray cluster, or of this machine where no cluster is named."""

from __future__ import annotations

import logging
import os
import secrets
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import cycle, islice
from types import ModuleType
from typing import Any, Final

from kg.engines.data import EngineOptions, Item, Result
from kg.errors import EngineError

_AHEAD: Final = 3
_TRIES: Final = 10
"""Often enough for machines that may be taken away at any time."""
_STORE: Final = 1 << 28
"""Bytes of shared memory for items and results on this machine; Ray would take a third of all memory."""


class _Worker:
    """What one process does; Ray starts it anew, elsewhere if need be, when it dies."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def do(self, item: Any) -> Any:
        return self._function(item)


def apply(
    function: Callable[[Item], Result], items: Iterable[Item], options: EngineOptions
) -> Generator[Result, None, None]:
    """Apply `function` in a pool of `options.jobs` Ray actors; an `Engine`.

    Raises `EngineError` E224 where no cluster answers at `options.address`.
    """
    ray = _load(options)
    started = not ray.is_initialized()
    if started:
        _start(ray, options)
    make = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=_TRIES)(_Worker)
    pool = [make.remote(function) for _ in range(options.jobs)]
    turns = cycle(pool)
    stream = iter(items)
    waiting = deque[Any]()
    try:
        while True:
            for item in islice(stream, options.jobs * _AHEAD - len(waiting)):
                waiting.append(next(turns).do.remote(item))
            if not waiting:
                return
            yield _result(ray, waiting.popleft())
    finally:
        if started:
            ray.shutdown()
        else:
            for worker in pool:
                ray.kill(worker)


def _load(options: EngineOptions) -> ModuleType:
    """Import Ray, which takes these settings from the environment and never looks at them again."""
    if "ray" not in sys.modules:
        # It tells its makers of each use unless it is told not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if not options.address:
            # It listens to the network, where else anyone could have it run anything.
            os.environ.setdefault("RAY_AUTH_MODE", "token")
            os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    import ray
    import ray.exceptions

    module: ModuleType = ray
    return module


def _start(ray: ModuleType, options: EngineOptions) -> None:
    own = {
        "num_cpus": options.jobs,
        "include_dashboard": False,
        "object_store_memory": _STORE,
    }
    try:
        ray.init(
            address=options.address or "local",
            log_to_driver=False,
            logging_level=logging.ERROR,
            **({} if options.address else own),
        )
    except Exception as error:  # Ray raises errors of this very class, too
        address = options.address or "this machine"
        reason = str(error).strip().partition("\n")[0]
        raise EngineError("E224", address=address, reason=reason) from error


def _result(ray: ModuleType, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except (ray.exceptions.RayActorError, ray.exceptions.OutOfMemoryError) as error:
        raise EngineError("E222", times=_TRIES) from error

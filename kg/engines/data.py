"""What an engine is, and the table of those there are."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Final, Protocol, TypeVar

from kg.errors import UsageError

Item = TypeVar("Item")
Result = TypeVar("Result")

ENGINES: Final[dict[str, tuple[str, str]]] = {
    "local": ("kg.engines.local", ""),
    "ray": ("kg.engines.ray", "ray"),
}
"""By the name that users give: the module whose `apply` is an `Engine`, and the package it needs."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Which engine, with how many processes (`jobs`), and the `address` of a cluster, empty for none."""

    engine: str = "local"
    jobs: int = 1
    address: str = ""


class Engine(Protocol):
    """Applies a function to items somewhere, in parallel.

    Yields the results in the order of the items. No more than a few items a process are taken
    ahead of what was yielded. An item whose process died is done again, elsewhere; `InputError`
    E222 where that happens over and over. What the function raises is raised here. Closing the
    generator ends the work. `function`, items and results can be pickled.
    """

    def __call__(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        options: EngineOptions,
        /,
    ) -> Generator[Result, None, None]: ...


def engine(name: str) -> Engine:
    """Return the engine of this name; raises `UsageError` E220 where there is none, E221 without its extra."""
    if name not in ENGINES:
        raise UsageError("E220", name=name, known=", ".join(ENGINES))
    module, package = ENGINES[name]
    if package and find_spec(package) is None:
        raise UsageError("E221", name=name, package=package)
    found: Engine = import_module(module).apply
    return found

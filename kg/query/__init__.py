"""Asking the graph: SPARQL in worker processes with limits, named queries, results, hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.query.named import (
    NamedQuery,
    Parameter,
    by_position,
    find_query,
    find_question,
    named_queries,
    query_from,
    read_query,
)

if TYPE_CHECKING:
    from kg.query.runner import DEFAULT_TIMEOUT, Reply, Request, Worker, open_worker

__all__ = [
    "DEFAULT_TIMEOUT",
    "NamedQuery",
    "Parameter",
    "Reply",
    "Request",
    "Worker",
    "by_position",
    "find_query",
    "find_question",
    "named_queries",
    "open_worker",
    "query_from",
    "read_query",
]


def __getattr__(name: str) -> Any:
    # What starts processes is not needed in a worker, whose start each query waits for.
    if name in __all__:
        from kg.query import runner

        return getattr(runner, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Asking the graph: SPARQL in worker processes with limits, named queries, results, hints."""

from __future__ import annotations

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

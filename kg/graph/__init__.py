"""The graph: from linked papers to RDF on disk, and back to whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.graph.data import EVIDENCE_LEVELS, BuildInfo
from kg.graph.graph import Graph
from kg.graph.publish import publish, settle

if TYPE_CHECKING:
    from kg.graph.builder import build, load_store, write_file

__all__ = [
    "EVIDENCE_LEVELS",
    "BuildInfo",
    "Graph",
    "build",
    "load_store",
    "publish",
    "settle",
    "write_file",
]


def __getattr__(name: str) -> Any:
    # Building needs the stages before this one; whoever only reads a graph need not load them.
    if name in ("build", "load_store", "write_file"):
        from kg.graph import builder

        return getattr(builder, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

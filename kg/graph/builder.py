"""From the linked corpus to a graph on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from kg.errors import UsageError
from kg.files import naming
from kg.graph.data import EVIDENCE_LEVELS, BuildInfo
from kg.graph.graph import Graph
from kg.graph.lock import locked
from kg.graph.overview import Overview
from kg.graph.publish import swap
from kg.graph.staging import staging
from kg.graph.store import GRAPH_FILE, write_store
from kg.graph.validation.watch import Watch
from kg.graph.write import write_graph
from kg.link.data import Linked

_PATIENCE: Final = 3.0
"""Seconds to wait for the folder: a reader that loads the store holds it for a moment."""


def build(
    linked: Linked,
    out: Path,
    *,
    evidence: str = "full",
    info: BuildInfo,
    on_problem: Callable[[str], None] = lambda problem: None,
) -> Graph:
    """Write `out/graph.ttl` and `out/store`, and return the graph, open for reading.

    What is said of `write_file` holds here, too. A run that fails or is killed leaves the previous graph
    as it was. Raises what `write_file` raises, and `OutputError` where `out` is being written by another process.
    """
    with naming(out):
        out.mkdir(parents=True, exist_ok=True)
        with locked(out, wait=_PATIENCE), staging(out, "graph") as made:
            write_file(linked, made, evidence=evidence, info=info, on_problem=on_problem)
            load_store(made).close()
            swap(made, out)
    return Graph.open(out)


def write_file(
    linked: Linked,
    out: Path,
    *,
    evidence: str = "full",
    info: BuildInfo,
    on_problem: Callable[[str], None] = lambda problem: None,
    watch: Watch | None = None,
    overview: Overview | None = None,
) -> None:
    """Write `out/graph.ttl`.

    `evidence` is `full`, `sentences` (no mentions) or `none` (counts alone). The same corpus gives
    the same bytes. `on_problem` hears each warning, `watch` and `overview` see all that is written.
    Raises `UsageError` for another level, `OutputError` where `out` cannot be written or is full,
    `GraphError` where an IRI cannot be made.
    """
    if evidence not in EVIDENCE_LEVELS:
        raise UsageError("E402", level=evidence, known=", ".join(EVIDENCE_LEVELS))
    with naming(out):
        write_graph(
            linked,
            out / GRAPH_FILE,
            evidence=evidence,
            info=info,
            on_problem=on_problem,
            watch=watch,
            overview=overview,
        )


def load_store(out: Path, *, previous: Path | None = None, threads: int = 1) -> Graph:
    """Load `out/graph.ttl`, which `write_file` made, into `out/store`, and return the graph, open for reading.

    `previous` is the folder of an earlier build, whose store is taken over as far as it is the same.
    Raises `OutputError` where `out` cannot be written or is full.
    """
    with naming(out):
        write_store(out, previous=previous, written=True, threads=threads)
    return Graph.open(out)

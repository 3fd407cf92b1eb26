"""Export: one module a format, found through this table and loaded when it is asked for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from kg.errors import OutputError, UsageError
from kg.files import is_device, naming
from kg.graph.graph import Graph
from kg.graph.staging import staging
from kg.graph.store import GRAPH_FILE

Writer = Callable[[Graph, list[Path]], tuple[str, ...]]
"""Writes a graph to the paths given and says what of it the format could not take."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its module, the file ending, what it is for, and the parts of several files."""

    module: str
    ending: str
    purpose: str
    parts: tuple[str, ...] = ()


FORMATS: Final = {
    "turtle": Format("turtle", ".ttl", "RDF, to read and to keep in git"),
    "ntriples": Format("ntriples", ".nt", "RDF, a sorted line a triple"),
    "nquads": Format("nquads", ".nq", "RDF, sorted lines with the data set's name as graph"),
    "trig": Format("trig", ".trig", "RDF, Turtle with the data set's name as graph"),
    "jsonld": Format("jsonld", ".jsonld", "RDF as JSON with the ontology's context"),
    "rdfxml": Format("rdfxml", ".rdf", "RDF for tools that know XML only"),
    "graphml": Format("graphml", ".graphml", "nodes and edges for Gephi, yEd, igraph, networkx"),
    "gexf": Format("gexf", ".gexf", "nodes and edges for Gephi"),
    "cytoscape": Format("cytoscape", ".cyjs", "nodes and edges for Cytoscape"),
    "csv": Format("tables", ".csv", "tables of nodes and edges", ("nodes", "edges")),
    "neo4j": Format("neo4j", ".csv", "tables for neo4j-admin import", ("nodes", "edges")),
    "shards": Format("shards", "", "a folder of compressed N-Quads for bulk loaders"),
    "parquet": Format(
        "parquet", ".parquet", "tables of nodes and edges (extra kg[parquet])", ("nodes", "edges")
    ),
}


def export(graph: Graph, form: str, output: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Write `graph` to `output`; return the files made and what the format could not take.

    Formats of several files put their part before the ending: `x.csv` gives `x.nodes.csv` and
    `x.edges.csv`; `shards` makes a folder. Existing files are replaced when all are complete. Raises
    `UsageError` for an unknown format or a missing extra, `OutputError` where the files cannot be
    written, or would take the place of the graph itself or of a folder of something else (E412).
    """
    if form not in FORMATS:
        raise UsageError("E410", form=form, known=", ".join(FORMATS))
    wanted = FORMATS[form]
    targets = [output]
    if wanted.parts:
        stem = output.name.removesuffix(wanted.ending)
        targets = [output.with_name(f"{stem}.{part}{wanted.ending}") for part in wanted.parts]
    for target in targets:
        _refuse_loss(graph, target)
    writer: Writer = import_module(f"kg.graph.export.{wanted.module}").write
    with naming(output):
        output.parent.mkdir(parents=True, exist_ok=True)
        # Beside a device there is no place for files.
        place = Path(tempfile.gettempdir()) if is_device(output) else output.parent
        with staging(place, "export") as folder:
            made = [folder / target.name for target in targets]
            losses = writer(graph, made)
            for part, target in zip(made, targets, strict=True):
                if part.is_dir() and target.is_dir():
                    target.rename(folder / "old")
                if is_device(target):
                    with part.open("rb") as source, target.open("wb") as sink:
                        shutil.copyfileobj(source, sink)
                else:
                    part.replace(target)
    return targets, losses


def _refuse_loss(graph: Graph, target: Path) -> None:
    """Raise `OutputError` where `target` is the exported graph, or a folder that is no earlier export."""
    source = graph.location.file
    for own in (source, source.with_name(GRAPH_FILE)):
        if own.exists() and target.exists() and target.samefile(own):
            raise OutputError("E412", path=target, what="the graph itself")
    if target.is_dir() and any(target.iterdir()) and not (target / "LOAD.md").is_file():
        raise OutputError("E412", path=target, what="what is in that folder")

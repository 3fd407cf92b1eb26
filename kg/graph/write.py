"""Writing `graph.ttl`: one pass over the papers, in memory that does not grow with their texts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Final

from kg.graph.data import BuildInfo
from kg.graph.description import Census, build_node, build_triples, dataset_triples
from kg.graph.mapping import concept_block, paper_blocks, scheme_blocks, statement_block
from kg.graph.overview import Overview
from kg.graph.replaced import reporting
from kg.graph.statements import Statements
from kg.graph.terms import Block, turtle
from kg.graph.turtle import HEADER, write_body
from kg.graph.validation.watch import Watch
from kg.link.data import Concept, Linked

_SECTIONS: Final = ("concepts", "papers", "statements", "description")


def write_graph(
    linked: Linked,
    path: Path,
    *,
    evidence: str,
    info: BuildInfo,
    on_problem: Callable[[str], None] = lambda problem: None,
    watch: Watch | None = None,
    overview: Overview | None = None,
) -> None:
    """Write the graph of a linked corpus to `path` as Turtle, section by section.

    Papers come in the order of `linked.papers`, each with its mentions and evidence; concepts and
    statements are sorted. `on_problem` hears of text that had to be changed; `watch` and `overview`
    see all that is written. Raises `OSError` where
    the disk does not take it.
    """
    parts = {name: path.with_name(f"{path.name}.{name}") for name in _SECTIONS}
    census = Census()
    identifiers = sorted(linked.concepts)
    statements = Statements(identifiers)

    def seen(blocks: Iterable[Block]) -> Iterator[Block]:
        return census.watch_blocks(watch.blocks(blocks) if watch else blocks)

    try:
        papers = (
            block
            for paper in reporting(linked.papers, on_problem)
            for block in paper_blocks(paper, statements, evidence)
        )
        _write(parts["papers"], seen(papers))
        concepts = map(linked.concepts.__getitem__, identifiers)
        blocks = chain(scheme_blocks(), _concepts(concepts, statements, overview))
        _write(parts["concepts"], seen(blocks))
        _write(parts["statements"], seen(_statements(statements, evidence, overview)))
        about = list(census.watch(build_triples(info, evidence)))
        described = [*dataset_triples(census, build_node(info, evidence)), *about]
        if watch:
            watch.triples(described)
        with parts["description"].open("wb") as stream:
            write_body(described, stream)
        with path.open("wb") as stream:
            stream.write(HEADER)
            for name in _SECTIONS:
                _append(stream, name, parts[name])
            stream.flush()
            os.fsync(stream.fileno())
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _concepts(
    concepts: Iterable[Concept], statements: Statements, overview: Overview | None
) -> Iterator[Block]:
    for concept, facts in zip(concepts, statements.facts(), strict=True):
        if overview:
            overview.add_concept(concept)
        yield concept_block(concept, facts)


def _statements(
    statements: Statements, evidence: str, overview: Overview | None
) -> Iterator[Block]:
    for key, support in statements:
        if overview:
            overview.add_statement(key, support)
        yield statement_block(key, support, evidence)


def _write(path: Path, blocks: Iterable[Block]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(turtle(subject, pairs) for subject, pairs in blocks)


def _append(stream: IO[bytes], name: str, part: Path) -> None:
    stream.write(f"\n# {name.capitalize()}\n".encode())
    with part.open("rb") as source:
        shutil.copyfileobj(source, stream, 1 << 20)

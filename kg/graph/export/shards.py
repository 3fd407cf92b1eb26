"""Sorted N-Quads in compressed parts, for the bulk loaders of large stores, with how to load them."""

from __future__ import annotations

import gzip
import itertools
from pathlib import Path
from typing import Final

from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines
from kg.graph.namespaces import DATASET

TRIPLES: Final = 5_000_000
"""Triples a part: some 50 MB compressed."""
MANUAL: Final = "LOAD.md"
_LEVEL: Final = 6
_TEXT: Final = f"""# Loading these files

`part-*.nq.gz` hold one graph, <{DATASET}>, as N-Quads in byte order.

Oxigraph:

    oxigraph load --location DB --file part-*.nq.gz

Apache Jena TDB2:

    tdb2.tdbloader --loader=parallel --loc DB part-*.nq.gz

Virtuoso (the folder must be in DirsAllowed), in isql:

    ld_dir('/path/of/this/folder', '*.nq.gz', '{DATASET}');
    rdf_loader_run();
    checkpoint;

GraphDB:

    importrdf preload --force --id REPOSITORY part-*.nq.gz

QLever, in the Qleverfile:

    [index]
    INPUT_FILES     = part-*.nq.gz
    CAT_INPUT_FILES = zcat ${{INPUT_FILES}}
    FORMAT          = nq

then:

    qlever index
"""


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write a folder of parts and `LOAD.md`; nothing is lost."""
    (folder,) = paths
    folder.mkdir()
    end = f" <{DATASET}> .\n".encode()
    lines = sorted_lines(graph.source)
    for number in itertools.count():
        first = next(lines, None)
        if first is None and number:
            break
        part = itertools.chain([] if first is None else [first], lines)
        _write_part(folder / f"part-{number:05}.nq.gz", part, end)
    (folder / MANUAL).write_text(_TEXT, encoding="utf-8")
    return ()


def _write_part(path: Path, lines: itertools.chain[bytes], end: bytes) -> None:
    # No name and no time in the header: the same graph gives the same bytes.
    with (
        path.open("wb") as raw,
        gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as stream,
    ):
        for line in itertools.islice(lines, TRIPLES):
            stream.write(line.removesuffix(b" .\n") + end)

"""`kg export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    graph: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="turtle, ntriples, nquads, trig, jsonld, rdfxml, graphml, gexf, cytoscape, csv, "
            "neo4j, parquet or shards.",
        ),
    ] = "turtle",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write; graph.… unless told.")
    ] = None,
    closure: Annotated[
        bool,
        typer.Option("--closure", help="Add what the ontology implies: classes above, and so on."),
    ] = False,
) -> None:
    """Write the graph in another format.

    What the format cannot take is said on standard error. csv, neo4j and parquet make two files,
    NAME.nodes.… and NAME.edges.….

    Examples:

    kg export outputs --to graphml -o graph.graphml

    kg export outputs --to csv -o tables/graph.csv
    """
    from kg.errors import UsageError
    from kg.graph import Graph
    from kg.graph.export import FORMATS
    from kg.graph.export import export as write

    if to not in FORMATS:
        raise UsageError("E410", form=to, known=", ".join(FORMATS))
    with Graph.open(graph, thorough=True) as opened:
        if closure:
            opened = opened.closed()
        files, losses = write(opened, to, output or Path("graph" + FORMATS[to].ending))
    for file in files:
        typer.echo(file)
    for loss in losses:
        typer.echo(f"kg: not in this format: {loss}", err=True)

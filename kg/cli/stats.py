"""`kg stats`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def stats(
    graph: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    void: Annotated[
        bool, typer.Option("--void", help="Print a VoID description in Turtle.")
    ] = False,
) -> None:
    """Count classes and properties of a graph.

    Examples:

    kg stats outputs

    kg stats outputs --void > void.ttl
    """
    from kg.graph import Graph
    from kg.graph.stats import lines
    from kg.graph.stats import void as describe

    with Graph.open(graph) as opened:
        if void:
            typer.echo(describe(opened), nl=False)
            return
        for line in lines(opened):
            typer.echo(line)

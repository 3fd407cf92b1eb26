"""`kg view`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def view(
    graph: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")
    ] = Path("graph.html"),
    title: Annotated[str, typer.Option(help="Heading of the page.")] = "",
    focus: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Open around one concept: its label, other spelling or IRI."
        ),
    ] = "",
    top: Annotated[int, typer.Option(min=1, help="Most connected concepts to hold.")] = 1500,
    since: Annotated[
        int | None, typer.Option(metavar="YEAR", help="Only papers of this year and later.")
    ] = None,
    type: Annotated[
        list[str] | None,
        typer.Option("--type", "-t", help="Only concepts of this type; may be repeated."),
    ] = None,
    query: Annotated[
        Path | None, typer.Option(metavar="FILE.rq", help="Show the triples of a CONSTRUCT query.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Also write the map as a drawing.")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option(metavar="FILE.png", help="Also write the map as an image (needs kg[png])."),
    ] = None,
) -> None:
    """Write one self-contained page to look at a graph: it opens without a network.

    Examples:

    kg view outputs -o map.html

    kg view outputs -o gpu.html --focus GPU --since 2020

    kg view outputs -o map.html --svg map.svg --png map.png

    kg view outputs -o hardware.html --type Method --type Hardware
    """
    from kg.graph import Graph
    from kg.views import view as write_page
    from kg.views.options import entity_types, query_text

    with Graph.open(graph, thorough=True) as opened:
        summary = write_page(
            opened,
            output,
            title=title or None,
            top=top,
            focus=focus or None,
            since=since,
            types=entity_types(type or ()),
            construct=query_text(query) if query else None,
            svg=svg,
            png=png,
            on_problem=lambda text: typer.secho(f"kg: {text}", err=True, fg="yellow"),
        )
    typer.echo(
        f"{summary.path}: {summary.concepts:,} of {summary.all_concepts:,} concepts, "
        f"{summary.relations:,} of {summary.all_relations:,} relations, {summary.papers:,} papers, {summary.size / 1e6:.1f} MB"
    )

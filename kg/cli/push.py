"""`kg push`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def push(
    graph: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a build, or an RDF file.")
    ],
    to: Annotated[str, typer.Option("--to", metavar="URL", help="Graph store to send it to.")],
    name: Annotated[
        str,
        typer.Option("--graph", metavar="IRI", help="Graph to fill; the default one unless told."),
    ] = "",
    update: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Address for SPARQL updates: the graph is then replaced in one step, when all of it "
            "has arrived.",
        ),
    ] = "",
    part: Annotated[int, typer.Option(min=1, help="Triples to send at a time.")] = 50_000,
    state: Annotated[
        Path | None, typer.Option(help="File that remembers how far a transfer came.")
    ] = None,
) -> None:
    """Send the graph to another RDF store, in place of what that graph held before.

    Any store with the SPARQL 1.1 Graph Store Protocol will do: Oxigraph, Fuseki, Virtuoso, GraphDB.
    Credentials are taken from KG_PUSH_TOKEN, or KG_PUSH_USER and KG_PUSH_PASSWORD. A transfer that
    was cut short goes on where it stopped.

    Example:

    kg push outputs --to http://localhost:7878/store --graph https://example.org/kg
    --update http://localhost:7878/update
    """
    from kg.graph import Graph
    from kg.graph.push import Target
    from kg.graph.push import push as send

    if state is None and graph.is_dir():
        state = graph / ".push.json"
    with Graph.open(graph) as opened:
        sent = send(
            opened,
            Target(to, name),
            update=update,
            part=part,
            state=state,
            progress=lambda triples: typer.echo(f"{triples:,} triples sent", err=True),
        )
    typer.echo(f"{sent:,} triples sent to {to}")

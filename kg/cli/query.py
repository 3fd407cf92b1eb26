"""`kg query`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.parameters import number

if TYPE_CHECKING:
    from kg.query import Worker
    from kg.query.endpoint import Endpoint


def query(
    query: Annotated[
        str,
        typer.Argument(
            metavar="QUERY", help="SPARQL text, a .rq file, the name of a query, or - for stdin."
        ),
    ] = "",
    graph: Annotated[
        Path, typer.Option("--graph", "-g", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="Parameter of a named query."),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            help="table, csv, tsv, json, xml; for CONSTRUCT and DESCRIBE turtle, ntriples, "
            "jsonld, rdfxml.",
        ),
    ] = "table",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write to.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=0, help="Rows to show; a table shows 100 unless told.")
    ] = None,
    offset: Annotated[int, typer.Option(min=0, help="Rows to leave out first.")] = 0,
    timeout: Annotated[
        float,
        typer.Option(min=0.01, callback=number, help="Seconds after which the query is stopped."),
    ] = 60.0,
    endpoint: Annotated[
        str,
        typer.Option(metavar="URL", help="Ask this SPARQL endpoint in place of a graph on disk."),
    ] = "",
    default_graph: Annotated[
        str,
        typer.Option(
            metavar="IRI", help="Graph of the endpoint to ask; its default one unless told."
        ),
    ] = "",
    allow_service: Annotated[
        bool, typer.Option("--allow-service", help="Let SERVICE reach other servers.")
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="Show the named queries.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Print the query instead of running it.")
    ] = False,
) -> None:
    """Ask the graph in SPARQL.

    The usual prefixes (kg:, method:, hardware:, task:, skos:, …) need no declaration.

    Examples:

    kg query 'SELECT ?m { ?m kg:runsOn/rdfs:label "GPU" }'

    kg query hardware-for-task -p task="CTR prediction"

    kg query statements -p concept=GPU --endpoint https://example.org/sparql

    kg query --list
    """
    from kg.errors import UsageError
    from kg.query import named_queries, open_worker, query_from

    if list_:
        from kg.query.listing import print_queries

        print_queries(named_queries(), sys.stdout)
        return
    if not query:
        raise UsageError("E518")
    asked = query_from(query, sys.stdin.read)
    if show:
        typer.echo(asked.text)
        return
    if default_graph and not endpoint:
        raise UsageError("E533")
    from kg.query.command import run_and_print

    where: Worker | Endpoint
    if endpoint:
        from kg.query.endpoint import Endpoint

        where = Endpoint(endpoint, default_graph, timeout)
    else:
        where = open_worker(graph, timeout=timeout)
    run_and_print(
        asked,
        where,
        _parameters(param or []),
        format=format,
        output=output,
        limit=limit,
        offset=offset,
        service=allow_service,
    )


def _parameters(given: list[str]) -> dict[str, str]:
    from kg.errors import UsageError

    found = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageError("E516", value=item)
        found[name.strip()] = value
    return found

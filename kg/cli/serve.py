"""`kg serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.parameters import number


def serve(
    graph: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a build, or an RDF file.")
    ] = Path("outputs"),
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 7878,
    timeout: Annotated[
        float,
        typer.Option(min=0.01, callback=number, help="Seconds after which a query is stopped."),
    ] = 30.0,
    memory: Annotated[int, typer.Option(min=16, help="Megabytes a query may use.")] = 1024,
    rows: Annotated[int, typer.Option(min=1, help="Rows an answer may have.")] = 100_000,
    workers: Annotated[int, typer.Option(min=1, help="Queries to run at a time.")] = 2,
    origins: Annotated[
        str, typer.Option(help="Web pages that may read the answers (CORS): * or one origin.")
    ] = "*",
) -> None:
    """Serve the graph: a SPARQL endpoint, a page to ask it, a page for each concept and paper.

    Nothing can be changed through it, and no query reaches out of it. Needs the extra kg[serve].

    Examples:

    kg serve outputs

    curl -H 'Accept: text/csv' --data-urlencode 'query=SELECT * { ?m kg:runsOn ?h }'
    http://127.0.0.1:7878/sparql
    """
    from kg.serve import Limits
    from kg.serve import serve as run

    limits = Limits(timeout=timeout, memory=memory, rows=rows, workers=workers)

    def ready() -> None:
        typer.echo(f"Serving {graph} at http://{host}:{port}/ (stop with Ctrl-C)", err=True)

    run(graph, host=host, port=port, limits=limits, origins=origins, ready=ready)

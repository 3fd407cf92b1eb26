"""What `kg query` does: run one query and put its result where it is wanted."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kg.errors import UsageError
from kg.files import writing, writing_bytes
from kg.query import syntax
from kg.query.named import NamedQuery
from kg.query.results import GRAPH_FORMATS, SELECT_FORMATS
from kg.query.runner import Request, Worker

if TYPE_CHECKING:
    from kg.query.endpoint import Endpoint

TABLE_ROWS: Final = 100
_GRAPH_FORMS: Final = ("CONSTRUCT", "DESCRIBE")


def run_and_print(
    asked: NamedQuery,
    where: Worker | Endpoint,
    parameters: Mapping[str, str],
    *,
    format: str = "table",
    output: Path | None = None,
    limit: int | None = None,
    offset: int = 0,
    service: bool = False,
) -> None:
    """Run a query somewhere and print its result, or write it to `output`; remarks go to standard error."""
    form = syntax.form(asked.text)
    known = ("table", *GRAPH_FORMATS) if form in _GRAPH_FORMS else ("table", *SELECT_FORMATS)
    if format not in known:
        raise UsageError("E517", form=form or "such a", format=format, known=", ".join(known))
    table = format == "table" and form not in _GRAPH_FORMS
    if table and limit is None:
        limit = TABLE_ROWS
    request = Request(
        asked.text,
        asked.values(parameters),
        select_format="json" if format not in SELECT_FORMATS else format,
        graph_format="turtle" if format not in GRAPH_FORMATS else format,
        limit=limit,
        offset=offset,
        service=service,
        hints=True,
    )
    with where:
        reply = where.run(request)
        if table:
            _print_table(b"".join(reply.pieces), output)
        else:
            _print(reply.pieces, output)
    for hint in reply.hints:
        print(f"kg: {hint}", file=sys.stderr)
    if not reply.rows:
        print("kg: no rows.", file=sys.stderr)
    if reply.more:
        shown = f"rows {offset + 1} to {offset + reply.rows}"
        print(f"kg: {shown} are shown; more with --offset {offset + reply.rows}.", file=sys.stderr)


def _print_table(data: bytes, output: Path | None) -> None:
    from kg.query.table import print_table

    if output is None:
        print_table(data, sys.stdout)
        return
    with writing(output) as stream:
        print_table(data, stream)


def _print(pieces: Iterable[bytes], output: Path | None) -> None:
    if output is None:
        sys.stdout.flush()
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    with writing_bytes(output) as stream:
        for piece in pieces:
            stream.write(piece)

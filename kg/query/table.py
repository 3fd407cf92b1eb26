"""A SELECT result as a table for the terminal."""

from __future__ import annotations

import json
from typing import IO, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kg.graph.namespaces import shorten


def print_table(data: bytes, stream: IO[str]) -> None:
    """Print a result in SPARQL's JSON format as a table, IRIs shortened by their prefixes."""
    document = json.loads(data)
    if "boolean" in document:
        stream.write("yes\n" if document["boolean"] else "no\n")
        return
    names = document["head"]["vars"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    numeric = {
        name
        for name in names
        if all(_is_number(b[name]) for b in document["results"]["bindings"] if name in b)
    }
    for name in names:
        table.add_column(name, justify="right" if name in numeric else "left", overflow="fold")
    for binding in document["results"]["bindings"]:
        table.add_row(*(Text(_cell(binding[name])) if name in binding else "" for name in names))
    console = Console(file=stream)
    if not console.is_terminal:
        # A pipe or file has no width to fit: nothing is folded there.
        console = Console(file=stream, width=10_000)
    with console.capture() as captured:
        console.print(table)
    stream.write(captured.get())


def _cell(term: dict[str, Any]) -> str:
    value: str = term["value"]
    return shorten(value) if term["type"] == "uri" else value


def _is_number(term: dict[str, Any]) -> bool:
    return str(term.get("datatype", "")).rpartition("#")[2] in ("integer", "decimal", "double")

"""The named queries as a page to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO

from kg.query.named import NamedQuery


def print_queries(queries: Mapping[str, NamedQuery], stream: IO[str]) -> None:
    """Print each query's name, what it answers, its parameters and how to run it."""
    for query in queries.values():
        stream.write(f"{query.name}\n    {query.title}\n")
        for parameter in query.parameters:
            default = "" if parameter.default is None else f", {parameter.default} unless told"
            stream.write(
                f"    -p {parameter.name}=…  {parameter.help} ({parameter.type}{default})\n"
            )

"""The named queries as a page to read."""

from __future__ import annotations

import shlex
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


def print_questions(queries: Mapping[str, NamedQuery], stream: IO[str]) -> None:
    """Print for each query what it answers and a line that asks it."""
    for query in queries.values():
        values = " ".join(
            shlex.quote(parameter.default or parameter.name.upper())
            for parameter in query.parameters
        )
        stream.write(
            f"{query.description or query.title}\n    kg ask {query.name} {values}".rstrip()
        )
        stream.write("\n")

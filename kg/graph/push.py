"""Sending a graph to another store by the SPARQL 1.1 Graph Store HTTP Protocol, in parts, resumably.

https://www.w3.org/TR/sparql11-http-rdf-update/
"""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit

from pyoxigraph import NamedNode

from kg import http
from kg.errors import GraphError, UsageError
from kg.files import write_text
from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines
from kg.graph.namespaces import DATASET

_CREDENTIALS: Final = "KG_PUSH"
"""What the variables of the environment that hold credentials begin with."""
_INCOMING: Final = "/incoming"
_PART: Final = 50_000
_TRIES: Final = 4
_AGAIN: Final = (408, 425, 429, 500, 502, 503, 504)
_TIMEOUT: Final = 300


@dataclass(frozen=True, slots=True)
class Target:
    """A graph store: its URL, and the graph to fill, empty for the default one."""

    url: str
    graph: str = ""

    @property
    def address(self) -> str:
        """The URL of the graph itself (indirect identification, section 4.2)."""
        mark = "&" if urlsplit(self.url).query else "?"
        name = f"graph={quote(self.graph, safe='')}" if self.graph else "default"
        return f"{self.url}{mark}{name}"


def push(
    graph: Graph,
    target: Target,
    *,
    update: str = "",
    part: int = _PART,
    state: Path | None = None,
    progress: Callable[[int], None] = lambda triples: None,
    pause: float = 1.0,
) -> int:
    """Replace what `target` holds by `graph` and return the number of triples sent in this run.

    The first part replaces (PUT), the others add (POST), each of `part` triples in sorted order.
    Meanwhile the target holds a part of the graph; with `update`, the address for SPARQL updates,
    another graph beside it does, and takes its place in one step when all have arrived. With
    `state`, a file, a run that was cut short goes on after the last part that was taken.
    Credentials come from the environment: `KG_PUSH_TOKEN`, or `KG_PUSH_USER` and
    `KG_PUSH_PASSWORD`. A part that fails for reasons that pass is sent again, up to four times.
    Raises `UsageError` for an address or a graph's name that is none, `GraphError` E420 where the store refuses.
    """
    for url in (target.url, update or target.url):
        if urlsplit(url).scheme not in ("http", "https"):
            raise UsageError("E421", url=url)
    try:
        NamedNode(target.graph or DATASET)
    except ValueError as error:
        raise UsageError("E422", value=target.graph, reason=error) from error
    client = http.Client(_CREDENTIALS)
    incoming = Target(target.url, (target.graph or DATASET) + _INCOMING) if update else target
    key = _key(graph, incoming, part)
    done = _read_state(state, key)
    sent = 0
    for number, body in enumerate(_parts(graph, part)):
        if number < done:
            continue
        _send(client, incoming, body, "POST" if number else "PUT", pause)
        sent += body.count(b"\n")
        progress(sent)
        if state is not None:
            write_text(state, json.dumps({"key": key, "parts": number + 1}) + "\n")
    if state is not None:
        # Gone before the last step: a run killed there starts anew, and moves what it has sent.
        state.unlink(missing_ok=True)
    if update:
        _move(client, incoming, target, update)
    return sent


def _parts(graph: Graph, size: int) -> Iterator[bytes]:
    lines = sorted_lines(graph.source)
    first = b"".join(itertools.islice(lines, size))
    # An empty graph is sent as well: it empties the target.
    yield first
    while body := b"".join(itertools.islice(lines, size)):
        yield body


def _key(graph: Graph, target: Target, part: int) -> str:
    """Name this very transfer: another graph, target or part size starts anew."""
    with graph.location.file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return hashlib.sha256(f"{digest} {target.address} {part}".encode()).hexdigest()


def _read_state(state: Path | None, key: str) -> int:
    if state is None or not state.is_file():
        return 0
    try:
        found = json.loads(state.read_text(encoding="utf-8"))
        return int(found["parts"]) if found["key"] == key else 0
    except (ValueError, KeyError, TypeError):
        return 0


def _send(client: http.Client, target: Target, body: bytes, method: str, pause: float) -> None:
    address, headers = target.address, {"Content-Type": "application/n-triples"}
    reason = ""
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(pause * 2**attempt)
        try:
            with client.send(address, body=body, method=method, headers=headers, timeout=_TIMEOUT):
                return
        except HTTPError as error:
            reason = http.explain(error)
            if error.code not in _AGAIN:
                break
        except OSError as error:
            reason = str(getattr(error, "reason", error))
    raise GraphError("E420", url=address, reason=" ".join(reason.split()))


def _move(client: http.Client, incoming: Target, target: Target, update: str) -> None:
    """Put one graph in the place of another; tried once, for a second time would find nothing there."""
    place = f"GRAPH {NamedNode(target.graph)}" if target.graph else "DEFAULT"
    text = f"MOVE GRAPH {NamedNode(incoming.graph)} TO {place}"
    headers = {"Content-Type": "application/sparql-update"}
    try:
        with client.send(
            update, body=text.encode(), method="POST", headers=headers, timeout=_TIMEOUT
        ):
            return
    except HTTPError as error:
        raise GraphError("E420", url=update, reason=http.explain(error)) from error
    except OSError as error:
        reason = " ".join(str(getattr(error, "reason", error)).split())
        raise GraphError("E420", url=update, reason=reason) from error

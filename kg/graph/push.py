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

from kg import http
from kg.errors import GraphError, UsageError
from kg.files import write_text
from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines

_CREDENTIALS: Final = "KG_PUSH"
"""What the variables of the environment that hold credentials begin with."""
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
    part: int = _PART,
    state: Path | None = None,
    progress: Callable[[int], None] = lambda triples: None,
    pause: float = 1.0,
) -> int:
    """Replace what `target` holds by `graph` and return the number of triples sent in this run.

    The first part replaces (PUT), the others add (POST), each of `part` triples in sorted order.
    With `state`, a file, a run that was cut short goes on after the last part that was taken.
    Credentials come from the environment: `KG_PUSH_TOKEN`, or `KG_PUSH_USER` and
    `KG_PUSH_PASSWORD`. A part that fails for reasons that pass is sent again, up to four times.
    Raises `UsageError` for an address that is none, `GraphError` E420 where the store refuses.
    """
    if urlsplit(target.url).scheme not in ("http", "https"):
        raise UsageError("E421", url=target.url)
    client = http.Client(_CREDENTIALS)
    key = _key(graph, target, part)
    done = _read_state(state, key)
    sent = 0
    for number, body in enumerate(_parts(graph, part)):
        if number < done:
            continue
        _send(client, target, body, "POST" if number else "PUT", pause)
        sent += body.count(b"\n")
        progress(sent)
        if state is not None:
            write_text(state, json.dumps({"key": key, "parts": number + 1}) + "\n")
    if state is not None:
        state.unlink(missing_ok=True)
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
    reason = ""
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(pause * 2**attempt)
        try:
            with client.send(
                target.address,
                body=body,
                method=method,
                headers={"Content-Type": "application/n-triples"},
                timeout=_TIMEOUT,
            ):
                return
        except HTTPError as error:
            reason = http.explain(error)
            if error.code not in _AGAIN:
                break
        except OSError as error:
            reason = str(getattr(error, "reason", error))
    raise GraphError("E420", url=target.address, reason=" ".join(reason.split()))

"""The process that runs queries over one read-only store, and that can be killed at any moment.

It speaks in frames on its standard streams: a line of JSON, followed by as many bytes as the line's
`size` says. Requests have no bytes; replies are `ready`, `start`, `piece`, `end` and `error`.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from pyoxigraph import QueryBoolean, QuerySolutions, Store

from kg.errors import GraphError, KgError, QueryError
from kg.graph.namespaces import PREFIXES
from kg.graph.store import Location
from kg.query import hints, syntax
from kg.query.labels import canonical_label
from kg.query.named import term
from kg.query.refusal import refuse, refuse_update
from kg.query.results import Page, boolean_bytes, graph_bytes, select_pieces


def main() -> None:
    """Serve queries until the standard input ends."""
    file, store_path, memory = sys.argv[1:4]
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    location = Location(Path(file), Path(store_path) if store_path else None)
    try:
        store = location.open()
    except (OSError, KgError) as error:
        _fail(out, error if isinstance(error, KgError) else QueryError("E099", reason=error))
        return
    if int(memory):
        _limit_memory(int(memory))
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    _send(out, {"kind": "ready"})
    while True:
        _answer(location, store, requests.get(), out)


def _listen(requests: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in sys.stdin.buffer:
        requests.put(json.loads(line))
    # The parent is gone: nobody waits for what is running.
    os._exit(0)


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limit; the time limit still holds.
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if _has_proc() else 0
    limit = pages * resource.getpagesize() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _has_proc() -> bool:
    return Path("/proc/self/statm").exists()


def _answer(location: Location, store: Store, request: dict[str, Any], out: IO[bytes]) -> None:
    try:
        for header, data in _reply(store, request):
            _send(out, header, data)
    except KgError as error:
        _fail(out, error)
    except MemoryError:
        os._exit(3)
    except (OSError, ValueError, RuntimeError) as error:
        if "Corruption" in str(error):
            location.distrust()
            _fail(out, GraphError("E407", path=location.store, reason=error))
        else:
            _fail(out, QueryError("E507", reason=error))


def _reply(store: Store, request: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bytes]]:
    query = syntax.decoded(request["query"])
    values = {}
    for name, (kind, value) in request["values"].items():
        known = canonical_label(store, value) if kind == "label" else value
        values[name] = term(kind, known)
    query = syntax.bind(query, values)
    try:
        refuse(query, service=request["service"])
        result = store.query(query, prefixes=PREFIXES)
    except SyntaxError as error:
        refuse_update(query)
        reason = hints.explain_syntax_error(query, str(error))
        raise QueryError("E501", reason=reason) from error
    remarks = list(hints.unknown_terms(store, query)) if request["hints"] else []
    page = Page(request["limit"], request["offset"])
    if isinstance(result, QueryBoolean):
        kind, form = "ask", request["select_format"]
        pieces: Iterable[bytes] = [boolean_bytes(form, bool(result))]
        page.rows = 1
    elif isinstance(result, QuerySolutions):
        kind, form = "select", request["select_format"]
        variables = [variable.value for variable in result.variables]
        rows = (tuple(solution) for solution in page.cut(result))
        pieces = select_pieces(form, variables, rows)
    else:
        kind, form = "graph", request["graph_format"]
        pieces = [graph_bytes(form, page.cut(result))]
    yield {"kind": "start", "form": kind, "format": form}, b""
    for piece in pieces:
        yield {"kind": "piece"}, piece
    if request["hints"] and not page.rows and kind != "ask":
        remarks += hints.why_empty(store, query)
    yield {"kind": "end", "rows": page.rows, "more": page.more, "hints": remarks}, b""


def _send(out: IO[bytes], header: dict[str, Any], data: bytes = b"") -> None:
    out.write(json.dumps({**header, "size": len(data)}).encode() + b"\n" + data)
    out.flush()


def _fail(out: IO[bytes], error: KgError) -> None:
    fields = {name: str(value) for name, value in error.fields.items()}
    _send(
        out, {"kind": "error", "type": type(error).__name__, "code": error.code, "fields": fields}
    )


if __name__ == "__main__":
    main()

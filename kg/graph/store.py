"""The Oxigraph store of a graph: a cache on disk of `graph.ttl`, made again whenever it is not that."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from pyoxigraph import Quad, RdfFormat, Store, parse
from pyoxigraph import __version__ as engine_version

from kg.errors import GraphError, OutputError
from kg.files import sha256
from kg.graph.lock import locked
from kg.graph.namespaces import BASE
from kg.graph.publish import JOURNAL, recover
from kg.graph.staging import staging
from kg.graph.update import load_blocks, update_store

GRAPH_FILE: Final = "graph.ttl"
STORE: Final = "store"
_DATA: Final = "data"
_STAMP: Final = "stamp.json"
_ASIDE: Final = ("LOG", "LOCK")
_BATCH: Final = 300_000
"""Triples that are bulk-loaded at a time: nearly as fast as all at once, in a third of the memory."""
_WITH_GRAPHS: Final = (RdfFormat.N_QUADS, RdfFormat.TRIG, RdfFormat.JSON_LD)
FORMATS: Final = {
    ".ttl": RdfFormat.TURTLE,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
    ".rdf": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
    ".jsonld": RdfFormat.JSON_LD,
    ".n3": RdfFormat.N3,
}
"""RDF syntax by file name ending."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a graph can be opened from: the file with its triples and, if there is one, its store."""

    file: Path
    store: Path | None = None

    def open(self) -> Store:
        """Open the store read-only, or load the file into memory where there is no sound store.

        A damaged store is marked, so that it is made again the next time. Raises `GraphError`
        where the file is damaged.
        """
        if self.store is not None:
            try:
                return Store.read_only(str(self.store))
            except (OSError, RuntimeError, ValueError):
                # Damaged, or replaced by a new build at this very moment.
                self.distrust()
        return _load_file(self.file)

    def distrust(self) -> None:
        """Have the store made again the next time the graph is opened."""
        if self.store is not None:
            with suppress(OSError):
                (self.store.parent / _STAMP).unlink()


def locate(path: Path, *, thorough: bool = False) -> Location:
    """Find the graph at `path`, a build's folder or an RDF file, bringing its store up to date.

    `thorough` reads the whole store to see that nothing of it is damaged. Where the folder cannot
    be written the store is left aside. Raises `GraphError` E030 or E001 where there is no graph,
    E403 where the file's ending names no RDF syntax, E404 where nothing is in the file of a build.
    """
    if path.is_file():
        if path.suffix.lower() not in FORMATS:
            raise GraphError("E403", path=path, known=", ".join(FORMATS))
        return Location(path)
    if not path.exists() and path.suffix.lower() in FORMATS:
        raise GraphError("E001", path=path)
    try:
        recover(path)
    except (OSError, OutputError):
        # Read-only, or another process is completing it: its graph is whole where it stands.
        if (journal := path / JOURNAL / GRAPH_FILE).is_file():
            return Location(journal)
    file = path / GRAPH_FILE
    if not file.is_file():
        raise GraphError("E030", path=path)
    if not file.stat().st_size:
        raise GraphError("E404", path=file, reason="it is empty")
    if not _fresh(path, thorough):
        try:
            with locked(path):
                if not _fresh(path, thorough):
                    _rebuild(path)
        except (OSError, OutputError):
            return Location(file)
    return Location(file, path / STORE / _DATA)


def write_store(
    folder: Path,
    file: Path | None = None,
    *,
    previous: Path | None = None,
    written: bool = False,
    threads: int = 1,
) -> None:
    """Load `file`, or else `folder/graph.ttl`, into `folder/store`.

    `written` says that the file is as `kg.graph.write` makes it, which is faster to load, the more so
    in several `threads`.

    Where the folder `previous` holds a sound store of a graph that differs a little, only the
    difference is loaded. Raises `GraphError` E404 where the file is damaged.
    """
    file = file or folder / GRAPH_FILE
    data = folder / STORE / _DATA
    data.mkdir(parents=True)
    if not _is_updated(data, file, previous):
        store = Store(str(data))
        with _damage_named(file):
            if written:
                load_blocks(store, file, threads)
            else:
                _load_in_batches(store, file)
        # One pass that makes of the batches' files one: every query is faster by half.
        store.optimize()
        store.flush()
        # Closed, so that its files stay as they are.
        del store
    stamp = {**_stat(file), "sha256": sha256(file), "store": _hash_store(data)}
    (folder / STORE / _STAMP).write_text(json.dumps(stamp), encoding="utf-8")


def _is_updated(data: Path, file: Path, previous: Path | None) -> bool:
    if previous is None or not _fresh(previous, thorough=True):
        return False
    return update_store(previous / STORE / _DATA, previous / GRAPH_FILE, data, file)


def _rebuild(folder: Path) -> None:
    with staging(folder, "store") as made:
        write_store(made, folder / GRAPH_FILE)
        if (folder / STORE).exists():
            (folder / STORE).rename(made / "old")
        (made / STORE).rename(folder / STORE)


def _fresh(folder: Path, thorough: bool = False) -> bool:
    """Say whether the store holds what `graph.ttl` says; equal size and time count as equal.

    Where a part of it is damaged the engine may answer some queries wrongly, or never: `thorough`
    looks for that.
    """
    try:
        stamp: Any = json.loads((folder / STORE / _STAMP).read_text(encoding="utf-8"))
        if not isinstance(stamp, dict):
            return False
        now = _stat(folder / GRAPH_FILE)
        if any(stamp.get(name) != now[name] for name in ("engine", "size")):
            return False
        if thorough and stamp.get("store") != _hash_store(folder / STORE / _DATA):
            return False
        return stamp.get("time") == now["time"] or stamp.get("sha256") == sha256(
            folder / GRAPH_FILE
        )
    except (OSError, ValueError):
        return False


def _stat(file: Path) -> dict[str, object]:
    status = file.stat()
    return {
        "engine": engine_version,
        "size": status.st_size,
        "time": status.st_mtime_ns,
    }


def _hash_store(data: Path) -> str:
    """Hash the files of a store, which never change once it is closed, but for the engine's log."""
    digest = hashlib.sha256()
    for file in sorted(data.iterdir()):
        if not file.name.startswith(_ASIDE):
            digest.update(f"{file.name} {sha256(file)}\n".encode())
    return digest.hexdigest()


def _load_file(file: Path) -> Store:
    store = Store()
    syntax = FORMATS[file.suffix.lower()]
    with _damage_named(file):
        if syntax in _WITH_GRAPHS:
            # There is one graph here: what named graphs hold belongs to it.
            quads = parse(path=str(file), format=syntax, base_iri=_base(file))
            store.bulk_extend(Quad(q.subject, q.predicate, q.object) for q in quads)
        else:
            store.bulk_load(path=str(file), format=syntax, base_iri=_base(file))
    return store


def _load_in_batches(store: Store, file: Path) -> None:
    quads = parse(path=str(file), format=RdfFormat.TURTLE)
    empty = True
    for first in quads:
        empty = False
        # Handed over one by one: the loader keeps them in less room than a list of them takes.
        store.bulk_extend(chain((first,), islice(quads, _BATCH - 1)))
    if empty:
        raise GraphError("E404", path=file, reason="no triple is in it")


def _base(file: Path) -> str:
    """Name what a file calls relative to itself, without the path that it has on this machine."""
    return f"{BASE}file/{quote(file.name)}"


@contextmanager
def _damage_named(file: Path) -> Iterator[None]:
    try:
        yield
    except (SyntaxError, ValueError, RuntimeError) as error:
        raise GraphError("E404", path=file, reason=error) from error

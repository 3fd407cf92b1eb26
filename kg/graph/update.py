"""Bringing a store up to date with a graph that has changed a little, without loading all of it.

A graph's file consists of blocks, each with all triples of one subject, and the tables of a store
never change once they are written: so the tables are shared with the old store, and only the triples
of blocks that differ are taken out and put in.
"""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import zip_longest
from pathlib import Path
from typing import Final

from pyoxigraph import Quad, RdfFormat, Store, parse

from kg.graph.turtle import HEADER

_END: Final = b" .\n"
"""Ends a block, and stands nowhere else, since line breaks in literals are escaped."""
_CHUNK: Final = 1 << 20
_PIECE: Final = 8 << 20
_TABLES: Final = 40
"""Tables from which on a store is better loaded anew than added to."""
_SHARE: Final = 0.1
"""Share of the file's bytes that may differ; from there on loading is faster."""
_NEEDLESS: Final = ("LOCK", "LOG")


def update_store(old: Path, old_file: Path, new: Path, new_file: Path) -> bool:
    """Make in the empty folder `new` a store of `new_file`, out of the store `old` of `old_file`.

    Says whether it did: not where too much differs, or the file system cannot share files; the
    folder is empty again then.
    """
    if sum(1 for _ in old.glob("*.sst")) > _TABLES:
        return False
    changed = difference(blocks(old_file), blocks(new_file), int(_SHARE * new_file.stat().st_size))
    if changed is None:
        return False
    gone, come = map(_quads, changed)
    try:
        for path in old.iterdir():
            if path.suffix == ".sst":
                os.link(path, new / path.name)
            elif path.name not in _NEEDLESS:
                shutil.copyfile(path, new / path.name)
    except OSError:
        for path in new.iterdir():
            path.unlink()
        return False
    store = Store(str(new))
    for quad in gone - come:
        store.remove(quad)
    store.extend(come - gone)
    store.flush()
    # Closed, so that its files stay as they are.
    del store
    return True


def difference(
    old: Iterable[bytes], new: Iterable[bytes], most: int
) -> tuple[list[bytes], list[bytes]] | None:
    """Return what only `old` has and what only `new` has; None where that is more than `most` bytes.

    Needs memory for what differs, and for what lies between the places of equal items.
    """
    gone: dict[bytes, None] = {}
    come: dict[bytes, None] = {}
    size = 0
    for one, other in zip_longest(old, new):
        if one == other:
            continue
        for item, here, there in ((one, gone, come), (other, come, gone)):
            if item in there:
                del there[item]
                size -= len(item)
            elif item is not None:
                here[item] = None
                size += len(item)
        if size > most:
            return None
    return list(gone), list(come)


def blocks(file: Path) -> Iterator[bytes]:
    """Yield the blocks of a graph's file without their ends, headings and prefixes among them."""
    rest = b""
    with file.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            *whole, rest = (rest + chunk).split(_END)
            yield from whole
    yield rest


def load_blocks(store: Store, file: Path, threads: int = 1) -> None:
    """Load a graph's file, as a build has written it, piece by piece, so that memory stays bounded.

    A fifth faster than triple by triple, which works for any file; `threads` work side by side, since
    the engine needs no lock of Python's, on pieces as much smaller.
    """

    def load(piece: bytes) -> None:
        store.bulk_load(input=HEADER + piece, format=RdfFormat.TURTLE)

    with ThreadPoolExecutor(threads) as pool:
        waiting = deque[Future[None]]()
        for piece in _pieces(file, _PIECE // threads):
            waiting.append(pool.submit(load, piece))
            if len(waiting) > threads:
                waiting.popleft().result()
        for one in waiting:
            one.result()


def _pieces(file: Path, size: int) -> Iterator[bytes]:
    """Yield a graph's file in pieces of about `size` bytes, each of whole blocks."""
    rest = b""
    with file.open("rb") as stream:
        while chunk := stream.read(size):
            whole, end, rest = (rest + chunk).rpartition(_END)
            yield whole + end
    yield rest


def _quads(texts: Iterable[bytes]) -> set[Quad]:
    document = HEADER + b"".join(text + _END for text in texts if text)
    return set(parse(input=document, format=RdfFormat.TURTLE))

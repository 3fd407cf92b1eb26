"""Files of extractions by content: what one worker of many has read, for a build to take over.

A file is a line that names the format, a line of JSON (`fingerprint`, `shard`, `shards`), and
entries: key (32 bytes), length of the body (4 bytes, big-endian), body (`encode_extraction`). The last
entry has no body, and the SHA-256 of all before it for a key. Equal extractions make equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Self

from kg.cache.codec import encode_extraction
from kg.cache.store import ExtractionCache, content_key
from kg.errors import MESSAGES, InputError, UsageError
from kg.extract.data import Extraction
from kg.files import writing_bytes
from kg.papers import Paper

ENDING: Final = ".kgx"
_FORMAT: Final = b"kg extractions 1\n"
_HEADER: Final = 1 << 10
_KEY: Final = hashlib.sha256().digest_size
_LENGTH: Final = 4
_BODY: Final = 1 << 28
"""More bytes than any body has; a length beyond it is damage."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` (from 1) of the `count` parts that papers fall into by a hash of their text."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `i/n`; raises `UsageError` E225 for anything else."""
        number, slash, count = text.partition("/")
        if slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
            return cls(int(number), int(count))
        raise UsageError("E225", value=text)

    def holds(self, paper: Paper) -> bool:
        """Say whether a paper is in this part; the same on every machine and in every version."""
        return int.from_bytes(content_key(paper)) % self.count == self.number - 1


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself: the extractor's fingerprint and the part it holds."""

    fingerprint: str
    shard: Shard


def write_shard(path: Path, header: Header, extractions: Iterable[Extraction]) -> None:
    """Write a file, which is there once it is whole; raises `OutputError` E020."""
    digest = hashlib.sha256()
    with writing_bytes(path) as stream:

        def write(data: bytes) -> None:
            digest.update(data)
            stream.write(data)

        shard = header.shard
        fields = {
            "fingerprint": header.fingerprint,
            "shard": shard.number,
            "shards": shard.count,
        }
        write(_FORMAT + json.dumps(fields).encode() + b"\n")
        for extraction in extractions:
            body = encode_extraction(extraction)
            write(content_key(extraction.paper, header.fingerprint))
            write(len(body).to_bytes(_LENGTH) + body)
        stream.write(digest.digest() + bytes(_LENGTH))


def read_header(path: Path) -> Header:
    """Read what a file says of itself; raises `InputError` E226 where it is no such file."""
    with _opened(path) as stream:
        return _header(path, stream)[0]


def read_entries(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield key and body of each entry; raises `InputError` E226 at the latest after the last."""
    with _opened(path) as stream:
        digest = hashlib.sha256(_header(path, stream)[1])
        while True:
            head = stream.read(_KEY + _LENGTH)
            key, length = head[:_KEY], int.from_bytes(head[_KEY:])
            if len(head) < _KEY + _LENGTH or length > _BODY:
                raise InputError("E226", path=path, reason="it is cut off or damaged")
            if not length:
                break
            body = stream.read(length)
            digest.update(head + body)
            yield key, body
        if key != digest.digest():
            raise InputError("E226", path=path, reason="it is damaged")


def take_over(
    cache: ExtractionCache, paths: Sequence[Path], on_problem: Callable[[str], None]
) -> None:
    """Let `cache` take over what the files at `paths`, or in these folders, hold.

    `on_problem` hears of files by another extractor (W220) and of missing ones (W221). Raises
    `InputError` E001, E002, E226 or E227; what a damaged file holds is not taken over.
    """
    found: dict[int, set[int]] = {}
    for path in _files(paths):
        header = read_header(path)
        if header.fingerprint != cache.fingerprint:
            on_problem(_warning("W220", path=path, found=header.fingerprint))
            continue
        cache.absorb(read_entries(path))
        found.setdefault(header.shard.count, set()).add(header.shard.number)
    for count, numbers in found.items():
        if missing := sorted(set(range(1, count + 1)) - numbers):
            first = f"{missing[0]}/{count}"
            on_problem(_warning("W221", count=count, missing=len(missing), first=first))


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted(path.glob("*" + ENDING))
        if not files:
            raise InputError("E227", path=path, ending=ENDING)
        yield from files


def _warning(code: str, **fields: object) -> str:
    return f"[{code}] " + MESSAGES[code].format(**fields)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        with path.open("rb") as stream:
            yield stream
    except FileNotFoundError as error:
        raise InputError("E001", path=path) from error
    except OSError as error:
        raise InputError("E002", path=path, reason=error.strerror or error) from error


def _header(path: Path, stream: IO[bytes]) -> tuple[Header, bytes]:
    """Read the first two lines, parsed and as they are."""
    lines = stream.readline(_HEADER), stream.readline(_HEADER)
    if lines[0] != _FORMAT:
        raise InputError("E226", path=path, reason="another format")
    try:
        fields = json.loads(lines[1])
        shard = Shard.parse(f"{fields['shard']}/{fields['shards']}")
        return Header(str(fields["fingerprint"]), shard), b"".join(lines)
    except (ValueError, KeyError, TypeError, UsageError) as error:
        raise InputError("E226", path=path, reason="it is damaged") from error

"""The files that a caller names: by path, folder, pattern, standard input, and inside archives."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import sys
import tempfile
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from glob import glob, has_magic
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from kg.errors import InputError
from kg.readers.source import damage_errors

_PART: Final = 1 << 20
_ZSTD_PART: Final = 1 << 10
"""Packed bytes to unpack at a time: each can stand for 32 KiB."""
_OFFICE: Final = ("[Content_Types].xml", "mimetype")
Open = Callable[[], BinaryIO]


@dataclass(frozen=True, slots=True)
class File:
    """One thing to read: `path` as the caller named it, `name` for sources, `open` anew at its start.

    `chosen` is false for what was found in a folder or an archive: not all of it need be reading lists.
    """

    path: str
    name: str
    open: Open
    chosen: bool = True


def expand(inputs: Sequence[str | Path]) -> list[File]:
    """List the files behind `inputs`, in the order given and by name within folders, patterns and archives.

    Raises `InputError` E001 for what does not exist, E002 for what may not be read, E101 for a
    folder without files. Equal base names get a mark of their content, the same on every machine.
    """
    found = {
        one.path: one for given in inputs for file in _expand(str(given)) for one in _unpacked(file)
    }
    counts = Counter(one.name for one in found.values())
    return [
        one if counts[one.name] == 1 else replace(one, name=_marked(one)) for one in found.values()
    ]


def _expand(given: str) -> Iterator[File]:
    if given == "-":
        if sys.stdin is None:
            raise InputError("E002", path="-", reason="standard input is closed")
        yield File("-", "stdin", _replayed(sys.stdin.buffer))
        return
    path = Path(given)
    if path.is_dir():
        files = sorted(
            one for one in path.rglob("*") if one.is_file() and not _hidden(one.relative_to(path))
        )
        if not files:
            raise InputError("E101", path=given)
        yield from (_file(one, chosen=False) for one in files)
    elif path.exists():
        yield _file(path)
    elif has_magic(given) and (matches := _matches(given)):
        yield from (_file(Path(one)) for one in matches if Path(one).is_file())
    else:
        raise InputError("E001", path=given)


def _matches(pattern: str) -> list[str]:
    # Path.glob takes no absolute pattern.
    return sorted(glob(pattern, recursive=True))  # noqa: PTH207


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in path.parts)


def _file(path: Path, *, chosen: bool = True) -> File:
    try:
        with path.open("rb") as stream:
            # A pipe, as of a shell's <(command), gives its bytes only once.
            again = _replayed(stream) if path.is_fifo() else lambda: path.open("rb")
            return File(str(path), _shown(path.name), again, chosen)
    except OSError as error:
        raise InputError("E002", path=path, reason=error.strerror or error) from error


def _shown(name: str) -> str:
    """Return a file's name as text that is the same on every machine, whatever its locale makes of the bytes."""
    return unicodedata.normalize(
        "NFC", name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )


def _replayed(stream: BinaryIO) -> Open:
    """Keep a stream that can be read once, in memory or on disk, so that it can be read again."""
    kept = tempfile.SpooledTemporaryFile(max_size=1 << 26)  # noqa: SIM115
    while data := stream.read(_PART):
        kept.write(data)
    return lambda: io.BufferedReader(_View(cast(BinaryIO, kept)))


class _View(io.RawIOBase):
    """Reads a shared file from a position of its own."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        self._file.seek(self._at)
        data = self._file.read(len(view))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


def _unpacked(file: File) -> Iterator[File]:
    """Yield the file itself, or what it holds packed; archives within archives stay closed."""
    with file.open() as stream:
        start = stream.read(8)
    for magic, opener in _PACKERS:
        if start.startswith(magic):
            name = _without_ending(file.name)
            yield replace(file, name=name, open=partial(_opened, opener, file.open))
            return
    if start.startswith(b"PK\x03\x04"):
        yield from _members(file)
    else:
        yield file


def _opened(opener: Callable[[BinaryIO], BinaryIO], open_packed: Open) -> BinaryIO:
    return opener(open_packed())


class _Zstandard(io.RawIOBase):
    """Unpacks frame after frame; unlike the package's own reader it notices a file that is cut off."""

    def __init__(self, packed: BinaryIO) -> None:
        import zstandard

        self._packed = packed
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._frame = self._new_frame()
        self._begun = False
        self._held = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._held:
            data = self._frame.unused_data if self._frame.eof else b""
            data = data or self._packed.read(_ZSTD_PART)
            if self._frame.eof:
                self._frame, self._begun = self._new_frame(), False
            if not data:
                if self._begun:
                    raise EOFError("the file is cut off")
                return 0
            self._begun = True
            self._held = memoryview(self._frame.decompress(data))
        size = min(len(buffer), len(self._held))
        buffer[:size] = self._held[:size]
        self._held = self._held[size:]
        return size


def _zstd(stream: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Zstandard(stream), _PART))


def _gzip(stream: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, gzip.GzipFile(fileobj=stream))


def _bz2(stream: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, bz2.BZ2File(stream))


def _xz(stream: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, lzma.LZMAFile(stream))


_PACKERS: Final = (
    (b"\x1f\x8b", _gzip),
    (b"\x28\xb5\x2f\xfd", _zstd),
    (b"BZh", _bz2),
    (b"\xfd7zXZ\x00", _xz),
)


def _without_ending(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return (
        stem
        if dot and stem and ending.lower() in ("gz", "zst", "zstd", "bz2", "xz", "z", "tgz")
        else name
    )


def _members(file: File) -> Iterator[File]:
    try:
        with file.open() as stream, zipfile.ZipFile(stream) as archive:
            infos = sorted(
                (one for one in archive.infolist() if not one.filename.endswith("/")),
                key=lambda one: one.filename,
            )
    except damage_errors():
        infos = []
    if not infos or any(one.filename in _OFFICE for one in infos):
        # An office document, or no archive after all: the reader of the file says what it is.
        yield file
        return
    for info in infos:
        inside = PurePosixPath(info.filename.replace("\\", "/"))
        if not _hidden(Path(*inside.parts)):
            yield File(
                f"{file.path}!{info.filename}",
                inside.name,
                partial(_member, file.open, info.filename),
                False,
            )


def _member(open_archive: Open, name: str) -> BinaryIO:
    # The archive stays open as long as its member is read.
    return cast(BinaryIO, zipfile.ZipFile(open_archive()).open(name))


def _marked(one: File) -> str:
    try:
        with one.open() as stream:
            start = stream.read(_PART)
    except damage_errors():
        # The reader of the file says what is wrong with it.
        start = b""
    mark = hashlib.sha256(start).hexdigest()[:6]
    stem, dot, suffix = one.name.partition(".")
    return f"{stem}~{mark}{dot}{suffix}"

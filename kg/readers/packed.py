"""What packed files hold: streams of gzip, bzip2, xz and Zstandard, and the members of zip and tar."""

from __future__ import annotations

import bz2
import io
import lzma
import tarfile
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Any, BinaryIO, Final, cast

from kg.readers.source import damage_errors

PART: Final = 1 << 20
_STEP: Final = 1 << 10
"""Packed bytes to unpack at a time: each can stand for 1 KiB (gzip) or 32 KiB (Zstandard)."""
OFFICE: Final = ("[Content_Types].xml", "mimetype")
_MOST_LAYERS: Final = 3
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


def unpacked(file: File) -> Iterator[File]:
    """Yield the file itself, or what it holds packed; archives within archives stay closed.

    An archive that is cut off is yielded after its members, to be reported by its reader.
    """
    file = _layers_off(file)
    start = _start(file)
    if start.startswith(b"PK\x03\x04"):
        members = _zip_members(file)
    elif is_tar(start):
        members = _tar_members(file)
    else:
        yield file
        return
    yield from (member if member.open is file.open else _layers_off(member) for member in members)


def hidden(parts: tuple[str, ...]) -> bool:
    """Whether a path within a folder or an archive belongs to the system, not to the user."""
    return any(part.startswith((".", "__MACOSX")) and part.strip(".") for part in parts)


def is_tar(start: bytes) -> bool:
    """Whether a file that begins so is a tar archive."""
    return start[257:262] == b"ustar"


def replayed(stream: BinaryIO) -> Open:
    """Keep a stream that can be read once, in memory or on disk, so that it can be read again."""
    kept = _Kept()
    kept.copy(stream)
    return kept.open


class _Kept:
    """A copy of a stream, in memory while it is small."""

    def __init__(self) -> None:
        self._file = cast(BinaryIO, tempfile.SpooledTemporaryFile(max_size=1 << 26))  # noqa: SIM115

    def copy(self, stream: BinaryIO) -> None:
        while data := stream.read(PART):
            self._file.write(data)

    def open(self) -> BinaryIO:
        return io.BufferedReader(_View(self._file))


class _View(io.RawIOBase):
    """Reads a shared file from a position of its own."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_END:
            self._at = self._file.seek(offset, whence)
        else:
            self._at = offset + (self._at if whence == io.SEEK_CUR else 0)
        return self._at

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        self._file.seek(self._at)
        data = self._file.read(len(view))
        view[: len(data)] = data
        self._at += len(data)
        return len(data)


class _Unpacked(io.RawIOBase):
    """Unpacks stream after stream; unlike the packages' own readers it gives all that comes before damage."""

    def __init__(self, packed: BinaryIO, new: Callable[[], Any], *, bounded: bool) -> None:
        self._packed = packed
        self._new = new
        self._unpacker = new()
        self._limit = (PART,) if bounded else ()
        self._held = memoryview(b"")
        self._damage: Exception | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._packed.close()
        super().close()

    def readinto(self, buffer: Any) -> int:
        done = 0
        while done < len(buffer) and self._held_after(done):
            size = min(len(buffer) - done, len(self._held))
            buffer[done : done + size] = self._held[:size]
            self._held = self._held[size:]
            done += size
        return done

    def _held_after(self, done: int) -> bool:
        """Have more unpacked; raises what the unpacker does, but not before the `done` bytes are handed out."""
        try:
            while not self._held and self._damage is None:
                data = self._more()
                if data is None:
                    return False
                self._held = memoryview(self._unpacker.decompress(data, *self._limit))
        except damage_errors() as error:
            self._damage = error
        if self._damage is not None and not self._held and not done:
            raise self._damage
        return bool(self._held)

    def _more(self) -> bytes | None:
        """Return packed bytes, or None at the end; raises `EOFError` if a stream is cut off."""
        if not self._unpacker.eof:
            if not getattr(self._unpacker, "needs_input", True):
                return b""
            data = self._packed.read(_STEP)
            if not data:
                raise EOFError("the file is cut off")
            return data
        # Zeros may fill a tape up to the end of its last block.
        data = self._unpacker.unused_data.lstrip(b"\x00")
        while not data:
            data = self._packed.read(_STEP)
            if not data:
                return None
            data = data.lstrip(b"\x00")
        self._unpacker = self._new()
        return data


def _gzip(packed: BinaryIO) -> io.RawIOBase:
    return _Unpacked(packed, lambda: zlib.decompressobj(16 + zlib.MAX_WBITS), bounded=False)


def _zstd(packed: BinaryIO) -> io.RawIOBase:
    import zstandard

    new = zstandard.ZstdDecompressor().decompressobj
    return _Unpacked(packed, new, bounded=False)


def _bz2(packed: BinaryIO) -> io.RawIOBase:
    return _Unpacked(packed, bz2.BZ2Decompressor, bounded=True)


def _xz(packed: BinaryIO) -> io.RawIOBase:
    return _Unpacked(packed, lzma.LZMADecompressor, bounded=True)


_PACKERS: Final = (
    (b"\x1f\x8b", _gzip),
    (b"\x28\xb5\x2f\xfd", _zstd),
    (b"BZh", _bz2),
    (b"\xfd7zXZ\x00", _xz),
)


def _layers_off(file: File) -> File:
    """Return the file with the packing around it taken off; its name loses the ending of the packer."""
    for _ in range(_MOST_LAYERS):
        start = _start(file)
        opener = next((one for magic, one in _PACKERS if start.startswith(magic)), None)
        if opener is None:
            return file
        name = _without_ending(file.name)
        file = replace(file, name=name, open=partial(_opened, opener, file.open))
    return file


def _opened(opener: Callable[[BinaryIO], io.RawIOBase], open_packed: Open) -> BinaryIO:
    # Without a buffer, which would lose what it holds when damage comes.
    return cast(BinaryIO, opener(open_packed()))


def _start(file: File) -> bytes:
    try:
        with file.open() as stream:
            return stream.read(512)
    except damage_errors():
        # The reader of the file says what is wrong with it.
        return b""


def _without_ending(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem:
        return name
    if ending.lower() in ("tgz", "tbz", "tbz2", "txz", "tzst"):
        return f"{stem}.tar"
    return stem if ending.lower() in ("gz", "zst", "zstd", "bz2", "xz", "z") else name


def _zip_members(file: File) -> Iterator[File]:
    try:
        with file.open() as stream, zipfile.ZipFile(stream) as archive:
            infos = sorted(
                (one for one in archive.infolist() if not one.filename.endswith("/")),
                key=lambda one: one.filename,
            )
    except damage_errors():
        infos = []
    if not infos or any(one.filename in OFFICE for one in infos):
        # An office document, or no archive after all: the reader of the file says what it is.
        yield file
        return
    openers = ((one.filename, partial(_open_zipped, file.open, one)) for one in infos)
    yield from _members(file, openers)


def _open_zipped(open_archive: Open, info: zipfile.ZipInfo) -> BinaryIO:
    # The archive stays open as long as its member is read. Two members may have one name.
    return cast(BinaryIO, zipfile.ZipFile(open_archive()).open(info))


def _tar_members(file: File) -> Iterator[File]:
    whole, open_tar, infos = True, file.open, list[tarfile.TarInfo]()
    with file.open() as stream:
        if not stream.seekable():
            kept = _Kept()
            open_tar = kept.open
            try:
                kept.copy(stream)
            except damage_errors():
                whole = False
    try:
        with open_tar() as stream, tarfile.open(fileobj=stream, mode="r:") as archive:
            infos += (one for one in archive if one.isfile())
            stream.seek(archive.offset)
            # A whole archive ends with a block of zeros.
            whole = whole and not any(stream.read(512) or b"cut")
    except damage_errors():
        whole = False
    infos.sort(key=lambda one: one.name)
    openers = ((one.name, partial(_open_in_tar, open_tar, one)) for one in infos)
    yield from _members(file, openers)
    if not whole or not infos:
        yield file


def _open_in_tar(open_archive: Open, info: tarfile.TarInfo) -> BinaryIO:
    archive = tarfile.open(fileobj=open_archive(), mode="r:")  # noqa: SIM115
    stream = archive.extractfile(info)
    return cast(BinaryIO, stream if stream is not None else io.BytesIO())


def _members(file: File, openers: Iterator[tuple[str, Open]]) -> Iterator[File]:
    seen = Counter[str]()
    for name, opener in openers:
        inside = PurePosixPath(name.replace("\\", "/"))
        if not hidden(inside.parts):
            seen[name] += 1
            again = f"#{seen[name]}" if seen[name] > 1 else ""
            yield File(f"{file.path}!{name}{again}", inside.name, opener, False)

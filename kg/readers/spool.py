"""The papers of a corpus in the order they were read: in memory while they are few, else in a temporary file."""

from __future__ import annotations

import marshal
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import fields as fields_of
from itertools import starmap
from os import SEEK_END
from typing import IO, Any, Final

from kg.errors import InputError
from kg.papers import Author, Paper, Source

_IN_MEMORY = 1 << 26
_OVERHEAD = 1 << 10
_FIELDS: Final = tuple(one.name for one in fields_of(Paper))
_AUTHORS: Final = _FIELDS.index("authors")
_SOURCES: Final = _FIELDS.index("sources")


class Spool:
    """An append-only sequence of papers of which at most about 64 MiB are in memory."""

    def __init__(self, in_memory: int = _IN_MEMORY) -> None:
        self._limit = in_memory
        self._size = 0
        self._papers = list[Paper]()
        self._file: IO[bytes] | None = None
        self._offsets = array("Q")

    def append(self, paper: Paper) -> None:
        """Add a paper; raises `InputError` E103 if the temporary file cannot be written."""
        self._size += len(paper.title) + len(paper.abstract) + _OVERHEAD
        if self._file is None and self._size <= self._limit:
            self._papers.append(paper)
            return
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile()  # noqa: SIM115
                for held in self._papers:
                    self._write(self._file, held)
                self._papers.clear()
            self._write(self._file, paper)
        except OSError as error:
            raise InputError(
                "E103", folder=tempfile.gettempdir(), reason=error.strerror or error
            ) from error

    def _write(self, file: IO[bytes], paper: Paper) -> None:
        file.seek(0, SEEK_END)
        self._offsets.append(file.tell())
        marshal.dump(_packed(paper), file)

    def __len__(self) -> int:
        return len(self._papers) if self._file is None else len(self._offsets)

    def __getitem__(self, index: int) -> Paper:
        if self._file is None:
            return self._papers[index]
        if self._file.tell() != self._offsets[index]:
            self._file.seek(self._offsets[index])
        return _unpacked(marshal.load(self._file))

    def __iter__(self) -> Iterator[Paper]:
        return (self[index] for index in range(len(self)))


def _packed(paper: Paper) -> tuple[Any, ...]:
    """Return the fields of a paper as plain tuples, which are written several times faster than objects."""
    values = [getattr(paper, name) for name in _FIELDS]
    values[_AUTHORS] = tuple((one.name, one.orcid) for one in paper.authors)
    values[_SOURCES] = tuple((one.file, one.line, one.key) for one in paper.sources)
    return tuple(values)


def _unpacked(values: Sequence[Any]) -> Paper:
    fields = dict(zip(_FIELDS, values, strict=True))
    fields["authors"] = tuple(starmap(Author, fields["authors"]))
    fields["sources"] = tuple(starmap(Source, fields["sources"]))
    return Paper(**fields)

"""The papers of a corpus in the order they were read: in memory while they are few, else in a temporary file."""

from __future__ import annotations

import pickle
import tempfile
from array import array
from collections.abc import Iterator
from typing import IO

from kg.errors import InputError
from kg.papers import Paper

_IN_MEMORY = 1 << 26
_OVERHEAD = 1 << 10


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
        self._offsets.append(file.tell())
        pickle.dump(paper, file, pickle.HIGHEST_PROTOCOL)

    def __len__(self) -> int:
        return len(self._papers) if self._file is None else len(self._offsets)

    def __getitem__(self, index: int) -> Paper:
        if self._file is None:
            return self._papers[index]
        here = self._file.tell()
        if self._offsets[index] != here:
            self._file.seek(self._offsets[index])
        paper = pickle.load(self._file)
        assert isinstance(paper, Paper)
        return paper

    def __iter__(self) -> Iterator[Paper]:
        return (self[index] for index in range(len(self)))

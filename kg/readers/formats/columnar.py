"""Parquet, with the extra `kg[parquet]`: data sets of papers, read batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kg.readers.data import Entry, Notes
from kg.readers.formats import json_records
from kg.readers.packed import replayed
from kg.readers.source import Source, damage_errors

_BATCH: Final = 1000


def parse(source: Source, notes: Notes) -> Iterator[Entry]:
    """Yield an entry for each row; its line is its number. Without the extra the file is reported (E111)."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        notes.warn("E111")
        return
    number = 0
    try:
        with source.open_bytes() as stream:
            file = stream if stream.seekable() else replayed(stream)()
            for batch in pyarrow.parquet.ParquetFile(file).iter_batches(_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield from json_records.entries(number, _plain(row), notes)
    except (*damage_errors(), pyarrow.ArrowException) as error:
        notes.warn("E112", reason=str(error).strip().split("\n")[0].rstrip("."))


def _plain(value: Any) -> Any:
    """Return a value with dates as texts, as JSON has them."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value.isoformat() if hasattr(value, "isoformat") else value

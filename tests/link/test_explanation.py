"""The record of a linking."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import GraphError
from kg.link.explanation import read_record


@pytest.mark.parametrize("line", [b'{"id": "method/x', b'{"a": 1}', b"[]", b"\xc1\xff", b"1"])
def test_a_damaged_record_names_file_and_line(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "linking.jsonl").write_bytes(line + b"\n")
    with pytest.raises(GraphError, match=r"E404.*linking\.jsonl.*line 1"):
        list(read_record(tmp_path))

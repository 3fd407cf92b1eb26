from __future__ import annotations

import datetime
import io
import sys
from pathlib import Path

import pytest

from tests.readers.support import read_text


def test_without_the_extra_the_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    papers, report = read_text(tmp_path, b"PAR1" + bytes(60) + b"PAR1", "a.parquet")
    assert (papers, report.records, report.format) == ([], 0, "parquet")
    assert "kg[parquet]" in report.warnings[0]


def test_rows_are_records(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {
            "title": ["Rows ahead", "Tables on flash", None],
            "abstract": ["We fetch rows.", None, None],
            "authors": [["Ada Byron", "Alan Turing"], [], None],
            "update_date": [datetime.date(2019, 5, 1), None, None],
        }
    )
    out = io.BytesIO()
    parquet.write_table(table, out)
    papers, report = read_text(tmp_path, out.getvalue(), "a.parquet")
    assert (report.records, len(report.skipped), report.with_abstract) == (3, 1, 1)
    assert [(one.title, one.year) for one in papers] == [("Rows ahead", 2019), ("Tables on flash", None)]  # fmt: skip
    assert [one.name for one in papers[0].authors] == ["Ada Byron", "Alan Turing"]
    _, report = read_text(tmp_path, out.getvalue()[:-30], "a.parquet")
    assert "E112" in report.warnings[0]

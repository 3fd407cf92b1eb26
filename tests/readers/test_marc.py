from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text


def record(fields: list[tuple[str, str]], encoding: str = "utf-8") -> bytes:
    directory, body = b"", b""
    for tag, value in fields:
        data = value.encode(encoding) + b"\x1e"
        directory += f"{tag}{len(data):04}{len(body):05}".encode()
        body += data
    base = 24 + len(directory) + 1
    leader = f"{base + len(body) + 1:05}nam a22{base:05} a 4500".encode()
    return leader + directory + b"\x1e" + body + b"\x1d"


ONE = [
    ("001", "77"),
    ("024", "7 \x1fa10.1000/x\x1f2doi"),
    ("100", "1 \x1faByron, Ada,"),
    ("245", "10\x1faRows :\x1fbahead /\x1fcAda Byron."),
    ("260", "  \x1fbPress,\x1fc2019."),
    ("520", "  \x1faWe fétch rows."),
    ("650", " 0\x1faMemory."),
    ("700", "1 \x1faTuring, Alan."),
]
TWO = [("245", "10\x1faTables on flash")]


@pytest.mark.parametrize("ending", ["mrc", "marc", "dat", "txt"])
def test_records_of_library_catalogues(tmp_path: Path, ending: str) -> None:
    (one, two), report = read_text(tmp_path, record(ONE) + record(TWO) + b"\r\n", f"a.{ending}")
    assert (report.format, report.records, report.warnings) == ("marc", 2, ())
    assert (one.title, one.year, one.doi) == ("Rows : ahead", 2019, "10.1000/x")
    assert one.abstract == "We fétch rows."
    assert [author.name for author in one.authors] == ["Ada Byron", "Alan Turing"]
    assert (two.title, two.sources[0].line) == ("Tables on flash", 2)


def test_damage_costs_one_record(tmp_path: Path) -> None:
    data = record(ONE) + b"00012nonsense\x1d" + record(TWO)
    papers, report = read_text(tmp_path, data + record(ONE)[:90], "a.mrc")
    assert [paper.title for paper in papers] == ["Rows : ahead", "Tables on flash"]
    assert (report.records, [one.line for one in report.skipped]) == (4, [2, 4])


def test_old_letters_are_told(tmp_path: Path) -> None:
    (paper,), report = read_text(
        tmp_path, record([("245", "10\x1faÜber Zeilen")], "cp1252"), "a.mrc"
    )
    assert paper.title == "Über Zeilen"
    assert "W101" in report.warnings[0]

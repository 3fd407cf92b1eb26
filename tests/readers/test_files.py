from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.readers import read


def test_folders_and_patterns_are_read_in_order_of_names(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "sub/c.txt", ".hidden/d.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"We cache rows of {name}.")
    assert [report.file for report in read([tmp_path]).files] == ["a.txt", "b.txt", "c.txt"]
    assert [report.file for report in read([str(tmp_path / "*.txt")]).files] == ["a.txt", "b.txt"]


def test_equal_base_names_are_told_apart_by_content_alone(tmp_path: Path) -> None:
    names = []
    for root in ("one", "two"):
        for folder, text in (("x", "We cache rows."), ("y", "We cache columns.")):
            path = tmp_path / root / folder / "list.txt"
            path.parent.mkdir(parents=True)
            path.write_text(text)
        names.append([report.file for report in read([tmp_path / root]).files])
    assert names[0] == names[1]
    assert len(set(names[0])) == 2
    assert all(name.startswith("list~") and name.endswith(".txt") for name in names[0])


def test_what_does_not_exist_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"E001.*nowhere\.txt"):
        read([tmp_path / "nowhere.txt"])
    with pytest.raises(InputError, match="E101"):
        read([tmp_path])


@pytest.mark.parametrize(
    ("data", "code", "form"),
    [
        (b"", "E003", "empty"),
        (b" \n\n ", "E003", "empty"),
        (bytes(range(32)) * 9, "E004", "binary"),
        (b"<!DOCTYPE html><html><p>Sign in</p></html>", "E102", "html"),
    ],
)
def test_what_is_no_list_is_reported_and_the_rest_is_read(
    tmp_path: Path, data: bytes, code: str, form: str
) -> None:
    (tmp_path / "bad.txt").write_bytes(data)
    (tmp_path / "good.txt").write_text("We cache rows.")
    heard: list[str] = []
    reading = read([tmp_path / "bad.txt", tmp_path / "good.txt"], on_problem=heard.append)
    assert reading.files[0].format == form
    assert code in reading.files[0].warnings[0]
    assert tuple(heard) == reading.files[0].warnings
    assert len(reading) == 1


def test_a_pipe_is_read_although_it_gives_its_bytes_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("We cache rows of tables."))
    writer.start()
    reading = read([pipe])
    writer.join(10)
    assert [paper.abstract for paper in reading] == ["We cache rows of tables."]


def test_a_closed_standard_input_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"E002.*closed"):
        read(["-"])

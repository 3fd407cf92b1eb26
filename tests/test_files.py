"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kg.errors import OutputError
from kg.files import write_text, writing


def test_a_failure_leaves_the_file_before_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    write_text(path, "before")
    with pytest.raises(ZeroDivisionError), writing(path) as stream:
        stream.write(f"after {1 / 0}")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "x.txt", tmp_path / "link.txt"
    write_text(path, "before")
    link.symlink_to(path)
    write_text(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_a_link_to_itself_does_no_harm(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(link)
    write_text(link, "after")
    assert link.read_text() == "after"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    listener.start()
    write_text(pipe, "text")
    listener.join(10)
    assert heard == ["text"]
    assert pipe.is_fifo()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="E020"):
        write_text(tmp_path, "text")

"""Standard streams that are full, closed or of another encoding."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.support import KG

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.is_char_device(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["stats"], ["query", "--list"]])
def test_a_full_disk_is_said_in_one_line(root: Path, arguments: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*KG, *arguments], cwd=root, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "E022" in done.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_standard_input_of_another_encoding_is_read(encoding: str) -> None:
    text = "We present Modèle, a cache that runs on GPUs."
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*KG, "extract", "-"], input=text.encode(encoding), capture_output=True, env=plain
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("query - -g outputs <&-", 1), ("extract - <&-", 1), ("query --list >&-", 0), ("stats", 0)],
)
def test_closed_streams_are_empty_ones(root: Path, arguments: str, code: int) -> None:
    command = f"{shlex.join(KG)} {arguments}"
    done = subprocess.run(command, cwd=root, shell=True, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr

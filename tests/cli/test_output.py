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


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the pipe")
@pytest.mark.parametrize(
    "arguments",
    [
        "query 'SELECT * { ?s ?p ?o }'",
        "query 'SELECT * { ?s ?p ?o }' -f csv",
        "query --list",
        "stats outputs",
        "info outputs",
        "--help",
        "query --help",
    ],
)
def test_a_reader_that_leaves_early_is_no_failure(root: Path, arguments: str) -> None:
    # The shell's : reads nothing and is gone before anything can be written.
    command = f"({shlex.join(KG)} {arguments}; echo $? >&3) 3>&1 1>&4 4>&- | cat"
    script = f"exec 4> >(:); sleep 0.1; {command}"
    done = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True)
    assert done.stdout.split() == ["0"]
    assert done.stderr == ""


def test_a_pipe_that_breaks_elsewhere_is_a_failure(root: Path) -> None:
    script = (
        "import kg.cli, sys\n"
        "def broken(*arguments, **options): raise BrokenPipeError(32, 'elsewhere')\n"
        "kg.cli.application = lambda names: broken\n"
        "kg.cli.main([])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "E022" in done.stderr

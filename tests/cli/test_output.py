"""Standard output that takes nothing more."""

from __future__ import annotations

import subprocess
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

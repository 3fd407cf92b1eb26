"""Running the command line as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

KG = [sys.executable, "-c", "from kg.cli import main; main()"]


def kg(
    *arguments: object,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    input: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `kg` with these arguments in a process of its own."""
    return subprocess.run(
        [*KG, *map(str, arguments)],
        env={**os.environ, **(env or {})},
        cwd=cwd,
        input=input,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=300,
    )

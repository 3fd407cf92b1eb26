from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from kg.resources import package_dir


def kg_read(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run the command as on a machine whose locale knows ASCII only."""
    code = "from kg.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "read", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def test_json_is_one_object_a_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"")
    done = kg_read(
        "--format", "json", str(package_dir() / "samples" / "related-papers.txt"), str(bad)
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == {
        "file": "related-papers.txt",
        "format": "text",
        "records": 20,
        "with_abstract": 20,
        "skipped": [],
        "duplicates": 0,
        "warnings": [],
        "unlisted": 0,
    }
    assert second["records"] == 0
    assert second["warnings"]
    assert done.returncode == 0


def test_the_table_names_what_was_skipped_and_works_in_any_locale(tmp_path: Path) -> None:
    path = tmp_path / "Größe.txt"
    path.write_text("hello\n\nWe measure Ångström → GPU.\n", encoding="utf-8")
    done = kg_read(str(path))
    assert done.returncode == 0
    assert "hello" in done.stdout
    assert "Traceback" not in done.stderr
    (line,) = kg_read("--format", "json", str(path)).stdout.splitlines()
    assert json.loads(line)["file"] in ("Größe.txt", "Gr??e.txt")


def test_nothing_read_is_exit_code_one_and_standard_input_is_a_file(tmp_path: Path) -> None:
    assert kg_read("-", stdin=b"We cache rows.").returncode == 0
    assert kg_read("-", stdin=b"").returncode == 1
    missing = kg_read(str(tmp_path / "nowhere"))
    assert missing.returncode == 1
    assert "E001" in missing.stderr

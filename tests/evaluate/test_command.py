"""`kg eval` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.cli import app
from kg.errors import UsageError

RECORD = {
    "id": "a",
    "text": "Orca runs on GPUs.",
    "entities": [
        {"start": 0, "end": 4, "type": "Method", "proposed": True},
        {"start": 13, "end": 17, "type": "Hardware"},
    ],
    "relations": [{"head": 0, "tail": 1, "type": "runsOn"}],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with one annotated document."""
    (tmp_path / "dev.jsonl").write_text(json.dumps(RECORD) + "\n")
    return tmp_path


def test_json_of_predictions(data: Path) -> None:
    """A file scored against itself is perfect."""
    path = data / "dev.jsonl"
    command = ["eval", "--data", str(data), "--predictions", str(path), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0
    (record,) = json.loads(result.stdout)
    assert record["documents"] == 1
    assert record["scores"]["relations between concepts"]["f1"] == 100.0


def test_tables_of_the_rules(data: Path) -> None:
    """The tables name every measure."""
    result = CliRunner().invoke(app, ["eval", "--data", str(data), "--half", "rules"])
    assert result.exit_code == 0
    for heading in ("entities, overlap", "proposes", "calibration error"):
        assert heading in result.stdout


def test_unknown_half(data: Path) -> None:
    """The halves are listed."""
    result = CliRunner().invoke(app, ["eval", "--data", str(data), "--half", "left"])
    assert isinstance(result.exception, UsageError)
    assert "hybrid, model, rules" in str(result.exception)

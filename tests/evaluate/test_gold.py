"""Reading annotated documents."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.evaluate.gold import read_gold
from kg.evaluate.run import evaluate_data, gold_files
from kg.evaluate.score import evaluate

RECORD = {
    "id": "a",
    "text": "Orca runs on GPUs.",
    "entities": [
        {"start": 0, "end": 4, "type": "Method", "text": "Orca", "proposed": True},
        {"start": 13, "end": 17, "type": "Hardware", "text": "GPUs"},
    ],
    "relations": [{"head": 0, "tail": 1, "type": "runsOn"}],
}


def test_reads_plain_and_gzipped(tmp_path: Path) -> None:
    """Both give the same documents; blank lines are skipped."""
    plain, packed = tmp_path / "a.jsonl", tmp_path / "a.jsonl.gz"
    plain.write_text(json.dumps(RECORD) + "\n\n")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert list(read_gold(plain)) == list(read_gold(packed))
    (document,) = read_gold(plain)
    assert document.entities[0].proposed
    assert document.relations[0].type == "runsOn"


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"id": "a"}',
        '{"text": "ab", "entities": [{"start": 0, "end": 9, "type": "Method"}]}',
        '{"text": "ab", "entities": [], "relations": [{"head": 0, "tail": 1, "type": "isA"}]}',
        '{"text": "ab", "entities": 7}',
        '{"text": null}',
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    """The error carries code, file and line."""
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(RECORD) + "\n" + line + "\n")
    with pytest.raises(InputError, match=r"E701.*bad\.jsonl: line 2"):
        list(read_gold(path))


def test_gold_files(tmp_path: Path) -> None:
    """A folder stands for its dev, test and expected files, not for its training data."""
    for name in ("train.jsonl", "test.jsonl", "dev.jsonl"):
        (tmp_path / name).write_text("")
    assert [path.name for path in gold_files(tmp_path)] == ["dev.jsonl", "test.jsonl"]
    with pytest.raises(InputError, match="E001"):
        gold_files(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="E704"):
        gold_files(tmp_path / "empty")


def test_predictions_are_scored_by_id(tmp_path: Path) -> None:
    """Predictions come from a file in any order; a missing document is an error."""
    path, other = tmp_path / "dev.jsonl", tmp_path / "mine.jsonl"
    path.write_text(json.dumps(RECORD) + "\n")
    other.write_text(json.dumps({**RECORD, "relations": []}) + "\n")
    (result,) = evaluate_data(path, predictions=other)
    record = result.record()
    assert record["scores"]["entities"]["f1"] == 100.0  # type: ignore[index]
    assert record["scores"]["relations, strict"]["f1"] == 0.0  # type: ignore[index]
    other.write_text(json.dumps({**RECORD, "id": "b"}) + "\n")
    with pytest.raises(InputError, match="E705"):
        list(evaluate_data(path, predictions=other))


def test_confusions(tmp_path: Path) -> None:
    """A wrong type, a wrong boundary, a miss and an invention are told apart."""
    text = "alpha beta gamma delta"
    gold = [(0, 5, "Method"), (6, 16, "Task"), (17, 22, "Metric")]
    mine = [(0, 5, "Task"), (11, 16, "Task"), (6, 10, "Dataset")]
    path, other = tmp_path / "dev.jsonl", tmp_path / "mine.jsonl"
    for file, spans in ((path, gold), (other, mine)):
        entities = [{"start": s, "end": e, "type": t} for s, e, t in spans]
        file.write_text(json.dumps({"id": "c", "text": text, "entities": entities}) + "\n")
    result = evaluate("c", [(next(read_gold(path)), next(read_gold(other)))])
    assert result.confusions == {
        "Method → Task": 1,
        "Task ~": 1,
        "Metric → ∅": 1,
        "∅ → Dataset": 1,
    }

"""`kg extract` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.support import kg

TEXT = "We present FastShard, a sharding system that runs on GPU clusters."


def test_gold_lines_keep_id_and_text(tmp_path: Path) -> None:
    given = tmp_path / "papers.jsonl"
    text = TEXT + "  Odd\u00a0spaces stay…"
    given.write_text(json.dumps({"id": "x1", "text": text}) + "\n", encoding="utf-8")
    result = kg("extract", given, "--format", "gold")
    assert result.returncode == 0, result.stderr
    record = json.loads(result.stdout)
    assert (record["id"], record["text"]) == ("x1", text)
    for entity in record["entities"]:
        assert text[entity["start"] : entity["end"]] == entity["text"]
        assert entity["concept"].split("/")[0] == entity["type"].lower()
    starts = [entity["start"] for entity in record["entities"]]
    assert starts == sorted(starts)
    for relation in record["relations"]:
        assert max(relation["head"], relation["tail"]) < len(starts)


def test_one_text_for_people() -> None:
    result = kg("extract", "--text", TEXT)
    assert result.returncode == 0, result.stderr
    assert "FastShard → isA → sharding system" in result.stdout


def test_standard_input() -> None:
    result = kg("extract", "-", "--format", "json", input=TEXT)
    assert json.loads(result.stdout)["mentions"]


def test_a_line_of_json_may_hold_a_line_separator() -> None:
    text = TEXT + "\u2028It is fast.\x85"
    line = json.dumps({"id": "x2", "text": text}, ensure_ascii=False) + "\n"
    record = json.loads(kg("extract", "-", "--format", "gold", input=line).stdout)
    assert (record["id"], record["text"]) == ("x2", text)


def test_wrong_calls() -> None:
    assert kg("extract").returncode == 2
    assert kg("extract", "x.txt", "--text", "y").returncode == 2
    missing = kg("extract", "no-such-file.jsonl")
    assert missing.returncode == 1
    assert "no-such-file.jsonl" in missing.stderr


def test_lone_surrogates_are_replaced(tmp_path: Path) -> None:
    given = tmp_path / "papers.jsonl"
    given.write_text(
        json.dumps({"id": "x\ud800", "text": "\ud800 " + TEXT}) + "\n", encoding="utf-8"
    )
    for source in ([given], ["--text", "\udce9 " + TEXT]):
        result = kg("extract", *source, "--format", "gold")
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["text"] == "\ufffd " + TEXT

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.readers.support import read_text


def test_json_lines_give_the_usual_fields(tmp_path: Path) -> None:
    record = {
        "title": "Rows ahead of time",
        "abstract": "We prefetch rows.",
        "year": 2021,
        "venue": "VLDB",
        "doi": "https://doi.org/10.1000/ABC.1",
        "url": "https://example.org/p",
        "authors": ["Ada Byron", {"given": "Alan", "family": "Turing"}],
    }
    (paper,), report = read_text(tmp_path, json.dumps(record) + "\n", "a.jsonl")
    assert paper.id == "doi:10.1000/abc.1"
    assert (paper.title, paper.abstract, paper.year, paper.venue) == (
        "Rows ahead of time",
        "We prefetch rows.",
        2021,
        "VLDB",
    )
    assert [author.name for author in paper.authors] == ["Ada Byron", "Alan Turing"]
    assert (report.records, report.with_abstract) == (1, 1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_the_text_of_a_document_reaches_the_paper_unchanged(tmp_path: Path, text: str) -> None:
    for ascii_only in (True, False):
        line = json.dumps({"id": "d1", "text": text}, ensure_ascii=ascii_only)
        (paper,), _ = read_text(tmp_path, line + "\n", "gold.jsonl")
        assert paper.text == text
        assert paper.id == paper.sources[0].key == "d1"


def test_a_lone_surrogate_keeps_offsets_and_can_be_written(tmp_path: Path) -> None:
    (paper,), _ = read_text(tmp_path, '{"id": "d", "text": "a\\ud800b GPU"}\n', "gold.jsonl")
    assert paper.text == "a\ufffdb GPU"
    assert paper.text.encode()


def test_a_damaged_line_is_skipped_and_named(tmp_path: Path) -> None:
    text = '{"title": "One paper"}\n{"title": "Two\n{"title": "Three of them"}\n'
    papers, report = read_text(tmp_path, text, "a.jsonl")
    assert [paper.title for paper in papers] == ["One paper", "Three of them"]
    assert [skipped.line for skipped in report.skipped] == [2]
    assert report.records == 3


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize(
    "wrap", [lambda x: x, lambda x: {"total": 3, "data": x}, lambda x: {"response": {"docs": x}}]
)
def test_arrays_and_wrapped_lists_are_read_in_any_layout(
    tmp_path: Path, indent: int, wrap: object
) -> None:
    records = [{"title": f"Paper number {i}", "abstract": "We cache.", "n": i} for i in range(3)]
    papers, report = read_text(tmp_path, json.dumps(wrap(records), indent=indent), "a.json")  # type: ignore[operator]
    assert [paper.title for paper in papers] == [record["title"] for record in records]
    assert report.records == 3


def test_an_array_larger_than_the_window_is_read_in_pieces(tmp_path: Path) -> None:
    records = [
        {"title": f"Paper number {i}", "abstract": "We cache rows. " * 100} for i in range(6000)
    ]
    text = json.dumps({"meta": 1, "items": records}, indent=1)
    papers, report = read_text(tmp_path, text, "a.json")
    assert report.records == len(papers) == 6000
    lines = text.split("\n")
    assert all("{" in lines[paper.sources[0].line - 1] for paper in papers)


def test_records_before_and_after_damage_survive(tmp_path: Path) -> None:
    text = '[{"title": "One paper"},\n {"title": broken},\n {"title": "Three of them"}]'
    papers, report = read_text(tmp_path, text, "a.json")
    assert [paper.title for paper in papers] == ["One paper", "Three of them"]
    assert len(report.skipped) == 1


def test_a_cut_download_keeps_what_came_before_the_cut(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, '[{"title": "One paper"}, {"title": "Tw', "a.json")
    assert [paper.title for paper in papers] == ["One paper"]
    assert report.skipped


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[1e999999, " + "9" * 9000 + "]", "[[[]]]", "{}"]
)
def test_hostile_json_gives_a_report(tmp_path: Path, text: str) -> None:
    papers, _ = read_text(tmp_path, text, "a.json")
    assert papers == []

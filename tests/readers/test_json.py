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


@pytest.mark.parametrize(
    "wrap",
    [
        lambda one, two: {"library": {"shelves": [{"name": "x", "papers": [one]}, {"papers": [two]}]}},
        lambda one, two: {"byron19": one, "hopper20": two},
        lambda one, two: {"title": "My list", "papers": [one, two]},
        lambda one, two: {"2019": [one], "2020": [two], "count": 2},
        lambda one, two: {"start": "a", "nodes": {"a": one, "b": two}, "edges": [["a", "b", 0.5]]},
        lambda one, two: {"messages": [{"status": "ok"}], "collection": [one, two]},
        lambda one, two: {"columns": list(one), "data": [list(one.values()), list(two.values())]},
        lambda one, two: {key: {"0": one[key], "1": two[key]} for key in one},
        lambda one, two: {key: [one[key], two[key]] for key in one},
    ],
)  # fmt: skip
def test_records_are_found_under_names_that_are_not_known(tmp_path: Path, wrap: object) -> None:
    one = {"title": "Rows ahead", "abstract": "We fetch rows.", "year": 2019}
    two = {"title": "Tables on flash", "abstract": "We use flash.", "year": 2020}
    papers, report = read_text(tmp_path, json.dumps(wrap(one, two)), "a.json")  # type: ignore[operator]
    assert [(one.title, one.abstract, one.year) for one in papers] == [
        ("Rows ahead", "We fetch rows.", 2019),
        ("Tables on flash", "We use flash.", 2020),
    ]
    assert (report.records, report.warnings) == (2, ())


def test_a_large_object_is_searched_in_pieces(tmp_path: Path) -> None:
    records = [{"title": f"Paper {i}", "abstract": "We cache rows. " * 300} for i in range(1500)]
    text = json.dumps({"about": {"n": 1}, "shelf": records, "rest": {"x": "y"}})
    assert read_text(tmp_path, text, "a.json")[1].records == 1500


def test_a_list_that_is_cut_off_is_told_and_is_no_record(tmp_path: Path) -> None:
    for text in ('[{"title": "One paper"}', '{"data": [{"title": "One paper"}]'):
        papers, report = read_text(tmp_path, text, "a.json")
        assert (len(papers), report.records, report.skipped) == (1, 1, ())
        assert "W141" in report.warnings[0]
    _, report = read_text(tmp_path, '[{"title": "One paper"}, {"title": "Tw', "a.json")
    assert (report.records, len(report.skipped)) == (2, 1)


def test_what_is_in_the_record_itself_is_no_list_of_records(tmp_path: Path) -> None:
    record = {
        "dc:title": "Rows ahead",
        "dc:creator": "Ada Byron",
        "data": [{"title": "A table"}],
        "related": {"title": "Another"},
        "titles": {"title": "Rows"},
    }
    (paper,), report = read_text(tmp_path, json.dumps([record]), "a.json")
    assert (paper.title, report.records) == ("Rows ahead", 1)


def test_attachments_and_people_are_no_papers(tmp_path: Path) -> None:
    zotero = [
        {"key": "A", "data": {"itemType": "journalArticle", "title": "Rows ahead"}},
        {"key": "B", "data": {"itemType": "attachment", "title": "PDF", "parentItem": "A"}},
        {"key": "C", "data": {"itemType": "note", "note": "<p>x</p>", "parentItem": "A"}},
    ]
    graph = {
        "@graph": [
            {"@type": "ScholarlyArticle", "name": "Rows ahead"},
            {"@type": "Person", "name": "Ada Byron"},
        ]
    }
    for value in (zotero, graph):
        papers, report = read_text(tmp_path, json.dumps(value), "a.json")
        assert [paper.title for paper in papers] == ["Rows ahead"]
        assert (report.records, report.warnings) == (1, ())

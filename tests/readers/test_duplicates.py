from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from kg.papers import Paper
from kg.readers import Reading, read
from kg.readers.duplicates import Finder
from kg.readers.spool import Spool

Records = tuple[dict[str, Any], dict[str, Any]]
LONG = "Embedding tables outgrow the memory of one device, so that rows have to travel over the network of a cluster before"
"""More than eighty characters."""


def reading_of(folder: Path, *files: list[dict[str, Any]]) -> Reading:
    paths = []
    for number, records in enumerate(files):
        path = folder / f"f{number}.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
        paths.append(path)
    return read(paths)


SAME: dict[str, Records] = {
    "DOI in two spellings": ({"title": "Rows ahead", "doi": "10.1000/ABC"}, {"title": "Rows Ahead", "doi": "https://doi.org/10.1000/abc"}),
    "arXiv versions": ({"title": "Rows ahead", "arxiv": "2101.00001v1"}, {"title": "Rows ahead!", "url": "https://arxiv.org/pdf/2101.00001v4"}),
    "DOI of arXiv": ({"title": "Rows ahead", "doi": "10.48550/arXiv.2101.00001"}, {"title": "Rows ahead", "arxiv": "2101.00001"}),
    "title and year": ({"title": "Rows ahead of time", "year": 2020}, {"title": "Rows Ahead-of Time.", "year": 2020, "doi": "10.1000/a"}),
    "title and author": ({"title": "Rows ahead of time", "authors": ["Byron, Ada"]}, {"title": "Rows ahead of time", "authors": ["A. Byron"]}),
    "nothing but title and abstract": ({"title": "Rows ahead of their time", "abstract": "We fetch."}, {"title": "Rows ahead of their time", "abstract": "We fetch."}),
    "cut abstract": ({"abstract": LONG + "…"}, {"title": "Rows ahead", "abstract": LONG + " they are used."}),
    "cut at two places": ({"abstract": LONG + "…"}, {"abstract": LONG[:95] + "..."}),
}  # fmt: skip
DIFFERENT: dict[str, Records] = {
    "years": ({"title": "Rows ahead of time", "year": 2019}, {"title": "Rows ahead of time", "year": 2021}),
    "first authors": ({"title": "Rows ahead of time", "authors": ["Ada Byron"]}, {"title": "Rows ahead of time", "authors": ["Alan Turing"]}),
    "DOIs": ({"title": "Rows ahead of time", "year": 2019, "doi": "10.1000/a"}, {"title": "Rows ahead of time", "year": 2019, "doi": "10.1000/b"}),
    "common titles": ({"title": "Introduction", "year": 2019, "abstract": "A."}, {"title": "Introduction", "year": 2019, "abstract": "B."}),
    "volume's DOI": ({"title": "Preface", "doi": "10.1000/a"}, {"title": "Caches on flash", "doi": "10.1000/a"}),
    "same first sentence": ({"abstract": LONG + " one thing…"}, {"abstract": LONG + " another thing…"}),
    "short beginning": ({"abstract": "We train on GPUs…"}, {"abstract": "We train on GPUs with a cache."}),
    "titles over one text": ({"title": "Rows ahead", "abstract": LONG}, {"title": "Tables on flash", "abstract": LONG}),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("files", [1, 2])
def test_records_of_one_paper_become_one(tmp_path: Path, name: str, files: int) -> None:
    one, two = SAME[name]
    results = []
    for first, second in ((one, two), (two, one)):
        reading = (
            reading_of(tmp_path, [first, second])
            if files == 1
            else reading_of(tmp_path, [first], [second])
        )
        assert len(reading) == len(list(reading)) == 1
        assert sum(report.duplicates for report in reading.files) == 1
        results.append(
            [(paper.id, paper.title, paper.abstract, paper.doi, paper.year) for paper in reading]
        )
    assert results[0] == results[1]


@pytest.mark.parametrize("name", DIFFERENT)
def test_records_of_two_papers_stay_two_with_their_own_identifiers(
    tmp_path: Path, name: str
) -> None:
    for pair in itertools.permutations(DIFFERENT[name]):
        papers = list(reading_of(tmp_path, [pair[0], pair[1]]))
        assert len({paper.id for paper in papers}) == 2


def test_a_shared_doi_of_different_titles_is_told(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, [DIFFERENT["volume's DOI"][0]], [DIFFERENT["volume's DOI"][1]])
    assert reading.files[0].warnings == ()
    assert "W150" in reading.files[1].warnings[0]
    assert "f0.jsonl, line 1" in reading.files[1].warnings[0]


def test_fields_are_merged_and_all_sources_kept(tmp_path: Path) -> None:
    (paper,) = reading_of(
        tmp_path,
        [
            {
                "title": "Rows ahead",
                "doi": "10.1000/a",
                "abstract": "We fetch…",
                "keywords": ["gpu"],
                "venue": "VLDB",
            }
        ],
        [
            {
                "title": "Rows ahead",
                "doi": "10.1000/a",
                "abstract": "We fetch rows.",
                "keywords": ["cache"],
                "year": 2019,
            }
        ],
    )
    assert (paper.abstract, paper.truncated) == ("We fetch rows.", False)
    assert (paper.venue, paper.year, sorted(paper.keywords)) == ("VLDB", 2019, ["cache", "gpu"])
    assert [(source.file, source.line) for source in paper.sources] == [
        ("f0.jsonl", 1),
        ("f1.jsonl", 1),
    ]


def test_one_paper_without_year_does_not_join_two_years(tmp_path: Path) -> None:
    title = "Rows ahead of time"
    records: list[dict[str, Any]] = [
        {"title": title, "year": 2019},
        {"title": title},
        {"title": title, "year": 2021},
    ]
    for order in itertools.permutations(records):
        years = [paper.year for paper in reading_of(tmp_path, list(order))]
        assert {2019, 2021} <= set(years)


def test_the_order_of_records_does_not_change_the_papers(tmp_path: Path) -> None:
    records = [one for pair in (*SAME.values(), *DIFFERENT.values()) for one in pair]
    expected = None
    for seed in range(6):
        random.Random(seed).shuffle(records)
        papers = {
            (paper.id, paper.title, paper.abstract, paper.doi, paper.year)
            for paper in reading_of(tmp_path, records)
        }
        assert expected is None or papers == expected
        expected = papers


def test_references_and_relations_name_the_papers_of_the_corpus(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(
        "Related papers: Rows ahead of the next time st…\n\nWe use flash for tables.\n",
        encoding="utf-8",
    )
    (tmp_path / "a.jsonl").write_text(
        json.dumps({"id": "https://openalex.org/W1", "title": "Rows ahead of the next time step", "doi": "10.1000/a"}) + "\n"
        + json.dumps({"id": "https://openalex.org/W1", "title": "Rows ahead of the next time step", "year": 2019}) + "\n"
        + json.dumps({"title": "A third paper", "referenced_works": ["https://openalex.org/W1"]}) + "\n",
        encoding="utf-8",
    )  # fmt: skip
    reading = read([tmp_path / "list.txt", tmp_path / "a.jsonl"])
    listed, rows, third = reading
    assert reading.contexts == ()
    assert listed.related_to == (rows.id,) == ("doi:10.1000/a",)
    assert third.references == (rows.id,)


def test_without_merging_every_record_is_a_paper(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "1", "text": "same"}\n{"id": "2", "text": "same"}\n', encoding="utf-8")
    assert [paper.id for paper in read([path], merge=False)] == ["1", "2"]
    assert len(read([path])) == 1


def test_documents_of_one_name_and_two_texts_are_two(tmp_path: Path) -> None:
    reading = reading_of(
        tmp_path, [{"id": "1", "text": "One text."}], [{"id": "1", "text": "Another."}]
    )
    assert len({paper.id for paper in reading}) == 2
    assert [paper.text for paper in reading] == ["One text.", "Another."]


def test_many_records_are_grouped_like_few(monkeypatch: pytest.MonkeyPatch) -> None:
    spool, results = Spool(), []
    finders = Finder(), Finder()
    for number in range(400):
        paper = Paper(
            id=f"doi:10.1000/{number % 150}",
            title=f"Paper {number % 150}",
            doi=f"10.1000/{number % 150}",
        )
        spool.append(paper)
        for finder in finders:
            finder.add(paper)
    for finder, few in zip(finders, (1 << 18, 1), strict=True):
        monkeypatch.setattr("kg.readers.duplicates._FEW", few)
        results.append(finder.grouping(spool))
    assert results[0] == results[1]
    assert len(results[0].groups) == 150


def test_a_spool_beyond_its_memory_reads_the_same() -> None:
    papers = [Paper(id=str(number), title=f"Title {number}") for number in range(50)]
    small, large = Spool(in_memory=5000), Spool()
    for paper in papers:
        small.append(paper)
        large.append(paper)
    assert list(small) == list(large) == papers
    assert [small[index] for index in (40, 3, 4, 49)] == [papers[index] for index in (40, 3, 4, 49)]


def test_initials_after_a_name_are_no_other_author(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        "title,abstract,authors,year\nRows ahead of all,,Byron A.,2019\n"
    )
    (tmp_path / "b.bib").write_text(
        "@article{a, title={Rows ahead of all}, author={Byron, Ada}, year=2019, abstract={We fetch.}}"
    )
    assert len(read([tmp_path])) == 1

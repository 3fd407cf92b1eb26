from __future__ import annotations

from pathlib import Path

import pytest

from kg.readers import read
from kg.resources import package_dir
from tests.readers.support import read_text


def test_the_sample_gives_twenty_cut_abstracts_related_to_one_paper() -> None:
    reading = read([package_dir() / "samples" / "related-papers.txt"])
    (context,) = reading.contexts
    assert context.title == "Communication-Efficient TeraByte-Scale Model Train"
    assert context.truncated
    papers = list(reading)
    assert len(papers) == 20 == reading.files[0].records
    assert all(paper.truncated and paper.related_to == (context.id,) for paper in papers)
    assert not any("…" in paper.text for paper in papers)
    assert list(reading) == papers


@pytest.mark.parametrize(
    "header",
    [
        "Related papers: Fast caches",
        "Papers related to: Fast caches",
        "## Similar work — Fast caches",
    ],
)
def test_a_header_names_the_paper_that_the_list_is_about(tmp_path: Path, header: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{header}\n\nWe keep rows on the GPU.\n")
    reading = read([path])
    assert [paper.title for paper in reading.contexts] == ["Fast caches"]
    assert [paper.abstract for paper in reading] == ["We keep rows on the GPU."]
    assert reading.files[0].records == 1


def test_a_cut_sentence_stays_and_only_its_ellipsis_goes(tmp_path: Path) -> None:
    papers, _ = read_text(
        tmp_path, "Tables live in host memory…\n\nBut the ...\n\nAll of it fits.\n"
    )
    assert [(paper.text, paper.truncated) for paper in papers] == [
        ("Tables live in host memory", True),
        ("But the", True),
        ("All of it fits.", False),
    ]


def test_lines_without_blank_lines_are_papers_of_their_own(tmp_path: Path) -> None:
    papers, report = read_text(
        tmp_path, "We shard tables.\nWe cache rows on a GPU.\nWe prefetch.\n"
    )
    assert [paper.abstract for paper in papers][1] == "We cache rows on a GPU."
    assert [paper.sources[0].line for paper in papers] == [1, 2, 3]
    assert report.records == 3


def test_a_wrapped_text_is_one_paper(tmp_path: Path) -> None:
    text = (
        "Embedding tables outgrow the memory of one device, so we split\n"
        "each of them over the hosts of a cluster and fetch the rows of\n"
        "a batch ahead of time.\n"
    )
    papers, _ = read_text(tmp_path, text)
    assert len(papers) == 1
    assert papers[0].abstract == " ".join(text.split())


def test_a_short_first_line_is_the_title(tmp_path: Path) -> None:
    papers, _ = read_text(
        tmp_path,
        "Rows ahead of time\nWe fetch the rows of a batch while the one before it is trained.\n\n"
        "2. Another title\nWe do it again on two hosts and compare what it costs in bytes sent.\n",
    )
    assert [paper.title for paper in papers] == ["Rows ahead of time", "Another title"]
    assert papers[1].abstract.startswith("We do it again")


def test_titles_and_abstracts_in_turn_are_joined(tmp_path: Path) -> None:
    abstract = "We fetch the rows of a batch while the one before it is trained. " * 4
    papers, report = read_text(
        tmp_path, f"First title\n\n{abstract}\n\nSecond title\n\n{abstract}\n"
    )
    assert [paper.title for paper in papers] == ["First title", "Second title"]
    assert report.with_abstract == 2


def test_titles_alone_are_papers_without_abstract(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, "- Rows ahead of time\n- Tables on flash\n")
    assert [paper.title for paper in papers] == ["Rows ahead of time", "Tables on flash"]
    assert report.with_abstract == 0


def test_one_word_is_skipped_with_its_reason(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, "hello\n")
    assert papers == []
    assert [skipped.line for skipped in report.skipped] == [1]
    assert "hello" in report.skipped[0].reason


def test_a_line_of_five_megabytes_is_clipped_with_a_warning(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, "We train on a GPU. " * 270_000)
    assert len(papers) == 1
    assert len(papers[0].text) <= 50_000
    assert papers[0].truncated
    assert any("W103" in warning for warning in report.warnings)


def test_ids_come_from_the_text_and_survive_reformatting(tmp_path: Path) -> None:
    (one,), _ = read_text(tmp_path, "We cache  rows\ton a GPU.\n")
    (other,), _ = read_text(tmp_path, "\n\nWe cache rows on a GPU.", "other.txt")
    assert one.id == other.id
    assert one.id.startswith("text:")


@pytest.mark.parametrize(
    "text",
    [
        '[1] A. Byron and A. Turing, "Rows ahead," in Proc. J, 2019, pp. 1-14, doi: 10.1000/x.\n[2] G. Hopper, “Tables on flash,” J, 2020.\n',
        "Byron, A., & Turing, A. (2019). Rows ahead. In Proc. J (pp. 1-14). https://doi.org/10.1000/x\n\nHopper, G. (2020, May). Tables on flash. J, 1(1).\n",
    ],
)
def test_references_are_titles_not_abstracts(tmp_path: Path, text: str) -> None:
    papers, report = read_text(tmp_path, text)
    assert [(one.title, one.year) for one in papers] == [
        ("Rows ahead", 2019),
        ("Tables on flash", 2020),
    ]
    assert [one.name for one in papers[0].authors] == ["A. Byron", "A. Turing"]
    assert (papers[0].doi, report.with_abstract) == ("10.1000/x", 0)


@pytest.mark.parametrize(
    "text",
    [
        "Rows ahead of time: a longer title\nTables on flash\n",
        "We fetch the rows before they are asked for.\nWe use flash memory.\n",
        "1. Rows ahead of time, in a title of some length\n2. Tables on flash\n",
    ],
)
def test_two_lines_are_two_records_unless_one_text_was_broken(tmp_path: Path, text: str) -> None:
    assert read_text(tmp_path, text)[1].records == 2
    broken = "We fetch the rows of a table before they are asked\nfor, and we use flash memory.\n"
    assert read_text(tmp_path, broken)[1].records == 1

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

PUBMED = """1. J Caches. 2019 May 5;1(1):e1. doi: 10.1000/x. eCollection
2019.

Rows ahead.

Byron A(1), Turing A(2).

Author information:
(1)University of London.
(2)University of Manchester.

BACKGROUND: We fetch
rows.

RESULTS: 1. They come fast.

DOI: 10.1000/x
PMID: 77 [Indexed for MEDLINE]

Conflict of interest statement: None.


2. J Caches. 2018;1:2.

Tables on flash.

Hopper G.

PMID: 78
"""
SUMMARY = (
    "1: Byron A, Turing A. Rows ahead. J Caches. 2019 May 5;1(1):e1. doi: 10.1000/x.\nPMID: 77.\n\n"
    "2: Hopper G. Tables on flash? J Caches. 2018;1:2. PMID: 78.\n"
)
SCIENCE_DIRECT = """Ada Byron, Alan Turing,
Rows ahead,
J Caches,
Volume 1,
2019,
ISSN 0000-0000,
https://doi.org/10.1000/x.
(https://www.sciencedirect.com/science/article/pii/S01)
Abstract: BACKGROUND: We fetch rows. RESULTS: 1. They come fast.
Keywords: Memory; Rows

Grace Hopper,
Tables on flash,
J Caches,
2018,
(https://www.sciencedirect.com/science/article/pii/S02)
"""
SCOPUS = """Scopus
EXPORT DATE:05 January 2024

Byron A., Turing A.
Byron, Ada (5700); Turing, Alan (5701)
5700; 5701
Rows ahead
(2019) J Caches, 1 (1), pp. 1-14. Cited 3 times.
https://www.scopus.com/inward/record.uri?eid=2-s2.0-1

DOI: 10.1000/x

ABSTRACT: BACKGROUND: We fetch rows. RESULTS: 1. They come fast.
AUTHOR KEYWORDS: Memory;  Rows
DOCUMENT TYPE: Article
SOURCE: Scopus

Hopper G.
Tables on flash
(2018) J Caches, 1 (1).
DOCUMENT TYPE: Article
SOURCE: Scopus
"""


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (PUBMED, "pubmed-text"),
        (SUMMARY, "pubmed-summary"),
        (SCIENCE_DIRECT, "sciencedirect"),
        (SCOPUS, "scopus-text"),
    ],
)
def test_printed_records(tmp_path: Path, text: str, form: str) -> None:
    papers, report = read_text(tmp_path, text)
    assert (report.format, report.records, report.warnings) == (form, 2, ())
    assert [paper.title.rstrip(".?") for paper in papers] == ["Rows ahead", "Tables on flash"]
    assert [(paper.year, paper.venue) for paper in papers] == [
        (2019, "J Caches"),
        (2018, "J Caches"),
    ]
    assert [len(paper.authors) for paper in papers] == [2, 1]
    assert papers[0].doi == "10.1000/x"
    abstract = "BACKGROUND: We fetch rows. RESULTS: 1. They come fast."
    assert papers[0].abstract == ("" if text is SUMMARY else abstract)
    assert papers[1].abstract == ""


def test_numbers_within_a_record_begin_none(tmp_path: Path) -> None:
    text = PUBMED.replace("RESULTS: 1.", "3. In a list of 2019:\n\n1. One of 2020.")
    assert read_text(tmp_path, text)[1].records == 2

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

HIGHWIRE = (
    '<!DOCTYPE html><html><head><title>Rows | Publisher</title><meta name="citation_title" content="Rows &amp; ahead">'
    '<meta name="citation_author" content="Byron, Ada"/><meta name="citation_author" content="Turing, Alan">'
    '<meta name="citation_publication_date" content="2019/05/01"><meta name="citation_journal_title" content="J">'
    '<meta name="citation_doi" content="10.1000/x"><meta name="citation_abstract" content="&lt;p&gt;We fetch rows.&lt;/p&gt;">'
    '<meta name="citation_keywords" content="rows; memory"></head><body><p>More</p></body></html>'
)
DUBLIN_CORE = (
    '<html><head><meta name="DC.Title" content="Rows &amp; ahead"><meta name="DC.Creator" content="Byron, Ada"><meta name="DC.Creator" content="Turing, Alan">'
    '<meta name="DC.Date" content="2019-05-01"><meta name="DC.Source" content="J"><meta name="DC.Identifier" content="doi:10.1000/x">'
    '<meta name="DCTERMS.abstract" content="We fetch rows."><meta name="DC.Subject" content="rows"><meta name="DC.Subject" content="memory"></head></html>'
)


@pytest.mark.parametrize("text", [HIGHWIRE, DUBLIN_CORE])
def test_a_page_names_its_paper(tmp_path: Path, text: str) -> None:
    (paper,), report = read_text(tmp_path, text, "a.html")
    assert (report.format, report.records, report.warnings) == ("html", 1, ())
    assert (paper.title, paper.abstract, paper.year) == ("Rows & ahead", "We fetch rows.", 2019)
    assert (paper.venue, paper.doi, paper.keywords) == ("J", "10.1000/x", ("rows", "memory"))
    assert [one.name for one in paper.authors] == ["Ada Byron", "Alan Turing"]


def test_a_table_of_papers_in_a_page_is_read(tmp_path: Path) -> None:
    text = (
        "<html><body><table><tr><td>Menu</td></tr></table><table><tr><th>No</th><th>Title<th>Abstract</th><th>Year</th></tr>"
        "<tr><td>1<td>Rows <b>ahead</b></td><td>We fetch rows.</td><td>2019</td></tr><tr><td>2</td><td>Tables on flash</td></tr></table>"
    )
    papers, report = read_text(tmp_path, text, "export.xls")
    assert [(one.title, one.abstract, one.year) for one in papers] == [
        ("Rows ahead", "We fetch rows.", 2019),
        ("Tables on flash", "", None),
    ]
    assert report.records == 2


def test_other_pages_are_told(tmp_path: Path) -> None:
    for text in (
        "<html><body><form>Log in</form>",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p></DL>",
    ):
        papers, report = read_text(tmp_path, text, "a.bib")
        assert (papers, report.records) == ([], 0)
        assert "E102" in report.warnings[0]


@pytest.mark.parametrize(
    "text",
    ["<html>" + "<!--" * 100_000, "<html>" + '<a b="' * 60_000, "<html>" + '<meta a="' * 60_000, "<html>" + "<td>" * 200_000, "<html>" + "<" * 300_000],
)  # fmt: skip
def test_hostile_pages_end(tmp_path: Path, text: str) -> None:
    assert read_text(tmp_path, text, "a.html")[1].warnings

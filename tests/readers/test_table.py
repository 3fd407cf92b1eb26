from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from tests.readers.support import read_text


@pytest.mark.parametrize(
    "text",
    [
        "Title,Abstract,Year,Authors,DOI\nRows ahead,We fetch rows.,2019,Ada Byron; Alan Turing,10.1000/x\n",
        "sep=;\nDocument Title;Abstract;Publication Year;Authors;DOI\nRows ahead;We fetch rows.;2019;Ada Byron, Alan Turing;10.1000/x\n",
        "Authors\tArticle Title\tAbstract\tPublication Year\tDOI\nByron, Ada; Turing, Alan\tRows ahead\tWe fetch rows.\t2019\t10.1000/x\n",
        '"Key","Item Type","Publication Year","Author","Title","DOI","Abstract Note"\n'
        '"K1","journalArticle","2019","Byron, Ada; Turing, Alan","Rows ahead","10.1000/x","We fetch rows."\n',
        "AU\tTI\tAB\tPY\tDI\nByron, Ada; Turing, Alan\tRows ahead\tWe fetch rows.\t2019\t10.1000/x\n",
        "export of 2024,,,,\n\nTitles,Abstract,Publication Date,Author(s),Item DOI\nRows ahead,We fetch rows.,May 2019,Ada Byron and Alan Turing,10.1000/x\n",
    ],
    ids=["plain", "semicolons", "tabs", "Zotero", "WoS", "preamble"],
)
@pytest.mark.parametrize("ending", ["csv", "txt"])
def test_columns_are_known_by_their_many_names(tmp_path: Path, text: str, ending: str) -> None:
    (paper,), report = read_text(tmp_path, text, f"a.{ending}")
    assert (paper.title, paper.abstract, paper.year, paper.doi) == (
        "Rows ahead",
        "We fetch rows.",
        2019,
        "10.1000/x",
    )
    assert [author.name for author in paper.authors] == ["Ada Byron", "Alan Turing"]
    assert (report.records, report.warnings) == (1, ())


def test_rows_without_title_and_abstract_are_skipped_not_merged(tmp_path: Path) -> None:
    papers, report = read_text(
        tmp_path, "title,abstract,doi\n,,10.1/a\n,,10.1/b\nRows ahead,We fetch.,\n", "a.csv"
    )
    assert (len(papers), report.records, report.duplicates) == (1, 3, 0)
    assert [one.line for one in report.skipped] == [2, 3]


def test_cells_hold_lines_quotes_and_any_length(tmp_path: Path) -> None:
    long = "We fetch rows. " * 14_000
    text = f'title,abstract\n"Rows ""ahead""","one\ntwo, three"\nTables on flash,"{long}"\nThe last of them,end\n'
    papers, report = read_text(tmp_path, text, "a.csv")
    assert [paper.title for paper in papers] == [
        'Rows "ahead"',
        "Tables on flash",
        "The last of them",
    ]
    assert papers[0].abstract == "one two, three"
    assert papers[1].truncated
    assert any("W103" in warning for warning in report.warnings)
    assert [paper.sources[0].line for paper in papers] == [2, 4, 5]


@pytest.mark.parametrize("rows", [3, 900])
def test_a_stray_quotation_mark_costs_at_most_its_line(tmp_path: Path, rows: int) -> None:
    good = "".join(f"Paper number {i},We fetch rows {i}.\n" for i in range(rows))
    papers, report = read_text(
        tmp_path, f'title,abstract\nA stray "mark,"We open it.\n{good}', "a.csv"
    )
    assert len(papers) == rows + 1
    papers, report = read_text(
        tmp_path, f'title,abstract\nRows ahead,"We open it.\n{good}', "a.csv"
    )
    assert len(papers) == rows + 1
    assert "W120" in report.warnings[0]


def test_a_table_without_known_columns_names_those_it_has(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, "colour,size\nred,1\n", "a.csv")
    assert papers == []
    assert "colour, size" in report.warnings[0]


@pytest.mark.parametrize("start", ["a\rb\rc\n", "a\n\rb\r\n", "\r\r\r\r\n"])
def test_stray_returns_above_the_names_of_the_columns_move_nothing(
    tmp_path: Path, start: str
) -> None:
    text = f"{start}title,abstract,year\nRows ahead,We fetch rows.,2019\n"
    (paper,), report = read_text(tmp_path, text, "a.csv")
    assert (paper.title, paper.year, report.warnings) == ("Rows ahead", 2019, ())
    _, report = read_text(tmp_path, "a\rb\rtitle,abstract\n", "b.csv")
    assert report.warnings


@pytest.mark.parametrize("number", ["²", "9" * 5000, "-1", "x"])
def test_a_cell_that_refers_to_no_text_is_empty(tmp_path: Path, number: str) -> None:
    sheet = (
        "<s><row><c><v>title</v></c><c><v>abstract</v></c></row><row><c><v>Rows ahead</v></c>"
        f'<c t="s"><v>{number}</v></c></row></s>'
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        archive.writestr("xl/workbook.xml", "")
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    (paper,), report = read_text(tmp_path, data.getvalue(), "a.xlsx")
    assert (paper.title, paper.abstract, report.warnings) == ("Rows ahead", "", ())


def test_a_workbook_is_read_like_a_table(tmp_path: Path) -> None:
    cells = "".join(
        f'<c r="{c}1" t="inlineStr"><is><t>{t}</t></is></c>'
        for c, t in (("A", "Title"), ("C", "Abstract"))
    )
    sheet = (
        f'<worksheet><sheetData><row r="1">{cells}</row><row r="2"><c r="A2" t="s"><v>0</v></c>'
        '<c r="C2" t="s"><v>1</v></c></row></sheetData></worksheet>'
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr(
            "xl/sharedStrings.xml",
            "<sst><si><t>Rows ahead</t></si><si><r><t>We fetch</t></r><r><t> rows.</t></r></si></sst>",
        )
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    (paper,), report = read_text(tmp_path, data.getvalue(), "a.xlsx")
    assert (paper.title, paper.abstract, report.format) == ("Rows ahead", "We fetch rows.", "xlsx")


@pytest.mark.parametrize(
    "heading",
    ["Titel;Autoren;Jahr;Zusammenfassung;DOI", "Titre;Auteurs;Année;Résumé;DOI", "标题;作者;年份;摘要;DOI", "Título;Autores;Año;Resumen;DOI"],
)  # fmt: skip
def test_columns_are_known_in_other_languages(tmp_path: Path, heading: str) -> None:
    text = f"{heading}\nRows ahead;Byron, Ada;2019;We fetch rows.;10.1000/x\n"
    for encoding in ("utf-8", "utf-16"):
        (paper,), _ = read_text(tmp_path, text.encode(encoding), "a.csv")
        assert (paper.title, paper.abstract, paper.year) == ("Rows ahead", "We fetch rows.", 2019)
        assert [one.name for one in paper.authors] == ["Ada Byron"]


def test_a_table_on_its_side_is_turned(tmp_path: Path) -> None:
    text = (
        'TITLE,"Rows, ahead"\nAUTHOR NAMES,"Byron A.","Turing A."\nSOURCE,"J (2019) 1:1"\nPUBLICATION YEAR,"2019"\nABSTRACT,"We fetch\nrows."\n'
        'UNKNOWN FIELD,"x"\nDOI,"10.1000/x"\n\nTITLE,"Tables on flash"\nABSTRACT,"We use flash."\nTITLE,"The last"\n'
    )
    papers, report = read_text(tmp_path, text, "a.csv")
    assert [paper.title for paper in papers] == ["Rows, ahead", "Tables on flash", "The last"]
    assert [paper.sources[0].line for paper in papers] == [1, 10, 12]
    assert (papers[0].abstract, papers[0].year, papers[0].doi) == (
        "We fetch rows.",
        2019,
        "10.1000/x",
    )
    assert len(papers[0].authors) == 2
    assert report.records == 3


def test_an_abstract_may_be_an_index_of_words(tmp_path: Path) -> None:
    cell = '"{""We"": [0], ""rows."": [2], ""fetch"": [1]}"'
    papers, _ = read_text(
        tmp_path, f"title,abstract_inverted_index\nRows ahead,{cell}\nTables,{{broken\n", "a.csv"
    )
    assert [paper.abstract for paper in papers] == ["We fetch rows.", "{broken"]


def test_full_names_of_scopus_come_without_its_numbers(tmp_path: Path) -> None:
    text = 'Authors,Author full names,Title,Abstract\n"Byron A.; Turing A.","Byron, Ada (57000000000); Turing, Alan (57000000001)",Rows ahead,We fetch.\n'
    (paper,), _ = read_text(tmp_path, text, "a.csv")
    assert [one.name for one in paper.authors] == ["Ada Byron", "Alan Turing"]


def test_the_titles_of_papers_may_be_called_names(tmp_path: Path) -> None:
    text = "Name,Authors,Tags,Abstract\nRows ahead,Ada Byron,x,We fetch.\nTables,,,\n"
    papers, report = read_text(tmp_path, text, "a.csv")
    assert [paper.title for paper in papers] == ["Rows ahead", "Tables"]
    assert not report.warnings
    assert read_text(tmp_path, "Name,Price\nBolt,2\n", "a.csv")[0] == []


def test_a_word_for_a_missing_abstract_is_none(tmp_path: Path) -> None:
    cells = (
        "Abstract Missing",
        "Abstract: N/A",
        "[No abstract available]",
        "Missing values occur.",
    )
    text = "Title,Abstract\n" + "".join(f"T{at},{cell}\n" for at, cell in enumerate(cells))
    papers, report = read_text(tmp_path, text, "a.csv")
    assert [paper.abstract for paper in papers] == ["", "", "", "Missing values occur."]
    assert report.with_abstract == 1

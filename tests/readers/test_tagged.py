from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

ONE = "TY  - JOUR\nTI  - Rows ahead\nAB  - We fetch rows.\nER  - \n"
TWO = "TY  - JOUR\nT1  - Tables on flash\nN2  - We use flash.\nER  - \n"


@pytest.mark.parametrize(
    "text",
    [
        ONE + "\n" + TWO,
        "\ufeff" + ONE + TWO,
        (ONE + TWO).replace("\n", "\r"),
        (ONE + TWO).replace("\n", "\r\n"),
        (ONE + TWO).replace("  - ", " - "),
        (ONE + TWO).replace("ER  - ", "ER  -"),
        (ONE + TWO).replace("ER  - ", "ER  - end"),
        (ONE + TWO).replace("\n", "\n\n"),
        ONE.lower().replace("we", "We").replace("rows a", "Rows a") + TWO,
        ONE.replace("ER  - \n", "") + TWO,
        ONE + TWO.removeprefix("TY  - JOUR\n"),
        (ONE + TWO).removesuffix("ER  - \n"),
        "1. \n" + ONE + "NL  - J. of X\n\nLink: http://x\n\n2. \n" + TWO,
        ONE.replace("AB  -", "ZZ  - odd\nAB  -") + TWO,
    ],
)
def test_ris_survives_what_exporters_do_to_it(tmp_path: Path, text: str) -> None:
    papers, report = read_text(tmp_path, text, "a.ris")
    assert [paper.title for paper in papers] == ["Rows ahead", "Tables on flash"]
    assert [paper.abstract.lower() for paper in papers] == ["we fetch rows.", "we use flash."]
    assert (report.format, report.records) == ("ris", 2)


@pytest.mark.parametrize("missing", ["TY  - JOUR\n", "ER  - \n"])
def test_a_missing_first_or_last_tag_is_told(tmp_path: Path, missing: str) -> None:
    _, report = read_text(
        tmp_path, ONE + TWO.replace(missing, "") + ONE.replace("ahead", "behind"), "a.ris"
    )
    assert report.records == 3
    assert any("W112" in warning for warning in report.warnings)


def test_lines_of_an_abstract_that_look_like_tags_are_text(tmp_path: Path) -> None:
    text = ONE.replace(
        "rows.", "rows\nAI  - based prefetching\nwe use  - dashes\nis - not - a tag\n   and more."
    )
    (paper,), _ = read_text(tmp_path, text, "a.ris")
    assert (
        paper.abstract
        == "We fetch rows AI - based prefetching we use - dashes is - not - a tag and more."
    )


def test_all_fields_of_ris(tmp_path: Path) -> None:
    text = (
        "TY  - JOUR\nTI  - Rows ahead\nTI  - Another\nAU  - Byron, Ada\nA1  - x\nPY  - 2019/05//\nJO  - J. of Caches\n"
        "KW  - gpu\ncache\nKW  - flash\nDO  - doi:10.1000/X\nUR  - https://example.org\nAB  - First.\nAB  - Second.\nER  - \n"
    )
    (paper,), _ = read_text(tmp_path, text, "a.ris")
    assert (paper.title, paper.abstract, paper.year) == ("Rows ahead", "First. Second.", 2019)
    assert ([one.name for one in paper.authors], paper.venue) == (["Ada Byron"], "J. of Caches")
    assert (paper.keywords, paper.doi, paper.url) == (
        ("gpu", "cache", "flash"),
        "10.1000/x",
        "https://example.org",
    )


OTHERS = {
    "wos": "FN Clarivate\nVR 1.0\nPT J\nAU Byron, A\nAF Byron, Ada\n   Turing, Alan\nTI Rows\n   ahead\nSO J CACHES\n"
    "AB We fetch\n   rows.\nPY 2019\nDI 10.1000/x\nOI Byron, Ada/0000-0001-2345-678X\n"
    "CR Knuth D, 1970, ACM, DOI 10.1000/y\nUT WOS:0001\nER\n\nEF\n",
    "medline": "PMID- 77\nTI  - Rows\n      ahead\nAB  - We fetch\n      rows.\nFAU - Byron, Ada\nFAU - Turing, Alan\n"
    "DP  - 2019 May\nJT  - J of Caches\nLID - 10.1000/x [doi]\n",
    "endnote": "%0 Journal Article\n%T Rows ahead\n%A Byron, Ada\n%A Turing, Alan\n%D 2019\n%J J of Caches\n"
    "%X We fetch rows.\n%R 10.1000/x\n",
    "refworks": "RT Journal Article\nSR Electronic\nA1 Byron, Ada\nA1 Turing, Alan\nT1 Rows ahead\nYR 2019\nJF J of Caches\n"
    "AB We fetch rows.\nDO 10.1000/x\n",
    "ovid": "<1>\nAuthors\n  Byron, Ada; Turing, Alan\nTitle\n  Rows ahead\nSource\n  J of Caches. 2019\nAbstract\n"
    "  We fetch rows.\nDigital Object Identifier\n  10.1000/x\n",
    "cochrane": "Record #1 of 1\nID: CN-1\nAU: Byron, Ada\nAU: Turing, Alan\nTI: Rows ahead\nSO: J of Caches\nYR: 2019\n"
    "AB: We fetch rows.\nDOI: 10.1000/x\n",
    "ovid-tagged": "<1>\nUI  - 77\nTI  - Rows ahead\nSO  - J of Caches. 2019\nAU  - Byron, Ada\nAU  - Turing, Alan\n"
    "AB  - We fetch rows.\nDO  - https://dx.doi.org/10.1000/x\n",
    "silverplatter": "Record 1 of 1 - INSPEC 2019\nTI: Rows\n    ahead\nAU: Byron,-Ada; Turing,-Alan\nSO: J of Caches; 2019\n"
    "AB: We fetch rows.\nDO: 10.1000/x\n",
    "biblioscape": "--AU-- Byron, Ada; Turing, Alan\n--TI-- Rows ahead\n--ST-- J of Caches\n--YP-- 2019\n--AB-- We fetch\nrows.\n"
    "--UR-- https://doi.org/10.1000/x\n------\n",
    "aminer": "#*Rows ahead\n#@Ada Byron,Alan Turing\n#t2019\n#cJ of Caches\n#index1\n#%2\n#!We fetch rows.\n",
    "ads": "Retrieved 1 abstracts.\n\n%R 2019JCach...1....1B\n%T Rows ahead\n%A Byron, Ada; Turing, Alan\n%J J of Caches\n"
    "%D 05/2019\n%Y DOI: 10.1000/x; eprintid: arXiv:1905.00001\n%B We fetch rows.\n",
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("ending", ["txt", "ris"])
def test_other_tagged_formats_are_known_by_content(tmp_path: Path, name: str, ending: str) -> None:
    (paper,), report = read_text(tmp_path, OTHERS[name], f"a.{ending}")
    assert report.format == name
    assert (paper.title, paper.abstract, paper.year) == ("Rows ahead", "We fetch rows.", 2019)
    assert [author.name for author in paper.authors] == ["Ada Byron", "Alan Turing"]
    assert (paper.id == "doi:10.1000/x") == ("10.1000/x" in OTHERS[name])
    assert paper.venue.lower().startswith("j")


@pytest.mark.parametrize("name", [name for name in OTHERS if name != "wos"])
def test_a_second_record_is_one_more(tmp_path: Path, name: str) -> None:
    second = OTHERS[name].replace("Rows", "Seas").replace("10.1000/x", "10.1000/y")
    second = second.replace("Retrieved 1 abstracts.\n\n", "").replace("1905.00001", "")
    papers, report = read_text(tmp_path, OTHERS[name] + "\n" + second, "a.txt")
    assert len({paper.title for paper in papers}) == report.records == 2
    assert not report.warnings


def test_orcids_and_cited_papers_of_web_of_science(tmp_path: Path) -> None:
    (paper,), _ = read_text(tmp_path, OTHERS["wos"], "a.txt")
    assert paper.authors[0].orcid == "0000-0001-2345-678X"
    assert paper.references == ("doi:10.1000/y",)


def test_encodings_of_old_exports(tmp_path: Path) -> None:
    text = ONE.replace("Rows ahead", "Bêta rows")
    (paper,), report = read_text(tmp_path, text.encode("latin-1"), "a.ris")
    assert paper.title == "Bêta rows"
    assert "W101" in report.warnings[0]
    (paper,), report = read_text(tmp_path, OTHERS["wos"].encode("utf-16"), "a.txt")
    assert (paper.title, report.warnings) == ("Rows ahead", ())

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.support import read_text

CFF = """# YAML 1.2
cff-version: 1.2.0
message: Cite it.
title: Rowlib
abstract: >-
  We fetch
  rows.
authors:
  - family-names: Beethoven
    given-names: Ludwig
    name-particle: van
    orcid: https://orcid.org/0000-0001-2345-678X
  - name: The Rowlib Team
date-released: 2019-05-01
doi: 10.1000/x
repository-code: https://example.org/rowlib
keywords: [rows, memory]
preferred-citation:
  type: conference-paper
  title: "Rows ahead: a paper"
  year: 2020
  conference:
    name: J
  identifiers:
    - type: doi
      value: 10.1000/y
references:
  - type: article
    title: Tables on flash
    journal: J
  - type: article
    doi: 10.1000/z
"""
HAYAGRIVA = """rows19:
    type: article
    title: "Rows ahead"
    author: ["Byron, Ada", "Turing, Alan"]
    abstract: We fetch rows.
    serial-number:
        doi: "10.1000/x"
    parent:
        type: periodical
        title: J
        date: 2019-05
tables:
    type: article
    title: {value: Tables on flash}
    author: Hopper, Grace
    date: 2020
"""
CSL = """---
references:
- id: rows19
  author:
  - {family: Byron, given: Ada}
  - {family: Turing, given: Alan}
  issued: {year: 2019}
  title: 'Rows ahead'
  container-title: J
  abstract: We fetch rows.
  DOI: 10.1000/x
- id: tables
  title: Tables on flash
  issued: 2020
...
"""
OWN = """- title: Rows ahead
  abstract: We fetch rows.
  authors: [Ada Byron, Alan Turing]
  year: 2019
  venue: J
  doi: 10.1000/x
- title: Tables on flash
  year: 2020
  abstract: ~
"""


def test_a_citation_file_gives_the_software_its_paper_and_its_references(tmp_path: Path) -> None:
    papers, report = read_text(tmp_path, CFF, "CITATION.cff")
    assert (report.format, report.records, report.with_abstract) == ("cff", 4, 1)
    assert [one.title for one in papers] == ["Rowlib", "Rows ahead: a paper", "Tables on flash"]
    (skipped,) = report.skipped
    assert CFF.split("\n")[skipped.line] == "    doi: 10.1000/z"
    software, paper, reference = papers
    assert [(one.name, one.orcid) for one in software.authors] == [
        ("Ludwig van Beethoven", "0000-0001-2345-678X"),
        ("The Rowlib Team", ""),
    ]
    assert (software.year, software.doi, software.keywords) == (
        2019,
        "10.1000/x",
        ("rows", "memory"),
    )
    assert (software.abstract, software.url) == ("We fetch rows.", "https://example.org/rowlib")
    assert (paper.year, paper.venue, paper.doi) == (2020, "J", "10.1000/y")
    assert (reference.venue, reference.sources[0].line) == ("J", 28)


@pytest.mark.parametrize("text", [HAYAGRIVA, CSL, OWN])
@pytest.mark.parametrize("ending", ["yml", "yaml"])
def test_lists_in_yaml(tmp_path: Path, text: str, ending: str) -> None:
    (rows, tables), report = read_text(tmp_path, text, f"a.{ending}")
    assert (report.format, report.records, report.warnings) == ("yaml", 2, ())
    assert (rows.title, rows.abstract, rows.year, rows.venue, rows.doi) == (
        "Rows ahead",
        "We fetch rows.",
        2019,
        "J",
        "10.1000/x",
    )
    assert [one.name for one in rows.authors] == ["Ada Byron", "Alan Turing"]
    assert (tables.title, tables.abstract, tables.year) == ("Tables on flash", "", 2020)


def test_a_damaged_list_is_read_part_by_part(tmp_path: Path) -> None:
    text = OWN + '- title: "Never closed\n  year: [2021\n- title: The last\n'
    papers, report = read_text(tmp_path, text, "a.yaml")
    assert [one.title for one in papers] == ["Rows ahead", "Tables on flash", "The last"]
    assert [one.line for one in report.skipped] == [10]
    assert "W132" in report.warnings[0]
    indented = "papers:\n" + "".join(f"  {line}\n" for line in text.splitlines())
    papers, report = read_text(tmp_path, indented, "a.yaml")
    assert len(papers) == 3


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{n}: &{n} [*{c}, *{c}, *{c}, *{c}, *{c}, *{c}, *{c}, *{c}]\n" for c, n in zip("abcdefgh", "bcdefghi", strict=True))
        + "references: [{title: Rows ahead, keywords: *i}]\n",
        "title: &a [Rows, *a]\n",
        "[" * 50_000,
        "? [a]\n: b\n",
        "- " * 20_000,
        "!!python/object/apply:os.system ['true']\n",
        "title: !!binary \"////\"\n",
        "a: b: c: d\n" * 3000,
    ],
)  # fmt: skip
def test_hostile_yaml_ends(tmp_path: Path, text: str) -> None:
    papers, report = read_text(tmp_path, text, "a.yaml")
    assert len(papers) <= 1
    assert report.records or report.warnings


def test_merged_mappings_and_several_documents(tmp_path: Path) -> None:
    text = "---\n- &j {venue: J, year: 2019}\n---\ndefaults: &d\n  venue: J\npapers:\n- <<: *d\n  title: Rows ahead\n"
    (paper,), _ = read_text(tmp_path, text, "a.yaml")
    assert (paper.title, paper.venue) == ("Rows ahead", "J")


def test_settings_are_no_records(tmp_path: Path) -> None:
    papers, report = read_text(
        tmp_path, "name: ci\non: [push]\njobs: {build: {runs-on: x}}\n", "a.yml"
    )
    assert (papers, report.records) == ([], 0)
    assert "W140" in report.warnings[0]

from __future__ import annotations

from pathlib import Path

from tests.readers.support import read_text

ABSTRACT = "Embedding tables outgrow the memory of one device. We fetch the rows of a batch ahead of time, while the batch before it is trained, and so hide the network almost entirely."


def test_items_with_links_are_papers_and_the_rest_is_not(tmp_path: Path) -> None:
    text = f"""# Awesome caches

[![badge](https://img.shields.io/x.svg)](https://example.org)

- [Contents](#contents)
- [Papers](#papers)

## Papers

- **Rows Ahead of Their Time** *VLDB 2019* [[paper]](https://arxiv.org/abs/2101.00001) [[code]](https://github.com/x/y)
- [Tables on Flash](https://doi.org/10.1000/x). Ada Byron, Alan Turing. 2020.
  > {ABSTRACT}
* "A Cache for All Seasons", Grace Hopper, OSDI 2021. [pdf](https://www.usenix.org/x.pdf)
1. Byron A. and Turing A. Shards of Tables at Rest. In SIGMOD, 2018.
- Pull requests are welcome.
"""
    papers, report = read_text(tmp_path, text, "README.md")
    assert [paper.title for paper in papers] == [
        "Rows Ahead of Their Time",
        "Tables on Flash",
        "A Cache for All Seasons",
        "Shards of Tables at Rest",
    ]
    assert [paper.year for paper in papers] == [2019, 2020, 2021, 2018]
    assert (papers[0].arxiv, papers[1].doi) == ("2101.00001", "10.1000/x")
    assert [author.name for author in papers[1].authors] == ["Ada Byron", "Alan Turing"]
    assert papers[1].abstract == ABSTRACT
    assert report.format == "markdown"


def test_short_names_before_a_colon_go_on_to_the_whole_title(tmp_path: Path) -> None:
    text = """- [HAP](https://dl.acm.org/doi/10.1145/1.2): Caches on Every Host | EuroSys'24
- [Rows:](https://arxiv.org/abs/2101.00001) Ahead of Time
- **Shards**: At Rest on Flash ([pdf](https://example.org/x.pdf))
- Switching Tables for Fast Training of Models | SOSP' 23
- [Home](https://example.org)
"""
    papers, _ = read_text(tmp_path, text, "list.md")
    assert [(paper.title, paper.year, paper.venue) for paper in papers] == [
        ("HAP: Caches on Every Host", 2024, "EuroSys"),
        ("Rows: Ahead of Time", None, ""),
        ("Shards: At Rest on Flash", None, ""),
        ("Switching Tables for Fast Training of Models", 2023, "SOSP"),
    ]


def test_rows_of_a_table_are_papers(tmp_path: Path) -> None:
    text = """| Title | Venue | Year | Code |
|:------|:-----:|------|------|
| [Rows Ahead](https://arxiv.org/abs/2101.00001) | VLDB | 2019 | [x](https://github.com/x) |
| **Tables on Flash** | OSDI | 2020 | - |
"""
    papers, _ = read_text(tmp_path, text, "list.md")
    assert [(paper.title, paper.venue, paper.year) for paper in papers] == [
        ("Rows Ahead", "VLDB", 2019),
        ("Tables on Flash", "OSDI", 2020),
    ]


def test_headings_with_an_abstract_are_papers(tmp_path: Path) -> None:
    text = f"# My list\n\nSome words.\n\n## Rows ahead of their time\n\n**Abstract:** {ABSTRACT}\n\n## Notes\n\nNothing.\n"
    (paper,), _ = read_text(tmp_path, text, "list.md")
    assert (paper.title, paper.abstract) == ("Rows ahead of their time", ABSTRACT)


def test_items_that_describe_a_heading_are_part_of_it(tmp_path: Path) -> None:
    text = f"""### 1.1 Caches

#### HAP: Caches on Every Host

- **Link:** [arXiv:2101.00001](https://arxiv.org/abs/2101.00001)
- **Authors:** Ada Byron, Alan Turing
- **Summary:** {ABSTRACT}

---

#### Tables on Flash

- **Link:** [arXiv:2101.00002](https://arxiv.org/abs/2101.00002)
"""
    papers, _ = read_text(tmp_path, text, "list.md")
    assert [(paper.title, paper.arxiv, paper.abstract) for paper in papers] == [
        ("HAP: Caches on Every Host", "2101.00001", ABSTRACT),
        ("Tables on Flash", "2101.00002", ""),
    ]
    assert [author.name for author in papers[0].authors] == ["Ada Byron", "Alan Turing"]


def test_a_text_without_marks_is_a_plain_list(tmp_path: Path) -> None:
    papers, _ = read_text(tmp_path, "We cache rows.\n\nWe shard tables.\n", "list.md")
    assert [paper.abstract for paper in papers] == ["We cache rows.", "We shard tables."]


def test_a_note_about_a_paper_is_known_by_its_front_matter(tmp_path: Path) -> None:
    head = "---\ntitle: 'Rows ahead: a paper'\nauthors: [Ada Byron]\nyear: 2019\ndoi: 10.1000/x\ntags:\n  - paper\n---\n"
    for body in (
        "\n## Abstract\n\nWe fetch rows.\n\n## Notes\nMine.\n",
        "> [!abstract]+ Abstract\n> We fetch rows.\n",
    ):
        (paper,), report = read_text(tmp_path, head + body, "a.md")
        assert (paper.title, paper.abstract, paper.year) == (
            "Rows ahead: a paper",
            "We fetch rows.",
            2019,
        )
        assert (paper.doi, report.records) == ("10.1000/x", 1)


def test_the_front_matter_of_a_list_is_no_paper(tmp_path: Path) -> None:
    text = "---\ntitle: My reading list\nauthor: Ada Byron\ndate: 2020\n---\n\n- [Rows ahead of their time](https://arxiv.org/abs/1905.00001), 2019\n"
    papers, report = read_text(tmp_path, text, "a.md")
    assert [(one.title, one.sources[0].line) for one in papers] == [("Rows ahead of their time", 7)]
    assert report.records == 1


def test_references_in_front_of_a_text_are_read(tmp_path: Path) -> None:
    text = "---\ntitle: My text\nreferences:\n- id: a\n  title: Rows ahead\n  issued: {year: 2019}\n- {id: b, title: Tables on flash}\n---\n\nAs @a says.\n"
    papers, _ = read_text(tmp_path, text, "a.md")
    assert [(one.title, one.year) for one in papers] == [("Rows ahead", 2019), ("Tables on flash", None)]  # fmt: skip


def test_links_of_other_markups(tmp_path: Path) -> None:
    rest = "List\n====\n\n* `Rows ahead of their time <https://arxiv.org/abs/1905.00001>`_ (2019)\n"
    org = "* TODO [#A] [[https://arxiv.org/abs/1905.00001][Rows ahead of their time]]\n  :PROPERTIES:\n  :YEAR: 2019\n  :END:\n"
    for text, name in ((rest, "a.rst"), (org, "a.org")):
        (paper,), _ = read_text(tmp_path, text, name)
        assert (paper.title, paper.arxiv) == ("Rows ahead of their time", "1905.00001")


def test_a_cell_with_title_and_summary_is_parted(tmp_path: Path) -> None:
    summary = "We fetch the rows of a table before they are asked for. " * 5
    cells = (
        f"1) **Rows ahead** - {summary}",
        f"2) Tables on flash  {summary}",
        "3) Short title of a paper - x",
    )
    rows = "".join(
        f"| {cell} | [Paper](https://arxiv.org/abs/1905.0000{i}) |\n"
        for i, cell in enumerate(cells)
    )
    papers, _ = read_text(tmp_path, f"| **Paper** | **Links** |\n|---|---|\n{rows}", "a.md")
    assert [one.title for one in papers] == [
        "Rows ahead",
        "Tables on flash",
        "Short title of a paper - x",
    ]
    assert [one.abstract for one in papers] == [summary.strip(), summary.strip(), ""]


def test_links_that_are_no_papers_are_told(tmp_path: Path) -> None:
    text = "- [Rows ahead of their time](https://arxiv.org/abs/1905.00001)\n- [Megatron](https://github.com/NVIDIA/Megatron-LM)\n- [Search at Calm](https://eng.calm.com/x) `2022`\n"
    papers, report = read_text(tmp_path, text, "a.md")
    assert [one.title for one in papers] == ["Rows ahead of their time", "Search at Calm"]
    (warning,) = report.warnings
    assert "W122" in warning
    assert "line 2" in warning


def test_a_list_that_begins_with_html_is_still_one(tmp_path: Path) -> None:
    text = '<div align="center">\n<h1>Papers</h1>\n</div>\n\n- [Rows ahead of their time](https://arxiv.org/abs/1905.00001)\n- [Tables on flash memory now](https://arxiv.org/abs/1905.00002)\n'
    for name in ("README.md", "list.txt"):
        assert read_text(tmp_path, text, name)[1].records == 2

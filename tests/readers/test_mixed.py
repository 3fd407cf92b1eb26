from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from tests.readers.support import read_text

PARTS = {
    "bibtex": "@string{x = {Rows}}\n@article{a,\n  title = {Bib {rows}},\n  abstract = {We fetch.\n\nTwice.}\n}\n",
    "ris": "TY  - JOUR\nTI  - Ris rows\nAB  - We fetch.\n\nTwice.\nER  - \n",
    "medline": "PMID- 12\nTI  - Med rows\nAB  - We fetch.\n\n",
    "endnote": "%0 Journal Article\n%T Refer rows\n%X We fetch.\n\n",
    "wos": "FN Clarivate\nVR 1.0\nPT J\nTI Web rows\nAB We fetch.\nUT WOS:1\nER\n\nEF\n",
}  # fmt: skip


@pytest.mark.parametrize("order", list(permutations(PARTS, 3)), ids="-".join)
def test_files_of_several_formats_are_read_whole(tmp_path: Path, order: tuple[str, ...]) -> None:
    papers, report = read_text(tmp_path, "".join(PARTS[name] for name in order), "all.txt")
    assert sorted(report.format.split(" + ")) == sorted(order)
    assert (report.records, report.with_abstract) == (3, 3)
    assert not report.warnings
    lines = "".join(PARTS[name] for name in order).split("\n")
    assert all(
        any(paper.title.split()[0] in line for line in lines[paper.sources[0].line - 1 :][:5])
        for paper in papers
    )


def test_formats_may_change_many_times(tmp_path: Path) -> None:
    text = "".join(
        f"TY  - JOUR\nTI  - Ris {i}\nER  - \n@misc{{a{i}, title={{Bib {i}}}}}\n" for i in range(300)
    )
    papers, report = read_text(tmp_path, text, "all.ris")
    assert report.records == len({paper.title for paper in papers}) == 600


def test_what_looks_like_another_format_within_a_record_is_text(tmp_path: Path) -> None:
    bibtex = (
        "@article{a, title={Rows},\n  abstract={We convert\n\nTY  - JOUR\nTI  - x\n\nto text.}\n}\n"
    )
    assert read_text(tmp_path, bibtex, "a.bib")[1].format == "bibtex"
    ris = (
        "TY  - JOUR\nTI  - Rows\nN1  - from\n\n@article{a, title={x}}\n\nAB  - We fetch.\nER  - \n"
    )
    (paper,), report = read_text(tmp_path, ris, "a.ris")
    assert (report.format, paper.abstract) == ("ris", "We fetch.")

from __future__ import annotations

import builtins
import gzip
import random
from pathlib import Path
from typing import Any

import pytest

from tests.readers.support import read_text


def pdf_of(lines: list[tuple[int, int, str]], named: str = "") -> bytes:
    """Write a PDF of one page with lines of text, each with its size and height; `named` is its title."""
    content = (
        "BT "
        + " ".join(f"/F1 {size} Tf 1 0 0 1 72 {top} Tm ({text}) Tj" for size, top, text in lines)
        + " ET"
    )
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        *([f"<< /Title ({named}) >>"] if named else []),
    ]
    size, info = len(objects) + 1, " /Info 6 0 R" if named else ""
    out, offsets = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    return f"{out}xref\n0 {size}\n0000000000 65535 f \n{table}trailer << /Size {size} /Root 1 0 R{info} >>\nstartxref\n{len(out)}\n%%EOF".encode()


PAGE = [
    (9, 740, "Proceedings of the Conference on Caches, vol. 3"),
    (18, 700, "Rows Ahead of"),
    (18, 680, "Their Time"),
    (11, 650, "Ada Byron and Alan Turing"),
    (12, 600, "Abstract"),
    (10, 585, "We fetch the rows of a batch ahead of time and hide the net-"),
    (10, 573, "work almost entirely."),
    (12, 540, "1 Introduction"),
    (10, 525, "Tables are large."),
]


def test_title_and_abstract_of_a_paper(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    (paper,), report = read_text(tmp_path, pdf_of(PAGE), "a.pdf")
    assert paper.title == "Rows Ahead of Their Time"
    assert (
        paper.abstract
        == "We fetch the rows of a batch ahead of time and hide the network almost entirely."
    )
    assert (report.format, report.records, report.with_abstract) == ("pdf", 1, 1)


def test_a_scan_and_a_page_without_abstract_say_so(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    papers, report = read_text(tmp_path, pdf_of([]), "scan.pdf")
    assert (papers, len(report.skipped)) == ([], 1)
    _, report = read_text(tmp_path, pdf_of(PAGE[:4]), "b.pdf")
    assert "W160" in report.warnings[0]


@pytest.mark.parametrize("data", [b"broken pdf...", b"%PDF-1.4\n" + bytes(range(256)) * 8])
def test_what_is_no_pdf_is_reported(tmp_path: Path, data: bytes) -> None:
    pytest.importorskip("pypdfium2")
    papers, report = read_text(tmp_path, data, "a.pdf")
    assert papers == []
    assert "E107" in report.warnings[0]


@pytest.mark.parametrize("matrix", [b"0 0 1 0 ", b"1 0 0 0 ", b"1 0 0 -1 ", b"1 0 0 9e38 "])
def test_letters_of_an_impossible_height_cost_no_more_than_the_title(
    tmp_path: Path, matrix: bytes
) -> None:
    pytest.importorskip("pypdfium2")
    page = pdf_of([(18, 700, "Rows Ahead of Their Time"), *PAGE[4:]])
    papers, report = read_text(tmp_path, page.replace(b"1 0 0 1 ", matrix, 1), "a.pdf")
    assert report.records == 1
    assert all(paper.abstract.startswith("We fetch the rows") for paper in papers)


def test_a_packed_pdf_that_breaks_off_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    data = gzip.compress(pdf_of(PAGE) + random.Random(1).randbytes(400_000))
    _, report = read_text(tmp_path, data[:300_000], "a.pdf.gz")
    assert "E109" in report.warnings[0]


def test_without_the_extra_the_remedy_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def fails(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("pypdfium2"):
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", fails)
    papers, report = read_text(tmp_path, pdf_of(PAGE), "a.pdf")
    assert papers == []
    assert "kg[pdf]" in report.warnings[0]


def test_a_title_that_a_program_made_is_none(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2")
    for named, title in (("Rows Ahead", "Rows Ahead"), ("Microsoft Word - rows.docx", "")):
        (paper,), _ = read_text(tmp_path, pdf_of(PAGE[4:], named), "a.pdf")
        assert (paper.title, paper.abstract[:8]) == (title, "We fetch")

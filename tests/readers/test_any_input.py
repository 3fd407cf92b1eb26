"""Whatever the bytes are: a report comes out, its numbers agree, and every text can be written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.readers import read
from tests.readers import (
    test_labelled,
    test_latex_text,
    test_marc,
    test_mixed,
    test_printed,
    test_web,
    test_yaml,
)
from tests.readers.test_json_services import RECORDS
from tests.readers.test_tagged import ONE, OTHERS
from tests.readers.test_xml import FORMATS, LISTS

SEEDS = [
    *(text.encode() for text in (*FORMATS.values(), *LISTS.values(), *OTHERS.values(), ONE, *map(json.dumps, RECORDS.values()))),
    *(text.encode() for text in (test_labelled.PROQUEST, test_labelled.REDIF, test_labelled.NOTE_EXPRESS, test_labelled.OWN, test_labelled.ARXIV)),
    *(text.encode() for text in (test_printed.PUBMED, test_printed.SUMMARY, test_printed.SCIENCE_DIRECT, test_printed.SCOPUS)),
    *(text.encode() for text in (test_yaml.CFF, test_yaml.HAYAGRIVA, test_yaml.CSL, test_yaml.OWN, test_web.HIGHWIRE, test_web.DUBLIN_CORE)),
    *(text.encode() for text in (test_latex_text.BLOCKS, test_latex_text.QUOTED, test_latex_text.BIBER, "".join(test_mixed.PARTS.values()))),
    test_marc.record(test_marc.ONE) + test_marc.record(test_marc.TWO),
    b"TITLE,Rows\nAUTHOR NAMES,Byron A.,Turing A.\nABSTRACT,We fetch.\n\nTITLE,Tables\nABSTRACT,We use flash.\n",
    b"@inproceedings{a, title={Rows}, crossref={b}, xdata={c,d}}\n@book{b, title={All}, year=2019, crossref={a}}\n@xdata{c, publisher={P}}\n",
    b"---\ntitle: Rows\nyear: 2019\nreferences:\n- {id: a, title: Tables}\n---\n## Abstract\nWe fetch.\n> [!abstract] x\n",
    b'{"columns": ["title", "abstract"], "data": [["Rows", "We fetch."]]}',
    b'{"title": {"0": "Rows"}, "abstract": {"0": "We fetch."}, "shelf": {"x": [{"title": "Tables"}]}}',
    "\n".join(map(json.dumps, RECORDS.values())).encode(),
    json.dumps({"data": [*RECORDS.values(), None]}, indent=1).encode(),
    b"@article{a, title={Rows}, abstract={We {fetch} \\'e $x$ rows.}}\n@string{x = {y}}\n@misc{b, title = x # \"z\"}\n",
    b"title,abstract,year\nRows ahead,\"We fetch, rows\",2019\n",
    b"# List\n- [Rows ahead](https://arxiv.org/abs/2101.00001) 2019\n| Title | Year |\n|---|---|\n| Tables | 2020 |\n",
    b'<collection><record><controlfield tag="001">1</controlfield><datafield tag="245"><subfield code="a">Rows ahead /</subfield></datafield>'
    b'<datafield tag="520"><subfield code="a">We fetch &amp;lt;b&amp;gt;rows&amp;lt;/b&amp;gt;.</subfield></datafield></record></collection>',
    b'[{"title": "Rows &amp;lt;i&amp;gt;ahead&lt;/i> &#955;", "authors": "Byron, A., Turing, A. and Hopper, G.", "year": "2019"}]',
    b"# Rows ahead of time\n- Authors: Ada Byron\n- Venue: J '19\n- [pdf](https://arxiv.org/abs/2101.00001)\n\n> Abstract: We fetch rows.\n\n"
    b"1. A. Byron, A. Turing. Tables on flash. 2020. doi:10.1000/x\n   - **Caches: a survey** ([code](http://x.org)), 2021\n",
    b"Related papers: Rows\n\nWe fetch rows\xe2\x80\xa6\n\nWe cache.\n",
    b'{"title": "Rows", "abstract": "We fetch."}\n{"id": "1", "text": "x \\ud800"}\n',
]  # fmt: skip
PIECES = [
    b"{", b"}", b'"', b"'", b"\n", b"\r", b"\x00", b"@", b"@x{", b"<", b">", b"&", b"</", b"<?xml version='1.0'?>", b"<!--", b"]]>",
    b"TY  - ", b"ER  - ", b"PT J", b"%0 ", b"\xff\xfe", b"\xe9", b"\xed\xa0\x80", b"\\", b"$", b"%", b"[", b"](", b",", b";", b"\t",
    b"|", b"null", b"1e999", b"...", b"\\ud800", b"\\u0000", b"10.1000/", b"<entry>", b"<record>", b"<hit>", b"\n\n", b"\x1d", b"\x1e", b"\x1f", b"crossref=", b"&a ", b"*a", b"- ", b": ", b"Title: ", b"\nER  - \n", b"____________", b"\\bibitem{", b"PK\x03\x04", b"\x1f\x8b", b"%PDF-",
]  # fmt: skip
ENDINGS = [
    "txt",
    "bib",
    "ris",
    "json",
    "jsonl",
    "xml",
    "csv",
    "md",
    "nbib",
    "enw",
    "ciw",
    "tsv",
    "xlsx",
    "zip",
    "gz",
    "tar",
    "yaml",
    "cff",
    "tex",
    "html",
    "org",
    "x",
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 6))):
        at, size = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=8))
        data = data[:at] + piece * draw(st.sampled_from([1, 1, 1, 40])) + data[at + size :]
    return data


def check(folder: Path, data: bytes, ending: str) -> None:
    path = folder / f"a.{ending}"
    path.write_bytes(data)
    reading = read([path])
    papers = list(reading)
    assert list(reading) == papers
    assert len(reading) == len(papers) == len({paper.id for paper in papers})
    for report in reading.files:
        assert report.records >= report.with_abstract
        assert report.records or report.warnings
    new = [one.records - len(one.skipped) - one.unlisted - one.duplicates for one in reading.files]
    assert sum(new) == len(papers)
    assert min(new, default=0) >= 0
    for paper in papers:
        assert paper.text.strip()
        texts = [
            paper.id,
            paper.text,
            paper.venue,
            paper.doi,
            paper.arxiv,
            paper.url,
            *paper.keywords,
            *paper.references,
        ]
        texts += [text for one in paper.authors for text in (one.name, one.orcid)]
        texts += [one.key for one in paper.sources]
        assert all(text.encode().decode() == text for text in texts)


@settings(
    max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(data=damaged(), ending=st.sampled_from(ENDINGS))
def test_damaged_files(tmp_path: Path, data: bytes, ending: str) -> None:
    check(tmp_path, data, ending)


@settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(data=st.binary(max_size=200), ending=st.sampled_from(ENDINGS))
def test_any_bytes(tmp_path: Path, data: bytes, ending: str) -> None:
    check(tmp_path, data, ending)


@pytest.mark.parametrize(
    ("ending", "data"),
    [
        ("bib", b"@a{" * 12_000),
        ("bib", b"@article{x, title={" * 6_000),
        ("bib", b"@comment{" * 12_000),
        ("bib", b"@article{x, title = {a}, b = \"{" * 6_000),
        ("ris", b"TY  - A\n" * 12_000),
        ("xml", b"<?xml version='1.0'?>" * 6_000),
        ("xml", b"<feed>" + b"<entry><title>" * 10_000),
        ("xml", b"<feed>" + b"<entry></x>" * 6_000),
        ("xml", b"<!DOCTYPE x [" + b"<!-- " * 10_000),
        ("html", b"<!-- a --> " * 6_000 + b"x"),
        ("json", b"[" * 100_000),
        ("json", b'{"data":' * 50_000),
        ("json", b'[{"title":"a"},{"title":' * 6_000),
        ("json", b"[" + b"\n" * 300_000 + b"{"),
        ("jsonl", b'{"title":"a"}\n{"title":\n' * 6_000),
        ("csv", b'title,abstract\n' + b'"a,b\n' * 10_000),
        ("csv", b"title,abstract\n" + b",\"" * 100_000),
        ("md", b"- [" * 12_000),
        ("md", b"# " + b"#" * 300_000),
        ("md", b"|---" * 12_000),
        ("md", b"\n" * 300_000),
        ("txt", b"PT J\n" * 12_000),
        ("txt", b",-" * 200_000),
        ("txt", b"A A " * 100_000),
    ],
)  # fmt: skip
def test_hostile_files_end(tmp_path: Path, ending: str, data: bytes) -> None:
    (tmp_path / f"a.{ending}").write_bytes(data)
    assert all(paper.text for paper in read([tmp_path / f"a.{ending}"]))


def test_skipped_records_are_counted_beyond_those_listed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x\n\n" * 12_000)
    (report,) = read([tmp_path / "a.txt"]).files
    assert (report.records, len(report.skipped) + report.unlisted) == (12_000, 12_000)
    assert any("W109" in warning and str(report.unlisted) in warning for warning in report.warnings)

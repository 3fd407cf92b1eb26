from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest
import zstandard

from kg.readers import read

TEXT = "@article{a, title={Rows ahead}, abstract={We fetch rows.}}\n"
PACKERS = {
    "gz": gzip.compress,
    "zst": zstandard.ZstdCompressor().compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}


def zip_of(members: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return out.getvalue()


def tar_of(members: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return out.getvalue()


@pytest.mark.parametrize("ending", PACKERS)
@pytest.mark.parametrize("name", ["list.bib.{}", "list.{}", "list"])
def test_packed_files_are_known_by_content(tmp_path: Path, ending: str, name: str) -> None:
    path = tmp_path / name.format(ending)
    path.write_bytes(PACKERS[ending](TEXT.encode()))
    reading = read([path])
    assert [paper.title for paper in reading] == ["Rows ahead"]
    assert reading.files[0].file == name.format(ending).removesuffix(f".{ending}")


@pytest.mark.parametrize("ending", PACKERS)
def test_a_damaged_packed_file_keeps_what_came_before(tmp_path: Path, ending: str) -> None:
    import random

    noise = random.Random(1)
    text = "".join(
        f"@article{{k{i}, title={{Paper {noise.random()} of {i}}}}}\n" for i in range(20_000)
    )
    data = PACKERS[ending](text.encode())
    path = tmp_path / f"list.bib.{ending}"
    path.write_bytes(data[: len(data) // 2])
    report = read([path]).files[0]
    assert "E109" in report.warnings[0]
    assert report.records < 20_000
    # bzip2 gives nothing before a whole block of 900 kB is there.
    assert report.records > (0 if ending != "bz2" else -1)
    path.write_bytes(data[:30])
    assert read([path]).files[0].records == 0


def test_the_members_of_a_zip_are_files(tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b/one.bib", TEXT)
        archive.writestr("a/two.ris", "TY  - JOUR\nTI  - Tables on flash\nER  - \n")
        archive.writestr("__MACOSX/._one.bib", b"\x00\x05")
        archive.writestr("notes.xyz", "no list")
    reading = read([path])
    assert [(report.file, report.records) for report in reading.files] == [
        ("two.ris", 1),
        ("one.bib", 1),
        ("notes.xyz", 0),
    ]
    assert len(reading) == 2


def test_a_member_above_the_archive_is_read_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "lists.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../one.bib", TEXT)
        archive.writestr("../.hidden/two.bib", TEXT)
    assert [(report.file, report.records) for report in read([path]).files] == [("one.bib", 1)]
    assert not (tmp_path.parent / "one.bib").exists()


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04 no archive", b"7z\xbc\xaf\x27\x1c\x00\x04", b"Rar!\x1a\x07\x00" + bytes(60)],
)
def test_archives_that_cannot_be_opened_are_reported(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    report = read([path]).files[0]
    assert (report.records, report.format) == (0, "archive")
    assert "E104" in report.warnings[0]


@pytest.mark.parametrize(
    ("mark", "offset", "value"), [(b"PK\x01\x02", 6, 99), (b"PK\x01\x02", 10, 99)]
)
def test_a_zip_that_needs_more_than_is_known_is_reported(
    tmp_path: Path, mark: bytes, offset: int, value: int
) -> None:
    data = bytearray(zip_of({"a.bib": TEXT}))
    data[data.index(mark) + offset] = value
    (tmp_path / "a.zip").write_bytes(data)
    (report,) = read([tmp_path / "a.zip"]).files
    assert report.records == 0
    assert report.warnings


def test_members_of_one_name_are_told_apart_though_one_is_damaged(tmp_path: Path) -> None:
    data = zip_of({"a/x.bib": TEXT, "b/x.bib": TEXT.replace("Rows", "Seas")})
    (tmp_path / "a.zip").write_bytes(data.replace(b"Seas", b"Sees"))
    one, two = read([tmp_path / "a.zip"]).files
    assert (one.records, len(one.warnings)) == (1, 0)
    assert one.file != two.file
    assert two.warnings


def test_a_member_without_a_name_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zip_of({"a.bib": TEXT}).replace(b"a.bib", b"\x00.bib"))
    assert len(read([tmp_path / "a.zip"])) == 1


def test_an_office_document_is_reported(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    (tmp_path / "a.docx").write_bytes(data.getvalue())
    assert "E105" in read([tmp_path / "a.docx"]).files[0].warnings[0]


def test_what_is_no_list_is_left_out_of_a_folder_with_a_word(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(TEXT)
    (tmp_path / "run.log").write_text("started at noon\n\nended at one\n")
    (tmp_path / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    reading = read([tmp_path])
    assert {report.file: report.format for report in reading.files} == {
        "a.bib": "bibtex",
        "run.log": "other",
        "x.png": "binary",
    }
    assert all(report.warnings for report in reading.files[1:])
    assert len(reading) == 1
    assert read([tmp_path / "run.log"]).files[0].records == 2


def test_two_members_of_one_name_are_both_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("a.bib", TEXT)
        archive.writestr("a.bib", TEXT.replace("Rows", "Seas"))
    reading = read([tmp_path / "a.zip"])
    assert {paper.title for paper in reading} == {"Rows ahead", "Seas ahead"}
    assert len({report.file for report in reading.files}) == 2


@pytest.mark.parametrize("ending", ["", *PACKERS])
def test_the_members_of_a_tar_are_files(tmp_path: Path, ending: str) -> None:
    data = tar_of({"b/one.bib": TEXT, "a/two.ris": "TY  - JOUR\nTI  - Tables on flash\nER  - \n"})
    path = tmp_path / f"lists.tar{ending and '.'}{ending}"
    path.write_bytes(PACKERS.get(ending, bytes)(data))
    reading = read([path])
    assert [(one.file, one.records) for one in reading.files] == [("two.ris", 1), ("one.bib", 1)]


@pytest.mark.parametrize("ending", ["", "gz"])
@pytest.mark.parametrize("cut", [700, 2000])
def test_of_a_tar_that_is_cut_off_the_rest_is_read_and_the_loss_told(
    tmp_path: Path, ending: str, cut: int
) -> None:
    data = PACKERS.get(ending, bytes)(tar_of({"a.bib": TEXT, "b.bib": TEXT * 30}))
    path = tmp_path / "lists.tar"
    path.write_bytes(data[: cut if not ending else len(data) - 20])
    reading = read([path])
    assert [paper.title for paper in reading] == ["Rows ahead"]
    assert any("E104" in warning for one in reading.files for warning in one.warnings)


def test_a_packed_file_within_an_archive_is_read_and_an_archive_within_one_is_told(
    tmp_path: Path,
) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.bib.gz", gzip.compress(TEXT.encode()))
        archive.writestr("two.zip", zip_of({"a.bib": TEXT}))
        archive.writestr("three.tar", tar_of({"a.bib": TEXT}))
    reports = {one.file: one for one in read([tmp_path / "a.zip"]).files}
    assert reports["one.bib"].records == 1
    assert "E104" in reports["two.zip"].warnings[0]
    assert "E104" in reports["three.tar"].warnings[0]


def test_members_after_one_another_and_zeros_between_are_unpacked(tmp_path: Path) -> None:
    two = [TEXT.encode(), TEXT.replace("Rows", "Seas").encode()]
    for ending in ("gz", "bz2", "xz"):
        (tmp_path / "a").write_bytes(bytes(8).join(map(PACKERS[ending], two)) + bytes(20))
        assert len(read([tmp_path / "a"])) == 2
    (tmp_path / "a").write_bytes(PACKERS["gz"](two[0]) + b"more")
    report = read([tmp_path / "a"]).files[0]
    assert report.records == 1
    assert "E109" in report.warnings[0]


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (b"SQLite format 3\x00", "E110"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "E105"),
        (b"{\\rtf1\\ansi Rows}", "E105"),
        (b"\x1f\x9d\x90", "E104"),
    ],
)
def test_files_of_programs_are_told_by_how_they_begin(
    tmp_path: Path, start: bytes, code: str
) -> None:
    (tmp_path / "a.xls").write_bytes(start + bytes(100))
    assert code in read([tmp_path / "a.xls"]).files[0].warnings[0]

from __future__ import annotations

import io
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.readers.data import Notes
from kg.readers.source import Source


def source(data: bytes) -> Source:
    return Source("a.txt", partial(io.BytesIO, data), Notes("a.txt"))


TEXT = "Grüße an GPU\n\nzweite Zeile →\n"


@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_unicode_encodings_are_told_without_guessing(codec: str) -> None:
    one = source(TEXT.encode(codec))
    assert one.text() == TEXT
    assert one.head == TEXT
    assert not one.is_binary
    assert one.notes.closed() == ()


def test_bytes_that_are_not_utf8_become_windows_1252_with_a_warning() -> None:
    one = source(b"first\ncaf\xe9 \x93x\x94 and " + "→".encode())
    assert one.text() == "first\ncafé “x” and →"
    (warning,) = one.notes.closed()
    assert "W101" in warning
    assert "line 2" in warning


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        ('<?xml version="1.0" encoding="GBK"?>', "gbk"),
        ("% Encoding: ISO8859_2\n", "iso8859-2"),
        ("<?xml version='1.0' encoding='koi8-r'?>", "koi8-r"),
    ],
)
def test_an_encoding_that_the_file_declares_is_used_unless_it_is_utf8(
    head: str, codec: str
) -> None:
    letters = {"gbk": "缓存", "iso8859-2": "Kočiský", "koi8-r": "кэш"}[codec]
    text = f"{head} {letters} on a GPU"
    assert source(text.encode(codec)).text() == text
    assert source(text.encode()).text() == text
    assert source(text.encode(codec)).notes.closed() == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_newline_ends_a_line(end: str) -> None:
    assert [line for _, line in source(f"a{end}b{end}{end}c".encode()).lines()] == [
        "a",
        "b",
        "",
        "c",
    ]


def test_a_stray_return_within_a_line_is_a_space() -> None:
    assert list(source(b"a\rb\nc\r\nd").lines()) == [(1, "a b"), (2, "c"), (3, "d")]


def test_control_characters_go_with_a_warning() -> None:
    one = source(b"one\nGP\x00U c\x0bache")
    assert one.text() == "one\nGPU c ache"
    assert "W102" in one.notes.closed()[0]


def test_binary_is_told_from_text_with_a_few_zeros() -> None:
    assert source(bytes(range(256)) * 4).is_binary
    assert not source(b"Be\x00ta is a text of some length").is_binary


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(1, 7))
def test_pieces_join_to_the_text_wherever_they_are_cut(text: str, size: int) -> None:
    data = ("é" + text).encode()
    from kg.readers import source as module

    before, module._BLOCK = module._BLOCK, size
    try:
        assert source(data).text() == ("é" + text).removeprefix("\ufeff")
    finally:
        module._BLOCK = before


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(data: bytes) -> None:
    one = source(data)
    assert isinstance(one.text(), str)
    assert one.text().count("\n") + 1 >= len(list(one.lines()))


@given(
    st.lists(
        st.sampled_from([b"a", b",", b"\r", b"\n", b"\x0b", b"\xe9", b"\xe2\x82\xac", b"\x00"])
    )
)
def test_the_start_has_the_lines_that_are_read(pieces: list[bytes]) -> None:
    one = source(b"".join(pieces))
    lines = [line for _, line in one.lines()]
    assert one.head.removesuffix("\n").split("\n") == (lines or [""])

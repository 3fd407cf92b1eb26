"""A store that is brought up to date holds what a store that is loaded anew holds."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.graph import store as stores
from kg.graph.store import write_store
from kg.graph.turtle import HEADER
from kg.graph.update import blocks, difference


def document(numbers: dict[int, str]) -> bytes:
    """Write a graph of one block a number, in order."""
    made = [
        f'paper:p{number} a kg:Paper ;\n\tkg:text {ox.Literal(text)} , "{number}" .\n'
        for number, text in sorted(numbers.items())
    ]
    return HEADER + b"\n# Papers\n" + "".join(made).encode()


def build(folder: Path, numbers: dict[int, str], previous: Path | None = None) -> Path:
    folder.mkdir()
    (folder / "graph.ttl").write_bytes(document(numbers))
    write_store(folder, previous=previous)
    return folder


def tables(folder: Path) -> set[int]:
    return {path.stat().st_ino for path in folder.glob("store/data/*.sst")}


def same(folder: Path) -> bool:
    """Say whether the store holds the file's triples and no other."""
    loaded = ox.Store()
    loaded.bulk_load(path=str(folder / "graph.ttl"), format=ox.RdfFormat.TURTLE)
    return set(ox.Store.read_only(str(folder / "store" / "data"))) == set(loaded)


TEXTS = st.dictionaries(st.integers(0, 60), st.text(max_size=3), min_size=1, max_size=8)
BASE = dict.fromkeys(range(400), "a text .\nof two lines")


@settings(max_examples=25, deadline=None)
@given(changes=st.lists(st.tuples(TEXTS, st.sets(st.integers(0, 60))), min_size=1, max_size=3))
def test_updates_one_after_the_other(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[dict[int, str], set[int]]]
) -> None:
    root = tmp_path_factory.mktemp("update")
    numbers = dict(BASE)
    last = build(root / "0", numbers)
    for step, (put, removed) in enumerate(changes, 1):
        numbers = {n: text for n, text in (numbers | put).items() if n not in removed}
        made = build(root / str(step), numbers, last)
        assert same(made)
        assert same(last), "the old store is as it was"
        last = made


def test_tables_are_shared_where_little_changed(tmp_path: Path) -> None:
    old = build(tmp_path / "old", BASE)
    new = build(tmp_path / "new", BASE | {400: "one more"}, old)
    assert tables(old) <= tables(new)
    assert same(new)


def test_much_that_changed_is_loaded_anew(tmp_path: Path) -> None:
    old = build(tmp_path / "old", BASE)
    new = build(tmp_path / "new", dict.fromkeys(BASE, "another"), old)
    assert not tables(old) & tables(new)
    assert same(new)


def test_a_store_with_many_tables_is_loaded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = build(tmp_path / "old", BASE)
    monkeypatch.setattr("kg.graph.update._TABLES", 0)
    new = build(tmp_path / "new", BASE | {400: "one more"}, old)
    assert not tables(old) & tables(new)
    assert same(new)


def test_a_damaged_store_is_not_taken_over(tmp_path: Path) -> None:
    old = build(tmp_path / "old", BASE)
    table = max(old.glob("store/data/*.sst"), key=lambda path: path.stat().st_size)
    data = bytearray(table.read_bytes())
    data[len(data) // 2] ^= 255
    table.write_bytes(data)
    new = build(tmp_path / "new", BASE | {400: "one more"}, old)
    assert not tables(old) & tables(new)
    assert same(new)


def test_where_files_cannot_be_shared_all_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*paths: object) -> None:
        raise OSError

    old = build(tmp_path / "old", BASE)
    monkeypatch.setattr("kg.graph.update.os.link", refuse)
    new = build(tmp_path / "new", BASE | {400: "one more"}, old)
    assert same(new)


def test_a_missing_or_outdated_store_is_no_help(tmp_path: Path) -> None:
    old = build(tmp_path / "old", BASE)
    (old / "graph.ttl").write_bytes(document(BASE | {7: "changed by hand"}))
    assert not stores._fresh(old)
    assert same(build(tmp_path / "new", BASE, old))
    assert same(build(tmp_path / "newer", BASE, tmp_path / "nowhere"))


@given(st.lists(st.binary(max_size=2), unique=True), st.lists(st.binary(max_size=2), unique=True))
def test_differences_are_those_of_sets(old: list[bytes], new: list[bytes]) -> None:
    found = difference(old, new, most=1000)
    assert found is not None
    assert [set(part) for part in found] == [{*old} - {*new}, {*new} - {*old}]


def test_a_file_loaded_in_pieces_is_loaded_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.graph.update._PIECE", 500)
    (tmp_path / "graph.ttl").write_bytes(document(BASE))
    write_store(tmp_path, written=True)
    assert same(tmp_path)


def test_blocks_are_found_across_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.graph.update._CHUNK", 7)
    file = tmp_path / "graph.ttl"
    file.write_bytes(document({1: "a", 2: "b .\nc"}))
    parts = list(blocks(file))
    assert b" .\n".join(parts) == file.read_bytes()
    assert len(parts) == HEADER.count(b" .\n") + 3

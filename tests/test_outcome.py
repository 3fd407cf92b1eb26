"""Whether a build would come to what is there already."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import outcome
from kg.outcome import Outcome, hashes, stamp


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of one module, and an ontology of one file."""
    for name in ("package", "ontology"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.py").write_text(name, encoding="utf-8")
        monkeypatch.setattr(outcome, f"{name}_dir", lambda name=name: tmp_path / name)
    return tmp_path


def test_the_stamp_is_that_of_its_parts() -> None:
    assert stamp(["a", "b"]) == stamp(["a", "b"])
    assert len({stamp(parts) for parts in (["a", "b"], ["ab"], ["a"], ["b", "a"], [])}) == 5


@pytest.mark.parametrize("folder", ["package", "ontology"])
def test_every_file_of_the_installation_counts(package: Path, folder: str) -> None:
    before = stamp([])
    (package / folder / "file.py").write_text("changed", encoding="utf-8")
    changed = stamp([])
    (package / folder / "more.tsv").write_text("new", encoding="utf-8")
    assert len({before, changed, stamp([])}) == 3


def test_compiled_modules_do_not_count(package: Path) -> None:
    before = stamp([])
    (package / "package" / "__pycache__").mkdir()
    (package / "package" / "__pycache__" / "file.pyc").write_bytes(b"\0")
    assert stamp([]) == before


def test_an_outcome_survives_its_text(tmp_path: Path) -> None:
    one = Outcome("s", 1, 2, 3, ("a remark – with more",), {"graph.ttl": "00"})
    assert Outcome.decode(one.encode()) == one


LISTED = (
    '{"stamp": "x", "papers": 1, "concepts": 1, "statements": 1, "remarks": [], "files": ["a"]}'
)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"remarks": []}', '{"stamp": "x"', LISTED]
)
def test_what_is_no_outcome_is_none(text: str) -> None:
    assert Outcome.decode(text) is None


def test_a_result_is_there_only_as_it_was_written(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    one = Outcome("s", 1, 1, 1, (), hashes(tmp_path))
    assert set(one.files) == {"a", "b"}
    assert one.is_in(tmp_path)
    (tmp_path / "b").write_text("other", encoding="utf-8")
    assert not one.is_in(tmp_path)
    assert one.is_in(tmp_path, "a")
    assert not one.is_in(tmp_path, "b")
    assert not one.is_in(tmp_path, "unheard of")
    (tmp_path / "b").unlink()
    assert not one.is_in(tmp_path)
    assert not Outcome("s", 1, 1, 1, (), {}).is_in(tmp_path)

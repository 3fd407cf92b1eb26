"""Files of extractions."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.cache import ExtractionCache, content_key
from kg.cache.shard import Header, Shard, read_entries, read_header, take_over, write_shard
from kg.errors import InputError, UsageError
from tests.cache.test_store import extraction, paper

PAPERS = [paper(f"abstract number {n}") for n in range(40)]


def write(path: Path, shard: Shard, fingerprint: str = "f") -> Path:
    held = [extraction(p) for p in PAPERS if shard.holds(p)]
    write_shard(path, Header(fingerprint, shard), held)
    return path


def listing(cache: ExtractionCache) -> int:
    """List all papers and return how many are still to be read."""
    cache.begin()
    cache.list(PAPERS)
    return cache.count_missing()


@given(st.integers(1, 60))
def test_every_paper_is_in_exactly_one_part(count: int) -> None:
    parts = [Shard(number, count) for number in range(1, count + 1)]
    assert all(sum(part.holds(p) for part in parts) == 1 for p in PAPERS)


def test_parts_are_of_about_the_same_size() -> None:
    papers = [paper(f"text {n}") for n in range(4000)]
    sizes = [sum(Shard(number, 8).holds(p) for p in papers) for number in range(1, 9)]
    assert min(sizes) > 400
    assert max(sizes) < 600


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "a/b", "1/", "/2", "-1/2", "1/0", "1/2/3"])
def test_a_part_that_makes_no_sense_is_named(text: str) -> None:
    with pytest.raises(UsageError, match="E225"):
        Shard.parse(text)


def test_a_part_is_read_as_people_write_it() -> None:
    assert Shard.parse("3/16") == Shard(3, 16)


def test_a_cache_takes_over_all_parts(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        write(tmp_path / f"{number}.kgx", Shard(number, 3))
    problems: list[str] = []
    with ExtractionCache(tmp_path / "x.sqlite", "f") as cache:
        take_over(cache, [tmp_path], problems.append)
        assert listing(cache) == 0
        assert {x.paper.id: x for x in cache.corpus()} == {p.id: extraction(p) for p in PAPERS}
    assert problems == []


def test_the_same_part_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [write(tmp_path / name, Shard(1, 2)) for name in ("a.kgx", "b.kgx")]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert read_header(files[0]) == Header("f", Shard(1, 2))


def test_a_missing_part_is_named_and_its_papers_stay_to_be_read(tmp_path: Path) -> None:
    for number in (1, 3):
        write(tmp_path / f"{number}.kgx", Shard(number, 4))
    problems: list[str] = []
    with ExtractionCache(tmp_path / "x.sqlite", "f") as cache:
        take_over(cache, [tmp_path / "1.kgx", tmp_path / "3.kgx"], problems.append)
        held = sum(Shard(n, 4).holds(p) for n in (1, 3) for p in PAPERS)
        assert listing(cache) == len(PAPERS) - held
    assert len(problems) == 1
    assert "W221" in problems[0]
    assert "2/4" in problems[0]


def test_the_work_of_another_extractor_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "1.kgx", Shard(1, 1), "other")
    problems: list[str] = []
    with ExtractionCache(tmp_path / "x.sqlite", "f") as cache:
        take_over(cache, [tmp_path], problems.append)
        assert listing(cache) == len(PAPERS)
    assert len(problems) == 1
    assert "W220" in problems[0]
    assert "1.kgx" in problems[0]


@given(st.data())
def test_nothing_of_a_damaged_file_is_taken_over(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("shard")
    path = write(folder / "1.kgx", Shard(1, 2))
    whole = path.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(whole[:place])
    else:
        changed = whole[place] ^ data.draw(st.integers(1, 255))
        path.write_bytes(whole[:place] + bytes([changed]) + whole[place + 1 :])
    problems: list[str] = []
    with ExtractionCache(folder / "x.sqlite", "f") as cache:
        with suppress(InputError):
            take_over(cache, [path], problems.append)
            # A letter of the fingerprint itself: the file says that another extractor made it.
            assert "W220" in problems[0]
        assert listing(cache) == len(PAPERS)


@pytest.mark.parametrize("lost", [1, 40, 500])
def test_a_file_that_is_cut_off_is_named(tmp_path: Path, lost: int) -> None:
    path = write(tmp_path / "1.kgx", Shard(1, 1))
    path.write_bytes(path.read_bytes()[:-lost])
    with pytest.raises(InputError, match=r"E226.*1\.kgx"):
        list(read_entries(path))


@pytest.mark.parametrize(
    ("content", "code"), [(None, "E001"), (b"", "E226"), (b"something else\n", "E226")]
)
def test_what_is_no_such_file_is_named(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "1.kgx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=code):
        list(read_entries(path))


def test_a_folder_without_files_is_named(tmp_path: Path) -> None:
    with (
        ExtractionCache(tmp_path / "x.sqlite", "f") as cache,
        pytest.raises(InputError, match="E227"),
    ):
        take_over(cache, [tmp_path], print)


def test_keys_tell_cut_texts_and_extractors_apart() -> None:
    one, cut = paper("one abstract"), paper("one abstract", truncated=True)
    assert len({content_key(one), content_key(cut), content_key(one, "f")}) == 3

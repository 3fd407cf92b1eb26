"""Extraction by hand on many machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.build import BuildOptions, build, merge
from kg.cache.shard import Shard
from kg.errors import InputError, UsageError
from kg.shards import extract_shard
from tests.build.test_bytes import contents
from tests.cli.support import kg


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory, sample: Path) -> Path:
    """A folder with the two halves of the sample."""
    folder = tmp_path_factory.mktemp("shards")
    counts = [extract_shard([sample], Shard(n, 2), folder / f"{n}.kgx") for n in (1, 2)]
    assert min(counts) > 0
    assert sum(counts) == 20
    return folder


def test_a_build_from_shards_reads_nothing_and_gives_the_same(
    tmp_path: Path, sample: Path, built: Path, shards: Path
) -> None:
    result = build([sample], tmp_path, BuildOptions(shards=(shards,)))
    assert result.extracted == 0
    assert contents(tmp_path) == contents(built)


def test_what_a_missing_shard_holds_is_read_here(
    tmp_path: Path, sample: Path, built: Path, shards: Path
) -> None:
    problems: list[str] = []
    options = BuildOptions(shards=(shards / "2.kgx",))
    result = build([sample], tmp_path, options, on_problem=problems.append)
    assert 0 < result.extracted < 20
    assert any("W221" in problem for problem in problems)
    assert contents(tmp_path) == contents(built)


def test_a_merge_takes_shards(tmp_path: Path, built: Path, shards: Path) -> None:
    assert merge([built], tmp_path, BuildOptions(shards=(shards,))).extracted == 0


def test_the_command(tmp_path: Path, sample: Path, shards: Path) -> None:
    done = kg("extract-shard", sample, "--shard", "1/2", "-o", tmp_path / "one.kgx", "-j", 2)
    assert done.returncode == 0, done.stderr
    assert "part 1 of 2" in done.stderr
    assert (tmp_path / "one.kgx").read_bytes() == (shards / "1.kgx").read_bytes()


def test_a_list_without_papers_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("\n \n", encoding="utf-8")
    with pytest.raises(InputError, match="E005"):
        extract_shard([tmp_path / "none.txt"], Shard(1, 2), tmp_path / "out.kgx")
    assert not (tmp_path / "out.kgx").exists()


def test_a_merge_needs_a_folder_of_its_own(built: Path) -> None:
    kept = (built / "graph.ttl").read_bytes()
    with pytest.raises(UsageError, match="E026"):
        merge([built], built / ".")
    assert (built / "graph.ttl").read_bytes() == kept

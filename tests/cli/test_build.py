"""`kg build` on what users really give it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.support import KG, kg

GOOD = "We present FlashCache, a GPU-based software cache for recommendation models on GPUs.\n"


@pytest.fixture(scope="module")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished build."""
    folder = tmp_path_factory.mktemp("previous")
    (folder / "list.txt").write_text(GOOD, encoding="utf-8")
    done = kg("build", folder / "list.txt", "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    return folder / "out"


def snapshot(folder: Path) -> dict[str, bytes]:
    names = ("graph.ttl", "graph.html", "report.md", "rejected.jsonl")
    return {name: (folder / name).read_bytes() for name in names}


BAD_FILES = {
    "empty.txt": (b"", "E003"),
    "space.txt": (b" \n\t\n\n", ""),
    "binary.txt": (bytes(range(256)) * 40, "E004"),
    "nothing.jsonl": (b"{}\n[]\nnot json\n", ""),
}


@pytest.mark.parametrize("name", sorted(BAD_FILES))
def test_a_useless_file_is_named_and_the_previous_result_stays(
    tmp_path: Path, previous: Path, name: str
) -> None:
    content, code = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    before = snapshot(previous)
    done = kg("build", tmp_path / name, "-o", previous)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert name in done.stderr
    assert "E005" in done.stderr
    assert code in done.stderr
    assert snapshot(previous) == before


def test_a_missing_file_is_named(tmp_path: Path, previous: Path) -> None:
    before = snapshot(previous)
    done = kg("build", tmp_path / "no-such.txt", "-o", previous)
    assert done.returncode == 1
    assert "E001" in done.stderr
    assert "no-such.txt" in done.stderr
    assert snapshot(previous) == before


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    done = kg("build", tmp_path / "lists", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_nothing_named_is_a_matter_of_usage(tmp_path: Path) -> None:
    done = kg("build", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "E006" in done.stderr


def test_an_unknown_level_of_evidence_is_named_before_anything_is_read(tmp_path: Path) -> None:
    done = kg("build", tmp_path / "missing.txt", "--evidence", "all", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "E402" in done.stderr


def test_one_word_builds_without_a_crash(tmp_path: Path) -> None:
    (tmp_path / "word.txt").write_text("GPU\n", encoding="utf-8")
    done = kg("build", tmp_path / "word.txt", "-o", tmp_path / "out")
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)


def test_a_line_of_five_megabytes_builds(tmp_path: Path) -> None:
    sentence = "We train a graph neural network on GPUs. "
    (tmp_path / "long.txt").write_text(sentence * (5_000_000 // len(sentence)), encoding="utf-8")
    done = kg("build", tmp_path / "long.txt", "-o", tmp_path / "out")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_an_unknown_ending_is_read_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "list.papers").write_text(GOOD, encoding="utf-8")
    done = kg("build", tmp_path / "list.papers", "-o", tmp_path / "out")
    assert done.returncode == 0
    assert "FlashCache" in (tmp_path / "out" / "graph.ttl").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    done = kg("build", tmp_path / "list.txt", "-o", tmp_path / "file" / "out")
    assert done.returncode == 1
    assert "E020" in done.stderr
    assert (tmp_path / "file").read_text(encoding="utf-8") == "in the way"


def test_hostile_text_goes_through_every_file(tmp_path: Path) -> None:
    hostile = (
        'We present </script><img src=x onerror="alert(1)">, a "quoted" \\ cache ^ on GPU {A100} '
        "| 50% <CTR> see http://ex.org/a b|c and https://x.y/[z]#a#b \x0c form feed.\n"
    )
    (tmp_path / "hostile.txt").write_text(hostile + "\n" + GOOD, encoding="utf-8")
    done = kg("build", tmp_path / "hostile.txt", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    checked = kg("validate", tmp_path / "out")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_it_works_where_the_locale_knows_only_ascii(tmp_path: Path) -> None:
    text = "Erdős shows that → GPUs train β-VAE models.\n"
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = kg("build", tmp_path / "list.txt", "-o", tmp_path / "out", env=plain)
    assert done.returncode == 0, done.stderr
    asked = kg("query", "SELECT ?t { ?p kg:text ?t }", "-g", tmp_path / "out", env=plain)
    assert asked.returncode == 0, asked.stderr


def test_an_interrupted_build_keeps_what_it_read(tmp_path: Path) -> None:
    source = tmp_path / "many.jsonl"
    source.write_text(
        "".join(
            f'{{"title": "System {n}", "abstract": "{GOOD.strip() * 6} Variant {n}."}}\n'
            for n in range(6000)
        ),
        encoding="utf-8",
    )
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*KG, "build", str(source), "-o", str(out)],
        stderr=subprocess.PIPE,
        env={**os.environ},
        text=True,
    )
    cache = out / "extractions.sqlite-wal"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if cache.exists() and cache.stat().st_size > 300_000:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "kept" in errors
    assert not (out / "graph.ttl").exists()
    assert not list(out.glob(".building-*"))

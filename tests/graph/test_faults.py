"""What a kill, a full disk or a second writer may and may not do."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kg import graph
from kg.errors import GraphError, KgError, OutputError
from kg.graph import Graph, publish
from kg.graph.export import export
from kg.graph.publish import JOURNAL, recover
from kg.link.data import Linked
from kg.query import Request, open_worker
from tests.graph.corpus import INFO, hostile, linked, paper, sample
from tests.graph.graph_store import Store

KILLS = int(os.environ.get("KG_KILLS", "4"))
"""How often each of build, load, export and push is killed; more to be surer."""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and resource limits")

BUILD = (
    "import sys, pathlib\n"
    "from kg import graph\n"
    "from tests.graph.test_faults import CORPORA, INFO\n"
    "print('go', flush=True)\n"
    "graph.build(CORPORA[sys.argv[2]](), pathlib.Path(sys.argv[1]), info=INFO)\n"
)
PUSH = (
    "import sys, pathlib\n"
    "from kg.graph import Graph\n"
    "from kg.graph.push import Target, push\n"
    "print('go', flush=True)\n"
    "folder, url, update = sys.argv[1:]\n"
    "state = pathlib.Path(folder) / '.push.json'\n"
    "push(Graph.open(folder), Target(url), update=update, part=500, state=state)\n"
)
EXPORT = (
    "import sys, pathlib\n"
    "from kg.graph import Graph\n"
    "from kg.graph.export import export\n"
    "print('go', flush=True)\n"
    "export(Graph.open(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]))\n"
)


def large() -> Linked:
    """A corpus that takes a fraction of a second to write and load."""
    found = (("Alpha", "method/alpha"), ("GPU", "hardware/gpu"))
    return linked([paper(n, f"Alpha {n} on GPU.", found, ((0, "runsOn", 1),)) for n in range(1500)])


CORPORA = {"sample": sample, "large": large}


def start(script: str, *arguments: object) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def whole(folder: Path) -> str:
    """Open the graph, check that its store says what its file says, and return the file's hash."""
    with Graph.open(folder) as opened:
        ((declared,),) = opened.select("SELECT ?n { ?d a void:Dataset ; void:triples ?n }")
        assert len(opened) == int(str(declared))
    return digest(folder / "graph.ttl")


@pytest.fixture(scope="module")
def seconds(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long the large build takes from its start, on this machine, now."""
    process = start(BUILD, tmp_path_factory.mktemp("timing"), "large")
    begin = time.monotonic()
    assert process.wait() == 0
    return time.monotonic() - begin


def test_a_killed_build_leaves_a_whole_graph(tmp_path: Path, seconds: float) -> None:
    chance = random.Random(5)
    graph.build(sample(), tmp_path / "old", info=INFO).close()
    graph.build(large(), tmp_path / "new", info=INFO).close()
    allowed = {digest(tmp_path / name / "graph.ttl") for name in ("old", "new")}
    folder = tmp_path / "out"
    graph.build(sample(), folder, info=INFO).close()
    killed = 0
    for _ in range(KILLS):
        process = start(BUILD, folder, chance.choice(("large", "large", "sample")))
        time.sleep(chance.uniform(0, 1.1 * seconds))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
        assert whole(folder) in allowed
    assert killed >= KILLS // 3
    graph.build(sample(), folder, info=INFO).close()
    assert sorted(path.name for path in folder.iterdir()) == ["graph.ttl", "store"]


def test_a_kill_while_a_store_is_loaded_costs_a_reload(tmp_path: Path, seconds: float) -> None:
    chance = random.Random(6)
    graph.build(large(), tmp_path, info=INFO).close()
    before = digest(tmp_path / "graph.ttl")
    script = (
        "import sys\nfrom kg.graph import Graph\nprint('go', flush=True)\nGraph.open(sys.argv[1])\n"
    )
    for _ in range(KILLS):
        shutil.rmtree(tmp_path / "store", ignore_errors=True)
        process = start(script, tmp_path)
        time.sleep(chance.uniform(0, seconds))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert whole(tmp_path) == before


def test_a_killed_export_leaves_the_previous_files(tmp_path: Path, seconds: float) -> None:
    chance = random.Random(7)
    graph.build(large(), tmp_path / "g", info=INFO).close()
    before = {}
    with Graph.open(tmp_path / "g") as opened:
        for form in ("turtle", "graphml", "csv"):
            files, _ = export(opened, form, tmp_path / form / "x.csv")
            before[form] = {file: digest(file) for file in files}
    for _ in range(KILLS):
        form = chance.choice(list(before))
        process = start(EXPORT, tmp_path / "g", form, tmp_path / form / "x.csv")
        time.sleep(chance.uniform(0, seconds / 2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert {file: digest(file) for file in before[form]} == before[form]
    for form in before:
        assert start(EXPORT, tmp_path / "g", form, tmp_path / form / "x.csv").wait() == 0
        assert set((tmp_path / form).iterdir()) == before[form].keys()


def test_a_killed_push_is_completed_by_the_next(
    tmp_path: Path, seconds: float, store: Store
) -> None:
    chance = random.Random(8)
    graph.build(large(), tmp_path, info=INFO).close()
    before = digest(tmp_path / "graph.ttl")
    with Graph.open(tmp_path) as opened:
        new = {quad.triple for quad in opened.source}
    old = b"<a:old> <a:old> <a:old> .\n"
    for number in range(KILLS):
        # Replaced in one step, what was there is whole all the time; in parts, at the end.
        update = store.url.replace("/store", "/update") if number % 2 else ""
        store.graphs["default"] = [old]
        process = start(PUSH, tmp_path, store.url, update)
        time.sleep(chance.uniform(0, seconds))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if update:
            assert store.graphs["default"] == [old] or store.triples("default") == new
        assert whole(tmp_path) == before
        assert start(PUSH, tmp_path, store.url, update).wait() == 0
        assert store.triples("default") == new
        assert not (tmp_path / ".push.json").exists()


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_a_publication_that_was_cut_short_is_completed(tmp_path: Path, kept: int) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    (tmp_path / "report.md").write_text("old", encoding="utf-8")
    staging = tmp_path / ".building"
    graph.build(hostile(), staging, info=INFO).close()
    (staging / "report.md").write_text("new", encoding="utf-8")
    expected = digest(staging / "graph.ttl")
    staging.rename(tmp_path / JOURNAL)
    for name in ("graph.ttl", "report.md", "store")[:kept]:
        if (tmp_path / name).is_dir():
            shutil.rmtree(tmp_path / name)
        (tmp_path / JOURNAL / name).replace(tmp_path / name)
    assert whole(tmp_path) == expected
    assert (tmp_path / "report.md").read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.ttl", "report.md", "store"]


def test_a_reader_keeps_its_graph_while_another_is_published(tmp_path: Path) -> None:
    graph.build(large(), tmp_path, info=INFO).close()
    with Graph.open(tmp_path) as opened:
        before = len(opened)
        graph.build(sample(), tmp_path, info=INFO).close()
        assert sum(1 for _ in opened) == before
        assert opened.query("ASK { hardware:gpu a kg:Hardware }")
    with Graph.open(tmp_path) as opened:
        assert len(opened) < before


def test_readers_never_see_half_a_graph(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    stop = threading.Event()
    failures: list[str] = []

    def write() -> None:
        try:
            while not stop.is_set():
                for corpus in (hostile(), sample()):
                    graph.build(corpus, tmp_path, info=INFO).close()
        except KgError as error:
            failures.append(str(error))

    def read() -> None:
        for _ in range(25):
            with Graph.open(tmp_path) as opened:
                ((declared,),) = opened.select("SELECT ?n { ?d a void:Dataset ; void:triples ?n }")
                if len(opened) != int(str(declared)):
                    failures.append(f"{len(opened)} of {declared}")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        read()
    finally:
        stop.set()
        writer.join()
    assert failures == []


def test_builds_at_once_wait_or_are_refused(tmp_path: Path) -> None:
    refusals = []
    process = start(BUILD, tmp_path, "large")
    while process.poll() is None:
        try:
            graph.build(sample(), tmp_path, info=INFO).close()
        except OutputError as error:
            refusals.append(error.code)
    assert set(refusals) <= {"E021"}
    assert process.returncode in (0, 1)
    assert whole(tmp_path)


def test_a_full_disk_is_named_and_changes_nothing(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    before = whole(tmp_path)
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n" + BUILD
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), "large"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 1
    assert "E020" in done.stderr
    assert os.strerror(errno.EFBIG) in done.stderr
    assert whole(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.ttl", "store"]


@pytest.mark.parametrize("damage", ["missing", "emptied", "stamp", "other"])
def test_a_bad_store_is_made_again(tmp_path: Path, damage: str) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    store = tmp_path / "store"
    if damage == "missing":
        shutil.rmtree(store)
    elif damage == "emptied":
        for file in (store / "data").iterdir():
            file.write_bytes(b"")
    elif damage == "stamp":
        (store / "stamp.json").write_text("{", encoding="utf-8")
    else:
        graph.build(hostile(), tmp_path / "other", info=INFO).close()
        shutil.rmtree(store)
        shutil.move(tmp_path / "other" / "store", store)
    assert whole(tmp_path)


def damage_tables(folder: Path) -> None:
    """Turn bits in the middle of each larger table, so that the store still opens."""
    for table in (folder / "store" / "data").glob("*.sst"):
        content = bytearray(table.read_bytes())
        if len(content) > 5000:
            for place in range(len(content) // 3, len(content) // 3 + 1000, 50):
                content[place] ^= 0x55
            table.write_bytes(content)


def test_a_store_with_a_damaged_block_is_made_again(tmp_path: Path) -> None:
    graph.build(large(), tmp_path, info=INFO).close()
    with Graph.open(tmp_path) as opened:
        count = len(opened)
    damage_tables(tmp_path)
    with Graph.open(tmp_path, thorough=True) as opened:
        assert opened.location.store is not None
        assert len(opened) == count


def test_a_query_on_a_damaged_block_says_so_and_works_the_next_time(tmp_path: Path) -> None:
    graph.build(large(), tmp_path, info=INFO).close()
    damage_tables(tmp_path)
    everything = Request("SELECT * { ?s ?p ?o }", select_format="csv")
    with open_worker(tmp_path) as worker, pytest.raises(GraphError, match="E407"):
        b"".join(worker.run(everything).pieces)
    with open_worker(tmp_path) as worker:
        reply = worker.run(everything)
        assert sum(piece.count(b"\r\n") for piece in reply.pieces) == reply.rows + 1 > 1000


@pytest.mark.parametrize("content", ["", "# nothing but a remark\n"])
def test_a_graph_of_a_build_is_never_empty(tmp_path: Path, content: str) -> None:
    (tmp_path / "graph.ttl").write_text(content, encoding="utf-8")
    with pytest.raises(GraphError, match="E404"):
        Graph.open(tmp_path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="E001"):
        Graph.open(tmp_path / "graph.nt")


def test_an_edited_file_is_what_counts(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    with (tmp_path / "graph.ttl").open("a", encoding="utf-8") as stream:
        stream.write('method:dlrm rdfs:comment "by hand" .\n')
    with Graph.open(tmp_path) as opened:
        assert opened.query('ASK { method:dlrm rdfs:comment "by hand" }')


def test_touching_the_file_does_not_reload_it(tmp_path: Path) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    inode = (tmp_path / "store" / "stamp.json").stat().st_ino
    os.utime(tmp_path / "graph.ttl", ns=(1, 1))
    assert whole(tmp_path)
    assert (tmp_path / "store" / "stamp.json").stat().st_ino == inode


def test_a_folder_without_store_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.build(sample(), tmp_path, info=INFO).close()
    shutil.rmtree(tmp_path / "store")

    def read_only(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("tempfile.mkdtemp", read_only)
    assert whole(tmp_path)
    assert not (tmp_path / "store").exists()


def test_publish_replaces_what_it_brings_and_keeps_the_rest(tmp_path: Path) -> None:
    out, staging = tmp_path / "out", tmp_path / "staging"
    for folder, text in ((out, "old"), (staging, "new")):
        folder.mkdir()
        (folder / "report.md").write_text(text, encoding="utf-8")
    (out / "cache.sqlite").write_text("kept", encoding="utf-8")
    publish(staging, out)
    recover(out)
    assert {p.name: p.read_text(encoding="utf-8") for p in out.iterdir()} == {
        "report.md": "new",
        "cache.sqlite": "kept",
    }
    assert not staging.exists()


def test_the_stamp_holds_no_path(sample_dir: Path) -> None:
    stamp = json.loads((sample_dir / "store" / "stamp.json").read_text(encoding="utf-8"))
    assert set(stamp) == {"engine", "sha256", "size", "store", "time"}
    assert str(sample_dir) not in json.dumps(stamp)

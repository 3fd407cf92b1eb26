"""What every engine must do, tested on each that is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from kg.engines import ENGINES, Engine, EngineOptions, engine
from kg.errors import EngineError, InputError, UsageError
from tests.engines import work

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills with a signal")


@pytest.fixture(scope="module", params=sorted(ENGINES))
def name(request: pytest.FixtureRequest) -> str:
    if find_spec(ENGINES[request.param][1] or "kg") is None:
        pytest.skip(f"the extra kg[{request.param}] is not installed")
    return str(request.param)


@pytest.fixture(scope="module")
def apply(name: str) -> Engine:
    return engine(name)


@pytest.fixture(scope="module")
def two(name: str) -> EngineOptions:
    return EngineOptions(name, jobs=2)


def test_results_come_in_the_order_of_the_items(apply: Engine, two: EngineOptions) -> None:
    assert list(apply(work.square, range(50), two)) == [n * n for n in range(50)]


def test_nothing_to_do_is_done(apply: Engine, two: EngineOptions) -> None:
    assert list(apply(work.square, [], two)) == []


def test_the_work_is_done_by_as_many_processes_as_asked_for(
    apply: Engine, two: EngineOptions
) -> None:
    workers = set(apply(work.process, range(200), two))
    assert 1 <= len(workers) <= 2
    assert os.getpid() not in workers


def test_few_items_are_taken_ahead(apply: Engine, two: EngineOptions) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    results = apply(work.square, items(), two)
    assert [next(results) for _ in range(10)] == [n * n for n in range(10)]
    results.close()
    assert taken <= 30


def test_what_the_function_raises_is_raised_here(apply: Engine, two: EngineOptions) -> None:
    results = apply(work.refuse, range(20), two)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(InputError, match=r"E024.*seven") as caught:
        next(results)
    assert caught.value.fields == {"path": "seven"}


def test_what_a_killed_process_had_is_done_again(
    apply: Engine, two: EngineOptions, tmp_path: Path
) -> None:
    places = [(str(tmp_path), number) for number in range(30)]
    assert list(apply(work.stumble, places, two)) == [n * n for n in range(30)]
    assert (tmp_path / "died").exists(), "a process was killed"


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(UsageError, match=r"E220.*abacus.*local"):
        engine("abacus")


def test_an_engine_without_its_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"E221.*pip install 'kg\[ray\]'"):
        engine("ray")


def test_a_function_that_kills_every_process_is_given_up() -> None:
    with pytest.raises(EngineError, match="E222"):
        list(engine("local")(work.die, range(4), EngineOptions(jobs=2)))


def test_no_process_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    program = (
        "import sys; from kg.engines import EngineOptions, engine; from tests.engines import work\n"
        "if __name__ == '__main__':\n"
        "    list(engine('local')(work.linger, [sys.argv[1]] * 2, EngineOptions(jobs=2)))"
    )
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    places = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    folder = tmp_path / "workers"
    folder.mkdir()
    started = subprocess.Popen(
        [sys.executable, str(script), str(folder)], env={**os.environ, "PYTHONPATH": places}
    )
    wait_for(lambda: len(list(folder.iterdir())) == 2)
    started.kill()
    started.wait()
    wait_for(lambda: not any(is_running(int(path.name)) for path in folder.iterdir()))


def wait_for(happened: Callable[[], bool]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that nobody waits for is over, too.
    stat = Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"

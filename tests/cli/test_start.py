"""Starting is quick: commands that do not read text load nothing that does."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HEAVY = (
    "spacy",
    "networkx",
    "pyvis",
    "rdflib",
    "onnxruntime",
    "numpy",
    "kg.vocabulary",
    "kg.extract.pipeline",
)


def loaded_after(*arguments: str) -> set[str]:
    """The heavy modules that are loaded once a command has run."""
    code = (
        "import sys\nfrom kg.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit: pass\n"
        f"print('\\nLOADED', *[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.rsplit("LOADED", 1)[1].split())


def test_help_loads_nothing_heavy() -> None:
    assert loaded_after("--help") == set()


@pytest.mark.parametrize(
    "arguments",
    [("query", "SELECT ?c { ?c a kg:Hardware } LIMIT 1"), ("query", "hardware-tree"), ("info",)],
)
def test_asking_loads_no_extractor(root: Path, arguments: tuple[str, ...]) -> None:
    where = ("-g", str(root / "outputs")) if arguments[0] == "query" else (str(root / "outputs"),)
    loaded = loaded_after(*arguments, *where)
    assert loaded & {"spacy", "kg.vocabulary", "kg.extract.pipeline", "onnxruntime"} == set()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_while_loading_leaves_no_traceback(tmp_path: Path) -> None:
    # A module of this name is loaded in the place of the real one, and interrupts at once.
    (tmp_path / "typer.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "kg", "stats"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 130
    assert done.stderr == "kg: interrupted\n"


def test_the_installed_command_is_the_way_in_that_can_be_interrupted(root: Path) -> None:
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["scripts"] == {"kg": "kg.__main__:main"}
    done = subprocess.run([sys.executable, "-m", "kg", "--version"], capture_output=True, text=True)
    assert done.stdout.startswith("kg ")

"""Starting is quick: commands that do not read text load nothing that does."""

from __future__ import annotations

import subprocess
import sys
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

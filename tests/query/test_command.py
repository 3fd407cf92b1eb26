from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyoxigraph
import pytest

from kg.cli import main


def kg(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main([str(argument) for argument in arguments])
    out, err = capfd.readouterr()
    return int(stopped.value.code or 0), out, err


SELECT = "SELECT ?m ?h { ?m kg:runsOn ?h } ORDER BY ?m"


def test_a_table_shortens_iris(capfd: pytest.CaptureFixture[str], graph_dir: Path) -> None:
    code, out, err = kg(capfd, "query", SELECT, "-g", graph_dir)
    assert code == 0
    assert [line.split() for line in out.splitlines() if ":" in line] == [
        ["method:dlrm", "hardware:gpu"],
        ["task:ctr-prediction", "hardware:gpu"],
    ]
    assert err == ""


def test_nan_is_no_time(capfd: pytest.CaptureFixture[str], graph_dir: Path) -> None:
    code, _, err = kg(capfd, "query", SELECT, "-g", graph_dir, "--timeout", "nan")
    assert code == 2
    assert "nan" in err


def test_a_table_says_that_there_is_more(
    capfd: pytest.CaptureFixture[str], graph_dir: Path
) -> None:
    code, _, err = kg(capfd, "query", SELECT, "-g", graph_dir, "--limit", 1)
    assert code == 0
    assert "--offset 1" in err


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "xml"])
def test_select_formats(capfd: pytest.CaptureFixture[str], graph_dir: Path, form: str) -> None:
    code, out, _ = kg(capfd, "query", SELECT, "-g", graph_dir, "-f", form)
    assert code == 0
    assert out.count("concept/hardware/gpu") == 2


def test_ask(capfd: pytest.CaptureFixture[str], graph_dir: Path) -> None:
    assert kg(capfd, "query", "ASK { ?x kg:runsOn ?y }", "-g", graph_dir)[1] == "yes\n"
    _, out, _ = kg(capfd, "query", "ASK { ?x a kg:Dataset }", "-g", graph_dir, "-f", "json")
    assert json.loads(out)["boolean"] is False


@pytest.mark.parametrize("form", ["table", "turtle", "ntriples", "jsonld", "rdfxml"])
def test_construct_formats(
    capfd: pytest.CaptureFixture[str], graph_dir: Path, tmp_path: Path, form: str
) -> None:
    endings = {
        "table": "ttl",
        "turtle": "ttl",
        "ntriples": "nt",
        "jsonld": "jsonld",
        "rdfxml": "rdf",
    }
    file = tmp_path / f"x.{endings[form]}"
    query = "CONSTRUCT WHERE { ?m kg:runsOn ?h }"
    assert kg(capfd, "query", query, "-g", graph_dir, "-f", form, "-o", file)[0] == 0
    assert len(list(pyoxigraph.parse(path=str(file)))) == 2


def test_a_file_with_a_parameter(
    capfd: pytest.CaptureFixture[str], graph_dir: Path, tmp_path: Path
) -> None:
    file = tmp_path / "my.rq"
    file.write_text("# param h (label) — hardware\nSELECT ?m { ?m kg:runsOn/rdfs:label $h }")
    code, out, _ = kg(capfd, "query", file, "-g", graph_dir, "-f", "csv", "-p", "h=gpu")
    assert (code, out.count("http")) == (0, 2)
    assert kg(capfd, "query", file, "--show")[1].startswith("# param")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["SELECT * { ?s ?p"], 1, "E501"),
        (["no-such-query"], 4, "E510"),
        ([], 2, "E518"),
        ([SELECT, "-f", "turtle"], 2, "E517"),
        (["CONSTRUCT WHERE { ?s ?p ?o }", "-f", "csv"], 2, "E517"),
        ([SELECT, "-p", "x"], 2, "E516"),
        ([SELECT, "-p", "x=1"], 2, "E511"),
        (["SELECT * { SERVICE <http://x/> {} }"], 1, "E503"),
        (
            [
                "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?a",
                "--timeout",
                0.5,
            ],
            1,
            "E508",
        ),
    ],
)
def test_errors(
    capfd: pytest.CaptureFixture[str],
    graph_dir: Path,
    arguments: list[object],
    code: int,
    message: str,
) -> None:
    found, _, err = kg(capfd, "query", *arguments, "-g", graph_dir)
    assert found == code
    assert message in err
    assert "Traceback" not in err


def test_no_graph(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = kg(capfd, "query", SELECT, "-g", tmp_path)
    assert code == 1
    assert "E030" in err


def test_asking_loads_neither_the_extractor_nor_rdflib(graph_dir: Path) -> None:
    script = (
        "import sys\nfrom kg.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "heavy = {'spacy', 'rdflib', 'networkx', 'onnxruntime', 'numpy', 'kg.vocabulary', 'pyvis'}\n"
        "print('loaded:', sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "query", SELECT, "-g", str(graph_dir)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "loaded: []"
    assert "method:dlrm" in done.stdout


def test_a_closed_pipe_is_no_error(graph_dir: Path) -> None:
    command = (
        f"'{sys.executable}' -c 'from kg.cli import main; main()' query"
        f" 'SELECT * {{ ?s ?p ?o . ?a ?b ?c }}' -f csv -g '{graph_dir}' | head -1"
    )
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    assert done.stderr == ""


def test_info_counts(capfd: pytest.CaptureFixture[str], graph_dir: Path) -> None:
    code, out, _ = kg(capfd, "info", graph_dir)
    lines = {line[:24].strip(): line[24:].strip() for line in out.splitlines()}
    assert code == 0
    assert lines["papers"] == "4"
    assert lines["runs on"] == "2 (and 1 denied)"
    assert lines["softwareVersion"] == "1.2.3"


def test_info_alone_shows_versions(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = kg(capfd, "info")
    assert code == 0
    assert "pyoxigraph" in out


def test_ready_questions(capfd: pytest.CaptureFixture[str], graph_dir: Path) -> None:
    code, out, _ = kg(
        capfd, "ask", "hardware-for", "click-through rate prediction", "-g", graph_dir
    )
    assert code == 0
    assert "GPU" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["hardware"], 3, "hardware-for-task"),
        (["weather"], 4, "E510"),
        (["hardware-for-task", "no such task"], 4, "E520"),
        (["hardware-for-task", "a", "b", "c", "d", "e"], 2, "E519"),
    ],
)
def test_questions_that_cannot_be_asked(
    capfd: pytest.CaptureFixture[str],
    graph_dir: Path,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    found, _, err = kg(capfd, "ask", *arguments, "-g", graph_dir)
    assert (found, message in err) == (code, True)


def test_the_questions_are_listed_with_lines_to_type(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = kg(capfd, "ask")
    assert "kg ask hardware-for-task 'CTR prediction'" in out

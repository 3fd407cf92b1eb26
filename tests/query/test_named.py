from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import NotFoundError, QueryError, UsageError
from kg.query import Parameter, Worker, find_query, named_queries, query_from, read_query
from kg.query.named import term
from kg.query.runner import Request

TEXT = """# title: What runs where
# description: Methods for a task and the hardware
# description: that they run on.
# param task (label): CTR prediction — the task
# param top (int): 5 — how many
# param kind (iri) — a class
SELECT ?m { ?m kg:usedFor/rdfs:label $task ; a $kind } LIMIT $top
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "what-runs.rq").write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_the_header_is_read(folder: Path) -> None:
    query = read_query(folder / "what-runs.rq")
    assert query.name == "what-runs"
    assert query.title == "What runs where"
    assert query.description == "Methods for a task and the hardware that they run on."
    assert query.parameters == (
        Parameter("task", "label", "CTR prediction", "the task"),
        Parameter("top", "int", "5", "how many"),
        Parameter("kind", "iri", None, "a class"),
    )


def test_values_are_checked(folder: Path) -> None:
    query = read_query(folder / "what-runs.rq")
    assert query.values({"kind": "kg:Method"}) == {
        "task": ("label", "CTR prediction"),
        "top": ("int", "5"),
        "kind": ("iri", "kg:Method"),
    }
    with pytest.raises(UsageError, match=r"E512.*kind"):
        query.values({})
    with pytest.raises(UsageError, match=r"E511.*color.*task, top, kind"):
        query.values({"color": "red"})
    with pytest.raises(UsageError, match=r"E513.*many"):
        query.values({"kind": "kg:Method", "top": "many"})


def test_a_near_name_is_suggested(folder: Path) -> None:
    with pytest.raises(NotFoundError, match=r"Did you mean what-runs\?"):
        find_query("what-run", folder)


def test_an_ill_parameter_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.rq").write_text("# param task (colour): x\nASK {}", encoding="utf-8")
    with pytest.raises(QueryError, match=r"E514.*bad.rq"):
        read_query(tmp_path / "bad.rq")


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("text", 'a "b" \\ \n', '"a \\"b\\" \\\\ \\n"'),
        ("int", "+007", "7"),
        ("iri", "kg:Method", "<https://w3id.org/kg/ontology#Method>"),
        ("iri", "<http://x/y>", "<http://x/y>"),
    ],
)
def test_values_become_terms(kind: str, value: str, expected: str) -> None:
    assert term(kind, value) == expected


@pytest.mark.parametrize("value", ["x> <y", "no iri", "kg:a b", "http://x/} DROP ALL"])
def test_what_is_no_iri_is_refused(value: str) -> None:
    with pytest.raises(UsageError, match="E515"):
        term("iri", value)


def test_a_query_is_a_name_a_file_text_or_stdin(folder: Path) -> None:
    assert query_from(str(folder / "what-runs.rq"), str).name == "what-runs"
    assert query_from("ASK {}", str).text == "ASK {}"
    assert query_from("-", lambda: "ASK {}").text == "ASK {}"
    with pytest.raises(NotFoundError):
        query_from("no-such-query", str)


def test_a_query_runs_with_its_values(folder: Path, worker: Worker) -> None:
    query = read_query(folder / "what-runs.rq")
    values = query.values({"kind": "kg:Method", "task": "click-through Rate prediction"})
    reply = worker.run(Request(query.text, values, select_format="csv"))
    assert b"".join(reply.pieces) == b"m\r\nhttps://w3id.org/kg/concept/method/dlrm\r\n"


def test_an_unknown_concept_is_not_found(folder: Path, worker: Worker) -> None:
    query = read_query(folder / "what-runs.rq")
    values = query.values({"kind": "kg:Method", "task": "CTR predicton"})
    with pytest.raises(NotFoundError, match=r"E520.*Did you mean CTR prediction"):
        worker.run(Request(query.text, values))


SHIPPED = named_queries()


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_queries_explain_themselves_and_run(name: str, worker: Worker) -> None:
    query = SHIPPED[name]
    assert query.title
    assert all(parameter.help for parameter in query.parameters)
    samples = {"label": "CTR prediction", "text": "GPU", "iri": "hardware:gpu", "int": "3"}
    given = {p.name: samples[p.type] for p in query.parameters}
    reply = worker.run(Request(query.text, query.values(given)))
    assert b"".join(reply.pieces)

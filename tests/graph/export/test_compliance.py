"""One set of demands that every export format meets, on an easy and on a hostile graph."""

from __future__ import annotations

import csv
import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx
import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from kg.errors import OutputError, UsageError
from kg.graph import Graph
from kg.graph.export import FORMATS, export
from kg.graph.property_graph import Value, property_graph
from tests.graph.corpus import HOSTILE

Content = tuple[dict[str, dict[str, Any]], list[tuple[str, str, str, dict[str, Any]]]]
RDF_FORMATS = {
    "turtle": "turtle",
    "ntriples": "nt",
    "nquads": "nquads",
    "trig": "trig",
    "jsonld": "json-ld",
    "rdfxml": "xml",
}


@pytest.fixture(params=["sample_dir", "hostile_dir"])
def opened(request: pytest.FixtureRequest) -> Graph:
    return Graph.open(request.getfixturevalue(request.param))


def flat(value: Value) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else value


def expected(graph: Graph, convert: Callable[[Value], Any]) -> Content:
    content = property_graph(graph)
    nodes = {
        n.id: {"label": n.label, "kind": n.kind, **{k: convert(v) for k, v in n.attributes.items()}}
        for n in content.nodes
    }
    edges = [
        (e.source, e.target, e.kind, {k: convert(v) for k, v in e.attributes.items()})
        for e in content.edges
    ]
    return nodes, edges


def by_networkx(graph: networkx.MultiDiGraph, kind: str, label: str = "label") -> Content:
    nodes = {}
    for name, data in graph.nodes(data=True):
        data = dict(data)
        for extra in ("id", "value"):
            data.pop(extra, None)
        data["label"] = data.pop(label)
        nodes[name] = data
    edges = []
    for source, target, data in graph.edges(data=True):
        data = {k: v for k, v in data.items() if k not in ("id", "key", "source", "target")}
        if kind != "label":
            data.pop("label", None)
        edges.append((source, target, data.pop(kind), data))
    return nodes, edges


def read_graphml(paths: list[Path]) -> Content:
    return by_networkx(networkx.read_graphml(paths[0], force_multigraph=True), "kind")


def read_gexf(paths: list[Path]) -> Content:
    return by_networkx(networkx.read_gexf(paths[0], version="1.3"), "relation")


def read_cytoscape(paths: list[Path]) -> Content:
    data = json.loads(paths[0].read_text(encoding="utf-8"))
    return by_networkx(networkx.cytoscape_graph(data), "interaction", "name")


def typed(text: str, like: Any) -> Any:
    if isinstance(like, bool):
        return text == "true"
    return type(like)(text)


def read_tables(paths: list[Path]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    tables = []
    for path in paths:
        with path.open(encoding="utf-8", newline="") as stream:
            tables.append([{k: v for k, v in row.items() if v} for row in csv.DictReader(stream)])
    return tables[0], tables[1]


def normal(content: Content) -> Content:
    nodes, edges = content
    return nodes, sorted(edges, key=lambda edge: (*edge[:3], str(sorted(edge[3].items(), key=str))))


@pytest.mark.parametrize("form", RDF_FORMATS)
def test_rdf_formats_keep_every_triple(form: str, opened: Graph, tmp_path: Path) -> None:
    (path,), losses = export(opened, form, tmp_path / f"x{FORMATS[form].ending}")
    assert losses == ()
    with Graph.open(path) as back:
        assert set(back) == set(opened)
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(path, format=RDF_FORMATS[form])
    read = rdflib.Graph()
    for s, p, o, _ in dataset.quads():
        read.add((s, p, o))
    assert isomorphic(read, opened.to_rdflib())


@pytest.mark.parametrize(
    ("form", "read", "convert"),
    [
        ("graphml", read_graphml, flat),
        ("gexf", read_gexf, flat),
        ("cytoscape", read_cytoscape, lambda v: list(v) if isinstance(v, tuple) else v),
    ],
)
def test_node_edge_formats_keep_every_attribute(
    form: str,
    read: Callable[[list[Path]], Content],
    convert: Callable[[Value], Any],
    opened: Graph,
    tmp_path: Path,
) -> None:
    paths, losses = export(opened, form, tmp_path / f"x{FORMATS[form].ending}")
    assert normal(read(paths)) == normal(expected(opened, convert))
    assert any("mentions" in loss for loss in losses)


def test_csv_keeps_every_attribute(opened: Graph, tmp_path: Path) -> None:
    paths, _ = export(opened, "csv", tmp_path / "x.csv")
    assert [path.name for path in paths] == ["x.nodes.csv", "x.edges.csv"]
    nodes, edges = read_tables(paths)
    content = property_graph(opened)
    for row, node in zip(nodes, content.nodes, strict=True):
        whole = {"id": node.id, "label": node.label, "kind": node.kind, **node.attributes}
        assert {k: typed(v, flat(whole[k])) for k, v in row.items()} == {
            k: flat(v) for k, v in whole.items() if v != ""
        }
    for row, edge in zip(edges, content.edges, strict=True):
        whole = {
            "source": edge.source,
            "target": edge.target,
            "kind": edge.kind,
            **edge.attributes,
        }
        assert {k: typed(v, flat(whole[k])) for k, v in row.items()} == {
            k: flat(v) for k, v in whole.items()
        }


def test_neo4j_keeps_every_attribute(opened: Graph, tmp_path: Path) -> None:
    nodes, edges = read_tables(export(opened, "neo4j", tmp_path / "x.csv")[0])
    content = property_graph(opened)
    for row, node in zip(nodes, content.nodes, strict=True):
        assert (row["id:ID"], row[":LABEL"]) == (node.id, node.kind)
        named = {name.partition(":")[0]: value for name, value in row.items()}
        for name, value in node.attributes.items():
            if isinstance(value, tuple):
                assert tuple(named[name].split("\x1f")) == value
            elif value != "":
                assert typed(named[name], value) == value
    assert [(r[":START_ID"], r[":END_ID"], r[":TYPE"]) for r in edges] == [
        (e.source, e.target, e.kind) for e in content.edges
    ]


def test_parquet_keeps_every_attribute(opened: Graph, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra kg[parquet]")
    paths, _ = export(opened, "parquet", tmp_path / "x.parquet")
    content = property_graph(opened)
    nodes = parquet.read_table(paths[0]).to_pylist()
    for row, node in zip(nodes, content.nodes, strict=True):
        for name, value in node.attributes.items():
            found = tuple(row[name]) if isinstance(row[name], list) else row[name]
            assert found in (value, (value,))
    assert len(parquet.read_table(paths[1])) == len(content.edges)


def test_igraph_opens_graphml(opened: Graph, tmp_path: Path) -> None:
    igraph = pytest.importorskip("igraph", reason="igraph is not installed")
    (path,), _ = export(opened, "graphml", tmp_path / "x.graphml")
    read = igraph.Graph.Read_GraphML(str(path))
    content = property_graph(opened)
    assert (read.vcount(), read.ecount()) == (len(content.nodes), len(content.edges))
    assert read.vs["label"] == [node.label for node in content.nodes]


@pytest.mark.parametrize("form", [form for form in FORMATS if form not in ("parquet", "shards")])
def test_the_same_graph_gives_the_same_bytes(form: str, hostile_dir: Path, tmp_path: Path) -> None:
    script = (
        "import sys, pathlib\nfrom kg.graph import Graph\nfrom kg.graph.export import export\n"
        "export(Graph.open(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3]))\n"
    )
    results = []
    for seed in ("1", "2"):
        target = tmp_path / seed / f"x{FORMATS[form].ending}"
        subprocess.run(
            [sys.executable, "-c", script, str(hostile_dir), form, str(target)],
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": "", "LC_ALL": "C", "PYTHONUTF8": "0"},
        )
        results.append({p.name: p.read_bytes() for p in target.parent.iterdir()})
    assert results[0] == results[1]
    assert all(results[0].values())


@pytest.mark.parametrize("form", FORMATS)
def test_a_place_that_cannot_be_written_is_named(
    form: str, sample_graph: Graph, tmp_path: Path
) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="needs the extra kg[parquet]")
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(OutputError, match=r"E020.*file"):
        export(sample_graph, form, tmp_path / "file" / "x")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_unknown_format_is_refused(sample_graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"E410.*docx.*turtle"):
        export(sample_graph, "docx", tmp_path / "x")


def test_a_foreign_file_comes_out_in_canonical_order(tmp_path: Path) -> None:
    lines = [f'<http://x/{s}> <http://x/{p}> "{o}" .' for s in "ba" for p in "qp" for o in "21"]
    outputs = set()
    for number, order in enumerate((lines, lines[::-1])):
        file = tmp_path / f"{number}.nt"
        file.write_text("\n".join(order) + "\n", encoding="utf-8")
        with Graph.open(file) as graph:
            (path,), _ = export(graph, "turtle", tmp_path / f"{number}.ttl")
        outputs.add(path.read_bytes())
    assert len(outputs) == 1


def test_titles_survive_in_every_plane(hostile_dir: Path, tmp_path: Path) -> None:
    planes = next(text for text in HOSTILE if text.startswith("BMP"))
    with Graph.open(hostile_dir) as graph:
        for form in ("graphml", "gexf", "cytoscape", "rdfxml"):
            (path,), _ = export(graph, form, tmp_path / f"x.{form}")
            assert planes in path.read_text(encoding="utf-8"), form


def test_pyoxigraph_reads_lines_in_byte_order(hostile_dir: Path, tmp_path: Path) -> None:
    with Graph.open(hostile_dir) as graph:
        (path,), _ = export(graph, "ntriples", tmp_path / "x.nt")
        size = len(graph)
    lines = path.read_bytes().split(b"\n")[:-1]
    assert lines == sorted(set(lines))
    assert len(lines) == size == len(list(pyoxigraph.parse(path=str(path))))


def test_shards_hold_every_triple_in_order(
    opened: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.graph.export.shards.TRIPLES", 100)
    for _ in range(2):
        (folder,), losses = export(opened, "shards", tmp_path / "parts")
        files = sorted(folder.glob("part-*.nq.gz"))
        lines = [line for file in files for line in gzip.decompress(file.read_bytes()).splitlines()]
        assert losses == ()
        assert lines == sorted(lines)
        assert len(lines) == len(opened)
        assert len(files) == -(-len(opened) // 100)
        read = pyoxigraph.parse(b"\n".join(lines), format=pyoxigraph.RdfFormat.N_QUADS)
        assert {quad.triple for quad in read} == set(opened)
    assert (folder / "LOAD.md").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["parts"]


@pytest.mark.skipif(not shutil.which("oxigraph"), reason="oxigraph is not installed")
def test_oxigraph_loads_shards(sample_graph: Graph, tmp_path: Path) -> None:
    (folder,), _ = export(sample_graph, "shards", tmp_path / "parts")
    manual = (folder / "LOAD.md").read_text(encoding="utf-8")
    command = next(line for line in manual.splitlines() if "oxigraph load" in line)
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)
    store = pyoxigraph.Store.read_only(str(folder / "DB"))
    assert {quad.triple for quad in store} == set(sample_graph)


def test_a_pipe_is_written_to_and_not_replaced(opened: Graph, tmp_path: Path) -> None:
    pipe, plain = tmp_path / "pipe", tmp_path / "plain.nt"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    export(opened, "ntriples", pipe)
    listener.join(10)
    export(opened, "ntriples", plain)
    assert heard == [plain.read_bytes()]
    assert pipe.is_fifo()


@pytest.mark.parametrize("form", ["turtle", "graphml"])
def test_the_graph_itself_is_not_written_over(sample_dir: Path, tmp_path: Path, form: str) -> None:
    shutil.copytree(sample_dir, tmp_path / "g")
    file = tmp_path / "g" / "graph.ttl"
    before = file.read_bytes()
    with Graph.open(tmp_path / "g") as opened, pytest.raises(OutputError, match="E412"):
        export(opened, form, file)
    assert file.read_bytes() == before


def test_shards_take_the_place_of_shards_only(sample_graph: Graph, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    export(sample_graph, "shards", folder)
    export(sample_graph, "shards", folder)
    (tmp_path / "notes").mkdir()
    note = tmp_path / "notes" / "a.txt"
    note.write_text("mine")
    with pytest.raises(OutputError, match="E412"):
        export(sample_graph, "shards", note.parent)
    assert note.read_text() == "mine"

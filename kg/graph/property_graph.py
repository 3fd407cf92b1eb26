"""The graph as nodes and edges with attributes, for formats and tools that know no triples.

Nodes are concepts and papers. Edges are statements, denied ones included, with their support and
sentences, and the links between concepts and papers. Mentions are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pyoxigraph import Literal, NamedNode

from kg.graph.graph import Graph
from kg.graph.namespaces import DECIMAL, INTEGER, KG, RDF, RDFS, SKOS, TYPE, XSD, shorten, term
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES

Value = str | int | float | bool | tuple[str, ...]

_KINDS: Final = {KG + kind: kind for kind in (*ENTITY_TYPES, "Paper")}
_IMPLIED: Final = {
    SKOS + "prefLabel",
    SKOS + "inScheme",
    KG + "inferredBroader",
    *(KG + name for name in CONCEPT_RELATIONS),
}
"""Said by a node's label, its type, or a statement's edge."""
_SUBJECT: Final = term(RDF, "subject")
_PREDICATE: Final = term(RDF, "predicate")
_OBJECT: Final = term(RDF, "object")
_BROADER: Final = SKOS + "broader"
_INFERRED: Final = term(KG, "inferredBroader")
_LABELS: Final = (RDFS + "label", "http://purl.org/dc/terms/title")
_EVIDENCE: Final = (
    "SELECT ?s ?paper ?text { ?e kg:evidenceFor ?s ; kg:inPaper ?paper ; kg:sentence ?text }"
)


@dataclass(frozen=True, slots=True)
class Node:
    """A concept or paper; `kind` is its class, `Outside` for a paper that is only referred to."""

    id: str
    kind: str
    label: str
    attributes: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed link; `kind` is the property's name."""

    source: str
    target: str
    kind: str
    attributes: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PropertyGraph:
    """Nodes and edges in a fixed order, and what of the graph is not in them."""

    nodes: list[Node]
    edges: list[Edge]
    left_out: tuple[str, ...]


def property_graph(graph: Graph) -> PropertyGraph:
    """Turn a graph into nodes and edges; the result is held in memory."""
    kinds = {subject: kind for iri, kind in _KINDS.items() for subject in _subjects(graph, iri)}
    nodes: list[Node] = []
    edges: list[Edge] = []
    for subject in sorted(kinds):
        node, links = _node(graph, subject, kinds)
        nodes.append(node)
        edges += links
    edges += _statements(graph)
    known = {node.id for node in nodes}
    outside = {end for edge in edges for end in (edge.source, edge.target)} - known
    nodes += [Node(identifier, "Outside", identifier) for identifier in sorted(outside)]
    edges.sort(key=lambda edge: (edge.source, edge.kind, edge.target, str(edge.attributes)))
    return PropertyGraph(nodes, edges, _left_out(graph))


def _subjects(graph: Graph, class_iri: str) -> Iterator[str]:
    for quad in graph.store.quads_for_pattern(None, TYPE, NamedNode(class_iri)):
        if isinstance(quad.subject, NamedNode):
            yield quad.subject.value


def _node(graph: Graph, subject: str, kinds: dict[str, str]) -> tuple[Node, list[Edge]]:
    kind = kinds[subject]
    identifier = _name(subject)
    values: dict[str, list[str | int | float | bool]] = defaultdict(list)
    links = []
    node = NamedNode(subject)
    inferred = {q.object for q in graph.store.quads_for_pattern(node, _INFERRED, None)}
    for quad in graph.store.quads_for_pattern(node, None, None):
        predicate, value = quad.predicate.value, quad.object
        if predicate in _IMPLIED:
            continue
        if predicate == TYPE.value:
            if isinstance(value, NamedNode) and value.value not in (KG + kind, SKOS + "Concept"):
                values["class"].append(_local(value.value))
        elif isinstance(value, Literal):
            values[_local(predicate)].append(_python(value))
        elif isinstance(value, NamedNode) and (
            value.value in kinds or predicate == _BROADER or _is_paper_link(predicate)
        ):
            extra: dict[str, Value] = (
                {"inferred": True} if predicate == _BROADER and value in inferred else {}
            )
            links.append(Edge(identifier, _name(value.value), _local(predicate), extra))
        else:
            values[_local(predicate)].append(getattr(value, "value", str(value)))
    label = next((str(values[_local(p)][0]) for p in _LABELS if values.get(_local(p))), identifier)
    attributes = {name: _packed(found) for name, found in sorted(values.items()) if name != "label"}
    return Node(identifier, kind, label, attributes), links


def _is_paper_link(predicate: str) -> bool:
    return _local(predicate) in ("cites", "relation")


def _statements(graph: Graph) -> Iterator[Edge]:
    papers: dict[str, set[str]] = defaultdict(set)
    sentences: dict[str, set[str]] = defaultdict(set)
    for statement, paper, text in graph.select(_EVIDENCE):
        papers[str(statement)].add(_name(str(paper)))
        sentences[str(statement)].add(str(text))
    for subject in sorted(_subjects(graph, RDF + "Statement")):
        ends: dict[NamedNode, str] = {}
        attributes: dict[str, Value] = {}
        for quad in graph.store.quads_for_pattern(NamedNode(subject), None, None):
            if isinstance(quad.object, Literal):
                attributes[_local(quad.predicate.value)] = _python(quad.object)
            elif isinstance(quad.object, NamedNode):
                ends[quad.predicate] = quad.object.value
        attributes["statement"] = _name(subject)
        if papers[subject]:
            attributes["papers"] = tuple(sorted(papers[subject]))
            attributes["sentences"] = tuple(sorted(sentences[subject]))
        yield Edge(
            _name(ends[_SUBJECT]),
            _name(ends[_OBJECT]),
            _local(ends[_PREDICATE]),
            dict(sorted(attributes.items())),
        )


def _left_out(graph: Graph) -> tuple[str, ...]:
    classes = graph.classes()
    found = []
    if mentions := classes.get(KG + "Mention"):
        found.append(f"{mentions} mentions with their offsets")
    if evidence := classes.get(KG + "Evidence"):
        found.append(
            f"confidence, source and mentions of {evidence} pieces of evidence "
            "(papers and sentences are on the edges)"
        )
    found.append("the description of the build and the data set")
    return tuple(found)


def _name(iri: str) -> str:
    return shorten(iri).removeprefix("<").removesuffix(">")


def _local(iri: str) -> str:
    return iri.replace("#", "/").rpartition("/")[2]


def _python(literal: Literal) -> str | int | float | bool:
    if literal.datatype == INTEGER:
        return int(literal.value)
    if literal.datatype == DECIMAL:
        return float(literal.value)
    if literal.datatype.value == XSD + "gYear":
        return int(literal.value)
    if literal.datatype.value == XSD + "boolean":
        return literal.value in ("true", "1")
    return literal.value


def _packed(values: list[str | int | float | bool]) -> Value:
    return values[0] if len(values) == 1 else tuple(sorted(str(value) for value in values))

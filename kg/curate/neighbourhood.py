"""What a built graph says about the neighbourhood of concepts: their papers, relations and proposals."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from kg.graph import Graph
from kg.graph.namespaces import CONCEPT, KG
from kg.schema import CONCEPT_RELATIONS

_PAPERS: Final = """
SELECT DISTINCT ?id ?title WHERE {{
  ?paper kg:mentions|kg:proposes <{iri}> .
  OPTIONAL {{ ?paper dcterms:identifier ?id }} OPTIONAL {{ ?paper dcterms:title ?title }}
}} ORDER BY ?id ?title
"""
_EDGES: Final = """
SELECT ?subject ?predicate ?object WHERE {{ VALUES ?predicate {{ {predicates} }}
  ?subject ?predicate ?object }}
"""
_PROPOSED: Final = "SELECT ?concept ?paper WHERE { ?paper kg:proposes ?concept }"
_MENTIONED: Final = "SELECT ?concept ?paper WHERE { ?paper kg:mentions ?concept }"


class PaperName(NamedTuple):
    """A paper's identifier and title, either empty where the graph has none."""

    id: str
    title: str


def papers_of(folder: Path, concept: str) -> list[PaperName]:
    """Return the papers of a built graph that mention or propose a concept."""
    with Graph.open(folder) as graph:
        rows = list(graph.select(_PAPERS.format(iri=CONCEPT + concept)))
    return [PaperName(id_ or "", title or "") for id_, title in rows]


def neighbours(folder: Path) -> dict[str, set[tuple[str, str]]]:
    """Return, for each concept, the (relation, other concept) pairs of its statements."""
    predicates = " ".join(f"kg:{name}" for name in CONCEPT_RELATIONS)
    found: dict[str, set[tuple[str, str]]] = {}
    with Graph.open(folder) as graph:
        for subject, predicate, object_ in graph.select(_EDGES.format(predicates=predicates)):
            one, other = _id(subject), _id(object_)
            name = (predicate or "").removeprefix(KG)
            found.setdefault(one, set()).add((name, other))
            found.setdefault(other, set()).add(("of " + name, one))
    return found


def papers_by_concept(folder: Path) -> dict[str, set[str]]:
    """Return the papers that mention each concept."""
    found: dict[str, set[str]] = {}
    with Graph.open(folder) as graph:
        for concept, paper in graph.select(_MENTIONED):
            found.setdefault(_id(concept), set()).add(paper or "")
    return found


def proposals(folder: Path) -> dict[str, int]:
    """Return in how many papers each concept is proposed as new."""
    found: dict[str, int] = {}
    with Graph.open(folder) as graph:
        for concept, _ in graph.select(_PROPOSED):
            found[_id(concept)] = found.get(_id(concept), 0) + 1
    return found


def _id(iri: str | None) -> str:
    return (iri or "").removeprefix(CONCEPT)

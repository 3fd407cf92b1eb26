"""What a graph says of all its concepts and statements in short, gathered while it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kg.graph.namespaces import PREFIXES
from kg.graph.terms import Block, Pair, node
from kg.graph.validation.rules import unescaped
from kg.schema import ENTITY_TYPES

_KG: Final = "kg:"
_TYPES: Final = frozenset(_KG + kind for kind in ENTITY_TYPES)


class ConceptRow(NamedTuple):
    """A concept: `kind` is its finer class or empty, `broader` are IRIs."""

    iri: str
    label: str
    type: str
    kind: str
    broader: tuple[str, ...]
    mentions: int
    papers: int


class StatementRow(NamedTuple):
    """A statement: ends are IRIs, `predicate` is a local name, `support` counts papers, `readings` evidence."""

    iri: str
    subject: str
    predicate: str
    object: str
    negative: bool
    support: int
    readings: int
    confidence: float


class Overview:
    """Concepts and statements of a graph in the order in which they were written."""

    def __init__(self) -> None:
        self.concepts: list[ConceptRow] = []
        self.statements: list[StatementRow] = []
        self._evidence: dict[str, int] = {}
        self._iris: dict[str, str] = {}

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield `blocks`, papers before concepts before statements, and take note of them."""
        for block in blocks:
            subject, pairs = block
            kind = pairs[0][1]
            if kind == "kg:Evidence":
                statement = pairs[1][1]
                self._evidence[statement] = self._evidence.get(statement, 0) + 1
            elif kind == "rdf:Statement":
                self._add_statement(subject, dict(pairs))
            elif kind in _TYPES:
                self._add_concept(subject, pairs)
            yield block

    def _add_concept(self, subject: str, pairs: list[Pair]) -> None:
        values = dict(pairs)
        kinds = [v.removeprefix(_KG) for p, v in pairs[:3] if p == "a" and v.startswith(_KG)]
        type_ = next((kind for kind in ENTITY_TYPES if kind in kinds), "")
        broader = tuple(sorted(self._iri(value) for p, value in pairs if p == "skos:broader"))
        self.concepts.append(
            ConceptRow(
                self._iri(subject),
                unescaped(values["rdfs:label"]),
                type_,
                min((kind for kind in kinds if kind not in ENTITY_TYPES), default=""),
                broader if "skos:broader" in values else (),
                int(values["kg:mentionCount"]),
                int(values["kg:paperCount"]),
            )
        )

    def _add_statement(self, subject: str, values: dict[str, str]) -> None:
        counted = self._evidence.pop(subject, 0)
        self.statements.append(
            StatementRow(
                _expanded(subject),
                self._iri(values["rdf:subject"]),
                values["rdf:predicate"].removeprefix(_KG),
                self._iri(values["rdf:object"]),
                values["kg:polarity"] == '"negative"',
                int(values["kg:supportCount"]),
                int(values.get("kg:evidenceCount", counted)),
                float(values["kg:confidence"]),
            )
        )

    def _iri(self, text: str) -> str:
        """Return the IRI of a concept, the same string each time."""
        found = self._iris.get(text)
        if found is None:
            found = self._iris[text] = _expanded(text)
        return found


def _expanded(text: str) -> str:
    prefix, colon, local = text.partition(":")
    if colon and prefix in PREFIXES and "\\" not in local:
        return PREFIXES[prefix] + local
    return node(text).value

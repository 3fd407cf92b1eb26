"""What a graph says of all its concepts and statements in short, gathered while it is written."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, NamedTuple

from kg.graph import iris
from kg.graph.columns import Texts
from kg.graph.literals import printable
from kg.graph.namespaces import CONCEPT
from kg.graph.statements import NUMBERS, PREDICATES, Key, Support
from kg.graph.terms import decimal, node
from kg.link.data import Concept

_BETWEEN: Final = "\n"


class StatementRow(NamedTuple):
    """A statement: ends are numbers of concepts, `support` counts papers, `readings` evidence."""

    subject: int
    predicate: str
    object: int
    negative: bool
    support: int
    readings: int
    confidence: float


class Overview:
    """Concepts in order of id and statements in order of their parts, each by number.

    They are kept column by column: a concept takes about 100 bytes, a statement 30.
    """

    def __init__(self) -> None:
        self._ids, self.labels, self._broader = Texts(), Texts(), Texts()
        self.types: list[str] = []
        self.kinds: list[str] = []
        self.mentions, self.papers = array("I"), array("I")
        self.subjects, self.objects = array("I"), array("I")
        self._predicates, self.negative = bytearray(), bytearray()
        self.support, self._readings = array("I"), array("I")
        self.confidence = array("d")

    def add_concept(self, concept: Concept) -> None:
        """Take note of a concept."""
        self._ids.append(concept.id)
        self.labels.append(printable(concept.label))
        self.types.append(concept.type)
        self.kinds.append("" if concept.kind == concept.type else concept.kind)
        self._broader.append(_BETWEEN.join(sorted({*concept.broader, *concept.inferred_broader})))
        self.mentions.append(concept.mention_count)
        self.papers.append(concept.paper_count)

    def add_statement(self, key: Key, support: Support) -> None:
        """Take note of a statement."""
        subject, object_ = support.ends
        self.subjects.append(subject)
        self.objects.append(object_)
        self._predicates.append(NUMBERS[key.predicate])
        self.negative.append(key.negated)
        self.support.append(support.papers)
        self._readings.append(support.occurrences)
        # As the graph has it.
        self.confidence.append(float(decimal(support.confidence)))

    def concept(self, number: int) -> str:
        """Return the IRI of a concept."""
        return CONCEPT + self._ids[number]

    def broader(self, number: int) -> tuple[str, ...]:
        """Return the IRIs of the concepts above another."""
        above = self._broader[number]
        return tuple(CONCEPT + id_ for id_ in above.split(_BETWEEN)) if above else ()

    def find(self, iri: str) -> int:
        """Return the number of the concept with this IRI, -1 where there is none."""
        id_ = iri.removeprefix(CONCEPT)
        number = bisect_left(self._ids, id_)
        return number if number < len(self._ids) and self._ids[number] == id_ else -1

    def statement(self, number: int) -> StatementRow:
        """Return a statement."""
        return StatementRow(
            self.subjects[number],
            PREDICATES[self._predicates[number]],
            self.objects[number],
            bool(self.negative[number]),
            self.support[number],
            self._readings[number],
            self.confidence[number],
        )

    def statements(self) -> Iterator[StatementRow]:
        """Yield all statements."""
        return map(self.statement, range(len(self.subjects)))

    def iri(self, row: StatementRow) -> str:
        """Return the IRI of a statement."""
        ends = self._ids[row.subject], row.predicate, self._ids[row.object]
        return node(iris.statement(*ends, row.negative)).value

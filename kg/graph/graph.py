"""`Graph`: a built graph, open for reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pyoxigraph import (
    Quad,
    QueryBoolean,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    parse,
)

from kg.errors import GraphError, QueryError
from kg.graph.namespaces import PREFIXES
from kg.graph.store import Location, locate

if TYPE_CHECKING:
    import rdflib

_CLASSES = "SELECT ?c (COUNT(?s) AS ?n) { ?s a ?c } GROUP BY ?c"
_PROPERTIES = "SELECT ?c (COUNT(*) AS ?n) { ?s ?c ?o } GROUP BY ?c"


class Graph:
    """The triples of one build; many may have it open at a time."""

    def __init__(self, location: Location, store: Store | None = None) -> None:
        self.location = location
        self._store: Store | None = location.open() if store is None else store

    @classmethod
    def open(cls, path: Path | str, *, thorough: bool = False) -> Self:
        """Open the graph in a build's folder, or in one RDF file (`.ttl`, `.nt`, `.nq`, …).

        A missing or outdated store is made again from `graph.ttl`; one that is damaged as well, where
        `thorough` has all of it looked at. Raises `GraphError` where there
        is no graph or it is damaged.
        """
        location = locate(Path(path), thorough=thorough)
        try:
            return cls(location)
        except FileNotFoundError:
            # Taken from where it stood by a build that was just then published.
            return cls(locate(Path(path)))

    @property
    def store(self) -> Store:
        """The pyoxigraph store, read-only where it lies on disk; its default graph holds everything."""
        if self._store is None:
            raise GraphError("E405", path=self.location.file)
        return self._store

    @property
    def source(self) -> Store | Iterable[Quad]:
        """What to read for one pass over everything: the file, where the store would be slower."""
        if self.location.store is None:
            return self.store
        return parse(path=str(self.location.file), format=RdfFormat.TURTLE)

    def query(self, sparql: str) -> QuerySolutions | QueryBoolean | QueryTriples:
        """Run a SPARQL query with the usual prefixes declared; raises `QueryError` on bad syntax.

        There is no limit here: `kg.query.run` stops what takes too long.
        """
        try:
            return self.store.query(sparql, prefixes=PREFIXES)
        except SyntaxError as error:
            raise QueryError("E501", reason=error) from error

    def select(self, sparql: str) -> Iterator[tuple[str | None, ...]]:
        """Run a SELECT query and yield its rows as plain strings, None where a variable is unbound."""
        solutions = self.query(sparql)
        if not isinstance(solutions, QuerySolutions):
            raise QueryError("E502", form="SELECT")
        for solution in solutions:
            yield tuple(
                None if term is None else getattr(term, "value", str(term)) for term in solution
            )

    def __iter__(self) -> Iterator[Triple]:
        """Yield every triple, in no order worth relying on."""
        for quad in self.store:
            yield quad.triple

    def __len__(self) -> int:
        return len(self.store)

    def classes(self) -> dict[str, int]:
        """Count the instances of each class, by class IRI."""
        return {c: int(n) for c, n in self.select(_CLASSES) if c is not None and n is not None}

    def properties(self) -> dict[str, int]:
        """Count the uses of each property, by property IRI."""
        return {c: int(n) for c, n in self.select(_PROPERTIES) if c is not None and n is not None}

    def closed(self) -> Graph:
        """Return this graph with all that the ontology implies, in memory (`kg.graph.closure`)."""
        from kg.graph.closure import closure

        return Graph(Location(self.location.file.with_name("closure.ttl")), closure(self))

    def to_rdflib(self) -> rdflib.Graph:
        """Copy the graph into an `rdflib.Graph` in memory, with the prefixes bound."""
        import rdflib

        graph = rdflib.Graph(bind_namespaces="none")
        for prefix, namespace in PREFIXES.items():
            graph.bind(prefix, namespace)
        convert = _Converter()
        for triple in self:
            graph.add((convert(triple.subject), convert(triple.predicate), convert(triple.object)))
        return graph

    def close(self) -> None:
        """Let the store go."""
        self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Converter:
    """Turns pyoxigraph terms into rdflib terms, keeping lexical forms as they are."""

    def __init__(self) -> None:
        import rdflib

        self._rdflib = rdflib

    def __call__(self, term: object) -> rdflib.term.Identifier:
        import pyoxigraph

        if isinstance(term, pyoxigraph.NamedNode):
            return self._rdflib.URIRef(term.value)
        if isinstance(term, pyoxigraph.BlankNode):
            return self._rdflib.BNode(term.value)
        if not isinstance(term, pyoxigraph.Literal):
            raise GraphError("E406", term=term)
        if term.language:
            return self._rdflib.Literal(term.value, lang=term.language)
        datatype = term.datatype.value
        plain = datatype == "http://www.w3.org/2001/XMLSchema#string"
        return self._rdflib.Literal(
            term.value,
            datatype=None if plain else self._rdflib.URIRef(datatype),
            normalize=False,
        )

"""JSON-LD 1.1, one object a subject, compacted by the ontology's context, which is put in whole."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.graph.graph import Graph
from kg.graph.lines import ordered
from kg.graph.namespaces import PREFIXES, TYPE, XSD
from kg.resources import ontology_dir

CONTEXT_FILE: Final = "context.jsonld"
Json = dict[str, Any]


def write(graph: Graph, paths: list[Path]) -> tuple[str, ...]:
    """Write JSON-LD; nothing is lost."""
    (path,) = paths
    context = load_context()
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('{"@context": ' + json.dumps(context, ensure_ascii=False) + ',\n"@graph": [')
        compactor = Compactor(context)
        for number, (_, group) in enumerate(
            groupby(ordered(graph.source), key=lambda t: t.subject)
        ):
            stream.write(",\n" if number else "\n")
            stream.write(json.dumps(compactor.node(group), ensure_ascii=False))
        stream.write("\n]}\n")
    return ()


def load_context() -> Json:
    """Return the ontology's context with the graph's prefixes added."""
    file = ontology_dir() / CONTEXT_FILE
    own: Json = json.loads(file.read_text(encoding="utf-8"))["@context"] if file.is_file() else {}
    # A default language would turn every plain string into something else.
    return {**PREFIXES, **{name: value for name, value in own.items() if name != "@language"}}


class Compactor:
    """Writes the triples of one subject as a JSON-LD node object under a given context."""

    def __init__(self, context: Json) -> None:
        self._prefixes = {
            name: value
            for name, value in context.items()
            if isinstance(value, str) and value.endswith(("/", "#"))
        }
        self._context = context
        self._terms: dict[str, tuple[str, str]] = {}
        for name, value in sorted(context.items()):
            iri, coercion = self._definition(name, value)
            if iri and name not in self._prefixes:
                self._terms.setdefault(iri, (name, coercion))
        self._iris: dict[str, str] = {}

    def _definition(self, name: str, value: Any) -> tuple[str, str]:
        """Return a term's IRI and type coercion; an empty IRI where it says more than that."""
        if name.startswith("@"):
            return "", ""
        if isinstance(value, str):
            return self._expanded(value), ""
        plain = isinstance(value, dict) and set(value) <= {"@id", "@type", "@protected"}
        if not plain or "@id" not in value:
            return "", ""
        coercion = value.get("@type", "")
        return self._expanded(value["@id"]), self._expanded(coercion)

    def _expanded(self, compact: str) -> str:
        prefix, colon, local = compact.partition(":")
        return self._prefixes[prefix] + local if colon and prefix in self._prefixes else compact

    def node(self, triples: Iterable[Triple]) -> Json:
        """Turn triples that share their subject, in canonical order, into one object."""
        found: Json = {}
        for predicate, group in groupby(triples, key=lambda t: t.predicate):
            members = list(group)
            found.setdefault("@id", self._iri(str(getattr(members[0].subject, "value", ""))))
            if predicate == TYPE:
                key, coercion = "@type", "@id"
            else:
                key, coercion = self._terms.get(predicate.value, (self._iri(predicate.value), ""))
            values = [self._value(t.object, coercion) for t in members]
            found[key] = values[0] if len(values) == 1 else values
        return found

    def _value(self, term: object, coercion: str) -> Any:
        if isinstance(term, NamedNode):
            name = self._iri(term.value)
            return name if coercion == "@id" else {"@id": name}
        if not isinstance(term, Literal):
            return {"@value": str(term)}
        if term.language:
            return {"@value": term.value, "@language": term.language}
        datatype = term.datatype.value
        if coercion == datatype:
            return term.value
        if not coercion:
            if datatype == XSD + "string":
                return term.value
            if datatype == XSD + "boolean" and term.value in ("true", "false"):
                return term.value == "true"
            if datatype == XSD + "integer" and str(int(term.value)) == term.value:
                return int(term.value)
        if datatype == XSD + "string":
            return {"@value": term.value}
        return {"@value": term.value, "@type": self._iri(datatype)}

    def _iri(self, iri: str) -> str:
        if iri not in self._iris:
            self._iris[iri] = next(
                (
                    f"{prefix}:{iri[len(space) :]}"
                    for prefix, space in self._prefixes.items()
                    if iri.startswith(space) and iri != space and not iri.startswith(space + "//")
                ),
                iri,
            )
        return self._iris[iri]

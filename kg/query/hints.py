"""What to tell someone whose query failed, found nothing, or names what the graph does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pyoxigraph import NamedNode, QuerySolutions, Store

from kg.graph.namespaces import CONCEPT, PREFIXES, SKOS, TYPE, XSD, shorten
from kg.query import syntax
from kg.query.labels import names, nearest
from kg.query.near import near

_TERMS: Final = (
    "SELECT DISTINCT ?t { { ?x void:propertyPartition/void:property ?t }"
    " UNION { ?x void:classPartition/void:class ?t } }"
)
_ERROR: Final = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)


def explain_syntax_error(query: str, message: str) -> str:
    """Say in one or a few lines what is wrong with a query that the engine could not parse."""
    known = syntax.prefixes(query)
    for token in syntax.tokens(query):
        prefix = token.text.partition(":")[0]
        if token.kind == "name" and prefix not in known and not _declares(query, token):
            close = near(prefix, known, 0.5)
            hint = f"Did you mean {' or '.join(n + ':' for n in close)}? " if close else ""
            return (
                f"the prefix {prefix}: of {token.text} is not declared "
                f"({syntax.position(query, token.start)}). {hint}"
                f"Known without declaring: {', '.join(PREFIXES)}."
            )
    if found := syntax.unbalanced(query):
        bracket, start = found
        return f"the {bracket} at {syntax.position(query, start)} has no partner."
    if not syntax.form(query):
        return "it has none of SELECT, ASK, CONSTRUCT, DESCRIBE. Is it the name of a query? See `kg query --list`."
    if not (match := _ERROR.search(message)):
        return message
    line, column, what = int(match[1]), int(match[2]), match[3]
    lines = query.split("\n")
    shown = lines[line - 1] if line <= len(lines) else ""
    return f"line {line}, column {column}: {what}\n  {shown}\n  {' ' * (column - 1)}^"


def _declares(query: str, token: syntax.Token) -> bool:
    return query[: token.start].rstrip().upper().endswith("PREFIX")


def unknown_terms(store: Store, query: str) -> Iterator[str]:
    """Yield a remark on each property, class or concept of `query` that the graph never uses."""
    terms: list[str] | None = None
    for written, iri in dict.fromkeys(syntax.iris(query)):
        if iri.startswith(XSD) or _occurs(store, iri):
            continue
        if iri.startswith(CONCEPT):
            candidates = _concepts(store, iri)
        else:
            terms = terms if terms is not None else _terms(store)
            candidates = terms
        close = near(shorten(iri), candidates, 0.7)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        yield f"{written} does not occur in this graph.{hint}"


def _occurs(store: Store, iri: str) -> bool:
    try:
        node = NamedNode(iri)
    except ValueError:
        return False
    return any(
        next(store.quads_for_pattern(*pattern), None) is not None
        for pattern in ((None, node, None), (node, None, None), (None, None, node))
    )


def _terms(store: Store) -> list[str]:
    solutions = store.query(_TERMS, prefixes=PREFIXES)
    assert isinstance(solutions, QuerySolutions)
    return sorted(shorten(solution["t"].value) for solution in solutions)


def _concepts(store: Store, like: str) -> list[str]:
    """Return the concepts of the type that `like` names, those with its first letter."""
    head, _, slug = like.rpartition("/")
    start = f"{head}/{slug[:1]}"
    quads = store.quads_for_pattern(None, TYPE, NamedNode(SKOS + "Concept"))
    return sorted(
        shorten(quad.subject.value)
        for quad in quads
        if isinstance(quad.subject, NamedNode) and quad.subject.value.startswith(start)
    )


def why_empty(store: Store, query: str) -> Iterator[str]:
    """Yield remarks on the strings of a query that found nothing."""
    known: set[str] | None = None
    for value, tag in dict.fromkeys(syntax.strings(query)):
        if tag:
            yield f'"{value}"@{tag} carries a language tag; the strings of this graph carry none.'
            continue
        known = known if known is not None else names(store)
        near = [] if value in known else nearest(value, known)
        if near:
            listed = " or ".join(f'"{name}"' for name in near)
            yield f'no concept is called "{value}". Did you mean {listed}?'

"""Finding what a user named: concepts by label or alias, and near misses to suggest."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from pyoxigraph import QuerySolutions, Store

from kg.errors import AmbiguousError, NotFoundError
from kg.graph.namespaces import PREFIXES
from kg.query.near import near

_LABELS: Final = (
    "SELECT ?label ?name { ?c a skos:Concept ; rdfs:label ?label ; rdfs:label|skos:altLabel ?name }"
)
_SUGGESTIONS: Final = 3


def canonical_label(store: Store, name: str) -> str:
    """Return the label of the concept that `name` means: its label, an alias, or either in other case.

    Raises `NotFoundError` (with near labels) where no concept is called so, `AmbiguousError` where
    several differently labelled ones are.
    """
    return canonical(name, list(_pairs(store)))


def canonical(name: str, pairs: Collection[tuple[str, str]]) -> str:
    """Do what `canonical_label` does, among (label, name of the same concept) pairs."""
    if any(label == name for label, _ in pairs):
        return name
    folded = _fold(name)
    for found in (
        {label for label, alias in pairs if alias == name},
        {label for label, alias in pairs if _fold(alias) == folded},
    ):
        if len(found) > 1:
            raise AmbiguousError("E521", name=name, candidates=", ".join(sorted(found)))
        if found:
            return found.pop()
    near = nearest(name, {alias for _, alias in pairs})
    hint = f"Did you mean {', '.join(near)}?" if near else "Nothing in the graph comes near it."
    raise NotFoundError("E520", name=name, hint=hint)


def nearest(name: str, candidates: set[str]) -> list[str]:
    """Return up to three of `candidates` that are written much like `name`, the nearest first."""
    by_fold: dict[str, str] = {}
    for candidate in sorted(candidates):
        by_fold.setdefault(_fold(candidate), candidate)
    folded = _fold(name)
    close = near(folded, by_fold, 0.7, _SUGGESTIONS)
    close += [key for key in by_fold if folded and folded in key.split() and key not in close]
    return [by_fold[key] for key in close[:_SUGGESTIONS]]


def names(store: Store) -> set[str]:
    """Return every label and alias of a concept."""
    return {name for _, name in _pairs(store)}


def _pairs(store: Store) -> Iterator[tuple[str, str]]:
    solutions = store.query(_LABELS, prefixes=PREFIXES)
    assert isinstance(solutions, QuerySolutions)
    for solution in solutions:
        yield solution["label"].value, solution["name"].value


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())

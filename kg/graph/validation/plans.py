"""What to check of a node, by the properties that it has: the same for all nodes that have the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kg.graph.namespaces import BASE, KG, PREFIXES
from kg.graph.terms import TYPE
from kg.graph.validation.rules import Rule, rules_of
from kg.graph.validation.shapes import Constraint
from kg.schema import RELATIONS

CONCEPT: Final = "skos:Concept"
PAPER: Final = "kg:Paper"
MENTION: Final = "kg:Mention"
EVIDENCE: Final = "kg:Evidence"
STATEMENT: Final = "rdf:Statement"
KINDS: Final = (CONCEPT, PAPER, MENTION, EVIDENCE, STATEMENT)
_OWN: Final = (
    *(f"{name}:" for name, space in PREFIXES.items() if space.startswith(BASE) and space != KG),
    f"<{BASE}",
    "_:",
)
"""How the graph's own nodes begin."""
_FREE: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in {
        CONCEPT: "skos:closeMatch",
        PAPER: "dcterms:creator schema:author kg:venue prism:publicationName schema:url "
        "dcterms:subject kg:truncated dcterms:source",
        MENTION: "kg:source",
        EVIDENCE: "kg:source",
        STATEMENT: "kg:polarity rdf:predicate",
    }.items()
}
"""Properties whose values are no nodes of the graph."""
_CHECKED: Final[dict[str, frozenset[str]]] = {
    CONCEPT: frozenset({TYPE, "kg:inferredBroader", *(f"kg:{name}" for name in RELATIONS)}),
    PAPER: frozenset({TYPE}),
    MENTION: frozenset({TYPE}),
    EVIDENCE: frozenset({TYPE}),
    STATEMENT: frozenset({TYPE}),
}
"""Properties that no shape settles and that are looked at here; no node has any other."""

_PLANS: Final = 1 << 12
"""Plans that are kept at a time."""


class Plan(NamedTuple):
    """What to check of all nodes with the same properties in the same order.

    `fits` says whether these may be; `checked` are places with rules for what stands there, `below`
    places of numbers with those of their limits.
    """

    fits: bool
    checked: tuple[tuple[int, Rule], ...]
    below: tuple[tuple[int, int], ...]


class Plans:
    """Makes plans and keeps them; `terms` are all properties that there were."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.terms: set[str] = set()
        self._rules = {kind: rules_of(constraints, kind) for kind in KINDS}
        for kind, names in _FREE.items():
            for name in names:
                self._rules[kind].setdefault(name, Rule()).checks.append(_is_no_node)
        self._plans: dict[tuple[str, tuple[str, ...]], Plan] = {}

    def of(self, kind: str, names: tuple[str, ...]) -> Plan:
        """Return the plan for a node of this kind with these properties, in this order."""
        plan = self._plans.get((kind, names))
        if plan is None:
            if len(self._plans) == _PLANS:
                self._plans.clear()
            plan = self._plans[kind, names] = self._make(kind, names)
        return plan

    def _make(self, kind: str, names: tuple[str, ...]) -> Plan:
        """Say what to check of a node that has these properties."""
        self.terms.update(names)
        rules = self._rules[kind]
        fits = (kind == CONCEPT or names.count(TYPE) == 1) and all(
            name in rules or name in _CHECKED[kind] for name in names
        )
        fits = fits and all(
            one.least <= names.count(name) <= one.most for name, one in rules.items()
        )
        return Plan(
            fits,
            tuple(
                (place, rules[name])
                for place, name in enumerate(names)
                if name in rules and rules[name].checks
            ),
            tuple(
                (place, names.index(rules[name].below))
                for place, name in enumerate(names)
                if name in rules and rules[name].below in names
            ),
        )


def _is_no_node(text: str) -> bool:
    return not text.startswith(_OWN)

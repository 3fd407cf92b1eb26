"""Turning a SHACL constraint into SPARQL: one query that finds all that goes against it at once.

Before it come screens, which tell at a fraction of the cost that there is nothing to find. They read
one property from end to end and match in tables of hashes, where the query itself would look up
every node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import pyoxigraph as ox

from kg.graph.namespaces import XSD
from kg.graph.validation.shapes import SH, Constraint

_TARGET: Final = {
    "targetClass": "?this a <{}> .",
    "targetSubjectsOf": "?this <{}> ?target .",
    "targetObjectsOf": "?target <{}> ?this .",
}
_KINDS: Final = {"IRI": "isIRI", "Literal": "isLiteral", "BlankNode": "isBlank"}
LEXICAL: Final = {
    XSD + "integer": "^[+-]?[0-9]+$",
    XSD + "decimal": "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$",
    XSD + "boolean": "^(true|false|0|1)$",
    XSD + "gYear": "^-?([1-9][0-9]{3,}|0[0-9]{3})(Z|[+-][0-9]{2}:[0-9]{2})?$",
}
"""What a literal of these types looks like; any other form counts as ill-typed."""

_NOT_LESS: Final = "!COALESCE(?value < ?limit, false)"
_WHERE: Final = re.compile(r"\bWHERE\s*\{", re.IGNORECASE)


def to_sparql(constraint: Constraint, nodes: Iterable[str] | None = None) -> str:
    """Return a SELECT query whose rows are the nodes (`?this`) and values (`?value`) at fault.

    `nodes` are the IRIs to look at, in pointed brackets; all unless given.

    The semantics are those of SHACL, section 4, and of SHACL-SPARQL, section 5, on graphs where
    every class is given in full, without reasoning over subclasses.
    """
    target = _targets(constraint)
    if nodes is not None:
        target = f"VALUES ?this {{ {' '.join(nodes)} }} {target}"
    if constraint.parameter == "select":
        # The engine of SHACL binds $this to one target after another; here all come at once.
        text = constraint.value.value.replace("$this", "?this")
        return _WHERE.sub(lambda match: match.group() + " " + target + " ", text, count=1)
    if constraint.parameter == "minCount":
        return f"SELECT ?this WHERE {{ {target} MINUS {{ ?this <{constraint.path}> ?value }} }}"
    if constraint.parameter == "maxCount":
        values = f"?this <{constraint.path}> ?value FILTER ({_fault(constraint)})"
        return f"SELECT DISTINCT ?this WHERE {{ {target} {values} }}"
    values = f"?this <{constraint.path}> ?value ." if constraint.path else "BIND (?this AS ?value)"
    return (
        f"SELECT DISTINCT ?this ?value WHERE {{ {target} {values} FILTER ({_fault(constraint)}) }}"
    )


def to_screens(constraints: Sequence[Constraint]) -> Iterator[str]:
    """Yield ASK queries that are all false only where none of `constraints`, of one shape, is broken.

    They do not look at targets but for those that lack a value, so that a true one proves nothing.
    """
    faults = []
    for constraint in constraints:
        values = f"?this <{constraint.path}> ?value"
        if constraint.screen:
            yield constraint.screen
        elif constraint.parameter == "select" or not constraint.path:
            yield "ASK {}"
        elif constraint.parameter == "minCount":
            yield f"ASK {{ {_targets(constraint)} MINUS {{ {values} }} }}"
        elif constraint.parameter == "maxCount":
            groups = f"SELECT ?this WHERE {{ {values} }} GROUP BY ?this HAVING (COUNT(*) > 1)"
            yield f"ASK {{ {{ {groups} }} }}"
        elif constraint.parameter == "class":
            yield f"ASK {{ {values} MINUS {{ ?value a {constraint.value} }} }}"
        elif constraint.parameter == "lessThan":
            # Joined as wholes, for they are subqueries.
            value = f"SELECT ?this ?value WHERE {{ {values} }}"
            limit = f"SELECT ?this ?limit WHERE {{ ?this {constraint.value} ?limit }}"
            yield f"ASK {{ {{ {value} }} {{ {limit} }} FILTER ({_NOT_LESS}) }}"
        else:
            faults.append(_fault(constraint))
    if faults:
        yield f"ASK {{ ?this <{constraints[0].path}> ?value FILTER ({' || '.join(faults)}) }}"


def _targets(constraint: Constraint) -> str:
    patterns = [_TARGET[kind].format(iri) for kind, iri in constraint.targets]
    if len(patterns) == 1 and constraint.targets[0][0] == "targetClass":
        return patterns[0]
    union = " UNION ".join(f"{{ {pattern} }}" for pattern in patterns)
    return f"{{ SELECT DISTINCT ?this WHERE {{ {union} }} }}"


def _fault(constraint: Constraint) -> str:
    """Return an expression that is true of a `?value` of `?this` that goes against the constraint."""
    value = constraint.value
    match constraint.parameter:
        case "maxCount":
            return (
                f"EXISTS {{ ?this <{constraint.path}> ?other FILTER (!sameTerm(?value, ?other)) }}"
            )
        case "class":
            return f"NOT EXISTS {{ ?value a {value} }}"
        case "datatype":
            form = LEXICAL.get(value.value)
            ill = f" || !REGEX(STR(?value), {ox.Literal(form)})" if form else ""
            return f"!isLiteral(?value) || DATATYPE(?value) != {value}{ill}"
        case "nodeKind":
            return f"!{_KINDS[value.value.removeprefix(SH)]}(?value)"
        case "pattern":
            return f"isBlank(?value) || !REGEX(STR(?value), {value})"
        case "minLength":
            return f"isBlank(?value) || STRLEN(STR(?value)) < {value}"
        case "minInclusive":
            return f"!COALESCE(?value >= {value}, false)"
        case "maxInclusive":
            return f"!COALESCE(?value <= {value}, false)"
        case _:
            return f"EXISTS {{ ?this {value} ?limit FILTER ({_NOT_LESS}) }}"

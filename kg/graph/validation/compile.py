"""Turning a SHACL constraint into one SPARQL query that finds everything going against it at once."""

from __future__ import annotations

import re
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
_LEXICAL: Final = {
    XSD + "integer": "^[+-]?[0-9]+$",
    XSD + "decimal": "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$",
    XSD + "boolean": "^(true|false|0|1)$",
    XSD + "gYear": "^-?([1-9][0-9]{3,}|0[0-9]{3})(Z|[+-][0-9]{2}:[0-9]{2})?$",
}
"""What a literal of these types looks like; any other form counts as ill-typed."""

_WHERE: Final = re.compile(r"\bWHERE\s*\{", re.IGNORECASE)


def to_sparql(constraint: Constraint) -> str:
    """Return a SELECT query whose rows are the nodes (`?this`) and values (`?value`) at fault.

    The semantics are those of SHACL, section 4, and of SHACL-SPARQL, section 5, on graphs where
    every class is given in full, without reasoning over subclasses.
    """
    target = _targets(constraint)
    if constraint.parameter == "select":
        # The engine of SHACL binds $this to one target after another; here all come at once.
        text = constraint.value.value.replace("$this", "?this")
        return _WHERE.sub(lambda match: match.group() + " " + target + " ", text, count=1)
    if constraint.parameter == "minCount":
        return f"SELECT ?this WHERE {{ {target} FILTER NOT EXISTS {{ ?this <{constraint.path}> ?value }} }}"
    if constraint.parameter == "maxCount":
        return (
            f"SELECT DISTINCT ?this WHERE {{ {target} ?this <{constraint.path}> ?one, ?two "
            "FILTER (!sameTerm(?one, ?two)) }"
        )
    values = f"?this <{constraint.path}> ?value ." if constraint.path else "BIND (?this AS ?value)"
    return f"SELECT DISTINCT ?this ?value WHERE {{ {target} {values} {_fault(constraint)} }}"


def _targets(constraint: Constraint) -> str:
    patterns = [_TARGET[kind].format(iri) for kind, iri in constraint.targets]
    if len(patterns) == 1 and constraint.targets[0][0] == "targetClass":
        return patterns[0]
    union = " UNION ".join(f"{{ {pattern} }}" for pattern in patterns)
    return f"{{ SELECT DISTINCT ?this WHERE {{ {union} }} }}"


def _fault(constraint: Constraint) -> str:
    """Return what is true of `?value` where it goes against the constraint."""
    value = constraint.value
    match constraint.parameter:
        case "class":
            return f"FILTER NOT EXISTS {{ ?value a {value} }}"
        case "datatype":
            form = _LEXICAL.get(value.value)
            ill = f" || !REGEX(STR(?value), {ox.Literal(form)})" if form else ""
            return f"FILTER (!isLiteral(?value) || DATATYPE(?value) != {value}{ill})"
        case "nodeKind":
            return f"FILTER (!{_KINDS[value.value.removeprefix(SH)]}(?value))"
        case "pattern":
            return f"FILTER (isBlank(?value) || !REGEX(STR(?value), {value}))"
        case "minLength":
            return f"FILTER (isBlank(?value) || STRLEN(STR(?value)) < {value})"
        case "minInclusive":
            return f"FILTER (!COALESCE(?value >= {value}, false))"
        case "maxInclusive":
            return f"FILTER (!COALESCE(?value <= {value}, false))"
        case _:
            return f"?this {value} ?other FILTER (!COALESCE(?value < ?other, false))"

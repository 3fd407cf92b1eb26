"""Reading SHACL shapes, as far as the fast checks know the language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.errors import GraphError
from kg.graph.namespaces import BASE, RDF
from kg.graph.validation.data import VIOLATION, WARNING
from kg.resources import ontology_dir

SH: Final = "http://www.w3.org/ns/shacl#"
TARGETS: Final = ("targetClass", "targetSubjectsOf", "targetObjectsOf")
COMPONENTS: Final = (
    "minCount",
    "maxCount",
    "datatype",
    "nodeKind",
    "class",
    "pattern",
    "minLength",
    "minInclusive",
    "maxInclusive",
    "lessThan",
    "select",
)
"""The constraint parameters that `kg.graph.validation.compile` turns into SPARQL."""

SCREEN: Final = BASE + "shapes#screen"
"""A cheap ASK query that a SPARQL constraint may bring along: false only where the constraint holds."""

_ELSE: Final = ("path", "property", "sparql", "message", "severity", "prefixes", *TARGETS)

Facts = dict[str, list[ox.NamedNode | ox.Literal]]


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing to check: `parameter` of SHACL with its `value`, on the nodes that `targets` name.

    `shape` is the IRI of the shape or SPARQL constraint, `path` the IRI of the property or empty
    where the constraint is on the node itself; a target is (kind, IRI).
    """

    shape: str
    severity: str
    message: str
    targets: tuple[tuple[str, str], ...]
    path: str
    parameter: str
    value: ox.NamedNode | ox.Literal
    screen: str = ""

    @property
    def name(self) -> str:
        """The local name of the shape."""
        return self.shape.rpartition("#")[2]


def shapes_file() -> Path:
    """Return the file with the shapes of the ontology."""
    return ontology_dir() / "shapes.ttl"


def read_shapes(path: Path | None = None) -> tuple[list[Constraint], dict[str, str]]:
    """Return every constraint in `path` (default: the ontology's shapes) and the prefixes it declares.

    Raises GraphError E441 for a part of SHACL that the fast checks do not know, and where the file
    does not parse.
    """
    path = path or shapes_file()
    graph: dict[str, Facts] = defaultdict(lambda: defaultdict(list))
    try:
        for triple in ox.parse(path=str(path), format=ox.RdfFormat.TURTLE):
            subject, value = triple.subject, triple.object
            if not isinstance(subject, ox.NamedNode) or isinstance(value, ox.BlankNode | ox.Triple):
                raise GraphError("E441", path=path, reason="a blank node; give it a name")
            graph[subject.value][triple.predicate.value].append(value)
    except SyntaxError as error:
        raise GraphError("E441", path=path, reason=error) from error
    prefixes = {
        facts[SH + "prefix"][0].value: facts[SH + "namespace"][0].value
        for facts in graph.values()
        if SH + "prefix" in facts
    }
    constraints: list[Constraint] = []
    for shape, facts in graph.items():
        for predicate in facts:
            if predicate.startswith(SH + "target") and predicate.removeprefix(SH) not in TARGETS:
                raise GraphError("E441", path=path, reason=f"{predicate} on {shape}")
        targets = tuple(
            (kind, target.value) for kind in TARGETS for target in facts.get(SH + kind, ())
        )
        if not targets:
            continue
        for part, is_shape in _parts(shape, facts):
            severity = _severity(graph[part] if is_shape else facts)
            constraints += _constraints(path, part, graph[part], targets, severity)
    constraints.sort(key=lambda one: (one.shape, one.targets, one.parameter))
    return constraints, prefixes


def _parts(shape: str, facts: Facts) -> Iterator[tuple[str, bool]]:
    """Yield the IRIs of a shape and of what it consists of, and whether each is a shape itself."""
    yield shape, True
    for part in facts.get(SH + "property", ()):
        yield part.value, True
    for part in facts.get(SH + "sparql", ()):
        yield part.value, False


def _severity(facts: Facts) -> str:
    return (
        WARNING
        if SH + "Warning" in [v.value for v in facts.get(SH + "severity", ())]
        else VIOLATION
    )


def _constraints(
    path: Path, shape: str, facts: Facts, targets: tuple[tuple[str, str], ...], severity: str
) -> Iterator[Constraint]:
    messages = facts.get(SH + "message", ())
    screens = facts.get(SCREEN, ())
    paths = [value.value for value in facts.get(SH + "path", ())]
    for predicate, values in facts.items():
        parameter = predicate.removeprefix(SH)
        if parameter == predicate or parameter in _ELSE:
            if predicate.startswith(SH) or predicate in (RDF + "type", SCREEN):
                continue
            raise GraphError("E441", path=path, reason=f"{predicate} on {shape}")
        if parameter not in COMPONENTS:
            raise GraphError("E441", path=path, reason=f"sh:{parameter} on {shape}")
        for value in values:
            _refuse(path, shape, parameter, value.value)
            yield Constraint(
                shape=shape,
                severity=severity,
                message=messages[0].value if messages else f"sh:{parameter} does not hold",
                targets=targets,
                path=paths[0] if paths else "",
                parameter=parameter,
                value=value,
                screen=screens[0].value if screens else "",
            )


def _refuse(path: Path, shape: str, parameter: str, value: str) -> None:
    """Raise GraphError for a value that the fast checks would take for something else."""
    if parameter in ("minCount", "maxCount") and value != "1":
        raise GraphError("E441", path=path, reason=f"sh:{parameter} {value} on {shape}, not 1")
    for variable in ("$PATH", "$shapesGraph", "$currentShape"):
        if parameter == "select" and variable in value:
            raise GraphError("E441", path=path, reason=f"{variable} in {shape}")

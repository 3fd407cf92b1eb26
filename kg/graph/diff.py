"""What changed between two graphs, as triples and as papers, concepts and statements."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from kg.graph.graph import Graph
from kg.graph.lines import sorted_lines
from kg.graph.namespaces import (
    BUILD,
    CONCEPT,
    DATASET,
    DCTERMS,
    KG,
    LABEL,
    PAPER,
    RDF,
    STATEMENT,
    TYPE,
    shorten,
    term,
)

KINDS: Final = {"papers": PAPER, "concepts": CONCEPT, "statements": STATEMENT}
_WIDTH: Final = 100
_ABOUT_ITSELF: Final = (DATASET, BUILD)
_TITLE: Final = term(DCTERMS, "title")
_TEXT: Final = term(KG, "text")
_POLARITY: Final = term(KG, "polarity")
_ENDS: Final = (term(RDF, "subject"), term(RDF, "predicate"), term(RDF, "object"))


@dataclass(slots=True)
class Changes:
    """IRIs of one kind that came, went, or have other triples now; each sorted."""

    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


@dataclass(slots=True)
class Difference:
    """The difference between two graphs; their descriptions of themselves do not count."""

    added: int = 0
    removed: int = 0
    kinds: dict[str, Changes] = field(default_factory=lambda: {kind: Changes() for kind in KINDS})

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


def changed_lines(before: Graph, after: Graph) -> Iterator[tuple[str, bytes]]:
    """Yield ("-", line) for each triple gone and ("+", line) for each that came, in byte order.

    Graphs of any size can be compared: what memory cannot hold is sorted on disk.
    """
    old, new = sorted_lines(before.source), sorted_lines(after.source)
    left, right = next(old, None), next(new, None)
    while left is not None or right is not None:
        if right is None or (left is not None and left < right):
            assert left is not None
            yield "-", left
            left = next(old, None)
        elif left is None or right < left:
            yield "+", right
            right = next(new, None)
        else:
            left, right = next(old, None), next(new, None)


def diff(before: Graph, after: Graph) -> Difference:
    """Compare two graphs."""
    found = Difference()
    signs: dict[str, Counter[str]] = defaultdict(Counter)
    types: dict[str, set[str]] = defaultdict(set)
    for sign, line in changed_lines(before, after):
        triple = _triple(line)
        subject = str(getattr(triple.subject, "value", triple.subject))
        if subject.startswith(_ABOUT_ITSELF) and not subject.startswith(CONCEPT):
            continue
        found.added += sign == "+"
        found.removed += sign == "-"
        signs[subject][sign] += 1
        if triple.predicate == TYPE:
            types[subject].add(sign)
    for subject in sorted(signs):
        kind = next((k for k, space in KINDS.items() if subject.startswith(space)), None)
        if kind is None:
            continue
        changes = found.kinds[kind]
        if signs[subject].keys() == {"+"} and types[subject]:
            changes.added.append(subject)
        elif signs[subject].keys() == {"-"} and types[subject]:
            changes.removed.append(subject)
        else:
            changes.changed.append(subject)
    return found


def _triple(line: bytes) -> Triple:
    (quad,) = parse(line, format=RdfFormat.N_TRIPLES)
    return quad if isinstance(quad, Triple) else quad.triple


def describe(difference: Difference, before: Graph, after: Graph, *, most: int = 20) -> list[str]:
    """Say what changed in lines to read, at most `most` of each sort."""
    if not difference:
        return ["no difference"]
    lines = [f"{difference.removed:,} triples gone, {difference.added:,} new"]
    for kind, changes in difference.kinds.items():
        if not changes:
            continue
        lines.append(
            f"{kind}: {len(changes.added):,} new, {len(changes.removed):,} gone, "
            f"{len(changes.changed):,} changed"
        )
        for sign, iris, graph in (
            ("+", changes.added, after),
            ("-", changes.removed, before),
            ("~", changes.changed, after),
        ):
            lines += [f"  {sign} {name_of(graph, iri)}" for iri in iris[:most]]
            if len(iris) > most:
                lines.append(f"  {sign} … and {len(iris) - most:,} more")
    return lines


def name_of(graph: Graph, iri: str) -> str:
    """Name a paper, concept or statement the way people do, with its IRI for the first two."""
    node = NamedNode(iri)
    if iri.startswith(STATEMENT):
        parts = [_label(graph, part) for end in _ENDS for part in _values(graph, node, end)]
        denied = "negative" in _values(graph, node, _POLARITY)
        return ("not: " if denied else "") + " – ".join(parts)
    return f"{shorten(iri)} {_label(graph, iri)}"


def _values(graph: Graph, node: NamedNode, predicate: NamedNode) -> list[str]:
    quads = graph.store.quads_for_pattern(node, predicate, None)
    return sorted(str(getattr(quad.object, "value", quad.object)) for quad in quads)


def _label(graph: Graph, iri: str) -> str:
    node = NamedNode(iri)
    labels = next(
        (found for naming in (LABEL, _TITLE, _TEXT) if (found := _values(graph, node, naming))), []
    )
    text = " ".join(labels[0].split()) if labels else shorten(iri)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"

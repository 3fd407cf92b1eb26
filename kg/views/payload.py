"""The content as compact JSON for the page's program, and the marks and lines that pyvis is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from kg.graph.namespaces import BASE, KG, RDF, RDFS, SKOS, XSD
from kg.schema import ENTITY_TYPES, RELATIONS
from kg.views import labels, layout, rank
from kg.views.data import Content, Paper, Reading, Relation
from kg.views.words import Packer, gaps

LOOKS: Final[dict[str, tuple[str, str, str]]] = {
    "Method": ("#0072b2", "#56b4e9", "dot"),
    "Hardware": ("#d55e00", "#ee8440", "square"),
    "Task": ("#009e73", "#35c497", "triangle"),
    "Dataset": ("#e69f00", "#f2b933", "diamond"),
    "Metric": ("#cc79a7", "#e29bc4", "star"),
    "Other": ("#666f7a", "#9aa4af", "hexagon"),
}
"""Colour on light and dark ground (after Okabe and Ito 2008) and shape of each type's marks."""

FIRST: Final = 100
"""Concepts on the first screen of a graph with many."""
UPRIGHT: Final = 28
"""Concepts on the first screen of a phone."""
_SMALL: Final = 150
"""A graph of up to this many connected concepts is shown whole."""
SVG: Final = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Mark:
    """What vis-network needs of a concept."""

    shape: str
    colour: str
    size: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """What vis-network needs of a relation."""

    start: int
    end: int
    width: float
    arrow: bool


@dataclass(frozen=True, slots=True)
class Level:
    """One map: its first `shown` concepts with their places and communities, None for those not on it."""

    shown: int
    places: tuple[tuple[float, float] | None, ...]
    community: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Maps:
    """The maps of one page: the levels of a wide screen, from few concepts to all, and a phone's first."""

    levels: tuple[Level, ...]
    upright: Level


def maps(content: Content) -> Maps:
    """Compute the maps of the page; a small graph has one level only."""
    edges = [
        (one.subject, one.object, one.support + one.confidence / 2) for one in content.relations
    ]
    placed = 1 + max((max(u, v) for u, v, _ in edges), default=-1)
    upright = _level(content, edges, min(UPRIGHT, placed), ratio=0.62)
    whole = _level(content, edges, placed)
    return Maps((whole,) if placed <= _SMALL else (_level(content, edges, FIRST), whole), upright)


def _level(content: Content, edges: Sequence[rank.Edge], placed: int, ratio: float = 1.45) -> Level:
    inner = [edge for edge in edges if edge[0] < placed and edge[1] < placed]
    nodes = sorted({end for u, v, _ in inner for end in (u, v)})
    groups = layout.communities(nodes, inner)
    boxes = [
        labels.Box(size, *_extent(one.label))
        for one, size in zip(content.concepts, sizes(content), strict=True)
    ]
    places = layout.place(groups, inner, boxes, ratio)
    home = {node: number for number, group in enumerate(groups) for node in group}
    return Level(
        placed,
        tuple(places.get(node) for node in range(placed)),
        tuple(home.get(node) for node in range(placed)),
    )


def _extent(label: str) -> tuple[float, float]:
    lines = labels.wrap(label)
    return max(labels.text_width(line) for line in lines), labels.LINE * len(lines) + 3


def sizes(content: Content) -> list[float]:
    """Return the radius of each concept's mark."""
    degree = [0] * len(content.concepts)
    for one in content.relations:
        degree[one.subject] += 1
        degree[one.object] += 1
    return [labels.mark_size(count) for count in degree]


def marks(content: Content, first: Level) -> list[Mark]:
    """Return the marks in order of concepts, placed as on the first screen."""
    found = []
    for number, (one, size) in enumerate(zip(content.concepts, sizes(content), strict=True)):
        place = first.places[number] if number < len(first.places) else None
        x, y = place or (0.0, 0.0)
        found.append(Mark(LOOKS[one.type][2], LOOKS[one.type][0], size, x, y))
    return found


def strokes(content: Content) -> list[Stroke]:
    """Return the lines in order of relations."""
    return [
        Stroke(one.subject, one.object, width(one.support), not symmetric(one.predicate))
        for one in content.relations
    ]


def width(support: int) -> float:
    """Return the width of a line that `support` papers back: one more step each time they double."""
    return round(1 + 0.5 * min(max(1, support), 64).bit_length() - 0.5, 1)


def symmetric(predicate: str) -> bool:
    """Say whether a relation has no direction."""
    return predicate in RELATIONS and RELATIONS[predicate].symmetric


def relation_label(predicate: str) -> str:
    """Return the words for a predicate: the schema's, or its own name taken apart."""
    if predicate in RELATIONS:
        return RELATIONS[predicate].label
    return "".join(
        " " + letter.lower() if letter.isupper() else letter for letter in predicate
    ).strip()


def short(iri: str) -> str:
    """Write an IRI below the base as `~` and the rest."""
    return "~" + iri.removeprefix(BASE) if iri.startswith(BASE) else iri


def units(text: str, offset: int) -> int:
    """Turn an offset in code points into one in UTF-16 units, which JavaScript counts in."""
    if text.isascii():
        return offset
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


class _Numbers(dict[str, int]):
    """Numbers strings in order of first use."""

    def __missing__(self, key: str) -> int:
        self[key] = len(self)
        return self[key]


def payload(content: Content, drawn: Maps, title: str, start: str = "") -> dict[str, Any]:
    """Return the JSON that kg/views/page/js/model.js reads; its rows are arrays in the order read there."""
    types = [
        name
        for name in (*ENTITY_TYPES, "Other")
        if any(one.type == name for one in content.concepts)
    ]
    known = {one.predicate for one in content.relations}
    predicates = [name for name in RELATIONS if name in known] + sorted(known - set(RELATIONS))
    sentences, sources, heads = _Numbers(), _Numbers(), _Numbers()
    relations = [_relation(one, predicates, sentences, sources) for one in content.relations]
    packer = Packer([*sentences, *(one.title for one in content.papers)])
    number = {one.iri: index for index, one in enumerate(content.concepts)}
    above = {one.iri: index for index, one in enumerate(content.ancestors)}
    node = {**number, **{iri: len(number) + index for iri, index in above.items()}}
    return {
        "title": title,
        "base": BASE,
        "ontology": KG,
        "rdf": RDF,
        "rdfs": RDFS,
        "skos": SKOS,
        "xsd": XSD,
        "svg": SVG,
        "start": start,
        "total": {"concepts": content.totals.concepts, "relations": content.totals.relations, "papers": content.totals.papers},
        "types": [[name, *LOOKS[name]] for name in types],
        "predicates": [[name, relation_label(name), int(symmetric(name))] for name in predicates],
        "concepts": [
            [short(one.iri), one.label, types.index(one.type), one.kind, list(one.aliases), gaps(one.papers), list(one.proposed_in),
             labels.wrap(one.label), sorted(node[iri] for iri in one.broader if iri in node)]
            for one in content.concepts
        ],
        "ancestors": [[one.label, sorted(node[iri] for iri in one.broader if iri in node)] for one in content.ancestors],
        "relations": relations,
        "packing": packer.table(),
        "sentences": [packer.pack(one) for one in sentences],
        "sources": list(sources),
        "papers": [[packer.pack(one.title), one.year, *_addresses(one, heads)] for one in content.papers],
        "heads": list(heads),
        "levels": [_map(one) for one in drawn.levels],
        "portrait": _map(drawn.upright),
    }  # fmt: skip


def _addresses(paper: Paper, heads: _Numbers) -> tuple[int, int, str]:
    """Return URL and IRI as the numbers of their beginnings and the ending that they share."""
    tail = iri = short(paper.iri)
    while not paper.url.endswith(tail):
        tail = tail[1:]
    return heads[paper.url.removesuffix(tail)], heads[iri.removesuffix(tail)], tail


def _map(one: Level) -> dict[str, Any]:
    return {
        "shown": one.shown,
        "x": [place and place[0] for place in one.places],
        "y": [place and place[1] for place in one.places],
        "community": list(one.community),
    }


def _relation(
    one: Relation, predicates: Sequence[str], sentences: _Numbers, sources: _Numbers
) -> list[Any]:
    readings = [_reading(reading, sentences, sources) for reading in one.readings]
    return [
        predicates.index(one.predicate),
        int(one.negative),
        one.support,
        round(one.confidence * 100),
        one.count,
        readings,
    ]


def _reading(one: Reading, sentences: _Numbers, sources: _Numbers) -> list[int]:
    offsets = [units(one.sentence, offset) for offset in (*one.subject, *one.object)]
    return [
        one.paper,
        sentences[one.sentence],
        *offsets,
        round(one.confidence * 100),
        sources[one.source],
    ]

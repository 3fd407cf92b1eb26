"""The graph's description of itself: VoID and DCAT counts, and the PROV activity that made it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.graph import terms
from kg.graph.data import BuildInfo
from kg.graph.literals import integer, string
from kg.graph.namespaces import (
    BASE,
    BUILD,
    DATASET,
    DCAT,
    DCTERMS,
    KG,
    LABEL,
    OWL,
    PROV,
    SKOS,
    TYPE,
    VOID,
    shorten,
    term,
)
from kg.graph.terms import Block

DATASET_NODE: Final = NamedNode(DATASET)
GENERATED_BY: Final = term(PROV, "wasGeneratedBy")
TRIPLES: Final = term(VOID, "triples")
ENTITIES: Final = term(VOID, "entities")
CLASS: Final = term(VOID, "class")
PROPERTY: Final = term(VOID, "property")
CLASS_PARTITION: Final = term(VOID, "classPartition")
PROPERTY_PARTITION: Final = term(VOID, "propertyPartition")
_FIRST: Final = itemgetter(0)
VOCABULARIES: Final = (KG.rstrip("#"), SKOS.rstrip("#"), PROV.rstrip("#"), DCTERMS)


class Census:
    """Counts triples, instances of classes and uses of properties as they pass by."""

    def __init__(self) -> None:
        self.classes: Counter[NamedNode] = Counter()
        self.properties: Counter[NamedNode] = Counter()
        self.subjects = 0

    def watch(self, triples: Iterable[Triple]) -> Iterator[Triple]:
        """Yield `triples`, grouped by subject as they are, and count them."""
        last = None
        for triple in triples:
            predicate = triple.predicate
            self.properties[predicate] += 1
            if predicate == TYPE and isinstance(triple.object, NamedNode):
                self.classes[triple.object] += 1
            if triple.subject != last:
                last = triple.subject
                self.subjects += 1
            yield triple

    def watch_blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield `blocks`, each of another subject and with its types first, and count their triples."""
        members: Counter[str] = Counter()
        uses: Counter[str] = Counter()
        for block in blocks:
            self.subjects += 1
            uses.update(map(_FIRST, block[1]))
            for predicate, value in block[1]:
                if predicate != terms.TYPE:
                    break
                members[value] += 1
            yield block
        self.classes.update({terms.node(text): count for text, count in members.items()})
        self.properties.update({terms.node(text): count for text, count in uses.items()})


def build_node(info: BuildInfo, evidence: str) -> NamedNode:
    """Return the IRI of a build: a hash of what decides its result besides the papers."""
    parts = "\0".join((info.version, info.vocabulary, info.extractor, evidence))
    return term(BUILD, hashlib.sha256(parts.encode()).hexdigest()[:16])


def build_triples(info: BuildInfo, evidence: str) -> Iterator[Triple]:
    """Yield the activity that made the graph; no clock is read, so that equal builds stay equal."""
    node = build_node(info, evidence)
    yield Triple(node, TYPE, term(PROV, "Activity"))
    yield Triple(node, LABEL, string(f"kg build, version {info.version}"))
    yield Triple(node, term(KG, "softwareVersion"), string(info.version))
    if info.vocabulary:
        yield Triple(node, term(KG, "vocabularyFingerprint"), string(info.vocabulary))
    if info.extractor:
        yield Triple(node, term(KG, "extractorFingerprint"), string(info.extractor))
    yield Triple(node, term(KG, "evidenceLevel"), string(evidence))


def dataset_triples(census: Census, build: NamedNode | None = None) -> list[Triple]:
    """Describe the graph whose other triples `census` has counted; its own are counted too."""
    found = [
        Triple(DATASET_NODE, TYPE, term(VOID, "Dataset")),
        Triple(DATASET_NODE, TYPE, term(DCAT, "Dataset")),
        Triple(DATASET_NODE, term(DCTERMS, "title"), Literal("Knowledge graph of a reading list")),
        Triple(
            DATASET_NODE,
            term(DCTERMS, "description"),
            Literal("Methods, hardware, tasks, data sets and metrics, and how papers relate them."),
        ),
        Triple(DATASET_NODE, term(VOID, "uriSpace"), Literal(BASE)),
        *(
            Triple(DATASET_NODE, term(VOID, "vocabulary"), NamedNode(iri))
            for iri in sorted(VOCABULARIES)
        ),
    ]
    if build is not None:
        found.append(Triple(DATASET_NODE, GENERATED_BY, build))
        found.append(
            Triple(DATASET_NODE, term(OWL, "versionInfo"), Literal(build.value.removeprefix(BUILD)))
        )
    partitions: list[Triple] = []
    for kind, members in sorted(census.classes.items(), key=lambda item: item[0].value):
        node = term(DATASET, "/class/" + _part(kind))
        found.append(Triple(DATASET_NODE, CLASS_PARTITION, node))
        partitions.append(Triple(node, CLASS, kind))
        partitions.append(Triple(node, ENTITIES, integer(members)))
    for name, uses in sorted(census.properties.items(), key=lambda item: item[0].value):
        node = term(DATASET, "/property/" + _part(name))
        found.append(Triple(DATASET_NODE, PROPERTY_PARTITION, node))
        partitions.append(Triple(node, PROPERTY, name))
        partitions.append(Triple(node, TRIPLES, integer(uses)))
    found.append(Triple(DATASET_NODE, ENTITIES, integer(census.subjects)))
    total = sum(census.properties.values()) + len(found) + 1 + len(partitions)
    found.append(Triple(DATASET_NODE, TRIPLES, integer(total)))
    return found + partitions


def _part(node: NamedNode) -> str:
    """Name a class or property within an IRI: `kg-runsOn`, or a hash where no prefix is known."""
    short = shorten(node.value)
    if short.startswith("<"):
        return hashlib.sha256(node.value.encode()).hexdigest()[:16]
    return short.replace(":", "-", 1)

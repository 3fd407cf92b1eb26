"""Concepts, papers and statements as blocks of Turtle; docs/model.md is the description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from kg.extract.data import Span
from kg.graph import iris
from kg.graph.literals import printable
from kg.graph.namespaces import SCHEME
from kg.graph.statements import Key, Statements, Support
from kg.graph.terms import (
    FALSE,
    TRUE,
    TYPE,
    Block,
    Pair,
    checked,
    decimal,
    iri,
    named,
    string,
    year,
)
from kg.link.data import Concept, LinkedMention, LinkedPaper, Occurrence
from kg.papers import Paper
from kg.schema import ENTITY_TYPES

SCHEMES: Final = {kind: f"<{SCHEME}{kind.lower()}>" for kind in ENTITY_TYPES}
_POLARITY: Final = {False: '"positive"', True: '"negative"'}


def concept_block(concept: Concept, facts: Iterable[Key] = ()) -> Block:
    """Return a concept with the positive statements it is the subject of."""
    label = string(concept.label)
    pairs = [(TYPE, f"kg:{concept.type}")]
    if concept.kind and concept.kind != concept.type:
        pairs.append((TYPE, named("kg", concept.kind)))
    pairs += ((TYPE, "skos:Concept"), ("rdfs:label", label), ("skos:prefLabel", label))
    if concept.aliases:
        names = sorted({printable(alias.text) for alias in concept.aliases})
        pairs += (("skos:altLabel", text) for text in map(string, names) if text != label)
    pairs.append(("skos:inScheme", SCHEMES[concept.type]))
    if concept.broader or concept.inferred_broader:
        inferred = sorted(set(concept.inferred_broader))
        for parent in sorted({*concept.broader, *inferred}):
            pairs.append(("skos:broader", iris.concept(parent)))
        pairs += (("kg:inferredBroader", iris.concept(parent)) for parent in inferred)
    for match in sorted(set(concept.matches)):
        pairs.append(("skos:closeMatch", iri(checked(match))))
    pairs += (
        ("kg:inVocabulary", TRUE if concept.in_vocabulary else FALSE),
        ("kg:mentionCount", str(concept.mention_count)),
        ("kg:paperCount", str(concept.paper_count)),
    )
    pairs += ((f"kg:{fact.predicate}", iris.concept(fact.object)) for fact in facts)
    return iris.concept(concept.id), pairs


def paper_blocks(linked: LinkedPaper, statements: Statements, evidence: str) -> Iterator[Block]:
    """Yield a paper, then its mentions and evidence as far as `evidence` asks for them.

    Its occurrences are added to `statements` on the way.
    """
    name = iris.paper_name(linked.paper.id)
    node = iris.paper(linked.paper.id)
    pairs = _paper(linked.paper)
    proposed = sorted({m.concept for m in linked.mentions if m.mention.proposed})
    pairs += (("kg:proposes", iris.concept(concept)) for concept in proposed)
    mentioned = sorted({m.concept for m in linked.mentions})
    pairs += (("kg:mentions", iris.concept(concept)) for concept in mentioned)
    yield node, pairs
    mentions = [
        iris.mention(name, m.mention.start, m.mention.end, m.mention.type) for m in linked.mentions
    ]
    if evidence == "full":
        for one, mention in dict(zip(mentions, linked.mentions, strict=True)).items():
            yield one, _mention(mention, node)
    for number, occurrence in enumerate(linked.occurrences, 1):
        statement, swapped = statements.add(linked, occurrence)
        if evidence == "none":
            continue
        pairs = _evidence(linked, occurrence, node, statement)
        if evidence == "full":
            ends = (occurrence.subject, occurrence.object)
            subject, object_ = reversed(ends) if swapped else ends
            pairs.append(("kg:subjectMention", mentions[subject]))
            pairs.append(("kg:objectMention", mentions[object_]))
        yield iris.evidence(name, number), pairs


def _paper(paper: Paper) -> list[Pair]:
    pairs = [(TYPE, "kg:Paper")]
    if paper.title:
        pairs.append(("dcterms:title", string(paper.title)))
    pairs.append(("kg:text", string(paper.text)))
    if paper.year is not None:
        pairs.append(("kg:year", year(paper.year)))
    for author in dict.fromkeys(author.name for author in paper.authors if author.name):
        pairs.append(("dcterms:creator", string(author)))
    for orcid in dict.fromkeys(author.orcid for author in paper.authors):
        if (person := iris.orcid(orcid)) is not None:
            pairs.append(("schema:author", iri(person)))
    if paper.venue:
        pairs.append(("kg:venue", string(paper.venue)))
        pairs.append(("prism:publicationName", string(paper.venue)))
    if paper.doi:
        pairs.append(("bibo:doi", string(paper.doi)))
    arxiv = f"arxiv:{paper.arxiv}" if paper.arxiv else paper.id
    for identifier in sorted({printable(paper.id), printable(arxiv)}):
        pairs.append(("dcterms:identifier", string(identifier)))
    if paper.url:
        link = iris.web(paper.url)
        pairs.append(("schema:url", string(paper.url) if link is None else iri(link)))
    for keyword in sorted({printable(keyword) for keyword in paper.keywords}):
        pairs.append(("dcterms:subject", string(keyword)))
    for reference in sorted(set(paper.references)):
        pairs.append(("cito:cites", iris.paper(reference)))
    for related in sorted(set(paper.related_to)):
        pairs.append(("dcterms:relation", iris.paper(related)))
    if paper.truncated:
        pairs.append(("kg:truncated", TRUE))
    for source in sorted({f"{s.file}#{s.key}" if s.key else s.file for s in paper.sources}):
        pairs.append(("dcterms:source", string(source)))
    return pairs


def _mention(linked: LinkedMention, paper: str) -> list[Pair]:
    mention = linked.mention
    return [
        (TYPE, "kg:Mention"),
        ("kg:inPaper", paper),
        ("kg:refersTo", iris.concept(linked.concept)),
        ("kg:begin", str(mention.start)),
        ("kg:end", str(mention.end)),
        ("kg:surface", string(mention.text)),
        ("kg:confidence", decimal(mention.confidence)),
        ("kg:source", _sources(mention.sources)),
    ]


def _evidence(
    linked: LinkedPaper, occurrence: Occurrence, paper: str, statement: str
) -> list[Pair]:
    return [
        (TYPE, "kg:Evidence"),
        ("kg:evidenceFor", statement),
        ("kg:inPaper", paper),
        ("kg:sentence", string(_sentence(linked, occurrence.evidence))),
        ("kg:confidence", decimal(occurrence.confidence)),
        ("kg:source", _sources(occurrence.sources)),
    ]


def _sentence(linked: LinkedPaper, span: Span) -> str:
    return linked.paper.text[span[0] : span[1]]


@lru_cache(maxsize=1 << 8)
def _sources(names: tuple[str, ...]) -> str:
    return string(" ".join(names))


def statement_block(key: Key, support: Support, evidence: str) -> Block:
    """Return the node that describes one statement and how well it is supported.

    Its evidence is counted here only where `evidence` leaves out what could be counted.
    """
    pairs = [
        (TYPE, "rdf:Statement"),
        ("rdf:subject", iris.concept(key.subject)),
        ("rdf:predicate", f"kg:{key.predicate}"),
        ("rdf:object", iris.concept(key.object)),
        ("kg:polarity", _POLARITY[key.negated]),
        ("kg:supportCount", str(support.papers)),
    ]
    if evidence == "none":
        pairs.append(("kg:evidenceCount", str(support.occurrences)))
    pairs.append(("kg:confidence", decimal(support.confidence)))
    return iris.statement(*key), pairs


def scheme_blocks() -> Iterator[Block]:
    """Yield the concept schemes, one an entity type."""
    for kind, node in SCHEMES.items():
        yield node, [(TYPE, "skos:ConceptScheme"), ("rdfs:label", string(kind))]

"""Concepts, papers and statements as RDF triples; docs/model.md is the description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.extract.data import Span
from kg.graph import iris
from kg.graph.literals import decimal, integer, string, year
from kg.graph.namespaces import (
    BIBO,
    CITO,
    DCTERMS,
    KG,
    LABEL,
    PRISM,
    RDF,
    SCHEMA,
    SCHEME,
    SKOS,
    TYPE,
    term,
)
from kg.graph.statements import Key, Statements, Support
from kg.link.data import Concept, LinkedPaper, Occurrence
from kg.papers import Paper
from kg.schema import CONCEPT_RELATIONS, ENTITY_TYPES

Pairs = Iterator[tuple[NamedNode, NamedNode | Literal]]

TRUE: Final = Literal(True)
CONCEPT: Final = term(SKOS, "Concept")
PREF_LABEL: Final = term(SKOS, "prefLabel")
ALT_LABEL: Final = term(SKOS, "altLabel")
BROADER: Final = term(SKOS, "broader")
CLOSE_MATCH: Final = term(SKOS, "closeMatch")
IN_SCHEME: Final = term(SKOS, "inScheme")
INFERRED_BROADER: Final = term(KG, "inferredBroader")
IN_VOCABULARY: Final = term(KG, "inVocabulary")
MENTION_COUNT: Final = term(KG, "mentionCount")
PAPER_COUNT: Final = term(KG, "paperCount")

PAPER: Final = term(KG, "Paper")
TITLE: Final = term(DCTERMS, "title")
TEXT: Final = term(KG, "text")
YEAR: Final = term(KG, "year")
CREATOR: Final = term(DCTERMS, "creator")
AUTHOR: Final = term(SCHEMA, "author")
VENUE: Final = term(KG, "venue")
PUBLICATION_NAME: Final = term(PRISM, "publicationName")
DOI: Final = term(BIBO, "doi")
IDENTIFIER: Final = term(DCTERMS, "identifier")
URL: Final = term(SCHEMA, "url")
SUBJECT_TERM: Final = term(DCTERMS, "subject")
CITES: Final = term(CITO, "cites")
RELATED: Final = term(DCTERMS, "relation")
TRUNCATED: Final = term(KG, "truncated")
SOURCE_FILE: Final = term(DCTERMS, "source")
PROPOSES: Final = term(KG, "proposes")
MENTIONS: Final = term(KG, "mentions")

MENTION: Final = term(KG, "Mention")
IN_PAPER: Final = term(KG, "inPaper")
REFERS_TO: Final = term(KG, "refersTo")
BEGIN: Final = term(KG, "begin")
END: Final = term(KG, "end")
SURFACE: Final = term(KG, "surface")
CONFIDENCE: Final = term(KG, "confidence")
SOURCE: Final = term(KG, "source")

STATEMENT: Final = term(RDF, "Statement")
SUBJECT: Final = term(RDF, "subject")
PREDICATE: Final = term(RDF, "predicate")
OBJECT: Final = term(RDF, "object")
POLARITY: Final = term(KG, "polarity")
SUPPORT_COUNT: Final = term(KG, "supportCount")
EVIDENCE_COUNT: Final = term(KG, "evidenceCount")
POSITIVE: Final = Literal("positive")
NEGATIVE: Final = Literal("negative")

EVIDENCE: Final = term(KG, "Evidence")
EVIDENCE_FOR: Final = term(KG, "evidenceFor")
SENTENCE: Final = term(KG, "sentence")
SUBJECT_MENTION: Final = term(KG, "subjectMention")
OBJECT_MENTION: Final = term(KG, "objectMention")

TYPES: Final = {kind: term(KG, kind) for kind in ENTITY_TYPES}
SCHEMES: Final = {kind: term(SCHEME, kind.lower()) for kind in ENTITY_TYPES}
PROPERTIES: Final = {name: term(KG, name) for name in CONCEPT_RELATIONS}


def concept_triples(concept: Concept, facts: Iterable[Key] = ()) -> Iterator[Triple]:
    """Yield a concept with the positive statements it is the subject of."""
    node = iris.concept(concept.id)
    for predicate, value in _concept(concept):
        yield Triple(node, predicate, value)
    for fact in facts:
        yield Triple(node, PROPERTIES[fact.predicate], iris.concept(fact.object))


def _concept(concept: Concept) -> Pairs:
    yield TYPE, TYPES[concept.type]
    if concept.kind and concept.kind != concept.type:
        yield TYPE, term(KG, concept.kind)
    yield TYPE, CONCEPT
    label = string(concept.label)
    yield LABEL, label
    yield PREF_LABEL, label
    for text in sorted({string(alias.text).value for alias in concept.aliases} - {label.value}):
        yield ALT_LABEL, Literal(text)
    yield IN_SCHEME, SCHEMES[concept.type]
    for parent in sorted(set(concept.broader) | set(concept.inferred_broader)):
        yield BROADER, iris.concept(parent)
    for parent in sorted(set(concept.inferred_broader)):
        yield INFERRED_BROADER, iris.concept(parent)
    for match in sorted(set(concept.matches)):
        yield CLOSE_MATCH, iris.outside(match)
    yield IN_VOCABULARY, Literal(concept.in_vocabulary)
    yield MENTION_COUNT, integer(concept.mention_count)
    yield PAPER_COUNT, integer(concept.paper_count)


def paper_triples(linked: LinkedPaper, statements: Statements, evidence: str) -> Iterator[Triple]:
    """Yield a paper, then its mentions and evidence as far as `evidence` asks for them.

    Its occurrences are added to `statements` on the way.
    """
    name = iris.paper_name(linked.paper.id)
    node = iris.paper(linked.paper.id)
    for predicate, value in _paper(linked.paper):
        yield Triple(node, predicate, value)
    for concept in sorted({m.concept for m in linked.mentions if m.mention.proposed}):
        yield Triple(node, PROPOSES, iris.concept(concept))
    for concept in sorted({m.concept for m in linked.mentions}):
        yield Triple(node, MENTIONS, iris.concept(concept))
    mentions = _mention_iris(linked, name)
    if evidence == "full":
        yield from _mentions(linked, node, mentions)
    for number, occurrence in enumerate(linked.occurrences, 1):
        statement, swapped = statements.add(linked, occurrence)
        if evidence == "none":
            continue
        evidence_node = iris.evidence(name, number)
        ends = (occurrence.subject, occurrence.object)
        subject, object_ = reversed(ends) if swapped else ends
        for predicate, value in _evidence(linked, occurrence, node, statement):
            yield Triple(evidence_node, predicate, value)
        if evidence == "full":
            yield Triple(evidence_node, SUBJECT_MENTION, mentions[subject])
            yield Triple(evidence_node, OBJECT_MENTION, mentions[object_])


def _paper(paper: Paper) -> Pairs:
    yield TYPE, PAPER
    if paper.title:
        yield TITLE, string(paper.title)
    yield TEXT, string(paper.text)
    if paper.year is not None:
        yield YEAR, year(paper.year)
    for author in dict.fromkeys(author.name for author in paper.authors if author.name):
        yield CREATOR, string(author)
    for orcid in dict.fromkeys(author.orcid for author in paper.authors):
        if (person := iris.orcid(orcid)) is not None:
            yield AUTHOR, person
    if paper.venue:
        yield VENUE, string(paper.venue)
        yield PUBLICATION_NAME, string(paper.venue)
    if paper.doi:
        yield DOI, string(paper.doi)
    arxiv = f"arxiv:{paper.arxiv}" if paper.arxiv else paper.id
    for identifier in sorted({string(paper.id).value, string(arxiv).value}):
        yield IDENTIFIER, Literal(identifier)
    if paper.url:
        yield URL, iris.web(paper.url) or string(paper.url)
    for keyword in sorted({string(keyword).value for keyword in paper.keywords}):
        yield SUBJECT_TERM, Literal(keyword)
    for reference in sorted(set(paper.references)):
        yield CITES, iris.paper(reference)
    for related in sorted(set(paper.related_to)):
        yield RELATED, iris.paper(related)
    if paper.truncated:
        yield TRUNCATED, TRUE
    for source in sorted({f"{s.file}#{s.key}" if s.key else s.file for s in paper.sources}):
        yield SOURCE_FILE, string(source)


def _mention_iris(linked: LinkedPaper, name: str) -> list[NamedNode]:
    return [
        iris.mention(name, m.mention.start, m.mention.end, m.mention.type) for m in linked.mentions
    ]


def _mentions(linked: LinkedPaper, paper: NamedNode, nodes: list[NamedNode]) -> Iterator[Triple]:
    for node, linked_mention in dict(zip(nodes, linked.mentions, strict=True)).items():
        mention = linked_mention.mention
        yield Triple(node, TYPE, MENTION)
        yield Triple(node, IN_PAPER, paper)
        yield Triple(node, REFERS_TO, iris.concept(linked_mention.concept))
        yield Triple(node, BEGIN, integer(mention.start))
        yield Triple(node, END, integer(mention.end))
        yield Triple(node, SURFACE, string(mention.text))
        yield Triple(node, CONFIDENCE, decimal(mention.confidence))
        yield Triple(node, SOURCE, string(" ".join(mention.sources)))


def _evidence(
    linked: LinkedPaper,
    occurrence: Occurrence,
    paper: NamedNode,
    statement: NamedNode,
) -> Pairs:
    yield TYPE, EVIDENCE
    yield EVIDENCE_FOR, statement
    yield IN_PAPER, paper
    yield SENTENCE, string(_sentence(linked, occurrence.evidence))
    yield CONFIDENCE, decimal(occurrence.confidence)
    yield SOURCE, string(" ".join(occurrence.sources))


def _sentence(linked: LinkedPaper, span: Span) -> str:
    return linked.paper.text[span[0] : span[1]]


def statement_triples(key: Key, support: Support, evidence: str) -> Iterator[Triple]:
    """Yield the node that describes one statement and how well it is supported.

    Its evidence is counted here only where `evidence` leaves out what could be counted.
    """
    node = iris.statement(key.subject, key.predicate, key.object, key.negated)
    yield Triple(node, TYPE, STATEMENT)
    yield Triple(node, SUBJECT, iris.concept(key.subject))
    yield Triple(node, PREDICATE, PROPERTIES[key.predicate])
    yield Triple(node, OBJECT, iris.concept(key.object))
    yield Triple(node, POLARITY, NEGATIVE if key.negated else POSITIVE)
    yield Triple(node, SUPPORT_COUNT, integer(support.papers))
    if evidence == "none":
        yield Triple(node, EVIDENCE_COUNT, integer(support.occurrences))
    yield Triple(node, CONFIDENCE, decimal(support.confidence))


def scheme_triples() -> Iterator[Triple]:
    """Yield the concept schemes, one an entity type."""
    for kind, node in SCHEMES.items():
        yield Triple(node, TYPE, term(SKOS, "ConceptScheme"))
        yield Triple(node, LABEL, Literal(kind))

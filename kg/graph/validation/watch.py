"""Checking the graph's blocks while they are written, at a small part of what queries cost.

What is checked is what the shapes and `kg.graph.validation.checks` ask for, node by node in plain
Python. All is well only where all of it is known to be: whatever looks wrong, or unlike anything that
a build writes, is left to the queries, which say what it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.graph.namespaces import BASE, KG, PREFIXES, term
from kg.graph.namespaces import TYPE as RDF_TYPE
from kg.graph.terms import TYPE, Block, Pair, node
from kg.graph.validation.rules import rules_of, unescaped
from kg.graph.validation.shapes import Constraint, read_shapes
from kg.schema import ENTITY_TYPES, RELATIONS

_WRITTEN_FOR: Final = "352341af500f0df8"
"""The beginning of the hash of the constraints that this module knows; others are left to queries."""
CONCEPT: Final = "skos:Concept"
PAPER: Final = "kg:Paper"
MENTION: Final = "kg:Mention"
EVIDENCE: Final = "kg:Evidence"
STATEMENT: Final = "rdf:Statement"
KINDS: Final = (CONCEPT, PAPER, MENTION, EVIDENCE, STATEMENT)
_SCHEME: Final = "skos:ConceptScheme"
_RELATIONS: Final = {f"kg:{name}": relation for name, relation in RELATIONS.items()}
_TYPES: Final = {f"kg:{kind}": f"{kind.lower()}:" for kind in ENTITY_TYPES}
"""The entity types, each with the prefix of its concepts."""
_TYPE_OF: Final = {kind.lower(): kind for kind in ENTITY_TYPES}
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
    CONCEPT: frozenset({TYPE, "kg:inferredBroader", *_RELATIONS}),
    PAPER: frozenset({TYPE}),
    MENTION: frozenset({TYPE}),
    EVIDENCE: frozenset({TYPE}),
    STATEMENT: frozenset({TYPE}),
}
"""Properties that no shape settles and that are looked at here; no node has any other."""

_LEVEL: Final = term(KG, "evidenceLevel")
_UNSEEN: Final = ("graph-build",)
"""Constraints on what is no block, cheap to ask."""

Doubts = dict[str, set[str] | None]
"""Names of constraints, each with the nodes to ask about, as Turtle text, or None for all."""
_Found = dict[str, list[str]]


@dataclass(slots=True)
class _Support:
    """What evidence says of a statement before the statement itself comes."""

    subject: str = ""
    object: str = ""
    evidence: int = 0
    papers: int = 0
    last_paper: str = ""


class Watch:
    """Looks at every block of a graph as it passes by: papers, then concepts, then statements.

    `evidence` is the level of `kg.graph`.
    """

    def __init__(self, evidence: str) -> None:
        constraints, _ = read_shapes()
        self._sure = fingerprint(constraints) == _WRITTEN_FOR
        self._evidence = evidence
        self._rules = {kind: rules_of(constraints, kind) for kind in KINDS}
        self._allowed = {k: _CHECKED[k] | _FREE[k] | self._rules[k].keys() for k in KINDS}
        self._check: dict[str, Callable[[str, _Found], bool]] = {
            CONCEPT: self._is_concept,
            PAPER: self._is_paper,
            MENTION: self._is_mention,
            EVIDENCE: self._is_evidence,
            STATEMENT: self._is_statement,
        }
        self._terms: set[str] = set()
        # The paper that was last seen: its text, concepts, and mentions with their concepts.
        self._paper = ""
        self._text = ""
        self._listed: set[str] = set()
        self._mentions: dict[str, str] = {}
        self._papers: set[str] = set()
        self._cited: dict[str, set[str]] = {"cito:cites": set(), "dcterms:relation": set()}
        self._counts: dict[str, list[int]] = {}
        self._support: dict[str, _Support] = {}
        self._schemes: set[str] = set()
        self._concepts: set[str] = set()
        self._above: dict[str, list[str]] = {}
        self._labels: dict[int, str] = {}
        self._twins: set[str] = set()
        self._facts: set[tuple[str, str, str]] = set()
        self._stated: set[tuple[str, str, str, str]] = set()

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield `blocks` and look at each."""
        for block in blocks:
            if self._sure:
                self._sure = self._accepts(*block)
            yield block

    def triples(self, triples: Iterable[Triple]) -> None:
        """Look at the graph's description of itself."""
        triples = list(triples)
        subjects = {triple.subject for triple in triples}
        levels = {str(t.object) for t in triples if t.predicate == _LEVEL}
        self._sure = self._sure and levels == {f'"{self._evidence}"'}
        for triple in triples:
            value = triple.object
            self._terms.add(f"<{triple.predicate.value}>")
            if isinstance(value, NamedNode):
                if triple.predicate == RDF_TYPE:
                    self._terms.add(f"<{value.value}>")
                own = value.value.startswith(BASE) and not value.value.startswith(KG.rstrip("#"))
                self._sure = self._sure and (not own or value in subjects)
            elif not isinstance(value, Literal):
                self._sure = False

    def doubts(self, known: Container[str]) -> Doubts | None:
        """Return, once all has passed by, what has to be asked after all; None where that is everything.

        `known` are the IRIs of the terms that the ontology defines.
        """
        if not self._sure or not self._is_whole(known):
            return None
        doubts: Doubts = dict.fromkeys(_UNSEEN)
        for property_, name in (
            ("cito:cites", "paper-cites"),
            ("dcterms:relation", "paper-related"),
        ):
            if not self._cited[property_] <= self._papers:
                doubts[name] = None
        if self._twins:
            doubts["concept-unique-label"] = self._twins
        return doubts

    def _is_whole(self, known: Container[str]) -> bool:
        terms = (node(term).value for term in self._terms)
        if any(iri.startswith(KG) and iri not in known for iri in terms):
            return False
        # A plain triple without its statement, evidence for no statement, a mention of no concept.
        if self._facts or self._support or not self._counts.keys() <= self._concepts:
            return False
        return _is_forest(self._above, self._concepts)

    def _accepts(self, subject: str, pairs: list[Pair]) -> bool:
        found: _Found = {}
        for predicate, value in pairs:
            if predicate in found:
                found[predicate].append(value)
            else:
                found[predicate] = [value]
        types = found.get(TYPE, [])
        self._terms.update(found)
        self._terms.update(types)
        if types == [_SCHEME]:
            self._schemes.add(subject)
            return found.keys() == {TYPE, "rdfs:label"}
        kind = CONCEPT if CONCEPT in types else types[0] if len(types) == 1 else ""
        if kind not in self._check or not found.keys() <= self._allowed[kind]:
            return False
        for predicate, rule in self._rules[kind].items():
            if not rule.holds(found.get(predicate, ()), found):
                return False
        for predicate in _FREE[kind] & found.keys():
            if any(value.startswith(_OWN) for value in found[predicate]):
                return False
        return self._check[kind](subject, found)

    def _is_paper(self, subject: str, found: _Found) -> bool:
        if subject in self._papers:
            return False
        self._papers.add(subject)
        self._paper, self._mentions = subject, {}
        self._text = unescaped(found["kg:text"][0])
        self._listed = set(found.get("kg:mentions", ()))
        for concept in self._listed:
            self._counts.setdefault(concept, [0, 0])[1] += 1
        for predicate, cited in self._cited.items():
            cited.update(found.get(predicate, ()))
        return self._listed.issuperset(found.get("kg:proposes", ()))

    def _is_mention(self, subject: str, found: _Found) -> bool:
        concept = found["kg:refersTo"][0]
        if subject in self._mentions or found["kg:inPaper"][0] != self._paper:
            return False
        if concept not in self._listed:
            return False
        self._mentions[subject] = concept
        self._counts[concept][0] += 1
        begin, end = int(found["kg:begin"][0]), int(found["kg:end"][0])
        return self._text[begin:end] == unescaped(found["kg:surface"][0])

    def _is_evidence(self, subject: str, found: _Found) -> bool:
        statement = found["kg:evidenceFor"][0]
        support = self._support.get(statement)
        if support is None:
            support = self._support[statement] = _Support()
        support.evidence += 1
        if support.last_paper != self._paper:
            support.last_paper = self._paper
            support.papers += 1
        if self._evidence == "full":
            if "kg:subjectMention" not in found or "kg:objectMention" not in found:
                return False
            one = self._mentions.get(found["kg:subjectMention"][0], "")
            other = self._mentions.get(found["kg:objectMention"][0], "")
            if support.evidence == 1:
                support.subject, support.object = one, other
            if not one or not other or (support.subject, support.object) != (one, other):
                return False
        elif "kg:subjectMention" in found or "kg:objectMention" in found:
            return False
        sentence = unescaped(found["kg:sentence"][0])
        return found["kg:inPaper"][0] == self._paper and sentence in self._text

    def _is_concept(self, subject: str, found: _Found) -> bool:
        kinds = [kind for kind in found[TYPE] if kind in _TYPES]
        if subject in self._concepts or len(kinds) != 1:
            return False
        self._concepts.add(subject)
        prefix = _TYPES[kinds[0]]
        label = found["rdfs:label"][0]
        mentions, papers = self._counts.get(subject, (0, 0))
        above = found.get("skos:broader", [])
        if above:
            self._above[subject] = above
        twin = self._labels.setdefault(hash((prefix, label)), subject)
        if twin != subject:
            self._twins.update((twin, subject))
        for predicate in found.keys() & _RELATIONS.keys():
            self._facts.update((subject, predicate, target) for target in found[predicate])
        return (
            all(name.startswith(prefix) for name in (subject, *above))
            and found["skos:prefLabel"][0] == label
            and label not in found.get("skos:altLabel", ())
            and found["skos:inScheme"][0] in self._schemes
            and (self._evidence != "full" or found["kg:mentionCount"][0] == str(mentions))
            and found["kg:paperCount"][0] == str(papers)
            and set(above).issuperset(found.get("kg:inferredBroader", ()))
        )

    def _is_statement(self, subject: str, found: _Found) -> bool:
        one, predicate, other = (found[f"rdf:{n}"][0] for n in ("subject", "predicate", "object"))
        relation = _RELATIONS.get(predicate)
        if relation is None or one == other or not {one, other} <= self._concepts:
            return False
        head, tail = (_TYPE_OF[name.partition(":")[0]] for name in (one, other))
        polarity = found["kg:polarity"][0]
        twins = {(one, predicate, other, polarity)}
        if relation.symmetric:
            twins.add((other, predicate, one, polarity))
        if not relation.accepts(head, tail) or not self._stated.isdisjoint(twins):
            return False
        self._stated.add((one, predicate, other, polarity))
        if polarity == '"positive"':
            if (one, predicate, other) not in self._facts:
                return False
            self._facts.remove((one, predicate, other))
        if self._evidence == "none":
            return "kg:evidenceCount" in found
        support = self._support.pop(subject, None)
        if support is None or "kg:evidenceCount" in found:
            return False
        ends = (support.subject, support.object)
        right = self._evidence != "full" or ends == (one, other)
        return right and found["kg:supportCount"][0] == str(support.papers)


def fingerprint(constraints: Iterable[Constraint]) -> str:
    """Hash what constraints ask for."""
    asked = [(c.shape, c.targets, c.path, c.parameter, c.value.value) for c in constraints]
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]


def _is_forest(above: Mapping[str, Iterable[str]], concepts: Container[str]) -> bool:
    """Say whether all that stands above something is there, and nothing above itself."""
    done: set[str] = set()
    for start in above:
        # Each concept with those above it that are still to be followed.
        path: dict[str, Iterator[str]] = {start: iter(above[start])} if start not in done else {}
        while path:
            last = next(reversed(path))
            parent = next(path[last], None)
            if parent is None:
                del path[last]
                done.add(last)
            elif parent in path or parent not in concepts:
                return False
            elif parent not in done and parent in above:
                path[parent] = iter(above[parent])
    return True

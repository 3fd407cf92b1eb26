"""Checking the graph's blocks while they are written, at a small part of what queries cost.

What is checked is what the shapes and `kg.graph.validation.checks` ask for, node by node in plain
Python. All is well only where all of it is known to be: whatever looks wrong, or unlike anything that
a build writes, is left to the queries, which say what it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode, Triple

from kg.graph.namespaces import BASE, KG, RDF, SKOS, term
from kg.graph.namespaces import TYPE as RDF_TYPE
from kg.graph.terms import TYPE, Block, Pair, node
from kg.graph.validation.ledger import Ledger
from kg.graph.validation.plans import CONCEPT, EVIDENCE, MENTION, PAPER, STATEMENT, Plans
from kg.graph.validation.rules import is_below, unescaped
from kg.graph.validation.shapes import Constraint, read_shapes
from kg.schema import ENTITY_TYPES, RELATIONS

_WRITTEN_FOR: Final = "352341af500f0df8"
"""The beginning of the hash of the constraints that this module knows; others are left to queries."""
_SCHEME: Final = "skos:ConceptScheme"
_RELATIONS: Final = {f"kg:{name}": relation for name, relation in RELATIONS.items()}
_TYPES: Final = {f"kg:{kind}": f"{kind.lower()}:" for kind in ENTITY_TYPES}
"""The entity types, each with the prefix of its concepts."""
_TYPE_OF: Final = {kind.lower(): kind for kind in ENTITY_TYPES}
_LEVEL: Final = term(KG, "evidenceLevel")
_DESCRIBING: Final = {
    RDF_TYPE,
    _LEVEL,
    *(term(KG, name + "Fingerprint") for name in ("vocabulary", "extractor")),
    term(KG, "softwareVersion"),
}
_NODES: Final = (KG, RDF, SKOS)
"""Where the properties and classes of the blocks are from; the description has few of them."""
_UNSEEN: Final = ("graph-build",)
"""Constraints on what is no block, cheap to ask."""

Doubts = dict[str, set[str] | None]
"""Names of constraints, each with the nodes to ask about, as Turtle text, or None for all."""


class Watch:
    """Looks at every block of a graph as it passes by: papers, then concepts, then statements.

    `evidence` is the level of `kg.graph`.
    """

    def __init__(self, evidence: str) -> None:
        constraints, _ = read_shapes()
        self._sure = fingerprint(constraints) == _WRITTEN_FOR
        self._evidence = evidence
        self._plans = Plans(constraints)
        self._check: dict[str, Callable[[str, list[Pair], dict[str, str]], bool]] = {
            CONCEPT: self._is_concept,
            PAPER: self._is_paper,
            MENTION: self._is_mention,
            EVIDENCE: self._is_evidence,
            STATEMENT: self._is_statement,
        }
        self._terms = self._plans.terms
        self._twins: set[str] = set()
        self._uncited: list[str] = []
        self._clear()

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield `blocks` and look at each."""
        for block in blocks:
            if self._sure:
                self._sure = self._accepts(*block)
            yield block

    def triples(self, triples: Iterable[Triple]) -> None:
        """Look at the graph's description of itself, which comes last."""
        triples = list(triples)
        subjects = {triple.subject for triple in triples}
        levels = {str(t.object) for t in triples if t.predicate == _LEVEL}
        self._sure = self._sure and levels == {f'"{self._evidence}"'}
        for triple in triples:
            value = triple.object
            self._terms.add(f"<{triple.predicate.value}>")
            if triple.predicate.value.startswith(_NODES) and triple.predicate not in _DESCRIBING:
                self._sure = False
            if isinstance(value, NamedNode):
                if triple.predicate == RDF_TYPE:
                    self._terms.add(f"<{value.value}>")
                    self._sure = self._sure and not value.value.startswith(_NODES)
                own = value.value.startswith(BASE) and not value.value.startswith(KG.rstrip("#"))
                self._sure = self._sure and (not own or value in subjects)
            elif not isinstance(value, Literal):
                self._sure = False
        self._close()

    def _close(self) -> None:
        """Draw the sum and let go of all that it was drawn from."""
        if self._sure:
            self._sure = self._ledger.is_balanced(self._evidence)
            self._twins = self._ledger.twins()
        self._uncited = [
            name
            for property_, name in (
                ("cito:cites", "paper-cites"),
                ("dcterms:relation", "paper-related"),
            )
            if not self._cited[property_] <= self._papers
        ]
        self._clear()

    def _clear(self) -> None:
        self._ledger = Ledger()
        # The paper that was last seen: its text, concepts, and mentions with their concepts.
        self._paper = ""
        self._text = ""
        self._listed: set[str] = set()
        self._mentions: dict[str, str] = {}
        self._papers: set[str] = set()
        self._cited: dict[str, set[str]] = {"cito:cites": set(), "dcterms:relation": set()}
        self._schemes: set[str] = set()

    def doubts(self, known: Container[str]) -> Doubts | None:
        """Return, once all has passed by, what has to be asked after all; None where that is everything.

        `known` are the IRIs of the terms that the ontology defines.
        """
        terms = (node(term).value for term in self._terms)
        if not self._sure or any(iri.startswith(KG) and iri not in known for iri in terms):
            return None
        doubts: Doubts = dict.fromkeys((*_UNSEEN, *self._uncited))
        if self._twins:
            doubts["concept-unique-label"] = self._twins
        return doubts

    def _accepts(self, subject: str, pairs: list[Pair]) -> bool:
        names = tuple([name for name, _ in pairs])
        first = pairs[0][1]
        if first == _SCHEME:
            self._schemes.add(subject)
            return names == (TYPE, "rdfs:label")
        kind = first if first in self._check else CONCEPT
        plan = self._plans.of(kind, names)
        for place, rule in plan.checked:
            value = pairs[place][1]
            if value not in rule.good and not rule.accepts(value):
                return False
        for place, limit in plan.below:
            if not is_below(pairs[place][1], pairs[limit][1]):
                return False
        return plan.fits and self._check[kind](subject, pairs, dict(pairs))

    def _is_paper(self, subject: str, pairs: list[Pair], found: dict[str, str]) -> bool:
        if subject in self._papers:
            return False
        self._papers.add(subject)
        self._paper, self._mentions = subject, {}
        self._text = unescaped(found["kg:text"])
        self._listed = {value for name, value in pairs if name == "kg:mentions"}
        self._ledger.add_paper(self._listed)
        for predicate, cited in self._cited.items():
            if predicate in found:
                cited.update(value for name, value in pairs if name == predicate)
        return all(v in self._listed for name, v in pairs if name == "kg:proposes")

    def _is_mention(self, subject: str, pairs: list[Pair], found: dict[str, str]) -> bool:
        concept = found["kg:refersTo"]
        if subject in self._mentions or found["kg:inPaper"] != self._paper:
            return False
        if concept not in self._listed:
            return False
        self._mentions[subject] = concept
        self._ledger.add_mention(concept)
        surface = unescaped(found["kg:surface"])
        return self._text[int(found["kg:begin"]) : int(found["kg:end"])] == surface

    def _is_evidence(self, subject: str, pairs: list[Pair], found: dict[str, str]) -> bool:
        ends = ("", "")
        if self._evidence == "full":
            one = self._mentions.get(found.get("kg:subjectMention", ""), "")
            other = self._mentions.get(found.get("kg:objectMention", ""), "")
            ends = (one, other)
            if not one or not other:
                return False
        elif "kg:subjectMention" in found or "kg:objectMention" in found:
            return False
        self._ledger.add_evidence(found["kg:evidenceFor"], ends)
        return found["kg:inPaper"] == self._paper and unescaped(found["kg:sentence"]) in self._text

    def _is_concept(self, subject: str, pairs: list[Pair], found: dict[str, str]) -> bool:
        types = [value for name, value in pairs if name == TYPE]
        self._terms.update(types)
        kinds = [kind for kind in types if kind in _TYPES]
        if len(kinds) != 1 or CONCEPT not in types:
            return False
        prefix = _TYPES[kinds[0]]
        label = found["rdfs:label"]
        above: list[str] = []
        if "skos:broader" in found:
            above = [value for name, value in pairs if name == "skos:broader"]
            for one in above:
                self._ledger.add_broader(subject, one)
        counts = found["kg:mentionCount"], found["kg:paperCount"]
        self._ledger.add_concept(subject, prefix + label, *counts)
        for name, value in pairs:
            if name in _RELATIONS:
                self._ledger.add_fact(subject, name, value)
            elif (name == "skos:altLabel" and value == label) or (
                name == "kg:inferredBroader" and value not in above
            ):
                return False
        return (
            subject.startswith(prefix)
            and all(name.startswith(prefix) for name in above)
            and found["skos:prefLabel"] == label
            and found["skos:inScheme"] in self._schemes
        )

    def _is_statement(self, subject: str, pairs: list[Pair], found: dict[str, str]) -> bool:
        one, predicate, other = found["rdf:subject"], found["rdf:predicate"], found["rdf:object"]
        relation = _RELATIONS.get(predicate)
        if relation is None or one == other:
            return False
        if not relation.accepts(_type_of(one), _type_of(other)):
            return False
        polarity = found["kg:polarity"]
        if relation.symmetric:
            self._ledger.add_once(*sorted((one, other)), predicate, polarity)
        elif polarity != '"positive"':
            self._ledger.add_once(one, other, predicate, polarity)
        if polarity == '"positive"':
            self._ledger.add_stated(one, predicate, other)
        self._ledger.add_statement(subject, (one, other), found["kg:supportCount"])
        return ("kg:evidenceCount" in found) == (self._evidence == "none")


def _type_of(concept: str) -> str:
    """Return the entity type that the prefix of a concept names."""
    return _TYPE_OF.get(concept.partition(":")[0], "")


def fingerprint(constraints: Iterable[Constraint]) -> str:
    """Hash what constraints ask for."""
    asked = [(c.shape, c.targets, c.path, c.parameter, c.value.value) for c in constraints]
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]

"""Linking: from the extractions of a corpus to its concepts and linked papers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.errors import MESSAGES
from kg.extract.data import Extraction, Rejection, Relation
from kg.link.concepts import Concepts, mint
from kg.link.curation import Curation
from kg.link.data import Linked, LinkedMention, LinkedPaper, Occurrence
from kg.link.grouping import group
from kg.link.index import index_of
from kg.link.reading import Reader, Unlinked, reject
from kg.link.table import RULES, Table, states_alias
from kg.schema import RELATIONS
from kg.vocabulary.data import Vocabulary


def link(
    extractions: Iterable[Extraction], vocabulary: Vocabulary, curation: Curation | None = None
) -> Linked:
    """Link the mentions of a corpus to concepts.

    `extractions` is iterated once here and once for each iteration of the result's papers. The
    result depends on the set of extractions only, not on their order: a first pass gathers a small
    table of surfaces, definitions and types, a second one links paper by paper. Concepts come in
    order of id, papers in order of paper id.
    """
    curation = curation or Curation()
    index = index_of(vocabulary)
    reader = Reader(index, curation)
    table = Table()
    for extraction in extractions:
        table.add(extraction, reader, index)
    grouping = group(table, index, curation)
    concepts, ids, used = mint(table, grouping, index, curation)
    papers = _Papers(extractions, table, reader, ids, grouping.rules, grouping.dropped, concepts)
    notes = sorted(grouping.notes, key=lambda n: (n.code, n.text))
    unused = [
        rule for rule in curation.rules if rule not in used | grouping.used | reader.used_rules
    ]
    for rule in unused:
        reason = MESSAGES["W301"].format(line=rule.line, rule=rule)
        notes.append(Rejection("", "W301", str(rule), reason))
    return Linked(concepts, papers, tuple(notes))


@dataclass(frozen=True, slots=True)
class _Papers:
    """Linked papers in order of paper id, made anew at each iteration."""

    extractions: Iterable[Extraction]
    table: Table
    reader: Reader
    ids: Sequence[str]
    rules: bytearray
    dropped: frozenset[int]
    concepts: Concepts

    def __iter__(self) -> Iterator[LinkedPaper]:
        extractions = self.extractions
        if not self.table.ordered:
            extractions = sorted(extractions, key=lambda e: e.paper.id)
        for extraction in extractions:
            yield self._link(extraction)

    def _link(self, extraction: Extraction) -> LinkedPaper:
        mentions: list[LinkedMention] = []
        rejected = list(extraction.rejected)
        places: list[int | None] = []
        for mention, target in zip(
            extraction.mentions, self.reader.targets(extraction), strict=True
        ):
            if isinstance(target, Unlinked):
                rejected.append(reject(extraction, mention, target))
                places.append(None)
                continue
            number = self.table.numbers[target.name]
            concept = self.ids[number]
            if not concept:
                code = "E302" if number in self.dropped else "E301"
                rejected.append(reject(extraction, mention, Unlinked(code, mention.text)))
                places.append(None)
                continue
            places.append(len(mentions))
            rule = target.rule or RULES[self.rules[number]]
            mentions.append(LinkedMention(mention, concept, rule))
        occurrences = []
        for relation in extraction.relations:
            made = self._occurrence(relation, places, mentions, extraction)
            if isinstance(made, Occurrence):
                occurrences.append(made)
            elif made is not None:
                rejected.append(made)
        return LinkedPaper(
            extraction.paper,
            extraction.sentences,
            tuple(mentions),
            tuple(occurrences),
            tuple(rejected),
        )

    def _occurrence(
        self,
        relation: Relation,
        places: list[int | None],
        mentions: list[LinkedMention],
        extraction: Extraction,
    ) -> Occurrence | Rejection | None:
        """Turn a relation into an occurrence, a rejection, or nothing where it has done its work."""
        subject, object_ = places[relation.head], places[relation.tail]
        if subject is None or object_ is None:
            return _turned_down("E307", relation, extraction)
        one, other = mentions[subject].concept, mentions[object_].concept
        if relation.type == "sameAs":
            if one == other or states_alias(relation.trigger, relation.sources):
                return None
            return _turned_down("E308", relation, extraction)
        if one == other:
            return _turned_down("E305", relation, extraction)
        kind = RELATIONS.get(relation.type)
        if kind is None or not kind.accepts(
            self.concepts.type_of(one), self.concepts.type_of(other)
        ):
            return _turned_down("E306", relation, extraction)
        return Occurrence(
            subject,
            relation.type,
            object_,
            relation.evidence,
            relation.confidence,
            relation.sources,
            relation.negated,
            relation.trigger,
        )


def _turned_down(code: str, relation: Relation, extraction: Extraction) -> Rejection:
    head, tail = extraction.mentions[relation.head], extraction.mentions[relation.tail]
    text = f"{head.text} {relation.type} {tail.text}"
    return Rejection(
        extraction.paper.id, code, text, MESSAGES[code].format(name=text), relation.evidence
    )

"""Linking: from the extractions of a corpus to its concepts and linked papers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kg.errors import MESSAGES
from kg.extract.data import Extraction, Rejection, Relation
from kg.link.concepts import mint
from kg.link.curation import Curation
from kg.link.data import Linked, LinkedMention, LinkedPaper, Occurrence
from kg.link.grouping import group
from kg.link.groups import Groups
from kg.link.index import index_of
from kg.link.reading import Reader, reject
from kg.link.table import RULES, UNLINKED, Table, states_alias
from kg.memory import rarely_collected
from kg.schema import RELATIONS
from kg.vocabulary.data import Vocabulary

_ALLOCATIONS: Final = 1_000_000
"""How many more objects than before make the garbage collector run while linking."""


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
    with rarely_collected(_ALLOCATIONS):
        for extraction in extractions:
            table.add(extraction, reader, index)
        table.close()
        grouping = group(table, index, curation)
        concepts, groups, used = mint(table, grouping, index, curation)
    papers = _Papers(
        extractions, table, grouping.group_of, grouping.rules, grouping.dropped, groups
    )
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
    group_of: array[int]
    rules: bytearray
    dropped: frozenset[int]
    groups: Groups

    def __iter__(self) -> Iterator[LinkedPaper]:
        numbered: Iterable[tuple[int, Extraction]] = enumerate(self.extractions)
        if not self.table.ordered:
            numbered = sorted(numbered, key=lambda item: item[1].paper.id)
        for place, extraction in numbered:
            yield self._link(extraction, place)

    def _link(self, extraction: Extraction, place: int) -> LinkedPaper:
        targets, rules = self.table.of_paper(place)
        group_of, usual, ids = self.group_of, self.rules, self.groups.ids
        mentions: list[LinkedMention] = []
        rejected = list(extraction.rejected)
        # Where each mention went: its place among the linked ones, and its group.
        places: list[tuple[int, int] | None] = []
        for mention, target, rule in zip(extraction.mentions, targets, rules, strict=True):
            group = group_of[target] if target >= 0 else -1
            if group >= 0:
                places.append((len(mentions), group))
                named = RULES[rule or usual[target]]
                mentions.append(LinkedMention(mention, ids[group], named))
                continue
            places.append(None)
            rejected.append(reject(extraction, mention, self._why_unlinked(target)))
        occurrences = []
        for relation in extraction.relations:
            made = self._occurrence(relation, places, extraction)
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

    def _why_unlinked(self, target: int) -> str:
        if target < 0:
            return UNLINKED[-target]
        return "E302" if target in self.dropped else "E301"

    def _occurrence(
        self, relation: Relation, places: list[tuple[int, int] | None], extraction: Extraction
    ) -> Occurrence | Rejection | None:
        """Turn a relation into an occurrence, a rejection, or nothing where it has done its work."""
        head, tail = places[relation.head], places[relation.tail]
        if head is None or tail is None:
            return _turned_down("E307", relation, extraction)
        (subject, one), (object_, other) = head, tail
        if relation.type == "sameAs":
            if one == other or states_alias(relation.trigger, relation.sources):
                return None
            return _turned_down("E308", relation, extraction)
        if one == other:
            return _turned_down("E305", relation, extraction)
        kind = RELATIONS.get(relation.type)
        types = self.groups.types
        if kind is None or not kind.accepts(types[one], types[other]):
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

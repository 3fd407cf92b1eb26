"""Suggestions for the curation file: likely duplicates and likely homonyms, with evidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kg.curate.candidates import Pair, alike, shared, similarity
from kg.curate.meaning import Meanings, near, sample
from kg.curate.neighbourhood import neighbours, papers_by_concept, proposals
from kg.link.explanation import Record, read_record
from kg.link.key import form_of, identity_key

_SPLIT_SHARE: Final = 0.3
_LEAST_VOTES: Final = 2
_SPELLING: Final = 0.4
_MEANING: Final = 0.4
_NEIGHBOURS: Final = 0.2
_MOST_READ: Final = 2_000
"""How many pairs, the likest in spelling, are compared in meaning."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One rule for the curation file: its section, its lines, a score (0..1) and the evidence for it."""

    section: str
    lines: tuple[str, ...]
    score: float
    evidence: str


def suggest(folder: Path) -> list[Suggestion]:
    """Return suggestions for a built graph, the strongest first; nothing is changed.

    Duplicates are pairs that are alike in spelling or near in meaning, scored by both and by the
    neighbours they share in the graph, without those that a text relates to each other. Homonyms are
    new concepts that several papers propose, or that were read with different types. Raises
    GraphError where there is no build or no record of it.
    """
    records = list(read_record(folder))
    edges = neighbours(folder)
    found = [
        *_duplicates(records, edges, papers_by_concept(folder)),
        *_homonyms(records, edges, proposals(folder)),
    ]
    return sorted(found, key=lambda s: (-s.score, s.section, s.lines))


def _duplicates(
    records: list[Record],
    edges: dict[str, set[tuple[str, str]]],
    papers: dict[str, set[str]],
) -> Iterator[Suggestion]:
    by_id = {record.id: record for record in records}
    if not by_id:
        return

    def spelling(pair: Pair) -> float:
        one, other = by_id[pair.one], by_id[pair.other]
        return similarity(identity_key(one.label), identity_key(other.label))

    meanings = Meanings(sample())
    pairs = sorted(alike(records), key=lambda pair: (-spelling(pair), pair))[:_MOST_READ]
    known = {(pair.one, pair.other) for pair in pairs}
    pairs += [p for p in near(records, meanings) if (p.one, p.other) not in known]
    for pair in pairs:
        one, other = by_id[pair.one], by_id[pair.other]
        if any(concept == other.id for _, concept in edges.get(one.id, ())):
            continue
        kept, gone = sorted((one, other), key=lambda r: (not r.in_vocabulary, -r.mentions, r.id))
        written = spelling(pair)
        meant = max(0.0, meanings.likeness(one.label, other.label))
        common = shared(edges.get(one.id, set()), edges.get(other.id, set()))
        both = len(papers.get(one.id, set()) & papers.get(other.id, set()))
        evidence = (
            f"{pair.why}; spelling {written:.2f}, meaning {meant:.2f}, shared neighbours {common:.2f}; "
            f"{gone.mentions} and {kept.mentions} mentions, {both} papers with both"
        )
        lines = (f"  - into: {_quoted(kept.id)}", f"    names: [{_quoted(gone.id)}]")
        score = _SPELLING * written + _MEANING * meant + _NEIGHBOURS * common
        yield Suggestion("merge", lines, round(score, 3), evidence)


def _homonyms(
    records: list[Record], edges: dict[str, set[tuple[str, str]]], proposed: dict[str, int]
) -> Iterator[Suggestion]:
    labels = {record.id: record.label for record in records}
    for record in records:
        if record.in_vocabulary or len(form_of(record.label).words) > 1:
            continue
        votes = sorted(record.types.values(), reverse=True)
        mixed = len(votes) > 1 and votes[1] >= max(_LEAST_VOTES, _SPLIT_SHARE * sum(votes))
        papers = proposed.get(record.id, 0)
        if papers < 2 and not mixed:
            continue
        reasons = [f"proposed by {papers} papers"] if papers > 1 else []
        if mixed:
            reasons.append("read as " + ", ".join(f"{t} {n}" for t, n in record.types.items()))
        near = sorted({labels[o] for _, o in edges.get(record.id, ()) if o in labels})[:6]
        lines = (
            f"  - name: {_quoted(record.label)}",
            f"    when: [{', '.join(map(_quoted, near)) or _quoted('a word of one sense')}]",
            f"    into: {_quoted(record.label + ' (other sense)')}",
        )
        score = 0.5 if papers > 1 else 0.3
        yield Suggestion("split", lines, score, "; ".join(reasons))


def _quoted(text: str) -> str:
    """Write a text as a YAML scalar that needs no thought: JSON strings are YAML."""
    return json.dumps(text, ensure_ascii=False)


def as_yaml(suggestions: list[Suggestion]) -> str:
    """Write suggestions as a curation file, each with its score and evidence in a comment."""
    out = []
    for section in ("merge", "split"):
        chosen = [s for s in suggestions if s.section == section]
        if chosen:
            out.append(f"{section}:")
        for one in chosen:
            out += [f"  # {one.score:.2f}: {one.evidence}", *one.lines]
    return "".join(f"{line}\n" for line in out)

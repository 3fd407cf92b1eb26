"""Why a concept has the mentions it has: surfaces, rules, the names and definitions they went by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import add
from typing import Final, NamedTuple

from kg.link.curation import ENTRY, OWN
from kg.link.grouping import rank
from kg.link.index import VocabularyIndex, Words
from kg.link.key import Form, form_of, join_words
from kg.link.table import RULES, Table
from kg.link.tokens import Token
from kg.schema import ENTITY_TYPES
from kg.vocabulary.data import Entry

_SHORT: Final = ("definition", "abbreviation")
_NAMED: Final = ("vocabulary", "class noun")


class Reason(NamedTuple):
    """One way in which mentions came to a concept.

    `rule` is one of `kg.link.table.RULES`; `by` is the wording that was looked up, where it
    differs from `surface` (the long form of an abbreviation, a name in the curation file), or the
    alias of the vocabulary that the surface is a spelling of, empty where that is the label.
    """

    surface: str
    rule: str
    by: str
    times: int


class Source(NamedTuple):
    """Where a short form has its meaning from.

    `papers` define it so, of which `paper` is the first by id, in the words of `sentence`; without
    papers the meaning is the vocabulary's.
    """

    short: str
    long: str
    papers: int
    paper: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a concept has its mentions.

    `reasons` come with the commonest first, `types` counts the recogniser's votes, and `sources` are
    those of the abbreviations among the surfaces.
    """

    reasons: tuple[Reason, ...] = ()
    types: dict[str, int] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()


def explain(
    targets: Iterable[int],
    entry: Entry | None,
    table: Table,
    rules: bytearray,
    index: VocabularyIndex,
) -> Explanation:
    """Collect the reasons, type votes and sources of the concept that has these targets."""
    counts: dict[tuple[str, str, str], int] = {}
    types = [0] * len(ENTITY_TYPES)
    sources: set[Source] = set()
    for number in targets:
        name = table.names[number]
        votes = table.type_votes(number)
        types = list(map(add, types, votes))
        wording = "" if name.startswith(ENTRY) else " ".join(name.removeprefix(OWN).split())
        plain = sum(votes)
        for surface, rule, count in table.aliases.of(number):
            text = " ".join(surface.split())
            reason = (text, rule, wording if wording != text else "")
            counts[reason] = counts.get(reason, 0) + count
            plain -= count
            if rule in _SHORT:
                sources.update(_sources(form_of(surface), wording, table, index))
        if plain:
            rule = RULES[rules[number]]
            by = ""
            if rule in _SHORT:
                sources.update(_sources(form_of(wording), "", table, index))
            elif rule in _NAMED and entry and wording != entry.label:
                by = _alias(form_of(wording), entry, index)
            reason = (wording, rule, by)
            counts[reason] = counts.get(reason, 0) + plain
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Explanation(
        tuple(Reason(*reason, count) for reason, count in ranked),
        {kind: votes for kind, votes in zip(ENTITY_TYPES, types, strict=True) if votes},
        tuple(sorted(sources, key=lambda s: (-s.papers, s))),
    )


def _sources(form: Form, wording: str, table: Table, index: VocabularyIndex) -> Iterator[Source]:
    """Yield where the short forms in a surface have their meanings from.

    `wording` is what the paper's own definitions make of the surface, empty where they did not
    decide.
    """
    whole = index.expand(form_of(wording)) if wording else ()
    parts = {token.norm: _in_singular(token) for token in form.tokens}
    if len(form.words) > 1:
        parts["".join(form.words)] = form.text
    for norm, text in parts.items():
        known = None if wording else index.knows_short(norm)
        if known:
            yield Source(text, " ".join(known), 0, "", "")
            continue
        meanings = table.definitions.get(norm, {})
        fitting = [words for words, _ in rank(meanings) if not wording or _within(words, whole)]
        usual = None if wording else index.means(norm)
        if fitting:
            yield Source(text, " ".join(fitting[0]), *meanings[fitting[0]])
        elif usual:
            yield Source(text, " ".join(usual), 0, "", "")


def _in_singular(token: Token) -> str:
    return token.text[:-1] if token.text.lower() == token.norm + "s" else token.text


def _within(words: Words, whole: Words) -> bool:
    last = len(whole) - len(words)
    return any(whole[at : at + len(words)] == words for at in range(last + 1))


def _alias(form: Form, entry: Entry, index: VocabularyIndex) -> str:
    """Return the alias that a surface, class nouns aside, is a spelling of; nothing for the label."""
    for count in range(len(form.words), 0, -1):
        part = Form(form.tokens[:count])
        keys = {part.key, join_words(index.expand(part))}
        for name, known in index.names_of(entry):
            if known.key in keys or join_words(index.expand(known)) in keys:
                return name if name != entry.label else ""
    return ""

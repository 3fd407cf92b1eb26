"""The vocabulary as linking needs it: by identity key, with its abbreviations and class nouns."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from kg.extract.abbreviations import is_short_form
from kg.extract.alignment import align, split_parts
from kg.link import classes
from kg.link.cleaning import clean
from kg.link.key import Form, is_generic, is_hollow, join_words, parse
from kg.link.tokens import Token
from kg.link.words import acronym_words
from kg.schema import DATASET, HARDWARE, METHOD
from kg.vocabulary.data import Ambiguity, Entry, Vocabulary

Words = tuple[str, ...]
_HEADED: Final = frozenset((METHOD, HARDWARE, DATASET))
_LANGUAGE: Final = "method/programming-language"


class VocabularyIndex:
    """Look-up of surfaces in a vocabulary; immutable once built."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._short: dict[str, Words] = {}
        self._meanings: dict[str, Words] = {}
        self._long_forms: dict[str, list[Words]] = {}
        self._long: dict[Words, list[tuple[Words, Words]]] = {}  # by their first two words
        self._telling: set[str] = set()  # words that may be written out, or begin what may
        self._keys: dict[str, list[str]] = {}
        self._nouns: dict[str, frozenset[str]] = {}
        self._described: dict[str, frozenset[str]] = {}
        self._names: dict[str, tuple[tuple[str, Form], ...]] = {}
        self._children: dict[str, list[Entry]] = {}
        for entry in vocabulary.entries.values():
            for parent in entry.broader:
                self._children.setdefault(parent, []).append(entry)
        self.ambiguous_keys: dict[str, list[Ambiguity]] = {}
        for ambiguity in vocabulary.ambiguous.values():
            key = parse(clean(ambiguity.surface)).key
            self.ambiguous_keys.setdefault(key.removeprefix("^"), []).append(ambiguity)
        self.general = frozenset(
            e.key for e in vocabulary.entries.values() if _is_general(e, parse(clean(e.label)))
        )
        self.class_nouns = _class_nouns(vocabulary)
        forms = [(s, parse(clean(s)), keys) for s, keys in vocabulary.surfaces.items()]
        self._collect_abbreviations({s: form for s, form, _ in forms})
        self._meanings = dict(self._short)
        self._telling |= self._meanings.keys()
        self._meanings |= self._usual_abbreviations()
        self._telling |= self._meanings.keys()
        self.first_words = frozenset(
            w[0] for _, f, _ in forms for w in (f.words, self.expand(f)) if w
        )
        for _, form, keys in forms:
            for key in self._lookup_keys(form):
                entries = self._keys.setdefault(key, [])
                entries.extend(k for k in keys if k not in entries and k in vocabulary.entries)

    def _lookup_keys(self, form: Form) -> tuple[str, ...]:
        words = self.expand(form)
        return (form.key,) if words == form.words else (form.key, join_words(words))

    def _collect_abbreviations(self, forms: Mapping[str, Form]) -> None:
        """Learn which aliases abbreviate others; the entry's own label decides which form is kept."""
        meanings: dict[str, set[Words]] = {}
        for entry in self.vocabulary.entries.values():
            names = (entry.label, *entry.aliases)
            shorts: dict[str, list[str]] = {}
            for name in names:
                if name in forms and is_short_form(name) and _is_acronym(name):
                    shorts.setdefault(forms[name].key.removeprefix("^"), []).append(name)
            for key, spellings in shorts.items():
                longs = [n for n in names if n in forms and _explains(spellings[0], n)]
                if not longs:
                    continue
                form = forms[entry.label if entry.label in spellings else longs[0]]
                canonical = (form.key,) if len(form.words) == 1 else form.words
                meanings.setdefault(key, set()).add(canonical)
                self._long_forms.setdefault(key, []).extend(forms[long].words for long in longs)
                for long in longs:
                    words = forms[long].words
                    if words != canonical and len(words) > 1:
                        self._add_long(words, canonical)
        for key, canonicals in meanings.items():
            senses = self.ambiguous_keys.get(key, [])
            if len(canonicals) == 1 and all(a.default for a in senses):
                self._short[key] = next(iter(canonicals))
        self._sort_long()

    def _add_long(self, words: Words, meaning: Words) -> None:
        self._long.setdefault(words[:2], []).append((words, meaning))
        self._telling.add(words[0])

    def _sort_long(self) -> None:
        for spans in self._long.values():
            spans.sort(key=lambda pair: (-len(pair[0]), pair))

    def _usual_abbreviations(self) -> dict[str, Words]:
        """Return what short forms stand for all over the field, less those that the vocabulary explains.

        Of several words ("t-SNE", "POS tagging") they are written out like long forms.
        """
        usual: dict[str, Words] = {}
        for short, long in usual_abbreviations():
            form, meaning = parse(clean(short)), self.expand(parse(clean(long)))
            key = form.key.removeprefix("^")
            if key in self._short or key in self.ambiguous_keys:
                continue
            if len(form.words) == 1:
                usual[key] = meaning
            else:
                self._add_long(form.words, meaning)
        self._sort_long()
        return usual

    def expand(self, form: Form, also: Mapping[str, Words] | None = None) -> Words:
        """Return the words of a form with its abbreviations written out.

        `also` has meanings found in the corpus; they come before the usual ones. The result is
        `form.words` itself where there is nothing to write out.
        """
        words, meanings, long = form.words, self._meanings, self._long
        if not also or also.keys().isdisjoint(words):
            if self._telling.isdisjoint(words):
                return words
            if meanings.keys().isdisjoint(words) and long.keys().isdisjoint(pairwise(words)):
                return words
        found: list[str] = []
        written_out = False
        at = 0
        while at < len(words):
            norm = words[at]
            meaning = (also.get(norm) if also else None) or meanings.get(norm)
            if meaning and (form.plain or not form.tokens[at].name):
                meaning = None
            if meaning is None:
                for span, canonical in long.get(words[at : at + 2], ()):
                    if words[at : at + len(span)] == span:
                        meaning, at = canonical, at + len(span) - 1
                        break
            if meaning:
                found += meaning
                written_out = True
            else:
                found.append(norm)
            at += 1
        return tuple(found) if written_out else words

    def knows_short(self, norm: str) -> Words | None:
        """Return what the vocabulary takes a short form for, None where it has none or several."""
        return self._short.get(norm)

    def means(self, norm: str) -> Words | None:
        """Return what a short form stands for where no paper says otherwise, None if that is unknown."""
        return self._meanings.get(norm)

    def long_words(self, norm: str) -> set[str]:
        """Return all words of the long forms that the vocabulary has for a short form."""
        return {word for long in self._long_forms.get(norm, ()) for word in long}

    def entries(
        self, form: Form, surface: str = "", words: Words | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries that a whole surface names; several where it is a homonym.

        A surface written exactly as in the vocabulary counts before its key; an ordinary word in
        lower case never names an entry that is written in capitals only.
        """
        exact = self.vocabulary.surfaces.get(surface) if surface else None
        found: Sequence[str] | None = exact or self._keys.get(form.key)
        if not found and words is not None and words != form.words:
            found = self._keys.get(join_words(words))
        if not found:
            return ()
        if not exact and len(form.words) == 1:
            token = form.tokens[0]
            if len(found) > 1:
                found = self._closest_in_case(token.text, found)
            if token.text[1:].islower() and token.norm in acronym_words():
                found = [key for key in found if self._written_small(token.norm, key)]
        return tuple(self.vocabulary.entries[k] for k in found if k in self.vocabulary.entries)

    def by_key(self, key: str) -> tuple[Entry, ...]:
        """Return the entries that have a surface with this identity key."""
        found = self._keys.get(key)
        return tuple(self.vocabulary.entries[k] for k in found) if found else ()

    def has_key(self, key: str) -> bool:
        """Say whether an entry has a surface with this identity key."""
        return key in self._keys

    def may_start(self, form: Form, count: int) -> bool:
        """Say whether an entry may be named by the first words of a form, of which none is short for more."""
        if count > 1:
            return join_words(form.words[:count]) in self._keys
        norm = form.words[0]
        return (
            norm in self._keys
            or norm in self.ambiguous_keys
            or "^" + norm in self._keys
            or (not form.plain and form.tokens[0].text in self.vocabulary.ambiguous)
        )

    def _closest_in_case(self, text: str, keys: Sequence[str]) -> Sequence[str]:
        def difference(key: str) -> int:
            entry = self.vocabulary.entries[key]
            same = [n for n in (entry.label, *entry.aliases) if n.casefold() == text.casefold()]
            return min(
                (sum(a != b for a, b in zip(n, text, strict=False)) for n in same), default=99
            )

        least = min(map(difference, keys))
        return [k for k in keys if difference(k) == least]

    def _written_small(self, norm: str, key: str) -> bool:
        """Say whether an entry has a name that is an ordinary word: `Map` is not `mAP`."""
        entry = self.vocabulary.entries[key]
        same = [name for name, form in self.names_of(entry) if form.words == (norm,)]
        return not same or any(name[1:].islower() for name in same)

    def ambiguity(self, token: Token) -> Ambiguity | None:
        """Return the entry of the ambiguity table for a surface of one word, under its case rule."""
        exact = self.vocabulary.ambiguous.get(token.text)
        # A plural in the vocabulary is as ambiguous as its singular: clusters.
        plural = token.text.islower() and token.text != token.norm
        if exact or (token.text in self.vocabulary.surfaces and not plural):
            return exact
        for candidate in self.ambiguous_keys.get(token.norm, ()):
            if candidate.case == "any":
                return candidate
            if candidate.case == "Cap" and token.text[0].isupper():
                return candidate
            if candidate.case not in ("any", "Cap") and sum(c.isupper() for c in token.text) > 1:
                return candidate
        return None

    def bare_case(self, token: Token) -> bool:
        """Say whether a lower-case word is written like no sense of the ambiguity table."""
        found = self.ambiguous_keys.get(token.norm)
        return bool(found) and token.text.islower() and all(a.case != "any" for a in found or ())

    def children(self, key: str) -> Sequence[Entry]:
        """Return the entries directly below another."""
        return self._children.get(key, ())

    def nouns(self, entry: Entry) -> frozenset[str]:
        """Return the keys of class nouns that add nothing to the name of an entry."""
        known = self._nouns.get(entry.key)
        if known is None:
            ancestors = list(self.vocabulary.ancestors(entry.key))
            names = {
                parse(noun).key for a in ancestors for noun in classes.branch_nouns().get(a.key, ())
            }
            if any(a.key == _LANGUAGE for a in ancestors):
                # A Python library is no Python.
                known = self._nouns[entry.key] = frozenset(names)
                return known
            for above in ancestors:
                forms = [form for _, form in self.names_of(above)]
                names |= {form.key for form in forms}
                if entry.type in _HEADED and above.broader:
                    # "Raft protocol", a kind of consensus protocol
                    heads = {form.words[-1] for form in forms if len(form.words) > 1}
                    names |= heads - classes.NO_HEADS
            learner = any(
                a.label in ("machine learning model", "neural network") for a in (entry, *ancestors)
            )
            known = frozenset(names | classes.nouns_after(entry.type, entry.kind, learner))
            for above in ancestors:
                known -= classes.NOT_BELOW.get(above.key, frozenset())
            if any(a.label == "neural network" for a in ancestors):
                known |= classes.AFTER_NETWORK
            self._nouns[entry.key] = known
        return known

    def describes(self, words: Words, entry: Entry) -> bool:
        """Say whether words before a class noun only repeat what an entry is.

        Raft is a consensus protocol, hence a "consensus algorithm" too.
        """
        known = self._described.get(entry.key)
        if known is None:
            above = (f for a in self.vocabulary.ancestors(entry.key) for _, f in self.names_of(a))
            known = frozenset(join_words(f.words[:-1]) for f in above if len(f.words) > 1)
            self._described[entry.key] = known
        return join_words(words) in known

    def names_of(self, entry: Entry) -> tuple[tuple[str, Form], ...]:
        """Return the names of an entry with what they consist of."""
        known = self._names.get(entry.key)
        if known is None:
            names = (entry.label, *entry.aliases)
            known = tuple((name, parse(clean(name))) for name in names)
            self._names[entry.key] = known
        return known


def _is_general(entry: Entry, form: Form) -> bool:
    """Say whether an entry is named by a general word, or is data of no certain kind ("public dataset")."""
    return is_generic(form) or (entry.type == DATASET and is_hollow(form))


def _class_nouns(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the last words of the names that stand above others, and of class nouns in general."""
    above = {p for e in vocabulary.entries.values() for p in e.broader if p in vocabulary.entries}
    names = (
        n for p in above for n in (vocabulary.entries[p].label, *vocabulary.entries[p].aliases)
    )
    last = {form.words[-1] for n in names if (form := parse(clean(n))).tokens}
    more = {parse(noun).words[-1] for nouns in classes.branch_nouns().values() for noun in nouns}
    return frozenset(last) | classes.ALL_NOUNS | more


@cache
def usual_abbreviations() -> tuple[tuple[str, str], ...]:
    """Return short forms with what they stand for in any paper that does not define them; loaded once."""
    path = Path(__file__).with_name("abbreviations.tsv")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple((row["short"], row["long"]) for row in rows)


def _is_acronym(name: str) -> bool:
    """Say whether at least half of a name's characters are capitals or digits."""
    return 2 * sum(c.isupper() or c.isdigit() for c in name) >= len(name)


def _explains(short: str, long: str) -> bool:
    """Say whether `long` is a long form of `short` from its first word on."""
    if short.lower() in long.lower():
        return False
    found = align(short, split_parts(long, 0, len(long)))
    return found is not None and found[1] == 0


_BUILT: dict[int, VocabularyIndex] = {}


def index_of(vocabulary: Vocabulary) -> VocabularyIndex:
    """Return the index of a vocabulary; the last few built are kept, each together with its vocabulary."""
    known = _BUILT.get(id(vocabulary))
    if known is None or known.vocabulary is not vocabulary:
        if len(_BUILT) >= 4:
            _BUILT.clear()
        known = _BUILT[id(vocabulary)] = VocabularyIndex(vocabulary)
    return known

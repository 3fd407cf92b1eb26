"""One paper's mentions as targets: the wording to resolve once the paper's own definitions are applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from kg.errors import MESSAGES
from kg.extract.alignment import align, split_parts
from kg.extract.data import Extraction, Mention, Rejection
from kg.link.curation import ENTRY, OWN, Curation, Rule, target_of
from kg.link.index import VocabularyIndex, form_of
from kg.link.key import Form, Token, is_generic
from kg.link.senses import Judge
from kg.vocabulary.data import Ambiguity

_WITHOUT_CONTEXT: Final = ("", "definition")


class Target(NamedTuple):
    """What a mention is resolved by.

    `name` is a surface, `=entry:` and an entry's key, or `=own:` and a surface that the text uses
    for something outside the vocabulary. `rule` is empty where the surface itself is resolved.
    """

    name: str
    rule: str


class Unlinked(NamedTuple):
    """Why a mention is no concept: an error code and the fields of its message."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Profile:
    form: Form
    shorts: tuple[str, ...]
    ambiguity: Ambiguity | None
    generic: bool


@dataclass(frozen=True, slots=True)
class _Definitions:
    """The short forms a paper defines: normal form → long form as written, and its words."""

    long: Mapping[str, str]
    written: tuple[str, ...]


_NONE: Final = _Definitions({}, ())


class Reader:
    """Turns mentions into targets; knows surfaces that need no second look."""

    def __init__(self, index: VocabularyIndex, curation: Curation) -> None:
        self._index = index
        self._curation = curation
        self._judge = Judge(index)
        self._plain: set[str] = set()
        self.used_rules: set[Rule] = set()
        self._profile = lru_cache(maxsize=1 << 14)(self._make_profile)

    def _make_profile(self, surface: str) -> _Profile:
        form = form_of(surface)
        ambiguity = self._index.ambiguity(form.tokens[0]) if len(form.tokens) == 1 else None
        names = tuple(
            t.norm for t in form.tokens if t.name or (t.text.islower() and len(t.text) < 4)
        )
        return _Profile(form, names, ambiguity, is_generic(form))

    def form(self, target: str) -> Form:
        """Return a target's surface taken apart; an entry of the vocabulary has no words."""
        if target.startswith(ENTRY):
            return Form(())
        return self._profile(target.removeprefix(OWN)).form

    def definitions(self, extraction: Extraction) -> _Definitions:
        """Collect what the paper defines, without short forms that it gives two meanings."""
        if not extraction.abbreviations:
            return _NONE
        long: dict[str, str] = {}
        keys: dict[str, str] = {}
        dropped: set[str] = set()
        written: list[str] = []
        for abbreviation in extraction.abbreviations:
            form = self._profile(abbreviation.short).form
            meaning = self._profile(abbreviation.long).form
            if len(form.tokens) == 0 or not meaning.tokens or is_generic(meaning):
                continue
            norm = "".join(form.words)
            if self._contradicts(norm, abbreviation.short, abbreviation.long, meaning):
                continue
            if keys.setdefault(norm, meaning.key) != meaning.key:
                dropped.add(norm)
            long.setdefault(norm, meaning.text)
            written += [abbreviation.short, abbreviation.short.removesuffix("s")]
        for norm in dropped:
            del long[norm]
        return _Definitions(long, tuple(dict.fromkeys(written)))

    def _contradicts(self, norm: str, short: str, long: str, meaning: Form) -> bool:
        """Say whether a definition is but another wording of what the vocabulary has for a short form.

        "network interconnects (NICs)" fits its letters loosely and shares a word with the network
        interface card: such a NIC stays the vocabulary's.
        """
        known = self._index.knows_short(norm)
        if known is None or self._index.expand(meaning.tokens) == known:
            return False
        if align(short, split_parts(long, 0, len(long)), strict=True) is not None:
            return False
        return not self._index.long_words(norm).isdisjoint(meaning.words)

    def targets(self, extraction: Extraction) -> Iterator[Target | Unlinked]:
        """Yield a target for each mention of a paper, or why there is none."""
        defined = self.definitions(extraction)
        own = self._own_names(extraction)
        here: dict[str, Target | Unlinked] = {}
        for mention in extraction.mentions:
            text = mention.text
            found = here.get(text)
            if found is None:
                if text in self._plain and not _holds(defined.written, text):
                    found = Target(text, "")
                else:
                    found = self._target(mention, extraction, defined, own)
                if found[1] in _WITHOUT_CONTEXT:
                    here[text] = found
            yield found

    def _own_names(self, extraction: Extraction) -> frozenset[str]:
        """Return the keys of what the paper proposes."""
        proposed = [m.text for m in extraction.mentions if m.proposed]
        return frozenset(self._profile(text).form.key for text in proposed)

    def _target(
        self, mention: Mention, extraction: Extraction, defined: _Definitions, own: frozenset[str]
    ) -> Target | Unlinked:
        surface = mention.text
        profile = self._profile(surface)
        if profile.generic:
            return Unlinked("E301", surface)
        norm = "".join(profile.form.words)
        whole = norm in defined.long and len(profile.form.tokens) < 3
        rule = self._curation.ruling(profile.form.key, mention, extraction)
        if rule and not (whole and rule.action == "alias"):
            self.used_rules.add(rule)
            return Target(target_of(rule.value, self._index), "curation")
        if whole:
            return Target(defined.long[norm], "definition")
        if any(name in defined.long for name in profile.shorts):
            return Target(self._spelled_out(profile.form, defined), "definition")
        if profile.ambiguity:
            return self._by_context(profile, mention, extraction, own)
        plain = Target(surface, "")
        if not self._curation.touches(profile.form.key):
            self._plain.add(surface)
        return plain

    def _by_context(
        self, profile: _Profile, mention: Mention, extraction: Extraction, own: frozenset[str]
    ) -> Target | Unlinked:
        assert profile.ambiguity is not None
        verdict = self._judge.decide(profile.ambiguity, mention, extraction)
        if verdict.entry and not (verdict.rule == "default sense" and profile.form.key in own):
            return Target(ENTRY + verdict.entry, verdict.rule)
        if profile.form.key in own:
            return Target(OWN + mention.text, "own name")
        if not verdict.decided and mention.sense in self._index.vocabulary.entries:
            return Target(ENTRY + mention.sense, "context")
        return Unlinked("E303" if verdict.decided else "E304", mention.text)

    def _spelled_out(self, form: Form, defined: _Definitions) -> str:
        tokens = [
            Token(defined.long.get(t.norm, t.text), t.norm, t.spaced, t.name) for t in form.tokens
        ]
        return Form(tokens).text


def _holds(parts: tuple[str, ...], text: str) -> bool:
    return any(part in text for part in parts)


def reject(extraction: Extraction, mention: Mention, unlinked: Unlinked) -> Rejection:
    """Describe a mention that became no concept."""
    reason = MESSAGES[unlinked.code].format(name=unlinked.detail)
    return Rejection(
        extraction.paper.id, unlinked.code, mention.text, reason, (mention.start, mention.end)
    )

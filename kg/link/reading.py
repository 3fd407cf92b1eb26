"""One paper's mentions as targets: the wording to resolve once the paper's own definitions are applied."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from kg.errors import MESSAGES
from kg.extract.alignment import align, split_parts
from kg.extract.data import Abbreviation, Extraction, Mention, Rejection
from kg.link.curation import ENTRY, OWN, Curation, Rule, target_of
from kg.link.index import VocabularyIndex
from kg.link.key import Form, form_of, is_generic, is_hollow
from kg.link.labels import label
from kg.link.senses import Judge
from kg.link.tokens import Token
from kg.vocabulary.data import Ambiguity

_WITHOUT_CONTEXT: Final = ("", "definition")


class Target(NamedTuple):
    """What a mention is resolved by.

    `name` is a surface, `=entry:` and an entry's key, or `=own:` and a surface that the text uses
    for something outside the vocabulary; `form` is that surface taken apart. `rule` is empty where
    the surface itself is resolved.
    """

    name: str
    rule: str
    form: Form


class Unlinked(NamedTuple):
    """Why a mention is no concept: an error code, and what the mention says."""

    code: str
    detail: str


class _Profile(NamedTuple):
    form: Form
    ambiguity: Ambiguity | None
    generic: bool


class Meaning(NamedTuple):
    """What a paper defines a short form as: in the singular, as written, and where it does so."""

    long: str
    written: str
    source: Abbreviation


Definitions = Mapping[str, Meaning]
"""The short forms a paper defines, by normal form."""

_NONE: Final[Definitions] = {}
_NOTHING: Final = Form(())


class Reader:
    """Turns mentions into targets."""

    def __init__(self, index: VocabularyIndex, curation: Curation) -> None:
        self._index = index
        self._curation = curation
        self._judge = Judge(index)
        self.used_rules: set[Rule] = set()
        self._profile = lru_cache(maxsize=1 << 12)(self._make_profile)

    def _make_profile(self, surface: str) -> _Profile:
        form = form_of(surface)
        ambiguity = self._index.ambiguity(form.tokens[0]) if len(form.words) == 1 else None
        return _Profile(form, ambiguity, self.is_general(form))

    def is_general(self, form: Form) -> bool:
        """Say whether a surface is too general to name a concept."""
        return is_generic(form) or (is_hollow(form) and not self._index.has_key(form.key))

    def form(self, target: str) -> Form:
        """Return a target's surface taken apart; an entry of the vocabulary has no words."""
        if target.startswith(ENTRY):
            return _NOTHING
        return self._profile(target.removeprefix(OWN)).form

    def depends(self, form: Form) -> bool:
        """Say whether what a surface stands for depends on where it stands, definitions aside."""
        if len(form.words) == 1 and self._index.ambiguity(form.tokens[0]):
            return True
        return self._curation.touches(form.key)

    def definitions(self, extraction: Extraction) -> Definitions:
        """Collect what the paper defines, without short forms that it gives two meanings."""
        if not extraction.abbreviations:
            return _NONE
        long: dict[str, Meaning] = {}
        keys: dict[str, str] = {}
        dropped: set[str] = set()
        for abbreviation in extraction.abbreviations:
            form = self._profile(abbreviation.short).form
            meaning = self._profile(abbreviation.long).form
            if len(form.words) == 0 or not meaning.words or is_generic(meaning):
                continue
            norm = "".join(form.words)
            if self._contradicts(norm, abbreviation.short, abbreviation.long, meaning):
                continue
            if keys.setdefault(norm, meaning.key) != meaning.key:
                dropped.add(norm)
            long.setdefault(norm, Meaning(self._wording(meaning), meaning.text, abbreviation))
        for norm in dropped:
            del long[norm]
        return long

    def _wording(self, meaning: Form) -> str:
        """Write a long form for use inside other names: in the singular, as the vocabulary has it."""
        known = self._index.by_key(meaning.key)
        if len(known) == 1 and self._profile(known[0].label).form.key == meaning.key:
            return known[0].label
        return label(meaning.text)

    def _contradicts(self, norm: str, short: str, long: str, meaning: Form) -> bool:
        """Say whether a definition is but another wording of what the vocabulary has for a short form.

        "network interconnects (NICs)" fits its letters loosely and shares a word with the network
        interface card: such a NIC stays the vocabulary's.
        """
        known = self._index.knows_short(norm)
        if known is None or self._index.expand(meaning) == known:
            return False
        if align(short, split_parts(long, 0, len(long)), strict=True) is not None:
            return False
        words = {*meaning.words, *self._index.expand(meaning)}
        return not self._index.long_words(norm).isdisjoint(words)

    def target(
        self,
        mention: Mention,
        extraction: Extraction,
        defined: Definitions,
        here: dict[str, Target | Unlinked],
    ) -> Target | Unlinked:
        """Return the target of a mention in a paper that defines this, or why there is none.

        `here` keeps what holds for all of the paper; whoever asks passes the same one for all of it.
        """
        found = here.get(mention.text)
        if found is None:
            found = self._target(mention, extraction, defined)
            if found[1] in _WITHOUT_CONTEXT:
                here[mention.text] = found
        return found

    def _target(
        self, mention: Mention, extraction: Extraction, defined: Definitions
    ) -> Target | Unlinked:
        surface = mention.text
        form, ambiguity, generic = self._profile(surface)
        if generic:
            return Unlinked("E301", surface)
        whole = ""
        if defined and len(form.words) < 3:
            meaning = defined.get("".join(form.words))
            whole = meaning.written if meaning else ""
        if self._curation.touches(form.key):
            rule = self._curation.ruling(form.key, mention, extraction)
            if rule and not (whole and rule.action == "alias"):
                self.used_rules.add(rule)
                return self._named(target_of(rule.value, self._index), "curation")
        if whole:
            return self._named(whole, "definition")
        if defined and touches(defined, form):
            spelled = self._spelled_out(form, defined)
            if spelled:
                return self._named(spelled, "definition")
        if ambiguity:
            return self._by_context(form, ambiguity, mention, extraction)
        return Target(surface, "", form)

    def _named(self, name: str, rule: str) -> Target:
        return Target(name, rule, self.form(name))

    def _by_context(
        self, form: Form, ambiguity: Ambiguity, mention: Mention, extraction: Extraction
    ) -> Target | Unlinked:
        verdict = self._judge.decide(ambiguity, mention, extraction)
        proposed = {m.text for m in extraction.mentions if m.proposed}
        # LoRa and LoRA stand in the table for their case only.
        homonym = len(ambiguity.senses) > 1 or not ambiguity.default
        own = homonym and any(self._profile(text).form.key == form.key for text in proposed)
        if verdict.entry and not (verdict.rule == "default sense" and own):
            return self._named(ENTRY + verdict.entry, verdict.rule)
        if own:
            return self._named(OWN + mention.text, "own name")
        # For a common word such as "node" what is said somewhere in a text is too little.
        told = not verdict.decided and not mention.text.islower()
        if told and mention.sense in self._index.vocabulary.entries:
            return self._named(ENTRY + mention.sense, "context")
        return Unlinked("E303" if verdict.decided else "E304", mention.text)

    def _spelled_out(self, form: Form, defined: Definitions) -> str:
        """Write out the short forms that the paper defines; nothing where there is none."""
        if not any(token.norm in defined and _is_short(token) for token in form.tokens):
            return ""
        tokens = []
        for at, token in enumerate(form.tokens):
            meaning = defined.get(token.norm)
            if meaning:
                # What follows the head stays as it is: an ensemble of Gaussian processes.
                plural = at > form.head and token.text[-1] == "s"
                token = token._replace(text=meaning.written if plural else meaning.long)
            tokens.append(token)
        return Form(tokens).text


def touches(defined: Definitions, form: Form) -> bool:
    """Say whether a surface may have something in it that the paper defines."""
    words = form.words
    return not defined.keys().isdisjoint(words) or (
        len(words) == 2 and words[0] + words[1] in defined
    )


def _is_short(token: Token) -> bool:
    return token.name or (token.text.islower() and len(token.text) < 4)


def reject(extraction: Extraction, mention: Mention, code: str) -> Rejection:
    """Describe a mention that became no concept."""
    reason = MESSAGES[code].format(name=mention.text)
    return Rejection(extraction.paper.id, code, mention.text, reason, (mention.start, mention.end))

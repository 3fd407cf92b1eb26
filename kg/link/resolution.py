"""From a surface to what it stands for: an entry of the vocabulary, or a name of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kg.link import classes
from kg.link.index import VocabularyIndex, Words
from kg.link.key import Form, join_words
from kg.link.tokens import Token
from kg.link.words import common_words
from kg.schema import DATASET, HARDWARE, METHOD, METRIC, TASK
from kg.vocabulary.data import Entry

_VENDOR = """
    nvidia amd intel google apple ibm xilinx altera arm qualcomm samsung micron hpe cray dell huawei
    microsoft meta facebook openai apache amazon aws alibaba baidu tencent bytedance anthropic deepmind
    cerebras graphcore broadcom mellanox habana geforce tesla instinct radeon quadro
"""
VENDORS: Final = frozenset(_VENDOR.split())
_ARCHITECTURE = (
    "fermi kepler maxwell pascal volta turing ampere ada hopper blackwell cdna cdna2 cdna3"
)
_BEFORE_PRODUCT: Final = VENDORS | frozenset(_ARCHITECTURE.split())
_MOST_BEFORE: Final = 4
"""Makers and architectures in front of a product; no name has more."""
_MEMORY_SIZE: Final = re.compile(r"\d+(?:gb|gib)", re.IGNORECASE)
NEW: Final = "new:"
KNOWN: Final = "known:"


class Resolution(NamedTuple):
    """What a surface stands for.

    `group` is `known:` and an entry's key, or `new:` and an identity key; equal groups are one
    concept. `rule` names what decided; `words` are the expanded words a new concept is named by.
    """

    group: str
    rule: str
    words: Words

    @property
    def entry(self) -> str:
        """The key of the vocabulary entry, empty for a new concept."""
        return self.group.removeprefix(KNOWN) if self.group.startswith(KNOWN) else ""


def resolve(
    form: Form,
    index: VocabularyIndex,
    surface: str = "",
    votes: Mapping[str, int] | None = None,
    shorts: Mapping[str, Words] | None = None,
    seen: Callable[[str], bool] = lambda key: True,
    plain: bool = False,
) -> Resolution:
    """Resolve a form without its context.

    `votes` are the types that the recogniser gave it; `shorts` meanings of abbreviations beyond
    the vocabulary's; `seen` says whether a key occurs by itself in the corpus; `plain` takes the
    name at its word, without vocabulary and class nouns.
    """
    words = index.expand(form, shorts)
    if not plain:
        found = _in_vocabulary(form, words, index, surface, votes or {})
        if found:
            return Resolution(KNOWN + found[0].key, found[1], words)
        if _may_split(form, words, index):
            entry = _without_nouns(form, words, index, votes or {}, shorts)
            if entry:
                return Resolution(KNOWN + entry.key, "class noun", words)
    rule = "key" if words == form.words else "abbreviation"
    while not plain and len(form.words) > 1 and form.words[-1] in classes.ALL_NOUNS:
        noun = form.words[-1]
        base = form.before(1)
        base_words = index.expand(base, shorts)
        verdict = classes.adds_nothing(base, noun, base_words)
        alone = verdict == "yes" or (verdict == "seen" and seen(base.key))
        if not alone or index.entries(base):
            break
        form, words, rule = base, base_words, "class noun"
    return Resolution(NEW + _new_key(form, words), rule, words)


def _may_split(form: Form, words: Words, index: VocabularyIndex) -> bool:
    """Say whether a form may be an entry's name with class nouns behind it."""
    if len(form.words) < 2:
        return False
    last, first = form.words[-1], form.words[0]
    known = first in index.first_words or words[0] in index.first_words
    if not (known or first in _BEFORE_PRODUCT or first[0].isdigit()):
        return False
    return last in index.class_nouns or classes.is_form_factor(last, form.words)


def _without_nouns(
    form: Form,
    words: Words,
    index: VocabularyIndex,
    votes: Mapping[str, int],
    shorts: Mapping[str, Words] | None,
) -> Entry | None:
    """Return the entry that a form names by all but its last one to three words."""
    sure = words is not form.words or _may_reorder(form)
    for count in classes.base_lengths(form):
        if not (sure or index.may_start(form, count)):
            continue
        base = form.before(len(form.words) - count)
        entry = _known_base(base, form.words[count:], index, votes, shorts)
        if entry:
            return entry
    return None


def _new_key(form: Form, words: Words) -> str:
    return form.key if words == form.words else join_words(words)


def _in_vocabulary(
    form: Form, words: Words, index: VocabularyIndex, surface: str, votes: Mapping[str, int]
) -> tuple[Entry, str] | None:
    if len(form.words) == 1:
        token = form.tokens[0]
        ambiguity = index.ambiguity(token)
        if ambiguity:
            entry = index.vocabulary.entries.get(ambiguity.default)
            return (entry, "default sense") if entry else None
        if index.bare_case(token):
            return None
    entries = index.entries(form, surface, words)
    if not entries and _may_reorder(form):
        entries = _reordered(form, index)
    if entries:
        entry = choose(entries, votes)
        if entry.type == METRIC and _measures_more(form, entry):
            return None
        gated = len(form.words) == 1 and form.tokens[0].text.lower() in index.vocabulary.gated
        if not (gated and votes and entry.type not in votes and form.tokens[0].text.islower()):
            return entry, "vocabulary"
    return None


def _measures_more(form: Form, entry: Entry) -> bool:
    """Say whether a metric's number, which its entry has not, makes it narrower: P99, top-5, @10."""
    digits = any(c.isdigit() for word in form.words for c in word)
    return digits and not any(c.isdigit() for c in entry.label)


def _may_reorder(form: Form) -> bool:
    """Say whether a form begins with a maker or a number."""
    words = form.words
    if len(words) < 2:
        return False
    if words[0] in _BEFORE_PRODUCT:
        return True
    return words[0][0].isdigit() and form.tokens[0].text[0].isdigit()


def _reordered(form: Form, index: VocabularyIndex) -> tuple[Entry, ...]:
    """Look up a name without its maker ("NVIDIA A100 80GB") or with its memory size last ("80GB A100")."""
    if not _may_reorder(form):
        return ()
    tokens = form.tokens
    if _MEMORY_SIZE.fullmatch(tokens[0].text):
        found = index.entries(Form((*tokens[1:], tokens[0])))
        return tuple(e for e in found if e.type == HARDWARE)
    for start in range(1, min(len(tokens), _MOST_BEFORE + 1)):
        before = tokens[start - 1].norm
        if before not in _BEFORE_PRODUCT:
            break
        rest = Form(tokens[start:])
        model = any(any(c.isdigit() for c in t.text) for t in rest.tokens)
        known = [e for e in index.entries(rest) if before in VENDORS or e.type == HARDWARE]
        named = len(rest.tokens) == 1 and rest.tokens[0].name
        fitting = tuple(
            e
            for e in known
            if model or _made_by(before, e, index) or (named and _is_one_thing(e, index))
        )
        if fitting:
            return fitting
    return ()


def _is_one_thing(entry: Entry, index: VocabularyIndex) -> bool:
    """Say whether an entry is made by one maker: a model, no kind of hardware or class of models."""
    return entry.type != HARDWARE and not index.children(entry.key)


def _made_by(vendor: str, entry: Entry, index: VocabularyIndex) -> bool:
    names = [entry.label, *entry.aliases]
    names += [a.label for a in index.vocabulary.ancestors(entry.key)]
    return any(vendor in name.lower().split() for name in names)


def choose(entries: tuple[Entry, ...], votes: Mapping[str, int]) -> Entry:
    """Pick the entry whose type the recogniser agrees with most, the first of them on a tie."""
    return max(entries, key=lambda e: votes.get(e.type, 0))


def _known_base(
    base: Form,
    nouns: Words,
    index: VocabularyIndex,
    votes: Mapping[str, int],
    shorts: Mapping[str, Words] | None,
) -> Entry | None:
    """Return the entry of `base` where `nouns` add nothing to it."""
    if len(base.words) == 1:
        ambiguity = index.ambiguity(base.tokens[0])
        if ambiguity:
            known = index.vocabulary.entries
            senses = [known[s.key] for s in ambiguity.senses if s.key in known]
            fitting = [e for e in senses if _redundant(nouns, e, base, index)]
            word = base.tokens[0].text
            if word in common_words() or (word.islower() and not ambiguity.default):
                # A "host device" need not be the host that some hardware is called for short.
                fitting = [e for e in fitting if e.type in (METRIC, TASK)]
            preferred = [e for e in fitting if e.key == ambiguity.default]
            return (preferred or fitting)[0] if preferred or len(fitting) == 1 else None
        if index.bare_case(base.tokens[0]):
            return None
    entries = index.entries(base, words=index.expand(base, shorts)) or _reordered(base, index)
    fitting = [e for e in entries if _redundant(nouns, e, base, index)]
    return choose(tuple(fitting), votes) if fitting else None


def _redundant(nouns: Words, entry: Entry, base: Form, index: VocabularyIndex) -> bool:
    allowed = index.nouns(entry)
    acronym = len(base.words) == 1 and base.tokens[0].name
    proper = entry.type == METHOD and acronym and _describes_nothing(base.tokens[0], index)
    # What is made with a library is not the library.
    after_name = classes.AFTER_SOFTWARE if entry.kind == classes.SOFTWARE else classes.AFTER_PROPER

    if entry.type == DATASET and not base.tokens[-1].name and base.words[-1] in common_words():
        # A "time series database" is no data.
        allowed = allowed - classes.AFTER_DATA_NAME

    def adds_nothing(noun: str) -> bool:
        return (
            noun in allowed
            or (acronym and noun in classes.AFTER_ACRONYM)
            or (proper and noun in after_name)
        )

    if not adds_nothing(join_words(nouns)) and not adds_nothing(classes.is_single_noun(nouns)):
        hardware = entry.type == HARDWARE
        described = adds_nothing(nouns[-1]) and index.describes(nouns[:-1], entry)
        if not described and not all(
            adds_nothing(n) or (hardware and classes.is_form_factor(n, nouns)) for n in nouns
        ):
            return False
    if entry.kind == classes.SOFTWARE or entry.type != "Method":
        return True
    # "federated learning method" is a method for the activity, not the activity itself.
    head = index.expand(base)[-1]
    return not head.endswith("ing") and head not in classes.TASK_HEADS - {"optimization"}


def _describes_nothing(token: Token, index: VocabularyIndex) -> bool:
    """Say whether what follows a name such as MapReduce only says what it is; RecSys is short for more."""
    return classes.is_mixed(token) and index.means(token.norm) is None

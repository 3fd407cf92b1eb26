"""A light part-of-speech tagger: closed classes, endings, and the neighbours.

One letter a token: `N` noun, `P` name, `A` adjective, `J` adjective or quantity that is no part of
a concept's name, `V` finite verb, `G` -ing form that may be a noun,
`g` one that is a verb, `E` participle, `D` determiner, `Q` quantity,
`I` preposition, `O` of, `T` to, `C` and/or, `S` subordinator or connective, `W` who/which, `M`
auxiliary, `R` adverb, `U` pronoun, `'` possessive, `-` joining hyphen, `/` slash, and for
punctuation `,` `.` `(` `)` `:` and `X` for the rest.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.analysis import Analysis, analysis
from kg.extract.tokenizer import HYPHENS
from kg.extract.words import compound_adjectives, word_tags

_PUNCTUATION: Final = {
    ",": ",", ";": ":", ":": ":", "(": "(", "[": "(", "{": "(", ")": ")", "]": ")", "}": ")",
    ".": ".", "!": ".", "?": ".", "…": ".", "...": ".", "/": "/", "--": ":", "---": ":", "—": ":",
    "&": "C", "'s": "'", "’s": "'", "%": "Q", "×": "Q", "+": "Q", "~": "Q", "<": "Q", ">": "Q",
}  # fmt: skip
_NUMBER: Final = re.compile(
    r"\d[\d.,]*(?:x|X|k|K|M|B|T|st|nd|rd|th|s|ms|us|GB|MB|KB|TB|PB|W|nm|bit)?$"
)
_FORMULA: Final = re.compile(r"\$.+\$$")
_ADJECTIVES: Final = (
    "al", "ive", "ous", "ic", "able", "ible", "ful", "less", "ary", "ish", "ant", "ent", "ior",
    "ar", "wise", "est",
)  # fmt: skip
_NOUNS: Final = (
    "ment", "ents", "ity", "tion", "sion", "ness", "ance", "ence", "ism", "ture", "ware", "ency",
    "ancy",
)  # fmt: skip


def tag(state: Analysis) -> str:
    """Return one tag letter for every token."""
    starts = {first for first, _ in state.sentences}
    tags = [_letter(word, index in starts) for index, word in enumerate(state.words)]
    _join_compounds(state, tags)
    _count_units(state, tags)
    _disambiguate(tags)
    return "".join(tags)


@lru_cache(maxsize=50_000)
def _letter(word: str, opens: bool) -> str:
    """Tag a word on its own; `opens` says whether it is the first of a sentence."""
    low = word.lower()
    listed = word_tags().get(low)
    if listed is not None and (listed in "DICSOTWUMRQJ" or low == word or opens):
        return listed
    if word in _PUNCTUATION:
        return _PUNCTUATION[word]
    if word in HYPHENS:
        return "-"
    if word[0].isdigit() and _NUMBER.match(word):
        return "Q"
    if word.isalpha() or word[0].isalnum():
        return listed or _shape(word, low)
    return "N" if _FORMULA.match(word) else "X"


def _shape(word: str, low: str) -> str:
    """Tag a word that no list knows by its form."""
    if not word.islower() and word[1:] != low[1:]:
        return "P"
    if low.endswith("ing") and len(low) > 5:
        return "G"
    if low.endswith("ed") and len(low) > 4:
        return "E"
    if low.endswith("ly") and len(low) > 4:
        return "R"
    stem = low[2:]  # An ending follows two letters or more.
    return "A" if stem.endswith(_ADJECTIVES) and not stem.endswith(_NOUNS) else "N"


def _join_compounds(state: Analysis, tags: list[str]) -> None:
    """Give all parts of a hyphenated word the tag of the whole."""
    second_parts = compound_adjectives()
    known = word_tags()
    index = 0
    count = len(tags)
    while index < count:
        last = index
        while (
            last + 2 < count
            and tags[last + 1] == "-"
            and state.glued(last + 1)
            and state.glued(last + 2)
            and (state.words[last + 2][0].isalnum() or state.words[last + 2][0] == "$")
        ):
            last += 2
        if last > index:
            whole = "".join(state.lower[index : last + 1])
            final = state.lower[last]
            listed = known.get(whole)
            if listed is None:
                if final in second_parts or tags[last] in "EAJR":
                    listed = "A"
                elif all(t in "Q-" for t in tags[index : last + 1]):
                    listed = "Q"
                elif tags[last] in "Gg":
                    listed = "G" if len(state.lower[index]) < 5 else "A"
                else:
                    listed = "N"
            tags[index : last + 1] = [listed] * (last + 1 - index)
        elif tags[index] == "-":
            tags[index] = ":"
        index = last + 1


def _count_units(state: Analysis, tags: list[str]) -> None:
    """Make `parameter` in `a 100B+ parameter model` a part of the quantity."""
    for index in range(1, len(tags)):
        if state.lower[index] in ("parameter", "parameters", "billion", "million", "trillion"):
            first = index
            while first > 0 and (tags[first - 1] in "Q-" or state.words[first - 1][0].isdigit()):
                first -= 1
            if first < index:
                tags[first : index + 1] = ["Q"] * (index + 1 - first)


def _disambiguate(tags: list[str]) -> None:
    """Settle verb or noun (`v`) by the tags on both sides."""
    count = len(tags)
    for index, letter in enumerate(tags):
        if letter != "v":
            continue
        before = tags[index - 1] if index else "."
        after = tags[index + 1] if index + 1 < count else "."
        if before in "DQAJIO'-/(EGg":
            tags[index] = "N"
        elif before in "TMUWR" or (before in "NP" and after in "DQJAUGg"):
            tags[index] = "V"
        else:
            tags[index] = "N"


@Language.component("kg_tagger")
def kg_tagger(doc: Doc) -> Doc:
    """Tag every token."""
    state = analysis(doc)
    state.tags = tag(state)
    return doc

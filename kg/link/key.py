"""The identity key of a surface: what two spellings of one name have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kg.link.cleaning import clean, readings
from kg.link.tokens import Token, cut_simple, normal_forms, tokenize
from kg.link.words import (
    BYTES,
    COLLECTIVES,
    COMPARATIVES,
    COUNTED,
    DEGREE_WORDS,
    DETERMINERS,
    DROPPED_FIRST,
    EPONYMS,
    GENERIC,
    HOLLOW,
    HOLLOW_AFTER,
    MAGNITUDES,
    MEASURED,
    NAME_FIRST,
    NOT_AFTER_ALL,
    NUMBER_WORDS,
    PARTS,
    QUANTIFIERS,
    SHARES,
    SIZE_WORDS,
    STORES,
    UNITS,
    WIDE,
    acronym_words,
    common_words,
)

_SIZE: Final = re.compile(r"\d+(?:\.\d+)?[kmbt]\+?", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\d+(?:[.,]\d+)*([A-Za-z]+)?")
_ADJECTIVE_OR_ABSTRACT: Final = (
    "ian", "ean", "esque", "ency", "ancy", "ence", "ance", "tion", "sion", "ity", "ness", "ment", "ism",
    "ing", "ive", "al", "ic", "able", "ible", "ous", "wise",
)  # fmt: skip
_ARTICLES: Final = frozenset(("a", "an", "the"))
_LOOSE_LAST: Final = frozenset(("and", "or", "of", "the"))
_LEADING: Final = DROPPED_FIRST.union(*(normal_forms(w) for w in DROPPED_FIRST if w.isalpha()))
"""Normal forms of a first word that `_trim` may drop."""
_DIMENSION: Final = re.compile(r"\d+d")
_PRODUCT_NUMBER: Final = re.compile(r"[1-9]0[5-9]0")
_COUNT: Final = re.compile(r"\d[\d,.]*k?\+?")
_FACTOR: Final = re.compile(r"\d[\d.]*x?")
_OF: Final = re.compile(r"of", re.IGNORECASE)


PREPOSITIONS: Final = frozenset(
    [
        "of",
        "for",
        "with",
        "in",
        "on",
        "to",
        "from",
        "by",
        "via",
        "at",
        "using",
        "under",
        "over",
        "and",
        "without",
    ]
)


class Form:
    """A surface taken apart: its tokens without leading determiners, degree words and counts.

    `words` are their normal forms; `key` is the identity key, empty where nothing is left.
    """

    __slots__ = ("_source", "key", "words")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._source: str | tuple[Token, ...] = tuple(tokens)
        self.words = words = tuple([norm for _, norm, _, _, _ in tokens])
        if len(words) > 2 and not _ARTICLES.isdisjoint(words):
            inner = [token.norm for token in tokens[1:-1] if token.text not in _ARTICLES]
            words = (words[0], *inner, words[-1])
        self.key = _key(words, tokens[0].text if tokens else "")

    @classmethod
    def of_simple(cls, text: str, words: tuple[str, ...]) -> Form:
        """Take a text at its normal forms; few such texts are looked at more closely than that."""
        form = cls.__new__(cls)
        form._source = text
        form.words = words
        form.key = _key(words, text)
        return form

    @property
    def tokens(self) -> tuple[Token, ...]:
        """What `words` are the normal forms of."""
        if isinstance(self._source, str):
            self._source = tuple(cut_simple(self._source))
        return self._source

    @property
    def plain(self) -> bool:
        """Whether all is letters in lower case, so that no token is a name."""
        return isinstance(self._source, str) and self._source.islower() and self.key.isalpha()

    def before(self, count: int) -> Form:
        """The form of all but the last `count` words."""
        if not isinstance(self._source, str):
            return Form(self._source[:-count])
        text = self._source
        for _ in range(count):
            text = text[: max(text.rfind(" "), text.rfind("-"))]
        return Form.of_simple(text, self.words[:-count])

    @property
    def head(self) -> int:
        """The index of the head word: the last one before a preposition.

        One that hyphens tie in does not count where more words follow: "text-to-image model".
        """
        if not PREPOSITIONS.isdisjoint(self.words):
            for index, word in enumerate(self.words):
                if index and word in PREPOSITIONS:
                    rest = self.tokens[index:]
                    if rest[0].spaced or not any(token.spaced for token in rest):
                        return index - 1
        return len(self.words) - 1

    @property
    def text(self) -> str:
        """The surface from its first kept word on, in the original writing."""
        if isinstance(self._source, str):
            return self._source
        pieces = [self.tokens[0].text] if self.tokens else []
        for token in self.tokens[1:]:
            pieces.append((" " if token.spaced else "-") + token.text)
        return "".join(pieces)


def identity_key(surface: str) -> str:
    """Return what all spellings of one name share.

    Unicode form, hyphens, spaces, case, plural, possessives, LaTeX, British spelling, leading
    determiners, degree words and counts do not matter; digits, versions, `+`, `#` and `*` do. An
    acronym that reads like an ordinary word (`RAM`, `MIND`) differs from that word by a leading `^`.
    """
    return form_of(surface).key


def form_of(surface: str) -> Form:
    """Take a raw surface apart, reading an inner definition by its long form."""
    words = normal_forms(surface)
    if not words:
        return parse(readings(clean(surface))[0])
    if words[0] in _LEADING or words[-1] in _LOOSE_LAST or not _ARTICLES.isdisjoint(words):
        return Form(_trim(cut_simple(surface)))
    return Form.of_simple(surface, words)


def parse(text: str) -> Form:
    """Take apart cleaned text (see `kg.link.cleaning.clean`)."""
    return Form(_trim(tokenize(text)))


def _key(words: tuple[str, ...], first: str) -> str:
    """Return the key of words of which the first is written like this."""
    if len(words) == 1 and first.isupper() and 1 < len(first) < 7 and words[0] in acronym_words():
        return "^" + words[0]
    return join_words(words)


def join_words(words: Sequence[str]) -> str:
    """Join normalised words without separators, keeping apart digits that are not one number."""
    joined = "".join(words)
    if joined.isalpha() or len(words) == 1:
        return joined
    pieces: list[str] = []
    for word in words:
        if pieces and word[:1].isdigit() and pieces[-1][-1:].isdigit():
            pieces.append("·")
        pieces.append(word)
    return "".join(pieces)


def _trim(tokens: list[Token]) -> list[Token]:
    """Drop what stands before the name: determiners, degree words, counts, sizes."""
    start = 0
    while start < len(tokens) and tokens[start].leads and (step := _droppable(tokens, start)):
        start += step
    kept = tokens[start:] if start else tokens
    if len(kept) < 2:
        return kept
    if len(kept) > 2:
        if not _ARTICLES.isdisjoint([token[0] for token in kept]):
            inner = [t for t in kept[1:-1] if not (t.spaced and t.text in _ARTICLES)]
            kept = [kept[0], *inner, kept[-1]]
        counted = kept[0].leads and not kept[1].spaced and kept[1].norm in COUNTED
        if counted and len(kept) > 2 and kept[0].text.isdigit():
            kept = kept[2:] if kept[1].norm in PARTS else kept[1:]
        elif counted and kept[0].text.lower() in NUMBER_WORDS and kept[1].norm not in PARTS:
            kept = kept[1:]
    while kept[-1].text in _LOOSE_LAST and len(kept) > 1 and kept[-1].spaced:
        kept = kept[:-1]
    return kept


def _droppable(tokens: list[Token], at: int) -> int:
    """Say how many tokens at `at` come before the name, 0 if it begins here."""
    token, left = tokens[at], len(tokens) - at
    word = token.text.lower()
    followed = left > 1 and tokens[at + 1].spaced
    if word in DETERMINERS and (followed or left == 1):
        return 0 if word == "a" and token.text == "A" and at > 0 else 1
    if left == 1:
        return 0
    if word == "state" and [t.norm for t in tokens[at : at + 4]] == ["state", "of", "the", "art"]:
        return 4 if left > 4 else 0
    if word in ("well", "widely", "commonly", "cutting", "so") and left > 2 and not followed:
        return 2
    if not followed:
        return _size(tokens, at)
    plural_head = tokens[-1].norm != tokens[-1].text.lower() or word.endswith("s")
    upcoming = tokens[at + 1]
    if word in SHARES and left > 2 and _OF.fullmatch(upcoming.text):
        return 2
    if word in DEGREE_WORDS:
        named = word in NAME_FIRST and token.text[0].isupper() and upcoming.text[0].isupper()
        return int(not (named and not _in_title(tokens, at)))
    if word in QUANTIFIERS and upcoming.norm not in NOT_AFTER_ALL:
        if word in ("each", "every", "any"):
            return 1
        if word == "single":
            return int(left == 2 or any(c.isupper() or c.isdigit() for c in upcoming.text))
        return int(plural_head)
    if word in COLLECTIVES and _OF.fullmatch(upcoming.text) and left > 2:
        return 2
    if word == "much" and upcoming.norm in COMPARATIVES and left > 2:
        return 2
    if word in WIDE and upcoming.norm in COLLECTIVES and left > 3:
        return 3 if _OF.fullmatch(tokens[at + 2].text) else 0
    if upcoming.norm in MEASURED and _FACTOR.fullmatch(word):
        return 1
    if word in NUMBER_WORDS and upcoming.norm not in UNITS:
        if _OF.fullmatch(upcoming.text):
            return 2
        return 0 if upcoming.norm in SIZE_WORDS else int(plural_head)
    if word == "up" and upcoming.norm == "to" and left > 2:
        return 2
    if word == "half" and left > 3 and tokens[at + 2].norm in MAGNITUDES:
        return 2
    number = _COUNT.fullmatch(word) and not _PRODUCT_NUMBER.fullmatch(word)
    counts = number and upcoming.text.lower() not in UNITS
    if counts and (plural_head or (left == 2 and upcoming.norm in COUNTED)):
        return _size(tokens, at) or 1
    return _size(tokens, at)


def _in_title(tokens: list[Token], at: int) -> bool:
    """Say whether a capital means nothing: "A New Graph Index" against "The New York taxi data"."""
    rest = tokens[at + 1 :]
    return at > 0 and not tokens[at - 1].text.islower() and not any(t.text.islower() for t in rest)


def _size(tokens: list[Token], at: int) -> int:
    """Measure a leading size: "100B+ parameter …", "billion-parameter …", "7B LLMs", "80 GB of …"."""
    amount = _AMOUNT.fullmatch(tokens[at].text)
    unit = at if amount and amount[1] else at + 1
    if amount and unit + 1 < len(tokens) and (amount[1] or tokens[unit].text).lower() in BYTES:
        if tokens[unit + 1].norm == "of":
            return unit + 2 - at
        if tokens[unit + 1].norm in STORES or tokens[-1].norm in STORES:
            return unit + 1 - at
    end = at
    while end < len(tokens) and (
        _SIZE.fullmatch(tokens[end].text)
        or tokens[end].text.isdigit()
        or tokens[end].norm in MAGNITUDES
    ):
        end += 1
    if at < end < len(tokens) - 1 and tokens[end].norm in SIZE_WORDS:
        return end + 1 - at
    if end == at + 1 and _SIZE.fullmatch(tokens[at].text) and end < len(tokens):
        rest = [t.norm for t in tokens[end:]]
        if rest[0] in ("llm", "dense", "moe", "large") or rest[-2:] == ["language", "model"]:
            return 1
    return 0


def is_generic(form: Form) -> bool:
    """Say whether nothing but a general noun, a pronoun, a number or a letter is left of a surface."""
    words = form.words
    if not words:
        return True
    if len(words) > 1 and len(words[-1]) > 1 and words[-1].isalpha():
        phrase = words[0] == "state" and words[-1] == "art"
        return phrase or (len(words) == 2 and form.key in GENERIC)
    if len(words) == 1:
        token = form.tokens[0]
        if token.norm in GENERIC and not (token.text.isupper() and len(token.text) > 1):
            return True
        if _DIMENSION.fullmatch(token.norm):
            return True
        return len(token.norm) < 2 and not (token.norm.isalpha() and not token.norm.isascii())
    return all(
        word.replace(".", "").replace(",", "").isdigit() or (len(word) < 2 and word.isascii())
        for word in words
    )


def is_hollow(form: Form) -> bool:
    """Say whether a surface is a general noun with words before it that say only how much or how good."""
    *before, last = form.words or ("",)
    if last == "set" and before and before[-1] == "data":
        *before, last = before
    if not before or last not in GENERIC or before[0] not in HOLLOW:
        return False
    return all(word in HOLLOW or word in HOLLOW_AFTER for word in before)


def is_weak_name(token: Token) -> bool:
    """Say whether a token is merely capitalised and neither an ordinary word nor an eponym."""
    text = token.text
    return (
        len(text) > 2
        and text[0].isupper()
        and text[1:].islower()
        and token.norm not in common_words()
        and text.lower() not in common_words()
        and token.norm not in EPONYMS
        and not token.norm.endswith(_ADJECTIVE_OR_ABSTRACT)
    )

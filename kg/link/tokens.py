"""Words as they are written and as they are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from kg.link.inflection import american, singular
from kg.link.words import DROPPED_FIRST

_TOKEN: Final = re.compile(
    r"\d+\+(?=[^\W\d_])|[^\W_]*\d(?:[.,]\d+)+[^\W_]*\+?|[^\W_]+(?:'[^\W\d_]+)?(?:\+{1,3}|\#|\*)?(?![^\W_])|[^\W_]+|&"
)
_CONTEXTUAL: Final = re.compile(r"ersion|dimensional|[A-Z]{7}|^x$|^\d+x")
_JOINED: Final = re.compile(r"-bit|(?<![^ ])[1-9]-[a-z]{3}")
"""What is compared by more than its own letters: see `tokenize`."""
_PLURAL_ACRONYM: Final = re.compile(r"(?=.*[A-Z0-9])[^\W_]*[A-Z0-9]s")
_CAMEL_PLURAL: Final = re.compile(
    r".*[a-z](?:Net|Bot|Former|Tree|Graph|Cache|Core|Block|Agent|Model|Kernel|LM|GAN|Unit)s"
)
_SHOUTED: Final = re.compile(r"(?<![^\W_])(?=[A-Z -]*[A-Z]{7})[A-Z]+(?:[ -][A-Z]+)+(?![^\W_])")
_CAPITALS: Final = re.compile(r"[A-Z]{7}")
_NUMBERED_VERSION: Final = re.compile(r"[vV]\d+(?:\.\d+)+")
_TIMES: Final = re.compile(r"(?:^|(?<=\s))\d+\s?x\s?(?=[A-Z])")
_COUNTED_WORD: Final = re.compile(r"(?<![^\W_])[1-9]-[a-z]{3}")
_BIT_RATE: Final = re.compile(r"\b([KMGT])(?:b|bit)/s\b")
_VERSION: Final = re.compile(r"\b(?:version|ver\.)\s?(?=\d)", re.IGNORECASE)
_DIGITS: Final = {
    word: str(digit)
    for digit, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1
    )
}
_GREEK: Final = frozenset(("sigma", "beta", "alpha", "gamma", "delta", "epsilon", "lambda"))
_WORDS: Final = {digit: word for word, digit in _DIGITS.items()}


_MOST_WORDS: Final = 1 << 15

_PLAIN: Final = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae"}
    | {"œ": "oe", "Œ": "Oe", "ı": "i", "þ": "th", "ð": "d"}
)


class Token(NamedTuple):
    """A word as written (`text`), as compared (`norm`), and whether a space stands before it.

    `name` marks a proper name by its look: inner capitals, letters with digits, or an acronym.
    `leads` marks what can stand before a name: determiners, degree words, counts and the like.
    """

    text: str
    norm: str
    spaced: bool
    name: bool
    leads: bool


def tokenize(text: str) -> list[Token]:
    """Cut cleaned text into tokens with their normal forms."""
    if "x" in text:
        text = _TIMES.sub("", text)
    tokens = cut(text)
    if tokens is not None:
        return tokens
    if "'" in text:
        text = re.sub(r"(?<=\w)'s\b|(?<=s)'(?!\w)", "", text)
    if "ersion" in text or "er." in text:
        text = _VERSION.sub("v", text)
    if "/s" in text:
        text = _BIT_RATE.sub(r"\1bps", text)
    # Two words in capitals, a long one among them, are no acronyms: "the GRAPH NEURAL NETWORKS".
    shouts = _SHOUTED.finditer(text) if _CAPITALS.search(text) else ()
    shouted = [found.span() for found in shouts]
    tokens = []
    previous_end = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        shouting = bool(shouted) and any(a <= start and end <= b for a, b in shouted)
        tokens.append(_token(text[start:end], " " in text[previous_end:start], shouting))
        previous_end = end
    numbered = "dimensional" in text or "-bit" in text or _COUNTED_WORD.search(text)
    return _numbered(tokens) if numbered else tokens


def cut(text: str) -> list[Token] | None:
    """Cut a text that needs no cleaning at spaces and hyphens, as most are; None for any other."""
    return cut_simple(text) if normal_forms(text) else None


def cut_simple(text: str) -> list[Token]:
    """Cut a text that has `normal_forms`."""
    if "-" not in text:
        return list(map(_token, text.split(" ")))
    return [
        _token(part, not at)
        for chunk in text.split(" ")
        for at, part in enumerate(chunk.split("-"))
    ]


def normal_forms(text: str) -> tuple[str, ...]:
    """Return the normal forms of a text that needs no cleaning, nothing for any other."""
    if "-" not in text:
        words = tuple(map(_simple, text.split(" ")))
    elif _JOINED.search(text):
        return ()
    else:
        words = tuple(map(_simple, text.replace("-", " ").split(" ")))
    return () if "" in words or text[0].isdigit() else words


def _numbered(tokens: list[Token]) -> list[Token]:
    """Compare "three-dimensional" like "3D", "one-bit" like "1-bit" and "2-phase" like "two-phase"."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        last = found[-1] if found else None
        digit = _DIGITS.get(last.norm, last.norm) if last else ""
        if last and digit.isdigit() and token.norm == "dimensional":
            text = last.text + (" " if token.spaced else "-") + token.text
            found[-1] = Token(text, digit + "d", last.spaced, True, False)
            continue
        if last and digit.isdigit() and token.norm == "bit" and not token.spaced:
            found[-1] = last._replace(norm=digit)
        follower = tokens[at + 1] if at + 1 < len(tokens) else token
        counting = token.norm in _WORDS and not follower.spaced and follower.norm != "bit"
        counting = counting and len(follower.text) > 2 and follower.text.islower()
        counting = counting and follower.text not in _GREEK
        # Behind a name it is a version: Phi 3-mini.
        if counting and (not last or last.text.islower()):
            token = token._replace(norm=_WORDS[token.norm])
        found.append(token)
    return found


class _NormalForms(dict[str, str]):
    """The normal forms of words; nothing where the neighbours matter or the word needs cleaning.

    Each word of each surface is looked up: that takes half the time it takes in an `lru_cache`.
    """

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        simple = word.isascii() and word.isalnum() and not _CONTEXTUAL.search(word)
        norm = self[word] = _normal(word, False) if simple else ""
        return norm


_simple: Final = _NormalForms().__getitem__


@lru_cache(maxsize=1 << 14)
def _token(raw: str, spaced: bool = True, shouting: bool = False) -> Token:
    norm = "and" if raw == "&" else _normal(raw, shouting)
    leads = raw.lower() in DROPPED_FIRST or raw[0].isdigit()
    return Token(raw, norm, spaced, is_name(raw), leads)


def _normal(raw: str, shouting: bool) -> str:
    """Fold case, accents, Greek letters, plural and spelling of one word."""
    text = raw
    if text.islower() and text.isascii() and text.isalpha():
        return american(singular(text))
    if not text.isascii():
        text = _fold(text)
    if shouting or (len(text) > 6 and text.isupper() and text.isalpha()):
        text = text.lower()
    if text[0] in "vV" and _NUMBERED_VERSION.fullmatch(text):
        return text[1:]
    if text.islower() or (text[0].isupper() and text[1:].islower()):
        return american(singular(text.lower()))
    if text[-1] == "s" and (_PLURAL_ACRONYM.fullmatch(text) or _CAMEL_PLURAL.fullmatch(text)):
        text = text[:-1]
    return text.lower()


def _fold(text: str) -> str:
    """Strip accents, spell Greek letters out and write letters of their own kind in plain ones."""
    out = []
    for char in unicodedata.normalize("NFKD", text.translate(_PLAIN)):
        if unicodedata.combining(char):
            continue
        name = unicodedata.name(char, "") if not char.isascii() else ""
        if name.startswith("GREEK ") and " LETTER " in name:
            letter = name.split(" LETTER ")[1].split(" WITH ")[0].removeprefix("FINAL ").lower()
            out.append({"lamda": "lambda"}.get(letter, letter))
        else:
            out.append(char)
    return "".join(out)


def is_name(text: str) -> bool:
    """Say whether a word is a proper name by its look: inner capitals, digits, or an acronym."""
    if text[1:] != text[1:].lower():
        return True
    return any(map(str.isdigit, text)) and text.lower() != text.upper()

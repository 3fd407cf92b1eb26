"""Surfaces as plain text: Unicode variants, LaTeX, quotes and inner definitions removed."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from kg.extract.abbreviations import is_short_form
from kg.extract.alignment import align, split_parts

_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－⁃"), "-")
_QUOTES: Final = dict.fromkeys(map(ord, "‘’‚‛′`´"), "'") | dict.fromkeys(map(ord, "“”„‟″«»"), '"')
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff™®©†‡"), None)
_TRANSLATION: Final = _DASHES | _QUOTES | _INVISIBLE | {ord("×"): "x", ord("⋅"): ".", ord("∗"): "*"}
_LATEX_COMMAND: Final = re.compile(
    r"\\(?:text(?:bf|it|tt|sc|sf|rm|sl|up)?|emph|math(?:bf|cal|rm|it|sf|tt|bb|frak)|mbox|underline|"
    r"boldsymbol|operatorname|ensuremath|left|right|displaystyle|it|bf|tt|sc|em|rm|sf)\b\s*"
)
_LATEX_SYMBOL: Final = re.compile(r"\\([A-Za-z]+)\s*")
_LATEX_SYMBOLS: Final = {
    "times": "x",
    "ell": "l",
    "infty": "infinity",
    "star": "*",
    "ast": "*",
    "cdot": " ",
    "dagger": "",
    "ddagger": "",
}
_LATEX_CHARACTER: Final = re.compile(r"\\([&%$#_{}])")
_LATEX_NOISE: Final = re.compile(r"[${}^]")
_SUBSCRIPT: Final = re.compile(r"(?<=\w)_(?=[\w+*#])")
_ENCLOSED: Final = re.compile(r"\((?:[^()]|\([^()]*\))*\)")
_BRACKET: Final = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
_ANY_BRACKET: Final = re.compile(r"[()\[\]]")
_MOST_BRACKETS: Final = 8
"""No name has more; each takes a look at all that stands before it."""


def clean(surface: str) -> str:
    """Return `surface` in NFKC on one line, with plain hyphens and quotes and without LaTeX markup."""
    text = surface
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_TRANSLATION)).translate(_TRANSLATION)
    if "\\" in text or "$" in text or "{" in text or "^" in text:
        text = _plain_latex(text)
    if "--" in text:
        text = re.sub(r"-{2,}", "-", text)
    if "~" in text:
        text = text.replace("~", " ")
    text = " ".join(text.split()).strip(" \"'`,;:")
    while _ENCLOSED.fullmatch(text):
        text = text[1:-1].strip(" \"'`,;:")
    return text


def _plain_latex(text: str) -> str:
    text = _LATEX_CHARACTER.sub(r"\1", _LATEX_COMMAND.sub("", text))
    text = _LATEX_SYMBOL.sub(lambda m: _LATEX_SYMBOLS.get(m.group(1), m.group(1)), text)
    return _SUBSCRIPT.sub("", _LATEX_NOISE.sub("", text))


def readings(text: str) -> tuple[str, ...]:
    """Return the ways to read cleaned `text` that has a definition inside, the long one first.

    "click-through rate (CTR) prediction" reads "click-through rate prediction" and "CTR
    prediction", "key-value cache (KV cache)" reads "key-value cache" and "KV cache". Brackets that
    define nothing are dissolved, as are all behind the first few.
    """
    for _ in range(_MOST_BRACKETS):
        dissolved = _dissolve(text)
        if len(dissolved) > 1:
            return tuple(map(_longest, dissolved))
        if dissolved == (text,):
            return dissolved
        (text,) = dissolved
    return (_bare(text),)


def _longest(text: str) -> str:
    """Return the long one of the ways to read a text."""
    for _ in range(_MOST_BRACKETS):
        dissolved, *_ = _dissolve(text)
        if dissolved == text:
            return text
        text = dissolved
    return _bare(text)


def _bare(text: str) -> str:
    return " ".join(_ANY_BRACKET.sub(" ", text).split())


def _dissolve(text: str) -> tuple[str, ...]:
    """Return the ways to read the first bracket of a text, the long one first; the text where it has none."""
    match = _BRACKET.search(text) if "(" in text or "[" in text else None
    if not match:
        return (text,)
    before, inner, after = text[: match.start()], match.group(1).strip(), text[match.end() :]
    parts = split_parts(before, 0, len(before))
    if is_short_form(inner) and parts and (found := align(inner, parts)):
        long, short = before + after, before[: parts[found[1]].start] + inner + after
        return long, short
    if _shared_head(before, inner):
        return before + after, inner + after
    words = before.split()
    inside = split_parts(inner, 0, len(inner))
    if (
        words
        and is_short_form(words[-1])
        and len(inside) > 1
        and align(words[-1], inside) is not None
    ):
        long = " ".join([*words[:-1], inner]) + after
        return long, before + after
    return (f"{before} {inner}{after}".strip(),)


def _shared_head(long: str, short: str) -> bool:
    """Say whether the second phrase abbreviates the first up to the words that both end with."""
    first, second = long.split(), short.split()
    while len(first) > 1 and len(second) > 1 and first[-1].casefold() == second[-1].casefold():
        first.pop()
        second.pop()
    if len(second) != 1 or second[0] == short or not is_short_form(second[0]):
        return False
    rest = " ".join(first)
    found = align(second[0], split_parts(rest, 0, len(rest)))
    return found is not None and found[1] == 0

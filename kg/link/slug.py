"""Readable, percent-safe slugs for concept identifiers."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

_SIGNS: Final = {"+": "plus", "#": "sharp", "*": "star", "&": "and", "@": "at", "%": "percent"}
_PLAIN: Final = re.compile(r"[a-z0-9]+(?: [a-z0-9]+)*")
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")
_MAX_LENGTH: Final = 80


def slug(text: str) -> str:
    """Return `text` as lower-case ASCII words joined by hyphens; never empty, no other characters.

    Signs that tell names apart are spelled out (`C++` → `c-plus-plus`), accents dropped, letters of
    other alphabets named (`β` → `beta`), ideographs written by code point (`u6a21`).
    """
    if _PLAIN.fullmatch(text) and len(text) <= _MAX_LENGTH:
        return text.replace(" ", "-")
    pieces = []
    for char in unicodedata.normalize("NFKD", text):
        if char.isascii():
            pieces.append(f"-{_SIGNS[char]}-" if char in _SIGNS else char)
        elif not unicodedata.combining(char):
            pieces.append(_spell(char))
    result = _UNSAFE.sub("-", "".join(pieces).lower()).strip("-")
    if len(result) > _MAX_LENGTH:
        result = result[:_MAX_LENGTH].rsplit("-", 1)[0] + "-" + digest(text)
    return result or "x" + digest(text)


def digest(text: str) -> str:
    """Return six hexadecimal digits that depend on `text` only."""
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def _spell(char: str) -> str:
    """Spell a character without an ASCII form: the letter's name, else its code point."""
    if not char.isalnum():
        return "-"
    name = unicodedata.name(char, "")
    if " LETTER " in name:
        letter = name.split(" LETTER ")[1].split(" WITH ")[0].removeprefix("FINAL ")
        return {"LAMDA": "lambda"}.get(letter, letter.lower().replace(" ", ""))
    return f"u{ord(char):x}-"

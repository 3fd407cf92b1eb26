"""Lists of names and keywords that an export gives as one text."""

from __future__ import annotations

import re

_INITIALS_COMMA = re.compile(r"(?<=\.),\s+(?=[^\W\d_])")
_AND = re.compile(r"\s*,?\s+(?:and|&)\s+")
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv)\.?$", re.I)
_EXTRA = re.compile(
    r"\s*(?:\([^()]*@[^()]*\)|\(\d{5,}\)|\(?\d{4}-\d{4}-\d{4}-\d{3}[\dXx]\)?|\[[^\]]*\])\s*"
)
_TO_CHANGE = re.compile(r"[,()\[\d]|^\s|\s$")
_NOBODY = frozenset({"et al", "et al.", "others", "and others", "..."})


def apart(text: str) -> list[str]:
    """Split the names in `text` at semicolons, bars, `and`, or commas that cannot be within a name."""
    for separator in (";", "|", "\n"):
        if separator in text:
            return _clean(text.split(separator))
    text = " ".join(text.split())
    parts = [part for whole in _AND.split(text) for part in _INITIALS_COMMA.split(whole)]
    if len(parts) == 1 and "," in text:
        pieces = [piece.strip() for piece in text.split(",")]
        # "Ada Byron, Alan Turing" are two people, "Byron, Ada" is one.
        if len(pieces) > 2 or all(" " in piece for piece in pieces):
            return _clean(pieces)
    elif len(parts) > 1 and all(
        " " in piece.strip() for part in parts for piece in part.split(",")
    ):
        return _clean([piece for part in parts for piece in part.split(",")])
    return _clean(parts)


def natural(name: str) -> str:
    """Return a name with the given name first: "Byron, Ada" as "Ada Byron"."""
    if not _TO_CHANGE.search(name):
        return name
    parts = [part.strip() for part in _EXTRA.sub(" ", name).strip(" ,").split(",") if part.strip()]
    if len(parts) == 2 and not _SUFFIX.match(parts[1]):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and _SUFFIX.match(parts[1]):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return ", ".join(parts)


def keywords(text: str) -> list[str]:
    """Split keywords at semicolons or bars, else at commas."""
    separator = next((one for one in (";", "|", "\n") if one in text), ",")
    return [word.strip() for word in text.split(separator) if word.strip()]


def _clean(parts: list[str]) -> list[str]:
    return [part.strip() for part in parts if part.strip() and part.strip().lower() not in _NOBODY]

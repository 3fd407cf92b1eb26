"""Text as a paper carries it: one line, NFC, without stray markup, repaired where damage is certain."""

from __future__ import annotations

import re
import unicodedata

ABSTRACT_LIMIT = 50_000
VERBATIM_LIMIT = 1_000_000
_SURROGATE = re.compile("[\ud800-\udfff]")
_INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufff9-\ufffb\ufffe\uffff\x7f-\x84\x86-\x9f]"
)
_LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}  # fmt: skip
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_CUT = re.compile(r"\s*(?:…|\.\.\.|\[\s*(?:…|\.\.\.)\s*\])\s*$")
_CUT_ENDS = ("…", "...", "]", " ", "\n")
# A lead byte of UTF-8 and its continuation bytes, each shown as the Windows-1252 letter it became.
_CONTINUATION = "[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_MOJIBAKE_HINT = re.compile(f"[Â-ô]{_CONTINUATION}")
_MOJIBAKE = re.compile(
    f"(?:[Ã-ß]{_CONTINUATION}|[à-ï]{_CONTINUATION}{{2}}|[ð-ô]{_CONTINUATION}{{3}}|Â{_CONTINUATION})+"
)


def tidy(text: str) -> str:
    """Return `text` in NFC on one line, without invisible characters, ligatures and lone surrogates."""
    # What is printable holds neither line breaks nor invisible characters nor surrogates.
    simple = text.isprintable() and "  " not in text
    if not text.isascii():
        if not simple:
            text = _INVISIBLE.sub("", _SURROGATE.sub("\ufffd", text))
        if any(ligature in text for ligature in _LIGATURES):
            text = _LIGATURE.sub(lambda match: _LIGATURES[match[0]], text)
        if not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
    if simple:
        return text.strip()
    return " ".join(text.split())


def without_surrogates(text: str) -> str:
    """Replace each lone surrogate, which cannot be written as UTF-8, by U+FFFD; offsets stay."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def repair_mojibake(text: str) -> str:
    """Undo UTF-8 that was decoded as Windows-1252 and encoded again, where the result is valid."""
    if text.isascii() or not _MOJIBAKE_HINT.search(text):
        return text
    return _MOJIBAKE.sub(_decoded_again, text)


def _decoded_again(match: re.Match[str]) -> str:
    octets = bytearray()
    for letter in match[0]:
        if ord(letter) < 256:
            octets.append(ord(letter))
        else:
            octets += letter.encode("cp1252")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return match[0]


def strip_cut(text: str) -> tuple[str, bool]:
    """Return `text` without the ellipsis at its end, and whether it had one: the text is cut there."""
    if not text.endswith(_CUT_ENDS):
        return text, False
    tail = text[-40:]
    match = _CUT.search(tail)
    if not match:
        return text, False
    return text[: len(text) - (len(tail) - match.start())], True

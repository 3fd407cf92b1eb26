"""Tags and character entities in titles and abstracts to plain text."""

from __future__ import annotations

import html
import re
from typing import Final

_INLINE = r"i|b|u|em|strong|sub|sup|inf|italic|bold|sc|scp|tt|span|font|a|small|monospace|underline|roman|sans-serif|ext-link|xref|uri|named-content|styled-content|inline-formula|inline-graphic|tex-math|alternatives|math|m[a-z]{1,12}|semantics|annotation|emphasis|quote|q|h|hi|code|abbr|cite|mark|bdo|bdi"
_BLOCK = r"p|sec|title|br|div|li|ul|ol|list|list-item|h[1-6]|abstract|AbstractText|disp-formula|disp-quote|table|tr|td|th|tbody|thead|section|article|body|label|supplementary-material|img|hr|pre|blockquote|dl|dt|dd|jats|graphic"
_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]+))*+\s*/?"
_PREFIX = r"(?:[A-Za-z]\w{0,12}:)?"
_INLINE_TAG = re.compile(rf"</?{_PREFIX}(?:{_INLINE}){_ATTRIBUTES}>", re.I)
_BLOCK_TAG = re.compile(rf"</?{_PREFIX}(?:{_BLOCK}){_ATTRIBUTES}>", re.I)
_PREFIXED_TAG = re.compile(rf"</?[A-Za-z]\w{{0,12}}:[\w.-]+{_ATTRIBUTES}>")
_HEADING = re.compile(
    rf"<{_PREFIX}(?P<tag>title|h[1-6]){_ATTRIBUTES}>(?P<text>[^<]{{0,300}}+)</{_PREFIX}(?P=tag)\s*>",
    re.I,
)
_COPY = re.compile(
    rf"<{_PREFIX}(?P<tag>tex-math|annotation){_ATTRIBUTES}>.{{0,5000}}?</{_PREFIX}(?P=tag)\s*>",
    re.S | re.I,
)
_UNSEEN: Final = (
    ("<!--", "-->", False),
    ("<![CDATA[", "]]>", True),
    ("<?", "?>", False),
    ("<script", "</script>", False),
    ("<style", "</style>", False),
)
_EXPONENT = re.compile(rf"(?<=[\d)])<{_PREFIX}sup{_ATTRIBUTES}>\s*(?=[-−–+]?\d)", re.I)
_CLOSING_TAG = re.compile(rf"</{_PREFIX}(?:{_INLINE}|{_BLOCK})\s*>|<br\s*/?>", re.I)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def plain(text: str) -> str:
    """Return `text` without HTML, JATS and MathML tags, its entities resolved.

    Only tags of those languages are taken for tags, so `a<b` stays. A heading "Abstract" goes,
    another stays with a colon. Powers of numbers keep a circumflex.
    """
    if "<" in text:
        text = _without_tags(text)
    if "&" in text and _ENTITY.search(text):
        text = (
            _ENTITY.sub(_resolved, _ENTITY.sub(_resolved, text))
            if "&amp;" in text
            else _ENTITY.sub(_resolved, text)
        )
        # Entities may have hidden tags; a lone "<b" is a comparison, a closed tag is not.
        if "<" in text and _CLOSING_TAG.search(text):
            text = _without_tags(text)
    return text


def _resolved(match: re.Match[str]) -> str:
    letter = html.unescape(match[0])
    return letter if letter != match[0] else match[0]


def _without_tags(text: str) -> str:
    for opening, closing, kept in _UNSEEN:
        text = (
            _without(text, opening, closing)
            if not kept
            else text.replace(opening, "").replace(closing, "")
        )
    if ":math" in text or "<math" in text:
        text = _COPY.sub("", text)
    text = _HEADING.sub(_heading, text)
    text = _EXPONENT.sub("^", text)
    return _PREFIXED_TAG.sub("", _INLINE_TAG.sub("", _BLOCK_TAG.sub(" ", text)))


def _without(text: str, opening: str, closing: str) -> str:
    """Leave out what stands from each `opening` to the `closing` after it."""
    pieces, at = list[str](), 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        pieces.append(text[at:start])
        at = end + len(closing)
    return "".join((*pieces, text[at:])) if pieces else text


def _heading(match: re.Match[str]) -> str:
    heading = match["text"].strip().rstrip(" :.")
    return " " if heading.lower() in ("", "abstract", "summary") else f" {heading}: "

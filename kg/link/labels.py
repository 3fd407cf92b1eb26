"""Labels of new concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kg.link.data import Alias
from kg.link.inflection import singular
from kg.link.key import Form, form_of


def label(surface: str) -> str:
    """Write a surface as a label: from its first kept word on, its head in the singular."""
    form = form_of(surface)
    if not form.tokens:
        return " ".join(surface.split())
    at = form.head
    head = form.tokens[at]
    text = head.text
    if text.islower():
        text = singular(text)
    elif len(text) > 2 and text[-1] == "s" and head.norm + "s" == text.lower():
        text = text[:-1]
    if text == head.text:
        return form.text
    return Form((*form.tokens[:at], head._replace(text=text), *form.tokens[at + 1 :])).text


def choose_label(shown: Counter[str], aliases: Iterable[Alias]) -> str:
    """Choose the commonest spelling, the one with more words and in lower case on a tie.

    A defined short form in mixed case (`ZeRO`, `vLLM`) is a name and wins over its long form where
    it is used as often. `shown` may be empty where all mentions are abbreviations.
    """
    aliases = list(aliases)
    if not shown:
        for alias in aliases:
            shown[label(alias.text)] += alias.count
    best = min(shown, key=lambda text: (-shown[text], -text.count(" "), text.lower() != text, text))
    for alias in aliases:
        text = alias.text
        named = alias.origin == "definition" and len(text) > 3 and " " not in text
        if named and alias.count >= shown[best] and _is_mixed(text):
            return label(text)
    return best


def _is_mixed(text: str) -> bool:
    return any(c.islower() for c in text[1:-1]) and any(c.isupper() for c in text[1:])

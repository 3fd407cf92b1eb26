"""What the shapes ask of the values of one property, as checks of Turtle text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from kg.graph.namespaces import PREFIXES, XSD
from kg.graph.validation.compile import LEXICAL
from kg.graph.validation.shapes import Constraint

Check = Callable[[str], bool]
_MOST: Final = 1 << 12
_SHORT: Final = 32
"""How many values a rule remembers as good, and how long they may be."""
_BARE: Final = {
    XSD + "integer": re.compile(r"[+-]?[0-9]+"),
    XSD + "decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+"),
    XSD + "boolean": re.compile("true|false"),
}
"""Literals that Turtle writes without quotes."""
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-F]{4})|(.))")
_ESCAPED: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def unescaped(text: str) -> str:
    """Return the characters of a quoted string without language tag or datatype."""
    inner = text[1:-1]
    return _ESCAPE.sub(_character, inner) if "\\" in inner else inner


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _ESCAPED.get(match[2], match[2])


@dataclass(slots=True)
class Rule:
    """How many values a property has on a node, and what each must be like.

    `good` are some values that were accepted.
    """

    least: int = 0
    most: float = float("inf")
    checks: list[Check] = field(default_factory=list)
    below: str = ""
    good: set[str] = field(default_factory=set)

    def accepts(self, value: str) -> bool:
        """Say whether a value may stand at the property."""
        for check in self.checks:
            if not check(value):
                return False
        if len(value) <= _SHORT and len(self.good) < _MOST:
            self.good.add(value)
        return True


def is_below(value: str, limit: str) -> bool:
    """Say whether one number that is not negative is less than another."""
    return value.isdecimal() and limit.isdecimal() and int(value) < int(limit)


def rules_of(constraints: Iterable[Constraint], target: str) -> dict[str, Rule]:
    """Return what `constraints` ask of nodes of the class `target`, by property, both as Turtle text."""
    rules: dict[str, Rule] = {}
    for one in constraints:
        if ("targetClass", _expanded(target)) not in one.targets or not one.path:
            continue
        rule = rules.setdefault(_short(one.path), Rule())
        value = one.value.value
        match one.parameter:
            case "minCount":
                rule.least = 1
            case "maxCount":
                rule.most = 1
            case "lessThan":
                rule.below = _short(value)
            case "class":
                # Who the others are is known once all have passed by.
                continue
            case "datatype":
                # First, so that the others can take the form for granted.
                rule.checks.insert(0, _has_datatype(value))
            case parameter:
                rule.checks.append(_CHECKS[parameter](value))
    return rules


def _has_datatype(datatype: str) -> Check:
    if datatype == XSD + "string":
        return _is_string
    if datatype in _BARE:
        return lambda text: bool(_BARE[datatype].fullmatch(text))
    form = re.compile(LEXICAL[datatype])
    ending = f'"^^{_short(datatype)}'
    return lambda text: text.endswith(ending) and bool(form.search(text[1 : -len(ending)]))


def _is_string(text: str) -> bool:
    return len(text) > 1 and text[0] == '"' == text[-1]


def _has_length(least: int) -> Check:
    if least <= 1:
        return lambda text: len(text) - 2 >= least
    return lambda text: len(unescaped(text)) >= least


def _has_pattern(pattern: str) -> Check:
    found = re.compile(pattern)
    return lambda text: _is_string(text) and bool(found.search(unescaped(text)))


_CHECKS: Final[dict[str, Callable[[str], Check]]] = {
    "nodeKind": lambda kind: lambda text: text[0] not in '"_+-.' and not text[0].isdecimal(),
    "pattern": _has_pattern,
    "minLength": lambda least: _has_length(int(least)),
    "minInclusive": lambda least: lambda text: Decimal(text) >= Decimal(least),
    "maxInclusive": lambda most: lambda text: Decimal(text) <= Decimal(most),
}


def _expanded(name: str) -> str:
    prefix, _, local = name.partition(":")
    return PREFIXES[prefix] + local


def _short(iri: str) -> str:
    for prefix, space in PREFIXES.items():
        if iri.startswith(space):
            return f"{prefix}:{iri.removeprefix(space)}"
    return f"<{iri}>"

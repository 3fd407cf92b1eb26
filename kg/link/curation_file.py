"""Reading a curation file: YAML, checked rule by rule, with line numbers in every complaint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml

from kg.errors import InputError
from kg.link.curation import ACTIONS, Curation, Rule, key_of
from kg.schema import ENTITY_TYPES

_FIELDS: Final[dict[str, tuple[str, str]]] = {
    "merge": ("names", "into"),
    "split": ("name", "into"),
    "rename": ("name", "label"),
    "retype": ("name", "type"),
    "drop": ("name", ""),
    "alias": ("name", "concept"),
}
"""For each action the field with what it speaks about and the field with what becomes of it."""
_OPTIONAL: Final = "note"


def read_curation(path: Path) -> Curation:
    """Read the rules in a curation file (its form is described in docs/curation.md).

    Raises InputError E001, E002 or E311 where the file cannot be read as YAML, E310 with the line of
    the first rule that makes no sense.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise InputError("E001", path=path) from error
    except OSError as error:
        raise InputError("E002", path=path, reason=error.strerror) from error
    except UnicodeDecodeError as error:
        raise InputError("E311", path=path, reason="it is not UTF-8") from error
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise InputError("E311", path=path, reason=" ".join(str(error).split())) from error
    except RecursionError as error:
        raise InputError("E311", path=path, reason="it is nested too deep") from error
    reader = _Reader(path.name)
    rules = tuple(reader.rules(root))
    reader.check(rules)
    return Curation(rules, path.name)


class _Reader:
    """Turns YAML nodes into rules; knows the file's name for its complaints."""

    def __init__(self, path: str) -> None:
        self.path = path

    def fault(self, node: yaml.Node | int, reason: str) -> InputError:
        line = node if isinstance(node, int) else node.start_mark.line + 1
        return InputError("E310", path=self.path, line=line, reason=reason)

    def rules(self, root: yaml.Node | None) -> Iterator[Rule]:
        if root is None:
            return
        if not isinstance(root, yaml.MappingNode):
            raise self.fault(root, f"expected sections, of {', '.join(ACTIONS)}")
        for head, body in root.value:
            action = self._text(head)
            if action not in ACTIONS:
                raise self.fault(head, f"{action} is no section; known are {', '.join(ACTIONS)}")
            if isinstance(body, yaml.ScalarNode) and not body.value:
                continue
            if not isinstance(body, yaml.SequenceNode):
                raise self.fault(body, f"{action} holds a list, each item beginning with a dash")
            for item in body.value:
                yield self._rule(action, item)

    def _rule(self, action: str, node: yaml.Node) -> Rule:
        line = node.start_mark.line + 1
        about, becomes = _FIELDS[action]
        if action == "drop" and isinstance(node, yaml.ScalarNode):
            return Rule(action, line, (self._text(node),))
        if not isinstance(node, yaml.MappingNode):
            raise self.fault(node, f"a {action} rule has fields, {about} and {becomes}")
        fields = {self._text(key): value for key, value in node.value}
        allowed = {about, becomes, _OPTIONAL, *(("when",) if action == "split" else ())} - {""}
        for key, _ in node.value:
            if self._text(key) not in allowed:
                raise self.fault(
                    key, f"{action} has no field {key.value}; it has {', '.join(sorted(allowed))}"
                )
        for name in sorted(allowed - {_OPTIONAL}):
            if name not in fields:
                raise self.fault(node, f"{action} needs {name}")
        names = self._texts(fields[about])
        value = self._text(fields[becomes]) if becomes else ""
        when = self._texts(fields["when"]) if action == "split" else ()
        if action == "retype" and value not in ENTITY_TYPES:
            raise self.fault(
                fields[becomes], f"{value} is no type; known are {', '.join(ENTITY_TYPES)}"
            )
        return Rule(action, line, names, value, when)

    def _text(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            raise self.fault(node, "expected a name")
        return " ".join(node.value.split())

    def _texts(self, node: yaml.Node) -> tuple[str, ...]:
        if isinstance(node, yaml.SequenceNode):
            if not node.value:
                raise self.fault(node, "the list is empty")
            return tuple(self._text(item) for item in node.value)
        return (self._text(node),)

    def check(self, rules: tuple[Rule, ...]) -> None:
        """Turn down rules that contradict each other or go round in a circle."""
        seen: dict[tuple[str, str], Rule] = {}
        for rule in rules:
            for name in rule.names:
                key = key_of(name)
                if not key:
                    raise self.fault(
                        rule.line, f"{name} has no letter or digit that could name a concept"
                    )
                if rule.action == "split":
                    continue
                level = "concept" if rule.action in ("merge", "drop") else rule.action
                earlier = seen.setdefault((level, key), rule)
                if earlier is not rule:
                    raise self.fault(
                        rule.line, f"{name} has a rule already, in line {earlier.line}"
                    )
        for rule in rules:
            if rule.action in ("merge", "alias"):
                key = key_of(rule.value)
                onward = seen.get(("concept", key))
                if onward and onward is not rule:
                    raise self.fault(
                        rule.line,
                        f"{rule.value} is itself moved or dropped in line {onward.line}; name the concept that stays",
                    )
                if onward is rule and rule.action == "merge" and len(rule.names) == 1:
                    raise self.fault(rule.line, f"{rule.value} is merged into itself")

"""Named queries: SPARQL files that say what they answer and which parameters they take."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyoxigraph import Literal, NamedNode

from kg.errors import AmbiguousError, NotFoundError, QueryError, UsageError
from kg.query import syntax
from kg.query.near import near
from kg.resources import ontology_dir

TYPES: Final = ("label", "text", "iri", "int")
_PARAM: Final = re.compile(
    r"(?P<name>\w+)\s*\((?P<type>\w+)\)\s*(?::\s*(?P<default>.*?))?\s*(?:[—–]\s*(?P<help>.*))?\Z"
)
_HEADER: Final = re.compile(r"#\s*(title|description|param)\s*:?\s+(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: `label` (a concept's name), `text`, `iri` or `int`; None is no default."""

    name: str
    type: str
    default: str | None
    help: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query with its name, what it answers, and its parameters."""

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    text: str

    def values(self, given: Mapping[str, str]) -> dict[str, tuple[str, str]]:
        """Return (type, value) by parameter; raises `UsageError` for unknown, missing or ill ones."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UsageError(
                    "E511", query=self.name, name=name, known=", ".join(known) or "none"
                )
        found = {}
        for name, parameter in known.items():
            value = given.get(name, parameter.default)
            if value is None:
                raise UsageError("E512", query=self.name, name=name, help=parameter.help)
            if parameter.type == "int" and not re.fullmatch(r"[+-]?\d+", value):
                raise UsageError("E513", name=name, value=value)
            found[name] = (parameter.type, value)
        return found


def named_queries(folder: Path | None = None) -> dict[str, NamedQuery]:
    """Read every named query, those of the ontology unless another folder is given, by name."""
    folder = folder or ontology_dir() / "queries"
    return {path.stem: read_query(path) for path in sorted(folder.glob("*.rq"))}


def find_query(name: str, folder: Path | None = None) -> NamedQuery:
    """Return the query called `name`; raises `NotFoundError` with near names where there is none."""
    folder = folder or ontology_dir() / "queries"
    path = folder / f"{name}.rq"
    if path.is_file():
        return read_query(path)
    close = near(name, [p.stem for p in folder.glob("*.rq")], 0.5)
    hint = f"Did you mean {', '.join(close)}?" if close else "`kg query --list` shows them all."
    raise NotFoundError("E510", name=name, hint=hint)


def read_query(path: Path) -> NamedQuery:
    """Read a query and its header lines (`# title:`, `# description:`, `# param NAME (type): …`)."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError("E514", path=path, reason=error) from error
    title = ""
    description: list[str] = []
    parameters: list[Parameter] = []
    for line in text.splitlines():
        if not (match := _HEADER.match(line)):
            continue
        kind, value = match[1].lower(), match[2].strip()
        if kind == "title":
            title = value
        elif kind == "description":
            description.append(value)
        else:
            parameters.append(_parameter(path, value))
    return NamedQuery(path.stem, title, " ".join(description), tuple(parameters), text)


def _parameter(path: Path, line: str) -> Parameter:
    match = _PARAM.match(line)
    if not match or match["type"] not in TYPES:
        raise QueryError("E514", path=path, reason=f"no parameter: {line}")
    default = match["default"]
    if default is not None:
        default = default.strip().strip('"') or None
    return Parameter(match["name"], match["type"], default, match["help"] or "")


def term(kind: str, value: str) -> str:
    """Write a parameter's value as a SPARQL term that cannot be anything else.

    Raises `UsageError` where an `iri` is neither an IRI nor a name with a known prefix.
    """
    if kind == "int":
        return str(int(value))
    if kind != "iri":
        return str(Literal(value.encode("utf-8", "replace").decode()))
    text = value.strip().removeprefix("<").removesuffix(">")
    prefix, colon, local = text.partition(":")
    known = syntax.prefixes("")
    try:
        return str(NamedNode(known[prefix] + local if colon and prefix in known else text))
    except ValueError as error:
        raise UsageError("E515", value=value, reason=error) from error


def query_from(argument: str, stdin: Callable[[], str]) -> NamedQuery:
    """Understand what was typed as a query: a file, `-` for standard input, a name, or SPARQL itself.

    Raises `NotFoundError` for a name that no query has.
    """
    if argument == "-":
        return NamedQuery("", "", "", (), stdin())
    if re.fullmatch(r"[\w-]+", argument):
        return find_query(argument)
    if "{" not in argument and (argument.endswith((".rq", ".sparql")) or Path(argument).is_file()):
        return read_query(Path(argument))
    return NamedQuery("", "", "", (), argument)


def find_question(name: str, folder: Path | None = None) -> NamedQuery:
    """Return the query called `name`, or the only one whose name begins so.

    Raises `AmbiguousError` where several do, `NotFoundError` where none does.
    """
    queries = named_queries(folder)
    if name in queries:
        return queries[name]
    beginning = [query for query in queries.values() if query.name.startswith(name)]
    if len(beginning) > 1:
        raise AmbiguousError("E521", name=name, candidates=", ".join(q.name for q in beginning))
    return beginning[0] if beginning else find_query(name, folder)


def by_position(query: NamedQuery, values: Sequence[str]) -> dict[str, str]:
    """Give `values` to the parameters of `query` in their order; raises `UsageError` for too many."""
    if len(values) > len(query.parameters):
        known = " ".join(parameter.name.upper() for parameter in query.parameters)
        raise UsageError("E519", query=query.name, known=known or "none")
    return {
        parameter.name: value for parameter, value in zip(query.parameters, values, strict=False)
    }

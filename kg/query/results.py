"""SPARQL results as bytes, in pieces, row by row: JSON, XML, CSV, TSV, and RDF for graphs."""

from __future__ import annotations

import csv
import html
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from kg.graph.literals import printable
from kg.graph.namespaces import PREFIXES, RDF, XSD
from kg.graph.turtle import write_turtle

Term = NamedNode | BlankNode | Literal | Triple
Row = Sequence[Term | None]
_Item = TypeVar("_Item")

MEDIA_TYPES: Final = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "turtle": "text/turtle; charset=utf-8",
    "ntriples": "application/n-triples",
    "jsonld": "application/ld+json",
    "rdfxml": "application/rdf+xml",
}
_GRAPH_FORMATS: Final = {
    "ntriples": RdfFormat.N_TRIPLES,
    "jsonld": RdfFormat.JSON_LD,
    "rdfxml": RdfFormat.RDF_XML,
}
_PLAIN: Final = (XSD + "string", RDF + "langString")
_PIECE: Final = 1 << 16


def write_json(variables: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """SPARQL 1.1 Query Results JSON Format."""
    yield json.dumps({"head": {"vars": variables}})[:-1] + ', "results": {"bindings": ['
    for number, row in enumerate(rows):
        binding = {
            name: json_term(term)
            for name, term in zip(variables, row, strict=True)
            if term is not None
        }
        yield (",\n" if number else "\n") + json.dumps(binding, ensure_ascii=False)
    yield "\n]}}\n"


def json_term(term: Term) -> dict[str, str]:
    """Write one term as the results JSON format does."""
    if isinstance(term, NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, BlankNode):
        return {"type": "bnode", "value": term.value}
    if not isinstance(term, Literal):
        return {"type": "literal", "value": str(term)}
    found = {"type": "literal", "value": term.value}
    if term.language:
        found["xml:lang"] = term.language
    elif term.datatype.value not in _PLAIN:
        found["datatype"] = term.datatype.value
    return found


def write_xml(variables: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """SPARQL Query Results XML Format."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head>'
    yield "".join(f'<variable name="{html.escape(name)}"/>' for name in variables)
    yield "</head><results>\n"
    for row in rows:
        cells = (
            f'<binding name="{html.escape(name)}">{_xml_term(term)}</binding>'
            for name, term in zip(variables, row, strict=True)
            if term is not None
        )
        yield f"<result>{''.join(cells)}</result>\n"
    yield "</results></sparql>\n"


def _xml_term(term: Term) -> str:
    text = printable(getattr(term, "value", str(term)))
    value = html.escape(text, quote=False).replace("\r", "&#13;")
    if isinstance(term, NamedNode):
        return f"<uri>{value}</uri>"
    if isinstance(term, BlankNode):
        return f"<bnode>{value}</bnode>"
    attribute = ""
    if isinstance(term, Literal) and term.language:
        attribute = f' xml:lang="{html.escape(term.language)}"'
    elif isinstance(term, Literal) and term.datatype.value not in _PLAIN:
        attribute = f' datatype="{html.escape(term.datatype.value)}"'
    return f"<literal{attribute}>{value}</literal>"


def write_csv(variables: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """SPARQL 1.1 Query Results CSV Format: values alone, the types are lost by design."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(variables)
    for row in rows:
        yield _drain(buffer)
        writer.writerow(["" if term is None else getattr(term, "value", str(term)) for term in row])
    yield _drain(buffer)


def _drain(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def write_tsv(variables: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """SPARQL 1.1 Query Results TSV Format: terms as in Turtle, in full."""
    yield "\t".join("?" + name for name in variables) + "\n"
    for row in rows:
        cells = ("" if term is None else str(term).replace("\t", "\\t") for term in row)
        yield "\t".join(cells) + "\n"


SELECT_WRITERS: Final[dict[str, Callable[[Sequence[str], Iterable[Row]], Iterator[str]]]] = {
    "json": write_json,
    "xml": write_xml,
    "csv": write_csv,
    "tsv": write_tsv,
}
SELECT_FORMATS: Final = tuple(SELECT_WRITERS)
GRAPH_FORMATS: Final = ("turtle", *_GRAPH_FORMATS)


def select_pieces(form: str, variables: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """Write a SELECT result in one of `SELECT_FORMATS`, in pieces of some 64 KiB."""
    piece: list[str] = []
    size = 0
    for text in SELECT_WRITERS[form](variables, rows):
        piece.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(piece).encode("utf-8", "replace")
            piece, size = [], 0
    yield "".join(piece).encode("utf-8", "replace")


def graph_bytes(form: str, triples: Iterable[Triple]) -> bytes:
    """Write a CONSTRUCT or DESCRIBE result in one of `GRAPH_FORMATS`."""
    if form == "turtle":
        buffer = io.BytesIO()
        write_turtle(triples, buffer, all_prefixes=False)
        return buffer.getvalue()
    buffer = io.BytesIO()
    serialize(triples, buffer, format=_GRAPH_FORMATS[form], prefixes=PREFIXES)
    return buffer.getvalue()


def boolean_bytes(form: str, value: bool) -> bytes:
    """Write the result of an ASK in one of `SELECT_FORMATS`."""
    word = "true" if value else "false"
    if form == "json":
        return f'{{"head": {{}}, "boolean": {word}}}\n'.encode()
    if form == "xml":
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head/>'
            f"<boolean>{word}</boolean></sparql>\n"
        ).encode()
    return f"{word}\n".encode()


class Page:
    """Cuts a result to a page and says afterwards how long the page was and whether more follows."""

    def __init__(self, limit: int | None, offset: int) -> None:
        self.limit = limit
        self.offset = offset
        self.rows = 0
        self.more = False

    def cut(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Yield the page, reading no further than one item behind it."""
        for item in islice(items, min(self.offset, sys.maxsize), None):
            if self.rows == self.limit:
                self.more = True
                return
            self.rows += 1
            yield item

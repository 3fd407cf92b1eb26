"""The links to outside vocabularies as SSSOM tables, made from the ontology's own files.

`python -m kg.vocabulary.sssom` writes them again after a change. SSSOM: Matentzoglu et al. 2022,
https://mapping-commons.github.io/sssom/.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pyoxigraph as ox

from kg.resources import ontology_dir
from kg.schema import BASE
from kg.vocabulary.files import CONCEPT, ONTOLOGY, read

_PREFIXES: Final = {
    "bibo": "http://purl.org/ontology/bibo/",
    "concept": CONCEPT,
    "cskg": "http://scholkg.kmi.open.ac.uk/cskg/ontology#",
    "cso": "https://cso.kmi.open.ac.uk/topics/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "kg": ONTOLOGY,
    "mls": "http://www.w3.org/ns/mls#",
    "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
    "oa": "http://www.w3.org/ns/oa#",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "semapv": "https://w3id.org/semapv/vocab/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
}
_COLUMNS: Final = (
    "subject_id",
    "subject_label",
    "predicate_id",
    "object_id",
    "mapping_justification",
)
_LINKS: Final = ("closeMatch", "subClassOf", "subPropertyOf")
_LABEL: Final = _PREFIXES["rdfs"] + "label"

Row = tuple[str, str, str, str, str]


def vocabulary_mappings(folder: Path | None = None) -> str:
    """Return the links of the vocabulary's concepts to the Computer Science Ontology."""
    entries = read(folder).entries
    rows = (
        (f"concept:{key}", entry.label, "skos:closeMatch", _short(match), "semapv:LexicalMatching")
        for key, entry in sorted(entries.items())
        for match in entry.matches
    )
    return _table("vocabulary", "Concepts of kg and topics of the Computer Science Ontology", rows)


def ontology_mappings(file: Path | None = None) -> str:
    """Return the alignments of the ontology's classes and properties."""
    return _table("ontology", "Terms of kg and of other ontologies", _alignments(file))


def _alignments(file: Path | None) -> Iterator[Row]:
    own = _PREFIXES["kg"]
    quads = list(ox.parse(path=str(file or ontology_dir() / "kg.ttl"), format=ox.RdfFormat.TURTLE))
    labels = {
        str(t.subject): t.object.value
        for t in quads
        if t.predicate.value == _LABEL and isinstance(t.object, ox.Literal)
    }
    found = set()
    for subject, predicate, value, _ in quads:
        name = predicate.value.rpartition("#")[2]
        if name not in _LINKS or not isinstance(subject, ox.NamedNode):
            continue
        if not isinstance(value, ox.NamedNode) or value.value.startswith(own):
            continue
        if subject.value.startswith(own):
            found.add(
                (
                    _short(subject.value),
                    labels[str(subject)],
                    _short(predicate.value),
                    _short(value.value),
                )
            )
    for row in sorted(found):
        yield (*row, "semapv:ManualMappingCuration")


def _table(name: str, title: str, rows: Iterable[Row]) -> str:
    rows = list(rows)
    used = {cell.partition(":")[0] for row in rows for cell in (row[0], *row[2:])}
    head = [
        f"mapping_set_id: {BASE}mappings/{name}",
        f"mapping_set_title: {title}",
        "license: https://creativecommons.org/licenses/by/4.0/",
        "curie_map:",
        *(f"  {prefix}: {_PREFIXES[prefix]}" for prefix in sorted(used)),
    ]
    lines = [f"#{line}" for line in head] + ["\t".join(_COLUMNS)] + ["\t".join(row) for row in rows]
    return "\n".join(lines) + "\n"


def _short(iri: str) -> str:
    for prefix, namespace in _PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri


def main() -> None:
    """Write both tables into the ontology's folder."""
    folder = ontology_dir() / "mappings"
    for name, text in (("vocabulary", vocabulary_mappings()), ("ontology", ontology_mappings())):
        (folder / f"{name}.sssom.tsv").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

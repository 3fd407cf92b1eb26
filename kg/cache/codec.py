"""Extractions and papers as compact bytes and back, without loss."""

from __future__ import annotations

import json
import zlib
from typing import Any

from kg.extract.data import Abbreviation, Extraction, Mention, Rejection, Relation
from kg.papers import Author, Paper, Source


def encode_extraction(extraction: Extraction) -> bytes:
    """Encode all of `extraction` but its paper; surfaces are left out, since offsets give them back."""
    return _pack(
        [
            extraction.sentences,
            [
                [
                    m.start,
                    m.end,
                    m.type,
                    m.confidence,
                    m.sources,
                    int(m.proposed) | int(m.negated) << 1,
                    m.sense,
                ]
                for m in extraction.mentions
            ],
            [
                [
                    r.head,
                    r.tail,
                    r.type,
                    r.confidence,
                    r.sources,
                    r.evidence,
                    int(r.negated),
                    r.trigger,
                ]
                for r in extraction.relations
            ],
            [[*a.short_span, *a.long_span, a.short, a.long] for a in extraction.abbreviations],
            [[r.code, r.text, r.reason, *r.span] for r in extraction.rejected],
        ]
    )


def decode_extraction(data: bytes, paper: Paper) -> Extraction:
    """Rebuild the extraction of `paper` from the bytes of `encode_extraction`."""
    sentences, mentions, relations, abbreviations, rejected = _unpack(data)
    text = paper.text
    return Extraction(
        paper=paper,
        sentences=tuple((start, end) for start, end in sentences),
        mentions=tuple(
            Mention(
                start,
                end,
                kind,
                text[start:end],
                confidence,
                tuple(sources),
                bool(flags & 1),
                bool(flags & 2),
                sense,
            )
            for start, end, kind, confidence, sources, flags, sense in mentions
        ),
        relations=tuple(
            Relation(
                head, tail, kind, confidence, tuple(sources), (start, end), bool(negated), trigger
            )
            for head, tail, kind, confidence, sources, (start, end), negated, trigger in relations
        ),
        abbreviations=tuple(
            Abbreviation(short, long, (a, b), (c, d)) for a, b, c, d, short, long in abbreviations
        ),
        rejected=tuple(
            Rejection(paper.id, code, surface, reason, (start, end))
            for code, surface, reason, start, end in rejected
        ),
    )


def encode_paper(paper: Paper) -> bytes:
    """Encode every field of `paper`."""
    return _pack(
        [
            paper.id,
            paper.title,
            paper.abstract,
            paper.year,
            paper.venue,
            [[author.name, author.orcid] for author in paper.authors],
            paper.doi,
            paper.arxiv,
            paper.url,
            paper.keywords,
            paper.references,
            paper.related_to,
            paper.truncated,
            [[source.file, source.line, source.key] for source in paper.sources],
        ]
    )


def decode_paper(data: bytes) -> Paper:
    """Rebuild a paper from the bytes of `encode_paper`."""
    fields = _unpack(data)
    fields[5] = tuple(Author(*author) for author in fields[5])
    for position in (9, 10, 11):
        fields[position] = tuple(fields[position])
    fields[13] = tuple(Source(*source) for source in fields[13])
    return Paper(*fields)


def _pack(value: object) -> bytes:
    return zlib.compress(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        ),
        1,
    )


def _unpack(data: bytes) -> list[Any]:
    value = json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))
    assert isinstance(value, list)
    return value

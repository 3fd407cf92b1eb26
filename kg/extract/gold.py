"""Extractions in the gold form: one JSON object a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kg.extract.data import Extraction


def to_gold(extraction: Extraction, concepts: Mapping[int, str] | None = None) -> dict[str, Any]:
    """Return the gold form of an extraction: `id`, `text` unchanged, `entities`, `relations`.

    `concepts` gives the concept id of mentions by index; relations that the text denies are left out.
    """
    named = concepts or {}
    return {
        "id": extraction.paper.id,
        "text": extraction.paper.text,
        "entities": [
            {
                "start": mention.start,
                "end": mention.end,
                "type": mention.type,
                "text": mention.text,
                "proposed": mention.proposed,
                "concept": named.get(index, ""),
                "confidence": mention.confidence,
                "source": "+".join(mention.sources),
            }
            for index, mention in enumerate(extraction.mentions)
        ],
        "relations": [
            {
                "head": relation.head,
                "tail": relation.tail,
                "type": relation.type,
                "confidence": relation.confidence,
            }
            for relation in extraction.relations
            if not relation.negated
        ],
    }

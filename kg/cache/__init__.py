"""The cache of extractions: what was read in each paper, kept by content so that no text is read twice."""

from kg.cache.store import Corpus, ExtractionCache, Usage, content_key

__all__ = ["Corpus", "ExtractionCache", "Usage", "content_key"]

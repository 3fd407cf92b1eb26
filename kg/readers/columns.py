"""What the columns of tables and the members of JSON objects are called, by exporter after exporter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

_OTHER = re.compile(r"[\W_]+")

NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "title": (
        "title", "document title", "article title", "item title", "paper title", "titles", "ti", "primary title", "display name",
        "original title", "paper", "name of paper", "work title", "title display", "publication title english", "translated title", "item label",
        "titel", "titre", "título", "titulo", "titolo", "标题", "题名", "题目", "篇名", "タイトル", "標題",
    ),
    "abstract": (
        "abstract", "abstracts", "abstract note", "ab", "abstract text", "summary", "paper abstract", "abstract english",
        "notes abstract", "abstract en", "description", "tldr", "n2", "articleabstract", "abstract inverted index", "indexed abstract", "summaries",
        "zusammenfassung", "kurzfassung", "résumé", "resumen", "resumo", "riassunto", "摘要", "抄録", "要旨",
    ),
    "year": (
        "year", "publication year", "pub year", "py", "year of publication", "published year", "publish year", "date", "publication date",
        "date published", "published", "pub date", "publish time", "issued", "published online", "published print", "created", "online date",
        "cover date", "update date", "y1", "date added to xplore", "published date", "release date", "publicationdate", "creation date",
        "produced date", "produced date y", "year published", "published at", "submission date", "issue date", "container issued",
        "jahr", "erscheinungsjahr", "année", "año", "ano", "anno", "年份", "年", "出版年", "发表时间", "発行年",
    ),
    "venue": (
        "venue", "source title", "publication title", "journal", "journal title", "journal name", "container title", "so", "journal info", "publication info", "source",
        "publication venue", "conference", "booktitle", "book title", "publication name", "host venue", "journal book", "primary location display name",
        "proceedings title", "full journal title", "conference name", "event name", "periodical", "jt", "t2", "publisher", "journal ref",
        "container title short", "event", "proceeding", "publication", "source display name", "pub",
        "zeitschrift", "revue", "revista", "rivista", "来源", "刊名", "期刊", "雑誌名",
    ),
    "authors": (
        "author full names", "author full name", "af", "authors", "author", "author s", "au", "creator", "creators", "author names", "authors names",
        "authorships", "authorships author display name", "authors parsed", "contributors", "authors raw", "author list", "author string", "a1",
        "authorships raw author name", "author name", "auth full name", "author display", "z authors", "names", "by", "autoren", "autor", "verfasser", "auteurs", "auteur", "autores", "autori", "作者", "著者",
    ),
    "doi": ("doi", "item doi", "doi link", "di", "digital object identifier", "article doi", "doi url", "paper doi", "do", "ids doi", "dois", "doi id"),
    "arxiv": ("arxiv", "arxiv id", "arxivid", "eprint", "arxiv url", "arxiv eprints", "preprint"),
    "url": (
        "url", "link", "links", "paper url", "document url", "pdf link", "url landing", "article url", "source url", "urls", "ur", "uri",
        "pdf url", "html url", "web url", "arxiv link", "external url", "landing page url", "file url",
    ),
    "keywords": (
        "keywords", "author keywords", "keyword", "tags", "manual tags", "de", "author keyword", "keywords plus", "index keywords",
        "subjects", "subject", "ieee terms", "mesh terms", "concepts", "topics", "index terms", "kw", "fields of study", "schlagwörter", "mots clés", "palabras clave", "关键词",
    ),
    "key": ("id", "key", "accession number", "eid", "ut unique wos id", "paper id", "paperid", "record id", "pmid", "lens id", "ut", "citation key", "corpus id", "cord uid", "citekey", "identifier", "item key"),
}  # fmt: skip
"""Names of each field in `normal` form, the best first."""

_FIELD_OF: Final = {
    name: (field, rank) for field, names in NAMES.items() for rank, name in enumerate(names)
}


def normal(name: str) -> str:
    """Return a column name in lower case, its words apart by single spaces, camel case undone."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return _OTHER.sub(" ", apart.lower()).strip()


@lru_cache(maxsize=4096)
def find(name: str) -> tuple[str, int] | None:
    """Return the field that a column holds, and the rank of the name among the field's names."""
    return _FIELD_OF.get(normal(name))

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.readers.support import read_text

RECORDS: dict[str, Any] = {
    "arxiv": {"id": "2101.00001", "submitter": "x", "authors": "Ada Byron and Alan Turing", "title": "Rows\n  ahead", "categories": "cs.DC",
              "abstract": "  We fetch rows.\n", "update_date": "2019-05-01"},
    "openalex": {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.1000/x", "title": "Rows ahead", "publication_year": 2019,
                 "authorships": [{"author": {"display_name": "Ada Byron", "orcid": "https://orcid.org/0000-0001-2345-678X"}},
                                 {"author": {"display_name": "Alan Turing"}}],
                 "primary_location": {"source": {"display_name": "J"}}, "referenced_works": ["https://openalex.org/W2"],
                 "abstract_inverted_index": {"We": [0], "rows.": [2], "fetch": [1]}},
    "s2": {"paperId": "abc", "externalIds": {"DOI": "10.1000/x"}, "title": "Rows ahead", "abstract": "We fetch rows.", "year": 2019,
           "authors": [{"authorId": "1", "name": "Ada Byron"}, {"name": "Alan Turing"}], "references": [{"paperId": "def", "title": "T"}]},
    "crossref": {"message": {"DOI": "10.1000/X", "title": ["Rows ahead"], "container-title": ["J"], "issued": {"date-parts": [[2019, 5]]},
                 "author": [{"given": "Ada", "family": "Byron"}, {"given": "Alan", "family": "Turing"}],
                 "abstract": "<jats:title>Abstract</jats:title><jats:p>We fetch rows.</jats:p>"}},
    "csl": {"id": "k", "type": "article", "title": "Rows ahead", "abstract": "We fetch rows.", "issued": {"date-parts": [["2019"]]},
            "author": [{"family": "Byron", "given": "Ada"}, {"family": "Turing", "given": "Alan"}], "container-title": "J"},
    "s2orc": {"paper_id": "1", "title": "Rows ahead", "abstract": [{"text": "We fetch"}, {"text": "rows."}], "year": "2019",
              "authors": [{"first": "Ada", "middle": [], "last": "Byron"}, {"first": "Alan", "last": "Turing"}]},
    "zotero": {"itemType": "journalArticle", "title": "Rows ahead", "abstractNote": "We fetch rows.", "date": "05/2019",
               "creators": [{"firstName": "Ada", "lastName": "Byron"}, {"firstName": "Alan", "lastName": "Turing"}]},
    "datacite": {"id": "x", "type": "dois", "attributes": {"titles": [{"title": "Rows ahead"}], "publicationYear": 2019, "doi": "10.1000/x",
                 "creators": [{"name": "Byron, Ada"}, {"name": "Turing, Alan"}],
                 "descriptions": [{"descriptionType": "Abstract", "description": "We fetch rows."}]}},
    "openreview": {"id": "x", "content": {"title": {"value": "Rows ahead"}, "abstract": {"value": "We fetch rows."},
                   "authors": {"value": ["Ada Byron", "Alan Turing"]}, "year": {"value": 2019}}},
    "cord19": {"paper_id": "1", "metadata": {"title": "Rows ahead", "authors": [{"first": "Ada", "last": "Byron"}, {"first": "Alan", "last": "Turing"}]},
               "abstract": [{"text": "We fetch rows."}], "year": 2019, "body_text": [{"text": "Much more."}]},
    "inspire": {"hits": {"hits": [{"id": "1", "metadata": {"titles": [{"title": "Rows ahead"}], "abstracts": [{"value": "We fetch rows."}],
                "authors": [{"full_name": "Byron, Ada"}, {"full_name": "Turing, Alan"}], "dois": [{"value": "10.1000/x"}],
                "publication_info": [{"journal_title": "J", "year": 2019}]}}], "total": 1}},
    "zenodo": {"hits": {"hits": [{"id": 1, "title": "Rows ahead", "doi": "10.1000/x", "metadata": {"title": "Rows ahead",
               "description": "<p>We fetch rows.</p>", "creators": [{"name": "Byron, Ada"}, {"name": "Turing, Alan"}], "publication_date": "2019-05-01"}}]}},
    "hal": {"response": {"docs": [{"title_s": ["Rows ahead"], "abstract_s": ["We fetch rows."], "authFullName_s": ["Ada Byron", "Alan Turing"],
            "producedDateY_i": 2019, "doiId_s": "10.1000/x", "journalTitle_s": "J"}]}},
    "scopus": {"search-results": {"entry": [{"dc:title": "Rows ahead", "dc:description": "We fetch rows.", "authors": "Ada Byron; Alan Turing",
               "prism:coverDate": "2019-05-01", "prism:publicationName": "J", "prism:doi": "10.1000/x"}]}},
    "lens": {"data": [{"lens_id": "1", "title": "Rows ahead", "abstract": "We fetch rows.", "year_published": 2019, "source": {"title": "J"},
             "authors": [{"first_name": "Ada", "last_name": "Byron"}, {"first_name": "Alan", "last_name": "Turing"}],
             "external_ids": [{"type": "doi", "value": "10.1000/x"}]}]},
    "wos": {"hits": [{"uid": "WOS:1", "title": "Rows ahead", "source": {"sourceTitle": "J", "publishYear": 2019}, "abstract": "We fetch rows.",
            "names": {"authors": [{"displayName": "Byron, Ada"}, {"displayName": "Turing, Alan"}]}, "identifiers": {"doi": "10.1000/x"}}]},
    "biorxiv": {"messages": [{"status": "ok"}], "collection": [{"doi": "10.1000/x", "title": "Rows ahead", "authors": "Ada Byron; Alan Turing",
                "date": "2019-05-01", "abstract": "We fetch rows."}]},
    "huggingface": [{"paper": {"id": "1905.00001", "title": "Rows ahead", "summary": "We fetch rows.", "publishedAt": "2019-05-01T00:00:00Z",
                     "authors": [{"name": "Ada Byron"}, {"name": "Alan Turing"}]}, "title": "Rows ahead"}],
    "schema.org": {"@context": "https://schema.org", "@type": "ScholarlyArticle", "name": "Rows ahead", "abstract": "We fetch rows.",
                   "author": [{"@type": "Person", "name": "Ada Byron"}, {"name": "Alan Turing"}], "datePublished": "2019-05-01"},
    "doaj": {"results": [{"bibjson": {"title": "Rows ahead", "abstract": "We fetch rows.", "year": "2019", "journal": {"title": "J"},
             "author": [{"name": "Ada Byron"}, {"name": "Alan Turing"}], "identifier": [{"id": "10.1000/x", "type": "doi"}]}}]},
    "neurips": {"count": 1, "results": [{"id": 1, "name": "Rows ahead", "abstract": "We fetch rows.", "eventtype": "Poster", "year": 2019,
                "authors": [{"fullname": "Ada Byron"}, {"fullname": "Alan Turing"}]}]},
    "europepmc": {"resultList": {"result": [{"id": "1", "title": "Rows ahead", "abstractText": "<h4>Abstract</h4>We fetch rows.", "pubYear": "2019",
                  "authorString": "Ada Byron, Alan Turing", "doi": "10.1000/x", "journalInfo": {"journal": {"title": "J"}}}]}},
    "aminer": {"id": 1, "title": "Rows ahead", "authors": [{"name": "Ada Byron"}, {"name": "Alan Turing"}], "year": 2019,
               "indexed_abstract": {"IndexLength": 3, "InvertedIndex": {"We": [0], "rows.": [2], "fetch": [1]}}},
    "springer": {"apiMessage": "x", "records": [{"title": "Rows ahead", "abstract": {"h1": "Abstract", "p": "We fetch rows."}, "doi": "10.1000/x",
                 "creators": [{"creator": "Byron, Ada"}, {"creator": "Turing, Alan"}], "publicationDate": "2019-05-01"}]},
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_of_each_service(tmp_path: Path, name: str) -> None:
    (paper,), report = read_text(tmp_path, json.dumps(RECORDS[name]), "a.json")
    assert (paper.title, paper.abstract, paper.year) == ("Rows ahead", "We fetch rows.", 2019)
    assert [author.name for author in paper.authors] == ["Ada Byron", "Alan Turing"]
    assert report.records == 1
    text = json.dumps(RECORDS[name])
    assert paper.doi == ("10.1000/x" if "10.1000/x" in text.lower() else "")
    assert paper.venue == ("J" if '"J"' in text else "")


def test_identifiers_orcids_and_references_are_kept(tmp_path: Path) -> None:
    (arxiv,), _ = read_text(tmp_path, json.dumps(RECORDS["arxiv"]), "a.json")
    (openalex,), _ = read_text(tmp_path, json.dumps(RECORDS["openalex"]), "a.json")
    (s2,), _ = read_text(tmp_path, json.dumps(RECORDS["s2"]), "a.json")
    (hugging_face,), _ = read_text(tmp_path, json.dumps(RECORDS["huggingface"]), "a.json")
    assert (arxiv.id, hugging_face.id) == ("arxiv:2101.00001", "arxiv:1905.00001")
    assert (openalex.id, openalex.venue, openalex.references) == (
        "doi:10.1000/x",
        "J",
        ("openalex:W2",),
    )
    assert openalex.authors[0].orcid == "0000-0001-2345-678X"
    assert (s2.id, s2.references) == ("doi:10.1000/x", ("s2:def",))


def test_null_elements_and_missing_abstracts_are_no_records_and_no_crash(tmp_path: Path) -> None:
    text = '{"total": 2, "data": [null, {"paperId": "1", "title": "Rows ahead", "abstract": null}]}'
    (paper,), report = read_text(tmp_path, text, "a.json")
    assert (paper.abstract, report.records, report.skipped) == ("", 1, ())
    assert "W106" in report.warnings[0]


def test_entities_in_the_words_of_an_index(tmp_path: Path) -> None:
    text = '{"results": [{"id": "https://openalex.org/W1", "title": "R&amp;D", "abstract_inverted_index": {"R&amp;D": [0], "on": [1, 3], "a": [2]}}]}'
    (paper,), _ = read_text(tmp_path, text, "a.json")
    assert (paper.title, paper.abstract) == ("R&D", "R&D on a on")

"""The cache of extractions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.cache import ExtractionCache
from kg.cache.codec import decode_extraction, decode_paper, encode_extraction, encode_paper
from kg.errors import InputError, OutputError
from kg.extract.data import Abbreviation, Extraction, Mention, Rejection, Relation
from kg.papers import Author, Paper, Source, text_id

TEXT = st.text(max_size=40)


def paper(abstract: str, title: str = "T", **fields: object) -> Paper:
    return Paper(text_id(title, abstract), title, abstract, **fields)  # type: ignore[arg-type]


def extraction(of: Paper) -> Extraction:
    text = of.text
    return Extraction(
        paper=of,
        sentences=((0, len(text)),),
        mentions=(
            Mention(0, 1, "Method", text[:1], 0.5, ("a", "b"), True, False, "method/x"),
            Mention(1, 3, "Task", text[1:3], 1.0, ("a",), False, True),
        ),
        relations=(Relation(0, 1, "usedFor", 0.25, ("r",), (0, 3), True, "for"),),
        abbreviations=(Abbreviation("S", "LONG", (1, 2), (2, 3)),),
        rejected=(Rejection(of.id, "R1", "x", "why", (1, 2)),),
    )


@given(TEXT, TEXT, st.none() | st.integers(1800, 2100), TEXT, st.booleans())
def test_a_paper_survives_its_bytes(
    title: str, abstract: str, year: int | None, name: str, cut: bool
) -> None:
    original = Paper(
        "id",
        title,
        abstract,
        year,
        "venue",
        (Author(name, "0000"),),
        "10.1/x",
        "1234.5678",
        "https://example.org",
        (name,),
        ("a", "b"),
        ("c",),
        cut,
        (Source("f", 3, "k"),),
    )
    assert decode_paper(encode_paper(original)) == original


@given(TEXT)
def test_an_extraction_survives_its_bytes(abstract: str) -> None:
    original = extraction(paper(abstract, title="Three words here"))
    assert decode_extraction(encode_extraction(original), original.paper) == original


def test_only_what_is_new_is_missing(tmp_path: Path) -> None:
    one, two = paper("one abstract"), paper("two abstracts")
    with ExtractionCache(tmp_path / "x.sqlite", "f1") as cache:
        cache.begin()
        assert cache.list([one, two]) == 2
        assert {p.id for p in cache.missing()} == {one.id, two.id}
        cache.add([extraction(one)])
        assert [p.id for p in cache.missing()] == [two.id]
        assert cache.count_missing() == 1
    with ExtractionCache(tmp_path / "x.sqlite", "f2") as cache:
        cache.begin()
        cache.list([one, two])
        assert cache.count_missing() == 2, "another extractor reads every text again"


def test_a_list_is_current_only_once_published(tmp_path: Path) -> None:
    one, two = paper("one abstract"), paper("two abstracts")
    with ExtractionCache(tmp_path / "x.sqlite", "f") as cache:
        cache.begin()
        cache.list([one])
        cache.add([extraction(one)])
        cache.publish()
        cache.begin()
        cache.list([two])
        cache.add([extraction(two)])
        assert [x.paper for x in cache.corpus(published=True)] == [one]
        assert [x.paper for x in cache.corpus()] == [two]
        cache.publish()
        assert [x.paper for x in cache.corpus(published=True)] == [two]
        assert cache.prune() == 1
        assert cache.counts() == {"papers": 1, "interrupted": 0, "extractions": 1}


def test_the_corpus_comes_in_order_of_id_and_more_than_once(tmp_path: Path) -> None:
    papers = [paper(f"abstract {n}") for n in range(1203)]
    with ExtractionCache(tmp_path / "x.sqlite", "f") as cache:
        cache.begin()
        cache.list(reversed(papers))
        cache.add(extraction(p) for p in papers)
        corpus = cache.corpus()
        ids = [x.paper.id for x in corpus]
        assert ids == sorted(p.id for p in papers)
        assert ids == [x.paper.id for x in corpus]


def test_a_damaged_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"this is no database at all" * 400)
    with ExtractionCache(path, "f") as cache:
        assert cache.counts() == {"papers": 0, "interrupted": 0, "extractions": 0}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("x")
    with pytest.raises(OutputError, match="E020"):
        ExtractionCache(blocker / "sub" / "x.sqlite", "f")


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with ExtractionCache(path, "f") as first:
        first.begin()
        with pytest.raises(OutputError, match="E021"):
            ExtractionCache(path, "f")
    with ExtractionCache(path, "f") as again:
        again.begin()


@pytest.mark.parametrize("table", ["paper", "record", "extraction"])
def test_a_damaged_entry_names_the_file(tmp_path: Path, table: str) -> None:
    path = tmp_path / "x.sqlite"
    one = paper("one abstract")
    with ExtractionCache(path, "f") as cache:
        cache.begin()
        cache.list([one])
        cache.keep([one])
        cache.add([extraction(one)])
        cache.publish()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE {table} SET body=?", (b"no longer what it was",))
    with ExtractionCache(path, "f") as cache, pytest.raises(InputError, match=r"E023.*x\.sqlite"):
        list(chain(cache.records(), cache.corpus(published=True)))


def filled(path: Path, fingerprint: str, *papers: Paper) -> None:
    """List and publish papers, with an extraction of each."""
    with ExtractionCache(path, fingerprint) as cache:
        cache.begin()
        cache.list(papers)
        cache.add(extraction(p) for p in papers)
        cache.publish()


def test_usage_is_told_by_extractor(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    one, two, three = (paper(f"abstract {n}") for n in range(3))
    filled(path, "old", one, two)
    filled(path, "new", two, three)
    with ExtractionCache(path, "new") as cache:
        old, new = sorted(cache.usage(), key=lambda u: u.used)
    assert (old.fingerprint, old.entries, old.used) == ("old", 2, 0)
    assert (new.fingerprint, new.entries, new.used) == ("new", 2, 2)
    assert new.size == sum(len(encode_extraction(extraction(p))) for p in (two, three))


def test_pruning_drops_other_extractors_and_keeps_an_interrupted_build(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    one, two, three = (paper(f"abstract {n}") for n in range(3))
    filled(path, "old", one)
    filled(path, "new", one, two)
    with ExtractionCache(path, "new") as cache:
        cache.begin()
        cache.list([three])
        cache.add([extraction(three)])
    with ExtractionCache(path, "new") as cache:
        assert cache.counts() == {"papers": 2, "interrupted": 1, "extractions": 4}
        assert cache.prune() == 1
        assert cache.counts() == {"papers": 2, "interrupted": 1, "extractions": 3}
        assert cache.prune() == 0


def test_a_listed_paper_that_only_another_extractor_read_is_pruned(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    filled(path, "old", paper("one abstract"))
    with ExtractionCache(path, "new") as cache:
        assert cache.prune() == 1
        assert cache.usage() == ()


def test_clearing_keeps_the_lists_and_gives_the_space_back(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    papers = [paper(f"abstract {n} " + "long " * 200) for n in range(300)]
    filled(path, "f", *papers)
    before = path.stat().st_size
    with ExtractionCache(path, "f") as cache:
        assert cache.clear() == 300
        assert cache.counts() == {"papers": 300, "interrupted": 0, "extractions": 0}
    assert path.stat().st_size < before


def test_nothing_is_made_where_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="E024"):
        ExtractionCache(tmp_path / "x.sqlite", "f", create=False)
    assert not (tmp_path / "x.sqlite").exists()


def test_a_damaged_file_is_left_alone_unless_a_new_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"this is no database at all" * 400)
    with pytest.raises(InputError, match=r"E023.*x\.sqlite"):
        ExtractionCache(path, "f", create=False)
    assert path.read_bytes().startswith(b"this is no database")


def test_a_file_of_another_version_is_replaced_only_by_a_build(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    filled(path, "f", paper("one abstract"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=77")
    with pytest.raises(InputError, match=r"E025.*x\.sqlite"):
        ExtractionCache(path, "f", create=False)
    with ExtractionCache(path, "f") as cache:
        assert cache.counts() == {"papers": 0, "interrupted": 0, "extractions": 0}

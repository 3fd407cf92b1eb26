"""One SQLite file that holds extractions by content and the papers of the current build."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kg.cache.codec import decode_extraction, decode_paper, encode_extraction, encode_paper
from kg.errors import InputError, OutputError
from kg.extract.data import Extraction
from kg.papers import Paper

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS extraction (key BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS paper (
    list TEXT NOT NULL, id TEXT NOT NULL, key BLOB NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (list, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS record (
    list TEXT NOT NULL, number INTEGER NOT NULL, context INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (list, context, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_CURRENT: Final = "current"
_NEXT: Final = "next"
_VERSION: Final = "1"
_PAGE: Final = 500


class ExtractionCache:
    """Extractions by hash of text and extractor fingerprint, in one crash-safe SQLite file.

    A build first `list`s its papers under a name of their own, adds the extractions that are
    missing, batch by batch, and `publish`es the list at the end: a run that is cut short leaves the
    previous list as it was and keeps every finished batch.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        self.fingerprint = fingerprint
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
        except sqlite3.DatabaseError:
            # A damaged cache holds nothing that cannot be read again.
            path.unlink(missing_ok=True)
            self._db = self._open()
        except OSError as error:
            raise OutputError("E020", path=path.parent, reason=error.strerror) from error

    def _open(self) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(self.path, timeout=3)
        except sqlite3.OperationalError as error:
            raise OutputError("E020", path=self.path, reason=error) from error
        try:
            # One writer at a time; the system drops the lock with the process, even a killed one.
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.executescript(_SCHEMA)
            version = db.execute("SELECT value FROM meta WHERE name='version'").fetchone()
            if version and version[0] != _VERSION:
                db.executescript("DELETE FROM extraction; DELETE FROM paper; DELETE FROM record;")
            db.execute("INSERT OR REPLACE INTO meta VALUES ('version', ?)", (_VERSION,))
            db.commit()
        except sqlite3.OperationalError as error:
            db.close()
            if "locked" in str(error):
                raise OutputError("E021", path=self.path.parent) from error
            raise OutputError("E020", path=self.path, reason=error) from error
        except sqlite3.DatabaseError:
            db.close()
            raise
        return db

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; what was added stays."""
        self._db.close()

    def key(self, paper: Paper) -> bytes:
        """Return the key of a paper's extraction: a hash of fingerprint, text and its being cut."""
        parts = (self.fingerprint, str(len(paper.title)), str(paper.truncated), paper.text)
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()

    def begin(self) -> None:
        """Start a new list of papers, dropping what an interrupted build had listed."""
        with self._db:
            self._db.execute("DELETE FROM paper WHERE list=?", (_NEXT,))
            self._db.execute("DELETE FROM record WHERE list=?", (_NEXT,))

    def keep(self, records: Iterable[Paper], contexts: Iterable[Paper] = ()) -> None:
        """Keep the records that the new list was made from, before duplicates became one."""
        with self._db:
            for context, papers in enumerate((records, contexts)):
                self._db.executemany(
                    "INSERT INTO record VALUES (?,?,?,?)",
                    (
                        (_NEXT, number, context, encode_paper(paper))
                        for number, paper in enumerate(papers)
                    ),
                )

    def records(self, *, contexts: bool = False) -> Iterator[Paper]:
        """Yield the records of the current list in the order they were read, or its contexts.

        Raises `InputError` E023, as all that reads papers does, where the file is damaged.
        """
        with self.intact():
            rows = self._db.execute(
                "SELECT body FROM record WHERE list=? AND context=? ORDER BY number",
                (_CURRENT, int(contexts)),
            )
            for (body,) in rows:
                yield decode_paper(body)

    def absorb(self, other: ExtractionCache) -> None:
        """Take over the extractions that `other` holds; those already here stay."""
        with self._db:
            self._db.executemany(
                "INSERT OR IGNORE INTO extraction VALUES (?,?)",
                other._db.execute("SELECT key, body FROM extraction"),
            )

    def list(self, papers: Iterable[Paper]) -> int:
        """Add papers to the new list and return how many there were."""
        count = 0
        with self._db:
            for paper in papers:
                self._db.execute(
                    "INSERT OR REPLACE INTO paper VALUES (?,?,?,?)",
                    (_NEXT, paper.id, self.key(paper), encode_paper(paper)),
                )
                count += 1
        return count

    def listed(self, identifier: str) -> bool:
        """Say whether the new list has a paper of this id."""
        query = "SELECT 1 FROM paper WHERE list=? AND id=?"
        return self._db.execute(query, (_NEXT, identifier)).fetchone() is not None

    def missing(self) -> Iterator[Paper]:
        """Yield the listed papers whose text has not been read yet, in order of id."""
        with self.intact():
            for _, body, _ in self._rows(_NEXT, "AND extraction.body IS NULL"):
                yield decode_paper(body)

    def count_missing(self) -> int:
        """Count what `missing` yields."""
        row = self._db.execute(
            "SELECT count(*) FROM paper LEFT JOIN extraction USING (key) "
            "WHERE list=? AND extraction.body IS NULL",
            (_NEXT,),
        ).fetchone()
        return int(row[0])

    def add(self, extractions: Iterable[Extraction]) -> None:
        """Store a batch of extractions in one transaction."""
        with self._db:
            self._db.executemany(
                "INSERT OR REPLACE INTO extraction VALUES (?,?)",
                ((self.key(x.paper), encode_extraction(x)) for x in extractions),
            )

    def corpus(self, *, published: bool = False) -> Corpus:
        """Return the extractions of the new list, or of the published one, in order of paper id."""
        return Corpus(self, _CURRENT if published else _NEXT)

    def publish(self) -> None:
        """Make the new list the current one."""
        with self._db:
            self._db.execute("DELETE FROM paper WHERE list=?", (_CURRENT,))
            self._db.execute("UPDATE paper SET list=? WHERE list=?", (_CURRENT, _NEXT))
            self._db.execute("DELETE FROM record WHERE list=?", (_CURRENT,))
            self._db.execute("UPDATE record SET list=? WHERE list=?", (_CURRENT, _NEXT))

    def prune(self) -> int:
        """Drop the extractions that the current list does not use; return how many."""
        with self._db:
            dropped = self._db.execute(
                "DELETE FROM extraction WHERE key NOT IN (SELECT key FROM paper)"
            ).rowcount
        with closing(self._db.cursor()) as cursor:
            cursor.execute("VACUUM")
        return dropped

    def counts(self) -> dict[str, int]:
        """Return how many papers are listed and how many extractions are kept."""
        (papers,) = self._db.execute(
            "SELECT count(*) FROM paper WHERE list=?", (_CURRENT,)
        ).fetchone()
        (extractions,) = self._db.execute("SELECT count(*) FROM extraction").fetchone()
        return {"papers": papers, "extractions": extractions}

    @contextmanager
    def intact(self) -> Iterator[None]:
        """Name the file where something in it turns out to be damaged: `InputError` E023."""
        try:
            yield
        except sqlite3.OperationalError:
            # A full disk or a lock: nothing is damaged.
            raise
        except (sqlite3.DatabaseError, zlib.error, ValueError) as error:
            raise InputError("E023", path=self.path, reason=error) from error

    def _rows(self, name: str, condition: str = "") -> Iterator[tuple[str, bytes, bytes]]:
        # Paged by id rather than one open cursor, so that `add` may write in between.
        last = ""
        while True:
            rows = self._db.execute(
                "SELECT paper.id, paper.body, extraction.body FROM paper "
                f"LEFT JOIN extraction USING (key) WHERE list=? AND id>? {condition} "
                "ORDER BY id LIMIT ?",
                (name, last, _PAGE),
            ).fetchall()
            if not rows:
                return
            yield from rows
            last = rows[-1][0]


class Corpus:
    """The extractions of one list of papers: iterable as often as needed, in constant memory."""

    def __init__(self, cache: ExtractionCache, name: str) -> None:
        self._cache = cache
        self._name = name

    def __iter__(self) -> Iterator[Extraction]:
        with self._cache.intact():
            for _, paper, extraction in self._cache._rows(self._name):
                if extraction is not None:
                    yield decode_extraction(extraction, decode_paper(paper))

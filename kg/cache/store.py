"""One SQLite file that holds extractions by content and the papers of the current build."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kg.cache.codec import decode_extraction, decode_paper, encode_extraction, encode_paper
from kg.errors import InputError, OutputError
from kg.extract.data import Extraction
from kg.papers import Paper

_SCHEMA: Final = (
    "CREATE TABLE extraction (key BLOB PRIMARY KEY, fingerprint TEXT NOT NULL, body BLOB NOT NULL)",
    "CREATE TABLE paper (list TEXT NOT NULL, id TEXT NOT NULL, key BLOB NOT NULL, "
    "body BLOB NOT NULL, PRIMARY KEY (list, id))",
    "CREATE TABLE record (list TEXT NOT NULL, number INTEGER NOT NULL, context INTEGER NOT NULL, "
    "body BLOB NOT NULL, PRIMARY KEY (list, context, number))",
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)
"""Not WITHOUT ROWID: a body of a kilobyte would take a page of four for itself in an index."""
_TABLES: Final = ("extraction", "paper", "record", "meta")
_CURRENT: Final = "current"
_NEXT: Final = "next"
_NOTE: Final = "note"
_VERSION: Final = 4
_PAGE: Final = 500
_FREE: Final = 0.25
"""Share of the file that may lie free; a build frees about as much as the next one fills again."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The extractions made by one extractor: how many, their bytes, and how many listed papers use."""

    fingerprint: str
    entries: int
    size: int
    used: int


def content_key(paper: Paper, fingerprint: str = "") -> bytes:
    """Hash a paper's text, its being cut, and what reads it (SHA-256)."""
    parts = (fingerprint, str(len(paper.title)), str(paper.truncated), paper.text)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


class ExtractionCache:
    """Extractions by hash of text and extractor fingerprint, in one crash-safe SQLite file.

    A build first `list`s its papers under a name of their own, adds the extractions that are
    missing, batch by batch, and `publish`es the list at the end: a run that is cut short leaves the
    previous list as it was and keeps every finished batch.
    """

    def __init__(self, path: Path, fingerprint: str, *, create: bool = True) -> None:
        """Open the file, with `create` a new one where it is missing, damaged or of another version.

        Raises `OutputError` E020 where it cannot be written, E021 where another process has it
        open; without `create` also `InputError` E023 (damaged), E024 (missing), E025 (of another
        version).
        """
        self.path = path
        self.fingerprint = fingerprint
        if not create and not path.is_file():
            raise InputError("E024", path=path.parent)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open(create)
        except sqlite3.DatabaseError as error:
            if not create:
                raise InputError("E023", path=path, reason=error) from error
            # A damaged cache holds nothing that cannot be read again.
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            self._db = self._open(create)
        except OSError as error:
            raise OutputError("E020", path=path.parent, reason=error.strerror) from error

    def _open(self, create: bool) -> sqlite3.Connection:
        try:
            db = sqlite3.connect(self.path, timeout=3)
        except sqlite3.OperationalError as error:
            raise OutputError("E020", path=self.path, reason=error) from error
        try:
            # One writer at a time; the system drops the lock with the process, even a killed one.
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("BEGIN IMMEDIATE")
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version != _VERSION:
                if not create:
                    raise InputError("E025", path=self.path)
                for table in _TABLES:
                    db.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in _SCHEMA:
                    db.execute(statement)
                db.execute(f"PRAGMA user_version={_VERSION}")
            db.commit()
        except sqlite3.OperationalError as error:
            db.close()
            if "locked" in str(error):
                raise OutputError("E021", path=self.path.parent) from error
            raise OutputError("E020", path=self.path, reason=error) from error
        except (sqlite3.DatabaseError, InputError):
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
        """Return the key of a paper's extraction by this cache's extractor."""
        return content_key(paper, self.fingerprint)

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

    def absorb(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Take over entries made elsewhere by the same extractor; those already here stay."""
        with self._db:
            self._db.executemany(
                "INSERT OR IGNORE INTO extraction VALUES (?,?,?)",
                ((key, self.fingerprint, body) for key, body in entries),
            )

    def entries(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the extractions of this cache's extractor as they are kept: key and encoded body."""
        query = "SELECT key, body FROM extraction WHERE fingerprint=?"
        yield from self._db.execute(query, (self.fingerprint,))

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
                "INSERT OR REPLACE INTO extraction VALUES (?,?,?)",
                ((self.key(x.paper), self.fingerprint, encode_extraction(x)) for x in extractions),
            )

    def corpus(self, *, published: bool = False) -> Corpus:
        """Return the extractions of the new list, or of the published one, in order of paper id."""
        return Corpus(self, _CURRENT if published else _NEXT)

    def digest(self) -> str:
        """Hash the papers of the new list, their extractions and the extractor (SHA-256)."""
        digest = hashlib.sha256(self.fingerprint.encode())
        rows = self._db.execute("SELECT key, body FROM paper WHERE list=? ORDER BY id", (_NEXT,))
        for key, body in rows:
            digest.update(key)
            digest.update(hashlib.sha256(body).digest())
        return digest.hexdigest()

    @property
    def note(self) -> str:
        """What was noted when the current list was published."""
        row = self._db.execute("SELECT value FROM meta WHERE name=?", (_NOTE,)).fetchone()
        return str(row[0]) if row else ""

    def publish(self, note: str = "") -> None:
        """Make the new list the current one, with a `note` on it."""
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?,?)", (_NOTE, note))
            self._db.execute("DELETE FROM paper WHERE list=?", (_CURRENT,))
            self._db.execute("UPDATE paper SET list=? WHERE list=?", (_CURRENT, _NEXT))
            self._db.execute("DELETE FROM record WHERE list=?", (_CURRENT,))
            self._db.execute("UPDATE record SET list=? WHERE list=?", (_CURRENT, _NEXT))

    def prune(self) -> int:
        """Drop the extractions of other extractors and of papers that are not listed; return how many.

        The papers of an interrupted build are still listed.
        """
        with self._db:
            dropped = self._db.execute(
                "DELETE FROM extraction WHERE fingerprint<>? OR key NOT IN (SELECT key FROM paper)",
                (self.fingerprint,),
            ).rowcount
        self._compact()
        return dropped

    def clear(self) -> int:
        """Drop every extraction, but not the lists of papers; return how many."""
        with self._db:
            dropped = self._db.execute("DELETE FROM extraction").rowcount
        self._compact()
        return dropped

    def _compact(self) -> None:
        """Give space back once it is worth to write the whole file anew."""
        (free,) = self._db.execute("PRAGMA freelist_count").fetchone()
        (pages,) = self._db.execute("PRAGMA page_count").fetchone()
        if free > _FREE * pages:
            self._db.execute("VACUUM")

    def usage(self) -> tuple[Usage, ...]:
        """Return what is kept of each extractor, by fingerprint."""
        rows = self._db.execute(
            "SELECT fingerprint, count(*), sum(length(body)), "
            "sum(key IN (SELECT key FROM paper)) "
            "FROM extraction GROUP BY fingerprint ORDER BY fingerprint"
        )
        return tuple(Usage(*row) for row in rows)

    def counts(self) -> dict[str, int]:
        """Count the papers of the current list and of an interrupted build's, and the extractions."""
        count = "SELECT count(*) FROM paper WHERE list=?"
        (papers,) = self._db.execute(count, (_CURRENT,)).fetchone()
        (interrupted,) = self._db.execute(count, (_NEXT,)).fetchone()
        (extractions,) = self._db.execute("SELECT count(*) FROM extraction").fetchone()
        return {"papers": papers, "interrupted": interrupted, "extractions": extractions}

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

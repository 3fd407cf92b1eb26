"""Refusing what reaches outside the graph or would change it, as the engine itself understands it."""

from __future__ import annotations

import re
from typing import Final

from pyoxigraph import Store

from kg.errors import QueryError
from kg.graph.namespaces import PREFIXES
from kg.query import syntax

_OUTSIDE: Final = {"SERVICE": "E503", "FROM": "E505"}
_UPDATES: Final = frozenset(
    ("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "COPY", "MOVE", "ADD", "WITH")
)


def refuse(query: str, *, service: bool = False, dataset: bool = False) -> None:
    """Raise `QueryError` where the engine would read SERVICE or FROM.

    `service` allows the one, `dataset` the other. Raises `SyntaxError` where the query is none.

    The engine's own parser decides, on the query with these words misspelt wherever they stand: a
    name, a text or a comment stays one, but what was the keyword is no SPARQL any more. So nothing
    passes that the engine reads another way than we do: it knows no spaces between words, for one,
    and takes `SERVICESILENT<http://x>` for SERVICE. The query itself is not run. `query` must be
    `syntax.decoded`, and is what the engine gets.
    """
    allowed = {"SERVICE": service, "FROM": dataset}
    # SERVICE is never right here: nothing is to be asked of others to find out whether it may be.
    words = [word for word in _OUTSIDE if word == "SERVICE" or not allowed[word]]
    misspelt = re.sub("|".join(words), _misspell, query, flags=re.IGNORECASE)
    if misspelt == query:
        return
    try:
        Store().query(misspelt, prefixes=PREFIXES)
    except SyntaxError as error:
        for word in words:
            token = _keyword(query, word)
            if token is not None and not allowed[word]:
                where = syntax.position(query, token.start)
                raise QueryError(_OUTSIDE[word], where=where) from error
        # Where SERVICE is allowed, it alone may be what is amiss.
        if not service:
            raise


def refuse_update(query: str) -> None:
    """Raise `QueryError` E506 for a query that is none because it is an update."""
    for token in syntax.tokens(query):
        word = token.text.upper()
        if token.kind == "word" and word in _UPDATES:
            raise QueryError("E506", word=word, where=syntax.position(query, token.start))


def _misspell(match: re.Match[str]) -> str:
    """Put a Q for the last letter: the places of all others, which messages name, stay the same."""
    return match[0][:-1] + ("Q" if match[0][-1].isupper() else "q")


def _keyword(query: str, word: str) -> syntax.Token | None:
    """Find what the engine may have taken for `word`: it, alone or grown together with others."""
    known = syntax.prefixes(query)
    for token in syntax.tokens(query):
        prefix, colon, _ = token.text.partition(":")
        if (token.kind == "word" or (token.kind == "name" and colon and prefix not in known)) and (
            word in prefix.upper()
        ):
            return token
    return None

"""What the command line says, as `view` wants it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kg.errors import InputError, UsageError
from kg.schema import ENTITY_TYPES


def entity_types(names: Iterable[str]) -> tuple[str, ...]:
    """Return the entity types meant by `names`, in any case; raises `UsageError` for another name."""
    known = {name.casefold(): name for name in ENTITY_TYPES}
    found = []
    for name in names:
        if name.casefold() not in known:
            raise UsageError("E604", name=name, known=", ".join(ENTITY_TYPES))
        found.append(known[name.casefold()])
    return tuple(found)


def query_text(path: Path) -> str:
    """Read a query file; raises `InputError` where it is missing or no text."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise InputError("E001", path=path) from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError("E002", path=path, reason=error) from error

"""Many short texts in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload


class Texts(Sequence[str]):
    """A growing sequence of texts: their UTF-8 and 8 bytes each, where a list takes 60 bytes more."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._ends = array("Q")

    def append(self, text: str) -> None:
        """Add a text at the end."""
        self._data += text.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._data))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        end = self._ends[index]
        # The first text begins where no other ends.
        start = self._ends[index - 1] if index and index != -len(self._ends) else 0
        return self._data[start:end].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        start = 0
        for end in self._ends:
            yield self._data[start:end].decode("utf-8", "surrogatepass")
            start = end

    def __len__(self) -> int:
        return len(self._ends)

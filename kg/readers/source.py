"""One input as text: bytes decoded, newlines made one kind, control characters removed, in blocks."""

from __future__ import annotations

import codecs
import lzma
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import BinaryIO

from kg.readers.data import Notes

_HEAD = 1 << 16
_BLOCK = 1 << 18
_LINE_LIMIT = 1 << 26
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"\s*(?:<\?xml[^>]{0,80}?\sencoding\s*=|%\s*Encoding:)\s*[\"']?"
    rb"((?:iso-?8859[-_]|windows-125|cp125|koi8-)\w{1,2}|gbk|gb2312|gb18030|big5|euc[-_]\w\w|shift[-_]jis)\b",
    re.I,
)
"""A declaration of one of the old encodings; a declaration is no guess."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CONTROL_BYTES = bytes([*range(9), 11, 12, *range(14, 32)])
_TO_SPACE = frozenset("\x0b\x0c\x1c\x1d\x1e")
_BINARY_SHARE = 0.05


class Source:
    """The text of one input, which can be read from its start any number of times.

    The encoding is UTF-8 (bytes that are not become Windows-1252 letters, with a warning), UTF-16
    or UTF-32 (by byte order mark, UTF-16 also by its zeros). An encoding that the file itself declares
    is used if it is not UTF-8. Nothing is guessed from statistics of letters. Memory stays bounded by
    one block, or by one line of at most 64 Mi characters.
    """

    def __init__(self, name: str, open_bytes: Callable[[], BinaryIO], notes: Notes) -> None:
        self.name = name
        self.open_bytes = open_bytes
        self.notes = notes
        self._told = set[str]()

    @cached_property
    def start(self) -> bytes:
        """The first 64 KiB as they are."""
        return b"".join(self._read(limit=_HEAD))

    @cached_property
    def encoding(self) -> tuple[str, int]:
        """The codec and the length of the byte order mark."""
        for mark, codec in _BOMS:
            if self.start.startswith(mark):
                return codec, len(mark)
        sample = self.start[: len(self.start) // 2 * 2]
        for codec, zeros, letters in (
            ("utf-16-le", sample[1::2], sample[::2]),
            ("utf-16-be", sample[::2], sample[1::2]),
        ):
            if len(sample) >= 4 and zeros.count(0) > 0.4 * len(zeros) and letters.count(0) == 0:
                return codec, 0
        return self._declared or "utf-8", 0

    @property
    def _declared(self) -> str:
        """The codec that XML or JabRef's first line declares, unless the start is UTF-8 all the same."""
        declared = _DECLARED.match(self.start)
        try:
            codecs.getincrementaldecoder("utf-8")().decode(self.start)
        except UnicodeDecodeError:
            return (
                codecs.lookup(declared[1].decode()).name
                if declared and _is_known(declared[1])
                else ""
            )
        return ""

    @cached_property
    def is_binary(self) -> bool:
        """Whether the start holds too many control characters for a text."""
        codec, skip = self.encoding
        text = self.start[skip:].decode(codec, "replace")
        return len(_CONTROL.findall(text)) > max(2.0, _BINARY_SHARE * len(text))

    @cached_property
    def head(self) -> str:
        """The start of the text with the same lines as `lines` gives, for telling the format."""
        start = self.start[self.encoding[1] :]
        return self._cleaner().clean(start, final=len(self.start) < _HEAD)

    def _read(self, limit: int | None = None) -> Iterator[bytes]:
        """Yield the bytes in blocks, up to damage of the archive that they come from."""
        left = limit if limit is not None else 1
        try:
            with self.open_bytes() as stream:
                while left > 0 and (data := stream.read(_BLOCK if limit is None else left)):
                    left -= len(data) if limit is not None else 0
                    yield data
        except damage_errors() as error:
            if limit is None or not left or left == limit:
                self._tell("E109", reason=str(error) or type(error).__name__)

    def _tell(self, code: str, **fields: object) -> None:
        """Warn once, however often the text is read."""
        if code not in self._told:
            self._told.add(code)
            self.notes.warn(code, **fields)

    def data(self, most: int) -> bytes:
        """Return the bytes as they are, for formats that are no text; reading ends after `most`."""
        parts, size = list[bytes](), 0
        for part in self._read():
            parts.append(part)
            size += len(part)
            if size > most:
                break
        return b"".join(parts)

    def raw(self) -> Iterator[bytes]:
        """Yield the bytes as they are, in blocks."""
        return self._read()

    def blocks(self) -> Iterator[str]:
        """Yield the text in pieces of about 256 KiB that end anywhere."""
        skip, cleaner = self.encoding[1], self._cleaner()
        for data in self._read():
            yield cleaner.clean(data[skip:])
            skip = 0
        yield cleaner.clean(b"", final=True)
        cleaner.report(self._tell)

    def finds(self, needles: Sequence[str]) -> set[str]:
        """Return those of `needles`, in lower case, that occur in the text, be it in capitals."""
        found, held, longest = set[str](), "\n", max(map(len, needles))
        for block in self.blocks():
            text = held + block.lower()
            found |= {needle for needle in needles if needle in text}
            held = text[-longest:]
        return found

    def _cleaner(self) -> _Cleaner:
        return _Cleaner(self.encoding[0], only_returns=b"\n" not in self.start)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield each line with its 1-based number, without its end; too long a line is cut."""
        number, parts, size = 1, list[str](), 0
        for block in self.blocks():
            lines = block.split("\n")
            if size < _LINE_LIMIT:
                parts.append(lines[0])
            size += len(lines[0])
            if len(lines) == 1:
                continue
            yield number, self._joined(number, parts, size)
            # A line within a block is far from too long.
            yield from enumerate(lines[1:-1], number + 1)
            number += len(lines) - 1
            parts, size = [lines[-1]], len(lines[-1])
        if size:
            yield number, self._joined(number, parts, size)

    def _joined(self, number: int, parts: list[str], size: int) -> str:
        if size > _LINE_LIMIT:
            self._tell("W104", line=number, limit=_LINE_LIMIT)
        return parts[0] if len(parts) == 1 else "".join(parts)

    def text(self) -> str:
        """Return the whole text, for formats that cannot be read in pieces."""
        return "".join(self.blocks())


class _Cleaner:
    """Turns successive pieces of bytes into clean text and remembers what it had to mend."""

    def __init__(self, codec: str, *, only_returns: bool) -> None:
        _register_fallback()
        errors = "kg-windows-1252" if codec == "utf-8" else "replace"
        self._decoder = codecs.getincrementaldecoder(codec)(errors)
        self._strict = codecs.getincrementaldecoder(codec)() if codec == "utf-8" else None
        self._only_returns = only_returns
        self._held = ""
        self._line = 1
        self._foreign_line = 0
        self._controls = 0
        self._control_line = 0

    def clean(self, data: bytes, *, final: bool = False) -> str:
        text = self._held + self._decode(data, final)
        self._held = ""
        if "\r" in text:
            if text.endswith("\r") and not final:
                text, self._held = text[:-1], "\r"
            lone = "\n" if self._only_returns else " "
            text = text.replace("\r\n", "\n").replace("\r", lone)
        # Deleting from bytes is far faster than searching a text, and most blocks are clean.
        wide = self._strict is None
        if wide or len(data.translate(None, _CONTROL_BYTES)) != len(data):
            found = _CONTROL.search(text)
            if found:
                self._control_line = self._control_line or self._line + text.count(
                    "\n", 0, found.start()
                )
                self._controls += len(_CONTROL.findall(text))
                text = _CONTROL.sub(lambda match: " " if match[0] in _TO_SPACE else "", text)
        self._line += text.count("\n")
        return text

    def _decode(self, data: bytes, final: bool) -> str:
        """Decode strictly as long as that is possible, then with the bytes that are not UTF-8 replaced."""
        if self._strict is None:
            return self._decoder.decode(data, final)
        state = self._strict.getstate()
        try:
            return self._strict.decode(data, final)
        except UnicodeDecodeError as error:
            self._foreign_line = self._foreign_line or self._line + data.count(
                b"\n", 0, error.start
            )
        self._decoder.setstate(state)
        text = self._decoder.decode(data, final)
        self._strict.setstate(self._decoder.getstate())
        return text

    def report(self, tell: Callable[..., None]) -> None:
        if self._foreign_line:
            tell("W101", line=self._foreign_line)
        if self._controls:
            tell("W102", count=self._controls, line=self._control_line)


def _is_known(name: bytes) -> bool:
    try:
        codecs.lookup(name.decode())
    except LookupError:
        return False
    return True


def damage_errors() -> tuple[type[Exception], ...]:
    """Return what the packers raise for damaged data, as far as they are loaded."""
    found: list[type[Exception]] = [OSError, EOFError, ValueError, RuntimeError]
    found += [zlib.error, lzma.LZMAError, zipfile.BadZipFile]
    for module, name in (("zstandard", "ZstdError"), ("tarfile", "TarError")):
        if module in sys.modules:
            found.append(getattr(sys.modules[module], name))
    return tuple(found)


def _register_fallback() -> None:
    codecs.register_error("kg-windows-1252", _as_windows_1252)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes that are not UTF-8 as Windows-1252, its five undefined bytes as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(_letter(byte) for byte in wrong), error.end


def _letter(byte: int) -> str:
    letter = bytes([byte]).decode("cp1252", "replace")
    return chr(byte) if letter == "\ufffd" else letter

"""Fonts of the PNG image: the one inside Pillow, and the machine's own for letters that it lacks."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

FALLBACKS: Final = (
    "DejaVuSans", "NotoSans-Regular", "LiberationSans-Regular", "segoeui", "arial", "Arial",
    "NotoSansCJK-Regular", "NotoSansCJKsc-Regular", "SourceHanSans-Regular", "wqy-microhei", "DroidSansFallbackFull",
    "msyh", "YuGothR", "malgun", "PingFang", "Hiragino Sans GB", "AppleSDGothicNeo", "Arial Unicode",
    "NotoSansArabic-Regular", "NotoSansHebrew-Regular", "NotoSansDevanagari-Regular", "NotoSansThai-Regular",
    "NotoSansSymbols2-Regular", "seguisym", "Apple Symbols",
)  # fmt: skip
"""Font files of Linux, Windows and macOS, looked for in this order where the system keeps its fonts."""

Run = tuple[str, FreeTypeFont]
"""Letters that follow each other and the font to draw them with."""


class Fonts:
    """Finds a font for each letter; what the first font has is drawn alike on every machine.

    `missing` collects the letters that no font here has; the first font draws a box for each.
    """

    def __init__(self, fallbacks: tuple[str, ...] = FALLBACKS) -> None:
        self._faces = [_built_in(16)]
        self._unopened = list(reversed(fallbacks))
        self._face_of: dict[str, int] = {}
        self._sized: dict[tuple[int, float], FreeTypeFont] = {}
        self.missing: set[str] = set()

    def runs(self, text: str, size: float) -> list[Run]:
        """Split a line of text into runs of one font each, at `size` pixels."""
        return [
            ("".join(letters), self._at(face, size))
            for face, letters in groupby(_drawn(text), key=self._face)
        ]

    def _at(self, face: int, size: float) -> FreeTypeFont:
        key = (face, size)
        if key not in self._sized:
            font = self._faces[face]
            self._sized[key] = _built_in(size) if face == 0 else font.font_variant(size=size)
        return self._sized[key]

    def _face(self, letter: str) -> int:
        if letter not in self._face_of:
            self._face_of[letter] = self._find(letter)
        return self._face_of[letter]

    def _find(self, letter: str) -> int:
        index = 0
        while index < len(self._faces) or self._open_next():
            if letter == " " or _has(self._faces[index], letter):
                return index
            index += 1
        self.missing.add(letter)
        return 0

    def _open_next(self) -> bool:
        while self._unopened:
            try:
                self._faces.append(ImageFont.truetype(self._unopened.pop(), 16))
            except OSError:
                continue  # This machine does not have it.
            return True
        return False


def _built_in(size: float) -> FreeTypeFont:
    font = ImageFont.load_default(size=size)
    if not isinstance(font, FreeTypeFont):
        raise ImportError("a Pillow without FreeType")
    return font


def _drawn(text: str) -> str:
    """Compose letters with their accents, make every space a plain one, leave out what is not seen."""
    plain = (" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    return "".join(letter for letter in plain if unicodedata.category(letter) not in ("Cc", "Cf"))


def _has(font: FreeTypeFont, letter: str) -> bool:
    """Say whether a font has a letter: it draws something else than for U+FFFF, which is none."""
    mask, box = font.getmask(letter), font.getmask("\uffff")
    return mask.size != box.size or bytes(mask) != bytes(box)

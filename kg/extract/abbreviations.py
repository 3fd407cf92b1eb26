"""Abbreviations that a paper defines itself: `long (SHORT)`, `SHORT (long)` and their relatives.

The idea is that of Schwartz and Hearst (2003), "A simple algorithm for identifying abbreviation
definitions in biomedical text": a short form is explained by the words beside its bracket. Instead of
their greedy right-to-left scan the best-scoring alignment of letters and words is taken, so that
`MoM` is "mixture of mixtures" and not a part of it; digits (`A2A`, `W3C`, `FP8`), plurals, inner
hyphens, slashes and lists (`tensor and pipeline parallelism (TP and PP)`) are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

from kg.extract.alignment import Part, align, split_parts
from kg.extract.data import Abbreviation, Span

_MAX_SHORT: Final = 14
_WINDOW_WORDS: Final = 14
_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_LEAD_IN: Final = re.compile(
    r"(?:i\.e\.,?|a\.?k\.?a\.?|also (?:known|referred to|called|abbreviated)(?: as| to as)?|"
    r"known as|abbreviated(?: as| to| by)?|abbr\.?|denoted(?: as| by)?|short(?: for)?:?|or|hereafter|"
    r"henceforth|termed|called|named|which stands for|stands for|standing for|in short,?|the)\s+",
    re.IGNORECASE,
)
_NOT_A_DEFINITION: Final = re.compile(
    r"(?:e\.g\.?|such as|see|cf\.?|for (?:example|instance)|including|fig|eq|section|table)\b",
    re.IGNORECASE,
)
_SEPARATOR: Final = re.compile(r"\s*(?:[,;:/&|]|\b(?:and|or|and/or)\b)\s*")
_CLAUSE_END: Final = re.compile(r"[,;:]|\s[-–—]\s")
_SHORT: Final = re.compile(r"[^\W_](?:[\w+^$.*{}\\&/'’‐‑–-]*[\w+$}*])?")
_ROMAN: Final = re.compile(r"[ivx]+", re.IGNORECASE)
_NEVER_SHORT_FORMS = """
    a an and are as at be best blue bottom but by can did do for from had has he her his how if in is it
    its left may my new no nor not of old on or our ours per red right she so such than that the them
    they this to top us via was we were what when who why will with worst yes you
"""
_NEVER: Final = frozenset(_NEVER_SHORT_FORMS.split())
_COUNT_WORDS = (
    "two three four five six seven eight nine ten several various multiple many different"
)
_COUNTING: Final = frozenset(_COUNT_WORDS.split())
_STANDS_FOR: Final = re.compile(
    r"\s+(?:stands|standing|is short|short) for\s+(?:an?\s+|the\s+)?", re.IGNORECASE
)
_ABBREVIATED: Final = re.compile(
    r",?\s+(?:(?:commonly |often |usually )?abbreviated(?: as| to)?|or simply|in short|"
    r"(?:also )?known as|a\.k\.a\.)\s+(\S+)",
    re.IGNORECASE,
)
_FOR_SHORT: Final = re.compile(r",?\s+(?:or\s+)?(\S+?),?\s+(?:for|in) short\b", re.IGNORECASE)
_WORDINGS: Final = ("stand", "short", "abbreviated", "or simply", "known as", "a.k.a.")
"""Every match of the three expressions above holds one of these, which are found far faster."""

_TITLE: Final = re.compile(r"\s*(\S{3,14}):\s+")
_WORD_BEFORE: Final = re.compile(r"(\S+)$")


@dataclass(frozen=True, slots=True)
class _Bracket:
    start: int
    end: int
    inner_start: int
    inner_end: int


def find_abbreviations(text: str, sentences: Iterable[Span]) -> list[Abbreviation]:
    """Find the short forms that `text` defines, in order of position, each definition once.

    `sentences` are spans of `text` in Unicode code points; no definition crosses their borders.
    `short` is always the text of `short_span`, plural ending included; `long` is the text of
    `long_span` on one line, without the brackets inside it, and in a list ("tensor and pipeline
    parallelism (TP and PP)") the full form of the one member.
    """
    found: dict[tuple[str, str], Abbreviation] = {}
    for start, end in sentences:
        for abbreviation in _in_sentence(text, start, end):
            key = (abbreviation.short, abbreviation.long.casefold())
            known = found.get(key)
            if known is None or abbreviation.short_span < known.short_span:
                found[key] = abbreviation
    return sorted(found.values(), key=lambda a: (a.short_span, a.long_span))


def is_short_form(text: str) -> bool:
    """Say whether `text` looks like a short form: one token of 2 to 14 characters, no number or numeral."""
    if not 2 <= len(text) <= _MAX_SHORT or not _SHORT.fullmatch(text):
        return False
    if text.casefold() in _NEVER or _ROMAN.fullmatch(text):
        return False
    parts = re.split(r"[-‐‑–]", text)
    if len(parts) > 1 and any(_ROMAN.fullmatch(part) for part in parts):
        return False
    letters = sum(c.isalpha() for c in text)
    return letters > 0 and letters + sum(c.isdigit() for c in text) >= 2


def _in_sentence(text: str, start: int, end: int) -> Iterator[Abbreviation]:
    brackets = _brackets(text, start, end)
    for bracket in brackets:
        yield from _from_bracket(text, start, bracket, brackets)
    yield from _from_wording(text, start, end, brackets)


def _brackets(text: str, start: int, end: int) -> list[_Bracket]:
    """Find the innermost brackets, then those around them."""
    found: list[_Bracket] = []
    blanked = text[start:end]
    while True:
        matches = list(_BRACKET.finditer(blanked))
        if not matches:
            return sorted(found, key=lambda b: (b.start, b.end))
        for match in matches:
            found.append(
                _Bracket(
                    start + match.start(),
                    start + match.end(),
                    start + match.start(1),
                    start + match.end(1),
                )
            )
            blanked = (
                blanked[: match.start()]
                + "\0" * (match.end() - match.start())
                + blanked[match.end() :]
            )


def _parts_before(
    text: str, start: int, end: int, brackets: Sequence[_Bracket], inside: bool = False
) -> list[Part]:
    """Cut the words in `start..end` into parts, leaving out what stands in closed brackets unless `inside`."""
    left = max([start, *(b.inner_start for b in brackets if b.start < end < b.end)])
    parts = split_parts(text, left, end)
    if not inside:
        holes = [b for b in brackets if left <= b.start and b.end <= end]
        parts = [p for p in parts if not any(h.start <= p.start < h.end for h in holes)]
    words = 0
    for index in range(len(parts) - 1, -1, -1):
        words += parts[index].opens
        if words == _WINDOW_WORDS:
            return parts[index:]
    return parts


def _definition(text: str, short_span: Span, long: Sequence[Part]) -> Abbreviation:
    span = (min(p.start for p in long), max(p.end for p in long))
    return Abbreviation(text[slice(*short_span)], _join(text, long), short_span, span)


def _join(text: str, parts: Sequence[Part]) -> str:
    """Write the parts as one phrase, each with what stands before it unless that is other words."""
    pieces = [parts[0].text]
    for previous, part in pairwise(parts):
        gap = text[previous.end : part.start]
        while (shorter := _BRACKET.sub(" ", gap)) != gap:
            gap = shorter
        plain = not gap or any(c.isalnum() or c.isspace() or c in "()[]," for c in gap)
        loose = " & " if gap.strip() == "&" else " "
        pieces += [loose if plain else gap, part.text]
    return "".join(pieces)


def _from_bracket(
    text: str, left: int, bracket: _Bracket, brackets: Sequence[_Bracket]
) -> Iterator[Abbreviation]:
    inner = (bracket.inner_start, bracket.inner_end)
    content = text[inner[0] : inner[1]]
    lead = len(content) - len(content.lstrip(" \t\"'“‘"))
    if _NOT_A_DEFINITION.match(content, lead):
        return
    while match := _LEAD_IN.match(content, lead):
        lead = match.end()
    inner = (inner[0] + lead, inner[1])
    before = _parts_before(text, left, bracket.start, brackets)
    if not before:
        return
    attached = before[-1].end == bracket.start
    shorts = _shorts_inside(text, inner, attached)
    found = list(_long_then_short(text, before, shorts))
    if not found:
        with_brackets = _parts_before(text, left, bracket.start, brackets, inside=True)
        found = list(_long_then_short(text, with_brackets, shorts))
    yield from found
    if not found and not attached:
        yield from _short_then_long(text, left, bracket.start, inner, brackets)


def _shorts_inside(text: str, inner: Span, attached: bool) -> list[Span]:
    """Return the spans in a bracket that may be short forms: the whole, else the members of its list."""
    content = text[inner[0] : inner[1]].rstrip(" .\"'”’")
    if is_short_form(content) and not (attached and content.islower()):
        whole = [(inner[0], inner[0] + len(content))]
        if "/" not in content and "&" not in content:
            return whole
    else:
        whole = []
    members = []
    position = 0
    for match in [*_SEPARATOR.finditer(content), None]:
        piece_end = match.start() if match else len(content)
        piece = content[position:piece_end].strip(" .\"'“”‘’")
        offset = inner[0] + content.find(piece, position) if piece else 0
        if not is_short_form(piece) or (attached and piece.islower()):
            break
        members.append((offset, offset + len(piece)))
        position = match.end() if match else piece_end
    return whole + [m for m in members if m not in whole]


def _long_then_short(text: str, before: list[Part], shorts: list[Span]) -> Iterator[Abbreviation]:
    listed = [s for s in shorts if "/" not in text[slice(*s)]]
    if len(listed) > 1:
        shared = list(_distribute(text, before, listed))
        if len(shared) == len(listed):
            yield from shared
            return
    # A list defines if its first member does so letter by letter; others name what is of a kind.
    strict = len(listed) > 1 and align(text[slice(*listed[0])], before, strict=True) is None
    for short_span in shorts:
        aligned = align(text[slice(*short_span)], before, strict)
        if aligned and not (len(listed) > 1 and _counts(before, aligned[1])):
            yield _definition(text, short_span, before[aligned[1] :])
            if short_span == shorts[0] and short_span not in listed:
                return


def _counts(parts: Sequence[Part], start: int) -> bool:
    """Say whether a number opens or precedes a phrase, so that the list behind names its members.

    "Two graph networks (GN and GCN)" says which two; "deep neural networks (DNNs or NNs)" defines.
    """
    near = parts[max(0, start - 2) : start + 1]
    return any(part.text.isdigit() or part.text.casefold() in _COUNTING for part in near)


def _distribute(text: str, before: list[Part], shorts: list[Span]) -> Iterator[Abbreviation]:
    """Share head or modifier among the members of a list: "tensor and pipeline parallelism (TP, PP)"."""
    members = _members(text, before)[-len(shorts) :]
    if len(members) < len(shorts) or not all(members):
        return
    first, last = members[0], members[-1]
    for short_span, member in zip(shorts, members, strict=True):
        tails: list[list[Part]] = [[]]
        if member is not last:
            tails += [last[i:] for i in range(len(last) - 1, 0, -1) if last[i].opens]
        heads: list[list[Part]] = [[]]
        if member is not first:
            heads += [first[i:j] for j in range(1, len(first)) for i in range(j) if first[i].opens]
        choices = [[*head, *member, *tail] for head, tail in product(heads, tails)]
        for strict, long in product((True, False), choices):
            aligned = align(text[slice(*short_span)], long, strict)
            before_member = len(long) - len(member)
            if aligned and (member is first or aligned[1] in (0, before_member)):
                yield _definition(text, short_span, long[aligned[1] :])
                break


def _members(text: str, parts: list[Part]) -> list[list[Part]]:
    """Cut a coordination at its commas, slashes and conjunctions."""
    members: list[list[Part]] = [[]]
    for previous, part in zip([None, *parts], parts, strict=False):
        gap = text[previous.end : part.start] if previous else ""
        conjunction = part.text.casefold() in ("and", "or")
        if members[-1] and (conjunction or "," in gap or "/" in gap):
            members.append([])
        if not conjunction:
            members[-1].append(part)
    return members


def _short_then_long(
    text: str, left: int, bracket_start: int, inner: Span, brackets: Sequence[_Bracket]
) -> Iterator[Abbreviation]:
    short_span = _short_before(text, left, bracket_start)
    if short_span:
        clause = _CLAUSE_END.search(text, *inner)
        parts = _parts_before(text, inner[0], clause.start() if clause else inner[1], brackets)
        long = _aligned_from_start(text[slice(*short_span)], parts)
        if long:
            yield _definition(text, short_span, long)


def _short_before(text: str, left: int, right: int) -> Span | None:
    """Return the span of a capitalised short form that ends the text `left..right`."""
    match = _WORD_BEFORE.search(text[left:right].rstrip())
    return _short_in(match.group(1), left + match.start(1)) if match else None


def _short_in(word: str, start: int) -> Span | None:
    short = word.strip(",;:.\"'“”‘’()[]")
    if not is_short_form(short) or not any(c.isupper() for c in short):
        return None
    offset = start + word.find(short)
    return offset, offset + len(short)


def _aligned_from_start(short: str, parts: list[Part], strict: bool = False) -> list[Part]:
    """Return the run of words from the first part on that `short` aligns with best, in full."""
    best: tuple[float, int] | None = None
    for count in range(1, len(parts) + 1):
        if count == len(parts) or parts[count].opens:
            aligned = align(short, parts[:count], strict)
            if aligned and aligned[1] == 0 and (best is None or (aligned[0], -count) > best):
                best = (aligned[0], -count)
    return parts[: -best[1]] if best else []


def _from_wording(
    text: str, start: int, end: int, brackets: Sequence[_Bracket]
) -> Iterator[Abbreviation]:
    """Read definitions that need no bracket: `X stands for …`, `…, abbreviated as X`, `X: …` in a title."""
    sentence = text[start:end]
    low = sentence.lower()
    if any(wording in low for wording in _WORDINGS):
        yield from _from_phrase(text, start, end, brackets)
    title = _TITLE.match(sentence)
    short_span = _short_in(title.group(1), start + title.start(1)) if title else None
    if title and short_span:
        parts = split_parts(text, start + title.end(), end)[: 2 * _WINDOW_WORDS]
        if parts and parts[0].text.casefold() in ("a", "an", "the"):
            parts = parts[1:]
        long = _aligned_from_start(text[slice(*short_span)], parts, strict=True)
        if long:
            yield _definition(text, short_span, long)


def _from_phrase(
    text: str, start: int, end: int, brackets: Sequence[_Bracket]
) -> Iterator[Abbreviation]:
    sentence = text[start:end]
    for match in _STANDS_FOR.finditer(sentence):
        short_span = _short_before(text, start, start + match.start())
        if short_span:
            clause = _CLAUSE_END.search(text, start + match.end(), end)
            parts = split_parts(text, start + match.end(), clause.start() if clause else end)
            long = _aligned_from_start(text[slice(*short_span)], parts[: 2 * _WINDOW_WORDS])
            if long:
                yield _definition(text, short_span, long)
    for match in [*_ABBREVIATED.finditer(sentence), *_FOR_SHORT.finditer(sentence)]:
        short_span = _short_in(match.group(1), start + match.start(1))
        if short_span:
            before = _parts_before(text, start, start + match.start(), brackets)
            aligned = align(text[slice(*short_span)], before, strict=True)
            if aligned:
                yield _definition(text, short_span, before[aligned[1] :])

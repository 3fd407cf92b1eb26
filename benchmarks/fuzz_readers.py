"""Fuzz the readers, guided by the coverage of `kg.readers`: `python benchmarks/fuzz_readers.py`.

    pip install atheris
    python benchmarks/fuzz_readers.py [--long] [--corpus DIR] [--seeds DIR] [-max_total_time=SECONDS]

The first byte of an input chooses the ending of the file that the rest is written to, and how the
rest is packed. An input fails if reading raises anything but `KgError`, breaks what
`tests/readers/test_any_input.py` holds true of every reading, takes over 10 s or over 1 GB. It is
then written to the working folder as `crash-…`, `timeout-…` or `oom-…`; give that file as the only
argument to see the failure again. `--corpus` keeps what was found for the next run, `--seeds` adds
the files of a folder to the tests' own samples. With `--long` an input is repeated up to 64 KiB,
where what takes a step for each pair of bytes is felt. Other options are libFuzzer's.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import importlib
import io
import lzma
import pkgutil
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent))

with atheris.instrument_imports(include=["kg.readers"]):
    import kg.readers.formats

    # A reader is loaded when a file has its format: too late for counting what it does.
    for module in pkgutil.iter_modules(kg.readers.formats.__path__):
        importlib.import_module(f"kg.readers.formats.{module.name}")

from kg.errors import KgError
from tests.readers.test_any_input import ENDINGS, PIECES, SEEDS, check
from tests.readers.test_pdf import PAGE, pdf_of

LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-max_len=12000"]
_LONG = 1 << 16


def as_is(data: bytes) -> bytes:
    """Return the data."""
    return data


def zipped(data: bytes) -> bytes:
    """Return an archive that holds the data as a list, stored so that its bytes can be seen."""
    return _archive({"a.txt": data})


def tarred(data: bytes) -> bytes:
    """Return a tar archive that holds the data as a list."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("a.txt")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def workbook(data: bytes) -> bytes:
    """Return a workbook with the data as its sheet and as its shared texts."""
    parts = ("[Content_Types].xml", "xl/workbook.xml")
    sheets = ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml")
    return _archive(dict.fromkeys(parts, b"") | dict.fromkeys(sheets, data))


def _archive(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


Pack = Callable[[bytes], bytes]
KINDS: list[tuple[str, Pack]] = [
    *((ending, as_is) for ending in [*ENDINGS, "pdf"]),
    ("zip", zipped),
    ("tar", tarred),
    ("xlsx", workbook),
    ("gz", gzip.compress),
    ("bz2", bz2.compress),
    ("xz", lzma.compress),
]
SHEET = (
    b'<s><si><t>Rows</t></si><row><c r="A1" t="inlineStr"><is><t>Title</t></is></c><c><v>Abstract</v></c></row>'
    b'<row><c r="A2" t="s"><v>0</v></c><c r="B2"><v>We fetch rows.</v></c></row></s>'
)


def samples(folder: Path | None) -> Iterator[tuple[str, Pack, bytes]]:
    """Yield the seeds with their kind: the tests' samples, as they are and packed, and the folder's files."""
    for data in SEEDS:
        yield from ((ending, as_is, data) for ending in ("txt", "md", "csv", "nbib"))
    yield "xlsx", workbook, SHEET
    yield "xlsx", as_is, workbook(SHEET)
    yield "zip", as_is, zipped(SEEDS[0])
    yield "tar", as_is, tarred(SEEDS[0])
    yield "tar", tarred, SEEDS[0]
    yield "gz", as_is, gzip.compress(SEEDS[0])
    yield "gz", gzip.compress, SEEDS[0]
    yield "zip", zipped, SEEDS[0]
    yield "pdf", as_is, pdf_of(PAGE)
    for path in sorted(folder.iterdir()) if folder else ():
        ending = path.suffix.lstrip(".")
        yield ending if ending in ENDINGS else "x", as_is, path.read_bytes()


def write_corpus(folder: Path, seeds: Path | None) -> None:
    """Write the seeds to a folder, in the form of the fuzzer's inputs."""
    for number, (ending, pack, data) in enumerate(samples(seeds)):
        kind = KINDS.index((ending, pack)) if (ending, pack) in KINDS else 0
        (folder / f"seed-{number:03}").write_bytes(bytes([kind]) + data)


def write_dictionary(path: Path) -> None:
    """Write the pieces that formats are made of, for the fuzzer to put in."""
    quoted = ("".join(f"\\x{byte:02x}" for byte in piece) for piece in PIECES)
    path.write_text("".join(f'"{piece}"\n' for piece in quoted))


def main() -> None:
    """Fuzz until an input fails or the fuzzer's limits are reached."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--seeds", type=Path)
    options, rest = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def one_input(data: bytes) -> None:
            ending, pack = KINDS[data[0] % len(KINDS)] if data else KINDS[0]
            times = _LONG // max(1, len(data)) if options.long else 1
            with suppress(KgError):
                check(folder, pack(data[1:] * times), ending)

        dictionary, first = folder / "pieces.dict", folder / "seeds"
        first.mkdir()
        write_dictionary(dictionary)
        write_corpus(first, options.seeds)
        again = [one for one in rest if not one.startswith("-")]
        if options.corpus:
            options.corpus.mkdir(parents=True, exist_ok=True)
        folders = [] if again else [str(one) for one in (options.corpus, first) if one]
        atheris.Setup([sys.argv[0], *LIMITS, f"-dict={dictionary}", *rest, *folders], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()

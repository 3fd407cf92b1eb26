"""Measure the page: python benchmarks/page.py [DIR] (a build's folder; without one, made-up corpora).

Reports seconds of processor time to write a page, its size, the browser's processor time to the first
drawing, milliseconds to draw a frame while the map is dragged, and the labels that overlap.
Trust ratios: processor time of a loaded machine varies by a quarter.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

from kg.views import view  # noqa: E402
from tests.views.browser import Reader  # noqa: E402
from tests.views.conftest import FLAGS  # noqa: E402
from tests.views.corpus import corpus  # noqa: E402

OVERLAPS = """const found = kg.labels().map(l => [l.x, l.y, l.x + l.width, l.y + l.height]);
const touch = (a, b) => a !== b && a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
return [found.length, found.filter(a => found.some(b => touch(a, b))).length]"""
# From the start of a frame's callbacks to the next task, which runs once the frame is drawn.
WATCH = """window.frames_ = []; let began = 0, drawn = false;
const channel = new MessageChannel();
channel.port1.onmessage = () => { if (drawn) window.frames_.push(performance.now() - began); drawn = false; };
const tick = () => { began = performance.now(); channel.port2.postMessage(0); requestAnimationFrame(tick); };
kg.net.on("afterDrawing", () => { drawn = true; });
requestAnimationFrame(tick);"""


def processor_time(process: int) -> float:
    """Return the seconds of processor time of a process and its descendants (Linux)."""
    times: dict[int, tuple[int, int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        times[int(entry.parent.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    family, total = [process], 0
    for member in family:
        total += times.get(member, (0, 0))[1]
        family += [child for child, (parent, _) in times.items() if parent == member]
    return total / os.sysconf("SC_CLK_TCK")


def measure(reader: Reader, page: Path, hash_: str) -> str:
    """Open a page, drag its map, and return one line of figures."""
    process = reader.driver.service.process.pid
    reader.driver.get("about:blank")
    time.sleep(0.5)
    before = processor_time(process)
    reader.open(page, hash_)
    time.sleep(0.5)
    drawn = processor_time(process) - before
    labels, clashing = reader.js(OVERLAPS)
    shown, lines = reader.shown(), reader.lines()
    reader.js(WATCH)
    before = processor_time(process)
    drag(reader)
    spent = processor_time(process) - before
    frames = sorted(reader.js("return window.frames_"))
    return (
        f"{page.name}{hash_}: {shown} marks, {lines} lines; first drawing {drawn:.2f} CPU s; "
        f"drag {statistics.median(frames):.1f} ms a frame (90 % under {frames[int(len(frames) * 0.9)]:.1f}), "
        f"{1000 * spent / len(frames):.0f} CPU ms with the browser's own work; "
        f"{labels} labels, {clashing} overlap"
    )


def drag(reader: Reader, steps: int = 60) -> None:
    """Drag the empty corner of the map."""

    def mouse(kind: str, x: float, y: float) -> None:
        event: dict[str, Any] = {
            "type": kind,
            "x": x,
            "y": y,
            "button": "left",
            "buttons": 1,
            "clickCount": 1,
        }
        reader.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    mouse("mousePressed", 1385, 700)
    for step in range(steps):
        mouse("mouseMoved", 1380 - 4 * step, 700 - 2 * step)
    mouse("mouseReleased", 1380 - 4 * steps, 700 - 2 * steps)


def main() -> None:
    """Write the pages, open them, print the figures."""
    folder = Path(tempfile.mkdtemp(prefix="kg-page-"))
    pages = []
    if len(sys.argv) > 1:
        from kg.graph import Graph

        graphs: list[tuple[str, Any]] = [("graph", Graph.open(sys.argv[1]))]
    else:
        graphs = [
            ("small", corpus(110, concepts=80).store()),
            ("large", corpus(5000, concepts=7000).store()),
        ]
    for name, graph in graphs:
        before = time.process_time()
        made = view(graph, folder / f"{name}.html", title=name)
        seconds = time.process_time() - before
        print(f"{name}: {made.concepts:,} of {made.all_concepts:,} concepts, {made.relations:,} of {made.all_relations:,} relations, "
              f"{made.papers:,} papers; written in {seconds:.1f} CPU s, {made.size / 1e6:.2f} MB", flush=True)  # fmt: skip
        pages.append((made.path, made.concepts))
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        reader = Reader(driver, folder)
        for page, concepts in pages:
            for hash_ in ("", f"#top={concepts}", f"#top={concepts}&lines=all"):
                print(measure(reader, page, hash_), flush=True)
    finally:
        driver.quit()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

"""Pages written once for all tests, and the browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.views import view
from tests.views import corpus

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `made.html`, `hostile.html`, `large.html`, `one.html` and `empty.html`."""
    folder = tmp_path_factory.mktemp("pages")
    view(corpus.corpus().store(), folder / "made.html", title="Made-up papers")
    view(corpus.hostile().store(), folder / "hostile.html", title=corpus.HOSTILE_TITLE)
    view(corpus.corpus(1600, concepts=2600).store(), folder / "large.html", title="Many papers")
    view(corpus.Corpus().store(), folder / "empty.html", title="Nothing yet")
    one = corpus.Corpus()
    paper = one.paper("one", "A GPU.", "A GPU.", 2020)
    one.mention(paper, one.concept("Hardware", "GPU"), 2, 5, "GPU")
    view(one.store(), folder / "one.html", title="One concept")
    return folder


AXE = "axe-core@4.14.1"


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the axe accessibility checker (MPL-2.0), which is fetched for tests only; skips without it."""
    known = Path(os.environ.get("KG_AXE", "node_modules/axe-core/axe.min.js"))
    if not known.is_file():
        npm = shutil.which("npm")
        if not npm:
            pytest.skip(f"needs npm to fetch {AXE}, or KG_AXE set to its axe.min.js")
        folder = tmp_path_factory.mktemp("axe")
        command = [
            npm,
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(folder),
            AXE,
        ]
        if subprocess.run(command, capture_output=True, timeout=120, check=False).returncode:
            pytest.skip(f"npm cannot fetch {AXE}")
        known = folder / "node_modules/axe-core/axe.min.js"
    return known.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def reader() -> Iterator[object]:
    """Return a browser without a network; skips where Chromium or its driver is missing."""
    if not BROWSER or not DRIVER:
        pytest.skip("needs chromium and chromedriver on the PATH")
    selenium = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    from selenium.webdriver.chrome.service import Service

    from tests.views.browser import Reader

    profile = tempfile.mkdtemp(prefix="kg-browser-")
    options = selenium.ChromeOptions()
    options.binary_location = BROWSER
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    downloads = Path(profile) / "downloads"
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = selenium.Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(30)
    try:
        yield Reader(driver, downloads)
    finally:
        driver.quit()
        shutil.rmtree(profile, ignore_errors=True)

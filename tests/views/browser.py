"""A page open in a real, offline Chromium, and what a reader does with it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

OWN = ("file:", "data:", "blob:", "chrome", "about:")


class Reader:
    """Drives one browser; every helper acts through what a reader sees and presses."""

    def __init__(self, driver: Chrome, downloads: Path) -> None:
        self.driver = driver
        self.downloads = downloads

    def open(self, page: Path, hash_: str = "", width: int = 1400, height: int = 860) -> None:
        """Open a page anew at a window size and wait until it has been drawn."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.driver.get("about:blank")
        self.console()
        self.requests()
        self.driver.get(page.as_uri() + hash_)
        self.wait("return document.documentElement.dataset.ready === 'yes'")
        self.frame()

    def js(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, seconds: float = 20) -> Any:
        """Wait for a script to return something true, and return it."""
        end = time.monotonic() + seconds
        while not (value := self.js(script)):
            assert time.monotonic() < end, f"never came true: {script}"
            time.sleep(0.03)
        return value

    def frame(self) -> None:
        """Wait until what was asked for is on the screen."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
        )

    def click(self, selector: str, number: int = 0) -> None:
        """Press an element."""
        self.driver.find_elements(By.CSS_SELECTOR, selector)[number].click()
        self.frame()

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.js("return document.querySelector(arguments[0]).innerText", selector))

    def count(self, selector: str) -> int:
        """Count elements."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def keys(self, *keys: str) -> None:
        """Press keys wherever the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)
        self.frame()

    def search(self, text: str, enter: bool = True) -> None:
        """Type into the search field."""
        field = self.driver.find_element(By.ID, "q")
        field.clear()
        field.send_keys(text, *([Keys.ENTER] if enter else []))
        self.frame()

    def press_mark(self, label: str) -> None:
        """Click on a concept's mark on the map."""
        x, y = self.js(
            """const label = arguments[0], found = JSON.parse(document.getElementById("kg-data").textContent);
            const index = found.concepts.findIndex(row => row[1] === label);
            const at = kg.net.canvasToDOM(kg.net.getPositions([index])[index]);
            const box = document.getElementById("mynetwork").getBoundingClientRect();
            return [at.x + box.left, at.y + box.top]""",
            label,
        )
        self.press_at(x, y)

    def press_at(self, x: float, y: float) -> None:
        """Click at a point of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd(
                "Input.dispatchMouseEvent",
                {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1},
            )
        time.sleep(0.4)  # vis-network waits this long for the second click of a double click
        self.frame()

    def size(self, width: int, height: int) -> None:
        """Give the open page another window size."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.wait(f"return innerWidth === {width}")
        self.frame()
        self.frame()

    def outside(self) -> int:
        """Count the drawn marks that lie outside the map."""
        return int(
            self.js(
                "const box = document.querySelector('canvas').getBoundingClientRect();"
                "return kg.nodes.get().filter(node => !node.hidden).filter(node => {"
                "  const at = kg.net.canvasToDOM({x: node.x, y: node.y});"
                "  return at.x < 0 || at.y < 0 || at.x > box.width || at.y > box.height; }).length"
            )
        )

    def shown(self) -> int:
        """Count the marks drawn."""
        return int(self.js("return kg.nodes.get().filter(node => !node.hidden).length"))

    def lines(self) -> int:
        """Count the lines drawn."""
        return int(self.js("return kg.edges.length"))

    def console(self) -> list[str]:
        """Return and forget the messages of the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return and forget the addresses asked for outside the page itself."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        asked = [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
        return [address for address in asked if not address.startswith(OWN)]

    def export(self, kind: str, name: str) -> bytes:
        """Export what is shown and return the file."""
        target = self.downloads / name
        target.unlink(missing_ok=True)
        self.click("#export summary")
        self.click(f"[data-export={kind}]")
        end = time.monotonic() + 20
        while not target.exists():
            assert time.monotonic() < end, f"{name} was never written"
            time.sleep(0.05)
        return target.read_bytes()

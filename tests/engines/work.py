"""Functions for engines to apply, in modules that any process can import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from kg.errors import InputError


def square(number: int) -> int:
    return number * number


def process(number: int) -> int:
    """Say which process did it."""
    return os.getpid()


def refuse(number: int) -> int:
    """Fail at seven as kg fails on purpose."""
    if number == 7:
        raise InputError("E024", path="seven")
    return number


def stumble(place: tuple[str, int]) -> int:
    """Kill the own process at number nine, the first time."""
    folder, number = place
    marker = Path(folder) / "died"
    if number == 9 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def linger(folder: str) -> None:
    """Leave the number of this process behind and do nothing for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)

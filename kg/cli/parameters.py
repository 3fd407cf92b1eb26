"""What several commands ask of their parameters."""

from __future__ import annotations

import math

import typer


def number(value: float) -> float:
    """Return `value`; raises `typer.BadParameter` for nan, which no limit of an option keeps out."""
    if math.isnan(value):
        raise typer.BadParameter("nan is not a number.")
    return value

"""Garbage collection while much is loaded, and caches that must not grow with the texts read."""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil

import pytest

import kg.extract
from kg.extract.loading import uncollected


def test_collection_is_held_back_and_comes_back() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_collection_comes_back_after_an_error() -> None:
    with pytest.raises(ValueError, match="broken"), uncollected():
        raise ValueError("broken")
    assert gc.isenabled()


def test_collection_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_is_remembered_of_texts_is_bounded() -> None:
    """A cache over words or wordings has a size; only what is read from files is kept without one."""
    files = {"load_model", "load_policy"}
    found = set()
    for module in pkgutil.walk_packages(kg.extract.__path__, "kg.extract."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if not hasattr(value, "cache_parameters") or not inspect.signature(value).parameters:
                continue
            found.add(name)
            if name not in files:
                assert value.cache_parameters()["maxsize"] is not None, f"{module.name}.{name}"
    assert {"singular", "lemma", "shape", "settle"} <= found

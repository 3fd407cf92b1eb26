"""Errors of kg in general."""

from __future__ import annotations

import pickle

import pytest

from kg.errors import AmbiguousError, InputError, KgError


@pytest.mark.parametrize(
    "error", [InputError("E024", path="a b"), AmbiguousError("E313", name="x", candidates="a, b")]
)
def test_an_error_comes_back_whole_from_another_process(error: KgError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (back.code, back.fields, str(back)) == (error.code, error.fields, str(error))

"""Mutated documents: some here, and ``python -m tests.tools.fuzz json -n 1000000`` for as many as one likes."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.fuzz import __main__ as fuzz
from tests.tools.fuzz import json as documents


@cache
def seeds() -> list[bytes]:
    return documents.seeds()


def test_what_is_mutated_is_valid() -> None:
    kinds = {seed.partition(b'"version"')[0] for seed in seeds()}
    assert len(kinds) == len(documents.KINDS)
    for seed in seeds():
        documents.feed(seed)


@given(st.integers(0, 10**9))
def test_changed_bytes_are_read_or_refused(number: int) -> None:
    rng = random.Random(number)
    documents.feed(fuzz.changed(rng.choice(seeds()), rng.choice(seeds()), rng))


@given(st.integers(0, 10**9))
def test_changed_values_are_read_or_refused(number: int) -> None:
    rng = random.Random(number)
    documents.feed(documents.variant(rng.choice(seeds()), rng))


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_refused(data: bytes) -> None:
    documents.feed(data)


def test_what_escapes_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One input for each place an error comes from, however many there are."""
    fragile = ModuleType("tests.tools.fuzz.fragile")
    fragile.seeds = lambda: [b"a seed"]  # type: ignore[attr-defined]
    fragile.feed = lambda data: [][len(data)]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tests.tools.fuzz.fragile", fragile)
    monkeypatch.setattr(fuzz, "FOUND", tmp_path / "found")
    assert fuzz.run("fragile", 50, seed=3) == 1
    (kept,) = (tmp_path / "found").iterdir()
    assert kept.name.startswith("fragile-IndexError-test_documents_fuzz-")
    assert "50 inputs with seed 3, 1 finds" in capsys.readouterr().out

"""What a caller gives besides a path, checked before it is used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from era_of_inventions.errors import DocumentError, EraError, describe
from era_of_inventions.model.components import Components
from era_of_inventions.rulings import Ruleset

T = TypeVar("T")
MARK = "\ufeff"
"""What a text begins with if it was saved with the mark of its encoding."""


def text_of(given: object, what: str) -> str | bytes:
    """The text or bytes given, without the mark of the encoding. Raises `DocumentError` for anything else."""
    if isinstance(given, str):
        return given.removeprefix(MARK)
    if isinstance(given, bytes):
        return unmarked(given)
    raise DocumentError(what, [f"is of type {type(given).__name__}; expected a text or bytes"])


def unmarked(data: bytes) -> bytes:
    """Bytes without the mark of the encoding."""
    return data.removeprefix(MARK.encode())


def components_of(given: Iterable[Components]) -> tuple[Components, ...]:
    """The component sets given. Raises `EraError` if there is something else among them."""
    return _all_of(given, Components, "components", "read_components(Path('mine.toml'))")


def rulesets_of(given: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
    """The rulesets given. Raises `EraError` if there is something else among them."""
    return _all_of(given, Ruleset, "rulesets", "Ruleset(build_cap='turn')")


def _all_of(given: object, kind: type[T], name: str, example: str) -> tuple[T, ...]:
    expected = f"expected {name}=[…] of {kind.__name__} such as {example}"
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise EraError(f"{name} is {describe(given)}; {expected}")
    found = tuple(given)
    for place, value in enumerate(found):
        if not isinstance(value, kind):
            raise EraError(f"{name}[{place}] is {describe(value)}; {expected}")
    return found

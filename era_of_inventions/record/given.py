"""What a caller gives for a record, or to read one, checked before it is used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from era_of_inventions.model.components import Components
from era_of_inventions.model.moves import Move
from era_of_inventions.model.state import State
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import DocumentError, GameError, describe

T = TypeVar("T")
U = TypeVar("U")
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


def path_of(given: Path | str) -> Path:
    """The path given. Raises `GameError` for anything else."""
    if not isinstance(given, str | os.PathLike):
        raise GameError(f"path is {describe(given)}; expected the name of a file such as Path('game.era')")
    return Path(given)


def components_of(given: Iterable[Components]) -> tuple[Components, ...]:
    """The component sets given. Raises `GameError` if there is something else among them."""
    return _all_of(given, Components, "components", "read_components(Path('mine.toml'))")


def rulesets_of(given: Iterable[Ruleset]) -> tuple[Ruleset, ...]:
    """The rulesets given. Raises `GameError` if there is something else among them."""
    return _all_of(given, Ruleset, "rulesets", "Ruleset(build_cap='turn')")


def start_of(given: State) -> State:
    """The first position given. Raises `GameError` for anything else."""
    if not isinstance(given, State):
        raise GameError(f"start is {describe(given)}; expected a State such as Game(3).new()")
    return given


def moves_of(given: Iterable[Move]) -> tuple[Move, ...]:
    """The moves given. Raises `GameError` if there is something else among them."""
    return _all_of(given, Move, "moves", "PlaceDisc(Area.MARKET)")


def names_of(given: Iterable[str]) -> tuple[str, ...]:
    """The names given. Raises `GameError` if there is something else among them."""
    return _all_of(given, str, "names", "'Green'")


def about_of(given: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The entries given. Raises `GameError` if there is something else among them."""
    return _pairs_of(given, (str, str), "about", "('Title', 'A long evening')")


def comments_of(given: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """The comments given. Raises `GameError` if there is something else among them."""
    return _pairs_of(given, (int, str), "comments", "(0, 'At nine')")


def places_of(given: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The lines and columns given. Raises `GameError` if there is something else among them."""
    return _pairs_of(given, (int, int), "places", "(12, 8)")


def _all_of(given: object, kind: type[T], name: str, example: str) -> tuple[T, ...]:
    return tuple(_checked(given, lambda value: isinstance(value, kind), name, f"{kind.__name__} such as {example}"))


def _pairs_of(given: object, kinds: tuple[type[T], type[U]], name: str, example: str) -> tuple[tuple[T, U], ...]:
    def fits(pair: object) -> bool:
        return isinstance(pair, tuple | list) and len(pair) == 2 and all(map(isinstance, pair, kinds))

    return tuple((first, second) for first, second in _checked(given, fits, name, f"pairs such as {example}"))


def _checked(given: object, fits: Callable[[object], bool], name: str, form: str) -> list[Any]:
    """What is given, as a list. Raises `GameError` if it is no sequence, or holds something that does not fit."""
    expected = f"expected {name}=[…] of {form}"
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise GameError(f"{name} is {describe(given)}; {expected}")
    found = list(given)
    for place, value in enumerate(found):
        if not fits(value):
            raise GameError(f"{name}[{place}] is {describe(value)}; {expected}")
    return found

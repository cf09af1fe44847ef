"""Argument validation for records and for reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from era_of_inventions.tabletop.errors import Code, DocumentError, GameError, InputProblem, describe
from era_of_inventions.tabletop.play.setting import Setting

S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")
MARK = "\ufeff"
"""What a text begins with if it was saved with the mark of its encoding."""


def text_of(value: object, what: str) -> str | bytes:
    """The text or bytes, without the mark of the encoding. Raises `DocumentError` for anything else."""
    if isinstance(value, str):
        return value.removeprefix(MARK)
    if isinstance(value, bytes):
        return unmarked(value)
    message = f"is of type {type(value).__name__}; expected a text or bytes"
    raise DocumentError(what, [InputProblem("", Code.WRONG_TYPE, message)])


def unmarked(data: bytes) -> bytes:
    """Bytes without the mark of the encoding."""
    return data.removeprefix(MARK.encode())


def position_of(start: S) -> S:
    """The position. Raises `GameError` for anything else."""
    if not isinstance(getattr(start, "setting", None), Setting):
        raise GameError(f"start is {describe(start)}; expected a position such as Game(3).new()")
    return start


def moves_of(moves: Iterable[T]) -> tuple[T, ...]:
    """The moves, of which a record checks the kinds. Raises `GameError` if they are no sequence."""
    return tuple(_checked(moves, lambda _: True, "moves", "moves"))


def names_of(names: Iterable[str]) -> tuple[str, ...]:
    """The names. Raises `GameError` if something else is among them."""
    return all_of(names, str, "names", "'Green'")


def about_of(about: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The entries. Raises `GameError` if something else is among them."""
    return _pairs_of(about, (str, str), "about", "('Title', 'A long evening')")


def comments_of(comments: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """The comments. Raises `GameError` if something else is among them."""
    return _pairs_of(comments, (int, str), "comments", "(0, 'At nine')")


def places_of(places: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The lines and columns. Raises `GameError` if something else is among them."""
    return _pairs_of(places, (int, int), "places", "(12, 8)")


def all_of(values: object, kind: type[T], name: str, example: str = "") -> tuple[T, ...]:
    """The values of the argument of that name. Raises `GameError` if they are not all of a kind."""
    form = f"{kind.__name__}{example and ' such as '}{example}"
    return tuple(_checked(values, lambda value: isinstance(value, kind), name, form))


def _pairs_of(values: object, kinds: tuple[type[T], type[U]], name: str, example: str) -> tuple[tuple[T, U], ...]:
    def fits(pair: object) -> bool:
        return isinstance(pair, tuple | list) and len(pair) == 2 and all(map(isinstance, pair, kinds))

    return tuple((first, second) for first, second in _checked(values, fits, name, f"pairs such as {example}"))


def _checked(values: object, fits: Callable[[object], bool], name: str, form: str) -> list[Any]:
    """The values as a list. Raises `GameError` if they are no sequence, or one of them does not fit."""
    expected = f"expected {name}=[…] of {form}"
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise GameError(f"{name} is {describe(values)}; {expected}")
    items = list(values)
    for place, value in enumerate(items):
        if not fits(value):
            raise GameError(f"{name}[{place}] is {describe(value)}; {expected}")
    return items

"""Positions as feature vectors for machine learning. Words are one-hot encoded."""

from __future__ import annotations

import array
from collections.abc import Callable
from typing import Any, NamedTuple

from era_of_inventions.tabletop.values.domains import Cell, PlainForm, Shape
from era_of_inventions.tabletop.values.layout import Layout, Memo


class Feature(NamedTuple):
    """One number of an observation: its name and its bounds."""

    name: str
    low: int
    high: int


class Observer:
    """Encodes records of a layout as features.

    Encoded values are cached per field, because most recur.
    """

    def __init__(self, layout: Layout[Any]) -> None:
        """Prepare the encoders of all fields."""
        self.features: tuple[Feature, ...] = tuple(
            feature for cell in layout.cells for feature in _features(cell)
        )
        self._values = layout.values
        self._pieces = [_piece(field.shape) for field in layout.fields]

    def observe(self, value: Any) -> bytes:
        """Return the features as 16-bit integers."""
        return b"".join(
            [
                piece(part)
                for piece, part in zip(self._pieces, self._values(value), strict=True)
            ]
        )


def _features(cell: Cell) -> list[Feature]:
    if not cell.in_words:
        return [Feature(cell.key, cell.low, cell.high)]
    return [Feature(f"{cell.key}={word}", 0, 1) for word in (cell.words or {}).values()]


def _piece(shape: Shape[Any]) -> Callable[[Any], bytes]:
    if shape.inner is not None:
        observe = Observer(shape.inner).observe
        return (
            (lambda records: b"".join(map(observe, records)))
            if shape.form is PlainForm.RECORDS
            else observe
        )
    one_hot = [cell.words if cell.in_words else None for cell in shape.cells]

    def numbers(value: Any) -> bytes:
        row = array.array("h")
        for number, words in zip(shape.split(value), one_hot, strict=True):
            row.extend([number] if words is None else [word == number for word in words])
        return row.tobytes()

    return Memo(numbers).__getitem__

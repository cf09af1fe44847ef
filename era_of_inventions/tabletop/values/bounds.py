"""Bounds checks of records: a value is valid in a setting if it can be written and read back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from era_of_inventions.tabletop.errors import Code, KeyPath, Problem, Verbatim
from era_of_inventions.tabletop.values.domains import PlainForm, misfit
from era_of_inventions.tabletop.values.layout import BoundField, Layout
from era_of_inventions.tabletop.values.problems import InvalidDataError, within


def problems(layout: Layout[Any], value: Any) -> Iterator[Problem]:
    """Yield a problem for every value that is out of bounds or does not exist in the setting, with its path."""
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, parts = field.shape.inner, dict(_parts(field, part))
        if inner is None or not all(
            isinstance(record, inner.kind) for record in parts.values()
        ):
            yield from _problems(field, part)
        else:
            for path, record in parts.items():
                yield from (
                    problem._replace(path=path + problem.path)
                    for problem in problems(inner, record)
                )


def _parts(field: BoundField, value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Return the players' records in a field with their paths; if there are none, or not one each, the value itself."""
    if (
        field.shape.form is PlainForm.RECORDS
        and isinstance(value, tuple)
        and len(value) == field.shape.places
    ):
        return (((field.name, seat), record) for seat, record in enumerate(value))
    return iter([((field.name,), value)])


def _problems(field: BoundField, value: Any) -> Iterator[Problem]:
    error = misfit(field.shape, value)
    if isinstance(error, InvalidDataError):
        yield from within(field.name, error)
    elif error:
        expected = field.spec.about or field.spec.words
        yield Problem((field.name,), Code.OUT_OF_RANGE, Verbatim(repr(value)[:60]), expected)

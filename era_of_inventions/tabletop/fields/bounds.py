"""Bounds checks of records: a value is valid in a setting if it can be written and read back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields.domains import Form
from era_of_inventions.tabletop.fields.layout import Bound, Layout
from era_of_inventions.tabletop.fields.problems import DataProblem, InvalidDataError, Path, within


def problems(layout: Layout[Any], value: Any) -> Iterator[DataProblem]:
    """Yield every value that is out of bounds or does not exist in the setting, with its path."""
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner = field.shape.inner
        if inner is None or (field.shape.form is Form.RECORDS and len(part) != field.shape.places):
            yield from _problems(field, part)
        else:
            for path, record in _parts(field, part):
                yield from (problem._replace(path=path + problem.path) for problem in problems(inner, record))


def _parts(field: Bound, value: Any) -> Iterator[tuple[Path, Any]]:
    if field.shape.form is Form.RECORDS:
        return (((field.name, seat), record) for seat, record in enumerate(value))
    return iter([((field.name,), value)])


def _problems(field: Bound, value: Any) -> Iterator[DataProblem]:
    try:
        if field.shape.read(field.shape.write(value)) == value:
            return
    except InvalidDataError as error:
        yield from within(field.name, error)
        return
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        pass  # it cannot even be written
    yield DataProblem((field.name,), Code.OUT_OF_RANGE, field.spec.about or field.spec.words, Literal(repr(value)[:60]))

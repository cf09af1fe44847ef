"""Whether the values of a record exist in a setting: only what can be written and read again does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields.domains import Form
from era_of_inventions.tabletop.fields.layout import Bound, Layout
from era_of_inventions.tabletop.fields.problems import InvalidDataError, Path, Problem, within


def problems(layout: Layout[Any], value: Any) -> Iterator[Problem]:
    """Everything that is out of its bounds, or does not exist in the setting, each with its path."""
    for field, held in zip(layout.fields, layout.values(value), strict=True):
        inner = field.shape.inner
        if inner is None or (field.shape.form is Form.RECORDS and len(held) != field.shape.places):
            yield from _problems(field, held)
        else:
            for path, record in _parts(field, held):
                yield from (problem._replace(path=path + problem.path) for problem in problems(inner, record))


def _parts(field: Bound, held: Any) -> Iterator[tuple[Path, Any]]:
    if field.shape.form is Form.RECORDS:
        return (((field.name, seat), record) for seat, record in enumerate(held))
    return iter([((field.name,), held)])


def _problems(field: Bound, held: Any) -> Iterator[Problem]:
    try:
        if field.shape.read(field.shape.write(held)) == held:
            return
    except InvalidDataError as error:
        yield from within(field.name, error)
        return
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        pass  # it cannot even be written
    yield Problem((field.name,), Code.OUT_OF_RANGE, field.spec.about or field.spec.words, Literal(repr(held)[:60]))

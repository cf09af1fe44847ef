"""Bounds checks of records: a value is valid in a setting if it can be written and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from era_of_inventions.tabletop.errors import Code, KeyPath, Problem, Verbatim
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.domains import Count, PlainForm, Shape, misfit
from era_of_inventions.tabletop.values.groups import CardSet, Things
from era_of_inventions.tabletop.values.layout import Layout, Memo
from era_of_inventions.tabletop.values.packed import COUNT_MAX, UNKNOWN
from era_of_inventions.tabletop.values.problems import InvalidDataError, within


def problems(layout: Layout[Any], value: Any) -> Iterator[Problem]:
    """Yield a problem for every value that is out of bounds or does not exist in the setting, with its path."""
    for field, part in zip(layout.fields, layout.values(value), strict=True):
        inner, parts = field.shape.inner, _parts(field, part)
        if inner and all(isinstance(record, inner.kind) for record in parts.values()):
            for path, record in parts.items():
                yield from (
                    problem._replace(path=path + problem.path)
                    for problem in problems(inner, record)
                )
        elif error := misfit(field.shape, part):
            yield from _problems(field, part, error)


def _parts(field: BoundField, value: Any) -> Mapping[KeyPath, Any]:
    """Return the players' records in a field by their paths; if there are none, or not one each, the value itself."""
    if (
        field.shape.form is PlainForm.RECORDS
        and isinstance(value, tuple)
        and len(value) == field.shape.places
    ):
        return {(field.name, seat): record for seat, record in enumerate(value)}
    return {(field.name,): value}


def _problems(field: BoundField, value: Any, error: Exception) -> Iterator[Problem]:
    if isinstance(error, InvalidDataError):
        yield from within(field.name, error)
    else:
        expected = field.spec.about or field.spec.words
        yield Problem((field.name,), Code.WRONG_TYPE, Verbatim(repr(value)[:60]), expected)


def keeper(layout: Layout[Any]) -> Callable[[Any, Any], bool]:
    """Compile a function of two records that returns whether what differs in the second fits.

    It looks at single values, at counts, and at sets of things, which have to exist.
    Single values are numbers, words, such as seats and choices, and hidden flags,
    whether or not they can be absent. Both records are whole: no value in them is
    unknown.
    """
    scope: dict[str, Any] = {}
    tests = [*_tests(layout, scope, "  ", "was", "now")]
    wrong_type = [" except (AttributeError, TypeError, ValueError):", "  return False"]
    lines = ["def keeps(was, now):", " try:", *tests, "  return True", *wrong_type]
    exec("\n".join(lines), scope)  # once per setting, as attrs does for __init__
    return cast("Callable[[Any, Any], bool]", scope["keeps"])


def _tests(
    layout: Layout[Any], scope: dict[str, Any], indent: str, was: str, now: str
) -> Iterator[str]:
    """Yield lines that return false for a wrong value in the record ``now``; ``scope`` gets the tests of single fields.

    The small numbers of a record are tested together: one above `COUNT_MAX`, or below
    0, has a bit beyond. So do sets, shifted by as many bits as there are things, and the
    opposite of the number of unknown cards.
    """
    numbers = []
    for field in layout.fields:
        one, other, inner = f"{was}.{field.name}", f"{now}.{field.name}", field.shape.inner
        if inner is not None:
            below, several = (f"{was}_", f"{now}_"), field.shape.form is PlainForm.RECORDS
            deeper = f"{indent}  " if several else indent
            if tests := [*_tests(inner, scope, f"{deeper} ", *below)]:
                pair, differ = ", ".join(below), f"if {below[0]} is not {below[1]}:"
                yield from (f"{indent}{pair} = {one}, {other}", f"{indent}{differ}")
                if several:
                    each = f"zip({pair}, strict=True)"
                    yield from (f"{indent} for {pair} in {each}:", f"{indent}  {differ}")
                yield from tests
        elif (
            isinstance(field.spec.holds, Count) and len(field.shape.options) <= COUNT_MAX + 1
        ):
            (cell,) = field.shape.cells
            numbers.append(f"{other} - {cell.low}" if cell.low else other)
            if cell.high < COUNT_MAX:
                numbers.append(f"{other} + {COUNT_MAX - cell.high}")
        elif isinstance(holds := field.spec.holds, Things | CardSet):
            known = other if isinstance(holds, Things) else f"{other}.known"
            beyond = len(layout.terms.get(holds.of.names)) - COUNT_MAX.bit_length()
            numbers.append(f"({known} {'>>' if beyond >= 0 else '<<'} {abs(beyond)})")
            if not isinstance(holds, Things):
                numbers.append(f"-{other}.unknown")
        elif (fits := _fits(field.shape)) is not None:
            scope[name := f"fits{len(scope)}"] = Memo(fits)
            yield f"{indent}if {other} is not {one} and not {name}[{other}]: return False"
    if numbers:
        yield f"{indent}if ({' | '.join(numbers)}) >> {COUNT_MAX.bit_length()}: return False"


def _fits(shape: Shape[Any]) -> Callable[[Any], bool] | None:
    """Return a test whether a value fits; None if only single values and counts are tested, and it is neither."""
    hidden_flag = shape.form is PlainForm.FLAG and shape.hide is not None
    if hidden_flag or shape.form in (PlainForm.NUMBER, PlainForm.WORD):
        return lambda value: value != UNKNOWN and misfit(shape, value) is None
    return shape.fits

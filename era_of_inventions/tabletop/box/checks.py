"""The check of component sets that are made in Python: a file must be able to hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from era_of_inventions.tabletop.box.labels import parts_of, reserved, terms_of
from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.box.provenance import PROVENANCE
from era_of_inventions.tabletop.box.tables import expected, joined, repeated
from era_of_inventions.tabletop.errors import Code, Problem, describe
from era_of_inventions.tabletop.values import (
    Domain,
    InvalidDataError,
    Shape,
    Terms,
    layout_of,
)
from era_of_inventions.tabletop.values.domains import UNUSABLE, misfit
from era_of_inventions.tabletop.values.plain import Many


def problems(kind: Any, components: Any) -> Iterator[Problem]:
    """Yield the problems of a set: values that are out of range or of a wrong type, and repeated labels."""
    yield from _of_thing(
        Thing(kind),
        components,
        "",
        terms_of(kind, lambda field: getattr(components, field, ())),
    )
    taken = reserved(kind)
    for name, thing, many in parts_of(kind):
        things, known = getattr(components, name, ()), taken.setdefault(thing.kind, set())
        for index, one in enumerate(things if many and isinstance(things, tuple) else ()):
            text = thing.called(one)
            if text and text in known:
                yield repeated(f"{name}[{index}].{thing.label}", text)
            known.add(text)


def _of_thing(thing: Thing[Any], value: Any, place: str, terms: Terms) -> Iterator[Problem]:
    fields = [
        field for field in layout_of(thing.kind, terms).fields if field.name != PROVENANCE
    ]
    try:
        record = thing.split(value)
        parts = [getattr(record, field.name) for field in fields]
    except UNUSABLE:
        names = ", ".join(field.name for field in fields)
        yield Problem.at(place, Code.WRONG_TYPE, f"is {describe(value)}", names)
        return
    wrong = set()
    for field, part in zip(fields, parts, strict=True):
        for problem in _of_value(
            field.spec.holds, field.shape, part, joined(place, field.name), terms
        ):
            wrong.add(field.name)
            yield problem
    for name, usual in thing.given.items():
        if name not in wrong and (found := getattr(record, name)) != usual:
            yield Problem.at(
                joined(place, name),
                Code.UNKNOWN_WORD,
                f"is {describe(found)}",
                describe(usual),
            )


def _of_value(
    holds: Domain[Any], shape: Shape[Any], value: Any, place: str, terms: Terms
) -> Iterator[Problem]:
    """Yield the problems of a value. It is valid if it can be written and read back."""
    if isinstance(holds, Thing):
        yield from _of_thing(holds, value, place, terms)
    elif isinstance(holds, Many):
        if type(value) is not tuple:
            yield Problem.at(place, Code.WRONG_TYPE, f"is {describe(value)}", "a tuple")
            return
        one = holds.one.bind(terms)
        for index, part in enumerate(value):
            yield from _of_value(holds.one, one, part, f"{place}[{index}]", terms)
    else:
        yield from _misfit(shape, value, place)


def _misfit(shape: Shape[Any], value: Any, place: str) -> Iterator[Problem]:
    error = misfit(shape, value, exactly=True)
    if isinstance(error, InvalidDataError):
        yield from error.at(place)
    elif error:
        outside = isinstance(error, IndexError | OverflowError)
        known = {*map(type, shape.options)}
        code = Code.OUT_OF_RANGE if outside or type(value) in known else Code.WRONG_TYPE
        yield Problem.at(place, code, f"is {describe(value)}", expected(shape))

"""The check of component sets made in Python: whether a file could hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from era_of_inventions.tabletop.components.declared import UNUSABLE, Form, Part, Parts, Printed, Record, bound, terms_of
from era_of_inventions.tabletop.errors import Code, InputProblem, describe
from era_of_inventions.tabletop.fields import InvalidDataError, Shape, Terms
from era_of_inventions.tabletop.fields.problems import MISSING


def problems(form: Form, components: Any) -> Iterator[InputProblem]:
    """Yield the values of a set that are out of range or of another type, and labels that are taken."""
    yield from _of_form(form, components, "", {}, terms_of(form, form.split(components)))
    taken = reserved(form)
    for name, part in form.parts():
        things = getattr(components, name) if isinstance(part, Parts) and part.form.label else ()
        for index, thing in enumerate(things if isinstance(things, tuple) else ()):
            text, known = part.form.called(thing), taken.setdefault(part.of, set())
            if text in known:
                yield repeated(f"{name}[{index}].{part.form.label}", text)
            known |= {text} - {""}


def reserved(form: Form) -> dict[Any, set[str]]:
    """The labels that no file gives, by the kind of thing."""
    given = [(part.of, part.given.get(part.form.label)) for _, part in form.parts()]
    return {kind: {text} for kind, text in given if text is not None}


def repeated(place: str, value: object) -> InputProblem:
    """The problem of a value that another thing has already."""
    message = f"is {describe(value)}, which is taken; expected a different one for each"
    return InputProblem(place, Code.DUPLICATE, message)


def _of_form(form: Form, thing: Any, place: str, given: Mapping[str, Any], terms: Terms) -> Iterator[InputProblem]:
    try:
        values = form.split(thing)
    except UNUSABLE:
        yield InputProblem(place, Code.WRONG_TYPE, f"is {describe(thing)}; expected {', '.join(form.entries)}")
        return
    for name, entry in form.entries.items():
        at, value = f"{place}.{name}".removeprefix("."), values[name]
        if not isinstance(entry, Parts):
            found = [*_of_value(entry, value, at, terms)]
            if not found and name in given and value != given[name]:
                message = f"is {describe(value)}; expected {describe(given[name])}"
                found = [InputProblem(at, Code.UNKNOWN_WORD, message)]
            yield from found
        elif type(value) is tuple:
            for index, one in enumerate(value):
                yield from _of_value(entry, one, f"{at}[{index}]", terms)
        else:
            yield InputProblem(at, Code.WRONG_TYPE, f"is {describe(value)}; expected a tuple")


def _of_value(entry: Printed | Part, value: Any, place: str, terms: Terms) -> Iterator[InputProblem]:
    """Yield what is wrong with a value: it is valid if it can be written and read back."""
    if isinstance(entry.holds, Record):
        given = entry.given if isinstance(entry, Part) else {}
        yield from _of_form(entry.holds.form, value, place, given, terms)
        return
    shape = bound(entry.holds, terms)
    code = Code.WRONG_TYPE
    try:
        read = shape.read(shape.write(value))
        if read == value and type(read) is type(value):
            return
    except InvalidDataError as error:
        yield from error.at(place)
        return
    except UNUSABLE as error:
        beyond = isinstance(error, IndexError | OverflowError) or type(value) in map(type, shape.options)
        code = Code.OUT_OF_RANGE if beyond else Code.WRONG_TYPE
    yield InputProblem(place, code, f"is {describe(value)}; expected {expected(shape)}")


def expected(shape: Shape[Any]) -> str:
    """What a value of this shape is, for messages."""
    try:
        shape.read(MISSING)
    except InvalidDataError as error:
        return error.problems[0].expected
    return "a value"

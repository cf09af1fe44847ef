"""Whether the arguments of a declaration, and what its functions return, have the types that its class declares."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

import attrs

from era_of_inventions.tabletop.errors import describe, joined


class _Type(NamedTuple):
    """A test of values, and words for what passes it; ``entries`` is the test of the values of a mapping."""

    holds: Callable[[Any], bool]
    words: str
    entries: _Type | None = None


_ANYTHING = _Type(lambda value: True, "anything")


def misfits(declaration: Any) -> Iterator[str]:
    """Yield a sentence for each field of an attrs object that holds a value of another type than its class declares.

    Defaults are not looked at.
    """
    kind: Any = type(declaration)
    for name, default in _defaults_of(kind).items():
        value = getattr(declaration, name)
        if value is not default and not _type_of(kind, name).holds(value):
            yield from _misfits_in(name, value, _type_of(kind, name))


def _misfits_in(name: str, value: Any, expected: _Type) -> Iterator[str]:
    """Yield a sentence for each entry of a mapping that is of another type or, if there is none, for the value."""
    wrong = {}
    if expected.entries and isinstance(value, Mapping):
        wrong = {key: one for key, one in value.items() if not expected.entries.holds(one)}
        for key, one in wrong.items():
            place = f"{name}[{getattr(key, '__name__', repr(key))}]"
            yield f"{place} is {describe(one)}; expected {expected.entries.words}"
    if not wrong:
        yield f"{name} is {describe(value)}; expected {expected.words}"


def result_misfit(declaration: Any, name: str, result: Any) -> str:
    """Describe what a function in a field of an attrs object returned, if its class declares another type for that.

    Empty if the type is right, or the function is the default.
    """
    kind: Any = type(declaration)
    if getattr(declaration, name) is _defaults_of(kind)[name]:
        return ""
    returned = _returned(kind, name)
    return "" if returned.holds(result) else f"{describe(result)}; expected {returned.words}"


@cache
def _returned(kind: Any, name: str) -> _Type:
    """Return the test of a result of the function in a field."""
    hint = _hint(kind, name)
    of = next(one for one in (hint, *get_args(hint)) if get_origin(one) is Callable)
    return _type(get_args(of)[-1])


@cache
def _defaults_of(kind: Any) -> Mapping[str, Any]:
    return {field.name: field.default for field in attrs.fields(kind)}


@cache
def _type_of(kind: Any, name: str) -> _Type:
    """Return the test of a field; annotations are evaluated one by one, because many fields hold their defaults."""
    return _type(_hint(kind, name))


def _hint(kind: Any, name: str) -> Any:
    hint = attrs.fields_dict(kind)[name].type
    known = vars(sys.modules[kind.__module__])
    return eval(hint, known) if isinstance(hint, str) else hint


def _type(hint: Any) -> _Type:
    """Return the test of a type; types that cannot be tested accept anything."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either([_type(arg) for arg in sorted(args, key=lambda arg: arg is NoneType)])
    if origin is Callable:
        return _function(args[0])
    if origin is type:
        return _class(get_origin(args[0]) or args[0])
    if origin is tuple and args[1:] == (...,):
        return _several(tuple, "a tuple", _type(args[0]))
    if origin is tuple:
        return _row([_type(arg) for arg in args])
    if origin is Sequence:
        return _several((tuple, list), "a tuple", _type(args[0]))
    if origin is Mapping:
        return _mapping(*map(_type, args))
    kind = origin or hint
    if (
        kind in (object, Any)
        or not isinstance(kind, type)
        or getattr(kind, "_is_protocol", False)
    ):
        return _ANYTHING
    return _Type(lambda value: isinstance(value, kind), _WORDS.get(kind, _an(kind.__name__)))


_WORDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    type: "a class",
    NoneType: "None",
}


def _an(name: str) -> str:
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _either(types: Sequence[_Type]) -> _Type:
    return _Type(
        lambda value: any(one.holds(value) for one in types),
        joined(one.words for one in types),
    )


def _several(kind: Any, words: str, one: _Type) -> _Type:
    return _Type(
        lambda value: isinstance(value, kind) and all(map(one.holds, value)),
        words if one is _ANYTHING else f"{words} with {one.words} for each of them",
    )


def _row(types: Sequence[_Type]) -> _Type:
    return _Type(
        lambda value: (
            isinstance(value, tuple)
            and len(value) == len(types)
            and all(one.holds(part) for one, part in zip(types, value, strict=True))
        ),
        f"a tuple of {joined((one.words for one in types), 'and')}",
    )


def _mapping(key: _Type, one: _Type) -> _Type:
    return _Type(
        lambda value: (
            isinstance(value, Mapping)
            and all(map(key.holds, value))
            and all(map(one.holds, value.values()))
        ),
        f"a mapping from {key.words} to {one.words}",
        one,
    )


def _class(base: Any) -> _Type:
    if not isinstance(base, type) or base is Any:
        return _type(type)
    return _Type(
        lambda value: isinstance(value, type) and issubclass(value, base),
        f"a class derived from {base.__name__}",
    )


def _function(arguments: Any) -> _Type:
    """Return the test of functions that can be called with these arguments; ``...`` stands for any."""
    number = len(arguments) if isinstance(arguments, list) else None

    def takes(value: Any) -> bool:
        if not callable(value) or number is None:
            return callable(value)
        function = getattr(value, "source", value)  # a clause is called as its function
        try:
            inspect.signature(function).bind(*range(number))
        except TypeError:
            return False
        except ValueError:  # functions written in C may have no signature
            return True
        return True

    of = f" of {number} argument{'s' * (number > 1)}" if number else ""
    return _Type(takes, f"a function{of}")

"""Shapes: what a value looks like in JSON. Each has a schema, reads and writes, and refuses with a `WrongError`.

The fields of attrs classes are read and written by functions that cattrs makes, so that all that is wrong is found at
once; what a field holds is for its shape to say, because an ``int`` may be a count, an index, a mask or goods.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from era_of_inventions.model.goods import COUNT_MAX, ONE, PRINTED_MAX, STOCK_MAX, Good, Goods, items, pack
from era_of_inventions.tabletop.errors import describe, hint

T = TypeVar("T")
Schema = Mapping[str, Any]
CONVERTER = Converter()
LONGEST_TEXT = 10_000
"""The most characters of a text that is read."""
TOLD_MAX = 100
"""The most problems that an error tells."""


class WrongError(Exception):
    """A value that is not what it should be. ``found`` and ``expected`` go into one sentence, made when it is asked."""

    def __init__(self, found: object, expected: str, known: Iterable[str] = ()) -> None:
        """Remember what was found and expected; of the ``known`` words the nearest are proposed."""
        super().__init__(expected)
        self.found = found
        self.expected = expected
        self.known = known

    def __str__(self) -> str:
        """What is there and what was expected."""
        near = hint(self.found, self.known) if isinstance(self.found, str) else ""
        return f"is {shown(self.found)}; expected {self.expected}{near}"


class Twice(dict[str, Any]):
    """An object in which a key stands twice."""

    def __init__(self, found: Mapping[str, Any], key: str) -> None:
        """Remember which."""
        super().__init__(found)
        self.key = key


@attrs.frozen
class Said:
    """What a message shows as it is: a description, or what other programs write for numbers that JSON lacks."""

    text: str

    def __str__(self) -> str:
        """The text alone."""
        return self.text


def shown(value: object) -> str:
    """A value as a message shows it."""
    if value is None:
        return "null"
    if isinstance(value, Twice):
        return f"an object with the key {describe(value.key)} twice"
    if isinstance(value, dict):
        return "an object"
    return "an array" if isinstance(value, list) else describe(value)


@attrs.frozen
class Shape(Generic[T]):
    """One kind of value: its JSON Schema, and how it is read and written.

    ``read`` takes a second argument, which cattrs hands to it, and raises `WrongError` or cattrs' groups of these.
    ``write`` gives the JSON text.
    """

    schema: Schema
    read: Callable[..., T]
    write: Callable[[T], str]


_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":"))


def dumps(value: Any) -> str:
    """Plain data as JSON, always written the same way."""
    return _ENCODER.encode(value)


def object_of(texts: Iterable[tuple[str, str]]) -> str:
    """The JSON of an object, from keys and the JSON of what they hold. Keys are names, in which nothing is escaped."""
    members = ",".join([f'"{key}":{text}' for key, text in texts])
    return f"{{{members}}}"


def joined(one: str, other: str) -> str:
    """The JSON of an object that has the keys of two others."""
    return f"{one[:-1]}{',' if len(one) > 2 < len(other) else ''}{other[1:]}"


def titled(title: str, shape: Shape[T]) -> Shape[T]:
    """The same shape under a title of its own, by which schemas refer to it."""
    return attrs.evolve(shape, schema={**shape.schema, "title": title})


def integer(low: int, high: int) -> Shape[int]:
    """A whole number within bounds."""
    expected = f"a whole number from {low} to {high}"

    def read(value: object, _: object = None) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise WrongError(value, expected)

    return Shape({"type": "integer", "minimum": low, "maximum": high}, read, str)


def _flag(value: object, _: object = None) -> bool:
    if type(value) is bool:
        return value
    raise WrongError(value, "true or false")


FLAG = Shape({"type": "boolean"}, _flag, dumps)


def _text(value: object, _: object = None) -> str:
    if type(value) is not str:
        raise WrongError(value, "a text")
    if len(value) > LONGEST_TEXT:
        raise WrongError(value, f"at most {LONGEST_TEXT} characters")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise WrongError(value, "a text without halves of characters")
    return value


TEXT = Shape({"type": "string", "maxLength": LONGEST_TEXT}, _text, dumps)


def _scalar(value: object, _: object = None) -> int | bool | str | None:
    if type(value) is str:
        return _text(value)
    if value is None or type(value) is bool or (type(value) is int and abs(value) <= COUNT_MAX):
        return value
    raise WrongError(value, f"a text, a whole number from {-COUNT_MAX} to {COUNT_MAX}, true, false or null")


SCALAR = Shape(
    {
        "anyOf": [
            {"type": "string", "maxLength": LONGEST_TEXT},
            {"type": "integer", "minimum": -COUNT_MAX, "maximum": COUNT_MAX},
            {"type": ["boolean", "null"]},
        ]
    },
    _scalar,
    dumps,
)


def _value(value: object, _: object = None) -> int | str:
    if type(value) is str:
        return _text(value)
    if type(value) is int and abs(value) <= COUNT_MAX:
        return value
    raise WrongError(value, f"a text or a whole number from {-COUNT_MAX} to {COUNT_MAX}")


VALUE: Shape[int | str] = Shape(
    {
        "anyOf": [
            {"type": "string", "maxLength": LONGEST_TEXT},
            {"type": "integer", "minimum": -COUNT_MAX, "maximum": COUNT_MAX},
        ]
    },
    _value,
    dumps,
)


def label(pattern: str, expected: str) -> Shape[str]:
    """A text of a certain form, such as an id."""
    form = re.compile(pattern)

    def read(value: object, _: object = None) -> str:
        if form.fullmatch(text := _text(value)) and len(text) <= 100:
            return text
        raise WrongError(value, expected)

    return Shape({"type": "string", "pattern": f"^(?:{pattern})$", "maxLength": 100}, read, dumps)


def word(words: Mapping[str, T], what: str = "", *, pattern: str = "") -> Shape[T]:
    """One of several words, each of which stands for a value.

    ``what`` names the words in messages where they are too many to be listed; with a ``pattern`` they depend on the
    components, and the schema tells the pattern alone.
    """
    expected = what or f"one of {', '.join(words)}"
    texts: dict[Any, str] = {value: dumps(name) for name, value in words.items()}
    known = tuple(words)

    def read(value: object, _: object = None) -> T:
        if type(value) is str and value in words:
            return words[value]
        raise WrongError(value, expected, known)

    schema = {"type": "string", "pattern": f"^(?:{pattern})$"} if pattern else {"enum": list(words)}
    return Shape(schema, read, texts.__getitem__)


def optional(shape: Shape[T], nothing: Any = None) -> Shape[Any]:
    """A value, or null for nothing."""

    def read(value: object, _: object = None) -> Any:
        return nothing if value is None else shape.read(value)

    def write(value: Any) -> str:
        return "null" if value == nothing else shape.write(value)

    return Shape({"anyOf": [shape.schema, {"type": "null"}]}, read, write)


def sequence(shape: Shape[T], most: int, least: int = 0) -> Shape[tuple[T, ...]]:
    """An array of values of one shape."""
    expected = f"an array of {most}" if least == most else f"an array of {least} to {most}"
    read_one = shape.read
    write_one = shape.write

    def read(value: object, _: object = None) -> tuple[T, ...]:
        if type(value) is not list:
            raise WrongError(value, expected)
        if not least <= len(value) <= most:
            raise WrongError(Said(f"an array of {len(value)}"), expected)
        try:
            return tuple(map(read_one, value))
        except Exception:  # of any kind: read again, one by one, to find them all
            raise _each(value, read_one) from None

    schema = {"type": "array", "items": shape.schema, "minItems": least, "maxItems": most}
    return Shape(schema, read, lambda values: f"[{','.join(map(write_one, values))}]")


def _each(values: Iterable[Any], read: Callable[..., Any]) -> IterableValidationError:
    """Everything that is wrong with the values of an array."""
    errors = list(errors_of(enumerate(values), read, lambda place: IterableValidationNote("", place, Any)))
    return IterableValidationError("", errors, tuple)


def errors_of(
    values: Iterable[tuple[Any, Any]], read: Callable[..., Any], note: Callable[[Any], str]
) -> Iterator[Exception]:
    """What is wrong with values that have places, each error with a note that tells the place.

    It ends after one more than an error tells, so there may be more.
    """
    found = 0
    for place, value in values:
        try:
            read(value)
        except Exception as error:
            error.add_note(note(place))
            yield error
            found += 1
            if found > TOLD_MAX:
                return


def mask(names: Sequence[str], what: str, pattern: str) -> Shape[int]:
    """A set of indexes, as the array of their names in their order."""
    one = word({name: index for index, name in enumerate(names)}, what, pattern=pattern)
    expected = f"an array of at most {len(names)}, each {what}"

    bits = {name: 1 << index for index, name in enumerate(names)}
    texts = [dumps(name) for name in names]

    def write(mask: int) -> str:
        return f"[{','.join([text for index, text in enumerate(texts) if mask >> index & 1])}]"

    def read(value: object, _: object = None) -> int:
        if type(value) is not list or len(value) > len(names):
            raise WrongError(Said(f"an array of {len(value)}") if type(value) is list else value, expected)
        try:
            found = sum(map(bits.__getitem__, set(value)))
        except (KeyError, TypeError):  # no name, or an object or array
            raise _once(value, one) from None
        if found.bit_count() < len(value):
            raise _once(value, one)
        return found

    schema = {"type": "array", "items": one.schema, "uniqueItems": True}
    return Shape(schema, read, write)


def _once(names: list[Any], one: Shape[int]) -> IterableValidationError:
    """Everything that is wrong with the names of a set."""

    def read(place: int) -> int:
        index = one.read(names[place])
        if names[place] in names[:place]:
            raise WrongError(Said(f"{names[place]!r} again"), "every name once")
        return index

    return _each(range(len(names)), read)


def counts(names: Sequence[str], high: int, what: str = "") -> Shape[tuple[int, ...]]:
    """How often each of several things is there, in their order; as an object, in which what is not there is left out.

    With ``what`` the names depend on the components, and it names them in messages.
    """
    number = integer(0, high)
    places = {name: place for place, name in enumerate(names)}
    expected = f"an object with counts of {what or ', '.join(names)}"

    def one(name: str, count: object) -> int:
        if name not in places:
            raise WrongError(name, what or f"one of {', '.join(names)}", names)
        return number.read(count)

    def read(value: object, _: object = None) -> tuple[int, ...]:
        if type(value) is not dict:
            raise WrongError(value, expected)
        found = [0] * len(names)
        try:
            for name, count in value.items():
                found[places[name]] = number.read(count)
        except (KeyError, WrongError):
            keyed(value, lambda name: one(name, value[name]), len(value))  # which tells all that is wrong
            raise
        return tuple(found)

    def write(numbers: tuple[int, ...]) -> str:
        return object_of([(name, str(count)) for name, count in zip(names, numbers, strict=True) if count])

    properties: dict[str, Any] = {"additionalProperties": number.schema}
    if not what:
        properties = {"properties": dict.fromkeys(names, number.schema), "additionalProperties": False}
    return Shape({"type": "object", **properties}, read, write)


def _goods(high: int) -> Shape[Goods]:
    by_good = counts([good.name.lower() for good in Good], high)
    ones = {good.name.lower(): ONE[good] for good in Good}

    def write(goods: Goods) -> str:
        return object_of((good.name.lower(), str(number)) for good, number in items(goods))

    def read(value: Any, _: object = None) -> Goods:
        goods = 0
        if type(value) is dict:
            for name, number in value.items():
                if name not in ones or type(number) is not int or not 0 <= number <= high:
                    break
                goods += ones[name] * number
            else:
                return goods
        return pack(dict(zip(Good, by_good.read(value), strict=True)))  # which tells what is wrong

    return Shape({"title": f"Goods up to {high}", **by_good.schema}, read, write)


STOCK = _goods(COUNT_MAX)
"""Goods that a position or a move speaks of."""
PRINTED = _goods(PRINTED_MAX)
"""Goods that a component shows."""
BOX = _goods(STOCK_MAX)
"""Goods in the box."""


def structure(kind: type[T], fields: Mapping[str, Shape[Any]]) -> Shape[T]:
    """An attrs class, as an object with a key for each field. Fields with their default value are left out."""
    names = [field.name for field in attrs.fields(kind)]  # type: ignore[arg-type]
    if names != list(fields):
        raise TypeError(f"the fields of {kind.__name__} are {names}; shapes are given for {list(fields)}")
    reading: Any = {name: override(struct_hook=shape.read) for name, shape in fields.items()}
    writing: Any = {name: override(unstruct_hook=shape.write) for name, shape in fields.items()}
    structured = make_dict_structure_fn(
        kind, CONVERTER, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **reading
    )
    written = make_dict_unstructure_fn(kind, CONVERTER, _cattrs_omit_if_default=True, **writing)

    def read(value: object, _: object = None) -> T:
        if type(value) is not dict:
            raise not_an_object(value)
        return structured(value, kind)

    return Shape(_object(kind, fields), read, lambda value: object_of(written(value).items()))


def not_an_object(value: object) -> WrongError:
    """That a value is no object, or one with a key twice."""
    return WrongError(value, "every key once" if isinstance(value, Twice) else "an object")


def _object(kind: type[Any], fields: Mapping[str, Shape[Any]]) -> Schema:
    properties = {}
    required = []
    for field in attrs.fields(kind):
        shape = fields[field.name]
        properties[field.name] = shape.schema
        if field.default is attrs.NOTHING:
            required.append(field.name)
        elif not isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
            properties[field.name] = {**shape.schema, "default": json.loads(shape.write(field.default))}
    return {
        "title": kind.__name__,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def tagged(tag: str, shapes: Mapping[str, Shape[Any]], kinds: Iterable[type]) -> Shape[Any]:
    """One of several classes: an object whose key ``tag`` says which, in the order of the shapes."""
    heads = {kind: (dumps({tag: name}), shapes[name]) for kind, name in zip(kinds, shapes, strict=True)}
    which = word({name: name for name in shapes})

    def read(value: object, _: object = None) -> Any:
        if type(value) is not dict:
            raise not_an_object(value)
        fields = dict(value)
        try:
            name = which.read(fields.pop(tag))
        except (KeyError, WrongError) as error:
            raise at(tag, error) from None
        return shapes[name].read(fields)

    def write(value: Any) -> str:
        head, shape = heads[type(value)]
        return joined(head, shape.write(value))

    return Shape({"oneOf": [_with_tag(tag, name, shape.schema) for name, shape in shapes.items()]}, read, write)


def _with_tag(tag: str, name: str, schema: Schema) -> Schema:
    properties = {tag: {"const": name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": [tag, *schema["required"]]}


def at(key: str, error: Exception) -> ClassValidationError:
    """The same error, standing at a key of an object."""
    error.add_note(AttributeValidationNote("", key, Any))
    return ClassValidationError("", [error], object)


def all_at(problems: Iterable[tuple[str, str]]) -> ClassValidationError:
    """Several problems, each standing at a key of an object."""
    return ClassValidationError("", [at(key, ValueError(problem)) for key, problem in problems], object)


def keyed(value: object, read: Callable[[str], T], most: int) -> dict[str, T]:
    """What is read for each key of an object whose keys are names, at most ``most`` of them."""
    if type(value) is not dict:
        raise not_an_object(value)
    if len(value) > most:
        raise WrongError(Said(f"an object of {len(value)} keys"), f"at most {most}")
    found: dict[str, T] = {}

    def keep(key: str) -> None:
        found[key] = read(key)

    errors = list(errors_of(((key, key) for key in value), keep, lambda key: AttributeValidationNote("", key, Any)))
    if errors:
        raise IterableValidationError("", errors, dict)
    return found

"""Shapes: what a value looks like in JSON. Each has a schema, and reads and writes plain data.

What is structured like ordinary data, rulesets, settings, verdicts and component tables, are attrs classes, whose
fields cattrs reads and writes; what a field holds is for its shape to say, because an ``int`` may be a count, an index
or goods. Positions and moves have layouts instead, and their shapes are made of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import (
    COUNT_MAX,
    Choice,
    Count,
    Domain,
    Flag,
    InvalidDataError,
    Names,
    Problem,
    Terms,
)
from era_of_inventions.tabletop.fields.groups import check_array
from era_of_inventions.tabletop.fields.problems import (
    MISSING,
    PROBLEMS_MAX,
    check_object,
    invalid,
    read_all,
    within,
)

T = TypeVar("T")
dumps = json.JSONEncoder(ensure_ascii=True, allow_nan=False, check_circular=False, separators=(",", ":")).encode
"""Plain data as JSON, always written the same way."""
Schema = Mapping[str, Any]
CONVERTER = Converter()
DEFINED = "$defined"
"""The key under which a schema has the name by which others refer to it."""
LONGEST_TEXT = 10_000
"""The most characters of a text that is read."""
GENERAL = Terms(seats=(min(player_counts()), max(player_counts())))
"""The terms of schemas, which hold for all settings."""


@attrs.frozen
class JsonShape(Generic[T]):
    """One kind of value: its JSON Schema, and how it is read from plain data and written as such.

    ``read`` raises `InvalidDataError` with everything that is wrong.
    """

    schema: Schema
    read: Callable[[Any], T]
    write: Callable[[T], Any]


def of(domain: Domain[T], terms: Terms = GENERAL) -> JsonShape[T]:
    """The shape of what a field of a position or move can hold."""
    bound = domain.bind(terms)
    return JsonShape(domain.schema(GENERAL), bound.read, bound.write)


def titled(title: str, shape: JsonShape[T]) -> JsonShape[T]:
    """The same shape under a title of its own, by which schemas refer to it."""
    return attrs.evolve(shape, schema={**shape.schema, DEFINED: title})


def integer(low: int, high: int) -> JsonShape[int]:
    """A whole number within bounds."""
    return of(Count(high, low))


FLAG = of(Flag())


def word(words: Mapping[str, T], what: str = "", *, pattern: str = "") -> JsonShape[T]:
    """One of several words, each of which stands for a value.

    ``what`` names the words in messages where they are too many to be listed; with a ``pattern`` there are other words
    in other versions or sets, and the schema has the pattern alone.
    """
    names, values = tuple(words), tuple(words.values())
    return of(Choice(Names[object, T](object, (lambda _: names) if pattern else names, what, pattern, values)))


def optional(shape: JsonShape[T]) -> JsonShape[T | None]:
    """A value, or null for None."""
    return JsonShape(
        {"anyOf": [shape.schema, {"type": "null"}]},
        lambda raw: None if raw is None else shape.read(raw),
        lambda value: None if value is None else shape.write(value),
    )


def sequence(shape: JsonShape[T], most: int, least: int = 0) -> JsonShape[tuple[T, ...]]:
    """An array of values of one shape."""

    def read(raw: Any) -> tuple[T, ...]:
        check_array(raw, most, least)
        return tuple(read_all((place, shape.read, one) for place, one in enumerate(raw)))

    schema = {"type": "array", "items": shape.schema, "minItems": least, "maxItems": most}
    return JsonShape(schema, read, lambda values: [shape.write(value) for value in values])


# --- Texts ------------------------------------------------------------------------------------------------------------


def _text(raw: Any) -> str:
    if type(raw) is not str:
        raise invalid(Code.WRONG_TYPE, raw, "a text")
    if len(raw) > LONGEST_TEXT:
        raise invalid(Code.TOO_LONG, raw, f"at most {LONGEST_TEXT} characters")
    if not raw.isascii() and any("\ud800" <= character <= "\udfff" for character in raw):
        raise invalid(Code.MALFORMED, raw, "a text without halves of characters")
    return raw


def _same(value: T) -> T:
    return value


TEXT: JsonShape[str] = JsonShape({"type": "string", "maxLength": LONGEST_TEXT}, _text, _same)
_NUMBER = {"type": "integer", "minimum": -COUNT_MAX, "maximum": COUNT_MAX}
_A_NUMBER = f"a whole number from {-COUNT_MAX} to {COUNT_MAX}"


def _value(raw: Any) -> int | str:
    if type(raw) is str:
        return _text(raw)
    if type(raw) is int and abs(raw) <= COUNT_MAX:
        return raw
    raise invalid(Code.WRONG_TYPE, raw, f"a text or {_A_NUMBER}")


VALUE: JsonShape[int | str] = JsonShape({"anyOf": [TEXT.schema, _NUMBER]}, _value, _same)


def _scalar(raw: Any) -> int | bool | str | None:
    if type(raw) is str:
        return _text(raw)
    if raw is None or type(raw) is bool or (type(raw) is int and abs(raw) <= COUNT_MAX):
        return raw
    raise invalid(Code.WRONG_TYPE, raw, f"a text, {_A_NUMBER}, true, false or null")


SCALAR: JsonShape[int | bool | str | None] = JsonShape(
    {"anyOf": [TEXT.schema, _NUMBER, {"type": ["boolean", "null"]}]}, _scalar, _same
)


def text_where(fits: Callable[[str], bool], expected: str, schema: Schema) -> JsonShape[str]:
    """A text that something holds of."""

    def read(raw: Any) -> str:
        if fits(text := _text(raw)):
            return text
        raise invalid(Code.MALFORMED, raw, expected)

    return JsonShape({"type": "string", **schema}, read, _same)


def label(pattern: str, expected: str) -> JsonShape[str]:
    """A text of a certain form, such as an id."""
    form = re.compile(pattern)
    schema = {"pattern": f"^(?:{pattern})$", "maxLength": 100}
    return text_where(lambda text: bool(form.fullmatch(text)) and len(text) <= 100, expected, schema)


# --- Objects ----------------------------------------------------------------------------------------------------------


def structure(kind: type[T], fields: Mapping[str, JsonShape[Any]]) -> JsonShape[T]:
    """An attrs class, as an object with a key for each field. Fields with their default value are left out."""
    attributes: Any = attrs.fields(kind)  # type: ignore[arg-type]
    names = [attribute.name for attribute in attributes]
    if names != list(fields):
        raise TypeError(f"the fields of {kind.__name__} are {names}; shapes are given for {list(fields)}")
    reading: Any = {name: override(struct_hook=_hook(shape.read)) for name, shape in fields.items()}
    writing: Any = {name: override(unstruct_hook=shape.write) for name, shape in fields.items()}
    structured = make_dict_structure_fn(
        kind, CONVERTER, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **reading
    )

    def read(raw: Any) -> T:
        check_object(raw)
        try:
            return structured(raw, kind)
        except ClassValidationError as error:
            raise InvalidDataError(_problems(error, names)) from None

    written = make_dict_unstructure_fn(kind, CONVERTER, _cattrs_omit_if_default=True, **writing)
    return JsonShape(_object(kind, fields), read, written)


def _hook(read: Callable[[Any], T]) -> Callable[[Any, Any], T]:
    return lambda raw, _: read(raw)


def _problems(error: ClassValidationError, names: list[str]) -> Iterator[Problem]:
    for part in error.exceptions:
        if isinstance(part, ForbiddenExtraKeysError):
            known = tuple(names)
            extra = sorted(part.extra_fields)[:PROBLEMS_MAX]
            yield from (Problem((key,), Code.UNKNOWN_KEY, "a known key", key, known) for key in extra)
        elif isinstance(part, InvalidDataError):
            notes = (note for note in part.__notes__ if isinstance(note, AttributeValidationNote))
            yield from within(next(note.name for note in notes), part)
        else:  # a KeyError, of a key that is not there
            yield Problem((str(part.args[0]),), Code.MISSING, str(part.args[0]).replace("_", " "), MISSING)


def _object(kind: type[Any], fields: Mapping[str, JsonShape[Any]]) -> Schema:
    properties = {}
    required = []
    for attribute in attrs.fields(kind):
        shape = fields[attribute.name]
        properties[attribute.name] = shape.schema
        if attribute.default is attrs.NOTHING:
            required.append(attribute.name)
        elif not isinstance(attribute.default, attrs.Factory):  # type: ignore[arg-type]
            properties[attribute.name] = {**shape.schema, "default": shape.write(attribute.default)}
    return {
        DEFINED: kind.__name__,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def tagged(tag: str, shapes: Mapping[str, JsonShape[Any]], kinds: Iterable[type]) -> JsonShape[Any]:
    """One of several classes: an object whose key ``tag`` says which, in the order of the shapes."""
    names = dict(zip(kinds, shapes, strict=True))
    which = word({name: name for name in shapes})

    def read(raw: Any) -> Any:
        check_object(raw)
        try:
            name = which.read(raw.get(tag, MISSING))
        except InvalidDataError as error:
            raise InvalidDataError(within(tag, error)) from None
        return shapes[name].read({key: part for key, part in raw.items() if key != tag})

    def write(value: Any) -> dict[str, Any]:
        name = names[type(value)]
        return {tag: name, **shapes[name].write(value)}

    return JsonShape({"oneOf": [_with_tag(tag, name, shape.schema) for name, shape in shapes.items()]}, read, write)


def _with_tag(tag: str, name: str, schema: Schema) -> Schema:
    properties = {tag: {"const": name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": [tag, *schema["required"]]}


def keyed(raw: Any, read: Callable[[str, Any], T], most: int) -> dict[str, T]:
    """What is read for each key of an object whose keys are names, at most ``most`` of them."""
    check_object(raw)
    if len(raw) > most:
        raise invalid(Code.TOO_LONG, Literal(f"an object of {len(raw)} keys"), f"at most {most}")
    return dict(zip(raw, read_all((key, _reader(read, key), part) for key, part in raw.items()), strict=True))


def _reader(read: Callable[[str, Any], T], key: str) -> Callable[[Any], T]:
    return lambda raw: read(key, raw)


def refused(key: str, code: Code, message: str) -> InvalidDataError:
    """The error of one problem at a key, whose sentence is known."""
    return InvalidDataError([Problem((key,), code, "", Literal(message))])

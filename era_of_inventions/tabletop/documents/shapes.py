"""Shapes: JSON forms of values. Each has a schema, and reads and writes plain data.

Rulesets, settings, verdicts, reports and component tables are attrs classes, whose objects cattrs structures and whose
fields have a shape each. The shapes of positions and moves are made from their layouts.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Generic, NoReturn, TypeVar, get_args, get_origin, get_type_hints

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from era_of_inventions.tabletop.components.declared import Part, Parts, Printed, Record, form_of
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import Choice, Count, DataProblem, Domain, Flag, InvalidDataError, Names, Terms
from era_of_inventions.tabletop.fields.groups import check_array
from era_of_inventions.tabletop.fields.layout import sentence
from era_of_inventions.tabletop.fields.problems import (
    MISSING,
    PROBLEMS_MAX,
    check_object,
    invalid,
    read_all,
    within,
)
from era_of_inventions.tabletop.fields.texts import LABEL_MAX, Text
from era_of_inventions.tabletop.fields.values import COUNT_MAX

T = TypeVar("T")
Schema = Mapping[str, Any]
CONVERTER = Converter()
DEFINED = "$defined"
"""The key of the name by which other schemas refer to a schema."""
REFERS = "$refers"
"""The key of a named schema that is referred to with its own title and description."""
ANY = Terms()
"""The terms of shapes that are the same in all settings."""
LISTED_MAX = 1000
"""The most items of a component set of one kind."""
NAMED_MAX = 10_000
"""The most keys of an object whose keys are names."""


@attrs.frozen
class JsonShape(Generic[T]):
    """One kind of value: its JSON Schema, and functions that read it from plain data and write it.

    ``read`` raises `InvalidDataError` with all problems. ``means`` describes the value for the schema of its parent.
    """

    schema: Schema
    read: Callable[[Any], T]
    write: Callable[[T], Any]
    means: str = ""

    def about(self, means: str) -> JsonShape[T]:
        """Return the same shape with a description."""
        return attrs.evolve(self, means=means)


def of(domain: Domain[T], terms: Terms = ANY, general: Terms | None = None) -> JsonShape[T]:
    """The shape of a domain; its schema is that of the ``general`` terms."""
    bound = domain.bind(terms)
    return JsonShape(domain.schema(general or terms), bound.read, bound.write)


def titled(title: str, shape: JsonShape[T]) -> JsonShape[T]:
    """Return the same shape with a name by which schemas refer to it."""
    return attrs.evolve(shape, schema={**shape.schema, DEFINED: title})


def integer(low: int, high: int) -> JsonShape[int]:
    """A whole number within bounds."""
    return of(Count(high, low))


FLAG = of(Flag())


def word(words: Mapping[str, T], what: str = "", *, pattern: str = "") -> JsonShape[T]:
    """One of several words, each of which stands for a value.

    ``what`` describes the words in messages if they are too many to list. A ``pattern`` is used as the schema if the
    words depend on the version or the component set.
    """
    shape = of(Choice(Names[object, T](object, tuple(words), what, values=tuple(words.values()))))
    return attrs.evolve(shape, schema={"type": "string", "pattern": f"^(?:{pattern})$"}) if pattern else shape


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


def row(shapes: Sequence[JsonShape[Any]]) -> JsonShape[tuple[Any, ...]]:
    """An array of values, each with its own shape."""

    def read(raw: Any) -> tuple[Any, ...]:
        check_array(raw, len(shapes), len(shapes))
        return tuple(read_all((place, shape.read, raw[place]) for place, shape in enumerate(shapes)))

    parts = [shape.schema for shape in shapes]
    schema = {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    return JsonShape(
        schema, read, lambda values: [shape.write(value) for shape, value in zip(shapes, values, strict=True)]
    )


def mapping(shape: JsonShape[T]) -> JsonShape[Mapping[str, T]]:
    """An object whose keys are names, in sorted order."""
    return JsonShape(
        {"type": "object", "additionalProperties": shape.schema},
        lambda raw: keyed(raw, lambda _, part: shape.read(part), NAMED_MAX),
        lambda values: {name: shape.write(values[name]) for name in sorted(values)},
    )


# --- Texts ------------------------------------------------------------------------------------------------------------


def _same(value: T) -> T:
    return value


TEXT = of(Text())
_NUMBER = {"type": "integer", "minimum": -COUNT_MAX, "maximum": COUNT_MAX}
_A_NUMBER = f"a whole number from {-COUNT_MAX} to {COUNT_MAX}"


def _value(raw: Any) -> int | str:
    if type(raw) is str:
        return TEXT.read(raw)
    if type(raw) is int and abs(raw) <= COUNT_MAX:
        return raw
    raise invalid(Code.WRONG_TYPE, raw, f"a text or {_A_NUMBER}")


VALUE: JsonShape[int | str] = JsonShape({"anyOf": [TEXT.schema, _NUMBER]}, _value, _same)


def _scalar(raw: Any) -> int | bool | str | None:
    if type(raw) is str:
        return TEXT.read(raw)
    if raw is None or type(raw) is bool or (type(raw) is int and abs(raw) <= COUNT_MAX):
        return raw
    raise invalid(Code.WRONG_TYPE, raw, f"a text, {_A_NUMBER}, true, false or null")


SCALAR: JsonShape[int | bool | str | None] = JsonShape(
    {"anyOf": [TEXT.schema, _NUMBER, {"type": ["boolean", "null"]}]}, _scalar, _same
)


_SIMPLE: Mapping[Any, JsonShape[Any]] = {str: TEXT, int: integer(0, COUNT_MAX), bool: FLAG}


def text_where(fits: Callable[[str], bool], expected: str, schema: Schema) -> JsonShape[str]:
    """A text that a predicate accepts."""

    def read(raw: Any) -> str:
        if fits(text := TEXT.read(raw)):
            return text
        raise invalid(Code.MALFORMED, raw, expected)

    return JsonShape({"type": "string", **schema}, read, _same)


def label(pattern: str, expected: str) -> JsonShape[str]:
    """A text that matches a pattern, such as an id."""
    return of(Text(pattern, expected, LABEL_MAX))


# --- Objects ----------------------------------------------------------------------------------------------------------


def structure(kind: type[T], fields: Mapping[str, JsonShape[Any]]) -> JsonShape[T]:
    """An attrs class, as an object with a key for each field. Default values are left out."""
    attributes: Any = attrs.fields(kind)  # type: ignore[arg-type]
    names = [attribute.name for attribute in attributes]
    if names != list(fields):
        raise TypeError(f"the fields of {kind.__name__} are {names}; expected shapes for them, not for {list(fields)}")
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


def written(shape: JsonShape[Any], document: Callable[[T], Any]) -> JsonShape[T]:
    """The shape of a value that is only written: as the ``document`` made of it."""

    def read(_raw: Any) -> NoReturn:
        raise TypeError(f"{shape.schema.get(DEFINED)} is written, and not read")

    return JsonShape(shape.schema, read, lambda value: shape.write(document(value)))


def _hook(read: Callable[[Any], T]) -> Callable[[Any, Any], T]:
    return lambda raw, _: read(raw)


def _problems(error: ClassValidationError, names: list[str]) -> Iterator[DataProblem]:
    for part in error.exceptions:
        if isinstance(part, ForbiddenExtraKeysError):
            extra = sorted(part.extra_fields)[:PROBLEMS_MAX]
            yield from (DataProblem((key,), Code.UNKNOWN_KEY, "a known key", key, tuple(names)) for key in extra)
        elif isinstance(part, InvalidDataError):
            notes = (note for note in part.__notes__ if isinstance(note, AttributeValidationNote))
            yield from within(next(note.name for note in notes), part)
        else:  # a KeyError for a missing key
            yield DataProblem((str(part.args[0]),), Code.MISSING, str(part.args[0]).replace("_", " "), MISSING)


def _object(kind: type[Any], fields: Mapping[str, JsonShape[Any]]) -> Schema:
    properties = {}
    required = []
    for attribute in attrs.fields(kind):
        shape, words = fields[attribute.name], attribute.name.replace("_", " ")
        schema = {REFERS: shape.schema} if DEFINED in shape.schema else shape.schema
        properties[attribute.name] = {**schema, "title": words, "description": sentence(shape.means or words)}
        if attribute.default is attrs.NOTHING:
            required.append(attribute.name)
        elif not isinstance(attribute.default, attrs.Factory):  # type: ignore[arg-type]
            properties[attribute.name]["default"] = shape.write(attribute.default)
    return {
        DEFINED: kind.__name__,
        "description": (kind.__doc__ or kind.__name__).partition("\n")[0],
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def shape_of(kind: Any, terms: Terms = ANY, given: Mapping[str, str] | None = None) -> JsonShape[Any]:
    """Derive a shape from a type: numbers, texts, enums, tuples and mappings of them, and attrs classes.

    Fields of attrs classes that are declared as printed have the shapes of their declarations, and those that are
    ``given`` hold one text. Raises TypeError for any other type.
    """
    if attrs.has(kind):
        hints, entries = get_type_hints(kind), form_of(kind).entries
        fields = {}
        for attribute in attrs.fields(kind):
            entry = entries.get(attribute.name)
            shape = shape_of(hints[attribute.name], terms) if entry is None else _declared(entry, terms)
            fixed = (given or {}).get(attribute.name)
            fields[attribute.name] = shape if fixed is None else word({fixed: fixed}).about(shape.means)
        return structure(kind, fields)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return of(Choice(Names.members(kind)))
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple and inner[1:] == (...,):
        return sequence(shape_of(inner[0], terms), LISTED_MAX)
    if origin is tuple:
        return row([shape_of(part, terms) for part in inner])
    if origin is UnionType and inner[1:] == (NoneType,):
        return optional(shape_of(inner[0], terms))
    if isinstance(origin, type) and issubclass(origin, Mapping) and inner[0] is str:
        return mapping(shape_of(inner[1], terms))
    raise TypeError(f"{kind!r} has no JSON form; expected a shape for the fields that hold it")


def _declared(entry: Printed | Part, terms: Terms) -> JsonShape[Any]:
    """The shape of what is printed."""
    given = {name: one for name, one in entry.given.items() if type(one) is str} if isinstance(entry, Part) else {}
    if isinstance(entry.holds, Record) and isinstance(entry.holds.of, type):
        shape = shape_of(entry.holds.of, terms, given)
    else:
        shape = of(entry.holds, terms, ANY)
    if given:
        shape = titled(entry.key.title().replace("_", ""), shape)
    return (sequence(shape, LISTED_MAX) if isinstance(entry, Parts) else shape).about(entry.about)


def keyed(raw: Any, read: Callable[[str, Any], T], most: int) -> dict[str, T]:
    """Read an object whose keys are names, with at most ``most`` keys."""
    check_object(raw)
    if len(raw) > most:
        raise invalid(Code.TOO_LONG, Literal(f"an object of {len(raw)} keys"), f"at most {most}")
    return dict(zip(raw, read_all((key, _reader(read, key), part) for key, part in raw.items()), strict=True))


def _reader(read: Callable[[str, Any], T], key: str) -> Callable[[Any], T]:
    return lambda raw: read(key, raw)


def refused(key: str, code: Code, message: str) -> InvalidDataError:
    """Return the error for one problem at a key, with this message."""
    return InvalidDataError([DataProblem((key,), code, "", Literal(message))])

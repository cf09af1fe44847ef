"""Shapes: JSON forms of values. Each has a schema, and reads and writes plain data.

Rulesets, settings, verdicts and component tables are attrs classes, whose objects cattrs structures and whose fields
have a shape each. What is only written, such as a report, has a shape for each key, which says what it is of the value.
The shapes of positions and moves are made from their layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Generic, NoReturn, TypeVar

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, override

from era_of_inventions.tabletop.components.declared import Part, Parts, Printed, Record, form_of
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.errors import Code, Literal
from era_of_inventions.tabletop.fields import Choice, Count, DataProblem, Domain, Flag, InvalidDataError, Names, Terms
from era_of_inventions.tabletop.fields.groups import read_array
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

    ``read`` raises `InvalidDataError` with all problems. ``means`` describes the value for the schema of its parent,
    and ``get`` gets it from what that writes, by default the attribute of the same name.
    """

    schema: Schema
    read: Callable[[Any], T]
    write: Callable[[T], Any]
    means: str = ""
    get: Callable[[Any], T] | None = None

    def about(self, means: str, get: Callable[[Any], T] | None = None) -> JsonShape[T]:
        """Return the same shape with a description."""
        return attrs.evolve(self, means=means, get=get)


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
    schema = {"type": "array", "items": shape.schema, "minItems": least, "maxItems": most}
    read = partial(read_array, read=shape.read, most=most, least=least)
    return JsonShape(schema, read, lambda values: [shape.write(value) for value in values])


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
    defaults = {one.name: _value_of(one.default) for one in attributes}
    if [*defaults] != [*fields]:
        raise TypeError(
            f"the fields of {kind.__name__} are {[*defaults]}; expected shapes for them, not for {[*fields]}"
        )
    hooks: Any = {name: override(struct_hook=_hook(shape.read)) for name, shape in fields.items()}
    structured = make_dict_structure_fn(
        kind, CONVERTER, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True, **hooks
    )

    def read(raw: Any) -> T:
        check_object(raw)
        try:
            return structured(raw, kind)
        except ClassValidationError as error:
            raise InvalidDataError(_problems(error, [*defaults])) from None

    return JsonShape(
        _object(kind.__name__, kind.__doc__ or kind.__name__, fields, defaults), read, _writer(fields, defaults)
    )


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
            yield DataProblem((str(part.args[0]),), Code.MISSING, _words(str(part.args[0])), MISSING)


def _value_of(default: Any) -> Any:
    return default.factory() if isinstance(default, attrs.Factory) else default  # type: ignore[arg-type]


def output(title: str, about: str, keys: Mapping[str, JsonShape[Any]]) -> JsonShape[Any]:
    """An object that is only written: with these keys, each of what its shape gets of the value."""
    return JsonShape(_object(title, about, keys, {}), _unread, _writer(keys, {}))


def written(shape: JsonShape[Any], document: Callable[[T], Any]) -> JsonShape[T]:
    """The shape of a value that is only written: as the ``document`` made of it."""
    return JsonShape(shape.schema, _unread, lambda value: shape.write(document(value)))


def _unread(_raw: Any) -> NoReturn:
    raise TypeError("a document of this kind is written, and not read")


def _writer(keys: Mapping[str, JsonShape[Any]], defaults: Mapping[str, Any]) -> Callable[[Any], dict[str, Any]]:
    parts = [
        (name, shape.get or attrgetter(name), shape.write, defaults.get(name, attrs.NOTHING))
        for name, shape in keys.items()
    ]
    return lambda whole: {name: write(part) for name, get, write, default in parts if (part := get(whole)) != default}


def _words(name: str) -> str:
    return name.replace("_", " ")


def _object(title: str, about: str, keys: Mapping[str, JsonShape[Any]], defaults: Mapping[str, Any]) -> Schema:
    """The schema of an object, in which each key must be there unless it has a default value."""
    properties = {}
    for name, shape in keys.items():
        schema = {REFERS: shape.schema} if DEFINED in shape.schema else shape.schema
        properties[name] = {**schema, "title": _words(name), "description": sentence(shape.means or _words(name))}
        if defaults.get(name, attrs.NOTHING) is not attrs.NOTHING:
            properties[name]["default"] = shape.write(defaults[name])
    return {
        DEFINED: title,
        "description": about.partition("\n")[0],
        "type": "object",
        "properties": properties,
        "required": [name for name in keys if "default" not in properties[name]],
        "additionalProperties": False,
    }


def shape_of(kind: Any, terms: Terms = ANY, given: Mapping[str, str] | None = None) -> JsonShape[Any]:
    """The shape of an attrs class on whose fields everything printed is declared; a set can have a ``provenance`` too.

    Fields that are ``given`` hold one text.
    """
    fields = {name: _declared(entry, terms) for name, entry in form_of(kind).entries.items()}
    fields |= {name: word({text: text}).about(fields[name].means) for name, text in (given or {}).items()}
    if "provenance" in attrs.fields_dict(kind):
        fields["provenance"] = mapping(shape_of(Provenance))
    return structure(kind, fields)


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

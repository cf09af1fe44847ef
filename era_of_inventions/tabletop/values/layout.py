"""Layouts: how the records of a class are read and written, once the terms are known.

A layout reads and writes plain data, and writes JSON fast; `record_schema` describes
the data. Each other use of the fields has its own module: lines of text, changes,
quantities, bounds, observations, views.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import (
    Code,
    Phrase,
    describe,
)
from era_of_inventions.tabletop.text.json import dumps
from era_of_inventions.tabletop.values.declared import (
    BoundField,
    bound_fields,
    key_of,
)
from era_of_inventions.tabletop.values.domains import (
    Cell,
    PlainForm,
)
from era_of_inventions.tabletop.values.naming import AnyNames, DeclarationError, Terms
from era_of_inventions.tabletop.values.object_keys import KnownKey, KnownKeys
from era_of_inventions.tabletop.values.packed import ABSENT
from era_of_inventions.tabletop.values.problems import InvalidDataError, check_object, invalid
from era_of_inventions.tabletop.values.records import Shown, values_of

T = TypeVar("T")
MEMO_MAX = 4096
"""How many values of one field are cached."""


class Memo(dict[Any, Any]):
    """A cache of a function's results for the values of one field, because most values recur."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        """Store the function."""
        super().__init__()
        self._make = make

    def __missing__(self, value: Any) -> Any:
        """Call the function, and clear the cache first if it is full."""
        if len(self) >= MEMO_MAX:
            self.clear()
        result = self[value] = self._make(value)
        return result


def shown_of(kind: type[Any]) -> dict[str, Shown]:
    """Return the properties of a record that are written with its fields, by name."""
    return {name: value for name, value in vars(kind).items() if isinstance(value, Shown)}


def field_at(layout: Layout[Any], path: str) -> BoundField | None:
    """Return the field at a path in positions, such as ``turn.stage``; None if there is none.

    If positions have no such part, the field is looked for in the position itself.
    """
    *parts, name = path.split(".")
    for part in parts:
        inner = [field.shape.inner for field in layout.fields if field.name == part]
        layout = next(filter(None, inner), layout)
    return next((field for field in layout.fields if field.name == name), None)


def numbers_at(layout: Layout[Any], position: Any, path: str) -> list[int | None]:
    """Return the values of a number at a path in a position, one or one for each seat: None where it is unknown.

    An absent number counts 0.
    """
    field = field_at(layout, path)
    assert field is not None
    absent = ABSENT if ABSENT in (field.shape.cells[0].words or {}) else None

    def number_of(value: Any) -> int | None:
        if field.is_unknown and field.is_unknown(value):
            return None
        (number,) = field.shape.split(value)
        return 0 if number == absent else number

    return [*map(number_of, _parts_at(position, path))]


def _parts_at(value: Any, path: str) -> Iterator[Any]:
    name, _, rest = path.partition(".")
    part = getattr(value, name)
    for one in part if isinstance(part, tuple) else (part,):
        yield from _parts_at(one, rest) if rest else (one,)


def layout_of(kind: type[T], terms: Terms) -> Layout[T]:
    """Return the layout of a record class with these terms; the terms keep it for the next call."""
    layout = terms.layouts.get(kind)
    if layout is None:
        if kind in terms.begun:
            raise DeclarationError([f"{kind.__name__} holds records of its own class"])
        terms.begun.add(kind)
        try:
            layout = terms.layouts[kind] = Layout(kind, terms)
        finally:
            terms.begun.discard(kind)
    return layout


class Layout(Generic[T]):
    """How the records of a class are read and written, once the names of all things are known (the ``terms``).

    Raises `DeclarationError`, with all reasons, if a declaration is invalid.

    Reading makes a record by a call of the class, or of its class method
    ``from_fields`` if it has one.
    """

    def __init__(self, kind: type[T], terms: Terms) -> None:
        """Prepare every field."""
        self.kind: Any = kind
        self.terms = terms
        self.fields = bound_fields(kind, terms)
        self._make = getattr(kind, "from_fields", kind)
        self._writes = [
            (field.name, field.shape.write, field.default) for field in self.fields
        ]
        self._shown = {
            name: (one, one.spec.holds.bind(terms)) for name, one in shown_of(kind).items()
        }
        own = [_known_key(field.name, field) for field in self.fields]
        shown = [
            KnownKey(name, shape.read, "" if one.wording else attrs.NOTHING, one.spec.about)
            for name, (one, shape) in self._shown.items()
        ]
        self._keys = KnownKeys([*own, *shown])
        self.values: Callable[[T], Sequence[Any]] = _getter(self.fields)
        """Returns the values of the fields of a record."""
        names = [field.name for field in self.fields]
        self.parts: Callable[[T], Sequence[Any]] = values_of(names)
        """Returns what a record holds in its fields."""

    def read(self, raw: Any, *carried: Any) -> T:
        """Read a record from plain data; ``carried`` are the values it carries besides its fields, such as a setting.

        Raises `InvalidDataError` with all problems.
        """
        check_object(raw)
        values, problems = self._keys.gather(raw)
        if problems:
            raise InvalidDataError(problems)
        if not self._shown:
            return cast("T", self._make(*carried, *values))
        result = cast("T", self._make(*carried, *values[: len(self.fields)]))
        for (name, (one, _)), value in zip(
            self._shown.items(), values[len(self.fields) :], strict=True
        ):
            if not one.wording and (actual := getattr(result, name)) != value:
                found = Phrase("does not agree with the rest")
                raise invalid(Code.INCONSISTENT, found, describe(actual), path=(name,))
        return result

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The numbers of a record, each with the name of its field in its key."""
        return tuple(
            cell._replace(key=f"{field.name}.{cell.key}".strip("."))
            for field in self.fields
            for cell in field.shape.cells
        )

    @cached_property
    def not_open(self) -> tuple[BoundField, ...]:
        """The fields where things lie or that may be hidden, and the fields that hold records with such fields."""
        return self._with(lambda field: field.shape.hide or field.holds_cards)

    @cached_property
    def holding(self) -> Mapping[AnyNames, Sequence[BoundField]]:
        """The fields where things of a kind lie, by the kind, and the fields that hold records with such fields."""
        found: dict[AnyNames, list[BoundField]] = defaultdict(list)
        for field in self.not_open:
            inner, holds = field.shape.inner, cast("Any", field.spec.holds)
            kinds = inner.holding if inner else [holds.of] if field.holds_cards else ()
            for names in kinds:
                found[names].append(field)
        return found

    @cached_property
    def partly_known(self) -> tuple[BoundField, ...]:
        """The fields in which something can be unknown, and the fields that hold records with such fields."""
        return self._with(lambda field: field.is_unknown)

    @cached_property
    def hiding(self) -> tuple[Hiding, ...]:
        """The fields that are hidden from somebody, and the fields that hold records with such fields."""
        return tuple(filter(None, map(_hiding, self.fields)))

    @cached_property
    def copied(self) -> tuple[BoundField, ...]:
        """The fields where copies of faces lie, and the fields that hold records with such fields."""
        return self._with(lambda field: field.holds_copies)

    def _with(self, test: Callable[[BoundField], object]) -> tuple[BoundField, ...]:
        return tuple(field for field in self.fields if field.has(test))

    @cached_property
    def table(self) -> KnownKeys:
        """The keys of a TOML table that states such a record."""
        return KnownKeys(_known_key(key_of(field.spec), field) for field in self.fields)

    def write(self, value: T) -> dict[str, Any]:
        """Return the plain data of a record, without default values."""
        pairs = zip(self._writes, self.values(value), strict=True)
        plain = {
            name: write(part) for (name, write, default), part in pairs if part != default
        }
        for name, (one, shape) in self._shown.items():
            plain[name] = shape.write(one.__get__(value))
        return plain

    def dumps(self, value: T) -> str:
        """Return the JSON of a record, joined from the cached JSON of its fields."""
        texts = [
            dump(part) for dump, part in zip(self._dumps, self.values(value), strict=True)
        ]
        return f"{{{','.join(filter(None, texts))}}}"

    @cached_property
    def _dumps(self) -> list[Callable[[Any], str]]:
        return [_dumps_of(field) for field in self.fields]

    def split(self, value: T) -> Sequence[int]:
        """Return the numbers that a record consists of, one for each of the ``cells``."""
        return [
            number
            for field, part in zip(self.fields, self.values(value), strict=True)
            for number in field.shape.split(part)
        ]


def _known_key(name: str, field: BoundField) -> KnownKey:
    return KnownKey(
        name, field.shape.read, field.default, field.spec.about or field.spec.words
    )


class Hiding(NamedTuple):
    """A field that is hidden, or one whose records, one or ``many``, have hidden fields.

    ``hide`` makes a value unknown; None for records. ``from_all`` is true if something
    is hidden from the owner too.
    """

    name: str
    inner: Any
    many: bool
    hide: Callable[[Any], Any] | None
    from_all: bool


def _hiding(field: BoundField) -> Hiding | None:
    inner, many = field.shape.inner, field.shape.form is PlainForm.RECORDS
    if inner is not None and inner.hiding:
        from_all = many or any(one.from_all for one in inner.hiding)
        return Hiding(field.name, inner, many, None, from_all)
    if not field.is_hidden:
        return None
    return Hiding(field.name, None, False, field.shape.hide, field.spec.seen == "nobody")


def _getter(fields: Sequence[BoundField]) -> Callable[[Any], Sequence[Any]]:
    gets = [field.spec.get or attrgetter(field.name) for field in fields]
    if any(field.spec.get for field in fields):
        return lambda value: [get(value) for get in gets]
    return values_of([field.name for field in fields])


def _dumps_of(field: BoundField) -> Callable[[Any], str]:
    head, inner = f'"{field.name}":', field.shape.inner
    if inner is not None and field.shape.form is PlainForm.RECORDS:
        return lambda records: f"{head}[{','.join(map(inner.dumps, records))}]"
    if inner is not None:
        return lambda record: head + inner.dumps(record)
    write, default = field.shape.write, field.default
    return Memo(lambda part: "" if part == default else head + dumps(write(part))).__getitem__

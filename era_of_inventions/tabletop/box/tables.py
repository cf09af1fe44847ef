"""Tables of component files: they hold the values of things, and say where these come from.

The keys ``source`` ("stated" in a rulebook, "reported" by somebody who has seen it, or
"assumed") and ``cite`` apply to all values of their table and of the tables below it. A
table below can override them, and so can a single value: ``{ value = 4, source =
"stated", cite = "nl …" }``. A value that is not known yet is ``"?"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

import attrs

from era_of_inventions.tabletop.box.printed import Spelled, Thing
from era_of_inventions.tabletop.box.provenance import Provenance, source_of
from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    KeyPath,
    Phrase,
    Problem,
    describe,
)
from era_of_inventions.tabletop.text.toml import VALUES_MAX, in_toml
from era_of_inventions.tabletop.values import (
    Choice,
    Domain,
    InvalidDataError,
    Maybe,
    Names,
    Shape,
    Terms,
    Text,
)
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import plain_shape
from era_of_inventions.tabletop.values.json_schema import described, keys_schema
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.object_keys import Key, KnownKey, KnownKeys
from era_of_inventions.tabletop.values.plain import Many, OrNone, unreadable
from era_of_inventions.tabletop.values.problems import check_object, invalid, read_all
from era_of_inventions.tabletop.values.records import NO_VALUES, Spec

VALUE = "what is printed"
UNFILLED = "?"
"""The placeholder of a value that is not known yet."""
SOURCE = tuple(
    Key(field.name, spec._replace(holds=spec.file.holds or spec.holds), None)
    for field, spec in fields_of(Provenance)
)
"""The keys of the source of a table or value."""
WITH_SOURCE = frozenset(("value", *(key.name for key in SOURCE)))
"""The keys of the table of a value with its source."""
KNOWN_SOURCE = tuple(key.known(Terms()) for key in SOURCE)


def reader(known: Iterable[KnownKey]) -> Callable[[Any], list[Any]]:
    """Return a function that reads a table: it returns the values of the keys, and checks the table's source.

    The function raises `InvalidDataError` with the problems of the table.
    """
    keys = KnownKeys((*known, *KNOWN_SOURCE))

    def read(raw: Any) -> list[Any]:
        check_object(raw, "a table")
        values, problems = keys.gather(raw)
        if problems:
            raise InvalidDataError(problems, VALUES_MAX)
        return values

    return read


def table_schema(keys: Sequence[Key], terms: Terms) -> Schema:
    """Return the schema of a table with these keys."""
    schema = keys_schema([*keys, *SOURCE], terms)
    return (
        schema
        if schema["required"]
        else {name: part for name, part in schema.items() if name != "required"}
    )


# --- The keys of a thing --------------------------------------------------------------


def keys_of(thing: Thing[Any], defaults: Mapping[str, Any] = NO_VALUES) -> Iterator[Key]:
    """Yield the keys of a thing's table in a file."""
    for name, spec, default, inner in fields_in_files(thing):
        if inner is not None:
            yield from keys_of(inner)
        else:
            yield file_key(name, spec, defaults.get(name, default))


def made(thing: Thing[Any], values: Iterator[Any]) -> Any:
    """Make a thing of the values of its keys, in the order of `keys_of`."""
    own = {
        name: next(values) if inner is None else made(inner, values)
        for name, _, _, inner in fields_in_files(thing)
    }
    return thing.make(thing.kind(**thing.given, **own))


def split(thing: Thing[Any], value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the values of the keys of a thing, in the order of `keys_of`, each after the record that holds it."""
    record = thing.split(value)
    for name, _, _, inner in fields_in_files(thing):
        part = getattr(record, name)
        yield from [(record, part)] if inner is None else split(inner, part)


def fields_in_files(thing: Thing[Any]) -> Iterator[tuple[str, Spec, Any, Thing[Any] | None]]:
    """Yield the name, declaration and default of each field that files write.

    The last part is None, or the thing in the field if its keys stand directly in the
    table of the outer thing.
    """
    for field, spec in fields_of(thing.kind):
        if field.name not in thing.given:
            inner: Any = spec.file.holds or spec.holds
            yield field.name, spec, field.default, inner if spec.file.key == "" else None


def file_key(name: str, spec: Spec, default: Any = attrs.NOTHING) -> Key:
    """Return the key of a field in files. TOML has no null: a word stands for nothing, or the key is left out."""
    holds, file = spec.file.holds or spec.holds, spec.file
    if isinstance(holds, Many) and isinstance(holds.one, Thing):
        holds = Tables(holds.one, file.defaults, least=max(1, holds.least))
    elif isinstance(holds, Thing):
        holds = OneTable(holds, file.defaults)
    elif not isinstance(holds, OneTable):
        if isinstance(holds, OrNone):
            holds = holds.one
        elif isinstance(holds, Maybe) and isinstance(holds.one, Choice):
            known = holds.one.names.known(Terms())
            holds = Choice(
                Names(
                    object, (*known.names, "nothing"), values=(*known.values, holds.nothing)
                )
            )
        sourced = not isinstance(spec.holds, Text) if file.sourced is None else file.sourced
        holds = InTable(holds, sourced, default)
    return Key(file.key or name, spec._replace(holds=holds), default)


# --- Domains --------------------------------------------------------------------------


@attrs.frozen(eq=False)
class InTable(Domain[Any]):
    """A value in a table. A template can leave it open (``"?"``), unless it must be ``known``.

    If it is ``sourced``, it can stand in a table of its own together with its source.
    """

    one: Domain[Any]
    sourced: bool
    default: Any = attrs.NOTHING
    known: bool = False

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the value, and of a table with its source."""
        schema = self.one.schema(terms)
        if not self.sourced:
            return schema
        forms = [schema] if self.known else [schema, {"const": UNFILLED}]
        value = Spec(self.one, "value", VALUE)
        table = table_schema([Key("value", value, self.default)], terms)
        table["properties"]["value"] = {"anyOf": forms, **described(value)}
        return {"anyOf": [*forms, table]}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        one = self.one.bind(terms)

        def read(raw: Any) -> Any:
            if raw == UNFILLED:
                raise invalid(Code.UNFILLED, Phrase("is not filled in yet"), expected(one))
            return one.read(raw)

        if not self.sourced:
            return plain_shape(read, one.write)
        table = reader([KnownKey("value", read, self.default, VALUE)])
        return plain_shape(
            lambda raw: table(raw)[0] if self._is_sourced(raw) else read(raw), one.write
        )

    def _is_sourced(self, raw: Any) -> bool:
        """Whether a raw value is the table of a value and its source, not itself a table."""
        if not isinstance(raw, dict):
            return False
        return not (isinstance(self.one, Spelled) and raw and WITH_SOURCE.isdisjoint(raw))


@attrs.frozen(eq=False)
class OneTable(Domain[Any]):
    """A thing in a table of its own, in which values that have ``defaults`` can be left out."""

    thing: Thing[Any]
    defaults: Mapping[str, Any] = NO_VALUES
    rest: bool = attrs.field(default=False, kw_only=True)
    """Whether the source of the table is also that of everything the table does not list."""

    @cached_property
    def _keys(self) -> Sequence[Key]:
        return [*keys_of(self.thing, self.defaults)]

    def keys(self, raw: Any) -> Sequence[Key]:
        """Return the keys that a raw table can have."""
        return self._keys

    def made(self, values: Iterator[Any]) -> Any:
        """Make the thing of the values of its keys."""
        return made(self.thing, values)

    def replacing(self, value: Any) -> OneTable | None:
        """Return the domain of a dispute's table that replaces parts of ``value``; None if it has no such parts."""
        return Replaced(self.thing, value=value)

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the table."""
        return table_schema(self.keys({}), terms)

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        read = reader(key.known(terms) for key in self.keys({}))
        return plain_shape(lambda raw: self.made(iter(read(raw))), unreadable)


@attrs.frozen(eq=False)
class Tables(OneTable):
    """One or more things in an array of tables."""

    least: int = 1

    def replacing(self, value: Any) -> None:
        """Return None, because in a dispute each of the things has a table of its own, under its name."""

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the array."""
        return {"type": "array", "items": super().schema(terms), "minItems": self.least}

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        one = super().bind(terms)

        def read(raw: Any) -> tuple[Any, ...]:
            if not isinstance(raw, list) or not raw:
                raise invalid(
                    Code.MISSING if raw == [] else Code.WRONG_TYPE, raw, "an array of tables"
                )
            return tuple(
                read_all(
                    ((place, one.read, item) for place, item in enumerate(raw)), VALUES_MAX
                )
            )

        return plain_shape(read, unreadable)


@attrs.frozen(eq=False)
class Replaced(OneTable):
    """The table of a dispute that replaces sourced values of a thing. Without a ``value`` it has only a schema."""

    value: Any = None

    @cached_property
    def _values(self) -> Sequence[tuple[Key | None, Any]]:
        """Return each value of the thing after its key, or after None if a dispute cannot replace the value."""
        values = (
            repeat(None)
            if self.value is None
            else (part for _, part in split(self.thing, self.value))
        )
        return [
            (replaced_by(key, value), value)
            for key, value in zip(keys_of(self.thing), values, strict=False)
        ]

    def keys(self, raw: Any) -> Sequence[Key]:
        """Return the keys of the values that can be replaced."""
        return [key for key, _ in self._values if key is not None]

    def made(self, values: Iterator[Any]) -> Any:
        """Make the thing of these values. Those that a dispute cannot replace stay as they are."""
        return super().made(
            iter([old if key is None else next(values) for key, old in self._values])
        )


def replaced_by(key: Key, value: Any = None) -> Key | None:
    """Return the key with which a dispute replaces a value, or parts of it; None if a dispute cannot replace it."""
    holds: Any = key.spec.holds
    if isinstance(holds, InTable):
        holds = attrs.evolve(holds, default=value, known=True) if holds.sourced else None
    else:
        holds = holds.replacing(value) if isinstance(holds, OneTable) else None
    if holds is None:
        return None
    file = key.spec.file._replace(implied=False)
    return Key(key.name, key.spec._replace(holds=holds, file=file), value)


def expected(shape: Shape[Any]) -> str:
    """Return the words with which messages say what values a shape expects."""
    try:
        shape.read(MISSING)
    except InvalidDataError as error:
        return error.problems[0].expected
    return "a value"


# --- Places and sources ---------------------------------------------------------------


@attrs.frozen
class Survey:
    """What raw tables show apart from their values: where things stand, and where values come from.

    ``places`` are the places of tables by their paths. A path has the index of each
    thing in an array, a place has its label instead, if that can be used. ``labels``
    are the labels that are taken, by the class of things.
    """

    labels: dict[Any, set[str]] = attrs.field(factory=dict)
    provenance: dict[str, Provenance] = attrs.field(factory=dict)
    places: dict[KeyPath, str] = attrs.field(factory=dict)
    problems: list[Problem] = attrs.field(factory=list)

    def table(
        self,
        table: OneTable,
        raw: Any,
        above: Provenance,
        path: KeyPath = (),
        place: str = "",
    ) -> None:
        """Note what the table at a path shows, and the tables below it; it inherits the source ``above``."""
        self.places[path] = place
        scope, values = source_of(raw, above), raw if isinstance(raw, dict) else {}
        if table.rest:
            self._keep(place, scope)
        for key in table.keys(values):
            part, at, below = values.get(key.name), joined(place, key.name), (*path, key.name)
            holds = key.spec.holds
            if isinstance(holds, Tables):
                for index, item in enumerate(part if isinstance(part, list) else ()):
                    there = self._place(key, holds.thing, item, f"{at}[{index + 1}]")
                    self.table(holds, item, scope, (*below, index), there)
            elif isinstance(holds, OneTable) and part is not None:
                self.table(holds, part, scope, below, at)
            elif is_sourced(key) and (part is not None or _implied(key)):
                self._keep(at, source_of(part, scope))

    def _place(self, key: Key, thing: Thing[Any], raw: Any, place: str) -> str:
        """Return the place of a thing in an array, with its label; if the label cannot be used, return ``place``."""
        taken = self.labels.setdefault(thing.kind, {""})
        if (text := thing.called(raw)) not in taken:
            taken.add(text)
            return f"{key.spec.file.place or key.name}.{text}"
        if text:
            self.problems.append(repeated(f"{place}.{thing.label}", text))
        return place

    def _keep(self, place: str, source: Provenance) -> None:
        """Record the provenance of the value at a key path."""
        self.provenance[place] = source
        if source.source == "stated" and not source.cite.strip():
            found = "is 'stated' without a cite"
            self.problems.append(
                Problem.at(place, Code.INCONSISTENT, found, "the place in a rulebook")
            )

    def located(self, problem: Problem) -> Problem:
        """Return a problem whose path is replaced by its place, with the labels of things."""
        path = problem.path
        size = max(size for size in range(len(path) + 1) if path[:size] in self.places)
        return in_toml(problem._replace(path=path[size:]), self.places[path[:size]])


def is_sourced(key: Key) -> bool:
    """Return whether a file gives the source of the value of a key."""
    return getattr(key.spec.holds, "sourced", False)


def _implied(key: Key) -> bool:
    return key.default is attrs.NOTHING or key.spec.file.implied


def repeated(place: str, value: object) -> Problem:
    """Return the problem of a value that another thing has already."""
    return Problem.at(
        place,
        Code.DUPLICATE,
        f"is {describe(value)}, which is taken",
        "a different one for each",
    )


def joined(place: str, name: str) -> str:
    """Return the place of the key ``name`` in the table at a place."""
    return f"{place}.{name}" if place else name

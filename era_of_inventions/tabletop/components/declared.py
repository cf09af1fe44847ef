"""What is printed on components, declared once: on the fields of the classes of a component set.

For example::

    @attrs.frozen
    class Factory:
        id: str = attrs.field(metadata=printed(ID, "the unique id"))
        cost: int = attrs.field(metadata=printed(Count(20), "the coins that are paid", "costs {}"))


    @attrs.frozen
    class Components:
        name: str = attrs.field(eq=False, metadata=printed(Text(), "the name of the set"))
        factories: tuple[Factory, ...] = attrs.field(metadata=parts(Factory, "factory", "the factories"))
        provenance: Mapping[str, Provenance] = attrs.field(eq=False, factory=dict)

From this follow the TOML files of sets, the tables of a dispute that replace single values, the check of sets made in
Python, tables of all values, JSON, and the schemas of all these. A set without a field ``provenance`` has no sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, ParamSpec, TypeAlias

import attrs

from era_of_inventions.tabletop.components.domains import Index, Label, plain_shape
from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields import (
    Choice,
    DataProblem,
    Domain,
    InvalidDataError,
    Maybe,
    Names,
    Shape,
    Terms,
    Text,
)
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.fields.problems import MISSING, check_object, read_all
from era_of_inventions.tabletop.fields.schemas import key, table

P = ParamSpec("P")
DECLARED = "declared"
"""The key of a declaration in the metadata of a field."""
Metadata: TypeAlias = Mapping[str, Any]
NO_VALUES: Metadata = {}
UNUSABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What is raised by looking into values of other types."""


@attrs.frozen(eq=False, repr=False)
class Printed:
    """A value: what it holds, what it means, and how it reads in the table of a set, such as ``"costs {}"``.

    Its ``words`` are a template for what stands in a file, or a function of the thing and the value; without words it
    is not in the table. ``key`` is its key in files, by default the name of the field, and ``file`` what it holds
    there, if that is not the plain data of ``holds``. Files say where a value comes from if it is ``sourced``, as
    texts are not. They can leave out a value with a default; if that is ``implied``, it comes from the source of its
    table even so.
    """

    holds: Domain[Any]
    about: str
    words: str | Callable[[Any, Any], str] = ""
    key: str = attrs.field(default="", kw_only=True)
    file: Domain[Any] = attrs.field(kw_only=True)
    sourced: bool = attrs.field(
        default=attrs.Factory(lambda self: not isinstance(self.holds, Text), takes_self=True), kw_only=True
    )
    implied: bool = attrs.field(default=False, kw_only=True)

    @file.default
    def _in_file(self) -> Domain[Any]:
        """The plain data, but with a word for no value: files lack null."""
        if not isinstance(self.holds, Maybe) or not isinstance(self.holds.one, Choice):
            return self.holds
        names = self.holds.one.names
        known = names.known(Terms())
        return Choice(Names(names.of, (*known.names, "nothing"), values=(*known.values, self.holds.nothing)))


@attrs.frozen(eq=False, repr=False)
class Part:
    """One thing: its class or `Form`, the key of its table in a file, and what it means.

    Without a key, its values stand in the table of the thing it belongs to. ``given`` are values that it always has and
    files do not say. ``holds`` is its domain in JSON, by default an object with a key for each value.
    """

    of: Any
    key: str
    about: str
    given: Metadata = attrs.field(default=NO_VALUES, kw_only=True)
    holds: Domain[Any] = attrs.field(default=attrs.Factory(lambda self: Record(self.of), takes_self=True), kw_only=True)

    @property
    def form(self) -> Form:
        """What is printed on each."""
        return form_of(self.of)


@attrs.frozen(eq=False, repr=False)
class Parts(Part):
    """A tuple of things, in the tables ``[[key]]`` of a file.

    Values that files may leave out, besides those with a default of the class, have ``defaults``. The ``names`` of all
    things of a set, by default their labels, tell them apart ``in_disputes``, where single values of them can be
    replaced, and ``place`` makes the key path of a thing in a file of its name.
    """

    defaults: Metadata = attrs.field(default=NO_VALUES, kw_only=True)
    in_disputes: bool = attrs.field(default=True, kw_only=True)
    names: Callable[[Any], Sequence[str]] | None = attrs.field(default=None, kw_only=True)
    place: Callable[[str], str] | None = attrs.field(default=None, kw_only=True)

    def places(self, components: Any, things: Sequence[Any]) -> list[tuple[str, str]]:
        """The names of all these things, and their key paths; without names they are numbered."""
        if self.names is None and not self.form.label:
            return [("", f"{self.key}[{number}]") for number, _ in enumerate(things, 1)]
        names = [*map(self.form.called, things)] if self.names is None else self.names(components)
        return [(name, self.place(name) if self.place else f"{self.key}.{name}") for name in names]


def _metadata(declaration: Callable[P, Printed | Part]) -> Callable[P, Metadata]:
    return lambda *args, **more: {DECLARED: declaration(*args, **more)}


printed = _metadata(Printed)
part = _metadata(Part)
parts = _metadata(Parts)


# --- Forms ------------------------------------------------------------------------------------------------------------


def _entries(declared: Mapping[str, Metadata]) -> dict[str, Printed | Part]:
    """The declarations by name, which is the key of a value unless it has another one."""
    entries: dict[str, Printed | Part] = {name: metadata[DECLARED] for name, metadata in declared.items()}
    keyless = {name: entry for name, entry in entries.items() if isinstance(entry, Printed) and not entry.key}
    return {**entries, **{name: attrs.evolve(entry, key=name) for name, entry in keyless.items()}}


@attrs.frozen(eq=False, repr=False)
class Form:
    """What is printed on a thing, by name, and how the thing is made of these values and parts, and split into them.

    Values that files may leave out have ``defaults``.
    """

    entries: Mapping[str, Printed | Part] = attrs.field(converter=_entries)
    join: Callable[[Mapping[str, Any]], Any]
    split: Callable[[Any], Mapping[str, Any]]
    defaults: Metadata = NO_VALUES

    @cached_property
    def label(self) -> str:
        """The name of the value that is its label; empty if it has none."""
        return next((name for name, entry in self.values() if isinstance(entry.holds, Label)), "")

    def called(self, thing: Any) -> str:
        """The label of such a thing, or of its plain data; empty if there is none that can be used."""
        try:
            text = thing[self.label] if isinstance(thing, dict) else self.split(thing)[self.label]
        except UNUSABLE:
            return ""
        return text if isinstance(text, str) else ""

    def values(self) -> Iterator[tuple[str, Printed]]:
        """The values, without the parts."""
        return ((name, entry) for name, entry in self.entries.items() if isinstance(entry, Printed))

    def parts(self) -> Iterator[tuple[str, Part]]:
        """The parts."""
        return ((name, entry) for name, entry in self.entries.items() if isinstance(entry, Part))


@lru_cache(maxsize=256)
def form_of(of: Any) -> Form:
    """The form of an attrs class; a form is its own."""
    if isinstance(of, Form):
        return of
    fields = {field.name: field for field in attrs.fields(of) if DECLARED in field.metadata}
    return Form(
        {name: field.metadata for name, field in fields.items()},
        lambda values: of(**values),
        lambda thing: {name: getattr(thing, name) for name in fields},
        {name: field.default for name, field in fields.items() if field.default is not attrs.NOTHING},
    )


def row(declared: Mapping[str, Metadata]) -> Form:
    """The form of a tuple of these values."""
    return Form(
        declared,
        lambda values: tuple(map(values.get, declared)),
        lambda values: dict(zip(declared, values, strict=True)),
    )


@attrs.frozen(eq=False, repr=False)
class Record(Domain[Any]):
    """A thing of a class or `Form`; in plain data an object with a key for each of its values."""

    of: Any

    @property
    def form(self) -> Form:
        """What is printed on it."""
        return form_of(self.of)

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of the object."""
        keys = {name: key(entry.about, entry.holds.schema(terms)) for name, entry in self.form.entries.items()}
        return table({}, keys)

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return the shape."""
        form = self.form
        shapes = {name: bound(entry.holds, terms) for name, entry in form.entries.items()}

        def read(raw: Any) -> Any:
            check_object(raw)
            values = read_all((name, shape.read, raw.get(name, MISSING)) for name, shape in shapes.items())
            if extra := [name for name in raw if name not in shapes]:
                raise InvalidDataError(DataProblem((n,), Code.UNKNOWN_KEY, "a known key", n, (*shapes,)) for n in extra)
            return form.join(dict(zip(shapes, values, strict=True)))

        return plain_shape(
            read, lambda thing: {name: shapes[name].write(one) for name, one in form.split(thing).items()}
        )


@lru_cache(maxsize=1024)
def bound(domain: Domain[Any], terms: Terms) -> Shape[Any]:
    """The shape of a domain."""
    return domain.bind(terms)


def terms_of(form: Form, values: Mapping[str, Any]) -> Terms:
    """The terms of a set with these values of fields, or with their plain data: what its things are called."""
    labels = {}
    for field in _referred(form):
        entry, things = form.entries[field], values.get(field)
        known = things if isinstance(things, list | tuple) else ()
        names = [entry.form.called(thing) if isinstance(entry, Part) else str(thing) for thing in known]
        # A label that is taken is told as such: it must not make references to the thing wrong too.
        labels[field] = tuple(
            name if names.index(name) == place else f"{name} {place}" for place, name in enumerate(names)
        )
    return Terms(tuple(labels.items()))


@lru_cache(maxsize=16)
def _referred(form: Form) -> tuple[str, ...]:
    """The fields of a set to which others refer."""
    fields, forms = [], [form]
    while forms:
        inner = forms.pop()
        forms += [entry.form for _, entry in inner.parts()]
        for _, entry in inner.values():
            domain = entry.file.innermost
            fields += [domain.field] if isinstance(domain, Index) else []
    return tuple(sorted({*fields}))

"""Component sets: those shipped with a rulebook, and those in files of owners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Generic, TypeVar, cast, dataclass_transform

import attrs

from era_of_inventions.tabletop.box import checks, overrides
from era_of_inventions.tabletop.box.labels import reserved, terms_of
from era_of_inventions.tabletop.box.printed import Thing
from era_of_inventions.tabletop.box.provenance import (
    ASSUMED,
    NO_SOURCES,
    PROVENANCE,
    SOURCES,
    Provenance,
    Sources,
)
from era_of_inventions.tabletop.box.rows import (
    PrintedValue,
    Value,
    ValueRow,
    arrays_of,
    as_in_files,
    in_words,
    others_of,
    rows,
    things_of,
    with_values,
)
from era_of_inventions.tabletop.box.tables import (
    OneTable,
    Survey,
    keys_of,
    made,
    replaced_by,
)
from era_of_inventions.tabletop.box.watching import NO_LOOKUPS, Lookup, watched_set
from era_of_inventions.tabletop.errors import (
    MISSING,
    Code,
    FileError,
    GameError,
    Problem,
    describe,
    one_of,
    unknown,
)
from era_of_inventions.tabletop.text.bounded import path_of
from era_of_inventions.tabletop.text.fingerprint import fingerprint
from era_of_inventions.tabletop.text.toml import read_toml, toml_text
from era_of_inventions.tabletop.values import InvalidDataError, Terms, evolve, field
from era_of_inventions.tabletop.values.naming import Schema
from era_of_inventions.tabletop.values.object_keys import Key
from era_of_inventions.tabletop.values.records import NO_VALUES, record

C = TypeVar("C")
K = TypeVar("K", bound=type[Any])


@dataclass_transform(field_specifiers=(field,), eq_default=False)
def component_set(cls: K) -> K:
    """Turn a class into a frozen attrs class. Its hash is computed only once, because a set has many values."""
    return attrs.frozen(cache_hash=True)(cls)


@attrs.frozen(eq=False, repr=False)
class OwnTables:
    """Tables of component files whose layout is a game's own.

    The keys of the tables are the fields of the record ``thing``. The values of some
    ``fields`` of a set are made of this record. If a table is a single thing, from
    which some of the fields are made and which can be split from a set again, disputes
    can replace its values. Values of these fields that are not declared are shown by
    ``rows``, which yields key paths and the values in words, and read by ``lookups``,
    which are properties of a set, by name.
    """

    fields: Sequence[str]
    thing: Thing[Any]
    rows: Callable[[Any], Iterable[tuple[str, Mapping[str, str]]]] = lambda _: ()
    lookups: Mapping[str, Lookup] = NO_LOOKUPS


@record
class _NoTables:
    """No tables of a game's own."""


NO_TABLES = OwnTables((), Thing(_NoTables, make=lambda _: {}))


@attrs.frozen(eq=False)
class WholeFile(OneTable):
    """A component file: the declared fields of a set, and the tables whose layout is the game's ``own``."""

    own: Thing[Any] = NO_TABLES.thing

    def keys(self, raw: Any) -> Sequence[Key]:
        """Return the keys of the file."""
        return [*keys_of(self.own), *super().keys(raw)]

    def made(self, values: Iterator[Any]) -> Any:
        """Make the set of the values of the keys."""
        own = made(self.own, values)
        return evolve(super().made(values), **own)


@attrs.frozen(eq=False, kw_only=True)
class ComponentSets(Generic[C]):
    """The component sets of one rulebook.

    ``kind`` is the class of sets, on whose fields everything printed is declared.
    ``folder`` holds the shipped sets as TOML files, and the template for owners.
    ``own`` are tables of files whose layout is the game's own. ``related`` yields the
    contradictions between parts of a set that keep it from being played. ``words``
    renders the values of certain fields for `fingerprint`.
    """

    kind: type[C]
    folder: Path
    default: str
    own: OwnTables = NO_TABLES
    related: Callable[[C], Iterable[Problem]] = lambda _: ()
    words: Mapping[str, Callable[[Any], str]] = attrs.field(factory=dict)

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the shipped sets."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def load(self, name: str) -> C:
        """Return a shipped set. Raises `GameError` if there is none of that name."""
        if not self.folder.is_dir():
            raise GameError(
                f"the component sets would lie in {self.folder}; expected a folder"
            )
        if name not in self.shipped():
            raise GameError(f"the component set {unknown(name, self.shipped())}")
        components: C = _load(self, name)
        return components

    def read(self, path: Path | str) -> C:
        """Read the set in a file. Raises `FileError` with every problem of the file.

        Only the form is validated; whether the set agrees with the rulebooks is for the
        law to check.
        """
        raw, survey = read_toml(path_of(path)), Survey(reserved(self.kind))
        keys = {array.field: key for key, array in arrays_of(self.kind).items()}
        terms = terms_of(self.kind, lambda field: raw.get(keys.get(field, field)))
        survey.table(self._file, raw, ASSUMED)
        problems = survey.problems
        if self.sourced and "source" not in raw:
            problems.append(Problem(("source",), Code.MISSING, MISSING, one_of(SOURCES)))
        try:
            components = self._file.bind(terms).read(raw)
        except InvalidDataError as error:
            problems += map(survey.located, error.problems)
        else:
            problems += () if problems else self.related(components)
        if problems:
            raise FileError(str(path), problems)
        return self.with_sources(components, survey.provenance)

    def playable(self, path: Path | str) -> C:
        """Read the set in a file to play with it. Raises like `read`, but one problem counts all unfilled values."""
        try:
            return self.read(path)
        except FileError as error:
            raise FileError(error.path, _counted(error.problems)) from None

    @property
    def _file(self) -> WholeFile:
        return WholeFile(self._thing(dict.fromkeys(self.own.fields)), own=self.own.thing)

    def with_sources(self, components: C, provenance: Mapping[str, Provenance]) -> C:
        """Return the set with these sources of its values; unchanged if sets of this class have no sources."""
        if not self.sourced:
            return components
        known: Any = components
        sources = Sources(provenance)
        sources.of = evolve(known, provenance=sources)
        return cast("C", sources.of)

    def override(
        self, tables: Mapping[str, Any], components: C
    ) -> tuple[C, Sequence[Problem]]:
        """Return a set with the values in the raw tables of a dispute, such as ``[card.ID]``, and the problems.

        If there are problems, the set is returned as it was.
        """
        if not tables:
            return components, ()
        root = self._thing({name: getattr(components, name) for name in self.own.fields})
        changed, provenance, problems = overrides.replaced(
            root, self._own_tables(components), components, self.terms(components), tables
        )
        problems = problems or [*self.related(changed)]
        if problems:
            return components, problems
        return self.with_sources(changed, {**self.sources(components), **provenance}), ()

    def replaced_in(self, components: C) -> tuple[str, Mapping[str, Any]] | None:
        """Return the name of the shipped set from which a set was made, and raw tables of a dispute.

        The tables turn the shipped set into this one. Return None if no tables can do
        so.
        """
        name = getattr(components, "name", "")
        if name not in self.shipped():
            return None
        usual, terms = self.load(name), self.terms(components)
        tables: dict[str, Any] = {}
        known = self.sources(usual)
        new = {
            at for at, source in self.sources(components).items() if source != known.get(at)
        }
        raw = {
            value.path: value.key.spec.holds.bind(terms).write(value.value)
            for value in self.values(components)
            if value.path in new
        }
        raw |= {value.place: value.text for value in self._looked_up(components, new)}
        for place, written in raw.items():
            *path, key = self.written_at(components, place)
            table = tables
            for step in path:
                table = table.setdefault(step, {})
            table[key] = written
        again, problems = self.override(tables, usual)
        alike = again == components and self.sources(again) == self.sources(components)
        return (name, tables) if alike and not problems else None

    def misfits(self, components: object) -> list[Problem]:
        """Return the problems that keep a set made in Python from standing in a file, with their places in the set.

        Whether the set agrees with the rulebooks is for the law to check.
        """
        return [*checks.problems(self.kind, components)] or [
            *self.related(cast("C", components))
        ]

    def rows(self, components: C) -> Iterator[ValueRow]:
        """Yield the rows of the table of a set: every printed value in words, and its source."""
        declared = in_words(
            self._thing(), components, self.terms(components), self.provenance(components)
        )
        for place, values in (*declared, *self.own.rows(components)):
            yield from rows(place, values, partial(self.source, components))

    def source(self, components: C, path: str) -> Provenance:
        """Return the source of the value at a key path: assumed if unknown, or if the value was changed in Python."""
        known = self.provenance(components)
        read = getattr(known, "of", components)
        if read != components and self._differs(read, components, path):
            return ASSUMED
        return known.get(path, ASSUMED)

    def sources(self, components: C) -> Mapping[str, Provenance]:
        """Return the known sources of the values of a set, by key path."""
        return {path: self.source(components, path) for path in self.provenance(components)}

    def provenance(self, components: object) -> Mapping[str, Provenance]:
        """Return the sources of the values of a set when it was read, by key path."""
        return getattr(components, PROVENANCE, NO_SOURCES)

    def _differs(self, one: C, other: C, path: str) -> bool:
        """Return whether the value at a key path may differ between two sets."""
        was, now = self.printed(one), self.printed(other)
        if path in was or path in now:
            return was.get(path) != now.get(path)
        return any(getattr(one, field) != getattr(other, field) for field in self.own.fields)

    def printed(self, components: C) -> Mapping[str, str]:
        """Return the printed values by key path, each as the text that stands in a file."""
        return _printed(self, components)

    def values(self, components: C) -> Iterator[Value]:
        """Yield every value of a set that stands in a file."""
        return (
            value for _, values in things_of(self._thing(), components) for value in values
        )

    def watched(self, components: C) -> tuple[C, set[str]]:
        """Return a watched copy of a set, and the key paths of the values that were read from the copy.

        The key paths are empty at first; each value that is read adds its own.
        """
        return watched_set(self._thing(), components, self.own.lookups)

    def values_at(self, components: C, paths: Collection[str]) -> Iterator[PrintedValue]:
        """Yield the printed values at key paths, in the order of the set."""
        terms, texts, root = self.terms(components), self.printed(components), self._thing()

        def others(value: Value) -> Iterator[tuple[str, C]]:
            shape = value.key.spec.holds.bind(terms)
            for raw in others_of(shape.write(value.value)):
                try:
                    changed = with_values(root, components, {value.path: shape.read(raw)})
                except InvalidDataError:
                    continue
                if not any(self.related(changed)):
                    yield str(raw), changed

        for value in _values(self, components):
            if value.path in paths and value.path in texts:
                source = self.source(components, value.path).source
                blank = value.key.default == value.value
                at = self.written_at(components, value.path)
                yield PrintedValue(
                    value.path, texts[value.path], source, at, blank, partial(others, value)
                )
        yield from self._looked_up(components, paths)

    def _every_value(self, components: C) -> Iterator[PrintedValue]:
        """Yield all printed values of a set, in its order."""
        paths = {*self.printed(components), *self.provenance(components)}
        return self.values_at(components, paths)

    def _looked_up(self, components: C, paths: Collection[str]) -> Iterator[PrintedValue]:
        """Yield the printed values at those of the key paths that belong to a `Lookup`."""
        for name, lookup in self.own.lookups.items():
            found = getattr(components, name)
            for path in sorted(paths):
                place, _, key = path.rpartition(".")
                if place == lookup.place:
                    text = lookup.text(found.get(lookup.key(key)))
                    source = self.source(components, path).source
                    at = self.written_at(components, path)
                    other = partial(lookup.others, components, lookup.key(key))
                    yield PrintedValue(path, text, source, at, others=other)

    def terms(self, components: C) -> Terms:
        """Return the terms of a set: the labels of its things."""
        return terms_of(self.kind, lambda field: getattr(components, field))

    def _thing(self, given: Mapping[str, Any] = NO_VALUES) -> Thing[Any]:
        """Return the domain of a set without its sources. The fields ``given`` are not read from files."""
        return Thing(
            self.kind, given={**given, PROVENANCE: NO_SOURCES} if self.sourced else given
        )

    @property
    def sourced(self) -> bool:
        """Whether sets say where their values come from."""
        return PROVENANCE in attrs.fields_dict(self.kind)  # type: ignore[arg-type]

    def _own_tables(self, components: C | None = None) -> Sequence[Key]:
        """Return the keys of the game's own single tables, by which a dispute replaces values of a set."""
        keys = keys_of(self.own.thing)
        return [table for key in keys if (table := replaced_by(key, components))]

    def file_schema(self) -> Schema:
        """Return the JSON Schema of a file."""
        schema = self._file.schema(Terms())
        return {
            "title": "Component file",
            **schema,
            "required": [*schema["required"], *["source"] * self.sourced],
        }

    def override_keys(self) -> Sequence[str]:
        """Return the keys of the tables in which a dispute can replace values."""
        return overrides.keys(self._thing(), self._own_tables())

    def override_schemas(self) -> dict[str, Schema]:
        """Return the JSON Schemas of the tables in which a dispute can replace values, by the keys of the tables."""
        return overrides.schemas(self._file.thing, self._own_tables())

    def written_at(self, components: C, place: str) -> tuple[str, ...]:
        """Return the keys with which a dispute replaces the value at a key path, first that of the table."""
        return overrides.written_at(self._file.thing, components, place)

    def override_names(self, components: C) -> Mapping[str, Mapping[str, str]]:
        """Return, for each table of a dispute, the names of the things in it with their places in a component file."""
        return overrides.names(components)

    def resolve(self, components: object) -> C:
        """Return ``components`` if it is a set, or the shipped set of that name. Raises `GameError` otherwise."""
        if isinstance(components, str):
            return self.load(components)
        if not isinstance(components, self.kind):
            expected = f"a component set or one of {', '.join(self.shipped())}"
            raise GameError(f"components is {describe(components)}; expected {expected}")
        try:
            hash(components)
        except TypeError as error:
            raise GameError(
                f"components cannot be hashed ({error}); expected tuples in place of lists, and no dicts or sets"
            ) from None
        return components

    def fingerprint(self, components: C) -> str:
        """Return the fingerprint of a set: 16 hexadecimal digits, equal for equal sets."""
        return _fingerprint(self, components)

    def unstated(self, components: C) -> Iterator[tuple[PrintedValue, str]]:
        """Yield each assumed value that could be a different one, with a text that says what it is about."""
        about = {value.path: value.key.spec.about for value in self.values(components)}
        for value in self._every_value(components):
            if value.source == ASSUMED.source and not value.blank and any(value.others()):
                yield value, about.get(value.place, "")

    def text_with(self, tables: Mapping[str, Any], cite: str) -> str:
        """Return the text of a component file: the default set, with the values in the raw tables of a dispute.

        The source of these values is "reported", with the citation ``cite``. Raises
        `FileError` with every problem of the tables.
        """
        components, problems = self.override(tables, self.load(self.default))
        if problems:
            raise FileError("the values", problems)
        raw, survey = read_toml(self.folder / f"{self.default}.toml"), Survey()
        survey.table(self._file, raw, ASSUMED)
        for value in self._every_value(components):
            if (own := _found(tables, value.written_at)) is not MISSING:
                known = {"value": own, "source": "reported", "cite": cite}
                _put(raw, survey, value.place, known if self.sourced else own)
        return toml_text(raw)

    def template(self) -> str:
        """Return a file to fill in with the numbers of one's own copy: values that no rulebook states are ``"?"``.

        Raises `GameError` if the rulebook has none.
        """
        template = self.folder / "template.toml.in"
        if not template.exists():
            raise GameError(
                f"there is no template for component sets; {', '.join(self.shipped())} can be copied"
            )
        return template.read_text(encoding="utf-8")


def _found(tables: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """Return the raw value in the tables of a dispute at these keys; `MISSING` if there is none."""
    found: Any = tables
    for key in keys:
        found = found.get(key, MISSING) if isinstance(found, dict) else MISSING
    return found


def _put(raw: dict[str, Any], survey: Survey, place: str, value: object) -> None:
    """Put a value at a key path of a raw file. ``survey`` has the places of the tables in the file."""
    paths = {at: path for path, at in survey.places.items()}
    above, keys = place, list[str]()
    while above not in paths:
        above, _, key = above.rpartition(".")
        keys.insert(0, key)
    steps: list[Any] = [*paths[above], *keys]
    table: Any = raw
    for step in steps[:-1]:
        table = table.setdefault(step, {}) if isinstance(table, dict) else table[step]
    table[steps[-1]] = value


def _counted(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield one problem that counts the unfilled values, if there are any, and then the other problems."""
    others = [problem for problem in problems if problem.code is not Code.UNFILLED]
    if unfilled := len(problems) - len(others):
        found = f"is not filled in yet (values left: {unfilled})"
        yield Problem.at("", Code.UNFILLED, found, 'a value in place of each "?"')
    yield from others


@cache
def _load(sets: ComponentSets[Any], name: str) -> Any:
    return sets.read(sets.folder / f"{name}.toml")


@lru_cache(maxsize=256)
def _fingerprint(sets: ComponentSets[Any], components: Any) -> str:
    return fingerprint(components, sets.words)


@lru_cache(maxsize=8)
def _values(sets: ComponentSets[Any], components: Any) -> tuple[Value, ...]:
    return tuple(sets.values(components))


@lru_cache(maxsize=8)
def _printed(sets: ComponentSets[Any], components: Any) -> Mapping[str, str]:
    return dict(as_in_files(sets._thing(), components, sets.terms(components)))

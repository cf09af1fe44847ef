"""Component sets: those shipped with a rulebook, and those in files of owners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import attrs

from era_of_inventions.tabletop.components import checks, overrides, schemas
from era_of_inventions.tabletop.components.declared import Form, form_of, terms_of
from era_of_inventions.tabletop.components.provenance import ASSUMED, Provenance, Row, Sources, rows
from era_of_inventions.tabletop.components.table import Contents, SourcedTable
from era_of_inventions.tabletop.components.values import as_in_files, in_words
from era_of_inventions.tabletop.errors import FileError, GameError, InputProblem, describe, unknown
from era_of_inventions.tabletop.fields.domains import Schema
from era_of_inventions.tabletop.files.bounded import path_of
from era_of_inventions.tabletop.files.toml import Reader, read_toml
from era_of_inventions.tabletop.fingerprint import fingerprint

C = TypeVar("C")


@attrs.frozen(eq=False, repr=False)
class OwnTables:
    """Tables of component files whose layout is a game's own.

    ``read`` returns the values of the ``fields`` that are laid out in them, and ``schema`` the schemas of their keys.
    ``rows`` yields the key paths of those values of these fields that are not declared, and the values in words.
    """

    fields: Sequence[str]
    read: Callable[[SourcedTable], Mapping[str, Any]]
    schema: Callable[[], Mapping[str, Schema]]
    rows: Callable[[Any], Iterable[tuple[str, Mapping[str, str]]]] = lambda _: ()


@attrs.frozen(eq=False, kw_only=True)
class ComponentSets(Generic[C]):
    """The component sets of one rulebook.

    ``kind`` is the class of sets, on whose fields everything printed is declared, as
    `era_of_inventions.tabletop.components.declared` tells. ``folder`` holds the shipped sets as TOML files, and the
    template for owners. ``own`` are tables of files whose layout is the game's own. ``related`` yields the
    contradictions between parts of a set that keep it from being played. ``words`` renders the values of certain fields
    for `fingerprint`.
    """

    kind: type[C]
    folder: Path
    default: str
    own: OwnTables | None = None
    related: Callable[[C], Iterable[InputProblem]] = lambda _: ()
    words: Mapping[str, Callable[[Any], str]] = attrs.field(factory=dict)

    def shipped(self) -> tuple[str, ...]:
        """The names of the shipped sets."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def load(self, name: str) -> C:
        """A shipped set. Raises `GameError` if there is none of that name."""
        if name not in self.shipped():
            raise GameError(f"the component set {unknown(name, self.shipped())}")
        components: C = _load(self, name)
        return components

    def read(self, path: Path | str) -> C:
        """Read the set in a file. Raises `FileError` with every problem of the file.

        Only the form is validated; whether the set agrees with the rulebooks is for the law to check.
        """
        problems: list[InputProblem] = []
        values = self._values(Reader(read_toml(path_of(path)), "", problems))
        components = None if problems else self.kind(**values)
        problems += () if components is None else self.related(components)
        if problems or components is None:
            raise FileError(str(path), problems)
        return self._told(components)

    def _told(self, components: C) -> C:
        """The set, which knows of which values its sources tell."""
        return attrs.evolve(components, provenance=Sources.told_of(components)) if self.sourced else components  # type: ignore[misc]

    def _values(self, reader: Reader) -> dict[str, Any]:
        """The values of the fields of a set; what is wrong is noted in the reader."""
        contents = Contents(taken=checks.reserved(self.form))
        table = SourcedTable(reader, None if self.sourced else ASSUMED, contents)
        values = {} if self.own is None else {**self.own.read(table)}
        for name, entry in self.form.entries.items():
            if name not in values:
                values[name] = table.entry(entry)
                contents.terms = terms_of(self.form, values)
        reader.close()
        return {**values, "provenance": contents.provenance} if self.sourced else values

    def override(self, reader: Reader, components: C) -> C:
        """Replace values by those in the tables of a dispute, such as ``[card.ID]``; problems are noted."""
        before = len(reader.problems)
        changed, sources = overrides.replaced(self.form, self._own_fields, reader, components)
        if self.sourced:
            changed["provenance"] = {**self.sources(components), **sources}
        overridden = self._told(attrs.evolve(components, **changed))  # type: ignore[misc]
        if len(reader.problems) == before:
            reader.problems += self.related(overridden)
        return overridden if len(reader.problems) == before else components

    def misfits(self, components: object) -> list[InputProblem]:
        """The problems of a set made in Python that no file could hold, with their places in the set.

        Whether the set agrees with the rulebooks is for the law to check.
        """
        return [*checks.problems(self.form, components)] or [*self.related(cast("C", components))]

    def rows(self, components: C) -> Iterator[Row]:
        """Yield the rows of the table of a set: every printed value in words, and its source."""
        more = () if self.own is None else self.own.rows(components)
        for place, values in (*in_words(self.form, components, _provenance(components)), *more):
            yield from rows(place, values, partial(self.source, components))

    def source(self, components: C, path: str) -> Provenance:
        """Where the value at a key path comes from: assumed if the set does not say, or if it was changed in Python."""
        known = _provenance(components)
        if isinstance(known, Sources) and known.of != components and self._differs(known.of, components, path):
            return ASSUMED
        return known.get(path, ASSUMED)

    def sources(self, components: C) -> Mapping[str, Provenance]:
        """Where the values of a set come from, by key path, as far as it says so."""
        return {path: self.source(components, path) for path in _provenance(components)}

    def _differs(self, told: C, components: C, path: str) -> bool:
        """Whether the value at a key path may differ between two sets."""
        was, now = self.printed(told), self.printed(components)
        if path in was or path in now:
            return was.get(path) != now.get(path)
        return any(getattr(told, field) != getattr(components, field) for field in self._own_fields)

    def printed(self, components: C) -> Mapping[str, str]:
        """What is printed, as it stands in a file, by its key path there."""
        return _printed(self, components)

    @property
    def form(self) -> Form:
        """What is printed on the parts of a set."""
        kind: Any = self.kind
        return form_of(kind)

    @property
    def sourced(self) -> bool:
        """Whether sets say where their values come from."""
        return "provenance" in attrs.fields_dict(self.kind)  # type: ignore[arg-type]

    @property
    def _own_fields(self) -> Sequence[str]:
        return () if self.own is None else self.own.fields

    def file_schema(self) -> Schema:
        """The JSON Schema of a file."""
        keys = {} if self.own is None else self.own.schema()
        return schemas.component_file(self.kind, self._own_fields, keys, sourced=self.sourced)

    def override_schemas(self) -> dict[str, Schema]:
        """The JSON Schemas of the tables of a dispute that replace values."""
        return overrides.schemas(self.form, self._own_fields)

    def override_names(self, components: C) -> dict[str, dict[str, str]]:
        """By the keys of these tables, the things of a set they can be about, with their places in a component file."""
        return overrides.names(self.form, components)

    def resolve(self, components: object) -> C:
        """The set itself, or the shipped one of that name. Raises `GameError` for anything else."""
        if isinstance(components, str):
            return self.load(components)
        if not isinstance(components, self.kind):
            expected = f"a component set or one of {', '.join(self.shipped())}"
            raise GameError(f"components is {describe(components)}; expected {expected}")
        try:
            hash(components)
        except TypeError as error:
            raise GameError(f"components holds an {error}; expected tuples and other values that stay") from None
        return components

    def fingerprint(self, components: C) -> str:
        """The fingerprint of a set: 16 hexadecimal digits, equal for equal sets."""
        return _fingerprint(self, components)

    def template(self) -> str:
        """A file to fill in with the numbers of one's own copy: values that no rulebook states are ``"?"``.

        Raises `GameError` if the rulebook has none.
        """
        template = self.folder / "template.toml.in"
        if not template.exists():
            raise GameError(f"there is no template for component sets; {', '.join(self.shipped())} can be copied")
        return template.read_text(encoding="utf-8")


def _provenance(components: Any) -> Mapping[str, Provenance]:
    """Where the values of a set come from, if it says so."""
    return getattr(components, "provenance", {})


@cache
def _load(sets: ComponentSets[Any], name: str) -> Any:
    return sets.read(sets.folder / f"{name}.toml")


@lru_cache(maxsize=256)
def _fingerprint(sets: ComponentSets[Any], components: Any) -> str:
    return fingerprint(components, sets.words)


@lru_cache(maxsize=8)
def _printed(sets: ComponentSets[Any], components: Any) -> Mapping[str, str]:
    return dict(as_in_files(sets.form, components))

"""Component sets: those shipped with a rulebook, and those in files of owners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import attrs

from era_of_inventions.tabletop.components.provenance import Row
from era_of_inventions.tabletop.errors import FileError, GameError, InputProblem, describe, unknown
from era_of_inventions.tabletop.files.toml import Reader, read_toml
from era_of_inventions.tabletop.fingerprint import fingerprint

C = TypeVar("C")


@attrs.frozen(eq=False, kw_only=True)
class ComponentSets(Generic[C]):
    """The component sets of one rulebook.

    ``folder`` holds the shipped sets as TOML files, and the template for owners. ``parse`` makes a set from the tables
    of a file, and notes problems in the reader. ``misfits`` returns the problems of a set made in Python that no file
    could hold. ``override`` replaces single values by those in the tables of a dispute. ``rows`` returns the rows of a
    table of the set. ``words`` renders the values of certain fields for `fingerprint`. ``document`` returns the shape
    of the JSON documents of sets; by default it is derived from the types of the fields. ``file_schema`` is the JSON
    Schema of a file, and ``override_schemas`` are those of the tables of a dispute.
    """

    kind: type[C]
    folder: Path
    default: str
    parse: Callable[[Reader], C]
    misfits: Callable[[C], Sequence[InputProblem]] = lambda _: ()
    override: Callable[[Reader, C], C] = lambda _, components: components
    rows: Callable[[C], Iterable[Row]] = lambda _: ()
    words: Mapping[str, Callable[[Any], str]] = attrs.field(factory=dict)
    document: Callable[[], Any] | None = None
    file_schema: Callable[[], dict[str, Any]] | None = None
    override_schemas: Callable[[], Mapping[str, Any]] = dict

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
        components = self.parse(Reader(read_toml(Path(path)), "", problems))
        if problems:
            raise FileError(str(path), problems)
        return components

    def resolve(self, components: object) -> C:
        """The set itself, or the shipped one of that name. Raises `GameError` for anything else."""
        if isinstance(components, str):
            return self.load(components)
        if not isinstance(components, self.kind):
            expected = f"a component set or one of {', '.join(self.shipped())}"
            raise GameError(f"components is {describe(components)}; expected {expected}")
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


@cache
def _load(sets: ComponentSets[Any], name: str) -> Any:
    return sets.read(sets.folder / f"{name}.toml")


@lru_cache(maxsize=256)
def _fingerprint(sets: ComponentSets[Any], components: Any) -> str:
    return fingerprint(components, sets.words)

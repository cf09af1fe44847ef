"""Sets of components: those that come with a rulebook, and those in files of their owners."""

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

    ``folder`` holds the sets that come with it as TOML files, and the template for an owner. ``parse`` makes a set of
    a file's tables and notes what is wrong with them; ``misfits`` tells why no file could hold a set, however it was
    made; ``override`` makes the set with the single values that the tables of a dispute give; ``rows`` are the lines of
    a table of a set for people. ``words`` puts the values of some fields into words for `fingerprint`. ``document``
    gives the shape of the JSON documents of sets, by default that of the types of their fields; ``file_schema`` the
    JSON Schema of a file, and ``override_schemas`` those of the tables of a dispute.
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
        """The names of the sets that come with the rulebook."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def load(self, name: str) -> C:
        """A set that comes with the rulebook. Raises `GameError` if there is none of that name."""
        if name not in self.shipped():
            raise GameError(f"the component set {unknown(name, self.shipped())}")
        components: C = _load(self, name)
        return components

    def read(self, path: Path | str) -> C:
        """The set in a file. Raises `FileError` with every problem of the file at once.

        Only the form is looked at; whether the set agrees with the rulebooks is for the law.
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
        """A file to type the numbers of one's own copy into: what the rulebooks state is there, the rest is ``"?"``."""
        return (self.folder / "template.toml.in").read_text(encoding="utf-8")


@cache
def _load(sets: ComponentSets[Any], name: str) -> Any:
    return sets.read(sets.folder / f"{name}.toml")


@lru_cache(maxsize=256)
def _fingerprint(sets: ComponentSets[Any], components: Any) -> str:
    return fingerprint(components, sets.words)

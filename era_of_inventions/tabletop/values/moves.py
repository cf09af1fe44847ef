"""Kinds of moves, declared like records: their JSON and their possible values follow from the fields.

For example::

    @move
    class PlaceDisc(Move):
        '''Place one of one's action discs on an area.'''

        area: Field[Area] = field(Choice(AREAS), "area")

Equal moves are the same object while one of them is alive, so moves compare by identity
and are cheap dictionary keys. Pickling and copying preserve this. Arguments are
converted by the domains of the fields, so an area can be passed as its number.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product, starmap
from typing import Any, ClassVar, TypeVar, dataclass_transform
from weakref import WeakValueDictionary

import attrs

from era_of_inventions.tabletop.errors import MISSING, Code
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.domains import Domain, Shape, plain_shape
from era_of_inventions.tabletop.values.json_schema import record_schema, with_first
from era_of_inventions.tabletop.values.layout import Layout, layout_of
from era_of_inventions.tabletop.values.naming import DeclarationError, Schema, Terms
from era_of_inventions.tabletop.values.problems import check_object, invalid
from era_of_inventions.tabletop.values.records import expression, field

MOVE, OCCASION = "move", "occasion"
"""The keys of plain data that hold the kind of a move or of an occasion."""
C = TypeVar("C", bound=type[Any])
M = TypeVar("M")
_interned: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()
_lock = threading.Lock()  # WeakValueDictionary.setdefault is not atomic


class Move:
    """The base class of all moves.

    A part of a move that not everybody may see is declared as `Hidden`, with its
    audience (``seen``). Everybody else sees the move with `UNKNOWN` in place of that
    part. A kind of moves that others must not distinguish from another kind names the
    other kind as ``looks_like``; all parts of the other kind are hidden.
    """

    __slots__ = ()
    looks_like: ClassVar[type[Move] | None] = None
    __repr__ = expression

    def __reduce__(self) -> tuple[type[Move], tuple[Any, ...]]:
        """Pickle as a call of the class, so that unpickling returns the same object."""
        return type(self), tuple(
            getattr(self, declared.name) for declared, _ in fields_of(type(self))
        )


@dataclass_transform(field_specifiers=(field,), eq_default=False)
def move(cls: C) -> C:
    """Turn a class into a kind of moves."""
    kind = attrs.frozen(eq=False, init=False, repr=False)(cls)
    kind.__new__ = _constructor(kind)
    return kind


def _constructor(kind: type[Any]) -> Callable[..., Any]:
    """Compile ``__new__``, with a real signature; it returns an existing equal move or a new one."""
    scope: dict[str, Any] = {"intern": _intern}
    arguments, values = ["cls"], ""
    for attribute, spec in fields_of(kind):
        name, default = attribute.name, attribute.default
        scope |= {f"convert_{name}": spec.holds.convert, f"default_{name}": default}
        arguments.append(name if default is attrs.NOTHING else f"{name}=default_{name}")
        values += f"convert_{name}({name}), "
    exec(f"def __new__({', '.join(arguments)}): return intern(cls, ({values}))", scope)
    made: Callable[..., Any] = scope["__new__"]
    made.__doc__, made.__qualname__, made.__module__ = (
        kind.__doc__,
        f"{kind.__qualname__}.__new__",
        kind.__module__,
    )
    hints = inspect.get_annotations(kind)
    made.__annotations__ = {
        name: re.sub(r"^Field\[(.*)\]$", r"\1", str(hint)) for name, hint in hints.items()
    }
    return made


def _intern(kind: type[Any], values: tuple[Any, ...]) -> Any:
    key = (kind, *values)
    result = _interned.get(key)
    if result is None:
        made = object.__new__(kind)
        for (attribute, _), value in zip(fields_of(kind), values, strict=True):
            object.__setattr__(made, attribute.name, value)
        with _lock:
            result = _interned.setdefault(key, made)
    return result


def apart_from(move: M, **parts: Any) -> M:
    """Return a copy of a move with other ``parts``: a new object, which equals no other move."""
    made = object.__new__(type(move))
    for attribute, _ in fields_of(type(move)):
        value = parts.get(attribute.name, getattr(move, attribute.name))
        object.__setattr__(made, attribute.name, value)
    return made


def word_of(kind: type[Any]) -> str:
    """Return the word for a kind: its class name in lower case, with hyphens."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def every_move(kinds: Iterable[type[M]], terms: Terms) -> Iterator[M]:
    """Yield all moves of some kinds, with every combination of the values of their fields.

    Raises `DeclarationError`, with all reasons, if some kinds are declared wrongly.
    """
    layouts, reasons = _layouts(kinds, terms)
    if reasons:
        raise DeclarationError(reasons)
    for kind, layout in layouts.items():
        yield from starmap(kind, product(*(field.shape.options for field in layout.fields)))


def _layouts(
    kinds: Iterable[type[M]], terms: Terms
) -> tuple[dict[type[M], Layout[M]], list[str]]:
    """Return the layouts of some kinds, and the reasons against those that are declared wrongly."""
    layouts: dict[type[M], Layout[M]] = {}
    reasons: list[str] = []
    for kind in kinds:
        try:
            layouts[kind] = layout_of(kind, terms)
        except DeclarationError as error:
            reasons += error.reasons
    return layouts, reasons


class Kinds:
    """Reads and writes values of several kinds, such as moves; in plain data the key ``tag`` holds the kind.

    Raises `DeclarationError`, with all reasons, if a declaration is invalid or two
    kinds have the same word.
    """

    def __init__(self, tag: str, kinds: tuple[type[Any], ...], terms: Terms) -> None:
        """Prepare the layouts of all kinds."""
        self.tag = tag
        self.by_word: Mapping[str, type[Any]] = {word_of(kind): kind for kind in kinds}
        self._layouts, wrong = _layouts(kinds, terms)
        reasons = [] if len(self.by_word) == len(kinds) else ["two kinds have the same word"]
        reasons += wrong
        reasons += [
            f"{kind.__name__}.{tag}: is the key of the kind"
            for kind in kinds
            if hasattr(kind, tag)
        ]
        if reasons:
            raise DeclarationError(reasons)

    def read(self, raw: Any) -> Any:
        """Read a value from plain data. Raises `InvalidDataError` with all problems."""
        check_object(raw)
        rest = dict(raw)
        word, words = rest.pop(self.tag, MISSING), tuple(self.by_word)
        if type(word) is not str or word not in self.by_word:
            code = Code.UNKNOWN_WORD if type(word) is str else Code.WRONG_TYPE
            raise invalid(code, word, f"one of {', '.join(words)}", words, (self.tag,))
        return self._layouts[self.by_word[word]].read(rest)

    def write(self, value: Any) -> dict[str, Any]:
        """Return the plain data of a value."""
        return {self.tag: word_of(type(value)), **self._layouts[type(value)].write(value)}


@attrs.frozen(eq=False)
class OneOfKinds(Domain[Any]):
    """A move of the rulebook; with ``occasions``, a move or an occasion."""

    occasions: bool = False

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of all kinds."""
        moves = kinds_schema(terms.rulebook.kinds)
        return (
            {"anyOf": [moves, kinds_schema(terms.rulebook.occasions)]}
            if self.occasions
            else moves
        )

    def bind(self, terms: Terms) -> Shape[Any]:
        """Return how values are read and written; see `Domain.bind`."""
        moves, others = Kinds(MOVE, terms.rulebook.kinds, terms), terms.rulebook.occasions
        if not self.occasions:
            return plain_shape(moves.read, moves.write)
        occasions = Kinds(OCCASION, others, terms)
        return plain_shape(
            lambda raw: (
                occasions if isinstance(raw, dict) and OCCASION in raw else moves
            ).read(raw),
            lambda value: (occasions if isinstance(value, others) else moves).write(value),
        )


def kinds_schema(kinds: tuple[type[Any], ...]) -> Schema:
    """Return the schema of a value of one of these kinds; it refers to the schemas in `kinds_definitions`."""
    return {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}


def kinds_definitions(
    tag: str, kinds: tuple[type[Any], ...], terms: Terms
) -> dict[str, Schema]:
    """Return the schema of each kind, by the name of its class."""
    about = {"title": tag, "description": f"The kind of {tag}."}
    return {
        kind.__name__: with_first(
            {tag: {"const": word_of(kind), **about}}, record_schema(kind, terms)
        )
        for kind in kinds
    }

"""Domains: what a field of a record can hold.

A `Domain` is bound to terms, that is the setting of a game and the players' names. The result is a `Shape` of a few
primitives: how plain data is read and written, the numbers that a value consists of, how it is drawn at random and
hidden. Every other use of a field is derived from these. This module has the domains of single values, `groups` those
of several things at once, `nested` those of records within records.
"""

from __future__ import annotations

import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import Code, GameError, describe, one_of
from era_of_inventions.tabletop.fields.problems import invalid
from era_of_inventions.tabletop.fields.values import COUNT_MAX, NOTHING, UNKNOWN, Cards
from era_of_inventions.tabletop.files.stretch import fold
from era_of_inventions.tabletop.law.clause import SeatNumber

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from era_of_inventions.tabletop.fields.layout import Layout

T = TypeVar("T")
N = TypeVar("N")
K = TypeVar("K")
V = TypeVar("V", covariant=True)
E = TypeVar("E", bound=enum.Enum)
Late: TypeAlias = T | Callable[[Any], T]
"""A value, or a function that computes it from the setting."""
Schema: TypeAlias = dict[str, Any]
QUESTION_MARK = "?"
"""In plain data, a thing that is present but unknown."""


class DeclarationError(TypeError):
    """Invalid declarations of fields, records or moves, with all reasons."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Store the reasons."""
        self.reasons = tuple(reasons)
        super().__init__("\n".join(self.reasons))


# --- Terms and names --------------------------------------------------------------------------------------------------


@attrs.frozen
class Terms:
    """What fields are bound to: a setting, the players' names if known, the minimum and maximum number of players.

    Without a setting the terms cover what all settings have in common, which is enough for a schema.
    """

    setting: Any = None
    names: tuple[str, ...] = ()
    seats: tuple[int, int] = (1, 1)

    @classmethod
    def of(cls, setting: Any, names: Sequence[str] = ()) -> Terms:
        """Return the terms of a setting, which has a number of ``players``."""
        return cls(setting, tuple(names), (setting.players, setting.players))

    def known(self, value: Late[T]) -> T | None:
        """Resolve a late value; None if it depends on a setting and there is none."""
        if not callable(value):
            return value
        return None if self.setting is None else value(self.setting)

    def get(self, value: Late[T]) -> T:
        """Resolve a late value in the setting."""
        return value(self.setting) if callable(value) else value


class Known(NamedTuple):
    """The names of things in a setting, with a noun for sentences and a value for each, and names by other words."""

    names: tuple[str, ...]
    nouns: tuple[str, ...]
    values: tuple[Any, ...]
    also: Mapping[str, str]


@attrs.frozen(eq=False)
class Names(Generic[K, V]):
    """Named things in order: the cards of a set, the areas of a board.

    ``of`` is a class that marks the kind for type checkers. ``names`` are the names, or a mapping from names to the
    nouns that sentences use. ``what`` describes the expected name in messages. ``pattern`` is the regular expression of
    names that depend on the setting. Fields hold the ``values`` that belong to the names, by default their indexes.
    ``also`` maps aliases, accepted in text that people write, to names; those of names that do not exist in a setting
    mean nothing there. Nouns, and names with blanks for hyphens or hyphens for blanks, are accepted as well.

    Some things are copies that nobody can tell apart: then ``faces`` are the names of their faces, and ``face_of`` is
    the face of each, as an index. Moves name a face for any of its copies, and what is told of hidden cards counts them
    by their faces. Of others, ``sort_of`` is what matters of several together, as an index: what is certain of a hand
    of unknown cards is asked of all mixtures of sorts, or of faces.
    """

    of: type[K]
    names: Late[Sequence[str] | Mapping[str, str]]
    what: str = ""
    pattern: str = ""
    values: Late[Sequence[V]] | None = None
    also: Late[Mapping[str, str]] = attrs.field(factory=dict)
    faces: Names[Any, int] | None = None
    face_of: Late[Sequence[int]] = ()
    sort_of: Late[Sequence[int]] = ()

    def copies_of(self, faces: Names[Any, int], face_of: Late[Sequence[int]]) -> Names[K, V]:
        """Return the names of things that are copies of these faces."""
        return attrs.evolve(self, faces=faces, face_of=face_of)

    @classmethod
    def indexed(
        cls,
        of: type[T],
        names: Late[Sequence[str] | Mapping[str, str]],
        what: str = "",
        pattern: str = "",
        also: Late[Mapping[str, str]] | None = None,
        sort_of: Late[Sequence[int]] = (),
    ) -> Names[T, int]:
        """Return names whose values are their indexes."""
        return Names[T, int](of, names, what, pattern, also=also or {}, sort_of=sort_of)

    @classmethod
    def members(
        cls, of: type[E], noun: Callable[[E], str] | None = None, also: Mapping[str, str] | None = None
    ) -> Names[E, E]:
        """Return the members of an enum, named in lower case with hyphens."""
        words = {member.name.lower().replace("_", "-"): member for member in of}
        nouns = {word: word if noun is None else noun(member) for word, member in words.items()}
        return Names[E, E](of, nouns, values=tuple(words.values()), also=also or {})

    def some(self, which: Callable[[Any], Iterable[int]]) -> Names[K, int]:
        """Return the names of some of these things only, found by their indexes in a setting."""

        def names(setting: Any) -> Sequence[str]:
            known = [*Terms(setting).get(self.names)]
            return [known[index] for index in which(setting)]

        return Names[K, int](self.of, names, self.what, self.pattern, lambda setting: [*which(setting)], self.also)

    def known(self, terms: Terms) -> Known:
        """Resolve the names in a setting. Raises `DeclarationError` for a duplicate or one that does not match."""
        names = terms.get(self.names)
        values = tuple(range(len(names))) if self.values is None else tuple(terms.get(self.values))
        if twice := sorted({name for name in names if [*names].count(name) > 1}):
            raise DeclarationError([f"the {self.of.__name__} {', '.join(twice)} is named twice"])
        if unlike := [name for name in names if self.pattern and not re.fullmatch(self.pattern, name)]:
            raise DeclarationError([f"the {self.of.__name__} {', '.join(unlike)} is not like {self.pattern}"])
        nouns = tuple(names.values() if isinstance(names, Mapping) else names)
        return Known(tuple(names), nouns, values, _also(tuple(names), nouns, tuple(terms.get(self.also).items())))

    def schema(self, terms: Terms) -> Schema:
        """Return the schema of one name."""
        if (names := terms.known(self.names)) is not None:
            return {"enum": [*names]}
        return {"type": "string", **({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {})}

    def expected(self, names: Sequence[str]) -> str:
        """Describe the expected name for a message."""
        return self.what or one_of(names)


def other_words(words: Mapping[str, str]) -> dict[str, str]:
    """Aliases, written by the names they stand for: ``{"coin": "gold, money"}`` is ``gold`` and ``money``."""
    return {word.strip(): name for name, others in words.items() for word in others.split(",")}


@lru_cache(maxsize=256)  # settings that differ in their rulings have the same names
def _also(names: tuple[str, ...], nouns: tuple[str, ...], declared: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The names by the other words for them; of two names with the same word the first has it."""
    aliases = ((word, name) for word, name in declared if name in names)
    found: dict[str, str] = {}
    for word, name in (*zip(names, names, strict=True), *zip(nouns, names, strict=True), *aliases):
        for spelled in (word, word.replace("-", " "), word.replace(" ", "-")):
            found.setdefault(fold(spelled), name)
    return MappingProxyType({word: name for word, name in found.items() if word not in names})


# --- Shapes -----------------------------------------------------------------------------------------------------------


class Form(enum.Enum):
    """The form of the plain data of a shape."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    """A string, or another scalar that stands for one thing."""
    LIST = "list"
    COUNTS = "counts"
    """An object of numbers, in which 0 is left out."""
    STACKS = "stacks"
    """An object of numbers, or of lists, by what they lie on."""
    RECORD = "record"
    RECORDS = "records"


class Cell(NamedTuple):
    """One number of a value: its key, its bounds, and the words for the numbers that encode words.

    ``noun`` is its name in sentences.
    """

    key: str
    low: int
    high: int
    words: Mapping[int, str] | None = None
    noun: str = ""

    @property
    def in_words(self) -> bool:
        """Whether every number encodes a word."""
        return self.words is not None and len(self.words) > self.high


@attrs.frozen
class Shape(Generic[T]):
    """A domain bound to terms.

    ``labels`` maps items of the plain data to the text that people write, ``also`` maps aliases to items.
    ``quantities`` are the numbers and words that can be claimed and reported, and ``measure`` computes them from a
    value; by default they are the cells.
    """

    form: Form
    read: Callable[[Any], T]
    write: Callable[[T], Any]
    cells: tuple[Cell, ...]
    split: Callable[[T], Sequence[int]]
    draw: Callable[[Any], SearchStrategy[T]]
    """Returns a strategy; its argument is ``hypothesis.strategies``."""
    hide: Callable[[T], T] | None = None
    """Returns what a seat may know that must not see the value; None if the value cannot be hidden."""
    labels: Mapping[Any, str] = attrs.field(factory=dict)
    also: Mapping[str, Any] = attrs.field(factory=dict)
    quantities: tuple[Cell, ...] = attrs.field()
    measure: Callable[[T], Sequence[int | str]] = attrs.field()
    places: int = 0
    """The length of a row; text leaves out open places at the end."""
    whole: bool = True
    """Whether counts that a text leaves out are 0; otherwise they keep their value."""
    inner: Layout[Any] | None = None
    by_seat: bool = False
    """Whether each player has one of the quantities."""
    options: Sequence[T] = ()
    """The things of which it is one, if it is one of several, or the numbers."""

    @quantities.default
    def _cells(self) -> tuple[Cell, ...]:
        return self.cells

    @measure.default
    def _split(self) -> Callable[[T], Sequence[int | str]]:
        split, words = self.split, [cell.words for cell in self.cells]
        if not any(words):
            return split
        return lambda value: [of.get(n, n) if of else n for n, of in zip(split(value), words, strict=True)]


class Domain(ABC, Generic[T]):
    """What a field can hold."""

    repr: Callable[[Any], str] | bool = True
    """How `repr` shows a value, without its setting."""

    @abstractmethod
    def schema(self, terms: Terms) -> Schema:
        """Return the JSON Schema of the plain data; without a setting, one that holds for all settings."""

    @abstractmethod
    def bind(self, terms: Terms) -> Shape[T]:
        """Return the shape. Raises `DeclarationError` if the declaration is invalid."""

    @property
    def innermost(self) -> Domain[Any]:
        """The domain of a single thing, without what says that it may be missing or unknown, or one of several."""
        one: Domain[Any] | None = getattr(self, "one", None)
        return self if one is None else one.innermost

    def records(self) -> tuple[type[Any], ...]:
        """Return the record classes that it holds."""
        return ()

    def convert(self, value: Any) -> T:
        """Convert an argument to a value, which need not exist in any setting. Raises `GameError`."""
        # Equal numbers of other types, such as True or numpy integers, would make values that only look the same.
        try:
            return cast("T", int(index(value)))
        except TypeError:
            raise GameError(f"{value!r} cannot stand here; expected a whole number") from None


class Holder(ABC, Generic[K]):
    """A domain of places where things ``of`` a kind lie."""

    of: Names[K, Any]

    @abstractmethod
    def contents(self, value: Any) -> Cards[K]:
        """Return what lies there: the known things, and how many are unknown."""

    def heaps(self, value: Any) -> Mapping[str, Cards[K]]:
        """Return what lies there, heap by heap, by a word for each; the word of the field itself is empty."""
        return {"": self.contents(value)}

    def filled(self, value: Any, cards: Sequence[int]) -> Any:
        """Return the value in which these cards take the places of unknown ones."""
        return value

    def forgotten(self, value: Any, cards: Any) -> Any:
        """Return the value in which the cards of a set are unknown."""
        return value

    def swapped(self, value: Any, cards: Sequence[int]) -> Any:
        """Return the value in which these cards lie in the places of the known ones."""
        raise DeclarationError([f"{type(self).__name__} does not hold copies that are alike"])


# --- Domains of single values -----------------------------------------------------------------------------------------


@attrs.frozen
class Count(Domain[int]):
    """A whole number within bounds."""

    high: Late[int] = COUNT_MAX
    low: Late[int] = 0

    def schema(self, terms: Terms) -> Schema:
        low, high = terms.known(self.low), terms.known(self.high)
        bounds = {"minimum": -COUNT_MAX if low is None else low, "maximum": COUNT_MAX if high is None else high}
        return {"type": "integer", **bounds}

    def bind(self, terms: Terms) -> Shape[int]:
        low, high = terms.get(self.low), terms.get(self.high)
        if low > high:
            raise DeclarationError([f"no number is from {low} to {high}"])

        def read(raw: Any) -> int:
            if type(raw) is int and low <= raw <= high:
                return raw
            raise invalid(Code.WRONG_TYPE if type(raw) is not int else Code.OUT_OF_RANGE, raw, number_from(low, high))

        cell, options = Cell("", low, high), range(low, high + 1)
        return Shape(
            Form.NUMBER, read, int, (cell,), lambda n: (n,), lambda st: st.integers(low, high), options=options
        )


def number_from(low: int, high: int) -> str:
    """Describe a number within bounds for a message."""
    return f"a whole number from {low} to {high}"


@attrs.frozen
class Flag(Domain[bool]):
    """True or false."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "boolean"}

    def bind(self, terms: Terms) -> Shape[bool]:
        def read(raw: Any) -> bool:
            if type(raw) is bool:
                return raw
            raise invalid(Code.WRONG_TYPE, raw, "true or false")

        return Shape(Form.FLAG, read, bool, (Cell("", 0, 1),), lambda flag: (int(flag),), lambda st: st.booleans())

    def convert(self, value: Any) -> bool:
        return bool(value)


@attrs.frozen
class Choice(Domain[T]):
    """One of several named things."""

    names: Names[Any, T]

    def schema(self, terms: Terms) -> Schema:
        return self.names.schema(terms)

    def bind(self, terms: Terms) -> Shape[T]:
        known = self.names.known(terms)
        values = dict(zip(known.names, known.values, strict=True))
        names = dict(zip(known.values, known.names, strict=True))
        numbers = {value: number for number, value in enumerate(known.values)}
        if len(names) < len(values):
            raise DeclarationError([f"a {self.names.of.__name__} has two names"])
        cell = Cell("", 0, len(values) - 1, dict(enumerate(known.names)))

        def read(raw: Any) -> T:
            if type(raw) is str and raw in values:
                return cast("T", values[raw])
            code = Code.UNKNOWN_WORD if type(raw) is str else Code.WRONG_TYPE
            raise invalid(code, raw, self.names.expected(known.names), known.names)

        return Shape(
            Form.WORD,
            read,
            names.__getitem__,
            (cell,),
            lambda value: (numbers[value],),
            lambda st: st.sampled_from(known.values),
            labels={name: name for name in known.names},
            also=known.also,
            options=known.values,
        )

    def convert(self, value: Any) -> T:
        if callable(self.names.values) or self.names.values is None:
            return super().convert(value)
        number = index(value) if hasattr(value, "__index__") else value
        for known in self.names.values:
            if known == number:
                return known
        members = ", ".join(str(getattr(known, "name", known)) for known in self.names.values)
        raise GameError(f"{describe(value)} is no {self.names.of.__name__}; expected one of {members}")


@attrs.frozen
class Seat(Domain[int]):
    """A seat at the table: a number in plain data, the player's name in text."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": terms.seats[1] - 1}

    def bind(self, terms: Terms) -> Shape[int]:
        last = terms.seats[1] - 1
        labels = dict(enumerate(terms.names or map(str, range(last + 1))))
        shape = Count(last).bind(terms)

        def read(raw: Any) -> int:
            if type(raw) is str and terms.names:
                raise invalid(Code.UNKNOWN_WORD, raw, one_of(terms.names), terms.names)
            return shape.read(raw)

        return attrs.evolve(
            shape,
            form=Form.WORD,
            read=read,
            cells=(Cell("", 0, last, labels),),
            labels=labels,
            quantities=(Cell("", 0, last, labels),),
            measure=lambda seat: (labels[seat] if terms.names else SeatNumber(seat),),
        )


@attrs.frozen
class Maybe(Domain[T | N]):
    """A single value or none: null in plain data, ``nothing`` in Python."""

    one: Domain[T]
    nothing: N

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"type": "null"}]}

    def bind(self, terms: Terms) -> Shape[T | N]:
        return _or(self.one.bind(terms), self.nothing, None, NOTHING, "nothing", "-")

    def convert(self, value: Any) -> T | N:
        return self.nothing if value == self.nothing else self.one.convert(value)


@attrs.frozen
class Hidden(Domain[T | int]):
    """A single value that may be unknown: `UNKNOWN` in Python, ``"?"`` in plain data.

    The absence of a value is never hidden. A thing ``among`` those that another field of the record holds is taken for
    one of them as long as it is unknown.
    """

    one: Domain[T]
    among: str = ""

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"const": QUESTION_MARK}]}

    def bind(self, terms: Terms) -> Shape[T | int]:
        one = self.one.bind(terms)
        shape = _or(one, UNKNOWN, QUESTION_MARK, UNKNOWN, "unknown", QUESTION_MARK)

        def hide(value: Any) -> Any:
            return value if value == UNKNOWN or one.split(value)[0] == NOTHING else UNKNOWN

        return attrs.evolve(shape, draw=one.draw, hide=hide)

    def convert(self, value: Any) -> T | int:
        return UNKNOWN if value == UNKNOWN else self.one.convert(value)


def _or(one: Shape[Any], value: Any, plain: str | None, number: int, word: str, label: str) -> Shape[Any]:
    """The shape of what can also be this ``value``: nothing, or something unknown."""
    if len(one.cells) != 1:
        raise DeclarationError([f"only what is one number may be {word}"])
    (cell,) = one.cells
    return Shape(
        one.form,
        lambda raw: value if raw == plain else one.read(raw),
        lambda held: plain if held == value else one.write(held),
        (cell._replace(low=min(cell.low, number), words={**(cell.words or {}), number: word}),),
        lambda held: (number,) if held == value else one.split(held),
        lambda st: st.just(value) | one.draw(st),
        labels={**one.labels, plain: label},
        also=one.also,
        options=one.options,
    )

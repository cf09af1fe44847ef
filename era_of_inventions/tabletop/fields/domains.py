"""Domains: what a field of a record can hold.

Bound to terms, the setting of a game and the players' names, a `Domain` is a `Shape` of a few primitives: how plain
data is read and written, the numbers that a value consists of, how it is drawn at random and hidden. All else that is
said, written or asked of a field is derived from these. This module has the domains of single values, `groups` those of
several things at once, `nested` those of records within records.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import LISTED_MAX, Code, GameError, describe
from era_of_inventions.tabletop.fields.problems import MISSING, invalid
from era_of_inventions.tabletop.fields.values import COUNT_MAX, NOTHING, UNKNOWN
from era_of_inventions.tabletop.law.clause import Seat as SeatNumber

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from era_of_inventions.tabletop.fields.layout import Layout

T = TypeVar("T")
N = TypeVar("N")
K = TypeVar("K")
V = TypeVar("V", covariant=True)
E = TypeVar("E", bound=enum.Enum)
Late: TypeAlias = T | Callable[[Any], T]
"""A value, or how it is found in the setting."""
Schema: TypeAlias = dict[str, Any]
QUESTION_MARK = "?"
"""What stands in plain data for a thing that is there but not known."""


class DeclarationError(TypeError):
    """Fields, records or moves that are declared wrongly, with all reasons."""

    def __init__(self, reasons: Iterable[str]) -> None:
        """Remember the reasons."""
        self.reasons = tuple(reasons)
        super().__init__("\n".join(self.reasons))


# --- Terms and names --------------------------------------------------------------------------------------------------


@attrs.frozen
class Terms:
    """What fields are bound to: a setting, the players' names if they are known, the least and the most players.

    Without a setting there is only what all settings have in common, which is enough for a schema.
    """

    setting: Any = None
    names: tuple[str, ...] = ()
    seats: tuple[int, int] = (1, 1)

    @classmethod
    def of(cls, setting: Any, names: Sequence[str] = ()) -> Terms:
        """The terms of a setting, which says how many ``players`` there are."""
        return cls(setting, tuple(names), (setting.players, setting.players))

    def known(self, value: Late[T]) -> T | None:
        """A late value; None if it depends on a setting and there is none."""
        if not callable(value):
            return value
        return None if self.setting is None else value(self.setting)

    def get(self, value: Late[T]) -> T:
        """A late value of the setting."""
        return value(self.setting) if callable(value) else value


class Known(NamedTuple):
    """The names of things in a setting, with a noun for sentences and a value for each."""

    names: tuple[str, ...]
    nouns: tuple[str, ...]
    values: tuple[Any, ...]


@attrs.frozen(eq=False)
class Names(Generic[K, V]):
    """Things that are called by name, in their order: the cards of a set, the areas of a board.

    ``of`` is a class that marks the kind for type checkers. ``names`` are the names or, where people use other words in
    a sentence, these words by name. ``what`` says in messages what is expected, and ``pattern`` is the regular
    expression of a name, where the names depend on the setting. Fields hold the ``values`` that go with the names,
    which are their indexes unless they are given. ``also`` are other words that are understood where people write.
    """

    of: type[K]
    names: Late[Sequence[str] | Mapping[str, str]]
    what: str = ""
    pattern: str = ""
    values: Late[Sequence[V]] | None = None
    also: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def indexed(
        cls, of: type[T], names: Late[Sequence[str] | Mapping[str, str]], what: str = "", pattern: str = ""
    ) -> Names[T, int]:
        """Things that fields hold by index."""
        return Names[T, int](of, names, what, pattern)

    @classmethod
    def members(
        cls, of: type[E], noun: Callable[[E], str] | None = None, also: Mapping[str, str] | None = None
    ) -> Names[E, E]:
        """The members of an enum, by their names in lower case with hyphens."""
        words = {member.name.lower().replace("_", "-"): member for member in of}
        nouns = {word: word if noun is None else noun(member) for word, member in words.items()}
        return Names[E, E](of, nouns, values=tuple(words.values()), also=also or {})

    def known(self, terms: Terms) -> Known:
        """The names in a setting. Raises `DeclarationError` if one stands for two things or is unlike the pattern."""
        names = terms.get(self.names)
        values = tuple(range(len(names))) if self.values is None else tuple(terms.get(self.values))
        if twice := sorted({name for name in names if [*names].count(name) > 1}):
            raise DeclarationError([f"the {self.of.__name__} {', '.join(twice)} is named twice"])
        if unlike := [name for name in names if self.pattern and not re.fullmatch(self.pattern, name)]:
            raise DeclarationError([f"the {self.of.__name__} {', '.join(unlike)} is not like {self.pattern}"])
        return Known(tuple(names), tuple(names.values() if isinstance(names, Mapping) else names), values)

    def schema(self, terms: Terms) -> Schema:
        """The schema of one name."""
        if (names := terms.known(self.names)) is not None:
            return {"enum": [*names]}
        return {"type": "string", **({"pattern": f"^(?:{self.pattern})$"} if self.pattern else {})}

    def expected(self, names: Sequence[str]) -> str:
        """What a message expects."""
        return self.what or listed(names)


def listed(words: Sequence[str]) -> str:
    """Words as a message lists them; of many only the first."""
    return f"one of {', '.join(words if len(words) <= LISTED_MAX else (*words[:3], '…'))}"


# --- Shapes -----------------------------------------------------------------------------------------------------------


class Form(enum.Enum):
    """What the plain data of a shape looks like."""

    NUMBER = "number"
    FLAG = "flag"
    WORD = "word"
    """A text, or whatever else stands for one thing."""
    LIST = "list"
    COUNTS = "counts"
    """An object of numbers, in which 0 is left out."""
    RECORD = "record"
    RECORDS = "records"


class Cell(NamedTuple):
    """One number of a value: what it counts, its bounds and the words for numbers that stand for one.

    ``noun`` is what people call it in a sentence.
    """

    key: str
    low: int
    high: int
    words: Mapping[int, str] | None = None
    noun: str = ""

    @property
    def in_words(self) -> bool:
        """Whether every number stands for a word."""
        return self.words is not None and len(self.words) > self.high


@attrs.frozen
class Shape(Generic[T]):
    """A domain bound to terms.

    ``labels`` tells how people write an item of the plain data, ``also`` what else is understood. ``quantities`` are
    the numbers and words that people speak of, and ``measure`` finds them in a value; without them these are the cells.
    """

    form: Form
    read: Callable[[Any], T]
    write: Callable[[T], Any]
    cells: tuple[Cell, ...]
    split: Callable[[T], Sequence[int]]
    draw: Callable[[Any], SearchStrategy[T]]
    """A strategy, made with ``hypothesis.strategies``, which it is handed."""
    hide: Callable[[T], T] | None = None
    """What a seat may know that must not see the value; None if nothing of it can be hidden."""
    labels: Mapping[Any, str] = attrs.field(factory=dict)
    also: Mapping[str, Any] = attrs.field(factory=dict)
    quantities: tuple[Cell, ...] = attrs.field()
    measure: Callable[[T], Sequence[int | str]] = attrs.field()
    places: int = 0
    """How many places a row has; people leave out what is open at its end."""
    whole: bool = True
    """Whether counts that people do not name are 0; otherwise they are as they were."""
    inner: Layout[Any] | None = None

    @quantities.default
    def _cells(self) -> tuple[Cell, ...]:
        return self.cells

    @measure.default
    def _split(self) -> Callable[[T], Sequence[int | str]]:
        split, words = self.split, [cell.words for cell in self.cells]
        if not any(words):
            return split
        return lambda value: [of.get(n, n) if of else n for n, of in zip(split(value), words, strict=True)]


class Domain(Generic[T]):
    """What a field can hold."""

    repr: Callable[[Any], str] | bool = True
    """How a value is shown where its setting is not known."""

    def schema(self, terms: Terms) -> Schema:
        """The JSON Schema of the plain data; without a setting, of that of all settings."""
        raise NotImplementedError

    def bind(self, terms: Terms) -> Shape[T]:
        """The shape. Raises `DeclarationError` if the domain is declared wrongly."""
        raise NotImplementedError

    def records(self) -> tuple[type[Any], ...]:
        """The classes of records that it holds."""
        return ()

    def convert(self, value: Any) -> T:
        """What a program hands over for a value, which need not exist in any setting. Raises `GameError`."""
        # Equal numbers of other types, such as True or those of an array, would make values that only look the same.
        try:
            return cast("T", int(index(value)))
        except TypeError:
            raise GameError(f"{value!r} cannot stand here; expected a whole number") from None


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

        return Shape(Form.NUMBER, read, int, (Cell("", low, high),), lambda n: (n,), lambda st: st.integers(low, high))


def number_from(low: int, high: int) -> str:
    """What a message expects of a number within bounds."""
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
    """One of several things, by its name."""

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
            code = Code.UNKNOWN_WORD if type(raw) is str else Code.MISSING if raw is MISSING else Code.WRONG_TYPE
            raise invalid(code, raw, self.names.expected(known.names), known.names)

        return Shape(
            Form.WORD,
            read,
            names.__getitem__,
            (cell,),
            lambda value: (numbers[value],),
            lambda st: st.sampled_from(known.values),
            labels={name: name for name in known.names},
            also=self.names.also,
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
    """A seat at the table: a number in plain data, a name wherever people read."""

    def schema(self, terms: Terms) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": terms.seats[1] - 1}

    def bind(self, terms: Terms) -> Shape[int]:
        last = terms.seats[1] - 1
        labels = dict(enumerate(terms.names or map(str, range(last + 1))))
        shape = Count(last).bind(terms)

        def read(raw: Any) -> int:
            if type(raw) is str and terms.names:
                raise invalid(Code.UNKNOWN_WORD, raw, listed(terms.names), terms.names)
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
    """A single value, or nothing, which is null in plain data and ``nothing`` in Python."""

    one: Domain[T]
    nothing: N

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"type": "null"}]}

    def bind(self, terms: Terms) -> Shape[T | N]:
        one, nothing = self.one.bind(terms), self.nothing
        if len(one.cells) != 1:
            raise DeclarationError(["only what is one number may be nothing"])
        cell = one.cells[0]
        cell = cell._replace(low=min(cell.low, NOTHING), words={**(cell.words or {}), NOTHING: "nothing"})
        return Shape(
            one.form,
            lambda raw: nothing if raw is None else one.read(raw),
            lambda value: None if value == nothing else one.write(cast("T", value)),
            (cell,),
            lambda value: (NOTHING,) if value == nothing else one.split(cast("T", value)),
            lambda st: st.just(nothing) | one.draw(st),
            labels={**one.labels, None: "-"},
        )

    def convert(self, value: Any) -> T | N:
        return self.nothing if value == self.nothing else self.one.convert(value)


@attrs.frozen
class Hidden(Domain[T | int]):
    """A single value that others may know to be there without knowing it: `UNKNOWN`, ``"?"`` in plain data.

    Where there is nothing, there is nothing to hide.
    """

    one: Domain[T]

    def schema(self, terms: Terms) -> Schema:
        return {"anyOf": [self.one.schema(terms), {"const": QUESTION_MARK}]}

    def bind(self, terms: Terms) -> Shape[T | int]:
        one = self.one.bind(terms)
        if len(one.cells) != 1:
            raise DeclarationError(["only what is one number may be hidden"])
        cell = one.cells[0]
        cell = cell._replace(low=UNKNOWN, words={**(cell.words or {}), UNKNOWN: "unknown"})
        return Shape(
            one.form,
            lambda raw: UNKNOWN if raw == QUESTION_MARK else one.read(raw),
            lambda value: QUESTION_MARK if value == UNKNOWN else one.write(cast("T", value)),
            (cell,),
            lambda value: (UNKNOWN,) if value == UNKNOWN else one.split(cast("T", value)),
            one.draw,
            lambda value: value if value == UNKNOWN or one.split(cast("T", value))[0] == NOTHING else UNKNOWN,
            labels={**one.labels, QUESTION_MARK: QUESTION_MARK},
        )

    def convert(self, value: Any) -> T | int:
        return UNKNOWN if value == UNKNOWN else self.one.convert(value)

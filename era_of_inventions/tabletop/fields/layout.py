"""Layouts: the declared fields of a record, bound to terms.

A layout reads and writes plain data, and writes JSON fast; `record_schema` describes the data. Each other use of the
fields has its own module: lines of text, changes, quantities, bounds, strategies, observations, views.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import Code
from era_of_inventions.tabletop.fields.domains import (
    Cell,
    Choice,
    Count,
    DeclarationError,
    Form,
    Schema,
    Shape,
    Terms,
    number_from,
)
from era_of_inventions.tabletop.fields.problems import (
    MISSING,
    PROBLEMS_MAX,
    DataProblem,
    InvalidDataError,
    check_object,
    within,
)
from era_of_inventions.tabletop.fields.records import Field, Spec
from era_of_inventions.tabletop.files.json import dumps

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
MEMO_MAX = 4096
"""How many values of one field are cached."""


class Memo(dict[Any, Any]):
    """A cache of a function's results for the values of one field, most of which recur."""

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


class Bound(NamedTuple):
    """A field bound to terms. ``phrases`` are the names of its quantities, each with others that are understood."""

    name: str
    field: Field[Any]
    spec: Spec
    shape: Shape[Any]
    default: Any
    phrases: tuple[tuple[str, ...], ...]


def fields_of(kind: type[Any]) -> Iterator[tuple[attrs.Attribute[Any], Spec]]:
    """Yield the declared fields of a record, in order, without those that are only carried."""
    return ((field, field.metadata["spec"]) for field in attrs.fields(kind) if "spec" in field.metadata)


def layout_of(kind: type[T], terms: Terms) -> Layout[T]:
    """Return the layout of a record (cached)."""
    known: Any = kind
    return cast("Layout[T]", _layout_of(known, terms))


@lru_cache(maxsize=512)
def _layout_of(kind: Any, terms: Terms) -> Layout[Any]:
    return Layout(kind, terms)


class Layout(Generic[T]):
    """A record class bound to terms. Raises `DeclarationError`, with all reasons, if a declaration is invalid."""

    def __init__(self, kind: type[T], terms: Terms) -> None:
        """Bind every field."""
        self.kind: Any = kind
        self.terms = terms
        self.fields = _bound(kind, terms)
        self.cells: tuple[Cell, ...] = tuple(
            cell._replace(key=f"{field.name}.{cell.key}".strip("."))
            for field in self.fields
            for cell in field.shape.cells
        )
        self._reads = [(field.name, field.shape.read, field.default) for field in self.fields]
        names = [field.name for field in self.fields]
        getter: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()
        self.values: Callable[[T], tuple[Any, ...]] = getter if len(names) != 1 else lambda value: (getter(value),)
        """Returns the values of the fields."""

    def read(self, raw: Any, *carried: Any) -> T:
        """Read a record from plain data; ``carried`` are the values it carries besides its fields, such as a setting.

        Raises `InvalidDataError` with all problems.
        """
        check_object(raw)
        values, absent = [*carried], 0
        problems: list[DataProblem] = []
        for name, read, default in self._reads:
            if name in raw:
                try:
                    values.append(read(raw[name]))
                except InvalidDataError as error:
                    problems += within(name, error)
            else:
                absent += 1
                values.append(default)
                if default is attrs.NOTHING:
                    problems.append(self._missing(name))
        if absent + len(raw) != len(self._reads):
            problems += self._unknown(raw)
        if problems:
            raise InvalidDataError(problems)
        return cast("T", self.kind(*values))

    def _missing(self, name: str) -> DataProblem:
        spec = next(field.spec for field in self.fields if field.name == name)
        return DataProblem((name,), Code.MISSING, spec.about or spec.words, MISSING)

    def _unknown(self, raw: dict[str, Any]) -> list[DataProblem]:
        known = tuple(field.name for field in self.fields)
        extra = [key for key in raw if key not in known]
        return [DataProblem((key,), Code.UNKNOWN_KEY, "a known key", key, known) for key in extra[: PROBLEMS_MAX + 1]]

    def write(self, value: T) -> dict[str, Any]:
        """Return the plain data of a record, without default values."""
        pairs = zip(self.fields, self.values(value), strict=True)
        return {field.name: field.shape.write(part) for field, part in pairs if part != field.default}

    def dumps(self, value: T) -> str:
        """Return the JSON of a record, joined from the cached JSON of its fields."""
        texts = [dump(part) for dump, part in zip(self._dumps, self.values(value), strict=True)]
        return f"{{{','.join(filter(None, texts))}}}"

    @cached_property
    def _dumps(self) -> list[Callable[[Any], str]]:
        return [_dumps_of(field) for field in self.fields]

    def split(self, value: T) -> Sequence[int]:
        """Return the numbers of all cells."""
        return [
            number
            for field, part in zip(self.fields, self.values(value), strict=True)
            for number in field.shape.split(part)
        ]

    def draw(self, st: Any, *carried: Any) -> SearchStrategy[T]:
        """Return a strategy of arbitrary records; ``st`` is ``hypothesis.strategies``."""
        parts = [field.shape.draw(st) for field in self.fields]
        return cast("SearchStrategy[T]", st.builds(self.kind, *map(st.just, carried), *parts))


def _dumps_of(field: Bound) -> Callable[[Any], str]:
    head, inner = f'"{field.name}":', field.shape.inner
    if inner is not None and field.shape.form is Form.RECORDS:
        return lambda records: f"{head}[{','.join(map(inner.dumps, records))}]"
    if inner is not None:
        return lambda record: head + inner.dumps(record)
    write, default = field.shape.write, field.default
    return Memo(lambda part: "" if part == default else head + dumps(write(part))).__getitem__


# --- Declarations -----------------------------------------------------------------------------------------------------


def _bound(kind: type[Any], terms: Terms) -> tuple[Bound, ...]:
    """Bind the fields of a record to terms. Raises `DeclarationError` with all invalid declarations."""
    if not attrs.has(kind) or kind.__setattr__ is object.__setattr__ or kind.__hash__ is None:
        raise DeclarationError([f"{kind.__name__} is not frozen; expected a class declared with @record or @move"])
    bound: list[Bound] = []
    reasons: list[str] = []
    for field, spec in fields_of(kind):
        try:
            bound.append(_bound_field(kind, field, spec, terms))
        except DeclarationError as error:
            reasons += [f"{kind.__name__}.{field.name}: {reason}" for reason in error.reasons]
    words = [field.spec.words for field in bound]
    reasons += [f"{kind.__name__}: two fields are called {word!r}" for word in {*words} if words.count(word) > 1]
    own = [field.metadata.get("spec") is not None for field in attrs.fields(kind)]
    if own != sorted(own):
        reasons.append(f"{kind.__name__}: fields that are carried must come before the declared ones")
    if reasons:
        raise DeclarationError(sorted(reasons))
    return tuple(bound)


def _bound_field(kind: type[Any], field: attrs.Attribute[Any], spec: Spec, terms: Terms) -> Bound:
    shape = spec.holds.bind(terms)
    reasons = []
    if not spec.words.strip():
        reasons.append("has no words")
    if re.search("[;:,#]", spec.words):
        reasons.append(f"is called {spec.words!r}; words hold none of ; : , #")
    if spec.seen != "all" and shape.hide is None:
        reasons.append("cannot be hidden; expected CardSet, Stacks or Hidden")
    if field.default is not attrs.NOTHING and not _holds(shape, field.default):
        reasons.append(f"does not hold its default {field.default!r}")
    if reasons:
        raise DeclarationError(reasons)
    others: dict[Any, list[str]] = {}
    for word, item in shape.also.items():
        others.setdefault(item, []).append(word)
    phrases = tuple(
        tuple(dict.fromkeys(_phrases(spec, shape, quantity, others.get(quantity.key, ()))))
        for quantity in shape.quantities
    )
    return Bound(field.name, getattr(kind, field.name), spec, shape, field.default, phrases)


def _holds(shape: Shape[Any], value: Any) -> bool:
    try:
        return bool(shape.read(shape.write(value)) == value)
    except (InvalidDataError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return False


def _phrases(spec: Spec, shape: Shape[Any], quantity: Cell, others: Sequence[str]) -> Iterator[str]:
    """The name of a quantity, and others that are understood: those of what is counted, then those of the field."""
    alone = shape.form is Form.COUNTS or (shape.form is Form.STACKS and quantity.noun)
    template = spec.phrase or ("{}" if alone else f"{spec.words} {{}}")
    names = tuple(dict.fromkeys((quantity.noun or quantity.key, quantity.key, *others)))
    yield from (template.format(name).strip() for name in names)
    if not alone and "{}" not in spec.phrase:
        yield from (f"{words} {name}".strip() for words in (spec.words, *spec.also) for name in names)


# --- Schemas ----------------------------------------------------------------------------------------------------------


def record_schema(kind: type[Any], terms: Terms) -> Schema:
    """Return the schema of the plain data of a record. Nested records are references to `definitions`."""
    properties: dict[str, Any] = {}
    required = []
    for field, spec in fields_of(kind):
        properties[field.name] = {**spec.holds.schema(terms), **described(spec)}
        if field.default is attrs.NOTHING:
            required.append(field.name)
    return {
        "title": kind.__name__,
        "description": (kind.__doc__ or kind.__name__).partition("\n")[0],
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def described(spec: Spec) -> Schema:
    """Return the title and description of a field for a schema."""
    return {"title": spec.words, "description": sentence(spec.about or spec.words)}


def expected_of(spec: Spec, terms: Terms) -> str:
    """Describe what a field can hold for a message."""
    holds = spec.holds.innermost
    if isinstance(holds, Choice):
        return holds.names.expected(holds.names.known(terms).names)
    bounds = f", {number_from(terms.get(holds.low), terms.get(holds.high))}" if isinstance(holds, Count) else ""
    return (spec.about or f"the {spec.words}") + bounds


def sentence(words: str) -> str:
    """Turn words into a sentence, with a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}{'' if words.endswith('?') else '.'}"


def definitions(kind: type[Any], terms: Terms) -> dict[str, Schema]:
    """Return the schemas of all records nested in a record, by name."""
    schemas: dict[str, Schema] = {}
    waiting = [inner for _, spec in fields_of(kind) for inner in spec.holds.records()]
    while waiting:
        inner = waiting.pop()
        if inner.__name__ not in schemas:
            schemas[inner.__name__] = record_schema(inner, terms)
            waiting += [deeper for _, spec in fields_of(inner) for deeper in spec.holds.records()]
    return dict(sorted(schemas.items()))

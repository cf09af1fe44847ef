"""Layouts: how the records of a class are read and written, once the terms are known.

A layout reads and writes plain data, and writes JSON fast; `record_schema` describes the data. Each other use of the
fields has its own module: lines of text, changes, quantities, bounds, observations, views.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import attrgetter, eq
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args

import attrs

from era_of_inventions.tabletop.errors import (
    Code,
    Phrase,
    Problem,
    describe,
    instead,
    one_of,
)
from era_of_inventions.tabletop.text.json import dumps
from era_of_inventions.tabletop.values.domains import (
    UNUSABLE,
    Cell,
    HoldsCards,
    PlainForm,
    Shape,
    misfit,
)
from era_of_inventions.tabletop.values.naming import AnyNames, DeclarationError, Terms
from era_of_inventions.tabletop.values.object_keys import KnownKey, KnownKeys
from era_of_inventions.tabletop.values.packed import ABSENT, UNKNOWN
from era_of_inventions.tabletop.values.problems import InvalidDataError, check_object
from era_of_inventions.tabletop.values.records import Audience, Field, Sealed, Shown, Spec

T = TypeVar("T")
MEMO_MAX = 4096
"""How many values of one field are cached."""


class Memo(dict[Any, Any]):
    """A cache of a function's results for the values of one field, because most values recur."""

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


@attrs.frozen(eq=False)
class BoundField:
    """A declared field, and how its values are read and written with given terms (``shape``)."""

    name: str
    field: Field[Any]
    spec: Spec
    shape: Shape[Any]
    default: Any

    @cached_property
    def phrases(self) -> tuple[tuple[str, ...], ...]:
        """The names of its quantities, each with its aliases."""
        return tuple(
            tuple(
                dict.fromkeys(
                    _phrases(
                        self.spec, self.shape, quantity, self.aliases.get(quantity.key, ())
                    )
                )
            )
            for quantity in self.shape.quantities
        )

    @cached_property
    def aliases(self) -> Mapping[Any, Sequence[str]]:
        """The aliases of each item of its values."""
        found: dict[Any, list[str]] = {}
        for word, item in self.shape.also.items():
            found.setdefault(item, []).append(word)
        return found

    @cached_property
    def holds_cards(self) -> bool:
        """Whether it is a field where things lie."""
        return isinstance(self.spec.holds, HoldsCards)

    @property
    def is_not_open(self) -> bool:
        """Whether things lie in the field, or it may be hidden, or it holds records with such fields."""
        inner = self.shape.inner
        if inner is not None:
            return bool(inner.not_open)
        return self.shape.hide is not None or self.holds_cards

    @cached_property
    def is_unknown(self) -> Callable[[Any], object] | None:
        """Tests whether something is unknown of a value; None if nothing can be."""
        holds: Any = self.spec.holds
        if self.holds_cards:
            counts = type(holds).count_unknown is not HoldsCards.count_unknown
            return holds.count_unknown if counts else None
        return partial(eq, UNKNOWN) if self.shape.hide is not None else None

    @property
    def can_be_unknown(self) -> bool:
        """Whether something in the field, or in the records in it, can be unknown."""
        inner = self.shape.inner
        return self.is_unknown is not None if inner is None else bool(inner.partly_known)

    @property
    def has_copies(self) -> bool:
        """Whether copies of faces lie in the field, or in the records in it."""
        inner, holds = self.shape.inner, cast("Any", self.spec.holds)
        return bool(inner.copied if inner else self.holds_cards and holds.of.faces)


def fields_of(kind: type[Any]) -> tuple[tuple[attrs.Attribute[Any], Spec], ...]:
    """Return the declared fields of a record class, in order; fields that are only `carried` are left out."""
    return cast("tuple[tuple[attrs.Attribute[Any], Spec], ...]", _declared[kind])


_declared = Memo(
    lambda kind: tuple(
        (field, _named(field)) for field in attrs.fields(kind) if "spec" in field.metadata
    )
)


def default_of(field: attrs.Attribute[Any]) -> Any:
    """Return the default of a field in documents; ``attrs.NOTHING`` if it has none, or one for Python alone."""
    return attrs.NOTHING if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]


def shown_of(kind: type[Any]) -> dict[str, Shown]:
    """Return the properties of a record that are written with its fields, by name."""
    return {name: value for name, value in vars(kind).items() if isinstance(value, Shown)}


def _named(field: attrs.Attribute[Any]) -> Spec:
    spec: Spec = field.metadata["spec"]
    return spec if spec.words else spec._replace(words=field.name.replace("_", " "))


def field_at(layout: Layout[Any], path: str) -> BoundField | None:
    """Return the field at a path in positions, such as ``turn.stage``; None if there is none.

    If positions have no such part, the field is looked for in the position itself.
    """
    *parts, name = path.split(".")
    for part in parts:
        inner = [field.shape.inner for field in layout.fields if field.name == part]
        layout = next(filter(None, inner), layout)
    return next((field for field in layout.fields if field.name == name), None)


def numbers_at(value: Any, path: str) -> list[int]:
    """Return the values of a number at a path in a position: one, or one for each seat. An absent number counts 0."""
    name, _, rest = path.partition(".")
    part = getattr(value, name)
    parts = part if isinstance(part, tuple) else (part,)
    numbers = (
        number for one in parts for number in (numbers_at(one, rest) if rest else [one])
    )
    return [0 if number == ABSENT else number for number in numbers]


def key_of(spec: Spec) -> str:
    """Return the key of a field in a table of TOML: its words with underscores."""
    return spec.words.replace(" ", "_")


def layout_of(kind: type[T], terms: Terms) -> Layout[T]:
    """Return the layout of a record class with these terms; the terms keep it for the next call."""
    layout = terms.layouts.get(kind)
    if layout is None:
        if kind in terms.begun:
            raise DeclarationError([f"{kind.__name__} holds records of its own class"])
        terms.begun.add(kind)
        try:
            layout = terms.layouts[kind] = Layout(kind, terms)
        finally:
            terms.begun.discard(kind)
    return layout


class Layout(Generic[T]):
    """How the records of a class are read and written, once the names of all things are known (the ``terms``).

    Raises `DeclarationError`, with all reasons, if a declaration is invalid.

    Reading makes a record by a call of the class, or of its class method ``from_fields`` if it has one.
    """

    def __init__(self, kind: type[T], terms: Terms) -> None:
        """Prepare every field."""
        self.kind: Any = kind
        self.terms = terms
        self.fields = _bound(kind, terms)
        self._make = getattr(kind, "from_fields", kind)
        self._writes = [
            (field.name, field.shape.write, field.default) for field in self.fields
        ]
        self._shown = {
            name: (one, one.spec.holds.bind(terms)) for name, one in shown_of(kind).items()
        }
        self._keys = KnownKeys(
            (*(_known_key(field.name, field) for field in self.fields), *self._shown_keys())
        )
        self.values: Callable[[T], Sequence[Any]] = _getter(self.fields)
        """Returns the values of the fields of a record."""
        names = [field.name for field in self.fields]
        self.parts: Callable[[T], Sequence[Any]] = _parts_of(names)
        """Returns what a record holds in its fields."""

    def read(self, raw: Any, *carried: Any) -> T:
        """Read a record from plain data; ``carried`` are the values it carries besides its fields, such as a setting.

        Raises `InvalidDataError` with all problems.
        """
        check_object(raw)
        values, problems = self._keys.gather(raw)
        if problems:
            raise InvalidDataError(problems)
        if not self._shown:
            return cast("T", self._make(*carried, *values))
        result = cast("T", self._make(*carried, *values[: len(self.fields)]))
        for (name, (one, _)), value in zip(
            self._shown.items(), values[len(self.fields) :], strict=True
        ):
            if not one.wording and (actual := getattr(result, name)) != value:
                found = Phrase("does not agree with the rest")
                raise InvalidDataError(
                    [Problem((name,), Code.INCONSISTENT, found, describe(actual))]
                )
        return result

    def _shown_keys(self) -> Iterator[KnownKey]:
        for name, (one, shape) in self._shown.items():
            yield KnownKey(
                name, shape.read, "" if one.wording else attrs.NOTHING, one.spec.about
            )

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The numbers of a record, each with the name of its field in its key."""
        return tuple(
            cell._replace(key=f"{field.name}.{cell.key}".strip("."))
            for field in self.fields
            for cell in field.shape.cells
        )

    @cached_property
    def not_open(self) -> tuple[BoundField, ...]:
        """The fields where things lie or that may be hidden, and the fields that hold records with such fields."""
        return tuple(field for field in self.fields if field.is_not_open)

    @cached_property
    def holding(self) -> Mapping[AnyNames, Sequence[BoundField]]:
        """The fields where things of a kind lie, by the kind, and the fields that hold records with such fields."""
        found: dict[AnyNames, list[BoundField]] = defaultdict(list)
        for field in self.not_open:
            inner, holds = field.shape.inner, cast("Any", field.spec.holds)
            kinds = inner.holding if inner else [holds.of] if field.holds_cards else ()
            for names in kinds:
                found[names].append(field)
        return found

    @cached_property
    def partly_known(self) -> tuple[BoundField, ...]:
        """The fields in which something can be unknown, and the fields that hold records with such fields."""
        return tuple(field for field in self.not_open if field.can_be_unknown)

    @cached_property
    def hiding(self) -> tuple[Hiding, ...]:
        """The fields that are hidden from somebody, and the fields that hold records with such fields."""
        return tuple(filter(None, map(_hiding, self.fields)))

    @cached_property
    def copied(self) -> tuple[BoundField, ...]:
        """The fields where copies of faces lie, and the fields that hold records with such fields."""
        return tuple(field for field in self.not_open if field.has_copies)

    @cached_property
    def table(self) -> KnownKeys:
        """The keys of a TOML table that states such a record."""
        return KnownKeys(_known_key(key_of(field.spec), field) for field in self.fields)

    def write(self, value: T) -> dict[str, Any]:
        """Return the plain data of a record, without default values."""
        pairs = zip(self._writes, self.values(value), strict=True)
        plain = {
            name: write(part) for (name, write, default), part in pairs if part != default
        }
        for name, (one, shape) in self._shown.items():
            plain[name] = shape.write(one.__get__(value))
        return plain

    def dumps(self, value: T) -> str:
        """Return the JSON of a record, joined from the cached JSON of its fields."""
        texts = [
            dump(part) for dump, part in zip(self._dumps, self.values(value), strict=True)
        ]
        return f"{{{','.join(filter(None, texts))}}}"

    @cached_property
    def _dumps(self) -> list[Callable[[Any], str]]:
        return [_dumps_of(field) for field in self.fields]

    def split(self, value: T) -> Sequence[int]:
        """Return the numbers that a record consists of, one for each of the ``cells``."""
        return [
            number
            for field, part in zip(self.fields, self.values(value), strict=True)
            for number in field.shape.split(part)
        ]


def _known_key(name: str, field: BoundField) -> KnownKey:
    return KnownKey(
        name, field.shape.read, field.default, field.spec.about or field.spec.words
    )


class Hiding(NamedTuple):
    """A field that is hidden, or one whose records, one or ``many``, have hidden fields.

    ``hide`` makes a value unknown; None for records. ``from_all`` is true if something is hidden from the owner too.
    """

    name: str
    inner: Any
    many: bool
    hide: Callable[[Any], Any] | None
    from_all: bool


def _hiding(field: BoundField) -> Hiding | None:
    inner, many, seen = (
        field.shape.inner,
        field.shape.form is PlainForm.RECORDS,
        field.spec.seen,
    )
    if inner is not None and inner.hiding:
        from_all = many or any(one.from_all for one in inner.hiding)
        return Hiding(field.name, inner, many, None, from_all)
    if inner is not None or seen == "all" or field.shape.hide is None:
        return None
    return Hiding(field.name, None, False, field.shape.hide, seen == "nobody")


def _getter(fields: Sequence[BoundField]) -> Callable[[Any], Sequence[Any]]:
    gets = [field.spec.get or attrgetter(field.name) for field in fields]
    if any(field.spec.get for field in fields):
        return lambda value: [get(value) for get in gets]
    return _parts_of([field.name for field in fields])


def _parts_of(names: Sequence[str]) -> Callable[[Any], Sequence[Any]]:
    if len(names) < 2:
        return lambda value: [getattr(value, name) for name in names]
    return attrgetter(*names)


def _dumps_of(field: BoundField) -> Callable[[Any], str]:
    head, inner = f'"{field.name}":', field.shape.inner
    if inner is not None and field.shape.form is PlainForm.RECORDS:
        return lambda records: f"{head}[{','.join(map(inner.dumps, records))}]"
    if inner is not None:
        return lambda record: head + inner.dumps(record)
    write, default = field.shape.write, field.default
    return Memo(lambda part: "" if part == default else head + dumps(write(part))).__getitem__


# --- Declarations -----------------------------------------------------------------------------------------------------


def _bound(kind: type[Any], terms: Terms) -> tuple[BoundField, ...]:
    """Return the declared fields of a record class, each with its shape for these terms.

    Raises `DeclarationError` with all invalid declarations.
    """
    if not attrs.has(kind) or kind.__setattr__ is object.__setattr__ or kind.__hash__ is None:
        raise DeclarationError(
            [
                f"{kind.__name__} is not frozen; expected a class declared with @record or @move"
            ]
        )
    bound: list[BoundField] = []
    reasons: list[str] = []
    for field, spec in fields_of(kind):
        try:
            bound.append(_bound_field(kind, field, spec, terms))
        except DeclarationError as error:
            reasons += [f"{kind.__name__}.{field.name}: {reason}" for reason in error.reasons]
    words = [field.spec.words for field in bound]
    reasons += [
        f"{kind.__name__}: two fields are called {word!r}"
        for word in {*words}
        if words.count(word) > 1
    ]
    places = [field.name for field in bound if field.holds_cards]
    reasons += [
        f"{kind.__name__}.{field.name}: is among {among!r}, where no things lie{instead(among, places)}"
        for field in bound
        if (among := getattr(field.spec.holds, "among", "")) and among not in places
    ]
    fields = [
        field
        for field in attrs.fields(kind)
        if field.default is attrs.NOTHING or "spec" in field.metadata
    ]
    own = ["spec" in field.metadata for field in fields]
    if own != sorted(own):
        reasons.append(
            f"{kind.__name__}: fields that are carried must come before the declared ones"
        )
    if reasons:
        raise DeclarationError(sorted(reasons))
    return tuple(bound)


def _bound_field(
    kind: type[Any], field: attrs.Attribute[Any], spec: Spec, terms: Terms
) -> BoundField:
    shape = _shape(spec, terms)
    reasons = []
    if not isinstance(spec.seen, Sealed) and spec.seen not in get_args(Audience):
        reasons.append(
            f"is seen by {spec.seen!r}; expected {one_of(get_args(Audience))}, or a Seal"
        )
    if not spec.words.strip():
        reasons.append("has no words")
    if re.search("[;:,#=]", spec.words) or not spec.words.isprintable():
        reasons.append(
            f"is called {spec.words!r}; words are on one line and hold none of ; : , # ="
        )
    if not _takes_one(spec.phrase):
        reasons.append(
            f"has the phrase {spec.phrase!r}; expected at most one {{}}, and no other braces"
        )
    if spec.seen != "all" and shape.hide is None:
        reasons.append("cannot be hidden; expected CardSet, Stacks or Hidden")
    default = default_of(field)
    if default is not attrs.NOTHING and misfit(shape, default):
        reasons.append(f"does not hold its default {default!r}")
    if reasons:
        raise DeclarationError(reasons)
    return BoundField(field.name, getattr(kind, field.name), spec, shape, default)


def _shape(spec: Spec, terms: Terms) -> Shape[Any]:
    try:
        return spec.holds.bind(terms)
    except DeclarationError:
        raise
    except UNUSABLE as error:
        raise DeclarationError([f"cannot hold {describe(spec.holds)}: {error}"]) from error


def _takes_one(template: str) -> bool:
    """Return whether a template can be filled in with one name."""
    try:
        template.format("")
    except (LookupError, ValueError):
        return False
    return True


def _phrases(
    spec: Spec, shape: Shape[Any], quantity: Cell, others: Sequence[str]
) -> Iterator[str]:
    """Yield the names of a quantity: by the thing counted, then by the field.

    The first name is written, and all are understood.
    """
    alone = shape.form is PlainForm.COUNTS or (
        shape.form is PlainForm.STACKS and quantity.noun
    )
    template = spec.phrase or ("{}" if alone else f"{spec.words} {{}}")
    names = tuple(dict.fromkeys((quantity.noun or quantity.key, quantity.key, *others)))
    yield from (template.format(name).strip() for name in names)
    if not alone or spec.phrase.strip("{}"):
        yield from (
            f"{words} {name}".strip() for words in (spec.words, *spec.also) for name in names
        )

"""The declared fields of record classes: each field with its domain, bound to given terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from operator import eq
from typing import Any, cast, get_args

import attrs

from era_of_inventions.tabletop.errors import describe, instead, one_of
from era_of_inventions.tabletop.values.domains import (
    UNUSABLE,
    Cell,
    Choice,
    Domain,
    Hidden,
    HoldsCards,
    PlainForm,
    Shape,
    misfit,
)
from era_of_inventions.tabletop.values.groups import ByKind
from era_of_inventions.tabletop.values.naming import DeclarationError, Terms
from era_of_inventions.tabletop.values.packed import UNKNOWN
from era_of_inventions.tabletop.values.records import Audience, Field, Sealed, Spec

PACKAGE = __name__.partition(".")[0]


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
        every = map(self._phrases_of, self.shape.quantities)
        return tuple(tuple(dict.fromkeys(phrases)) for phrases in every)

    def _phrases_of(self, quantity: Cell) -> Iterator[str]:
        """Yield the names of a quantity: by the thing counted, then by the field.

        The first name is written, and all are understood.
        """
        spec, form = self.spec, self.shape.form
        alone = form is PlainForm.COUNTS or (form is PlainForm.STACKS and quantity.noun)
        template = spec.phrase or ("{}" if alone else f"{spec.words} {{}}")
        others = self.aliases.get(quantity.key, ())
        names = tuple(dict.fromkeys((quantity.noun or quantity.key, quantity.key, *others)))
        yield from (template.format(name).strip() for name in names)
        if not alone or spec.phrase.strip("{}"):
            words = (spec.words, *spec.also)
            yield from (f"{word} {name}".strip() for word in words for name in names)

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
    def is_hidden(self) -> bool:
        """Whether the field is hidden from somebody."""
        return self.shape.hide is not None and self.spec.seen != "all"

    @property
    def holds_copies(self) -> bool:
        """Whether copies of faces lie in the field."""
        return self.holds_cards and cast("Any", self.spec.holds).of.faces is not None

    @cached_property
    def is_unknown(self) -> Callable[[Any], object] | None:
        """Tests whether something is unknown of a value; None if nothing can be."""
        holds: Any = self.spec.holds
        if self.holds_cards:
            return holds.count_unknown if holds.counts_unknown() else None
        return partial(eq, UNKNOWN) if self.shape.hide is not None else None

    def has(self, test: Callable[[BoundField], object]) -> bool:
        """Return whether the field passes a test or, if it holds records, one of their fields does."""
        inner = self.shape.inner
        return any(one.has(test) for one in inner.fields) if inner else bool(test(self))


def fields_of(kind: type[Any]) -> tuple[tuple[attrs.Attribute[Any], Spec], ...]:
    """Return the declared fields of a record class, in order; fields that are only `carried` are left out."""
    return _fields_of(cast("Any", kind))


@cache
def _fields_of(kind: Any) -> tuple[tuple[attrs.Attribute[Any], Spec], ...]:
    return tuple(
        [(field, _named(field)) for field in attrs.fields(kind) if "spec" in field.metadata]
    )


def default_of(field: attrs.Attribute[Any]) -> Any:
    """Return the default of a field in documents; ``attrs.NOTHING`` if it has none, or one for Python alone."""
    return attrs.NOTHING if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]


def key_of(spec: Spec) -> str:
    """Return the key of a field in a table of TOML: its words with underscores."""
    return keys_of(spec)[0]


def keys_of(spec: Spec) -> tuple[str, ...]:
    """Return all keys of a field in a table of TOML, the usual one first."""
    return tuple([words.replace(" ", "_") for words in (spec.words, *spec.also)])


def _named(field: attrs.Attribute[Any]) -> Spec:
    spec: Spec = field.metadata["spec"]
    return spec if spec.words else spec._replace(words=field.name.replace("_", " "))


def bound_fields(kind: type[Any], terms: Terms) -> tuple[BoundField, ...]:
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
    refused: list[str] = []
    reasons: list[str] = []
    for field, spec in fields_of(kind):
        try:
            bound.append(_bound_field(kind, field, spec, terms))
        except DeclarationError as error:
            refused.append(field.name)
            reasons += [f"{kind.__name__}.{field.name}: {reason}" for reason in error.reasons]
    words = [field.spec.words for field in bound]
    reasons += [
        f"{kind.__name__}: two fields are called {word!r}"
        for word in {*words}
        if words.count(word) > 1
    ]
    reasons += [
        f"{kind.__name__}.{field.name}: {reason}"
        for field in bound
        for reason in _misplaced(field, bound, refused, terms)
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


def _misplaced(
    field: BoundField, fields: Sequence[BoundField], refused: Collection[str], terms: Terms
) -> Iterator[str]:
    """Yield why a field cannot be a thing from the field that it is said to be ``among``, or cannot hold copies.

    A field that is among one that is itself ``refused`` gets no reason for that.
    """
    among = getattr(field.spec.holds, "among", "")
    places = {one.name: cast("Any", one.spec.holds).of for one in fields if one.holds_cards}
    if among in places and places[among].faces:
        yield f"is a copy from {among!r}, whose number nobody sees; expected a choice of faces, among nothing"
        return
    yield from _telling_apart(field.spec.holds)
    if among and among not in (*places, *refused):
        yield f"is among {among!r}, where no things lie{instead(among, places)}"
    elif among in places:
        own = {*map(field.shape.write, field.shape.options)}
        if lacks := [name for name in terms.get(places[among].names) if name not in own]:
            yield f"cannot be {lacks[0]!r}; expected all that can lie among {among!r}"


def _telling_apart(holds: Any) -> Iterator[str]:
    """Yield why a domain would tell copies of a face apart: views renumber only those that lie in a set of all."""
    inner = holds
    while isinstance(one := getattr(inner, "one", None), Domain):
        inner = one
    if isinstance(inner, Choice) and inner.names.faces is not None:
        yield "is a choice of copies that are alike; expected a choice of faces"
    if isinstance(inner, ByKind) and inner.kinds.faces is not None:
        yield "counts copies that are alike; expected counts of faces"
    if not isinstance(inner, HoldsCards) or inner.of.faces is None:
        return
    if inner is not holds or type(inner).swapped is HoldsCards.swapped:
        found = f"{type(holds).__name__} does not hold copies that are alike"
        yield f"{found}; expected CardSet, or Things with pile=True"
    elif inner.of.values is not None:
        yield "holds some of the copies that are alike; expected all of them"


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
    bound = BoundField(field.name, getattr(kind, field.name), spec, shape, default)
    reasons += _hidden_wrongly(bound)
    if reasons:
        raise DeclarationError(reasons)
    return bound


def _hidden_wrongly(field: BoundField) -> Iterator[str]:
    """Yield why what is unknown in a field would not be seen to be unknown."""
    holds: Any = field.spec.holds
    may_hide = field.is_unknown or field.shape.hide
    if may_hide and not type(holds).__module__.startswith(f"{PACKAGE}."):
        yield "is hidden by a domain from elsewhere; expected CardSet, Stacks or Hidden"
    while holds := getattr(holds, "one", None):
        if isinstance(holds, Hidden):
            yield "holds Hidden(…) within another domain; expected Hidden around that"


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

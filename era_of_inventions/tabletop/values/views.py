"""Views: positions as far as a seat may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter, is_
from typing import Any, NamedTuple, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.values.declared import BoundField, fields_of
from era_of_inventions.tabletop.values.domains import HoldsCards, PlainForm
from era_of_inventions.tabletop.values.layout import Layout, layout_of
from era_of_inventions.tabletop.values.naming import AnyNames, Terms
from era_of_inventions.tabletop.values.packed import NO_THINGS, UNKNOWN, Cards, Mask, members
from era_of_inventions.tabletop.values.records import replaced
from era_of_inventions.tabletop.values.watched import watched

T = TypeVar("T")


def view(layout: Layout[T], value: T, seat: int | None) -> T:
    """Return a position as far as a seat, or a spectator (None), may know it."""
    return alike(layout, seen_by(layout, value, seat))


def seen_by(layout: Layout[T], value: T, seat: int | None, owner: int | None = None) -> T:
    """Return a record of ``owner`` as far as a seat, or a spectator (None), may know it."""
    changed: dict[str, Any] = {}
    others = seat is None or seat != owner
    for name, inner, many, hide, from_all in layout.hiding:
        if not (others or from_all):
            continue
        part = getattr(value, name)
        if many:
            seen: Any = _same(
                part, [seen_by(inner, one, seat, who) for who, one in enumerate(part)]
            )
        else:
            seen = seen_by(inner, part, seat, owner) if hide is None else hide(part)
        if seen is not part and (hide is None or seen != part):
            changed[name] = seen
    return replaced(value, changed)


def as_seen(move: Any, terms: Terms, seat: int | None, owner: int | None) -> Any:
    """Return a move of ``owner`` as a seat, or a spectator (None), sees it when it is made."""
    other = type(move).looks_like
    if other is not None and (seat is None or seat != owner):
        return other(*[UNKNOWN for _ in fields_of(other)])
    return seen_by(layout_of(type(move), terms), move, seat, owner)


def alike(layout: Layout[T], value: T) -> T:
    """Return a record in which the known copies of each face are the first ones, place by place.

    Otherwise the numbers of the known copies would give away something about the hidden
    copies.
    """
    try:
        return _alike(layout, value, {})
    except IndexError:  # an impossible position, in which a card lies in two places
        return value


def _alike(layout: Layout[T], value: T, left: dict[AnyNames, list[Mask[Any]]]) -> T:
    """Take the known copies from those that are ``left`` of each face. Raises `IndexError` if too few are left."""
    changed: dict[str, Any] = {}
    for field in layout.copied:
        inner, part = field.shape.inner, getattr(value, field.name)
        holds: Any = field.spec.holds
        one = part
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            one = _same(part, [_alike(inner, record, left) for record in part])
        elif inner is not None:
            one = _alike(inner, part, left)
        elif known := holds.contents(part).known:
            copies = holds.of.faces.copies(layout.terms.setting)
            first = copies.taken(known, left.setdefault(holds.of, [*copies.of_face]))
            one = part if first == known else holds.swapped(part, first)
        if one is not part:
            changed[field.name] = one
    return replaced(value, changed)


def _same(parts: tuple[T, ...], others: Sequence[T]) -> tuple[T, ...]:
    """Return ``parts`` if all others are the same objects, or else the others."""
    return parts if all(map(is_, parts, others)) else tuple(others)


# --- Things that lie nowhere ----------------------------------------------------------


def lying_nowhere(layout: Layout[Any], value: Any) -> dict[AnyNames, Mask[Any]]:
    """Return the free things, as sets by their kind: all that are not known to lie anywhere."""
    return {
        names: ((1 << len(layout.terms.get(names.names))) - 1) & ~_taken(places)
        for names, places in _places(layout, value).items()
    }


def missing(layout: Layout[Any], value: Any) -> Iterator[str]:
    """Yield the reasons why a record cannot be completed: fewer free things than unknown ones, or a negative number."""
    for names, places in _places(layout, value).items():
        for cards, place in places:
            if cards.unknown < 0:
                yield f"{cards.unknown} are unknown of {place}; expected 0 or more"
        unknown = sum(cards.unknown for cards, _ in places)
        free = len(layout.terms.get(names.names)) - _taken(places).bit_count()
        if unknown > free:
            words = dict.fromkeys(words for cards, words in places if cards.unknown)
            yield f"{unknown} are unknown of {' and '.join(words)}; only {free} lie nowhere else"


def _places(layout: Layout[Any], value: Any) -> dict[AnyNames, list[tuple[Cards[Any], str]]]:
    """Return the places of things by their kind: the contents of each, and the words of its field."""
    found: dict[AnyNames, list[tuple[Cards[Any], str]]] = {}
    for place in leaves(layout, value):
        if place.holds_cards:
            found.setdefault(place.names, []).append((place.cards, place.field.spec.words))
    return found


def _taken(places: list[tuple[Cards[Any], str]]) -> Mask[Any]:
    """Return the set of all known things; in an impossible position one may lie in several places."""
    taken: Mask[Any] = NO_THINGS
    for cards, _ in places:
        taken = taken | cards.known
    return taken


# --- Fields of all parts --------------------------------------------------------------


class Leaf(NamedTuple):
    """A field where things lie or that may be hidden: its path, the seat that owns it, and its value."""

    path: KeyPath
    seat: int | None
    field: BoundField
    value: Any

    @property
    def hidden(self) -> bool:
        """Whether the field is hidden from somebody."""
        return self.field.is_hidden

    @property
    def holds_cards(self) -> bool:
        """Whether it is a field where things lie."""
        return self.field.holds_cards

    @property
    def is_unknown(self) -> bool:
        """Whether something in the field is unknown."""
        test = self.field.is_unknown
        return test is not None and bool(test(self.value))

    @property
    def among(self) -> KeyPath | None:
        """The path of the field among whose things a hidden value is; None if it can be anything."""
        of = getattr(self.field.spec.holds, "among", "")
        return (*self.path[:-1], of) if of else None

    # --- Of a field where things lie --------------------------------------------------

    @property
    def _holds(self) -> HoldsCards[Any]:
        return cast("HoldsCards[Any]", self.field.spec.holds)

    @property
    def names(self) -> AnyNames:
        """The names of its things."""
        return self._holds.of

    @property
    def cards(self) -> Cards[Any]:
        """The known things that lie in it, and the number of unknown ones."""
        return self._holds.contents(self.value)

    @property
    def count_unknown(self) -> int:
        """The number of unknown things that lie in it."""
        return self._holds.count_unknown(self.value)

    def is_of(self, names: AnyNames) -> bool:
        """Return whether things with these names lie in it."""
        return self.holds_cards and self.names is names

    def filled(self, cards: Sequence[int]) -> Any:
        """Return its value with these things in place of unknown ones."""
        return self._holds.filled(self.value, cards)

    def completed_in(self, whole: Any) -> list[int]:
        """Return the things that lie in a completion where some are unknown in the field."""
        lying = self._holds.contents(part_at(whole, self.path)).known
        return [*members(lying & ~self.cards.known)]


def leaves(
    layout: Layout[Any],
    value: Any,
    seat: int | None = None,
    path: KeyPath = (),
    *,
    of: Callable[[Layout[Any]], Sequence[BoundField]] = attrgetter("not_open"),
) -> Iterator[Leaf]:
    """Yield the fields of a record, and of all records in it, where things lie or that may be hidden.

    If not all of them are asked for, ``of`` returns those of a layout.
    """
    for field in of(layout):
        part, inner, steps = (
            getattr(value, field.name),
            field.shape.inner,
            (*path, field.name),
        )
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            for who, record in enumerate(part):
                yield from leaves(inner, record, who, (*steps, who), of=of)
        elif inner is not None:
            yield from leaves(inner, part, seat, steps, of=of)
        else:
            yield Leaf(steps, seat, field, part)


def changed_cards(
    layout: Layout[Any], before: Any, after: Any
) -> Iterator[tuple[BoundField, Any, Any]]:
    """Yield the fields where things lie that hold other ones in the position ``after``, with what they hold in each."""
    for field in layout.not_open:
        inner = field.shape.inner
        was, now = getattr(before, field.name), getattr(after, field.name)
        if was is now:
            continue
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            for pair in zip(was, now, strict=True):
                yield from changed_cards(inner, *pair)
        elif inner is not None:
            yield from changed_cards(inner, was, now)
        elif field.holds_cards:
            yield field, was, now


def knower(layout: Layout[Any]) -> Callable[[Any], bool]:
    """Compile a function of a record that tests that nothing in it, or in the records in it, is unknown."""
    scope: dict[str, Any] = {}
    tests = [_knower(field, scope) for field in layout.partly_known]
    exec(
        f"def is_known(record): return {' and '.join(tests) or True}", scope
    )  # once per setting, as in `keeper`
    return cast("Callable[[Any], bool]", scope["is_known"])


def _knower(field: BoundField, scope: dict[str, Any]) -> str:
    """Return the test of a field in which something can be unknown; functions that it calls are added to the scope."""
    name, part, inner = f"_{field.name}", f"record.{field.name}", field.shape.inner
    if inner is not None:
        scope[name] = knower(inner)
        is_each = field.shape.form is PlainForm.RECORDS
        return f"all(map({name}, {part}))" if is_each else f"{name}({part})"
    if not field.holds_cards:
        return f"{part} != {UNKNOWN}"
    scope[name] = field.is_unknown
    return f"not {name}({part})"


def unknown_in(layout: Layout[Any], value: Any) -> Iterator[Leaf]:
    """Yield the fields of a record that hold unknown values."""
    partly_known = leaves(layout, value, of=attrgetter("partly_known"))
    return (leaf for leaf in partly_known if leaf.is_unknown)


def values_in(layout: Layout[Any], value: Any) -> Iterator[Leaf]:
    """Yield the fields of a record that hold an unknown value that is no card."""
    return (leaf for leaf in unknown_in(layout, value) if not leaf.holds_cards)


def hides(layout: Layout[Any]) -> bool:
    """Return whether any field of a record is hidden from anybody."""
    return bool(layout.hiding)


def part_at(value: Any, path: KeyPath) -> Any:
    """Return the part of a record at a path."""
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def domain_at(value: Any, path: KeyPath) -> Any:
    """Return the domain of the field at a path in a record."""
    *above, name = path
    owner = type(part_at(value, tuple(above)))
    return next(spec.holds for field, spec in fields_of(owner) if field.name == name)


def with_part(value: T, path: KeyPath, part: Any) -> T:
    """Return a copy of a record with another part at a path."""
    step, *rest = path
    if isinstance(step, int):
        records: Any = value
        new = with_part(records[step], tuple(rest), part) if rest else part
        return cast("T", (*records[:step], new, *records[step + 1 :]))
    return replaced(
        value, {step: with_part(getattr(value, step), tuple(rest), part) if rest else part}
    )


def with_parts(value: T, parts: Mapping[KeyPath, Any]) -> T:
    """Return a copy of a record with other parts at these paths."""
    changed: dict[Any, Any] = {}
    below: dict[Any, dict[KeyPath, Any]] = {}
    for (step, *rest), part in parts.items():
        if rest:
            below.setdefault(step, {})[tuple(rest)] = part
        else:
            changed[step] = part
    for step, inner in below.items():
        changed[step] = with_parts(part_at(value, (step,)), inner)
    if not isinstance(value, tuple):
        return replaced(value, changed)
    return cast("T", tuple([changed.get(place, one) for place, one in enumerate(value)]))


# --- Cards that are revealed, and cards that stay hidden ------------------------------


def with_card(value: T, leaf: Leaf, card: int) -> T:
    """Return a position with this card in place of an unknown card in the field ``leaf``."""
    return with_part(value, leaf.path, leaf.filled([card]))


def kept_unknown(
    layout: Layout[T],
    seen: T,
    whole: T,
    after: T,
    forgotten: Mapping[AnyNames, int],
    *,
    complete: bool,
) -> T:
    """Return the position ``after`` a move in which everything that was only guessed is unknown again.

    ``whole`` is the view ``seen`` with guesses for its unknown values, and the move
    leads from ``whole`` to ``after``. The ``forgotten`` cards become unknown wherever
    they lie hidden. If the move itself was only partly known, and so not ``complete``,
    the hidden values that it has set become unknown too; those that were unknown stay
    so.
    """
    if after is whole:
        return seen
    changed: dict[str, Any] = {}
    for field in layout.not_open:
        inner, form = field.shape.inner, field.shape.form
        was, filled, now = (getattr(one, field.name) for one in (seen, whole, after))
        if inner is None:
            known = _known_after(field, was, filled, now, forgotten, complete=complete)
        elif form is PlainForm.RECORDS:
            known = tuple(
                kept_unknown(inner, *parts, forgotten, complete=complete)
                for parts in zip(was, filled, now, strict=True)
            )
        else:
            known = kept_unknown(inner, was, filled, now, forgotten, complete=complete)
        changed[field.name] = known
    return replaced(after, changed)


def _known_after(
    field: BoundField,
    was: Any,
    filled: Any,
    now: Any,
    forgotten: Mapping[AnyNames, int],
    *,
    complete: bool,
) -> Any:
    """Return what is known of a field after a move, as `kept_unknown` does of a whole position."""
    hide, holds = field.shape.hide, cast("Any", field.spec.holds)
    if now == filled:
        return was
    if field.holds_cards:
        return holds.forgotten(now, forgotten[holds.of]) if field.is_hidden else now
    if hide is None or (complete and field.is_unknown and not field.is_unknown(was)):
        return now
    return hide(now)


def watched_fields(
    layout: Layout[Any], value: Any, read: set[KeyPath], path: KeyPath = ()
) -> Any:
    """Return a copy of a position: when one of its fields is read, the path of the field is added to ``read``.

    A part that is compared or hashed as a whole, such as the record of a player, is
    read in all its fields.
    """
    places: dict[str, list[KeyPath]] = {}
    parts: dict[str, Any] = {}
    for field in layout.fields:
        part, inner, at = getattr(value, field.name), field.shape.inner, (*path, field.name)
        if inner is not None and field.shape.form is PlainForm.RECORDS:
            parts[field.name] = tuple(
                watched_fields(inner, one, read, (*at, index))
                for index, one in enumerate(part)
            )
        elif inner is not None and part is not None:
            parts[field.name] = watched_fields(inner, part, read, at)
        elif inner is None:
            places[field.name] = [at]
    return watched(value, places, read, hashing_reads=True, **parts)

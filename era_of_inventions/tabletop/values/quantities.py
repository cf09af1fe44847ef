"""Quantities of positions, named in claims: ``Green coins`` or ``load of coal-house-1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from era_of_inventions.tabletop.errors import Synonyms, describe, hint, one_of, unknown
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.domains import Cell, PlainForm, Shape
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.naming import DeclarationError

Measure = Callable[[Any, int], int | str]
"""Returns the value of a quantity in a position, for a seat."""


class Quantity(NamedTuple):
    """A quantity that can be measured in a position.

    ``own`` is whether every player has this quantity. ``words`` is None for a count.
    Otherwise it maps all synonyms of the possible values to these values; if it is
    empty, any text is possible. ``also`` are other names that are understood.
    """

    name: str
    own: bool
    measure: Measure
    words: Mapping[str, str] | None = None
    also: tuple[str, ...] = ()


class Effect(NamedTuple):
    """A claim about one quantity: that it changes by an amount, or has a value afterwards.

    ``seat`` is None for a quantity that belongs to nobody; ``value`` is a string for
    quantities that are words.
    """

    text: str
    seat: int | None
    what: str
    change: int | None
    value: int | str | None

    def holds(self, before: int | str, after: int | str) -> bool:
        """Return whether the claim is true for these values of the quantity."""
        if self.change is not None and isinstance(before, int) and isinstance(after, int):
            return after - before == self.change
        return after == self.value


def quantities(
    layout: Layout[Any], path: tuple[str | None, ...] = (), *, own: bool = False
) -> Iterator[Quantity]:
    """Yield the quantities of the fields of a position and its parts; None in a ``path`` stands for the seat."""
    for field in layout.fields:
        steps, shape = (*path, field.name), field.shape
        if shape.inner is not None:
            each = shape.form is PlainForm.RECORDS
            yield from quantities(
                shape.inner, (*steps, None) if each else steps, own=own or each
            )
        elif shape.by_seat:
            name, *also = field.phrases[0]
            yield Quantity(
                name, True, partial(_measured, steps, shape.measure, None), also=tuple(also)
            )
        else:
            for number, (cell, (name, *also)) in enumerate(
                zip(shape.quantities, field.phrases, strict=True)
            ):
                measure = partial(_measured, steps, shape.measure, number)
                yield Quantity(name, own, measure, _words(cell, shape), tuple(also))


def _measured(
    path: Iterable[str | None],
    measure: Callable[[Any], Sequence[int | str]],
    number: int | None,
    value: Any,
    seat: int,
) -> int | str:
    """Return a quantity of the field at a path: the one with this number or, if that is None, the one of the seat."""
    for step in path:
        value = value[seat] if step is None else getattr(value, step)
    return measure(value)[seat if number is None else number]


def _words(cell: Cell, shape: Shape[Any]) -> dict[str, str] | None:
    """Return the usual words for the values of a cell, by all synonyms; None if its values are numbers."""
    if not cell.in_words:
        return None
    words = (cell.words or {}).values()
    return {
        **{word: of for word, of in shape.also.items() if of in words},
        **{fold(word): word for word in words},
    }


def _called(quantities: Sequence[Quantity]) -> Synonyms:
    """Return the names of quantities, by all synonyms.

    A name takes precedence over an alias, and an earlier alias over a later one.
    """
    others = {
        fold(word): quantity.name
        for quantity in reversed(quantities)
        for word in quantity.also
    }
    return Synonyms(others | {fold(quantity.name): quantity.name for quantity in quantities})


def _one_of(words: Mapping[str, str], value: str) -> str:
    return (
        f"{one_of(tuple(dict.fromkeys(words.values())))}{hint(value, Synonyms(words))}"
        if words
        else "a text"
    )


class Quantities:
    """The quantities of a layout, and ``more`` quantities that do not follow from a single field.

    Raises `DeclarationError` if two have the same name.
    """

    def __init__(self, layout: Layout[Any], more: Iterable[Quantity] = ()) -> None:
        """Index the quantities by name."""
        self._names = layout.terms.names
        every = [*quantities(layout), *more]
        self._by_name = {(quantity.own, quantity.name): quantity for quantity in every}
        if len(self._by_name) < len(every):
            names = [(quantity.own, quantity.name) for quantity in every]
            twice = sorted({name for own, name in names if names.count((own, name)) > 1})
            raise DeclarationError([f"two quantities are called {name!r}" for name in twice])

    @cached_property
    def _called(self) -> Mapping[bool, Synonyms]:
        """The names of quantities, by all synonyms: under True those that every player has, under False all others."""
        every = self._by_name.values()
        return {
            own: _called([quantity for quantity in every if quantity.own is own])
            for own in (False, True)
        }

    def names(self, *, own: bool) -> tuple[str, ...]:
        """Return the names of the quantities that every player has (``own``), or of all others."""
        return tuple(name for of_player, name in self._by_name if of_player is own)

    def words(self, name: str, *, own: bool) -> tuple[str, ...]:
        """Return the possible words of a quantity, each once; empty for a number or a free text."""
        return tuple(dict.fromkeys((self._by_name[own, name].words or {}).values()))

    def measure(self, effect: Effect, position: Any) -> int | str:
        """Return the value that the quantity of a claim has in a position."""
        return self._by_name[effect.seat is not None, effect.what].measure(
            position, effect.seat or 0
        )

    def changes(self, effect: Effect, before: Any, after: Any) -> Iterator[Change]:
        """Yield the change between two positions in the quantity of a claim, if it differs."""
        was, now = self.measure(effect, before), self.measure(effect, after)
        if was != now:
            yield Change("", "", effect.seat, was, now, "all", effect.what)

    def parse(self, text: str) -> Effect:
        """Parse a claim: ``Green coins +1``, ``Yellow influence = 9``, ``phase = placement``.

        Raises ValueError, with one sentence, if the syntax is wrong or the player, the
        quantity or the value is unknown.
        """
        text = " ".join(text.split())
        match = re.fullmatch(r"(.+?) ?(?:= ?(.+)|([+-] ?[0-9]{1,9}))", text)
        if match is None:
            example = f"'{self._names[0]} {self.names(own=True)[0]} +1'"
            raise ValueError(
                f"{describe(text)} is not an effect; expected one such as {example}"
            )
        subject, value, change = match.groups()
        seat = self._seat(subject)
        what = subject if seat is None else subject[len(self._names[seat]) + 1 :]
        called = self._called[seat is not None]
        if (name := called.get(fold(what))) is None:
            if seat is None and fold(what) in self._called[True]:
                example = f"'{self._names[0]} {what}'"
                raise ValueError(
                    f"{what!r} is of a player; expected the name first, such as {example}"
                )
            raise ValueError(
                f"{unknown(what, called)}{'' if seat is not None else self._or_a_player(what)}"
            )
        quantity = self._by_name[seat is not None, name]
        subject = name if seat is None else f"{self._names[seat]} {name}"
        if quantity.words is None:
            return self._of_count(
                subject, seat, name, value or change.replace(" ", ""), changes=value is None
            )
        if value is None or (quantity.words and fold(value) not in quantity.words):
            expected = f"expected '{subject} = ' and {_one_of(quantity.words, value or '')}"
            raise ValueError(f"{describe(text)} is not an effect; {expected}")
        value = quantity.words.get(fold(value), value)
        return Effect(f"{subject} = {value}", seat, name, None, value)

    @staticmethod
    def _of_count(
        subject: str, seat: int | None, what: str, number: str, *, changes: bool
    ) -> Effect:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", number):
            expected = f"expected one as in '{subject} = 3' or '{subject} +3'"
            raise ValueError(f"{describe(number)} is not a number; {expected}")
        if changes:
            return Effect(f"{subject} {number}", seat, what, int(number), None)
        return Effect(f"{subject} = {number}", seat, what, None, int(number))

    def _seat(self, subject: str) -> int | None:
        """Return the seat of the player whose name a text begins with, or None; the longest name wins."""
        matches = [
            name
            for name in self._names
            if subject.casefold().startswith(f"{name.casefold()} ")
        ]
        return self._names.index(max(matches, key=len)) if matches else None

    def _or_a_player(self, what: str) -> str:
        near = hint(what.partition(" ")[0], self._names)
        return f", or of a player with the name first: {', '.join(self._names)}{near}"

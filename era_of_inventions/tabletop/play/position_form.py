"""How positions are written: what a rulebook declares about their descriptions, and what it makes of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Generic, NoReturn, TypeVar, cast

import attrs

from era_of_inventions.tabletop.errors import RulebookError, describe
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.values.outline import PartialPosition, Values
from era_of_inventions.tabletop.values.records import replaced

S = TypeVar("S")
T = TypeVar("T")


@attrs.frozen(eq=False, kw_only=True)
class Positions(Generic[S]):
    """How the positions of a rulebook are written. Everything has a default.

    A position is written as its differences from a base: the first position of a game
    with the same start player. ``start`` finds the seat of this player. Without it, the
    base is the position itself if a game can begin with it, or else the first position
    with the first seat as start player. A description has the declared fields of every
    part and the position's own fields, except those named in ``unsaid``. ``besides``
    adds records that no position holds, by the name of the part with which they are
    described.

    ``follows`` are the fields that need not be described, by paths such as
    ``table.deck``. Each has a function that computes it from the rest of the position:
    a value, or for players a value for each seat. They are filled in in this order. The
    fields of ``fills`` are filled in before them. A position is written with these, but
    a description may leave them out: such as the discards, if only the pile is
    described. The functions may use cards that nobody knows, and nothing else that is
    hidden.

    ``describe`` corrects the description of a position, and may remove entries from it.
    ``complete`` makes a position from its base and its description. ``contradictions``
    yields the contradictions in a description that do not show in the position made
    from it.
    """

    start: Callable[[S], int] | None = None
    unsaid: tuple[str, ...] = ()
    besides: Mapping[str, type[Any]] = attrs.field(factory=dict)
    follows: Mapping[str, Callable[[S], Any]] = attrs.field(factory=dict)
    fills: Mapping[str, Callable[[S], Any]] = attrs.field(factory=dict)
    describe: Callable[[S, PartialPosition], None] = lambda position, description: None
    complete: Callable[[S, PartialPosition], S] = lambda base, description: description.on(
        base
    )
    contradictions: Callable[[S, PartialPosition], Iterable[Violation]] = (
        lambda position, description: ()
    )

    def found(self, place: str, path: str, position: Any) -> Sequence[Any]:
        """Return the value that ``follows`` or ``fills`` gives a field, or each player's. Raises `RulebookError`."""
        name, players = f"{place} {path}", position.setting.players
        value = _asked(position, name, getattr(self, place)[path], position)
        if not path.startswith(f"{PLAYERS}."):
            return (value,)
        if not isinstance(value, Sequence) or len(value) != players:
            _refuse(position, name, value, f"a value for each of {players} seats")
        return value

    def starting(self, position: Any) -> int | None:
        """Return what ``start`` returns; None without it. Raises `RulebookError`."""
        if self.start is None:
            return None
        seat: object = _asked(position, "start", self.start, position)
        if type(seat) is not int or seat not in range(position.setting.players):
            _refuse(position, "start", seat, "a seat")
        return seat

    def contradicted(
        self, position: S, description: PartialPosition
    ) -> tuple[Violation, ...]:
        """Return what ``contradictions`` yields. Raises `RulebookError`."""
        yields = self.contradictions
        found = _asked(
            position, "contradictions", lambda *of: [*yields(*of)], position, description
        )
        if strange := [one for one in found if not isinstance(one, Violation)]:
            _refuse(position, "contradictions", strange[0], "violations")
        return tuple(found)

    def leave_out(self, position: S, description: PartialPosition) -> None:
        """Remove the entries from the description of a position that follow from the rest of it."""
        _asked(position, "describe", self.describe, position, description)
        for path in self.follows:
            entries, field = description.at(path)
            found = self.found("follows", path, position)
            for values, value in zip(entries, found, strict=False):
                if values.get(field) == value:
                    del values[field]

    def fill_in(self, base: S, description: PartialPosition) -> S:
        """Return the position that a description gives, with the fields that follow from the rest of it filled in."""
        position: Any = _asked(base, "complete", self.complete, base, description)
        if not isinstance(position, type(base)):
            _refuse(base, "complete", position, f"a {type(base).__name__}")
        for place, path in (
            *product(["fills"], self.fills),
            *product(["follows"], self.follows),
        ):
            name = path.partition(".")[0]
            stated, field = description.at(path)
            found, held = self.found(place, path, position), getattr(position, name)
            if field == path:
                filled = held if field in stated[0] else found[0]
            elif name == PLAYERS:
                filled = tuple(
                    _filled(*each, field) for each in zip(held, stated, found, strict=True)
                )
            else:
                filled = _filled(held, stated[0], found[0], field)
            position = _filled(position, {}, filled, name)
        return cast("S", position)


def _asked(position: Any, name: str, function: Callable[..., T], *args: Any) -> T:
    """Call a function of a rulebook. Raises `RulebookError`, with its name, if it raises anything."""
    try:
        return function(*args)
    except RulebookError:
        raise
    except Exception as error:  # a foreign function can fail in any way
        reason = f"positions.{name} raises {type(error).__name__}: {error}"
        raise RulebookError(position.setting.rulebook.title, (reason,)) from error


def _refuse(position: Any, name: str, value: object, expected: str) -> NoReturn:
    reason = f"positions.{name} returns {describe(value)}; expected {expected}"
    raise RulebookError(position.setting.rulebook.title, (reason,))


def _filled(record: Any, stated: Values, value: Any, field: str) -> Any:
    return record if field in stated else replaced(record, {field: value})

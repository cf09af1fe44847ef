"""What pictures as text and as SVG have in common: players, parts, and the marks of values that no rulebook states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Generic, Self, TypeVar

import attrs

from era_of_inventions.tabletop.errors import GameError, describe, from_to, unknown
from era_of_inventions.tabletop.pictures.characters import clipped, printable, tags_of
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.play.score import score
from era_of_inventions.tabletop.play.setting import AnyPosition, require_position
from era_of_inventions.tabletop.play.worlds import worlds_of

S = TypeVar("S", bound=AnyPosition)
V = TypeVar("V", bound="View[Any]")
NAME_MAX = 20
"""The maximum width of a name in columns; longer ones are cut."""
ASSUMED, REPORTED = "°", "*"
"""The marks after printed values that no rulebook states."""
MARK_WORDS = {
    ASSUMED: "assumed: in no rulebook; after a name, all its numbers",
    REPORTED: "reported: in no rulebook; after a name, all its numbers",
}
_MARKS = {"stated": "", "reported": REPORTED}


def plural(number: int, word: str) -> str:
    """Return a number with its noun, in the plural unless it is 1."""
    return f"{number} {word}{'' if number == 1 else 's'}"


@attrs.frozen
class View(ABC, Generic[S]):
    """A position with the players' names and tags, and the parts and seats to show.

    ``all_parts`` are the parts of the game in drawing order; the first one shows the
    players.
    """

    all_parts: tuple[str, ...]
    state: S
    names: tuple[str, ...]
    tags: tuple[str, ...]
    parts: tuple[str, ...]
    seats: tuple[int, ...]

    @classmethod
    def of(
        cls,
        state: S,
        all_parts: tuple[str, ...],
        names: Sequence[str] | None,
        parts: Collection[str],
        seats: Collection[int] | None,
    ) -> Self:
        """Make the view. Raises `GameError` for a value that is no position, and for invalid names, parts and seats."""
        players = require_position(state).setting.players
        if names is None:
            names = state.setting.rulebook.grammar.seat_names(players)
        order = range(players) if seats is None else seats
        for what, given in (("names", names), ("parts", parts), ("seats", order)):
            if not isinstance(given, Collection):
                raise GameError(f"{what} is {describe(given)}; expected a list of {what}")
        if len(names) != players:
            raise GameError(
                f"there are {len(names)} names for {players} players; expected one for each"
            )
        for part in parts:
            if part not in all_parts:
                raise GameError(f"the part {unknown(part, all_parts)}")
        for seat in order:
            if seat not in range(players):
                raise GameError(
                    f"nobody sits at seat {seat!r}; expected {from_to(0, players - 1)}"
                )
        shown = tuple(clipped(printable(name), NAME_MAX) for name in names)
        some = tuple(part for part in all_parts if part in parts)
        return cls(all_parts, state, shown, tags_of(shown), some, tuple(dict.fromkeys(order)))

    @property
    @abstractmethod
    def round_words(self) -> str:
        """The round, in words."""

    @property
    @abstractmethod
    def situation(self) -> str:
        """What the table is waiting for, in words."""

    def mark(self, *places: str) -> str:
        """Return the mark that shows the weakest source of the values at these key paths of a component file."""
        setting = self.state.setting
        sources = {
            setting.rulebook.components.source(setting.components, at).source for at in places
        }
        marks = {_MARKS.get(source, ASSUMED) for source in sources}
        return ASSUMED if ASSUMED in marks else max(marks, default="")

    def marked(self, words: object, *places: str) -> str:
        """Return words with the mark of the values at key paths after them; an empty text if there are no words."""
        return f"{words}{self.mark(*places)}" if words else ""

    def marks(self, place: str, *fields: str) -> tuple[str, dict[str, str]]:
        """Return the mark after the name of a thing, and those after its values.

        If all values have the same mark, it stands only after the name; otherwise only
        after the values.
        """
        each = {field: self.mark(f"{place}.{field}") for field in fields}
        shared = each[fields[0]] if len(set(each.values())) == 1 else ""
        return shared, {field: "" if shared else mark for field, mark in each.items()}

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None if chance moves next or the game is over."""
        return self.state.setting.rulebook.seat_to_move(self.state)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of play."""
        order: tuple[int, ...] = self.state.setting.rulebook.order(self.state)
        return order

    @property
    def result(self) -> str:
        """The winners and totals, in words; empty if the game is not over or they are not known."""
        if self.state.setting.rulebook.to_move(self.state) is not OVER:
            return ""
        final, depends = worlds_of(self.state).ask(score)
        if depends:
            return ""
        totals = ", ".join(
            f"{name} {points}" for name, points in zip(self.names, final.totals, strict=True)
        )
        return f"{' and '.join(self.names[seat] for seat in final.winners)} won: {totals}"

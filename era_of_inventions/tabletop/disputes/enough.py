"""Benefit of the doubt: a player has enough of something of which a file says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.play.grammar import PLAYERS
from era_of_inventions.tabletop.values.layout import key_of

NUMBERS = (20, 9, 5, 3, 1)
"""How much is enough: the first that is possible."""


@attrs.frozen
class Unsaid:
    """Something of a player of which a file says nothing."""

    seat: int
    what: str

    def render(self, names: Sequence[str]) -> str:
        """Return it in words, such as "Anna's goods"."""
        return f"{names[self.seat]}'s {self.what}"


def with_enough(
    premise: Premise, seat: int, names: Sequence[str]
) -> Iterator[tuple[Unsaid, Premise]]:
    """Yield premises in which a player has enough of one thing that is counted and of which the file says nothing."""
    table = premise.players.get(names[seat], {})
    if premise.position is None or not isinstance(table, dict):
        return
    for field in _stock(premise.state.setting):
        words = [word.replace(" ", "_") for word in (field.spec.words, *field.spec.also)]
        if not table.keys().isdisjoint(words):
            continue
        for number in NUMBERS:
            cells = [cell.key for cell in field.shape.cells]
            value = number if cells == [""] else dict.fromkeys(cells, number)
            stated = {names[seat]: {**table, key_of(field.spec): value}}
            if option := premise.stating(players=stated):
                yield Unsaid(seat, field.spec.words), option
                break


def _stock(setting: Any) -> Iterator[Any]:
    """Yield the fields of players that hold numbers of what they pay with."""
    (players,) = (field for field in setting.layout.fields if field.name == PLAYERS)
    for field in players.shape.inner.fields:
        counted = all(cell.high > 1 for cell in field.shape.cells)
        if field.name in setting.rulebook.stock and counted:
            yield field

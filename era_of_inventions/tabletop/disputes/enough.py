"""Benefit of the doubt: there is enough of something that a file does not mention."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.plenty import Supplied, supplied
from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.disputes.stated import ENOUGH


@attrs.frozen
class Unsaid:
    """Something of a player, or of the table, that a file does not mention."""

    seat: int | None
    what: str

    def render(self, names: Sequence[str]) -> str:
        """Return it in words, such as "Anna's goods" or "the display"."""
        return (
            f"the {self.what}" if self.seat is None else f"{names[self.seat]}'s {self.what}"
        )


def fewest_unsaid(
    premise: Premise, seat: int, names: tuple[str, ...], holds: Callable[[Any], bool]
) -> tuple[Unsaid, ...]:
    """Return what the file does not say, and with enough of which a claim holds: as few things as possible.

    ``seat`` is the player who pays; ``holds`` judges the claim in a position.
    """
    if premise.position is None:
        return ()
    things = [one for one in supplied(premise.state.setting) if one.seat in (None, seat)]
    needed = [one for one in things if _stating(premise, [one], names)]

    def enough(of: Sequence[Supplied]) -> bool:
        option = _stating(premise, of, names)
        return option is not None and holds(option.state)

    if not needed or not enough(needed):
        return ()
    for one in reversed(needed):
        fewer = [other for other in needed if other != one]
        if fewer and enough(fewer):
            needed = fewer
    return tuple(Unsaid(one.seat, one.field.spec.words) for one in needed)


def _stating(
    premise: Premise, things: Sequence[Supplied], names: tuple[str, ...]
) -> Premise | None:
    """Return the premise of a file that says there is enough of these; None if it says something of them already."""
    assert premise.position is not None
    position, players = deepcopy(premise.position), deepcopy(premise.players)
    for one in things:
        table = one.table(position, players, names)
        if not table.keys().isdisjoint(one.keys):
            return None
        table[one.keys[0]] = ENOUGH
    return premise.stating(position, players)

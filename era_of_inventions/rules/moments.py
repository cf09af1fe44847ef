"""The moments of the game at which grants speak."""

from __future__ import annotations

import attrs

from era_of_inventions.box.components import Area
from era_of_inventions.position import (
    ACTION,
    BONUS_ACTION,
    BONUS_OFFER,
    CHOICE,
    FINAL_MARKET,
    PLACEMENT,
    REFRESH_CARDS,
    REFRESH_FACTORIES,
    SETUP_CARDS,
    SETUP_FACTORIES,
)
from era_of_inventions.tabletop.law.clause import Moment, moments_of

_during = moments_of("turn.phase")


def _acting_on(area: Area) -> Moment:
    return Moment(
        f"in the action of {area.title!r}",
        lambda position: position.turn.phase is ACTION and position.turn.area == area,
        sets=({"turn.phase": ACTION, "turn.area": area},),
    )


CARDS_TURNED_OVER = _during(
    "while invention cards are turned over", SETUP_CARDS, REFRESH_CARDS
)
FACTORIES_TURNED_OVER = _during(
    "while factories are turned over", SETUP_FACTORIES, REFRESH_FACTORIES
)
DISC_PLACED = _during("while the discs are placed", PLACEMENT)
DISC_RESOLVED = _during("when a disc is to be resolved", CHOICE)
IN_ACTION_OF = {area: _acting_on(area) for area in Area}
IN_ACTION = attrs.evolve(
    _during("in the action of a disc", ACTION),
    sets=tuple(way for moment in IN_ACTION_OF.values() for way in moment.sets),
)
AFTER_ACTION = _during("when an action is over", BONUS_OFFER)
IN_BONUS_ACTION = attrs.evolve(
    _during("in the action of a bonus disc", BONUS_ACTION), meant_by="turn.before"
)
IN_FINAL_MARKET = _during("in the final market", FINAL_MARKET)

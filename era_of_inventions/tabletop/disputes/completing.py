"""How what has begun can be completed, such as a payment: in every way in which all that is due is paid or given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.claim import ClaimedMove
from era_of_inventions.tabletop.law.verdict import Outstanding
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.judge import outstanding

CHOICES_MAX = 60
"""How many positions are looked at, at most, while a payment or the like is completed in every way."""


@attrs.frozen
class Completed:
    """What is taken to be paid or given before a claimed move, because it was due and the claim does not say how.

    ``seat`` is the player who owed it, ``moves`` are those by which it can be
    completed, and ``ways`` is in how many ways it was tried.
    """

    seat: int | None
    due: tuple[Outstanding, ...]
    moves: tuple[str, ...]
    before: ClaimedMove
    ways: int


def ways_to_complete(whole: Any) -> Mapping[Any, tuple[Any, ...]]:
    """Return the positions in which nothing is outstanding any more, each with moves that lead there.

    If there are too many ways, it is the position itself, without moves.
    """
    game: AnyGame = Game.unchecked(whole.setting)
    found, ends = dict[Any, tuple[Any, ...]]({whole: ()}), dict[Any, tuple[Any, ...]]()
    for state in (left := [whole]):
        following = game.legal_moves(state) if outstanding(state) else ()
        if not following:
            ends[state] = found[state]
        for move in following:
            after = game.play(state, move)
            if after not in found:
                found[after] = (*found[state], move)
                left.append(after)
        if len(found) > CHOICES_MAX:
            return {whole: ()}
    return ends

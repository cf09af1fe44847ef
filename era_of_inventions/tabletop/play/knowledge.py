"""What is unknown in a position, and whether a verdict depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from era_of_inventions.tabletop.fields.views import Unknown, hides, unknown_in, with_part
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.rulebook import Position, Rulebook
from era_of_inventions.tabletop.play.setting import Setting


def hides_something(state: Position) -> bool:
    """Whether positions of this game hold anything that not everybody may see."""
    return _hides(state.setting)


def unknown(state: Position) -> Iterator[Unknown]:
    """The fields of a position in which something is unknown."""
    return unknown_in(state.setting.rulebook.layout(state.setting), state) if hides_something(state) else iter(())


def open_on(state: Position, move: object) -> tuple[OpenOn, ...]:
    """The unknown fields on which it depends whether a move is legal; empty if the answer is sure.

    It is sure if it is the same in all completions that the rulebook names.
    """
    fields = list(unknown(state))
    if not fields:
        return ()
    law = state.setting.rulebook.law
    completions = list(state.setting.rulebook.completions(state))
    if len({law.allows(complete, move) for complete in completions}) < 2:
        return ()
    first, *others = completions
    usual = law.allows(first, move)
    return tuple(
        OpenOn(field.seat, field.words)
        for field in fields
        if any(law.allows(with_part(first, other, field.path), move) is not usual for other in others)
    )


@lru_cache(maxsize=256)
def _hides(setting: Setting[object, object]) -> bool:
    rulebook: Rulebook[Position, object] = setting.rulebook
    return hides(rulebook.layout(setting))

"""On which open questions an answer rests: the same question asked again under other readings.

First every other reading of every ruling is tried alone. If none turns the answer, those that at least changed the
reasons are tried together with others, for two questions may bar the same move; and the presets are tried as a whole.
Under a reading that does not allow what the question presupposes it cannot be asked, which is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import attrs

from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.ruling import (
    OtherReading,
    OtherReadings,
    by_ruling,
    other_readings,
)
from era_of_inventions.tabletop.play.judge import ask_otherwise

TOGETHER_MAX = 3
"""How many readings are tried together at most."""


@attrs.frozen
class Answer:
    """Whether something holds, and a token of the reasons: answers with different reasons have different tokens."""

    holds: bool
    reasons: Hashable


Ask = Callable[[Any], Answer | None]
"""Asks the question under a ruleset; None if it cannot be asked there."""
Readings = tuple[OtherReading, ...]


@attrs.frozen
class Dependence:
    """On which readings an answer depends.

    ``alone`` are the single readings that turn the answer, each ruling once, ``together`` the smallest combinations
    that do so if no single one does, and ``presets`` the presets that do. ``not_asked`` are the readings under which
    the question cannot be asked, each ruling once, and ``presets_not_asked`` such presets. If there were too many moves
    to ask under other readings, nothing of this is known and it is not ``asked``.
    """

    alone: tuple[OtherReadings, ...] = ()
    together: tuple[Readings, ...] = ()
    presets: tuple[str, ...] = ()
    not_asked: tuple[OtherReadings, ...] = ()
    presets_not_asked: tuple[str, ...] = ()
    asked: bool = True

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on which the answer rests, alone or together, each once."""
        together = [other.ruling for others in self.together for other in others]
        return tuple(dict.fromkeys([*(other.ruling for other in self.alone), *together]))


class BudgetSpentError(Exception):
    """There are too many moves to judge."""


@attrs.define
class Budget:
    """How many moves may still be judged under other readings, so that no file takes minutes."""

    moves: int = 30_000

    def spend(self, moves: int) -> None:
        """Take so many moves off. Raises `BudgetSpentError` if there are not so many left."""
        self.moves -= moves
        if self.moves < 0:
            raise BudgetSpentError


def dependence(ruleset: BaseRuleset, answer: Answer, ask: Ask) -> Dependence:
    """Ask a question again under other readings, and return on which its answer depends."""
    answers = list(ask_otherwise(ruleset, ask))
    by_preset = [(name, ask(ruleset.preset(name))) for name in ruleset.presets]
    alone = by_ruling(
        other for other, another in answers if another and another.holds is not answer.holds
    )
    presets = tuple(
        name for name, another in by_preset if another and another.holds is not answer.holds
    )
    not_asked = by_ruling(other for other, another in answers if another is None)
    presets_not_asked = tuple(name for name, another in by_preset if another is None)
    if alone:
        return Dependence(alone, (), presets, not_asked, presets_not_asked)
    changed: list[tuple[Readings, Answer]] = [
        ((other,), another)
        for other, another in answers
        if another and another.reasons != answer.reasons
    ]
    together = _combinations(ruleset, answer, ask, changed)
    return Dependence((), together, presets, not_asked, presets_not_asked)


def _combinations(
    ruleset: BaseRuleset, answer: Answer, ask: Ask, changed: list[tuple[Readings, Answer]]
) -> tuple[Readings, ...]:
    """The smallest combinations that turn the answer, built from readings that each change the reasons."""
    for _ in range(TOGETHER_MAX - 1):
        turning: dict[frozenset[OtherReading], Readings] = {}
        further: dict[frozenset[OtherReading], tuple[Readings, Answer]] = {}
        for others, before in changed:
            for other in other_readings(ruleset):
                if other.ruling in {taken.ruling for taken in others}:
                    continue
                combination = (*others, other)
                key = frozenset(combination)
                if (
                    key in turning
                    or key in further
                    or (another := ask(_with(ruleset, combination))) is None
                ):
                    continue
                if another.holds is not answer.holds:
                    turning[key] = combination
                elif another.reasons != before.reasons:
                    further[key] = (combination, another)
        if turning:
            return tuple(turning.values())
        changed = list(further.values())
    return ()


def _with(ruleset: BaseRuleset, others: Readings) -> BaseRuleset:
    for other in others:
        ruleset = ruleset.with_reading(other.ruling, other.other_reading)
    return ruleset

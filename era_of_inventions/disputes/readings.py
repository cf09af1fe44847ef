"""On which open questions an answer rests: the same question asked again under other readings.

First every other reading of every ruling is tried alone. If none turns the answer, those that at least changed the
reasons are tried together with others, for two questions may bar the same move; and the presets are tried as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import attrs

from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.ruling import OtherReading, other_readings
from era_of_inventions.tabletop.play.judge import ask_otherwise

TOGETHER_MAX = 3
"""How many readings are tried together at most."""


@attrs.frozen
class Answer:
    """Whether something holds, and a token of the reasons: answers with different reasons have different tokens."""

    holds: bool
    reasons: Hashable


Ask = Callable[[Ruleset], Answer | None]
"""Asks the question under a ruleset; None if it makes no sense there."""


@attrs.frozen
class Asked:
    """What asking under other readings has shown.

    ``alone`` are the single readings that turn the answer, ``together`` the smallest combinations that do so if no
    single one does, ``presets`` the presets that do, and ``not_asked`` the readings under which the question makes no
    sense.
    """

    alone: tuple[OtherReading, ...] = ()
    together: tuple[tuple[OtherReading, ...], ...] = ()
    presets: tuple[str, ...] = ()
    not_asked: tuple[OtherReading, ...] = ()

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on which the answer rests, alone or together, each once."""
        others = [*self.alone, *(other for others in self.together for other in others)]
        return tuple(dict.fromkeys(other.ruling for other in others))


def ask_again(ruleset: Ruleset, answer: Answer, ask: Ask) -> Asked:
    """Ask the question that has this answer under other readings."""
    heard = list(ask_otherwise(ruleset, ask))
    alone = tuple(other for other, said in heard if said and said.holds is not answer.holds)
    not_asked = tuple(other for other, said in heard if said is None)
    presets = tuple(
        name for name in Ruleset.presets if (said := ask(Ruleset.preset(name))) and said.holds is not answer.holds
    )
    if alone:
        return Asked(alone, (), presets, not_asked)
    touched: list[tuple[tuple[OtherReading, ...], Answer]] = [
        ((other,), said) for other, said in heard if said and said.reasons != answer.reasons
    ]
    return Asked((), _combinations(ruleset, answer, ask, touched), presets, not_asked)


def _combinations(
    ruleset: Ruleset, answer: Answer, ask: Ask, touched: list[tuple[tuple[OtherReading, ...], Answer]]
) -> tuple[tuple[OtherReading, ...], ...]:
    """The smallest combinations that turn the answer, built from readings that each change the reasons."""
    for _ in range(TOGETHER_MAX - 1):
        turning: dict[frozenset[OtherReading], tuple[OtherReading, ...]] = {}
        further: dict[frozenset[OtherReading], tuple[tuple[OtherReading, ...], Answer]] = {}
        for others, before in touched:
            for other in other_readings(ruleset):
                if other.ruling in {taken.ruling for taken in others}:
                    continue
                combination = (*others, other)
                key = frozenset(combination)
                if key in turning or key in further or (said := ask(_read(ruleset, combination))) is None:
                    continue
                if said.holds is not answer.holds:
                    turning[key] = combination
                elif said.reasons != before.reasons:
                    further[key] = (combination, said)
        if turning:
            return tuple(turning.values())
        touched = list(further.values())
    return ()


def _read(ruleset: Ruleset, others: tuple[OtherReading, ...]) -> Ruleset:
    for other in others:
        ruleset = ruleset.with_reading(other.ruling, other.other_reading)
    return ruleset

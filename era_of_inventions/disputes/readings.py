"""On which open questions an answer rests: the same question asked again under other readings.

First every other reading of every ruling is tried alone. If none turns the answer, those that at least changed the
reasons are tried together with others, for two questions may bar the same move; and the presets are tried as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import attrs

from era_of_inventions.judge import RULINGS
from era_of_inventions.rulings import PRESETS, Ruleset

TOGETHER_MAX = 3
"""How many readings are tried together at most."""


@attrs.frozen
class Answer:
    """Whether something holds, and a token of the reasons: answers for other reasons have other tokens."""

    holds: bool
    reasons: Hashable


Ask = Callable[[Ruleset], Answer | None]
"""Asks the question under a ruleset; None if it makes no sense there."""


@attrs.frozen
class Rest:
    """One ruling read otherwise, and whether the claim would then hold; None if it cannot be asked then."""

    ruling: str
    reading: str
    other_reading: str
    holds: bool | None


@attrs.frozen
class Asked:
    """What asking under other readings has shown.

    ``alone`` are the single readings that turn the answer, ``together`` the smallest combinations that do so if no
    single one does, ``presets`` the presets that do, and ``not_asked`` the readings under which the question makes no
    sense.
    """

    alone: tuple[Rest, ...] = ()
    together: tuple[tuple[Rest, ...], ...] = ()
    presets: tuple[str, ...] = ()
    not_asked: tuple[Rest, ...] = ()

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on which the answer rests, alone or together, each once."""
        rests = [*self.alone, *(rest for rests in self.together for rest in rests)]
        return tuple(dict.fromkeys(rest.ruling for rest in rests))


def ask_again(ruleset: Ruleset, answer: Answer, ask: Ask) -> Asked:
    """Ask the question that has this answer under other readings."""
    singles = [
        (ruleset.with_reading(rest.ruling.replace("-", "_"), rest.other_reading), rest) for rest in _others(ruleset)
    ]
    heard = [(other, rest, ask(other)) for other, rest in singles]
    alone = tuple(
        attrs.evolve(rest, holds=said.holds) for _, rest, said in heard if said and said.holds is not answer.holds
    )
    not_asked = tuple(rest for _, rest, said in heard if said is None)
    presets = tuple(name for name in PRESETS if (said := ask(Ruleset.preset(name))) and said.holds is not answer.holds)
    if alone:
        return Asked(alone, (), presets, not_asked)
    touched: list[tuple[tuple[Rest, ...], Answer]] = [
        ((rest,), said) for _, rest, said in heard if said and said.reasons != answer.reasons
    ]
    return Asked((), _combinations(ruleset, answer, ask, touched), presets, not_asked)


def _others(ruleset: Ruleset) -> Iterator[Rest]:
    for ruling in RULINGS:
        reading = getattr(ruleset, ruling.field)
        for other in ruling.names:
            if other != reading:
                yield Rest(ruling.id, reading, other, None)


def _combinations(
    ruleset: Ruleset, answer: Answer, ask: Ask, touched: list[tuple[tuple[Rest, ...], Answer]]
) -> tuple[tuple[Rest, ...], ...]:
    """The smallest combinations that turn the answer, built from readings that each change the reasons."""
    for _ in range(TOGETHER_MAX - 1):
        turning: dict[frozenset[Rest], tuple[Rest, ...]] = {}
        further: dict[frozenset[Rest], tuple[tuple[Rest, ...], Answer]] = {}
        for rests, before in touched:
            for rest in _others(ruleset):
                if rest.ruling in {taken.ruling for taken in rests}:
                    continue
                combination = (*rests, rest)
                key = frozenset(combination)
                if key in turning or key in further or (said := ask(_read(ruleset, combination))) is None:
                    continue
                if said.holds is not answer.holds:
                    turning[key] = tuple(attrs.evolve(one, holds=said.holds) for one in combination)
                elif said.reasons != before.reasons:
                    further[key] = (combination, said)
        if turning:
            return tuple(turning.values())
        touched = list(further.values())
    return ()


def _read(ruleset: Ruleset, rests: tuple[Rest, ...]) -> Ruleset:
    for rest in rests:
        ruleset = ruleset.with_reading(rest.ruling.replace("-", "_"), rest.other_reading)
    return ruleset

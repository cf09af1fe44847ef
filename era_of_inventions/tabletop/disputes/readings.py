"""On which open questions an answer rests: the same question asked again under other readings.

First every other reading of each consulted ruling is tried alone. If no single reading
turns the answer, the readings that at least change the reasons are tried together with
others, because two rulings may bar the same move. The presets are tried as a whole.
Under some readings the question cannot be asked, because they do not allow what it
presupposes; this is no answer. A ruling that was not consulted on the way to an answer
cannot change it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import attrs

from era_of_inventions.tabletop.law.ruleset import BaseRuleset, watched
from era_of_inventions.tabletop.law.ruling import (
    OtherReading,
    OtherReadings,
    by_ruling,
    other_readings,
)
from era_of_inventions.tabletop.values.watched import unwatched

T = TypeVar("T")

TOGETHER_MAX = 3
"""How many readings are tried together at most."""

OPEN = "open"
"""The result of an answer that depends on something unknown."""


@attrs.frozen
class Answer:
    """What comes of a claim, such as "holds". ``reasons`` is any value that differs between answers with other reasons.

    ``settled`` returns what stands for what comes of it once all that has begun is
    carried out; None if this cannot be compared. It is equal for answers that differ
    only in the time of an effect.
    """

    result: str
    reasons: Hashable
    settled: Callable[[], Hashable] = attrs.field(default=lambda: None, eq=False)
    consulted: frozenset[str] = frozenset()
    """The fields of the rulings that were consulted on the way."""

    def only_later(self, usual: Answer) -> bool:
        """Whether this answer, other than the usual one, comes to the same in the end."""
        settled = self.settled()
        return settled is not None and settled == usual.settled()


Ask = Callable[[Any], Answer | None]
"""A function that asks the question under a ruleset, and returns None if it cannot be asked there."""
Readings = tuple[OtherReading, ...]


@attrs.frozen
class Dependence:
    """On which readings an answer depends.

    ``alone`` are the single readings that turn the answer, each ruling once.
    ``together`` are the smallest combinations that turn it, if no single reading does.
    ``presets`` are the presets that turn it. ``later`` and ``presets_later`` turn it
    too, but only because an effect comes at another time. ``not_asked`` and
    ``presets_not_asked`` are the readings, each ruling once, and the presets under
    which the question cannot be asked. Those of ``alone`` and ``presets`` under which
    the answer is not the opposite but open are ``unclear`` and ``presets_unclear``. It
    is not ``asked`` if there were too many moves to judge under other readings; then
    nothing of this is known.
    """

    alone: tuple[OtherReadings, ...] = ()
    together: tuple[Readings, ...] = ()
    presets: tuple[str, ...] = ()
    later: tuple[OtherReadings, ...] = ()
    presets_later: tuple[str, ...] = ()
    not_asked: tuple[OtherReadings, ...] = ()
    presets_not_asked: tuple[str, ...] = ()
    unclear: tuple[OtherReadings, ...] = ()
    presets_unclear: tuple[str, ...] = ()
    asked: bool = True

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on which the answer rests, alone or together, each once."""
        together = [other.ruling for others in self.together for other in others]
        return tuple(dict.fromkeys([*(other.ruling for other in self.alone), *together]))


class Found(NamedTuple, Generic[T]):
    """A result for a key, with the readings that were consulted to find it, by the fields of their rulings."""

    key: Hashable
    readings: Mapping[str, object]
    result: T


@attrs.define
class KeptByReadings(Generic[T]):
    """The last results by keys, each kept for all rulesets with the readings that were consulted to find it."""

    most: int | None = None
    _found: deque[Found[T]] = attrs.field(init=False)

    @_found.default
    def _(self) -> deque[Found[T]]:
        return deque(maxlen=self.most)

    def get(
        self, key: Hashable, ruleset: BaseRuleset, find: Callable[[BaseRuleset], T]
    ) -> Found[T]:
        """Return what is found for a key under a ruleset; if this is watched, it notes what is consulted."""
        for known in self._found:
            if known.key == key and all(
                getattr(ruleset, field) == reading
                for field, reading in known.readings.items()
            ):
                return known
        observed, consulted = watched(unwatched(ruleset))
        result = find(observed)
        readings = {field: getattr(ruleset, field) for field in consulted}
        self._found.append(Found(key, readings, result))
        return self._found[-1]


class BudgetSpentError(Exception):
    """There are more moves to judge than a budget allows."""


@attrs.define
class Budget:
    """How many moves may still be judged under other readings, so that no file takes minutes."""

    moves: int = 30_000

    def lasts(self, moves: int) -> bool:
        """Take a number of moves off, and return whether that many were left."""
        self.moves -= moves
        return self.moves >= 0

    def spend(self, moves: int) -> None:
        """Take a number of moves off. Raises `BudgetSpentError` if fewer were left."""
        if not self.lasts(moves):
            raise BudgetSpentError


def dependence(ruleset: BaseRuleset, ask: Ask) -> Dependence:
    """Ask a question again under other readings, and return on which of them its answer depends."""
    asked = _asked_once(ask)
    usual = asked(ruleset)
    if usual is None:
        return Dependence(asked=False)
    answers = [
        (other, asked(_with(ruleset, [other]))) for other in _others(ruleset, usual.consulted)
    ]
    presets = [(name, asked(ruleset.preset(name))) for name in ruleset.presets]

    def otherwise(
        pairs: Iterable[tuple[T, Answer | None]], is_so: Callable[[Answer], bool]
    ) -> Iterator[T]:
        found = (
            (one, other) for one, other in pairs if other and other.result != usual.result
        )
        return (one for one, other in found if is_so(other))

    def at_once(other: Answer) -> bool:
        return not other.only_later(usual)

    def later(other: Answer) -> bool:
        return other.only_later(usual)

    def is_open(other: Answer) -> bool:
        return other.result == OPEN

    alone = by_ruling(otherwise(answers, at_once))
    changed: list[tuple[Readings, Answer]] = [
        ((other,), one)
        for other, one in answers
        if one and one.result == usual.result and one.reasons != usual.reasons
    ]
    return Dependence(
        alone,
        () if alone else _combinations(ruleset, usual, asked, changed),
        tuple(otherwise(presets, at_once)),
        by_ruling(otherwise(answers, later)),
        tuple(otherwise(presets, later)),
        by_ruling(other for other, one in answers if one is None),
        tuple(name for name, one in presets if one is None),
        by_ruling(otherwise(answers, is_open)),
        tuple(otherwise(presets, is_open)),
    )


def _asked_once(ask: Ask) -> Ask:
    """Return a function that asks, unless it knows the answer under a ruleset with the same consulted readings."""
    kept = KeptByReadings[Answer | None]()

    def asked(ruleset: BaseRuleset) -> Answer | None:
        found = kept.get(None, ruleset, ask)
        return found.result and attrs.evolve(
            found.result, consulted=frozenset(found.readings)
        )

    return asked


def _others(ruleset: BaseRuleset, consulted: frozenset[str]) -> Iterator[OtherReading]:
    """Yield every other reading of the rulings that were consulted."""
    for other in other_readings(ruleset):
        if ruleset.ruling(other.ruling).field in consulted:
            yield other


def _combinations(
    ruleset: BaseRuleset, usual: Answer, asked: Ask, changed: list[tuple[Readings, Answer]]
) -> tuple[Readings, ...]:
    """Return the smallest combinations that turn the answer, made of readings that each change the reasons."""
    for _ in range(TOGETHER_MAX - 1):
        turning: dict[frozenset[OtherReading], Readings] = {}
        further: dict[frozenset[OtherReading], tuple[Readings, Answer]] = {}
        for others, before in changed:
            taken = {other.ruling for other in others}
            for other in _others(ruleset, before.consulted):
                combination = (*others, other)
                key = frozenset(combination)
                if other.ruling in taken or key in turning or key in further:
                    continue
                answer = asked(_with(ruleset, combination))
                if answer is None:
                    continue
                if answer.result == usual.result:
                    if answer.reasons != before.reasons:
                        further[key] = (combination, answer)
                elif answer.result != OPEN and not answer.only_later(usual):
                    turning[key] = combination
        if turning:
            return tuple(turning.values())
        changed = list(further.values())
    return ()


def _with(ruleset: BaseRuleset, others: Iterable[OtherReading]) -> BaseRuleset:
    for other in others:
        ruleset = ruleset.with_reading(other.ruling, other.other_reading)
    return ruleset

"""On which numbers that nobody states a result rests: the same claim judged with other numbers on the components.

Each assumed value that the judgement uses is tried one and two steps away, as far as the component set and what the
rulebooks state allow it. The nearest one that turns the result is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from era_of_inventions.tabletop.disputes.premise import Premise
from era_of_inventions.tabletop.play.dispute_form import PrintedValue
from era_of_inventions.tabletop.values import InvalidDataError

STEPS = (1, -1, 2, -2)
"""How far other numbers are from the assumed one, the nearest first."""


@attrs.frozen
class OtherNumber:
    """An assumed value, by its key path, and the nearest one that would turn the result; both as in a file."""

    place: str
    value: str
    other: str

    def __str__(self) -> str:
        """The value, and the one that would turn the result."""
        return f"{self.place} = {self.value} (assumed), not {self.other}"


def turning(
    premise: Premise, used: Sequence[PrintedValue], turns: Callable[[Any], bool]
) -> Iterator[OtherNumber]:
    """Yield the assumed values among those used of which another would turn a result, each once.

    ``turns`` says whether the result is the opposite in a position with another component set.
    """
    setting = premise.state.setting
    sets, law, components = (
        setting.rulebook.components,
        setting.rulebook.law,
        setting.components,
    )
    assumed = {value.place: value.text for value in used if value.source == "assumed"}
    stated = law.disagreements(components)
    terms = sets.terms(components)
    for value in sets.values(components) if assumed else ():
        if value.path not in assumed:
            continue
        shape = value.key.spec.holds.bind(terms)
        for raw in _others(shape.write(value.value)):
            try:
                changed = sets.with_values(components, {value.path: shape.read(raw)})
            except InvalidDataError:
                continue
            if changed is None or law.disagreements(changed) != stated:
                continue
            position = premise.of(setting.with_numbers(changed))
            if position is not None and turns(position):
                yield OtherNumber(value.path, assumed[value.path], str(raw))
                break


def _others(raw: Any) -> Iterator[Any]:
    """Yield a value as it stands in a file with one of its numbers changed, the nearest first."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        yield from (raw + step for step in STEPS if raw + step >= 0)
    elif isinstance(raw, str):
        for step in STEPS:
            for number in re.finditer(r"\d+", raw):
                if (other := int(number[0]) + step) >= 0:
                    yield f"{raw[: number.start()]}{other}{raw[number.end() :]}"

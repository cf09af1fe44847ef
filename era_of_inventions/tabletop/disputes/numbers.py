"""Finding the printed numbers on which a result depends, among those that no rulebook states.

A judged claim is retraced with a component set that notes which of its values are read.
Each assumed value that was read is then replaced by numbers one and two steps away, as
far as the component set and the statements of the rulebooks allow it. The nearest
number that turns the result is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import attrs

from era_of_inventions.tabletop.box.rows import PrintedValue
from era_of_inventions.tabletop.disputes.judgement import Judgement, OtherNumber
from era_of_inventions.tabletop.disputes.retracing import facts_that_matter, values_read
from era_of_inventions.tabletop.play.judge import difference
from era_of_inventions.tabletop.play.setting import AnySetting


@attrs.define(slots=False)
class OtherSettings:
    """Settings that differ from the usual one in a single number; they are made once for all claims of a dispute."""

    setting: AnySetting
    _made: dict[str, list[tuple[str, AnySetting]]] = attrs.field(factory=dict, init=False)

    def __getitem__(self, value: PrintedValue) -> Sequence[tuple[str, AnySetting]]:
        """Return the numbers that could be printed in place of a value, nearest first, each with its setting."""
        if value.place not in self._made:
            self._made[value.place] = [
                (text, self.setting.with_numbers(components))
                for text, components in value.others()
                if value.place not in self._naming or self.setting.has_same_things(components)
            ]
        return self._made[value.place]

    @cached_property
    def _naming(self) -> frozenset[str]:
        """The key paths of the printed values from which the names of things are made."""
        components, noted = self.setting.rulebook.components.watched(self.setting.components)
        self.setting.has_same_things(components)
        return frozenset(noted)


def depending_on(
    judgement: Judgement,
    others: OtherSettings,
    ask: Callable[[Any], Judgement | None],
    turned: Callable[[Judgement], bool],
) -> Iterator[tuple[PrintedValue, OtherNumber | None]]:
    """Yield the values that a result depends on, each with the nearest other number that turns it, or else None.

    A value counts if a deciding clause read it, or if with another number something
    else happens or is counted. A place where nothing is printed counts only if a number
    there turns the result. ``ask`` judges the claim in a position with another
    component set, and returns None if it cannot be asked there. ``turned`` returns
    whether a judgement has another result.
    """
    setting, read = others.setting, values_read(judgement)
    usual = _consequences(judgement)
    law = setting.rulebook.law
    stated = law.disagreements(setting.components)
    for value in read.values:
        counts = value.place in read.decisive
        turning = None
        for text, with_other in others[value]:
            position = judgement.premise.of(with_other, refilled=value.place in read.filling)
            other = None if position is None else ask(position)
            if other is None:
                continue
            counts = counts or _consequences(other) != usual
            if value.source == "assumed" and turned(other):
                if law.disagreements(with_other.components) == stated:
                    turning = OtherNumber(value, text)
                    break
            elif value.source != "assumed" and counts:
                break
        if (counts and not value.blank) or turning:
            yield value, turning


def _consequences(judgement: Judgement) -> list[Any]:
    """Return what happens and what is counted in a judgement, to compare judgements under different printed values."""
    findings = [
        (finding.clause.id, finding.outcome, facts_that_matter(finding))
        for _, verdict in judgement.verdicts
        for finding in (*verdict.findings, *verdict.occasions)
    ]
    start = next(iter([before for before, _ in judgement.earlier]), judgement.ends[0])
    changes = difference(start, judgement.ends[1])
    score = judgement.score
    counted = (score.lines, score.decided_by) if score else ()
    return [findings, changes, [one.after for one in judgement.measured], counted]

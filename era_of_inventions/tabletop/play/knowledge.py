"""Unknown values in positions, and whether a verdict depends on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from era_of_inventions.tabletop.fields.views import Unknown, hides, unknown_in, with_part
from era_of_inventions.tabletop.law.verdict import Finding, OpenOn, Outcome
from era_of_inventions.tabletop.play.rulebook import AnyPosition, Rulebook
from era_of_inventions.tabletop.play.setting import Setting


def hides_something(state: AnyPosition) -> bool:
    """Whether positions of this game have hidden fields."""
    return _hides(state.setting)


def unknown(state: AnyPosition) -> Iterator[Unknown]:
    """The fields of a position with unknown values."""
    return unknown_in(state.setting.rulebook.layout(state.setting), state) if hides_something(state) else iter(())


def findings(state: AnyPosition, subject: object) -> tuple[Finding, ...]:
    """The finding of every clause for a subject; `Outcome.OPEN` if the outcome depends on something unknown.

    A finding has only the facts that are the same in all completions.
    """
    rulebook = state.setting.rulebook
    if not any(unknown(state)):
        return rulebook.law.evaluate(state, subject)
    columns = [rulebook.law.evaluate(complete, subject) for complete in rulebook.completions(state)]
    return tuple(map(_common, zip(*columns, strict=True)))


def _common(findings: Sequence[Finding]) -> Finding:
    first, *others = findings
    same = all(other.outcome is first.outcome for other in others)
    facts = tuple(fact for fact in first.facts if all(fact in other.facts for other in others))
    return Finding(first.clause, first.outcome if same else Outcome.OPEN, first.subject, facts)


def open_on(state: AnyPosition, move: object) -> tuple[OpenOn, ...]:
    """The unknown fields that the legality of a move depends on.

    Empty if the legality is the same in all completions that the rulebook lists.
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
    rulebook: Rulebook[AnyPosition, object] = setting.rulebook
    return hides(rulebook.layout(setting))

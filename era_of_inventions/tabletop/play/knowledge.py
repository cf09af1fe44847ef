"""What is unknown in a position, and whether a verdict depends on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from era_of_inventions.tabletop.fields.views import Unknown, hides, unknown_in, with_part
from era_of_inventions.tabletop.law.verdict import Finding, OpenOn, Outcome
from era_of_inventions.tabletop.play.rulebook import Position, Rulebook
from era_of_inventions.tabletop.play.setting import Setting


def hides_something(state: Position) -> bool:
    """Whether positions of this game hold anything that not everybody may see."""
    return _hides(state.setting)


def unknown(state: Position) -> Iterator[Unknown]:
    """The fields of a position in which something is unknown."""
    return unknown_in(state.setting.rulebook.layout(state.setting), state) if hides_something(state) else iter(())


def findings(state: Position, subject: object) -> tuple[Finding, ...]:
    """What every clause says of a subject, and `Outcome.OPEN` where that depends on something unknown.

    Of the facts only those are kept that hold whatever the unknown is.
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

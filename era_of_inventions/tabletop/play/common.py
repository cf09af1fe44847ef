"""What findings, facts and events have in common that were found in several worlds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from operator import is_
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.veiled import VeiledValue

T = TypeVar("T")


def finding_in_all(findings: Sequence[Finding]) -> Finding:
    """Return what findings of a clause have in common: their outcome, which is open if they differ, and facts."""
    outcomes = {one.outcome for one in findings}
    outcome = outcomes.pop() if len(outcomes) == 1 else Outcome.OPEN
    facts = tuple(facts_in_all([one.facts for one in findings]))
    return evolve(findings[0], outcome=outcome, facts=facts)


def facts_in_all(
    findings: Sequence[Sequence[tuple[str, object]]],
) -> Iterator[tuple[str, object]]:
    """Yield the facts that are equal in all findings, and the least and greatest of other numbers."""
    for name, _ in findings[0] if findings else ():
        values = [value for facts in findings for one, value in facts if one == name]
        if len(values) < len(findings):
            continue
        if all(value == values[0] for value in values):
            yield name, values[0]
        elif numbers := span_of(values):
            yield from _span(name, numbers)


def with_spans(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings in which a fact that is one of some values has become the least and the greatest of them."""
    found = tuple([_with_spans(one) if one.facts else one for one in findings])
    return findings if all(map(is_, found, findings)) else found


def _with_spans(finding: Finding) -> Finding:
    for _, value in finding.facts:
        if type(value) is VeiledValue:
            facts = tuple(_spans_of(finding.facts))
            return Finding(finding.clause, finding.outcome, finding.subject, facts)
    return finding


def _spans_of(facts: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, object]]:
    for name, value in facts:
        if type(value) is VeiledValue:
            yield from _span(name, value.span)
        else:
            yield name, value


def _span(name: str, span: tuple[int, int]) -> Iterator[tuple[str, object]]:
    yield f"{name} at least", span[0]
    yield f"{name} at most", span[1]


def span_of(values: Sequence[object]) -> tuple[int, int] | None:
    """Return the least and the greatest of some numbers; None if one of the values is not a number."""
    numbers = [value for value in values if type(value) is int]
    return (min(numbers), max(numbers)) if len(numbers) == len(values) else None


def only_answer(answers: Sequence[T]) -> T | None:
    """Return the answer that all of them are; None if they differ, or if there is none."""
    return answers[0] if answers and all(one == answers[0] for one in answers[1:]) else None


def items_in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the items that all lists have in common, as often as each list has them, in the order of the first.

    Events that change an unknown number by as much in all lists are one event with
    unknown numbers.
    """
    first, *others = [list(column) for column in columns] or [[]]
    if not others:
        return tuple(first)
    common = []
    for item in first:
        alike = [
            next((one for one in other if one == item), None) or _by_as_much(item, other)
            for other in others
        ]
        if None not in alike:
            common.append(item if all(one == item for one in alike) else unknown_by(item))
            for other, one in zip(others, alike, strict=True):
                other.remove(cast("T", one))
    return tuple(common)


def _by_as_much(item: Any, others: Sequence[Any]) -> Any:
    """Return the event that differs from another only in its numbers, not in their difference, or None."""
    if not isinstance(item, Event) or not item.change:
        return None
    alike = (evolve(one, before=item.before, after=item.after) == item for one in others)
    return next((one for one in compress(others, alike) if one.change == item.change), None)


def unknown_by(event: Any) -> Any:
    """Return an event that changes an unknown number by as much."""
    return evolve(event, before=QUESTION_MARK, after=f"{QUESTION_MARK} {event.change:+}")

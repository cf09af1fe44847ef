"""What findings, facts and events have in common that were found in several worlds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.law.law import facts_of, finding_of, outcome_of
from era_of_inventions.tabletop.law.verdict import Event, Finding, Outcome
from era_of_inventions.tabletop.play.worlds import Worlds
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


def common_finding(known: Worlds[Any], first: Finding) -> Finding:
    """Return what is certain of the finding of a clause, which it makes in the first completion."""
    clause, subject = first.clause, first.subject
    found, used = known.answered(lambda whole: with_spans(finding_of(clause, whole, subject)))
    if found and not used:
        return found
    is_certain = known.is_same(lambda whole: outcome_of(clause, whole, subject))
    outcome = first.outcome if is_certain else Outcome.OPEN
    facts = _certain_facts(known, first, [name for name, _ in first.facts])
    return evolve(first, outcome=outcome, facts=tuple(facts))


def _certain_facts(
    known: Worlds[Any], first: Finding, names: Sequence[str]
) -> Iterator[tuple[str, object]]:
    """Yield what is certain of some facts of a finding: of all together or, if that is too much, of each by itself."""

    def facts(whole: Any) -> tuple[tuple[str, object], ...]:
        found = facts_of(first.clause, whole, first.subject)
        return tuple([fact for fact in found if fact[0] in names])

    found, used = known.answered(lambda whole: tuple(facts_in_all([facts(whole)])))
    if found is not None and not used:
        yield from found
        return
    worlds, untried, _ = known.tried(facts)
    if not untried:
        yield from facts_in_all([*map(facts, worlds)])
    elif len(names) > 1:
        for name in names:
            yield from _certain_facts(known, first, [name])


def facts_in_all(
    findings: Sequence[Sequence[tuple[str, object]]],
) -> Iterator[tuple[str, object]]:
    """Yield the facts that are equal in all findings, and the least and greatest of other numbers."""
    for name, _ in findings[0] if findings else ():
        values = [value for facts in findings for one, value in facts if one == name]
        if len(values) < len(findings):
            continue
        if type(values[0]) is not VeiledValue and all(one == values[0] for one in values[1:]):
            yield name, values[0]
        elif span := span_of(values):
            yield f"{name} at least", span[0]
            yield f"{name} at most", span[1]


def with_spans(finding: Finding) -> Finding:
    """Return a finding in which a fact that is one of some values has become the least and the greatest of them."""
    if all(type(value) is not VeiledValue for _, value in finding.facts):
        return finding
    return evolve(finding, facts=tuple(facts_in_all([finding.facts])))


def span_of(values: Iterable[object]) -> tuple[int, int] | None:
    """Return the least and the greatest of some numbers; None if one of the values is not a number."""
    numbers: list[Any] = []
    for value in values:
        numbers += value.span if type(value) is VeiledValue else [value]
    return (min(numbers), max(numbers)) if {*map(type, numbers)} == {int} else None


def only_answer(answers: Sequence[T]) -> T | None:
    """Return the answer that all of them are; None if they differ, or if there is none."""
    return answers[0] if answers and all(one == answers[0] for one in answers[1:]) else None


def items_in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the items that all lists have in common, as often as each list has them, in the order of the first.

    Events that change an unknown number by as much in all lists are one event with
    unknown numbers.
    """
    if len(columns) < 2:
        return tuple(*columns)
    first, *others = [list(column) for column in columns]
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

"""What else has to be different where somebody has changed a fact of a dispute, so that its position is possible.

A space of the board carries one marker, say: where another player's is put there, that
of the first has to go. What a problem of the position is about is changed by one step,
until no problem is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heappop, heappush
from itertools import chain, count, islice
from typing import Any

from era_of_inventions.tabletop.disputes.controls import rewritten
from era_of_inventions.tabletop.disputes.facts import Step, steps
from era_of_inventions.tabletop.disputes.file import parse_dispute
from era_of_inventions.tabletop.disputes.moments import granted_moments
from era_of_inventions.tabletop.disputes.premise import MOVER, Premise
from era_of_inventions.tabletop.disputes.stated import ENOUGH
from era_of_inventions.tabletop.disputes.statements import (
    PLAYER,
    POSITION,
    Statement,
    name_of,
    place_in_file,
    statements,
    table_at,
)
from era_of_inventions.tabletop.errors import FileError, KeyPath, path_text
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.checking import problems_of
from era_of_inventions.tabletop.play.rulebook import AnyRulebook
from era_of_inventions.tabletop.play.setting import described
from era_of_inventions.tabletop.text.span import fold
from era_of_inventions.tabletop.text.toml import parse_toml, toml_text
from era_of_inventions.tabletop.values.declared import key_of
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.outline import Part, PartialPosition

MENDED_MAX = 3
"""How many positions are mended further at most."""
STEPS_MAX = 250
"""How many changes of one position are tried at most."""
RESTATED_MAX = 40
"""How many changes are written into the file at most."""


def mended(
    text: str, rulebook: AnyRulebook, kept: Sequence[tuple[str, ...]] = ()
) -> tuple[Statement, ...]:
    """Return what else a dispute can state so that its position is possible: nothing if it is, or no way is found.

    The values at the places that are ``kept`` stay as they are; if that does not help,
    only the value at the last does. None stands for a value that is left out. Raises
    `FileError` for a text in which more than that cannot be read.
    """
    text = _with_amounts(text, rulebook)
    if _can_be_asked(text, rulebook):
        return ()
    left_out: tuple[Statement, ...] = ()
    try:
        dispute = parse_dispute(text, rulebook, claimless=True, unchecked=True)
    except FileError as error:
        wrong = {problem.place for problem in error.problems}
        left_out = tuple(_left_out(text, wrong, kept[-1:]))
        for one in left_out:
            text = rewritten(text, one.place, one.value)
        dispute = parse_dispute(text, rulebook, claimless=True, unchecked=True)
    if not _problems(dispute.state):
        return left_out
    more = _mended(dispute.premise, kept)
    return (*left_out, *(more or (_mended(dispute.premise, kept[-1:]) if kept[1:] else ())))


def _with_amounts(text: str, rulebook: AnyRulebook) -> str:
    """Return a text with an amount wherever it says "enough", so that no others are tried for every change."""
    if ENOUGH not in text.casefold():
        return text
    try:
        dispute = parse_dispute(text, rulebook, claimless=True, unchecked=True)
    except FileError:
        return text
    contents = parse_toml(text.encode(), "dispute")
    for one in statements(dispute.state, dispute.names):
        table = table_at(contents, one.place[:-1])
        for key in one.keys:
            if isinstance(raw := table.get(key), str) and fold(raw) == ENOUGH:
                table[key] = one.value
    return toml_text(contents)


def _can_be_asked(text: str, rulebook: AnyRulebook) -> bool:
    """Whether the position of a dispute is possible, if only at the moments of its claims."""
    try:
        dispute = parse_dispute(text, rulebook, claimless=True)
    except FileError:
        return False
    return not any(claim.problems for claim in dispute.claims)


def _left_out(
    text: str, wrong: Collection[str], kept: Sequence[tuple[str, ...]]
) -> Iterator[Statement]:
    """Yield statements that leave out what is wrong, such as the area of an action where there is none."""
    contents = parse_toml(text.encode(), "dispute")
    for place in (
        one for key in (POSITION, PLAYER) for one in _places((key,), contents.get(key, {}))
    ):
        if path_text(place) in wrong and place not in kept:
            yield Statement(place, None, ())


def _places(place: tuple[str, ...], value: Any) -> Iterator[tuple[str, ...]]:
    """Yield the places of all values in a table."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _places((*place, key), one)
    else:
        yield place


def _mended(premise: Premise, kept: Sequence[tuple[str, ...]]) -> tuple[Statement, ...]:
    order, tried = count(), {premise.state}
    waiting: list[tuple[int, int, Premise, tuple[Statement, ...]]] = [
        (0, next(order), premise, ())
    ]
    for _ in range(MENDED_MAX):
        if not waiting:
            break
        *_, premise, stated = heappop(waiting)
        problem = _problems(premise.state)[0]
        changes = _changes(premise, problem, kept)
        for more in islice(changes, RESTATED_MAX - len(tried)):
            other = premise.with_statements(more).read()
            if other is None or other.state in tried:
                continue
            tried.add(other.state)
            left = _problems(other.state)
            every = {one.place: one for one in (*stated, *more)}
            if not left:
                return (*every.values(),)
            if problem not in left:
                heappush(waiting, (len(left), next(order), other, (*every.values(),)))
    return ()


def _problems(state: Any) -> list[Violation]:
    return [*problems_of(state)]


def _changes(
    premise: Premise, problem: Violation, kept: Sequence[tuple[str, ...]]
) -> Iterator[list[Statement]]:
    """Yield changes by one step after which a problem may be gone, as statements of a file."""
    state = premise.state
    position = described(state, premise.names)
    if part := position.outline.parts.get(problem.about):
        yield from _records_before(part, premise)
    paths = [
        path
        for path in _near(problem, state, position)
        if place_in_file(path, position) not in kept
    ]
    tried = (sorted(steps(premise, path), key=_things_left, reverse=True) for path in paths)
    for step in islice(chain.from_iterable(tried), STEPS_MAX):
        if step.state is None or problem in _problems(step.state):
            continue
        changed = premise.differing(step.state)
        if not any(one.place in kept for one in changed):
            yield changed


def _things_left(step: Step) -> int:
    """Return how many things are left in a list after a step: what somebody has put there stays as long as it can."""
    return len(step.raw) if isinstance(step.raw, list) else 0


def _records_before(part: Part, premise: Premise) -> Iterator[list[Statement]]:
    """Yield a record before a part of the position, at each moment of the game that such a record can state.

    What the file states of the present record can be meant of the one before: it moves
    there first.
    """
    if part.before is None:
        return
    stated, place = premise.position, (POSITION, part.before.key)
    keys = {key_of(one.spec) for one in part.before.lines.fields}
    timing = (*((path,) for path in premise.rulebook.law.moment_fields), MOVER)
    whenever = [key for path in timing for key in premise.keys_of(path)]
    done = {key: raw for key, raw in stated.items() if key in keys and key not in whenever}
    left_out = [Statement((POSITION, key), None, ()) for key in done]
    for _, moment in granted_moments(premise.setting):
        if moment and moment.keys() <= keys:
            if done:
                yield [Statement(place, [{**moment, **done}], ()), *left_out]
            yield [Statement(place, [moment], ())]


def _near(problem: Violation, state: Any, position: PartialPosition) -> list[KeyPath]:
    """Return the paths of the fields that a problem can be about: the one it names, those of its part, all others."""
    part = problem.about.rpartition(".")[0] or problem.about

    def distance(path: KeyPath) -> tuple[bool, bool]:
        return name_of(path) != problem.about, not name_of(path).startswith(f"{part}.")

    return sorted(_paths(problem.seats, state, position), key=distance)


def _paths(seats: Sequence[int], state: Any, position: PartialPosition) -> Iterator[KeyPath]:
    """Yield the paths of the fields of positions, but of players only at some seats; at all if none are named."""
    for name, part in position.outline.parts.items():
        for one in part.lines.fields:
            if name == position.outline.players:
                yield from (
                    (name, seat, one.name) for seat in seats or range(state.setting.players)
                )
            else:
                # a field of the position itself is described with the turn
                ways = ((name, one.name), (one.name,))
                yield from (
                    path for path in ways if field_at(state.setting.layout, ".".join(path))
                )

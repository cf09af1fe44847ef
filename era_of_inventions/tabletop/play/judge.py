"""The slow, complete path: evaluate every clause for one move, and report every finding.

The judge does not use the engine that lists legal moves, so that each can check the
other. Only where a move comes too early does it ask the engine which move must come
first. It judges positions that are wholly known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.ruling import OtherReading, other_readings
from era_of_inventions.tabletop.law.verdict import (
    Due,
    Event,
    Outcome,
    Outstanding,
    RestsOn,
    Verdict,
)
from era_of_inventions.tabletop.play.occasions import ActsNow
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, AnyRulebook
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.layout import field_at

S = TypeVar("S", bound=AnyPosition)
Answer = TypeVar("Answer")


class Consequence(NamedTuple):
    """Whether a move is legal, and the events it causes if it is."""

    legal: bool
    events: Sequence[Event]


def judge(
    state: AnyPosition, move: object, *, seat: int | None = None, rulings: bool = False
) -> Verdict:
    """Judge one move: the findings of all clauses, and the events it would cause.

    ``seat`` is who wants to make the move, by default whoever is to move. If it decides
    at the same time as others, the position has to be turned to it before
    (`Rulebook.as_decider`). With ``rulings`` the verdict also lists the rulings that it
    rests on: the move is judged again under every other reading.
    """
    verdict = evaluate(state, move, seat)
    legal = verdict.legal
    if legal:
        after, tracer = trace(state, move)
        verdict = evolve(
            verdict,
            occasions=tuple(tracer.occasions),
            events=tracer.events,
            nearest=state.setting.rulebook.law.nearest(state, move),
            outstanding=outstanding(after),
        )
    else:
        verdict = with_due(state, verdict)
    if not rulings:
        return verdict

    def ask(ruleset: BaseRuleset) -> Consequence:
        otherwise = under(state, ruleset)
        still = evaluate(otherwise, move, seat).legal
        return Consequence(still, trace(otherwise, move)[1].events if still and legal else ())

    usual = Consequence(legal, verdict.events)
    return evolve(verdict, rests_on=tuple(rests_on(state, move, usual, ask)))


def evaluate(state: AnyPosition, move: object, seat: int | None) -> Verdict:
    """Return the verdict on a move by the grants and limits alone, without its effects.

    If a seat is given, or several decide, it says who acts now.
    """
    rulebook: AnyRulebook = state.setting.rulebook
    law, to_move, name = (
        rulebook.law,
        rulebook.seat_to_move(state),
        state.setting.ruleset.name,
    )
    if seat is None and rulebook.together(state):
        seat = to_move
    if seat is None:
        return Verdict(move, name, law.evaluate(state, move), seat=to_move)
    asked = state if seat == to_move else rulebook.turned(state, seat)
    return Verdict(
        move, name, law.evaluate(state, ActsNow(seat)) + law.evaluate(asked, move), seat=seat
    )


def outstanding(state: AnyPosition) -> tuple[Outstanding, ...]:
    """Return what is still to be paid or given before something that has begun has its effect; nothing by chance."""
    found = list[Outstanding]()
    if state.setting.rulebook.to_move(state) is CHANCE:
        return ()
    for path in state.setting.rulebook.outstanding:
        field = field_at(state.setting.layout, path)
        numbers = field.shape.measure(attrgetter(path)(state)) if field else ()
        phrases = field.phrases if field else ()
        found += [
            Outstanding(words[0], number)
            for words, number in zip(phrases, numbers, strict=True)
            if isinstance(number, int) and number > 0
        ]
    return tuple(found)


def with_due(
    state: AnyPosition, verdict: Verdict, due: Callable[[], Due] | None = None
) -> Verdict:
    """Add to a verdict who decides first, and by which moves, if the turn or the moment is wrong.

    They are what ``due`` returns, by default those of the position. The turn is wrong
    if the seat is not to move, the moment if no grant of the move is for this moment.
    """
    to_move = state.setting.rulebook.to_move(state)
    outcomes = {
        f.outcome
        for f in verdict.findings
        if f.clause.kind is Kind.GRANT and f.subject == verdict.subject
    }
    if outcomes != {Outcome.NOT_NOW} and verdict.seat in (to_move, None):
        return verdict
    return evolve(verdict, due=due() if due else due_in(state))


def due_in(state: AnyPosition, *, whole: bool = True) -> Due:
    """Return who decides next in a position, and the kinds of moves that are legal.

    If the position is not ``whole``, because something in it is unknown, these are the
    kinds that clauses grant at its moment.
    """
    rulebook: AnyRulebook = state.setting.rulebook
    seat = rulebook.seat_to_move(state)
    mover, chance = rulebook.to_move(state), rulebook.grammar.chance
    now = () if mover is OVER else rulebook.law.at_this_moment(state)
    made = [kind for kind in rulebook.kinds if (kind in chance) is (mover is CHANCE)]
    kinds = [kind for kind in made if kind in now]
    if len(kinds) > 1 and whole:
        legal = {*map(type, state.setting.engine.legal_moves(state))}
        kinds = [kind for kind in kinds if kind in legal] or kinds
    words = tuple(dict.fromkeys(map(rulebook.grammar.words_of, kinds)))
    return Due(seat, words, tuple(one for one in rulebook.deciders(state) if one != seat))


# --- Other readings -------------------------------------------------------------------


def under(state: S, ruleset: BaseRuleset) -> S:
    """Return the same position with another ruleset."""
    position: Any = state
    return evolve(position, setting=state.setting.under(ruleset))  # type: ignore[no-any-return]


def ask_otherwise(
    ruleset: BaseRuleset, ask: Callable[[Any], Answer]
) -> Iterator[tuple[OtherReading, Answer]]:
    """Yield every other reading of a ruling, and what ``ask`` returns for the ruleset that differs only in it."""
    for other, otherwise in _otherwise(ruleset, ruleset.name):
        yield other, ask(otherwise)


@lru_cache(maxsize=32)
def _otherwise(ruleset: BaseRuleset, _name: str) -> list[tuple[OtherReading, BaseRuleset]]:
    return [
        (other, ruleset.with_reading(other.ruling, other.other_reading))
        for other in other_readings(ruleset)
    ]


def rests_on(
    state: AnyPosition, move: object, usual: Consequence, ask: Callable[[Any], Consequence]
) -> Iterator[RestsOn]:
    """Yield the rulings that a move rests on: under another reading, its consequence is not the ``usual`` one.

    ``ask`` returns the consequence of the move under a ruleset.
    """
    ruleset: BaseRuleset = state.setting.ruleset
    by_ruling = groupby(
        _otherwise(ruleset, ruleset.name), lambda pair: (pair[0].ruling, pair[0].reading)
    )
    for (ruling, reading), of_ruling in by_ruling:
        legality, effects = [], []
        for other, otherwise in of_ruling:
            legal, events = ask(otherwise)
            if legal is not usual.legal:
                legality.append(other.other_reading)
            elif events != usual.events and not _comes_to_the_same(
                state, under(state, otherwise), move
            ):
                effects.append(other.other_reading)
        if legality or effects:
            yield RestsOn(ruling, reading, tuple(legality), tuple(effects))


def _comes_to_the_same(state: AnyPosition, otherwise: AnyPosition, move: object) -> bool:
    """Return whether a move has the same effects under another reading, even if they come at another moment."""
    return _difference(state, move) == _difference(otherwise, move)


def _difference(state: AnyPosition, move: object) -> list[tuple[object, ...]]:
    """Return what a move changes, once all that has begun is carried out to its end."""
    settle = state.setting.rulebook.settle
    return difference(settle(state), settle(trace(state, move)[0]))


def difference(before: AnyPosition, after: AnyPosition) -> list[tuple[object, ...]]:
    """Return what has changed between two positions: for each field by how much, or from what to what."""
    changes = before.setting.changes(before, after)
    events = (Event("", *change) for change in changes)
    return [(e.field, e.key, e.seat, e.change or (e.before, e.after)) for e in events]

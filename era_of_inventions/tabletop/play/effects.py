"""The effects of a move in a partly known position: those that are the same in all worlds that it allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.law.verdict import Event, Finding, Nearest, Outstanding
from era_of_inventions.tabletop.play.judge import outstanding
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.tracer import Tracer, trace
from era_of_inventions.tabletop.play.worlds import (
    VARIOUS,
    WAYS_MAX,
    Worlds,
    allows,
    filled,
    is_whole,
    ways,
    worlds_of,
)
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.veiled import note_moved
from era_of_inventions.tabletop.values.views import Leaf

T = TypeVar("T")
Changes: TypeAlias = Callable[[Any, Any], Iterable[Change]]
TRACED_MAX = 64
"""In how many completions a move is carried out at most."""


class Effects(NamedTuple):
    """What is certain of the effects of a legal move."""

    occasions: tuple[Finding, ...] = ()
    events: tuple[Event, ...] = ()
    nearest: Nearest | None = None
    outstanding: tuple[Outstanding, ...] = ()


class Carried(NamedTuple):
    """What carrying out a move in one world brings about."""

    tracer: Tracer[Any]
    occasions: tuple[Finding, ...]
    nearest: Nearest | None
    outstanding: tuple[Outstanding, ...]


def effects(state: AnyPosition, move: object, changes: Changes | None = None) -> Effects:
    """Return the certain effects of a legal move; ``changes`` lists the changes between two positions, see `trace`.

    An effect is certain if it is the same in all worlds: in all completions if the effects use something unknown, and
    if that was tried in all combinations. If they use nothing unknown, the first completion is enough. What a move
    brings about before it uses anything unknown is certain in any case.
    """
    return effects_in(worlds_of(state), move, changes)


def effects_in(known: Worlds[Any], move: object, changes: Changes | None = None) -> Effects:
    """Return the effects of a legal move that are certain in these worlds, as `effects` does."""
    state, whole = known.state, is_whole(move)
    made = [move] if whole else [one for _, one in ways(state, move, known.some(VARIOUS))]
    question = consequences(state, *dict.fromkeys(made), changes=changes)
    happened, used = known.behind_veil(question)
    counts = False
    if used and not known.is_tried(question):
        return _begun(known, move, changes) if whole else Effects()
    if happened and not used and whole and _events_of(happened[0]):
        hides = bool(known.noted)  # by listing the events
        counts = hides and any(map(_is_counted, known.unknown))
        others = [one for one in reversed(known.few) if allows(one, move)] if hides else []
        # another world shows no veil, as the first would
        if not counts and (others or not hides):
            shown = [_carried_out(one, move, changes) for one in others[:1]]
            return _certain(known, [*shown, *happened], [happened[0].nearest])
    worlds = known.every if used or counts else known.few if whole else known.some(VARIOUS)
    law = state.setting.rulebook.law
    nearest = [law.nearest(one, filled(one, move)) for one in worlds]
    return _certain(known, _various(state, move, worlds, changes), nearest)


def _is_counted(leaf: Leaf) -> bool:
    """Return whether events have the numbers of cards in an unknown field, by their faces."""
    return leaf.holds_cards and leaf.field.spec.holds.of.faces is not None  # type: ignore[attr-defined]


def _begun(known: Worlds[Any], move: object, changes: Changes | None) -> Effects:
    """Return what a move brings about before it uses anything unknown."""
    layout, law = known.state.setting.layout, known.state.setting.rulebook.law

    def free(whole: Any) -> int:
        _, tracer = trace(whole, move, changes, known.noted)
        known.noted.clear()
        for number, (_, before, after) in enumerate(tracer.steps[: tracer.free]):
            note_moved(layout, before, after)
            if known.noted:
                return number
        return tracer.free

    steps, _ = known.behind_veil(free)
    nearest, used = known.behind_veil(lambda whole: law.nearest(whole, move))
    happened = [_carried_out(*one, changes) for one in ways(known.state, move, known.few)]
    for one in happened:
        del one.tracer.steps[steps or 0 :]
    events = _certain(known, happened, ()).events
    return Effects(events=events, nearest=None if used else nearest)


def _events_of(carried: Carried) -> Sequence[Event]:
    """Return the events of a move carried out under a veil; none if what lists them takes no veil."""
    try:
        return carried.tracer.events
    except Exception:
        return ()


def consequences(
    state: AnyPosition, *made: object, changes: Changes | None = None
) -> Callable[[Any], Sequence[Carried]]:
    """Return a question for `Possible.uses`: everything that legal moves do, and what is known of it."""
    layout = state.setting.layout

    def carried_out(whole: Any) -> Sequence[Carried]:
        happened = tuple(_carried_out(whole, one, changes) for one in made)
        for one in happened:
            for _, before, after in one.tracer.steps:
                note_moved(layout, before, after)
        return happened

    return carried_out


def _carried_out(whole: Any, move: object, changes: Changes | None) -> Carried:
    after, tracer = trace(whole, move, changes)
    nearest = whole.setting.rulebook.law.nearest(whole, move)
    return Carried(tracer, tuple(tracer.occasions), nearest, outstanding(after))


def _various(
    state: AnyPosition, move: object, worlds: Sequence[Any], changes: Changes | None
) -> Sequence[Carried]:
    """Carry out the first way to make a move, and one of each that changes something else.

    If the move leads to occasions, other ways are carried out too.
    """

    def net(whole: Any, one: object) -> tuple[Change, ...]:
        setting = whole.setting
        return tuple((changes or setting.changes)(whole, setting.engine.play(whole, one)))

    made = [*ways(state, move, worlds, WAYS_MAX)]
    first = [_carried_out(*one, changes) for one in made[:1]]
    unlike = {net(*one): one for one in reversed(made)} if len(made) > 1 else {}
    others = [one for one in unlike.values() if one is not made[0]]
    if any(one.occasions for one in first):
        others += made[1 :: len(made) // TRACED_MAX + 1]
    return first + [_carried_out(whole, one, changes) for whole, one in others[:TRACED_MAX]]


def _certain(
    known: Worlds[Any], happened: Sequence[Carried], nearest: Sequence[Nearest | None]
) -> Effects:
    """Return what is the same wherever a move was carried out, without numbers that are guessed."""
    return Effects(
        _in_all([one.occasions for one in happened]),
        tuple(
            event if not guessed else _unknown_by(event)
            for event in _in_all([one.tracer.events for one in happened])
            if not (guessed := known.is_guessed(event.field, event.seat)) or event.change
        ),
        _alike(nearest),
        _alike([one.outstanding for one in happened]) or (),
    )


def _alike(answers: Sequence[T]) -> T | None:
    """Return the answer that all of them are; None if they differ, or if there is none."""
    return answers[0] if answers and all(one == answers[0] for one in answers) else None


def _in_all(columns: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return the items that all lists have in common, as often as each list has them, in the order of the first.

    Events that change an unknown number by as much in all lists are one event with unknown numbers.
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
            common.append(item if all(one == item for one in alike) else _unknown_by(item))
            for other, one in zip(others, alike, strict=True):
                other.remove(cast("T", one))
    return tuple(common)


def _by_as_much(item: Any, others: Sequence[Any]) -> Any:
    """Return the event that differs from another only in its numbers, not in their difference, or None."""
    if not isinstance(item, Event) or not item.change:
        return None
    alike = (evolve(one, before=item.before, after=item.after) == item for one in others)
    return next((one for one in compress(others, alike) if one.change == item.change), None)


def _unknown_by(event: Any) -> Any:
    return evolve(event, before=QUESTION_MARK, after=f"{QUESTION_MARK} {event.change:+}")

"""The effects of a move in a partly known position: those that are the same in all worlds that it allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.law.verdict import Event, Finding, Nearest, Outstanding
from era_of_inventions.tabletop.play.common import items_in_all, only_answer, unknown_by
from era_of_inventions.tabletop.play.judge import outstanding
from era_of_inventions.tabletop.play.named_things import sets_of, worlds_about
from era_of_inventions.tabletop.play.partial_moves import (
    Ways,
    allows,
    can_be,
    is_whole,
)
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.tracer import Tracer, trace
from era_of_inventions.tabletop.play.worlds import (
    Worlds,
    is_known,
    path_of_changes,
)
from era_of_inventions.tabletop.values import members, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.noted import MOVED
from era_of_inventions.tabletop.values.veiled import VeiledValue
from era_of_inventions.tabletop.values.veiling import note_moved

T = TypeVar("T")
Changes: TypeAlias = Callable[[Any, Any], Iterable[Change]]


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

    @property
    def effects(self) -> Effects:
        """The effects in this world."""
        return Effects(self.occasions, self.tracer.events, self.nearest, self.outstanding)


def effects(state: AnyPosition, move: object, changes: Changes | None = None) -> Effects:
    """Return the certain effects of a legal move; ``changes`` lists the changes between two positions, see `trace`.

    An effect is certain if it is the same in all worlds: in all completions if the
    effects use something unknown, and if that was tried in all combinations. If they
    use nothing unknown, the first completion is enough. What a move brings about before
    it uses anything unknown is certain in any case.
    """
    return effects_in(worlds_about(state, move), move, changes)


def effects_in(known: Worlds[Any], move: object, changes: Changes | None = None) -> Effects:
    """Return the effects of a legal move that are certain in these worlds, as `effects` does."""
    if not is_whole(move):
        return _effects_of_ways(known, move, changes)
    question = consequences(known.state, move, changes)
    happened, used = known.answered(lambda whole: _but_nearest(question(whole)))
    if not used and happened and _can_be_listed(happened) and not known.noted:
        return _certain(known, [happened])
    used = known.uses(question)  # more, if values of sets are not known beforehand
    nothing_asked = is_known(known.state)  # the setup, for one, is no legal move

    def is_made(whole: Any) -> bool:
        return nothing_asked or allows(whole, move)

    few = known.some()
    if len(few) > 1 and _only_moves(known, used, changes) and all(map(is_made, few)):
        return _certain_of_all(
            known, [_carried_out(one, move, changes) for one in few], are_all=False
        )
    worlds, untried, _ = known.tried(question) if used else (known.every, (), used)
    are_all = all(map(is_made, worlds))
    if not are_all:  # what makes it legal may not have been tried
        worlds, untried, _ = known.tried_where(is_made, question)
    if untried:
        return _begun(known, move, changes)
    carried = [_carried_out(one, move, changes) for one in worlds]
    return _certain_of_all(known, carried, are_all=are_all)


def _only_moves(
    known: Worlds[Any], used: Collection[KeyPath], changes: Changes | None
) -> bool:
    """Return whether effects differ only by the names of hidden things, which are moved from place to place.

    Where all free things of a kind lie in one set, their names are certain.
    """
    if any(path[-1] != MOVED for path in used) or changes or known.are_checked:
        return False
    places = [sets_of(known, names) for names in known.free if names.faces is None]
    are_named = any(len(sets) == 1 and sets[0] is not None for sets in places)
    have_faces = len(places) < len(known.free)
    return not (are_named or have_faces or known.state.setting.rulebook.changes)


def _certain_of_all(
    known: Worlds[Any], carried: Sequence[Carried], *, are_all: bool
) -> Effects:
    """Return what is the same wherever a move was carried out, in all completions or in some.

    Some, which checks leave or in which the move is legal, may have a thing in the same
    place, though others like them have not.
    """
    found = _certain(known, carried)
    some = known.are_checked or not are_all
    return _without_names(known, found, faces=False) if some else found


def _without_names(known: Worlds[Any], effects: Effects, *, faces: bool) -> Effects:
    """Return effects without the events of hidden fields that name a thing not known to lie anywhere, or its face."""
    terms, guessed = known.state.setting.layout.terms, set[tuple[str, int | None, str]]()
    for leaf in (
        views.leaves(known.state.setting.layout, known.state) if known.unknown else ()
    ):
        if leaf.hidden and leaf.holds_cards:
            things, of_faces = [*terms.get(leaf.names.names)], leaf.names.faces
            keys = [things[thing] for thing in members(cast("Any", known.free[leaf.names]))]
            keys += of_faces.copies(terms.setting).numbers if faces and of_faces else []
            guessed |= {(path_of_changes(leaf), leaf.seat, key) for key in keys}
    events = (one for one in effects.events if (one.field, one.seat, one.key) not in guessed)
    return effects._replace(events=tuple(events))


def _effects_of_ways(known: Worlds[Any], move: object, changes: Changes | None) -> Effects:
    """Return what is certain of the effects of a partly unknown move: what all moves have for which it stands."""

    def carried_out(whole: Any, one: object) -> Carried:
        return consequences(known.state, one, changes)(whole)

    ways = Ways(known, can_be(known.state, move))
    pairs = ways.pairs(carried_out) or ()
    if is_known(known.state):  # what comes before the first move is not legal
        pairs = pairs or [(known.state, ways.moves[0])]
    elif pairs:  # other worlds show what is only listed
        pairs = [*pairs, *ways.lasts]
    found = _certain(known, [_carried_out(*pair, changes) for pair in pairs])
    return _without_names(known, found, faces=True)


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
    legal = [one for one in known.every if allows(one, move)]
    happened = [_carried_out(one, move, changes) for one in legal]
    for one in happened:
        del one.tracer.steps[steps or 0 :]
    are_all = len(legal) == len(known.every)
    events = _certain_of_all(known, happened, are_all=are_all).events
    return Effects(events=events, nearest=None if used else nearest)


def _but_nearest(happened: Carried) -> Carried:
    """Leave out the nearest limit if its numbers are not the same whatever is unknown."""
    nearest: Any = happened.nearest
    differs = nearest and VeiledValue in (type(nearest.number), type(nearest.most))
    return happened._replace(nearest=None) if differs else happened


def _can_be_listed(carried: Carried) -> bool:
    """Return whether the events of a move carried out under a veil can be listed; what lists them may take no veil."""
    try:
        return carried.tracer.events is not None
    except Exception:
        return False


def consequences(
    state: AnyPosition, move: object, changes: Changes | None = None
) -> Callable[[Any], Carried]:
    """Return a question for `Possible.uses`: everything that a legal move does, and what is known of it."""
    layout = state.setting.layout

    def carried_out(whole: Any) -> Carried:
        happened = _carried_out(whole, move, changes)
        for _, before, after in happened.tracer.steps:
            note_moved(layout, before, after)
        return happened

    return carried_out


def _carried_out(whole: Any, move: object, changes: Changes | None) -> Carried:
    after, tracer = trace(whole, move, changes)
    nearest = whole.setting.rulebook.law.nearest(whole, move)
    return Carried(tracer, tuple(tracer.occasions), nearest, outstanding(after))


def _certain(known: Worlds[Any], happened: Sequence[Carried]) -> Effects:
    """Return what is the same wherever a move was carried out, without numbers that are guessed."""
    found = _in_all([one.effects for one in happened])
    if not known.values:
        return found
    events = (
        event if not guessed else unknown_by(event)
        for event in found.events
        if not (guessed := known.is_guessed(event.field, event.seat)) or event.change
    )
    return found._replace(events=tuple(events))


def _in_all(found: Sequence[Effects]) -> Effects:
    if len(found) == 1:
        return found[0]
    return Effects(
        items_in_all([one.occasions for one in found]),
        items_in_all([one.events for one in found]),
        only_answer([one.nearest for one in found]),
        only_answer([one.outstanding for one in found]) or (),
    )

"""Things that a dispute file does not mention, although the result of a claim depends on them.

They are taken as after the setup. This module finds the things that would turn the
result if they were different.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.disputes.derived import derived_from
from era_of_inventions.tabletop.disputes.facts import (
    NO_FILE,
    field_of,
    name_of,
    restated,
    steps,
)
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import (
    OPPOSITE,
    Judgement,
    Measured,
    OtherNumber,
    Unsaid,
)
from era_of_inventions.tabletop.disputes.moments import Scene, says_who_begins
from era_of_inventions.tabletop.disputes.plenty import Supplied, supplied
from era_of_inventions.tabletop.disputes.premise import START, Premise
from era_of_inventions.tabletop.disputes.presupposed import with_bystanders
from era_of_inventions.tabletop.disputes.retracing import fields_read, is_ungranted
from era_of_inventions.tabletop.disputes.stated import ENOUGH
from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.law.clause import Clause, Kind
from era_of_inventions.tabletop.play.checking import is_possible
from era_of_inventions.tabletop.play.score import Score
from era_of_inventions.tabletop.play.worlds import is_known
from era_of_inventions.tabletop.values.declared import BoundField
from era_of_inventions.tabletop.values.domains import Domain, Seat
from era_of_inventions.tabletop.values.outline import TURN
from era_of_inventions.tabletop.values.views import leaves, part_at

EARLIER = "earlier moves of the round"
"""What fields that say how far a round has come are called together."""
TRIED_MAX = 60
"""How many other values of a field that a file does not mention are tried at most."""

COUNTED_MAX = 6
"""With how many other values of such a field a claim is counted again at most."""


class Unmentioned(NamedTuple):
    """A field that decides about a claim, although the file does not mention it.

    ``by`` is what reads the field: a clause, a claimed quantity, or the score. It is
    ``all`` if the file mentions none of the other fields that ``by`` reads either, and
    the moves change none.
    """

    by: Clause[..., Any] | Measured | Score
    path: KeyPath
    holds: Domain[Any]
    unsaid: Unsaid
    all: bool


Evaluate = Callable[[Any], Judgement | None]
"""A function that evaluates a claim in another position, and returns None if it cannot be asked there."""


@attrs.frozen
class Silence:
    """What decides about a claim although the file does not mention it.

    ``things`` are all that was taken as after the setup. ``excuses`` are the things
    that would have to be different, or enough, for a move not to be forbidden, each
    with the ids of the clauses that would not forbid it then. ``quantities`` are the
    things from which alone a claimed value was measured, or a tie was broken.
    """

    things: tuple[Unsaid, ...]
    excuses: Mapping[Unsaid, set[str]]
    quantities: tuple[Unsaid, ...]

    @classmethod
    def about(
        cls, dispute: Dispute, scene: Scene, judgement: Judgement, evaluate: Evaluate
    ) -> Silence:
        """Return what the file of a claim that was judged in a scene does not mention."""
        premise = scene.premise
        found = [*unmentioned(dispute, premise, judgement)]
        dealt = _dealt(dispute, premise) if premise.is_setup else None
        quantities = (
            one.unsaid
            for one in found
            if _alone(one)
            and (
                dealt is None or part_at(dealt, one.path) != part_at(premise.state, one.path)
            )
        )
        ties = (one.unsaid for one in found if _breaks(one, judgement))
        counted = _counting(dispute, premise, judgement, found, evaluate)
        named = tuple(dict.fromkeys((*quantities, *ties, *counted)))
        return cls(
            tuple(dict.fromkeys(one.unsaid for one in found)),
            _excuses(dispute, premise, judgement, found, evaluate),
            (*named, *dict.fromkeys(_who_else_moves(dispute, scene, judgement, evaluate)))
            or (*_who_began(dispute, premise, judgement, evaluate),),
        )

    @property
    def _excused(self) -> set[str]:
        return set[str]().union(*self.excuses.values())

    def turned(self, judgement: Judgement, other: Judgement) -> bool:
        """Return whether another judgement is the opposite, or forbids the same move only by excused clauses."""
        alike = bool(self.excuses) and other.fails_at == judgement.fails_at
        excusable = alike and against(other) <= self._excused < against(judgement)
        return excusable or other.result == OPPOSITE.get(judgement.result)

    def decisive(
        self, judgement: Judgement, numbers: Sequence[OtherNumber]
    ) -> tuple[Unsaid, ...]:
        """Return the unmentioned things to name with the result, besides the numbers that it rests on.

        Excuses are named if they concern all clauses against the move, or if the result
        rests on numbers too.
        """
        wholly = bool(numbers) or against(judgement) <= self._excused
        return (*self.quantities, *(self.excuses if wholly else ()))


def _dealt(dispute: Dispute, premise: Premise) -> Any:
    """Return a position after the setup and some deal. Of a mere setup, only what the deal changes is unmentioned."""
    return dispute.game.deal(dispute.game.new(premise.begins), Random(0))


def _alone(one: Unmentioned) -> bool:
    """Whether a field was read for a claimed value, and the file mentions nothing that was read for this value.

    To find the place of a thing, many places are read. Only the one where it is counts.
    """
    if not (one.all and isinstance(one.by, Measured)) or _is_change(one.by):
        return False
    if not _is_place(one.by):
        return True
    return one.unsaid.seat is None and one.by.after == one.unsaid.what


def _is_place(by: object) -> bool:
    return isinstance(by, Measured) and by.effect.what.startswith("place of ")


def _is_change(by: object) -> bool:
    return isinstance(by, Measured) and by.effect.change is not None


def _breaks(one: Unmentioned, judgement: Judgement) -> bool:
    """Whether a field decides about the winners because a tie is broken by it.

    It counts if it says where players sit, or if the claim states their scores and the
    field is of a tied player.
    """
    if not isinstance(one.by, Score) or not one.by.decided_by[1:]:
        return False
    tied = dict(one.by.decided_by[1].numbers)
    by_scores_alone = judgement.claim.scores is not None
    return isinstance(one.holds, Seat) or (by_scores_alone and one.unsaid.seat in tied)


def _counting(
    dispute: Dispute,
    premise: Premise,
    judgement: Judgement,
    found: Sequence[Unmentioned],
    evaluate: Evaluate,
) -> Iterator[Unsaid]:
    """Yield what a claimed value is counted from, or the winners: if it were one step away, they would be others.

    A mere setup is meant as it is.
    """
    start, names = premise.state, dispute.names
    if premise.is_setup or judgement.open_on or not is_known(start):
        return

    def differs(other: Judgement | None) -> bool:
        if other is None or other.fails_at != judgement.fails_at:
            return False
        of_winners = judgement.score and other.result != judgement.result
        return bool(of_winners) or other.counted != judgement.counted

    for unsaid, path, counts in _counted_from(dispute, premise, judgement, found):
        others = (
            step.state for step in steps(dispute, start, path) if step.state is not None
        )
        differing = (one for one in others if counts(one) != counts(start))
        possible = (one for one in differing if _as_stated(premise, one, names))
        if any(map(differs, map(evaluate, islice(possible, COUNTED_MAX)))):
            yield unsaid


def _counted_from(
    dispute: Dispute, premise: Premise, judgement: Judgement, found: Sequence[Unmentioned]
) -> Iterator[tuple[Unsaid, KeyPath, Callable[[Any], object]]]:
    """Yield the fields that claimed values and winners may be counted from, each with what is counted in a position.

    A claimed change may be counted from what the moves take from the table, such as a
    load.
    """
    start, end, names = premise.state, judgement.ends[1], dispute.names
    measure = start.setting.for_players(names).quantities.measure
    for one in found:
        if isinstance(one.by, Score):
            yield one.unsaid, one.path, lambda state: judgement.claim.score(state).winners
        elif isinstance(one.by, Measured) and not (_is_place(one.by) or _alone(one)):
            yield one.unsaid, one.path, partial(measure, one.by.effect)
    for thing in supplied(start.setting) if any(map(_is_change, judgement.measured)) else ():
        taken = thing.seat is None and part_at(start, thing.path) != part_at(end, thing.path)
        if taken and not premise.states(thing.path, names):
            yield Unsaid(None, thing.field.spec.words), thing.path, lambda state: state


def _who_began(
    dispute: Dispute, premise: Premise, judgement: Judgement, evaluate: Evaluate
) -> Iterator[Unsaid]:
    """Yield the start player, if nobody says who it is, and with another one the same moves have another result.

    The same players make them, so those who are not named do not count.
    """
    movers = [verdict.seat for _, verdict in judgement.verdicts]
    if not (movers and judgement.measured) or says_who_begins(dispute.premise):
        return
    for other in (premise.stating({START: name}) for name in dispute.names):
        judged = other and other.state != premise.state and evaluate(other.state)
        alike = judged and [verdict.seat for _, verdict in judged.verdicts] == movers
        if judged and alike and judged.measured and judged.result != judgement.result:
            yield Unsaid(None, "start player")
            return


def _who_else_moves(
    dispute: Dispute, scene: Scene, judgement: Judgement, evaluate: Evaluate
) -> Iterator[Unsaid]:
    """Yield what nobody says of players without a move, if with it one of them would move before another in the claim.

    If it would be before a move that the claim presupposes, this player cannot have had
    it.
    """
    if not (judgement.claim.after or judgement.claim.moves):
        return
    for seat, keys, option in with_bystanders(scene, judgement.claim, dispute.names):
        other = evaluate(option.state)
        if other is not None and other.result != judgement.result:
            yield from (Unsaid(seat, key.replace("_", " ")) for key in keys)


def against(judgement: Judgement) -> set[str]:
    """Return the ids of the clauses that forbid a move."""
    return {clause.id for clause in judgement.forbidden_by}


def _excuses(
    dispute: Dispute,
    premise: Premise,
    judgement: Judgement,
    found: Sequence[Unmentioned],
    evaluate: Evaluate,
) -> dict[Unsaid, set[str]]:
    """Return the things that would have to be different for a move not to be forbidden.

    Each has the ids of the clauses that would not forbid the move then. If enough of
    some things turns the result, only these things are returned.
    """
    at = judgement.fails_at
    if not at or judgement.open_on:
        return {}
    seat = judgement.verdicts[-1][1].seat

    def turns(state: Any) -> bool:
        other = evaluate(state)
        if other is None or (other.fails_at or at) < at:
            return False
        return other.result == OPPOSITE[judgement.result]

    def forbidden_by(state: Any) -> Collection[str] | None:
        other = evaluate(state)
        if other is None:
            return None
        too_early = any(one.verdicts[-1][1].due for one in (judgement, other))
        alike = other.fails_at in (
            None,
            None if too_early else at,
        )  # too early is refused in any case
        return against(other) if alike else None

    needed = [] if seat is None else fewest_needed(premise, seat, dispute.names, turns)
    if needed := needed or _needed_by_all(premise, judgement, dispute.names, evaluate):
        return dict.fromkeys(map(as_unsaid, needed), against(judgement))
    return _excusing(dispute, premise, judgement, found, forbidden_by)


def _needed_by_all(
    premise: Premise, judgement: Judgement, names: tuple[str, ...], evaluate: Evaluate
) -> list[Supplied]:
    """Return the unmentioned things that turn the result if several players in turn have enough of them, each as few.

    Nothing is returned if no such things are found.
    """
    needed, now = list[Supplied](), judgement
    while now.fails_at and (seat := now.verdicts[-1][1].seat) is not None:

        def goes_on(state: Any, at: int = now.fails_at) -> bool:
            other = evaluate(state)
            return other is not None and (other.fails_at is None or other.fails_at > at)

        more = fewest_needed(premise, seat, names, goes_on)
        if not more or not (fuller := with_enough(premise, more, names)):
            return []
        needed, premise = [*needed, *more], fuller
        other = evaluate(premise.state)
        if other is None or other.open_on:
            return []
        now = other
    return needed if now.result == OPPOSITE[judgement.result] else []


def unmentioned(
    dispute: Dispute, premise: Premise, judgement: Judgement
) -> Iterator[Unmentioned]:
    """Yield the fields that decide and that are as after the setup only because the file does not mention them.

    A field that the moves have changed counts only if a clause against a move reads it,
    or a claimed value.
    """
    setting, positions = dispute.game.setting, dispute.game.rulebook.positions
    law, names = dispute.game.rulebook.law, dispute.names
    left_out = {"turn.seat", *positions.follows, *law.moment_fields}
    start, end = premise.state, judgement.ends[1]
    for by, read in fields_read(judgement, setting.for_players(names).quantities):
        paths = dict.fromkeys(
            source
            for path in read
            for source in ([path] if _is_change(by) else derived_from(start, path))
            if name_of(source) not in left_out
        )
        silent = [path for path in paths if not _mentions(premise, path, names)]
        kept = [path for path in silent if part_at(start, path) == part_at(end, path)]
        counts = isinstance(by, (Measured, Score)) or by in judgement.forbidden_by
        for path in silent if counts else kept:
            field, seat = field_of(setting.layout, path)
            named = _named(path, field, seat, claimed=isinstance(by, Measured))
            yield Unmentioned(by, path, field.spec.holds, named, kept == [*paths])


def _mentions(premise: Premise, path: KeyPath, names: Sequence[str]) -> bool:
    """Whether a file states a field, or else states all the fields from which its value is derived."""
    sources = premise.state.setting.rulebook.disputes.filled_from.get(name_of(path), ())
    return premise.states(path, names) or (
        bool(sources) and all(premise.states((*path[:-1], one), names) for one in sources)
    )


def _named(path: KeyPath, field: BoundField, seat: int | None, *, claimed: bool) -> Unsaid:
    """Return a field in words.

    Fields of the turn, or of no part, are called the earlier moves, unless they hold a
    seat or are themselves claimed.
    """
    of_turn = path[0] == TURN or (len(path) == 1 and not claimed)
    together = of_turn and not isinstance(field.spec.holds, Seat)
    return Unsaid(seat, EARLIER if together else field.spec.words)


def _excusing(
    dispute: Dispute,
    premise: Premise,
    judgement: Judgement,
    found: Sequence[Unmentioned],
    forbidden_by: Callable[[Any], Collection[str] | None],
) -> dict[Unsaid, set[str]]:
    """Return the unmentioned things that could lift clauses against a move, each with the ids of these clauses.

    If no clause grants the move at its moment, the things read by clauses that could
    grant it are returned too; if there are none, nothing is excused. ``forbidden_by``
    returns the ids of the clauses against the move in another position, or None if it
    cannot be asked there.
    """
    excused: dict[Unsaid, set[str]] = {}
    grants = [one.unsaid for one in found if getattr(one.by, "kind", None) is Kind.GRANT]
    for_a_grant = {unsaid: set[str]() for unsaid in grants}
    ungranted = is_ungranted(judgement.verdicts[-1][1])
    if not judgement.forbidden_by or (ungranted and not grants):
        return for_a_grant
    left = {*judgement.forbidden_by}
    for clause, path, _, unsaid, _ in found:
        if clause not in left:
            continue
        for state in islice(_otherwise(dispute, premise, path), TRIED_MAX):
            still = None if state is None else forbidden_by(state)
            if still is not None and clause.id not in still:
                excused.setdefault(unsaid, set()).add(clause.id)
                left.remove(clause)
                break
    return {**(for_a_grant if ungranted else {}), **excused}


def _otherwise(dispute: Dispute, premise: Premise, path: KeyPath) -> Iterator[Any]:
    """Yield positions in which the field at a path has another value: first enough of it, then values one step away.

    None takes the place of a position that is not possible, or that differs from what
    the file states.
    """
    names = dispute.names
    for one in supplied(premise.state.setting):
        if one.path == path and (option := with_enough(premise, [one], names)):
            yield option.state
    for step in steps(dispute, premise.state, path):
        yield step.state if _as_stated(premise, step.state, names) else None
        if step.raw is not NO_FILE:
            yield restated(dispute, premise, path, step.raw)


def _as_stated(premise: Premise, state: Any, names: Sequence[str]) -> bool:
    """Whether another position is possible, and agrees with all that a file states about where things lie."""
    if state is None or not is_possible(state):
        return False
    layout = state.setting.layout
    pairs = zip(leaves(layout, premise.state), leaves(layout, state), strict=True)
    return all(
        one.value == other.value or not premise.states(one.path, names)
        for one, other in pairs
    )


def fewest_needed(
    premise: Premise, seat: int, names: tuple[str, ...], holds: Callable[[Any], bool]
) -> list[Supplied]:
    """Return the unmentioned things, as few as possible, that turn the result if there is enough of them.

    Nothing is returned if no such things are found. ``seat`` is the player who pays;
    ``holds`` returns whether the result is turned in a position.
    """
    if premise.position is None:
        return []
    things = [one for one in supplied(premise.state.setting) if one.seat in (None, seat)]
    options = [
        (one, option) for one in things if (option := with_enough(premise, [one], names))
    ]
    needed = [one for one, _ in options]

    def enough(of: Sequence[Supplied]) -> bool:
        option = with_enough(premise, of, names)
        return option is not None and holds(option.state)

    alone = next(([one] for one, option in options if holds(option.state)), None)
    if alone is None and (not needed or not enough(needed)):
        return []
    needed = alone or needed
    for one in reversed(needed):
        fewer = [other for other in needed if other != one]
        if fewer and enough(fewer):
            needed = fewer
    return needed


def as_unsaid(one: Supplied) -> Unsaid:
    """Return a thing that a file could call "enough" as one that it does not mention."""
    return Unsaid(one.seat, one.field.spec.words, enough=True)


def with_enough(
    premise: Premise, things: Sequence[Supplied], names: tuple[str, ...]
) -> Premise | None:
    """Return the premise of a file that also says "enough" of these things.

    None if the file states one of them already, or if the position is not possible.
    """
    assert premise.position is not None
    position, players = deepcopy(premise.position), deepcopy(premise.players)
    for one in things:
        table = one.table(position, players, names)
        if not table.keys().isdisjoint(one.keys):
            return None
        table[one.keys[0]] = ENOUGH
    return premise.stating(position, players)

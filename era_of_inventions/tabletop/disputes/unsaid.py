"""Things that a dispute file does not mention, although the result of a claim depends on them.

They are taken as after the setup. This module finds the things that would turn the
result if they were different.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import attrs

from era_of_inventions.tabletop.disputes.derived import derived_from
from era_of_inventions.tabletop.disputes.evaluation import evaluated
from era_of_inventions.tabletop.disputes.facts import (
    NO_FILE,
    field_of,
    restated,
    steps,
)
from era_of_inventions.tabletop.disputes.judgement import (
    OPPOSITE,
    Judgement,
    Measured,
    OtherNumber,
    Unsaid,
)
from era_of_inventions.tabletop.disputes.moments import says_who_begins, with_bystanders
from era_of_inventions.tabletop.disputes.plenty import Supplied, supplied
from era_of_inventions.tabletop.disputes.premise import START, Premise
from era_of_inventions.tabletop.disputes.retracing import fields_read, is_ungranted
from era_of_inventions.tabletop.disputes.statements import name_of
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

    @property
    def is_alone(self) -> bool:
        """Whether it was read for a claimed value, and the file mentions nothing that was read for this value.

        To find the place of a thing, many places are read. Only the one where it is
        counts.
        """
        if not (self.all and isinstance(self.by, Measured)) or _is_change(self.by):
            return False
        if not _is_place(self.by):
            return True
        return self.unsaid.seat is None and self.by.after == self.unsaid.what


@attrs.frozen(slots=False)
class Silence:
    """What decides about a judged claim although its file does not mention it."""

    judgement: Judgement

    @property
    def premise(self) -> Premise:
        """The position in which the claim was judged, as its file states it."""
        return self.judgement.premise

    @cached_property
    def things(self) -> tuple[Unsaid, ...]:
        """All that was taken as after the setup."""
        return tuple(dict.fromkeys(one.unsaid for one in self._unmentioned))

    @cached_property
    def _excused(self) -> set[str]:
        return set[str]().union(*self.excuses.values())

    def turned(self, other: Judgement) -> bool:
        """Return whether another judgement is the opposite, or forbids the same move only by excused clauses."""
        alike = bool(self.excuses) and other.fails_at == self.judgement.fails_at
        excusable = alike and {*other.against} <= self._excused < {*self.judgement.against}
        return excusable or other.result == OPPOSITE.get(self.judgement.result)

    def decisive(self, numbers: Sequence[OtherNumber]) -> tuple[Unsaid, ...]:
        """Return the unmentioned things to name with the result, besides the numbers that it rests on.

        Excuses are named if they concern all clauses against the move, or if the result
        rests on numbers too.
        """
        wholly = bool(numbers) or {*self.judgement.against} <= self._excused
        return (*self.quantities, *(self.excuses if wholly else ()))

    @cached_property
    def _unmentioned(self) -> Sequence[Unmentioned]:
        """The fields that decide and that are as after the setup only because the file does not mention them.

        A field that the moves have changed counts only if a clause against a move reads
        it, or a claimed value.
        """
        rulebook, premise, found = self.premise.rulebook, self.premise, list[Unmentioned]()
        left_out = {"turn.seat", *rulebook.positions.follows, *rulebook.law.moment_fields}
        start, end = premise.state, self.judgement.ends[1]
        for by, read in fields_read(self.judgement):
            paths = dict.fromkeys(
                source
                for path in read
                for source in ([path] if _is_change(by) else derived_from(start, path))
                if name_of(source) not in left_out
            )
            silent = [path for path in paths if not _mentions(premise, path)]
            kept = [path for path in silent if part_at(start, path) == part_at(end, path)]
            counts = isinstance(by, (Measured, Score)) or by in self.judgement.forbidden_by
            for path in silent if counts else kept:
                field, seat = field_of(start.setting.layout, path)
                named = _named(path, field, seat, claimed=isinstance(by, Measured))
                found.append(Unmentioned(by, path, field.spec.holds, named, kept == [*paths]))
        return found

    # --- What claimed values and winners are counted from ------------------------------

    @cached_property
    def quantities(self) -> tuple[Unsaid, ...]:
        """The things from which alone a claimed value was measured, or a tie was broken."""
        start = self.premise.state
        dealt = None
        if self.premise.is_setup:  # then only what a deal changes is unmentioned
            game = self.judgement.dispute.game
            dealt = game.deal(game.new(self.premise.begins), Random(0))
        quantities = (
            one.unsaid
            for one in self._unmentioned
            if one.is_alone
            and (dealt is None or part_at(dealt, one.path) != part_at(start, one.path))
        )
        ties = (one.unsaid for one in self._unmentioned if self._breaks_a_tie(one))
        named = (*quantities, *ties, *self._counting())
        every = (*dict.fromkeys(named), *dict.fromkeys(self._who_else_moves()))
        return every or (*self._who_began(),)

    def _breaks_a_tie(self, one: Unmentioned) -> bool:
        """Whether a field decides about the winners because a tie is broken by it.

        It counts if it says where players sit, or if the claim states their scores and
        the field is of a tied player.
        """
        if not isinstance(one.by, Score) or not one.by.decided_by[1:]:
            return False
        tied = dict(one.by.decided_by[1].numbers)
        by_scores_alone = self.judgement.claim.scores is not None
        return isinstance(one.holds, Seat) or (by_scores_alone and one.unsaid.seat in tied)

    def _counting(self) -> Iterator[Unsaid]:
        """Yield what a claimed value is counted from, or the winners: if it were one step away, they would be others.

        A mere setup is meant as it is.
        """
        start = self.premise.state
        if self.premise.is_setup or self.judgement.open_on or not is_known(start):
            return
        for unsaid, path, counts in self._counted_from():
            others = (
                step.state for step in steps(self.premise, path) if step.state is not None
            )
            differing = (one for one in others if counts(one) != counts(start))
            possible = (one for one in differing if self._is_as_stated(one))
            if any(map(self._counts_otherwise, islice(possible, COUNTED_MAX))):
                yield unsaid

    def _counts_otherwise(self, state: Any) -> bool:
        """Whether other values are claimed truly, or others win, in another position."""
        other, usual = evaluated(self.judgement, state), self.judgement
        if other is None or other.fails_at != usual.fails_at:
            return False
        of_winners = usual.score is not None and other.result != usual.result
        return of_winners or other.counted != usual.counted

    def _counted_from(self) -> Iterator[tuple[Unsaid, KeyPath, Callable[[Any], object]]]:
        """Yield the fields that claimed values and winners may be counted from, each with what counts it in a position.

        A claimed change may be counted from what the moves take from the table, such as
        a load.
        """
        judgement, start = self.judgement, self.premise.state
        measure = self.judgement.dispute.quantities.measure
        for one in self._unmentioned:
            if isinstance(one.by, Score):
                yield one.unsaid, one.path, lambda state: judgement.claim.score(state).winners
            elif isinstance(one.by, Measured) and not (_is_place(one.by) or one.is_alone):
                yield one.unsaid, one.path, partial(measure, one.by.effect)
        if not any(map(_is_change, judgement.measured)):
            return
        for thing in supplied(start.setting):
            taken = thing.seat is None and thing.value(start) != thing.value(
                judgement.ends[1]
            )
            if taken and not self.premise.states(thing.path):
                yield Unsaid(None, thing.field.spec.words), thing.path, lambda state: state

    def _who_began(self) -> Iterator[Unsaid]:
        """Yield the start player, if nobody says who it is, and with another one the same moves have another result.

        The same players make them, so those who are not named do not count.
        """
        movers = [verdict.seat for _, verdict in self.judgement.verdicts]
        if not (movers and self.judgement.measured) or says_who_begins(
            self.judgement.dispute.premise
        ):
            return
        for other in (self.premise.stating({START: name}) for name in self.premise.names):
            judged = (
                other
                and other.state != self.premise.state
                and evaluated(self.judgement, other.state)
            )
            alike = judged and [verdict.seat for _, verdict in judged.verdicts] == movers
            if (
                judged
                and alike
                and judged.measured
                and judged.result != self.judgement.result
            ):
                yield Unsaid(None, "start player")
                return

    def _who_else_moves(self) -> Iterator[Unsaid]:
        """Yield what nobody says of players without a move, if with it one would move before another in the claim.

        If it would be before a move that the claim presupposes, this player cannot have
        had it.
        """
        claim = self.judgement.claim
        if not (claim.after or claim.moves):
            return
        for seat, more, option in with_bystanders(self.premise, claim):
            other = evaluated(self.judgement, option.state)
            if other is not None and other.result != self.judgement.result:
                yield from (Unsaid(seat, one.place[-1].replace("_", " ")) for one in more)

    # --- What would lift the clauses against a move -------------------------------------

    @cached_property
    def excuses(self) -> Mapping[Unsaid, set[str]]:
        """The things that would have to be different, or enough, for a move not to be forbidden.

        Each has the ids of the clauses that would not forbid the move then. If enough
        of some things turns the result, there are only these things.
        """
        at = self.judgement.fails_at
        if not at or self.judgement.open_on:
            return {}
        seat = self.judgement.last.seat

        def turns(state: Any) -> bool:
            other = evaluated(self.judgement, state)
            if other is None or (other.fails_at or at) < at:
                return False
            return other.result == OPPOSITE[self.judgement.result]

        needed = [] if seat is None else fewest_needed(self.premise, seat, turns)
        if needed := needed or self._needed_by_all():
            return {as_unsaid(one): {*self.judgement.against} for one in needed}
        return self._lifting()

    def _needed_by_all(self) -> list[Supplied]:
        """Return the unmentioned things that turn the result if several players in turn have enough, each of as few.

        Nothing is returned if no such things are found.
        """

        def refused(state: Any) -> tuple[int, int | None] | None:
            other = evaluated(self.judgement, state)
            if other is None:
                return 0, None
            return (other.fails_at, other.last.seat) if other.fails_at else None

        needed, fuller = needed_in_turn(self.premise, refused)
        last = evaluated(self.judgement, fuller.state) if needed else None
        turned = last is not None and last.result == OPPOSITE[self.judgement.result]
        return needed if turned else []

    def _lifting(self) -> dict[Unsaid, set[str]]:
        """Return the unmentioned things that could lift clauses against a move, each with the ids of these clauses.

        If no clause grants the move at its moment, the things read by clauses that
        could grant it are returned too; if there are none, nothing is excused.
        """
        excused: dict[Unsaid, set[str]] = {}
        found, left = self._unmentioned, {*self.judgement.forbidden_by}
        grants = [one.unsaid for one in found if getattr(one.by, "kind", None) is Kind.GRANT]
        for_a_grant = {unsaid: set[str]() for unsaid in grants}
        ungranted = is_ungranted(self.judgement.last)
        if not left or (ungranted and not grants):
            return for_a_grant
        for clause, path, _, unsaid, _ in found:
            if clause not in left:
                continue
            for state in islice(self._otherwise(path), TRIED_MAX):
                still = None if state is None else self._still_against(state)
                if still is not None and clause.id not in still:
                    excused.setdefault(unsaid, set()).add(clause.id)
                    left.remove(clause)
                    break
        return {**(for_a_grant if ungranted else {}), **excused}

    def _still_against(self, state: Any) -> Collection[str] | None:
        """Return the ids of the clauses against the move in another position; None if it cannot be asked there."""
        other = evaluated(self.judgement, state)
        if other is None:
            return None
        # a move that comes too early is refused in any case
        too_early = any(one.last.due for one in (self.judgement, other))
        alike = other.fails_at in (None, None if too_early else self.judgement.fails_at)
        return {*other.against} if alike else None

    def _otherwise(self, path: KeyPath) -> Iterator[Any]:
        """Yield positions in which the field at a path has another value: first enough of it, then one step away.

        None takes the place of a position that is not possible, or that differs from
        what the file states.
        """
        premise = self.premise
        for one in supplied(premise.setting):
            if one.path == path and (option := with_enough(premise, [one])):
                yield option.state
        for step in steps(premise, path):
            yield step.state if self._is_as_stated(step.state) else None
            if step.raw is not NO_FILE:
                yield restated(premise, path, step.raw)

    def _is_as_stated(self, state: Any) -> bool:
        """Whether another position is possible, and agrees with all that a file states about where things lie."""
        if state is None or not is_possible(state):
            return False
        layout, usual = state.setting.layout, self.premise.state
        pairs = zip(leaves(layout, usual), leaves(layout, state), strict=True)
        return all(
            one.value == other.value or not self.premise.states(one.path)
            for one, other in pairs
        )


def _is_place(by: object) -> bool:
    return isinstance(by, Measured) and by.effect.what.startswith("place of ")


def _is_change(by: object) -> bool:
    return isinstance(by, Measured) and by.effect.change is not None


def _mentions(premise: Premise, path: KeyPath) -> bool:
    """Whether a file states a field, or else states all the fields from which its value is derived."""
    sources = premise.rulebook.disputes.filled_from.get(name_of(path), ())
    return premise.states(path) or (
        bool(sources) and all(premise.states((*path[:-1], one)) for one in sources)
    )


def _named(path: KeyPath, field: BoundField, seat: int | None, *, claimed: bool) -> Unsaid:
    """Return a field in words.

    Fields of the turn, or of no part, are called the earlier moves, unless they hold a
    seat or are themselves claimed.
    """
    of_turn = path[0] == TURN or (len(path) == 1 and not claimed)
    together = of_turn and not isinstance(field.spec.holds, Seat)
    return Unsaid(seat, EARLIER if together else field.spec.words)


# --- Enough of things that the file does not mention ----------------------------------


def needed_in_turn(
    premise: Premise, refused: Callable[[Any], tuple[int, int | None] | None]
) -> tuple[list[Supplied], Premise]:
    """Return the unmentioned things that several players in turn need enough of, each of as few, and the premise then.

    ``refused`` returns the number of the move that is refused in a position, and who
    has to have enough; None if no move is. No things are returned if enough of none
    helps.
    """
    needed = list[Supplied]()
    while (stop := refused(premise.state)) and stop[1] is not None:

        def goes_on(state: Any, at: int = stop[0]) -> bool:
            other = refused(state)
            return other is None or other[0] > at

        more = fewest_needed(premise, stop[1], goes_on)
        fuller = with_enough(premise, more) if more else None
        if fuller is None:
            return [], premise
        needed, premise = [*needed, *more], fuller
    return needed, premise


def fewest_needed(
    premise: Premise, seat: int, holds: Callable[[Any], bool]
) -> list[Supplied]:
    """Return the unmentioned things, as few as possible, that turn the result if there is enough of them.

    Nothing is returned if no such things are found. ``seat`` is the player who pays;
    ``holds`` returns whether the result is turned in a position.
    """

    def enough(of: Sequence[Supplied]) -> bool:
        option = with_enough(premise, of)
        return option is not None and holds(option.state)

    things = [one for one in supplied(premise.setting) if one.seat in (None, seat)]
    needed = [one for one in things if with_enough(premise, [one])]
    if alone := next((one for one in needed if enough([one])), None):
        return [alone]
    if not needed or not enough(needed):
        return []
    for one in reversed(needed):
        fewer = [other for other in needed if other != one]
        if fewer and enough(fewer):
            needed = fewer
    return needed


def as_unsaid(one: Supplied) -> Unsaid:
    """Return a thing that a file could call "enough" as one that it does not mention."""
    return Unsaid(one.seat, one.field.spec.words, enough=True)


def with_enough(premise: Premise, things: Sequence[Supplied]) -> Premise | None:
    """Return the premise of a file that also says "enough" of these things.

    None if the file states one of them already, or if the position is not possible.
    """
    enough = [one.said(premise.names) for one in things]
    return None if any(map(premise.says, enough)) else premise.saying(enough)

"""What may come after the moves of a claim: by itself, by chance, and by the choices in a payment under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import Any, TypeAlias

import attrs

from era_of_inventions.tabletop.disputes.chance import Outcomes, courses
from era_of_inventions.tabletop.disputes.claim_replay import ways_to_complete
from era_of_inventions.tabletop.disputes.file import Dispute
from era_of_inventions.tabletop.disputes.judgement import Measured
from era_of_inventions.tabletop.errors import KeyPath, joined
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.game import AnyGame, Game
from era_of_inventions.tabletop.play.judge import outstanding
from era_of_inventions.tabletop.play.knowledge import due_known
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.worlds import is_known, worlds_of
from era_of_inventions.tabletop.values.domains import QUESTION_MARK
from era_of_inventions.tabletop.values.layout import field_at
from era_of_inventions.tabletop.values.views import part_at, watched_fields

Values: TypeAlias = tuple[int | str, ...]
FORCED_MAX = 20
"""How many moves in a row without an alternative are carried out at most."""
ENDS_MAX = 20
"""From how many outcomes of chance it is looked further ahead at most."""


@attrs.frozen(slots=False)
class Outlook:
    """What may come of the effects that were ``measured`` after the moves of a claim."""

    dispute: Dispute
    after: Any
    measured: Sequence[Measured]

    @cached_property
    def dealt(self) -> Outcomes | None:
        """The outcomes of the next moves of chance; None if chance does not move next, or nothing was measured."""
        comes = self.measured and self.after.setting.rulebook.to_move(self.after) is CHANCE
        return self.dispute.chance.outcomes(self.after) if comes else None

    @cached_property
    def _later(self) -> Outlook | None:
        """The outlook after moves without an alternative, if chance moves then; None if there are no such moves.

        Effects that have come as claimed are not looked at any further; what is denied
        must not come later either.
        """
        to_come = any(
            not one.as_claimed or not one.claimed_to_happen for one in self.measured
        )
        if not to_come or self.dealt or not is_known(self.after) or outstanding(self.after):
            return None
        end = _without_choice(self.after)
        if end is self.after or end.setting.rulebook.to_move(end) is not CHANCE:
            return None
        measured = [self._measured_in(one, end) for one in self.measured]
        return Outlook(self.dispute, end, measured)

    def _measure(self, one: Measured, end: Any) -> int | str:
        return self.dispute.quantities.measure(one.effect, end)

    def _measured_in(self, one: Measured, end: Any) -> Measured:
        """Return a measured effect as it is in a later position."""
        value = self._measure(one, end)
        return attrs.evolve(one, after=value, as_claimed=one.is_claimed(value))

    @cached_property
    def turning(self) -> dict[Measured, bool]:
        """The effects for which the next moves of chance may change whether they are as claimed.

        Each has whether this happens in all positions that were tried.
        """
        if self.dealt is None:
            return {}
        return {one: all(turns) for one in self.measured if any(turns := self._turns(one))}

    def _turns(self, one: Measured) -> list[bool]:
        """Return for every value that may come of chance whether an effect is as claimed with it and not now.

        Numbers between those that were found may come too; any value, if not all was
        tried.
        """
        now = one.effect.holds(one.before, self._measure(one, worlds_of(self.after).first))
        found = self._values[one]
        numbers = [value for value in found if isinstance(value, int)]
        if len(numbers) == len(found):
            found = {*range(min(numbers), max(numbers) + 1)}
        turns = [one.effect.holds(one.before, value) is not now for value in found]
        if self._is_certain(one) or (any(turns) and is_known(self.after)):
            return turns
        return [*turns, True, False]

    @cached_property
    def _values(self) -> dict[Measured, set[int | str]]:
        """The values of the effects after the next moves of chance."""
        ends = self.dealt.ends if self.dealt else ()
        return {one: {self._measure(one, end) for end in ends} for one in self.measured}

    def _is_certain(self, one: Measured) -> bool:
        """Whether no other value than those that were found can come of chance."""
        if self.dealt is None:
            return False
        if is_known(self.after):
            return self.dealt.complete or self._is_alike(one)
        measure = partial(self._measure, one)
        return all(measure(whole) == measure(end) for whole, end in self._courses)

    @cached_property
    def _courses(self) -> Sequence[tuple[Any, Any]]:
        """Completions of a position that is partly unknown, and what chance comes to in them."""
        return [*courses(self.after)]

    @property
    def _to_come(self) -> list[Measured]:
        """The effects that are not yet as claimed, if chance may bring all and leave the others; else nothing."""
        wrong = [one for one in self.measured if not one.as_claimed]
        comes = all(one.claimed_to_happen and one in self.turning for one in wrong)
        others_stay = not any(
            self.turning.get(one) for one in self.measured if one.as_claimed
        )
        return wrong if comes and others_stay else []

    @cached_property
    def in_the_end(self) -> Sequence[Measured]:
        """The effects; those to come as they are after the next moves of chance, if it is the same in any case."""
        to_come = self._to_come
        if not to_come or not all(self.turning.values()) or len(self.turning) > len(to_come):
            return self.measured
        if any(len(self._values[one]) > 1 or not self._is_certain(one) for one in to_come):
            return self.measured
        return [self._after_chance(one) if one in to_come else one for one in self.measured]

    def _after_chance(self, one: Measured) -> Measured:
        (value,) = self._values[one]
        return attrs.evolve(one, after=value, as_claimed=True, by_chance=True)

    def _is_alike(self, one: Measured) -> bool:
        """Whether what everybody sees of the fields from which an effect is measured is the same in any case."""
        assert self.dealt is not None
        setting, read = self.after.setting, set[KeyPath]()
        measure = partial(self._measure, one)
        first, *others = (setting.rulebook.view(end, None) for end in self.dealt.ends)
        measure(watched_fields(setting.layout, worlds_of(first).first, read))
        alike = (
            part_at(other, path) == part_at(first, path) for other in others for path in read
        )
        return all(alike) and not worlds_of(first).uses(measure)

    def open_on(self) -> Iterator[OpenOn]:
        """Yield the next move, of chance or by choice, on which a claim is open; nothing if it is not.

        It is open if chance may still bring everything that is not yet as claimed. It
        is also open if all is as claimed, but some outcomes of chance would change
        this, or if it depends on how a payment is completed.
        """
        if not self.measured or self.in_the_end is not self.measured:
            return
        if self._later:
            yield from self._later.open_on()
        wrong = [one for one in self.measured if not one.as_claimed]
        may_not_last = not wrong and not all(self.turning.values())
        if self._to_come or may_not_last:
            tries = len(self.dealt.ends) if self.dealt else 0
            every = f" (as claimed after all {tries} that were tried)"
            claimed = all(
                one.is_claimed(value) for one in self.measured for value in self._values[one]
            )
            yield OpenOn(None, f"what comes of {self._next_moves}{every if claimed else ''}")
        elif any(
            len({*map(self._as_claimed, self._outcomes(end))}) > 1
            for end in self._ends
            if outstanding(end)  # otherwise there is only one way
        ):
            seat = self.after.setting.rulebook.seat_to_move(self.after)
            about = "what comes of" if seat is None else "the next"
            yield OpenOn(seat, f"{about} {self._next_moves}")

    @property
    def _next_moves(self) -> str:
        return joined(map(repr, due_known(self.after).moves))

    @cached_property
    def _ends(self) -> Sequence[Any]:
        """A few of the positions after the next moves of chance, with all values found; or the position itself."""
        if self.dealt is None:
            return [worlds_of(self.after).first]
        kinds = {self._measured_at(end): end for end in self.dealt.ends}
        return [*kinds.values()][:ENDS_MAX]

    def _measured_at(self, end: Any) -> Values:
        return tuple(self._measure(one, end) for one in self.measured)

    def _as_claimed(self, values: Values) -> bool:
        return all(
            one.is_claimed(value)
            for one, value in zip(self.measured, values, strict=True)
            if one.before != QUESTION_MARK
        )

    @property
    def settled(self) -> Values:
        """The measured quantities once all that was begun is carried out, and moves without an alternative.

        If they are not the same whatever is chosen, but never all as claimed, they are
        those of one choice. They are empty if they depend on something unknown, on
        chance or on somebody's choice; also if one of them is what is still to be paid
        or given, because this is nothing in the end whatever it was.
        """
        if not self.measured or self._counts_what_is_due:
            return ()
        if self._later:
            return self._later.settled
        unknown = () if self.dealt else worlds_of(self.after).ask(self._outcomes)[1]
        values = set[Values]().union(*map(self._outcomes, self._ends))
        certain = len(values) == 1 or not any(map(self._as_claimed, values))
        return min(values, key=repr) if certain and not unknown else ()

    @property
    def chance_settles(self) -> bool:
        """Whether the effects are as they are in the end once the next moves of chance are made."""
        pairs = zip(self.measured, self.settled, strict=False)
        return all(self._values[one] == {value} for one, value in pairs)

    @property
    def _counts_what_is_due(self) -> bool:
        setting = self.after.setting
        fields = (field_at(setting.layout, path) for path in setting.rulebook.outstanding)
        words = {
            word for field in fields if field for phrase in field.phrases for word in phrase
        }
        return any(one.effect.what in words for one in self.measured)

    @cached_property
    def _outcomes(self) -> Callable[[Any], frozenset[Values]]:
        return cache(self._carried_out)

    def _carried_out(self, whole: Any) -> frozenset[Values]:
        """Return the measured quantities for every way in which all that was begun may be carried out."""
        settle = whole.setting.rulebook.settle
        ends = (settle(_without_choice(end)) for end in ways_to_complete(whole))
        return frozenset(self._measured_at(end) for end in ends)


def _without_choice(whole: Any) -> Any:
    """Return a position after the next moves of players as long as only one is legal."""
    game: AnyGame = Game.unchecked(whole.setting)
    for _ in range(FORCED_MAX):
        moves = game.legal_moves(whole)
        if len(moves) != 1 or game.to_move(whole) is CHANCE:
            break
        whole = game.play(whole, moves[0])
    return whole

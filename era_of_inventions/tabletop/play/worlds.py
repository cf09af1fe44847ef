"""The worlds that a partly known position allows: its completions, and questions that are asked of them.

A question is asked of a completion, in which everything unknown is replaced by something possible. A veil notes which
of these guesses the answer uses. If it uses none, it is the answer in all worlds.

If it does, the question is asked of several completions. They are chosen so that every possible card, every possible
mixture of sorts, and every possible value of a hidden field occurs in at least one. The answer is certain if it is the
same in all of them. It is not if not everything was tried that the hidden values which it uses can be together, or the
cards without sorts: checks of positions may even have left only one completion of many. What they forbid is left out,
unless they forbid all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from threading import get_ident
from typing import Any, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath, joined
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.covered import Covered
from era_of_inventions.tabletop.play.possible import Named
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
SOON = 24
"""In how many worlds most answers have shown that they differ, before it is asked whether all was tried."""


def hides_something(state: AnyPosition) -> bool:
    """Return whether positions of this game have hidden fields."""
    return state.setting.hides


def is_known(state: AnyPosition) -> bool:
    """Return whether nothing in a position is unknown."""
    return bool(state.setting.is_known(state))


def require_whole(state: AnyPosition) -> None:
    """Raise `GameError` if something in a position is unknown."""
    if not is_known(state):
        _refuse_view(worlds_of(state).unknown, "a whole position")


def outside(state: AnyPosition) -> str:
    """Return in words what is out of bounds, or else unknown, after a move in a whole position."""
    if found := state.setting.outside(state):
        return "; ".join(map(str, found))
    unknown = named_fields(views.unknown_in(state.setting.layout, state))
    return f"{joined(map(str, unknown), 'and')} would be unknown"


def require_own_view(state: AnyPosition) -> None:
    """Raise `GameError` if something is unknown in a position that whoever decides in it may know."""
    rulebook = state.setting.rulebook
    if rulebook.to_move(state) is CHANCE:
        require_whole(state)
    require_view_of(state, rulebook.seat_to_move(state))


def require_view_of(state: AnyPosition, seat: int | None) -> None:
    """Raise `GameError` if something is unknown in a position that a seat may know."""
    if not is_known(state):
        _refuse_view(lacking(state, seat), f"the view of seat {seat}")


def _refuse_view(hidden: Iterable[Leaf], expected: str) -> None:
    if fields := named_fields(hidden):
        nobody = joined(map(str, fields), "and")
        raise GameError(f"nobody knows {nobody} in this view; expected {expected}")


def lacking(state: AnyPosition, seat: int | None) -> Iterator[Leaf]:
    """Return the fields of a seat in which something is unknown that this seat may know."""
    own = (leaf for leaf in worlds_of(state).unknown if leaf.seat == seat is not None)
    return (leaf for leaf in own if leaf.field.spec.seen != "nobody")


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """Return the words and owners of fields, without repetitions."""
    return tuple(
        dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields)
    )


class Worlds(Covered[S]):
    """The positions that a position can be, and questions that are asked of them."""

    @cached_property
    def _by_field(self) -> Mapping[tuple[str, int | None], Leaf]:
        """The unknown fields by the paths of their changes and their owners."""
        return {(path_of_changes(leaf), leaf.seat): leaf for leaf in self.unknown}

    # --- What is known of a field -------------------------------------------------------------------------------------

    def is_guessed(self, field: str, seat: int | None) -> bool:
        """Return whether the value of a field is no card, unknown, and not the same in all worlds.

        The field is given by the path of its changes and its owner.
        """
        leaf = self._by_field.get((field, seat))
        if leaf is None or leaf.holds_cards:
            return False
        found = {views.part_at(whole, leaf.path) for whole in self.every}
        sure = self._numbers.complete and self._are_possible and not self._is_doubtful
        return len(found) > 1 or not sure

    # --- Questions ----------------------------------------------------------------------------------------------------

    def answers(self, question: Callable[[S], T]) -> tuple[list[T], bool]:
        """Return the answers to a question in all completions, and whether they are those of all worlds.

        If the question uses nothing unknown, there is one answer, which is that of all worlds.
        """
        if not self.unknown:
            return [question(self.state)], True
        answer, used = self.behind_veil(question)
        return ([*map(question, self.every)], False) if used else ([cast("T", answer)], True)

    def is_same(self, question: Callable[[S], object]) -> bool:
        """Return whether the answer to a question is certainly the same in all worlds; stop where it is not."""
        if not self.unknown or not self.uses(question):
            return True
        usual, used = question(self.first), frozenset[KeyPath]()
        if any(question(world) != usual for world in self.some(SOON)):
            return False
        for world in self.one_by_one():
            used |= self.uses(question, world)
            if question(world) != usual or not self._occur(self._among_unknown(used)):
                return False
        return self.are_tried(self._among_unknown(used))

    def untried(self, question: Callable[[S], object]) -> tuple[Leaf, ...]:
        """Return the unknown fields that a question uses, if it was not asked of all that these can be together."""
        return next(iter([*self._untried(question)][-1:]), ())

    def is_tried(self, question: Callable[[S], object]) -> bool:
        """Return whether a question was asked of all that the unknown fields that it uses can be together."""
        return not any(self._untried(question))

    def _untried(self, question: Callable[[S], object]) -> Iterator[tuple[Leaf, ...]]:
        """Yield the unknown fields used in more and more worlds, as soon as not all was tried that they can be."""
        used = frozenset[KeyPath]()
        uses = self.uses(question) and (
            len(self.unknown) > 1 or not self.are_tried(self.unknown)
        )
        for world in self.one_by_one() if uses else ():
            used |= self.uses(question, world)
            if not self.are_tried(found := self._among_unknown(used)):
                yield found or self.unknown

    def _among_unknown(self, paths: Collection[KeyPath]) -> tuple[Leaf, ...]:
        """Return the unknown fields at some paths, without fields from which things were only moved."""
        return tuple(leaf for leaf in self.unknown if leaf.path in paths)

    def ask(self, question: Callable[[S], T]) -> tuple[T, tuple[OpenOn, ...]]:
        """Answer a question, and list the unknown fields on which the answer depends.

        The list is empty if the answer is certain.
        """
        if not self.unknown:
            return question(self.state), ()
        answer, used = self.behind_veil(question)
        if not used:
            return cast("T", answer), ()
        usual, found = question(self.first), list[S]()
        left = (world for world in self.one_by_one() if question(world) != usual)

        def differing() -> Iterator[S]:
            yield from found
            for world in left:
                found.append(world)
                yield world

        if next(differing(), None) is None:
            return usual, named_fields(self.untried(question))
        used = self.uses(question, self.first)
        alone = [
            field
            for field in self.unknown
            if field.path in used
            and any(question(_with(self.first, one, field)) != usual for one in differing())
        ]
        return usual, named_fields(alone or self.unknown)

    def certain(self, question: Callable[[S], T], what: str) -> T:
        """Answer as `ask` does. Raises `GameError` if ``what`` is asked for depends on something unknown."""
        found, depends = self.ask(question)
        if depends:
            raise GameError(
                f"{what} depends on what is unknown: {joined(map(str, depends), 'and')}"
            )
        return found


def worlds_of(state: S, seat: int | None = None, named: Named = ()) -> Worlds[S]:
    """Return the worlds that a position allows or, for a seat, those that this seat thinks possible.

    What a question asks for by name, it may not take for another of the same sort: such free things are ``named``.
    Threads share no worlds, because a question changes what its veil notes.
    """
    return cast("Worlds[S]", _kept(cast("Any", state), seat, named, get_ident()))


@lru_cache(maxsize=32)
def _kept(state: Any, seat: int | None, named: Named, _thread: int) -> Worlds[Any]:
    seen = state if seat is None else state.setting.rulebook.view(state, seat)
    return Worlds(seen, named)


# --- Parts of completions ---------------------------------------------------------------------------------------------


def path_of_changes(leaf: Leaf) -> str:
    """Return the path of a field as changes have it, without seats."""
    return ".".join(step for step in leaf.path if isinstance(step, str))


def _with(position: S, other: S, field: Leaf) -> S:
    return views.with_part(position, field.path, views.part_at(other, field.path))

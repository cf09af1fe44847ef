"""The worlds that a partly known position allows: its completions, and questions that are asked of them.

A question is asked of a completion, in which everything unknown is replaced by
something possible. A veil notes which of these guesses the answer uses. If it uses
none, it is the answer in all worlds.

If it does, the question is asked of several completions, which differ much; most
answers show there that they are not certain. To show that one is, completions are made
in which the hidden fields that the question uses hold all that they can hold together,
but for what checks of positions forbid. The answer is certain if it is the same in all
of them, and open if there are too many.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import index
from threading import get_ident
from typing import Any, Generic, NamedTuple, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath, joined
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.covered import Covered
from era_of_inventions.tabletop.play.possible import Named
from era_of_inventions.tabletop.play.rulebook import CHANCE
from era_of_inventions.tabletop.play.setting import AnyPosition, whole_number
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.noted import MOVED, REVEALED, any_revealed
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


def outside(state: AnyPosition, seat: int | None) -> str:
    """Return in words what is out of bounds, or else unknown, after a move in a whole position.

    For a seat, nothing is named that this seat may not know.
    """
    setting = state.setting
    seen = state if seat is None else setting.rulebook.view(state, seat)
    if found := setting.outside(seen):
        return "; ".join(map(str, found))
    if setting.outside(state):
        return f"something that is hidden from seat {seat}"
    unknown = named_fields(views.unknown_in(setting.layout, state))
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
        lacks = joined(map(str, fields), "and")
        raise GameError(f"this view does not show {lacks}; expected {expected}")


def lacking(state: AnyPosition, seat: int | None) -> Iterator[Leaf]:
    """Return the fields of a seat in which something is unknown that this seat may know."""
    own = (leaf for leaf in worlds_of(state).unknown if leaf.seat == whole_number(seat))
    return (leaf for leaf in own if leaf.field.spec.seen != "nobody")


def named_fields(fields: Iterable[Leaf]) -> tuple[OpenOn, ...]:
    """Return the words and owners of fields, without repetitions."""
    return tuple(
        dict.fromkeys(OpenOn(field.seat, field.field.spec.words) for field in fields)
    )


class Tried(NamedTuple, Generic[S]):
    """Worlds in which a question was asked."""

    worlds: Sequence[S]
    untried: tuple[Leaf, ...]
    """The unknown fields that the question uses, if these worlds do not have all that they can hold together."""
    used: frozenset[KeyPath]
    """What the question uses, as a veil notes it."""


class Worlds(Covered[S]):
    """The positions that a position can be, and questions that are asked of them."""

    @cached_property
    def _by_field(self) -> Mapping[tuple[str, int | None], Leaf]:
        """The unknown fields that hold no cards, by the paths of their changes and their owners."""
        return {(path_of_changes(leaf), leaf.seat): leaf for leaf in self.values}

    # --- What is known of a field -----------------------------------------------------

    def is_guessed(self, field: str, seat: int | None) -> bool:
        """Return whether the value of a field is no card, unknown, and not the same in all worlds.

        The field is given by the path of its changes and its owner.
        """
        leaf = self._by_field.get((field, seat))
        if leaf is None:
            return False
        worlds = self.covering([leaf])
        found = {views.part_at(whole, leaf.path) for whole in worlds or ()}
        return len(found) != 1

    # --- Questions --------------------------------------------------------------------

    def tried(
        self,
        question: Callable[[S], object],
        enough: Callable[[S], bool] | None = None,
        but_moved: Collection[str] = (MOVED, REVEALED),
    ) -> Tried[S]:
        """Return worlds in which a question has all answers that it can have, whatever the unknown things are.

        Things that are ``but_moved`` may be any. If the worlds are too many, or one of
        them is ``enough`` for the caller, they are only some.
        """
        if not self.unknown or not (used := self.uses(question)):
            return Tried((self.first,), (), frozenset())
        while True:
            fields = self._among_unknown(used, but_moved)
            if (covering := self.covering(fields)) is None:
                covering = self.promised(fields) if fields else ()
                are_all = bool(covering) and self._is_as_promised(question, covering, fields)
            else:
                are_all = not (enough and any(map(enough, covering)))
            worlds = (*self.every, *covering)
            if not are_all:
                return Tried(worlds, fields or self.unknown, used)
            more = used.union(*(self.uses(question, world) for world in worlds))
            if more == used:
                return Tried(worlds, (), used)
            used = more

    def _is_as_promised(
        self, question: Callable[[S], object], worlds: Sequence[S], fields: Sequence[Leaf]
    ) -> bool:
        """Return whether no answer changes if all cards are there that can be, so that `promised` is enough.

        A rulebook promises that nothing but these could change it.
        """
        pairs = ((whole, self.with_most(whole, fields)) for whole in worlds)
        return all(
            _answer(question, whole) == _answer(question, most) for whole, most in pairs
        )

    def tried_where(
        self, holds: Callable[[S], bool], question: Callable[[S], object]
    ) -> Tried[S]:
        """Return the worlds in which something holds, as `tried` does for a question that is asked only there."""

        def asked(whole: S) -> object:
            return holds(whole) and question(whole)

        tried = self.tried(asked)
        where = [*filter(holds, tried.worlds)]
        if not tried.untried and len(where) < len(tried.worlds) and any_revealed(tried.used):
            tried = self.tried(asked, but_moved={MOVED})
            where = [*filter(holds, tried.worlds)]
        return tried._replace(worlds=where)

    def is_tried(
        self, question: Callable[[S], object], enough: Callable[[S], bool] | None = None
    ) -> bool:
        """Return whether `tried` returns all that the unknown fields that a question uses can be together."""
        return not self.tried(question, enough).untried

    def is_same(self, question: Callable[[S], object]) -> bool:
        """Return whether the answer to a question is certainly the same in all worlds."""
        if not self.unknown or not self.uses(question):
            return True
        usual = question(self.first)

        def differs(whole: S) -> bool:
            return question(whole) != usual

        if any(map(differs, self.some(SOON))):
            return False
        return self.is_tried(question, differs) and not any(map(differs, self.every))

    def _among_unknown(
        self, paths: Collection[KeyPath], but_moved: Collection[str]
    ) -> tuple[Leaf, ...]:
        """Return the unknown fields at some paths, without those from which things were ``but_moved``.

        These are among them, too, if checks forbid some completions: the others need
        not show then that other things could be moved.
        """
        left_out = () if self.are_checked else but_moved
        counted = {
            path[:-1] if path[-1] in (MOVED, REVEALED) else path
            for path in paths
            if path[-1] not in left_out
        }
        return tuple(leaf for leaf in self.unknown if leaf.path in counted)

    @cached_property
    def are_checked(self) -> bool:
        """Whether checks forbid some of the usual completions."""
        return bool(self.every and self._refused)

    def answered(self, question: Callable[[S], T]) -> tuple[T | None, frozenset[KeyPath]]:
        """Ask a question as `behind_veil` does, but let it use what unknown sets can be.

        What a set can be is found out the first time that a question could use it.
        """
        answer, used = self._with_sets(question)
        if not used:
            return answer, used
        wanted = [leaf for leaf in self.unknown if leaf.path in self.noted.wanted]
        for leaf in wanted:
            sets = (views.part_at(one, leaf.path) for one in self.covering([leaf]) or ())
            self._sets[leaf.path] = frozenset(index(cards.known) for cards in sets)
        if any(self._sets[leaf.path] for leaf in wanted):
            return self._with_sets(question)
        return answer, used

    def _with_sets(self, question: Callable[[S], T]) -> tuple[T | None, frozenset[KeyPath]]:
        self.noted.sets = self._sets
        self.noted.wanted.clear()
        try:
            return self.behind_veil(question)
        finally:
            self.noted.sets = None

    @cached_property
    def _sets(self) -> dict[KeyPath, frozenset[int]]:
        """All that unknown sets can be, by their paths, so far as it was found out."""
        return {}

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
            worlds, untried, _ = self.tried(question)
            left = (world for world in worlds if question(world) != usual)
            if next(differing(), None) is None:
                return usual, named_fields(untried)

        def differs_alone(field: Leaf, worlds: Iterable[S]) -> bool:
            mixed = (_with(self.first, one, field) for one in worlds)
            return any(_answer(question, one) not in (usual, None) for one in mixed)

        used = self.uses(question, self.first)
        alone = [
            field
            for field in self.unknown
            if field.path in used
            and (
                differs_alone(field, differing())
                or differs_alone(field, self.covering([field]) or ())
            )
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

    What a question asks for by name, it may not take for another of the same sort: such
    free things are ``named``. Threads share no worlds, because a question changes what
    its veil notes.
    """
    asked = seat, named, get_ident()
    for last, how, worlds in _LAST:
        if last is state and how == asked:
            return cast("Worlds[S]", worlds)
    found = _kept(cast("Any", state), *asked)
    _LAST[:] = [(state, asked, found), *_LAST[:1]]
    return cast("Worlds[S]", found)


_LAST = list[tuple[Any, tuple[int | None, Named, int], "Worlds[Any]"]]()
"""The last positions that were asked about, and how. Two, since a question about a move asks what it names, too."""


@lru_cache(maxsize=32)
def _kept(state: Any, seat: int | None, named: Named, _thread: int) -> Worlds[Any]:
    seen = state if seat is None else state.setting.rulebook.view(state, seat)
    return Worlds(seen, named)


# --- Parts of completions -------------------------------------------------------------


def path_of_changes(leaf: Leaf) -> str:
    """Return the path of a field as changes have it, without seats."""
    return ".".join(step for step in leaf.path if isinstance(step, str))


def _with(position: S, other: S, field: Leaf) -> S:
    return views.with_part(position, field.path, views.part_at(other, field.path))


def _answer(question: Callable[[S], T], mixed: S) -> T | None:
    """Return the answer in a position mixed of two, or None if it cannot be asked: checks may forbid the position."""
    try:
        return question(mixed)
    except Exception:
        return None

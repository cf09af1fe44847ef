"""Moves that are partly unknown: each stands for some moves of the table, which look like it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from era_of_inventions.tabletop.errors import KeyPath
from era_of_inventions.tabletop.play.named_things import (
    Picks,
    picks,
    placings,
    sets_of,
    still_lies,
    with_things,
    worlds_about,
)
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.play.worlds import Worlds
from era_of_inventions.tabletop.values import UNKNOWN, views
from era_of_inventions.tabletop.values.completions import brought_among, is_option
from era_of_inventions.tabletop.values.declared import fields_of
from era_of_inventions.tabletop.values.moves import apart_from
from era_of_inventions.tabletop.values.noted import MOVED, REVEALED, any_revealed
from era_of_inventions.tabletop.values.veiling import Lying, picking
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
Question: TypeAlias = Callable[[Any, Any], object]
"""A question about a move in a whole position."""
PAIRS_MAX = 1 << 16
"""In how many pairs of a completion and a move of the table a partly unknown move is looked at, at most."""


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Return whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def can_be(state: AnyPosition, move: Any) -> Sequence[Any]:
    """Return the moves of the table that a move may stand for, legal or not; for a whole one, it alone."""
    return (move,) if is_whole(move) else state.setting.masked_moves.get(move, (move,))


def ways(whole: AnyPosition, move: Any) -> Iterator[Any]:
    """Yield the moves that are legal in a whole position among those that a move may stand for."""
    allows = whole.setting.rulebook.law.allows
    return (one for one in can_be(whole, move) if allows(whole, one))


def filled(whole: AnyPosition, move: Any) -> Any:
    """Return the first of the moves that a move may stand for, if possible a legal one."""
    return move if is_whole(move) else next(ways(whole, move), can_be(whole, move)[0])


def allows(whole: AnyPosition, move: object) -> bool:
    """Return whether some choice of the move's hidden parts makes it legal in a whole position."""
    return any(True for _ in ways(whole, move))


class Ways(Generic[S]):
    """The moves for which a partly unknown move stands, in the worlds in which they are legal."""

    def __init__(
        self,
        known: Worlds[S],
        moves: Sequence[Any],
        worlds: Callable[[], Iterable[S]] | None = None,
    ) -> None:
        """Look at these moves in these ``worlds``, by default in all completions."""
        self.known = known
        self.moves = moves
        self._worlds = known.one_by_one if worlds is None else worlds
        self._legal_where = dict[Any, Sequence[tuple[Lying, ...]] | None]()

    @cached_property
    def _every(self) -> Sequence[S]:
        """All of the worlds."""
        return [*self._worlds()]

    @cached_property
    def _firsts(self) -> Mapping[Any, S | None]:
        """The moves that may be legal, each with the first world in which it is; None if it is in none of these."""
        found = dict[Any, S | None]()
        for one in self.moves:
            allowed, used = self.known.behind_veil(partial(_allows, one))
            if allowed or used:
                legal = (world for world in self._worlds() if _allows(one, world))
                found[one] = next(legal, None)
        return found

    @property
    def lasts(self) -> Sequence[tuple[S, Any]]:
        """The moves that are legal in one of these worlds, each with the last such world."""
        found, worlds = [], self._every[::-1]
        for one, first in self._firsts.items():
            if first is not None:
                allowed = (world for world in worlds if _allows(one, world))
                found.append((next(allowed), one))
        return found

    def _legal_placings(self, move: Any) -> Sequence[tuple[Lying, ...]] | None:
        """Return where the things can lie that a move names if it is legal; None if that does not decide it."""
        if move not in self._legal_where:
            question = partial(_allows, move)
            asked = [
                (lying, *self.known.behind_veil(question, None, lying))
                for lying in placings(self.known, move)
            ]
            doubtful = any(
                used or (allowed and any(one.place is None for one in lying))
                for lying, allowed, used in asked
            )
            legal = [lying for lying, allowed, _ in asked if allowed]
            self._legal_where[move] = None if doubtful else legal
        return self._legal_where[move]

    def _where_placed(
        self, move: Any, first: S | None, asked: Callable[[S], object]
    ) -> Sequence[S] | None:
        """Return worlds that are enough for a question about a move, by where the things lie that it names.

        None if there is more on which its legality or the question depend than hidden
        values.
        """
        found, legal = list[S](), self._legal_placings(move)
        for lying in legal or ():
            world = first
            if world is None or len(legal or ()) > 1:
                world = Worlds(with_things(self.known.state, lying)).first
            used = self.known.uses(asked, world, lying)
            moved = {path for path in used if path[-1] in (MOVED, REVEALED)}
            fields = [
                one for one in self.known.unknown if one.path in used and not one.holds_cards
            ]
            if len(fields) < len(used - moved) or (moved and self.known.are_checked):
                return None
            some = self._with_all_values(world, fields, lying)
            if some is None or not all(
                self.known.uses(asked, one, lying) <= used for one in some
            ):
                return None
            found += some
            if moved:  # other worlds show other things there
                legal_there = [one for one in self._every if _allows(move, one)]
                if len(legal_there) < len(self._every) and any_revealed(moved):
                    return None
                found += legal_there
        return None if legal is None else found

    def _with_all_values(
        self, world: S, fields: Sequence[Leaf], lying: Sequence[Lying]
    ) -> Sequence[S] | None:
        """Return worlds like this one in which hidden values are all that they can be, and things are ``lying`` there.

        None if they are too many, or if a value that is a thing among others cannot be
        one of them.
        """
        if not fields:
            return [world]
        if (worlds := self.known.covering(fields)) is None:
            return None
        found, paths = list[S](), [field.path for field in fields]
        named = {one.thing for one in lying}
        layout, unknown = self.known.state.setting.layout, self.known.unknown
        for values in {tuple([views.part_at(one, path) for path in paths]) for one in worlds}:
            one = views.with_parts(world, dict(zip(paths, values, strict=True)))
            for field in fields:
                one = brought_among(layout, unknown, one, field, named)
            if not all(is_option(layout, one, field) for field in fields):
                return None
            found += [one] if all(still_lies(one, thing) for thing in lying) else []
        return found

    def by_place(self, move: Any, question: Question) -> Sequence[tuple[S, Any]] | None:
        """Return what `pairs` does for a move that picks an unknown thing, with one thing for all in the same place.

        None if these may not be alike, because more is asked of a thing than where it lies, or if there are no pairs.
        """
        if (picked := picks(self.known, move)) is None:
            return None
        left = {*picked.moves.values()}
        if not all(_is_read_by_parts(self.known.first, one) for one in left):
            return None
        rest = [one for one in self.moves if one not in left]
        pairs = Ways(self.known, rest, self._worlds).pairs(question)
        places = sets_of(self.known, picked.names)
        sets = [place for place in places if place is not None]
        for place in places:
            some = self._from_place(move, picked, sets, place, question)
            if pairs is None or some is None:
                return None
            pairs = [*pairs, *some]
        return pairs or None

    def _from_place(
        self,
        move: Any,
        picked: Picks,
        sets: Sequence[Leaf],
        place: Leaf | None,
        question: Question,
    ) -> Sequence[tuple[S, Any]] | None:
        """Return pairs with one of the things that lie in a set or, for None, in no set; None if they may differ."""
        known, free = self.known, self.known.free[picked.names]

        def lying(world: S) -> Iterator[Any]:
            """Yield the moves that pick a thing that lies there."""
            in_sets = [thing for leaf in sets for thing in leaf.completed_in(world)]
            there = (
                place.completed_in(world) if place else {*picked.moves}.difference(in_sets)
            )
            return (picked.moves[thing] for thing in there if thing in picked.moves)

        def ask(asked: Question) -> tuple[object, frozenset[KeyPath]]:
            where = Lying(picked.names, next(iter(picked.moves)), place)
            return known.behind_veil(
                lambda whole: asked(
                    whole, picking(move, picked.part, where, free, sets, known.noted)
                )
            )

        allowed, used = ask(_is_allowed)
        if used or any(
            _allows(one, known.first) is not allowed for one in lying(known.first)
        ):
            return None
        if not allowed:
            return ()
        _, used = ask(question)
        if any(path[-1] != MOVED for path in used) or (used and known.are_checked):
            return None
        pairs = ((one, move) for one in self._worlds() for move in islice(lying(one), 1))
        return [*islice(pairs, None if used else 1)] or None

    def pairs(self, question: Question) -> Sequence[tuple[S, Any]] | None:
        """Return legal moves, each in a world, so that the answers to a question about them are all that there are.

        A move about which the question uses nothing unknown is there once. If it does,
        it is there for each place where the things can lie that it names, and for all
        that the hidden values can be that are used then. The result is None if the
        question cannot be asked of all that the unknown things can be that it uses, or
        if there are too many pairs.
        """
        found, doubtful = list[tuple[S, Any]](), list[tuple[Sequence[S], Any]]()
        for one, world in self._firsts.items():
            asked = partial(_asked, question, one)
            if world is not None and not self.known.uses(asked, world):
                found.append((world, one))
            elif (some := self._where_placed(one, world, asked)) is not None:
                found += [(whole, one) for whole in some]
            else:
                about = worlds_about(self.known.state, one)
                worlds, untried, _ = about.tried_where(partial(_allows, one), asked)
                if untried:
                    return None
                doubtful.append((worlds, one))
        if sum(len(worlds) for worlds, _ in doubtful) > PAIRS_MAX:
            return None
        return found + [(world, one) for worlds, one in doubtful for world in worlds]


def _allows(move: Any, whole: Any) -> bool:
    return bool(whole.setting.rulebook.law.allows(whole, move))


def _is_read_by_parts(whole: Any, move: Any) -> bool:
    """Return whether the law reads only the parts of a move: a copy is judged alike and does the same.

    A veil on a part does not note that whole moves are compared.
    """
    law, kind, play = whole.setting.rulebook.law, type(move), whole.setting.engine.play
    clauses = (*law.grants.get(kind, ()), *law.limits.get(kind, ()))

    def answers(one: Any) -> object:
        return [clause.function(whole, one) for clause in clauses], play(whole, one)

    try:
        return answers(move) == answers(apart_from(move))
    except Exception:  # the effects of an illegal move need not be possible
        return False


def _is_allowed(whole: Any, move: Any) -> bool:
    return _allows(move, whole)


def _asked(question: Question, move: Any, whole: Any) -> object:
    return question(whole, move)

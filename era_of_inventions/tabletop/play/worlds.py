"""The worlds that a partly known position allows: its completions, and questions that are asked of them.

A question is asked of a completion, in which everything unknown is replaced by something possible. A veil notes which
of these guesses the answer uses. If it uses none, it is the answer in all worlds.

If it does, the question is asked of several completions. They are chosen so that every possible card, every possible
mixture of sorts, and every possible value of a hidden field occurs in at least one. The answer is certain if it is the
same in all of them. It is not if it uses several hidden values, or one that has very many, and not all that these can
be together was tried: checks of positions may even have left only one completion of many. What they forbid is left
out, unless they forbid all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice
from threading import get_ident
from typing import Any, Generic, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath, joined
from era_of_inventions.tabletop.law.verdict import OpenOn
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.rulebook import CHANCE, totals_of
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import UNKNOWN, views
from era_of_inventions.tabletop.values.completions import (
    Guesses,
    completed,
    exchanged,
    guesses,
)
from era_of_inventions.tabletop.values.layout import fields_of
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.veiled import veiled
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
FEW = 2
VARIOUS = 24
"""How many moves a partly unknown one stands for at most, spread evenly."""
MENDED_MAX = 128
"""How many exchanges of cards are tried in a completion to find others that checks allow."""


def hides_something(state: AnyPosition) -> bool:
    """Return whether positions of this game have hidden fields."""
    return state.setting.hides


def is_known(state: AnyPosition) -> bool:
    """Return whether nothing in a position is unknown."""
    return bool(state.setting.is_known(state))


@lru_cache(maxsize=1 << 12)
def is_whole(move: object) -> bool:
    """Return whether no part of a move is unknown."""
    return all(getattr(move, field.name) != UNKNOWN for field, _ in fields_of(type(move)))


def require_whole(state: AnyPosition) -> None:
    """Raise `GameError` if something in a position is unknown."""
    if not is_known(state):
        _refuse_view(worlds_of(state).unknown, "a whole position")


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


class Worlds(Generic[S]):
    """The completions of a position, made when they are needed; a known position is its only completion."""

    def __init__(self, state: S) -> None:
        """Look for the worlds of a position; `worlds_of` keeps those of the positions asked about last."""
        self.state = state
        self._made: list[S] = []
        self._veils: dict[int, tuple[S, tuple[S, set[KeyPath]]]] = {}
        self._rest = self._completions()

    @cached_property
    def unknown(self) -> tuple[Leaf, ...]:
        """The fields with unknown values."""
        hides = hides_something(self.state)
        return tuple(views.unknown_in(self.state.setting.layout, self.state)) if hides else ()

    @cached_property
    def _values(self) -> tuple[Leaf, ...]:
        """The unknown values that are no cards."""
        return tuple(leaf for leaf in self.unknown if not leaf.holds_cards)

    @cached_property
    def free(self) -> Mapping[AnyNames, int]:
        """The cards that are not known to lie anywhere, as sets by their kind."""
        free = views.lying_nowhere(self.state.setting.layout, self.state)
        return {names: sum(1 << card for card in cards) for names, cards in free.items()}

    @cached_property
    def _by_field(self) -> Mapping[tuple[str, int | None], Leaf]:
        """The unknown fields by the paths of their changes and their owners."""
        return {(_path_of_changes(leaf), leaf.seat): leaf for leaf in self.unknown}

    # --- Completions --------------------------------------------------------------------------------------------------

    @cached_property
    def _guesses(self) -> Iterator[S]:
        """The completions that are left, whatever checks say of them."""
        return iter(completions_of(self.state) if self.unknown else [self.state])

    @cached_property
    def _guess(self) -> S:
        try:
            return next(self._guesses)
        except GameError:  # under a veil it is lost, so it has to be raised again
            del self._guesses
            raise

    @cached_property
    def few(self) -> tuple[S, ...]:
        """Completions that differ much: enough for what uses nothing unknown, whatever checks say of them."""
        return (self._guess, *islice(self._guesses, FEW - 1))

    def some(self, most: int | None = FEW) -> tuple[S, ...]:
        """Return the first ``most`` completions, which differ much; with None, all of them."""
        missing = None if most is None else max(0, most - len(self._made))
        self._made += islice(self._rest, missing)
        return tuple(self._made[:most])

    def _completions(self) -> Iterator[S]:
        """Yield the completions that are possible positions, unless none is, and some like those that are not."""
        possible, refused = list[S](), list[S]()
        for whole in chain(self.few, self._guesses):
            if self._is_possible(whole):
                possible.append(whole)
                yield whole
            else:
                refused.append(whole)
        yield from self._mended(possible, refused) if possible else refused

    def _mended(self, possible: Sequence[S], refused: Sequence[S]) -> Iterator[S]:
        """Yield possible completions in which cards lie where they lie only in refused ones."""
        left, setting = MENDED_MAX, self.state.setting
        for leaf in self.unknown if refused else ():
            if not leaf.holds_cards or leaf.field.spec.seen == "nobody":
                continue
            names: AnyNames = leaf.field.spec.holds.of  # type: ignore[attr-defined]
            sort_of = names.sorts(setting.terms) or range(len(setting.terms.get(names.names)))
            lying, others = (
                {sort_of[card]: card for one in several for card in completed(leaf, one)}
                for several in (possible, refused)
            )
            for card in [card for sort, card in others.items() if sort not in lying]:
                swaps = [(card, other) for other in completed(leaf, possible[0])][:left]
                left -= len(swaps)
                made = (exchanged(self.unknown, possible[0], names, *pair) for pair in swaps)
                yield from islice(filter(self._is_possible, made), 1)

    @property
    def first(self) -> S:
        """The first completion."""
        return self.some(1)[0]

    @cached_property
    def every(self) -> tuple[S, ...]:
        """All completions."""
        return self.some(None)

    def _one_by_one(self) -> Iterator[S]:
        """Yield all completions, each made only when it is needed."""
        number = 0
        while len(made := self.some(number + 1)) > number:
            yield made[number]
            number += 1

    def _is_possible(self, whole: S) -> bool:
        return not any(True for check in self._checks for _ in check(whole))

    @cached_property
    def _are_possible(self) -> bool:
        """Whether the checks allow the completions; if they forbid all that were tried, nothing follows from these."""
        return self._is_possible(self.first)

    @cached_property
    def _checks(self) -> Sequence[Callable[[S], Iterable[object]]]:
        """The checks that use something unknown. The others say the same of all completions."""
        found = []
        checks = self.state.setting.rulebook.law.checks if self.unknown else ()
        asked = (check for check in checks if not check.of_places)
        for check in sorted(asked, key=lambda one: not one.shape):
            problems, used = self.behind_veil(check.problems)
            if problems and not used:
                return ()  # whatever is unknown, the position is impossible
            found += [check.function] if used else []
        return found

    @cached_property
    def _numbers(self) -> Guesses:
        """The combinations of hidden values."""
        setting = self.state.setting
        return guesses(setting.layout, self.state, self.first, totals_of(setting))

    @cached_property
    def _in_full(self) -> frozenset[KeyPath]:
        """The paths of the hidden values that were tried with everything that they can be."""
        paths = [leaf.path for leaf in self._numbers.leaves]
        tried = [len({views.part_at(whole, path) for whole in self.every}) for path in paths]
        numbers = zip(paths, tried, self._numbers.sizes, strict=True)
        return frozenset(path for path, number, size in numbers if number >= size)

    # --- What is known of a field -------------------------------------------------------------------------------------

    def is_unknown(self, field: str, seat: int | None) -> bool:
        """Return whether something is unknown of a field, given by the path of its changes and its owner."""
        return (field, seat) in self._by_field

    def is_guessed(self, field: str, seat: int | None) -> bool:
        """Return whether the value of such a field is no card, unknown, and not the same in all worlds."""
        leaf = self._by_field.get((field, seat))
        if leaf is None or leaf.holds_cards:
            return False
        found = {views.part_at(whole, leaf.path) for whole in self.every}
        return len(found) > 1 or not (self._numbers.complete and self._are_possible)

    # --- Questions ----------------------------------------------------------------------------------------------------

    def uses(
        self, question: Callable[[S], object], world: S | None = None
    ) -> frozenset[KeyPath]:
        """Return the paths of the unknown fields that a question uses in a completion, by default in the first."""
        return self.behind_veil(question, world)[1]

    def behind_veil(
        self, question: Callable[[S], T], world: S | None = None
    ) -> tuple[T | None, frozenset[KeyPath]]:
        """Ask a question of a completion under a veil. Return the answer, and what it uses as `uses` does.

        The answer is that in all worlds if it uses nothing; otherwise it may hold veiled values.
        """
        whole, used = self._veil if world is None else self._veil_of(world)
        used.clear()
        try:
            answer = question(whole)
            try:
                hash(answer)  # which uses what is still veiled in the answer
            except TypeError:
                repr(answer)  # as this does
        except Exception:  # an operation that takes no veil: it can use anything
            return None, frozenset(field.path for field in self.unknown)
        return answer, frozenset(used)

    @property
    def noted(self) -> set[KeyPath]:
        """What the question that is asked behind the veil has used so far."""
        return self._veil[1]

    @cached_property
    def _veil(self) -> tuple[S, set[KeyPath]]:
        return self._veiled(lambda: self._guess)

    def _veil_of(self, world: S) -> tuple[S, set[KeyPath]]:
        """Return a completion under a veil; it is kept, because many questions are asked of it."""
        if id(world) not in self._veils:
            veil = self._veiled(lambda: world)
            self._veils[id(world)] = world, veil  # kept too, so that no other gets its id
        return self._veils[id(world)][1]

    def _veiled(self, completion: Callable[[], S]) -> tuple[S, set[KeyPath]]:
        """Return a completion with a veil on what is unknown, and the set in which the veil notes what is used."""
        used = set[KeyPath]()
        return veiled(self.state, self.unknown, used, completion), used

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
        if self._are_tried(self.unknown):
            return all(question(world) == usual for world in self._one_by_one())
        for world in self._one_by_one():
            answer, now = self.behind_veil(question, world)
            used |= now
            same = usual == (question(world) if answer is None else answer)
            if not (same and self._are_tried(self._among_unknown(used))):
                return False
        return True

    def untried(
        self, question: Callable[[S], object], worlds: Sequence[S] = ()
    ) -> tuple[Leaf, ...]:
        """Return the unknown fields that a question uses, if it was not asked of all that these can be together.

        It is asked in these ``worlds``, by default in all completions.
        """
        return next(iter([*self._untried(question, worlds)][-1:]), ())

    def is_tried(self, question: Callable[[S], object]) -> bool:
        """Return whether a question was asked of all that the unknown fields that it uses can be together."""
        return not any(self._untried(question, ()))

    def are_values_tried(self, question: Callable[[S], object], worlds: Sequence[S]) -> bool:
        """Return what `is_tried` does of the unknown fields without cards, if a question was asked in these worlds."""
        found = self._untried(question, worlds) if self._values else ()
        return all(
            self._are_tried([one for one in of if not one.holds_cards]) for of in found
        )

    def _untried(
        self, question: Callable[[S], object], worlds: Sequence[S]
    ) -> Iterator[tuple[Leaf, ...]]:
        """Yield the unknown fields used in more and more worlds, as soon as not all was tried that they can be."""
        used = frozenset[KeyPath]()
        tried = self._are_tried(self.unknown) or not self.uses(
            question, worlds[0] if worlds else None
        )
        for world in () if tried else worlds or self._one_by_one():
            used |= self.uses(question, world)
            if not self._are_tried(found := self._among_unknown(used)):
                yield found

    def _among_unknown(self, paths: Collection[KeyPath]) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf in self.unknown if leaf.path in paths)

    def _are_tried(self, fields: Sequence[Leaf]) -> bool:
        """Return whether all that some unknown fields can be together occurs in the completions.

        The cards of two players do not, nor do cards together with hidden values. Values that were sealed, or that are
        one of a player's cards, are few, and count as tried with all cards.
        """
        if not self._are_possible:
            return not fields
        values = [leaf for leaf in fields if not leaf.holds_cards]
        if len(values) < len(fields):
            cards = [leaf for leaf in fields if leaf.holds_cards]
            owners = {leaf.seat for leaf in cards if leaf.field.spec.seen != "nobody"}
            few = all(map(self._is_decision, values)) and self._numbers.complete
            return len(owners) < 2 and few
        return self._numbers.complete or (
            len(values) < 2 and all(leaf.path in self._in_full for leaf in values)
        )

    def _is_decision(self, leaf: Leaf) -> bool:
        """Return whether an unknown value is one that a player has chosen, and few can be."""
        sealed = self.state.setting.rulebook.law.sealed_fields
        return leaf.field.name in sealed or bool(getattr(leaf.field.spec.holds, "among", ""))

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
        left = (world for world in self._one_by_one() if question(world) != usual)

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


def worlds_of(state: S, seat: int | None = None) -> Worlds[S]:
    """Return the worlds that a position allows or, for a seat, those that this seat thinks possible.

    Threads share none, because a question changes what its veil notes.
    """
    return cast("Worlds[S]", _kept(cast("Any", state), seat, get_ident()))


@lru_cache(maxsize=32)
def _kept(state: Any, seat: int | None, _thread: int) -> Worlds[Any]:
    return Worlds(state if seat is None else state.setting.rulebook.view(state, seat))


# --- Moves that are partly unknown ------------------------------------------------------------------------------------


def filled(state: AnyPosition, move: Any, number: int = 0) -> Any:
    """Return a move of the table that a partly unknown move may stand for, if possible a legal one.

    It is the first from the ``number``-th on.
    """
    if is_whole(move):
        return move
    can_be = _can_be(state, move)
    turned = chain(*(can_be[part] for part in _cut(number % len(can_be))))
    allows = state.setting.rulebook.law.allows
    return next((one for one in turned if allows(state, one)), can_be[0])


def _can_be(state: AnyPosition, move: Any) -> Sequence[Any]:
    return state.setting.masked_moves.get(move, (move,))


def _cut(number: int) -> tuple[slice, slice]:
    return slice(number, None), slice(number)


def ways(state: AnyPosition, move: Any, worlds: Sequence[S]) -> Iterator[tuple[S, Any]]:
    """Yield completions of a position in which a move is legal, each with a move that it may stand for.

    If the move is partly unknown, it stands for various moves. In a position without unknown things nothing is asked:
    the setup, for one, is no legal move.
    """
    nothing_asked = is_known(state)
    most = 1 if is_whole(move) else min(len(_can_be(state, move)), VARIOUS)
    step = max(1, len(_can_be(state, move)) // most)
    for number in range(max(len(worlds), most)):
        whole = worlds[number % len(worlds)]
        one = filled(whole, move, number * step)
        if nothing_asked or state.setting.rulebook.law.allows(whole, one):
            yield whole, one


def allows(state: AnyPosition, move: object) -> bool:
    """Return whether some choice of the move's hidden parts makes it legal in a known position."""
    return bool(state.setting.rulebook.law.allows(state, filled(state, move)))


# --- Parts of completions ---------------------------------------------------------------------------------------------


def _path_of_changes(leaf: Leaf) -> str:
    return ".".join(step for step in leaf.path if isinstance(step, str))


def _with(position: S, other: S, field: Leaf) -> S:
    return views.with_part(position, field.path, views.part_at(other, field.path))

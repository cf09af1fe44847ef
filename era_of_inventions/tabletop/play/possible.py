"""The positions that a partly known position can be: its completions, and what they cover of all that there can be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, product
from operator import index
from typing import Any, Generic, TypeAlias, TypeVar, cast

from era_of_inventions.tabletop.errors import GameError, KeyPath
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.rulebook import totals_of
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.completions import (
    Guesses,
    are_things,
    exchanged,
    guesses,
)
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.packed import Cards, members
from era_of_inventions.tabletop.values.veiled import (
    Lying,
    located,
    takes_veil,
    veiled,
    watching,
)
from era_of_inventions.tabletop.values.views import Leaf, with_parts

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
FEW = 2
MENDED_MAX = 128
"""How many exchanges of cards are tried in a completion to find others that checks allow."""
NAMED_MAX = 512
"""The most completions in which what is asked for by name lies in all places together; else it lies in each."""
Named: TypeAlias = tuple[tuple[AnyNames, int], ...]
"""Things that a question asks for by name, each with its kind."""


class Possible(Generic[S]):
    """The completions of a position, made when they are needed, and one of them behind a veil.

    A known position is its only completion.
    """

    def __init__(self, state: S, named: Named = ()) -> None:
        """Keep the position, and which free things are asked for by name; nothing is completed before it is needed."""
        self.state = state
        self._named = named
        self._made: list[S] = []
        self._refused: list[S] = []
        self._behind: S | None = None
        self._veils: dict[int, tuple[S | None, S]] = {}
        self.noted = set[KeyPath]()
        """What the question that is asked behind the veil has used so far."""
        self._rest = self._completions()
        self._failure: GameError | None = None

    @cached_property
    def unknown(self) -> tuple[Leaf, ...]:
        """The fields with unknown values."""
        setting = self.state.setting
        return tuple(views.unknown_in(setting.layout, self.state)) if setting.hides else ()

    @cached_property
    def _places(self) -> tuple[Leaf, ...]:
        """The fields in which unknown things lie."""
        return tuple(leaf for leaf in self.unknown if leaf.holds_cards)

    @cached_property
    def _values(self) -> tuple[Leaf, ...]:
        """The unknown values that are no cards."""
        return tuple(leaf for leaf in self.unknown if not leaf.holds_cards)

    @cached_property
    def free(self) -> Mapping[AnyNames, int]:
        """The cards that are not known to lie anywhere, as sets by their kind."""
        free = views.lying_nowhere(self.state.setting.layout, self.state)
        return {names: index(cards) for names, cards in free.items()}

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
        try:
            self._made += islice(self._rest, missing)
        except GameError as error:
            self._failure = error
        if self._failure:  # an iterator that has failed would yield nothing the next time
            raise self._failure
        return tuple(self._made[:most])

    def _completions(self) -> Iterator[S]:
        """Yield the completions that are possible positions, unless none is, and some like those that are not."""
        possible = list[S]()
        for whole in chain(self.few, self._guesses):
            if self._is_possible(whole):
                possible.append(whole)
                yield whole
            else:
                self._refused.append(whole)
        if not possible:
            yield from self._refused
            return
        for more in (self._with_mixtures, self._mended, self._with_hidden, self._with_named):
            for whole in more([*possible]):
                possible.append(whole)
                yield whole

    def _with_mixtures(self, possible: Sequence[S]) -> Iterator[S]:
        """Yield possible completions with mixtures of sorts that only refused ones have.

        Either other cards of the same sorts lie there, or the hidden values are others.
        """
        seen = {self._mixture(whole) for whole in possible if self._refused}
        for whole in [*self._refused]:
            mixture = self._mixture(whole)
            if mixture in seen or len(seen) > MENDED_MAX + len(possible):
                continue
            seen.add(mixture)
            values = {
                leaf.path: views.part_at(possible[0], leaf.path) for leaf in self._values
            }
            other = self._with_other_cards(whole)
            like = (with_parts(whole, values), other, with_parts(other, values))
            allowed = (one for one in like if self._is_own(one) and self._is_possible(one))
            yield from islice(allowed, 1)

    def _mixture(self, whole: S) -> tuple[tuple[int, ...], ...]:
        """Return the sorts of the unknown cards in each field of a completion."""
        return tuple([self._sorts_in(leaf, whole) for leaf in self._places])

    def _sorts_in(self, leaf: Leaf, whole: S) -> tuple[int, ...]:
        """Return the sorts of the cards that are unknown in a field, in a completion."""
        sort_of = self._sort_of(leaf.names, by_sort=True)
        return tuple(sorted(sort_of[card] for card in leaf.completed_in(whole)))

    def _sort_of(self, names: AnyNames, *, by_sort: bool) -> Sequence[int]:
        """Return the sort of each card. A card without a sort, or one that is named, is a sort of its own."""
        terms = self.state.setting.terms
        sorts = [*names.sorts(terms)] if by_sort else []
        for of, thing in self._named if sorts else ():
            if of is names:
                sorts[thing] = -1 - thing
        return sorts or range(len(terms.get(names.names)))

    def _with_other_cards(self, whole: S) -> S:
        """Return a completion in which the lowest free card of each sort has changed places with the highest."""
        others: dict[AnyNames, dict[int, int]] = {}
        for names, free in views.lying_nowhere(self.state.setting.layout, self.state).items():
            of_sort: dict[int, list[int]] = {}
            for card in members(free):
                of_sort.setdefault(self._sort_of(names, by_sort=True)[card], []).append(card)
            pairs = (zip(cards, reversed(cards), strict=True) for cards in of_sort.values())
            others[names] = dict(chain.from_iterable(pairs))
        parts = {}
        for leaf in self._places:
            cards = [others[leaf.names][card] for card in leaf.completed_in(whole)]
            parts[leaf.path] = leaf.filled(cards)
        return with_parts(whole, parts)

    def _is_own(self, whole: S) -> bool:
        """Return whether hidden values that are among other things are so in a completion."""
        return are_things(self.state.setting.layout, whole, self.unknown)

    def _mended(self, possible: Sequence[S]) -> Iterator[S]:
        """Yield possible completions in which cards lie where they lie only in refused ones."""
        left = MENDED_MAX
        for leaf in self._places if self._refused else ():
            if leaf.field.spec.seen == "nobody":
                continue
            sort_of = self._sort_of(leaf.names, by_sort=True)
            lying, others = (
                {sort_of[card]: card for one in several for card in leaf.completed_in(one)}
                for several in (possible, self._refused)
            )
            for card in [card for sort, card in others.items() if sort not in lying]:
                instead = leaf.completed_in(possible[0])[:left]
                left -= len(instead)
                made = (
                    exchanged(self._places, possible[0], leaf.names, card, other)
                    for other in instead
                )
                yield from islice(filter(self._is_possible, made), 1)

    def _with_hidden(self, possible: Sequence[S]) -> Iterator[S]:
        """Yield possible completions in which a value that is a thing of a place is each that can lie there."""
        whole = possible[0]
        for leaf in self._values:
            if (place := self.place_among.get(leaf.path)) is None:
                continue
            names = [*self.state.setting.terms.get(place.names.names)]
            seen = {self._held(leaf, one) for one in possible}
            instead = place.completed_in(whole)[0]
            for thing in members(cast("Any", self.free[place.names])):
                made = exchanged(self._places, whole, place.names, instead, thing)
                one = views.with_part(made, leaf.path, leaf.field.shape.read(names[thing]))
                held = self._held(leaf, one)
                if held not in seen and self._is_own(one) and self._is_possible(one):
                    seen.add(held)
                    yield one

    def _held(self, leaf: Leaf, whole: S, *, by_sort: bool = True) -> Hashable:
        """Return what an unknown field holds in a completion: its value or the sorts of its unknown things."""
        if leaf.holds_cards and by_sort:
            return self._sorts_in(leaf, whole)
        value: Hashable = views.part_at(whole, leaf.path)
        place = self.place_among.get(leaf.path) if by_sort else None
        if place is None:
            return value
        every = [*self.state.setting.terms.get(place.names.names)]
        name: Any = leaf.field.shape.write(value)
        if name not in every or not self.free[place.names] >> every.index(name) & 1:
            return value
        return "free", self._sort_of(place.names, by_sort=True)[every.index(name)]

    @cached_property
    def place_among(self) -> Mapping[KeyPath, Leaf]:
        """The sets with unknown things, by the paths of the values that are things of these sets."""
        places = {leaf.path: leaf for leaf in self.unknown if type(leaf.value) is Cards}
        return {
            leaf.path: places[leaf.among] for leaf in self._values if leaf.among in places
        }

    def _with_named(self, possible: Sequence[S]) -> Iterator[S]:
        """Yield possible completions in which the things that are named lie wherever another of their sort lies."""
        made = [*possible] if self._named else []
        places = self._places
        all_fit = len(made) * (len(places) + 1) ** len(self._named) <= NAMED_MAX

        def held(*wholes: S) -> set[tuple[KeyPath, Hashable]]:
            several = (() if all_fit else wholes, places)
            return {(leaf.path, self._sorts_in(leaf, one)) for one, leaf in product(*several)}

        seen = held(*made)
        for names, thing in self._named:
            for whole in [*made]:
                for other in self._alike_elsewhere(whole, names, thing):
                    one = exchanged(places, whole, names, thing, other)
                    new = held(one) - seen
                    if (all_fit or new) and self._is_own(one) and self._is_possible(one):
                        seen |= new
                        made.append(one)
                        yield one

    def _alike_elsewhere(self, whole: S, names: AnyNames, thing: int) -> Iterator[int]:
        """Yield from each other place, or from none, a thing of the same sort that is not named."""
        sorts, named = names.sorts(self.state.setting.terms), {one for _, one in self._named}
        lying = [leaf.completed_in(whole) for leaf in self._places if leaf.is_of(names)]
        nowhere = {*members(cast("Any", self.free[names]))}.difference(*lying)
        for cards in (*lying, sorted(nowhere)):
            alike = (one for one in cards if sorts[one] == sorts[thing] and one not in named)
            if thing not in cards:
                yield from islice(alike, 1)

    @property
    def first(self) -> S:
        """The first completion."""
        return self.some(1)[0]

    @cached_property
    def every(self) -> tuple[S, ...]:
        """All completions."""
        return self.some(None)

    def one_by_one(self) -> Iterator[S]:
        """Yield all completions, each made only when it is needed."""
        number = 0
        while len(made := self.some(number + 1)) > number:
            yield made[number]
            number += 1

    def _is_possible(self, whole: S) -> bool:
        return not any(check(whole) for check in self._checks)

    @cached_property
    def _are_possible(self) -> bool:
        """Whether the checks allow the completions; if they forbid all that were tried, nothing follows from these."""
        return self._is_possible(self.first)

    @cached_property
    def _checks(self) -> Sequence[Callable[[S], Sequence[object]]]:
        """The checks that use something unknown. The others say the same of all completions."""
        found = []
        checks = self.state.setting.rulebook.law.checks if self.unknown else ()
        asked = (check for check in checks if not check.of_places)
        for check in sorted(asked, key=lambda one: not one.shape):
            problems, used = self.behind_veil(check.problems)
            if problems and not used:
                return ()  # whatever is unknown, the position is impossible
            found += [check.problems] if used else []
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

    # --- Behind a veil ------------------------------------------------------------------------------------------------

    def uses(
        self,
        question: Callable[[S], object],
        world: S | None = None,
        lying: Sequence[Lying] = (),
    ) -> frozenset[KeyPath]:
        """Return the paths of the unknown fields that a question uses in a completion, by default in the first."""
        return self.behind_veil(question, world, lying)[1]

    def behind_veil(
        self,
        question: Callable[[S], T],
        world: S | None = None,
        lying: Sequence[Lying] = (),
    ) -> tuple[T | None, frozenset[KeyPath]]:
        """Ask a question of a completion under a veil. Return the answer, and what it uses as `uses` does.

        The answer is that in all worlds in which things are ``lying`` there if it uses nothing; otherwise it may hold
        veiled values.
        """
        self._behind = world
        whole = self._veil_of(world, lying)
        self.noted.clear()
        try:
            answer = question(whole)
            try:
                hash(answer)  # which uses what is still veiled in the answer
            except TypeError:
                repr(answer)  # as this does
        except Exception:  # an operation that takes no veil: it can use anything
            return None, frozenset(field.path for field in self.unknown)
        finally:
            self._behind = None
        return answer, frozenset(self.noted)

    def _veil_of(self, world: S | None, lying: Sequence[Lying] = ()) -> S:
        """Return the veil with a completion behind it, in which things are ``lying`` there; without one, the first."""
        others = [leaf for leaf in self.unknown if not takes_veil(leaf)]
        veil = located(self._veil, self.unknown, lying)
        if not others:
            return veil
        if not lying and id(world) in self._veils:
            return self._veils[id(world)][1]
        shown = self._guess if world is None else world
        whole = watching(veil, others, self.noted, shown)
        if not lying:
            self._veils[id(world)] = world, whole  # both, so that no other gets its id
        return whole

    @cached_property
    def _veil(self) -> S:
        """The position with a veil on what is unknown."""
        return veiled(self.state, self.unknown, self.noted, self._completion, self.free)

    def _completion(self) -> S:
        """Return the completion that is behind the veil."""
        return self._guess if self._behind is None else self._behind

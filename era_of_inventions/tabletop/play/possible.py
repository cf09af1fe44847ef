"""The positions that a partly known position can be: its usual completions, and one of them behind a veil."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from operator import index
from typing import Generic, TypeAlias, TypeVar

from era_of_inventions.tabletop.errors import GameError, KeyPath
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.setting import AnyPosition
from era_of_inventions.tabletop.values import views
from era_of_inventions.tabletop.values.naming import AnyNames
from era_of_inventions.tabletop.values.noted import Noted
from era_of_inventions.tabletop.values.veiling import (
    Lying,
    located,
    takes_veil,
    veiled,
    watching,
)
from era_of_inventions.tabletop.values.views import Leaf

S = TypeVar("S", bound=AnyPosition)
T = TypeVar("T")
FEW = 2
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
        self._located: dict[object, S] = {}
        self.noted = Noted()
        """What the question that is asked behind the veil has used so far."""
        self._rest = self._completions()
        self._failure: Exception | None = None

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
    def values(self) -> tuple[Leaf, ...]:
        """The unknown values that are no cards."""
        return tuple(leaf for leaf in self.unknown if not leaf.holds_cards)

    @cached_property
    def _watched(self) -> Sequence[Leaf]:
        """The unknown fields that take no veil."""
        return [leaf for leaf in self.unknown if not takes_veil(leaf)]

    @cached_property
    def free(self) -> Mapping[AnyNames, int]:
        """The cards that are not known to lie anywhere, as sets by their kind."""
        free = views.lying_nowhere(self.state.setting.layout, self.state)
        return {names: index(cards) for names, cards in free.items()}

    # --- Completions ------------------------------------------------------------------

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

    def some(self, most: int | None = FEW) -> tuple[S, ...]:
        """Return the first ``most`` completions, which differ much; with None, all of them."""
        missing = None if most is None else max(0, most - len(self._made))
        try:
            self._made += islice(self._rest, missing)
        except Exception as error:
            self._failure = error
        if self._failure:  # an iterator that has failed would yield nothing the next time
            raise self._failure
        return tuple(self._made[:most])

    def _completions(self) -> Iterator[S]:
        """Yield the completions that are possible positions, unless none is."""
        any_is_possible = False
        for whole in chain([self._guess], self._guesses):
            if self.is_possible(whole):
                any_is_possible = True
                yield whole
            else:
                self._refused.append(whole)
        if not any_is_possible:
            yield from [*self._search()] or self._refused

    def _search(self) -> Iterator[S]:
        """Yield completions that are possible positions, though none of the usual ones is."""
        return iter(())

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

    def is_possible(self, whole: S) -> bool:
        """Return whether checks allow a completion."""
        return not any(check(whole) for check in self._checks)

    @cached_property
    def _are_possible(self) -> bool:
        """Whether the checks allow the completions; if they forbid all that were tried, nothing follows from these."""
        return self.is_possible(self.first)

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

    # --- Behind a veil ----------------------------------------------------------------

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

        The answer is that in all worlds in which things are ``lying`` there if it uses
        nothing; otherwise it may hold veiled values.
        """
        self._behind = world
        whole = self._veil_of(world, lying)
        self.noted.clear()
        try:
            answer = question(whole)
            hashed = len(self.noted.keys)
            try:
                hash(answer)  # which uses what is still veiled in the answer
            except TypeError:
                repr(answer)  # as this does
            del self.noted.keys[hashed:]
        except Exception:  # an operation that takes no veil: it can use anything
            return None, frozenset(field.path for field in self.unknown)
        finally:
            if self.noted.expire():  # what is hashed may be kept, and the veil is used again
                self.__dict__.pop("_veil", None)
                self._veils.clear()
                self._located.clear()
            self._behind = None
        return answer, frozenset(self.noted)

    def _veil_of(self, world: S | None, lying: Sequence[Lying] = ()) -> S:
        """Return the veil with a completion behind it, in which things are ``lying`` there; without one, the first."""
        veil = self._veil_with(lying) if lying else self._veil
        if not (others := self._watched):
            return veil
        if not lying and id(world) in self._veils:
            return self._veils[id(world)][1]
        shown = self._guess if world is None else world
        whole = watching(veil, others, self.noted, shown)
        if not lying:
            self._veils[id(world)] = world, whole  # both, so that no other gets its id
        return whole

    def _veil_with(self, lying: Sequence[Lying]) -> S:
        """Return the veil under which things are ``lying`` in some places; it is kept, for much is asked of each."""
        where = tuple(
            [(one.names, one.thing, one.place and one.place.path, one.apart) for one in lying]
        )
        if where not in self._located:
            self._located[where] = located(self._veil, self.unknown, lying)
        return self._located[where]

    @cached_property
    def _veil(self) -> S:
        """The position with a veil on what is unknown."""
        return veiled(self.state, self.unknown, self.noted, self._completion, self.free)

    def _completion(self) -> S:
        """Return the completion that is behind the veil."""
        return self._guess if self._behind is None else self._behind

"""What players agree on before they play, and everything that follows from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache, partial, update_wrapper, wraps
from typing import (
    Any,
    Final,
    Generic,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
)
from weakref import WeakValueDictionary

import attrs

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.errors import DocumentError, GameError, Problem, describe
from era_of_inventions.tabletop.law.violation import Violation
from era_of_inventions.tabletop.play.calls import called
from era_of_inventions.tabletop.play.consistency import require_sound
from era_of_inventions.tabletop.play.declarations import require_arguments
from era_of_inventions.tabletop.play.engine import Engine, begin, legal_by_law
from era_of_inventions.tabletop.play.for_players import ForPlayers
from era_of_inventions.tabletop.play.grammar import Vocabulary, masked_moves, vocabulary
from era_of_inventions.tabletop.play.rulebook import AnyRulebook, HasSetting
from era_of_inventions.tabletop.play.trial import require_functions
from era_of_inventions.tabletop.values import (
    ALL_THINGS,
    Layout,
    Mask,
    Position,
    Seat,
    Terms,
    bounds,
    carried,
    changes,
    record,
    views,
)
from era_of_inventions.tabletop.values.features import Observer
from era_of_inventions.tabletop.values.outline import PartialPosition
from era_of_inventions.tabletop.values.records import itself

R = TypeVar("R")
C = TypeVar("C")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
KEPT: Final = 8
"""How many component sets are kept, with everything derived from them, when nobody uses them any more."""
KEPT_READINGS: Final = 64
"""How many rulesets are kept with each component set."""
KEPT_NAMES: Final = 16
"""For how many lists of players' names terms are kept."""
KEPT_BESIDES: Final = 64
"""How many results of other modules are kept in a setting; see `kept_in_setting`."""
OF_NAMES = ("_for_players", "terms", "layout", "changes", "hides", "is_whole", "is_known")
"""The properties of a setting that depend on the names of things, but not on the numbers printed on them."""
_NO_SOURCES: Mapping[str, Any] = {}


def whatever_readings(make: Callable[[Any], T]) -> cached_property[T]:
    """Declare a property that does not depend on readings; settings that differ only in readings share its value."""

    @wraps(make)
    def made(setting: AnySetting) -> T:
        shared = setting.without_readings
        return make(setting) if shared is setting else getattr(shared, make.__name__)

    return cached_property(made)


@attrs.frozen(cache_hash=True, slots=False)
class Setting(Generic[R, C]):
    """What the players at a table agree on: the rulebook, the number of players, the ruleset and the components.

    A position carries its setting, and with it the rulebook. Everything that follows
    from a setting is computed on first use, and kept in it.
    """

    rulebook: AnyRulebook
    players: int
    ruleset: R
    components: C

    __copy__ = __deepcopy__ = itself

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, so that unpickled games and positions share one setting."""
        return _restored, (self.rulebook, self.players, self.ruleset, self.components)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Show only the names in Hypothesis and notebooks; the full tables would fill pages."""
        printer.text(f"<{self}>")

    def __str__(self) -> str:
        """The setting in a few words."""
        return f"{self.players} players, {getattr(self.ruleset, 'name', '')}, {getattr(self.components, 'name', '')}"

    # Settings that differ in their readings

    @cached_property
    def without_readings(self) -> Setting[None, C]:
        """The choices besides the readings, shared by all settings that differ only in their readings."""
        return _one(attrs.evolve(self, ruleset=None))  # type: ignore[arg-type]

    def under(self, ruleset: Any) -> Setting[Any, C]:
        """Return the setting with other readings; while it is in use, the same object each time."""
        return self._under(ruleset, getattr(ruleset, "name", ""))

    @whatever_readings
    def _under(self) -> Callable[[Any, str], AnySetting]:
        return lru_cache(maxsize=KEPT_READINGS)(
            lambda ruleset, _name: _one(attrs.evolve(self, ruleset=ruleset))
        )

    def with_numbers(self, components: Any) -> Setting[R, Any]:
        """Return the setting with a component set that has the same things, but other numbers on them.

        What follows from the names of things is shared with this setting.
        """
        bare: Any = attrs.evolve(self.without_readings, components=components)
        other: Any = attrs.evolve(self, components=components)
        vars(bare).update({name: getattr(self, name) for name in OF_NAMES})
        vars(other)["without_readings"] = vars(bare)["without_readings"] = bare
        return other  # type: ignore[no-any-return]

    def has_same_things(self, components: Any) -> bool:
        """Return whether a component set has things of the same names, so that positions mean the same with it."""
        other = Terms.of(attrs.evolve(self, components=components))
        names = self.layout.holding.keys()
        return all(one.known(other).names == one.known(self.terms).names for one in names)

    # Independent of readings

    @cached_property
    def checked(self) -> Setting[R, C]:
        """The setting after all checks: the one object for all equal settings.

        Raises `DocumentError` and `RulebookError` as `Game` does.
        """
        shared = self.without_readings
        if shared is not self:
            return shared.checked.under(self.ruleset)
        require_arguments(self.rulebook)
        if problems := _misfits(self.rulebook.components, self.components):
            raise DocumentError("components", problems)
        require_sound(
            self.rulebook, ForPlayers(self.rulebook, self.terms), lambda: self.moves
        )  # not kept: they are large
        require_functions(self.under(self.rulebook.ruleset()))
        return self

    def for_players(self, names: Sequence[str] = ()) -> ForPlayers:
        """Return the schema and quantities of positions, for players with these names."""
        return self._for_players(tuple(names))

    @whatever_readings
    def _for_players(self) -> Callable[[tuple[str, ...]], ForPlayers]:
        return lru_cache(maxsize=KEPT_NAMES)(
            lambda names: ForPlayers(self.rulebook, Terms.of(self, names))
        )

    @whatever_readings
    def terms(self) -> Terms:
        """Return the terms with which fields are read and written: the names of all things, but not of players."""
        return self.for_players().terms

    @whatever_readings
    def layout(self) -> Layout[Any]:
        """Return the declared fields of positions, with how each is read and written by these terms."""
        return self.for_players().layout

    @whatever_readings
    def moves(self) -> tuple[Any, ...]:
        """Return the table of all moves; the number of a move is its index."""
        return tuple(called(self.rulebook, "moves", self))

    @whatever_readings
    def numbers(self) -> Mapping[Any, int]:
        """Return the numbers of the moves of the table."""
        return {move: number for number, move in enumerate(self.moves)}

    @whatever_readings
    def masked_moves(self) -> Mapping[Any, Sequence[Any]]:
        """Return each masked move, with the moves of the table that it may stand for."""
        return masked_moves(self.rulebook.kinds, self.terms, self.moves)

    @whatever_readings
    def vocabulary(self) -> Vocabulary[Any]:
        """Return the texts of the moves."""
        rulebook = self.rulebook
        return vocabulary(
            rulebook.grammar, rulebook.kinds, self.terms, self.moves, self.masked_moves
        )

    @whatever_readings
    def changes(self) -> Callable[[Any, Any], Any]:
        """Return the function that lists the changes between two positions, by default for all fields."""
        return self.rulebook.changes or partial(changes.changes, self.layout)

    @whatever_readings
    def keeps_bounds(self) -> Callable[[Any, Any], bool]:
        """Return the function that tests what a move has changed; see `bounds.keeper`."""
        return bounds.keeper(self.layout)

    @whatever_readings
    def hides(self) -> bool:
        """Return whether positions have hidden fields."""
        return views.hides(self.layout)

    @whatever_readings
    def is_whole(self) -> Callable[[Any], bool]:
        """Return the function that tests that nothing in a position is unknown, hidden or not."""
        return views.knower(self.layout)

    @whatever_readings
    def is_known(self) -> Callable[[Any], bool]:
        """Return the function that tests that nothing in a position is unknown that could be hidden."""
        return self.is_whole if self.hides else lambda _: True

    @whatever_readings
    def observer(self) -> Observer:
        """Return the observer, which turns positions into numbers."""
        return Observer(self.layout)

    @whatever_readings
    def _legal_by_law(self) -> Callable[[Any], tuple[Any, ...]]:
        return legal_by_law(self.rulebook.law, self.moves, self.rulebook.candidates)

    # Dependent on readings

    @cached_property
    def engine(self) -> Engine[Any, Any]:
        """The engine, shared by all equal games."""
        own = self.rulebook.generator is not None
        return Engine(
            self.rulebook,
            lambda: called(self.rulebook, "generator", self) if own else self._legal_by_law,
            lambda: self.numbers,
        )

    def outside(self, position: Any) -> tuple[Violation, ...]:
        """Return a violation, without a clause, for each value that does not exist or is out of bounds."""
        return tuple(
            Violation("", str(problem), problem.field)
            for problem in bounds.problems(self.layout, position)
        )

    @cached_property
    def problems_of_setup(self) -> tuple[Violation, ...]:
        """The reasons why no game can begin; empty if one can."""
        first = begin(self, 0)
        return self.outside(first) or self.rulebook.law.problems(first)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """The results that other modules keep in this setting; see `kept_in_setting`."""
        return {}


AnySetting: TypeAlias = Setting[Any, Any]
LIVING: WeakValueDictionary[tuple[Hashable, ...], AnySetting] = WeakValueDictionary()
"""All settings in use, each once."""
_kept: deque[AnySetting] = deque(maxlen=KEPT)


def one_setting(setting: Setting[R, C]) -> Setting[R, C]:
    """Return the one object for equal settings, so that games and positions can compare settings by identity.

    Names and sources of values do not count for equality, but settings in which they
    differ are different objects.
    """
    return setting.under(setting.ruleset)


def _one(setting: AnySetting) -> AnySetting:
    parts = (setting.rulebook, setting.players, setting.ruleset, setting.components)
    key = (
        *parts,
        getattr(setting.ruleset, "name", ""),
        getattr(setting.components, "name", ""),
    )
    one = _living(key, setting)
    sources, others = _sources(setting), _sources(one)
    return (
        one
        if sources is others or sources == others
        else _living((*key, frozenset(sources.items())), setting)
    )


def _living(key: tuple[Hashable, ...], setting: AnySetting) -> AnySetting:
    one = LIVING.setdefault(key, setting)
    if one is setting and setting.ruleset is None:
        _kept.append(setting)
    return one


def _sources(setting: AnySetting) -> Mapping[str, Any]:
    """Return the known sources of the values of the component set, by their places."""
    sources: Mapping[str, Any] = getattr(setting.components, "provenance", _NO_SOURCES)
    return sources


def _restored(
    rulebook: AnyRulebook, players: int, ruleset: R, components: C
) -> Setting[R, C]:
    return one_setting(Setting(rulebook, players, ruleset, components))


def require_setting(setting: object) -> AnySetting:
    """Return a value that is a setting. Raises `GameError` for anything else, such as a game."""
    if not isinstance(setting, Setting):
        raise GameError(
            f"setting is {describe(setting)}; expected a setting such as Game(4).setting"
        )
    return setting


def kept_in_setting(make: Callable[[AnySetting, *Ts], T]) -> Callable[[AnySetting, *Ts], T]:
    """Keep the results of a function in the setting that is its first argument; other arguments must be hashable."""

    def kept(setting: AnySetting, *args: *Ts) -> T:
        known, key = setting.kept, (make, args)
        if key not in known:
            if len(known) >= KEPT_BESIDES:
                known.clear()
            known[key] = make(setting, *args)
        result: T = known[key]
        return result

    return update_wrapper(kept, make)


@kept_in_setting
def beginning(setting: AnySetting, start: int) -> Any:
    """Return the first position of a game in which the player with this seat begins; see `begin`."""
    return begin(setting, start)


class AnyPosition(HasSetting, Protocol):
    """A position of any game."""

    @property
    def setting(self) -> AnySetting:
        """The setting: what the players at the table agreed on."""


@record
class BasePosition(Position, Generic[R, C]):
    """The base of positions, which carry their setting: ``class State(BasePosition[Ruleset, Components])``."""

    setting: Setting[R, C] = carried(repr=lambda setting: f"<{setting}>")
    """What the players agreed on: the rulebook, their number, the readings and the components."""

    @property
    def ruleset(self) -> R:
        """The readings in force."""
        return self.setting.ruleset

    @property
    def components(self) -> C:
        """The components in use."""
        return self.setting.components

    def after(self, seat: int) -> int:
        """Return the seat on the left of a seat: the next seat clockwise."""
        return (seat + 1) % self.setting.players

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.setting.players)

    def clockwise(self, first: int, among: Mask[Seat] = ALL_THINGS) -> tuple[int, ...]:
        """Return the seats in clockwise order from ``first`` on, limited to those in ``among``."""
        return _clockwise(self.setting.players, first, among)

    def later(self, seat: int) -> tuple[int, ...]:
        """Return the seats that act later in a round than a seat; see `Rulebook.order`."""
        order: tuple[int, ...] = self.setting.rulebook.order(self)
        return order[order.index(seat) + 1 :]

    def following(self, seat: int) -> int | None:
        """Return the seat that acts next in a round after a seat; None if it is the last one."""
        return next(iter(self.later(seat)), None)


@lru_cache(maxsize=1 << 12)
def _clockwise(players: int, first: int, among: Mask[Seat]) -> tuple[int, ...]:
    return tuple(
        [seat for seat in (*range(first, players), *range(first)) if among >> seat & 1]
    )


def described(position: AnyPosition, names: tuple[str, ...]) -> PartialPosition:
    """Return the description of a position, without what follows from the rest of it, for players with these names."""
    description = position.setting.for_players(names).position_schema.of(position)
    position.setting.rulebook.positions.leave_out(position, description)
    return description


def require_position(value: T) -> T:
    """Return a value that is a position. Raises `GameError` for anything else."""
    if not isinstance(value, Position):
        raise GameError(f"{describe(value)} is not a position; expected a State")
    return value


@lru_cache(maxsize=8)
def _misfits(sets: ComponentSets[Any], components: object) -> tuple[Problem, ...]:
    """Return the problems of a component set, which do not depend on the number of players."""
    return tuple(sets.misfits(components))


def whole_number(value: object) -> int:
    """Convert any integer type to int; anything else to -1, which is neither a seat nor a count."""
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return value.__index__()
    return -1

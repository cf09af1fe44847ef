"""The interface between the library and a game: one `Rulebook`, passed as an argument and never imported."""

from __future__ import annotations

import enum
import pkgutil
import random
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, cast

import attrs

from era_of_inventions.tabletop.box import ComponentSets
from era_of_inventions.tabletop.errors import GameError, RulebookError, describe, joined
from era_of_inventions.tabletop.law.citation import Edition
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.grammar import Grammar
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.position_form import Positions
from era_of_inventions.tabletop.values import Move, Terms, views
from era_of_inventions.tabletop.values.changes import Change
from era_of_inventions.tabletop.values.moves import every_move
from era_of_inventions.tabletop.values.records import itself

S = TypeVar("S", bound="HasSetting")
M = TypeVar("M")
C = TypeVar("C")
S_co = TypeVar("S_co", covariant=True)


class Nobody(enum.Enum):
    """Who is to move if no seat is: chance, or nobody because the game is over."""

    CHANCE = "chance"
    OVER = "over"

    def __bool__(self) -> bool:
        """Raise TypeError, because a test for truth would mislead: seat 0 is false."""
        raise TypeError(
            "who is to move is neither true nor false; compare it with a seat, CHANCE or OVER"
        )


CHANCE: Final = Nobody.CHANCE
OVER: Final = Nobody.OVER
ToMove: TypeAlias = int | Nobody
"""Who is to move: a seat, `CHANCE`, or `OVER` when the game is over. Compare it: seat 0 is false."""
Choose: TypeAlias = Callable[[Any, Any, Sequence[Any], random.Random], Any]
"""A bot: a function that returns a legal move.

Its arguments are the game, the position as the seat to move may know it, the legal
moves, and a source of randomness that is this seat's own.
"""
MOVES_MAX: Final = 10_000
"""The most moves of a game, those of chance included: more than any game takes that comes to an end."""
RANDOM: Final = "random"
"""The name of the bot that plays at random, which every game has."""


class HasSetting(Protocol):
    """Anything that carries a setting."""

    @property
    def setting(self) -> Any:
        """The setting: what the players at the table agreed on."""


GENERATED: Final = "generated "
"""The prefix of the names of component sets that are made from a seed; the seed follows it."""


def _any_move(legal: Sequence[Any], rng: random.Random) -> Any:
    return legal[int(rng.random() * len(legal))]


class AnyDraft(Protocol[S_co]):
    """A position while a move is carried out."""

    def seal(self) -> S_co:
        """Return the finished position. The draft must not be used afterwards."""

    def snapshot(self, last: Any = None) -> S_co:
        """Return the position as it stands, with the unchanged parts of the last one; the draft can be used further."""


@attrs.frozen(eq=False, kw_only=True)
class TestData(Generic[S, M, C]):
    """The source of the positions and component sets that tests draw.

    ``choose`` chooses moves with which a game gets far; ``plies`` is about the number
    of moves in a whole game. ``enrich`` gives everybody more than the rules deal.
    ``components`` makes a component set from a seed: the usual set for 0, and for any
    other seed a set that agrees with the rulebook and is named `GENERATED` and the
    seed.
    """

    choose: Callable[[Sequence[M], random.Random], M] = _any_move
    enrich: Callable[[S, random.Random], S] = lambda state, _: state
    components: Callable[[int], C] | None = None
    plies: int

    def show_components(self, components: C) -> str:
        """Return the Python expression that makes a component set."""
        name = str(getattr(components, "name", ""))
        if self.components is None or not name.startswith(GENERATED):
            return repr(components)
        return f"{self.components.__name__}({name.removeprefix(GENERATED)})"


@attrs.frozen(eq=False)
class MoveFilter(Generic[S]):
    """Narrows the moves of a kind to try in a position, by the values of their first field.

    ``about`` returns the values that are possible there, in the order of the table. The
    law is asked only about the moves with these values. If ``legal`` is true, all of
    them are legal, and the law is not asked at all.
    """

    about: Callable[[S], Iterable[Any]]
    legal: bool = False


class RenderText(Protocol):
    """Renders positions for a terminal."""

    def __call__(
        self,
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = ...,
        seats: Collection[int] | None = None,
        width: int = ...,
    ) -> str:
        """Return the lines of a position."""


class RenderSvg(Protocol):
    """Renders positions for a page."""

    def __call__(
        self,
        state: Any,
        *,
        names: Sequence[str] | None = None,
        parts: Collection[str] = ...,
        seats: Collection[int] | None = None,
        highlight: Iterable[Any] = (),
        title: str | None = None,
        columns: int | None = None,
        prefix: str | None = None,
    ) -> str:
        """Return a picture of a position."""


@attrs.frozen(eq=False, kw_only=True)
class Pictures:
    """Renders the positions of a game. A picture can be limited to some ``parts`` of the table.

    The first part shows the pending decision, the last one the players' things.
    """

    parts: tuple[str, ...]
    text: RenderText
    svg: RenderSvg


def _view(position: Any, seat: int | None) -> Any:
    return (
        views.view(position.setting.layout, position, seat)
        if position.setting.hides
        else position
    )


def _as_it_is(position: S, seat: int) -> S:
    return position


def for_each_seat(state: HasSetting, what: str, numbers: object) -> tuple[int, ...]:
    """Return what a function of the game has returned. Raises `RulebookError` unless each seat has a number in it."""
    listed = isinstance(numbers, Iterable) and not isinstance(numbers, Mapping)
    found = tuple(cast("Any", numbers)) if listed else ()
    players: int = state.setting.players
    if len(found) != players or not all(isinstance(number, int) for number in found):
        shown = describe(found or numbers)
        reason = f"{what} returns {shown}; expected a number for each of {players} seats"
        raise RulebookError(state.setting.rulebook.title, (reason,))
    return found


def _winners(position: Any, totals: Sequence[int]) -> tuple[int, ...]:
    rulebook = position.setting.rulebook
    best = (min if rulebook.lowest_wins else max)(totals)
    leaders = [seat for seat, total in enumerate(totals) if total == best]
    for tie_break in rulebook.tie_breaks:
        numbers = for_each_seat(position, "tie_breaks", tie_break(position))
        most = max(numbers[seat] for seat in leaders)
        leaders = [seat for seat in leaders if numbers[seat] == most]
    return tuple(leaders)


@attrs.frozen(eq=False, kw_only=True)
class Rulebook(Generic[S, M]):
    """Everything that the library needs to know of a game.

    ``name`` is the word for it in files and on the command line, ``title`` what people
    call it, and ``home`` the module and name where the object itself is found, such as
    ``"era_of_inventions.rulebook:ERA"``.

    ``blank`` returns the position before the setup, for a setting and the seat of the
    start player. A game begins with it, and the law then carries out its effects on
    `SetUp`. ``moves`` returns the table of a setting: all moves that can ever be made.
    The table does not depend on readings; by default it has every combination of values
    of the fields of each kind of moves. ``chances`` lists the possible moves of chance
    in a position, each with a whole number of 1 or more as its weight: by default all
    legal moves are equally likely. ``draft`` makes a draft of a position; its second
    argument, the law or a tracer in its place, carries out the consequences of a move
    in it.

    ``to_move``, ``simultaneous``, ``served`` and ``order`` are known to everybody: they
    use nothing that is hidden.

    ``grammar`` declares how moves and games are written, ``positions`` how positions
    are, and ``disputes`` how disputes are.

    The law itself is asked which moves of the table are legal; of kinds that have
    ``candidates``, only these are tried. A ``generator`` makes, for a setting, another
    function that lists legal moves. ``view`` returns what a seat, or a spectator
    (None), may know of a position.

    ``completions`` returns positions in which everything unknown is replaced by
    something possible. There have to be enough of them to find out whether a verdict
    depends on what is unknown: by default, for each card that lies nowhere else, the
    player who decides has it in one of them. The first two should differ as much as
    possible.
    """

    name: str
    title: str
    home: str
    law: Law
    editions: tuple[Edition, ...]
    ruleset: type[BaseRuleset]
    components: ComponentSets[Any]
    player_counts: Callable[[], tuple[int, ...]]
    blank: Callable[[Any, int], S]
    to_move: Callable[[S], ToMove]
    draft: Callable[[S, Any], AnyDraft[S]]
    winners: Callable[[S, Sequence[int]], tuple[int, ...]] = _winners
    """Returns the winners by these totals: by default the seats with the best total that are best by all tie-breaks."""
    lowest_wins: bool = False
    """Whether the lowest total wins, not the highest."""
    chances: Callable[[S], Sequence[tuple[M, int]]] | None = None
    order: Callable[[S], tuple[int, ...]] = lambda position: (
        *range(position.setting.players),
    )
    """The seats in the order in which they act in a round, the first one first; see `BasePosition.later`."""
    tie_breaks: Sequence[Callable[[S], Sequence[int]]] = ()
    """What ``winners`` compares if totals are equal, in this order: functions that return a number for each seat.

    The highest number is the best.
    """
    grammar: Grammar[S, M]
    totals: Callable[[Sequence[Sequence[int]]], Sequence[int]] = lambda lines: [
        sum(p) for p in zip(*lines, strict=True)
    ]
    candidates: Mapping[type, MoveFilter[S]] = attrs.field(factory=dict)
    generator: Callable[[Any], Callable[[S], tuple[M, ...]]] | None = None
    state: type[Any]
    moves: Callable[[Any], Sequence[M]] = lambda setting: [
        *every_move(setting.rulebook.kinds, setting.terms)
    ]
    changes: Callable[[S, S], Iterable[Change]] | None = None
    view: Callable[[S, int | None], S] = _view
    completions: Callable[[S], Iterable[S]] | None = None
    positions: Positions[S] = attrs.field(factory=Positions)
    disputes: DisputeForm[S, M] = attrs.field(factory=DisputeForm)
    pictures: Callable[[], Pictures] | None = None
    """How positions are drawn: a function, because not every program needs to load it."""
    settle: Callable[[S], S] = lambda position: position
    """Finishes the running action, so that effects that a reading defers become visible."""
    served: Callable[[S], int | None] = lambda position: None
    """The seat that the next move of chance is for; it alone sees cards that are dealt to it face down."""
    in_turn: Callable[[S, int], S] = _as_it_is
    """Returns the same position with another player to move, to judge a move out of turn."""
    simultaneous: Callable[[S], Sequence[int]] = lambda position: ()
    """The seats that decide at the same time, in any order; empty where only the seat to move decides.

    The seat to move is one of them; ``in_turn`` returns the position with another of
    them to move.
    """
    samples: TestData[S, M, Any]
    passages: Path | None = None
    """The file that explains the passages of the editions that no clause cites; see `read_table`."""
    glossary: Path | None = None
    """The file with the terms of the game, the words of the editions for them, and others that players use."""
    templates: Path | None = None
    """The folder with a dispute about each chapter, from which templates are made."""
    ready: Path | None = None
    """The file of questions that people often ask, with their disputes; see `ready_questions`."""
    measures: Mapping[str, Callable[[S], int]] = attrs.field(factory=dict)
    """Further numbers that are summed up over finished games, besides wins and points, by name."""
    stock: tuple[str, ...] = ()
    """The fields of players, by name, that the terminal shows before each of their decisions."""
    at_stake: tuple[str, ...] = ()
    """The fields of the turn, by name, that the terminal shows with the ``stock`` as long as they hold something."""
    outstanding: tuple[str, ...] = ()
    """The fields of positions, by path, that hold what is still to be paid or given before a move has its effect."""
    obvious: tuple[str, ...] = ()
    """The fields whose changes the terminal does not report, by path: the moves show them already."""
    bots: Mapping[str, Callable[[Any, S, Sequence[M], random.Random], M]] = attrs.field(
        factory=dict
    )
    """Bots that play the game, by name. See `Choose`."""

    @cached_property
    def terms(self) -> Terms:
        """The terms that all settings have in common."""
        counts = self.player_counts()
        return Terms(seats=(min(counts), max(counts)), rulebook=self)

    @cached_property
    def sound_with(self) -> set[Hashable]:
        """The names of things, each time as in `Terms.words`, with which the fields of positions were found sound."""
        return set()

    def wrong_winners(self, winners: object, players: int) -> Iterator[str]:
        """Yield a reason if ``winners`` has not returned one or more seats of this number of players, each once."""
        seats = [*range(players)]
        if (
            not isinstance(winners, tuple)
            or not winners
            or not all(isinstance(winner, int) for winner in winners)
            or sorted({*winners} & {*seats}) != sorted(winners)
        ):
            yield f"winners returns {describe(winners)}; expected a tuple of one or more of the seats {joined(seats)}"

    def mover(self, state: S) -> ToMove:
        """Return who is to move. Raises `RulebookError` if it is neither a seat nor `CHANCE` or `OVER`."""
        to_move = self.to_move(state)
        if isinstance(to_move, Nobody) or to_move in range(state.setting.players):
            return to_move
        raise RulebookError(
            self.title,
            (f"to_move returns {describe(to_move)}; expected a seat, CHANCE or OVER",),
        )

    def seat_to_move(self, state: S) -> int | None:
        """Return the seat that is to move; None if chance moves next or the game is over.

        Raises `RulebookError` as `mover` does.
        """
        mover = self.mover(state)
        return None if isinstance(mover, Nobody) else mover

    def nouns_of(self, kind: type) -> tuple[str, str]:
        """Return the nouns for what a kind of moves of chance turns over.

        Raises `RulebookError` if the grammar does not count it among the moves of
        chance.
        """
        if kind not in self.grammar.chance:
            reason = f"grammar.chance lacks {kind.__name__}, which chance moves; expected nouns for it"
            raise RulebookError(self.title, (reason,))
        return self.grammar.chance[kind]

    def deciders(self, state: S) -> tuple[int, ...]:
        """Return all seats that may decide now; empty if chance moves next or the game is over.

        Raises `RulebookError` if the seat to move is not among those that decide at the
        same time.
        """
        seat = self.seat_to_move(state)
        if seat is None:
            return ()
        seats = self.together(state) or (seat,)
        known = {*range(state.setting.players)}
        if not {seat} <= {*seats} <= known or len({*seats}) < len(seats):
            expected = f"seats, each once, among them {seat}, who is to move"
            found = describe(seats)
            raise RulebookError(
                self.title, (f"simultaneous returns {found}; expected {expected}",)
            )
        return seats

    def together(self, state: S) -> tuple[int, ...]:
        """Return the seats that decide at the same time, if there are several.

        Raises `RulebookError` if ``simultaneous`` returns anything else.
        """
        seats = self.simultaneous(state)
        if not isinstance(seats, tuple | list):
            reason = f"simultaneous returns {describe(seats)}; expected a tuple of seats"
            raise RulebookError(self.title, (reason,))
        return tuple(seats)

    def turned(self, state: S, seat: int) -> S:
        """Return what ``in_turn`` makes of a position. Raises `RulebookError` if it is no position."""
        found: object = self.in_turn(state, seat)
        if not isinstance(found, self.state):
            reason = f"in_turn returns {describe(found)}; expected a {self.state.__name__}"
            raise RulebookError(self.title, (reason,))
        return cast("S", found)

    def as_decider(self, state: S, seat: int | None) -> S:
        """Return the position with this seat to move if it is one of several that decide, otherwise as it is.

        Raises `RulebookError` if ``in_turn`` makes no such position.
        """
        if seat is None or seat not in self.together(state):
            return state
        if seat == self.seat_to_move(state):
            return state
        turned = self.turned(state, seat)
        if self.seat_to_move(turned) != seat:
            reason = f"in_turn returns a position in which seat {seat} is not to move"
            raise RulebookError(self.title, (reason,))
        return turned

    @cached_property
    def kinds(self) -> tuple[type[Any], ...]:
        """The kinds of moves, in the order of the law."""
        return tuple(kind for kind in self.law.subjects if issubclass(kind, Move))

    @property
    def occasions(self) -> tuple[type[Any], ...]:
        """The kinds of occasions about which clauses are asked, in the order of the law."""
        return tuple(kind for kind in self.law.subjects if issubclass(kind, Occasion))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Pickle only the place where the rulebook is found, so that unpickling returns the same object.

        Raises `RulebookError` if another one is found there.
        """
        try:
            found = pkgutil.resolve_name(self.home)
        except (ImportError, AttributeError, ValueError):
            found = None
        if found is not self:
            where = "to another rulebook" if found else "nowhere"
            reason = f"home {self.home!r} leads {where}; expected the place of this rulebook"
            raise RulebookError(self.title, (reason,))
        return pkgutil.resolve_name, (self.home,)

    __copy__ = __deepcopy__ = itself

    def __repr__(self) -> str:
        """Show the title."""
        return f"<rulebook {self.title}>"


AnyRulebook: TypeAlias = Rulebook[Any, Any]


def require_rulebook(value: object) -> AnyRulebook:
    """Return a value that is a rulebook. Raises `GameError` for anything else."""
    if not isinstance(value, Rulebook):
        raise GameError(f"{describe(value)} is no rulebook; expected one such as ERA")
    return value

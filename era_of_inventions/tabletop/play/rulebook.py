"""The seam between what any rulebook needs and a game: one `Rulebook`, handed in and never imported."""

from __future__ import annotations

import enum
import pkgutil
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.fields import Layout, Move, layout_of, views
from era_of_inventions.tabletop.fields import changes as declared_changes
from era_of_inventions.tabletop.fields.moves import every_move
from era_of_inventions.tabletop.fields.outline import Outline
from era_of_inventions.tabletop.law.citation import Edition
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.law.verdict import Change
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.grammar import Grammar, Positions
from era_of_inventions.tabletop.play.occasions import Occasion
from era_of_inventions.tabletop.play.pictures import Pictures
from era_of_inventions.tabletop.play.setting import Setting, terms_of

S = TypeVar("S", bound="AnyPosition")
M = TypeVar("M")
C = TypeVar("C")
S_co = TypeVar("S_co", covariant=True)


class Nobody(enum.Enum):
    """Who is to move where no seat is."""

    CHANCE = "chance"
    OVER = "over"


CHANCE: Final = Nobody.CHANCE
OVER: Final = Nobody.OVER
ToMove: TypeAlias = int | Nobody
"""Who is to move: a seat, `CHANCE`, or `OVER` when the game is over."""


class AnyPosition(Protocol):
    """What a position of any game has."""

    @property
    def setting(self) -> Setting[Any, Any]:
        """What the table agreed on."""


GENERATED: Final = "generated "
"""The prefix of the names of component sets that are made of a seed, which follows."""


def _any_move(legal: Sequence[Any], rng: random.Random) -> Any:
    return legal[int(rng.random() * len(legal))]


class AnyDraft(Protocol[S_co]):
    """A position while a move is carried out."""

    def seal(self) -> S_co:
        """The finished position. The draft must not be used afterwards."""

    def snapshot(self) -> S_co:
        """The position as it stands; the draft can be used further."""


@attrs.frozen(eq=False, kw_only=True)
class Samples(Generic[S, M, C]):
    """What tests draw positions and component sets from.

    ``choose`` is a player who gets far in a game, ``plies`` about how many moves a whole game has. ``enrich`` gives
    everybody more than the rules deal; ``components`` makes a set for each seed that agrees with the rulebook, the
    usual one for 0. The others are called `GENERATED` and their seed.
    """

    choose: Callable[[Sequence[M], random.Random], M] = _any_move
    enrich: Callable[[S, random.Random], S] = lambda state, _: state
    components: Callable[[int], C] | None = None
    plies: int

    def show_components(self, components: C) -> str:
        """The expression that makes a set again."""
        name = str(getattr(components, "name", ""))
        if self.components is None or not name.startswith(GENERATED):
            return repr(components)
        return f"{self.components.__name__}({name.removeprefix(GENERATED)})"


@attrs.frozen(eq=False)
class Candidates(Generic[S]):
    """What the moves of a kind can be ``about`` in a position: values of their first field, in the order of the table.

    The law is asked about no other moves of the kind, and about none if all that lie there are ``legal``.
    """

    about: Callable[[S], Iterable[Any]]
    legal: bool = False


@attrs.frozen(eq=False, kw_only=True)
class Rulebook(Generic[S, M]):
    """All that is needed of a game.

    ``name`` is the word for it in files and on the command line, ``title`` what people call it, and ``home`` the module
    and name where the object itself is found, such as ``"era_of_inventions.game:ERA"``.

    A game begins with the position ``blank`` of a setting and the seat of the start player, on which the law then
    carries out its effects on `SetUp`. ``moves`` is the closed table of a setting, by default with all that the fields
    of its kinds of moves can hold; ``chances`` gives what chance can do in a position, each with a whole number as its
    weight: by default each legal move is as likely as the others. ``draft`` makes a draft of a position; what follows
    from a move in it is carried out by its second argument, the law or whoever traces it.

    ``grammar`` says how moves and games are written, ``positions`` how positions are, and ``disputes`` how disputes.

    The law itself is asked which moves of the table are legal, and of kinds that have ``candidates`` about these only.
    A ``generator`` makes, for a setting, another function that lists legal moves. ``view`` is what a seat, or a
    spectator (None), may know of a position, and ``completions`` are positions in which what is unknown is known,
    enough to tell whether a verdict depends on it: by default, whoever decides has each card that lies nowhere else in
    one of them. The first two should differ as much as can be.
    """

    name: str
    title: str
    home: str
    law: Law
    editions: tuple[Edition, ...]
    ruleset: type[BaseRuleset]
    components: ComponentSets[Any]
    player_counts: Callable[[], tuple[int, ...]]
    blank: Callable[[Setting[Any, Any], int], S]
    to_move: Callable[[S], ToMove]
    draft: Callable[[S, Any], AnyDraft[S]]
    winners: Callable[[S, Sequence[int]], tuple[int, ...]]
    chances: Callable[[S], Sequence[tuple[M, int]]] | None = None
    tie_breaks: Sequence[Callable[[S], Sequence[int]]] = ()
    """What ``winners`` compares, in this order, where totals are equal: a number for each seat."""
    grammar: Grammar[S, M]
    totals: Callable[[Sequence[Sequence[int]]], Sequence[int]] = lambda lines: [
        sum(p) for p in zip(*lines, strict=True)
    ]
    candidates: Mapping[type, Candidates[S]] = attrs.field(factory=dict)
    generator: Callable[[Setting[Any, Any]], Callable[[S], tuple[M, ...]]] | None = None
    state: type[Any]
    moves: Callable[[Setting[Any, Any]], Sequence[M]] = attrs.field()
    changes: Callable[[S, S], Iterable[Change]] | None = None
    view: Callable[[S, int | None], S] = attrs.field()
    completions: Callable[[S], Iterable[S]] = attrs.field()
    positions: Positions[S] = attrs.field(factory=Positions)
    disputes: DisputeForm[S, M] = attrs.field(factory=DisputeForm)
    pictures: Callable[[], Pictures] | None = None
    """How positions are drawn: a function, because not every program needs to load it."""
    settle: Callable[[S], S] = lambda position: position
    """The position after what was begun in it is carried out to its end, with all that readings put off until then."""
    served: Callable[[S], int | None] = lambda position: None
    """The seat that the next move of chance is for, which alone sees what is dealt to it face down."""
    in_turn: Callable[[S, int], S] = lambda position, seat: position
    """The position as it would be if it were another seat's turn, by which that seat's moves are judged meanwhile."""
    samples: Samples[S, M, Any]
    passages: Path | None = None
    """The file that tells what became of the passages of the editions that no clause cites; see `read_table`."""
    glossary: Path | None = None
    """The file with the terms of the game, the words of the editions for them, and others that players use."""
    measures: Mapping[str, Callable[[S], int]] = attrs.field(factory=dict)
    """What is summed up of finished games besides wins and points, by name."""
    stock: tuple[str, ...] = ()
    """The fields of players, by name, that the terminal shows before each of their decisions."""
    at_stake: tuple[str, ...] = ()
    """The fields of the turn, by name, that it shows with them as long as they hold something."""
    obvious: tuple[str, ...] = ()
    """The fields whose changes the terminal does not tell, by their paths in events: the moves say as much."""
    bots: Mapping[str, Callable[[Any, S, Sequence[M], random.Random], M]] = attrs.field(factory=dict)
    """Bots that play the game, by name; each may look at what its seat may know. See `Choose`."""

    @view.default
    def _default_view(self) -> Callable[[S, int | None], S]:
        return lambda position, seat: views.view(self.layout(position.setting), position, seat)

    @moves.default
    def _every_move(self) -> Callable[[Setting[Any, Any]], Sequence[M]]:
        return lambda setting: [*every_move(self.kinds, terms_of(setting))]

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        """The kinds of moves, in the order of the law."""
        return tuple(kind for kind in self.law.subjects if issubclass(kind, Move))

    @property
    def occasions(self) -> tuple[type[Any], ...]:
        """The kinds of occasions about which clauses are asked, in the order of the law."""
        return tuple(kind for kind in self.law.subjects if issubclass(kind, Occasion))

    @completions.default
    def _default_completions(self) -> Callable[[S], Iterable[S]]:
        def completions(position: S) -> Iterable[S]:
            to_move = self.to_move(position)
            first = to_move if isinstance(to_move, int) else 0
            return views.completions(self.layout(position.setting), position, first)

        return completions

    def changes_in(self, setting: Setting[Any, Any]) -> Callable[[S, S], Iterable[Change]]:
        """What lists the changes between two positions of a setting: by default those of all declared fields."""
        return self.changes or partial(declared_changes.changes, self.layout(setting))

    def layout(self, setting: Setting[Any, Any], names: Sequence[str] = ()) -> Layout[Any]:
        """The declared fields of positions, bound to a setting and the players' names."""
        return layout_of(self.state, terms_of(setting, tuple(names)))

    def outline(self, setting: Setting[Any, Any], names: Sequence[str] = ()) -> Outline:
        """How the positions of a setting are described, with players of these names."""
        return Outline(self.layout(setting, names), self.positions.unsaid, self.positions.besides)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Pickle where it is found, so that it comes back as the same object."""
        return pkgutil.resolve_name, (self.home,)

    def __repr__(self) -> str:
        """Show the title."""
        return f"<rulebook {self.title}>"

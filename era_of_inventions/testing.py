"""Hypothesis strategies for everything in the library, for its own tests and for those of programs built on it.

Drawing a position plays a game, which can take longer than Hypothesis allows an example by default: tests that use
these strategies want ``settings(deadline=None)``.

Strategies for positions draw a `Script`: a few small numbers from which the position is played again, so that a failing
example shrinks, and prints as something to run. Registered by an entry point, so that ``st.from_type(State)`` works
wherever the package and Hypothesis are installed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from era_of_inventions.component_files import load_shipped
from era_of_inventions.game import Game
from era_of_inventions.model.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Reward,
    Space,
)
from era_of_inventions.model.goods import CUBES, FINE_CUBES, Good, Goods, count, pack
from era_of_inventions.model.moves import EndAction, EndTurn, Exchange, Line, Move, Withdraw
from era_of_inventions.model.state import State
from era_of_inventions.rulebook.setup import player_counts
from era_of_inventions.rulings import Ruleset

PLIES = 420
"""The most moves that a script plays before its choices begin: about a whole game."""
GENERATED = "generated "
"""How the names of generated component sets begin; the seed follows."""


def _shipped() -> Components:
    return load_shipped("reconstructed")


@attrs.frozen(repr=False)
class Script:
    """How a position is reached: `state_of` plays it again.

    From a fresh deal ``plies`` moves are made by a random player with the ``seed``; then each of ``choices`` picks a
    legal move by its place among them, counting on from the first after the last. In a ``rich`` deal everybody has
    several of everything, so that limits are reached that a poor game never sees.
    """

    players: int = 4
    ruleset: Ruleset = attrs.field(factory=Ruleset)
    components: Components = attrs.field(factory=_shipped)
    rich: bool = False
    seed: int = 0
    plies: int = 0
    choices: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """The expression that makes it, without what has its default."""
        default = Script()
        told = [(field.name, getattr(self, field.name)) for field in attrs.fields(Script)]
        given = [f"{name}={_code(value)}" for name, value in told if value != getattr(default, name)]
        return f"Script({', '.join(given)})"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    @property
    def game(self) -> Game:
        """The game it is played in."""
        return Game(self.players, self.ruleset, self.components)

    def deal(self) -> State:
        """The position before the first move."""
        state = self.game.new(self.seed % self.players)
        return enriched(state, random.Random(self.seed)) if self.rich else state

    def steps(self) -> Iterator[tuple[State, Move]]:
        """Every position on the way with the move made in it."""
        game = self.game
        rng = random.Random(self.seed)
        state = self.deal()
        for number in range(self.plies + len(self.choices)):
            legal = game.legal_moves(state)
            if not legal:
                return
            early = number < self.plies
            move = busy_choice(legal, rng) if early else legal[self.choices[number - self.plies] % len(legal)]
            yield state, move
            state = game.play_unchecked(state, move)


def state_of(script: Script) -> State:
    """The position that a script leads to."""
    game = script.game
    state = script.deal()
    for before, move in script.steps():
        state = game.play_unchecked(before, move)
    return state


def _code(value: object) -> str:
    if isinstance(value, Components) and value.name.startswith(GENERATED):
        return f"generated_components({value.name.removeprefix(GENERATED)})"
    return repr(value)


def busy_choice(legal: Sequence[Move], rng: random.Random) -> Move:
    """A move of a player who seldom passes, and chooses what kind of thing to do before choosing one."""
    busy = [move for move in legal if not isinstance(move, EndAction | EndTurn | Withdraw)]
    if not busy or rng.random() < 0.1:
        return rng.choice(legal)
    kinds: dict[object, list[Move]] = {}
    for move in busy:
        kinds.setdefault((type(move), move.line if isinstance(move, Exchange) else None), []).append(move)
    return rng.choice(rng.choice(list(kinds.values())))


def enriched(state: State, rng: random.Random) -> State:
    """The position after the deal if everybody started with six to nine of everything and two bonus discs.

    Where goods are limited, everybody has at most an equal share of the box.
    """
    most = dict.fromkeys(Good, 9)
    if state.ruleset.goods_supply == "limited":
        loaded = dict.fromkeys(Good, 0)
        for source, load in zip(state.components.sources, state.board.loads, strict=True):
            loaded[source.good] += load
        supply = state.components.supply
        most = {good: (count(supply, good) - loaded[good]) // len(state.players) for good in Good}
    players = tuple(
        attrs.evolve(player, goods=pack({good: min(rng.randint(6, 9), most[good]) for good in Good}), bonus_discs=2)
        for player in state.players
    )
    return attrs.evolve(state, players=players)


def goods(most: int = 9, kinds: Sequence[Good] = tuple(Good)) -> SearchStrategy[Goods]:
    """Goods of the given kinds, at most ``most`` of each."""
    return st.fixed_dictionaries({good: st.integers(0, most) for good in kinds}).map(pack)


def rulesets() -> SearchStrategy[Ruleset]:
    """A preset, or a ruleset with any reading of every ruling; shrinks to the default."""
    readings: dict[str, Any] = {ruling.field: st.sampled_from(ruling.names) for ruling in Ruleset.rulings()}
    mixed = st.fixed_dictionaries(readings).map(lambda chosen: Ruleset(name="mixed", **chosen))
    return st.sampled_from([Ruleset.preset(name) for name in Ruleset.presets]) | mixed


def rulesets_with(ruling: str) -> SearchStrategy[Ruleset]:
    """The default ruleset with any reading of one ruling, known by its id or field.

    Raises `RulesetError` if there is no such ruling.
    """
    return st.sampled_from([Ruleset().with_reading(ruling, name) for name in Ruleset.ruling(ruling).names])


def component_sets() -> SearchStrategy[Components]:
    """A set that agrees with everything the rulebooks state and is otherwise arbitrary; shrinks to the shipped one."""
    return st.integers(0, 9999).map(generated_components)


def generated_components(seed: int) -> Components:
    """The shipped set with other values where the rulebooks state none: one for each seed, 0 for the shipped one."""
    components = _shipped()
    if not seed:
        return components
    rng = random.Random(seed)
    stated = {components.inventions.index(name) for name in ("sewing machine", "steam train", "car")}
    worked = {components.inventions.index(name) for name in ("telephone", "cash register")}
    end = rng.randint(22, 60)
    signs = {space: rng.choice([*CUBES, Good.COIN]) for space in rng.sample(range(12, end), 8)}
    signs |= {6: Good.TOOL, 7: Good.METAL, 9: Good.COIN, 11: Good.WOOD}
    return attrs.evolve(
        components,
        name=f"{GENERATED}{seed}",
        spaces=tuple(s if s.invention in stated else _space(s, rng) for s in components.spaces),
        cards=tuple(c if c.invention in worked else _card(c, rng) for c in components.cards),
        factories=tuple(_factory(f, rng) for f in components.factories),
        patent_squares=(
            *components.patent_squares[:2],
            *(PatentSquare(rng.randint(1, 4), rng.randint(0, 3)) for _ in range(4)),
        ),
        signs=tuple(sorted(signs.items())),
        track_end=end,
    )


def _space(space: Space, rng: random.Random) -> Space:
    number = rng.randint(1, 3)
    income = Reward(pack({Good.COIN: number})) if space.technical else Reward(influence=number)
    return attrs.evolve(space, cogs=rng.randint(1, 7), influence=rng.randint(1, 6), income=income)


def _card(card: InventionCard, rng: random.Random) -> InventionCard:
    profit = Reward(pack({Good.COIN: rng.randint(0, 2), Good.COG: rng.randint(0, 1)}), rng.randint(1, 5))
    if card.kind is CardKind.FAKE:
        coal = pack({Good.COAL: rng.randint(1, 2)})
        return attrs.evolve(card, cost=coal, question_marks=rng.randint(1, 4), profit=profit)
    cost = {good: rng.randint(0, 2) for good in FINE_CUBES} | {Good.COAL: rng.randint(1, 2)}
    if card.kind is CardKind.OFFICIAL:
        cost[Good.COIN] = rng.randint(0, 2)
    return attrs.evolve(card, cost=pack(cost), profit=profit)


def _factory(factory: FactoryCard, rng: random.Random) -> FactoryCard:
    wood = rng.randint(0, 3)
    cost = {Good.WOOD: wood, Good.COAL: rng.randint(0 if wood else 1, 2)}
    output = {rng.choice(list(Good)): rng.randint(1, 2), rng.choice(list(Good)): 1}
    return attrs.evolve(factory, cost=pack(cost), output=pack(output), influence=rng.randint(0, 1))


@st.composite
def scripts(
    draw: DrawFn,
    *,
    players: Sequence[int] | None = None,
    rulesets: SearchStrategy[Ruleset] | None = None,
    component_sets: SearchStrategy[Components] | None = None,
    plies: int = PLIES,
) -> Script:
    """How a position is reached, by default with the default readings and the shipped components."""
    return Script(
        players=draw(st.sampled_from(players or player_counts())),
        ruleset=Ruleset() if rulesets is None else draw(rulesets),
        components=_shipped() if component_sets is None else draw(component_sets),
        rich=draw(st.booleans()),
        seed=draw(st.integers(0, 999)),
        plies=draw(st.integers(0, plies)),
        choices=tuple(draw(st.lists(st.integers(0, 99), max_size=6))),
    )


def reachable_states(**options: Any) -> SearchStrategy[State]:
    """Positions that legal moves lead to. Takes what `scripts` takes."""
    return scripts(**options).map(state_of)


def positions(**options: Any) -> SearchStrategy[State]:
    """Positions that keep to the material but need not be reachable. Takes what `scripts` takes.

    A reachable position in which players have other stocks and influence, the board other loads, and the record of the
    turn other counts, as a dispute may state them.
    """
    return st.builds(changed_position, reachable_states(**options), _PLAYERS, _LOADS, _TURNS)


def changed_position(
    state: State, players: Sequence[Mapping[str, Any]], loads: Sequence[int], turn: Mapping[str, Any]
) -> State:
    """The position with other fields of each `Player`, by seat, other loads, and other fields of its `Turn`.

    The changes are made one after another, without those after which the position would not be possible. Seats that do
    not exist are passed over.
    """
    check = Game.of(state).check
    for changed in _changes(players, loads, turn):
        after = changed(state)
        if not check(after):
            state = after
    return state


def _changes(
    players: Sequence[Mapping[str, Any]], loads: Sequence[int], turn: Mapping[str, Any]
) -> Iterator[Callable[[State], State]]:
    for seat, fields in enumerate(players):
        for field, value in fields.items():
            yield partial(_with_player, seat, **{field: value})
    for source, load in enumerate(loads):
        yield partial(_with_load, source, load)
    for field, value in turn.items():
        yield partial(_with_turn, **{field: value})


def _with_player(seat: int, state: State, **fields: Any) -> State:
    players = enumerate(state.players)
    return attrs.evolve(
        state, players=tuple(attrs.evolve(player, **fields) if who == seat else player for who, player in players)
    )


def _with_load(source: int, load: int, state: State) -> State:
    loads = state.board.loads
    return attrs.evolve(state, board=attrs.evolve(state.board, loads=(*loads[:source], load, *loads[source + 1 :])))


def _with_turn(state: State, **fields: Any) -> State:
    return attrs.evolve(state, turn=attrs.evolve(state.turn, **fields))


_PLAYERS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={"goods": goods(12), "influence": st.integers(0, 70), "bonus_discs": st.integers(0, 3)},
    ),
    max_size=5,
)
_LOADS = st.lists(st.integers(0, 6), max_size=7)
_TURNS = st.fixed_dictionaries(
    {},
    optional={
        "built": st.integers(0, 3),
        "loads": st.integers(0, 3),
        "took_cog": st.booleans(),
        "trades": st.tuples(*[st.integers(0, 3)] * len(Line)),
        "patents": st.integers(0, 2),
        "moved": st.integers(0, 5),
    },
)


def whole_games(**options: Any) -> SearchStrategy[Script]:
    """Scripts that are played to the end of the game. Takes what `scripts` takes, except ``plies``."""
    return scripts(plies=0, **options).map(lambda script: attrs.evolve(script, plies=10 * PLIES, choices=()))


def games(**options: Any) -> SearchStrategy[Game]:
    """Games of any setting. Takes what `scripts` takes."""
    return scripts(plies=0, **options).map(lambda script: script.game)


def moves(game: Game) -> SearchStrategy[Move]:
    """Any move of the game's table, legal or not."""
    return st.sampled_from(game.moves)


def legal_moves(state: State) -> SearchStrategy[Move]:
    """The legal moves of a position. Raises `hypothesis.errors.InvalidArgument` if the game is over."""
    return st.sampled_from(Game.of(state).legal_moves(state))


def illegal_moves(state: State) -> SearchStrategy[Move]:
    """The moves of the table that are not legal in a position."""
    game = Game.of(state)
    legal = set(game.legal_moves(state))
    return st.sampled_from([move for move in game.moves if move not in legal])

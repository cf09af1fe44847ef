"""Functions of a rulebook that fail only later in a game: one sentence names them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop import Positions, Record, evolve, parse_game, show_game
from era_of_inventions.tabletop.errors import RulebookError
from era_of_inventions.tabletop.play.bots import StuckGameError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, Rulebook
from era_of_inventions.tabletop.play.simulate import play_game
from tests.regatta.model import Bid, Deal, Pass, Stage, State
from tests.regatta.rulebook import REGATTA

Service = Callable[[Game[State, Any], State], object]


def reached(rulebook: Rulebook[State, Any], stage: Stage) -> tuple[Game[State, Any], State]:
    """A position in this stage, reached by moves that are checked as little as possible."""
    game, usual, rng = Game(rulebook, 3), Game(REGATTA, 3), random.Random(1)
    state = usual.new()
    while state.turn.stage is not stage:
        chance = usual.to_move(state) is CHANCE
        state = usual.play(state, usual.chance_move(state, rng) if chance else usual.legal_moves(state)[0])
    return game, evolve(state, setting=game.setting)


def later(name: str, stage: Stage, function: Callable[..., Any]) -> dict[str, Any]:
    """Another function of the rulebook, which does something else from this stage on."""
    usual: Any = getattr(REGATTA, name)
    order = [*Stage]

    def either(state: State, *others: Any) -> Any:
        reached = order.index(state.turn.stage) >= order.index(stage)
        return function(state, *others) if reached else usual(state, *others)

    with_seat = name == "in_turn"
    return {name: (lambda state, seat: either(state, seat)) if with_seat else lambda state: either(state)}


def fails(_: object, *__: object) -> Any:
    raise KeyError("key")


COMPLETIONS: list[Service] = [
    lambda game, state: game.judge(game.view(state, None), Bid(5)),
    lambda game, state: game.follow(game.view(state, None), Pass()),
]
CHANCES: list[Service] = [
    lambda game, state: game.chances(state),
    lambda game, state: game.deal(state, random.Random(1)),
    lambda game, state: game.chance_move(state, random.Random(1)),
    lambda game, state: game.playout(state, random.Random(1)),
]
TOGETHER: list[Service] = [
    lambda game, state: game.deciders(state),
    lambda game, state: game.judge(state, Bid(1)),
    lambda game, state: game.judge(state, Bid(1), seat=1),
    lambda game, state: game.play(state, game.legal_moves(state)[0], seat=1),
]
TURNED: list[Service] = [
    lambda game, state: game.in_turn(state, 1),
    lambda game, state: game.judge(state, Bid(1), seat=1),
]
CASES: list[tuple[str, Stage, Callable[..., Any], list[Service]]] = [
    *(
        ("completions", Stage.AUCTION, result, COMPLETIONS)
        for result in (lambda _: None, lambda _: [], lambda _: [3], lambda state: [state], fails)
    ),
    *(
        ("chances", Stage.ARRIVAL, result, CHANCES)
        for result in (lambda _: None, lambda _: [], lambda _: [(Deal(0), 0)], lambda _: 3, fails)
    ),
    *(("chances", Stage.ARRIVAL, result, CHANCES) for result in (lambda _: [(Deal(0), 1)], lambda _: [(3, 1)])),
    *(("simultaneous", Stage.PLEDGE, result, TOGETHER) for result in (lambda _: None, lambda _: 3)),
    *(("in_turn", Stage.PLEDGE, result, TURNED) for result in (lambda *_: None, lambda *_: 3, lambda state, _: state)),
]


@pytest.mark.parametrize(
    ("name", "stage", "function", "service"),
    [(name, stage, function, service) for name, stage, function, services in CASES for service in services],
)
def test_a_function_that_fails_later_is_named(
    name: str, stage: Stage, function: Callable[..., Any], service: Service
) -> None:
    rulebook = attrs.evolve(REGATTA, **later(name, stage, function))
    game, state = reached(rulebook, stage)
    with pytest.raises(RulebookError) as refused:
        service(game, state)
    (reason,) = refused.value.reasons
    assert reason.startswith((f"{name} returns ", f"{name} raises "))


WEIGHTS: list[tuple[str, Callable[[int], Any], str]] = [
    ("half", lambda _: 0.5, "returns a list; expected "),
    ("one as a fraction", lambda _: Fraction(1), "returns a list; expected "),
    ("large", lambda _: 1e308, "returns a list; expected "),
    ("infinite", lambda _: math.inf, "returns a list; expected "),
    ("no number", lambda _: math.nan, "returns a list; expected "),
    ("text", str, "returns a list; expected "),
    ("one of them 0", lambda place: min(place, 1), "with the weight 0; expected 1 or more"),
    ("one of them below", lambda place: 5 * place - 1, "with the weight -1; expected 1 or more"),
    ("far below", lambda _: -(10**5000), "with the weight a number of 16610 bits; expected 1 or more"),
    ("huge", lambda _: 10**400, "returns weights that add up to a number of 13"),
]


@pytest.mark.parametrize("service", range(len(CHANCES)))
@pytest.mark.parametrize(("weight", "found"), [case[1:] for case in WEIGHTS], ids=[case[0] for case in WEIGHTS])
def test_chance_draws_by_the_weights_that_are_checked(weight: Callable[[int], Any], found: str, service: int) -> None:
    def chances(state: State) -> Any:
        usual: Any = REGATTA.chances
        return [(move, weight(place)) for place, (move, _) in enumerate(usual(state))]

    game, state = reached(attrs.evolve(REGATTA, **later("chances", Stage.ARRIVAL, chances)), Stage.ARRIVAL)
    with pytest.raises(RulebookError) as refused:
        CHANCES[service](game, state)
    (reason,) = refused.value.reasons
    assert reason.startswith("chances returns ")
    assert found in reason


def test_weights_are_large_as_long_as_their_sum_is_a_number_that_a_share_can_be_taken_of() -> None:
    def chances(state: State) -> Any:
        usual: Any = REGATTA.chances
        return [(move, 2**1020) for move, _ in usual(state)]

    game, state = reached(attrs.evolve(REGATTA, **later("chances", Stage.ARRIVAL, chances)), Stage.ARRIVAL)
    assert 1 < len(game.chances(state)) < 8
    for service in CHANCES:
        assert service(game, state)


@pytest.mark.parametrize("last", [lambda _: "x", lambda _: None, fails])
def test_a_measure_that_is_no_number_at_the_end_is_named(last: Callable[[State], Any]) -> None:
    def measure(state: State) -> Any:
        return last(state) if state.turn.stage is Stage.OVER else 1

    game: Game[State, Any] = Game(attrs.evolve(REGATTA, measures={"sails": measure}), 3)
    with pytest.raises(RulebookError, match=r"measures sails (returns|raises) "):
        play_game(game, 1)


def test_chance_that_has_no_move_is_stuck() -> None:
    rulebook = attrs.evolve(REGATTA, chances=None, **later("to_move", Stage.OVER, lambda _: CHANCE))
    game, state = reached(rulebook, Stage.AUCTION)
    over = evolve(state, turn=evolve(state.turn, stage=Stage.OVER))
    with pytest.raises(StuckGameError, match="chance"):
        game.deal(over, random.Random(1))


@pytest.mark.parametrize("result", [lambda _: None, lambda _: "x", lambda _: (1,), fails])
def test_what_follows_from_the_rest_of_a_position_is_looked_at(result: Callable[[State], Any]) -> None:
    def coins(state: State) -> Any:
        return result(state) if state.turn.stage is Stage.AUCTION else (0, 0, 0)

    rulebook = attrs.evolve(REGATTA, positions=Positions(follows={"players.coins": coins}))
    _, state = reached(rulebook, Stage.AUCTION)
    services: list[Callable[[], object]] = [
        lambda: show_game(Record(state)),
        lambda: parse_game(show_game(Record(evolve(state, setting=Game(REGATTA, 3).setting))), (rulebook,)),
    ]
    for service in services:
        with pytest.raises(RulebookError) as refused:
            service()
        (reason,) = refused.value.reasons
        assert reason.startswith(
            ("positions.follows players.coins returns ", "positions.follows players.coins raises ")
        )


WRITTEN: dict[str, list[Any]] = {
    "describe": [fails],
    "complete": [fails, lambda *_: None, lambda *_: 3],
    "contradictions": [fails, lambda *_: None, lambda *_: 3, lambda *_: [None], lambda *_: ["x"]],
}


@pytest.mark.parametrize(("name", "function"), [(name, one) for name, several in WRITTEN.items() for one in several])
def test_what_makes_positions_of_descriptions_is_looked_at(name: str, function: Any) -> None:
    rulebook = attrs.evolve(REGATTA, positions=Positions(**{name: function}))
    _, state = reached(rulebook, Stage.AUCTION)
    with pytest.raises(RulebookError) as refused:
        parse_game(show_game(Record(state)), (rulebook,))
    (reason,) = refused.value.reasons
    assert reason.startswith((f"positions.{name} returns ", f"positions.{name} raises "))


def test_a_failure_of_chances_is_reported_although_it_does_not_come_again() -> None:
    asked = list[State]()

    def chances(state: State) -> Any:
        asked.append(state)
        return fails(state) if len(asked) == 1 else REGATTA.chances(state)  # type: ignore[misc]

    game, state = reached(attrs.evolve(REGATTA, **later("chances", Stage.ARRIVAL, chances)), Stage.ARRIVAL)
    with pytest.raises(RulebookError, match="chances raises KeyError: 'key'"):
        game.chance_move(state, random.Random(1))
    assert len(asked) == 1


class Broken(random.Random):
    """A source of randomness that fails."""

    def random(self) -> float:
        raise ValueError("no numbers left")


def test_a_failure_of_the_source_of_randomness_is_no_failure_of_chances() -> None:
    game, state = reached(REGATTA, Stage.ARRIVAL)
    with pytest.raises(ValueError, match="no numbers left"):
        game.chance_move(state, Broken())

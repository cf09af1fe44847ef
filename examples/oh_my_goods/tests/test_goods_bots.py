"""The merchant of Oh My Goods!: what it decides, what it knows, and whom it beats."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from goods_tables import GAME, INDEX, NEAT, SIDES, SLOPPY, Has, options, readings, table
from oh_my_goods import moves
from oh_my_goods.bots import merchant
from oh_my_goods.position import Mode, Stage, State, Turn
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.play.bots import at_random
from era_of_inventions.tabletop.play.calls import completions_of
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.play.simulate import Finished, play_game

MILLISECONDS_MAX = 20


def decided(state: State) -> moves.Move:
    game: Game[State, moves.Move] = Game.from_state(state)
    return merchant(game, state, game.legal_moves(state), random.Random(0))


def against_random(seed: int, ruleset: str = "default") -> bool:
    """Whether one merchant among three who play at random wins alone; it sits elsewhere in each game."""
    seats: list[Any] = [at_random] * 4
    seats[seed // 4 % 4] = merchant
    finished: Finished = play_game(Game(OH_MY_GOODS, 4, ruleset), seed, seats)
    return finished.score.winners == (seed // 4 % 4,)


# --- What it decides ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("morning", "hand", "mode"),
    [
        ("5 grain, 5 wood", "", NEAT),
        ("2 grain", "1 wood", NEAT),
        ("1 wood, 5 stone", "", SLOPPY),
    ],
)
def test_it_works_neatly_where_nothing_is_likely_to_be_missing(morning: str, hand: str, mode: Mode) -> None:
    state = table(Has(hand=hand), stage=Stage.WORK, morning=morning)
    assert decided(state) == moves.Work(INDEX["charburner-grain"], mode)


def test_it_works_where_the_market_lets_it_make_dearer_goods() -> None:
    state = table(Has({"mill-1": 0, "charburner-grain": 0}), stage=Stage.WORK, morning="5 grain, 3 wool, 3 wood")
    assert decided(state) == moves.Work(INDEX["mill-1"], NEAT)
    poor = table(Has({"mill-1": 0, "charburner-clay": 0}), stage=Stage.WORK, morning="5 clay, 3 wood")
    assert decided(poor) == moves.Work(INDEX["charburner-clay"], NEAT)


def test_it_plans_what_it_can_pay() -> None:
    hand = "food-factory-3, sawmill-1"
    assert decided(table(Has({"mill-1": 1}, hand=hand), stage=Stage.PLAN)) == moves.PlanBuilding(INDEX["sawmill-1"])
    rich = table(Has({"mill-1": 12}, hand=hand), stage=Stage.PLAN)
    assert decided(rich) == moves.PlanBuilding(INDEX["food-factory-3"])
    assert decided(table(Has(hand="food-factory-3"), stage=Stage.PLAN)) == moves.PlanNothing()


@pytest.mark.parametrize("reading", ["all-or-none", "all-but-one"])
def test_it_goes_on_exchanging_where_it_may_not_stop(reading: str) -> None:
    state = table(Has(hand="3 wool", aside="1 clay"), stage=Stage.EXCHANGE, ruleset=readings(exchange=reading))
    assert decided(state) in options(state, moves.LayAside)


@pytest.mark.parametrize(
    ("goods", "owed", "expected"),
    [
        ({"charburner-grain": 1, "shoemaker-1": 1}, 1, "charburner-grain"),
        ({"charburner-grain": 4, "shoemaker-1": 1}, 3, "charburner-grain"),
        ({"charburner-grain": 1, "mill-1": 2}, 4, "mill-1"),
        ({"charburner-grain": 1, "shoemaker-1": 1}, 5, "shoemaker-1"),
    ],
)
def test_it_pays_with_the_cheapest_goods_that_will_do(goods: dict[str, int], owed: int, expected: str) -> None:
    state = table(Has(goods, planned="bakery-1"), stage=Stage.PAYMENT, owed=owed, before=Turn(Stage.BUILDING, 0))
    assert decided(state) == moves.Pay(INDEX[expected])


def test_it_uses_a_chain_as_long_as_that_gains_anything() -> None:
    at_work = {"craftsman": "bakery-1", "mode": NEAT}
    turn = {"produced": ["bakery-1"], "chains": ["bakery-1"]}
    ready: Any = {"stage": Stage.PRODUCTION, **turn}
    goods = {"charburner-grain": 2, "mill-1": 2, "bakery-1": 1}
    assert decided(table(Has(goods, **at_work), **ready)) == moves.UseChain(INDEX["bakery-1"])  # type: ignore[arg-type]
    nothing = {"charburner-grain": 0, "mill-1": 2, "bakery-1": 1}
    assert decided(table(Has(nothing, **at_work), **ready)) == moves.EndProduction()  # type: ignore[arg-type]


def test_it_keeps_its_best_cards() -> None:
    state = table(
        Has(hand="food-factory-3, mill-2, mill-1", craftsman="charburner-grain", mode=NEAT),
        stage=Stage.HAND_CARDS_SPENT,
        at="charburner-grain",
        missing="1 grain",
    )
    assert len(options(state, moves.Spend)) == 3
    assert decided(state) == moves.Spend(INDEX["mill-2"])


def test_it_builds_or_hires_whichever_brings_more() -> None:
    buildings = {"charburner-grain": 5, "brick-manufacture-1": 4, "brick-manufacture-2": 0}
    for planned, expected in {"tailor-1": moves.Build(), "sawmill-1": moves.Hire(SIDES["assistant-1a"])}.items():
        state = table(Has(buildings, planned=planned), stage=Stage.BUILDING, offer=("assistant-1a",))
        assert {moves.Build(), moves.Hire(SIDES["assistant-1a"])} <= set(options(state, moves.Build, moves.Hire))
        assert decided(state) == expected


# --- What it knows --------------------------------------------------------------------


@pytest.mark.parametrize("preset", Ruleset.presets)
@pytest.mark.parametrize("players", [2, 4])
def test_it_decides_the_same_whatever_it_cannot_see(players: int, preset: str) -> None:
    game: Game[State, moves.Move] = Game(OH_MY_GOODS, players, preset)
    rng = random.Random(players)
    state, differing = game.new(), 0
    while (mover := game.to_move(state)) is not OVER:
        legal = game.legal_moves(state)
        move = merchant(game, state, legal, rng) if isinstance(mover, int) else game.chance_move(state, rng)
        if isinstance(mover, int) and rng.random() < 0.2:
            seen = OH_MY_GOODS.view(state, mover)
            other = next(iter(completions_of(seen)))
            assert OH_MY_GOODS.view(other, mover) == seen
            assert merchant(game, other, game.legal_moves(other), rng) == move
            differing += other != state
        state = game.play_unchecked(state, move)
    assert differing > 20


# --- Whom it beats --------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("preset", Ruleset.presets)
def test_it_beats_three_who_play_at_random(preset: str) -> None:
    assert sum(against_random(4 * seed, preset) for seed in range(8)) >= 7


@pytest.mark.nightly
def test_it_beats_three_who_play_at_random_in_ninety_of_a_hundred_games() -> None:
    assert sum(map(against_random, range(100))) >= 90


def test_it_decides_quickly() -> None:
    seconds: list[float] = []

    def timed(game: Any, state: Any, legal: Any, rng: random.Random) -> Any:
        began = time.process_time()
        move = merchant(game, state, legal, rng)
        seconds.append(time.process_time() - began)
        return move

    play_game(Game(OH_MY_GOODS, 4), 1, timed)
    assert 1000 * sum(seconds) / len(seconds) < MILLISECONDS_MAX


# --- Commands -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.covers
def test_commands_know_it_by_name(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", iter(()))
    assert OH_MY_GOODS.bots["merchant"] is merchant
    arguments = ["play", "--names", "Ann,Bo", "--bots", "Ann=merchant,Bo=merchant", "--seed", "1"]
    assert cli.main(OH_MY_GOODS, arguments) == cli.HOLDS
    assert "wins" in capsys.readouterr().out
    assert cli.main(OH_MY_GOODS, ["play", "--names", "Ann,Bo", "--bots", "Ann=baker"]) == cli.UNUSABLE
    assert GAME.setting.players == 2

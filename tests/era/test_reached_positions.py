"""No position that a game reaches is refused, and whatever is not refused can be played on."""

from __future__ import annotations

import random
from typing import TypeVar

import pytest

from era_of_inventions.box.components import Area, FactoryCard, Space
from era_of_inventions.moves import (
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Move,
    PlaceDisc,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    UseBonusDisc,
)
from era_of_inventions.position import EMPTY, REVEALS, Phase, State, Turn
from era_of_inventions.tabletop.values import Mask, evolve, mask
from era_of_inventions.testing import enriched
from tests import one_in
from tests.support.positions import Case, cases

pytestmark = pytest.mark.slow

K = TypeVar("K")
AREAS: dict[type[Move], Area] = {
    BuildFactory: Area.BUILD,
    BuyLoad: Area.BUY,
    ProduceInvention: Area.PRODUCE,
    Exchange: Area.MARKET,
    Develop: Area.DEVELOP,
    RegisterPatent: Area.DEVELOP,
}
"""What players do as often as they may, and the area for it."""
CASES = 90
"""All presets, every single other reading, and mixtures."""


def eager(kind: type[Move], legal: tuple[Move, ...], rng: random.Random) -> Move:
    """A move of the kind, or one that leads there; an end of the action or turn only if there is no choice."""
    wanted = [move for move in legal if isinstance(move, kind)]
    there = [move for move in legal if isinstance(move, PlaceDisc | Resolve) and move.area == AREAS[kind]]
    bonus = [move for move in legal if isinstance(move, UseBonusDisc)]
    going_on = [move for move in legal if not isinstance(move, EndAction | EndTurn)]
    return rng.choice(wanted or there or bonus or going_on or legal)


@pytest.mark.parametrize("case", one_in(3, cases(CASES)), ids=str)
def test_no_position_of_a_game_is_refused(case: Case) -> None:
    game, rng = case.game(), random.Random(case.seed)
    kind = list(AREAS)[case.seed % len(AREAS)]
    state = enriched(game.new(case.seed % case.players, rng), rng)
    done = 0
    while legal := game.legal_moves(state):
        assert game.check(state) == ()
        move = eager(kind, legal, rng)
        done += isinstance(move, kind)
        state = game.play(state, move)
    assert game.check(state) == ()
    assert done > 5


BETWEEN = (*REVEALS, Phase.FINAL_MARKET, Phase.GAME_OVER)
"""The phases in which all discs are in stock."""


def record(rng: random.Random, phase: Phase, seat: int, before: Turn | None = None) -> Turn:
    """A record of a turn in which anything at all may have been done."""

    def some(of: type[K], things: int) -> Mask[K]:
        return mask(of, [index for index in range(things) if rng.random() < 0.25] if rng.random() < 0.5 else [])

    return Turn(
        phase,
        seat,
        rng.choice((EMPTY, *Area)) if phase in (Phase.ACTION, Phase.BONUS_OFFER) else EMPTY,
        built=rng.choice((0, 1, 7)),
        ran=some(FactoryCard, 27),
        loads=rng.choice((0, 1, 9)),
        made=tuple(rng.sample(range(39), rng.choice((0, 1, 4)))),
        took_cog=rng.random() < 0.2,
        exchanges=tuple(rng.choice((0, 0, 0, 1, 3)) for _ in range(6)),
        developed=some(Space, 18),
        patents=rng.choice((0, 1, 5)),
        moved=rng.choice((0, 2)),
        before=before,
    )


PLAYED_ON = 2
"""How many positions of a case that are not refused are played on from."""


def written_down(state: State, rng: random.Random) -> State:
    """The position with a phase, discs on the board, loads and counts as somebody may write them down."""
    phase, seat = rng.choice(list(Phase)), rng.randrange(len(state.players))
    bonus = phase in (Phase.BONUS_OFFER, Phase.BONUS_ACTION)
    before = record(rng, Phase.BONUS_OFFER, seat) if bonus and rng.random() < 0.8 else None
    cleared = phase in BETWEEN and rng.random() < 0.9
    players = tuple(
        evolve(
            player,
            discs=mask(Area, [] if cleared else rng.sample(range(6), rng.randint(0, 2))),
            built_this_round=rng.choice((0, 5)),
            exchanges_this_round=tuple(rng.choice((0, 1, 9)) for _ in range(6)),
            discs_bought_this_round=rng.choice((0, 99)),
            discs_used_this_round=rng.choice((0, 99)),
        )
        for player in state.players
    )
    board = evolve(state.board, loads=tuple(rng.choice((load, 0, 1, 99)) for load in state.board.loads))
    last = {3: 9, 4: 8, 5: 10}[len(players)]
    number = last if phase in (Phase.FINAL_MARKET, Phase.GAME_OVER) else rng.choice((1, state.round))
    return evolve(state, players=players, board=board, round=number, turn=record(rng, phase, seat, before))


@pytest.mark.parametrize("case", one_in(3, cases(CASES)), ids=str)
def test_what_is_not_refused_can_be_played_on(case: Case) -> None:
    """Whatever its counts say: nothing is raised, nobody is stuck, and what follows is not refused either."""
    game, rng = case.game(), random.Random(case.seed)
    reached = [state for state, _, _ in case.plays(game)]
    played = 0
    for reached_state in rng.sample(reached, len(reached)):
        state = written_down(reached_state, rng)
        if game.check(state):
            continue
        if played == PLAYED_ON:
            break
        played += 1
        for _ in range(30):
            legal = game.legal_moves(state)
            assert bool(legal) is not game.is_over(state), state.turn
            if not legal:
                break
            state = game.play(state, rng.choice(legal))
            assert game.check(state) == ()
    assert played

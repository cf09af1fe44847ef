"""The judge and the engine agree about every move of the table.

In positions of random games every move there is, legal or not, is asked of the law and looked up in the list of legal
moves. By default a sample of the positions is asked, in one game for each preset with each number of players, for each
single other reading, and in some games with mixed readings. ``ERA_GAMES=300`` plays 300 games and asks in every
position. A failure names the case; ``cases(seed + 1)[seed].plays(...)`` plays it again up to the ply that is named.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    SELL_COG,
    EndAction,
    Move,
    RegisterPatent,
    TakeCog,
    UseBonusDisc,
)
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.law.clause import Kind
from era_of_inventions.tabletop.play.engine import legal_by_law
from era_of_inventions.tabletop.play.judge import judge
from era_of_inventions.tabletop.values import evolve, members
from era_of_inventions.testing import (
    busy_choice,
    component_sets,
    enriched,
    generated_components,
    positions,
    rulesets,
)
from tests import one_in
from tests.support.positions import COUNTS, SHIPPED, Case, cases, odd_components, position

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("ERA_GAMES", "0"))
EVERY = 1 if GAMES else 4
CASES = cases(GAMES or 84)

UNSEEN = {
    **dict.fromkeys(
        (
            "market.upper-buy-cog",
            "market.upper-sell-cog",
            "market.middle-coins",
            "market.middle-cog",
            "market.lower-two-for-one",
            "fakes.kinds",
            "fakes.count-printed",
        ),
        "the table holds no move of another shape",
    ),
    "patents.no-later-placement": "it says what does not help where no new patent can be had",
    "placement.own-discs": "placement is over when all have placed theirs",
    "develop.marker-needed": "random games develop too little to run out of markers",
    "patents.marker-needed": "random games develop too little to run out of markers",
}
"""Limits that decide no case here, and why."""
RARE = (BUY_BONUS_DISC, RegisterPatent(None), TakeCog(), UseBonusDisc())


def ends(case: Case, game: Game) -> Iterator[tuple[int, State, tuple[Move, ...]]]:
    """Number the positions of a case, the last one included, with their legal moves."""
    state = None
    ply = -1
    for ply, (before, legal, move) in enumerate(case.plays(game)):
        yield ply, before, legal
        state = game.play_unchecked(before, move)
    assert state is not None
    yield ply + 1, state, game.legal_moves(state)


@pytest.mark.parametrize("case", one_in(3, CASES), ids=str)
def test_law_and_engine_agree_on_every_move(case: Case) -> None:
    game = case.game()
    by_law = legal_by_law(LAW, game.moves)
    for ply, state, legal in ends(case, game):
        where = f"{case}, ply {ply}, {state.turn}"
        chosen = set(legal)
        assert {type(move) for move in legal} <= LAW.at_this_moment(state).keys(), f"its moment is not there: {where}"
        assert len(chosen) == len(legal), f"a move is listed twice: {where}"
        assert by_law(state) == tuple(move for move in game.moves if move in chosen), f"the law lists others: {where}"
        assert chosen <= set(game.moves), f"a move is not in the table: {where}"
        if (ply + case.seed) % EVERY and not game.is_over(state):
            continue
        for move in game.moves:
            allowed = LAW.allows(state, move)
            assert allowed == (move in chosen), f"the law says {allowed} of {move}: {where}"


@pytest.mark.parametrize("case", one_in(3, CASES), ids=str)
def test_judge_and_engine_agree_on_sampled_moves(case: Case) -> None:
    game = case.game()
    rng = random.Random(case.seed)
    for ply, state, legal in ends(case, game):
        if (ply + case.seed) % (4 * EVERY):
            continue
        sample = [*rng.sample(game.moves, 4), *rng.sample(legal, min(2, len(legal)))]
        for move in sample:
            verdict = judge(state, move)
            where = f"{case}, ply {ply}, {state.turn}"
            assert verdict.legal == (move in legal), f"the judge says {verdict.legal} of {move}: {where}"
            other = (state.turn.seat + 1) % case.players
            may = other in game.deciders(state) and move in game.legal_moves(game.in_turn(state, other))
            another = game.judge(state, move, seat=other)
            assert another.legal == may, f"another seat {'may not' if may else 'may'} make {move}: {where}"


@settings(max_examples=20 * (1 + GAMES // 10))
@given(positions(rulesets=rulesets(), component_sets=component_sets()))
def test_law_and_engine_agree_in_positions_no_game_leads_to(state: State) -> None:
    game = Game.from_state(state)
    assert {move for move in game.moves if LAW.allows(state, move)} == set(game.legal_moves(state))


@pytest.mark.parametrize("seed", range(12))
def test_law_and_engine_agree_on_sets_that_disagree_with_the_rulebooks(seed: int) -> None:
    rng = random.Random(seed)
    ruleset = Ruleset.preset(Ruleset.presets[seed % len(Ruleset.presets)])
    game = Game(COUNTS[seed % len(COUNTS)], ruleset, odd_components(seed))
    state = enriched(game.new(0, rng), rng)
    while legal := game.legal_moves(state):
        if rng.random() < 1 / EVERY**2:
            assert {move for move in game.moves if LAW.allows(state, move)} == set(legal)
        state = game.play(state, busy_choice(legal, rng))


def test_other_limits_hold_where_no_bonus_disc_is_left() -> None:
    state = position(
        phase=Phase.ACTION,
        area=Area.MARKET,
        goods={0: {Good.COIN: 8, Good.COG: 1}},
        bonus_discs={0: 0, 1: 10, 2: 10, 3: 0},
    )
    game = Game.from_state(state)
    for _ in range(3):
        state = game.play(state, BUY_COG)
    assert {move for move in game.moves if LAW.allows(state, move)} == set(game.legal_moves(state))
    assert not {BUY_COG, SELL_COG, BUY_BONUS_DISC} & set(game.legal_moves(state))


@pytest.mark.parametrize("phase", [Phase.ACTION, Phase.FINAL_MARKET])
def test_nobody_exchanges_who_has_taken_the_cog(phase: Phase) -> None:
    """No game leads there: the cog ends the action."""
    state = position(phase=phase, area=Area.MARKET if phase is Phase.ACTION else EMPTY, goods={0: {Good.COIN: 4}})
    state = evolve(state, turn=evolve(state.turn, took_cog=True))
    game = Game.from_state(state)
    assert {move for move in game.moves if LAW.allows(state, move)} == set(game.legal_moves(state)) == {EndAction()}


def test_every_limit_decides_alone_somewhere() -> None:
    """The games are no empty test: each limit is reached with nothing else against the move."""
    alone: set[str] = set()
    scarce = [case for case in cases(200) if case.ruleset.goods_supply == "limited" and case.deal == "rich"][:3]
    for case in (*CASES, *scarce):
        game = case.game()
        rng = random.Random(case.seed)
        for _, state, _ in ends(case, game):
            own = [RegisterPatent(space) for space in members(state.me.developed)]
            for move in (*RARE, *own, *rng.sample(game.moves, 20)):
                if any(clause.permits(state, move) for clause in LAW.grants.get(type(move), ())):
                    against = {clause.id for clause in LAW.limits.get(type(move), ()) if not clause(state, move)}
                    alone |= against if len(against) == 1 else set()
    on_moves = {clause.id for kind, limits in LAW.limits.items() if issubclass(kind, Move) for clause in limits}
    assert on_moves - alone == set(UNSEEN)


@pytest.mark.parametrize("players", COUNTS)
def test_table_of_moves_is_closed_and_numbered(players: int) -> None:
    game = Game(players)
    assert len(set(game.moves)) == len(game.moves)
    assert [game.move_number(move) for move in game.moves] == list(range(len(game.moves)))


@pytest.mark.parametrize("seed", range(20))
def test_generated_components_agree_with_the_rulebooks(seed: int) -> None:
    components = generated_components(seed + 1)
    problems = [text for clause in LAW.of_kind(Kind.COMPONENT) for text in clause(components)]
    assert problems == []
    assert components != SHIPPED

"""Regatta gets everything that plays a game without a line of its own for it."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from era_of_inventions.tabletop import trigger
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.knowledge import IllegalMoveError
from era_of_inventions.tabletop.play.rulebook import OVER
from era_of_inventions.tabletop.play.simulate import simulate
from era_of_inventions.tabletop.play.tracer import trace
from era_of_inventions.tabletop.testing.perft import divide, perft
from era_of_inventions.tabletop.testing.strategies import Script, Strategies, legal_moves, state_of
from era_of_inventions.tabletop.values import DeclarationError
from tests.regatta.model import NO_CARD, AnyMove, Arrive, Bid, Deal, Pass, PayCoins, Pledge, Stage, State
from tests.regatta.rulebook import REGATTA
from tests.regatta.rules import LAW, sealed

STRATEGIES = Strategies(REGATTA)
GAME: Game[State, AnyMove] = Game(REGATTA, 3)
CARDS = GAME.setting.components.cards
WORTH = [worth for _, worth in CARDS]


def game_of(state: State) -> Game[State, AnyMove]:
    return Game.from_state(state)


def hands(state: State) -> list[set[int]]:
    return [{card for card in range(len(CARDS)) if player.hand.known >> card & 1} for player in state.players]


@given(STRATEGIES.whole_games())
def test_games_end_when_somebody_has_twelve_points_or_no_boat_is_left(script: Script[State, AnyMove]) -> None:
    end = state_of(script)
    assert script.game.to_move(end) is OVER
    assert script.game.legal_moves(end) == ()
    assert max(player.points for player in end.players) >= 12 or not any(end.table.fleet)


@given(STRATEGIES.reachable_states())
def test_no_card_is_lost(state: State) -> None:
    lying = [state.table.deck.known, state.table.discards, *(player.hand.known for player in state.players)]
    assert sum(place.bit_count() for place in lying) == len(state.setting.components.cards)


@given(STRATEGIES.reachable_states(), st.data())
def test_whoever_decides_need_not_be_whose_turn_it_is(state: State, data: st.DataObject) -> None:
    game = game_of(state)
    assume(isinstance(game.to_move(state), int))
    move = data.draw(legal_moves(state))
    for seat in range(state.setting.players):
        if seat == game.to_move(state):
            assert game.play(state, move, seat=seat) == game.play(state, move)
        elif seat in game.deciders(state) and move in game.legal_moves(game.in_turn(state, seat)):
            assert game.deciders(game.play(state, move, seat=seat)) != game.deciders(state)
        else:
            with pytest.raises(IllegalMoveError) as refused:
                game.play(state, move, seat=seat)
            assert not refused.value.verdict.legal


@given(STRATEGIES.reachable_states(), st.data())
def test_events_name_clauses_and_lead_where_the_move_leads(state: State, data: st.DataObject) -> None:
    game = game_of(state)
    assume(not game.is_over(state))
    move = data.draw(legal_moves(state))
    traced, tracer = trace(state, move)
    assert traced == game.play(state, move)
    assert {event.clause for event in tracer.events} <= {clause.id for clause in LAW.clauses}
    assert tracer.events


def test_a_tracer_sees_what_a_clause_does_after_it_has_called_another() -> None:
    """The last pledge opens all: the clause that opens them goes on with parts that were edited before."""
    state = GAME.new(rng=random.Random(3))
    for _ in range(2):
        state = GAME.play(state, Pledge(len(CARDS)))
    last = Pledge(min(hands(state)[state.turn.seat]))
    assert {event.clause for event in GAME.events(state, last)} == {"rules.sealed", "rules.opened"}


def stray(_draft: Any) -> None:
    """What is no clause of the game happens."""


@pytest.mark.parametrize("clause", [trigger("rules.stray")(stray), LAW.clause("rules.raise")])
def test_what_is_applied_is_an_effect_or_trigger_of_the_law(
    clause: Clause[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its events would name a rule that nobody can look up."""
    state = GAME.new(rng=random.Random(3))
    monkeypatch.setattr(sealed, "function", lambda draft, _: draft.apply(clause))
    with pytest.raises(DeclarationError, match=clause.id):
        GAME.events(state, Pledge(len(CARDS)))


def test_chance_has_weights() -> None:
    state = GAME.new()
    while state.turn.stage is Stage.DEAL:
        state = GAME.play(state, GAME.legal_moves(state)[0])
    assert dict(GAME.chances(state)) == {
        Arrive(0): Fraction(4, 8),
        Arrive(1): Fraction(3, 8),
        Arrive(2): Fraction(1, 8),
    }
    drawn = [GAME.chance_move(state, random.Random(seed)) for seed in range(800)]
    assert 60 < drawn.count(Arrive(2)) < 140 < 230 < drawn.count(Arrive(1)) < 370


def test_a_playout_draws_by_weight_whatever_nouns_the_grammar_has() -> None:
    asked = set[Stage]()

    def chances(state: State) -> list[tuple[AnyMove, int]]:
        asked.add(state.turn.stage)
        return [(move, 1) for move in GAME.setting.engine.legal_moves(state)]

    grammar = attrs.evolve(REGATTA.grammar, chance={Deal: ("card", "cards")})
    game: Game[State, AnyMove] = Game(attrs.evolve(REGATTA, grammar=grammar, chances=chances), 3)
    asked.clear()
    game.playout(game.new(), random.Random(1))
    assert asked == {Stage.DEAL, Stage.ARRIVAL}


def test_a_bid_is_paid_in_a_second_step() -> None:
    state = GAME.deal(GAME.new(), random.Random(1))
    for _ in range(3):
        state = GAME.play(state, Pledge(max(hands(state)[state.turn.seat], key=WORTH.__getitem__)))
    state = GAME.play(state, Bid(1))
    bidder = (state.turn.seat - 1) % 3
    state = GAME.play(GAME.play(state, Pass()), Pass())
    assert (state.turn.stage, state.turn.seat, state.turn.owed) == (Stage.PAYMENT, bidder, 1)
    before = state.players[bidder]
    after = GAME.play(state, PayCoins()).players[bidder]
    assert (after.coins, after.points) == (before.coins - 1, before.points + REGATTA_POINTS[state.table.boat])


REGATTA_POINTS = [points for _, _, points in GAME.setting.components.boats]


def test_perft_counts_what_the_law_allows() -> None:
    start = GAME.deal(GAME.new(), random.Random(1))

    def by_law(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(by_law(trace(state, move)[0], depth - 1) for move in GAME.moves if LAW.allows(state, move))

    assert [perft(GAME, start, depth) for depth in range(4)] == [by_law(start, depth) for depth in range(4)]
    assert sum(divide(GAME, start, 2).values()) == perft(GAME, start, 2)


@pytest.mark.slow
def test_games_are_simulated_and_their_clauses_noted() -> None:
    summary = simulate(GAME, 30, clauses=True)
    assert summary.games == 30
    assert sum(summary.wins) >= 30
    assert {clause.id for clause in summary.never_exercised(LAW)} <= {"rules.who-decides"}
    assert simulate(GAME, 30, clauses=True, workers=2, batch=7) == summary


def test_settings_and_positions_are_pickled_small() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 3)  # one of now, as only so many settings are remembered
    state = game.deal(game.new(), random.Random(4))
    loaded: State = pickle.loads(pickle.dumps(state))
    assert loaded == state
    assert loaded.setting is game.setting
    assert pickle.loads(pickle.dumps(Deal(3))) is Deal(3)


@pytest.mark.parametrize(
    ("players", "options", "names"),
    [(1, {}, "rules.player-counts"), (3, {"ruleset": "nl"}, "en"), (3, {"components": "big"}, "standard")],
)
def test_what_is_not_known_is_refused_with_what_is(players: int, options: dict[str, str], names: str) -> None:
    with pytest.raises(GameError, match=names):
        Game(REGATTA, players, **options)


def test_moves_speak_of_what_there_is() -> None:
    state = GAME.new()
    with pytest.raises(GameError, match="card"):
        GAME.judge(state, Deal(99))
    with pytest.raises(GameError, match="is no move"):
        GAME.play(state, NO_CARD)  # type: ignore[arg-type]

"""What is said of impossible positions, and what can be played from those of which nothing is said."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from phoenicia.box import ProductionCard
from phoenicia.moves import Move
from phoenicia.position import Player, Purpose, Stage, State
from phoenicia.rules import LAW
from phoenicia_tables import SET, Has, card, play, played, steps, table, under, worth

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER
from era_of_inventions.tabletop.values import ABSENT, Cards, Seat, evolve, mask, members


def of_player(state: State, seat: int, **values: Any) -> State:
    """The position in which a player has something else; points are counted anew unless they are said."""
    player: Player = evolve(state.players[seat], **values)
    pp, vp = worth(player)
    counted: dict[str, Any] = {"pp": pp, "vp": vp, **values}
    players = [*state.players]
    players[seat] = evolve(player, **counted)
    return evolve(state, players=tuple(players))


def of_turn(state: State, **values: Any) -> State:
    """The position with another turn."""
    return evolve(state, turn=evolve(state.turn, **values))


def of_table(state: State, **values: Any) -> State:
    """The position with another table."""
    return evolve(state, table=evolve(state.table, **values))


@cache
def reached(stage: Stage, where: Callable[[State], bool] = lambda _: True) -> State:
    """The first position of some game in a stage, as far as it is like that."""
    for seed in range(40):
        for step in played(seed, mixed=False):
            if step.before.turn.stage is stage and where(step.before):
                assert Game.from_state(step.before).check(step.before) == ()
                return step.before
    raise AssertionError(stage)


def one(numbers: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    return (*numbers[:index], number, *numbers[index + 1 :])


def paying(purpose: Purpose) -> Callable[[State], bool]:
    return lambda state: state.turn.purpose is purpose


OFFER = reached(Stage.OFFER, lambda s: s.turn.round == 1 and s.turn.active == s.turn.overlord)
OPENING = reached(Stage.OPENING, lambda s: len(s.players) > 2 and s.turn.active == s.turn.overlord)
BIDDING = reached(Stage.BIDDING, lambda s: len(s.players) > 2 and s.turn.bidders.bit_count() > 2)
LATE = reached(Stage.BIDDING, lambda s: len(s.players) > 2 and s.turn.active != s.turn.overlord)
CARD = reached(Stage.PAYMENT, paying(Purpose.CARD))
TRAINING = reached(Stage.PAYMENT, paying(Purpose.TRAINING))
EMPLOYMENT = reached(Stage.PAYMENT, paying(Purpose.EMPLOYMENT))
REFILL, INCOME = reached(Stage.REFILL), reached(Stage.INCOME)
DEALT = reached(Stage.FIRST_CARDS)
LIMITS = play(
    table(Has("3x5", workers=(0, 0, 0, 0)), Has(disks=0, workers=(0, 0, 0, 0)), stage=Stage.REFILL, deck="fort", due=1),
    "reveal fort",
)
A = OFFER.turn.seat
OTHER = (A + 1) % len(OFFER.players)
SMALL = table(Has("5"), Has("5"), stage=Stage.OFFER, display="fort, dyer")

WRONG: list[tuple[str, str, State]] = [
    ("setup.copies", "more of a card than take part", of_table(OFFER, display=one(OFFER.table.display, 3, 9))),
    ("display.first-game", "a card aside", of_table(OFFER, aside=one(OFFER.table.aside, 3, 1))),
    ("setup.shuffle-production", "a card in two places", of_player(OFFER, OTHER, hand=OFFER.me.hand)),
    ("setup.shuffle-production", "a preset card in the pile", of_table(OFFER, discards=Cards(OFFER.table.gone))),
    ("setup.shuffle-production", "no preset card out of the game", of_table(OFFER, gone=OFFER.me.hand.known)),
    (
        "round.one-card-each",
        "a preset card",
        of_player(OFFER, A, hand=Cards(mask(ProductionCard, members(OFFER.table.gone)[:1]))),
    ),
    ("limits.cards-per-storehouse", "more cards than storehouses", of_player(OFFER, A, storehouses=0)),
    ("limits.cards-per-storehouse", "more cards due than there are too many", of_turn(LIMITS, due=2)),
    ("treasury.excess-lost", "six disks at the beginning", of_player(OFFER, OTHER, disks=6)),
    ("treasury.excess-lost", "six disks when the turn is over", of_player(LATE, LATE.turn.overlord, disks=7)),
    ("treasury.excess-lost", "six disks after 2d", of_player(LIMITS, 1, disks=6)),
    ("workers.open-activity", "miners without a mine", of_player(OFFER, A, workers=(1, 1, 1, 0))),
    ("workers.room", "six hunters", of_player(OFFER, A, workers=(6, 1, 0, 0))),
    (
        "gain.workers",
        "more workers than places for training",
        under(of_player(SMALL, 0, untrained=2, trained=4), training_room="as-printed"),
    ),
    ("treasury.own-tile", "a tool for a mine", of_player(OFFER, A, tools=(0, 0, 1, 0))),
    ("treasury.tools-per-tile", "two tools", under(of_player(SMALL, 0, tools=(2, 0, 0, 0)), tools_per_tile="one")),
    ("treasury.points-for-sale", "points without a City Center", of_player(OFFER, A, bought=1)),
    ("produce.total", "another number of PP", of_player(OFFER, A, pp=9)),
    ("produce.victory", "another number of VP", of_player(OFFER, A, vp=9)),
    ("setup.storage", "another disk in the setup", of_player(DEALT, 0, disks=3)),
    ("setup.storage", "a farmer in the setup", of_player(DEALT, 1, workers=(1, 2, 0, 0))),
    ("supply.disks-left", "too many disks", under(of_player(SMALL, 0, disks=36), supplies="limited")),
    ("supply.workers-left", "too many workers", under(of_player(SMALL, 0, untrained=44), supplies="limited")),
    ("supply.storehouses-left", "too many storehouses", under(of_player(SMALL, 0, storehouses=40), supplies="limited")),
    ("round.begins", "round 0 after the setup", of_turn(OFFER, round=0)),
    ("round.begins", "a round in the setup", of_turn(DEALT, round=1)),
    ("round.one-turn-each", "another than the active player", of_turn(OFFER, seat=OTHER)),
    ("round.one-turn-each", "another who trains", of_turn(TRAINING, active=(TRAINING.turn.seat + 1) % 2)),
    ("overlord.most-points", "another than the Overlord", of_turn(REFILL, active=(REFILL.turn.overlord + 1) % 2)),
    ("overlord.end-check", "over without a city-state", of_turn(OFFER, stage=Stage.OVER)),
    ("overlord.end-check", "a city-state in the administration", of_player(REFILL, 0, bought=40)),
    ("auction.put-up", "no card in the auction", of_turn(BIDDING, kind=ABSENT)),
    ("auction.put-up", "a card outside an auction", of_turn(OFFER, kind=0)),
    ("auction.put-up", "a card that is not displayed", of_table(BIDDING, display=(0,) * 19)),
    ("auction.not-finished-only", "bidders outside an auction", of_turn(OFFER, bidders=mask(Seat, [A]))),
    (
        "auction.not-finished-only",
        "who has ended the turn",
        of_turn(LATE, bidders=mask(Seat, range(len(LATE.players)))),
    ),
    (
        "auction.not-finished-only",
        "who decides does not bid",
        of_turn(OPENING, bidders=mask(Seat, [OPENING.turn.seat + 1])),
    ),
    (
        "auction.not-finished-only",
        "passed before the first bid",
        of_turn(OPENING, bidders=mask(Seat, [OPENING.turn.seat])),
    ),
    ("auction.not-finished-only", "nobody left", of_turn(BIDDING, bidders=mask(Seat, [BIDDING.turn.seat]))),
    ("auction.not-finished-only", "a card paid too soon", of_turn(CARD, bidders=mask(Seat, [0, 1]))),
    ("auction.minimum", "a bid outside an auction", of_turn(OFFER, bid=3)),
    ("auction.minimum", "less than the minimum", of_turn(BIDDING, bid=1)),
    (
        "auction.needs-means",
        "a card put up without means",
        of_player(of_turn(OPENING, kind=card("port")), OPENING.turn.seat, hand=Cards(mask(ProductionCard, []))),
    ),
    ("auction.must-afford", "more than anybody can own", of_turn(BIDDING, bid=900)),
    ("pay.owed", "a payment for nothing", of_turn(TRAINING, purpose=None)),
    ("pay.owed", "something paid for outside a payment", of_turn(OFFER, purpose=Purpose.POINT)),
    ("pay.owed", "no activity", of_turn(EMPLOYMENT, place=ABSENT)),
    ("pay.owed", "an activity outside a payment", of_turn(OFFER, place=1)),
    ("pay.owed", "nobody to be trained", of_player(TRAINING, TRAINING.turn.seat, untrained=0)),
    ("pay.owed", "no circle left", of_player(EMPLOYMENT, EMPLOYMENT.turn.seat, workers=(5, 5, 0, 0))),
    ("pay.needed-cards", "owed outside a payment", of_turn(OFFER, owed=2)),
    ("pay.needed-cards", "owed nothing", of_turn(TRAINING, owed=0)),
    ("pay.needed-cards", "owed more than there is", of_turn(TRAINING, owed=90)),
    (
        "pay.needed-cards",
        "no way to pay",
        table(Has("6", disks=0), stage=Stage.PAYMENT, purpose=Purpose.TRAINING, owed=1, lowest=4),
    ),
    ("display.turned-up", "no card due", of_turn(REFILL, due=0)),
    ("display.turned-up", "more cards due than are left", of_table(REFILL, deck=(0,) * 19)),
    ("display.turned-up", "a card due in a turn", of_turn(OFFER, due=1)),
    ("income.from-pile", "no card due", of_turn(INCOME, due=0)),
    (
        "income.from-pile",
        "an empty pile",
        of_table(INCOME, pile=Cards(mask(ProductionCard, [])), discards=INCOME.table.pile),
    ),
    ("round.one-card-each", "too few cards for all", of_table(DEALT, pile=Cards(DEALT.table.pile.known & 1))),
    ("income.may-make", "a choice that nobody has", of_turn(INCOME, stage=Stage.DISKS, due=0)),
]


@pytest.mark.parametrize(("clause", "state"), [pytest.param(*w[::2], id=w[1]) for w in WRONG])
def test_what_is_wrong_is_said_in_the_name_of_a_clause(clause: str, state: State) -> None:
    problems = Game.from_state(state).check(state)
    assert clause in {problem.clause for problem in problems}
    assert all(problem.render(("Ann", "Ben", "Cas", "Dan", "Eve")) for problem in problems)


def test_each_check_has_something_to_say() -> None:
    assert {check.clause.id for check in LAW.checks} == {clause for clause, _, _ in WRONG}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_every_position_of_a_game_passes(seed: int) -> None:
    for number, step in enumerate(played(seed)):
        if number % 3 == 0:
            assert Game.from_state(step.after).check(step.after) == ()


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_so_does_what_players_see_of_them(seat: int | None) -> None:
    for step in steps()[::7]:
        game: Game[State, Move] = Game.from_state(step.after)
        assert game.check(game.view(step.after, seat)) == ()


# --- Changed at random ----------------------------------------------------------------


def _number(rng: random.Random, number: int, low: int = 0) -> int:
    return max(low, rng.choice([number - 1, number + 1, rng.randrange(low, 8)]))


def _changed(state: State, rng: random.Random) -> State:
    """The position with another value of one field."""
    players, seat = len(state.players), rng.randrange(len(state.players))
    player, turn, lying = state.players[seat], state.turn, state.table
    part = rng.randrange(3)
    if part == 0:
        name = rng.choice(["disks", "storehouses", "untrained", "trained", "bought"])
        if rng.random() < 0.5:
            return of_player(state, seat, **{name: _number(rng, getattr(player, name))})
        name = rng.choice(["workers", "tools", "cards"])
        numbers = getattr(player, name)
        index = rng.randrange(len(numbers))
        return of_player(state, seat, **{name: one(numbers, index, _number(rng, numbers[index]))})
    if part == 1:
        name = rng.choice(["display", "deck", "aside"])
        if rng.random() < 0.3:
            return of_table(state, pile=lying.discards, discards=lying.pile)
        numbers = getattr(lying, name)
        index = rng.randrange(len(numbers))
        return of_table(state, **{name: one(numbers, index, _number(rng, numbers[index]))})
    changes: dict[str, Callable[[], Any]] = {
        "stage": lambda: rng.choice([*Stage]),
        "seat": lambda: rng.randrange(players),
        "active": lambda: rng.randrange(players),
        "overlord": lambda: rng.randrange(players),
        "kind": lambda: rng.randrange(-1, len(SET.cards)),
        "bid": lambda: _number(rng, turn.bid),
        "bidders": lambda: mask(Seat, [seat for seat in range(players) if rng.random() < 0.5]),
        "winners": lambda: mask(Seat, [seat for seat in range(players) if rng.random() < 0.5]),
        "purpose": lambda: rng.choice([None, *Purpose]),
        "owed": lambda: _number(rng, turn.owed, -3),
        "lowest": lambda: rng.choice([0, 4, 5, 6]),
        "place": lambda: rng.randrange(-1, 4),
        "origin": lambda: rng.randrange(-1, 4),
        "points": lambda: _number(rng, turn.points),
        "due": lambda: _number(rng, turn.due),
    }
    names = rng.sample([*changes], rng.choice([1, 1, 2]))
    return of_turn(state, **{name: changes[name]() for name in names})


def _goes_on(state: State, rng: random.Random) -> None:
    """Play some moves; each position must have a move or a score."""
    game: Game[State, Move] = Game.from_state(state)
    for _ in range(12):
        mover = game.to_move(state)
        if mover is OVER:
            assert game.score(state).totals
            return
        legal = [choice for choice, _ in game.chances(state)] if mover is CHANCE else [*game.legal_moves(state)]
        assert legal, state.turn
        state = game.play_unchecked(state, rng.choice(legal))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_position_that_passes_never_crashes_the_law(seed: int) -> None:
    rng, passed, flagged = random.Random(seed), 0, 0
    for number, step in enumerate(steps()):
        if number % 4 == seed:
            state = _changed(step.before, rng)
            if Game.from_state(state).check(state):
                flagged += 1
            else:
                passed += 1
                _goes_on(state, rng)
    assert passed > 50
    assert flagged > 50

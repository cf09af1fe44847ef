"""What is said of impossible positions: one position, or more, for each thing that can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from goods_mutations import of_player, of_table, of_turn, positions
from oh_my_goods.box import Building, Card, Item, Side
from oh_my_goods.moves import Move
from oh_my_goods.position import Mode, Stage, State, Turn, owned
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules import LAW
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import ABSENT, NO_THINGS, Cards, Stack, bag, evolve, mask, members, plus

GAME: Game[State, Move] = Game(OH_MY_GOODS, 3)
MIXED: Game[State, Move] = Game(
    OH_MY_GOODS, 3, ruleset=Ruleset(exhaustion_when="at-once", last_chains_when="also-after-building")
)


@cache
def reached(stage: Stage, where: Callable[[State], bool] = lambda state: True, game: Any = GAME) -> State:
    """The first position of some game in a stage, as far as it is like that."""
    for seed in range(40):
        for state in positions(game, seed):
            if state.turn.stage is stage and where(state):
                assert game.check(state) == ()
                return state
    raise AssertionError(stage)


def card_of(state: State, seat: int) -> int:
    return members(state.players[seat].hand.known)[0]


def gray(state: State) -> int:
    """A card that is no production building, in the draw pile."""
    return next(card for card in members(state.table.draw.known) if not state.components.productive >> card & 1)


def with_building(state: State, seat: int, card: int, *goods: int) -> State:
    """The position in which a card of the draw pile is a building, with cards of it on it."""
    buildings = (*state.players[seat].buildings, Stack(card, goods))
    draw = state.table.draw
    for gone in (card, *goods):
        draw = draw.minus(gone)
    return of_table(of_player(state, seat, buildings=buildings), draw=draw)


def eight(state: State, seat: int) -> State:
    for card in members(state.table.draw.known)[:8]:
        state = with_building(state, seat, card)
    return state


def has_assistant(state: State) -> bool:
    return bool(state.me.posts)


def many_in_hand(state: State) -> bool:
    return state.me.hand.size > 3


def without_goods(state: State, seat: int) -> State:
    player = state.players[seat]
    lying = [card for _, cards in player.buildings for card in cards]
    table = of_table(state, discards=Cards(state.table.discards.known | mask(Card, lying)))
    return of_player(table, seat, buildings=tuple(Stack(base) for base, _ in player.buildings))


E = reached(Stage.EXCHANGE)
LATER = reached(Stage.EXCHANGE, lambda state: state.round == 4)
WORK = reached(Stage.WORK)
PLAN = reached(Stage.PLAN)
SUNRISE = reached(Stage.SUNRISE, lambda state: bool(state.table.morning))
SUNSET = reached(Stage.SUNSET)
PRODUCTION = reached(Stage.PRODUCTION)
GOODS = reached(Stage.GOODS)
SPENDING = reached(Stage.HAND_CARDS_SPENT)
CHAIN = reached(Stage.CHAIN, lambda state: bool(state.turn.missing))
BUILDING = reached(Stage.BUILDING)
PAYMENT = reached(Stage.PAYMENT, lambda state: state.turn.hiring == state.turn.at == ABSENT)
HIRING = reached(Stage.PAYMENT, lambda state: state.turn.hiring != ABSENT)
PLACING = reached(Stage.ASSISTANT_PLACED, lambda state: state.turn.hiring != ABSENT)
MOVING = reached(Stage.PAYMENT, lambda state: state.turn.at != ABSENT)
ASSISTED = reached(Stage.PRODUCTION, has_assistant)
OVER = reached(Stage.OVER)
OFFERED = reached(Stage.ASSISTANTS_OFFERED)
DEALT = reached(Stage.HANDS)
NEW = reached(Stage.NEW_CARDS)
HALVING = reached(Stage.HALVING, lambda state: state.turn.seat == state.active, MIXED)
CHARBURNERS = GAME.new()
A, BASE = E.turn.seat, E.players[E.turn.seat].buildings[0].base
OTHER = (A + 1) % 3
HERS = E.players[OTHER].buildings[0].base

WRONG: list[tuple[str, str, State]] = [
    ("setup.draw-pile", "a card in two places", of_table(E, discards=Cards(plus(NO_THINGS, card_of(E, A))))),
    (
        "setup.draw-pile",
        "a card in the hand and in the row",
        of_table(SUNSET, morning=plus(NO_THINGS, card_of(SUNSET, 0))),
    ),
    ("setup.draw-pile", "a card that is nowhere", of_player(E, A, hand=E.players[A].hand.minus(card_of(E, A)))),
    ("", "more unknown cards than are left", of_player(E, A, hand=Cards(E.players[A].hand.known, 6))),
    ("setup.charburner", "a charburner in a hand", of_player(E, A, hand=E.players[A].hand.plus(BASE))),
    ("setup.charburner", "two charburners", with_building(E, A, members(E.table.box)[0])),
    ("setup.charburner", "no charburner", of_player(E, A, buildings=())),
    ("setup.charburner", "buildings during the setup", with_building(DEALT, 0, members(DEALT.table.draw.known)[0])),
    ("setup.charburner", "a card of the deck in the box", of_table(E, box=plus(E.table.box, card_of(E, A)))),
    (
        "setup.charburner",
        "too few charburners",
        of_table(CHARBURNERS, box=plus(NO_THINGS, members(CHARBURNERS.table.box)[0])),
    ),
    (
        "box.gray-no-production",
        "goods on an office",
        with_building(E, A, gray(E), next(c for c in members(E.table.draw.known) if c != gray(E))),
    ),
    ("plan.card-may", "two planned cards", of_player(SUNSET, 0, planned=Cards(NO_THINGS, 2))),
    ("build.back-to-hand", "planned in phase I", of_player(E, A, planned=Cards(NO_THINGS, 1))),
    ("build.back-to-hand", "planned while all is sealed", of_player(PLAN, PLAN.turn.seat, planned=Cards(NO_THINGS, 1))),
    ("build.back-to-hand", "planned after the turn", of_player(HIRING, HIRING.turn.seat, planned=Cards(NO_THINGS, 1))),
    ("hand.exchange-same-number", "laid aside by another", of_player(E, OTHER, aside=Cards(NO_THINGS, 1))),
    ("hand.exchange-same-number", "laid aside too late", of_player(SUNSET, 0, aside=Cards(NO_THINGS, 1))),
    (
        "hand.exchange-same-number",
        "laid aside before being asked",
        of_player(HALVING, (HALVING.turn.seat + 1) % 3, aside=Cards(NO_THINGS, 1)),
    ),
    ("office.extra-card", "an extra card without an office", of_player(E, A, extra=1)),
    ("plan.place-craftsman", "a craftsman elsewhere", of_player(SUNSET, A, craftsman=HERS, mode=Mode.NEAT)),
    (
        "plan.place-craftsman",
        "a craftsman at an office",
        of_player(with_building(SUNSET, 0, gray(SUNSET)), 0, craftsman=gray(SUNSET), mode=Mode.NEAT),
    ),
    (
        "plan.one-person",
        "both at a building",
        of_player(ASSISTED, ASSISTED.turn.seat, craftsman=members(ASSISTED.me.posts)[0], mode=Mode.NEAT),
    ),
    (
        "plan.mode-shown",
        "a craftsman without a mode",
        of_player(SUNSET, 0, craftsman=SUNSET.players[0].buildings[0].base, mode=None),
    ),
    ("plan.mode-shown", "a mode without a place", of_player(SUNSET, 0, craftsman=ABSENT, mode=Mode.NEAT)),
    ("produce.craftsman-leaves", "a craftsman in phase I", of_player(E, A, craftsman=BASE, mode=Mode.NEAT)),
    (
        "produce.craftsman-leaves",
        "a craftsman before the planning",
        of_player(WORK, WORK.turn.seat, craftsman=WORK.me.buildings[0].base, mode=Mode.NEAT),
    ),
    (
        "produce.craftsman-leaves",
        "a craftsman after producing",
        of_player(BUILDING, BUILDING.turn.seat, craftsman=BUILDING.me.buildings[0].base, mode=Mode.NEAT),
    ),
    ("hire.at-the-building", "an assistant elsewhere", of_player(E, A, posts=plus(NO_THINGS, HERS))),
    (
        "hire.at-the-building",
        "an assistant at an office",
        of_player(with_building(E, A, gray(E)), A, posts=plus(NO_THINGS, gray(E)), assistants=mask(Side, [0])),
    ),
    (
        "hire.at-the-building",
        "an assistant without a post",
        of_player(ASSISTED, ASSISTED.turn.seat, posts=mask(Building, [])),
    ),
    (
        "hire.at-the-building",
        "an assistant taken up and there",
        of_player(MOVING, MOVING.turn.seat, posts=plus(MOVING.me.posts, MOVING.turn.at)),
    ),
    ("hire.two-at-most", "three assistants", of_player(E, A, assistants=mask(Side, [0, 2, 4]))),
    ("setup.assistants-side", "both sides", of_table(E, offer=mask(Side, [0, 1]))),
    (
        "setup.assistants-side",
        "hired and on offer",
        of_table(ASSISTED, offer=ASSISTED.table.offer | ASSISTED.me.assistants),
    ),
    (
        "setup.assistants-side",
        "on offer and paid for",
        of_table(HIRING, offer=HIRING.table.offer | mask(Side, [HIRING.turn.hiring])),
    ),
    ("setup.assistants-number", "too many on offer", of_table(E, offer=mask(Side, range(0, 14, 2)))),
    (
        "market.two-half-suns",
        "three half suns",
        of_table(SUNSET, morning=mask(Card, members(SUNSET.components.suns)[:3])),
    ),
    (
        "market.two-half-suns",
        "a row that is complete",
        of_table(SUNRISE, morning=mask(Card, members(SUNRISE.components.suns)[:2])),
    ),
    ("round.market-discarded", "a market in phase I", of_table(E, morning=plus(NO_THINGS, card_of(E, A)))),
    ("round.market-discarded", "a second row before sunset", of_table(WORK, evening=plus(NO_THINGS, card_of(WORK, 0)))),
    ("round.begins", "round 0 after the setup", evolve(E, round=0)),
    ("round.begins", "a round in the setup", evolve(DEALT, round=1)),
    ("end.one-more-round", "another last round", evolve(eight(LATER, 0), last_round=9)),
    ("end.one-more-round", "over before the last round", evolve(OVER, last_round=ABSENT)),
    ("end.eight-buildings", "a last round without eight", evolve(LATER, last_round=4)),
    ("end.eight-buildings", "eight without a last round", eight(LATER, 0)),
    ("market.from-draw-pile", "another than the active player", of_turn(SUNRISE, seat=(SUNRISE.active + 1) % 3)),
    ("deck.card-needed", "no cards are due", of_turn(NEW, due=0)),
    ("deck.card-needed", "an empty draw pile", of_table(NEW, draw=Cards(NO_THINGS), discards=NEW.table.draw)),
    ("deck.given-up", "an exchange that interrupts another", of_turn(E, before=E.turn)),
    ("deck.given-up", "a halving of nothing", of_turn(E, stage=Stage.HALVING, due=2)),
    ("deck.given-up", "a chain after which nothing comes", of_turn(CHAIN, before=None)),
    ("deck.given-up", "a payment after which nothing comes", of_turn(PAYMENT, before=None)),
    (
        "deck.given-up",
        "a payment of another",
        of_turn(PAYMENT, before=Turn(Stage.BUILDING, (PAYMENT.turn.seat + 1) % 3)),
    ),
    ("deck.given-up", "more than half", of_turn(E, stage=Stage.HALVING, due=4, before=E.turn)),
    ("setup.assistants-on-offer", "more due than are left", of_turn(OFFERED, due=9)),
    ("plan.simultaneous", "sealed in phase I", of_player(E, A, sealed_place=BASE, sealed_mode=Mode.NEAT)),
    ("plan.simultaneous", "a plan sealed in phase I", of_player(E, A, sealed_plan=card_of(E, A))),
    (
        "plan.simultaneous",
        "decides, but has decided",
        of_player(WORK, WORK.turn.seat, sealed_plan=card_of(WORK, WORK.turn.seat)),
    ),
    (
        "plan.opened",
        "a sealed card that is not in hand",
        of_player(
            of_turn(WORK, seat=(WORK.active + 1) % 3),
            WORK.active,
            sealed_plan=members(WORK.table.draw.known)[0],
        ),
    ),
    ("plan.arrives", "moved in phase I", evolve(E, moved=plus(NO_THINGS, BASE))),
    ("produce.goods-made", "at no building", of_turn(GOODS, at=ABSENT)),
    (
        "produce.goods-made",
        "at a building of another",
        of_turn(GOODS, at=GOODS.players[(GOODS.turn.seat + 1) % 3].buildings[0].base),
    ),
    ("produce.goods-made", "at a building in phase I", of_turn(E, at=BASE)),
    ("produce.once", "produced where nobody works", evolve(PRODUCTION, produced=plus(NO_THINGS, HERS))),
    (
        "produce.once",
        "produced where nobody has built",
        evolve(E, produced=mask(Building, members(E.table.draw.known))),
    ),
    ("produce.ends", "a chain without production", evolve(PRODUCTION, chains=owned(PRODUCTION.me))),
    ("produce.ends", "an open chain in phase I", evolve(E, chains=plus(NO_THINGS, BASE))),
    ("produce.craftsman", "producing without having begun", evolve(GOODS, produced=mask(Building, []))),
    ("produce.all-available", "spending nothing", of_turn(SPENDING, missing=0)),
    ("produce.all-available", "spending more than needed", of_turn(SPENDING, missing=99 << 16)),
    ("produce.all-available", "something missing in phase I", of_turn(E, missing=1)),
    (
        "produce.all-available",
        "spending without cards",
        of_table(
            of_player(SPENDING, SPENDING.turn.seat, hand=Cards(NO_THINGS)),
            discards=Cards(SPENDING.table.discards.known | SPENDING.me.hand.known),
        ),
    ),
    ("chain.pair-together", "a chain of nothing", of_turn(CHAIN, missing=0)),
    ("chain.pair-together", "a chain of something else", of_turn(CHAIN, missing=bag(Item, [99]))),
    ("end.chains-after-building", "chains after building", of_turn(BUILDING, stage=Stage.LAST_CHAINS)),
    ("build.pay-with-goods", "owed in phase I", of_turn(E, owed=2)),
    ("build.pay-with-goods", "a payment of nothing", of_turn(PAYMENT, owed=0)),
    ("build.pay-with-goods", "more to pay than the goods are worth", of_turn(PAYMENT, owed=999)),
    ("build.pay-with-goods", "no goods", without_goods(PAYMENT, PAYMENT.turn.seat)),
    ("build.pay-with-goods", "a payment for nothing", of_turn(HIRING, hiring=ABSENT)),
    ("deck.given-up", "owed after the payment", of_turn(PAYMENT, before=evolve(BUILDING.turn, owed=2))),
    ("produce.goods-made", "moving and building", of_turn(PAYMENT, at=PAYMENT.me.buildings[0].base)),
    ("build.pay-with-goods", "hiring in phase I", of_turn(E, hiring=0)),
    (
        "hire.placed-at-once",
        "no place for an assistant",
        of_player(PLACING, PLACING.turn.seat, posts=owned(PLACING.me)),
    ),
]


@pytest.mark.parametrize(("clause", "state"), [pytest.param(*w[::2], id=w[1]) for w in WRONG])
def test_what_is_wrong_is_said_in_the_name_of_a_clause(clause: str, state: State) -> None:
    problems = Game.from_state(state).check(state)
    assert clause in {problem.clause for problem in problems}
    assert all(problem.render(("Ann", "Ben", "Cas")) for problem in problems)


def test_each_check_has_something_to_say() -> None:
    assert {check.clause.id for check in LAW.checks} == {clause for clause, _, _ in WRONG if clause}


def test_all_reasons_are_told_at_once() -> None:
    state = evolve(
        of_player(of_table(E, morning=plus(NO_THINGS, card_of(E, A))), OTHER, extra=2, mode=Mode.NEAT), round=0
    )
    clauses = {problem.clause for problem in GAME.check(state)}
    assert clauses == {
        "setup.draw-pile",
        "round.market-discarded",
        "office.extra-card",
        "round.begins",
        "plan.mode-shown",
    }


@pytest.mark.slow
def test_readings_are_respected() -> None:
    """Where another reading allows it, it is no problem."""
    everywhere = Game(OH_MY_GOODS, 3, ruleset="nl")
    stays = reached(Stage.EXCHANGE, lambda state: any(p.craftsman >= 0 for p in state.players), everywhere)
    assert everywhere.check(stays) == ()
    three = reached(
        Stage.EXCHANGE,
        lambda state: any(p.assistants.bit_count() > 2 for p in state.players),
        Game(OH_MY_GOODS, 3, ruleset="second-edition"),
    )
    assert Game.from_state(three).check(three) == ()
    office = reached(
        Stage.PRODUCTION, lambda state: any(p.posts & ~state.components.productive for p in state.players), everywhere
    )
    assert everywhere.check(office) == ()
    late = reached(Stage.LAST_CHAINS, lambda state: True, MIXED)
    assert MIXED.check(late) == ()


@pytest.mark.covers
def test_what_is_unknown_is_believed() -> None:
    view = GAME.view(SUNSET, 0)
    assert view.players[1].hand.unknown
    assert GAME.check(view) == ()
    assert GAME.check(GAME.view(PLAN, None)) == ()

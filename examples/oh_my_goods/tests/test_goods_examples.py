"""The worked examples and captions of the rulebook: position, move, result."""

from __future__ import annotations

import random

import pytest
from goods_tables import (
    NEAT,
    SET,
    SLOPPY,
    Has,
    allowed,
    bases,
    card,
    cards_of,
    chance,
    coins,
    good_of,
    goods,
    half_sun,
    hand,
    kind_of,
    market,
    options,
    play,
    refused,
    table,
)
from oh_my_goods.moves import (
    Build,
    Deal,
    EndProduction,
    Exchange,
    Lay,
    Pass,
    Pay,
    Produce,
    Reveal,
    Shift,
    Spend,
    UseChain,
    Work,
)
from oh_my_goods.position import Mode, Stage, State
from oh_my_goods.rulebook import OH_MY_GOODS

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import members

COAL, WOOD, GRAIN = card("charburner-grain"), card("sawmill-1"), card("mill-1")


def at_charburner(mode: Mode, hand: str = "sawmill-1, mill-1, mill-2", morning: str = "1 grain") -> State:
    """The charburner of the examples needs 2 grain and 1 wood."""
    has = Has(hand=hand, craftsman="charburner-grain", mode=mode)
    return table(has, Has(), stage=Stage.PRODUCTION, morning=morning)


@pytest.mark.parametrize(("players", "offered", "left"), [(2, 4, 4), (3, 6, 2), (4, 8, 0)])
def test_x01_assistants_on_offer(players: int, offered: int, left: int) -> None:
    state = Game(OH_MY_GOODS, players).new(rng=random.Random(players))
    on_offer = members(state.table.offer)
    assert len({index // 2 for index in on_offer}) == len(on_offer) == offered
    assert len(SET.assistants) // 2 - offered == left


@pytest.mark.parametrize(("players", "pile"), [(2, 70), (3, 58), (4, 46)])
def test_x02_start_of_a_player(players: int, pile: int) -> None:
    state = Game(OH_MY_GOODS, players).new(rng=random.Random(players))
    for player in state.players:
        assert (player.hand.size, coins(player), len(player.buildings)) == (5, 7, 1)
        assert good_of(player.buildings[0].base) == "coal"
    assert state.table.draw.size == pile


def test_x03_a_sloppy_craftsman() -> None:
    state = table(stage=Stage.WORK)
    for building, mode in ((COAL, SLOPPY), (COAL, NEAT)):
        assert allowed(state, Work(building, mode))
    seen = play(state, Work(COAL, SLOPPY))
    assert (seen.players[0].sealed_place, seen.players[0].sealed_mode) == (COAL, SLOPPY)


@pytest.mark.parametrize("dark", [0, 1, 5])
def test_x04_sunrise(dark: int) -> None:
    suns = [index for index in range(len(SET.cards)) if half_sun(index)]
    others = [index for index in range(len(SET.cards)) if not half_sun(index)]
    state = play(table(stage=Stage.SUNRISE), Reveal(suns[0]), *map(Reveal, others[:dark]))
    assert state.turn.stage is Stage.SUNRISE
    state = play(state, Reveal(suns[1]))
    assert sorted(market(state)) == sorted([*suns[:2], *others[:dark]])
    assert state.turn.stage is Stage.WORK
    assert not allowed(state, Reveal(suns[2]))


def test_x05_what_a_charburner_needs() -> None:
    assert SET.buildings[COAL].inputs == (1, 2, 0, 0, 0, 0)
    assert (good_of(COAL), kind_of(COAL).value) == ("coal", 1)


@pytest.mark.parametrize("given", [WOOD, GRAIN])
def test_x06_sloppy_at_the_charburner(given: int) -> None:
    begun = play(at_charburner(SLOPPY), Produce(COAL))
    after = play(begun, Spend(given))
    assert given not in cards_of(after.players[0])
    assert after.turn.stage is Stage.GOODS
    made = chance(after)
    assert (goods(made), len(hand(made)), made.turn.stage) == ({"charburner-grain": 1}, 2, Stage.PRODUCTION)
    assert not options(after, Spend)


def test_x06_discarding_nothing_makes_nothing() -> None:
    begun = play(at_charburner(SLOPPY), Produce(COAL))
    assert {type(move) for move in options(begun, object)} == {Spend}
    assert refused(at_charburner(SLOPPY, hand=""), Produce(COAL)) == {"produce.all-available"}


def test_x07_neat_at_the_charburner() -> None:
    state = at_charburner(NEAT)
    made = chance(play(state, Produce(COAL), Spend(GRAIN), Spend(WOOD)))
    assert (goods(made), hand(made)) == ({"charburner-grain": 2}, ["mill-2"])
    assert made.table.draw.size == state.table.draw.size - 2
    assert members(made.table.discards.known) == tuple(sorted([GRAIN, WOOD]))


@pytest.mark.parametrize("held", ["sawmill-1", "mill-1", "mill-1, mill-2"])
def test_x07_with_one_of_them_nothing_is_made(held: str) -> None:
    state = at_charburner(NEAT, hand=held)
    assert refused(state, Produce(COAL)) == {"produce.all-available"}
    assert hand(play(state, EndProduction())) == hand(state)


def test_x08_the_chain_of_the_bakery() -> None:
    has = Has({"charburner-grain": 1, "mill-1": 1, "bakery-1": 1})
    state = table(has, Has(), stage=Stage.PRODUCTION, chains=["bakery-1"])
    for order in ((GRAIN, COAL), (COAL, GRAIN)):
        after = play(state, UseChain(card("bakery-1")), *map(Shift, order))
        assert goods(after) == {"charburner-grain": 0, "mill-1": 0, "bakery-1": 3}


@pytest.mark.parametrize(("held", "laid"), [(0, 0), (3, 0), (3, 2), (3, 3)])
def test_x09_flour_from_the_hand(held: int, laid: int) -> None:
    has = Has({"mill-6": 1}, hand=f"{held} grain, sawmill-1")
    state = table(has, Has(), stage=Stage.PRODUCTION, chains=["mill-6"])
    grain = [index for index in cards_of(state.players[0]) if index != WOOD]
    after = state
    for index in grain[:laid]:
        after = play(after, UseChain(card("mill-6")), Lay(index))
    assert (goods(after)["mill-6"], len(hand(after))) == (1 + laid, held + 1 - laid)
    assert after.table == state.table
    assert allowed(after, UseChain(card("mill-6"))) == (laid < held)


@pytest.mark.parametrize(("there", "moved"), [(0, 0), (2, 0), (3, 2), (2, 2)])
def test_x10_shoes_from_leather(there: int, moved: int) -> None:
    has = Has({"tannery-1": there, "shoemaker-1": 2})
    state = after = table(has, Has(), stage=Stage.PRODUCTION, chains=["shoemaker-1"])
    for _ in range(moved):
        after = play(after, UseChain(card("shoemaker-1")), Shift(card("tannery-1")))
    assert goods(after) == {"charburner-grain": 0, "tannery-1": there - moved, "shoemaker-1": 2 + moved}
    assert coins(after.players[0]) == coins(state.players[0]) + 2 * moved
    assert allowed(after, UseChain(card("shoemaker-1"))) == (moved < there)


def test_x11_bricks() -> None:
    has = Has({"charburner-grain": 2, "brick-manufacture-1": 0}, hand="3 clay")
    state = table(has, Has(), stage=Stage.PRODUCTION, chains=["brick-manufacture-1"])
    bricks = card("brick-manufacture-1")
    for made in (2, 4):
        state = play(state, UseChain(bricks), Lay(cards_of(state.players[0])[0]), Shift(COAL))
        assert goods(state)["brick-manufacture-1"] == made
        assert allowed(state, EndProduction())
    assert (len(hand(state)), goods(state)["charburner-grain"]) == (1, 0)
    assert refused(state, UseChain(bricks)) == {"chain.goods-already-made"}


def test_x12_an_assistant_opens_the_chain() -> None:
    mill = card("mill-6")
    for wood, opened in ((3, True), (2, False)):
        has = Has({"mill-6": 0}, hand="2 grain", posts=["mill-6"])
        state = table(has, Has(), stage=Stage.PRODUCTION, morning=f"{wood} wood, 1 wool")
        assert not allowed(state, UseChain(mill))
        assert allowed(state, Produce(mill)) == opened
        if opened:
            state = chance(play(state, Produce(mill)))
            for number in (2, 3):
                state = play(state, UseChain(mill), Lay(cards_of(state.players[0])[0]))
                assert goods(state)["mill-6"] == number


def test_x13_paying_eight_for_seven() -> None:
    has = Has({"iron-smelter-1": 2, "mill-1": 1}, planned="tailor-2")
    state = table(has, Has(), stage=Stage.BUILDING)
    assert SET.buildings[card("tailor-2")].cost == 7
    assert coins(state.players[0]) == 8
    iron, flour = card("iron-smelter-1"), card("mill-1")
    for order in ((iron, iron, flour), (flour, iron, iron)):
        after = play(state, Build(), *map(Pay, order))
        assert (coins(after.players[0]), after.table.discards.size) == (0, 3)
        assert bases(after.players[0])[-1] == card("tailor-2")
    assert play(state, Build(), Pay(iron), Pay(iron)).turn.stage is Stage.PAYMENT
    assert play(state, Build(), Pay(iron), Pay(flour)).turn.stage is Stage.PAYMENT


@pytest.mark.parametrize("number", [8, 9, 10, 11, 12])
@pytest.mark.parametrize("mode", Mode)
def test_x14_glassworks(number: int, mode: Mode) -> None:
    glass = card("glassmaker-3")
    has = Has({"glassmaker-3": 0, "office-clay-1": 0}, hand="5 cards", craftsman="glassmaker-3", mode=mode)
    state = table(has, Has(), stage=Stage.PRODUCTION, morning="4 cards", evening=f"{number - 5} cards")
    begun = play(state, Produce(glass))
    spent = 0
    while begun.turn.stage is Stage.HAND_CARDS_SPENT:
        assert len(options(begun, Spend)) == len(hand(begun))
        begun, spent = play(begun, Spend(cards_of(begun.players[0])[0])), spent + 1
    assert spent == max(0, (11 if mode is NEAT else 10) - number)
    assert goods(chance(begun))["glassmaker-3"] == (2 if mode is NEAT else 1)


@pytest.mark.parametrize("held", [0, 2, 3, 4, 7])
def test_x15_one_card_more(held: int) -> None:
    owner = Has({"office-card-1": 0}, hand=f"{held} cards")
    state: State = play(table(owner, Has(), stage=Stage.BUILDING, seat=1), Pass(), Exchange(), Exchange())
    drawn = [0, 0]
    while state.turn.stage is Stage.NEW_CARDS:
        drawn[state.turn.seat] += 1
        state = play(state, Deal(members(state.table.draw.known)[0]))
    assert drawn == [3 if held <= 3 else 2, 2]


def test_x16_market_office() -> None:
    has = Has({"charburner-grain": 0, "office-grain-1": 0, "mill-6": 1}, craftsman="charburner-grain", mode=NEAT)
    state = table(has, Has(), stage=Stage.PRODUCTION, morning="1 grain, 1 wood", chains=["mill-6"])
    assert refused(state, UseChain(card("mill-6"))) == {"chain.raw-from-hand"}
    assert goods(chance(play(state, Produce(COAL))))["charburner-grain"] == 2
    other = Has({"charburner-grain": 0}, craftsman="charburner-grain", mode=NEAT)
    lacking = table(other, Has({"office-grain-1": 0}), stage=Stage.PRODUCTION, morning="1 grain, 1 wood")
    assert refused(lacking, Produce(COAL)) == {"produce.all-available"}


def test_x16_at_the_glassworks_it_is_one_of_eleven() -> None:
    has = Has({"glassmaker-3": 0, "office-grain-1": 0}, craftsman="glassmaker-3", mode=NEAT)
    for number, enough in ((9, False), (10, True)):
        state = table(has, Has(), stage=Stage.PRODUCTION, morning=f"{number} cards")
        assert allowed(state, Produce(card("glassmaker-3"))) == enough

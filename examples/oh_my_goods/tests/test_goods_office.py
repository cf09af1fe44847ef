"""Market offices: gray buildings with a lasting advantage."""

from __future__ import annotations

from typing import Any

import pytest
from goods_tables import (
    NEAT,
    SLOPPY,
    Has,
    allowed,
    card,
    chance,
    clause,
    goods,
    play,
    readings,
    refused,
    table,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.moves import Build, Deal, Exchange, LayAside, Pass, Pay, Produce, UseChain
from oh_my_goods.position import Mode, Stage, State

from era_of_inventions.tabletop.values import members

COAL = card("charburner-grain")
CARD_OFFICES = ("office-card-1", "office-card-2", "office-card-3")


def drawn(state: State) -> list[int]:
    """How many new cards each seat draws in the next round, if nobody exchanges any."""
    numbers = [0] * len(state.players)
    while state.turn.stage is not Stage.EXCHANGE:
        state = play(state, Pass())
    for _ in state.players:
        state = play(state, Exchange())
    while state.turn.stage is Stage.NEW_CARDS:
        numbers[state.turn.seat] += 1
        state = play(state, Deal(members(state.table.draw.known)[0]))
    return numbers


def before_a_round(*offices: str, held: int = 0, **more: Any) -> State:
    """The last turn of a round, of which nothing is left but to pass."""
    owner = Has(dict.fromkeys(offices, 0), hand=f"{held} cards")
    return table(owner, Has(), stage=Stage.BUILDING, seat=1, **more)


def at_charburner(offices: dict[str, int], morning: str, mode: Mode = NEAT, **more: Any) -> State:
    has = Has({"charburner-grain": 0, **offices}, craftsman="charburner-grain", mode=mode)
    return table(has, Has(hand="1 wool"), stage=Stage.PRODUCTION, morning=morning, **more)


@clause("office.permanent")
class TestPermanent:
    """A gray building gives its owner an advantage as long as the game lasts."""

    @pytest.mark.parametrize("round_", [1, 2, 7, 12])
    def test_in_every_round(self, round_: int) -> None:
        assert drawn(before_a_round("office-card-1", "office-grain-1", round=round_)) == [3, 2]

    def test_for_every_building_of_the_owner(self) -> None:
        has = Has(
            {"charburner-grain": 0, "mill-2": 0, "office-grain-1": 0},
            craftsman="charburner-grain",
            mode=NEAT,
            posts=["mill-2"],
        )
        state = table(has, Has(), stage=Stage.PRODUCTION, morning="2 grain, 1 wood")
        after = chance(play(chance(play(state, Produce(COAL))), Produce(card("mill-2"))))
        assert goods(after) == {"charburner-grain": 2, "mill-2": 1, "office-grain-1": 0}

    def test_one_built_in_this_turn_is_too_late_for_it(self) -> None:
        has = Has({"charburner-grain": 8}, planned="office-grain-1", craftsman="charburner-grain", mode=NEAT)
        state = table(has, Has(), stage=Stage.BUILDING, morning="1 grain, 1 wood")
        after = play(state, Build(), *[Pay(COAL)] * 8)
        assert goods(after) == {"charburner-grain": 0, "office-grain-1": 0}


@clause("office.extra-card")
class TestExtraCard:
    """The owner of a market office for cards draws one extra card in phase I."""

    @pytest.mark.parametrize(("number", "each", "together"), [(0, 2, 2), (1, 3, 3), (2, 4, 3), (3, 5, 3)])
    def test_one_more_for_each(self, number: int, each: int, together: int) -> None:
        for reading, more in (("yes", each), ("no", together)):
            state = before_a_round(*CARD_OFFICES[:number], ruleset=readings(extra_cards_add_up=reading))
            assert drawn(state) == [more, 2]

    def test_an_office_for_raw_materials_gives_none(self) -> None:
        assert drawn(before_a_round("office-grain-1", "office-wood-1")) == [2, 2]

    def test_a_planned_one_gives_none(self) -> None:
        has = Has(planned="office-card-1")
        assert drawn(table(Has(), has, stage=Stage.BUILDING, seat=1)) == [2, 2]

    def test_one_just_built_gives_one(self) -> None:
        has = Has({"charburner-wool": 6}, planned="office-card-1")
        state = table(Has({"charburner-grain": 0}), has, stage=Stage.BUILDING, seat=1)
        after = play(state, Build(), *[Pay(card("charburner-wool"))] * 6)
        assert drawn(after) == [2, 3]


@clause("office.extra-card-unless")
class TestExtraCardUnless:
    """Whoever holds more than three hand cards when phase I begins draws no extra card."""

    @given(st.integers(0, 8))
    def test_up_to_three(self, held: int) -> None:
        assert drawn(before_a_round("office-card-1", held=held)) == [3 if held <= 3 else 2, 2]

    @pytest.mark.parametrize(("held", "extra"), [(3, 1), (4, 0)])
    def test_counted_before_the_exchange(self, held: int, extra: int) -> None:
        state = play(before_a_round("office-card-1", held=held), Pass())
        if state.turn.seat:
            state = play(state, Exchange())
        for index in members(state.players[0].hand.known):
            state = play(state, LayAside(index))
        assert state.players[0].extra == extra

    def test_a_card_that_comes_back_from_the_plan_is_counted(self) -> None:
        has = Has({"office-card-1": 0}, "3 cards", planned="mill-1")
        state = table(Has(), has, stage=Stage.BUILDING, seat=1)
        assert drawn(state) == [2, 2]


@clause("office.resource")
class TestResource:
    """A market office adds the raw material that it shows to the market supply, for its owner alone."""

    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_each_adds_one(self, number: int) -> None:
        offices = dict.fromkeys(("office-grain-1", "office-grain-2")[:number], 0)
        for grain in range(3):
            state = at_charburner(offices, f"{grain} grain, 1 wood")
            assert allowed(state, Produce(COAL)) == (grain + number >= 2)

    def test_only_what_it_shows(self) -> None:
        for office in ("office-clay-1", "office-stone-1", "office-wool-1", "office-card-1"):
            assert refused(at_charburner({office: 0}, "1 grain, 1 wood"), Produce(COAL)) == {"produce.all-available"}
        assert allowed(at_charburner({"office-wood-1": 0}, "2 grain"), Produce(COAL))

    def test_for_its_owner_alone(self) -> None:
        owner, other = Has({"office-grain-1": 0, "office-grain-2": 0}), Has(craftsman="charburner-wool", mode=SLOPPY)
        state = table(owner, other, stage=Stage.PRODUCTION, seat=1, morning="1 wood")
        assert not allowed(state, Produce(card("charburner-wool")))
        mine = Has({"charburner-grain": 0}, craftsman="charburner-grain", mode=NEAT)
        state = table(mine, Has({"office-grain-1": 0}), stage=Stage.PRODUCTION, morning="1 grain, 1 wood")
        assert refused(state, Produce(COAL)) == {"produce.all-available"}


@clause("office.for-production")
class TestForProduction:
    """The owner of a market office may use its raw material to produce, at the glassworks too, but not in a chain."""

    @given(st.integers(0, 3), st.integers(0, 2), st.sampled_from(Mode))
    def test_to_produce(self, grain: int, offices: int, mode: Mode) -> None:
        own = dict.fromkeys(("office-grain-1", "office-grain-2")[:offices], 0)
        state = at_charburner(own, f"{grain} grain, 1 wood", mode)
        assert allowed(state, Produce(COAL)) == (grain + offices >= (2 if mode is NEAT else 1))

    @pytest.mark.parametrize("number", [9, 10, 11])
    def test_at_the_glassworks(self, number: int) -> None:
        has = Has({"glassmaker-3": 0, "office-clay-1": 0}, craftsman="glassmaker-3", mode=NEAT)
        state = table(has, Has(), stage=Stage.PRODUCTION, morning=f"{number} cards")
        assert allowed(state, Produce(card("glassmaker-3"))) == (number + 1 >= 11)

    def test_never_for_a_chain(self) -> None:
        has = Has({"mill-1": 1, "office-grain-1": 0}, hand="1 wood")
        state = table(has, Has(), stage=Stage.PRODUCTION, chains=["mill-1"], morning="3 grain")
        assert refused(state, UseChain(card("mill-1"))) == {"chain.raw-from-hand"}

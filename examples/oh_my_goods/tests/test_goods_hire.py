"""Hiring assistants, and where they go."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest
from goods_tables import (
    NEAT,
    SET,
    Has,
    against,
    allowed,
    bases,
    card,
    clause,
    coins,
    good_of,
    kind_of,
    kinds_of,
    moves_of,
    options,
    permitting,
    play,
    posts,
    reached,
    readings,
    refused,
    side,
    steps,
    table,
    under,
)
from hypothesis import given
from hypothesis import strategies as st
from oh_my_goods.box import Color
from oh_my_goods.moves import EndProduction, Hire, MoveAssistant, Pay, Post, Produce
from oh_my_goods.position import Player, Stage, State
from oh_my_goods.rules.hire import colors_only

from era_of_inventions.tabletop.cli.menu import barred_lines
from era_of_inventions.tabletop.values import ABSENT, evolve, members

COAL = card("charburner-grain")
TWO_RED = {"charburner-grain": 9, "brick-manufacture-1": 0, "brick-manufacture-2": 0}
"""Nine coal, and what the first assistant shows, who costs five coins: two red buildings."""
FIVE = {**TWO_RED, "mill-1": 0, "mill-2": 0}
RED = side("assistant-1a")
ALL_SIDES = [one.id for one in SET.assistants]


def hiring(goods: dict[str, int] | None = None, *offer: str, **more: Any) -> State:
    """A player who may hire, with these goods; more may be said of the player."""
    said = ("posts", "assistants", "craftsman", "planned")
    of_player = {name: more.pop(name) for name in said if name in more}
    has = attrs.evolve(Has(TWO_RED if goods is None else goods), **of_player)
    return table(has, Has(), stage=Stage.BUILDING, offer=offer or ["assistant-1a"], **more)


def shown(index: int) -> Counter[Color]:
    """The buildings that an assistant shows, by color."""
    return +Counter(dict(zip(Color, SET.assistants[index].needs, strict=False)))


def colors(player: Player) -> Counter[Color]:
    return Counter(kind_of(base).color for base in bases(player))


def free(state: State) -> set[int]:
    """Where another assistant of the player who decides could go."""
    player = state.players[state.turn.seat]
    people = {*posts(player), player.craftsman}
    anywhere = state.ruleset.assistant_place == "any"
    return {base for base in bases(player) if base not in people and (anywhere or good_of(base))}


@clause("hire.cost")
class TestCost:
    """An assistant costs the coins shown, paid with goods and without change."""

    @given(st.sampled_from(range(len(SET.assistants))), st.integers(0, 7))
    def test_the_coins_shown(self, index: int, coal: int) -> None:
        state = hiring(owning(index) | {"charburner-grain": coal}, SET.assistants[index].id)
        cost = SET.assistants[index].cost
        assert allowed(state, Hire(index)) == (coal >= cost)
        if coal >= cost:
            after = play(state, Hire(index))
            assert (after.turn.stage, after.turn.owed) == (Stage.PAYMENT, cost)

    def test_without_change(self) -> None:
        state = hiring({"brick-manufacture-1": 0, "brick-manufacture-2": 0, "shoemaker-1": 1})
        after = play(state, Hire(RED), Pay(card("shoemaker-1")))
        assert (after.turn.stage, coins(after.players[0])) == (Stage.ASSISTANT_PLACED, 0)

    def test_so_it_was_in_every_game(self) -> None:
        for step in moves_of(Hire):
            assert step.after.turn.owed == SET.assistants[step.move.assistant].cost


def owning(index: int) -> dict[str, int]:
    """Buildings of the colors that an assistant shows, in the numbers shown."""
    found: list[str] = []
    for color, number in shown(index).items():
        found += [b.id for n, b in enumerate(SET.cards) if kind_of(n).color is color][:number]
    return dict.fromkeys(found, 0)


@clause("hire.colors-only")
class TestColorsOnly:
    """Only the colors of the buildings shown matter: one must own as many of each color, and one keeps them."""

    @given(st.lists(st.sampled_from(range(len(SET.cards))), unique=True, max_size=6))
    def test_as_many_of_each_color(self, owned: list[int]) -> None:
        state = hiring({"charburner-grain": 9} | {SET.buildings[b].id: 0 for b in owned}, *ALL_SIDES)
        held = Counter(kind_of(base).color for base in owned)
        for index in range(len(SET.assistants)):
            assert ("hire.buildings-owned" not in against(state, Hire(index))) == (shown(index) <= held)

    def test_two_of_one_color_are_two_buildings(self) -> None:
        state = hiring({"charburner-grain": 9, "tannery-1": 0})
        assert refused(state, Hire(RED)) == {"hire.buildings-owned"}
        assert allowed(hiring({"charburner-grain": 9, "tannery-1": 0, "cattle-ranch-4": 0}), Hire(RED))

    def test_offices_and_charburners_have_colors_too(self) -> None:
        gray = evolve(SET.assistants[0], needs=(0, 0, 0, 0, 1))
        odd = evolve(SET, assistants=(gray, *SET.assistants[1:]))
        for houses, enough in (({"office-wool-1": 0}, True), ({"mill-1": 0}, False)):
            state = hiring({"charburner-grain": 9, **houses}, components=odd)
            assert allowed(state, Hire(RED)) == enough
            assert colors_only(state, state.me)[Color.BLUE] == 1

    def test_they_are_kept(self) -> None:
        for step in moves_of(Hire):
            seat = step.before.turn.seat
            assert bases(step.after.players[seat]) == bases(step.before.players[seat])


@clause("hire.instead-of-building")
class TestInsteadOfBuilding:
    """Instead of building a player may hire one assistant, even if a building was planned."""

    def test_only_then(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.BUILDING:
                assert options(step.before, Hire) == []

    def test_even_if_a_building_was_planned(self) -> None:
        assert allowed(hiring(planned="mill-1"), Hire(RED))

    def test_one_and_then_the_turn_is_over(self) -> None:
        state = hiring({**TWO_RED, "shoemaker-1": 5, "mill-1": 0}, "assistant-1a", "assistant-6a")
        after = play(state, Hire(RED), *[Pay(COAL)] * 5, Post(COAL))
        assert (after.turn.stage, after.turn.seat) == (Stage.PRODUCTION, 1)

    def test_what_is_needed_for_it(self) -> None:
        for state in reached(Stage.BUILDING, most=200):
            player = state.players[state.turn.seat]
            most = 99 if state.ruleset.assistants_max == "unlimited" else 1
            for index in range(len(SET.assistants)):
                fine = index in members(state.table.offer) and len(members(player.assistants)) <= most
                fine = fine and shown(index) <= colors(player) and coins(player) >= SET.assistants[index].cost
                assert allowed(state, Hire(index)) == (fine and bool(free(state)))


@clause("hire.on-offer")
class TestOnOffer:
    """Only an assistant on offer can be hired; those hired are not replaced."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.BUILDING):
            for move in kinds_of(Hire):
                gone = move.assistant not in members(state.table.offer)
                assert ("hire.on-offer" in against(state, move)) == gone

    def test_the_verdict_names_it(self) -> None:
        state = hiring({**TWO_RED, "brick-manufacture-3": 0, "sawmill-1": 0, "mill-1": 0}, "assistant-1a")
        assert refused(state, Hire(side("assistant-1b"))) == {"hire.on-offer"}

    def test_they_are_not_replaced(self) -> None:
        state = hiring(None, "assistant-1a", "assistant-4a", "assistant-5a", "assistant-6a")
        after = play(state, Hire(RED), *[Pay(COAL)] * 5, Post(COAL))
        assert members(after.table.offer) == tuple(map(side, ("assistant-4a", "assistant-5a", "assistant-6a")))


@clause("hire.two-at-most")
class TestTwoAtMost:
    """Whoever has two assistants may hire no more."""

    @pytest.mark.parametrize("has", [0, 1, 2, 3])
    def test_forbids_a_third(self, has: int) -> None:
        had = ["assistant-2a", "assistant-3a", "assistant-4a"][:has]
        state = hiring(FIVE, assistants=had)
        assert against(state, Hire(RED)) == ({"hire.two-at-most"} if has >= 2 else set())
        assert against(under(state, "second-edition"), Hire(RED)) == set()

    def test_the_verdict_names_it(self) -> None:
        state = hiring(FIVE, assistants=["assistant-2a", "assistant-3a"], posts=["mill-1", "mill-2"])
        assert refused(state, Hire(RED)) == {"hire.two-at-most"}


@clause("hire.buildings-owned")
class TestBuildingsOwned:
    """One must have the buildings that the assistant shows."""

    @given(st.sampled_from(range(len(SET.assistants))))
    def test_forbids_with_one_less(self, index: int) -> None:
        owned = owning(index)
        assert allowed(hiring(owned | {"charburner-grain": 9}, SET.assistants[index].id), Hire(index))
        for lost in owned:
            less = {id_: n for id_, n in owned.items() if id_ != lost} | {"charburner-grain": 9}
            assert refused(hiring(less, SET.assistants[index].id), Hire(index)) == {"hire.buildings-owned"}

    def test_the_buildings_of_others_do_not_help(self) -> None:
        other = Has({"brick-manufacture-1": 0, "brick-manufacture-2": 0})
        state = table(Has({"charburner-grain": 9}), other, stage=Stage.BUILDING, offer=["assistant-1a"])
        assert refused(state, Hire(RED)) == {"hire.buildings-owned"}

    def test_nor_a_planned_one(self) -> None:
        state = hiring({"charburner-grain": 9, "brick-manufacture-1": 0}, planned="brick-manufacture-2")
        assert refused(state, Hire(RED)) == {"hire.buildings-owned"}


@clause("hire.affordable")
class TestAffordable:
    """The goods of the player have to be worth at least the cost of the assistant."""

    @given(st.integers(0, 4), st.integers(0, 3))
    def test_forbids_what_cannot_be_paid(self, coal: int, bricks: int) -> None:
        state = hiring({"charburner-grain": coal, "brick-manufacture-1": bricks, "brick-manufacture-2": 0})
        short = coal + 2 * bricks < 5
        assert against(state, Hire(RED)) == ({"hire.affordable"} if short else set())

    def test_the_verdict_names_it(self) -> None:
        assert refused(hiring(TWO_RED | {"charburner-grain": 4}), Hire(RED)) == {"hire.affordable"}


@clause("hire.room")
class TestRoom:
    """One needs a building of one's own without a person, because no two persons share one."""

    FULL = ("charburner-grain", "brick-manufacture-1", "brick-manufacture-2")

    @pytest.mark.parametrize("number", [0, 1, 2, 3])
    def test_forbids_where_all_are_full(self, number: int) -> None:
        state = hiring(posts=self.FULL[:number], ruleset="second-edition")
        assert against(state, Hire(RED)) == ({"hire.room"} if number == 3 else set())

    def test_the_verdict_names_it(self) -> None:
        state = hiring(TWO_RED | {"office-clay-1": 0}, posts=self.FULL)
        assert refused(state, Hire(RED)) == {"hire.room"}

    def test_an_office_is_room_by_the_other_reading(self) -> None:
        state = hiring(TWO_RED | {"office-clay-1": 0}, posts=self.FULL, ruleset=readings(assistant_place="any"))
        assert against(state, Hire(RED)) == set()


@clause("hire.paid-for")
class TestPaidFor:
    """Whoever hires takes a planned card back into the hand, and pays for the assistant."""

    def test_paid_first(self) -> None:
        state = play(hiring(planned="mill-1"), Hire(RED))
        assert (state.turn.stage, state.turn.owed, state.turn.hiring) == (Stage.PAYMENT, 5, RED)
        assert members(state.players[0].hand.known) == (card("mill-1"),)
        assert members(state.table.offer) == ()
        assert members(state.players[0].assistants) == ()

    def test_nobody_else_can_hire_the_same(self) -> None:
        for step in moves_of(Hire):
            assert step.move.assistant not in members(step.after.table.offer)


@clause("hire.placed-at-once")
class TestPlacedAtOnce:
    """A hired assistant is put at one of the player's buildings at once, and works there from the next round on."""

    def test_nothing_else_comes_between(self) -> None:
        state = play(hiring(), Hire(RED), *[Pay(COAL)] * 5)
        assert {type(move) for move in options(state, object)} == {Post}

    def test_it_alone_permits_it(self) -> None:
        for step in moves_of(Post):
            if step.before.turn.hiring != ABSENT:
                assert permitting(step.before, step.move) == {"hire.placed-at-once"}

    def test_only_then(self) -> None:
        for step in steps()[::5]:
            if step.before.turn.stage is not Stage.ASSISTANT_PLACED:
                assert options(step.before, Post) == []

    def test_nothing_is_made_in_the_same_round(self) -> None:
        turns: dict[tuple[int, int, int], int] = {}
        for step in steps():
            key = (id(step.before.setting), step.before.round, step.before.turn.seat)
            if isinstance(step.move, Post) and step.before.turn.hiring != ABSENT:
                turns[key] = step.move.building
            if isinstance(step.move, Produce):
                assert turns.get(key) != step.move.building
        assert turns


@clause("hire.one-person")
class TestOnePerson:
    """One puts an assistant at a production building of one's own where no other person is."""

    def test_forbids_every_other(self) -> None:
        for state in reached(Stage.ASSISTANT_PLACED):
            for move in kinds_of(Post):
                assert ("hire.one-person" in against(state, move)) == (move.building not in free(state))

    def test_the_verdict_names_it(self) -> None:
        houses = TWO_RED | {"office-clay-1": 0}
        state = hiring(houses, posts=["brick-manufacture-1"], assistants=["assistant-2a"])
        placing = play(state, Hire(RED), *[Pay(COAL)] * 5)
        for other in ("brick-manufacture-1", "office-clay-1", "charburner-wool", "mill-1"):
            assert refused(placing, Post(card(other))) == {"hire.one-person"}

    def test_where_the_craftsman_stays(self) -> None:
        for reading, may in (("stays", False), ("leaves", True)):
            has = Has(TWO_RED, craftsman="charburner-grain", mode=NEAT)
            ruleset = readings(craftsman_leaves=reading)
            state = table(has, Has(), stage=Stage.PRODUCTION, offer=["assistant-1a"], ruleset=ruleset)
            placing = play(state, EndProduction(), Hire(RED), *[Pay(COAL)] * 5)
            assert allowed(placing, Post(COAL)) == may


@clause("hire.another-building")
class TestAnotherBuilding:
    """A moved assistant is put at another of the player's buildings, and works there in the same round."""

    def test_not_at_the_same(self) -> None:
        has = Has({"charburner-grain": 4, "mill-1": 0, "mill-2": 0}, posts=["mill-1"])
        state = table(has, Has(), stage=Stage.ASSISTANTS_MOVED)
        placing = play(state, MoveAssistant(card("mill-1")), Pay(COAL), Pay(COAL))
        assert not allowed(placing, Post(card("mill-1")))
        assert permitting(placing, Post(card("mill-2"))) == {"hire.another-building"}
        assert allowed(placing, Post(card("mill-2")))

    def test_it_alone_permits_it_at_every_other(self) -> None:
        for state in reached(Stage.ASSISTANT_PLACED):
            for move in kinds_of(Post) if state.turn.hiring == ABSENT else ():
                expected = set() if move.building == state.turn.at else {"hire.another-building"}
                assert permitting(state, move) == expected


@clause("hire.at-the-building")
class TestAtTheBuilding:
    """An assistant stays at a building until moved to another."""

    def test_one_assistant_more_of_the_player(self) -> None:
        after = play(hiring(posts=["brick-manufacture-1"]), Hire(RED), *[Pay(COAL)] * 5, Post(COAL))
        me = after.players[0]
        assert (members(me.assistants), set(posts(me))) == ((RED,), {COAL, card("brick-manufacture-1")})
        assert (after.turn.stage, after.turn.seat, after.turn.hiring) == (Stage.PRODUCTION, 1, ABSENT)
        assert after.turn.before is None

    def test_until_moved(self) -> None:
        for step in steps():
            for old, new in zip(step.before.players, step.after.players, strict=True):
                if not isinstance(step.move, (Post, MoveAssistant)):
                    assert old.posts == new.posts

    def test_as_many_places_as_assistants(self) -> None:
        for state in reached(Stage.EXCHANGE, Stage.PRODUCTION, Stage.BUILDING):
            for player in state.players:
                assert len(posts(player)) == len(members(player.assistants))


def test_of_reasons_that_are_equally_near_that_with_numbers_comes_first() -> None:
    """Others are only not on offer; the one who is on offer costs a coin too much, which is said first."""
    goods = {"charburner-grain": 5, "sawmill-1": 0, "sawmill-2": 0, "sawmill-3": 0, "sawmill-4": 0}
    goods |= {"mill-1": 0, "mill-2": 0, "brick-manufacture-1": 0, "brick-manufacture-2": 0, "tailor-1": 0}
    state = hiring(goods, "assistant-6a")
    told = [*barred_lines(state, ("Ann", "Bo"), 1000)]
    [reasons] = [line for line in told if "hire.affordable" in line]
    assert reasons.index("[hire.affordable]") < reasons.index("[hire.on-offer]")
    assert told[told.index(reasons) + 1].strip() == "hire assistant-6a: cost: 6, goods worth: 5"

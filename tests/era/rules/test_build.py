"""Building factories."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, FactoryCard
from era_of_inventions.box.goods import Good, unpack
from era_of_inventions.moves import BuildFactory, EndAction, RunAllFactories, UseBonusDisc
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules.build import counted_factories
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.testing import generated_components
from tests.era.rules.support import against, allowed, changed, clause, gained, play
from tests.support.positions import SHIPPED, plenty, position, stock, with_factory

FACTORIES = 24
DRAWN = tuple(evolve(generated_components(seed), signs=()) for seed in range(1, 4))
"""Sets in which factories cost anything, and no space of the influence track adds to what is looked at."""
BOXES = (evolve(SHIPPED, signs=()), with_factory(7, DRAWN[0], influence=5), *DRAWN)

factories = st.integers(0, FACTORIES - 1)
ELSEWHERE = (
    {"phase": Phase.PLACEMENT},
    {"phase": Phase.CHOICE, "discs": {0: [Area.BUILD]}},
    {"phase": Phase.BONUS_OFFER},
    {"phase": Phase.FINAL_MARKET},
    {"phase": Phase.GAME_OVER},
    *({"phase": Phase.ACTION, "area": area} for area in Area if area is not Area.BUILD),
)
"""Moments that are no build action of seat 0."""


@st.composite
def rows(draw: st.DrawFn) -> list[int]:
    """Five spaces with different factories on some of them."""
    row = draw(st.lists(factories, unique=True, min_size=5, max_size=5))
    gaps = draw(st.sets(st.integers(0, 4), max_size=3))
    return [EMPTY if space in gaps else factory for space, factory in enumerate(row)]


@st.composite
def actions(draw: st.DrawFn, most: int = 4, box: Any = None) -> State:
    """Somebody is about to build, with anything in stock and after any number of factories."""
    seat = draw(st.integers(0, 3))
    built = draw(st.integers(0, 3))
    return position(
        components=box or draw(st.sampled_from(BOXES)),
        phase=Phase.ACTION,
        seat=seat,
        area=Area.BUILD,
        goods={seat: {good: draw(st.integers(0, most)) for good in Good}},
        influence={seat: draw(st.integers(0, 9))},
        row=draw(rows()),
        this_round={seat: {"built_this_round": built}},
        turn={"built": built},
    )


@st.composite
def chances(draw: st.DrawFn) -> tuple[State, BuildFactory]:
    """A rich player and a factory that lies on the board, the first, second or third of the action."""
    seat, row = draw(st.integers(0, 3)), draw(rows())
    built = draw(st.integers(0, 2))
    state = position(
        components=draw(st.sampled_from(BOXES)),
        phase=Phase.ACTION,
        seat=seat,
        area=Area.BUILD,
        goods={seat: {good: draw(st.integers(4, 9)) for good in Good}},
        influence={seat: draw(st.integers(0, 9))},
        row=row,
        this_round={seat: {"built_this_round": built}},
        turn={"built": built},
    )
    return state, BuildFactory(draw(st.sampled_from([factory for factory in row if factory != EMPTY])))


def printed(state: State, move: BuildFactory) -> FactoryCard:
    """The card that is to be built."""
    return state.components.factories[move.factory]


def short(state: State, move: BuildFactory) -> bool:
    """Whether the builder has too little of anything."""
    held = stock(state, state.turn.seat)
    return any(held.get(good, 0) < number for good, number in unpack(printed(state, move).cost))


@clause("build.action")
class TestAction:
    """The action of area A, and of no other, lets a player build."""

    @given(actions(), factories)
    def test_what_is_displayed_and_can_be_paid_up_to_three(self, state: State, factory: int) -> None:
        move = BuildFactory(factory)
        possible = factory in state.board.row and not short(state, move) and state.turn.built < 3
        assert allowed(state, move) == possible

    @given(chances())
    def test_every_displayed_factory_that_can_be_paid(self, chance: tuple[State, BuildFactory]) -> None:
        assert allowed(*chance)

    @given(st.sampled_from(ELSEWHERE), st.integers(0, 4))
    def test_at_no_other_moment(self, moment: dict[str, Any], space: int) -> None:
        state = position(**moment, goods={0: plenty()}, row=range(5))
        assert not allowed(state, BuildFactory(state.board.row[space]))


@clause("build.choose-displayed")
class TestChooseDisplayed:
    """Any factory that lies face up on the board can be chosen, and no other."""

    @given(actions(), factories)
    def test_forbids_exactly_what_does_not_lie_there(self, state: State, factory: int) -> None:
        lies = factory in list(state.board.row)
        assert ("build.choose-displayed" in against(state, BuildFactory(factory))) == (not lies)

    @given(chances(), factories)
    def test_nobody_builds_from_the_deck_or_twice(self, chance: tuple[State, BuildFactory], other: int) -> None:
        state, move = chance
        after = play(state, move)
        assert not allowed(after, move)
        if other not in state.board.row:
            assert not allowed(state, BuildFactory(other))
            assert not allowed(after, BuildFactory(other))


@clause("build.printed-cost")
class TestCostPrinted:
    """A factory costs what the bottom of its card shows."""

    @given(chances())
    def test_the_stock_falls_by_the_print(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        seat = state.turn.seat
        before, after = stock(state, seat), stock(play(state, move), seat)
        lost = {good: before[good] - after.get(good, 0) for good in Good if before[good] != after.get(good, 0)}
        assert lost == dict(unpack(printed(state, move).cost))

    @given(st.sampled_from(BOXES), factories)
    def test_exactly_that_is_enough_and_one_less_is_not(self, box: Any, factory: int) -> None:
        cost = dict(unpack(box.factories[factory].cost))

        def with_stock(goods: dict[Good, int]) -> State:
            return position(components=box, phase=Phase.ACTION, area=Area.BUILD, row=[factory], goods={0: goods})

        assert stock(play(with_stock(cost), BuildFactory(factory)), 0) == {}
        for good in cost:
            assert not allowed(with_stock(plenty() | {good: cost[good] - 1}), BuildFactory(factory))


@clause("build.must-afford")
class TestMustAfford:
    """What cannot be paid in full cannot be built."""

    @given(actions(most=3), factories)
    def test_forbids_exactly_what_cannot_be_paid(self, state: State, factory: int) -> None:
        move = BuildFactory(factory)
        assert ("build.must-afford" in against(state, move)) == short(state, move)

    @given(actions(most=2), st.integers(0, 4))
    def test_displayed_but_too_dear(self, state: State, space: int) -> None:
        move = BuildFactory(state.board.row[space])
        if move.factory != EMPTY and short(state, move):
            assert not allowed(state, move)


@clause("build.counted-factories")
class TestCounted:
    """What counts toward the limit are the factories of this action alone."""

    @given(st.integers(0, 5), st.permutations(range(5)), st.integers(0, 3))
    def test_each_factory_of_this_action(self, before: int, order: list[int], number: int) -> None:
        state = building(this_round={0: {"built_this_round": before}})
        state = play(state, *map(BuildFactory, order[:number]))
        assert counted_factories(state) == number

    def test_an_action_by_bonus_disc_begins_anew(self) -> None:
        state = play(building(), BuildFactory(0), BuildFactory(1), BuildFactory(2), EndAction(), UseBonusDisc())
        assert counted_factories(state) == 0
        assert allowed(state, BuildFactory(3))


def building(**values: Any) -> State:
    """Seat 0 is about to build the first factories of the set and can pay for anything."""
    chosen: dict[str, Any] = {"goods": {0: plenty(20)}, "row": range(5)}
    return position(phase=Phase.ACTION, area=Area.BUILD, **chosen | values)


@clause("build.max-three")
class TestMaxThree:
    """At most three factories are built in one action, and fewer may be."""

    @given(st.permutations(range(5)), st.integers(0, 3))
    def test_three_are_free_and_a_fourth_is_not(self, order: list[int], before: int) -> None:
        state = building(this_round={0: {"built_this_round": before}})
        for factory in order[:3]:
            assert allowed(state, BuildFactory(factory))
            assert allowed(state, EndAction())
            state = play(state, BuildFactory(factory))
        assert against(state, BuildFactory(order[3])) == {"build.max-three"}
        assert not allowed(state, BuildFactory(order[3]))

    @given(actions(), factories)
    def test_forbids_after_three_only(self, state: State, factory: int) -> None:
        assert ("build.max-three" in against(state, BuildFactory(factory))) == (state.turn.built >= 3)


@clause("build.paid-to-supply")
class TestPaidToSupply:
    """The cost goes to the general supply, and to no player."""

    @given(chances())
    def test_what_the_players_hold_together_falls_by_the_cost(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        after = play(state, move)
        for good in Good:
            cost = dict(unpack(printed(state, move).cost)).get(good, 0)
            held = [sum(stock(s, seat).get(good, 0) for seat in range(4)) for s in (state, after)]
            assert held[0] - held[1] == cost
        assert after.board.loads == state.board.loads

    @given(chances())
    def test_only_the_builder_pays(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        payers = {name.partition(".")[0] for name, change in gained(state, play(state, move)).items() if change < 0}
        assert payers == {str(state.turn.seat)}


@clause("build.owned-face-up")
class TestOwnedFaceUp:
    """A built factory leaves its space open, lies before its owner for good, and yields nothing yet."""

    @given(chances())
    def test_exactly_this_changes(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        seat, me, card = state.turn.seat, state.me, printed(state, move)
        expected: dict[str, Any] = {
            f"{seat}.{good.name.lower()}": (had := stock(state, seat)[good], had - number)
            for good, number in unpack(card.cost)
        }
        expected["row"] = state.board.row, tuple(EMPTY if f == move.factory else f for f in state.board.row)
        expected[f"{seat}.factories"] = me.factories, me.factories + 2**move.factory
        if card.influence:
            expected[f"{seat}.influence"] = me.influence, me.influence + card.influence
        after = play(state, move)
        assert changed(state, after) == expected
        assert (after.turn.phase, after.turn.seat) == (Phase.ACTION, seat)
        assert (after.turn.built, after.me.built_this_round) == (state.turn.built + 1, me.built_this_round + 1)

    @given(chances())
    def test_it_yields_in_a_later_production(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        later = play(state, move)
        later = evolve(later, turn=evolve(later.turn, area=Area.GOODS))
        expected = dict(unpack(printed(state, move).output))
        expected[Good.WOOD] = expected.get(Good.WOOD, 0) + 1
        found = gained(later, play(later, RunAllFactories()))
        assert found == {f"{state.turn.seat}.{good.name.lower()}": number for good, number in expected.items()}

    @pytest.mark.parametrize(
        "board",
        [
            {"row": (1, 2, 3, 4, EMPTY)},
            {"factory_deck": 0},
            {"factory_discards": 2},
        ],
    )
    def test_a_factory_twice_or_nowhere_is_no_position(self, board: dict[str, Any]) -> None:
        state = position(row=range(5))
        problems = Game.from_state(state).check(evolve(state, board=evolve(state.board, **board)))
        assert {problem.clause for problem in problems} == {"build.owned-face-up"}

    def test_a_factory_with_two_owners_is_no_position(self) -> None:
        state = position(factories={1: [7]})
        other = evolve(state.players[2], factories=state.players[2].factories | 1 << 7)
        problems = Game.from_state(state).check(evolve(state, players=(*state.players[:2], other, state.players[3])))
        assert [problem.clause for problem in problems] == ["build.owned-face-up"]


@clause("build.influence-now")
class TestImmediateInfluence:
    """The influence on a factory is given at once when it is built, and never again."""

    @given(chances())
    def test_the_builder_moves_by_the_print_and_nobody_else(self, chance: tuple[State, BuildFactory]) -> None:
        state, move = chance
        points = [player.influence for player in play(state, move).players]
        expected = [player.influence for player in state.players]
        expected[state.turn.seat] += printed(state, move).influence
        assert points == expected

    @given(st.integers(1, 5))
    def test_at_once_and_once(self, influence: int) -> None:
        state = building(components=with_factory(2, BOXES[0], influence=influence))
        built = play(state, BuildFactory(2))
        assert built.me.influence == influence
        later = evolve(built, turn=evolve(built.turn, area=Area.GOODS))
        assert play(later, RunAllFactories()).players[0].influence == influence
        assert play(built, EndAction()).players[0].influence == influence

"""The end of a round: factories, loads, and who begins the next one."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Good
from era_of_inventions.moves import EndTurn, PlaceDisc, RevealFactory
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve, members
from era_of_inventions.testing import reachable_states
from tests.era.rules.support import BOARD, against, allowed, changed, clause, play, told
from tests.era.rules.test_refresh import (
    CARD_PHASES,
    FACTORIES,
    FACTORY_PHASES,
    Course,
    after_cards,
    courses,
    dealt,
    ends,
    lying,
    pile,
    restocked,
    reveals,
    setups,
    slid,
)
from tests.support.positions import SHIPPED, position

EACH = {3: 3, 4: 2, 5: 2}
COAL_SHIPS = evolve(SHIPPED, sources=tuple(s if s.house else evolve(s, good=Good.COAL) for s in SHIPPED.sources))
COUNTED = ("built_this_round", "exchanges_this_round", "discs_bought_this_round", "discs_used_this_round")


@clause("refresh.factories-reshuffled")
class TestFactoriesReshuffle:
    """When the factory deck is empty and a space open, its discards become the deck."""

    @given(courses())
    def test_only_an_empty_deck_is_renewed(self, course: Course) -> None:
        for before, after in reveals(course, FACTORY_PHASES):
            turned = set(lying(after.board.row)) - set(lying(before.board.row))
            expected = restocked(
                pile(before.board.factory_deck) - turned,
                pile(before.board.factory_discards),
                after.board.row.count(EMPTY),
            )
            assert (pile(after.board.factory_deck), pile(after.board.factory_discards)) == expected

    @given(courses())
    def test_no_space_stays_open_while_there_are_factories(self, course: Course) -> None:
        board = course[-1].board
        assert EMPTY not in board.row or not board.factory_deck | board.factory_discards


@clause("refresh.fill-five")
class TestFactoriesFill:
    """Factories of the deck are turned over between rounds until five lie there or none is left."""

    @given(courses() | setups())
    def test_every_factory_of_the_deck_may_come(self, course: Course) -> None:
        for state, _ in reveals(course, FACTORY_PHASES):
            assert all(allowed(state, RevealFactory(factory)) for factory in members(state.board.factory_deck))

    @given(reachable_states(), st.sampled_from(FACTORIES))
    def test_at_no_other_time(self, state: State, factory: int) -> None:
        if state.turn.phase not in FACTORY_PHASES:
            assert not allowed(state, RevealFactory(factory))

    @given(courses())
    def test_to_five_or_as_far_as_factories_go(self, course: Course) -> None:
        built = sum(len([f for f in members(player.factories) if f in FACTORIES]) for player in course[0].players)
        assert len(lying(course[-1].board.row)) == min(5, len(FACTORIES) - built)


@clause("refresh.from-factory-deck")
class TestFromFactoryDeck:
    """Only what lies in the face-down factory deck is turned over."""

    @given(courses() | setups())
    def test_forbids_all_others(self, course: Course) -> None:
        for state, _ in reveals(course, FACTORY_PHASES):
            for factory in FACTORIES:
                expected = set() if factory in pile(state.board.factory_deck) else {"refresh.from-factory-deck"}
                assert against(state, RevealFactory(factory)) == expected
                assert allowed(state, RevealFactory(factory)) == (not expected)


@clause("refresh.factory-laid-out")
class TestFactoryFillOrder:
    """A factory that is turned over lies on the leftmost open space, and in the deck no more."""

    @given(setups())
    def test_in_the_setup_from_left_to_right(self, course: Course) -> None:
        steps = reveals(course, FACTORY_PHASES)
        assert [after.board.row.index(EMPTY) for _, after in steps[:-1]] == [1, 2, 3, 4]
        assert EMPTY not in steps[-1][1].board.row

    @given(courses())
    def test_the_factory_and_nothing_else(self, course: Course) -> None:
        for before, after in reveals(course, FACTORY_PHASES):
            old, new = before.board, after.board
            first = old.row.index(EMPTY)
            factory = new.row[first]
            assert factory in pile(old.factory_deck)
            assert new.row == (*old.row[:first], factory, *old.row[first + 1 :])
            if len(pile(old.factory_deck)) > 1 and after.turn.phase is Phase.REFRESH_FACTORIES:
                assert changed(before, after) == {
                    "row": (old.row, new.row),
                    "factory_deck": (old.factory_deck, old.factory_deck & ~(1 << factory)),
                }


@clause("refresh.next-factory")
class TestOrder:
    """First the cards, then the factories, then the loads, and last the marker and the start player."""

    @given(courses())
    def test_cards_factories_and_the_rest(self, course: Course) -> None:
        phases = [state.turn.phase for state in course[1:]]
        number = phases.count(Phase.REFRESH_CARDS)
        others = phases.count(Phase.REFRESH_FACTORIES)
        assert phases == [Phase.REFRESH_CARDS] * number + [Phase.REFRESH_FACTORIES] * others + [Phase.PLACEMENT]
        for before, after in reveals(course, CARD_PHASES):
            if after.turn.phase is Phase.REFRESH_CARDS:
                assert changed(before, after).keys() <= {"display", "deck", "discards"}
        for before, after in reveals(course, FACTORY_PHASES):
            if after.turn.phase is Phase.REFRESH_FACTORIES:
                assert changed(before, after).keys() <= {"row", "factory_deck", "factory_discards"}

    @given(setups())
    def test_in_the_setup_factories_come_first(self, course: Course) -> None:
        phases = [state.turn.phase for state in course]
        assert phases == [Phase.SETUP_FACTORIES] * 5 + [Phase.SETUP_CARDS] * 7 + [Phase.PLACEMENT]

    @given(courses())
    def test_players_keep_what_they_have(self, course: Course) -> None:
        assert changed(course[0], course[-1]).keys() <= {"round", "start", *BOARD}


@clause("refresh.last-factories-discarded")
class TestFactoriesLastThree:
    """Factories on the three rightmost spaces go to their discards, and no others."""

    @given(courses())
    def test_three_go(self, course: Course) -> None:
        before, after = after_cards(course)
        gone = set(lying(before.board.row[2:]))
        assert set(lying(after.board.row)) == set(lying(before.board.row[:2]))
        expected = restocked(pile(before.board.factory_deck), pile(before.board.factory_discards) | gone, 3)
        assert (pile(after.board.factory_deck), pile(after.board.factory_discards)) == expected


@clause("refresh.slide-factories")
class TestFactoriesSlide:
    """The factories on the two leftmost spaces slide to the right in their order."""

    @given(courses())
    def test_slide(self, course: Course) -> None:
        before, after = after_cards(course)
        assert after.board.row == slid((*before.board.row[:2], EMPTY, EMPTY, EMPTY))


@clause("refresh.refill")
class TestRefill:
    """An empty ship or house gets two, an empty coal house three, all others one."""

    @given(st.integers(0, 99), st.booleans())
    def test_values(self, load: int, coal_house: bool) -> None:
        expected = {(True, True): 3, (True, False): 2}.get((load == 0, coal_house), 1)
        assert LAW.clause("refresh.refill")(load, coal_house=coal_house) == expected


@clause("refresh.loads-refilled")
class TestLoads:
    """Every ship and house is refilled once, when the last factory lies."""

    @given(courses())
    def test_refilled(self, course: Course) -> None:
        for source, old, new in zip(SHIPPED.sources, course[0].board.loads, course[-1].board.loads, strict=True):
            empty = 3 if source.house and source.good is Good.COAL else 2
            assert new == (old + 1 if old else empty), source.id

    @given(ends(), st.integers(0, 999))
    def test_coal_ships_are_no_coal_houses(self, state: State, seed: int) -> None:
        """A ship with coal is filled like any other ship."""
        state = evolve(state, setting=attrs.evolve(state.setting, components=COAL_SHIPS))
        loads = dealt(play(state, EndTurn()), seed)[-1].board.loads
        for source, old, new in zip(COAL_SHIPS.sources, state.board.loads, loads, strict=True):
            empty = 3 if source.house and source.good is Good.COAL else 2
            assert new == (old + 1 if old else empty), source.id

    @pytest.mark.parametrize(("wood", "ship"), [(0, 2), (33, 1), (34, 0)])
    def test_in_board_order_and_before_the_round_begins(self, wood: int, ship: int) -> None:
        """Of a limited supply of 36 wood the house takes two first, and the ship what is left.

        The last factory has been turned over for five players; the start player of the last seat hands on to the first.
        """
        state = position(
            5,
            ruleset=Ruleset(goods_supply="limited"),
            phase=Phase.REFRESH_FACTORIES,
            seat=4,
            start=4,
            round=3,
            goods={0: {Good.WOOD: wood}, 1: {}, 2: {}, 3: {}, 4: {}},
            loads=(0, 3, 0, 0, 2, 2, 1),
            row=[0, 1, 2, 3],
            factory_deck=[8],
            factory_discards=[index for index in range(4, 24) if index != 8],
        )
        clauses = ("refresh.loads-refilled", "refresh.marker-advances", "refresh.start-player-passes")
        assert told(state, RevealFactory(8), *clauses) == [
            (None, "load of coal-house-1", 0, 3),
            (None, "load of coal-house-2", 3, 4),
            (None, "load of wood-house", 0, 2),
            *([(None, "load of wood-ship", 0, ship)] if ship else []),
            (None, "load of metal-ship", 2, 3),
            (None, "load of technology-ship", 2, 3),
            (None, "load of tool-ship", 1, 2),
            (None, "round", 3, 4),
            (None, "start player", 4, 0),
            (None, "phase", "refresh-factories", "placement"),
            (None, "player to move", 4, 0),
        ]

    @given(courses())
    def test_not_earlier(self, course: Course) -> None:
        assert {state.board.loads for state in course[:-1]} == {course[0].board.loads}


@clause("refresh.marker-advances")
class TestMarker:
    """The round marker moves by one, last of all."""

    @given(courses())
    def test_moves_once(self, course: Course) -> None:
        number = course[0].round
        assert [state.round for state in course] == [number] * (len(course) - 1) + [number + 1]


@clause("refresh.counts-forgotten")
class TestCounts:
    """In a new round everybody has all action discs, and nothing has been counted yet."""

    @given(courses())
    def test_counted_anew(self, course: Course) -> None:
        for player in course[-1].players:
            assert [getattr(player, field) for field in COUNTED] == [0, (0,) * 6, 0, 0]
        for state in course[:-1]:
            assert state.players == course[0].players

    @given(courses(), st.sampled_from(Area))
    def test_all_discs_can_be_placed_again(self, course: Course, area: Area) -> None:
        state = course[-1]
        areas = sorted(Area, key=lambda other: (other - area) % 6)
        for turn in range(len(state.players) * EACH[len(state.players)]):
            state = play(state, PlaceDisc(areas[turn // 2]))
        assert state.turn.phase is Phase.CHOICE


@clause("refresh.start-player-passes")
class TestStartPlayerLeft:
    """The left neighbor of the start player is the next one, and places first."""

    @given(courses())
    def test_passes_on_once(self, course: Course) -> None:
        left = (course[0].start + 1) % len(course[0].players)
        assert {state.start for state in course[:-1]} == {course[0].start}
        assert (course[-1].start, course[-1].turn) == (left, Turn(Phase.PLACEMENT, left))

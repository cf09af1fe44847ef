"""The influence track and its signs."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind, Reward, Space
from era_of_inventions.box.goods import CUBES, ONE, Good, count
from era_of_inventions.moves import (
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    BuildFactory,
    Develop,
    EndAction,
    Exchange,
    Line,
    Move,
    ProduceInvention,
    RegisterPatent,
)
from era_of_inventions.position import EMPTY, Phase, State
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.values import evolve, mask
from era_of_inventions.testing import Script, whole_games
from tests import at_most
from tests.era.rules.support import allowed, clause, gained, play
from tests.support.positions import cards, original, plenty, position, with_card, with_factory, with_space

END = 20
TELEPHONE = cards(CardKind.OFFICIAL, "telephone")[0]
SPACE = original("telephone")
PRINTED = with_factory(
    0,
    with_card(TELEPHONE, with_space(SPACE, income=Reward(influence=2)), profit=Reward(influence=3)),
    influence=1,
)


def signs(seed: int) -> dict[int, Good]:
    """Signs of all kinds on about half of the track."""
    rng = random.Random(seed)
    return {space: rng.choice([*CUBES, Good.COIN]) for space in rng.sample(range(1, END + 1), 11)}


SIGNS = [signs(seed) for seed in range(8)]
TRACKS = [evolve(PRINTED, signs=tuple(sorted(found.items())), track_end=END) for found in SIGNS]
BARE = evolve(PRINTED, signs=(), track_end=END)

tracks = st.integers(0, len(TRACKS) - 1)
influences = st.integers(0, END)

SOURCES: dict[str, tuple[Area, Move, int]] = {
    "build": (Area.BUILD, BuildFactory(0), 1),
    "produce": (Area.PRODUCE, ProduceInvention(TELEPHONE), 3),
    "exchange coins": (Area.MARKET, COINS_FOR_INFLUENCE, 1),
    "exchange a cog": (Area.MARKET, COG_FOR_INFLUENCE, 1),
    "develop": (Area.DEVELOP, Develop(original("airplane")), 7),
    "patent": (Area.DEVELOP, RegisterPatent(None), 1),
}
"""What brings influence in one's own action, where it does, and how much with these components."""


def acting(track: int | None, influence: dict[int, int], area: int, **given: Any) -> State:
    """Seat 0 carries out the action of an area; seat 1 has developed the telephone. No track: one without signs."""
    usual: dict[str, Any] = {
        "phase": Phase.ACTION,
        "goods": {0: plenty()},
        "developed": {1: [SPACE]},
        "display": [TELEPHONE],
        "row": [0, 1, 2],
    }
    components = BARE if track is None else TRACKS[track]
    return position(components=components, influence=influence, area=area, **(usual | given))


def paid_by_signs(track: int, influence: dict[int, int], area: int, *moves: Move, **given: Any) -> dict[str, int]:
    """What moves bring more on a track than on one without signs."""
    found: list[dict[str, int]] = []
    for each in (track, None):
        state = acting(each, influence, area, **given)
        found.append(gained(state, play(state, *moves)))
    names = sorted(found[0].keys() | found[1].keys())
    more = {name: found[0].get(name, 0) - found[1].get(name, 0) for name in names}
    return {name: number for name, number in more.items() if number}


def expected(seat: int, shown: list[Good | None]) -> dict[str, int]:
    """The goods of these signs, for one seat."""
    names = [f"{seat}.{good.name.lower()}" for good in shown if good is not None]
    return {name: names.count(name) for name in names}


@clause("influence.pawn-position")
class TestPosition:
    """The pawn goes forward by what is awarded and stands on the sum, beyond the last space too."""

    @given(st.integers(0, 40), st.integers(0, 20), st.sampled_from(TRACKS))
    def test_the_sum(self, start: int, points: int, components: Any) -> None:
        state = position(components=components)
        assert LAW.clause("influence.pawn-position")(state, start, points) == start + points

    @given(st.sampled_from(sorted(SOURCES)), st.integers(0, 40))
    def test_awards_add_up(self, source: str, before: int) -> None:
        area, move, points = SOURCES[source]
        assert play(acting(None, {0: before}, area), move).players[0].influence == before + points

    @pytest.mark.parametrize(("before", "after"), [(78, 79), (79, 80), (80, 80), (81, 81), (85, 85)])
    def test_a_pawn_that_stands_beyond_the_end_stays_there(self, before: int, after: int) -> None:
        """Where the track stops at 80, its last space."""
        stops = Ruleset(track_end="stops")
        given: dict[str, Any] = {"phase": Phase.ACTION, "area": Area.MARKET, "goods": {3: {Good.COG: 1}}}
        state = position(5, ruleset=stops, seat=3, influence={1: 2, 3: before}, **given)
        assert play(state, COG_FOR_INFLUENCE).players[3].influence == after

    @given(st.lists(st.sampled_from([COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE]), max_size=3), influences)
    def test_steps_of_an_action_are_counted(self, exchanges: list[Exchange], before: int) -> None:
        assert play(acting(None, {0: before}, Area.MARKET), *exchanges).turn.moved == len(exchanges)

    @given(whole_games())
    @at_most(8)
    def test_never_back(self, script: Script) -> None:
        for (before, _), (after, _) in itertools.pairwise(script.steps()):
            assert all(b.influence <= a.influence for b, a in zip(before.players, after.players, strict=True))

    def test_before_the_start_is_no_position(self) -> None:
        state = position()
        for influence, problems in ((0, []), (999, []), (-1, ["players.influence"])):
            me = evolve(state.players[2], influence=influence)
            found = Game.from_state(state).check(evolve(state, players=(*state.players[:2], me, state.players[3])))
            assert [problem.about for problem in found] == problems


@clause("influence.put-off")
class TestSteps:
    """Every award is a move of its own, so every one of them can end on a sign."""

    @given(tracks, influences, st.lists(st.sampled_from([COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE]), max_size=3))
    def test_exchange_by_exchange(self, track: int, before: int, exchanges: list[Exchange]) -> None:
        passed = [SIGNS[track].get(before + step + 1) for step in range(len(exchanges))]
        assert paid_by_signs(track, {0: before}, Area.MARKET, *exchanges) == expected(0, passed)

    @given(tracks, influences)
    def test_patent_by_patent(self, track: int, before: int) -> None:
        both = [SIGNS[track].get(before + 1), SIGNS[track].get(before + 2)]
        patents = [RegisterPatent(None)] * 2
        assert paid_by_signs(track, {0: before}, Area.DEVELOP, *patents) == expected(0, both)

    @given(tracks, influences)
    def test_invention_by_invention(self, track: int, before: int) -> None:
        """The car for four and the sewing machine for one."""
        both = [SIGNS[track].get(before + 4), SIGNS[track].get(before + 5)]
        inventions = [Develop(original("car")), Develop(original("sewing machine"))]
        assert paid_by_signs(track, {0: before}, Area.DEVELOP, *inventions) == expected(0, both)

    @given(
        tracks, influences, st.lists(st.sampled_from([COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE]), min_size=1, max_size=3)
    )
    def test_exchanges_as_one_move(self, track: int, before: int, exchanges: list[Exchange]) -> None:
        """Where exchanges are no moves of their own, the space after the last one counts, once the action is over."""
        once = Ruleset(award_steps="once")
        last = [SIGNS[track].get(before + len(exchanges))]
        assert paid_by_signs(track, {0: before}, Area.MARKET, *exchanges, ruleset=once) == {}
        assert paid_by_signs(track, {0: before}, Area.MARKET, *exchanges, EndAction(), ruleset=once) == expected(
            0, last
        )

    @given(tracks, influences)
    def test_inventions_as_one_move(self, track: int, before: int) -> None:
        """The car for four and the sewing machine for one."""
        once = Ruleset(award_steps="once")
        inventions = [Develop(original("car")), Develop(original("sewing machine"))]
        paid = paid_by_signs(track, {0: before}, Area.DEVELOP, *inventions, EndAction(), ruleset=once)
        assert paid == expected(0, [SIGNS[track].get(before + 5)])

    @given(tracks, influences)
    def test_patents_as_one_move(self, track: int, before: int) -> None:
        lump = Ruleset(patent_steps="lump")
        patents = [RegisterPatent(None)] * 2
        paid = paid_by_signs(track, {0: before}, Area.DEVELOP, *patents, EndAction(), ruleset=lump)
        assert paid == expected(0, [SIGNS[track].get(before + 2)])

    @given(tracks, influences)
    def test_one_reading_is_not_the_other(self, track: int, before: int) -> None:
        """What exchanges and inventions do says nothing about patents, and the other way round."""
        for ruleset, moves, steps in (
            (Ruleset(patent_steps="lump"), [Develop(original("car")), Develop(original("sewing machine"))], (4, 5)),
            (Ruleset(award_steps="once"), [RegisterPatent(None)] * 2, (1, 2)),
        ):
            paid = paid_by_signs(track, {0: before}, Area.DEVELOP, *moves, EndAction(), ruleset=ruleset)
            assert paid == expected(0, [SIGNS[track].get(before + step) for step in steps])

    @given(st.sampled_from(sorted(SOURCES)), tracks, influences)
    def test_other_awards_are_moves_of_their_own_by_any_reading(self, source: str, track: int, before: int) -> None:
        area, move, points = SOURCES[source]
        if area not in (Area.MARKET, Area.DEVELOP):
            other = Ruleset(award_steps="once", patent_steps="lump")
            paid = paid_by_signs(track, {0: before}, area, move, ruleset=other)
            assert paid == expected(0, [SIGNS[track].get(before + points)])

    @given(st.sampled_from(Area), st.sampled_from(Phase))
    def test_nothing_is_put_off(self, area: Area, phase: Phase) -> None:
        state = position()
        turn = evolve(state.turn, phase=phase, area=area, developed=mask(Space, [0]), patents=1)
        assert LAW.clause("influence.put-off")(state, turn) is False


@clause("influence.exact-landing")
class TestExactLanding:
    """A pawn that ends its move on a sign is paid it, and is paid nothing for signs it passes."""

    @given(st.sampled_from(sorted(SOURCES)), tracks, influences)
    def test_the_sign_where_the_move_ends(self, source: str, track: int, before: int) -> None:
        area, move, points = SOURCES[source]
        assert paid_by_signs(track, {0: before}, area, move) == expected(0, [SIGNS[track].get(before + points)])

    @given(st.sampled_from(sorted(SOURCES)), st.integers(END, END + 40), tracks)
    def test_no_signs_beyond_the_end(self, source: str, before: int, track: int) -> None:
        area, move, _ = SOURCES[source]
        assert paid_by_signs(track, {0: before}, area, move) == {}

    def test_the_stated_signs(self) -> None:
        """Three influence from 6 pass the metal on 7 and end on the coin on 9; two more end on the wood on 11."""
        state = position(
            phase=Phase.ACTION,
            area=Area.PRODUCE,
            components=with_card(TELEPHONE, profit=Reward(influence=3)),
            goods={0: plenty()},
            influence={0: 6},
            developed={1: [SPACE]},
            display=[TELEPHONE],
        )
        after = play(state, ProduceInvention(TELEPHONE))
        assert after.players[0].influence == 9
        assert [count(after.players[0].goods, good) for good in (Good.COIN, Good.METAL)] == [10, 8]

    def test_every_pawn_that_lands_there(self) -> None:
        """A sign is not used up, and another pawn standing there is no hindrance."""
        for other in range(12):
            state = position(
                phase=Phase.ACTION,
                area=Area.MARKET,
                goods={0: {Good.COG: 1}},
                influence={0: 8, 1: other},
            )
            assert gained(state, play(state, COG_FOR_INFLUENCE)) == {"0.cog": -1, "0.influence": 1, "0.coin": 1}


@clause("influence.own-actions")
class TestOwnActions:
    """In somebody else's action the pawn moves, but no sign is paid."""

    @given(tracks, influences, influences)
    def test_no_sign_for_income(self, track: int, inventor: int, producer: int) -> None:
        more = paid_by_signs(track, {0: producer, 1: inventor}, Area.PRODUCE, ProduceInvention(TELEPHONE))
        assert more == expected(0, [SIGNS[track].get(producer + 3)])

    @given(tracks, influences)
    def test_the_points_count_all_the_same(self, track: int, inventor: int) -> None:
        state = acting(track, {1: inventor}, Area.PRODUCE)
        after = play(state, ProduceInvention(TELEPHONE))
        assert after.players[1].influence == inventor + 2
        assert after.players[1].goods == state.players[1].goods

    @given(tracks, influences, st.sampled_from([1, 2, 3]))
    def test_forbids_no_sign_of_an_own_action(self, track: int, before: int, seat: int) -> None:
        state = acting(track, {seat: before}, Area.MARKET, seat=seat, goods={seat: {Good.COG: 1}})
        sign = SIGNS[track].get(before + 1)
        expected_gain = expected(seat, [sign]) | {f"{seat}.cog": -1, f"{seat}.influence": 1}
        assert gained(state, play(state, COG_FOR_INFLUENCE)) == expected_gain


@clause("influence.not-in-final-market")
class TestNotInFinalMarket:
    """In the final market the pawn moves, but no sign is paid."""

    @given(tracks, influences, st.lists(st.sampled_from([COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE]), max_size=3))
    def test_points_without_signs(self, track: int, before: int, exchanges: list[Exchange]) -> None:
        final: dict[str, Any] = {"phase": Phase.FINAL_MARKET, "round": 8}
        assert paid_by_signs(track, {0: before}, EMPTY, *exchanges, **final) == {}
        state = acting(track, {0: before}, EMPTY, **final)
        assert play(state, *exchanges).players[0].influence == before + len(exchanges)

    @given(tracks, influences)
    def test_signs_at_the_market_before(self, track: int, before: int) -> None:
        sign = SIGNS[track].get(before + 1)
        assert paid_by_signs(track, {0: before}, Area.MARKET, COG_FOR_INFLUENCE) == expected(0, [sign])


@clause("influence.sign-paid")
class TestImmediate:
    """The piece is there at once, one of it, to be used in the same action."""

    @given(tracks, influences)
    def test_one_piece_of_the_sign(self, track: int, before: int) -> None:
        state = acting(track, {0: before}, Area.MARKET, goods={0: {Good.COG: 1}})
        sign = SIGNS[track].get(before + 1)
        after = play(state, COG_FOR_INFLUENCE)
        assert after.players[0].goods == (0 if sign is None else ONE[sign])
        assert [p.goods for p in after.players[1:]] == [p.goods for p in state.players[1:]]
        assert after.board == state.board

    @given(tracks, influences)
    def test_usable_in_the_next_exchange(self, track: int, before: int) -> None:
        """With one wood and what the sign shows, two pieces can be given."""
        state = acting(track, {0: before}, Area.MARKET, goods={0: {Good.COG: 1, Good.WOOD: 1}})
        sign = SIGNS[track].get(before + 1)
        give = ONE[Good.WOOD] + (ONE[Good.WOOD] if sign is None else ONE[sign])
        taken = next(good for good in CUBES if good not in (Good.WOOD, sign))
        barter = Exchange(Line.BARTER, give, ONE[taken])
        assert not allowed(state, barter)
        assert allowed(play(state, COG_FOR_INFLUENCE), barter) == (sign is not None)

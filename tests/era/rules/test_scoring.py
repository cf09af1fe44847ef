"""The end of the game: its last round, final market, points, winner."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import Ruleset
from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import NO_GOODS, ONE, Good, count
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    TakeCog,
)
from era_of_inventions.position import Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rules.scoring import capacity, invested
from era_of_inventions.tabletop.law.clause import Clause
from era_of_inventions.tabletop.values import evolve, members
from era_of_inventions.testing import reachable_states
from tests import at_most
from tests.era.rules.support import against, allowed, changed, clause, play
from tests.era.rules.test_refresh import ends
from tests.support.positions import SHIPPED, original, plenty, position, with_factory, with_space

ROUNDS = {3: 9, 4: 8, 5: 10}
SHARES = {1: 5, 2: 3, 3: 2, 4: 1, 5: 1}
NEVER = (Phase.PLACEMENT, Phase.CHOICE, Phase.BONUS_OFFER, Phase.GAME_OVER)
BARTER = Exchange(Line.BARTER, 2 * ONE[Good.WOOD], ONE[Good.TOOL])
PRICES = {
    BUY_COG: (Good.COIN, 2),
    SELL_COG: (Good.COG, 1),
    COINS_FOR_INFLUENCE: (Good.COIN, 2),
    COG_FOR_INFLUENCE: (Good.COG, 1),
    BARTER: (Good.WOOD, 2),
}
"""What each exchange that is open in the final market takes."""

counts = st.sampled_from([3, 4, 5])
exchanges = st.sampled_from(list(PRICES))


@st.composite
def final_markets(draw: st.DrawFn, *, rich: bool = False) -> State:
    """Somebody uses the final market, and has made no exchange yet."""
    players = draw(counts)
    seat, start = draw(st.integers(0, players - 1)), draw(st.integers(0, players - 1))
    goods = plenty(20) if rich else draw(st.fixed_dictionaries({good: st.integers(0, 3) for good in Good}))
    return position(
        players,
        phase=Phase.FINAL_MARKET,
        round=ROUNDS[players],
        seat=seat,
        start=start,
        goods={seat: goods},
        influence={who: draw(st.integers(0, 60)) for who in range(players)},
        bonus_discs=dict.fromkeys(range(players), 1),
    )


@st.composite
def ended(draw: st.DrawFn, *, totals: Sequence[int] = ()) -> State:
    """The game is over; ``totals`` are those to choose from, so that players tie."""
    players = draw(counts)
    seats = range(players)
    spaces: dict[int, list[int]] = {seat: [] for seat in seats}
    factories: dict[int, list[int]] = {seat: [] for seat in seats}
    for invention in range(9):
        for space in range(2 * invention, 2 * invention + draw(st.integers(0, 2))):
            spaces[draw(st.sampled_from(seats))].append(space)
    for factory in range(0, 24, 3):
        factories[draw(st.sampled_from(seats))].append(factory)
    state = position(
        players,
        phase=Phase.GAME_OVER,
        round=ROUNDS[players],
        start=draw(st.sampled_from(seats)),
        influence={seat: draw(st.integers(0, 70)) for seat in seats},
        patents={seat: draw(st.integers(0, 3)) for seat in seats},
        developed=spaces,
        factories=factories,
    )
    if not totals:
        return state
    wanted = [draw(st.sampled_from(totals)) for _ in seats]
    bonus = [sum(points) for points in zip(*map(shares, amounts(state)), strict=True)]
    equal = [
        evolve(player, influence=want - extra) for player, want, extra in zip(state.players, wanted, bonus, strict=True)
    ]
    return evolve(state, players=tuple(equal))


def amounts(state: State) -> list[list[int]]:
    """By category and seat: patents, cogs invested, capacity; counted one by one."""
    components = state.components
    patents, invested, capacity = [], [], []
    for player in state.players:
        patents.append(player.patents)
        invested.append(0)
        for space, printed in enumerate(components.spaces):
            if player.developed & 1 << space:
                invested[-1] += printed.cogs
        capacity.append(
            sum(count(components.factory(i).output, good) for i in members(player.factories) for good in Good)
        )
    return [patents, invested, capacity]


def shares(of: Sequence[int]) -> list[int]:
    """The points of a category with these amounts."""
    first = [amount == max(of) for amount in of]
    return [SHARES[sum(first)] if leads else 0 for leads in first]


def points(state: State, id_: str) -> list[int]:
    """The points by seat on the lines of a clause."""
    lines = [line for line in Game.from_state(state).score(state).lines if line.clause == id_]
    assert [line.seat for line in lines] == list(range(len(state.players)))
    return [line.points for line in lines]


def with_patents(patents: Sequence[int]) -> State:
    """A game that is over, with these squares reached on the patent track."""
    return position(len(patents), phase=Phase.GAME_OVER, round=ROUNDS[len(patents)], patents=dict(enumerate(patents)))


@pytest.mark.parametrize("asked", [invested, capacity])
def test_what_points_are_based_on_is_worked_out_once(asked: Clause[[State], Sequence[int]]) -> None:
    calls, state = [], with_patents((1, 2, 0, 4))
    function = asked.function
    asked.function = lambda state: calls.append(state) or function(state)  # type: ignore[func-returns-value]
    try:
        assert len(Game.from_state(state).score(state).lines) == 16
    finally:
        asked.function = function
    assert calls == [state]


@clause("scoring.last-round")
class TestRounds:
    """Nine rounds are played with three players, eight with four, ten with five."""

    @given(ends() | ends(last=True))
    def test_the_game_ends_after_the_last_round(self, state: State) -> None:
        after = play(state, EndTurn())
        assert (after.turn.phase is Phase.FINAL_MARKET) == (state.round == ROUNDS[len(state.players)])

    @given(ends(last=True))
    def test_nothing_is_prepared_after_the_last_round(self, state: State) -> None:
        after = play(state, EndTurn())
        assert not changed(state, after)
        assert (after.turn, after.players) == (Turn(Phase.FINAL_MARKET, state.start), state.players)

    @given(st.sampled_from([3, 4, 5]), st.integers(-1, 12))
    def test_no_other_rounds(self, players: int, number: int) -> None:
        state = evolve(Game(players).new(rng=random.Random(0)), round=number)
        problems = [(problem.clause, problem.about) for problem in Game(players).check(state)]
        clause = "scoring.last-round" if number >= 0 else ""
        assert problems == ([] if 1 <= number <= ROUNDS[players] else [(clause, "round")])

    def test_values(self) -> None:
        assert {players: LAW.clause("scoring.last-round")(players) for players in (3, 4, 5)} == ROUNDS


@clause("scoring.market-once")
class TestMarketOnce:
    """After the last round everybody may exchange once more, as in an action, or take a cog, or leave it."""

    @given(final_markets())
    def test_every_exchange_one_can_pay(self, state: State) -> None:
        stock = state.players[state.turn.seat].goods
        for move, (good, number) in PRICES.items():
            assert allowed(state, move) == (count(stock, good) >= number)
        assert allowed(state, TakeCog())
        assert allowed(state, EndAction())

    @given(final_markets(rich=True), st.lists(exchanges, max_size=7))
    def test_five_exchanges_and_three_per_box(self, state: State, wanted: list[Exchange]) -> None:
        made: list[Exchange] = []
        for move in wanted:
            room = len(made) < 5 and [other.line.box for other in made].count(move.line.box) < 3
            assert allowed(state, move) == room
            if room:
                state = play(state, move)
                made.append(move)
            assert allowed(state, EndAction())

    @given(st.sampled_from(NEVER), exchanges)
    def test_not_before_and_not_after(self, phase: Phase, move: Exchange) -> None:
        last = 8 if phase is Phase.GAME_OVER else 3
        placed = {0: [Area.MARKET]} if phase is Phase.CHOICE else {}
        state = position(phase=phase, round=last, goods={0: plenty()}, discs=placed)
        assert not allowed(state, move)
        assert not allowed(state, TakeCog())
        assert not allowed(state, EndAction())

    @given(reachable_states(), exchanges)
    def test_exchanges_belong_to_market_and_bonus_discs(self, state: State, move: Exchange) -> None:
        market = state.turn.phase is Phase.ACTION and state.turn.area == Area.MARKET
        if not market and state.turn.phase not in (Phase.BONUS_ACTION, Phase.FINAL_MARKET):
            assert not allowed(state, move)


@clause("scoring.no-bonus-disc")
class TestMarketNoDisc:
    """No bonus disc is bought in the final market."""

    @given(final_markets(rich=True))
    def test_forbids_the_disc(self, state: State) -> None:
        assert against(state, BUY_BONUS_DISC) == {"scoring.no-bonus-disc"}
        assert not allowed(state, BUY_BONUS_DISC)

    @given(final_markets(), exchanges)
    def test_forbids_nothing_else(self, state: State, move: Exchange) -> None:
        assert "scoring.no-bonus-disc" not in against(state, move)

    @given(counts)
    def test_not_in_an_action(self, players: int) -> None:
        state = position(
            players,
            phase=Phase.ACTION,
            area=Area.MARKET,
            round=ROUNDS[players],
            goods={0: plenty()},
            bonus_discs=dict.fromkeys(range(players), 1),
        )
        assert allowed(state, BUY_BONUS_DISC)


@clause("scoring.market-order")
class TestMarketOrder:
    """The final market goes round once, from the start player of the last round; then the game is over."""

    @given(counts, st.integers(0, 4), st.lists(st.integers(0, 99), max_size=30))
    def test_goes_round_once(self, players: int, start: int, choices: list[int]) -> None:
        state = position(
            players, phase=Phase.FINAL_MARKET, round=ROUNDS[players], seat=start % players, start=start % players
        )
        seats = [state.turn.seat]
        for choice in [*choices, *[None] * players]:
            if state.turn.phase is not Phase.FINAL_MARKET:
                break
            legal = Game.from_state(state).legal_moves(state)
            move = EndAction() if choice is None else legal[choice % len(legal)]
            state = play(state, move)
            if isinstance(move, EndAction | TakeCog):
                seats.append(state.turn.seat)
        assert seats == [(start + turn) % players for turn in range(players + 1)]
        assert state.turn.phase is Phase.GAME_OVER
        assert not Game.from_state(state).legal_moves(state)

    @given(final_markets(rich=True), st.lists(exchanges, max_size=1))
    def test_ends_and_changes_nothing_else(self, state: State, before: list[Exchange]) -> None:
        state = play(state, *before)
        after = play(state, EndAction())
        left = (state.turn.seat + 1) % len(state.players)
        assert not changed(state, after)
        assert after.turn == Turn(Phase.GAME_OVER if left == state.start else Phase.FINAL_MARKET, left)

    @given(final_markets(rich=True))
    def test_the_free_cog_ends_it_too(self, state: State) -> None:
        after = play(state, TakeCog())
        assert changed(state, after) == {f"{state.turn.seat}.cog": (20, 21)}
        assert after.turn.seat == (state.turn.seat + 1) % len(state.players)


@clause("scoring.track")
class TestTrack:
    """Influence counts as the pawn stands."""

    @given(ended())
    def test_the_position_of_the_pawn(self, state: State) -> None:
        assert points(state, "scoring.track") == [player.influence for player in state.players]

    @given(final_markets(rich=True), st.sampled_from([COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE]))
    def test_moves_of_the_final_market_count(self, state: State, move: Exchange) -> None:
        before = points(state, "scoring.track")
        before[state.turn.seat] += 1
        assert points(play(state, move), "scoring.track") == before


@clause("scoring.category-points")
class TestTie:
    """A sole leader gets 5; two get 3 each, three 2 each, four or five 1 each, and nobody else anything."""

    @pytest.mark.parametrize(
        ("patents", "expected"),
        [
            ((2, 1, 1), (5, 0, 0)),
            ((2, 2, 1), (3, 3, 0)),
            ((2, 2, 2), (2, 2, 2)),
            ((0, 0, 0), (2, 2, 2)),
            ((1, 0, 1, 0), (3, 0, 3, 0)),
            ((4, 1, 4, 4), (2, 0, 2, 2)),
            ((3, 3, 3, 3), (1, 1, 1, 1)),
            ((6, 5, 5, 5, 5), (5, 0, 0, 0, 0)),
            ((5, 6, 6, 6, 6), (0, 1, 1, 1, 1)),
            ((1, 1, 1, 1, 1), (1, 1, 1, 1, 1)),
        ],
    )
    def test_table(self, patents: tuple[int, ...], expected: tuple[int, ...]) -> None:
        assert tuple(points(with_patents(patents), "scoring.most-patents")) == expected

    @given(counts.flatmap(lambda n: st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    def test_as_many_share_as_lead(self, given_amounts: list[int]) -> None:
        found = LAW.clause("scoring.category-points")(with_patents([0] * len(given_amounts)), given_amounts)
        assert list(found) == shares(given_amounts)


@clause("scoring.most-patents")
class TestBonusPatent:
    """Whoever stands highest on the patent track gets the points for patents."""

    @given(ended())
    def test_highest_on_the_track(self, state: State) -> None:
        assert points(state, "scoring.most-patents") == shares([player.patents for player in state.players])

    def test_markers_on_inventions_do_not_count(self) -> None:
        state = position(
            phase=Phase.GAME_OVER,
            round=8,
            patents={0: 2, 1: 3},
            developed={0: [0, 2]},
            patented={0: [0, 2]},
        )
        assert points(state, "scoring.most-patents") == [0, 5, 0, 0]


@clause("scoring.invested")
class TestInvestByNumber:
    """Invested is the sum of the numbers on one's spaces, original and technical."""

    @given(ended())
    def test_sum_of_the_numbers(self, state: State) -> None:
        assert list(LAW.clause("scoring.invested")(state)) == amounts(state)[1]

    def test_one_four_beats_three_ones(self) -> None:
        components = with_space(0, cogs=4)
        for space in (2, 3, 4):
            components = with_space(space, components, cogs=1)
        state = position(phase=Phase.GAME_OVER, round=8, components=components, developed={1: [0], 2: [2, 3, 4]})
        assert list(LAW.clause("scoring.invested")(state)) == [0, 4, 3, 0]
        assert points(state, "scoring.most-invested") == [0, 5, 0, 0]


@clause("scoring.most-invested")
class TestBonusInvest:
    """Whoever has invested most gets the points for cogs."""

    @given(ended())
    def test_most_invested(self, state: State) -> None:
        assert points(state, "scoring.most-invested") == shares(amounts(state)[1])

    def test_cogs_in_stock_are_not_invested(self) -> None:
        state = position(
            phase=Phase.GAME_OVER, round=8, goods={0: {Good.COG: 9}}, developed={3: [original("telephone")]}
        )
        assert points(state, "scoring.most-invested") == [0, 0, 0, 5]


@clause("scoring.capacity")
class TestCapacityByNumber:
    """Capacity is the sum of all goods on top of one's factories, the start factory included."""

    @given(ended())
    def test_sum_of_the_values(self, state: State) -> None:
        assert list(LAW.clause("scoring.capacity")(state)) == amounts(state)[2]

    @at_most(15)  # each example compiles a component set of its own
    @given(st.lists(st.tuples(st.sampled_from(Good), st.integers(1, 4)), min_size=1, max_size=3))
    def test_cubes_coins_and_cogs_alike(self, outputs: list[tuple[Good, int]]) -> None:
        components = SHIPPED
        for factory, (good, number) in enumerate(outputs):
            components = with_factory(factory, components, output=number * ONE[good], influence=1)
        own = range(len(outputs))
        state = position(phase=Phase.GAME_OVER, round=8, components=components, factories={0: own}, row=[])
        expected = 1 + sum(number for _, number in outputs)
        assert list(LAW.clause("scoring.capacity")(state)) == [expected, 1, 1, 1]


@clause("scoring.largest-capacity")
class TestBonusCapacity:
    """Whoever has the largest capacity gets the points for capacity."""

    @given(ended())
    def test_largest_capacity(self, state: State) -> None:
        assert points(state, "scoring.largest-capacity") == shares(amounts(state)[2])

    def test_not_the_number_of_factories(self) -> None:
        components = SHIPPED
        for factory in range(3):
            components = with_factory(factory, components, output=ONE[Good.WOOD])
        components = with_factory(3, components, output=4 * ONE[Good.COAL])
        state = position(
            phase=Phase.GAME_OVER, round=8, components=components, factories={0: [0, 1, 2], 1: [3]}, row=[]
        )
        assert points(state, "scoring.largest-capacity") == [0, 5, 0, 0]


@clause("scoring.totals")
class TestSum:
    """The total is track and three categories; what is left in stock counts nothing."""

    @given(ended())
    def test_total(self, state: State) -> None:
        categories = [shares(category) for category in amounts(state)]
        track = [player.influence for player in state.players]
        expected = [sum(column) for column in zip(track, *categories, strict=True)]
        assert list(Game.from_state(state).score(state).totals) == expected

    @given(ended(), st.integers(0, 99), st.integers(0, 3))
    def test_what_is_left_counts_nothing(self, state: State, number: int, discs: int) -> None:
        left = [evolve(player, goods=number * sum(ONE, NO_GOODS), bonus_discs=discs) for player in state.players]
        rich = evolve(state, players=tuple(left))
        assert Game.from_state(state).score(rich) == Game.from_state(state).score(state)

    @given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1, max_size=4))
    def test_values(self, lines: list[list[int]]) -> None:
        assert list(LAW.clause("scoring.totals")(lines)) == [sum(line[seat] for line in lines) for seat in range(4)]


@clause("scoring.inventions-developed")
class TestMostInventions:
    """Inventions developed are all spaces with one's marker, original and technical."""

    @given(ended())
    def test_counts_spaces(self, state: State) -> None:
        expected = [len(members(player.developed)) for player in state.players]
        assert list(LAW.clause("scoring.inventions-developed")(state)) == expected

    @given(ended(totals=[200]))
    def test_breaks_ties(self, state: State) -> None:
        developed = [len(members(player.developed)) for player in state.players]
        score = Game.from_state(state).score(state)
        assert set(score.totals) == {200}
        assert set(score.winners) == {seat for seat, number in enumerate(developed) if number == max(developed)}


@clause("scoring.winners")
class TestHighestWins:
    """The highest total wins; with equal totals the most inventions; whoever is still equal shares the victory."""

    @given(ended() | ended(totals=[200, 201]))
    def test_no_other_is_ahead(self, state: State) -> None:
        score = Game.from_state(state).score(state)
        results = [
            (total, len(members(player.developed))) for total, player in zip(score.totals, state.players, strict=True)
        ]
        assert set(score.winners) == {seat for seat, result in enumerate(results) if result == max(results)}

    @given(ended(totals=[200, 201]))
    def test_only_two_break_their_tie(self, state: State) -> None:
        """By the reading in which three or more who are equal share the victory at once."""
        ruleset = state.ruleset.with_reading("final_tie", "two-only")
        state = evolve(state, setting=attrs.evolve(state.setting, ruleset=ruleset))
        score = Game.from_state(state).score(state)
        ahead = [seat for seat, total in enumerate(score.totals) if total == max(score.totals)]
        developed = {seat: len(members(state.players[seat].developed)) for seat in ahead}
        most = {seat for seat in ahead if developed[seat] == max(developed.values())}
        assert set(score.winners) == (set(ahead) if len(ahead) > 2 else most)

    @given(counts, st.integers(0, 50))
    def test_all_equal_all_win(self, players: int, influence: int) -> None:
        state = position(
            players,
            phase=Phase.GAME_OVER,
            round=ROUNDS[players],
            influence=dict.fromkeys(range(players), influence),
        )
        assert Game.from_state(state).score(state).winners == tuple(range(players))


# --- How the winners were found -------------------------------------------------------


def decided(totals: list[int], developed: list[int], final_tie: str) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """What was compared in a game that ended with these totals and numbers of inventions."""
    ruleset = Ruleset().with_reading("final_tie", final_tie)
    spaces = iter(range(18))
    own = {seat: [next(spaces) for _ in range(number)] for seat, number in enumerate(developed)}
    over: dict[str, Any] = {"phase": Phase.GAME_OVER, "round": ROUNDS[len(totals)], "developed": own}
    before = Game.from_state(state := position(len(totals), ruleset=ruleset, **over)).score(state).totals
    influence = {seat: total - before[seat] for seat, total in enumerate(totals)}
    score = Game.from_state(state).score(position(len(totals), ruleset=ruleset, influence=influence, **over))
    assert score.totals == tuple(totals)
    return [(comparison.clause, comparison.numbers) for comparison in score.decided_by]


TOTALS, DEVELOPED = "scoring.winners", "scoring.inventions-developed"


@pytest.mark.parametrize(
    ("totals", "developed", "final_tie", "compared"),
    [
        ([40, 41, 39], [1, 2, 3], "any-number", {TOTALS: ((1, 41), (0, 40), (2, 39))}),
        ([40, 40, 39], [1, 2, 3], "any-number", {TOTALS: ((0, 40), (1, 40), (2, 39)), DEVELOPED: ((1, 2), (0, 1))}),
        ([40, 40, 39], [1, 2, 3], "two-only", {TOTALS: ((0, 40), (1, 40), (2, 39)), DEVELOPED: ((1, 2), (0, 1))}),
        ([40, 39, 40], [2, 3, 2], "any-number", {TOTALS: ((0, 40), (2, 40), (1, 39)), DEVELOPED: ((0, 2), (2, 2))}),
        (
            [40, 40, 39, 40],
            [1, 2, 4, 3],
            "any-number",
            {TOTALS: ((0, 40), (1, 40), (3, 40), (2, 39)), DEVELOPED: ((3, 3), (1, 2), (0, 1))},
        ),
        ([40, 40, 39, 40], [1, 2, 4, 3], "two-only", {TOTALS: ((0, 40), (1, 40), (3, 40), (2, 39))}),
    ],
)
def test_what_is_compared_is_what_decides(
    totals: list[int], developed: list[int], final_tie: str, compared: dict[str, tuple[tuple[int, int], ...]]
) -> None:
    """Three or more who share the victory at once, by one reading, are not compared any further."""
    assert decided(totals, developed, final_tie) == [*compared.items()]

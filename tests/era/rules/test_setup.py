"""Preparing the game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.box.components import Area, CardKind, Components, FactoryCard, LoadSource
from era_of_inventions.box.goods import CUBES, ONE, Good
from era_of_inventions.position import REVEALS, Phase, Setting, State, Turn, draft_of
from era_of_inventions.rulebook import ERA, Game
from era_of_inventions.rules import LAW
from era_of_inventions.rules.setup import (
    blank_state,
    cards_in_play,
    discs_each,
    player_counts,
    start_player_seated,
)
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.errors import GameError
from era_of_inventions.tabletop.play.occasions import SetUp
from era_of_inventions.tabletop.values import NO_THINGS, evolve, mask
from era_of_inventions.testing import generated_components, reachable_states
from tests import at_most
from tests.era.rules.support import changed, clause
from tests.support.positions import SHIPPED, position

STOCK = {"coin": 2, "wood": 1, "metal": 1, "technology": 1, "tool": 1, "coal": 3, "cog": 1}
DISCS = {3: 3, 4: 2, 5: 2}
BONUS = {3: 3, 4: 5, 5: 1}

sets = st.sampled_from([generated_components(seed) for seed in range(6)])
counts = st.sampled_from([3, 4, 5])
seats = st.integers(0, 2)


@st.composite
def boards(draw: st.DrawFn) -> Components:
    """A set with ships and houses of any number and order."""
    kinds = draw(st.lists(st.tuples(st.booleans(), st.sampled_from(CUBES)), min_size=1, max_size=8))
    sources = tuple(LoadSource(f"source-{i}", house=house, good=good) for i, (house, good) in enumerate(kinds))
    return evolve(draw(sets), sources=sources)


def blank(players: int, start: int, components: Components = SHIPPED) -> State:
    """The empty table."""
    return blank_state(Setting(ERA, players, Ruleset(), components), start)


tables = st.builds(blank, counts, seats, boards())


def alone(id_: str, table: State) -> State:
    """The table after one clause of the setup and no other."""
    draft = draft_of(table, LAW)
    draft.apply(LAW.clause(id_), SetUp())
    return draft.seal()


def done_by(id_: str, table: State) -> dict[str, Any]:
    """What a clause of the setup lays down on the empty table, by name."""
    return {name: new for name, (_, new) in changed(table, alone(id_, table)).items()}


def dealt(players: int, start: int, seed: int, components: Components = SHIPPED) -> State:
    """A game ready for its first disc."""
    return Game(players, components=components).new(start, random.Random(seed))


games = st.builds(dealt, counts, seats, st.integers(0, 99), sets)


@clause("setup.player-counts")
class TestPlayers:
    """For three, four or five."""

    def test_the_numbers(self) -> None:
        assert player_counts() == (3, 4, 5)

    @given(st.integers(-1, 9))
    def test_no_other_game(self, players: int) -> None:
        if players in (3, 4, 5):
            assert len(Game(players).new().players) == players
        else:
            with pytest.raises(GameError, match=r"setup\.player-counts"):
                Game(players)


@clause("setup.discs-each")
class TestDiscs:
    """Two action discs each, three with three players."""

    def test_the_numbers(self) -> None:
        assert {players: discs_each(players) for players in (3, 4, 5)} == DISCS

    @at_most(20)
    @given(games)
    def test_as_many_are_placed(self, state: State) -> None:
        game = Game.from_state(state)
        while state.turn.phase is Phase.PLACEMENT:
            state = game.play(state, game.legal_moves(state)[0])
        on_areas = [sum(player.discs >> area & 1 for area in Area) for player in state.players]
        assert on_areas == [DISCS[len(state.players)]] * len(state.players)


@clause("setup.stock")
class TestStock:
    """Everybody starts with 2 coins, 3 coal and one of wood, metal, technology, tool and cog."""

    @given(tables)
    def test_lays_down_the_stocks_and_nothing_else(self, table: State) -> None:
        expected = {f"{seat}.{word}": n for seat in range(len(table.players)) for word, n in STOCK.items()}
        assert done_by("setup.stock", table) == expected

    @given(games)
    def test_everybody_starts_so(self, state: State) -> None:
        stocks = {player.goods for player in state.players}
        assert stocks == {sum(STOCK[good.name.lower()] << 16 * good for good in Good)}

    @given(st.sampled_from(list(Good)), st.integers(32757, 32777), st.integers(0, 3))
    def test_no_position_has_more_than_can_be_counted(self, good: Good, number: int, seat: int) -> None:
        state = position()
        players = list(state.players)
        players[seat] = evolve(players[seat], goods=number * ONE[good])
        problems = Game.from_state(state).check(evolve(state, players=tuple(players)))
        assert [problem.about for problem in problems] == ["players.goods"] * (number > 32767)


@clause("setup.bonus-discs")
class TestBonus:
    """Three bonus discs with three players, five with four, one with five."""

    @given(tables)
    def test_lays_down_the_discs_and_nothing_else(self, table: State) -> None:
        number = len(table.players)
        assert done_by("setup.bonus-discs", table) == {f"{seat}.bonus_discs": BONUS[number] for seat in range(number)}

    @given(games)
    def test_everybody_starts_so(self, state: State) -> None:
        assert [player.bonus_discs for player in state.players] == [BONUS[len(state.players)]] * len(state.players)


@clause("setup.start-factory")
class TestStartFactory:
    """Everybody owns the start factory of their own color."""

    @given(tables)
    def test_lays_down_the_factories_and_nothing_else(self, table: State) -> None:
        owned = {f"{seat}.factories": 1 << 24 + seat for seat in range(len(table.players))}
        assert done_by("setup.start-factory", table) == owned

    @given(games)
    def test_everybody_starts_so(self, state: State) -> None:
        assert [player.factories for player in state.players] == [1 << 24 + seat for seat in range(len(state.players))]

    @given(st.integers(0, 3), st.integers(0, 3))
    def test_nobody_has_another(self, seat: int, color: int) -> None:
        state = position()
        owner = evolve(state.players[seat], factories=mask(FactoryCard, [24 + color]))
        other = evolve(state, players=(*state.players[:seat], owner, *state.players[seat + 1 :]))
        problems = [problem.clause for problem in Game.from_state(state).check(other)]
        assert problems == ([] if seat == color else ["setup.start-factory"])


@clause("setup.factory-deck")
class TestFactoryRow:
    """The other factories are a face-down deck, from which five are laid out."""

    @given(tables)
    def test_lays_down_the_deck_and_nothing_else(self, table: State) -> None:
        assert done_by("setup.factory-deck", table) == {"factory_deck": sum(1 << factory for factory in range(24))}

    @given(games)
    def test_five_lie_open_and_nineteen_face_down(self, state: State) -> None:
        deck = {factory for factory in range(40) if state.board.factory_deck >> factory & 1}
        assert len(set(state.board.row)) == 5
        assert len(deck) == 19
        assert deck | set(state.board.row) == set(range(24))
        assert state.board.factory_discards == 0


@clause("setup.start-cards")
class TestStartDisplay:
    """Seven of the twelve start cards lie open, five face down."""

    @given(tables)
    def test_lays_down_the_deck_and_nothing_else(self, table: State) -> None:
        starts = [i for i, card in enumerate(table.components.cards) if card.kind is CardKind.START]
        assert done_by("setup.start-cards", table) == {"deck": sum(1 << card for card in starts)}

    @given(games)
    def test_seven_lie_open_and_five_face_down(self, state: State) -> None:
        deck = {card for card in range(60) if state.board.deck >> card & 1}
        assert len(set(state.board.display)) == 7
        assert len(deck) == 5
        assert {state.components.cards[card].kind for card in deck | set(state.board.display)} == {CardKind.START}
        assert not deck & set(state.board.display)
        assert state.board.discards == 0


def loads(table: State, id_: str) -> tuple[int, ...]:
    """The loads after one clause of the setup alone, which may change nothing else."""
    after_it = alone(id_, table)
    assert set(changed(table, after_it)) <= {"loads"}
    return after_it.board.loads


def coal_houses(table: State) -> list[bool]:
    return [source.house and source.good is Good.COAL for source in table.components.sources]


@clause("setup.three-coal")
class TestCoalThree:
    """Three coal in each coal house."""

    @given(tables)
    def test_loads_them_and_nothing_else(self, table: State) -> None:
        assert loads(table, "setup.three-coal") == tuple(3 if house else 0 for house in coal_houses(table))

    @given(games)
    def test_two_houses_start_so(self, state: State) -> None:
        assert [load for load, house in zip(state.board.loads, coal_houses(state), strict=True) if house] == [3, 3]


@clause("setup.two-cubes")
class TestLoadTwo:
    """Two cubes on every ship and in every other house."""

    @given(tables)
    def test_loads_them_and_nothing_else(self, table: State) -> None:
        assert loads(table, "setup.two-cubes") == tuple(0 if house else 2 for house in coal_houses(table))

    @given(games)
    def test_all_others_start_so(self, state: State) -> None:
        others = [load for load, house in zip(state.board.loads, coal_houses(state), strict=True) if not house]
        assert set(others) == {2}


@clause("setup.round-one")
class TestRoundOne:
    """The round marker starts on 1."""

    @given(tables)
    def test_sets_the_marker_and_nothing_else(self, table: State) -> None:
        assert done_by("setup.round-one", table) == {"round": 1}

    @given(games)
    def test_every_game_starts_so(self, state: State) -> None:
        assert state.round == 1


@clause("setup.lay-out")
class TestLayOut:
    """First the factories are laid out, then the start cards, then the first disc is placed."""

    @given(tables, st.sampled_from(Phase), seats)
    def test_factories_come_first(self, table: State, phase: Phase, seat: int) -> None:
        ready = alone("setup.lay-out", evolve(table, turn=Turn(phase, seat)))
        assert ready.turn == Turn(Phase.SETUP_FACTORIES, table.start)
        assert changed(table, ready) == {}

    @given(counts, seats, st.integers(0, 99))
    def test_order(self, players: int, start: int, seed: int) -> None:
        game = Game(players)
        state = game.new(start)
        rng = random.Random(seed)
        phases: list[Phase] = []
        while state.turn.phase in REVEALS and len(phases) < 20:
            phases.append(state.turn.phase)
            state = game.play(state, rng.choice(game.legal_moves(state)))
        assert phases == [Phase.SETUP_FACTORIES] * 5 + [Phase.SETUP_CARDS] * 7
        assert (state.turn.phase, state.turn.seat) == (Phase.PLACEMENT, start)


@clause("setup.start-positions")
class TestStartPositions:
    """Pawns start on 0, patent markers below the first square."""

    @given(tables)
    def test_puts_down_pawns_and_markers_and_nothing_else(self, table: State) -> None:
        put_down = {f"{seat}.{piece}": 0 for seat in range(len(table.players)) for piece in ("influence", "patents")}
        assert done_by("setup.start-positions", table) == put_down

    @given(games)
    def test_everybody_starts_there(self, state: State) -> None:
        assert {(p.influence, p.patents, p.developed, p.patented) for p in state.players} == {
            (0, 0, NO_THINGS, NO_THINGS)
        }


@clause("setup.start-player-seated")
class TestStartPlayer:
    """Somebody at the table is the start player."""

    @given(counts, st.integers(-2, 6))
    def test_sits_at_the_table(self, players: int, start: int) -> None:
        seated = start in range(players)
        assert start_player_seated(blank(players, start)) == seated
        state = evolve(dealt(players, 0, 0), start=start)
        problems = [problem.about for problem in Game(players).check(state)]
        assert problems == ([] if seated else ["start"])

    @given(counts, st.integers(-2, 6))
    def test_anybody_can_be(self, players: int, start: int) -> None:
        if start in range(players):
            state = dealt(players, start, 0)
            assert (state.start, state.turn.seat) == (start, start)
        else:
            with pytest.raises(GameError, match="start player"):
                dealt(players, start, 0)


@clause("setup.cards-in-play")
class TestInventionsApart:
    """The cards of an invention are in play from the development of its original on."""

    @at_most(50)
    @given(reachable_states())
    def test_in_play_are_start_cards_and_developed_inventions(self, state: State) -> None:
        originals = {
            space // 2 for player in state.players for space in range(0, 18, 2) if player.developed >> space & 1
        }
        expected = [
            index
            for index, card in enumerate(state.components.cards)
            if card.invention is None or card.invention in originals
        ]
        assert cards_in_play(state) == sum(1 << index for index in expected)

    @at_most(50)
    @given(reachable_states())
    def test_no_other_card_lies_anywhere(self, state: State) -> None:
        lying = {card for card in range(39) if (state.board.deck | state.board.discards) >> card & 1}
        lying |= set(state.board.display) - {-1}
        developed = {
            space // 2 for player in state.players for space in range(0, 18, 2) if player.developed >> space & 1
        }
        assert {state.components.cards[card].invention for card in lying} <= developed | {None}

    @given(
        st.sampled_from(["deck", "discards", "display"]),
        st.integers(0, 26),
        st.sets(st.integers(0, 8)),
    )
    def test_an_early_card_is_reported(self, pile: str, card: int, originals: set[int]) -> None:
        state = position(developed={1: {2 * invention for invention in originals}})
        board = state.board
        lying: dict[str, Any] = {
            "deck": board.deck | 1 << card,
            "discards": board.discards | 1 << card,
            "display": (card, *board.display[1:]),
        }
        found = Game.from_state(state).check(evolve(state, board=evolve(board, **{pile: lying[pile]})))
        early = state.components.cards[card].invention not in originals
        assert ("setup.cards-in-play" in {problem.clause for problem in found}) == early

    def test_a_technical_space_releases_nothing(self) -> None:
        state = position(developed={0: {0}, 1: {1}})
        assert cards_in_play(state) == cards_in_play(position(developed={0: {0}}))
        names = {state.components.cards[card].invention for card in range(39) if cards_in_play(state) >> card & 1}
        assert names == {None, 0}

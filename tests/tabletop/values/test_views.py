"""What a seat may know, what it could be, and positions as rows of numbers."""

from __future__ import annotations

import array
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import ABSENT, UNKNOWN, Cards, evolve, layout_of, mask
from era_of_inventions.tabletop.values.completions import complete
from era_of_inventions.tabletop.values.features import Observer
from era_of_inventions.tabletop.values.views import missing, view
from tests.support.arbitrary import records
from tests.support.harbor import SETTING, TERMS, Cargo, Player, Stage, State, dealt
from tests.support.nim import NIM

LAYOUT = layout_of(State, TERMS)
CARDS = range(len(SETTING.cards))
STATE = dealt([[0, 1], [2, 5], []], bid=3)
PLEDGED = zip(STATE.players, (1, 2, ABSENT), strict=True)
STATE = evolve(STATE, players=tuple(evolve(player, pledge=card) for player, card in PLEDGED))


@st.composite
def deals(draw: st.DrawFn) -> State:
    """Positions in which every card lies somewhere once."""
    where = draw(st.lists(st.integers(0, 4), min_size=len(CARDS), max_size=len(CARDS)))
    lying = [mask(Cargo, [card for card in CARDS if where[card] == place]) for place in range(5)]
    players = tuple(Player(Cards(hand), pledge=draw(st.sampled_from([ABSENT, *CARDS]))) for hand in lying[:3])
    state = draw(records(LAYOUT, SETTING))
    table = evolve(state.table, deck=Cards(lying[3]), discard=lying[4], berths=(ABSENT,) * 3)
    return evolve(state, players=players, table=table)


def test_a_seat_sees_its_own_and_that_others_have_something() -> None:
    seen = view(LAYOUT, STATE, 1)
    assert [player.hand for player in seen.players] == [
        Cards(mask(Cargo), 2),
        STATE.players[1].hand,
        Cards(mask(Cargo)),
    ]
    assert [player.pledge for player in seen.players] == [UNKNOWN, 2, ABSENT]
    assert seen.table.deck == Cards(mask(Cargo), 3)
    assert seen.turn is STATE.turn
    assert seen.setting is SETTING


def test_a_spectator_sees_nobodys() -> None:
    seen = view(LAYOUT, STATE, None)
    assert [player.hand.known for player in seen.players] == [mask(Cargo)] * 3
    assert seen.players[2] is STATE.players[2]


def test_where_nothing_is_hidden_everybody_sees_the_position_itself() -> None:
    game = Game(NIM, 2)
    state = game.new()
    assert all(game.view(state, seat) is state for seat in (0, 1, None))
    assert game.observe(state, 1) == game.observe(state)


@given(deals(), st.sampled_from([0, 1, 2, None]))
def test_a_view_is_a_position_like_any_other(state: State, seat: int | None) -> None:
    seen = view(LAYOUT, state, seat)
    assert view(LAYOUT, seen, seat) == seen
    assert LAYOUT.read(LAYOUT.write(seen), SETTING) == seen
    assert [player.hand.size for player in seen.players] == [player.hand.size for player in state.players]
    assert len(Observer(LAYOUT).observe(seen)) == len(Observer(LAYOUT).observe(state))


@given(deals(), st.permutations([*CARDS]), st.sampled_from([0, 1, 2, None]))
def test_what_a_seat_sees_does_not_depend_on_what_it_may_not_know(
    state: State, order: list[int], seat: int | None
) -> None:
    """Hidden cards are dealt again, every hand as many: the view is the same."""
    pool = [card for card in order if _hidden(state, card, seat)]

    def take(held: Cards[Cargo]) -> Cards[Cargo]:
        return Cards(mask(Cargo, [pool.pop() for _ in range(held.size)]))

    players = tuple(
        player if who == seat else evolve(player, hand=take(player.hand)) for who, player in enumerate(state.players)
    )
    other = evolve(state, players=players, table=evolve(state.table, deck=take(state.table.deck)))
    assert view(LAYOUT, other, seat) == view(LAYOUT, state, seat)


def _hidden(state: State, card: int, seat: int | None) -> bool:
    hands = [player.hand for who, player in enumerate(state.players) if who != seat]
    return any(held.known >> card & 1 for held in (*hands, state.table.deck))


@pytest.mark.slow
@pytest.mark.covers
@given(deals(), st.sampled_from([0, 1, 2, None]), st.randoms(use_true_random=False))
def test_completed_cards_lie_nowhere_else(state: State, seat: int | None, rng: random.Random) -> None:
    whole = complete(LAYOUT, view(LAYOUT, state, seat), rng.shuffle)
    lying = [*(player.hand for player in whole.players), whole.table.deck, Cards(whole.table.discard)]
    assert all(held.unknown == 0 for held in lying)
    assert sum(held.size for held in lying) == len(CARDS)
    together = mask(Cargo)
    for held in lying:
        together = together | held.known
    assert together == mask(Cargo, CARDS)
    if seat is not None:
        assert whole.players[seat].hand == state.players[seat].hand


@pytest.mark.parametrize("first", [0, 1])
def test_the_seat_that_decides_is_served_first(first: int) -> None:
    """Ordered upwards, the greatest cards go to whoever is served first."""
    whole = complete(LAYOUT, view(LAYOUT, STATE, 2), list.sort, first)
    assert whole.players[first].hand.known == mask(Cargo, [5, 6])
    assert whole.players[1 - first].hand.known == mask(Cargo, [3, 4])


def test_cards_that_are_seen_are_not_dealt_again() -> None:
    table = evolve(STATE.table, discard=mask(Cargo, [6]), berths=(3, ABSENT, 4))
    seen = evolve(view(LAYOUT, STATE, 0), table=table)
    whole = complete(LAYOUT, evolve(seen, table=evolve(table, deck=Cards(mask(Cargo)))), list.sort)
    assert whole.players[1].hand.known == mask(Cargo, [2, 5])


# --- Observations ---------------------------------------------------------------------


@given(records(LAYOUT, SETTING))
def test_an_observation_is_a_row_of_bounded_numbers(state: State) -> None:
    observer = Observer(LAYOUT)
    row = array.array("h", observer.observe(state))
    assert all(feature.low <= number <= feature.high for number, feature in zip(row, observer.features, strict=True))
    assert len({feature.name for feature in observer.features}) == len(observer.features)
    named = dict(zip([feature.name for feature in observer.features], row, strict=True))
    assert named["round"] == state.round
    assert named["players.1.coins"] == state.players[1].coins
    assert named["players.2.wares.salt"] == LAYOUT.write(state)["players"][2].get("wares", {}).get("salt", 0)
    assert [stage for stage in Stage if named[f"turn.stage={stage.value}"]] == [state.turn.stage]
    assert named[f"turn.seat={TERMS.names[state.turn.seat]}"] == 1
    assert named["table.deck.unknown"] == state.table.deck.unknown


def test_what_differs_is_observed_to_differ() -> None:
    observer = Observer(LAYOUT)
    assert observer.observe(STATE) != observer.observe(view(LAYOUT, STATE, 0))
    assert observer.observe(STATE) == observer.observe(evolve(STATE, round=1))


def test_what_lies_twice_keeps_nothing_unknown_from_being_known() -> None:
    """A mark of a kind may lie in several places at once: then more are there than there are kinds."""
    everywhere = mask(Cargo, CARDS)
    state = evolve(STATE, table=evolve(STATE.table, discard=everywhere))
    assert list(missing(LAYOUT, state)) == []
    assert list(missing(LAYOUT, evolve(state, players=(Player(Cards(mask(Cargo), 1)), *STATE.players[1:])))) != []

"""What is said of positions: everything that their fields hold, and what is not said is as in another position."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.values import (
    Count,
    DeclarationError,
    Field,
    Nested,
    PerPlayer,
    Position,
    carried,
    evolve,
    field,
    layout_of,
    record,
)
from era_of_inventions.tabletop.values.outline import PositionSchema, subjects
from tests.support.arbitrary import records
from tests.support.harbor import TERMS, Stage, State, Turn, fresh

LAYOUT = layout_of(State, TERMS)
OUTLINE = PositionSchema(LAYOUT)
TURNS: st.SearchStrategy[Turn] = records(layout_of(Turn, TERMS))


def after(turn: Turn, earlier: list[Turn]) -> Turn:
    """The turn that has these before it, the last one first."""
    return evolve(turn, before=after(earlier[0], earlier[1:]) if earlier else None)


@given(records(LAYOUT, fresh().setting), TURNS, st.lists(TURNS, max_size=3))
def test_all_that_can_be_said_is_the_whole_position(state: State, turn: Turn, earlier: list[Turn]) -> None:
    whole = evolve(state, turn=after(turn, earlier))
    description = OUTLINE.of(whole)
    assert len(description.of["turn"]) == 1 + len(earlier)
    assert description.on(fresh()) == whole


def test_what_is_not_said_is_as_it_was() -> None:
    description = OUTLINE.of(fresh())
    description.of.update({"players": [{}, {"coins": 3}, {}], "table": [{}], "turn": [{"bid": 4, "round": 2}]})
    state = description.on(fresh())
    assert (state.players[1].coins, state.turn.bid, state.round) == (3, 4, 2)
    first, _, *others = fresh().players
    assert state.players == (first, evolve(fresh().players[1], coins=3), *others)
    assert state.turn == evolve(fresh().turn, bid=4)


def test_what_came_before_is_by_default_of_whoever_came_next() -> None:
    description = OUTLINE.of(fresh())
    description.of["turn"] = [{"stage": Stage.PAYMENT, "seat": 2, "bid": 7}, {"bid": 3}, {"stage": Stage.AUCTION}]
    oldest = evolve(fresh().turn, stage=Stage.AUCTION, seat=2)
    middle = evolve(fresh().turn, stage=Stage.PAYMENT, seat=2, bid=3, before=oldest)
    assert description.on(fresh()).turn.before == middle


def test_the_subjects_are_the_parts() -> None:
    assert subjects(State) == ("table", "turn", "before")


# --- What is declared wrongly ---------------------------------------------------------


@record
class Purse:
    coins: Field[int] = field(Count())


@record
class Chest:
    purse: Field[Purse] = field(Nested(lambda: Purse))


@record
class Deep(Position):
    setting: Any = carried()
    chest: Field[Chest] = field(Nested(lambda: Chest))


@record
class Twice(Position):
    setting: Any = carried()
    coins: Field[int] = field(Count())
    turn: Field[Purse] = field(Nested(lambda: Purse))


@record
class Alike(Position):
    setting: Any = carried()
    coins: Field[int] = field(Count())
    taken: Field[int] = field(Count(), words="Coins")


@record
class Doubled(Position):
    setting: Any = carried()
    players: Field[tuple[Purse, ...]] = field(PerPlayer(lambda: Purse))
    banks: Field[tuple[Purse, ...]] = field(PerPlayer(lambda: Purse))


@pytest.mark.parametrize(("kind", "reasons"), [(Deep, 1), (Twice, 1), (Alike, 1), (Doubled, 1)])
def test_what_has_no_place_of_its_own_is_refused(kind: type[Any], reasons: int) -> None:
    with pytest.raises(DeclarationError) as caught:
        PositionSchema(layout_of(kind, TERMS))
    assert len(caught.value.reasons) == reasons

"""What differs between positions, what can be claimed of them, and whether it exists at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from era_of_inventions.tabletop.errors import path_text
from era_of_inventions.tabletop.values import (
    ABSENT,
    UNKNOWN,
    Cards,
    DeclarationError,
    Terms,
    bag,
    evolve,
    layout_of,
    mask,
)
from era_of_inventions.tabletop.values.bounds import problems
from era_of_inventions.tabletop.values.changes import Change, changes
from era_of_inventions.tabletop.values.packed import SeatNumber
from era_of_inventions.tabletop.values.quantities import Quantities, Quantity
from tests.support.arbitrary import records
from tests.support.harbor import SETTING, TERMS, Cargo, Pier, Player, Stage, State, Turn, Ware, dealt, fresh

LAYOUT, NAMELESS = layout_of(State, TERMS), layout_of(State, Terms.of(SETTING))
BEFORE = dealt([[0, 1], [2], []])
AFTER = evolve(
    BEFORE,
    players=(
        evolve(BEFORE.players[0], hand=Cards(mask(Cargo, [1]), 1), coins=3, bought=2),
        evolve(
            BEFORE.players[1],
            hand=Cards(mask(Cargo, [2]), 1),
            wares=bag(Ware, [1, 0, 4]),
            piers=mask(Pier, [2]),
            pledge=2,
        ),
        BEFORE.players[2],
    ),
    table=evolve(BEFORE.table, deck=Cards(mask(Cargo, [4])), fleet=(2, 0, 1), berths=(3, ABSENT, 5)),
    turn=evolve(BEFORE.turn, stage=Stage.PAYMENT, seat=2, ship=1, passed=True, paid=(1,), before=BEFORE.turn),
    round=2,
)


def test_changes_are_typed_and_in_the_players_words() -> None:
    found = [(c.field, c.key, c.seat, c.before, c.after, c.seen, c.what) for c in changes(NAMELESS, BEFORE, AFTER)]
    assert found == [
        ("players.hand", "silk-1", 0, 1, 0, "owner", "hand silk-1"),
        ("players.hand", "unknown", 0, 0, 1, "owner", "hand unknown"),
        ("players.coins", "", 0, 0, 3, "all", "coins"),
        ("players.hand", "unknown", 1, 0, 1, "owner", "hand unknown"),
        ("players.wares", "silk", 1, 0, 1, "all", "silks"),
        ("players.wares", "salt", 1, 0, 4, "all", "salts"),
        ("players.piers", "pier c", 1, 0, 1, "all", "flag on the c pier"),
        ("players.pledge", "", 1, "nothing", "spice-1", "owner", "pledge"),
        ("table.deck", "", None, 4, 1, "all", "deck"),
        ("table.fleet", "brig", None, 1, 0, "all", "brig to come"),
        ("table.berths", "", None, "- - -", "spice-2 - salt-2", "all", "berths"),
        ("round", "", None, 1, 2, "all", "round"),
        ("turn.stage", "", None, "auction", "payment", "all", "stage"),
        ("turn.seat", "", None, 0, 2, "all", "player to move"),
        ("turn.ship", "", None, "nothing", "brig", "all", "ship"),
        ("turn.passed", "", None, 0, 1, "all", "passed"),
    ]


def test_a_seat_is_told_from_a_count() -> None:
    (change,) = changes(NAMELESS, BEFORE, evolve(BEFORE, turn=evolve(BEFORE.turn, seat=2)))
    assert isinstance(change.before, SeatNumber)
    assert isinstance(change.after, SeatNumber)
    (change,) = changes(LAYOUT, BEFORE, evolve(BEFORE, turn=evolve(BEFORE.turn, seat=2)))
    assert (change.before, change.after) == ("Green", "Blue")


@given(records(LAYOUT, SETTING), records(LAYOUT, SETTING))
def test_changes_are_what_quantities_differ_in(one: State, other: State) -> None:
    """Every quantity that is reported differs if, and only if, there is a change of it; and the values are its own."""
    found: dict[tuple[int | None, str], Change] = {(c.seat, c.what): c for c in changes(LAYOUT, one, other)}
    quantities = Quantities(LAYOUT)
    for seat, own in ((0, True), (1, True), (2, True), (None, False)):
        for name in quantities.names(own=own):
            was, now = (quantities._by_name[own, name].measure(state, seat or 0) for state in (one, other))
            if name == "bought this round" or was == now:
                assert (seat, name) not in found
            else:
                assert (found[seat, name].before, found[seat, name].after) == (was, now)
    assert not [*changes(LAYOUT, one, one)]


# --- Claims ---------------------------------------------------------------------------

QUANTITIES = Quantities(LAYOUT, [Quantity("cards", True, lambda state, seat: state.players[seat].hand.size)])


@pytest.mark.parametrize(
    "text",
    [
        "Green coins +3",
        "green coins + 3",
        "Green  coins = 3",
        "Red silks +1",
        "Red flag on the c pier = 1",
        "Red cards +1",
        "deck -3",
        "deck = 1",
        "brig to come = 0",
        "berths = spice-2 - salt-2",
        "stage = payment",
        "player to move = Blue",
        "ship = brig",
        "Red pledge = spice-1",
        "round +1",
        "Green bought this round +2",
    ],
)
def test_true_claims_hold(text: str) -> None:
    effect = QUANTITIES.parse(text)
    was, now = QUANTITIES.measure(effect, BEFORE), QUANTITIES.measure(effect, AFTER)
    assert effect.holds(was, now)
    assert not effect.holds(was, was)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "coins +1",
        "Green coin +1",
        "Green",
        "Grene coins +1",
        "round = two",
        "round",
        "deck = 1.5",
        "stage = night",
        "stage +1",
        "berths +1",
        "player to move = Yellow",
    ],
)
def test_what_is_no_claim(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected|known"):
        QUANTITIES.parse(text)


def test_the_longest_name_is_meant() -> None:
    terms = Terms.of(SETTING, ("Green", "Green Anna", "Anna"))
    effect = Quantities(layout_of(State, terms)).parse("Green Anna coins +1")
    assert (effect.seat, effect.what, effect.change, effect.value) == (1, "coins", 1, None)


def test_two_quantities_of_one_name_are_refused() -> None:
    with pytest.raises(DeclarationError, match="round"):
        Quantities(LAYOUT, [Quantity("round", False, lambda state, _: 1)])


# --- Bounds ---------------------------------------------------------------------------


@given(records(LAYOUT, SETTING))
def test_arbitrary_positions_are_within_bounds(state: State) -> None:
    assert not [*problems(LAYOUT, state)]


OUT: dict[str, tuple[Any, list[str]]] = {
    "a count too high": (evolve(BEFORE, round=100), ["round"]),
    "a count below": (evolve(BEFORE, turn=evolve(BEFORE.turn, bid=-1)), ["turn.bid"]),
    "a seat": (evolve(BEFORE, turn=evolve(BEFORE.turn, seat=3)), ["turn.seat"]),
    "a thing": (
        evolve(BEFORE, players=(*BEFORE.players[:2], evolve(BEFORE.players[2], piers=mask(Pier, [3])))),
        ["players[2].piers"],
    ),
    "amounts": (
        evolve(BEFORE, players=(evolve(BEFORE.players[0], wares=-1), *BEFORE.players[1:])),  # type: ignore[arg-type]
        ["players[0].wares"],
    ),
    "a row": (evolve(BEFORE, table=evolve(BEFORE.table, berths=(0, 0, 7))), ["table.berths"]),
    "a thing twice": (evolve(BEFORE, table=evolve(BEFORE.table, berths=(0, 0, 1))), ["table.berths[1]"]),
    "an unknown choice": (evolve(BEFORE, turn=evolve(BEFORE.turn, ship=UNKNOWN)), ["turn.ship"]),
    "another type": (evolve(BEFORE, turn=evolve(BEFORE.turn, stage="night")), ["turn.stage"]),  # type: ignore[arg-type]
    "a record before": (
        evolve(BEFORE, turn=evolve(BEFORE.turn, before=Turn(Stage.DEAL, 9))),
        ["turn.before.seat"],
    ),
    "several": (
        evolve(BEFORE, round=0, turn=evolve(BEFORE.turn, bid=21, paid=(9,))),
        ["round", "turn.bid", "turn.paid"],
    ),
}


@pytest.mark.parametrize(("state", "expected"), OUT.values(), ids=OUT)
def test_what_does_not_exist_is_told_with_its_path(state: Any, expected: list[str]) -> None:
    assert [path_text(problem.path) for problem in problems(LAYOUT, state)] == expected


def test_bounds_are_those_of_the_setting() -> None:
    assert not [*problems(LAYOUT, fresh())]
    assert Player(Cards(mask(Cargo))) == fresh().players[0]

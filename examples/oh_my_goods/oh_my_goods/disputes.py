"""Disputes about the game: the quantities that claims can name, and the printed values that a judgement depends on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from era_of_inventions.tabletop import UNKNOWN, DisputeForm, PrintedValue, Quantity, Verdict, members, values_at
from oh_my_goods.component_files import SETS
from oh_my_goods.components import Card, Components, Side, place_of_side
from oh_my_goods.model import COVERING, DEALING, State, worth
from oh_my_goods.moves import AnyMove, Build, Cover, Hire, Produce, Reveal, UseChain
from oh_my_goods.positions import read_position

OF_GOODS = frozenset({"worth", "score", "points score.goods"})
OF_BUILDINGS = frozenset({"score", "points score.buildings"})
OF_ASSISTANTS = frozenset({"score", "points score.assistants"})
"""The quantities that add up printed values of goods, of buildings and of assistants."""


def _goods(state: State, seat: int) -> int:
    return sum(len(cards) for _, cards in state.players[seat].buildings)


def _hand_cards(state: State, seat: int) -> int:
    """Return the hand cards, with those that are being dealt."""
    turn = state.turn
    due = turn.due if turn.stage in DEALING and turn.seat == seat else 0
    return state.players[seat].hand.size + due


QUANTITIES = (
    Quantity("worth", True, lambda state, seat: worth(state, state.players[seat])),
    Quantity("goods", True, _goods),
    Quantity("number of buildings", True, lambda state, seat: len(state.players[seat].buildings)),
    Quantity("number of assistants", True, lambda state, seat: state.players[seat].assistants.bit_count()),
    Quantity("hand cards", True, _hand_cards),
    Quantity("planned cards", True, lambda state, seat: state.players[seat].planned.size),
)
"""The quantities besides the fields."""


def foregone(state: State) -> AnyMove | None:
    """Return the good that is laid down next: nobody looks at which card it is."""
    return Cover(UNKNOWN) if state.turn.stage in COVERING else None


# --- Dependencies of a judgement --------------------------------------------------------------------------------------


def values_of_verdict(state: State, verdict: Verdict) -> Iterator[PrintedValue]:
    """Yield the printed values that the judgement of a move depends on."""
    components, move = state.components, verdict.subject
    if isinstance(move, Produce):
        yield from _of_building(components, move.building, "inputs")
    elif isinstance(move, UseChain):
        yield from _of_kind(components, move.building, "chain")
    elif isinstance(move, Reveal):
        yield from _of_building(components, move.card, "half_sun")
    elif isinstance(move, Build):
        for card in members(state.me.planned.known):
            yield from _of_building(components, card, "cost")
    elif isinstance(move, Hire):
        yield from _of_side(components, move.assistant, "needs", "cost")
    if isinstance(move, Build | Hire):
        yield from _of_goods(state, state.turn.seat)


def values_of_quantity(state: State, what: str) -> Iterator[PrintedValue]:
    """Yield the printed values that a quantity adds up."""
    for seat, player in enumerate(state.players):
        if what in OF_GOODS:
            yield from _of_goods(state, seat)
        for base, _ in player.buildings if what in OF_BUILDINGS else ():
            yield from _of_building(state.components, base, "points")
        for side in members(player.assistants) if what in OF_ASSISTANTS else ():
            yield from _of_side(state.components, side, "points")


def _of_goods(state: State, seat: int) -> Iterator[PrintedValue]:
    for base, cards in state.players[seat].buildings:
        if cards:
            yield from _of_kind(state.components, base, "value")


def _of_building(components: Components, building: int, *keys: str) -> Iterator[PrintedValue]:
    table = "card" if building < len(components.cards) else "charburner"
    return _printed(components, f"{table}.{components.buildings[building].id}", keys)


def _of_kind(components: Components, building: int, *keys: str) -> Iterator[PrintedValue]:
    return _printed(components, f"kind.{components.kind_of[building].id}", keys)


def _of_side(components: Components, side: int, *keys: str) -> Iterator[PrintedValue]:
    return _printed(components, place_of_side(components.assistants[side].id), keys)


def _printed(components: Components, place: str, keys: Iterable[str]) -> Iterator[PrintedValue]:
    return values_at(SETS, components, [f"{place}.{key}" for key in keys])


DISPUTES: DisputeForm[State, AnyMove] = DisputeForm(
    read_position=read_position,
    lying={Card: {}, Side: {}},
    quantities=QUANTITIES,
    foregone=foregone,
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""The particulars of disputes over the game."""

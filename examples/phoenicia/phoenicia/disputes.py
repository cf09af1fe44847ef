"""Disputes about the game: what can be claimed of a position, and the printed values that a judgement depends on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from era_of_inventions.tabletop.fields import NOTHING
from era_of_inventions.tabletop.fields.quantities import Quantity
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.dispute_form import DisputeForm, PrintedValue, values_at
from phoenicia.component_files import SETS_OF_COMPONENTS
from phoenicia.components import LEVELS, STEPS, Activity, Components, ProductionCard
from phoenicia.model import State, wealth
from phoenicia.moves import AnyMove, Bid, BuyPoint, BuyTool, Employ, EndTurn, MoveWorker, PutUp, Train
from phoenicia.positions import read_position
from phoenicia.rules.discount import this_target_only
from phoenicia.rules.produce import improved_only_two

OF_VP = frozenset({"VP", "score", "points score.workers", "points score.cards"})
"""The quantities that add up printed victory points."""


def _means(state: State, seat: int) -> int:
    """What a player can bid for the card put up; the wealth when there is none."""
    player, kind = state.players[seat], state.turn.kind
    return wealth(state, player) + (this_target_only(state, player, kind) if kind != NOTHING else 0)


QUANTITIES = (
    Quantity("wealth", True, lambda state, seat: wealth(state, state.players[seat])),
    Quantity("means", True, _means),
    Quantity("hand cards", True, lambda state, seat: state.players[seat].hand.size),
    Quantity("number of cards", True, lambda state, seat: sum(state.players[seat].cards)),
)
"""What is counted besides the fields."""


# --- Dependencies of a judgement --------------------------------------------------------------------------------------


def values_of_verdict(state: State, verdict: Verdict) -> Iterator[PrintedValue]:
    """The printed values that the judgement of a move depends on."""
    components, move = state.components, verdict.subject
    if isinstance(move, Bid | PutUp):
        kind = move.kind if isinstance(move, PutUp) else state.turn.kind
        if kind != NOTHING:
            yield from _of_card(components, kind, "minimum")
            yield from _of_discounts(state, kind)
    elif isinstance(move, Train):
        yield from _sourced(components, "", ("training",))
        for kind, card in enumerate(components.cards):
            if state.me.cards[kind] and card.training:
                yield from _of_card(components, kind, "training")
    elif isinstance(move, Employ | MoveWorker | BuyTool):
        yield from _of_tile(components, move.activity, "tool_cost", "circles")
        if isinstance(move, MoveWorker):
            yield from _of_tile(components, move.origin, "tool_cost")
    elif isinstance(move, BuyPoint):
        yield from _sourced(components, "", ("points_for_sale", "point_price"))
    elif isinstance(move, EndTurn):
        yield from _of_treasury(state)


def values_of_quantity(state: State, what: str) -> Iterator[PrintedValue]:
    """The printed values that a quantity adds up."""
    if what not in OF_VP and what != "PP":
        return
    key = "pp" if what == "PP" else "vp"
    for player in state.players:
        for activity in Activity:
            if player.workers[activity] and what != "points score.cards":
                level = improved_only_two(state, player, activity) if key == "pp" else 0
                yield from _of_tile(state.components, activity, *(LEVELS[level - 1] if level else (key,)))
        for kind, number in enumerate(player.cards):
            if number and getattr(state.components.cards[kind], key) and what != "points score.workers":
                yield from _of_card(state.components, kind, key)


def _of_card(components: Components, kind: int, *keys: str) -> Iterator[PrintedValue]:
    return _sourced(components, f"card.{components.cards[kind].id}", keys)


def _of_tile(components: Components, activity: int, *keys: str) -> Iterator[PrintedValue]:
    return _sourced(components, f"tile.{Activity(activity).word}", keys)


def _of_discounts(state: State, kind: int) -> Iterator[PrintedValue]:
    for number, discount in enumerate(state.components.discounts, 1):
        copies = state.me.cards[discount.of]
        if kind in discount.on and copies and discount.steps:
            step = STEPS[min(copies, len(discount.steps)) - 1]
            yield from _sourced(state.components, f"discount[{number}]", (step,))


def _of_treasury(state: State) -> Iterator[PrintedValue]:
    yield from _sourced(state.components, "", ("treasury",))
    for kind, card in enumerate(state.components.cards):
        if state.me.cards[kind] and card.treasury:
            yield from _of_card(state.components, kind, "treasury")


def _sourced(components: Components, place: str, keys: Iterable[str]) -> Iterator[PrintedValue]:
    """What is printed there under these keys, as far as it is."""
    return values_at(SETS_OF_COMPONENTS, components, [f"{place}.{key}".lstrip(".") for key in keys])


DISPUTES: DisputeForm[State, AnyMove] = DisputeForm(
    read_position=read_position,
    lying=(ProductionCard,),
    quantities=QUANTITIES,
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""What is special about disputes over the game."""

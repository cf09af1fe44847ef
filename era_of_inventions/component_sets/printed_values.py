"""Printed values: their places in a component file, overrides in a dispute, and those that a judgement depends on.

A value is identified by its place in a component file, as in `Components.provenance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from era_of_inventions.model.amounts import parse_reward, show_reward
from era_of_inventions.model.components import Components, Reward
from era_of_inventions.model.goods import PRINTED_MAX, Goods, show
from era_of_inventions.model.moves import (
    BUY_BONUS_DISC,
    BuildFactory,
    Develop,
    Move,
    ProduceInvention,
    RegisterPatent,
    RunAllFactories,
    RunFactory,
)
from era_of_inventions.model.occasions import Income, Landing
from era_of_inventions.model.state import State
from era_of_inventions.tabletop.components.provenance import ASSUMED, Provenance
from era_of_inventions.tabletop.errors import Code, unknown
from era_of_inventions.tabletop.fields import members
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.law.verdict import Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.dispute_form import PrintedValue

IN_DISPUTE = Provenance("stated", "in the dispute")
Value = tuple[str, str]
"""The place of a value, and the value in words."""
SUMS_OF_PRINT = frozenset(
    {"score", "capacity", "cogs invested", "points scoring.largest-capacity", "points scoring.most-invested"}
)
"""The quantities that add up printed values."""


def value_key(components: Components, table: str, index: int, field: str) -> str:
    """The place of a value of a card, factory or space in a component file."""
    if table == "card":
        return f"card.{components.cards[index].id}.{field}"
    if table == "factory":
        return f"factory.{components.factories[index].id}.{field}"
    space = components.spaces[index]
    kind = "technical" if space.technical else "original"
    return f"invention.{components.inventions[space.invention]}.{kind}.{field}"


# --- Overrides in a dispute -------------------------------------------------------------------------------------------


def override(reader: Reader, components: Components) -> Components:
    """Replace values by those in the tables ``[card.ID]``, ``[factory.ID]`` and ``[space.NAME]`` of a dispute."""
    changed: dict[str, Any] = {}
    provenance = dict(components.provenance)
    tables = (
        ("card", "cards", {card.id: i for i, card in enumerate(components.cards)}),
        ("factory", "factories", {card.id: i for i, card in enumerate(components.factories)}),
        ("space", "spaces", {components.space_name(i): i for i in range(len(components.spaces))}),
    )
    for key, field, indexes in tables:
        table = reader.table(key)
        values = list(getattr(components, field))
        for name in table:
            if name not in indexes:
                table.note(name, Code.UNKNOWN_KEY, unknown(name, indexes))
                continue
            entry = table.table(name)
            values[indexes[name]] = _overridden(entry, values[indexes[name]])
            entry.close()
            provenance |= {value_key(components, key, indexes[name], field): IN_DISPUTE for field in entry}
        changed[field] = tuple(values)
    return attrs.evolve(components, provenance=provenance, **changed)


def _overridden(entry: Reader, printed: Any) -> Any:
    """Replace values of a card, factory or space by those of a table."""
    changed: dict[str, Any] = {}
    for field in attrs.fields(type(printed)):
        name, before = field.name, getattr(printed, field.name)
        if name in ("cost", "output"):
            changed[name] = entry.parsed(name, _goods, before, "a text such as '2 metal, 1 coal'")
        elif name in ("profit", "income"):
            changed[name] = entry.parsed(name, _reward, before, "a text such as '2 coins, 1 influence'")
        elif name in ("cogs", "influence", "question_marks"):
            changed[name] = entry.integer(name, 0, PRINTED_MAX, before)
    return attrs.evolve(printed, **changed)


def _goods(text: str) -> Goods:
    return parse_reward(text, PRINTED_MAX, influence=False).goods


def _reward(text: str) -> Reward:
    return parse_reward(text, PRINTED_MAX)


# --- Dependencies of a judgement --------------------------------------------------------------------------------------


def values_of_verdict(state: State, verdict: Verdict) -> Iterator[PrintedValue]:
    """The printed values that the judgement of a move depends on."""
    assert isinstance(verdict.subject, Move)
    values = [*_of_move(state, verdict.subject), *_of_occasions(state.components, verdict.occasions)]
    return _sourced(state.components, values)


def values_of_quantity(state: State, what: str) -> Iterator[PrintedValue]:
    """The printed values that a quantity adds up."""
    values = _of_scoring(state) if what in SUMS_OF_PRINT else ()
    return _sourced(state.components, [_bonus_discs(state)] if what == "bonus discs in the supply" else values)


def _sourced(components: Components, values: Iterable[Value]) -> Iterator[PrintedValue]:
    for place, text in values:
        yield PrintedValue(place, text, components.provenance.get(place, ASSUMED).source)


def _of_move(state: State, move: Move) -> list[Value]:
    components = state.components
    if isinstance(move, BuildFactory):
        factory = components.factories[move.factory]
        texts = {"cost": show(factory.cost), "influence": str(factory.influence)}
        return [(value_key(components, "factory", move.factory, field), text) for field, text in texts.items()]
    if isinstance(move, ProduceInvention):
        card = components.cards[move.card]
        texts = {"cost": show(card.cost), "profit": show_reward(card.profit)}
        if card.question_marks:
            texts["question_marks"] = str(card.question_marks)
        return [(value_key(components, "card", move.card, field), text) for field, text in texts.items()]
    if isinstance(move, Develop):
        space = components.spaces[move.space]
        texts = {"cogs": str(space.cogs), "influence": str(space.influence)}
        return [(value_key(components, "space", move.space, field), text) for field, text in texts.items()]
    if isinstance(move, RegisterPatent) and state.me.patents < len(components.patent_squares):
        square = components.patent_squares[state.me.patents]
        place = f"patent_square[{state.me.patents + 1}]"
        return [(f"{place}.coins", str(square.coins)), (f"{place}.influence", str(square.influence))]
    if move == BUY_BONUS_DISC and state.ruleset.bonus_supply == "twenty":
        return [_bonus_discs(state)]
    if isinstance(move, RunFactory):
        return _outputs(components, (move.factory,))
    if isinstance(move, RunAllFactories):
        return _outputs(components, members(state.me.factories))
    return []


def _bonus_discs(state: State) -> Value:
    return "bonus_discs", str(state.components.bonus_discs)


def _of_occasions(components: Components, occasions: Iterable[Finding]) -> Iterator[Value]:
    for finding in occasions:
        occasion = finding.subject
        if finding.outcome is Outcome.PERMITS and isinstance(occasion, Income):
            income = components.spaces[occasion.space].income
            yield value_key(components, "space", occasion.space, "income"), show_reward(income)
        elif isinstance(occasion, Landing):
            sign = occasion.sign.word if occasion.sign is not None else "no sign"
            yield f"track.signs.{occasion.position}", sign


def _of_scoring(state: State) -> Iterator[Value]:
    """Yield the values that capacities and investments add up."""
    components = state.components
    for player in state.players:
        yield from _outputs(components, members(player.factories))
        for space in members(player.developed):
            yield value_key(components, "space", space, "cogs"), str(components.spaces[space].cogs)


def _outputs(components: Components, factories: Iterable[int]) -> list[Value]:
    return [
        (value_key(components, "factory", index, "output"), show(components.factories[index].output))
        for index in factories
        if index < len(components.factories)
    ]

"""Which printed values a judgement uses, and which of them nobody has stated.

Values are named by their place in a component file, as `Components.provenance` names them.
"""

from __future__ import annotations

from collections.abc import Iterable

from era_of_inventions.amounts import show_reward
from era_of_inventions.model.components import Components, members
from era_of_inventions.model.goods import show
from era_of_inventions.model.moves import (
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
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.law.verdict import Finding, Outcome

TOLD = Provenance("stated", "in the dispute")
Value = tuple[str, str]
"""A value's place and what is printed there, in words."""


def value_key(components: Components, table: str, index: int, field: str) -> str:
    """The place of a card's, factory's or space's value in a component file."""
    if table == "card":
        return f"card.{components.cards[index].id}.{field}"
    if table == "factory":
        return f"factory.{components.factories[index].id}.{field}"
    space = components.spaces[index]
    kind = "technical" if space.technical else "original"
    return f"invention.{components.inventions[space.invention]}.{kind}.{field}"


def values_of_move(state: State, move: Move) -> list[Value]:
    """The printed values a move depends on."""
    components = state.components
    if isinstance(move, BuildFactory):
        factory = components.factories[move.factory]
        found = {"cost": show(factory.cost), "influence": str(factory.influence)}
        return [(value_key(components, "factory", move.factory, field), text) for field, text in found.items()]
    if isinstance(move, ProduceInvention):
        card = components.cards[move.card]
        found = {"cost": show(card.cost), "profit": show_reward(card.profit)}
        if card.question_marks:
            found["question_marks"] = str(card.question_marks)
        return [(value_key(components, "card", move.card, field), text) for field, text in found.items()]
    if isinstance(move, Develop):
        space = components.spaces[move.space]
        found = {"cogs": str(space.cogs), "influence": str(space.influence)}
        return [(value_key(components, "space", move.space, field), text) for field, text in found.items()]
    if isinstance(move, RegisterPatent) and state.me.patents < len(components.patent_squares):
        square = components.patent_squares[state.me.patents]
        place = f"patent_square[{state.me.patents + 1}]"
        return [(f"{place}.coins", str(square.coins)), (f"{place}.influence", str(square.influence))]
    if isinstance(move, RunFactory):
        return _outputs(components, (move.factory,))
    if isinstance(move, RunAllFactories):
        return _outputs(components, members(state.me.factories))
    return []


def values_of_occasions(state: State, occasions: Iterable[Finding]) -> list[Value]:
    """The printed values that the occasions of a move depend on."""
    found = []
    for finding in occasions:
        subject = finding.subject
        if finding.outcome is Outcome.PERMITS and isinstance(subject, Income):
            income = state.components.spaces[subject.space].income
            found.append((value_key(state.components, "space", subject.space, "income"), show_reward(income)))
        elif isinstance(subject, Landing):
            sign = subject.sign.word if subject.sign is not None else "no sign"
            found.append((f"track.signs.{subject.position}", sign))
    return found


def values_of_scoring(state: State) -> list[Value]:
    """The printed values that capacities and investments add up."""
    components = state.components
    found = []
    for player in state.players:
        found += _outputs(components, members(player.factories))
        for space in members(player.spaces):
            found.append((value_key(components, "space", space, "cogs"), str(components.spaces[space].cogs)))
    return found


def _outputs(components: Components, factories: Iterable[int]) -> list[Value]:
    return [
        (value_key(components, "factory", index, "output"), show(components.factories[index].output))
        for index in factories
        if index < len(components.factories)
    ]


def unstated(state: State, values: Iterable[Value]) -> tuple[str, ...]:
    """Those of the values that are not stated anywhere, in words with their source, each once."""
    provenance = state.components.provenance
    found = []
    for place, printed in dict.fromkeys(values):
        source = provenance.get(place, Provenance("assumed"))
        if source.source != "stated":
            found.append(f"{place} = {printed} ({source.source})")
    return tuple(found)

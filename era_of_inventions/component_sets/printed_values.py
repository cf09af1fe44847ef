"""The printed values that a judgement depends on, by their key paths in a component file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from era_of_inventions.component_sets.files import SETS
from era_of_inventions.model.components import Components, place_of_space
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
from era_of_inventions.tabletop.law.verdict import Finding, Outcome, Verdict
from era_of_inventions.tabletop.play.dispute_form import PrintedValue, values_at
from era_of_inventions.tabletop.values import members

SUMS_OF_PRINT = frozenset(
    {
        "score",
        "capacity",
        "cogs invested",
        "points scoring.largest-capacity",
        "points scoring.most-invested",
    }
)
"""The quantities that add up printed values."""


def values_of_verdict(state: State, verdict: Verdict) -> Iterator[PrintedValue]:
    """The printed values that the judgement of a move depends on."""
    assert isinstance(verdict.subject, Move)
    yield from values_at(SETS, state.components, _of_move(state, verdict.subject))
    yield from _of_occasions(state.components, verdict.occasions)


def values_of_quantity(state: State, what: str) -> Iterator[PrintedValue]:
    """The printed values that a quantity adds up."""
    paths = _of_scoring(state) if what in SUMS_OF_PRINT else ()
    return values_at(
        SETS,
        state.components,
        ["bonus_discs"] if what == "bonus discs in the supply" else paths,
    )


def _of_move(state: State, move: Move) -> Iterable[str]:
    components = state.components
    if isinstance(move, BuildFactory):
        return [
            f"factory.{components.factories[move.factory].id}.{key}"
            for key in ("cost", "influence")
        ]
    if isinstance(move, ProduceInvention):
        card = components.cards[move.card]
        marks = ["question_marks"] if card.question_marks else []
        return [f"card.{card.id}.{key}" for key in ("cost", "profit", *marks)]
    if isinstance(move, Develop):
        return [_of_space(components, move.space, key) for key in ("cogs", "influence")]
    if isinstance(move, RegisterPatent):
        return [
            f"patent_square[{state.me.patents + 1}].{key}" for key in ("coins", "influence")
        ]
    if move == BUY_BONUS_DISC and state.ruleset.bonus_supply == "twenty":
        return ["bonus_discs"]
    if isinstance(move, RunFactory):
        return _outputs(components, (move.factory,))
    if isinstance(move, RunAllFactories):
        return _outputs(components, members(state.me.factories))
    return []


def _of_occasions(
    components: Components, occasions: Iterable[Finding]
) -> Iterator[PrintedValue]:
    for finding in occasions:
        occasion = finding.subject
        if finding.outcome is Outcome.PERMITS and isinstance(occasion, Income):
            yield from values_at(
                SETS, components, [_of_space(components, occasion.space, "income")]
            )
        elif isinstance(occasion, Landing):
            sign = occasion.sign.word if occasion.sign is not None else "no sign"
            place = f"track.signs.{occasion.position}"
            yield PrintedValue(place, sign, SETS.source(components, place).source)


def _of_scoring(state: State) -> Iterator[str]:
    """Yield the values that capacities and investments add up."""
    for player in state.players:
        yield from _outputs(state.components, members(player.factories))
        for space in members(player.developed):
            yield _of_space(state.components, space, "cogs")


def _of_space(components: Components, space: int, key: str) -> str:
    return f"{place_of_space(components.space_name(space))}.{key}"


def _outputs(components: Components, factories: Iterable[int]) -> Iterable[str]:
    deck = components.factories
    return [f"factory.{deck[index].id}.output" for index in factories if index < len(deck)]

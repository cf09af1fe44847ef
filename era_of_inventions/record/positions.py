"""What is special about positions in words: what follows from the rest, and what is about nothing that lies there.

Cards and factories that lie nowhere else are in their deck, and start cards can have left the game. Everybody has the
start factory, which is left out. Nothing need be turned over before a disc is placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from era_of_inventions.model.components import CardKind, FactoryCard, InventionCard
from era_of_inventions.model.names import CARDS
from era_of_inventions.model.state import Phase, State
from era_of_inventions.rulebook.display import lying
from era_of_inventions.rulebook.produce import waiting_cards
from era_of_inventions.rulebook.refresh import start_cards_removed
from era_of_inventions.rulebook.setup import cards_in_play, own_start_factory
from era_of_inventions.tabletop.law.verdict import Violation
from era_of_inventions.tabletop.play.grammar import Positions
from era_of_inventions.tabletop.values import (
    NO_THINGS,
    Field,
    Mask,
    Things,
    evolve,
    field,
    mask,
    members,
    record,
)
from era_of_inventions.tabletop.values.outline import PartialPosition

ON_BOARD = (
    "display",
    "discards",
    "removed",
    "row",
    "factory_discards",
    "loads",
    "developed_this_round",
)
"""What the line of the board shows, in this order."""


@record
class OutOfTheGame:
    """The start cards that have left the game, which are in no field of a position but in its text."""

    removed: Field[Mask[InventionCard]] = field(
        Things(CARDS), "removed", "start cards that have left the game", default=NO_THINGS
    )


def describe(state: State, description: PartialPosition) -> None:
    """Correct the description of a position."""
    for seat, player in enumerate(description.of["players"]):
        player["factories"] &= ~own_start_factory(state, seat)
    board, removed = state.board, removed_cards(state)
    description.of["board"] = [
        {name: removed if name == "removed" else getattr(board, name) for name in ON_BOARD}
    ]


def removed_cards(state: State) -> Mask[InventionCard]:
    """The start cards that have left the game."""
    board = state.board
    return state.components.start_cards & ~(
        board.deck | board.discards | lying(InventionCard, board.display)
    )


def complete(base: State, description: PartialPosition) -> State:
    """The position of a description."""
    turn, *before = description.of["turn"]
    turn.setdefault("phase", Phase.PLACEMENT)
    for earlier in before:
        earlier.setdefault("phase", Phase.BONUS_OFFER)
    for seat, player in enumerate(description.of["players"]):
        player["factories"] = player.get("factories", NO_THINGS) | own_start_factory(
            base, seat
        )
    state, board = description.on(base), description.of["board"][0]
    deck, factory_deck = undealt(state, description)
    decks = {
        "deck": board.get("deck", deck),
        "factory_deck": board.get("factory_deck", factory_deck),
    }
    return evolve(state, board=evolve(state.board, **decks))


def undealt(
    state: State, description: PartialPosition
) -> tuple[Mask[InventionCard], Mask[FactoryCard]]:
    """The cards and the factories that are in play and lie nowhere else."""
    board, removed = state.board, description.of["board"][0].get("removed", NO_THINGS)
    laid_out = lying(InventionCard, board.display)
    cards = cards_in_play(state) & ~(
        laid_out | board.discards | removed | waiting_cards(state)
    )
    factories = mask(FactoryCard, range(len(state.components.factories)))
    factories &= ~(lying(FactoryCard, board.row) | board.factory_discards)
    for player in state.players:
        factories &= ~player.factories
    return cards, factories


def out_of_place(state: State, description: PartialPosition) -> Iterator[Violation]:
    """What cannot be about the cards that are said to have left the game."""
    board = state.board
    elsewhere = board.deck | board.discards | lying(InventionCard, board.display)
    for index in members(description.of["board"][0].get("removed", NO_THINGS)):
        card = state.components.cards[index]
        if card.kind is not CardKind.START:
            sentence = f"{card.id!r} cannot be removed; only start cards leave the game"
            yield Violation(start_cards_removed.id, sentence, "board.removed")
        elif elsewhere >> index & 1:
            sentence = f"{card.id!r} is removed and lies elsewhere too; expected cards that are out of the game"
            yield Violation(start_cards_removed.id, sentence, "board.removed")


POSITIONS: Positions[State] = Positions(
    start=attrgetter("start"),
    unsaid=("start",),
    besides={"board": OutOfTheGame},
    describe=describe,
    complete=complete,
    contradictions=out_of_place,
)
"""What is special about positions in words."""

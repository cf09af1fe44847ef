"""The notation of Phoenicia: ``put up fort``, ``bid 8``, ``employ farming``, ``pay five``.

Values of production cards are words or numbers; the Dutch words of the rulebook are understood as well.
"""

from __future__ import annotations

from era_of_inventions.tabletop import (
    Cards,
    Grammar,
    Positions,
    Verb,
    elsewhere,
    left_over,
)
from phoenicia import moves
from phoenicia.box import ProductionCard
from phoenicia.moves import Move
from phoenicia.position import GONE, PRODUCTION, Stage, State
from phoenicia.rules.produce import total, victory
from phoenicia.rules.setup import copies
from phoenicia.words import FOR_MOVES


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.FIRST_CARDS else f"Round {state.turn.round}"


GRAMMAR: Grammar[State, Move] = Grammar(
    words={
        moves.MoveWorker: "move",
        moves.BuyTool: "tool",
        moves.BuyPoint: "point",
        moves.ConvertCard: "convert",
        moves.PayCard: "pay",
    },
    also=FOR_MOVES,
    sentences={
        moves.Reveal: "turn over the {kind}",
        moves.Deal: "deal a production card of value {value}",
        moves.PutUp: "put the {kind} up for auction",
        moves.EndAuctions: "put up no more cards",
        moves.Bid: "bid {amount}",
        moves.Pass: "pass",
        moves.PayCard: "pay with a production card of value {value}",
        moves.PayDisks: "pay the rest in disks",
        moves.Train: "train a worker",
        moves.Employ: "employ a worker in {activity}",
        moves.MoveWorker: "move a worker from {origin} to {activity}",
        moves.EndWorkers: "go on to tools",
        moves.BuyTool: "buy a tool for {activity}",
        moves.BuyPoint: "buy a victory point",
        moves.ConvertCard: "turn a production card of value {value} into disks",
        moves.EndTurn: "end the turn",
        moves.MakeCard: "turn four disks into a production card",
        moves.KeepDisks: "keep the disks",
        moves.GiveUp: "give up a production card of value {value}",
    },
    verbs={
        **dict.fromkeys(("reveal", "deal", "employ", "tool"), Verb(listed=True)),
        "move": Verb(between="to"),
        "pay": Verb(expected="the value of a production card, such as 'five', or 'disks' for all that is still owed"),
    },
    ends_line=(moves.EndTurn,),
    chance={
        moves.Reveal: ("development card", "development cards"),
        moves.Deal: ("production card", "production cards"),
    },
    headings=("Setup", "Round #"),
    section=_section,
)
"""The grammar of moves and games."""


# --- Positions in words ---------------------------------------------------------------


def _deck(state: State) -> tuple[int, ...]:
    """Return, for each kind of development card, how many copies take part and lie nowhere else."""
    table = state.table
    placed = (table.display, table.aside, *(player.cards for player in state.players))
    return tuple(max(0, copies(state, kind) - sum(cards[kind] for cards in placed)) for kind in range(len(placed[0])))


def _rest(state: State, words: str) -> Cards[ProductionCard]:
    """Return the shuffled production cards that lie nowhere, except in the place that ``words`` name."""
    return left_over(state, PRODUCTION, words, among=state.components.shuffled)


POSITIONS: Positions[State] = Positions(
    follows={
        "players.pp": lambda state: [total(state, player) for player in state.players],
        "players.vp": lambda state: [victory(state, player) for player in state.players],
        "table.deck": _deck,
        "table.gone": lambda state: state.components.preset_cards & ~elsewhere(state, PRODUCTION, GONE).known,
        "table.pile": lambda state: _rest(state, "pile"),
    },
    fills={"table.discards": lambda state: _rest(state, "discard pile")},
)
"""The particulars of positions in words."""

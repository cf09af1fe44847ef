"""The notation of Phoenicia: ``put up fort``, ``bid 8``, ``employ farming``, ``pay five``.

Values of production cards are words or numbers; the Dutch words of the rulebook are understood as well.
"""

from __future__ import annotations

from era_of_inventions.tabletop import Grammar, Verb
from phoenicia import moves
from phoenicia.model import Stage, State
from phoenicia.moves import AnyMove
from phoenicia.words import FOR_MOVES


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.FIRST_CARDS else f"Round {state.turn.round}"


GRAMMAR: Grammar[State, AnyMove] = Grammar(
    words={
        moves.MoveWorker: "move",
        moves.BuyTool: "tool",
        moves.BuyPoint: "point",
        moves.ConvertCard: "convert",
        moves.PayCard: "pay",
    },
    also=FOR_MOVES,
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

"""The notation of Phoenicia: ``put up fort``, ``bid 8``, ``employ farming``, ``pay five``.

Values of production cards are words or numbers; what the rulebook calls things in Dutch is understood as well.
"""

from __future__ import annotations

from era_of_inventions.tabletop.play.grammar import Grammar, Verb
from phoenicia.model import Stage, State
from phoenicia.moves import (
    AnyMove,
    Bid,
    BuyPoint,
    BuyTool,
    ConvertCard,
    Deal,
    Employ,
    EndAuctions,
    EndTurn,
    EndWorkers,
    GiveUp,
    KeepDisks,
    MakeCard,
    MoveWorker,
    Pass,
    PayCard,
    PayDisks,
    PutUp,
    Reveal,
    Train,
)
from phoenicia.words import FOR_MOVES

A_CARD, AN_ACTIVITY, A_VALUE = "a development card", "an activity", "the value of a production card"


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.FIRST_CARDS else f"Round {state.turn.round}"


GRAMMAR: Grammar[State, AnyMove] = Grammar(
    words={
        Reveal: "reveal",
        Deal: "deal",
        PutUp: "put up",
        Pass: "pass",
        EndAuctions: "end auctions",
        Train: "train",
        Employ: "employ",
        MoveWorker: "move",
        EndWorkers: "end workers",
        BuyTool: "tool",
        BuyPoint: "point",
        ConvertCard: "convert",
        EndTurn: "end turn",
        PayCard: "pay",
        PayDisks: "pay disks",
        MakeCard: "make card",
        KeepDisks: "keep disks",
        GiveUp: "give up",
        Bid: "bid",
    },
    also=FOR_MOVES,
    verbs={
        "reveal": Verb(expected=A_CARD, listed=True),
        "deal": Verb(expected=A_VALUE, listed=True),
        "put": Verb(expected=f"'up' and {A_CARD}"),
        "employ": Verb(expected=AN_ACTIVITY, listed=True),
        "move": Verb(expected=f"{AN_ACTIVITY} and the one to which a worker goes"),
        "tool": Verb(expected=AN_ACTIVITY, listed=True),
        "convert": Verb(expected=A_VALUE),
        "pay": Verb(expected=f"{A_VALUE}, or 'disks'"),
        "give": Verb(expected=f"'up' and {A_VALUE}"),
    },
    ends_line=(EndTurn,),
    chance={Reveal: ("development card", "development cards"), Deal: ("production card", "production cards")},
    headings=("Setup", "Round #"),
    section=_section,
)
"""The grammar of moves and games."""

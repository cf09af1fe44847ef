"""The notation of Phoenicia: ``put up fort``, ``bid 8``, ``employ farming``, ``pay five``.

Values of production cards are words or numbers; what the rulebook calls cards in Dutch is understood as well.
"""

from __future__ import annotations

from era_of_inventions.tabletop.play.grammar import Grammar, Names, Verb
from phoenicia.components import ACTIVITIES
from phoenicia.model import Setting, Stage, State
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

DUTCH = {
    "dyer": "textielverver",
    "dye-house": "textielververij",
    "granary": "graanschuur",
    "glassmaking": "glasbereiding",
    "indentured-worker": "contractarbeider",
    "tracker": "spoorzoeker",
    "caravan": "karavaan",
    "smelter": "hoogoven",
    "shipyard": "haven",
    "ships": "schip",
    "public-works": "openbare opdrachten",
}
"""What the rulebook calls cards."""
WORK = {"hunting": "jacht", "farming": "landbouw", "mining": "mijnbouw", "clothmaking": "textiel"}
A_CARD, AN_ACTIVITY, A_VALUE = "a development card", "an activity", "the value of a production card"


def _names(setting: Setting) -> Names:
    """The names of everything that moves refer to."""
    components = setting.components
    faces = zip(components.faces, components.values, strict=True)
    cards = [(card.id, *filter(None, [DUTCH.get(card.id)])) for card in components.cards]
    values = [(name,) if name.startswith("preset") else (name, str(value)) for name, value in faces]
    work = dict(enumerate((name, WORK[name]) for name in ACTIVITIES))
    return {"kind": dict(enumerate(cards)), "value": dict(enumerate(values)), "activity": work, "origin": work}


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
    names=_names,
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

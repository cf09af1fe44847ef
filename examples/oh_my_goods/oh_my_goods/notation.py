"""The notation of Oh My Goods!: ``work mill-1 neat``, ``chain bakery-2``, ``pay from charburner-grain``.

Where the rulebook names a building or a way to work in Dutch, that is understood as well: ``work molen-1 netjes``.
"""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop.play.grammar import Grammar, Names, Verb
from oh_my_goods.model import Mode, Setting, Stage, State
from oh_my_goods.moves import (
    AnyMove,
    Build,
    Cover,
    Deal,
    DealCharburner,
    EndProduction,
    Exchange,
    GiveUp,
    GiveUpGood,
    Hire,
    Lay,
    LayAside,
    MoveAssistant,
    NoWork,
    Offer,
    Pass,
    Pay,
    PlanBuilding,
    PlanNothing,
    Post,
    Produce,
    Reveal,
    Shift,
    Spend,
    Stay,
    UseChain,
    Work,
)

DUTCH = {
    "charburner": "kolenbranderij",
    "mill": "molen",
    "bakery": "bakkerij",
    "shoemaker": "schoenmakerij",
    "tannery": "leerlooierij",
    "brick-manufacture": "steenbakkerij",
    "glassmaker": "glasblazerij",
    "office": "marktkantoor",
}
"""What the rulebook calls buildings, by how the ids of their cards begin."""
A_CARD, A_BUILDING, AN_ASSISTANT = "the id of a card", "the id of a building", "the id of an assistant"


def _names(setting: Setting) -> Names:
    """The names of everything that moves refer to."""
    buildings = {number: _called(card.id) for number, card in enumerate(setting.components.buildings)}
    return {
        "card": buildings,
        "building": buildings,
        "assistant": {number: (side.id,) for number, side in enumerate(setting.components.assistants)},
        "mode": {Mode.NEAT: ("neat", "netjes"), Mode.SLOPPY: ("sloppy", "slordig")},
    }


def _called(id_: str) -> Sequence[str]:
    return (id_, *(dutch + id_[len(word) :] for word, dutch in DUTCH.items() if id_.startswith(f"{word}-")))


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.COAL else f"Round {state.turn.round}"


def _of_one_kind(before: AnyMove, move: AnyMove) -> bool:
    return type(before) is type(move) is not LayAside


GRAMMAR: Grammar[State, AnyMove] = Grammar(
    words={
        DealCharburner: "deal",
        Offer: "offer",
        Deal: "deal",
        Cover: "cover",
        Reveal: "reveal",
        LayAside: "lay aside",
        Exchange: "exchange",
        GiveUp: "give up",
        GiveUpGood: "give up good from",
        MoveAssistant: "move assistant from",
        Stay: "stay",
        Work: "work",
        NoWork: "work nowhere",
        PlanBuilding: "plan",
        PlanNothing: "plan nothing",
        Produce: "produce",
        Spend: "spend",
        UseChain: "chain",
        Lay: "lay",
        Shift: "shift from",
        EndProduction: "done",
        Build: "build",
        Hire: "hire",
        Pay: "pay from",
        Post: "place at",
        Pass: "pass",
    },
    names=_names,
    verbs={
        "deal": Verb(expected=A_CARD, listed=True),
        "offer": Verb(expected=AN_ASSISTANT, listed=True),
        "cover": Verb(expected=A_CARD, listed=True),
        "reveal": Verb(expected=A_CARD, listed=True),
        "lay": Verb(expected=f"{A_CARD}, with 'aside' before it in the exchange", listed=True, joins=_of_one_kind),
        "give": Verb(expected=f"'up' and {A_CARD}, or 'up good from' and {A_BUILDING}"),
        "move": Verb(expected=f"'assistant from' and {A_BUILDING}"),
        "work": Verb(expected=f"{A_BUILDING} and 'neat' or 'sloppy', or 'nowhere'"),
        "plan": Verb(expected=f"{A_CARD}, or 'nothing'"),
        "produce": Verb(expected=A_BUILDING),
        "spend": Verb(expected=A_CARD, listed=True),
        "chain": Verb(expected=A_BUILDING),
        "shift": Verb(expected=f"'from' and {A_BUILDING}", listed=True),
        "hire": Verb(expected=AN_ASSISTANT),
        "pay": Verb(expected=f"'from' and {A_BUILDING}", listed=True),
        "place": Verb(expected=f"'at' and {A_BUILDING}"),
    },
    chance={
        DealCharburner: ("charburner", "charburners"),
        Offer: ("assistant", "assistants"),
        Deal: ("card", "cards"),
        Cover: ("card", "cards"),
        Reveal: ("card", "cards"),
    },
    headings=("Setup", "Round #"),
    section=_section,
)
"""The grammar of moves and games."""

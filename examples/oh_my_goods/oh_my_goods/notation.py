"""The notation of Oh My Goods!: ``work mill-1 neat``, ``chain bakery-2``, ``pay from charburner-grain``.

The rulebook's Dutch names of buildings and ways to work are understood as well: ``work molen-1 netjes``.
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
from oh_my_goods import moves
from oh_my_goods.box import INPUTS, RESOURCES, Card, counted
from oh_my_goods.moves import Move
from oh_my_goods.position import CARDS, Setting, Stage, State
from oh_my_goods.words import FOR_MOVES


def _section(state: State) -> str:
    return "Setup" if state.turn.stage <= Stage.COAL else f"Round {state.round}"


def _of_one_kind(before: Move, move: Move) -> bool:
    return type(before) is type(move) is not moves.LayAside


def captions(setting: Setting) -> dict[str, str]:
    """Return what the cards show by their names: the raw material, the cost, and what a building needs."""
    shown: dict[str, str] = {}
    for card, resource in zip(setting.components.buildings, setting.components.resource_of, strict=True):
        raw = f"{RESOURCES[resource]}, " if resource >= 0 else ""
        needs = f", needs {counted(card.inputs, INPUTS)}" if any(card.inputs) else ""
        shown[card.id] = f"{raw}costs {card.cost}{needs}"
    return shown


GRAMMAR: Grammar[State, Move] = Grammar(
    captions=captions,
    words={
        moves.DealCharburner: "deal",
        moves.GiveUpGood: "give up good from",
        moves.MoveAssistant: "move assistant from",
        moves.NoWork: "work nowhere",
        moves.PlanBuilding: "plan",
        moves.PlanNothing: "plan nothing",
        moves.UseChain: "chain",
        moves.Shift: "shift from",
        moves.EndProduction: "done",
        moves.Pay: "pay from",
        moves.Post: "place at",
    },
    also=FOR_MOVES,
    sentences={
        moves.DealCharburner: "deal {card}",
        moves.Offer: "lay out {assistant}",
        moves.Deal: "draw {card}",
        moves.Cover: "lay {card} face down",
        moves.Reveal: "turn over {card}",
        moves.LayAside: "lay {card} aside",
        moves.Exchange: "exchange the cards laid aside",
        moves.GiveUp: "give up {card}",
        moves.GiveUpGood: "give up a good from {building}",
        moves.MoveAssistant: "move the assistant from {building}",
        moves.Stay: "move no more assistants",
        moves.Work: "put the craftsman at {building}, to work the {mode} way",
        moves.NoWork: "put the craftsman nowhere",
        moves.PlanBuilding: "plan {card}",
        moves.PlanNothing: "plan nothing",
        moves.Produce: "produce at {building}",
        moves.Spend: "discard {card} as a raw material",
        moves.EndProduction: "produce no more",
        moves.UseChain: "use the chain of {building}",
        moves.Lay: "lay {card} on the building",
        moves.Shift: "move a good from {building}",
        moves.Build: "build what is planned",
        moves.Hire: "hire {assistant}",
        moves.Pay: "pay with a good from {building}",
        moves.Post: "put the assistant at {building}",
        moves.Pass: "neither build nor hire",
    },
    verbs={
        **dict.fromkeys(("deal", "offer", "cover", "reveal", "spend", "shift"), Verb(listed=True)),
        "pay": Verb(
            expected="'from' and the id of a building; several goods are written '2 x pay from mill-1'", listed=True
        ),
        "lay": Verb(listed=True, joins=_of_one_kind),
        "move": Verb(then={"to": "place at"}, meanwhile=("pay",)),
        "hire": Verb(then={"at": "place at"}, meanwhile=("pay",)),
    },
    chance={
        moves.DealCharburner: ("charburner", "charburners"),
        moves.Offer: ("assistant", "assistants"),
        **dict.fromkeys((moves.Deal, moves.Cover, moves.Reveal), ("card", "cards")),
    },
    headings=("Setup", "Round #"),
    section=_section,
)
"""The grammar of moves and games."""


# --- Positions in words ---------------------------------------------------------------


def _rest(state: State, words: str) -> Cards[Card]:
    """Return the cards of the deck that lie nowhere, except in the place that ``words`` name."""
    return left_over(state, CARDS, words, among=state.components.deck)


POSITIONS: Positions[State] = Positions(
    follows={
        "table.draw": lambda state: _rest(state, "draw pile"),
        "table.box": lambda state: state.components.fires & ~elsewhere(state, CARDS, "box").known,
    },
    fills={"table.discards": lambda state: _rest(state, "discard pile")},
)
"""The particulars of positions in words."""

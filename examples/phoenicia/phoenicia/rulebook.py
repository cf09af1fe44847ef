"""Phoenicia as a `Rulebook`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeAlias

from era_of_inventions.tabletop import (
    CHANCE,
    OVER,
    Beginner,
    FrontDoor,
    MoveFilter,
    Rulebook,
    TestData,
    ToMove,
    records,
)
from era_of_inventions.tabletop import Game as BaseGame
from phoenicia.bots import settler
from phoenicia.box import SETS, Components
from phoenicia.disputes import DISPUTES
from phoenicia.moves import Bid, ConvertCard, Deal, GiveUp, Move, MoveWorker, PayCard, Reveal
from phoenicia.notation import GRAMMAR, POSITIONS
from phoenicia.position import DEALING, REVEALING, Setting, Stage, State, draft_of
from phoenicia.rules import LAW
from phoenicia.rules.auction import means
from phoenicia.rules.display import sets_in_order
from phoenicia.rules.editions import NL
from phoenicia.rules.round import clockwise
from phoenicia.rules.score import tie_order, winner
from phoenicia.rules.setup import blank, players
from phoenicia.rulings import Ruleset

DATA = Path(__file__).parent / "data"


def to_move(state: State) -> ToMove:
    """Return the seat whose move it is, or `CHANCE`, or `OVER`."""
    stage = state.turn.stage
    if stage is Stage.OVER:
        return OVER
    return CHANCE if stage in REVEALING or stage in DEALING else state.turn.seat


def chances(state: State) -> list[tuple[Move, int]]:
    """Return the moves of chance, each weighted by the number of cards that it stands for: all are equally likely."""
    if state.turn.stage in DEALING:
        counts = state.components.money.counts(state.table.pile.known)
        return [(Deal(face), count) for face, count in enumerate(counts) if count]
    now, cards = sets_in_order(state), state.components.cards
    return [(Reveal(kind), left) for kind, left in enumerate(state.table.deck) if left and cards[kind].set == now]


def _faces_held(state: State) -> list[int]:
    return [face for face, number in enumerate(state.components.money.counts(state.me.hand.known)) if number]


def _employed(state: State) -> list[int]:
    return [activity for activity, number in enumerate(state.me.workers) if number]


CANDIDATES: Mapping[type, MoveFilter[State]] = {
    Bid: MoveFilter(lambda state: range(state.turn.bid + 1, means(state, state.turn.kind) + 1)),
    MoveWorker: MoveFilter(_employed),
    **dict.fromkeys((PayCard, ConvertCard, GiveUp), MoveFilter(_faces_held)),
}
"""What certain kinds of moves can be about: bids that can be paid, activities with workers, values in the hand."""


PHOENICIA: Rulebook[State, Move] = Rulebook(
    name="phoenicia",
    title="Phoenicia",
    home="phoenicia.rulebook:PHOENICIA",
    law=LAW,
    editions=(NL,),
    ruleset=Ruleset,
    components=SETS,
    player_counts=players,
    blank=blank,
    to_move=to_move,
    chances=chances,
    state=State,
    candidates=CANDIDATES,
    draft=draft_of,
    order=clockwise,
    winners=winner,
    tie_breaks=(tie_order,),
    served=lambda state: state.turn.seat,
    grammar=GRAMMAR,
    positions=POSITIONS,
    disputes=DISPUTES,
    pictures=partial(resolve_name, "phoenicia.pictures:PICTURES"),
    samples=TestData(plies=600),
    passages=DATA / "passages.toml",
    glossary=DATA / "glossary.toml",
    ready=DATA / "ready.toml",
    templates=DATA / "disputes",
    stock=("hand", "disks"),
    at_stake=("kind", "bid", "owed", "due"),
    outstanding=("turn.owed", "turn.due"),
    bots={"settler": settler, "beginner": Beginner(settler)},
)
"""The rulebook of Phoenicia."""


class Game(BaseGame[State, Move]):
    """Everything that can be done with positions of one setting; see `era_of_inventions.tabletop.Game`."""

    setting: Setting

    def __init__(
        self, players: int = 4, ruleset: Ruleset | str = "default", components: Components | str | None = None
    ) -> None:
        """Prepare the tables of the setting, or reuse those of an equal game."""
        super().__init__(PHOENICIA, players, ruleset, components)


Record: TypeAlias = records.Record[State, Move]
Step: TypeAlias = records.Step[State, Move]

_DOOR = FrontDoor(PHOENICIA)
parse_move, parse_game, read_game = _DOOR.parse_move, _DOOR.parse_game, _DOOR.read_game
parse_dispute, read_dispute = _DOOR.parse_dispute, _DOOR.read_dispute
to_json, to_data, from_json = _DOOR.to_json, _DOOR.to_data, _DOOR.from_json

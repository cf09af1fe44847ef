"""Oh My Goods! as a `Rulebook`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import TypeAlias, get_args

from era_of_inventions.tabletop import (
    ABSENT,
    CHANCE,
    OVER,
    Beginner,
    FrontDoor,
    MoveFilter,
    Rulebook,
    ToMove,
    members,
    records,
)
from era_of_inventions.tabletop import Game as BaseGame
from era_of_inventions.tabletop.values import views
from oh_my_goods.bots import merchant
from oh_my_goods.box import SETS, Components
from oh_my_goods.disputes import DISPUTES
from oh_my_goods.moves import (
    Cover,
    Deal,
    GiveUp,
    Hire,
    Lay,
    LayAside,
    Move,
    PlanBuilding,
    PlayerMove,
    Produce,
    Reveal,
    Spend,
    Work,
)
from oh_my_goods.notation import GRAMMAR, POSITIONS
from oh_my_goods.position import CHANCE_STAGES, Setting, Stage, State, builder, draft_of, owned, people
from oh_my_goods.rules import LAW
from oh_my_goods.rules.editions import NL
from oh_my_goods.rules.end import settled
from oh_my_goods.rules.plan import deciders, in_turn, places
from oh_my_goods.rules.round import clockwise
from oh_my_goods.rules.score import leftover_coins, winner
from oh_my_goods.rules.setup import blank, players
from oh_my_goods.rulings import Ruleset
from oh_my_goods.samples import SAMPLES

DATA = Path(__file__).parent / "data"


def to_move(state: State) -> ToMove:
    """Return the seat whose move it is, or `CHANCE`, or `OVER`."""
    stage = state.turn.stage
    return OVER if stage is Stage.OVER else CHANCE if stage in CHANCE_STAGES else state.turn.seat


def view(state: State, seat: int | None) -> State:
    """Return the position as a seat, or a spectator, may know it. A player who is building shows the planned card."""
    seen: State = views.view(state.setting.layout, state, seat)
    if (who := builder(state)) == ABSENT:
        return seen
    draft = draft_of(seen, LAW)
    draft.edit_player(who).planned = state.players[who].planned
    return draft.seal()


_DRAWN = MoveFilter[State](lambda state: members(state.table.draw.known), legal=True)
_ANY_IN_HAND = MoveFilter[State](lambda state: members(state.me.hand.known), legal=True)
_IN_HAND = MoveFilter[State](lambda state: members(state.me.hand.known))
_OWN = MoveFilter[State](lambda state: members(owned(state.me)))
CANDIDATES: Mapping[type, MoveFilter[State]] = {
    **dict.fromkeys((Deal, Cover, Reveal), _DRAWN),
    **dict.fromkeys((Spend, Lay), _IN_HAND),
    **dict.fromkeys((LayAside, GiveUp, PlanBuilding), _ANY_IN_HAND),
    **{kind: _OWN for kind in get_args(PlayerMove) if hasattr(kind, "building")},
    Work: MoveFilter(lambda state: members(places(state)), legal=True),
    Produce: MoveFilter(lambda state: members(people(state.me) & ~state.produced)),
    Hire: MoveFilter(lambda state: members(state.table.offer)),
}
"""What each kind of move can be about, such as cards of the hand, or buildings of one's own."""


OH_MY_GOODS: Rulebook[State, Move] = Rulebook(
    name="oh-my-goods",
    title="Oh My Goods!",
    home="oh_my_goods.rulebook:OH_MY_GOODS",
    law=LAW,
    editions=(NL,),
    ruleset=Ruleset,
    components=SETS,
    player_counts=players,
    blank=blank,
    to_move=to_move,
    state=State,
    candidates=CANDIDATES,
    draft=draft_of,
    order=clockwise,
    winners=winner,
    view=view,
    settle=settled,
    simultaneous=deciders,
    in_turn=in_turn,
    served=lambda state: state.turn.seat,
    tie_breaks=(leftover_coins,),
    grammar=GRAMMAR,
    positions=POSITIONS,
    disputes=DISPUTES,
    passages=DATA / "passages.toml",
    glossary=DATA / "glossary.toml",
    ready=DATA / "ready.toml",
    templates=DATA / "disputes",
    stock=("hand", "planned"),
    at_stake=("at", "missing", "owed", "hiring", "due"),
    outstanding=("turn.owed", "turn.missing", "turn.due"),
    obvious=("players.sealed_place", "players.sealed_mode", "players.sealed_plan"),
    bots={"merchant": merchant, "beginner": Beginner(merchant)},
    pictures=partial(resolve_name, "oh_my_goods.pictures:PICTURES"),
    samples=SAMPLES,
    measures={
        "rounds": lambda state: state.round,
        "buildings": lambda state: sum(len(player.buildings) for player in state.players),
        "assistants": lambda state: sum(player.assistants.bit_count() for player in state.players),
    },
)
"""The rulebook of Oh My Goods!."""


class Game(BaseGame[State, Move]):
    """Everything that can be done with positions of one setting; see `era_of_inventions.tabletop.Game`."""

    setting: Setting

    def __init__(
        self, players: int = 4, ruleset: Ruleset | str = "default", components: Components | str | None = None
    ) -> None:
        """Prepare the tables of the setting, or reuse those of an equal game."""
        super().__init__(OH_MY_GOODS, players, ruleset, components)


Record: TypeAlias = records.Record[State, Move]
Step: TypeAlias = records.Step[State, Move]

_DOOR = FrontDoor(OH_MY_GOODS)
parse_move, parse_game, read_game = _DOOR.parse_move, _DOOR.parse_game, _DOOR.read_game
parse_dispute, read_dispute = _DOOR.parse_dispute, _DOOR.read_dispute
to_json, to_data, from_json = _DOOR.to_json, _DOOR.to_data, _DOOR.from_json

"""Oh My Goods! as a `Rulebook`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import get_args

from era_of_inventions.tabletop.fields import NOTHING, members, replace, views
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Candidates, Rulebook, ToMove
from era_of_inventions.tabletop.play.simulation import Beginner
from oh_my_goods.bots import merchant
from oh_my_goods.component_files import SETS
from oh_my_goods.disputes import DISPUTES
from oh_my_goods.model import CHANCE_STAGES, Stage, State, builder, draft_of
from oh_my_goods.moves import AnyMove, Cover, Deal, PlayerMove, Reveal
from oh_my_goods.notation import GRAMMAR
from oh_my_goods.positions import POSITIONS
from oh_my_goods.rules import LAW
from oh_my_goods.rules.editions import NL
from oh_my_goods.rules.score import leftover_coins, winner
from oh_my_goods.rules.setup import blank, players
from oh_my_goods.rulings import Ruleset
from oh_my_goods.samples import SAMPLES


def to_move(state: State) -> ToMove:
    """Who is to move."""
    stage = state.turn.stage
    return OVER if stage is Stage.OVER else CHANCE if stage in CHANCE_STAGES else state.turn.seat


def view(state: State, seat: int | None) -> State:
    """What a seat, or a spectator, may know: what is hidden is declared, but whoever builds shows the planned card."""
    seen: State = views.view(OH_MY_GOODS.layout(state.setting), state, seat)
    if (who := builder(state)) == NOTHING:
        return seen
    players = [
        replace(player, planned=state.players[who].planned) if seat_ == who else player
        for seat_, player in enumerate(seen.players)
    ]
    shown: State = replace(seen, players=tuple(players))
    return shown


def _drawn(state: State) -> tuple[int, ...]:
    return members(state.table.draw.known)


def _hand(state: State) -> tuple[int, ...]:
    return members(state.me.hand.known)


def _own(state: State) -> list[int]:
    return sorted([stack.base for stack in state.me.buildings])


CANDIDATES: Mapping[type, Candidates[State]] = {
    **dict.fromkeys((Deal, Cover, Reveal), Candidates(_drawn, legal=True)),
    **{kind: Candidates(_hand) for kind in get_args(PlayerMove) if hasattr(kind, "card")},
    **{kind: Candidates(_own) for kind in get_args(PlayerMove) if hasattr(kind, "building")},
}
"""What moves are about: cards of the draw pile or of the hand, buildings of one's own."""


OH_MY_GOODS: Rulebook[State, AnyMove] = Rulebook(
    name="oh-my-goods",
    title="Oh My Goods!",
    home="oh_my_goods.game:OH_MY_GOODS",
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
    winners=winner,
    view=view,
    served=lambda state: state.turn.seat,
    tie_breaks=(leftover_coins,),
    grammar=GRAMMAR,
    positions=POSITIONS,
    disputes=DISPUTES,
    glossary=Path(__file__).parent / "data" / "glossary.toml",
    stock=("hand", "planned"),
    at_stake=("at", "missing", "owed", "hiring", "due"),
    obvious=("players.sealed_place", "players.sealed_mode", "players.sealed_plan"),
    bots={"merchant": merchant, "beginner": Beginner(merchant)},
    pictures=partial(resolve_name, "oh_my_goods.pictures:PICTURES"),
    samples=SAMPLES,
    measures={
        "rounds": lambda state: state.turn.round,
        "buildings": lambda state: sum(len(player.buildings) for player in state.players),
        "assistants": lambda state: sum(player.assistants.bit_count() for player in state.players),
    },
)
"""The rulebook of Oh My Goods!."""

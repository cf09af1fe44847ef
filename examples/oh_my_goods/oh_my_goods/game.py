"""Oh My Goods! as a `Rulebook`."""

from __future__ import annotations

from functools import partial
from pkgutil import resolve_name

from era_of_inventions.tabletop.fields import NOTHING, replace, views
from era_of_inventions.tabletop.play.rulebook import CHANCE, OVER, Rulebook, ToMove
from oh_my_goods.bots import merchant
from oh_my_goods.component_files import SETS
from oh_my_goods.disputes import DISPUTES
from oh_my_goods.generate import Generator
from oh_my_goods.model import CHANCE_STAGES, Stage, State, builder, draft_of
from oh_my_goods.moves import AnyMove, all_moves
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
    moves=all_moves,
    state=State,
    generator=lambda setting: Generator(setting).legal_moves,
    draft=draft_of,
    winners=winner,
    view=view,
    served=lambda state: state.turn.seat,
    tie_breaks=(leftover_coins,),
    grammar=GRAMMAR,
    positions=POSITIONS,
    disputes=DISPUTES,
    bots={"merchant": merchant},
    pictures=partial(resolve_name, "oh_my_goods.pictures:PICTURES"),
    samples=SAMPLES,
    measures={
        "rounds": lambda state: state.turn.round,
        "buildings": lambda state: sum(len(player.buildings) for player in state.players),
        "assistants": lambda state: sum(player.assistants.bit_count() for player in state.players),
    },
)
"""The rulebook of Oh My Goods!."""

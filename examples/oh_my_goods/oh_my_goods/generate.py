"""Legal moves, fast: the law is asked only about what lies in the hand and stands on the table of who decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from era_of_inventions.tabletop.fields import members
from era_of_inventions.tabletop.play.engine import legal_among
from oh_my_goods.model import COVERING, DEALING, REVEALING, Setting, Stage, State
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
    all_moves,
)
from oh_my_goods.rules import LAW

KINDS: Mapping[Stage, tuple[type[AnyMove], ...]] = {
    Stage.CHARBURNERS: (DealCharburner,),
    Stage.ASSISTANTS_OFFERED: (Offer,),
    **dict.fromkeys(DEALING, (Deal,)),
    **dict.fromkeys(COVERING, (Cover,)),
    **dict.fromkeys(REVEALING, (Reveal,)),
    Stage.EXCHANGE: (LayAside, Exchange),
    Stage.HALVING: (GiveUp, GiveUpGood),
    Stage.ASSISTANTS_MOVED: (MoveAssistant, Stay),
    Stage.WORK: (Work, NoWork),
    Stage.PLAN: (PlanBuilding, PlanNothing),
    Stage.PRODUCTION: (Produce, UseChain, EndProduction),
    Stage.HAND_CARDS_SPENT: (Spend,),
    Stage.CHAIN: (Lay, Shift),
    Stage.BUILDING: (Build, Hire, Pass),
    Stage.PAYMENT: (Pay,),
    Stage.ASSISTANT_PLACED: (Post,),
    Stage.LAST_CHAINS: (UseChain, EndProduction),
    Stage.OVER: (),
}
"""The kinds of moves about which the law is asked, by stage."""
ABOUT_HAND = frozenset({LayAside, GiveUp, PlanBuilding, Spend, Lay})
ABOUT_BUILDINGS = frozenset({GiveUpGood, MoveAssistant, Work, Produce, UseChain, Shift, Pay, Post})
ABOUT_DRAW_PILE = frozenset({Deal, Cover, Reveal})


class Generator:
    """The legal moves of the positions of one setting, in the order of the table."""

    def __init__(self, setting: Setting) -> None:
        """Sort the moves of the table by their kind and by what they are about."""
        self._about: dict[type[AnyMove], dict[int, list[AnyMove]]] = {}
        for move in all_moves(setting):
            about = getattr(move, "card", getattr(move, "building", 0))
            self._about.setdefault(type(move), {}).setdefault(about, []).append(move)
        self._legal = legal_among(LAW)

    def legal_moves(self, state: State) -> tuple[AnyMove, ...]:
        """All legal moves of a position."""
        kinds = KINDS[state.turn.stage]
        if kinds[:1] and kinds[0] in ABOUT_DRAW_PILE:
            return tuple(self._of(kinds[0], members(state.table.draw.known)))
        return self._legal(state, [(kind, self._candidates(kind, state)) for kind in kinds])

    def _candidates(self, kind: type[AnyMove], state: State) -> Sequence[AnyMove]:
        if kind in ABOUT_HAND:
            return self._of(kind, members(state.me.hand.known))
        if kind in ABOUT_BUILDINGS:
            return self._of(kind, sorted([stack.base for stack in state.me.buildings]))
        return [move for moves in self._about[kind].values() for move in moves]

    def _of(self, kind: type[AnyMove], things: Iterable[int]) -> list[AnyMove]:
        """The moves of a kind that are about some cards or buildings."""
        about = self._about[kind]
        return [move for thing in things for move in about.get(thing, ())]

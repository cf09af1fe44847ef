"""Legal moves, fast: the law is asked only about what its player can have in mind at this stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from era_of_inventions.tabletop.play.engine import legal_among
from phoenicia.model import DEALING, REVEALING, Setting, Stage, State
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
    all_moves,
)
from phoenicia.rules import LAW
from phoenicia.rules.auction import means

KINDS: Mapping[Stage, tuple[type[AnyMove], ...]] = {
    **dict.fromkeys(REVEALING, (Reveal,)),
    **dict.fromkeys(DEALING, (Deal,)),
    Stage.OFFER: (PutUp, EndAuctions),
    Stage.OPENING: (Bid,),
    Stage.BIDDING: (Pass, Bid),
    Stage.PAYMENT: (PayCard, PayDisks),
    Stage.WORKERS: (Train, Employ, MoveWorker, EndWorkers),
    Stage.TOOLS: (BuyTool, BuyPoint, ConvertCard, EndTurn),
    Stage.TREASURY: (EndTurn,),
    Stage.DISKS: (MakeCard, KeepDisks),
    Stage.LIMITS: (GiveUp,),
    Stage.OVER: (),
}
"""The kinds of moves about which the law is asked, by stage."""


class Generator:
    """The legal moves of the positions of one setting, in the order of the table."""

    def __init__(self, setting: Setting) -> None:
        """Sort the moves of the table by their kind."""
        self._moves = {kind: tuple(moves) for kind, moves in groupby(all_moves(setting), type)}
        self._legal = legal_among(LAW)

    def legal_moves(self, state: State) -> tuple[AnyMove, ...]:
        """All legal moves of a position."""
        return self._legal(state, [(kind, self._candidates(kind, state)) for kind in KINDS[state.turn.stage]])

    def _candidates(self, kind: type[AnyMove], state: State) -> Sequence[AnyMove]:
        """The moves of a kind; of bids those above the last one that the player can have the means for."""
        moves = self._moves[kind]
        turn = state.turn
        return moves[turn.bid : max(0, means(state, turn.kind))] if kind is Bid else moves

"""The moments of the game that grants name: at each, some moves are permitted."""

from __future__ import annotations

from era_of_inventions.tabletop import moments_of
from phoenicia.position import Stage

_during = moments_of("turn.stage")


TURNED_UP = _during("while development cards are turned up", Stage.REFILL, Stage.FIRST_DISPLAY)
DEALT = _during("while production cards are dealt", Stage.INCOME, Stage.FIRST_CARDS)
OFFERED = _during("when the next card can be put up", Stage.OFFER)
BIDDING = _during("in an auction", Stage.OPENING, Stage.BIDDING)
ANSWERING = _during("when an auction has been opened", Stage.BIDDING)
PAYMENT = _during("when something is to be paid", Stage.PAYMENT)
WORKERS = _during("when workers are trained, employed and moved", Stage.WORKERS)
TOOLS = _during("when tools are bought", Stage.TOOLS)
TURN_OVER = _during("when nothing is left to do in a turn", Stage.TOOLS, Stage.CONVERTED)
DISKS = _during("when disks can be turned into a card", Stage.DISKS)
LIMITS = _during("when cards are given up", Stage.LIMITS)
IN_TURN = _during("in a turn", Stage.OFFER, Stage.OPENING, Stage.WORKERS, Stage.TOOLS, Stage.CONVERTED)
TOGETHER = _during("in an auction or in the administration", Stage.BIDDING, Stage.PAYMENT, Stage.DISKS, Stage.LIMITS)

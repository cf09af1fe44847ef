"""The moments of the game at which grants speak."""

from __future__ import annotations

from era_of_inventions.tabletop import Moment, moments_of
from oh_my_goods.position import COVERING, DEALING, DRAWING, Stage, State

_during = moments_of("turn.stage")


CHARBURNERS_DEALT = _during("while charburners are dealt", Stage.CHARBURNERS)
ASSISTANTS_OFFERED = _during("while assistants are laid out", Stage.ASSISTANTS_OFFERED)
CARDS_DEALT = _during("while cards are dealt", *DEALING)
CARDS_COVERED = _during("while goods are laid down", *COVERING)
SUNRISE = _during("at sunrise", Stage.SUNRISE)
SUNSET = _during("at sunset", Stage.SUNSET)
CARDS_REVEALED = _during("while market cards are turned over", Stage.SUNRISE, Stage.SUNSET)
EXCHANGE = _during("in the exchange of hand cards", Stage.EXCHANGE)
HALVING = _during("when both piles are empty", Stage.HALVING)
ASSISTANTS_MOVED = _during("before the craftsmen are placed", Stage.ASSISTANTS_MOVED)
WORK = _during("when the craftsmen are placed", Stage.WORK)
PLAN = _during("when the buildings are planned", Stage.PLAN)
PRODUCTION = _during("while a player produces", Stage.PRODUCTION)
CHAINS = _during("while a player produces", Stage.PRODUCTION, Stage.LAST_CHAINS)
SPENDING = _during("when a production lacks raw materials", Stage.HAND_CARDS_SPENT)
IN_CHAIN = _during("while a chain is used", Stage.CHAIN)
BUILDING = _during("when it is time to build", Stage.BUILDING)
PAYMENT = _during("when something is to be paid", Stage.PAYMENT)
LAST_CHAINS = _during("in the last round, after building", Stage.LAST_CHAINS)
SEALED = _during("while plans are sealed", Stage.WORK, Stage.PLAN)


PLACING = _during("when somebody has no place", Stage.ASSISTANT_PLACED)
PLACING_HIRED = Moment(
    "when somebody who is hired has no place", lambda p: PLACING.holds(p) and not _moving(p), sets=PLACING.sets
)
PLACING_MOVED = Moment(
    "when somebody who is moved has no place", lambda p: PLACING.holds(p) and _moving(p), sets=PLACING.sets
)


def _moving(position: State) -> bool:
    before = position.turn.before
    return before is not None and before.stage is Stage.ASSISTANTS_MOVED


DECIDED_IN_ORDER = Moment(
    "while all decide in order",
    lambda p: p.turn.stage in (Stage.EXCHANGE, Stage.HALVING, Stage.ASSISTANTS_MOVED) or _moving(p),
)
IN_TURNS = Moment(
    "while players produce and build",
    lambda p: Stage.PRODUCTION <= p.turn.stage <= Stage.LAST_CHAINS and p.turn.stage not in DRAWING and not _moving(p),
)

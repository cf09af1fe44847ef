"""What a development card brings at once, when it has been paid for."""

from __future__ import annotations

from era_of_inventions.tabletop import changed, plus, trigger
from phoenicia.box import DevelopmentCard
from phoenicia.position import StateDraft
from phoenicia.rules import supply, workers

SECTION = "Kaarten veilen"


def _card(draft: StateDraft) -> DevelopmentCard:
    return draft.components.cards[draft.turn.kind]


@trigger("gain.after-payment", nl="Nadat de speler de geveilde ontwikkelingskaart")
def after_payment(draft: StateDraft) -> None:
    """As soon as a card is paid it brings the gains printed on it, and nothing else."""
    for clause in (keep, storehouses, gained_workers, workers.points_now):
        draft.apply(clause)


@trigger("gain.keep", nl="legt de speler de kaart naast")
def keep(draft: StateDraft) -> None:
    """The card leaves the display and lies beside its owner's tiles for good, with its tile, discount and abilities."""
    me, table, turn = draft.edit_me(), draft.edit_table(), draft.edit_turn()
    table.display, me.cards = changed(table.display, turn.kind, -1), changed(me.cards, turn.kind)
    turn.winners = plus(turn.winners, turn.seat)


@trigger("gain.storehouses", rulings=("granary_again", "supplies"), nl="hij voegt pakhuizen toe")
def storehouses(draft: StateDraft) -> None:
    """The storehouses of a card go on the storage tile, even those of a second Granary; the tile improves only once."""
    me, card = draft.edit_me(), _card(draft)
    again = card.treasury and me.cards[draft.turn.kind] > 1
    if not (again and draft.ruleset.granary_again == "points-only"):
        me.storehouses += min(card.storehouses, supply.storehouses_left(draft))


@trigger("gain.workers", rulings=("training_room", "supplies"), nl="hij voegt arbeiders toe")
def gained_workers(draft: StateDraft) -> None:
    """The workers of a card go on the training tile, trained or untrained; nobody gains workers in another way."""
    me, card = draft.edit_me(), _card(draft)
    left = supply.workers_left(draft)
    if draft.ruleset.training_room == "as-printed":
        left = min(left, max(0, draft.components.training_places - me.untrained - me.trained))
    trained = min(card.trained, left)
    me.trained, me.untrained = me.trained + trained, me.untrained + min(card.untrained, left - trained)

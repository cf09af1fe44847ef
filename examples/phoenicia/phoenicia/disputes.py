"""How positions are written: points follow from workers and cards; cards not placed are in deck and pile.

A dispute leaves out what does not matter. It is round 1, and everybody has the things of the setup,
without a production card. Whoever holds more production cards has as many storehouses, until the
income is dealt. Whoever decides has the turn and is Overlord, and the other way round; in an
auction everybody whose turn is not over bids, and the last bidder can pay the bid.
"""

from __future__ import annotations

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    Cards,
    DisputeForm,
    Game,
    Mask,
    PartialPosition,
    Quantity,
    StatedPosition,
    Values,
    described,
    elsewhere,
    mask,
    members,
    plus,
)
from phoenicia.box import ProductionCard
from phoenicia.moves import EndAuctions, EndTurn, EndWorkers, Move, PayCard, PayDisks
from phoenicia.notation import POSITIONS
from phoenicia.position import PRODUCTION, Purpose, Stage, State, no_kinds, wealth
from phoenicia.rules import pay
from phoenicia.rules.auction import highest_bidder, not_finished
from phoenicia.rules.discount import steps, subtract
from phoenicia.rules.display import new_cards, put_aside
from phoenicia.rules.income import POINTS_A_CARD
from phoenicia.rules.limits import cards_per_storehouse


def read_position(stated: StatedPosition, game: Game[State, Move]) -> State:
    """Return the position that a dispute states. Problems are noted in ``stated``."""
    base = game.new(stated.start)
    usual = described(base, stated.names)
    usual.of["table"][0]["deck"] = no_kinds(game.setting)
    description = stated.describe(usual)
    _fill_turn(description.of["turn"][0], base, start="start" in stated.position)
    _fill(base, description)
    return stated.complete(base, description)


def _fill_turn(turn: Values, base: State, *, start: bool) -> None:
    """Fill in the turn: in round 1, the player who decides is active, and Overlord unless a start player is stated."""
    stage = turn.setdefault("stage", Stage.OFFER)
    turn.setdefault("round", int(stage >= Stage.OFFER))
    if stage >= Stage.REFILL and "overlord" in turn:
        turn.setdefault("active", turn["overlord"])
    if stage not in (Stage.BIDDING, Stage.PAYMENT) and "active" in turn:
        turn.setdefault("seat", turn["active"])
    active = turn.setdefault("active", turn.setdefault("seat", base.turn.seat))
    turn.setdefault("overlord", base.turn.overlord if start else active)
    if stage is Stage.PAYMENT and turn.get("kind", ABSENT) != ABSENT:
        turn.setdefault("purpose", Purpose.CARD)


def _fill(base: State, description: PartialPosition) -> None:
    """Fill in the consequences of the stage: the auction, the debt, and the number of cards due."""
    (turn,), (table,) = description.of["turn"], description.of["table"]
    kind, stage = turn.get("kind", ABSENT), turn["stage"]
    for seat, values in enumerate(description.of["players"] if stage < Stage.INCOME else ()):
        if "hand" in values:
            values.setdefault("storehouses", max(base.players[seat].storehouses, values["hand"].size))
    if kind != ABSENT:
        display = [0] * len(base.components.cards)
        display[kind] = 1
        table.setdefault("display", tuple(display))
    if stage in (Stage.OPENING, Stage.BIDDING) or turn.get("purpose") is Purpose.CARD:
        paying = stage is Stage.PAYMENT
        one = plus(NO_THINGS, turn["seat"])
        turn.setdefault("bidders", one if paying else not_finished(POSITIONS.fill_in(base, description)))
        if kind != ABSENT and stage is not Stage.OPENING:
            turn.setdefault("bid", base.components.cards[kind].minimum)
            _give_means(POSITIONS.fill_in(base, description), description.of["players"])
    state = POSITIONS.fill_in(base, description)
    if stage is Stage.PAYMENT and (price := _price_owed(state)) is not None:
        turn.setdefault("owed", price)
    turn.setdefault("due", _most_due(state))


def _give_means(state: State, seated: list[Values]) -> None:
    """Give the last bidder the cards that the bid takes, if the hand is not stated."""
    if (bidder := highest_bidder(state)) == ABSENT or "hand" in seated[bidder]:
        return
    player, components = state.players[bidder], state.components
    missing = state.turn.bid - player.disks - steps(state, player, state.turn.kind)
    hand: Mask[ProductionCard] = NO_THINGS
    free = components.shuffled & ~elsewhere(state, PRODUCTION, "pile").known
    for card in reversed(members(free)):
        if components.worth(hand) < missing:
            hand = hand | mask(ProductionCard, [card])
    seated[bidder]["hand"] = Cards(hand)
    seated[bidder].setdefault("storehouses", max(player.storehouses, hand.bit_count()))


# --- What follows from the rest -------------------------------------------------------


def _most_due(state: State) -> int:
    """Return how many cards can be due at most: the number when the stage begins."""
    turn, table = state.turn, state.table
    if turn.stage is Stage.FIRST_DISPLAY:
        left = [number for kind, number in enumerate(table.deck) if not put_aside(state, kind)]
        return max(0, min(len(state.players) - sum(table.display), sum(left)))
    if turn.stage is Stage.REFILL:
        return new_cards(state)
    if turn.stage is Stage.INCOME:
        return 1 if turn.points else state.me.pp // POINTS_A_CARD
    if turn.stage is Stage.LIMITS:
        return cards_per_storehouse(state, turn.seat)
    return int(turn.stage is Stage.FIRST_CARDS)


def _price_owed(state: State) -> int | None:
    """Return the price of the purchase under way, or None if the position does not name it."""
    turn = state.turn
    if turn.purpose is Purpose.CARD:
        return None if turn.kind == ABSENT else subtract(state, state.me, turn.kind, turn.bid)
    paid = pay.paid_for(turn)
    return None if paid is None else pay.price(state, paid)


# --- Quantities that can be claimed ---------------------------------------------------


def _means(state: State, seat: int) -> int:
    """Return the highest possible bid of a player for the card put up; the wealth when there is none."""
    player, kind = state.players[seat], state.turn.kind
    return wealth(state, player) + (steps(state, player, kind) if kind != ABSENT else 0)


QUANTITIES = (
    Quantity("wealth", True, lambda state, seat: wealth(state, state.players[seat])),
    Quantity("means", True, _means),
    Quantity("hand cards", True, lambda state, seat: state.players[seat].hand.size),
    Quantity("number of development cards", True, lambda state, seat: sum(state.players[seat].cards)),
)
"""The quantities that can be claimed besides the fields of positions."""


DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    lying={ProductionCard: {}},
    supplied=("players.disks", "players.hand", "table.display"),
    together=(PayCard,),
    stops=(PayDisks(), EndAuctions(), EndWorkers(), EndTurn()),
    by_itself={PayDisks(): "pay.change"},
    quantities=QUANTITIES,
)
"""The particulars of disputes over the game."""

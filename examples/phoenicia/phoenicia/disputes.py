"""How positions are written: points follow from workers and cards; cards not placed are in deck and pile.

A dispute leaves out what does not matter. It is round 1, and everybody has the things of the setup,
without a production card. Whoever decides has the turn and is Overlord; in an auction everybody
whose turn is not over bids, and the last bidder can pay the bid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    Cards,
    DisputeForm,
    Game,
    Mask,
    PartialPosition,
    PrintedValue,
    Quantity,
    StatedPosition,
    Values,
    Verdict,
    described,
    elsewhere,
    mask,
    members,
    values_at,
)
from phoenicia.box import LEVELS, SETS, STEPS, Activity, Components, ProductionCard
from phoenicia.moves import (
    Bid,
    BuyPoint,
    BuyTool,
    Employ,
    EndAuctions,
    EndTurn,
    EndWorkers,
    GiveUp,
    Move,
    MoveWorker,
    Pass,
    PayCard,
    PayDisks,
    PutUp,
    Train,
)
from phoenicia.notation import POSITIONS
from phoenicia.position import PRODUCTION, Player, Purpose, Stage, State, no_kinds, seat_mask, value, wealth
from phoenicia.rules import pay
from phoenicia.rules.auction import highest_bidder, not_finished
from phoenicia.rules.discount import cards_for, steps, subtract
from phoenicia.rules.display import put_aside
from phoenicia.rules.gain import keep
from phoenicia.rules.income import POINTS_A_CARD
from phoenicia.rules.limits import cards_per_storehouse
from phoenicia.rules.pay import paid_for
from phoenicia.rules.produce import improved_only_two


def read_position(stated: StatedPosition, game: Game[State, Move]) -> State:
    """Return the position that a dispute states; problems are noted."""
    base = game.new(stated.start)
    usual = described(base, stated.names)
    usual.of["table"][0]["deck"] = no_kinds(game.setting)
    description = stated.describe(usual)
    _fill_turn(description.of["turn"][0], base, start="start" in stated.position)
    _fill(base, description)
    return stated.complete(base, description)


def _fill_turn(turn: Values, base: State, *, start: bool) -> None:
    """Whoever decides has the turn, and is Overlord unless the ``start`` player is stated; it is round 1."""
    stage = turn.setdefault("stage", Stage.OFFER)
    turn.setdefault("round", int(stage >= Stage.OFFER))
    active = turn.setdefault("active", turn.setdefault("seat", base.turn.seat))
    turn.setdefault("overlord", base.turn.overlord if start else active)
    if stage is Stage.PAYMENT and turn.get("kind", ABSENT) != ABSENT:
        turn.setdefault("purpose", Purpose.CARD)


def _fill(base: State, description: PartialPosition) -> None:
    """Fill in the consequences of the stage: the auction, the debt, and the number of cards due."""
    (turn,), (table,) = description.of["turn"], description.of["table"]
    kind, stage = turn.get("kind", ABSENT), turn["stage"]
    if kind != ABSENT:
        display = [0] * len(base.components.cards)
        display[kind] = 1
        table.setdefault("display", tuple(display))
    if stage in (Stage.OPENING, Stage.BIDDING) or turn.get("purpose") is Purpose.CARD:
        paying = stage is Stage.PAYMENT
        one = seat_mask(turn["seat"])
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
        if value(components, hand) < missing:
            hand = hand | mask(ProductionCard, [card])
    seated[bidder]["hand"] = Cards(hand)
    seated[bidder].setdefault("storehouses", max(player.storehouses, hand.bit_count()))


# --- What follows from the rest ---------------------------------------------------------------------------------------


def _most_due(state: State) -> int:
    """Return how many cards can be due at most: the number when the stage begins."""
    turn, table = state.turn, state.table
    if turn.stage is Stage.FIRST_DISPLAY:
        left = [number for kind, number in enumerate(table.deck) if not put_aside(state, kind)]
        return max(0, min(len(state.players) - sum(table.display), sum(left)))
    if turn.stage is Stage.REFILL:
        return min(len(state.players), sum(table.deck))
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


# --- Quantities that can be claimed -----------------------------------------------------------------------------------


OF_WORKERS = frozenset({"VP", "score", "points score.workers"})
OF_CARDS = frozenset({"VP", "score", "points score.cards"})
"""The quantities that add up printed victory points of workers and of cards."""


def _means(state: State, seat: int) -> int:
    """Return the highest possible bid of a player for the card put up; the wealth when there is none."""
    player, kind = state.players[seat], state.turn.kind
    return wealth(state, player) + (steps(state, player, kind) if kind != ABSENT else 0)


QUANTITIES = (
    Quantity("wealth", True, lambda state, seat: wealth(state, state.players[seat])),
    Quantity("means", True, _means),
    Quantity("hand cards", True, lambda state, seat: state.players[seat].hand.size),
    Quantity("number of cards", True, lambda state, seat: sum(state.players[seat].cards)),
)
"""The quantities besides the fields."""


# --- Dependencies of a judgement --------------------------------------------------------------------------------------


def values_of_verdict(state: State, verdict: Verdict) -> Iterator[PrintedValue]:
    """Yield the printed values on which the judgement and the effects of a move depend."""
    subject = verdict.subject
    if isinstance(subject, PayCard | PayDisks):
        subject = PutUp(state.turn.kind) if state.turn.purpose is Purpose.CARD else paid_for(state.turn)
    yield from _of_move(state, subject)
    if any(event.clause == keep.id for event in verdict.events):
        yield from _of_gain(state)
    if state.turn.round:
        of_income = [event.seat for event in verdict.events if event.clause.startswith("income.")]
        for seat in dict.fromkeys(of_income):
            if seat is not None:
                yield from _of_points(state, state.players[seat], "pp")


def values_of_quantity(state: State, what: str) -> Iterator[PrintedValue]:
    """Yield the printed values that a quantity adds up."""
    for player in state.players:
        if what == "PP":
            yield from _of_points(state, player, "pp")
        elif what == "means":
            yield from _of_discounts(state, player, state.turn.kind)
        if what in OF_WORKERS:
            yield from _of_workers(state, player, "vp")
        if what in OF_CARDS:
            yield from _of_cards(state, player, "vp")


def _of_move(state: State, move: object) -> Iterator[PrintedValue]:
    components, me, turn = state.components, state.me, state.turn
    if isinstance(move, Bid | PutUp):
        kind = move.kind if isinstance(move, PutUp) else turn.kind
        if kind != ABSENT:
            yield from _of_card(components, kind, "minimum")
            yield from _of_discounts(state, me, kind)
    elif isinstance(move, Pass):
        if turn.bidders.bit_count() == 2:
            yield from _of_discounts(state, state.players[highest_bidder(state)], turn.kind)
    elif isinstance(move, Train):
        yield from _sourced(components, "", ("training",))
        yield from _of_cards(state, me, "training")
    elif isinstance(move, Employ | MoveWorker | BuyTool):
        yield from _of_tile(components, move.activity, "tool_cost")
        yield from _of_ability(state, me, "opens", move.activity)
        if state.ruleset.smelter_without_mine == "opens-mine":
            yield from _of_ability(state, me, "improves", move.activity)
        if not isinstance(move, BuyTool):
            yield from _of_tile(components, move.activity, "circles")
        if isinstance(move, MoveWorker):
            yield from _of_tile(components, move.origin, "tool_cost")
            if state.ruleset.more_lucrative == "more-points":
                for activity in (move.origin, move.activity):
                    yield from _of_tile(components, activity, "vp", *_production_keys(state, me, activity))
    elif isinstance(move, BuyPoint):
        yield from _sourced(components, "", ("points_for_sale", "point_price"))
        yield from _of_cards(state, me, "sells_points")
    elif isinstance(move, EndTurn | GiveUp):
        yield from _sourced(components, "", ("treasury",))
        yield from _of_cards(state, me, "treasury")
        if isinstance(move, EndTurn) and state.after(turn.active) == turn.overlord:
            for player in state.players:
                yield from _of_points(state, player, "vp")


def _of_gain(state: State) -> Iterator[PrintedValue]:
    """Yield the gains of the card that is paid, except its points and abilities, which are listed where they count."""
    card = state.components.cards[state.turn.kind]
    workers = [key for key in ("untrained", "trained") if getattr(card, key)]
    yield from _of_card(state.components, state.turn.kind, *workers, *(["storehouses"] if card.storehouses else []))
    if workers and state.ruleset.training_room == "as-printed":
        yield from _sourced(state.components, "", ("training_places",))


def _of_points(state: State, player: Player, key: str) -> Iterator[PrintedValue]:
    yield from _of_workers(state, player, key)
    yield from _of_cards(state, player, key)


def _of_workers(state: State, player: Player, key: str) -> Iterator[PrintedValue]:
    for activity in Activity:
        if player.workers[activity]:
            keys = _production_keys(state, player, activity) if key == "pp" else (key,)
            yield from _of_tile(state.components, activity, *keys)
            if key == "pp":
                yield from _of_ability(state, player, "improves", activity)


def _production_keys(state: State, player: Player, activity: int) -> Iterable[str]:
    level = improved_only_two(state, player, activity)
    return LEVELS[level - 1] if level else ("pp",)


def _of_cards(state: State, player: Player, key: str) -> Iterator[PrintedValue]:
    for kind, number in enumerate(player.cards):
        if number and getattr(state.components.cards[kind], key):
            yield from _of_card(state.components, kind, key)


def _of_ability(state: State, player: Player, key: str, activity: int) -> Iterator[PrintedValue]:
    for kind, number in enumerate(player.cards):
        if number and getattr(state.components.cards[kind], key) == activity:
            yield from _of_card(state.components, kind, key)


def _of_card(components: Components, kind: int, *keys: str) -> Iterator[PrintedValue]:
    return _sourced(components, f"card.{components.cards[kind].id}", keys)


def _of_tile(components: Components, activity: int, *keys: str) -> Iterator[PrintedValue]:
    return _sourced(components, f"tile.{Activity(activity).word}", keys)


def _of_discounts(state: State, player: Player, kind: int) -> Iterator[PrintedValue]:
    for number, discount in enumerate(state.components.discounts, 1):
        if kind in discount.on and player.cards[discount.of]:
            step = STEPS[min(cards_for(state, player, kind), len(discount.steps)) - 1]
            yield from _sourced(state.components, f"discount[{number}]", (step,))


def _sourced(components: Components, place: str, keys: Iterable[str]) -> Iterator[PrintedValue]:
    """Return the values printed there under these keys, as far as there are any."""
    return values_at(SETS, components, [f"{place}.{key}".lstrip(".") for key in keys])


DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    lying={ProductionCard: {}},
    stops=(EndAuctions(), EndWorkers(), EndTurn()),
    quantities=QUANTITIES,
    values_of_verdict=values_of_verdict,
    values_of_quantity=values_of_quantity,
)
"""The particulars of disputes over the game."""

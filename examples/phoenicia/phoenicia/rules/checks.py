"""Faults of positions that people write down, each in the name of a clause.

The checks follow from the law and are no part of it. They look at what lies on the table and at
what the stage needs to go on, not at how it came there. Unknown parts of a position are believed to
be right.
"""

from __future__ import annotations

from era_of_inventions.tabletop import ABSENT, Sentences, check, check_each, evolve, has, in_one_place, members
from phoenicia.box import ACTIVITIES
from phoenicia.position import DEALING, PRODUCTION, REVEALING, Player, Purpose, Stage, State, no_kinds, wealth
from phoenicia.rules import (
    auction,
    discount,
    display,
    gain,
    income,
    limits,
    overlord,
    pay,
    produce,
    setup,
    supply,
    treasury,
    workers,
)
from phoenicia.rules import round as rounds

IN_AUCTION = frozenset({Stage.OPENING, Stage.BIDDING})
OWN_TURN = frozenset({Stage.OFFER, Stage.OPENING, Stage.WORKERS, Stage.TOOLS, Stage.CONVERTED})
"""When whose turn it is decides."""
TURNS = OWN_TURN | {Stage.BIDDING, Stage.PAYMENT}
SERVED = frozenset({Stage.INCOME, Stage.DISKS})
"""When players have income, one after another."""
ADMINISTRATION = SERVED | {Stage.REFILL, Stage.LIMITS}
EMPLOYING = frozenset({Purpose.EMPLOYMENT, Purpose.MOVE})
"""The purposes that put a worker somewhere."""
ALL = range(99)


def _for_card(state: State) -> bool:
    """Return whether a card that was won is being paid."""
    return state.turn.stage is Stage.PAYMENT and state.turn.purpose is Purpose.CARD


def _at_most(state: State, player: Player) -> int:
    """Return what a player can have at most, whatever the unknown cards are."""
    return wealth(state, player) + player.hand.unknown * max(state.components.values)


# --- Cards ----------------------------------------------------------------------------


@check(setup.copies)
def cards_are_as_many_as_take_part(state: State) -> Sentences:
    """No development card has more copies than take part with this number of players."""
    table = state.table
    for kind, card in enumerate(state.components.cards):
        held = sum(player.cards[kind] for player in state.players)
        there = held + table.display[kind] + table.deck[kind] + table.aside[kind]
        if there > (most := setup.copies(state, kind)):
            yield f"there are {there} copies of {card.id}; expected at most {most}"


@check(display.put_aside, about="table.aside")
def cards_are_aside_in_the_setup(state: State) -> Sentences:
    """Cards lie aside only while the first display is laid."""
    for kind, number in enumerate(state.table.aside):
        if number and not display.put_aside(state, kind):
            yield f"{state.components.cards[kind].id} lies aside"


production_cards_are_in_one_place = in_one_place(setup.shuffle_production, PRODUCTION)


@check(setup.shuffle_production)
def preset_cards_are_apart(state: State) -> Sentences:
    """Preset cards are apart from the other production cards."""
    ids, preset = state.components.money.names, state.components.preset_cards
    for card in members((state.table.pile.known | state.table.discards.known) & preset):
        yield f"{ids[card]}, a preset card, lies among the production cards"
    for card in members(state.table.gone & ~preset):
        yield f"{ids[card]} is out of the game, but is no preset card"


@check_each(rounds.one_card_each, about="players.hand")
def preset_cards_are_agreed_on(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has a preset card if cards are dealt."""
    if state.ruleset.first_hand == "dealt" and player.hand.known & state.components.preset_cards:
        yield "has a preset card"


@check_each(limits.cards_per_storehouse, about="players.hand")
def cards_have_storehouses(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more cards than storehouses, except a player who has just had income."""
    turn = state.turn
    later = state.later(turn.seat)
    free = seat not in later if turn.stage in SERVED else turn.stage is Stage.LIMITS and seat in (turn.seat, *later)
    if not free and player.hand.size > player.storehouses:
        yield f"has {player.hand.size} production cards and {player.storehouses} storehouses"


# --- Players --------------------------------------------------------------------------


@check_each(treasury.excess_lost, about="players.disks")
def disks_are_within_the_limit(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more disks than the treasury holds, except by change of this round, or by income."""
    turn = state.turn
    if turn.stage in SERVED:
        free = seat not in state.later(turn.seat)
    elif turn.stage in TURNS:
        won = has(turn.winners, seat)
        begun = turn.stage >= Stage.WORKERS or (turn.stage is Stage.PAYMENT and not _for_card(state))
        free = (seat in state.later(turn.active) and won) or (seat == turn.active and (won or begun))
    else:
        free = False
    if not free and player.disks > (most := treasury.disk_limit(state, player)):
        yield f"has {player.disks} disks; expected at most {most}"


@check_each(workers.open_activity, about="players.workers")
def workers_have_a_tile(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has workers on a tile that is not there."""
    for activity, number in enumerate(player.workers):
        if number and not produce.tiles(state, player, activity):
            yield f"has workers in {ACTIVITIES[activity]} without its tile"


@check_each(workers.room, about="players.workers")
def workers_have_circles(state: State, seat: int, player: Player) -> Sentences:
    """No tile holds more workers than it has circles."""
    for activity, number in enumerate(player.workers):
        if number > (most := produce.circles(state, player, activity)) > 0:
            yield f"has {number} workers in {ACTIVITIES[activity]}; expected at most {most}"


@check_each(gain.gained_workers, about="players.untrained")
def workers_have_training_places(state: State, seat: int, player: Player) -> Sentences:
    """By one reading the training tile holds no more workers than it has places."""
    number, most = player.untrained + player.trained, state.components.training_places
    if state.ruleset.training_room == "as-printed" and number > most:
        yield f"has {number} workers on the training tile; expected at most {most}"


@check_each(treasury.own_tile, about="players.tools")
def tools_have_a_tile(state: State, seat: int, player: Player) -> Sentences:
    """No tool waits on a tile that is not there."""
    for activity, number in enumerate(player.tools):
        if number and not produce.tiles(state, player, activity):
            yield f"has a tool for {ACTIVITIES[activity]} without its tile"


@check_each(treasury.tools_on_tile, about="players.tools")
def one_tool_waits(state: State, seat: int, player: Player) -> Sentences:
    """By one reading a single tool can wait on a tile."""
    if state.ruleset.tools_per_tile == "one" and max(player.tools) > 1:
        yield f"has {max(player.tools)} tools on a tile; expected at most 1"


@check_each(treasury.points_for_sale, about="players.bought")
def points_were_for_sale(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has bought more points than were for sale."""
    turns = state.turn.round if state.ruleset.city_center == "three-per-turn" else 1
    most = state.components.points_for_sale * treasury.city_centers(state, player) * turns
    if player.bought > most:
        yield f"has bought {player.bought} victory points; expected at most {most}"


@check_each(produce.total, about="players.pp")
def production_points_add_up(state: State, seat: int, player: Player) -> Sentences:
    """The production points are the sum over workers and cards."""
    if player.pp != (expected := produce.total(state, player)):
        yield f"has {player.pp} PP; expected {expected}"


@check_each(produce.victory, about="players.vp")
def victory_points_add_up(state: State, seat: int, player: Player) -> Sentences:
    """The victory points are the sum over workers and cards, and the points bought."""
    if player.vp != (expected := produce.victory(state, player)):
        yield f"has {player.vp} VP; expected {expected}"


@check_each(setup.storage)
def players_have_what_they_begin_with(state: State, seat: int, player: Player) -> Sentences:
    """Before the first round nobody has more or less than the setup gives, apart from production cards."""
    begun = Player(player.hand, no_kinds(state.setting), setup.DISKS, setup.STOREHOUSES, setup.UNTRAINED)
    begun = evolve(begun, workers=setup.WORKERS, pp=player.pp, vp=player.vp)
    if state.turn.stage <= Stage.FIRST_CARDS and player != begun:
        yield "has more or less than the setup gives before the first round"


# --- The supply -----------------------------------------------------------------------


def _too_many(state: State, what: str, number: int, stock: int) -> Sentences:
    if state.ruleset.supplies == "limited" and number > stock:
        yield f"there are {number} {what}; expected at most {stock}"


@check(supply.disks_left)
def disks_are_in_the_box(state: State) -> Sentences:
    """If disks are limited, there are no more than in the box."""
    number = sum(player.disks + sum(player.tools) for player in state.players)
    yield from _too_many(state, "disks", number, state.components.stock.disks)


@check(supply.workers_left)
def workers_are_in_the_box(state: State) -> Sentences:
    """If workers are limited, there are no more than in the box."""
    number = sum(player.untrained + player.trained + sum(player.workers) for player in state.players)
    yield from _too_many(state, "workers", number, state.components.stock.workers)


@check(supply.storehouses_left)
def storehouses_are_in_the_box(state: State) -> Sentences:
    """If storehouses are limited, there are no more than in the box."""
    number = sum(player.storehouses for player in state.players)
    yield from _too_many(state, "storehouses", number, state.components.stock.storehouses)


# --- The turn -------------------------------------------------------------------------


@check(rounds.begins, about="turn.round")
def rounds_are_counted(state: State) -> Sentences:
    """Rounds are counted from 1 on, and the setup is before them."""
    if (state.turn.stage <= Stage.FIRST_CARDS) != (state.turn.round == 0):
        yield f"it is round {state.turn.round}"


@check(rounds.one_turn_each, about="turn.seat", shape=True)
def the_active_player_decides(state: State) -> Sentences:
    """In a turn its player decides, except where others bid or pay for a card."""
    turn = state.turn
    own = turn.stage in OWN_TURN or (turn.stage is Stage.PAYMENT and not _for_card(state))
    if own and turn.seat != turn.active:
        yield turn.seat, "decides, but it is the turn of", turn.active


@check(overlord.most_points, about="turn.active")
def the_overlord_is_first(state: State) -> Sentences:
    """Outside the turns the Overlord is the active player."""
    turn = state.turn
    if turn.stage in ADMINISTRATION | REVEALING | DEALING and turn.active != turn.overlord:
        yield turn.active, "is the active player in the administration, but", turn.overlord, "is Overlord"


@check(overlord.end_check, about="turn.stage")
def a_city_state_ends_the_game(state: State) -> Sentences:
    """The game is over with a city-state, and there is no administration then."""
    founded = max(produce.victory(state, player) for player in state.players) >= overlord.CITY_STATE
    if state.turn.stage is Stage.OVER and not founded:
        yield f"the game is over, but nobody has {overlord.CITY_STATE} victory points"
    if state.turn.stage in ADMINISTRATION and founded:
        yield f"the game is not over, though somebody has {overlord.CITY_STATE} victory points"


@check(auction.put_up, about="turn.kind", shape=True)
def auctions_are_for_a_card(state: State) -> Sentences:
    """In an auction, and while its winner pays, a card of the display is put up; at no other time."""
    kind = state.turn.kind
    if not (state.turn.stage in IN_AUCTION or _for_card(state)):
        if kind != ABSENT:
            yield f"{state.components.cards[kind].id} is put up outside an auction"
    elif kind == ABSENT:
        yield "no card is put up in the auction"
    elif not state.table.display[kind]:
        yield f"{state.components.cards[kind].id} is put up, but is not displayed"


@check(auction.not_finished, about="turn.bidders", shape=True)
def bidders_can_bid(state: State) -> Sentences:
    """Bidders have not ended their turn, include the deciding player, and are as many as the stage allows."""
    turn = state.turn
    can, number = auction.not_finished(state), turn.bidders.bit_count()
    if turn.stage not in IN_AUCTION and not _for_card(state):
        if turn.bidders:
            yield "there are bidders outside an auction"
        return
    for seat in members(turn.bidders & ~can):
        yield seat, "bids, but cannot"
    if not has(turn.bidders, turn.seat):
        yield turn.seat, "decides, but is no bidder"
    if turn.stage is Stage.OPENING and turn.bidders != can:
        yield "somebody has passed before the first bid"
    if turn.stage is Stage.BIDDING and number < 2:
        yield "the auction goes on, though nobody is left to bid against"
    if _for_card(state) and number > 1:
        yield "a card is paid for, though others can still bid"


@check(auction.minimum, about="turn.bid")
def bids_are_in_auctions(state: State) -> Sentences:
    """There is a bid from the first one on, at least the minimum, until it is paid."""
    turn = state.turn
    if turn.stage is not Stage.BIDDING and not _for_card(state):
        if turn.bid:
            yield f"{turn.bid} is bid outside an auction"
    elif turn.kind != ABSENT and turn.bid < (least := auction.minimum_bid(state, turn.kind)):
        yield f"{turn.bid} is bid; expected at least {least}"


def _most_means(state: State, seat: int) -> int:
    """Return what a player can bid at most for the card put up, whatever the unknown cards are."""
    player = state.players[seat]
    return _at_most(state, player) + discount.steps(state, player, state.turn.kind)


@check(auction.needs_means, about="turn.kind", shape=True)
def openers_can_bid(state: State) -> Sentences:
    """Whoever has put a card up can pay the minimum bid."""
    turn = state.turn
    if turn.stage is Stage.OPENING and turn.kind != ABSENT:
        least, most = auction.minimum_bid(state, turn.kind), _most_means(state, turn.seat)
        if most < least:
            yield turn.seat, f"has put a card up for {least} and can pay at most {most}"


@check(auction.must_afford, about="turn.bid", shape=True)
def bids_can_be_paid(state: State) -> Sentences:
    """The last bidder, the next one to the right of the deciding player, can pay the bid."""
    turn = state.turn
    if turn.stage is Stage.BIDDING and turn.kind != ABSENT:
        last = auction.highest_bidder(state)
        if last != ABSENT and turn.bid > (most := _most_means(state, last)):
            yield last, f"has bid {turn.bid} and can pay at most {most}"


@check(pay.owed, about="turn.purpose", shape=True)
def payments_have_a_purpose(state: State) -> Sentences:
    """Something is paid for at a payment and at no other time, and it can be had."""
    turn, me, purpose = state.turn, state.me, state.turn.purpose
    if (turn.stage is Stage.PAYMENT) != (purpose is not None):
        yield (
            "something is to be paid, but nothing says what for"
            if purpose is None
            else f"{purpose.value} is paid for outside a payment"
        )
        return
    if (turn.place != ABSENT) != (purpose in pay.WITH_PLACE) or (turn.origin != ABSENT) != (purpose is Purpose.MOVE):
        yield "the activities named do not fit what is paid for"
    elif not {
        None: True,
        Purpose.CARD: True,
        Purpose.TRAINING: me.untrained,
        Purpose.EMPLOYMENT: me.trained,
        Purpose.MOVE: turn.origin != turn.place and me.workers[turn.origin],
        Purpose.TOOL: produce.tiles(state, me, turn.place),
        Purpose.POINT: treasury.city_centers(state, me),
    }[purpose]:
        yield turn.seat, f"pays for {purpose.value if purpose else 'nothing'}, which cannot be had"
    elif purpose in EMPLOYING and me.workers[turn.place] >= produce.circles(state, me, turn.place):
        yield turn.seat, f"pays for a worker in {ACTIVITIES[turn.place]}, where there is no room"


@check(pay.needed_cards, about="turn.owed", shape=True)
def payments_can_be_completed(state: State) -> Sentences:
    """The debt can be paid by the rules, with at least one card to choose; nothing is owed at any other time."""
    turn, me = state.turn, state.me
    if turn.stage is not Stage.PAYMENT:
        if turn.owed or turn.lowest:
            yield f"{turn.owed} is owed outside a payment"
        return
    if not me.hand.size or turn.owed <= 0:
        yield turn.seat, "is to pay, but owes nothing, or has no card to pay with"
    elif turn.owed > _at_most(state, me):
        yield turn.seat, f"owes {turn.owed} and has {_at_most(state, me)}"
    elif not me.hand.unknown and not pay.payable(
        state, turn.owed, turn.lowest or max(ALL), state.components.money.counts(me.hand.known)
    ):
        yield turn.seat, f"cannot pay {turn.owed} without a card too many"


# --- The administration ---------------------------------------------------------------


@check(display.turned_up, about="turn.due", shape=True)
def cards_are_left_to_be_turned_up(state: State) -> Sentences:
    """At most as many cards are due as there are players, and that many are left."""
    turn = state.turn
    if turn.stage in REVEALING:
        left = sum(number for kind, number in enumerate(state.table.deck) if not display.put_aside(state, kind))
        if not 1 <= turn.due <= min(left, len(state.players)):
            yield f"{turn.due} cards are to be turned up, and {left} are left"
    elif turn.due and turn.stage not in DEALING and turn.stage is not Stage.LIMITS:
        yield f"{turn.due} cards are due"


@check(income.from_pile, about="turn.due", shape=True)
def cards_are_left_to_be_dealt(state: State) -> Sentences:
    """Where cards are dealt, one is due at least and the pile has it."""
    turn = state.turn
    if turn.stage in DEALING:
        most = 1 if turn.stage is Stage.FIRST_CARDS else max(1, state.me.pp // 4)
        if not 1 <= turn.due <= most or not state.table.pile.size:
            yield f"{turn.due} cards are to be dealt from a pile of {state.table.pile.size}"


@check(rounds.one_card_each, about="table.pile", shape=True)
def first_cards_are_left(state: State) -> Sentences:
    """Before the first round there is a card for everybody who has none."""
    players, turn = len(state.players), state.turn
    if turn.stage is Stage.FIRST_DISPLAY and state.ruleset.first_hand == "preset-five":
        needed, left = players, (state.table.gone & state.components.preset_cards).bit_count()
    elif turn.stage <= Stage.FIRST_CARDS:
        needed, left = 1 + len(state.later(turn.seat)), state.table.pile.size
    else:
        return
    if left < needed:
        yield f"there are {left} cards to be dealt; expected at least {needed}"


@check(income.may_make, about="turn.stage", shape=True)
def disks_can_make_a_card(state: State) -> Sentences:
    """A card for disks is offered only by one reading, and to a player who has the disks."""
    asked = state.ruleset.disks_to_card == "may" and income.disks_make_four(state)
    if state.turn.stage is Stage.DISKS and not asked:
        yield state.turn.seat, "can make no card of disks"


@check(limits.cards_per_storehouse, about="turn.due", shape=True)
def surplus_cards_are_due(state: State) -> Sentences:
    """Where cards are given up, the number due is the number that is too many."""
    turn, surplus = state.turn, limits.cards_per_storehouse(state, state.turn.seat)
    if turn.stage is Stage.LIMITS and not turn.due == surplus > 0:
        yield (turn.seat, f"gives up {turn.due} cards; expected {surplus}" if surplus else "has no card to give up")

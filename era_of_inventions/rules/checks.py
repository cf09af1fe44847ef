"""Faults of positions that people write down, each in the name of a clause.

The checks follow from the law and are no part of it. They look at what lies on the
table and at what the phase needs to go on, not at how it came there. The counts of a
turn or a round are believed, as far as the limits allow them.
"""

from __future__ import annotations

from typing import Any

from era_of_inventions.box.components import Area, FactoryCard, InventionCard
from era_of_inventions.box.goods import Good, count
from era_of_inventions.position import (
    ACTION,
    BONUS_ACTION,
    BONUS_OFFER,
    CHOICE,
    EMPTY,
    FINAL_MARKET,
    GAME_OVER,
    PLACEMENT,
    REFRESH_CARDS,
    REFRESH_FACTORIES,
    REVEALS,
    SETUP_CARDS,
    SETUP_FACTORIES,
    Player,
    State,
    records,
    steps_taken,
)
from era_of_inventions.rules import (
    bonus,
    build,
    components,
    develop,
    display,
    execution,
    market,
    patents,
    placement,
    produce,
    refresh,
    scoring,
    setup,
    supply,
)
from era_of_inventions.tabletop.law.clause import Sentences, check, check_each
from era_of_inventions.tabletop.values import Mask, mask, members

# --- The pieces in play ---------------------------------------------------------------


@check(setup.start_player_seated, about="start")
def start_player_exists(state: State) -> Sentences:
    """The start player sits at the table."""
    if not setup.start_player_seated(state):
        yield "the start player is", state.start, "; expected somebody at the table"


# --- How much there is ----------------------------------------------------------------


@check_each(patents.six_per_game, about="players.patents")
def patent_track_has_an_end(state: State, seat: int, player: Player) -> Sentences:
    """No patent marker stands beyond the track."""
    squares = len(state.components.patent_squares)
    if player.patents > squares:
        yield f"has {player.patents} patents; expected 0 to {squares}"


@check(supply.general_supply)
def box_suffices(state: State) -> Sentences:
    """No more is in play than the box holds, where that is the reading."""
    if state.ruleset.goods_supply == "limited":
        loads = list(zip(state.components.sources, state.board.loads, strict=True))
        for good in Good:
            number = sum(load for source, load in loads if source.good is good)
            number += sum(count(player.goods, good) for player in state.players)
            if number > (held := count(state.components.supply, good)):
                yield f"{number} {good.word} are in play; the box holds {held}"


@check(components.bonus_discs, about="players.bonus_discs")
def bonus_discs_are_in_the_box(state: State) -> Sentences:
    """No more bonus discs are in use than lie in the box, if the reading limits them."""
    if state.ruleset.bonus_supply == "twenty" and supply.bonus_discs_in_supply(state) < 0:
        there = state.components.bonus_discs
        yield f"{there - supply.bonus_discs_in_supply(state)} bonus discs are in use; there are {there}"


@check_each(develop.marker_needed, about="players.developed")
def markers_suffice(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more markers on the board than there are."""
    if develop.markers_left(state, seat) < 0:
        used = player.developed.bit_count() + player.patented.bit_count()
        yield f"has {used} markers on the board; each player has {state.components.markers}"


# --- Where it lies --------------------------------------------------------------------


@check_each(setup.start_factory, about="players.factories")
def start_factories_stay(state: State, seat: int, player: Player) -> Sentences:
    """Everybody owns their own start factory and nobody else's."""
    start_factories = -1 << len(state.components.factories)
    if player.factories & start_factories != setup.own_start_factory(state, seat):
        yield "must own exactly one start factory, that of their seat"


@check(build.owned_face_up)
def factories_are_in_one_place(state: State) -> Sentences:
    """Each factory is in one place."""
    board = state.board
    places: list[tuple[tuple[str | int, ...], Mask[FactoryCard]]]
    places = [
        (("in the deck",), board.factory_deck),
        (("among the discards",), board.factory_discards),
    ]
    places += [
        ((f"on space {i + 1} of the row",), mask(FactoryCard, [f]))
        for i, f in enumerate(board.row)
        if f != EMPTY
    ]
    places += [
        (("owned by", seat), player.factories) for seat, player in enumerate(state.players)
    ]
    for index, factory in enumerate(state.components.factories):
        found = [place for place, things in places if things >> index & 1]
        if len(found) != 1:
            words = [word for place in found for word in ("and", *place)][1:]
            yield f"the factory {factory.id} is", *(words or ["nowhere"])


@check(produce.to_open_discard, about="board")
def cards_are_in_one_place(state: State) -> Sentences:
    """No card is in two places."""
    board = state.board
    places = [("in the deck", board.deck), ("among the discards", board.discards)]
    places += [
        (f"on display space {i + 1}", mask(InventionCard, [card]))
        for i, card in enumerate(board.display)
        if card != EMPTY
    ]
    places.append(("waiting for the end of the round", produce.waiting_cards(state)))
    for index, card in enumerate(state.components.cards):
        found = [place for place, things in places if things >> index & 1]
        if len(found) > 1:
            yield f"the card {card.id} is {' and '.join(found)}"


@check(refresh.start_cards_removed, about="board")
def only_start_cards_have_left(state: State) -> Sentences:
    """Each card in play that is no start card is somewhere."""
    board = state.board
    somewhere = (
        board.deck
        | board.discards
        | display.lying(InventionCard, board.display)
        | produce.waiting_cards(state)
        | state.components.start_cards
    )
    for index in members(setup.cards_in_play(state) & ~somewhere):
        yield f"the card {state.components.cards[index].id} is nowhere; only start cards leave the game"


@check(setup.cards_in_play, about="board")
def cards_are_released(state: State) -> Sentences:
    """No card of an undeveloped invention lies in a pile or on the board."""
    board = state.board
    somewhere = board.deck | board.discards | display.lying(InventionCard, board.display)
    for index in members(somewhere & ~setup.cards_in_play(state)):
        yield f"the card {state.components.cards[index].id} is in play, but nobody has developed its original"


@check(develop.space_once, about="players.developed")
def spaces_are_owned_once(state: State) -> Sentences:
    """No space carries the markers of two players."""
    for space in range(len(state.components.spaces)):
        seats = [
            seat for seat, player in enumerate(state.players) if player.developed >> space & 1
        ]
        if len(seats) > 1:
            yield (
                f"{state.components.space_name(space)} carries markers of",
                *seats,
                "; expected one",
            )


@check(develop.original_first, about="players.developed")
def technicals_have_originals(state: State) -> Sentences:
    """No technical space is developed without its original."""
    developed = develop.taken(state)
    for space in members(developed):
        if not develop.opened(state, space, developed):
            yield f"{state.components.space_name(space)} is developed, but its original is not"


@check(develop.cards_brought, about="board.developed_this_round")
def fresh_spaces_are_developed(state: State) -> Sentences:
    """Spaces developed this round carry a marker."""
    for space in members(state.board.developed_this_round & ~develop.taken(state)):
        yield f"{state.components.space_name(space)} was developed this round, but carries no marker"


@check_each(patents.own_only, about="players.patented")
def patents_lie_on_own_spaces(state: State, seat: int, player: Player) -> Sentences:
    """No patent lies on a space that is not its owner's."""
    for space in members(player.patented & ~player.developed):
        yield f"has a patent on {state.components.space_name(space)} without having developed it"


@check_each(patents.marker_placed, about="players.patented")
def patents_were_registered(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more patents on inventions than were registered."""
    if (placed := player.patented.bit_count()) > player.patents:
        yield f"has patent markers on {placed} inventions, but registered only {player.patents}"


@check(placement.two_per_area, about="players.discs")
def areas_hold_two(state: State) -> Sentences:
    """No area holds three discs."""
    for area in Area:
        if (discs := placement.occupancy(state, area)) > 2:
            yield f"the area {area.title!r} holds {discs} action discs; at most 2 are possible"


@check_each(placement.own_discs, about="players.discs")
def discs_are_dealt(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more discs on the board than were dealt."""
    each = setup.discs_each(state.setting.players)
    if (placed := player.discs.bit_count()) > each:
        yield f"has {placed} action discs on the board; each player has {each}"


# --- The needs of the phase -----------------------------------------------------------


@check(scoring.last_round, about="round")
def round_is_on_the_track(state: State) -> Sentences:
    """The round is one that is played."""
    if not 1 <= state.round <= scoring.last_round(state.setting.players):
        yield f"it is round {state.round}; expected 1 to {scoring.last_round(state.setting.players)}"


@check(scoring.last_round, about="turn.phase")
def phases_fit_the_round(state: State) -> Sentences:
    """The last round, and no other, is followed by the final market."""
    phase, last = state.turn.phase, scoring.last_round(state.setting.players)
    if phase in (FINAL_MARKET, GAME_OVER) and 1 <= state.round < last:
        yield f"the phase {phase.value} follows round {last}, not round {state.round}"
    if phase in (REFRESH_CARDS, REFRESH_FACTORIES) and state.round == last:
        yield f"the phase {phase.value} follows round {last}, but that is the last one"


@check(setup.round_one, about="turn.phase")
def setup_precedes_the_first_round(state: State) -> Sentences:
    """Cards and factories of the setup are turned over before round 1."""
    last = scoring.last_round(state.setting.players)
    if state.turn.phase in (SETUP_FACTORIES, SETUP_CARDS) and 1 < state.round <= last:
        yield f"the phase {state.turn.phase.value} belongs to round 1, not to round {state.round}"


@check(setup.lay_out, about="board.display", shape=True)
def factories_are_laid_out_first(state: State) -> Sentences:
    """While factories are turned over in the setup, no card has been, and the deck has cards."""
    if state.turn.phase is not SETUP_FACTORIES:
        return
    if any(card != EMPTY for card in state.board.display):
        yield "the display shows cards, but the factories are still turned over"
    if not state.board.deck:
        yield "the deck is empty, but no card has been turned over"


@check(refresh.fill_seven, about="board.display", shape=True)
def cards_can_be_turned_over(state: State) -> Sentences:
    """Cards are turned over only while the display has an open space and the deck a card."""
    if state.turn.phase in (SETUP_CARDS, REFRESH_CARDS):
        yield from _turned_over(
            state, "display", state.board.display, "deck", state.board.deck
        )


@check(refresh.fill_five, about="board.row", shape=True)
def factories_can_be_turned_over(state: State) -> Sentences:
    """Factories are turned over only while the row has an open space and the deck a factory."""
    if state.turn.phase in (SETUP_FACTORIES, REFRESH_FACTORIES):
        yield from _turned_over(
            state, "factory row", state.board.row, "factory deck", state.board.factory_deck
        )


def _turned_over(
    state: State, name: str, path: tuple[int, ...], pile: str, deck: Mask[Any]
) -> Sentences:
    if EMPTY not in path:
        yield f"the {name} is full in the phase {state.turn.phase.value}; expected an open space"
    if not deck:
        yield f"the {pile} is empty in the phase {state.turn.phase.value}; expected what is turned over next"


@check(placement.next_to_place, about="turn.seat")
def placement_has_discs_left(state: State) -> Sentences:
    """Placement goes on only while discs are left to place."""
    if state.turn.phase is PLACEMENT and state.me.discs.bit_count() >= setup.discs_each(
        state.setting.players
    ):
        yield state.turn.seat, "is to place a disc, but has placed all"


@check(execution.own_disc, about="turn.phase")
def disc_to_take_up(state: State) -> Sentences:
    """Whoever is to resolve a disc, or carries out its action, has one on the board."""
    turn = state.turn
    if turn.phase is CHOICE and not state.me.discs:
        yield turn.seat, "is to resolve a disc, but has none on the board"
    if turn.phase is ACTION and turn.area != EMPTY and not state.me.discs >> turn.area & 1:
        yield (
            turn.seat,
            f"carries out the action of {Area(turn.area).title!r}, but has no disc there",
        )


@check(execution.disc_returned, about="players.discs")
def disc_is_back(state: State) -> Sentences:
    """Whoever has carried out an action has one disc fewer on the board than at the beginning of the round."""
    turn, most = state.turn, setup.discs_each(state.setting.players) - 1
    if turn.phase in (BONUS_OFFER, BONUS_ACTION) and state.me.discs.bit_count() > most:
        yield turn.seat, "has carried out an action, but no disc is back"


@check(execution.one_disc_per_turn, about="turn.area", shape=True)
def action_has_an_area(state: State) -> Sentences:
    """During an action its area is known, and outside of actions there is no area."""
    turn = state.turn
    if turn.phase is ACTION and turn.area == EMPTY:
        yield turn.seat, "carries out an action, but the area is missing"
    if turn.phase not in (ACTION, BONUS_OFFER) and turn.area != EMPTY:
        yield (
            turn.seat,
            f"is on the area {Area(turn.area).title!r}, but in the phase {turn.phase.value}",
        )


@check(market.five_max, about="turn.exchanges")
def five_exchanges_were_made(state: State) -> Sentences:
    """Nobody has made more exchanges in an action than may be made, however they are counted."""
    if (made := sum(state.turn.exchanges)) > market.EXCHANGES_MAX:
        yield (
            state.turn.seat,
            f"has made {made} exchanges; at most {market.EXCHANGES_MAX} are possible",
        )


@check(market.three_per_box, about="turn.exchanges")
def boxes_were_used_three_times(state: State) -> Sentences:
    """No box was used more often in an action than it may be; in the final market, lines may count one by one."""
    lines = state.turn.exchanges
    for box, uses in enumerate(map(sum, zip(lines[::2], lines[1::2], strict=True))):
        if uses > market.USES_MAX and state.turn.phase is not FINAL_MARKET:
            used = f"has used the {('upper', 'middle', 'lower')[box]} box {uses} times"
            yield state.turn.seat, f"{used}; at most {market.USES_MAX} are possible"


@check(bonus.put_down, about="turn")
def bonus_actions_follow_actions(state: State) -> Sentences:
    """Each bonus action of a turn follows an action of the same player that is over."""
    turn = state.turn
    if turn.phase is BONUS_ACTION and turn.before is None:
        yield turn.seat, "carries out a bonus action, but no action before it"
    for before in records(turn.before) if turn.phase is not FINAL_MARKET else ():
        if (before.phase, before.seat) != (BONUS_OFFER, turn.seat):
            yield (
                turn.seat,
                f"carries out a bonus action after the phase {before.phase.value} of",
                before.seat,
            )


@check(bonus.spent_to_supply, about="turn")
def bonus_action_ends_with_its_step(state: State) -> Sentences:
    """In a bonus action nothing has been done yet: its one step ends it."""
    turn = state.turn
    if turn.phase is BONUS_ACTION and steps_taken(turn):
        yield turn.seat, "has done something in a bonus action, which that would have ended"


@check(scoring.market_order, about="turn")
def final_market_once_each(state: State) -> Sentences:
    """Nobody has two turns in the final market; who has had one is noted only where the order is free."""
    turn = state.turn
    if turn.phase is not FINAL_MARKET:
        return
    if turn.before is not None and state.ruleset.final_market_order != "free":
        yield (
            turn.seat,
            "uses the final market after others that are noted; the order is not free",
        )
    seats = [record.seat for record in records(turn)]
    for seat in sorted({seat for seat in seats if seats.count(seat) > 1}):
        yield seat, "uses the final market twice"


@check_each(execution.round_ends, about="players.discs")
def no_discs_between_rounds(state: State, seat: int, player: Player) -> Sentences:
    """Between rounds and after the last one no disc lies on the board."""
    if player.discs and state.turn.phase in REVEALS | {FINAL_MARKET, GAME_OVER}:
        yield f"has action discs on the board in the phase {state.turn.phase.value}"

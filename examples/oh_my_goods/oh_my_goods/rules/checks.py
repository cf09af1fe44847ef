"""Faults of positions that people write down, each in the name of a clause.

The checks follow from the law and are no part of it. They look at what lies on the table and at
what the stage needs to go on, not at how it came there. Unknown parts of a position are believed to
be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import pairwise
from operator import or_

from era_of_inventions.tabletop import (
    ABSENT,
    COUNT_MAX,
    LANE,
    NO_THINGS,
    UNKNOWN,
    Mask,
    Sentences,
    check,
    check_each,
    count,
    has,
    in_one_place,
    members,
    places,
)
from oh_my_goods.box import ANY, Card
from oh_my_goods.position import (
    CARDS,
    COVERING,
    DEALING,
    DRAWING,
    Player,
    Stage,
    State,
    Turn,
    goods_of,
    owned,
    people,
    worth,
)
from oh_my_goods.rules import box, build, chain, deck, end, hand, hire, market, office, plan, produce, setup
from oh_my_goods.rules import round as rounds

PAYING = frozenset({Stage.PAYMENT, Stage.ASSISTANT_PLACED})
"""When something is paid for, or was."""
PRODUCING = frozenset({Stage.PRODUCTION, Stage.HAND_CARDS_SPENT, Stage.GOODS})
"""When somebody produces."""
GOES_ON: Mapping[Stage, frozenset[Stage | None]] = {
    Stage.CHAIN: frozenset({Stage.PRODUCTION, Stage.LAST_CHAINS}),
    **dict.fromkeys(PAYING, frozenset({Stage.ASSISTANTS_MOVED, Stage.BUILDING})),
    Stage.HALVING: DRAWING
    | {Stage.EXCHANGE, Stage.ASSISTANTS_MOVED, Stage.WORK, Stage.PRODUCTION, Stage.PAYMENT, Stage.LAST_CHAINS},
}
"""The stages that one can interrupt, and that go on after it. The halving begins when a pile's last
card is drawn or a planned one taken back."""


def _steps(state: State) -> Iterator[Turn]:
    """Yield the turn, then what it has interrupted."""
    turn: Turn | None = state.turn
    while turn is not None:
        yield turn
        turn = turn.before


def _stage(state: State) -> Stage:
    """Return the stage of the round, which goes on after all that has interrupted it."""
    *_, step = _steps(state)
    return step.stage


def _in_turns(state: State) -> bool:
    """Return whether players produce and build."""
    return Stage.PRODUCTION <= _stage(state) <= Stage.LAST_CHAINS


def _moving(state: State) -> bool:
    """Return whether an assistant has been taken up and is not yet elsewhere."""
    return state.step.stage in PAYING and _stage(state) is Stage.ASSISTANTS_MOVED


def _planning(state: State) -> bool:
    """Return whether players decide on their plans."""
    moving = Stage.ASSISTANTS_MOVED if state.ruleset.assistant_moves_when == "with-plan" else Stage.WORK
    return moving <= _stage(state) <= Stage.PLAN


def _acting(state: State) -> Player:
    """Return the player whose step it is."""
    return state.players[state.step.seat]


def _hires(state: State, seat: int) -> bool:
    """Return whether a player is paying for an assistant to be hired, or has paid."""
    return seat == state.step.seat and state.step.hiring != ABSENT


def _before(state: State, seat: int) -> bool:
    """Return whether a seat comes before the one whose step it is, in the order of the round."""
    return state.step.seat in state.later(seat)


def _reached(state: State, seat: int) -> Stage:
    """Return how far a player has come in the round."""
    if seat == state.step.seat:
        return _stage(state)
    if _in_turns(state):
        return Stage.OVER if _before(state, seat) else Stage.SUNSET
    return _planned(state, seat) if _planning(state) else _stage(state)


def _planned(state: State, seat: int) -> Stage:
    """Return how far a player has come who is not to move while all plan."""
    player = state.players[seat]
    if _before(state, seat) if plan.one_by_one(state) else player.sealed_plan != ABSENT:
        return Stage.SUNSET
    return Stage.ASSISTANTS_MOVED if player.sealed_place == ABSENT else Stage.PLAN


def _in_secret(state: State) -> bool:
    """Return whether plans are being sealed."""
    return state.ruleset.planning == "simultaneous" and _planning(state)


def _building(state: State, building: int) -> str:
    return state.components.buildings[building].id


def _cards(state: State, cards: Mask[Card]) -> str:
    return ", ".join(_building(state, card) for card in members(cards))


def _words(stage: Stage | None) -> str:
    return "nothing" if stage is None else stage.name.lower().replace("_", "-")


# --- Cards ----------------------------------------------------------------------------


cards_are_in_one_place = in_one_place(setup.draw_pile, CARDS)


@check(setup.charburner)
def charburners_are_buildings(state: State) -> Sentences:
    """A charburner is somebody's building or in the box, and the box holds nothing else."""
    charburners = state.components.fires
    for seat, words, cards in places(state, CARDS):
        if words == "box" and (other := cards.known & ~charburners):
            yield f"{_cards(state, other)} is in the box; expected charburners that nobody has"
        elif words not in ("box", "buildings") and (found := cards.known & charburners):
            at = words if seat is None else f"{words} of"
            yield f"the charburner {_cards(state, found)} is in the {at}", *([] if seat is None else [seat])


@check_each(setup.charburner, about="players.buildings", shape=True)
def one_charburner_each(state: State, seat: int, player: Player) -> Sentences:
    """Everybody has exactly one charburner, as soon as they are dealt."""
    stage, bases = state.turn.stage, [base for base, _ in player.buildings]
    found = sum(has(state.components.fires, base) for base in bases)
    dealt = stage is not Stage.CHARBURNERS or _before(state, seat)
    if found != dealt:
        yield f"has {found} charburners; expected {int(dealt)}"
    if stage < Stage.EXCHANGE and len(bases) > found:
        yield "has other buildings than a charburner before the first round"


@check_each(box.gray_no_production, about="players.buildings")
def goods_lie_on_production_buildings(state: State, seat: int, player: Player) -> Sentences:
    """No goods lie on a building that makes none."""
    for base, cards in player.buildings:
        if cards and not has(state.components.productive, base):
            yield f"has goods on {_building(state, base)}, which is no production building"


@check_each(plan.card_may, about="players.planned")
def one_card_is_planned(state: State, seat: int, player: Player) -> Sentences:
    """Nobody plans more than one card."""
    if player.planned.size > 1:
        yield f"has planned {player.planned.size} cards; expected at most one"


@check_each(build.back_to_hand, about="players.planned")
def planned_cards_are_of_this_round(state: State, seat: int, player: Player) -> Sentences:
    """A card is planned from the planning until its owner has built or not."""
    planned = Stage.SUNSET <= _reached(state, seat) <= Stage.BUILDING and not _in_secret(state)
    if player.planned.size and (_hires(state, seat) or not planned):
        yield "has a planned card, but has not planned yet or has already had the turn"


@check_each(hand.exchange_same_number, about="players.aside")
def cards_are_laid_aside_to_be_exchanged(state: State, seat: int, player: Player) -> Sentences:
    """Cards are laid aside by whoever exchanges, and in the halving by all who have been asked."""
    turn = state.turn
    asked = turn.stage is Stage.HALVING and seat not in state.later(turn.seat)
    if player.aside.size and not asked and not (turn.stage is Stage.EXCHANGE and seat == turn.seat):
        yield "has laid cards aside, but exchanges and gives up none now"


@check_each(office.extra_card, about="players.extra")
def extra_cards_come_from_offices(state: State, seat: int, player: Player) -> Sentences:
    """Extra cards come from market offices, and only before sunrise."""
    drawn = Stage.EXCHANGE <= _stage(state) <= Stage.SUNRISE
    most = office.extra_card(state, player) if drawn else 0
    if player.extra > most:
        yield f"draws {player.extra} extra cards; expected at most {most}"


# --- People ---------------------------------------------------------------------------


def _stands(state: State, player: Player, building: int) -> str:
    """Return why nobody can be at a building; empty if somebody can."""
    if not has(owned(player), building):
        return "a building of somebody else, or of nobody"
    return "" if has(state.components.productive, building) else "which is no production building"


@check_each(plan.place_craftsman, about="players.craftsman")
def craftsmen_have_a_place(state: State, seat: int, player: Player) -> Sentences:
    """A craftsman is at a production building of his player, and so is one that is sealed."""
    for building in (player.craftsman, player.sealed_place):
        if building >= 0 and (why := _stands(state, player, building)):
            yield f"has the craftsman at {_building(state, building)}, {why}"


@check_each(plan.one_person, about="players.posts")
def one_person_each(state: State, seat: int, player: Player) -> Sentences:
    """No building has two people."""
    for building in (player.craftsman, player.sealed_place):
        if has(player.posts, building):
            yield f"has craftsman and assistant at {_building(state, building)}; expected one person"


@check_each(plan.mode_shown, about="players.mode")
def craftsmen_work_in_a_way(state: State, seat: int, player: Player) -> Sentences:
    """A craftsman who is at a building works neatly or sloppily; others do not work."""
    sealed = player.sealed_place, player.sealed_mode
    for building, mode in ((player.craftsman, player.mode), sealed):
        if UNKNOWN not in (building, mode) and (building == ABSENT) is not (mode is None):
            yield "has a craftsman, but no mode" if mode is None else "has a mode, but no craftsman"


@check_each(produce.craftsman_leaves, about="players.craftsman")
def craftsmen_work_in_their_round(state: State, seat: int, player: Player) -> Sentences:
    """A craftsman is at a building from the planning until production is over, or stays there by another reading."""
    reached, stays = _reached(state, seat), state.ruleset.craftsman_leaves == "stays"
    works = Stage.PLAN <= reached <= Stage.GOODS and not _in_secret(state)
    stayed = stays and not Stage.ASSISTANTS_MOVED <= reached <= Stage.GOODS
    if player.craftsman != ABSENT and not works and not stayed:
        yield "has the craftsman at a building, but at this moment he is not placed yet, or has left"


@check_each(hire.at_the_building, about="players.posts")
def assistants_have_a_place(state: State, seat: int, player: Player) -> Sentences:
    """Each assistant is at a building of the player where assistants may be, except one who is being moved."""
    everywhere = state.ruleset.assistant_place == "any"
    for building in members(player.posts):
        why = _stands(state, player, building)
        if why and not (everywhere and has(owned(player), building)):
            yield f"has an assistant at {_building(state, building)}, {why}"
    taken_up_now = _moving(state) and seat == state.step.seat
    expected = player.assistants.bit_count() - taken_up_now
    if (posts := player.posts.bit_count()) != expected:
        yield f"has {expected} assistants for buildings, but {posts} stand there"


@check_each(hire.two_at_most, about="players.assistants")
def two_assistants(state: State, seat: int, player: Player) -> Sentences:
    """Nobody has more assistants than can be hired."""
    number = player.assistants.bit_count() + _hires(state, seat)
    if state.ruleset.assistants_max == "two" and number > hire.ASSISTANTS_MAX:
        yield f"has {number} assistants; expected at most {hire.ASSISTANTS_MAX}"


def _assistants(state: State) -> list[int]:
    """Return the sides of all assistants who are on offer, hired or being paid for."""
    hired = [side for player in state.players for side in members(player.assistants)]
    return [*members(state.table.offer), *hired, *({state.step.hiring} - {ABSENT})]


@check(setup.assistants_side)
def assistants_are_in_one_place(state: State) -> Sentences:
    """Each assistant is on offer or somebody's, and shows one side."""
    sides = state.components.assistants
    for side, other in pairwise(sorted(_assistants(state))):
        if side // 2 == other // 2:
            both = f"{sides[side].id} and {sides[other].id}"
            yield f"{both} are there, which is one assistant; expected one side, in one place"


@check(setup.assistants_number, about="table.offer")
def assistants_were_laid_out(state: State) -> Sentences:
    """There are no more assistants than were laid out."""
    most = setup.assistants_number(state)
    if state.turn.stage is Stage.ASSISTANTS_OFFERED:
        most -= state.turn.due
    if (number := len(_assistants(state))) > most:
        yield f"there are {number} assistants; expected at most {most}"


# --- The market -----------------------------------------------------------------------


@check(market.two_half_suns, about="table.morning")
def rows_have_two_suns(state: State) -> Sentences:
    """No row has more than two half suns, and one that is being laid has fewer."""
    stage, suns = _stage(state), state.components.suns
    for name, row, laid in (
        ("first", state.table.morning, Stage.SUNRISE),
        ("second", state.table.evening, Stage.SUNSET),
    ):
        most = market.HALF_SUNS - (stage is laid)
        if (number := (row & suns).bit_count()) > most:
            yield f"the {name} row has {number} half suns; expected at most {most}"


@check(rounds.market_discarded, about="table.morning")
def market_opens_at_sunrise(state: State) -> Sentences:
    """There is no market before sunrise or after the game, and no second row before sunset."""
    stage, table = _stage(state), state.table
    if table.morning and (stage < Stage.SUNRISE or stage is Stage.OVER):
        yield "the first row lies there, but the market is not open"
    if table.evening and not (stage is Stage.SUNSET or _in_turns(state)):
        yield "the second row lies there, but the sun has not gone down"


# --- The needs of the stage -----------------------------------------------------------


@check(rounds.begins, about="round")
def rounds_are_counted(state: State) -> Sentences:
    """Rounds are counted from 1, and the setup is before the first."""
    if (state.round == 0) is not (_stage(state) < Stage.EXCHANGE):
        yield f"the stage {_words(_stage(state))} is in round {state.round}"


@check(end.one_more_round, about="last_round")
def last_round_is_this_one(state: State) -> Sentences:
    """The last round is known when it begins; then it is the one that is played, and the game ends with it."""
    if state.last_round not in (ABSENT, state.round):
        yield f"the last round is {state.last_round}, but it is round {state.round}; expected the same, or none"
    if state.turn.stage is Stage.OVER and state.last_round == ABSENT:
        yield "the game is over without a last round"


@check(end.eight_buildings, about="last_round")
def last_round_follows_eight_buildings(state: State) -> Sentences:
    """There is a last round if, and only if, somebody had eight buildings before it; a score can be asked of any."""
    if state.turn.stage is Stage.OVER:
        return
    many = end.with_enough(state)
    if state.last_round != ABSENT and not many:
        yield f"it is the last round, but nobody has {end.BUILDINGS_TO_END} buildings"
    if state.last_round == ABSENT and many and not _in_turns(state):
        yield *many, f"has {end.BUILDINGS_TO_END} buildings or more, but it is not the last round"


@check(market.from_draw_pile, about="turn.seat", shape=True)
def active_player_turns_over(state: State) -> Sentences:
    """Cards that are for everybody are turned over or drawn by the active player."""
    step = state.step
    if step.stage in (Stage.SUNRISE, Stage.SUNSET, Stage.ASSISTANTS_OFFERED) and step.seat != state.active:
        yield step.seat, "turns cards over; expected the active player,", state.active


@check(deck.card_needed, about="turn.due", shape=True)
def cards_are_due(state: State) -> Sentences:
    """While somebody draws cards, some are due and the draw pile has some."""
    if state.step.stage in DEALING | COVERING | {Stage.ASSISTANTS_OFFERED} and not state.step.due:
        yield "no cards are due, but they are drawn; expected 1 or more"
    if state.turn.stage in DRAWING and not state.table.draw.size:
        yield "the draw pile is empty, but cards are drawn; expected the stage halving if both piles are empty"


@check(deck.given_up, about="turn.before", shape=True)
def what_was_interrupted_goes_on(state: State) -> Sentences:
    """The halving and, in the turn of one player, chains and payments interrupt what goes on after them."""
    step, before = state.step, state.step.before
    for turn in _steps(state):
        found = None if turn.before is None else turn.before.stage
        if found not in (stages := GOES_ON.get(turn.stage, frozenset({None}))):
            expected = " or ".join(sorted(map(_words, stages)))
            yield turn.seat, f"has interrupted {_words(found)} by {_words(turn.stage)}; expected {expected}"
    if before is not None and before != Turn(before.stage, step.seat, before.due):
        yield step.seat, f"has interrupted {_words(before.stage)} and states more of it; expected the stage alone"


@check(deck.given_up, about="turn.due", shape=True)
def half_can_be_given_up(state: State) -> Sentences:
    """In the halving, what is due can be given up."""
    turn, player = state.turn, state.me
    if turn.stage is not Stage.HALVING:
        return
    aside = player.aside.size
    if state.ruleset.exhaustion_cards == "hand":
        cards = player.hand.size + aside
        low = most = cards // 2 - aside
    else:
        cards = player.hand.size + goods_of(player)
        low, most = 1, cards
    if most <= 0:
        yield turn.seat, f"has no more to give up: half of {cards}, rounded down, is {cards // 2}"
    elif not low <= turn.due <= most:
        yield turn.seat, f"is to give up {turn.due} cards; expected {f'{low} to {most}' if low < most else most}"


@check(setup.charburner, about="table.box", shape=True)
def charburners_are_left(state: State) -> Sentences:
    """Charburners are dealt from the box, as long as somebody has none."""
    if state.turn.stage is Stage.CHARBURNERS:
        waiting = sum(not player.buildings for player in state.players)
        if (left := state.table.box.bit_count()) < waiting:
            yield f"the box has {left} charburners; expected {waiting} or more"


@check(setup.assistants_on_offer, about="turn.due", shape=True)
def assistants_are_left(state: State) -> Sentences:
    """As many assistants are left as are still to be laid out."""
    if state.turn.stage is Stage.ASSISTANTS_OFFERED:
        left = len(state.components.assistants) // 2 - state.table.offer.bit_count()
        if state.turn.due > left:
            yield f"{state.turn.due} assistants are due; expected at most {left}"


@check_each(plan.simultaneous, about="players.sealed_place")
def plans_are_sealed_while_all_decide(state: State, seat: int, player: Player) -> Sentences:
    """Plans are sealed only while others decide, and not where all is open."""
    reached = _reached(state, seat) if _in_secret(state) else Stage.ASSISTANTS_MOVED
    if player.sealed_place != ABSENT and reached < Stage.PLAN:
        yield "has sealed where the craftsman works, but does not decide now"
    if (player.sealed_plan != ABSENT) is not (reached is Stage.SUNSET):
        yield f"has {'decided, but not' if reached is Stage.SUNSET else 'not decided, but'} sealed what is planned"


@check_each(plan.opened, about="players.sealed_plan")
def sealed_plans_are_in_hand(state: State, seat: int, player: Player) -> Sentences:
    """A card that will be laid face down is in the hand until then."""
    card = player.sealed_plan
    if 0 <= card < len(state.components.buildings) and card not in player.hand and not player.hand.unknown:
        yield f"has sealed {_building(state, card)}, which is not in the hand"


@check(plan.arrives, about="moved")
def assistants_are_moved_in_their_time(state: State) -> Sentences:
    """Whoever moves assistants now has moved them to buildings of their own; nobody else has moved any."""
    mine = owned(_acting(state)) if _stage(state) is Stage.ASSISTANTS_MOVED else NO_THINGS
    for building in members(state.moved & ~mine):
        yield f"an assistant was moved to {_building(state, building)}, but not by whoever moves them now"


@check(produce.goods_made, about="turn.at", shape=True)
def goods_need_a_building(state: State) -> Sentences:
    """A stage about a building names one of the player who decides; other stages name none."""
    step, player, moving = state.step, _acting(state), _moving(state)
    about = moving or step.stage in COVERING | {Stage.HAND_CARDS_SPENT, Stage.CHAIN}
    at = "no building" if step.at == ABSENT else _building(state, step.at)
    if (step.at != ABSENT) is not about:
        yield step.seat, f"is in the stage {_words(step.stage)}, but at {at}"
    elif moving and not has(owned(player), step.at):
        yield step.seat, f"moves an assistant from {at}, a building of somebody else, or of nobody"
    elif about and not moving and (why := _stands(state, player, step.at)):
        yield step.seat, f"is at {at}, {why}"


@check(produce.once, about="produced")
def produced_where_somebody_works(state: State) -> Sentences:
    """What has produced is somebody's building and, while a player produces, one where a person of theirs works."""
    player = _acting(state)
    if _stage(state) in PRODUCING:
        standing, why = owned(player) & people(player), "the player who produces has nobody there"
    else:
        standing, why = reduce(or_, map(owned, state.players)), "nobody has it"
    for building in members(state.produced & ~standing):
        yield f"{_building(state, building)} has produced, but {why}"


@check(produce.ends, about="chains")
def chains_are_open_in_production(state: State) -> Sentences:
    """Chains are open only while a player produces, of buildings that have produced in this turn."""
    produced = state.produced if _stage(state) in PRODUCING else NO_THINGS
    for building in members(state.chains & ~produced):
        yield f"the chain of {_building(state, building)} is open, but it has not produced in this turn"


@check(produce.craftsman, about="turn.at", shape=True)
def production_under_way_has_begun(state: State) -> Sentences:
    """The production under way is listed among the productions of the turn."""
    step = state.step
    if step.stage in (Stage.HAND_CARDS_SPENT, Stage.GOODS) and step.at >= 0 and not has(state.produced, step.at):
        yield step.seat, f"produces at {_building(state, step.at)}, which is not among what has produced"


@check(produce.all_available, about="turn.missing", shape=True)
def spending_can_be_completed(state: State) -> Sentences:
    """While hand cards are spent some are missing, no more than the building needs, and the hand has them.

    Otherwise something is missing only while a chain is used.
    """
    turn, player = state.turn, state.me
    if state.step.missing and state.step.stage not in (Stage.HAND_CARDS_SPENT, Stage.CHAIN):
        yield "something is missing, but nothing is spent and no chain is used"
    if turn.stage is not Stage.HAND_CARDS_SPENT or turn.at == ABSENT:
        return
    missing, needed = produce.still_missing(state), produce.inputs(state, turn.at)
    if turn.missing >> LANE * len(missing) or any(more > number for more, number in zip(missing, needed, strict=True)):
        yield turn.seat, f"lacks more than {_building(state, turn.at)} needs"
    wanted, useful = produce.lacking(state, missing, turn.at), produce.of_use(state, missing) + player.hand.unknown
    if not 1 <= wanted <= useful:
        yield turn.seat, f"is to spend {wanted} cards and has {useful} of use; expected 1 or more, and as many"


@check(chain.pair_together, about="turn.missing", shape=True)
def chains_can_be_completed(state: State) -> Sentences:
    """While a chain is used, some of its items are still to be given, and the player has them."""
    turn, player = state.turn, state.me
    if turn.stage is not Stage.CHAIN or turn.at == ABSENT:
        return
    printed = chain.items_printed(state, turn.at)
    held = [*state.components.resources(player.hand.known)[:ANY], 0, *chain.goods_held(state)[ANY + 1 :]]
    wanting = 0
    for item, there in enumerate(held):
        missing = count(turn.missing, item)
        if missing > printed.count(item):
            yield turn.seat, f"lacks more {state.components.items[item]} than the chain takes"
        wanting += max(0, missing - there)
    if not turn.missing or wanting > player.hand.unknown:
        yield turn.seat, "is in the middle of a chain that cannot be completed"


@check(end.chains_after_building, about="turn.stage")
def last_chains_are_of_the_last_round(state: State) -> Sentences:
    """Chains are used after building in the last round, where that is the reading."""
    if _stage(state) is Stage.LAST_CHAINS and not end.chains_after_building(state):
        yield "chains are used after building, but it is not the last round, or not read so"


@check(build.pay_with_goods, about="turn.owed", shape=True)
def payments_can_be_completed(state: State) -> Sentences:
    """While something is paid coins are owed, no more than the goods are worth, for something that there is."""
    step, player = state.step, _acting(state)
    if (step.owed > 0) is not (step.stage is Stage.PAYMENT):
        yield f"{step.owed} coins are owed; expected {'some' if step.stage is Stage.PAYMENT else 'none'}"
    if step.owed > (coins := worth(state, player)):
        yield step.seat, f"owes {step.owed} coins and has goods worth {coins}"
    if step.hiring != ABSENT and (_moving(state) or step.stage not in PAYING):
        yield step.seat, "hires somebody, but it is not the time for it"
    if step.stage not in PAYING:
        return
    if _moving(state):
        most = plan.move_cost(state)
    elif step.hiring != ABSENT:
        most = hire.hire_cost(state, step.hiring)
    else:
        planned = members(player.planned.known)
        most = build.cost_printed(state, planned[0]) if planned else COUNT_MAX * player.planned.size
        if step.stage is Stage.ASSISTANT_PLACED or not most:
            yield step.seat, "pays, but for nothing"
    if step.owed > most:
        yield step.seat, f"owes {step.owed} coins; expected at most {most}"


@check(hire.placed_at_once, about="players.posts", shape=True)
def assistants_find_a_place(state: State) -> Sentences:
    """Whoever has taken up or pays for an assistant has a building where they can go."""
    step = state.step
    if _moving(state) or step.hiring != ABSENT:
        free = members(plan.free_buildings(state, _acting(state)))
        if not {*free} - {step.at}:
            yield step.seat, "has an assistant to place, but no building where nobody is"

"""Phase II: moving assistants, placing the craftsman, and planning a building."""

from __future__ import annotations

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    ActsNow,
    Cite,
    Mask,
    Tally,
    cost,
    definition,
    effect,
    evolve,
    grant,
    has,
    limit,
    minus,
    plus,
    trigger,
)
from oh_my_goods.box import Building
from oh_my_goods.moves import MoveAssistant, NoWork, PlanBuilding, PlanNothing, Stay, Work
from oh_my_goods.position import (
    NO_CARDS,
    SEALED_PLANS,
    Mode,
    Player,
    Stage,
    State,
    StateDraft,
    Turn,
    owned,
    people,
    worth,
)
from oh_my_goods.rules.moments import ASSISTANTS_MOVED, PLAN, SEALED, WORK
from oh_my_goods.rules.round import clockwise

SECTION = "Zonsopgang"
REMARKS = "Assistent in plaats van bouwen"


# --- Order ----------------------------------------------------------------------------


@grant("plan.simultaneous", when=SEALED, rulings=("planning", "assistant_moves_when"), nl="nu tegelijkertijd beslissen")
def simultaneous(position: State, occasion: ActsNow) -> bool:
    """All decide at the same time, in any order, and every decision stays sealed until all have decided."""
    return occasion.seat == position.turn.seat or occasion.seat in deciders(position)


def one_by_one(position: State) -> bool:
    """Return whether players decide one after another: plans are open, or assistants are moved with them."""
    return position.ruleset.planning == "in-order" or _with_plan(position)


def deciders(position: State) -> tuple[int, ...]:
    """Return who may decide now if several may.

    Whoever has just found no place for the craftsman plans a building before anybody else decides.
    """
    stage = position.turn.stage
    if stage not in (Stage.WORK, Stage.PLAN) or one_by_one(position):
        return ()
    kept_out = stage is Stage.PLAN and position.me.sealed_place == ABSENT
    return () if kept_out else _undecided(position)


def in_turn(position: State, seat: int) -> State:
    """Return the position with another of the deciders to move."""
    if seat not in deciders(position):
        return position
    return evolve(position, turn=Turn(_decision(position, seat), seat))


def _undecided(position: State) -> tuple[int, ...]:
    return tuple(seat for seat in clockwise(position) if position.players[seat].sealed_plan == ABSENT)


def _decision(position: State, seat: int) -> Stage:
    """Return what a player decides next: on the craftsman, or on the building."""
    return Stage.WORK if position.players[seat].sealed_place == ABSENT else Stage.PLAN


@trigger(
    "plan.begins",
    rulings=("assistant_moves", "assistant_moves_when", "assistant_place"),
    nl="iedere speler neemt zijn ambachtsman",
)
def begins(draft: StateDraft) -> None:
    """When the market is open, everybody takes their craftsman in hand; then the active player may move assistants."""
    for player in map(draft.edit_player, draft.seats):
        player.craftsman, player.mode, player.extra = ABSENT, None, 0
    draft.moved = NO_THINGS
    _ask_to_move(draft, *clockwise(draft))


def _with_plan(position: State) -> bool:
    """Return whether everybody moves assistants directly before placing the craftsman."""
    return position.ruleset.assistant_moves_when == "with-plan"


def _ask_to_move(draft: StateDraft, *seats: int) -> None:
    """Ask the first of these players who could move an assistant; without one, go on to the craftsmen.

    With the plan only the first of them is asked, whose craftsman comes next.
    """
    with_plan = _with_plan(draft)
    for seat in seats[:1] if with_plan else seats:
        draft.turn = Turn(Stage.ASSISTANTS_MOVED, seat)
        if can_move(draft):
            return
        draft.moved = NO_THINGS
    draft.turn = Turn(Stage.WORK, seats[0] if with_plan else draft.active)


# --- Assistants -----------------------------------------------------------------------


@cost("plan.move-cost", on=MoveAssistant, nl=Cite(REMARKS, "2 munten te betalen"))
def move_cost(position: State) -> int:
    """Moving an assistant costs two coins each time."""
    return 2


@definition("plan.free-buildings", rulings="assistant_place", nl=Cite(REMARKS, "niet meer dan 1 persoon"))
def free_buildings(position: State, player: Player) -> Mask[Building]:
    """An assistant goes to a production building of one's own where nobody is."""
    free = owned(player) & ~people(player)
    return free if position.ruleset.assistant_place == "any" else free & position.components.productive


def can_move(position: State) -> bool:
    """Return whether the player who decides could move an assistant."""
    me = position.me
    affordable = worth(position, me) >= move_cost(position)
    return affordable and bool(free_buildings(position, me)) and bool(me.posts & ~_bound(position))


def _bound(position: State) -> Mask[Building]:
    """Return the places of assistants who may not be moved any more."""
    moved, ruleset = position.moved, position.ruleset
    if ruleset.assistant_moves == "one" and moved:
        return position.me.posts
    return NO_THINGS if ruleset.assistant_moves == "any" else moved


@grant("plan.move-assistant", when=ASSISTANTS_MOVED, nl=Cite(REMARKS, "assistent naar een ander gebouw"))
def move_assistant(position: State, move: MoveAssistant) -> bool:
    """In phase II only, before placing the craftsman, a player may move assistants to other buildings of their own."""
    return has(position.me.posts, move.building)


@limit(
    "plan.move-affordable",
    facts=lambda p, _: {"goods worth": worth(p, p.me)},
    count=lambda p, _: Tally(move_cost(p), worth(p, p.me), "coins in goods"),
    nl=Cite(REMARKS, "2 munten te betalen om een"),
)
def move_affordable(position: State, move: MoveAssistant) -> bool:
    """A move of an assistant is paid with goods, as buildings are."""
    return worth(position, position.me) >= move_cost(position)


@limit("plan.move-limit", rulings="assistant_moves", nl=Cite(REMARKS, "assistent naar een ander gebouw"))
def move_limit(position: State, move: MoveAssistant) -> bool:
    """No limit is printed on the number of paid moves; other readings have one."""
    return not has(_bound(position), move.building)


@limit("plan.move-to-free", rulings="assistant_place", nl=Cite(REMARKS, "niet meer dan 1 persoon"))
def move_to_free(position: State, move: MoveAssistant) -> bool:
    """There has to be another building to which the assistant can go."""
    return bool(free_buildings(position, position.me))


@effect("plan.taken-up", nl=Cite(REMARKS, "te betalen om een assistent"))
def taken_up(draft: StateDraft, move: MoveAssistant) -> None:
    """An assistant who moves is taken up, and the move is paid before the assistant goes to the other building."""
    me = draft.edit_me()
    me.posts = minus(me.posts, move.building)
    draft.interrupt(Turn(Stage.PAYMENT, draft.turn.seat, at=move.building, owed=move_cost(draft)))


@trigger(
    "plan.arrives",
    rulings=("assistant_moves", "assistant_moves_when", "assistant_place"),
    nl=Cite(REMARKS, "naar een ander gebouw te verplaatsen"),
)
def arrives(draft: StateDraft, building: int) -> None:
    """When an assistant has been moved, the same player may pay for another move."""
    draft.moved = plus(draft.moved, building)
    seat = draft.turn.seat
    _ask_to_move(draft, seat, *draft.later(seat))


@grant("plan.may-stay", when=ASSISTANTS_MOVED, nl=Cite(REMARKS, "mag een speler ervoor kiezen"))
def may_stay(position: State, move: Stay) -> bool:
    """Nobody has to move assistants."""
    return True


@limit(
    "plan.make-room",
    rulings=("craftsman_without_place", "assistant_moves", "assistant_place"),
    nl="De spelers moeten nu",
)
def make_room(position: State, move: Stay) -> bool:
    """By one reading, whoever has no place for the craftsman must make one by moving an assistant, if possible."""
    if position.ruleset.craftsman_without_place == "stays-out" or places(position):
        return True
    in_his_way = position.me.posts & position.components.productive & ~_bound(position)
    return not (in_his_way and can_move(position))


@effect(
    "plan.next-to-move",
    rulings=("assistant_moves", "assistant_moves_when", "assistant_place"),
    nl=Cite("Nieuwe handkaarten", "vervolg met de klok mee"),
)
def next_to_move(draft: StateDraft, move: Stay) -> None:
    """After one player, the next one clockwise may move assistants; after the last one the craftsmen are placed.

    By another reading each player places the craftsman directly after moving assistants.
    """
    draft.moved = NO_THINGS
    if _with_plan(draft):
        draft.turn = Turn(Stage.WORK, draft.turn.seat)
    else:
        _ask_to_move(draft, *draft.later(draft.turn.seat))


# --- The craftsman --------------------------------------------------------------------


@definition("plan.places", nl="zijn productiegebouwen")
def places(position: State) -> Mask[Building]:
    """A craftsman works under a production building of his player where no assistant is."""
    return owned(position.me) & position.components.productive & ~position.me.posts


@grant("plan.place-craftsman", when=WORK, nl="legt deze onder één van zijn")
def place_craftsman(position: State, move: Work) -> bool:
    """The craftsman is put under a building, which may be the same as before, to work neatly or sloppily."""
    return True


@limit("plan.own-building", nl="één van zijn productiegebouwen")
def own_building(position: State, move: Work) -> bool:
    """The craftsman works at one of the player's own buildings."""
    return has(owned(position.me), move.building)


@limit("plan.production-building", nl="zijn productiegebouwen")
def production_building(position: State, move: Work) -> bool:
    """The craftsman works at a production building."""
    return has(position.components.productive, move.building)


@limit("plan.one-person", nl=Cite(REMARKS, "niet meer dan 1 persoon"))
def one_person(position: State, move: Work) -> bool:
    """No building has more than one person, craftsman or assistant."""
    return not has(position.me.posts, move.building)


@grant("plan.no-place", when=WORK)
def no_place(position: State, move: NoWork) -> bool:
    """A craftsman for whom there is no place stays out in this round."""
    return not places(position)


@effect("plan.mode-shown", rulings="planning", nl="met de gekozen kant naar boven")
def mode_shown(draft: StateDraft, move: Work) -> None:
    """The craftsman's card shows how he works; his place and his way of working are fixed for the round."""
    me = draft.edit_me()
    me.sealed_place, me.sealed_mode = move.building, move.mode
    draft.edit_turn().stage = Stage.PLAN
    if draft.ruleset.planning == "in-order":
        draft.apply(opened)


@effect("plan.kept-out")
def kept_out(draft: StateDraft, move: NoWork) -> None:
    """Whoever has no place for the craftsman can plan a building all the same."""
    draft.edit_turn().stage = Stage.PLAN


# --- The building of this round -------------------------------------------------------


@grant("plan.card-may", when=PLAN, nl="mag 1 kaart uit zijn hand")
def card_may(position: State, move: PlanBuilding | PlanNothing) -> bool:
    """Each player may lay one hand card face down: the building of this round, which need not be affordable."""
    return True


@limit("plan.own-card", nl="1 kaart uit zijn hand gedekt")
def own_card(position: State, move: PlanBuilding) -> bool:
    """The planned card comes from the player's own hand."""
    return move.card in position.me.hand


@effect("plan.card-face-down", nl="uit zijn hand gedekt")
def card_face_down(draft: StateDraft, move: PlanBuilding) -> None:
    """A planned card lies hidden and is not in the hand, so it is no raw material meanwhile."""
    draft.edit_me().sealed_plan = move.card
    draft.apply(next_to_decide)


@effect("plan.no-card")
def no_card(draft: StateDraft, move: PlanNothing) -> None:
    """Nobody has to plan a building."""
    draft.edit_me().sealed_plan = len(draft.components.buildings)
    draft.apply(next_to_decide)


@trigger(
    "plan.next-to-decide",
    rulings=("planning", "assistant_moves", "assistant_moves_when", "assistant_place"),
    nl="nu tegelijkertijd beslissen",
)
def next_to_decide(draft: StateDraft) -> None:
    """Nobody sees whether others plan a card before all have decided; then the sun goes down."""
    in_order = draft.ruleset.planning == "in-order"
    waiting = draft.later(draft.turn.seat) if in_order else _undecided(draft)
    if not waiting:
        draft.turn = Turn(Stage.SUNSET, draft.active)
    elif _with_plan(draft):
        _ask_to_move(draft, waiting[0])
    else:
        draft.turn = Turn(_decision(draft, waiting[0]), waiting[0])
    if not waiting or in_order:
        draft.apply(opened)


@trigger("plan.opened", opens=SEALED_PLANS, nl="voor zich op tafel leggen")
def opened(draft: StateDraft) -> None:
    """Once all who decide together have decided, craftsmen are shown and planned cards are laid face down."""
    for player in map(draft.edit_player, draft.seats):
        if isinstance(player.sealed_mode, Mode):
            player.craftsman, player.mode = player.sealed_place, player.sealed_mode
        if 0 <= player.sealed_plan < len(draft.components.buildings):
            player.hand, player.planned = player.hand.minus(player.sealed_plan), NO_CARDS.plus(player.sealed_plan)

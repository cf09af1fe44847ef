"""Positions in dispute files. What a file leaves out is as after the setup.

The defaults: everybody has the starting stock, start factory and bonus discs, nothing
else; it is the placement of round 1 (of the last round in the phases that follow it),
and the first player of the list is start player and in turn; loads are as at the start;
the display shows the first start cards of the set that lie nowhere else, the row the
first such factories; all other cards in play are in their deck or, if the deck is
stated, in its discard pile.

The keys of ``[position]``: ``players`` (names, clockwise), ``phase``, ``area`` (of the
action that is being carried out; its disc lies there), ``to_move``, ``start`` (the
start player) and ``round``.

The keys of ``[position.board]``: ``display`` and ``row`` (ids from the start of the
path, ``"-"`` for an open space), ``deck``, ``discards``, ``removed`` (start cards out
of the game), ``factory_deck``, ``factory_discards``, ``developed_this_round`` (spaces),
and the table ``loads`` (cubes by ship or house).

The keys of ``[player.NAME]``: ``goods``, ``influence``, ``bonus_discs``, ``patents``
(squares entered; by default as many as ``patented``), ``developed`` and ``patented``
(spaces: ``"telephone"``, ``"telephone technical"``), ``factories`` (besides the start
factory), ``discs`` (areas with an action disc), and what is counted in the round:
``built_this_round``, ``exchanges_this_round`` (lines of the market, ``"2 sell-cog,
barter"``), ``discs_bought_this_round`` (if only one of these two is given, the other
follows from it as far as it is about bonus discs) and ``discs_used_this_round``.

These keys are the words of the fields in `era_of_inventions.position`. A value is a
text as in the text of a game, or a number, a list of names, or a table of numbers by
name.

In the phase ``"setup"`` nothing is laid out yet; only ``players`` and ``start`` go with
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations_with_replacement
from operator import or_
from typing import TYPE_CHECKING, Any

from era_of_inventions.box.components import (
    Area,
    FactoryCard,
    InventionCard,
)
from era_of_inventions.box.goods import FINE_CUBES, NO_GOODS, ONE, STOCK_MAX
from era_of_inventions.moves import (
    EndAction,
    EndTurn,
    Line,
    Move,
    ProduceInvention,
    Resolve,
)
from era_of_inventions.notation import removed_cards, undealt
from era_of_inventions.position import (
    DISPLAY_PLACES,
    EMPTY,
    NO_EXCHANGES,
    ROW_PLACES,
    Phase,
    State,
)
from era_of_inventions.rules.bonus import must_hold
from era_of_inventions.rules.buy import whole_load
from era_of_inventions.rules.develop import markers_left
from era_of_inventions.rules.execution import next_turn
from era_of_inventions.rules.influence import pawn_position
from era_of_inventions.rules.patents import six_per_game
from era_of_inventions.rules.placement import one_at_a_time
from era_of_inventions.rules.produce import waiting_cards
from era_of_inventions.rules.scoring import capacity, invested, last_round
from era_of_inventions.rules.setup import discs_each
from era_of_inventions.rules.supply import bonus_discs_in_supply
from era_of_inventions.tabletop.errors import Code, number_from, one_of
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import described
from era_of_inventions.tabletop.values import NO_THINGS, Mask, mask, members
from era_of_inventions.tabletop.values.outline import PartialPosition, Values
from era_of_inventions.tabletop.values.quantities import Quantity

if TYPE_CHECKING:
    from era_of_inventions.tabletop.disputes.stated import StatedPosition

AREAS = [area.name.lower() for area in Area]
WITH_AREA = (Phase.ACTION, Phase.BONUS_OFFER)
"""The phases in which an area can be stated."""
STEPS = {
    Area.BUILD: ("built",),
    Area.GOODS: ("ran",),
    Area.PRODUCE: ("made",),
    Area.MARKET: ("took_cog", "exchanges"),
    Area.DEVELOP: ("developed", "patents"),
}
"""The fields of a turn that record the steps of an action, by its area, except that of loads."""
LOAD_BOUGHT = {"area": Area.BUY, "loads": 1}
"""The action that is taken to be under way if the file states none of its steps."""
NOT_DONE = (0, (), NO_EXCHANGES)
"""What such a field holds if nothing was done."""
RULES = {
    "influence": pawn_position.id,
    "bonus_discs": must_hold.id,
    "patents": six_per_game.id,
    "loads": whole_load.id,
}
"""The clauses that bound the numbers of a position."""


def read_position(stated: StatedPosition, game: Game[State, Move]) -> State:
    """Return the position that a dispute states. Problems are noted in ``stated``."""
    fresh = game.new(stated.start)
    description = stated.describe(described(fresh, stated.names))
    turns, seated, (board,) = (description.of[part] for part in ("turn", "players", "board"))
    mover = seated[turns[0].get("seat", fresh.turn.seat)]
    if mover.get("discs", NO_THINGS).bit_count() == discs_each(len(seated)):
        turns[0].setdefault("phase", Phase.ACTION if "area" in turns[0] else Phase.CHOICE)
    _fill_turn(turns[0], stated, first_action=not turns[1:])
    if turns[0]["phase"] is Phase.BONUS_ACTION and not turns[1:]:
        turns.append({**LOAD_BOUGHT})
    if turns[0]["phase"] in (Phase.PLACEMENT, Phase.CHOICE):
        _whose_disc(turns[0], seated, stated)
    if turns[0]["phase"] is Phase.CHOICE:
        mover.setdefault("discs", _resolved(stated))
    for player in seated:
        _count_discs(player)
        if "patented" in player:
            player.setdefault("patents", player["patented"].bit_count())
    seat = turns[0].setdefault("seat", fresh.turn.seat)
    if turns[1:]:
        seated[seat].setdefault(
            "bonus_discs", max(0, fresh.players[seat].bonus_discs - len(turns) + 1)
        )
    _count_actions(turns, seated[seat], board)
    if turns[0]["phase"] not in (Phase.SETUP_FACTORIES, Phase.SETUP_CARDS):
        _lay_out(description, fresh)
    elif not board:
        board.update(deck=fresh.board.deck, factory_deck=fresh.board.factory_deck)
    return stated.complete(fresh, description)


def _resolved(stated: StatedPosition) -> Mask[Area]:
    """Return the areas whose discs are resolved or withdrawn by claimed moves."""
    verbs = ("resolve", "withdraw")
    named = [
        area
        for area, name in zip(Area, AREAS, strict=True)
        if any(stated.mentions(f"{verb} {name}") for verb in verbs)
    ]
    return mask(Area, named[: discs_each(len(stated.names))])


def _whose_disc(turn: Values, seated: Sequence[Values], stated: StatedPosition) -> None:
    """Fill in whose turn it is to place or resolve a disc: this follows from the discs that lie on the board.

    During placement the next player has one disc fewer on the board than the player
    before; when discs are resolved, one more. If all have equally many it is the start
    player, if one is stated. If the discs of all players are stated and the stated turn
    does not follow from them, a problem is noted. During placement, a player whose
    discs are not stated has placed none, or one if the file says who began and that the
    turn of this player is over.
    """
    complete, placing = (
        all("discs" in player for player in seated),
        turn["phase"] is Phase.PLACEMENT,
    )
    if not complete and not placing:
        return
    if placing and "seat" in turn and "start" in stated.position:
        _placed_before(turn["seat"], seated, stated)
    lying = [player.get("discs", NO_THINGS).bit_count() for player in seated]
    least = min(lying)
    before, next_ = (least + 1, least) if placing else (least, least + 1)
    following = [
        seat
        for seat, number in enumerate(lying)
        if (lying[seat - 1], number) == (before, next_)
    ]
    if max(lying) == least and "start" in stated.position and (placing or least):
        following = [stated.start]
    if not following or max(lying) > least + 1:
        return
    if turn.setdefault("seat", following[0]) not in following and complete:
        clause = one_at_a_time if placing else next_turn
        stated.note(
            next(key for key in ("player", "to_move") if key in stated.position),
            Code.INCONSISTENT,
            f"is {stated.names[turn['seat']]}",
            f"{stated.names[following[0]]}, by the discs on the board [{clause.id}]",
        )


def _placed_before(seat: int, seated: Sequence[Values], stated: StatedPosition) -> None:
    """Fill in a disc of each player who has placed one before this seat, if no discs of the player are stated.

    It lies on an area where no claimed move places a disc, if there is one.
    """
    if seated[seat].get("discs"):
        return
    order = [*range(stated.start, len(seated)), *range(stated.start)]
    for player in (seated[before] for before in order[: order.index(seat)]):
        taken = [area for other in seated for area in members(other.get("discs", NO_THINGS))]
        area = min(Area, key=lambda one: (stated.mentions(AREAS[one]), taken.count(one)))
        player.setdefault("discs", mask(Area, [area]))


def _fill_turn(turn: Values, stated: StatedPosition, *, first_action: bool) -> None:
    """Fill in what is not stated: the phase follows from the area, and the round from the phase.

    Problems are noted. If the area of an action that is over is not stated, it follows
    from the steps of the action; without any, a load was bought.
    """
    acting = turn.get("area", EMPTY) != EMPTY
    phase = turn.setdefault("phase", Phase.ACTION if acting else Phase.PLACEMENT)
    if phase is Phase.BONUS_OFFER and first_action and "area" not in turn:
        done = {field for field, value in turn.items() if value not in NOT_DONE}
        steps = (area for area, fields in STEPS.items() if not done.isdisjoint(fields))
        area = next(steps, None)
        for field, value in (LOAD_BOUGHT if area is None else {"area": area}).items():
            turn.setdefault(field, value)
    last = last_round(len(stated.names))
    first = last if phase in (Phase.FINAL_MARKET, Phase.GAME_OVER) else 1
    if not first <= turn.setdefault("round", first) <= last:
        expected = f"{number_from(first, last)} [{last_round.id}]"
        stated.note("round", Code.OUT_OF_RANGE, f"is {turn['round']}", expected)
        turn["round"] = first
    if phase is Phase.ACTION and not acting:
        if "area" not in stated.position:
            stated.note("area", Code.MISSING, "is missing", one_of(AREAS))
        elif "area" in turn:
            stated.note("area", Code.INCONSISTENT, "is nothing", one_of(AREAS))
        turn["area"] = Area.BUILD
    elif acting and phase not in WITH_AREA:
        stated.note(
            "area",
            Code.INCONSISTENT,
            f"goes with the phase 'action', not with {phase.value!r}",
        )
        turn["area"] = EMPTY


def _count_actions(turns: list[Values], acting: Values, board: Values) -> None:
    """Fill in what follows from the actions of the turn: counts of the round, discs, spaces and discarded cards."""
    turn, made = turns[0], [card for action in turns for card in action.get("made", ())]
    if developed := reduce(or_, (action.get("developed", 0) for action in turns)):
        acting.setdefault("developed", developed)
    if turn["phase"] is Phase.ACTION:
        acting["discs"] = acting.get("discs", NO_THINGS) | mask(
            Area, [turn.get("area", Area.BUILD)]
        )
    if built := sum(action.get("built", 0) for action in turns):
        acting.setdefault("built_this_round", built)
    if exchanges := [action["exchanges"] for action in turns if "exchanges" in action]:
        acting.setdefault(
            "exchanges_this_round", tuple(map(sum, zip(*exchanges, strict=True)))
        )
    if turns[1:]:
        acting.setdefault("discs_used_this_round", len(turns) - 1)
    if made:
        board.setdefault("discards", mask(InventionCard, made))


def _count_discs(player: Values) -> None:
    """Fill in the bonus discs bought in the round from its exchanges, or the other way round."""
    if "exchanges_this_round" in player:
        player.setdefault(
            "discs_bought_this_round", player["exchanges_this_round"][Line.BONUS_DISC]
        )
    elif "discs_bought_this_round" in player:
        bought = player["discs_bought_this_round"]
        player["exchanges_this_round"] = (
            *NO_EXCHANGES[: Line.BONUS_DISC],
            bought,
            *NO_EXCHANGES[Line.BONUS_DISC + 1 :],
        )


def _lay_out(description: PartialPosition, fresh: State) -> None:
    """Fill in the display and the row, if they are not described, with the first cards that lie nowhere else.

    If only a deck is described, the cards that then lie nowhere are in its discard
    pile.
    """
    board, components = description.of["board"][0], fresh.components
    cards, factories = undealt(description.on(fresh), description)
    start_cards = cards & components.start_cards & ~board.get("deck", NO_THINGS)
    board.setdefault("display", _path(start_cards, DISPLAY_PLACES))
    board.setdefault(
        "row", _path(factories & ~board.get("factory_deck", NO_THINGS), ROW_PLACES)
    )
    cards, factories = undealt(description.on(fresh), description)
    if "deck" in board:
        board.setdefault("discards", cards & ~board["deck"] & ~components.start_cards)
    if "factory_deck" in board:
        board.setdefault("factory_discards", factories & ~board["factory_deck"])


def _path(cards: Mask[Any], places: int) -> tuple[int, ...]:
    laid_out = members(cards)[:places]
    return (*laid_out, *[EMPTY] * (places - len(laid_out)))


# --- Quantities that can be claimed ---------------------------------------------------


def _laid_out(path: Sequence[int]) -> int:
    return len(path) - path.count(EMPTY)


def _action_discs(state: State, seat: int) -> int:
    """Return how many action discs of a player do not lie on the board."""
    return discs_each(state.setting.players) - state.players[seat].discs.bit_count()


DERIVED = (
    Quantity("action discs", True, _action_discs),
    Quantity("markers", True, markers_left),
    Quantity("cogs invested", True, lambda state, seat: invested(state)[seat]),
    Quantity("capacity", True, lambda state, seat: capacity(state)[seat]),
    Quantity(
        "bonus discs in the supply", False, lambda state, _: bonus_discs_in_supply(state)
    ),
    Quantity("cards waiting", False, lambda state, _: waiting_cards(state).bit_count()),
    Quantity("cards on display", False, lambda state, _: _laid_out(state.board.display)),
    Quantity("factories on display", False, lambda state, _: _laid_out(state.board.row)),
)
"""The quantities that the rules derive."""


# --- The form of disputes -------------------------------------------------------------


def _with_cubes(state: State, move: Move) -> Sequence[Move]:
    """Return the ways to pay the question marks of a fake that is produced without a word about its cubes."""
    if not isinstance(move, ProduceInvention) or move.cubes:
        return ()
    number = state.components.cards[move.card].question_marks
    chosen = combinations_with_replacement(FINE_CUBES, number) if number else ()
    return [
        ProduceInvention(move.card, sum((ONE[good] for good in cubes), NO_GOODS))
        for cubes in chosen
    ]


DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    lying={
        InventionCard: {"waiting": waiting_cards, "removed": removed_cards},
        FactoryCard: {},
    },
    most=STOCK_MAX,
    rules=RULES,
    supplied=(
        "players.goods",
        "players.bonus_discs",
        "board.row",
        "board.display",
        "board.loads",
    ),
    stops=(EndAction(), EndTurn()),
    starts=(Resolve,),
    in_full=_with_cubes,
    quantities=DERIVED,
)
"""What is special about disputes over Era of Inventions."""

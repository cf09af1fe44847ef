"""How positions are written: other cards are in the draw pile, and charburners that nobody has in the box.

A dispute states the numbers of goods and leaves out what does not matter: unknown goods are any
cards that lie nowhere else, since nothing depends on them. Nobody has hand cards that are not
stated. Whoever has no buildings has a charburner with seven coal. It is round 1, which is the last
one if the game is over. In phase I the extra cards are those that offices give for the hands with
which it began.
"""

from __future__ import annotations

from era_of_inventions.tabletop import (
    NO_THINGS,
    UNKNOWN,
    Cards,
    Game,
    Mask,
    PartialPosition,
    Positions,
    Stack,
    StatedPosition,
    Values,
    described,
    elsewhere,
    evolve,
    mask,
    members,
)
from oh_my_goods.components import Card
from oh_my_goods.model import CARDS, NO_CARDS, Player, Stage, State
from oh_my_goods.moves import AnyMove
from oh_my_goods.rules import office
from oh_my_goods.rules.setup import COAL

PHASE_ONE = (Stage.EXCHANGE, Stage.EXCHANGED_CARDS, Stage.NEW_CARDS)


def _in_play(state: State) -> Cards[Card]:
    """Return the cards in all places but the draw pile and the box."""
    return elsewhere(state, CARDS, "draw pile", "box")


def _draw(state: State) -> Cards[Card]:
    known, unknown = _in_play(state)
    left = state.components.deck & ~known
    return Cards(NO_THINGS, max(0, left.bit_count() - unknown)) if unknown else Cards(left)


def _box(state: State) -> Mask[Card]:
    return mask(Card, range(len(state.components.buildings))) & ~state.components.deck & ~_in_play(state).known


POSITIONS: Positions[State] = Positions(follows={"table.draw": _draw, "table.box": _box})
"""The particulars of positions in words."""


# --- In disputes ------------------------------------------------------------------------------------------------------


def read_position(stated: StatedPosition, game: Game[State, AnyMove]) -> State:
    """Return the position that a dispute states; problems are noted."""
    base = game.new(stated.start)
    description = stated.describe(described(base, stated.names))
    (turn,), seated = description.of["turn"], description.of["players"]
    if turn.setdefault("stage", Stage.EXCHANGE) >= Stage.EXCHANGE:
        turn.setdefault("round", 1)
        if turn["stage"] is Stage.OVER:
            turn.setdefault("last_round", turn["round"])
        _seat_at_charburners(base, seated)
    _fill(base, description)
    return stated.complete(base, description)


def _seat_at_charburners(base: State, seated: list[Values]) -> None:
    """Whoever has no buildings has a charburner that nobody has, with coal."""
    taken = {stack.base for player in seated for stack in player.get("buildings", ())}
    free = [card for card in members(base.table.box) if card not in taken]
    for player in seated:
        if "buildings" not in player and free:
            player["buildings"] = (Stack(free.pop(0), (UNKNOWN,) * COAL),)


def _at_the_beginning(state: State, seat: int) -> Player:
    """Return a player with the cards that have been, or are being, exchanged: those held when the phase began."""
    turn, player = state.turn, state.players[seat]
    known, unknown = player.hand.together(player.aside)
    due = turn.due if turn.stage is Stage.EXCHANGED_CARDS and turn.seat == seat else 0
    return evolve(player, hand=Cards(known, unknown + due))


def _fill(base: State, description: PartialPosition) -> None:
    """Fill in extra cards and, if nothing else is unknown, the goods."""
    state, seated = description.on(base), description.of["players"]
    if state.turn.stage in PHASE_ONE:
        for seat, values in enumerate(seated):
            values.setdefault("extra", office.extra(state, _at_the_beginning(state, seat)))
    played, drawn = _in_play(state), description.of["table"][0].get("draw", NO_CARDS)
    free = state.components.deck & ~played.known & ~drawn.known
    goods = sum(cards.count(UNKNOWN) for player in state.players for _, cards in player.buildings)
    if played.unknown + drawn.unknown == goods <= free.bit_count():
        left = reversed(members(free))
        for player, values in zip(state.players, seated, strict=True):
            values["buildings"] = tuple(
                Stack(base, tuple(next(left) if card == UNKNOWN else card for card in cards))
                for base, cards in player.buildings
            )

"""How positions are written: what lies nowhere else is in the draw pile, and charburners that nobody has in the box.

A dispute tells the numbers of goods and leaves out what does not matter: goods that are not known are any cards that
lie nowhere else, for nothing depends on them. Nobody has hand cards that are not told of. Whoever has no buildings has
a charburner with seven coal. It is round 1, which is the last one if the game is over. In phase I the extra cards are
those that offices give for the hands with which it began.
"""

from __future__ import annotations

from era_of_inventions.tabletop.disputes.position import completed, read_description, read_seat
from era_of_inventions.tabletop.fields import NO_THINGS, UNKNOWN, Cards, Mask, Stack, mask, members, replace
from era_of_inventions.tabletop.fields.outline import Description, Values
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import Positions
from era_of_inventions.tabletop.play.places import elsewhere
from era_of_inventions.tabletop.record.positions import described
from oh_my_goods.components import Card
from oh_my_goods.model import CARDS, NO_CARDS, Player, Stage, State
from oh_my_goods.moves import AnyMove
from oh_my_goods.rules import office
from oh_my_goods.rules.setup import COAL

PHASE_ONE = (Stage.EXCHANGE, Stage.EXCHANGED_CARDS, Stage.NEW_CARDS)


def _in_play(state: State) -> Cards[Card]:
    """The cards in all places but the draw pile and the box."""
    return elsewhere(state, CARDS, "draw pile", "box")


def _draw(state: State) -> Cards[Card]:
    known, unknown = _in_play(state)
    left = state.components.deck & ~known
    return Cards(NO_THINGS, max(0, left.bit_count() - unknown)) if unknown else Cards(left)


def _box(state: State) -> Mask[Card]:
    return mask(Card, range(len(state.components.buildings))) & ~state.components.deck & ~_in_play(state).known


POSITIONS: Positions[State] = Positions(follows={"table.draw": _draw, "table.box": _box})
"""What is special about positions in words."""


# --- In disputes ------------------------------------------------------------------------------------------------------


def read_position(reader: Reader, players: Reader, game: Game[State, AnyMove], names: tuple[str, ...]) -> State:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    base = game.new(read_seat(reader, "start", names))
    description = read_description(reader, players, described(base, names), names, game.rulebook.disputes)
    (turn,), seated = description.of["turn"], description.of["players"]
    if turn.setdefault("stage", Stage.EXCHANGE) >= Stage.EXCHANGE:
        turn.setdefault("round", 1)
        if turn["stage"] is Stage.OVER:
            turn.setdefault("last_round", turn["round"])
        _seat_at_charburners(base, seated)
    _fill(base, description)
    return completed(reader, base, description)


def _seat_at_charburners(base: State, seated: list[Values]) -> None:
    """Whoever has no buildings has a charburner that nobody has, with coal."""
    taken = {stack.base for player in seated for stack in player.get("buildings", ())}
    free = [card for card in members(base.table.box) if card not in taken]
    for player in seated:
        if "buildings" not in player and free:
            player["buildings"] = (Stack(free.pop(0), (UNKNOWN,) * COAL),)


def _at_the_beginning(state: State, seat: int) -> Player:
    """A player with the cards that have been, or are being, exchanged: those held when the phase began."""
    turn, player = state.turn, state.players[seat]
    known, unknown = player.hand.together(player.aside)
    due = turn.due if turn.stage is Stage.EXCHANGED_CARDS and turn.seat == seat else 0
    return replace(player, hand=Cards(known, unknown + due))


def _fill(base: State, description: Description) -> None:
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

"""How positions are written: cards stated nowhere are in the draw pile, charburners that nobody has in the box.

A dispute states the numbers of goods and leaves out what does not matter: unknown goods are any
cards that lie nowhere else, since nothing depends on them. Nobody has hand cards that are not
stated. Assistants are at the first production buildings where the craftsman is not. Whoever has no
buildings has a charburner with seven coal, and if the last round is stated the last of them has
seven further buildings, unless somebody has eight. It can be the next one, which a position knows
only when the round is over. It is round 1, which is the last one if the game is over. The active
player decides, and whoever turns over cards of the market is the active player. In phase I the extra
cards are those that offices give for the hands with which it began; where both piles are empty, half
of the cards are due, and the halving interrupts the drawing of the usual cards. If both piles are
stated, all other cards are goods of somebody whose buildings are not.
"""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop import (
    ABSENT,
    UNKNOWN,
    Cards,
    DisputeForm,
    Game,
    PartialPosition,
    Quantity,
    Stack,
    StatedPosition,
    Values,
    described,
    elsewhere,
    evolve,
    has,
    mask,
    members,
)
from oh_my_goods.box import Building, Card, Color, Side
from oh_my_goods.moves import Cover, EndProduction, Move, NoWork, Pass, PlanBuilding, PlanNothing, Stay, Work
from oh_my_goods.position import (
    CARDS,
    COVERING,
    DEALING,
    NO_CARDS,
    REVEALING,
    STACKS,
    Player,
    Stage,
    State,
    goods_of,
    worth,
)
from oh_my_goods.rules import hand, office
from oh_my_goods.rules.deck import half_rounded_down
from oh_my_goods.rules.end import BUILDINGS_TO_END, charburner_counts, with_enough
from oh_my_goods.rules.setup import COAL


def read_position(stated: StatedPosition, game: Game[State, Move]) -> State:
    """Return the position that a dispute states. Problems are noted in ``stated``."""
    base = game.new(stated.start)
    description = stated.describe(described(base, stated.names))
    turn = description.of["turn"][0]
    if "active" in turn:
        turn.setdefault("seat", turn["active"])
    if turn.setdefault("stage", Stage.EXCHANGE) >= Stage.EXCHANGE:
        _fill_turn(turn, description.of["players"], start="start" in stated.position)
        _fill_buildings(base, description, stated)
    _fill_rest(base, description, stated)
    return stated.complete(base, description)


def _fill_turn(turn: Values, seated: list[Values], *, start: bool) -> None:
    """Fill in the round, and as active player whoever turns over cards or has the first of several turns to come."""
    turn.setdefault("round", 1)
    working = [seat for seat, player in enumerate(seated) if player.get("craftsman", ABSENT) != ABSENT]
    others_wait = turn.get("seat") in working and len(working) > 1
    first = turn["stage"] >= Stage.PRODUCTION and others_wait and not start
    if "seat" in turn and (first or turn["stage"] in REVEALING):
        turn.setdefault("active", turn["seat"])


def _fill_buildings(base: State, description: PartialPosition, stated: StatedPosition) -> None:
    """Give players whose buildings are not stated what they need for the rest, and place assistants."""
    turn, table, seated = description.of["turn"][0], description.of["table"][0], description.of["players"]
    unsaid = [player for player in seated if "buildings" not in player]
    _seat_at_charburners(base, seated, stated, turn.get("seat", base.turn.seat))
    # In the last round somebody has eight buildings. That the next one is the last is not known before it begins.
    if turn["stage"] is Stage.OVER:
        turn.setdefault("last_round", turn["round"])
    elif unsaid and turn.get("last_round", ABSENT) != ABSENT and not with_enough(description.on(base)):
        more = _lying_nowhere(base, description, stated)[: BUILDINGS_TO_END - len(unsaid[-1]["buildings"])]
        unsaid[-1]["buildings"] += tuple(map(Stack, more))
    if turn.get("last_round") == turn["round"] + 1 and with_enough(description.on(base)):
        turn["last_round"] = ABSENT
    # Assistants are at the first production buildings where the craftsman is not.
    for player in seated:
        if "assistants" in player and "posts" not in player:
            makes, working = base.components.productive, player.get("craftsman")
            free = [one for one, _ in player["buildings"] if has(makes, one) and one != working]
            player["posts"] = mask(Building, free[: player["assistants"].bit_count()])
    # If both piles are described, all other cards are goods.
    if unsaid and {"draw", "discards"} <= table.keys():
        lying = elsewhere(description.on(base), CARDS, "draw pile", "box")
        left = (base.components.deck & ~lying.known).bit_count() - lying.unknown - table["draw"].size
        (card, goods), *others = unsaid[-1]["buildings"]
        unsaid[-1]["buildings"] = (Stack(card, (*goods, *(UNKNOWN,) * left)), *others)


def _seat_at_charburners(base: State, seated: list[Values], stated: StatedPosition, mover: int) -> None:
    """Give each player without stated buildings a charburner that nobody has, with coal on it.

    If possible it is one that the player's moves name, and that the moves of others do not. Moves without a name are
    those of the ``mover``.
    """
    names = [*base.setting.layout.terms.get(CARDS.names)]
    taken = {stack.base for player in seated for stack in player.get("buildings", ())}
    free = [card for card in members(base.table.box) if card not in taken]
    named = {card: {mover if seat is None else seat for seat in stated.mentioned_by(names[card])} for card in free}
    for seat, player in enumerate(seated):
        if "buildings" not in player and free:
            free.sort(key=lambda card: (seat not in named[card], bool(named[card]), card))
            player["buildings"] = (Stack(free.pop(0), (UNKNOWN,) * COAL),)


def _lying_nowhere(base: State, description: PartialPosition, stated: StatedPosition) -> list[int]:
    """Return the cards that are not described to lie anywhere, those that claimed moves name last."""
    terms, deck = base.setting.layout.terms, base.components.deck
    names, drawn = [*terms.get(CARDS.names)], description.of["table"][0].get("draw", NO_CARDS)
    free = deck & ~elsewhere(description.on(base), CARDS, "draw pile", "box").known & ~drawn.known
    lying = (card for card in CARDS.mixed(reversed(members(deck)), terms) if has(free, card))
    return sorted(lying, key=lambda card: stated.mentions(names[card]))


def _at_the_beginning(state: State, seat: int) -> Player:
    """Return a player with the hand that the player had when the phase began, before cards were exchanged."""
    turn, player = state.turn, state.players[seat]
    known, unknown = player.hand.together(player.aside)
    due = turn.due if turn.stage is Stage.EXCHANGED_CARDS and turn.seat == seat else 0
    return evolve(player, hand=Cards(known, unknown + due))


def _had_eight_buildings(state: State) -> bool:
    """Return whether somebody had eight buildings before this round. In a turn one is built, after producing."""
    stage, seat = state.turn.stage, state.turn.seat
    if stage > Stage.LAST_CHAINS:
        return False
    built = {*state.seats} - {*state.later(seat)} if stage >= Stage.PRODUCTION else set()
    if stage < Stage.BUILDING:
        built.discard(seat)
    return any(charburner_counts(state, one) - (one in built) >= BUILDINGS_TO_END for one in state.seats)


def _fill_rest(base: State, description: PartialPosition, stated: StatedPosition) -> None:
    """Fill in extra cards, the halving, the last round and, if nothing else is unknown, cards as goods."""
    (turn, *before), seated = description.of["turn"], description.of["players"]
    if turn["stage"] is Stage.HALVING and not before:
        due = hand.draw_two(description.on(base))
        description.of["turn"].append({"stage": Stage.NEW_CARDS, "due": due})
    state = description.on(base)
    if state.turn.stage in (Stage.EXCHANGE, Stage.EXCHANGED_CARDS, Stage.NEW_CARDS):
        for seat, values in enumerate(seated):
            values.setdefault("extra", office.extra(state, _at_the_beginning(state, seat)))
    if state.turn.stage is Stage.HALVING:
        turn.setdefault("due", half_rounded_down(state, state.turn.seat))
    if _had_eight_buildings(state):
        turn.setdefault("last_round", state.round)
    played, drawn = elsewhere(state, CARDS, "draw pile", "box"), description.of["table"][0].get("draw", NO_CARDS)
    free = _lying_nowhere(base, description, stated)
    unknown = [STACKS.count_unknown(player.buildings) for player in state.players]
    if played.unknown + drawn.unknown == sum(unknown) <= len(free):
        for player, values, number in zip(state.players, seated, unknown, strict=True):
            values["buildings"] = STACKS.filled(player.buildings, free[:number])
            del free[:number]


def _for_hiring(state: State, stated: StatedPosition, free: Sequence[int]) -> list[int]:
    """Return those of the ``free`` cards that have the colors for which the assistants named by moves ask."""
    components = state.components
    asked = [side.needs for side in components.assistants if stated.mentions(side.id)]
    of_color = [[card for card in free if components.kind_of[card].color == color] for color in Color]
    numbers = map(max, zip(*asked, strict=True)) if asked else ()
    return [card for cards, number in zip(of_color, numbers, strict=False) for card in cards[:number]]


def _offices(state: State) -> list[int]:
    """Return the cards that are market offices as buildings."""
    return [card for card, kind in enumerate(state.components.kind_of) if kind.is_office]


# --- Quantities that can be claimed ---------------------------------------------------


def _hand_cards(state: State, seat: int) -> int:
    """Return the number of a player's hand cards, including those that are still to be dealt."""
    turn = state.turn
    due = turn.due if turn.stage in DEALING and turn.seat == seat else 0
    return state.players[seat].hand.size + due


QUANTITIES = (
    Quantity("worth", True, lambda state, seat: worth(state, state.players[seat])),
    Quantity("goods", True, lambda state, seat: goods_of(state.players[seat])),
    Quantity("number of buildings", True, lambda state, seat: len(state.players[seat].buildings)),
    Quantity("number of assistants", True, lambda state, seat: state.players[seat].assistants.bit_count()),
    Quantity("hand cards", True, _hand_cards),
    Quantity("planned cards", True, lambda state, seat: state.players[seat].planned.size),
)
"""The quantities that can be claimed besides the fields of positions."""


def foregone(state: State) -> Move | None:
    """Return the move that lays down the next good, as an unknown card that nobody looks at; None at other stages."""
    return Cover(UNKNOWN) if state.turn.stage in COVERING else None


DISPUTES: DisputeForm[State, Move] = DisputeForm(
    read_position=read_position,
    lying={Card: {}, Side: {}},
    needed=_for_hiring,
    act=_offices,
    supplied=("players.buildings", "players.hand", "table.offer"),
    filled_from={"players.extra": ("hand", "buildings")},
    order={Work: 0, NoWork: 0, PlanBuilding: 1, PlanNothing: 1},
    stops=(Stay(), EndProduction(), Pass()),
    quantities=QUANTITIES,
    foregone=foregone,
)
"""The particulars of disputes over the game."""

"""How positions are written: points follow from workers and cards, and what lies nowhere else is in deck and pile.

A dispute leaves out what does not matter. It is round 1, and everybody has what one begins with, without a production
card. Whoever decides has the turn and is Overlord; in an auction everybody bids whose turn is not over, and who has bid
last can pay it. In a dispute cards may be written by their values: ``hand = "six, five"``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from era_of_inventions.tabletop.disputes.position import completed, read_description, read_seat
from era_of_inventions.tabletop.fields import NO_THINGS, NOTHING, Cards, Mask, mask, members
from era_of_inventions.tabletop.fields.outline import Description, Values
from era_of_inventions.tabletop.files.toml import Reader
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.grammar import Positions
from era_of_inventions.tabletop.record.positions import described
from phoenicia.components import Components, ProductionCard
from phoenicia.model import Purpose, Stage, State, no_kinds, seat_mask, value
from phoenicia.moves import AnyMove
from phoenicia.rules import pay
from phoenicia.rules.auction import highest_bidder, not_finished
from phoenicia.rules.discount import steps, subtract
from phoenicia.rules.display import put_aside
from phoenicia.rules.income import POINTS_A_CARD
from phoenicia.rules.limits import cards_per_storehouse
from phoenicia.rules.produce import total, victory
from phoenicia.rules.setup import copies

OF_VALUES = ("hand", "pile", "discard_pile")
"""The keys whose production cards can be written by their values."""


def _deck(state: State) -> tuple[int, ...]:
    """The copies that take part and lie nowhere else."""
    table = state.table
    placed = (table.display, table.aside, *(player.cards for player in state.players))
    return tuple(max(0, copies(state, kind) - sum(cards[kind] for cards in placed)) for kind in range(len(placed[0])))


def _unplaced(state: State) -> Mask[ProductionCard]:
    """The production cards that lie in no hand and not among the discards."""
    placed = state.table.discards
    for player in state.players:
        placed = placed | player.hand.known
    return mask(ProductionCard, range(len(state.components.face_of))) & ~placed


def _presets(state: State) -> Mask[ProductionCard]:
    return mask(ProductionCard, state.components.copies[-1])


def _pile(state: State) -> Cards[ProductionCard]:
    """What is in the pile if hands, discards and the cards out of the game are as they are."""
    left, presets = _unplaced(state), _presets(state)
    unknown, pile = sum(player.hand.unknown for player in state.players), left & ~presets
    in_hands = unknown - (left & presets & ~state.table.gone).bit_count()
    return Cards(NO_THINGS, max(0, pile.bit_count() - in_hands)) if unknown else Cards(pile)


POSITIONS: Positions[State] = Positions(
    follows={
        "players.pp": lambda state: [total(state, player) for player in state.players],
        "players.vp": lambda state: [victory(state, player) for player in state.players],
        "table.deck": _deck,
        "table.gone": lambda state: _unplaced(state) & _presets(state),
        "table.pile": _pile,
    }
)
"""What is special about positions in words."""


# --- In disputes ------------------------------------------------------------------------------------------------------


def read_position(reader: Reader, players: Reader, game: Game[State, AnyMove], names: tuple[str, ...]) -> State:
    """The position described by the tables ``[position]`` and ``[player]``; problems are noted in the readers."""
    base = game.new(read_seat(reader, "start", names))
    _name_cards(game.setting.components, [reader.get("table"), *map(players.get, names)])
    usual = described(base, names)
    usual.of["table"][0]["deck"] = no_kinds(game.setting)
    description = read_description(reader, players, usual, names, game.rulebook.disputes)
    _fill_turn(description.of["turn"][0], base, told=reader.has("start"))
    _fill(base, description)
    return completed(reader, base, description)


def _fill_turn(turn: Values, base: State, *, told: bool) -> None:
    """Whoever decides has the turn, and is Overlord if no other is told; it is round 1."""
    stage = turn.setdefault("stage", Stage.OFFER)
    turn.setdefault("round", int(stage >= Stage.OFFER))
    active = turn.setdefault("active", turn.setdefault("seat", base.turn.seat))
    turn.setdefault("overlord", base.turn.overlord if told else active)
    if stage is Stage.PAYMENT and turn.get("kind", NOTHING) != NOTHING:
        turn.setdefault("purpose", Purpose.CARD)


def _fill(base: State, description: Description) -> None:
    """Fill in what follows from the stage: the auction, what is owed, and how many cards are due."""
    (turn,), (table,) = description.of["turn"], description.of["table"]
    kind, stage = turn.get("kind", NOTHING), turn["stage"]
    if kind != NOTHING:
        display = [0] * len(base.components.cards)
        display[kind] = 1
        table.setdefault("display", tuple(display))
    if stage in (Stage.OPENING, Stage.BIDDING) or turn.get("purpose") is Purpose.CARD:
        paying = stage is Stage.PAYMENT
        one = seat_mask(turn["seat"])
        turn.setdefault("bidders", one if paying else not_finished(POSITIONS.fill_in(base, description)))
        if kind != NOTHING and stage is not Stage.OPENING:
            turn.setdefault("bid", base.components.cards[kind].minimum)
            _give_means(POSITIONS.fill_in(base, description), description.of["players"])
    state = POSITIONS.fill_in(base, description)
    if stage is Stage.PAYMENT and (price := _price_owed(state)) is not None:
        turn.setdefault("owed", price)
    turn.setdefault("due", _most_due(state))


def _give_means(state: State, seated: list[Values]) -> None:
    """Who has bid last, and whose hand is not told, has the cards that it takes."""
    if (bidder := highest_bidder(state)) == NOTHING or "hand" in seated[bidder]:
        return
    player, components = state.players[bidder], state.components
    missing = state.turn.bid - player.disks - steps(state, player, state.turn.kind)
    hand: Mask[ProductionCard] = NO_THINGS
    for card in reversed(members(_unplaced(state) & ~_presets(state))):
        if value(components, hand) < missing:
            hand = hand | mask(ProductionCard, [card])
    seated[bidder]["hand"] = Cards(hand)
    seated[bidder].setdefault("storehouses", max(player.storehouses, hand.bit_count()))


def _name_cards(components: Components, tables: Sequence[Any]) -> None:
    """Put cards that nothing else names where these tables of a file have the values of cards."""
    held = [(table, key) for table in tables if isinstance(table, dict) for key in OF_VALUES if key in table]
    told = {word for table, key in held for word in _words(table[key])}
    faces = {str(worth): face for face, worth in reversed([*enumerate(components.values)])}
    faces |= {name: face for face, name in enumerate(components.faces)}
    ids = components.production_ids
    free = [[ids[card] for card in cards if ids[card] not in told] for cards in components.copies]

    def name(word: str) -> str:
        face = faces.get(word.casefold(), NOTHING)
        return free[face].pop(0) if face != NOTHING and free[face] else word

    for table, key in held:
        if isinstance(table[key], str):
            table[key] = ", ".join(map(name, _words(table[key])))
        elif isinstance(table[key], list):
            table[key] = [name(word) if isinstance(word, str) else word for word in table[key]]


def _words(raw: Any) -> list[str]:
    words = raw.split(",") if isinstance(raw, str) else raw if isinstance(raw, list) else ()
    return [word.strip() for word in words if isinstance(word, str)]


# --- What follows from the rest ---------------------------------------------------------------------------------------


def _most_due(state: State) -> int:
    """How many cards can be due at most, as many as are when the stage begins."""
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
    """What is paid for what is paid for; None if it is not told."""
    turn = state.turn
    if turn.purpose is Purpose.CARD:
        return None if turn.kind == NOTHING else subtract(state, state.me, turn.kind, turn.bid)
    paid = pay.paid_for(turn)
    return None if paid is None else pay.price(state, paid)

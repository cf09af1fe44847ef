"""The positions and moves of Harbor, a game with all that fields can hold; its rules are of no matter here."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs

from era_of_inventions.tabletop import (
    ABSENT,
    Amounts,
    Bag,
    Cards,
    CardSet,
    Choice,
    Count,
    Counts,
    Draft,
    Earlier,
    Field,
    Flag,
    Hidden,
    History,
    Mask,
    Maybe,
    Move,
    Names,
    Nested,
    PerPlayer,
    Position,
    RootDraft,
    Row,
    Seat,
    Terms,
    Things,
    carried,
    drafts,
    each,
    field,
    mask,
    move,
    part,
    record,
    steps,
)


class Ware(enum.IntEnum):
    SILK = 0
    SPICE = 1
    SALT = 2


class Stage(enum.StrEnum):
    DEAL = "deal"
    AUCTION = "auction"
    PAYMENT = "payment"
    OVER = "over"


class Cargo:
    """A cargo card."""


class Ship:
    """A ship."""


class Pier:
    """A pier."""


@attrs.frozen(cache_hash=True)
class Setting:
    players: int = 3
    cards: tuple[str, ...] = ("silk-1", "silk-2", "spice-1", "spice-2", "salt-1", "salt-2", "salt-3")
    ships: tuple[str, ...] = ("sloop", "brig", "galleon")
    crew: int = 5


def piers(setting: Setting) -> dict[str, str]:
    return {f"pier {letter}": f"the {letter} pier" for letter in "abcd"[: setting.players]}


CARGO = Names.indexed(Cargo, lambda setting: setting.cards, "the id of a cargo card", "[a-z]+-[0-9]")
SHIPS = Names.indexed(Ship, lambda setting: setting.ships, "a ship", "[a-z]+")
PIERS = Names.indexed(Pier, piers, "a pier", "pier [a-d]")
STAGES = Names.members(Stage)
WARES = Names.members(
    Ware, {Ware.SILK: "silks", Ware.SPICE: "spices", Ware.SALT: "salts"}.__getitem__, {"white gold": "salt"}
)
Wares: TypeAlias = Bag[Ware]


@record
class Player:
    """What one player has."""

    hand: Field[Cards[Cargo]] = field(CardSet(CARGO), "cargo cards, secret", seen="owner")
    wares: Field[Wares] = field(Amounts(WARES), default=0)
    coins: Field[int] = field(Count(), "silver before the player", default=0)
    piers: Field[Mask[Pier]] = field(Things(PIERS), phrase="flag on {}", default=0)
    pledge: Field[int] = field(
        Hidden(Maybe(Choice(CARGO), ABSENT)), "sealed until all have pledged", default=ABSENT, seen="owner"
    )
    bought: Field[int] = field(Count(0, 9), words="bought this round", default=0, reported=False)


@record
class Table:
    """What lies in the middle."""

    deck: Field[Cards[Cargo]] = field(CardSet(CARGO, pile=True), "the face-down pile", seen="nobody")
    fleet: Field[tuple[int, ...]] = field(Counts(SHIPS, 9), "ships still to come", phrase="{} to come")
    discard: Field[Mask[Cargo]] = field(Things(CARGO, pile=True), words="discards", default=0)
    berths: Field[tuple[int, ...]] = field(Row(CARGO, 3), "cargo laid out", default=(ABSENT,) * 3)


@record
class Turn:
    """Whose turn it is, and what has been done in it."""

    stage: Field[Stage] = field(Choice(STAGES))
    seat: Field[int] = field(Seat(), "who decides", words="player", phrase="player to move")
    ship: Field[int] = field(Maybe(Choice(SHIPS), ABSENT), "the ship for sale", default=ABSENT)
    bid: Field[int] = field(Count(0, lambda setting: 4 * setting.crew), default=0)
    paid: Field[tuple[int, ...]] = field(History(Choice(CARGO), 5), default=())
    passed: Field[bool] = field(Flag(), default=False)
    before: Field[Turn | None] = field(Earlier(lambda: Turn, 4), "what came before", default=None)


@record
class State(Position):
    """A position."""

    setting: Field[Setting] = carried()
    players: Field[tuple[Player, ...]] = field(PerPlayer(lambda: Player))
    table: Field[Table] = field(Nested(lambda: Table))
    round: Field[int] = field(Count(1, 99))
    turn: Field[Turn] = field(Nested(lambda: Turn))


class PlayerDraft(Draft, Player):
    __slots__ = ()


class TableDraft(Draft, Table):
    __slots__ = ()


class TurnDraft(Draft, Turn):
    __slots__ = ()


class StateDraft(RootDraft["State"], State):
    __slots__ = ()
    edit_player = each(State.players, PlayerDraft)
    edit_table = part(State.table, TableDraft)
    edit_turn = part(State.turn, TurnDraft)
    interrupt, resume = steps(State.turn, TurnDraft)


draft_of = drafts(StateDraft)


@move
class Bid(Move):
    """Bid for the ship."""

    amount: Field[int] = field(Count(0, lambda setting: 4 * setting.crew))


@move
class Pass(Move):
    """Bid no more."""


@move
class Load(Move):
    """Load a card on a ship, or on the quay, with some wares."""

    card: Field[int] = field(Choice(CARGO), "the card that is loaded")
    ship: Field[int | None] = field(Maybe(Choice(SHIPS), None), default=None)
    wares: Field[Wares] = field(Amounts(WARES), default=0)


@move
class Sell(Move):
    """Sell one ware."""

    ware: Field[Ware] = field(Choice(WARES))


KINDS = (Bid, Pass, Load, Sell)
SETTING = Setting()
NAMES = ("Green", "Red", "Blue")
TERMS = Terms.of(SETTING, NAMES)


def fresh(setting: Setting = SETTING) -> State:
    """The position before the first card is dealt."""
    everything = Cards(mask(Cargo, range(len(setting.cards))))
    players = (Player(Cards(mask(Cargo))),) * setting.players
    return State(setting, players, Table(everything, fleet=(1,) * len(setting.ships)), 1, Turn(Stage.DEAL, 0))


def dealt(hands: Sequence[Sequence[int]], **turn: Any) -> State:
    """A position with these cards in hands, and the rest in the deck."""
    given = sum(1 << card for hand in hands for card in hand)
    deck = Cards(mask(Cargo, [card for card in range(len(SETTING.cards)) if not given >> card & 1]))
    players = tuple(Player(Cards(mask(Cargo, hand))) for hand in hands)
    return State(SETTING, players, Table(deck, fleet=(2, 1, 1)), 1, Turn(**{"stage": Stage.AUCTION, "seat": 0, **turn}))

"""What a type checker must refuse of declared records, and must not: every error ignored here has to be there."""

from __future__ import annotations

from typing import TypeAlias, assert_never, assert_type

from era_of_inventions.tabletop.values import (
    ABSENT,
    Amounts,
    Bag,
    Cards,
    Choice,
    Count,
    Field,
    Mask,
    Maybe,
    Things,
    bag,
    evolve,
    field,
    mask,
    record,
)
from tests.support.harbor import (
    CARGO,
    PIERS,
    WARES,
    Bid,
    Cargo,
    Load,
    Pass,
    Pier,
    Player,
    PlayerDraft,
    Sell,
    State,
    StateDraft,
    Ware,
    Wares,
)

AnyMove: TypeAlias = Bid | Pass | Load | Sell


def reads(state: State, draft: StateDraft) -> None:
    me = state.players[0]
    assert_type(me.wares, Bag[Ware])
    assert_type(me.piers, Mask[Pier])
    assert_type(me.hand, Cards[Cargo])
    assert_type(Player.wares, Field[Bag[Ware]])
    assert_type(draft.edit_player(0), PlayerDraft)
    assert_type(draft.edit_player(0).piers, Mask[Pier])
    assert_type(evolve(me, coins=3), Player)
    hash(me)


def writes(state: State, draft: StateDraft) -> None:
    me = draft.edit_player(0)
    me.wares = me.wares + 2 * me.wares
    me.coins += 1
    draft.round += 1
    state.round += 1  # type: ignore[arg-type]
    state.players[0].wares = me.wares  # type: ignore[arg-type]
    draft.players[0].wares = me.wares  # type: ignore[arg-type]
    me.wares = me.piers  # type: ignore[assignment]
    me.wares = 3  # type: ignore[assignment]
    me.hats = 1  # type: ignore[attr-defined]


def mixes(state: State) -> None:
    me, table = state.players[0], state.table
    me.wares + me.piers  # type: ignore[operator]
    me.wares + 1  # type: ignore[operator]
    me.piers | me.hand.known  # type: ignore[operator]
    me.piers & table.discard  # type: ignore[operator]
    me.hand.known & table.deck.known
    me.piers | 1 << 2
    evolve(me, wares=me.piers)  # type: ignore[arg-type]
    evolve(me, hats=1)  # type: ignore[call-arg]


def takes(player: Player) -> int:
    return player.coins


def drafts_are_records(draft: StateDraft, player: Player) -> None:
    takes(draft.edit_player(0))
    gives: PlayerDraft = player  # type: ignore[assignment]
    takes(gives)


@record
class Wrong:
    """Fields that do not hold what they say."""

    wares: Field[Bag[Ware]] = field(Count())  # type: ignore[arg-type]
    piers: Field[Mask[Pier]] = field(Things(CARGO))  # type: ignore[arg-type]
    stock: Field[Wares] = field(Amounts(WARES))
    ware: Field[Ware] = field(Maybe(Choice(WARES), ABSENT))  # type: ignore[arg-type]
    pier: Field[Ware | int] = field(Maybe(Choice(WARES), ABSENT))


def makes(wares: Wares, piers: Mask[Pier]) -> None:
    Wrong(wares, piers, wares, Ware.SILK, ABSENT)
    Wrong(wares, wares, wares, Ware.SILK, ABSENT)  # type: ignore[arg-type]
    Wrong(wares)  # type: ignore[call-arg]
    Player(Cards(mask(Cargo)), bag(Ware), piers=mask(Cargo))  # type: ignore[arg-type]
    Things(PIERS)


def moves(move: AnyMove) -> int:
    Load(3)
    Load(card=3, ship=None)
    Load(3, wares=bag(Ware, [1]))
    Load()  # type: ignore[call-arg]
    Load("silk-1")  # type: ignore[arg-type]
    Sell(3)  # type: ignore[arg-type]
    Bid(1, 2)  # type: ignore[call-arg]
    match move:
        case Bid(amount=amount):
            return assert_type(amount, int)
        case Load() | Pass():
            return 0
        case Sell(ware):
            return assert_type(ware, Ware)
        case _:
            assert_never(move)

"""Production chains: hand cards and goods that turn into the goods of a building."""

from __future__ import annotations

from era_of_inventions.tabletop import bag, cost, count, effect, grant, has, laid, lifted, limit, some, trigger
from oh_my_goods.box import ANY, Item
from oh_my_goods.moves import Lay, Shift, UseChain
from oh_my_goods.position import Stage, State, StateDraft, Turn, goods_on
from oh_my_goods.rules.moments import IN_CHAIN, PRODUCTION

SECTION = "Productieketen"


def goods_held(position: State) -> list[int]:
    """Return how many goods of each kind the deciding player has, by item."""
    held, good_of = [0] * len(position.components.items), position.components.good_of
    for base, cards in position.me.buildings:
        held[good_of[base]] += len(cards)
    return held


# --- Using a chain --------------------------------------------------------------------


@cost("chain.items-printed", on=UseChain, nl="productieketen laat zien welke")
def items_printed(position: State, building: int) -> tuple[int, ...]:
    """Each use takes the items that the chain shows at the bottom right: one or two raw materials or goods."""
    return position.components.chain_of[building]


@grant("chain.after-production", when=PRODUCTION, nl="ten minste 1 product geproduceerd")
def after_production(position: State, move: UseChain) -> bool:
    """Directly after a building has made at least one good, its owner may use its chain as often as they like."""
    return has(position.chains, move.building)


@limit("chain.has-chain", nl="rechtsonder afgebeelde productieketen")
def has_chain(position: State, move: UseChain) -> bool:
    """Only a building that shows a chain has one."""
    return bool(position.components.chain_of[move.building])


@limit("chain.raw-from-hand", facts=lambda p, _: {"hand cards": p.me.hand.size}, nl="stoffen uit de hand")
def raw_from_hand(position: State, move: UseChain) -> bool:
    """Raw materials for a chain come from the hand, never from the market supply or an office."""
    raw = [item for item in items_printed(position, move.building) if item < ANY]
    # A hand that need not be known is not looked at.
    hand = position.components.resources(position.me.hand.known) if raw else ()
    return all(hand[item] >= raw.count(item) for item in raw)


@limit("chain.goods-already-made", nl="of al geproduceerde goederen")
def goods_already_made(position: State, move: UseChain) -> bool:
    """Goods for a chain are any goods of the player, on any building, even goods made in this turn."""
    held, printed = goods_held(position), items_printed(position, move.building)
    return all(held[item] >= printed.count(item) for item in printed if item > ANY)


@effect("chain.pair-together", nl="beide grondstoffen/goederen tegelijk")
def pair_together(draft: StateDraft, move: UseChain) -> None:
    """If a chain shows two items, both are laid on the building at the same time; nothing else comes between."""
    missing = sum((some(Item, item) for item in items_printed(draft, move.building)), bag(Item))
    draft.interrupt(Turn(Stage.CHAIN, draft.turn.seat, at=move.building, missing=missing))


# --- Cards laid on the building -------------------------------------------------------


@grant("chain.hand-card-turns-good", when=IN_CHAIN, nl="zoveel graan uit zijn hand op")
def hand_card_turns_good(position: State, move: Lay) -> bool:
    """A hand card laid on a building by its chain is no raw material any more, but a good of that building."""
    return True


@limit("chain.own-hand", nl="stoffen uit de hand")
def own_hand(position: State, move: Lay) -> bool:
    """A card laid for a chain comes from one's hand; a planned card is not in hand."""
    return move.card in position.me.hand


@limit("chain.right-raw", nl="zien welke grondstoffen uit de hand")
def right_raw(position: State, move: Lay) -> bool:
    """A hand card laid for a chain shows a raw material that the chain takes."""
    return count(position.turn.missing, position.components.resource_of[move.card]) > 0


@effect("chain.shown-first", nl="spelers tonen, voordat hij ze")
def shown_first(draft: StateDraft, move: Lay) -> None:
    """A hand card is shown to all before it is laid face down for a chain."""
    me = draft.edit_me()
    me.hand = me.hand.minus(move.card)
    draft.apply(extra_goods, move.card, draft.components.resource_of[move.card])


@grant("chain.goods-shift", when=IN_CHAIN, nl="Hij verplaatst dan kaarten van zijn")
def goods_shift(position: State, move: Shift) -> bool:
    """A good moved for a chain turns into a good of the other building; nobody need work where it comes from."""
    return goods_on(position.me, move.building) > 0


@limit("chain.right-good", nl="waardoor deze kaarten in schoenen veranderen")
def right_good(position: State, move: Shift) -> bool:
    """A good moved for a chain is one that the chain takes; a card is a good of the building on which it lies."""
    return count(position.turn.missing, position.components.good_of[move.building]) > 0


@effect("chain.moved-over", nl="Hij verplaatst dan kaarten")
def moved_over(draft: StateDraft, move: Shift) -> None:
    """The card itself is moved; of the goods on a building it is the one laid last, for nobody may look at them."""
    me = draft.edit_me()
    me.buildings, card = lifted(me.buildings, move.building)
    draft.apply(extra_goods, card, draft.components.good_of[move.building])


@trigger("chain.extra-goods", nl="extra goederen produceren")
def extra_goods(draft: StateDraft, card: int, item: int) -> None:
    """Each item laid on the building is one good more there, so a pair makes two."""
    me, turn = draft.edit_me(), draft.edit_turn()
    me.buildings = laid(me.buildings, turn.at, card)
    turn.missing -= some(Item, item)
    if not turn.missing:
        draft.resume()

"""Producing: the needs and the yields of people at buildings."""

from __future__ import annotations

from collections.abc import Sequence

from era_of_inventions.tabletop import (
    ABSENT,
    NO_THINGS,
    Cite,
    Facts,
    bag,
    cost,
    count,
    definition,
    effect,
    grant,
    has,
    laid,
    limit,
    members,
    plus,
    some,
    trigger,
)
from oh_my_goods.box import ANY, INPUTS, Item, Numbers, counted
from oh_my_goods.moves import Cover, EndProduction, Produce, Spend
from oh_my_goods.position import Mode, Player, Stage, State, StateDraft, Turn, owned, people
from oh_my_goods.rules import office
from oh_my_goods.rules.moments import CARDS_COVERED, PRODUCTION, SPENDING

SECTION = "Produceren en bouwen"


# --- Raw materials --------------------------------------------------------------------


@cost("produce.inputs", on=Produce, nl="linksonder afgebeelde grondstoffen")
def inputs(position: State, building: int) -> Numbers:
    """A production building needs the raw materials at its bottom left, in the numbers shown there."""
    return position.components.buildings[building].inputs


@definition("produce.market-same-for-all", nl="Het marktaanbod blijft voor alle spelers")
def market_same_for_all(position: State, player: Player) -> Numbers:
    """Nobody takes cards out of the market supply, so it serves every building of every player in full."""
    return office.for_production(position, player)


@definition("produce.amounts", nl="in de betreffende hoeveelheden")
def amounts(position: State, building: int) -> Numbers:
    """Whatever is needed beyond the market supply is missing; where any kind will do, every card counts."""
    needed, supply = inputs(position, building), market_same_for_all(position, position.me)
    return tuple([max(0, number - there) for number, there in zip(needed, supply, strict=True)])


@definition("produce.sloppy-all-but-one", nl="op één na alle benodigde grondstoffen")
def sloppy_all_but_one(position: State, building: int) -> int:
    """A sloppy craftsman needs one unit less, of his player's choice; anybody else needs all."""
    me = position.me
    return int(me.craftsman == building and me.mode is Mode.SLOPPY)


def lacking(position: State, missing: Numbers, building: int) -> int:
    """Return how many hand cards a production still takes."""
    return max(0, sum(missing) - sloppy_all_but_one(position, building))


def still_missing(position: State) -> Numbers:
    """Return how many of each raw material, and of any, the production under way still lacks."""
    return tuple([count(position.turn.missing, kind) for kind in range(ANY + 1)])


def of_use(position: State, missing: Numbers) -> int:
    """Return how many hand cards show a missing raw material."""
    hand = position.components.resources(position.me.hand.known)
    return sum(map(min, missing, hand))


def _facts(position: State, move: Produce) -> Facts:
    missing = amounts(position, move.building)
    needed = lacking(position, missing, move.building)
    return {"the market lacks": counted(missing, INPUTS), "hand cards needed": needed}


# --- Who may produce ------------------------------------------------------------------


@grant("produce.craftsman", when=PRODUCTION, nl="eerst produceert hij")
def craftsman(position: State, move: Produce) -> bool:
    """A turn begins with producing: the building where the craftsman works produces."""
    return position.me.craftsman == move.building


@grant("produce.assistant", when=PRODUCTION, nl=Cite("Assistent", "een assistent bij een gebouw"))
def assistant(position: State, move: Produce) -> bool:
    """A building with an assistant produces too."""
    return has(position.me.posts, move.building)


@limit("produce.once", nl="zijn beurt uit: eerst produceert hij")
def once(position: State, move: Produce) -> bool:
    """A building produces once in a turn."""
    return not has(position.produced, move.building)


@limit("produce.own-building", nl=Cite("Zonsopgang", "één van zijn productiegebouwen"))
def own_building(position: State, move: Produce) -> bool:
    """Everybody produces at buildings of their own."""
    return has(owned(position.me), move.building)


@limit("produce.all-available", facts=_facts, nl="benodigde grondstoffen beschikbaar zijn")
def all_available(position: State, move: Produce) -> bool:
    """Nothing is made if market and hand lack one unit that is needed, or two where the craftsman works sloppily."""
    missing = amounts(position, move.building)
    needed = lacking(position, missing, move.building)
    return not needed or of_use(position, missing) >= needed  # a hand that need not be known is not looked at


@effect("produce.begins", rulings="chain_when", nl="Ontbreken er 1 of meer")
def begins(draft: StateDraft, move: Produce) -> None:
    """Hand cards are discarded for missing raw materials only; if none is missing, the goods are made at once."""
    turn, missing = draft.edit_turn(), amounts(draft, move.building)
    turn.at, draft.produced = move.building, plus(draft.produced, move.building)
    if draft.ruleset.chain_when == "directly":
        draft.chains = NO_THINGS
    if lacking(draft, missing, move.building):
        turn.missing, turn.stage = bag(Item, missing), Stage.HAND_CARDS_SPENT
    else:
        draft.apply(goods_made)


# --- Hand cards -----------------------------------------------------------------------


@grant("produce.hand-makes-up", when=SPENDING, nl="mag een speler handkaarten met de")
def hand_makes_up(position: State, move: Spend) -> bool:
    """One may discard hand cards for missing raw materials, for an assistant too; a card serves one building only."""
    return True


@limit("produce.own-hand", nl="speler handkaarten met de")
def own_hand(position: State, move: Spend) -> bool:
    """A discarded card comes from one's hand; a planned card is not in hand."""
    return move.card in position.me.hand


@limit(
    "produce.hand-right-kind",
    facts=lambda p, move: {"the card shows": p.components.items[p.components.resource_of[move.card]]},
    nl="benodigde grondstoffen afleggen",
)
def hand_right_kind(position: State, move: Spend) -> bool:
    """A discarded card shows a raw material that is still missing; at the glassworks any will do."""
    missing = still_missing(position)
    return missing[position.components.resource_of[move.card]] > 0 or missing[ANY] > 0


@effect("produce.hand-discarded", nl="gespeelde handkaarten worden afgelegd")
def hand_discarded(draft: StateDraft, move: Spend) -> None:
    """Only hand cards that are played go to the discard pile; when nothing more is missing, the goods are made."""
    me, table, turn = draft.edit_me(), draft.edit_table(), draft.edit_turn()
    kind = draft.components.resource_of[move.card]
    turn.missing -= some(Item, kind if count(turn.missing, kind) else ANY)
    me.hand, table.discards = me.hand.minus(move.card), table.discards.plus(move.card)
    if not lacking(draft, still_missing(draft), turn.at):
        draft.apply(goods_made)


# --- Goods ----------------------------------------------------------------------------


@definition("produce.neat-two", nl="dan produceert hij 2 goederen")
def neat_two(position: State) -> int:
    """A neat craftsman makes two goods."""
    return 2


@definition("produce.sloppy-one", nl="dan produceert hij 1 product")
def sloppy_one(position: State) -> int:
    """A sloppy craftsman makes one good, even if nothing was missing."""
    return 1


@definition("produce.assistant-one", nl=Cite("Assistent", "om 1 product te produceren"))
def assistant_one(position: State) -> int:
    """An assistant makes one good."""
    return 1


@trigger("produce.goods-made", nl="neem 2 kaarten van de trekstapel")
def goods_made(draft: StateDraft) -> None:
    """Goods made are cards from the draw pile."""
    me, turn = draft.me, draft.turn
    number = assistant_one
    if me.craftsman == turn.at:
        number = neat_two if me.mode is Mode.NEAT else sloppy_one
    draft.turn = Turn(Stage.GOODS, turn.seat, number(draft), turn.at)


@grant("produce.goods-from-draw-pile", when=CARDS_COVERED, nl="kaarten van de trekstapel")
def goods_from_draw_pile(position: State, move: Cover) -> bool:
    """The goods made are the next cards of the draw pile."""
    return move.card in position.table.draw


@effect("produce.laid-face-down", nl="leg deze gedekt en een")
def laid_face_down(draft: StateDraft, move: Cover) -> None:
    """Goods are laid face down on the building, and nobody looks at them."""
    me, turn, table = draft.edit_me(), draft.edit_turn(), draft.edit_table()
    me.buildings = laid(me.buildings, turn.at, move.card)
    table.draw, turn.due = table.draw.minus(move.card), turn.due - 1
    if turn.stage is Stage.GOODS:
        draft.chains = plus(draft.chains, turn.at)


def served(draft: StateDraft) -> None:
    """When all goods are laid down, the player goes on producing."""
    draft.turn = Turn(Stage.PRODUCTION, draft.turn.seat)


# --- The turn -------------------------------------------------------------------------


@trigger("produce.turn-begins", nl="Te beginnen met de actieve speler")
def turn_begins(draft: StateDraft, seat: int) -> None:
    """The active player has the first turn, then the others clockwise; nothing has produced when a turn begins."""
    draft.turn = Turn(Stage.PRODUCTION, seat)
    draft.produced = draft.chains = NO_THINGS


@grant("produce.ends", when=PRODUCTION, nl="daarna bouwt hij een gebouw of")
def ends(position: State, move: EndProduction) -> bool:
    """Whoever has produced enough goes on to build or to hire, and produces no more in this turn."""
    return True


def _free(position: State) -> Sequence[int]:
    """Return the buildings of the player in turn that could still produce without a hand card."""
    idle = members(people(position.me) & position.components.productive & ~position.produced)
    return [building for building in idle if not lacking(position, amounts(position, building), building)]


def _producing(position: State, move: EndProduction) -> Facts:
    free = [position.components.buildings[building].id for building in _free(position)]
    return {"could produce": " and ".join(free) or "nothing"}


@limit("produce.forced", rulings="production_forced", facts=_producing, nl="Is dat het geval, dan produceert")
def forced(position: State, move: EndProduction) -> bool:
    """Production ends only when every building that can produce without a hand card has produced."""
    if position.ruleset.production_forced == "optional" or position.turn.stage is not Stage.PRODUCTION:
        return True
    return not _free(position)


@effect("produce.craftsman-leaves", when=PRODUCTION, rulings="craftsman_leaves")
def craftsman_leaves(draft: StateDraft, move: EndProduction) -> None:
    """When production is over, the craftsman leaves his building, which is then free for an assistant."""
    draft.edit_turn().stage, draft.chains = Stage.BUILDING, NO_THINGS
    if draft.ruleset.craftsman_leaves == "leaves":
        me = draft.edit_me()
        me.craftsman, me.mode = ABSENT, None

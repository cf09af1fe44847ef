"""Area D: producing inventions."""

from __future__ import annotations

from era_of_inventions.box.components import Area, InventionCard
from era_of_inventions.box.goods import CUBES, Goods, covers, only, show
from era_of_inventions.moves import ProduceInvention
from era_of_inventions.position import EMPTY, Draft, Position, counted
from era_of_inventions.rules.income import pay_inventors
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import pay, receive
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, cost, effect, grant, limit, trigger
from era_of_inventions.tabletop.values import NO_THINGS, Mask, members

MADE_MAX = 3
"""The cards that may be produced in one action."""


@grant(
    "produce.action",
    when=IN_ACTION_OF[Area.PRODUCE],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Uitvindingen produceren", "mogelijkheid om uitvindingen die eerder"),
    de=Cite("Erfindungen produzieren", "auf dem Spielplan liegenden Erfindungskarten"),
    en=Cite("Produce Inventions", "chooses 1 or more invention cards"),
)
def action(position: Position, move: ProduceInvention) -> bool:
    """A disc on area D lets its owner produce inventions, whoever developed them."""
    return True


@limit(
    "produce.displayed-only",
    nl=Cite("Uitvindingen produceren", "uitvindingskaart van het bord genomen"),
    de=Cite("Erfindungen produzieren", "auf dem Spielplan liegenden Erfindungskarten"),
    en=Cite("Produce Inventions", "retrieve and/or produce discarded inventions"),
)
def displayed_only(position: Position, move: ProduceInvention) -> bool:
    """Only cards face up on the board can be produced; gaps stay open until the round ends."""
    return move.card in position.board.display


@cost(
    "produce.printed-cost",
    on=ProduceInvention,
    rulings="coin_costs",
    nl=Cite("Uitvindingen produceren", "betaalt de daarop verschuldigde kosten"),
    de=Cite("Erfindungen produzieren", "die unten auf der Erfindungskarte abgebildeten"),
    en=Cite("Produce Inventions", "shown on the bottom of each"),
)
def printed_cost(position: Position, move: ProduceInvention) -> Goods:
    """A card costs what its bottom shows; a fake card also costs the cubes chosen for its question marks."""
    printed = position.components.cards[move.card].cost
    if position.ruleset.coin_costs == "cubes-only":
        printed = only(printed, CUBES)
    return printed + move.cubes


@limit(
    "produce.must-afford",
    rulings="coin_costs",
    facts=lambda p, m: {"cost": show(printed_cost(p, m)), "stock": show(p.me.goods)},
    nl=Cite("Uitvindingen produceren", "kan niet geproduceerd worden als een"),
    de=Cite("Erfindungen produzieren", "kann nicht produziert werden, wenn ein"),
    en=Cite("Produce Inventions", "if he cannot pay the cost"),
)
def must_afford(position: Position, move: ProduceInvention) -> bool:
    """A card cannot be produced without all the goods it costs."""
    return covers(position.me.goods, printed_cost(position, move))


def made_so_far(position: Position) -> int:
    """Return how many cards count toward the limit of three."""
    together = position.ruleset.action_caps == "together"
    return sum([len(record.made) for record in counted(position.turn, whole_turn=together)])


@limit(
    "produce.one-to-three",
    rulings="action_caps",
    facts=lambda p, _: {"produced so far": made_so_far(p)},
    count=lambda p, _: Tally(made_so_far(p) + 1, MADE_MAX, "cards"),
    nl=Cite("Uitvindingen produceren", "zijn actie 1 tot 3 uitvindingskaarten"),
    de=Cite("Erfindungen produzieren", "bis zu drei der offen auf"),
    en=Cite("Produce Inventions", "only produce up to 3 inventions"),
)
def one_to_three(position: Position, move: ProduceInvention) -> bool:
    """At most three cards are produced in one action, fakes included."""
    return made_so_far(position) < MADE_MAX


@effect(
    "produce.paid-to-supply",
    rulings="coin_costs",
    nl=Cite("Uitvindingen produceren", "grondstoffen aan de algemene voorraad af"),
    de=Cite("Erfindungen produzieren", "Nach der Abgabe der Rohstoffe"),
    en=Cite("Produce Inventions", "resource cubes, to the general supply"),
)
def paid_to_supply(draft: Draft, move: ProduceInvention) -> None:
    """The cost goes to the general supply before anything is gained."""
    pay(draft, draft.turn.seat, printed_cost(draft, move))


@effect(
    "produce.to-open-discard",
    nl=Cite("Uitvindingen produceren", "op de open aflegstapel gelegd"),
    de=Cite("Erfindungen produzieren", "wird auf den offenen Ablagestapel gelegt"),
    en=Cite("Produce Inventions", "are placed in the discard pile"),
)
def to_open_discard(draft: Draft, move: ProduceInvention) -> None:
    """A produced card goes to the open discard pile; nobody else can produce it this round."""
    board = draft.edit_board()
    board.display = tuple(EMPTY if card == move.card else card for card in board.display)
    board.discards |= 1 << move.card
    draft.edit_turn().made += (move.card,)


@effect(
    "produce.one-by-one",
    rulings="produce_order",
    nl=Cite("De voordelen op het telspoor", "Oranje produceert eerst de telefoon"),
)
def one_by_one(draft: Draft, move: ProduceInvention) -> None:
    """Cards are carried out one after another, so the yield of one can pay for the next."""
    if draft.ruleset.produce_order == "one-by-one":
        yield_profit(draft, move.card)


def settle_batch(draft: Draft) -> None:
    """Where all cards of an action are paid first, let them yield now, in the order they were chosen."""
    if draft.turn.made and draft.ruleset.produce_order == "batch":
        for card in draft.turn.made:
            yield_profit(draft, card)


def yield_profit(draft: Draft, card: int) -> None:
    """A produced card brings profit to the producer, then income to the inventors."""
    printed = draft.components.cards[card]
    draft.apply(profit_goods, printed)
    draft.apply(profit_influence, printed)
    pay_inventors(draft, card)


@trigger(
    "produce.profit-goods",
    rulings="goods_supply",
    nl=Cite("Uitvindingen produceren", "deze uit de algemene voorraad gehaald"),
    de=Cite("Erfindungen produzieren", "nimmt er aus dem allgemeinen Vorrat"),
    en=Cite("Produce Inventions", "these are taken from the general"),
)
def profit_goods(draft: Draft, card: InventionCard) -> None:
    """Coins and development cogs shown on top of the card, official or fake, come from the general supply."""
    receive(draft, draft.turn.seat, card.profit.goods)


@trigger(
    "produce.profit-influence",
    rulings="track_end",
    nl=Cite("Uitvindingen produceren", "het aangegeven aantal punten vooruit"),
    de=Cite("Erfindungen produzieren", "zieht er direkt mit seiner Spielfigur"),
    en=Cite("Produce Inventions", "moves his token ahead on the"),
)
def profit_influence(draft: Draft, card: InventionCard) -> None:
    """Influence shown on top of the card is moved on the track at once."""
    award(draft, draft.turn.seat, card.profit.influence)


def waiting_cards(position: Position) -> Mask[InventionCard]:
    """Return the cards of the originals developed this round, which wait beside the piles."""
    components = position.components
    cards: Mask[InventionCard] = NO_THINGS
    for index in members(position.board.developed_this_round):
        space = components.spaces[index]
        if not space.technical:
            cards |= components.cards_of(space.invention)
    return cards

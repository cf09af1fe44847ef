"""Area C: buying the loads of ships and storage houses."""

from __future__ import annotations

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import ONE, Good, Goods, count, covers
from era_of_inventions.moves import BuyLoad
from era_of_inventions.position import Draft, Position, so_far
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import coins, pay, stock_up
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, cost, effect, grant, limit

LOADS_MAX = 3
"""The loads that may be bought in one action."""


@grant(
    "buy.action",
    when=IN_ACTION_OF[Area.BUY],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Grondstoffen kopen", "maximaal 3 schepen en/of loodsen"),
    de=Cite("Rohstoffe kaufen", "3 Schiffen und/oder Lagerhallen"),
    en=Cite("Buy Resources", "3 ships and/or storage houses"),
)
def action(position: Position, move: BuyLoad) -> bool:
    """A disc on area C lets its owner buy loads, from ships and houses in any mix."""
    return True


@cost(
    "buy.one-coin-per-load",
    on=BuyLoad,
    nl=Cite("Grondstoffen kopen", "kosten per lading bedragen 1 gouden"),
    de=Cite("Rohstoffe kaufen", "Ladungen für jeweils 1 Münze kaufen"),
    en=Cite("Buy Resources", "or 3 gold coins, respectively"),
)
def one_coin_per_load(position: Position, move: BuyLoad) -> Goods:
    """Each load costs one coin, whatever its size."""
    return coins(1)


@limit(
    "buy.must-afford",
    facts=lambda p, _: {"coins": count(p.me.goods, Good.COIN)},
    count=lambda p, m: Tally(
        count(one_coin_per_load(p, m), Good.COIN), count(p.me.goods, Good.COIN), "coins"
    ),
    nl=Cite("Grondstoffen kopen", "kosten per lading bedragen 1 gouden"),
    de=Cite("Rohstoffe kaufen", "Ladungen für jeweils 1 Münze kaufen"),
    en=Cite("Buy Resources", "or 3 gold coins, respectively"),
)
def must_afford(position: Position, move: BuyLoad) -> bool:
    """Without the coin no load can be bought."""
    return covers(position.me.goods, one_coin_per_load(position, move))


def loads_so_far(position: Position) -> int:
    """Return how many loads count toward the limit of three."""
    together = position.ruleset.action_caps == "together"
    return so_far(position.turn, "loads", whole_turn=together)


@limit(
    "buy.max-three",
    rulings="action_caps",
    facts=lambda p, _: {"bought so far": loads_so_far(p)},
    count=lambda p, _: Tally(loads_so_far(p) + 1, LOADS_MAX, "loads"),
    nl=Cite("Grondstoffen kopen", "niet meer dan 3 ladingen worden"),
    de=Cite("Rohstoffe kaufen", "mit einer Aktion maximal 3 Ladungen"),
    en=Cite("Buy Resources", "may not buy more than 3"),
)
def max_three(position: Position, move: BuyLoad) -> bool:
    """At most three loads are bought in one action."""
    return loads_so_far(position) < LOADS_MAX


@limit("buy.not-empty", facts=lambda p, m: {"load": p.board.loads[m.source]})
def not_empty(position: Position, move: BuyLoad) -> bool:
    """An empty ship or house cannot be bought, so each is bought once at most until it is refilled."""
    return bool(position.board.loads[move.source])


@effect(
    "buy.paid-to-supply",
    nl=Cite("Grondstoffen kopen", "betaalde gouden munten worden in de"),
    de=Cite("Rohstoffe kaufen", "die Münzen in den allgemeinen Vorrat"),
    en=Cite("Buy Resources", "coins are paid to the general"),
)
def paid_to_supply(draft: Draft, move: BuyLoad) -> None:
    """The coin goes to the general supply."""
    pay(draft, draft.turn.seat, one_coin_per_load(draft, move))


@effect(
    "buy.whole-load",
    nl=Cite("Grondstoffen kopen", "Daarna wordt de lading grondstoffenblokjes"),
    de=Cite("Rohstoffe kaufen", "nimmt sich die Rohstoffquader der Schiffe"),
    en=Cite("Buy Resources", "puts any purchased commodity cubes into"),
)
def whole_load(draft: Draft, move: BuyLoad) -> None:
    """The buyer takes all cubes of the chosen ship or house."""
    board = draft.edit_board()
    load = board.loads[move.source]
    board.loads = (*board.loads[: move.source], 0, *board.loads[move.source + 1 :])
    stock_up(draft, draft.turn.seat, load * ONE[draft.components.sources[move.source].good])
    draft.edit_turn().loads += 1

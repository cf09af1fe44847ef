"""Area A: building factories."""

from __future__ import annotations

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import Goods, covers, show
from era_of_inventions.moves import BuildFactory
from era_of_inventions.position import EMPTY, Draft, Position, so_far
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import pay
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import (
    Tally,
    cost,
    definition,
    effect,
    grant,
    limit,
)

BUILT_MAX = 3
"""The factories that may be built in one action."""


@grant(
    "build.action",
    when=IN_ACTION_OF[Area.BUILD],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Het bouwen van fabrieken", "geeft de mogelijkheid om fabrieken te"),
    de=Cite("Bauen von Fabriken", "kann ein Spieler bis zu drei"),
    en=Cite("Build Factories", "area allows players to build factories"),
)
def action(position: Position, move: BuildFactory) -> bool:
    """A disc on area A lets its owner build factories."""
    return True


@limit(
    "build.choose-displayed",
    nl=Cite("Het bouwen van fabrieken", "vrij kiezen uit de fabriekskaarten die"),
    de=Cite("Bauen von Fabriken", "offen auf dem Spielplan liegenden Fabrikkarten"),
    en=Cite("Build Factories", "free to choose from the factory"),
)
def choose_displayed(position: Position, move: BuildFactory) -> bool:
    """Any factory lying face up on the board may be chosen, and no other; gaps stay open until the round ends."""
    return move.factory in position.board.row


@cost(
    "build.printed-cost",
    on=BuildFactory,
    nl=Cite("Het bouwen van fabrieken", "kosten aangegeven op onderkant van elke"),
    de=Cite("Bauen von Fabriken", "unten auf der Karte angegebenen Baukosten"),
    en=Cite("Build Factories", "the cost to build each factory"),
)
def printed_cost(position: Position, move: BuildFactory) -> Goods:
    """A factory costs what the bottom of its card shows."""
    return position.components.factories[move.factory].cost


@limit(
    "build.must-afford",
    facts=lambda p, m: {"cost": show(printed_cost(p, m)), "stock": show(p.me.goods)},
    nl=Cite("Het bouwen van fabrieken", "mits zij aan de betalingsvoorwaarden kunnen"),
    de=Cite("Bauen von Fabriken", "Der Spieler muss die unten auf"),
)
def must_afford(position: Position, move: BuildFactory) -> bool:
    """A factory that cannot be paid in full cannot be built."""
    return covers(position.me.goods, printed_cost(position, move))


@definition(
    "build.counted-factories",
    rulings="build_cap",
    nl=Cite("Het bouwen van fabrieken", "in hun beurt maximaal 3 fabrieken"),
    de=Cite("Bauen von Fabriken", "bis zu drei der offen auf"),
    en=Cite("Build Factories", "up to 3 factories per round"),
)
def counted_factories(position: Position) -> int:
    """The factories built in this action, this turn or this round count toward the limit of three."""
    cap = position.ruleset.build_cap
    if cap == "round":
        return position.me.built_this_round
    return so_far(position.turn, "built", whole_turn=cap == "turn")


@limit(
    "build.max-three",
    rulings="build_cap",
    facts=lambda p, _: {"built so far": counted_factories(p)},
    count=lambda p, _: Tally(counted_factories(p) + 1, BUILT_MAX, "factories"),
    nl=Cite("Het bouwen van fabrieken", "in hun beurt maximaal 3 fabrieken"),
    de=Cite("Bauen von Fabriken", "bis zu drei der offen auf"),
    en=Cite("Build Factories", "up to 3 factories per round"),
)
def max_three(position: Position, move: BuildFactory) -> bool:
    """At most three factories are built in one build action."""
    return counted_factories(position) < BUILT_MAX


@effect(
    "build.paid-to-supply",
    de=Cite("Bauen von Fabriken", "Baukosten in den allgemeinen Vorrat geben"),
)
def paid_to_supply(draft: Draft, move: BuildFactory) -> None:
    """The cost goes to the general supply."""
    pay(draft, draft.turn.seat, printed_cost(draft, move))


@effect(
    "build.owned-face-up",
    nl=Cite("Het bouwen van fabrieken", "wanneer deze grondstoffen produceert"),
    de=Cite("Bauen von Fabriken", "die gebaute Fabrikkarte offen vor sich"),
    en=Cite("Build Factories", "when he uses the action area"),
)
def owned_face_up(draft: Draft, move: BuildFactory) -> None:
    """A built factory leaves the board and lies before its owner for good; it yields only in a later production."""
    board = draft.edit_board()
    board.row = tuple(EMPTY if factory == move.factory else factory for factory in board.row)
    me = draft.edit_me()
    me.factories |= 1 << move.factory
    me.built_this_round += 1
    draft.edit_turn().built += 1


@effect(
    "build.influence-now",
    rulings=("factory_influence", "track_end"),
    nl=Cite("Het bouwen van fabrieken", "deze speler meteen"),
)
def influence_now(draft: Draft, move: BuildFactory) -> None:
    """A factory that shows the influence sign gives that influence at once when it is built, and never again."""
    if draft.ruleset.factory_influence == "scored":
        award(draft, draft.turn.seat, draft.components.factories[move.factory].influence)

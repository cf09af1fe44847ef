"""Area E: the exchange market."""

from __future__ import annotations

from functools import lru_cache

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import GUARDS, ONE, Good, count, covers, kinds, show, total
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    Exchange,
    Line,
    TakeCog,
)
from era_of_inventions.position import (
    ACTION,
    FINAL_MARKET,
    NO_EXCHANGES,
    Draft,
    Position,
    counted,
)
from era_of_inventions.rules.execution import action_over
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import (
    available,
    bonus_discs_in_supply,
    cogs,
    pay,
    receive,
    uncountable,
)
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, definition, effect, grant, limit
from era_of_inventions.tabletop.values import COUNT_MAX

EXCHANGES_MAX, USES_MAX = 5, 3
"""The exchanges that may be made in one action, and the uses of one of its boxes."""
MIDDLE_BOX = (COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE)


@grant(
    "market.action",
    when=IN_ACTION_OF[Area.MARKET],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("De ruilmarkt", "Dit actieveld geeft twee mogelijkheden"),
    de=Cite("Der Tauschmarkt", "gibt es zwei Möglichkeiten"),
    en=Cite("Exchange Market", "choose one of two actions"),
)
def action(position: Position, move: TakeCog | Exchange) -> bool:
    """A disc on area E lets its owner take one development cog, or exchange."""
    return True


@limit(
    "market.cog-or-exchanges",
    nl=Cite("De ruilmarkt", "Dit actieveld geeft twee mogelijkheden"),
    de=Cite("Der Tauschmarkt", "gibt es zwei Möglichkeiten"),
    en=Cite("Exchange Market", "choose one of two actions"),
)
def cog_or_exchanges(position: Position, move: TakeCog | Exchange) -> bool:
    """The cog is taken instead of exchanging; nobody does both in one action."""
    return not position.turn.took_cog and not (
        isinstance(move, TakeCog) and any(position.turn.exchanges)
    )


@definition(
    "market.counted-exchanges",
    rulings="market_cap",
    nl=Cite("De ruilmarkt", "in totaal maximaal 5 handelingen"),
    de=Cite("Der Tauschmarkt", "darf insgesamt maximal 5 Aktionen"),
    en=Cite("Exchange Market", "not perform more than 5 exchanges"),
)
def counted_exchanges(position: Position) -> tuple[int, ...]:
    """The exchanges made in this action, this turn or this round count toward the limits, line by line."""
    cap = position.ruleset.market_cap
    if cap == "round" and position.turn.phase is not FINAL_MARKET:
        return position.me.exchanges_this_round
    made = [r.exchanges for r in counted(position.turn, whole_turn=cap == "turn")]
    return tuple(map(sum, zip(NO_EXCHANGES, *made, strict=True)))


@definition(
    "market.uses-of-box",
    rulings=("market_cap", "market_unit"),
    nl=Cite("De ruilmarkt", "waarbij ieder vak maximaal driemaal mag"),
    de=Cite("Der Tauschmarkt", "in drei Feldern mit je zwei"),
    en=Cite("Exchange Market", "no more than 3 from each"),
)
def uses_of_box(position: Position, line: Line) -> int:
    """The two lines of a box share its three uses."""
    lines = counted_exchanges(position)
    if position.ruleset.market_unit == "line" and position.turn.phase is FINAL_MARKET:
        return lines[line]
    first = 2 * line.box
    return lines[first] + lines[first + 1]


@limit(
    "market.five-max",
    rulings="market_cap",
    facts=lambda p, m: {"exchanges so far": sum(counted_exchanges(p))},
    count=lambda p, _: Tally(sum(counted_exchanges(p)) + 1, EXCHANGES_MAX, "exchanges"),
    nl=Cite("De ruilmarkt", "in totaal maximaal 5 handelingen"),
    de=Cite("Der Tauschmarkt", "darf insgesamt maximal 5 Aktionen in"),
    en=Cite("Exchange Market", "not perform more than 5 exchanges"),
)
def five_max(position: Position, move: Exchange) -> bool:
    """At most five exchanges are made in one action; a later action has five again."""
    return sum(counted_exchanges(position)) < EXCHANGES_MAX


@limit(
    "market.three-per-box",
    rulings=("market_cap", "market_unit"),
    facts=lambda p, m: {"uses of the box": uses_of_box(p, m.line)},
    count=lambda p, m: Tally(uses_of_box(p, m.line) + 1, USES_MAX, "uses of the box"),
    nl=Cite("De ruilmarkt", "ieder vak maximaal driemaal"),
    de=Cite("Der Tauschmarkt", "kein Feld mehr als 3 mal"),
    en=Cite("Exchange Market", "no more than 3 from each"),
)
def three_per_box(position: Position, move: Exchange) -> bool:
    """Each of the three boxes is used at most three times in one action."""
    return uses_of_box(position, move.line) < USES_MAX


@limit(
    "market.must-own", facts=lambda p, m: {"given": show(m.give), "stock": show(p.me.goods)}
)
def must_own(position: Position, move: Exchange) -> bool:
    """The goods given must be in stock when the exchange is made; the gain of one exchange can be given in the next."""
    return covers(position.me.goods, move.give)


@limit(
    "market.in-supply",
    rulings="goods_supply",
    nl=Cite("De ruilmarkt", "uit de algemene voorraad nemen"),
    de=Cite("Der Tauschmarkt", "aus dem allgemeinen Vorrat nehmen"),
    en=Cite("Exchange Market", "out of the general supply"),
)
def in_supply(position: Position, move: TakeCog | Exchange) -> bool:
    """The partner of every exchange is the general supply; where goods are limited, it must hold the goods taken."""
    if isinstance(move, TakeCog):
        return available(position, cogs(1))
    return available(position, move.take, given=move.give)


@limit(
    "market.upper-buy-cog",
    nl=Cite("De ruilmarkt", "bovenste vak: Ruil 2 gouden munten"),
    de=Cite("Der Tauschmarkt", "2 Münzen gegen 1 Entwicklungsstein tauschen"),
    en=Cite("Exchange Market", "2 gold coins for 1 development"),
)
def upper_buy_cog(position: Position, move: Exchange) -> bool:
    """Upper box: two coins buy one development cog."""
    return move.line is not Line.BUY_COG or move is BUY_COG


@limit(
    "market.upper-sell-cog",
    nl=Cite("De ruilmarkt", "1 ontwikkelingsblokje of andersom"),
    de=Cite("Der Tauschmarkt", "1 Entwicklungsstein tauschen oder umgekehrt"),
    en=Cite("Exchange Market", "1 development cog or vice versa"),
)
def upper_sell_cog(position: Position, move: Exchange) -> bool:
    """Upper box, the other way: one development cog is sold for two coins."""
    return move.line is not Line.SELL_COG or move is SELL_COG


@limit(
    "market.middle-coins",
    nl=Cite("De ruilmarkt", "middelste vak: Ruil 2 gouden munten"),
    de=Cite("Der Tauschmarkt", "Mittleres Feld: 2 Münzen oder 1"),
    en=Cite("Exchange Market", "Middle square: Exchange 2 gold coins"),
)
def middle_coins(position: Position, move: Exchange) -> bool:
    """Middle box: two coins are given for one influence."""
    return move.line is not Line.COINS_FOR_INFLUENCE or move is COINS_FOR_INFLUENCE


@limit(
    "market.middle-cog",
    nl=Cite("De ruilmarkt", "1 ontwikkelingsblokje in voor 1 invloedspunt"),
    de=Cite("Der Tauschmarkt", "1 Entwicklungsstein gegen 1 Einflusspunkt tauschen"),
    en=Cite("Exchange Market", "1 development cog for 1 influence"),
)
def middle_cog(position: Position, move: Exchange) -> bool:
    """Middle box, other line: one development cog is given for one influence."""
    return move.line is not Line.COG_FOR_INFLUENCE or move is COG_FOR_INFLUENCE


@limit(
    "market.lower-two-for-one",
    nl=Cite("De ruilmarkt", "2 grondstofblokjes en/of gouden munten"),
    de=Cite("Der Tauschmarkt", "2 Rohstoffquader und/oder Münzen gegen"),
    en=Cite("Exchange Market", "2 resource cubes and/or gold"),
)
def lower_two_for_one(position: Position, move: Exchange) -> bool:
    """Lower box: two pieces, cubes or coins in any mix, are given for one cube or one coin."""
    return move.line is not Line.BARTER or (total(move.give) == 2 and total(move.take) == 1)


@limit(
    "market.lower-no-cogs",
    nl=Cite("De ruilmarkt", "ontwikkelingsblokjes kunnen niet worden geruild"),
    de=Cite("Der Tauschmarkt", "Entwicklungssteine können mit dieser Aktion nicht"),
    en=Cite("Exchange Market", "development cogs cannot be exchanged"),
)
def lower_no_cogs(position: Position, move: Exchange) -> bool:
    """Development cogs are neither given nor taken in the lower box."""
    return move.line is not Line.BARTER or not count(move.give + move.take, Good.COG)


@limit(
    "market.lower-other-kind",
    rulings="lower_same_kind",
    nl=Cite("De ruilmarkt", "1 (ander) grondstofblokje is ook mogelijk"),
    en=Cite("Exchange Market", "1 (other) resource cube"),
)
def lower_other_kind(position: Position, move: Exchange) -> bool:
    """The piece taken in the lower box, a coin included, is of another kind than the pieces given."""
    if move.line is not Line.BARTER:
        return True
    reading = position.ruleset.lower_same_kind
    same = kinds(move.give) & kinds(move.take)
    if reading == "coins":
        same &= ~GUARDS[Good.COIN]
    return reading == "any" or not same


@limit(
    "market.lower-bonus-disc",
    rulings="bonus_supply",
    facts=lambda p, _: {
        "bonus discs in the supply": bonus_discs_in_supply(p),
        "bonus discs in the box": p.components.bonus_discs,
    },
    nl=Cite("De ruilmarkt", "of koop voor 2 gouden munten"),
    de=Cite("Der Tauschmarkt", "2 Münzen gegen eine schwarze Bonus"),
    en=Cite("Exchange Market", "black bonus disc for 2 gold"),
)
def lower_bonus_disc(position: Position, move: Exchange) -> bool:
    """Lower box, other line: two coins buy one bonus disc, as long as the supply holds one."""
    if move.line is not Line.BONUS_DISC:
        return True
    return move is BUY_BONUS_DISC and (
        position.ruleset.bonus_supply == "unlimited" or bonus_discs_in_supply(position) > 0
    )


@effect("market.goods-change-hands", rulings="goods_supply")
def goods_change_hands(draft: Draft, move: Exchange) -> None:
    """Goods are given to and taken from the general supply, never another player."""
    seat = draft.turn.seat
    pay(draft, seat, move.give)
    receive(draft, seat, move.take)
    turn, me = draft.edit_turn(), draft.edit_me()
    turn.exchanges = _one_more(turn.exchanges, move.line)
    me.exchanges_this_round = _one_more(me.exchanges_this_round, move.line)


@lru_cache(maxsize=1024)
def _one_more(lines: tuple[int, ...], line: Line) -> tuple[int, ...]:
    return (*lines[:line], lines[line] + 1, *lines[line + 1 :])


@effect(
    "market.disc-gained",
    nl=Cite("De ruilmarkt", "of koop voor 2 gouden munten"),
    de=Cite("Der Tauschmarkt", "2 Münzen gegen eine schwarze Bonus"),
    en=Cite("Exchange Market", "black bonus disc for 2 gold"),
)
def disc_gained(draft: Draft, move: Exchange) -> None:
    """A bought bonus disc is kept with the others."""
    if move is BUY_BONUS_DISC:
        me = draft.edit_me()
        if me.bonus_discs == COUNT_MAX:
            raise uncountable(draft.turn.seat, f"{COUNT_MAX + 1} bonus discs")
        me.bonus_discs += 1
        me.discs_bought_this_round += 1


@effect(
    "market.middle-influence",
    rulings=("award_steps", "track_end"),
    nl=Cite("De ruilmarkt", "middelste vak: Ruil 2 gouden munten"),
    de=Cite("Der Tauschmarkt", "Mittleres Feld: 2 Münzen oder 1"),
    en=Cite("Exchange Market", "Middle square: Exchange 2 gold coins"),
)
def middle_influence(draft: Draft, move: Exchange) -> None:
    """Each exchange of the middle box moves the pawn by one."""
    if move in MIDDLE_BOX:
        award(draft, draft.turn.seat, 1)


@effect(
    "market.free-cog",
    rulings="goods_supply",
    nl=Cite("De ruilmarkt", "mag 1 ontwikkelingsblokje uit de algemene"),
    de=Cite("Der Tauschmarkt", "1 Entwicklungsstein aus dem allgemeinen Vorrat"),
    en=Cite("Exchange Market", "take a development cog out of"),
)
def free_cog(draft: Draft, move: TakeCog) -> None:
    """Instead of exchanging, the player takes one development cog from the supply, and the action is over."""
    receive(draft, draft.turn.seat, ONE[Good.COG])
    draft.edit_turn().took_cog = True
    if draft.turn.phase is ACTION:
        draft.apply(action_over)

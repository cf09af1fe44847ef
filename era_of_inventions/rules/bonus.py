"""The black bonus discs."""

from __future__ import annotations

from era_of_inventions.moves import (
    BONUS_MOVES,
    BUY_BONUS_DISC,
    BuildFactory,
    BuyLoad,
    Develop,
    Exchange,
    Move,
    ProduceInvention,
    RegisterPatent,
    RunFactory,
    TakeCog,
    UseBonusDisc,
)
from era_of_inventions.position import (
    BONUS_ACTION,
    Draft,
    Position,
    fresh_turn,
    records,
    so_far,
)
from era_of_inventions.rules.execution import action_over, carried_out
from era_of_inventions.rules.moments import AFTER_ACTION, IN_BONUS_ACTION
from era_of_inventions.rules.setup import discs_each
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import Tally, definition, effect, grant, limit


@grant(
    "bonus.extra-action",
    when=AFTER_ACTION,
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("De zwarte bonus-actieschijf", "éénmalig een (deel van een) actie"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "einmalig eine (bzw. Teile einer) Aktion"),
    en=Cite("The Black Bonus Action Tokens", "to make an additional action"),
)
def extra_action(position: Position, move: UseBonusDisc) -> bool:
    """After an action a player may put down a bonus disc, on no area, for one small extra action of their choice."""
    return True


@limit(
    "bonus.after-regular-action",
    rulings=("bonus_after_withdrawal", "zero_steps"),
    facts=lambda p, _: {"action carried out": carried_out(p)},
    nl=Cite("De zwarte bonus-actieschijf", "gespeeld worden direct na het uitvoeren"),
    de=Cite(
        "Die schwarze Bonus-Aktionsscheibe",
        "nach einer normalen Aktionsscheibe gesetzt werden",
    ),
    en=Cite("The Black Bonus Action Tokens", "directly after a regular action has"),
)
def after_regular_action(position: Position, move: UseBonusDisc) -> bool:
    """A bonus disc follows only a regular action that has been carried out."""
    return carried_out(position) or position.ruleset.bonus_after_withdrawal == "yes"


def used_this_turn(position: Position) -> int:
    """Return how many bonus discs have been put down this turn."""
    return len(records(position.turn.before))


@limit(
    "bonus.one-per-regular",
    rulings="bonus_timing",
    facts=lambda p, _: {"used this turn": used_this_turn(p)},
    nl=Cite("De zwarte bonus-actieschijf", "direct maximaal één bonus-actieschijf inzetten"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "immer nur nach einer normalen"),
    en=Cite("The Black Bonus Action Tokens", "only one after each regular action"),
)
def one_per_regular(position: Position, move: UseBonusDisc) -> bool:
    """At most one bonus disc follows each regular action, directly after it."""
    return position.turn.before is None or position.ruleset.bonus_timing == "within-round"


@definition(
    "bonus.cap",
    rulings="bonus_cap_three_players",
    nl=Cite("De zwarte bonus-actieschijf", "dus maximaal 2 bonus-actieschijven"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "maximal 2 Bonus-Aktionsscheiben pro Runde"),
    en=Cite("The Black Bonus Action Tokens", "maximum of 2 bonus action tokens"),
)
def cap(position: Position) -> int:
    """In a round a player uses at most as many bonus discs as action discs: two, or three in a game for three."""
    return (
        2
        if position.ruleset.bonus_cap_three_players == "two"
        else discs_each(position.setting.players)
    )


@limit(
    "bonus.within-cap",
    rulings="bonus_cap_three_players",
    facts=lambda p, _: {"used this round": p.me.discs_used_this_round, "cap": cap(p)},
    count=lambda p, _: Tally(
        p.me.discs_used_this_round + 1, cap(p), "bonus discs of the round"
    ),
    nl=Cite("De zwarte bonus-actieschijf", "dus maximaal 2 bonus-actieschijven"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "maximal 2 Bonus-Aktionsscheiben pro Runde"),
    en=Cite("The Black Bonus Action Tokens", "maximum of 2 bonus action tokens"),
)
def within_cap(position: Position, move: UseBonusDisc) -> bool:
    """Nobody uses more bonus discs in a round than the limit of the round."""
    return position.me.discs_used_this_round < cap(position)


@limit(
    "bonus.must-hold",
    facts=lambda p, _: {"bonus discs": p.me.bonus_discs},
    count=lambda p, _: Tally(1, p.me.bonus_discs, "bonus discs in stock"),
)
def must_hold(position: Position, move: UseBonusDisc) -> bool:
    """The bonus disc must be in one's stock; unused ones stay there for later rounds."""
    return position.me.bonus_discs > 0


def bought_this_turn(position: Position) -> int:
    """Return how many bonus discs have been bought this turn."""
    earlier = [
        record.exchanges[BUY_BONUS_DISC.line] for record in records(position.turn.before)
    ]
    return position.turn.exchanges[BUY_BONUS_DISC.line] + sum(earlier)


def bought_too_recently(position: Position) -> int:
    """Return how many of the held discs were bought too recently to be used."""
    if position.ruleset.bonus_disc_wait == "next-round":
        return position.me.discs_bought_this_round
    return bought_this_turn(position)


@limit(
    "bonus.bought-not-same-turn",
    rulings=("bonus_disc_wait", "older_bonus_disc"),
    facts=lambda p, _: {
        "bonus discs": p.me.bonus_discs,
        "bought too recently": bought_too_recently(p),
    },
    nl=Cite("De zwarte bonus-actieschijf", "niet worden ingezet in de beurt"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "erst in der nächsten Runde"),
    en=Cite("The Black Bonus Action Tokens", "may not take his bonus action"),
)
def bought_not_same_turn(position: Position, move: UseBonusDisc) -> bool:
    """A disc bought at the market waits for a later turn; one held from before may be used."""
    if position.ruleset.older_bonus_disc == "waits" and bought_this_turn(position):
        return False
    return position.me.bonus_discs == 0 or position.me.bonus_discs > bought_too_recently(
        position
    )


@limit(
    "bonus.after-free-cog",
    rulings="free_cog_ends",
    nl=Cite("De ruilmarkt", "De actie is daarmee afgerond"),
    de=Cite("Der Tauschmarkt", "Die Aktion ist damit"),
    en=Cite("Exchange Market", "His turn is then over"),
)
def after_free_cog(position: Position, move: UseBonusDisc) -> bool:
    """Taking the free cog ends the action but not the turn, so a bonus disc may follow."""
    return position.ruleset.free_cog_ends == "action" or not so_far(
        position.turn, "took_cog", whole_turn=True
    )


@effect(
    "bonus.put-down",
    nl=Cite("De zwarte bonus-actieschijf", "éénmalig een (deel van een) actie"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "einmalig eine (bzw. Teile einer) Aktion"),
    en=Cite("The Black Bonus Action Tokens", "to make an additional action"),
)
def put_down(draft: Draft, move: UseBonusDisc) -> None:
    """The disc leaves the player's stock; one extra action follows."""
    me = draft.edit_me()
    me.bonus_discs -= 1
    me.discs_used_this_round += 1
    draft.interrupt(fresh_turn(BONUS_ACTION, draft.turn.seat))


@grant(
    "bonus.produce-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "1 uitvinding produceren"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "1 Erfindung produzieren"),
    en=Cite("The Black Bonus Action Tokens", "produce 1 invention"),
)
def produce_one(position: Position, move: ProduceInvention) -> bool:
    """A bonus disc can produce one invention."""
    return True


@grant(
    "bonus.goods-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "de opbrengst van 1 fabriek die"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "Mit 1 Fabrik produzieren"),
    en=Cite("The Black Bonus Action Tokens", "choose one factory to produce"),
)
def goods_one(position: Position, move: RunFactory) -> bool:
    """A bonus disc can let one of the player's factories produce."""
    return True


@grant(
    "bonus.buy-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "de lading van 1 schip of"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "Die Rohstoffe von 1 Schiff oder"),
    en=Cite("The Black Bonus Action Tokens", "resources of 1 ship or storage"),
)
def buy_one(position: Position, move: BuyLoad) -> bool:
    """A bonus disc can buy one load."""
    return True


@grant(
    "bonus.market-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "1 handeling op de ruilmarkt verrichten"),
    de=Cite(
        "Die schwarze Bonus-Aktionsscheibe", "1 Tauschaktion auf dem Tauschmarkt ausführen"
    ),
    en=Cite("The Black Bonus Action Tokens", "perform 1 single action on the"),
)
def market_one(position: Position, move: Exchange | TakeCog) -> bool:
    """A bonus disc can make one exchange at the exchange market."""
    return True


@limit(
    "bonus.no-free-cog",
    nl=Cite("De zwarte bonus-actieschijf", "het nemen van 1 ontwikkelingsblokje"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "aber nicht 1 Entwicklungsstein nehmen"),
    en=Cite("The Black Bonus Action Tokens", "not allowed to take 1 development"),
)
def no_free_cog(position: Position, move: TakeCog) -> bool:
    """A bonus disc cannot take the free development cog."""
    return position.turn.phase is not BONUS_ACTION


@grant(
    "bonus.develop-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "1 uitvinding ontwikkelen"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "1 Erfindung machen"),
    en=Cite("The Black Bonus Action Tokens", "develop 1 invention"),
)
def develop_one(position: Position, move: Develop) -> bool:
    """A bonus disc can develop one invention."""
    return True


@grant(
    "bonus.patent-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "1 patent vastleggen"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "1 Patent anmelden"),
    en=Cite("The Black Bonus Action Tokens", "register 1 patent"),
)
def patent_one(position: Position, move: RegisterPatent) -> bool:
    """A bonus disc can register one patent."""
    return True


@grant(
    "bonus.build-one",
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "1 fabriek kopen"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "1 Fabrik kaufen"),
    en=Cite("The Black Bonus Action Tokens", "build 1 factory"),
)
def build_one(position: Position, move: BuildFactory) -> bool:
    """A bonus disc can build one factory."""
    return True


@effect(
    "bonus.spent-to-supply",
    on=BONUS_MOVES,
    when=IN_BONUS_ACTION,
    nl=Cite("De zwarte bonus-actieschijf", "actieschijf terug in de algemene voorraad"),
    de=Cite(
        "Die schwarze Bonus-Aktionsscheibe", "Aktionsscheibe zurück in den allgemeinen Vorrat"
    ),
    en=Cite("The Black Bonus Action Tokens", "returns the bonus action token to"),
)
def spent_to_supply(draft: Draft, move: Move) -> None:
    """After its one extra action the used bonus disc goes to the supply."""
    draft.apply(action_over)

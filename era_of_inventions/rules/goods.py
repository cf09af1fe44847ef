"""Area B: producing goods with one's factories."""

from __future__ import annotations

from collections.abc import Iterable

from era_of_inventions.box.components import Area
from era_of_inventions.box.goods import NO_GOODS, Goods
from era_of_inventions.moves import RunAllFactories, RunFactory
from era_of_inventions.position import Draft, Position, counted
from era_of_inventions.rules.execution import action_over
from era_of_inventions.rules.influence import award
from era_of_inventions.rules.moments import IN_ACTION_OF
from era_of_inventions.rules.supply import receive
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.law.clause import definition, effect, grant, limit
from era_of_inventions.tabletop.values import members


@definition(
    "goods.printed-output",
    nl=Cite("Grondstoffen produceren", "bovenkant van de fabriekskaart"),
    de=Cite("Rohstoffe produzieren", "oben auf seinen Fabrikkarten angegebenen"),
    en=Cite("Factory Production", "shows what each factory produces"),
)
def printed_output(position: Position, factory: int) -> Goods:
    """A factory yields what the top of its card shows: cubes, coins or development cogs."""
    return position.components.factory(factory).output


@grant(
    "goods.action",
    when=IN_ACTION_OF[Area.GOODS],
    facts=lambda p, _: {"phase": p.turn.phase.value},
    nl=Cite("Grondstoffen produceren", "Alle eigen fabrieken produceren"),
    de=Cite("Rohstoffe produzieren", "produzieren alle Fabriken des Spielers"),
    en=Cite("Factory Production", "use their factories to produce resources"),
)
def action(position: Position, move: RunAllFactories) -> bool:
    """A disc on area B lets the factories of its owner produce."""
    return True


@grant(
    "goods.chosen-factories",
    when=IN_ACTION_OF[Area.GOODS],
    rulings="goods_choice",
    en=Cite("Factory Production", "use their factories to produce resources"),
)
def chosen_factories(position: Position, move: RunFactory) -> bool:
    """Where production is read as a permission, the player may let factories produce one by one and leave some out."""
    return position.ruleset.goods_choice == "chosen"


@limit(
    "goods.own-factory",
    nl=Cite("Grondstoffen produceren", "fabrieken van de andere spelers produceren"),
    de=Cite("Rohstoffe produzieren", "Die Fabriken der anderen Spieler produzieren"),
    en=Cite("Factory Production", "factories do not produce"),
)
def own_factory(position: Position, move: RunFactory) -> bool:
    """Only a factory of the acting player produces; others' factories do not."""
    return bool(position.me.factories >> move.factory & 1)


@limit(
    "goods.each-once",
    nl=Cite("Grondstoffen produceren", "Alle eigen fabrieken produceren"),
    de=Cite("Rohstoffe produzieren", "produzieren alle Fabriken des Spielers"),
)
def each_once(position: Position, move: RunFactory | RunAllFactories) -> bool:
    """In one action each factory yields once."""
    which = 1 << move.factory if isinstance(move, RunFactory) else -1
    return not any(record.ran & which for record in counted(position.turn, whole_turn=False))


def yield_goods(draft: Draft, factories: Iterable[int]) -> None:
    """The acting player receives what these factories show."""
    produced = [*factories]
    receive(
        draft,
        draft.turn.seat,
        sum([printed_output(draft, factory) for factory in produced], NO_GOODS),
    )
    if draft.ruleset.factory_influence == "each-production":
        award(
            draft,
            draft.turn.seat,
            sum(draft.components.factory(factory).influence for factory in produced),
        )


@effect(
    "goods.all-own",
    rulings=("goods_supply", "factory_influence", "track_end"),
    nl=Cite("Grondstoffen produceren", "Alle eigen fabrieken produceren"),
    de=Cite("Rohstoffe produzieren", "produzieren alle Fabriken des Spielers"),
    en=Cite("Factory Production", "use their factories to produce resources"),
)
def all_own(draft: Draft, move: RunAllFactories) -> None:
    """Every factory the acting player owns at that moment yields once, free of charge; with that the action is over."""
    yield_goods(draft, members(draft.me.factories))
    draft.edit_turn().ran = draft.me.factories
    draft.apply(action_over)


@effect(
    "goods.one-factory",
    rulings=("goods_supply", "factory_influence", "track_end"),
    nl=Cite("De zwarte bonus-actieschijf", "de opbrengst van 1 fabriek die"),
    de=Cite("Die schwarze Bonus-Aktionsscheibe", "Mit 1 Fabrik produzieren"),
    en=Cite("The Black Bonus Action Tokens", "choose one factory to produce"),
)
def one_factory(draft: Draft, move: RunFactory) -> None:
    """One factory yields what its card shows, from the general supply."""
    yield_goods(draft, (move.factory,))
    draft.edit_turn().ran |= 1 << move.factory

"""Every ruling decides something: for each of its readings, a position in which it makes a difference.

What a reading makes legal is shown by a *situation*, a position and a move in it; the judge must then name the ruling
as one its verdict rests on. What a reading changes otherwise (effects, scores, what is dealt) has a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from era_of_inventions import Record, show_move
from era_of_inventions.box.components import Area, CardKind, Components, Reward
from era_of_inventions.box.goods import ONE, Good, Goods, pack
from era_of_inventions.moves import (
    BUY_BONUS_DISC,
    BUY_COG,
    COG_FOR_INFLUENCE,
    COINS_FOR_INFLUENCE,
    SELL_COG,
    BuildFactory,
    BuyLoad,
    Develop,
    EndAction,
    EndTurn,
    Exchange,
    Line,
    Move,
    ProduceInvention,
    RegisterPatent,
    Resolve,
    RevealCard,
    RevealFactory,
    RunAllFactories,
    RunFactory,
    TakeCog,
    UseBonusDisc,
    Withdraw,
)
from era_of_inventions.position import EMPTY, Phase, State, Turn
from era_of_inventions.rulebook import Game
from era_of_inventions.rules import LAW
from era_of_inventions.rulings import Ruleset
from era_of_inventions.tabletop.disputes import dispute_about, judge_dispute
from era_of_inventions.tabletop.law.verdict import RestsOn
from era_of_inventions.tabletop.play.judge import judge, under
from era_of_inventions.tabletop.values import evolve
from tests.support.positions import (
    SHIPPED,
    after,
    cards,
    original,
    other_readings,
    plenty,
    position,
    stock,
    with_card,
    with_factory,
    with_space,
)

TRACK = evolve(SHIPPED, signs=((6, Good.TOOL), (7, Good.METAL), (9, Good.COIN), (11, Good.WOOD)), track_end=40)
"""The components with no other signs than those the rulebooks state."""
SEWING = original("sewing machine")
START_CARDS = cards(CardKind.START)
BONUS = (EndAction(), UseBonusDisc())

NAMES = {ruling.field: ruling.names for ruling in Ruleset.rulings()}
IDS = {ruling.field: ruling.id for ruling in Ruleset.rulings()}
DECIDED: set[tuple[str, str]] = set()
"""The readings, by field and name, that some test here tells from the default."""

Situation = Callable[[Ruleset], tuple[State, Move]]
SITUATIONS: list[tuple[str, Mapping[str, bool], Situation]] = []


def told_apart(field: str, results: Mapping[str, object]) -> None:
    """Note which readings have another result than the default; every reading must have one."""
    assert set(results) == set(NAMES[field]), f"{field} is read as {', '.join(NAMES[field])}"
    default = results[NAMES[field][0]]
    DECIDED.update((field, name) for name, result in results.items() if result != default)


def situation(field: str, legal: Mapping[str, bool]) -> Callable[[Situation], Situation]:
    """Declare a position and a move in it, and under which readings of a ruling the move is legal."""
    told_apart(field, legal)

    def note(made: Situation) -> Situation:
        SITUATIONS.append((field, legal, made))
        return made

    return note


def readings(field: str, results: Mapping[str, object]) -> pytest.MarkDecorator:
    """Run a test under every reading of a ruling, with the result it has under that reading."""
    told_apart(field, results)
    runs = [(Ruleset().with_reading(field, name), result) for name, result in results.items()]
    return pytest.mark.parametrize(("ruleset", "expected"), runs, ids=list(results))


def acting(ruleset: Ruleset, area: Area, **given: Any) -> State:
    """A position in which seat 0, well supplied, has just resolved a disc on an area."""
    usual: dict[str, Any] = {"goods": {0: plenty(30)}, "bonus_discs": {0: 2}, "components": TRACK}
    return position(ruleset=ruleset, phase=Phase.ACTION, area=area, **(usual | given))


def barter(give: Goods, take: Goods) -> Exchange:
    return Exchange(Line.BARTER, give, take)


def legal(state: State, move: Move) -> bool:
    return Game.from_state(state).is_legal(state, move)


# --- Carrying out actions, bonus discs ------------------------------------------------


@situation("bonus_disc_wait", {"next-turn": True, "next-round": False})
def disc_bought_earlier_in_the_round(ruleset: Ruleset) -> tuple[State, Move]:
    state = position(
        ruleset=ruleset,
        phase=Phase.CHOICE,
        bonus_discs={0: 0},
        goods={0: plenty()},
        discs={0: [Area.MARKET, Area.BUY], 1: [Area.BUILD], 2: [Area.BUILD], 3: [Area.GOODS]},
    )
    state = after(state, Resolve(Area.MARKET), BUY_BONUS_DISC, EndAction(), EndTurn())
    for area in (Area.BUILD, Area.BUILD, Area.GOODS):
        state = after(state, Withdraw(area), EndTurn())
    return after(state, Resolve(Area.BUY), BuyLoad(0), EndAction()), UseBonusDisc()


@situation("older_bonus_disc", {"usable": True, "waits": False})
def disc_held_before_another_is_bought(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.MARKET, bonus_discs={0: 1}), BUY_BONUS_DISC, EndAction()), UseBonusDisc()


@situation("older_bonus_disc", {"usable": True, "waits": True})
def disc_held_before_nothing_is_bought(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.MARKET, bonus_discs={0: 1}), BUY_COG, EndAction()), UseBonusDisc()


@situation("older_bonus_disc", {"usable": True, "waits": True})
def disc_in_the_turn_after_another_was_bought(ruleset: Ruleset) -> tuple[State, Move]:
    bought = {"bonus_discs": {0: 2}, "this_round": {0: {"discs_bought_this_round": 1}}}
    return after(acting(ruleset, Area.BUY, **bought), BuyLoad(0), EndAction()), UseBonusDisc()


@situation("bonus_cap_three_players", {"three": True, "two": False})
def third_disc_of_a_round_for_three(ruleset: Ruleset) -> tuple[State, Move]:
    state = acting(ruleset, Area.BUY, players=3, this_round={0: {"discs_used_this_round": 2}})
    return after(state, BuyLoad(0), EndAction()), UseBonusDisc()


@situation("bonus_timing", {"directly": False, "within-round": True})
def second_disc_after_one_action(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.BUY), BuyLoad(0), *BONUS, BuyLoad(1)), UseBonusDisc()


@situation("bonus_after_withdrawal", {"no": False, "yes": True})
def disc_after_a_withdrawn_action(ruleset: Ruleset) -> tuple[State, Move]:
    state = position(ruleset=ruleset, phase=Phase.CHOICE, discs={0: [Area.BUY]})
    return after(state, Withdraw(Area.BUY)), UseBonusDisc()


@situation("zero_steps", {"withdrawal": False, "carried-out": True})
def disc_after_an_action_without_a_step(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.BUY), EndAction()), UseBonusDisc()


@situation("action_caps", {"apart": True, "together": False})
def fourth_load_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.BUY), BuyLoad(0), BuyLoad(1), BuyLoad(2), *BONUS), BuyLoad(3)


@situation("market_cap", {"action": True, "turn": False, "round": False})
def sixth_exchange_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    exchanges = (BUY_COG, SELL_COG, BUY_COG, COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE)
    return after(acting(ruleset, Area.MARKET), *exchanges, *BONUS), COINS_FOR_INFLUENCE


@situation("market_cap", {"action": True, "turn": False, "round": False})
def fourth_use_of_a_box_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.MARKET), BUY_COG, SELL_COG, BUY_COG, *BONUS), SELL_COG


@situation("market_cap", {"action": True, "turn": True, "round": False})
def sixth_exchange_of_a_round_in_a_later_turn(ruleset: Ruleset) -> tuple[State, Move]:
    state = acting(ruleset, Area.BUY, this_round={0: {"exchanges_this_round": (2, 0, 0, 0, 3, 0)}})
    return after(state, BuyLoad(0), *BONUS), COINS_FOR_INFLUENCE


@situation("action_caps", {"apart": True, "together": False})
def fourth_card_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    made = [ProduceInvention(card) for card in START_CARDS[:4]]
    state = acting(ruleset, Area.PRODUCE, display=START_CARDS[:7])
    return after(state, *made[:3], *BONUS), made[3]


@situation("action_caps", {"apart": True, "together": False})
def eighth_cog_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    train, car = original("steam train"), original("car")
    printed = with_space(car, with_space(train, TRACK, cogs=4), cogs=3)
    state = acting(ruleset, Area.DEVELOP, components=printed)
    return after(state, Develop(train), Develop(car), *BONUS), Develop(SEWING)


# --- Build, produce goods, produce inventions -----------------------------------------


@situation("build_cap", {"action": True, "turn": False, "round": False})
def fourth_factory_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    state = acting(ruleset, Area.BUILD, row=range(5))
    return after(state, BuildFactory(0), BuildFactory(1), BuildFactory(2), *BONUS), BuildFactory(3)


@situation("build_cap", {"action": True, "turn": True, "round": False})
def fourth_factory_in_a_later_turn(ruleset: Ruleset) -> tuple[State, Move]:
    built = {"factories": {0: range(5, 8)}, "this_round": {0: {"built_this_round": 3}}}
    state = acting(ruleset, Area.BUY, row=range(5), **built)
    return after(state, BuyLoad(0), *BONUS), BuildFactory(3)


@readings("factory_influence", {"scored": 1, "each-production": 0, "ignored": 0})
def test_sign_of_influence_on_a_factory_that_is_built(ruleset: Ruleset, expected: int) -> None:
    state = acting(ruleset, Area.BUILD, row=range(5), components=with_factory(2, TRACK, influence=1))
    assert after(state, BuildFactory(2)).players[0].influence == expected


def two_factories_with_the_sign(ruleset: Ruleset, area: Area) -> State:
    two = with_factory(2, TRACK, influence=2, output=ONE[Good.COAL])
    printed = with_factory(3, two, influence=1, output=ONE[Good.COAL])
    return acting(ruleset, area, components=printed, factories={0: (2, 3)}, influence={0: 3})


@readings("factory_influence", {"scored": (3, 0), "each-production": (6, 1), "ignored": (3, 0)})
def test_signs_of_influence_on_factories_that_produce(ruleset: Ruleset, expected: tuple[int, int]) -> None:
    """The pawn moves once for all, from 3 over nothing to the tool on 6."""
    state = two_factories_with_the_sign(ruleset, Area.GOODS)
    done = after(state, RunAllFactories())
    assert (done.players[0].influence, stock(done, 0)[Good.TOOL] - stock(state, 0)[Good.TOOL]) == expected


@readings("factory_influence", {"scored": 3, "each-production": 5, "ignored": 3})
def test_sign_of_influence_on_a_factory_that_produces_by_bonus_disc(ruleset: Ruleset, expected: int) -> None:
    state = after(two_factories_with_the_sign(ruleset, Area.BUY), BuyLoad(0), *BONUS, RunFactory(2))
    assert state.players[0].influence == expected


@situation("goods_choice", {"all": False, "chosen": True})
def one_factory_alone(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.GOODS), RunFactory(len(SHIPPED.factories))


@readings("produce_order", {"one-by-one": (6, True, 6), "batch": (3, False, 6)})
def test_cards_one_by_one_or_all_at_once(ruleset: Ruleset, expected: tuple[int, bool, int]) -> None:
    """Three influence of the first telephone reach the tool that the second one costs."""
    telephone = {"cost": pack({Good.METAL: 1, Good.TOOL: 1}), "profit": Reward(influence=3)}
    first, second = cards(CardKind.OFFICIAL, "telephone")
    printed = with_card(second, with_card(first, TRACK, **telephone), **telephone)
    state = acting(
        ruleset,
        Area.PRODUCE,
        components=printed,
        goods={0: {Good.METAL: 2, Good.TOOL: 1}},
        influence={0: 3},
        developed={0: [original("telephone")]},
        display=[first, second],
    )
    made = after(state, ProduceInvention(first))
    ended = after(made, EndAction())
    found = made.players[0].influence, legal(made, ProduceInvention(second)), ended.players[0].influence
    assert found == expected
    assert stock(ended, 0) == {Good.METAL: 1, Good.TOOL: 1}


@situation("coin_costs", {"as-printed": False, "cubes-only": True})
def card_that_shows_a_coin_for_who_has_none(ruleset: Ruleset) -> tuple[State, Move]:
    card = cards(CardKind.OFFICIAL, "telephone")[0]
    state = acting(
        ruleset,
        Area.PRODUCE,
        components=with_card(card, TRACK, cost=pack({Good.METAL: 1, Good.COIN: 1})),
        goods={0: {Good.METAL: 1}},
        developed={1: [original("telephone")]},
        display=[card],
    )
    return state, ProduceInvention(card)


@readings("coin_costs", {"as-printed": {Good.COAL: 3}, "cubes-only": {Good.COAL: 3, Good.COIN: 1}})
def test_coin_in_a_cost_row_is_paid_or_kept(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    card = cards(CardKind.OFFICIAL, "telephone")[0]
    telephone = {"cost": pack({Good.METAL: 1, Good.COIN: 1}), "profit": Reward(influence=2)}
    state = acting(
        ruleset,
        Area.PRODUCE,
        components=with_card(card, TRACK, **telephone),
        goods={0: {Good.METAL: 1, Good.COIN: 1, Good.COAL: 3}},
        developed={1: [original("telephone")]},
        display=[card],
    )
    assert stock(after(state, ProduceInvention(card)), 0) == expected


# --- Exchange market ------------------------------------------------------------------


@situation("market_unit", {"box": False, "line": True})
def fourth_use_of_a_box_in_the_final_market(ruleset: Ruleset) -> tuple[State, Move]:
    state = position(ruleset=ruleset, phase=Phase.FINAL_MARKET, goods={0: plenty()})
    return after(state, *[COINS_FOR_INFLUENCE] * 3), COG_FOR_INFLUENCE


@readings("market_unit", {"box": 3, "line": 3})
def test_box_has_three_uses_during_the_game_under_every_reading(ruleset: Ruleset, expected: int) -> None:
    state = after(acting(ruleset, Area.MARKET), COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE, COINS_FOR_INFLUENCE)
    assert state.players[0].influence == expected
    assert not legal(state, COG_FOR_INFLUENCE)


@situation("lower_same_kind", {"never": False, "coins": False, "any": True})
def wood_for_wood(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET), barter(ONE[Good.WOOD] + ONE[Good.COAL], ONE[Good.WOOD])


@situation("lower_same_kind", {"never": False, "coins": True, "any": True})
def coin_for_two_coins(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET), barter(2 * ONE[Good.COIN], ONE[Good.COIN])


@situation("lower_same_kind", {"never": True, "coins": True, "any": True})
def tool_for_wood_and_coal(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET), barter(ONE[Good.WOOD] + ONE[Good.COAL], ONE[Good.TOOL])


@situation("free_cog_ends", {"action": True, "turn": False})
def disc_after_the_free_cog(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.MARKET), TakeCog()), UseBonusDisc()


# --- Develop inventions, register patents ---------------------------------------------


@situation("develop_or_patent", {"action": True, "turn": False})
def patent_after_developing(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.DEVELOP), Develop(SEWING), *BONUS), RegisterPatent(None)


@situation("develop_or_patent", {"action": True, "turn": False})
def developing_after_a_patent(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.DEVELOP), RegisterPatent(None), *BONUS), Develop(SEWING)


@situation("technical_needs", {"same-invention": False, "any-original": True})
def technical_space_with_another_original(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.DEVELOP, developed={1: [SEWING]}), Develop(original("telephone") + 1)


@situation("technical_needs", {"same-invention": False, "any-original": False})
def technical_space_without_any_original(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.DEVELOP), Develop(original("telephone") + 1)


@situation("patent_cap", {"action": True, "turn": False})
def third_patent_by_bonus_disc(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.DEVELOP), RegisterPatent(None), RegisterPatent(None), *BONUS), RegisterPatent(
        None
    )


@readings("patent_steps", {"stepwise": (1, 1), "lump": (0, 1)})
def test_signs_of_two_patents(ruleset: Ruleset, expected: tuple[int, int]) -> None:
    """From 5 the first patent reaches the tool on 6 and the second the metal on 7."""
    state = acting(ruleset, Area.DEVELOP, influence={0: 5}, goods={0: {Good.COIN: 3}})
    state = after(state, RegisterPatent(None), RegisterPatent(None), EndAction())
    found = stock(state, 0)
    assert (found.pop(Good.TOOL, 0), found.pop(Good.METAL, 0)) == expected
    assert not found
    assert state.players[0].influence == 7


@readings("patent_steps", {"stepwise": True, "lump": False})
def test_coin_found_by_one_patent_pays_the_next(ruleset: Ruleset, expected: bool) -> None:
    state = acting(ruleset, Area.DEVELOP, influence={0: 8}, goods={0: {Good.COIN: 2}})
    assert legal(after(state, RegisterPatent(None)), RegisterPatent(None)) is expected


@situation("patent_placing", {"may": True, "must": False})
def patent_without_a_marker(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.DEVELOP, developed={0: [SEWING]}), RegisterPatent(None)


@situation("patent_placing", {"may": True, "must": True})
def patent_without_a_marker_where_none_can_be_placed(ruleset: Ruleset) -> tuple[State, Move]:
    taken = {"developed": {0: [SEWING], 1: [original("car")]}, "patented": {0: [SEWING]}, "patents": {0: 1}}
    return acting(ruleset, Area.DEVELOP, **taken), RegisterPatent(None)


@situation("patent_same_turn", {"allowed": True, "later-turn": False})
def patent_on_what_was_developed_in_the_turn(ruleset: Ruleset) -> tuple[State, Move]:
    return after(acting(ruleset, Area.DEVELOP), Develop(SEWING), *BONUS), RegisterPatent(SEWING)


# --- Influence track ------------------------------------------------------------------


def sewing_machine_for_another(ruleset: Ruleset) -> tuple[State, Move]:
    """Seat 0 produces a sewing machine, whose original pays seat 1 one influence: from 5 to the tool on 6."""
    card = cards(CardKind.OFFICIAL, "sewing machine")[0]
    seats = {"influence": {0: 12, 1: 5}, "developed": {1: [SEWING]}, "goods": {0: plenty(), 1: {}}}
    return acting(ruleset, Area.PRODUCE, display=[card], **seats), ProduceInvention(card)


@readings("signs_on_income", {"own-action": {}, "any-award": {Good.TOOL: 1}})
def test_sign_reached_by_income(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    state, move = sewing_machine_for_another(ruleset)
    state = after(state, move, EndAction())
    assert state.players[1].influence == 6
    assert stock(state, 1) == expected


@readings("award_steps", {"each": {Good.TOOL: 1, Good.METAL: 1}, "once": {Good.METAL: 1}})
def test_signs_of_two_exchanges(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    state = acting(ruleset, Area.MARKET, influence={0: 5}, goods={0: {Good.COIN: 2, Good.COG: 1}})
    state = after(state, COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE, EndAction())
    assert state.players[0].influence == 7
    assert stock(state, 0) == expected


@readings("award_steps", {"each": {Good.TOOL: 1, Good.METAL: 1}, "once": {Good.METAL: 1}})
def test_signs_of_two_developments(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    printed = with_space(original("car"), with_space(SEWING, TRACK, cogs=1, influence=1), cogs=1, influence=1)
    state = acting(ruleset, Area.DEVELOP, components=printed, influence={0: 5}, goods={0: {Good.COG: 2}})
    state = after(state, Develop(SEWING), Develop(original("car")), EndAction())
    assert state.players[0].influence == 7
    assert stock(state, 0) == expected


def tools_by_bonus_disc(ruleset: Ruleset, move: Move) -> int:
    """The tools that seat 0 gets when the one step of its bonus action, which is its end too, leads from 5 to 6."""
    state = after(acting(ruleset, Area.BUY, influence={0: 5}), BuyLoad(0), *BONUS)
    done = after(state, move)
    assert (done.turn.phase, done.players[0].influence) == (Phase.BONUS_OFFER, 6)
    return stock(done, 0)[Good.TOOL] - stock(state, 0)[Good.TOOL]


@readings("award_steps", {"each": 1, "once": 1})
@pytest.mark.parametrize("move", [COINS_FOR_INFLUENCE, COG_FOR_INFLUENCE, Develop(SEWING)])
def test_sign_reached_by_bonus_disc(ruleset: Ruleset, expected: int, move: Move) -> None:
    assert tools_by_bonus_disc(ruleset, move) == expected


@readings("patent_steps", {"stepwise": 1, "lump": 1})
def test_sign_reached_by_patent_of_bonus_disc(ruleset: Ruleset, expected: int) -> None:
    assert tools_by_bonus_disc(ruleset, RegisterPatent(None)) == expected


@readings("award_steps", {"each": {Good.TOOL: 1, Good.METAL: 1}, "once": {Good.TOOL: 1, Good.METAL: 1}})
def test_signs_of_an_action_and_of_the_bonus_disc_after_it(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    """Each action ends on a sign of its own."""
    state = acting(ruleset, Area.MARKET, influence={0: 5}, goods={0: {Good.COIN: 2, Good.COG: 1}})
    state = after(state, COINS_FOR_INFLUENCE, *BONUS, COG_FOR_INFLUENCE)
    assert stock(state, 0) == expected


@readings("patent_steps", {"stepwise": {Good.TOOL: 1, Good.METAL: 1}, "lump": {Good.TOOL: 1, Good.METAL: 1}})
def test_signs_of_a_patent_and_of_one_by_bonus_disc(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    state = acting(ruleset, Area.DEVELOP, influence={0: 5}, goods={0: {Good.COIN: 3}})
    state = after(state, RegisterPatent(None), *BONUS, RegisterPatent(None))
    assert stock(state, 0) == expected


def seven_beyond_the_end(ruleset: Ruleset, track: Components = TRACK) -> tuple[State, Move]:
    """A pawn on the last space, 40, gets 7 influence: on a second lap that would be the tool on 6."""
    printed = with_space(SEWING, track, cogs=1, influence=7)
    seat = {"influence": {0: 40}, "goods": {0: {Good.COG: 1}}}
    return acting(ruleset, Area.DEVELOP, components=printed, **seat), Develop(SEWING)


@readings("track_end", {"runs-on": (47, {}), "stops": (40, {}), "laps": (47, {Good.TOOL: 1})})
def test_beyond_the_end_of_the_track(ruleset: Ruleset, expected: tuple[int, dict[Good, int]]) -> None:
    state, move = seven_beyond_the_end(ruleset)
    state = after(state, move)
    assert (state.players[0].influence, stock(state, 0)) == expected


@readings("track_end", {"runs-on": (41, {}), "stops": (40, {}), "laps": (41, {})})
def test_points_beyond_the_end_reach_no_sign(ruleset: Ruleset, expected: tuple[int, dict[Good, int]]) -> None:
    """A pawn that cannot leave the last space does not land on it again."""
    printed = evolve(TRACK, signs=(*TRACK.signs, (40, Good.COAL)))
    state = acting(ruleset, Area.MARKET, components=printed, influence={0: 40}, goods={0: {Good.COIN: 2}})
    state = after(state, COINS_FOR_INFLUENCE)
    assert (state.players[0].influence, stock(state, 0)) == expected


@readings("track_end", {"runs-on": (47, {}), "stops": (40, {}), "laps": (47, {Good.TOOL: 1})})
def test_a_sign_printed_beyond_the_end_is_none(ruleset: Ruleset, expected: tuple[int, dict[Good, int]]) -> None:
    printed = evolve(TRACK, signs=(*TRACK.signs, (47, Good.COAL)))
    state, move = seven_beyond_the_end(ruleset, printed)
    state = after(state, move)
    assert (state.players[0].influence, stock(state, 0)) == expected


@readings("track_end", {"runs-on": 41, "stops": 40, "laps": 41})
@pytest.mark.parametrize(("area", "moves"), [(Area.MARKET, [COINS_FOR_INFLUENCE]), (Area.DEVELOP, [RegisterPatent()])])
def test_points_beyond_the_end_reach_no_sign_where_signs_are_looked_for_once(
    ruleset: Ruleset, expected: int, area: Area, moves: list[Move]
) -> None:
    printed = evolve(TRACK, signs=(*TRACK.signs, (40, Good.COAL)))
    once = ruleset.with_reading("award_steps", "once").with_reading("patent_steps", "lump")
    state = acting(once, area, components=printed, influence={0: 40}, goods={0: {Good.COIN: 2}})
    state = after(state, *moves, EndAction())
    assert state.players[0].influence == expected
    assert Good.COAL not in stock(state, 0)


# --- End of a round -------------------------------------------------------------------


def round_ends(ruleset: Ruleset, **given: Any) -> State:
    """The position after the last turn of a round, with nothing on display but what is given."""
    nothing: dict[str, Any] = {"display": [], "deck": [], "row": []}
    state = position(ruleset=ruleset, phase=Phase.BONUS_OFFER, seat=3, **(nothing | given))
    return after(state, EndTurn())


def turned_over(state: State) -> list[int]:
    """What can be turned over next."""
    return [
        move.card if isinstance(move, RevealCard) else move.factory
        for move in Game.from_state(state).legal_moves(state)
        if isinstance(move, RevealCard | RevealFactory)
    ]


@readings(
    "reshuffle",
    {"remaining-first": START_CARDS[:1], "merge": START_CARDS[:9], "eager": START_CARDS[:1]},
)
def test_next_card_of_a_short_deck(ruleset: Ruleset, expected: list[int]) -> None:
    state = round_ends(ruleset, deck=START_CARDS[:1], discards=START_CARDS[1:9])
    assert turned_over(state) == expected


@readings("reshuffle", {"remaining-first": ([], 2), "merge": ([], 2), "eager": (START_CARDS[7:9], 0)})
def test_deck_that_just_suffices(ruleset: Ruleset, expected: tuple[list[int], int]) -> None:
    state = round_ends(ruleset, deck=START_CARDS[:7], discards=START_CARDS[7:9])
    for card in START_CARDS[:7]:
        state = after(state, RevealCard(card))
    deck = [card for card in START_CARDS if state.board.deck >> card & 1]
    assert (deck, state.board.discards.bit_count()) == expected


@readings("reshuffle", {"remaining-first": [0], "merge": list(range(9)), "eager": [0]})
def test_next_factory_of_a_short_deck(ruleset: Ruleset, expected: list[int]) -> None:
    state = round_ends(ruleset, factory_deck=[0], factory_discards=range(1, 9), factories={1: range(9, 24)})
    assert state.turn.phase is Phase.REFRESH_FACTORIES
    assert turned_over(state) == expected


@readings("reshuffle", {"remaining-first": ([], 4), "merge": ([], 4), "eager": ([5, 6, 7, 8], 0)})
def test_factory_deck_that_just_suffices(ruleset: Ruleset, expected: tuple[list[int], int]) -> None:
    state = round_ends(ruleset, factory_deck=range(5), factory_discards=range(5, 9), factories={1: range(9, 24)})
    for factory in range(5):
        state = after(state, RevealFactory(factory))
    assert state.turn.phase is Phase.PLACEMENT
    deck = [factory for factory in range(24) if state.board.factory_deck >> factory & 1]
    assert (deck, state.board.factory_discards.bit_count()) == expected


@readings("fill_order", {"from-start": [0], "from-exit": [3]})
def test_where_the_only_new_card_is_laid(ruleset: Ruleset, expected: list[int]) -> None:
    """Three old cards slide to the end of the path; one new card has four spaces to lie on."""
    old = [*cards(CardKind.OFFICIAL, "sewing machine"), *cards(CardKind.FAKE, "sewing machine")]
    new = START_CARDS[0]
    state = after(round_ends(ruleset, developed={1: [SEWING]}, display=old, deck=[new]), RevealCard(new))
    assert state.board.display[4:] == tuple(old)
    assert [space for space in range(4) if state.board.display[space] != EMPTY] == expected


@readings("fill_order", {"from-start": [0], "from-exit": [2]})
def test_where_the_only_new_factory_is_laid(ruleset: Ruleset, expected: list[int]) -> None:
    state = round_ends(ruleset, row=[5, 6], factory_deck=[7], factories={1: [*range(5), *range(8, 24)]})
    state = after(state, RevealFactory(7))
    assert state.board.row[3:] == (5, 6)
    assert [space for space in range(3) if state.board.row[space] != EMPTY] == expected


@readings("shuffle_on_technical", {"no": START_CARDS[:8], "yes": START_CARDS[:10]})
def test_shuffle_after_technical_developments_only(ruleset: Ruleset, expected: list[int]) -> None:
    old = [*cards(CardKind.OFFICIAL, "sewing machine"), *cards(CardKind.FAKE, "sewing machine")]
    state = round_ends(
        ruleset,
        developed={1: [SEWING, SEWING + 1]},
        developed_this_round=[SEWING + 1],
        display=old,
        deck=START_CARDS[:8],
        discards=START_CARDS[8:10],
    )
    assert turned_over(state) == expected


# --- Final scoring --------------------------------------------------------------------


def points(state: State, clause: str) -> list[int]:
    return [line.points for line in Game.from_state(state).score(state).lines if line.clause == clause]


@situation("final_market_disc", {"forbidden": False, "allowed": True})
def disc_in_the_final_market(ruleset: Ruleset) -> tuple[State, Move]:
    return position(ruleset=ruleset, phase=Phase.FINAL_MARKET, goods={0: plenty()}, bonus_discs={0: 0}), BUY_BONUS_DISC


def sign_in_the_final_market(ruleset: Ruleset) -> tuple[State, Move]:
    state = position(
        ruleset=ruleset,
        phase=Phase.FINAL_MARKET,
        components=TRACK,
        goods={0: {Good.COIN: 2}},
        influence={0: 5},
    )
    return state, COINS_FOR_INFLUENCE


@readings("signs_in_final_market", {"none": {}, "paid": {Good.TOOL: 1}})
def test_sign_reached_in_the_final_market(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    state, move = sign_in_the_final_market(ruleset)
    state = after(state, move)
    assert state.players[0].influence == 6
    assert stock(state, 0) == expected


@readings("final_market_order", {"clockwise": False, "free": True})
def test_another_player_than_the_start_player_uses_the_final_market_first(ruleset: Ruleset, expected: bool) -> None:
    state = position(ruleset=ruleset, phase=Phase.FINAL_MARKET, goods={2: {Good.COG: 1}})
    assert judge(state, COG_FOR_INFLUENCE, seat=2).legal is expected


def test_in_any_order_each_player_finishes_and_has_one_turn_in_the_final_market() -> None:
    ruleset = Ruleset(final_market_order="free", market_cap="turn")
    state = position(
        ruleset=ruleset, phase=Phase.FINAL_MARKET, start=1, seat=1, goods=dict.fromkeys(range(4), plenty())
    )
    game = Game.from_state(state)
    for seat, others in ((3, (1, 2, 0)), (0, (1, 2)), (2, (1,)), (1, ())):
        assert seat in game.deciders(state)
        for move in [COG_FOR_INFLUENCE] * 3 + [BUY_COG] * 2:
            state = game.play(state, move, seat=seat)
            assert game.deciders(state) == (seat,)
        assert not game.judge(state, SELL_COG).legal
        state = game.play(state, EndAction())
        assert not game.check(state)
        assert game.deciders(state) == others
        assert all(not judge(state, SELL_COG, seat=other).legal for other in {0, 1, 2, 3} - {*others})
    assert [player.influence for player in state.players] == [3, 3, 3, 3]
    assert state.turn.phase is Phase.GAME_OVER


@readings("capacity", {"all": [5, 0, 0, 0], "cubes-only": [0, 5, 0, 0], "with-influence": [3, 3, 0, 0]})
def test_capacity_of_factories(ruleset: Ruleset, expected: list[int]) -> None:
    """Beside the start factories seat 0 has one of two coins, and seat 1 one of a wood that shows influence."""
    coins = with_factory(0, TRACK, output=pack({Good.COIN: 2}), influence=0)
    printed = with_factory(1, coins, output=pack({Good.WOOD: 1}), influence=1)
    state = position(ruleset=ruleset, components=printed, factories={0: [0], 1: [1]})
    assert points(state, "scoring.largest-capacity") == expected


@readings("category_ties", {"first-place": [5, 0, 0, 0], "every-tie": [5, 3, 3, 0]})
def test_tie_behind_the_leader(ruleset: Ruleset, expected: list[int]) -> None:
    state = position(ruleset=ruleset, patents={0: 3, 1: 1, 2: 1})
    assert points(state, "scoring.most-patents") == expected


@readings("zero_ties", {"paid": [1, 1, 1, 1], "unpaid": [0, 0, 0, 0]})
def test_tie_at_zero(ruleset: Ruleset, expected: list[int]) -> None:
    state = position(ruleset=ruleset)
    assert points(state, "scoring.most-patents") == expected
    assert points(state, "scoring.most-invested") == expected
    assert points(state, "scoring.largest-capacity") == [1, 1, 1, 1]


@readings("zero_ties", {"paid": [5, 2, 2, 2], "unpaid": [5, 0, 0, 0]})
def test_tie_at_zero_behind_the_leader_where_every_tie_is_paid(ruleset: Ruleset, expected: list[int]) -> None:
    """Whoever has nothing in a category gets nothing for it, whichever ties are paid."""
    state = position(ruleset=ruleset.with_reading("category_ties", "every-tie"), patents={0: 1})
    assert points(state, "scoring.most-patents") == expected


@readings("final_tie", {"any-number": (0,), "two-only": (0, 1, 2)})
def test_three_players_tie_for_victory(ruleset: Ruleset, expected: tuple[int, ...]) -> None:
    """Seat 0 alone has an invention, which brings it the five points the others have more on the track."""
    state = position(3, ruleset=ruleset, developed={0: [SEWING]}, influence={0: 10, 1: 15, 2: 15})
    score = Game.from_state(state).score(state)
    assert score.totals == (19, 19, 19)
    assert score.winners == expected


@readings("tie_break", {"spaces": (0,), "originals": (1,), "kinds": (0, 1)})
def test_inventions_break_a_tie(ruleset: Ruleset, expected: tuple[int, ...]) -> None:
    """Three spaces with one original, of two inventions, against two originals; three cogs each."""
    printed: Components = TRACK
    for space, cogs in enumerate((1, 1, 1, 1, 2)):
        printed = with_space(space, printed, cogs=cogs)
    state = position(ruleset=ruleset, components=printed, developed={0: [0, 1, 3], 1: [2, 4]}, influence={0: 10, 1: 10})
    score = Game.from_state(state).score(state)
    assert score.totals[0] == score.totals[1] == max(score.totals)
    assert score.winners == expected


# --- Supplies -------------------------------------------------------------------------


@situation("bonus_supply", {"twenty": False, "unlimited": True})
def disc_when_all_twenty_are_held(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET, bonus_discs=dict.fromkeys(range(4), 5)), BUY_BONUS_DISC


@situation("bonus_supply", {"twenty": True, "unlimited": True})
def disc_when_nineteen_are_held(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET, bonus_discs={0: 4, 1: 5, 2: 5, 3: 5}), BUY_BONUS_DISC


@situation("goods_supply", {"unlimited": True, "limited": False})
def free_cog_when_all_thirty_are_held(ruleset: Ruleset) -> tuple[State, Move]:
    return acting(ruleset, Area.MARKET, goods={0: {}, 1: {Good.COG: 30}, 2: {}, 3: {}}), TakeCog()


def three_wood_of_which_one_is_left(ruleset: Ruleset) -> tuple[State, Move]:
    """Two factories yield three wood in all, and the box has one left."""
    return acting(
        ruleset,
        Area.GOODS,
        components=with_factory(0, TRACK, output=pack({Good.WOOD: 2})),
        factories={0: [0]},
        goods={0: {}, 1: {Good.WOOD: 35}, 2: {}, 3: {}},
        loads=[0] * len(SHIPPED.sources),
    ), RunAllFactories()


@readings("goods_supply", {"unlimited": {Good.WOOD: 3}, "limited": {Good.WOOD: 1}})
def test_factories_yield_what_is_left(ruleset: Ruleset, expected: dict[Good, int]) -> None:
    assert stock(after(*three_wood_of_which_one_is_left(ruleset)), 0) == expected


@readings("goods_supply", {"unlimited": [3, 3], "limited": [3, 1]})
def test_coal_houses_are_refilled_in_board_order(ruleset: Ruleset, expected: list[int]) -> None:
    goods = {0: {}, 1: {Good.COAL: 32}, 2: {}, 3: {}}
    state = round_ends(
        ruleset, goods=goods, loads=[0] * len(SHIPPED.sources), factory_deck=[], factories={1: range(24)}
    )
    assert state.turn.phase is Phase.PLACEMENT
    loads = zip(SHIPPED.sources, state.board.loads, strict=True)
    assert [load for source, load in loads if source.coal_house] == expected


@situation("marker_limit", {"fifteen": False, "unlimited": True})
def developing_without_a_marker(ruleset: Ruleset) -> tuple[State, Move]:
    nine, six = range(0, 18, 2), range(0, 12, 2)
    state = acting(ruleset, Area.DEVELOP, developed={0: nine}, patented={0: six}, patents={0: 6})
    return state, Develop(SEWING + 1)


@situation("marker_limit", {"fifteen": False, "unlimited": True})
def placing_a_patent_without_a_marker(ruleset: Ruleset) -> tuple[State, Move]:
    twelve, three = [*range(0, 18, 2), 1, 3, 5], range(0, 6, 2)
    state = acting(ruleset, Area.DEVELOP, developed={0: twelve}, patented={0: three}, patents={0: 3})
    return state, RegisterPatent(16)


# --- All situations, all rulings ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "name", "expected", "made"),
    [(field, name, results[name], made) for field, results, made in SITUATIONS for name in NAMES[field]],
    ids=[f"{made.__name__}-{name}" for field, _, made in SITUATIONS for name in NAMES[field]],
)
def test_situation(field: str, name: str, expected: bool, made: Situation) -> None:
    state, move = made(Ruleset().with_reading(field, name))
    assert Game.from_state(state).check(state) == ()
    assert legal(state, move) is expected
    verdict = judge(state, move)
    assert verdict.legal is expected
    assert not expected or verdict.events
    game = Game.from_state(state)
    assert {move for move in game.moves if LAW.allows(state, move)} == set(game.legal_moves(state))


@pytest.mark.slow
@pytest.mark.parametrize(("field", "results", "made"), SITUATIONS, ids=[made.__name__ for _, _, made in SITUATIONS])
def test_verdict_names_the_ruling_it_rests_on(field: str, results: Mapping[str, bool], made: Situation) -> None:
    state, move = made(Ruleset())
    verdict = judge(state, move, rulings=True)
    default = NAMES[field][0]
    others = [name for name in NAMES[field] if results[name] != results[default]]
    rests = [rest for rest in verdict.rests_on or () if rest.ruling == IDS[field] and rest.legality]
    assert [(rest.reading, [*rest.legality]) for rest in rests] == ([(default, others)] if others else [])


@pytest.mark.slow
@pytest.mark.parametrize("made", [made for _, _, made in SITUATIONS], ids=lambda made: made.__name__)
def test_a_claim_rests_on_what_the_verdict_of_its_move_rests_on(made: Situation) -> None:
    state, move = made(Ruleset())
    dispute = dispute_about(Record(state), "", [show_move(move, state.setting)])
    (judgement,) = judge_dispute(dispute)
    asked = [(rest.ruling, rest.reading, rest.other_readings) for rest in judgement.rests_on.alone]
    rests_on = judge(state, move, rulings=True).rests_on or ()
    allowed = [(rest, [name for name in rest.legality if _is_possible(state, rest.ruling, name)]) for rest in rests_on]
    assert asked == [(rest.ruling, rest.reading, tuple(names)) for rest, names in allowed if names]


def _is_possible(state: State, ruling: str, reading: str) -> bool:
    return not LAW.problems(under(state, Ruleset().with_reading(ruling, reading)))


@pytest.mark.parametrize(
    ("made", "ruling", "readings"),
    [
        (sewing_machine_for_another, "signs-on-income", ["any-award"]),
        (seven_beyond_the_end, "track-end", ["stops", "laps"]),
        (sign_in_the_final_market, "signs-in-final-market", ["paid"]),
        (three_wood_of_which_one_is_left, "goods-supply", ["limited"]),
    ],
)
def test_verdict_names_the_ruling_its_effects_rest_on(made: Situation, ruling: str, readings: list[str]) -> None:
    state, move = made(Ruleset())
    verdict = judge(state, move, rulings=True)
    assert verdict.legal
    default = getattr(Ruleset(), ruling.replace("-", "_"))
    assert RestsOn(ruling, default, effects=tuple(readings)) in (verdict.rests_on or ())


@pytest.mark.parametrize(("seat", "rulings"), [(2, ["market-cap"]), (None, ["market-cap"]), (0, [])])
def test_what_a_verdict_rests_on_is_asked_for_the_one_who_speaks(seat: int | None, rulings: list[str]) -> None:
    """Seat 2 is in turn and may sell a cog as a sixth exchange, unless a turn or round has five; others may not."""
    five = (2, 0, 1, 1, 1, 0)
    state = position(
        5,
        phase=Phase.BONUS_ACTION,
        seat=2,
        start=1,
        goods={0: {Good.COG: 1}, 2: {Good.COG: 1}},
        this_round={2: {"exchanges_this_round": five}},
        turn={"before": Turn(Phase.BONUS_OFFER, 2, Area.MARKET, exchanges=five)},
    )
    verdict = judge(state, SELL_COG, seat=seat, rulings=True)
    assert verdict.legal is (seat != 0)
    assert [rest.ruling for rest in verdict.rests_on or ()] == rulings


@pytest.mark.parametrize(
    ("ruling", "reading", "places"),
    [
        ("bonus-disc-wait", "next-round", {("de", "erst in der nächsten Runde")}),
        ("build-cap", "round", {("en", "up to 3 factories per round")}),
        ("build-cap", "turn", {("nl", "in hun beurt maximaal 3 fabrieken")}),
        ("free-cog-ends", "turn", {("en", "His turn is then over")}),
        ("market-cap", "round", set()),
    ],
)
def test_a_reading_has_the_places_of_the_editions_that_are_read_so(
    ruling: str, reading: str, places: set[tuple[str, str]]
) -> None:
    found = {(code, cite.anchor) for _, code, cite in LAW.places_of(Ruleset.ruling(ruling), reading)}
    assert found == places


def test_verdict_that_rests_on_no_ruling_says_so() -> None:
    state = acting(Ruleset(), Area.BUY)
    assert judge(state, BuyLoad(0), rulings=True).rests_on == ()
    assert judge(state, BuyLoad(0)).rests_on is None


def test_every_reading_of_every_ruling_is_told_from_the_default() -> None:
    assert set(other_readings()) == DECIDED
    assert {field for field, _ in DECIDED} == set(NAMES)


# --- Presets --------------------------------------------------------------------------

EDITIONS = {
    "default": {},
    "nl": {"build_cap": "turn", "lower_same_kind": "coins", "capacity": "cubes-only"},
    "de": {
        "bonus_disc_wait": "next-round",
        "bonus_cap_three_players": "two",
        "bonus_after_withdrawal": "yes",
        "lower_same_kind": "any",
        "patent_steps": "lump",
        "signs_on_income": "any-award",
        "reshuffle": "eager",
        "final_market_disc": "allowed",
        "capacity": "cubes-only",
    },
    "en": {
        "build_cap": "round",
        "produce_order": "batch",
        "lower_same_kind": "coins",
        "free_cog_ends": "turn",
        "develop_or_patent": "turn",
        "patent_placing": "must",
        "reshuffle": "merge",
    },
}


@pytest.mark.parametrize("preset", EDITIONS)
def test_preset_reads_as_a_fair_reader_of_its_edition_alone(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    chosen = {ruling.field: getattr(ruleset, ruling.field) for ruling in Ruleset.rulings()}
    assert {field: name for field, name in chosen.items() if name != NAMES[field][0]} == EDITIONS[preset]
    stated = {ruling.field: dict(ruling.editions) for ruling in Ruleset.rulings()}
    assert {field: editions[preset] for field, editions in stated.items() if preset in editions} == EDITIONS[preset]


# --- What a verdict rests on ----------------------------------------------------------


def effects_rest_on(state: State, move: Move) -> set[str]:
    verdict = Game.from_state(state).judge(state, move, rulings=True)
    return {rest.ruling for rest in verdict.rests_on or () if rest.effects}


def test_what_is_only_put_off_is_no_dependence() -> None:
    """One card, one patent: by the other reading the same comes when the action ends."""
    telephone = cards(CardKind.OFFICIAL, "telephone")[0]
    producing = acting(
        Ruleset(),
        Area.PRODUCE,
        goods={0: dict.fromkeys(Good, 9)},
        developed={1: [original("telephone")]},
        display=[telephone],
    )
    assert "produce-order" not in effects_rest_on(producing, ProduceInvention(telephone))
    registering = acting(Ruleset(), Area.DEVELOP, goods={0: {Good.COIN: 3}})
    assert "patent-steps" not in effects_rest_on(registering, RegisterPatent(None))


def test_a_second_step_does_not_bring_again_what_a_first_one_has_brought() -> None:
    """Two cards: paid one after another or together, the second brings its own profit and nothing else."""
    telephone, other = cards(CardKind.START)[:2]
    producing = acting(Ruleset(), Area.PRODUCE, goods={0: dict.fromkeys(Good, 9)}, display=[telephone, other])
    second = Game.from_state(producing).play(producing, ProduceInvention(telephone))
    assert "produce-order" not in effects_rest_on(second, ProduceInvention(other))


@pytest.mark.parametrize(("influence", "rests"), [(6, True), (8, False)])
def test_a_second_step_away_from_a_sign_loses_it_if_only_the_last_space_counts(influence: int, rests: bool) -> None:
    """The first patent has moved the pawn to a space that has a sign, or to one that has none."""
    registering = acting(Ruleset(), Area.DEVELOP, goods={0: {Good.COIN: 9}}, influence={0: influence - 1})
    second = Game.from_state(registering).play(registering, RegisterPatent(None))
    assert ("patent-steps" in effects_rest_on(second, RegisterPatent(None))) is rests


def test_what_ends_otherwise_is_a_dependence() -> None:
    state = acting(Ruleset(), Area.BUILD, row=range(5), components=with_factory(2, TRACK, influence=1))
    assert "factory-influence" in effects_rest_on(state, BuildFactory(2))

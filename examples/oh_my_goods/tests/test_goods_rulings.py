"""Every ruling is told apart: a position and a short play in which its readings differ, and no other ruling matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest
from goods_tables import (
    NEAT,
    SLOPPY,
    Has,
    allowed,
    card,
    coins,
    options,
    play,
    posts,
    side,
    table,
    under,
)
from oh_my_goods.moves import (
    Cover,
    Deal,
    EndProduction,
    Exchange,
    Hire,
    LayAside,
    MoveAssistant,
    NoWork,
    Pass,
    Pay,
    PlanNothing,
    Post,
    Produce,
    Stay,
    UseChain,
    Work,
)
from oh_my_goods.position import Stage, State
from oh_my_goods.rulings import Ruleset

from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import members

COAL, MILL = card("charburner-grain"), card("mill-1")
WORKER = Has(hand="2 grain", craftsman="charburner-grain", mode=NEAT)


@attrs.frozen
class Case:
    """A position, what is looked at, and what is to be seen by each reading of a ruling."""

    ruling: str
    state: State
    look: Callable[[State], Any]
    seen: Mapping[str, Any]

    def __str__(self) -> str:
        return self.ruling


def new_cards(state: State) -> int:
    """How many new cards the first player draws in the next round."""
    state, drawn = play(state, Pass(), Exchange(), Exchange()), 0
    while state.turn.stage is Stage.NEW_CARDS:
        drawn += not state.turn.seat
        state = play(state, Deal(members(state.table.draw.known)[0]))
    return drawn


def last_good(state: State) -> State:
    """The position after the last card of the draw pile was laid on a building."""
    return play(state, Cover(card("tailor-1")))


def has_moved(state: State, *times: str) -> set[str]:
    """Which assistants may still be moved after one went from the mill to the bakery."""
    after = play(state, MoveAssistant(MILL), Pay(COAL), Pay(COAL), Post(card("bakery-1")))
    return {id_ for id_ in times if allowed(after, MoveAssistant(card(id_)))}


def covering(**more: Any) -> State:
    """The last good of a production is laid down, with the last card of the draw pile."""
    return table(WORKER, Has(), stage=Stage.GOODS, at="charburner-grain", due=1, draw="tailor-1", **more)


def where_to(state: State) -> set[int]:
    """Where an assistant may be put who was hired at the end of the first player's production."""
    hired = play(state, EndProduction(), Hire(side("assistant-1a")), *[Pay(COAL)] * 5)
    return {move.building for move in options(hired, Post)}


TWO_RED = {"charburner-grain": 9, "brick-manufacture-1": 0, "brick-manufacture-2": 0}
RED = {card("brick-manufacture-1"), card("brick-manufacture-2")}
HOUSES = ("mill-1", "mill-2", "bakery-1", "bakery-2")
FULL = ["charburner-grain", "mill-1"]
HALF = Has({"charburner-grain": 4}, hand="1 cards")


def _first(state: State) -> int:
    """A card of the hand of the player who decides."""
    return members(state.me.hand.known)[0]


CASES = [
    Case(
        "exchange",
        table(Has(hand="2 grain", aside="1 wood"), Has(), stage=Stage.EXCHANGE),
        lambda state: (allowed(state, Exchange()), allowed(play(state, LayAside(_first(state))), Exchange())),
        {"any": (True, True), "all-or-none": (False, False), "all-but-one": (False, True)},
    ),
    Case(
        "extra_cards_add_up",
        table(Has({"office-card-1": 0, "office-card-2": 0}), Has(), stage=Stage.BUILDING, seat=1),
        new_cards,
        {"yes": 4, "no": 3},
    ),
    Case(
        "reshuffle",
        covering(discards="mill-1, mill-2"),
        lambda state: last_good(state).table.draw.size,
        {"at-once": 2, "when-needed": 0},
    ),
    Case(
        "exhaustion_when",
        covering(),
        lambda state: last_good(state).turn.stage,
        {"when-needed": Stage.PRODUCTION, "at-once": Stage.HALVING},
    ),
    Case(
        "exhaustion_cards",
        table(HALF, Has(), stage=Stage.NEW_CARDS, due=2, draw="tailor-1"),
        lambda state: play(state, Deal(card("tailor-1"))).turn.due,
        {"hand": 1, "hand-and-goods": 3},
    ),
    Case(
        "planning",
        table(stage=Stage.WORK),
        lambda state: Game.from_state(state).view(play(state, Work(COAL, SLOPPY), PlanNothing()), 1).players[0].mode,
        {"simultaneous": None, "in-order": SLOPPY},
    ),
    Case(
        "assistant_moves",
        table(
            Has({"charburner-grain": 8, **dict.fromkeys(HOUSES, 0)}, posts=["mill-1", "mill-2"]),
            stage=Stage.ASSISTANTS_MOVED,
        ),
        lambda state: has_moved(state, "bakery-1", "mill-2"),
        {"any": {"bakery-1", "mill-2"}, "one-per-assistant": {"mill-2"}, "one": set()},
    ),
    Case(
        "assistant_moves_when",
        table(*[Has({"charburner-grain": 8, "mill-1": 0}, posts=["mill-1"])] * 2, stage=Stage.ASSISTANTS_MOVED),
        lambda state: (play(state, Stay()).turn.stage, play(state, Stay()).turn.seat),
        {"before-plans": (Stage.ASSISTANTS_MOVED, 1), "with-plan": (Stage.WORK, 0)},
    ),
    Case(
        "assistant_place",
        table(Has(TWO_RED | {"office-clay-1": 0}), stage=Stage.BUILDING, offer=["assistant-1a"]),
        lambda state: {
            move.building for move in options(play(state, Hire(side("assistant-1a")), *[Pay(COAL)] * 5), Post)
        },
        {"production": RED | {COAL}, "any": RED | {COAL, card("office-clay-1")}},
    ),
    Case(
        "craftsman_leaves",
        table(Has(TWO_RED, craftsman="charburner-grain", mode=NEAT), stage=Stage.PRODUCTION, offer=["assistant-1a"]),
        where_to,
        {"leaves": RED | {COAL}, "stays": RED},
    ),
    Case(
        "chain_when",
        table(
            Has({"charburner-grain": 0, "mill-1": 1}, hand="1 grain", craftsman="charburner-grain", mode=NEAT),
            stage=Stage.PRODUCTION,
            produced=["mill-1"],
            chains=["mill-1"],
            morning="2 grain, 1 wood",
        ),
        lambda state: allowed(
            play(state, Produce(COAL), Cover(card("tailor-1")), Cover(card("tailor-2"))), UseChain(MILL)
        ),
        {"directly": False, "while-producing": True},
    ),
    Case(
        "production_forced",
        table(WORKER, stage=Stage.PRODUCTION, morning="2 grain, 1 wood"),
        lambda state: allowed(state, EndProduction()),
        {"if-free": False, "optional": True},
    ),
    Case(
        "last_chains_when",
        table(Has({"mill-1": 0}, hand="mill-2"), stage=Stage.BUILDING, round=6, last_round=6),
        lambda state: allowed(play(state, Pass()), UseChain(MILL)),
        {"while-producing": False, "also-after-building": True},
    ),
    Case(
        "assistants_max",
        table(
            Has(TWO_RED | {"mill-1": 0}, assistants=["assistant-2a", "assistant-3a"]),
            stage=Stage.BUILDING,
            offer=["assistant-1a"],
        ),
        lambda state: allowed(state, Hire(side("assistant-1a"))),
        {"two": False, "unlimited": True},
    ),
    Case(
        "full_tie",
        table(
            *[Has({id_: 7}) for id_ in ("charburner-grain", "charburner-wool", "charburner-stone")],
            stage=Stage.OVER,
            active=1,
        ),
        lambda state: Game.from_state(state).score(state).winners,
        {"shared": (0, 1, 2), "later-in-order": (0,)},
    ),
]
MAKE_ROOM = Case(
    "craftsman_without_place",
    table(
        Has({"charburner-grain": 4, "mill-1": 0, "office-clay-1": 0}, posts=FULL),
        stage=Stage.ASSISTANTS_MOVED,
        ruleset=Ruleset(assistant_place="any"),
    ),
    lambda state: allowed(state, Stay()),
    {"stays-out": True, "must-make-room": False},
)
"""It acts only where an assistant can make room: by the reading that lets assistants be at any building."""


OF = {case.ruling: case.state for case in CASES}


def read(case: Case, ruleset: Ruleset) -> Any:
    return case.look(under(case.state, ruleset))


def test_every_ruling_has_a_case() -> None:
    assert sorted([case.ruling for case in CASES] + [MAKE_ROOM.ruling]) == sorted(r.field for r in Ruleset.rulings())


@pytest.mark.parametrize("case", [*CASES, MAKE_ROOM], ids=str)
def test_the_readings_differ(case: Case) -> None:
    assert set(case.seen) == set(Ruleset.ruling(case.ruling).names)
    for name, seen in case.seen.items():
        assert read(case, case.state.ruleset.with_reading(case.ruling, name)) == seen


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_other_ruling_matters(case: Case) -> None:
    for name, seen in case.seen.items():
        chosen = Ruleset().with_reading(case.ruling, name)
        for other in Ruleset.rulings():
            for reading in other.names if other.field != case.ruling else ():
                assert read(case, chosen.with_reading(other.field, reading)) == seen, f"{other.id} {reading}"


def test_room_is_made_only_if_assistants_may_be_anywhere() -> None:
    for name in MAKE_ROOM.seen:
        ruleset = Ruleset().with_reading(MAKE_ROOM.ruling, name)
        assert read(MAKE_ROOM, ruleset)
    after = play(MAKE_ROOM.state, MoveAssistant(MILL), Pay(COAL), Pay(COAL), Post(card("office-clay-1")), Stay())
    assert not allowed(after, NoWork())
    assert (set(posts(after.players[0])), coins(after.players[0])) == ({COAL, card("office-clay-1")}, 2)


VERDICTS = [
    ("exchange", OF["exchange"], Exchange()),
    ("production-forced", OF["production_forced"], EndProduction()),
    ("assistants-max", OF["assistants_max"], Hire(side("assistant-1a"))),
    ("assistant-moves-when", OF["assistant_moves_when"], Stay()),
    ("craftsman-without-place", MAKE_ROOM.state, Stay()),
    ("reshuffle", covering(discards="mill-1, mill-2"), Cover(card("tailor-1"))),
    ("exhaustion-when", covering(), Cover(card("tailor-1"))),
]


@pytest.mark.parametrize(("ruling", "state", "move"), VERDICTS, ids=[ruling for ruling, _, _ in VERDICTS])
def test_a_verdict_says_on_which_ruling_it_rests(ruling: str, state: State, move: Any) -> None:
    verdict = Game.from_state(state).judge(state, move, rulings=True)
    assert {other.ruling for other in verdict.rests_on or ()} == {ruling}


def test_presets_differ_where_they_say() -> None:
    differing = {
        preset: {r.field for r in Ruleset.rulings() if getattr(Ruleset.preset(preset), r.field) != r.default}
        for preset in Ruleset.presets
    }
    assert differing == {
        "default": set(),
        "nl": {"exhaustion_when", "assistant_place", "craftsman_leaves"},
        "second-edition": {"exchange", "assistants_max"},
    }

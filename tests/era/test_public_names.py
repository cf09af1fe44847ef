"""What a program gets at with the public names alone: positions, components, moves; and how settings are given."""

from __future__ import annotations

import ast
import inspect
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from cattrs import Converter
from hypothesis import given

import era_of_inventions as era
from era_of_inventions import (
    Components,
    Game,
    GameError,
    Good,
    Player,
    Ruleset,
    State,
    count,
    members,
    pack,
    pictures,
    unpack,
)
from era_of_inventions.box.goods import Goods
from era_of_inventions.rulebook import read_dispute
from era_of_inventions.tabletop.law.law import Law
from era_of_inventions.tabletop.play.dispute_form import DisputeForm
from era_of_inventions.tabletop.play.game import Game as BaseGame
from era_of_inventions.tabletop.values import evolve
from era_of_inventions.tabletop.values.features import Observer
from era_of_inventions.testing import goods, positions
from tests import ROOT

DISPUTE = '[position]\nplayers = ["Ann", "Bob", "Cem", "Zoë"]\n[[claim]]\nhappens = ["round = 1"]\n'
SHIPPED = Game().setting.components
PARTS = [
    *SHIPPED.cards,
    *SHIPPED.spaces,
    *SHIPPED.factories,
    SHIPPED.start_factory,
    *SHIPPED.patent_squares,
    *SHIPPED.sources,
]


# --- Reading a position ---------------------------------------------------------------


def by_names(player: Player, components: Components) -> dict[str, Any]:
    """What a player has, in the words of a JSON document, read by public names."""
    return {
        "goods": {("cog" if good is Good.COG else good.word): number for good, number in unpack(player.goods)},
        "developed": [components.space_name(space) for space in members(player.developed)],
        "patented": [components.space_name(space) for space in members(player.patented)],
        "factories": [components.factory(factory).id for factory in members(player.factories)],
        "discs": [era.Area(area).name.lower() for area in members(player.discs)],
    }


def by_document(player: dict[str, Any]) -> dict[str, Any]:
    """The same as a JSON document says it."""
    factories = [re.sub(r"^start-\d$", "start-factory", factory) for factory in player["factories"]]
    return {
        "goods": {word: number for word, number in player["goods"].items() if number},
        "discs": player["discs"],
        "factories": factories,
        **{key: player[key] for key in ("developed", "patented")},
    }


@given(positions())
def test_a_player_is_read_as_documents_tell(state: State) -> None:
    document = json.loads(era.to_json(state))
    for player, said in zip(state.players, document["players"], strict=True):
        assert by_names(player, state.components) == by_document(said)
        assert [count(player.goods, good) for good in Good] == [dict(unpack(player.goods)).get(g, 0) for g in Good]


@given(goods())
def test_goods_are_made_of_what_is_read_in_them(stock: Goods) -> None:
    assert pack(dict(unpack(stock))) == stock


@pytest.mark.parametrize("part", PARTS, ids=repr)
def test_a_part_of_a_set_is_shown_as_it_is_printed(part: Any) -> None:
    assert getattr(era, type(part).__name__) is type(part)
    assert not re.search(r"\d{3}", repr(part))
    amounts = [part.cost, part.output] if isinstance(part, era.FactoryCard) else []
    amounts += [part.cost, part.profit.goods] if isinstance(part, era.InventionCard) else []
    for good, number in (pair for amount in amounts for pair in unpack(amount)):
        assert re.search(rf"\b{number} {good.word}", repr(part))


# --- Names ----------------------------------------------------------------------------


def test_all_moves_are_in_the_module_of_the_moves() -> None:
    assert all(getattr(era.moves, type(move).__name__) is type(move) for move in Game().moves)


UNIMPORTED = {
    "random": random,
    "Choose": era.Choose,
    "Converter": Converter,
    "Executor": Executor,
    "Fraction": Fraction,
    "Law": Law,
    "Observer": Observer,
    "Sequence": Sequence,
}
"""Names in annotations that are imported for type checkers alone."""


def own_classes(hint: Any) -> Iterator[type[Any]]:
    """The classes of this package in the annotation of a type."""
    if isinstance(hint, type) and hint.__module__.startswith("era_of_inventions"):
        yield hint
    for part in (get_origin(hint), *get_args(hint)):
        if part is not None:
            yield from own_classes(part)


def public_functions() -> Iterator[tuple[str, Any]]:
    """Functions, and methods and properties of classes, besides what only authors of rulebooks need."""
    for name in {*dir(era)} - {"Rulebook", "Setting", "moves"}:
        value = getattr(era, name)
        if isinstance(value, type):
            for member in dir(value):
                found = inspect.getattr_static(value, member)
                found = getattr(found, "fget", getattr(found, "__func__", found))
                if not member.startswith("_") and inspect.isfunction(found):
                    yield f"{name}.{member}", found
        elif inspect.isfunction(value):
            yield name, value


def test_what_public_functions_return_and_raise_is_public_too() -> None:
    public = {id(getattr(era, name)) for name in dir(era)} | {id(BaseGame), id(DisputeForm)}
    hidden = set()
    for name, function in public_functions():
        hints = get_type_hints(function, localns=UNIMPORTED)
        hidden |= {f"{name}: {kind.__name__}" for kind in own_classes(hints.get("return")) if id(kind) not in public}
        raised = re.findall(r"`(\w+Error)`", inspect.getdoc(function) or "")
        hidden |= {f"{name}: {error}" for error in raised if error not in dir(era)}
    assert hidden == set()


def test_the_version_is_that_of_the_distribution() -> None:
    assert era.__version__ == version("era-of-inventions")


@pytest.mark.parametrize("path", ["examples/greedy.py", "examples/economy.py"])
def test_an_example_needs_no_name_but_public_ones(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imported if (node.module or "").startswith("era_of_inventions")]
    assert [node.module for node in ours] == ["era_of_inventions"]
    assert {alias.name for node in ours for alias in node.names} <= {*dir(era)}


# --- How a setting is given -----------------------------------------------------------


@pytest.fixture
def dispute(tmp_path: Path) -> Path:
    path = tmp_path / "quarrel.toml"
    path.write_text(DISPUTE, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "chosen",
    [
        {"ruleset": "nl"},
        {"ruleset": Ruleset(build_cap="turn")},
        {"components": "reconstructed"},
        {"components": evolve(SHIPPED, track_end=60)},
    ],
    ids=str,
)
def test_a_dispute_is_given_its_setting_as_a_game_is(chosen: dict[str, Any], dispute: Path) -> None:
    assert read_dispute(dispute, **chosen).game.setting == Game(4, **chosen).setting


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"ruleset": "fr"}, "there is no preset 'fr'; expected one of default, nl, de, en"),
        ({"ruleset": 4}, "ruleset is 4; expected a Ruleset or one of default, nl, de, en"),
        ({"components": "mine"}, "the component set 'mine' is not known; expected one of reconstructed"),
        ({"components": 4}, "components is 4; expected a component set or one of reconstructed"),
    ],
)
def test_a_setting_that_there_is_not_is_refused_alike(wrong: dict[str, Any], problem: str, dispute: Path) -> None:
    for ask in (lambda: read_dispute(dispute, **wrong), lambda: Game(4, **wrong)):
        with pytest.raises(GameError) as refused:
            ask()
        assert str(refused.value) == problem


# --- Wrong arguments ------------------------------------------------------------------

GAME = Game()
STATE = GAME.new()
CARD = SHIPPED.cards[0]
WRONG: dict[str, Callable[..., object]] = {
    "a count that is no whole number": lambda: pack({Good.COIN: 2.5}),  # type: ignore[dict-item]
    "no good": lambda: pack({"coin": 1}),  # type: ignore[dict-item]
    "no counts": lambda: pack([Good.COIN]),  # type: ignore[arg-type]
    "an index below 0": lambda: era.mask(era.Area, [-1]),
    "no index": lambda: era.mask(era.Area, ["build"]),  # type: ignore[list-item]
    "a game for a setting": lambda: era.parse_move("place market", GAME),  # type: ignore[arg-type]
    "a game to show a move in": lambda: era.show_move(era.moves.EndTurn(), GAME),  # type: ignore[arg-type]
    "a number for a move": lambda: era.parse_move(3, GAME.setting),  # type: ignore[arg-type]
    "a word for a good": lambda: era.count(pack({Good.COIN: 2}), "coin"),  # type: ignore[arg-type]
    "counts for goods": lambda: [*era.unpack({Good.COIN: 2})],  # type: ignore[arg-type]
    "a list for a set": lambda: era.members([1]),  # type: ignore[arg-type]
    "an unknown ruling": lambda: Ruleset(buildcap="turn"),  # type: ignore[call-arg]
    "a list in a set": lambda: Game(components=evolve(SHIPPED, cards=[*SHIPPED.cards])),  # type: ignore[arg-type]
    "a list in a card": lambda: Game(components=evolve(SHIPPED, cards=(evolve(CARD, id=[]),))),  # type: ignore[arg-type]
    "an unhashable move": lambda: GAME.move_number([]),  # type: ignore[arg-type]
    "an unhashable move to follow": lambda: GAME.follow(STATE, []),  # type: ignore[arg-type]
    "no position at the beginning of a record": lambda: GAME.follow(STATE, era.moves.EndTurn(), start=[STATE]),  # type: ignore[arg-type]
    "no position": lambda: GAME.legal_moves(None),  # type: ignore[arg-type]
    "no position to move in": lambda: GAME.is_over(None),  # type: ignore[arg-type]
    "no position of a game": lambda: Game.from_state(None),  # type: ignore[arg-type]
    "no setting": lambda: Game.from_setting(None),  # type: ignore[arg-type]
    "no bot": lambda: GAME.playout(STATE, random.Random(1), 3),  # type: ignore[arg-type]
    "no dispute file": lambda: read_dispute(3),  # type: ignore[arg-type]
    "no component file": lambda: era.read_components(3),  # type: ignore[arg-type]
    "no name of a set": lambda: era.load_shipped(3),  # type: ignore[arg-type]
    "no number of a move": lambda: GAME.move_by_number(10**6),
    "a bool for a number": lambda: GAME.move_by_number(True),
    "a name for a seat": lambda: era.parse_move("run start", GAME.setting, seat="Ann"),  # type: ignore[arg-type]
    "a move of a megabyte": lambda: era.parse_move("produce telephone-1 with " + "coal, " * 10**5, GAME.setting),
    "no source of randomness": lambda: GAME.chance_move(GAME.new(), None),  # type: ignore[arg-type]
    "no turn of chance": lambda: GAME.chance_move(GAME.new(rng=random.Random(1)), random.Random(1)),
    "no position to observe": lambda: GAME.observe(None),  # type: ignore[arg-type]
    "a position of more players": lambda: GAME.observe(Game(5).new()),
    "no position to draw": lambda: pictures.text(None),
    "no factory": lambda: SHIPPED.factory(-1),
    "no set": lambda: era.check_components(3),  # type: ignore[arg-type]
    "no record": lambda: era.show_game(3),  # type: ignore[arg-type]
    "no text of a dispute": lambda: era.parse_dispute(None),  # type: ignore[arg-type]
    "no setting for a converter": lambda: era.converter(STATE),  # type: ignore[arg-type]
    "no dispute": lambda: era.judge_dispute(None),  # type: ignore[arg-type]
    "an unhashable clause": lambda: era.LAW.clause([]),  # type: ignore[arg-type]
    "a round and a half": lambda: era.to_json(era.evolve(STATE, round=1.5)),  # type: ignore[arg-type]
    "no players": lambda: era.to_data(era.evolve(STATE, players=None)),  # type: ignore[arg-type]
    "no set of discs": lambda: era.to_json(era.evolve(STATE, players=(era.evolve(STATE.players[0], discs=1.5),))),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_a_wrong_argument_is_refused_in_one_sentence(call: Callable[[], object]) -> None:
    with pytest.raises(GameError) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_an_unknown_ruling_is_told_with_the_nearest() -> None:
    with pytest.raises(era.RulesetError, match="build_cap"):
        Ruleset(buildcap="turn")  # type: ignore[call-arg]


@pytest.mark.parametrize("start", [9, -1, "Ann"])
def test_a_wrong_seat_is_not_put_down_to_chance(start: Any) -> None:
    with pytest.raises(GameError) as refused:
        GAME.new(start, random.Random(1))
    assert "rng" not in str(refused.value)

"""Everything of Regatta is JSON and back, and described by schemas, without a line of its own for it."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import DocumentError
from era_of_inventions.tabletop.law.verdict import Verdict
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.play.setting import Setting
from era_of_inventions.tabletop.records import Record
from era_of_inventions.tabletop.testing.strategies import Script, Strategies
from era_of_inventions.tabletop.values import UNKNOWN, Move
from tests.regatta.model import AnyMove, Components, Ruleset, State
from tests.regatta.rulebook import REGATTA

STRATEGIES = Strategies(REGATTA)
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in every_schema(REGATTA).items()}


def values(script: Script[State, AnyMove]) -> list[tuple[str, Any, Any]]:
    """A value of every kind, with the name of its documents and its class."""
    game, steps = script.game, list(script.steps())
    state = steps[-1][0] if steps else script.deal()
    seen = REGATTA.view(state, 1)
    move = game.moves[script.seed % len(game.moves)]
    return [
        ("state", state, State),
        ("state", seen, State),
        ("move", move, Move),
        ("verdict", game.judge(state, move, seat=0, rulings=True), Verdict),
        ("verdict", game.judge(seen, move, seat=1, rulings=True), Verdict),
        ("record", Record(game.new(), (move,), ("Ann", "Bo", "Cy", "Di")[: game.setting.players]), Record),
        ("ruleset", game.setting.ruleset, Ruleset),
        ("components", game.setting.components, Components),
        ("setting", game.setting, Setting),
    ]


@given(STRATEGIES.scripts())
def test_everything_comes_back_and_is_valid(script: Script[State, AnyMove]) -> None:
    for name, value, kind in values(script):
        text = to_json(REGATTA, value, setting=script.game.setting)
        assert from_json(REGATTA, text, kind, setting=script.game.setting) == value
        assert [error.message for error in VALIDATORS[name].iter_errors(json.loads(text))] == []


DISPUTE = """
game = "regatta"
[position]
players = ["Ann", "Bo"]
stage = "auction"
player = "Bo"
bidders = ["Ann", "Bo"]
table = { boat = "sloop" }
[player.Ann]
coins = 3
[[claim]]
moves = ["bid 2"]
"""


def test_a_dispute_file_is_checked_while_it_is_typed() -> None:
    dispute = tomllib.loads(DISPUTE)
    assert [error.message for error in VALIDATORS["dispute-file"].iter_errors(dispute)] == []
    wrongs: list[dict[str, Any]] = [
        {"position": {}},
        {"player": {"Ann": {"cions": 3}}},
        {"position": {**dispute["position"], "x": 1}},
    ]
    for wrong in wrongs:
        assert list(VALIDATORS["dispute-file"].iter_errors({**dispute, **wrong}))


def test_a_document_names_its_game_and_things_by_name() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 2)
    document = json.loads(to_json(REGATTA, game.new()))
    assert document["format"] == "regatta/state"
    components = json.loads(to_json(REGATTA, game.setting.components))
    assert tuple(components["cards"][0].values()) == game.setting.components.cards[0]


def test_what_a_seat_may_not_know_is_not_in_the_text() -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 3)
    state = game.new(rng=random.Random(4))
    document = json.loads(to_json(REGATTA, REGATTA.view(state, 0)))
    own, *others = (player["hand"] for player in document["players"])
    names = [name for name, _ in game.setting.components.cards]
    assert any(name in json.dumps(own) for name in names)
    assert not any(name in json.dumps([others, document["table"].get("deck")]) for name in names)


WRONG = [
    (("players", 0, "coins"), -1, "players[0].coins", "out-of-range"),
    (("players", 1, "pledge"), "9-x", "players[1].pledge", "unknown-word"),
    (("table", "fleet"), {"raft": 1}, "table.fleet.raft", "unknown-word"),
    (("turn", "stage"), "resting", "turn.stage", "unknown-word"),
]


@pytest.mark.parametrize(("path", "value", "place", "code"), WRONG)
def test_what_is_wrong_is_told_with_place_and_code(path: Any, value: Any, place: str, code: str) -> None:
    document = json.loads(to_json(REGATTA, Game(REGATTA, 3).new()))
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(DocumentError) as refused:
        from_json(REGATTA, json.dumps(document), State)
    assert [(problem.place, problem.code.value) for problem in refused.value.problems] == [(place, code)]


@given(st.integers(0, 5))
def test_an_unknown_pledge_is_a_question_mark(seat: int) -> None:
    game: Game[State, AnyMove] = Game(REGATTA, 3)
    document = json.loads(to_json(REGATTA, game.new()))
    document["players"][seat % 3]["pledge"] = "?"
    assert from_json(REGATTA, json.dumps(document), State).players[seat % 3].pledge == UNKNOWN

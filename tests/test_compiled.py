"""The compiled build: what these tests run against is what was asked for, and positions stay what they are in Python.

``ERA_COMPILED=1`` asks for it; `tests.compiled.build` makes it. All other tests run against it unchanged.
"""

from __future__ import annotations

import ast
import copy
import importlib
import os
import pickle
import random
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions.game import Game
from era_of_inventions.model import state as module
from era_of_inventions.model.components import Area
from era_of_inventions.rulebook import LAW
from tests.compiled.build import NATIVE, PACKAGE, ROOT, sources
from tests.compiled.native_state import COPYING, SEALING, native

ASKED = os.environ.get("ERA_COMPILED") == "1"
PARTS = (module.State, module.Player, module.Board, module.Turn)


@pytest.mark.parametrize("path", sources(ROOT / PACKAGE), ids=lambda path: path.stem)
def test_what_was_asked_for_is_tested(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    file = importlib.import_module(name).__file__
    assert file is not None
    assert file.endswith(".py") is not ASKED


def test_every_clause_keeps_its_sentence_and_its_place() -> None:
    for clause in LAW.clauses:
        path, _, line = clause.place.rpartition(":")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        (node,) = (
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.decorator_list and node.decorator_list[0].lineno == int(line)
        )
        assert clause.statement == " ".join((ast.get_docstring(node) or "").split())


@pytest.mark.parametrize("part", PARTS)
def test_the_parts_of_a_position_are_values_that_nobody_can_change(part: type[attrs.AttrsInstance]) -> None:
    state = Game().new(rng=random.Random(3))
    values = {module.State: state, module.Player: state.me, module.Board: state.board, module.Turn: state.turn}
    value: Any = values[part]
    for twin in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), attrs.evolve(value)):
        assert twin == value
        assert hash(twin) == hash(value)
    for field in attrs.fields(part):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))


def test_an_area_stays_a_member_of_its_enum() -> None:
    game, rng = Game(3), random.Random(1)
    state = game.new(rng=rng)
    acting = 0
    while not game.is_over(state):
        state = game.play(state, rng.choice(game.legal_moves(state)))
        if module.steps_taken(state.turn) and state.turn.area != module.EMPTY:
            assert isinstance(state.turn.area, Area)
            acting += 1
    assert acting


@pytest.mark.parametrize("path", NATIVE)
def test_a_native_module_has_all_names_and_methods_of_its_source(path: str) -> None:
    source = (ROOT / PACKAGE / path).read_text(encoding="utf-8")
    assert names_of(source) - {"_Writable", *COPYING, *SEALING} <= names_of(native(source))


def names_of(source: str) -> set[str]:
    """The names a module defines, and the methods of its classes."""
    found = set()
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name=name, body=body):
                found |= {name, *(f"{name}.{one.name}" for one in body if isinstance(one, ast.FunctionDef))}
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found

"""Declared moves: one object for equal ones, whatever happens, and their form in JSON."""

from __future__ import annotations

import copy
import gc
import inspect
import json
import pickle
import sys
import threading
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from era_of_inventions.tabletop.errors import Code, GameError, path_text
from era_of_inventions.tabletop.text.json import DuplicateKey
from era_of_inventions.tabletop.values import (
    Bag,
    Choice,
    Count,
    DeclarationError,
    Field,
    Hidden,
    InvalidDataError,
    Kinds,
    Move,
    Names,
    Terms,
    bag,
    field,
    layout_of,
    move,
)
from era_of_inventions.tabletop.values.moves import every_move, kinds_definitions, kinds_schema, word_of
from tests.support.arbitrary import records
from tests.support.harbor import KINDS, TERMS, Bid, Load, Pass, Sell, Setting, Ware

MOVES = Kinds("move", KINDS, TERMS)
WARES: Bag[Ware] = bag(Ware, [0, 2, 1])
EXAMPLES: list[tuple[Move, dict[str, Any]]] = [
    (Bid(3), {"move": "bid", "amount": 3}),
    (Pass(), {"move": "pass"}),
    (Load(0), {"move": "load", "card": "silk-1"}),
    (Load(6, 2, WARES), {"move": "load", "card": "salt-3", "ship": "galleon", "wares": {"spice": 2, "salt": 1}}),
    (Sell(Ware.SALT), {"move": "sell", "ware": "salt"}),
]


def validator(terms: Terms) -> Draft202012Validator:
    schema = {**kinds_schema(KINDS), "$defs": kinds_definitions("move", KINDS, terms)}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def arbitrary() -> st.SearchStrategy[Move]:
    return st.one_of([records(layout_of(kind, TERMS)) for kind in KINDS])


# --- One object -----------------------------------------------------------------------


@given(arbitrary())
def test_equal_moves_are_one_object(made: Any) -> None:
    values = attrs.astuple(made, recurse=False)
    assert type(made)(*values) is made
    assert pickle.loads(pickle.dumps(made)) is made
    assert copy.deepcopy(made) is made
    assert attrs.evolve(made) is made


def test_moves_that_differ_are_others() -> None:
    assert len({Load(1), Load(2), Load(1, 0), Load(1, wares=WARES), Pass(), Bid(1), Load(card=1, ship=None)}) == 6


def test_numbers_of_other_types_make_the_same_move() -> None:
    class Number:
        def __index__(self) -> int:
            return 2

    number: Any = Number()
    assert Load(number) is Load(2)
    assert type(Load(number).card) is int
    assert Load(True).card.__class__ is int
    assert Sell(number) is Sell(Ware.SALT)
    assert Sell(number).ware.__class__ is Ware


@pytest.mark.parametrize("wrong", [1.5, "silk-1", None, [1]])
def test_what_is_no_number_is_refused(wrong: Any) -> None:
    with pytest.raises(GameError):
        Load(wrong)
    with pytest.raises(GameError):
        Sell(wrong)


def test_a_member_that_does_not_exist_is_refused() -> None:
    with pytest.raises(GameError, match="Ware"):
        Sell(7)  # type: ignore[arg-type]


@pytest.mark.slow
def test_moves_are_forgotten_when_nobody_holds_them() -> None:
    first = id(Load(5, 1, bag(Ware, [17])))
    gc.collect()
    made = [Load(5, 1, bag(Ware, [number])) for number in range(20)]
    assert len({*map(id, made)}) == 20
    assert first


def test_many_threads_make_one_object() -> None:
    """Equal moves made at once, by threads that are interrupted all the time, are still one."""
    interval = sys.getswitchinterval()
    found: list[list[Load]] = [[] for _ in range(8)]
    start = threading.Barrier(len(found))

    def make(own: list[Load]) -> None:
        start.wait()
        own += [Load(number % 7, number % 3, bag(Ware, [number])) for number in range(1500)]

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=make, args=[own]) for own in found]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    for equal in zip(*found, strict=True):
        assert len({*map(id, equal)}) == 1


def test_moves_are_frozen() -> None:
    made: Any = Bid(3)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.amount = 4
    assert Bid(3).amount == 3


# --- What people and tools see --------------------------------------------------------


def test_signatures_are_real() -> None:
    parameters = inspect.signature(Load).parameters
    assert [*parameters] == ["card", "ship", "wares"]
    assert [parameter.default for parameter in parameters.values()] == [inspect.Parameter.empty, None, 0]
    assert [parameter.annotation for parameter in parameters.values()] == ["int", "int | None", "Wares"]
    with pytest.raises(TypeError, match="card"):
        Load()  # type: ignore[call-arg]
    assert repr(Load(1, wares=WARES)) == "Load(card=1, ship=None, wares=2 spice, 1 salt)"


def test_moves_match_by_position_and_name() -> None:
    match Load(1, 2):
        case Load(card, ship=ship):
            assert (card, ship) == (1, 2)
        case _:
            pytest.fail("did not match")


# --- JSON -----------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "raw"), EXAMPLES, ids=[repr(made) for made, _ in EXAMPLES])
def test_the_form_of_a_move(made: Move, raw: dict[str, Any]) -> None:
    assert MOVES.write(made) == raw
    assert list(MOVES.write(made)) == list(raw)
    assert MOVES.read(raw) is made


@pytest.mark.slow
@pytest.mark.covers
@given(arbitrary())
def test_arbitrary_moves_come_back_and_fit_the_schema(made: Move) -> None:
    raw = json.loads(json.dumps(MOVES.write(made)))
    assert MOVES.read(raw) is made
    for terms in (TERMS, Terms(seats=(2, 4))):
        validator(terms).validate(raw)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ([], [("", "wrong-type")]),
        (DuplicateKey([("move", "pass")], "move"), [("", "duplicate")]),
        ({}, [("move", "missing")]),
        ({"move": "lode"}, [("move", "unknown-word")]),
        ({"move": ["load"]}, [("move", "wrong-type")]),
        ({"move": "load"}, [("card", "missing")]),
        ({"move": "pass", "card": "silk-1"}, [("card", "unknown-key")]),
        (
            {"move": "load", "card": "slik-1", "ship": "?", "wares": {"x": 1}, "hat": 1},
            [
                ("card", Code.UNKNOWN_WORD),
                ("ship", Code.UNKNOWN_WORD),
                ("wares.x", Code.UNKNOWN_WORD),
                ("hat", Code.UNKNOWN_KEY),
            ],
        ),
    ],
)
def test_all_that_is_wrong_with_a_move(raw: Any, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(InvalidDataError) as caught:
        MOVES.read(raw)
    assert [(path_text(problem.path), problem.code) for problem in caught.value.problems] == expected
    assert not validator(TERMS).is_valid(raw) or raw.__class__ is DuplicateKey


def test_the_word_of_a_kind_is_its_name() -> None:
    assert [word_of(kind) for kind in (Bid, Setting, DeclarationError)] == ["bid", "setting", "declaration-error"]


def test_kinds_declared_wrongly_fail_with_all_reasons() -> None:
    @move
    class Wave(Move):
        """Wave."""

        move: Field[int] = field(Count(), words=" ")

    other = move(type("Wave", (Move,), {"__doc__": "Wave again."}))
    with pytest.raises(DeclarationError) as caught:
        Kinds("move", (Wave, other), TERMS)
    assert sorted(caught.value.reasons) == [
        "Wave.move: has no words",
        "Wave.move: is the key of the kind",
        "two kinds have the same word",
    ]


def test_the_table_has_all_that_fields_can_hold() -> None:
    """In the order of the kinds, of their fields and of what these hold; some names are those of a few things only."""
    few = Names.indexed(Ware, ["silk", "spice", "salt"]).some(lambda setting: (0, 2))

    @move
    class Ship(Move):
        ware: Field[int] = field(Choice(few))
        casks: Field[int] = field(Hidden(Count(1, 2)))

    assert [*every_move((Pass, Ship), TERMS)] == [Pass(), Ship(0, 1), Ship(0, 2), Ship(2, 1), Ship(2, 2)]
    layout = layout_of(Ship, TERMS)
    assert layout.write(Ship(2, 1)) == {"ware": "salt", "casks": 1}
    assert layout.read({"ware": "salt", "casks": 1}) == Ship(2, 1)
    with pytest.raises(InvalidDataError):
        layout.read({"ware": "spice", "casks": 1})

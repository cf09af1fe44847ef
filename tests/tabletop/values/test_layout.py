"""Plain data and JSON of declared records: what is written, what is read back, and all that is wrong at once."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from era_of_inventions.tabletop.errors import Code, path_text
from era_of_inventions.tabletop.text.json import DuplicateKey
from era_of_inventions.tabletop.values import (
    ABSENT,
    UNKNOWN,
    Cards,
    InvalidDataError,
    Layout,
    Terms,
    bag,
    evolve,
    layout_of,
    mask,
)
from era_of_inventions.tabletop.values.json_schema import definitions, record_schema
from era_of_inventions.tabletop.values.layout import MEMO_MAX, Memo
from era_of_inventions.tabletop.values.problems import PROBLEMS_MAX
from tests.support.arbitrary import records
from tests.support.harbor import SETTING, TERMS, Cargo, Pier, Player, Setting, Stage, State, Turn, Ware, dealt, fresh
from tests.tools.mutated import mutated

LAYOUT = layout_of(State, TERMS)
SMALL = Setting(2, ("rum-1", "rum-2"), ("raft",), crew=1)


@cache
def validator(terms: Terms) -> Draft202012Validator:
    schema = {**record_schema(State, terms), "$defs": definitions(State, terms)}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def arbitrary() -> st.SearchStrategy[State]:
    """Positions within bounds, in which turns have turns before them."""
    turns = records(layout_of(Turn, TERMS))
    deep = st.recursive(turns, lambda before: st.builds(lambda a, b: evolve(a, before=b), turns, before), max_leaves=3)
    return st.builds(lambda state, turn: evolve(state, turn=turn), records(LAYOUT, SETTING), deep)


def problems(raw: Any, layout: Layout[Any] = LAYOUT, *carried: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDataError) as caught:
        layout.read(raw, *(carried or [SETTING] * (layout is LAYOUT)))
    return [(path_text(problem.path), problem.code) for problem in caught.value.problems]


def test_a_position_is_written_by_the_names_of_its_fields_and_things() -> None:
    state = dealt([[0, 3], [], [6]], stage=Stage.PAYMENT, ship=1, paid=(2, 2), passed=True)
    state = evolve(state, turn=evolve(state.turn, before=Turn(Stage.AUCTION, 2, bid=3)))
    rich = evolve(state.players[1], wares=bag(Ware, [2, 0, 5]), piers=mask(Pier, [0, 2]), pledge=4, coins=7)
    table = evolve(state.table, berths=(ABSENT, 1, ABSENT), fleet=(2, 0, 1), discard=mask(Cargo, [5]))
    state = evolve(state, players=(state.players[0], rich, state.players[2]), table=table)
    assert LAYOUT.write(state) == {
        "players": [
            {"hand": ["silk-1", "spice-2"]},
            {
                "hand": [],
                "wares": {"silk": 2, "salt": 5},
                "coins": 7,
                "piers": ["pier a", "pier c"],
                "pledge": "salt-1",
            },
            {"hand": ["salt-3"]},
        ],
        "table": {
            "deck": ["silk-2", "spice-1", "salt-1", "salt-2"],
            "fleet": {"sloop": 2, "galleon": 1},
            "discard": ["salt-2"],
            "berths": [None, "silk-2", None],
        },
        "round": 1,
        "turn": {
            "stage": "payment",
            "seat": 0,
            "ship": "brig",
            "paid": ["spice-1", "spice-1"],
            "passed": True,
            "before": {"stage": "auction", "seat": 2, "bid": 3},
        },
    }


def test_what_is_unknown_is_a_question_mark() -> None:
    player = Player(Cards(mask(Cargo, [1]), 2), pledge=UNKNOWN)
    layout = layout_of(Player, TERMS)
    assert layout.write(player) == {"hand": ["silk-2", "?", "?"], "pledge": "?"}
    assert layout.read({"hand": ["?", "silk-2", "?"], "pledge": "?"}) == player


@given(arbitrary())
def test_arbitrary_positions_come_back(state: State) -> None:
    raw = LAYOUT.write(state)
    assert LAYOUT.read(raw, SETTING) == state
    assert json.loads(LAYOUT.dumps(state)) == raw
    validator(TERMS).validate(raw)
    validator(Terms(seats=(2, 4))).validate(raw)


def test_a_position_that_comes_back_is_frozen_and_hashable() -> None:
    state = LAYOUT.read(LAYOUT.write(fresh()), SETTING)
    assert {state: 1}[fresh()] == 1
    assert state.setting is SETTING
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        state.round = 3  # type: ignore[arg-type]


def test_names_mean_what_they_mean_in_the_setting() -> None:
    other = layout_of(State, Terms.of(SMALL))
    assert other.read(other.write(fresh(SMALL)), SMALL) == fresh(SMALL)
    found = problems(LAYOUT.write(fresh()), other, SMALL)
    assert ("players", "too-long") in found
    assert ("table.fleet.sloop", "unknown-word") in found


BAD = {
    "no object": ([], [("", "wrong-type")]),
    "a key twice": (DuplicateKey([], "round"), [("", "duplicate")]),
    "nothing at all": ({}, [(key, "missing") for key in ("players", "table", "round", "turn")]),
}


@pytest.mark.parametrize(("raw", "expected"), BAD.values(), ids=BAD)
def test_what_is_no_position(raw: Any, expected: list[tuple[str, str]]) -> None:
    assert problems(raw) == expected


PLANTED: dict[str, tuple[tuple[str | int, ...], Any, list[tuple[str, str]]]] = {
    "text for a number": (("round",), "3", [("round", "wrong-type")]),
    "true for a number": (("round",), True, [("round", "wrong-type")]),
    "too low": (("round",), 0, [("round", "out-of-range")]),
    "too high": (("turn", "bid"), 21, [("turn.bid", "out-of-range")]),
    "a number for a flag": (("turn", "passed"), 1, [("turn.passed", "wrong-type")]),
    "another word": (("turn", "stage"), "dael", [("turn.stage", "unknown-word")]),
    "a list for a word": (("turn", "stage"), ["deal"], [("turn.stage", "wrong-type")]),
    "nobody's seat": (("turn", "seat"), 3, [("turn.seat", "out-of-range")]),
    "no name for a seat": (("turn", "seat"), "Green", [("turn.seat", "unknown-word")]),
    "nothing where something is": (("round",), None, [("round", "wrong-type")]),
    "an unknown key": (("turn", "hats"), 1, [("turn.hats", "unknown-key")]),
    "a key to be quoted": (("turn", "a.b"), 1, [("turn.'a.b'", "unknown-key")]),
    "no list": (("players", 1, "piers"), "pier a", [("players[1].piers", "wrong-type")]),
    "unknown things": (
        ("players", 1, "piers"),
        ["pier a", "pier d", ["pier b"]],
        [("players[1].piers[1]", "unknown-word"), ("players[1].piers[2]", "wrong-type")],
    ),
    "a thing twice": (("players", 1, "piers"), ["pier a", "pier a"], [("players[1].piers[1]", "duplicate")]),
    "too many things": (("players", 1, "piers"), ["pier a"] * 4, [("players[1].piers", "too-long")]),
    "a card twice": (("players", 0, "hand"), ["?", "silk-1", "silk-1"], [("players[0].hand[2]", "duplicate")]),
    "too many cards": (("players", 0, "hand"), ["?"] * 8, [("players[0].hand", "too-long")]),
    "an unknown kind": (("players", 2, "wares"), {"slik": 1}, [("players[2].wares.slik", "unknown-word")]),
    "no numbers": (
        ("players", 2, "wares"),
        {"silk": -1, "salt": "two"},
        [("players[2].wares.silk", "out-of-range"), ("players[2].wares.salt", "wrong-type")],
    ),
    "more than fits a lane": (
        ("players", 2, "wares"),
        {"silk": 1 << 15},
        [("players[2].wares.silk", "out-of-range")],
    ),
    "too short a row": (("table", "berths"), [None, None], [("table.berths", "too-short")]),
    "a row with a card twice": (
        ("table", "berths"),
        ["silk-1", None, "silk-1"],
        [("table.berths[2]", "duplicate")],
    ),
    "too long a history": (("turn", "paid"), ["silk-1"] * 6, [("turn.paid", "too-long")]),
    "a history of something else": (("turn", "paid"), ["silk-1", 3], [("turn.paid[1]", "wrong-type")]),
    "a player too few": (("players",), [{"hand": []}] * 2, [("players", "too-short")]),
    "something wrong in the record before": (
        ("turn", "before"),
        {"stage": "deal", "seat": -1},
        [("turn.before.seat", "out-of-range")],
    ),
}


BEYOND_SCHEMAS = {"duplicate", "too-long"}
"""What a schema cannot tell: open places of a row and unknown cards may come again, other things not."""


def planted(place: tuple[str | int, ...], value: Any) -> Any:
    raw: Any = LAYOUT.write(dealt([[0], [], []]))
    part = raw
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] = value
    return raw


@pytest.mark.parametrize(("place", "value", "expected"), PLANTED.values(), ids=PLANTED)
def test_planted_problems_have_their_place_and_code(
    place: tuple[str | int, ...], value: Any, expected: list[tuple[str, str]]
) -> None:
    raw = planted(place, value)
    assert problems(raw) == expected
    assert not validator(TERMS).is_valid(raw) or {code for _, code in expected} <= BEYOND_SCHEMAS


@given(st.randoms(use_true_random=False))
def test_schema_and_reader_refuse_the_same(rng: random.Random) -> None:
    raw = mutated(LAYOUT.write(dealt([[0, 1], [2], []], ship=1, paid=(3,))), rng)
    try:
        state = LAYOUT.read(raw, SETTING)
    except InvalidDataError as error:
        codes = {problem.code for problem in error.problems if not isinstance(problem.found, float)}
        assert not validator(TERMS).is_valid(raw) or codes <= BEYOND_SCHEMAS
    else:
        validator(TERMS).validate(raw)
        assert LAYOUT.read(LAYOUT.write(state), SETTING) == state


def test_all_problems_are_told_at_once() -> None:
    raw: Any = LAYOUT.write(fresh())
    raw["players"][1] = {"hand": ["silk-1", "slik-2"], "coins": -1, "boots": 3}
    raw["table"]["fleet"] = {"sloop": "many", "brigg": 1}
    del raw["turn"]["seat"]
    assert problems(raw) == [
        ("players[1].hand[1]", "unknown-word"),
        ("players[1].coins", "out-of-range"),
        ("players[1].boots", "unknown-key"),
        ("table.fleet.sloop", "wrong-type"),
        ("table.fleet.brigg", "unknown-word"),
        ("turn.seat", "missing"),
    ]


def test_a_problem_proposes_what_could_be_meant() -> None:
    with pytest.raises(InvalidDataError, match="did you mean 'silk-1'"):
        layout_of(Player, TERMS).read({"hand": ["slik-1"]})


@pytest.mark.parametrize(
    "raw",
    [
        {**dict.fromkeys((f"key {number}" for number in range(10_000)), 1)},
        {"hand": [], "wares": {f"ware {number}": 1 for number in range(10_000)}},
        {"hand": list(range(10_000))},
    ],
    ids=["keys", "kinds", "cards"],
)
def test_an_error_is_short_however_much_is_wrong(raw: Any) -> None:
    with pytest.raises(InvalidDataError) as caught:
        layout_of(Player, TERMS).read(raw)
    assert 0 < len(caught.value.problems) <= PROBLEMS_MAX + 1
    assert len(str(caught.value)) < 30_000


def test_every_part_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nested records that are wrong at every level cost one reading of each, not twice as many as the one below."""
    turn: dict[str, Any] = {"stage": "?", "seat": 9}
    for _ in range(4):
        turn = {"stage": "?", "seat": 9, "before": turn}
    read = Layout.read
    calls = []

    def counted(self: Layout[Any], raw: Any, *carried: Any) -> Any:
        calls.append(raw)
        return read(self, raw, *carried)

    monkeypatch.setattr(Layout, "read", counted)
    assert len(problems(turn, layout_of(Turn, TERMS))) == 10
    assert len(calls) == 5


def test_records_in_a_row_are_bounded() -> None:
    turn: dict[str, Any] = {"stage": "deal", "seat": 0}
    for _ in range(5):
        turn = {"stage": "deal", "seat": 0, "before": turn}
    assert problems(turn, layout_of(Turn, TERMS)) == [("before", Code.TOO_DEEP)]
    assert layout_of(Turn, TERMS).read(turn["before"]).before is not None


def test_every_property_of_a_schema_is_described() -> None:
    general = {"State": record_schema(State, Terms(seats=(2, 4))), **definitions(State, Terms(seats=(2, 4)))}
    assert set(general) == {"State", "Player", "Table", "Turn"}
    for schema in general.values():
        assert schema["title"]
        assert schema["description"]
        for described in schema["properties"].values():
            assert described["title"]
            assert described["description"]


def test_a_schema_without_a_setting_holds_for_all() -> None:
    validator(Terms(seats=(2, 4))).validate(layout_of(State, Terms.of(SMALL)).write(fresh(SMALL)))
    assert not validator(Terms(seats=(2, 4))).is_valid({**LAYOUT.write(fresh()), "players": []})


def test_what_is_remembered_is_bounded() -> None:
    made: list[int] = []

    def twice(value: int) -> int:
        made.append(value)
        return 2 * value

    memo = Memo(twice)
    assert [memo[n % MEMO_MAX] for n in range(2 * MEMO_MAX)] == [2 * (n % MEMO_MAX) for n in range(2 * MEMO_MAX)]
    assert len(made) == MEMO_MAX
    assert memo[MEMO_MAX] == 2 * MEMO_MAX
    assert len(memo) == 1

"""Fields as people write them: entries of a line and keys of a table, with the place of whatever is wrong."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given

from era_of_inventions.tabletop.errors import InputProblem
from era_of_inventions.tabletop.fields import NOTHING, Cards, bag, layout_of, mask, replace
from era_of_inventions.tabletop.fields.layout import Layout
from era_of_inventions.tabletop.fields.lines import Entry, Lines
from era_of_inventions.tabletop.fields.strategies import records
from era_of_inventions.tabletop.files.stretch import Stretch
from era_of_inventions.tabletop.files.toml import Reader
from tests.tabletop.harbor import TERMS, Cargo, Pier, Player, Stage, Table, Turn, Ware, fresh

PLAYER, TABLE, TURN = (layout_of(kind, TERMS) for kind in (Player, Table, Turn))
FRESH = fresh()
BASES: dict[type[Any], Any] = {PLAYER.kind: FRESH.players[0], TABLE.kind: FRESH.table, TURN.kind: FRESH.turn}


def held(layout: Layout[Any], record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in lines(layout).names}


def lines(layout: Layout[Any]) -> Lines:
    return Lines(field for field in layout.fields if field.name != "before")


def shown(layout: Layout[Any], record: Any) -> list[str]:
    return [*lines(layout).show(held(layout, record), held(layout, BASES[layout.kind]))]


def read(layout: Layout[Any], text: str) -> Entry:
    return lines(layout).read(Stretch.of(text), held(layout, BASES[layout.kind]))


RICH = Player(Cards(mask(Cargo, [0, 3]), 2), bag(Ware, [1, 0, 2]), 7, mask(Pier, [1]), 4, 3)
BERTHS = replace(FRESH.table, fleet=(1, 0, 5), berths=(NOTHING, 2, NOTHING))
LAST = Turn(Stage.OVER, 2, 1, 20, (3, 3), passed=True)
ENTRIES: list[tuple[Layout[Any], Any, str]] = [
    (
        PLAYER,
        RICH,
        "hand silk-1, spice-2, ?, ?; wares silk, 2 salts; coins 7; piers pier b; pledge salt-1; bought this round 3",
    ),
    (TABLE, BERTHS, "fleet 0 brig, 5 galleon; berths -, spice-1"),
    (TABLE, replace(FRESH.table, deck=Cards(mask(Cargo))), "deck none"),
    (TURN, LAST, "stage over; player Blue; ship brig; bid 20; paid spice-2, spice-2; passed"),
]


@pytest.mark.parametrize(("layout", "record", "expected"), ENTRIES)
def test_entries_say_what_differs(layout: Layout[Any], record: Any, expected: str) -> None:
    assert "; ".join(shown(layout, record)) == expected
    for entry in expected.split("; "):
        name, value, errors = read(layout, entry)
        assert not errors
        assert name is not None
        assert value == getattr(record, name)


def test_nothing_is_said_of_what_is_as_before() -> None:
    for layout in (PLAYER, TABLE, TURN):
        assert shown(layout, BASES[layout.kind]) == []


@pytest.mark.parametrize("kind", [Player, Table, Turn])
def test_arbitrary_records_come_back(kind: type[Any]) -> None:
    layout = layout_of(kind, TERMS)

    @given(records(layout))
    def comes_back(record: Any) -> None:
        found = held(layout, BASES[layout.kind])
        for text in shown(layout, record):
            entry = read(layout, text)
            assert entry.errors == ()
            assert entry.name
            found[entry.name] = entry.value
        assert layout.kind(**found) == record

    comes_back()


@pytest.mark.parametrize(
    ("layout", "text", "value"),
    [
        (PLAYER, "  HAND   Silk-1,SPICE-2 ", Cards(mask(Cargo, [0, 3]))),
        (PLAYER, "wares 1 silk, 2 salt", bag(Ware, [1, 0, 2])),
        (PLAYER, "wares White Gold, 2 silks", bag(Ware, [2, 0, 1])),
        (PLAYER, "wares silk and 2 salts", bag(Ware, [1, 0, 2])),
        (PLAYER, "piers pier a, pier b, and pier c", mask(Pier, [0, 1, 2])),
        (PLAYER, "wares none", 0),
        (PLAYER, "wares nothing", 0),
        (PLAYER, "pledge -", NOTHING),
        (PLAYER, "piers Pier A, pier  c", mask(Pier, [0, 2])),
        (TABLE, "fleet 3 brig", (1, 3, 1)),
        (TABLE, "fleet none", (1, 1, 1)),
        (TABLE, "berths none", (NOTHING,) * 3),
        (TABLE, "berths -, silk-2, -", (NOTHING, 1, NOTHING)),
        (TURN, "player green", 0),
        (TURN, "passed", True),
        (TURN, "passed no", False),
    ],
)
def test_people_write_as_they_like(layout: Layout[Any], text: str, value: Any) -> None:
    entry = read(layout, text)
    assert entry.errors == ()
    assert entry.value == value


@pytest.mark.parametrize(
    ("layout", "text", "columns"),
    [
        (PLAYER, "hats 3", [1]),
        (PLAYER, "", [1]),
        (PLAYER, "coins", [6]),
        (PLAYER, "coins  x", [8]),
        (PLAYER, "coins 40000", [7]),
        (PLAYER, "coins 12345678901", [7]),
        (PLAYER, "coins -1", [7]),
        (PLAYER, "bought this round 10", [19]),
        (PLAYER, "hand silk-1, slik-2, x", [14, 22]),
        (PLAYER, "hand silk-1, silk-2, silk-1", [22]),
        (PLAYER, "hand silk-1,, silk-2", [13]),
        (PLAYER, "wares 2 silk, 3 rum", [17]),
        (PLAYER, "wares 2 silk, silks", [15]),
        (PLAYER, "wares 99999 silk", [7]),
        (PLAYER, "piers pier d", [7]),
        (TABLE, "berths silk-1, -, -, -", [22]),
        (TABLE, "berths silk-1, silk-1", [16]),
        (TABLE, "fleet 10 sloop, 3 boats", [7, 19]),
        (TURN, "player Greta", [8]),
        (TURN, "passed perhaps", [8]),
        (TURN, "paid silk-1, rum-1", [14]),
    ],
)
def test_what_is_wrong_has_its_column(layout: Layout[Any], text: str, columns: list[int]) -> None:
    entry = read(layout, text)
    assert sorted(error.column for error in entry.errors) == columns
    assert entry.value is None


def test_the_longest_words_are_meant() -> None:
    assert read(PLAYER, "bought this round 3").name == "bought"
    assert "did you mean 'hand'" in str(read(PLAYER, "hnad silk-1").errors[0])


# --- Tables -----------------------------------------------------------------------------------------------------------


def table(text: str) -> tuple[dict[str, Any], list[InputProblem]]:
    problems: list[InputProblem] = []
    reader = Reader(tomllib.loads(text), "player.Green", problems)
    found = lines(PLAYER).read_table(reader, held(PLAYER, BASES[PLAYER.kind]))
    reader.close()
    return found, problems


TEXTS = """
hand = "silk-1, spice-2, ?, ?"
wares = "silk, 2 salts"
coins = 7
piers = "pier b"
pledge = "salt-1"
bought_this_round = 3
"""
DATA = """
hand = ["silk-1", "spice-2", "?", "?"]
wares = {silk = 1, salts = 2}
coins = "7"
piers = ["Pier B"]
pledge = "salt-1"
bought_this_round = 3
"""


@pytest.mark.parametrize("text", [TEXTS, DATA], ids=["texts", "data"])
def test_a_table_says_the_same_as_a_line(text: str) -> None:
    assert table(text) == (held(PLAYER, RICH), [])


def test_what_a_table_leaves_out_is_as_before() -> None:
    assert table("coins = 3") == ({"coins": 3}, [])


def test_all_problems_of_a_table_have_their_keys() -> None:
    _, problems = table('hand = ["silk-1", "x", 3]\nwares = "2 rum"\ncoins = true\npiers = {a = 1}\nhats = 2')
    assert [problem.place for problem in problems] == [
        "player.Green.hand[2]",
        "player.Green.hand[3]",
        "player.Green.wares",
        "player.Green.coins",
        "player.Green.piers",
        "player.Green.hats",
    ]

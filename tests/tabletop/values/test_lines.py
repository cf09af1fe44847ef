"""Fields as people write them: entries of a line and keys of a table, with the place of whatever is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.tabletop.errors import Code, Problem
from era_of_inventions.tabletop.text.span import Span
from era_of_inventions.tabletop.text.toml import in_toml
from era_of_inventions.tabletop.values import (
    ABSENT,
    Amounts,
    Cards,
    CardSet,
    Choice,
    Counts,
    DeclarationError,
    Domain,
    Hidden,
    History,
    Maybe,
    Names,
    Row,
    Stacks,
    Terms,
    Things,
    bag,
    evolve,
    field,
    layout_of,
    mask,
    record,
)
from era_of_inventions.tabletop.values.layout import Layout
from era_of_inventions.tabletop.values.lines import Entry, Lines
from tests.support.arbitrary import records, values
from tests.support.harbor import TERMS, Cargo, Pier, Player, Stage, Table, Turn, Ware, fresh

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
    return lines(layout).read(Span.of(text), held(layout, BASES[layout.kind]))


RICH = Player(Cards(mask(Cargo, [0, 3]), 2), bag(Ware, [1, 0, 2]), 7, mask(Pier, [1]), 4, 3)
BERTHS = evolve(FRESH.table, fleet=(1, 0, 5), berths=(ABSENT, 2, ABSENT))
LAST = Turn(Stage.OVER, 2, 1, 20, (3, 3), passed=True)
ENTRIES: list[tuple[Layout[Any], Any, str]] = [
    (
        PLAYER,
        RICH,
        "hand silk-1, spice-2, ?, ?; wares silk, 2 salts; coins 7; piers pier b; pledge salt-1; bought this round 3",
    ),
    (TABLE, BERTHS, "fleet 0 brig, 5 galleon; berths -, spice-1"),
    (TABLE, evolve(FRESH.table, deck=Cards(mask(Cargo))), "deck none"),
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


class Rope:
    """A kind of things."""


def ropes(names: Sequence[str] | Mapping[str, str]) -> dict[str, Domain[Any]]:
    """Everything that a field can hold of things with these names."""
    of = Names.indexed(Rope, names)
    one = Choice(of)
    return {
        "set": Things(of),
        "cards": CardSet(of),
        "row": Row(of, 2),
        "counts": Counts(of, 20),
        "amounts": Amounts(of, 20),
        "stacks": Stacks(of),
        "one": one,
        "one or none": Maybe(one, ABSENT),
        "hidden": Hidden(one),
        "several": History(one, 3),
    }


def holding(holds: Domain[Any]) -> Layout[Any]:
    kind = type("Holding", (), {"__annotations__": {"ropes": "Any"}, "ropes": field(holds, words="ropes")})
    return layout_of(record(kind), Terms())


MISREAD: list[tuple[str, Sequence[str] | Mapping[str, str]]] = [
    ("set", ("none", "some")),
    ("set", ("some", "Nothing")),
    ("several", ("none", "some")),
    ("stacks", ("none", "some")),
    ("set", ("a,b", "a", "b")),
    ("set", ("0,-1", "0,1")),
    ("set", ("3 ?", "some")),
    ("stacks", ("3 ?", "some")),
    ("one", ("a;b", "a")),
    ("one", ("a # b", "a")),
    ("one", ("a:b", "a")),
    ("one", ('"a"', "a")),
    ("one", ("a\nb", "a")),
    ("one", (" ", "a")),
    ("one", ("a", "a twice")),
    ("one", ("a", "x 3")),
    ("one", ("a", "b 3 times")),
    ("one", ("rope", "Rope")),
    ("cards", ("?", "a")),
    ("hidden", ("?", "a")),
    ("row", ("-", "a")),
    ("one or none", ("-", "a")),
    ("counts", ("2 a", "a")),
    ("counts", ("x a", "a")),
    ("counts", ("-2", "a")),
    ("amounts", ("2", "a")),
    ("amounts", {"a": "b", "b": "c"}),
    ("amounts", {"a": "ropes", "b": "ropes"}),
    ("counts", {"a": "a, b", "b": "b"}),
    ("stacks", ("long rope", "rope")),
    ("stacks", ("1", "2")),
    ("stacks", ("-1", "a")),
    ("stacks", ("under", "over")),
]


@pytest.mark.parametrize(("domain", "names"), MISREAD)
def test_names_that_would_be_read_as_something_else_are_refused(
    domain: str, names: Sequence[str] | Mapping[str, str]
) -> None:
    with pytest.raises(DeclarationError) as caught:
        lines(holding(ropes(names)[domain]))
    assert all("ropes" in reason for reason in caught.value.reasons)


def test_every_name_that_is_refused_has_its_reason() -> None:
    with pytest.raises(DeclarationError) as caught:
        lines(holding(Things(Names.indexed(Rope, ("none", "a;b", "rope", "a,b")))))
    assert [name for name in ("none", "a;b", "a,b") if repr(name) in str(caught.value)] == ["none", "a;b", "a,b"]
    assert len(caught.value.reasons) == 3


WORDS = st.text(st.sampled_from(',;:#"?-2axb \n'), min_size=1, max_size=3)
NAMES = st.lists(
    WORDS | st.sampled_from(["none", "nothing", "and", "a and b", "B"]), min_size=1, max_size=3, unique=True
)


@pytest.mark.slow
@pytest.mark.covers
@given(st.data())
def test_whatever_the_names_are_what_is_written_comes_back(data: st.DataObject) -> None:
    names = data.draw(NAMES)
    nouns = data.draw(st.none() | st.lists(WORDS, min_size=len(names), max_size=len(names)))
    domain = data.draw(st.sampled_from([*ropes(())]))
    try:
        layout = holding(ropes(names if nouns is None else dict(zip(names, nouns, strict=True)))[domain])
        lines(layout)
    except DeclarationError:
        return
    value = data.draw(values(layout.fields[0].spec.holds, layout.terms))
    (text,) = lines(layout).show({"ropes": value}, {})
    (entry,) = Span.of(text).phrases()
    assert lines(layout).read(entry, {}) == Entry("ropes", value)


@pytest.mark.parametrize(
    ("layout", "text", "value"),
    [
        (PLAYER, "  HAND   Silk-1,SPICE-2 ", Cards(mask(Cargo, [0, 3]))),
        (PLAYER, "wares 1 silk, 2 salt", bag(Ware, [1, 0, 2])),
        (PLAYER, "wares White Gold, 2 silks", bag(Ware, [2, 0, 1])),
        (PLAYER, "wares silk and 2 salts", bag(Ware, [1, 0, 2])),
        (PLAYER, "wares 3 x silk, 2x salts", bag(Ware, [3, 0, 2])),
        (PLAYER, "hand 2 X ?, silk-1", Cards(mask(Cargo, [0]), 2)),
        (PLAYER, "piers pier a, pier b, and pier c", mask(Pier, [0, 1, 2])),
        (PLAYER, "wares none", 0),
        (PLAYER, "wares nothing", 0),
        (PLAYER, "pledge -", ABSENT),
        (PLAYER, "piers Pier A, pier  c", mask(Pier, [0, 2])),
        (TABLE, "fleet 3 brig", (1, 3, 1)),
        (TABLE, "fleet 3 \xd7 brig", (1, 3, 1)),
        (TABLE, "fleet none", (1, 1, 1)),
        (TABLE, "berths none", (ABSENT,) * 3),
        (TABLE, "berths -, silk-2, -", (ABSENT, 1, ABSENT)),
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
        (PLAYER, "wares 2 x silk, 3 x rum, 3 x", [21, 28]),
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


# --- Tables ---------------------------------------------------------------------------


def table(text: str) -> tuple[dict[str, Any], list[Problem]]:
    found, problems = lines(PLAYER).read_table(tomllib.loads(text), held(PLAYER, BASES[PLAYER.kind]))
    return found, [in_toml(problem, "player.Green") for problem in problems]


def test_a_player_is_named_and_not_numbered() -> None:
    found, problems = lines(TURN).read_table({"player": 0}, held(TURN, BASES[TURN.kind]))
    assert [(problem.path, problem.code) for problem in problems] == [(("player",), Code.WRONG_TYPE)]
    assert "seat" not in found


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


@pytest.mark.parametrize("text", ['wares = "silk, -2 salts"', 'coins = "-2"', "wares = {salt = -2}"])
def test_a_negative_number_is_out_of_range_wherever_it_stands(text: str) -> None:
    _, (problem,) = table(text)
    assert (problem.code, problem.found) == (Code.OUT_OF_RANGE, -2)


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

"""Component sets whose values are declared: a made-up set with references, an unnamed part and values always given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from era_of_inventions.tabletop.box import (
    AsTuple,
    ComponentSets,
    Index,
    InFile,
    Joined,
    Label,
    Many,
    Provenance,
    Thing,
    component_set,
    sourced,
)
from era_of_inventions.tabletop.documents.components import ComponentsBody
from era_of_inventions.tabletop.errors import Code, FileError
from era_of_inventions.tabletop.values import (
    Choice,
    Count,
    Field,
    History,
    Maybe,
    Names,
    Terms,
    Text,
    evolve,
    field,
    record,
)

ID = Label("[a-z]+", "a lower-case word")
NUMBER = Count(0, 9)
COIN = Index("coins", "the id of a coin")
METALS = Names[object, str](object, ("tin", "gold"), values=("tin", "gold"))


@record
class Coin:
    id: Field[str] = field(ID, "the unique id")
    worth: Field[int] = field(NUMBER, "what it is worth", file="worth {}")
    metal: Field[str | None] = field(Maybe(Choice(METALS), None), "the metal", default=None, file="of {}")
    beats: Field[tuple[int, ...]] = field(
        History(COIN, 9),
        "the coins that it beats",
        default=(),
        file=InFile("beats {}", holds=Joined(COIN, "ids of coins"), sourced=False),
    )


@record
class Purse:
    old: Field[int] = field(NUMBER, "old", file="{} old")
    new: Field[int] = field(NUMBER, "new")


@component_set
class Box:
    name: Field[str] = field(Text(), "the name")
    coins: Field[tuple[Coin, ...]] = field(Many(Thing(Coin)), "the coins", file=InFile(key="coin"))
    tokens: Field[tuple[Coin, ...]] = field(
        Many(Thing(Coin, "Token", {"metal": None})), "the tokens", file=InFile(key="token")
    )
    purse: Field[tuple[int, int]] = field(AsTuple(Purse), "a purse")
    limit: Field[int] = field(NUMBER, "the limit", file="limit {}")
    provenance: Field[Mapping[str, Provenance]] = sourced()


SETS = ComponentSets(kind=Box, folder=Path(), default="")
TEXT = """
name = "small"
source = "assumed"
limit = { value = 3, source = "stated", cite = "here" }
purse = { old = 1, new = 2 }
[[coin]]
id = "penny"
worth = 1
[[coin]]
id = "pound"
worth = 5
metal = "gold"
[[token]]
id = "chip"
worth = 0
beats = "penny, pound"
"""
PENNY, POUND, CHIP = Coin("penny", 1), Coin("pound", 5, "gold"), Coin("chip", 0, None, (0, 1))
SMALL = Box("small", (PENNY, POUND), (CHIP,), (1, 2), 3)


def made(**values: Any) -> Box:
    return evolve(SMALL, **values)


def read(tmp_path: Path, text: str) -> Box:
    path = tmp_path / "set.toml"
    path.write_text(text, encoding="utf-8")
    return SETS.read(path)


def test_a_file_is_read_with_the_source_of_each_value(tmp_path: Path) -> None:
    box = read(tmp_path, TEXT)
    assert box == SMALL
    stated = {path for path, source in box.provenance.items() if source.source == "stated"}
    assert stated == {"limit"}
    assert {*box.provenance} - stated == {
        "coin.penny.worth",
        "coin.pound.worth",
        "coin.pound.metal",
        "token.chip.worth",
        "purse.old",
        "purse.new",
    }
    assert [(row.path, row.value, row.mark) for row in SETS.rows(box)] == [
        ("coin.penny.worth", "worth 1", "assumed"),
        ("coin.pound", "worth 5, of gold", "assumed"),
        ("token.chip.worth", "worth 0", "assumed"),
        ("purse.old", "1 old", "assumed"),
        ("limit", "limit 3", "stated: here"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ("worth = 5", "worth = 10", "coin.pound.worth", Code.OUT_OF_RANGE),
        ("worth = 5", 'worth = "?"', "coin.pound.worth", Code.UNFILLED),
        ("worth = 5\n", "", "coin.pound.worth", Code.MISSING),
        ('"gold"', '"lead"', "coin.pound.metal", Code.UNKNOWN_WORD),
        ('"penny, pound"', '"penny, euro"', "token.chip.beats", Code.UNKNOWN_WORD),
        ('id = "chip"', 'id = "penny"', "token[1].id", Code.DUPLICATE),
        ('id = "chip"', 'id = "chip"\nmetal = "tin"', "token.chip.metal", Code.UNKNOWN_KEY),
        (", new = 2", "", "purse.new", Code.MISSING),
        ("old = 1, new = 2", "old = { value = 1, year = 3 }, new = 2", "purse.old.year", Code.UNKNOWN_KEY),
        ("old = 1, new = 2", "old = { value = { value = 1 } }, new = 2", "purse.old.value", Code.WRONG_TYPE),
    ],
)
def test_a_mistake_in_a_file_has_a_place(tmp_path: Path, old: str, new: str, place: str, code: Code) -> None:
    assert old in TEXT
    with pytest.raises(FileError) as refused:
        read(tmp_path, TEXT.replace(old, new, 1))
    assert [(problem.place, problem.code) for problem in refused.value.problems] == [(place, code)]


@pytest.mark.parametrize(
    ("box", "place", "code"),
    [
        (made(limit=10), "limit", Code.OUT_OF_RANGE),
        (made(limit=True), "limit", Code.WRONG_TYPE),
        (made(purse=(1, 10)), "purse.new", Code.OUT_OF_RANGE),
        (made(purse=(1,)), "purse", Code.WRONG_TYPE),
        (made(coins=[PENNY, POUND]), "coins", Code.WRONG_TYPE),
        (made(coins=(PENNY, POUND, None)), "coins[2]", Code.WRONG_TYPE),
        (made(coins=(PENNY, evolve(POUND, id="penny"))), "coins[1].id", Code.DUPLICATE),
        (made(tokens=(evolve(CHIP, beats=(2,)),)), "tokens[0].beats", Code.OUT_OF_RANGE),
        (made(tokens=(evolve(CHIP, metal="tin"),)), "tokens[0].metal", Code.UNKNOWN_WORD),
        (made(tokens=(evolve(CHIP, id="Chip"),)), "tokens[0].id", Code.MALFORMED),
    ],
)
def test_a_set_that_no_file_could_hold_has_a_problem(box: Box, place: str, code: Code) -> None:
    assert SETS.misfits(SMALL) == []
    assert [(problem.place, problem.code) for problem in SETS.misfits(box)] == [(place, code)]


def test_a_dispute_that_replaces_nothing_keeps_the_set() -> None:
    assert SETS.override({}, SMALL)[0] is SMALL


def test_a_dispute_replaces_single_values() -> None:
    tables = {"coin": {"penny": {"worth": 2}}, "token": {"chip": {}}, "box": {"limit": 4, "purse": {"new": 7}}}
    box, problems = SETS.override(tables, SMALL)
    assert [*problems] == []
    assert box == evolve(SMALL, coins=(Coin("penny", 2), POUND), purse=(1, 7), limit=4)
    assert {str(source) for source in box.provenance.values()} == {"stated: in the dispute"}
    assert {*box.provenance} == {"coin.penny.worth", "purse.new", "limit"}


def test_what_is_wrong_in_the_tables_of_a_dispute_has_places() -> None:
    wrong = {"coin": {"euro": {}, "pound": {"id": "euro", "worth": 10}}, "token": {"chip": {"metal": "tin"}}}
    box, problems = SETS.override({**wrong, "box": {"coins": 3}}, SMALL)
    assert box is SMALL
    assert sorted(problem.place for problem in problems) == [
        "box.coins",
        "coin.euro",
        "coin.pound.id",
        "coin.pound.worth",
        "token.chip.metal",
    ]


def test_json_refers_to_things_by_their_labels() -> None:
    written = ComponentsBody().bind(Terms(rulebook=SimpleNamespace(components=SETS))).write(SMALL)
    assert written["tokens"] == [{"id": "chip", "worth": 0, "beats": ["penny", "pound"]}]
    assert written["purse"] == {"old": 1, "new": 2}

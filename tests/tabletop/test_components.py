"""Component sets whose values are declared: a made-up set with references, an unnamed part and values always given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.components.declared import part, parts, printed, row, terms_of
from era_of_inventions.tabletop.components.domains import Index, Joined, Label
from era_of_inventions.tabletop.components.provenance import Provenance
from era_of_inventions.tabletop.documents.shapes import shape_of
from era_of_inventions.tabletop.errors import Code, FileError, InputProblem
from era_of_inventions.tabletop.fields import Choice, Count, History, Maybe, Names, Text
from era_of_inventions.tabletop.files.toml import Reader

ID = Label("[a-z]+", "a lower-case word")
NUMBER = Count(9)
METALS = Names[object, str](object, ("tin", "gold"), values=("tin", "gold"))


@attrs.frozen
class Coin:
    id: str = attrs.field(metadata=printed(ID, "the unique id"))
    worth: int = attrs.field(metadata=printed(NUMBER, "what it is worth", "worth {}"))
    metal: str | None = attrs.field(default=None, metadata=printed(Maybe(Choice(METALS), None), "the metal", "of {}"))
    beats: tuple[int, ...] = attrs.field(
        default=(),
        metadata=printed(
            History(Index("coins", "the id of a coin"), 9),
            "the coins that it beats",
            "beats {}",
            file=Joined(Index("coins", "the id of a coin"), "ids of coins"),
            sourced=False,
        ),
    )


@attrs.frozen
class Box:
    name: str = attrs.field(metadata=printed(Text(), "the name"))
    coins: tuple[Coin, ...] = attrs.field(metadata=parts(Coin, "coin", "the coins"))
    tokens: tuple[Coin, ...] = attrs.field(metadata=parts(Coin, "token", "the tokens", given={"metal": None}))
    purse: tuple[int, int] = attrs.field(
        metadata=part(row({"old": printed(NUMBER, "old", "{} old"), "new": printed(NUMBER, "new")}), "purse", "a purse")
    )
    limit: int = attrs.field(metadata=printed(NUMBER, "the limit", "limit {}"))
    provenance: Mapping[str, Provenance] = attrs.field(factory=dict, eq=False)


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
    return attrs.evolve(SMALL, **values)


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
        (made(coins=(PENNY, attrs.evolve(POUND, id="penny"))), "coins[1].id", Code.DUPLICATE),
        (made(tokens=(attrs.evolve(CHIP, beats=(2,)),)), "tokens[0].beats", Code.OUT_OF_RANGE),
        (made(tokens=(attrs.evolve(CHIP, metal="tin"),)), "tokens[0].metal", Code.UNKNOWN_WORD),
        (made(tokens=(attrs.evolve(CHIP, id="Chip"),)), "tokens[0].id", Code.MALFORMED),
    ],
)
def test_a_set_that_no_file_could_hold_has_a_problem(box: Box, place: str, code: Code) -> None:
    assert SETS.misfits(SMALL) == []
    assert [(problem.place, problem.code) for problem in SETS.misfits(box)] == [(place, code)]


def test_a_dispute_replaces_single_values() -> None:
    tables = {"coin": {"penny": {"worth": 2}}, "token": {"chip": {}}, "box": {"limit": 4, "purse": {"new": 7}}}
    problems: list[InputProblem] = []
    box = SETS.override(Reader(tables, "", problems), SMALL)
    assert box == attrs.evolve(SMALL, coins=(Coin("penny", 2), POUND), purse=(1, 7), limit=4)
    assert {str(source) for source in box.provenance.values()} == {"stated: in the dispute"}
    assert {*box.provenance} == {"coin.penny.worth", "purse.new", "limit"}
    wrong = {"coin": {"euro": {}, "pound": {"id": "euro", "worth": 10}}, "token": {"chip": {"metal": "tin"}}}
    assert SETS.override(Reader({**wrong, "box": {"coins": 3}}, "", problems), SMALL) == SMALL
    assert sorted(problem.place for problem in problems) == [
        "box.coins",
        "coin.euro",
        "coin.pound.id",
        "coin.pound.worth",
        "token.chip.metal",
    ]


def test_json_refers_to_things_by_their_labels() -> None:
    written = shape_of(Box, terms_of(SETS.form, SETS.form.split(SMALL))).write(SMALL)
    assert written["tokens"] == [{"id": "chip", "worth": 0, "beats": ["penny", "pound"]}]
    assert written["purse"] == {"old": 1, "new": 2}

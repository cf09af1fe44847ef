"""Component sets: the shipped one, files of owners with what is wrong in them, and sets made in Python."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from jsonschema import Draft202012Validator
from phoenicia.box import SETS, Components, Discount
from phoenicia.rulebook import PHOENICIA
from phoenicia.rules import LAW

from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.disputes import Dispute, read_dispute
from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import Code, DocumentError, FileError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import evolve

SHIPPED = SETS.load("reconstructed")
TEXT = (SETS.folder / "reconstructed.toml").read_text(encoding="utf-8")
TEMPLATE = SETS.template()


def problems(tmp_path: Path, text: str) -> dict[str, Code]:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        SETS.read(path)
    return {problem.place: problem.code for problem in refused.value.problems}


# --- Files ----------------------------------------------------------------------------


def test_the_template_asks_for_what_the_rulebook_does_not_state(tmp_path: Path) -> None:
    found = problems(tmp_path, TEMPLATE)
    assert {*found.values()} == {Code.UNFILLED}
    assert len(found) == TEMPLATE.count('"?"') - 1  # one of them in the heading
    stated = {path for path, source in SHIPPED.provenance.items() if source.source == "stated"}
    assert not stated & {*found}
    assert {*found} >= {*SHIPPED.provenance} - stated


def test_a_template_that_is_filled_in_is_the_set(tmp_path: Path) -> None:
    path, place, lines = tmp_path / "mine.toml", "", []
    theirs, counts = tomllib.loads(TEXT), {"production": -1, "tile": -1, "card": -1, "discount": -1}
    table: dict[str, Any] = theirs
    for line in TEMPLATE.splitlines():
        if head := re.fullmatch(r"\[+(\w+)\]+", line):
            place = head[1]
            if place in counts:
                counts[place] += 1
            table = theirs[place][counts[place]] if place in counts else theirs[place]
        if unfilled := re.fullmatch(r'(\w+) = "\?"', line):
            told = table.get(unfilled[1], 0)
            line = f"{unfilled[1]} = {json.dumps(told['value'] if isinstance(told, dict) else told)}"
        lines.append(line)
    path.write_text("\n".join(lines), encoding="utf-8")
    assert SETS.read(path) == SHIPPED
    assert LAW.disagreements(SETS.read(path)) == ()


WRONG = [
    ('id = "dyer"', 'id = "Dyer"', "card[1].id", Code.MALFORMED),
    ('id = "granary"', 'id = "dyer"', "card[2].id", Code.DUPLICATE),
    ("minimum = 18", "minimum = 100", "card.tradefleet.minimum", Code.OUT_OF_RANGE),
    ("minimum = 18", "least = 18", "card.tradefleet.minimum", Code.MISSING),
    ("minimum = 18", "minimum = 18\nlast = 18", "card.tradefleet.last", Code.UNKNOWN_KEY),
    ('value = "mining", source', 'value = "minning", source', "card.prospector.opens.value", Code.UNKNOWN_WORD),
    ('type = { value = "A"', 'type = { value = "C"', "card.dyer.type.value", Code.UNKNOWN_WORD),
    ("set = { value = 1", "set = { value = 5", "card.dyer.set.value", Code.OUT_OF_RANGE),
    (
        "sells_points = { value = true",
        "sells_points = { value = 3",
        "card.city-center.sells_points.value",
        Code.WRONG_TYPE,
    ),
    ('id = "farming"', 'id = "fishing"', "tile", Code.MISSING),
    ("first = 2\nsecond = 4", "", "discount[4]", Code.INCONSISTENT),
    ('of = "shipyard"', 'of = "shipyards"', "discount[5].of", Code.UNKNOWN_WORD),
    ('on = "ships, tradefleet, port"', 'on = "ships, fleet"', "discount[5].on", Code.UNKNOWN_WORD),
    ("value = { value = 4, source", "value = { value = 11, source", "production[1].value.value", Code.OUT_OF_RANGE),
    ("value = { value = 4, source", "value = { value = 5, source", "production", Code.DUPLICATE),
    ("count = { value = 5", "count = { value = 4", "preset.count", Code.INCONSISTENT),
    ("training_places = 5", "training_places = -1", "training_places", Code.OUT_OF_RANGE),
]


@pytest.mark.parametrize(("there", "instead", "place", "code"), WRONG, ids=lambda text: str(text)[:30])
def test_what_is_wrong_in_a_file_has_a_place(tmp_path: Path, there: str, instead: str, place: str, code: Code) -> None:
    assert there in TEXT
    assert problems(tmp_path, TEXT.replace(there, instead, 1))[place] == code


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = TEXT.replace("minimum = 18", "minimum = 100", 1).replace('of = "shipyard"', 'of = "yard"', 1)
    found = problems(tmp_path, text.replace("training_places = 5", 'training_places = "?"', 1))
    assert {"card.tradefleet.minimum", "discount[5].of", "training_places"} == {*found}


def test_the_table_shows_a_source_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(re.sub("third = {.*}", 'third = { source = "reported" }', TEXT, count=1), encoding="utf-8")
    rows = SETS.rows(SETS.read(path))
    assert [row.mark for row in rows if row.path == "discount[1].third"] == ["reported"]


def test_the_table_tells_every_value_with_its_source() -> None:
    text = "\n".join(f"{row.path} {row.value} {row.mark}" for row in SETS.rows(SHIPPED))
    unnamed = {*SHIPPED.provenance} - {*SETS.printed(SHIPPED)}
    assert unnamed <= {f"card.{card.id}.type" for card in SHIPPED.cards}
    assert [line for line in text.splitlines() if "name is not known" in line] != []
    assert {card.id for card in SHIPPED.cards if not card.title} == {"unnamed-three"}


def test_files_agree_with_their_schema() -> None:
    validator = Draft202012Validator(every_schema(PHOENICIA)["component-file"])
    for text in (TEXT, TEMPLATE):
        validator.validate(tomllib.loads(text))
    for there, instead in (("minimum = 18", "minimum = 100"), ('on = "dye-house"', "on = 3"), ("vp = 7", "vb = 7")):
        assert there in TEXT
        assert not validator.is_valid(tomllib.loads(TEXT.replace(there, instead, 1)))


# --- Single values in disputes --------------------------------------------------------

DISPUTE = 'game = "phoenicia"\n[position]\nplayers = ["Anne", "Bo"]\n[[claim]]\nmoves = ["bid 1"]\n'


@pytest.mark.parametrize(
    ("table", "path", "seen"),
    [
        ("[card.dyer]\nminimum = 9", "card.dyer.minimum", lambda box: box.cards[0].minimum == 9),
        ('[card.dyer]\nopens = "mining"', "card.dyer.opens", lambda box: box.cards[0].opens == 2),
        ("[tile.hunting]\npp = 3", "tile.hunting.pp", lambda box: box.tiles[0].levels[0] == (3, 3)),
        ("[tile.farming]\nadvanced = 9", "tile.farming.advanced", lambda box: box.tiles[1].levels[1:] == ((9, 9),)),
        ("[discount.2]\nsecond = 3", "discount[2].second", lambda box: box.discounts[1].steps == (2, 3)),
        ("[box]\ntreasury = 4", "treasury", lambda box: box.treasury == 4),
        ("[box]\nworkers = 44", "workers", lambda box: box.stock.workers == 44),
        ("[box.preset]\nvalue = 6", "preset.value", lambda box: box.presets == (6, 5)),
    ],
)
def test_a_value_in_a_dispute_replaces_that_of_the_set_and_is_stated(
    tmp_path: Path, table: str, path: str, seen: Callable[[Components], bool]
) -> None:
    validator = Draft202012Validator(every_schema(PHOENICIA)["dispute-file"])
    validator.validate(tomllib.loads(f"{DISPUTE}{table}"))
    box = dispute(tmp_path, table).game.setting.components
    assert seen(box)
    assert not seen(SHIPPED)
    assert {**SHIPPED.provenance, path: Provenance("stated", "in the dispute")} == box.provenance


@pytest.mark.parametrize(
    ("table", "place", "code"),
    [
        ("[card.dier]\nminimum = 9", "card.dier", Code.UNKNOWN_KEY),
        ("[card.dyer]\nminimum = 100", "card.dyer.minimum", Code.OUT_OF_RANGE),
        ('[card.dyer]\nid = "dyers"', "card.dyer.id", Code.UNKNOWN_KEY),
        ("[tile.farming]\nimproved_odd = 3", "tile.farming", Code.MISSING),
        ("[box.preset]\ncount = 4", "preset.count", Code.INCONSISTENT),
        ("[box]\nstock = 4", "box.stock", Code.UNKNOWN_KEY),
    ],
)
def test_what_is_wrong_in_such_a_table_has_a_place(tmp_path: Path, table: str, place: str, code: Code) -> None:
    with pytest.raises(FileError) as refused:
        dispute(tmp_path, table)
    assert {problem.place: problem.code for problem in refused.value.problems} == {place: code}


def dispute(tmp_path: Path, table: str) -> Dispute:
    path = tmp_path / "quarrel.toml"
    path.write_text(f"{DISPUTE}{table}\n", encoding="utf-8")
    return read_dispute(path, PHOENICIA)


# --- Sets made in Python --------------------------------------------------------------


def changed(field: str, index: int, **values: Any) -> Components:
    things = [*getattr(SHIPPED, field)]
    things[index] = attrs.evolve(things[index], **values)
    parts: dict[str, Any] = {field: tuple(things)}
    return evolve(SHIPPED, **parts)


MISFITS: dict[str, Components] = {
    "a number that is none": changed("cards", 0, minimum="2"),
    "more than is printed": changed("cards", 0, vp=100),
    "less than nothing": changed("cards", 0, pp=-1),
    "an id twice": changed("cards", 1, id=SHIPPED.cards[0].id),
    "an id that is none": changed("cards", 1, id="Fort!"),
    "a type that is none": changed("cards", 1, type="C"),
    "a set that is none": changed("cards", 1, set=5),
    "an activity that is a word": changed("cards", 1, opens="mining"),
    "an activity that is a number": changed("cards", 1, improves=2),
    "a flag that is a number": changed("cards", 1, sells_points=1),
    "a discount of nothing": changed("discounts", 0, of=99),
    "a discount on nothing": changed("discounts", 0, on=()),
    "a discount on what is not there": changed("discounts", 0, on=(-1,)),
    "a discount without steps": changed("discounts", 0, steps=()),
    "a step that is a text": changed("discounts", 0, steps=("4",)),
    "three tiles": evolve(SHIPPED, tiles=SHIPPED.tiles[:3]),
    "a tile without a level": changed("tiles", 0, levels=()),
    "a level too much": changed("tiles", 0, levels=((1, 1),) * 4),
    "circles that are none": changed("tiles", 0, circles=None),
    "no cards": evolve(SHIPPED, cards=(), discounts=()),
    "production cards of eleven": evolve(SHIPPED, production=((11, 40),)),
    "a value twice": evolve(SHIPPED, production=((4, 20), (4, 20))),
    "three production cards": evolve(SHIPPED, production=((4, 3),)),
    "four preset cards": evolve(SHIPPED, presets=(5, 4)),
    "half a disk": evolve(SHIPPED, treasury=cast("Any", 3.5)),
    "too many disks": evolve(SHIPPED, stock=evolve(SHIPPED.stock, disks=1000)),
}


@pytest.mark.covers
@pytest.mark.parametrize("name", MISFITS)
def test_a_set_that_no_file_could_hold_is_refused(name: str) -> None:
    assert SETS.misfits(SHIPPED) == []
    assert SETS.misfits(MISFITS[name])
    with pytest.raises(DocumentError):
        Game(PHOENICIA, 2, components=MISFITS[name])


def test_a_set_is_read_from_json_as_it_is_written() -> None:
    text = to_json(PHOENICIA, SHIPPED)
    read = from_json(PHOENICIA, text, Components)
    assert read == SHIPPED
    assert read.provenance == SHIPPED.provenance


def test_a_set_with_other_numbers_can_be_played() -> None:
    components = evolve(changed("cards", 0, minimum=9), discounts=(Discount(0, (3,), (1,)),))
    assert SETS.misfits(components) == []
    game = Game(PHOENICIA, 3, components=components)
    assert game.legal_moves(game.new())

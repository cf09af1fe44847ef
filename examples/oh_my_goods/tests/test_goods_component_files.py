"""Component sets: the shipped one, files of owners with what is wrong in them, sets made in Python, and JSON."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from oh_my_goods.box import SETS, Color, Components
from oh_my_goods.moves import Move
from oh_my_goods.position import State
from oh_my_goods.rulebook import OH_MY_GOODS
from oh_my_goods.rules import LAW
from oh_my_goods.samples import generated_components

from era_of_inventions.tabletop.documents import from_json, to_json
from era_of_inventions.tabletop.documents.schemas import every_schema
from era_of_inventions.tabletop.errors import Code, DocumentError, FileError
from era_of_inventions.tabletop.play.game import Game
from era_of_inventions.tabletop.values import evolve

SHIPPED = SETS.load("reported")
TEXT = (SETS.folder / "reported.toml").read_text(encoding="utf-8")
SCHEMAS = every_schema(OH_MY_GOODS)


def problems(tmp_path: Path, text: str) -> dict[str, Code]:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        SETS.read(path)
    return {problem.place: problem.code for problem in refused.value.problems}


# --- Files ----------------------------------------------------------------------------


@pytest.mark.covers
def test_the_template_asks_for_what_the_rulebook_does_not_state(tmp_path: Path) -> None:
    found = problems(tmp_path, SETS.template())
    assert {*found.values()} == {Code.UNFILLED}
    assert len(found) == SETS.template().count('"?"') - 1  # one of them in the heading
    stated = {path for path, source in SHIPPED.provenance.items() if source.source == "stated"}
    assert not stated & {*found}
    assert {*found} >= {path for path in SHIPPED.provenance if path.startswith("assistant.")}


def test_a_template_that_is_filled_in_is_the_set(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    raw = tomllib.loads(TEXT)
    parts: list[str] = []
    things = {"kind": "kind", "card": "card", "charburner": "charburner", "assistant": "assistant"}
    filled = tomllib.loads(SETS.template())
    for table in things:
        for mine, theirs in zip(filled[table], raw[table], strict=True):
            _fill(mine, theirs)
    filled["craftsmen"] = 4
    _write(parts, filled)
    path.write_text("\n".join(parts), encoding="utf-8")
    assert SETS.read(path) == SHIPPED
    assert LAW.disagreements(SETS.read(path)) == ()


def _fill(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key, value in mine.items():
        if isinstance(value, dict) and "value" not in value:
            _fill(value, theirs[key])
        elif value == "?":
            told = theirs.get(key, "nothing")
            mine[key] = told["value"] if isinstance(told, dict) else told


def _write(parts: list[str], tables: dict[str, Any]) -> None:
    for key, value in tables.items():
        if not isinstance(value, list):
            parts.append(f"{key} = {_inline(value)}")
    for key, value in tables.items():
        for table in value if isinstance(value, list) else ():
            parts.append(f"[[{key}]]")
            parts.extend(f"{name} = {_inline(part)}" for name, part in table.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(part)}" for key, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


CARD = 'inputs = "3 wool, 1 clay"'
PLANKS = 'good = "planks"\nvalue = 2\nchain = "wood"'
WRONG = [
    (f"cost = 2\npoints = 2\n{CARD}", f"points = 2\n{CARD}", "card.sawmill-1.cost", Code.MISSING),
    (CARD, 'inputs = "3 wood, 1 cloth"', "card.sawmill-1.inputs", Code.MALFORMED),
    (CARD, 'inputs = "3 wool, 1 any"', "card.sawmill-1.inputs", Code.INCONSISTENT),
    ('kind = "sawmill"', 'kind = "sawmil"', "card.sawmill-1.kind", Code.UNKNOWN_WORD),
    ('id = "sawmill-1"', 'id = "Sawmill 1"', "card[1].id", Code.MALFORMED),
    ('id = "sawmill-1"', 'id = "sawmill-2"', "card[2].id", Code.DUPLICATE),
    (PLANKS, PLANKS.replace("wood", "wod"), "kind.sawmill.chain", Code.UNKNOWN_WORD),
    ('good = "planks"', 'good = "wood"', "kind.sawmill.good", Code.MALFORMED),
    ('color = "green"', 'color = "lilac"', "kind.sawmill.color", Code.UNKNOWN_WORD),
    ("cost = 2\n", "cost = 0\n", "card.sawmill-1.cost", Code.OUT_OF_RANGE),
    ("cost = 2\n", "cost = 100\n", "card.sawmill-1.cost", Code.OUT_OF_RANGE),
    ("craftsmen =", "craftsmans =", "craftsmen", Code.MISSING),
    ('needs = "1 green, 1 yellow, 1 red"', 'needs = "1 pink"', "assistant.assistant-1.b.needs", Code.MALFORMED),
]


@pytest.mark.parametrize(("there", "instead", "place", "code"), WRONG, ids=lambda text: text[:30])
def test_what_is_wrong_in_a_file_has_a_place(tmp_path: Path, there: str, instead: str, place: str, code: Code) -> None:
    assert there in TEXT
    assert problems(tmp_path, TEXT.replace(there, instead, 1))[place] == code


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = TEXT.replace('color = "green"', 'color = "lilac"', 1).replace('"3 wool, 1 clay"', '"3 cloth"', 1)
    found = problems(tmp_path, text.replace('needs = "1 green, 1 yellow, 1 red"', 'needs = "?"', 1))
    assert {"kind.sawmill.color", "card.sawmill-1.inputs", "assistant.assistant-1.b.needs"} <= {*found}


def test_assistants_and_half_suns_are_marked_wherever_they_are_shown() -> None:
    rows = list(SETS.rows(SHIPPED))
    sides = [row for row in rows if row.path.startswith("assistant.")]
    assert len({re.match(r"assistant\.assistant-\d\.[ab]", row.path)[0] for row in sides}) == 16  # type: ignore[index]
    assert all(row.mark == "assumed" or row.mark.startswith("reported: L") for row in sides)
    assert all("costs" not in row.value or row.mark == "assumed" for row in sides)
    suns = [row for row in rows if row.path.endswith(".half_sun")]
    assert len(suns) == 94
    assert all(row.mark.startswith("reported: A; ") for row in suns)
    assert sum("disputed" in row.mark for row in suns) == 4


# --- Sets made in Python --------------------------------------------------------------


def changed(field: str, index: int, **values: Any) -> Components:
    things = [*getattr(SHIPPED, field)]
    things[index] = attrs.evolve(things[index], **values)
    parts: dict[str, Any] = {field: tuple(things)}
    return evolve(SHIPPED, **parts)


MISFITS: dict[str, Components] = {
    "five inputs": changed("cards", 0, inputs=(1, 1, 1, 1, 0)),
    "a number that is none": changed("cards", 0, inputs=(1, "1", 0, 0, 0, 0)),
    "six needs": changed("assistants", 3, needs=(1, 1, 1, 0, 0, 0)),
    "an id twice": changed("cards", 1, id=SHIPPED.cards[0].id),
    "the id of a charburner": changed("cards", 1, id=SHIPPED.charburners[0].id),
    "an id that is none": changed("kinds", 0, id="Mill!"),
    "sides that are of two": changed("assistants", 0, id="assistant-9a"),
    "a kind that is none": changed("cards", 0, kind=99),
    "a kind before the first": changed("cards", 0, kind=-1),
    "a chain of what nothing makes": changed("kinds", 1, chain=("gold",)),
    "a chain of anything": changed("kinds", 1, chain=("any",)),
    "a chain of three": changed("kinds", 1, chain=("wood", "wood", "clay")),
    "a chain that is a text": changed("kinds", 1, chain="wood"),
    "a chain of a gray building": changed("kinds", -1, chain=("wood",)),
    "a good that is a raw material": changed("kinds", 1, good="wood"),
    "a color that is a number": changed("kinds", 1, color=1),
    "a blue card of the deck": changed("cards", 0, kind=0),
    "a building for nothing": changed("cards", 0, cost=0),
    "an assistant for nothing": changed("assistants", 0, cost=0),
    "more than is printed": changed("cards", 0, points=100),
    "any and certain raw materials": changed("cards", 0, inputs=(1, 0, 0, 0, 0, 1)),
    "a good worth nothing": changed("kinds", 1, value=0),
    "half a sun that is a number": changed("cards", 0, half_sun=1),
    "a side too much": evolve(SHIPPED, assistants=SHIPPED.assistants[:-1]),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_set_that_no_file_could_hold_is_refused(name: str) -> None:
    assert SETS.misfits(SHIPPED) == []
    assert SETS.misfits(MISFITS[name])
    with pytest.raises(DocumentError):
        Game(OH_MY_GOODS, 2, components=MISFITS[name])


def test_whatever_fits_can_be_played() -> None:
    for seed in range(1, 20):
        components = generated_components(seed)
        assert SETS.misfits(components) == []
        assert LAW.disagreements(components) == ()
    game: Game[State, Move] = Game(OH_MY_GOODS, 2, components=changed("kinds", 1, color=Color.GRAY))
    assert game.legal_moves(game.new())


# --- JSON -----------------------------------------------------------------------------


@pytest.mark.parametrize("components", [SHIPPED, generated_components(3)], ids=["shipped", "generated"])
def test_a_set_is_read_from_json_as_it_is_written(components: Components) -> None:
    text = to_json(OH_MY_GOODS, components)
    Draft202012Validator(SCHEMAS["components"]).validate(json.loads(text))
    read = from_json(OH_MY_GOODS, text, Components)
    assert read == components
    assert read.provenance == components.provenance
    assert SETS.fingerprint(read) == SETS.fingerprint(components)


def test_json_of_a_set_that_does_not_fit_is_refused() -> None:
    raw = json.loads(to_json(OH_MY_GOODS, SHIPPED))
    raw["cards"][0]["kind"] = 99
    raw["cards"][1]["cost"] = 100
    with pytest.raises(DocumentError) as refused:
        from_json(OH_MY_GOODS, json.dumps(raw), Components)
    assert len(refused.value.problems) == 2


def test_files_agree_with_their_schema() -> None:
    validator = Draft202012Validator(SCHEMAS["component-file"])
    for text in (TEXT, SETS.template()):
        validator.validate(tomllib.loads(text))
    wrong = tomllib.loads(TEXT)
    wrong["card"][0]["inputs"] = "3 cloth"
    assert not validator.is_valid(wrong)

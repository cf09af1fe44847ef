"""The numbers that an owner fills in, and the component file that they make, in every rulebook."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from era_of_inventions.tabletop.box import ComponentSets, PrintedValue
from era_of_inventions.tabletop.errors import FileError
from era_of_inventions.tabletop.play.registry import rulebook_named
from era_of_inventions.tabletop.text.toml import toml_key, toml_value

SETS = [
    pytest.param(rulebook_named(name).components, id=name) for name in ("era-of-inventions", "oh-my-goods", "phoenicia")
]
MINE = "read off my copy"


def unstated(sets: ComponentSets[Any]) -> list[PrintedValue]:
    return [value for value, _ in sets.unstated(sets.load(sets.default))]


def tables_of(value: PrintedValue, text: str) -> dict[str, Any]:
    return tomllib.loads(f"{toml_key(value.written_at)} = {toml_value(text)}")


@pytest.mark.repeats
@pytest.mark.parametrize("sets", SETS)
def test_the_numbers_to_fill_in_are_those_marked_as_assumed_in_the_table(sets: ComponentSets[Any]) -> None:
    usual = sets.load(sets.default)
    places = {value.place for value in unstated(sets)}
    assumed = [row.path for row in sets.rows(usual) if row.mark.startswith("assumed")]
    assert places
    for place in places:
        assert any(place == path or place.startswith(f"{path}.") for path in assumed), place


@pytest.mark.slow
@pytest.mark.covers
@pytest.mark.parametrize("sets", SETS)
def test_a_file_with_own_numbers_reads_as_a_dispute_that_replaces_them(
    sets: ComponentSets[Any], tmp_path: Path
) -> None:
    usual, path = sets.load(sets.default), tmp_path / "mine.toml"
    for value in unstated(sets)[::9]:
        text = next(text for text, _ in value.others())
        tables = tables_of(value, text)
        path.write_text(sets.text_with(tables, MINE), encoding="utf-8")
        own, replaced = sets.read(path), sets.override(tables, usual)[0]
        assert own == replaced != usual
        marked = {place for place, source in sets.sources(own).items() if source.cite == MINE}
        assert marked == {value.place}
        before = sets.sources(usual)
        assert {at: source for at, source in sets.sources(own).items() if at != value.place} == {
            at: source for at, source in before.items() if at != value.place
        }


@pytest.mark.parametrize("sets", SETS)
def test_a_value_that_does_not_fit_is_refused_with_its_place(sets: ComponentSets[Any]) -> None:
    value = unstated(sets)[0]
    with pytest.raises(FileError) as caught:
        sets.text_with(tables_of(value, "<img src=x>"), MINE)
    assert [problem.place for problem in caught.value.problems] == [".".join(value.written_at)]

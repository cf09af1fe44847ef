"""A glossary that cannot be used is refused with every problem, each with its term and key."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from era_of_inventions.rulebook import ERA
from era_of_inventions.tabletop import cli
from era_of_inventions.tabletop.errors import Code, FileError
from era_of_inventions.tabletop.glossary import read_glossary
from tests.regatta.rulebook import REGATTA

BOAT = '[[term]]\nen = "boat"\nmeans = "What is for sale."\nsee = "rules.boat-arrives"\n'


def problems(tmp_path: Path, text: str) -> list[tuple[str, Code]]:
    path = tmp_path / "glossary.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as refused:
        read_glossary(path, REGATTA.law, REGATTA.editions)
    return [(problem.place, problem.code) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (BOAT.replace("means", "meens"), [("term[1].means", Code.MISSING), ("term[1].meens", Code.UNKNOWN_KEY)]),
        (BOAT + "\n[[term]]\n", [(f"term[2].{key}", Code.MISSING) for key in ("en", "means", "see")]),
        (BOAT.replace("boat-arrives", "boat-arrive"), [("term[1].see", Code.UNKNOWN_WORD)]),
        (BOAT + 'nl = "boot"\n', [("term[1].nl", Code.UNKNOWN_KEY)]),
        (BOAT.replace('"boat"', "3"), [("term[1].en", Code.WRONG_TYPE)]),
        (BOAT.replace("[[term]]", "[[terms]]"), [("terms", Code.UNKNOWN_KEY)]),
        ("term = 3\n", [("term", Code.WRONG_TYPE)]),
        ("term = [3]\n", [("term[1]", Code.WRONG_TYPE)]),
        (BOAT.replace("]]", "]"), [("line 1, column 7", Code.SYNTAX)]),
    ],
)
def test_what_is_wrong_with_a_glossary_is_told_by_its_place(
    text: str, found: list[tuple[str, Code]], tmp_path: Path
) -> None:
    assert problems(tmp_path, text) == found


def test_a_glossary_that_cannot_be_used_is_named_by_a_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text(BOAT.replace("see", "sea"), encoding="utf-8")
    assert cli.main(attrs.evolve(REGATTA, glossary=path), ["clauses", "--search", "boat"]) == cli.UNUSABLE
    assert f"{path}: term[1].see: is missing" in capsys.readouterr().err


def test_a_glossary_is_read_as_it_stands_there(tmp_path: Path) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text(BOAT + 'also = "ship"\n', encoding="utf-8")
    (term,) = read_glossary(path, REGATTA.law, REGATTA.editions)
    assert dict(term) == {
        "en": "boat",
        "means": "What is for sale.",
        "see": "rules.boat-arrives",
        "also": "ship",
    }
    assert ERA.glossary
    assert len(read_glossary(ERA.glossary, ERA.law, ERA.editions)) > 50

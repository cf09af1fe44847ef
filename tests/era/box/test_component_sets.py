"""The shipped set, the template and the table: what is stated agrees with the rulebooks, what is assumed says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from era_of_inventions import Provenance, check_components, from_json, to_json
from era_of_inventions.box import files as component_files
from era_of_inventions.box.components import Components
from era_of_inventions.box.files import SETS, load_shipped
from era_of_inventions.rules.editions import EDITIONS
from era_of_inventions.tabletop.errors import Code, GameError
from era_of_inventions.tabletop.law.citation import Cite
from era_of_inventions.tabletop.values import evolve
from tests.support.component_texts import SMALL, edited, problems_of, read_text

# --- Where values come from -----------------------------------------------------------


def key_paths(box: Components) -> Iterable[str]:
    """The key paths of everything printed, from the set itself."""
    for space in box.spaces:
        word = "technical" if space.technical else "original"
        for key in ("cogs", "influence", "income"):
            yield f"invention.{box.inventions[space.invention]}.{word}.{key}"
    for card in box.cards:
        yield from (f"card.{card.id}.cost", f"card.{card.id}.profit")
        if card.question_marks:
            yield f"card.{card.id}.question_marks"
    for factory in box.factories:
        yield from (f"factory.{factory.id}.{key}" for key in ("cost", "output", "influence"))
    yield from ("start_factory.output", "start_factory.influence", "track.end", "track.signs")
    for number in range(1, len(box.patent_squares) + 1):
        yield from (f"patent_square[{number}].coins", f"patent_square[{number}].influence")
    for space_number, _ in box.signs:
        yield f"track.signs.{space_number}"
    for source in box.sources:
        yield from (f"load.{source.id}.kind", f"load.{source.id}.good")
    yield from (f"supply.{word}" for word in ("wood", "coal", "metal", "technology", "tool", "coin", "cog"))
    yield from ("bonus_discs", "markers")


STATED = {
    "bonus_discs",
    "markers",
    "start_factory.output",
    *(f"invention.sewing machine.original.{key}" for key in ("cogs", "influence", "income")),
    *(f"card.{card}.{key}" for card in ("telephone-1", "cash-register-1") for key in ("cost", "profit")),
    *(f"patent_square[{number}].{key}" for number in (1, 2) for key in ("coins", "influence")),
    *(f"track.signs.{space}" for space in (6, 7, 9, 11)),
    *(f"load.coal-house-{number}.{key}" for number in (1, 2) for key in ("kind", "good")),
    *(f"supply.{word}" for word in ("wood", "coal", "metal", "technology", "tool", "coin", "cog")),
}
"""What the rulebooks state, and nothing else."""


def stated(box: Components) -> set[str]:
    return {path for path, provenance in box.provenance.items() if provenance.source == "stated"}


def test_shipped_set_tells_of_every_value_where_it_comes_from() -> None:
    box = load_shipped("reconstructed")
    assert set(box.provenance) == set(key_paths(box))
    assert stated(box) == STATED
    assert {provenance.source for provenance in box.provenance.values()} <= {"stated", "reported", "assumed"}


def test_a_value_that_is_changed_in_python_is_not_stated_any_more() -> None:
    box = load_shipped("reconstructed")
    square = evolve(box.patent_squares[0], coins=9)
    changes: dict[str, tuple[Components, set[str]]] = {
        "name": (evolve(box, name="mine"), set()),
        "markers": (evolve(box, markers=30), {"markers"}),
        "square": (evolve(box, patent_squares=(square, *box.patent_squares[1:])), {"patent_square[1].coins"}),
        "signs": (
            evolve(box, signs=tuple(sign for sign in box.signs if sign[0] != 6)),
            {f"track.signs.{space}" for space in (6, 7, 9, 11)},
        ),
    }
    for changed, unstated in changes.values():
        read = from_json(to_json(changed), Components)
        for one in (changed, evolve(changed, name="again"), read):
            assert {path for path in STATED if SETS.source(one, path).source != "stated"} == unstated
        shown = {row.path: row.mark for row in SETS.rows(changed)}
        assert {path for path in unstated & {*shown} if shown[path] != "assumed"} == set()
    mine = evolve(box, markers=30, provenance={**box.provenance, "markers": Provenance("stated", "in my copy")})
    assert SETS.source(mine, "markers").cite == "in my copy"


def test_a_set_from_json_that_is_changed_shows_no_old_source() -> None:
    read = from_json(to_json(load_shipped("reconstructed")), Components)
    assert SETS.source(read, "markers").source == "stated"
    assert SETS.source(evolve(read, markers=30), "markers").source == "assumed"
    assert SETS.source(evolve(read, name="mine"), "markers").source == "stated"


@pytest.mark.parametrize("path", sorted(STATED))
def test_shipped_cites_name_a_section_and_a_short_anchor(path: str) -> None:
    cite = load_shipped("reconstructed").provenance[path].cite
    match = re.fullmatch(r"(nl|de|en), ([^:]+): (.+)", cite)
    assert match, cite
    edition = next(edition for edition in EDITIONS if edition.code == match[1])
    edition.section(match[2])  # ValueError if there is none
    Cite(match[2], match[3])  # ValueError if the anchor is too long


# --- What the rulebooks state ---------------------------------------------------------


def test_shipped_sets_agree_with_the_rulebooks() -> None:
    assert "reconstructed" in SETS.shipped()
    for name in SETS.shipped():
        assert check_components(load_shipped(name)) == ()
        assert load_shipped(name) is load_shipped(name)


def test_cards_are_found_by_their_id() -> None:
    components = load_shipped("reconstructed")
    assert [components.card_named(card.id) for card in components.cards] == list(range(len(components.cards)))
    assert components.card_named("telephone") is None


def test_unknown_shipped_set_is_refused() -> None:
    with pytest.raises(GameError, match=r"'reconstruct' is not known.*'reconstructed'"):
        load_shipped("reconstruct")


def reconstructed() -> str:
    data = Path(component_files.__file__).parents[1] / "data" / "components"
    return (data / "reconstructed.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("edit", "clauses"),
    [
        (("bonus_discs = { value = 20", "bonus_discs = { value = 21"), {"components.bonus-discs"}),
        (("coin = { value = 40", "coin = { value = 41"), {"components.coins"}),
        (('11 = { value = "wood"', '12 = { value = "wood"'), {"components.known-signs"}),
        (
            ('name = "camera"\noriginal = { cogs = 3', 'name = "camera"\noriginal = { cogs = 8'),
            {"components.affordable"},
        ),
        (('name = "camera"', 'name = "kamera"'), {"components.nine-inventions"}),
        (('name = "car"', 'name = "motor car"'), {"components.nine-inventions", "components.train-and-car"}),
        (
            ('id = "camera-1", kind = "official"', 'id = "camera-1", kind = "fake", question_marks = 1'),
            {"components.official-fake-split", "components.fake-costs"},
        ),
        (('id = "sawmill-1"\ncost = "1 wood"', 'id = "sawmill-1"\ncost = "1 metal"'), {"components.factory-costs"}),
        (('id = "sawmill-1"\ncost = "1 wood"', 'id = "sawmill-1"\ncost = "1 coal"'), set()),
        (('id = "light-bulb-1"\ncost = "1 ', 'id = "light-bulb-1"\ncost = "1 wood, 1 '), {"components.no-wood"}),
        (('cost = "1 metal, 1 technology, 1 tool, 2 coal"', 'cost = "3 metal, 2 coal"'), {"components.worked-cards"}),
        # the fake cash register of the set could be the one of the worked example
        (('cost = "1 metal, 1 technology, 1 coal"', 'cost = "2 metal, 1 coal"'), set()),
        (('output = { value = "1 wood"', 'output = { value = "2 wood"'), {"components.start-factory"}),
        (
            ('id = "wood-house"\nkind = "house"\ngood = "wood"', 'id = "wood-house"\nkind = "house"\ngood = "coal"'),
            {"components.two-coal-houses", "components.ships-and-houses"},
        ),
    ],
)
def test_disagreement_names_its_clauses(edit: tuple[str, str], clauses: set[str], tmp_path: Path) -> None:
    assert {
        problem.clause for problem in check_components(read_text(edited(reconstructed(), edit), tmp_path))
    } == clauses


def test_disagreements_are_told_together(tmp_path: Path) -> None:
    found = check_components(read_text(SMALL, tmp_path))
    assert {
        "components.nine-inventions",
        "components.invention-cards",
        "components.start-cards",
        "components.factory-cards",
        "components.patent-squares",
        "components.first-two-squares",
        "components.two-coal-houses",
        "components.cogs",
        "components.sewing-machine",
    } <= {problem.clause for problem in found}
    assert any(
        p.clause == "components.cogs" and p.text == "the box holds 7 of development cog; expected 30" for p in found
    )


# --- The template ---------------------------------------------------------------------

UNFILLED = re.compile(r'^(\w+) = "\?"$', re.MULTILINE)


def test_template_lacks_exactly_what_is_marked(tmp_path: Path) -> None:
    found = problems_of(SETS.template(), tmp_path)
    assert {problem.code for problem in found} == {Code.UNFILLED}
    keys = [problem.place.rpartition(".")[2] for problem in found]
    assert sorted(keys) == sorted(UNFILLED.findall(SETS.template()))
    assert not {problem.place for problem in found} & STATED


def filled() -> str:
    """The template as somebody could fill it in."""
    table = name = ""
    lines = []
    for line in SETS.template().splitlines():
        if line.startswith("["):
            table = line
        elif line.startswith("name ="):
            name = line
        key = match[1] if (match := UNFILLED.match(line)) else ""
        values = {
            "cogs": "4" if "train" in name else "3",
            "income": '"1 influence"' if table == "[invention.original]" else '"2 coins"',
            "cost": '"1 wood"' if table == "[[factory]]" else '"1 coal"',
            "profit": '"1 cog, 1 coin, 1 influence"',
            "output": '"2 coins"',
            "good": '"wood"',
            "end": "50",
        }
        if key:
            line = f"{key} = {values.get(key, chr(34) + 'nothing' + chr(34) if key.isdigit() else '1')}"
        lines.append(line)
    return "\n".join(lines)


def test_filled_template_agrees_with_the_rulebooks(tmp_path: Path) -> None:
    box = read_text(filled(), tmp_path)
    assert check_components(box) == ()
    assert stated(box) == STATED | {"load.ship-1.kind", "load.house-1.kind"}
    assert {p.source for path, p in box.provenance.items() if path not in stated(box)} == {"reported"}


def test_template_states_what_the_shipped_set_states(tmp_path: Path) -> None:
    mine, ours = read_text(filled(), tmp_path), load_shipped("reconstructed")
    assert {path: mine.provenance[path] for path in STATED} == {path: ours.provenance[path] for path in STATED}


# --- The table ------------------------------------------------------------------------


def test_every_value_is_shown_with_its_source() -> None:
    box = load_shipped("reconstructed")
    marks = {row.path: row.mark for row in SETS.rows(box)}
    assert len(marks) == len([*SETS.rows(box)])
    for path, provenance in box.provenance.items():
        mark = marks.get(path) or marks[path.rpartition(".")[0]]
        assert mark.partition(":")[0] == provenance.source, path


def test_rows_say_what_is_printed() -> None:
    rows = {row.path: (row.value, row.mark.partition(":")[0]) for row in SETS.rows(load_shipped("reconstructed"))}
    whole = "official, costs 2 coal, 1 metal, 1 technology, 1 tool, yields 3 influence"
    assert rows["card.telephone-1"] == (whole, "stated")
    assert rows["card.telephone-2"][0] == "official, costs 1 coal, 1 metal, 2 technology, yields 3 influence"
    assert rows["card.light-bulb-1"][0] == "start, costs 1 coal, 1 technology, yields 3 coins"
    assert rows["invention.sewing machine.original.income"] == ("pays 1 influence", "stated")
    assert rows["invention.car.original.cogs"] == ("3 cogs", "assumed")
    assert rows["patent_square[2]"] == ("costs 2 coins, gives 1 influence", "stated")
    assert rows["track.signs.9"] == ("coin", "stated")
    assert rows["load.coal-house-2"] == ("house, coal", "stated")
    assert rows["supply.coin"] == ("40 coins", "stated")
    assert rows["track.end"] == ("last space 80", "assumed")
    assert rows["track.signs"] == ("nothing on the spaces not listed", "assumed")


def test_spaces_known_to_have_no_sign_are_shown(tmp_path: Path) -> None:
    assert [row.value for row in SETS.rows(read_text(SMALL, tmp_path)) if row.path.startswith("track.signs.")] == [
        "tool",
        "nothing",
        "coin",
    ]


def test_what_nobody_vouches_for_is_assumed() -> None:
    box = evolve(load_shipped("reconstructed"), provenance={})
    assert {row.mark for row in SETS.rows(box)} == {"assumed"}

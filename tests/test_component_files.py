"""Component files: what is written is read back, mistakes are told with their place, sources hold where they should."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions.component_files import check_components, read_components
from era_of_inventions.component_form import misfits
from era_of_inventions.model.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    PatentSquare,
    Provenance,
    Reward,
    Source,
    Space,
)
from era_of_inventions.model.goods import Good, items, pack
from era_of_inventions.tabletop.errors import FileError
from tests.component_texts import SMALL, edited, problems_of, read_text

AMOUNTS = "expected amounts such as '2 coins, 1 wood' of wood, coal, metal, technology, tools, coins, cogs"


# --- What is written is read ------------------------------------------------------------------------------------------


def test_every_value_goes_to_its_place(tmp_path: Path) -> None:
    expected = Components(
        name="small",
        inventions=("telephone",),
        spaces=(
            Space(0, False, 2, 3, Reward(0, 1)),
            Space(0, True, 4, 5, Reward(pack({Good.COIN: 2}))),
        ),
        cards=(
            InventionCard(
                "telephone-1", CardKind.OFFICIAL, 0, pack({Good.METAL: 1, Good.COAL: 2}), 0, Reward(influence=3)
            ),
            InventionCard(
                "telephone-fake", CardKind.FAKE, 0, pack({Good.COAL: 1}), 2, Reward(pack({Good.COG: 1, Good.COIN: 4}))
            ),
            InventionCard("light-bulb", CardKind.START, None, pack({Good.TOOL: 1}), 0, Reward(pack({Good.COIN: 3}))),
        ),
        factories=(
            FactoryCard("mint", pack({Good.WOOD: 2, Good.COAL: 1}), pack({Good.COIN: 2}), 1),
            FactoryCard("sawmill", pack({Good.WOOD: 1}), pack({Good.WOOD: 2}), 0),
        ),
        start_factory=FactoryCard("start-factory", 0, pack({Good.WOOD: 1})),
        patent_squares=(PatentSquare(1, 2),),
        signs=((6, Good.TOOL), (9, Good.COIN)),
        track_end=50,
        sources=(Source("wood-ship", False, Good.WOOD), Source("coal-house", True, Good.COAL)),
        supply=pack(
            {
                Good.WOOD: 1,
                Good.COAL: 2,
                Good.METAL: 3,
                Good.TECHNOLOGY: 4,
                Good.TOOL: 5,
                Good.COIN: 6,
                Good.COG: 7,
            }
        ),
        bonus_discs=20,
        markers=15,
    )
    found = read_text(SMALL, tmp_path)
    assert found == expected
    assert found.name == "small"


def amounts(reward: Reward) -> str:
    parts = [f"{number} {'cog' if good is Good.COG else good.word}" for good, number in items(reward.goods)]
    return ", ".join([*parts, f"{reward.influence} influence"] if reward.influence else parts)


def written(box: Components) -> str:
    """A set as a file."""

    def factory(card: FactoryCard) -> list[str]:
        return [f'output = "{amounts(Reward(card.output))}"', f"influence = {card.influence}"]

    def card_lines(card: InventionCard) -> list[str]:
        marks = [f"question_marks = {card.question_marks}"] if card.question_marks or card.kind is CardKind.FAKE else []
        kind = [] if card.kind is CardKind.START else [f'kind = "{card.kind.value}"']
        return [
            f'id = "{card.id}"',
            f'cost = "{amounts(Reward(card.cost))}"',
            f'profit = "{amounts(card.profit)}"',
            *kind,
            *marks,
        ]

    lines = [f'name = "{box.name}"', 'source = "assumed"']
    lines += [f"bonus_discs = {box.bonus_discs}", f"markers = {box.markers}"]
    lines += ["[supply]", *(f"{'cog' if g is Good.COG else g.word} = {box.supply >> 16 * g & 0xFFFF}" for g in Good)]
    lines += ["[track]", f"end = {box.track_end}", "[track.signs]"]
    lines += [f'{space} = "{"cog" if good is Good.COG else good.word}"' for space, good in box.signs]
    for index, name in enumerate(box.inventions):
        lines += ["[[invention]]", f'name = "{name}"']
        for word, space in zip(("original", "technical"), box.spaces[2 * index : 2 * index + 2], strict=True):
            lines += [f"[invention.{word}]", f"cogs = {space.cogs}", f"influence = {space.influence}"]
            lines += [f'income = "{amounts(space.income)}"']
        for card in box.cards:
            if card.invention == index:
                lines += ["[[invention.card]]", *card_lines(card)]
    for card in box.cards:
        if card.invention is None:
            lines += ["[[start_card]]", *card_lines(card)]
    lines += ["[start_factory]", *factory(box.start_factory)]
    for plant in box.factories:
        lines += ["[[factory]]", f'id = "{plant.id}"', f'cost = "{amounts(Reward(plant.cost))}"', *factory(plant)]
    for square in box.patent_squares:
        lines += ["[[patent_square]]", f"coins = {square.coins}", f"influence = {square.influence}"]
    for source in box.sources:
        lines += ["[[load]]", f'id = "{source.id}"', f'kind = "{"house" if source.house else "ship"}"']
        lines += [f'good = "{source.good.word}"']
    return "\n".join(lines)


number = st.integers(0, 20)
some_goods = st.dictionaries(st.sampled_from(Good), st.integers(1, 20)).map(pack)
some_reward = st.builds(Reward, some_goods, number)


@st.composite
def component_sets(draw: st.DrawFn) -> Components:
    """Sets that need not agree with any rulebook."""
    inventions = draw(st.lists(st.from_regex(r"[a-z]{1,5}( [a-z]{1,5})?", fullmatch=True), min_size=1, unique=True))
    spaces = [
        Space(i, technical, draw(number), draw(number), draw(some_reward))
        for i in range(len(inventions))
        for technical in (False, True)
    ]
    owners = sorted(draw(st.lists(st.integers(0, len(inventions) - 1), min_size=1)))
    owners = sorted({*range(len(inventions)), *owners})
    kinds = st.sampled_from((CardKind.OFFICIAL, CardKind.FAKE))
    cards = [
        InventionCard(f"card-{n}", draw(kinds), owner, draw(some_goods), draw(number), draw(some_reward))
        for n, owner in enumerate(owners)
    ]
    cards += [InventionCard("s", CardKind.START, None, draw(some_goods), 0, draw(some_reward))]
    factories = [
        FactoryCard(f"f{n}", draw(some_goods), draw(some_goods), draw(number)) for n in range(draw(st.integers(1, 4)))
    ]
    signs = draw(st.dictionaries(st.integers(1, 200), st.sampled_from(Good)))
    cubes = st.sampled_from((Good.WOOD, Good.COAL, Good.METAL, Good.TECHNOLOGY, Good.TOOL))
    return Components(
        name="random",
        inventions=tuple(inventions),
        spaces=tuple(spaces),
        cards=tuple(cards),
        factories=tuple(factories),
        start_factory=FactoryCard("start-factory", 0, draw(some_goods), draw(number)),
        patent_squares=tuple(PatentSquare(draw(number), draw(number)) for _ in range(draw(st.integers(1, 7)))),
        signs=tuple(sorted(signs.items())),
        track_end=draw(st.integers(1, 200)),
        sources=tuple(Source(f"l-{n}", draw(st.booleans()), draw(cubes)) for n in range(draw(st.integers(1, 4)))),
        supply=pack({good: draw(st.integers(0, 999)) for good in Good}),
        bonus_discs=draw(st.integers(0, 999)),
        markers=draw(st.integers(0, 999)),
    )


@given(component_sets())
def test_any_readable_set_comes_back(tmp_path_factory: pytest.TempPathFactory, box: Components) -> None:
    path = tmp_path_factory.getbasetemp() / "random.toml"
    path.write_text(written(box), encoding="utf-8")
    assert read_components(path) == box
    assert misfits(box) == []
    check_components(box)  # facts are asked of whatever can be read


# --- Mistakes of form -------------------------------------------------------------------------------------------------

NUMBER = "expected a whole number from 0 to 20"
LARGE = "expected a whole number from 0 to 999"
SPACE = "expected a whole number from 1 to 200"
ID = "expected lower-case words with hyphens between them"
TAKEN = "is taken; expected a different id for each"
KEY = "is not a key that is known here"
CUBES = "expected one of wood, coal, metal, technology, tool"
SIGNS = f"{CUBES}, coin, cog, nothing"
EMPTY = "is not filled in yet"
UNVOUCHED = "is 'stated' without a cite; expected the place in a rulebook"
SQUARE = "[[patent_square]]\ncoins = 1\ninfluence = 2\n"
ORIGINAL, TECHNICAL = "invention.telephone.original", "invention.telephone.technical"

MISTAKES = [
    # missing
    ('name = "small"\n', "", "name: is missing; expected the name of the set"),
    ('source = "assumed"\n', "", "source: is missing; expected one of assumed, reported, stated"),
    ("markers = 15\n", "", f"markers: is missing; {LARGE}"),
    ("cogs = 2\n", "", f"{ORIGINAL}.cogs: is missing; {NUMBER}"),
    ('cost = "1 tool"\n', "", f"card.light-bulb.cost: is missing; {AMOUNTS}"),
    ("question_marks = 2\n", "", f"card.telephone-fake.question_marks: is missing; {NUMBER}"),
    ("end = 50\n", "", f"track.end: is missing; {SPACE}"),
    ("metal = 3\n", "", f"supply.metal: is missing; {LARGE}"),
    (SQUARE, "", "patent_square: is missing; expected tables [[patent_square]]"),
    ('id = "light-bulb"\n', "", f"start_card[1].id: is missing; {ID}"),
    # of the wrong kind, or too large
    ("cogs = 2", 'cogs = "2"', f"{ORIGINAL}.cogs: is '2'; {NUMBER}"),
    ("cogs = 2", "cogs = 21", f"{ORIGINAL}.cogs: is 21; {NUMBER}"),
    ("cogs = 4", "cogs = -1", f"{TECHNICAL}.cogs: is -1; {NUMBER}"),
    ("cogs = 2", "cogs = true", f"{ORIGINAL}.cogs: is true; {NUMBER}"),
    ("end = 50", "end = 201", f"track.end: is 201; {SPACE}"),
    ("cog = 7", "cog = 1000", f"supply.cog: is 1000; {LARGE}"),
    ('"3 influence"', "3", f"card.telephone-1.profit: is 3; {AMOUNTS}"),
    ('"1 tool"', '"1 gold"', f"card.light-bulb.cost: '1 gold' is not an amount; {AMOUNTS}"),
    ('"1 tool"', '"1 influence"', f"card.light-bulb.cost: '1 influence' is not an amount; {AMOUNTS}"),
    ('"1 tool"', '"1 tool, 1 tool"', "card.light-bulb.cost: tool is named twice in '1 tool, 1 tool'"),
    ('"1 tool"', '"-1 tool"', "card.light-bulb.cost: '-1 tool' is negative; expected 0 or more"),
    ('"1 tool"', '"21 coal"', "card.light-bulb.cost: is '21 coal'; expected at most 20 of a kind"),
    ('"1 tool"', '"65536 wood"', "card.light-bulb.cost: is '65536 wood'; expected at most 20 of a kind"),
    # unknown words
    ('"official"', '"start"', "card.telephone-1.kind: 'start' is not known; expected one of official, fake"),
    ('"fake"', '{ value = "forged" }', "card.telephone-fake.kind.value: 'forged' is not known; expected"),
    ('kind = "house"', 'kind = "barn"', "load.coal-house.kind: 'barn' is not known; expected one of ship, house"),
    ('good = "coal"', 'good = "gem"', f"load.coal-house.good: 'gem' is not known; {CUBES}"),
    ('9 = "coin"', '9 = "gem"', f"track.signs.9: 'gem' is not known; {SIGNS}"),
    ('"assumed"', '"guessed"', "source: 'guessed' is not known; expected one of assumed, reported, stated"),
    ('9 = "coin"', '201 = "coin"', f"track.signs.201: is not a space of the track; {SPACE}"),
    ('9 = "coin"', '06 = "coin"', f"track.signs.06: is not a space of the track; {SPACE}"),
    # ids and names
    ('id = "sawmill"', 'id = "mint"', f"factory[2].id: 'mint' {TAKEN}"),
    ('id = "sawmill"', 'id = "start-factory"', f"factory[2].id: 'start-factory' {TAKEN}"),
    ('id = "light-bulb"', 'id = "telephone-1"', f"start_card[1].id: 'telephone-1' {TAKEN}"),
    ('id = "telephone-fake"', 'id = "telephone-1"', f"invention.telephone.card[2].id: 'telephone-1' {TAKEN}"),
    ('id = "coal-house"', 'id = "wood-ship"', f"load[2].id: 'wood-ship' {TAKEN}"),
    ('id = "mint"', 'id = "The Mint"', f"factory[1].id: is 'The Mint'; {ID}"),
    ('id = "mint"', 'id = ""', f"factory[1].id: is ''; {ID}"),
    ('id = "mint"', "id = 3", f"factory[1].id: is 3; {ID}"),
    ('name = "telephone"', 'name = "Telephone"', "invention[1].name: is 'Telephone'; expected lower-case words"),
    # unknown keys, on every level
    ("markers = 15", "markers = 15\nround = 1", f"round: {KEY}"),
    ("cogs = 2", "cogs = 2\nyear = 1876", f"{ORIGINAL}.year: {KEY}"),
    ('name = "telephone"', 'name = "telephone"\nyear = 1876', f"invention.telephone.year: {KEY}"),
    ('kind = "official"', 'kind = "official"\nyear = 1876', f"card.telephone-1.year: {KEY}"),
    ("influence = 1\n", "influence = 1\ninfluense = 2\n", f"factory.mint.influense: {KEY}"),
    ("end = 50", "end = 50\nlap = true", f"track.lap: {KEY}"),
    ("cog = 7", "cog = 7\nyear = 1876", f"supply.year: {KEY}"),
    ('output = "1 wood"', 'output = "1 wood"\nyear = 1876', f"start_factory.year: {KEY}"),
    ("coins = 1", "coins = 1\nyear = 1876", f"patent_square[1].year: {KEY}"),
    ("cogs = 2", "cogs = { value = 2, year = 1876 }", f"{ORIGINAL}.cogs.year: {KEY}"),
    # values with a source of their own
    ("cogs = 2", 'cogs = { source = "assumed" }', f"{ORIGINAL}.cogs.value: is missing; {NUMBER}"),
    ("cogs = 2", "cogs = { value = 99 }", f"{ORIGINAL}.cogs.value: is 99; {NUMBER}"),
    ("cogs = 2", 'cogs = { value = 2, source = "stated" }', f"{ORIGINAL}.cogs: {UNVOUCHED}"),
    # not known yet
    ("cogs = 2", 'cogs = "?"', f"{ORIGINAL}.cogs: {EMPTY}; {NUMBER}"),
    ("cogs = 2", 'cogs = { value = "?" }', f"{ORIGINAL}.cogs.value: {EMPTY}; {NUMBER}"),
    ('"1 tool"', '"?"', f"card.light-bulb.cost: {EMPTY}; {AMOUNTS}"),
    ('"3 influence"', '"?"', f"card.telephone-1.profit: {EMPTY}; {AMOUNTS} and influence"),
    ('9 = "coin"', '9 = "?"', f"track.signs.9: {EMPTY}; {SIGNS}"),
    ('good = "wood"', 'good = "?"', f"load.wood-ship.good: {EMPTY}; {CUBES}"),
    ('"official"', '"?"', f"card.telephone-1.kind: {EMPTY}; expected one of official, fake"),
]


@pytest.mark.parametrize(("old", "new", "problem"), MISTAKES)
def test_mistake_is_told_with_its_place(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The problem begins as expected; hints may follow."""
    (found,) = problems_of(edited(SMALL, (old, new)), tmp_path)
    assert found.startswith(problem)


def test_unknown_key_is_told_the_near_one(tmp_path: Path) -> None:
    (found,) = problems_of(edited(SMALL, ("influence = 1\n", "influence = 1\ninfluense = 2\n")), tmp_path)
    assert "did you mean 'influence'" in found


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    edits = [
        ("bonus_discs = 20", 'bonus_discs = "?"'),
        ("cogs = 4", "cogs = 40"),
        ('cost = "1 metal, 2 coal"', 'cost = "1 gold"'),
        ('id = "sawmill"', 'id = "mint"'),
        ('9 = "coin"', '9 = "gem"'),
        ('kind = "ship"', 'kind = "boat"'),
        ("metal = 3", "metals = 3"),
    ]
    found = problems_of(edited(SMALL, *edits), tmp_path)
    assert sorted(problem.partition(":")[0] for problem in found) == [
        "bonus_discs",
        "card.telephone-1.cost",
        "factory[2].id",
        "invention.telephone.technical.cogs",
        "load.wood-ship.kind",
        "supply.metal",
        "supply.metals",
        "track.signs.9",
    ]


def test_error_names_file_and_every_problem(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(edited(SMALL, ("cogs = 2", "cogs = 99"), ("cogs = 4", "cogs = 98")), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_components(path)
    assert [line.partition(": ")[0] for line in str(caught.value).splitlines()] == [str(path)] * 2


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"name = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"a = " + b"9" * 5000, ""),
        (b"a = " + b"[" * 50_000, "nested too deeply"),
        (b"", "name: is missing"),
        (b"invention = 3\nfactory = [1]\ntrack = []", "factory[1]: is 1; expected a table"),
    ],
)
def test_what_is_no_set_is_refused_without_a_traceback(content: bytes, part: str, tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_components(path)
    assert part in str(caught.value)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_components(tmp_path / "none.toml")


# --- Where values come from -------------------------------------------------------------------------------------------


def test_source_holds_below_until_something_else_is_said(tmp_path: Path) -> None:
    text = edited(
        SMALL,
        ('name = "telephone"', 'name = "telephone"\nsource = "reported"\ncite = "a photograph"'),
        ("cogs = 2", 'cogs = { value = 2, source = "stated", cite = "nl, there" }'),
        ("influence = 3", 'influence = { value = 3, cite = "another photograph" }'),
        ("cogs = 4", 'cogs = 4\nsource = "assumed"'),
        ('"official"', '{ value = "official", source = "assumed" }'),
        ('6 = "tool"', '6 = { value = "tool", source = "stated", cite = "nl, here" }'),
    )
    box = read_text(text, tmp_path)
    expected = {
        "invention.telephone.original.cogs": Provenance("stated", "nl, there"),
        "invention.telephone.original.influence": Provenance("reported", "another photograph"),
        "invention.telephone.original.income": Provenance("reported", "a photograph"),
        "invention.telephone.technical.cogs": Provenance("assumed"),
        "card.telephone-1.kind": Provenance("assumed"),
        "card.telephone-1.cost": Provenance("reported", "a photograph"),
        "card.telephone-fake.kind": Provenance("reported", "a photograph"),
        "card.telephone-fake.question_marks": Provenance("reported", "a photograph"),
        "card.light-bulb.cost": Provenance("assumed"),
        "track.signs.6": Provenance("stated", "nl, here"),
        "track.signs.9": Provenance("assumed"),
    }
    assert {path: box.provenance[path] for path in expected} == expected


def test_stated_holds_for_a_whole_table_with_one_cite(tmp_path: Path) -> None:
    stated = edited(SMALL, ("[supply]\n", '[supply]\nsource = "stated"\ncite = "nl, contents"\n'))
    assert read_text(stated, tmp_path).provenance["supply.cog"] == Provenance("stated", "nl, contents")
    without = edited(stated, ('cite = "nl, contents"\n', ""))
    assert [problem.partition(":")[0] for problem in problems_of(without, tmp_path)] == [
        f"supply.{word}" for word in ("wood", "coal", "metal", "technology", "tool", "coin", "cog")
    ]

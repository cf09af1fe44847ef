"""Component files: what is written is read back, mistakes are told with their place, sources hold where they should."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from era_of_inventions import check_components
from era_of_inventions.box.components import (
    CardKind,
    Components,
    FactoryCard,
    InventionCard,
    LoadSource,
    PatentSquare,
    Reward,
    Space,
)
from era_of_inventions.box.files import SETS, read_components
from era_of_inventions.box.goods import NO_GOODS, Good, pack, unpack
from era_of_inventions.tabletop.box.provenance import Provenance
from era_of_inventions.tabletop.errors import Code, FileError
from tests.support.component_texts import SMALL, edited, problems_of, read_text

# --- What is written is read ----------------------------------------------------------


def test_every_value_goes_to_its_place(tmp_path: Path) -> None:
    expected = Components(
        name="small",
        inventions=("telephone",),
        spaces=(
            Space(0, False, 2, 3, Reward(NO_GOODS, 1)),
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
        start_factory=FactoryCard("start-factory", NO_GOODS, pack({Good.WOOD: 1})),
        patent_squares=(PatentSquare(1, 2),),
        signs=((6, Good.TOOL), (9, Good.COIN)),
        track_end=50,
        sources=(LoadSource("wood-ship", False, Good.WOOD), LoadSource("coal-house", True, Good.COAL)),
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
    parts = [f"{number} {'cog' if good is Good.COG else good.word}" for good, number in unpack(reward.goods)]
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
        start_factory=FactoryCard("start-factory", NO_GOODS, draw(some_goods), draw(number)),
        patent_squares=tuple(PatentSquare(draw(number), draw(number)) for _ in range(draw(st.integers(1, 7)))),
        signs=tuple(sorted(signs.items())),
        track_end=draw(st.integers(1, 200)),
        sources=tuple(LoadSource(f"l-{n}", draw(st.booleans()), draw(cubes)) for n in range(draw(st.integers(1, 4)))),
        supply=pack({good: draw(st.integers(0, 999)) for good in Good}),
        bonus_discs=draw(st.integers(0, 999)),
        markers=draw(st.integers(0, 999)),
    )


@pytest.mark.slow
@pytest.mark.covers
@given(component_sets())
def test_any_readable_set_comes_back(tmp_path_factory: pytest.TempPathFactory, box: Components) -> None:
    path = tmp_path_factory.getbasetemp() / "random.toml"
    path.write_text(written(box), encoding="utf-8")
    assert read_components(path) == box
    assert SETS.misfits(box) == []
    check_components(box)  # facts are asked of whatever can be read


# --- Mistakes of form -----------------------------------------------------------------

SQUARE = "[[patent_square]]\ncoins = 1\ninfluence = 2\n"
ORIGINAL, TECHNICAL = "invention.telephone.original", "invention.telephone.technical"

MISTAKES = [
    # missing
    ('name = "small"\n', "", "name", Code.MISSING),
    ('source = "assumed"\n', "", "source", Code.MISSING),
    ("markers = 15\n", "", "markers", Code.MISSING),
    ("cogs = 2\n", "", f"{ORIGINAL}.cogs", Code.MISSING),
    ('cost = "1 tool"\n', "", "card.light-bulb.cost", Code.MISSING),
    ("question_marks = 2\n", "", "card.telephone-fake.question_marks", Code.MISSING),
    ("end = 50\n", "", "track.end", Code.MISSING),
    ("metal = 3\n", "", "supply.metal", Code.MISSING),
    (SQUARE, "", "patent_square", Code.MISSING),
    ('id = "light-bulb"\n', "", "start_card[1].id", Code.MISSING),
    # of the wrong kind, or too large
    ("cogs = 2", 'cogs = "2"', f"{ORIGINAL}.cogs", Code.WRONG_TYPE),
    ("cogs = 2", "cogs = 21", f"{ORIGINAL}.cogs", Code.OUT_OF_RANGE),
    ("cogs = 4", "cogs = -1", f"{TECHNICAL}.cogs", Code.OUT_OF_RANGE),
    ("cogs = 2", "cogs = true", f"{ORIGINAL}.cogs", Code.WRONG_TYPE),
    ("end = 50", "end = 201", "track.end", Code.OUT_OF_RANGE),
    ("end = 50", "end = 0", "track.end", Code.OUT_OF_RANGE),
    ("cog = 7", "cog = 1000", "supply.cog", Code.OUT_OF_RANGE),
    ('"3 influence"', "3", "card.telephone-1.profit", Code.WRONG_TYPE),
    ('"1 tool"', '"1 pearl"', "card.light-bulb.cost", Code.MALFORMED),
    ('"1 tool"', '"1 influence"', "card.light-bulb.cost", Code.MALFORMED),
    ('"1 tool"', '"1 tool, 1 tool"', "card.light-bulb.cost", Code.MALFORMED),
    ('"1 tool"', '"-1 tool"', "card.light-bulb.cost", Code.MALFORMED),
    ('"1 tool"', '"21 coal"', "card.light-bulb.cost", Code.MALFORMED),
    ('"1 tool"', '"65536 wood"', "card.light-bulb.cost", Code.MALFORMED),
    # unknown words
    ('"official"', '"start"', "card.telephone-1.kind", Code.UNKNOWN_WORD),
    ('"fake"', '{ value = "fake" }', "card.telephone-fake.kind", Code.WRONG_TYPE),
    ('good = "coal"', 'good = { value = "gem" }', "load.coal-house.good.value", Code.UNKNOWN_WORD),
    ('kind = "house"', 'kind = "barn"', "load.coal-house.kind", Code.UNKNOWN_WORD),
    ('good = "coal"', 'good = "gem"', "load.coal-house.good", Code.UNKNOWN_WORD),
    ('9 = "coin"', '9 = "gem"', "track.signs.9", Code.UNKNOWN_WORD),
    ('"assumed"', '"guessed"', "source", Code.UNKNOWN_WORD),
    ('9 = "coin"', '201 = "coin"', "track.signs.201", Code.UNKNOWN_KEY),
    ('9 = "coin"', '06 = "coin"', "track.signs.06", Code.UNKNOWN_KEY),
    # ids and names
    ('id = "sawmill"', 'id = "mint"', "factory[2].id", Code.DUPLICATE),
    ('id = "sawmill"', 'id = "start-factory"', "factory[2].id", Code.DUPLICATE),
    ('id = "light-bulb"', 'id = "telephone-1"', "start_card[1].id", Code.DUPLICATE),
    ('id = "telephone-fake"', 'id = "telephone-1"', "invention.telephone.card[2].id", Code.DUPLICATE),
    ('id = "coal-house"', 'id = "wood-ship"', "load[2].id", Code.DUPLICATE),
    ('id = "mint"', 'id = "The Mint"', "factory[1].id", Code.MALFORMED),
    ('id = "mint"', 'id = ""', "factory[1].id", Code.MALFORMED),
    ('id = "mint"', "id = 3", "factory[1].id", Code.WRONG_TYPE),
    ('name = "telephone"', 'name = "Telephone"', "invention[1].name", Code.MALFORMED),
    # unknown keys, on every level
    ("markers = 15", "markers = 15\nround = 1", "round", Code.UNKNOWN_KEY),
    ("cogs = 2", "cogs = 2\nyear = 1876", f"{ORIGINAL}.year", Code.UNKNOWN_KEY),
    ('name = "telephone"', 'name = "telephone"\nyear = 1876', "invention.telephone.year", Code.UNKNOWN_KEY),
    ('kind = "official"', 'kind = "official"\nyear = 1876', "card.telephone-1.year", Code.UNKNOWN_KEY),
    ("influence = 1\n", "influence = 1\ninfluense = 2\n", "factory.mint.influense", Code.UNKNOWN_KEY),
    ("end = 50", "end = 50\nlap = true", "track.lap", Code.UNKNOWN_KEY),
    ("cog = 7", "cog = 7\nyear = 1876", "supply.year", Code.UNKNOWN_KEY),
    ('output = "1 wood"', 'output = "1 wood"\nyear = 1876', "start_factory.year", Code.UNKNOWN_KEY),
    ("coins = 1", "coins = 1\nyear = 1876", "patent_square[1].year", Code.UNKNOWN_KEY),
    ("cogs = 2", "cogs = { value = 2, year = 1876 }", f"{ORIGINAL}.cogs.year", Code.UNKNOWN_KEY),
    # values with a source of their own
    ("cogs = 2", 'cogs = { source = "assumed" }', f"{ORIGINAL}.cogs.value", Code.MISSING),
    ("cogs = 2", "cogs = { value = 99 }", f"{ORIGINAL}.cogs.value", Code.OUT_OF_RANGE),
    ("cogs = 2", 'cogs = { value = 2, source = "stated" }', f"{ORIGINAL}.cogs", Code.INCONSISTENT),
    # not known yet
    ("cogs = 2", 'cogs = "?"', f"{ORIGINAL}.cogs", Code.UNFILLED),
    ("cogs = 2", 'cogs = { value = "?" }', f"{ORIGINAL}.cogs.value", Code.UNFILLED),
    ('"1 tool"', '"?"', "card.light-bulb.cost", Code.UNFILLED),
    ('"3 influence"', '"?"', "card.telephone-1.profit", Code.UNFILLED),
    ('9 = "coin"', '9 = "?"', "track.signs.9", Code.UNFILLED),
    ('good = "wood"', 'good = "?"', "load.wood-ship.good", Code.UNFILLED),
    ('"official"', '"?"', "card.telephone-1.kind", Code.UNFILLED),
]


@pytest.mark.parametrize(("old", "new", "place", "code"), MISTAKES)
def test_a_mistake_is_noted_with_its_place(old: str, new: str, place: str, code: Code, tmp_path: Path) -> None:
    (problem,) = problems_of(edited(SMALL, (old, new)), tmp_path)
    assert (problem.place, problem.code) == (place, code)


def test_a_message_says_what_is_there_and_what_is_expected(tmp_path: Path) -> None:
    mistaken = edited(SMALL, ("cogs = 2", "cogs = 99"), ("influence = 1\n", "influence = 1\ninfluense = 2\n"))
    number, key = problems_of(mistaken, tmp_path)
    assert str(number) == f"{ORIGINAL}.cogs: is 99; expected a whole number from 0 to 20"
    assert key.message.endswith("did you mean 'influence'?")


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    edits = [
        ("bonus_discs = 20", 'bonus_discs = "?"'),
        ("cogs = 4", "cogs = 40"),
        ('cost = "1 metal, 2 coal"', 'cost = "1 pearl"'),
        ('id = "sawmill"', 'id = "mint"'),
        ('9 = "coin"', '9 = "gem"'),
        ('kind = "ship"', 'kind = "boat"'),
        ("metal = 3", "metals = 3"),
    ]
    found = problems_of(edited(SMALL, *edits), tmp_path)
    assert sorted(problem.place for problem in found) == [
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
    ("content", "problem"),
    [
        (b"name = ", ("end of document", Code.SYNTAX)),
        (b"\xff\xfe", ("line 1", Code.ENCODING)),
        (b"a = " + b"9" * 5000, ("", Code.TOO_LONG)),
        (b"a = " + b"[" * 50_000, ("", Code.TOO_DEEP)),
        (b"", ("name", Code.MISSING)),
        (b"invention = 3\nfactory = [1]\ntrack = []", ("factory[1]", Code.WRONG_TYPE)),
    ],
    ids=["no TOML", "no UTF-8", "digits", "depth", "empty", "types"],
)
def test_what_is_no_set_is_refused_without_a_traceback(
    content: bytes, problem: tuple[str, Code], tmp_path: Path
) -> None:
    path = tmp_path / "set.toml"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_components(path)
    assert problem in [(found.place, found.code) for found in caught.value.problems]


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_components(tmp_path / "none.toml")
    assert [problem.code for problem in caught.value.problems] == [Code.UNREADABLE]


# --- Where values come from -----------------------------------------------------------


def test_source_holds_below_until_something_else_is_said(tmp_path: Path) -> None:
    text = edited(
        SMALL,
        ('name = "telephone"', 'name = "telephone"\nsource = "reported"\ncite = "a photograph"'),
        ("cogs = 2", 'cogs = { value = 2, source = "stated", cite = "nl, there" }'),
        ("influence = 3", 'influence = { value = 3, cite = "another photograph" }'),
        ("cogs = 4", 'cogs = 4\nsource = "assumed"'),
        ('"3 influence"', '{ value = "3 influence", source = "assumed" }'),
        ('6 = "tool"', '6 = { value = "tool", source = "stated", cite = "nl, here" }'),
    )
    box = read_text(text, tmp_path)
    expected = {
        "invention.telephone.original.cogs": Provenance("stated", "nl, there"),
        "invention.telephone.original.influence": Provenance("reported", "another photograph"),
        "invention.telephone.original.income": Provenance("reported", "a photograph"),
        "invention.telephone.technical.cogs": Provenance("assumed"),
        "card.telephone-1.profit": Provenance("assumed"),
        "card.telephone-1.cost": Provenance("reported", "a photograph"),
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
    assert [(problem.place, problem.code) for problem in problems_of(without, tmp_path)] == [
        (f"supply.{word}", Code.INCONSISTENT) for word in ("wood", "coal", "metal", "technology", "tool", "coin", "cog")
    ]

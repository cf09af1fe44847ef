"""Component sets as TOML files: every number that is printed, and the source of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.components.provenance import Row, rows
from era_of_inventions.tabletop.components.table import Label, SourcedTable
from era_of_inventions.tabletop.errors import Code, InputProblem, unknown
from era_of_inventions.tabletop.errors import describe as described
from phoenicia.components import ACTIVITIES, WORDS, Activity, Components, DevelopmentCard, Discount, Stock, Tile

PRINTED_MAX = 99
ID = Label("id", re.compile(r"[a-z]+(-[a-z]+)*"), "lower-case words with hyphens")
WORK = {activity.word: activity for activity in Activity}
MAYBE_WORK: Mapping[str, Activity | None] = {**WORK, "nothing": None}
NUMBERS = ("minimum", "pp", "vp", "storehouses", "untrained", "trained", "treasury", "training")
PLAYERS_MAX = 5
CARDS_MIN = 5
"""So many kinds make a first display for any number of players, though two of them are replaced."""
STEPS = ("first", "second", "third")
SETS = (1, 2, 3, 4)
LEVELS = (("improved_odd", "improved_even"), ("advanced",))
"""The keys of the production points on the levels of a tile after the first."""
GENERAL = ("training", "training_places", "treasury", "points_for_sale", "point_price")


class _Table(SourcedTable):
    """A table of a set of the game."""

    def number(self, key: str, default: int | None = None) -> int:
        """A number that is printed; without the key it is the default."""
        if default is not None and not self.reader.has(key):
            return default
        return self.integer(key, 0, PRINTED_MAX)

    def activity(self, key: str) -> Activity | None:
        """An activity, if the key is there."""
        return self.word(key, MAYBE_WORK) if self.reader.has(key) else None


def _components(top: _Table) -> Components:
    cards = [_card(table, id_) for id_, table in top.labeled("card", ID, set())]
    indexes = {card.id: index for index, card in enumerate(cards)}
    tiles = _tiles(top)
    preset = top.table("preset")
    presets = (preset.number("value"), preset.number("count"))
    preset.reader.close()
    components = Components(
        name=top.reader.text("name", "the name of the set"),
        cards=tuple(cards),
        discounts=tuple(_discount(table, indexes) for table in top.tables("discount")),
        tiles=tiles,
        production=tuple((table.number("value"), table.number("count")) for table in top.tables("production")),
        presets=presets,
        training=top.number("training"),
        training_places=top.number("training_places"),
        treasury=top.number("treasury"),
        points_for_sale=top.number("points_for_sale"),
        point_price=top.number("point_price"),
        stock=Stock(top.number("disks"), top.number("workers"), top.number("storehouses")),
        provenance=top.provenance,
    )
    top.reader.close()
    if not top.reader.problems:
        top.reader.problems += misplaced(components)
    return components


def _tiles(top: _Table) -> tuple[Tile, ...]:
    """The tiles of the activities, in their order, each of which must be there."""
    tiles = {}
    for id_, table in top.labeled("tile", ID, set()):
        tiles[id_] = _tile(table)
        if id_ not in ACTIVITIES:
            table.reader.note("id", Code.UNKNOWN_WORD, unknown(id_, ACTIVITIES))
    for name in ACTIVITIES:
        if name not in tiles:
            top.reader.note("tile", Code.MISSING, f"has none of {name}; expected one of each activity")
    return tuple(tiles.get(name, Tile(0, 0, ((0, 0),), 0)) for name in ACTIVITIES)


def _card(table: _Table, id_: str) -> DevelopmentCard:
    numbers = {key: table.number(key, None if key == "minimum" else 0) for key in NUMBERS}
    sells = (
        table.sourced("sells_points", "expected true or false", False, lambda r, k: r.flag(k))
        if table.reader.has("sells_points")
        else False
    )
    return DevelopmentCard(
        id=id_,
        title=table.reader.text("title", default=""),
        set=table.integer("set", SETS[0], SETS[-1]),
        type=table.word("type", {"A": "A", "B": "B"}),
        opens=table.activity("opens"),
        improves=table.activity("improves"),
        sells_points=sells,
        **numbers,
    )


def _tile(table: _Table) -> Tile:
    plain = table.number("pp")
    levels = [(plain, plain)]
    if table.reader.has("improved_odd"):
        levels.append((table.number("improved_odd"), table.number("improved_even")))
    if table.reader.has("advanced"):
        advanced = table.number("advanced")
        levels.append((advanced, advanced))
    return Tile(table.number("tool_cost"), table.number("vp"), tuple(levels), table.number("circles"))


def _discount(table: _Table, indexes: Mapping[str, int]) -> Discount:
    of, on = (table.reader.text(key, "the id of a card") for key in ("of", "on"))
    named = {"of": [of], "on": [name.strip() for name in on.split(",")]}
    for key, names in named.items():
        for name in filter(None, names):
            if name not in indexes:
                table.reader.note(key, Code.UNKNOWN_WORD, unknown(name, indexes))
    steps = tuple(table.number(key) for key in STEPS if table.reader.has(key))
    return Discount(indexes.get(of, 0), tuple(indexes[name] for name in named["on"] if name in indexes), steps)


# --- The form of a set ------------------------------------------------------------------------------------------------


def misfits(components: Components) -> Sequence[InputProblem]:
    """The problems of a set that no file could hold: numbers out of range, ids, and parts that do not fit each other.

    Whether the set agrees with the rulebook is for the law.
    """
    return [*_malformed(components)] or [*misplaced(components)]


def _malformed(components: Components) -> Iterator[InputProblem]:
    """Yield the values that are none of their kind, or out of range, and ids that are taken."""
    stock, (value, count) = components.stock, components.presets
    things: list[tuple[str, object, Sequence[str]]] = [
        ("", components, GENERAL),
        ("stock.", stock, [field.name for field in attrs.fields(type(stock))]),
        *((f"cards[{i}].", card, NUMBERS) for i, card in enumerate(components.cards)),
        *((f"tiles[{i}].", tile, ("tool_cost", "vp", "circles")) for i, tile in enumerate(components.tiles)),
    ]
    numbers = [(f"{place}{name}", getattr(thing, name)) for place, thing, names in things for name in names]
    numbers += [("presets[0]", value), ("presets[1]", count)]
    numbers += [(f"production[{i}]", one) for i, pair in enumerate(components.production) for one in pair]
    for index, discount in enumerate(components.discounts):
        numbers += [(f"discounts[{index}].steps", step) for step in discount.steps]
    for index, tile in enumerate(components.tiles):
        numbers += [(f"tiles[{index}].levels", points) for level in tile.levels for points in level]
    for place, number in numbers:
        if type(number) is not int or not 0 <= number <= PRINTED_MAX:
            code = Code.OUT_OF_RANGE if type(number) is int else Code.WRONG_TYPE
            message = f"is {described(number)}; expected a whole number from 0 to {PRINTED_MAX}"
            yield InputProblem(place, code, message)
    taken: set[str] = set()
    for index, card in enumerate(components.cards):
        for name, (fits, expected) in FORMS.items():
            if not fits(getattr(card, name)):
                message = f"is {described(getattr(card, name))}; expected {expected}"
                yield InputProblem(f"cards[{index}].{name}", Code.WRONG_TYPE, message)
        if card.id in taken:
            message = f"is {card.id!r}, which is taken; expected a different one"
            yield InputProblem(f"cards[{index}].id", Code.DUPLICATE, message)
        taken.add(card.id)


def _is_work(value: object) -> bool:
    return value is None or type(value) is Activity


FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "id": (lambda value: type(value) is str and ID.pattern.fullmatch(value) is not None, ID.form),
    "title": (lambda value: type(value) is str, "a text"),
    "set": (lambda value: type(value) is int and value in SETS, f"one of {', '.join(map(str, SETS))}"),
    "type": (lambda value: value in ("A", "B"), "A or B"),
    "opens": (_is_work, "an activity, or None"),
    "improves": (_is_work, "an activity, or None"),
    "sells_points": (lambda value: type(value) is bool, "True or False"),
}
"""What the values of fields of a card are, other than numbers."""


def misplaced(components: Components) -> Iterator[InputProblem]:
    """Yield what keeps a set from being played, with the places in a file."""
    if len(components.tiles) != len(ACTIVITIES):
        yield InputProblem("tile", Code.INCONSISTENT, f"is there {len(components.tiles)} times; expected 4")
    for name, tile in zip(ACTIVITIES, components.tiles, strict=False):
        if not 1 <= len(tile.levels) <= 1 + len(LEVELS):
            message = f"has {len(tile.levels)} levels; expected 1 to {1 + len(LEVELS)}"
            yield InputProblem(f"tile.{name}", Code.INCONSISTENT, message)
    values = [value for value, _ in components.production]
    worths = [*((f"production[{number}].value", worth) for number, worth in enumerate(values, 1))]
    for place, worth in [*worths, ("preset.value", components.presets[0])]:
        if not 1 <= worth < len(WORDS):
            message = f"is {worth}; expected a whole number from 1 to {len(WORDS) - 1}"
            yield InputProblem(place, Code.OUT_OF_RANGE, message)
    if len({*values}) < len(values):
        yield InputProblem("production", Code.DUPLICATE, "has a value twice; expected each once")
    cards = sum(count for _, count in components.production)
    for place, number in (("production", cards), ("preset.count", components.presets[1])):
        if number < PLAYERS_MAX:
            message = f"has {number} cards; expected {PLAYERS_MAX} or more, one for each player"
            yield InputProblem(place, Code.INCONSISTENT, message)
    if len(components.cards) < CARDS_MIN:
        message = f"is there {len(components.cards)} times; expected {CARDS_MIN} or more, for the first display"
        yield InputProblem("card", Code.TOO_SHORT, message)
    for index, discount in enumerate(components.discounts, 1):
        if any(kind not in range(len(components.cards)) for kind in (discount.of, *discount.on)):
            yield InputProblem(f"discount[{index}]", Code.OUT_OF_RANGE, "is of or on a card that is not there")
        if not discount.on or not 1 <= len(discount.steps) <= len(STEPS):
            message = f"has {len(discount.on)} cards and {len(discount.steps)} steps; expected a card, and 1 to 3 steps"
            yield InputProblem(f"discount[{index}]", Code.INCONSISTENT, message)


# --- The table of a set -----------------------------------------------------------------------------------------------


def _values(components: Components) -> Iterator[tuple[str, dict[str, str]]]:
    """The places of a set, and what is printed there, by key."""
    for card in components.cards:
        unnamed = "" if card.title else ", whose name is not known"
        values = {"set": f"set {card.set}{card.type}{unnamed}", "minimum": f"minimum bid {card.minimum}"}
        values |= {key: f"{getattr(card, key)} {key}" for key in NUMBERS[1:] if getattr(card, key)}
        values |= {
            key: f"{key} {work.word}" for key in ("opens", "improves") if (work := getattr(card, key)) is not None
        }
        if card.sells_points:
            values["sells_points"] = "sells points"
        yield f"card.{card.id}", values
    for name, tile in zip(ACTIVITIES, components.tiles, strict=True):
        values = {"tool_cost": f"tool cost {tile.tool_cost}", "pp": f"{tile.levels[0][0]} PP", "vp": f"{tile.vp} VP"}
        values["circles"] = f"{tile.circles} circles"
        for (odd, even), keys in zip(tile.levels[1:], LEVELS, strict=False):
            values |= {key: f"{points} PP" for key, points in zip(keys, (odd, even), strict=False)}
        yield f"tile.{name}", values
    ids = [card.id for card in components.cards]
    for number, discount in enumerate(components.discounts, 1):
        on = ", ".join(ids[target] for target in discount.on)
        steps = enumerate(zip(STEPS, discount.steps, strict=False), 1)
        yield (
            f"discount[{number}]",
            {key: f"{step} off {on} with {count} {ids[discount.of]}" for count, (key, step) in steps},
        )
    for number, (value, count) in enumerate(components.production, 1):
        yield f"production[{number}]", {"value": f"value {value}", "count": f"{count} cards of {value}"}
    yield "preset", {"value": f"value {components.presets[0]}", "count": f"{components.presets[1]} cards"}
    yield (
        "",
        {key: f"{key.replace('_', ' ')} {getattr(components, key)}" for key in GENERAL}
        | {key: f"{number} {key}" for key, number in attrs.asdict(components.stock).items()},
    )


def describe(components: Components) -> Iterator[Row]:
    """The rows of the table of a set."""
    for path, values in _values(components):
        yield from rows(path, values, components.provenance)


@lru_cache(maxsize=8)
def printed(components: Components) -> Mapping[str, str]:
    """What is printed, in words, by its key path in a file."""
    return {f"{path}.{key}".lstrip("."): text for path, values in _values(components) for key, text in values.items()}


SETS_OF_COMPONENTS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reconstructed",
    parse=lambda reader: _components(_Table(reader, None, {})),
    misfits=misfits,
    rows=describe,
)
"""The component sets of the game."""
read_components: Callable[[Path | str], Components] = SETS_OF_COMPONENTS.read

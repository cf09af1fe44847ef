"""Component sets as TOML files: every number on the cards, and the source of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import attrs

from era_of_inventions.tabletop.components import ComponentSets
from era_of_inventions.tabletop.components.provenance import Provenance, Row, rows
from era_of_inventions.tabletop.components.table import Label, SourcedTable
from era_of_inventions.tabletop.errors import Code, InputProblem, describe, unknown
from era_of_inventions.tabletop.files.toml import Reader
from oh_my_goods.components import (
    ANY,
    RESOURCES,
    AssistantSide,
    BuildingCard,
    BuildingKind,
    Color,
    Components,
    Resource,
)

PRINTED_MAX = 99
ID = Label(
    "id", re.compile(r"(?!(nothing|any)$)[a-z]+(-[a-z0-9]+)*"), "lower-case words with hyphens, other than nothing, any"
)
GOOD = Label("good", re.compile(rf"(?!({'|'.join(RESOURCES)}|any)$)[a-z]+"), "a lower-case word, no raw material")
COLORS = {color.name.lower(): color for color in Color}
NEEDED = tuple(COLORS)[: len(RESOURCES)]
"""The colors of buildings that assistants ask for."""
INPUTS = (*RESOURCES, "any")
ADDS: Mapping[str, Resource | None] = {**{name: Resource(i) for i, name in enumerate(RESOURCES)}, "nothing": None}
GOODS_TO_TAKE = "raw materials and goods that a kind makes"
CHAIN_MAX = 2
COUNTED = ", such as '3 wool, 1 clay'"
IN_DISPUTE = Provenance("stated", "in the dispute")


class _Table(SourcedTable):
    """A table of a set of the game."""

    def counts(self, key: str, kinds: tuple[str, ...]) -> tuple[int, ...]:
        """How many of each kind, in words."""
        expected = f"expected numbers of {', '.join(kinds)}{COUNTED}"
        return self.sourced(key, expected, (0,) * len(kinds), lambda reader, name: _counts(reader, name, kinds))

    def items(self, key: str) -> tuple[str, ...]:
        """Raw materials and goods with a plus between them; none if the key is missing or says nothing."""
        expected = "expected raw materials and goods, such as 'clay + coal'"

        def read(reader: Reader, name: str) -> tuple[str, ...]:
            text = reader.value(name, str, expected.removeprefix("expected ")) or "nothing"
            return () if text == "nothing" else tuple(re.split(r" *\+ *", text))

        return self.sourced(key, expected, (), read)

    def flag(self, key: str) -> bool:
        """True or false."""
        return self.sourced(key, "expected true or false", False, lambda reader, name: reader.flag(name))

    def values(self, printed: Mapping[str, Printed], required: Collection[str] = ()) -> dict[str, Any]:
        """The printed values that are there or have to be, by their keys."""
        return {key: read(self, key) for key, read in printed.items() if key in required or self.reader.has(key)}


def _whole(low: int = 0) -> Printed:
    return lambda table, key: table.integer(key, low, PRINTED_MAX)


Printed = Callable[[_Table, str], Any]
"""Reads the value of a key."""
KIND: Mapping[str, Printed] = {
    "color": lambda table, key: table.word(key, COLORS),
    "value": _whole(1),
    "chain": _Table.items,
    "adds": lambda table, key: table.word(key, ADDS),
    "extra_card": _Table.flag,
}
CHARBURNER: Mapping[str, Printed] = {
    "cost": _whole(),
    "points": _whole(),
    "inputs": lambda table, key: table.counts(key, INPUTS),
}
CARD: Mapping[str, Printed] = {**CHARBURNER, "cost": _whole(1), "half_sun": _Table.flag}
SIDE: Mapping[str, Printed] = {
    "needs": lambda table, key: table.counts(key, NEEDED),
    "cost": _whole(1),
    "points": _whole(),
}


def _counts(reader: Reader, key: str, kinds: tuple[str, ...]) -> tuple[int, ...]:
    text = reader.value(key, str, f"a text{COUNTED}") or ""
    numbers = dict.fromkeys(kinds, 0)
    for part in text.split(",") if text and text != "nothing" else ():
        match = re.fullmatch(r"([0-9]{1,2}) ([a-z]+)", part.strip())
        if match is None or match[2] not in kinds or numbers[match[2]]:
            reader.note(key, Code.MALFORMED, f"is {text!r}; expected numbers of {', '.join(kinds)}{COUNTED}")
            break
        numbers[match[2]] = int(match[1])
    return tuple(numbers.values())


def _components(top: _Table) -> Components:
    ids: set[str] = set()
    kinds = [_kind(table, id_) for id_, table in top.labeled("kind", ID, set())]
    indexes = {kind.id: index for index, kind in enumerate(kinds)}
    before = len(top.reader.problems)
    components = Components(
        name=top.reader.text("name", "the name of the set"),
        kinds=tuple(kinds),
        cards=tuple(_card(table, id_, CARD, indexes) for id_, table in top.labeled("card", ID, ids)),
        charburners=tuple(_card(table, id_, CHARBURNER, indexes) for id_, table in top.labeled("charburner", ID, ids)),
        craftsmen=top.integer("craftsmen", 0, PRINTED_MAX),
        assistants=tuple(side for id_, table in top.labeled("assistant", ID, set()) for side in _sides(table, id_)),
        provenance=top.provenance,
    )
    top.reader.close()
    if len(top.reader.problems) == before:
        top.reader.problems += misplaced(components)
    return components


def _kind(table: _Table, id_: str) -> BuildingKind:
    good = ""
    if table.reader.has("good"):
        good = table.reader.text("good")
        if not GOOD.pattern.fullmatch(good):
            table.reader.note("good", Code.MALFORMED, f"is {good!r}; expected {GOOD.form}")
    return BuildingKind(id_, good=good, **table.values(KIND, ("color", "value") if good else ("color",)))


def _card(table: _Table, id_: str, printed: Mapping[str, Printed], kinds: Mapping[str, int]) -> BuildingCard:
    kind = kinds[table.reader.choice("kind", kinds)] if kinds else 0
    nothing = {"cost": 0, "points": 0, "inputs": (0,) * len(INPUTS)}
    required = ("cost", "points") if printed is CARD else ()
    return BuildingCard(id_, kind, **{**nothing, **table.values(printed, required)})


def _sides(table: _Table, id_: str) -> Iterator[AssistantSide]:
    for letter in "ab":
        side = table.table(letter)
        yield AssistantSide(f"{id_}{letter}", **side.values(SIDE, SIDE))
        side.reader.close()


def printed(table: str, thing: Any) -> tuple[str, dict[str, str]]:
    """The place of a thing in a component file, and what is printed on it, by the keys there."""
    texts = {name: shown(getattr(thing, name)) for name, shown in SHOWN.items() if hasattr(thing, name)}
    return place_of(table, thing.id), texts


SHOWN: Mapping[str, Callable[[Any], str]] = {
    "color": lambda color: color.name.lower(),
    "value": str,
    "chain": lambda chain: " + ".join(chain) or "nothing",
    "cost": str,
    "points": str,
    "inputs": lambda numbers: counted(numbers, INPUTS),
    "needs": lambda numbers: counted(numbers, NEEDED),
    "half_sun": lambda shows: "half a sun" if shows else "no sun",
}
"""What is printed, in words."""


# --- Single values ----------------------------------------------------------------------------------------------------


def override(reader: Reader, components: Components) -> Components:
    """Replace values by those in the tables ``[kind.ID]``, ``[card.ID]``, ``[charburner.ID]`` and ``[assistant.SIDE]``.

    A side is named by its id, such as ``[assistant.assistant-1a]``.
    """
    provenance = dict(components.provenance)
    changed: dict[str, Any] = {}
    for key, (field, printed) in OVERRIDES.items():
        top, things = reader.table(key), list(getattr(components, field))
        indexes = {thing.id: index for index, thing in enumerate(things)}
        for name in top:
            if name not in indexes:
                top.note(name, Code.UNKNOWN_KEY, unknown(name, indexes))
                continue
            kept: dict[str, Provenance] = {}
            table = _Table(top.table(name), IN_DISPUTE, kept)
            things[indexes[name]] = attrs.evolve(things[indexes[name]], **table.values(printed))
            table.reader.close()
            provenance |= {f"{place_of(key, name)}.{path.rpartition('.')[2]}": held for path, held in kept.items()}
        changed[field] = tuple(things)
    overridden = attrs.evolve(components, provenance=provenance, **changed)
    problems = list(misplaced(overridden))
    reader.problems += problems
    return components if problems else overridden


OVERRIDES: Mapping[str, tuple[str, Mapping[str, Printed]]] = {
    "kind": ("kinds", KIND),
    "card": ("cards", CARD),
    "charburner": ("charburners", CHARBURNER),
    "assistant": ("assistants", SIDE),
}
"""The tables of a dispute: the field of a set in which their things are, and what is printed on these."""


def place_of(table: str, id_: str) -> str:
    """The place of a thing in a component file."""
    return f"assistant.{id_[:-1]}.{id_[-1]}" if table == "assistant" else f"{table}.{id_}"


# --- The table of a set -----------------------------------------------------------------------------------------------


def counted(numbers: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Numbers of things in words."""
    return ", ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number) or "nothing"


def describe_rows(components: Components) -> Iterator[Row]:
    """The rows of the table of a set."""
    sources = components.provenance
    for kind in components.kinds:
        values = {"color": kind.color.name.lower()}
        if kind.good:
            values |= {"value": f"{kind.good} worth {kind.value}"}
        if kind.chain:
            values |= {"chain": f"chain {' + '.join(kind.chain)}"}
        if kind.adds is not None:
            values |= {"adds": f"adds {kind.adds.name.lower()}"}
        if kind.extra_card:
            values |= {"extra_card": "a card more"}
        yield from rows(f"kind.{kind.id}", values, sources)
    for table, cards in (("card", components.cards), ("charburner", components.charburners)):
        for card in cards:
            values = {"cost": f"costs {card.cost}", "points": f"{card.points} points"}
            if any(card.inputs):
                values["inputs"] = f"needs {counted(card.inputs, INPUTS)}"
            if card.half_sun or f"{table}.{card.id}.half_sun" in sources:
                values["half_sun"] = "half a sun" if card.half_sun else "no sun"
            yield from rows(f"{table}.{card.id}", values, sources)
    yield from rows("", {"craftsmen": f"{components.craftsmen} craftsmen"}, sources)
    for side in components.assistants:
        needs = counted(side.needs, NEEDED)
        values = {"needs": f"needs {needs}", "cost": f"costs {side.cost}", "points": f"{side.points} points"}
        yield from rows(place_of("assistant", side.id), values, sources)


# --- The form of a set ------------------------------------------------------------------------------------------------


def misfits(components: Components) -> Sequence[InputProblem]:
    """The problems of a set that no file could hold: numbers out of range, ids, and parts that do not fit each other.

    Whether the set agrees with the rulebook is for the law.
    """
    return [*_malformed(components), *_labels(components)] or [*misplaced(components)]


def _malformed(components: Components) -> Iterator[InputProblem]:
    """Yield the numbers and colors that are none, or out of range."""
    parts = ("kinds", "cards", "charburners", "assistants")
    things = [(f"{field}[{i}]", thing) for field in parts for i, thing in enumerate(getattr(components, field))]
    for place, thing in [("", components), *things]:
        for name in ("craftsmen", "value", "cost", "points"):
            if hasattr(thing, name):
                yield from _number(f"{place}.{name}".lstrip("."), getattr(thing, name))
        if isinstance(thing, BuildingCard) and type(thing.kind) is not int:
            yield InputProblem(
                f"{place}.kind", Code.WRONG_TYPE, f"is {describe(thing.kind)}; expected an index of kinds"
            )
        for name, kinds in (("inputs", INPUTS), ("needs", NEEDED)):
            if not hasattr(thing, name):
                continue
            numbers = getattr(thing, name)
            if type(numbers) is not tuple or len(numbers) != len(kinds):
                message = f"is {describe(numbers)}; expected numbers of {', '.join(kinds)}"
                yield InputProblem(f"{place}.{name}", Code.WRONG_TYPE, message)
            else:
                for index, number in enumerate(numbers):
                    yield from _number(f"{place}.{name}[{index}]", number)
        for name, (fits, expected) in FORMS.items():
            if hasattr(thing, name) and not fits(getattr(thing, name)):
                message = f"is {describe(getattr(thing, name))}; expected {expected}"
                yield InputProblem(f"{place}.{name}", Code.WRONG_TYPE, message)


FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "color": (lambda value: isinstance(value, Color), "a color"),
    "adds": (lambda value: value is None or isinstance(value, Resource), "a raw material, or None"),
    "chain": (lambda value: type(value) is tuple and all(type(item) is str for item in value), "a tuple of items"),
    "extra_card": (lambda value: type(value) is bool, "True or False"),
    "half_sun": (lambda value: type(value) is bool, "True or False"),
}
"""What the values of fields are, other than numbers and ids."""


def _number(place: str, number: object) -> Iterator[InputProblem]:
    if type(number) is not int or not 0 <= number <= PRINTED_MAX:
        code = Code.OUT_OF_RANGE if type(number) is int else Code.WRONG_TYPE
        yield InputProblem(place, code, f"is {describe(number)}; expected a whole number from 0 to {PRINTED_MAX}")


def _labels(components: Components) -> Iterator[InputProblem]:
    """Yield the ids that are none, or are taken."""
    buildings = [(f"cards[{i}].id", card.id) for i, card in enumerate(components.cards)]
    buildings += [(f"charburners[{i}].id", card.id) for i, card in enumerate(components.charburners)]
    sides = [(f"assistants[{i}].id", side.id) for i, side in enumerate(components.assistants)]
    for ids in ([(f"kinds[{i}].id", kind.id) for i, kind in enumerate(components.kinds)], buildings, sides):
        seen: set[str] = set()
        for place, id_ in ids:
            if type(id_) is not str or not ID.pattern.fullmatch(id_):
                code = Code.MALFORMED if type(id_) is str else Code.WRONG_TYPE
                yield InputProblem(place, code, f"is {describe(id_)}; expected {ID.form}")
            elif id_ in seen:
                yield InputProblem(place, Code.DUPLICATE, f"is {id_!r}, which is taken; expected a different one")
            seen.add(id_)
    for i, kind in enumerate(components.kinds):
        if type(kind.good) is not str or (kind.good and not GOOD.pattern.fullmatch(kind.good)):
            yield InputProblem(f"kinds[{i}].good", Code.MALFORMED, f"is {describe(kind.good)}; expected {GOOD.form}")
    for i, (front, back) in enumerate(zip(components.assistants[::2], components.assistants[1::2], strict=False)):
        if (front.id[:-1], front.id[-1:], back.id[-1:]) != (back.id[:-1], "a", "b"):
            message = f"are {front.id!r} and {back.id!r}; expected one id, with a and b after it"
            yield InputProblem(f"assistants[{2 * i}], [{2 * i + 1}]", Code.INCONSISTENT, message)


def misplaced(components: Components) -> Iterator[InputProblem]:
    """Yield the parts that do not fit each other, with their places in a file."""
    if len(components.assistants) % 2:
        yield InputProblem("assistant", Code.INCONSISTENT, "has a side too much; expected two sides of each")
    for kind in components.kinds:
        for item in kind.chain:
            if item not in components.items or item == "any":
                message = f"has {item!r}, {'which stands for none' if item == 'any' else 'which nothing makes'}"
                yield InputProblem(f"kind.{kind.id}.chain", Code.UNKNOWN_WORD, f"{message}; expected {GOODS_TO_TAKE}")
        if len(kind.chain) > CHAIN_MAX:
            message = f"has {len(kind.chain)} items; expected at most {CHAIN_MAX}"
            yield InputProblem(f"kind.{kind.id}.chain", Code.TOO_LONG, message)
        if kind.chain and not kind.good:
            yield InputProblem(f"kind.{kind.id}.chain", Code.INCONSISTENT, "leads to no good; expected a good too")
        if bool(kind.value) is not bool(kind.good):
            yield InputProblem(
                f"kind.{kind.id}.value", Code.INCONSISTENT, "and the good are not both there, or missing"
            )
    for table, cards in (("card", components.cards), ("charburner", components.charburners)):
        for card in cards:
            place = f"{table}.{card.id}"
            if not 0 <= card.kind < len(components.kinds):
                message = f"is {describe(card.kind)}; expected an index of the {len(components.kinds)} kinds"
                yield InputProblem(f"{place}.kind", Code.OUT_OF_RANGE, message)
            elif table == "card" and components.kinds[card.kind].color is Color.BLUE:
                yield InputProblem(f"{place}.kind", Code.INCONSISTENT, "is blue; expected a color of a raw material")
            if card.inputs[ANY] and any(card.inputs[:ANY]):
                message = "have raw materials of any kind and certain ones; expected one or the other"
                yield InputProblem(f"{place}.inputs", Code.INCONSISTENT, message)
    unpaid = [(f"card.{card.id}", card.cost) for card in components.cards]
    unpaid += [(place_of("assistant", side.id), side.cost) for side in components.assistants]
    for place, cost in unpaid:
        if cost == 0:
            yield InputProblem(
                f"{place}.cost", Code.OUT_OF_RANGE, f"is 0; expected a whole number from 1 to {PRINTED_MAX}"
            )
    for card in components.charburners:
        if card.half_sun:
            yield InputProblem(f"charburner.{card.id}.half_sun", Code.INCONSISTENT, "is no card of the market")


SETS: ComponentSets[Components] = ComponentSets(
    kind=Components,
    folder=Path(__file__).parent / "data" / "components",
    default="reported",
    parse=lambda reader: _components(_Table(reader, None, {})),
    misfits=misfits,
    override=override,
    rows=describe_rows,
    document=partial(resolve_name, "oh_my_goods.component_documents:COMPONENTS"),
    file_schema=lambda: resolve_name("oh_my_goods.component_documents:component_file")(),
    override_schemas=lambda: resolve_name("oh_my_goods.component_documents:overrides")(),
)
"""The component sets of the game."""
read_components: Callable[[Path | str], Components] = SETS.read
